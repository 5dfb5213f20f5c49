"""`kibitz perft`: the number of ways in which a record can be played on."""

from typing import Annotated

import typer
from rich.console import RenderableType

import kibitz
from kibitz import Position
from kibitz.cli.io import House, Json, Source, deal_reader, for_each
from kibitz.cli.reader import Record


def perft(
    source: Source,
    depth: Annotated[int, typer.Option(min=0, max=64, help="How many plays ahead.")] = 4,
    split: Annotated[bool, typer.Option("--split", help="Also by first card.")] = False,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of legal plays from each record."""

    to_deal = deal_reader(rules)

    def answer(record: Record) -> Record:
        position = Position(to_deal(record))
        counts: Record = {"id": record["id"]} if "id" in record else {}
        counts |= {"depth": depth, "perft": kibitz.perft(position, depth)}
        if split:
            by_card = kibitz.perft_split(position, depth) if depth else {}
            counts["split"] = {str(card): count for card, count in by_card.items()}
        return counts

    for_each(source, as_json, answer, lambda counts: counts, _text)


def _text(counts: Record) -> RenderableType:
    lines = [f"perft {counts['depth']} {counts['perft']}"]
    split = counts.get("split")
    if isinstance(split, dict):
        lines += [f"  {card} {count}" for card, count in split.items()]
    return "\n".join(lines)
