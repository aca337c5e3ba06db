"""The nightly run: the graph, its partitions and triggers, and what running it does to the data folder."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import dagster as dg
import pyarrow.parquet as pq
import pytest

from pipelines import nightly
from pipelines.cli import BAD_INPUT, OK, main
from pipelines.definitions import NIGHTLY, build_definitions
from pipelines.folders import Folders
from pipelines.night_run import dagster_home
from pipelines.resources import RoomData
from warehouse import expectations
from warehouse.lake import Lake

DAY = dt.date(2026, 1, 16)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def run_job(data: Path, day: dt.date = DAY) -> dg.ExecuteInProcessResult:
    """The nightly job on an instance of its own, errors kept in the result."""
    definitions = build_definitions(RoomData(data=str(data)), wanted=day)
    with dg.DagsterInstance.ephemeral() as instance:
        return definitions.resolve_job_def(NIGHTLY).execute_in_process(
            instance=instance,
            partition_key=day.isoformat(),
            run_config={"loggers": {"terse": {}}},
            raise_on_error=False,
        )


def expect_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gate that this day cannot pass: no table seats one player only."""
    suite = expectations.SUITES["hands"]
    hopeless = expectations.Expectation(
        "hands",
        "one seat a hand",
        "ExpectColumnValuesToBeBetween",
        expectations.BLOCKING,
        {"column": "n_seats", "min_value": 1, "max_value": 1},
    )
    monkeypatch.setitem(expectations.SUITES, "hands", lambda room, day: [*suite(room, day), hopeless])


def test_the_graph_is_the_path_of_the_data() -> None:
    graph = build_definitions().resolve_asset_graph()
    parents = {
        key.to_user_string(): {p.to_user_string() for p in graph.get(key).parent_keys}
        for key in graph.get_all_asset_keys()
    }
    assert parents == {
        "raw_files": set(),
        "hands": {"raw_files"},
        "downs": {"raw_files"},
        "shuffles": {"raw_files"},
        "findings": {"hands", "downs", "shuffles"},
        "marts": {"findings"},
        "dashboards": {"marts"},
    }


def test_every_asset_says_its_grain_and_every_feed_has_a_blocking_gate() -> None:
    definitions = build_definitions()
    for spec in definitions.resolve_all_asset_specs():
        assert spec.description
    checks = {
        c.asset_key.to_user_string(): c.blocking
        for a in definitions.assets or []
        for c in getattr(a, "check_specs", [])
    }
    assert checks == {"hands": True, "downs": True, "shuffles": True}


def test_the_definitions_load_without_a_house_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDCHIP_DATA", str(tmp_path))
    definitions = build_definitions()
    dg.Definitions.validate_loadable(definitions)


def test_a_day_outside_the_usual_range_can_be_run() -> None:
    for day in (dt.date(1999, 12, 31), dt.datetime.now(dt.UTC).date() + dt.timedelta(days=40)):
        job = build_definitions(wanted=day).resolve_job_def(NIGHTLY)
        assert job.partitions_def is not None
        assert job.partitions_def.has_partition_key(day.isoformat())


def test_the_schedule_runs_after_the_gaming_day_closes_in_the_rooms_time_zone(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODDCHIP_DATA", str(data))
    definitions = build_definitions()
    schedule = definitions.resolve_schedule_def("nightly_schedule")
    room = next(iter(nightly.read_house(Folders(data)).rooms.values()))
    assert schedule.execution_timezone == room.timezone.key
    assert schedule.cron_schedule == f"{room.day_starts_min % 60} {(room.day_starts_min // 60 + 1) % 24} * * *"
    at = dt.datetime(2026, 1, 17, 15, 0, tzinfo=dt.UTC)
    context = dg.build_schedule_context(
        scheduled_execution_time=at.astimezone(room.timezone), repository_def=definitions.get_repository_def()
    )
    result = schedule.evaluate_tick(context)
    assert result.run_requests
    assert result.run_requests[0].partition_key == "2026-01-16"


def test_the_sensor_goes_by_content_not_by_name(data: Path) -> None:
    folders = Folders(data)
    waiting = nightly.unlanded_hashes(folders)
    log = next((data / "landing").glob("*.hands.jsonl*"))
    shutil.copy(log, log.with_name(f"again-{log.name}"))
    assert nightly.unlanded_hashes(folders) == waiting
    nightly.land(folders)
    assert nightly.unlanded_hashes(folders) == []
    log.write_bytes(log.read_bytes() + b"\n")
    assert len(nightly.unlanded_hashes(folders)) == 1


def test_the_sensors_ask_for_runs_until_the_day_is_audited(data: Path) -> None:
    definitions = build_definitions(RoomData(data=str(data)))
    with dg.DagsterInstance.ephemeral() as instance:
        resources = {"room_data": RoomData(data=str(data))}

        def requests(name: str) -> list[dg.RunRequest]:
            context = dg.build_sensor_context(instance=instance, resources=resources, definitions=definitions)
            return list(definitions.resolve_sensor_def(name).evaluate_tick(context).run_requests or [])

        assert len(requests("landing_sensor")) == 1
        assert requests("open_days_sensor") == []
        nightly.land(Folders(data))
        assert requests("landing_sensor") == []
        assert [r.partition_key for r in requests("open_days_sensor")] == ["2026-01-16"]
    assert run_job(data).success
    assert nightly.open_days(Folders(data)) == []


def test_a_night_lands_gates_audits_builds_and_publishes(night: Path) -> None:
    lake = Lake(night / "lake")
    assert lake.pending() == []
    assert len(lake.read("findings", gaming_date=DAY)) > 0
    assert (night / "warehouse.duckdb").is_file()
    assert (night / "reports" / "2026-01-16" / "index.html").is_file()
    assert lake.verify() == []


def test_the_night_finds_what_the_audit_of_the_files_finds(small_day: Path, night: Path, tmp_path: Path) -> None:
    assert main(["audit", str(small_day), "--out", str(tmp_path / "out")]) == OK
    alone = pq.read_table(tmp_path / "out" / "findings.parquet").drop_columns(["audit_id"])
    lake = Lake(night / "lake").read("findings").drop_columns(["audit_id"])
    assert lake.to_pylist() == alone.to_pylist()


def test_every_label_is_found_and_nothing_else(small_day: Path, night: Path) -> None:
    from pipelines.scoreboard import score

    rows = score(pq.read_table(small_day / "labels.parquet"), Lake(night / "lake").read("findings"))
    assert [row for row in rows if row.missed or row.false] == []
    assert len(rows) > 15


def test_running_the_night_twice_changes_no_byte_of_the_lake(night: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    before = tree(data / "lake")
    assert main(["nightly", "--data", str(data)]) == OK
    assert tree(data / "lake") == before


def test_a_deleted_warehouse_is_built_again_with_the_same_pages(night: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    before = tree(data / "reports")
    (data / "warehouse.duckdb").unlink()
    shutil.rmtree(data / "reports")
    assert main(["publish", "--data", str(data)]) == OK
    assert tree(data / "reports") == before


def test_a_late_file_is_audited_into_its_day(small_day: Path, data: Path) -> None:
    logs = sorted((data / "landing").glob("*.hands.jsonl*"))
    late = logs[-1] if len(logs) > 1 else None
    if late is None:
        lines = logs[0].read_bytes().splitlines(keepends=True)
        late_bytes = b"".join(lines[len(lines) // 2 :])
        logs[0].write_bytes(b"".join(lines[: len(lines) // 2]))
        late_name = logs[0].with_name(f"late-{logs[0].name}")
    else:
        late_bytes, late_name = late.read_bytes(), late
        late.unlink()
    assert main(["nightly", "--data", str(data)]) == OK
    first = Lake(data / "lake")
    hands, number = len(first.read("hands")), first.number()
    late_name.write_bytes(late_bytes)
    assert main(["nightly", "--data", str(data)]) == OK
    lake = Lake(data / "lake")
    assert len(lake.read("hands")) > hands
    assert len(lake.read("hand_facts")) == len(lake.read("hands"))
    assert len(lake.read("hand_facts", as_of=number)) == hands


def test_a_held_day_stops_the_run_and_nothing_downstream_reads_it(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_too_much(monkeypatch)
    result = run_job(data)
    assert not result.success
    assert Lake(data / "lake").partitions() == []
    assert len(Lake(data / "lake").read("findings")) == 0
    assert not (data / "reports").exists()
    capsys.readouterr()
    assert main(["nightly", "--data", str(data), "--date", "2026-01-16"]) == BAD_INPUT
    err = capsys.readouterr().err
    assert "quality gate" in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_step_that_returns_a_value_is_refused() -> None:
    from pipelines.resources import NoPickling

    @dg.asset
    def leaks() -> int:
        return 1

    with dg.DagsterInstance.ephemeral() as instance:
        result = dg.materialize(
            [leaks], resources={"io_manager": NoPickling()}, instance=instance, raise_on_error=False
        )
    assert not result.success


def test_dagster_keeps_its_records_in_the_data_folder_and_calls_nobody(night: Path, tmp_path: Path) -> None:
    assert (night / "dagster" / "history").is_dir()
    assert "enabled: false" in (dagster_home(Folders(tmp_path)) / "dagster.yaml").read_text()
