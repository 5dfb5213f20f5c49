"""The published JSON schemas of deal and match records, and what of a record is not as they say.

The files stand in data/schema; the version is the number at the end of their `$id`. A schema knows
the form of a record only: whether it can be played is for Deal and for the referee.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kibitz.errors import NotationError

Kind = Literal["deal", "match"]
_MOST = 20


@cache
def _text(kind: Kind) -> str:
    return (files("kibitz") / "data" / "schema" / f"{kind}.json").read_text(encoding="utf-8")


def schema(kind: Kind) -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a deal or match record.

    >>> schema("deal")["$id"]
    'urn:kibitz:deal:1'
    """
    loaded: dict[str, Any] = json.loads(_text(kind))
    return loaded


@cache
def _validator(kind: Kind) -> Any:
    # imported here, as it takes longer to load than all else and few commands need it
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    resources = [Resource.from_contents(schema(each)) for each in ("deal", "match")]
    return Draft202012Validator(schema(kind), registry=resources @ Registry())


def faults(record: Mapping[str, Any], kind: Kind = "deal") -> tuple[str, ...]:
    """All that is not as the schema says, each with its place; none for a good record.

    >>> faults({"variant": "cinch", "hands": ["AH", "1H"]})
    ("hands[1]: '1H' is no text of cards such as 'AH TD'",)
    """
    found = sorted(_validator(kind).iter_errors(record), key=lambda error: error.json_path)
    return tuple(_said(error) for error in found[:_MOST])


def check(record: Mapping[str, Any], kind: Kind = "deal") -> None:
    """Refuse a record that is not as the schema says.

    Raises:
        NotationError: it is not; the message names every place.
    """
    if found := faults(record, kind):
        raise NotationError("; ".join(found))


def _said(error: Any) -> str:
    place = error.json_path.removeprefix("$").removeprefix(".") or "the record"
    shown = repr(error.instance)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    if error.validator == "pattern" and "CDHS" in error.validator_value:
        return f"{place}: {shown} is no text of cards such as 'AH TD'"
    if error.validator == "required":
        return f"{place}: {error.message}"
    expected = json.dumps(error.validator_value)
    return f"{place}: {shown}: expected {error.validator} {expected[:60]}"
