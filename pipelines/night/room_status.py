"""Is everything as it should be: the nights of two weeks, what did not come, what waits, what was not taken."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Final

from parsers.house import House
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.night.open_days import last_closed, open_days
from warehouse.arrivals import look
from warehouse.lake import Lake, Partition
from warehouse.register import Register
from warehouse.register_rows import Status, Trouble, headline, troubles

NIGHTS_SHOWN: Final = 14


@dataclass
class RoomStatus:
    """What `oddchip status` says. `needs` is what a person has to do something about."""

    nights: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def person_needed(self) -> bool:
        return bool(self.needs)


def room_status(folders: Folders) -> RoomStatus:
    """The state of a data folder, from its lake and its landing folder; nothing is changed."""
    lake, house = nightly.existing_lake(folders), nightly.read_house(folders)
    now = lake.ledger.now()
    status = RoomStatus()
    for room in sorted({*house.rooms, *(room for _, room in lake.partitions(staged=True))}):
        _room(status, lake, house, room, now)
    for one in open_days(lake, house, now):
        status.needs.append(f"{one.room} {one.day}: {one.why}. Run `oddchip nightly`.")
    audited = lake.snapshot().audits
    for absent in nightly.absent(folders):
        if (absent.due or absent.regular) and (absent.day, absent.room) not in audited:
            status.needs.append(absent.sentence())
    status.needs += _unread(Register(lake, lake.snapshot(), house))
    waiting = nightly.unlanded_hashes(folders)
    if waiting:
        status.needs.append(f"landing/: {len(waiting):,} files have not landed. Run `oddchip nightly`.")
    not_taken = look([folders.landing])[1] if folders.landing.is_dir() else []
    status.needs += [f"landing/{one.name}: not taken: {one.reason}." for one in not_taken]
    return status


def _unread(register: Register) -> list[str]:
    """Files of a feed that came and of which nothing could be read, unless one of the same name was read since."""
    raw = register.snapshot.raw
    read = {raw[sha].name for sha in register.fed if sha in raw}
    reasons = {row["sha256"]: row["reason"] for row in reversed(register.quarantined) if row["sha256"]}
    return [
        f"{file.name}: nothing in it could be read ({reasons[sha]}). Correct it, send it again, run `oddchip nightly`."
        for sha, file in sorted(raw.items(), key=lambda item: (item[1].name, item[0]))
        if sha in reasons and sha not in register.fed and file.name not in read
    ]


def _room(status: RoomStatus, lake: Lake, house: House, room: str, now: dt.datetime) -> None:
    snapshot = lake.snapshot()
    until = last_closed(house, room, now)
    held = {one for one in snapshot.pending() if one in snapshot.gates}
    days = {day for day, name in {*snapshot.partitions(staged=True), *snapshot.audits} if name == room}
    shown = sorted(day for day in days if day <= until)[-NIGHTS_SHOWN:]
    for day in shown:
        rows = lake.read("register", room, day).to_pylist()
        found = troubles(rows)
        status.nights.append(_night(lake, (day, room), found, held))
        status.needs += [f"{room} {day}: {one.line()}" for one in found if one.status != Status.LATE]
        status.notes += [f"{room} {day}: {one.said}" for one in found if one.status == Status.LATE]
        if (day, room) in held:
            status.needs.append(
                f"{room} {day}: the quality gate holds the day back. Look at reports/{day}/gate.html or the run's "
                "messages, correct the file, send it again and run `oddchip nightly`."
            )
    older = sorted(day for day in days if shown and day < shown[0])
    if older:
        status.notes.append(f"{room}: {len(older):,} earlier days, from {older[0]} on, are in the lake.")


def _night(lake: Lake, partition: Partition, found: list[Trouble], held: set[Partition]) -> str:
    day, room = partition
    snapshot = lake.snapshot()
    hands = sum(live.file.rows for live in snapshot.select("hands", room, day))
    findings = sum(live.file.rows for live in snapshot.select("findings", room, day))
    if partition in held:
        state = "held back by the gate"
    elif partition not in snapshot.audits:
        state = "not audited"
    elif any(one.feed == "night" for one in found):
        state = "did not come"
    elif wrong := [one for one in found if one.status != Status.LATE]:
        state = f"audited, {headline([vars(one) for one in wrong])}"
    elif found:
        state = "audited, everything came, some of it late"
    else:
        state = "audited, everything came"
    return f"{day}  {room:<12}  {hands:>8,} hands  {findings:>6,} findings  {state}"
