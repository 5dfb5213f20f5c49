"""Sets of actions: listed, or too large to list but still counted, tested and sampled."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb

from kibitz._core import Card
from kibitz.game.actions import Action, Cards


class Actions:
    """A set of actions, here a listed one."""

    __slots__ = ("_listed",)

    def __init__(self, listed: Iterable[Action] = ()) -> None:
        self._listed = tuple(listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __contains__(self, action: object) -> bool:
        return action in self._listed

    def sample(self, rng: random.Random) -> Action:
        """One of them, each as likely as the next.

        Raises:
            IndexError: there is none.
        """
        return rng.choice(self._listed)

    def expected(self) -> str:
        """What may be done, in words."""
        shown = [_shown(action) for action in self._listed[:20]]
        return " or ".join(shown) if shown else "nothing"


class Subsets(Actions):
    """An action for each way to choose `least` to `most` of some cards, in whatever order."""

    __slots__ = ("cards", "least", "make", "most")

    def __init__(self, make: Callable[[Cards], Action], cards: Cards, least: int, most: int):
        super().__init__()
        self.make, self.cards = make, cards
        self.least, self.most = least, min(most, len(cards))

    def _sizes(self) -> range:
        return range(self.least, self.most + 1)

    def __iter__(self) -> Iterator[Action]:
        for size in self._sizes():
            yield from map(self.make, combinations(self.cards, size))

    def __len__(self) -> int:
        return sum(comb(len(self.cards), size) for size in self._sizes())

    def __contains__(self, action: object) -> bool:
        chosen = getattr(action, "cards", None)
        return (
            isinstance(chosen, tuple)
            and self.make(chosen) == action
            and len(chosen) in self._sizes()
            and _are_of(chosen, self.cards)
        )

    def sample(self, rng: random.Random) -> Action:
        """One of them: its size first."""
        size = rng.randint(self.least, self.most)
        return self.make(tuple(rng.sample(self.cards, size)))

    def expected(self) -> str:
        sizes = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        word = self.make(self.cards).word.replace("_", " ")
        return f"{word} {sizes} of {' '.join(map(str, self.cards))}"


def _are_of(chosen: Iterable[object], cards: Iterable[Card]) -> bool:
    listed = list(chosen)
    return len(set(listed)) == len(listed) and set(listed) <= set(cards)


def _shown(action: Action) -> str:
    data = action.json()
    return " ".join(str(value) for value in data.values())
