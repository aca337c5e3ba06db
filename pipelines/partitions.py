"""The partition of every daily asset: a gaming day and a room."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from urllib.parse import quote, unquote

import dagster as dg

from parsers.house import HouseError
from pipelines import nightly
from pipelines.errors import InputError
from pipelines.folders import Folders
from warehouse.lake import LakeError
from warehouse.ledger import LedgerError

FIRST_DAY = dt.date(2015, 1, 1)  # earlier days widen the range when they are asked for
DAY, ROOM = "day", "room"
NO_ROOM = "no-room"  # where neither house file nor lake names one: the code location must load all the same


def gaming_days(wanted: Iterable[dt.date] = ()) -> dg.DailyPartitionsDefinition:
    """One partition a gaming day, up to today's and always with the `wanted` ones in it.

    A key is the day on which the gaming day began. Days run by the room's clock, so keys carry no time zone.
    """
    today = dt.datetime.now(dt.UTC).date()
    days = list(wanted)
    first = min([FIRST_DAY, *days])
    ahead = max(1, (max([today, *days]) - today).days + 1)
    return dg.DailyPartitionsDefinition(start_date=first.isoformat(), end_offset=ahead)


def known_rooms(where: Folders) -> list[str]:
    """The rooms of the house file, and those that sent data."""
    names: set[str] = set()
    try:
        names.update(nightly.read_house(where).rooms)
    except (HouseError, InputError, OSError):
        pass  # the code location must load before a house file is there
    try:
        names.update(room for _, room in nightly.open_lake(where).partitions(staged=True))
    except (LakeError, LedgerError, OSError):
        pass  # `oddchip verify` says what is wrong with it
    return sorted(names) or [NO_ROOM]


def room_key(room: str) -> str:
    """A room's name as a partition key: Dagster gives some characters a meaning of their own."""
    return quote(room, safe="").replace(".", "%2E")


def day_rooms(rooms: Iterable[str], wanted: Iterable[dt.date] = ()) -> dg.MultiPartitionsDefinition:
    """Gaming days by rooms."""
    keys = dg.StaticPartitionsDefinition([room_key(room) for room in rooms])
    return dg.MultiPartitionsDefinition({DAY: gaming_days(wanted), ROOM: keys})


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
