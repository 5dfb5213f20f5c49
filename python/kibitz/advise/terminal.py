"""An analysis as tables for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibitz import show
from kibitz.advise.facts import Facts, Play


def analysis(facts: Facts) -> RenderableType:
    """Hands, every play with its value and cost, the result, turning points and findings."""
    return Group(
        Text(facts.title, style="bold"),
        Text(show.heading(facts.deal)),
        Text(show.hands(facts.deal)),
        Text(f"Values are points of {facts.side_name}, of {facts.stake}, if all play their best."),
        Text(f"Before the first play: {_number(facts.value)}."),
        *([_plays(facts)] if facts.plays else []),
        *(Text(sentence, style="bold") for sentence in facts.result()),
        *bullets("Turning points", [facts.turning_text(turn) for turn in facts.turning_points]),
        *bullets("Findings", [finding.text for finding in facts.findings]),
        Text(),
    )


def _plays(facts: Facts) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("trick", justify="right")
    table.add_column("seat")
    table.add_column("card")
    table.add_column("value", justify="right")
    table.add_column("cost", justify="right")
    table.add_column("best instead")
    told = any(play.at_table is not None for play in facts.plays)
    if told:
        table.add_column("at the table")
    table.add_column("taken by")
    last = {trick.number: trick for trick in facts.tricks}
    for at, play in enumerate(facts.plays):
        ends = at + 1 == len(facts.plays) or facts.plays[at + 1].trick != play.trick
        opens = at == 0 or facts.plays[at - 1].trick != play.trick
        trick = last.get(play.trick) if ends else None
        table.add_row(
            str(play.trick + 1) if opens else "",
            Text(facts.names[play.seat]),
            str(play.card),
            _number(play.after),
            Text(str(play.cost), style="bold red") if play.cost else "",
            Text(_instead(play)),
            *([Text(_at_table(play))] if told else []),
            Text(f"{facts.names[trick.winner]} {_worth(trick.points)}") if trick else "",
            end_section=ends,
        )
    return table


def _worth(points: int) -> str:
    return f"({points:+d})" if points else ""


def _instead(play: Play) -> str:
    return f"{show.cards(play.best_cards)} ({play.best})" if play.cost else ""


def _at_table(play: Play) -> str:
    """What the seat could know of a play that was not the best."""
    found = play.at_table
    if found is None or not play.verdict:
        return ""
    behind = f": {found.best} is better by {found.behind:.2f}" if found.is_mistake else ""
    return play.verdict + behind


def _number(value: int | None) -> str:
    return "not finished" if value is None else str(value)


def bullets(title: str, lines: Sequence[str]) -> list[RenderableType]:
    """A title and indented lines; nothing if there are none."""
    if not lines:
        return []
    return [Text(f"{title}:", style="bold"), *(indented(Text(line)) for line in lines)]


def indented(text: Text, columns: int = 2) -> Padding:
    """Text set in, the lines it wraps into too."""
    return Padding(text, (0, 0, 0, columns))
