"""Publishing: a gaming day of the DuckDB file as a folder of pages that opens from a disk, without a network."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from dashboards.pages.about_page import about_page
from dashboards.pages.blinds_page import blinds_page
from dashboards.pages.dealers_page import compared, dealer_page, dealers_page
from dashboards.pages.findings_page import findings_page
from dashboards.pages.hand_page import hand_page, page_names
from dashboards.pages.money_page import money_page
from dashboards.pages.night_page import night_page
from dashboards.pages.odd_chips_page import odd_chips_page
from dashboards.pages.quality_page import quality_page
from dashboards.pages.rules_page import rules_page
from dashboards.pages.shuffler_page import shuffler_page
from dashboards.pages.stub_page import stub_page
from dashboards.pages.tables_page import table_page, tables_page
from dashboards.pages.timeline_page import timeline_pages
from dashboards.pages.trend_pages import month_page, week_page
from dashboards.reading import Day, HandKey, PublishError, read_day
from dashboards.site import NAVIGATION, dealer_file, empty_page, table_file

__all__ = ["PublishError", "PublishReport", "publish"]

_STATIC = Path(__file__).parent / "static"
_MANIFEST = "assets/manifest.json"
_FOLDERS = ("hands", "dealers", "tables")
OF_THE_HANDS = ("Today", "Evidence")  # groups of the navigation


@dataclass(frozen=True)
class PublishReport:
    """What was published: pages in number, all bytes of the folder's files, and the page to open."""

    pages: int
    bytes: int
    index: Path


def publish(db_path: Path, out: Path, gaming_date: date, *, room: str | None = None) -> PublishReport:
    """Write the pages of a gaming day (of one room, or of all) into `out`.

    The DuckDB file is only read. The same file gives the same bytes. Pages that an earlier run left in `out` and that
    this run does not write are removed; files that no run of this function wrote are left alone.
    """
    day = read_day(db_path, gaming_date, room)
    files: dict[str, bytes] = {"assets/plotly.min.js": _plotly_script()}
    for asset in sorted(_STATIC.iterdir()):
        if asset.suffix in (".css", ".js"):
            files[f"assets/{asset.name}"] = asset.read_bytes()
    for name, text in site(day):
        files[name] = text.encode()
    files |= timeline_pages(db_path, gaming_date, room)
    _write(out, files)
    pages = sum(name.endswith(".html") for name in files)
    return PublishReport(pages, sum(map(len, files.values())), out / "index.html")


def site(day: Day) -> Iterator[tuple[str, str]]:
    """Every page of a day: its file name from the root of the folder, and its text."""
    names = page_names(day)
    room = compared(day)
    yield "index.html", night_page(day, names, room.comparison)
    yield from _of_the_hands(day, names) if day.hand_count or day.findings else _without_hands(day, names)
    yield "dealers.html", dealers_page(day, room)
    for standing in room.standings:
        yield dealer_file(standing.dealer), dealer_page(day, room, standing)
    yield "week.html", week_page(day)
    yield "month.html", month_page(day)
    yield "rules.html", rules_page(day)
    yield "quality.html", quality_page(day)
    yield "about.html", about_page(day)


def _of_the_hands(day: Day, names: dict[HandKey, str]) -> Iterator[tuple[str, str]]:
    yield "findings.html", findings_page(day, names)
    order = [names[hand.key] for hand in day.hands]
    for i, hand in enumerate(day.hands):
        before = order[i - 1] if i else None
        after = order[i + 1] if i + 1 < len(order) else None
        yield f"hands/{order[i]}", hand_page(day, hand, order[i], before, after)
    yield "tables.html", tables_page(day)
    for table in day.tables:
        yield table_file(table["room"], table["table"]), table_page(day, table, names)
    yield "money.html", money_page(day, names)
    yield "blinds.html", blinds_page(day, names)
    yield "odd-chips.html", odd_chips_page(day, names)
    yield "stub.html", stub_page(day, names)
    yield "shuffler.html", shuffler_page(day, names)


def _without_hands(day: Day, names: dict[HandKey, str]) -> Iterator[tuple[str, str]]:
    """The same pages of a day of which no hand came: each says so."""
    for file, words in (entry for group, links in NAVIGATION if group in OF_THE_HANDS for entry in links):
        if file == "shuffler.html" and day.shuffles:
            yield file, shuffler_page(day, names)
        elif file != "index.html":
            yield file, empty_page(day, file, words)


@cache
def _plotly_script() -> bytes:
    from plotly.offline import get_plotlyjs

    script: str = get_plotlyjs()
    return script.encode()


def _write(out: Path, files: dict[str, bytes]) -> None:
    """Put the files in place, each whole or not at all; take away what an earlier run wrote and this one did not."""
    earlier = _written_before(out)
    manifest = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    try:
        for folder in {(out / name).parent for name in files}:
            folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            _put(out / name, content)
        for name in sorted(earlier - set(files)):
            (out / name).unlink(missing_ok=True)
        _put(out / _MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
    except OSError as error:
        raise PublishError(
            f"{out}: cannot write the pages ({error.strerror}); choose a folder that can be written"
        ) from error


def _put(path: Path, content: bytes) -> None:
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    os.replace(beside, path)


def _written_before(out: Path) -> set[str]:
    """The pages an earlier run wrote, by its manifest: only names of the form this module writes are believed."""
    try:
        names = json.loads((out / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    if not isinstance(names, dict):
        return set()
    return {
        n for n in names if n.endswith(".html") and ".." not in n and n.count("/") == 1 and n.split("/")[0] in _FOLDERS
    }
