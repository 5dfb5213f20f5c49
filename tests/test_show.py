"""Hands, tricks, names and lines as plain text."""

import pytest

import kibitz
from kibitz import Deal, Position, Rules, parse_cards, show
from kibitz.lanes import sorted_hand

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


@pytest.mark.parametrize(
    ("variant", "trump", "hand", "shown"),
    [
        ("cinch", "H", "AS 4H 5D 5H AD", "5H 5D 4H AD AS"),
        ("cinch", None, "AS 4H 5D 5H AD", "AD 5D 5H 4H AS"),
        ("modern_pitch", "C", "JS TC JC QC KS JK", "QC JC JS JK TC KS"),
        ("dom_pedro", "S", "2S JK 3S AC", "3S 2S JK AC"),
        ("dom_pedro", None, "JK 2S AC", "AC 2S JK"),
        ("joker_hearts", None, "TH AH JK JH 2C", "2C AH JH JK TH"),
    ],
)
def test_cards_stand_where_they_count_in_play(
    variant: str, trump: str | None, hand: str, shown: str
) -> None:
    held = sorted_hand(parse_cards(hand), Rules(variant), trump)
    assert show.cards(held) == shown


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


def test_values_show_themselves_in_a_notebook() -> None:
    deal = Deal("cinch H 0 AH5H/?/QH3H/JH4H")
    position = Position("cinch H 0 AH5H/KH2H/QH3H/JH4H plays=AH")
    found = kibitz.solve(position, cards=True)
    assert "unknown" in deal._repr_html_()
    assert "♥A" in deal._repr_html_()
    assert "▸ seat 1" in position._repr_html_()
    assert f"score {found.value}" in found._repr_html_()
    assert "♥K" in kibitz.maxn(position, cards=True)._repr_html_()
    assert kibitz.CardSet("TS JK")._repr_html_() == "♠T JK"


def test_names_from_outside_are_no_html() -> None:
    record = {
        "variant": "hearts",
        "hands": ["AH", "2H", "3H", "4H"],
        "seats": ["<b>", "Y", "B", "Z"],
    }
    assert "<b>" not in Deal.from_record(record)._repr_html_()


def test_solutions_are_values() -> None:
    position = Position("cinch H 0 AH5H/KH2H/QH3H/JH4H")
    one, other = (kibitz.solve(position, cards=True, line=True) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
