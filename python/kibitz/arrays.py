"""Many deals at once: NumPy arrays in and out."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from kibitz import _batch
from kibitz._core import Rules


def solve_many(
    rules: Rules | str,
    hands: npt.ArrayLike,
    trumps: npt.ArrayLike,
    leaders: npt.ArrayLike,
    *,
    side: int | Iterable[int],
    workers: int = 0,
) -> npt.NDArray[np.int16]:
    """The points of `side` in each deal, as solve() gives them one by one.

    Args:
        rules: a Rules, or the name of a variant.
        hands: uint64, shape (deals, seats): printed cards as in CardSet.bits.
        trumps: int8, shape (deals,): 0 to 3 for C D H S, -1 for none.
        leaders: int8, shape (deals,).
        side: the seat or seats that maximise.
        workers: threads; 0 is one a core.

    Returns:
        int16, shape (deals,).

    Raises:
        DealError: a deal cannot be played; the message says which.

    >>> import kibitz
    >>> hands = [[kibitz.CardSet(hand).bits for hand in ("KH 5H", "5D 9S", "8S 4C", "TH 6C")]]
    >>> kibitz.solve_many("cinch", hands, trumps=[2], leaders=[0], side=(0, 2)).tolist()
    [11]
    """
    if isinstance(rules, str):
        rules = Rules(rules)
    seats = (side,) if isinstance(side, int) else tuple(side)
    table = np.ascontiguousarray(hands, dtype=np.uint64)
    if table.ndim != 2:
        raise ValueError(f"hands has {table.ndim} dimensions: expected shape (deals, seats)")
    for seat in seats:
        if not 0 <= seat < table.shape[1]:
            raise ValueError(f"side names seat {seat}: expected 0 to {table.shape[1] - 1}")
    return _batch.solve_hands(
        rules.text,
        table,
        np.ascontiguousarray(trumps, dtype=np.int8),
        np.ascontiguousarray(leaders, dtype=np.int8),
        sum(1 << seat for seat in seats),
        workers,
    )
