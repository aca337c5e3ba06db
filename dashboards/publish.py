"""Publishing: a gaming day of the DuckDB file as a folder of pages that opens from a disk, without a network."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from dashboards.all_days.day_told import FILE as DAY_FILE
from dashboards.all_days.day_told import day_file
from dashboards.all_days.publishing import publish_all_days
from dashboards.counted import PAGE as COUNTED_PAGE
from dashboards.links import HANDS_PAGE, REPLAY, REPLAY_PAGE, dealer_file, hand_link, table_file
from dashboards.pages.about_page import about_page
from dashboards.pages.blinds_page import blinds_page
from dashboards.pages.counted_page import counted_page
from dashboards.pages.dealers_page import Room, compared, dealer_page, dealers_page, window
from dashboards.pages.findings_page import findings_page
from dashboards.pages.hand_page import hand_page, page_names
from dashboards.pages.hands_page import hands_page
from dashboards.pages.money_page import money_page
from dashboards.pages.night_page import night_page
from dashboards.pages.odd_chips_page import odd_chips_page
from dashboards.pages.quality_page import quality_page
from dashboards.pages.replay_page import PLAYER_PAGE, TableLine, player_page, replay_page, table_line
from dashboards.pages.rules_page import rules_page
from dashboards.pages.shuffler_page import shuffler_page
from dashboards.pages.slot_page import FOLDER as SLOTS
from dashboards.pages.slot_page import slot_page
from dashboards.pages.stub_page import stub_page
from dashboards.pages.tables_page import table_page, tables_page
from dashboards.pages.timeline_page import timeline_pages
from dashboards.pages.trend_pages import month_page, week_page
from dashboards.paper.day_sheet import day_sheets
from dashboards.paper.dealer_sheet import dealer_sheets
from dashboards.paper.finding_sheet import chosen, finding_sheets, without_sheet
from dashboards.paper.names import FOLDER as PAPER
from dashboards.paper.names import Sheets
from dashboards.paper.printing import printed
from dashboards.reading import Day, HandKey, PublishError, read_day
from dashboards.replay.record import TableRecord, hands_by_table
from dashboards.replay.search_index import FILE as SEARCH_FILE
from dashboards.replay.search_index import SearchIndex
from dashboards.replay.table_file import table_script
from dashboards.site import NAVIGATION, empty_page
from dashboards.writing import MANIFEST, SHARED, manifest_bytes, manifest_of, plotly_script, put, static_files
from parsers.house import House

__all__ = ["PublishError", "PublishReport", "publish"]

_OLD_SCRIPT = "plotly.min.js"  # former versions put the script into every day
_FOLDERS = ("hands", "dealers", "tables", REPLAY, SLOTS)
OF_THE_HANDS = ("Today", "Evidence")  # groups of the navigation


@dataclass(frozen=True)
class PublishReport:
    """What was published: pages in number, all bytes of the folder's files, and the page to open."""

    pages: int
    bytes: int
    index: Path


def publish(
    db_path: Path,
    out: Path,
    gaming_date: date,
    *,
    room: str | None = None,
    house: House | None = None,
    record: Iterable[TableRecord] | None = None,
) -> PublishReport:
    """Write the pages of a gaming day (of one room, or of all) into `out`, and beside `out` those over all days.

    The DuckDB file is only read. With the room's house file a rule of the house reads as its placard does; without it
    the pages name the key. With `record`, the hands of each table, any hand can be replayed and found; without it those
    with a finding, which the DuckDB file holds. The same files give the same bytes. Pages that an earlier run left in
    `out` and that this run does not write are removed; files that no run of this function wrote are left alone.
    """
    day = read_day(db_path, gaming_date, room, house)
    beside = {on: frozenset(manifest_of(out.parent / on.isoformat())) for on in _days_shown(day)}
    day = replace(day, beside=beside, replayable=record is not None)
    files = {f"assets/{name}": content for name, content in static_files()}
    room_of_dealers = compared(day)

    def of_room(name: str) -> tuple[Day, Room]:
        own = read_day(db_path, gaming_date, name, house)
        return own, compared(own)

    files[DAY_FILE] = day_file(day, room_of_dealers, of_room)
    for name, text in site(day, room_of_dealers):
        files[name] = text.encode()
    files |= paper(day, room_of_dealers)
    files |= timeline_pages(db_path, gaming_date, room, _hand_pages(day))
    with _no_search_for_cycles():
        files |= {name: text.encode() for name, text in replay_files(day, record)}
    _write(out, files)
    publish_all_days(out.parent)
    pages = sum(name.endswith(".html") for name in files)
    return PublishReport(pages, sum(map(len, files.values())), out / "index.html")


def _hand_pages(day: Day) -> dict[tuple[str, str], str]:
    """Where each hand of the day is shown, from a table's page."""
    names = page_names(day)
    return {(row["room"], row["hand"]): hand_link(day, names, row, "..") for row in day.play_hands}


def _days_shown(day: Day) -> list[date]:
    """The other days that these pages speak of."""
    return sorted({h["gaming_date"] for h in day.history} | set(window(day)))


def site(day: Day, room: Room) -> Iterator[tuple[str, str]]:
    """Every page of a day: its file name from the root of the folder, and its text."""
    names = page_names(day)
    yield "index.html", night_page(day, names, room.comparison)
    yield from _of_the_hands(day, names) if day.hand_count or day.findings else _without_hands(day, names)
    yield "dealers.html", dealers_page(day, room)
    for standing in room.standings:
        yield dealer_file(standing.dealer), dealer_page(day, room, standing)
    yield "week.html", week_page(day)
    yield "month.html", month_page(day)
    yield "rules.html", rules_page(day, names)
    yield "quality.html", quality_page(day)
    yield COUNTED_PAGE, counted_page(day)
    yield "about.html", about_page(day)


def paper(day: Day, room: Room) -> dict[str, bytes]:
    """Every sheet of a day, by its file name from the root of the folder."""
    return printed(
        [
            *day_sheets(day, room.comparison),
            *dealer_sheets(day, room),
            *finding_sheets(day, page_names(day)),
        ]
    )


def _of_the_hands(day: Day, names: dict[HandKey, str]) -> Iterator[tuple[str, str]]:
    sheets = Sheets(frozenset(chosen(day, names)), without_sheet(day))
    yield "findings.html", findings_page(day, names)
    order = [names[hand.key] for hand in day.hands]
    for i, hand in enumerate(day.hands):
        before = order[i - 1] if i else None
        after = order[i + 1] if i + 1 < len(order) else None
        yield f"hands/{order[i]}", hand_page(day, hand, names, before, after, sheets)
    for finding in day.findings:
        if finding["slot_page"]:
            yield f"{SLOTS}/{finding['slot_page']}", slot_page(day, finding, names, sheets)
    yield "tables.html", tables_page(day)
    for table in day.tables:
        yield table_file(table["room"], table["table"]), table_page(day, table, names)
    yield HANDS_PAGE, hands_page(day, names)
    yield "money.html", money_page(day, names)
    yield "blinds.html", blinds_page(day, names)
    yield "odd-chips.html", odd_chips_page(day, names)
    yield "stub.html", stub_page(day, names)
    yield "shuffler.html", shuffler_page(day, names)


def replay_files(day: Day, record: Iterable[TableRecord] | None) -> Iterator[tuple[str, str]]:
    """The replay page, a player's page, the file of each table, and the index of the search."""
    names = page_names(day)
    dealers = {row["dealer"] for row in day.dealer_games}
    lines: list[TableLine] = []
    index = SearchIndex(day, names, dealers)
    for table in hands_by_table(day, record):
        lines.append(table_line(day, table))
        index.add(table)
        yield f"{REPLAY}/{lines[-1].key}.js", table_script(day, table, names, dealers)
    yield REPLAY_PAGE, replay_page(day, lines, whole=record is not None)
    yield PLAYER_PAGE, player_page(day)
    yield SEARCH_FILE, index.script()


def _without_hands(day: Day, names: dict[HandKey, str]) -> Iterator[tuple[str, str]]:
    """The same pages of a day of which no hand came: each says so."""
    for file, words in (entry for group, links in NAVIGATION if group in OF_THE_HANDS for entry in links):
        if file == "shuffler.html" and day.shuffles:
            yield file, shuffler_page(day, names)
        elif file != "index.html":
            yield file, empty_page(day, file, words)


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Rows of a day are millions of objects without a cycle among them; looking for one takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _write(out: Path, files: dict[str, bytes]) -> None:
    """Put the files in place, each whole or not at all; take away what an earlier run wrote and this one did not."""
    earlier = _written_before(out)
    shared, script = plotly_script()
    manifest = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    # Not of this folder, and never taken away with it: what the day needs of the script that all days share.
    manifest[f"../{SHARED}/{shared}"] = hashlib.sha256(script).hexdigest()
    try:
        (out.parent / SHARED).mkdir(parents=True, exist_ok=True)
        put(out.parent / SHARED / shared, script)
        for folder in {(out / name).parent for name in files}:
            folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            put(out / name, content)
        for name in sorted(earlier - set(files)):
            (out / name).unlink(missing_ok=True)
        put(out / MANIFEST, manifest_bytes(manifest))
    except OSError as error:
        raise PublishError(
            f"{out}: cannot write the pages ({error.strerror}); choose a folder that can be written"
        ) from error


def _written_before(out: Path) -> set[str]:
    """The pages an earlier run wrote, by its manifest: only names of the form this module writes are believed."""
    return {n for n in manifest_of(out) if ".." not in n and n.count("/") == 1 and _is_ours(*n.split("/"))}


def _is_ours(folder: str, name: str) -> bool:
    if (folder, name) == ("assets", _OLD_SCRIPT):
        return True
    return (name.endswith((".html", ".js")) and folder in _FOLDERS) or (name.endswith(".pdf") and folder == PAPER)
