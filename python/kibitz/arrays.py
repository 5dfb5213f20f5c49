"""Many deals, or worlds of one position, at once: NumPy arrays in and out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz import _batch
from kibitz._core import Card, Rules, StopToken
from kibitz.arguments import call_or_none, integers, refused, workers_from
from kibitz.solve import Payoff, Source, limits_of, payoff_from, seats_of, to_position

NOT_LEGAL = int(np.iinfo(np.int16).min)
"""Stands in DealValues.cards where a card may not be played."""

Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True, eq=False)
class DealValues:
    """What many deals are worth."""

    values: npt.NDArray[np.int16]
    """Points of the side, shape (deals,)."""
    done: npt.NDArray[np.bool_]
    """Shape (deals,): false where a limit came first; the values of such a deal are 0."""
    cards: npt.NDArray[np.int16] | None
    """Points after each card, if asked for: shape (deals, 64), by Card.index; NOT_LEGAL where the
    card may not be played."""
    nodes: int
    """Cards played in all searches."""
    table_bytes: int
    """The most that the tables of all workers held together."""


class WorldValues(NamedTuple):
    """What each card of the seat to move is worth in each world."""

    cards: tuple[Card, ...]
    """What it may play, in card order."""
    values: npt.NDArray[np.int16]
    """Shape (worlds, cards)."""
    done: npt.NDArray[np.bool_]
    """Shape (worlds,): false where a limit came first; the values of such a world are 0."""


def solve_many(
    rules: Rules | str,
    hands: npt.ArrayLike,
    trumps: npt.ArrayLike,
    leaders: npt.ArrayLike,
    *,
    side: int | Iterable[int],
    cards: bool = False,
    workers: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    cancel: StopToken | None = None,
) -> DealValues:
    """The points of `side` in each deal, as solve() gives them one by one.

    Args:
        rules: a Rules, or the name of a variant.
        hands: uint64, shape (deals, seats): printed cards as in CardSet.bits.
        trumps: int8, shape (deals,): 0 to 3 for C D H S, -1 for none.
        leaders: int8, shape (deals,).
        side: the seat or seats that maximise.
        cards: also after each legal card.
        workers: threads; 0 is one a core. No answer depends on it.
        seconds: a limit for the whole call.
        nodes: a limit for each deal.
        memory: bytes of table of each worker, 256 MiB by default; tables start small.
        progress: called now and then, in this thread, with the number of deals finished.
        cancel: stops the call from another thread; Ctrl-C stops it too.

    Raises:
        DealError: a deal cannot be played; the message says which.
        KibitzError: an argument is not of its kind, or the arrays do not fit each other.

    >>> import kibitz
    >>> hands = [[kibitz.CardSet(hand).bits for hand in ("KH 5H", "5D 9S", "8S 4C", "TH 6C")]]
    >>> found = kibitz.solve_many("cinch", hands, [2], [0], side=(0, 2), cards=True)
    >>> found.values.tolist()
    [11]
    >>> [int(found.cards[0, kibitz.Card(card).index]) for card in ("KH", "5H")]
    [11, 0]
    """
    if isinstance(rules, str):
        rules = Rules(rules)
    if not isinstance(rules, Rules):
        raise refused("rules", rules, "a Rules, or the name of a variant")
    table = _two_dimensional(hands, "deals")
    found = _batch.solve_hands(
        rules.text,
        table,
        _one_a_deal("trumps", trumps, len(table)),
        _one_a_deal("leaders", leaders, len(table)),
        _mask(seats_of(table.shape[1], side)),
        cards,
        _watch(workers, seconds, nodes, memory, progress, cancel),
    )
    return DealValues(*found[:3], *found[3])


def solve_worlds(
    position: Source,
    hands: npt.ArrayLike,
    *,
    stocks: npt.ArrayLike | None = None,
    side: int | Iterable[int] | None = None,
    payoff: Payoff = "points",
    workers: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    cancel: StopToken | None = None,
) -> WorldValues:
    """What each card of the seat to move is worth in many worlds of one position.

    A world says where the cards lie that the seat does not see. Cards may be out of play in one
    world and in a hand in another; High and Low go with the trumps that are in play in each.

    Args:
        position: what is known to all, and the hand of the seat to move. What it says of other
            hands, of the stock and of the widow does not matter.
        hands: uint64, shape (worlds, seats): the cards each seat holds now, as CardSet.bits.
        stocks: uint8, shape (worlds, cards): indices of the cards still to be drawn, in their
            order, where the game has a stock. A widow is what a world leaves over.
        side: the seat or seats that maximise; by default the team (or seat) to move.
        payoff: what the points of `side` are turned into: points, score, deal_score or howell,
            where that depends on nothing but its points. A seat's of a team, as in maxn().
        workers, seconds, nodes, memory, progress, cancel: as for solve_many, of worlds.

    Raises:
        DealError: a world cannot be; the message says which and why.
        RulesError: the payoff means nothing here, or depends on more than the points of `side`.
        KibitzError: the deal is over, the arrays do not fit it, an argument is not of its kind, or
            the seat to move must draw (Domino Hearts) before it can choose.

    >>> import kibitz
    >>> now = kibitz.Position("cinch H 0 KH5H/5D9S/8S4C/TH6C")
    >>> world = [kibitz.CardSet(hand).bits for hand in ("KH 5H", "5D TH", "8S 4C", "9S 6C")]
    >>> cards, values, done = kibitz.solve_worlds(now, [[h.bits for h in now.hands], world])
    >>> [str(card) for card in cards], values.tolist(), done.tolist()
    (['5H', 'KH'], [[0, 11], [5, 5]], [True, True])
    """
    now = to_position(position)
    table = _two_dimensional(hands, "worlds")
    if table.shape[1] != now.players:
        raise refused("hands of shape", table.shape, f"(worlds, {now.players})")
    cards = tuple(now.legal())
    values, done, _ = _batch.solve_in_worlds(
        now.text(),
        table,
        integers("stocks", stocks, np.uint8).ravel(),
        len(cards),
        _mask(now.side_to_move if side is None else seats_of(now.players, side)),
        payoff_from(payoff),
        _watch(workers, seconds, nodes, memory, progress, cancel),
    )
    return WorldValues(cards, values, done)


def _two_dimensional(hands: npt.ArrayLike, items: str) -> npt.NDArray[np.uint64]:
    table: npt.NDArray[np.uint64] = integers("hands", hands, np.uint64)
    if table.ndim != 2:
        raise refused("hands of shape", table.shape, f"({items}, seats)")
    return table


def _one_a_deal(name: str, value: npt.ArrayLike, deals: int) -> npt.NDArray[np.int8]:
    array: npt.NDArray[np.int8] = integers(name, value, np.int8)
    if array.shape != (deals,):
        raise refused(f"{name} of shape", array.shape, f"({deals},), one a deal")
    return array


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _watch(
    workers: int,
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    progress: Progress | None,
    cancel: StopToken | None,
) -> Any:
    limits = limits_of(seconds, nodes, memory, cancel)
    called = call_or_none("progress", progress)
    return _batch.Watch(workers_from(workers), progress=called, **limits)
