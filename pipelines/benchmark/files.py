"""Files to measure on, made from one small simulated day: the same hands at many tables, as a hand log and as PHHS."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Final, NamedTuple

from pipelines.benchmark.phh_text import phh_of
from pipelines.simulator import simulate

DAY: Final = dt.date(2026, 1, 16)
TABLES: Final = 8
HANDS_A_TABLE: Final = 250
ERRORS: Final = 0.02  # of the log; what is written as PHHS has none

# Games of stud and draw, each family in a log of its own; those that the peer knows are written as PHHS as well.
FAMILIES: Final = {
    "stud": (
        "stud", "stud8", "stud-hilo", "razz", "kc-razz", "super-stud", "super-stud8", "mexican", "razzdugi",
        "razzdeucey",
    ),
    "draw": (
        "draw-high", "a5-single", "a5-triple", "27-single", "27-triple", "badugi", "badeucey", "badacey", "drawmaha",
    ),
}  # fmt: skip
HANDS_A_GAME: Final = 200


class BenchFiles(NamedTuple):
    """A hand log with its house file, and PHHS."""

    log: Path
    house: Path
    phhs: Path


def write_files(folder: Path, hands: int, seed: int = 11) -> BenchFiles:
    """A log and a PHHS file of at least `hands` hands each; every copy of a table has players of its own."""
    wrong, clean = folder / "wrong", folder / "clean"
    for out, errors in ((wrong, ERRORS), (clean, 0.0)):
        simulate(out, DAY, tables=TABLES, hands=TABLES * HANDS_A_TABLE, seed=seed, errors=errors)
    log, phhs, house = folder / "simulated.hands.jsonl", folder / "simulated.phhs", wrong / "house.toml"
    _write_log(log, wrong, hands)
    _write_phhs(phhs, clean, hands)
    return BenchFiles(log, house, phhs)


def write_family(folder: Path, family: str, hands: int, seed: int = 11) -> BenchFiles:
    """A log of the games of one family in turn, and a PHHS file of those that the peer knows; no errors in either."""
    games, day = FAMILIES[family], folder / family
    simulate(day, DAY, tables=len(games), hands=len(games) * HANDS_A_GAME, seed=seed, errors=0.0, games=games)
    files = BenchFiles(folder / f"{family}.hands.jsonl", day / "house.toml", folder / f"{family}.phhs")
    _write_log(files.log, day, hands)
    _write_phhs(files.phhs, day, hands)
    return files


def _write_log(path: Path, day: Path, hands: int) -> None:
    logs = {file.name.split(".")[0]: file.read_text(encoding="utf-8") for file in sorted(day.glob("*.hands.jsonl"))}
    written = copy = 0
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        while written < hands:
            for table, log in logs.items():
                renamed = log.replace(f'"table":"{table}"', f'"table":"{table}c{copy}"')
                renamed = re.sub(r'"player":"([^"]*)"', rf'"player":"\1c{copy}"', renamed)
                out.write(re.sub(rf'"hand":"{table}-', f'"hand":"{table}c{copy}-', renamed))
                written += log.count(f'"hand":"{table}-')
            copy += 1


def _write_phhs(path: Path, day: Path, hands: int) -> None:
    lines = [line for log in sorted(day.glob("*.hands.jsonl")) for line in log.read_text(encoding="utf-8").splitlines()]
    said = [phh for line in lines if (phh := phh_of(json.loads(line))) is not None]
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for k in range(-(-hands // len(said)) * len(said)):
            copy, which = divmod(k, len(said))
            body = said[which].replace("\ntable = '", f"\ntable = '{copy}-").replace("\nhand = '", f"\nhand = '{copy}-")
            out.write(f"[{k + 1}]\n{body}\n")
