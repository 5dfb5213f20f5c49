"""`kibitz selfplay`: whole games that the program plays with itself, one match record a line."""

from enum import StrEnum
from random import Random
from typing import Annotated

import typer

from kibitz._core import Rules
from kibitz.advise.player import choose, choose_at_random
from kibitz.cli.io import House, Options, Output, Players, game_rules
from kibitz.errors import KibitzError
from kibitz.game.state import State, actions, apply, match_record, new_match, view


class Policy(StrEnum):
    """How all seats choose."""

    RANDOM = "random"
    ENGINE = "engine"


POLICIES = {Policy.RANDOM: choose_at_random, Policy.ENGINE: choose}


def selfplay(
    variant: Annotated[str | None, typer.Argument(metavar="VARIANT", help="The game.")] = None,
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    policy: Annotated[Policy, typer.Option(help="How all seats choose.")] = Policy.RANDOM,
    deals: Annotated[int, typer.Option(min=1, help="Deals to a game that has no target.")] = 1,
    options: Options = None,
    rules: House = None,
) -> None:
    """Play whole games and print a match record for each, as one line of JSON."""
    chosen = game_rules(variant, options, rules)
    with Output(as_json=True) as output:
        for game in range(games):
            try:
                state = played(chosen, players, f"{seed}:{game}", policy, deals)
            except KibitzError as error:
                output.fault(chosen.name, str(error))
                return
            output.show(match_record(state))
            output.progress(game + 1, games)


def played(rules: Rules, players: int | None, seed: str, policy: Policy, deals: int = 1) -> State:
    """A whole game; its packs, its first dealer and all choices come from the seed.

    Raises:
        RulesError: so many cannot play it.
    """
    rng = Random(seed)
    count = rules.default_players if players is None else players
    shuffle, dealer = rng.getrandbits(31), rng.randrange(max(count, 1))
    state = new_match(rules, count, dealer=dealer, seed=shuffle, deals=deals)
    decide = POLICIES[policy]
    while state.phase != "over":
        legal = actions(state)
        if state.to_act is None:
            state = apply(state, next(iter(legal)))
        else:
            state = apply(state, decide(view(state, state.to_act), legal, rng))
    return state
