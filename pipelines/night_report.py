"""What a night came to, on the terminal: what the mail says, and where the pages are."""

from __future__ import annotations

import datetime as dt

from pipelines.folders import Folders
from pipelines.morning import read_summary, summary_lines


def print_night(folders: Folders, day: dt.date, seconds: float) -> None:
    """The summary of a gaming day that was just run, line by line as it is mailed."""
    print()
    for line in summary_lines(read_summary(folders.warehouse, day)):
        print(line.rstrip())
    print(f"pages: {folders.reports / day.isoformat() / 'index.html'}; {seconds:.1f} s")
