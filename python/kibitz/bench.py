"""Fixed deals, solved one by one: the node total is the signature of the search, time is reported.

The deals are made from seeds, with nothing but `random.random`, which is the same everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from kibitz._core import Card, Rules
from kibitz.game import dealing, hearts
from kibitz.game.fields import field
from kibitz.solve import Solution, VectorSolution, maxn, solve

Record = dict[str, object]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
WHIST_CARDS = 8
DEALS = 200


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
    """A deal of any variant, with nothing discarded or passed; a dealer who is out has no cards.

    Args:
        variant: its name.
        seed: the same number gives the same deal.
        players: by default as many as is usual.
        size: cards in each hand; by default those of a full deal.
        stock: cards to draw, where there is a stock; by default those of a full deal.
        pitched: leave the trump to the first lead. It is the suit that the maker, who has the
            most cards of one, would name; he leads.
    """
    rules = Rules(variant)
    seats = players or rules.default_players
    pack = shuffled([str(card) for card in dealing.pack(rules, seats)], Random(seed))
    usual = field(rules, "kept", 0) or dealing.hand_size(rules, seats)
    each = usual if size is None else size
    dealer = (seed - 1) % seats
    held = sorted(hearts.seated(rules, seats, dealer))
    hands: list[list[str]] = [[] for _ in range(seats)]
    for at, seat in enumerate(held):
        hands[seat] = pack[each * at : each * (at + 1)]
    if rules.trumps:
        maker, trump = max(
            ((seat, suit) for seat in range(seats) for suit in SUITS),
            key=lambda bid: _strength(hands[bid[0]], bid[1]),
        )
        return _record(variant, None if pitched else trump, maker, hands)
    cards = [[Card(card) for card in hand] for hand in hands]
    left = hearts.left_over(rules, seats, [Card(card) for card in pack[each * len(held) :]])
    record = _record(variant, None, hearts.leader(rules, cards, dealer, None), hands)
    if left.stock:
        record["stock"] = " ".join(map(str, left.stock[:stock]))
    if left.widow:
        record["widow"] = " ".join(map(str, left.widow[: len(pack) - usual * len(held)]))
    return record


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


def _strength(hand: Sequence[str], suit: str) -> tuple[int, int]:
    ranks = [RANKS.index(card[0]) for card in hand if card[1] == suit]
    return len(ranks), sum(ranks)


def _trumps(cards: Sequence[str], trump: str) -> list[str]:
    """The trumps among the cards, those that score first, then by rank."""
    found = [card for card in cards if card[1] == trump or card == f"5{COLOUR[trump]}"]
    return sorted(found, key=lambda card: (card[0] not in "5AJT2", -RANKS.index(card[0])))
