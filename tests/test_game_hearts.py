"""The Hearts games around the play: dealing, passing, the auction of a suit, whole games."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gaming import moments
from kibitz import Card, DealError, Position, Rules, RulesError, maxn, parse_cards
from kibitz import Deal as PlayedDeal
from kibitz.bench import shuffled
from kibitz.game import hearts
from kibitz.game.actions import Action, Bid, Deal, Name, PassBid, PassCards
from kibitz.game.dealing import distribute
from kibitz.game.fields import field
from kibitz.game.pools import Account, Pool, pay, penalties
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

GAMES = [
    (variant, players)
    for variant in (
        "hearts",
        "spot_hearts",
        "joker_hearts",
        "black_jack",
        "black_lady",
        "modern_hearts",
        "auction_hearts",
        "heartsette",
        "domino_hearts",
    )
    for players in range(Rules(variant).players[0], Rules(variant).players[1] + 1)
]


def missing(variant: str, players: int) -> str:
    """The cards of the 52 that are out."""
    there = set(hearts.pack(Rules(variant), players))
    full = {Card(rank + suit) for suit in "CDHS" for rank in hearts.RANKS}
    return " ".join(map(str, sorted(full - there)))


def dealt(variant: str, players: int) -> tuple[tuple[tuple[Card, ...], ...], hearts.LeftOver]:
    """The hands of a shuffled deal, and the rest."""
    rules = Rules(variant)
    cards = shuffled(list(map(str, hearts.pack(rules, players))), Random(players))
    deal = distribute(rules, players, 0, parse_cards(" ".join(cards)))
    return deal.hands, hearts.left_over(rules, players, deal.rest)


# ---- dealing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "players", "out"),
    [
        ("hearts", 2, ""),
        ("hearts", 3, "2S"),
        ("hearts", 4, ""),
        ("hearts", 5, "2C 2S"),
        ("hearts", 6, "2C 2D 2H 2S"),
        ("heartsette", 3, "2S"),
        ("heartsette", 4, "2S"),
        ("heartsette", 5, ""),
        ("heartsette", 6, ""),
        ("joker_hearts", 4, "2H"),
        ("joker_hearts", 5, "2C 2H 2S"),
        ("joker_hearts", 6, "2C 2D 2H 2S"),
    ],
)
def test_deuces_are_out_so_that_the_pack_can_be_dealt(variant: str, players: int, out: str) -> None:
    assert missing(variant, players) == out
    assert (Card("JK") in hearts.pack(Rules(variant), players)) == (variant == "joker_hearts")


@pytest.mark.parametrize(
    ("variant", "players", "hand", "stock", "widow", "aside"),
    [
        ("hearts", 2, 13, 26, 0, 0),
        ("hearts", 3, 17, 0, 0, 0),
        ("hearts", 4, 13, 0, 0, 0),
        ("hearts", 5, 10, 0, 0, 0),
        ("hearts", 6, 8, 0, 0, 0),
        ("heartsette", 3, 16, 0, 3, 0),
        ("heartsette", 4, 12, 0, 3, 0),
        ("heartsette", 5, 10, 0, 2, 0),
        ("heartsette", 6, 8, 0, 4, 0),
        ("joker_hearts", 2, 13, 26, 0, 0),
        ("joker_hearts", 6, 8, 0, 0, 1),
        ("domino_hearts", 2, 6, 40, 0, 0),
        ("domino_hearts", 4, 6, 28, 0, 0),
        ("modern_hearts", 4, 13, 0, 0, 0),
    ],
)
def test_every_card_has_its_place(
    variant: str, players: int, hand: int, stock: int, widow: int, aside: int
) -> None:
    hands, left = dealt(variant, players)
    assert [len(cards) for cards in hands] == [hand] * players
    assert (len(left.stock), len(left.widow), len(left.aside)) == (stock, widow, aside)
    everywhere = [*left.stock, *left.widow, *left.aside, *(c for cards in hands for c in cards)]
    assert sorted(everywhere) == list(hearts.pack(Rules(variant), players))


@pytest.mark.parametrize(("variant", "players"), [("hearts", 4), ("domino_hearts", 4)])
def test_cards_go_one_at_a_time_from_eldest_hand(variant: str, players: int) -> None:
    rules = Rules(variant)
    cards = hearts.pack(rules, players)
    hands = distribute(rules, players, 2, cards).hands
    assert [hand[0] for hand in hands] == [cards[1], cards[2], cards[3], cards[0]]
    assert hands[3][:6] == cards[0:24:4]


def test_eldest_leads_or_who_named_the_suit_or_who_holds_the_card_to_lead() -> None:
    hands, _ = dealt("hearts", 4)
    assert hearts.leader(Rules("hearts"), hands, 3, None) == 0
    assert hearts.leader(Rules("auction_hearts"), hands, 3, 2) == 2
    (holder,) = (seat for seat in range(4) if Card("2C") in hands[seat])
    assert hearts.leader(Rules("modern_hearts"), hands, 3, None) == holder


def test_where_seven_sit_the_dealer_takes_no_cards() -> None:
    rules = Rules("hearts")
    assert hearts.seated(rules, 6, 2) == (3, 4, 5, 0, 1, 2)
    assert hearts.seated(rules, 7, 2) == (3, 4, 5, 6, 0, 1)
    assert hearts.pack(rules, 7) == hearts.pack(rules, 6)
    with pytest.raises(RulesError, match="8 players: expected 2 to 6 in hearts, or one more"):
        new_match(rules, 8)
    with pytest.raises(RulesError, match=r"expected 3 to 4 in modern_hearts$"):
        new_match(Rules("modern_hearts"), 5)


def test_the_lowest_cut_deals_ace_low_and_equal_cuts_cut_again() -> None:
    assert hearts.lowest_cut(parse_cards("2C KD AH 9S")) == (2,)
    assert hearts.lowest_cut(parse_cards("3C KD 3H 9S")) == (0, 2)


# ---- passing ------------------------------------------------------------------------------------


def test_discard_hearts_passes_three_to_the_left() -> None:
    rules = Rules("black_lady")
    assert hearts.pass_count(rules) == 3
    assert [hearts.pass_steps(rules, 4, number) for number in range(3)] == [1, 1, 1]
    assert hearts.pass_count(Rules("hearts")) == hearts.pass_steps(Rules("hearts"), 4, 0) == 0


@pytest.mark.parametrize(("players", "steps"), [(4, [1, 3, 2, 0, 1, 3]), (3, [1, 2, 0, 1, 2, 0])])
def test_modern_hearts_pass_left_right_across_and_hold(players: int, steps: list[int]) -> None:
    rules = Rules("modern_hearts")
    assert [hearts.pass_steps(rules, players, number) for number in range(6)] == steps


def test_what_a_seat_lays_out_goes_to_his_left_neighbour() -> None:
    hands = [parse_cards(text) for text in ("AC KC QC", "AD KD QD", "AH KH QH")]
    out = [parse_cards(text) for text in ("AC", "AD", "AH")]
    left = hearts.passed(hands, out, 1)
    assert [set(hand) for hand in left] == [
        set(parse_cards(text)) for text in ("KC QC AH", "KD QD AC", "KH QH AD")
    ]
    assert set(hearts.passed(hands, out, 2)[0]) == set(parse_cards("KC QC AD"))


def test_only_cards_held_can_be_passed() -> None:
    hands = [parse_cards("AC KC"), parse_cards("AD KD")]
    with pytest.raises(RulesError, match="seat 1 cannot pass AC"):
        hearts.passed(hands, [parse_cards("AC"), parse_cards("AC")], 1)


# ---- whole games --------------------------------------------------------------------------------

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "hearts": [{}, {"settle": "howell"}, {"divided_jack": True}],
    "spot_hearts": [{}, {"settle": "howell"}],
    "joker_hearts": [{}],
    "black_jack": [{}, {"pass_direction": "right"}],
    "black_lady": [{}, {"pass_direction": "across", "break_hearts": True}],
    "modern_hearts": [{}, {"shoot_the_moon": "own", "jack_of_diamonds": True}],
    "auction_hearts": [{}, {"divided_jack": False}],
    "heartsette": [{}],
    "domino_hearts": [{}, {"target": 50}],
}


def played(
    variant: str, players: int, seed: int, *, deals: int = 1, **options: Any
) -> Iterator[State]:
    """Every state of a game of random actions."""
    random = Random(f"{variant} {players} {seed}")
    state = new_match(Rules(variant, **options), players, seed=seed, deals=deals)
    yield state
    while state.phase != "over":
        state = apply(state, actions(state).sample(random))
        yield state


def ended(variant: str, players: int, seed: int, *, deals: int = 1, **options: Any) -> State:
    *_, last = played(variant, players, seed, deals=deals, **options)
    return last


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_random_games_end_and_replay_to_the_same_state(variant: str, players: int) -> None:
    for seed, options in enumerate(OPTIONS[variant]):
        if players == 2 and "divided_jack" in options:
            continue
        state = ended(variant, players, seed, deals=3, **options)
        record = json.loads(json.dumps(match_record(state)))
        assert replay(record) == state, (seed, options)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_chips_and_what_lies_in_the_pool_sum_to_nothing(variant: str, players: int) -> None:
    state = ended(variant, players, 11, deals=6)
    assert sum(state.chips) + state.pool.counters == 0
    if Rules(variant).options.get("settle", "") == "points":
        assert state.chips == (0,) * players


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_every_penalty_card_is_taken_by_somebody(variant: str, players: int) -> None:
    rules = Rules(variant)
    state = ended(variant, players, 5)
    for each in (*state.past, state):
        assert each.position is not None
        taken = sum(penalties(each.position))
        seen = [card for card in hearts.pack(rules, players) if card not in each.aside]
        assert taken == sum(worth_of(each.position.deal.rules, card) for card in seen)


def worth_of(rules: Rules, card: Card) -> int:
    worth: dict[str, int] = field(rules, "card_points", {})
    return -min(0, worth.get(str(card), worth.get(card.suit or "", 0)))


def test_eldest_leads_and_the_deal_passes_to_the_left() -> None:
    state = ended("hearts", 4, 2, deals=5)
    dealers = [each.dealer for each in (*state.past, state)]
    leaders = [each.position.deal.leader for each in (*state.past, state) if each.position]
    assert dealers == [0, 1, 2, 3, 0]
    assert leaders == [1, 2, 3, 0, 1]


def test_a_jack_goes_from_deal_to_deal_until_it_is_won() -> None:
    state = ended("hearts", 4, 1, deals=40)
    jacks = [each for each in (*state.past, state) if each.pool_before.jack]
    assert any(each.pool.jack for each in jacks)
    won = [each for each in jacks if not each.pool.jack]
    assert won
    for each in won:
        assert each.position is not None
        assert penalties(each.position).count(0) == 1
        assert each.pool == Pool()


def test_with_six_players_the_joker_may_lie_aside() -> None:
    rules = Rules("joker_hearts")
    cards = list(hearts.pack(rules, 6))
    assert cards.pop() == Card("JK")
    state = new_match(rules, 6)
    state = played_out(apply(state, distribute(rules, 6, 0, [*cards, Card("JK")])))
    assert state.aside == (Card("JK"),)
    assert state.position is not None
    assert sum(penalties(state.position)) == 12


# ---- Discard Hearts and modern Hearts -----------------------------------------------------------


def test_cards_are_laid_out_from_eldest_on_and_change_hands_together() -> None:
    states = list(played("black_lady", 4, 3))
    passing = [state for state in states if state.phase == "pass"]
    assert [state.to_act for state in passing] == [1, 2, 3, 0]
    assert all(state.hands == passing[0].hands for state in passing)
    first = next(state for state in states if state.phase == "play")
    assert first.position is not None
    for seat in range(4):
        out, got = first.passes[seat], first.passes[seat - 1]
        assert out is not None
        assert got is not None
        hand = set(passing[0].hands[seat]) - set(out) | set(got)
        assert set(first.position.hands[seat]) == hand


def test_nobody_sees_what_he_will_get_before_he_has_passed() -> None:
    for state in played("black_lady", 4, 3):
        if state.phase == "pass":
            assert all(view(state, seat).got == () for seat in range(4))
            assert [heard.action for heard in view(state, 0).history] == [None] * len(state.log)
            assert view(state, 0).history[-1].cards in (0, 3)


def test_three_cards_must_be_passed() -> None:
    state = next(state for state in played("black_lady", 4, 3) if state.phase == "pass")
    two = PassCards(state.hands[1][:2])
    assert two not in actions(state)
    with pytest.raises(RulesError, match="expected pass cards 3 of"):
        apply(state, two)


def test_every_fourth_deal_of_modern_hearts_is_played_as_dealt() -> None:
    state = ended("modern_hearts", 4, 4)
    held = [not any(each.passes) for each in (*state.past, state)]
    assert held == [number % 4 == 3 for number in range(len(held))]
    assert len(held) > 4


def test_modern_hearts_end_at_a_hundred_and_the_least_wins() -> None:
    for seed in range(4):
        state = ended("modern_hearts", 4, seed)
        assert max(state.scores) >= 100
        assert all(max(each.scores) < 100 for each in state.past)
        assert {state.scores[seat] for seat in state.winners} == {min(state.scores)}
        for each in (*state.past, state):
            assert each.written is not None
            assert sum(each.written) in (26, 78)


def test_who_takes_all_in_modern_hearts_scores_nothing_and_the_others_twenty_six() -> None:
    spades = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    hands = [spades.replace("S", suit) for suit in "SHCD"]
    # the holder of all clubs leads the two, and nobody can follow: he takes every trick
    rules = Rules("modern_hearts", pass_direction="hold")
    state = new_match(rules, 4)
    state = apply(state, Deal(tuple(map(parse_cards, hands))))
    random = Random(1)
    while state.phase == "play":
        state = apply(state, actions(state).sample(random))
    assert state.written == (26, 26, 0, 26)


# ---- Auction Hearts -----------------------------------------------------------------------------


def auctioned(*calls: Action, deals: int = 1, seed: int = 1) -> State:
    """Auction Hearts after the deal and these calls; seat 3 deals."""
    state = new_match(Rules("auction_hearts"), 4, dealer=3, seed=seed, deals=deals)
    state = apply(state, next(iter(actions(state))))
    for call in calls:
        state = apply(state, call)
    return state


def played_out(state: State, seed: int = 0) -> State:
    random = Random(seed)
    while state.phase == "play":
        state = apply(state, actions(state).sample(random))
    return state


def test_each_bids_once_from_eldest_and_the_dealer_last() -> None:
    state = auctioned()
    seats = []
    for call in (Bid(2), PassBid(), Bid(5), PassBid()):
        seats.append(state.to_act)
        state = apply(state, call)
    assert seats == [0, 1, 2, 3]
    assert (state.phase, state.to_act, state.maker, state.bid) == ("name", 2, 2, 5)


def test_a_bid_is_higher_than_those_before() -> None:
    state = auctioned(Bid(2))
    assert Bid(2) not in actions(state)
    assert Bid(3) in actions(state)


def test_the_highest_bidder_pays_names_the_suit_to_avoid_and_leads() -> None:
    state = auctioned(Bid(2), PassBid(), Bid(5), PassBid(), Name("C"))
    assert (state.phase, state.to_act, state.avoid) == ("play", 2, "C")
    state = played_out(state)
    assert state.position is not None
    assert state.position.deal.options["penalty_suit"] == "C"
    assert sum(state.chips) + state.pool.counters == 0
    account = Account(penalties(state.position), bidder=2, bid=5)
    assert sum(account.taken) == 13
    assert state.paid == pay(state.rules, account).chips


def test_with_no_bid_hearts_are_avoided_and_eldest_leads() -> None:
    state = auctioned(PassBid(), PassBid(), PassBid(), PassBid())
    assert (state.phase, state.to_act, state.maker) == ("play", 0, None)
    state = played_out(state)
    assert state.position is not None
    assert sum(state.chips) + state.pool.counters == 0
    assert state.pool.chooser is None


def test_after_a_jack_the_same_player_names_a_suit_free_until_the_pool_is_won() -> None:
    found = 0
    for seed in range(12):
        state = ended("auction_hearts", 4, seed, deals=4)
        deals = [*state.past, state]
        for deal, following in pairwise(deals):
            if deal.pool.chooser is None:
                assert following.auction is not None
                continue
            found += 1
            assert deal.pool.jack
            assert following.auction is None
            assert (following.maker, following.bid) == (deal.pool.chooser, None)
            assert following.position is not None
            assert following.position.deal.leader == deal.pool.chooser
        assert state.pool.chooser is None, "the game goes on until the pool is won"
    assert found > 3


# ---- widow, stock and Domino --------------------------------------------------------------------


def test_the_winner_of_the_first_trick_alone_sees_the_widow() -> None:
    state = next(
        state for state in played("heartsette", 4, 2)
        if state.position is not None and state.position.tricks
    )  # fmt: skip
    assert state.position is not None
    winner = state.position.tricks[0].winner
    for seat in range(4):
        assert view(state, seat).found == (tuple(sorted(state.widow)) if seat == winner else ())


def test_two_players_draw_in_turn_until_the_stock_is_gone() -> None:
    for state in played("hearts", 2, 6):
        if state.position is None or state.position.trick or state.position.is_over:
            continue
        tricks = len(state.position.tricks)
        assert [len(hand) for hand in state.position.hands] == [min(13, 26 - tricks)] * 2
        assert view(state, 0).stock == max(0, 26 - 2 * tricks)


def test_domino_ends_at_thirty_one_and_the_least_wins() -> None:
    for seed in range(5):
        state = ended("domino_hearts", 4, seed)
        assert max(state.scores) >= 31
        assert all(max(each.scores) < 31 for each in state.past)
        assert {state.scores[seat] for seat in state.winners} == {min(state.scores)}
        assert sum(state.scores) == 13 * (len(state.past) + 1)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_seat_learns_nothing_from_how_the_unseen_cards_lie(variant: str, players: int) -> None:
    """The cards that seat 0 cannot see are dealt anew: it sees the same."""
    random = Random(players)
    rules = Rules(variant)
    state = new_match(rules, players, seed=8)
    dealt = next(iter(actions(state)))
    assert isinstance(dealt, Deal)
    unseen = [card for hand in dealt.hands[1:] for card in hand] + list(dealt.rest)
    random.shuffle(unseen)
    sizes = [len(hand) for hand in dealt.hands[1:]]
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    hands = [tuple(unseen[at : at + size]) for at, size in zip(starts, sizes, strict=True)]
    other = Deal((dealt.hands[0], *hands), tuple(unseen[sum(sizes) :]))
    ours, theirs = apply(state, dealt), apply(replace(state, seed=None), other)
    if ours.to_act == theirs.to_act:  # the holder of the two of clubs is known when he leads
        assert view(ours, 0) == view(theirs, 0)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_deal_in_the_midst_of_a_match_replays_alone(variant: str, players: int) -> None:
    state = ended(variant, players, 3, deals=4)
    for record in match_record(state)["deals"][:8]:
        assert deal_record(replay(json.loads(json.dumps(record)))) == record


# ---- seven at a table ---------------------------------------------------------------------------


SEVEN = [
    (variant, options)
    for variant, players in GAMES
    if players == 6
    for options in OPTIONS.get(variant, [{}])
]


@pytest.mark.parametrize(("variant", "options"), SEVEN)
def test_seven_play_a_match_and_whoever_deals_neither_pays_nor_is_paid(
    variant: str, options: dict[str, Any]
) -> None:
    random = Random(variant)
    first = new_match(Rules(variant, **options), 7, seed=4, dealer=5, deals=7)
    dealers = []
    for state in moments(first, random, 9):
        if state.phase not in ("scored", "over"):
            continue
        dealers.append(state.dealer)
        ended = deal_record(state)
        assert ended["hands"][state.dealer] == ""
        assert all(ended["hands"][seat] for seat in state.seats)
        assert not view(state, state.dealer).hand
        if state.paid is not None:
            assert state.paid[state.dealer] == 0
            assert sum(state.chips) + state.pool.counters == 0
        elif state.written is not None:
            assert state.written[state.dealer] == 0
    assert dealers[:3] == [5, 6, 0]
    record = json.loads(json.dumps(match_record(state)))
    assert replay(record) == state


def test_seven_settle_as_six_do() -> None:
    joker, taken = (3, 5), (0, 4, 0, 0, 3, 10, 1)
    rules = Rules("joker_hearts")
    six = pay(rules, Account(taken[1:], joker=(joker[0] - 1, joker[1] - 1)))
    seven = pay(rules, Account(taken, joker=joker, out=0))
    assert seven.chips == (0, *six.chips)
    assert seven.winners == tuple(seat + 1 for seat in six.winners)
    howell = pay(Rules("hearts", settle="howell"), Account((3, 5, 0, 5, 0, 0, 0), out=2))
    assert howell.chips == (-5, -17, 0, -17, 13, 13, 13)


def test_where_seven_sit_the_engine_counts_six() -> None:
    six = ["AH 2C", "3H 9S", "5H 6H", "7H 8H", "9H TH", "JH 9D"]
    record = {"variant": "hearts", "players": 7, "leader": 5, "hands": [*six[2:], "", *six[:2]]}
    seven = Position(PlayedDeal.from_record(record))
    less = Position(PlayedDeal.from_record({**record, "players": 6, "leader": 0, "hands": six}))
    for payoff in ("points", "sweepstake", "howell"):
        values = maxn(less, payoff=payoff).values
        assert values is not None
        assert maxn(seven, payoff=payoff).values == (*values[2:], 0, *values[:2])
    for hands in (["AS QS", *six], ["", "", *six[1:]]):
        with pytest.raises(DealError, match="the dealer takes no cards: expected one empty hand"):
            Position(PlayedDeal.from_record({**record, "hands": hands}))


def test_the_dealer_who_sits_out_may_have_the_suit_to_name_and_eldest_leads() -> None:
    start = new_match(Rules("auction_hearts"), 7, seed=1, dealer=2)
    start = replace(start, pool=Pool(20, True, chooser=2), pool_before=Pool(20, True, chooser=2))
    state = apply(start, next(iter(actions(start))))
    assert (state.phase, state.to_act) == ("name", 2)
    state = apply(state, next(iter(actions(state))))
    assert (state.to_act, state.maker, state.hands[2]) == (3, 2, ())


def test_passed_cards_and_neighbours_skip_the_dealer_who_sits_out() -> None:
    state = new_match(Rules("black_lady"), 7, seed=3, dealer=3)
    state = apply(state, next(iter(actions(state))))
    gave = {seat: state.hands[seat][:3] for seat in state.seats}
    for seat in state.seats:
        assert state.to_act == seat
        state = apply(state, PassCards(gave[seat]))
    assert state.phase == "play"
    assert set(view(state, 4).got) == set(gave[2])
    assert view(state, 3).got == ()


def test_a_record_entered_by_hand_says_who_sits_out() -> None:
    hands = ["AH 2C", "3H 9S", "5H 6H", "", "7H 8H", "9H TH", "JH 9D"]
    record = {"variant": "hearts", "players": 7, "leader": 4, "hands": hands, "plays": "7H"}
    assert replay(record).dealer == 3
    with pytest.raises(RulesError, match="dealer 2 holds cards: with 7 he takes none"):
        replay({**record, "dealer": 2})
