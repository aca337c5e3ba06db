"""The pages over all days, without a browser: one script, the state of each day, rooms, days that were taken away."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from dashboards.all_days.day_told import FILE, days_told
from dashboards.all_days.publishing import publish_all_days
from dashboards.pages.dealers_page import compared
from dashboards.pages.night_page import answers_of
from dashboards.publish import publish
from dashboards.reading import read_day
from dashboards.writing import plotly_script
from tests.page_fixtures import DAY, DayTables, add_history, day_rows, write_duckdb

BEFORE = DAY - timedelta(days=1)


def two_rooms(rows: DayTables) -> None:
    """Table 142 and what was found there are another room's."""
    for kind in ("facts", "findings", "coverage", "downs", "shuffles"):
        for row in getattr(rows, kind):
            if row["table"] == "142":
                row["room"] = "south"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    def make(*days: date, change: Callable[[DayTables], None] = add_history) -> Path:
        folder = tmp_path_factory.mktemp("all-days")
        rows = day_rows(hands=120, tables=3, flagged=12, dealers=4)
        change(rows)
        file = write_duckdb(folder / "day.duckdb", rows)
        for on in days:
            publish(file, folder / "reports" / on.isoformat(), on)
        return folder / "reports"

    return make


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_all_days_share_one_script_and_no_day_has_one_of_its_own(made: Callable[..., Path]) -> None:
    reports = made(BEFORE, DAY)
    name, script = plotly_script()
    large = [p for p in reports.rglob("*.js") if p.stat().st_size > 1_000_000]
    assert large == [reports / "assets" / name] and large[0].read_bytes() == script
    page = (reports / DAY.isoformat() / "money.html").read_text(encoding="utf-8")
    assert f'data-plotly="./../assets/{name}"' in page
    inner = next((reports / DAY.isoformat() / "dealers").iterdir()).read_text(encoding="utf-8")
    assert f"../../assets/{name}" in inner or "plots.js" not in inner


def test_a_script_of_a_former_version_stays_until_no_day_needs_it(made: Callable[..., Path]) -> None:
    reports = made(DAY)
    old, mine = reports / "assets" / "plotly-0123456789ab.min.js", reports / "assets" / "notes.js"
    old.write_text("old")
    mine.write_text("mine")
    manifest = reports / BEFORE.isoformat() / "assets" / "manifest.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text(json.dumps({"../assets/plotly-0123456789ab.min.js": "x"}))
    publish_all_days(reports)
    assert old.is_file()
    shutil.rmtree(reports / BEFORE.isoformat())
    publish_all_days(reports)
    assert not old.exists() and mine.is_file()


def test_the_same_days_give_the_same_bytes_in_any_order(made: Callable[..., Path]) -> None:
    one, other = made(BEFORE, DAY, BEFORE), made(DAY, BEFORE, DAY, BEFORE)
    assert {n: c for n, c in content(one).items() if "/" not in n} == {
        n: c for n, c in content(other).items() if "/" not in n
    }


def test_a_days_state_is_the_worst_answer_of_its_night(made: Callable[..., Path]) -> None:
    reports = made(DAY)
    day = read_day(reports.parent / "day.duckdb", DAY)
    states = [one.state for one in answers_of(day, compared(day).comparison)]
    (told,) = days_told(reports)
    assert told.told is not None and told.told["all"]["state"] == "bad" and "bad" in states
    assert f'class="answer-bad"><a href="{DAY}/index.html"' in (reports / "index.html").read_text(encoding="utf-8")


def test_a_day_that_is_taken_away_is_gone_and_others_stay(made: Callable[..., Path]) -> None:
    reports = made(BEFORE, DAY)
    shutil.rmtree(reports / BEFORE.isoformat())
    publish_all_days(reports)
    for name in ("index.html", "all-days.js", "spans.js"):
        text = (reports / name).read_text(encoding="utf-8")
        assert BEFORE.isoformat() not in text and DAY.isoformat() in text, name


def test_a_folder_of_an_earlier_version_is_listed_without_numbers(made: Callable[..., Path]) -> None:
    reports = made(BEFORE, DAY)
    (reports / BEFORE.isoformat() / FILE).unlink()
    (reports / "2018-99-99").mkdir()
    publish_all_days(reports)
    page = (reports / "index.html").read_text(encoding="utf-8")
    assert "published by an earlier version; publish it again" in page and "2018-99-99" not in page
    assert f'["{BEFORE}",0]' in (reports / "all-days.js").read_text(encoding="utf-8")


def test_rooms_are_told_apart_and_add_up(made: Callable[..., Path]) -> None:
    def change(rows: DayTables) -> None:
        add_history(rows, 2)
        two_rooms(rows)

    reports = made(DAY, change=change)
    told: dict[str, Any] = json.loads((reports / DAY.isoformat() / FILE).read_text(encoding="utf-8"))
    assert [room["room"] for room in told["rooms"]] == ["rio", "south"]
    for name in ("findings", "errors", "moved_cents", "rake_due_cents", "evaluated"):
        assert sum(room[name] for room in told["rooms"]) == told["all"][name] > 0, name
    page = (reports / "index.html").read_text(encoding="utf-8")
    assert page.count('name="room"') == 3


def test_no_days_make_a_page_that_says_so(tmp_path: Path) -> None:
    publish_all_days(tmp_path / "reports")
    assert "Nothing is published yet." in (tmp_path / "reports" / "index.html").read_text(encoding="utf-8")
