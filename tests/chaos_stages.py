"""The stages of a night as `tests.chaos` runs them. Imported once by the server that the children are forked from."""

from __future__ import annotations

import datetime as dt
import os
import sys
from pathlib import Path

# Great Expectations brings PySpark, which takes a process whose main module has no file for a run of its own doctests
# and ends it. The server that children are forked from is such a process.
if not hasattr(sys.modules["__main__"], "__file__"):
    sys.modules["__main__"].__file__ = __file__

os.environ["GX_ANALYTICS_ENABLED"] = "false"
os.environ["POLARS_MAX_THREADS"] = "1"

import dagster  # noqa: F401
import great_expectations  # noqa: F401  these take seconds to load: not in every child

from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.night_run import run_nightly

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
