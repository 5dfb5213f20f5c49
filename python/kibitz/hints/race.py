"""The chance to win a match at every score, from deals played by rule of thumb.

For games of two sides to a target: what deals write down is simulated, and the race is the chain
of such deals, the deal passing from side to side.
"""

from collections import Counter
from functools import lru_cache

import numpy as np

from kibitz import thumb
from kibitz._core import Rules
from kibitz.errors import RulesError
from kibitz.game import referee
from kibitz.game.fields import field
from kibitz.game.settle import settle
from kibitz.game.state import new_match
from kibitz.hints.ends import Ends
from kibitz.hints.loop import Limits
from kibitz.hints.scoring import Race

DEALS = 400
SEED = 1
_SWEEPS = 200


@lru_cache(maxsize=8)
def race(rules: Rules, players: int, deals: int = DEALS) -> Race:
    """The race of a game of two sides that has a target.

    Raises:
        RulesError: it is no such game.
    """
    target = field(rules, "target", 0)
    if len(set(rules.teams(players))) != 2 or not target:
        raise RulesError(f"payoff match: {rules.name} for {players} is no race of two sides")
    gains = _gains(rules, players, deals)
    slack = 2 * max(0, -min(min(pair) for pair in gains))
    size = target + slack + 1
    chance = np.full((size, size), 0.5)
    to_go = np.arange(size)
    for _ in range(_SWEEPS):
        following = np.zeros_like(chance)
        for (dealer, other), probability in gains.items():
            a, b = to_go - dealer, to_go - other
            after = 1 - chance[np.ix_(np.clip(b, 0, size - 1), np.clip(a, 0, size - 1))].T
            out_a, out_b = (a <= 0)[:, None], (b <= 0)[None, :]
            after = np.where(out_a, np.where(out_b, 0.5, 1.0), np.where(out_b, 0.0, after))
            following += probability * after
        settled = np.abs(following - chance).max() < 1e-9
        chance = following
        if settled:
            break
    return Race(target, chance, deals)


def _gains(rules: Rules, players: int, deals: int) -> dict[tuple[int, int], float]:
    """What a deal writes down for the dealer's side and for the others, and how often."""
    ends = Ends(rules, players, 0, ())
    found = []
    for number in range(deals):
        state = new_match(rules, players, seed=SEED + number)
        state = referee.apply(state, next(iter(referee.actions(state))))
        while state.phase not in ("play", "over"):
            action = thumb.choose(state, referee.actions(state))
            assert action is not None
            state = referee.apply(state, action)
        found += [*ends.add(state, state.bid, (0,) * players)]
    ends.value(Limits(), SEED)
    counts: Counter[tuple[int, int]] = Counter()
    teams = rules.teams(players)
    for end in found:
        contract = end.contract
        scores = settle(
            rules,
            end.points or (0,) * players,
            maker=contract.maker,
            bid=contract.bid,
            put_out=contract.put_out,
        ).scores
        other = next(s for s in range(players) if teams[s] != teams[0])
        counts[scores[0], scores[other]] += 1
    return {gained: count / deals for gained, count in counts.items()}
