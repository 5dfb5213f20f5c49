"""Cinch: bids, the naming of the trump, discard, draw and robbing, and the score of the deal."""

import random
from itertools import pairwise

import pytest

from gaming import dealt, ending, moments, scripted, standing
from kibitz import Card, Rules, RulesError, parse_cards
from kibitz.game.actions import Action, Bid, Discard, Name, PassBid, Rob
from kibitz.game.discard import Robberies
from kibitz.game.state import State, actions, apply, deal_record, new_match, view

CINCH = Rules("cinch")
PASS = PassBid()
HANDS = (
    "AH KH 2C 3C 4C 6C 7C 8C 9C",
    "5D JH TC JC QC KC AC 2S 3S",
    "TH 9H 8H 4S 6S 7S 8S 9S TS",
    "2H JS QS KS AS 2D 3D 4D 6D",
)
REST = "5H 3H 7D 8D 9D TD JD QD KD AD 5S 5C 4H 6H 7H QH"


def discarded(rules: Rules = CINCH, *, kept: str = "AH KH 5D JH TH 9H 8H 2H") -> State:
    """Seat 0 deals, seat 1 bids eight on hearts, and each puts out all but some cards."""
    state = scripted(dealt(rules, *HANDS, rest=REST), Bid(8), PASS, PASS, PASS, Name("H"))
    keep = set(parse_cards(kept))
    while state.phase == "discard":
        assert state.to_act is not None
        out = tuple(card for card in state.hands[state.to_act] if card not in keep)
        state = apply(state, Discard(out))
    return state


def sizes(state: State) -> list[int]:
    """How many cards each holds."""
    return [len(hand) for hand in state.hands]


def names(cards: tuple[Card, ...]) -> str:
    """Cards as text."""
    return " ".join(map(str, cards))


# ---- bids and the trump ----------------------------------------------------------------------


def test_each_has_one_bid_to_the_board_from_eldest_hand_to_the_dealer() -> None:
    state = dealt(CINCH, *HANDS)
    order = []
    for call in (Bid(3), PASS, Bid(14), PASS):
        order.append(state.to_act)
        state = apply(state, call)
    assert order == [1, 2, 3, 0]
    assert (state.phase, state.to_act, state.maker, state.bid) == ("name", 3, 3, 14)
    assert list(actions(state)) == [Name("C"), Name("D"), Name("H"), Name("S")]
    assert state.scores == (0, 0, 0, 0)  # nobody sells


def test_all_pass_and_the_dealer_names_the_trump_leads_and_cannot_be_set() -> None:
    state = scripted(dealt(CINCH, *HANDS), PASS, PASS, PASS, PASS)
    assert (state.phase, state.to_act, state.bid) == ("name", 0, None)
    state = apply(state, Name("H"))
    end = ending(state, "H", "3C AH 4C 5C", "3C", "AH", "4C", "5C")
    assert (end.made, end.scores) == (None, (0, 1, 0, 1))


def test_pidro_is_bid_from_six_to_fourteen_set_back_on_failure_and_won_at_sixty_two() -> None:
    state = dealt(Rules("pidro"), *HANDS)
    assert [a.points for a in actions(state) if isinstance(a, Bid)] == list(range(6, 15))
    state = scripted(standing(state, 0, 57, 0, 57), PASS, Bid(6), PASS, PASS, Name("H"))
    assert state.maker == 2
    end = ending(state, "H", "3C 5H 4C 6C", "4C", "6C", "3C", "5H")
    assert (end.made, end.scores, end.winners) == (False, (-6, 62, -6, 62), (1, 3))


# ---- discard and draw ------------------------------------------------------------------------


def test_each_puts_out_three_cards_or_more_from_eldest_hand_on() -> None:
    state = scripted(dealt(CINCH, *HANDS), Bid(8), PASS, PASS, PASS, Name("H"))
    assert (state.phase, state.to_act) == ("discard", 1)
    assert len(actions(state)) == sum((84, 126, 126, 84, 36, 9, 1))
    assert Discard(parse_cards("TC JC")) not in actions(state)
    with pytest.raises(RulesError, match=r"seat 1 cannot discard AH AC KC .*: expected discard 3"):
        apply(state, Discard(parse_cards("AH AC KC")))
    state = apply(state, Discard(parse_cards("KC TC JC QC")))
    assert (state.to_act, names(state.discards[1])) == (2, "KC TC JC QC")


def test_the_dealer_fills_each_hand_from_the_pack_and_the_cards_drawn_tell() -> None:
    state = discarded()
    assert state.phase == "rob"
    assert names(state.hands[1]) == "5D JH 5H 3H 7D 8D"
    assert names(state.hands[2]) == "TH 9H 8H 9D TD JD"
    assert names(state.hands[3]) == "2H QD KD AD 5S 5C"
    assert (state.draws, names(state.rest)) == ((0, 4, 3, 5), "4H 6H 7H QH")


def test_the_dealer_robs_and_shows_the_trumps_he_cannot_keep() -> None:
    state = discarded(kept="AH KH 2C 3C 5D JH TH 9H 8H 2H")
    assert names(state.hands[0]) == "AH KH 2C 3C"
    state = apply(state, Rob(parse_cards("QH 7H")))
    assert names(state.hands[0]) == "AH KH 2C 3C QH 7H"
    assert names(state.discards[0]) == "4C 6C 7C 8C 9C 4H 6H"
    assert (state.rest, state.draws[0], state.phase) == ((), 2, "play")


def test_the_dealer_may_put_out_more_to_take_more() -> None:
    state = discarded(kept="AH KH 2C 3C 5D JH TH 9H 8H 2H")
    state = apply(state, Rob(parse_cards("QH 7H 6H 4H"), parse_cards("2C 3C")))
    assert names(state.hands[0]) == "AH KH QH 7H 6H 4H"
    assert names(state.discards[0]) == "4C 6C 7C 8C 9C 2C 3C"


def test_robberies_are_counted_listed_and_sampled(rng: random.Random) -> None:
    some = Robberies(parse_cards("AH KH 2C"), parse_cards("5H 4H 9D TD"), 4)
    listed = list(some)
    assert len(listed) == len(some) == len(set(listed)) == 4 + 18 + 12 + 1
    assert all(robbery in some for robbery in listed)
    assert all(some.sample(rng) in some for _ in range(50))
    wrong: list[Action] = [
        Rob(parse_cards("5H"), parse_cards("AH")),
        Rob(parse_cards("AH")),
        Rob(parse_cards("5H 5H"), parse_cards("AH")),
        PASS,
    ]
    assert not any(robbery in some for robbery in wrong)


def test_without_robbing_the_dealer_draws_blind() -> None:
    state = discarded(Rules("cinch", draw="no_rob"))
    assert state.phase == "play"
    assert names(state.hands[0]) == "AH KH 4H 6H 7H QH"
    assert state.draws == (4, 4, 3, 5)


def test_four_more_are_dealt_before_the_trump_is_named_and_seven_put_out() -> None:
    state = dealt(Rules("cinch", draw="four_more"), *HANDS, rest=REST)
    state = scripted(state, Bid(8), PASS, PASS, PASS)
    assert (state.phase, sizes(state)) == ("name", [13, 13, 13, 13])
    assert names(state.hands[1][-4:]) == "5H 3H 7D 8D"
    state = apply(state, Name("H"))
    assert len(actions(state)) == 1716  # seven of thirteen
    rng = random.Random(4)
    while state.phase == "discard":
        state = apply(state, actions(state).sample(rng))
    assert (state.phase, sizes(state), state.to_act) == ("play", [6, 6, 6, 6], 1)
    with pytest.raises(RulesError, match="four_more: expected at most 4"):
        new_match(Rules("cinch", draw="four_more"), 5)


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_are_dealt_six_cards_and_put_out_any_number(players: int) -> None:
    state = dealt(CINCH, *[""] * players)
    assert sizes(state) == [6] * players
    state = scripted(state, Bid(1), *[PASS] * (players - 1), Name("S"))
    assert len(actions(state)) == 2**6


@pytest.mark.parametrize("rules", [CINCH, Rules("cinch", draw="no_rob")])
def test_when_the_pack_runs_out_plain_cards_put_out_fill_the_hands_as_they_lie(
    rules: Rules,
) -> None:
    hands = ("", "2C 3C 4C 6C 7C 2H", "8C 9C TC JC QC 3H", "KC AC 2D 3D 4D 4H", "", "")
    state = scripted(dealt(rules, *hands), Bid(1), *[PASS] * 5, Name("H"))
    while state.phase == "discard":  # everybody puts out everything
        assert state.to_act is not None
        state = apply(state, Discard(state.hands[state.to_act]))
    # The sixteen of the pack go to seats 1, 2 and four to seat 3, who takes two that lie.
    assert names(state.hands[3][-2:]) == "2C 3C"
    assert "2H" not in " ".join(map(names, state.hands))
    assert names(state.discards[1]) == "2H"
    if state.phase == "rob":
        state = apply(state, Rob(()))
    assert sizes(state) == [6] * 6
    assert state.phase == "play"


# ---- the score -------------------------------------------------------------------------------


def test_trumps_put_out_count_for_the_maker() -> None:
    state = discarded(kept="AH KH 5D JH TH 9H 8H")  # the deuce of hearts is put out
    state = apply(state, actions(state).sample(random.Random(1)))
    assert state.maker == 1
    record = deal_record(state)
    assert record["discards"][3].startswith("2H")
    end = ending(state, "H", "5H 3C 4C 6C", "6C", "5H", "3C", "4C")
    assert (end.points, end.made) == ((0, 5, 0, 0), False)  # and one among the discards
    assert end.scores == (8, 0, 8, 0)
    assert deal_record(end)["points"] == [0, 5, 0, 0]


def bid_eight(rules: Rules, *hands: str, plays: str = "", players: int = 4) -> State:
    """Seat 1 has bid eight on hearts; the tricks are played."""
    state = dealt(rules, *[""] * players)
    state = scripted(state, Bid(8), *[PASS] * (players - 1), Name("H"))
    return ending(state, "H", plays, *hands)


def test_the_books_eight_bid_and_ten_made_scores_six() -> None:
    hands = ("4H 7H JH TH", "KH QH 4C 2H", "3H 6H AH 8C", "5H 5D 6C 9C")
    plays = "KH 3H 5H 4H QH 6H 5D 7H 4C AH 6C JH 8C 9C TH 2H"
    end = bid_eight(CINCH, *hands, plays=plays)
    assert (end.points, end.made) == ((2, 10, 2, 0), True)
    assert end.scores == (0, 6, 0, 6)


def test_the_books_eight_bid_and_five_made_gives_the_others_seventeen() -> None:
    hands = ("4H 7H JH TH", "KH 8H 4C 2H", "3H 9H AH 8C", "5H 5D 6C 9C")
    plays = "KH 3H 5H 4H 8H 9H 5D 7H 8C 6C JH 4C TH 2H AH 9C"
    end = bid_eight(CINCH, *hands, plays=plays)
    assert (end.points, end.made) == ((1, 5, 8, 0), False)
    assert end.scores == (17, 0, 17, 0)


@pytest.mark.parametrize(
    ("rules", "scores"),
    [(CINCH, (16, 0, 16, 0)), (Rules("cinch", set_back=True), (8, -8, 8, -8))],
)
def test_a_failed_bid_goes_to_the_others_or_off_the_score(
    rules: Rules, scores: tuple[int, ...]
) -> None:
    """Seats 0 and 2 take ace, jack, ten and the right pedro; the maker's side nothing."""
    end = bid_eight(rules, "AH 5H", "4C 3H", "JH TH", "6C 7C", plays="4C JH 6C AH 5H 3H TH 7C")
    assert (end.points, end.made) == ((2, 0, 6, 0), False)
    assert end.scores == scores


def test_three_play_each_for_himself_and_a_failed_bid_pays_both_others() -> None:
    end = bid_eight(CINCH, "AH 3C", "4H 4C", "5H 6C", plays="4H 5H AH 3C 4C 6C", players=3)
    assert end.points == (6, 0, 0)
    assert end.scores == (14, 0, 8)


def test_of_two_out_together_the_bid_counts_first_from_the_makers_left() -> None:
    state = standing(dealt(CINCH, "", "", ""), 40, 0, 44)
    state = scripted(state, Bid(8), PASS, PASS, Name("H"))
    end = ending(state, "H", "4H 5H AH 3C 4C 6C", "AH 3C", "4H 4C", "5H 6C")
    assert (end.scores, end.winners) == ((54, 0, 52), (2,))


def test_old_style_the_maker_goes_out_first_if_he_made_his_bid() -> None:
    state = standing(dealt(Rules("cinch", set_back=True), *HANDS), 50, 43, 50, 43)
    state = scripted(state, Bid(8), PASS, PASS, PASS, Name("H"))
    hands = ("3H AH", "5H JC", "4H QC", "5D KC")
    end = ending(state, "H", "5H 4H 5D 3H JC QC KC AH", *hands)
    assert end.points == (1, 10, 0, 0)
    assert (end.scores, end.winners) == ((51, 53, 51, 53), (1, 3))


def test_a_game_is_fifty_one_and_each_deal_passes_to_the_left() -> None:
    rng = random.Random(11)
    states = list(moments(new_match(CINCH, seed=3), rng, 100))
    ends = [state for state in states if state.phase in ("scored", "over")]
    assert ends[-1].phase == "over"
    assert max(ends[-1].scores) >= 51
    assert all(max(end.scores) < 51 for end in ends[:-1])
    assert all(b.dealer == (a.dealer + 1) % 4 for a, b in pairwise(ends))
    assert [len(end.past) for end in ends] == list(range(len(ends)))


# ---- what a seat sees ------------------------------------------------------------------------


def test_discards_lie_face_up_and_robbed_cards_are_not_shown() -> None:
    state = discarded(kept="AH KH 2C 3C 5D JH TH 9H 8H 2H")
    assert view(state, 2).discards == state.discards
    assert view(state, 2).found == ()
    assert names(view(state, 0).found) == "4H 6H 7H QH"
    state = apply(state, Rob(parse_cards("QH 7H")))
    assert "QH" not in str(view(state, 2))
    assert view(state, 2).sizes == (6, 6, 6, 6)
    assert view(state, 2).draws == (2, 4, 3, 5)
