"""What a night came to, on the terminal: findings by code, coverage, money, and where the pages are."""

from __future__ import annotations

import datetime as dt

import polars as pl

from pipelines import nightly
from pipelines.folders import Folders
from warehouse.ingest import IngestReport


def print_landing(report: IngestReport) -> None:
    """What a landing took in, and what it did not take; nothing where there was nothing new."""
    if report.files_landed:
        bad = f"; {report.quarantined:,} lines in quarantine" if report.quarantined else ""
        print(f"landed {report.files_landed:,} files with {report.hands:,} hands{bad}")
    if report.moved:
        print(f"filed {report.moved:,} rows under other gaming days: the house file's clock changed")
    for one in report.not_taken:
        print(f"not taken: {one.name}: {one.reason}")


def print_night(folders: Folders, day: dt.date, seconds: float) -> None:
    """The summary of a gaming day that was just run."""
    lake = nightly.open_lake(folders)
    findings = _frame(lake.read("findings", gaming_date=day))
    coverage = _frame(lake.read("coverage", gaming_date=day))
    facts = _frame(lake.read("hand_facts", gaming_date=day))
    quarantined = len(lake.read("quarantine"))
    print(
        f"\ngaming day {day}: {len(facts):,} hands at {facts['table'].n_unique():,} tables, {len(findings):,} findings"
    )
    for code, severity, count, cents in by_code(findings).iter_rows():
        money = f"  {cents / 100:>10,.2f}" if cents else ""
        print(f"  {code}  {severity:<9}  {count:>6,}{money}")
    judged, unjudged = int(coverage["evaluated"].sum() or 0), int(coverage["not_evaluable"].sum() or 0)
    print(f"{judged:,} verdicts given, {unjudged:,} not evaluable; {quarantined:,} lines in quarantine")
    print(f"pages: {(folders.reports / day.isoformat() / 'index.html')}")
    print(f"ledger head {lake.head()}; {seconds:.1f} s")


def by_code(findings: pl.DataFrame) -> pl.DataFrame:
    """Findings by code: severity, count, and the money that went to a wrong place."""
    return (
        findings.group_by("code", "severity")
        .agg(pl.len().alias("count"), pl.col("amount_cents").abs().sum().alias("cents"))
        .sort("code")
    )


def _frame(table: object) -> pl.DataFrame:
    frame = pl.from_arrow(table)  # type: ignore[arg-type]
    assert isinstance(frame, pl.DataFrame)
    return frame
