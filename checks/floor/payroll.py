"""Payroll: signed, dealt, paid. Who is owed which down, what is missing, and what is disputed and why."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from checks.floor.cards import signed_frame
from checks.floor.signatures import SURE_PERCENT

# One row a down that somebody signed for, or that was dealt and nobody signed for; sorted by room, gaming day, table,
# slot and dealer. `written` is the number as it stands on the card, `dealer` who it is taken for with `sure_percent`.
CLAIMS: Final[dict[str, Any]] = {
    "room": pl.String, "gaming_date": pl.Date, "table": pl.String, "slot_start": pl.Datetime("us", "UTC"),
    "kind": pl.String, "written": pl.String, "last_name": pl.String, "first_name": pl.String, "dealer": pl.String,
    "sure_percent": pl.Int32, "hands": pl.Int64, "signed": pl.Boolean, "dealt": pl.Boolean, "paid": pl.Boolean,
    "status": pl.String, "dispute": pl.String, "source_file": pl.String, "source_line": pl.Int32,
}  # fmt: skip

PAID, DISPUTED, UNSIGNED = "paid", "disputed", "missing signature"


def claims(signatures: pl.DataFrame, dealt: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """The reconciliation: a down is paid where a sure dealer signed and dealt it, or set up or bagged."""
    if signatures.is_empty():
        return pl.DataFrame(schema=CLAIMS)
    signed = _signed(signatures, dealt, notes)
    both = [signed, _unsigned(signatures, dealt)]
    return pl.concat([rows.select(pl.col(name).cast(dtype) for name, dtype in CLAIMS.items()) for rows in both]).sort(
        "room", "gaming_date", "table", "slot_start", "dealer", "written"
    )


def _signed(signatures: pl.DataFrame, dealt: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    frame = signed_frame(signatures, dealt, notes).select(
        "signature", "hands", "elsewhere", "break_covers", "has_log", "covered"
    )
    disagree = dealt.group_by("signature").agg(disagree=pl.col("disagree").sum(), log_hands=pl.col("hands").sum())
    twice = (
        signatures.filter(pl.col("person").is_not_null())
        .group_by("room", "person", "slot_start")
        .agg(tables=pl.col("table").n_unique())
        .filter(pl.col("tables") > 1)
    )
    rows = (
        signatures.join(frame, on="signature", how="left", maintain_order="left")
        .join(disagree, on="signature", how="left", maintain_order="left")
        .join(twice, on=["room", "person", "slot_start"], how="left", maintain_order="left")
    )
    extra = pl.col("kind").is_in(["setup", "bag"]).fill_null(False)
    nothing = (pl.col("hands") == 0) & ~pl.col("break_covers") & ~extra
    dispute = pl.concat_str(
        [
            _why(~pl.col("number_readable"), "the number cannot be read"),
            _why(pl.col("on_roster") == False, "the number is not on the roster"),  # noqa: E712
            _why(pl.col("name_agrees") == False, "number and name are of two dealers"),  # noqa: E712
            _why(pl.col("tables") > 1, "signed at two tables in this slot"),
            _why(pl.col("elsewhere").is_not_null(), pl.format("card of table {}", pl.col("elsewhere"))),
            _why(nothing & pl.col("elsewhere").is_null(), "no hand was dealt"),
            _why(pl.col("disagree") * 2 > pl.col("log_hands"), "the log names another dealer"),
        ],
        separator="; ",
        ignore_nulls=True,
    )
    sure = pl.col("percent").fill_null(0) >= SURE_PERCENT
    worked = extra | (pl.col("hands") > 0) | pl.col("break_covers").fill_null(False)
    return rows.with_columns(dispute=pl.when(dispute.str.len_chars() > 0).then(dispute)).with_columns(
        written=pl.col("emp"),
        sure_percent=pl.col("percent"),
        hands=pl.col("covered").fill_null(0),
        signed=pl.lit(True),
        dealt=pl.when(extra).then(None).otherwise(pl.col("hands") > 0),
        paid=pl.col("dispute").is_null() & sure & (worked | pl.col("has_log").is_null()),
        status=pl.when(pl.col("dispute").is_null() & sure).then(pl.lit(PAID)).otherwise(pl.lit(DISPUTED)),
    )


def _why(holds: pl.Expr, text: str | pl.Expr) -> pl.Expr:
    return pl.when(holds.fill_null(False)).then(pl.lit(text) if isinstance(text, str) else text)


def _unsigned(signatures: pl.DataFrame, dealt: pl.DataFrame) -> pl.DataFrame:
    """Slots with hands that nobody signed for, at tables that have a card that day; by the log's dealer.

    Hands that the neighbour's signature covers, around a push that came late or early, are of that down.
    """
    by_slot = ["room", "table", "slot_start"]
    carded = signatures.select("room", "table", "gaming_date").unique()
    nothing = pl.lit(None, pl.String)
    return (
        dealt.filter(pl.col("signature").is_null())
        .join(carded, on=["room", "table", "gaming_date"], how="semi")
        .join(signatures.select(by_slot).unique(), on=by_slot, how="anti")
        .group_by(*by_slot, "gaming_date", "log_dealer")
        .agg(hands=pl.col("hands").sum())
        .with_columns(
            kind=nothing, written=nothing, last_name=nothing, first_name=nothing, dealer=pl.col("log_dealer"),
            sure_percent=pl.lit(None, pl.Int32), signed=pl.lit(False), dealt=pl.lit(True), paid=pl.lit(False),
            status=pl.lit(UNSIGNED), dispute=nothing, source_file=nothing, source_line=pl.lit(None, pl.Int32),
        )
    )  # fmt: skip
