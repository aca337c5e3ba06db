"""What `oddchip audit` says when it is done: figures, the findings themselves, why lines were not read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from dashboards.amounts import moved
from dashboards.shown import plural
from pipelines.auditing.files_audit import AuditResult
from pipelines.telling.filters import Filter
from pipelines.telling.found import worst_first
from pipelines.telling.passed_over import passed_over_lines
from pipelines.telling.quarantined import reason_lines, reasons
from pipelines.telling.table import table_lines

FINDINGS_MOST = 20
REASONS_MOST = 10


def audit_lines(result: AuditResult, asked: Filter) -> Iterator[str]:
    """The lines, for a person."""
    yield from _figures(result)
    rows = asked.of(result.findings)
    if rows:
        yield ""
        yield from table_lines(worst_first(rows)[:FINDINGS_MOST])
    if len(rows) > FINDINGS_MOST:
        yield f"{len(rows) - FINDINGS_MOST:,} more; {_where_all_are(result)}"
    if asked.asks:
        yield f"{len(rows):,} of {plural(len(result.findings), 'finding')} told, as asked for; the files have them all"
    found = reasons([asdict(row) for row in result.quarantine])
    if found:
        yield ""
        yield "In quarantine, by reason; `oddchip lint FILE` points at each:"
        yield from reason_lines(found, REASONS_MOST)
    yield ""
    left_out = result.summary.get("tables_left_out", [])
    if left_out:
        yield f"Left out, as asked for: {', '.join(left_out)}"
    if "findings" not in left_out:
        yield f"To read: {result.out / 'report.html'}; for a spreadsheet: {result.out / 'findings.csv'}"
    if left_out:
        yield _took(result)
        return
    hand = next((row["hand"] for row in worst_first(rows) if row["hand"]), None)
    if hand is not None:
        yield f"One hand, move by move: oddchip show {hand} --from {result.out}"
    yield _took(result)


def _where_all_are(result: AuditResult) -> str:
    left_out = result.summary.get("tables_left_out", [])
    if "findings" in left_out:
        return "`--format csv` tells them all"
    page = f"see {result.out / 'report.html'}"
    return page if left_out else f"{page}, or `oddchip findings --from {result.out}`"


def _took(result: AuditResult) -> str:
    return f"audit {result.summary['audit_id'][:16]}, {result.summary['seconds']['total']:.1f} s"


def _figures(result: AuditResult) -> Iterator[str]:
    summary = result.summary
    evaluated, bad = summary["hands_evaluated"], summary["hands_quarantined"]
    yield f"{plural(summary['hands_read'], 'hand')} read, {evaluated:,} evaluated, {plural(bad, 'line')} in quarantine"
    for why, count in summary["hands_without_rule"].items():
        yield f"no rule governs {plural(count, 'hand')}: {why}"
    yield from passed_over_lines(result.passed_over)
    for one in result.troubles:
        yield " ".join(text for text in (one.said, one.blinds) if text)
    for code, count in summary["findings"].items():
        yield f"  {code}  {count:,}"
    if not summary["findings"]:
        yield "  no findings"
    else:
        yield f"{plural(len(result.findings), 'finding')}; moved wrongly: {moved(result.findings).words}"
