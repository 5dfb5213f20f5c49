"""What may be done at the table: one frozen value an action, with its JSON both ways.

Law events are Actions too, of the base Event; they are defined in laws.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, get_type_hints

from kibitz._core import Card, parse_cards
from kibitz.errors import KibitzError, NotationError

Cards = tuple[Card, ...]


class Action:
    """Something that is done. `word` names the kind in records."""

    __slots__ = ()
    word: ClassVar[str] = ""

    def json(self) -> dict[str, Any]:
        """Plain data: the kind under `do`, then the fields that are not as usual.

        >>> Bid(3).json(), Play(Card("AH")).json()
        ({'do': 'bid', 'points': 3}, {'do': 'play', 'card': 'AH'})
        """
        values = {
            f.name: _plain(getattr(self, f.name))
            for f in fields(self)  # type: ignore[arg-type]
            if getattr(self, f.name) != f.default
        }
        return {"do": self.word} | values


class Event(Action):
    """Something that the laws speak of."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The cards are dealt: each seat's, and the rest of the pack, the next card first."""

    word = "deal"
    hands: tuple[Cards, ...]
    rest: Cards = ()


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """A deal is set down by hand as it stands when the first card is to be led."""

    word = "enter"


@dataclass(frozen=True, slots=True)
class Offer(Action):
    """Eldest hand puts the pitch up for sale."""

    word = "offer"


@dataclass(frozen=True, slots=True)
class Pitch(Action):
    """Eldest hand will pitch unasked, and must make every point."""

    word = "pitch"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """So many points are bid."""

    word = "bid"
    points: int


@dataclass(frozen=True, slots=True)
class PassBid(Action):
    """Nothing is bid."""

    word = "pass"


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """The seller accepts the highest bid."""

    word = "sell"


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    """The seller keeps the pitch, and must make the highest bid."""

    word = "refuse"


@dataclass(frozen=True, slots=True)
class Name(Action):
    """A suit is named: the trump, or in Auction Hearts the suit to avoid."""

    word = "name"
    suit: str


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Cards are put out, in the order in which they will lie."""

    word = "discard"
    cards: Cards


@dataclass(frozen=True, slots=True)
class Rob(Action):
    """The dealer takes cards from the pack; `out` are further cards of his own that he puts out."""

    word = "rob"
    cards: Cards
    out: Cards = ()


@dataclass(frozen=True, slots=True)
class PassCards(Action):
    """Cards are laid out for another seat."""

    word = "pass_cards"
    cards: Cards


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card is played."""

    word = "play"
    card: Card


def kinds() -> dict[str, type[Action]]:
    """Every kind of action by its word."""
    found: dict[str, type[Action]] = {}
    todo = [Action]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        # A slotted dataclass is made twice; the class that counts is the one with slots.
        if kind.word and "__slots__" in vars(kind):
            found[kind.word] = kind
    return found


def from_json(data: object) -> Action:
    """The action of plain data.

    Raises:
        NotationError: there is no such action, or a field is missing, not known or misread.

    >>> from_json({"do": "discard", "cards": "2C 3D 4S"})
    Discard(cards=(Card('2C'), Card('3D'), Card('4S')))
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
        raise NotationError(f"an action {str(data)[:60]}: expected an object with a word, do")
    known = _kinds(len(Event.__subclasses__()))
    kind, types = known.get(data["do"], (None, {}))
    if kind is None:
        raise NotationError(f"no action {data['do'][:40]!r}; known: {', '.join(sorted(known))}")
    given = {name: value for name, value in data.items() if name != "do"}
    if not set(given) <= set(types):
        raise NotationError(f"action {kind.word}: expected no fields but {', '.join(types)}")
    try:
        return kind(**{name: _read(types[name], value) for name, value in given.items()})
    except KibitzError:
        raise
    except (TypeError, ValueError) as error:
        raise NotationError(f"action {kind.word}: {error}") from None


@lru_cache(maxsize=2)
def _kinds(events: int) -> dict[str, tuple[type[Action], dict[str, Any]]]:
    """Every kind of action and the types of its fields, while there are so many events."""
    return {
        word: (kind, {name: hint for name, hint in get_type_hints(kind).items() if name != "word"})
        for word, kind in kinds().items()
    }


def _plain(value: object) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        if all(isinstance(each, Card) for each in value):
            return " ".join(map(str, value))
        return [_plain(each) for each in value]
    return value


def _read(kind: object, value: object) -> Any:
    if kind == tuple[Cards, ...] and isinstance(value, list):
        return tuple(_read(Cards, each) for each in value)
    if kind == Cards and isinstance(value, str):
        return parse_cards(value)
    if kind in (Card, Card | None) and isinstance(value, str):
        return Card(value)
    if kind == tuple[int, ...] and isinstance(value, list):
        return tuple(_read(int, each) for each in value)
    for plain in (bool, int, str):
        if kind in (plain, plain | None) and type(value) is plain:
            return value
    raise TypeError(f"{str(value)[:40]!r} cannot be read as {kind}")
