"""A finding's name is its own, and stays its own over re-audits."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import polars as pl
import pytest

from checks.finding_ids import with_finding_ids
from pipelines.auditing.files_audit import audit_files
from pipelines.simulator import simulate


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The findings of a simulated day with all feeds."""
    folder = tmp_path_factory.mktemp("names")
    simulate(folder / "in", date(2026, 1, 16), tables=6, hands=900, seed=5, errors=0.2, jobs=1)
    audit_files([folder / "in"], house_path=None, out=Path(folder / "out"))
    return pl.read_parquet(folder / "out" / "findings.parquet")


def test_every_finding_has_a_name_of_its_own(findings: pl.DataFrame) -> None:
    assert len(findings) > 100
    assert findings["hand"].is_null().any(), "no finding without a hand: the test would say nothing of them"
    assert findings["finding_id"].is_unique().all()
    assert findings["finding_id"].str.contains("^[0-9a-f]{16}$").all()


def test_the_name_does_not_hang_on_the_order_the_words_or_the_run(findings: pl.DataFrame) -> None:
    again = findings.drop("finding_id").sample(fraction=1.0, shuffle=True, seed=3)
    again = again.with_columns(
        message=pl.lit("Said better."), audit_id=pl.lit("another run"), rulebook=pl.lit("a later book")
    )
    keys = [
        "room",
        "table",
        "hand",
        "code",
        "seat",
        "event",
        "at",
        "source_line",
        "expected",
        "actual",
        "rule",
        "dealer",
    ]
    named = with_finding_ids(again).sort(keys)
    assert named["finding_id"].to_list() == findings.sort(keys)["finding_id"].to_list()


def test_two_findings_alike_in_everything_but_the_value_are_two() -> None:
    row = {
        "room": "r", "table": None, "hand": None, "code": "HF01", "seat": None, "event": None,
        "gaming_date": date(2026, 1, 16), "at": None, "dealer": None,
        "source_file": None, "source_line": None, "actual": "12", "rule": "230-15-130",
    }  # fmt: skip
    pair = pl.DataFrame([{**row, "expected": "10"}, {**row, "expected": "4"}], infer_schema_length=None)
    first, second = with_finding_ids(pair)["finding_id"]
    assert first != second
    assert with_finding_ids(pair.reverse())["finding_id"].to_list() == [second, first]
