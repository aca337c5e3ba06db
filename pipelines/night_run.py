"""The nightly job, run in this process: what `oddchip nightly` and the demo do."""

from __future__ import annotations

import datetime as dt
import logging
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from pipelines import nightly
from pipelines.dagster_home import dagster_home
from pipelines.errors import InputError
from pipelines.folders import Folders

GATE_CLOSED = "DagsterAssetCheckFailedError"  # Dagster does not export it
JUDGED = ("hands", "downs", "shuffles", "findings")
PUBLISHED = ("dashboards", "morning_mail")


def run_nightly(
    folders: Folders, first: dt.date, room: str | None = None, last: dt.date | None = None
) -> list[dt.date]:
    """Runs the nightly job for a gaming day, or for every one from `first` to `last` that has data; the days it ran.

    Raises what a step raised, or InputError where the gate held back everything. Each room's day is a run of its own;
    the DuckDB file is built once, after the last of them.
    """
    os.environ["DAGSTER_DISABLE_TELEMETRY"] = "yes"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # previews and betas of Dagster's own modules
        import dagster as dg

        from pipelines.definitions import LAND, NIGHTLY, build_definitions
        from pipelines.resources import RoomData

        logging.getLogger("dagster").setLevel(logging.CRITICAL)
        room_data = RoomData(data=str(folders.root.resolve()), house=str(folders.house().resolve()))
        with dg.DagsterInstance.from_config(str(dagster_home(folders).resolve())) as instance:
            run = _Runner(instance, build_definitions(room_data))
            run.job(LAND)
            wanted = _partitions(folders, first, last or first, room)
            days = sorted({day for day, _ in wanted})
            run = _Runner(instance, build_definitions(room_data, wanted=days, rooms={name for _, name in wanted}))
            open_to = [one for one in wanted if run.job(NIGHTLY, one, JUDGED)]
            if not open_to:
                raise InputError(
                    f"{days[0]}: the quality gate held the day back (above); correct the files, land them and run again"
                )
            run.job(NIGHTLY, open_to[-1], ("marts",))
            publish = dict(open_to)  # a day's pages show all its rooms
            for day, name in sorted(publish.items()):
                run.job(NIGHTLY, (day, name), PUBLISHED)
            for day, name in sorted(set(wanted) - set(open_to)):
                print(f"  {day} {name}: held back by the quality gate; the other rooms went on", file=sys.stderr)
    return sorted(publish)


def _partitions(folders: Folders, first: dt.date, last: dt.date, room: str | None) -> list[tuple[dt.date, str]]:
    found = [
        (day, name)
        for day, name in nightly.open_lake(folders).partitions(staged=True)
        if first <= day <= last and room in (None, name)
    ]
    if not found:
        span = f"{first}" if first == last else f"{first} to {last}"
        raise InputError(f"{span}: nothing has landed for {room or 'this gaming day'}; put the files into landing/")
    return found


class _Runner:
    """Runs jobs in this process, with one line a step on the terminal."""

    def __init__(self, instance: Any, definitions: Any) -> None:
        self._instance, self._definitions = instance, definitions

    def job(self, name: str, partition: tuple[dt.date, str] | None = None, assets: Sequence[str] = ()) -> bool:
        """Runs a job, or some of its assets; False where the quality gate closed."""
        import dagster as dg

        from pipelines.partitions import key_of
        from pipelines.triggers import run_tags

        tags = run_tags("command line", *partition) if partition else {"oddchip/started_by": "command line"}
        try:
            self._definitions.resolve_job_def(name).execute_in_process(
                instance=self._instance,
                partition_key=key_of(*partition) if partition else None,
                run_config={"loggers": {"terse": {}}},
                tags=tags,
                asset_selection=[dg.AssetKey(asset) for asset in assets] or None,
            )
        except dg.DagsterError as error:
            if type(error).__name__ != GATE_CLOSED:
                raise
            return False
        return True
