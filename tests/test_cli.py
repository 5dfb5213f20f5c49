"""The command line: what it prints, what it says of wrong input, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner, Result

import kibitz
from kibitz.cli import app
from kibitz.cli.io import shorten
from kibitz.cli.solve import PayoffName
from kibitz.solve import Payoff

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests/golden"
QUEENS = ROOT / "examples/queens.toml"
BOOK = ROOT / "python/kibitz/data/book.jsonl"
RECORD: dict[str, object] = {
    "id": "ending",
    "variant": "cinch",
    "options": {},
    "players": 4,
    "trump": "H",
    "leader": 0,
    "hands": ["AH 8S", "5D 2S", "KH 3C", "5H 4C"],
    "plays": "",
    "maker": 0,
    "bid": 8,
}
WRONG: dict[str, dict[str, object]] = {
    "a card held twice": {"hands": ["AH 8S", "AH 2S", "KH 3C", "5H 4C"]},
    "a card that does not exist": {"hands": ["AH 8S", "1H 2S", "KH 3C", "5H 4C"]},
    "a trump that does not exist": {"trump": "X"},
    "no trump": {"trump": None},
    "unequal hands": {"hands": ["AH 8S", "5D", "KH 3C", "5H 4C"]},
    "a play out of turn": {"plays": "5D"},
    "a revoke": {"plays": "AH 2S"},
    "a variant that does not exist": {"variant": "bridge"},
    "an option that does not exist": {"options": {"luck": True}},
    "no hands": {"hands": None},
    "hands that are a number": {"hands": 7},
    "hands of numbers": {"hands": [1, 2, 3, 4]},
    "an unknown hand": {"hands": ["AH 8S", None, "KH 3C", "5H 4C"]},
    "players in words": {"players": "four"},
    "no such number of players": {"players": 9},
    "a leader who is not there": {"leader": 4},
    "a leader beyond all numbers": {"leader": 10**30},
    "a leader in between": {"leader": 0.5},
    "plays that are a number": {"plays": 3},
    "a bid in words": {"bid": "eight"},
    "a very long card": {"plays": "X" * 100_000},
    "a very long variant": {"variant": "v" * 100_000},
    "half a surrogate": {"trump": "\ud800"},
}


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=given)


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def process(*arguments: str, **kwargs: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "kibitz", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **kwargs,
    )


def test_the_version_is_printed_whichever_way_it_is_called() -> None:
    assert run("--version").stdout == f"kibitz {kibitz.__version__}\n"
    module = process("--version")
    assert module.communicate()[0].decode() == f"kibitz {kibitz.__version__}\n"


def test_solve_prints_the_value_the_cards_and_the_line() -> None:
    result = run("solve", "-", given=json.dumps(RECORD))
    assert result.exit_code == 0
    assert "ending: seats 0+2 score 11" in result.stdout
    assert "AH  11 *" in result.stdout


def test_solve_as_json_prints_one_object_a_record_in_their_order() -> None:
    given = "".join(json.dumps(RECORD | {"id": name}) + "\n" for name in "abc")
    result = run("solve", "-", "--json", given=given)
    assert result.exit_code == 0
    solved = lines(result)
    assert [record["id"] for record in solved] == ["a", "b", "c"]
    assert solved[0]["value"] == 11
    assert solved[0]["side"] == [0, 2]
    assert solved[0]["cards"] == {"AH": 11, "8S": 11}
    assert solved[0]["exact"] is True


def test_solve_takes_the_side_that_maximises() -> None:
    (solved,) = lines(run("solve", "-", "--json", "--side", "1,3", given=json.dumps(RECORD)))
    assert solved["side"] == [1, 3]
    assert solved["value"] == 0


@pytest.mark.parametrize("side", ["", "0,x", "north"])
def test_a_side_that_is_no_list_of_seats_is_a_wrong_argument(side: str) -> None:
    assert run("solve", "-", "--side", side, given=json.dumps(RECORD)).exit_code == 2


@pytest.mark.parametrize("side", ["9", "-1", "0,0,4"])
def test_a_side_with_a_seat_that_is_not_there_is_a_fault(side: str) -> None:
    result = run("solve", "-", f"--side={side}", given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("variant", ["cinch", "whist"])
def test_solve_all_gives_every_golden_field_of_the_variant(variant: str) -> None:
    text = "".join((GOLDEN / f"{variant}.jsonl").read_text().splitlines(keepends=True)[:5])
    result = run("solve", "-", "--all", "--json", given=text)
    assert result.exit_code == 0
    for expected, found in zip(map(json.loads, text.splitlines()), lines(result), strict=True):
        assert {k: v for k, v in found.items() if k in expected} == expected
        known = ("legal", "to_move", "perft", "paranoid", "cards_paranoid", "maxn", "maxn_cards")
        assert set(known) <= set(found)
        assert ("maxn_score" in found) == (variant == "cinch")


def test_solve_all_leaves_null_what_there_is_no_time_for() -> None:
    result = run("solve", "-", "--all", "--json", "--seconds", "0", given=BOOK.read_text())
    assert result.exit_code == 0
    for found in lines(result):
        assert found["maxn"] is None
        assert found["legal"] is not None


def test_solve_all_drops_values_that_came_with_the_record() -> None:
    given = json.dumps(RECORD | {"maxn_howell": [1, 2, 3, 4], "note": "kept"})
    (found,) = lines(run("solve", "-", "--all", "--json", given=given))
    assert "maxn_howell" not in found
    assert found["note"] == "kept"


def test_perft_counts_and_splits() -> None:
    given = json.dumps(RECORD)
    (found,) = lines(run("perft", "-", "--json", "--split", "--depth", "2", given=given))
    assert found == {"id": "ending", "depth": 2, "perft": 3, "split": {"AH": 1, "8S": 2}}
    assert "perft 2 3\n" in run("perft", "-", "--depth", "2", given=given).stdout


def test_analyse_as_json_gives_every_play_of_every_record() -> None:
    result = run("analyse", str(BOOK), "--json")
    assert result.exit_code == 0
    hands = lines(result)
    assert [hand["id"] for hand in hands] == [f"foster-cinch-{n}" for n in (1, 2, 3, 4)]
    for hand in hands:
        plays = hand["plays"]
        assert isinstance(plays, list)
        assert len(plays) == 24
        assert {"seat", "card", "after", "best", "alternatives", "cost"} <= set(plays[0])
        assert isinstance(hand["value"], int)


def test_analyse_of_the_book_prints_findings_and_ends_well() -> None:
    result = run("analyse", "--book")
    assert result.exit_code == 0
    assert "foster-cinch-1" in result.stdout
    hands = lines(run("analyse", "--book", "--json"))
    assert [hand["id"] for hand in hands] == [f"foster-cinch-{n}" for n in (1, 2, 3, 4)]


def test_analyse_writes_a_page_for_each_record(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("analyse", str(BOOK), "--html", str(page), "--json").exit_code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "page-2.html",
        "page-3.html",
        "page-4.html",
        "page.html",
    ]
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")


def test_analyse_takes_a_file_or_the_book_and_not_both() -> None:
    assert run("analyse").exit_code == 2
    assert run("analyse", str(BOOK), "--book").exit_code == 2


def test_variants_are_listed() -> None:
    assert "cinch" in run("variants").stdout
    found = {line["variant"]: line for line in lines(run("variants", "--json"))}
    assert set(found) == set(kibitz.variants())
    assert found["whist"]["players"] == [4, 4]


def test_a_variant_is_explained_with_its_options() -> None:
    shown = run("variants", "cinch", "--option", "set_back=true", "--players", "3").stdout
    assert "When 3 play: each for himself." in shown
    assert "the bid is taken off its score" in shown
    assert "card_points" not in shown
    assert "card_points" in run("variants", "cinch", "--fields").stdout


def test_a_variant_is_explained_as_json() -> None:
    (told,) = lines(run("variants", "omnibus", "--json", "--fields", "--option", "lead_card=null"))
    assert told["variant"] == "modern_hearts"
    assert told["aliases"] == ["omnibus"]
    assert told["teams"] == [0, 1, 2, 3]
    rules = told["rules"]
    assert isinstance(rules, dict)
    assert {"Players", "Pack", "Trumps", "Lead", "Follow", "Rank", "Points", "Score"} <= set(rules)
    for table in (told["options"], told["fields"]):
        assert isinstance(table, list)
        assert all(set(row) == {"name", "value", "allowed", "meaning"} for row in table)
    options = told["options"]
    assert isinstance(options, list)
    assert {"lead_card": None}.items() <= {row["name"]: row["value"] for row in options}.items()


@pytest.mark.parametrize("variant", kibitz.variants())
def test_every_variant_is_explained(variant: str) -> None:
    for arguments in ((), ("--json",), ("--fields",)):
        result = run("variants", variant, *arguments)
        assert result.exit_code == 0
        assert variant in result.stdout


def test_seven_at_hearts_are_listed_and_explained() -> None:
    assert "2 to 6, or 7 with the dealer out" in run("variants").stdout
    listed = {line["variant"]: line["most_seats"] for line in lines(run("variants", "--json"))}
    assert (listed["hearts"], listed["cinch"], listed["whist"]) == (7, 6, 4)
    (told,) = lines(run("variants", "hearts", "--players", "7", "--json"))
    assert (told["players"], told["most_seats"], told["teams"]) == ([2, 6], 7, [*range(7)])
    assert "7 may sit: the dealer takes no cards" in run("variants", "hearts").stdout


def test_house_rules_are_explained_under_their_own_name() -> None:
    result = run("variants", "--rules", str(QUEENS))
    assert result.exit_code == 0
    assert result.stdout.startswith("queens, from hearts\n")
    assert "QC -5" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bridge",), "kibitz: bridge: no variant 'bridge'; known: pitch, "),
        (("cinch", "--players", "9"), "kibitz: cinch: players 9: cinch is played by 2 to 6"),
        (("hearts", "--players", "8"), "hearts is played by 2 to 6, or 7 with the dealer out"),
        (("cinch", "--option", "draw"), "option 'draw': expected name=value"),
        (("cinch", "--option", "draw=5"), 'option draw cannot be 5: expected "rob"'),
        (("cinch", "--option", "luck=1"), "no option 'luck' in cinch, which has: "),
        (("--players", "4"), "need a NAME or --rules"),
        (("cinch", "--rules", "x.toml"), "NAME or --rules, not both"),
        (("--rules", "none.toml"), "none.toml: No such file or directory"),
    ],
)
def test_what_cannot_be_explained_is_told(arguments: tuple[str, ...], message: str) -> None:
    result = run("variants", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


HOUSE_RECORD = {
    "variant": "queens",
    "leader": 0,
    "hands": ["AS 2S", "QS 3S", "QC 4C", "QH 5H"],
}


def test_records_of_house_rules_are_solved_analysed_and_counted_under_them() -> None:
    given = json.dumps(HOUSE_RECORD) + "\n" + json.dumps(RECORD) + "\n"
    solved = lines(run("solve", "-", "--json", "--rules", str(QUEENS), given=given))
    assert [record["value"] for record in solved] == [-15, 11]
    everything = lines(run("solve", "-", "--all", "--json", "--rules", str(QUEENS), given=given))
    assert everything[0]["cards_paranoid"] == {"2S": -15, "AS": -15}
    for command in ("analyse", "perft"):
        result = run(command, "-", "--json", "--rules", str(QUEENS), given=given)
        assert result.exit_code == 0
        assert len(lines(result)) == 2
        assert run(command, "-", "--json", given=given).exit_code == 2


@pytest.mark.parametrize("command", ["solve", "analyse", "perft", "table"])
def test_house_rules_that_are_wrong_are_told_before_any_record(
    command: str, tmp_path: Path
) -> None:
    rules = tmp_path / "home.toml"
    rules.write_text('base = "hearts"\nwidow = 3\n', encoding="utf-8")
    result = run(command, "-", "--rules", str(rules), given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert "home.toml: option widow cannot be 3: expected true or false" in " ".join(
        result.stderr.split()
    )
    assert not result.stdout


def test_solve_answers_whether_a_side_can_make_so_many() -> None:
    given = json.dumps(RECORD)
    (found,) = lines(run("solve", "-", "--json", "--at-least", "11", given=given))
    assert (found["id"], found["side"], found["at_least"]) == ("ending", [0, 2], 11)
    assert found["holds"] is True
    assert found["cards"] == {"AH": True, "8S": True}
    shown = run("solve", "-", "--at-least", "1", "--side", "1", given=given).stdout
    assert "ending: seats 1 cannot make 1" in shown
    assert "AH no" in shown


def test_threads_share_a_stream_and_answers_and_faults_keep_their_order() -> None:
    other = RECORD | {"id": "other", "hands": ["KH 8S", "5D 2S", "AH 3C", "5H 4C"]}
    texts = [json.dumps(each) for each in (RECORD, other, RECORD | {"trump": "X"})] * 50
    texts[20:20] = ["", "{", "[]"]
    given = "\n".join(texts)
    alone = run("solve", "-", "--json", given=given)
    assert alone.exit_code == 2
    for workers in ("2", "0"):
        found = run("solve", "-", "--json", "--workers", workers, given=given)
        assert (found.exit_code, found.stderr) == (2, alone.stderr)
        assert [row | {"seconds": 0} for row in lines(found)] == [
            row | {"seconds": 0} for row in lines(alone)
        ]


def test_solve_answers_what_each_seat_gets_playing_for_itself() -> None:
    given = json.dumps(RECORD)
    (found,) = lines(run("solve", "-", "--json", "--payoff", "deal_score", given=given))
    assert found["payoff"] == "deal_score"
    assert found["values"] == [11, -11, 11, -11]
    assert set(found["cards"] or ()) == {"AH", "8S"}  # type: ignore[call-overload]
    assert "score by seat: 11 0 11 0" in run("solve", "-", "--payoff", "score", given=given).stdout
    hearts = {"variant": "hearts", "leader": 0, "hands": ["AC 2D", "2H AD", "2C 3H"]}
    hearts["plays"] = "AC 2H 2C 2D AD 3H"
    shown = lines(
        run(
            "solve", "-", "--json", "--payoff", "sweepstake", "--jack", "7",
            given=json.dumps(hearts),
        )
    )  # fmt: skip
    assert (shown[0]["values"], shown[0]["jack"]) == ([-1, -1, 9], 7)


def test_every_payoff_can_be_asked_for() -> None:
    assert tuple(PayoffName) == get_args(Payoff)


def test_a_payoff_that_a_game_has_not_is_a_fault_of_the_record() -> None:
    result = run("solve", "-", "--json", "--payoff", "howell", given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert result.stderr == "kibitz: -:1: payoff howell means nothing in cinch\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--all", "--at-least", "3"), "--all and --at-least are two questions: ask one"),
        (("--at-least", "3", "--payoff", "score"), "--at-least and --payoff are two questions"),
        (("--payoff", "score", "--side", "0"), "--payoff has each seat for itself"),
        (("--all", "--side", "0"), "--all asks for all sides"),
        (("--all", "--workers", "2"), "--workers is for values"),
        (("--jack", "3"), "--jack is for --payoff sweepstake"),
        (("--payoff", "howell", "--jack", "3"), "--jack is for --payoff sweepstake"),
        (("--payoff", "chips"), "chips"),
        (("--at-least", "many"), "--at-least"),
    ],
)
def test_questions_that_do_not_go_together_are_refused(
    arguments: tuple[str, ...], message: str
) -> None:
    result = run("solve", "-", *arguments, given=json.dumps(RECORD))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_question_without_time_is_answered_with_null() -> None:
    mixed = [[r + s for s in "CDHS" for r in "23456789TJQKA"][at::4] for at in range(4)]
    given = json.dumps({"variant": "hearts", "leader": 0, "hands": list(map(" ".join, mixed))})
    for question in (("--at-least", "-2"), ("--payoff", "points")):
        result = run("solve", "-", "--json", "--seconds", "0", *question, given=given)
        assert result.exit_code == 0
        (found,) = lines(result)
        assert found.get("holds") is found.get("values") is None


def test_a_table_is_printed_by_trump_and_leader() -> None:
    given = json.dumps(RECORD)
    (found,) = lines(run("table", "-", "--json", given=given))
    assert found["id"] == "ending"
    assert found["table"] == {
        "C": [0, 0, 0, 0],
        "D": [0, 10, 0, 10],
        "H": [11, 0, 11, 0],
        "S": [1, 0, 0, 1],
    }
    assert "trump  seat 0 leads" in run("table", "-", given=given).stdout
    wrong = run("table", "-", "--json", given=json.dumps(RECORD | {"hands": ["AH"] * 4}))
    assert wrong.exit_code == 2
    assert "AH is in seat 0's hand and in seat 1's hand" in wrong.stderr
    hearts = json.dumps({"variant": "hearts", "leader": 0, "hands": ["AH", "2H"]})
    result = run("table", "-", "--json", given=hearts)
    assert result.exit_code == 2
    assert "hearts names no trump before play" in result.stderr


def test_solve_all_gives_each_payoff_that_its_game_has() -> None:
    record = {"leader": 0, "hands": ["AC 2D", "2H AD", "2C 3H"], "maker": 0, "bid": 1}
    hearts = ["hearts", "black_lady", "joker_hearts", "domino_hearts"]
    for variant in hearts:
        given = json.dumps(record | {"variant": variant} | {"hands": ["AC 2D", "3H AD", "2C 4H"]})
        (found,) = lines(run("solve", "-", "--all", "--json", given=given))
        assert {"maxn_sweepstake", "maxn_howell"} <= set(found)
        assert "maxn_score" not in found
    two = json.dumps({"variant": "hearts", "leader": 0, "hands": ["AC", "2C"]})
    (found,) = lines(run("solve", "-", "--all", "--json", given=two))
    assert not {"maxn_sweepstake", "maxn_howell", "maxn_score"} & set(found)
    whist = json.dumps(record | {"variant": "whist", "hands": ["AC", "2C", "3C", "4C"]})
    (found,) = lines(run("solve", "-", "--all", "--json", given=whist))
    assert not {"maxn_sweepstake", "maxn_howell", "maxn_score"} & set(found)


@pytest.mark.parametrize("command", ["solve", "analyse", "perft"])
@pytest.mark.parametrize("wrong", list(WRONG))
def test_a_wrong_record_gets_one_message_and_those_after_it_are_done(
    command: str, wrong: str
) -> None:
    given = json.dumps(RECORD | WRONG[wrong]) + "\n" + json.dumps(RECORD) + "\n"
    result = run(command, "-", "--json", given=given)
    assert result.exit_code == 2
    assert result.stderr.startswith("kibitz: -:1: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1000
    error, after = lines(result)
    assert set(error) == {"error"}
    assert len(str(error["error"])) < 1000
    assert after["id"] == "ending"


@pytest.mark.parametrize(
    "given",
    [
        b"cinch",
        b'{"variant": "cinch", "hands": ["AH',
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"a": ' + b"[" * 100_000,
        b'{"a": "' + b"x" * 10_000_000 + b'"}',
        b"",
        b"\n\n",
    ],
)
def test_input_that_is_no_record_ends_in_one_message(given: bytes) -> None:
    result = run("solve", "-", "--json", given=given)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1000
    assert [set(line) for line in lines(result)] == [{"error"}]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    missing = run("solve", str(tmp_path / "none.json"))
    assert missing.exit_code == 2
    assert missing.stderr.endswith("none.json: No such file or directory\n")
    assert run("solve", str(tmp_path)).exit_code == 2


def test_a_long_text_is_cut_in_its_middle() -> None:
    text = shorten("begin" + "x" * 10**6 + "end")
    assert len(text) == 900
    assert text.startswith("beginx")
    assert text.endswith("xend")
    assert shorten("a\nb\x1b[31m") == "a\\nb\\x1b[31m"


def test_output_closed_early_is_no_noise() -> None:
    with process("solve", str(GOLDEN / "cinch.jsonl"), "--json") as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.readline()
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait() == 1


@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_an_interrupt_ends_with_130_and_no_traceback() -> None:
    record = (GOLDEN / "cinch.jsonl").read_text().splitlines()[0]
    with process("solve", "-", "--json") as command:
        assert command.stdin is not None
        assert command.stdout is not None
        command.stdin.write(record.encode() + b"\n")
        command.stdin.flush()
        command.stdout.readline()  # it is up, and waits for the next record
        time.sleep(0.1)
        command.send_signal(signal.SIGINT)
        _, errors = command.communicate()
        assert errors == b""
        assert command.returncode == 130


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "-", "--depth", "9" * 20],
        ["solve", "-", "--at-least", "9" * 20],
        ["solve", "-", "--payoff", "sweepstake", "--jack", "9" * 20],
        ["analyse", "--book", "--html", "no/such/folder/page.html"],
    ],
    ids=" ".join,
)
def test_an_argument_beyond_all_bounds_ends_in_a_message(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments, input=json.dumps(RECORD))
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_no_fault_of_the_records() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        run = subprocess.run(
            [sys.executable, "-m", "kibitz", "solve", str(BOOK), "--json"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert run.returncode == 1
    assert "standard output" in run.stderr


def test_everything_known_keeps_every_field_of_the_record() -> None:
    record = {**RECORD, "stock": "", "note": None}
    result = CliRunner().invoke(app, ["solve", "-", "--all", "--json"], input=json.dumps(record))
    answer = json.loads(result.output)
    assert {name: answer[name] for name in record} == record
