"""Changes of the house file and its rulebooks after a day was audited: what they did to its findings, as rows (HF03).

Only a lake knows of them: it holds the former audit and the former file. What was found before and what is found now
is told by counts of the findings that differ, code by code.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import polars as pl
import pyarrow as pa

from checks.audit import FINDING_ORDER, Audit, Auditor, Feeds
from checks.law.rulebook import Rulebook
from parsers import schemas
from parsers.house import House

CODE: Final = "HF03"
# What a finding says. Names of audits and findings, and better words for the same, are no difference.
_SAYS: Final = (
    "code",
    "table",
    "hand",
    "seat",
    "event",
    "at",
    "expected",
    "actual",
    "amount_cents",
    "rulebook",
    "rule",
)


def differing(before: pa.Table, after: pa.Table) -> tuple[str, str]:
    """Counts of the findings that are in one of the two only, code by code: before and after; empty where none are."""
    one, other = _told(before), _told(after)
    only_one, only_other = _codes(one - other), _codes(other - one)
    codes = sorted({*only_one, *only_other})
    return tuple(", ".join(f"{code} {counts[code]}" for code in codes) for counts in (only_one, only_other))  # type: ignore[return-value]


def _told(findings: pa.Table) -> Counter[tuple[Any, ...]]:
    rows = pl.DataFrame(pl.from_arrow(findings.select(_SAYS)))
    return Counter(row for row in rows.iter_rows() if row[0] != CODE)


def _codes(rows: Counter[tuple[Any, ...]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row, count in rows.items():
        counts[row[0]] += count
    return counts


def with_law_changes(
    audit: Audit, changes: pa.Table, house: House, rulebooks: dict[str, Rulebook], audit_id: str
) -> Audit:
    """The audit with the findings and the coverage of changes that only it makes visible."""
    if not len(changes):
        return audit
    told = Auditor(house, rulebooks, audit_id).finish(Feeds(law_changes=changes))
    findings = pl.DataFrame(pl.from_arrow(pa.concat_tables([audit.findings, _of_code(told.findings)])))
    ordered = findings.sort(FINDING_ORDER, nulls_last=False, maintain_order=True)
    coverage = pl.DataFrame(pl.from_arrow(pa.concat_tables([audit.coverage, _of_code(told.coverage)])))
    return replace(
        audit,
        findings=_arrow(ordered, schemas.FINDINGS),
        coverage=_arrow(coverage.sort("room", "table", "gaming_date", "code"), schemas.COVERAGE),
    )


def _of_code(table: pa.Table) -> pa.Table:
    return table.filter(pa.array([code == CODE for code in table["code"].to_pylist()], pa.bool_()))


def _arrow(frame: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    return frame.select(schema.names).to_arrow(compat_level=pl.CompatLevel.oldest()).cast(schema)
