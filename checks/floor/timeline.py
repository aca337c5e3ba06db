"""Frames that join the feeds: down cards, shuffler counts and notes beside the hands of a table."""

from __future__ import annotations

import numpy as np
import polars as pl

from checks.floor.signatures import CARD
from checks.kernel_arrays import column_of
from checks.replay.counting import hands_from
from parsers.games import GAMES
from parsers.vocabulary import SHUFFLE_STATUSES

HALF_HOUR = pl.duration(minutes=30)
DECK_CARDS = 52
OTHER_DECKS = {
    name: game.deck_size
    for game in GAMES.values()
    if game.deck_size != DECK_CARDS
    for name in (game.code, *game.aliases)
}
assert {"ok", "count", "removed"} <= set(SHUFFLE_STATUSES)


def slot_of(at: str, offset_minutes: str) -> pl.Expr:
    """The beginning, in UTC, of the local half hour that a moment lies in."""
    offset = pl.duration(minutes=pl.col(offset_minutes).cast(pl.Int64))
    return (pl.col(at) + offset).dt.truncate("30m") - offset


def slot_frame(hands: pl.DataFrame, downs: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """One row a half hour in which a table dealt.

    `has_card` is null where the table has no card that gaming day, or the slot is not on it and its total does not
    prove that nothing was lost: a blank slot stays on a card.

    Who pushes in signs. The first hands of a table, dealt minutes early, and its last ones, dealt past the turn of the
    slot, have no push of their own there: where the neighbour's signature covers them all, `signed` is true.
    `hands` is sorted by table and time, so that a slot's hands mostly stand together: only the runs are grouped.
    """
    by_day = ["room", "table", "gaming_date"]
    by_slot = ["room", "table", "slot_start"]
    place = ("table_code", "gaming_date", "slot_start", "is_tournament")
    turns = hands.select(pl.any_horizontal(pl.col(place).ne_missing(pl.col(place).shift(1))))
    starts = turns.to_series().arg_true().to_numpy()
    lengths = pl.Series(np.diff(np.append(starts, len(hands))).astype(np.int64))
    is_open = hands["signature"].is_null().to_numpy().astype(np.int64)
    open_hands: list[int] = np.add.reduceat(is_open, starts).tolist() if len(starts) else []
    runs = hands.select("room", "table", *place)[starts].with_columns(
        hands=lengths, uncovered=pl.Series(open_hands, dtype=pl.Int64)
    )
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
        .agg(pl.col("hands", "uncovered").sum(), is_tournament=pl.col("is_tournament").any())
        .join(cards, on=by_day, how="left")
        .join(signatures, on=by_slot, how="left")
        .join(on_card, on=by_slot, how="left")
        .sort(by_slot)
        .with_columns(
            signed=pl.col("signed").fill_null(False) | ((pl.col("uncovered") == 0) & (_begins() ^ _ends())),
            at=pl.col("slot_start"),
        )
        .with_columns(has_card=pl.when(pl.col("on_card") | pl.col("proven") | pl.col("signed")).then("has_card"))
        .drop("uncovered")
    )


def _downs_signed(downs: pl.DataFrame, signed: pl.DataFrame) -> pl.DataFrame:
    """Signed slots of a table's cards, by the gaming day on which each card starts, which is that of its total."""
    home = downs.filter(pl.col("slot_start").is_null()).select(*CARD, home="gaming_date").unique(CARD)
    return (
        signed.join(home, on=CARD, how="left", nulls_equal=True)
        .group_by("room", "table", gaming_date=pl.coalesce("home", "gaming_date"))
        .agg(slots_signed=pl.col("slot_start").n_unique())
    )


def _begins() -> pl.Expr:
    """Whether a table did not deal in the half hour before a slot; rows are sorted by table and slot."""
    before = pl.col("slot_start").shift(1).over("room", "table")
    return (before != pl.col("slot_start") - HALF_HOUR).fill_null(True)


def _ends() -> pl.Expr:
    """Whether a table did not deal in the half hour after a slot."""
    after = pl.col("slot_start").shift(-1).over("room", "table")
    return (after != pl.col("slot_start") + HALF_HOUR).fill_null(True)


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
    """One row a wrong count of a shuffler, with the first hand dealt with that deck before it was put right.

    How many cards are right hangs on the game: that of the next hand dealt with the deck.
    """
    dealt = hands.filter(pl.col("deck").is_not_null()).select(
        "room", "table", "deck", "dealer", "order", dealt_at="start", dealt_hand="hand",
        cards_due=pl.col("game").replace_strict(OTHER_DECKS, default=DECK_CARDS, return_dtype=pl.Int64),
    )  # fmt: skip
    by_deck = ["room", "table", "deck"]
    counts = following(
        shuffles.filter(pl.col("status").is_in(["ok", "count"])), dealt, "at", "dealt_at", by_deck
    ).with_columns(pl.col("cards_due").fill_null(DECK_CARDS))
    # A device that is set for 52 cards calls another game's deck wrong, and is wrong itself.
    is_right = (pl.col("cards") == pl.col("cards_due")) & (
        (pl.col("status") == "ok") | (pl.col("cards_due") != DECK_CARDS)
    )
    said_wrong = (pl.col("status") == "count") | (pl.col("cards") != pl.col("cards_due"))
    wrong = (
        counts.filter(said_wrong & ~is_right.fill_null(False))
        .sort("room", "table", "at", "source_line")
        .with_row_index("wrong")
        .select(
            "wrong", "room", "table", "device", "deck", "at", "cards", "gaming_date", "source_file", "source_line",
            "within_s",
        )
    )  # fmt: skip
    right_again = pl.concat(
        [
            shuffles.filter(pl.col("status") == "removed").select("room", "table", "deck", right_at="at"),
            counts.filter(is_right).select("room", "table", "deck", right_at="at"),
        ]
    )
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", changed_at="at")
    decks = dealt.select("room", "table", decks_known=pl.lit(True)).unique()
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


def stub_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a wrong count of the stub, with the next hand that was dealt with the same deck.

    A change of decks that was noted, a deck that the shuffler gave up or counted right, explain its coming back.
    """
    wrong = hands.filter(pl.col("stub_count") != pl.col("stub_due")).select(
        "room", "table", "gaming_date", "deck", "stub_count", "stub_due", "source_file", "source_line", "terms",
        "game", "start", counted_hand="hand", counted_by="dealer", counted_at=pl.col("start") + pl.duration(seconds=1),
    )  # fmt: skip
    dealt = hands.filter(pl.col("deck").is_not_null()).select(
        "room", "table", "deck", "dealer", "order", dealt_at="start", dealt_hand="hand"
    )
    by_deck = ["room", "table", "deck"]
    explained = shuffles.filter(pl.col("status").is_in(["ok", "removed"])).select(*by_deck, right_at="at")
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", changed_at="at")
    wrong = following(wrong, explained, "counted_at", "right_at", by_deck)
    wrong = following(wrong, changed, "counted_at", "changed_at", ["room", "table"])
    wrong = following(wrong, dealt, "counted_at", "dealt_at", by_deck)
    put_right = (pl.min_horizontal("right_at", "changed_at") <= pl.col("dealt_at")).fill_null(False)
    stayed = pl.col("dealt_at").is_not_null() & pl.col("deck").is_not_null() & ~put_right
    return wrong.with_columns(
        stayed=stayed,
        decks_named=pl.when(pl.col("deck").is_not_null()).then(True),
        order=pl.when(stayed).then("order"),
        hand=pl.when(stayed).then("dealt_hand").otherwise("counted_hand"),
        dealer=pl.when(stayed).then("dealer").otherwise("counted_by"),
        at=pl.when(stayed).then("dealt_at").otherwise("start"),
    ).drop("start", "counted_by", "counted_at", "dealt_hand")


def exchange_frame(hands: pl.DataFrame, due: pl.Expr) -> pl.DataFrame:
    """One row a hand of a tournament table that another dealer dealt than the one before, with the decks of both."""
    pushed = (pl.col("log_dealer") != pl.col("log_dealer").shift(1)).fill_null(False) & pl.col("has_previous")
    named = pl.col("deck").is_not_null() & pl.col("deck_before").is_not_null() & pl.col("follows")
    return (
        hands.with_columns(pushed=pushed, deck_before=pl.col("deck").shift(1))
        .filter(pl.col("pushed") & pl.col("is_tournament"))
        .with_columns(decks_named=pl.when(named).then(True), due=due)
        .select(
            "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "game", "deck", "deck_before",
            "decks_named", "due", "source_file", "source_line", at="start",
        )
    )  # fmt: skip


# Notes that tell of a seat's chips, of who sits there, or of the button; the whole table's have seat 0.
_CHIPS = ("rebuy", "cashout")
_CHANGES = ("seat-open", "seat-taken")
_WHOLE_TABLE = ("colour-up", "bagging")
_BOUGHT = "button-bought"
_COLOUR_UP = "colour-up"


def notes_before_hands(hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a note that matters, with `order`, the hand that begins next at its table.

    `hands` is sorted by table and time.
    """
    kinds = [*_CHIPS, *_CHANGES, *_WHOLE_TABLE, _BOUGHT]
    word = pl.col("note")
    amount = pl.col("amount_cents")
    tables = hands.filter(~pl.col("has_previous")).select("room", "table", first=pl.col("order").cast(pl.Int64))
    tables = tables.with_columns(last=pl.col("first").shift(-1, fill_value=len(hands)))
    noted = notes.filter(word.is_in(kinds)).join(tables, on=["room", "table"], maintain_order="left")
    at = column_of(noted["at"].to_physical())
    order = np.empty(len(at), np.int64)
    start, first, last = (column_of(one) for one in (hands["start"].to_physical(), noted["first"], noted["last"]))
    hands_from(start, first, last, at, order)
    by_hand = np.lexsort((at, order))
    by_hand = by_hand[order[by_hand] < len(hands)]
    return (
        noted[by_hand]
        .with_columns(order=pl.Series(order[by_hand]))
        .select(
            "order",
            seat=pl.when(word.is_in(_WHOLE_TABLE)).then(0).otherwise(pl.col("seat").fill_null(0)).cast(pl.Int64),
            change=pl.when(word == "rebuy").then(amount).when(word == "cashout").then(-amount).fill_null(0),
            unknown=word.is_in([*_CHANGES, *_WHOLE_TABLE]) & (word != _COLOUR_UP)
            | (word.is_in(_CHIPS) & (amount.is_null() | pl.col("seat").is_null())),
            bought=word == _BOUGHT,
            coloured=word == _COLOUR_UP,
        )
    )
