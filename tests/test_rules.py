"""House rules: read from a file or a mapping, played and solved without a line of code."""

import json
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
import reference
from endings import endings, known
from kibitz import Card, Deal, DealError, NotationError, Position, Rules, RulesError, load_rules

Record = dict[str, Any]
ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
QUEENS: Record = {"base": "hearts", "name": "queens", "card_points": {"H": -1, "QS": -5, "QH": -6}}
MADE_UP: Record = {
    "base": "whist",
    "name": "tarock",
    "players": [2, 5],
    "partnerships": [4],
    "pack": "-2C -2D -2H -2S +JL +JK",
    "trump": "named_or_none",
    "follow": "or_trump",
    "joker": "above_ten_trumps",
    "off_five": True,
    "trick_points": 2,
    "card_points": {"S": -1, "KS": 4, "QC": 3},
    "trump_points": {"A": 2, "off_five": 7, "high": 3, "joker": -2},
    "high_to": "holder",
}


def position(record: Record, house: Record) -> Position:
    return Position(load_rules(house).deal(record))


def brute(found: Position, side: set[int]) -> int:
    """The value for some seats, by looking at every line of play."""
    if found.is_over:
        return sum(found.points[seat] for seat in side)
    best = max if found.to_move in side else min
    return best(brute(found.play(card), side) for card in found.legal())


def brute_vector(found: Position) -> tuple[int, ...]:
    """max^n, by looking at every line of play."""
    if found.is_over:
        return tuple(found.points)
    mover = found.to_move
    assert mover is not None
    left = [(mover + step) % found.players for step in range(1, found.players)]
    return max(
        (brute_vector(found.play(card)) for card in found.legal()),
        key=lambda value: [value[mover], *(-value[seat] for seat in left)],
    )


# ---- reading


def test_rules_are_read_from_toml_json_and_mappings_alike(tmp_path: Path) -> None:
    toml, other = tmp_path / "queens.toml", tmp_path / "queens.json"
    toml.write_text(
        'base = "hearts"\nname = "queens"\n[card_points]\nH = -1\nQS = -5\nQH = -6\n', "utf-8"
    )
    other.write_text(json.dumps(QUEENS), "utf-8")
    read = [load_rules(toml), load_rules(str(other)), load_rules(QUEENS)]
    assert {house.name for house in read} == {"queens"}
    assert {house.rules for house in read} == {Rules("hearts", card_points=QUEENS["card_points"])}


def test_rules_without_a_name_go_by_that_of_their_base() -> None:
    house = load_rules({"base": "cinch", "set_back": True})
    assert house.name == "cinch"
    assert house.rules == Rules("cinch", set_back=True)


FIELDS = [
    (variant, name, allowed)
    for variant in ("cinch", "pitch", "modern_hearts", "auction_hearts")
    for name, allowed, *_ in (*Rules(variant).option_table(), *Rules(variant).field_table())
]


@pytest.mark.parametrize(("variant", "name", "allowed"), FIELDS)
@pytest.mark.parametrize("value", ["neither", 1.5, [["x"]], {"1X": 1}, 10**30])
def test_a_value_that_a_field_cannot_have_is_told_with_what_it_can(
    variant: str, name: str, allowed: str, value: object
) -> None:
    with pytest.raises(RulesError) as error:
        load_rules({"base": variant, name: value})
    assert re.match(f"option {name} cannot be .*: expected ", str(error.value))
    assert allowed in str(error.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "base: expected the name of a variant to start from: pitch, "),
        ({"base": 5}, "base: expected the name of a variant"),
        ({"base": "bridge"}, "no variant 'bridge'; known: pitch, "),
        ({"base": "hearts", "name": "my rules"}, "name 'my rules': expected letters, digits"),
        ({"base": "hearts", "name": 7}, "name 7: expected letters, digits and underscores"),
        ({"base": "hearts", "luck": 1}, "no option 'luck' in hearts, which has: teams, "),
        ({"base": "hearts", "pack": object()}, "option pack cannot be <object.*: expected a text"),
        ({"base": "hearts", "off_five": True}, "expected no off_five"),
        ({"base": "hearts", "follow": "or_trump"}, "follow or_trump: expected a trump"),
        ({"base": "hearts", "joker": "below_trumps"}, "a Joker among trumps: expected a trump"),
        ({"base": "cinch", "joker": "above_ten_hearts"}, "expected trump none"),
        ({"base": "hearts", "pack": "+JK"}, "a Joker in the pack: expected a place, joker"),
        ({"base": "cinch", "stock": "domino"}, "a stock: expected trump none"),
        ({"base": "hearts", "score": "cinch"}, "score by a bid: expected a trump"),
        (
            {"base": "modern_pitch", "off_five": True},
            "expected at most three more trumps",
        ),
        ({"base": "pitch", "trump_points": {"game": -1}}, "game by pips: expected no negative"),
    ],
)
def test_what_is_wrong_with_rules_is_told(fields: Record, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules(fields)


def test_all_wrong_fields_are_told_at_once() -> None:
    with pytest.raises(RulesError) as error:
        load_rules({"base": "hearts", "luck": 1, "widow": 7, "trick_points": "many"})
    for name in ("luck", "widow", "trick_points"):
        assert name in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.toml", b"base = hearts", r"a\.toml: not TOML: "),
        ("a.json", b"base = 'hearts'", r"a\.json: not JSON, as a file is that does not end in"),
        ("a.toml", b'base = "hearts"\nplayers = 1979-05-27', r"a\.toml: option players cannot be"),
        ("a.json", b"[]", r"a\.json: expected an object of fields"),
        ("a.json", b"[" * 60_000, r"a\.json: "),
        ("a.json", b"\xff", r"a\.json: .*utf-8"),
        ("a.json", b" " * 70_000, r"a\.json: 70000 bytes: expected at most 65536"),
        ("a.json", b'{"base": "hearts", "widow": 1}', r"a\.json: option widow cannot be 1"),
    ],
)
def test_a_file_that_holds_no_rules_is_told_by_its_name(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(RulesError, match=message):
        load_rules(tmp_path / name)


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"none\.toml: No such file"):
        load_rules(tmp_path / "none.toml")


# ---- records of house rules


def test_a_record_that_names_house_rules_or_nothing_is_played_by_them() -> None:
    house = load_rules(QUEENS)
    record: Record = {"leader": 0, "hands": ["AS", "QS", "2S", "3S"], "plays": "AS QS 2S 3S"}
    for named in ({}, {"variant": "queens"}):
        deal = house.deal(record | named)
        assert Position(deal).points == (-5, 0, 0, 0)
        assert Deal.from_record(deal.record()) == deal
        assert Deal(deal.text()) == deal
    assert Position(house.deal(record | {"variant": "hearts"})).points == (0, 0, 0, 0)
    with pytest.raises(RulesError, match="no variant 'kings'"):
        house.deal(record | {"variant": "kings"})


def test_options_of_a_record_count_for_more_than_those_of_its_house_rules() -> None:
    house = load_rules({"base": "pitch", "name": "home", "three": True, "off_jack": True})
    record: Record = {"leader": 0, "trump": "H", "hands": ["AH", "3H", "4C", "5C"]}
    for three, points in ((True, 6), (False, 3)):
        deal = house.deal(record | {"options": {"three": three}})
        assert kibitz.solve(deal, side=0).value == points - 1
        assert deal.options["off_jack"] is True


def test_a_suit_to_avoid_in_house_rules_counts_once() -> None:
    house = load_rules({"base": "auction_hearts", "name": "clubs", "penalty_suit": "C"})
    record: Record = {"leader": 0, "hands": ["AC", "3C", "4C", "5H"], "plays": "AC 3C 4C 5H"}
    deal = house.deal(record)
    assert Position(deal).points == (-3, 0, 0, 0)
    assert Deal.from_record(deal.record()) == deal
    again = house.deal(record | {"options": {"penalty_suit": "H", "jack_of_diamonds": True}})
    assert Position(again).points == (-1, 0, 0, 0)
    assert again.options == {"jack_of_diamonds": True}


@pytest.mark.parametrize("options", [[], "low_to", {1: 2}])
def test_options_of_a_record_that_are_none_are_told(options: object) -> None:
    with pytest.raises((RulesError, NotationError), match="options"):
        load_rules(QUEENS).deal({"leader": 0, "hands": ["AH"] * 4, "options": options or [1]})


def test_rules_of_a_record_are_checked_as_those_of_a_file() -> None:
    with pytest.raises(RulesError, match="option widow cannot be 3: expected true or false"):
        load_rules(QUEENS).deal({"leader": 0, "hands": ["AH"], "options": {"widow": 3}})


SETTINGS = [
    Rules("auction_hearts", penalty_suit="C"),
    Rules("hearts", jack_of_diamonds=True),
    Rules("hearts", card_points={"H": -1}),
    Rules("pitch", three=True, jokers=2, off_jack=True),
    Rules("cinch", teams=[0, 0, 1, 1]),
    Rules("joker_hearts", lead_card="JK", shoot_the_moon="own"),
    Rules("pedro", trump="named", first_lead_trump=True),
    load_rules(MADE_UP).rules,
]


@pytest.mark.parametrize("rules", SETTINGS, ids=lambda rules: rules.text)
def test_rules_are_rebuilt_from_their_options(rules: Rules) -> None:
    assert Rules(rules.name, **rules.options) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules


@pytest.mark.parametrize("rules", SETTINGS, ids=lambda rules: rules.text)
def test_a_deal_by_any_options_is_written_and_read_again(rules: Rules) -> None:
    record: Record = {"variant": rules.name, "options": rules.options, "leader": 0}
    record |= {"hands": ["3H", "4H", "5H", "6H"], "trump": "H" if rules.trumps else None}
    deal = Deal.from_record(record)
    assert Deal.from_record(deal.record()) == deal
    assert Deal(deal.text()) == deal


# ---- play


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_file_is_read_and_played(path: Path) -> None:
    house = load_rules(path)
    assert house.name == path.stem
    assert house.rules != Rules(house.rules.name)


def test_queens_count_five_in_the_example_of_them() -> None:
    (path,) = [path for path in EXAMPLES if path.stem == "queens"]
    record = {"variant": "queens", "leader": 0, "hands": ["AS 2S", "QS 3S", "QC 4C", "QH 5H"]}
    found = Position(load_rules(path).deal(record | {"plays": "AS QS QC QH"}))
    assert found.points == (-15, 0, 0, 0)


@given(data=st.data())
def test_black_lady_made_from_hearts_by_data_is_black_lady(data: st.DataObject) -> None:
    record: Record = data.draw(endings("black_lady"))
    house = {"base": "hearts", "name": "black_lady", "card_points": {"H": -1, "QS": -13}}
    _agrees_with_the_oracle(record, house)


@given(data=st.data())
def test_cinch_made_from_pedro_by_data_is_cinch(data: st.DataObject) -> None:
    record: Record = data.draw(endings("cinch"))
    house = {
        "base": "pedro",
        "name": "cinch",
        "players": [2, 6],
        "partnerships": [4, 6],
        "trump": "named",
        "off_five": True,
        "trump_points": {"A": 1, "2": 1, "J": 1, "T": 1, "5": 5, "off_five": 5},
        "game": "none",
        "score": "cinch",
    }
    _agrees_with_the_oracle(record, house)


def _agrees_with_the_oracle(record: Record, house: Record) -> None:
    named = {name for name, *_ in load_rules(house).rules.option_table()}
    options = {name: value for name, value in record["options"].items() if name in named}
    found, wanted = position(record | {"options": options}, house), known(record)
    assert sorted(map(str, found.legal())) == reference.legal(reference.start(wanted))
    assert [kibitz.solve(found, side=seat).value for seat in range(found.players)] == (
        reference.paranoid(wanted)
    )
    assert list(kibitz.maxn(found).values or ()) == reference.maxn(wanted)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("trump", ["C", "H", None])
def test_a_made_up_game_is_worth_what_looking_at_every_line_says(
    players: int, trump: str | None, rng: random.Random
) -> None:
    pack = [r + s for s in "CDHS" for r in "3456789TJQKA"] + (["JL", "JK"] if trump else [])
    few = [card for card in pack if card[0] in "J5KAQ" or card[1] in "HC"]
    for _ in range(12):
        hands = rng.sample(few, players * (10 // players))
        record: Record = {"variant": "tarock", "players": players, "trump": trump, "leader": 1}
        record["hands"] = [" ".join(hands[seat::players]) for seat in range(players)]
        found = position(record, MADE_UP)
        for side in ([0], [1], [0, players - 1]):
            assert kibitz.solve(found, side=side).value == brute(found, set(side))
        assert kibitz.maxn(found).values == brute_vector(found)


def test_a_made_up_game_counts_what_its_data_say() -> None:
    """The off-five ranks below the five, a Joker above the ten; High goes to its holder."""
    record: Record = {"players": 4, "trump": "H", "leader": 0}
    record |= {"hands": ["5H KS", "5D 3S", "JK TH", "QC 4S"], "plays": "5H 5D JK QC TH 4S KS 3S"}
    found = position(record, MADE_UP)
    assert [trick.winner for trick in found.tricks] == [2, 2]
    # Two tricks 4, the off-five 7, the queen 3, the Joker -2, the king 4, two spades -2; and the
    # Joker is the highest trump.
    assert found.points == (0, 0, 4 + 7 + 3 - 2 + 4 - 2 + 3, 0)


def test_a_made_up_pack_refuses_what_is_not_in_it() -> None:
    record: Record = {"players": 2, "trump": "H", "leader": 0, "hands": ["2C", "JK"]}
    with pytest.raises(DealError, match="2C in seat 0's hand is not in the pack"):
        position(record, MADE_UP)
    assert Card("JK") in position(record | {"hands": ["3C", "JK"]}, MADE_UP).hands[1]
