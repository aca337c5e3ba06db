"""The steps of the nightly run as plain functions over the data folder; Dagster and the commands both call these.

Each step may run again at any time: what is already so is left as it is.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Collection, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.law.rulebook import rulebooks_of
from parsers.detect import feed_of
from parsers.house import House, load_house, own_rulebook_files
from parsers.nearest import did_you_mean
from pipelines import who
from pipelines.auditing.engine_names import LOCAL
from pipelines.auditing.lake_audit import RoomAudit, audit_partition, judge_partition
from pipelines.auditing.room_days import judge_elsewhere
from pipelines.auditing.workers import workers_of
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.night import reaudit
from pipelines.night.every_hand import every_hand
from pipelines.night.heads import heads_of
from pipelines.night.morning import FILES, write_morning
from pipelines.night.notify import tell
from pipelines.night.open_days import Absent, OpenDay, absent_nights
from pipelines.night.open_days import missing_nights as nights_that_lack
from pipelines.night.open_days import open_days as days_to_run
from pipelines.night.put import csv_bytes, put_file
from pipelines.night.reaudit import Reaudit
from pipelines.night.settings import load_settings
from warehouse.arrivals import look
from warehouse.files import exclusive_lock, sha256_of_file
from warehouse.ingest import IngestReport, ingest
from warehouse.lake import Lake, Partition, Problem
from warehouse.privacy import load_key
from warehouse.published import MANIFEST, build_published, check_published, check_warehouse, commit_published
from warehouse.quality import run_gate
from warehouse.register import Register
from warehouse.register_rows import Trouble, to_table, troubles
from warehouse.reread import read_again
from warehouse.retention import floor_of

if TYPE_CHECKING:
    from dashboards.publish import PublishReport

SEVERITIES = ("error", "procedure", "notice")


def open_lake(folders: Folders) -> Lake:
    """The data folder's lake; it may be empty. Each of its commits is noted before anything is shown of it."""
    return Lake(folders.lake, heads=heads_of(folders))


def existing_lake(folders: Folders) -> Lake:
    """The data folder's lake; InputError where there is none."""
    if not folders.lake.is_dir():
        raise InputError(
            f"{folders.lake}: there is no lake; run `oddchip ingest` first, or name the folder with --data"
        )
    return open_lake(folders)


def read_house(folders: Folders) -> House:
    """The data folder's house file; its rulebooks are looked at, so that an error is told before any work is done."""
    house = load_house(folders.house())
    rulebooks_of(house)
    return house


def land(folders: Folders, paths: Iterable[Path] | None = None) -> IngestReport:
    """Takes files and folders (or all of `landing/`) into the lake; known bytes are left alone.

    The house file goes with them, and so do the rulebooks beside it: a night has to say by which law it was judged.
    """
    house_path = folders.house()
    house = read_house(folders)
    given = [folders.landing] if paths is None and folders.landing.is_dir() else list(paths or ())
    for path in given:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    paths = [*given, house_path, *own_rulebook_files(house_path)]
    lake = open_lake(folders)
    lake.compare_heads()  # before hours of reading: a lake that is not the one that was noted takes nothing in
    report = ingest(lake, paths, house, who=who.user())
    write_quarantine(folders)
    return report


def land_again(folders: Folders) -> IngestReport:
    """Reads every raw file of the lake again: what an older version could not read lands now."""
    house = read_house(folders)
    lake = existing_lake(folders)
    lake.compare_heads()
    report = read_again(lake, house, who=who.user())
    write_quarantine(folders)
    return report


def write_quarantine(folders: Folders) -> None:
    """All quarantined lines as a CSV file for the people of the room, who correct them; none, no file."""
    rows, path = open_lake(folders).read("quarantine"), folders.quarantine / "quarantine.csv"
    if len(rows):
        # Lines as they came, with whatever names stand in them: for the owner's eyes.
        put_file(path, csv_bytes(rows), mode=0o600)
    else:
        path.unlink(missing_ok=True)


def rooms_of(lake: Lake, day: dt.date, room: str | None = None, staged: bool = False) -> list[str]:
    """The rooms that have data on a gaming day."""
    return [name for on, name in lake.partitions(staged=staged) if on == day and room in (None, name)]


def known_room(folders: Folders, room: str) -> None:
    """InputError unless the house file names the room, or files of it came."""
    rooms = {*read_house(folders).rooms, *(name for _, name in open_lake(folders).partitions(staged=True))}
    if room not in rooms:
        meant = did_you_mean(room, rooms)
        raise InputError(f"--room {room}: no such room; {meant}there are {', '.join(sorted(rooms))}")


def unlanded_hashes(folders: Folders) -> list[str]:
    """SHA-256 of the files in `landing/` that the lake does not hold yet, sorted."""
    if not folders.landing.is_dir():
        return []
    known = open_lake(folders).snapshot().landed
    found = set()
    for file in look([folders.landing])[0]:
        try:
            sha256 = sha256_of_file(file.path)
        except OSError:
            continue  # the landing itself will say why it cannot be read
        if (sha256, feed_of(file.name)) not in known:
            found.add(sha256)
    return sorted(found)


def open_days(folders: Folders, room: str | None = None) -> list[OpenDay]:
    """Closed gaming days and rooms whose audit is not that of today's data, house file and rules; absent ones too."""
    lake = open_lake(folders)
    return days_to_run(lake, read_house(folders), lake.ledger.now(), room)


def missing_nights(folders: Folders, room: str | None = None) -> list[tuple[dt.date, str]]:
    """Closed gaming days that should exist and of which nothing came."""
    lake = open_lake(folders)
    register = Register(lake, lake.snapshot(), read_house(folders))
    return nights_that_lack(register, lake.ledger.now(), room)


def feed_troubles(folders: Folders, day: dt.date, room: str) -> list[Trouble]:
    """What did not come of a room's gaming day, or came late or in part, by what the ledger knows."""
    lake = open_lake(folders)
    rows = Register(lake, lake.snapshot(), read_house(folders)).rows(day, room)
    return troubles(to_table(rows).to_pylist())


def absent(folders: Folders, room: str | None = None) -> list[Absent]:
    """The rooms of whose last closed gaming day nothing came."""
    lake = open_lake(folders)
    return list(absent_nights(lake, read_house(folders), lake.ledger.now(), room))


@dataclass(frozen=True)
class DayGate:
    """What the quality gate says of a gaming day: a row an expectation, and the rooms that were held back."""

    expectations: list[dict[str, Any]]
    promoted: list[str]
    held: list[str]

    def failed(self, tables: Collection[str], severity: str) -> list[str]:
        """The expectations of these tables and this severity that were not met, as sentences."""
        return [
            f"{row['severity']}: {row['room']} {row['table_name']}: {row['expectation']}"
            + (f" ({row['observed']})" if row["observed"] else "")
            + (f": {row['detail']}" if row["detail"] else "")
            for row in self.expectations
            if row["table_name"] in tables and row["severity"] == severity and not row["success"]
        ]


def gate_day(folders: Folders, day: dt.date, room: str | None = None) -> DayGate:
    """Runs the quality gate over the staged data of a day and promotes what passes."""
    lake = open_lake(folders)
    run_gate(lake, [(day, name) for name in rooms_of(lake, day, room, staged=True)])
    rows = lake.read("quality", room=room, gaming_date=day).to_pylist()
    held = [name for on, name in lake.pending() if on == day and room in (None, name)]
    return DayGate(rows, rooms_of(lake, day, room), held)


def audit_day(folders: Folders, day: dt.date, room: str | None = None, engine: str = LOCAL) -> list[RoomAudit]:
    """Audits every promoted room of a gaming day and commits findings, coverage, facts and register.

    A room that is asked for by name is audited also where nothing of its day came: then the register says so. Another
    engine changes nothing but where it is judged; its workers stay for the next day, and who began the night ends them.
    """
    lake, house = open_lake(folders), read_house(folders)
    rooms = rooms_of(lake, day, room)
    waiting = {name for on, name in lake.pending() if on == day}
    if room is not None and not rooms and room not in waiting:
        rooms = [room] if Register(lake, lake.snapshot(), house).plays(day, room) else []
    judge = judge_partition if engine == LOCAL else partial(judge_elsewhere, workers_of(engine))
    return [audit_partition(lake, house, name, day, judge) for name in rooms]


def commit_reaudit(folders: Folders, found: Reaudit, spool: Path) -> list[Partition]:
    """Commits an audit of old days with the house file that it was made by, and publishes their pages again.

    Nobody is mailed: what a new rule says of last year is no news of last night.
    """
    land(folders, [])  # the house file alone: a day has to say by which law it was judged
    committed = reaudit.commit(open_lake(folders), read_house(folders), found, spool)
    build_warehouse(folders)
    for day in sorted({day for day, _ in committed}):
        publish_day(folders, day)
        morning(folders, day)
    return committed


def build_warehouse(folders: Folders) -> Path:
    """The DuckDB file, built beside, its digest committed, and swapped in; left alone where nothing changed."""
    return build_published(open_lake(folders), folders.warehouse.absolute(), load_key(folders.key))


def publish_day(folders: Folders, day: dt.date) -> PublishReport:
    """The pages of a gaming day: from the DuckDB file, the house file and the lake. One run at a time writes them."""
    from dashboards.publish import publish  # brings SciPy and the compiler of sheets, which no other step needs

    lake, house, pseudonyms = open_lake(folders), read_house(folders), load_key(folders.key)
    with exclusive_lock(folders.reports / ".lock"):
        record = every_hand(lake, house, pseudonyms, day)
        report = publish(folders.warehouse, folders.reports / day.isoformat(), day, house=house, record=record)
        commit_published(lake, folders.reports, [MANIFEST, f"{day.isoformat()}/{MANIFEST}"])
        return report


def verify_reports(folders: Folders) -> tuple[list[Problem], list[str]]:
    """What was published and is not as it was, in `reports/` and of the DuckDB file; and what no commit tells of.

    Waits for a run that writes pages.
    """
    wrong, said = check_warehouse(open_lake(folders), folders.warehouse)
    with ExitStack() as stack:
        if os.access(folders.reports, os.W_OK):  # who may read only does not stop at the lock
            stack.enter_context(exclusive_lock(folders.reports / ".lock"))
        pages, uncommitted = check_published(open_lake(folders), folders.reports)
    known = "an older version published it, or somebody put it there; publish it again"
    return [*wrong, *pages], [*said, *(f"not committed: {folder}: {known}" for folder in uncommitted)]


def publish_site(folders: Folders) -> Path:
    """The pages over all days, from what the folders of the days hold. One run at a time writes them."""
    from dashboards.all_days.publishing import publish_all_days

    with exclusive_lock(folders.reports / ".lock"):
        page = publish_all_days(folders.reports)
        commit_published(open_lake(folders), folders.reports, [MANIFEST])
        return page


def morning(folders: Folders, day: dt.date) -> dict[str, Any]:
    """The morning's files beside the pages; gives back the summary."""
    with exclusive_lock(folders.reports / ".lock"):
        summary = write_morning(folders.warehouse, folders.reports / day.isoformat(), day)
        commit_published(open_lake(folders), folders.reports, [f"{day.isoformat()}/{name}" for name in FILES])
    return summary


def tell_morning(folders: Folders, day: dt.date, summary: dict[str, Any]) -> list[str]:
    """Tells those whom `nightly.toml` names; nobody without it."""
    settings = load_settings(folders.settings)
    return tell(settings, summary, folders.reports / day.isoformat() / ".told.json")


def reports_before(folders: Folders, before: dt.date) -> list[Path]:
    """The folders of pages of gaming days before a date."""
    found = []
    for path in sorted(folders.reports.glob("*-*-*")) if folders.reports.is_dir() else []:
        try:
            if dt.date.fromisoformat(path.name) < before and path.is_dir():
                found.append(path)
        except ValueError:
            continue  # somebody else's folder
    return found


def youngest_to_retain(folders: Folders) -> dt.date:
    """The last date that `oddchip retain --before` takes, by the years that the settings keep."""
    years = load_settings(folders.settings).retention_years
    return floor_of(open_lake(folders).ledger.now().date(), years)


def audited_days(folders: Folders, as_of: dt.datetime | None = None) -> set[dt.date]:
    """The gaming days that have an audit."""
    return {day for day, _ in open_lake(folders).snapshot(as_of).audits}
