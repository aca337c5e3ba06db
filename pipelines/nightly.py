"""The steps of the nightly run as plain functions over the data folder; Dagster and the commands both call these.

Each step may run again at any time: what is already so is left as it is.
"""

from __future__ import annotations

import csv
import datetime as dt
import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from checks.audit import audit_tables
from checks.rulebook import load_rulebooks
from dashboards.publish import PublishReport, publish
from parsers import schemas
from parsers.house import House, load_house
from parsers.version import VERSION
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.identity import audit_identity, rulebooks_digest
from pipelines.inputs import find_inputs
from warehouse.audits import commit_audit, current_audit
from warehouse.duck import build_duckdb
from warehouse.files import Json
from warehouse.history import received_again
from warehouse.ingest import IngestReport, ingest
from warehouse.lake import Lake
from warehouse.quality import run_gate

SEVERITIES = ("error", "procedure", "notice")


def open_lake(folders: Folders) -> Lake:
    """The data folder's lake; it may be empty."""
    return Lake(folders.lake)


def read_house(folders: Folders) -> House:
    """The data folder's house file."""
    return load_house(folders.house())


def land(folders: Folders, paths: Iterable[Path] | None = None) -> IngestReport:
    """Takes files and folders (or all of `landing/`) into the lake, the house file too; known bytes are left alone."""
    house_path = folders.house()
    house = load_house(house_path)
    given = [folders.landing] if paths is None and folders.landing.is_dir() else list(paths or ())
    for path in given:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    report = ingest(open_lake(folders), [*given, house_path], house)
    if report.quarantined:
        write_quarantine(folders)
    return report


def write_quarantine(folders: Folders) -> Path:
    """All quarantined lines as a CSV file for people; texts that a spreadsheet would take for a formula are quoted."""
    rows = open_lake(folders).read("quarantine").to_pylist()
    folders.quarantine.mkdir(parents=True, exist_ok=True)
    path = folders.quarantine / "quarantine.csv"
    staged = path.with_suffix(".csv.staged")
    with open(staged, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, schemas.QUARANTINE.names)
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _safe(value) for key, value in row.items()})
    os.replace(staged, path)
    return path


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def rooms_of(lake: Lake, day: dt.date, room: str | None = None, staged: bool = False) -> list[str]:
    """The rooms that have data on a gaming day."""
    return [name for on, name in lake.partitions(staged=staged) if on == day and room in (None, name)]


def latest_day(folders: Folders) -> dt.date:
    """The last gaming day that has landed."""
    days = [day for day, _ in open_lake(folders).partitions(staged=True)]
    if not days:
        raise InputError(
            f"{folders.landing}: no gaming day has landed yet; put the room's files there, or name a --date"
        )
    return max(days)


def unlanded_hashes(folders: Folders) -> list[str]:
    """SHA-256 of the files in `landing/` that the lake does not hold yet, sorted."""
    if not folders.landing.is_dir():
        return []
    known = open_lake(folders).snapshot().raw
    return sorted(f.sha256 for f in find_inputs([folders.landing]).files if f.sha256 not in known)


def open_days(folders: Folders) -> list[tuple[dt.date, str]]:
    """Closed gaming days whose audit is not that of today's data, house file and rules; with a key for that state."""
    lake = open_lake(folders)
    snapshot = lake.snapshot()
    partitions = snapshot.partitions(staged=True)
    if not partitions:
        return []
    house = read_house(folders)
    wanted: dict[dt.date, list[str]] = {}
    for day, room in partitions:
        place = house.rooms.get(room)
        now = dt.datetime.now(dt.UTC)
        if day >= (place.gaming_date(now) if place else now.date()):
            continue  # still being played
        due = _identity(lake, house, room, day, staged=True)
        gated = (day, room) in snapshot.gates and (day, room) not in snapshot.pending()
        if snapshot.audits.get((day, room)) != due or not gated:
            wanted.setdefault(day, []).append(f"{room}:{due}")
    return [(day, f"{day}:{'+'.join(states)}") for day, states in sorted(wanted.items())]


def _identity(lake: Lake, house: House, room: str, day: dt.date, staged: bool = False) -> str:
    return audit_identity(((raw.name, raw.sha256) for raw in lake.inputs(room, day, staged=staged)), house.digest)


@dataclass(frozen=True)
class DayGate:
    """What the quality gate says of a gaming day: a row an expectation, and the rooms that were held back."""

    expectations: list[dict[str, Any]]
    promoted: list[str]
    held: list[str]

    def failed(self, tables: Collection[str]) -> list[str]:
        """The expectations of these tables that were not met, as sentences."""
        return [
            f"{row['severity']}: {row['room']} {row['table_name']}: {row['expectation']}"
            + (f" ({row['observed']})" if row["observed"] else "")
            + (f": {row['detail']}" if row["detail"] else "")
            for row in self.expectations
            if row["table_name"] in tables and not row["success"]
        ]


def gate_day(folders: Folders, day: dt.date, room: str | None = None) -> DayGate:
    """Runs the quality gate over the staged data of a day and promotes what passes."""
    lake = open_lake(folders)
    run_gate(lake, [(day, name) for name in rooms_of(lake, day, room, staged=True)])
    rows = lake.read("quality", room=room, gaming_date=day).to_pylist()
    held = [name for on, name in lake.pending() if on == day and room in (None, name)]
    return DayGate(rows, rooms_of(lake, day, room), held)


@dataclass(frozen=True)
class RoomAudit:
    """One room's gaming day, audited. `seconds` is 0 where the audit stood already."""

    room: str
    audit_id: str
    hands: int
    findings: dict[str, int]
    severities: dict[str, int]
    seconds: float


def audit_day(folders: Folders, day: dt.date, room: str | None = None) -> list[RoomAudit]:
    """Audits every promoted room of a gaming day and commits findings, coverage and facts."""
    lake, house = open_lake(folders), read_house(folders)
    return [_audit_room(lake, house, name, day) for name in rooms_of(lake, day, room)]


def _audit_room(lake: Lake, house: House, room: str, day: dt.date) -> RoomAudit:
    audit_id = _identity(lake, house, room, day)
    seconds = 0.0
    if current_audit(lake, room, day) != audit_id:
        tables: dict[str, pa.Table] = dict(lake.read_hands(room, day))
        for feed in ("notes", "downs", "shuffles"):
            tables[feed] = lake.read(feed, room, day)
        tables["roster"] = lake.read("roster")
        tables["history"] = received_again(lake, room, day)
        audit = audit_tables(tables, house, load_rulebooks(), audit_id)
        meta: dict[str, Json] = {
            "audit_id": audit_id,
            "version": VERSION,
            "house_digest": house.digest,
            "rulebooks_digest": rulebooks_digest(),
            "inputs": {raw.sha256: raw.name for raw in lake.inputs(room, day)},
        }
        commit_audit(lake, room, day, audit, meta)
        seconds = sum(audit.seconds.values())
    found = lake.read("findings", room, day)
    return RoomAudit(
        room=room,
        audit_id=audit_id,
        hands=sum(live.file.rows for live in lake.snapshot().select("hands", room, day)),
        findings=dict(sorted(Counter(found["code"].to_pylist()).items())),
        severities=dict(sorted(Counter(found["severity"].to_pylist()).items())),
        seconds=seconds,
    )


def build_warehouse(folders: Folders) -> Path:
    """The DuckDB file, built beside and swapped in."""
    build_duckdb(open_lake(folders), folders.warehouse)
    return folders.warehouse


def publish_day(folders: Folders, day: dt.date) -> PublishReport:
    """The pages of a gaming day, from the DuckDB file alone."""
    return publish(folders.warehouse, folders.reports / day.isoformat(), day)


def audited_days(folders: Folders, as_of: dt.datetime | None = None) -> set[dt.date]:
    """The gaming days that have an audit."""
    return {day for day, _ in open_lake(folders).snapshot(as_of).audits}


def rows_of_day(folders: Folders, table: str, day: dt.date, room: str | None = None) -> dict[str, int]:
    """Rows and files of a feed's table that were promoted for a day, by the ledger."""
    live = open_lake(folders).snapshot().select(table, room, day)
    return {"rows": sum(file.file.rows for file in live), "files": len(live)}
