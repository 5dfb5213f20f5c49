"""Deals and plays in Portable Bridge Notation (PBN) as whist records: hands, trump, tricks.

Auctions, scores and results are bridge's own and are left aside. Seats are N, E, S, W, so 0 to 3.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz._core import Deal, Position
from kibitz.errors import KibitzError, NotationError

SEATS = "NESW"
_SUITS = "SHDC"
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_CONTRACT = re.compile(r"([1-7])(NT|[CDHS])(X{0,2})", re.IGNORECASE)
_CARD = re.compile(r"([SHDC])([2-9TJQKA])", re.IGNORECASE)
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}|;[^\n]*|^%[^\n]*', re.MULTILINE)
_BLANK = "\0"
_NOTE = re.compile(r"\$\d+|=\d+=|[!?]+")
_LONGEST = 10_000_000


@dataclass(slots=True)
class _Game:
    """The tags of a game, each with the line it stands on and the text below it."""

    line: int
    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)


def read(text: str) -> list[dict[str, Any]]:
    """A whist record of every game of a PBN text that has a deal.

    Trump, `maker` (the declarer) and leader (the seat on his left) come from [Contract] and
    [Declarer]; without a contract there is no trump and the seat left of the dealer leads. The
    contract itself stands in `contract`, the board in `id`. A hand given as `-` is unknown.

    Raises:
        NotationError: a tag or a play cannot be read; the message names its line.
        KibitzError: the deal is wrong, or a play not legal.

    >>> deal = '[Deal "N:A... K... Q... J..."]'
    >>> play = '[Contract "1NT"][Declarer "W"][Play "N"] SA SK SQ SJ'
    >>> [record] = read(deal + play)
    >>> record["hands"], record["plays"], record["leader"]
    (['AS', 'KS', 'QS', 'JS'], 'AS KS QS JS', 0)
    """
    if len(text) > _LONGEST:
        raise NotationError(f"more than {_LONGEST:,} characters of PBN")
    records = [_record(game) for game in _games(text) if "Deal" in game.tags]
    if not records:
        raise NotationError('no deal: expected a tag such as [Deal "N:AK.Q.J.T ..."]')
    return records


def _games(text: str) -> Iterator[_Game]:
    """The games of a text: an empty line, or a tag given again, begins another."""
    game = _Game(1)
    before: dict[str, str] = {}
    section: str | None = None
    for number, line in enumerate(_without_comments(text), 1):
        if not line.strip() and game.tags:
            yield game
            game, section = _Game(number + 1), None
        rest = line.replace(_BLANK, " ").strip()
        while match := _TAG.match(rest):
            section, value, rest = match[1], match[2], rest[match.end() :].strip()
            if section in game.tags:
                yield game
                game = _Game(number)
            game.tags[section] = number, before.get(section, "") if value == "#" else value
            before[section] = game.tags[section][1]
        if rest.startswith("["):
            raise NotationError(f'line {number}: {rest[:60]!r}: expected [Name "value"]')
        if section is not None and rest:
            game.sections.setdefault(section, []).append(rest)
    yield game


def _without_comments(text: str) -> list[str]:
    """The lines without what is said in braces, after a semicolon or an escape, none made empty."""

    def without(found: re.Match[str]) -> str:
        return (
            found[0]
            if found[0].startswith('"')
            else "\n".join(_BLANK for _ in found[0].split("\n"))
        )

    return _COMMENT.sub(without, text).splitlines()


def _record(game: _Game) -> dict[str, Any]:
    hands = _deal(game)
    contract, declarer = _contract(game), _seat(game, "Declarer")
    dealer = _seat(game, "Dealer")
    record: dict[str, Any] = {}
    if board := game.tags.get("Board", (0, ""))[1]:
        record["id"] = board
    trump = None if contract is None or contract[1].upper() == "NT" else contract[1].upper()
    if contract is not None and declarer is None:
        raise NotationError(f'line {game.tags["Contract"][0]}: a contract without [Declarer "S"]')
    before_leader = declarer if contract is not None else dealer
    record |= {
        "variant": "whist",
        "options": {},
        "players": 4,
        "seats": list(SEATS),
        "trump": trump,
        "leader": 0 if before_leader is None else (before_leader + 1) % 4,
        "hands": hands,
        "plays": "",
    }
    if dealer is not None:
        record["dealer"] = dealer
    if contract is not None:
        record |= {"maker": declarer, "contract": contract[0].upper()}
    if "Play" in game.tags:
        if contract is None:
            line = game.tags["Play"][0]
            raise NotationError(f'line {line}: a play without [Contract "4H"] and [Declarer "S"]')
        record["plays"] = _plays(game, record)
    return record


def _deal(game: _Game) -> list[str | None]:
    line, value = game.tags["Deal"]
    first, colon, rest = value.strip().partition(":")
    hands = rest.split()
    if not colon or len(first) != 1 or first.upper() not in SEATS or len(hands) != 4:
        raise NotationError(
            f"line {line}: deal {value[:60]!r}: expected the first seat and four hands, such as "
            "'N:AK.Q.J.T9 ...'"
        )
    seats: list[str | None] = [None] * 4
    for step, hand in enumerate(hands):
        seats[(SEATS.index(first.upper()) + step) % 4] = _hand(hand, line)
    return seats


def _hand(text: str, line: int) -> str | None:
    if text == "-":
        return None
    ranks = text.upper().split(".")
    if len(ranks) != 4 or not all(re.fullmatch("[2-9TJQKA]*", each) for each in ranks):
        raise NotationError(
            f"line {line}: hand {text[:60]!r}: expected spades.hearts.diamonds.clubs, such as "
            "'AK.Q.J.T9'"
        )
    return " ".join(rank + suit for suit, each in zip(_SUITS, ranks, strict=True) for rank in each)


def _seat(game: _Game, tag: str) -> int | None:
    line, value = game.tags.get(tag, (0, ""))
    value = value.strip().lstrip("^").upper()
    if value in {"", "?", "-"}:
        return None
    if len(value) != 1 or value not in SEATS:
        raise NotationError(f"line {line}: {tag} {value[:60]!r}: expected N, E, S or W")
    return SEATS.index(value)


def _contract(game: _Game) -> tuple[str, str] | None:
    """The contract and its suit, or None where there is none or all passed."""
    line, value = game.tags.get("Contract", (0, ""))
    value = value.replace(" ", "")
    if value.upper() in {"", "?", "-", "PASS"}:
        return None
    match = _CONTRACT.fullmatch(value)
    if not match:
        raise NotationError(f"line {line}: contract {value[:60]!r}: expected such as 4H or 3NTX")
    return match[0], match[2]


def _plays(game: _Game, record: Mapping[str, Any]) -> str:
    """The cards as played; PBN has a row a trick, and a column a seat from the first seat on."""
    line = game.tags["Play"][0]
    first = _seat(game, "Play")
    if first is None:
        raise NotationError(f"line {line}: a play without the seat of its first column")
    if None in record["hands"]:
        raise NotationError(f"line {line}: a play cannot be followed where a hand is unknown")
    cells: list[str] = []
    for text in game.sections.get("Play", ()):
        cells += _NOTE.sub(" ", text).split()
    ended = next((at for at, cell in enumerate(cells) if cell in {"*", "+"}), len(cells))
    cells = cells[:ended]
    position = Position(Deal.from_record(record))
    missing = False
    for start in range(0, len(cells), 4):
        row = dict(zip(((first + step) % 4 for step in range(4)), cells[start:], strict=False))
        leader = position.leader
        where = f"line {line}: trick {start // 4 + 1}"
        for turn in ((leader + step) % 4 for step in range(4)):
            cell = row.get(turn, "-")
            if missing := missing or not cell.strip("-"):
                if cell.strip("-"):
                    raise NotationError(f"{where}: {SEATS[turn]} plays {cell[:60]!r} too early")
                continue
            match = _CARD.fullmatch(cell)
            if not match:
                raise NotationError(f"{where}: {cell[:60]!r}: expected a card such as SA, or -")
            try:
                position = position.play((match[2] + match[1]).upper())
            except KibitzError as error:
                raise type(error)(f"{where}: {SEATS[turn]}: {error}") from None
    return " ".join(map(str, position.plays))
