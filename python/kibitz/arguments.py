"""Arguments of the public functions: one that cannot be used is named, with what was expected."""

from operator import index
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from kibitz._core import StopToken
from kibitz.errors import KibitzError

_MOST_WORKERS = 1024


def refused(name: str, value: object, expected: str) -> KibitzError:
    """The error that says what an argument should have been.

    >>> refused("worlds", 2.5, "a whole number")
    KibitzError('worlds 2.5: expected a whole number')
    """
    try:
        shown = str(value)
    except ValueError:  # a whole number of thousands of digits
        shown = f"of {type(value).__name__}"
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return KibitzError(f"{name} {shown}: expected {expected}")


def whole(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """A whole number within bounds.

    Raises:
        KibitzError: it is none, or out of bounds.

    >>> whole("worlds", np.int64(3), 1)
    3
    """
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        try:
            number = index(value)
        except TypeError:  # an array of several numbers
            raise refused(name, value, "a whole number") from None
        if (least is None or number >= least) and (most is None or number <= most):
            return number
        bounds = f"{least or 0:,} " + ("or more" if most is None else f"to {most:,}")
        raise refused(name, value, bounds)
    raise refused(name, value, "a whole number")


def seconds_or_none(value: object) -> float | None:
    """A limit of time.

    Raises:
        KibitzError: it is no number, or below 0.
    """
    if value is None:
        return None
    number = _number(value)
    if number is None or not number >= 0:
        raise refused("seconds", value, "none, or a number that is not negative")
    return number


def fraction(name: str, value: object) -> float:
    """A number from 0 to 1.

    Raises:
        KibitzError: it is none.
    """
    number = _number(value)
    if number is None or not 0 <= number <= 1:
        raise refused(name, value, "a number from 0 to 1")
    return number


def _number(value: object) -> float | None:
    if isinstance(value, bool | np.bool_ | np.ndarray) or not isinstance(value, SupportsFloat):
        return None
    return float(value)


def workers_from(value: object) -> int:
    """How many threads; 0 is one a core.

    Raises:
        KibitzError: it is no whole number, or more than is sensible.
    """
    return whole("workers", value, 0, _MOST_WORKERS)


def token_or_none(name: str, value: object) -> StopToken | None:
    """What stops a call from another thread.

    Raises:
        KibitzError: it is no StopToken.
    """
    if value is None or isinstance(value, StopToken):
        return value
    raise refused(name, value, "a StopToken")


def call_or_none(name: str, value: Any) -> Any:
    """A function to be called now and then.

    Raises:
        KibitzError: it cannot be called.
    """
    if value is None or callable(value):
        return value
    raise refused(name, value, "a function")


def numbers(name: str, value: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """An array of numbers.

    Raises:
        KibitzError: it is none.
    """
    try:
        return np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise KibitzError(f"{name}: expected an array of float64") from None


def integers(name: str, value: npt.ArrayLike | None, dtype: type[np.integer[Any]]) -> Any:
    """An array of whole numbers, of a type that holds them all; None is an empty one.

    Raises:
        KibitzError: it is no array, or holds anything else, or a number that does not fit.

    >>> integers("hands", [[1, 2**63]], np.uint64).dtype
    dtype('uint64')
    """
    if isinstance(value, np.ndarray) and value.dtype == dtype:
        return np.ascontiguousarray(value)
    if value is None:
        return np.empty(0, dtype=dtype)
    expected = f"an array of {np.dtype(dtype)}"
    try:
        # A list of Python's numbers may become floating-point numbers on its way to an array.
        given = value if isinstance(value, np.ndarray) else np.array(value, dtype=object)
    except ValueError:
        raise KibitzError(f"{name}: expected {expected}, its rows of equal length") from None
    if not given.size:
        return np.empty(given.shape, dtype=dtype)
    kinds = {type(each) for each in given.flat} if given.dtype == object else {given.dtype.type}
    for kind in kinds:
        if kind is bool or not issubclass(kind, int | np.integer):
            raise KibitzError(f"{name} of {kind.__name__}: expected {expected}")
    bounds = np.iinfo(dtype)
    for number in (int(given.min()), int(given.max())):
        if not bounds.min <= number <= bounds.max:
            raise refused(name, number, f"numbers from {bounds.min} to {bounds.max}")
    return np.ascontiguousarray(given, dtype=dtype)
