"""Hands, seats and events move together: the three tables stand in one order of hands, whatever is done to them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from warehouse import parquet, tables

HandTables: TypeAlias = dict[str, pa.Table]
Rows: TypeAlias = npt.NDArray[np.int64]


def positions_of(counts: Rows, rows: Rows) -> Rows:
    """The positions of the child rows of `rows`, where hand i owns `counts[i]` consecutive ones."""
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)[:-1]])[rows] if len(counts) else counts
    lengths = counts[rows]
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()), dtype=np.int64)


def take_hands(three: HandTables, rows: Rows) -> HandTables:
    """The hands at these positions, in this order, with their seats and events."""
    out = {"hands": three["hands"].take(pa.array(rows))}
    for name, counter in (("seats", "n_seats"), ("events", "n_events")):
        counts = three["hands"][counter].to_numpy().astype(np.int64)
        out[name] = three[name].take(pa.array(positions_of(counts, rows)))
    return out


def sort_hands(three: HandTables) -> HandTables:
    rows = parquet.order_of(three["hands"], tables.ORDER["hands"]) if len(three["hands"]) > 1 else None
    return three if rows is None else take_hands(three, rows.astype(np.int64))


def concat_hands(parts: list[HandTables]) -> HandTables:
    return {name: parquet.concat([part[name] for part in parts], name) for name in tables.HAND_TABLES}


def check_alignment(three: HandTables, where: str) -> None:
    """ValueError unless seats and events are as many as the hands say."""
    for name, counter in (("seats", "n_seats"), ("events", "n_events")):
        due = int(three["hands"][counter].to_numpy().astype(np.int64).sum())
        if due != len(three[name]):
            raise ValueError(f"{where}: {name} has {len(three[name])} rows, its hands say {due}; do not use this day")
