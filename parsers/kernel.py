"""How kernels are compiled: `kernel` for what Python calls, `part` and `inlined_part` for what only kernels call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import njit

from parsers.kernel_cache import kernel_folder
from parsers.kernel_compiler import keep_kernels_one_at_a_time, optimize_kernels_whole

F = TypeVar("F", bound=Callable[..., Any])

optimize_kernels_whole()
keep_kernels_one_at_a_time()


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


def part(function: F) -> F:
    """Compile a function that kernels alone call, as `kernel` does, but without an entry for Python.

    Such an entry takes time to compile and would never be used; the function is kept on disk within its kernels.

    Constants that are passed to it should be NumPy's integers: for Python's own it is compiled anew with each value.
    """
    compiled: F = njit(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def inlined_part(function: F) -> F:
    """A `part` that a kernel calls at one place: it becomes part of that kernel.

    Arrays go to a function by value, seven words each; with columns by the dozen that was half of the time a hand took.
    """
    compiled: F = njit(_nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled
