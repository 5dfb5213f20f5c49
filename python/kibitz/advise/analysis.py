"""The value of a record after each of its plays, what each play cost, and where the deal turned.

The search is the solver's, the score is the referee's; here they are asked and put side by side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from time import monotonic

from rich.console import RenderableType

from kibitz import show
from kibitz._core import Card, Deal, Position
from kibitz.advise import page, terminal
from kibitz.advise.facts import AtTable, Facts, Finding, Play, TakenTrick, TurningPoint
from kibitz.game import actions as act
from kibitz.game.settle import Settlement, settle
from kibitz.hints.advice import hint
from kibitz.solve import Source, maxn, solve, to_position

FRAME_HEIGHT = 900
WORD_LIMIT = 40


@dataclass(frozen=True, slots=True)
class Analysis(Facts):
    """The facts about one record, and how to show them: `json`, `html`, a table in the terminal."""

    def json(self) -> dict[str, object]:
        """The object that `kibitz analyse --json` prints; values are points of `side`."""
        return {
            "id": self.deal.extra.get("id"),
            "value": self.value,
            "plays": [_play_json(play) for play in self.plays],
        }

    def html(self) -> str:
        """A page that needs nothing else: the cards drawn, the value plotted play by play."""
        return page.page(self.title, [page.section(self, heading=False)])

    def __rich__(self) -> RenderableType:
        return terminal.analysis(self)

    def _repr_html_(self) -> str:
        source = escape(self.html(), quote=True)
        return f'<iframe srcdoc="{source}" width="100%" height="{FRAME_HEIGHT}"></iframe>'


def analyse(
    x: Source,
    *,
    side: int | Iterable[int] | None = None,
    seconds: float | None = None,
    hints: int | None = None,
    seed: int = 0,
) -> Analysis:
    """The exact value before and after every play of a record.

    Args:
        x: a deal record, a Deal, its one-line text, or a Position; the plays may stop anywhere.
        side: the seats whose points are counted; by default the maker's team or, without a maker,
            the team to move at the start.
        seconds: time limit for the whole record; what it does not reach is None, from the first
            play on.
        hints: also look at every play by what its seat could know, over so many worlds.
        seed: of those worlds.

    Raises:
        KibitzError: the record cannot be read or played; all faults are named.
    """
    positions = _positions(to_position(x))
    end = positions[-1]
    deal = end.deal
    seats = _side(positions[0], side)
    values, alternatives = _values(positions, seats, seconds)
    plays = tuple(
        Play(
            ply=ply,
            trick=len(position.tricks),
            seat=_mover(position),
            card=end.plays[ply],
            best=values[ply],
            after=values[ply + 1],
            alternatives=alternatives[ply],
            at_table=_at_table(position, end.plays[ply], hints, seed),
        )
        for ply, position in enumerate(positions[:-1])
    )
    last = played_out(end)
    ledger = Ledger(deal, seats, sum(last.points), put_out(last))
    return Analysis(
        deal=deal,
        side=seats,
        value=values[0],
        stake=ledger.stake,
        plays=plays,
        tricks=_tricks(positions),
        points=tuple(end.points),
        over=end.is_over,
        settled=ledger.final(end.points) if end.is_over else ledger.at(values[-1]),
        turning_points=_turning_points(ledger, plays),
        findings=check_winners(deal, end),
    )


def played_out(position: Position) -> Position:
    """The end of a deal after any play at all; it shows what is at stake."""
    while not position.is_over:
        position = position.play(next(iter(position.legal())))
    return position


def put_out(end: Position) -> int:
    """Points of the counting trumps among the discards of a finished deal; they are the maker's.

    They are what the score of a bid of nothing has over the points taken in play.
    """
    deal = end.deal
    if deal.maker is None or not any(deal.discards):
        return 0
    score = maxn({**deal.record(), "bid": 0}, payoff="score").values
    assert score is not None, "nothing is left to search"
    teams = deal.rules.teams(deal.players)
    making = teams[deal.maker]
    taken = sum(end.points[seat] for seat, team in enumerate(teams) if team == making)
    return score[deal.maker] - taken


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a deal writes down, as far as a side's points tell.

    Where two teams share a fixed `stake` and the side is one of them, its points tell all; in any
    other case only the points of every seat at the end do. `put_out` is the maker's besides.
    """

    deal: Deal
    side: tuple[int, ...]
    stake: int
    put_out: int

    def final(self, points: Sequence[int]) -> Settlement | None:
        """The score of the points taken by all seats; None if it takes a maker and has none."""
        teams = self._teams()
        if len(set(teams)) > 2 and self.deal.maker is None:
            return None
        deal = self.deal
        return settle(deal.rules, points, maker=deal.maker, bid=deal.bid, put_out=self.put_out)

    def at(self, value: int | None) -> Settlement | None:
        """The score if the side ends with `value` points, where that decides it."""
        if value is None or not self._tells():
            return None
        points = [0] * self.deal.players
        points[self.side[0]] = value
        points[self._others()[0]] = self.stake - value
        return self.final(points)

    def balance(self, settled: Settlement) -> int:
        """The deal score of the side: its points or, with a bid, its score less the others'."""
        ours, theirs = settled.scores[self.side[0]], settled.scores[self._others()[0]]
        return ours if self.deal.rules.score_rule == "points" else ours - theirs

    def _teams(self) -> tuple[int, ...]:
        return tuple(self.deal.rules.teams(self.deal.players))

    def _others(self) -> list[int]:
        return [seat for seat in range(self.deal.players) if seat not in self.side]

    def _tells(self) -> bool:
        teams = self._teams()
        ours = {teams[seat] for seat in self.side}
        theirs = {teams[seat] for seat in self._others()}
        return len(ours) == 1 and len(theirs) == 1 and ours != theirs


def check_winners(deal: Deal, position: Position) -> tuple[Finding, ...]:
    """Where the printed `winners`, names or numbers of seats, are not those who took the tricks."""
    printed = deal.extra.get("winners")
    if printed is None:
        return ()
    if not isinstance(printed, list | tuple):
        return (Finding(None, "the printed winners are no list"),)
    found = []
    tricks, names = position.tricks, show.seat_names(deal)
    if len(printed) != len(tricks):
        text = f"{show.count(len(printed), 'winner')} printed, {show.count(len(tricks), 'trick')}"
        found.append(Finding(None, f"{text} played"))
    for number, (word, trick) in enumerate(zip(printed, tricks, strict=False)):
        if word not in (names[trick.winner], trick.winner, str(trick.winner)):
            text = f"trick {number + 1}: {show.plain(str(word), WORD_LIMIT)} printed as winner"
            found.append(Finding(number, f"{text}, {names[trick.winner]} took it"))
    return tuple(found)


def _positions(end: Position) -> list[Position]:
    """The position before each play, and the last."""
    positions = [Position.start(end.deal)]
    for card in end.plays:
        positions.append(positions[-1].play(card))
    return positions


def _side(start: Position, side: int | Iterable[int] | None) -> tuple[int, ...]:
    if isinstance(side, int):
        return (side,)
    if side is not None:
        return tuple(sorted(set(side)))
    deal = start.deal
    seat = deal.maker
    if seat is None:
        seat = deal.leader if start.to_move is None else start.to_move
    teams = deal.rules.teams(deal.players)
    return tuple(other for other in range(deal.players) if teams[other] == teams[seat])


def _mover(position: Position) -> int:
    seat = position.to_move
    assert seat is not None, "a play follows"
    return seat


def _values(
    positions: Sequence[Position], side: tuple[int, ...], seconds: float | None
) -> tuple[list[int | None], list[dict[Card, int | None]]]:
    """Value and value of each legal card of all positions: the last, which are cheapest, first."""
    deadline = None if seconds is None else monotonic() + seconds
    values: list[int | None] = []
    alternatives: list[dict[Card, int | None]] = []
    for position in reversed(positions):
        value, cards = _one(position, side, deadline)
        values.append(value)
        alternatives.append(cards)
    return values[::-1], alternatives[::-1]


def _one(
    position: Position, side: tuple[int, ...], deadline: float | None
) -> tuple[int | None, dict[Card, int | None]]:
    if position.is_over:
        return sum(position.points[seat] for seat in side), {}
    unknown: dict[Card, int | None] = dict.fromkeys(position.legal())
    left = None if deadline is None else deadline - monotonic()
    if left is not None and left <= 0:
        return None, unknown
    solution = solve(position, side=side, cards=True, seconds=left)
    if not solution.exact or solution.cards is None:
        return None, unknown
    return solution.value, unknown | solution.cards


_HINDSIGHT = ("log", "dealt", "points", "scores", "winners", "chips")
"""Fields of a record that tell how the deal ended."""


def _at_table(position: Position, played: Card, worlds: int | None, seed: int) -> AtTable | None:
    """A play beside the hint that its seat would have had; None if there was no choice."""
    if worlds is None or len(position.legal()) < 2:
        return None
    record = {k: v for k, v in position.deal.record().items() if k not in _HINDSIGHT}
    found = hint(record, _mover(position), worlds=worlds, seed=seed)
    [own] = [each for each in found.candidates if each.action == act.Play(played)]
    assert isinstance(found.action, act.Play)
    return AtTable(found.action.card, own.behind, own.behind_error, found.worlds, found.exact)


def _tricks(positions: Sequence[Position]) -> tuple[TakenTrick, ...]:
    """The completed tricks, with what each was worth to all seats together."""
    totals = {len(position.tricks): sum(position.points) for position in positions}
    return tuple(
        TakenTrick(number, tuple(trick.cards), trick.winner, totals[number + 1] - totals[number])
        for number, trick in enumerate(positions[-1].tricks)
    )


def _turning_points(ledger: Ledger, plays: Sequence[Play]) -> tuple[TurningPoint, ...]:
    """The plays that flip the bid, and those that change the deal score most."""
    turns = [turn for play in plays if (turn := _turn(ledger, play)) is not None]
    most = max((abs(turn.swing) for turn in turns), default=0)
    return tuple(turn for turn in turns if turn.made is not None or abs(turn.swing) == most > 0)


def _turn(ledger: Ledger, play: Play) -> TurningPoint | None:
    """The change a play makes, if it makes one."""
    if play.best is None or play.after is None or play.best == play.after:
        return None
    before, after = ledger.at(play.best), ledger.at(play.after)
    if before is None or after is None:
        return TurningPoint(play.ply, play.after - play.best, None)
    swing = ledger.balance(after) - ledger.balance(before)
    return TurningPoint(play.ply, swing, after.made if after.made != before.made else None)


def _play_json(play: Play) -> dict[str, object]:
    return {
        "seat": play.seat,
        "card": str(play.card),
        "after": play.after,
        "best": play.best,
        "alternatives": {str(card): value for card, value in play.alternatives.items()},
        "cost": play.cost,
    } | ({} if play.at_table is None else {"at_table": _table_json(play, play.at_table)})


def _table_json(play: Play, found: AtTable) -> dict[str, object]:
    return {
        "best": str(found.best),
        "behind": round(found.behind, 6),
        "standard_error": round(found.error, 6),
        "worlds": found.worlds,
        "exact": found.exact,
        "mistake": found.is_mistake,
        "verdict": play.verdict,
    }
