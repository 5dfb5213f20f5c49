"""`kibitz analyse`: what each play of a record was worth; with --book, the book's hands judged."""

from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from kibitz.advise.analysis import Analysis
from kibitz.advise.analysis import analyse as analysis_of
from kibitz.advise.book import report
from kibitz.cli.io import House, Json, Output, deal_reader, for_each
from kibitz.cli.reader import Record

WORLDS = 100
"""Deals of the unseen cards by which a play is judged."""


def analyse(
    source: Annotated[
        str | None,
        typer.Argument(metavar="FILE|-", help="One deal record, or JSON Lines; - reads stdin."),
    ] = None,
    book: Annotated[bool, typer.Option("--book", help="The book's four hands of Cinch.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="PAGE", help="Write a page too; a second record's is PAGE-2, …"),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Limit for each record.")] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="Judge each play by what its seat could know, too.")
    ] = False,
    worlds: Annotated[
        int, typer.Option(min=1, help="Deals of the unseen cards that a hint looks at.")
    ] = WORLDS,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same hints.")] = 0,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Give the exact value before and after every play, its cost and the better cards."""
    if book == (source is not None):
        raise typer.BadParameter("give one of FILE, - and --book")
    if source is None:
        if rules is not None:
            raise typer.BadParameter("--rules is for the records of a FILE")
        _book(html, as_json, worlds if hints else None, seed)
        return
    numbers, to_deal = count(1), deal_reader(rules)

    def answer(record: Record) -> Analysis:
        analysis = analysis_of(
            to_deal(record), seconds=seconds, hints=worlds if hints else None, seed=seed
        )
        if html is not None:
            number = next(numbers)
            page = html if number == 1 else html.with_stem(f"{html.stem}-{number}")
            page.write_text(analysis.html(), encoding="utf-8")
        return analysis

    for_each(source, as_json, answer, Analysis.json, lambda analysis: analysis)


def _book(html: Path | None, as_json: bool, worlds: int | None, seed: int) -> None:
    with Output(as_json) as output:
        book = report(hints=worlds, seed=seed)
        try:
            if html is not None:
                html.write_text(book.html(), encoding="utf-8")
        except OSError as error:
            output.fault(str(html), error.strerror or str(error))
        if as_json:
            for hand in book.json():
                output.show(hand)
        else:
            output.show(book)
