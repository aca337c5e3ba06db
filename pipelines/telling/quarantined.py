"""Lines that could not be read, put together by why: one row a reason, with how many and the first of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from dashboards.shown import shown

Row = dict[str, Any]
_SAID: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\b[0-9][0-9.,]*\b')
_PLACE: Final = re.compile(r"\[[0-9]+\]|[0-9]+")


@dataclass(frozen=True)
class Reason:
    """One kind of reason. `example` is where the first stands and what is wrong with it."""

    lines: int
    files: int
    example: str


def reasons(rows: Iterable[Row]) -> list[Reason]:
    """The kinds of reasons, the most frequent first; what a line quotes and its numbers make no kind of its own."""
    kinds: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        kind = (_PLACE.sub("", row["column_or_field"] or ""), _SAID.sub("…", row["reason"]))
        kinds.setdefault(kind, []).append(row)
    found = [Reason(len(of), len({row["sha256"] for row in of}), _example(of[0])) for of in kinds.values()]
    return sorted(found, key=lambda reason: (-reason.lines, reason.example))


def _example(row: Row) -> str:
    place = row["source_file"] + (f":{row['line']}" if row["line"] is not None else "")
    name = row["column_or_field"]
    named = name is None or row["reason"].startswith(name) or name.startswith("column ")
    return shown(f"{place}: " + ("" if named else f"{name}: ") + row["reason"], 300)


def reason_lines(found: list[Reason], most: int) -> Iterator[str]:
    """For the terminal."""
    for reason in found[:most]:
        yield f"  {reason.lines:,} ×  {reason.example}"
    if len(found) > most:
        yield f"  {len(found) - most:,} more kinds of reasons"
