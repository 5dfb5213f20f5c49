"""What the commands share: options, the loop over a file's records, output, faults, exit code.

Answers go to stdout, one object a line with --json; messages and the progress bar to stderr.
"""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import Annotated, Any, BinaryIO, Self, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kibitz import Deal, Rules
from kibitz.cli.reader import LIMIT, Record, read
from kibitz.errors import KibitzError, RulesError
from kibitz.game.seen import deal_of
from kibitz.rules import HouseRules, load_rules

T = TypeVar("T")

Source = Annotated[
    str, typer.Argument(metavar="FILE|-", help="One deal record, or JSON Lines; - reads stdin.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
House = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="House rules, TOML or JSON, for records of them."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="With this option; may be repeated."),
]
Players = Annotated[
    int | None, typer.Option(metavar="N", help="How many play. [default: as usual]")
]
DealNumber = Annotated[
    int | None,
    typer.Option("--deal", min=1, metavar="N", help="Of a match record this deal. [default: last]"),
]
Seconds = Annotated[float, typer.Option(min=0, help="Time limit for each record.")]

MESSAGE_LIMIT = 900
PROGRESS_AFTER = 2.0
PIPE_WIDTH = 120


def for_each(
    source: str,
    as_json: bool,
    answer: Callable[[Record], T],
    to_json: Callable[[T], Record],
    to_text: Callable[[T], RenderableType],
    *,
    limit: int = LIMIT,
) -> None:
    """Answer every record of a file in its order; exit with 2 at the end if one was wrong."""

    def alone(records: Sequence[Record]) -> list[T | KibitzError]:
        try:
            return [answer(record) for record in records]
        except KibitzError as error:
            return [error]

    for_groups(source, as_json, alone, to_json, to_text, size=1, limit=limit)


def for_groups(
    source: str,
    as_json: bool,
    answers: Callable[[Sequence[Record]], Sequence[T | KibitzError]],
    to_json: Callable[[T], Record],
    to_text: Callable[[T], RenderableType],
    *,
    size: int,
    limit: int = LIMIT,
) -> None:
    """The same of `size` records at a time: `answers` gives each an answer, or what is wrong."""
    count = 0
    with Output(as_json) as output:
        try:
            with _open(source) as stream:
                whole = _size(stream)
                entries = read(stream, limit)
                while group := list(islice(entries, size)):
                    count += len(group)
                    records = [entry.record for entry in group if entry.record is not None]
                    given = iter(answers(records) if records else ())
                    for entry in group:
                        value = KibitzError(entry.fault) if entry.record is None else next(given)
                        if isinstance(value, KibitzError):
                            output.fault(f"{source}:{entry.line}", str(value))
                        else:
                            output.show(to_json(value) if as_json else to_text(value))
                    output.progress(stream.tell() if whole else count, whole)
        except BrokenPipeError:
            raise
        except OSError as error:
            output.fault(str(error.filename or source), error.strerror or str(error))
        else:
            if not count:
                output.fault(source, "no record in the input")


def house_rules(path: Path | None) -> HouseRules | None:
    """The house rules of a file.

    Raises:
        RulesError: the file is wrong; the message names it.
    """
    return None if path is None else load_rules(path)


def deal_reader(path: Path | None) -> Callable[[Record], Deal]:
    """How a command reads its records: by the house rules of a file, if one is given.

    Raises:
        typer.BadParameter: the file is wrong, so that no record need be looked at.
    """
    house = _house(path)
    return Deal.from_record if house is None else house.deal


def seen_reader(path: Path | None, number: int | None) -> Callable[[Record], Mapping[str, Any]]:
    """The same for commands that take a record as one seat sees it, and of a match one deal.

    Raises:
        typer.BadParameter: the file is wrong, so that no record need be looked at.
    """
    house = _house(path)

    def read_(record: Record) -> Mapping[str, Any]:
        deal = deal_of(record, number)
        return deal if house is None else house.record(deal)

    return read_


def _house(path: Path | None) -> HouseRules | None:
    try:
        return house_rules(path)
    except KibitzError as error:
        raise typer.BadParameter(shorten(str(error)), param_hint="--rules") from None


def option(text: str) -> tuple[str, object]:
    """A name and its value: JSON, or a word as it stands."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise RulesError(f"option {text!r}: expected name=value, such as low_to=winner")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def game_rules(variant: str | None, options: Sequence[str] | None, rules: Path | None) -> Rules:
    """The rules that a command line names: a variant or house rules, with options.

    Raises:
        typer.BadParameter: they are not known; the message says what is.
    """
    if (variant is None) == (rules is None):
        raise typer.BadParameter("give one of VARIANT and --rules")
    try:
        house = house_rules(rules)
        chosen = Rules(variant or "") if house is None else house.rules
        return chosen.replace(**dict(map(option, options or ())))
    except KibitzError as error:
        raise typer.BadParameter(shorten(str(error))) from None


class Output:
    """Answers and faults of one run; leaving it with a fault exits with 2.

    The progress bar appears once the run has taken two seconds, if stderr is a terminal.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._faulty = False
        self._console = Console(highlight=False)
        if not self._console.is_terminal:
            self._console.width = PIPE_WIDTH
        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("", total=None)
        self._lock = Lock()
        self._timer = Timer(PROGRESS_AFTER, self._start_bar)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            if self._bar.live.is_started:
                self._bar.stop()
        if isinstance(error, KeyboardInterrupt):
            raise typer.Exit(130) from None
        if kind is None and self._faulty:
            raise typer.Exit(2)

    def show(self, answer: Record | RenderableType) -> None:
        """Print one answer at once."""
        try:
            with self._bar_away(sys.stdout.isatty()):
                if isinstance(answer, dict):
                    print(json.dumps(answer, allow_nan=False), flush=True)
                else:
                    self._console.print(answer)
                    sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # Not a fault of any record: there is nowhere to answer.
            print(f"kibitz: standard output: {error.strerror or error}", file=sys.stderr)
            raise typer.Exit(1) from None

    def fault(self, where: str, message: str) -> None:
        """Say what is wrong in one short line; with --json also in the answer's place."""
        self._faulty = True
        text = shorten(f"{shorten(where, 200)}: {message}")
        with self._bar_away(True):
            print(f"kibitz: {text}", file=sys.stderr, flush=True)
        if self._as_json:
            self.show({"error": text})

    def progress(self, done: int, total: int | None) -> None:
        """Move the bar; a total that is not known leaves it pulsing."""
        self._bar.update(self._task, completed=done, total=total)

    def _start_bar(self) -> None:
        with self._lock:
            if not self._timer.finished.is_set():
                self._bar.start()

    @contextmanager
    def _bar_away(self, needed: bool) -> Iterator[None]:
        with self._lock:
            shown = needed and self._bar.live.is_started
            if shown:
                self._bar.stop()
            yield
            if shown:
                self._bar.start()


def shorten(text: str, limit: int = MESSAGE_LIMIT) -> str:
    """One printable line of at most `limit` characters, cut in its middle.

    >>> shorten("no card\\nlike " + "X" * 50, 24)
    'no card\\\\nlike XXX…XXXXXX'
    """
    if len(text) > 2 * limit:
        text = text[:limit] + text[-limit:]
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    if len(text) > limit:
        tail = limit // 4
        text = text[: limit - tail - 1] + "…" + text[-tail:]
    return text


def named(record: Record, text: str = "") -> str:
    """A text under the record's id, if it has one."""
    return f"{shorten(str(record['id']), 60)}: {text}" if "id" in record else text


@contextmanager
def _open(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        yield sys.stdin.buffer
    else:
        with open(source, "rb") as stream:  # noqa: PTH123 (a path object would not take every name)
            yield stream


def _size(stream: BinaryIO) -> int | None:
    """The bytes of a regular file that there are to read; None for a pipe or terminal."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:  # a stream in memory has no descriptor
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
