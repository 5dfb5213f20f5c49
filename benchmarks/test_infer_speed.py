"""What a seat can know, measured: pytest benchmarks/test_infer_speed.py --benchmark-only

Knowledge, evidence, sums and worlds together, as a hint needs them at every turn.
"""

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kibitz import Belief, Knowledge, Rules, thumb
from kibitz.game import actions as act
from kibitz.game.state import View, actions, apply, new_match, view


def turn(variant: str, plays: int) -> View:
    """The view of the seat to move after so many plays; all before the play is by custom."""
    state, rng = new_match(Rules(variant), seed=3), random.Random(3)
    while state.position is None or len(state.position.plays) < plays:
        legal = actions(state)
        custom = state.phase in ("discard", "rob")
        chosen: act.Action | None = thumb.choose(state, legal) if custom else None
        state = apply(state, legal.sample(rng) if chosen is None else chosen)
    assert state.to_act is not None
    return view(state, state.to_act)


TURNS = {
    "cinch_mid_hand": ("cinch", 10, 1000),
    "hearts_first_lead": ("hearts", 0, 10_000),
    "pitch_five_hands": ("pitch", 6, 1000),
    "domino_mid_hand": ("domino_hearts", 14, 1000),
}


@pytest.mark.parametrize(("variant", "plays", "worlds"), TURNS.values(), ids=list(TURNS))
def test_worlds_of_a_view(
    benchmark: BenchmarkFixture, variant: str, plays: int, worlds: int
) -> None:
    shown = turn(variant, plays)

    def known() -> int:
        return len(Belief(Knowledge.of_view(shown)).sample(worlds, seed=1))

    assert benchmark(known) == worlds


@pytest.mark.parametrize(("variant", "plays", "worlds"), TURNS.values(), ids=list(TURNS))
def test_probabilities_of_a_view(
    benchmark: BenchmarkFixture, variant: str, plays: int, worlds: int
) -> None:
    shown = turn(variant, plays)
    found = benchmark(lambda: Belief(Knowledge.of_view(shown)).probability)
    assert found.sum(axis=1) == pytest.approx(1)
