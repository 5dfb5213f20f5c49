"""Who made which point of a deal of the All-Fours family, in the order in which points count out.

The order is the book's (RULES section 3), with the trumps that people have added since between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz._core import Card, Position
from kibitz.game.fields import field
from kibitz.lanes import SAME_COLOUR, lane

ORDER = ("high", "A", "low", "2", "J", "off_jack", "game", "T", "3", "5", "off_five", "9")
"""Then all other points: the Jokers, and what house rules add."""
PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
JOKERS = {"joker": "JK", "low_joker": "JL"}


@dataclass(frozen=True, slots=True)
class Point:
    """One point, or several for one card, and the seat that made it."""

    name: str
    seat: int
    worth: int


def tally(position: Position, earlier: Sequence[Position] = ()) -> tuple[Point, ...]:
    """The points made so far in the order in which they count.

    `earlier` are the parts of the deal before that of the position.

    Game by pips is made when the deal is over; with a tie it is made by nobody.
    """
    trump = position.trump
    if trump is None:
        return ()
    count = _Count((*earlier, position), trump)
    worth: dict[str, int] = field(position.deal.rules, "trump_points", {})
    names = [name for name in ORDER if name in worth]
    names += [name for name in worth if name not in ORDER]
    made = [(name, count.maker_of(name)) for name in names]
    return tuple(Point(name, seat, worth[name]) for name, seat in made if seat is not None)


class _Count:
    """Where the cards were and where they went."""

    def __init__(self, parts: Sequence[Position], trump: str) -> None:
        deal, position = parts[0].deal, parts[-1]
        self.rules, self.trump, self.over = deal.rules, trump, position.is_over
        self.teams = self.rules.teams(deal.players)
        self.holder = {card: s for s, hand in enumerate(deal.hands) for card in hand or ()}
        self.taker = {
            card: dict(part.deal.laws["credits"]).get(number, trick.winner)
            for part in parts
            for number, trick in enumerate(part.tricks)
            for _, card in trick.cards
        }
        self.trumps = [
            card for card in map(Card, lane(self.rules, trump, trump)) if card in self.holder
        ]

    def maker_of(self, name: str) -> int | None:
        """The seat that made the point of this name."""
        if name == "game":
            return self._game()
        if name == "high":
            return self._of(self.trumps[:1], self._to("high_to"))
        if name == "low":
            suit = [card for card in self.trumps if card.suit is not None]
            return self._of(suit[-1:], self._to("low_to"))
        if name in JOKERS:
            card = Card(JOKERS[name])
        elif name.startswith("off_"):
            card = Card(("5" if name == "off_five" else "J") + SAME_COLOUR[self.trump])
        else:
            card = Card(name + self.trump)
        return self.taker.get(card)

    def _to(self, option: str) -> dict[Card, int]:
        to: Any = field(self.rules, option, "winner")
        return self.holder if to == "holder" else self.taker

    @staticmethod
    def _of(cards: list[Card], seats: dict[Card, int]) -> int | None:
        return seats.get(cards[0]) if cards else None

    def _game(self) -> int | None:
        if field(self.rules, "game", "none") == "ten_of_trumps":
            return self.taker.get(Card("T" + self.trump))
        if not self.over:
            return None
        pips = dict.fromkeys(self.teams, 0)
        for card, seat in self.taker.items():
            pips[self.teams[seat]] += PIPS.get(card.rank, 0) if card.suit else 0
        best = [team for team, sum_ in pips.items() if sum_ == max(pips.values())]
        return self.teams.index(best[0]) if len(best) == 1 else None
