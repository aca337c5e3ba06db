"""What did not come, told: first on Night, on the sheet, in the mail, and as a mark on every number of its day.

A room of two tables plays nine days. One log comes too late, one does not come, then a whole feed, then a whole night.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from dashboards.feeds import feeds_title, with_code
from dashboards.pages.dealers_page import compared, dealers_page
from dashboards.pages.fair_comparison import ALL, REVIEW
from dashboards.publish import publish
from dashboards.reading import read_day
from dashboards.site import NAVIGATION
from pipelines.night.morning import summary_lines, write_morning
from pipelines.night.notify import subject
from tests import pdf_text
from tests.lake_fixtures import ROOM
from tests.page_fixtures import DAY as FIXTURE_DAY
from tests.page_fixtures import DayTables, make_day, withhold
from tests.test_dashboards import Page
from tests.test_register import NEXT, WEEK, Rooms, morning_after
from warehouse.duck import build_duckdb
from warehouse.ingest import ingest
from warehouse.register_rows import Row, Status, headline, troubles

WHOLE, LATE = WEEK[-2], WEEK[-1]
LOG, FEED, NIGHT = (NEXT + timedelta(days=n) for n in range(3))  # a Friday, a Saturday, a Sunday
PAGES = [file for _, links in NAVIGATION for file, _ in links]
LOG_SAID = "The hand log of table 147 has not come (it came on 6 of the last 6 days)."
NIGHT_SAID = f"Nothing came of rio's gaming day {NIGHT}. It should exist: 8 of the 14 days before came."


@dataclass(frozen=True)
class Told:
    """The folder of reports, and what each day's summary says."""

    reports: Path
    summaries: dict[date, dict[str, Any]]

    def page(self, day: date, name: str = "index.html") -> Page:
        return Page(self.reports / day.isoformat() / name)

    def text(self, day: date, name: str = "index.html") -> str:
        return self.page(day, name).text

    def sheet(self, day: date) -> str:
        """What the sheet to sign says."""
        return pdf_text.text(self.reports / day.isoformat() / "paper" / "day-letter.pdf")

    def titles(self, day: date, name: str) -> list[str]:
        return [a["title"] or "" for _, a in self.page(day, name).elements if "title" in a]

    def coverage(self, day: date) -> float:
        return float(re.findall(r"Coverage ([0-9.]+) %", self.text(day))[0])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder = tmp_path_factory.mktemp("told")
    rooms = Rooms(folder)
    withheld = {LATE: ["147.hands"], LOG: ["147.hands"], FEED: ["shuffler"]}
    for day in [*WEEK, LOG, FEED]:
        rooms.day(day, without=withheld.get(day, ()))
        rooms.audit(day)
        if day == LATE:
            ingest(rooms.lake, [folder / LATE.isoformat() / f"{LATE}-147.hands.jsonl"], rooms.house)
            rooms.audit(LATE)
    rooms.now = morning_after(NIGHT)
    rooms.audit(NIGHT)
    warehouse = build_duckdb(rooms.lake, folder / "warehouse.duckdb")
    summaries = {}
    for day in (WHOLE, LATE, LOG, FEED, NIGHT):
        out = folder / "reports" / day.isoformat()
        publish(warehouse, out, day)
        write_morning(warehouse, out, day)
        summaries[day] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return Told(folder / "reports", summaries)


def test_a_whole_day_says_so_and_nothing_more(told: Told) -> None:
    text = told.text(WHOLE)
    assert "Is the data whole? Everything that was due came." in text
    assert "What did not come" not in text and 'id="did-not-come"' not in told.page(WHOLE).source
    assert "†" not in text + told.text(WHOLE, "week.html") + told.text(WHOLE, "dealers.html")
    assert told.summaries[WHOLE]["feeds"] == []
    assert re.fullmatch(rf"Odd Chip {WHOLE}: \d+ errors among \d+ findings in 24 hands", subject(told.summaries[WHOLE]))


def test_night_says_first_which_log_did_not_come_what_it_blinds_and_what_to_do(told: Told) -> None:
    text = told.text(LOG)
    todo = f"Send {LOG}-147.hands.jsonl to landing/, then run oddchip nightly ."
    lines = f"What did not come {LOG_SAID} No hand can be judged at this table. {todo}"
    assert lines in text
    assert text.index(lines) < text.index("Did it run?")
    assert "Is the data whole? 1 hand log missing. Hand logs: 1 of 2 tables; 12 hands." in text
    assert "What needs a person today?" in text and "1 hand log missing." in text.split("What needs a person today?")[1]
    assert _state(told, LOG, "Is the data whole?") == "bad"


def test_a_table_whose_log_is_missing_has_its_square_and_its_row(told: Told) -> None:
    assert {"Hand log, table 147: missing", "Hand log, table 23: received"} <= set(told.titles(LOG, "index.html"))
    text = told.text(LOG)
    assert "1 table is whole in every feed. 1 table is not." in text
    assert re.search(r"147 0 2 3 hand log missing", text)
    assert LOG_SAID in told.text(LOG, "tables.html")


def test_a_whole_feed_is_one_line_with_its_checks(told: Told) -> None:
    text = told.text(FEED)
    assert "The shuffler messages of tables 147 and 23 have not come" in text
    assert "SC04, SC06, SC08–SC09 cannot be judged at 2 tables." in text
    assert "Is the data whole? Shuffler messages of 2 tables missing." in text
    assert "Shuffler messages: 0 of 2 tables; 0 messages." in text


def test_a_late_log_is_looked_at_and_marks_no_number(told: Told) -> None:
    text = told.text(LATE)
    said = "The hand log of table 147 came late, after the day was first audited."
    assert f"What came late or was not expected {said}" in text
    assert _state(told, LATE, "Is the data whole?") == "look"
    assert "†" not in told.text(LATE, "week.html")
    assert [(one["status"], one["said"]) for one in told.summaries[LATE]["feeds"]] == [("late", said)]
    assert said in summary_lines(told.summaries[LATE])
    assert "missing" not in subject(told.summaries[LATE])


def test_coverage_falls_with_what_did_not_come(told: Told) -> None:
    whole = told.coverage(WHOLE)
    assert told.coverage(LOG) < whole
    assert told.coverage(FEED) < whole
    assert told.coverage(NIGHT) == 0
    week = re.findall(r"Coverage ([0-9.]+) %†", told.text(NIGHT, "week.html"))
    assert week and 0 < float(week[0]) < whole  # the night that did not come counts


@pytest.mark.parametrize("file", PAGES)
def test_every_page_of_a_night_that_did_not_come_says_so(told: Told, file: str) -> None:
    text = told.text(NIGHT, file)
    assert NIGHT_SAID in text
    for green in ("No findings", "Nothing was found", "Everything that was due came", "moved wrongly $0"):
        assert green not in text, green


def test_the_night_that_did_not_come_is_bad_throughout(told: Told) -> None:
    text = told.text(NIGHT)
    assert f"What did not come {NIGHT_SAID} No check could be judged. Send the day's files to landing/" in text
    for question in ("Did it run?", "Is the data whole?", "What needs a person today?"):
        assert _state(told, NIGHT, question) == "bad", question
    assert "Money moved wrongly – no hand of this day came" in text
    assert "Coverage 0 %" in text
    assert "Room rio · 0 hands" in text
    for name in ("findings", "tables", "money", "blinds", "odd-chips", "stub", "shuffler"):
        assert "No hand of this day came, so nothing could be judged here." in told.text(NIGHT, f"{name}.html"), name


def _state(told: Told, day: date, question: str) -> str:
    found = re.findall(r'class="answer answer-(\w+)">\s*<h2>([^<]*)</h2>', told.page(day).source)
    return {asked: state for state, asked in found}[question]


# -- the mark ---------------------------------------------------------------------------------------------------------

LOG_NOTE = f"† {LOG}: the hand log of table 147 has not come."
FEED_NOTE = f"† {FEED}: the shuffler messages of tables 147 and 23 have not come."
NIGHT_NOTE = f"† {NIGHT}: rio sent nothing."


@pytest.mark.parametrize("file", ["week.html", "month.html"])
def test_every_number_of_a_day_that_is_not_whole_carries_the_mark(told: Told, file: str) -> None:
    page = told.page(NIGHT, file)
    text = page.text
    for note in (LOG_NOTE, FEED_NOTE, NIGHT_NOTE):
        assert note in text
    rows = {row[0]: row[1:] for row in _table(page, "days")}
    assert all(cell.endswith("†") or cell == "–" for cell in rows[f"{LOG}†"]) and rows[f"{LOG}†"][0] == "12†"
    assert all(cell.endswith("†") or cell == "–" for cell in rows[f"{FEED}†"]) and rows[f"{FEED}†"][0] == "24†"
    assert set(rows[f"{NIGHT}† did not come"]) == {"–", "0 %†"}
    assert "†" not in "".join(rows[WHOLE.isoformat()])
    titles = told.titles(NIGHT, file)
    assert f"{NIGHT}†: did not come" in titles
    assert any(title.startswith(f"{LOG}†: ") and "in 12 hands" in title for title in titles)
    assert re.search(r"Findings per 1,000 hands [0-9.]+†", text)
    assert re.search(r"Hands \d+† the (week|month) before", text)
    assert re.search(r"Not everything came on 3 of these days. Numbers with this mark are over what came.", text)


def test_dealers_and_a_dealer_carry_the_mark_over_their_28_days(told: Told) -> None:
    dealer = next((told.reports / NIGHT.isoformat() / "dealers").iterdir()).name
    for name in ("dealers.html", f"dealers/{dealer}"):
        text = told.text(NIGHT, name)
        for note in (LOG_NOTE, FEED_NOTE, NIGHT_NOTE):
            assert note in text, name
        assert re.search(r"Findings per 1,000 hands [0-9.]+†", text)
    ranked = _table(told.page(NIGHT, "dealers.html"), "ranking")
    assert all(cell.endswith("†") for cell in ranked[0][1:7])
    own = told.page(NIGHT, f"dealers/{dealer}")
    assert all(cell.endswith("†") for row in _table(own, "since") for cell in row[1:4])
    days = {row[0]: row[1:] for row in _table(own, "days")}
    assert all(cell.endswith("†") for cell in days[f"{LOG}†"])
    assert "†" not in "".join(days[WHOLE.isoformat()])
    assert f"{NIGHT}†: did not come" in told.titles(NIGHT, f"dealers/{dealer}")


def test_a_code_to_review_carries_the_mark_too(tmp_path: Path) -> None:
    day = read_day(make_day(tmp_path / "day.duckdb", withhold, hands=120, tables=4, flagged=6, dealers=3), FIXTURE_DAY)
    room = compared(day)
    cells = room.comparison.cells
    key = next(key for key, cell in cells.items() if cell.code != ALL and cell.observed)
    changed = {**cells, key: replace(cells[key], remark=REVIEW, adjusted=0.001)}
    page = dealers_page(day, replace(room, comparison=replace(room.comparison, cells=changed)))
    (tmp_path / "dealers.html").write_text(page, encoding="utf-8")
    (row,) = _table(Page(tmp_path / "dealers.html"), "codes")
    assert row[4] == "0.0010†" and row[2].endswith("†") and row[5] == REVIEW


def test_the_history_on_night_carries_the_mark(told: Told) -> None:
    assert f"{LOG_NOTE} {FEED_NOTE}" in told.text(FEED)
    assert any(title.startswith(f"{LOG}†: ") for title in told.titles(FEED, "index.html"))
    assert f"{LOG}†" in [row[0] for row in _table(told.page(FEED), "history")]


def _table(page: Page, name: str) -> list[list[str]]:
    body = re.findall(rf'<table class="data" id="table-{name}">.*?<tbody>(.*?)</tbody>', page.source, re.S)[0]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.S)]
        for row in re.findall(r"<tr>(.*?)</tr>", body, re.S)
    ]


# -- the morning's files ----------------------------------------------------------------------------------------------


def test_the_subject_begins_with_what_did_not_come(told: Told) -> None:
    assert re.fullmatch(
        rf"Odd Chip {LOG}: 1 hand log missing; \d+ errors among \d+ findings in 12 hands", subject(told.summaries[LOG])
    )
    assert subject(told.summaries[FEED]).startswith(f"Odd Chip {FEED}: shuffler messages of 2 tables missing; ")
    assert subject(told.summaries[NIGHT]) == f"Odd Chip {NIGHT}: nothing came"


def test_the_mail_says_it_right_behind_its_first_line(told: Told) -> None:
    first, second, *_ = summary_lines(told.summaries[LOG])
    assert first.startswith(f"Gaming day {LOG}: 12 hands, ")
    assert second == (
        f"{LOG_SAID} No hand can be judged at this table. Send {LOG}-147.hands.jsonl to landing/, "
        "then run `oddchip nightly`."
    )
    first, second, *rest = summary_lines(told.summaries[NIGHT])
    assert first == f"Gaming day {NIGHT}: nothing came."
    assert second.startswith(f"{NIGHT_SAID} No check could be judged.")
    assert not any("$0" in line for line in rest)


def test_the_summary_lists_the_feeds_for_programs(told: Told) -> None:
    (one,) = told.summaries[LOG]["feeds"]
    assert set(one) == {"room", "feed", "status", "tables", "said", "blinds", "todo"}
    assert (one["room"], one["feed"], one["status"], one["tables"]) == (ROOM, "hands", "missing", ["147"])


def test_the_sheet_says_it_above_the_findings(told: Told) -> None:
    text = told.sheet(LOG)
    assert f"What did not come {LOG_SAID} No hand can be judged at this table." in text
    assert text.index("What did not come") < text.index("Code What")
    absent = told.sheet(NIGHT)
    assert NIGHT_SAID in absent
    assert "Findings by severity and check No hand of this day came, so nothing could be found." in absent
    assert "No findings" not in absent and "$0" not in absent
    assert "What did not come" not in told.sheet(WHOLE)


def test_with_two_rooms_each_line_and_note_names_its_room(tmp_path: Path) -> None:
    def two_rooms(rows: DayTables) -> None:
        withhold(rows)
        absent = {"gaming_date": FIXTURE_DAY, "room": "annex", "feed": "night", "status": "missing", "why": "it plays"}
        rows.register.append(absent)

    made = make_day(tmp_path / "day.duckdb", two_rooms, hands=120, tables=4, flagged=6, dealers=3)
    publish(made, tmp_path / "site", FIXTURE_DAY)
    text = Page(tmp_path / "site" / "index.html").text
    assert f"Nothing came of annex's gaming day {FIXTURE_DAY}. It should exist: it plays." in text
    assert "rio: The hand log of table 190 has not come" in text
    assert "Nothing came from annex; 1 hand log missing;" in text
    assert "annex sent nothing; rio: the hand log of table 190" in Page(tmp_path / "site" / "week.html").text
    money = Page(tmp_path / "site" / "money.html").text  # rio's money, under the word that annex's is not in it
    assert "Nothing came of annex's gaming day" in money and "Rake due" in money


def test_one_room_of_two_that_sent_nothing_is_named_in_the_subject() -> None:
    summary: dict[str, Any] = {
        "gaming_date": "2026-11-16", "hands": 4100, "severities": {"error": 3}, "findings": {"RK01": 12},
        "rooms": [{"room": "rio"}, {"room": "annex"}],
        "feeds": [{"room": "annex", "feed": "night", "status": "missing", "tables": []},
                  {"room": "rio", "feed": "hands", "status": "unreadable", "tables": ["1", "2"]},
                  {"room": "rio", "feed": "downs", "status": "late", "tables": ["1"]}],
    }  # fmt: skip
    said = "nothing came from annex; 2 hand logs unreadable; 3 errors among 12 findings in 4,100 hands"
    assert subject(summary) == f"Odd Chip 2026-11-16: {said}"


def test_words_of_each_status_in_short_and_in_a_footnote() -> None:
    rows = [
        vars(Row(ROOM, NEXT, "1", "hands", Status.PARTIAL, 3)),
        vars(Row(ROOM, NEXT, "1", "shuffler", Status.UNREADABLE)),
        vars(Row(ROOM, NEXT, "9", "hands", Status.UNEXPECTED, 5)),
        vars(Row(ROOM, NEXT, "1", "drop", Status.LATE, 2)),
    ]
    found = troubles(rows)
    assert headline([vars(one) for one in found]) == (
        "shuffler messages of 1 table unreadable; 1 hand log not whole; 1 hand log not expected; 1 box count late"
    )
    assert found[1].brief == "the hand log of table 1 is not whole"
    assert feeds_title(found) == "What did not come"
    assert feeds_title(found[2:]) == "What came late or was not expected"
    assert with_code("Run `oddchip <x>` now.") == "Run <code>oddchip &lt;x&gt;</code> now."
    assert with_code("a ` b") == "a ` b"
