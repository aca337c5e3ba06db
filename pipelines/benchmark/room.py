"""A room beside its hand log: all feeds of a simulated room day audited, then the logs alone, and rooms of other sizes.

Every figure is of a process of its own on one core, in the same run, the best of several; the tables that are printed
are those of `docs/measured.md`.
"""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pipelines.benchmark.run import on_one_core
from pipelines.errors import InputError
from pipelines.simulator import simulate

DAY: Final = dt.date(2026, 1, 16)
TABLES: Final = 40
ERRORS: Final = 0.001
GROWTH: Final = (1, 2, 4, 8)  # parts of the room; the last is the whole
STAGES: Final = {
    "parse": "reading",
    "replay": "replay",
    "checks": "checks",
    "write": "writing the tables",
}
BEGIN: Final = "<!-- oddchip bench --room writes from here"
END: Final = "<!-- to here -->"


def measured_rooms(hands: int, runs: int, say: Callable[[str], None]) -> dict[str, Any]:
    """The figures of rooms of an eighth of the hands, a quarter, half and all; of the last, its logs alone too."""
    if hands < GROWTH[-1]:
        raise InputError(f"--hands {hands}: the room is measured in eighths; give at least {GROWTH[-1]}")
    rooms: list[dict[str, Any]] = []
    log: dict[str, Any] = {}
    for part in GROWTH:
        with tempfile.TemporaryDirectory(prefix="oddchip-room-") as place:
            folder = Path(place) / "day"
            wanted = hands * part // GROWTH[-1]
            say(f"simulating a room of {wanted:,} hands …")
            simulate(folder, DAY, tables=TABLES, hands=wanted, seed=1, errors=ERRORS)
            (folder / "labels.parquet").unlink(missing_ok=True)
            say(f"measuring it, {runs} times …")
            rooms.append({"part": part} | _best(folder, runs))
            if part == GROWTH[-1]:
                say(f"measuring its hand logs alone, {runs} times …")
                log = _best(folder, runs, "--logs-only")
            shutil.rmtree(folder)
    return {"rooms": rooms, "log": log, "ratio": log["hands_per_second"] / rooms[-1]["hands_per_second"], "runs": runs}


def _best(folder: Path, runs: int, *more: str) -> dict[str, Any]:
    """The best of several runs by what comes after start-up; one before them compiles and loads what is kept."""
    command = ["-m", "pipelines.benchmark.room_stages", str(folder), *more]
    said = [on_one_core(command, str(folder)) for _ in range(runs + 1)][1:]
    return max(said, key=lambda one: one["hands_per_second"])


def tables_of(said: dict[str, Any]) -> list[str]:
    """The figures as Markdown, one in a cell."""
    return [*_stages(said), "", *_growth(said["rooms"])]


def _stages(said: dict[str, Any]) -> list[str]:
    both = said["rooms"][-1], said["log"]
    rest = "the rest: register, summary"
    seconds = {name: [one["seconds"][stage] for one in both] for stage, name in STAGES.items()}
    seconds[rest] = [one["seconds"]["total"] - sum(one["seconds"][s] for s in ("start", *STAGES)) for one in both]
    seconds["start-up"] = [one["seconds"]["start"] for one in both]
    rows = [(name, *(f"{figure:.2f}" for figure in figures)) for name, figures in seconds.items()]
    rows.append(("hands a second, start-up apart", *(f"{one['hands_per_second']:,.0f}" for one in both)))
    rows.append(("peak memory, MB", *(f"{one['peak_memory_mb']:,.0f}" for one in both)))
    return [
        f"A room of {both[0]['hands']:,} hands at {TABLES} tables with its down cards and shuffler messages, an error",
        f"in a thousand hands, all tables written; processor time of one core, the best of {said['runs']} runs.",
        "",
        "| stage | the room, seconds | its hand logs alone, seconds |",
        "|---|---:|---:|",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        f"A hand of the room costs {said['ratio']:.2f} times a hand of its logs.",
    ]


def _growth(rooms: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| room | hands | seconds, start-up apart | hands a second | peak memory, MB |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in rooms:
        worked = one["seconds"]["total"] - one["seconds"]["start"]
        memory = one["peak_memory_mb"]
        lines.append(
            f"| {one['part']}× | {one['hands']:,} | {worked:.2f} | {one['hands_per_second']:,.0f} | {memory:,.0f} |"
        )
    return lines


def write_into(page: Path, lines: list[str]) -> None:
    """Puts the tables between their marks in a page; InputError where it has none."""
    try:
        text = page.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{page}: cannot be read ({error.strerror})") from error
    begin, end = text.find(BEGIN), text.find(END)
    if not 0 <= begin < end:
        raise InputError(f"{page}: has no lines `{BEGIN} …` and `{END}`, between which the tables go")
    first = text.index("\n", begin) + 1
    page.write_text(text[:first] + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")
