"""Frames of facts, one row a hand: by itself, and with the memory of its table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from checks.facts import COLUMNS, FACTS, Grain
from checks.kernel_arrays import column_of
from checks.law.in_force import Law
from checks.replay.dealing import STREET_NAMES
from checks.replay.film import Film
from checks.replay.layout import UNKNOWN, Antes, BeforeFlop, Ended, Form, KillWhen, Param, Reading
from checks.replay.numbering import trailing_numbers
from checks.replay.positions import DUE, Buttons, due_positions
from checks.replay.run import Replayed
from checks.round_columns import ROUND_COLUMNS, round_columns
from parsers.batch import HandBatch
from parsers.games import GAMES
from parsers.vocabulary import NO_TIME

# Terms that checks of hands compare with; null where nobody speaks.
_TERMS = {
    "wager_chip_cents": Param.WAGER_CHIP_CENTS, "seats_most": Param.SEATS_MOST, "run_most": Param.RUN_MOST,
    "promo_cents": Param.PROMO_CENTS, "promo_from_cents": Param.PROMO_FROM_CENTS,
}  # fmt: skip

_PROMO = ("promo_cents", "promo_from_cents")


def hand_frame(
    batch: HandBatch,
    replayed: Replayed,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    gaming_date: pl.Series,
) -> pl.DataFrame:
    """One row a hand of the batch, in its order; texts are positions in the batch's pool."""
    facts = {fact.name: replayed.facts[row] for row, fact in enumerate(FACTS)}
    return (
        pl.DataFrame(
            {
                "hand_row": np.arange(len(batch), dtype=np.int64),
                "room_id": batch.room,
                "table_id": batch.table,
                "gaming_date": gaming_date,
                "terms": terms_of,
                "is_tournament": batch.is_tournament,
                "button": batch.button,
                "form": params[Param.FORM, terms_of],
                "game_no": params[Param.GAME_NO, terms_of],
                "kill_betting": (params[Param.FORM, terms_of] == Form.LIMIT)
                & (params[Param.KILL_PERCENT, terms_of] != UNKNOWN)
                & (params[Param.KILL_ACTS_LAST, terms_of] != UNKNOWN),
                "has_low": (params[Param.PART_READING + 1] == Reading.OMAHA_LOW)[terms_of]
                | (params[Param.PART_QUALIFIES, terms_of] > 0),
                "is_flop_game": params[Param.IS_FLOP_GAME, terms_of] == 1,
                **round_columns(params, terms_of, batch.button),
                "by_hand": params[Param.DEALT_BY_HAND, terms_of] == 1,
                "straddle_asked": params[Param.STRADDLE_MANDATORY, terms_of] != UNKNOWN,
                "big_blind_ante_known": params[Param.BBA_BLIND_FIRST, terms_of] == 1,
                "seats_by_table": params[Param.SEATS_BY_TABLE, terms_of] == 1,
                "raked_with_action": params[Param.RAKE_BEFORE_FLOP, terms_of] == BeforeFlop.WITH_ACTION,
                "short_is_mixed": params[Param.RAKE_SHORT_MIXED, terms_of] == 1,
                "promo_without_flop": params[Param.PROMO_NO_FLOP, terms_of] == 0,
                "promo_unposted": (params[Param.PROMO_CENTS] == UNKNOWN)[terms_of]
                & (params[Param.TAKINGS_POSTED, terms_of] == 1),
                **{name: params[param, terms_of] for name, param in _TERMS.items()},
                "sb_cents": np.ascontiguousarray(batch.stakes[:, 0]),
                "bb_cents": np.ascontiguousarray(batch.stakes[:, 1]),
                "start_us": batch.start_us,
                "end_us": batch.end_us,
                **facts,
            }
        )
        .with_columns(
            _known(*(name for name in _TERMS if name not in _PROMO), *(fact.name for fact in FACTS if fact.maybe)),
            button=pl.when(pl.col("button") > 0).then("button"),
            # Where only what is posted may be taken, a placard without a promotion says that none is due.
            **{name: pl.when("promo_unposted").then(0).otherwise(_known(name)) for name in _PROMO},
            called_off=pl.col("ended").is_in([Ended.MISDEAL, Ended.VOID]),
            # A kill changes the limits and the order of acting; where nobody says how, the betting is not replayed.
            form=pl.when(
                (pl.col("form") != UNKNOWN)
                & ((pl.col("kill_seat") <= 0) | (pl.col("kill_betting") & ~pl.col("is_round_game")))
                & pl.col("bets_known")
            ).then("form"),
            dealt_from=pl.when(pl.col("dealt_from") > 0).then("dealt_from"),
            bring_in_known=pl.when("bring_in_known").then(1),
            burn_rule_known=pl.when("burn_rule_known").then(1),
            stub_rule_known=pl.when("stub_rule_known").then(1),
            antes_evaluable=pl.when(
                (pl.col("antes_due") != Antes.BIG_BLIND) | (pl.col("big_blind_ante_known") & (pl.col("bb_seat") > 0))
            ).then(1),
            seats_active=_seats_in("active_mask"),
            smallest_chip_known=pl.lit(1, pl.Int64),
        )
        .with_columns(_unrecorded(batch))
    )


# What nobody knows where a format does not record a word: facts, and what is made of them.
_LOST_WITHOUT = {
    "stub": ("stub_rule_known",),  # burns and new stubs are not told either
    "chip": ("wager_chip_cents", "smallest_chip_known"),
    "rake": ("run_most",),  # where boards may be run more than once hangs on how the house is paid
}


def _unrecorded(batch: HandBatch) -> list[pl.Expr]:
    names = {name for word in batch.unrecorded for name in _LOST_WITHOUT.get(word, ())}
    names |= {fact.name for fact in FACTS if batch.unrecorded.intersection(fact.lost_without)}
    return [pl.lit(None, pl.Int64).alias(name) for name in sorted(names)]


def _seats_in(mask: str) -> pl.Expr:
    return pl.col(mask).bitwise_count_ones().cast(pl.Int64)


def _known(*names: str) -> pl.Expr:
    value = pl.col(*names)
    return pl.when(value != UNKNOWN).then(value).name.keep()


def film_frames(film: Film) -> dict[Grain, pl.DataFrame]:
    """The rows of the film by grain, each with its hand's position in the frame of its hands."""
    rows = {
        Grain.EVENT: film.events, Grain.SEAT: film.seats, Grain.POT: film.pots, Grain.SHARE: film.shares,
        Grain.PICTURE: film.pictures, Grain.HAND: film.hands,
    }  # fmt: skip
    return {grain: film_frame(grain, found) for grain, found in rows.items() if len(found)}


def film_frame(grain: Grain, rows: npt.NDArray[np.void]) -> pl.DataFrame:
    """Rows of one grain: what is unknown is null, what is yes or no is true or false, a list holds seats 1 to 10."""
    plain = rows.view(np.ndarray)
    facts = COLUMNS[grain]
    columns = {fact.name: np.ascontiguousarray(plain[fact.name]) for fact in facts}
    frame = pl.DataFrame(
        [pl.Series(name, values[:, 1:] if values.ndim > 1 else values) for name, values in columns.items()]
    )
    return frame.with_columns(
        *(_known(fact.name) for fact in facts if fact.maybe),
        *(pl.col(fact.name) != 0 for fact in facts if fact.unit == "flag"),
    )


# Streets of games, as `burn_street` numbers them.
_STREETS = {
    number * STREET_NAMES + place: street.name
    for number, game in enumerate(GAMES.values())
    for place, street in enumerate(game.streets)
}

# What is kept of a hand after its batch is gone beside the facts that say so, for checks that look from hand to hand.
_KEPT = (
    "gaming_date", "terms", "is_tournament", "button", "called_off", "sb_cents", "bb_cents", "is_flop_game",
    *ROUND_COLUMNS, "seats_active", *(fact.name for fact in FACTS if fact.kept),
)  # fmt: skip


def _own(column: pl.Series) -> pl.Series:
    """A fact in memory of its own; the batch's is written over. Seats, counts and masks need no eight bytes each."""
    if column.dtype != pl.Int64:
        return column
    if "cents" not in column.name:
        return column.cast(pl.Int32)
    return column + 0


def hand_numbers(hand: pa.StringArray) -> pl.Series:
    """The number at the end of each hand's name; null where there is none."""
    if not len(hand):
        return pl.Series([], dtype=pl.Int64)
    _, offsets, data = hand.buffers()
    ends = np.frombuffer(offsets, np.int32)[hand.offset : hand.offset + len(hand) + 1]
    texts = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return pl.Series(trailing_numbers(ends, texts)).replace(UNKNOWN, None)


def kept_frame(batch: HandBatch, frame: pl.DataFrame, law: Law) -> pl.DataFrame:
    """One row a hand with its names spelled out: all that outlives the batch."""
    texts = pl.Series("texts", [*batch.texts, None], dtype=pl.String)

    def text(positions: npt.NDArray[np.int32]) -> pl.Series:
        return texts.gather(np.where(positions < 0, len(texts) - 1, positions))

    def of_all(told: bool | int | str | None, dtype: type[pl.DataType]) -> pl.Series:
        return pl.repeat(told, len(batch), dtype=dtype, eager=True)

    placards = pl.Series([law.placard(number) for number in range(law.size)], dtype=pl.String)
    end = pl.Series(batch.end_us)
    return pl.DataFrame(
        {
            "room": text(batch.room),
            "table": text(batch.table),
            "hand": pl.from_arrow(batch.hand),
            "number": hand_numbers(batch.hand),
            "start": pl.Series(batch.start_us).cast(pl.Datetime("us", "UTC")),
            "end": end.set(end == NO_TIME, None).cast(pl.Datetime("us", "UTC")),
            "utc_offset_min": batch.utc_offset_min,
            # Other formats write times as their maker keeps them, wherever the table stood.
            "offset_told": pl.repeat("offset" not in batch.unrecorded, len(batch), dtype=pl.Boolean, eager=True),
            "button_told": pl.repeat(
                None if "button" in batch.unrecorded else 1, len(batch), dtype=pl.Int64, eager=True
            ),
            "event_begins": batch.tournament_first,  # with this hand of its table
            "numbers_told": pl.repeat("numbering" not in batch.unrecorded, len(batch), dtype=pl.Boolean, eager=True),
            "log_dealer": text(batch.dealer),
            "deck": text(batch.deck),
            "game": text(batch.game),
            "betting": text(batch.betting),
            "placard": placards.gather(frame["terms"].to_numpy()),
            "source_file": of_all(batch.source_file, pl.String) if batch.files is None else text(batch.files),
            "source_line": batch.line,
        }
    ).with_columns(_own(frame[name]) for name in _KEPT)


def in_order(kept: pl.DataFrame) -> pl.DataFrame:
    """Hands sorted by table (as met) and time.

    With `order`, their position, `table_code`, the table's number, and whether one of the same table is before them.
    """
    coded = kept.with_columns(table_code=pl.col("table_no").cast(pl.Int64))
    # Logs mostly come in order; then there is nothing to move.
    later = (pl.col("table_code").diff() > 0) | (pl.col("start").dt.timestamp("us").diff() >= 0)
    in_order = coded.select(((pl.col("table_code").diff() >= 0) & later).fill_null(True).all()).item()
    by_time = coded if in_order else coded.sort("table_code", "start")
    twins = by_time.select(
        ((pl.col("table_code").diff() == 0) & (pl.col("start").dt.timestamp("us").diff() == 0)).any()
    ).item()
    if twins:  # sorting by texts costs more, and only hands of the same moment need it
        by_time = coded.sort("table_code", "start", "hand", "source_file", "source_line")
    return by_time.with_row_index("order").with_columns(
        has_previous=(pl.col("table_code").diff() == 0).fill_null(False)
    )


def _with_buyers(frame: pl.DataFrame, between: pl.DataFrame) -> pl.DataFrame:
    """Who bought the button also where a note says so and the post is not whole; nobody else posted a blind then."""
    noted = between.filter("bought").unique("order", keep="last")
    if noted.is_empty():
        return frame
    noted = noted.select(pl.col("order").cast(pl.UInt32), noted_seat=pl.col("seat").cast(pl.Int32))
    alone = (pl.col("sb_seat") == 0) & ((pl.col("bb_seat") == 0) | (pl.col("bb_seat") == pl.col("noted_seat")))
    # In a game without blinds nobody posts one: only a note makes a buyer of a seat.
    buys = pl.col("noted_seat").is_not_null() & alone
    return (
        frame.join(noted, on="order", how="left", maintain_order="left")
        .with_columns(buyer_seat=pl.when(buys).then("noted_seat").otherwise("buyer_seat"))
        .drop("noted_seat")
    )


def table_frame(ordered: pl.DataFrame, params: npt.NDArray[np.int64], between: pl.DataFrame) -> pl.DataFrame:
    """One row a hand, sorted by table and time, with what the hand before it made due and the notes between say."""
    frame = _with_buyers(ordered, between).with_columns(
        follows=(pl.col("has_previous") & (pl.col("number").diff() == 1) & ~pl.col("event_begins")).fill_null(False),
        previous_end=pl.when("has_previous").then(pl.col("end").shift(1)),
        previous_start=pl.when("has_previous").then(pl.col("start").shift(1)),
        burn_street=pl.col("burn_street").replace_strict(_STREETS, default=None, return_dtype=pl.String),
        # Where no hand of a table holds a burn, its log does not record them.
        burns_recorded=pl.when((pl.col("burns") > 0).any().over("table_code")).then(True),
    )
    terms = frame["terms"].to_numpy()
    due = due_positions(
        Buttons(  # type: ignore[call-arg]  # five of its columns come by their names
            column_of(frame["table_code"]),
            column_of(frame["follows"]),
            column_of(frame.select(pl.when(~pl.col("is_stud")).then("button").fill_null(0).cast(pl.Int64))["button"]),
            *(
                column_of(frame[name].cast(pl.Int64))
                for name in ("active_mask", "ended", "sb_seat", "bb_seat", "buyer_seat")
            ),
            params[Param.WRONG_BUTTON_CORRECTED, terms] == 1,
            params[Param.BUTTON_FROZEN, terms] == 1,
            params[Param.BUTTON_MOVES, terms],
            params[Param.REDEAL_EXACT, terms] == 1,
            column_of(frame["taken_back"] == 1),
            column_of(frame["bomb_boards"] > 0),
        )
    )
    columns: dict[str, npt.NDArray[np.generic]] = dict(zip(DUE, due, strict=True))
    columns["heads_up"] = columns["heads_up"] == 1
    anted_all = frame["anted_all_mask"].cast(pl.Int64).to_numpy()
    for blind in ("sb", "bb"):
        seat = np.maximum(columns[f"{blind}_due"], columns["bb_nobody"] if blind == "bb" else 0)
        seat = np.maximum(seat, 0)
        columns[f"{blind}_broke"] = (anted_all >> seat & 1).astype(np.bool_)  # nothing was left to post
    when = params[Param.KILL_WHEN, terms]
    return (
        frame.with_columns(pl.Series(name, values) for name, values in columns.items())
        .with_columns(_known("button_due", "sb_due", "bb_due"))
        # Where the button stood says whose the blinds are: a format that does not tell it leaves both open.
        .with_columns(pl.when(pl.col("button_told") == 1).then(pl.col("button_due", "sb_due", "bb_due")))
        .with_columns(
            bb_judged=pl.when(
                pl.col("bb_due").is_not_null() | ((pl.col("bb_nobody") != 0) & (pl.col("button_told") == 1))
            ).then(1)
        )
        .with_columns(
            kill_asked=pl.Series(when != UNKNOWN),
            redeal=pl.col("follows")
            & (pl.col("ended").shift(1) == Ended.MISDEAL).fill_null(False)
            & pl.Series(params[Param.REDEAL_EXACT, terms] == 1),
            previous_sb_cents=pl.col("sb_cents").shift(1),
            previous_bb_cents=pl.col("bb_cents").shift(1),
            kill_scoops=pl.Series(when == KillWhen.SCOOP),
            kill_is_half=pl.Series(params[Param.KILL_PERCENT, terms] < 200),
        )
    )
