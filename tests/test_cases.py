"""Every case file is judged by the real audit, from the log's text to the finding's citation."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numba
import polars as pl
import pyarrow as pa
import pytest

from checks.audit import Audit, Auditor, Feeds
from checks.catalogue import CHECKS
from checks.law.rulebook import Rulebook, rulebooks_of
from parsers import schemas
from parsers.batch import HandBatch
from parsers.downs import read_downs
from parsers.handlog import read_hand_log, read_hand_log_plainly
from parsers.house import load_house
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from tests.case_files import CASES, Case, law_changes, load_cases, log_lines
from warehouse.tables import RECEIVED_AGAIN

ALL = load_cases()
# Without the compiler (NUMBA_DISABLE_JIT=1) the kernels run as plain Python, and the log is read by the plain reader.
READ_LOG = read_hand_log_plainly if numba.config.DISABLE_JIT else read_hand_log
VERDICTS = ("violated", "passed", "not evaluable")
DOWNS_HEADER = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials"
SHUFFLER_HEADER = "room,table,device,at,deck,cards,status"
ROSTER_HEADER = "emp,last_name,first_name"


def audited(case: Case, folder: Path, rulebooks: dict[str, Rulebook] | None = None) -> Audit:
    """The case's feeds written as files, read by the readers and audited."""
    house = load_house(CASES / "houses" / f"{case.body.get('house', 'rio')}.toml")
    log = folder / "147.hands.jsonl"
    log.write_text("\n".join(log_lines(case)) + "\n")
    auditor = Auditor(house, rulebooks or rulebooks_of(house), "case")
    notes = []
    batches = []
    for parsed in READ_LOG(Source(log)):
        assert not parsed.quarantine, parsed.quarantine
        auditor.add(parsed.batch)
        batches.append(parsed.batch)
        notes.append(parsed.notes)
    feeds = {}
    for name, header, file, reader in (
        ("downs", DOWNS_HEADER, "x.downs.csv", lambda source: read_downs(source, house)),
        ("shuffles", SHUFFLER_HEADER, "x.shuffler.csv", lambda source: read_shuffler(source, house)),
        ("roster", ROSTER_HEADER, "roster.csv", read_roster),
    ):
        if name in case.body:
            path = folder / file
            path.write_text("\n".join([header, *case.body[name]]) + "\n")
            read = reader(Source(path))
            assert not read.quarantine, read.quarantine
            feeds[name] = read.table
    if "received_again" in case.body:
        feeds["received_again"] = _received_again(batches, case.body["received_again"])
    if "clock_faults" in case.body:
        feeds["clock_faults"] = _clock_faults(case.body["clock_faults"])
    if "law_changes" in case.body:
        feeds["law_changes"] = law_changes(case.body["law_changes"])
    return auditor.finish(Feeds(notes=notes[0] if notes else None, **feeds))


def _received_again(batches: list[HandBatch], names: list[str]) -> pa.Table:
    """What a lake would know of hands that came before with another end."""
    rows = [
        {"room": "rio", "table": "147", "hand": name, "start": int(batch.start_us[batch.hand.to_pylist().index(name)]),
         "first_commit": 1, "commit": 3, "source_file": batch.source_file, "changed": "end"}
        for batch in batches
        for name in names
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, schema=RECEIVED_AGAIN)


def _clock_faults(rows: list[dict[str, str]]) -> pa.Table:
    """Clocks that were found to be off before; the room is Rio where a row names none."""
    told = [{"room": "rio"} | row | {"gaming_date": date.fromisoformat(row["gaming_date"])} for row in rows]
    return pa.Table.from_pylist(told, schema=schemas.CLOCK_FAULTS)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)
def test_the_case_gets_its_verdict(case: Case, tmp_path: Path) -> None:
    audit = audited(case, tmp_path)
    findings = pl.DataFrame(pl.from_arrow(audit.findings))
    coverage = pl.DataFrame(pl.from_arrow(audit.coverage)).filter(pl.col("code") == case.code)
    mine = findings.filter(pl.col("code") == case.code)
    verdict = case.body["verdict"]
    assert verdict in VERDICTS, f"{case.id}: verdict is one of {VERDICTS}"
    if verdict == "violated":
        assert len(mine) == case.body.get("count", 1), findings.select("code", "hand", "message").to_dicts()
        assert_finding_says(mine.to_dicts()[0], case.body.get("finding", {}))
    elif verdict == "passed":
        assert mine.is_empty(), mine.to_dicts()
        assert coverage["evaluated"].sum() > 0, coverage.to_dicts()
    else:
        assert mine.is_empty(), mine.to_dicts()
        assert coverage["not_evaluable"].sum() > 0 or coverage.is_empty(), coverage.to_dicts()
        assert case.body.get("before") or coverage["evaluated"].sum() == 0, coverage.to_dicts()
    # Each hand of a case begins with the stacks it writes, and nobody carries them over from the one before.
    others = sorted(set(findings["code"]) - {case.code, "PT12"} - set(case.body.get("also", [])))
    assert not others, findings.filter(pl.col("code").is_in(others)).select("code", "hand", "message").to_dicts()
    about = findings.filter(pl.col("seat").is_in(mine["seat"].implode()) | pl.lit(mine.is_empty()))
    doubled = about.filter(pl.col("code").is_in(case.body.get("nothing_of", [])))
    assert doubled.is_empty(), doubled.to_dicts()


def assert_finding_says(finding: dict[str, object], wanted: dict[str, object]) -> None:
    """What the case names, the finding must say."""
    said = {
        **finding,
        "cite": f"{finding['rulebook']} {finding['rule']}",
        "amount": _money(finding["amount_cents"]),
        "seat": f"s{finding['seat']}" if finding["seat"] else None,
    }
    assert {key: said[key] for key in wanted} == wanted


def _money(cents: object) -> str:
    assert isinstance(cents, int)
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_every_check_has_cases_of_all_three_verdicts(code: str) -> None:
    verdicts = {case.body["verdict"] for case in ALL if case.code == code}
    assert "violated" in verdicts and "passed" in verdicts, f"{code} needs cases of a wrong and of a right hand"


def test_every_case_file_is_of_a_check_that_exists() -> None:
    assert {case.code for case in ALL} <= set(CHECKS)
