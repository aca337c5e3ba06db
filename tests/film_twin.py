"""Walks hands that lie as Arrow files in a folder: what the walk says must not depend on whether it was compiled.

python -m tests.film_twin FOLDER OUT, with NUMBA_DISABLE_JIT=1 as plain Python.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numba
import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow.parquet as pq

from checks.facts import FACTS
from checks.hand_frame import film_frames
from checks.law.in_force import Law
from checks.law.rulebook import rulebooks_of
from checks.replay.run import Replayed, replay_batch
from parsers.batch import HandBatch, from_tables, to_tables
from parsers.hand_files import read_hands
from parsers.house import House
from parsers.source import Source

TABLES = ("hands", "seats", "events")
LAW = "law.npz"
LawColumns = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def law_of(batch: HandBatch, house: House) -> LawColumns:
    """The terms of a batch as an audit has them: a column each, and which of them governs each hand."""
    law = Law(house, rulebooks_of(house))
    days = house.gaming_dates_of(pl.Series(batch.texts, dtype=pl.String), batch.room, batch.start_us)
    terms_of = law.of_batch(batch, days)
    return law.params, terms_of


def batches_of(day: Path) -> list[HandBatch]:
    """The hands of a simulated day, one batch a log."""
    return [
        parsed.batch
        for log in sorted(day.glob("*.hands.jsonl"))
        for parsed in read_hands(Source(log))
        if len(parsed.batch)
    ]


def hand_over(batch: HandBatch, house: House, folder: Path) -> None:
    """Writes hands and their terms as files that need no reader of logs."""
    folder.mkdir(parents=True)
    for name, table in to_tables(batch).items():
        pq.write_table(table, folder / f"{name}.parquet")
    params, terms_of = law_of(batch, house)
    np.savez(folder / LAW, params=params, terms_of=terms_of)


def walk_of(folder: Path, *, keep_all: bool) -> Replayed:
    """The hands of a folder, walked."""
    batch = from_tables({name: pq.read_table(folder / f"{name}.parquet") for name in TABLES})
    law = np.load(folder / LAW)
    return replay_batch(batch, law["params"], law["terms_of"], keep_all=keep_all)


def frames_of(replayed: Replayed) -> dict[str, pl.DataFrame]:
    """All that a walk gives, as frames by name."""
    return {
        "facts": pl.DataFrame(replayed.facts.T.copy(), schema=[fact.name for fact in FACTS]),
        "ends": pl.DataFrame({"end_stack": replayed.end_stack}),
        "streets": pl.DataFrame({"street": replayed.film.streets}),
        **{grain.value: frame for grain, frame in film_frames(replayed.film).items()},
    }


def main() -> int:
    """Walks every folder in a folder, with all rows and with those that are not as due."""
    folder, out = map(Path, sys.argv[1:])
    if not numba.config.DISABLE_JIT:
        return 2
    for hands in sorted(path for path in folder.iterdir() if path.is_dir()):
        for keep_all in (False, True):
            for name, frame in frames_of(walk_of(hands, keep_all=keep_all)).items():
                to = out / hands.name / str(keep_all)
                to.mkdir(parents=True, exist_ok=True)
                frame.write_parquet(to / f"{name}.parquet")
    return 0


if __name__ == "__main__":
    sys.exit(main())
