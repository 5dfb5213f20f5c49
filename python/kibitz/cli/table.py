"""`kibitz table`: what the leader's side takes, for every trump and every leader."""

import time
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

import kibitz
from kibitz import show
from kibitz.cli.io import House, Json, Source, deal_reader, for_each, named
from kibitz.cli.reader import Record

NO_TRUMP = "none"


def table(
    source: Source,
    seconds: Annotated[float, typer.Option(min=0, help="Limit for each record's table.")] = 60.0,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Solve each deal for every trump and leader, where its game names trumps before play.

    The record's trump, leader and plays are not used. What is not finished in time is null.
    """
    to_deal = deal_reader(rules)

    def answer(record: Record) -> Table:
        begun = time.monotonic()
        values = kibitz.table(to_deal(record), seconds=seconds)
        rows: dict[str, list[int | None]] = {}
        for (trump, _), value in values.items():
            rows.setdefault(trump or NO_TRUMP, []).append(value)
        return Table(record, rows, time.monotonic() - begun)

    for_each(source, as_json, answer, Table.json, Table.text)


@dataclass(frozen=True, slots=True)
class Table:
    """Points of the leader's team, by trump and then by leader."""

    record: Record
    rows: dict[str, list[int | None]]
    seconds: float

    def json(self) -> Record:
        """The rows under the record's id, if it has one."""
        name = {"id": self.record["id"]} if "id" in self.record else {}
        return name | {"table": self.rows, "seconds": round(self.seconds, 6)}

    def text(self) -> RenderableType:
        """A line a trump, a column a leader."""
        seats = len(next(iter(self.rows.values())))
        header = ("trump", *(f"seat {seat} leads" for seat in range(seats)))
        cells = [
            (trump, *("?" if value is None else str(value) for value in values))
            for trump, values in self.rows.items()
        ]
        lines = show.table(header, cells)
        return Text.assemble((named(self.record, "points of the leader's side\n"), "bold"), lines)
