"""HF03 through the real nightly job: a house file or rulebook that was changed after a day was audited."""

from __future__ import annotations

import json
import re
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli import OK, main
from pipelines.folders import Folders
from pipelines.night.nightly import audit_day, gate_day, land
from warehouse.lake import Lake

BOOKS = Path(__file__).parent.parent / "checks" / "law" / "rulebooks"
DAY = "2026-01-16"
HALVED = ("percent = 10", "percent = 5")  # the rake, and with it what is due of every pot


def audited(data: Path) -> list[dict[str, Any]]:
    """The night up to its audit, and all findings."""
    folders = Folders(data)
    land(folders)
    gate_day(folders, date.fromisoformat(DAY))
    audit_day(folders, date.fromisoformat(DAY))
    return Lake(data / "lake").read("findings").to_pylist()


def notices(data: Path) -> list[dict[str, Any]]:
    return [row for row in audited(data) if row["code"] == "HF03"]


def changed(data: Path, what: str, to: str) -> None:
    path = data / "house.toml"
    text, count = re.subn(what, to, path.read_text())
    assert count, what
    path.write_text(text)


@pytest.fixture
def data(night: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(night, tmp_path / "data"))


def test_a_house_file_that_was_changed_afterwards_is_a_notice_on_the_page_of_the_day(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = (data / "house.toml").read_text()
    before = [row["code"] for row in Lake(data / "lake").read("findings").to_pylist()]
    changed(data, *HALVED)
    assert main(["nightly", "--data", str(data)]) == OK
    (notice,) = [row for row in Lake(data / "lake").read("findings").to_pylist() if row["code"] == "HF03"]
    after = [row["code"] for row in Lake(data / "lake").read("findings").to_pylist()]
    was, now = (dict(part.rsplit(" ", 1) for part in notice[key].split(", ")) for key in ("expected", "actual"))
    for code in {*was, *now}:  # the counts are those of the findings that differ: what stayed is in neither
        assert before.count(code) - int(was[code]) == after.count(code) - int(now[code])
    assert set(was) == set(now) and "RK01" in was
    assert notice["severity"] == "notice" and notice["source_file"] == "house.toml"
    (entry,) = [one for one in Lake(data / "lake").ledger.entries() if any(raw.feed == "house" for raw in one.raw)][1:]
    assert f"{entry.meta['who']} brought it in commit {entry.number}, " in notice["message"]
    page = (data / "reports" / DAY / "findings.html").read_text()
    assert "HF03" in page and f"brought it in commit {entry.number}" in page
    # A night more changes nothing, and what was told stays when the file is changed back.
    number = Lake(data / "lake").number()
    assert [row["finding_id"] for row in notices(data)] == [notice["finding_id"]]
    assert Lake(data / "lake").number() == number
    (data / "house.toml").write_text(house)
    first, second = notices(data)
    assert {(row["expected"], row["actual"]) for row in (first, second)} == {
        (notice["expected"], notice["actual"]),
        (notice["actual"], notice["expected"]),
    }
    rest = [row["code"] for row in Lake(data / "lake").read("findings").to_pylist() if row["code"] != "HF03"]
    assert sorted(rest) == sorted(before)
    assert main(["verify", "--data", str(data)]) == OK


def test_a_change_that_no_finding_shows_is_no_notice(data: Path) -> None:
    with (data / "house.toml").open("a") as house:
        house.write("# a remark\n")
    assert notices(data) == []


def test_findings_of_files_that_came_with_it_are_not_laid_to_the_house_file(data: Path) -> None:
    before = len(Lake(data / "lake").read("findings"))
    lines = max((data / "landing").glob("*.hands.jsonl")).read_text().splitlines()
    hand = json.loads([line for line in lines if '"hand":' in line][-1])
    changed(data, "# A simulated room.", "# A remark.")
    hand["hand"] = f"{hand['table']}-000900"  # hands between are missing, and two are dealt at one time
    (data / "landing" / "late.hands.jsonl").write_text(json.dumps(hand) + "\n")
    found = audited(data)
    assert len(found) > before
    assert "HF03" not in {row["code"] for row in found}
    changed(data, *HALVED)
    hand["hand"] = f"{hand['table']}-000909"
    (data / "landing" / "later.hands.jsonl").write_text(json.dumps(hand) + "\n")
    (notice,) = notices(data)
    assert "TL" not in notice["expected"] + notice["actual"] and "RK01" in notice["actual"]
    assert "may be among the reasons" not in notice["message"]


def test_a_rulebook_that_was_changed_is_told_by_its_name(data: Path) -> None:
    books = data / "rulebooks"
    books.mkdir()
    own = (BOOKS / "wsop-dealer-2018.toml").read_text().replace("wsop-dealer-2018", "ours")
    (books / "ours.toml").write_text(own)
    changed(data, r'rulebooks = \["wsop-dealer-2018"', 'rulebooks = ["ours"')
    first = {row["source_file"] for row in audited(data) if row["code"] == "HF03"}
    assert first == {"house.toml, rulebooks/ours.toml"}
    without, count = re.subn(r"(?s)(\[stub\.count_first_hand\].*?value = )true", r"\1false", own, count=1)
    assert count
    (books / "ours.toml").write_text(without)
    (told,) = [row for row in audited(data) if row["source_file"] == "rulebooks/ours.toml"]
    assert (told["expected"], told["actual"]) == ("SC02 4", "SC02 0")
