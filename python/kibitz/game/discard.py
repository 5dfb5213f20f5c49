"""Cinch between the naming of the trump and the play: what is put out, what is drawn, what robbed.

Pure functions on cards. Passing cards to a neighbour is in hearts.py.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

from kibitz._core import Card, Rules
from kibitz.game.actions import Action, Cards, Discard, Rob
from kibitz.game.choices import Actions, Subsets
from kibitz.game.fields import field
from kibitz.lanes import lane

FOUR_MORE = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """The hands after drawing; what is left of the pack and of each seat's discards."""

    hands: tuple[Cards, ...]
    rest: Cards
    discards: tuple[Cards, ...]
    draws: tuple[int, ...]


def kept(rules: Rules) -> int:
    """How many cards each holds in the end; 0 where nobody discards."""
    return field(rules, "kept", 0)


def way(rules: Rules) -> str:
    """How the hands are filled: rob, no_rob or four_more."""
    return field(rules, "draw", "rob")


@lru_cache(maxsize=256)
def trumps(rules: Rules, trump: str) -> frozenset[Card]:
    """The cards that are trumps."""
    return frozenset(map(Card, lane(rules, trump, trump)))


def choices(rules: Rules, hand: Cards) -> Actions:
    """What a seat may put out: at least what it holds too many, or with four more just that."""
    least = max(0, len(hand) - kept(rules))
    most = least if way(rules) == "four_more" else len(hand)
    return Subsets(Discard, hand, least, most)


def fill(drawn: Drawn, seat: int, size: int, plain: Sequence[Card]) -> Drawn:
    """A seat's hand filled from the pack, and then from plain cards put out, as they lie.

    Args:
        drawn: the hands so far.
        seat: who draws.
        size: cards to hold.
        plain: the plain cards put out by all, the first put out first.
    """
    need = max(0, size - len(drawn.hands[seat]))
    from_pack = drawn.rest[:need]
    lying = [card for card in plain if any(card in cards for cards in drawn.discards)]
    cards = (*from_pack, *lying[: need - len(from_pack)])
    return give(drawn, seat, cards)


def give(drawn: Drawn, seat: int, cards: Cards, out: Cards = ()) -> Drawn:
    """A seat takes cards from the pack or from what was put out, and puts out others."""
    hands = list(drawn.hands)
    hands[seat] = (*(card for card in hands[seat] if card not in out), *cards)
    discards = [tuple(card for card in each if card not in cards) for each in drawn.discards]
    discards[seat] += out
    draws = list(drawn.draws)
    draws[seat] += len(cards)
    rest = tuple(card for card in drawn.rest if card not in cards)
    return Drawn(tuple(hands), rest, tuple(discards), tuple(draws))


class Robberies(Actions):
    """What the dealer may take from the pack, and put out of his own instead."""

    __slots__ = ("hand", "need", "rest")

    def __init__(self, hand: Cards, rest: Cards, size: int) -> None:
        super().__init__()
        self.hand, self.rest = hand, rest
        self.need = max(0, min(size - len(hand), len(rest)))

    def _outs(self) -> range:
        return range(min(len(self.hand), len(self.rest) - self.need) + 1)

    def __iter__(self) -> Iterator[Action]:
        for count in self._outs():
            for out in combinations(self.hand, count):
                for cards in combinations(self.rest, self.need + count):
                    yield Rob(cards, out)

    def __len__(self) -> int:
        return sum(
            comb(len(self.hand), count) * comb(len(self.rest), self.need + count)
            for count in self._outs()
        )

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Rob):
            return False
        cards, out = set(action.cards), set(action.out)
        return (
            len(cards) == len(action.cards) == self.need + len(out)
            and len(out) == len(action.out)
            and cards <= set(self.rest)
            and out <= set(self.hand)
        )

    def sample(self, rng: random.Random) -> Action:
        """One of them: how many are exchanged first."""
        count = rng.choice(self._outs())
        cards = tuple(rng.sample(self.rest, self.need + count))
        return Rob(cards, tuple(rng.sample(self.hand, count)))

    def expected(self) -> str:
        shown = " ".join(map(str, self.rest))
        return f"rob {self.need} of {shown}, or more and put out as many of his own"
