"""The fixed deals are the same everywhere, and the search visits the same nodes."""

from pathlib import Path

import pytest

import kibitz
from kibitz import Card, CardSet, Deal, Rules
from kibitz.bench import COLOUR, WORKLOADS, cinch_deal, measure, random_deal, signature

SIGNATURE = Path(__file__).parent.parent / "benchmarks/signature.txt"


def test_signature_is_that_of_the_commit() -> None:
    expected = signature(SIGNATURE.read_text(encoding="utf-8"))
    assert {variant: measure(variant).nodes for variant in WORKLOADS} == expected


@pytest.mark.parametrize("variant", list(WORKLOADS))
def test_every_deal_of_a_list_can_be_played(variant: str) -> None:
    for seed in range(50):
        assert Deal.from_record(WORKLOADS[variant].deal(seed)).faults() == ()


@pytest.mark.parametrize("variant", kibitz.variants())
def test_random_deals_of_every_variant_and_player_count_can_be_played(variant: str) -> None:
    fewest, most = Rules(variant).players
    for players in range(fewest, most + 1):
        for size in (None, 3):
            record = random_deal(variant, players, players=players, size=size)
            assert Deal.from_record(record).faults() == ()
            assert random_deal(variant, players, players=players, size=size) == record


def test_a_deal_of_cinch_has_nearly_all_trumps_in_play() -> None:
    counts = []
    for seed in range(200):
        deal = Deal.from_record(cinch_deal(seed))
        held = CardSet([card for hand in deal.hands for card in hand or ()])
        assert len(held) == 24
        assert deal.trump is not None
        pedro = Card(f"5{COLOUR[deal.trump]}")
        counts.append(sum(card.suit == deal.trump or card == pedro for card in held))
    assert min(counts) >= 11
    assert sum(counts) / len(counts) > 13
