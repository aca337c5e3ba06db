"""The pages in Firefox: they open from the disk, draw, filter and fit. Without it: skipped; where CI is set, failed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from dashboards.publish import publish
from tests.firefox import Firefox, binary
from tests.page_fixtures import DAY, add_history, make_day

TOO_WIDE = "return document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("firefox")
    made = make_day(folder / "day.duckdb", add_history, hands=120, tables=4, flagged=12, dealers=6)
    for on in (DAY - timedelta(days=1), DAY):
        publish(made, folder / "reports" / on.isoformat(), on)
    return folder / "reports"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if binary() is None:
        why = "no Firefox on this machine; install the package firefox-esr"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(f"the pages are not tested in Firefox: {why}")
    with Firefox(tmp_path_factory.mktemp("profile")) as started:
        yield started


def until(firefox: Firefox, script: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not firefox.run(script):
        assert time.monotonic() < end, script
        time.sleep(0.1)


@pytest.mark.parametrize("width", [1366, 500])  # Firefox has no window narrower than 450 pixels
@pytest.mark.parametrize("file", ["index.html", "changes.html", f"{DAY}/index.html", f"{DAY}/money.html"])
def test_a_page_opens_and_fits_in_firefox(firefox: Firefox, reports: Path, file: str, width: int) -> None:
    firefox.size(width, 800)
    firefox.open(reports / file)
    assert firefox.run("return document.querySelector('h1').textContent.trim()")
    until(firefox, f"{TOO_WIDE} <= 0")


def test_charts_draw_and_findings_filter_in_firefox(firefox: Firefox, reports: Path) -> None:
    firefox.size(1366, 800)
    firefox.open(reports / f"{DAY}" / "tables.html")
    until(firefox, "return document.querySelectorAll('[data-figure] .main-svg').length > 0")
    firefox.open(reports / f"{DAY}" / "findings.html", "#code=RK01")
    until(firefox, "return /^\\d+ of \\d+ findings/.test(document.getElementById('count').textContent)")
    until(firefox, "return !document.getElementById('day-before').hidden")


def test_spans_are_compared_in_firefox(firefox: Firefox, reports: Path) -> None:
    firefox.open(reports / "changes.html", f"#from={DAY}&to={DAY}")
    until(firefox, "return document.querySelectorAll('#table-codes tbody tr').length > 3")
    assert DAY.isoformat() in firefox.run("return document.getElementById('spans-said').textContent")
