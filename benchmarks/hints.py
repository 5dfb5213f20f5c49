"""What hints cost, and whether bids by them are better than bids by rule of thumb.

    python benchmarks/hints.py speed --deals 20
    python benchmarks/hints.py bids --deals 100 --worlds 20

`speed` prints processor time a hint of one thread, in Cinch by trick and place in it (100 worlds at
the first trick, 200 later, all in the last three), and for opening leads of Hearts from 1,000
worlds. `bids` bids the same deals of Cinch twice: one side and then the other by hints, its
opponents by rule of thumb; then all is by rule of thumb, and the play is solved. It prints the deal
score won a deal, with 95% intervals.
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator

from kibitz import Rules, hint, solve, thumb
from kibitz.game import match, referee
from kibitz.game.settle import settle
from kibitz.game.state import State, actions, apply, new_match, view


def at_play(variant: str, seed: int) -> State:
    """A deal at the first lead, all before it by rule of thumb."""
    return _on(_dealt(variant, seed))


def _dealt(variant: str, seed: int) -> State:
    state = new_match(Rules(variant), 4, seed=seed)
    return referee.apply(state, next(iter(referee.actions(state))))


def _on(state: State) -> State:
    while state.phase != "play":
        action = thumb.choose(state, referee.actions(state))
        assert action is not None
        state = referee.apply(state, action)
    return state


def timed(state: State, worlds: int) -> tuple[float, State]:
    """Milliseconds of a hint, and the state after what it recommends."""
    assert state.to_act is not None
    seen = view(state, state.to_act)
    began = time.process_time()
    found = hint(seen, worlds=worlds, workers=1)
    return 1000 * (time.process_time() - began), apply(state, found.action)


def plays(seed: int) -> Iterator[tuple[str, float]]:
    """Every choice of a deal of Cinch: where it stood, and what its hint cost."""
    state = at_play("cinch", seed)
    while state.phase == "play":
        assert state.position is not None
        trick, place = len(state.position.tricks), len(state.position.trick)
        if len(actions(state)) == 1:
            state = apply(state, next(iter(actions(state))))
            continue
        cost, state = timed(state, 200 if trick else 100)
        yield f"cinch, trick {trick + 1}, play {place + 1}", cost


def speed(deals: int) -> None:
    found: dict[str, list[float]] = {}
    for seed in range(deals):
        for where, cost in plays(seed):
            found.setdefault(where, []).append(cost)
        found.setdefault("hearts, opening lead", []).append(timed(at_play("hearts", seed), 1000)[0])
    for where in sorted(found):
        costs = found[where]
        mean, middle = statistics.mean(costs), statistics.median(costs)
        print(f"{where}: {mean:.1f} ms mean, {middle:.1f} median, {max(costs):.1f} most")


def bid(seed: int, side: int, worlds: int) -> int:
    """The deal score of a side that bids and names by hints."""
    state = _dealt("cinch", seed)
    while state.phase in ("auction", "name"):
        assert state.to_act is not None
        if state.to_act % 2 == side:
            seen = view(state, state.to_act)
            state = referee.apply(state, hint(seen, worlds=worlds, seed=seed, workers=1).action)
        else:
            action = thumb.choose(state, referee.actions(state))
            assert action is not None
            state = referee.apply(state, action)
    state = _on(state)
    assert state.position is not None
    put_out = match.put_out(state)
    value = solve(state.position, side=(0, 2)).value
    assert value is not None
    points = (value, 14 - value - put_out, 0, 0)
    scores = settle(state.rules, points, maker=state.maker, bid=state.bid, put_out=put_out).scores
    return (scores[0] - scores[1]) * (1 - 2 * side)


def bids(deals: int, worlds: int, first: int) -> None:
    seeds = range(first, first + deals)
    won = [(bid(seed, 0, worlds) + bid(seed, 1, worlds)) / 2 for seed in seeds]
    around = 1.96 * statistics.stdev(won) / math.sqrt(deals)
    print(f"{deals} deals: {statistics.mean(won):+.2f} ± {around:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What hints cost, and what bids by them win.")
    parser.add_argument("what", choices=("speed", "bids"))
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed (bids)")
    asked = parser.parse_args()
    if asked.what == "speed":
        speed(asked.deals)
    else:
        bids(asked.deals, asked.worlds, asked.first)
