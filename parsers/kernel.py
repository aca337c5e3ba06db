"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that reads and writes the arrays it is given and makes none of its own.

    Without `_nrt=False` Numba counts references to every array at every call, atomically: measured on the hand log's
    scanner, four fifths of the time. A function that makes arrays must use `njit` itself.
    """
    compiled: F = njit(cache=True, _nrt=False)(function)
    return compiled
