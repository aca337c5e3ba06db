"""Which room days a night has to run, and which nights should exist and did not come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from parsers.house import House
from pipelines.auditing.lake_audit import partition_evidence
from warehouse.lake import Lake, Partition
from warehouse.register import DAYS_LEAST, Register


class OpenDay(NamedTuple):
    """A closed gaming day of a room whose audit is not that of today's data, house file and rules."""

    day: dt.date
    room: str
    key: str  # tells one reason to run it from another
    why: str


def last_closed(house: House, room: str, now: dt.datetime) -> dt.date:
    """The last gaming day of a room that is over."""
    place = house.rooms.get(room)
    return (place.gaming_date(now) if place else now.date()) - dt.timedelta(days=1)


def open_days(lake: Lake, house: House, now: dt.datetime, only: str | None = None) -> list[OpenDay]:
    """Every open room day, in order of day and room: new, late and corrected files, changed law, nights that lack."""
    snapshot = lake.snapshot()
    register = Register(lake, snapshot, house)
    partitions, pending = snapshot.partitions(staged=True), set(snapshot.pending())
    lacking = set(missing_nights(register, now))
    found = []
    for day, room in sorted({*partitions, *lacking}):
        if only not in (None, room) or day > last_closed(house, room, now):
            continue  # another room's, or still being played
        due = partition_evidence(register, room, day, staged=True).audit_id
        came = (day, room) not in lacking
        gated = not came or ((day, room) in snapshot.gates and (day, room) not in pending)
        if snapshot.audits.get((day, room)) != due or not gated:
            found.append(OpenDay(day, room, f"{day}:{room}:{due}", _why((day, room), came, snapshot.audits)))
    return found


def missing_nights(register: Register, now: dt.datetime, only: str | None = None) -> list[Partition]:
    """Closed gaming days that should exist and of which nothing came, in order."""
    house = register.house
    rooms = {room for _, room in register.snapshot.partitions(staged=True)} | set(house.rooms)
    return sorted(
        (day, room)
        for room in rooms
        if only in (None, room)
        for day in register.nights_missing(room, last_closed(house, room, now))
    )


def _why(partition: Partition, came: bool, audits: dict[Partition, str]) -> str:
    if not came:
        return "it should exist, and nothing came"
    return "files, house file or rules changed since its audit" if partition in audits else "not audited yet"


@dataclass(frozen=True)
class Absent:
    """A room whose last closed gaming day did not come."""

    room: str
    day: dt.date
    last: dt.date | None  # the last day of which anything came
    due: bool  # the house file or the last two weeks say that it should have
    regular: bool  # the room has sent enough days to be known for playing

    def sentence(self) -> str:
        came = "no gaming day has ever come" if self.last is None else f"the last that came is {self.last}"
        should = "should exist and nothing of it came" if self.due else "has not come"
        return (
            f"{self.room}: the gaming day {self.day} {should}; {came}. "
            "Put the room's files into landing/ and run `oddchip nightly` again."
        )


def absent_nights(lake: Lake, house: House, now: dt.datetime, only: str | None = None) -> Iterator[Absent]:
    """The rooms of the house file of whose last closed gaming day nothing came, and which were not closed that day."""
    register = Register(lake, lake.snapshot(), house)
    for room in sorted(house.rooms):
        if only not in (None, room):
            continue
        day = last_closed(house, room, now)
        if register.came(day, room) or house.rooms[room].opens_on(day) is False:
            continue
        days = [one for one in register.days(room) if one <= day]
        regular = len(days) >= DAYS_LEAST
        yield Absent(room, day, days[-1] if days else None, register.plays(day, room), regular)
