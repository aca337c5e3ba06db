"""How much work the compiler puts into a kernel: once for the whole of it, not once for every part.

Numba optimizes every function when it is compiled, with everything it calls, and again inside whatever calls it. The
walk of a hand is some two hundred small functions eight calls deep, so the same code went through the optimizer up to
eight times. A part is optimized within its kernel alone, which takes half as long.

This reaches into Numba (`CPUCodeLibrary._optimize_final_module`). Where a version of it has no such place everything is
compiled as Numba does it, which takes longer and gives the same numbers.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any, Final

import numba.core.caching
import numba.core.codegen
import numba.core.event

_LOCK: Final = ".writing"
_PLACE: Final = "_optimize_final_module"
_OURS: Final = ("parsers.", "checks.")


class _Compiling(numba.core.event.Listener):
    """The functions that are being compiled, the outermost first."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    def on_start(self, event: Any) -> None:
        """A function is about to be compiled."""
        self.modules.append(event.data["dispatcher"].py_func.__module__)

    def on_end(self, event: Any) -> None:
        """It is compiled."""
        self.modules.pop()


def optimize_kernels_whole() -> bool:
    """Has Numba optimize each kernel of ours once and whole. Returns whether this version of it lets us."""
    library: Any = getattr(numba.core.codegen, "CPUCodeLibrary", None)
    plain = getattr(library, _PLACE, None)
    if plain is None or getattr(plain, "is_ours", False):
        return plain is not None
    compiling = _Compiling()
    numba.core.event.register("numba:compile", compiling)

    def optimize(self: Any) -> None:
        outermost = compiling.modules[0] if compiling.modules else ""
        if not outermost.startswith(_OURS) or len(compiling.modules) == 1:
            plain(self)

    optimize.is_ours = True  # type: ignore[attr-defined]
    setattr(library, _PLACE, optimize)
    return True


def keep_kernels_one_at_a_time() -> bool:
    """Has Numba write its cache one process at a time. Returns whether this version of it lets us.

    Numba looks into a kernel's index for a free number, writes the index, then the code under that number. Two first
    runs that compile a kernel for two kinds of arrays at once may give both the same number: whoever runs it later then
    gets the code for the other kind, and wrong figures without an error.
    """
    cache: Any = getattr(numba.core.caching, "IndexDataCacheFile", None)
    save = getattr(cache, "save", None)
    if save is None or getattr(save, "is_ours", False):
        return save is not None

    def save_alone(self: Any, key: Any, data: Any) -> None:
        with open(Path(self._cache_path) / _LOCK, "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # let go when the file is closed
            save(self, key, data)

    save_alone.is_ours = True  # type: ignore[attr-defined]
    cache.save = save_alone
    return True
