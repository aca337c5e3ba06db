"""The quality gate: staged, checked, then promoted. What fails stays staged, and nothing downstream sees it.

Great Expectations runs its expectations as SQL on a read-only DuckDB file whose views point at the partition's Parquet
files, through SQLAlchemy. It is loaded on first use (seconds) and calls nobody: there is no telemetry to reach.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa

from warehouse import expectations as e
from warehouse import parquet, tables
from warehouse.files import canonical_json, private_folder, sha256_of_bytes
from warehouse.lake import Draft, Lake, LiveFile, Partition, Snapshot
from warehouse.ledger import Entry

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
DETAIL_MOST: Final = 300  # characters
DETAIL_ROWS: Final = 20
SAMPLE_MOST: Final = 10_000  # rows of a result


@dataclass(frozen=True)
class Gate:
    """The result for one partition: a row an expectation, and the files that were looked at."""

    room: str
    gaming_date: date
    rows: pa.Table  # tables.QUALITY
    paths: tuple[str, ...]  # the staged files this result is about
    profile: dict[str, e.Profile]  # table by table, for the days to come
    seconds: float

    @property
    def passed(self) -> bool:
        return not self.failures()

    def failures(self, severity: str = e.BLOCKING) -> list[dict[str, Any]]:
        """The expectations of that severity that were not met."""
        return [row for row in self.rows.to_pylist() if row["severity"] == severity and not row["success"]]

    def digest(self) -> str:
        """Tells one result from another: the same files with the same verdicts are the same result."""
        verdicts: list[Any] = [
            [r["table_name"], r["expectation"], r["severity"], r["success"]] for r in self.rows.to_pylist()
        ]
        return sha256_of_bytes(canonical_json({"paths": list(self.paths), "verdicts": verdicts}))


def check_partition(lake: Lake, room: str, gaming_date: date) -> Gate:
    """Runs the suites over a partition as it would stand after promotion: promoted and staged files together."""
    began = time.perf_counter()
    snapshot = lake.snapshot()
    live = {name: snapshot.select(name, room, gaming_date, staged=True) for name in tables.FEED_TABLES}
    live["roster"] = snapshot.select("roster")
    paths = tuple(sorted(file.file.path for files in live.values() for file in files if file.staged))
    private_folder(lake.temporary, lake.root)
    folder = Path(tempfile.mkdtemp(prefix=f"gate-{os.getpid()}-", dir=lake.temporary))
    try:
        file = folder / "staged.duckdb"
        present = {"hands"} | {name for name, files in live.items() if files}
        profile = _make_views(lake, live, file)
        suites = _suites(present, room, gaming_date, recent_days(snapshot, room, gaming_date))
        results = _run(file, suites, profile)
        rows = [{"gaming_date": gaming_date, "room": room, **result} for result in results]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    table = parquet.sort(pa.Table.from_pylist(rows, schema=tables.QUALITY), "quality")
    return Gate(room, gaming_date, table, paths, profile, time.perf_counter() - began)


def recent_days(snapshot: Snapshot, room: str, gaming_date: date) -> dict[str, dict[date, e.Profile]]:
    """What the room's last promoted days before this one looked like, table by table."""
    before = sorted(day for day, name in snapshot.profiles if name == room and day < gaming_date)[-e.RECENT_DAYS :]
    recent: dict[str, dict[date, e.Profile]] = {}
    for day in before:
        for table, (rows, last) in snapshot.profiles[day, room].items():
            at = None if last is None else datetime.fromisoformat(last)
            recent.setdefault(table, {})[day] = e.Profile(rows, at)
    return recent


def promote(lake: Lake, gate: Gate) -> Entry | None:
    """Records the result. Promotes the files it is about where it passed; None where there is nothing to record.

    Files staged after the check stay staged: nobody has looked at them.
    """
    partition: Partition = (gate.gaming_date, gate.room)

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        waiting = [path for path in gate.paths if path in snapshot.files and snapshot.files[path].staged]
        if not waiting:
            return None
        if not gate.passed and snapshot.gates.get(partition) == gate.digest():
            return None  # the same files failed the same way before
        kind = "promote" if gate.passed else "gate"
        draft = Draft(
            kind,
            meta={"partition": [gate.gaming_date.isoformat(), gate.room], "gate": gate.digest(), "passed": gate.passed},
        )
        if gate.passed:
            draft.meta["profile"] = {
                name: [one.rows, None if one.last is None else one.last.isoformat()]
                for name, one in gate.profile.items()
            }
        draft.removed = [live.file.path for live in snapshot.select("quality", gate.room, gate.gaming_date)]
        draft.files = [lake.write_table(gate.rows, "quality", folder, gate.room, gate.gaming_date)]
        draft.promoted = waiting if gate.passed else []
        return draft

    return lake.commit(prepare)


def run_gate(lake: Lake, partitions: Iterable[Partition] | None = None) -> list[Gate]:
    """Checks and, where they pass, promotes the partitions that wait (or those given of them)."""
    wanted = None if partitions is None else set(partitions)
    gates = []
    for day, room in lake.pending():
        if wanted is None or (day, room) in wanted:
            gate = check_partition(lake, room, day)
            promote(lake, gate)
            gates.append(gate)
    return gates


# -- running -----------------------------------------------------------------------------------------------------------


def duckdb_path(path: Path) -> str:
    """A path as a DuckDB text literal that `read_parquet` takes by the letter, not as a pattern."""
    text = "".join(f"[{c}]" if c in "*?[" else c for c in str(path))
    return "'" + text.replace("'", "''") + "'"


def _make_views(lake: Lake, live: dict[str, list[LiveFile]], file: Path) -> dict[str, e.Profile]:
    """A view a table; and how many rows each has, and when the last one was."""
    profile: dict[str, e.Profile] = {}
    with duckdb.connect(str(file)) as connection:
        for name, files in live.items():
            paths = [lake.check_file(one) for one in files]
            if name == "hands" and not paths:  # a day without hands is to be noticed, not passed over
                paths = [file.with_name("no-hands.parquet")]
                paths[0].write_bytes(parquet.to_bytes(tables.ALL["hands"].empty_table(), "hands"))
            if paths:
                listed = ", ".join(map(duckdb_path, paths))
                # The folders' names are for people; the columns are in the files.
                connection.execute(
                    f"CREATE VIEW {name} AS SELECT * FROM read_parquet([{listed}], hive_partitioning = false)"
                )
            if paths and name != "roster":
                last = f'epoch_us(max("{tables.TIME_OF[name]}"))' if name in tables.TIME_OF else "NULL"
                ((rows, at),) = connection.execute(f"SELECT count(*), {last} FROM {name}").fetchall()
                profile[name] = e.Profile(rows, None if at is None else EPOCH + timedelta(microseconds=at))
    return profile


def load_great_expectations() -> Any:
    """The library, quiet: no usage statistics, no progress bars, no advice on which data source to prefer, no Spark."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    with warnings.catch_warnings(), _spark_out_of_sight():
        warnings.simplefilter("ignore")
        import great_expectations
    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    return great_expectations


@contextmanager
def _spark_out_of_sight() -> Iterator[None]:
    """PySpark cannot be imported meanwhile, where it was not before.

    Great Expectations loads it wherever it is installed, which costs a second, and Spark Connect ends a process whose
    main module has no file: a worker, or somebody's interpreter. The gate asks DuckDB alone.
    """
    if "pyspark" in sys.modules:
        yield
        return
    sys.modules["pyspark"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["pyspark"]


def _suites(
    present: set[str], room: str, gaming_date: date, recent: dict[str, dict[date, e.Profile]]
) -> dict[str, list[e.Expectation]]:
    """The expectations of each table that is there, without those that need a table that is not."""
    suites: dict[str, list[e.Expectation]] = {}
    for name in tables.FEED_TABLES:
        if name in present:
            every = [*e.SUITES[name](room, gaming_date), *e.history_suite(name, gaming_date, recent.get(name, {}))]
            suites[name] = [x for x in every if present.issuperset(x.needs)]
    return suites


def _run(file: Path, suites: dict[str, list[e.Expectation]], profile: dict[str, e.Profile]) -> list[dict[str, Any]]:
    gx = load_great_expectations()
    from great_expectations.data_context.types.base import ProgressBarsConfig

    rows: list[dict[str, Any]] = []
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    context.enable_analytics(False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        source = context.data_sources.add_sql(
            name="staged",
            connection_string="duckdb:///" + str(file),
            kwargs={"connect_args": {"read_only": True}},
            create_temp_table=False,
        )
        engine = source.get_execution_engine().engine
        _buffer_results(engine)
        try:
            for name, suite in suites.items():
                batch = source.add_table_asset(name=name, table_name=name).add_batch_definition_whole_table("all")
                rows += _run_suite(gx, batch.get_batch(), suite, profile[name], engine)
        finally:
            engine.dispose()
    return rows


def _buffer_results(engine: Any) -> None:
    """Fetches every result at once: the library reads on after it gave the connection back, when DuckDB's are gone."""
    from sqlalchemy import event
    from sqlalchemy.engine.cursor import FullyBufferedCursorFetchStrategy

    def fetch(connection: Any, cursor: Any, statement: Any, parameters: Any, context: Any, many: Any) -> None:
        if cursor.description is not None:
            # It asks for single figures and for samples; a day where every row is wrong must not fill the memory.
            rows = cursor.fetchmany(SAMPLE_MOST)
            context.cursor_fetch_strategy = FullyBufferedCursorFetchStrategy(cursor, cursor.description, rows)

    event.listen(engine, "after_cursor_execute", fetch)


def _run_suite(
    gx: Any, batch: Any, suite: list[e.Expectation], profile: e.Profile, engine: Any
) -> list[dict[str, Any]]:
    built = gx.ExpectationSuite(name=f"{suite[0].table}")
    for place, expectation in enumerate(suite):
        settings = dict(expectation.settings)
        severity = "critical" if expectation.severity == e.BLOCKING else "warning"
        made = getattr(gx.expectations, expectation.kind)(**settings, severity=severity, meta={"place": place})
        built.add_expectation(made)
    outcome = batch.validate(built, result_format="BASIC")
    results = {one.expectation_config.meta["place"]: one for one in outcome.results}
    rows = []
    for place, expectation in enumerate(suite):
        one = results[place]
        observed, value = _observed(one, expectation, profile)
        rows.append(
            {
                "table_name": expectation.table,
                "name": expectation.name,
                "expectation": expectation.sentence,
                "severity": expectation.severity,
                "success": bool(one.success),
                "observed": f"{observed}; {expectation.usual}" if expectation.usual else observed,
                "value": value,
                "detail": None if one.success else _detail(one, expectation, engine),
            }
        )
    return rows


def _observed(one: Any, expectation: e.Expectation, profile: e.Profile) -> tuple[str | None, float | None]:
    """What was seen, in words and as a number that can be plotted from day to day."""
    if expectation.last_usual is not None:
        if profile.last is None:
            return "no row has a time", None
        hours = (profile.last - expectation.last_usual) / timedelta(hours=1)
        return f"the last row is of {profile.last.astimezone(UTC):%Y-%m-%d %H:%M} UTC", round(hours, 2)
    result = one.result
    if "unexpected_count" in result:
        count = result["unexpected_count"] or 0  # nothing is said of a table without rows
        return f"{count:,} of {result['element_count'] or 0:,} rows differ", float(count)
    value = result.get("observed_value")
    if isinstance(value, list):
        return f"{len(value)} columns", float(len(value))
    return (None, None) if value is None else (f"{value:,} rows", float(value))


def _detail(one: Any, expectation: e.Expectation, engine: Any) -> str:
    """Why it failed, short: the first unexpected values, or what the database said."""
    info = one.exception_info
    if isinstance(info, dict):
        for item in [info, *info.values()]:
            if isinstance(item, dict) and item.get("raised_exception"):
                return f"it could not be run: {item.get('exception_message')}"[:DETAIL_MOST]
    result = one.result
    values = result.get("partial_unexpected_list")
    if values is None and "unexpected_rows_query" in expectation.settings:
        # The library tells how many rows there are; which ones, only with all of them.
        sql = expectation.settings["unexpected_rows_query"].replace("{batch}", expectation.table)
        with engine.connect() as connection:
            found = connection.exec_driver_sql(f"SELECT * FROM ({sql}) LIMIT {DETAIL_ROWS}").fetchall()
        values = [list(row) for row in found]
    if values is None:
        return json.dumps(result.get("details") or {}, default=str, sort_keys=True)[:DETAIL_MOST]
    texts = sorted({json.dumps(value, default=str) for value in values})
    return ", ".join(texts)[:DETAIL_MOST]
