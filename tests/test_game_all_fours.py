"""Auction Pitch, Smudge, the Pedro games and modern Pitch: bidding, scoring, who goes out first.

The worked examples are Foster's.
"""

from dataclasses import replace
from typing import Any

import pytest

from gaming import dealt, ending, scripted, standing
from kibitz import Card, Position, Rules, RulesError
from kibitz.game.actions import Action, Bid, Name, Offer, PassBid, Pitch, Play, Refuse, Sell
from kibitz.game.referee import auction_is
from kibitz.game.state import State, actions, apply, deal_record, new_match, replay

PITCH = Rules("pitch")
WITHIN_ONE = Rules("pitch", seller_cap="within_one")
TEN = Rules("ten_point_pitch")
PASS = PassBid()
HANDS = ("", "", "", "")


def bidding(rules: Rules, *scores: int, players: int = 4) -> State:
    """Cards dealt by seat 0, the scores as given; seat 1 is eldest hand and sells."""
    state = dealt(rules, *[""] * players)
    if not scores:
        return state
    state = standing(state, *scores)
    # The cap of the seller depends on the scores, so that the deal is begun again.
    again = replace(state, hands=(), rest=(), log=(), auction=None, phase="deal", to_act=None)
    return apply(again, state.log[0][1])


def bids(state: State) -> list[int]:
    """The bids that may be made."""
    return [action.points for action in actions(state) if isinstance(action, Bid)]


def sold(state: State, *script: Action) -> State:
    """The state after a bidding that the seller opens."""
    return scripted(state, Offer(), *script)


# ---- selling ---------------------------------------------------------------------------------


def test_eldest_hand_sells_and_the_others_bid_once_each_the_dealer_last() -> None:
    state = bidding(PITCH)
    assert state.to_act == 1
    assert list(actions(state)) == [Offer(), Pitch()]
    order = []
    state = apply(state, Offer())
    for call in (Bid(1), PASS, Bid(3)):
        order.append(state.to_act)
        state = apply(state, call)
    assert order == [2, 3, 0]
    assert state.to_act == 1
    assert list(actions(state)) == [Sell(), Refuse()]


def test_each_bid_is_higher_than_the_last_and_four_the_most() -> None:
    state = sold(bidding(PITCH), Bid(2))
    assert bids(state) == [3, 4]
    assert bids(sold(bidding(PITCH), Bid(4))) == []
    with pytest.raises(RulesError, match="seat 3 cannot bid 2 in the phase auction: expected pass"):
        apply(state, Bid(2))


def test_a_seller_who_accepts_scores_the_bid_at_once_and_the_bidder_pitches() -> None:
    state = sold(bidding(PITCH), Bid(3), PASS, PASS, Sell())
    assert state.scores == (0, 3, 0, 0)
    assert (state.maker, state.bid, state.to_act, state.phase) == (2, 3, 2, "play")


def test_a_seller_who_refuses_must_make_the_highest_bid() -> None:
    state = sold(bidding(PITCH), Bid(3), PASS, PASS, Refuse())
    assert (state.maker, state.bid, state.scores) == (1, 3, (0, 0, 0, 0))


def test_with_no_bid_eldest_hand_pitches_and_cannot_be_set_back() -> None:
    state = sold(bidding(PITCH), PASS, PASS, PASS)
    assert (state.maker, state.bid, state.to_act) == (1, None, 1)
    end = ending(state, "H", "2H KH 4C 3C", "3C", "2H", "KH", "4C")
    assert (end.made, end.scores) == (None, (0, 1, 2, 0))


def test_eldest_hand_who_pitches_unasked_must_make_every_point() -> None:
    for name, points in (("pitch", 4), ("pedro", 9), ("pedro_sancho", 18), ("dom_pedro", 36)):
        state = apply(bidding(Rules(name)), Pitch())
        assert (state.maker, state.bid, state.phase) == (1, points, "play")
    end = ending(apply(bidding(PITCH), Pitch()), "H", "AH 2C 3C 4C", "4C", "AH", "2C", "3C")
    assert end.scores == (0, -4, 0, 0)


def test_in_the_game_of_ten_points_nobody_pitches_unasked() -> None:
    state = bidding(TEN)
    assert (state.to_act, state.auction is not None) == (2, True)
    state = scripted(state, Bid(1), PASS, PASS)
    assert list(actions(state)) == [Sell(), Refuse()]  # eldest hand has the last say


# ---- the seller near the end -----------------------------------------------------------------


def test_a_bid_may_not_put_the_seller_out() -> None:
    assert bids(apply(bidding(PITCH, 0, 5, 0, 0), Offer())) == [1]
    assert bids(apply(bidding(PITCH, 0, 4, 0, 0), Offer())) == [1, 2]
    assert bids(apply(bidding(PITCH, 0, 6, 0, 0), Offer())) == []
    assert bids(apply(bidding(PITCH, 0, -9, 0, 0), Offer())) == [1, 2, 3, 4]


def test_by_the_option_any_bid_goes_and_the_seller_stops_one_short_of_out() -> None:
    state = bidding(WITHIN_ONE, 0, 5, 0, 0)
    state = sold(state, Bid(4), PASS, PASS, Sell())
    assert state.scores == (0, 6, 0, 0)
    assert state.phase == "play"


def test_in_the_game_of_ten_points_a_sale_may_put_the_seller_out_at_once() -> None:
    state = scripted(bidding(TEN, 0, 8, 0, 0), Bid(2), PASS, PASS, Sell())
    assert (state.phase, state.winners, state.scores) == ("over", (1,), (0, 10, 0, 0))
    assert len(actions(state)) == 0
    assert deal_record(state)["scores"] == [0, 2, 0, 0]


# ---- bids to the board, and modern rules ------------------------------------------------------


def test_to_the_board_eldest_hand_bids_first_and_nobody_sells() -> None:
    rules = Rules("pitch", bidding="board")
    state = bidding(rules, 0, 6, 0, 0)
    assert state.to_act == 1
    assert bids(state) == [1, 2, 3, 4]
    state = scripted(state, Bid(2), PASS, Bid(3), PASS)
    assert (state.maker, state.bid, state.scores) == (3, 3, (0, 6, 0, 0))
    state = scripted(bidding(rules), PASS, PASS, PASS, PASS)
    assert (state.maker, state.bid) == (1, None)


def test_the_dealer_may_steal_the_bid() -> None:
    state = scripted(bidding(Rules("modern_pitch", dealer_may_steal=True)), Bid(3), PASS, PASS)
    assert bids(state)[0] == 3
    assert apply(state, Bid(3)).maker == 0
    state = scripted(bidding(Rules("modern_pitch")), Bid(3), PASS, PASS)
    assert bids(state)[0] == 4


def test_the_dealer_is_stuck_if_all_others_pass() -> None:
    state = scripted(bidding(Rules("modern_pitch", stick_the_dealer=True)), PASS, PASS, PASS)
    assert PASS not in actions(state)
    assert bids(state)[0] == 2
    state = scripted(bidding(Rules("modern_pitch")), PASS, PASS, PASS, PASS)
    assert (state.maker, state.bid) == (0, None)


def test_modern_pitch_is_played_by_partners_who_score_together() -> None:
    state = scripted(bidding(Rules("modern_pitch")), Bid(2), PASS, PASS, PASS)
    end = ending(state, "H", "AH 2H 3H 4C", "4C", "AH", "2H", "3H")
    assert end.points == (0, 3, 0, 0)  # high, low to the winner, game
    assert end.scores == (0, 3, 0, 3)


# ---- raising in turn -------------------------------------------------------------------------


def test_a_player_whose_bid_is_raised_may_raise_again_in_turn() -> None:
    state = sold(bidding(Rules("pedro")), Bid(2), Bid(4), PASS)
    assert state.to_act == 2
    state = scripted(state, Bid(5))
    assert state.to_act == 3  # the dealer has passed
    state = scripted(state, PASS)
    assert (state.to_act, list(actions(state))) == (1, [Sell(), Refuse()])
    assert apply(state, Sell()).scores == (0, 5, 0, 0)


def test_raising_ends_when_all_others_have_passed() -> None:
    state = sold(bidding(Rules("pedro")), PASS, PASS, Bid(9))
    assert state.to_act == 1
    state = sold(bidding(Rules("pedro")), PASS, PASS, PASS)
    assert (state.maker, state.phase) == (1, "play")


def test_by_the_option_the_whole_pack_is_dealt_evenly() -> None:
    for players, cards in ((4, 13), (5, 10), (6, 8), (7, 7), (8, 6)):
        state = dealt(Rules("pedro_sancho", deal_all=True), *[""] * players)
        assert [len(hand) for hand in state.hands] == [cards] * players
        assert len(state.rest) == 52 - cards * players


# ---- scoring ---------------------------------------------------------------------------------

SET_BACK = ("3C TC", "AH 4C", "2H 5C", "JH 6C")
"""Seat 1 makes High and the Jack, seat 2 Low, seat 0 the Game."""


def played(rules: Rules, scores: tuple[int, ...], bid: int) -> State:
    """Seat 1 refuses a bid and makes two points."""
    state = sold(bidding(rules, *scores), Bid(bid), PASS, PASS, Refuse())
    return ending(state, "H", "AH 2H JH 3C 4C 5C 6C TC", *SET_BACK)


def test_fosters_seller_who_refuses_three_and_makes_two_is_five_to_go() -> None:
    end = played(WITHIN_ONE, (0, 5, 5, 0), 3)
    assert end.points == (1, 2, 1, 0)
    assert end.scores == (1, 2, 6, 0)
    assert (end.made, end.written, end.phase) == (False, (1, -3, 1, 0), "scored")
    assert 7 - end.scores[1] == 5


def test_had_the_bid_been_two_he_would_have_won_the_game() -> None:
    end = played(WITHIN_ONE, (0, 5, 5, 0), 2)
    assert (end.phase, end.winners, end.scores) == ("over", (1,), (1, 7, 6, 0))


def test_all_points_are_scored_beyond_the_bid_too() -> None:
    assert played(PITCH, (0, 0, 0, 0), 1).scores == (1, 2, 1, 0)


def test_whoever_is_set_back_adds_a_red_counter_and_the_winner_takes_the_pool() -> None:
    rules = Rules("pitch", red_on_set_back=True, seller_cap="within_one")
    end = played(rules, (0, 5, 5, 0), 3)
    assert (end.chips, end.pool.counters) == ((0, -1, 0, 0), 1)
    end = played(rules, (6, 5, 5, 0), 3)
    assert (end.winners, end.chips, end.pool.counters) == ((0,), (1, -1, 0, 0), 0)


SEVEN = ("9S 9C 9D", "4S 4C 5D", "5H JH 4D", "KH 3C 2H", "6S TC 6D", "7S 7C 7D", "8S 8C 8D")
PLAYS = "5H KH 6S 7S 8S 9S 4S 3C TC 7C 8C 9C 4C JH 4D 2H 6D 7D 8D 9D 5D"


@pytest.mark.parametrize(
    ("rules", "start", "winner"),
    [(WITHIN_ONE, 5, 2), (Rules("pitch", maker_first=False, seller_cap="none"), 5, 3), (TEN, 8, 3)],
)
def test_bidder_goes_out_first_or_else_high_comes_first(
    rules: Rules, start: int, winner: int
) -> None:
    """A sells to B, who bids two; B makes Jack and Game, C holds High and Low."""
    state = bidding(rules, 0, 0, start, start, 0, 0, 0, players=7)
    state = scripted(state, *[Offer()] * (state.to_act == 1), Bid(2), *[PASS] * 5, Sell())
    end = ending(state, "H", PLAYS, *SEVEN)
    assert end.points == (0, 0, 2, 2, 0, 0, 0)
    assert end.scores == (0, 2, start + 2, start + 2, 0, 0, 0)
    assert (end.phase, end.winners) == ("over", (winner,))


def test_a_maker_who_fails_is_not_first_out() -> None:
    state = bidding(WITHIN_ONE, 0, 0, 6, 5, 0, 0, 0, players=7)
    state = scripted(state, Offer(), Bid(3), *[PASS] * 5, Sell())
    end = ending(state, "H", PLAYS, *SEVEN)
    assert (end.scores[2], end.scores[3], end.winners) == (3, 7, (3,))


def test_smudge_is_won_at_once_by_four_bid_and_made() -> None:
    hands = ("3C 5C", "AH 2H", "4C JH", "TC 6C")
    for scores, phase in (((0, 0, 0, 0), "over"), ((0, -1, 0, 0), "scored")):
        for script in ([Pitch()], [Offer(), PASS, PASS, Bid(4), Refuse()]):
            state = scripted(bidding(Rules("smudge"), *scores), *script)
            end = ending(state, "H", "AH JH TC 3C 2H 4C 6C 5C", *hands)
            assert (end.made, end.phase) == (True, phase)
            assert end.winners == ((1,) if phase == "over" else ())


def test_without_the_jack_in_play_four_cannot_be_made() -> None:
    state = scripted(bidding(Rules("smudge")), Pitch())
    end = ending(state, "H", "AH 4C TC 3C 2H 9C 6C 5C", "3C 5C", "AH 2H", "4C 9C", "TC 6C")
    assert (end.made, end.scores) == (False, (0, -4, 0, 0))


def test_pedro_counts_out_in_the_order_high_low_jack_ten_five_nine() -> None:
    """Seat 2 takes the nine and seat 3 after him the five: both reach fifty, the five counts."""
    state = sold(bidding(Rules("pedro_sancho"), 0, 0, 41, 45), PASS, PASS, PASS)
    hands = ("6C 6D AH 2H", "4C 7D 8D QD", "9H 8C TD TC", "5C 5H 9D JD")
    plays = "4C 9H 5C 6C 8C 5H 6D 7D 9D AH 8D TD 2H QD TC JD"
    end = ending(state, "H", plays, *hands)
    assert end.scores == (2, 0, 50, 50)
    assert end.winners == (3,)


def allowed(state: State) -> set[str]:
    """The cards that may be played."""
    assert isinstance(state.position, Position)
    return set(map(str, state.position.legal()))


def test_the_suit_of_the_first_card_is_trump_and_the_joker_may_not_be_it() -> None:
    state = dealt(Rules("dom_pedro"), "", "", "", "JK 2H", dealer=0)
    state = sold(state, PASS, Bid(1), PASS, Sell())
    assert state.trump is None
    assert "JK" not in allowed(state)
    assert apply(state, Play(Card("2H"))).trump == "H"


def test_seven_up_turns_the_trump_and_eldest_hand_leads() -> None:
    state = dealt(Rules("seven_up"), "", "", rest="9D")
    assert (state.trump, state.turned, state.to_act) == ("D", (state.rest[0],), 1)
    assert Name("H") not in actions(state)


def test_whist_turns_the_dealers_last_card() -> None:
    state = dealt(Rules("whist"), *HANDS, dealer=2)
    assert state.turned == (state.hands[2][-1],)
    assert state.trump == state.turned[0].suit
    assert state.to_act == 3


def test_a_record_without_a_log_plays_again_from_its_auction_and_plays() -> None:
    state = sold(bidding(PITCH), Bid(3), PASS, PASS, Sell())
    record: dict[str, Any] = deal_record(state)
    del record["log"]
    assert replay(record) == state


def test_a_record_that_says_otherwise_is_refused_at_the_place() -> None:
    state = sold(bidding(PITCH), Bid(3), PASS, PASS, Sell())
    record: dict[str, Any] = deal_record(state)
    for change, message in (
        ({"bid": 2}, "deal 1: bid 2: the referee finds 3"),
        ({"maker": 1}, "deal 1: maker 1: the referee finds 2"),
        ({"discards": ["AH", "", "", ""]}, "deal 1: discards .*: the referee finds none"),
        ({"log": record["log"][1:]}, "deal 1: action 1, bid: seat 2, expected seat 1"),
        (
            {"log": [*record["log"], {"seat": 2, "do": "play", "card": "AS"}]},
            "deal 1: action 6: seat 2 cannot play AS",
        ),
        ({"log": [{"seat": 1, "do": "sing"}]}, "deal 1: action 1: no action 'sing'"),
    ):
        with pytest.raises(ValueError, match=message):
            replay({**record, **change})


def test_players_dealer_and_teams_are_checked() -> None:
    for arguments, message in (
        ({"players": 3}, "3 players: expected 4 to 8"),
        ({"dealer": 5}, "dealer 5: expected a seat"),
        ({"deals": 0}, "0 deals"),
    ):
        with pytest.raises(RulesError, match=message):
            new_match(PITCH, **arguments)
    with pytest.raises(RulesError, match="teams gives 4 seats, expected 5"):
        new_match(Rules("pitch", teams=[0, 1, 0, 1]), 5)


def test_an_auction_may_leave_out_a_barred_seat() -> None:
    state = apply(bidding(PITCH), Offer())
    assert state.auction is not None
    state = auction_is(state, replace(state.auction, barred=frozenset({2})))
    assert state.to_act == 3


# ---- deals set down by hand --------------------------------------------------------------------

ENTERED: dict[str, Any] = {
    "variant": "pitch",
    "options": {"seller_cap": "within_one"},
    "players": 4,
    "dealer": 0,
    "trump": "H",
    "leader": 1,
    "hands": list(SET_BACK),
    "plays": "AH 2H JH 3C 4C 5C 6C TC",
    "auction": [[1, "offer"], [2, 3], [3, None], [0, None], [1, "refuse"]],
    "maker": 1,
    "bid": 3,
}


def test_a_deal_set_down_by_hand_is_scored_and_keeps_its_record() -> None:
    state = replay(ENTERED)
    assert (state.scores, state.written) == ((1, -3, 1, 0), (1, -3, 1, 0))
    record = deal_record(state)
    assert {name: record[name] for name in ENTERED} == ENTERED
    assert deal_record(replay(record)) == record


def test_a_sale_in_an_entered_auction_is_scored() -> None:
    auction = [*ENTERED["auction"][:4], [1, "sell"]]
    hands = [SET_BACK[3], *SET_BACK[:3]]
    record = {**ENTERED, "auction": auction, "maker": 2, "leader": 2, "hands": hands}
    assert replay(record).written == (0, 4, -3, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"auction": [[1, "offer"], [3, 3]]}, "auction: seat 3 cannot bid now"),
        ({"auction": [[1, "offer"], [2, 5]]}, "auction: seat 2 cannot bid now"),
        ({"auction": [[1, "offer"], [2, "double"]]}, "'double', expected a bid, null or pass"),
        ({"auction": [[1, "offer"]]}, "auction: expected seat 1 to have it for 3"),
        ({"auction": [1]}, r"auction\[0\]: 1: expected type"),
        ({"dealer": "x"}, "dealer: 'x': expected type"),
        ({"hands": [None, *SET_BACK[1:]]}, "seat 0's hand is unknown"),
        ({"scores": [0, 0, 0, 0]}, "scores .*: the referee finds"),
    ],
)
def test_an_entered_deal_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replay({**ENTERED, **change})
