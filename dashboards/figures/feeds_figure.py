"""The feeds of the day by table: a square for each that came or should have come, as the register has them."""

from __future__ import annotations

from datetime import timedelta

from markupsafe import Markup

from dashboards.figures.shared_figures import Cell, Figure, table_label
from dashboards.links import rows_link
from dashboards.reading import Day, Row
from dashboards.shown import natural, plural, whole
from warehouse.register_rows import BLIND, IN_A_WORD, NAMES, Status

FEEDS = (("hands", "Hand log"), ("downs", "Down card, signed"), ("shuffler", "Shuffler"), ("drop", "Box count"))
WHOLE = "nothing"
_EMPTY: Row = {"hands": 0, "slots": 0, "messages": 0}
_Place = tuple[str, str]


def feeds_figure(day: Day) -> Figure:
    """Every table that a feed names or that the register misses, those that lack something first."""
    title = "Feeds received, by table"
    status = {(r["room"], r["table"], r["feed"]): Status(r["status"]) for r in day.register if r["table"] is not None}
    if not status:
        return Figure("feeds", title, "No register of feeds stands for this day.", None, wide=True)
    held = {(t["room"], t["table"]): t for t in day.table_feeds}
    places = sorted({(room, table) for room, table, _ in status}, key=lambda p: natural(_label(day, p)))
    unsigned = {p: t["slots"] - t["signed"] for p, t in held.items() if t["signed"] < t["slots"]}
    rows: list[list[Cell]] = []
    lacking = 0
    for place in places:
        lacks = [
            f"{NAMES[feed]} {IN_A_WORD[status[*place, feed]]}"
            for feed, _ in FEEDS
            if status.get((*place, feed), Status.RECEIVED) != Status.RECEIVED
        ]
        if place in unsigned:
            lacks.append(f"{plural(unsigned[place], 'slot')} unsigned")
        lacking += bool(lacks)
        counts = (whole(held.get(place, _EMPTY)[name]) for name in ("hands", "slots", "messages"))
        rows.append([_label(day, place), *counts, ", ".join(lacks) or WHOLE])
    rows.sort(key=lambda row: row[-1] == WHOLE)
    grid = [
        (words, [_square(status.get((*p, feed)), feed == "downs" and p in unsigned) for p in places])
        for feed, words in FEEDS
        if any((*place, feed) in status for place in places)
    ]
    return Figure(
        "feeds",
        title,
        _sentence(day, places, lacking),
        None,
        ["Table", "Hands", "Slots", "Shuffler messages", "What is not as it should be"],
        rows,
        wide=True,
        drawing=_feed_grid([_label(day, p) for p in places], grid),
    )


def _label(day: Day, place: _Place) -> str:
    return table_label(day, {"room": place[0], "table": place[1]})


def _sentence(day: Day, places: list[_Place], lacking: int) -> str:
    good = len(places) - lacking
    week = day.gaming_date - timedelta(days=7)
    recent = {(t["room"], t["table"]) for t in day.history_tables if week <= t["gaming_date"] < day.gaming_date}
    quiet = recent - set(places) if day.hand_count else set()
    said = f"{plural(good, 'table is', 'tables are')} whole in every feed. "
    said += f"{plural(lacking, 'table is', 'tables are')} not." if lacking else "None lacks anything."
    # Neither due nor there: a table that is not opened every day.
    return said + (f" {plural(len(quiet), 'table')} of the last week did not deal." if quiet else "")


def _square(status: Status | None, unsigned: bool) -> tuple[str, str]:
    """The look of a square, and its words."""
    if status is None:
        return "na", "none was due"
    if status in BLIND:
        return "none", IN_A_WORD[status]
    if status == Status.PARTIAL:
        return "part", IN_A_WORD[status]
    return ("part", "not signed throughout") if unsigned else ("", IN_A_WORD[status])


def _feed_grid(tables: list[str], grid: list[tuple[str, list[tuple[str, str]]]]) -> Markup:
    lines = []
    for feed, squares in grid:
        cells = Markup("").join(
            Markup('<a class="{}" title="{}" aria-label="{}" href="{}" tabindex="-1"></a>').format(
                look, *[f"{feed}, table {table}: {words}"] * 2, rows_link("feeds", Table=table)
            )
            for table, (look, words) in zip(tables, squares, strict=True)
        )
        good, due = sum(look == "" for look, _ in squares), sum(look != "na" for look, _ in squares)
        lines.append(
            Markup(
                '<div class="feedrow"><span>{0}</span><span class="cells" role="group" aria-label="{0}: {1}">{2}</span>'
                '<span class="n">{1}</span></div>'
            ).format(feed, f"{good:,} of {due:,}", cells)
        )
    return Markup('<div class="feedgrid">{}</div>').format(Markup("").join(lines))
