"""Dagster's own folder: its settings, and its SQLite store, which is made once and by one process.

Two processes that open a new store at once break each other: both make the same tables, one dies of "table already
exists", and what it leaves may be unusable for good. So whoever comes first makes the store beside its place, whole,
and moves it in under a lock; whoever comes second finds it made. A process that is killed on the way leaves nothing
that the next one could mistake for a store.

`python -m pipelines.orchestration.dagster_home DATA` makes it ahead of services that start at the same time.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import warnings
from pathlib import Path

from pipelines.folders import Folders, folders
from warehouse.files import exclusive_lock, fsync_folder

SETTINGS = "dagster.yaml"
LOCK = ".store.lock"
MADE = ".store-made"  # says that every part was looked at once; the parts themselves must be there as well
MAKING = "making-"
INSTANCE = """\
# Written by oddchip. Runs, events and schedules are kept beside this file.
telemetry:
  enabled: false
nux:
  enabled: false
"""
# The store's parts, and the table in each whose rows somebody would miss.
PARTS = {"history/runs.db": "runs", "history/runs/index.db": "event_logs", "schedules/schedules.db": "job_ticks"}
ELSEWHERE = re.compile(r"^(run_|event_log_|schedule_)?storage\s*:", re.MULTILINE)


def dagster_home(where: Folders) -> Path:
    """Dagster's own folder, ready to be opened by any number of processes at once; no telemetry, no newsletter."""
    home = where.dagster
    home.mkdir(parents=True, exist_ok=True)
    if not _is_made(home):
        with exclusive_lock(home / LOCK):
            _write_settings(home)
            if not _is_made(home) and not _is_elsewhere(home):
                _make_store(home)
                (home / MADE).touch()
    return home


def _is_made(home: Path) -> bool:
    return all((home / part).exists() for part in (SETTINGS, MADE, *PARTS))


def _write_settings(home: Path) -> None:
    """The settings, where there are none: a file that is there is the user's."""
    path = home / SETTINGS
    if not path.exists():
        new = home / f"{SETTINGS}.new"
        new.write_text(INSTANCE, encoding="utf-8")
        os.replace(new, path)


def _is_elsewhere(home: Path) -> bool:
    """Whether the user's settings name a store of their own, such as PostgreSQL: that one makes itself."""
    return ELSEWHERE.search((home / SETTINGS).read_text(encoding="utf-8")) is not None


def _make_store(home: Path) -> None:
    """Makes the parts that are missing or were left half-made. The lock is held."""
    for left in home.glob(f"{MAKING}*"):  # of a process that was killed: the lock is ours, so nobody works in it
        shutil.rmtree(left, ignore_errors=True)
    missing = [part for part, table in PARTS.items() if not _is_whole(home / part, table)]
    if not missing:
        return
    new = Path(tempfile.mkdtemp(prefix=MAKING, dir=home)).resolve()
    try:
        _open_once(new)
        for part in missing:
            _settle(new / part)
            (home / part).parent.mkdir(parents=True, exist_ok=True)
            _remove(home / part)
            os.replace(new / part, home / part)
            fsync_folder((home / part).parent)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _open_once(new: Path) -> None:
    """Opens an instance on an empty folder, and each of its stores, so that every table and stamp is there."""
    (new / SETTINGS).write_text(INSTANCE, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # previews and betas of Dagster's own modules
        import dagster as dg

        with dg.DagsterInstance.from_config(str(new)) as instance:
            instance.get_runs_count()
            instance.get_latest_materialization_event(dg.AssetKey("raw_files"))
            instance.all_instigator_state()


def _is_whole(path: Path, table: str) -> bool:
    """Whether a part can be used as it is: its revision is stamped, or there are rows in it that are not ours to lose.

    Dagster stamps the revision last, after the tables: a part without it was left by a process that died, and one with
    two of them by two processes at once.
    """
    if not path.exists():
        return False
    with contextlib.closing(sqlite3.connect(path, timeout=30)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        stamps = connection.execute("SELECT 1 FROM alembic_version").fetchall() if "alembic_version" in names else []
        kept = table in names and connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
    return bool(kept or (len(stamps) == 1 and table in names))


def _settle(path: Path) -> None:
    """Takes what is still in the journal into the file itself, so that one file is the whole part."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _remove(path: Path) -> None:
    """A half-made part with its journal: a journal of one file beside another one is poison."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


if __name__ == "__main__":
    print(dagster_home(folders(sys.argv[1] if len(sys.argv) > 1 else None)))
