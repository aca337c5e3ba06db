"""The site over all days in a browser: calendar, ranges, comparison, and every mark of every chart at its rows."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dashboards.pages.counting import binomial_at_least
from dashboards.pages.fair_comparison import benjamini_hochberg, changed_since
from dashboards.publish import publish
from dashboards.shown import short_money
from tests.browsing import Opened, click_at, until
from tests.page_audit import FAULTS
from tests.page_fixtures import AFTER, DAY, add_history, add_missed_blinds, add_time, make_day, withhold
from tests.test_pages_in_browser import INNER, PAGES, draw_all, pages_of, too_wide

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((1366, 768), (1440, 900), (1920, 1080), (390, 844))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five published days: one with hands only in part, one of which nothing came."""
    folder = tmp_path_factory.mktemp("reports")
    made = make_day(
        folder / "day.duckdb", add_history, add_missed_blinds, add_time, withhold,
        hands=240, tables=4, flagged=24, dealers=6,
    )  # fmt: skip
    for on in (DAY - timedelta(days=9), DAY - timedelta(days=2), DAY - timedelta(days=1), DAY, AFTER):
        publish(made, folder / "reports" / on.isoformat(), on)
    return folder / "reports"


def test_the_site_opens_on_the_latest_night_and_leads_to_every_day(opened: Opened, reports: Path) -> None:
    page = opened(reports / "index.html")
    assert page.locator("#latest-title").inner_text() == "Sunday, 3 June 2018"
    assert "did not come" in page.locator(".latest").inner_text()
    latest, calendar = page.locator(".latest").bounding_box(), page.locator(".months").bounding_box()
    assert latest is not None and calendar is not None and latest["y"] < 250 < calendar["y"]
    days = page.locator("#table-all-days tbody a").all_inner_texts()
    assert days == sorted(days, reverse=True) and len(days) == 5
    assert page.locator(".month td[data-day]").count() == 5
    page.locator(f".month td[data-day='{DAY}'] a").click()
    page.wait_for_selector(".answers")
    assert f"/{DAY}/index.html" in page.url


def test_the_calendar_says_of_a_day_what_its_night_says(opened: Opened, reports: Path) -> None:
    page = opened(reports / "index.html")
    row = page.locator(f"#table-all-days tr[data-day='{DAY}']").inner_text()
    square = page.locator(f".month td[data-day='{DAY}']").get_attribute("class")
    night = opened(reports / DAY.isoformat() / "index.html")
    states = [one.get_attribute("class") or "" for one in night.locator(".answer").all()]
    worst = max(states, key=lambda kind: ("good" in kind, "look" in kind, "bad" in kind)[::-1])
    assert square == worst.split()[-1]
    moved, found = (night.locator(".tile .big").nth(i).inner_text() for i in (0, 1))
    assert f"{moved}†" in row
    data = json.loads((reports / DAY.isoformat() / "assets" / "day.json").read_text())
    assert int(found.replace(",", "")) == data["all"]["findings"]


def test_no_sum_is_cut_in_a_square_of_the_calendar(opened: Opened, reports: Path) -> None:
    """The largest sum that a square can say, at every width that people have."""
    for width in (390, 768, 1366, 1920):
        page = opened(reports / "index.html", width=width)
        said = "one.textContent = '$9,999'; return one.scrollWidth > one.clientWidth;"
        cut = page.eval_on_selector_all(".day-money", f"all => all.filter(one => {{ {said} }}).length")
        assert page.locator(".day-money").count() and cut == 0, width


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "$0"), (4_550, "$45.50"), (9_999, "$99.99"), (99_949, "$999"), (961_149, "$9,611"), (999_949, "$9,999"),
        (999_951, "$10K"), (1_361_149, "$14K"), (16_815_350, "$168K"), (99_949_999, "$999K"), (99_950_000, "$1M"),
        (240_000_000, "$2.4M"), (1_250_000_000, "$12M"),
    ],
)  # fmt: skip
def test_a_sum_in_a_square_is_short(cents: int, said: str) -> None:
    assert short_money(cents) == said


def test_a_range_keeps_its_days_and_the_address_keeps_the_range(opened: Opened, reports: Path) -> None:
    page = opened(reports / "index.html", f"#from={DAY - timedelta(days=2)}&to={DAY}")
    assert page.locator("#table-all-days tbody tr:visible").count() == 3
    assert page.locator("#range-said").inner_text().startswith("3 of 5 days")
    page.locator("button[data-days='0']").click()
    assert page.locator("#table-all-days tbody tr:visible").count() == 5
    page.locator("button[data-days='7']").click()
    assert "from=" in page.url and page.locator("#range-said").inner_text().startswith("4 of 5 days")


@pytest.mark.parametrize("kind", ["index.html", "money.html", "dealers", "hands"])
def test_a_day_leads_to_the_day_before_and_the_day_after(opened: Opened, reports: Path, kind: str) -> None:
    page = opened(pages_of(reports / DAY.isoformat(), kind)[0])
    before, after = page.locator("#day-before"), page.locator("#day-after")
    assert (DAY - timedelta(days=1)).isoformat() in before.inner_text() and AFTER.isoformat() in after.inner_text()
    before.click()
    page.wait_for_selector("h1")
    assert (DAY - timedelta(days=1)).isoformat() in page.url
    page.locator("#day-before").click()
    page.wait_for_selector("h1")
    page.locator("#days a", has_text="All days").click()
    page.wait_for_selector("#latest-title")
    first = opened(reports / (DAY - timedelta(days=9)).isoformat() / "index.html")
    assert not first.locator("#day-before").is_visible()


def test_without_a_script_every_day_is_there(opened: Opened, reports: Path) -> None:
    page = opened(reports / "index.html", java_script_enabled=False)
    assert page.locator("#table-all-days tbody tr").count() == 5
    assert not page.locator("#chooser").is_visible()


@pytest.mark.parametrize("file", ["index.html", "changes.html"])
def test_the_pages_over_all_days_fit_and_have_no_fault(opened: Opened, reports: Path, file: str) -> None:
    page = opened(reports / file)
    for scheme, ground in (("light", "rgb(246, 245, 241)"), ("dark", "rgb(18, 22, 21)")):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        until(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor") == ground)  # noqa: B023
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            until(lambda: too_wide(page) <= 0)
            assert page.evaluate(FAULTS) == [], (scheme, width)


def test_two_spans_are_compared_by_code_dealer_table_and_money(opened: Opened, reports: Path) -> None:
    since = DAY - timedelta(days=2)
    page = opened(reports / "changes.html", f"#from={since}&to={AFTER}")
    assert f"{since} to {AFTER}" in page.locator("#spans-said").inner_text()
    told = [json.loads((reports / d.isoformat() / "assets" / "day.json").read_text())["all"]
            for d in (since, since + timedelta(days=1), DAY, AFTER)]  # fmt: skip
    hands, codes = sum(one["hands"] for one in told), [one["codes"].get("RK01", [0, 0, 0]) for one in told]
    found, cents = sum(n for n, _, _ in codes), sum(c for _, c, _ in codes)
    cells = page.locator("#table-codes tbody tr", has_text="RK01").locator("td").all_inner_texts()
    assert cells[1:3] == [f"{found}†", f"{1000 * found / hands:.2f}†"]
    assert cells[5] == f"${cents // 100}†"
    money = page.locator("#table-money tbody tr").first.locator("td").all_inner_texts()
    assert money[1] == f"${sum(one['moved_cents'] for one in told) // 100}†"
    dealers = {name for one in told for name in one["dealers"]}
    assert page.locator("#table-dealers tbody tr").count() == len(dealers)
    assert "†" in page.locator("#not-whole").inner_text() and "sent nothing" in page.locator("#not-whole").inner_text()


def test_a_change_is_judged_as_the_pages_of_a_day_judge_it(opened: Opened, reports: Path) -> None:
    page = opened(reports / "changes.html")
    cases = [
        ((a, x), (b, y))
        for a in (0, 1, 3, 7, 12, 40, 300) for b in (0, 2, 3, 9, 20, 41, 380)
        for x, y in ((1.0, 1.0), (0.4, 7.3), (25, 11))
    ]  # fmt: skip
    said = page.evaluate("cases => cases.map(([a, b]) => oddchipCounting.change(a, b, 3))", cases)
    for (before, since), got in zip(cases, said, strict=True):
        due = changed_since(before, since)
        if got is None:
            assert due == "not enough hands to say"
        else:
            assert due == (f"{got['way']} since" if got["chance"] <= 0.05 else "no change beyond chance"), (
                before,
                since,
            )
    tails = [(0, 5, 0.3), (4, 9, 0.5), (40, 60, 0.5), (3, 400, 0.02), (380, 680, 0.5), (70, 5000, 0.01)]
    for args, tail in zip(tails, page.evaluate("t => t.map((a) => oddchipCounting.atLeast(...a))", tails), strict=True):
        assert tail == pytest.approx(binomial_at_least(*args), rel=1e-9)
    chances = [0.9, 0.001, 0.04, 0.03, 0.5, 0.04]
    fair = benjamini_hochberg(dict(enumerate(chances)))
    assert page.evaluate("c => oddchipCounting.corrected(c)", chances) == pytest.approx([fair[i] for i in range(6)])


# -- from a mark to its rows ------------------------------------------------------------------------------------------

MARKS = """(key) => {
  const box = document.getElementById(`plot-${key}`), place = box.getBoundingClientRect();
  const out = [];
  const add = (kind, i, j, trace, x, y) => {
    const way = j === null ? trace.customdata[i] : trace.customdata[i][j];
    const said = j === null ? (trace.hovertext || trace.text || [])[i] : trace.hovertext[i][j];
    const z = j === null ? null : trace.z[i][j];
    out.push({ kind, way: way || null, said: String(said || ""), name: trace.name || "", z, x, y });
  };
  for (const point of box.querySelectorAll(".barlayer .point, .scatterlayer .point")) {
    const data = point.__data__, own = point.closest(".trace").__data__[0].trace, b = point.getBoundingClientRect();
    if (b.width < 1 || b.height < 1 || point.closest(".rangeslider-container")) continue;  // a map is no chart
    if (!own.customdata) continue;
    add(point.closest(".barlayer") ? "bar" : "dot", data.i, null, own, b.x + b.width / 2, b.y + b.height / 2);
  }
  box._fullData.filter((t) => t.type === "heatmap").forEach((t) => {
    const { xaxis, yaxis } = box._fullLayout;
    t.z.forEach((row, i) => row.forEach((n, j) => {
      if (n) add("cell", i, j, t, place.x + xaxis._offset + xaxis.l2p(j), place.y + yaxis._offset + yaxis.l2p(i));
    }));
  });
  return out;
}"""


def number_of(mark: dict[str, Any]) -> int:
    """What a mark counts: the figure in a cell, one for a dot, and of a bar what it says of itself."""
    if mark["kind"] == "cell":
        return int(mark["z"])
    if mark["kind"] == "dot" and " finding" not in mark["said"]:
        return 1
    found = re.search(r"([\d,]+) (?:hands?|findings? in)\b", mark["said"]) or re.search(r": ([\d,]+) ", mark["said"])
    return int(found[1].replace(",", "")) if found else 1


def rows_shown(page: Page, way: str, mark: dict[str, Any]) -> int:
    """How many rows the place shows that a mark leads to."""
    end = way.removeprefix("..").removeprefix(".").removeprefix("/")
    page.wait_for_url(lambda url: url.endswith(end), timeout=60_000)
    if "findings.html" in way or "hands.html" in way:
        page.wait_for_selector("#count:not(:empty)")
        return int(page.locator("#count").inner_text().split()[0].replace(",", ""))
    if "#rows=" in way:
        key = way.partition("#rows=")[2].partition("&")[0]
        rows = page.locator(f"#table-{key} tbody tr:visible")
        until(lambda: page.locator(f"#table-{key}").get_attribute("data-shown") == str(rows.count()))
        if key == "coverage":  # verdicts have no rows of their own: the check's line says the number
            assert rows.count() == 1
            said = [int(t.replace(",", "")) for t in rows.locator("td.right").all_inner_texts()]
            assert number_of(mark) in said
            return number_of(mark)
        return rows.count()
    return page.locator("#oval, #told, .seat").first.count()


def test_every_mark_of_every_chart_leads_to_exactly_its_rows(opened: Opened, reports: Path) -> None:
    folder = reports / DAY.isoformat()
    tried: dict[str, int] = {}
    for kind in [*PAGES, *INNER]:
        path = pages_of(folder, kind)[0]
        page = opened(path)
        for key in [box.get_attribute("data-figure") for box in page.locator("[data-figure]").all()]:
            page.goto(path.as_uri())
            draw_all(page)
            page.evaluate("key => document.getElementById(`plot-${key}`).scrollIntoView({ block: 'center' })", key)
            page.wait_for_timeout(200)
            marks = page.evaluate(MARKS, key)
            assert marks and all(m["way"] for m in marks if number_of(m)), f"{kind} {key}: a mark that leads nowhere"
            for name in sorted({m["name"] for m in marks}):
                page.goto(path.as_uri())
                draw_all(page)
                page.evaluate("key => document.getElementById(`plot-${key}`).scrollIntoView({ block: 'center' })", key)
                page.wait_for_timeout(200)
                of_kind = [m for m in page.evaluate(MARKS, key) if m["name"] == name and m["way"] and 0 < m["y"] < 900]
                if not of_kind:
                    continue
                mark = of_kind[len(of_kind) // 2]
                way = mark["way"]
                click_at(page, mark["x"], mark["y"])
                assert rows_shown(page, way, mark) == number_of(mark), (kind, key, mark)
                tried[f"{kind} {key}"] = tried.get(f"{kind} {key}", 0) + 1
    assert len(tried) >= 10, tried


def test_a_part_of_a_column_leads_to_the_findings_of_its_day_and_severity(opened: Opened, reports: Path) -> None:
    folder = reports / DAY.isoformat()
    for kind, figure in (("index.html", "history"), ("week.html", "findings"), ("month.html", "money")):
        page = opened(folder / kind)
        part = page.locator(f"#fig-{figure} .col.now .stack a").first
        way = part.get_attribute("href") or ""
        part.click()
        page.wait_for_selector("#count:not(:empty)")
        shown = int(page.locator("#count").inner_text().split()[0])
        assert shown > 0 and "#" in way
        hidden = page.evaluate("() => [...new URLSearchParams(location.hash.slice(1)).keys()]")
        assert hidden in (["severity"], ["money"])


# -- screens ------------------------------------------------------------------------------------------------------

CUT = r"""() => {
  const faults = [];
  const said = (e) => `${e.tagName} ${e.getAttribute("class") || ""} ${JSON.stringify(e.textContent.slice(0, 40))}`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement;
    if (!node.textContent.trim() || !e.getClientRects().length
      || e.closest("script, style, svg, .unseen, .skip, noscript, pre, code, select")) continue;
    if (getComputedStyle(e).visibility === "hidden") continue;
    // a word of letters that stands on two lines was broken letter by letter
    for (const found of node.textContent.matchAll(/(?<![\p{L}\p{N}])\p{L}{2,18}(?![\p{L}\p{N}])/gu)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
      if (tops.size > 1) faults.push(`broken: ${found[0]} in ${said(e)}`);
    }
    const box = node.parentElement.getBoundingClientRect();
    if (!e.closest(".scroll, .pages, .sheet, .drawn, .log, .found-wrap")
      && box.right > window.innerWidth + 1) faults.push(`cut: ${said(e)}`);
  }
  return faults.slice(0, 6);
}"""


@pytest.mark.parametrize("kind", [*PAGES, *INNER, "slots"])
def test_nothing_is_cut_and_no_word_breaks_letter_by_letter(opened: Opened, reports: Path, kind: str) -> None:
    page = opened(pages_of(reports / DAY.isoformat(), kind)[0])
    draw_all(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        until(lambda: too_wide(page) <= 0)
        assert page.evaluate(CUT) == [], (kind, width)


def test_a_long_table_begins_with_its_first_rows_and_says_how_many_there_are(opened: Opened, reports: Path) -> None:
    page = opened(reports / DAY.isoformat() / "quality.html")
    page.locator("#fig-coverage details").first.locator("summary").click()
    long = opened(pages_of(reports / DAY.isoformat(), "timelines")[0])
    long.locator("#fig-downs").scroll_into_view_if_needed()
    found = opened(pages_of(reports / DAY.isoformat(), "dealers")[0])
    table = found.locator("#table-findings")
    rows = table.locator("tbody tr").count()
    assert rows > 24 and table.locator("tbody tr:visible").count() == 14
    line = found.locator("#fig-findings .row-count")
    assert line.inner_text().startswith(f"14 of {rows}")
    line.locator("button").click()
    assert table.locator("tbody tr:visible").count() == rows
    box = found.locator("#fig-findings .scroll")
    assert box.evaluate("e => e.scrollHeight - e.clientHeight") <= 1  # the page scrolls, not a box in it


def test_a_figure_tells_how_it_is_counted_and_leads_to_the_sql(opened: Opened, reports: Path) -> None:
    page = opened(reports / DAY.isoformat() / "money.html")
    note = page.locator("#fig-rake .counted")
    note.locator("summary").click()
    assert "One row a table with hands on the gaming day" in note.inner_text()
    note.locator("a").click()
    page.wait_for_selector("#sql-tables")
    assert "rake_by_table" in page.locator("#sql-tables").inner_text()
