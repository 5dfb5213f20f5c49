"""PBN read as whist: hands, trump, leader, and tricks whose columns keep their seats."""

import io
import random

import pytest

from kibitz import Deal, KibitzError, NotationError, Position
from kibitz.game import pbn

GAME = """\
% PBN 2.1
[Event "a match; not a [comment]"]
[Board "7"]
[Dealer "N"]
[Deal "E:KQ.2.. J3.4.. 54.3.. A2.A.."]
{A comment

over three lines}
[Declarer "N"] ; what follows is the contract
[Contract "2HX"]
[Auction "N"]
1H Pass 2H X
Pass Pass Pass
[Play "E"]
SK S3 S4 SA $12
H2 H4 H3 HA =1=
SQ SJ S5 S2!
*

[Board "8"]
[Deal "#"]
"""


def read(text: str) -> dict[str, object]:
    return pbn.read(text)[0]


def test_hands_trump_and_leader_come_from_the_tags() -> None:
    record = read(GAME)
    assert record["hands"] == ["AS 2S AH", "KS QS 2H", "JS 3S 4H", "5S 4S 3H"]
    assert record["id"] == "7"
    assert (record["trump"], record["maker"], record["leader"]) == ("H", 0, 1)
    assert (record["variant"], record["contract"], record["dealer"]) == ("whist", "2HX", 0)


def test_columns_keep_their_seats_and_the_winner_leads() -> None:
    record = read(GAME)
    assert record["plays"] == "KS 3S 4S AS AH 2H 4H 3H 2S QS JS 5S"
    position = Position(Deal.from_record(record))
    assert [trick.winner for trick in position.tricks] == [0, 0, 1]


def test_a_repeated_value_is_that_of_the_game_before() -> None:
    first, second = pbn.read(GAME)
    assert second["hands"] == first["hands"]
    assert (second["id"], second["plays"], second["trump"]) == ("8", "", None)


def test_a_deal_alone_has_no_trump_and_the_dealers_left_leads() -> None:
    record = read('[Dealer "S"]\n[Deal "N:A... K... Q... J..."]')
    assert (record["trump"], record["leader"], "maker" in record) == (None, 3, False)
    assert read('[Deal "N:A... K... Q... J..."]\n[Contract "Pass"]')["trump"] is None


def test_no_trump_is_null_and_an_unknown_hand_too() -> None:
    record = read('[Deal "N:A... - Q... J..."]\n[Contract "3NT"]\n[Declarer "W"]')
    assert record["trump"] is None
    assert record["hands"] == ["AS", None, "QS", "JS"]


def test_an_unfinished_play_stops_where_the_dashes_begin() -> None:
    text = GAME.replace("H2 H4 H3 HA =1=\nSQ SJ S5 S2!", "- - - HA")
    assert read(text)["plays"] == "KS 3S 4S AS AH"
    assert read(text.replace("- - - HA\n*", "H2 - - HA +"))["plays"] == "KS 3S 4S AS AH 2H"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("E:KQ.2..", "X:KQ.2..", "line 5: deal 'X:KQ"),
        ("E:KQ.2..", "E:KQ.2.", "line 5: hand 'KQ.2.': expected spades.hearts"),
        ("E:KQ.2..", "E:KQ.1..", "line 5: hand 'KQ.1..'"),
        ('"2HX"', '"8H"', "line 10: contract '8H': expected such as 4H"),
        ('[Declarer "N"]', '[Declarer "Q"]', "Declarer 'Q': expected N, E, S or W"),
        ('[Declarer "N"]', '[Site ""]', 'a contract without [Declarer "S"]'),
        ('[Contract "2HX"]', '[Site ""]', 'a play without [Contract "4H"]'),
        ('[Play "E"]', '[Play "?"]', "without the seat of its first column"),
        ("SK S3", "SX S3", "line 14: trick 1: 'SX': expected a card such as SA"),
        ("SK S3", "SK H4", "trick 1: S: "),
        ("SK S3", "SK -", "trick 1: W plays 'S4' too early"),
        (
            '[Contract "2HX"]',
            "[Contract 2HX]",
            "line 10: '[Contract 2HX]': expected [Name \"value\"]",
        ),
        ("SQ SJ", "SQ SJ SQ", "trick 3: N: 5S is held by seat 3"),
        ("J3.4..", "-", "where a hand is unknown"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, expected: str) -> None:
    assert old in GAME
    with pytest.raises(KibitzError) as caught:
        pbn.read(GAME.replace(old, new, 1))
    assert expected in str(caught.value)


@pytest.mark.parametrize("text", ["", "A Y B Z", '[Event "x"]'])
def test_a_text_without_a_deal_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no deal"):
        pbn.read(text)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what the other program imports
def test_random_games_written_by_another_program_are_read_as_played(rng: random.Random) -> None:
    dealer = pytest.importorskip("endplay.dealer")
    types = pytest.importorskip("endplay.types")
    parser = pytest.importorskip("endplay.parsers.pbn")
    boards, played = [], []
    for number in range(8):
        deal = dealer.generate_deal(seed=number)
        trump = types.Denom.find(["S", "H", "D", "C", "NT"][number % 5])
        declarer = types.Player.find("NESW"[number % 4])
        board = types.Board(deal=deal.copy(), board_num=number + 1, dealer=declarer)
        board.contract = types.Contract(
            level=2, denom=trump, declarer=declarer, penalty=types.Penalty.passed, result=0
        )
        deal.trump, deal.first = trump, declarer.next()
        cards = []
        for _ in range(52 if number % 2 else 15 + number):
            cards.append(rng.choice(list(deal.legal_moves())))
            deal.play(cards[-1])
        board.play = cards
        boards.append(board)
        played.append([card.rank.name[1] + card.suit.name[0].upper() for card in cards])
    text = io.StringIO()
    parser.dump(boards, text)
    records = pbn.read(text.getvalue())
    assert [str(record["plays"]).split() for record in records] == played
    assert not any(Deal.from_record(record).faults() for record in records)
