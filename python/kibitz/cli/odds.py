"""`kibitz odds`: the odds that a heart led wins, by counting, beside what the book says."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from kibitz import show
from kibitz.cli.io import Json, Output, Players, shorten
from kibitz.cli.reader import Record
from kibitz.errors import KibitzError
from kibitz.infer import odds as leads
from kibitz.infer.odds import Saying, against

RANKS = "4567"


def odds(
    hand: Annotated[
        str | None,
        typer.Argument(metavar="HAND", help="The leader's hearts; without them, the book's leads."),
    ] = None,
    lead: Annotated[
        str | None, typer.Option(metavar="CARD", help="The heart led. [default: the lowest]")
    ] = None,
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Give the chance that a heart led first wins the trick, if all others duck who can."""
    seats = 4 if players is None else players
    with Output(as_json) as output:
        if hand is None and lead is not None:
            raise typer.BadParameter("--lead is for a HAND")
        try:
            if hand is not None:
                output.show(_one(hand, lead, seats, as_json))
            elif players in (None, 4):
                for row in _sayings() if as_json else [_book()]:
                    output.show(row)
            if hand is None:
                for row in _tables(seats) if as_json else [_table(seats)]:
                    output.show(row)
        except KibitzError as error:
            raise typer.BadParameter(shorten(str(error))) from None


def _one(text: str, lead: str | None, players: int, as_json: bool) -> Record | RenderableType:
    hand, card = leads.read_hand(text, lead)
    chance = leads.lead_wins(hand, card, players)
    if as_json:
        return {"hand": show.cards(hand), "lead": str(card), "players": players} | _data(chance)
    held = show.cards(card for card in hand if card.suit == leads.HEARTS)
    return Text(
        f"{card} led from {held}, {players} players: wins {float(chance):.4%}, {against(chance)}"
    )


def _data(chance: Fraction) -> Record:
    return {"wins": float(chance), "exact": str(chance), "odds": against(chance)}


def _sayings() -> list[Record]:
    return [
        {"claim": each.words, "book": each.book, "verdict": _verdict(each)} | _data(each.found)
        for each in leads.sayings()
    ]


def _verdict(saying: Saying) -> str:
    return "right" if saying.is_right else "wrong"


def _book() -> RenderableType:
    rows = [
        (each.words, each.book, against(each.found), f"{float(each.found):.4f}", _verdict(each))
        for each in leads.sayings()
    ]
    title = Text("What the book says of four players, and what counting finds", style="bold")
    near = "right: the odds are within a quarter of the book's"
    header = ("heart led", "the book", "counted", "wins", "verdict")
    ways = Text.assemble(*_four(), style="")
    return Group(title, Text(show.table(header, rows)), Text(near, style="dim"), ways, Text())


def _four() -> list[str]:
    """How a 4 led alone can win."""
    one, two = leads.ways_for_the_four()
    goes = leads.suit_goes_round(3)
    alone = f"A 4 led alone wins {float(one + two):.4%}: one of the others has no heart and the "
    alone += f"2 and 3 are divided, or, once in {float(1 / two):,.0f}, two have none.\n"
    plain = f"A plain suit of which three are held goes round once {float(goes):.2%} of the time."
    return [alone, plain]


def _tables(players: int) -> list[Record]:
    return [
        {"lowest": f"{rank}H", "held": held, "players": players} | _data(chance)
        for rank in RANKS
        for held, chance in leads.table(rank, players)
    ]


def _table(players: int) -> RenderableType:
    """The chance of each lead as the lowest of so many hearts."""
    columns = {rank: dict(leads.table(rank, players)) for rank in RANKS}
    most = max(max(column) for column in columns.values())
    rows = [
        (str(held), *(f"{float(columns[rank][held]):.4f}" if held in columns[rank] else ""
                      for rank in RANKS))
        for held in range(1, most + 1)
    ]  # fmt: skip
    title = f"The chance that the lowest of so many hearts wins, {players} players"
    header = ("held", *(f"{rank}H" for rank in RANKS))
    return Group(Text(title, style="bold"), Text(show.table(header, rows)))
