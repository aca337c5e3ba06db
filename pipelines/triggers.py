"""What starts a run: the clock after a room's gaming day closes, files that land, and days that need another look."""

import datetime as dt
import hashlib
import re
from collections.abc import Iterator

import dagster as dg

from parsers.house import HouseError, Room
from pipelines import nightly
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.partitions import key_of
from pipelines.resources import RoomData

MINUTES_AFTER_CLOSE = 60  # late boxes and the last logs come in within the hour
SENSOR_SECONDS = 60
NIGHT_TAG, STARTED_BY_TAG = "oddchip/night", "oddchip/started_by"


def rooms_of_house(where: Folders) -> dict[str, Room]:
    """The house file's rooms; none where there is no readable one, for the code location must load all the same."""
    try:
        return dict(nightly.read_house(where).rooms)
    except (HouseError, InputError, OSError):
        return {}


def build_schedules(job: str, where: Folders) -> list[dg.ScheduleDefinition]:
    """One schedule a room, in its own time zone, an hour after its gaming day closed; it runs the day that closed."""
    return [_schedule(job, name, room) for name, room in sorted(rooms_of_house(where).items())]


def _schedule(job: str, name: str, room: Room) -> dg.ScheduleDefinition:
    minutes = (room.starts_on(dt.date.today()) + MINUTES_AFTER_CLOSE) % (24 * 60)
    next_day = (room.starts_on(dt.date.today()) + MINUTES_AFTER_CLOSE) // (24 * 60)

    @dg.schedule(
        job_name=job,
        cron_schedule=f"{minutes % 60} {minutes // 60} * * *",
        execution_timezone=room.timezone.key,
        name="nightly_" + re.sub(r"[^A-Za-z0-9_]", "_", name),
        description=f"The gaming day of {name} that has just closed.",
    )
    def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
        at = context.scheduled_execution_time.astimezone(room.timezone)
        day = at.date() - dt.timedelta(days=1 + next_day)
        return dg.RunRequest(partition_key=key_of(day, name), tags=run_tags("schedule", day, name))

    return nightly_schedule


def run_tags(started_by: str, day: dt.date, room: str) -> dict[str, str]:
    """What a run is found by: Dagster gives runs no names, but its list shows their tags and filters by them."""
    return {NIGHT_TAG: f"{room} {day.isoformat()}", STARTED_BY_TAG: started_by}


def build_sensors(land_job: str, job: str) -> list[dg.SensorDefinition]:
    """Files that land are taken in; days whose data, house file or rules have changed are audited again."""

    @dg.sensor(job_name=land_job, minimum_interval_seconds=SENSOR_SECONDS, name="landing_sensor")
    def landing_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> dg.RunRequest | dg.SkipReason:
        waiting = nightly.unlanded_hashes(room_data.folders())
        if not waiting:
            return dg.SkipReason("nothing new in the landing folder")
        # by content, not by name: a corrected file under an old name is new, an old file under a new name is not
        key = hashlib.sha256("\n".join(waiting).encode()).hexdigest()
        return dg.RunRequest(run_key=key, tags={STARTED_BY_TAG: "landing"})

    @dg.sensor(job_name=job, minimum_interval_seconds=SENSOR_SECONDS, name="open_days_sensor")
    def open_days_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> Iterator[dg.RunRequest]:
        for day, room, key, _ in nightly.open_days(room_data.folders()):
            yield dg.RunRequest(run_key=key, partition_key=key_of(day, room), tags=run_tags("open day", day, room))

    return [landing_sensor, open_days_sensor]
