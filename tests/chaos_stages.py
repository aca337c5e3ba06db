"""The stages of a night as `tests.chaos` runs them. Imported once by the server that the children are forked from."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

os.environ["GX_ANALYTICS_ENABLED"] = "false"
os.environ["POLARS_MAX_THREADS"] = "1"

import dagster  # noqa: F401  this and the gate's library take seconds to load: not in every child

from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.night_run import run_nightly
from warehouse.quality import load_great_expectations

load_great_expectations()

DAY = dt.date(2026, 1, 16)


def run_stage(root: Path, stage: str) -> None:
    folders = Folders(root)
    if stage == "ingest":
        nightly.land(folders)
    elif stage == "gate":
        nightly.gate_day(folders, DAY)
    elif stage == "audit":
        nightly.audit_day(folders, DAY)
    elif stage == "publish":
        nightly.build_warehouse(folders)
        nightly.publish_day(folders, DAY)
        nightly.morning(folders, DAY)
    elif stage == "night":
        run_nightly(folders, DAY)
    else:
        raise ValueError(f"{stage}: no such stage")
