"""Down cards as a whole: closed or not, their totals, dealers without a break, and downs in which nothing was dealt."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from checks.floor.signatures import CARD
from checks.floor.timeline import HALF_HOUR
from parsers.house import House

DEALT: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "slot_start": pl.Datetime("us", "UTC"),
    "log_dealer": pl.String, "signature": pl.UInt32, "hands": pl.Int64, "disagree": pl.Int64,
    "last_end": pl.Datetime("us", "UTC"),
}  # fmt: skip
WRONG_TABLE_LEAST: Final = 2  # slots that must agree before a card is taken for another table's
_CLOCK_MIN = 24 * 60


def card_frame(downs: pl.DataFrame, signatures: pl.DataFrame, house: House) -> pl.DataFrame:
    """One row a card: how many downs it holds, its total and initials; `at` is its first slot.

    A card that runs into the next gaming day is judged on the day it began. `downs_known` is null where part of it may
    lie in another day's data.
    """
    keys = list(CARD)
    slots = downs.filter(pl.col("slot_start").is_not_null()).with_columns(began=_began())
    slots = slots.with_columns(home=house.gaming_dates(slots["room"], slots["began"]))
    signed = signatures.group_by(keys).agg(
        signed=pl.len(), slots_signed=pl.col("slot_start").n_unique(), is_tournament=pl.col("is_tournament").any()
    )
    closing = downs.filter(pl.col("slot_start").is_null() & (pl.col("slot") == "CLOSE"))
    closed = closing.group_by(keys).agg(
        total=pl.col("total").drop_nulls().first(),
        initialled=(pl.col("initials").fill_null("").str.strip_chars().str.len_chars() > 0).any(),
        closed=pl.lit(True),
        source_line=pl.col("source_line").first(),
    )
    return (
        slots.group_by(keys, maintain_order=True)
        .agg(
            pl.col("home", "source_file").first(),
            at=pl.col("slot_start").min(),
            last_slot=pl.col("slot_start").max(),
            first_line=pl.col("source_line").min(),
            split=(pl.col("gaming_date") != pl.col("home")).any(),
            here=(pl.col("gaming_date") == pl.col("home")).any(),
            day_ends=(pl.col("gaming_date") == pl.col("home")).all(),
            slots=pl.col("slot_start").n_unique(),
        )
        .filter("here")
        .join(signed, on=keys, how="inner", nulls_equal=True)
        .join(closed, on=keys, how="left", nulls_equal=True)
        .with_columns(
            gaming_date=pl.col("home"),
            source_line=pl.coalesce("source_line", "first_line"),
            closed=pl.col("closed").fill_null(False),
            initialled=pl.col("initialled").fill_null(False),
        )
        .with_columns(downs_known=_whole(house))
        .sort("room", "table", "at")
    )


def _began() -> pl.Expr:
    """The card's start as a moment, counted back from a slot."""

    def minutes(text: str) -> pl.Expr:
        return pl.col(text).str.slice(0, 2).cast(pl.Int64) * 60 + pl.col(text).str.slice(3, 2).cast(pl.Int64)

    since = (minutes("slot") - minutes("start") + _CLOCK_MIN) % _CLOCK_MIN
    set_up = since > _CLOCK_MIN - 121  # a slot of getting ready stands before the start
    early = (pl.col("kind") == "setup") | (pl.col("emp").fill_null("").str.strip_chars().str.len_chars() == 0)
    return pl.col("slot_start") - pl.duration(minutes=pl.when(set_up & early).then(since - _CLOCK_MIN).otherwise(since))


def _rows_lost() -> pl.Expr:
    """Whether the total tells of signed slots that are not on the card: rows between its first and last are missing.

    A blank slot stays on the card. One that is not there at all was lost on the way, and may have been signed.
    """
    printed = (pl.col("last_slot") - pl.col("at")).dt.total_minutes() // 30 + 1
    lacking = pl.col("total").cast(pl.Int64) - pl.col("slots_signed").cast(pl.Int64)
    return ((lacking > 0) & (lacking <= printed - pl.col("slots").cast(pl.Int64))).fill_null(False)


def _whole(house: House) -> pl.Expr:
    """Whether the card ends before its gaming day does, so that no part of it can lie in the next day's data."""
    known = pl.lit(None, pl.Boolean)
    for room in house.rooms.values():
        local = (pl.col("last_slot") + HALF_HOUR).dt.convert_time_zone(room.timezone.key)
        minute = local.dt.hour().cast(pl.Int64) * 60 + local.dt.minute().cast(pl.Int64)
        begins = pl.lit(False)  # a gaming day begins at this minute, whichever hour is in force
        for _, starts in room.day_starts.values:
            begins = begins | (minute == starts)
        ends = begins & ~pl.col("split")
        own = pl.when((~ends & ~_rows_lost()) | (pl.col("total") < pl.col("slots_signed"))).then(True)
        known = pl.when(pl.col("room") == room.id).then(own).otherwise(known)
    return known


def run_frame(signatures: pl.DataFrame) -> pl.DataFrame:
    """One row a run of downs without a slot off, of one dealer at any tables of a room.

    `at` and `table` are those of the last slot; `over_at` and `over_table` come with the house's limit, in `runs_over`.
    Signatures whose dealer is not sure are left out.
    """
    slots = (
        signatures.filter(pl.col("person").is_not_null())
        .sort("room", "person", "slot_start", "table")
        .unique(["room", "person", "slot_start"], keep="first", maintain_order=True)
    )
    keys = pl.struct("room", "person")
    begins = (keys != keys.shift(1)) | (pl.col("slot_start") != pl.col("slot_start").shift(1) + HALF_HOUR)
    return (
        slots.with_columns(run=begins.fill_null(True).cum_sum())
        .group_by("run", maintain_order=True)
        .agg(
            pl.col("room", "gaming_date").first(),
            pl.col("is_tournament").any(),
            pl.col("slot_start", "table", "source_file", "source_line"),
            dealer=pl.col("person").first(),
            downs=pl.len().cast(pl.Int64),
        )
    )


def over_the_limit(runs: pl.DataFrame) -> pl.DataFrame:
    """The runs with the first slot past `most`, the house's limit; null where the house sets none."""
    place = pl.min_horizontal(pl.col("most").fill_null(0), pl.col("downs") - 1)
    return runs.with_columns(
        at=pl.col("slot_start").list.get(place),
        table=pl.col("table").list.get(place),
        source_file=pl.col("source_file").list.get(place),
        source_line=pl.col("source_line").list.get(place),
    )


# -- signed and dealt --------------------------------------------------------------------------------------------------


def dealt_slots(hands: pl.DataFrame, signatures: pl.DataFrame) -> pl.DataFrame:
    """One row a table, slot and dealer of the log in a room that keeps cards: hands begun, and what covers them."""
    rooms = signatures.select("room").unique()
    some = hands.join(rooms, on="room", how="semi", maintain_order="left")
    return (
        some.group_by("room", "table", "gaming_date", "slot_start", "log_dealer", "signature", maintain_order=True)
        .agg(
            hands=pl.len().cast(pl.Int64),
            disagree=(~pl.col("log_agrees")).sum().cast(pl.Int64),
            last_end=pl.coalesce("end", "start").max(),
        )
        .sort("room", "table", "slot_start", "log_dealer", "signature")
    )


def signed_frame(signatures: pl.DataFrame, dealt: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a signature of a dealing down, with the hands begun in its slot (`hands`, null without a log).

    `elsewhere` names the table at which the dealers of the whole card dealt, where it is clear that the card bears the
    wrong table's number; such a card is one row that counts, its first. `break_covers` says that players were on a
    break through the slot.
    """
    by_slot = ["room", "table", "slot_start"]
    downs = signatures.filter(pl.col("kind").fill_null("live").is_in(["live", "tournament"]))
    tables = dealt.select("room", "table", "gaming_date", has_log=pl.lit(True)).unique()
    begun = dealt.group_by(by_slot).agg(begun=pl.col("hands").sum())
    covered = dealt.filter(pl.col("signature").is_not_null()).group_by("signature").agg(covered=pl.col("hands").sum())
    going_on = (
        dealt.group_by("room", "table", slot_start=pl.col("slot_start") + HALF_HOUR)
        .agg(last_end=pl.col("last_end").max())
        .filter(pl.col("last_end") > pl.col("slot_start"))
        .select(*by_slot, going_on=pl.lit(True))
    )
    # Where two signed for one slot and the log names its dealers, each answers for the hands of the own down alone.
    of_down = (
        downs.select("signature", "down")
        .join(covered, on="signature", how="left")
        .group_by("down")
        .agg(down_hands=pl.col("covered").sum())
    )
    named = dealt.group_by(by_slot).agg(log_names=pl.col("log_dealer").is_not_null().all())
    signers = signatures.group_by(by_slot).agg(signers=pl.len())
    told_apart = (pl.col("signers") > 1) & pl.col("log_names").fill_null(False)
    frame = (
        downs.join(tables, on=["room", "table", "gaming_date"], how="left", maintain_order="left")
        .join(begun, on=by_slot, how="left", maintain_order="left")
        .join(covered, on="signature", how="left", maintain_order="left")
        .join(going_on, on=by_slot, how="left", maintain_order="left")
        .join(of_down, on="down", how="left", maintain_order="left")
        .join(named, on=by_slot, how="left", maintain_order="left")
        .join(signers, on=by_slot, how="left", maintain_order="left")
        .with_columns(
            hands=pl.when(pl.col("has_log") & told_apart)
            .then(pl.col("down_hands").fill_null(0))
            .when(pl.col("has_log"))
            .then(pl.col("begun").fill_null(0) + pl.col("covered").fill_null(0) + pl.col("going_on").fill_null(False))
            .cast(pl.Int64),
            break_covers=_in_break(downs, notes),
        )
    )
    return _misheaded(frame, dealt).with_columns(
        at=pl.col("slot_start"), no_break=pl.when(~pl.col("break_covers") | (pl.col("hands") > 0)).then(True)
    )


def _in_break(downs: pl.DataFrame, notes: pl.DataFrame) -> pl.Series:
    """Whether a noted break was on for the whole slot."""
    breaks = notes.filter(pl.col("note") == "break").select("room", "table", began="at").sort("began")
    back = notes.filter(pl.col("note") == "resume").select("room", "table", resumed="at").sort("resumed")
    slots = downs.select("signature", "room", "table", "slot_start").sort("slot_start")
    by = ["room", "table"]
    slots = slots.join_asof(
        breaks, left_on="slot_start", right_on="began", by=by, strategy="backward", check_sortedness=False,
        coalesce=False,
    )  # fmt: skip
    slots = slots.sort("began", nulls_last=True).join_asof(
        back, left_on="began", right_on="resumed", by=by, strategy="forward", check_sortedness=False, coalesce=False
    )
    covers = pl.col("began").is_not_null() & (
        pl.col("resumed").is_null() | (pl.col("resumed") >= pl.col("slot_start") + HALF_HOUR)
    )
    order = downs.select("signature").join(
        slots.select("signature", covers=covers), on="signature", how="left", maintain_order="left"
    )
    return order["covers"].fill_null(False)


def _misheaded(frame: pl.DataFrame, dealt: pl.DataFrame) -> pl.DataFrame:
    """Cards headed with another table's number: all their dealers dealt, by the log, at one table without a card."""
    keys = list(CARD)
    empty = frame.filter((pl.col("hands") == 0).fill_null(True) & pl.col("dealer").is_not_null())
    carded = frame.select("room", "table", "slot_start").unique()
    uncarded = dealt.filter(pl.col("log_dealer").is_not_null()).join(
        carded, on=["room", "table", "slot_start"], how="anti"
    )
    met = empty.join(
        uncarded.select("room", "slot_start", dealer="log_dealer", dealt_at="table").unique(),
        on=["room", "slot_start", "dealer"],
        how="inner",
    )
    sizes = frame.group_by(keys).agg(size=pl.len())
    whole = (
        met.group_by([*keys, "dealt_at"])
        .agg(met=pl.col("signature").n_unique())
        .join(sizes, on=keys, how="inner", nulls_equal=True)
        .filter((pl.col("met") >= WRONG_TABLE_LEAST) & (pl.col("met") * 5 >= pl.col("size") * 4))
        .sort(*keys, "met", "dealt_at")
        .unique(keys, keep="last", maintain_order=True)
        .select(*keys, elsewhere="dealt_at")
    )
    frame = frame.join(whole, on=keys, how="left", nulls_equal=True, maintain_order="left")
    first = pl.col("slot_start") == pl.col("slot_start").min().over(keys)
    return frame.with_columns(
        card_slots=pl.len().over(keys).cast(pl.Int64),
        counts=pl.col("elsewhere").is_null() | first,
        hands=pl.when(pl.col("elsewhere").is_not_null()).then(0).otherwise("hands"),
    )
