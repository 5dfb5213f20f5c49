"""Questions to the solver: what a position is worth, to two sides or to each seat for itself."""

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, get_args

from kibitz import _core
from kibitz._core import Card, Deal, Position, StopToken
from kibitz.arguments import seconds_or_none, token_or_none, whole, workers_from
from kibitz.errors import RulesError
from kibitz.show import html_cards, html_table

Source = Mapping[str, Any] | Deal | Position | str
_Answer = tuple[int, int, list[tuple[Card, int, int]], tuple[Card, ...], bool, int, float]
Payoff = Literal["points", "score", "deal_score", "sweepstake", "howell"]

_local = threading.local()
_MOST = (1 << 63) - 1
MOST_POINTS = 1_000_000
_DEEPEST = 64  # no deal has more plays


class _Limits(TypedDict):
    seconds: float | None
    nodes: int | None
    memory: int | None
    stop: StopToken | None


@dataclass(frozen=True, slots=True)
class Solution:
    """What two sides make of a position.

    Values are points of `side`, counted over the whole record: those taken in its plays and those
    to come.
    """

    value: int | None
    """Points of `side` with best play by both; None if the search was cut short."""
    side: tuple[int, ...]
    """The seats that play together to raise the value; all others lower it."""
    lower: int
    """A proven bound; equal to `value` when exact."""
    upper: int
    """A proven bound; equal to `value` when exact."""
    cards: dict[Card, int] | None = field(hash=False)
    """The value after each legal card, if asked for; only the cards that were finished."""
    bounds: dict[Card, tuple[int, int]] | None = field(hash=False)
    """Proven bounds after each legal card, if cards were asked for."""
    best: tuple[Card, ...]
    """The best cards for the seat to move, if cards were asked for and finished."""
    line: tuple[Card, ...] | None
    """Best play to the end, if asked for: at each turn the first best card in card order."""
    nodes: int
    """Cards played in the search, counted as from a fresh table."""
    seconds: float = field(compare=False)

    @property
    def exact(self) -> bool:
        """Is the value proven?"""
        return self.value is not None

    def _repr_html_(self) -> str:
        seats = "+".join(map(str, self.side))
        value = f"{self.value}" if self.exact else f"{self.lower} to {self.upper}, not finished"
        rows = [
            (html_cards([card]), f"{low}" if low == high else f"{low} to {high}")
            for card, (low, high) in (self.bounds or {}).items()
        ]
        return html_table(("card", "value"), rows, f"seats {seats} score {value}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a side can make so many points."""

    holds: bool | None
    """None if the search was cut short."""
    at_least: int
    side: tuple[int, ...]
    cards: dict[Card, bool | None] | None = field(hash=False)
    """The same after each legal card, if asked for."""
    nodes: int
    seconds: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class VectorSolution:
    """What each seat makes of a position when each plays for itself (max^n)."""

    values: tuple[int, ...] | None
    """The payoff of each seat; None if the search was cut short."""
    cards: dict[Card, tuple[int, ...]] | None = field(hash=False)
    """The payoffs after each legal card, if asked for."""
    nodes: int
    seconds: float = field(compare=False)

    @property
    def exact(self) -> bool:
        """Are the values proven?"""
        return self.values is not None

    def _repr_html_(self) -> str:
        rows = [
            (html_cards([card]), *map(str, values)) for card, values in (self.cards or {}).items()
        ]
        seats = range(len(self.values or ()))
        payoffs = ", ".join(map(str, self.values)) if self.values else "not finished"
        header = ("card", *(f"seat {seat}" for seat in seats))
        return html_table(header, rows, f"payoffs {payoffs}")


def to_position(source: Source) -> Position:
    """The position of a record, a Deal, the one-line text of a deal, or of a Position itself.

    Raises:
        NotationError, RulesError: it cannot be read.
        DealError: it cannot be played; all faults are named.
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, str):
        return Position(Deal(source))
    if isinstance(source, Deal):
        return Position(source)
    return Position(Deal.from_record(source))


def _solver() -> _core.Solver:
    """The Solver of this thread; another one while that is at work (in a signal handler, say)."""
    solver: _core.Solver | None = getattr(_local, "solver", None)
    if solver is None:
        solver = _local.solver = _core.Solver()
    return _core.Solver() if solver.busy else solver


def seats_of(players: int, side: int | Iterable[int]) -> tuple[int, ...]:
    """The seats of a side, ascending.

    Raises:
        KibitzError: one is no seat.
    """
    given: object = side
    named = given if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    seats = {whole("side names seat", seat, 0, players - 1) for seat in named}
    return tuple(sorted(seats))


def table_bytes() -> int:
    """Bytes that the tables of this thread's solver hold: they grow with the longest of its
    searches, up to the limit of memory, and are kept for the next.

    >>> import kibitz
    >>> kibitz.solve("cinch H 0 KH5H/5D9S/8S4C/TH6C").value, kibitz.table_bytes() > 0
    (11, True)
    """
    return _solver().table_bytes


def _seats(position: Position, side: int | Iterable[int] | None) -> tuple[int, ...]:
    return position.side_to_move if side is None else seats_of(position.players, side)


def payoff_from(value: object) -> str:
    """The name of a payoff; whether there is such a one the core says.

    Raises:
        RulesError: it is no text.
    """
    if not isinstance(value, str):
        raise RulesError(f"payoff {str(value)[:40]}: expected one of {', '.join(get_args(Payoff))}")
    return value


def limits_of(
    seconds: float | None, nodes: int | None, memory: int | None, cancel: StopToken | None
) -> _Limits:
    """The limits as the core takes them; too large a number of nodes or bytes is no limit.

    Raises:
        KibitzError: one is no limit.
    """
    return {
        "seconds": seconds_or_none(seconds),
        "nodes": None if nodes is None else min(whole("nodes", nodes, 0), _MOST),
        "memory": None if memory is None else min(whole("memory", memory, 0), _MOST),
        "stop": token_or_none("cancel", cancel),
    }


def solve(
    x: Source,
    *,
    side: int | Iterable[int] | None = None,
    cards: bool = False,
    line: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: StopToken | None = None,
) -> Solution:
    """The exact value of a position between two sides, everybody seeing all cards.

    Args:
        x: a deal record, a Deal, its one-line text, or a Position.
        side: the seat or seats that maximise; by default the team (or seat) to move.
        cards: also the value after each legal card.
        line: also best play to the end.
        seconds, nodes, memory: limits (memory: bytes of table, 256 MiB by default). A search that
            is cut short has `value` None and proven `lower` and `upper`.
        cancel: stops the search from another thread.

    Raises:
        KibitzError: the position cannot be read or played.

    >>> import kibitz
    >>> found = kibitz.solve("cinch H 0 KH5H/5D9S/8S4C/TH6C", cards=True)
    >>> found.value
    11
    >>> {str(card): value for card, value in found.cards.items()}
    {'5H': 0, 'KH': 11}
    """
    position = to_position(x)
    seats = _seats(position, side)
    found = _solver().solve(
        position,
        side=sum(1 << seat for seat in seats),
        cards=cards,
        line=line,
        at_least=None,
        **limits_of(seconds, nodes, memory, cancel),
    )
    return _solution(found, seats, cards=cards, line=line)


def solve_records(
    sources: Iterable[Source],
    *,
    side: int | Iterable[int] | None = None,
    cards: bool = False,
    line: bool = False,
    workers: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: StopToken | None = None,
) -> list[Solution]:
    """What solve() says of each of many records, by a pool of threads.

    Args:
        sources: deal records, Deals, their one-line texts, or Positions, of any variants.
        side, cards, line: as for solve.
        workers: threads; 0 is one a core. No answer depends on it.
        seconds, nodes: limits for each record.
        memory: bytes of table of each worker, 256 MiB by default; tables start small.
        cancel: stops the call from another thread; Ctrl-C stops it too.

    Raises:
        KibitzError: a position cannot be read or played.

    >>> import kibitz
    >>> found = kibitz.solve_records(["whist S 0 AS/KS/QS/JS", "whist - 1 2H/KS/QH/JS"])
    >>> [each.value for each in found]
    [1, 1]
    """
    positions = [to_position(source) for source in sources]
    asked = tuple(side) if isinstance(side, Iterable) else side
    sides = [_seats(position, asked) for position in positions]
    found = _core.solve_positions(
        positions,
        sides=[sum(1 << seat for seat in seats) for seats in sides],
        cards=cards,
        line=line,
        workers=workers_from(workers),
        **limits_of(seconds, nodes, memory, cancel),
    )
    return [
        _solution(each, seats, cards=cards, line=line)
        for each, seats in zip(found, sides, strict=True)
    ]


def _solution(found: _Answer, seats: tuple[int, ...], *, cards: bool, line: bool) -> Solution:
    lower, upper, bounds, found_line, complete, counted, elapsed = found
    exact = {card: low for card, low, high in bounds if low == high}
    best: tuple[Card, ...] = ()
    if bounds and lower == upper and len(exact) == len(bounds):
        best = tuple(card for card, value in exact.items() if value == lower)
    return Solution(
        value=lower if lower == upper else None,
        side=seats,
        lower=lower,
        upper=upper,
        cards=exact if cards else None,
        bounds={card: (low, high) for card, low, high in bounds} if cards else None,
        best=best,
        line=tuple(found_line) if line and complete else None,
        nodes=counted,
        seconds=elapsed,
    )


def can(
    x: Source,
    at_least: int,
    *,
    side: int | Iterable[int] | None = None,
    cards: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: StopToken | None = None,
) -> Verdict:
    """Can `side` make `at_least` points? One null window: far cheaper than the value.

    "Can the maker make eight?" is `can(x, 8, side=maker)`; "can this seat get clear?", in Hearts,
    is `can(x, 0, side=seat)`, and the others can load it with at least one when it cannot.

    Args:
        x, side, seconds, nodes, memory, cancel: as for solve.
        at_least: points of `side` over the whole record.
        cards: also after each legal card.

    Raises:
        KibitzError: the position cannot be read or played.

    >>> import kibitz
    >>> kibitz.can("cinch H 0 AH5H/KH2H/QH3H/JH4H", 2).holds
    True
    >>> kibitz.can("cinch H 0 AH5H/KH2H/QH3H/JH4H", 3).holds
    False
    """
    position = to_position(x)
    seats = _seats(position, side)
    lower, upper, bounds, _, _, counted, elapsed = _solver().solve(
        position,
        side=sum(1 << seat for seat in seats),
        cards=cards,
        line=False,
        at_least=whole("at_least", at_least, -MOST_POINTS, MOST_POINTS),
        **limits_of(seconds, nodes, memory, cancel),
    )
    return Verdict(
        holds=_reaches(at_least, lower, upper),
        at_least=at_least,
        side=seats,
        cards={card: _reaches(at_least, low, high) for card, low, high in bounds}
        if cards
        else None,
        nodes=counted,
        seconds=elapsed,
    )


def _reaches(wanted: int, lower: int, upper: int) -> bool | None:
    if lower >= wanted:
        return True
    return False if upper < wanted else None


def table(
    x: Mapping[str, Any] | Deal | str, *, seconds: float | None = None
) -> dict[tuple[str | None, int], int | None]:
    """What the leader's side takes for every trump and leader, where trumps are named before play.

    Args:
        x: a deal record, a Deal or its one-line text; its trump, leader and plays are not used.
        seconds: a limit for the whole table; what is not finished is None.

    Returns:
        {(trump, leader): points of the leader's team}; trump is None for no trump.

    Raises:
        KibitzError: the deal cannot be read or played, or its game names no trump before play.

    >>> import kibitz
    >>> found = kibitz.table("whist - 0 AHKS/2H3S/AS4H/5H6S")
    >>> found["H", 0], found["S", 1], found[None, 3]
    (2, 0, 0)
    """
    deal = x if isinstance(x, Deal) else Deal(x) if isinstance(x, str) else Deal.from_record(x)
    trumps = deal.rules.trumps
    if not trumps:
        raise RulesError(f"{deal.rules.name} names no trump before play")
    record = deal.record() | {"plays": ""}
    limit = seconds_or_none(seconds)
    end = None if limit is None else time.monotonic() + limit
    values: dict[tuple[str | None, int], int | None] = {}
    for trump in trumps:
        leaders = range(deal.players)
        values |= {(trump, leader): None for leader in leaders}
        left = None if end is None else max(0.0, end - time.monotonic())
        positions = [to_position(record | {"trump": trump, "leader": leader}) for leader in leaders]
        answers = _solver().solve_each(
            positions,
            sides=[sum(1 << seat for seat in _seats(each, None)) for each in positions],
            **limits_of(left, None, None, None),
        )
        for leader, (lower, upper, *_) in enumerate(answers):
            values[trump, leader] = lower if lower == upper else None
    return values


def maxn(
    x: Source,
    *,
    payoff: Payoff = "points",
    jack: int = 0,
    cards: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cancel: StopToken | None = None,
) -> VectorSolution:
    """The payoffs when each seat plays for its own, ties broken as RULES section 2 says (max^n).

    Args:
        x: a deal record, a Deal, its one-line text, or a Position.
        payoff: "points"; "score" (the maker's team its points if they reach the bid, else minus
            the bid; others their points; each seat carries its team's); "deal_score" (what RULES
            section 3 writes down; in Cinch minus that for the others); "sweepstake" or "howell"
            (Hearts, RULES section 4).
        jack: the counters of a Jack that stands (sweepstake).
        cards: also the payoffs after each legal card.
        seconds, nodes, memory, cancel: as for solve; cut short, `values` is None.

    Raises:
        KibitzError: the position cannot be read or played, or lacks what the payoff needs.

    >>> import kibitz
    >>> kibitz.maxn("cinch H 0 KH5H/5D9S/8S4C/TH6C").values
    (11, 0, 0, 0)
    """
    position = to_position(x)
    values, found, complete, counted, elapsed = _solver().maxn(
        position,
        payoff=payoff_from(payoff),
        jack=whole("jack", jack, 0, MOST_POINTS),
        cards=cards,
        **limits_of(seconds, nodes, memory, cancel),
    )
    return VectorSolution(
        values=values if complete else None,
        cards=dict(found) if cards and complete else None,
        nodes=counted,
        seconds=elapsed,
    )


def perft(x: Source, depth: int) -> int:
    """How many sequences of `depth` legal plays there are (fewer plays where the deal ends sooner).

    >>> import kibitz
    >>> kibitz.perft("cinch H 0 KH5H/5D9S/8S4C/TH6C", 4)
    4
    """
    position, depth = to_position(x), whole("depth", depth)
    if depth < 1 or position.is_over:
        return 1
    return sum(_core.perft_split(position, min(depth, _DEEPEST)).values())


def perft_split(x: Source, depth: int) -> dict[Card, int]:
    """perft(depth - 1) after each legal play; the numbers sum to perft(depth)."""
    return _core.perft_split(to_position(x), max(0, min(depth, _DEEPEST)))
