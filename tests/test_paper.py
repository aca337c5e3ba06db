"""Sheets of paper: what they say is what the pages say, the same bytes each time, and no name is ever markup."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboards.pages.dealers_page import compared
from dashboards.pages.fair_comparison import REVIEW, TOO_FEW, WITHIN, Cell
from dashboards.pages.hand_page import page_names
from dashboards.paper import finding_sheet as of_findings
from dashboards.paper.day_sheet import day_sheet
from dashboards.paper.dealer_sheet import dealer_sheets, said_of_rate
from dashboards.paper.finding_sheet import chosen, finding_sheets
from dashboards.paper.names import A4, LETTER
from dashboards.paper.printing import pdf, printed
from dashboards.publish import publish
from dashboards.reading import Day, read_day
from dashboards.site import ROOMS_NAMED, rooms
from tests import pdf_text
from tests.page_fixtures import DAY, HOSTILE, DayTables, make_day, make_hostile
from tests.test_dashboards import SMALL, Page, found_rows

TYPST_MARKUP = "#panic() $x$ [y] *b* _i_ `c` <l> @ref \\ // /* */ = - + ~ 'q' \"q\""


def name_players(rows: DayTables) -> None:
    """Every message of the day gets words that would be markup, had they reached the template as source."""
    for finding in rows.findings:
        finding["message"] = f"{TYPST_MARKUP} {finding['message']}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    publish(make_day(folder / "day.duckdb", **SMALL), folder / "site", DAY)
    return folder / "site"


@pytest.fixture(scope="module")
def day(site: Path) -> Day:
    return read_day(site.parent / "day.duckdb", DAY)


def squeezed(words: str) -> str:
    """Without blanks: a line is broken where it is full."""
    return re.sub(r"\s+", "", words)


# -- the day's sheet ------------------------------------------------------------------------------------------------


def test_sums_of_the_sheet_are_those_of_the_findings_to_the_cent(site: Path, day: Day) -> None:
    said = day_sheet(day, compared(day).comparison)
    rows = found_rows(site)
    assert said["total"]["cents"] == sum(abs(row["cents"]) for row in rows) > 0
    assert sum(group["cents"] for group in said["groups"]) == said["total"]["cents"]
    for group in said["groups"]:
        some = [row for row in rows if row["severity"] == group["severity"]]
        assert group["cents"] == sum(abs(row["cents"]) for row in some)
        assert group["times"] == f"{len(some):,}"
        for line in group["rows"]:
            assert line["cents"] == sum(abs(row["cents"]) for row in some if row["code"] == line["code"])
    paper = pdf_text.text(site / "paper" / "day-letter.pdf")
    night = Page(site / "index.html").text
    big = re.findall(r"Money moved wrongly (\$[0-9,.]+)", night)
    assert f"All findings {big[0]} " in paper
    for group in said["groups"]:
        assert f" {group['words']} {group['times']} {group['money']} " in paper


def test_both_papers_say_the_same_on_their_own_size(site: Path) -> None:
    sizes = {}
    for name in ("letter", "a4"):
        raw = (site / "paper" / f"day-{name}.pdf").read_bytes()
        (sizes[name],) = set(re.findall(rb"/MediaBox\[0 0 ([\d.]+ [\d.]+)\]", raw))
    assert sizes == {"letter": b"612 792", "a4": b"595.2756 841.8898"}
    letter, a4 = (pdf_text.text(site / "paper" / f"day-{name}.pdf") for name in ("letter", "a4"))
    words = [sorted(re.sub(r"Page \d+ of \d+", "", text).split()) for text in (letter, a4)]
    assert set(words[0]) == set(words[1])


def test_every_page_says_which_it_is_and_carries_the_lines_to_sign(site: Path) -> None:
    pages = pdf_text.pages(site / "paper" / "day-letter.pdf")
    for i, page in enumerate(pages):
        assert f"Page {i + 1} of {len(pages)}" in page
    assert "Auditor Date Received by Date" in pages[-1]


# -- bytes, names ---------------------------------------------------------------------------------------------------


def test_two_publishes_give_the_same_sheets(site: Path) -> None:
    publish(site.parent / "day.duckdb", site.parent / "again", DAY)
    first, again = (
        {p.name: p.read_bytes() for p in (folder / "paper").iterdir()} for folder in (site, site.parent / "again")
    )
    assert first == again and len(first) > 8


def test_words_that_would_be_markup_are_printed_as_they_are(tmp_path: Path) -> None:
    database = make_day(tmp_path / "day.duckdb", name_players, **SMALL)
    day = read_day(database, DAY)
    room = compared(day)
    wanted = squeezed(TYPST_MARKUP)
    assert wanted in squeezed(pdf_text.text(pdf("day", day_sheet(day, room.comparison))))
    for sheet in (*finding_sheets(day, page_names(day)),):
        assert wanted in squeezed(pdf_text.text(pdf(sheet.template, sheet.said))), sheet.name


def test_hostile_names_make_sheets_all_the_same(tmp_path: Path) -> None:
    day = read_day(make_day(tmp_path / "day.duckdb", make_hostile, hands=160, tables=4, flagged=16), DAY)
    room = compared(day)
    made = printed([*dealer_sheets(day, room), *finding_sheets(day, page_names(day))])
    assert all(re.fullmatch(r"paper/[a-z0-9-]+\.pdf", name) for name in made)
    text = squeezed(" ".join(map(pdf_text.text, made.values())))
    assert squeezed(HOSTILE[0]) in text  # a player's name, as it was written


# -- one finding ----------------------------------------------------------------------------------------------------


def test_a_finding_on_paper_says_what_its_card_says(day: Day) -> None:
    names = page_names(day)
    for sheet in finding_sheets(day, names):
        finding, _ = chosen(day, names)[sheet.name]
        text = squeezed(pdf_text.text(pdf(sheet.template, sheet.said)))
        assert squeezed(finding["message"]) in text
        assert finding["code"] in text and "\ufffd" not in text
        for words, value in sheet.said["due"]:
            assert squeezed(words + value) in text, (sheet.name, words)
        assert squeezed(sheet.said["rule_words"]) in text and squeezed(sheet.said["log"]) in text


def test_a_finding_on_paper_names_its_own_room_and_a_heading_counts_many_rooms(day: Day) -> None:
    names = [f"room-{number}" for number in range(ROOMS_NAMED + 1)]
    many = replace(day, rooms=[{**day.rooms[0], "room": name} for name in names])
    assert rooms(many) == f"{len(many.room_names)} rooms" and rooms(day) == day.rooms[0]["room"]
    assert day_sheet(many, compared(day).comparison)["rooms"] == rooms(many)
    for sheet in finding_sheets(many, page_names(many)):
        assert sheet.said["rooms"] == day.rooms[0]["room"] and sheet.said["foot"].startswith(day.rooms[0]["room"])


def test_over_the_cap_errors_with_the_most_money_have_a_sheet_and_the_others_say_so(
    tmp_path: Path, day: Day, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(chosen(day, page_names(day))) == len(day.findings)
    monkeypatch.setattr(of_findings, "SHEETS_MOST", 3)
    publish(site.parent / "day.duckdb", tmp_path / "few", DAY)
    sheets = list((tmp_path / "few" / "paper").glob("finding-*.pdf"))
    assert len(sheets) == 3
    kept = [finding for finding, _ in chosen(day, page_names(day)).values()]
    money = sorted((f["moved_cents"] for f in day.findings if f["severity"] == "error"), reverse=True)
    assert [f["moved_cents"] for f in kept] == money[:3]
    pages = [Page(p).text for folder in ("hands", "slots") for p in (tmp_path / "few" / folder).glob("*.html")]
    said = sum(page.count("sheets are made for 3 of the day's") for page in pages)
    assert said == len(day.findings) - 3
    assert sum(page.count("This finding on a sheet of paper") for page in pages) == 3


# -- one dealer -----------------------------------------------------------------------------------------------------


def test_a_dealers_sheet_is_one_page_and_adds_up(day: Day) -> None:
    room = compared(day)
    sheets = list(dealer_sheets(day, room))
    assert [s.said["title"] for s in sheets] == [f"Dealer {s.name}" for s in room.standings]
    for sheet, standing in zip(sheets, room.standings, strict=True):
        for paper in (LETTER, A4):
            assert len(pdf_text.pages(pdf(sheet.template, sheet.said, paper))) == 1
        *games, every = sheet.said["grid"]["rows"]
        assert every[1] == f"{standing.hands:,}"
        assert every[-1] == f"{standing.observed:,} / {standing.expected:.1f}"
        for column in range(2, len(every)):
            found = [int(row[column].split(" / ")[0].replace(",", "")) for row in games if row[column] != "–"]
            assert sum(found) == (0 if every[column] == "–" else int(every[column].split(" / ")[0].replace(",", "")))


@pytest.mark.parametrize(
    ("cell", "flagged", "said"),
    [
        ((44, 22.0, REVIEW), 65, "Twice the room's rate; chance alone would rarely do this; 65 hands to look at."),
        ((31, 22.0, WITHIN), 1, "1.4 times the room's rate; chance alone would do as much; 1 hand to look at."),
        ((22, 22.0, WITHIN), 20, "About the room's rate; chance alone would do as much; 20 hands to look at."),
        ((11, 22.0, WITHIN), 9, "50% of the room's rate; chance alone would do as much; 9 hands to look at."),
        ((0, 0.4, TOO_FEW), 0, "Not enough hands to say; no hand to look at."),
        ((9, 0.4, TOO_FEW), 7, "Not enough hands to say; 7 hands to look at."),
    ],
)
def test_the_rate_is_said_in_words_first(cell: Any, flagged: int, said: str) -> None:
    observed, expected, remark = cell
    assert said_of_rate(Cell("1", "all", observed, expected, None, None, remark), flagged) == said
