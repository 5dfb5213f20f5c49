"""`kibitz hint`, `kibitz bid`, `kibitz pass`, and `kibitz analyse --hints`."""

import json
import math
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kibitz.cli import app
from kibitz.cli.io import Output

HIDDEN = ["3C 6H JH 5D 7H 5H", "8H QH JC 2S 6S TS", "5C 4H 9H 4S 9C KD"]
RECORD: dict[str, Any] = {
    "id": "third trick",
    "variant": "cinch",
    "seats": ["A", "Y", "B", "Z"],
    "trump": "H",
    "maker": 0,
    "bid": 8,
    "leader": 0,
    "hands": ["QC 2H TH KH AH 3H", None, None, None],
    "draws": [2, 2, 4, 5],
    "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H",
}
STRONG = "AH KH QH 5H 5D 2H AS KS AC"


def run(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(app, [*arguments], input=given)


def told(*arguments: str, given: str = "") -> dict[str, Any]:
    result = run(*arguments, "--json", given=given)
    assert result.exit_code == 0, result.output
    [line] = result.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_hint_as_json() -> None:
    found = told("hint", "-", "--seat", "0", "--worlds", "40", "--seed", "5", given=dumped())
    assert found["action"] in ("AH", "KH", "TH")
    assert found["worlds"] == 40
    assert found["exact"] is False
    cards = [candidate["action"] for candidate in found["candidates"]]
    assert sorted(cards) == ["3H", "AH", "KH", "TH"]
    assert cards[0] == found["action"]
    for candidate in found["candidates"]:
        assert {"mean", "standard_error", "makes", "clear", "outcomes"} <= candidate.keys()
        assert 0 <= candidate["makes"] <= 1


def test_one_world_has_numbers_only() -> None:
    for record in (dumped(), dumped(plays="")):
        said = run("hint", "-", "--seat", "0", "--worlds", "1", "--json", given=record).stdout
        assert json.loads(said)["worlds"] == 1
        assert "NaN" not in said
        assert "Infinity" not in said
    with pytest.raises(ValueError, match="JSON compliant"):
        Output(True).show({"mean": math.nan})


def dumped(**changes: Any) -> str:
    return json.dumps(RECORD | changes)


def test_hands_that_are_given_are_ignored_and_the_same_seed_prints_the_same() -> None:
    ask = ("hint", "-", "--seat", "0", "--worlds", "30", "--seed", "5", "--json")
    blind = run(*ask, given=dumped()).stdout
    assert blind
    assert run(*ask, given=dumped(hands=[RECORD["hands"][0], *HIDDEN])).stdout == blind


def test_a_hint_in_words_names_the_seats_of_the_record() -> None:
    result = run("hint", "-", "--seat", "0", "--worlds", "200", given=dumped())
    assert result.exit_code == 0
    assert "deals of the unseen cards, each solved" in result.stdout
    assert "bid made" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "changes", "said"),
    [
        (("--seat", "2"), {}, "seat 2's hand is null"),
        (("--seat", "1"), {"hands": [RECORD["hands"][0], *HIDDEN]}, "seat 1 is not to act"),
        (("--seat", "9"), {}, "seat 9"),
        (("--seat", "0"), {"hands": [None] * 4}, "seat 0"),
        (("--seat", "0", "--payoff", "fame"), {}, "payoff fame"),
        (("--seat", "0"), {"variant": "bridge"}, "bridge"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], changes: dict[str, Any], said: str
) -> None:
    result = run("hint", "-", *arguments, "--worlds", "2", given=dumped(**changes))
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"log": [{"seat": 1, "do": "bid"}]}, "expected points"),
        ({"log": [{"seat": 5, "do": "bid", "points": 3}]}, "expected 0 to 3"),
        ({"log": [{"seat": 1, "do": "name", "suit": "Z"}]}, "expected one of C D H S"),
        ({"log": {"a": 1}}, "expected a list"),
        ({"log": [{"seat": 2, "do": "pass"}]}, "expected seat 1"),
        ({"auction": "x"}, "auction"),
        ({"auction": [[1, 99]]}, "seat 1 cannot bid 99"),
        ({"dealer": 9}, "dealer: 9"),
        ({"rest": 4}, "rest 4: expected cards"),
        ({"players": 7}, "players 7: expected 4, as many as are dealt"),
        ({"plays": "AH", "log": [{"seat": 1, "do": "play", "card": "KH"}]}, "the log has KH"),
        ({"before": {"scores": [1]}}, "before"),
        ({"options": {"luck": 1}}, "luck"),
        ({"variant": 7}, "variant"),
        ({"dealt": [None, "AH AH QH 5D 2C 3C 4C 6S 7D", None, None]}, "AH"),
        ({"dealt": [None, "AH KH", None, None]}, "2 cards"),
    ],
)
def test_a_wrong_record_before_the_play_is_told(change: dict[str, Any], said: str) -> None:
    dealt = [None, "AH KH QH 5D 2C 3C 4C 6S 7D", None, None]
    record = {"variant": "cinch", "players": 4, "dealer": 0, "dealt": dealt, **change}
    result = run("hint", "-", "--seat", "1", "--worlds", "2", given=json.dumps(record))
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_bid_from_a_hand_alone() -> None:
    found = told("bid", "cinch", STRONG, "--said", "3 pass", "--worlds", "20")
    assert found["seat"] == 2
    assert found["action"]["do"] == "bid"
    assert set(found["suits"]) == set("CDHS")
    result = run("bid", "cinch", STRONG, "--worlds", "5")
    assert "you make it" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hearts", STRONG), "nobody bids"),
        (("cinch", "AH KH"), "2 cards"),
        (("cinch", "AH XX"), "XX"),
        (("cinch", STRONG, "--said", "1 2 3 4"), "the bidding is over"),
        (("cinch", STRONG, "--said", "maybe"), "maybe"),
        (("cinch", STRONG, "--players", "9"), "9 players"),
        (("cinch", STRONG, "--scores", "1 2"), "scores"),
    ],
)
def test_a_bidding_that_cannot_be_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = run("bid", *arguments, "--worlds", "2")
    assert result.exit_code == 2
    assert said in result.stderr


def test_cards_to_pass_on() -> None:
    hand = "QS 3S 2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 5H"
    found = told("pass", "black_lady", hand, "--worlds", "20")
    assert "QS" in found["action"]["cards"]
    order = ["5C", "4C", "3C", "2C", "4D", "3D", "2D", "5H", "4H", "3H", "2H", "QS", "3S"]
    for candidate in found["candidates"]:
        cards = candidate["action"]["cards"].split()
        assert cards == sorted(cards, key=order.index)
    for players in ("7", "8"):
        result = run(
            "pass", "black_lady", "QS 3S 3C 4C 5C 3D 4D 3H", "--players", players, "--worlds", "2"
        )
        assert result.exit_code == (0 if players == "7" else 2)
    assert "8 players: expected 2 to 6, or 7 with the dealer out" in result.stderr
    assert run("pass", "hearts", hand).exit_code == 2
    assert run("pass", "modern_hearts", hand, "--deal", "4").exit_code == 2


def test_a_record_before_the_play_is_inferred_from_as_it_is_hinted_at() -> None:
    dealt = [None, "AH KH QH 5D 2C 3C 4C 6S 7D", None, None]
    record = {"variant": "cinch", "seats": ["A", "Y", "B", "Z"], "dealer": 0, "dealt": dealt}
    found = told("infer", "-", "--seat", "1", given=json.dumps(record))
    assert found["count"] == factorial(43) // (factorial(9) ** 3 * factorial(16))
    assert found["holders"] == [0, 1, 2, 3, "undealt"]
    assert "what Y can know" in run("infer", "-", "--seat", "1", given=json.dumps(record)).stdout
    assert told("hint", "-", "--seat", "1", "--worlds", "2", given=json.dumps(record))["seat"] == 1


def test_of_a_match_record_one_deal_is_looked_at() -> None:
    match = run("selfplay", "auction_hearts", "--deals", "3", "--seed", "1").stdout
    record = json.loads(match)
    record["deals"][2]["log"] = record["deals"][2]["log"][:2]
    for name in ("maker", "bid", "scores", "chips", "plays", "points", "auction"):
        record["deals"][2].pop(name, None)
    record["deals"] = record["deals"][:3]
    by_default, third, first = (
        told("infer", "-", "--seat", "3", *deal, given=json.dumps(record))
        for deal in ([], ["--deal", "3"], ["--deal", "1"])
    )
    assert by_default == third
    assert third["room"] == [13, 13, 13, 0]
    assert first["count"] == 1
    for command in ("infer", "hint"):
        wrong = run(command, "-", "--seat", "3", "--deal", "4", given=json.dumps(record))
        assert "deal 4: expected 1 to 3" in wrong.stderr
        wrong = run(command, "-", "--seat", "0", "--deal", "1", given=dumped())
        assert "expected a match record" in wrong.stderr


def test_house_rules_hold_before_the_play_too(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text('base = "cinch"\nname = "short"\nhand_size = 7\n')
    record = {"variant": "short", "dealer": 0, "dealt": [None, "AH KH QH 5D 2C 3C 4C", None, None]}
    house = ("--seat", "1", "--rules", str(tmp_path / "short.toml"))
    found = told("infer", "-", *house, given=json.dumps(record))
    assert found["room"] == [7, 0, 7, 7, 24]
    assert told("hint", "-", *house, "--worlds", "2", given=json.dumps(record))["seat"] == 1


def test_each_play_of_a_record_is_judged_by_what_could_be_known(tmp_path: Path) -> None:
    record = RECORD | {"hands": [RECORD["hands"][0], *HIDDEN]}
    found = told("analyse", "-", "--hints", "--worlds", "30", given=json.dumps(record))
    judged = [play["at_table"] for play in found["plays"] if "at_table" in play]
    assert judged
    for play in found["plays"]:
        choice = len(play["alternatives"]) > 1
        assert ("at_table" in play) == choice
    assert all((each["behind"] >= 0 and each["worlds"] <= 30) or each["exact"] for each in judged)
    result = run("analyse", "-", "--hints", "--worlds", "30", given=json.dumps(record))
    assert "at the table" in result.stdout


def test_the_books_hands_are_judged_too() -> None:
    result = run("analyse", "--book", "--hints", "--worlds", "10", "--json")
    hands = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(hands) == 4
    verdicts = {p["at_table"]["verdict"] for h in hands for p in h["plays"] if "at_table" in p}
    assert {"", "only with all hands open"} <= verdicts
