"""The register of feeds: what a room should have sent of a gaming day, what came, and what its absence hides.

What is due comes from the house file (`tables`, `open_days`, `feeds`, `counting_shuffler`), from the other feeds of the
day, and from the room's last two weeks. What came stands in the ledger, table by table. Nothing here reads a hand.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property
from statistics import median
from typing import Any, Final, TypeAlias

from checks.expected import MissingFeed
from parsers.house import House, Room
from warehouse.lake import Lake, LiveFile, Partition, Snapshot, spans_of
from warehouse.register_rows import Row, Status

WINDOW: Final = timedelta(days=14)
DAYS_LEAST: Final = 3  # of fewer recorded days nobody can say what is usual
USUAL_SHARE: Final = 0.6
ROWS_LOW: Final = 0.4  # of the usual rows: fewer are a part
EARLY_MOST: Final = timedelta(hours=3)
TABLE_OF: Final = {"hands": "hands", "downs": "downs", "shuffler": "shuffles", "drop": "drops"}  # feed to lake table

Place: TypeAlias = tuple[str, str]  # feed and table


@dataclass(frozen=True)
class Came:
    """What came of one feed of one table and gaming day."""

    rows: int = 0
    first: datetime | None = None
    last: datetime | None = None
    commits: frozenset[int] = frozenset()
    sources: frozenset[str] = frozenset()

    def joined(self, other: Came) -> Came:
        firsts = [at for at in (self.first, other.first) if at is not None]
        lasts = [at for at in (self.last, other.last) if at is not None]
        return Came(
            self.rows + other.rows,
            min(firsts, default=None),
            max(lasts, default=None),
            self.commits | other.commits,
            self.sources | other.sources,
        )


@dataclass
class Register:
    """The register of a lake as of one state of it; what it looked up once it remembers.

    Without a lake it is one of tables that were just read (`of_tables`): there is no history, and nothing is late.
    """

    lake: Lake | None
    snapshot: Snapshot
    house: House
    _came: dict[Partition, dict[Place, Came]] = field(default_factory=dict)
    _days: dict[str, list[date]] = field(default_factory=dict)
    _before: dict[Partition, list[date]] = field(default_factory=dict)

    @classmethod
    def of_tables(cls, house: House, came: dict[Partition, dict[Place, Came]]) -> Register:
        """The register of what was read from files."""
        return cls(None, Snapshot(), house, came)

    def came(self, day: date, room: str) -> dict[Place, Came]:
        """What came of a room's gaming day, by feed and table; waiting for the gate or promoted."""
        if not self._came:
            for live in self.snapshot.files.values():
                self._add(live)
        return self._came.get((day, room), {})

    def _add(self, live: LiveFile) -> None:
        file = live.file
        feed = next((name for name, table in TABLE_OF.items() if table == file.table), None)
        if self.lake is None or feed is None or file.gaming_date is None or file.room is None:
            return
        spans = file.spans or spans_of(self.lake.table_of(live), file.table)
        places = self._came.setdefault((file.gaming_date, file.room), {})
        for span in spans:
            part = Came(span.rows, span.first, span.last, frozenset({live.commit}), frozenset(file.sources))
            places[feed, span.table] = places.get((feed, span.table), Came()).joined(part)

    def days(self, room: str) -> list[date]:
        """The gaming days of which a room has sent anything, in order."""
        if room not in self._days:
            self.came(date.min, room)
            self._days[room] = sorted(day for day, name in self._came if name == room)
        return self._days[room]

    def before(self, day: date, room: str) -> list[date]:
        """The recorded days of the two weeks before a day."""
        if (day, room) not in self._before:
            days = self.days(room)
            self._before[day, room] = days[bisect_left(days, day - WINDOW) : bisect_left(days, day)]
        return self._before[day, room]

    # -- which nights --------------------------------------------------------------------------------------------------

    def plays(self, day: date, room: str) -> bool:
        """Whether a gaming day of the room should exist: the house file says so, or the last two weeks do."""
        place = self.house.rooms.get(room)
        if place is not None:
            opens = place.opens_on(day)
            if opens is not None:
                return opens
            if place.declared("tables", day) is not None:
                return True
        recorded = set(self.before(day, room))
        weekdays = [day - timedelta(days=7), day - timedelta(days=14)]
        closed = self.days(room) and self.days(room)[0] <= weekdays[-1] and not recorded & set(weekdays)
        return len(recorded) >= DAYS_LEAST and not closed

    def nights_missing(self, room: str, until: date) -> list[date]:
        """Gaming days up to `until` that should exist and of which nothing came.

        A room that stopped sending more than two weeks ago is missed as a room, not night by night.
        """
        days = self.days(room)
        place = self.house.rooms.get(room)
        declared = place is not None and ("tables" in place.expects or "open_days" in place.expects)
        if not days and not declared:
            return []
        first = min([*days, until - WINDOW + timedelta(days=1)]) if declared else days[0]
        last = until if declared or until - days[-1] <= WINDOW else days[-1]
        known, found, day = set(days), [], first
        while day <= last:
            if day not in known and self.plays(day, room):
                found.append(day)
            day += timedelta(days=1)
        return found

    # -- which feeds ---------------------------------------------------------------------------------------------------

    def rows(self, day: date, room: str) -> list[Row]:
        """One row a table and feed that came or should have come, in order, by what the ledger says of them.

        A night of which nothing came has one row without a table as well.
        """
        came, due = self.came(day, room), self._due(day, room)
        found = [self._row(day, room, place, came.get(place), due) for place in sorted({*came, *due})]
        if not came and self.plays(day, room):
            found.insert(0, Row(room, day, None, "night", Status.MISSING, why=self._night_why(day, room)))
        return found

    def _due(self, day: date, room: str) -> dict[Place, str]:
        """The feeds and tables that a day should have, each with the reason."""
        place = self.house.rooms.get(room)
        if place is not None and place.opens_on(day) is False:
            return {}
        due = self._usual(day, room)
        came = self.came(day, room)
        told = {table for feed, table in came if feed in ("downs", "shuffler")}
        for table in sorted(told):
            due.setdefault(("hands", table), "other feeds of the table came")
        if place is None:
            return due
        tables = place.declared("tables", day)
        for table in tables or ():
            due["hands", table] = "the house file names the table"
        playing = {table for feed, table in {*came, *due} if feed == "hands"}
        for feed in self._sent_by_all(place, day):
            for table in sorted(playing):
                due[feed, table] = "the house file expects them of every table"
        if tables is not None:
            due = {key: why for key, why in due.items() if key[1] in tables or key in came}
        return due

    def _sent_by_all(self, place: Room, day: date) -> list[str]:
        """The feeds that the house file expects of every table that plays."""
        counting = place.settings["counting_shuffler"].on(day) if "counting_shuffler" in place.settings else False
        declared = place.declared("feeds", day)
        if declared is not None:
            return [feed for feed in declared if feed != "hands"]
        return ["shuffler"] if counting else []

    def _usual(self, day: date, room: str) -> dict[Place, str]:
        recent = self.before(day, room)
        if len(recent) < DAYS_LEAST or not self.plays(day, room):
            return {}
        seen: dict[Place, set[date]] = {}
        for one in recent:
            for place in self.came(one, room):
                seen.setdefault(place, set()).add(one)
        weekday = [one for one in recent if one.weekday() == day.weekday()]
        found: dict[Place, str] = {}
        for place, days in seen.items():
            on_weekday = len(days & set(weekday))
            often = len(days) / len(recent) >= USUAL_SHARE and not (len(weekday) >= 2 and not on_weekday)
            if often or (len(weekday) >= 2 and on_weekday == len(weekday)):
                found[place] = f"it came on {len(days)} of the last {len(recent)} days"
        return found

    def _night_why(self, day: date, room: str) -> str:
        recent = self.before(day, room)
        place = self.house.rooms.get(room)
        if place is not None and (place.opens_on(day) or place.declared("tables", day) is not None):
            return "the house file says that the room plays"
        return f"{len(recent)} of the 14 days before came"

    def _row(self, day: date, room: str, place: Place, came: Came | None, due: dict[Place, str]) -> Row:
        feed, table = place
        if came is None:
            usual = self._usual_rows(day, room, place)
            row = Row(room, day, table, feed, Status.MISSING, why=due[place], usual_rows=usual)
            return replace(row, file=self._file_name(day, room, place))
        row = Row(room, day, table, feed, Status.RECEIVED, came.rows, came.first, came.last)
        unexpected = self._unexpected(day, room, table)
        if unexpected:
            return replace(row, status=Status.UNEXPECTED, why=unexpected)
        first_audit = self.snapshot.first_audits.get((day, room))
        part = self._part(day, room, place, came)
        if part:
            return replace(row, status=Status.PARTIAL, why=part, usual_rows=self._usual_rows(day, room, place))
        if first_audit is not None and min(came.commits) > first_audit:
            return replace(row, status=Status.LATE)
        return row

    def _unexpected(self, day: date, room: str, table: str) -> str:
        place = self.house.rooms.get(room)
        if place is None:
            return "the house file has no such room"
        tables = place.declared("tables", day)
        return "the house file does not name the table" if tables is not None and table not in tables else ""

    def _part(self, day: date, room: str, place: Place, came: Came) -> str:
        """Why what came is a part only, by what is usual for this table; empty where it is not."""
        recent = [(one, self.came(one, room).get(place)) for one in self.before(day, room)]
        known = [(one, seen) for one, seen in recent if seen is not None]
        if len(known) < DAYS_LEAST:
            return ""
        usual = median(seen.rows for _, seen in known)
        if came.rows < usual * ROWS_LOW:
            return f"{came.rows:,} rows came, usually it is {usual:,.0f}"
        ends = sorted(seen.last - _midnight(one, seen.last) for one, seen in known if seen.last is not None)
        if came.last is not None and len(ends) >= DAYS_LEAST:
            usually = ends[len(ends) // 2]
            early = usually - (came.last - _midnight(day, came.last))
            if early > EARLY_MOST:
                return f"its last row is {early.total_seconds() / 3600:.1f} hours earlier than usual"
        return ""

    def _usual_rows(self, day: date, room: str, place: Place) -> int | None:
        rows = [self.came(one, room)[place].rows for one in self.before(day, room) if place in self.came(one, room)]
        return int(median(rows)) if rows else None

    def _file_name(self, day: date, room: str, place: Place) -> str | None:
        """What the file would be called, by the last one of this table and feed; None where that is not sure."""
        feed, table = place
        for one in reversed(self.before(day, room)):
            came = self.came(one, room).get(place)
            raw = [self.snapshot.raw[sha] for sha in (came.sources if came else ())]
            names = sorted({file.name for file in raw if file.feed == TABLE_OF[feed]})
            own = [name for name in names if table in re.split(r"[^0-9A-Za-z]+", name)] or names
            if len(own) == 1:
                return own[0].replace(one.isoformat(), day.isoformat())
        return None

    @cached_property
    def fed(self) -> frozenset[str]:
        """The raw files of which anything landed."""
        return frozenset(sha for live in self.snapshot.files.values() for sha in live.file.sources)

    @cached_property
    def quarantined(self) -> list[dict[str, Any]]:
        """Every line and file in quarantine."""
        return [] if self.lake is None else self.lake.read("quarantine", as_of=self.snapshot.number).to_pylist()

    # -- what it hides -------------------------------------------------------------------------------------------------

    def missing(self, day: date, room: str, rows: Iterable[Row]) -> Iterator[MissingFeed]:
        """The feeds that keep checks from being judged, with how often they would have been asked."""
        came = self.came(day, room)
        for row in rows:
            if row.status not in (Status.MISSING, Status.UNREADABLE) or row.table is None or row.feed == "drop":
                continue
            dealt = came.get(("hands", row.table))
            hands = dealt.rows if dealt else self._usual_rows(day, room, ("hands", row.table))
            times = row.usual_rows if row.feed == "hands" else hands
            codes = self._codes(day, room, row.table) if row.feed == "hands" else None
            yield MissingFeed(room, row.table, day, row.feed, max(times or 1, 1), codes)

    def _codes(self, day: date, room: str, table: str) -> frozenset[str] | None:
        """The checks that were asked at a table when it was last audited; None where it never was."""
        lake = self.lake
        for one in reversed(self.before(day, room)):
            if lake is not None and (one, room) in self.snapshot.audits and ("hands", table) in self.came(one, room):
                asked = lake.read("coverage", room, one, as_of=self.snapshot.number, columns=["table", "code"])
                return frozenset(row["code"] for row in asked.to_pylist() if row["table"] == table) or None
        return None


def _midnight(day: date, beside: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=beside.tzinfo)
