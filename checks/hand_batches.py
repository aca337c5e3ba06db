"""The hands of a partition as batches: bounded in size, and of one format each, since a batch says what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import pyarrow as pa

from parsers.batch import HandBatch, from_tables

BATCH_HANDS: Final = 50_000


def hand_batches(tables: Mapping[str, pa.Table], most: int = BATCH_HANDS) -> Iterator[HandBatch]:
    """`hands`, `seats` and `events`, which stand in one order of hands, as batches in that order."""
    hands = tables["hands"]
    if not len(hands):
        return
    said = hands["unrecorded"].cast(pa.string()).fill_null("").combine_chunks().dictionary_encode()
    kinds = [frozenset(words.split()) for words in said.dictionary.to_pylist()]
    kind = said.indices.to_numpy(zero_copy_only=False)
    seats, events = (_ends(hands[counter]) for counter in ("n_seats", "n_events"))
    first = 0
    # Cut where the format changes and where a batch is full: the hands of a table stay in their order.
    for last in [*(np.flatnonzero(np.diff(kind)) + 1).tolist(), len(hands)]:
        while first < last:
            end = min(first + most, last)
            part = {
                "hands": hands.slice(first, end - first),
                "seats": tables["seats"].slice(seats[first], seats[end] - seats[first]),
                "events": tables["events"].slice(events[first], events[end] - events[first]),
            }
            yield replace(from_tables(part), unrecorded=kinds[kind[first]])
            first = end


def _ends(counts: pa.ChunkedArray) -> list[int]:
    ends: list[int] = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts.to_numpy().astype(np.int64))]).tolist()
    return ends
