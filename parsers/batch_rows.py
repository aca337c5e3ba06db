"""Batches joined to one, and some of a batch's hands: column by column, without going through tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from parsers import vocabulary as v
from parsers.batch import HandBatch

HAND_TEXTS: Final = ("room", "table", "game", "betting", "placard", "dealer", "deck", "tournament_event")
HAND_VALUES: Final = (
    "line", "line_hash", "button", "start_us", "end_us", "utc_offset_min", "is_tournament", "tournament_level",
    "tournament_bba", "tournament_left", "tournament_first", "bomb_ante", "bomb_boards",
)  # fmt: skip
SEAT_VALUES: Final = ("seat_no", "seat_player", "seat_stack", "seat_state")
EVENT_VALUES: Final = (
    "word", "seat", "other", "detail", "text", "amount", "count", "pot", "part", "board", "flags",
)  # fmt: skip
_TEXTS: Final = ("seat_player", "text", *HAND_TEXTS)
_PLAIN: Final = ("stakes", "cards", *HAND_VALUES, *SEAT_VALUES, *EVENT_VALUES)

Columns = dict[str, Any]


def joined(batches: Sequence[HandBatch]) -> HandBatch:
    """The hands of all batches, which must lack the same, in their order; of several files each keeps its own."""
    first = batches[0]
    if len(batches) == 1:
        return first
    if any(batch.unrecorded != first.unrecorded for batch in batches):
        raise ValueError("batches of formats that lack different things cannot be one")
    ids: dict[str, int] = {}
    several = any(batch.source_file != first.source_file or batch.files is not None for batch in batches)
    parts: list[Columns] = []
    for batch in batches:
        numbers = np.array([ids.setdefault(text, len(ids)) for text in batch.texts] + [v.NO_ID], dtype=np.int32)
        part = {name: numbers[getattr(batch, name)] for name in _TEXTS}
        if several and batch.files is not None:
            part["files"] = numbers[batch.files]
        elif several:
            part["files"] = np.full(len(batch), ids.setdefault(batch.source_file, len(ids)), np.int32)
        parts.append(part | {name: getattr(batch, name) for name in _PLAIN if name not in part})
    values: Columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    values |= {
        name: _ends([np.diff(getattr(batch, name)) for batch in batches])
        for name in ("seat_offsets", "event_offsets", "card_offsets")
    }
    return replace(
        first,
        source_file="" if several else first.source_file,
        texts=list(ids),
        hand=pa.concat_arrays([batch.hand for batch in batches]),
        **values,
    )


def rows_of(batch: HandBatch, rows: npt.NDArray[np.integer]) -> HandBatch:
    """Some hands of a batch, in the order in which they are named."""
    seat_offsets, seats = _members(batch.seat_offsets, rows)
    event_offsets, events = _members(batch.event_offsets, rows)
    card_offsets, cards = _members(batch.card_offsets, events)
    values: Columns = {name: getattr(batch, name)[rows] for name in ("stakes", *HAND_TEXTS, *HAND_VALUES)}
    values |= {name: getattr(batch, name)[seats] for name in SEAT_VALUES}
    values |= {name: getattr(batch, name)[events] for name in EVENT_VALUES}
    return replace(
        batch,
        hand=batch.hand.take(pa.array(rows)),
        seat_offsets=seat_offsets,
        event_offsets=event_offsets,
        card_offsets=card_offsets,
        cards=batch.cards[cards],
        files=None if batch.files is None else batch.files[rows],
        **values,
    )


def _ends(lengths: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    ends = np.zeros(sum(map(len, lengths)) + 1, np.int64)
    np.cumsum(np.concatenate(lengths), out=ends[1:])
    return ends


def _members(
    offsets: npt.NDArray[np.int64], rows: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(offsets of the rows in their new order, where each of their members stands)."""
    lengths = np.diff(offsets)[rows]
    ends = _ends([lengths])
    return ends, np.arange(ends[-1]) + np.repeat(offsets[:-1][rows] - ends[:-1], lengths)
