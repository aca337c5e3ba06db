"""The audit of one room's gaming day in the lake: read as it stands, judged, committed."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass

import pyarrow as pa

from checks.audit import audit_tables
from checks.rulebook import load_rulebooks
from parsers.house import House
from pipelines.identity import audit_identity, code_version, rulebooks_digest
from warehouse.audits import StaleAuditError, commit_audit, evidence
from warehouse.files import Json
from warehouse.lake import Lake, Snapshot
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


def partition_identity(
    lake: Lake, snapshot: Snapshot, house: House, room: str, day: dt.date, staged: bool = False
) -> str:
    """The id that an audit of the partition has: of its files, what was corrected, house file, rulebooks and code."""
    inputs = [(raw.name, raw.sha256) for raw in lake.inputs_of(snapshot, room, day, staged)]
    corrected = corrections_digest(lake, room, day, snapshot, staged)
    return audit_identity([*inputs, *([("corrections", corrected)] if corrected else [])], house.digest)


def partition_tables(lake: Lake, snapshot: Snapshot, room: str, day: dt.date) -> dict[str, pa.Table]:
    """Everything an audit of the partition reads, by the tables' names; with `received_again`, what was corrected."""
    hands = standing_hands(lake, room, day, snapshot=snapshot)
    tables: dict[str, pa.Table] = {**hands.three, "received_again": hands.received_again}
    for feed in ("notes", "downs", "shuffles", "drops"):
        tables[feed] = standing_rows(lake, feed, room, day, snapshot=snapshot)
    for feed in ("roster", "quarantine"):
        tables[feed] = lake.read(feed, as_of=snapshot.number)
    return tables


def audit_partition(lake: Lake, house: House, room: str, day: dt.date) -> RoomAudit:
    """Audits a promoted partition unless the audit of exactly this evidence stands already."""
    for attempt in range(TRIES):
        snapshot = lake.snapshot()
        audit_id = partition_identity(lake, snapshot, house, room, day)
        seconds = 0.0
        if snapshot.audits.get((day, room)) == audit_id:
            break
        audit = audit_tables(partition_tables(lake, snapshot, room, day), house, load_rulebooks(), audit_id)
        meta: dict[str, Json] = {
            "audit_id": audit_id,
            "version": code_version(),
            "house_digest": house.digest,
            "rulebooks_digest": rulebooks_digest(),
            "inputs": {raw.sha256: raw.name for raw in lake.inputs_of(snapshot, room, day)},
        }
        try:
            commit_audit(lake, room, day, audit, meta, seen=evidence(snapshot, room, day))
        except StaleAuditError:
            if attempt == TRIES - 1:
                raise
            continue
        seconds = sum(audit.seconds.values())
        break
    found = lake.read("findings", room, day, columns=["code", "severity"])
    facts = lake.snapshot().select("hand_facts", room, day)
    return RoomAudit(
        room=room,
        audit_id=audit_id,
        hands=sum(live.file.rows for live in facts),
        findings=dict(sorted(Counter(found["code"].to_pylist()).items())),
        severities=dict(sorted(Counter(found["severity"].to_pylist()).items())),
        seconds=seconds,
    )
