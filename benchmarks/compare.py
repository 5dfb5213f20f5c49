"""Other programs side by side with this one, in one process: python benchmarks/compare.py

Whist against DDS, called through endplay; Hearts against OpenSpiel. The two take turns, question by
question and round by round (A B A B), and each is asked about another deal before it sees one
again: DDS keeps its table while the deal and the trump stay the same, so every answer is a cold
one. Times are processor time of the process, so other work on the machine counts for little. Where
both give values, they must agree.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
from endplay import _dds
from endplay.dds import calc_dd_table, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal as DdsDeal
from endplay.types import Denom, Player

import kibitz
from kibitz import Deal, Position
from kibitz.bench import PACK, RANKS, SUITS, shuffled
from kibitz.playouts import playouts

TRUMPS = dict(
    zip("CDHS", (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades), strict=True)
) | {None: Denom.nt}
SEATS = (Player.north, Player.east, Player.south, Player.west)
SIZES = (4, 6, 8, 10, 13)
PERFT_DEPTH = 8
PLAYOUTS = 100
OPENSPIEL = {
    "can_lead_any_club": False, "must_break_hearts": True, "no_pts_on_first_trick": True
}  # fmt: skip
OURS = {
    "lead_card": "2C", "break_hearts": True, "no_points_first_trick": True,
    "shoot_the_moon": "others",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """A question to two programs; `ours` and `theirs` answer deal `seed` of a list.

    Each returns what is to be timed, made ready, which gives the answer.
    """

    what: str
    peer: str
    deals: int
    ours: Callable[[int], Callable[[], Any]]
    theirs: Callable[[int], Callable[[], Any]]
    agree: bool = True


def whist_record(seed: int, size: int) -> dict[str, object]:
    """A random deal of so many cards a seat; every fifth has no trump."""
    pack = shuffled(PACK, Random(seed))
    return {
        "variant": "whist",
        "players": 4,
        "trump": (*SUITS, None)[seed % 5],
        "leader": seed % 4,
        "hands": [" ".join(pack[size * seat : size * (seat + 1)]) for seat in range(4)],
    }


def dds_deal(record: dict[str, Any]) -> DdsDeal:
    """The same for DDS."""
    hands = [
        ".".join("".join(r for r in RANKS if r + suit in hand.split()) for suit in "SHDC")
        for hand in record["hands"]
    ]
    return DdsDeal(
        "N:" + " ".join(hands), first=SEATS[record["leader"]], trump=TRUMPS[record["trump"]]
    )


def dds_value(size: int, mode: SolveMode) -> Callable[[int], Callable[[], Any]]:
    def ready(seed: int) -> Callable[[], Any]:
        deal = dds_deal(whist_record(seed, size))
        if mode is SolveMode.OptimalOne:
            return lambda: max(tricks for _, tricks in solve_board(deal, mode))
        return lambda: sorted(
            (f"{card.rank.abbr}{card.suit.name[0].upper()}", tricks)
            for card, tricks in solve_board(deal, mode)
        )

    return ready


def our_value(size: int, *, cards: bool) -> Callable[[int], Callable[[], Any]]:
    def ready(seed: int) -> Callable[[], Any]:
        position = Position(Deal.from_record(whist_record(seed, size)))
        if not cards:
            return lambda: kibitz.solve(position).value
        return lambda: sorted(
            (str(card), value)
            for card, value in (kibitz.solve(position, cards=True).cards or {}).items()
        )

    return ready


def dds_table(seed: int) -> Callable[[], Any]:
    deal = dds_deal(whist_record(seed, 13))

    def answer() -> list[int]:
        found = calc_dd_table(deal)
        return [found[trump, SEATS[seat]] for trump in TRUMPS.values() for seat in range(4)]

    return answer


def our_table(seed: int) -> Callable[[], Any]:
    deal = Deal.from_record(whist_record(seed, 13))

    def answer() -> list[int]:
        # A declarer's tricks are what the lead from his left leaves.
        found = kibitz.table(deal)
        return [13 - (found[trump, (seat + 1) % 4] or 0) for trump in TRUMPS for seat in range(4)]

    return answer


def spiel_deal(seed: int) -> pyspiel.State:
    """Modern Hearts dealt and not passed."""
    state = pyspiel.load_game("hearts", OPENSPIEL).new_initial_state()
    state.apply_action(0)
    cards = list(range(52))
    Random(seed).shuffle(cards)
    for card in cards:
        state.apply_action(card)
    return state


def our_deal(seed: int) -> Position:
    """The same deal."""
    state = spiel_deal(seed)
    hands: list[list[str]] = [[], [], [], []]
    cards = list(range(52))
    Random(seed).shuffle(cards)
    for at, card in enumerate(cards):
        hands[at % 4].append(state.action_to_string(card))
    leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    record = {
        "variant": "black_lady",
        "options": OURS,
        "players": 4,
        "trump": None,
        "leader": leader,
        "hands": [" ".join(hand) for hand in hands],
    }
    return Position(Deal.from_record(record))


def spiel_perft(seed: int) -> Callable[[], Any]:
    def count(state: pyspiel.State, depth: int) -> int:
        if depth == 1:
            return len(state.legal_actions())
        return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

    state = spiel_deal(seed)
    return lambda: count(state, PERFT_DEPTH)


def our_perft(seed: int) -> Callable[[], Any]:
    position = our_deal(seed)
    return lambda: kibitz.perft(position, PERFT_DEPTH)


def spiel_playout(seed: int) -> Callable[[], Any]:
    start, rng = spiel_deal(seed), Random(seed)

    def play() -> None:
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])

    return play


def our_playout(seed: int) -> Callable[[], Any]:
    start, rng = our_deal(seed), Random(seed)

    def play() -> None:
        position = start
        while not position.is_over:
            legal = list(position.legal())
            position = position.play(legal[int(rng.random() * len(legal))])

    return play


def spiel_playouts(seed: int) -> Callable[[], Any]:
    play = spiel_playout(seed)

    def answer() -> None:
        for _ in range(PLAYOUTS):
            play()

    return answer


def our_playouts(seed: int) -> Callable[[], Any]:
    position = our_deal(seed)
    hands = [[hand.bits for hand in position.hands]] * PLAYOUTS
    return lambda: playouts(position, hands, random=1.0, workers=1)


def matches() -> dict[str, Match]:
    """All questions, by name."""
    found = {}
    for size in SIZES:
        deals = 100 if size == 13 else 200
        found[f"lead{size}"] = Match(
            f"whist, {size} cards each: the value, one lead",
            "DDS",
            deals,
            our_value(size, cards=False),
            dds_value(size, SolveMode.OptimalOne),
        )
        found[f"cards{size}"] = Match(
            f"whist, {size} cards each: every lead",
            "DDS",
            deals,
            our_value(size, cards=True),
            dds_value(size, SolveMode.Default),
        )
    found["table"] = Match("whist, 13 cards each: all 20 results", "DDS", 40, our_table, dds_table)
    found["perft"] = Match(
        f"modern Hearts: perft to {PERFT_DEPTH} plays", "OpenSpiel", 20, our_perft, spiel_perft
    )
    found["playouts"] = Match(
        f"modern Hearts: {PLAYOUTS} deals of random plays",
        "OpenSpiel",
        20,
        our_playouts,
        spiel_playouts,
        agree=False,
    )
    found["playout"] = Match(
        "modern Hearts: one deal of random plays, step by step in Python",
        "OpenSpiel",
        100,
        our_playout,
        spiel_playout,
        agree=False,
    )
    return found


def compare(match: Match, *, deals: int, rounds: int, budget: float) -> dict[str, object]:
    """Times in milliseconds a deal, of both, over all rounds; as many deals as the budget allows.

    Raises:
        AssertionError: the two disagree.
    """
    ours: list[float] = []
    theirs: list[float] = []
    began = time.monotonic()
    for number in range(rounds * deals):
        if len(ours) > 1 and time.monotonic() - began > budget:
            break
        seed = number % deals
        us, them = match.ours(seed), match.theirs(seed)
        found, spent = _timed(us)
        wanted, peer_spent = _timed(them)
        assert not match.agree or found == wanted, (match.what, seed, found, wanted)
        ours.append(spent)
        theirs.append(peer_spent)
    return {
        "what": match.what,
        "peer": match.peer,
        "deals": len(ours),
        "ours_ms": _spread(ours),
        "theirs_ms": _spread(theirs),
        "median_ratio": round(statistics.median(ours) / statistics.median(theirs), 4),
        "mean_ratio": round(sum(ours) / sum(theirs), 4),
    }


def _timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    answer = ask()
    return answer, 1000 * (time.process_time() - began)


def _spread(times: Sequence[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(times), 4),
        "mean": round(statistics.fmean(times), 4),
        "worst": round(max(times), 4),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    known = matches()
    parser.add_argument("--only", action="append", choices=list(known), metavar="NAME",
                        help=f"one question; may be given again: {', '.join(known)}")  # fmt: skip
    parser.add_argument("--deals", type=int, help="how many, in place of those of each question")
    parser.add_argument("--rounds", type=int, default=2, help="times that each deal is asked")
    parser.add_argument("--budget", type=float, default=120.0,
                        help="seconds after which a question takes no further deal")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    asked = parser.parse_args(arguments)
    _dds.SetMaxThreads(1)
    results: dict[str, object] = {}
    print(f"{'':8} {'deals':>5} {'ours: median':>13} {'mean ms':>9} {'peer: median':>13}"
          f" {'mean ms':>9} {'ratio: median':>14} {'mean':>7}")  # fmt: skip
    for name in asked.only or known:
        match = known[name]
        found = compare(
            match, deals=asked.deals or match.deals, rounds=asked.rounds, budget=asked.budget
        )
        results[name] = found
        us, them = found["ours_ms"], found["theirs_ms"]
        assert isinstance(us, dict)
        assert isinstance(them, dict)
        print(f"{name:8} {found['deals']:>5} {us['median']:13.3f} {us['mean']:9.3f}"
              f" {them['median']:13.3f} {them['mean']:9.3f} {found['median_ratio']:>14}"
              f" {found['mean_ratio']:>7}  {match.peer}", flush=True)  # fmt: skip
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    results["peak_rss_kib"] = peak
    print(f"peak memory of the process, both programs: {peak / 1024:.0f} MiB")
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
