"""The published pages in a real browser, opened from the disk: they draw, filter, step, print, and call nobody."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dashboards.explaining import SEVERITIES
from dashboards.publish import publish
from dashboards.site import NAVIGATION
from tests.browsing import WIDE, Opened, click_mark, until
from tests.page_audit import FAULTS
from tests.page_fixtures import (
    AFTER,
    AUDIT_ID,
    DAY,
    FLAGGED,
    OPENED,
    ROOM,
    DayTables,
    Script,
    add_history,
    add_missed_blinds,
    add_time,
    day_rows,
    make_day,
    make_hostile,
    read_script,
    record_of,
    withhold,
    write_duckdb,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = [file for _, links in NAVIGATION for file, _ in links]
INNER = ["hands", "dealers", "tables", "timelines"]  # kinds of pages that are many
NARROW = 390


def site(
    tmp_path_factory: pytest.TempPathFactory, name: str, *change: Callable[[DayTables], None], **size: Any
) -> Path:
    folder = tmp_path_factory.mktemp(name)
    publish(make_day(folder / "day.duckdb", *change, **size), folder / "site", DAY)
    return folder / "site"


@pytest.fixture(scope="module")
def not_whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A day of which feeds are missing, and the day after, of which nothing came."""
    folder = tmp_path_factory.mktemp("not-whole")
    made = make_day(folder / "day.duckdb", add_history, withhold, hands=240, tables=4, flagged=24, dealers=6)
    days = {"part": DAY, "absent": AFTER}
    for name, gaming_date in days.items():
        publish(made, folder / name, gaming_date)
    return {name: folder / name for name in days}


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory, "day", add_history, hands=480, tables=8, flagged=48, dealers=12)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory, "hostile", make_hostile, hands=160, tables=4, flagged=16)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day on which blinds were missed and time was collected."""
    changes = (add_missed_blinds, add_time)
    return site(tmp_path_factory, "floor", *changes, hands=240, tables=4, flagged=12, dealers=6)


@pytest.fixture(scope="module")
def whole_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day with every hand, flagged or not; at table 141 a player paid $1,178 that was another's."""
    rows = day_rows(hands=240, tables=4, flagged=24, dealers=6)
    large = next(f for f in rows.findings if f["code"] == "PT01" and f["table"] == "141")
    large |= {
        "amount_cents": 117_800,
        "paid_by": "s6",
        "paid_to": "s1",
        "message": "Seat 6 was pushed short by $1,178.",
    }
    folder = tmp_path_factory.mktemp("whole")
    write_duckdb(folder / "day.duckdb", rows)
    publish(folder / "day.duckdb", folder / "site", DAY, record=record_of(rows))
    return folder / "site"


def pages_of(folder: Path, kind: str) -> list[Path]:
    """The pages of a kind: a file of the navigation, or all of one of `INNER`."""
    if kind.endswith(".html"):
        return [folder / kind]
    found = sorted((folder / ("tables" if kind == "timelines" else kind)).glob("*.html"))
    if kind in ("tables", "timelines"):
        found = [p for p in found if p.name.endswith("-timeline.html") == (kind == "timelines")]
    assert found
    return found


def rows(page: Page) -> int:
    return page.locator("#found tbody tr:not(.none)").count()


def status(page: Page) -> str:
    return page.locator("#count").inner_text()


def draw_all(page: Page) -> None:
    for plot in page.locator("[data-figure]").all():
        plot.scroll_into_view_if_needed()
        plot.locator(".main-svg").first.wait_for()


def choose(page: Page, facet: str, word: str) -> None:
    """Ticks a word of a facet; its list is opened first where it is shut."""
    box = page.locator(f"details[data-facet={facet}]")
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    box.locator(f"input[value='{word}']").click()


def too_wide(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def hand_page(folder: Path, code: str) -> Path:
    marked = f'"{code} '.replace('"', ">")
    return next(p for p in sorted((folder / "hands").iterdir()) if marked in p.read_text(encoding="utf-8"))


# -- every page -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [*PAGES, *INNER])
def test_a_page_draws_fits_a_telephone_in_the_dark_and_prints(opened: Opened, day: Path, file: str) -> None:
    page = opened(pages_of(day, file)[0])
    assert page.locator("nav.pages a[aria-current=page]").count() == (1 if file in PAGES else 0)
    assert page.locator("nav.pages a").count() == len(PAGES)
    assert page.locator("h1").inner_text().strip()
    draw_all(page)
    if file in ("money.html", "dealers.html", "tables.html", "stub.html", "shuffler.html", "quality.html", "timelines"):
        assert page.locator("[data-figure] .main-svg").count() >= 1
    assert too_wide(page) <= 0
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 21)"
    page.set_viewport_size({"width": NARROW, "height": 900})
    until(lambda: too_wide(page) <= 0)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not page.locator("nav.pages").is_visible()
    assert page.locator("h1").is_visible()
    assert page.locator("main").is_visible()


@pytest.mark.parametrize("folder", ["dealers", "tables"])
def test_a_dealer_and_a_table_have_pages_of_their_own(opened: Opened, day: Path, folder: str) -> None:
    page = opened(day / f"{folder}.html")
    listed = page.locator("#table-ranking a, #table-tables a")
    name = listed.first.inner_text()
    listed.first.click()
    page.wait_for_selector(".crumb")
    assert name in page.locator("h1").inner_text()
    page.click(".crumb a")
    page.wait_for_selector("#table-ranking, #table-tables")
    narrow = opened(sorted((day / folder).iterdir())[0], width=NARROW, color_scheme="dark")
    assert too_wide(narrow) <= 0


def test_the_night_is_painted_within_a_second(opened: Opened, day: Path) -> None:
    paints = []
    for _ in range(3):  # the machine may be busy with something else
        page = opened(day / "index.html")
        until(lambda: page.evaluate("performance.getEntriesByName('first-contentful-paint').length") == 1)  # noqa: B023
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    assert min(paints) < 1000
    assert page.evaluate("typeof Plotly") == "undefined"  # the morning does not wait for it


def test_the_night_answers_three_questions_and_leads_on(opened: Opened, day: Path) -> None:
    page = opened(day / "index.html")
    assert page.locator(".answer h2").all_inner_texts() == [
        "Did it run?", "Is the data whole?", "What needs a person today?",
    ]  # fmt: skip
    assert page.locator(".columns .col").count() == 29
    page.locator(".codebars a").first.click()
    page.wait_for_selector("#found tbody tr")
    assert "code=" in page.url
    assert status(page).startswith("8 of 49 findings")


def test_figures_follow_the_colour_scheme(opened: Opened, day: Path) -> None:
    page = opened(day / "money.html", color_scheme="light")
    page.locator("#plot-rake .bars .point path").first.wait_for()
    colour = "getComputedStyle(document.querySelector('#plot-rake .bars .point path')).fill"
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    until(lambda: page.evaluate(colour) != light)


def test_a_click_on_a_bar_leads_to_its_hands(opened: Opened, day: Path) -> None:
    page = opened(day / "money.html")
    page.locator("#plot-rake .bars .point").first.wait_for()
    page.evaluate("document.getElementById('fig-rake').scrollIntoView()")
    click_mark(page, page.locator("#plot-rake .bars .point").first)
    page.wait_for_selector("#hands tbody tr")
    assert "table=141" in page.url
    assert set(page.locator("#hands tbody tr td:nth-child(2)").all_inner_texts()) == {"141"}


def test_a_table_of_numbers_can_be_put_in_order_with_keys(opened: Opened, day: Path) -> None:
    page = opened(day / "tables.html")
    head = page.locator("#table-tables th", has_text="Findings")
    head.locator("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    column = [int(t) for t in page.locator("#table-tables tbody tr td:nth-child(5)").all_inner_texts()]
    assert column == sorted(column, reverse=True)


def test_the_rules_can_be_searched(opened: Opened, day: Path) -> None:
    page = opened(day / "rules.html", "#RK01")
    assert page.locator("#RK01").is_visible()
    page.keyboard.press("/")
    page.keyboard.type("odd chip")
    until(lambda: "of" in page.locator("#rule-count").inner_text())
    assert page.locator("#OC01").is_visible()
    assert not page.locator("#RK05").is_visible()


# -- findings -------------------------------------------------------------------------------------------------------


def test_facets_narrow_the_table_and_clear_again(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html")
    assert status(page).startswith("49 findings, $")
    choose(page, "code", "RK01")
    assert status(page).startswith("8 of 49 findings")
    assert rows(page) == 8
    assert "code=RK01" in page.url
    choose(page, "code", "OC01")  # two words of one facet: either
    assert status(page).startswith("12 of 49")
    choose(page, "severity", "notice")  # of two facets: both
    assert status(page).startswith("0 of 49")
    page.locator(".chip", has_text="notice").click()
    assert status(page).startswith("12 of 49")
    page.fill("input[name=q]", "no such words")
    page.wait_for_selector("tr.none")
    page.click("#clear")
    assert status(page).startswith("49 findings")
    assert "=" not in page.url.partition("#")[2]


@pytest.mark.parametrize(
    ("facet", "word"),
    [("table", "141"), ("hour", "12"), ("amount", "$20 to under $100"), ("game", "Texas hold\\'em, no-limit")],
)
def test_every_facet_keeps_as_many_as_it_says(opened: Opened, day: Path, facet: str, word: str) -> None:
    page = opened(day / "findings.html")
    box = page.locator(f"details[data-facet={facet}]")
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    item = box.locator("li", has=page.locator(f"input[value='{word}']"))
    said = int(item.locator(".facet-n").inner_text())
    item.locator("input").click()
    assert status(page).startswith(f"{said} of 49")


def test_choices_say_how_many_they_would_leave(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html", "#severity=procedure")
    counts = {
        item.locator("input").get_attribute("value"): item.locator(".facet-n").inner_text()
        for item in page.locator("details[data-facet=code] li").all()
    }
    assert (counts["DC01"], counts["SC02"], counts["RK01"]) == ("1", "4", "0")


def test_a_link_shows_the_same_choice_again(opened: Opened, day: Path) -> None:
    first = opened(day / "findings.html", "#code=RK01&code=OC01&q=P2&sort=size&dir=down")
    again = opened(day / "findings.html", "#" + first.url.partition("#")[2])
    assert status(first) == status(again)
    assert first.locator("#found tbody").inner_text() == again.locator("#found tbody").inner_text()
    assert again.locator("input[name=q]").input_value() == "P2"


def test_text_finds_hands_dealers_and_rules(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html")
    hand = page.locator("#found tbody .hand-cell a").first.inner_text()
    page.fill("input[name=q]", hand.upper())
    until(lambda: rows(page) == 1)
    assert page.locator("#found tbody .hand-cell a").inner_text() == hand


def test_columns_sort_both_ways_by_keyboard(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html")
    page.locator("th[data-sort=size] button").focus()
    page.keyboard.press("Enter")
    assert page.locator("th[data-sort=size]").get_attribute("aria-sort") == "descending"
    assert page.locator("#found tbody .amount").first.inner_text() == "+$41"
    page.keyboard.press("Enter")
    assert page.locator("th[data-sort=size]").get_attribute("aria-sort") == "ascending"
    assert page.locator("#found tbody .amount").first.inner_text() == "–"


def test_the_keyboard_reaches_the_content_and_the_search(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_csv_holds_what_is_shown_and_no_formula(opened: Opened, hostile: Path) -> None:
    page = opened(hostile / "findings.html", accept_downloads=True)
    with page.expect_download() as arriving:
        page.click("#csv")
    assert arriving.value.suggested_filename == "findings-2018-06-02.csv"
    text = Path(arriving.value.path()).read_text(encoding="utf-8-sig")
    assert text.splitlines()[0].startswith("at,code,severity,table,game,hand")
    cells = list(csv.reader(text.splitlines()))
    assert len(cells) == 20
    for line in cells[1:]:
        for name, value in zip(cells[0], line, strict=True):
            assert name == "amount" or not value.startswith(("=", "+", "-", "@", "\t"))
    assert {line[cells[0].index("amount")] for line in cells[1:]} >= {"1", "-1", "41"}


def test_thousands_of_rows_stay_smooth(opened: Opened, tmp_path_factory: pytest.TempPathFactory) -> None:
    def many(tables: DayTables) -> None:
        finding = FLAGGED[0].finding or {}
        tables.findings = [
            finding
            | {"room": ROOM, "table": f"{141 + i % 4}", "hand": None, "dealer": f"79430{i % 9}", "player": None,
               "at": OPENED + timedelta(seconds=9 * i), "gaming_date": DAY, "source_file": "x", "source_line": i,
               "audit_id": AUDIT_ID, "amount_cents": 100 * (i % 50), "code": f"RK0{1 + i % 4}"}
            for i in range(20_000)
        ]  # fmt: skip

    page = opened(site(tmp_path_factory, "many", many, hands=80, tables=4, flagged=0) / "findings.html")
    assert status(page).startswith("20,000 findings")
    assert rows(page) < 500
    took = page.evaluate(
        """() => {
          const began = performance.now();
          document.querySelector("input[name=code][value=RK02]").click();
          return performance.now() - began;
        }"""
    )
    assert took < 1000  # some 30 ms on a quiet machine
    assert status(page).startswith("5,000 of 20,000")
    before = rows(page)
    page.evaluate("document.getElementById('more').scrollIntoView()")
    until(lambda: rows(page) > before)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert rows(page) == 5000


# -- hands --------------------------------------------------------------------------------------------------------


def test_a_link_leads_to_the_hand_and_back_with_the_filter_kept(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html", "#code=OC01&sort=size&dir=down")
    first = page.locator("#found tbody .hand-cell a").first
    name = first.inner_text()
    hands = page.locator("#found tbody .hand-cell a").all_inner_texts()
    first.click()
    page.wait_for_selector("#oval .seat")
    assert page.locator("h1").inner_text() == f"Hand {name}"
    assert page.locator("#before").get_attribute("href") is None
    page.click("#after")
    page.wait_for_selector("#oval .seat")
    assert page.locator("h1").inner_text() == f"Hand {hands[1]}"
    page.click("#back")
    page.wait_for_selector("#found tbody tr")
    assert page.locator("input[name=code][value=OC01]").is_checked()
    assert page.locator("th[data-sort=size]").get_attribute("aria-sort") == "descending"
    assert rows(page) == len(hands)


def test_a_hand_opens_at_its_wrong_step_and_steps_with_keys(opened: Opened, day: Path) -> None:
    page = opened(hand_page(day, "RK01"))
    wrong = page.locator("#log li.wrong")
    assert wrong.count() == 1
    assert "now" in (wrong.get_attribute("class") or "")
    saying = page.locator("#saying")
    assert "The dealer takes $4 rake" in saying.inner_text()
    assert "The dealer took $5 from a $49 pot; 10 % in $1 steps is $4." in saying.inner_text()
    assert "Pot $44" in page.locator("#oval").inner_text()
    page.keyboard.press("ArrowLeft")
    assert "The dealer deals T♦ to the board" in saying.inner_text()
    assert "Pot $48" in page.locator("#oval").inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert "Seat 6 checks" in saying.inner_text()
    page.keyboard.press("Home")
    assert "before its first step" in saying.inner_text()
    assert page.locator("#back-one").is_disabled()
    page.keyboard.press("End")
    assert "The dealer pushes the main pot, $44, to seat 1" in saying.inner_text()
    assert page.locator("#on-one").is_disabled()
    page.keyboard.press("w")
    assert "The dealer takes $4 rake" in saying.inner_text()
    assert "step=" in page.url


def test_a_hand_steps_with_buttons_log_lines_and_links(opened: Opened, day: Path) -> None:
    path = hand_page(day, "PT01")
    page = opened(path, "#step=0")
    page.click("#on-one")
    assert "1. Seat 5 posts the small blind, $1" in page.locator("#saying").inner_text()
    assert page.locator("#oval .bet").inner_text() == "$1"
    page.locator("#log .step", has_text="board Ks9d4c").click()
    assert page.locator("#oval .board .pc").all_inner_texts() == ["K♠", "9♦", "4♣"]
    assert page.locator("#log li[aria-current=step]").inner_text().split() == [
        *["The", "dealer", "deals", "K♠", "9♦", "4♣", "to", "the", "board", "board", "Ks9d4c"]
    ]
    page.click(".go")
    assert "The dealer pushes the main pot, $41, to seat 6" in page.locator("#saying").inner_text()
    page.reload()
    page.wait_for_selector("#oval .seat")
    assert "The dealer pushes the main pot, $41, to seat 6" in page.locator("#saying").inner_text()


STUD = [
    "s1 post ante 1", "s2 post ante 1", "s3 post ante 1", "deal s1 ????", "deal s2 ????", "deal s3 ????", "up s1 4c",
    "up s2 Kd", "up s3 9h", "s1 post bringin 2", "s2 call 2", "s3 fold", "burn", "up s1 5c", "up s2 2d", "s2 check",
    "s1 check", "burn", "up s1 6c", "up s2 3d", "burn", "up s1 7c", "up s2 8d", "burn", "deal s1 ??", "deal s2 ??",
    "s2 check", "s1 check", "s1 show 3c8c4c5c6c7cAd", "s2 show AsKhKd2d3d8dQc", "award main s1 7",
]  # fmt: skip
DRAW = [
    "s5 post sb 1", "s6 post bb 2", "deal s5 ??????????", "deal s6 ??????????", "s5 call 1", "s6 check",
    "discard s5 ????", "draw s5 ????", "draw s6 pat", "s5 check", "s6 check", "s5 show 2c3c4c5c7d",
    "s6 show 2d3d4d5d8h", "award main s5 4",
]  # fmt: skip


@pytest.mark.parametrize(
    ("events", "seats", "width"), [(STUD, (1, 2, 3), WIDE), (STUD, (1, 2, 3), NARROW), (DRAW, (5, 6), WIDE)]
)
def test_stud_and_draw_hands_are_replayed_too(
    opened: Opened, tmp_path_factory: pytest.TempPathFactory, events: list[str], seats: tuple[int, ...], width: int
) -> None:
    def one(tables: DayTables) -> None:
        script = Script(events, FLAGGED[0].facts, FLAGGED[0].finding, seats)
        tables.hands[0] = replace(tables.hands[0], events=read_script(script).events, seats=read_script(script).seats)
        tables.findings = [
            (FLAGGED[0].finding or {})
            | {"room": ROOM, "table": tables.hands[0].table, "hand": tables.hands[0].hand, "dealer": "794301",
               "at": OPENED,
               "gaming_date": DAY, "player": None, "source_file": "rio.hands.jsonl", "source_line": 1, "event": 7,
               "audit_id": AUDIT_ID}
        ]  # fmt: skip

    folder = site(tmp_path_factory, "other", one, hands=1, tables=1, flagged=0, feeds=False)
    page = opened(next((folder / "hands").iterdir()), "#step=0", width=width)
    if events is STUD:
        page.locator("#log .step", has_text="up s2 8d").click()
        assert page.locator("#oval .pc.up").all_inner_texts() == ["4♣", "5♣", "6♣", "7♣", "K♦", "2♦", "3♦", "8♦"]
        assert page.locator("#oval .pc.down").count() == 4
        page.keyboard.press("End")
        assert page.locator("#oval .seat .hole").first.locator(".pc").count() == 7
    else:
        page.locator("#log .step", has_text="discard s5 ????").click()
        assert page.locator("#oval .seat .hole").first.locator(".pc.down").count() == 3
        assert "2 thrown away" in page.locator("#oval").inner_text()
        page.keyboard.press("ArrowRight")
        assert page.locator("#oval .seat .hole").first.locator(".pc.down").count() == 5
    for box in page.locator("#oval .pc").all():
        place = box.bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
    page.keyboard.press("Home")
    page.keyboard.press("]")
    assert page.locator("#log li[aria-current=step]").count() == 1


def test_a_page_without_its_script_still_shows_the_log(opened: Opened, day: Path) -> None:
    page = opened(hand_page(day, "RK01"), java_script_enabled=False)
    assert page.locator("#log").is_visible()
    assert not page.locator("#stage").is_visible()
    assert "The dealer took $5" in page.locator("#log li.wrong").inner_text()


# -- everywhere ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (768, "dark"), (NARROW, "light"), (NARROW, "dark")])
def test_nothing_is_wider_than_the_screen(opened: Opened, day: Path, hostile: Path, width: int, scheme: str) -> None:
    for folder in (day, hostile) if scheme == "dark" else (day,):
        page = opened(folder / "findings.html", width=width, color_scheme=scheme)
        draw_all(page)
        assert too_wide(page) <= 0
        hand = opened(sorted((folder / "hands").iterdir())[3], width=width, color_scheme=scheme)
        hand.wait_for_selector("#oval .seat")
        assert too_wide(hand) <= 0


# -- any hand, anybody ----------------------------------------------------------------------------------------------


def table_data(folder: Path, table: str) -> tuple[str, dict[str, Any]]:
    """The file of a table: its key, and what it holds."""
    path = next((folder / "replay").glob(f"{table}-*.js"))
    return path.stem, json.loads(path.read_text(encoding="utf-8").removeprefix("oddchipTable(").removesuffix(");\n"))


def asked(page: Page, words: str) -> Any:
    """Types into the search box, as a reader would, and waits for the answer."""
    page.locator("h1").click()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "find"
    page.keyboard.type(words)
    results = page.locator("#find-results")
    until(lambda: (results.is_visible() and "found on" in results.inner_text()) or "fits" in results.inner_text())
    return results


def test_a_hand_without_a_finding_replays_to_its_last_step(opened: Opened, whole_day: Path) -> None:
    key, data = table_data(whole_day, "142")
    hand = next(hand for hand in data["hands"][5:] if "found" not in hand)
    page = opened(whole_day / "replay" / "hand.html", f"?table={key}&hand={hand['hand']}")
    page.wait_for_selector("#stage:not([hidden])")
    assert page.locator("h1").inner_text() == f"Hand {hand['hand']}"
    assert page.locator("#log li").count() == len(hand["words"])
    page.locator("h1").click()
    page.keyboard.press("End")
    assert data["words"][hand["words"][-1]] in page.locator("#saying").inner_text()
    assert page.locator("#on-one").is_disabled() and not page.locator("#found").is_visible()
    assert too_wide(page) <= 0
    assert page.evaluate(FAULTS) == []


def test_the_hand_before_and_the_hand_after_are_those_of_the_table(opened: Opened, whole_day: Path) -> None:
    key, data = table_data(whole_day, "141")
    names = [hand["hand"] for hand in data["hands"]]
    flagged = next(i for i, hand in enumerate(data["hands"]) if "found" in hand and 0 < i < len(names) - 1)
    page = opened(whole_day / "replay" / "hand.html", f"?table={key}&hand={names[flagged]}")
    page.wait_for_selector("#found:not([hidden])")
    page.locator("#found-page").click()
    page.get_by_text("Among all hands of the table").click()
    page.wait_for_selector("#stage:not([hidden])")
    page.locator("#after").click()
    until(lambda: page.locator("h1").inner_text() == f"Hand {names[flagged + 1]}")
    page.wait_for_selector("#stage:not([hidden])")
    page.keyboard.press("k")
    until(lambda: page.locator("h1").inner_text() == f"Hand {names[flagged]}")
    page.wait_for_selector("#stage:not([hidden])")
    page.keyboard.press("k")
    until(lambda: page.locator("h1").inner_text() == f"Hand {names[flagged - 1]}")


def test_a_hand_that_is_not_there_is_said_to_be_missing(opened: Opened, whole_day: Path) -> None:
    key, _ = table_data(whole_day, "141")
    page = opened(whole_day / "replay" / "hand.html", f"?table={key}&hand=none")
    until(lambda: "has no hand none" in page.locator("#told").inner_text())
    page = opened(whole_day / "replay" / "hand.html", "?table=../../x&hand=none")
    assert "names no table" in page.locator("#told").inner_text()


@pytest.mark.parametrize(
    ("words", "found", "href"),
    [
        ("$1,178", "PT01", "hands/"),
        ("1178", "P6", "player=P6"),
        ("141-000003", "141-000003", "hand=141-000003"),
        ("141 nobody", "Nothing on", ""),
        ("143 10:32", "table 143, 10:", "hand.html?table=143"),
        ("rake from", "RK", "hands/"),
        ("144", "Table 144", "tables/144"),
        ("794302", "794302", "dealers/"),
    ],
)  # fmt: skip
def test_the_search_finds_it_from_every_page(
    opened: Opened, whole_day: Path, words: str, found: str, href: str
) -> None:
    page = opened(whole_day / "tables.html")
    results = asked(page, words)
    until(lambda: found in results.inner_text())
    assert not href or results.locator(f'a[href*="{href}"]').count() >= 1
    assert page.evaluate(FAULTS) == []
    page.keyboard.press("Escape")
    assert not results.is_visible()


def test_cards_find_the_hands_that_hold_them_all(opened: Opened, whole_day: Path) -> None:
    page = opened(whole_day / "dealers.html")
    held = asked(page, "Td").inner_text()
    assert "Hands" in held
    page.keyboard.type("2c3c4c5c6c7c8c9cTcJcQcKcAc")
    until(lambda: "fits" in page.locator("#find-results").inner_text())


def test_the_player_who_lost_the_most_is_found_and_followed(opened: Opened, whole_day: Path) -> None:
    page = opened(whole_day / "index.html")
    results = asked(page, "1178")
    first = results.locator('a[href*="player.html"]').first
    assert first.inner_text() == "P6" and "lost $1,182 wrongly" in results.inner_text()
    first.click()
    page.wait_for_selector("#fig-wrong")
    wrong = page.locator("#fig-wrong")
    assert "Lost $1,182" in wrong.inner_text() and "lost to" in wrong.inner_text() and "P1" in wrong.inner_text()
    assert "Seat 6" in page.locator("#fig-stays").inner_text()
    assert page.locator("#fig-stack svg path").get_attribute("d")
    sat = sum(
        "6" in hand["seats"]
        for table in ("141", "142", "143", "144")
        for hand in table_data(whole_day, table)[1]["hands"]
    )
    assert page.locator("#fig-stack tbody tr").count() == sat
    assert too_wide(page) <= 0
    assert page.evaluate(FAULTS) == []
    wrong.locator("td a").first.click()
    page.wait_for_selector("#log li.wrong")


def test_without_the_lake_the_pages_say_that_only_flagged_hands_are_there(opened: Opened, day: Path) -> None:
    page = opened(day / "replay" / "hand.html")
    assert "Only the hands with a finding can be replayed here" in page.locator("#told").inner_text()
    assert "Only hands with a finding are in these pages." in asked(page, "141").inner_text()


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_seat_is_on_the_screen_and_none_hides_another(opened: Opened, day: Path, width: int) -> None:
    page = opened(hand_page(day, "SC02"), width=width)
    boxes = [s.bounding_box() for s in page.locator("#oval .seat").all()]
    assert len(boxes) == 9
    for i, a in enumerate(boxes):
        assert a is not None
        assert a["x"] >= 0
        assert a["x"] + a["width"] <= width
        for b in boxes[:i]:
            assert b is not None
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert min(across, down) <= 2


def test_hostile_text_stays_text(opened: Opened, hostile: Path) -> None:
    for file in PAGES:
        page = opened(hostile / file)
        draw_all(page)
        assert page.locator("main img, main script, main a[href^='javascript:']").count() == 0
        assert too_wide(page) <= 0
    page = opened(hostile / "findings.html")
    assert "<script>alert(1)</script>" in page.locator("#found").inner_text()
    page = opened(hostile / "tables.html")
    draw_all(page)
    page.hover("#plot-hours .nsewdrag")
    for kind in INNER:
        for path in pages_of(hostile, kind)[:3]:
            inner = opened(path, width=NARROW)
            if kind == "hands":
                inner.wait_for_selector("#oval .seat")
                inner.keyboard.press("End")
            draw_all(inner)
            assert inner.locator("main img, main script, main a[href^='javascript:']").count() == 0
            assert too_wide(inner) <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(opened: Opened, day: Path, scheme: str) -> None:
    page = opened(day / "index.html", color_scheme=scheme)
    words, grounds = ("ink", "muted", "accent"), ("ground", "surface", "raised")
    on_shapes = [("on-series", "series-a"), ("on-series", "series-b"), ("felt-ink", "felt"), ("card-ink", "card")]
    names = [
        *words,
        *grounds,
        *SEVERITIES,
        *(f"{s}-soft" for s in SEVERITIES),
        *(n for pair in on_shapes for n in pair),
    ]
    colours = page.evaluate(
        "names => names.map(n => getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim())", names
    )
    palette = dict(zip(names, colours, strict=True))
    pairs = [(w, g) for w in words for g in grounds] + [(s, f"{s}-soft") for s in SEVERITIES] + on_shapes
    for word, ground in pairs:
        assert contrast(palette[word], palette[ground]) >= 4.5, (word, ground)


def contrast(a: str, b: str) -> float:
    """The ratio of two colours' luminance as the accessibility guidelines define it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("kind", [*PAGES, *INNER])
def test_eyes_and_screen_readers_find_no_fault(opened: Opened, day: Path, kind: str) -> None:
    page = opened(pages_of(day, kind)[0], color_scheme="light")
    draw_all(page)
    assert page.evaluate(FAULTS) == []
    page.emulate_media(color_scheme="dark")
    until(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 21)")
    if page.locator("[data-figure]").count():
        page.wait_for_timeout(300)  # the figures take their new colours
    assert page.evaluate(FAULTS) == []


MARKED = ["index.html", "week.html", "month.html", "dealers.html", "dealers", "tables.html"]


@pytest.mark.parametrize(
    ("which", "kind"), [*(("part", kind) for kind in MARKED), *(("absent", kind) for kind in [*PAGES, "dealers"])]
)
def test_days_that_are_not_whole_fit_and_have_no_fault(
    opened: Opened, not_whole: dict[str, Path], which: str, kind: str
) -> None:
    page = opened(pages_of(not_whole[which], kind)[0], color_scheme="light")
    draw_all(page)
    assert page.evaluate(FAULTS) == []
    assert too_wide(page) <= 0
    page.emulate_media(color_scheme="dark")
    until(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 21)")
    if page.locator("[data-figure]").count():
        page.wait_for_timeout(300)
    assert page.evaluate(FAULTS) == []
    page.set_viewport_size({"width": NARROW, "height": 900})
    until(lambda: too_wide(page) <= 0)


def test_night_opens_with_what_did_not_come(opened: Opened, not_whole: dict[str, Path]) -> None:
    page = opened(not_whole["part"] / "index.html")
    came, answers = page.locator("#did-not-come").bounding_box(), page.locator(".answers").bounding_box()
    assert came is not None and answers is not None
    assert came["y"] + came["height"] <= answers["y"] and came["y"] < 300
    assert page.locator("#did-not-come li").count() == 3
    week = opened(not_whole["part"] / "week.html")
    head = week.locator("#table-days th", has_text="Hands")
    head.locator("button").click()  # a number with the mark is put in order as a number
    cells = week.locator("#table-days tbody tr td:nth-child(2)").all_inner_texts()
    hands = [int(t.rstrip("†")) for t in cells if t != "–"]
    assert len(hands) > 2 and hands == sorted(hands, reverse=True) and any("†" in t for t in cells)


def test_the_search_for_faults_finds_faults(opened: Opened, day: Path) -> None:
    page = opened(day / "about.html")
    page.evaluate(
        """() => {
          const add = (html) => document.querySelector("main").insertAdjacentHTML("beforeend", html);
          add("<p style='color: rgb(150 150 150); background: #fff'>pale</p>");
          add("<table><tr><td>bare</td></tr></table>");
          add("<button type='button'></button>");
          add("<section><h4>deep</h4></section>");
          add("<div tabindex='3' role='img'></div>");
        }"""
    )
    faults = " | ".join(page.evaluate(FAULTS))
    for words in ("contrast 2.96", "without a caption", "nameless", "unnamed part", "heading 4 after",
                  "jumps the order", "picture without words"):  # fmt: skip
        assert words in faults, words


@pytest.mark.parametrize("kind", ["index.html", "findings.html", "money.html", "hands", "dealers.html"])
def test_the_tab_key_goes_through_a_page_in_order_and_shows_where_it_is(opened: Opened, day: Path, kind: str) -> None:
    page = opened(pages_of(day, kind)[0])
    places: list[tuple[bool, bool, str]] = []
    for _ in range(24):
        page.keyboard.press("Tab")
        places.append(
            page.evaluate(
                """() => {
                  const e = document.activeElement, s = getComputedStyle(e);
                  return [e.closest("main") !== null, s.outlineStyle !== "none", e.tagName];
                }"""
            )
        )
    assert all(outlined for _, outlined, tag in places if tag != "BODY")
    inside = [in_main for in_main, _, tag in places if tag != "BODY"]
    assert inside == sorted(inside)  # the frame first, then the content, and never back


# -- what explains the families ---------------------------------------------------------------------------------------


def test_a_missed_blind_can_be_followed_to_its_hand(opened: Opened, floor: Path) -> None:
    page = opened(floor / "blinds.html")
    draw_all(page)
    assert page.locator("#plot-missed .legendtext").all_text_contents() == [
        "away", "away and owing", "wrong", "made up", "came in on the big blind", "left owing",
    ]  # fmt: skip
    assert page.locator("#fig-strips .picture").count() == 2  # the rule, and the one made up wrongly
    assert page.locator("#fig-strips svg").nth(1).get_attribute("aria-label") is not None
    page.evaluate("document.getElementById('fig-missed').scrollIntoView()")
    click_mark(page, page.locator("#plot-missed .scatterlayer .trace").nth(2).locator(".point"))
    page.wait_for_selector("#oval .seat")
    assert "BL05" in page.locator(".card h3").inner_text()


def test_time_collections_show_the_missed_and_the_wrong_ones(opened: Opened, floor: Path) -> None:
    page = opened(floor / "money.html")
    draw_all(page)
    assert page.locator("#plot-time .legendtext").all_text_contents() == ["as due", "missed", "wrong amount"]
    assert page.locator("#plot-time .textpoint").all_text_contents() == ["$0 of $54", "$48 of $54"]
    assert page.locator("#table-time tbody tr").count() == 1


def test_the_night_shows_each_feed_of_each_table(opened: Opened, day: Path) -> None:
    page = opened(day / "index.html")
    assert page.locator(".feedrow").count() == 4
    assert page.locator(".feedrow").nth(1).locator(".cells a.part").count() == 1  # one table has an unsigned slot
    assert page.locator(".feedrow").nth(1).locator(".n").inner_text() == "7 of 8"


def test_a_timeline_zooms_and_follows_the_colour_scheme(opened: Opened, day: Path) -> None:
    page = opened(pages_of(day, "timelines")[0], color_scheme="light")
    draw_all(page)
    range_of = "document.getElementById('plot-timeline').layout.xaxis.range"
    span = f"(() => {{ const [a, b] = {range_of}; return new Date(b) - new Date(a); }})()"
    whole = page.evaluate(span)
    page.locator("#zoom button").first.click()
    until(lambda: page.evaluate(span) < whole / 10)
    light = page.evaluate("document.getElementById('plot-timeline').layout.font.color")
    page.emulate_media(color_scheme="dark")
    until(lambda: page.evaluate("document.getElementById('plot-timeline').layout.font.color") != light)


def test_a_print_leaves_the_controls_out(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not page.locator("#facets").is_visible()
    assert page.locator("#found").is_visible()
    assert rows(page) == 49
    drawn = opened(day / "money.html", color_scheme="dark")
    draw_all(drawn)
    drawn.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert drawn.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()") == "#1d2422"
    hand = opened(hand_page(day, "RK01"))
    hand.emulate_media(media="print")
    assert not hand.locator(".controls").is_visible()
    assert hand.locator("#log").is_visible()


@pytest.mark.parametrize(
    "size", [{"hands": 0, "tables": 0, "flagged": 0, "feeds": False}, {"hands": 30, "tables": 2, "flagged": 0}]
)
def test_empty_and_quiet_days_open(
    opened: Opened, tmp_path_factory: pytest.TempPathFactory, size: dict[str, Any]
) -> None:
    folder = site(tmp_path_factory, "quiet", **size)
    for file in PAGES:
        page = opened(folder / file, width=NARROW)
        draw_all(page)
        assert too_wide(page) <= 0
    said = "No findings on this day." if size["hands"] else "No hand of this day came, so nothing could be judged here."
    assert said in opened(folder / "findings.html").locator("main").inner_text()


# -- the auditor's job: a finding is understood on one screen ------------------------------------------------------


def test_the_side_pots_of_the_largest_finding_are_understood_on_one_screen(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    import datetime as dt

    from dashboards.pages.hand_page import page_names
    from dashboards.reading import read_day
    from parsers.house import load_house
    from pipelines.cli import main
    from pipelines.simulator import simulate
    from tests.conftest import landed

    folder, day = tmp_path_factory.mktemp("largest"), dt.date(2026, 1, 16)
    simulate(folder / "day", day, tables=6, hands=900, seed=7, errors=0.02, each=3, games=("holdem-straddle", "holdem"))
    root = landed(folder / "day", folder / "data")
    assert main(["nightly", "--data", str(root)]) == 0
    told = read_day(root / "warehouse.duckdb", day, None, load_house(root / "house.toml"))
    largest = max((f for f in told.findings if f["code"] == "PT03"), key=lambda f: f["moved_cents"])
    hand = next(h for h in told.hands if h.key == largest["hand_key"])
    loser = next(s["player"] for s in hand.seats if f"s{s['seat']}" == largest["paid_by"])
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.goto((root / "reports" / day.isoformat() / "hands" / page_names(told)[hand.key]).as_uri())
    card = page.locator("article", has=page.locator("[data-code=PT03]"))
    captions = card.locator(".sheet caption").all_inner_texts()
    assert [words.split(":")[0].upper() for words in captions] == [
        "OVER ALL POTS", "MAIN POT", *(f"SIDE POT {n}" for n in range(1, len(captions) - 1))
    ]  # fmt: skip
    assert len(captions) >= 3
    for sheet in card.locator(".sheet").all():
        heads = sheet.locator("thead th").all_inner_texts()
        assert heads[-3:] == ["Due", "Pushed", "Difference"]
        box = sheet.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 768, sheet.inner_text()
    over_all = card.locator(".sheet").first.inner_text()
    assert loser in over_all and "−$" in over_all
    assert card.locator(".due-was").inner_text().count("$") == 3  # expected, actual, difference
    page.context.close()


def test_a_slot_that_nobody_signed_has_its_proof(opened: Opened, day: Path) -> None:
    page = opened(day / "findings.html", "#code=DC01")
    page.locator("#found tbody a", has_text="proof").first.click()
    page.wait_for_selector(".due-was")
    assert "Required" in page.locator(".due-was").inner_text() or "REQUIRED" in page.locator(".due-was").inner_text()
    assert "not signed" in page.locator(".sheet .off").first.inner_text()


def test_a_rule_card_names_its_document_its_days_and_what_it_says(opened: Opened, day: Path) -> None:
    page = opened(day / "rules.html", "#RK01")
    cards = page.locator("#RK01 .rule-said")
    guide = cards.filter(has_text="wsop-dealer-2018 p.52").first.inner_text()
    assert "2018 World Series of Poker Official Dealer Reference Guide" in guide
    assert "The house takes 10 % of the contested pot." in guide and "in force from 2018-05-19" in guide
    assert "in 28 days" in guide
    guide_link = cards.filter(has_text="wsop-dealer-2018 p.52").locator("a").first
    guide_link.click()
    page.wait_for_selector("[data-code=RK01]")
