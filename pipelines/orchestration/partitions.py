"""The partition of every daily asset: a gaming day and a room."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from urllib.parse import quote, unquote
from zoneinfo import ZoneInfo

import dagster as dg

from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.houses import rooms_of_house, zone_of
from warehouse.lake import LakeError, Partition
from warehouse.ledger import LedgerError

DAYS_BACK = 3  # the last days are there whatever has landed: a schedule asks for the one that has just closed
DAY, ROOM = "day", "room"
NO_ROOM = "no-room"  # where neither house file nor lake names one: the code location must load all the same


def gaming_days(zone: ZoneInfo, days: Iterable[dt.date]) -> dg.DailyPartitionsDefinition:
    """One partition a gaming day: from the first of `days`, or a few days back, to today, and always with all of them.

    A key is the day on which the gaming day began. Dagster asks for one clock: a house with rooms in several zones gets
    that of the room it names first. It decides only when today's partition appears; schedules go by each room's clock.
    """
    today = dt.datetime.now(zone).date()
    known = {*days, today, today - dt.timedelta(days=DAYS_BACK)}
    ahead = (max(known) - today).days + 1
    return dg.DailyPartitionsDefinition(start_date=min(known).isoformat(), timezone=zone.key, end_offset=ahead)


def landed_nights(where: Folders) -> list[Partition]:
    """The gaming days and rooms that sent data; none where the lake cannot be read."""
    try:
        return nightly.open_lake(where).partitions(staged=True)
    except (LakeError, LedgerError, OSError):
        return []  # `oddchip verify` says what is wrong with it


def room_key(room: str) -> str:
    """A room's name as a partition key: Dagster gives some characters a meaning of their own."""
    return quote(room, safe="").replace(".", "%2E")


def day_rooms(where: Folders, days: Iterable[dt.date] = (), rooms: Iterable[str] = ()) -> dg.MultiPartitionsDefinition:
    """Gaming days by rooms: those that landed, the rooms of the house file, and the `days` and `rooms` asked for."""
    landed = landed_nights(where)
    names = {*rooms_of_house(where), *(room for _, room in landed), *rooms}
    keys = dg.StaticPartitionsDefinition([room_key(room) for room in sorted(names) or [NO_ROOM]])
    return dg.MultiPartitionsDefinition(
        {DAY: gaming_days(zone_of(where), {*(day for day, _ in landed), *days}), ROOM: keys}
    )


def key_of(day: dt.date, room: str) -> dg.MultiPartitionKey:
    return dg.MultiPartitionKey({DAY: day.isoformat(), ROOM: room_key(room)})


def day_and_room(context: dg.AssetExecutionContext) -> tuple[dt.date, str]:
    """The gaming day and the room that this run is for."""
    key = context.partition_key
    assert isinstance(key, dg.MultiPartitionKey)
    return dt.date.fromisoformat(key.keys_by_dimension[DAY]), unquote(key.keys_by_dimension[ROOM])


def night_of(context: dg.AssetExecutionContext) -> tuple[dt.date, str] | None:
    """The same for an asset that has no partitions itself: none where its run has none."""
    key = context.run.tags.get(f"dagster/partition/{DAY}"), context.run.tags.get(f"dagster/partition/{ROOM}")
    return None if key[0] is None or key[1] is None else (dt.date.fromisoformat(key[0]), unquote(key[1]))
