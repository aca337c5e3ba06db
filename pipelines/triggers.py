"""What starts a run: the clock after the gaming day closes, files that land, and days that need another look."""

import datetime as dt
import hashlib
from collections.abc import Iterator

import dagster as dg

from parsers.house import House, HouseError
from pipelines import nightly
from pipelines.errors import InputError
from pipelines.folders import folders
from pipelines.resources import RoomData

MINUTES_AFTER_CLOSE = 60  # late boxes and the last logs come in within the hour
SENSOR_SECONDS = 60
DEFAULT_CLOSE = (6, "UTC")


def closing_time() -> tuple[int, int, str]:
    """Hour, minute and time zone at which the night may run: an hour after the last room's gaming day ends."""
    try:
        house: House | None = nightly.read_house(folders())
    except (HouseError, InputError, OSError):
        house = None  # the code location must load before a house file is there
    if house is None or not house.rooms:
        hour, zone = DEFAULT_CLOSE
        minutes = hour * 60
    else:
        room = max(house.rooms.values(), key=lambda r: r.instant(dt.date(2026, 1, 1), r.day_starts_min))
        minutes, zone = room.day_starts_min, room.timezone.key
    minutes = (minutes + MINUTES_AFTER_CLOSE) % (24 * 60)
    return minutes // 60, minutes % 60, zone


def build_schedule(job: str) -> dg.ScheduleDefinition:
    """The nightly schedule, in the room's own time zone; the day it runs for is the one that just closed."""
    hour, minute, zone = closing_time()

    @dg.schedule(job_name=job, cron_schedule=f"{minute} {hour} * * *", execution_timezone=zone, name="nightly_schedule")
    def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
        day = context.scheduled_execution_time.date() - dt.timedelta(days=1)
        return dg.RunRequest(partition_key=day.isoformat(), tags={"oddchip/started_by": "schedule"})

    return nightly_schedule


def build_sensors(land_job: str, job: str) -> list[dg.SensorDefinition]:
    """Files that land are taken in; days whose data, house file or rules have changed are audited again."""

    @dg.sensor(job_name=land_job, minimum_interval_seconds=SENSOR_SECONDS, name="landing_sensor")
    def landing_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> dg.RunRequest | dg.SkipReason:
        waiting = nightly.unlanded_hashes(room_data.folders())
        if not waiting:
            return dg.SkipReason("nothing new in the landing folder")
        # by content, not by name: a corrected file under an old name is new, an old file under a new name is not
        key = hashlib.sha256("\n".join(waiting).encode()).hexdigest()
        return dg.RunRequest(run_key=key, tags={"oddchip/started_by": "landing"})

    @dg.sensor(job_name=job, minimum_interval_seconds=SENSOR_SECONDS, name="open_days_sensor")
    def open_days_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> Iterator[dg.RunRequest]:
        for day, key in nightly.open_days(room_data.folders()):
            yield dg.RunRequest(run_key=key, partition_key=day.isoformat(), tags={"oddchip/started_by": "open day"})

    return [landing_sensor, open_days_sensor]
