"""Fixed deals, solved one by one: the node total is the signature of the search, time is reported.

The deals are made from seeds, with nothing but `random.random`, which is the same everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from kibitz.solve import solve

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
WHIST_CARDS = 8
DEALS = 200


@dataclass(frozen=True, slots=True)
class Measure:
    """What it took to solve some deals of a variant; `seconds` of each deal, ascending."""

    variant: str
    nodes: int
    seconds: tuple[float, ...]

    def json(self) -> dict[str, object]:
        """Times in milliseconds a deal."""
        count = len(self.seconds)
        return {
            "variant": self.variant,
            "deals": count,
            "nodes": self.nodes,
            "mean_ms": round(1000 * sum(self.seconds) / count, 4),
            "median_ms": round(1000 * self.seconds[count // 2], 4),
            "p95_ms": round(1000 * self.seconds[count * 95 // 100], 4),
        }


def measure(variant: str, count: int = DEALS) -> Measure:
    """Solve the first `count` deals of a variant's list, each from a fresh table."""
    solutions = [solve(WORKLOADS[variant](seed)) for seed in range(count)]
    seconds = sorted(solution.seconds for solution in solutions)
    return Measure(variant, sum(solution.nodes for solution in solutions), tuple(seconds))


def cinch_deal(seed: int) -> dict[str, object]:
    """A deal of four as it stands when play starts, after the customary draw and the robbing."""
    pack = _shuffled(PACK, Random(seed))
    dealt, stock = [pack[9 * seat : 9 * seat + 9] for seat in range(4)], pack[36:]
    dealer = seed % 4
    maker, trump = max(
        ((seat, suit) for seat in range(4) for suit in SUITS),
        key=lambda bid: len(_trumps(dealt[bid[0]], bid[1])),
    )
    hands = [_trumps(hand, trump)[:6] for hand in dealt]
    for seat in (dealer + 1, dealer + 2, dealer + 3):
        wanted = 6 - len(hands[seat % 4])
        hands[seat % 4] += stock[:wanted]
        stock = stock[wanted:]
    rest = dealt[dealer] + stock
    trumps = _trumps(rest, trump)
    hands[dealer] = (trumps + [card for card in rest if card not in trumps])[:6]
    return _record("cinch", trump, maker, hands)


def whist_deal(seed: int) -> dict[str, object]:
    """An ending of whist; every fifth has no trump."""
    pack = _shuffled(PACK, Random(seed))
    hands = [pack[WHIST_CARDS * seat : WHIST_CARDS * (seat + 1)] for seat in range(4)]
    return _record("whist", (*SUITS, None)[seed % 5], seed % 4, hands)


WORKLOADS: dict[str, Callable[[int], dict[str, object]]] = {
    "cinch": cinch_deal,
    "whist": whist_deal,
}


def signature(text: str) -> dict[str, int]:
    """Node totals by variant out of the lines of a signature file."""
    return {variant: int(nodes) for variant, nodes in map(str.split, text.splitlines())}


def _record(
    variant: str, trump: str | None, leader: int, hands: Sequence[Sequence[str]]
) -> dict[str, object]:
    return {
        "variant": variant,
        "players": len(hands),
        "trump": trump,
        "leader": leader,
        "hands": [" ".join(hand) for hand in hands],
    }


def _shuffled(cards: Sequence[str], random: Random) -> list[str]:
    pack = list(cards)
    for at in range(len(pack) - 1, 0, -1):
        other = int(random.random() * (at + 1))
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def _trumps(cards: Sequence[str], trump: str) -> list[str]:
    """The trumps among the cards, those that score first, then by rank."""
    found = [card for card in cards if card[1] == trump or card == f"5{COLOUR[trump]}"]
    return sorted(found, key=lambda card: (card[0] not in "5AJT2", -RANKS.index(card[0])))
