"""Hands, tricks, names and lines as plain text."""

import pytest

from kibitz import Deal, Position, show

DEAL = Deal.from_record(
    {
        "variant": "cinch",
        "players": 4,
        "trump": "H",
        "leader": 0,
        "seats": ["A", "Y", "B", "Z"],
        "hands": ["2S AH 5H", "KH 2H 3S", "QH 3H 4S", None],
        "maker": 0,
        "bid": 5,
    }
)
PLAYED = Position(
    Deal.from_record(
        {
            **DEAL.record(),
            "hands": ["2S AH 5H", "KH 2H 3S", "QH 3H 4S", "JH 4H 5S"],
            "plays": "5H KH 3H JH 2H QH 4H AH 2S",
        }
    )
)


def test_a_heading_names_game_trump_bid_and_lead() -> None:
    assert show.heading(DEAL) == "cinch, 4 players, hearts are trumps, A bids 5, A leads"


def test_hands_have_trumps_first_and_may_be_unknown() -> None:
    assert show.hands(DEAL).splitlines() == [
        "A  AH 5H 2S",
        "Y  KH 2H 3S",
        "B  QH 3H 4S",
        "Z  unknown",
    ]


def test_tricks_stand_a_column_a_seat() -> None:
    assert show.tricks(PLAYED.deal, PLAYED.tricks).splitlines() == [
        "trick   A     Y     B    Z",
        "-----  ----  ----  ---  ---",
        "1      >5H    KH*   3H   JH",
        "2       AH*  >2H    QH   4H",
    ]


@pytest.mark.parametrize("seats", [None, "AYBZ", ["A", "B"], ["A", "A", "B", "C"], [1, 2, 3, 4]])
def test_names_that_cannot_be_told_apart_are_numbers(seats: object) -> None:
    deal = Deal.from_record({**DEAL.record(), "seats": seats})
    assert show.seat_names(deal) == ("seat 0", "seat 1", "seat 2", "seat 3")
    assert show.side_name(show.seat_names(deal), (0, 2)) == "seats 0+2"


def test_a_side_is_named_by_its_seats() -> None:
    assert show.side_name(show.seat_names(DEAL), (1, 3)) == "Y-Z"


def test_a_line_is_cut_where_tricks_end() -> None:
    assert show.line(["2S", "3S", "4S", "5S", "AH"], 4, begun=2) == "2S 3S | 4S 5S AH"


def test_a_table_without_rows_is_empty() -> None:
    assert show.table((), ()) == ""
