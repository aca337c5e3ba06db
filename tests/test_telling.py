"""Findings in every form, filtered, from an audit's folder: what a person reads and what another program does."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipelines.cli import BAD_INPUT, OK, main
from pipelines.telling.as_csv import csv_text
from pipelines.telling.as_json import json_text
from pipelines.telling.as_sarif import sarif_text
from pipelines.telling.filters import Filter
from pipelines.telling.found import found_in_folder, worst_first
from pipelines.telling.quarantined import reasons
from pipelines.telling.report_page import report_page
from pipelines.telling.table import table_lines


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated day with errors, some lines that cannot be read, and a file that no feed has."""
    folder = tmp_path_factory.mktemp("telling") / "day"
    made = ["--date", "2026-01-16", "--tables", "3", "--hands", "150", "--errors", "0.2", "--seed", "3"]
    assert main(["simulate", "--out", str(folder), *made]) == OK
    log = next(folder.glob("*.hands.jsonl"))
    lines = [line for line in log.read_text().splitlines() if " fold" in line]
    bad = [lines[0].replace(" fold", " fodl", 1), lines[1].replace(" fold", " flod", 1), "not json"]
    (folder / "bad.hands.jsonl").write_text("\n".join(bad) + "\n")
    return folder


@pytest.fixture(scope="module")
def out(day: Path) -> Path:
    folder = day.parent / "out"
    assert main(["audit", str(day), "--out", str(folder)]) == OK
    return folder


def rows_of(out: Path) -> list[dict[str, Any]]:
    return found_in_folder(out).rows


def test_every_finding_is_told_once_in_the_order_of_the_table(out: Path) -> None:
    stored = pq.read_table(out / "findings.parquet").to_pylist()
    rows = rows_of(out)
    assert [row["finding_id"] for row in rows] == [row["finding_id"] for row in stored]
    assert len(rows) > 10


def test_times_are_those_of_the_room(out: Path) -> None:
    offsets = {row["local"].utcoffset() for row in rows_of(out) if row["local"] is not None}
    assert offsets == {dt.timedelta(hours=-8)}


def test_the_worst_stand_first(out: Path) -> None:
    ranked = worst_first(rows_of(out))
    severities = [("error", "procedure", "notice").index(row["severity"]) for row in ranked]
    assert severities == sorted(severities)
    errors = [row["moved_cents"] for row in ranked if row["severity"] == "error"]
    assert errors == sorted(errors, reverse=True)


# -- forms -------------------------------------------------------------------------------------------------------------


def test_the_table_has_place_sentence_money_rule_and_source(out: Path) -> None:
    rows = [row for row in rows_of(out) if row["hand"] and row["money_cents"]]
    lines = list(table_lines(rows[:1]))
    assert len(lines) == 2
    assert f"hand {rows[0]['hand']}, table {rows[0]['table']}" in lines[0] and "$" in lines[0]
    assert rows[0]["message"] in lines[1]
    assert lines[1].endswith(f"{rows[0]['source_file']}:{rows[0]['source_line']}")


def test_json_and_csv_say_the_same(out: Path) -> None:
    rows = rows_of(out)
    said = json.loads(json_text(rows))
    sheet = list(csv.DictReader(io.StringIO(csv_text(rows).decode("utf-8"), newline="")))
    assert said["count"] == len(said["findings"]) == len(sheet) == len(rows)
    for one, line in zip(said["findings"], sheet, strict=True):
        assert list(one) == list(line)
        for name in ("code", "hand", "at", "amount", "finding_id", "source_line"):
            assert ("" if one[name] is None else str(one[name])) == line[name]


def test_no_text_of_the_csv_is_a_formula(out: Path) -> None:
    row = {**rows_of(out)[0], "player": '=HYPERLINK("http://x")', "message": "+1", "hand": " @x", "table": "-2"}
    (line,) = csv.DictReader(io.StringIO(csv_text([row]).decode("utf-8"), newline=""))
    for name in ("player", "message", "hand", "table"):
        assert line[name].startswith("'"), name


def test_sarif_has_what_the_standard_asks_for(out: Path) -> None:
    rows = rows_of(out)
    log = json.loads(sarif_text(rows))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({row["code"] for row in rows})
    assert len(run["results"]) == len(rows)
    levels = {"error": "error", "procedure": "warning", "notice": "note"}
    for result, row in zip(run["results"], rows, strict=True):
        assert result["ruleId"] == row["code"] == rules[result["ruleIndex"]]["id"]
        assert result["level"] == levels[row["severity"]]
        assert row["message"] in result["message"]["text"]
        if row["source_file"]:
            (place,) = result["locations"]
            assert place["physicalLocation"]["artifactLocation"]["uri"] == row["source_file"]
            assert place["physicalLocation"]["region"]["startLine"] == row["source_line"] >= 1
        assert "player" not in result["properties"]


def test_a_file_name_with_blanks_is_a_uri(out: Path) -> None:
    row = {**rows_of(out)[0], "source_file": "my log#1.jsonl", "source_line": 2}
    (result,) = json.loads(sarif_text([row]))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "my%20log%231.jsonl"


# -- filters -----------------------------------------------------------------------------------------------------------


def test_each_filter_keeps_what_it_asks_for(out: Path) -> None:
    rows = rows_of(out)
    one = next(row for row in rows if row["dealer"] and row["table"] and row["moved_cents"])
    paid = [row for row in rows if row["player"]]
    for asked, keeps in (
        (Filter(codes=(one["code"],)), lambda row: row["code"] == one["code"]),
        (Filter(codes=("RK", "BL03")), lambda row: row["code"].startswith("RK") or row["code"] == "BL03"),
        (Filter(tables=(one["table"],)), lambda row: row["table"] == one["table"]),
        (Filter(dealers=(one["dealer"],)), lambda row: row["dealer"] == one["dealer"]),
        (Filter(players=(paid[0]["player"],)), lambda row: row["player"] == paid[0]["player"]),
        (Filter(since=one["at"]), lambda row: row["at"] is not None and row["at"] >= one["at"]),
        (Filter(since=one["gaming_date"] + dt.timedelta(days=1)), lambda row: False),
        (Filter(least_cents=500), lambda row: row["moved_cents"] >= 500),
    ):
        kept = asked.of(rows)
        assert kept == [row for row in rows if keeps(row)]
        assert len(kept) < len(rows)
    assert Filter().of(rows) == rows


def test_the_command_line_filters_and_says_of_how_many(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(out)
    code = rows[0]["code"]
    count = sum(row["code"] == code for row in rows)
    assert main(["findings", "--from", str(out), "--code", code.lower(), "--format", "json"]) == OK
    assert json.loads(capsys.readouterr().out)["count"] == count
    assert main(["findings", "--from", str(out), "--code", code]) == OK
    assert f"{count:,} of {len(rows):,} findings in {out}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--code", "RK0"], "did you mean RK0"),
        (["--since", "yesterday"], "is no day and no time"),
        (["--since", "2026-01-16T10:00:00"], "is no day and no time"),
        (["--min-amount", "-5"], "is no amount"),
        (["--min-amount", "five"], "is no amount"),
        (["--format", "xml"], "invalid choice"),
        (["--as-of", "2026-01-16T10:00:00Z"], "a folder keeps no earlier state"),
    ],
)
def test_a_bad_filter_is_one_line(flags: list[str], says: str, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["findings", "--from", str(out), *flags]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_a_folder_that_holds_no_audit_is_one_line(
    tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["findings"], ["show", "1"]):
        for folder, says in ((tmp_path / "nowhere", "no such folder"), (tmp_path, "holds no audit")):
            assert main([*command, "--from", str(folder)]) == BAD_INPUT
            assert says in capsys.readouterr().err
    (tmp_path / "summary.json").write_text("{")
    (tmp_path / "findings.parquet").write_bytes((out / "findings.parquet").read_bytes()[:200])
    assert main(["findings", "--from", str(tmp_path)]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert "run the audit again" in line


# -- the audit itself --------------------------------------------------------------------------------------------------


def test_the_audit_tells_quarantine_by_reason_and_what_it_passed_over(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(day), "--out", str(tmp_path / "out"), "--min-amount", "100000"]) == OK
    said = capsys.readouterr().out
    assert "passed over, because no feed has a file of this name: labels.parquet" in said
    assert "  2 ×  bad.hands.jsonl:1: events" in said and "did you mean fold?" in said
    assert "  1 ×  bad.hands.jsonl:3" in said
    assert "0 of " in said and "told, as asked for" in said


def test_format_names_the_input_or_the_findings(day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = next(day.glob("1*.hands.jsonl"))
    other = tmp_path / "renamed.log"
    other.write_bytes(log.read_bytes())
    flags = ["--house", str(day / "house.toml"), "--out", str(tmp_path / "out")]
    assert main(["audit", str(other), *flags, "--format", "hands", "--format", "sarif"]) == OK
    told = capsys.readouterr()
    assert json.loads(told.out)["version"] == "2.1.0"
    assert "hands read" in told.err
    assert main(["audit", str(other), *flags, "--format", "json", "--format", "csv"]) == BAD_INPUT
    assert "name one format of the findings" in capsys.readouterr().err
    assert main(["audit", str(log), *flags, "--format", "csv"]) == OK
    assert capsys.readouterr().out == (tmp_path / "out" / "findings.csv").read_bytes().decode("utf-8")


def test_the_page_stands_alone_and_names_every_finding(out: Path) -> None:
    page = (out / "report.html").read_text()
    for row in rows_of(out):
        assert row["code"] in page
        assert row["hand"] is None or row["hand"] in page
    assert "did you mean fold?" in page and "labels.parquet" not in page
    for outside in ("<script", "src=", "url(", "@import", "<link", "http://", "https://"):
        assert outside not in page, outside


def test_hostile_text_stays_text_on_the_page(out: Path) -> None:
    rows = [{**rows_of(out)[0], "message": "<script>alert(1)</script>\u202e", "hand": "<b>", "table": '"onload='}]
    summary = json.loads((out / "summary.json").read_text())
    quarantine = [
        {"source_file": "<i>.jsonl", "sha256": "", "line": 1, "column_or_field": "<u>", "reason": "<s>", "raw": ""}
    ]
    page = report_page(summary, rows, pq.read_table(out / "coverage.parquet"), quarantine)
    for tag in ("<script", "<b>", "<i>", "<u>", "<s>", "\u202e"):
        assert tag not in page


def test_reasons_are_put_together_whatever_they_quote() -> None:
    def row(line: int, field: str, reason: str) -> dict[str, Any]:
        return {"source_file": "a", "sha256": "x", "line": line, "column_or_field": field, "reason": reason}

    found = reasons(
        [
            row(1, "events[3]", '"s5 rasie 9": "rasie" is no word of a seat'),
            row(2, "game", '"chess" is no game'),
            row(3, "events[11]", '"s1 flod": "flod" is no word of a seat'),
        ]
    )
    assert [(one.lines, one.example) for one in found] == [
        (2, 'a:1: events[3]: "s5 rasie 9": "rasie" is no word of a seat'),
        (1, 'a:2: game: "chess" is no game'),
    ]


def test_show_tells_a_hand_in_every_form(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = next(row for row in rows_of(out) if row["hand"] and row["event"] is not None)
    assert main(["show", row["hand"], "--from", str(out)]) == OK
    assert f"← {row['code']}" in capsys.readouterr().out
    assert main(["show", row["hand"], "--from", str(out), "--code", "DC01"]) == OK
    assert "←" not in capsys.readouterr().out
    assert main(["show", row["hand"], "--from", str(out), "--format", "json"]) == OK
    (hand,) = json.loads(capsys.readouterr().out)["hands"]
    assert row["finding_id"] in {one["finding_id"] for one in hand["findings"]}
    assert hand["events"] and hand["seats"]
    for form in ("csv", "sarif"):
        assert main(["show", row["hand"], "--from", str(out), "--format", form]) == OK
        assert row["code"] in capsys.readouterr().out


def test_an_unknown_command_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    for given, meant in (("audti", "audit"), ("finding", "findings"), ("linnt", "lint")):
        assert main([given]) == BAD_INPUT
        assert f"did you mean {meant}?" in capsys.readouterr().err
