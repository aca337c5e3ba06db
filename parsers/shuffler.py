"""Shuffler counts, `*.shuffler.csv`: one row a message of a shuffler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl
import pyarrow as pa

from parsers import schemas
from parsers import vocabulary as v
from parsers.csv_columns import by_value, filled, instants
from parsers.csvfeed import CsvFeed, FieldError, ParsedTable, Row, instant, maybe, needed, read_csv, whole, word
from parsers.house import House
from parsers.source import Source

HEADER: Final = ("room", "table", "device", "at", "deck", "cards", "status")

_CARDS_MOST: Final = 1_000
_SET_BACK_MOST: Final = 3  # a device whose time runs back more often does not send in order
_COUNTED: Final = ("ok", "count")  # messages that say how many cards were counted


def read_shuffler(source: Source, house: House, by_line: bool = False) -> ParsedTable:
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

    parsed = read_csv(source, CsvFeed(schemas.SHUFFLES, HEADER, row_of, _columns_of, repeated=_resent), by_line)
    return ParsedTable(_with_gaming_dates(parsed.table, house), parsed.quarantine)


def _columns_of(rows: pl.DataFrame) -> pl.DataFrame:
    """The messages that are as they should be, all at once."""
    at = instants(rows["at"])
    status = by_value(rows["status"], lambda text: word("status", text, v.SHUFFLE_STATUSES), pl.String)
    cards = by_value(rows["cards"], lambda text: whole("cards", text, _CARDS_MOST), pl.Int32)
    counted = cards["value"].is_not_null() | ~rows["status"].is_in(_COUNTED)
    named = (rows["room"] != "") & (rows["table"] != "")
    return rows.select(
        "room", "table",
        device=filled("device"), at=at["us"].cast(pl.Datetime("us", "UTC")), utc_offset_min=at["offset"],
        gaming_date=pl.lit(None, pl.Date), deck=filled("deck"), cards=cards["value"], status="status",
        is_sure=named & at["is_sure"] & status["is_sure"] & cards["is_sure"] & counted,
    )  # fmt: skip


@dataclass
class _Told:
    """How far one device has told: its time, how often that ran back, and whether its last line was one sent again."""

    at: int
    set_back: int = 0
    again: bool = False


def _resent(rows: pl.DataFrame) -> pl.Series:
    """Which rows are messages sent again.

    A device whose clock was set back by an hour tells every time of that hour twice, and now and then in the same
    words: two messages. What is sent again comes out of turn, or behind another line that is sent again. Only devices
    that said anything twice are looked at.
    """
    if not rows["seen"].any():
        return rows["seen"]
    device = ["room", "table", "device"]
    doubtful = rows.with_row_index("place").join(rows.filter("seen").select(device).unique(), on=device, how="semi")
    doubtful = doubtful.sort("place")
    told: dict[tuple[str, ...], _Told] = {}
    again = [
        _is_again(told, of_device, at, seen)
        for *of_device, at, seen in doubtful.select(*device, "at", "seen").iter_rows()
    ]
    return pl.Series(np.isin(np.arange(len(rows)), doubtful["place"].filter(pl.Series(again, dtype=pl.Boolean))))


def _is_again(devices: dict[tuple[str, ...], _Told], device: list[str], text: str, seen: bool) -> bool:
    """Whether the next row of a device is a message sent again."""
    try:
        at, _ = instant("at", text)
    except FieldError:
        return seen
    told = devices.setdefault(tuple(device), _Told(at))
    if at < told.at:
        told.set_back += 1
    in_turn = at > told.at and not told.again and 0 < told.set_back <= _SET_BACK_MOST
    told.at, told.again = at, seen and not in_turn
    return told.again


def _with_gaming_dates(table: pa.Table, house: House) -> pa.Table:
    rooms = table["room"].combine_chunks()
    known = pl.Series(rooms.dictionary.to_pylist(), dtype=pl.String)
    at = table["at"].cast(pa.int64()).to_numpy()
    dates = house.gaming_dates_of(known, rooms.indices.to_numpy(), at).to_arrow().cast(pa.date32())
    place = table.schema.names.index("gaming_date")
    return table.set_column(place, schemas.SHUFFLES.field("gaming_date"), dates)
