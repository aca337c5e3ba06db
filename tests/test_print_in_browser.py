"""Pages on paper, in Chromium: how many sheets they take, that nothing is folded, and what a hand shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import Opened, until
from tests.test_pages_in_browser import day, draw_all, hand_page, rows, site

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["day"]  # a fixture

PAPERS = ["Letter", "A4"]


def sheets(page_pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page_pdf))


def before_print(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory, "busy", hands=3000, tables=12, flagged=300)


@pytest.mark.parametrize("paper", PAPERS)
def test_findings_stand_thirty_and_more_to_a_sheet(opened: Opened, busy: Path, paper: str) -> None:
    page = opened(busy / "findings.html")
    before_print(page)
    found = rows(page)
    assert found > 300
    taken = sheets(page.pdf(format=paper, prefer_css_page_size=False))
    assert 1 < taken <= found / 30 + 2


@pytest.mark.parametrize("paper", PAPERS)
def test_night_and_a_hand_take_few_sheets(opened: Opened, day: Path, paper: str) -> None:
    assert sheets(opened(day / "index.html").pdf(format=paper)) <= 4
    assert sheets(opened(hand_page(day, "RK01")).pdf(format=paper)) <= 3


def test_nothing_is_folded_on_paper_and_all_is_folded_again_afterwards(opened: Opened, day: Path) -> None:
    page = opened(day / "money.html")
    folded = page.locator("details:not([open])").count()
    assert folded
    before_print(page)
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() == folded


def test_charts_are_as_wide_as_the_paper(opened: Opened, day: Path) -> None:
    page = opened(day / "money.html")
    draw_all(page)
    width = "document.querySelector('[data-figure]')._fullLayout.width"
    wide = page.evaluate(width)
    before_print(page)
    until(lambda: page.evaluate(width) == 690)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    until(lambda: page.evaluate(width) == wide)


def test_a_hand_prints_the_table_at_its_wrong_step(opened: Opened, day: Path) -> None:
    page = opened(hand_page(day, "RK01"))
    page.locator("#to-start").click()
    assert page.locator("#log li.now").count() == 0
    before_print(page)
    assert "wrong" in (page.locator("#log li.now").get_attribute("class") or "")
    page.emulate_media(media="print")
    assert page.locator("#oval .felt").is_visible() and not page.locator(".controls").is_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("#log li.now").count() == 0


def test_paper_is_white_in_the_dark_too(opened: Opened, day: Path) -> None:
    for file in ("index.html", "findings.html"):
        page = opened(day / file, color_scheme="dark")
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 36, 34)"
