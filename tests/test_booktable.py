"""The book's printed table: the page gives the records, and the records give the page again."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kibitz import Deal, IllegalPlayError, KibitzError, NotationError, Position
from kibitz.cli import app
from kibitz.game import booktable

BOOK = Path(booktable.__file__).parents[1] / "data/book.jsonl"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in BOOK.read_text().splitlines()]
NOT_PRINTED = {"id", "book"}

UPPER = """\
_=No. 1.=_ | | _=No. 2.=_
A bids 8 on hearts. | T | A bids 8 on hearts.
The draw: A 2; Y 2; | R | The draw: A 2; Y 3;
B 4; Z 5. | I | B 4; Z 4.
---------------------------+ C +---------------------------
A Y B Z | K | A Y B Z
------+------+------+------+---+------+-------+-------+-----
♣Q | ♣3 | _♡8_ | ♣5 | 1 | ♡3 | ♡7 | _♡10_ | ♡8
♡2 | ♡6 | _♡Q_ | ♡4 | 2 | _♡Q_ | ♡2 | ♡4 | ♡9
♡10 | _♡J_ | ♣J | ♡9 | 3 | ♡6 | _♡J_ | A♢ | ♣4
_♡K_ | 5♢ | 2♠ | 4♠ | 4 | ♣2 | _7♠_ | K♢ | 6♠
_♡A_ | ♡7 | 6♠ | ♣9 | 5 | ♡K | _♡A_ | ♣3 | ♣6
♡3 | _♡5_ | 10♠ | K♢ | 6 | _♡5_ | 5♢ | 2♢ | ♣10
------+------+------+------+---+------+-------+-------+-----
"""
LOWER = """\
_=No. 3.=_ | | _=No. 4.=_
A bids 12 on hearts. | T | A bids 8 on hearts.
The draw: A 3; Y 5; | R | The draw: A 2; Y 4
B 3; Z 2. | I | B 4; Z 4.
------+------+------+------+ C +-------+------+------+-----
A Y B Z | K | A Y B Z
------+------+------+------+---+-------+------+------+-----
_♡A_ | ♡3 | 5♢ | ♡6 | 1 | _♡A_ | ♡6 | ♡J | ♡3
_♡K_ | ♡4 | ♡8 | ♡10 | 2 | ♡8 | ♡7 | ♡4 | _♡9_
♡2 | ♡7 | ♡9 | _♡J_ | 3 | ♡Q | ♡2 | 4♢ | _♡K_
♣Q | _♣K_ | ♣3 | ♣J | 4 | Q♠ | ♣2 | _♣A_ | ♣9
8♠ | _♣A_ | ♣10 | 2♢ | 5 | 5♢ | _♡5_ | ♣J | ♣7
_♡Q_ | Q♠ | K♢ | ♡5 | 6 | _♡10_ | 4♠ | J♢ | 2♢
"""
PROSE = "\n_=No. 1.=_ Y’s draw shows that he holds at least four trumps, so A must trust him.\n\n"
PAGE = "Here are a few example hands.\n\n" + UPPER + PROSE + LOWER + PROSE
REVOKE = """\
No. 9.
B bids 5 on spades.
The draw: A 2; B 3.
A B
♡8 | _♠3_
♠A | ♣2
"""


def bare(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in NOT_PRINTED}


def message(text: str) -> str:
    with pytest.raises(KibitzError) as caught:
        booktable.read(text)
    return str(caught.value)


def test_the_pasted_page_gives_the_books_four_records() -> None:
    records = booktable.read(PAGE)
    assert [record["id"] for record in records] == ["No. 1", "No. 2", "No. 3", "No. 4"]
    assert [bare(record) for record in records] == [bare(record) for record in RECORDS]


def test_what_was_read_is_printed_again_to_the_letter() -> None:
    first, second, *_ = booktable.read(PAGE)
    assert booktable.write_pair(first, second) == UPPER


def test_so_is_the_second_pair_but_for_the_rules_and_a_semicolon_that_the_page_forgot() -> None:
    third, fourth = booktable.read(LOWER)
    printed = booktable.write_pair(third, fourth)
    page = LOWER.replace("| The draw: A 2; Y 4\n", "| The draw: A 2; Y 4;\n")
    assert page != LOWER
    assert without_rules(printed) == without_rules(page)
    assert len(without_rules(page)) == 11  # title, bid, two lines of draws, seats, six tricks
    assert booktable.read(printed) == [third, fourth]


def without_rules(page: str) -> list[str]:
    """The lines but those of dashes, which the book draws otherwise in each pair."""
    return [line for line in page.splitlines() if "---" not in line]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_a_record_printed_alone_reads_as_itself(record: dict[str, Any]) -> None:
    text = booktable.write(record)
    [again] = booktable.read(text)
    assert again == {name: value for name, value in record.items() if name != "book"}
    assert booktable.write(again) == text


@pytest.mark.parametrize("half", [0, 1])
def test_one_half_of_a_page_can_be_pasted(half: int) -> None:
    lines = [line for line in UPPER.splitlines() if "--" not in line]
    heading = [re.split(r" \| .? ?\| ", line)[half] for line in lines[:5]]
    tricks = [" | ".join(line.split(" | ")[4 * half :][:5]) for line in lines[5:]]
    assert [bare(each) for each in booktable.read("\n".join([*heading, *tricks]))] == [
        bare(RECORDS[half])
    ]


def test_the_records_play_to_what_the_book_says_of_them() -> None:
    for record in booktable.read(PAGE):
        position = Position(Deal.from_record(record))
        assert position.is_over
        assert [record["seats"][trick.winner] for trick in position.tricks] == record["winners"]


def test_without_underscores_the_winners_come_from_the_rules() -> None:
    title, rest = UPPER.split("\n", 1)
    plain = title + "\n" + rest.replace("_", "")
    assert [bare(each) for each in booktable.read(plain)] == [bare(each) for each in RECORDS[:2]]


def test_a_maker_without_a_bid_names_the_trump() -> None:
    record = bare(RECORDS[0])
    del record["bid"]
    text = booktable.write(record)
    assert text.startswith("A names hearts.\n")
    assert booktable.read(text) == [record]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("_♡8_ | ♣5", "_♡8_ | ♣1", "line 8: '♣1' under Z: expected a card such as"),
        ("_♡8_ | ♣5 |", "_♡8_ |", "line 8: 7 cards: expected 8"),
        ("_♡8_ | ♣5", "♡8 | ♣5", "No. 1, trick 1: nobody is marked as the winner: expected B"),
        ("_♡8_ | ♣5", "♡8 | _♣5_", "No. 1, trick 1: Z is marked as the winner: expected B"),
        ("♡10 | _♡J_ | ♣J", "♡10 | _♡J_ | ♣Q", "QC"),
        ("on hearts. | T", "on hats. | T", "line 2: suit 'hats': expected one of clubs"),
        ("A 2; Y 2; | R", "A 2; A 2; | R", "line 3: the draw of A is given twice"),
        ("B 4; Z 5.", "B 4; X 5.", "No. 1: bid and draw name A, A, Y, B, X: expected the seats"),
        ("B 4; Z 5.", "B 4, and so on.", "line 4: 'B 4, and so on.': expected a title"),
        ("♡9 | 3 |", "♡9 | 4 |", "line 10: trick 4: expected trick 3"),
        ("A Y B Z | K | A Y B Z\n", "", "a trick before the seats"),
        ("A bids 8 on hearts. | T | A bids 8 on hearts.\n", "", "a trick before any heading"),
        ("♡2 | ♡6 | _♡Q_ | ♡4 | 2 | _♡Q_ | ♡2 | ♡4 | ♡9", "x | y", "line 9: 'x | y': expected"),
    ],
)
def test_what_is_wrong_with_a_page_is_said_with_its_place(
    old: str, new: str, expected: str
) -> None:
    assert old in UPPER
    said = message(UPPER.replace(old, new, 1))
    assert expected in said
    assert len(said) < 500


def test_a_revoke_in_the_table_is_named_with_its_trick() -> None:
    with pytest.raises(IllegalPlayError, match=r"No\. 9, trick 1: "):
        booktable.read(REVOKE)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Cinch is a game.\n\nIt is played by four.", "A Y B Z"]
)
def test_a_text_without_a_table_is_refused(text: str) -> None:
    assert "no table" in message(text)


def test_a_heading_alone_is_refused() -> None:
    assert "expected the tricks" in message("A bids 8 on hearts.\nA Y B Z\n")


@pytest.mark.parametrize(
    "changes",
    [
        {"maker": None},
        {"leader": 1, "plays": ""},
        {"plays": "QC 3C"},
        {"plays": "QC 3C 8H 5C"},
        {"draws": [1, 2]},
        {"seats": ["A", "A", "B", "Z"]},
        {"seats": ["A b", "Y", "B", "Z"]},
        {"id": "a | b"},
        {"bid": None, "trump": None, "variant": "pitch"},
    ],
)
def test_a_record_that_no_table_can_hold_is_not_printed(changes: dict[str, Any]) -> None:
    with pytest.raises(KibitzError):
        booktable.write(RECORDS[0] | changes)


def test_hands_of_different_length_do_not_stand_side_by_side() -> None:
    [short] = booktable.read("A bids 5 on hearts.\nA Y B Z\n_♡A_ | 5♢ | ♡3 | ♡4\n")
    with pytest.raises(NotationError, match="as many tricks"):
        booktable.write_pair(RECORDS[0], short)


# ---- kibitz convert --------------------------------------------------------------------------


def run(*arguments: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(app, ["convert", *arguments], input=given)


def test_the_command_prints_a_record_a_line_and_the_table_again() -> None:
    result = run("-", given=PAGE)
    assert result.exit_code == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [bare(record) for record in records] == [bare(record) for record in RECORDS]
    assert run("--pairs", "-", given=result.stdout).stdout.startswith(UPPER + "\n")
    assert run("-", given=result.stdout).stdout.count("The draw: ") == 4


def test_the_command_reads_pbn_too() -> None:
    result = run("-", given='[Board "3"]\n[Deal "N:A... K... Q... J..."]\n')
    assert json.loads(result.stdout)["id"] == "3"


@pytest.mark.parametrize(
    "given", ["", "{", "{}", "prose", b"\xff", UPPER.replace("♣3 | _♡8_", "x")]
)
def test_the_command_ends_with_two_where_it_cannot_read(given: str | bytes) -> None:
    result = run("-", given=given)
    assert result.exit_code == 2
    assert result.stderr.startswith("kibitz: -: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_file_that_is_not_there_is_named() -> None:
    assert "nowhere.txt: No such file" in run("nowhere.txt").stderr
