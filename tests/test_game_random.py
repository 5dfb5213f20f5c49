"""Random games of every variant and number of players.

A few in a usual run; `KIBITZ_GAMES=10000 pytest tests/test_game_random.py -k run_through` plays as
many of every variant with every number of players, and `KIBITZ_GAMES_FROM` begins elsewhere.
"""

import json
import os
import random
from collections import Counter
from itertools import chain

import pytest

from gaming import moments, some_options, tables
from kibitz import Rules
from kibitz.game import match
from kibitz.game.auction import all_points
from kibitz.game.dealing import pack
from kibitz.game.fields import field
from kibitz.game.state import State, deal_record, match_record, new_match, replay
from kibitz.game.tally import tally

TABLES = list(tables())
FIRST = int(os.environ.get("KIBITZ_GAMES_FROM", "0"))
GAMES = int(os.environ.get("KIBITZ_GAMES", "3"))
REPLAYED, LONG = 20, 40
"""Of many games, one in so many is played from its record, and one goes to the usual target."""
DEALS = 400
"""No game is as long as that, though with set-backs some take fifty deals."""
WILD = 6
"""Deals of a game in which any bid is as likely as the next: with set-backs it need not end."""


def check_cards(state: State) -> None:
    """Every card of the pack lies in one place."""
    if not state.hands:
        return
    pack_left = (state.rest, state.stock, state.widow, state.aside)
    cards = list(chain.from_iterable((*state.hands, *state.discards, *pack_left)))
    whole = pack(state.rules, state.players)
    assert len(cards) == len(whole)
    assert set(cards) == set(whole)


def check_points(state: State) -> None:
    """The points of the play are those that were made, one by one, and no more than there are."""
    if state.position is None or not state.position.is_over or not state.rules.trumps:
        return
    if state.rules.score_rule == "points" and not tally(state.position):
        return
    made: Counter[int] = Counter()
    for point in tally(state.position):
        made[point.seat] += point.worth
    assert tuple(made[seat] for seat in range(state.players)) == state.points
    assert sum(state.points) + match.put_out(state) <= all_points(state.rules)


def check_chips(state: State) -> None:
    """Chips go round: what the seats have lost lies in the pool."""
    assert sum(state.chips) + state.pool.counters == 0


def play_through(variant: str, players: int, game: int) -> None:
    """One game with options of its own, to its end unless bids are wild; and its replay."""
    seed = f"{variant}, {players} players, game {game}"
    rng = random.Random(seed)
    options = some_options(variant, players, rng)
    long = game < 3 or game % LONG == 0
    if not long and field(Rules(variant), "target", 0):
        options["target"] = rng.choice([0, 1])
    first = new_match(Rules(variant, **options), players, seed=game, dealer=rng.randrange(players))
    wild = game % 3 == 0
    for state in moments(first, rng, WILD if wild else DEALS, wild=wild):
        if state.phase not in ("auction", "play"):
            check_cards(state)
        if state.phase in ("scored", "over"):
            check_points(state)
    assert wild or state.phase == "over", seed
    check_chips(state)
    if game >= 3 and game % REPLAYED:
        return
    record = json.loads(json.dumps(match_record(state)))
    again = replay(record)
    assert again == state, seed
    assert match_record(again) == record, seed


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_random_games_run_through_and_play_again(variant: str, players: int) -> None:
    for game in range(FIRST, FIRST + GAMES):
        play_through(variant, players, game)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_game_can_be_put_away_and_taken_up_at_any_moment(variant: str, players: int) -> None:
    rng = random.Random(f"{variant} {players}")
    states = list(moments(new_match(Rules(variant), players, seed=5), rng, 2))
    for state in rng.sample(states, 6):
        assert replay(json.loads(json.dumps(match_record(state)))) == state


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_later_deal_is_replayed_by_itself(variant: str, players: int) -> None:
    rng = random.Random(f"{variant} {players}")
    *_, state = moments(new_match(Rules(variant), players, seed=9), rng, 3)
    record = json.loads(json.dumps(deal_record(state)))
    again = replay(record)
    assert deal_record(again) == record
    assert (again.scores, again.hands, again.dealer) == (state.scores, state.hands, state.dealer)
