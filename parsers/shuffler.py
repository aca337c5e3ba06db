"""Shuffler counts, `*.shuffler.csv`: one row a message of a shuffler."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl
import pyarrow as pa

from parsers import schemas
from parsers import vocabulary as v
from parsers.csvfeed import FieldError, ParsedTable, Row, instant, maybe, needed, read_csv, whole, word
from parsers.house import House
from parsers.source import Source

HEADER: Final = ("room", "table", "device", "at", "deck", "cards", "status")

_CARDS_MOST: Final = 1_000
_SET_BACK_MOST: Final = 3  # a device whose time runs back more often does not send in order
_COUNTED: Final = ("ok", "count")  # messages that say how many cards were counted


def read_shuffler(source: Source, house: House) -> ParsedTable:
    """The messages of one file, in its order. `gaming_date` is that of the room; a jam or a door has no count."""

    def row_of(row: Row) -> dict[str, Any]:
        room, table, device, at, deck, cards, status = row.fields
        needed("room", room)
        needed("table", table)
        at_us, offset = instant("at", at)
        word("status", status, v.SHUFFLE_STATUSES)
        count = whole("cards", cards, _CARDS_MOST)
        if count is None and status in _COUNTED:
            raise FieldError("cards", f"cards is empty, but status {status} tells of a count; write the number counted")
        return {
            "room": room, "table": table, "device": maybe(device), "at": at_us, "utc_offset_min": offset,
            "gaming_date": None, "deck": maybe(deck), "cards": count, "status": status,
        }  # fmt: skip

    parsed = read_csv(source, schemas.SHUFFLES, HEADER, row_of, repeats=_Resent())
    return ParsedTable(_with_gaming_dates(parsed.table, house), parsed.quarantine)


@dataclass
class _Told:
    """How far one device has told: its time, how often that ran back, and whether its last line was one sent again."""

    at: int
    set_back: int = 0
    again: bool = False


@dataclass
class _Resent:
    """Whether a row is a message sent again.

    A device whose clock was set back by an hour tells every time of that hour twice, and now and then in the same
    words: two messages. What is sent again comes out of turn, or behind another line that is sent again.
    """

    devices: dict[tuple[str, ...], _Told] = field(default_factory=dict)

    def __call__(self, row: Row) -> bool:
        try:
            at, _ = instant("at", row.fields[3])
        except FieldError:
            return row.seen
        told = self.devices.setdefault(row.fields[:3], _Told(at))
        if at < told.at:
            told.set_back += 1
        in_turn = at > told.at and not told.again and 0 < told.set_back <= _SET_BACK_MOST
        told.at, told.again = at, row.seen and not in_turn
        return told.again


def _with_gaming_dates(table: pa.Table, house: House) -> pa.Table:
    rooms = pl.Series("room", table["room"].cast(pa.string()).to_pylist(), dtype=pl.String)
    at = pl.from_arrow(table["at"])
    assert isinstance(at, pl.Series)
    dates = house.gaming_dates(rooms, at).to_arrow().cast(pa.date32())
    place = table.schema.names.index("gaming_date")
    return table.set_column(place, schemas.SHUFFLES.field("gaming_date"), dates)
