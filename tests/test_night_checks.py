"""Checks on what the night made: they pass on a good night and name what is wrong with a bad one."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import duckdb
import pytest

from pipelines.folders import Folders
from pipelines.night import night_checks, nightly
from pipelines.night.night_checks import coverage_usual, findings_usual, links_lead_somewhere, marts_equal_the_lake
from tests.conftest import SMALL_DAY
from warehouse.lake import Lake, Snapshot


def room_of(night: Path) -> str:
    return next(iter(nightly.read_house(Folders(night)).rooms))


def test_a_good_night_passes_and_a_first_one_has_nothing_to_be_held_against(night: Path) -> None:
    where, room = Folders(night), room_of(night)
    for check in (coverage_usual, findings_usual):
        verdict = check(where, SMALL_DAY, room)
        assert verdict.passed and "too few" in verdict.said and verdict.numbers
    assert marts_equal_the_lake(where, (SMALL_DAY, room)).passed
    assert marts_equal_the_lake(where, None).passed
    assert links_lead_somewhere(night / "reports" / SMALL_DAY.isoformat() / "index.html").passed


@pytest.mark.parametrize(
    "change", ["DELETE FROM hands WHERE hand = (SELECT min(hand) FROM hands)", "INSERT INTO findings FROM findings"]
)
def test_marts_that_differ_from_the_lake_are_named(night: Path, tmp_path: Path, change: str) -> None:
    shutil.copytree(night, tmp_path / "data")
    with duckdb.connect(str(tmp_path / "data" / "warehouse.duckdb")) as connection:
        connection.execute(change)
    verdict = marts_equal_the_lake(Folders(tmp_path / "data"), (SMALL_DAY, room_of(night)))
    assert not verdict.passed and verdict.numbers["unequal"] == 1
    assert ("hands" if "hands" in change else "findings") in verdict.said


def test_a_link_to_nowhere_is_named(tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    assert not links_lead_somewhere(index).passed
    index.write_text('<a href="a.html#x">a</a> <a href="hands/b%20c.html">b</a> <a href="https://example.org/">c</a>')
    (tmp_path / "a.html").touch()
    verdict = links_lead_somewhere(index)
    assert not verdict.passed and "hands/b c.html" in verdict.said and verdict.numbers == {"links": 2, "broken": 1}
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "b c.html").touch()
    assert links_lead_somewhere(index).passed


def days_before(monkeypatch: pytest.MonkeyPatch, findings: list[int], coverage: list[float]) -> None:
    """Days of a thousand hands each: so many findings and such a coverage on each, the last one's first."""

    def day_number(day: dt.date) -> int:
        return (SMALL_DAY - day).days

    before = [SMALL_DAY - dt.timedelta(days=n) for n in range(len(findings) - 1, 0, -1)]
    monkeypatch.setattr(night_checks, "_days_before", lambda snapshot, day, room: before)

    def rows(snapshot: Snapshot, table: str, day: dt.date, room: str) -> int:
        return 1000 if table == "hand_facts" else findings[day_number(day)]

    def share(lake: Lake, day: dt.date, room: str) -> float:
        return coverage[day_number(day)]

    monkeypatch.setattr(night_checks, "_rows", rows)
    monkeypatch.setattr(night_checks, "_coverage", share)


@pytest.mark.parametrize(
    ("findings", "passes"),
    [([50, 48, 55, 51], True), ([0, 48, 55, 51], False), ([400, 48, 55, 51], False), ([4, 0, 1, 0], True)],
)
def test_findings_are_held_against_the_days_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, findings: list[int], passes: bool
) -> None:
    days_before(monkeypatch, findings, [1.0] * 4)
    verdict = findings_usual(Folders(tmp_path), SMALL_DAY, "rio")
    assert verdict.passed == passes, verdict.said
    assert verdict.numbers["findings_per_1000_hands"] == findings[0]


@pytest.mark.parametrize(("coverage", "passes"), [([0.8, 0.82, 0.79, 0.81], True), ([0.6, 0.82, 0.79, 0.81], False)])
def test_coverage_is_held_against_the_days_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coverage: list[float], passes: bool
) -> None:
    days_before(monkeypatch, [0] * 4, coverage)
    verdict = coverage_usual(Folders(tmp_path), SMALL_DAY, "rio")
    assert verdict.passed == passes, verdict.said
    assert "by the 3 days before" in verdict.said
