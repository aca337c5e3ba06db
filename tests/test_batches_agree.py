"""The audit of a log does not depend on how many batches it is read in."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pyarrow as pa
import pytest

from checks.audit import Audit, Auditor, Feeds
from checks.law.rulebook import load_rulebooks
from parsers.handlog import read_hand_log
from parsers.house import load_house
from parsers.source import Source
from pipelines.auditing.files_audit import with_gaming_dates
from pipelines.simulator import simulate


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pieces")
    simulate(folder, date(2026, 1, 16), tables=4, hands=800, seed=11, errors=0.2, jobs=1)
    return folder


def audited(day: Path, batch_bytes: int) -> Audit:
    house = load_house(day / "house.toml")
    auditor = Auditor(house, load_rulebooks(), "pieces")
    notes = []
    for path in sorted(day.glob("*.hands.jsonl")):
        for parsed in read_hand_log(Source(path), batch_bytes):
            auditor.add(parsed.batch)
            notes.append(parsed.notes)
    told = pa.concat_tables(notes).unify_dictionaries()
    return auditor.finish(Feeds(notes=with_gaming_dates(told, house, "at")))


def test_many_small_batches_find_what_one_batch_a_log_finds(day: Path) -> None:
    whole, pieces = audited(day, 1 << 25), audited(day, 20_000)
    assert len(whole.findings) > 50
    assert whole.findings.equals(pieces.findings)
    assert whole.coverage.equals(pieces.coverage)
    assert whole.hand_facts.equals(pieces.hand_facts)
