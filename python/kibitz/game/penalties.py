"""What a revoke costs in the games of trumps: one row for each way (RULES section 5).

Hearts pays in counters, in pools.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz._core import Rules
from kibitz.game.fields import field


@dataclass(frozen=True, slots=True)
class Cost:
    """The price of a revoke.

    Attributes:
        set_back: the revoker is set back the bid.
        no_bid: how much he is set back if there was none.
        waives: a maker who is not to blame scores what he makes, whatever he bid.
        red: the revoker owes the pool a red counter.
        makes_good: losses of others that are proven are made good.
    """

    set_back: bool = True
    no_bid: int = 0
    waives: bool = True
    red: bool = False
    makes_good: bool = False


COSTS: Mapping[str, Cost] = {
    "set_back": Cost(no_bid=2, red=True),
    "forfeit": Cost(waives=False, makes_good=True),
    "forfeit_or_ten": Cost(no_bid=10),
    "silent": Cost(set_back=False),
}
"""By the rules' field revoke. The side of the revoker scores nothing in any of them."""


def cost_of(rules: Rules) -> Cost | None:
    """The price of a revoke; None where it is not paid in points."""
    return COSTS.get(field(rules, "revoke", "none"))


def after_revokes(
    rules: Rules,
    written: Sequence[int],
    revokers: Sequence[int],
    bid: int | None,
    losses: Sequence[int] = (),
) -> tuple[int, ...]:
    """What a deal writes down once the revokes have been paid for."""
    cost = cost_of(rules)
    if cost is None or not revokers:
        return tuple(written)
    teams = rules.teams(len(written))
    guilty = {teams[seat] for seat in revokers}
    back = bid if bid is not None else cost.no_bid
    scores = list(written)
    for seat, team in enumerate(teams):
        if team in guilty and cost.set_back:
            scores[seat] = -back
        elif losses:
            scores[seat] += losses[seat]
    return tuple(scores)


def red_counters(rules: Rules, revokers: Sequence[int]) -> Sequence[int]:
    """The seats that owe the pool a red counter."""
    cost = cost_of(rules)
    return revokers if cost is not None and cost.red else ()
