"""The rows of the register of feeds, and what they say to a person."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

import pyarrow as pa

from checks.expected import codes_of_feed
from warehouse import tables


class Status(StrEnum):
    """What became of a feed that was due, or came undue."""

    RECEIVED = "received"
    MISSING = "missing"
    LATE = "late"
    PARTIAL = "partial"
    UNREADABLE = "unreadable"
    UNEXPECTED = "unexpected"


# What a person has to look at, the worst first.
TROUBLE: Final = (Status.MISSING, Status.UNREADABLE, Status.PARTIAL, Status.UNEXPECTED, Status.LATE)
BLIND: Final = (Status.MISSING, Status.UNREADABLE)  # nothing of the feed can be judged
NOT_WHOLE: Final = (*BLIND, Status.PARTIAL)  # numbers of such a day stand on less than was due
IN_A_WORD: Final = {
    Status.RECEIVED: "received", Status.MISSING: "missing", Status.UNREADABLE: "unreadable",
    Status.PARTIAL: "not whole", Status.UNEXPECTED: "not expected", Status.LATE: "late",
}  # fmt: skip
NAMES: Final = {
    "night": "night", "hands": "hand log", "downs": "down card", "shuffler": "shuffler messages", "drop": "box count",
}  # fmt: skip
PLURALS: Final = {
    "night": "nights", "hands": "hand logs", "downs": "down cards", "shuffler": "shuffler messages",
    "drop": "box counts",
}  # fmt: skip
ENDINGS: Final = {
    "hands": ".hands.jsonl", "downs": ".downs.csv", "shuffler": ".shuffler.csv", "drop": ".drop.csv",
}  # fmt: skip
_TABLES_NAMED: Final = 6


@dataclass(frozen=True)
class Row:
    """A feed of one table and gaming day (`tables.REGISTER`); a night of which nothing came has no table."""

    room: str
    gaming_date: date
    table: str | None
    feed: str
    status: Status
    rows: int = 0
    first: datetime | None = None
    last: datetime | None = None
    why: str = ""
    usual_rows: int | None = None
    file: str | None = None


def to_table(rows: Iterable[Row]) -> pa.Table:
    """The rows as the lake keeps them."""
    listed = [{one.name: getattr(row, one.name) for one in fields(row)} for row in rows]
    return pa.Table.from_pylist([row | {"status": str(row["status"])} for row in listed], schema=tables.REGISTER)


def digest(rows: Iterable[Row]) -> str | None:
    """Tells one register from another; None where everything came that should have."""
    trouble = [repr(row) for row in rows if row.status != Status.RECEIVED]
    return hashlib.sha256("\n".join(trouble).encode()).hexdigest() if trouble else None


@dataclass(frozen=True)
class Trouble:
    """What is wrong with one feed of a room's gaming day, in sentences; `brief` is for a footnote under the date."""

    room: str
    gaming_date: date
    feed: str
    status: Status
    tables: tuple[str, ...]
    said: str
    blinds: str
    todo: str
    brief: str

    def line(self) -> str:
        return " ".join(text for text in (self.said, self.blinds, self.todo) if text)


def troubles(rows: Iterable[Mapping[str, Any]]) -> list[Trouble]:
    """What needs a person, from rows of the register: one entry a room, day, feed and status, the worst first."""
    wrong = [row for row in rows if row["status"] != Status.RECEIVED]
    nights = {(row["room"], row["gaming_date"]) for row in wrong if row["feed"] == "night"}
    # Of a night that did not come at all there is one thing to say.
    wrong = [row for row in wrong if row["feed"] == "night" or (row["room"], row["gaming_date"]) not in nights]
    order = {status: place for place, status in enumerate(TROUBLE)}
    feeds = {feed: place for place, feed in enumerate(NAMES)}

    def key(row: Mapping[str, Any]) -> tuple[int, date, str, int]:
        return order[Status(row["status"])], row["gaming_date"], row["room"], feeds[row["feed"]]

    found = []
    for _, group in groupby(sorted(wrong, key=lambda row: (*key(row), row["table"] or "")), key=key):
        found.append(_trouble(list(group)))
    return found


def _trouble(rows: list[Mapping[str, Any]]) -> Trouble:
    one = rows[0]
    status, feed = Status(one["status"]), str(one["feed"])
    named = tuple(str(row["table"]) for row in rows if row["table"] is not None)
    if feed == "night":
        said = f"Nothing came of {one['room']}'s gaming day {one['gaming_date']}. It should exist: {one['why']}."
        brief = f"{one['room']} sent nothing"
    else:
        brief = _brief(one["room"], status, feed, named)
        said = f"{brief[:1].upper()}{brief[1:]}{_reasons(rows)}."
    return Trouble(
        one["room"], one["gaming_date"], feed, status, named, said, _blinds(status, feed, named),
        _todo(rows, status, feed), brief,
    )  # fmt: skip


def _reasons(rows: list[Mapping[str, Any]]) -> str:
    reasons = sorted({_cut(row["why"], 160) for row in rows if row["why"]})
    return f" ({'; '.join(reasons[:2])}{'; and more' if len(reasons) > 2 else ''})" if reasons else ""


def _brief(room: str, status: Status, feed: str, named: tuple[str, ...]) -> str:
    where = f"table {_cut(named[0])}" if len(named) == 1 else _listed(named) if named else room
    what, several = (NAMES[feed] if len(named) == 1 else PLURALS[feed]), len(named) != 1 or feed == "shuffler"
    have, are, were = ("have", "are", "were") if several else ("has", "is", "was")
    words = {
        Status.MISSING: f"{have} not come",
        Status.UNREADABLE: "came and cannot be read",
        Status.PARTIAL: f"{are} not whole",
        Status.LATE: "came late, after the day was first audited",
        Status.UNEXPECTED: f"{were} not expected",
    }
    return f"the {what} of {where} {words[status]}"


def headline(found: Iterable[Mapping[str, Any]], statuses: Container[str] = TROUBLE) -> str:
    """Troubles of these statuses in as few words as a subject line has: `1 hand log missing; nothing came from annex`.

    Each is a mapping with `room`, `feed`, `status` and `tables`, as `summary.json` keeps it.
    """
    said = []
    for one in found:
        feed, status, n = str(one["feed"]), Status(one["status"]), len(one["tables"])
        if status not in statuses:
            continue
        if feed == "night":
            said.append(f"nothing came from {one['room']}")
        elif feed == "shuffler":  # messages are not counted by tables
            said.append(f"{NAMES[feed]} of {n:,} table{'' if n == 1 else 's'} {IN_A_WORD[status]}")
        else:
            said.append(f"{n:,} {NAMES[feed] if n == 1 else PLURALS[feed]} {IN_A_WORD[status]}")
    return "; ".join(said)


def _cut(text: Any, most: int = 40) -> str:
    """Names come from the feeds: one of ten thousand letters must not hide what is said of it."""
    return str(text) if len(str(text)) <= most else f"{str(text)[: most - 1]}…"


def _listed(tables_named: tuple[str, ...]) -> str:
    names = [_cut(name) for name in tables_named]
    if len(names) <= _TABLES_NAMED:
        return f"tables {', '.join(names[:-1])} and {names[-1]}"
    return f"{len(names)} tables ({', '.join(names[:_TABLES_NAMED])} and {len(names) - _TABLES_NAMED} more)"


def _blinds(status: Status, feed: str, named: tuple[str, ...]) -> str:
    if status not in (Status.MISSING, Status.UNREADABLE) or feed == "drop":
        return ""
    if feed == "night":
        return "No check could be judged."
    at = "this table" if len(named) == 1 else f"{len(named)} tables"
    if feed == "hands":
        return f"No hand can be judged at {at}."
    return f"{code_ranges(codes_of_feed(feed))} cannot be judged at {at}."


def _todo(rows: list[Mapping[str, Any]], status: Status, feed: str) -> str:
    files = sorted({_cut(row["file"], 120) for row in rows if row["file"]})
    if status == Status.MISSING and feed == "night":
        return (
            "Send the day's files to landing/, then run `oddchip nightly`. If the room was closed, say so in open_days."
        )
    if status == Status.MISSING:
        listed = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
        what = listed or f"the *{ENDINGS[feed]} file{'s' if len(rows) > 1 else ''}"
        return f"Send {what} to landing/, then run `oddchip nightly`."
    if status == Status.UNREADABLE:
        return "Correct what quarantine names, send the file again, then run `oddchip nightly`."
    if status == Status.PARTIAL:
        return "Send the whole file again to landing/, then run `oddchip nightly`: what is known lands once."
    if status == Status.UNEXPECTED:
        return "Name the table in the house file, or find out why it plays."
    return ""


def code_ranges(codes: Iterable[str]) -> str:
    """Codes with runs drawn together: SC04, SC06–SC09."""
    runs: list[list[str]] = []
    for code in sorted(codes):
        if runs and runs[-1][-1][:2] == code[:2] and int(runs[-1][-1][2:]) + 1 == int(code[2:]):
            runs[-1].append(code)
        else:
            runs.append([code])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
