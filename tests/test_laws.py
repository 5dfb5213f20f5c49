"""What the laws leave standing in a deal (RULES section 5): legal plays, values and scores."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kibitz
import reference
from endings import MOST_CARDS, base_of, endings, known, payoffs_of, teams_of
from kibitz import Deal, DealError, NotationError, Position

Record = dict[str, Any]

LEADS = ["lead_trump", "lead_no_trump", "lead_heart", "lead_no_heart"]
PLAYS = ["discard_no_heart", "highest", "lowest", "trump", "no_trump"]
CARDS = ["play_card", "withhold_trump"]
LAWFUL = max(25, settings().max_examples // 2)
"""How many deals of a variant: the oracle looks at every line of each."""
VARIANTS = [
    "cinch",
    "pitch",
    "modern_pitch",
    "dom_pedro",
    "hearts",
    "joker_hearts",
    "modern_hearts",
    "heartsette",
    "domino_hearts",
    "whist",
]


def position(record: Record) -> Position:
    return Position(Deal.from_record(record))


def legal(record: Record) -> set[str]:
    return set(map(str, position(record).legal()))


def points(record: Record) -> tuple[int, ...]:
    """What max^n makes of the record: where all plays are forced, the points at its end."""
    values = kibitz.maxn(position(record)).values
    assert values is not None
    return values


def deal_score(record: Record) -> tuple[int, ...]:
    values = kibitz.maxn(position(record), payoff="deal_score").values
    assert values is not None
    return values


def demand(seat: int, kind: str, card: str | None = None) -> Record:
    return {"seat": seat, "kind": kind} | ({} if card is None else {"card": card})


def cinch(hands: str, plays: str = "", trump: str = "H", **more: Any) -> Record:
    return _record("cinch", hands, plays, {"trump": trump, **more})


def hearts(hands: str, plays: str = "", **more: Any) -> Record:
    return _record("hearts", hands, plays, more)


def _record(variant: str, hands: str, plays: str, more: Record) -> Record:
    held = hands.split("/")
    record = {"variant": variant, "players": len(held), "leader": 0, "hands": held, "plays": plays}
    return record | more


# ---- each law shown to matter


@pytest.mark.parametrize(
    ("kind", "card", "allowed"),
    [
        (None, None, {"AH", "3H", "KS"}),
        ("lead_trump", None, {"AH", "3H"}),
        ("lead_no_trump", None, {"KS"}),
        ("lead_heart", None, {"AH", "3H"}),
        ("lead_no_heart", None, {"KS"}),
        ("play_card", "3H", {"3H"}),
        ("withhold_trump", "AH", {"3H", "KS"}),
        ("highest", None, {"AH", "3H", "KS"}),
        ("trump", None, {"AH", "3H", "KS"}),
        ("discard_no_heart", None, {"AH", "3H", "KS"}),
    ],
)
def test_a_demand_binds_a_lead_or_is_not_about_one(
    kind: str | None, card: str | None, allowed: set[str]
) -> None:
    demands = [] if kind is None else [demand(0, kind, card)]
    assert legal(cinch("AH 3H KS/5H 6H 7H/8H 9H TH/JH QH KH", demands=demands)) == allowed


@pytest.mark.parametrize(
    ("kind", "card", "allowed"),
    [
        (None, None, {"3S", "9S", "2H", "KH"}),
        ("highest", None, {"9S"}),
        ("lowest", None, {"3S"}),
        ("trump", None, {"2H", "KH"}),
        ("no_trump", None, {"3S", "9S"}),
        ("play_card", "9S", {"9S"}),
        ("play_card", "4C", {"3S", "9S", "2H", "KH"}),
        ("withhold_trump", "KH", {"3S", "9S", "2H"}),
        ("lead_trump", None, {"3S", "9S", "2H", "KH"}),
    ],
)
def test_a_demand_binds_a_play_if_it_can_be_met_without_revoking(
    kind: str | None, card: str | None, allowed: set[str]
) -> None:
    """Spades are led; a trump may always be played, a club would be a revoke."""
    demands = [] if kind is None else [demand(1, kind, card)]
    hands = "AS 5S 6S 7S 8S/3S 9S 2H KH 4C/TS JS QS KS 2S/4S AC KC QC JC"
    assert legal(cinch(hands, "AS", demands=demands)) == allowed


def test_a_demand_that_would_be_a_revoke_does_not_bind() -> None:
    hands = "AH 2C/3H 4H/5H 6H/7H 8H"
    for asked in (demand(1, "no_trump"), demand(1, "withhold_trump", "3H")):
        allowed = {"4H"} if asked["kind"] == "withhold_trump" else {"3H", "4H"}
        assert legal(cinch(hands, "AH", demands=[asked])) == allowed


def test_an_exposed_trump_is_withheld_even_by_a_revoke() -> None:
    record = cinch("AH 2C/3H 9S/5H 6H/7H 8H", "AH")
    assert legal(record) == {"3H"}
    assert legal(record | {"demands": [demand(1, "withhold_trump", "3H")]}) == {"9S"}


def test_an_exposed_trump_that_is_the_last_card_is_played() -> None:
    record = cinch("AH/3H/5H/7H", "AH", demands=[demand(1, "withhold_trump", "3H")])
    assert legal(record) == {"3H"}


def test_a_trump_is_withheld_though_another_demand_would_ask_for_it() -> None:
    record = cinch("AH 2C/KH 9S 3H/5H 6H/7H 8H", "AH", short=True)
    record["demands"] = [demand(1, "highest"), demand(1, "withhold_trump", "KH")]
    assert legal(record) == {"3H"}
    record["demands"].reverse()
    assert legal(record) == {"3H"}


def test_two_exposed_trumps_are_both_withheld() -> None:
    record = cinch("AH 2C 4C/KH 9S 3H/5H 6H TC/7H 8H JC", "AH")
    record["demands"] = [demand(1, "withhold_trump", "KH"), demand(1, "withhold_trump", "3H")]
    assert legal(record) == {"9S"}


def test_a_discard_of_a_heart_is_forbidden_to_one_who_is_void() -> None:
    hands = "AS 2S/3H 4C/5S 6S/7S 8S"
    asked = [demand(1, "discard_no_heart")]
    assert legal(hearts(hands, "AS")) == {"3H", "4C"}
    assert legal(hearts(hands, "AS", demands=asked)) == {"4C"}
    assert legal(hearts("AS 2S/3H 4H/5S 6S/7S 8S", "AS", demands=asked)) == {"3H", "4H"}
    assert legal(hearts("AH 2S/3H 4H/5S 6S/7S 8S", "AH", demands=asked)) == {"3H", "4H"}


def test_a_demand_on_a_lead_waits_for_it_and_is_then_gone() -> None:
    asked = [demand(1, "lead_heart")]
    record = hearts("2S 3S 4S/AS KS 5H/5S 6S 7S/8S 9S TS", demands=asked)
    assert legal(record | {"plays": "2S"}) == {"AS", "KS"}
    assert legal(record | {"plays": "2S AS 5S 8S"}) == {"5H"}
    after = record | {"hands": ["2S 3S 4S", "AS 5H AH KH", "5S 6S 7S", "8S 9S TS"], "short": True}
    assert legal(after | {"plays": "2S AS 5S 8S"}) == {"5H", "AH", "KH"}
    assert legal(after | {"plays": "2S AS 5S 8S AH 6S 9S 3S"}) == {"5H", "KH"}
    mixed = record | {"hands": ["2S 3S 4S", "AS KS 5H", "5S 6S 7S", "8S 9S TS"]}
    assert legal(mixed | {"plays": "2S AS 5S 8S 5H 6S 9S 3S"}) == {"KS"}


def test_a_demand_on_a_play_is_gone_after_it() -> None:
    record = cinch("AS 5S/3S 9S/TS JS/4S 6S", demands=[demand(1, "highest")])
    assert legal(record | {"plays": "AS"}) == {"9S"}
    record["hands"] = ["AS 5S KS", "3S 9S 8S", "TS JS QS", "4S 6S 7S"]
    assert legal(record | {"plays": "AS"}) == {"9S"}
    assert legal(record | {"plays": "AS 9S TS 4S KS"}) == {"3S", "8S"}


def test_a_demand_changes_the_value() -> None:
    """The ten of trumps would be kept back, were it not called."""
    record = cinch("AH 2C/TH 9H/3C 4C/6C 7C")
    free = kibitz.solve(position(record)).value
    called = kibitz.solve(position(record | {"demands": [demand(1, "play_card", "TH")]})).value
    assert free == 1
    assert called == 2


def test_a_side_that_cannot_score_has_no_points_but_keeps_them_from_the_others() -> None:
    record = cinch("AH 2C/5H 9H/3C 4C/6C 7C")
    silent = record | {"cannot_score": [0, 2]}
    assert kibitz.solve(position(record), side=[0, 2]).value == 1
    assert kibitz.solve(position(silent), side=[0, 2]).value == 0
    assert points(silent) == (0, 5, 0, 0)


@pytest.mark.parametrize(
    ("bid", "laws", "expected"),
    [
        (1, {}, 1),
        (8, {}, -8 - 5),
        (8, {"bid_waived": True}, -4),
        (8, {"bid_waived": True, "cannot_score": [1, 3]}, 1),
        (1, {"cannot_score": [1, 3]}, 1),
        (8, {"cannot_score": [1, 3]}, 0),
        (1, {"cannot_score": [0, 2]}, -5),
        (8, {"cannot_score": [0, 2]}, -13),
    ],
)
def test_cinch_writes_down_what_the_laws_leave_of_a_bid(
    bid: int, laws: Record, expected: int
) -> None:
    """The maker's side takes one point, the others five (six if nothing is forced to them)."""
    record = cinch("AH 2C/5H 9H/3C 4C/6C 7C", "AH 9H 3C 6C 2C 5H 4C 7C", maker=0, bid=bid)
    record |= laws
    made = reference.deal_score(reference.start(record))
    assert deal_score(record) == made
    if bid == 1 and not laws:
        expected = made[0]
    assert made[0] == expected


def test_a_credited_trick_counts_for_another_and_its_winner_leads() -> None:
    record = hearts("AH 2C/3H 9C/4H TC/5H JC", "AH 3H 4H 5H", credits=[{"trick": 0, "seat": 2}])
    assert position(record).to_move == 0
    assert points(record) == (0, 0, -4, 0)
    assert points(record | {"credits": [{"trick": 1, "seat": 2}]}) == (-4, 0, 0, 0)


def test_the_last_trick_counts_for_the_seat_that_must_take_it() -> None:
    record = hearts("2C AH/9C 3H/TC 4H/3C 5H", "2C 9C TC 3C 4H")
    assert points(record) == (-4, 0, 0, 0)
    assert points(record | {"last_trick": 1}) == (0, -4, 0, 0)


def test_short_hands_are_lawful_only_when_the_record_marks_them() -> None:
    record = hearts("AH 2C/3H/4H TC/5H JC", "AH 3H 4H 5H")
    with pytest.raises(DealError, match="expected equally many"):
        position(record)
    marked = position(record | {"short": True})
    assert marked.play("2C").to_move == 2
    assert points(record | {"short": True}) == (-4, 0, 0, 0)


def test_one_who_wins_with_his_last_card_passes_the_lead_to_the_next() -> None:
    record = hearts("3C 2C/AC/4C TC/5C JC", "3C AC 4C 5C", short=True)
    assert position(record).to_move == 2


# ---- faults


@pytest.mark.parametrize(
    ("laws", "message"),
    [
        ({"exposed": ["AH"]}, "expected exposed cards of 4 seats, not of 1"),
        ({"exposed": ["3H", "", "", ""]}, "3H is exposed but not in seat 0's hand"),
        ({"demands": [demand(4, "highest")]}, "a demand names seat 4: expected 0 to 3"),
        ({"demands": [demand(0, "highest", "AH")]}, "a demand on seat 0 names a card"),
        ({"demands": [demand(0, "play_card")]}, "a demand on seat 0 names no card"),
        ({"demands": [demand(0, "play_card", "3H")]}, "3H is demanded but not in seat 0's hand"),
        ({"demands": [demand(0, "highest")] * 17}, "expected at most 16 demands"),
        ({"cannot_score": [7]}, "cannot_score names seat 7: expected 0 to 3"),
        ({"credits": [{"trick": 0, "seat": 9}]}, "a credited trick names seat 9"),
        ({"credits": [{"trick": 64, "seat": 0}]}, "credited trick 64: expected 0 to 63"),
        ({"credits": [{"trick": -1, "seat": 0}]}, "credited trick -1: expected 0 to 63"),
        ({"last_trick": -1}, "last_trick names seat -1: expected 0 to 3"),
    ],
)
def test_a_law_that_does_not_fit_the_deal_is_a_fault(laws: Record, message: str) -> None:
    with pytest.raises(DealError, match=message):
        position(hearts("AH/2H/4H/5H") | laws)


def test_a_demand_before_the_trump_is_named_is_a_fault() -> None:
    record = _record("pitch", "AH/2H/4H/5H", "", {"maker": 0, "bid": 1, "trump": None})
    with pytest.raises(DealError, match="a demand while the trump is not named"):
        position(record | {"demands": [demand(0, "lead_trump")]})


@pytest.mark.parametrize(
    ("laws", "message"),
    [
        ({"demands": [demand(0, "please")]}, "no demand 'please': expected one of lead_trump, "),
        ({"demands": [{"kind": "highest"}]}, "demands .*expected whole numbers for seat"),
        ({"demands": [{"seat": 0}]}, "expected a kind such as 'highest'"),
        ({"demands": [{"seat": 0, "kind": "highest", "why": 1}]}, "objects of seat, kind, card"),
        ({"demands": "highest"}, "demands 'highest': expected a list"),
        ({"demands": [demand(0, "play_card", "AH KH")]}, "at most one card"),
        ({"cannot_score": ["0"]}, "cannot_score .*expected a list of seats"),
        ({"credits": [{"trick": 0}]}, "credits .*expected whole numbers"),
        ({"last_trick": "3"}, "last_trick '3': expected a whole number"),
        ({"bid_waived": 1}, "bid_waived 1: expected true or false"),
        ({"short": "yes"}, "short 'yes': expected true or false"),
        ({"exposed": ["1H", "", "", ""]}, "seat 0's exposed cards"),
    ],
)
def test_a_law_that_cannot_be_read_is_told(laws: Record, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Deal.from_record(hearts("AH/2H/4H/5H") | laws)


# ---- all of them together, against the oracle


@st.composite
def under_law(draw: st.DrawFn, variant: str) -> Record:
    """A small ending in which something or other has gone wrong, and some plays on from it."""
    record: Record = {**draw(endings(variant)), "plays": ""}
    assume(len(set(teams_of(record))) > 1)  # who has the most pips of one?
    players, base = record["players"], base_of(record)
    seats = st.integers(0, players - 1)
    hands = [hand.split() for hand in record["hands"]]
    if base != "domino_hearts" and draw(st.booleans(), label="short"):
        hands = [hand[: draw(st.integers(max(0, len(hand) - 1), len(hand)))] for hand in hands]
        record |= {"hands": [" ".join(hand) for hand in hands], "short": True}
    if record["trump"] or base in reference.HEARTS or base == "whist":
        record["demands"] = draw(st.lists(_demands(hands), max_size=4), label="demands")
    record["exposed"] = [" ".join(hand[: draw(st.integers(0, 1))]) for hand in hands]
    if draw(st.booleans()):
        teams, silent = teams_of(record), draw(seats)
        record["cannot_score"] = [s for s in range(players) if teams[s] == teams[silent]]
    record["bid_waived"] = draw(st.booleans(), label="waived")
    tricks = draw(st.lists(st.integers(0, 3), unique=True, max_size=2), label="credited")
    record["credits"] = [{"trick": trick, "seat": draw(seats)} for trick in tricks]
    record["last_trick"] = draw(st.none() | seats, label="last trick")
    leads = [card for card in hands[record["leader"]] if card not in reference.JOKERS]
    assume(record["trump"] or base in reference.HEARTS or base == "whist" or leads)
    if base in reference.ALL_FOURS and not record["trump"]:
        assume(hands[record["leader"]])
    state, plays = reference.start(known(record)), []
    left = sum(map(len, state.hands)) + len(state.stock)
    for _ in range(max(0, left - MOST_CARDS) + draw(st.sampled_from([0, 0, 1, 2, 3, 5]))):
        if reference.over(state):
            break
        choice = reference.legal(state)
        plays.append(choice[draw(st.integers(0, 99)) % len(choice)])
        state = reference.play(state, plays[-1])
    return record | {"plays": " ".join(plays)}


@st.composite
def _demands(draw: st.DrawFn, hands: list[list[str]]) -> Record:
    seat = draw(st.integers(0, len(hands) - 1))
    kind = draw(st.sampled_from([*LEADS, *PLAYS, *(CARDS if hands[seat] else [])]))
    return demand(seat, kind, draw(st.sampled_from(hands[seat])) if kind in CARDS else None)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=LAWFUL)
@given(data=st.data())
def test_plays_under_the_laws_are_those_of_the_oracle(variant: str, data: st.DataObject) -> None:
    record = data.draw(under_law(variant))
    state, found = (
        reference.start(known({**record, "plays": ""})),
        Position.start(Deal.from_record(record)),
    )
    for card in record["plays"].split():
        assert sorted(map(str, found.legal())) == reference.legal(state)
        found, state = found.play(card), reference.play(state, card)
        assert found.is_over == reference.over(state)
    if not found.is_over:
        assert found.to_move == state.turn
        assert sorted(map(str, found.legal())) == reference.legal(state)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=LAWFUL)
@given(data=st.data())
def test_values_under_the_laws_are_those_of_the_oracle(variant: str, data: st.DataObject) -> None:
    record = data.draw(under_law(variant))
    found, wanted = position(record), known(record)
    teams = teams_of(record)
    assert [kibitz.solve(found, side=s).value for s in range(found.players)] == reference.paranoid(
        wanted
    )
    team = [seat for seat, number in enumerate(teams) if number == teams[0]]
    assert kibitz.solve(found, side=team).value == reference.sides(wanted, team)
    cards = kibitz.solve(found, cards=True).cards or {}
    if not found.is_over:
        assert {str(card): v for card, v in cards.items()} == reference.cards_paranoid(wanted)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=LAWFUL)
@given(data=st.data())
def test_payoffs_under_the_laws_are_those_of_the_oracle(variant: str, data: st.DataObject) -> None:
    record = data.draw(under_law(variant))
    found, wanted = position(record), known(record)
    teams, silent = teams_of(record), record.get("cannot_score") or []
    payoffs: list[Any] = ["points", *payoffs_of(record)]
    for payoff in payoffs:
        if payoff == "deal_score" and len(set(teams)) > 2 and record["maker"] in silent:
            continue  # what the others then score is nowhere decided
        values = kibitz.maxn(found, payoff=payoff).values
        assert list(values or ()) == reference.maxn(wanted, payoff), payoff


@pytest.mark.parametrize("variant", VARIANTS)
@given(data=st.data())
def test_the_laws_of_a_record_survive_every_notation(variant: str, data: st.DataObject) -> None:
    record = data.draw(under_law(variant))
    deal = Deal.from_record(record)
    assert Deal(deal.text()) == deal
    assert Deal.from_record(json.loads(json.dumps(deal.record()))) == deal
    written = deal.record()
    for field in ("demands", "cannot_score", "credits", "last_trick", "bid_waived", "short"):
        value = record.get(field)
        empty = value is None or value is False or value == []
        assert (field in written) != empty
        assert empty or written[field] == value
