"""The memory of a table put together: hands in order, who sat at them, and the notes between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from checks.facts import Grain, dtype_of
from checks.hand_frame import film_frame
from checks.kernel_arrays import column_of, read_only
from checks.replay.film import records
from checks.replay.inputs import law_records
from checks.replay.layout import UNKNOWN
from checks.replay.memory import MEMORY, MEMORY_FACTS, Sitting, Tables, walk_tables
from checks.replay.run import Replayed
from parsers.batch import HandBatch
from parsers.vocabulary import Word

_ROOM = 1024
_OF_STACKS = {"between", "return", "award", "rake"}


def sitting(batch: HandBatch, replayed: Replayed, players: npt.NDArray[np.uint32]) -> dict[str, pl.Series]:
    """Who sat where with how many chips, and what they posted, as lists, one a hand.

    Where nobody says what happened between hands, or who was paid, the chips after a hand say nothing of the next one.
    """
    posts = np.flatnonzero(batch.word == Word.POST)
    ends = np.full_like(replayed.end_stack, UNKNOWN) if batch.unrecorded & _OF_STACKS else replayed.end_stack
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
) -> tuple[pl.DataFrame, dict[Grain, pl.DataFrame]]:
    """The hands, sorted by table and time, with what the table remembers; and the rows in which that was not kept to.

    `between` are the notes before each hand, as `timeline.notes_before_hands` gives them.
    """
    tables, seats = _tables(hands, between), _sitting(hands, between)
    laws = law_records(params)
    facts = np.empty((len(MEMORY_FACTS), len(hands)), np.int64)
    room = _ROOM
    while True:
        entries, stacks = (records(np.empty(room, dtype_of(grain))) for grain in (Grain.ENTRY, Grain.STACK))
        found = walk_tables(tables, seats, laws, records(np.zeros(2, MEMORY)), facts, entries, stacks)
        if max(found) <= room:
            break
        room = max(found)
    known = [pl.Series(name, facts[i]).replace(UNKNOWN, None) for i, name in enumerate(MEMORY_FACTS)]
    return hands.with_columns(known), {
        Grain.ENTRY: film_frame(Grain.ENTRY, entries[: found[0]]),
        Grain.STACK: film_frame(Grain.STACK, stacks[: found[1]]),
    }


def _tables(hands: pl.DataFrame, between: pl.DataFrame) -> Tables:
    note_order, orders = between["order"].to_numpy(), np.arange(len(hands))

    def column(name: str) -> npt.NDArray[np.generic]:
        return column_of(hands[name].fill_null(0))

    names = (
        "button", "ended", "active_mask", "dealt_mask", "sb_stood", "bb_stood", "bb_seat", "bb_due", "buyer_seat",
        "kills", "kill_seat", "kill_posted_cents", "shared", "winners_mask", "won_least_cents", "won_most_cents",
        "contested_cents", "shown", "taken_back", "bomb_boards", "dodged_mask", "straddle_due",
    )  # fmt: skip
    return Tables(  # type: ignore[call-arg]  # the names above are its columns
        column("table_code"), column_of(hands["follows"]), column("terms"), column_of(hands["is_tournament"]),
        *(column(name) for name in names), *_bounds(hands["seats"]), *_bounds(hands["post_seats"]),
        np.searchsorted(note_order, orders), np.searchsorted(note_order, orders, side="right"),
    )  # fmt: skip


def _sitting(hands: pl.DataFrame, between: pl.DataFrame) -> Sitting:
    return Sitting(
        _values(hands["seats"], np.int8),
        read_only(_values(hands["players"], np.int64) + 1),  # 0 is nobody
        _values(hands["stacks"], np.int64),
        _values(hands["end_stacks"], np.int64),
        _values(hands["states"], np.uint8),
        _values(hands["post_seats"], np.int8),
        _values(hands["post_kinds"], np.uint8),
        _values(hands["post_cents"], np.int64),
        *(column_of(between[name]) for name in ("seat", "change", "unknown", "bought", "coloured")),
    )


def _bounds(lists: pl.Series) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where each list begins and ends when all are joined."""
    last = np.cumsum(lists.list.len().cast(pl.Int64).to_numpy())
    return last - lists.list.len().cast(pl.Int64).to_numpy(), last


def _values(lists: pl.Series, dtype: type[np.generic]) -> npt.NDArray[np.generic]:
    """All lists joined; an empty one adds nothing."""
    joined = pa.chunked_array([lists.rechunk().to_arrow()]).combine_chunks().flatten()
    return read_only(joined.to_numpy(zero_copy_only=False).astype(dtype, copy=False))
