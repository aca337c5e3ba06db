"""`oddchip reaudit`: old days under other rules are told before they are committed, wherever they are judged."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from pipelines.auditing import spark_workers
from pipelines.auditing.lake_audit import RoomAudit
from pipelines.cli import BAD_INPUT, OK, main
from pipelines.folders import Folders
from pipelines.night import nightly
from tests.lake_fixtures import DAY, ROOM, hand, write_day, write_lines
from tests.test_night_days import HOUSE
from tests.test_spark import InProcess
from warehouse.lake import Lake

DAYS = [DAY + dt.timedelta(days=n) for n in range(3)]
SPAN = ("--from", str(DAYS[0]), "--to", str(DAYS[-1]))
HALF = HOUSE.replace("percent = 10", "percent = 5")


def gated_days(root: Path) -> Path:
    """A lake of three days with damaged lines, landed and gated."""
    root.mkdir(parents=True)
    (root / "house.toml").write_text(HOUSE, encoding="utf-8")
    for day in DAYS:
        paths = write_day(root / "landing" / day.isoformat(), day, hands=6)
        for path in paths[:-1]:
            path.write_text(path.read_text() + "this is nothing\n")
    nightly.land(Folders(root))
    for day in DAYS:
        nightly.gate_day(Folders(root), day)
    return root


def audited_days(gated: Path, root: Path, engine: str = "local") -> Path:
    """The same days, audited; no pages."""
    shutil.copytree(gated, root)
    for day in DAYS:
        nightly.audit_day(Folders(root), day, engine=engine)
    return root


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return gated_days(tmp_path_factory.mktemp("gated") / "data")


@pytest.fixture(scope="module")
def made(gated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return audited_days(gated, tmp_path_factory.mktemp("lake") / "data")


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def half(tmp_path: Path) -> Path:
    path = tmp_path / "half.toml"
    path.write_text(HALF, encoding="utf-8")
    return path


@pytest.fixture
def no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what is in the lake: pages take longest, and another test looks at them."""
    for step in ("build_warehouse", "publish_day", "morning"):
        monkeypatch.setattr(nightly, step, lambda *given: None)


def reaudit(data: Path, *more: str) -> int:
    return main(["reaudit", "--data", str(data), *SPAN, *more])


def audits(data: Path) -> dict[tuple[dt.date, str], str]:
    return Lake(data / "lake").snapshot().audits


def judged_files(data: Path) -> dict[str, str]:
    """The files of all audits that stand: path and SHA-256 (the row of the audit itself has no time in it either)."""
    snapshot = Lake(data / "lake").snapshot()
    return {path: live.file.sha256 for path, live in snapshot.files.items()}


def test_days_under_the_same_rules_stand(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Lake(data / "lake").number()
    assert reaudit(data) == OK
    said = capsys.readouterr().out
    assert "3 room days looked at" in said and "3 stand as they are" in said and "Nothing would change" in said
    assert Lake(data / "lake").number() == before


def test_another_house_file_is_told_and_nothing_is_written(
    data: Path, half: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, audit_ids = Lake(data / "lake").number(), audits(data)
    assert reaudit(data, "--house", str(half)) == OK
    said = capsys.readouterr().out
    assert "3 would have another audit" in said
    (row,) = (line.split() for line in said.splitlines() if line.startswith("RK01"))
    assert row[1:5] == ["0", "36", "36", "0"], "a dollar is taken from each of 3 × 12 pots, and half of it was due"
    assert "Rake due: $36 stand, $0 would be (−$36); $36 taken" in said
    assert f"{DAYS[0]} rio: " in said and "rake due −$12" in said
    assert "Nothing was written" in said
    assert (Lake(data / "lake").number(), audits(data)) == (before, audit_ids)


def test_a_commit_puts_the_audits_in_place_and_the_night_finds_nothing_to_do(
    data: Path, half: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = audits(data)
    assert reaudit(data, "--house", str(half), "--commit") == OK
    said = capsys.readouterr().out
    assert "3 audits committed" in said and "is not the data folder's house file" in said
    now = audits(data)
    assert now.keys() == before.keys() and not set(now.values()) & set(before.values())
    found = Lake(data / "lake").read("findings")
    assert found["code"].to_pylist().count("RK01") == 36
    assert (data / "reports" / DAYS[-1].isoformat() / "index.html").is_file()
    assert Lake(data / "lake").verify() == []
    shutil.copy(half, data / "house.toml")
    assert nightly.open_days(Folders(data)) == [], "the night agrees that these are the audits that are due"
    assert reaudit(data) == OK
    assert "3 stand as they are" in capsys.readouterr().out


@pytest.mark.usefixtures("no_pages")
def test_a_file_that_lands_before_the_commit_is_in_the_audit(
    data: Path, half: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lines(data / "landing" / "late.hands.jsonl", [hand(n, "24", day=DAYS[1]) for n in range(4)])
    only_house = nightly.land

    def all_of_it(folders: Folders, paths: list[Path] | None = None) -> object:
        report = only_house(folders)
        nightly.gate_day(folders, DAYS[1])
        return report

    monkeypatch.setattr(nightly, "land", all_of_it)
    assert reaudit(data, "--house", str(half), "--commit") == OK
    facts = Lake(data / "lake").read("hand_facts", ROOM, DAYS[1])
    assert len(facts) == 16, "the audit of the twelve hands that were there when it was told is not committed"


def test_another_clock_is_left_to_the_night(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "noon.toml"
    house.write_text(HOUSE.replace('"06:00"', '"12:00"'), encoding="utf-8")
    assert reaudit(data, "--house", str(house)) == BAD_INPUT
    assert "another beginning of the gaming day" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--from", "2018-06-05", "--to", "2018-06-04"), "--to 2018-06-04 is before --from 2018-06-05"),
        (("--from", "2017-01-01"), "2017-01-01: the lake holds no gaming day to audit again"),
        ((*SPAN, "--room", "roi"), "did you mean rio?"),
    ],
)
def test_what_cannot_be_audited_again_is_said(
    made: Path, given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reaudit", "--data", str(made), *given]) == BAD_INPUT
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("no_pages")
def test_workers_elsewhere_find_the_same_to_the_byte(
    gated: Path, made: Path, data: Path, half: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lake whose nights and whose audits under another house file were judged by what Spark runs."""
    monkeypatch.setattr(spark_workers, "SparkWorkers", InProcess)
    other = audited_days(gated, tmp_path / "other", engine="spark")
    assert judged_files(other) == judged_files(made)
    for root, engine in ((data, "local"), (other, "spark")):
        assert reaudit(root, "--house", str(half), "--commit", "--engine", engine) == OK
    assert judged_files(other) == judged_files(data)


def test_the_night_hands_its_engine_to_the_audit(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelines.orchestration import night_run

    asked: list[str] = []

    def audit_day(folders: Folders, day: dt.date, room: str, engine: str) -> list[RoomAudit]:
        asked.append(engine)
        return []

    monkeypatch.setattr(spark_workers, "SparkWorkers", InProcess)
    monkeypatch.setattr(nightly, "audit_day", audit_day)
    monkeypatch.setattr(night_run, "JUDGED", ("findings",))
    monkeypatch.setattr(night_run, "PUBLISHED", ())
    assert night_run.run_nights(Folders(data), [(DAY, ROOM)], engine="spark").ran == [(DAY, ROOM)]
    assert asked == ["spark"]


def test_workers_of_another_version_are_not_believed(
    data: Path, half: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pipelines.auditing import lake_audit, room_days

    found = lake_audit.partition_evidence

    def of_another_version(*given: object) -> object:
        from dataclasses import replace

        return replace(found(*given), audit_id="f" * 64)  # type: ignore[arg-type]

    monkeypatch.setattr(room_days, "partition_evidence", of_another_version)
    assert reaudit(data, "--house", str(half)) == BAD_INPUT
    assert "install the same version" in capsys.readouterr().err
