"""A field of the rules by its name, whether a usual option or one for house rules only."""

from functools import lru_cache
from typing import TypeVar

from kibitz._core import Rules

T = TypeVar("T")


def field(rules: Rules, name: str, default: T) -> T:
    """The value of a field; `default`, of the same type, where these rules lack the field."""
    found = _fields(rules).get(name)
    return default if found is None else found  # type: ignore[return-value]


@lru_cache(maxsize=256)
def _fields(rules: Rules) -> dict[str, object]:
    rows = [*rules.field_table(), *rules.option_table()]
    return {name: value for name, _, _, value in rows}
