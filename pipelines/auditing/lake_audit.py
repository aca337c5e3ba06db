"""The audit of one room's gaming day in the lake: read as it stands, judged, committed."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa

from checks.audit import audit_tables
from checks.expected import MissingFeed, with_missing
from checks.law.rulebook import rulebooks_of
from checks.law_changes import with_law_changes
from parsers import schemas
from parsers.house import House
from pipelines.auditing.flagged_film import flagged_film
from pipelines.auditing.identity import audit_identity, code_version, rulebooks_digest
from pipelines.auditing.law_changes import (
    Former,
    OfTheDay,
    as_table,
    changes_until_now,
    former_audit,
    said_of_law,
    without_law,
)
from warehouse import tables
from warehouse.audits import StaleAuditError, commit_audit, evidence
from warehouse.files import Json
from warehouse.lake import Lake, Snapshot
from warehouse.ledger import CLOCK_SAID, TIME_FORMAT
from warehouse.register import Register
from warehouse.register_look import could_tell_of, looked_into
from warehouse.register_rows import Row, Status, digest, to_table
from warehouse.standing import corrections_digest, standing_hands, standing_rows

TRIES = 5  # a partition that changes under every one of so many audits is still being written: come back later


@dataclass(frozen=True)
class RoomAudit:
    """One room's gaming day, audited. `seconds` is 0 where the audit stood already."""

    room: str
    audit_id: str
    hands: int
    findings: dict[str, int]
    severities: dict[str, int]
    seconds: float


@dataclass(frozen=True)
class PartitionEvidence:
    """What an audit of a room's gaming day stands on: its register, what that hides, and the id that covers it all."""

    rows: list[Row]
    missing: list[MissingFeed]
    quarantine: list[dict[str, Any]]  # of the partition's files
    clock_faults: list[dict[str, Any]]  # of the lake's own ledger, where its files landed
    audit_id: str
    stands_on: Callable[[], str]  # the same without house file and rulebooks
    former: Former | None  # the last audit of the partition


def partition_evidence(register: Register, room: str, day: dt.date, staged: bool = False) -> PartitionEvidence:
    """The evidence of a partition as the register's state of the lake has it.

    The id is one of its files, of what was corrected, which lines could not be read, whose roster came last, which
    feeds did not come, and of house file, clocks, rulebooks, libraries and code.
    """
    lake, snapshot = register.lake, register.snapshot
    assert lake is not None
    inputs = lake.inputs_of(snapshot, room, day, staged)
    own = {raw.sha256 for raw in inputs}
    rows = register.rows(day, room)
    missing = list(register.missing(day, room, rows))
    lacking = [row for row in rows if row.status == Status.MISSING]
    quarantine = [
        row
        for row in register.quarantined
        if row["sha256"] in own
        or (row["sha256"] not in register.fed and any(could_tell_of(row["source_file"], one) for one in lacking))
    ]
    faults = ledger_clock(lake, snapshot, room, day, staged)
    told = sorted((row["source_file"], row["line"] or 0, row["reason"]) for row in quarantine)
    more = {
        "corrections": corrections_digest(lake, room, day, snapshot, staged),
        "quarantine": hashlib.sha256(repr(told).encode()).hexdigest() if told else None,
        "register": digest(rows),
        "missing": hashlib.sha256(repr([_said(one) for one in missing]).encode()).hexdigest() if missing else None,
        "clock": [[one["expected"], one["actual"]] for one in faults],
        "rosters": [live.file.sha256 for live in snapshot.select("roster")],  # in the order in which they came
    }
    named = [(raw.name, raw.sha256) for raw in inputs]
    stands_on = partial(audit_identity, named, without_law(register.house), more=more)
    former = former_audit(lake, snapshot, (day, room))
    laws = [] if former is None else former.laws(register.house)
    audit_id = audit_identity(named, register.house, more={**more, "laws": laws} if laws else more)
    return PartitionEvidence(rows, missing, quarantine, faults, audit_id, stands_on, former)


def ledger_clock(lake: Lake, snapshot: Snapshot, room: str, day: dt.date, staged: bool) -> list[dict[str, Any]]:
    """Where files of the partition landed while this machine's clock was behind the ledger: one row, the first time.

    The ledger never goes back in time, so from a clock that once ran ahead on, it says when a file came no longer.
    """
    live = [one for name in tables.FEED_TABLES for one in snapshot.select(name, room, day, staged)]
    entries = lake.ledger.entries()
    for number in sorted({one.commit for one in live}):
        entry = entries[number - 1]
        if CLOCK_SAID in entry.meta:
            said = {"expected": str(entry.meta[CLOCK_SAID]), "actual": entry.recorded_at.strftime(TIME_FORMAT)}
            return [{"room": room, "gaming_date": day, "feed": "ledger", "at": entry.recorded_at, **said}]
    return []


def _said(one: MissingFeed) -> tuple[object, ...]:
    return (one.table, one.feed, one.times, None if one.codes is None else sorted(one.codes))


def partition_tables(
    lake: Lake, snapshot: Snapshot, room: str, day: dt.date, found: PartitionEvidence
) -> dict[str, pa.Table]:
    """Everything an audit of the partition reads, by the tables' names; with `received_again`, what was corrected."""
    hands = standing_hands(lake, room, day, snapshot=snapshot)
    read: dict[str, pa.Table] = {**hands.three, "received_again": hands.received_again}
    for feed in ("notes", "downs", "shuffles", "drops"):
        read[feed] = standing_rows(lake, feed, room, day, snapshot=snapshot)
    read["roster"] = lake.read("roster", as_of=snapshot.number)
    read["quarantine"] = pa.Table.from_pylist(found.quarantine, schema=schemas.QUARANTINE)
    read["clock_faults"] = pa.Table.from_pylist(found.clock_faults, schema=schemas.CLOCK_FAULTS)
    return read


def _judged_by(read: dict[str, pa.Table], audit_id: str, house: House) -> pa.Table:
    """The findings of what was read, by another house file."""
    return audit_tables(read, house, rulebooks_of(house), audit_id).findings


def audit_partition(lake: Lake, house: House, room: str, day: dt.date) -> RoomAudit:
    """Audits a promoted partition unless the audit of exactly this evidence stands already.

    A night that should exist and did not come has no rows; its audit says what could not be judged.
    """
    for attempt in range(TRIES):
        snapshot = lake.snapshot()
        found = partition_evidence(Register(lake, snapshot, house), room, day)
        audit_id = found.audit_id
        seconds = 0.0
        if snapshot.audits.get((day, room)) == audit_id:
            break
        read = partition_tables(lake, snapshot, room, day, found)
        rulebooks = rulebooks_of(house)
        audit = audit_tables(read, house, rulebooks, audit_id)
        stands_on = found.stands_on()
        now = OfTheDay(room, day, stands_on, audit.findings, partial(_judged_by, read, audit_id))
        changes = changes_until_now(lake, snapshot, house, found.former, now)
        audit = with_law_changes(audit, as_table(changes, room, day), house, rulebooks, audit_id)
        film = flagged_film(read, audit.findings, house, rulebooks)
        audit = replace(audit, coverage=with_missing(audit.coverage, found.missing))
        register = to_table(looked_into(found.rows, read, found.quarantine))
        meta: dict[str, Json] = {
            "audit_id": audit_id,
            "version": code_version(),
            "house_digest": house.digest,
            "rulebooks_digest": rulebooks_digest(house),
            "inputs": {raw.sha256: raw.name for raw in lake.inputs_of(snapshot, room, day)},
            **said_of_law(house, stands_on, changes),
        }
        try:
            seen = evidence(snapshot, room, day)
            commit_audit(lake, room, day, audit, meta, seen=seen, register=register, film=film)
        except StaleAuditError:
            if attempt == TRIES - 1:
                raise
            continue
        seconds = sum(audit.seconds.values())
        break
    judged = lake.read("findings", room, day, columns=["code", "severity"])
    facts = lake.snapshot().select("hand_facts", room, day)
    return RoomAudit(
        room=room,
        audit_id=audit_id,
        hands=sum(live.file.rows for live in facts),
        findings=dict(sorted(Counter(judged["code"].to_pylist()).items())),
        severities=dict(sorted(Counter(judged["severity"].to_pylist()).items())),
        seconds=seconds,
    )
