"""Small charts in plain characters: they show wherever text shows, in Dagster's pages and in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = " ▏▎▍▌▋▊▉█"


def bars(rows: Sequence[tuple[str, int]], width: int = 24) -> str:
    """One bar a row, as a block of Markdown that keeps its columns."""
    if not rows:
        return "nothing"
    most = max(max(value for _, value in rows), 1)
    names = max(len(name) for name, _ in rows)
    lines = [f"{name:<{names}}  {_bar(value, most, width):<{width}}  {value:,}" for name, value in rows]
    return "```\n" + "\n".join(lines) + "\n```"


def _bar(value: int, most: int, width: int) -> str:
    eighths = -(-value * width * 8 // most)  # rounded up: one is not nothing
    return BLOCKS[8] * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")
