"""Time and nodes against cards per seat, and speed against threads: python benchmarks/sweep.py

Writes benchmarks/results/sweep.json, of which plots.py makes pictures.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import kibitz
from bench import measure
from deals import Case
from kibitz.bench import Record, cinch_deal, random_deal
from kibitz.solve import maxn, solve
from test_speed import cinch_arrays

RESULTS = Path(__file__).parent / "results"
DEALS = 20
SECONDS = 20.0  # of one deal
SLOW = 2000.0  # milliseconds a deal, in the mean, after which no longer hands are asked
THREAD_DEALS = 4000


def cinch_ending(seed: int, size: int) -> Record:
    """The first cards of hands after draw and robbing: trumps before others."""
    record = cinch_deal(seed)
    hands = record["hands"]
    assert isinstance(hands, list)
    return record | {"hands": [" ".join(hand.split()[:size]) for hand in hands]}


GAMES: dict[str, tuple[Callable[[int, int], Record], bool, int]] = {
    "cinch": (cinch_ending, False, 6),
    "pitch, 4 players": (lambda s, n: random_deal("pitch", s, players=4, size=n), False, 6),
    "pitch, 6 players": (lambda s, n: random_deal("pitch", s, players=6, size=n), False, 6),
    "whist": (lambda s, n: random_deal("whist", s, size=n), False, 13),
    "hearts": (lambda s, n: random_deal("hearts", s, size=n), False, 13),
    "black lady": (lambda s, n: random_deal("black_lady", s, size=n), False, 13),
    "hearts, max^n": (lambda s, n: random_deal("hearts", s, size=n), True, 8),
}
"""By name: the deal of a seed and a size, whether each plays for himself, the longest hand."""


def by_size(name: str, deals: int) -> list[dict[str, object]]:
    """A measurement for each length of hand, until a deal takes too long."""
    make, alone, most = GAMES[name]
    rows: list[dict[str, object]] = []
    for size in range(2, most + 1):
        case = Case(name, partial(_of_size, make, size), maxn if alone else solve)
        found = measure(case, deals=deals, seconds=SECONDS, budget=deals * SLOW / 1000)
        rows.append({"cards": size, **found})
        spread = found["ms"]
        assert isinstance(spread, dict)
        print(f"{name:18} {size:>2} {spread['median']:11.3f} {spread['mean']:11.3f} ms", flush=True)
        if spread["mean"] > SLOW:
            break
    return rows


def _of_size(make: Callable[[int, int], Record], size: int, seed: int) -> Record:
    return make(seed, size)


def by_threads(deals: int, rounds: int = 3) -> list[dict[str, float]]:
    """Deals of Cinch a second, in one call, by wall clock; the best of a few rounds."""
    hands, trumps, leaders = cinch_arrays(deals)
    cores = os.cpu_count() or 1
    best: dict[int, float] = {}
    for _ in range(rounds):
        for workers in sorted({1, 2, cores, 2 * cores}):
            began = time.perf_counter()
            found = kibitz.solve_many("cinch", hands, trumps, leaders, side=(0, 2), workers=workers)
            spent = time.perf_counter() - began
            assert found.done.all()
            best[workers] = max(best.get(workers, 0.0), deals / spent)
    for workers, speed in best.items():
        print(f"{workers:>3} threads {speed:10.0f} deals a second")
    return [{"threads": workers, "deals_s": round(speed, 1)} for workers, speed in best.items()]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each length of hand")
    parser.add_argument("--only", action="append", choices=list(GAMES), metavar="GAME")
    parser.add_argument("--json", type=Path, default=RESULTS / "sweep.json", metavar="FILE")
    asked = parser.parse_args(arguments)
    found = {
        "games": {name: by_size(name, asked.deals) for name in asked.only or GAMES},
        "threads": by_threads(min(THREAD_DEALS, 200 * asked.deals)),
        "cores": os.cpu_count(),
    }
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
