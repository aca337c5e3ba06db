"""How far long work has come: a bar with its share and the time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

LINE_SECONDS = 5.0


class Progress:
    """One stage of work, counted in `unit`s. `whole` is how much there is of what `came` counts; 0: nobody knows."""

    def __init__(self, label: str, whole: int = 0, unit: str = "hands", stream: TextIO | None = None) -> None:
        self.label, self.whole, self.unit = label, whole, unit
        self.done = 0
        self._came = 0
        self._waiting = 0  # came, but nobody has said yet that it is done
        self._stream = sys.stderr if stream is None else stream
        self._began = time.monotonic()
        self._said_at = self._began
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._stream.isatty():
            self._bar = _bar(self._stream)
            self._task = self._bar.add_task(self.label, total=self.whole or None, count=self._count())
            self._bar.start()
        else:
            self._say(f"{self.label} …")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None and self._task is not None:
            if kind is None:
                self._bar.update(self._task, total=self.whole or 1, completed=self.whole or 1, count=self._count())
            self._bar.stop()
        elif kind is None:
            self._say(f"{self.label}: {self._figures()}")

    def advance(self, count: int = 1) -> None:
        """`count` more units are done, and with them all that came before."""
        self.done += count
        self._came = min(self._came + self._waiting, self.whole)
        self._waiting = 0
        self._tell()

    def came(self, amount: int) -> None:
        """So much more of the whole was read; it counts once its units are done."""
        self._waiting += amount

    def _tell(self) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self._came, count=self._count())
            return
        now = time.monotonic()
        if now - self._said_at >= LINE_SECONDS:
            self._said_at = now
            self._say(f"{self.label}: {self._figures()} so far{self._share()}")

    def _share(self) -> str:
        """The share that is done and the time left; nothing while nobody can say."""
        if not self._came:
            return ""
        left = (time.monotonic() - self._began) * (self.whole - self._came) / self._came
        return f", {100 * self._came // self.whole} %, about {_lasts(left)} left"

    def _count(self) -> str:
        return f"{self.done:,} {self.unit}"

    def _figures(self) -> str:
        return f"{self._count()} in {time.monotonic() - self._began:.1f} s"

    def _say(self, text: str) -> None:
        self._stream.write(text + "\n")
        self._stream.flush()


def _lasts(seconds: float) -> str:
    whole = max(1, round(seconds))
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"


def _bar(stream: TextIO) -> Bar:
    """Imported when somebody looks: what runs in a pipe does not wait for it."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=Console(file=stream),
    )  # fmt: skip
