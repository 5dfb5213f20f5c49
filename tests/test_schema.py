"""The published schemas: every record of the project is as they say, and broken ones are not."""

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

import kibitz
from kibitz import NotationError, schema
from kibitz.record import _KNOWN

ROOT = Path(__file__).parent.parent
FILES = [*sorted((ROOT / "tests/golden").glob("*.jsonl")), ROOT / "python/kibitz/data/book.jsonl"]
DEAL: dict[str, Any] = {
    "variant": "cinch",
    "options": {"set_back": True},
    "players": 4,
    "trump": "H",
    "dealer": 3,
    "leader": 0,
    "hands": ["AH 8S", "5D 2S", "KH 3C", None],
    "plays": "AH",
    "maker": 0,
    "bid": 8,
    "auction": [[0, 8], [1, None]],
    "draws": [2, 2, 4, 5],
    "discards": ["2C", "", "", ""],
    "points": [1, 0, 0, 0],
    "scores": [1, 0, 1, 0],
    "demands": [{"seat": 1, "kind": "play_card", "card": "5D"}],
    "anything": {"else": 1},
}
MATCH: dict[str, Any] = {
    "variant": "cinch",
    "options": {},
    "players": 4,
    "seed": 1,
    "deals": [DEAL],
    "scores": [1, 0, 1, 0],
}


@pytest.mark.parametrize("kind", get_args(schema.Kind))
def test_a_schema_is_itself_valid_and_names_its_version(kind: schema.Kind) -> None:
    published = schema.schema(kind)
    jsonschema.Draft202012Validator.check_schema(published)
    assert published["$id"] == f"urn:kibitz:{kind}:1"
    assert published["$schema"].endswith("2020-12/schema")


def test_the_schema_knows_every_field_that_a_deal_knows() -> None:
    assert set(_KNOWN) <= set(schema.schema("deal")["properties"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_and_book_records_are_as_the_schema_says(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert schema.faults(record) == ()
        assert schema.faults(kibitz.Deal.from_record(record).record()) == ()


def test_a_whole_record_is_as_the_schema_says() -> None:
    assert schema.faults(DEAL) == ()
    assert schema.faults(MATCH, "match") == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", "no such game!"),
        ("variant", None),
        ("players", 1),
        ("players", "four"),
        ("trump", "X"),
        ("trump", "hearts"),
        ("leader", 8),
        ("leader", 0.5),
        ("hands", None),
        ("hands", ["AH"]),
        ("hands", ["AH", "1H"]),
        ("hands", ["AH", ["2H"]]),
        ("stock", "AH; 2H"),
        ("plays", "ax"),
        ("bid", "eight"),
        ("bid", -1),
        ("maker", -1),
        ("auction", [[0]]),
        ("auction", [[0, 1, 2]]),
        ("auction", [["A", 1]]),
        ("draws", [1, -1]),
        ("points", [1, None]),
        ("scores", "1 2"),
        ("seats", ["A", "A"]),
        ("options", []),
        ("demands", [{"seat": 1}]),
        ("demands", [{"seat": 1, "kind": "sing"}]),
        ("credits", [{"trick": 0}]),
        ("bid_waived", 1),
    ],
)
def test_a_broken_field_is_named(field: str, value: object) -> None:
    [fault, *_] = schema.faults({**DEAL, field: value})
    assert fault.startswith(field)
    assert len(fault) < 200


@pytest.mark.parametrize("field", ["variant", "hands"])
def test_a_missing_field_is_named(field: str) -> None:
    record = {name: value for name, value in DEAL.items() if name != field}
    [fault] = schema.faults(record)
    assert repr(field) in fault


def test_a_broken_deal_of_a_match_is_named_with_its_place() -> None:
    broken = {**MATCH, "deals": [DEAL, {**DEAL, "plays": "AH XX"}]}
    assert schema.faults(broken, "match") == (
        "deals[1].plays: 'AH XX' is no text of cards such as 'AH TD'",
    )
    for field in ("dealer", "points", "players", "plays"):
        deal = {name: value for name, value in DEAL.items() if name != field}
        [fault] = schema.faults({**MATCH, "deals": [deal]}, "match")
        assert fault.startswith("deals[0]: ")
        assert repr(field) in fault


def test_check_raises_with_all_that_is_wrong() -> None:
    with pytest.raises(NotationError, match=r"bid: .*; trump: "):
        schema.check({**DEAL, "bid": "x", "trump": "X"})
