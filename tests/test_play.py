"""`kibitz play`: whole sessions with typed input, and all that can be typed."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kibitz
from kibitz import KibitzError, NotationError, Rules, schema
from kibitz.cli import app, words
from kibitz.cli.play import Game, Session
from kibitz.game import actions as act
from kibitz.game.choices import Actions
from kibitz.game.state import State, actions, apply, match_record, new_match, replay
from kibitz.hints.words import typed


def run(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *arguments], input=given)


class Person:
    """Types anything that is legal, and sometimes a command."""

    def __init__(self, game: Game, seed: int, commands: tuple[str, ...] = ()) -> None:
        self.game, self.rng, self.commands = game, Random(seed), commands

    def readline(self) -> str:
        if self.commands and self.rng.random() < 0.5:
            return self.rng.choice(self.commands) + "\n"
        return typed(actions(self.game.state).sample(self.rng)) + "\n"


def session(
    variant: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    seat: int = 0,
    commands: tuple[str, ...] = (),
    **options: Any,
) -> Game:
    game = Game(new_match(Rules(variant, **options), seed=2), seat, 2)
    monkeypatch.setattr(sys, "stdin", Person(game, 1, commands))
    Session(game).run()
    return game


SHORT = [v for v in kibitz.variants() if v not in {"pedro", "pedro_sancho", "dom_pedro", "pidro"}]


@pytest.mark.parametrize("variant", SHORT)
def test_a_person_plays_a_whole_game_of_anything(
    variant: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    short: dict[str, Any] = {"modern_hearts": {"target": 10}, "cinch": {"target": 10}}
    game = session(variant, monkeypatch, seat=1, **short.get(variant, {}))
    printed = capsys.readouterr().out
    assert game.state.phase == "over"
    assert printed.rstrip().endswith("won the game.")
    assert "you are seat 1" in printed
    assert "Your hand: " in printed
    assert "you cannot" not in printed


def test_hints_and_undo_at_any_time_do_no_harm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = ("undo",) * 3 + ("hint", "table", "help", "nonsense", "AH KH QH", "")
    game = session("pitch", monkeypatch, commands=commands)
    printed = capsys.readouterr().out
    assert game.state.phase == "over"
    for said in (
        "Hint: ",
        "Back to your last turn.",
        "undo        back",
        "you cannot 'nonsense' now; you may: ",
    ):
        assert said in printed


def test_nothing_of_the_others_hands_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards printed before the first trick, or what lies of it, are the person's own."""
    session("modern_hearts", monkeypatch, seat=2, target=1)
    printed = capsys.readouterr().out
    before = printed[: min(printed.index(word) for word in ("Trick 1", "On the table"))]
    state = apply(new_match(Rules("modern_hearts"), seed=2), first_deal("modern_hearts"))
    for seat in (0, 1, 3):
        shown = [card for card in state.hands[seat] if str(card) in before]
        passed = 3  # those that come to the person
        assert len(shown) <= passed


def first_deal(variant: str) -> act.Action:
    return next(iter(actions(new_match(Rules(variant), seed=2))))


def test_undo_takes_back_what_the_others_did_too(capsys: pytest.CaptureFixture[str]) -> None:
    result = run("cinch", "--seed", "3", "--seat", "1", given="bid 6\nundo\nundo\npass\nquit\n")
    assert result.exit_code == 0
    assert "Back to your last turn." in result.stdout
    assert "There is nothing of yours to undo." in result.stdout
    assert "you bid 6" in result.stdout
    assert "you pass" in result.stdout


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    given = f"bid 6\nspades\nAC TC AD 3D JH\nsave {file}\n"
    whole = run("cinch", "--seed", "3", "--seat", "1", given=given + "KS\ntable\n")
    assert whole.exit_code == 0
    resumed = run("--resume", str(file), given="KS\ntable\n")
    assert resumed.exit_code == 0, resumed.output
    assert resumed.stdout.splitlines()[-6:] == whole.stdout.splitlines()[-6:]
    saved = json.loads(file.read_text())
    assert saved["seat"] == 1
    assert Game.load(saved).saved() == saved


def test_the_record_of_a_game_can_be_written_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    given = f"pass\nrecord {file}\n"
    result = run("pitch", "--seed", "4", "--seat", "3", given=given)
    assert "Written to" in result.stdout
    record = json.loads(file.read_text())
    assert record["variant"] == "pitch"
    assert replay(record).log
    assert schema.faults(record, "match") == ()
    assert CliRunner().invoke(app, ["replay", str(file)]).exit_code == 0


def test_watching_needs_no_input_and_shows_every_hand() -> None:
    result = run("cinch", "--seed", "5", "--watch", "--option", "target=5")
    assert result.exit_code == 0, result.output
    assert "you watch" in result.stdout
    assert "  seat 3: " in result.stdout
    assert "Trick 6: " in result.stdout
    assert result.stdout.rstrip().endswith("won the game.")
    assert result.stdout == run("cinch", "--seed", "5", "--watch", "--option", "target=5").stdout


def test_a_hint_in_play_says_what_each_card_is_worth() -> None:
    given = "bid 6\nspades\nAC TC AD 3D JH\nhint\n"
    result = run("cinch", "--seed", "3", "--seat", "1", given=given)
    assert "of the unseen cards, each solved:" in result.stdout


def test_the_end_of_the_input_ends_the_session() -> None:
    result = run("whist", "--seed", "1", "--seat", "2", given="")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["bridge"],
        ["cinch", "--seat", "5"],
        ["cinch", "--players", "9"],
        ["cinch", "--option", "luck=1"],
        ["cinch", "--resume", "no such file"],
        ["--resume", "no such file"],
    ],
)
def test_a_wrong_argument_ends_with_two(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.strip()


@pytest.mark.parametrize(
    "change",
    [
        {"kibitz_play": 2},
        {"variant": "bridge"},
        {"options": 3},
        {"options": {"luck": 1}},
        {"players": "four"},
        {"seat": 4},
        {"seat": "x"},
        {"seed": None},
        {"actions": 5},
        {"actions": [{"do": "sing"}]},
        {"actions": [{"do": "play", "card": "AH"}]},
    ],
)
def test_a_broken_saved_game_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    saved = Game(new_match(Rules("cinch"), seed=2), 0, 2).saved()
    assert Game.load(saved).saved() == saved
    with pytest.raises(KibitzError):
        Game.load(saved | change)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(saved | change))
    assert run("--resume", str(file)).exit_code == 2


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", "null"])
def test_a_file_that_is_no_saved_game_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    result = run("--resume", str(file))
    assert result.exit_code == 2
    assert "game.json" in result.stderr


def some_states(variant: str, count: int) -> list[State]:
    state, rng = new_match(Rules(variant), seed=9), Random(9)
    found: list[State] = []
    while state.phase != "over" and len(found) < count:
        if state.to_act is not None:
            found.append(state)
        state = apply(state, actions(state).sample(rng))
    return found


@pytest.mark.parametrize("variant", kibitz.variants())
def test_what_is_typed_for_an_action_reads_as_that_action(variant: str) -> None:
    rng = Random(1)
    for state in some_states(variant, 60):
        legal = actions(state)
        for _ in range(3):
            action = legal.sample(rng)
            assert words.read(typed(action), legal) == action
        assert words.may(legal)


@pytest.mark.parametrize(
    ("text", "action"),
    [("5", act.Bid(5)), ("BID 5", act.Bid(5)), (" pass ", act.PassBid())],
)
def test_bids_are_read_in_several_ways(text: str, action: act.Action) -> None:
    assert words.read(text, Actions([act.PassBid(), act.Bid(5)])) == action


@pytest.mark.parametrize("text", ["10h", "♡10", "th", "TH", "play TH"])
def test_cards_are_read_as_records_and_books_write_them(text: str) -> None:
    play = act.Play(kibitz.Card("TH"))
    assert words.read(text, Actions([play])) == play


@pytest.mark.parametrize("text", ["", "bid", "bid 99", "AH AH", "x" * 1000, "/", "5 / 6", "\0"])
def test_what_cannot_be_meant_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        words.read(text, Actions([act.PassBid(), act.Bid(5), act.Bid(6)]))
    assert len(str(caught.value)) < 200
    assert "pass, bid 5 to 6" in str(caught.value)


def test_the_published_schema_takes_the_record_of_a_played_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = session("pitch", monkeypatch, target=2)
    assert capsys.readouterr().out
    assert schema.faults(match_record(game.state), "match") == ()
