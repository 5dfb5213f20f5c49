"""`kibitz convert`: the book's printed table and PBN to deal records, and records to the table."""

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.io import Output
from kibitz.cli.reader import LIMIT, Record, read
from kibitz.errors import KibitzError, NotationError
from kibitz.game import booktable, pbn


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-", help="A printed table, PBN, or deal records; - reads stdin."
        ),
    ],
    variant: Annotated[
        str, typer.Option(metavar="NAME", help="The game that a printed table is of.")
    ] = "cinch",
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Print two hands side by side, as the book does.")
    ] = False,
) -> None:
    """Turn the book's printed table or PBN into deal records, and deal records into the table.

    What the file holds is seen from it: records begin with a brace, PBN has a [Deal].
    """
    with Output(as_json=False) as output:
        try:
            text = _text(source)
            if text.lstrip().startswith("{"):
                for group in _groups(_records(text), 2 if pairs else 1):
                    print(_table(group), flush=True)
                return
            found = pbn.read(text) if "[Deal " in text else booktable.read(text, variant)
            for record in found:
                output.show(record)
        except KibitzError as error:
            output.fault(source, str(error))
        except BrokenPipeError:
            raise
        except OSError as error:
            output.fault(source, error.strerror or str(error))


def _text(source: str) -> str:
    if source == "-":
        raw = sys.stdin.buffer.read(10 * LIMIT + 1)
    else:
        with Path(source).open("rb") as stream:
            raw = stream.read(10 * LIMIT + 1)
    if len(raw) > 10 * LIMIT:
        raise NotationError(f"longer than {10 * LIMIT:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"not UTF-8: byte {error.start + 1} is {raw[error.start]:#04x}"
        ) from None


def _records(text: str) -> list[Record]:
    records = []
    for entry in read(io.BytesIO(text.encode())):
        if entry.record is None:
            raise NotationError(f"line {entry.line}: {entry.fault}")
        records.append(entry.record)
    return records


def _groups(records: Sequence[Record], size: int) -> Iterator[Sequence[Record]]:
    for at in range(0, len(records), size):
        yield records[at : at + size]


def _table(records: Sequence[Record]) -> str:
    return booktable.write_pair(*records) if len(records) == 2 else booktable.write(records[0])
