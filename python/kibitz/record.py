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
    "exposed",
    "demands",
    "cannot_score",
    "credits",
    "last_trick",
    "bid_waived",
    "short",
)
_MOST = 9999
_LONGEST = 2000  # several packs


_NUMBERS = {"seat", "trick"}


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST


class _Reader:
    """Reads the known fields, collecting what is wrong with all of them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.faults: list[str] = []

    def fault(self, field: str, value: object, expected: str) -> None:
        try:
            shown = repr(value)
        except (ValueError, RecursionError):  # a number of thousands of digits, say
            shown = f"of type {type(value).__name__}"
        if len(shown) > 60:
            shown = shown[:57] + "..."
        self.faults.append(f"{field} {shown}: expected {expected}")

    def number(self, field: str) -> int | None:
        value = self.record.get(field)
        if value is None:
            return None
        if not _is_number(value):
            self.fault(field, value, "a whole number")
            return None
        return int(value)

    def cards(self, field: str, value: object) -> list[Card]:
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = " ".join(value)
        if not isinstance(value, str):
            self.fault(field, value, "cards such as 'AH TD'")
            return []
        if len(value) > _LONGEST:
            self.fault(field, value, f"at most {_LONGEST} characters of cards")
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

    def flag(self, field: str) -> bool:
        value = self.record.get(field)
        if value is not None and not isinstance(value, bool):
            self.fault(field, value, "true or false")
        return value is True

    def objects(self, field: str, wanted: tuple[str, ...]) -> list[dict[str, Any]]:
        """A list of objects whose first fields must be there, `card` excepted."""
        found = []
        for each in self.seats(field)[:64]:
            if not isinstance(each, dict) or not set(each) <= set(wanted):
                self.fault(field, each, "objects of " + ", ".join(wanted))
            elif not all(_is_number(each.get(name)) for name in wanted if name in _NUMBERS):
                self.fault(field, each, "whole numbers for " + ", ".join(_NUMBERS & {*wanted}))
            else:
                found.append(each)
        return found

    def laws(self) -> dict[str, Any]:
        """What the laws left standing (RULES section 5)."""
        demands = []
        for demand in self.objects("demands", ("seat", "kind", "card")):
            kind, card = demand.get("kind"), self.cards("a demand's card", demand.get("card"))
            if not isinstance(kind, str) or not kind.isascii() or len(card) > 1:
                self.fault("demands", demand, "a kind such as 'highest', and at most one card")
            else:
                demands.append((demand["seat"], kind, card[0] if card else None))
        scoreless = self.seats("cannot_score")
        if not all(map(_is_number, scoreless)):
            self.fault("cannot_score", scoreless, "a list of seats")
            scoreless = []
        return {
            "exposed": [
                self.cards(f"seat {seat}'s exposed cards", cards)
                for seat, cards in enumerate(self.seats("exposed")[:64])
            ],
            "demands": demands,
            "cannot_score": scoreless,
            "credits": [
                (each["trick"], each["seat"]) for each in self.objects("credits", ("trick", "seat"))
            ],
            "last_trick": self.number("last_trick"),
            "bid_waived": self.flag("bid_waived"),
            "short": self.flag("short"),
        }

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
        try:
            return [(name, json.dumps(each)) for name, each in value.items()]
        except (TypeError, ValueError, RecursionError):
            self.fault("options", "of an unusual kind", "values of JSON, not nested deeply")
            return []

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
    laws = reader.laws()
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
        laws=laws,
        extra=extra_text,
    )


def check_extra(text: str) -> None:
    """Refuse what cannot stand beside the known fields of a record.

    Raises:
        NotationError: the text is no JSON object, or names a known field.
    """
    try:
        extra = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"extra: {error}") from None
    if not isinstance(extra, dict) or not extra.keys().isdisjoint(_KNOWN):
        raise NotationError("extra: expected an object of fields that are not known otherwise")


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _law_fields(deal: Deal) -> dict[str, Any]:
    laws = deal.laws
    fields: dict[str, Any] = {
        "exposed": [_text(cards) for cards in laws["exposed"]],
        "demands": [
            {"seat": seat, "kind": kind} | ({} if card is None else {"card": str(card)})
            for seat, kind, card in laws["demands"]
        ],
        "cannot_score": list(laws["cannot_score"]),
        "credits": [{"trick": trick, "seat": seat} for trick, seat in laws["credits"]],
        "last_trick": laws["last_trick"],
        "bid_waived": laws["bid_waived"],
        "short": laws["short"],
    }
    return {
        name: value
        for name, value in fields.items()
        if value != [] and value is not None and value is not False
    }


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
    record.update(_law_fields(deal))
    record.update(deal.extra)
    return record
