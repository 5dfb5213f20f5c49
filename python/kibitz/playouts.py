"""One position in many worlds, each played out by a fast policy that sees no other hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz import _core
from kibitz._core import Card, Deal, Position, Rules, StopToken
from kibitz.arguments import (
    fraction,
    integers,
    refused,
    seconds_or_none,
    token_or_none,
    whole,
    workers_from,
)
from kibitz.solve import MOST_POINTS, Payoff, payoff_from, to_position


@dataclass(frozen=True, slots=True)
class Playouts:
    """What each card brought in each world."""

    cards: tuple[Card, ...]
    """What the seat to move may play, in card order."""
    payoffs: npt.NDArray[np.int16]
    """Shape (worlds, cards, seats)."""
    done: npt.NDArray[np.bool_]
    """Shape (worlds,): false where a limit came first; the payoffs of such a world are 0."""


def playouts(
    position: Position | Deal | Mapping[str, Any] | str,
    hands: npt.ArrayLike,
    *,
    stocks: npt.ArrayLike | None = None,
    payoff: Payoff = "points",
    jack: int = 0,
    seed: int = 0,
    first: int = 0,
    random: float = 0.1,
    workers: int = 1,
    weights: npt.ArrayLike | None = None,
    seconds: float | None = None,
    stop: StopToken | None = None,
) -> Playouts:
    """Play each card of the seat to move in each world, and the rest of the deal by the policy.

    The policy knows the hand it plays from and what lies open to all: the cards played, voids
    shown. In a share of its turns it plays any card. The same random numbers serve every card of a
    world; they depend on the seed and the world's number alone.

    Args:
        position: what is known to all, and the hand of the seat to move. What it says of other
            hands, of the stock and of the widow does not matter.
        hands: uint64, shape (worlds, seats): the cards each seat holds now, as CardSet.bits.
        stocks: uint8, shape (worlds, cards): indices of the cards still to be drawn, in their
            order, where the game has a stock.
        payoff: what is counted: points, score, deal_score, sweepstake or howell.
        jack: counters of a standing Jack (sweepstake).
        seed: makes all that is left to chance.
        first: the number of the first world; a batch in parts gives what the whole gives.
        random: the share of plays that are any legal card, to three places.
        workers: threads; 0 is one a core. The answer does not depend on it.
        weights: int16, the policy's weights, shape (weights,) or (seats, weights); by default
            those built in for this kind of game.
        seconds: after which no further world is begun.
        stop: stops it from another thread.

    Raises:
        DealError: a world cannot be; the message says which and why.
        RulesError: the payoff means nothing in this game.
        KibitzError: the deal is over, the arrays do not fit it, an argument is not of its kind, or
            the seat to move must draw (Domino Hearts) before it can choose.

    >>> import kibitz
    >>> now = kibitz.Position("hearts - 0 2H9H/3HTH/4HJH/5HQH")
    >>> hands = [[hand.bits for hand in now.hands]] * 3
    >>> found = playouts(now, hands, random=0)
    >>> [str(card) for card in found.cards], found.payoffs[:, :, 0].tolist()
    (['2H', '9H'], [[0, -4], [0, -4], [0, -4]])
    """
    now = to_position(position)
    table = integers("hands", hands, np.uint64)
    if table.ndim != 2 or table.shape[1] != now.players:
        raise refused("hands of shape", table.shape, f"(worlds, {now.players})")
    found = _core.playouts(
        now,
        table,
        stocks=integers("stocks", stocks, np.uint8),
        payoff=payoff_from(payoff),
        jack=whole("jack", jack, 0, MOST_POINTS),
        seed=whole("seed", seed) % 2**64,
        first=whole("first", first, 0, 2**63),
        random=round(1000 * fraction("random", random)),
        workers=workers_from(workers),
        weights=integers("weights", weights, np.int16),
        seconds=seconds_or_none(seconds),
        stop=token_or_none("stop", stop),
    )
    return Playouts(*found)


def policy_card(
    position: Position | Deal | Mapping[str, Any] | str, weights: npt.ArrayLike | None = None
) -> Card:
    """The card that the policy plays; what the position says of other hands does not matter.

    Raises:
        KibitzError: the deal is over, or the weights are not as many as there must be.
    """
    return _core.policy_card(to_position(position), integers("weights", weights, np.int16))


def policy_kind(rules: Rules) -> str:
    """The kind of game, which decides the weights, from what the rules count.

    >>> [policy_kind(Rules(name)) for name in ("hearts", "black_lady", "cinch", "pitch", "whist")]
    ['avoid', 'avoid_heavy', 'points', 'pips', 'tricks']
    """
    return _core.policy_kind(rules)
