"""`kibitz solve`: the value of each record, of each legal card, and the line that shows it.

Or, of the same record: can a side make so many points, and what does each seat playing for itself
make of it.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

import kibitz
from kibitz import DealError, KibitzError, Position, Solution, VectorSolution, Verdict
from kibitz.cli.facts import COMPUTED, facts
from kibitz.cli.io import (
    House,
    Json,
    Seconds,
    Source,
    deal_reader,
    for_each,
    for_groups,
    named,
    shorten,
)
from kibitz.cli.reader import Record
from kibitz.solve import Payoff

GROUP = 32
"""Records a worker that are read before they are solved together."""


class PayoffName(StrEnum):
    """What a seat may play for, as an argument."""

    POINTS = "points"
    SCORE = "score"
    DEAL_SCORE = "deal_score"
    SWEEPSTAKE = "sweepstake"
    HOWELL = "howell"


def solve(
    source: Source,
    side: Annotated[
        str | None,
        typer.Option(metavar="SEATS", help="Seats that maximise, such as 0,2 [default: to move]."),
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            min=-1_000_000,
            max=1_000_000,
            metavar="N",
            help="Only: can the side make N points? Of each card too.",
        ),
    ] = None,
    payoff: Annotated[
        PayoffName | None, typer.Option(help="Each seat for itself (max^n), playing for this.")
    ] = None,
    jack: Annotated[
        int | None,
        typer.Option(min=0, max=1_000_000, metavar="N", help="Counters of a Jack (sweepstake)."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every value known of the variant: sides, max^n, perft.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            min=0, max=256, metavar="N", help="Threads that share the records; 0: one a core."
        ),
    ] = 1,
    seconds: Seconds = 30.0,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Solve deal records exactly: the value, every card's value, the best line.

    What is not finished in time is null, with proven bounds beside it.
    """
    _check(
        {"--all": everything, "--at-least": at_least is not None, "--payoff": payoff is not None},
        side=side is not None,
        workers=workers != 1,
        jack=jack is not None and payoff is not PayoffName.SWEEPSTAKE,
    )
    seats, to_deal = _seats(side), deal_reader(rules)

    def asked(record: Record) -> tuple[Position, tuple[int, ...] | None]:
        position = Position(to_deal(record))
        if any(seat not in range(position.players) for seat in seats or ()):
            raise DealError(f"side {side}: expected seats from 0 to {position.players - 1}")
        return position, seats

    def values(records: Sequence[Record]) -> list[Solved | KibitzError]:
        read: list[Position | KibitzError] = []
        for record in records:
            try:
                read.append(asked(record)[0])
            except KibitzError as error:
                read.append(error)
        found = iter(
            kibitz.solve_records(
                [position for position in read if isinstance(position, Position)],
                side=seats,
                cards=True,
                line=True,
                workers=workers,
                seconds=seconds,
            )
        )
        return [
            each if isinstance(each, KibitzError) else Solved(record, next(found))
            for record, each in zip(records, read, strict=True)
        ]

    def verdict(record: Record) -> Judged:
        position, seats = asked(record)
        found = kibitz.can(position, at_least or 0, side=seats, cards=True, seconds=seconds)
        return Judged(record, found)

    def vector(record: Record) -> Shared:
        position, _ = asked(record)
        name: Payoff = (payoff or PayoffName.POINTS).value
        found = kibitz.maxn(position, payoff=name, jack=jack or 0, cards=True, seconds=seconds)
        return Shared(record, name, jack, found)

    if everything:
        for_each(
            source,
            as_json,
            lambda r: _echo(r, facts(to_deal(r), seconds)),
            lambda f: f,
            _facts_text,
        )
    elif at_least is not None:
        for_each(source, as_json, verdict, Judged.json, Judged.text)
    elif payoff is not None:
        for_each(source, as_json, vector, Shared.json, Shared.text)
    else:
        size = 1 if workers == 1 else GROUP * (workers or os.cpu_count() or 1)
        for_groups(source, as_json, values, Solved.json, Solved.text, size=size)


def _check(questions: dict[str, bool], *, side: bool, workers: bool, jack: bool) -> None:
    """One question at a time, and nothing that has no part in it."""
    asked = [name for name, given in questions.items() if given]
    if len(asked) > 1:
        raise typer.BadParameter(f"{asked[0]} and {asked[1]} are two questions: ask one")
    if side and questions["--all"]:
        raise typer.BadParameter("--all asks for all sides: leave out --side")
    if side and questions["--payoff"]:
        raise typer.BadParameter("--payoff has each seat for itself: leave out --side")
    if workers and asked:
        raise typer.BadParameter(f"--workers is for values: leave it out with {asked[0]}")
    if jack:
        raise typer.BadParameter("--jack is for --payoff sweepstake")


@dataclass(frozen=True, slots=True)
class Solved:
    """A record and its solution, as JSON and as text."""

    record: Record
    solution: Solution

    def json(self) -> Record:
        """The solution's fields, under the record's id if it has one."""
        s = self.solution
        bounds = s.bounds or {}
        return _name(self.record) | {
            "side": list(s.side),
            "value": s.value,
            "lower": s.lower,
            "upper": s.upper,
            "exact": s.exact,
            "cards": {str(c): low if low == high else None for c, (low, high) in bounds.items()},
            "best": [str(c) for c in s.best],
            "line": None if s.line is None else [str(c) for c in s.line],
            "nodes": s.nodes,
            "seconds": round(s.seconds, 6),
        }

    def text(self) -> RenderableType:
        """Three or four lines for a reader."""
        s = self.solution
        value = str(s.value) if s.value is not None else f"{s.lower} to {s.upper}, not finished"
        text = Text.assemble((named(self.record), "bold"), f"{_side(s.side)} score {value}")
        for card, points in sorted((s.cards or {}).items(), key=lambda item: -item[1]):
            star = card in s.best
            text.append(f"\n  {card} {points:3}{' *' if star else ''}", "bold" if star else "")
        if s.line:
            text.append(f"\n  line {' '.join(map(str, s.line))}")
        return text


@dataclass(frozen=True, slots=True)
class Judged:
    """A record and whether a side can make so many points of it."""

    record: Record
    verdict: Verdict

    def json(self) -> Record:
        """The verdict's fields, under the record's id if it has one."""
        v = self.verdict
        return _name(self.record) | {
            "side": list(v.side),
            "at_least": v.at_least,
            "holds": v.holds,
            "cards": {str(card): holds for card, holds in (v.cards or {}).items()},
            "nodes": v.nodes,
            "seconds": round(v.seconds, 6),
        }

    def text(self) -> RenderableType:
        """The answer, then a line a card."""
        v = self.verdict
        answer = {True: "can make", False: "cannot make", None: "not finished whether it makes"}
        words = f"{_side(v.side)} {answer[v.holds]} {v.at_least}"
        text = Text.assemble((named(self.record), "bold"), words)
        for card, holds in (v.cards or {}).items():
            shown = {True: "yes", False: "no", None: "?"}[holds]
            text.append(f"\n  {card} {shown}", "bold" if holds else "")
        return text


@dataclass(frozen=True, slots=True)
class Shared:
    """A record and what each seat makes of it, playing for itself."""

    record: Record
    payoff: str
    jack: int | None
    solution: VectorSolution

    def json(self) -> Record:
        """The solution's fields, under the record's id if it has one."""
        s = self.solution
        cards = None
        if s.cards is not None:
            cards = {str(card): list(values) for card, values in s.cards.items()}
        return (
            _name(self.record)
            | {"payoff": self.payoff}
            | ({} if self.jack is None else {"jack": self.jack})
            | {
                "values": None if s.values is None else list(s.values),
                "exact": s.exact,
                "cards": cards,
                "nodes": s.nodes,
                "seconds": round(s.seconds, 6),
            }
        )

    def text(self) -> RenderableType:
        """Each seat's payoff, then a line a card."""
        s = self.solution
        words = "not finished" if s.values is None else " ".join(map(str, s.values))
        text = Text.assemble((named(self.record), "bold"), f"{self.payoff} by seat: {words}")
        for card, values in (s.cards or {}).items():
            star = values == s.values
            shown = " ".join(f"{value:3}" for value in values)
            text.append(f"\n  {card} {shown}{' *' if star else ''}", "bold" if star else "")
        return text


def _echo(record: Record, known: Record) -> Record:
    """The facts, and what else the record said, if only that it has no stock."""
    return known | {k: v for k, v in record.items() if k not in known and k not in COMPUTED}


def _facts_text(values: Record) -> RenderableType:
    text = Text(named(values), style="bold")
    for name, value in values.items():
        text.append(
            f"\n  {name:15} {shorten(json.dumps(value, ensure_ascii=False))}", style="not bold"
        )
    return text


def _name(record: Record) -> Record:
    return {"id": record["id"]} if "id" in record else {}


def _side(seats: tuple[int, ...]) -> str:
    return "seats " + "+".join(map(str, seats))


def _seats(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(seat) for seat in text.split(","))
    except ValueError:
        raise typer.BadParameter("seats are numbers, such as 0 or 0,2") from None
