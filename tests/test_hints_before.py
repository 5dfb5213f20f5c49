"""Hints before the play: bids, sales, trumps, discards, robbing, passing; and the race."""

from random import Random
from typing import Any

import pytest

from kibitz import Card, KibitzError, NotationError, Rules, parse_cards, thumb
from kibitz.advise import player
from kibitz.game import actions as act
from kibitz.game.events import Exposed
from kibitz.game.records import deal_record
from kibitz.game.state import State, actions, apply, new_match, view
from kibitz.hints.advice import hint
from kibitz.hints.race import race
from kibitz.hints.scoring import Scorer, Standing, card_worth, two_sides, usual_payoff
from kibitz.hints.table import Table
from kibitz.lanes import sorted_hand


def auction(variant: str, hand: str, *said: Any, seats: int = 4, **options: Any) -> dict[str, Any]:
    """A record of a bidding; eldest hand is seat 0, and the hand is that of who speaks next."""
    speaker = len(said)
    return {
        "variant": variant,
        "options": options,
        "players": seats,
        "dealer": seats - 1,
        "dealt": [hand if seat == speaker else None for seat in range(seats)],
        "auction": [[seat, what] for seat, what in enumerate(said)],
    }


def reached(variant: str, phase: str, seed: int, players: int = 4, **options: Any) -> State:
    """The first moment of a phase in a deal bid by rule of thumb."""
    state = new_match(Rules(variant, **options), players, seed=seed)
    state = apply(state, next(iter(actions(state))))
    while state.phase != phase:
        action = thumb.choose(state, actions(state))
        assert action is not None, f"{phase} is not reached"
        state = apply(state, action)
    return state


STRONG = "AH KH QH 5H 5D 2H AS KS AC"


def test_a_strong_hand_bids_and_says_which_suit() -> None:
    found = hint(auction("cinch", STRONG, 3), 1, worlds=30)
    assert isinstance(found.action, act.Bid)
    assert found.action.points > 6
    means = {s: sum(p * c for p, c in some.items()) for s, some in found.suits.items()}
    assert max(means, key=lambda suit: means[suit]) == "H"
    assert all(sum(some.values()) == pytest.approx(1) for some in found.suits.values())


def test_what_is_made_falls_as_the_bid_rises() -> None:
    found = hint(auction("cinch", STRONG, 3), 1, worlds=30)
    made = {
        each.action.points: each.makes
        for each in found.candidates
        if isinstance(each.action, act.Bid) and each.action.points > 8
    }
    ordered = [made[points] for points in sorted(made)]
    assert ordered == sorted(ordered, key=lambda chance: -(chance or 0))


def test_the_suit_that_makes_most_is_named() -> None:
    state = reached("cinch", "name", 4)
    assert state.to_act is not None
    found = hint(view(state, state.to_act), worlds=20)
    assert {each.action for each in found.candidates} == {act.Name(suit) for suit in "CDHS"}


def test_a_seller_weighs_what_he_is_offered() -> None:
    weak = {**auction("pitch", "2C 4D 6S 8H 9C 3D", seats=4), "auction": []}
    weak["auction"] = [[0, "offer"], [1, 3], [2, None], [3, None]]
    found = hint(weak, 0, worlds=30)
    assert found.action == act.Sell()
    strong = {**weak, "dealt": ["AH KH JH TH 2H AS", None, None, None]}
    strong["auction"] = [[0, "offer"], [1, 1], [2, None], [3, None]]
    found = hint(strong, 0, worlds=30)
    assert found.action == act.Refuse()


def test_a_bid_to_the_pool_is_weighed_in_chips() -> None:
    hand = "2C 4C 7C 2D 5D 8D 3D 2S 4S 9S AH KH QH"
    found = hint(auction("auction_hearts", hand), 0, worlds=20)
    assert found.payoff == "chips"
    bids = [c for c in found.candidates if isinstance(c.action, act.Bid)]
    dear = max(bids, key=lambda c: c.action.points)  # type: ignore[attr-defined]
    cheap = min(bids, key=lambda c: c.behind)
    assert cheap.mean >= dear.mean


def test_trumps_are_kept_and_plain_cards_go() -> None:
    state = reached("cinch", "discard", 4)
    assert state.to_act is not None
    assert state.trump is not None
    seen = view(state, state.to_act)
    found = hint(seen, worlds=30)
    assert isinstance(found.action, act.Discard)
    assert {*found.action.cards} <= {*seen.hand}
    assert len(found.action.cards) >= 3


def test_cards_put_out_are_told_in_the_order_of_hands() -> None:
    state = reached("cinch", "discard", 5)
    seen = view(state, state.to_act or 0)
    for each in hint(seen, worlds=3).candidates:
        assert isinstance(each.action, act.Discard)
        assert list(each.action.cards) == sorted_hand(each.action.cards, seen.rules, seen.trump)


def test_the_dealer_robs_trumps() -> None:
    state = reached("cinch", "rob", 4)
    seen = view(state, state.dealer)
    found = hint(seen, worlds=20)
    assert isinstance(found.action, act.Rob)
    assert found.action in actions(state)
    assert {*found.action.cards} <= {*state.rest}


def test_worlds_at_the_discard_hold_what_was_put_out_and_keep_trumps() -> None:
    state = reached("cinch", "discard", 4)
    state = apply(state, thumb.choose(state, actions(state)))  # type: ignore[arg-type]
    seat = state.to_act
    assert seat is not None
    table = Table.of(view(state, seat))
    [lane] = {tuple(card_lane(state))}
    for layout in table.draw(30, 2):
        world = table.state(layout)
        assert world.hands[seat] == view(state, seat).hand
        assert sorted(len(hand) for hand in world.hands) == sorted(map(len, state.hands))
        first = state.left_of(state.dealer)
        assert {*world.hands[first]} <= {*lane}
        cards = [card for hand in world.hands for card in hand]
        cards += [*world.rest, *(card for some in world.discards for card in some)]
        assert len(set(cards)) == len(cards) == 52


def card_lane(state: State) -> tuple[Card, ...]:
    """The trumps of a state."""
    from kibitz.game.discard import trumps

    assert state.trump is not None
    return tuple(sorted(trumps(state.rules, state.trump)))


def test_the_queen_of_spades_is_passed_on_from_a_short_suit() -> None:
    record = {
        "variant": "black_lady",
        "players": 4,
        "dealer": 3,
        "dealt": ["QS 3S 2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 5H", None, None, None],
    }
    found = hint(record, 0, worlds=60)
    assert isinstance(found.action, act.PassCards)
    assert Card("QS") in found.action.cards
    assert found.action in [each.action for each in found.candidates]


def test_what_others_passed_on_is_not_looked_at() -> None:
    state = reached("black_lady", "pass", 3)
    first = act.PassCards(thumb.to_pass(state.rules, state.hands[state.to_act or 0]))
    other = act.PassCards(tuple(sorted(state.hands[state.to_act or 0])[:3]))
    seat = state.left_of(state.to_act or 0)
    one, two = (view(apply(state, each), seat) for each in (first, other))
    assert hint(one, worlds=3) == hint(two, worlds=3)


def test_options_are_played_by() -> None:
    usual = hint(auction("cinch", STRONG, 3), 1, worlds=20)
    dear = hint(auction("cinch", STRONG, None, min_bid=9), 1, worlds=20)
    assert act.Bid(8) not in [candidate.action for candidate in dear.candidates]
    other = hint(auction("cinch", STRONG, 3, draw="no_rob"), 1, worlds=20)
    fourteen = act.Bid(14)
    means = [
        next(c.mean for c in found.candidates if c.action == fourteen) for found in (usual, other)
    ]
    assert means[0] != means[1]


def test_a_right_that_the_laws_give_is_no_question_for_a_hint() -> None:
    state = reached("cinch", "auction", 4)
    assert state.to_act is not None
    dealt = Exposed(state.to_act, state.hands[state.to_act][:1], "faced")
    state = apply(state, dealt)
    assert state.choices
    seat = state.to_act
    assert seat is not None
    with pytest.raises(KibitzError, match="a right"):
        hint(view(state, seat), worlds=2)
    assert player.choose(view(state, seat), actions(state), Random(1)) in actions(state)


@pytest.mark.parametrize(
    ("variant", "phase"), [("auction_hearts", "auction"), ("auction_hearts", "name"),
                           ("black_lady", "pass")]
)  # fmt: skip
def test_where_seven_sit_the_dealer_is_out_of_every_world(variant: str, phase: str) -> None:
    state = reached(variant, phase, 3, players=7)
    assert state.to_act is not None
    table = Table.of(view(state, state.to_act))
    world = table.state(table.draw(1, 1)[0])
    assert world.hands[state.dealer] == ()
    assert (world.auction is None) == (state.auction is None)
    found = hint(view(state, state.to_act), worlds=4, seed=1)
    record = deal_record(state)
    record["dealt"] = [
        hand if seat == state.to_act else None for seat, hand in enumerate(record["dealt"])
    ]
    assert hint(record, state.to_act, worlds=4, seed=1).action == found.action


@pytest.mark.parametrize("dealer", [7, -1, None, "2"])
def test_a_dealer_who_is_none_of_the_seats_is_refused(dealer: Any) -> None:
    with pytest.raises(NotationError, match=r"dealer: .*, expected a seat, 0 to 3"):
        hint({**auction("cinch", STRONG), "dealer": dealer}, 0, worlds=4)


@pytest.mark.parametrize("dealt", [None, [None] * 4, "AH", [1, 2, 3, 4]])
def test_a_record_without_the_seats_own_cards_is_refused(dealt: Any) -> None:
    record = auction("cinch", STRONG) | {"dealt": dealt}
    with pytest.raises(KibitzError):
        hint(record, 0, worlds=2)


def test_plays_that_stand_in_the_log_alone_are_not_overlooked() -> None:
    state = reached("hearts", "play", 2)
    first = state.to_act
    assert first is not None
    state = apply(state, next(iter(actions(state))))
    seat = state.to_act
    assert seat is not None
    record = deal_record(state)
    for name in ("hands", "dealt"):
        record[name] = [hand if at == seat else None for at, hand in enumerate(record[name])]
    said = hint(record, seat, worlds=5, seed=1)
    del record["plays"]
    assert hint(record, seat, worlds=5, seed=1) == said
    with pytest.raises(KibitzError, match="not to act"):
        hint({**record, "log": []}, seat, worlds=5)


def test_without_the_rest_of_the_pack_no_hint_is_made_up() -> None:
    state = reached("cinch", "rob", 4)
    record = deal_record(state)
    record["dealt"] = [
        hand if seat == state.dealer else None for seat, hand in enumerate(record["dealt"])
    ]
    assert hint(record, state.dealer, worlds=2).action.word == "rob"
    del record["rest"]
    with pytest.raises(NotationError, match="rest: expected the rest of the pack"):
        hint(record, state.dealer, worlds=2)


def test_cards_dealt_after_the_bidding_are_the_seats_own_in_a_record_too() -> None:
    for phase in ("name", "discard"):
        state = reached("cinch", phase, 4, 3, draw="four_more")
        seat = state.to_act
        assert seat is not None
        record = deal_record(state)
        without = {name: value for name, value in record.items() if name != "rest"}
        for shown in (record, without):
            found = hint(shown, seat, worlds=2)
            assert found == hint(view(state, seat), worlds=2)
            if isinstance(found.action, act.Discard):
                assert {*found.action.cards} <= {*state.hands[seat]}


def test_it_must_be_the_seats_turn() -> None:
    with pytest.raises(KibitzError, match="seat 2 is not to act: seat 1 is"):
        hint(auction("cinch", STRONG, 3) | {"dealt": [STRONG] * 4}, 2, worlds=2)


# ---- scores ------------------------------------------------------------------------------------


def test_what_a_game_is_played_for_is_a_datum_of_its_rules() -> None:
    assert usual_payoff(Rules("cinch")) == "score"
    assert usual_payoff(Rules("whist")) == "points"
    assert usual_payoff(Rules("auction_hearts")) == "chips"
    assert two_sides(Rules("cinch"), 4)
    assert two_sides(Rules("cinch"), 2)
    assert not two_sides(Rules("cinch"), 3)
    assert not two_sides(Rules("pitch"), 4)
    assert not two_sides(Rules("hearts"), 2)  # two draw from a stock
    assert two_sides(Rules("whist"), 4)


def test_points_of_cards_are_those_of_the_rules() -> None:
    assert sum(card_worth(Rules("cinch"), "S").values()) == 14
    assert card_worth(Rules("cinch"), "S")[Card("5C")] == 5
    assert sum(card_worth(Rules("black_lady"), None).values()) == -26
    assert sum(card_worth(Rules("joker_hearts"), None).values()) == -17
    assert card_worth(Rules("dom_pedro"), "H")[Card("JK")] == 15


def test_the_race_is_even_at_even_scores_and_won_at_the_end() -> None:
    found = race(Rules("cinch"), 4, deals=60)
    own, others = found.wins(0, 0, deals=True), found.wins(0, 0, deals=False)
    assert own + others == pytest.approx(1)
    assert 0.3 < own < 0.7
    assert found.wins(51, 20, deals=True) == 1
    assert found.wins(20, 60, deals=False) == 0
    chances = [found.wins(score, 30, deals=True) for score in range(0, 51, 5)]
    assert chances == sorted(chances)


def test_a_match_is_weighed_by_the_chance_to_win_it() -> None:
    rules = Rules("cinch")
    standing = Standing((45, 10, 45, 10), 0, race(rules, 4, deals=60))
    scorer = Scorer(rules, 4, 1, "match", standing=standing)
    from kibitz.hints.scoring import Contract

    lost = scorer.worth((10, 0, 0, 4), Contract(0, 8))
    assert lost.payoff == 0  # the others go out
    won = scorer.worth((4, 10, 0, 0), Contract(0, 8))
    assert 0 < won.payoff < 100
    with pytest.raises(KibitzError, match="no race of two sides"):
        race(Rules("pitch"), 5)


def test_cards_are_read_as_people_write_them() -> None:
    assert parse_cards("10H ♥A") == (Card("TH"), Card("AH"))
