"""The laws at the table: each error, the rights it gives, and what they do to plays and scores."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gaming import dealt, ending, moments, scripted, standing
from kibitz import Card, Deal, IllegalPlayError, Position, Rules, RulesError, parse_cards
from kibitz.game import events as ev
from kibitz.game.actions import Action, Bid, Discard, Event, Name, Offer, PassBid, Play
from kibitz.game.auction import Auction
from kibitz.game.laws import ANSWERS, LAWS
from kibitz.game.misdeals import FAULTS
from kibitz.game.penalties import COSTS
from kibitz.game.situation import PHASES
from kibitz.game.standing import again
from kibitz.game.state import (
    State,
    actions,
    apply,
    deal_record,
    match_record,
    new_match,
    replay,
    view,
)

CINCH = Rules("cinch")
HEARTS = Rules("hearts")
PITCH = Rules("pitch")


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def legal(state: State) -> str:
    assert state.position is not None
    return " ".join(sorted(map(str, state.position.legal())))


def play(state: State, text: str) -> State:
    return scripted(state, *map(Play, cards(text)))


def first_plays(state: State, count: int) -> State:
    """The state after so many plays, the first there is each time."""
    for _ in range(count):
        state = apply(state, next(iter(actions(state))))
    return state


def options(state: State) -> list[str]:
    """What may be answered."""
    return [str(a.json().get("kind", a.word)) for a in actions(state)]


def cinch(hands: str, plays: str = "", *, maker: int = 0, bid: int | None = 8) -> State:
    """An ending of Cinch, hearts trumps; the maker leads."""
    held = hands.split("/")
    state = new_match(CINCH, len(held), dealer=3)
    state = replace(state, maker=maker, bid=bid)
    return ending(state, "H", plays, *held)


def hearts(hands: str, plays: str = "", rules: Rules = HEARTS) -> State:
    held = hands.split("/")
    return ending(new_match(rules, len(held), dealer=len(held) - 1), None, plays, *held)


def pitch(rules: Rules, hands: str, *, maker: int = 0, bid: int | None = 2) -> State:
    held = hands.split("/")
    state = new_match(rules, len(held), dealer=len(held) - 1)
    return ending(replace(state, maker=maker, bid=bid), None, "", *held)


def round_trip(state: State) -> State:
    """The same game from its record, as JSON."""
    again = replay(json.loads(json.dumps(match_record(state))))
    assert again == state
    assert deal_record(again) == deal_record(state)
    return again


# ---- the table itself --------------------------------------------------------------------------


def test_every_event_has_a_law_and_every_law_a_phase_that_there_is() -> None:
    named = {law.event for law in LAWS} | set(ANSWERS)
    assert named == {kind for kind in vars(ev).values() if _is_event(kind)}
    assert {phase for law in LAWS for phase in law.phases} <= set(PHASES)


def _is_event(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


def test_the_page_names_every_event_and_only_tests_that_there_are() -> None:
    page = (Path(__file__).parent.parent / "docs/laws.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page))
    assert {law.event.word for law in LAWS} | {answer.word for answer in ANSWERS} <= named
    assert {name for name in named if name.startswith("test_")} <= set(globals())


def test_whose_law_it_is_is_said_by_the_rules() -> None:
    bodies = {body for law in LAWS for body in law.revoke}
    assert bodies == {*COSTS, "pays_all"}
    with pytest.raises(RulesError, match="the laws of whist know no misdeal"):
        apply(dealt(Rules("whist"), "AH", "", "", ""), ev.Misdeal("counted"))


# ---- misdeals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [CINCH, HEARTS], ids=str)
@pytest.mark.parametrize("fault", [name for name, fault in FAULTS.items() if fault.loses])
def test_a_misdeal_loses_the_deal(rules: Rules, fault: str) -> None:
    state = apply(dealt(rules, "AH", "KH", "", ""), ev.Misdeal(fault))
    assert (state.phase, state.dealer, state.hands) == ("deal", 1, ())


@pytest.mark.parametrize("fault", list(FAULTS))
@pytest.mark.parametrize("game", ["pitch", "ten_point_pitch", "pedro", "smudge"])
def test_a_misdeal_never_loses_the_deal_in_auction_pitch(game: str, fault: str) -> None:
    state = apply(dealt(Rules(game), "AH", "KH", "", ""), ev.Misdeal(fault))
    assert (state.phase, state.dealer) == ("deal", 0)


@pytest.mark.parametrize("rules", [CINCH, HEARTS], ids=str)
def test_a_dealer_who_is_interrupted_deals_again(rules: Rules) -> None:
    state = apply(dealt(rules, "", "", "", ""), ev.Misdeal("counted", interrupted=True))
    assert (state.phase, state.dealer) == ("deal", 0)


@pytest.mark.parametrize("fault", ["faced", "imperfect_pack", "wrong_dealer", "wrong_pack"])
def test_a_faced_card_or_an_imperfect_pack_or_the_wrong_dealer_is_no_misdeal(fault: str) -> None:
    assert apply(dealt(CINCH, "", "", "", ""), ev.Misdeal(fault)).dealer == 0


def test_a_misdeal_is_found_too_late_once_a_bid_has_been_made() -> None:
    state = scripted(dealt(CINCH, "", "", "", ""), PassBid(), Bid(3))
    with pytest.raises(RulesError, match="too late, expected before first bid"):
        apply(state, ev.Misdeal("wrong_number"))
    assert apply(state, ev.Misdeal("two_wrong_numbers")).dealer == 1
    with pytest.raises(RulesError, match="misdeal nonsense: expected one of"):
        apply(state, ev.Misdeal("nonsense"))


def test_in_hearts_a_wrong_number_counts_until_all_have_played_to_the_first_trick() -> None:
    state = dealt(HEARTS, "2C", "3C", "4C", "5C", dealer=3)
    state = first_plays(state, 3)
    assert apply(state, ev.Misdeal("wrong_number")).dealer == 0
    with pytest.raises(RulesError, match="too late"):
        apply(first_plays(state, 1), ev.Misdeal("wrong_number"))


def test_a_deal_that_was_lost_is_in_the_record_with_the_deal_after_it() -> None:
    state = new_match(CINCH, seed=3, dealer=3)
    first = next(iter(actions(state)))
    state = scripted(state, first, ev.Misdeal("counted"))
    assert state.dealer == 0
    second = next(iter(actions(state)))
    assert second != first
    state = scripted(state, second, Bid(4))
    assert round_trip(state).dealer == 0
    assert replay(json.loads(json.dumps(deal_record(state)))).hands == state.hands


# ---- cards exposed before the trump is named ---------------------------------------------------


def test_the_other_side_may_have_a_new_deal_when_the_dealer_exposes_a_card() -> None:
    state = dealt(CINCH, "AH", "", "", "")
    state = apply(state, ev.ExposedInDeal(0, 0, cards("AH")))
    assert (state.to_act, options(state)) == (1, ["stand", "new_deal"])
    assert apply(state, ev.NewDeal()).dealer == 0
    stood = apply(state, ev.Stand())
    assert (stood.to_act, stood.phase, stood.laws) == (1, "auction", {})
    round_trip(apply(stood, Bid(2)))


def test_the_dealer_may_deal_again_when_an_adversary_exposes_a_card() -> None:
    state = apply(dealt(CINCH, "", "AH", "", ""), ev.ExposedInDeal(1, 1, cards("AH")))
    assert state.to_act == 0


def test_in_hearts_he_decides_to_whom_the_card_was_dealt() -> None:
    state = dealt(HEARTS, "", "", "AH", "")
    state = apply(state, ev.ExposedInDeal(0, 2, cards("AH")))
    assert state.to_act == 2
    assert apply(state, ev.NewDeal()).phase == "deal"
    with pytest.raises(RulesError, match="too late"):
        apply(first_plays(apply(state, ev.Stand()), 1), ev.ExposedInDeal(0, 2, cards("AH")))


def test_a_card_exposed_in_the_auction_gives_the_others_a_new_deal_by_the_same_dealer() -> None:
    state = scripted(dealt(CINCH, "AH", "", "", ""), Bid(2), ev.Exposed(0, cards("AH")))
    assert (state.to_act, options(state)) == (1, ["stand", "new_deal"])
    assert apply(state, ev.NewDeal()).dealer == 0
    stood = apply(state, ev.Stand())
    assert (stood.to_act, stood.laws["exposed"]) == (2, ["AH", "", "", ""])
    with pytest.raises(RulesError, match="seat 1 cannot bid: expected stand or new_deal"):
        apply(state, Bid(3))


# ---- irregular bids of Cinch -------------------------------------------------------------------
# Dealer 0: eldest hand 1, the dealer's partner 2, the pone 3.


def bidding(*script: Action) -> Auction:
    state = scripted(dealt(CINCH, "", "", "", ""), *script)
    assert state.auction is not None
    return state.auction


@pytest.mark.parametrize(("bidder", "barred"), [(2, {0, 2}), (0, {0, 2}), (3, {1, 3})])
def test_who_bids_before_eldest_hand_loses_his_bid_and_his_partners(
    bidder: int, barred: set[int]
) -> None:
    assert bidding(ev.BidOutOfTurn(bidder, 5)).barred == barred


def test_then_one_of_the_side_not_in_error_has_to_bid() -> None:
    state = scripted(dealt(CINCH, "", "", "", ""), ev.BidOutOfTurn(2, 5), PassBid())
    assert state.to_act == 3
    assert PassBid() not in actions(state)
    assert apply(state, Bid(1)).maker == 3


def test_the_pone_who_does_not_wait_for_the_dealers_partner_loses_his_bid() -> None:
    auction = bidding(Bid(3), ev.BidOutOfTurn(3, 5))
    assert (set(auction.barred), auction.to_act) == ({3}, 2)


def test_after_that_the_dealer_may_bid_before_his_partner() -> None:
    early = (Bid(3), ev.BidOutOfTurn(3, 5), ev.BidOutOfTurn(0, 4))
    assert bidding(*early).barred == {3}
    state = scripted(dealt(CINCH, "", "", "", ""), *early)
    assert state.to_act == 2
    assert apply(state, PassBid()).maker == 0
    with pytest.raises(RulesError, match="cannot bid 3: expected a higher bid"):
        bidding(Bid(3), ev.BidOutOfTurn(3, 5), ev.BidOutOfTurn(0, 3))


def test_the_dealer_who_does_not_wait_for_his_partner_loses_both_bids() -> None:
    auction = bidding(Bid(3), ev.BidOutOfTurn(0, 5))
    assert (set(auction.barred), auction.to_act) == ({0, 2}, 3)
    assert Bid(4) in auction.legal()


def test_the_dealer_who_does_not_wait_for_the_pone_loses_his_bid() -> None:
    auction = bidding(Bid(3), PassBid(), ev.BidOutOfTurn(0, 5))
    assert (set(auction.barred), auction.to_act) == ({0}, 3)


def test_who_names_the_trump_before_his_partner_has_bid_loses_his_partners_bid() -> None:
    assert bidding(Bid(3), ev.IrregularBid(1, "named_suit")).barred == {3}
    assert bidding(Bid(3), PassBid(), PassBid(), ev.IrregularBid(3, "named_suit")).barred == set()


def test_a_bid_with_too_many_cards_in_hand_is_lost() -> None:
    auction = bidding(Bid(3), ev.IrregularBid(1, "too_many_cards"))
    assert (auction.best, set(auction.barred)) == (None, {1})


def test_bidding_out_of_turn_costs_nothing_in_pitch() -> None:
    state = scripted(dealt(PITCH, "", "", "", ""), Offer())
    after = apply(state, ev.BidOutOfTurn(0, 4))
    assert (after.auction, after.to_act) == (state.auction, 2)
    round_trip(after)


def test_a_bid_that_puts_the_seller_out_is_forfeited() -> None:
    state = standing(dealt(PITCH, "", "", "", ""), 0, 5, 0, 0)
    state = scripted(state, Offer(), ev.IrregularBid(2, "puts_seller_out"))
    assert state.auction is not None
    assert (state.to_act, set(state.auction.barred)) == (3, {2})
    with pytest.raises(RulesError, match="irregular_bid named_suit"):
        apply(state, ev.IrregularBid(3, "named_suit"))


def test_an_irregular_bid_is_in_the_record() -> None:
    state = new_match(CINCH, seed=1)
    state = scripted(state, next(iter(actions(state))), Bid(3), ev.BidOutOfTurn(0, 5), Bid(4))
    assert round_trip(state).maker == 3


# ---- discard and draw --------------------------------------------------------------------------

NINE = ("AH KH QH 2C 3C 4C 5C 6C 7C", "JH TH 9H 2D 3D 4D 6D 7D 8D", "2S 3S 4S 5S 6S 7S 8S 9S TS",
        "8H 7H 8C 9C TC JC QC KC AC")  # fmt: skip


def named(dealer: int = 3, rules: Rules = CINCH) -> State:
    state = dealt(rules, *NINE, dealer=dealer)
    passes = [PassBid()] * 3
    return scripted(state, Bid(5), *passes, Name("H"))


def out(state: State) -> State:
    """The seat in turn puts out three plain cards or more, all but its trumps."""
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    return apply(state, Discard(tuple(c for c in hand if c.suit != "H") or hand[:3]))


def test_a_trump_put_out_may_be_taken_back_until_he_is_helped_to_cards() -> None:
    state = apply(named(), Discard(cards("QH 2C 3C")))
    with pytest.raises(RulesError, match="keeps 7, expected 6"):
        apply(state, ev.RecallDiscard(0, cards("QH")))
    after = apply(state, ev.RecallDiscard(0, cards("QH"), cards("4C")))
    assert Card("QH") in after.hands[0]
    assert after.discards[0] == cards("2C 3C 4C")
    with pytest.raises(RulesError, match="has not put out those trumps"):
        apply(state, ev.RecallDiscard(0, cards("2C")))
    late = out(out(out(state)))
    assert late.phase == "rob"
    with pytest.raises(RulesError, match="has been helped"):
        apply(late, ev.RecallDiscard(0, cards("QH"), cards("4C")))


def test_cards_asked_for_too_many_are_drawn_back_face_down() -> None:
    state = out(apply(named(), ev.IrregularDraw(0, 1)))
    state = out(out(out(state)))
    assert (state.phase, state.to_act, len(state.hands[0])) == ("draw", 1, 7)
    assert len(actions(state)) == 7
    assert view(state, 1).choices is None
    back = state.hands[0][-1]
    state = apply(state, ev.DrawBack(0, (back,)))
    assert (state.phase, state.rest[0], len(state.hands[0])) == ("rob", back, 6)
    assert [heard.action for heard in (view(state, at).history[-1] for at in (1, 2))] == [None] * 2
    assert view(state, 0).history[-1].action == ev.DrawBack(0, (back,))


def test_a_hand_short_by_a_wrong_draw_is_made_good_from_plain_discards() -> None:
    state = out(apply(named(), ev.IrregularDraw(0, -1)))
    state = out(out(out(state)))
    assert (state.phase, state.to_act, len(state.hands[0])) == ("draw", 0, 5)
    offered = {card for a in actions(state) if isinstance(a, ev.MakeGood) for card in a.cards}
    assert offered
    assert "H" not in {card.suit for card in offered}
    state = apply(state, ev.MakeGood(0, cards("2C")))
    assert (state.phase, len(state.hands[0]), state.draws[0]) == ("rob", 6, 3)
    assert Card("2C") not in state.discards[0]


def test_who_does_not_make_his_hand_good_plays_with_it_short() -> None:
    rules = Rules("cinch", draw="no_rob")
    state = out(apply(named(rules=rules), ev.IrregularDraw(0, -1)))
    state = apply(out(out(out(state))), ev.Stand())
    assert (state.phase, state.laws["short"]) == ("play", True)
    assert round_trip(state).position is not None


# ---- exposed cards -----------------------------------------------------------------------------


def test_an_exposed_card_may_be_called_by_the_adversary_on_its_right_before_he_plays() -> None:
    state = cinch("AC 2C/KC QC/3C 4C/5C 6C")
    state = apply(state, ev.Exposed(1, cards("QC")))
    assert ev.Call(0, Card("QC")) in actions(state)
    called = play(apply(state, ev.Call(0, Card("QC"))), "AC")
    assert legal(called) == "QC"
    assert Play(Card("KC")) not in actions(called)
    late = play(state, "AC")
    with pytest.raises(RulesError, match="too late"):
        apply(late, ev.Call(0, Card("QC")))


def test_a_call_that_cannot_be_met_without_a_revoke_lapses_and_the_card_may_be_called_again() -> (
    None
):
    state = cinch("AC 2C 9D/KC QD JD/3C 4C 8D/5C 6C 7D")
    state = scripted(state, ev.Exposed(1, cards("QD")), ev.Call(0, Card("QD")))
    state = play(state, "AC")
    assert legal(state) == "KC"
    state = play(state, "KC 3C 5C")
    assert state.laws["demands"] == []
    state = play(apply(state, ev.Call(0, Card("QD"))), "2C")
    assert legal(state) == "QD"


def test_the_holder_may_get_rid_of_an_exposed_card_unless_he_is_told_otherwise() -> None:
    state = play(apply(cinch("AC 2C/KC QC/3C 4C/5C 6C"), ev.Exposed(1, cards("QC"))), "AC QC")
    assert not any(state.laws["exposed"])


def test_an_exposed_trump_that_is_withheld_makes_its_holder_revoke_without_penalty() -> None:
    state = cinch("AH 2C/3H 9S/5H 6H/7H 8H")
    state = scripted(state, ev.Exposed(1, cards("3H")), ev.Forbid(0, Card("3H")))
    state = play(state, "AH")
    assert legal(state) == "9S"
    state = play(state, "9S 5H 7H")
    with pytest.raises(RulesError, match="no revoke"):
        apply(state, ev.Claim(1))
    with pytest.raises(RulesError, match="expected a trump"):
        apply(apply(state, ev.Exposed(2, cards("6H"))), ev.Forbid(1, Card("2C")))


def test_only_the_other_side_may_call_a_card() -> None:
    state = apply(cinch("AC 2C/KC QC/3C 4C/5C 6C"), ev.Exposed(2, cards("4C")))
    assert not any(isinstance(action, ev.Call) for action in actions(state))
    with pytest.raises(RulesError, match="not his right"):
        apply(state, ev.Call(0, Card("4C")))


def test_in_hearts_anybody_may_call_an_exposed_card() -> None:
    state = play(apply(hearts("AC 2C/KC QC/3C 4C/5C 6C"), ev.Exposed(3, cards("6C"))), "AC KC")
    state = apply(state, ev.Call(1, Card("6C")))
    assert legal(play(state, "3C")) == "6C"


def test_a_hand_that_is_abandoned_may_be_called_card_by_card() -> None:
    state = apply(cinch("AC 2C/KC QC/3C 4C/5C 6C"), ev.AbandonedHand(1))
    assert sorted(state.laws["exposed"][1].split()) == ["KC", "QC"]
    assert legal(play(apply(state, ev.Call(0, Card("KC"))), "AC")) == "KC"


def test_of_two_cards_played_at_once_the_other_side_elects_which_counts() -> None:
    state = play(cinch("AC 2C/KC QC/3C 4C/5C 6C"), "AC")
    state = apply(state, ev.TwoCards(1, cards("KC QC")))
    assert state.to_act == 2
    state = apply(state, ev.Choose(1, Card("KC"), Card("QC")))
    assert state.position is not None
    assert state.position.trick[-1] == (1, Card("KC"))
    assert (state.laws["exposed"][1], state.to_act) == ("QC", 2)


def test_in_hearts_he_indicates_the_one_he_meant() -> None:
    state = apply(hearts("AC 2C/KC QC/3C 4C/5C 6C"), ev.TwoCards(0, cards("AC 2C")))
    assert state.to_act == 0
    state = apply(state, ev.Choose(0, Card("2C"), Card("AC")))
    assert (state.to_act, state.laws["exposed"][0]) == (1, "AC")


# ---- out of turn -------------------------------------------------------------------------------

FOUR_EACH = "AC 2H 9D/KC 3H 8D/QC 4H 7D/JC 6H TD"


def test_a_lead_in_the_partners_turn_lets_his_right_hand_adversary_forbid_or_ask_for_trumps() -> (
    None
):
    state = apply(cinch(FOUR_EACH), ev.LeadOutOfTurn(2, cards("QC JC")))
    assert (state.to_act, options(state)) == (3, ["stand", "lead_trump", "lead_no_trump"])
    assert state.laws["exposed"] == ["", "", "QC", ""]
    assert legal(apply(state, ev.Demand(0, "lead_trump"))) == "2H"
    assert legal(apply(state, ev.Demand(0, "lead_no_trump"))) == "9D AC"
    stood = apply(state, ev.Stand())
    assert (stood.to_act, len(legal(stood).split())) == (0, 3)


def test_a_lead_in_an_adversarys_turn_is_simply_exposed() -> None:
    state = apply(cinch(FOUR_EACH), ev.LeadOutOfTurn(1, cards("KC")))
    assert (state.to_act, state.choices, state.laws["exposed"][1]) == (0, (), "KC")


def test_a_lead_that_all_have_followed_stands() -> None:
    state = apply(cinch(FOUR_EACH), ev.LeadOutOfTurn(2, cards("QC JC AC KC")))
    assert (state.to_act, len(state.tricks)) == (0, 1)
    with pytest.raises(IllegalPlayError, match="cannot play"):
        apply(cinch(FOUR_EACH), ev.LeadOutOfTurn(2, cards("QC TD AC KC")))


def test_in_hearts_the_right_hand_neighbour_may_ask_for_a_heart_when_next_he_leads() -> None:
    state = apply(hearts(FOUR_EACH), ev.LeadOutOfTurn(2, cards("7D TD")))
    assert (state.to_act, options(state)) == (1, ["stand", "lead_heart", "lead_no_heart"])
    state = apply(state, ev.Demand(2, "lead_heart"))
    assert (state.to_act, state.laws.get("exposed")) == (0, None)
    state = hearts("2C 2H 9D/3C 3H 8D/KC 4H 7D/JC 6H TD")
    state = scripted(state, ev.LeadOutOfTurn(2, cards("7D")), ev.Demand(2, "lead_heart"))
    assert legal(play(state, "2C 3C KC JC")) == "4H"


def test_a_lead_against_the_pitcher_lets_him_make_demands() -> None:
    state = play(pitch(PITCH, "AC 2H 9D/KC 3C 8D/QC 4H 7D/JC 6H TD"), "AC KC QC JC")
    state = apply(state, ev.LeadOutOfTurn(1, cards("8D 7D")))
    assert (state.to_act, options(state)) == (
        0,
        ["stand", "highest", "lowest", "trump", "no_trump"],
    )
    assert legal(play(apply(state, ev.Demand(1, "trump")), "9D")) == "3C"


def test_a_lead_that_the_pitcher_has_followed_stands() -> None:
    state = play(pitch(PITCH, "AC 2H 9D/KC 3H 8D/QC 4H 7D/JC 6H TD"), "AC KC QC JC")
    state = apply(state, ev.LeadOutOfTurn(3, cards("TD 9D")))
    assert (state.to_act, state.position and len(state.position.trick)) == (1, 2)


def test_when_third_hand_plays_before_second_the_fourth_may_too() -> None:
    state = play(cinch(FOUR_EACH), "AC")
    state = apply(state, ev.PlayOutOfTurn(2, Card("QC")))
    assert (state.to_act, options(state)) == (3, ["stand", "play_out_of_turn", "play_out_of_turn"])
    state = apply(state, ev.PlayOutOfTurn(3, Card("JC")))
    assert state.to_act == 1
    state = play(state, "KC")
    assert (len(state.tricks), state.early, state.to_act) == (1, (), 0)


def test_when_fourth_hand_plays_before_second_the_trick_may_be_claimed() -> None:
    state = play(cinch("2C 9D/KC 8D/5H 7D/JC TD"), "2C")
    state = apply(state, ev.PlayOutOfTurn(3, Card("JC")))
    assert (state.to_act, options(state)) == (0, ["stand", "claim_trick"])
    state = play(apply(state, ev.ClaimTrick(0)), "KC 7D")
    assert state.laws["credits"] == [{"trick": 0, "seat": 0}]
    assert state.to_act == 1
    lost = play(cinch("5H 9D/KH 8D/4C 7D/6H TD"), "5H")
    lost = apply(lost, ev.PlayOutOfTurn(3, Card("6H")))
    assert play(apply(lost, ev.ClaimTrick(0)), "KH 4C").points == (5, 0, 0, 0)
    assert play(apply(lost, ev.Stand()), "KH 4C").points == (0, 5, 0, 0)


def test_in_hearts_a_card_played_too_soon_may_be_taken_back() -> None:
    state = play(hearts("2C 9D/KC 8D/QC 5C/JC TD"), "2C")
    state = apply(state, ev.PlayOutOfTurn(2, Card("QC")))
    kinds = ["stand", "highest", "lowest", "discard_no_heart"]
    assert (state.to_act, options(state)) == (3, kinds)
    assert legal(play(apply(state, ev.Demand(2, "lowest")), "KC")) == "5C"
    assert play(apply(state, ev.Stand()), "KC").to_act == 3


def test_in_hearts_who_is_in_turn_may_ask_too_if_the_left_hand_neighbour_has_led() -> None:
    state = play(hearts("2C 9D/KC 8D/QC 5C/JC TD"), "2C")
    state = apply(state, ev.PlayOutOfTurn(3, Card("JC")))
    assert state.to_act == 0
    assert apply(state, ev.Demand(3, "lowest")).to_act == 1  # that is all, and he plays
    state = apply(state, ev.Stand())
    assert (state.to_act, options(state)[0]) == (1, "stand")
    after = play(apply(state, ev.Demand(3, "discard_no_heart")), "KC QC")
    assert (after.to_act, after.early) == (3, ())
    assert play(apply(state, ev.Stand()), "KC QC").tricks[0].cards[-1] == (3, Card("JC"))


def test_an_event_names_seats_that_there_are() -> None:
    state = play(hearts("2C 9D/KC 8D/QC 5C/JC TD"), "2C")
    for event in (ev.PlayOutOfTurn(99, Card("QC")), ev.Exposed(-1, cards("TD")), ev.Claim(4)):
        with pytest.raises(RulesError, match="expected a seat, 0 to 3"):
            apply(state, event)
    fresh = dealt(CINCH, "", "AH", "", "")
    with pytest.raises(RulesError, match="exposed_in_deal, by 99: expected a seat, 0 to 3"):
        apply(fresh, ev.ExposedInDeal(99, 1, cards("AH")))
    with pytest.raises(RulesError, match="bid_out_of_turn, by 6"):
        apply(fresh, ev.BidOutOfTurn(6, 3))


def test_in_hearts_he_may_be_told_not_to_discard_a_heart() -> None:
    state = play(hearts("2C 9D/KC 8D/AH 5D/JC TD"), "2C")
    state = scripted(state, ev.PlayOutOfTurn(2, Card("AH")), ev.Demand(2, "discard_no_heart"))
    assert legal(play(state, "KC")) == "5D"


def test_at_a_table_of_seven_rights_go_past_the_dealer_who_sits_out() -> None:
    hands = ("2C 9D", "KC 8D", "QC 5C", "JC TD", "TC 7D", "9C 6D", "")
    state = ending(new_match(HEARTS, 7, dealer=6), None, "", *hands)
    asked = apply(state, ev.LeadOutOfTurn(1, cards("KC")))
    assert asked.to_act == 0
    first = apply(state, ev.LeadOutOfTurn(3, cards("JC TC 9C 2C KC QC")))
    assert (first.tricks[0].leader, first.tricks[0].winner) == (3, 1)
    early = apply(play(state, "2C KC"), ev.PlayOutOfTurn(5, Card("9C")))
    assert early.to_act == 0
    assert apply(early, ev.Stand()).to_act == 2
    with pytest.raises(RulesError, match="expected two that play"):
        apply(first, ev.IrregularHands(5, 6))


def test_a_card_played_too_soon_against_the_pitcher_lets_him_make_demands() -> None:
    state = play(pitch(PITCH, "AC 2H/KC 8D/QC 3C/JC 6H"), "AC")
    state = apply(state, ev.PlayOutOfTurn(2, Card("QC")))
    assert state.to_act == 0
    assert legal(play(apply(state, ev.Demand(2, "lowest")), "KC")) == "3C"


def test_a_remark_lets_the_others_say_how_he_plays_to_the_trick() -> None:
    state = apply(play(cinch("AC 2H/KC 3C/QC 4H/JC 6H"), "AC"), ev.Remark(1))
    assert state.to_act == 2
    assert legal(apply(state, ev.Demand(1, "lowest"))) == "3C"
    with pytest.raises(RulesError, match="has no play to this trick"):
        apply(play(cinch("AC 2H/KC 3C/QC 4H/JC 6H"), "AC"), ev.Remark(0))


# ---- revokes -----------------------------------------------------------------------------------


def revoked(state: State, seat: int, card: str) -> State:
    return apply(state, ev.Revoke(seat, Card(card)))


def test_a_revoke_is_a_card_that_may_not_be_played() -> None:
    state = play(cinch("AC 2H/KC 9D/QC 4H/JC 6H"), "AC")
    with pytest.raises(RulesError, match="expected a card he cannot play"):
        revoked(state, 1, "KC")
    with pytest.raises(RulesError, match="does not hold"):
        revoked(state, 1, "AD")
    after = revoked(state, 1, "9D")
    assert (after.to_act, after.position and after.position.trick[-1]) == (2, (1, Card("9D")))


def test_a_demand_not_complied_with_is_a_revoke() -> None:
    state = scripted(cinch("AC 2H/KC QC/3C 4H/JC 6H"), ev.Exposed(1, cards("QC")))
    state = revoked(play(apply(state, ev.Call(0, Card("QC"))), "AC"), 1, "KC")
    assert apply(play(state, "3C JC"), ev.Claim(1)).laws["cannot_score"] == [1, 3]


def test_a_revoke_may_be_amended_and_those_after_may_change_their_cards() -> None:
    state = revoked(play(hearts("2C 2H/KC 9D/QC 3C/JC 6H"), "2C"), 1, "9D")
    state = play(state, "QC")
    state = apply(state, ev.Amend(1, Card("KC")))
    assert (state.to_act, legal(state), state.laws["exposed"][1]) == (2, "3C QC", "9D")
    assert state.errors == ()
    done = play(state, "3C JC")
    with pytest.raises(RulesError, match="no revoke that can be amended"):
        apply(done, ev.Amend(1, Card("9D")))


def test_a_revoke_may_be_amended_until_the_next_lead() -> None:
    state = revoked(play(hearts("2C 2H/KC 9D/QC 3C/JC 6D"), "2C KC QC"), 3, "6D")
    assert len(state.tricks) == 1
    amended = apply(state, ev.Amend(3, Card("JC")))
    assert (len(amended.tricks), amended.laws["exposed"][3]) == (1, "6D")
    with pytest.raises(RulesError, match="no revoke that can be amended"):
        apply(play(state, "9D"), ev.Amend(3, Card("JC")))


def test_nine_bid_a_revoke_against_it_eight_made_eight_scored() -> None:
    state = cinch("AH JH TC 9C/KH 6D KC 9D/5D 2H 3C 4D/QD 3D 2C JD", bid=9)
    state = play(state, "AH KH 5D QD JH 6D 2H 3D TC")
    state = play(revoked(state, 1, "9D"), "3C 2C 9C KC 4D JD")
    assert (state.phase, sum(state.points)) == ("scored", 8)
    assert state.written == (0, 9, 0, 9)
    state = apply(state, ev.Claim(1))
    assert (state.written, state.scores, state.made) == ((8, 0, 8, 0), (8, 0, 8, 0), True)
    assert (state.laws["cannot_score"], state.laws["bid_waived"]) == ([1, 3], True)


@pytest.mark.parametrize(("hands", "written"), [
    ("5D 2C/AC 3S/3C KD/KC 5H", (0, 15, 0, 15)),
    ("5H 2C/AC 3S/3C KD/KC 5D", (0, 0, 0, 0)),
])  # fmt: skip
def test_a_side_that_makes_the_trump_and_revokes_scores_nothing(
    hands: str, written: tuple[int, ...]
) -> None:
    state = revoked(play(cinch(hands, bid=5), "2C AC"), 2, "KD")
    last = ("5H 5D", "5D 5H")[hands.startswith("5H")]
    state = apply(play(state, f"KC 3S 3C {last}"), ev.Claim(2))
    assert (state.written, state.laws.get("bid_waived")) == (written, None)


def test_a_revoke_is_claimed_only_when_it_is_established() -> None:
    state = revoked(play(cinch("AC 2H/KC 9D/QC 4H/JC 6H"), "AC"), 1, "9D")
    with pytest.raises(RulesError, match="no revoke that is established"):
        apply(state, ev.Claim(1))
    state = apply(play(state, "QC JC"), ev.Claim(1))
    assert state.position is not None
    assert state.position.deal.laws["cannot_score"] == (1, 3)


def pitched(game: str, bid: int | None) -> State:
    """Seat 0 pitches clubs and makes High and Game, seat 3 Low; seat 2 revokes."""
    hands = "AC 4C 2H/KC 9D 4S/QC 8D 5S/3C JD 6S"
    state = play(pitch(Rules(game), hands, bid=bid), "AC KC")
    return play(revoked(state, 2, "8D"), "3C 4C 9D QC JD 5S 6S 2H 4S")


def test_foster_the_revoker_is_set_back_the_bid_and_a_failing_pitcher_scores_what_he_made() -> None:
    state = pitched("pitch", 4)
    assert state.written == (-4, 0, 0, 1)
    state = apply(state, ev.Claim(2))
    assert state.written == (2, 0, -4, 1)
    assert (state.chips, state.pool.counters) == ((0, 0, -1, 0), 1)


def test_foster_the_revoker_is_set_back_two_if_nobody_bid() -> None:
    assert apply(pitched("pitch", None), ev.Claim(2)).written == (2, 0, -2, 1)


def test_ten_points_the_revoker_is_set_back_the_highest_bid_and_proven_losses_are_made_good() -> (
    None
):
    state = pitched("ten_point_pitch", 3)
    assert state.written == (-3, 0, 0, 1)
    assert apply(state, ev.Claim(2)).written == (-3, 0, -3, 1)
    proved = apply(state, ev.Claim(2, losses=(5, 1, 0, 0)))
    assert (proved.written, proved.chips) == ((2, 1, -3, 1), (0, 0, 0, 0))
    with pytest.raises(RulesError, match="no losses are made good"):
        apply(pitched("pitch", 3), ev.Claim(2, losses=(5, 1, 0, 0)))


@pytest.mark.parametrize(("bid", "back"), [(7, -7), (None, -10)])
def test_pedro_the_revoker_is_set_back_the_bid_or_ten_and_scores_nothing(
    bid: int | None, back: int
) -> None:
    assert apply(pitched("pedro", bid), ev.Claim(2)).written == (2, 0, back, 0)


def test_hearts_two_revokes_pay_twice_and_a_third_wins_twenty_six() -> None:
    state = hearts("AC AH KH QH 6H 9D/2C 3H JH TH 5H 9S/3C 4D 5D 6D 7D 8D/4C 4H 9H 8H 7H 2H")
    state = play(revoked(play(state, "AC"), 1, "3H"), "3C")
    state = revoked(state, 3, "4H")
    state = play(state, "6H JH 4D 7H 2C 5D 4C QH 2H KH 5H 6D AH TH 7D 8H 9D 9S 8D 9H")
    assert state.points == (-9, -3, 0, -1)
    assert state.paid == (-9, -3, 13, -1)
    one = apply(state, ev.Claim(1))
    assert one.paid == (0, -13, 13, 0)
    both = apply(one, ev.Claim(3))
    assert (both.paid, both.pool.counters) == ((0, -13, 26, -13), 0)


WINNER = "AC AH 9H QH 6H 9D/2C 3H JH TH 5H 9S/3C 4D 5D 6D 7D 8D/4C 4H KH 8H 7H 2H"


def test_hearts_a_revoke_by_the_sole_winner_of_the_pool_costs_him_thirteen() -> None:
    state = play(revoked(play(hearts(WINNER), "AC 2C"), 2, "4D"), "4C")
    state = play(state, "6H JH 5D KH 8H 9H TH 6D 3H 7D 4H QH AH 5H 8D 7H 9D 9S 3C 2H")
    assert state.paid == (-7, -3, 13, -3)
    state = apply(state, ev.Claim(2))
    assert (state.paid, state.pool.counters, state.pool.jack) == ((0, 0, -13, 0), 13, True)


def test_hearts_a_revoke_by_one_of_two_winners_costs_six_and_seven() -> None:
    state = play(revoked(play(hearts(WINNER), "AC 2C"), 2, "4D"), "4C")
    state = play(state, "6H 5H 5D KH 8H 9H 3H 6D QH JH 7D 7H AH TH 8D 4H 9D 9S 3C 2H")
    assert state.points == (-10, 0, 0, -3)
    state = apply(state, ev.Claim(2))
    assert (state.paid, state.pool.counters, state.pool.jack) == ((0, 6, -13, 0), 7, True)


def test_auction_hearts_the_revoker_refunds_the_bid() -> None:
    state = new_match(Rules("auction_hearts"), 4, dealer=3)
    state = replace(state, maker=0, bid=3, avoid="H")
    state = ending(state, None, "AC", "AC 2H", "2C 3D", "3C 4D", "4C 3H")
    state = play(revoked(state, 1, "3D"), "3C 4C 2H 2C 4D 3H")
    before, claimed = state.paid, apply(state, ev.Claim(1)).paid
    assert before is not None
    assert claimed is not None
    assert (before[1], claimed[1]) == (before[2], -2 - 3 - 0)


def test_points_upward_are_all_the_revokers() -> None:
    rules = Rules("modern_hearts", shoot_the_moon=False)
    state = play(hearts("AC 2H/2C 3D/3C 4D/4C 3H", rules=rules), "AC")
    state = play(revoked(state, 1, "3D"), "3C 4C 2H 2C 4D 3H")
    assert apply(state, ev.Claim(1)).written == (0, 2, 0, 0)


# ---- hands of the wrong size -------------------------------------------------------------------


def test_a_foul_hand_scores_nothing_for_its_side_but_does_not_waive_the_bid() -> None:
    state = play(cinch("AH 2C/3H 9S/5H 6D/7H 8D", bid=9), "AH 3H 5H 7H")
    state = play(apply(state, ev.FoulHand(1)), "2C 9S 6D 8D")
    assert state.laws["cannot_score"] == [1, 3]
    assert state.written == (0, 0, 0, 0)
    with pytest.raises(RulesError, match="has played to the first trick"):
        apply(cinch("AH 2C/3H 9S/5H 6D/7H 8D"), ev.FoulHand(1))


def test_in_cinch_a_short_hand_has_no_penalty_and_may_take_a_plain_card_put_out() -> None:
    state = cinch("AH 2C/3H 9S/5H 6D/7H 8D", bid=None)
    short = play(apply(state, ev.ShortHand(1, Card("9S"))), "AH 3H 5H 7H 2C 6D 8D")
    assert (short.phase, short.laws, len(short.tricks[1].cards)) == ("scored", {"short": True}, 3)
    state = replace(state, discards=(cards("KH 3C"), (), (), ()))
    drawn = apply(state, ev.ShortHand(1, Card("9S"), Card("3C")))
    assert (sorted(drawn.hand(1)), drawn.laws) == (sorted(cards("3H 3C")), {})
    with pytest.raises(RulesError, match="expected a plain card put out"):
        apply(state, ev.ShortHand(1, Card("9S"), Card("KH")))


def test_in_hearts_a_short_hand_has_to_take_the_last_trick() -> None:
    state = play(hearts("AC 2C 9D/KC 3D 2S/QC 4C 5H/JC 5C 6H"), "AC KC QC JC")
    state = play(apply(state, ev.ShortHand(1, Card("2S"))), "2C 3D 4C 5C")
    assert play(state, "6H 9D 5H").points == (0, -2, 0, 0)
    with pytest.raises(RulesError, match="before, it is a misdeal"):
        apply(hearts("AC 2C/KC 3D/QC 4C/JC 5C"), ev.ShortHand(1, Card("3D")))


def test_in_hearts_who_omits_to_play_has_to_take_the_last_trick() -> None:
    state = apply(play(hearts("AC 2C/KC 3D/QC 5H/JC 6H"), "AC"), ev.OmittedPlay(1))
    assert (state.to_act, sorted(state.hand(1))) == (2, sorted(cards("KC 3D")))
    state = play(state, "QC JC")
    assert state.to_act == 0
    state = play(state, "2C KC 5H 6H")
    assert (state.points, state.to_act) == ((0, -2, 0, 0), 1)
    assert play(state, "3D").phase == "over"
    last = apply(play(hearts("AC 2C/KC 3D/QC 5H/JC 6H"), "AC KC QC"), ev.OmittedPlay(3))
    assert (last.to_act, len(last.hand(3))) == (0, 2)


def test_in_hearts_two_wrong_hands_pay_five_counters_each_to_the_pool() -> None:
    state = play(hearts("AC 2C/KC 3D/QC 5H/JC 6H"), "AC KC QC JC")
    state = play(apply(state, ev.IrregularHands(1, 3)), "2C 3D 5H 6H")
    assert (state.paid, state.pool.counters) == ((-2, -5, 0, -5), 12)
    with pytest.raises(RulesError, match="after the first trick"):
        apply(hearts("AC 2C/KC 3D/QC 5H/JC 6H"), ev.IrregularHands(1, 3))


# ---- events in records and views ---------------------------------------------------------------


def some_event(state: State, rng: random.Random) -> Event:
    """An event that may be out of place."""
    seat, other = rng.sample(range(state.players), 2)
    hand = state.hand(seat) if state.hands else ()
    if not hand:
        return ev.Misdeal(rng.choice(list(FAULTS)))
    one, two = rng.choice(hand), rng.choice(hand)
    return rng.choice([
        ev.Exposed(seat, (one,)), ev.TwoCards(seat, (one, two)), ev.LeadOutOfTurn(seat, (one,)),
        ev.PlayOutOfTurn(seat, one), ev.Revoke(seat, one), ev.Revoke(seat, two),
        ev.Amend(seat, one), ev.Claim(seat), ev.FoulHand(seat), ev.IrregularHands(seat, other),
        ev.AbandonedHand(seat), ev.Remark(seat), ev.OmittedPlay(seat), ev.ShortHand(seat, one),
        ev.BidOutOfTurn(seat, 9), ev.IrregularBid(seat, "named_suit"),
        ev.IrregularDraw(seat, rng.choice([-1, 1])), ev.RecallDiscard(seat, (one,)),
        ev.ExposedInDeal(seat, seat, (one,)),
    ])  # fmt: skip


GAMES = ["cinch", "pitch", "ten_point_pitch", "pedro_sancho", "hearts", "heartsette",
         "joker_hearts", "black_lady", "modern_hearts", "auction_hearts",
         "domino_hearts"]  # fmt: skip


@pytest.mark.parametrize("variant", GAMES)
def test_games_full_of_errors_run_through_and_play_again_from_their_records(variant: str) -> None:
    happened = 0
    for game in range(12):
        rng = random.Random(f"{variant} {game}")
        state = new_match(Rules(variant), seed=game)
        for _ in range(400):
            if state.phase == "over" or (state.phase == "scored" and state.number == 1):
                break
            if state.hands and rng.random() < 0.5 and not state.choices:
                try:
                    state = apply(state, some_event(state, rng))
                    happened += 1
                except (RulesError, IllegalPlayError):
                    pass
            else:
                state = apply(state, actions(state).sample(rng))
            for seat in range(state.players):
                view(state, seat)
        round_trip(state)
        assert sum(state.chips) + state.pool.counters == 0
    assert happened > 20


@pytest.mark.parametrize("variant", ["cinch", "pitch", "dom_pedro", "hearts", "heartsette",
                                     "modern_hearts", "joker_hearts"])  # fmt: skip
def test_a_play_taken_up_in_parts_gives_the_points_of_a_play_in_one(variant: str) -> None:
    rng = random.Random(variant)
    for game in range(4):
        *_, whole = moments(new_match(Rules(variant), seed=game), rng, 1)
        state = new_match(Rules(variant), seed=game)
        for _, action in whole.log:
            if state.phase == "play" and state.position and state.tricks and rng.random() < 0.2:
                lawless = ev.Exposed(0, state.hand(0)[:1])
                if state.hand(0) and variant not in ("pitch", "dom_pedro"):
                    state = apply(state, lawless)
                else:
                    state = again(state)
            state = apply(state, action)
        assert len(state.parts) > 1
        assert (state.points, state.written, state.paid) == (
            whole.points, whole.written, whole.paid
        )  # fmt: skip


def test_events_are_seen_by_everybody() -> None:
    state = apply(cinch("AC 2C/KC QC/3C 4C/5C 6C"), ev.Exposed(1, cards("QC")))
    for seat in range(4):
        shown = view(replace(state, hands=((),) * 4), seat)
        assert shown.laws["exposed"] == ["", "QC", "", ""]
        assert shown.history[-1].action == ev.Exposed(1, cards("QC"))


def test_the_ending_of_a_record_is_a_deal_of_its_own_with_the_demands_in_force() -> None:
    state = new_match(HEARTS, seed=2)
    state = scripted(state, next(iter(actions(state))))
    state = first_plays(state, 6)
    assert state.to_act is not None
    holder = state.to_act
    card = state.hand(holder)[-1]
    state = apply(state, ev.Exposed(holder, (card,)))
    state = apply(state, ev.Call(state.left_of(holder), card))
    record = deal_record(state)
    assert "demands" not in record
    again_ = Position(Deal.from_record(record["ending"]))
    assert state.position is not None
    assert again_.legal() == state.position.legal()
    round_trip(state)
