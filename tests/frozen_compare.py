"""Two digests of the frozen corpus side by side, and the rows in which the audits differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

FIRST_FEW = 3  # rows that are shown of each group

Digests = dict[str, dict[str, dict[str, Any]]]


def compare(one: Path, other: Path, rows: tuple[Path, Path] | None) -> int:
    """Says where two digests differ; returns how many tables do. An item that only one has is no difference."""
    a, b = _digests(one), _digests(other)
    both = [item for item in a if item in b]
    for name, missing in ((one, [item for item in b if item not in a]), (other, [item for item in a if item not in b])):
        if missing:
            print(f"{len(missing)} items are not in {name}: {', '.join(missing[:5])}{' …' if missing[5:] else ''}")
    different = 0
    for item in both:
        for table in dict.fromkeys((*a[item], *b[item])):
            was, is_now = a[item].get(table), b[item].get(table)
            if was == is_now:
                continue
            different += 1
            print(f"{item}: {table} {_said(was)} → {_said(is_now)}")
            if rows is not None:
                print_rows(*(folder / item / f"{table}.parquet" for folder in rows))
    print(f"{len(both)} items compared, {different} tables differ")
    return different


def print_rows(one: Path, other: Path) -> None:
    """The rows that only one of two kept frames has, by code where there is one."""
    if not one.exists() or not other.exists():
        print(f"  no rows were kept: {other if one.exists() else one}")
        return
    a, b = pl.read_parquet(one), pl.read_parquet(other)
    if a.schema != b.schema:
        print(f"  the columns are others: {a.schema} → {b.schema}")
        return
    found = False
    for label, rows in (("only in A", only_in(a, b)), ("only in B", only_in(b, a))):
        groups = rows.partition_by("code", maintain_order=True) if "code" in rows.columns else [rows]
        for group in groups:
            if group.is_empty():
                continue
            found = True
            print(f"  {label}: {len(group)} rows{' of ' + group['code'][0] if 'code' in group.columns else ''}")
            for row in group.head(FIRST_FEW).iter_rows(named=True):
                print(f"    {_without_nulls(row)}")
    if not found:
        print("  the same rows in another order")


def only_in(a: pl.DataFrame, b: pl.DataFrame) -> pl.DataFrame:
    """The rows of `a` that `b` has not, or not so often."""
    times = "times in A or B"
    numbered = [frame.with_columns(pl.int_range(pl.len()).over(frame.columns).alias(times)) for frame in (a, b)]
    left = numbered[0].join(numbered[1], on=numbered[0].columns, how="anti", nulls_equal=True, maintain_order="left")
    return left.drop(times)


def _digests(path: Path) -> Digests:
    items: Digests = json.loads(path.read_text(encoding="utf-8"))["items"]
    return items


def _said(digest: dict[str, Any] | None) -> str:
    return "nothing" if digest is None else f"{digest['rows']} rows {digest['sha256'][:12]}"


def _without_nulls(row: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items() if value is not None)
