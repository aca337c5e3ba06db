"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import njit

from parsers.kernel_cache import kernel_folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that reads and writes the arrays it is given and makes none of its own.

    Without `_nrt=False` Numba counts references to every array at every call, atomically: measured on the hand log's
    scanner, four fifths of the time. A function that makes arrays must use `njit` itself.
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(kernel_folder(function.__module__))
    try:
        compiled: F = njit(cache=True, _nrt=False)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled
