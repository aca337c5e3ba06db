"""What may be deleted has a floor, holds keep days, and the ledger tells who deleted or held what, when and why."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from pipelines.cli import BAD_INPUT, OK, main
from tests.lake_fixtures import DAY, ROOM, audit_of, house, write_day, write_lines
from tests.test_privacy import promote_all
from warehouse import holds
from warehouse.audits import commit_audit
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, LakeError
from warehouse.retention import floor_of, plan, retain

NEXT = DAY + timedelta(days=1)
LATER = DAY + timedelta(days=2)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of two gaming days; table 23 played on the first day only."""
    root = tmp_path / "data"
    root.mkdir()
    lake, rules = Lake(root / "lake"), house(root)
    ingest(lake, write_day(tmp_path / "in"), rules)
    ingest(lake, write_day(tmp_path / "in2", NEXT, table_names=("147",), hands=5), rules)
    promote_all(lake)
    audit = audit_of(lake, "one")
    at = audit.findings.schema.get_field_index("finding_id")
    ids = pa.array([f"RK01-{n}" for n in range(len(audit.findings))], pa.string())
    named = audit.findings.set_column(
        at, audit.findings.schema.field(at), ids.cast(audit.findings.schema.field(at).type)
    )
    commit_audit(lake, ROOM, DAY, replace(audit, findings=named), {"audit_id": "one"})
    return root


def run(data: Path, *arguments: object) -> int:
    return main([str(argument) for argument in arguments] + ["--data", str(data)])


def days_of(data: Path) -> list[date]:
    return [day for day, _ in Lake(data / "lake").partitions()]


# -- the floor ------------------------------------------------------------------------------


def test_the_floor_is_so_many_years_before_today() -> None:
    assert floor_of(date(2026, 11, 18), 5) == date(2021, 11, 18)
    assert floor_of(date(2024, 2, 29), 5) == date(2019, 2, 28)


def test_days_younger_than_the_floor_are_not_retired(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    today = Lake(data / "lake").ledger.now().date()
    floor = floor_of(today, 5)
    young = floor + timedelta(days=1)
    for extra in (["--dry-run"], ["--reason", "x", "--yes"]):
        assert run(data, "retain", "--before", young, *extra) == BAD_INPUT
        said = capsys.readouterr().err
        assert f"from {floor} on are too young" in said and "retention_years" in said
    assert days_of(data) == [DAY, NEXT]
    assert run(data, "retain", "--before", floor, "--dry-run") == OK
    write_lines(data / "nightly.toml", ["retention_years = 90"])
    assert run(data, "retain", "--before", LATER, "--reason", "x", "--yes") == BAD_INPUT
    assert days_of(data) == [DAY, NEXT]


@pytest.mark.parametrize("text", ["-1", "'5'", "true", "101", "2.5"])
def test_a_floor_that_cannot_be_meant_is_refused(data: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(data / "nightly.toml", [f"retention_years = {text}"])
    assert run(data, "retain", "--before", "2019-01-01", "--dry-run") == BAD_INPUT
    assert "whole number of years" in capsys.readouterr().err


# -- asking ------------------------------------------------------------------------------


def test_retention_needs_a_reason_and_an_answer(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = Lake(data / "lake").number()
    assert run(data, "retain", "--before", NEXT) == BAD_INPUT
    assert "--reason" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert run(data, "retain", "--before", NEXT, "--reason", "old") == BAD_INPUT
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: "")
    assert run(data, "retain", "--before", NEXT, "--reason", "old") == OK
    assert "nothing was deleted" in capsys.readouterr().out
    assert Lake(data / "lake").number() == number and days_of(data) == [DAY, NEXT]
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert run(data, "retain", "--before", NEXT, "--reason", "old") == OK
    assert days_of(data) == [NEXT]


def test_verify_lists_what_was_retired_by_whom_and_why(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "retain", "--before", NEXT, "--reason", "its time is over", "--yes") == OK
    capsys.readouterr()
    assert run(data, "verify") == OK
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("retired")]
    assert f"{DAY} {ROOM}" in line and "why: its time is over" in line and "by " in line


def test_pages_go_with_their_day_and_come_back_is_told(data: Path) -> None:
    pages = data / "reports" / DAY.isoformat()
    write_lines(pages / "index.html", ["a page"])
    assert run(data, "retain", "--before", NEXT, "--reason", "old", "--yes") == OK
    assert not pages.exists()
    assert Lake(data / "lake").snapshot().retired_pages.keys() == {f"{DAY}/"}
    write_lines(pages / "index.html", ["a page"])  # as of a run that was killed before it deleted them
    assert run(data, "verify") == BAD_INPUT
    number = Lake(data / "lake").number()
    assert run(data, "retain", "--before", NEXT, "--reason", "old", "--yes") == OK
    assert not pages.exists() and Lake(data / "lake").number() == number
    assert run(data, "verify") == OK


def test_an_entry_of_a_former_version_without_a_reason_stays_valid(data: Path) -> None:
    lake = Lake(data / "lake")
    lake.commit(
        lambda s, f: Draft("retain", meta={"before": "2000-01-01", "who": "jane", "partitions": [], "retired": []})
    )
    assert run(data, "verify") == OK
    assert run(data, "log") == OK


# -- holds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "kept"),
    [
        (("--date", DAY), [DAY]),
        (("--date", NEXT), [NEXT]),
        (("--date", DAY, "--to", NEXT), [DAY, NEXT]),
        (("--table", "147"), [DAY, NEXT]),
        (("--table", "23"), [DAY]),
        (("--table", "147", "--date", NEXT), [NEXT]),
        (("--table", "23", "--date", NEXT), []),
        (("--table", "99"), []),
    ],
)
def test_what_is_held_is_not_retired(data: Path, what: tuple[object, ...], kept: list[date]) -> None:
    lake = Lake(data / "lake")
    before = {day: lake.read("hands", ROOM, day) for day in kept}
    assert run(data, "hold", "add", *what, "--reason", "case 7") == OK
    todo, _ = retain(lake, LATER, "jane", "old")
    assert days_of(data) == kept == sorted(todo.held)
    assert all(lake.read("hands", ROOM, day).equals(rows) for day, rows in before.items())
    assert Lake(data / "lake").verify() == []
    for raw in lake.inputs(ROOM, kept[0]) if kept else []:
        assert (lake.root / raw.path).exists(), "what proves a held day stays"


def test_a_held_finding_keeps_its_day_until_it_is_released(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lake = Lake(data / "lake")
    finding = "RK01-1"
    assert run(data, "hold", "add", "--finding", finding, "--reason", "case 7") == OK
    number = lake.number()
    assert sorted(plan(lake, LATER).held) == [DAY]
    capsys.readouterr()
    assert run(data, "hold", "list") == OK
    assert finding in capsys.readouterr().out
    assert run(data, "hold", "release", number, "--reason", "settled") == OK
    assert plan(lake, LATER).held == {} and holds.standing(lake.snapshot()) == []
    assert run(data, "hold", "release", number, "--reason", "settled") == BAD_INPUT
    assert "no such hold" in capsys.readouterr().err


def test_a_hold_of_nothing_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = Lake(data / "lake").number()
    for wrong, says in (
        ((), "say what to hold"),
        (("--to", DAY), "--to needs"),
        (("--date", NEXT, "--to", DAY), "--to needs"),
        (("--finding", "x", "--table", "147"), "stands alone"),
        (("--finding", "no-such"), "no finding"),
    ):
        assert run(data, "hold", "add", *wrong, "--reason", "x") == BAD_INPUT
        assert says in capsys.readouterr().err
    assert run(data, "hold", "add", "--date", DAY) == BAD_INPUT
    assert Lake(data / "lake").number() == number


def test_a_hold_keeps_the_pages_of_its_day(data: Path) -> None:
    pages = data / "reports" / DAY.isoformat()
    write_lines(pages / "index.html", ["a page"])
    assert run(data, "hold", "add", "--date", DAY, "--reason", "case 7") == OK
    assert run(data, "retain", "--before", LATER, "--reason", "old", "--yes") == OK
    assert (pages / "index.html").exists()


# -- the log ------------------------------------------------------------------------------


def test_the_log_tells_every_act_with_who_when_and_why(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from warehouse.privacy import Pseudonyms, unmask

    monkeypatch.setattr("pipelines.who.user", lambda: "ann")
    lake, key = Lake(data / "lake"), Pseudonyms(bytes(32))
    unmask(lake, key, [key.of("P5")], "bob", "case 8")
    assert run(data, "hold", "add", "--table", "23", "--reason", "case 7") == OK
    assert run(data, "hold", "release", lake.number(), "--reason", "settled") == OK
    assert run(data, "retain", "--before", NEXT, "--reason", "old", "--yes") == OK
    text = (data / "house.toml").read_text()
    for note in ("# one\n", "# two\n"):
        (data / "house.toml").write_text(text + note)
        assert run(data, "ingest") == OK
    capsys.readouterr()
    assert run(data, "log", "--format", "json") == OK
    told = json.loads(capsys.readouterr().out)
    by = [(act["act"], act["who"], act["why"]) for act in told]
    assert by[:4] == [
        ("unmask", "bob", "case 8"),
        ("hold", "ann", "case 7"),
        ("release", "ann", "settled"),
        ("retain", "ann", "old"),
    ]
    assert [(act["act"], act["who"]) for act in told[4:]] == [("house file", "ann")] * 2
    assert "house.toml changed" in told[-1]["what"]
    assert [act["at"] for act in told] == sorted(act["at"] for act in told)
    assert run(data, "log") == OK
    table = capsys.readouterr().out
    assert "why:  case 8" in table and table.index("case 8") < table.index("settled")
    assert "P5" not in table.split(), "the name itself is told to who asked, and nowhere else"


def test_holds_of_a_lake_that_is_not_there_make_none(tmp_path: Path) -> None:
    assert run(tmp_path, "hold", "list") == BAD_INPUT
    assert run(tmp_path, "log") == BAD_INPUT
    assert not (tmp_path / "lake").exists()
    with pytest.raises(LakeError, match="no such hold"):
        holds.release(Lake(tmp_path / "lake"), 3, "ann", "x")
