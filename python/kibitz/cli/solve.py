"""`kibitz solve`: the value of each record, of each legal card, and the line that shows it."""

import json
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

import kibitz
from kibitz import Deal, DealError, Position, Solution
from kibitz.cli.facts import facts
from kibitz.cli.io import Json, Seconds, Source, for_each, shorten
from kibitz.cli.reader import Record


def solve(
    source: Source,
    side: Annotated[
        str | None,
        typer.Option(metavar="SEATS", help="Seats that maximise, such as 0,2 [default: to move]."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every value known of the variant: sides, max^n, perft.")
    ] = False,
    seconds: Seconds = 30.0,
    as_json: Json = False,
) -> None:
    """Solve deal records exactly: the value, every card's value, the best line.

    What is not finished in time is null, with proven bounds beside it.
    """
    if everything:
        if side is not None:
            raise typer.BadParameter("--all asks for all sides: leave out --side")
        for_each(source, as_json, lambda r: facts(r, seconds), lambda f: f, _facts_text)
        return
    seats = _seats(side)

    def answer(record: Record) -> Solved:
        position = Position(Deal.from_record(record))
        if any(seat not in range(position.players) for seat in seats or ()):
            raise DealError(f"side {side}: expected seats from 0 to {position.players - 1}")
        solution = kibitz.solve(position, side=seats, cards=True, line=True, seconds=seconds)
        return Solved(record, solution)

    for_each(source, as_json, answer, Solved.json, Solved.text)


@dataclass(frozen=True, slots=True)
class Solved:
    """A record and its solution, as JSON and as text."""

    record: Record
    solution: Solution

    def json(self) -> Record:
        """The solution's fields, under the record's id if it has one."""
        s = self.solution
        bounds = s.bounds or {}
        name = {"id": self.record["id"]} if "id" in self.record else {}
        return name | {
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
        seats = "+".join(map(str, s.side))
        text = Text.assemble((_name(self.record), "bold"), f"seats {seats} score {value}")
        for card, points in sorted((s.cards or {}).items(), key=lambda item: -item[1]):
            star = card in s.best
            text.append(f"\n  {card} {points:3}{' *' if star else ''}", "bold" if star else "")
        if s.line:
            text.append(f"\n  line {' '.join(map(str, s.line))}")
        return text


def _facts_text(values: Record) -> RenderableType:
    text = Text(_name(values), style="bold")
    for name, value in values.items():
        text.append(
            f"\n  {name:14} {shorten(json.dumps(value, ensure_ascii=False))}", style="not bold"
        )
    return text


def _name(record: Record) -> str:
    return f"{shorten(str(record['id']), 60)}: " if "id" in record else ""


def _seats(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(seat) for seat in text.split(","))
    except ValueError:
        raise typer.BadParameter("seats are numbers, such as 0 or 0,2") from None
