"""Many deals or worlds at once are worth what each is alone, at any number of threads."""

import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import kibitz
from endings import Record, endings
from kibitz import Card, CardSet, Position, StopToken
from kibitz.arrays import NOT_LEGAL
from kibitz.bench import cinch_deal
from kibitz.solve import maxn, solve
from reference import SUITS

VARIANTS = kibitz.variants()
each_variant = pytest.mark.parametrize("variant", VARIANTS)
law = settings(max_examples=max(10, 150 // len(VARIANTS)))
WORKERS = (1, 2, 5)


def arrays(records: list[Record]) -> tuple[npt.NDArray[np.uint64], list[int], list[int]]:
    """Hands, trumps and leaders of whole deals."""
    hands = np.array(
        [[CardSet(hand).bits for hand in each["hands"]] for each in records], np.uint64
    )
    trumps = [-1 if each["trump"] is None else SUITS.index(each["trump"]) for each in records]
    return hands, trumps, [each["leader"] for each in records]


def cinch(count: int) -> tuple[npt.NDArray[np.uint64], list[int], list[int]]:
    return arrays([cinch_deal(seed) for seed in range(count)])


def position_of(record: Record) -> Position:
    return Position(kibitz.Deal.from_record(record))


# ---- deals


@each_variant
@law
@given(data=st.data())
def test_deals_and_their_cards_are_worth_what_each_is_alone(
    variant: str, data: st.DataObject
) -> None:
    record = data.draw(endings(variant, whole=True))
    rules = kibitz.Rules(variant, **record["options"])
    deals = []
    for _ in range(data.draw(st.integers(1, 40))):
        by = data.draw(st.integers(0, record["players"] - 1))
        hands = record["hands"][by:] + record["hands"][:by]
        deals.append({**record, "hands": hands, "leader": (record["leader"] - by) % len(hands)})
    side = data.draw(st.sets(st.integers(0, record["players"] - 1), min_size=1), label="side")
    alone = [solve(each, side=side, cards=True) for each in deals]
    for workers in WORKERS:
        found = kibitz.solve_many(rules, *arrays(deals), side=side, cards=True, workers=workers)
        assert found.done.all()
        assert found.values.tolist() == [each.value for each in alone]
        assert found.cards is not None
        for row, each in zip(found.cards, alone, strict=True):
            cards = {
                Card.from_index(int(at)): int(row[at]) for at in np.nonzero(row != NOT_LEGAL)[0]
            }
            assert cards == each.cards
        plain = kibitz.solve_many(rules, *arrays(deals), side=side, workers=workers)
        assert plain.cards is None
        assert plain.values.tolist() == found.values.tolist()


def test_whole_deals_of_cinch_are_worth_what_each_is_alone() -> None:
    alone = [solve(cinch_deal(seed), side=(0, 2)) for seed in range(100)]
    for workers in (0, 1, 2, 7):
        found = kibitz.solve_many("cinch", *cinch(100), side=(0, 2), workers=workers)
        assert found.values.dtype == np.int16
        assert found.values.tolist() == [each.value for each in alone]
        assert found.nodes == sum(each.nodes for each in alone)
        assert 0 < found.table_bytes < 100_000_000


def test_no_deals_are_worth_an_empty_array() -> None:
    found = kibitz.solve_many("cinch", np.zeros((0, 4), np.uint64), [], [], side=0)
    assert found.values.shape == found.done.shape == (0,)


def test_the_first_faulty_deal_is_named() -> None:
    hands, trumps, leaders = cinch(60)
    hands[33][1] = hands[33][2]
    hands[50][0] = 0
    for workers in (1, 4):
        with pytest.raises(kibitz.DealError, match=r"^deal 33: "):
            kibitz.solve_many("cinch", hands, trumps, leaders, side=0, workers=workers)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": [1, 2, 3, 4]},
        {"trumps": [2, 2]},
        {"leaders": []},
        {"trumps": [4]},
        {"trumps": [-2]},
        {"leaders": [4]},
        {"hands": [[1 << 13, 2, 4, 8]]},
        {"hands": [[1] * 9]},
        {"side": 4},
        {"rules": "bridge"},
        {"seconds": -1},
        {"nodes": -1},
    ],
    ids=str,
)
def test_arrays_that_are_no_deals_are_refused(wrong: Record) -> None:
    right: Record = {
        "rules": "whist", "hands": [[1, 2, 4, 8]], "trumps": [2], "leaders": [0], "side": 0
    }  # fmt: skip
    assert kibitz.solve_many(**right).values.tolist() == [0]
    with pytest.raises(ValueError, match=r"\w"):
        kibitz.solve_many(**{**right, **wrong})


# ---- limits


def test_a_limit_of_nodes_is_of_each_deal_and_the_same_for_any_number_of_workers() -> None:
    alone = [solve(cinch_deal(seed), side=(0, 2), nodes=2000) for seed in range(80)]
    done = [each.exact for each in alone]
    assert 0 < sum(done) < 80
    for workers in WORKERS:
        found = kibitz.solve_many("cinch", *cinch(80), side=(0, 2), nodes=2000, workers=workers)
        assert found.done.tolist() == done
        assert found.values.tolist() == [each.value or 0 for each in alone]


def test_a_batch_stops_when_its_time_is_up() -> None:
    deals = cinch(1)
    many = [np.repeat(np.asarray(each), 100_000, axis=0) for each in deals]
    began = time.monotonic()
    found = kibitz.solve_many("cinch", *many, side=(0, 2), seconds=0.05)
    assert time.monotonic() - began < 20
    assert 0 < found.done.sum() < 100_000
    assert not found.values[~found.done].any()


def test_a_batch_tells_its_progress_and_can_be_cancelled() -> None:
    many = [np.repeat(np.asarray(each), 100_000, axis=0) for each in cinch(1)]
    heard: list[int] = []
    stop = StopToken()

    def progress(done: int) -> None:
        heard.append(done)
        if done:
            stop.stop()

    found = kibitz.solve_many("cinch", *many, side=(0, 2), progress=progress, cancel=stop)
    assert heard == sorted(heard)
    assert 0 < heard[-1] <= found.done.sum() < 100_000
    whole = cinch(30)
    heard.clear()
    assert kibitz.solve_many("cinch", *whole, side=(0, 2), progress=heard.append).done.all()
    assert heard[-1] == 30


def test_what_a_progress_raises_ends_the_batch() -> None:
    def fail(done: int) -> None:
        raise LookupError("enough")

    many = [np.repeat(np.asarray(each), 100_000, axis=0) for each in cinch(1)]
    with pytest.raises(LookupError, match="enough"):
        kibitz.solve_many("cinch", *many, side=(0, 2), progress=fail)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
def test_ctrl_c_ends_a_batch() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    many = [np.repeat(np.asarray(each), 100_000, axis=0) for each in cinch(1)]
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            kibitz.solve_many("cinch", *many, side=(0, 2))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_batch_leaves_other_threads_of_python_running() -> None:
    many = [np.repeat(np.asarray(each), 20_000, axis=0) for each in cinch(1)]
    ticks, over = [0], threading.Event()

    def tick() -> None:
        while not over.wait(0.001):
            ticks[0] += 1

    clock = threading.Thread(target=tick)
    clock.start()
    try:
        kibitz.solve_many("cinch", *many, side=(0, 2), workers=1)
    finally:
        over.set()
        clock.join()
    assert ticks[0] > 3


# ---- worlds


def shuffled(now: Position, rng: random.Random) -> tuple[list[int], list[int]]:
    """The hands now, and the stock left, with what the mover does not see in any place."""
    mover = now.to_move
    seen = [seat for seat in range(now.players) if seat != mover]
    stock = stock_left(now)
    pool = [card for seat in seen for card in now.hands[seat]] + stock
    rng.shuffle(pool)
    hands = [hand.bits for hand in now.hands]
    for seat in seen:
        size = len(now.hands[seat])
        hands[seat] = CardSet(pool[:size]).bits
        del pool[:size]
    return hands, [card.index for card in pool]


def stock_left(now: Position) -> list[Card]:
    held = {card for hand in now.hands for card in hand} | set(now.plays)
    return [card for card in now.deal.stock if card not in held]


def began(now: Position, hands: list[int], stock: list[int]) -> Record:
    """The record of a world, where nothing has been drawn."""
    held = [list(CardSet.from_bits(bits)) for bits in hands]
    for each in [*(trick.cards for trick in now.tricks), now.trick]:
        for seat, card in each:
            held[seat].append(card)
    left = [str(Card.from_index(index)) for index in stock]
    record = dict(now.deal.record())
    record |= {"hands": [" ".join(map(str, cards)) for cards in held]}
    return record | ({"stock": " ".join(left)} if left else {})


def must_draw(now: Position) -> bool:
    return len(now.legal() - (now.hands[now.to_move] if now.to_move is not None else CardSet())) > 0


@each_variant
@law
@given(data=st.data())
def test_worlds_are_worth_what_each_is_alone(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    now = position_of(record)
    assume(not now.is_over)
    rng = random.Random(data.draw(st.integers(0, 999)))
    side = data.draw(st.sets(st.integers(0, now.players - 1), min_size=1), label="side")
    hands, stocks = [[hand.bits for hand in now.hands]], [[card.index for card in stock_left(now)]]
    alone = [solve(now, side=side, cards=True).cards]
    drawn = len(now.deal.stock) > len(stocks[0])
    for _ in range(20):
        world, stock = shuffled(now, rng)
        try:
            wanted = solve(began(now, world, stock), side=side, cards=True).cards
        except kibitz.DealError:
            # It could not have played as it did.
            if not drawn and not must_draw(now):
                with pytest.raises(kibitz.DealError, match=r"^world 0: "):
                    kibitz.solve_worlds(now, [world], stocks=[stock], side=side)
            continue
        if drawn:
            continue
        hands.append(world)
        stocks.append(stock)
        alone.append(wanted)
    for workers in WORKERS:
        if must_draw(now):
            with pytest.raises(ValueError, match="must draw"):
                kibitz.solve_worlds(now, hands, stocks=stocks, side=side, workers=workers)
            continue
        cards, values, done = kibitz.solve_worlds(
            now, hands, stocks=stocks, side=side, workers=workers
        )
        assert done.all()
        assert [dict(zip(cards, row, strict=True)) for row in values.tolist()] == alone


@pytest.mark.parametrize("variant", ["cinch", "pidro"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_payoff_of_two_teams_is_that_of_each_seat_for_itself(
    variant: str, data: st.DataObject
) -> None:
    record = data.draw(endings(variant))
    record = {"maker": record["leader"], "bid": data.draw(st.integers(0, 14)), **record}
    now = position_of(record)
    assume(not now.is_over)
    assume(set(now.deal.rules.teams(now.players)) == {0, 1})
    hands = [[hand.bits for hand in now.hands]]
    found = kibitz.solve_worlds(now, hands, payoff="deal_score")
    cards = maxn(now, payoff="deal_score", cards=True).cards or {}
    mover = now.side_to_move[0]
    assert found.values[0].tolist() == [cards[card][mover] for card in found.cards]


def test_a_bid_decides_the_score_of_a_world() -> None:
    now = Position("cinch H 0 KH5H/5D9S/8S4C/TH6C maker=0 bid=7")
    world = [[hand.bits for hand in now.hands]]
    points = kibitz.solve_worlds(now, world).values[0]
    score = kibitz.solve_worlds(now, world, payoff="score").values[0]
    assert score.tolist() == [value if value >= 7 else -7 for value in points.tolist()]


def test_worlds_may_differ_in_the_cards_that_are_in_play() -> None:
    now = Position("pitch H 0 AH2H/KHQS/JS3S/9C8C")
    low = [
        CardSet("AH 2H").bits,
        CardSet("KH QS").bits,
        CardSet("JS 3S").bits,
        CardSet("9C 8C").bits,
    ]
    other = [low[0], CardSet("KD QS").bits, low[2], low[3]]
    found = kibitz.solve_worlds(now, [low, other], side=0)
    for world, row in zip([low, other], found.values.tolist(), strict=True):
        alone = solve(began(now, world, []), side=0, cards=True).cards or {}
        assert row == [alone[card] for card in found.cards]


NOW = Position("cinch H 0 KH5H/5D9S/8S4C/TH6C")
HANDS = [hand.bits for hand in NOW.hands]


@pytest.mark.parametrize(
    ("world", "message"),
    [
        (
            [HANDS[0], HANDS[1], HANDS[1], HANDS[3]],
            "world 1: 5D 9S in seat 2's hand lies elsewhere",
        ),
        ([*HANDS[:3], CardSet("TH").bits], "world 1: seat 3's hand holds 1 cards: expected 2"),
        (
            [CardSet("KH 9S").bits, CardSet("5D 5H").bits, *HANDS[2:]],
            "not that of the seat to move",
        ),
        ([*HANDS[:3], 1 << 63 | 1], "not in the pack"),
    ],
)
def test_a_world_that_cannot_be_is_named(world: list[int], message: str) -> None:
    with pytest.raises(kibitz.DealError, match=message):
        kibitz.solve_worlds(NOW, [HANDS, world])


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: kibitz.solve_worlds(NOW, [HANDS[:3]]), "expected .worlds, 4"),
        (lambda: kibitz.solve_worlds(NOW, [HANDS], stocks=[[1]]), "a stock of 0 cards"),
        (lambda: kibitz.solve_worlds(NOW, [HANDS], side=4), "side names seat 4"),
        (lambda: kibitz.solve_worlds(NOW, [HANDS], payoff="howell"), "means nothing in cinch"),
        (
            lambda: kibitz.solve_worlds(NOW, [HANDS], payoff="score"),
            "needs the deal's maker and bid",
        ),
        (lambda: kibitz.solve_worlds("cinch H 0 ///", [[0] * 4]), "the deal is over"),
        (
            lambda: kibitz.solve_worlds(
                "cinch H 0 KH/5D/8S/TH maker=0 bid=7",
                [[CardSet(c).bits for c in ("KH", "5D", "8S", "TH")]],
                side=0,
                payoff="deal_score",
            ),
            r"of seats 0: expected one team, seats 0\+2",
        ),
        (
            lambda: kibitz.solve_worlds(
                "hearts - 0 KH/5D/8S",
                [[CardSet(c).bits for c in ("KH", "5D", "8S")]],
                payoff="sweepstake",
            ),
            "depends on who else is clear",
        ),
    ],
)
def test_worlds_that_fit_nothing_are_refused(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


def test_no_worlds_and_a_limit_are_told() -> None:
    found = kibitz.solve_worlds(NOW, np.zeros((0, 4), np.uint64))
    assert found.values.shape == (0, 2)
    deal = kibitz.Deal.from_record(cinch_deal(0))
    now = Position(deal)
    hands = [[hand.bits for hand in now.hands]] * 20
    for workers in WORKERS:
        assert not kibitz.solve_worlds(now, hands, nodes=50, workers=workers).done.any()
    assert not kibitz.solve_worlds(now, hands, seconds=0).done.any()
