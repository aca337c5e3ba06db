"""Dagster's store: made once, whole, and by one process, however many come at the same moment."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from pipelines.folders import Folders
from pipelines.orchestration import dagster_home as module
from pipelines.orchestration.dagster_home import PARTS, dagster_home

PAIRS = 8
# Imports everything, then opens one data folder a line: two of these are at the same place at the same moment.
OPENER = """
import sys
from pathlib import Path
import dagster as dg
from pipelines.orchestration.dagster_home import dagster_home
from pipelines.folders import Folders
print("ready", flush=True)
for line in sys.stdin:
    try:
        home = dagster_home(Folders(Path(line.strip()))).resolve()
        with dg.DagsterInstance.from_config(str(home)) as instance:
            instance.get_runs_count()
            instance.all_instigator_state()
            instance.get_latest_materialization_event(dg.AssetKey("raw_files"))
        print("opened", flush=True)
    except Exception as error:
        print(repr(error).replace(chr(10), " "), flush=True)
"""


def assert_usable(home: Path) -> None:
    """A new process' view: every part stamped with the newest revision, and a run can be written and read."""
    made = [name for name in PARTS if sqlite3.connect(home / name).execute("SELECT * FROM alembic_version").fetchall()]
    assert made == list(PARTS)

    @dg.asset
    def one() -> None: ...

    with dg.DagsterInstance.from_config(str(home.resolve())) as instance:
        assert dg.materialize([one], instance=instance).success
        assert instance.get_runs_count() == 1
        assert instance.get_latest_materialization_event(dg.AssetKey("one")) is not None


def test_many_pairs_of_first_runs_at_once_leave_usable_stores(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENER]
    pair = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said: list[tuple[str, ...]] = []
    try:
        for number in range(-1, PAIRS):
            for process in pair:
                assert process.stdin and process.stdout
                if number >= 0:
                    process.stdin.write(f"{tmp_path / str(number)}\n")
                    process.stdin.flush()
            said.append(tuple(process.stdout.readline().strip() for process in pair if process.stdout))
    finally:
        for process in pair:
            process.communicate(timeout=60)
    assert said == [("ready", "ready")] + [("opened", "opened")] * PAIRS
    for number in range(PAIRS):
        assert_usable(tmp_path / str(number) / "dagster")


def test_a_store_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = dagster_home(Folders(tmp_path))
    before = {name: (home / name).stat().st_ino for name in PARTS}
    monkeypatch.setattr(module, "_open_once", lambda new: pytest.fail("it is there already"))
    dagster_home(Folders(tmp_path))
    (home / module.MADE).unlink()  # a store of an earlier version has no such mark
    dagster_home(Folders(tmp_path))
    assert {name: (home / name).stat().st_ino for name in PARTS} == before


@pytest.mark.parametrize("stamps", [0, 2])
@pytest.mark.parametrize("part", list(PARTS))
def test_a_store_that_others_left_half_made_or_broken_is_made_again(tmp_path: Path, part: str, stamps: int) -> None:
    home = tmp_path / "dagster"
    (home / part).parent.mkdir(parents=True)
    with sqlite3.connect(home / part) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"CREATE TABLE {PARTS[part]} (id INTEGER)")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        for number in range(stamps):  # none: it was killed; two: two processes made it at once
            connection.execute("INSERT INTO alembic_version VALUES (?)", (f"revision {number}",))
    (home / "making-of-a-dead-process").mkdir()
    dagster_home(Folders(tmp_path))
    assert_usable(home)
    assert not list(home.glob("making-*"))


def test_a_store_is_whole_or_absent_wherever_its_making_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace
    for stop in range(1, len(PARTS) + 2):
        where = Folders(tmp_path / str(stop))
        calls: list[object] = []

        def killed(*names: Path, stop: int = stop, calls: list[object] = calls) -> None:
            calls.append(names)
            if len(calls) == stop:
                raise KeyboardInterrupt
            replace(*names)

        monkeypatch.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            dagster_home(where)
        monkeypatch.setattr(os, "replace", replace)
        assert_usable(dagster_home(where))


def test_runs_of_an_earlier_store_are_kept_whatever_else_is_missing(tmp_path: Path) -> None:
    home = dagster_home(Folders(tmp_path))
    assert_usable(home)
    for name in (module.MADE, "schedules/schedules.db"):
        (home / name).unlink()
    with sqlite3.connect(home / "history" / "runs.db") as connection:
        connection.execute("DELETE FROM alembic_version")
    dagster_home(Folders(tmp_path))
    with dg.DagsterInstance.from_config(str(home.resolve())) as instance:
        assert instance.get_runs_count() == 1


def test_settings_of_the_user_stay_and_ours_call_nobody(tmp_path: Path) -> None:
    text = (dagster_home(Folders(tmp_path / "ours")) / "dagster.yaml").read_text()
    with dg.DagsterInstance.from_config(str((tmp_path / "ours" / "dagster").resolve())) as instance:
        assert not instance.telemetry_enabled and not instance.nux_enabled
    own = tmp_path / "theirs" / "dagster" / "dagster.yaml"
    own.parent.mkdir(parents=True)
    theirs = text + "storage:\n  postgres:\n    postgres_db:\n      hostname: { env: PGHOST }\n"
    own.write_text(theirs)
    dagster_home(Folders(tmp_path / "theirs"))
    assert own.read_text() == theirs
    assert not (own.parent / "history").exists(), "runs are kept elsewhere"


def test_the_web_page_opens_a_store_that_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelines import children
    from pipelines.cli import OK, main

    started: list[dict[str, str]] = []

    def together(commands: list[list[str]], environment: dict[str, str]) -> int:
        home = Path(environment["DAGSTER_HOME"])
        assert all((home / part).exists() for part in (module.MADE, *PARTS)), "several processes will open it at once"
        started.append(environment)
        return 0

    monkeypatch.setattr(children, "run_together", together)
    assert main(["dev", "--data", str(tmp_path)]) == OK
    assert [env["ODDCHIP_DATA"] for env in started] == [str(tmp_path.resolve())]
