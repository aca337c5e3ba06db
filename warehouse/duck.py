"""The DuckDB file: what pages and people query, built from the promoted lake. Delete it and it can be built again.

Tables have the names of the lake's, without lines that were corrected since: `received_again` says what they were.
`seats` and `events` hold the hands with a finding only (all of them stay in the lake), with the hand's `gaming_date`,
`source_file` and `source_line` behind their own columns. `absences` tells of every seat that was away. `lake` says
which commit the file was built from, `commits` lists them all, and every file in `sql/` makes the mart of its name.
Amounts are added up from `finding_amounts` and `hand_amounts` only: they know money from the chips of tournaments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import duckdb
import numpy as np
import pyarrow as pa

from warehouse import parquet, tables
from warehouse.absences import absences
from warehouse.files import exclusive_lock, fsync_folder, is_running
from warehouse.hands import take_hands
from warehouse.lake import AsOf, Lake, Partition, Snapshot
from warehouse.privacy import Pseudonyms
from warehouse.standing import standing_hands, standing_rows

# What is money and what are chips of tournaments: of findings and of hands.
AMOUNTS: Final = ("tournament_hands", "finding_amounts", "hand_amounts")

SQL_FOLDER: Final = Path(__file__).parent / "sql"

# In this order: the first ones are read by others.
MARTS: Final = (
    "clock",
    *AMOUNTS,
    "days",
    "findings_by_code",
    "findings_by_table_hour",
    "play_by_hour",
    "rake_by_table",
    "rake_by_hour",
    "table_day",
    "dealer_game_day",
    "dealer_code_day",
    "dealer_day",
    "payroll_by_dealer",
    "stub_counts",
    "shuffler_counts",
    "coverage_by_code",
)

WHOLE_TABLES: Final = tuple(name for name in tables.ALL if name not in ("seats", "events"))


Finished = Callable[[Path], None]  # hears of a file that is built and not in its place yet
Stands = Callable[[], bool]  # says whether the file in its place is the one that would be built


def build_duckdb(
    lake: Lake, path: Path | str, as_of: AsOf = None, pseudonyms: Pseudonyms | None = None,
    finished: Finished | None = None, stands: Stands = lambda: False,
) -> Path:  # fmt: skip
    """Builds the file beside its place and swaps it in: a reader sees the old one or the new one, whole.

    With `pseudonyms` it holds no player's name. One builder at a time: the last one to finish has the newest state, and
    asks first whether the one before has built the same.
    """
    path = Path(path).absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    with building(path):
        return path if stands() else _build(lake, path, as_of, pseudonyms, finished)


@contextmanager
def building(path: Path) -> Iterator[None]:
    """Nobody else builds the file meanwhile."""
    with exclusive_lock(path.with_name(f".{path.name}.lock")):
        yield


def _build(lake: Lake, path: Path, as_of: AsOf, pseudonyms: Pseudonyms | None, finished: Finished | None) -> Path:
    beside = path.with_name(f".{path.name}.{os.getpid()}.building")
    # Fixed before the first read: a commit made meanwhile goes into the next file.
    number = lake.head_to_print()[0] if as_of is None else lake.snapshot(as_of).number
    for leftover in path.parent.glob(f".{path.name}.*.building"):
        if not is_running(int(leftover.name.split(".")[-2])):
            _remove(leftover)
    try:
        _remove(beside)
        with duckdb.connect(str(beside)) as connection:
            connection.execute("SET TimeZone = 'UTC'")
            _load(_Target(connection, pseudonyms), lake, number)
            for mart in MARTS:
                make_mart(connection, mart)
            connection.execute("CHECKPOINT")
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        if finished is not None:
            finished(beside)
        os.replace(beside, path)
        fsync_folder(path.parent)
    finally:
        _remove(beside)
    return path


def make_mart(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """A table or view of `sql/`, from the tables that the connection holds."""
    connection.execute((SQL_FOLDER / f"{name}.sql").read_text(encoding="utf-8"))


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.with_name(path.name + ".wal").unlink(missing_ok=True)


@dataclass(frozen=True)
class _Target:
    """The file being built; what goes into it is fit to be published."""

    connection: duckdb.DuckDBPyConnection
    pseudonyms: Pseudonyms | None

    def insert(self, name: str, table: pa.Table) -> None:
        if len(table):
            _insert(self.connection, name, self.pseudonyms.publish(table, name) if self.pseudonyms else table)


def _load(target: _Target, lake: Lake, number: int) -> None:
    connection = target.connection
    for name in tables.ALL:
        schema = tables.ALL[name]
        if name in ("seats", "events"):
            schema = pa.schema([*schema, *_HAND_COLUMNS])
        _create(connection, name, schema.empty_table())
    _create(connection, "received_again", tables.RECEIVED_AGAIN.empty_table())
    _create(connection, "absences", tables.ABSENCES.empty_table())
    snapshot = lake.snapshot(number)
    for name in tables.UNPARTITIONED:
        target.insert(name, lake.read(name, as_of=number))
    for name in WHOLE_TABLES:
        if name in tables.UNPARTITIONED or name == "hands":
            continue
        for day, room in sorted({(f.file.gaming_date, f.file.room) for f in snapshot.select(name)}):
            if name in tables.CORRECTS and day is not None and room is not None:
                target.insert(name, standing_rows(lake, name, room, day, snapshot=snapshot))
            else:
                target.insert(name, lake.read(name, room, day, as_of=number))
    _load_hands(target, lake, snapshot)
    _load_commits(connection, lake, number)


def _load_hands(target: _Target, lake: Lake, snapshot: Snapshot) -> None:
    """The hands as they stand, day by day; seats and events of those with a finding, and what tells them apart."""
    flagged: dict[Partition, set[str]] = {}
    for row in lake.read("findings", as_of=snapshot.number, columns=["gaming_date", "room", "hand"]).to_pylist():
        if row["hand"] is not None:
            flagged.setdefault((row["gaming_date"], row["room"]), set()).add(row["hand"])
    for day, room in snapshot.partitions():
        if not snapshot.select("hands", room, day):
            continue
        standing = standing_hands(lake, room, day, snapshot=snapshot)
        target.insert("hands", standing.three["hands"])
        target.insert("received_again", standing.received_again)
        target.insert("absences", absences(standing.three))
        wanted = pa.array(sorted(flagged.get((day, room), ())), pa.string())
        rows = np.flatnonzero(pa.compute.is_in(standing.three["hands"]["hand"], value_set=wanted).to_numpy())
        three = take_hands(standing.three, rows.astype(np.int64))
        for name, counter in (("seats", "n_seats"), ("events", "n_events")):
            owner = pa.array(np.repeat(np.arange(len(rows)), three["hands"][counter].to_numpy()))
            for field in _HAND_COLUMNS:
                column = three["hands"][field.name].cast(field.type).take(owner)
                three[name] = three[name].append_column(field, column)
            target.insert(name, three[name])


_HAND_COLUMNS: Final = (
    pa.field("gaming_date", pa.date32()),
    pa.field("source_file", pa.string()),
    pa.field("source_line", pa.int32()),
)


def _create(connection: duckdb.DuckDBPyConnection, name: str, empty: pa.Table) -> None:
    connection.register("incoming", parquet.plain(empty))
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM incoming")
    connection.unregister("incoming")


def _insert(connection: duckdb.DuckDBPyConnection, name: str, table: pa.Table) -> None:
    connection.register("incoming", parquet.plain(table))
    try:
        if name in tables.OPEN_TABLES:
            have = {row[0] for row in connection.execute(f"DESCRIBE {name}").fetchall()}
            for column, kind, *_ in connection.execute("DESCRIBE incoming").fetchall():
                if column not in have:
                    quoted = '"' + column.replace('"', '""') + '"'
                    connection.execute(f"ALTER TABLE {name} ADD COLUMN {quoted} {kind}")
        connection.execute(f"INSERT INTO {name} BY NAME SELECT * FROM incoming")
    finally:
        connection.unregister("incoming")


def _load_commits(connection: duckdb.DuckDBPyConnection, lake: Lake, number: int) -> None:
    entries = lake.ledger.entries()[:number]
    commits = pa.table(
        {
            "number": pa.array([entry.number for entry in entries], pa.int64()),
            "kind": pa.array([entry.kind for entry in entries], pa.string()),
            "recorded_at": pa.array([entry.recorded_at for entry in entries], pa.timestamp("us", tz="UTC")),
            "hash": pa.array([entry.hash for entry in entries], pa.string()),
        }
    )
    _create(connection, "commits", commits)
    head = entries[-1].hash if entries else None
    lake_row = pa.table({"number": pa.array([number], pa.int64()), "head": pa.array([head], pa.string())})
    _create(connection, "lake", lake_row)
