"""The questions of kibitz.solve: limits, stopping, threads, sides, and deals of full size."""

import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import kibitz
from kibitz import StopToken, _core
from kibitz.solve import maxn, perft, perft_split, solve
from reference import RANKS, SUITS

ENDING = "cinch H 0 AHKH2HQC8SQH/3H4H7HKCACQS/5D8H9H3CTCKD/6HTHJHJC2D5H maker=0 bid=12"


def whist(seed: int, cards: int = 13) -> str:
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    random.Random(seed).shuffle(pack)
    hands = "/".join("".join(pack[at : at + cards]) for at in range(0, 4 * cards, cards))
    return f"whist - 0 {hands}"


def modern_hearts(seed: int) -> str:
    """A whole deal, the first card led."""
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    random.Random(seed).shuffle(pack)
    hands = [pack[at : at + 13] for at in range(0, 52, 13)]
    leader = next(seat for seat in range(4) if "2C" in hands[seat])
    return f"modern_hearts - {leader} {'/'.join(map(''.join, hands))} plays=2C"


LONG = modern_hearts(0)  # hours, with a moon to shoot


def cinch(seed: int) -> str:
    """A deal of 24 cards with thirteen or fourteen trumps, as after draw and robbing."""
    rng = random.Random(seed)
    trumps = [rank + "H" for rank in RANKS] + ["5D"]
    plain = [rank + suit for suit in "CDS" for rank in RANKS if rank + suit != "5D"]
    pack = trumps + rng.sample(plain, 10)
    rng.shuffle(pack)
    return "cinch H 0 " + "/".join("".join(pack[at : at + 6]) for at in range(0, 24, 6))


def test_the_solution_says_whose_points_the_value_is() -> None:
    found = solve(ENDING)
    assert found.side == (0, 2)
    assert found.exact
    assert found.value == found.lower == found.upper
    assert (found.cards, found.bounds, found.best, found.line) == (None, None, (), None)


def test_record_deal_text_and_position_are_the_same_question() -> None:
    deal = kibitz.Deal(ENDING)
    found = [solve(each, cards=True) for each in (ENDING, deal, deal.record(), deal_position())]
    assert {(each.value, each.nodes) for each in found} == {(found[0].value, found[0].nodes)}
    assert all(each.cards == found[0].cards for each in found)


def deal_position() -> kibitz.Position:
    return kibitz.Position(kibitz.Deal(ENDING))


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_cinch_deal_is_solved_and_shared_out(seed: int) -> None:
    text = cinch(seed)
    ours, theirs = solve(text, side=(0, 2), cards=True, line=True), solve(text, side=(1, 3))
    assert ours.exact
    assert theirs.exact
    assert (ours.value or 0) + (theirs.value or 0) == 14
    assert ours.cards is not None
    assert len(ours.cards) == 6
    assert max(ours.cards.values()) == ours.value
    assert len(ours.line or ()) == 24
    assert (ours.line or ())[0] == ours.best[0]


def test_a_deal_that_is_over_has_its_points_and_no_cards() -> None:
    position = kibitz.Position("whist H 0 AH/KH/QH/JH plays=AHKHQHJH")
    found = solve(position, cards=True, line=True)
    assert (found.value, found.cards, found.best, found.line) == (1, {}, (), ())
    assert maxn(position, cards=True).values == (1, 0, 0, 0)
    assert perft(position, 3) == 1
    assert perft_split(position, 3) == {}


# ---- limits


def test_a_node_limit_stops_at_the_same_node_with_the_same_bounds_every_time() -> None:
    full = solve(ENDING, cards=True)
    assert full.value is not None
    for nodes in [0, 1, 2, 5, 10, 100, full.nodes // 2, full.nodes - 1]:
        cuts = [solve(ENDING, cards=True, nodes=nodes) for _ in range(3)]
        assert len({(c.nodes, c.lower, c.upper, str(c.bounds)) for c in cuts}) == 1
        assert cuts[0].nodes == nodes
        assert cuts[0].lower <= full.value <= cuts[0].upper
        assert solve(ENDING, cards=True).nodes == full.nodes


def test_a_limit_of_all_its_nodes_leaves_an_answer_whole() -> None:
    full = solve(ENDING, cards=True, line=True)
    again = solve(ENDING, cards=True, line=True, nodes=full.nodes)
    assert (again.value, again.cards, again.line) == (full.value, full.cards, full.line)


@pytest.mark.parametrize("nodes", [1, 2, 5, 10, 100, 1000, 10_000])
def test_bounds_of_a_long_search_cut_short_are_bounds_and_no_value(nodes: int) -> None:
    found = solve(LONG, cards=True, line=True, nodes=nodes)
    assert not found.exact
    assert (found.value, found.line, found.best) == (None, None, ())
    assert -52 <= found.lower < found.upper <= 26
    assert set(found.bounds or {}) == set(kibitz.Position(LONG).legal())
    assert found.nodes == nodes


def test_more_nodes_never_prove_less() -> None:
    found = [solve(cinch(3), nodes=nodes) for nodes in range(0, 4000, 100)]
    lower, upper = [each.lower for each in found], [each.upper for each in found]
    assert lower == sorted(lower)
    assert upper == sorted(upper, reverse=True)


def test_seconds_stop_a_search() -> None:
    begun = time.monotonic()
    found = solve(LONG, seconds=0.2)
    assert found.value is None
    assert 0.15 < time.monotonic() - begun < 2
    assert 0.15 < found.seconds < 2


def test_no_seconds_at_all_still_give_bounds() -> None:
    found = solve(LONG, seconds=0, cards=True)
    assert found.lower < found.upper


def test_max_n_cut_short_has_no_values() -> None:
    found = maxn(LONG, nodes=1000, cards=True)
    assert (found.values, found.cards, found.exact, found.nodes) == (None, None, False, 1000)
    assert not maxn(LONG, seconds=0.05).exact


def test_a_table_keeps_to_its_memory() -> None:
    solver = _core.Solver()
    for memory in (100_000, 1_000_000):
        solver.solve(
            kibitz.Position(LONG), side=5, cards=False, line=False, at_least=None,
            seconds=None, nodes=300_000, memory=memory, stop=None,
        )  # fmt: skip
        assert 0 < solver.table_bytes <= memory


# ---- stopping


def test_a_stop_token_set_in_another_thread_ends_a_search() -> None:
    token = StopToken()
    timer = threading.Timer(0.2, token.stop)
    begun = time.monotonic()
    timer.start()
    found = solve(LONG, cancel=token)
    timer.join()
    assert token.stopped
    assert not found.exact
    assert found.lower < found.upper
    assert time.monotonic() - begun < 2


def test_a_token_that_is_cleared_stops_nothing() -> None:
    token = StopToken()
    token.stop()
    assert not maxn(ENDING, cancel=token).exact
    assert solve(LONG, cancel=token).nodes <= 1024
    token.clear()
    assert not token.stopped
    assert solve(ENDING, cancel=token).exact


@pytest.mark.parametrize(
    "call", ["solve(text)", "maxn(text)", "perft(text, 40)", "[table(deal) for _ in range(99)]"]
)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_interrupts_long_work(call: str) -> None:
    code = f"""
        import sys
        from kibitz.solve import maxn, perft, solve, table
        text, deal = {LONG!r}, {whist(0)!r}
        print("begun", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            sys.exit(7)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        time.sleep(0.2)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=10) == 7
        finally:
            process.kill()
        assert time.monotonic() - begun < 2


def test_a_signal_handler_may_ask_a_question_of_its_own() -> None:
    code = f"""
        import signal
        from kibitz.solve import solve
        def handler(signum, frame):
            print(solve({ENDING!r}).value, flush=True)
            raise KeyError
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            solve({LONG!r})
        except KeyError:
            print(solve({ENDING!r}).value)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, timeout=20, check=True
    )
    assert run.stdout.split() == [str(solve(ENDING).value).encode()] * 2


# ---- threads


def test_many_threads_at_once_answer_as_one_after_another() -> None:
    texts = [cinch(seed) for seed in range(12)] + [whist(seed, 5) for seed in range(12)]

    def answer(text: str) -> object:
        found = solve(text, cards=True, line=True)
        each = maxn(small).values
        return found.value, found.cards, found.best, found.line, found.nodes, each

    small = whist(7, 4)
    serial = [answer(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(answer, texts * 3)) == serial * 3


def test_other_threads_run_on_during_a_search() -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    solve(LONG, seconds=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 10


def test_a_solver_at_work_refuses_a_second_question() -> None:
    solver, token = _core.Solver(), StopToken()

    def work() -> None:
        solver.solve(
            kibitz.Position(LONG), side=5, cards=False, line=False, at_least=None,
            seconds=20, nodes=None, memory=None, stop=token,
        )  # fmt: skip

    thread = threading.Thread(target=work)
    thread.start()
    while not solver.busy:
        time.sleep(0.001)
    with pytest.raises(RuntimeError, match="one a thread"):
        _ = solver.table_bytes
    token.stop()
    thread.join()
    assert not solver.busy


# ---- sides and payoffs


@pytest.mark.parametrize("side", [4, -1, [0, 9], (10**30,)])
def test_a_side_that_names_no_seat_is_refused(side: object) -> None:
    with pytest.raises(ValueError, match=r"side names seat .*: expected 0 to 3"):
        solve(ENDING, side=side)  # type: ignore[arg-type]


@pytest.mark.parametrize("side", ["02", [0.5], [None], 1.0])
def test_a_side_that_is_no_seats_is_refused(side: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        solve(ENDING, side=side)  # type: ignore[arg-type]


def test_a_side_may_be_given_as_any_iterable_in_any_order() -> None:
    values = {solve(ENDING, side=side).side for side in ([2, 0], (0, 2, 2), {0, 2}, iter([2, 0]))}
    assert values == {(0, 2)}


def test_a_side_of_nobody_and_one_of_everybody_have_what_is_at_stake() -> None:
    assert solve(ENDING, side=()).value == 0
    assert solve(ENDING, side=range(4)).value == 14


@pytest.mark.parametrize("limit", [{"nodes": -1}, {"memory": -1}, {"nodes": "x"}])
def test_a_limit_that_is_no_count_is_refused(limit: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        solve(ENDING, **limit)  # type: ignore[arg-type]


def test_a_payoff_that_does_not_exist_is_refused() -> None:
    with pytest.raises(kibitz.RulesError, match="no payoff 'luck'"):
        maxn(ENDING, payoff="luck")  # type: ignore[arg-type]


def test_a_score_without_a_bid_is_refused() -> None:
    with pytest.raises(kibitz.RulesError, match="maker and bid"):
        maxn(cinch(0), payoff="score")
    with pytest.raises(kibitz.RulesError, match="whist"):
        maxn(whist(0, 2), payoff="score")


def test_perft_of_no_depth_is_one_and_its_split_sums_to_it() -> None:
    assert perft(ENDING, 0) == 1
    for depth in range(1, 6):
        assert sum(perft_split(ENDING, depth).values()) == perft(ENDING, depth)
    assert list(perft_split(ENDING, 1)) == list(kibitz.Position(ENDING).legal())


def test_solutions_compare_and_print_what_builds_them() -> None:
    import copy
    import pickle

    found = solve(ENDING, cards=True, line=True)
    for again in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), copy.copy(found)):
        assert again == found
    names = {"Solution": kibitz.Solution, "Card": kibitz.Card}
    assert eval(repr(found), names) == found
    vector = maxn(ENDING, cards=True)
    names = {"VectorSolution": kibitz.VectorSolution, "Card": kibitz.Card}
    assert eval(repr(vector), names) == vector == pickle.loads(pickle.dumps(vector))


@pytest.mark.parametrize(
    "ask",
    [
        lambda x: solve(x, nodes=-1),
        lambda x: solve(x, seconds=float("nan")),
        lambda x: solve(x, side=[99]),
        lambda x: kibitz.can(x, 10**30),
        lambda x: maxn(x, jack=10**10),
    ],
)
def test_numbers_beyond_all_bounds_are_kibitz_errors(ask: Callable[[str], object]) -> None:
    with pytest.raises(kibitz.KibitzError, match="expected"):
        ask(cinch(1))


def test_limits_too_large_to_matter_are_no_limits() -> None:
    wanted = solve(cinch(1)).value
    assert solve(cinch(1), nodes=10**30, memory=10**30).value == wanted
    assert perft("hearts - 0 AH2C/2H4H/3HAC", 10**30) == perft("hearts - 0 AH2C/2H4H/3HAC", 6)


# ---- many records


def test_many_records_of_any_variants_are_worth_what_each_is_alone() -> None:
    texts = [ENDING, whist(3, 4), "hearts - 0 AH2C/2H4H/3HAC", *(cinch(seed) for seed in range(20))]
    alone = [solve(text, cards=True, line=True) for text in texts]
    for workers in (0, 1, 3):
        assert kibitz.solve_records(texts, cards=True, line=True, workers=workers) == alone
    assert kibitz.solve_records([]) == []
    seats = [solve(text, side=1) for text in texts]
    assert kibitz.solve_records(texts, side=1, workers=2) == seats


def test_many_records_that_are_not_finished_have_bounds() -> None:
    for found in kibitz.solve_records([LONG, LONG, ENDING], seconds=0.01, workers=2)[:2]:
        assert found.value is None
        assert found.lower < found.upper
    stop = StopToken()
    stop.stop()
    alone = solve(LONG, cancel=stop)
    for found in kibitz.solve_records([LONG] * 5, cancel=stop):
        assert (found.value, found.lower, found.upper) == (None, alone.lower, alone.upper)


def test_the_faults_of_one_of_many_records_are_told() -> None:
    with pytest.raises(kibitz.DealError, match="6D is in seat 0"):
        kibitz.solve_records([ENDING, "whist S 0 6D/6D/2C/3C"])
    with pytest.raises(kibitz.KibitzError, match="side names seat 3"):
        kibitz.solve_records([ENDING, "hearts - 0 2C/3C/4C"], side=3)


def test_a_small_deal_takes_little_memory() -> None:
    solver = _core.Solver()
    assert solver.table_bytes == 0
    solver.solve(
        kibitz.Position(ENDING), side=5, cards=False, line=False, at_least=None,
        seconds=None, nodes=None, memory=None, stop=None,
    )  # fmt: skip
    assert 0 < solver.table_bytes < 1_000_000
