"""The JSON deal record: an exact round trip, and every wrong field named in few words."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Card, Deal, DealError, KibitzError, NotationError, Position, RulesError

RECORD: dict[str, Any] = {
    "variant": "cinch",
    "options": {"set_back": True},
    "players": 4,
    "trump": "H",
    "leader": 2,
    "hands": ["AH KH", "3H 4H", "5D 8H", "6H TH"],
    "plays": "5D 6H",
    "maker": 2,
    "bid": 9,
    "discards": ["2C 3C", "", "4D", ""],
    "id": "No. 1 / ä ♥",
    "dealer": 1,
    "seats": ["A", "B", "C", "D"],
    "auction": [[2, 9], [3, None]],
    "draws": [3, 0, 2, 1],
    "note": {"deep": [1, 2.5, True, None, "x = 1 & 2 % 3\n"]},
}


def read(**changes: object) -> Deal:
    return Deal.from_record({**RECORD, **changes})


def message(**changes: object) -> str:
    with pytest.raises(KibitzError) as caught:
        read(**changes)
    assert len(str(caught.value)) < 10_000
    return str(caught.value)


def test_a_record_is_written_as_it_was_read_unknown_fields_and_all() -> None:
    assert read().record() == RECORD
    assert list(read().record()) == list(RECORD)


def test_record_deal_and_text_are_one() -> None:
    deal = read()
    assert Deal.from_record(deal.record()) == Deal(deal.text()) == deal
    assert Deal(deal.text()).record() == RECORD
    assert deal.text().startswith("cinch?set_back=true H 2 AHKH/3H4H/5D8H/6HTH plays=5D6H ")
    assert "\n" not in deal.text()
    assert deal.faults() == ()


def test_a_record_is_jsons_own_round_trip() -> None:
    assert json.loads(json.dumps(read().record())) == RECORD


def test_an_unknown_hand_is_kept_as_null_and_cannot_be_played() -> None:
    deal = read(hands=["AH KH", None, "", "6H TH"])
    assert deal.hands[1] is None
    assert deal.hands[2] == ()
    assert deal.record()["hands"] == ["AH KH", None, "", "6H TH"]
    assert Deal(deal.text()) == deal
    with pytest.raises(DealError, match="seat 1's hand is unknown"):
        Position(deal)


def test_fields_left_out_or_null_are_as_the_rules_page_says() -> None:
    deal = Deal.from_record({"variant": "whist", "hands": ["2C", "3C", "4C", "5C"]})
    assert (deal.players, deal.trump, deal.leader, deal.maker, deal.bid) == (4, None, 0, None, None)
    assert (deal.options, deal.plays, deal.discards, deal.extra) == ({}, (), (), {})
    nulls = dict.fromkeys(("options", "players", "trump", "leader", "plays", "maker", "discards"))
    assert (
        Deal.from_record({"variant": "whist", "hands": ["2C", "3C", "4C", "5C"], **nulls}) == deal
    )


def test_the_maker_leads_if_no_leader_is_named() -> None:
    assert read(leader=None, plays="").leader == 2


def test_cards_are_read_in_every_spelling_and_written_in_one() -> None:
    deal = read(hands=["♥A,kh", ["3H", "4h"], "5D8H", "6H 10H"], plays=["5d", "♡6"])
    assert deal.record()["hands"] == RECORD["hands"]
    assert deal.plays == (Card("5D"), Card("6H"))


def test_an_alias_is_kept_as_it_was_written() -> None:
    deal = read(variant="high_five")
    assert deal.record()["variant"] == "high_five"
    assert deal.rules.name == "cinch"


def test_options_are_written_as_values_of_json() -> None:
    options = {"teams": [0, 1, 1, 0], "draw": "no_rob", "first_lead_trump": True, "set_back": False}
    deal = read(options=options)
    assert deal.record()["options"] == options
    assert Deal(deal.text()).record()["options"] == options


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(min_size=1).filter(lambda name: name not in RECORD), JSON))
def test_any_further_field_comes_back_by_record_and_by_text(extra: dict[str, object]) -> None:
    deal = read(**extra)
    assert deal.record() == {**RECORD, **extra}
    again = Deal(deal.text())
    assert again == deal
    assert hash(again) == hash(deal)
    assert again.record() == deal.record()


# ---- wrong fields


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variant": "bridge"}, "no variant 'bridge'; known: "),
        ({"variant": 7}, "variant 7: expected a name such as 'cinch'"),
        ({"variant": None}, "variant None: expected a name"),
        ({"options": {"luck": 1}}, "no option 'luck' in cinch, which has: teams, "),
        ({"options": {"draw": "twice"}}, 'option draw cannot be "twice": expected "rob", '),
        ({"options": {"set_back": 1}}, "option set_back cannot be 1: expected true or false"),
        ({"options": [1]}, "options [1]: expected an object of names and values"),
        ({"players": True}, "players True: expected a whole number"),
        ({"players": 4.0}, "players 4.0: expected a whole number"),
        ({"players": "4"}, "players '4': expected a whole number"),
        ({"leader": 10**30}, "leader 1000000000000000000000000000000: expected a whole number"),
        ({"maker": False}, "maker False: expected a whole number"),
        ({"bid": [9]}, "bid [9]: expected a whole number"),
        ({"trump": "X"}, "trump 'X': expected C, D, H, S or null"),
        ({"trump": 2}, "trump 2: expected C, D, H, S or null"),
        ({"trump": ""}, "trump '': expected C, D, H, S or null"),
        ({"hands": "AH KH"}, "hands 'AH KH': expected a list, one entry a seat"),
        ({"hands": {}}, "hands {}: expected a list"),
        ({"hands": []}, "hands: expected a list of hands"),
        ({"hands": None}, "hands: expected a list of hands"),
        ({"hands": ["AH", 7, "KH", "QH"]}, "seat 1's hand 7: expected cards such as 'AH TD'"),
        ({"hands": ["AH", "XX", "KH", "1H"]}, "seat 1's hand: not a card: 'XX'"),
        ({"hands": [["AH", 1], "KH", "QH", "JH"]}, "seat 0's hand ['AH', 1]: expected cards"),
        ({"plays": "5D ZZ"}, "plays: not a card: 'ZZ'"),
        ({"plays": 5}, "plays 5: expected cards"),
        ({"discards": "2C"}, "discards '2C': expected a list, one entry a seat"),
        ({"discards": ["2C", 3, "", ""]}, "seat 1's discards 3: expected cards"),
        ({"stock": {"2C": 1}}, "stock {'2C': 1}: expected cards"),
        ({"note": {1, 2}}, "a field of the record is no JSON"),
        ({"note": object()}, "a field of the record is no JSON"),
    ],
    ids=str,
)
def test_a_wrong_field_is_told_by_name_value_and_expectation(
    changes: dict[str, object], said: str
) -> None:
    assert said in message(**changes)


def test_all_wrong_fields_are_told_at_once() -> None:
    said = message(hands=["AH", "XX", 3, "YY"], trump="Z", players=1.5, bid="x", plays="?")
    for part in ("seat 1's hand", "'XX'", "seat 2's hand 3", "'YY'", "trump 'Z'", "players 1.5"):
        assert part in said
    assert "bid 'x'" in said
    assert "plays: not a card: '?'" in said


def test_all_unknown_options_are_told_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        read(options={"luck": 1, "draw": "x", "set_back": None})
    for part in ("'luck'", "draw", "set_back"):
        assert part in str(caught.value)


@pytest.mark.parametrize("record", [None, 7, "cinch", [], [RECORD], b"{}"])
def test_what_is_no_object_is_no_record(record: Any) -> None:
    with pytest.raises(NotationError, match="a deal record is a JSON object, not"):
        Deal.from_record(record)


def nested(depth: int) -> list[object]:
    inner: list[object] = []
    for _ in range(depth):
        inner = [inner]
    return inner


MEGABYTES = "AH " * 3_400_000
HOSTILE: list[dict[str, object]] = [
    {"players": 10**5000},
    {"bid": -(10**100)},
    {"leader": 2**31},
    {"maker": 9999},
    {"players": 9999},
    {"players": -1},
    {"players": 0},
    {"hands": ["AH"] * 10_000},
    {"hands": [None] * 10_000},
    {"hands": [["AH"] * 10_000] * 4},
    {"hands": [MEGABYTES, "", "", ""]},
    {"hands": ["x" * 10_000_000, "", "", ""]},
    {"plays": MEGABYTES},
    {"stock": "JK" * 1_000_000},
    {"discards": ["AH"] * 10_000},
    {"variant": "x" * 10_000_000},
    {"variant": "cinch?set_back=true"},
    {"variant": "cin\0ch"},
    {"variant": "\ud800"},
    {"trump": "\ud800"},
    {"hands": ["\ud800", "", "", ""]},
    {"plays": "AH\0KH"},
    {"options": {"x" * 10_000_000: 1}},
    {"options": {"draw": "\ud800"}},
    {"options": {"\ud800": 1}},
    {"options": {"draw": "\0" * 100}},
    {"options": {"teams": [0] * 1_000_000}},
    {"options": {"teams": nested(100_000)}},
    {"options": {"set_back": float("nan")}},
    {"options": {str(number): number for number in range(10_000)}},
    {"id": "x" * 10_000_000},
    {"id": "\ud800"},
    {"\ud800": 1},
    {"": 1},
    {"id": float("nan")},
    {"id": float("inf")},
    {"id": 10**5000},
    {"note": nested(500)},
    {"note": nested(100_000)},
    {7: 1},  # type: ignore[dict-item]
    {(1, 2): 1},  # type: ignore[dict-item]
]


@pytest.mark.parametrize("changes", HOSTILE, ids=lambda each: ascii(next(iter(each))))
def test_a_hostile_record_is_a_kibitz_error_or_fine_and_soon(
    changes: dict[str, object],
) -> None:
    begun = time.monotonic()
    try:
        deal = Deal.from_record({**RECORD, **changes})
        again = Deal.from_record(deal.record())
        assert again == deal
        if len(deal.text()) < 1_000_000:
            assert Deal(deal.text()) == deal
        Position(deal)
    except KibitzError as error:
        text = str(error)
        assert text.encode(errors="strict")
        assert len(text) < 20_000
    assert time.monotonic() - begun < 5


@given(st.dictionaries(st.sampled_from(list(RECORD)[:10]), JSON))
def test_any_value_in_any_field_is_an_error_of_kibitz_or_fine(changes: dict[str, object]) -> None:
    try:
        deal = read(**changes)
        assert Deal.from_record(deal.record()) == deal
        assert Deal(deal.text()) == deal
        Position(deal)
    except KibitzError:
        pass
