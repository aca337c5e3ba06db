"""The published pages, without a browser: what they say, what they keep out, and the sums behind them."""

from __future__ import annotations

import hashlib
import json
import re
import time
import urllib.parse
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import pytest

from checks.catalogue import CHECKS
from dashboards import shown
from dashboards.explaining import explain
from dashboards.figures import shared_figures
from dashboards.figures.missed_blinds import missed_blinds
from dashboards.pages.dealers_page import AUDITION, compared
from dashboards.proofs import log_words, stepping
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Panel
from dashboards.proofs.registry import panel_of
from dashboards.publish import PublishError, publish
from dashboards.reading import FlaggedHand, HandFilm, read_day
from dashboards.site import NAVIGATION
from parsers.batch import to_tables
from parsers.games import GAMES
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests import page_fixtures as made
from tests.page_fixtures import (
    CLEAN,
    DAY,
    FLAGGED,
    HOSTILE,
    DayTables,
    Script,
    day_rows,
    make_day,
    make_hostile,
    write_duckdb,
)

PAGES = sum(len(links) for _, links in NAVIGATION)
ANYBODY = 2  # the page on which any hand is replayed, and that of a player's day
SMALL: dict[str, Any] = {"hands": 240, "tables": 4, "flagged": 24, "dealers": 6}


class Page(HTMLParser):
    """The elements of a page: what a browser would take for markup."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.data: dict[str, Any] = {}
        self._block: str | None = None
        self.source = path.read_text(encoding="utf-8")
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if tag == "script":
            self._block = attributes.get("id") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._block = None

    def handle_data(self, data: str) -> None:
        if self._block is None:
            self.texts.append(data)
        elif self._block:
            self.data[self._block] = json.loads(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.texts))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    publish(make_day(folder / "day.duckdb", **SMALL), folder / "site", DAY)
    return folder


def published(tmp_path: Path, rows: DayTables, **options: Any) -> Path:
    publish(write_duckdb(tmp_path / "day.duckdb", rows), tmp_path / "site", DAY, **options)
    return tmp_path / "site"


def files(folder: Path) -> dict[str, str]:
    paths = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in paths}


def found_rows(site: Path) -> list[dict[str, Any]]:
    """The rows of the table of findings, unpacked as the page's script does it."""
    table = Page(site / "findings.html").data["finding-data"]
    return [
        {n: c["words"][c["rows"][i]] if c["words"] else c["rows"][i] for n, c in table["columns"].items()}
        for i in range(table["count"])
    ]


def event_rows(hand: Hand) -> list[dict[str, Any]]:
    return to_tables(batch_of("x.hands.jsonl", [(1, 1, hand)]))["events"].to_pylist()


# -- the folder ---------------------------------------------------------------------------------------------------


def test_a_day_is_one_page_and_one_page_for_each_flagged_hand(small: Path) -> None:
    report = publish(small / "day.duckdb", small / "again", DAY)
    hands = list((small / "again" / "hands").glob("*.html"))
    assert report.index == small / "again" / "index.html"
    assert len(hands) == 24
    assert len(list((small / "again" / "slots").glob("*.html"))) == 1  # a slot that nobody signed is no hand's finding
    assert report.pages == PAGES + 24 + 1 + 2 * 4 + 6 + ANYBODY  # tables have two pages each, dealers one
    total = sum(p.stat().st_size for p in (small / "again").rglob("*") if p.name != "manifest.json" and p.is_file())
    assert report.bytes == total


def test_the_same_file_gives_the_same_bytes(small: Path) -> None:
    publish(small / "day.duckdb", small / "other", DAY)
    assert files(small / "site") == files(small / "other")


def test_the_duckdb_file_is_only_read(small: Path) -> None:
    before = hashlib.sha256((small / "day.duckdb").read_bytes()).hexdigest()
    publish(small / "day.duckdb", small / "read-only", DAY)
    assert hashlib.sha256((small / "day.duckdb").read_bytes()).hexdigest() == before
    assert not (small / "day.duckdb.wal").exists()


def test_pages_of_an_earlier_run_go_and_files_of_others_stay(tmp_path: Path) -> None:
    site = published(tmp_path, day_rows(**SMALL))
    (site / "hands" / "notes.html").write_text("mine")
    old = {p.name for p in (site / "hands").iterdir()}
    published(tmp_path, day_rows(hands=240, tables=4, flagged=2, dealers=6))
    left = {p.name for p in (site / "hands").iterdir()}
    assert "notes.html" in left
    assert len(left) == 3
    assert left < old | left


def test_no_file_of_ours_names_a_place_on_the_network(small: Path) -> None:
    for path in (small / "site").rglob("*"):
        if path.suffix == ".pdf":
            assert b"/URI" not in path.read_bytes(), path.name  # no link out of a sheet
        elif path.is_file():
            assert not re.search(r"https?://|//cdn|@import", path.read_text(encoding="utf-8")), path.name


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match="run the nightly job"):
        publish(tmp_path / "none.duckdb", tmp_path / "site", DAY)


def test_a_file_that_is_no_database_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bad.duckdb").write_bytes(b"not a database" * 500)
    with pytest.raises(PublishError, match="delete it and publish again"):
        publish(tmp_path / "bad.duckdb", tmp_path / "site", DAY)


def test_a_file_without_findings_says_which_table_is_missing(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "half.duckdb")) as connection:
        connection.execute("CREATE TABLE hands (room VARCHAR)")
    with pytest.raises(PublishError, match="has no table seats, events, findings"):
        publish(tmp_path / "half.duckdb", tmp_path / "site", DAY)


def test_fifteen_thousand_hands_with_three_hundred_findings_have_their_pages_and_sheets(tmp_path: Path) -> None:
    path = make_day(tmp_path / "day.duckdb", hands=15_000, tables=30, flagged=300, dealers=60)
    report = publish(path, tmp_path / "site", DAY)
    assert PAGES + 300 + 30 < report.pages <= PAGES + 300 + 2 * 30 + 60 + ANYBODY
    sheets = [p.stat().st_size for p in (tmp_path / "site" / "paper").iterdir()]
    assert report.bytes - sum(sheets) < 17_000_000
    dealers = len(list((tmp_path / "site" / "dealers").iterdir()))
    assert len(sheets) == 2 + dealers + 30  # the day's, the dealers', the first findings'
    assert sum(sheets) < 6_000_000


@pytest.mark.long_form("a large day")
def test_fifty_thousand_hands_publish_in_a_minute_and_sixty_megabytes(tmp_path: Path) -> None:
    path = make_day(tmp_path / "day.duckdb", hands=50_000, tables=120, flagged=2500, dealers=100)
    began = time.process_time()
    report = publish(path, tmp_path / "site", DAY)
    assert time.process_time() - began < 60
    assert report.bytes < 60_000_000
    assert report.pages > 2500


# -- what the day's page says -------------------------------------------------------------------------------------


def test_the_head_of_the_day_counts_hands_findings_money_and_coverage(small: Path) -> None:
    text = Page(small / "site" / "index.html").text
    assert "Saturday, 2 June 2018" in text
    assert "Room rio · 240 hands · 4 tables · 6 dealers" in text
    assert "25 errors" not in text  # 24 on hands and one slot: the slot is a duty, not an error
    rows = day_rows(**SMALL).findings
    moved = sum(abs(f["amount_cents"]) for f in rows)
    assert f"Money moved wrongly {shown.money(moved)} the house took too much" in text
    about = Page(small / "site" / "about.html").text
    assert made.AUDIT_ID in about
    assert "9e" * 32 in about


def test_every_finding_is_in_the_table_with_its_page(small: Path) -> None:
    rows = found_rows(small / "site")
    assert len(rows) == 25
    for row in rows:
        assert (row["page"] == "") == (row["hand"] == "")
        if row["page"]:
            assert (small / "site" / "hands" / row["page"]).is_file()
    assert [r["at"] for r in rows] == sorted(r["at"] for r in rows)
    assert rows[0]["cite"] == "wsop-dealer-2018 p.52"


def test_times_are_on_the_clock_of_the_room(small: Path) -> None:
    day = read_day(small / "day.duckdb", DAY)
    slot = next(f for f in day.findings if f["code"] == "DC01")
    assert shown.clock(slot["at_us"], slot["utc_offset_min"]) == "14:30:00"


def test_a_quiet_day_says_so(tmp_path: Path) -> None:
    text = Page(published(tmp_path, day_rows(hands=60, tables=3, flagged=0, feeds=False)) / "index.html").text
    assert "Nothing was found. 60 hands were replayed" in text
    assert "No findings on this day." in text
    assert "Down cards: none came, none was due." in text
    assert "Shuffler messages: none came, none was due." in text
    assert "Is the data whole? Everything that was due came." in text


def test_a_day_without_hands_says_so(tmp_path: Path) -> None:
    rows = day_rows(hands=0, tables=0, flagged=0, feeds=False)
    text = Page(published(tmp_path, rows) / "index.html").text
    assert "There are no hands for this day, so nothing was audited." in text
    assert "No findings" not in text
    assert "Is the data whole? No register of feeds stands for this day." in text
    for page in ("findings", "tables", "money", "blinds", "odd-chips", "stub", "shuffler"):
        said = Page(tmp_path / "site" / f"{page}.html").text
        assert "No hand of this day came, so nothing could be judged here." in said, page
        assert "No findings" not in said, page
    for page, sentence in (
        ("dealers", "No hand of these days could be put to a dealer."),
        ("quality", "No check was evaluated on this day."),
        ("week", "Days without hands stay empty."),
    ):
        assert sentence in Page(tmp_path / "site" / f"{page}.html").text, page


def test_another_day_of_the_same_file_is_empty(tmp_path: Path) -> None:
    path = make_day(tmp_path / "day.duckdb", **SMALL)
    report = publish(path, tmp_path / "site", date(2018, 6, 3))
    assert report.pages == PAGES + 6 + ANYBODY  # the dealers of the days before
    assert "Sunday, 3 June 2018" in report.index.read_text(encoding="utf-8")


def test_a_page_may_be_of_one_room(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    half = len(rows.hands) // 2
    rows.hands[half:] = [replace(h, room="annex") for h in rows.hands[half:]]
    rows.facts[half:] = [f | {"room": "annex"} for f in rows.facts[half:]]
    moved = {h.hand for h in rows.hands[half:]}
    rows.findings = [f | {"room": "annex"} if f["hand"] in moved else f for f in rows.findings]
    path = write_duckdb(tmp_path / "day.duckdb", rows)
    both = publish(path, tmp_path / "both", DAY)
    one = publish(path, tmp_path / "one", DAY, room="annex")
    assert one.pages < both.pages
    assert "Room annex, rio · 240 hands" in Page(both.index).text
    assert "Room annex · 120 hands" in Page(one.index).text
    tables = {row["table"] for row in found_rows(tmp_path / "both")}
    assert {"annex · 141", "rio · 141"} <= tables  # with two rooms a table is named with its room


def test_a_hand_logged_twice_has_a_page_for_each_line(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    first = next(i for i, f in enumerate(rows.findings) if f["hand"] is not None)
    line = rows.findings[first]["source_line"]
    again = replace(rows.hands[line - 1], events=rows.hands[line - 1].events[:5])
    rows.hands.append(again)
    rows.facts.append(rows.facts[line - 1] | {"source_line": len(rows.hands)})
    rows.findings.append(
        rows.findings[first] | {"source_line": len(rows.hands), "event": 2, "message": "the later line"}
    )
    site = published(tmp_path, rows)
    pages = [p for p in (site / "hands").iterdir() if again.hand in p.name]
    assert len(pages) == 2
    texts = [Page(p).text for p in pages]
    assert sum("the later line" in t for t in texts) == 1
    assert all("carries this hand's number 2 times" in t for t in texts)


# -- figures ------------------------------------------------------------------------------------------------------


def plotted(site: Path) -> dict[str, Any]:
    """Every Plotly figure of a site, by page and key."""
    kinds = [*sorted(site.glob("*.html")), *sorted(site.glob("tables/*.html")), *sorted(site.glob("dealers/*.html"))]
    pages = {p.name: Page(p).data.get("figure-data", {}) for p in kinds}
    return {f"{name}/{key}": spec for name, specs in pages.items() for key, spec in specs.items()}


def test_every_figure_is_one_that_plotly_accepts(small: Path) -> None:
    graph_objects = pytest.importorskip("plotly.graph_objects")
    specs = plotted(small / "site")
    assert {name.rpartition("/")[2] for name in specs} == {
        "hours", "rake", "hour", "funnel", "stubs", "counts", "shuffler", "coverage", "timeline",
    }  # fmt: skip
    for spec in specs.values():
        plain = json.loads(re.sub(r"var\(--(sans|mono|serif)\)", "Arial", json.dumps(spec)))
        plain = json.loads(re.sub(r"var\(--[a-z-]+\)", "#123456", json.dumps(plain)))
        graph_objects.Figure(data=plain["data"], layout=plain["layout"])


def test_every_colour_of_a_figure_is_in_the_style_sheet(small: Path) -> None:
    css = (small / "site" / "assets" / "oddchip.css").read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[a-z-]+)\)", json.dumps(plotted(small / "site")) + css))
    assert used <= set(re.findall(r"(--[a-z-]+):", css))


def test_rake_by_table_adds_up_to_the_facts(small: Path) -> None:
    day = read_day(small / "day.duckdb", DAY)
    facts = day_rows(**SMALL).facts
    figure = shared_figures.rake_by_table(day)
    assert figure.spec is not None
    taken, over, under = (trace["y"] for trace in figure.spec["data"])
    apart = [f["rake_taken_cents"] - f["rake_due_cents"] for f in facts]
    assert sum(taken) * 100 == sum(f["rake_taken_cents"] for f in facts)
    assert sum(over) * 100 == sum(a for a in apart if a > 0)
    assert sum(under) * 100 == sum(a for a in apart if a < 0)  # drawn downwards, and never set off against the other


def test_hands_without_a_known_due_do_not_count_as_taken_too_much(tmp_path: Path) -> None:
    rows = day_rows(hands=20, tables=1, flagged=0, feeds=False)
    for facts in rows.facts[:10]:
        facts["rake_due_cents"] = None
    day = read_day(write_duckdb(tmp_path / "day.duckdb", rows), DAY)
    assert "over 10 hands: equal in total" in shared_figures.rake_by_table(day).sentence


def test_hours_run_over_midnight_in_the_order_of_the_night(small: Path) -> None:
    figure = shared_figures.findings_by_table_and_hour(read_day(small / "day.duckdb", DAY))
    assert figure.spec is not None
    hours = figure.spec["layout"]["xaxis"]["ticktext"]
    assert hours[0] == "10"
    assert hours[-2:] == ["23", "00"]
    assert sum(map(sum, figure.spec["data"][0]["z"])) == 25


def test_table_nine_stands_before_table_ten() -> None:
    assert sorted(["10", "9", "A2", "A10", "2"], key=shown.natural) == ["2", "9", "10", "A2", "A10"]


def test_dealers_are_compared_over_the_days_before_too(small: Path) -> None:
    dealers = [f"79{i:04d}" for i in range(40)]
    days = [DAY - timedelta(days=n) for n in range(10)]
    games = [
        {"dealer": d, "game": "holdem", "betting": "nl", "gaming_date": on, "hands": 60} for d in dealers for on in days
    ]
    codes = [
        {"dealer": d, "game": "holdem", "betting": "nl", "gaming_date": on, "code": "RK01",
         "findings": 8 if i == 7 else 1 + (i * 5 + n) % 3}
        for i, d in enumerate(dealers) for n, on in enumerate(days)
    ]  # fmt: skip
    room = compared(replace(read_day(small / "day.duckdb", DAY), dealer_games=games, dealer_codes=codes))
    assert [s.dealer for s in room.standings if s.remark == "review"] == ["790007"]
    assert {s.remark for s in room.standings} == {"review", "within the room's spread"}
    assert room.standings[0].dealer == "790007"
    assert sum(s.expected for s in room.standings) == pytest.approx(sum(s.observed for s in room.standings))
    assert room.daily["790007"][DAY][:2] == (60, 8)


def test_one_day_alone_is_not_enough_to_say(small: Path) -> None:
    room = compared(read_day(small / "day.duckdb", DAY))
    assert {s.remark for s in room.standings} == {"not enough hands to say"}


def test_the_audition_list_is_of_twenty_games() -> None:
    assert len(set(AUDITION)) == 20
    assert {game for game, _ in AUDITION} <= set(GAMES)


def test_dealers_are_written_of_in_words_that_do_not_accuse(small: Path) -> None:
    pages = [small / "site" / "dealers.html", *(small / "site" / "dealers").iterdir()]
    for path in pages:
        text = Page(path).text.lower()
        assert "a reason to look at hands, not a judgment of a person" in text
        for word in ("guilty", "cheat", "thief", "steal", "suspect", "worst", "bad dealer", "offender"):
            assert word not in text


def test_the_slide_is_compared_with_the_box_where_one_was_counted(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    made.add_history(rows, 2)
    text = Page(published(tmp_path, rows) / "money.html").text
    slide = sum(f["rake_taken_cents"] for f in rows.facts if f["table"] == "141" and f["gaming_date"] == DAY)
    gap = shown.money(100 - slide, signed=True)
    assert f"2 tables with a counted box: 1 differs from the log, {gap} together." in text
    assert "No box was counted for tables 143, 144." in text


def test_the_chips_of_a_tournament_are_not_added_to_money(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    moved = {f["hand"]: abs(f["amount_cents"]) for f in rows.findings if f["amount_cents"]}
    hand = max(moved, key=lambda name: moved[name])
    rows.hands = [replace(h, is_tournament=h.hand == hand) for h in rows.hands]
    path = write_duckdb(tmp_path / "day.duckdb", rows)
    publish(path, tmp_path / "site", DAY)
    night = Page(tmp_path / "site" / "index.html").text
    assert f"Money moved wrongly {shown.money(sum(moved.values()) - moved[hand])}" in night
    assert f"in tournaments {shown.chips(moved[hand])}" in night
    assert read_day(path, DAY).history[-1]["moved_cents"] == sum(moved.values()) - moved[hand]
    row = next(r for r in found_rows(tmp_path / "site") if r["hand"] == hand)
    assert (row["cents"], row["chips"]) == (0, shown.chips(moved[hand], signed=True))
    assert Page(tmp_path / "site" / "hands" / row["page"]).data["reel"]["sign"] == ""


def test_time_goes_to_the_same_box_as_the_rake(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    made.add_time(rows)
    facts = [f for f in rows.facts if f["table"] == "144"]
    slide = sum(f["rake_taken_cents"] + f.get("time_slide_cents", 0) for f in facts)
    rows.drops = [{"room": "rio", "table": "144", "gaming_date": DAY, "shift": "day", "rake_cents": slide,
                   "promo_cents": 0}]  # fmt: skip
    text = Page(published(tmp_path, rows) / "money.html").text
    assert "1 table with a counted box: every one matches the log." in text


def test_time_collections_show_what_was_due_and_taken_and_what_was_missed(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    made.add_time(rows)
    site = published(tmp_path, rows)
    assert "5 collections at 1 table: $270 was due and $210 taken; 2 of them wrong." in Page(site / "money.html").text
    drawn = {t["name"]: len(t["x"]) for t in plotted(site)["money.html/time"]["data"]}
    assert drawn == {"as due": 3, "missed": 1, "wrong amount": 1}


def test_missed_blinds_are_followed_from_the_hand_that_passed_the_seat_until_they_are_made_up(tmp_path: Path) -> None:
    rows = day_rows(**SMALL | {"tables": 5})
    made.add_missed_blinds(rows)
    site = published(tmp_path, rows)
    missed = {a.first["table"]: a for a in missed_blinds(read_day(tmp_path / "day.duckdb", DAY))}
    assert {t: a.kind for t, a in missed.items()} == {
        "141": "made up", "142": "wrong", "143": "waited", "144": "left", "145": "away",
    }  # fmt: skip
    facts = sorted((f for f in rows.facts if f["table"] == "141"), key=lambda f: f["start"])
    one = missed["141"]
    assert [r["hand"] for r in one.rows] == [f["hand"] for f in facts[3:9]]
    gone_by = one.missed("bb")
    assert gone_by is not None
    assert gone_by["hand"] == facts[5]["hand"]
    assert one.back is not None
    assert (one.back["hand"], one.words) == (facts[9]["hand"], "posted $3 live and $1 dead")
    text = Page(site / "blinds.html").text
    assert "5 times a seat was away when its blind went by: 1 posted what was missed, 1 waited for" in text
    assert "BL05: $3 live and $1 dead was due" in text


def test_the_week_goes_from_monday_to_the_day_and_the_month_from_its_first(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    made.add_history(rows)
    site = published(tmp_path, rows)
    week, month = Page(site / "week.html").text, Page(site / "month.html").text
    assert "Week 22 of 2018 2018-05-28 to 2018-06-02, beside 2018-05-21 to 2018-05-26." in week
    assert "June 2018 2018-06-01 to 2018-06-02, beside 2018-05-01 to 2018-05-02." in month
    days = read_day(tmp_path / "day.duckdb", DAY).history
    hands = sum(h["hands"] for h in days if h["gaming_date"] >= date(2018, 5, 28))
    assert f"Hands {hands:,} the week before" in week


def test_the_night_says_what_is_usual_only_with_days_before_it(tmp_path: Path, small: Path) -> None:
    assert "0 days before it: too few to say what is usual." in Page(small / "site" / "index.html").text
    rows = day_rows(**SMALL)
    made.add_history(rows)
    text = Page(published(tmp_path, rows) / "index.html").text
    assert re.search(r"Eight of ten days lie between \d", text)


def test_the_quality_page_shows_every_expectation_with_its_history(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    made.add_history(rows)
    text = Page(published(tmp_path, rows) / "quality.html").text
    assert "2 expectations; 0 did not hold on this day. A mark a day, over 28 days." in text
    assert "27 of 28" in text


def test_every_check_is_on_the_page_of_rules_with_its_citations(small: Path) -> None:
    page = Page(small / "site" / "rules.html")
    cards = {a["id"] for tag, a in page.elements if tag == "article"}
    assert cards == set(CHECKS)
    assert "The house takes at most $5 from one pot." in page.text
    assert "2018 World Series of Poker Official Dealer Reference Guide, V 5.19.18, p.52" in page.text


def test_every_link_between_the_pages_leads_to_a_page(small: Path) -> None:
    site = small / "site"
    for path in site.rglob("*.html"):
        for tag, attributes in Page(path).elements:
            href = attributes.get("href")
            if tag != "a" or href is None:
                continue
            target, _, mark = href.partition("#")
            target, _, asks = target.partition("?")
            if "hand=" in asks:
                asked = {name: value[0] for name, value in urllib.parse.parse_qs(asks).items()}
                held = (site / "replay" / f"{asked['table']}.js").read_text(encoding="utf-8")
                assert f'"hand":"{asked["hand"]}"' in held, (path.name, href)
            if re.match(r"\.\./\d{4}-", target):  # another gaming day, published beside this one
                continue
            landed = (path.parent / target).resolve() if target else path
            assert landed.is_file(), (path.name, href)
            if mark and "=" not in mark:
                assert f'id="{mark}"' in landed.read_text(encoding="utf-8"), (path.name, href)


# -- a hand -------------------------------------------------------------------------------------------------------

GRAMMAR = [
    "s5 post sb 1", "s5 post dead 2.50", "deal s5 AhKd", "deal dealer ????", "up s3 2c", "burn", "burn 4d",
    "board 2h8hKs", "board2 3c", "community Td", "discard s4 ??", "draw s4 pat", "draw s4 ????", "reshuffle stub+burns",
    "s1 fold", "s1 check", "s1 call 6", "s1 bet 20.25", "s1 raise 60 allin", "s2 raise 9 oot", "s2 check dark",
    "s2 complete 4", "return s1 20", "rake 1", "promo 1", "time s1 7", "timepot 40", "s6 show AsAc", "s6 muck",
    "award main s1 18", "award side2.hi.b2 s1 0.50", "stub 23", "runit 2", "expose s1 4c", "expose dealer 4c",
    "boxed 4c", "foreign 4c", "joker s2", "misdeal wrong-seat", "void two-decks", "dead s3 late", "floor show-order",
    "s1 wager odds 5", "s1 pay trips 15", "s1 take ante 5", "s1 push ante 5", "meter 1000", "envy s2 100",
    "s1 set front AsAcAd", "s1 foul", "score s1 s2 6", "pay s1 s2 12", "fantasy s1",
]  # fmt: skip


@pytest.mark.parametrize("words", GRAMMAR)
def test_an_event_is_shown_in_the_words_of_the_log(words: str) -> None:
    line = {
        "v": 1, "room": "r", "table": "1", "hand": "1", "game": "holdem", "betting": "nl", "stakes": {"sb": 1, "bb": 3},
        "start": "2018-06-02T10:04:11-07:00", "end": "2018-06-02T10:06:02-07:00",
        "seats": [{"seat": s, "player": f"P{s}", "stack": 100} for s in range(1, 10)], "events": [words],
    }  # fmt: skip
    hand = parse_line(json.dumps(line))
    assert isinstance(hand, Hand)
    assert log_words.event_words(event_rows(hand)[0]) == words


@pytest.mark.parametrize("script", [CLEAN, *FLAGGED])
def test_no_chip_appears_or_vanishes_in_the_pictures_of_a_hand(script: Script) -> None:
    pictures = stepping.reel(made.filmed(script))
    assert [s.log for s in pictures.steps] == script.events
    picture = pictures.opening
    assert picture is not None
    total = sum(stack for stack, *_ in picture["seats"].values())
    for step in pictures.steps:
        picture = picture | step.change | {"seats": picture["seats"] | step.change.get("seats", {})}
        stacks = sum(stack for stack, *_ in picture["seats"].values())
        assert stacks + picture["pot"] + picture["slide"] == total


def test_the_pictures_show_side_pots_when_stacks_differ() -> None:
    script = FLAGGED[2]
    steps = stepping.reel(made.filmed(script)).steps
    assert steps[script.events.index("rake 1")].change["pots"] == [11_600, 11_000]
    assert steps[-1].change["pot"] == 0


def test_a_side_pot_grows_while_the_others_bet_on() -> None:
    events = ["s5 post sb 1", "s6 post bb 3", "deal s5 ????", "deal s6 ????", "deal s7 ????", "s7 raise 20 allin",
              "s5 call 19", "s6 call 17", "burn", "board 2h8hKs", "s5 bet 10", "s6 call 10", "burn", "board Td",
              "s5 check", "s6 check", "burn", "board 4c", "s5 check", "s6 check", "s5 show AhAd", "s6 show QcQd",
              "s7 show 3c4d", "award side1 s5 20", "award main s5 60"]  # fmt: skip
    script = Script(events, CLEAN.facts, seats=(5, 6, 7), shorter_stacks={7: 20})
    pots = [step.change.get("pots") for step in stepping.reel(made.filmed(script)).steps]
    assert pots[events.index("s6 call 10") + 1] == [6_000, 2_000]
    assert not any(pots[: events.index("s6 call 10")])
    assert pots[-2:] == [[6_000, 0], []]


def test_an_uncalled_bet_that_stayed_in_is_no_side_pot() -> None:
    steps = stepping.reel(made.filmed(FLAGGED[8])).steps
    assert not any(step.change.get("pots") for step in steps)
    assert steps[-1].change["pot"] == 2_000


def test_the_pictures_know_streets_cards_and_who_folded() -> None:
    script = FLAGGED[0]
    steps = stepping.reel(made.filmed(script)).steps
    assert list(dict.fromkeys(s.street for s in steps)) == ["Before the flop", "Flop", "Turn", "Award"]
    assert steps[script.events.index("s7 fold")].change["seats"]["7"][2] == "folded"
    assert steps[script.events.index("board Td")].change["boards"] == ["2h8hKsTd"]


def test_the_pictures_tell_up_cards_from_down_cards_and_keep_what_was_thrown_away() -> None:
    events = ["deal s1 ????", "up s1 4c", "up s2 Kd", "expose s1 9h", "s1 show 2c9h4c", "discard s2 Kd"]
    steps = [s.change["seats"] for s in stepping.reel(made.filmed(Script(events, CLEAN.facts))).steps]
    assert steps[1]["1"][3:] == ["????4c", "001", ""]
    assert steps[2]["2"][3:] == ["Kd", "1", ""]
    assert steps[3]["1"][3:] == ["9h??4c", "101", ""]
    assert steps[4]["1"][3:] == ["2c9h4c", "011", ""]
    assert steps[5]["2"][3:] == ["", "", "Kd"]


def test_a_bet_in_the_dark_has_its_whole_amount_in_the_pot() -> None:
    events = ["s5 post sb 1", "s6 post bb 3", *[f"deal s{s} ????" for s in (5, 6, 4)], "s4 raise 9", "s5 call 8",
              "s6 call 6", "s5 bet 20 dark", "burn", "board 2h8hKs", "s6 call 20", "s4 fold"]  # fmt: skip
    script = Script(events, CLEAN.facts, seats=(4, 5, 6))
    pictures = stepping.reel(made.filmed(script))
    after = {step.log: step.change for step in pictures.steps}
    assert after["s5 bet 20 dark"]["pot"] == 4_700
    assert after["s6 call 20"]["pot"] == 6_700
    assert after["s6 call 20"]["seats"]["6"][:2] == [(120 + 37 * 6 - 29) * 100, 2_000]


def test_a_hand_without_a_film_has_its_log_and_no_pictures() -> None:
    pictures = stepping.reel(replace(made.filmed(CLEAN), film=HandFilm()))
    assert pictures.opening is None
    assert [s.log for s in pictures.steps] == CLEAN.events
    assert {s.street for s in pictures.steps} == {"The hand"}


def test_streets_have_the_names_that_readers_know() -> None:
    names = ["preflop", "river", "third", "deal", "draw1", None]
    assert [log_words.street_words(name, []) for name in names] == [
        "Before the flop", "River", "Third street", "Before the draw", "First draw", "The hand",
    ]  # fmt: skip
    assert log_words.street_words("showdown", [{"word": "show"}]) == "Showdown"
    assert log_words.street_words("showdown", [{"word": "award"}]) == "Award"


def test_pages_are_made_of_the_stored_film_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = make_day(tmp_path / "day.duckdb", **SMALL)

    def walked(*arguments: object, **more: object) -> None:
        raise AssertionError("a page walked a hand")

    monkeypatch.setattr("checks.replay.run.replay_batch", walked)
    monkeypatch.setattr("checks.replay.run.walk", walked)
    publish(database, tmp_path / "site", DAY)
    hand = _flagged(tmp_path, "RK01")
    page = Page(tmp_path / "site" / "hands" / shown.page_name("rio", hand.row["hand"]))
    assert len(page.data["reel"]["steps"]) == len(hand.events)


def _flagged(folder: Path, code: str) -> FlaggedHand:
    day = read_day(folder / "day.duckdb", DAY)
    return next(h for h in day.hands if h.findings[0]["code"] == code)


def _panel(folder: Path, hand: FlaggedHand) -> Panel:
    return panel_of(Evidence(read_day(folder / "day.duckdb", DAY), hand.findings[0], hand))


def _lines(panel: Panel) -> dict[str, str]:
    return {words: value for sheet in panel.sheets for words, value in sheet.figures.items()}


def test_the_sum_of_the_rake_goes_from_the_pot_to_the_difference(small: Path) -> None:
    hand = _flagged(small, "RK01")
    lines = _lines(_panel(small, hand))
    assert lines["Everything that was put in"] == "$89"
    assert lines["less what nobody called"] == "−$40"
    assert lines["Contested pot"] == "$49"
    assert (lines["Due"], lines["Taken"], lines["Taken less due"]) == ("$4", "$5", "+$1")


def test_the_sum_of_the_rake_shows_steps_and_cap_where_the_facts_carry_them(small: Path) -> None:
    hand = _flagged(small, "RK01")
    told = replace(hand, facts=hand.facts | {"rake_basis_points": 1000, "rake_step_cents": 100, "rake_cap_cents": 500})
    lines = _lines(_panel(small, told))
    assert (lines["10 % of it"], lines["In full steps of $1: 4 steps"]) == ("$4.90", "$4")
    assert lines["Never more than the cap"] == "$5"


def test_the_sum_of_a_short_table_shows_the_reduction(small: Path) -> None:
    hand = _flagged(small, "RK04")
    lines = _lines(_panel(small, hand))
    assert lines["At a full table it would be"] == "$5"
    assert lines["Reduced for 5 seats dealt in"] == "$3"


def test_the_sum_of_a_split_shows_the_unit_the_share_and_the_odd_chip(small: Path) -> None:
    hand = _flagged(small, "OC01")
    lines = _lines(_panel(small, hand))
    assert "$36 shared by 2 seats, in units of $1" in lines
    assert lines["The even share of each"] == "$18"
    assert (lines["Seat 2 (P2)"], lines["Seat 8 (P8)"]) == ("+$1", "−$1")


def test_the_sum_of_an_action_says_what_was_open(small: Path) -> None:
    events = ["s5 post sb 1", "s6 post bb 3", *[f"deal s{s} ????" for s in (5, 6, 4)], "s4 raise 9", "s5 raise 12"]
    hand = made.filmed(Script(events, CLEAN.facts, seats=(4, 5, 6)))
    finding = dict.fromkeys(("expected", "actual", "seat", "player", "money_cents", "chips_cents", "room", "table"))
    finding |= {"code": "AC03", "event": len(events) - 1, "at_us": None}
    day = read_day(small / "day.duckdb", DAY)
    lines = _lines(panel_of(Evidence(day, finding, replace(hand, row=hand.row | {"start_us": None, "end_us": None}))))
    assert (lines["The bet to meet"], lines["In already this round"]) == ("$9", "$1")
    assert (lines["To come to at least"], lines["Came to"]) == ("$15", "$12")


def test_the_sum_of_the_stub_counts_every_card_that_left_the_deck(small: Path) -> None:
    hand = _flagged(small, "SC01")
    lines = _lines(_panel(small, hand))
    assert lines["Cards in the deck"] == "52"
    assert (lines["less to the seats"], lines["less burned"], lines["less on the board"]) == ("−18", "−1", "−3")
    assert (lines["Left in the stub"], lines["Counted by the dealer"]) == ("30", "29")


def test_a_hand_page_marks_the_wrong_step_and_cites_the_rule(small: Path) -> None:
    hand = _flagged(small, "RK01")
    page = Page(small / "site" / "hands" / shown.page_name("rio", hand.row["hand"]))
    marked = [a for tag, a in page.elements if tag == "li" and a.get("class") == "wrong"]
    assert [a["data-event"] for a in marked] == [str(hand.findings[0]["event"])]
    assert "RK01 The dealer took $5 from a $49 pot; 10 % in $1 steps is $4." in page.text
    assert "wsop-dealer-2018 p.52" in page.text
    assert explain("RK01").title in page.text
    assert page.data["reel"]["wrong"] == [hand.findings[0]["event"]]


def test_something_left_out_is_marked_at_the_step_by_which_it_was_due(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    finding = next(f for f in rows.findings if f["code"] == "PT08")
    finding["event"] = None
    page = Page(published(tmp_path, rows) / "hands" / shown.page_name("rio", finding["hand"]))
    events = FLAGGED[8].events
    assert page.data["reel"]["wrong"] == [events.index("award main s1 18")]
    assert "By this step: Nobody called $20 of seat 1's bet; nothing went back." in page.text


def test_a_finding_about_the_whole_hand_marks_no_step(small: Path) -> None:
    hand = _flagged(small, "TL01")
    page = Page(small / "site" / "hands" / shown.page_name("rio", hand.row["hand"]))
    assert page.data["reel"]["wrong"] == []
    assert "about the whole hand, not one step" in page.text


def test_the_files_of_the_audit_are_listed_by_name(small: Path) -> None:
    text = Page(small / "site" / "about.html").text
    assert "rio.hands.jsonl " + "ef" * 32 in text


def test_a_check_unknown_to_the_catalogue_is_shown_by_its_code() -> None:
    assert explain("ZZ99").name == "ZZ99"
    assert explain("ZZ99").blocks == ()


# -- hostile data -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    publish(make_day(folder / "day.duckdb", make_hostile, hands=160, tables=4, flagged=16), folder / "site", DAY)
    return folder / "site"


def test_hostile_text_never_becomes_markup(hostile: Path, small: Path) -> None:
    def shape(path: Path) -> tuple[set[str], set[str]]:
        page = Page(path)
        return {tag for tag, _ in page.elements}, {a for _, attributes in page.elements for a in attributes}

    calm_pages = [shape(p) for p in (small / "site").rglob("*.html")]
    tags, attributes = (set.union(*(page[i] for page in calm_pages)) for i in (0, 1))
    for path in hostile.rglob("*.html"):
        evil_tags, evil_attributes = shape(path)
        assert evil_tags <= tags
        assert evil_attributes <= attributes
        scripts = [a for tag, a in Page(path).elements if tag == "script"]
        for script in scripts:
            own = re.match(r"(\./|\.\./)?(assets/[a-z]+|\.\./all-days)\.js$", script.get("src") or "")
            assert own or script.get("type") == "application/json"


def test_hostile_hands_get_harmless_file_names(hostile: Path) -> None:
    names = [p.name for p in (hostile / "hands").iterdir()]
    assert len(names) == 18
    for name in names:
        assert re.fullmatch(r"[a-z0-9-]+\.html", name)
        assert len(name) < 64
    assert {p.relative_to(hostile).parts[0] for p in hostile.rglob("*")} == {
        "assets", "hands", "tables", "dealers", "slots", "paper", "replay",
        *(file for _, links in NAVIGATION for file, _ in links),
    }  # fmt: skip
    for folder in ("tables", "dealers", "slots"):
        assert all(re.fullmatch(r"[a-z0-9-]+\.html", p.name) for p in (hostile / folder).iterdir())
    assert all(re.fullmatch(r"[a-z0-9-]+\.(html|js)", p.name) for p in (hostile / "replay").iterdir())


def test_labels_of_figures_carry_no_tag_that_plotly_would_read(hostile: Path) -> None:
    def texts(value: Any) -> list[str]:
        if isinstance(value, str):
            return [value]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [t for v in inner for t in texts(v)]

    specs = plotted(hostile)
    assert len(specs) == 20
    ours = re.compile(r"<br>|<extra></extra>")  # a line's end, and no box beside the label
    for spec in specs.values():
        labels = [ours.sub("", text) for text in texts({"data": spec["data"], "layout": spec["layout"]})]
        assert not [label for label in labels if "<" in label or ">" in label]


def test_no_bidirectional_mark_reaches_a_page(hostile: Path) -> None:
    for path in hostile.rglob("*.html"):
        assert "\u202e" not in path.read_text(encoding="utf-8")


def test_a_name_of_ten_thousand_letters_does_not_fill_the_page(hostile: Path) -> None:
    for path in hostile.rglob("*.html"):
        assert "x" * 500 not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("text", HOSTILE)
def test_json_inside_a_script_cannot_end_it(text: str) -> None:
    encoded = shown.script_json({"x": text, text: [text, None, 1]})
    assert not set(encoded) & set("<>&\u2028\u2029")
    assert json.loads(encoded) == {"x": text, text: [text, None, 1]}


def test_hands_with_equal_readable_parts_get_different_pages() -> None:
    names = {shown.page_name("rio", h) for h in ("a/b", "a-b", "A b", "a_b", "")} | {shown.page_name("annex", "a/b")}
    assert len(names) == 6


@pytest.mark.parametrize(
    ("cents", "signed", "words"),
    [(0, False, "$0"), (123_450, False, "$1,234.50"), (-300, False, "−$3"), (100, True, "+$1"), (None, False, "–")],
)
def test_money_is_written_for_people(cents: int | None, signed: bool, words: str) -> None:
    assert shown.money(cents, signed) == words


def test_a_share_is_never_rounded_up_to_all_nor_down_to_none() -> None:
    assert shown.percent(99_999, 100_000) == "99.9 %"
    assert shown.percent(1, 100_000) == "under 0.1 %"
    assert shown.percent(5, 5) == "100 %"
    assert shown.percent(0, 0) == "–"
