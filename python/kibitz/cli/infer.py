"""`kibitz infer`: who may hold which cards, as one seat can know it."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from kibitz import show
from kibitz._core import Card
from kibitz.cli.io import DealNumber, House, Json, Source, for_each, named, seen_reader
from kibitz.cli.reader import Record
from kibitz.infer.belief import Belief
from kibitz.infer.draws import Custom
from kibitz.infer.knowledge import Knowledge
from kibitz.infer.picture import count_text, percent, png, svg
from kibitz.infer.words import place
from kibitz.lanes import lane, sorted_hand

_PICTURES: dict[str, Callable[[Belief], bytes]] = {
    ".svg": lambda belief: svg(belief).encode(),
    ".png": png,
}


def infer(
    source: Source,
    seat: Annotated[int, typer.Option(metavar="S", help="Whose knowledge; seats are from 0.")],
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture",
            "--svg",
            metavar="FILE",
            help="Draw it too, in a file that ends in .svg or .png; a second record's is FILE-2, …",
        ),
    ] = None,
    keeps_plain: Annotated[
        float, typer.Option(min=0, max=1, help="Cinch: how often a plain card is kept.")
    ] = 0.0,
    discards_trump: Annotated[
        float, typer.Option(min=0, max=1, help="Cinch: how often a trump is put out.")
    ] = 0.0,
    deal: DealNumber = None,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Count the ways in which the unseen cards may lie, and say who may hold which.

    Hands of other seats may be null, and are not looked at.
    """
    if picture is not None and picture.suffix not in _PICTURES:
        raise typer.BadParameter(f"{picture.name}: expected .svg or .png", param_hint="--picture")
    numbers, reader = count(1), seen_reader(rules, deal)
    custom = Custom(keeps_plain, discards_trump)

    def answer(record: Record) -> tuple[Record, Belief]:
        belief = Belief(Knowledge.of_record(reader(record), seat), custom)
        if picture is not None:
            number = next(numbers)
            file = picture if number == 1 else picture.with_stem(f"{picture.stem}-{number}")
            file.write_bytes(_PICTURES[file.suffix](belief))
        return record, belief

    for_each(source, as_json, answer, _json, _text)


def _json(answer: tuple[Record, Belief]) -> Record:
    record, belief = answer
    return ({"id": record["id"]} if "id" in record else {}) | belief.json()


def _text(answer: tuple[Record, Belief]) -> RenderableType:
    """A line for cards that are as likely as each other to lie with everybody."""
    record, belief = answer
    known = belief.knowledge
    worlds = count_text(belief)
    title = named(record, f"what {known.name(known.seat)} can know: {worlds}")
    shown = [at for at, room in enumerate(belief.room) if room]
    header = ("cards", *(place(known, belief.holders[at]) for at in shown))
    rows = [
        (show.cards(cards), *(percent(float(chances[at])) for at in shown))
        for cards, chances in _alike(belief)
    ]
    lines = [Text(f"  {line}") for line in belief.explain()]
    parts = [Text(title, style="bold"), Text(show.table(header, rows)), *lines]
    return Group(*parts, Text())


def _alike(belief: Belief) -> list[tuple[list[Card], tuple[float, ...]]]:
    """Cards of one lane with the same chances, trumps first, the highest first."""
    trump, rules = belief.knowledge.trump, belief.knowledge.rules
    trumps = () if trump is None else tuple(map(Card, lane(rules, trump, trump)))
    groups: dict[tuple[object, ...], tuple[list[Card], tuple[float, ...]]] = {}
    for card in sorted_hand(belief.cards, rules, trump):
        row = tuple(map(float, belief.probability[belief.cards.index(card)]))
        key = (trump if card in trumps else card.suit, *(round(chance, 9) for chance in row))
        groups.setdefault(key, ([], row))[0].append(card)
    return list(groups.values())
