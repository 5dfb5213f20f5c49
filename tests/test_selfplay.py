"""`kibitz selfplay`: whole games of every variant as records, and the engine that plays them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kibitz
from kibitz import Deal, Position, Rules, schema
from kibitz.advise import player
from kibitz.cli import app
from kibitz.cli.selfplay import Policy, played
from kibitz.game import actions as act
from kibitz.game.fields import field
from kibitz.game.state import State, actions, apply, match_record, new_match, replay, view

PAIRS = [
    (variant, players)
    for variant in kibitz.variants()
    for players in range(Rules(variant).players[0], Rules(variant).players[1] + 1)
]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["selfplay", *arguments])


def lines(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(("variant", "players"), PAIRS)
def test_a_random_game_is_a_record_as_the_schema_says_and_plays_again(
    variant: str, players: int
) -> None:
    rules = Rules(variant)
    short = {"target": 25} if field(rules, "target", 0) > 25 else {}
    state = played(rules.replace(**short), players, "4:0", Policy.RANDOM)
    record = json.loads(json.dumps(match_record(state)))
    assert schema.faults(record, "match") == ()
    assert state.phase == "over"
    assert state.winners
    assert match_record(replay(record)) == record
    for deal in record["deals"]:
        assert len(deal["points"]) == len(deal["scores"]) == players
        assert not Deal.from_record(deal).faults()
        assert Position(Deal.from_record(deal)).points == tuple(deal["points"])


@pytest.mark.parametrize("variant", kibitz.variants())
def test_the_engine_plays_a_whole_deal_of_every_variant(variant: str) -> None:
    rules = Rules(variant)
    options = {"target": 1} if field(rules, "target", 0) else {}
    state = played(rules.replace(**options), None, "1", Policy.ENGINE)
    assert state.phase == "over"
    assert schema.faults(match_record(state), "match") == ()


def test_one_match_record_a_line() -> None:
    records = lines("cinch", "--players", "4", "--games", "3", "--seed", "7")
    assert len(records) == 3
    assert {record["variant"] for record in records} == {"cinch"}
    assert len({json.dumps(record) for record in records}) == 3
    assert all(len(record["scores"]) == 4 for record in records)


@pytest.mark.parametrize("policy", list(Policy))
def test_the_same_seed_gives_the_same_games_and_another_others(policy: str) -> None:
    game = ("pitch", "--players", "4", "--option", "target=3", "--policy", policy)
    first = run(*game, "--games", "2", "--seed", "1").stdout
    assert first == run(*game, "--games", "2", "--seed", "1").stdout
    assert first != run(*game, "--games", "2", "--seed", "2").stdout
    assert run(*game, "--games", "1", "--seed", "1").stdout in first


@pytest.mark.parametrize("variant", ["whist", "hearts", "spot_hearts", "auction_hearts"])
def test_a_game_without_a_target_is_one_deal(variant: str) -> None:
    assert [len(record["deals"]) for record in lines(variant, "--games", "2")] == [1, 1]
    assert [len(record["deals"]) for record in lines("hearts", "--deals", "3")] == [3]


def test_auction_hearts_suit_stands_in_the_options_of_the_deal() -> None:
    deals = [deal for game in lines("auction_hearts", "--games", "8") for deal in game["deals"]]
    suits = {deal["options"].get("penalty_suit", "H") for deal in deals}
    assert len(suits) > 1
    for deal in deals:
        assert "auction" in deal


def test_options_and_house_rules_are_played_by() -> None:
    [record] = lines("cinch", "--option", "set_back=true", "--option", "target=20")
    assert record["options"] == {"set_back": True, "target": 20}
    assert max(record["scores"]) >= 20


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["bridge"],
        ["cinch", "--players", "9"],
        ["cinch", "--option", "luck=true"],
        ["cinch", "--option", "luck"],
        ["cinch", "--policy", "genius"],
        ["cinch", "--games", "0"],
    ],
)
def test_a_wrong_argument_ends_with_two_and_says_what_is_expected(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.strip()


# ---- the engine player -----------------------------------------------------------------------


def decisions(variant: str, seed: int, most: int = 40) -> Iterator[State]:
    """States of a random game in which a seat has to choose."""
    state, rng = new_match(Rules(variant), seed=seed), Random(seed)
    for _ in range(most):
        if state.phase == "over":
            return
        if state.to_act is not None:
            yield state
        state = apply(state, actions(state).sample(rng))


@pytest.mark.parametrize("variant", kibitz.variants())
def test_the_engine_chooses_what_is_legal_and_the_same_for_the_same_chance(variant: str) -> None:
    for state in decisions(variant, 3, 18):
        assert state.to_act is not None
        legal = actions(state)
        seen = view(state, state.to_act)
        chosen = player.choose(seen, legal, Random(1))
        assert chosen in legal
        assert player.choose(seen, legal, Random(1)) == chosen


def test_the_engine_cannot_see_what_others_hold() -> None:
    state = new_match(Rules("hearts"), 4, seed=5)
    [dealt] = actions(state)
    assert isinstance(dealt, act.Deal)
    own, *others = [dealt.hands[(1 + step) % 4] for step in range(4)]
    for turned in range(3):
        left, across, right = others[turned:] + others[:turned]
        other = apply(new_match(Rules("hearts"), 4), act.Deal((right, own, left, across)))
        assert other.to_act == 1
        chosen = player.choose(view(other, 1), actions(other), Random(2))
        if turned == 0:
            first = chosen
        assert chosen == first


def test_the_engine_beats_chance_at_cinch() -> None:
    won = 0
    for seed in range(6):
        state, rng = new_match(Rules("cinch"), 4, seed=seed), Random(seed)
        while state.phase != "over":
            legal = actions(state)
            if state.to_act is None:
                state = apply(state, next(iter(legal)))
                continue
            decide = player.choose if state.to_act % 2 == 0 else player.choose_at_random
            state = apply(state, decide(view(state, state.to_act), legal, rng))
        won += 0 in state.winners
    assert won >= 5
