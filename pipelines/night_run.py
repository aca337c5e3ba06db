"""The nightly job, run in this process: what `oddchip nightly` and the demo do."""

from __future__ import annotations

import datetime as dt
import logging
import os
import warnings
from pathlib import Path

from pipelines.errors import InputError
from pipelines.folders import Folders

GATE_CLOSED = "DagsterAssetCheckFailedError"  # Dagster does not export it
INSTANCE = """\
# Written by oddchip. Runs, events and schedules are kept beside this file.
telemetry:
  enabled: false
"""


def dagster_home(folders: Folders) -> Path:
    """Dagster's own folder, with telemetry off."""
    folders.dagster.mkdir(parents=True, exist_ok=True)
    settings = folders.dagster / "dagster.yaml"
    if not settings.exists():
        settings.write_text(INSTANCE, encoding="utf-8")
    return folders.dagster


def run_nightly(folders: Folders, day: dt.date, room: str | None = None) -> None:
    """Runs the nightly job for a gaming day; raises what a step raised, or InputError where the gate closed."""
    os.environ["DAGSTER_DISABLE_TELEMETRY"] = "yes"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # previews and betas of Dagster's own modules
        import dagster as dg

        from pipelines.definitions import NIGHTLY, build_definitions
        from pipelines.resources import RoomData

        room_data = RoomData(data=str(folders.root.resolve()), house=str(folders.house().resolve()), room=room or "")
        job = build_definitions(room_data, wanted=day).resolve_job_def(NIGHTLY)
        logging.getLogger("dagster").setLevel(logging.CRITICAL)
        with dg.DagsterInstance.from_config(str(dagster_home(folders).resolve())) as instance:
            try:
                job.execute_in_process(
                    instance=instance,
                    partition_key=day.isoformat(),
                    run_config={"loggers": {"terse": {}}},
                    tags={"oddchip/started_by": "command line"},
                )
            except dg.DagsterError as error:
                if type(error).__name__ != GATE_CLOSED:
                    raise
                raise InputError(
                    f"{day}: the quality gate held the day back (above); correct the files, land them and run again"
                ) from None
