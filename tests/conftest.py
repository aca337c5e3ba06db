"""What all tests share: a small simulated day, and a data folder in which it was run."""

from __future__ import annotations

import datetime as dt
import os
import shutil
from pathlib import Path

import pytest

from tests.browsing import browser, opened

# Before anything imports Dagster or Great Expectations: no test calls out.
os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "yes")
os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")

__all__ = ["browser", "opened"]  # fixtures of all modules: a second browser of its own would not start in one process

# Files that take a minute or more. A worker has a file to itself; were one of these the last, the others would wait.
LONGEST = (
    "test_night_days", "test_pipeline", "test_month", "test_pages_in_browser", "test_film", "test_cases", "test_cli",
    "test_site_in_browser", "test_proof_panels", "test_chaos", "test_register", "test_same_bytes", "test_scoreboard",
    "test_messages", "test_tampering", "test_reaudit", "test_first_runs", "test_spark", "test_all_days",
    "test_new_check", "test_published", "test_law_changes", "test_verify_beside", "test_night_checks", "test_phh",
    "test_heads", "test_dev", "test_register_pages", "test_totals_agree", "test_oracle_agrees", "test_benchmark",
)  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long forms of proofs are left out, not skipped: what is skipped should have run and could not."""
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))
    if os.environ.get("ODDCHIP_SLOW"):
        return
    long = [item for item in items if item.get_closest_marker("long_form")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in set(long)]


SMALL_DAY = dt.date(2026, 1, 16)


@pytest.fixture(scope="session")
def small_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated room day of a few tables, with labelled errors. Read it, do not write into it."""
    from pipelines.simulator import simulate

    folder = tmp_path_factory.mktemp("small") / "day"
    simulate(folder, SMALL_DAY, tables=4, hands=600, seed=3, errors=0.05, each=2)
    return folder


def landed(day: Path, root: Path) -> Path:
    """A data folder in whose landing folder the files of a simulated day lie."""
    (root / "landing").mkdir(parents=True)
    for path in sorted(day.iterdir()):
        if path.name == "house.toml":
            shutil.copy(path, root / path.name)
        elif path.name != "labels.parquet":
            shutil.copy(path, root / "landing" / path.name)
    return root


@pytest.fixture
def data(small_day: Path, tmp_path: Path) -> Path:
    """A fresh data folder into which the small day has arrived, and nothing was run."""
    return landed(small_day, tmp_path / "data")


@pytest.fixture(scope="session")
def night(small_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which the small day was run through the nightly job. Read it, do not write into it."""
    from pipelines.cli import main

    root = landed(small_day, tmp_path_factory.mktemp("night") / "data")
    assert main(["nightly", "--data", str(root)]) == 0
    return root
