"""Runs the checks of a grain over its frame: findings, and how much of it could be judged.

Three verdicts a row: violated, passed, not evaluable. A row counts for a check only where the check is about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

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
    "paid_by": pl.String, "paid_to": pl.String, "rulebook": pl.String, "rule": pl.String, "street": pl.String,
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
    by_kind = _with_facts(deviations, frame) if deviations is not None else {}
    for check in checks:
        judged, verdict_counts = _expressions(check)
        counts += verdict_counts
        facts = frame
        if check.on:
            there = [by_kind[kind] for kind in check.on if kind in by_kind]
            if not there:
                continue
            facts = pl.concat(there)
        violated = check.judge(facts.lazy().filter(judged)).collect()
        if not violated.is_empty():
            found.append(_findings(check, violated, law))
    findings = pl.concat(found) if found else pl.DataFrame(schema=BARE)
    return Verdicts(findings, frame.group_by(keys).agg(counts))


@cache
def _expressions(check: Check) -> tuple[pl.Expr, list[pl.Expr]]:
    """(the rows a check can judge, its counts of verdicts): made once, used on every batch."""
    about = check.applies()
    judged = about & _evaluable(check)
    return judged, [
        judged.sum().alias(f"evaluated:{check.code}"),
        (about & ~judged).sum().alias(f"not_evaluable:{check.code}"),
    ]


def _with_facts(deviations: pl.DataFrame, frame: pl.DataFrame) -> dict[int, pl.DataFrame]:
    """The deviations of each kind, each beside the facts of its hand, whose position in the frame it knows."""
    joined = deviations.hstack(frame[deviations["hand_row"].to_numpy()].drop("hand_row", strict=False))
    return {int(kind): rows for (kind,), rows in joined.partition_by("kind", as_dict=True).items()}


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
    seat = (pl.col(check.seat) if check.seat else nothing).cast(pl.Int8)
    return violated.select(
        code=pl.lit(check.code),
        severity=pl.lit(check.severity.value),
        row=pl.col("row"),
        event=(pl.col(check.event) if check.event else nothing).cast(pl.Int32),
        seat=pl.when(seat > 0).then(seat),
        expected=check.expected(),
        actual=check.actual(),
        amount_cents=check.amount().cast(pl.Int64),
        message=_message(check),
        paid_by=(check.paid_by() if check.paid_by else nothing).cast(pl.String),
        paid_to=(check.paid_to() if check.paid_to else nothing).cast(pl.String),
        street=(pl.col(check.street) if check.street else nothing).cast(pl.String),
        rulebook=pl.Series([cite.rulebook if cite else None for cite in cites], dtype=pl.String),
        rule=pl.Series([cite.rule if cite else None for cite in cites], dtype=pl.String),
    )


def _citation(law: Law, number: int, keys: str | None, term: str | None) -> TermValue | None:
    """The first of some keys, with spaces between them, on which anything in force speaks; else the check's own."""
    for key in (keys or "").split():
        if (found := law.cite(number, key)) is not None:
            return found
    return law.cite(number, term)


def _message(check: Check) -> pl.Expr:
    places = {"{expected}": check.expected, "{actual}": check.actual}
    named = sorted((check.message.index(place), text) for place, text in places.items() if place in check.message)
    template = check.message.replace("{expected}", "{}").replace("{actual}", "{}")
    return pl.format(template, *(text() for _, text in named))


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
