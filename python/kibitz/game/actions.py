"""What may be done at the table: one frozen value an action, with its JSON both ways.

Law events are Actions too, of the base Event; they are defined in laws.py.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform, get_args, get_type_hints

from kibitz._core import Card, parse_cards
from kibitz.errors import NotationError

Cards = tuple[Card, ...]


class Action:
    """Something that is done.

    Attributes:
        word: the kind as records name it; the name of the class in small letters if not given.
        shape: of each field its name, its type, and the value that records need not say.
    """

    __slots__ = ()
    word: ClassVar[str] = ""
    shape: ClassVar[tuple[tuple[str, Any, Any], ...]] = ()

    def json(self) -> dict[str, Any]:
        """Plain data: the kind under `do`, then the fields that are not as usual.

        >>> Bid(3).json(), Play(Card("AH")).json()
        ({'do': 'bid', 'points': 3}, {'do': 'play', 'card': 'AH'})
        """
        data: dict[str, Any] = {"do": self.word}
        for name, _, usual in self.shape:
            value = getattr(self, name)
            if value != usual:
                data[name] = _plain(value)
        return data


class Event(Action):
    """Something that the laws speak of."""

    __slots__ = ()


KINDS: dict[str, type[Action]] = {}
"""Every kind of action by its word."""
Kind = TypeVar("Kind", bound=type[Action])


@dataclass_transform(frozen_default=True)
def action(kind: Kind) -> Kind:
    """A class of actions: a frozen value that records know by its word."""
    made: Any = dataclass(frozen=True, slots=True)(kind)
    made.word = kind.word or re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    hints = get_type_hints(made)
    made.shape = tuple((f.name, hints[f.name], f.default) for f in fields(made))
    KINDS[made.word] = made
    return cast("Kind", made)


@action
class Deal(Action):
    """The cards are dealt: each seat's, and the rest of the pack, the next card first."""

    hands: tuple[Cards, ...]
    rest: Cards = ()


@action
class Enter(Action):
    """A deal is set down by hand as it stands when the first card is to be led."""


@action
class Offer(Action):
    """Eldest hand puts the pitch up for sale."""


@action
class Pitch(Action):
    """Eldest hand will pitch unasked, and must make every point."""


@action
class Bid(Action):
    """So many points are bid."""

    points: int


@action
class PassBid(Action):
    """Nothing is bid."""

    word = "pass"


@action
class Sell(Action):
    """The seller accepts the highest bid."""


@action
class Refuse(Action):
    """The seller keeps the pitch, and must make the highest bid."""


@action
class Name(Action):
    """A suit is named: the trump, or in Auction Hearts the suit to avoid."""

    suit: str


@action
class Discard(Action):
    """Cards are put out, in the order in which they will lie."""

    cards: Cards


@action
class Rob(Action):
    """The dealer takes cards from the pack; `out` are further cards of his own that he puts out."""

    cards: Cards
    out: Cards = ()


@action
class PassCards(Action):
    """Cards are laid out for another seat."""

    cards: Cards


@action
class Play(Action):
    """A card is played."""

    card: Card


def from_json(data: object) -> Action:
    """The action of plain data.

    Raises:
        NotationError: there is no such action, or a field is missing, not known or misread.

    >>> from_json({"do": "discard", "cards": "2C 3D 4S"})
    Discard(cards=(Card('2C'), Card('3D'), Card('4S')))
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise NotationError(f"an action {str(data)[:60]}: expected an object with a word, do")
    kind = KINDS.get(data["do"])
    if kind is None:
        raise NotationError(f"no action {data['do'][:40]!r}; known: {', '.join(sorted(KINDS))}")
    given = {name: value for name, value in data.items() if name != "do"}
    types = {name: hint for name, hint, _ in kind.shape}
    needed = {name for name, _, usual in kind.shape if usual is MISSING}
    if not needed <= set(given) <= set(types):
        raise NotationError(
            f"action {kind.word} with {', '.join(map(str, given))[:60] or 'no fields'}: expected "
            f"{', '.join(types) or 'none'}"
        )
    read = {}
    for name, value in given.items():
        try:
            read[name] = _read(types[name], value)
        except ValueError as error:
            raise NotationError(f"action {kind.word}, {name}: {error}") from None
    return kind(**read)


def _plain(value: object) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        if all(isinstance(each, Card) for each in value):
            return " ".join(map(str, value))
        return [_plain(each) for each in value]
    return value


def _read(kind: object, value: object) -> Any:
    """A value of a field's type; where it may be None, records leave it out."""
    if isinstance(value, str):
        if kind == Cards:
            return parse_cards(value)
        if kind in (Card, Card | None):
            return Card(value)
    elif isinstance(value, list) and kind in (tuple[Cards, ...], tuple[int, ...]):
        (each, _) = get_args(kind)
        return tuple(_read(each, one) for one in value)
    if type(value) is kind:
        return value
    raise NotationError(f"{str(value)[:40]!r}: expected {_IN_WORDS[kind]}")


_IN_WORDS: Mapping[object, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a word",
    Card: "a card such as 'AH'",
    Card | None: "a card such as 'AH'",
    Cards: "cards such as 'AH TD'",
    tuple[Cards, ...]: "a list of hands such as ['AH TD', '5C']",
    tuple[int, ...]: "a list of whole numbers",
}
"""The types of fields that there are, as messages tell of them."""
