"""Findings into the lake: an audit of a room's gaming day takes the place of the former one, which stays readable."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final, Protocol

import pyarrow as pa

from warehouse import parquet, tables
from warehouse.files import Json, canonical_json
from warehouse.lake import Draft, Lake, LakeError, Snapshot
from warehouse.ledger import Entry

# What the entry of an audit says of its law: the SHA-256 of house file and rulebooks, a digest of all else that it
# stands on, and what changes of the law did to the day's findings so far (HF03).
LAW, STANDS_ON, LAW_CHANGES = "law", "stands_on", "law_changes"
OF_THE_LAW: Final = (LAW, STANDS_ON, LAW_CHANGES)


class Audited(Protocol):
    """What an audit hands over."""

    @property
    def findings(self) -> pa.Table: ...
    @property
    def coverage(self) -> pa.Table: ...
    @property
    def hand_facts(self) -> pa.Table: ...
    @property
    def payroll(self) -> pa.Table: ...
    @property
    def devices(self) -> pa.Table: ...


class StaleAuditError(Exception):
    """The partition changed while it was audited; audit it again as it stands now."""


def evidence(snapshot: Snapshot, room: str, gaming_date: date) -> frozenset[str]:
    """The promoted files that an audit of the partition reads."""
    live = [file for name in tables.FEED_TABLES for file in snapshot.select(name, room, gaming_date)]
    return frozenset(file.file.path for file in [*live, *snapshot.select("roster")])


def current_audit(lake: Lake, room: str, gaming_date: date) -> str | None:
    """The id of the audit that stands for a partition, None where there is none."""
    return lake.snapshot().audits.get((gaming_date, room))


def commit_audit(
    lake: Lake,
    room: str,
    gaming_date: date,
    audit: Audited,
    meta: Mapping[str, Json],
    seen: frozenset[str] | None = None,
    register: pa.Table | None = None,
    film: pa.Table | None = None,
) -> Entry | None:
    """Commits an audit; None, and no ledger entry, where the audit with this id stands already.

    `seen` is the evidence it read: where the partition holds other files by now, the audit is refused as stale, so that
    of two runs at once the slower one cannot put an older verdict over a newer one.

    `meta` needs `audit_id`. `version`, `house_digest`, `rulebooks_digest`, `rulebook` and `inputs` become columns of
    the `audits` row, what is of its law stands in the entry, the rest goes into its `more`. The audit's tables must be
    those of this room and gaming day.
    `register` says which feeds came and which should have; `film` is that of the hands with a finding.
    """
    audit_id = meta.get("audit_id")
    if not isinstance(audit_id, str) or not audit_id:
        raise LakeError(f"{room} {gaming_date}: the audit has no audit_id; put one into meta")
    found: dict[str, pa.Table] = {name: getattr(audit, name) for name in tables.AUDIT_TABLES}
    found["film"] = tables.ALL["film"].empty_table() if film is None else film
    if register is not None:
        found["register"] = register
    for name, table in found.items():
        _refuse_other_partitions(name, table, room, gaming_date)

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        if snapshot.audits.get((gaming_date, room)) == audit_id:
            return None
        if seen is not None and evidence(snapshot, room, gaming_date) != seen:
            raise StaleAuditError(f"{room} {gaming_date}: files were promoted while it was audited; audit it again")
        rows = {**found, "audits": _audits_row(room, gaming_date, audit, meta)}
        said = {key: meta[key] for key in OF_THE_LAW if key in meta}
        draft = Draft(kind="audit", meta={"partition": [gaming_date.isoformat(), room], "audit_id": audit_id, **said})
        for name, table in rows.items():
            draft.removed += [live.file.path for live in snapshot.select(name, room, gaming_date, staged=True)]
            ordered = parquet.sort(parquet.conform(table, name), name)
            draft.files.append(lake.write_table(ordered, name, folder, room, gaming_date))
        return draft

    return lake.commit(prepare)


def _refuse_other_partitions(name: str, table: pa.Table, room: str, gaming_date: date) -> None:
    for column, due in (("room", room), ("gaming_date", gaming_date)):
        others = [value for value in table[column].unique().to_pylist() if value != due]
        if others:
            raise LakeError(
                f"{name}: {column} {others[0]} in the audit of {room} {gaming_date}; "
                "audit one room's gaming day at a time"
            )


def _audits_row(room: str, gaming_date: date, audit: Audited, meta: Mapping[str, Json]) -> pa.Table:
    own = ("audit_id", "version", "house_digest", "rulebooks_digest", "rulebook")
    row: dict[str, object] = {key: meta.get(key) for key in own}
    inputs = meta.get("inputs")
    more = {key: value for key, value in meta.items() if key not in (*own, "inputs", *OF_THE_LAW)}
    row |= {
        "room": room,
        "gaming_date": gaming_date,
        "inputs": None if inputs is None else canonical_json(inputs).decode().strip(),
        "hands": len(audit.hand_facts),
        "findings": len(audit.findings),
        "more": canonical_json(more).decode().strip(),
    }
    return pa.Table.from_pylist([row], schema=tables.AUDITS)
