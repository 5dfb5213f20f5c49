"""A belief as a picture: a table of cards for each holder, the darker the likelier; SVG or PNG."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO

from kibitz import show
from kibitz._core import Card
from kibitz.errors import KibitzError
from kibitz.infer.belief import CERTAIN, Belief
from kibitz.infer.evidence import Holder
from kibitz.infer.words import place
from kibitz.lanes import lane

CELL, GAP, MARGIN, LABEL, TITLE = 34, 26, 16, 72, 24
DARK = (27, 78, 130)
RED, BLACK, WHITE, GREY = "#b00020", "#222222", "#ffffff", "#eeeeee"
EDGE = "#d0d0d0"
FONT = "font-family='Helvetica, Arial, sans-serif'"
SHARPNESS = 2
"""Pixels of a PNG to a unit of the picture."""
UNITS_AN_INCH = 100
"""What the size of letters goes by in a PNG."""
POINTS_AN_INCH = 72


@dataclass(frozen=True, slots=True)
class _Box:
    """The place of a card; its colour is `#rrggbb`."""

    x: float
    y: float
    fill: str
    edge: bool = False


@dataclass(frozen=True, slots=True)
class _Words:
    """A line of text: x is its beginning, or its middle, and y what it stands on."""

    x: float
    y: float
    text: str
    size: int = 13
    weight: str = "normal"
    colour: str = BLACK
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class _Drawing:
    title: str
    width: int
    height: int
    shapes: tuple[_Box | _Words, ...]


def svg(belief: Belief) -> str:
    """One panel a holder: a row a suit as it counts in play, a column a rank, chances in per cent.

    Cards that the seat sees are left out: their places are grey.
    """
    drawing = _drawn(belief)
    width, height = drawing.width, drawing.height
    size = f"width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>",
        f"<title>{escape(drawing.title)}</title><rect width='100%' height='100%' fill='{WHITE}'/>",
        *map(_svg_shape, drawing.shapes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def png(belief: Belief) -> bytes:
    """The same picture in PNG, two pixels to a unit of the SVG's.

    Raises:
        KibitzError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import FancyBboxPatch
    except ImportError:
        raise KibitzError("a PNG needs matplotlib: pip install 'kibitz[plot]'") from None
    drawing = _drawn(belief)
    figure = Figure((drawing.width / UNITS_AN_INCH, drawing.height / UNITS_AN_INCH))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    side = CELL - 2
    for shape in drawing.shapes:
        if isinstance(shape, _Words):
            axes.text(
                shape.x,
                shape.y,
                shape.text,
                fontsize=shape.size * POINTS_AN_INCH / UNITS_AN_INCH,
                fontweight=shape.weight,
                color=shape.colour,
                ha="left" if shape.anchor == "start" else "center",
                va="baseline",
                parse_math=False,
            )
            continue
        edge = EDGE if shape.edge else "none"
        corners = "round,pad=0,rounding_size=3"
        axes.add_patch(
            FancyBboxPatch((shape.x, shape.y), side, side, corners, fc=shape.fill, ec=edge, lw=0.5)
        )
    out = BytesIO()
    dpi = UNITS_AN_INCH * SHARPNESS
    figure.savefig(out, format="png", dpi=dpi, metadata={"Title": drawing.title})
    return out.getvalue()


def _drawn(belief: Belief) -> _Drawing:
    lanes = _lanes(belief)
    columns = max(len(cards) for _, cards in lanes)
    holders = [h for h, room in zip(belief.holders, belief.room, strict=True) if room]
    panel = TITLE + CELL * len(lanes) + GAP
    known = belief.knowledge
    title = f"What {known.name(known.seat)} can know: {count_text(belief)}"
    shapes: list[_Box | _Words] = [_Words(MARGIN, MARGIN + 14, title, size=16, weight="bold")]
    for number, holder in enumerate(holders):
        shapes += _panel(belief, holder, lanes, MARGIN + TITLE + panel * number)
    width = MARGIN * 2 + LABEL + CELL * columns
    return _Drawing(title, width, MARGIN * 2 + TITLE + panel * len(holders), tuple(shapes))


def _panel(
    belief: Belief, holder: Holder, lanes: list[tuple[str, tuple[Card, ...]]], top: int
) -> Iterator[_Box | _Words]:
    room = belief.room[belief.holders.index(holder)]
    name = place(belief.knowledge, holder)
    yield _Words(MARGIN, top + 14, f"{name}: {show.count(room, 'card')}", weight="bold")
    for row, (suit, cards) in enumerate(lanes):
        y = top + TITLE + CELL * row
        yield _Words(MARGIN, y + CELL / 2 + 5, suit)
        for column, card in enumerate(cards):
            yield from _cell(belief, holder, card, MARGIN + LABEL + CELL * column, y)


def _cell(belief: Belief, holder: Holder, card: Card, x: int, y: int) -> Iterator[_Box | _Words]:
    if card not in belief.cards:
        yield _Box(x, y, GREY)
        return
    chance = belief.chance(card, holder)
    shade = "".join(f"{round(255 + (tone - 255) * chance):02x}" for tone in DARK)
    ink = WHITE if chance > 0.5 else RED if card.suit in ("D", "H") else BLACK
    middle = x + (CELL - 2) / 2
    yield _Box(x, y, f"#{shade}", edge=True)
    yield _Words(middle, y + 14, _label(card), 12, colour=ink, anchor="middle")
    yield _Words(middle, y + 26, percent(chance), 9, colour=ink, anchor="middle")


def count_text(belief: Belief) -> str:
    """How many worlds there are, and how the chances were found if they are not exact."""
    count = belief.countable
    worlds = "too many worlds to count" if count is None else f"{count:,} worlds"
    worlds = "1 world" if count == 1 else worlds
    return worlds if belief.exact else f"{worlds}; {belief.method}, error {belief.error:.1e}"


def percent(chance: float) -> str:
    """A probability in per cent: 0 and 100 only where it is certain.

    >>> percent(1.0), percent(1 / 3), percent(0.0), percent(0.9999), percent(1e-9)
    ('100', '33.3', '0', '>99.9', '<0.1')
    """
    if min(chance, 1 - chance) <= CERTAIN:
        return str(round(100 * chance))
    if chance >= 0.9995 or chance < 0.0005:
        return ">99.9" if chance > 0.5 else "<0.1"
    return f"{100 * chance:.1f}"


def _label(card: Card) -> str:
    return card.rank if card.suit is None else show.SUIT_PICTURES[card.suit] + card.rank


def _lanes(belief: Belief) -> list[tuple[str, tuple[Card, ...]]]:
    """The suits as they count in play, trumps first, with the cards of the deal in them."""
    known = belief.knowledge
    suits = sorted("SHDC", key=lambda suit: suit != known.trump)
    pool = {*known.pool}
    rows = []
    for suit in suits:
        cards = tuple(c for c in map(Card, lane(known.rules, suit, known.trump)) if c in pool)
        if cards:
            rows.append((show.SUIT_NAMES[suit], cards))
    return rows


def _svg_shape(shape: _Box | _Words) -> str:
    if isinstance(shape, _Box):
        edge = f" stroke='{EDGE}' stroke-width='0.5'" if shape.edge else ""
        at = f"x='{shape.x:g}' y='{shape.y:g}' width='{CELL - 2}' height='{CELL - 2}'"
        return f"<rect {at} rx='3' fill='{shape.fill}'{edge}/>"
    return (
        f"<text x='{shape.x:g}' y='{shape.y:g}' {FONT} font-size='{shape.size}' "
        f"font-weight='{shape.weight}' fill='{shape.colour}' "
        f"text-anchor='{shape.anchor}'>{escape(shape.text)}</text>"
    )
