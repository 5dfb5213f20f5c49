"""What is measured: lists of seeded deals, the question asked of each, and how long it may take."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from kibitz import Deal, Position, maxn, solve
from kibitz.bench import Record, cinch_deal, random_deal
from kibitz.solve import Solution, VectorSolution

DOMINO_STOCK = 28  # of four players, at the start
DOMINO_DEALT = 24


@dataclass(frozen=True, slots=True)
class Case:
    """Deals of one kind; the side is the team, or seat, that leads."""

    what: str
    deal: Callable[[int], Record]
    ask: Callable[..., Solution | VectorSolution] = solve
    deals: int = 200
    seconds: float = 10.0
    """The limit for one deal."""


def hearts(variant: str, size: int) -> Case:
    words = f"{variant}, 4 players, {size} cards each, the leader against all others"
    return Case(words, partial(random_deal, variant, size=size))


def whole(variant: str) -> Case:
    words = f"{variant}, 4 players, all 52 cards, the leader against all others"
    return Case(words, partial(random_deal, variant), deals=40, seconds=60.0)


def pitch(players: int, *, pitched: bool) -> Case:
    words = f"pitch, {players} players, 6 cards each, the bidder against all others, trump "
    deal = partial(random_deal, "pitch", players=players, pitched=pitched)
    return Case(words + ("as he pitches" if pitched else "named"), deal)


def eldest_pitches(players: int) -> Case:
    words = f"pitch, {players} players, 6 cards each, any hand pitches its longest suit"
    return Case(words, partial(longest_suit, players), deals=1000)


def longest_suit(players: int, seed: int) -> Record:
    """Nobody has bid: eldest hand, seat 0, must pitch; he names the suit of which he has most."""
    record = random_deal("pitch", seed, players=players)
    hands = record["hands"]
    assert isinstance(hands, list)
    suits = [card[1] for card in str(hands[0]).split()]
    return record | {"leader": 0, "maker": 0, "trump": max("CDHS", key=suits.count)}


def domino_late(seed: int, stock: int = 8) -> Record:
    """A deal of four after random plays, when a trick begins and so many cards are left to draw."""
    for attempt in count():
        record = random_deal("domino_hearts", 1000 * seed + attempt)
        position = Position(Deal.from_record(record))
        random = Random(seed)
        while not position.is_over:
            held = sum(map(len, position.hands))
            drawn = held + len(position.plays) - DOMINO_DEALT
            if drawn == DOMINO_STOCK - stock and not position.trick:
                cards = str(record["stock"]).split()[-stock:]
                hands = [" ".join(map(str, hand)) for hand in position.hands]
                return record | {
                    "leader": position.leader,
                    "hands": hands,
                    "stock": " ".join(cards),
                }
            legal = list(position.legal())
            position = position.play(legal[int(random.random() * len(legal))])
    raise AssertionError


CASES: dict[str, Case] = {
    "cinch": Case(
        "cinch, 4 players, 24 cards after draw and robbing, maker's side", cinch_deal, deals=1000
    ),
    "pitch4": pitch(4, pitched=False),
    "pitch4_open": pitch(4, pitched=True),
    "pitch5": pitch(5, pitched=False),
    "pitch6": pitch(6, pitched=False),
    "pitch7": pitch(7, pitched=False),
    "pitch7_open": pitch(7, pitched=True),
    "pitch4_eldest": eldest_pitches(4),
    "pitch5_eldest": eldest_pitches(5),
    "pitch6_eldest": eldest_pitches(6),
    "pitch7_eldest": eldest_pitches(7),
    "hearts6": hearts("hearts", 6),
    "hearts8": hearts("hearts", 8),
    "hearts10": hearts("hearts", 10),
    "black_lady6": hearts("black_lady", 6),
    "black_lady8": hearts("black_lady", 8),
    "black_lady10": hearts("black_lady", 10),
    "hearts13": whole("hearts"),
    "black_lady13": whole("black_lady"),
    "two_handed": Case(
        "hearts, 2 players, 13 cards each, the stock gone",
        partial(random_deal, "hearts", players=2, stock=0),
    ),
    "two_handed_stock": Case(
        "hearts, 2 players, 13 cards each, 6 to draw",
        partial(random_deal, "hearts", players=2, stock=6),
    ),
    "domino": Case("domino_hearts, 4 players, 8 cards left to draw", domino_late),
    "maxn4": Case(
        "hearts, 4 players, 4 cards each, max^n", partial(random_deal, "hearts", size=4), maxn
    ),
    "maxn5": Case(
        "hearts, 4 players, 5 cards each, max^n", partial(random_deal, "hearts", size=5), maxn
    ),
    "maxn6": Case(
        "hearts, 4 players, 6 cards each, max^n", partial(random_deal, "hearts", size=6), maxn
    ),
}
