"""The memory of a table put together: hands in order, who sat at them, and the notes between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from checks.kernel_arrays import column_of, read_only
from checks.replay.layout import COLUMNS, UNKNOWN
from checks.replay.obligations import replay_tables, tables_scratch
from checks.replay.run import Replayed
from parsers.batch import HandBatch
from parsers.vocabulary import Word

_FACTS = ("entries_known", "kill_known", "stacks_judged", "owes_sb_mask", "owes_bb_mask")
_ROOM = 1024


def sitting(batch: HandBatch, replayed: Replayed, players: npt.NDArray[np.uint32]) -> dict[str, pl.Series]:
    """Who sat where with how many chips, and what they posted, as lists, one a hand.

    Where a format has no notes of rebuys, the chips after a hand say nothing of the next one.
    """
    posts = np.flatnonzero(batch.word == Word.POST)
    ends = np.full_like(replayed.end_stack, UNKNOWN) if batch.unrecorded else replayed.end_stack
    seats = pa.array(batch.seat_offsets.astype(np.int32))
    posted = pa.array(np.searchsorted(posts, batch.event_offsets).astype(np.int32))
    lists = {
        "seats": (seats, batch.seat_no),
        "players": (seats, players),
        "stacks": (seats, batch.seat_stack),
        "end_stacks": (seats, ends),
        "states": (seats, batch.seat_state),
        "post_seats": (posted, batch.seat[posts]),
        "post_kinds": (posted, batch.detail[posts]),
        "post_cents": (posted, batch.amount[posts]),
    }
    return {
        name: pl.Series(name, pl.from_arrow(pa.ListArray.from_arrays(offsets, pa.array(values))))
        for name, (offsets, values) in lists.items()
    }


def remember(
    hands: pl.DataFrame, between: pl.DataFrame, params: npt.NDArray[np.int64]
) -> tuple[pl.DataFrame, npt.NDArray[np.int64]]:
    """The hands, sorted by table and time, with what could be judged from memory; and the deviations it shows.

    `between` are the notes before each hand, as `timeline.notes_before_hands` gives them.
    """
    note_order = between["order"].to_numpy()
    orders = np.arange(len(hands))
    seat_first, seat_last = _bounds(hands["seats"])
    post_first, post_last = _bounds(hands["post_seats"])
    facts = np.empty((len(_FACTS), len(hands)), np.int64)

    def column(name: str) -> npt.NDArray[np.generic]:
        return column_of(hands[name].fill_null(UNKNOWN if name == "kill_event" else 0))

    room = _ROOM
    while True:
        deviations = np.empty((room, COLUMNS), np.int64)
        found = replay_tables(
            column("table_code"), column_of(hands["follows"]), column("terms"), column_of(hands["is_tournament"]),
            column("button"), column("ended"), column("active_mask"), column("dealt_mask"),
            column("sb_stood"), column("bb_stood"), column("bb_seat"), column("bb_due"), column("buyer_seat"),
            column("kills"), column("kill_seat"), column("kill_event"), column("kill_posted_cents"), column("shared"),
            column("winners_mask"), column("won_least_cents"), column("won_most_cents"), column("contested_cents"),
            column("shown"), column("straddle_due"),
            seat_first, seat_last, _values(hands["seats"], np.int8),
            read_only(_values(hands["players"], np.int64) + 1),  # 0 is nobody
            _values(hands["stacks"], np.int64), _values(hands["end_stacks"], np.int64),
            _values(hands["states"], np.uint8),
            post_first, post_last, _values(hands["post_seats"], np.int8), _values(hands["post_kinds"], np.uint8),
            _values(hands["post_cents"], np.int64),
            np.searchsorted(note_order, orders), np.searchsorted(note_order, orders, side="right"),
            column_of(between["seat"]), column_of(between["change"]), column_of(between["unknown"]),
            column_of(between["bought"]),
            params, facts, deviations, tables_scratch(),
        )  # fmt: skip
        if found <= room:
            break
        room = found
    judged = [pl.Series(name, facts[i]).replace(UNKNOWN, None) for i, name in enumerate(_FACTS)]
    return hands.with_columns(judged), deviations[:found]


def _bounds(lists: pl.Series) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where each list begins and ends when all are joined."""
    last = np.cumsum(lists.list.len().cast(pl.Int64).to_numpy())
    return last - lists.list.len().cast(pl.Int64).to_numpy(), last


def _values(lists: pl.Series, dtype: type[np.generic]) -> npt.NDArray[np.generic]:
    """All lists joined; an empty one adds nothing."""
    joined = pa.chunked_array([lists.rechunk().to_arrow()]).combine_chunks().flatten()
    return read_only(joined.to_numpy(zero_copy_only=False).astype(dtype, copy=False))
