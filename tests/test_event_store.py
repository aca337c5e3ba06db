"""Dagster's records of a run are the same whether its files are kept open or opened at every event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.storage.event_log.sqlite import sqlite_event_log

from pipelines.folders import folders
from pipelines.orchestration.dagster_home import dagster_home
from pipelines.orchestration.event_store import KEPT_MOST, kept_open


@dg.asset
def thing() -> None:
    """An asset with a check, as the night has them."""


@dg.asset_check(asset=thing)  # type: ignore[arg-type]
def is_well() -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=True)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that Dagster's own code opens, in order."""
    met: list[str] = []
    create = vars(sqlite_event_log)["create_engine"]

    def counted(url: str, **more: Any) -> Any:
        met.append(url)
        return create(url, **more)

    monkeypatch.setattr(sqlite_event_log, "create_engine", counted)
    return met


@contextmanager
def instance_in(data: Path) -> Iterator[dg.DagsterInstance]:
    data.mkdir(exist_ok=True)
    with dg.DagsterInstance.from_config(str(dagster_home(folders(str(data))).resolve())) as instance:
        yield instance


def told(data: Path) -> list[list[str]]:
    """What a process that comes later reads of every run."""
    with instance_in(data) as instance:
        return [
            [entry.dagster_event_type.value for entry in instance.all_logs(run.run_id) if entry.dagster_event_type]
            for run in instance.get_runs()
        ]


@pytest.mark.parametrize("runs", [1, KEPT_MOST + 2])
def test_runs_are_told_the_same_and_no_journal_is_left(tmp_path: Path, opened: list[str], runs: int) -> None:
    for name in ("often", "kept"):
        with (
            instance_in(tmp_path / name) as instance,
            kept_open(instance) if name == "kept" else nullcontext(),
        ):
            opened.clear()
            for _ in range(runs):
                assert dg.materialize([thing, is_well], instance=instance).success
            own = [url for url in opened if not url.endswith("/index.db")]  # a look at all runs' tables opens that one
            assert bool(own) == (name == "often")
            assert instance.get_latest_materialization_event(thing.key) is not None
    assert told(tmp_path / "kept") == told(tmp_path / "often")
    assert len(told(tmp_path / "kept")) == runs and "ASSET_CHECK_EVALUATION" in told(tmp_path / "kept")[0]
    assert not list((tmp_path / "kept").rglob("*.db-wal"))


def test_a_store_that_is_replaced_meanwhile_is_opened_again(tmp_path: Path) -> None:
    with instance_in(tmp_path / "data") as instance, kept_open(instance):
        assert dg.materialize([thing, is_well], instance=instance).success
        instance.wipe()
        assert instance.get_runs() == []
        assert dg.materialize([thing, is_well], instance=instance).success
        assert len(instance.get_runs()) == 1
    assert len(told(tmp_path / "data")) == 1
