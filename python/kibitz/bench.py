"""Fixed deals, solved one by one: the node total is the signature of the search, time is reported.

The deals are made from seeds, with nothing but `random.random`, which is the same everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from kibitz import _core
from kibitz.solve import Solution, VectorSolution, maxn, solve

Record = dict[str, object]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
WHIST_CARDS = 8
DEALS = 200

HEARTS = ("hearts", "spot_hearts", "joker_hearts", "black_jack", "black_lady", "modern_hearts",
          "auction_hearts", "heartsette", "domino_hearts")  # fmt: skip
JOKERS = {"dom_pedro": ("JK",), "joker_hearts": ("JK",), "modern_pitch": ("JK", "JL")}
OUT = {3: ("2S",), 5: ("2S", "2C"), 6: ("2S", "2C", "2D", "2H")}
"""The Hearts games deal out the whole pack, so some cards are left out of it."""
HEARTSETTE_OUT = {3: ("2S",), 4: ("2S",)}
WIDOW = {3: 3, 4: 3, 5: 2, 6: 4}


@dataclass(frozen=True, slots=True)
class Workload:
    """A list of deals and the question asked of each."""

    deal: Callable[[int], Record]
    ask: Callable[[Record], Solution | VectorSolution] = solve


@dataclass(frozen=True, slots=True)
class Measure:
    """What it took to solve some deals of a list; `seconds` of each deal, ascending."""

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
    """Solve the first `count` deals of a list, each as from a fresh table."""
    workload = WORKLOADS[variant]
    solutions = [workload.ask(workload.deal(seed)) for seed in range(count)]
    seconds = sorted(solution.seconds for solution in solutions)
    return Measure(variant, sum(solution.nodes for solution in solutions), tuple(seconds))


def cinch_deal(seed: int) -> Record:
    """A deal of four as it stands when play starts, after the customary draw and the robbing."""
    pack = shuffled(PACK, Random(seed))
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


def whist_deal(seed: int) -> Record:
    """An ending of whist; every fifth has no trump."""
    pack = shuffled(PACK, Random(seed))
    hands = [pack[WHIST_CARDS * seat : WHIST_CARDS * (seat + 1)] for seat in range(4)]
    return _record("whist", (*SUITS, None)[seed % 5], seed % 4, hands)


def random_deal(
    variant: str,
    seed: int,
    *,
    players: int | None = None,
    size: int | None = None,
    stock: int | None = None,
    pitched: bool = False,
) -> Record:
    """A deal of any variant, with nothing discarded or passed.

    Args:
        variant: its name.
        seed: the same number gives the same deal.
        players: by default as many as is usual.
        size: cards in each hand; by default those of a full deal.
        stock: cards to draw, where there is a stock; by default those of a full deal.
        pitched: leave the trump to the first lead. It is the suit that the maker, who has the
            most cards of one, would name; he leads.
    """
    rules = _core.Rules(variant)
    seats = players or rules.default_players
    pack = shuffled(pack_of(variant, seats), Random(seed))
    each = _hand_size(variant, seats, len(pack)) if size is None else size
    hands = [pack[each * seat : each * (seat + 1)] for seat in range(seats)]
    rest = pack[each * seats :]
    if variant == "heartsette":
        return _record(variant, None, seed % seats, hands) | {
            "widow": " ".join(rest[: WIDOW[seats]])
        }
    if variant in HEARTS:
        record = _record(variant, None, _leader(variant, seed % seats, hands), hands)
        draws = variant == "domino_hearts" or seats == 2
        return record | ({"stock": " ".join(rest[:stock])} if draws else {})
    maker, trump = max(
        ((seat, suit) for seat in range(seats) for suit in SUITS),
        key=lambda bid: _strength(hands[bid[0]], bid[1]),
    )
    return _record(variant, None if pitched else trump, maker, hands)


def pack_of(variant: str, players: int) -> tuple[str, ...]:
    """The cards that a number of players play with."""
    out = OUT.get(players, ()) if variant in HEARTS else ()
    if variant == "heartsette":
        out = HEARTSETTE_OUT.get(players, ())
    if variant == "joker_hearts":
        out = (*out, "2H")
    return tuple(card for card in (*PACK, *JOKERS.get(variant, ())) if card not in out)


WORKLOADS: dict[str, Workload] = {
    "cinch": Workload(cinch_deal),
    "whist": Workload(whist_deal),
    "pitch": Workload(partial(random_deal, "pitch", players=4)),
    "pitched": Workload(partial(random_deal, "pitch", players=4, pitched=True)),
    "hearts": Workload(partial(random_deal, "hearts", size=6)),
    "black_lady": Workload(partial(random_deal, "black_lady", size=6)),
    "two_handed": Workload(partial(random_deal, "hearts", players=2, size=6, stock=4)),
    "domino": Workload(partial(random_deal, "domino_hearts", size=3, stock=6)),
    "maxn": Workload(partial(random_deal, "hearts", size=4), maxn),
}


def signature(text: str) -> dict[str, int]:
    """Node totals by list out of the lines of a signature file."""
    return {variant: int(nodes) for variant, nodes in map(str.split, text.splitlines())}


def shuffled(cards: Sequence[str], random: Random) -> list[str]:
    """The cards in a random order."""
    pack = list(cards)
    for at in range(len(pack) - 1, 0, -1):
        other = int(random.random() * (at + 1))
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def _record(variant: str, trump: str | None, leader: int, hands: Sequence[Sequence[str]]) -> Record:
    return {
        "variant": variant,
        "players": len(hands),
        "trump": trump,
        "leader": leader,
        "hands": [" ".join(hand) for hand in hands],
    }


def _hand_size(variant: str, players: int, cards: int) -> int:
    if variant == "heartsette":
        return (cards - WIDOW[players]) // players
    if variant in HEARTS and variant != "domino_hearts":
        return cards // max(players, 4)
    return cards // players if variant == "whist" else 6


def _leader(variant: str, seat: int, hands: Sequence[Sequence[str]]) -> int:
    """The seat that leads: whoever holds the card that must be led, where there is one."""
    rows = _core.Rules(variant).option_table()
    cards = [value for name, _, _, value in rows if name == "lead_card"]
    holders = [holder for holder, hand in enumerate(hands) if set(cards) & set(hand)]
    return holders[0] if holders else seat


def _strength(hand: Sequence[str], suit: str) -> tuple[int, int]:
    ranks = [RANKS.index(card[0]) for card in hand if card[1] == suit]
    return len(ranks), sum(ranks)


def _trumps(cards: Sequence[str], trump: str) -> list[str]:
    """The trumps among the cards, those that score first, then by rank."""
    found = [card for card in cards if card[1] == trump or card == f"5{COLOUR[trump]}"]
    return sorted(found, key=lambda card: (card[0] not in "5AJT2", -RANKS.index(card[0])))
