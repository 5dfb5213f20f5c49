"""The maxims of benchmarks/maxims.py: when each speaks of a decision, and of which plays."""

import pytest

from kibitz import Card, Deal, Position, Rules
from kibitz.lanes import lane
from maxims import (
    Turn,
    above_others,
    cinches,
    gives,
    gives_low,
    interval,
    leads_plain,
    made_trumps,
    returns,
    settled,
    sign,
    sweepstake_sixty,
    wins_boldly,
)

HANDS = ["AH TH 2H 3C 4C 6C", "KH 5H 7H 8C 9C TC", "QH JH 9H JC QC KC", "8H 6H 5D 2S 3S 4S"]


def turn(
    plays: str, hands: list[str] | None = None, leader: int = 0, bid: int | None = None
) -> Turn:
    """Seat 1 is the maker if there is a bid."""
    record = {"variant": "cinch", "trump": "H", "leader": leader, "plays": plays}
    record |= {} if bid is None else {"maker": 1, "bid": bid}
    position = Position(Deal.from_record({**record, "hands": hands or HANDS}))
    assert position.to_move is not None
    trumps = tuple(map(Card, lane(Rules("cinch"), "H", "H")))
    return Turn(position, position.to_move, tuple(position.legal()), trumps)


def split(found: Turn, has: object) -> dict[str, object]:
    assert isinstance(has, list)
    return dict(zip(map(str, found.cards), has, strict=True))


def test_to_cinch_is_to_beat_the_highest_pedro_that_may_come() -> None:
    found = turn("3C 8C")  # an opponent is behind; both Pedroes are unseen
    assert split(found, cinches(found)) == {
        "9H": True, "JH": True, "QH": True, "JC": False, "QC": False, "KC": False,
    }  # fmt: skip


def test_there_is_nothing_to_cinch_where_no_pedro_can_win() -> None:
    assert cinches(turn("AH 7H")) is None  # the Ace is above both
    assert cinches(turn("3C 8C QH")) is None  # nobody is behind
    assert cinches(turn("")) is None


def test_counting_cards_go_to_partners_sure_trick() -> None:
    found = turn("AH 7H")
    assert split(found, gives(found)) == {"9H": False, "JH": True, "QH": False}
    assert gives(turn("TH 7H")) is None  # King and Queen are above the Ten
    hands = [HANDS[2], HANDS[1], HANDS[0].replace("AH", "JH"), HANDS[3]]
    hands[0] = hands[0].replace("JH", "AH")
    found = turn("AH 7H", hands)
    assert split(found, gives_low(found)) == {"2H": True, "TH": False, "JH": False}


def test_a_trump_is_returned_to_the_partner_who_led_one() -> None:
    found = turn("TH 7H QH 8H")
    assert found.seat == 2
    assert split(found, returns(found)) == {
        "9H": True, "JH": True, "JC": False, "QC": False, "KC": False,
    }  # fmt: skip
    assert returns(turn("3C 8C KC 2S")) is None


def test_plain_suits_are_led_when_the_right_hand_opponent_has_renounced() -> None:
    hands = ["AH TH 2H 3C 4C 6C", "KH 5H 7H 8C 9C TC", "QH JH 9H JC QC KC", "2D 3D 4D 2S 3S 4S"]
    found = turn("AH 7H 9H 2S", hands)
    assert found.seat == 0
    assert split(found, leads_plain(found)) == {
        "2H": False, "TH": False, "3C": True, "4C": True, "6C": True,
    }  # fmt: skip
    assert leads_plain(turn("AH 7H 9H 8H")) is None


def test_to_play_boldly_is_to_take_tricks_from_a_maker_who_cannot_make_his_bid() -> None:
    plays = "AH 5H JH 5D TH 7H"  # twelve points are with seats 0 and 2
    found = turn(plays, bid=3)
    assert split(found, wins_boldly(found)) == {"9H": False, "QH": True}
    assert wins_boldly(turn(plays, bid=2)) is None  # two may still be made
    assert wins_boldly(turn(plays)) is None
    assert wins_boldly(turn(f"{plays} 9H", bid=3)) is None  # the maker's partner
    assert wins_boldly(turn("AH 5H JH 5D", bid=3)) is None  # on lead there is no trick to take


def test_a_seat_is_compared_with_the_mean_of_the_others() -> None:
    assert above_others((9, -1, -3, -5), 0) == 12
    assert above_others((9, -1, -3, -6), 3) == pytest.approx(-6 - 5 / 3)


def test_the_sixty_deals_of_the_book_are_possible() -> None:
    deals = sweepstake_sixty()
    assert len(deals) == 60
    assert all(sum(deal) == 13 for deal in deals)
    taken, chips = settled(deals)
    assert (taken[:2], chips[:2]) == ([58, 500], [-46, 46])


def test_a_verdict_needs_an_interval_on_one_side_of_nothing() -> None:
    assert interval([1.0, 3.0]) == pytest.approx((2.0, 1.96))
    assert sign([1.0, 2.0, 3.0]) == "right"
    assert sign([-1.0, -2.0, -3.0]) == "wrong"
    assert sign([-1.0, 1.0, 0.5]) == "not settled"


def test_the_maker_of_a_deal_names_his_suit_and_leads() -> None:
    from random import Random

    from maxims import HEART_LANE, dealt, with_hearts

    rng = Random(3)
    hand = with_hearts("AH KH QH", HEART_LANE, rng)
    assert sum(str(card) in HEART_LANE for card in hand) == 3
    state = made_trumps(dealt(hand, rng), "H")
    assert (state.phase, state.trump, state.maker, state.to_act) == ("play", "H", 0, 0)
    assert {Card("AH"), Card("KH"), Card("QH")} <= set(state.hands[0])
