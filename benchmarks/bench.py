"""Time and nodes a deal, on one thread, of everything in deals.py: python benchmarks/bench.py

Times are processor time, so that other work on the machine counts for little. Every deal has a
limit of time and every measurement a budget, so that a run ends.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from deals import CASES, Case
from kibitz import table_bytes
from kibitz.solve import to_position

HEAD = ("", "deals", "open", "median ms", "mean ms", "95% ms", "nodes", "mean nodes", "95% nodes")
QUICK_DEALS, QUICK_SECONDS, QUICK_BUDGET = 20, 2.0, 5.0


def measure(case: Case, *, deals: int, seconds: float, budget: float) -> dict[str, object]:
    """Solve a case's deals one by one; a deal that is not finished counts with the time it had."""
    times: list[float] = []
    nodes: list[int] = []
    unfinished = 0
    began = time.monotonic()
    for seed in range(deals):
        if times and time.monotonic() - began > budget:
            break
        position = to_position(case.deal(seed))
        before = time.process_time()
        found = case.ask(position, seconds=seconds)
        times.append(1000 * (time.process_time() - before))
        nodes.append(found.nodes)
        unfinished += not found.exact
    return {
        "what": case.what,
        "deals": len(times),
        "unfinished": unfinished,
        "limit_s": seconds,
        "ms": _spread(times),
        "nodes": _spread(nodes),
        "table_bytes": table_bytes(),
    }


def _spread(numbers: Sequence[float]) -> dict[str, float]:
    ranked = sorted(numbers)
    return {
        "median": round(ranked[len(ranked) // 2], 4),
        "mean": round(sum(ranked) / len(ranked), 4),
        "p95": round(ranked[len(ranked) * 95 // 100], 4),
        "worst": round(ranked[-1], 4),
    }


def _row(name: str, found: dict[str, object]) -> str:
    spreads = [found["ms"], found["nodes"]]
    cells = [f"{name:17}", f"{found['deals']:>5}", f"{found['unfinished']:>5}"]
    for spread, form in zip(spreads, ("11.3f", "11.0f"), strict=True):
        assert isinstance(spread, dict)
        cells += [f"{spread[key]:{form}}" for key in ("median", "mean", "p95")]
    return " ".join(cells)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only",
        action="append",
        choices=list(CASES),
        metavar="NAME",
        help=f"one measurement; may be given again: {', '.join(CASES)}",
    )
    parser.add_argument("--quick", action="store_true", help="few deals, short limits")
    parser.add_argument("--deals", type=int, help="how many, in place of those of each case")
    parser.add_argument(
        "--budget",
        type=float,
        default=300.0,
        help="seconds after which a measurement takes no further deal",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    asked = parser.parse_args(arguments)
    results: dict[str, dict[str, object]] = {}
    print(
        " ".join(
            [
                f"{HEAD[0]:17}",
                *(f"{word:>5}" for word in HEAD[1:3]),
                *(f"{word:>11}" for word in HEAD[3:]),
            ]
        )
    )
    for name in asked.only or CASES:
        case = CASES[name]
        deals = asked.deals or (min(case.deals, QUICK_DEALS) if asked.quick else case.deals)
        results[name] = measure(
            case,
            deals=deals,
            seconds=min(case.seconds, QUICK_SECONDS) if asked.quick else case.seconds,
            budget=QUICK_BUDGET if asked.quick else asked.budget,
        )
        print(_row(name, results[name]), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / 1024:.0f} MiB, of which tables {table_bytes() / 2**20:.0f} MiB")
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
