"""How far long work has come: a bar on a terminal, plain lines elsewhere (logs, CI, pipes)."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

REDRAW_SECONDS = 0.1
LINE_SECONDS = 5.0
BAR_CELLS = 28


class Progress:
    """One stage of work, counted in `unit`s; `total` may be unknown (0)."""

    def __init__(self, label: str, total: int = 0, unit: str = "hands", stream: TextIO | None = None) -> None:
        self.label, self.total, self.unit = label, total, unit
        self.done = 0
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._began = time.monotonic()
        self._shown_at = self._began

    def __enter__(self) -> Self:
        if self._terminal:
            self._draw()
        else:
            self._say(f"{self.label} …")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal:
            self._draw()
            self._stream.write("\n")
            self._stream.flush()
        elif kind is None:
            self._say(f"{self.label}: {self._figures()}")

    def advance(self, count: int = 1) -> None:
        """`count` more units are done."""
        self.done += count
        now = time.monotonic()
        if now - self._shown_at < (REDRAW_SECONDS if self._terminal else LINE_SECONDS):
            return
        self._shown_at = now
        if self._terminal:
            self._draw()
        else:
            self._say(f"{self.label}: {self._figures()} so far")

    def _figures(self) -> str:
        seconds = time.monotonic() - self._began
        of = f" of {self.total:,}" if self.total and self.done < self.total else ""
        return f"{self.done:,}{of} {self.unit} in {seconds:.1f} s"

    def _draw(self) -> None:
        if self.total:
            filled = min(BAR_CELLS, BAR_CELLS * self.done // self.total)
            bar = "█" * filled + "░" * (BAR_CELLS - filled)
            text = f"\r{self.label:<12} {bar} {self._figures()}"
        else:
            text = f"\r{self.label:<12} {self._figures()}"
        self._stream.write(text + "\x1b[K")
        self._stream.flush()

    def _say(self, text: str) -> None:
        self._stream.write(text + "\n")
        self._stream.flush()
