"""Settling Hearts in chips: the book's worked examples, the core's payoffs, and laws."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Deal, Position, Rules, RulesError, maxn
from kibitz.bench import random_deal
from kibitz.game.pools import (
    SCHEMES,
    Account,
    Payment,
    Pool,
    account_of,
    fined,
    low_scores,
    low_winners,
    pay,
    penalties,
    scheme_of,
)

TWO_HANDED = ("difference", "six_free")


def settled(
    scheme: str,
    taken: list[int],
    pool: Pool | None = None,
    *,
    divided_jack: bool = False,
    **more: Any,
) -> Payment:
    return SCHEMES[scheme](Account(tuple(taken), **more), pool or Pool(), divided_jack)


# ---- sweepstake ---------------------------------------------------------------------------------


def test_one_clear_player_takes_the_pool() -> None:
    payment = settled("sweepstake", [0, 3, 5, 5])
    assert payment == Payment((13, -3, -5, -5), Pool(), (0,))


def test_two_clear_players_divide_and_the_odd_counter_is_a_starter() -> None:
    payment = settled("sweepstake", [0, 6, 7, 0])
    assert payment == Payment((6, -6, -7, 6), Pool(1), (0, 3))


def test_a_starter_is_won_by_the_next_winners() -> None:
    assert settled("sweepstake", [0, 6, 7, 0], Pool(1)) == Payment((7, -6, -7, 7), Pool(), (0, 3))


def test_three_clear_of_five_divide_equally() -> None:
    payment = settled("sweepstake", [0, 6, 7, 0, 0])
    assert payment == Payment((4, -6, -7, 4, 4), Pool(1), (0, 3, 4))


@pytest.mark.parametrize("taken", [[1, 2, 5, 5], [13, 0, 0, 0]])
def test_nobody_clear_or_one_with_all_makes_a_jack(taken: list[int]) -> None:
    assert settled("sweepstake", taken) == Payment(tuple(-h for h in taken), Pool(13, True))


def test_a_jack_grows_until_a_sole_clear_player_wins_it() -> None:
    pool = Pool()
    for taken in ([13, 0, 0, 0], [0, 0, 6, 7], [4, 4, 4, 1]):
        payment = settled("sweepstake", taken, pool)
        pool = payment.pool
    assert pool == Pool(39, True)
    assert settled("sweepstake", [3, 0, 5, 5], pool) == Payment((-3, 52, -5, -5), Pool(), (1,))


def test_some_clubs_make_the_odd_counter_a_jack() -> None:
    payment = settled("sweepstake", [0, 6, 7, 0], divided_jack=True)
    assert payment.pool == Pool(1, True)


# ---- joker and auction --------------------------------------------------------------------------


def test_the_jokers_first_holder_pays_five_to_the_pool_if_he_takes_it() -> None:
    assert settled("joker", [0, 9, 3, 5], joker=(1, 1)).chips == (17, -9, -3, -5)


def test_the_taker_of_the_joker_pays_five_to_its_first_holder() -> None:
    assert settled("joker", [0, 9, 3, 5], joker=(2, 1)).chips == (12, -9, 2, -5)


def test_the_joker_alone_spoils_clear() -> None:
    payment = settled("joker", [5, 3, 4, 5], joker=(3, 0))
    assert payment == Payment((-5, -3, -4, 0), Pool(12, True))


def test_the_bid_of_the_auction_goes_to_the_pool() -> None:
    payment = settled("auction", [0, 3, 5, 5], bidder=1, bid=4)
    assert payment == Payment((17, -7, -5, -5), Pool(), (0,))


def test_the_odd_counter_of_an_auction_is_a_jack_and_the_choice_is_sold_again() -> None:
    payment = settled("auction", [0, 6, 7, 0], bidder=1, bid=4, divided_jack=True)
    assert payment == Payment((8, -10, -7, 8), Pool(1, True), (0, 3))


def test_who_named_the_suit_of_a_jack_chooses_free_until_the_pool_is_won() -> None:
    first = settled("auction", [13, 0, 0, 0], bidder=2, bid=6)
    assert first.pool == Pool(19, True, chooser=2)
    second = settled("auction", [1, 4, 4, 4], first.pool, bidder=2)
    assert second.pool == Pool(32, True, chooser=2)
    third = settled("auction", [0, 4, 4, 5], second.pool, bidder=2)
    assert third == Payment((45, -4, -4, -5), Pool(), (0,))


# ---- howell, spot, two and three players --------------------------------------------------------


def test_howells_example() -> None:
    """A takes three, B and C five each, D none: 39 are paid in; 10, 8, 8 and 13 taken out."""
    payment = settled("howell", [3, 5, 5, 0])
    assert payment.chips == (10 - 9, 8 - 15, 8 - 15, 13)


def test_howells_sixty_deals() -> None:
    """58 hearts in 60 deals win 548 counters, 500 lose 1220; the two others took 222 in all."""
    low, high, rest = 58, 500, 60 * 13 - 558
    sums = [0, 0]
    for number in range(60):
        first = number < low
        second = high // 60 + (number < high % 60)
        left = 13 - first - second
        chips = settled("howell", [first, second, left // 2, left - left // 2]).chips
        sums = [sums[0] + chips[0], sums[1] + chips[1]]
        rest -= left
    assert (sums, rest) == ([548, -1220], 0)


def test_the_lowest_of_spot_hearts_collects_the_excess() -> None:
    assert settled("spot", [8, 24, 18, 54]).chips == (16 + 10 + 46, -16, -10, -46)


def test_the_lowest_of_spot_hearts_divide() -> None:
    assert settled("spot", [8, 8, 32, 56]).chips == (36, 36, -24, -48)


def test_an_odd_counter_of_spot_hearts_stays_for_the_next_pool() -> None:
    first = settled("spot", [0, 0, 51, 53, 0])
    assert (first.chips, first.pool) == ((34, 34, -51, -53, 34), Pool(2))
    assert settled("spot", [8, 24, 18, 54], first.pool).chips == (74, -16, -10, -46)


def test_two_players_pay_the_difference() -> None:
    assert settled("difference", [9, 4]).chips == (-5, 5)


@pytest.mark.parametrize(("taken", "paid"), [([9, 4], 3), ([7, 6], 1), ([13, 0], 7)])
def test_the_first_six_hearts_may_be_free(taken: list[int], paid: int) -> None:
    assert settled("six_free", taken).chips == (-paid, paid)


def test_the_most_of_three_pays_each_other_his_excess() -> None:
    assert settled("excess", [7, 4, 2]).chips == (-8, 3, 5)


def test_two_with_the_most_of_three_both_pay_the_low_man() -> None:
    assert settled("excess", [5, 5, 3]).chips == (-2, -2, 4)


# ---- revokes ------------------------------------------------------------------------------------


def test_a_revoker_pays_every_loss_of_the_deal() -> None:
    payment = settled("sweepstake", [0, 3, 5, 5], revokers=(3,))
    assert payment == Payment((13, 0, 0, -13), Pool(), (0,))


def test_of_two_who_revoke_each_pays_all_so_that_the_winner_receives_twenty_six() -> None:
    payment = settled("sweepstake", [0, 3, 5, 5], revokers=(1, 3))
    assert payment == Payment((26, -13, 0, -13), Pool(), (0,))


def test_a_revoke_by_the_sole_winner_leaves_thirteen_for_a_jack() -> None:
    payment = settled("sweepstake", [0, 3, 5, 5], revokers=(0,))
    assert payment == Payment((-13, 0, 0, 0), Pool(13, True))


def test_a_revoke_by_one_of_two_winners_pays_six_and_leaves_seven_for_a_jack() -> None:
    payment = settled("sweepstake", [0, 3, 10, 0], revokers=(0,))
    assert payment == Payment((-13, 0, 0, 6), Pool(7, True), (3,))


def test_a_revoke_by_one_of_two_winners_where_twelve_hearts_are_in_the_pack() -> None:
    payment = settled("sweepstake", [0, 3, 9, 0], revokers=(0,))
    assert payment == Payment((-12, 0, 0, 6), Pool(6, True), (3,))


def test_in_a_standing_jack_a_revoker_pays_in_what_was_lost() -> None:
    payment = settled("sweepstake", [1, 3, 4, 5], Pool(13, True), revokers=(2,))
    assert payment == Payment((0, 0, -13, 0), Pool(26, True))


def test_a_revoker_of_the_auction_refunds_the_bid() -> None:
    payment = settled("auction", [0, 3, 5, 5], bidder=1, bid=4, revokers=(3,))
    assert payment == Payment((17, -4 + 4, 0, -13 - 4), Pool(), (0,))


def test_a_bidder_who_revokes_has_nobody_to_refund() -> None:
    payment = settled("auction", [0, 3, 5, 5], bidder=1, bid=4, revokers=(1,))
    assert payment == Payment((17, -17, 0, 0), Pool(), (0,))


def test_a_revoker_pays_the_jokers_five_as_well() -> None:
    payment = settled("joker", [0, 9, 3, 5], joker=(2, 1), revokers=(3,))
    assert payment.chips == (12, 0, 5, -17)


def test_a_revoker_pays_what_the_others_win_at_howells() -> None:
    assert settled("howell", [3, 5, 5, 0], revokers=(1,)).chips == (1, -14, 0, 13)
    assert settled("howell", [3, 5, 5, 0], revokers=(3,)).chips == (1, 0, 0, -1)
    assert settled("howell", [3, 5, 5, 0], revokers=(1, 2)).chips == (2, -14, -14, 26)


def test_a_revoker_who_collects_at_spot_hearts_leaves_it_for_the_next_pool() -> None:
    payment = settled("spot", [8, 24, 18, 54], revokers=(0,))
    assert payment == Payment((-72, 0, 0, 0), Pool(72))


def test_a_revoker_scores_all_the_points_of_the_deal() -> None:
    assert low_scores([-3, -5, -5, 0]) == (3, 5, 5, 0)
    assert low_scores([-3, -5, -5, 0], revokers=(3,)) == (0, 0, 0, 13)
    assert low_scores([-3, 5, -5, -10], revokers=(0, 2)) == (18, -5, 18, 0)


def test_irregular_hands_pay_five_to_the_pool() -> None:
    assert fined(4, (1, 2), Pool(3, True)) == Payment((0, -5, -5, 0), Pool(13, True))


# ---- matches to a number ------------------------------------------------------------------------


def test_the_least_wins_when_another_reaches_the_target() -> None:
    assert low_winners([30, 12, 5], 31) == ()
    assert low_winners([31, 12, 5], 31) == (2,)
    assert low_winners([40, 5, 5], 31) == (1, 2)


# ---- laws ---------------------------------------------------------------------------------------


@st.composite
def accounts(draw: st.DrawFn, scheme: str) -> tuple[Account, Pool]:
    players = 2 if scheme in TWO_HANDED else draw(st.integers(2, 6))
    seats = st.integers(0, players - 1)
    share = st.one_of(st.just(0), st.integers(0, 13))
    taken = draw(st.lists(share, min_size=players, max_size=players))
    bidder = draw(seats) if scheme == "auction" else None
    joker = None
    if scheme == "joker":
        joker = (draw(st.none() | seats), draw(seats))
        taken[joker[1]] += 5
    revokers = tuple(draw(st.sets(seats, max_size=2)))
    account = Account(tuple(taken), bidder, draw(st.integers(0, 9)), joker, revokers)
    return account, draw(st.builds(Pool, st.integers(0, 40), st.booleans(), st.none()))


@pytest.mark.parametrize("scheme", SCHEMES)
@given(data=st.data())
def test_chips_and_pool_conserve(scheme: str, data: st.DataObject) -> None:
    account, pool = data.draw(accounts(scheme))
    payment = SCHEMES[scheme](account, pool, data.draw(st.booleans()))
    assert sum(payment.chips) + payment.pool.counters == pool.counters
    assert payment.pool.counters >= 0
    assert not set(payment.winners) & set(account.revokers)
    if payment.pool.jack:
        assert scheme not in ("spot",) or pool.jack


@pytest.mark.parametrize("scheme", SCHEMES)
@given(data=st.data())
def test_settling_knows_no_seat(scheme: str, data: st.DataObject) -> None:
    account, pool = data.draw(accounts(scheme))
    players = len(account.taken)
    turned = Account(
        (account.taken[-1], *account.taken[:-1]),
        None if account.bidder is None else (account.bidder + 1) % players,
        account.bid,
        account.joker
        and (
            None if account.joker[0] is None else (account.joker[0] + 1) % players,
            (account.joker[1] + 1) % players,
        ),
        tuple((seat + 1) % players for seat in account.revokers),
    )
    chips = SCHEMES[scheme](account, pool, False).chips
    assert SCHEMES[scheme](turned, pool, False).chips == (chips[-1], *chips[:-1])


@given(
    deals=st.lists(
        st.permutations(range(13)).flatmap(
            lambda order: st.lists(st.integers(0, 3), min_size=len(order), max_size=len(order))
        ),
        max_size=12,
    )
)
def test_an_evening_of_sweepstake_conserves(deals: list[list[int]]) -> None:
    pool, chips = Pool(), [0, 0, 0, 0]
    for takers in deals:
        payment = settled("sweepstake", [takers.count(seat) for seat in range(4)], pool)
        pool = payment.pool
        chips = [a + b for a, b in zip(chips, payment.chips, strict=True)]
    assert sum(chips) + pool.counters == 0


# ---- out of a deal that was played --------------------------------------------------------------


def played(variant: str, players: int, seed: int, laws: Any = None, **options: Any) -> Position:
    record = random_deal(variant, seed, players=players) | {"options": options} | (laws or {})
    position = Position(Deal.from_record(record))
    random = Random(seed)
    while not position.is_over:
        legal = list(position.legal())
        position = position.play(legal[int(random.random() * len(legal))])
    return position


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("hearts", {}),
        ("joker_hearts", {}),
        ("black_lady", {"shoot_the_moon": "others", "jack_of_diamonds": True}),
        ("heartsette", {}),
        ("domino_hearts", {}),
        ("auction_hearts", {"penalty_suit": "C"}),
    ],
)
def test_chips_agree_with_the_cores_payoffs(
    variant: str, options: dict[str, Any], players: int
) -> None:
    if not Rules(variant).players[0] <= players <= Rules(variant).players[1]:
        return
    for seed in range(12):
        position = played(variant, players, seed, **options)
        account = account_of(position)
        for pool in (Pool(), Pool(7, True)):
            for payoff in ("sweepstake", "howell"):
                jack = pool.counters if payoff == "sweepstake" else 0
                values = maxn(position, payoff=payoff, jack=jack).values
                assert values is not None
                assert SCHEMES[payoff](account, pool, False).chips == values, (seed, payoff)


@pytest.mark.parametrize("seed", range(20))
def test_who_took_the_joker_is_who_is_credited_with_its_trick(seed: int) -> None:
    laws = {"credits": [{"trick": 2 * t, "seat": t % 4} for t in range(6)], "last_trick": seed % 4}
    position = played("joker_hearts", 4, seed, laws)
    values = maxn(position, payoff="sweepstake").values
    assert SCHEMES["joker"](account_of(position), Pool(), False).chips == values


def test_penalties_count_neither_bonus_nor_moon() -> None:
    position = played("modern_hearts", 4, 5, jack_of_diamonds=True)
    assert sum(penalties(position)) == 26
    assert sum(position.points) == -16


def test_two_players_settle_pools_by_the_difference() -> None:
    assert scheme_of(Rules("hearts"), 2) == "difference"
    assert scheme_of(Rules("hearts"), 4) == "sweepstake"
    assert pay(Rules("hearts"), Account((9, 4))).chips == (-5, 5)


def test_the_rules_say_how_a_deal_is_paid_for() -> None:
    assert pay(Rules("hearts", settle="six_free"), Account((9, 4))).chips == (-3, 3)
    assert pay(Rules("hearts", settle="howell"), Account((3, 5, 5, 0))).chips == (1, -7, -7, 13)
    assert pay(Rules("hearts", settle="excess"), Account((7, 4, 2))).chips == (-8, 3, 5)
    assert pay(Rules("hearts", divided_jack=True), Account((0, 0, 6, 7))).pool.jack
    assert scheme_of(Rules("spot_hearts"), 4) == "spot"


def test_ways_of_settling_that_mean_nothing_are_refused() -> None:
    with pytest.raises(RulesError, match="settle points: expected one of sweepstake"):
        scheme_of(Rules("domino_hearts"), 4)
    with pytest.raises(RulesError, match="expected two players, not 4"):
        scheme_of(Rules("hearts", settle="six_free"), 4)
