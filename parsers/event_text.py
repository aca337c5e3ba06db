"""Events back in the log's own words: `s5 post sb 1`. What the readers took apart, put together again.

Written the one canonical way: no needless decimals, flags in the order of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import pyarrow as pa

from parsers import vocabulary as v
from parsers.batch import HandBatch, to_tables

_BEHIND_SEAT: Final = (
    "post", "fold", "check", "call", "bet", "raise", "complete", "show", "muck", "wager", "take", "push", "set", "foul",
)  # fmt: skip


def money_text(cents: int) -> str:
    """Cents as the log writes them: `12`, `12.50`."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    whole, rest = divmod(cents, 100)
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"


def event_text(row: Mapping[str, Any]) -> str:
    """One row of the `events` table as the log says it."""
    word = row["word"]
    seat = None if row["seat"] is None else f"s{row['seat']}" if row["seat"] else "dealer"
    # `sN pay KIND AMT` is the house's, `pay sA sB AMT` goes between seats.
    if word in _BEHIND_SEAT or (word == "pay" and row["other_seat"] is None):
        parts = [seat, word]
    elif word == "award":
        pot = "main" if not row["pot"] else f"side{row['pot']}"
        part = f".{row['part']}" if row["part"] else ""
        board = f".b{row['board']}" if row["board"] else ""
        parts = [word, pot + part + board, seat]
    else:
        parts = [word, seat]
    parts += [None if row["other_seat"] is None else f"s{row['other_seat']}", row["kind"], row["cards"]]
    parts += [None if row["amount_cents"] is None else money_text(row["amount_cents"])]
    parts += [None if row["count"] is None else str(row["count"]), row["text"]]
    parts += [flag for flag in v.FLAGS if row[flag]]
    return " ".join(part for part in parts if part is not None)


def event_texts(events: HandBatch | pa.Table) -> list[str]:
    """Every event of a batch, or of an `events` table, in its order."""
    table = to_tables(events)["events"] if isinstance(events, HandBatch) else events
    return [event_text(row) for row in table.to_pylist()]


def hand_texts(batch: HandBatch) -> list[list[str]]:
    """The events of each hand of a batch."""
    texts = event_texts(batch)
    offsets = batch.event_offsets.tolist()
    return [texts[start:end] for start, end in pairwise(offsets)]
