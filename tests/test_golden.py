"""The golden records: every field of every record of every variant there is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
import reference
from endings import PRESETS
from kibitz.solve import perft_split

Record = dict[str, Any]
FILES = Path(__file__).parent / "golden"
GIVEN = {
    "id", "variant", "options", "players", "trump", "leader", "hands", "plays", "stock", "widow",
    "maker", "bid",
}  # fmt: skip


def read(variant: str) -> list[Record]:
    path = FILES / f"{variant}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


RECORDS = [
    pytest.param(record, id=f"{variant}-{number}")
    for variant in kibitz.variants()
    for number, record in enumerate(read(variant), start=1)
]


def _maxn(position: kibitz.Position, payoff: Any) -> list[int]:
    return list(kibitz.maxn(position, payoff=payoff).values or ())


def _maxn_cards(position: kibitz.Position) -> dict[str, list[int]]:
    cards = kibitz.maxn(position, cards=True).cards or {}
    return {str(card): list(values) for card, values in cards.items()}


def _team(position: kibitz.Position) -> list[int]:
    teams = position.deal.rules.teams(position.players)
    return [seat for seat, team in enumerate(teams) if team == teams[0]]


FIELDS: dict[str, Callable[[kibitz.Position], object]] = {
    "legal": lambda p: sorted(map(str, p.legal())),
    "to_move": lambda p: p.to_move,
    "perft": lambda p: [kibitz.perft(p, depth) for depth in (1, 2, 3, 4)],
    "paranoid": lambda p: [kibitz.solve(p, side=seat).value for seat in range(p.players)],
    "sides": lambda p: kibitz.solve(p, side=_team(p)).value,
    "cards_paranoid": lambda p: {
        str(card): value for card, value in (kibitz.solve(p, cards=True).cards or {}).items()
    },
    "maxn": lambda p: _maxn(p, "points"),
    "maxn_cards": _maxn_cards,
    "maxn_score": lambda p: _maxn(p, "score"),
    "maxn_sweepstake": lambda p: _maxn(p, "sweepstake"),
    "maxn_howell": lambda p: _maxn(p, "howell"),
}


def split(record: Record, position: kibitz.Position) -> str:
    """By first play and depth, what perft counts and what the oracle counts, where they differ."""
    rows = []
    for depth in (1, 2, 3, 4):
        for card, count in perft_split(position, depth).items():
            plays = f"{record['plays']} {card}"
            wanted = reference.perft({**record, "plays": plays}, depth - 1)
            rows += [f"perft {depth} {card}: {count}, not {wanted}"] if count != wanted else []
    return "\n".join(rows)


@pytest.mark.parametrize("record", RECORDS)
def test_every_field_of_a_golden_record_is_reproduced(record: Record) -> None:
    position = kibitz.Position(kibitz.Deal.from_record(record))
    asked = {name: value for name, value in record.items() if name not in GIVEN}
    assert set(asked) <= set(FIELDS), "a field that no test compares"
    assert {"legal", "to_move", "perft"} <= set(asked)
    for name, value in asked.items():
        if value is not None:
            found = FIELDS[name](position)
            assert found == value, split(record, position) if name == "perft" else name


def test_cinch_and_whist_are_among_the_golden_variants() -> None:
    assert {"cinch", "whist"} <= set(kibitz.variants())
    assert (len(read("cinch")), len(read("whist"))) == (65, 15)


def test_a_variant_without_golden_records_is_another_one_with_options() -> None:
    without = {variant for variant in kibitz.variants() if not read(variant)}
    assert without <= {"smudge", *PRESETS}
