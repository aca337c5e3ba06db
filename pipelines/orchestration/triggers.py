"""What starts a run: the clock after a room's gaming day closes, files that land, and days that need another look."""

import datetime as dt
import hashlib
import re
from typing import Any

import dagster as dg

from parsers.house import Room
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.houses import MINUTES_A_DAY, MINUTES_AFTER_CLOSE, night_cron, rooms_of_house
from pipelines.orchestration.partitions import key_of
from pipelines.orchestration.resources import RoomData

SENSOR_SECONDS = 60
NIGHT_TAG, STARTED_BY_TAG = "oddchip/night", "oddchip/started_by"


def build_schedules(job: str, where: Folders) -> list[dg.ScheduleDefinition]:
    """One schedule a room, in its own time zone, an hour after its gaming day closed; it runs the day that closed."""
    return [_schedule(job, name, room) for name, room in sorted(rooms_of_house(where).items())]


def _schedule(job: str, name: str, room: Room) -> dg.ScheduleDefinition:
    starts = room.starts_on(dt.date.today())
    next_day = (starts + MINUTES_AFTER_CLOSE) // MINUTES_A_DAY
    closes = f"{starts // 60:02}:{starts % 60:02}"

    @dg.schedule(
        job_name=job,
        cron_schedule=night_cron(room),
        execution_timezone=room.timezone.key,
        name="nightly_" + re.sub(r"[^A-Za-z0-9_]", "_", name),
        description=(
            f"Runs the gaming day of {name} that has just closed: {MINUTES_AFTER_CLOSE} minutes after {closes} "
            f"on the room's clock ({room.timezone.key}), when late files have come."
        ),
        default_status=dg.DefaultScheduleStatus.RUNNING,  # a room of the house file is audited unless somebody stops it
    )
    def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
        at = context.scheduled_execution_time.astimezone(room.timezone)
        day = at.date() - dt.timedelta(days=1 + next_day)
        return dg.RunRequest(partition_key=key_of(day, name), tags=run_tags("schedule", day, name))

    return nightly_schedule


def run_tags(started_by: str, day: dt.date, room: str) -> dict[str, str]:
    """What a run is found by: Dagster gives runs no names, but its list shows their tags and filters by them."""
    return {NIGHT_TAG: f"{room} {day.isoformat()}", STARTED_BY_TAG: started_by}


def build_sensors(
    land_job: str, job: str, where: Folders, days: dg.PartitionsDefinition[Any]
) -> list[dg.SensorDefinition]:
    """Files that land are taken in; days whose data, house file or rules have changed are audited again.

    Both run from the start where there is a house file to run by, and wait to be turned on where there is none.
    """
    running, stopped = dg.DefaultSensorStatus.RUNNING, dg.DefaultSensorStatus.STOPPED
    status = running if rooms_of_house(where) else stopped
    return [_landing_sensor(land_job, status), _open_days_sensor(job, status, days)]


def _landing_sensor(job: str, status: dg.DefaultSensorStatus) -> dg.SensorDefinition:
    @dg.sensor(
        job_name=job,
        minimum_interval_seconds=SENSOR_SECONDS,
        name="landing_sensor",
        description="Takes in what lies in the landing folder and is not in the lake yet, by content and not by name.",
        default_status=status,
    )
    def landing_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> dg.RunRequest | dg.SkipReason:
        waiting = nightly.unlanded_hashes(room_data.folders())
        if not waiting:
            return dg.SkipReason("nothing new in the landing folder")
        # by content, not by name: a corrected file under an old name is new, an old file under a new name is not
        key = hashlib.sha256("\n".join(waiting).encode()).hexdigest()
        return dg.RunRequest(run_key=key, tags={STARTED_BY_TAG: "landing"})

    return landing_sensor


def _open_days_sensor(
    job: str, status: dg.DefaultSensorStatus, days: dg.PartitionsDefinition[Any]
) -> dg.SensorDefinition:
    @dg.sensor(
        job_name=job,
        minimum_interval_seconds=SENSOR_SECONDS,
        name="open_days_sensor",
        description="Runs every closed gaming day whose audit is not that of today's data, house file and rules.",
        default_status=status,
    )
    def open_days_sensor(context: dg.SensorEvaluationContext, room_data: RoomData) -> dg.SensorResult:
        requests, unknown = [], []
        for day, room, key, _ in nightly.open_days(room_data.folders()):
            if days.has_partition_key(key_of(day, room)):
                tags = run_tags("open day", day, room)
                requests.append(dg.RunRequest(run_key=key, partition_key=key_of(day, room), tags=tags))
            else:
                unknown.append(f"{room} {day}")
        if unknown:  # older than anything there was when the definitions were loaded
            why = f"{', '.join(unknown)}: landed since; reload the code location to run them"
            return dg.SensorResult(requests) if requests else dg.SensorResult(skip_reason=why)
        return dg.SensorResult(requests, skip_reason=None if requests else "every closed day is audited")

    return open_days_sensor
