"""Where things are: the pages of a table, a dealer, a hand; and where a mark of a chart leads.

A mark leads to exactly the rows that it counts, on Findings, on Hands, or in a table of its own page.
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from dashboards.reading import Day, HandKey, Row, key_of
from dashboards.shown import local, page_name, shown

HANDS_PAGE: Final = "hands.html"
OVER, UNDER, AS_DUE, NOT_KNOWN, NO_RAKE = "too much", "too little", "as due", "not known", "tournament"
COMPARED: Final = (AS_DUE, OVER, UNDER)  # hands whose rake due is known
STUB_OFF, STUB_RIGHT, STUB_UNKNOWN, NO_STUB = "off", "as due", "not known", "not counted"


def findings_link(root: str = ".", **filters: str) -> str:
    """A link to the table of findings that shows these only."""
    return f"{root}/findings.html#{urllib.parse.urlencode(filters)}"


def table_file(room: str, table: str | None) -> str:
    """The file name of a table's page, from the root of the folder."""
    return f"tables/{page_name(room, table or '')}"


def dealer_file(dealer: str) -> str:
    """The file name of a dealer's page, from the root of the folder."""
    return f"dealers/{page_name('dealer', dealer)}"


REPLAY = "replay"  # the folder of the replay page, the tables' files and the search
REPLAY_PAGE = f"{REPLAY}/hand.html"


def table_key(room: str, table: str | None) -> str:
    """What names a table in the address of the replay page, and its file: letters, digits and dashes."""
    return page_name(room, table or "").removesuffix(".html")


def hand_name(row: Row, versions: int) -> str:
    """What names a hand in an address: its number; and the line of the log where several lines have that number."""
    number = shown(row["hand"], 60)
    return number if versions == 1 else f"{number}~{row['source_line']}"


def replay_link(row: Row, versions: int = 1) -> str:
    """The address of a hand on the replay page, from the root of the folder."""
    asked = {"table": table_key(row["room"], row["table"]), "hand": hand_name(row, versions)}
    return f"{REPLAY_PAGE}?{urllib.parse.urlencode(asked)}"


class Hours:
    """The hours of a gaming day on the room's clock. An hour that comes twice, a day later, has the date beside it."""

    def __init__(self, day: Day) -> None:
        starts = [
            moment for room in day.rooms if (moment := local(room["first_us"], room["utc_offset_min"])) is not None
        ]
        starts += [m for f in day.findings if (m := local(f["at_us"], f["utc_offset_min"])) is not None]
        self._since = min(starts).replace(minute=0, second=0, microsecond=0) if starts else None

    def word(self, moment: datetime | None) -> str:
        """`14`, or `02 on 17 Jan` where the day has had a 02 before; empty where there is no time."""
        if moment is None:
            return ""
        again = self._since is not None and moment - self._since >= timedelta(days=1)
        return f"{moment:%H} on {moment.day} {moment:%b}" if again else f"{moment:%H}"


def hands_link(root: str = ".", **filters: str | Iterable[str]) -> str:
    """A link to the list of hands that shows these only; a filter may name several words."""
    pairs = [(name, word) for name, words in filters.items() for word in ([words] if isinstance(words, str) else words)]
    return f"{root}/{HANDS_PAGE}#{urllib.parse.urlencode(pairs)}"


def rows_link(key: str, **columns: str) -> str:
    """The rows of a table of the same page whose cells read so; `row` is a row's place, from 1."""
    return "#" + urllib.parse.urlencode([("rows", key), *columns.items()])


def hand_link(day: Day, names: dict[HandKey, str], row: Row, root: str = ".") -> str:
    """The page of one hand: its proof where it has a finding, else its replay; its row where it cannot be replayed."""
    page = names.get(key_of(row))
    if page is not None:
        return f"{root}/hands/{page}"
    if day.replayable:
        return f"{root}/{replay_link(row, day.logged[row['room'], row['hand']])}"
    return hands_link(root, hand=row["hand"])


def rake_word(row: Row) -> str:
    """How the rake of a hand compares with what was due."""
    if row["is_tournament"]:
        return NO_RAKE
    if row["due_cents"] is None or row["taken_cents"] is None:
        return NOT_KNOWN
    return OVER if row["over_cents"] else UNDER if row["under_cents"] else AS_DUE


def stub_word(row: Row) -> str:
    """How the stub that was counted compares with the cards left."""
    if row["stub_count"] is None:
        return NO_STUB
    if row["stub_due"] is None:
        return STUB_UNKNOWN
    return STUB_RIGHT if row["stub_count"] == row["stub_due"] else STUB_OFF


def on_day(day: Day, on: date, page: str, root: str = ".") -> str:
    """A page of a day, with what stands behind its #: of this day, or of another that lies beside; else nothing."""
    if on == day.gaming_date:
        return f"{root}/{page}"
    return f"{root}/../{on.isoformat()}/{page}" if page.partition("#")[0] in day.beside.get(on, ()) else ""


def findings_on(day: Day, on: date, root: str = ".", **filters: str) -> str:
    """The findings of a day that these filters leave; nothing where its pages are not beside these."""
    return on_day(day, on, findings_link("", **filters).removeprefix("/"), root)
