"""Records out of a stream: JSON Lines of any length, or one record printed over several lines.

Reads a line at a time and keeps no more than LIMIT bytes. What is wrong with a text is said in
one sentence; what is wrong with a record is for others to say.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

LIMIT = 1_000_000
"""The most bytes that one record may take."""

Record = dict[str, object]

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"')


@dataclass(frozen=True, slots=True)
class Entry:
    """A record, or the fault that stands in its place, and the line where it begins."""

    line: int
    record: Record | None = None
    fault: str = ""


def read(stream: BinaryIO, limit: int = LIMIT) -> Iterator[Entry]:
    """All records of a stream, one by one; a wrong one does not stop those after it."""
    for number, text in _texts(stream, limit):
        try:
            if text is None:
                raise ValueError(f"longer than {limit:,} bytes: not a deal record")
            yield Entry(number, record=_parse(text))
        except ValueError as error:
            yield Entry(number, fault=str(error))


def _lines(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """Lines cut just past the limit; the rest of a longer one is read and dropped."""
    while line := stream.readline(limit + 1):
        end = line
        while len(line) > limit and end and not end.endswith(b"\n"):
            end = stream.readline(limit)
        yield line


def _texts(stream: BinaryIO, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Texts that should each be a record, with the number of their first line; None: too long.

    A text ends where its brackets close, or before a line with a brace in its first column.
    """
    parts: list[bytes] = []
    first = depth = size = 0
    for number, line in enumerate(_lines(stream, limit), 1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if parts and line.startswith(b"{"):
            yield first, b"".join(parts) if size <= limit else None
            parts = []
        if not parts:
            if not line.strip():
                continue
            first, depth, size = number, 0, 0
        size += len(line)
        if not parts or size <= limit:
            parts.append(line)
        depth += _brackets(line, limit)
        if depth <= 0 or len(line) > limit:
            yield first, b"".join(parts) if size <= limit else None
            parts = []
    if parts:
        yield first, b"".join(parts) if size <= limit else None


def _brackets(line: bytes, limit: int) -> int:
    """How many brackets a line leaves open; a string left open never closes."""
    bare = _STRING.sub(b"", line)
    if b'"' in bare:
        return limit
    return sum(bare.count(c) for c in (b"{", b"[")) - sum(bare.count(c) for c in (b"}", b"]"))


def _parse(text: bytes) -> Record:
    try:
        value = json.loads(
            text.decode(), object_pairs_hook=_object, parse_constant=_refuse, parse_float=_float
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: byte {error.start + 1} is {text[error.start]:#04x}") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
            raise ValueError(f"not JSON: it breaks off ({error.msg.lower()})") from None
        raise ValueError(f"not JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise ValueError("nested too deeply for a deal record") from None
    if not isinstance(value, dict):
        raise ValueError(f"a deal record is an object {{…}}, not {_KINDS[type(value)]}")
    return value


_KINDS = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


def _object(pairs: list[tuple[str, object]]) -> Record:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"field {next(k for k in keys if keys.count(k) > 1)!r} is given twice")
    return value


def _refuse(constant: str) -> object:
    raise ValueError(f"not JSON: {constant} is no JSON value")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"number {text} is too large")
    return value
