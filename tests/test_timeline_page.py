"""The timeline of a table: what each lane shows, and that what comes from a feed cannot become markup."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from dashboards.pages.timeline_page import (
    LANES,
    TableTimeline,
    timeline_figure,
    timeline_name,
    timeline_page,
    timelines,
)
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.simulator.floor_day import simulate_floor

DAY = date(2026, 6, 12)
NOON = 1_781_290_800_000_000  # 2026-06-12 12:00 on the room's clock, seven hours behind UTC


def a_day(hand: str = "147-000001", dispute: str | None = None) -> TableTimeline:
    second = 1_000_000
    return TableTimeline(
        "rio", "147", -420,
        hands=[{"hand": hand, "start_us": NOON, "end_us": NOON + 60 * second, "dealer": "794324", "deck": "red",
                "stub_count": 25, "stub_due": 26}],
        downs=[{"slot_us": NOON, "kind": "live", "written": "79?324", "dealer": "794324", "sure_percent": 97,
                "hands": 1, "status": "disputed", "dispute": dispute, "last_name": "Lee", "first_name": "Bonnie"}],
        shuffles=[{"device": "SH1", "deck": "blue", "cards": 51, "status": "count", "at_us": NOON + 30 * second,
                   "offset_s": -240, "verdict": "off"}],
        notes=[{"at_us": NOON, "note": "deck-change", "deck": "red", "dealer": None, "level": None, "on": None}],
        findings=[{"at_us": NOON, "code": "SC01", "severity": "error", "hand": hand, "dealer": "794324",
                   "message": "The stub should have held 26 cards; 25 were counted."}],
    )  # fmt: skip


def test_each_lane_shows_its_part_on_the_rooms_own_clock() -> None:
    figure = timeline_figure(a_day())
    by_name = {trace["name"]: trace for trace in figure["data"]}
    assert set(by_name) == {"disputed", "hands", "off", "count", "deck-change", "error"}
    assert by_name["disputed"]["base"] == ["2026-06-12T12:00:00.000"]
    assert by_name["hands"]["x"] == ["2026-06-12T12:00:00.000", "2026-06-12T12:01:00.000", None]
    lanes = {name: LANES[len(LANES) - 1 - trace["y"][0]] for name, trace in by_name.items()}
    assert lanes == {"disputed": "Downs", "hands": "Hands", "off": "Stub", "count": "Shuffler", "deck-change": "Table",
                     "error": "Findings"}  # fmt: skip


def test_it_zooms_from_the_day_to_a_hand() -> None:
    page = timeline_page(a_day(), DAY)
    assert timeline_figure(a_day())["layout"]["xaxis"]["rangeslider"]["visible"]
    assert re.findall(r'data-minutes="(\d+)">([^<]+)<', page) == [
        ("10", "10 minutes"), ("60", "1 hour"), ("240", "4 hours"), ("0", "the day"),
    ]  # fmt: skip
    assert re.findall(r'data-finding="(-?1)"', page) == ["-1", "1"]


def test_the_page_tells_the_clock_and_the_confidence_and_calls_nobody() -> None:
    page = timeline_page(a_day(dispute="the number cannot be read"), DAY)
    assert "SH1 by -240 s" in page and "97 %" in page and "the number cannot be read" in page
    assert not re.search(r"https?://", page)


def test_markup_in_a_feed_stays_text() -> None:
    page = timeline_page(a_day(hand="<img src=x onerror=alert(1)>", dispute="</script><b>"), DAY)
    assert "<img" not in page and "</script><b>" not in page
    data = json.loads(page.split('id="figure-data">')[1].split("</script>")[0])
    assert all("<img" not in str(trace) for trace in data["timeline"]["data"])


def test_tables_are_told_apart_and_ordered_as_people_count() -> None:
    row = {"room": "rio", "utc_offset_min": -420}
    days = timelines([{**row, "table": "10"}, {**row, "table": "9"}], [], [], [], [{"room": "rio", "table": None}])
    assert [day.table for day in days] == ["9", "10"]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("timeline")
    simulate_floor(root / "day", DAY, tables=2, seed=8, hours=2)
    folders = Folders(root / "data")
    folders.landing.mkdir(parents=True)
    for path in sorted((root / "day").iterdir()):
        if path.name != "labels.parquet":
            (folders.root / path.name if path.name == "house.toml" else folders.landing / path.name).write_bytes(
                path.read_bytes()
            )
    nightly.land(folders)
    nightly.gate_day(folders, DAY)
    nightly.audit_day(folders, DAY)
    nightly.build_warehouse(folders)
    return nightly.publish_day(folders, DAY).index.parent


def test_every_table_of_a_published_day_has_its_page(published: Path) -> None:
    pages = {path.name for path in (published / "tables").iterdir() if path.name.endswith("-timeline.html")}
    assert pages == {timeline_name("rio", "101"), timeline_name("rio", "102")}
    for name in pages:
        beside = (published / "tables" / name.replace("-timeline", "")).read_text()
        assert f'href="{name}"' in beside
    page = (published / "tables" / timeline_name("rio", "101")).read_text()
    data = json.loads(page.split('id="figure-data">')[1].split("</script>")[0])
    names = {trace["name"] for spec in data.values() for trace in spec["data"]}
    assert {"paid", "hands", "counted", "ok", "push"} <= names
    assert (published / "assets/plots.js").is_file() and "cdn" not in page.lower()
