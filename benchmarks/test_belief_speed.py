"""Beliefs, measured: pytest benchmarks/test_belief_speed.py --benchmark-only

Random masks, weights and factors of fixed seeds; the answers that are timed are also looked at.
"""

from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kibitz import Card
from kibitz._core import Belief

PACK = [Card.from_index(16 * suit + rank) for suit in range(4) for rank in range(13)]


def question(
    room: list[int], *, voids: int = 0, weights: bool = False, lanes: str = "", hands: int = 0
) -> dict[str, Any]:
    """Unseen cards from the clubs up: voids by suit, weights a card, count factors of `hands`."""
    rng = np.random.default_rng(len(room))
    cards = PACK[: sum(room)]
    may = np.ones((len(cards), len(room)), bool)
    for holder in range(voids):
        may[[card.suit == "CDHS"[holder % 4] for card in cards], holder] = False
    factors = [
        (holder, [card for card in cards if card.suit == lane], np.exp(rng.normal(0, 0.5, 14)))
        for holder in range(hands)
        for lane in lanes
    ]
    weight = np.exp(rng.normal(0, 0.5, may.shape)) if weights else None
    return {"cards": cards, "room": room, "may": may, "weight": weight, "factors": factors}


def drawn(room: list[int], **more: Any) -> dict[str, Any]:
    """Hands that showed a void, drew three cards and played two; the last holder is a stock."""
    given = question(room, **more)
    played = iter(PACK[sum(room) :])
    courses: list[tuple[Any, ...]] = []
    for holder in range(len(room) - 1):
        lane = [card for card in PACK if card.suit == "CDHS"[holder % 4]]
        steps = [(0, next(played), lane), (3, next(played), "")]
        courses.append((holder, room[holder] - 1, "", steps))
    return given | {"courses": courses}


QUESTIONS = {
    "hearts_full_deal": question([13, 13, 13], voids=2),
    "hearts_full_deal_all_evidence": question(
        [13, 13, 13], voids=2, weights=True, lanes="CDHS", hands=3
    ),
    "cinch_mid_hand": question([5, 5, 5, 14], voids=1, lanes="S", hands=3),
    "five_hands_all_lanes": question([8] * 5, weights=True, lanes="CDHS", hands=5),
    "six_hands_and_stock": question([6] * 6 + [10], voids=6),
    "six_hands_and_stock_one_lane": question([6] * 6 + [10], weights=True, lanes="H", hands=6),
    "seven_hands_and_stock": question([6] * 7 + [4], voids=7),
    "five_hands_that_drew": drawn([6] * 5 + [10]),
    "three_hands_that_drew_all_evidence": drawn([8, 8, 8, 12], weights=True, lanes="CDHS", hands=3),
}
CHAINS = {
    "six_hands_and_stock_all_lanes": question([6] * 6 + [10], weights=True, lanes="CDHS", hands=6)
}
exactly = pytest.mark.parametrize("given", QUESTIONS.values(), ids=list(QUESTIONS))
by_chain = pytest.mark.parametrize("given", CHAINS.values(), ids=list(CHAINS))


@exactly
def test_build(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    assert benchmark(Belief, **given).exact


@exactly
def test_probability(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    chance = benchmark(Belief(**given).probability)
    assert np.allclose(chance.sum(axis=0), given["room"])


@exactly
def test_count(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    assert benchmark(lambda: Belief(**given).count) > 1


@exactly
def test_build_and_1000_draws(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    assert benchmark(lambda: Belief(**given).sample(1_000, 1)).shape[0] == 1_000


@exactly
def test_10000_draws(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    assert benchmark(Belief(**given).sample, 10_000, 1).shape[0] == 10_000


@by_chain
def test_100_draws_of_a_chain(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    assert benchmark(Belief(**given).sample, 100, 1).shape[0] == 100


@by_chain
def test_estimate_of_a_chain(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    belief = benchmark(lambda: (found := Belief(**given), found.probability())[0])
    assert belief.error < 0.03
