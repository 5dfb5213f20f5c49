"""House rules without compiling: a TOML or JSON file that starts from a variant and changes fields."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz._core import Deal, Rules
from kibitz.errors import RulesError

_LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules under a name of their own."""

    name: str
    rules: Rules

    def deal(self, record: Mapping[str, Any]) -> Deal:
        """The Deal of a record played by these rules: one that names them, or names no variant.

        Its own options still count. The Deal names the variant that the rules start from, with
        every changed field as an option, so that its record stands alone.

        Raises:
            KibitzError: the record cannot be read.
        """
        named = record.get("variant", self.name)
        if named != self.name:
            return Deal.from_record(record)
        options = record.get("options") or {}
        if not isinstance(options, dict):
            raise RulesError("options: expected an object of names and values")
        changed = self.rules.options | options
        return Deal.from_record({**record, "variant": self.rules.name, "options": changed})


def load_rules(source: Path | str | Mapping[str, Any]) -> HouseRules:
    """Read house rules from a file (.toml, or JSON) or from a mapping of the same fields.

    `base` names a variant; `name` is the rules' own name; every other field is an option or a
    field of the rules (`kibitz variants NAME --fields` lists them).

    Raises:
        RulesError: the file cannot be read, or a field is not known or has a value that is not
            allowed; the message names each field and what is.

    >>> house = load_rules({"base": "hearts", "name": "queens", "card_points": {"QS": -5, "QH": -5}})
    >>> house.rules
    Rules('hearts', card_points={'QH': -5, 'QS': -5})
    """
    fields = dict(source) if isinstance(source, Mapping) else _read(Path(source))
    base, name = fields.pop("base", None), fields.pop("name", None)
    if not isinstance(base, str):
        raise RulesError("base: expected the name of a variant to start from")
    if name is None:
        name = base
    if not isinstance(name, str) or not name.isidentifier():
        raise RulesError("name: expected letters, digits and underscores")
    return HouseRules(name, Rules(base, **fields))


def _read(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
        if len(raw) > _LONGEST:
            raise RulesError(f"{path.name}: {len(raw)} bytes: expected at most {_LONGEST}")
        text = raw.decode()
        fields = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        if isinstance(error, RulesError):
            raise
        raise RulesError(f"{path.name}: {error}") from error
    if not isinstance(fields, dict):
        raise RulesError(f"{path.name}: expected an object of fields")
    return fields
