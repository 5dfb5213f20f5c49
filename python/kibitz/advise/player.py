"""The engine player: what it does at each turn, from what its seat may know and no more.

It plays the cards that the hints recommend from a few worlds; bids, discards and what is passed on
are by rule of thumb. The same generator gives the same answers.
"""

from random import Random

from kibitz import thumb
from kibitz.game import actions as act
from kibitz.game.choices import Actions
from kibitz.game.state import View
from kibitz.hints.advice import hint
from kibitz.hints.table import Table

WORLDS = 16
"""Deals of the unseen cards that it looks at before it plays a card."""
SOLVED = 9
"""Deals of more cards a hand are played out: to solve them would keep the table waiting."""
_RAISE = 0.28
"""How often a random player says more than the least that he may say."""


def choose(view: View, legal: Actions, rng: Random) -> act.Action:
    """What the engine does in this seat's turn.

    Args:
        view: what the seat may know.
        legal: what it may do.
        rng: makes all choices that are left to chance.
    """
    if len(legal) == 1:
        return next(iter(legal))
    if view.phase == "play" and any(isinstance(each, act.Play) for each in legal):
        how = "played out" if max(view.sizes) > SOLVED else None
        return hint(view, worlds=WORLDS, seed=rng.getrandbits(32), workers=1, how=how).action
    if view.phase != "play":
        # The rules of thumb look at nothing that differs from world to world.
        table = Table.of(view)
        action = thumb.choose(table.state(table.draw(1, 0)[0]), legal)
        if action is not None and action in legal:
            return action
    return legal.sample(rng)


def choose_at_random(view: View, legal: Actions, rng: Random) -> act.Action:
    """Anything that may be done; bids are mostly low or none, so that games come to an end."""
    if view.phase != "auction":
        return legal.sample(rng)
    calls = list(legal)
    at = 0
    while at + 1 < len(calls) and rng.random() < _RAISE:
        at += 1
    return calls[at]
