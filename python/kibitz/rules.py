"""House rules without compiling: a file that starts from a variant and changes fields."""

import json
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kibitz._core import Deal, Rules, variants
from kibitz.errors import RulesError

_LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules under a name of their own."""

    name: str
    rules: Rules

    def deal(self, record: Mapping[str, Any]) -> Deal:
        """The Deal of a record played by these rules: one that names them, or names no variant.

        Raises:
            KibitzError: the record cannot be read.
        """
        return Deal.from_record(self.record(record))

    def record(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The record of such a deal with its rules in it; any other as it is.

        Its own options still count. It then names the variant that the rules start from, with every
        changed field as an option, so that it stands alone.

        Raises:
            RulesError: its options are not of these rules.
        """
        named = record.get("variant", self.name)
        if named != self.name:
            return record
        options = record.get("options") or {}
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise RulesError("options: expected an object of names and values")
        rules = _changed(self.rules.replace, options)
        return {**record, "variant": rules.name, "options": _rebuild(rules)}


def _rebuild(rules: Rules) -> dict[str, Any]:
    """The fewest options that make these rules of their variant.

    A field goes before the options that it gives a meaning, and not at all if they bring it along.
    """
    changed = rules.options
    rows = (*rules.field_table(), *rules.option_table())
    options = {name: changed[name] for name, *_ in rows if name in changed}
    for name in list(options):
        fewer = {other: value for other, value in options.items() if other != name}
        with suppress(RulesError):
            if Rules(rules.name, **fewer) == rules:
                options = fewer
    return options


def load_rules(source: Path | str | Mapping[str, Any]) -> HouseRules:
    """Read house rules from a file (.toml, or JSON) or from a mapping of the same fields.

    `base` names a variant; `name` is the rules' own name; every other field is an option or a
    field of the rules (`kibitz variants NAME --fields` lists them).

    Raises:
        RulesError: the file cannot be read, or a field is not known or has a value that is not
            allowed; the message names each field and what is.

    >>> queens = {"QS": -5, "QH": -5}
    >>> house = load_rules({"base": "hearts", "name": "queens", "card_points": queens})
    >>> house.rules
    Rules('hearts', card_points={'QH': -5, 'QS': -5})
    """
    if isinstance(source, Mapping):
        return _house(dict(source))
    path = Path(source)
    try:
        return _house(_read(path))
    except OSError as error:
        raise RulesError(f"{path.name}: {error.strerror or error}") from None
    except RecursionError:
        raise RulesError(f"{path.name}: nested too deeply for rules") from None
    except ValueError as error:  # of the decoder, of either parser, or a RulesError
        raise RulesError(f"{path.name}: {error}") from None


def _house(fields: dict[str, Any]) -> HouseRules:
    base, name = fields.pop("base", None), fields.pop("name", None)
    if not isinstance(base, str):
        raise RulesError(
            "base: expected the name of a variant to start from: " + ", ".join(variants())
        )
    if name is None:
        name = base
    if not isinstance(name, str) or not (name.isascii() and name.isidentifier()):
        raise RulesError(f"name {_shown(name)}: expected letters, digits and underscores")
    return HouseRules(name, _changed(partial(Rules, base), fields))


def _changed(make: Callable[..., Rules], fields: Mapping[str, Any]) -> Rules:
    """The rules that `make` makes with these fields, once all of them are plain data."""
    for name, value in fields.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError):  # a date in TOML, say
            raise RulesError(
                f"option {name} cannot be {_shown(value)}: expected a text, a number, true or "
                "false, a list or an object"
            ) from None
    return make(**fields)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _read(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    if len(raw) > _LONGEST:
        raise RulesError(f"{len(raw)} bytes: expected at most {_LONGEST}")
    text = raw.decode()
    try:
        fields = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"not TOML: {error}") from None
    except json.JSONDecodeError as error:
        raise RulesError(f"not JSON, as a file is that does not end in .toml: {error}") from None
    if not isinstance(fields, dict):
        raise RulesError("expected an object of fields")
    return fields
