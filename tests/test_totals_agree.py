"""One day of cash and tournament tables: every output says the same totals, and no chip of a tournament is a dollar.

What is due is counted here from the lake's findings and hands, without the warehouse's SQL and without the pages' code.
"""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from checks.catalogue import CHECKS
from pipelines.cli import OK, main
from pipelines.folders import Folders
from pipelines.night.morning import summary_lines
from pipelines.night.night_report import print_night
from pipelines.night.notify import subject
from pipelines.orchestration.night_run import run_nightly
from pipelines.simulator import simulate
from tests import pdf_text
from tests.conftest import landed
from tests.test_dashboards import Page, found_rows
from warehouse.lake import Lake

DAY = dt.date(2026, 1, 16)
DOLLARS = re.compile(r"\$([0-9][0-9,]*(?:\.[0-9]{2})?)")
PAGES = ("index", "findings", "money", "dealers", "tables", "blinds", "odd-chips", "stub", "week", "month")
Row = dict[str, Any]


def dollars(cents: int) -> str:
    """Whole dollars: no amount of this day has cents."""
    assert cents % 100 == 0
    return f"${cents // 100:,}"


def chips(cents: int) -> str:
    return f"{dollars(cents)[1:]} chips"


@dataclass(frozen=True)
class Due:
    """What the lake's own tables make of the day."""

    findings: list[Row]
    facts: list[Row]
    tournament: set[tuple[str, str]]  # room and hand

    def is_chips(self, row: Row) -> bool:
        return (row["room"], row["hand"]) in self.tournament

    def moved(self, findings: Iterable[Row] | None = None, in_chips: bool = False) -> int:
        rows = self.findings if findings is None else findings
        return sum(abs(f["amount_cents"] or 0) for f in rows if self.is_chips(f) == in_chips)

    def small(self) -> list[Row]:
        """The findings but for those of cash-outs and rebuys."""
        return [f for f in self.findings if f["code"] != "PT13"]

    def by(self, column: str, in_chips: bool = False) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for f in self.findings:
            if self.is_chips(f) == in_chips and f["amount_cents"]:
                sums[f[column]] += abs(f["amount_cents"])
        return dict(sums)

    def cash(self, column: str) -> int:
        """The sum of a column of money over hands of cash tables."""
        return sum(f[column] or 0 for f in self.facts if not self.is_chips(f))

    @property
    def tables(self) -> set[str]:
        """The tables of tournaments."""
        return {f["table"] for f in self.facts if self.is_chips(f)}


@dataclass(frozen=True)
class Told:
    """The outputs of the night."""

    folders: Folders
    reports: Path
    summary: Row
    due: Due

    def page(self, name: str) -> str:
        return Page(self.reports / f"{name}.html").text

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        with duckdb.connect(str(self.folders.warehouse), read_only=True) as connection:
            return connection.execute(sql).fetchall()

    def table(self, page: str, heading: str) -> list[dict[str, str]]:
        """The rows of the one table of a page that has a column of this heading."""
        source = (self.reports / f"{page}.html").read_text(encoding="utf-8")
        found = []
        for body in re.findall(r"<table.*?</table>", source, re.S):
            rows = [
                [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", cell)).strip() for cell in re.findall(_CELL, row, re.S)]
                for row in re.findall(r"<tr.*?</tr>", body, re.S)
            ]
            if rows and heading in rows[0]:
                found.append([dict(zip(rows[0], row, strict=True)) for row in rows[1:]])
        assert len(found) == 1, (page, heading, len(found))
        return found[0]


_CELL = r"<t[hd]\b.*?>(.*?)</t[hd]>"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    root = tmp_path_factory.mktemp("totals")
    games = ("holdem", "tournament")
    simulate(root / "day", DAY, tables=4, hands=500, seed=5, errors=0.05, games=games, each=2, jobs=1)
    folders = Folders(landed(root / "day", root / "data"))
    run_nightly(folders, DAY)
    lake = Lake(folders.lake)
    hands = lake.read("hands").select(["room", "hand", "is_tournament"]).to_pylist()
    due = Due(
        lake.read("findings").to_pylist(),
        lake.read("hand_facts").to_pylist(),
        {(hand["room"], hand["hand"]) for hand in hands if hand["is_tournament"]},
    )
    reports = folders.reports / DAY.isoformat()
    return Told(folders, reports, json.loads((reports / "summary.json").read_text()), due)


def cents(words: str) -> int:
    """`$1,234` or `1,234 chips` back in hundredths; a dash is nothing."""
    return 0 if words == "–" else int(re.sub(r"[^0-9]", "", words)) * 100


def test_the_day_has_both_and_they_cannot_be_taken_for_one_another(told: Told) -> None:
    # a cash-out that was raised by $100,000 (PT13) is money, and more of it than there are chips
    money, in_chips = told.due.moved(told.due.small()), told.due.moved(in_chips=True)
    assert 0 < money < in_chips
    assert len({f["severity"] for f in told.due.findings if f["amount_cents"]}) > 1  # totals by severity would differ


def test_summary_and_spreadsheet(told: Told) -> None:
    assert told.summary["moved_cents"] == told.due.by("code")
    assert told.summary["moved_chips"] == told.due.by("code", in_chips=True)
    assert {r["room"]: r["moved_cents"] for r in told.summary["rooms"]} == told.due.by("room")
    assert {r["room"]: r["moved_chips"] for r in told.summary["rooms"]} == told.due.by("room", in_chips=True)
    with (told.reports / "findings.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert sum(abs(int(row["money_cents"] or 0)) for row in rows) == told.due.moved()
    assert sum(abs(int(row["chips_cents"] or 0)) for row in rows) == told.due.moved(in_chips=True)


def test_marts(told: Told) -> None:
    both = (told.due.moved(), told.due.moved(in_chips=True))
    sums = "SELECT sum(moved_cents)::BIGINT, sum(moved_chips_cents)::BIGINT FROM"
    for mart in ("finding_amounts", "days", "findings_by_code"):
        assert told.query(f"{sums} {mart}") == [both], mart
    for mart, column in (("findings_by_table_hour", "at"), ("dealer_day", "dealer")):
        some = [f for f in told.due.findings if f[column] is not None]
        assert told.query(f"{sums} {mart}") == [(told.due.moved(some), told.due.moved(some, in_chips=True))], mart
    signed = sum(f["amount_cents"] or 0 for f in told.due.findings if not told.due.is_chips(f))
    assert told.query("SELECT sum(amount_cents)::BIGINT FROM findings_by_code") == [(signed,)]
    ways = dict(told.query("SELECT went, sum(moved_cents)::BIGINT FROM finding_amounts GROUP BY went"))
    assert sum(ways.values()) == both[0] and ways[None] == 0 and len(ways) == 4


def test_marts_of_rake_and_pots_are_those_of_cash_tables(told: Told) -> None:
    due, slide, pots = (told.due.cash(f"{what}_cents") for what in ("rake_due", "rake_taken", "pot"))
    ((taken,),) = told.query("SELECT sum(rake_compared_cents)::BIGINT FROM hand_amounts")
    sums = "sum(rake_due_cents)::BIGINT, sum(rake_taken_cents)::BIGINT, sum(slide_cents)::BIGINT"
    assert told.query(f"SELECT {sums}, sum(pot_cents)::BIGINT FROM rake_by_table") == [(due, taken, slide, pots)]
    assert told.query(f"SELECT {sums} FROM rake_by_hour") == [(due, taken, slide)]
    assert {row[0] for row in told.query('SELECT "table" FROM rake_by_table')} & told.due.tables == set()
    in_play = sum(f["pot_cents"] for f in told.due.facts if told.due.is_chips(f))
    assert told.query("SELECT sum(pot_chips_cents)::BIGINT FROM hand_amounts") == [(in_play,)]


def test_mail_and_console(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    print_night(told.folders, DAY, 1.0)
    console = capsys.readouterr().out
    mail = "\n".join(summary_lines(told.summary))
    for text in (console, mail):
        assert f"Money moved wrongly: {dollars(told.due.moved())}." in text
        assert f"Chips moved wrongly: {chips(told.due.moved(in_chips=True))}, in tournaments." in text
    for text in (console, mail):
        listed = dict(re.findall(r"^  ([A-Z]{2}[0-9]{2}) +[0-9,]+  (.*)$", text, re.M))
        assert set(listed) == set(told.summary["findings"])
        money, in_chips = told.due.by("code"), told.due.by("code", in_chips=True)
        for code, line in listed.items():
            said = [dollars(money[code])] if code in money else []
            said += [chips(in_chips[code])] if code in in_chips else []
            assert re.match(rf" *{re.escape(' and '.join(said))}  [A-Z]", line), (code, line)
    assert "$" not in subject(told.summary)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_sheet_to_sign(told: Told, paper: str) -> None:
    sheet = pdf_text.text(told.reports / "paper" / f"day-{paper}.pdf")
    money, in_chips = told.due.by("code"), told.due.by("code", in_chips=True)
    assert f"All findings {dollars(told.due.moved())} The house took too much" in sheet
    assert f"In tournaments {chips(told.due.moved(in_chips=True))} " in sheet
    for code, count in told.summary["findings"].items():
        said = dollars(money[code]) if code in money else "–"
        said += f" {chips(in_chips[code])}" if code in in_chips else " –"
        title = re.escape(CHECKS[code].title.rstrip("."))
        assert re.search(rf"\b{code} {title} {count:,} {re.escape(said)} ", sheet), code
    for severity, words in (("error", "Errors"), ("procedure", "Procedure"), ("notice", "Notices")):
        some = [f for f in told.due.findings if f["severity"] == severity]
        sums = [dollars(told.due.moved(some)), chips(told.due.moved(some, in_chips=True))]
        said = " ".join("–" if word in ("$0", "0 chips") else word for word in sums)
        assert f" {words} {len(some):,} {said} " in sheet
    every = f"{dollars(told.due.moved())} {chips(told.due.moved(in_chips=True))}"
    assert f"All findings {len(told.due.findings):,} {every} " in sheet
    night = told.page("index")
    for words in re.findall(r"[0-9,]+ errors? (?:of tournaments )?moved [^.]+\.", night):
        assert words in sheet
    assert told.summary["chain"]["head"] in sheet and "Page 1 of " in sheet and "Auditor" in sheet


def test_findings_and_show(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["findings", "--data", str(told.folders.root)]) == OK
    said = capsys.readouterr().out
    assert f"moved wrongly: {dollars(told.due.moved())} and {chips(told.due.moved(in_chips=True))}\n" in said
    assert sum(cents(f"${n}") for n in re.findall(r"  [+−]\$([0-9,]+)(?:  \[|$)", said, re.M)) == told.due.moved()
    for in_chips in (False, True):
        finding = next(f for f in told.due.findings if f["amount_cents"] and told.due.is_chips(f) == in_chips)
        assert main(["show", finding["hand"], "--data", str(told.folders.root)]) == OK
        said = capsys.readouterr().out
        assert ("$" in said, " chips" in said) == (not in_chips, in_chips)


def test_night_week_and_month(told: Told) -> None:
    money, in_chips = dollars(told.due.moved()), chips(told.due.moved(in_chips=True))
    night = told.page("index")
    assert f"Money moved wrongly {money} the house took too much" in night
    assert f"in tournaments {in_chips} " in night
    errors = [f for f in told.due.findings if f["severity"] == "error"]
    assert f"moved {dollars(told.due.moved(errors))}." in night
    assert f"of tournaments moved {chips(told.due.moved(errors, in_chips=True))}." in night
    for page in ("week", "month"):
        assert f"Money moved wrongly {money} the {page} before – in tournaments {in_chips} " in told.page(page)
        assert f"; the chips of tournaments are not in it. {money} 0 " in told.page(page)  # the picture's scale
        (row,) = told.table(page, "Stubs off")
        assert (row["Money moved wrongly"], row["Chips moved wrongly"]) == (money, in_chips)
        codes = told.table(page, "Check")
        assert sum(cents(row["Money moved"]) for row in codes) == told.due.moved()
        assert sum(cents(row["Chips moved"]) for row in codes) == told.due.moved(in_chips=True)


def test_findings_tables_and_a_tables_page(told: Told) -> None:
    rows = found_rows(told.reports)
    assert sum(abs(row["cents"]) for row in rows) == told.due.moved()
    assert sum(abs(row["chips_cents"]) for row in rows) == told.due.moved(in_chips=True)
    money, in_chips = told.due.by("table"), told.due.by("table", in_chips=True)
    for row in told.table("tables", "Stubs counted"):
        assert cents(row["Money moved wrongly"]) == money.get(row["Table"], 0)
        assert cents(row["Chips moved wrongly"]) == in_chips.get(row["Table"], 0)
        assert (row["Rake, taken less due"] == "–") == (row["Table"] in told.due.tables)
    for table in told.due.tables:
        (page,) = (p for p in (told.reports / "tables").glob(f"{table}-*.html") if "timeline" not in p.name)
        assert "$" not in Page(page).text


def test_money_is_of_cash_tables(told: Told) -> None:
    due, taken = dollars(told.due.cash("rake_due_cents")), dollars(told.due.cash("rake_taken_cents"))
    page = told.page("money")
    assert f"Rake due {due} " in page and f"Rake taken {taken} " in page
    assert f"due {due} taken {taken} " in told.page("index")
    tables = {row["Table"] for row in told.table("money", "At the cap")}
    assert tables and tables & told.due.tables == set()
    hands = sum(not told.due.is_chips(f) for f in told.due.facts)
    assert f"hands with a known due {hands:,} of all hands at cash tables 100 %" in page


def test_no_chip_of_a_tournament_stands_behind_a_dollar_sign(told: Told) -> None:
    """Sums of chips, and single amounts larger than any money of the day, are not said in dollars anywhere."""
    single = {abs(f["amount_cents"] or 0) for f in told.due.findings if told.due.is_chips(f)}
    most = max(told.due.moved(told.due.small()), told.due.cash("rake_taken_cents"))
    wrong = {
        n for n in {*single, *told.due.by("code", in_chips=True).values(), told.due.moved(in_chips=True)} if n > most
    }
    wrong.add(told.due.moved() + told.due.moved(in_chips=True))
    assert len(wrong) > 3
    for page in PAGES:
        said = {cents(words) for words in DOLLARS.findall(told.page(page))}
        assert said & wrong == set(), page
        assert said or page in ("findings", "dealers")
    hands = {h for _, h in told.due.tournament}
    pages = {row["page"] for row in found_rows(told.reports) if row["hand"] in hands}
    assert len(pages) > 10
    for name in pages:
        replay = Page(told.reports / "hands" / name)
        assert "$" not in replay.text, name
        assert replay.data["reel"]["sign"] == ""
