"""The morning's files in `reports/DATE/`, beside the pages: what a person or a program picks up without opening them.

`summary.json`, `findings.csv` (safe to open in a spreadsheet), `findings.parquet` and `gate.html` (what the gate
expected, and what it saw). All from the DuckDB file, whose players are pseudonyms. The sheet to sign comes with the
pages.
"""

from __future__ import annotations

import datetime as dt
import json
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import jinja2
import pyarrow as pa

from dashboards.amounts import CHIPS_MOVED, MONEY_MOVED, Moved
from dashboards.explaining import explain
from dashboards.reading import day_troubles
from dashboards.shown import chips, long_date, money, shown, whole
from pipelines.errors import InputError
from pipelines.night.put import csv_bytes, put_file
from warehouse import parquet
from warehouse.register_rows import Trouble

SAID_MOST = 600
FILES = ("summary.json", "findings.csv", "findings.parquet", "gate.html")
Row = dict[str, Any]
_SEVERITY_WORDS = (("error", "errors"), ("procedure", "of procedure"), ("notice", "notices"))


def write_morning(warehouse: Path, out: Path, day: dt.date) -> dict[str, Any]:
    """Writes the morning's files of a gaming day, each whole or not at all; gives back what `summary.json` says."""
    with _open(warehouse) as connection:
        findings = _findings(connection, day)
        summary = summarise(connection, day)
        quality = _rows(connection, _QUALITY, day)
    put_file(out / "findings.csv", csv_bytes(findings))
    put_file(out / "findings.parquet", parquet.to_bytes(parquet.conform(findings, "findings"), "findings"))
    put_file(out / "gate.html", _page("gate", summary, quality=quality))
    (out / "print.html").unlink(missing_ok=True)  # the sheet of former versions: a day has one sheet, not two
    text = json.dumps(summary, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    put_file(out / "summary.json", text.encode())
    return summary


def read_summary(warehouse: Path, day: dt.date) -> dict[str, Any]:
    """What `summary.json` says of a gaming day."""
    with _open(warehouse) as connection:
        return summarise(connection, day)


def _open(warehouse: Path) -> duckdb.DuckDBPyConnection:
    if not warehouse.is_file():
        raise InputError(f"{warehouse}: there is no such file; run `oddchip publish`, which builds it from the lake")
    connection = duckdb.connect(str(warehouse), read_only=True)
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def summarise(connection: duckdb.DuckDBPyConnection, day: dt.date) -> dict[str, Any]:
    """What happened on a gaming day, in figures; whole numbers and texts only, so that it has one spelling."""
    rooms = _rows(connection, _ROOMS, day)
    for room in rooms:
        room["inputs"] = json.loads(room["inputs"]) if room["inputs"] else {}
    (covered,) = _rows(connection, _COVERAGE, day)
    codes = _rows(connection, _CODES, day)
    (chain,) = _rows(connection, "SELECT number, head FROM lake", None)
    (again,) = _rows(connection, "SELECT count(*) AS n FROM received_again WHERE gaming_date = $day", day)
    (bad,) = _rows(connection, "SELECT count(*) AS n FROM quarantine", None)
    quality = _rows(connection, _QUALITY, day)
    return {
        "gaming_date": day.isoformat(),
        "chain": {"commit": chain["number"], "head": chain["head"]},
        "feeds": [_feed(one) for one in day_troubles(connection, day)],
        "rooms": rooms,
        "hands": sum(room["hands"] for room in rooms),
        "findings": {row["code"]: row["findings"] for row in codes},
        "severities": {
            severity: sum(row["findings"] for row in codes if row["severity"] == severity)
            for severity in ("error", "procedure", "notice")
        },
        "moved_cents": {row["code"]: row["moved_cents"] for row in codes if row["moved_cents"]},
        "moved_chips": {row["code"]: row["moved_chips"] for row in codes if row["moved_chips"]},
        "verdicts": covered,
        "hands_received_again": again["n"],
        "lines_in_quarantine": bad["n"],
        "quality": {
            "expectations": len(quality),
            "not_met": [
                {key: row[key] for key in ("room", "table_name", "expectation", "severity")}
                for row in quality
                if not row["success"]
            ],
        },
    }


def _feed(one: Trouble) -> Row:
    """What is wrong with a feed, as programs read it."""
    told = {name: getattr(one, name) for name in ("room", "feed", "said", "blinds", "todo")}
    return told | {"status": str(one.status), "tables": list(one.tables)}


def nothing_came(summary: dict[str, Any]) -> bool:
    """Whether the gaming day should exist in some room, and no room sent anything of it."""
    absent = {one["room"] for one in summary["feeds"] if one["feed"] == "night"}
    return bool(absent) and absent >= {room["room"] for room in summary["rooms"]}


def feed_sentences(summary: dict[str, Any]) -> list[str]:
    """What did not come as it should, a line a feed; with several rooms, the room before it."""
    many = len({room["room"] for room in summary["rooms"]}) > 1
    return [
        (f"{shown(one['room'], 40)}: " if many and one["feed"] != "night" else "")
        + shown(" ".join(text for text in (one["said"], one["blinds"], one["todo"]) if text), SAID_MOST)
        for one in summary["feeds"]
    ]


def moved(summary: dict[str, Any]) -> Moved:
    """What the day's findings moved wrongly, by its summary."""
    return Moved(sum(summary["moved_cents"].values()), sum(summary["moved_chips"].values()))


def moved_lines(summary: dict[str, Any]) -> list[str]:
    """The day's totals in words, money first; a day without tournaments says nothing of chips."""
    total = moved(summary)
    said = [f"{MONEY_MOVED}: {money(total.cents)}."]
    return [*said, f"{CHIPS_MOVED}: {chips(total.chips_cents)}, in tournaments."] if total.chips_cents else said


def moved_by_code(summary: dict[str, Any], code: str) -> str:
    """What the findings under a code moved; empty where they moved nothing."""
    total = Moved(summary["moved_cents"].get(code, 0), summary["moved_chips"].get(code, 0))
    return total.words if total.cents or total.chips_cents else ""


def summary_lines(summary: dict[str, Any]) -> list[str]:
    """The summary as a mail says it."""
    day, severities = summary["gaming_date"], summary["severities"]
    split = ", ".join(f"{severities[name]:,} {words}" for name, words in _SEVERITY_WORDS)
    found = sum(summary["findings"].values())
    if nothing_came(summary):
        lines = [f"Gaming day {day}: nothing came.", *feed_sentences(summary)]
    else:
        lines = [f"Gaming day {day}: {summary['hands']:,} hands, {found:,} findings ({split})."]
        lines += [*feed_sentences(summary), *moved_lines(summary), ""]
    width = max([12, *(len(moved_by_code(summary, code)) for code in summary["findings"])])
    for code, count in summary["findings"].items():
        lines.append(f"  {code}  {count:>6,}  {moved_by_code(summary, code):>{width}}  {explain(code).title}")
    verdicts = summary["verdicts"]
    given = f"{verdicts['evaluated']:,} verdicts given, {verdicts['not_evaluable']:,} not evaluable"
    bad, again = summary["lines_in_quarantine"], summary["hands_received_again"]
    lines += ["", f"{given}; {bad:,} lines in quarantine; {again:,} hands received again with other content."]
    lines += [
        f"Not as expected ({row['severity']}): {row['room']} {row['table_name']}: {row['expectation']}"
        for row in summary["quality"]["not_met"]
    ]
    # on a line of its own: longer ones are wrapped by mail, and a hash should be copied whole
    lines += ["", f"Ledger: commit {summary['chain']['commit']}, head", str(summary["chain"]["head"])]
    return lines


def _findings(connection: duckdb.DuckDBPyConnection, day: dt.date) -> pa.Table:
    """One row a finding; behind the columns of the lake's table what the amount is, for those who add up in CSV."""
    sql = "SELECT * FROM finding_amounts WHERE gaming_date = $day"
    found = parquet.sort(connection.execute(sql, {"day": day}).to_arrow_table(), "findings")
    out = parquet.conform(found, "findings")
    for name in ("money_cents", "chips_cents"):
        out = out.append_column(name, found[name])
    return out


def _rows(connection: duckdb.DuckDBPyConnection, sql: str, day: dt.date | None) -> list[Row]:
    cursor = connection.execute(sql, {"day": day}) if day is not None else connection.execute(sql)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(shown=shown, money=money, chips=chips, whole=whole)
    return environment


def _page(name: str, summary: dict[str, Any], **more: Any) -> bytes:
    day = dt.date.fromisoformat(summary["gaming_date"])
    text = _templates().get_template(f"{name}.html.jinja").render(day=long_date(day), summary=summary, **more)
    return text.encode()


_ROOMS = """
SELECT d.room, d.hands, d.tables, d.findings, d.errors, d.moved_cents,
    d.moved_chips_cents AS moved_chips, a.audit_id, a.version, a.house_digest,
    a.rulebooks_digest, a.inputs
FROM days d LEFT JOIN audits a ON a.gaming_date = d.gaming_date AND a.room = d.room
WHERE d.gaming_date = $day ORDER BY d.room
"""
_CODES = """
SELECT code, max(severity) AS severity, sum(findings)::BIGINT AS findings, sum(moved_cents)::BIGINT AS moved_cents,
    sum(moved_chips_cents)::BIGINT AS moved_chips
FROM findings_by_code WHERE gaming_date = $day GROUP BY code ORDER BY code
"""
_COVERAGE = """
SELECT coalesce(sum(evaluated), 0)::BIGINT AS evaluated, coalesce(sum(violated), 0)::BIGINT AS violated,
    coalesce(sum(not_evaluable), 0)::BIGINT AS not_evaluable
FROM coverage WHERE gaming_date = $day
"""
_QUALITY = """
SELECT room, table_name, expectation, severity, success, observed, detail
FROM quality WHERE gaming_date = $day ORDER BY room, success, severity, table_name, expectation
"""
