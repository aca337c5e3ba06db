"""Frames that join the feeds: down cards, shuffler counts and notes beside the hands of a table."""

from __future__ import annotations

import numpy as np
import polars as pl

from checks.signatures import CARD
from parsers.vocabulary import SHUFFLE_STATUSES

HALF_HOUR = pl.duration(minutes=30)
DECK_CARDS = 52
assert {"ok", "count", "removed"} <= set(SHUFFLE_STATUSES)


def slot_of(at: str, offset_minutes: str) -> pl.Expr:
    """The beginning, in UTC, of the local half hour that a moment lies in."""
    offset = pl.duration(minutes=pl.col(offset_minutes).cast(pl.Int64))
    return (pl.col(at) + offset).dt.truncate("30m") - offset


def slot_frame(hands: pl.DataFrame, downs: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """One row a half hour in which a table dealt.

    `has_card` is null where the table has no card that gaming day, or the slot is not on it and its total does not
    prove that nothing was lost: a blank slot stays on a card.

    `hands` is sorted by table and time, so that a slot's hands mostly stand together: only the runs are grouped.
    """
    by_day = ["room", "table", "gaming_date"]
    by_slot = ["room", "table", "slot_start"]
    place = ("table_code", "gaming_date", "slot_start", "is_tournament")
    turns = hands.select(pl.any_horizontal(pl.col(place).ne_missing(pl.col(place).shift(1))))
    starts = turns.to_series().arg_true().to_numpy()
    lengths = pl.Series(np.diff(np.append(starts, len(hands))).astype(np.int64))
    runs = hands.select("room", "table", *place)[starts].with_columns(hands=lengths)
    on_card = downs.select(*by_slot, on_card=pl.lit(True)).unique()
    totals = downs.filter(pl.col("slot_start").is_null()).group_by(by_day).agg(pl.col("total").sum())
    cards = (
        downs.select(by_day)
        .unique()
        .join(totals, on=by_day, how="left")
        .join(_downs_signed(downs, signed), on=by_day, how="left")
        .with_columns(has_card=pl.lit(True), proven=(pl.col("total") <= pl.col("slots_signed")).fill_null(False))
    )
    signatures = signed.select(*by_slot, signed=pl.lit(True)).unique()
    return (
        runs.group_by(*by_day, "slot_start")
        .agg(pl.col("hands").sum(), is_tournament=pl.col("is_tournament").any())
        .join(cards, on=by_day, how="left")
        .join(signatures, on=by_slot, how="left")
        .join(on_card, on=by_slot, how="left")
        .with_columns(
            pl.col("signed").fill_null(False),
            at=pl.col("slot_start"),
            has_card=pl.when(pl.col("on_card") | pl.col("proven")).then("has_card"),
        )
        .sort(by_slot)
    )


def _downs_signed(downs: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """Signed slots of a table's cards, by the gaming day on which each card starts, which is that of its total."""
    home = downs.filter(pl.col("slot_start").is_null()).select(*CARD, home="gaming_date").unique(CARD)
    return (
        signed.join(home, on=CARD, how="left", nulls_equal=True)
        .group_by("room", "table", gaming_date=pl.coalesce("home", "gaming_date"))
        .agg(slots_signed=pl.col("slot_start").n_unique())
    )


def signature_frame(signatures: pl.DataFrame) -> pl.DataFrame:
    """One row a signature; with every table that its dealer, where sure, signed in the slot."""
    everywhere = (
        signatures.filter(pl.col("person").is_not_null())
        .group_by("room", "person", "slot_start")
        .agg(tables_count=pl.col("table").n_unique(), tables_signed=pl.col("table").unique().sort().str.join(", "))
    )
    return signatures.join(
        everywhere, on=["room", "person", "slot_start"], how="left", maintain_order="left"
    ).with_columns(
        at=pl.col("slot_start"),
        # An unreadable number is one whatever the roster says; whether a readable one is anybody's, only that knows.
        number_judged=pl.when(~pl.col("number_readable") | pl.col("on_roster").is_not_null()).then(True),
    )


def following(left: pl.DataFrame, right: pl.DataFrame, since: str, at: str, by: list[str]) -> pl.DataFrame:
    """Each row of `left` with the first row of `right` at or after its moment, nulls where there is none."""
    if left.is_empty():
        right = right.clear()  # nothing to look for: spare the sorting
    return left.sort(since, *by).join_asof(
        right.sort(at, *by), left_on=since, right_on=at, by=by, strategy="forward", coalesce=False,
        check_sortedness=False,
    )  # fmt: skip


def count_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a wrong count of a shuffler, with the first hand dealt with that deck before it was put right."""
    wrong = (
        shuffles.filter((pl.col("status") == "count") | ((pl.col("status") == "ok") & (pl.col("cards") != DECK_CARDS)))
        .with_row_index("wrong")
        .select(
            "wrong", "room", "table", "device", "deck", "at", "cards", "gaming_date", "source_file", "source_line",
            "within_s",
        )
    )  # fmt: skip
    right_again = shuffles.filter(
        (pl.col("status") == "removed") | ((pl.col("status") == "ok") & (pl.col("cards") == DECK_CARDS))
    ).select("room", "table", "deck", right_at="at")
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", changed_at="at")
    dealt = hands.filter(pl.col("deck").is_not_null()).select(
        "room", "table", "deck", "dealer", "order", dealt_at="start", dealt_hand="hand"
    )
    decks = dealt.select("room", "table", decks_known=pl.lit(True)).unique()
    by_deck = ["room", "table", "deck"]
    wrong = following(wrong, right_again, "at", "right_at", by_deck)
    wrong = following(wrong, changed, "at", "changed_at", ["room", "table"])
    wrong = following(wrong, dealt, "at", "dealt_at", by_deck)
    # The shuffler's clock may be off by so much: a deck taken off at the last moment was taken off in time.
    put_right = (pl.col("right_at") <= pl.col("dealt_at") + pl.duration(seconds=pl.col("within_s"))).fill_null(
        False
    ) | (pl.col("changed_at") <= pl.col("dealt_at")).fill_null(False)
    still_wrong = ~put_right & pl.col("within_s").is_not_null()
    return (
        wrong.join(decks, on=["room", "table"], how="left", maintain_order="left")
        .with_columns(
            decks_known=pl.when(pl.col("within_s").is_not_null()).then("decks_known"),
            at=pl.coalesce(pl.when(still_wrong).then("dealt_at"), "at"),
            hand=pl.when(still_wrong).then("dealt_hand"),
            order=pl.when(still_wrong).then("order"),
            dealer=pl.when(still_wrong).then("dealer"),
        )
        .with_columns(dealt_hand=pl.col("hand"))
        .sort("wrong")
    )


# Notes that tell of a seat's chips, of who sits there, or of the button; the whole table's have seat 0.
_CHIPS = ("rebuy", "cashout")
_CHANGES = ("seat-open", "seat-taken")
_WHOLE_TABLE = ("colour-up", "bagging")
_BOUGHT = "button-bought"


def notes_before_hands(hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a note that matters, with `order`, the hand that begins next at its table.

    `hands` is sorted by table and time.
    """
    kinds = [*_CHIPS, *_CHANGES, *_WHOLE_TABLE, _BOUGHT]
    word = pl.col("note")
    amount = pl.col("amount_cents")
    tables = hands.filter(~pl.col("has_previous")).select("room", "table", "table_code")
    return (
        notes.filter(word.is_in(kinds))
        .join(tables, on=["room", "table"])
        .sort("at", maintain_order=True)
        .join_asof(
            hands.select("table_code", "order", at="start"), on="at", by="table_code", strategy="forward",
            check_sortedness=False,
        )
        .filter(pl.col("order").is_not_null())
        .sort("order", maintain_order=True)
        .select(
            order=pl.col("order").cast(pl.Int64),
            seat=pl.when(word.is_in(_WHOLE_TABLE)).then(0).otherwise(pl.col("seat").fill_null(0)).cast(pl.Int64),
            change=pl.when(word == "rebuy").then(amount).when(word == "cashout").then(-amount).fill_null(0),
            unknown=word.is_in([*_CHANGES, *_WHOLE_TABLE])
            | (word.is_in(_CHIPS) & (amount.is_null() | pl.col("seat").is_null())),
            bought=word == _BOUGHT,
        )
    )  # fmt: skip
