"""What the landing step is told, and what it says: files of the lake, and those that came in just now."""

import datetime as dt

import dagster as dg

from pipelines.folders import Folders
from pipelines.night import nightly
from warehouse.ingest import IngestReport


class Landing(dg.Config):
    """`look` is off where the caller has landed everything a moment ago: hashing a month of files takes its time."""

    look: bool = True


def files_in_lake(where: Folders, night: tuple[dt.date, str] | None) -> int:
    """How many files of a room day the lake holds, or how many at all; rosters are of no day and do not count."""
    lake = nightly.open_lake(where)
    snapshot = lake.snapshot()
    if night is None:
        return len(snapshot.raw)
    day, room = night
    return sum(raw.feed != "roster" for raw in lake.inputs_of(snapshot, room, day, staged=True))


def landed_text(report: IngestReport, files: int, night: tuple[dt.date, str] | None) -> str:
    """One line: what is there, and only where something came in, what came in now."""
    there = f"{files:,} {'file' if files == 1 else 'files'}"
    there += f" of {night[1]} {night[0]} in the lake" if night else " in the lake"
    if not report.files_landed:
        return there
    return (
        f"{there}; {report.files_landed:,} landed now, with {report.hands:,} hands "
        f"and {report.quarantined:,} lines in quarantine"
    )


def landed_figures(report: IngestReport) -> dict[str, int]:
    """What came in now, for Dagster's plots; zeros say that nothing was waiting."""
    return {
        "files_landed": report.files_landed,
        "hands_landed": report.hands,
        "notes_landed": report.notes,
        "downs_landed": report.downs,
        "shuffles_landed": report.shuffles,
        "lines_repeated": report.repeated,
        "lines_quarantined": report.quarantined,
        "not_taken": len(report.not_taken),
        "rows_filed_again": report.moved,
    }
