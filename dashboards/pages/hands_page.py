"""Every hand of the day with its rake and its stub count: the rows behind the marks of Money and Stub."""

from __future__ import annotations

from typing import Any, Final

from dashboards.figures.shared_figures import table_label
from dashboards.links import HANDS_PAGE, Hours, hand_link, rake_word, stub_word
from dashboards.reading import Day, HandKey, Row, key_of
from dashboards.replay.places import Places
from dashboards.shown import clock, game_words, local, shown
from dashboards.site import render

FIELDS: Final = (
    "time", "hour", "table", "hand", "page", "game", "dealer", "rake", "due", "taken", "over", "under", "stub",
    "counted", "left",
)  # fmt: skip


def hands_page(day: Day, names: dict[HandKey, str]) -> str:
    hours = Hours(day)
    rows = [_cells(day, row, names, hours) for row in day.play_hands]
    columns: dict[str, Any] = {}
    for i, name in enumerate(FIELDS):
        places = Places()
        at = [places.of(row[i]) for row in rows]
        few = len(places.words) * 2 < len(rows)
        columns[name] = {"words": places.words if few else None, "rows": at if few else [row[i] for row in rows]}
    return render(
        "hands.html", day, HANDS_PAGE, "Hands", count=len(rows), table={"count": len(rows), "columns": columns}
    )


def _cells(day: Day, row: Row, names: dict[HandKey, str], hours: Hours) -> list[Any]:
    """One hand, in the order of `FIELDS`. Cents are whole numbers; null where nothing is known."""
    offset = day.offsets.get(row["room"], 0)
    linked = key_of(row) in names or day.replayable
    return [
        clock(row["at_us"], offset),
        hours.word(local(row["at_us"], offset)),
        table_label(day, row),
        shown(row["hand"], 48),
        hand_link(day, names, row) if linked else "",
        game_words(row["game"], row["betting"]),
        "" if row["dealer"] is None else shown(day.dealer_name(row["dealer"]), 48),
        rake_word(row),
        row["due_cents"],
        row["taken_cents"],
        row["over_cents"],
        row["under_cents"],
        stub_word(row),
        row["stub_count"],
        row["stub_due"],
    ]
