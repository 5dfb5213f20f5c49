"""Playouts against the same deals played card by card, and what the policy may not know."""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import kibitz
from kibitz import Deal, Position, Rules, _core
from kibitz.bench import random_deal
from kibitz.playouts import playouts, policy_card
from kibitz.solve import Payoff

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("hearts", 4, {}),
    ("hearts", 2, {}),
    ("hearts", 5, {}),
    ("spot_hearts", 4, {}),
    ("joker_hearts", 4, {}),
    ("black_lady", 3, {}),
    ("modern_hearts", 4, {"jack_of_diamonds": True}),
    ("heartsette", 4, {}),
    ("domino_hearts", 4, {}),
    ("auction_hearts", 4, {"penalty_suit": "C"}),
    ("pitch", 5, {}),
    ("modern_pitch", 4, {}),
    ("pedro", 4, {}),
    ("dom_pedro", 6, {}),
    ("cinch", 4, {}),
    ("cinch", 3, {}),
    ("whist", 4, {}),
]
games = pytest.mark.parametrize(
    ("variant", "players", "options"), GAMES, ids=[f"{name}{players}" for name, players, _ in GAMES]
)


def deal(variant: str, players: int, options: dict[str, Any], seed: int = 1) -> Position:
    record = random_deal(variant, seed, players=players) | {"options": options}
    if "QS" in str(record["hands"]) and Rules(variant).options.get("lead_card"):
        hands = [str(hand) for hand in record["hands"]]  # type: ignore[attr-defined]
        record["leader"] = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    return Position(Deal.from_record(record))


def world(now: Position) -> tuple[npt.NDArray[np.uint64], list[list[int]]]:
    """The deal on the table."""
    gone = {card for hand in now.hands for card in hand} | set(now.plays)
    stock = [card.index for card in now.deal.stock if card not in gone]
    return np.array([[hand.bits for hand in now.hands]], dtype=np.uint64), [stock]


def some_way(now: Position, plays: int, rng: Random) -> Position:
    """The deal after so many random plays, at a turn with a choice that is no draw."""
    while not now.is_over:
        legal = list(now.legal())
        if len(now.plays) >= plays and now.legal() <= now.hands[now.to_move or 0]:
            break
        now = now.play(rng.choice(legal))
    return now


@games
@pytest.mark.parametrize("plays", [0, 3, 9])
def test_a_playout_is_the_deal_played_card_by_card(
    variant: str, players: int, options: dict[str, Any], plays: int
) -> None:
    now = some_way(deal(variant, players, options), plays, Random(plays))
    hands, stocks = world(now)
    found = playouts(now, hands, stocks=stocks, random=0)
    assert found.cards == tuple(now.legal())
    assert found.done.all()
    for card, payoffs in zip(found.cards, found.payoffs[0].tolist(), strict=True):
        end = now.play(card)
        while not end.is_over:
            end = end.play(policy_card(end))
        assert tuple(payoffs) == end.points


@games
def test_the_answer_depends_on_nothing_but_seed_and_world(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    now = some_way(deal(variant, players, options), 2, Random(5))
    hands, stocks = world(now)
    worlds, order = np.repeat(hands, 40, axis=0), stocks * 40
    whole = playouts(now, worlds, stocks=order, seed=3)
    assert (playouts(now, worlds, stocks=order, seed=3, workers=3).payoffs == whole.payoffs).all()
    part = playouts(now, worlds[25:], stocks=order[25:], seed=3, first=25)
    assert (part.payoffs == whole.payoffs[25:]).all()
    assert (playouts(now, worlds, stocks=order, seed=4).payoffs != whole.payoffs).any()


def shuffled(now: Position, rng: Random) -> Position:
    """The same table with the cards that the mover does not see dealt anew, plays as they were."""
    record = now.deal.record()
    seats = range(now.players)
    others = [seat for seat in seats if seat != now.to_move]
    loose = [card for seat in others for card in now.hands[seat]]
    for _ in range(200):
        rng.shuffle(loose)
        rest = iter(loose)
        held = {seat: [next(rest) for _ in now.hands[seat]] for seat in others}
        hands = []
        for seat in seats:
            played = [c for trick in now.tricks for who, c in trick.cards if who == seat]
            played += [card for who, card in now.trick if who == seat]
            hands.append(" ".join(map(str, [*played, *held.get(seat, now.hands[seat])])))
        try:
            return Position(Deal.from_record(record | {"hands": hands}))
        except kibitz.KibitzError:
            continue
    raise AssertionError("200 ways tried, and none agrees with the plays")


@pytest.mark.parametrize(
    ("variant", "players"),
    [("hearts", 4), ("black_lady", 4), ("joker_hearts", 4), ("pitch", 5), ("pedro", 4),
     ("cinch", 4), ("whist", 4)],
)  # fmt: skip
def test_the_policy_sees_no_other_hand(variant: str, players: int) -> None:
    rng = Random(variant)
    for seed in range(20):
        now = some_way(deal(variant, players, {}, seed), rng.randrange(12), rng)
        if now.is_over:
            continue
        other = shuffled(now, rng)
        assert _core.policy_features(other) == _core.policy_features(now)
        assert policy_card(other) == policy_card(now)
        hands, _ = world(now)
        first, second = (playouts(each, hands, seed=seed) for each in (now, other))
        assert (first.payoffs == second.payoffs).all()


@pytest.mark.parametrize(
    ("variant", "payoff", "players"),
    [("hearts", "sweepstake", 4), ("hearts", "howell", 3), ("joker_hearts", "sweepstake", 4),
     ("heartsette", "sweepstake", 4), ("modern_hearts", "points", 4), ("pitch", "score", 5),
     ("cinch", "deal_score", 4), ("cinch", "deal_score", 3), ("pedro", "deal_score", 4)],
)  # fmt: skip
def test_payoffs_are_those_of_the_solver_where_all_is_forced(
    variant: str, payoff: Payoff, players: int
) -> None:
    record = random_deal(variant, 2, players=players) | {"maker": 1, "bid": 3}
    if Rules(variant).trumps == ():
        del record["maker"], record["bid"]
    now = Position(Deal.from_record(record))
    rng = Random(3)
    while any(len(hand) > 1 for hand in now.hands):
        now = now.play(rng.choice(list(now.legal())))
    found = playouts(now, world(now)[0], payoff=payoff)
    assert tuple(found.payoffs[0, 0].tolist()) == kibitz.maxn(now, payoff=payoff).values


def test_the_widow_is_what_a_world_leaves_over() -> None:
    now = Position(
        Deal.from_record(
            {
                "variant": "heartsette",
                "players": 3,
                "leader": 0,
                "hands": ["2C", "3C", "4C"],
                "widow": "AH KD 5S",
            }
        )
    )
    two = kibitz.CardSet("2C").bits, kibitz.CardSet("AH").bits, kibitz.CardSet("4C").bits
    found = playouts(now, [[hand.bits for hand in now.hands], two])
    assert found.payoffs[:, 0].tolist() == [[0, 0, -1], [0, 0, -1]]
    with pytest.raises(kibitz.DealError, match=r"world 0: other cards are in play"):
        playouts(now, [[two[0], kibitz.CardSet("9C").bits, two[2]]])


def test_a_world_that_cannot_be_is_refused_by_its_number() -> None:
    now = Position("hearts - 0 2H9H3C/3HTH9D/4HJHAC/5HQH2C plays=3C9D")
    good = [hand.bits for hand in now.hands]

    def told(text: str, **change: str) -> None:
        bad = good.copy()
        for seat, cards in change.items():
            bad[int(seat[1])] = kibitz.CardSet(cards).bits
        with pytest.raises(kibitz.DealError, match=text):
            playouts(now, [good, bad])

    told("world 1: seat 3's hand holds 1 cards: expected 3", s3="5H")
    told("world 1: 2H in seat 3's hand lies elsewhere too", s3="2H 5H QH")
    told("world 1: 9D in seat 3's hand lies elsewhere too", s3="9D 5H QH")
    told("world 1: seat 2's hand is not that of the seat to move", s2="4H JH KC")
    told("world 1: seat 1 could not have played 9D", s1="3H TC", s3="5H QH 2C")


def test_what_does_not_fit_is_refused() -> None:
    now = Position("hearts - 0 2H9H/3HTH/4HJH/5HQH")
    hands = [[hand.bits for hand in now.hands]]
    with pytest.raises(ValueError, match=r"hands of shape \(1, 3\): expected \(worlds, 4\)"):
        playouts(now, [hands[0][:3]])
    with pytest.raises(ValueError, match="random 2: expected a number from 0 to 1"):
        playouts(now, hands, random=2)
    with pytest.raises(ValueError, match=r"expected \d+ weights, or as many for each seat, not 3"):
        playouts(now, hands, weights=[1, 2, 3])
    with pytest.raises(ValueError, match="weights, not 3"):
        policy_card(now, [1, 2, 3])
    with pytest.raises(kibitz.RulesError, match="payoff score means nothing in hearts"):
        playouts(now, hands, payoff="score")
    over = now
    while not over.is_over:
        over = over.play(policy_card(over))
    for call in (policy_card, lambda position: playouts(position, [[0] * 4])):
        with pytest.raises(ValueError, match="the deal is over"):
            call(over)


def test_a_seat_that_must_draw_has_no_choice_yet() -> None:
    now = Position(
        Deal.from_record(
            {
                "variant": "domino_hearts",
                "players": 2,
                "leader": 0,
                "hands": ["2C 3C", "4D 5D"],
                "stock": "6D 7C",
                "plays": "2C",
            }
        )
    )
    hands, stocks = world(now)
    with pytest.raises(ValueError, match="seat 1 must draw before it can choose"):
        playouts(now, hands, stocks=stocks)


def test_limits_leave_worlds_undone() -> None:
    now = deal("hearts", 4, {})
    hands = np.repeat(world(now)[0], 50, axis=0)
    late = playouts(now, hands, seconds=0)
    assert not late.done.any()
    assert not late.payoffs.any()
    token = _core.StopToken()
    token.stop()
    assert not playouts(now, hands, stop=token).done.any()


def test_each_seat_may_have_weights_of_its_own() -> None:
    now = deal("hearts", 4, {})
    hands, _ = world(now)
    own = _core.policy_weights(now.deal.rules)
    same = playouts(now, hands, random=0, weights=np.stack([own] * 4))
    assert (same.payoffs == playouts(now, hands, random=0).payoffs).all()
    mixed = playouts(now, hands, random=0, weights=np.stack([own, -own, own, -own]))
    assert (mixed.payoffs != same.payoffs).any()


@pytest.mark.parametrize("variant", ["hearts", "black_lady", "cinch", "pitch", "whist"])
def test_the_built_in_weights_beat_none_at_all(variant: str) -> None:
    own = _core.policy_weights(Rules(variant))
    gains = []
    for seed in range(60):
        now = deal(variant, 4, {}, seed)
        if now.deal.rules.options.get("lead_card"):
            continue
        hands, stocks = world(now)
        teams = now.deal.rules.teams(4)
        plain = np.zeros((4, own.size), dtype=np.int16)
        base = playouts(now, hands, stocks=stocks, random=0, weights=plain)
        for team in range(max(teams) + 1):
            mine = [seat for seat in range(4) if teams[seat] == team]
            plain[:] = 0
            plain[mine] = own
            mixed = playouts(now, hands, stocks=stocks, random=0, weights=plain)
            gains.append((mixed.payoffs - base.payoffs)[0][:, mine].sum(axis=1).mean())
    assert np.mean(gains) > 0
