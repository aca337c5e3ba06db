"""A large hand log made from a small simulated one: the same hands at many tables."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

from pipelines.simulator import simulate

DAY = dt.date(2026, 1, 16)
TABLES = 8
HANDS_A_TABLE = 250


def write_big_log(folder: Path, hands: int, seed: int = 11) -> Path:
    """A log of at least `hands` hands, and its house file beside it; each copy of a table is a table of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    small = folder / "small"
    report = simulate(small, DAY, tables=TABLES, hands=TABLES * HANDS_A_TABLE, seed=seed, errors=0.02)
    big = folder / f"big-{hands}.hands.jsonl"
    logs = [path.read_text(encoding="utf-8") for path in sorted(small.glob("*.hands.jsonl"))]
    tables = [path.name.split(".")[0] for path in sorted(small.glob("*.hands.jsonl"))]
    with open(big, "w", encoding="utf-8", newline="\n") as file:
        for copy in range(-(-hands // report.hands)):
            for table, log in zip(tables, logs, strict=True):
                name = f"{table}c{copy}"
                renamed = log.replace(f'"table":"{table}"', f'"table":"{name}"')
                file.write(re.sub(rf'"hand":"{table}-', f'"hand":"{name}-', renamed))
    (folder / "house.toml").write_bytes((small / "house.toml").read_bytes())
    return big
