"""Pushes: whose down covers a hand, and whether a push came when none may.

A card says half hours, a room pushes when a hand is over: minutes late when the hand is long or the clock of a level
runs out, a moment early when a table waits. So a hand near the turn of a slot may belong to the neighbour's down. The
log tells where the push really was: by its dealers, else by its push notes. A hand that straddles a push belongs to the
dealer who began it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from checks.floor.signatures import fits
from checks.floor.timeline import HALF_HOUR, following, slot_of

DRIFT: Final = pl.duration(minutes=15)  # a push nearer to another slot's turn is not this one's
DOWN_KINDS: Final = ("live", "tournament")

_ADDED: Final = {
    "card_dealer": pl.String, "card_percent": pl.Int32, "down": pl.UInt32, "signature": pl.UInt32,
    "push_known": pl.Boolean, "log_agrees": pl.Boolean, "card_says": pl.String,
}  # fmt: skip


def with_downs(signatures: pl.DataFrame) -> pl.DataFrame:
    """Adds `down`, the number of the run of consecutive slots that one dealer signed at one table.

    Null for set-up and bagging, and where nobody can say whose signature it is.
    """
    named = pl.col("person").is_not_null() | pl.col("name_person").is_not_null()
    dealing = signatures.filter(pl.col("kind").fill_null("live").is_in(DOWN_KINDS) & named).sort(
        "room", "table", "identity", "slot_start"
    )
    keys = pl.struct("room", "table", "identity")
    begins = (keys != keys.shift(1)) | (pl.col("slot_start") != pl.col("slot_start").shift(1) + HALF_HOUR)
    numbered = dealing.select("signature", down=begins.fill_null(True).cum_sum().cast(pl.UInt32))
    return signatures.join(numbered, on="signature", how="left", maintain_order="left")


def attribute(hands: pl.DataFrame, signatures: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """Adds who dealt each hand: the dealer whose signed down covers it, else the one the log names.

    `dealer_source` is "both" where log and card agree, "card", or "log". `log_dealer` and `card_dealer` stay beside it,
    `card_percent` says how sure the card's is. `down` and `signature` are those that cover the hand; `push_known` says
    that the log tells who was in the box. `log_agrees` is null where log or card are silent; `card_says` is what the
    card has in place of the log's dealer.
    """
    hands = hands.with_columns(slot_start=slot_of("start", "utc_offset_min"))
    there = signatures.select("room", "table").unique()
    if there.is_empty() or hands.is_empty():
        covered = hands.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in _ADDED.items())
    else:
        near = hands.select("order", "room", "table", "slot_start", "start", "log_dealer").join(
            there, on=["room", "table"], how="semi", maintain_order="left"
        )
        covered = hands.join(_covering(near, signatures, notes), on="order", how="left", maintain_order="left")
    log, card = pl.col("log_dealer").is_not_null(), pl.col("card_dealer").is_not_null()
    return covered.with_columns(
        dealer=pl.coalesce("card_dealer", "log_dealer"),
        dealer_source=pl.when(log & card & (pl.col("log_dealer") == pl.col("card_dealer")))
        .then(pl.lit("both"))
        .when(card)
        .then(pl.lit("card"))
        .when(log)
        .then(pl.lit("log")),
    )


def _covering(hands: pl.DataFrame, signatures: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a hand of a table with a card: the signature that covers it, and what the card says of the log."""
    pushed = notes.filter((pl.col("note") == "push") & pl.col("dealer").is_not_null()).select(
        "room", "table", pushed_at="at", pushed_dealer="dealer"
    )
    hands = (
        hands.sort("start", "order")
        .join_asof(
            pushed.sort("pushed_at"), left_on="start", right_on="pushed_at", by=["room", "table"],
            strategy="backward", tolerance="12h", coalesce=False, check_sortedness=False,
        )
        .join(_push_possible(hands, notes), on=["room", "table", "slot_start"], how="left", maintain_order="left")
        .with_columns(in_box=pl.coalesce("log_dealer", "pushed_dealer"))
        .drop("pushed_at", "pushed_dealer")
    )  # fmt: skip
    written = signatures.select(
        "room", "table", "slot_start", "signature", "down", "identity", "person", "pattern", "name_person", "maybe",
        "percent", "number_readable", "emp",
    )  # fmt: skip
    pairs = pl.concat(
        hands.with_columns(near_slot=pl.col("slot_start") + step * HALF_HOUR, step=pl.lit(step, pl.Int8)).join(
            written.rename({"slot_start": "near_slot"}), on=["room", "table", "near_slot"], how="inner"
        )
        for step in (0, -1, 1)
    )
    pairs = pairs.with_columns(accepts=_accepts(pairs))
    by_slot = ["room", "table", "slot_start"]
    own = (
        pairs.filter((pl.col("step") == 0) & pl.col("accepts"))
        .group_by(by_slot)
        .agg(own_first=pl.col("start").min(), own_last=pl.col("start").max())
    )
    pairs = pairs.join(own, on=by_slot, how="left", maintain_order="left")
    start, slot = pl.col("start"), pl.col("slot_start")
    late = (start - pl.col("possible_from") <= DRIFT) & (start < pl.col("own_first")).fill_null(True)
    early = (slot + HALF_HOUR - start <= DRIFT) & (start > pl.col("own_last")).fill_null(True)
    here, step = pl.col("step") == 0, pl.col("step")
    rank = (
        pl.when(here & pl.col("accepts"))
        .then(0)
        .when(pl.col("accepts") & (step == -1) & late)
        .then(1)
        .when(pl.col("accepts") & (step == 1) & early)
        .then(2)
        .when(here)
        .then(3)
    )
    pairs = pairs.with_columns(rank=rank).filter(pl.col("rank").is_not_null())
    stray = _of_nobody(hands, written)
    signed = (
        pairs.filter(here)
        .group_by("order")
        .agg(
            signers=pl.len(),
            # A signature that is nobody's for sure could be anybody's.
            nameless=(pl.col("person").is_null() & pl.col("name_person").is_null()).any(),
            card_says=pl.col("emp").sort().str.join(", "),
        )
    )
    best = (
        pairs.sort("order", "rank", "signature")
        .unique("order", keep="first", maintain_order=True)
        .join(signed, on="order", how="left", maintain_order="left")
        .join(stray, on="order", how="left", maintain_order="left")
    )
    found = pl.col("rank") < 3
    of_nobody = pl.col("of_nobody").fill_null(False)
    alone = (pl.col("signers") == 1) & ~of_nobody
    log = pl.col("log_dealer")
    return best.select(
        "order",
        card_dealer=pl.when(found).then("in_box").when(alone).then("person"),
        card_percent=pl.when(found | alone).then("percent").cast(pl.Int32),
        # Before the slot's own dealer began by the log, a hand of somebody else is no part of the down.
        down=pl.when(found | (alone & ~(pl.col("start") < pl.col("own_first")).fill_null(False))).then("down"),
        signature=pl.when(found | alone).then("signature"),
        push_known=pl.col("in_box").is_not_null(),
        log_agrees=pl.when(log.is_not_null() & (found | ~(pl.col("nameless").fill_null(True) | of_nobody))).then(found),
        card_says=pl.col("card_says"),
    )


def _push_possible(hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a table and slot: `possible_from`, its turn, or the end of what held the push up then.

    Nobody is pushed while the players are on a break, nor in hand-for-hand, a colour-up, or the last minutes of a
    level. A push that these put off comes after them, however long they take. Windows that follow one another within
    the drift are one.
    """
    by = ["room", "table", "slot_start"]
    slots = hands.select(by).unique(maintain_order=True)
    windows = pl.concat([_windows(hands, notes, {}), _breaks(notes)]).sort("room", "table", "closed_from")
    if windows.is_empty():
        return slots.with_columns(possible_from="slot_start")
    table = ["room", "table"]
    reaches = pl.col("closed_to").cum_max().over(table)
    begins = (pl.col("closed_from") > reaches.shift(1).over(table) + DRIFT).fill_null(True)
    windows = (
        windows.with_columns(stretch=begins.cum_sum())
        .group_by("stretch")
        .agg(pl.col("room", "table").first(), pl.col("closed_from").min(), pl.col("closed_to").max())
    )
    held = (
        slots.join(windows, on=table, how="inner")
        .filter((pl.col("closed_to") > pl.col("slot_start")) & (pl.col("closed_from") <= pl.col("slot_start") + DRIFT))
        .group_by(by)
        .agg(possible_from=pl.col("closed_to").max())
    )
    return slots.join(held, on=by, how="left", maintain_order="left").with_columns(
        possible_from=pl.coalesce("possible_from", "slot_start")
    )


def _breaks(notes: pl.DataFrame) -> pl.DataFrame:
    """Breaks of the players, from their note to the one that play resumes; those that nobody ended are left out."""
    began = notes.filter(pl.col("note") == "break").select("room", "table", window="note", closed_from="at")
    ended = notes.filter(pl.col("note") == "resume").select("room", "table", closed_to="at")
    return following(began, ended, "closed_from", "closed_to", ["room", "table"]).filter(
        pl.col("closed_to").is_not_null()
    )


def _of_nobody(hands: pl.DataFrame, written: pl.DataFrame) -> pl.DataFrame:
    """Hands near a slot that nobody signed, or nobody can read, dealt by whoever was in the box there.

    A late or early push of that dealer: the missing signature is the finding, not these hands.
    """
    by = ["room", "table", "slot_start"]
    told = written.filter(pl.col("person").is_not_null() | pl.col("name_person").is_not_null()).select(by).unique()
    lacking = hands.filter(pl.col("in_box").is_not_null()).join(told, on=by, how="anti")
    untold = lacking.select(*by, "in_box").unique()
    if untold.is_empty():
        return pl.DataFrame(schema={"order": hands.schema["order"], "of_nobody": pl.Boolean})
    start, slot = pl.col("start"), pl.col("slot_start")
    late = start - pl.col("possible_from") <= DRIFT
    near = pl.concat(
        hands.filter(when)
        .with_columns(slot_start=slot + step * HALF_HOUR)
        .join(untold, on=[*by, "in_box"], how="semi")
        .select("order")
        for step, when in ((-1, late), (1, slot + HALF_HOUR - start <= DRIFT))
    )
    # Held up to the end of such a slot, its dealer sits down in the next one: nobody can say who that was.
    held = lacking.filter(pl.col("possible_from") >= slot + HALF_HOUR).select(by).unique()
    after = hands.filter(late).with_columns(slot_start=slot - HALF_HOUR).join(held, on=by, how="semi").select("order")
    return pl.concat([near, after]).unique().with_columns(of_nobody=pl.lit(True))


def _accepts(pairs: pl.DataFrame) -> pl.Series:
    """Whether a signature can be that of whoever was in the box."""
    log = pl.col("in_box")
    same = pl.any_horizontal((log == pl.col(name)).fill_null(False) for name in ("person", "name_person", "maybe"))
    readable = (log == pl.col("pattern")).fill_null(False)
    partly = pl.col("pattern").str.contains("?", literal=True).fill_null(False)
    frame = pairs.select(accepts=same | readable, partly=partly & log.is_not_null() & ~(same | readable))
    doubtful = frame["partly"].arg_true()
    if len(doubtful):
        some = pairs[doubtful].select("in_box", "pattern").rows()
        fitting = pl.Series([fits(emp, pattern) for emp, pattern in some], dtype=pl.Boolean)
        return frame["accepts"].scatter(doubtful, fitting)
    return frame["accepts"]


# -- slots and downs ---------------------------------------------------------------------------------------------------


def down_frame(hands: pl.DataFrame, signatures: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a down: consecutive slots of one dealer at one table, with the hands dealt in it.

    `first_hand` is the first that was dealt to its end, null where there was none. Where the log does not tell when the
    push was, a count in the minutes around it may be this dealer's: then only what is missing for certain is missing.
    """
    downs = (
        signatures.filter(pl.col("down").is_not_null())
        .sort("down", "slot_start")
        .group_by("down", maintain_order=True)
        .agg(
            pl.col("room", "table", "gaming_date", "source_file", "source_line", "is_tournament", "dealer").first(),
            down_start=pl.col("slot_start").first(),
            down_end=pl.col("slot_start").last() + HALF_HOUR,
        )
    )
    if downs.is_empty():
        hands = hands.clear()  # nobody signed: no hand needs to be looked at
    counted = pl.col("stub_count").is_not_null()
    dealt = (
        _without_an_unsigned_slot(hands, downs)
        .filter(pl.col("down").is_not_null() & ~(pl.col("called_off") & ~counted))
        .sort("order")
        .group_by("down", maintain_order=True)
        .agg(
            first_hand=pl.col("hand").first(),
            order=pl.col("order").first(),
            first_start=pl.col("start").first(),
            previous_start=pl.col("previous_start").first(),
            first_counted=counted.first(),
            hands_dealt=pl.len(),
            counts=counted.sum(),
            push_known=pl.col("push_known").fill_null(False).all(),
        )
    )
    downs = downs.join(dealt, on="down", how="left", maintain_order="left")
    # Where no hand of a table holds a count, its log does not record them.
    recorded = hands.filter(counted).select("room", "table", counts_recorded=pl.lit(True)).unique()
    downs = downs.join(recorded, on=["room", "table"], how="left", maintain_order="left")
    around = _counts_around(downs, hands)
    downs = downs.join(around, on="down", how="left", maintain_order="left").with_columns(
        pl.col("counts_early", "counts_around").fill_null(0),
        since=pl.coalesce("previous_start", "down_start"),
    )
    changes = notes.filter(pl.col("note") == "deck-change").select("room", "table", changed_at="at")
    changed = downs.filter(pl.col("first_hand").is_not_null()).select("down", "room", "table", "since", "first_start")
    changed = following(changed, changes, "since", "changed_at", ["room", "table"])
    new_deck = changed.filter(pl.col("changed_at") <= pl.col("first_start")).select("down", new_deck=pl.lit(True))
    known = pl.col("push_known")
    later = pl.col("counts") - pl.col("first_counted").cast(pl.UInt32)
    return (
        downs.join(new_deck, on="down", how="left", maintain_order="left")
        .with_columns(
            pl.col("new_deck").fill_null(False),
            at=pl.coalesce("first_start", "down_start"),
            hand=pl.col("first_hand"),
            first_hand_counted=pl.col("first_counted") | (~known & (pl.col("counts_early") > 0)),
        )
        .with_columns(
            counts_later=pl.when(known)
            .then(later.cast(pl.Int64))
            .otherwise(pl.col("counts_around").cast(pl.Int64) - pl.col("first_hand_counted").cast(pl.Int64)),
        )
        .sort("down")
    )


def with_counts_due(downs: pl.DataFrame, exempt: list[bool | None], again: list[int | None]) -> pl.DataFrame:
    """The downs with the counts that each calls for, by what the rules of its room and day say.

    `exempt`: a new deck need not be counted on the first hand; `again`: how many counts more the down calls for.
    """
    asked = pl.Series(again, dtype=pl.Int64).fill_null(1)
    return downs.with_columns(
        new_deck=pl.col("new_deck") & pl.Series(exempt, dtype=pl.Boolean).fill_null(True), counts_again=asked
    ).with_columns(
        second_due=(pl.col("hands_dealt") > pl.col("counts_again"))
        & (pl.col("first_hand_counted") | pl.col("new_deck")),
        second_counted=pl.col("counts_later") >= pl.col("counts_again"),
    )


def _without_an_unsigned_slot(hands: pl.DataFrame, downs: pl.DataFrame) -> pl.DataFrame:
    """The hands without those before a down by a dealer who had been in the box for longer than an early push explains.

    Such a dealer sat through a slot that nobody signed; what was due there is not due again.
    """
    sat_down = ((pl.col("log_dealer") != pl.col("log_dealer").shift(1)) | ~pl.col("has_previous")).fill_null(True)
    since = pl.col("start").first().over(sat_down.cum_sum())
    begins = downs.select("down", begins="down_start")
    early = pl.col("start") < pl.col("begins")
    return (
        hands.sort("order")
        .with_columns(in_box_since=since)
        .join(begins, on="down", how="left", maintain_order="left")
        .filter(~(early & (pl.col("in_box_since") < pl.col("begins") - DRIFT)).fill_null(False))
        .drop("in_box_since", "begins")
    )


def _counts_around(downs: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """For downs whose push the log does not tell: counts within the drift of their start, and of the whole."""
    unsure = downs.filter(~pl.col("push_known")).select("down", "room", "table", "down_start", "down_end")
    counts = hands.filter(pl.col("stub_count").is_not_null()).select("room", "table", "start")
    if unsure.is_empty():
        counts = counts.clear()
    near = unsure.join(counts, on=["room", "table"], how="inner")
    after = pl.col("start") - pl.col("down_start")
    near = near.filter((after >= -DRIFT) & (pl.col("start") < pl.col("down_end") + DRIFT))
    return near.group_by("down").agg(
        counts_early=(pl.col("start") - pl.col("down_start") <= DRIFT).sum(), counts_around=pl.len()
    )


# -- pushes ------------------------------------------------------------------------------------------------------------

QUIET_BEFORE: Final = ("level", "break")
CLOSED_WHILE: Final = ("hand-for-hand", "colour-up", "bagging")
QUIET_MINUTES: Final = 2  # "just before a break", where a document gives no number: as many as the guide says


def push_frame(hands: pl.DataFrame, notes: pl.DataFrame, quiet_minutes: Mapping[str, int]) -> pl.DataFrame:
    """One row a push of a table on which hands were dealt before, with `window`, the closed window it fell into.

    By the push notes where a table has any, else by the log's dealers: then the push lies between two hands, and only a
    pair of hands inside one window tells that it fell into it.
    """
    noted = notes.filter(pl.col("note") == "push").select(
        "room", "table", "dealer", "gaming_date", "source_file", "source_line", since="at", at="at"
    )
    closed = _windows(hands, notes, quiet_minutes)
    tables = pl.concat([noted.select("room", "table"), closed.select("room", "table")]).unique()
    some = hands.join(tables, on=["room", "table"], how="semi", maintain_order="left")
    firsts = some.group_by("room", "table", "gaming_date").agg(
        opened=pl.col("start").min(), is_tournament=pl.col("is_tournament").any()
    )
    unnoted = some.join(noted.select("room", "table").unique(), on=["room", "table"], how="anti", maintain_order="left")
    changed = unnoted.filter(
        pl.col("has_previous")
        & (pl.col("log_dealer") != pl.col("log_dealer").shift(1))
        & (pl.col("table_code") == pl.col("table_code").shift(1))
    ).select(
        "room", "table", "gaming_date", "source_file", "source_line",
        dealer="log_dealer", since=pl.coalesce("previous_end", "previous_start"), at="start",
    )  # fmt: skip
    pushes = (
        pl.concat([noted, changed.select(noted.columns)])
        .join(firsts, on=["room", "table", "gaming_date"], how="inner")
        .filter(pl.col("at") > pl.col("opened"))
        .sort("room", "table", "at", "dealer")
        .with_row_index("push")
    )
    inside = (
        pushes.join(closed, on=["room", "table"], how="inner")
        .filter((pl.col("since") >= pl.col("closed_from")) & (pl.col("at") < pl.col("closed_to")))
        .sort("push", "closed_from", "window")
        .unique("push", keep="first", maintain_order=True)
        .select("push", "window", "closed_from", "closed_to")
    )
    # Where nothing is noted of levels, breaks or the like, nobody can say.
    noted_windows = closed.select("room", "table", windows_known=pl.lit(True)).unique()
    return pushes.join(inside, on="push", how="left", maintain_order="left").join(
        noted_windows, on=["room", "table"], how="left", maintain_order="left"
    )


def _windows(hands: pl.DataFrame, notes: pl.DataFrame, quiet_minutes: Mapping[str, int]) -> pl.DataFrame:
    """The times at a table in which no push is allowed: `window` names the kind, from and to."""
    minutes = pl.col("room").replace_strict(quiet_minutes, default=QUIET_MINUTES, return_dtype=pl.Int64)
    quiet = notes.filter(pl.col("note").is_in(QUIET_BEFORE)).select(
        "room", "table", window="note", closed_from=pl.col("at") - pl.duration(minutes=minutes), closed_to="at"
    )
    by = ["room", "table", "note"]
    marks = notes.filter(pl.col("note").is_in(CLOSED_WHILE)).sort(*by, "at")
    begins = marks.filter(pl.col("on").fill_null(True)).select(*by, opened_at="at", said=pl.col("on").is_not_null())
    # A note without on or off ends with the next of its kind, or when play resumes.
    ends = pl.concat(
        [
            marks.filter(~pl.col("on").fill_null(True)).select(*by, ended_at="at"),
            marks.filter(pl.col("on").is_null()).select(*by, ended_at="at"),
            *(
                notes.filter(pl.col("note") == "resume").select("room", "table", note=pl.lit(word), ended_at="at")
                for word in CLOSED_WHILE
            ),
        ]
    )
    if begins.is_empty():
        return quiet
    later = ends.with_columns(ended_at=pl.col("ended_at") - pl.duration(microseconds=1))
    windows = following(begins, later, "opened_at", "ended_at", by)
    starts = hands.join(begins.select("room", "table").unique(), on=["room", "table"], how="semi").select(
        "room", "table", dealt_at="start"
    )
    windows = following(windows, starts, "opened_at", "dealt_at", ["room", "table"])
    # Who colours up or bags does not deal: the next hand shows that it is over.
    stops_play = pl.col("note") != "hand-for-hand"
    forever = pl.lit("2262-01-01").str.to_datetime(time_unit="us", time_zone="UTC")
    return pl.concat(
        [
            quiet,
            windows.select(
                "room", "table",
                window="note", closed_from="opened_at",
                closed_to=pl.min_horizontal(
                    pl.col("ended_at") + pl.duration(microseconds=1), pl.when(stops_play).then("dealt_at")
                ).fill_null(forever),
            ),
        ]
    )  # fmt: skip
