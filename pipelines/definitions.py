"""The Dagster code location: `dagster dev -m pipelines.definitions`, or `oddchip dev`."""

import datetime as dt
import warnings
from collections.abc import Iterable

import dagster as dg

from pipelines.orchestration.assets import build_assets
from pipelines.orchestration.logs import terse_logger
from pipelines.orchestration.partitions import day_rooms
from pipelines.orchestration.resources import NoPickling, RoomData
from pipelines.orchestration.triggers import build_schedules, build_sensors

# Dagster makes the tag `dagster/partition/day` of every partition of two dimensions itself, and then warns of its name.
warnings.filterwarnings("ignore", message=r"Non-compliant tag keys like \['dagster/partition/")

NIGHTLY = "nightly"
LAND = "land"


def build_definitions(
    room_data: RoomData | None = None, wanted: Iterable[dt.date] = (), rooms: Iterable[str] = ()
) -> dg.Definitions:
    """Assets, jobs and triggers; `wanted` and `rooms` are gaming days and rooms that must be among the partitions."""
    room_data = room_data or RoomData()
    where = room_data.folders()
    days = day_rooms(where, wanted, rooms)
    assets = build_assets(where, days)
    # eight steps cost half a second in one process and eleven in eight: the steps themselves are parallel where it pays
    executor = dg.in_process_executor
    nightly_job = dg.define_asset_job(
        NIGHTLY,
        selection=dg.AssetSelection.assets(*[key for asset in assets for key in asset.keys]),
        executor_def=executor,
        description="A room's gaming day from landed files to published pages.",
    )
    land_job = dg.define_asset_job(
        LAND,
        selection=dg.AssetSelection.assets("raw_files"),
        executor_def=executor,
        description="Takes what lies in the landing folder into the lake.",
    )
    return dg.Definitions(
        assets=assets,
        jobs=[nightly_job, land_job],
        schedules=build_schedules(NIGHTLY, where),
        sensors=build_sensors(LAND, NIGHTLY, where, days),
        resources={"room_data": room_data, "io_manager": NoPickling()},
        loggers={"terse": terse_logger},
        executor=executor,
    )


defs = build_definitions()
