"""Matches between players, and the learning of the fast policy, in the small."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import kibitz
import learn_policy
import strength
from kibitz import Rules, _core
from strength import Match, Tally, dealt, player


def played(variant: str, names: tuple[str, str], deals: int, payoff: str = "points") -> Tally:
    tally = Tally([], [], [0.0, 0.0], [0, 0])
    players = (player(names[0]), player(names[1]))
    match = Match(dealt(Rules(variant), None, 1), payoff, players, 1)  # type: ignore[arg-type]
    for number in range(deals):
        match.deal(number, tally)
    return tally


@pytest.mark.parametrize("variant", ["hearts", "pitch", "cinch"])
def test_a_player_against_itself_comes_out_even(variant: str) -> None:
    """Players without chance play alike in every seat, so each deal is even to the point."""
    tally = played(variant, ("policy", "policy"), 4)
    assert tally.figures == pytest.approx([0] * 4)
    assert tally.plays[0] < tally.plays[1] or variant == "cinch"


def test_the_two_players_of_a_control_draw_other_random_numbers() -> None:
    tally = played("hearts", ("random", "random"), 30)
    mean, width = strength.interval(tally.figures)
    assert any(tally.figures)
    assert abs(mean) < 2 * width


@pytest.mark.parametrize("variant", ["hearts", "black_lady", "pitch", "pedro", "cinch", "whist"])
def test_the_rule_and_the_policy_beat_random_play(variant: str) -> None:
    for name in ("rule", "policy"):
        tally = played(variant, (name, "random"), 30)
        mean, width = strength.interval(tally.figures)
        assert mean > width, name


def test_playouts_and_solved_worlds_look_into_no_other_hand() -> None:
    record = dealt(Rules("hearts"), None, 3)(0)
    hands = [str(hand) for hand in record["hands"]]
    seat = record["leader"]
    others = [at for at in range(4) if at != seat]
    turned = hands.copy()
    for at, other in zip(others, others[1:] + others[:1], strict=True):
        turned[at] = hands[other]
    chosen = []
    for each in (hands, turned):
        given = record | {"hands": each}
        position = kibitz.Position(kibitz.Deal.from_record(given))
        for name in ("rule", "policy", "playouts:20", "pimc:2"):
            turn = strength.Turn(position, seat, "points", given, Random(5))
            chosen.append(player(name)(turn))
    assert chosen[:4] == chosen[4:]


@pytest.mark.parametrize("name", ["nobody", "playouts", "playouts:0", "playouts:x", "policy:3"])
def test_a_player_must_be_known(name: str) -> None:
    with pytest.raises(ValueError, match="expected one of random, rule, policy"):
        player(name)


def test_the_command_tells_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    strength.main(["--players", "policy", "rule", "--deals", "3", "--json", str(file)])
    found = json.loads(file.read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out) == found
    assert found["deals"] == 3
    assert found["above_other"] == pytest.approx(4 / 3 * found["above_share"], abs=1e-3)


def test_openspiel_plays_beside() -> None:
    pytest.importorskip("pyspiel")
    players = (player("policy"), player("ismcts:20"))
    tally = Tally([], [], [0.0, 0.0], [0, 0])
    records = dealt(strength.SPIEL_RULES, None, 1)
    Match(records, "points", players, 1, strength.Spiel).deal(0, tally)
    assert len(tally.figures) == 1


def test_learning_gives_weights_that_win_and_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_policy, "STEPS", 200)
    turns = learn_policy.gather([("hearts", 4)], 25, None, 1)
    twice = learn_policy.joined([turns, turns])
    assert len(set(twice.turn.tolist())) == 2 * len(set(turns.turn.tolist()))
    size = _core.policy_weights(Rules("hearts")).size
    learned = learn_policy.whole(learn_policy.fit(turns, size, 1))
    gain, error = learn_policy.duel(("hearts", 4), learned, None, 150, 2)
    assert gain > 2 * error
    header = tmp_path / "weights.hpp"
    monkeypatch.setattr(learn_policy, "HEADER", header)
    learn_policy.write({"avoid": learned})
    text = header.read_text(encoding="utf-8")
    numbers = text[text.index("{{") + 2 : text.index("}}")].replace("\n", " ").split(",")
    assert [int(number) for number in numbers if number.strip()] == learned.tolist()
    assert np.abs(learned).max() == learn_policy.LARGEST
