"""What the definitions need of a house file that may not be there yet: the code location must load all the same."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from checks.law.rulebook import RulebookError
from parsers.house import HouseError, Room
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.night import nightly

MINUTES_AFTER_CLOSE = 60  # late boxes and the last logs come in within the hour
MINUTES_A_DAY = 24 * 60


def rooms_of_house(where: Folders) -> dict[str, Room]:
    """The house file's rooms in its order; none where there is no readable one."""
    try:
        return dict(nightly.read_house(where).rooms)
    except (HouseError, RulebookError, InputError, OSError):
        return {}


def first_room(where: Folders) -> Room | None:
    """The room that a house file names first: where one clock must serve all rooms, it is this room's."""
    return next(iter(rooms_of_house(where).values()), None)


def zone_of(where: Folders) -> ZoneInfo:
    room = first_room(where)
    return ZoneInfo("UTC") if room is None else room.timezone


def night_cron(room: Room, minutes_after_close: int = MINUTES_AFTER_CLOSE) -> str:
    """Every day, so many minutes after the room's gaming day closed, on the room's clock."""
    minutes = (room.starts_on(dt.date.today()) + minutes_after_close) % MINUTES_A_DAY
    return f"{minutes % 60} {minutes // 60} * * *"
