"""The command `kibitz`: a table of contents; each command has a file of its own.

Exit codes: 0 done, 1 the output was closed or something failed that should not have, 2 a wrong
record or argument, 130 interrupted.
"""

import os
import sys
from typing import Annotated

import typer

from kibitz import __version__
from kibitz.cli import (
    analyse,
    bench,
    convert,
    hint,
    infer,
    odds,
    perft,
    play,
    replay,
    selfplay,
    solve,
    table,
    variants,
)

app = typer.Typer(
    name="kibitz",
    help="Exact values for trick-taking card games.",
    epilog="Exit codes: 0 done, 2 a wrong record or argument, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(solve.solve)
app.command()(table.table)
app.command()(analyse.analyse)
app.command()(hint.hint)
app.command()(hint.bid)
app.command(name="pass")(hint.pass_cards)
app.command()(infer.infer)
app.command()(odds.odds)
app.command()(perft.perft)
app.command()(convert.convert)
app.command()(play.play)
app.command()(selfplay.selfplay)
app.command()(replay.replay)
app.command()(bench.bench)
app.command()(variants.variants)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Exact values for trick-taking card games."""


def main() -> None:
    """Run the command line."""
    # Streams that were closed are as good as empty ones.
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    app(prog_name="kibitz")
