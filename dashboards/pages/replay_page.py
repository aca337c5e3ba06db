"""The page on which any hand of the day is replayed, and the page of a player's day.

Each is one page: which hand or player it shows stands in its address.
"""

from __future__ import annotations

from dataclasses import dataclass

from dashboards.figures.shared_figures import table_label
from dashboards.links import REPLAY, REPLAY_PAGE, table_key
from dashboards.reading import Day
from dashboards.replay.record import TableHands
from dashboards.shown import plural
from dashboards.site import render

PLAYER_PAGE = f"{REPLAY}/player.html"
ALL_HANDS = "Choose a table, or press / and search: a hand, a player, a table and a time, a card, an amount."
FLAGGED_ONLY = (
    "Only the hands with a finding can be replayed here: the pages were made from the DuckDB file alone, "
    "which holds no others. “oddchip publish” with the lake shows every hand."
)


@dataclass(frozen=True)
class TableLine:
    """A table in the list of the replay page."""

    key: str
    label: str
    hands: str


def table_line(day: Day, table: TableHands) -> TableLine:
    label = table_label(day, {"room": table.room, "table": table.table})
    noun = "hand" if table.whole else "hand with a finding"
    many = "hands" if table.whole else "hands with a finding"
    count = len(table.hands)
    said = plural(count, noun) if count == 1 or table.whole else f"{count:,} {many}"
    return TableLine(table_key(table.room, table.table), label, said)


def replay_page(day: Day, tables: list[TableLine], whole: bool) -> str:
    """The page itself; `whole` where every hand of the day can be replayed."""
    return render("replay.html", day, REPLAY_PAGE, "Any hand", tables=tables, said=ALL_HANDS if whole else FLAGGED_ONLY)


def player_page(day: Day) -> str:
    """The trail of a player through the day; the search leads to it."""
    return render("player.html", day, PLAYER_PAGE, "A player's day")
