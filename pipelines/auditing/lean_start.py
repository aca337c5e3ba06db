"""A process that only audits starts without what its libraries would load and never use.

Arrow looks for pandas at its first array, and Numba for SciPy's linear algebra before its first kernel; both are there,
because other parts of the product need what needs them. Neither is used by an audit. Looked for while they cannot be
found, they are left out for good: Arrow's and Numba's own tables say so from then on. Any other import finds them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _NotHere(MetaPathFinder):
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in self._names:
            raise ModuleNotFoundError(f"{fullname} is not looked for here", name=fullname)
        return None


@contextmanager
def not_here(*names: str) -> Iterator[None]:
    """Modules of these names, unless they are loaded, cannot be imported."""
    finder = _NotHere(frozenset(names))
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def start_lean() -> None:
    """Loads Arrow and Numba without pandas and SciPy's linear algebra, for commands that need neither."""
    with not_here("pandas", "scipy.linalg"):
        import pyarrow as pa

        pa.array([0])
        import numba.np.arraymath  # noqa: F401
