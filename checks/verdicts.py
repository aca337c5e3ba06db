"""Runs the checks of a grain over its frame: findings, and how much of it could be judged.

Three verdicts a row: violated, passed, not evaluable. A row counts for a check only where the check is about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from checks.law import Law
from checks.model import Check
from checks.terms import TermValue

COVERAGE_KEYS = ("room", "table", "gaming_date")

# What a finding says before the hand's names are joined to it.
BARE = {
    "code": pl.String, "severity": pl.String, "row": pl.Int64, "event": pl.Int32, "seat": pl.Int8,
    "expected": pl.String, "actual": pl.String, "amount_cents": pl.Int64, "message": pl.String,
    "paid_by": pl.String, "paid_to": pl.String, "rulebook": pl.String, "rule": pl.String,
}  # fmt: skip


@dataclass(frozen=True)
class Verdicts:
    """`findings`: one row a finding, with `row`, its position in the frame. `coverage`: one row a key, wide."""

    findings: pl.DataFrame
    coverage: pl.DataFrame


def judge(
    frame: pl.DataFrame,
    checks: Iterable[Check],
    law: Law,
    keys: tuple[str, str, str] = COVERAGE_KEYS,
    deviations: pl.DataFrame | None = None,
) -> Verdicts:
    """The verdicts of some checks on a frame that has a column `terms`; deviations refer to it by `hand_row`."""
    checks = list(checks)
    frame = frame.with_columns(row=pl.int_range(pl.len(), dtype=pl.Int64))
    frame = _with_law(frame, checks, law)
    counts: list[pl.Expr] = []
    found: list[pl.DataFrame] = []
    for check in checks:
        about = check.applies()
        judged = about & _evaluable(check)
        counts.append(judged.sum().alias(f"evaluated:{check.code}"))
        counts.append((about & ~judged).sum().alias(f"not_evaluable:{check.code}"))
        if check.on:
            assert deviations is not None, check.code
            rows = deviations.filter(pl.col("kind").is_in([int(kind) for kind in check.on]))
            if rows.is_empty():
                continue
            facts = rows.join(frame, left_on="hand_row", right_on="row", maintain_order="left").with_columns(
                row=pl.col("hand_row")
            )
        else:
            facts = frame
        violated = check.judge(facts.lazy().filter(judged)).collect()
        if not violated.is_empty():
            found.append(_findings(check, violated, law))
    findings = pl.concat(found) if found else pl.DataFrame(schema=BARE)
    return Verdicts(findings, frame.group_by(keys).agg(counts))


def _with_law(frame: pl.DataFrame, checks: list[Check], law: Law) -> pl.DataFrame:
    terms = frame["terms"].to_numpy()
    needed = sorted({check.term for check in checks if check.term and not check.silent_ok})
    return frame.with_columns(
        pl.Series(f"law:{term}", law.speaks(term)[terms] if len(terms) else np.zeros(0, np.bool_)) for term in needed
    )


def _evaluable(check: Check) -> pl.Expr:
    known = pl.all_horizontal([pl.col(name).is_not_null() for name in check.needs] or [pl.lit(True)])
    if check.term and not check.silent_ok:
        known = known & pl.col(f"law:{check.term}")
    return known


def _findings(check: Check, violated: pl.DataFrame, law: Law) -> pl.DataFrame:
    """Spells the violated rows out, with the rule in force."""
    nothing = pl.lit(None)
    keys = violated.select(key=check.cite())["key"].to_list() if check.cite else [check.term] * len(violated)
    cites = [
        _citation(law, number, key, check.term) for number, key in zip(violated["terms"].to_list(), keys, strict=True)
    ]
    return violated.select(
        code=pl.lit(check.code),
        severity=pl.lit(check.severity.value),
        row=pl.col("row"),
        event=(pl.col(check.event) if check.event else nothing).cast(pl.Int32),
        seat=(pl.col(check.seat) if check.seat else nothing).cast(pl.Int8),
        expected=check.expected(),
        actual=check.actual(),
        amount_cents=check.amount().cast(pl.Int64),
        paid_by=(check.paid_by() if check.paid_by else nothing).cast(pl.String),
        paid_to=(check.paid_to() if check.paid_to else nothing).cast(pl.String),
    ).with_columns(
        seat=pl.when(pl.col("seat") > 0).then("seat"),
        message=_message(check.message),
        rulebook=pl.Series([cite.rulebook if cite else None for cite in cites], dtype=pl.String),
        rule=pl.Series([cite.rule if cite else None for cite in cites], dtype=pl.String),
    ).select(list(BARE))  # fmt: skip


def _citation(law: Law, number: int, keys: str | None, term: str | None) -> TermValue | None:
    """The first of some keys, with spaces between them, on which anything in force speaks; else the check's own."""
    for key in (keys or "").split():
        if (found := law.cite(number, key)) is not None:
            return found
    return law.cite(number, term)


def _message(template: str) -> pl.Expr:
    text = template.replace("{expected}", "{}", 1).replace("{actual}", "{}", 1)
    order = sorted(
        (template.index(f"{{{name}}}"), name) for name in ("expected", "actual") if f"{{{name}}}" in template
    )
    return pl.format(text, *(pl.col(name) for _, name in order))


def long_coverage(wide: pl.DataFrame, findings: pl.DataFrame) -> pl.DataFrame:
    """Counts of verdicts added up: one row a room, table, gaming day and code that had anything to judge."""
    total = wide.group_by(COVERAGE_KEYS).agg(pl.exclude(COVERAGE_KEYS).sum())
    counts = (
        total.unpivot(index=COVERAGE_KEYS).with_columns(pl.col("variable").str.split_exact(":", 1)).unnest("variable")
    )
    hits = findings.group_by(*COVERAGE_KEYS, "code").agg(violated=pl.len().cast(pl.Int64))
    return (
        counts.group_by(*COVERAGE_KEYS, code="field_1")
        .agg(
            evaluated=pl.col("value").filter(pl.col("field_0") == "evaluated").sum().cast(pl.Int64),
            not_evaluable=pl.col("value").filter(pl.col("field_0") == "not_evaluable").sum().cast(pl.Int64),
        )
        .filter((pl.col("evaluated") > 0) | (pl.col("not_evaluable") > 0))
        .join(hits, on=[*COVERAGE_KEYS, "code"], how="left", nulls_equal=True)
        .with_columns(pl.col("violated").fill_null(0))
        .sort(*COVERAGE_KEYS, "code")
    )
