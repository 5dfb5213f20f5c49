"""Pictures of what sweep.py measured: python benchmarks/plots.py

Writes time.png, nodes.png and threads.png beside the figures. Needs the dependency group bench.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from sweep import RESULTS

LABELS = {"ms": "milliseconds a deal", "nodes": "nodes a deal"}
LEAST = {"ms": 1e-3, "nodes": 1.0}
"""What is less is drawn there: a deal that is settled without search has no nodes."""
FILES = {"ms": "time.png", "nodes": "nodes.png"}


def by_size(games: dict[str, list[dict[str, Any]]], what: str) -> Figure:
    """Medians as lines and means as dots, against cards per seat, on a logarithmic scale."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name, rows in games.items():
        sizes = [row["cards"] for row in rows]
        (line,) = axes.plot(
            sizes, [max(row[what]["median"], LEAST[what]) for row in rows], label=name, marker="."
        )
        axes.plot(
            sizes,
            [max(row[what]["mean"], LEAST[what]) for row in rows],
            linestyle=":",
            color=line.get_color(),
        )
    axes.set_yscale("log")
    axes.set_xlabel("cards per seat")
    axes.set_ylabel(LABELS[what])
    axes.set_title("Random deals, one thread: median (line) and mean (dotted)")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def by_threads(rows: Sequence[dict[str, Any]], cores: int) -> Figure:
    """Speed of a batch against the number of threads, beside what would be in proportion."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    threads = [row["threads"] for row in rows]
    axes.plot(threads, [row["deals_s"] for row in rows], marker="o", label="measured")
    axes.plot(
        threads,
        [rows[0]["deals_s"] * min(count, cores) for count in threads],
        linestyle="--",
        label=f"in proportion, {cores} cores",
    )
    axes.set_xticks(threads)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("threads")
    axes.set_ylabel("deals a second")
    axes.set_title("Cinch, many deals in one call")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=RESULTS / "sweep.json", metavar="FILE")
    asked = parser.parse_args(arguments)
    mpl.use("agg")
    found = json.loads(asked.json.read_text(encoding="utf-8"))
    for what, name in FILES.items():
        by_size(found["games"], what).savefig(asked.json.with_name(name), dpi=110)
    by_threads(found["threads"], found["cores"]).savefig(
        asked.json.with_name("threads.png"), dpi=110
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
