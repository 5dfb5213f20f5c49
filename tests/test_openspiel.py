"""Modern Hearts against OpenSpiel's `hearts`: 2,000 deals over all combinations of its options.

Equal means: after the pass, the same seat to move and the same legal plays at every turn, and the
same returns. tests/openspiel_hearts.py runs 2,000 deals for each combination.
"""

import pytest

import openspiel_hearts
from openspiel_hearts import COMBINATIONS, compare

DEALS = 125


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_legal_plays_and_returns_are_those_of_openspiel(number: int) -> None:
    tally = compare(COMBINATIONS[number], DEALS, "test")
    assert tally.plays == 52 * DEALS
    assert tally.moons > 0


def test_2000_deals_are_spread_over_the_combinations() -> None:
    assert DEALS * len(COMBINATIONS) == 2000


def test_the_command_at_full_size_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert openspiel_hearts.main(["--deals", "1"]) == 0
    assert capsys.readouterr().out.count("equal") == len(COMBINATIONS)
