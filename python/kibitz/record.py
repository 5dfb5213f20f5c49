"""The JSON deal record (RULES section 2) to a Deal and back. Unknown fields at the top are kept."""

import json
from collections.abc import Mapping
from typing import Any

from kibitz._core import Card, Deal, parse_cards
from kibitz.errors import NotationError

_SUITS = "CDHS"
_KNOWN = (
    "variant",
    "options",
    "players",
    "trump",
    "leader",
    "hands",
    "stock",
    "widow",
    "plays",
    "maker",
    "bid",
    "discards",
)
_MOST = 9999


class _Reader:
    """Reads the known fields, collecting what is wrong with all of them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.faults: list[str] = []

    def fault(self, field: str, value: object, expected: str) -> None:
        shown = repr(value)
        if len(shown) > 60:
            shown = shown[:57] + "..."
        self.faults.append(f"{field} {shown}: expected {expected}")

    def number(self, field: str) -> int | None:
        value = self.record.get(field)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _MOST:
            self.fault(field, value, "a whole number")
            return None
        return value

    def cards(self, field: str, value: object) -> list[Card]:
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = " ".join(value)
        if not isinstance(value, str):
            self.fault(field, value, "cards such as 'AH TD'")
            return []
        try:
            value.encode()
            return list(parse_cards(value))
        except UnicodeEncodeError:
            self.fault(field, value, "cards such as 'AH TD'")
        except NotationError as error:
            self.faults.append(f"{field}: {error}")
        return []

    def seats(self, field: str) -> list[Any]:
        value = self.record.get(field)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(field, value, "a list, one entry a seat")
            return []
        return value

    def variant(self) -> str:
        value = self.record.get("variant")
        if not isinstance(value, str) or not value.isascii() or " " in value:
            self.fault("variant", value, "a name such as 'cinch'")
            return ""
        return value

    def options(self) -> list[tuple[str, str]]:
        value = self.record.get("options")
        if value is None:
            return []
        if not isinstance(value, dict) or not all(
            isinstance(name, str) and name.isascii() for name in value
        ):
            self.fault("options", value, "an object of names and values")
            return []
        return [(name, json.dumps(each)) for name, each in value.items()]

    def trump(self) -> int:
        value = self.record.get("trump")
        if value is None:
            return -1
        if isinstance(value, str) and len(value) == 1 and value.upper() in _SUITS:
            return _SUITS.index(value.upper())
        self.fault("trump", value, "C, D, H, S or null")
        return -1


def read(record: Mapping[str, Any]) -> Deal:
    """The Deal of a record.

    Raises:
        NotationError: a field is not of the form it must have; all such fields are named.
        RulesError: the variant or an option is not known.
    """
    if not isinstance(record, Mapping):
        raise NotationError(f"a deal record is a JSON object, not {type(record).__name__}")
    reader = _Reader(record)
    variant, options, trump = reader.variant(), reader.options(), reader.trump()
    hands: list[list[Card] | None] = []
    listed = reader.seats("hands")
    if not listed and not reader.faults:
        reader.faults.append("hands: expected a list of hands such as ['AH 5H', ...]")
    if len(listed) > 64:
        reader.fault("hands", f"of {len(listed)} seats", "at most 8")
        listed = []
    for seat, hand in enumerate(listed):
        hands.append(None if hand is None else reader.cards(f"seat {seat}'s hand", hand))
    discards = [
        reader.cards(f"seat {seat}'s discards", cards)
        for seat, cards in enumerate(reader.seats("discards")[:64])
    ]
    players, leader = reader.number("players"), reader.number("leader")
    maker, bid = reader.number("maker"), reader.number("bid")
    stock = reader.cards("stock", record.get("stock"))
    widow = reader.cards("widow", record.get("widow"))
    plays = reader.cards("plays", record.get("plays"))
    extra = {name: value for name, value in record.items() if name not in _KNOWN}
    try:
        extra_text = json.dumps(extra) if extra else ""
    except (TypeError, ValueError, RecursionError) as error:
        extra_text = ""
        reader.faults.append(f"a field of the record is no JSON: {error}")
    if reader.faults:
        raise NotationError("; ".join(reader.faults[:50]))
    if leader is None:
        leader = maker if maker is not None else 0
    return Deal.build(
        variant=variant,
        options=options,
        players=players if players is not None else len(hands),
        trump=trump,
        leader=leader,
        hands=hands,
        stock=stock,
        widow=widow,
        plays=plays,
        maker=maker,
        bid=bid,
        discards=discards,
        extra=extra_text,
    )


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def write(deal: Deal) -> dict[str, Any]:
    """The record of a Deal; reading it gives an equal Deal."""
    record: dict[str, Any] = {
        "variant": deal.variant,
        "options": deal.options,
        "players": deal.players,
        "trump": deal.trump,
        "leader": deal.leader,
        "hands": [None if hand is None else _text(hand) for hand in deal.hands],
    }
    if deal.stock:
        record["stock"] = _text(deal.stock)
    if deal.widow:
        record["widow"] = _text(deal.widow)
    record["plays"] = _text(deal.plays)
    if deal.maker is not None:
        record["maker"] = deal.maker
    if deal.bid is not None:
        record["bid"] = deal.bid
    if deal.discards:
        record["discards"] = [_text(cards) for cards in deal.discards]
    record.update(deal.extra)
    return record
