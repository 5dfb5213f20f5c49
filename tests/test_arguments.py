"""Arguments of the wrong kind: each is refused by name, by every function that takes it."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz import Belief, CardSet, KibitzError, Knowledge, Position, RulesError
from kibitz.arguments import integers, whole
from kibitz.infer.draws import Custom
from kibitz.playouts import playouts

HANDS = ["AC 2H", "2C 3H", "3C KH", "4H 9S"]
RECORD: dict[str, Any] = {"variant": "whist", "trump": "S", "leader": 0, "hands": HANDS}
WORLDS = [[CardSet(hand).bits for hand in HANDS]]
COUNTS = ({"least": 0}, "x", 2.5, True, None, math.nan, np.array([1, 2]))
"""What is no whole number."""
LIMITS = [
    ("seconds", (math.nan, -1, "1", True, [1.0])),
    ("nodes", (-1, 1.5, "a")),
    ("memory", (-1, 1.5, "a")),
    ("cancel", (3, "stop")),
]


def position() -> Position:
    return Position(kibitz.Deal.from_record(RECORD))


def belief() -> Belief:
    return Belief(Knowledge.of_record(RECORD, 0))


ASKED: list[tuple[Callable[..., Any], list[tuple[str, tuple[Any, ...]]]]] = [
    (lambda **given: kibitz.solve(position(), **given), [*LIMITS, ("side", (1.5, "a", [0.5], 9))]),
    (lambda **given: kibitz.can(position(), **{"at_least": 1, **given}),
     [*LIMITS, ("at_least", (1.5, "a", 10**9))]),
    (lambda **given: kibitz.maxn(position(), **given),
     [*LIMITS, ("jack", (-1, 1.5)), ("payoff", (3, "luck"))]),
    (lambda **given: kibitz.perft(position(), **given), [("depth", (1.5, "a"))]),
    (lambda **given: kibitz.table(RECORD, **given), LIMITS[:1]),
    (lambda **given: kibitz.solve_records([position()], **given),
     [*LIMITS, ("workers", (-1, 1.5, 10**9)), ("side", (1.5, "a"))]),
    (lambda **given: kibitz.solve_worlds(position(), **{"hands": WORLDS, **given}),
     [*LIMITS, ("workers", (-1, 1.5, 10**9)), ("progress", (3,)), ("payoff", (3, "luck")),
      ("side", (1.5, "a", 9)), ("stocks", ([[0.5]], ["a"]))]),
    (lambda **given: kibitz.solve_many(
        **{"rules": "whist", "hands": WORLDS, "trumps": [3], "leaders": [0], "side": 0, **given}),
     [*LIMITS, ("workers", (-1, 1.5)), ("rules", (3, None)),
      ("trumps", ([1.5], [300], [3, 3], ["a"], [9])), ("leaders", ([0.5], [-200], [[0]]))]),
    (lambda **given: playouts(position(), **{"hands": WORLDS, **given}),
     [LIMITS[0], ("stop", (3,)), ("seed", (1.5, "a")), ("first", (-1, 0.5)), ("jack", (-1, 0.5)),
      ("random", ("a", 2, math.nan, True)), ("workers", (-1, 1.5, 10**9)), ("payoff", (3, "luck")),
      ("weights", ([1.5], ["a"], [1])), ("stocks", ([[0.5]],))]),
    (lambda **given: kibitz.hint(RECORD, **{"seat": 0, "worlds": 2, **given}),
     [LIMITS[0], ("worlds", (0, 10**7, *COUNTS[:4])), ("seed", (1.5, "a")), ("stop", (3,)),
      ("workers", (-1, 1.5, 10**9)), ("payoff", (3, "luck")), ("how", (3,)), ("progress", (3,)),
      ("seat", (1.0, "0", True, -1, 4))]),
    (lambda **given: kibitz.belief(RECORD, **given), [("seat", (1.0, "0", True, -1, 4))]),
    (lambda **given: belief().sample(**{"n": 1, **given}),
     [("n", (-1, 10**12, *COUNTS)), ("seed", (-1, 2**64, 1.5, "a"))]),
    (lambda **given: belief().enumerate(**given), [("limit", (-1, *COUNTS))]),
    (lambda **given: belief().chance(**{"card": "KH", "holder": 1, **given}),
     [("card", (3, None, "XX")), ("holder", (9, "widow"))]),
    (lambda **given: belief().number(1, **given), [("cards", (["KH"], 3))]),
    (lambda **given: belief().together(**given), [("where", ([1], {"KH": 9}))]),
    (lambda **given: belief().given(**given),
     [("weight", ("a", [[1.0]], [["x"]])), ("counts", ([(9, CardSet("KH"), [1, 1])],
                                                       [(1, CardSet("KH"), ["a"])]))]),
    (lambda **given: Custom(**given), [("plain", ("a", 2, math.nan))]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "name", "value"),
    [(ask, name, value) for ask, wrong in ASKED for name, values in wrong for value in values],
    ids=lambda each: None if callable(each) else str(each)[:20],
)
def test_an_argument_of_the_wrong_kind_is_a_fault_that_says_what_was_expected(
    ask: Callable[..., Any], name: str, value: object
) -> None:
    with pytest.raises(KibitzError, match=r"expected|must be|not a card|no payoff|neither a suit"):
        ask(**{name: value})


@pytest.mark.parametrize(
    "hands",
    [
        np.array(WORLDS, dtype=float), [[float(hand) for hand in WORLDS[0]]], [[-1, 0, 0, 0]],
        np.array([[-1, 0, 0, 0]]), [["a"] * 4], "abc", WORLDS[0], None, [[1], [1, 2]],
        [[True] * 4], [[2**70] * 4], [[1 << 13] * 4],
    ],
    ids=str,
)  # fmt: skip
def test_hands_of_the_wrong_kind_are_refused_everywhere(hands: Any) -> None:
    for ask in (
        lambda: kibitz.solve_worlds(position(), hands),
        lambda: playouts(position(), hands),
        lambda: kibitz.solve_many("whist", hands, [3], [0], side=0),
    ):
        with pytest.raises(KibitzError, match=r"hands|hand has|seat 0|cards"):
            ask()


def test_numbers_of_every_type_are_taken_if_they_are_whole() -> None:
    assert whole("n", np.int8(3), 0) == 3
    for given in (WORLDS, np.array(WORLDS), np.array(WORLDS, dtype=np.int64), tuple(WORLDS)):
        assert kibitz.solve_worlds(position(), given).values.tolist() == [[1, 1]]
    assert integers("hands", [[1, 2**63]], np.uint64).tolist() == [[1, 2**63]]
    assert integers("hands", np.empty((0, 4)), np.uint64).shape == (0, 4)


def test_an_error_of_an_argument_is_also_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"worlds 2\.5: expected a whole number"):
        kibitz.hint(RECORD, 0, worlds=2.5)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="payoff 3: expected one of points, score"):
        kibitz.maxn(position(), payoff=3)  # type: ignore[arg-type]
    with pytest.raises(KibitzError, match="seconds nan: expected none, or a number"):
        playouts(position(), WORLDS, seconds=math.nan)
    with pytest.raises(KibitzError, match="n -1: expected 0 to 10,000,000"):
        belief().sample(-1)
    with pytest.raises(KibitzError, match="hands of float64: expected an array of uint64"):
        kibitz.solve_worlds(position(), np.array(WORLDS, dtype=float))
