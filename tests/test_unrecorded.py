"""What a log says that it never tells, in its first line or in one hand: nobody is accused by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from parsers import vocabulary as v
from parsers.handlog import ParsedHands, read_hand_log, read_hand_log_plainly
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files

HAND: dict[str, Any] = {
    "v": 1, "room": "rio", "table": "147", "hand": "147-000001", "game": "holdem", "betting": "nl",
    "stakes": {"sb": 1, "bb": 3, "chip": 1}, "button": 4, "start": "2018-06-02T10:04:11-07:00",
    "end": "2018-06-02T10:06:02-07:00",
    "seats": [{"seat": n, "player": f"P{n}", "stack": 300} for n in (4, 5, 6)],
    "events": [
        "s5 post sb 1", "s6 post bb 3", "deal s5 ????", "deal s6 ????", "deal s4 ????", "s4 raise 9", "s5 fold",
        "s6 call 6", "board 2h8hKs", "s6 check", "s4 bet 10", "s6 fold", "return s4 10", "award main s4 19",
    ],
}  # fmt: skip
HEADER: dict[str, Any] = {"v": 1, "unrecorded": ["burns", "stub", "rake"]}


def log(tmp_path: Path, *lines: dict[str, Any] | str) -> Path:
    path = tmp_path / "t.hands.jsonl"
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines), "utf-8")
    return path


def audited(
    tmp_path: Path, *lines: dict[str, Any] | str, rulebook: str = "wsop-dealer-2018"
) -> tuple[dict[str, int], dict[str, tuple[int, int]]]:
    """(findings by code, (evaluated, not evaluable) by code)."""
    result = audit_files([log(tmp_path, *lines)], house_path=None, out=tmp_path / "out", rulebook=rulebook)
    told = (
        pl.read_parquet(tmp_path / "out" / "coverage.parquet")
        .group_by("code")
        .agg(pl.col("evaluated", "not_evaluable").sum())
    )
    rows = {code: (ok, no) for code, ok, no in told.select("code", "evaluated", "not_evaluable").rows()}
    return result.summary["findings"], rows


def both(path: Path) -> list[list[ParsedHands]]:
    return [list(read(Source(path))) for read in (read_hand_log, read_hand_log_plainly)]


def test_a_log_without_rake_raises_no_finding_about_rake(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    without, before = audited(tmp_path / "a", HAND)
    assert without == {"RK02": 1} and before["RK02"] == (1, 0)
    with_header, told = audited(tmp_path / "b", HEADER, HAND)
    assert with_header == {} and told["RK02"] == (0, 1)
    other = {code for code in told if told[code] != before[code]}
    assert other == {"RK01", "RK02", "RK03", "RK04"}, "what hangs on the rake, and nothing else"


def test_one_hand_says_what_it_lacks_and_the_others_are_judged(tmp_path: Path) -> None:
    second = HAND | {"hand": "147-000002", "unrecorded": ["rake"], "start": "2018-06-02T10:08:11-07:00", "end": None}
    findings, told = audited(tmp_path, HAND, second)
    assert findings["RK02"] == 1 and told["RK02"] == (1, 1)


def test_scanner_and_reference_read_headers_alike(tmp_path: Path) -> None:
    second = HAND | {"hand": "147-000002", "unrecorded": ["button"]}
    for parts in both(log(tmp_path, "", HEADER, HAND, second)):
        found = {name: part.batch.unrecorded for part in parts for name in part.batch.hand.to_pylist()}
        assert found == {
            "147-000001": {"burn", "stub", "rake", "promo"},
            "147-000002": {"burn", "stub", "rake", "promo", "button"},
        }
        assert not [row for part in parts for row in part.quarantine]


def test_a_header_behind_a_hand_is_told_and_holds_for_nothing(tmp_path: Path) -> None:
    for parts in both(log(tmp_path, HAND, HEADER)):
        rows = [row for part in parts for row in part.quarantine]
        assert [row.line for row in rows] == [2] and "first line" in rows[0].reason
        assert parts[0].batch.unrecorded == frozenset()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (["burns", "rakes"], "is nothing a log can leave out"),
        ("burns", "must be a list"),
        ([1, "burns"], "is nothing a log can leave out"),
    ],
)
def test_a_header_with_a_mistake_is_told_and_what_it_says_rightly_holds(
    tmp_path: Path, value: Any, reason: str
) -> None:
    for parts in both(log(tmp_path, {"v": 1, "unrecorded": value}, HAND)):
        rows = [row for part in parts for row in part.quarantine]
        assert [row.line for row in rows] == [1] and reason in rows[0].reason
        assert {name: part.batch.unrecorded for part in parts for name in part.batch.hand.to_pylist()} == {
            "147-000001": {"burn"}
        }


def test_stacks_go_on_from_hand_to_hand_where_only_burns_are_not_recorded(tmp_path: Path) -> None:
    second = HAND | {"hand": "147-000002", "start": "2018-06-02T10:08:11-07:00", "end": None, "button": 5}
    second["events"] = [
        "s6 post sb 1", "s4 post bb 3", "deal s6 ????", "deal s4 ????", "deal s5 ????", "s5 fold", "s6 fold",
        "return s4 2", "award main s4 2",
    ]  # fmt: skip
    findings, _ = audited(tmp_path, {"v": 1, "unrecorded": ["burns"]}, HAND, second, rulebook="wsop-live-2017")
    assert "PT12" in findings, "the stacks of the second hand are not those that the first one left"


def test_every_word_a_log_can_leave_out_takes_something_with_it() -> None:
    assert all(v.UNRECORDED.values())
