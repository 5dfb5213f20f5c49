"""Deal: anything one can write down, its one-line text, and all that is wrong with it at once."""

import copy
import operator
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Deal, DealError, KibitzError, NotationError, Position, RulesError

TEXTS = [
    "cinch H 0 AH5H/KH2H/QH3H/JH4H",
    "cinch?first_lead_trump=true&set_back=true S 3 AS/KS/QS/JS plays=JS maker=2 bid=9",
    "cinch?teams=[0,0,1,1] S 3 AS/KS/QS/JS",
    "cinch?draw=no_rob S 3 AS/KS/QS/JS",
    "double_pedro C 0 ?/KC/QC/JC discards=2D3D/-/4D/-",
    'cinch D 0 AD/KD extra={"id":%20"a%20%3D%20b%25",%20"seats":%20["A",%20"B"]}',
    "whist - 1 AS/KS/QS/JS",
    "whist D 1 -/-/-/-",
    "whist D 1 AS/KS players=4",
    "whist D -7 AS stock=2C3C widow=JKJL players=9 bid=-1",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_deal_is_built_again_by_all_it_can_be_written_as(text: str) -> None:
    deal = Deal(text)
    assert deal.text() == str(deal) == text
    assert eval(repr(deal), {"Deal": Deal}) == Deal(deal.text()) == deal
    assert Deal.from_record(deal.record()) == deal
    assert pickle.loads(pickle.dumps(deal)) == copy.copy(deal) == copy.deepcopy(deal) == deal
    assert hash(Deal(text)) == hash(deal)


def test_deals_differ_by_every_field() -> None:
    deals = [Deal(text) for text in TEXTS]
    assert len(set(deals)) == len(TEXTS)
    assert operator.ne(deals[0], TEXTS[0])


def test_blanks_between_fields_do_not_matter() -> None:
    assert Deal("  whist   -  1 AS/KS/QS/JS  ") == Deal("whist - 1 AS/KS/QS/JS")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cinch",
        "cinch H 0",
        "cinch X 0 AH/KH/QH/JH",
        "cinch h 0 AH/KH/QH/JH",
        "cinch H zero AH/KH/QH/JH",
        "cinch H 0x1 AH/KH/QH/JH",
        "cinch H 99999999999 AH/KH/QH/JH",
        "cinch H 0 AH/KH/QH/JX",
        "cinch H 0 AH/KH/QH/JH bid",
        "cinch H 0 AH/KH/QH/JH bid=x",
        "cinch H 0 AH/KH/QH/JH luck=7",
        "cinch H 0 AH/KH/QH/JH extra=%2",
        "cinch H 0 AH/KH/QH/JH extra=%GG",
        "cinch H 0 AH/KH/QH/JH plays=??",
        "cinch?set_back H 0 AH/KH/QH/JH",
        "cinch H 0 AH/KH/QH/JH bid=1 bid=2",
        "cinch H 0 AH/KH/QH/JH extra=nonsense",
        "cinch H 0 AH/KH/QH/JH extra=[1]",
        'cinch H 0 AH/KH/QH/JH extra={"hands":%20[]}',
        "cinch H 0 AH/KH/QH/JH extra=%FF",
        "A" * 10_000_000,
        "cinch H 0 " + "/" * 100_000 + " bid=x",
    ],
    ids=lambda text: text[:60],
)
def test_text_that_is_no_deal_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Deal(text)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "text",
    [
        "bridge H 0 AH/KH/QH/JH",
        "whist?set_back=true H 0 AH/KH/QH/JH",
        "cinch?draw=twice H 0 AH/KH/QH/JH",
        "cinch?teams=0,1 H 0 AH/KH/QH/JH?",
        "cinch?teams=[0,9] H 0 AH/KH/QH/JH",
        "x" * 500_000 + " H 0 AH/KH/QH/JH",
    ],
    ids=lambda text: text[:60],
)
def test_a_variant_or_option_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises((RulesError, NotationError)) as caught:
        Deal(text)
    assert len(str(caught.value)) < 1000


FAULTS = [
    ("whist H 0 AH/KH/AH/JH", "AH is in seat 0's hand and in seat 2's hand: expected once"),
    ("whist H 0 AHAH/KHQH/2H3H/4H5H", "AH is in seat 0's hand and again there: expected once"),
    ("cinch H 0 AH/KH/QH/JH discards=KH/-/-/-", "KH is in seat 1's hand and in seat 0's discards"),
    ("whist H 0 JK/KH/QH/JH", "JK in seat 0's hand is not in the pack of whist"),
    ("cinch H 0 AH/JL/QH/JH", "JL in seat 1's hand is not in the pack of cinch"),
    ("cinch - 0 AH/KH/QH/JH", "cinch names its trump before play: expected C, D, H or S"),
    ("whist - 0 AH/KHQH/TH/JH", "the hands hold 1, 2, 1, 1 cards: expected equally many"),
    ("whist - 4 AH/KH/QH/JH", "leader 4 is not a seat: expected 0 to 3"),
    ("whist - -1 AH/KH/QH/JH", "leader -1 is not a seat: expected 0 to 3"),
    ("cinch H 0 AH/KH/QH/JH maker=9", "maker 9 is not a seat: expected 0 to 3"),
    ("cinch H 0 AH/KH/QH/JH maker=0 bid=-1", "bid -1 is negative"),
    ("whist - 0 AH/KH/QH", "whist is played by 4 players, not 3"),
    ("cinch H 0 AH", "cinch is played by 2 to 6 players, not 1"),
    ("cinch H 0 AH/KH/QH/JH/TH/9H/8H", "cinch is played by 2 to 6 players, not 7"),
    ("whist - 0 AH/KH/QH players=4", "expected 4 hands, one a seat, not 3"),
    ("whist - 0 AH/?/QH/JH", "seat 1's hand is unknown, so the deal cannot be played"),
    ("cinch?teams=[0,1,0] H 0 AH/KH/QH/JH", "option teams gives 3 seats, expected 4"),
    ("whist - 0 AH/KH/QH/JH stock=2C", "whist of 4 players has no stock"),
    ("whist - 0 AH/KH/QH/JH widow=2C", "whist has no widow"),
    ("cinch H 0 AH/KH/QH/JH discards=2C/3C", "expected discards of 4 seats, not of 2"),
    (
        "whist - 0 AH2C/KH3C/QH4C/JH5C plays=AHQH",
        "play 2: QH is held by seat 2, but it is seat 1's turn: expected one of KH",
    ),
    (
        "whist - 0 AH2C/KH3C/QH4C/JH5C plays=AH3C",
        "play 2: seat 1 may not play 3C on a lead of hearts: expected one of KH",
    ),
    (
        "whist - 0 AH2C/KH3C/QH4C/JH5C plays=AS",
        "play 1: seat 0 does not hold AS: expected one of 2C AH",
    ),
    (
        "whist - 0 AH2C/KH3C/QH4C/JH5C plays=AHKHQHJHAH",
        "play 5: AH has been played already; it is seat 0's turn: expected one of 2C",
    ),
    (
        "cinch H 0 AD2C/6D5D/QH4C/JH5C plays=AD5D2H",
        "play 3: seat 2 does not hold 2H: expected one of 4C QH",
    ),
    (
        "whist - 0 AH/KH/QH/JH plays=AHKHQHJHAH",
        "play 5: AH cannot be played: the deal is over",
    ),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=lambda each: each[:60])
def test_a_fault_is_told_by_seat_card_and_expectation(text: str, fault: str) -> None:
    deal = Deal(text)
    assert any(each.startswith(fault) for each in deal.faults()), deal.faults()
    with pytest.raises(DealError) as caught:
        Position(deal)
    assert fault in str(caught.value)


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=lambda each: each[:60])
def test_a_faulty_deal_is_written_and_read_like_any_other(text: str, fault: str) -> None:
    deal = Deal(text)
    assert Deal.from_record(deal.record()) == deal
    assert Deal(deal.text()) == deal


def test_all_faults_are_told_at_once() -> None:
    deal = Deal("cinch - 7 AHAH/KH/?/JK maker=8 bid=-2 stock=AH widow=2C discards=-")
    wanted = [
        "unknown", "names its trump", "leader 7", "maker 8", "bid -2", "discards of 4", "again",
        "JK in seat 3", "the stock", "2, 1, ?, 1 cards", "no stock", "no widow",
    ]  # fmt: skip
    for part in wanted:
        assert any(part in fault for fault in deal.faults()), part
    with pytest.raises(DealError) as caught:
        Position(deal)
    assert all(part in str(caught.value) for part in wanted)


def test_faults_without_end_are_cut() -> None:
    deal = Deal("whist - 0 " + "/".join(["AH"] * 10_000))
    begun = time.monotonic()
    assert 1 < len(deal.faults()) <= 50
    with pytest.raises(DealError) as caught:
        Position(deal)
    assert len(str(caught.value)) < 10_000
    assert time.monotonic() - begun < 2


@given(st.text(max_size=60))
def test_any_text_is_a_deal_or_an_error_of_kibitz(text: str) -> None:
    for each in (text, f"whist - 0 AH/KH/QH/JH {text}", f"cinch?{text} H 0 AH/KH"):
        try:
            deal = Deal(each)
        except KibitzError:
            continue
        assert Deal(deal.text()) == deal
        assert Deal.from_record(deal.record()) == deal


@pytest.mark.parametrize("text", ["\ud800", "whist - 0 AH/KH/QH/\ud800", "whist - 0 AH/K\0H/QH/JH"])
def test_text_that_no_file_could_hold_is_a_kibitz_error(text: str) -> None:
    with pytest.raises(KibitzError):
        Deal(text)


@pytest.mark.parametrize("text", [None, 7, ["whist"]])
def test_what_is_no_text_is_a_type_error(text: object) -> None:
    with pytest.raises(TypeError):
        Deal(text)  # type: ignore[arg-type]
