"""Types of the native module; compared with it by tests/test_bindings.py."""

import numpy as np
import numpy.typing as npt

def solve_hands(
    rules: str,
    hands: npt.NDArray[np.uint64],
    trumps: npt.NDArray[np.int8],
    leaders: npt.NDArray[np.int8],
    side: int,
    workers: int,
) -> npt.NDArray[np.int16]: ...
