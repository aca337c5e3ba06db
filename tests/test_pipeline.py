"""The nightly run: the graph, its partitions and triggers, and what running it does to the data folder."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pyarrow.parquet as pq
import pytest

from pipelines.cli import BAD_INPUT, OK, main
from pipelines.definitions import NIGHTLY, build_definitions
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.dagster_home import dagster_home
from pipelines.orchestration.feed_checks import TABLES_OF
from pipelines.orchestration.partitions import key_of
from pipelines.orchestration.resources import RoomData
from tests import pdf_text
from warehouse import expectations, tables
from warehouse.lake import Lake

DAY = dt.date(2026, 1, 16)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def room_of(data: Path) -> str:
    """The one room of the small day."""
    return next(iter(nightly.read_house(Folders(data)).rooms))


def run_job(data: Path, day: dt.date = DAY, assets: Sequence[str] = ()) -> dg.ExecuteInProcessResult:
    """The nightly job, or some of its assets, on an instance of its own, errors kept in the result."""
    definitions = build_definitions(RoomData(data=str(data)), wanted=[day])
    with dg.DagsterInstance.ephemeral() as instance:
        return definitions.resolve_job_def(NIGHTLY).execute_in_process(
            instance=instance,
            partition_key=key_of(day, room_of(data)),
            run_config={"loggers": {"terse": {}}},
            raise_on_error=False,
            asset_selection=[dg.AssetKey(asset) for asset in assets] or None,
        )


def expect_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gate that this day cannot pass: no table seats one player only."""
    suite = expectations.SUITES["hands"]
    hopeless = expectations.Expectation(
        "hands",
        "one_seat",
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
        "morning_mail": {"dashboards"},
    }


def test_every_asset_says_its_grain() -> None:
    for spec in build_definitions().resolve_all_asset_specs():
        assert spec.description and "Grain: " in spec.description, spec.key


def test_every_expectation_is_a_check_on_the_asset_of_its_feed() -> None:
    checks = {
        (c.asset_key.to_user_string(), c.name): c
        for a in build_definitions().assets or []
        for c in getattr(a, "check_specs", [])
    }
    assert all(c.description for c in checks.values())
    gate = {key: c.blocking for key, c in checks.items() if key[0] in TABLES_OF}
    expected = {
        (asset, f"{table}_{e.name}"): e.severity == expectations.BLOCKING
        for asset, of_it in TABLES_OF.items()
        for table in of_it
        for e in expectations.catalog(table)
    }
    came = {(asset, "everything_due_came"): False for asset in TABLES_OF}
    assert gate == expected | came | {(asset, "promoted"): True for asset in TABLES_OF}
    assert {key: c.blocking for key, c in checks.items() if key[0] not in TABLES_OF} == {
        ("findings", "coverage_usual"): False,
        ("findings", "findings_usual"): False,
        ("marts", "equal_to_the_lake"): True,
        ("dashboards", "links_lead_somewhere"): False,
    }


def test_a_check_says_what_it_saw_as_a_number_that_can_be_plotted(data: Path) -> None:
    (data / "landing").joinpath("x.csv").unlink(missing_ok=True)
    for path in (data / "landing").glob("*shuffl*"):
        path.unlink()
    result = run_job(data)
    assert result.success, "a feed that is not there does not fail the run"
    found = {(e.asset_key.to_user_string(), e.check_name): e for e in result.get_asset_check_evaluations()}
    hands = len(Lake(data / "lake").read("hands"))
    assert found["hands", "hands_some_rows"].metadata["observed"].value == hands
    assert found["hands", "hands_table_recorded"].metadata["observed"].value == 0
    absent = found["shuffles", "shuffles_table_recorded"]
    assert absent.passed and absent.metadata["seen"].value == "not applicable: this feed has no rows"
    few = found["hands", "hands_volume"]
    assert few.passed and "too few to say" in str(few.metadata["seen"].value)
    assert found["marts", "equal_to_the_lake"].passed
    assert int(str(found["dashboards", "links_lead_somewhere"].metadata["links"].value)) > 5


def test_a_feed_that_was_expected_and_did_not_come_fails_its_check(data: Path) -> None:
    from pipelines.orchestration import feed_checks

    for path in (data / "landing").glob("*.shuffler.csv"):
        path.unlink()  # the house file says that the shufflers count
    nightly.land(Folders(data))
    gate = nightly.DayGate([], [room_of(data)], [])
    results = list(feed_checks.feed_check_results("shuffles", gate, Folders(data), DAY, room_of(data)))
    failed = {r.check_name: r for r in results if not r.passed}
    assert set(failed) == {"everything_due_came", "shuffles_volume"}
    assert failed["everything_due_came"].severity == dg.AssetCheckSeverity.ERROR
    assert "have not come" in str(failed["everything_due_came"].metadata["said"].value)
    assert failed["everything_due_came"].metadata["observed"].value == 4.0


def test_a_held_day_fails_the_check_of_the_expectation_that_was_not_met(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_too_much(monkeypatch)
    result = run_job(data)
    failed = [e for e in result.get_asset_check_evaluations() if not e.passed and e.blocking]
    assert {e.severity for e in failed} == {dg.AssetCheckSeverity.ERROR}
    assert {e.check_name for e in failed} == {"promoted", "hands_one_seat"}
    assert {e.asset_key.to_user_string() for e in failed} == set(TABLES_OF), "every feed's asset says so"


def test_every_asset_shows_columns_place_code_and_page(night: Path) -> None:
    definitions = build_definitions(RoomData(data=str(night)))
    specs = {spec.key.to_user_string(): spec for spec in definitions.resolve_all_asset_specs()}
    for name in ("hands", "downs", "shuffles", "findings"):
        metadata = specs[name].metadata
        schema = metadata["dagster/column_schema"]
        schema = schema if isinstance(schema, dg.TableSchema) else schema.schema
        assert [c.name for c in schema.columns] == tables.ALL[name].names
        assert str(getattr(metadata["dagster/uri"], "value", metadata["dagster/uri"])).startswith("file:///")
    for name, spec in specs.items():
        (reference,) = spec.metadata["dagster/code_references"].code_references
        assert reference.file_path.endswith("pipelines/orchestration/assets.py") and reference.line_number, name
    room = nightly.read_house(Folders(night)).rooms[room_of(night)]
    for name in TABLES_OF:
        policy = specs[name].freshness_policy
        assert isinstance(policy, dg.FreshnessPolicy)
        assert policy == dg.FreshnessPolicy.cron(
            f"{room.starts_on(DAY) % 60} {room.starts_on(DAY) // 60 + 3} * * *",
            dt.timedelta(hours=3),
            room.timezone.key,
        )
    with dg.DagsterInstance.from_config(str((night / "dagster").resolve())) as instance:
        made = {name: instance.get_latest_materialization_event(dg.AssetKey(name)) for name in specs}
    shown = {name: event.asset_materialization.metadata for name, event in made.items() if event}  # type: ignore[union-attr]
    lake = Lake(night / "lake")
    for name in ("hands", "downs", "shuffles", "findings"):
        assert shown[name]["dagster/row_count"].value == len(lake.read(name)), name
        assert shown[name]["dagster/partition_row_count"].value == len(lake.read(name, room.id, DAY)), name
    assert shown["dashboards"]["page"].value == f"http://127.0.0.1:8600/{DAY}/index.html"
    assert main_help_port() == 8600


def main_help_port() -> int:
    """The port that `oddchip serve` takes when it is told none."""
    from pipelines.cli import build_parser

    return int(build_parser()[0].parse_args(["serve"]).port)


def test_the_definitions_load_without_a_house_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDCHIP_DATA", str(tmp_path))
    definitions = build_definitions()
    dg.Definitions.validate_loadable(definitions)


def test_a_day_outside_the_usual_range_can_be_run() -> None:
    for day in (dt.date(1999, 12, 31), dt.datetime.now(dt.UTC).date() + dt.timedelta(days=40)):
        job = build_definitions(wanted=[day], rooms=["a|b, ..."]).resolve_job_def(NIGHTLY)
        assert job.partitions_def is not None
        assert job.partitions_def.has_partition_key(key_of(day, "a|b, ..."))


def days_of(definitions: dg.Definitions) -> dg.DailyPartitionsDefinition:
    found = definitions.resolve_job_def(NIGHTLY).partitions_def
    assert isinstance(found, dg.MultiPartitionsDefinition)
    (days,) = [p.partitions_def for p in found.partitions_defs if p.name == "day"]
    assert isinstance(days, dg.DailyPartitionsDefinition)
    return days


def test_days_go_from_the_first_that_landed_to_today_on_the_rooms_clock(night: Path, data: Path) -> None:
    zone = nightly.read_house(Folders(night)).rooms[room_of(night)].timezone
    today = dt.datetime.now(zone).date()
    days = days_of(build_definitions(RoomData(data=str(night))))
    assert days.timezone == zone.key
    keys = days.get_partition_keys()
    assert (keys[0], keys[-1]) == (DAY.isoformat(), today.isoformat())
    empty = days_of(build_definitions(RoomData(data=str(data)))).get_partition_keys()
    assert len(empty) == 4 and empty[-1] == today.isoformat(), "nothing has landed: a few days back"


def test_schedules_and_sensors_run_from_the_start_and_say_what_they_do(data: Path, tmp_path: Path) -> None:
    definitions = build_definitions(RoomData(data=str(data)))
    schedule = definitions.resolve_schedule_def(f"nightly_{room_of(data)}")
    assert schedule.default_status == dg.DefaultScheduleStatus.RUNNING
    assert schedule.description and room_of(data) in schedule.description
    for name in ("landing_sensor", "open_days_sensor"):
        sensor = definitions.resolve_sensor_def(name)
        assert sensor.default_status == dg.DefaultSensorStatus.RUNNING and sensor.description
        bare = build_definitions(RoomData(data=str(tmp_path / "nothing"))).resolve_sensor_def(name)
        assert bare.default_status == dg.DefaultSensorStatus.STOPPED, "there is no house file to run by"


def test_the_schedule_runs_after_the_gaming_day_closes_in_the_rooms_time_zone(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODDCHIP_DATA", str(night))
    definitions = build_definitions()
    name, room = next(iter(nightly.read_house(Folders(night)).rooms.items()))
    schedule = definitions.resolve_schedule_def(f"nightly_{name}")
    assert schedule.execution_timezone == room.timezone.key
    starts = room.starts_on(DAY)
    assert schedule.cron_schedule == f"{starts % 60} {(starts // 60 + 1) % 24} * * *"
    at = dt.datetime(2026, 1, 17, 15, 0, tzinfo=dt.UTC)
    context = dg.build_schedule_context(
        scheduled_execution_time=at.astimezone(room.timezone), repository_def=definitions.get_repository_def()
    )
    result = schedule.evaluate_tick(context)
    assert result.run_requests
    assert result.run_requests[0].partition_key == key_of(DAY, name)


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
        assert requests("open_days_sensor") == [], "the day is older than the partitions that were loaded"
        definitions = build_definitions(RoomData(data=str(data)))
        assert [r.partition_key for r in requests("open_days_sensor")] == [key_of(DAY, room_of(data))]
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
    from pipelines.scoreboard.scoring import score

    rows = score(pq.read_table(small_day / "labels.parquet"), Lake(night / "lake").read("findings"))
    assert [row for row in rows if row.missed or row.false] == []
    assert len(rows) > 15


def test_running_the_night_twice_changes_no_byte_of_the_lake(night: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    before = tree(data / "lake")
    assert main(["nightly", "--data", str(data)]) == OK
    assert tree(data / "lake") == before


def test_two_nights_at_once_are_one_night(night: Path, data: Path) -> None:
    command = [sys.executable, "-m", "pipelines.cli", "nightly", "--data", str(data), "--date", DAY.isoformat()]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
    said = [process.communicate(timeout=1200)[0].decode() for process in both]
    assert [process.returncode for process in both] == [OK, OK], said
    once, twice = Lake(night / "lake"), Lake(data / "lake")
    assert sorted(path for path in twice.snapshot().files) == sorted(path for path in once.snapshot().files)
    assert [entry.kind for entry in twice.ledger.entries()] == [entry.kind for entry in once.ledger.entries()]
    assert twice.verify() == []
    page = (data / "reports" / DAY.isoformat() / "index.html").read_text()
    assert twice.head_to_print()[1] in page


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
    # The gate's check stops its own run only: a later one of what comes after it must find nothing to read either.
    assert run_job(data, assets=("findings", "marts")).success
    assert len(Lake(data / "lake").read("findings")) == 0
    with duckdb.connect(str(data / "warehouse.duckdb"), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM hands").fetchall() == [(0,)]
    capsys.readouterr()
    assert main(["nightly", "--data", str(data), "--date", "2026-01-16"]) == BAD_INPUT
    err = capsys.readouterr().err
    assert "quality gate" in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_step_that_returns_a_value_is_refused() -> None:
    from pipelines.orchestration.resources import NoPickling

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


def test_faults_that_pass_are_tried_again_and_bad_data_is_not(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno

    from pipelines.orchestration import retries

    monkeypatch.setattr(retries, "DELAY_SECONDS", 0.01)
    calls: list[str] = []
    land = nightly.land

    def flaky(folders: Folders) -> object:
        calls.append("land")
        if len(calls) < 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return land(folders)

    monkeypatch.setattr(nightly, "land", flaky)
    assert run_job(data).success
    assert len(calls) == 3

    def broken(folders: Folders) -> object:
        calls.append("broken")
        raise ValueError("this will be no better in a minute")

    monkeypatch.setattr(nightly, "land", broken)
    assert not run_job(data).success
    assert calls.count("broken") == 1


def test_the_mornings_files_say_what_the_night_found(night: Path) -> None:
    import csv
    import json

    folder = night / "reports" / "2026-01-16"
    summary = json.loads((folder / "summary.json").read_text())
    lake = Lake(night / "lake")
    findings = pq.read_table(folder / "findings.parquet")
    assert summary["chain"]["head"] == lake.head_to_print()[1]
    assert sum(summary["findings"].values()) == len(findings) == len(lake.read("findings"))
    with open(folder / "findings.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["code"] for row in rows] == findings["code"].to_pylist()
    room = summary["rooms"][0]
    assert room["audit_id"] and room["house_digest"] and room["rulebooks_digest"] and "+" in room["version"]
    assert room["inputs"] and all(sha in lake.snapshot().raw for sha in room["inputs"])
    assert lake.head_to_print()[1] in (folder / "index.html").read_text()
    page = (folder / "gate.html").read_text()
    assert lake.head_to_print()[1] in page
    assert "http" not in page.replace("http-equiv", "")
    for name in ("day-letter.pdf", "day-a4.pdf"):
        assert lake.head_to_print()[1] in pdf_text.text(folder / "paper" / name)


def test_a_spreadsheet_sees_no_formula() -> None:
    import pyarrow as pa

    from pipelines.night.put import csv_bytes

    cells = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "'x", "plain", "a=b", None]
    lines = csv_bytes(pa.table({"text": cells, "cents": [-5] * len(cells)})).decode().split("\r\n", 1)[1]
    import csv
    import io

    got = [row[0] for row in csv.reader(io.StringIO(lines, newline=""))]
    assert [cell[:1] for cell in got] == ["'"] * 8 + ["p", "a", ""]
    assert ",-5\r\n" in lines, "figures stay figures"


def test_those_who_are_named_are_told_once_and_nobody_else(night: Path, tmp_path: Path) -> None:
    import http.server
    import json
    import threading

    from pipelines.night.notify import NotTold, tell
    from pipelines.night.settings import Settings, load_settings

    summary = json.loads((night / "reports" / "2026-01-16" / "summary.json").read_text())
    assert load_settings(tmp_path / "nightly.toml") == Settings()
    assert tell(Settings(), summary, tmp_path / "told") == []
    got: list[bytes] = []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings = Settings(file=tmp_path / "out.json", webhook=f"http://127.0.0.1:{server.server_port}/")
        assert tell(settings, summary, tmp_path / "told") == ["file", "webhook"]
        assert tell(settings, summary, tmp_path / "told") == []
        assert tell(settings, {**summary, "hands": 1}, tmp_path / "told") == ["file", "webhook"]
        server.shutdown()
    assert len(got) == 2 and json.loads(got[0]) == summary
    with pytest.raises(NotTold, match="webhook"):
        tell(settings, {**summary, "hands": 2}, tmp_path / "told")
    assert json.loads((tmp_path / "out.json").read_text())["hands"] == 2


def test_a_mail_goes_out_with_the_summary(night: Path, tmp_path: Path) -> None:
    import json
    import socket
    import threading

    from pipelines.night.notify import tell
    from pipelines.night.settings import Settings

    summary = json.loads((night / "reports" / "2026-01-16" / "summary.json").read_text())
    said: list[str] = []
    server = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = server.accept()
        with connection, connection.makefile("rwb") as stream:

            def say(text: str) -> None:
                stream.write(text.encode() + b"\r\n")
                stream.flush()

            say("220 test")
            body = False
            for line in stream:
                text = line.decode().rstrip("\r\n")
                said.append(text)
                if body:
                    if text == ".":
                        body = False
                        say("250 taken")
                elif text.upper() == "DATA":
                    body = True
                    say("354 go on")
                elif text.upper() == "QUIT":
                    say("221 bye")
                    return
                else:
                    say("250 ok")

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    port = server.getsockname()[1]
    smtp = {"host": "127.0.0.1", "port": port, "from": "a@example.org", "to": ["b@example.org", "c@example.org"]}
    assert tell(Settings(smtp=smtp), summary, tmp_path / "told") == ["smtp"]
    thread.join(10)
    text = "\n".join(said)
    assert "rcpt to:<c@example.org>" in text.lower()
    assert f"Subject: Odd Chip {summary['gaming_date']}" in text
    assert summary["chain"]["head"] in text


def test_a_backfill_runs_every_day_that_has_data(
    data: Path, small_day: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pipelines.simulator import simulate

    simulate(data.parent / "more", DAY + dt.timedelta(days=2), tables=2, hands=60, seed=4)
    for path in (data.parent / "more").iterdir():
        if path.name not in ("house.toml", "labels.parquet", "roster.csv"):
            shutil.copy(path, data / "landing" / path.name)
    assert main(["nightly", "--data", str(data), "--date", "2026-01-16", "--to", "2026-01-31"]) == OK
    assert sorted(p.name for p in (data / "reports").glob("20*")) == ["2026-01-16", "2026-01-18"]
    capsys.readouterr()
    assert main(["nightly", "--data", str(data), "--to", "2026-01-31"]) == BAD_INPUT
    assert main(["nightly", "--data", str(data), "--date", "2026-02-01"]) == BAD_INPUT
    assert "nothing has landed" in capsys.readouterr().err


def test_a_corrected_log_is_audited_again_and_the_former_findings_stay_readable(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    data = tmp_path / "data"
    shutil.copytree(night, data)
    lake = Lake(data / "lake")
    before, head_time = lake.read("findings"), lake.ledger.entries()[-1].recorded_at
    wrong = {f["hand"]: f for f in before.to_pylist() if f["code"] == "RK01"}
    flagged: dict[str, Any] = {}
    for log in sorted((data / "landing").glob("*.hands.jsonl")):
        lines = log.read_text().splitlines()
        for at, line in enumerate(lines):
            hand = json.loads(line)
            raked = [i for i, event in enumerate(hand.get("events", ())) if event.startswith("rake ")]
            if not flagged and hand.get("hand") in wrong and raked:
                flagged = wrong[hand["hand"]]
                hand["events"][raked[0]] = f"rake {flagged['expected']}"  # what was due, at once
                hand["events"] = [event for i, event in enumerate(hand["events"]) if i not in raked[1:]]
                lines[at] = json.dumps(hand, separators=(",", ":"))
                log.write_text("\n".join(lines) + "\n")
    assert flagged, "no hand with too much rake"
    assert main(["nightly", "--data", str(data)]) == OK
    now = Lake(data / "lake")
    assert not [f for f in now.read("findings").to_pylist() if f["hand"] == flagged["hand"] and f["code"] == "RK01"]
    assert [f["code"] for f in now.read("findings").to_pylist() if f["hand"] == flagged["hand"]].count("TL04") == 1
    assert now.read("findings", as_of=head_time).equals(before)
    assert len(now.read("hand_facts")) == len(lake.read("hand_facts"))
    capsys.readouterr()
    assert main(["findings", "--data", str(data), "--as-of", head_time.isoformat()]) == OK
    assert flagged["hand"] in capsys.readouterr().out
    from warehouse.standing import standing_hands

    (row,) = standing_hands(now, flagged["room"], DAY).received_again.to_pylist()
    assert (row["hand"], row["changed"]) == (flagged["hand"], "events")
    assert row["was"].startswith("rake ") and row["was"] != row["now"]


def runs_of(data: Path) -> list[tuple[str, list[str]]]:
    """Dagster's runs, oldest first: each one's name, and the assets that it was to make."""
    with dg.DagsterInstance.from_config(str((data / "dagster").resolve())) as instance:
        runs = sorted(instance.get_run_records(), key=lambda record: record.storage_id)
        return [
            (
                record.dagster_run.tags["oddchip/night"],
                sorted(key.to_user_string() for key in record.dagster_run.asset_selection or ()),
            )
            for record in runs
        ]


EVERYTHING = ["dashboards", "downs", "findings", "hands", "marts", "morning_mail", "raw_files", "shuffles"]


def test_a_night_is_one_run_with_a_name_from_landing_to_mail(night: Path) -> None:
    assert runs_of(night) == [(f"{room_of(night)} {DAY}", EVERYTHING)]


def add_days(data: Path, days: Sequence[dt.date]) -> None:
    """More gaming days of the same room arrive."""
    from pipelines.simulator import simulate

    for number, day in enumerate(days):
        more = data.parent / f"more-{number}"
        simulate(more, day, tables=2, hands=40, seed=4 + number)
        for path in more.iterdir():
            if path.name not in ("house.toml", "labels.parquet", "roster.csv"):
                shutil.copy(path, data / "landing" / path.name)


def test_exactly_the_nights_that_are_asked_for_run(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pipelines.orchestration.night_run import run_nights

    folders, room = Folders(data), room_of(data)
    days = [DAY + dt.timedelta(days=n) for n in (1, 2)]
    add_days(data, days)
    nightly.land(folders)
    done = run_nights(folders, [(days[1], room), (DAY, room)])
    assert (done.ran, done.held) == ([(days[1], room), (DAY, room)], [])
    assert runs_of(data) == [(f"{room} {days[1]}", EVERYTHING), (f"{room} {DAY}", EVERYTHING)]
    assert sorted(Lake(data / "lake").snapshot().audits) == sorted(done.ran)
    said = capsys.readouterr().err
    assert "0 files" not in said and "landed now" not in said
    assert f"of {room} {DAY} in the lake" in said


def test_the_last_room_of_a_day_publishes_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelines.orchestration import night_run
    from pipelines.orchestration.night_run import JUDGED, PUBLISHED, run_nights

    ran: list[tuple[str, tuple[str, ...]]] = []
    held: list[str] = []

    def night(self: object, one: tuple[dt.date, str], assets: Sequence[str], *_: bool, **__: bool) -> bool:
        ran.append((one[1], tuple(assets)))
        return one[1] not in held

    monkeypatch.setattr(night_run._Runner, "night", night)
    nights = [(DAY, "annex"), (DAY, "rio")]
    done = run_nights(Folders(data), nights)
    assert done.ran == nights
    assert ran == [("annex", JUDGED), ("rio", JUDGED + PUBLISHED)], "the pages and the mail are the day's: once"
    ran.clear()
    held.append("rio")
    done = run_nights(Folders(data), nights)
    assert (done.ran, done.held) == ([(DAY, "annex")], [(DAY, "rio")])
    assert ran == [("annex", JUDGED), ("rio", JUDGED + PUBLISHED), ("annex", PUBLISHED)], "annex is published after all"


def test_marts_that_differ_from_the_lake_stop_the_run_and_are_no_held_day(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipelines.night import night_checks
    from pipelines.orchestration.night_run import run_nights

    nightly.land(Folders(data))
    wrong = night_checks.Verdict(False, "hands has 1 row, the lake 2")
    monkeypatch.setattr(night_checks, "marts_equal_the_lake", lambda where, night: wrong)
    with pytest.raises(dg.DagsterError, match="equal_to_the_lake"):
        run_nights(Folders(data), [(DAY, room_of(data))])
    assert not (data / "reports").exists()


def test_a_small_backfill_is_one_whole_run_a_room_day(data: Path) -> None:
    from pipelines.orchestration.night_run import run_nights

    folders, room = Folders(data), room_of(data)
    days = [DAY + dt.timedelta(days=n) for n in range(3)]
    add_days(data, days[1:])
    nightly.land(folders)
    run_nights(folders, [(day, room) for day in days])
    assert [name for name, _ in runs_of(data)] == [f"{room} {day}" for day in days]
    assert all(
        {"raw_files", "findings", "marts", "dashboards", "morning_mail"} <= set(made) for _, made in runs_of(data)
    )


def test_a_large_backfill_is_judged_first_and_published_after(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelines.orchestration import night_run
    from pipelines.orchestration.night_run import run_nights

    folders, room = Folders(data), room_of(data)
    days = [DAY + dt.timedelta(days=n) for n in range(3)]
    add_days(data, days[1:])
    nightly.land(folders)
    monkeypatch.setattr(night_run, "BUILT_MOST", 1_000)
    done = run_nights(folders, [(day, room) for day in days])
    assert [day for day, _ in done.ran] == days
    judged = ["downs", "findings", "hands", "raw_files", "shuffles"]
    later = [(f"{room} {day}", ["dashboards", "morning_mail"]) for day in days[1:]]
    first = (f"{room} {DAY}", ["dashboards", "marts", "morning_mail"])
    assert runs_of(data) == [(f"{room} {day}", judged) for day in days] + [first, *later]
    assert sorted(p.name for p in (data / "reports").glob("20*")) == [day.isoformat() for day in days]


def test_a_night_that_the_gate_holds_back_does_not_hold_back_the_others(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipelines.orchestration.night_run import run_nights

    folders, room = Folders(data), room_of(data)
    suite = expectations.SUITES["hands"]
    add_days(data, [DAY + dt.timedelta(days=1)])
    nightly.land(folders)
    with monkeypatch.context() as patch:
        expect_too_much(patch)
        hopeless = expectations.SUITES["hands"]
        patch.setitem(expectations.SUITES, "hands", lambda room, day: (hopeless if day == DAY else suite)(room, day))
        done = run_nights(folders, [(DAY, room), (DAY + dt.timedelta(days=1), room)])
    assert done.held == [(DAY, room)]
    assert done.ran == [(DAY + dt.timedelta(days=1), room)]
    assert not (data / "reports" / DAY.isoformat()).exists()
