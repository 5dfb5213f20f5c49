"""The book's printed table to deal records and back: a column a seat, underscores for winners.

Reads one hand or two side by side, with the lines above them that name the bid, the trump and the
draw; a whole page may be pasted, prose and all. Cards stand either way round (♣Q and 5♢).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from kibitz._core import Card, Deal, Position
from kibitz.errors import KibitzError, NotationError
from kibitz.show import SUIT_NAMES

_SUITS = {name: suit for suit, name in SUIT_NAMES.items()}
_TITLE = re.compile(r"_=(\S.*?)\.?=_")
_BARE_TITLE = re.compile(r"(No\. ?\d+)\.?")
_BID = re.compile(
    r"(?P<name>\S+) (?:bids (?P<bid>\d+)(?: on (?P<suit>\w+))?|names (?P<named>\w+))\.?"
)
_DRAW = re.compile(r"(\S+) (\d+) ?(?:[;,.] ?|$)")
_DRAW_LINE = re.compile(r"(?:The draw: ?)?((?:\S+ \d+ ?(?:[;,.] ?|$))+)")
_RULE = re.compile(r"[-=+|\s─━┼╂│]*[-─━]{2}[-=+|\s─━┼╂│]*(?:[TRICK][-=+|\s─━┼╂│]*)?")
_NAME = re.compile(r"[^\s|;,.]{1,40}")
_PICTURES = {"C": "♣", "D": "♢", "H": "♡", "S": "♠"}
_SUIT_FIRST = "CH"
"""The suits whose picture the book prints before the rank."""
_LONGEST = 1_000_000


@dataclass(slots=True)
class _Hand:
    """What has been read of one hand, and from which line on."""

    line: int
    title: str | None = None
    maker: str | None = None
    bid: int | None = None
    trump: str | None = None
    draws: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    tricks: list[list[tuple[Card, bool]]] = field(default_factory=list)


def read(text: str, variant: str = "cinch") -> list[dict[str, Any]]:
    """The deal records of all tables in a text, in the order of the page.

    A record has the title as its `id`, and of the heading what there is of `seats`, `trump`,
    `maker`, `bid` and `draws`; `hands` hold the cards as they were played.

    Raises:
        NotationError: there is no table, or a line of one cannot be read; the message names it.
        KibitzError: a hand cannot be played as it stands, or another seat wins than is marked.

    >>> [record] = read("A bids 5 on hearts.\\nA B\\n_♡A_ | 5♢")
    >>> record["hands"], record["winners"], record["trump"]
    (['AH', '5D'], ['A'], 'H')
    """
    if len(text) > _LONGEST:
        raise NotationError(f"more than {_LONGEST:,} characters: not a page of a book")
    records = [_record(hand, variant) for hand in _blocks(text)]
    if not records:
        raise NotationError(
            "no table: expected a line such as 'A bids 8 on hearts.', the seats as in 'A Y B Z', "
            "and tricks such as '♣Q | ♣3 | _♡8_ | ♣5'"
        )
    return records


def write(record: Mapping[str, Any]) -> str:
    """One hand as the book prints it; reading it gives the record's seats, plays and heading.

    Raises:
        KibitzError: the record cannot be played, has no maker, or does not end with a whole trick.
    """
    printed = _printed(record)
    heading = [line for line in printed.heading if line]
    return "\n".join([*heading, printed.bar, printed.seats, *printed.tricks]) + "\n"


def write_pair(left: Mapping[str, Any], right: Mapping[str, Any]) -> str:
    """Two hands side by side, the number of the trick between them, as the book prints them."""
    a, b = _printed(left), _printed(right, wide=True)
    heads = zip(a.heading, " TRI", b.heading, strict=True)
    lines = [f"{one} | {letter} | {two}" for one, letter, two in heads]
    lines = [line.replace(" |   | ", " | | ") for line in lines]
    lines += [f"{a.bar}+ C +{b.bar}", f"{a.seats} | K | {b.seats}"]
    for number, (one, two) in enumerate(zip_longest(a.tricks, b.tricks)):
        if one is None or two is None:
            raise NotationError("side by side only hands of as many tricks can stand")
        ruled = one.startswith("--")
        lines.append(f"{one}+---+{two}" if ruled else f"{one} | {number} | {two}")
    return "\n".join(lines) + "\n"


def _blocks(text: str) -> Iterator[_Hand]:
    """Every hand of a text; prose before, between and after the tables is passed over."""
    titles: list[str] = []
    hands: list[_Hand] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = " ".join(line.split())
        finished = bool(hands and hands[0].tricks)
        if _RULE.fullmatch(line) and line:
            continue
        if not line and not finished:
            continue
        if line and _is_row(line):
            _take_row(hands, line, number)
            continue
        parts = _parts(line)
        if finished:
            if len(parts) > 1 and not any(map(_title, parts)) and not any(map(_bid, parts)):
                raise _unreadable(line, number)
            yield from hands
            hands = []
        if hands:
            _take_heading(hands, parts, number)
        elif any(map(_bid, parts)):
            hands = [_Hand(number) for _ in parts]
            for hand, title in zip(
                hands, titles if len(titles) == len(parts) else [], strict=False
            ):
                hand.title = _title(title)
            _take_heading(hands, parts, number)
        titles = parts if any(map(_title, parts)) else []
    yield from hands


def _parts(line: str) -> list[str]:
    """The headings on a line, one a hand, without the letter of TRICK between two."""
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) > 2 and not cells[0] and not cells[-1]:
        cells = cells[1:-1]
    return [cells[0], cells[2]] if len(cells) == 3 and len(cells[1]) < 2 else cells


def _bid(part: str) -> re.Match[str] | None:
    return _BID.fullmatch(part)


def _title(part: str) -> str | None:
    match = _TITLE.fullmatch(part) or _BARE_TITLE.fullmatch(part)
    return match[1] if match else None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split("|")]


def _is_row(line: str) -> bool:
    """Is this a trick: cells of which one at least is a card?"""
    cells = _cells(line)
    return len(cells) > 1 and any(_card(cell) is not None for cell in cells)


def _card(cell: str) -> tuple[Card, bool] | None:
    """The card of a cell, and whether it is marked as the winner."""
    bare = cell.removeprefix("_").removesuffix("_").strip()
    won = cell.startswith("_") and cell.endswith("_") and len(cell) > 2
    if not won and "_" in cell:
        return None
    try:
        return Card("".join(bare.split())), won
    except NotationError:
        return None


def _take_heading(hands: Sequence[_Hand], parts: Sequence[str], number: int) -> None:
    if len(parts) != len(hands):
        raise NotationError(
            f"line {number}: headings for {len(parts)}: expected one for each of the "
            f"{len(hands)} hands begun in line {hands[0].line}"
        )
    for hand, part in zip(hands, parts, strict=True):
        if part:
            _take_part(hand, part, number)


def _take_part(hand: _Hand, part: str, number: int) -> None:
    bid, draw = _bid(part), _DRAW_LINE.fullmatch(part)
    if bid and hand.maker is None:
        hand.maker = bid["name"]
        hand.bid = int(bid["bid"]) if bid["bid"] else None
        suit = bid["suit"] or bid["named"]
        if suit and suit.lower() not in _SUITS:
            known = ", ".join(_SUITS)
            raise NotationError(f"line {number}: suit {_short(suit)!r}: expected one of {known}")
        hand.trump = _SUITS[suit.lower()] if suit else None
    elif draw and (hand.draws or part.startswith("The draw")):
        for name, count in _DRAW.findall(draw[1]):
            if name in hand.draws:
                raise NotationError(f"line {number}: the draw of {_short(name)} is given twice")
            hand.draws[name] = int(count)
    elif not hand.names and _are_names(words := part.split()):
        hand.names = words
    else:
        raise _unreadable(part, number)


def _are_names(words: Sequence[object]) -> bool:
    """Are these the seats of a table: from two to eight different words without stops?"""
    named = [word for word in words if isinstance(word, str) and _NAME.fullmatch(word)]
    return len(named) == len(words) == len(set(named)) and 2 <= len(named) <= 8


def _unreadable(text: str, number: int) -> NotationError:
    return NotationError(
        f"line {number}: {_short(text)!r}: expected a title such as 'No. 1.', a bid such as "
        "'A bids 8 on hearts.', a draw such as 'The draw: A 2; Y 2;', the seats such as "
        "'A Y B Z', or a trick such as '♣Q | ♣3 | _♡8_ | ♣5'"
    )


def _take_row(hands: list[_Hand], line: str, number: int) -> None:
    if not hands:
        raise NotationError(
            f"line {number}: a trick before any heading: expected 'A bids 8 on hearts.' above it"
        )
    widths = []
    for hand in hands:
        if not hand.names:
            raise NotationError(
                f"line {number}: a trick before the seats: expected a line such as 'A Y B Z'"
            )
        widths.append(len(hand.names))
    cells = _cells(line)
    numbers = [at for at, cell in enumerate(cells) if cell.isdecimal() and len(cell) < 3]
    trick = len(hands[0].tricks) + 1
    for at in numbers:
        if int(cells[at]) != trick:
            raise NotationError(f"line {number}: trick {cells[at]}: expected trick {trick}")
    cells = [cell for at, cell in enumerate(cells) if at not in numbers]
    if len(cells) != sum(widths):
        raise NotationError(
            f"line {number}: {len(cells)} cards: expected {sum(widths)}, a seat one"
        )
    found = iter(cells)
    for hand in hands:
        row = []
        for name in hand.names:
            cell = next(found)
            card = _card(cell)
            if card is None:
                raise NotationError(
                    f"line {number}: {_short(cell)!r} under {_short(name)}: expected a card such "
                    "as ♣Q or 5♢, the winner's as _♡8_"
                )
            row.append(card)
        hand.tricks.append(row)


def _record(hand: _Hand, variant: str) -> dict[str, Any]:
    where = _short(hand.title or f"the hand of line {hand.line}")
    if hand.maker is None or not hand.names or not hand.tricks:
        missing = (
            "a bid such as 'A bids 8 on hearts.'"
            if hand.maker is None
            else "the tricks under the seats, such as '♣Q | ♣3 | _♡8_ | ♣5'"
        )
        raise NotationError(f"{where}: expected {missing}")
    strangers = {hand.maker, *hand.draws} - {*hand.names}
    if strangers or (hand.draws and len(hand.draws) != len(hand.names)):
        raise NotationError(
            f"{where}: bid and draw name {', '.join(map(_short, (hand.maker, *hand.draws)))}: "
            f"expected the seats {', '.join(map(_short, hand.names))}, in the draw all of them"
        )
    maker = hand.names.index(hand.maker)
    record: dict[str, Any] = {} if hand.title is None else {"id": hand.title}
    record |= {
        "variant": variant,
        "options": {},
        "players": len(hand.names),
        "seats": hand.names,
        "trump": hand.trump,
        "maker": maker,
        "leader": maker,
    }
    if hand.bid is not None:
        record["bid"] = hand.bid
    if hand.draws:
        record["draws"] = [hand.draws[name] for name in hand.names]
    record["hands"] = [
        " ".join(str(trick[seat][0]) for trick in hand.tricks) for seat in range(len(hand.names))
    ]
    winners = _winners(hand, record, where)
    leaders = [maker, *winners]
    order = [
        trick[(leader + step) % len(hand.names)][0]
        for trick, leader in zip(hand.tricks, leaders, strict=False)
        for step in range(len(hand.names))
    ]
    record["plays"] = " ".join(map(str, order))
    record["winners"] = [hand.names[winner] for winner in winners]
    return record


def _winners(hand: _Hand, record: Mapping[str, Any], where: str) -> list[int]:
    """Who takes each trick by the rules of play, which the underscores must agree with."""
    try:
        position = Position(Deal.from_record({**record, "plays": ""}))
    except KibitzError as error:
        raise type(error)(f"{where}: {error}") from None
    marked = any(won for trick in hand.tricks for _, won in trick)
    seats = len(hand.names)
    for number, trick in enumerate(hand.tricks, 1):
        leader = position.leader
        for step in range(seats):
            try:
                position = position.play(trick[(leader + step) % seats][0])
            except KibitzError as error:
                raise type(error)(f"{where}, trick {number}: {error}") from None
        winner = position.tricks[-1].winner
        named = [hand.names[seat] for seat, (_, won) in enumerate(trick) if won]
        if marked and named != [hand.names[winner]]:
            raise NotationError(
                f"{where}, trick {number}: {' and '.join(named) or 'nobody'} is marked as the "
                f"winner: expected {hand.names[winner]}, whose {trick[winner][0]} wins"
            )
    return [trick.winner for trick in position.tricks]


@dataclass(frozen=True, slots=True)
class _Printed:
    """The parts of a printed hand."""

    heading: tuple[str, str, str, str]
    """Title, bid, and the two lines of the draw; those that there are."""
    bar: str
    seats: str
    tricks: tuple[str, ...]
    """With a rule above and below."""


def _printed(record: Mapping[str, Any], *, wide: bool = False) -> _Printed:
    deal = Deal.from_record(record)
    position = Position(deal)
    if deal.maker is None or deal.maker != deal.leader or position.trick or not position.tricks:
        raise NotationError(
            "the printed table needs a maker who leads and whole tricks: expected `maker`, "
            "`leader` the same seat, and `plays` to the end of a trick"
        )
    if any(map(len, position.hands)) or any(len(t.cards) != deal.players for t in position.tricks):
        raise NotationError("the printed table needs every card played, one a seat in every trick")
    names = _names(deal)
    columns = [6, 7, 7, 5] if wide and deal.players == 4 else [6] * deal.players
    rule = "+".join("-" * width for width in columns)
    tricks = [
        " | ".join(_cell(card, seat == trick.winner) for seat, card in sorted(trick.cards))
        for trick in position.tricks
    ]
    said = _said(deal, names[deal.maker])
    heading = (_title_line(deal), said, *_draw_lines(deal.extra.get("draws"), names))
    bar = "-" * (7 * deal.players - 1)
    return _Printed(heading, bar, " ".join(names), (rule, *tricks, rule))


def _title_line(deal: Deal) -> str:
    title = deal.extra.get("id")
    if title is None:
        return ""
    line = f"_={title}.=_"
    if (
        not isinstance(title, str)
        or _title(line) != title
        or "|" in title
        or " ".join(title.split()) != title
    ):
        raise NotationError(f"id {_short(str(title))!r} cannot stand over a printed table")
    return line


def _said(deal: Deal, maker: str) -> str:
    suit = None if deal.trump is None else SUIT_NAMES[deal.trump]
    if deal.bid is not None:
        return f"{maker} bids {deal.bid}" + (f" on {suit}." if suit else ".")
    if suit is None:
        raise NotationError("the printed table needs a bid or a trump")
    return f"{maker} names {suit}."


def _draw_lines(draws: object, names: Sequence[str]) -> tuple[str, str]:
    if draws is None:
        return "", ""
    if not isinstance(draws, list) or len(draws) != len(names):
        raise NotationError("draws: expected a number of cards for each seat")
    each = [f"{name} {count}" for name, count in zip(names, draws, strict=True)]
    half = (len(each) + 1) // 2
    first, second = "; ".join(each[:half]), "; ".join(each[half:])
    return f"The draw: {first};", f"{second}."


def _names(deal: Deal) -> list[str]:
    """The names in the record, or those of the book."""
    names = deal.extra.get("seats")
    if names is None:
        names = list("AYBZ") if deal.players == 4 else list("ABCDEFGH"[: deal.players])
    if not isinstance(names, list) or len(names) != deal.players or not _are_names(names):
        raise NotationError("seats: expected different names in one word each")
    return names


def _cell(card: Card, won: bool) -> str:
    if card.suit is None:
        text = str(card)
    else:
        rank = "10" if card.rank == "T" else card.rank
        picture = _PICTURES[card.suit]
        text = picture + rank if card.suit in _SUIT_FIRST else rank + picture
    return f"_{text}_" if won else text


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
