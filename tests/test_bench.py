"""The fixed deals are the same everywhere, and the search visits the same nodes."""

import json
from pathlib import Path

import pytest

import bench
import kibitz
from deals import CASES, domino_late
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


@pytest.mark.parametrize("name", list(CASES))
def test_every_deal_to_measure_can_be_played(name: str) -> None:
    for seed in range(3):
        assert Deal.from_record(CASES[name].deal(seed)).faults() == ()


def test_domino_deals_have_so_many_cards_left_to_draw() -> None:
    for seed in range(10):
        assert len(Deal.from_record(domino_late(seed, 8)).stock) == 8


def test_measuring_prints_a_row_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    asked = ["--quick", "--deals", "5", "--only", "cinch", "--only", "maxn4", "--json", str(file)]
    assert bench.main(asked) == 0
    rows = [line.split()[:3] for line in capsys.readouterr().out.splitlines()[1:-1]]
    assert rows == [["cinch", "5", "0"], ["maxn4", "5", "0"]]
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["cinch"]["nodes"]["median"] > 0


def test_a_deal_that_takes_too_long_is_counted_as_open() -> None:
    found = bench.measure(CASES["hearts13"], deals=2, seconds=0.01, budget=10.0)
    assert (found["deals"], found["unfinished"]) == (2, 2)
    assert bench.measure(CASES["cinch"], deals=9, seconds=1.0, budget=0.0)["deals"] == 1


def test_a_comparison_prints_ratios_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("endplay", reason="endplay offers no wheel for this machine")
    import compare

    file = tmp_path / "compare.json"
    names = ["lead4", "cards4", "perft", "playouts", "playout"]
    asked = [word for name in names for word in ("--only", name)]
    assert compare.main([*asked, "--deals", "2", "--rounds", "1", "--json", str(file)]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:-1]]
    assert rows == [[name, "2"] for name in names]
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["lead4"]["median_ratio"] > 0
    assert figures["peak_rss_kib"] > 0


def test_a_sweep_becomes_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the dependency group bench")
    import plots
    import sweep

    file = tmp_path / "sweep.json"
    asked = ["--only", "cinch", "--only", "hearts, max^n", "--deals", "1", "--json", str(file)]
    assert sweep.main(asked) == 0
    assert plots.main(["--json", str(file)]) == 0
    for name in ("time.png", "nodes.png", "threads.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
