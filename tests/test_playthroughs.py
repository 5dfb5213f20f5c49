"""Transcripts of every variant and player count are what play gives today (playthrough.py)."""

from typing import get_args

import pytest

import playthrough
from kibitz import Rules
from kibitz.solve import Payoff
from playthrough import FILES, OPTIONS, PAIRS, file_of, transcript

MOST_BYTES = 400_000


@pytest.mark.parametrize(("variant", "players"), PAIRS)
def test_a_transcript_is_line_by_line_what_play_gives(variant: str, players: int) -> None:
    stored = file_of(variant, players).read_text(encoding="utf-8").splitlines()
    for number, (line, now) in enumerate(zip(stored, transcript(variant, players), strict=True)):
        assert line == now, f"line {number + 1}"


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair[1] > Rules(pair[0]).players[1]])
def test_a_dealer_who_is_out_holds_takes_and_is_paid_nothing(pair: tuple[str, int]) -> None:
    lines = file_of(*pair).read_text(encoding="utf-8").splitlines()
    hands = [line.split(" / ") for line in lines if line.startswith("  hands ")]
    out = hands[0].index("-")
    assert len({*hands[0]} - {"-"}) == pair[1] - 1
    assert {hand[out] for hand in hands} == {"-"}
    assert not any(line.startswith(f"  {out}:") for line in lines)
    names = "points", *get_args(Payoff)
    written = [line.split()[1:] for line in lines if line.split()[0] in names]
    assert len(written) > len(hands)
    assert {numbers[out] for numbers in written} == {"0"}


def test_every_variant_and_player_count_has_its_transcript_and_nothing_else_has() -> None:
    assert {path.name for path in FILES.iterdir()} == {file_of(*pair).name for pair in PAIRS}


def test_options_are_of_player_counts_that_exist_and_differ_from_the_variant() -> None:
    for variant, by_players in OPTIONS.items():
        for players, options in by_players.items():
            assert (variant, players) in PAIRS
            assert Rules(variant).replace(**options) != Rules(variant)


def test_transcripts_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES.iterdir()) < MOST_BYTES


def test_the_program_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert playthrough.main([]) == 0
    assert capsys.readouterr().out.strip() == ""
