"""What the audit keeps of each hand for the pages, held to the case files' hands."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.case_files import Case, load_cases
from tests.test_cases import audited

CASES = load_cases()
TIME = [c for c in CASES if c.code in ("RK06", "RK07") and c.body["verdict"] == "violated"]


def facts_of(case: Case, folder: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    audit = audited(case, folder)
    return pl.DataFrame(pl.from_arrow(audit.hand_facts)), pl.DataFrame(pl.from_arrow(audit.findings))


@pytest.mark.parametrize("case", TIME, ids=lambda case: case.id)
def test_time_due_and_taken_are_kept_and_differ_by_the_money_of_the_finding(case: Case, tmp_path: Path) -> None:
    facts, findings = facts_of(case, tmp_path)
    found = findings.filter(pl.col("code") == case.code).join(facts, on=["room", "table", "hand"])
    assert len(found)
    assert (
        found.select((pl.col("time_taken_cents") - pl.col("time_due_cents")) == pl.col("amount_cents"))
        .to_series()
        .all()
    )


def test_a_hand_that_owed_no_time_has_neither_due_nor_taken(tmp_path: Path) -> None:
    case = next(c for c in CASES if c.code == "RK01" and c.body["verdict"] == "violated")
    facts, _ = facts_of(case, tmp_path)
    assert facts["time_due_cents"].null_count() == facts["time_taken_cents"].null_count() == len(facts)


def test_a_seat_owes_its_blinds_from_the_hand_that_passed_it_until_it_is_dealt_in(tmp_path: Path) -> None:
    case = next(c for c in CASES if c.code == "BL05" and c.name.startswith("2017:156: both blinds missed"))
    facts, _ = facts_of(case, tmp_path)
    seat_four = 1 << 4
    assert facts.sort("start")["owes_bb_mask"].to_list() == [0, seat_four, seat_four, 0]
    assert facts.sort("start")["owes_sb_mask"].to_list() == [0, seat_four, seat_four, 0]


def test_the_small_blind_alone_is_owed_where_only_it_went_by(tmp_path: Path) -> None:
    case = next(c for c in CASES if c.code == "BL05" and "the small blind alone" in c.name)
    facts, _ = facts_of(case, tmp_path)
    assert facts.sort("start")["owes_bb_mask"].to_list() == [0, 0, 0, 0]
    assert facts.sort("start")["owes_sb_mask"].to_list() == [0, 1 << 3, 1 << 3, 0]
