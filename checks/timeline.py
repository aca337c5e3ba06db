"""Frames that join the feeds: down cards, shuffler counts and notes beside the hands of a table."""

from __future__ import annotations

import polars as pl

from parsers.vocabulary import SHUFFLE_STATUSES

HALF_HOUR = pl.duration(minutes=30)
DECK_CARDS = 52
assert {"ok", "count", "removed"} <= set(SHUFFLE_STATUSES)


def slot_of(at: str, offset_minutes: str) -> pl.Expr:
    """The beginning, in UTC, of the local half hour that a moment lies in."""
    offset = pl.duration(minutes=pl.col(offset_minutes).cast(pl.Int64))
    return (pl.col(at) + offset).dt.truncate("30m") - offset


def signed_slots(downs: pl.DataFrame) -> pl.DataFrame:
    """One row a slot that somebody signed: room, table, slot_start, emp, kind, gaming_date."""
    emp = pl.col("emp").str.strip_chars()
    return (
        downs.filter(pl.col("slot_start").is_not_null() & (emp.str.len_chars() > 0))
        .with_columns(emp=emp)
        .select("room", "table", "slot_start", "emp", "kind", "gaming_date", "source_file", "source_line")
        .unique(["room", "table", "slot_start", "emp"], keep="first", maintain_order=True)
        .sort("room", "table", "slot_start", "emp")
    )


def attribute_dealers(hands: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """Adds `slot_start`, `dealer` and `dealer_source`: who dealt by the log, else by the card that covers the start."""
    hands = hands.with_columns(slot_start=slot_of("start", "utc_offset_min"))
    if signed.is_empty():
        return hands.with_columns(
            card_dealer=pl.lit(None, pl.String),
            dealer=pl.col("log_dealer"),
            dealer_source=pl.when(pl.col("log_dealer").is_not_null()).then(pl.lit("log")),
        )
    by_card = signed.group_by("room", "table", "slot_start").agg(
        card_dealer=pl.when(pl.col("emp").n_unique() == 1).then(pl.col("emp").first())
    )
    return hands.join(by_card, on=["room", "table", "slot_start"], how="left", maintain_order="left").with_columns(
        dealer=pl.coalesce("log_dealer", "card_dealer"),
        dealer_source=pl.when(pl.col("log_dealer").is_not_null())
        .then(pl.lit("log"))
        .when(pl.col("card_dealer").is_not_null())
        .then(pl.lit("card")),
    )


def slot_frame(hands: pl.DataFrame, downs: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """One row a half hour in which a table dealt. `has_card` is null where the table has no card that gaming day."""
    cards = downs.select("room", "table", "gaming_date", has_card=pl.lit(True)).unique()
    signatures = signed.select("room", "table", "slot_start", signed=pl.lit(True)).unique()
    return (
        hands.group_by("room", "table", "gaming_date", "slot_start")
        .agg(hands=pl.len())
        .join(cards, on=["room", "table", "gaming_date"], how="left")
        .join(signatures, on=["room", "table", "slot_start"], how="left")
        .with_columns(pl.col("signed").fill_null(False), at=pl.col("slot_start"))
        .sort("room", "table", "slot_start")
    )


def signature_frame(signed: pl.DataFrame) -> pl.DataFrame:
    """One row a readable signature: a dealer in a slot at a table, with every table that number signed in the slot."""
    readable = signed.filter(pl.col("emp").str.contains(r"^[0-9]{6}$"))
    everywhere = readable.group_by("room", "emp", "slot_start").agg(
        tables_count=pl.col("table").n_unique(), tables_signed=pl.col("table").unique().sort().str.join(", ")
    )
    return readable.join(everywhere, on=["room", "emp", "slot_start"], maintain_order="left").with_columns(
        at=pl.col("slot_start"), dealer=pl.col("emp")
    )


def down_frame(hands: pl.DataFrame, signed: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a down: consecutive slots of one dealer at one table, with the first hand that dealer dealt in it."""
    slots = signed.filter(pl.col("kind").is_in(["live", "tournament"])).sort("room", "table", "emp", "slot_start")
    if slots.is_empty():
        hands = hands.clear()  # nobody signed: no hand needs to be looked at
    run_starts = (pl.struct("room", "table", "emp") != pl.struct("room", "table", "emp").shift(1)) | (
        pl.col("slot_start") != pl.col("slot_start").shift(1) + HALF_HOUR
    )
    downs = (
        slots.with_columns(run=run_starts.fill_null(True).cum_sum())
        .group_by("run", maintain_order=True)
        .agg(
            pl.col("room", "table", "emp", "gaming_date", "source_file", "source_line").first(),
            down_start=pl.col("slot_start").first(),
            down_end=pl.col("slot_start").last() + HALF_HOUR,
        )
    )
    dealt = hands.filter(pl.col("dealer").is_not_null()).select(
        "room", "table", "start", "previous_start", "order", "hand",
        emp=pl.col("dealer"), counted=pl.col("stub_count").is_not_null(),
    )  # fmt: skip
    downs = following(downs, dealt, "down_start", "start", ["room", "table", "emp"])
    in_down = pl.col("start") < pl.col("down_end")
    downs = downs.with_columns(
        first_hand=pl.when(in_down).then("hand"),
        first_hand_counted=pl.when(in_down).then("counted"),
        first_start=pl.when(in_down).then("start"),
        order=pl.when(in_down).then("order"),
        since=pl.coalesce("previous_start", "down_start"),
    )
    changes = notes.filter(pl.col("note") == "deck-change").select("room", "table", changed_at="at")
    changed = downs.filter(in_down).select("run", "room", "table", "since", "first_start")
    changed = following(changed, changes, "since", "changed_at", ["room", "table"])
    new_deck = changed.filter(pl.col("changed_at") <= pl.col("first_start")).select("run", new_deck=pl.lit(True))
    return (
        downs.join(new_deck, on="run", how="left", maintain_order="left")
        .with_columns(dealer=pl.col("emp"), at=pl.coalesce("first_start", "down_start"), hand=pl.col("first_hand"))
        .sort("run")
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
        .select("wrong", "room", "table", "device", "deck", "at", "cards", "gaming_date", "source_file", "source_line")
    )
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
    put_right = pl.min_horizontal("right_at", "changed_at") <= pl.col("dealt_at")
    still_wrong = ~put_right.fill_null(False)
    return (
        wrong.join(decks, on=["room", "table"], how="left", maintain_order="left")
        .with_columns(
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
