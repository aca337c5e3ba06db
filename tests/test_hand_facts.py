"""What the audit keeps of each hand for the pages, held to the case files' hands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from checks.audit import Auditor, Feeds
from checks.law.rulebook import rulebooks_of
from parsers.hand_files import read_hands
from parsers.house import load_house
from parsers.source import Source
from pipelines.simulator import simulate
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


def facts_of_logs(logs: Sequence[Path]) -> pl.DataFrame:
    """The facts of every hand of some logs, each of them a batch."""
    house = load_house(logs[0].parent / "house.toml")
    auditor = Auditor(house, rulebooks_of(house), "facts")
    for log in logs:
        for parsed in read_hands(Source(log)):
            auditor.add(parsed.batch)
    return pl.DataFrame(pl.from_arrow(auditor.finish(Feeds()).hand_facts))


def test_a_hand_keeps_its_own_facts_when_another_batch_follows(tmp_path: Path) -> None:
    # Of a stud pot won on third street nobody knows the rake: a column with some numbers and some nulls.
    simulate(tmp_path, dt.date(2026, 1, 16), tables=3, hands=240, seed=5, errors=0, games=("stud",), jobs=1)
    logs = sorted(tmp_path.glob("*.hands.jsonl"))
    together = facts_of_logs(logs)
    alone = pl.concat([facts_of_logs([log]) for log in logs]).sort("room", "table", maintain_order=True)
    assert 0 < together["rake_due_cents"].null_count() < len(together) / 2
    different = [name for name in together.columns if not together[name].equals(alone[name])]
    assert different == []
