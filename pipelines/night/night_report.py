"""What a night came to, on the terminal: what the mail says, and where the pages are."""

from __future__ import annotations

import datetime as dt

from pipelines.folders import Folders
from pipelines.night.morning import read_summary, summary_lines
from warehouse.ingest import IngestReport


def print_landing(report: IngestReport) -> None:
    """What a landing took in, and what it did not take; nothing where there was nothing new."""
    if report.files_landed:
        bad = f"; {report.quarantined:,} lines in quarantine" if report.quarantined else ""
        print(f"landed {report.files_landed:,} files with {report.hands:,} hands{bad}")
    for line in left_alone(report):
        print(line)


def left_alone(report: IngestReport) -> list[str]:
    """What a landing did besides: rows that it filed again, and what it did not take."""
    moved = f"filed {report.moved:,} rows under other gaming days: the house file's clock changed"
    return [*([moved] if report.moved else []), *(f"not taken: {one.name}: {one.reason}" for one in report.not_taken)]


def print_night(folders: Folders, day: dt.date, seconds: float) -> None:
    """The summary of a gaming day that was just run, line by line as it is mailed."""
    print()
    for line in summary_lines(read_summary(folders.warehouse, day)):
        print(line.rstrip())
    print(f"pages: {folders.reports / day.isoformat() / 'index.html'}; {seconds:.1f} s")
