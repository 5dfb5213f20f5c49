"""`kibitz bench`: the fixed deals, their node totals (the signature) and the speed."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from kibitz.bench import DEALS, WORKLOADS, measure, signature
from kibitz.cli.io import Json, Output


def bench(
    deals: Annotated[int, typer.Option(min=1, help="How many deals of each variant.")] = DEALS,
    check: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Node totals to compare."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve fixed deals on one thread; with --check, fail if the search visits other nodes."""
    expected = signature(check.read_text(encoding="utf-8")) if check else {}
    table = Table("variant", "deals", "nodes", "mean ms", "median ms", "95% ms", box=None)
    changed = []
    with Output(as_json) as output:
        for done, variant in enumerate(WORKLOADS):
            output.progress(done, len(WORKLOADS))
            measured = measure(variant, deals)
            if expected.get(variant, measured.nodes) != measured.nodes:
                changed.append(f"{variant}: {measured.nodes} nodes, not {expected[variant]}")
            if as_json:
                output.show(measured.json())
            else:
                table.add_row(*map(str, measured.json().values()))
        if not as_json:
            output.show(table)
    if changed:
        typer.echo(f"kibitz: the signature has changed: {'; '.join(changed)}", err=True)
        raise typer.Exit(1)
