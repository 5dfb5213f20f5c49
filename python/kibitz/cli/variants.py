"""`kibitz variants`: the games that can be named in a record, or one of them in plain words."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import kibitz
from kibitz import Rules, RulesError
from kibitz.cli.io import House, Json, Output, house_rules, option
from kibitz.cli.reader import Record
from kibitz.errors import KibitzError
from kibitz.explain import explain, seats


def variants(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Explain this variant. [default: list all]")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="With this option; may be repeated."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="For so many players. [default: as usual]")
    ] = None,
    fields: Annotated[
        bool, typer.Option("--fields", help="Also the fields that house rules may change.")
    ] = False,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """List the variants; explain one, or the house rules of a file, in plain words."""
    if name is not None and rules is not None:
        raise typer.BadParameter("give NAME or --rules, not both")
    if name is None and rules is None:
        if options or players is not None or fields:
            raise typer.BadParameter("--option, --players and --fields need a NAME or --rules")
        _list(as_json)
        return
    with Output(as_json) as output:
        try:
            title, chosen = _chosen(name, rules)
            chosen = chosen.replace(**dict(map(option, options or ())))
            told = _told(title, chosen, players, fields)
        except KibitzError as error:
            output.fault(f"{name or rules}", str(error))
        else:
            output.show(told if as_json else _text(told))


def _chosen(name: str | None, rules: Path | None) -> tuple[str, Rules]:
    house = house_rules(rules)
    if house is not None:
        return house.name, house.rules
    chosen = Rules(name or "")
    return chosen.name, chosen


def _told(title: str, rules: Rules, players: int | None, fields: bool) -> Record:
    """All that is printed of a game, as --json prints it."""
    try:
        sections = explain(rules, players)
    except ValueError as error:
        raise RulesError(str(error)) from None
    low, high = rules.players
    count = rules.default_players if players is None else players
    told: Record = {"variant": title}
    if title != rules.name:
        told["base"] = rules.name
    told |= {
        "aliases": rules.aliases if title == rules.name else [],
        "players": [low, high],
        "most_seats": rules.most_seats,
        "teams": list(rules.teams(count)),
        "rules": {section.title: list(section.sentences) for section in sections},
        "options": _rows(rules.option_table()),
    }
    return told | ({"fields": _rows(rules.field_table())} if fields else {})


def _rows(table: list[tuple[str, str, str, object]]) -> list[Record]:
    return [
        {"name": name, "value": value, "allowed": allowed, "meaning": meaning}
        for name, allowed, meaning, value in table
    ]


def _text(told: Record) -> RenderableType:
    title = Text(str(told["variant"]), "bold")
    base, aliases, rules = told.get("base"), told["aliases"], told["rules"]
    if base:
        title.append(f", from {base}", "not bold")
    if isinstance(aliases, list) and aliases:
        title.append(f", also called {', '.join(aliases)}", "not bold")
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    if isinstance(rules, dict):
        for heading, sentences in rules.items():
            grid.add_row(Text(heading, "bold"), Text("\n".join(sentences)))
    parts: list[RenderableType] = [title, Padding(grid, (1, 0, 0, 0))]
    for heading in ("options", "fields"):
        rows = told.get(heading)
        if isinstance(rows, list):
            parts.append(Padding(_table(heading.removesuffix("s"), rows), (1, 0, 0, 0)))
    return Group(*parts)


def _table(heading: str, rows: list[Record]) -> Table:
    table = Table(heading, "value", "allowed", "meaning", box=None, padding=(0, 2, 0, 0))
    for row in rows:
        cells = (row["name"], json.dumps(row["value"]), row["allowed"], row["meaning"])
        table.add_row(*(Text(str(cell)) for cell in cells))
    return table


def _list(as_json: bool) -> None:
    table = Table("variant", "players", "partners", "options", box=None)
    with Output(as_json) as output:
        for name in kibitz.variants():
            rules = Rules(name)
            low, high = rules.players
            teams = {n: list(rules.teams(n)) for n in range(low, high + 1)}
            options = {option: value for option, _, _, value in rules.option_table()}
            if as_json:
                output.show(
                    {
                        "variant": name,
                        "aliases": rules.aliases,
                        "players": [low, high],
                        "most_seats": rules.most_seats,
                        "teams": teams,
                        "options": options,
                    }
                )
            else:
                partners = [str(n) for n, team in teams.items() if len(set(team)) < n]
                table.add_row(name, seats(rules), ", ".join(partners), ", ".join(options))
        if not as_json:
            output.show(table)
