"""What each idea of the search is worth: nodes with it and without it, on the bench lists.

Run as `python benchmarks/switches.py [--deals N] [--only LIST]`; the values must not change.
"""

import argparse

from rich.console import Console
from rich.table import Table

from kibitz import _core
from kibitz.bench import WORKLOADS
from kibitz.solve import solve, to_position

SWITCHES = ("classes", "bounds", "relaxed", "leads", "partition", "table")
MOST_NODES = 20_000_000


def total(name: str, deals: int, without: list[str]) -> tuple[int, list[int]]:
    """Nodes and values of the first deals of a list."""
    solver, nodes, values = _core.Solver(), 0, []
    for seed in range(deals):
        position = to_position(WORKLOADS[name].deal(seed))
        found = solver.solve(
            position,
            side=sum(1 << seat for seat in position.side_to_move),
            cards=False,
            line=False,
            at_least=None,
            seconds=None,
            nodes=MOST_NODES,
            memory=None,
            stop=None,
            without=without,
        )
        nodes += found[5]
        values.append(found[0])
    return nodes, values


def main() -> None:
    """Print a row a list: its nodes, and by what each idea left out multiplies them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--only", choices=sorted(WORKLOADS))
    options = parser.parse_args()
    shown = Table("list", "nodes a deal", *(f"without {name}" for name in SWITCHES), box=None)
    for name, workload in WORKLOADS.items():
        if workload.ask is not solve or options.only not in (None, name):
            continue
        nodes, values = total(name, options.deals, [])
        row = [name, f"{nodes // options.deals:,}"]
        for switch in SWITCHES:
            more, same = total(name, options.deals, [switch])
            if more < MOST_NODES and same != values:
                raise SystemExit(f"{name}: other values without {switch}")
            row.append(f"{more / max(1, nodes):.2f}×")
        shown.add_row(*row)
    Console().print(shown)


if __name__ == "__main__":
    main()
