"""Types of the native module; compared with it by tests/test_bindings.py."""

from collections.abc import Callable
from typing import final

import numpy as np
import numpy.typing as npt

from kibitz._core import StopToken

@final
class Watch:
    def __init__(
        self,
        workers: int,
        seconds: float | None,
        nodes: int | None,
        memory: int | None,
        progress: Callable[[int], object] | None,
        stop: StopToken | None,
    ) -> None: ...

def solve_hands(
    rules: str,
    hands: npt.NDArray[np.uint64],
    trumps: npt.NDArray[np.int8],
    leaders: npt.NDArray[np.int8],
    side: int,
    cards: bool,
    watch: Watch,
) -> tuple[
    npt.NDArray[np.int16], npt.NDArray[np.bool_], npt.NDArray[np.int16] | None, tuple[int, int]
]: ...
def solve_in_worlds(
    deal: str,
    hands: npt.NDArray[np.uint64],
    stocks: npt.NDArray[np.uint8],
    cards: int,
    side: int,
    payoff: str,
    watch: Watch,
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.bool_], tuple[int, int]]: ...
