"""The loop over worlds: a few at first, then more, until the best action stands out.

What is asked is a Question; the loop knows nothing of cards. The same seed and number of worlds
give the same answer, as worlds are drawn round by round, each round from a seed of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kibitz._core import StopToken
from kibitz.game.actions import Action
from kibitz.hints.hint import Candidate, Hint, Reason, Suits
from kibitz.hints.outcomes import Floats, Outcomes

ROUND = 1000
"""So many worlds are not too many for one round."""
Worlds = npt.NDArray[Any]
"""Worlds along the first axis; the rest is the question's own."""


class Question(Protocol):
    """A decision: its actions, its worlds, and what each action brings in each world."""

    @property
    def seat(self) -> int:
        """Who decides."""

    @property
    def phase(self) -> str:
        """What is decided."""

    @property
    def payoff(self) -> str:
        """What the means are of."""

    @property
    def how(self) -> str:
        """How a world is valued, in words."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is compared."""

    @property
    def first(self) -> int:
        """How many worlds to begin with."""

    @property
    def most(self) -> int:
        """How many are enough, whatever is left open."""

    @property
    def suits(self) -> Suits:
        """What each suit would bring, where one is to be chosen."""

    def cost(self, action: Action) -> float:
        """Among equals the action of least cost is taken."""

    def every_world(self) -> tuple[Worlds, Floats] | None:
        """All worlds with their probabilities, if they are few enough; None if not."""

    def draw(self, count: int, seed: int) -> Worlds:
        """Worlds at random, as likely as the seat must think them."""

    def look(self, worlds: Worlds, weight: Floats, limits: "Limits") -> Outcomes:
        """What comes of each action; fewer worlds than given, the first of them, if time is out."""

    def hurry(self) -> None:
        """Time was out before the first world was done: value worlds in the quickest way."""

    def reasons(
        self, outcomes: Outcomes, worlds: Worlds, ranked: tuple[Candidate, ...]
    ) -> tuple[Reason, ...]:
        """Why the first of the candidates is best, as far as the figures say so."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: at a number of worlds, after so many seconds, or when told to.

    Attributes:
        worlds: exactly so many, unless time runs out; None: until the best stands out.
        seconds: None for no limit.
        stop: set from another thread.
        workers: threads; 0 is one a core.
        began: by `monotonic()`.
    """

    worlds: int | None = None
    seconds: float | None = None
    stop: StopToken | None = None
    workers: int = 0
    began: float = field(default_factory=monotonic)

    @property
    def left(self) -> float | None:
        """Seconds left."""
        return None if self.seconds is None else self.began + self.seconds - monotonic()

    @property
    def time(self) -> float | None:
        """Seconds left, and none below nothing."""
        return None if self.left is None else max(0.0, self.left)

    @property
    def over(self) -> bool:
        """Must we stop now?"""
        stopped = self.stop is not None and self.stop.stopped
        return stopped or (self.left is not None and self.left <= 0)


def ask(
    question: Question,
    limits: Limits,
    *,
    seed: int = 0,
    progress: Callable[[Hint], None] | None = None,
) -> Hint:
    """The answer to a question, as good as the limits allow.

    If time is out before a world is done, the first few are valued in the quickest way, so that
    there is an answer. `progress` is given every partial answer.
    """
    if len(question.actions) == 1:
        [action] = question.actions
        return only(question.seat, question.phase, question.payoff, action, limits)
    found = question.every_world()
    if found is not None:
        rounds, exact = _shuffled(*found, question.first, seed), True
    else:
        rounds, exact = _drawn(question, limits.worlds, seed), False
    total: Outcomes | None = None
    seen: list[Worlds] = []
    complete = True
    for worlds, weight in rounds:
        part = question.look(worlds, weight, limits)
        if total is None and not part.worlds:
            question.hurry()
            part = question.look(worlds, weight, Limits(workers=limits.workers))
            limits = replace(limits, seconds=0)
        total = part if total is None else total + part
        seen.append(worlds[: part.worlds])
        complete = part.worlds == len(worlds)
        if not complete or limits.over:
            break
        if not exact and limits.worlds is None and _stands_out(question, total):
            break
        if progress is not None:
            progress(_answer(question, limits, total, seen, exact=False, complete=False))
    assert total is not None, "a world is always looked at"
    wanted = len(found[1]) if found is not None else limits.worlds
    complete = total.worlds == wanted if wanted is not None else complete and not limits.over
    return _answer(question, limits, total, seen, exact=exact and complete, complete=complete)


def only(seat: int, phase: str, payoff: str, action: Action, limits: Limits) -> Hint:
    """The hint where nothing else may be done, so that nothing is looked at."""
    one = Candidate(action, 0.0, 0.0, 0.0, None, None, 0.0, 0.0, 0.0, {})
    return Hint(
        seat=seat,
        phase=phase,
        payoff=payoff,
        action=action,
        candidates=(one,),
        worlds=0,
        exact=True,
        how="",
        reasons=(Reason("only", "Nothing else may be done."),),
        complete=True,
        seconds=monotonic() - limits.began,
    )


def _stands_out(question: Question, total: Outcomes) -> bool:
    if total.worlds >= question.most:
        return True
    order = total.order([question.cost(action) for action in question.actions])
    return total.separated(order[0])


def _answer(
    question: Question,
    limits: Limits,
    total: Outcomes,
    seen: list[Worlds],
    *,
    exact: bool,
    complete: bool,
) -> Hint:
    order = total.order([question.cost(action) for action in question.actions])
    ranked = total.candidates(question.actions, order, exact)
    return Hint(
        seat=question.seat,
        phase=question.phase,
        payoff=question.payoff,
        action=ranked[0].action,
        candidates=ranked,
        worlds=total.worlds,
        exact=exact,
        how=question.how,
        reasons=question.reasons(total, np.concatenate(seen), ranked),
        complete=complete,
        seconds=monotonic() - limits.began,
        suits=question.suits,
    )


def _drawn(question: Question, wanted: int | None, seed: int) -> Iterator[tuple[Worlds, Floats]]:
    """Rounds of worlds, each as many as all before it; the last cut to what is wanted.

    If it is known how many are wanted, the second takes ROUND if so many are left: a round costs
    some milliseconds of its own.
    """
    done, size = 0, question.first
    most = question.most if wanted is None else wanted
    while done < most:
        worlds = question.draw(size, _seed(seed, done))[: most - done]
        yield worlds, np.ones(len(worlds))
        done += len(worlds)
        size = done if wanted is None else max(done, min(ROUND, most - done))


def _shuffled(
    worlds: Worlds, weight: Floats, first: int, seed: int
) -> Iterator[tuple[Worlds, Floats]]:
    """All worlds in rounds, in an order that makes any beginning of them a fair sample."""
    order = np.random.Generator(np.random.PCG64(seed)).permutation(len(worlds))
    worlds, weight = worlds[order], weight[order]
    done, size = 0, max(first, 1)
    while done < len(worlds):
        yield worlds[done : done + size], weight[done : done + size]
        done += size
        size = done


def _seed(seed: int, done: int) -> int:
    """A seed for each round."""
    mixed: int = np.random.SeedSequence((seed & (2**63 - 1), done)).generate_state(1)[0]
    return int(mixed)
