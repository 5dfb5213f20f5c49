"""Time of fixed deals, by pytest-benchmark: pytest benchmarks --benchmark-only"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import kibitz
from kibitz import CardSet, Deal, Position
from kibitz.bench import Record, cinch_deal, random_deal, shuffled, whist_deal

Make = Callable[[int], Record]
SOLVED: dict[str, tuple[Make, int]] = {
    "cinch": (cinch_deal, 100),
    "whist8": (whist_deal, 20),
    "pitch4": (partial(random_deal, "pitch", players=4), 50),
    "pitch5": (partial(random_deal, "pitch", players=5), 20),
    "hearts6": (partial(random_deal, "hearts", size=6), 50),
    "hearts8": (partial(random_deal, "hearts", size=8), 20),
    "black_lady8": (partial(random_deal, "black_lady", size=8), 20),
    "two_handed": (partial(random_deal, "hearts", players=2, stock=0), 50),
}
CINCH_DEALS = 1000
WORLDS = 100


def positions(make: Make, count: int) -> list[Position]:
    return [Position(Deal.from_record(make(seed))) for seed in range(count)]


@pytest.mark.parametrize("name", list(SOLVED))
def test_values_one_by_one(name: str, benchmark: BenchmarkFixture) -> None:
    deals = positions(*SOLVED[name])
    benchmark.extra_info["deals"] = len(deals)
    found = benchmark(lambda: [kibitz.solve(deal) for deal in deals])
    assert all(each.exact for each in found)


def test_values_of_every_card(benchmark: BenchmarkFixture) -> None:
    deals = positions(cinch_deal, 50)
    benchmark.extra_info["deals"] = len(deals)
    found = benchmark(lambda: [kibitz.solve(deal, cards=True) for deal in deals])
    assert all(each.exact for each in found)


def test_every_seat_for_itself(benchmark: BenchmarkFixture) -> None:
    deals = positions(partial(random_deal, "hearts", size=5), 20)
    benchmark.extra_info["deals"] = len(deals)
    found = benchmark(lambda: [kibitz.maxn(deal) for deal in deals])
    assert all(each.exact for each in found)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_of_cinch(workers: int, benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["deals"] = CINCH_DEALS
    hands, trumps, leaders = cinch_arrays(CINCH_DEALS)
    found = benchmark(
        lambda: kibitz.solve_many("cinch", hands, trumps, leaders, side=(0, 2), workers=workers)
    )
    assert found.done.all()


def test_the_cards_of_a_first_trick_in_many_worlds(benchmark: BenchmarkFixture) -> None:
    now, hands = cinch_worlds(WORLDS)
    benchmark.extra_info["worlds"] = WORLDS
    found = benchmark(lambda: kibitz.solve_worlds(now, hands, workers=1))
    assert found.done.all()


def test_a_position_out_of_a_deal(benchmark: BenchmarkFixture) -> None:
    deals = [Deal.from_record(cinch_deal(seed)) for seed in range(100)]
    benchmark.extra_info["deals"] = len(deals)
    assert len(benchmark(lambda: [Position(deal) for deal in deals])) == 100


def cinch_arrays(count: int) -> tuple[Any, list[int], list[int]]:
    """Hands, trumps and leaders of so many deals of Cinch."""
    deals = [Deal.from_record(cinch_deal(seed)) for seed in range(count)]
    hands = [[CardSet(hand or ()).bits for hand in deal.hands] for deal in deals]
    trumps = ["CDHS".index(deal.trump or "C") for deal in deals]
    return np.array(hands, np.uint64), trumps, [deal.leader for deal in deals]


def cinch_worlds(count: int) -> tuple[Position, Any]:
    """A whole deal of Cinch, and its unseen cards dealt to the others in so many ways."""
    from random import Random

    now = Position(Deal.from_record(cinch_deal(0)))
    assert now.to_move is not None
    unseen = [str(c) for seat in range(4) if seat != now.to_move for c in now.hands[seat]]
    worlds = []
    for seed in range(count):
        pool = shuffled(unseen, Random(seed))
        hands = [now.hands[seat].bits for seat in range(4)]
        for seat in range(4):
            if seat == now.to_move:
                continue
            size = len(now.hands[seat])
            hands[seat] = CardSet(" ".join(pool[:size])).bits
            del pool[:size]
        worlds.append(hands)
    return now, np.array(worlds, np.uint64)
