"""A belief as a picture: a table of cards for each holder, the darker the likelier, in SVG."""

from collections.abc import Iterator
from html import escape

from kibitz import show
from kibitz._core import Card
from kibitz.explain import lane
from kibitz.infer.belief import CERTAIN, Belief
from kibitz.infer.evidence import Holder
from kibitz.infer.words import place

CELL, GAP, MARGIN, LABEL, TITLE = 34, 26, 16, 66, 24
DARK = (27, 78, 130)
RED, BLACK = "#b00020", "#222222"
FONT = "font-family='Helvetica, Arial, sans-serif'"


def svg(belief: Belief) -> str:
    """One panel a holder: a row a suit as it counts in play, a column a rank, chances in per cent.

    Cards that the seat sees are left out: their places are grey.
    """
    lanes = _lanes(belief)
    columns = max(len(cards) for _, cards in lanes)
    holders = [h for h, room in zip(belief.holders, belief.room, strict=True) if room]
    width = MARGIN * 2 + LABEL + CELL * columns
    panel = TITLE + CELL * len(lanes) + GAP
    height = MARGIN * 2 + TITLE + panel * len(holders)
    known = belief.knowledge
    title = f"What {known.name(known.seat)} can know: {count_text(belief)}"
    size = f"width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>",
        f"<title>{escape(title)}</title><rect width='100%' height='100%' fill='#ffffff'/>",
        _text(MARGIN, MARGIN + 14, title, size=16, weight="bold"),
    ]
    for number, holder in enumerate(holders):
        parts += _panel(belief, holder, lanes, MARGIN + TITLE + panel * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(
    belief: Belief, holder: Holder, lanes: list[tuple[str, tuple[Card, ...]]], top: int
) -> Iterator[str]:
    room = belief.room[belief.holders.index(holder)]
    name = place(belief.knowledge, holder)
    yield _text(MARGIN, top + 14, f"{name}: {show.count(room, 'card')}", weight="bold")
    for row, (suit, cards) in enumerate(lanes):
        y = top + TITLE + CELL * row
        yield _text(MARGIN, y + CELL / 2 + 5, suit, colour=BLACK)
        for column, card in enumerate(cards):
            yield _cell(belief, holder, card, MARGIN + LABEL + CELL * column, y)


def _cell(belief: Belief, holder: Holder, card: Card, x: int, y: int) -> str:
    box = f"<rect x='{x}' y='{y}' width='{CELL - 2}' height='{CELL - 2}' rx='3' fill='{{}}'/>"
    if card not in belief.cards:
        return box.format("#eeeeee")
    chance = belief.chance(card, holder)
    shade = tuple(round(255 + (tone - 255) * chance) for tone in DARK)
    ink = "#ffffff" if chance > 0.5 else RED if card.suit in ("D", "H") else BLACK
    middle = x + (CELL - 2) / 2
    return (
        box.format(f"rgb{shade}").replace("/>", " stroke='#d0d0d0' stroke-width='0.5'/>", 1)
        + _text(middle, y + 14, _label(card), colour=ink, anchor="middle", size=12)
        + _text(middle, y + 26, percent(chance), colour=ink, anchor="middle", size=9)
    )


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


def _text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    weight: str = "normal",
    colour: str = BLACK,
    anchor: str = "start",
) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' {FONT} font-size='{size}' font-weight='{weight}' "
        f"fill='{colour}' text-anchor='{anchor}'>{escape(words)}</text>"
    )
