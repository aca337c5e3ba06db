"""Each number on Night, Money, Tables and Dealers is the mart's: one meaning for each number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dashboards.counted import QUERIES, all_marts, all_queries, counted, page_kind
from dashboards.publish import publish
from dashboards.shown import money, whole
from tests.page_fixtures import DAY, add_history, day_rows, write_duckdb
from tests.test_dashboards import Page
from warehouse.duck import MARTS, SQL_FOLDER


class Shown:
    """A published page: its tables by key, and its tiles."""

    def __init__(self, path: Path) -> None:
        self.source = path.read_text(encoding="utf-8")

    def table(self, key: str) -> list[list[str]]:
        found = re.search(rf'<table class="data" id="table-{key}">(.*?)</table>', self.source, re.S)
        assert found, key
        rows = re.findall(r"<tr>(.*?)</tr>", found[1].partition("<tbody>")[2], re.S)
        return [[_plain(c) for c in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)] for row in rows]

    def tile(self, title: str) -> str:
        found = re.search(rf"<h2>(?:<a[^>]*>)?{title}(?:</a>)?</h2>\s*<p class=\"big\">(.*?)</p>", self.source, re.S)
        assert found, title
        return _plain(found[1])


def _plain(cell: str) -> str:
    return re.sub(r"<[^>]+>", "", cell).strip().rstrip("†")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day with hands whose due is not known: there the marts and the pages used to differ."""
    folder = tmp_path_factory.mktemp("marts")
    rows = day_rows(hands=240, tables=4, flagged=24, dealers=6)
    for facts in rows.facts[:30:3]:
        facts["rake_due_cents"] = None
    add_history(rows, 6)
    publish(write_duckdb(folder / "day.duckdb", rows), folder / DAY.isoformat(), DAY)
    return folder


def query(made: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(made / "day.duckdb"), read_only=True) as connection:
        return connection.execute(sql, {"day": DAY} if "$day" in sql else None).fetchall()


def page(made: Path, name: str) -> Shown:
    return Shown(made / DAY.isoformat() / name)


def test_rake_of_tables_and_hours_on_money_is_the_marts(made: Path) -> None:
    shown, sums = page(made, "money.html"), "rake_due_cents, rake_taken_cents, difference_cents"
    sql = f'SELECT "table", hands_with_due, {sums} FROM rake_by_table WHERE gaming_date = $day ORDER BY "table"'
    due = [[t, whole(n), money(a), money(b), money(d, signed=True)] for t, n, a, b, d in query(made, sql)]
    assert shown.table("rake") == due and any(n != "60" for _, n, *_ in due)
    sql = (
        f"SELECT hands, {sums}, rake_over_cents, rake_under_cents FROM rake_by_hour "
        "WHERE gaming_date = $day ORDER BY hour_start"
    )
    hours = [
        [whole(n), money(a), money(b), money(d, signed=True), money(o), money(u)]
        for n, a, b, d, o, u in query(made, sql)
    ]
    assert [row[1:] for row in shown.table("hour")] == hours
    ((a, b, o, u),) = query(
        made, "SELECT sum(rake_due_cents), sum(rake_taken_cents), sum(rake_over_cents), sum(rake_under_cents) "
        "FROM rake_by_table WHERE gaming_date = $day",
    )  # fmt: skip
    titles = ("Rake due", "Rake taken", "Taken too much", "Taken too little")
    assert [shown.tile(title) for title in titles] == [money(int(n)) for n in (a, b, o, u)]


def test_rake_of_games_and_dealers_on_money_adds_up_to_the_marts(made: Path) -> None:
    for key, column in (("game", "game"), ("dealer", "dealer")):
        sql = (
            f"SELECT sum(hands), sum(rake_due_cents), sum(rake_taken_cents) FROM play_by_hour "
            f"WHERE gaming_date = $day AND NOT is_tournament GROUP BY {column}"
        )
        due = sorted([whole(int(n)), money(int(a)), money(int(b))] for n, a, b in query(made, sql))
        assert sorted(row[1:4] for row in page(made, "money.html").table(key)) == due


def test_every_number_of_the_list_of_tables_is_the_marts(made: Path) -> None:
    sql = (
        'SELECT d."table", d.hands, d.dealers, d.findings, d.errors, d.moved_cents, r.difference_cents, '
        'd.stubs_counted FROM table_day d LEFT JOIN rake_by_table r USING (gaming_date, room, "table") '
        "WHERE d.gaming_date = $day ORDER BY ALL"
    )
    due = [
        [t, whole(n), whole(d), whole(f), whole(e), f"{1000 * f / n:.1f}", money(m), money(r, signed=True), whole(s)]
        for t, n, d, f, e, m, r, s in query(made, sql)
    ]
    assert [[row[0], *row[2:]] for row in page(made, "tables.html").table("tables")] == due
    sql = 'SELECT "table", hour, sum(findings) FROM findings_by_table_hour WHERE gaming_date = $day GROUP BY ALL'
    cells = sorted([t, f"{h:02d}:00", whole(int(n))] for t, h, n in query(made, sql))
    assert sorted(page(made, "tables.html").table("hours")) == cells


def test_night_says_the_numbers_of_the_marts(made: Path) -> None:
    shown = page(made, "index.html")
    ((findings, moved, due, taken),) = query(
        made, "SELECT findings, moved_cents, rake_due_cents, rake_taken_cents FROM days WHERE gaming_date = $day"
    )
    assert shown.tile("Findings") == whole(findings) and shown.tile("Money moved wrongly") == money(moved)
    assert shown.tile("Rake, taken less due") == money(taken - due, signed=True)
    codes = dict(re.findall(r'#code=(\w+)"><span class="sev.*?<span class="cb-n num">(\d+)</span>', shown.source, re.S))
    assert codes == {
        c: str(n) for c, n in query(made, "SELECT code, findings FROM findings_by_code WHERE gaming_date = $day")
    }
    sql = "SELECT gaming_date, audited_hands, errors, procedures, notices, moved_cents FROM days ORDER BY gaming_date"
    history = [
        [d.isoformat(), whole(h), whole(e), whole(p), whole(n), money(m)] for d, h, e, p, n, m in query(made, sql)
    ]
    assert [[*row[:5], row[6]] for row in shown.table("history")] == history


def test_dealers_have_the_numbers_of_the_marts(made: Path) -> None:
    sql = "SELECT dealer, sum(hands), sum(downs), sum(counted) FROM dealer_day GROUP BY dealer HAVING sum(hands) > 0"
    due = sorted([dealer, *(whole(int(n)) for n in numbers)] for dealer, *numbers in query(made, sql))
    shown = sorted([row[0].split()[0], *row[1:4]] for row in page(made, "dealers.html").table("ranking"))
    assert shown == due
    sql = "SELECT dealer, sum(downs) FROM dealer_day WHERE gaming_date = $day AND downs > 0 GROUP BY dealer"
    today = {dealer: whole(int(n)) for dealer, n in query(made, sql)}
    assert {row[0].split()[0]: row[6] for row in page(made, "dealers.html").table("payroll") if row[6] != "0"} == today


def test_every_mart_is_read_by_a_page_or_by_another_mart() -> None:
    read = {name for sql in (*all_queries(), *all_marts()) for name in sql.marts}
    every = " ".join(path.read_text(encoding="utf-8") for path in Path("dashboards/sql").glob("*.sql"))
    read |= {name for name in MARTS if re.search(rf"\b(FROM|JOIN) {name}\b", every)}
    assert set(MARTS) == {path.stem for path in SQL_FOLDER.glob("*.sql")}
    assert set(MARTS) <= read


def test_every_figure_says_how_it_is_counted(made: Path) -> None:
    site = made / DAY.isoformat()
    keys: dict[str, set[str]] = {}
    for path in sorted(site.rglob("*.html")):
        here = path.relative_to(site).as_posix()
        if here == "about.html":
            continue  # the tables `audits` and `commits`, row by row: nothing is counted
        for _, attributes in Page(path).elements:
            key = (attributes.get("id") or "").removeprefix("fig-")
            if (attributes.get("id") or "").startswith("fig-") and not here.startswith("replay/"):
                keys.setdefault(page_kind(here), set()).add(key)
                assert counted(here, key), f"{here}: {key} has no query"
                assert all(sql.said and sql.text for sql in counted(here, key))
    assert set(keys) == set(QUERIES)
