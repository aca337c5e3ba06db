"""One thing that is wrong, as it is told: `file:line:column: reason`, the line, and a caret under the column."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

BEFORE, AFTER = 44, 56  # characters of a long line that are shown before the caret and from it on
_INDENT: Final = "    "


@dataclass(frozen=True)
class Mark:
    """One thing to put right, or (`is_note`) to know. `line` and `column` count from 1; no line: the whole file."""

    file: str
    line: int | None
    column: int | None
    reason: str
    source: str | None = None
    is_note: bool = False

    def lines(self) -> Iterator[str]:
        """What is printed."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        yield f"{place}: {'note: ' if self.is_note else ''}{self.reason}"
        if self.source is not None and self.column is not None:
            yield from _pointed(self.source, self.column - 1)


def _pointed(source: str, at: int) -> Iterator[str]:
    """The part of the line round the place, and the caret below it."""
    at = min(at, len(source))
    start = 0 if at <= BEFORE else at - BEFORE
    end = at + AFTER
    head = "…" if start else ""
    shown = head + "".join(map(_visible, source[start:end])) + ("…" if end < len(source) else "")
    before = head + "".join(map(_visible, source[start:at]))
    yield _INDENT + shown
    yield _INDENT + " " * sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in before) + "^"


def _visible(character: str) -> str:
    """A character that takes its place on the terminal and changes nothing there."""
    return character if character == " " or unicodedata.category(character)[0] not in "CZM" else "\N{MIDDLE DOT}"
