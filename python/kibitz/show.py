"""Hands, tricks and tables as plain text, and the words for seats, suits and sides.

Cards are printed in their two characters (RULES section 1). Nothing is computed here and nothing
is printed: every function returns text.
"""

from collections.abc import Iterable, Sequence
from html import escape

from kibitz._core import Card, Deal, Position, Trick
from kibitz.lanes import sorted_hand

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_PICTURES = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NAME_LIMIT = 16


def seat_names(deal: Deal) -> tuple[str, ...]:
    """The names of the seats: the record's `seats`, or their numbers.

    Names that are no list of different texts, one a seat, are as good as none.
    """
    names = deal.extra.get("seats")
    if isinstance(names, list | tuple) and len(names) == deal.players:
        texts = [plain(name, NAME_LIMIT) for name in names if isinstance(name, str)]
        if len(set(texts) - {""}) == deal.players:
            return tuple(texts)
    return tuple(f"seat {seat}" for seat in range(deal.players))


def plain(text: str, limit: int) -> str:
    """Any text as one printable line of at most `limit` characters.

    >>> plain("No. 1:\\nA bids", 10)
    'No. 1: A …'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def side_name(names: Sequence[str], seats: Iterable[int]) -> str:
    """The name of some seats together: A-B, or seats 0+2."""
    chosen = [names[seat] for seat in seats]
    if len(chosen) > 1 and all(name.startswith("seat ") for name in chosen):
        return "seats " + "+".join(name.removeprefix("seat ") for name in chosen)
    return "-".join(chosen)


def count(number: int, word: str) -> str:
    """A number and its noun.

    >>> count(1, "point"), count(9, "point")
    ('1 point', '9 points')
    """
    return f"{number} {word}" if number in (1, -1) else f"{number} {word}s"


def cards(some: Iterable[Card]) -> str:
    """Cards in the order given, as the record writes them."""
    return " ".join(map(str, some))


def heading(deal: Deal) -> str:
    """One line about a deal: game, trump, bid and lead."""
    names = seat_names(deal)
    parts = [deal.variant, f"{deal.players} players"]
    if deal.trump is not None:
        parts.append(f"{SUIT_NAMES[deal.trump]} are trumps")
    if deal.maker is not None:
        bid = "is the maker" if deal.bid is None else f"bids {deal.bid}"
        parts.append(f"{_name(names, deal.maker)} {bid}")
    parts.append(f"{_name(names, deal.leader)} leads")
    return ", ".join(parts)


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else f"seat {seat}"


def hands(deal: Deal) -> str:
    """The hands as dealt, one seat a line, trumps first."""
    rows = [
        (name, "unknown" if hand is None else cards(_sorted(deal, hand)))
        for name, hand in zip(seat_names(deal), deal.hands, strict=True)
    ]
    return table((), rows)


def _sorted(deal: Deal, hand: Iterable[Card]) -> list[Card]:
    return sorted_hand(hand, deal.rules, deal.trump)


def tricks(deal: Deal, taken: Iterable[Trick]) -> str:
    """Completed tricks as the books print them: a column a seat, `>` led and `*` won."""
    rows = []
    for number, trick in enumerate(taken, start=1):
        cells = [""] * deal.players
        for seat, card in trick.cards:
            led = ">" if seat == trick.leader else " "
            cells[seat] = f"{led}{card}{'*' if seat == trick.winner else ''}"
        rows.append((str(number), *cells))
    return table(("trick", *(f" {name}" for name in seat_names(deal))), rows)


def line(played: Iterable[Card | str], players: int, begun: int = 0) -> str:
    """Cards in order of play, a bar between tricks.

    Args:
        played: the cards.
        players: how many cards a trick takes.
        begun: how many cards lie in the trick already.
    """
    parts: list[str] = []
    for number, card in enumerate(played, start=begun):
        if number % players == 0 and parts:
            parts.append("|")
        parts.append(str(card))
    return " ".join(parts)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows in aligned columns, the header underlined if there is one."""
    lines = [header, *rows] if header else list(rows)
    if not lines:
        return ""
    widths = [max(len(row[at]) for row in lines) for at in range(len(lines[0]))]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in lines
    ]
    if header:
        text.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(text)


# ---- HTML, for notebooks


def html_table(header: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table whose cells are HTML already; the caption is text."""
    head = "".join(f"<th style='text-align:left'>{cell}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    title = f"<caption style='text-align:left'>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_cards(some: Iterable[Card]) -> str:
    """Cards with suit pictures, red suits in red.

    >>> html_cards([Card("TH")])
    "<span style='color:#b00020'>♥T</span>"
    """
    parts = []
    for card in some:
        picture = card.rank if card.suit is None else SUIT_PICTURES[card.suit] + card.rank
        red = card.suit in ("D", "H")
        parts.append(f"<span style='color:#b00020'>{picture}</span>" if red else picture)
    return " ".join(parts)


def html_deal(deal: Deal) -> str:
    """The hands as dealt, a row a seat."""
    rows = [
        (
            escape(name),
            "unknown" if hand is None else html_cards(_sorted(deal, hand)),
        )
        for name, hand in zip(seat_names(deal), deal.hands, strict=False)
    ]
    return html_table(("seat", "hand"), rows, heading(deal))


def html_position(position: Position) -> str:
    """The hands as they are, the card each seat has on the table, and its points."""
    table = dict(position.trick)
    rows = [
        (
            ("▸ " if seat == position.to_move else "") + escape(name),
            html_cards(sorted_hand(position.hands[seat], position.deal.rules, position.trump)),
            html_cards([table[seat]]) if seat in table else "",
            str(position.points[seat]),
        )
        for seat, name in enumerate(seat_names(position.deal))
    ]
    return html_table(("seat", "hand", "table", "points"), rows, heading(position.deal))
