"""Which cards count as one suit in play, and in which order, from the data of the Rules."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from kibitz._core import Card, Rules

RANKS = "23456789TJQKA"
SAME_COLOUR = {"C": "S", "D": "H", "H": "D", "S": "C"}
SUITS = "CDHS"


def values(rules: Rules) -> dict[str, Any]:
    """The value of every option and field that means something in a game."""
    return {name: value for name, _, _, value in (*rules.option_table(), *rules.field_table())}


@lru_cache(maxsize=1024)
def lane(rules: Rules, suit: str, trump: str | None) -> tuple[str, ...]:
    """The cards that count as one suit in play, the highest first.

    >>> " ".join(lane(Rules("cinch"), "H", "H"))
    'AH KH QH JH TH 9H 8H 7H 6H 5H 5D 4H 3H 2H'
    """
    return lane_of(values(rules), suit, trump)


def lane_of(data: Mapping[str, Any], suit: str, trump: str | None) -> tuple[str, ...]:
    """The same, from the `values` of the rules."""
    out, added = changes(data)
    colour = SAME_COLOUR[suit]
    place = data["joker"]
    jokers: list[str] = [joker for joker in ("JL", "JK") if joker in added]
    off = {"5": bool(data.get("off_five")), "J": bool(data.get("off_jack"))}
    cards = jokers[-1:] if suit == trump and place == "below_trumps" else []
    for rank in RANKS:
        if suit == trump:
            if rank == "J" and place == "above_ten_trumps":
                cards += jokers
            cards += [rank + colour] * off.get(rank, False)
        if suit == "H" and rank == "J" and place == "above_ten_hearts":
            cards += jokers[-1:]
        if colour != trump or not off.get(rank, False):
            cards.append(rank + suit)
    return tuple(card for card in reversed(cards) if card not in out)


def changes(data: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The cards out of the fifty-two, and those added to them."""
    words = str(data["pack"]).split()
    return ([w[1:] for w in words if w[0] == "-"], [w[1:] for w in words if w[0] == "+"])


def sorted_hand(hand: Iterable[Card], rules: Rules, trump: str | None) -> list[Card]:
    """Trumps first, then suit by suit as they count in play, the highest first.

    >>> from kibitz import parse_cards
    >>> print(*sorted_hand(parse_cards("AC 4H 5D 6H KD"), Rules("cinch"), "H"))
    6H 5D 4H AC KD
    """
    order = _order(rules, trump)

    def place(card: Card) -> tuple[int, str, int]:
        """Cards that are in no lane, as a Joker before there is a trump, come last."""
        return order.get(card, len(order)), card.suit or "", -card.index

    return sorted(hand, key=place)


@lru_cache(maxsize=256)
def _order(rules: Rules, trump: str | None) -> Mapping[Card, int]:
    suits = sorted(SUITS, key=lambda suit: suit != trump)
    cards = [Card(card) for suit in suits for card in lane(rules, suit, trump)]
    return {card: at for at, card in enumerate(cards)}
