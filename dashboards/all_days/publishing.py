"""Writes the pages over all days beside the folders of the days, and the script that all days share."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from dashboards.all_days import calendar_page, changes_page
from dashboards.all_days.day_told import DayTold, days_told
from dashboards.shown import script_json
from dashboards.writing import MANIFEST, SHARED, manifest_bytes, manifest_of, put, static_files

DAYS_FILE: Final = "all-days.js"
_OUR_SHARED: Final = re.compile(r"plotly-[0-9a-f]{12}\.min\.js(\.part)?")


def publish_all_days(reports: Path) -> Path:
    """The calendar, the comparison and their data, from what the folders of the days hold; the page to open.

    The same folders give the same bytes. A shared script that no day names any more is taken away.
    """
    days = days_told(reports)
    files = {
        calendar_page.FILE: calendar_page.calendar_page(days),
        changes_page.FILE: changes_page.changes_page(days),
        changes_page.DATA_FILE: changes_page.spans_script(days),
        DAYS_FILE: days_script(days),
    }
    written = {name: text.encode() for name, text in files.items()}
    assets = {f"{SHARED}/{name}": content for name, content in static_files()}
    for folder in (reports, reports / SHARED):
        folder.mkdir(parents=True, exist_ok=True)
    for name, content in (assets | written).items():
        put(reports / name, content)
    _sweep(reports)
    _list(reports, assets | written)
    return reports / calendar_page.FILE


def days_script(days: list[DayTold]) -> str:
    """The published days in order, and whether a day's folder has the pages of today's navigation."""
    return f"oddchipDays({script_json([[day.date.isoformat(), int(day.told is not None)] for day in days])});\n"


def _sweep(reports: Path) -> None:
    """Takes away shared scripts of former versions, once no day's folder was written with them."""
    used = {
        name.rpartition("/")[2]
        for folder in reports.iterdir()
        if folder.is_dir() and (folder / MANIFEST).is_file()
        for name in manifest_of(folder)
        if name.startswith(f"../{SHARED}/")
    }
    for path in sorted((reports / SHARED).iterdir()):
        if _OUR_SHARED.fullmatch(path.name) and path.name not in used:
            path.unlink()


def _list(reports: Path, written: dict[str, bytes]) -> None:
    """Lists what belongs to all days, the shared scripts that are left among it."""
    shared = {
        f"{SHARED}/{path.name}": path.read_bytes()
        for path in (reports / SHARED).iterdir()
        if _OUR_SHARED.fullmatch(path.name) and path.suffix == ".js"
    }
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in (written | shared).items()}
    put(reports / MANIFEST, manifest_bytes(digests))
