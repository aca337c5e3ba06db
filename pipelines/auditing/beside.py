"""Work done in its order beside the caller, on one thread of its own; or at once, where there is no core to spare."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self


class Beside:
    """One piece of work is under way and none waits, so that memory holds what two pieces need and no more.

    What a piece raises is raised by the next `do`, or at the end.
    """

    def __init__(self, on_a_thread: bool) -> None:
        self._pool = ThreadPoolExecutor(1, "beside") if on_a_thread else None
        self._last: Future[None] | None = None

    def do(self, work: Callable[[], None]) -> None:
        if self._pool is None:
            work()
            return
        self._wait()
        self._last = self._pool.submit(work)

    def _wait(self) -> None:
        last, self._last = self._last, None
        if last is not None:
            last.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown()
        if kind is None:  # else that error is the one to tell
            self._wait()
