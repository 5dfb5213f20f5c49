"""What became of each action in each world, as arrays; and what follows from them.

The same worlds stand under every action, so that actions are compared in pairs, world by world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.game.actions import Action
from kibitz.hints.hint import Candidate
from kibitz.hints.scoring import Worth

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

ALIKE = 1e-9
"""Means nearer than this are the same."""
SURE = 2.6
"""Standard errors between two means that are told apart: one mistake in two hundred."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Arrays of shape (worlds, actions); weights of the worlds sum to one when all are there.

    `made` is None where there is no bid, `clear` where there are no penalties.
    """

    weight: Floats
    payoff: Floats
    points: Floats
    made: Flags | None = None
    clear: Flags | None = None

    @property
    def worlds(self) -> int:
        """How many."""
        return len(self.weight)

    def __add__(self, other: "Outcomes") -> "Outcomes":
        return Outcomes(
            np.concatenate((self.weight, other.weight)),
            np.concatenate((self.payoff, other.payoff)),
            np.concatenate((self.points, other.points)),
            _joined(self.made, other.made),
            _joined(self.clear, other.clear),
        )

    def mean(self, values: npt.NDArray[np.generic]) -> Floats:
        """Weighted mean over the worlds."""
        found: Floats = self.weight @ values.astype(np.float64) / self.weight.sum()
        return found

    def error(self, values: Floats) -> Floats:
        """Standard error of the weighted mean, the worlds being drawn independently."""
        share = self.weight / self.weight.sum()
        if self.worlds < 2:
            return np.full(values.shape[1:], np.inf)
        apart = values - share @ values
        found: Floats = np.sqrt((share**2) @ apart**2 * self.worlds / (self.worlds - 1))
        return found

    def lost(self) -> Floats:
        """Part of the worlds in which another action pays more, by action."""
        best = self.payoff.max(axis=1, keepdims=True)
        return self.mean(self.payoff < best - ALIKE)

    def order(self, cost: Sequence[float]) -> list[int]:
        """The actions, the best first.

        By mean; among equal means by the fewest worlds lost, then the cheapest.
        """
        means, lost = self.mean(self.payoff), self.lost()
        left = sorted(range(len(means)), key=lambda at: -means[at])
        ordered: list[int] = []
        while left:
            top = means[left[0]]
            equal = [at for at in left if top - means[at] < ALIKE * max(1.0, abs(top))]
            equal.sort(key=lambda at: (round(float(lost[at]), 9), cost[at]))
            ordered += equal
            left = left[len(equal) :]
        return ordered

    def separated(self, best: int) -> bool:
        """Is every other action either surely behind the best, or its like in every world?"""
        apart = self.payoff[:, [best]] - self.payoff
        mean, error = self.mean(apart), self.error(apart)
        alike = np.abs(apart).max(axis=0) < ALIKE
        return bool(np.all(alike | (mean > SURE * error)))

    def candidates(
        self, actions: Sequence[Action], order: Sequence[int], exact: bool
    ) -> tuple[Candidate, ...]:
        """What is to be said of each action, in that order."""
        best = order[0]
        apart = self.payoff[:, [best]] - self.payoff
        means, points, lost = self.mean(self.payoff), self.mean(self.points), self.lost()
        behind = self.mean(apart)
        nothing = np.zeros(len(actions))
        error, apart_error = (
            (nothing, nothing) if exact else (self.error(self.payoff), self.error(apart))
        )
        made = None if self.made is None else self.mean(self.made)
        clear = None if self.clear is None else self.mean(self.clear)
        return tuple(
            Candidate(
                action=actions[at],
                mean=float(means[at]),
                error=float(error[at]),
                points=float(points[at]),
                makes=None if made is None else float(made[at]),
                clear=None if clear is None else float(clear[at]),
                behind=float(max(0.0, behind[at])),
                behind_error=float(apart_error[at]),
                lost=float(lost[at]),
                outcomes=self._distribution(at),
            )
            for at in order
        )

    def _distribution(self, at: int) -> dict[float, float]:
        values, places = np.unique(self.payoff[:, at], return_inverse=True)
        chances = np.bincount(places, self.weight) / self.weight.sum()
        return {float(v): float(p) for v, p in zip(values, chances, strict=True)}


def _joined(first: Flags | None, second: Flags | None) -> Flags | None:
    return None if first is None or second is None else np.concatenate((first, second))


def gathered(weight: Floats, found: Sequence[Worth], places: npt.NDArray[np.intp]) -> Outcomes:
    """Outcomes from what each place holds, by its number."""

    def column(of: Callable[[Worth], float | None]) -> npt.NDArray[np.float64]:
        return np.array([of(worth) for worth in found], dtype=np.float64)[places]

    made = clear = None
    if found and found[0].made is not None:
        made = column(lambda worth: worth.made) > 0
    if found and found[0].clear is not None:
        clear = column(lambda worth: worth.clear) > 0
    payoff = column(lambda worth: worth.payoff)
    return Outcomes(weight, payoff, column(lambda worth: worth.points), made, clear)
