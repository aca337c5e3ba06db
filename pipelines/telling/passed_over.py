"""Files that no feed has, put together by what they look like: one line a kind, with how many hands they may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from dashboards.shown import plural
from parsers.likely import Likely

NAMES_MOST: Final = 5
Passed = tuple[Path, Likely]


def passed_over_lines(passed: Iterable[Passed]) -> Iterator[str]:
    """The kinds in the order in which they were met."""
    kinds: dict[tuple[str, str], list[Passed]] = {}
    for path, found in passed:
        kinds.setdefault((found.what, found.advice), []).append((path, found))
    for files in kinds.values():
        names = ", ".join(path.name for path, _ in files[:NAMES_MOST])
        if len(files) > NAMES_MOST:
            names += f" and {len(files) - NAMES_MOST:,} more"
        yield f"passed over, because no feed has a file of this name: {names} ({_kind(files)})"


def _kind(files: list[Passed]) -> str:
    first = files[0][1]
    if len(files) == 1 or first.hands is None:
        each = "each " if len(files) > 1 else ""
        return f"{each}looks like {first.said()}"
    total = sum(found.hands or 0 for _, found in files)
    about = "at least" if any(found.at_least for _, found in files) else "about"
    advice = f"; {first.advice}" if first.advice else ""
    return (
        f"{len(files):,} files, each looks like {first.what}, with {about} {plural(total, first.unit)} in all{advice}"
    )
