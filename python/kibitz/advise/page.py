"""An analysis as one HTML page: cards drawn, the value plotted, the play to step through.

The page is whole in itself: style, script and drawings are inside, nothing is fetched. Without
its script it still shows everything but the stepping.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from kibitz import show
from kibitz._core import Card
from kibitz.advise.facts import Facts, Play
from kibitz.lanes import sorted_hand

PLY_WIDTH, CHART_HEIGHT = 34, 220
LEFT, TOP, BELOW = 44, 22, 58


@dataclass(frozen=True, slots=True)
class Note:
    """A remark under a deal: a verdict, what it is about, and the lines that bear it out."""

    verdict: str
    text: str
    details: tuple[str, ...] = ()
    good: bool | None = None


def page(title: str, sections: Iterable[str]) -> str:
    """A whole page of sections."""
    files = resources.files(__package__)
    style = files.joinpath("page.css").read_text("utf-8")
    script = files.joinpath("page.js").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{''.join(sections)}<script>\n{script}</script>\n</body>\n</html>\n"
    )


def section(facts: Facts, notes: Sequence[Note] = (), *, heading: bool = True) -> str:
    """One deal: what is at stake, the plot, the table, the tricks, the remarks."""
    about = (
        f"Values are the points of {facts.side_name}, of {facts.stake}, if all play their best; "
        f"before the first play: {_number(facts.value)}."
    )
    parts = [
        f"<h2>{escape(facts.title)}</h2>" if heading else "",
        f"<p>{escape(show.heading(facts.deal))}.</p>",
        f'<p class="result">{escape(" ".join(facts.result()))}</p>',
        f"<p>{escape(about)}</p>",
        _chart(facts) if facts.plays else "",
        f'<div class="split">{_table(facts)}{_tricks(facts) if facts.plays else ""}</div>',
        _list("Turning points", [facts.turning_text(turn) for turn in facts.turning_points]),
        _list("Findings", [finding.text for finding in facts.findings]),
        _notes(notes),
    ]
    return f'<section class="deal">\n{"".join(filter(None, parts))}\n</section>\n'


# ---- cards and lists -----------------------------------------------------------------------------


def _card(card: Card, *, mark: str = "") -> str:
    """A card drawn: its rank over its suit, in the colour of the suit."""
    colour = " red" if card.suit in ("H", "D") else ""
    rank = {"T": "10"}.get(card.rank, card.rank)
    suit = show.SUIT_PICTURES.get(card.suit or "", "★")
    return f'<span class="card{colour}{mark}" title="{card}"><b>{rank}</b><i>{suit}</i></span>'


def _list(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h3>{title}</h3>\n<ul>{items}</ul>\n"


def _notes(notes: Sequence[Note]) -> str:
    if not notes:
        return ""
    return f"<h3>The book</h3>\n<dl>{''.join(map(_note, notes))}</dl>\n"


def _note(note: Note) -> str:
    tone = {True: "good", False: "bad", None: "open"}[note.good]
    details = "".join(f"<dd>{escape(line)}</dd>" for line in note.details)
    verdict = f'<span class="verdict {tone}">{escape(note.verdict)}</span>'
    return f"<dt>{verdict} {escape(note.text)}</dt>{details}"


def _number(value: int | None) -> str:
    return "not finished" if value is None else str(value)


# ---- the plot ------------------------------------------------------------------------------------


def _chart(facts: Facts) -> str:
    """The value before the first play and after each, as steps; tricks shaded by turns."""
    values = [facts.value, *(play.after for play in facts.plays)]
    scale = _Scale(facts, values)
    width = LEFT + PLY_WIDTH * len(values)
    height = TOP + CHART_HEIGHT + BELOW
    drawn = [*_bands(facts, scale), *_axis(scale, width), *_bid(facts, scale, width)]
    drawn += [f'<path class="value" d="{_steps(values, scale)}"/>']
    drawn += [_dot(facts, play, scale) for play in facts.plays]
    label = f"Points of {escape(facts.side_name)} after each play"
    return (
        f'<figure><figcaption>{label}</figcaption><div class="scroll">'
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{label}">{"".join(drawn)}</svg></div></figure>\n'
    )


class _Scale:
    """Where values and plays lie on the plot."""

    def __init__(self, facts: Facts, values: Sequence[int | None]) -> None:
        known = [value for value in values if value is not None]
        self.low = min(0, facts.stake, *known)
        self.high = max(0, facts.stake, *known)

    def x(self, at: int) -> float:
        """The middle of the column of a play; column 0 is the deal before it."""
        return LEFT + PLY_WIDTH * (at + 0.5)

    def y(self, value: int) -> float:
        """The height of a value."""
        return round(TOP + CHART_HEIGHT * (self.high - value) / max(1, self.high - self.low), 1)


def _bands(facts: Facts, scale: _Scale) -> list[str]:
    drawn = []
    for number in sorted({play.trick for play in facts.plays}):
        plies = [play.ply for play in facts.plays if play.trick == number]
        left, right = scale.x(plies[0]) + PLY_WIDTH / 2, scale.x(plies[-1]) + PLY_WIDTH * 1.5
        shade = "band odd" if number % 2 else "band"
        drawn.append(
            f'<rect class="{shade}" x="{left}" y="{TOP}" width="{right - left}" '
            f'height="{CHART_HEIGHT}"/>'
            f'<text class="small" x="{(left + right) / 2}" y="{TOP - 8}">trick {number + 1}</text>'
        )
    return drawn


def _axis(scale: _Scale, width: int) -> list[str]:
    step = max(1, -(-(scale.high - scale.low) // 7))
    return [
        f'<line class="grid" x1="{LEFT}" x2="{width}" y1="{scale.y(value)}" y2="{scale.y(value)}"/>'
        f'<text class="small tick" x="{LEFT - 8}" y="{scale.y(value) + 4}">{value}</text>'
        for value in range(scale.low, scale.high + 1, step)
    ]


def _bid(facts: Facts, scale: _Scale, width: int) -> list[str]:
    bid = facts.deal.bid
    if bid is None or facts.deal.maker not in facts.side or not scale.low <= bid <= scale.high:
        return []
    y = scale.y(bid)
    return [
        f'<line class="bid" x1="{LEFT}" x2="{width}" y1="{y}" y2="{y}"/>',
        f'<text class="small bid" x="{width - 4}" y="{y - 5}">bid {bid}</text>',
    ]


def _steps(values: Sequence[int | None], scale: _Scale) -> str:
    """The line: across each column at its value; broken where a value is not known."""
    path = []
    for at, value in enumerate(values):
        if value is None:
            continue
        left, right = scale.x(at) - PLY_WIDTH / 2, scale.x(at) + PLY_WIDTH / 2
        joined = at > 0 and values[at - 1] is not None
        path.append(f"{'L' if joined else 'M'}{left} {scale.y(value)}H{right}")
    return "".join(path)


def _hit(x: float) -> str:
    """The column of a play, to be clicked."""
    return (
        f'<rect class="hit" x="{x - PLY_WIDTH / 2}" y="{TOP}" width="{PLY_WIDTH}" '
        f'height="{CHART_HEIGHT + BELOW}"/>'
    )


def _dot(facts: Facts, play: Play, scale: _Scale) -> str:
    """The mark of one play: seat and card under the plot, its cost beside the line."""
    x, base = scale.x(play.ply + 1), TOP + CHART_HEIGHT
    red = " red" if play.card.suit in ("H", "D") else ""
    rank = {"T": "10"}.get(play.card.rank, play.card.rank)
    suit = show.SUIT_PICTURES.get(play.card.suit or "", "★")
    name = facts.names[play.seat].removeprefix("seat ")[:4]
    title = f"{facts.names[play.seat]} plays {play.card}: {_number(play.after)}"
    parts = [
        f"<title>{escape(title)}</title>",
        _hit(x),
        f'<text class="small" x="{x}" y="{base + 20}">{escape(name)}</text>',
        f'<text class="face{red}" x="{x}" y="{base + 42}">{rank}{suit}</text>',
    ]
    if play.after is not None:
        kind = "dot cost" if play.cost else "dot"
        parts.append(f'<circle class="{kind}" cx="{x}" cy="{scale.y(play.after)}" r="4.5"/>')
        if play.cost:
            above = scale.y(play.after) - 10
            parts.append(f'<text class="small cost" x="{x}" y="{above}">−{play.cost}</text>')
    return f'<g class="ply" data-ply="{play.ply}">{"".join(parts)}</g>'


# ---- the tricks ----------------------------------------------------------------------------------


def _tricks(facts: Facts) -> str:
    """A row a trick, a column a seat: the card, the value after it, and its cost."""
    head = "".join(f"<th>{escape(name)}</th>" for name in facts.names)
    rows = [_trick_row(facts, number) for number in sorted({play.trick for play in facts.plays})]
    return (
        '<div><p class="hint">Under each card the value after it. '
        '<b class="won">Green</b> takes the trick, › leads to it.</p>\n'
        f'<div class="scroll"><table class="tricks"><tr><th></th>{head}<th>points</th></tr>'
        f"{''.join(rows)}</table></div></div>\n"
    )


def _trick_row(facts: Facts, number: int) -> str:
    plays = {play.seat: play for play in facts.plays if play.trick == number}
    taken = next((trick for trick in facts.tricks if trick.number == number), None)
    winner = None if taken is None else taken.winner
    leader = next(iter(plays))
    cells = [
        _play_cell(plays.get(seat), seat == leader, seat == winner)
        for seat in range(facts.deal.players)
    ]
    worth = "" if taken is None else f"{taken.points}"
    return f"<tr><th>{number + 1}</th>{''.join(cells)}<td>{worth}</td></tr>"


def _play_cell(play: Play | None, leads: bool, wins: bool) -> str:
    if play is None:
        return "<td></td>"
    lead = '<span class="lead">›</span>' if leads else ""
    cost = ""
    if play.cost:
        better = f"best: {show.cards(play.best_cards)} ({play.best})"
        cost = f'<span class="cost" title="{better}">−{play.cost}</span>'
    value = f'<span class="after">{"" if play.after is None else play.after}{cost}</span>'
    card = _card(play.card, mark=" won" if wins else "")
    return f'<td data-ply="{play.ply}">{lead}{card}{value}</td>'


# ---- the table to step through -------------------------------------------------------------------


def _table(facts: Facts) -> str:
    """The hands; with the script, the position before each play and the value of each card."""
    rows = []
    for name, hand in zip(facts.names, facts.deal.hands, strict=True):
        dealt = () if hand is None else sorted_hand(hand, facts.deal.rules, facts.deal.trump)
        held = "".join(map(_card, dealt)) if hand is not None else "unknown"
        rows.append(
            f'<div class="seat"><b>{escape(name)}</b><span class="hand">{held}</span></div>'
        )
    data = json.dumps(_steps_data(facts)).replace("</", "<\\/")
    return (
        f'<div class="table"><div class="bar" hidden><button class="back" aria-label="back">◀'
        f'</button><input type="range" min="0" max="{len(facts.plays)}" value="0" '
        f'aria-label="play"><button class="on" aria-label="on">▶</button></div>'
        f'<p class="now" hidden></p>{"".join(rows)}'
        f'<script type="application/json">{data}</script></div>\n'
    )


def _steps_data(facts: Facts) -> dict[str, object]:
    """What the script needs: the plays, their alternatives, and how many tricks are complete."""
    return {
        "names": facts.names,
        "side": facts.side_name,
        "over": facts.over,
        "plays": [
            {
                "seat": play.seat,
                "card": str(play.card),
                "trick": play.trick,
                "best": play.best,
                "after": play.after,
                "values": {str(card): value for card, value in play.alternatives.items()},
                "cost": play.cost,
            }
            for play in facts.plays
        ],
        "taken": len(facts.tricks),
    }
