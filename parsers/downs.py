"""Dealer down cards, `*.downs.csv`: one row a half-hour slot, and the closing line of the card.

What a hand wrote is kept as written: a number with an unreadable digit is evidence, not bad input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

import polars as pl
import pyarrow as pa

from parsers import schemas
from parsers import vocabulary as v
from parsers.csv_columns import by_value, filled
from parsers.csvfeed import (
    CsvFeed,
    FieldError,
    ParsedTable,
    Row,
    cents,
    clock_minutes,
    day,
    maybe,
    needed,
    read_csv,
    whole,
    word,
)
from parsers.house import House, Room
from parsers.source import Source

HEADER: Final = (
    "room", "event", "buy_in", "date", "start", "table", "slot", "emp", "last_name", "first_name", "kind", "total",
    "initials",
)  # fmt: skip
CLOSE: Final = "CLOSE"
SET_UP_MOST_MIN: Final = 120  # how long before its start a card's slots still belong to the same day

_TOTAL_MOST: Final = 10_000
_PLACED: Final = ("room", "event", "date", "start", "table", "slot", "emp", "kind")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def read_downs(source: Source, house: House, by_line: bool = False) -> ParsedTable:
    """The cards of one file, line by line.

    `slot_start` needs the room's timezone: it is null for a room that the house file does not know, and the card's own
    date is then its gaming day. A slot that a clock change repeats is the earlier one the first time it stands on the
    card and the later one the second time; a slot that the change skips counts by the offset before it.
    """
    places = SlotPlaces(house)

    def row_of(row: Row) -> dict[str, Any]:
        room_id, event, buy_in, card_date, start, table, slot, emp, last_name, first_name, kind, total, initials = (
            row.fields
        )
        needed("room", room_id)
        needed("table", table)
        first_day = day("date", card_date)
        clock_minutes("start", start)
        buy_in_cents = cents("buy_in", buy_in)
        if slot == CLOSE:
            slot_minutes = None
        else:
            try:
                slot_minutes = clock_minutes("slot", slot)
            except FieldError:
                raise FieldError(
                    "slot", f'slot is "{slot}"; write the slot as HH:MM, or {CLOSE} on the closing line'
                ) from None
        if kind:
            word("kind", kind, v.DOWN_KINDS)
        elif slot_minutes is not None and any(sign.isalnum() or sign == "?" for sign in emp):  # not merely lined out
            listed = ", ".join(v.DOWN_KINDS)
            raise FieldError("kind", f"kind is empty on a signed slot; write one of {listed}")
        downs = whole("total", total, _TOTAL_MOST)

        card = Card(room_id, event, first_day, start, table)
        slot_start, gaming_date = places.of(card, slot, emp, kind)
        return {
            "room": room_id, "event": maybe(event), "buy_in_cents": buy_in_cents, "date": first_day, "start": start,
            "table": table, "slot": slot, "slot_start": slot_start, "gaming_date": gaming_date, "emp": maybe(emp),
            "last_name": maybe(last_name), "first_name": maybe(first_name), "kind": maybe(kind), "total": downs,
            "initials": maybe(initials),
        }  # fmt: skip

    return read_csv(source, CsvFeed(schemas.DOWNS, HEADER, row_of, lambda rows: _columns_of(rows, places)), by_line)


def _columns_of(rows: pl.DataFrame, places: SlotPlaces) -> pl.DataFrame:
    """The lines of which neither a field nor the place in time is in doubt, all at once."""
    read = {
        "buy_in": by_value(rows["buy_in"], lambda text: cents("buy_in", text), pl.Int64),
        "date": by_value(rows["date"], lambda text: day("date", text), pl.Date),
        "start": by_value(rows["start"], lambda text: clock_minutes("start", text), pl.Int64),
        "slot": by_value(rows["slot"], lambda text: None if text == CLOSE else clock_minutes("slot", text), pl.Int64),
        "kind": by_value(rows["kind"], lambda text: text and word("kind", text, v.DOWN_KINDS), pl.String),
        "total": by_value(rows["total"], lambda text: whole("total", text, _TOTAL_MOST), pl.Int32),
    }
    named = (rows["room"] != "") & (rows["table"] != "")
    kindless = (rows["kind"] == "") & (rows["slot"] != CLOSE) & (rows["emp"] != "")  # lined out, or a kind is missing
    sure = named & ~kindless
    for column in read.values():
        sure &= column["is_sure"]
    slots = rows.select(
        "room", "start", "slot", date=read["date"]["value"], early=(pl.col("kind") == "setup") | (pl.col("emp") == "")
    )
    lies = places.of_slots(slots, sure)
    return rows.select(
        "room", "table", "start", "slot", "kind",
        *(filled(name).alias(name) for name in ("event", "emp", "last_name", "first_name", "initials")),
        buy_in_cents=read["buy_in"]["value"], date=read["date"]["value"], total=read["total"]["value"],
        slot_start=lies["slot_start"], gaming_date=lies["gaming_date"], is_sure=sure & lies["is_sure"],
    ).with_columns(kind=filled("kind"))  # fmt: skip


class Card(NamedTuple):
    """A down card as its lines name it."""

    room: str
    event: str
    date: date
    start: str
    table: str


@dataclass
class SlotPlaces:
    """Where the slots of one file's cards lie in time, by the house file's clocks; lines come in the file's order."""

    house: House
    _repeated: dict[tuple[Card, str], int] = field(default_factory=dict)

    def of(self, card: Card, slot: str, emp: str, kind: str) -> tuple[int | None, date]:
        """(beginning of the slot in microseconds, gaming day); the closing line belongs to the card's beginning."""
        room = self.house.rooms.get(card.room)
        if room is None:
            return None, card.date
        if slot == CLOSE:
            return None, room.gaming_date(room.instant(card.date, clock_minutes("start", card.start)))
        earlier, later = _readings(room, card.date, card.start, slot, _is_early(emp, kind))
        at = earlier
        if later > earlier:
            times = self._repeated.get((card, slot), 0)
            self._repeated[card, slot] = times + 1
            at = later if times else earlier
        return (at - _EPOCH) // _MICROSECOND, room.gaming_date(at)

    def of_slots(self, slots: pl.DataFrame, sure: pl.Series) -> pl.DataFrame:
        """`slot_start` and `gaming_date` of lines whose fields can be read; each time that occurs is looked up once.

        `is_sure` says that no clock change repeats it: there it matters how often a slot stands on its card.
        """
        keys = ["room", "date", "start", "slot", "early"]
        known = slots.filter(sure).select(keys).unique(maintain_order=True)
        found = [self._of_slot(*key) for key in known.iter_rows()]
        lies = known.with_columns(
            pl.Series("slot_start", [at for at, _, _ in found], pl.Int64).cast(pl.Datetime("us", "UTC")),
            pl.Series("gaming_date", [gaming_date for _, gaming_date, _ in found], pl.Date),
            pl.Series("is_sure", [is_sure for _, _, is_sure in found], pl.Boolean),
        )
        return slots.join(lies, on=keys, how="left", maintain_order="left").with_columns(
            pl.col("is_sure").fill_null(False)
        )

    def _of_slot(
        self, room_id: str, card_date: date, start: str, slot: str, early: bool
    ) -> tuple[int | None, date, bool]:
        room = self.house.rooms.get(room_id)
        if room is None:
            return None, card_date, True
        if slot == CLOSE:
            return None, room.gaming_date(room.instant(card_date, clock_minutes("start", start))), True
        earlier, later = _readings(room, card_date, start, slot, early)
        return (earlier - _EPOCH) // _MICROSECOND, room.gaming_date(earlier), later <= earlier


def _readings(room: Room, card_date: date, start: str, slot: str, early: bool) -> tuple[datetime, datetime]:
    """When a slot was by either reading of the room's clock; the later is no later where no clock change repeats it."""
    minutes = clock_minutes("slot", slot)
    late = _is_next_day(minutes, clock_minutes("start", start), early)
    slot_day = card_date + timedelta(days=1) if late else card_date
    # in a gap the later reading would come out earlier
    return room.instant(slot_day, minutes), room.instant(slot_day, minutes, fold=1)


def placed_again(table: pa.Table, house: House) -> pa.Table:
    """Lines of down cards read before, with `slot_start` and `gaming_date` by the house file as it is now."""
    rows = table.select(["source_file", "source_line", *_PLACED]).to_pylist()
    found: list[tuple[int | None, date]] = [(None, date.min)] * len(rows)
    files: dict[str, SlotPlaces] = {}
    for at in sorted(range(len(rows)), key=lambda i: (rows[i]["source_file"], rows[i]["source_line"])):
        row = rows[at]
        places = files.setdefault(row["source_file"], SlotPlaces(house))
        card = Card(row["room"], row["event"] or "", row["date"], row["start"], row["table"])
        found[at] = places.of(card, row["slot"], row["emp"] or "", row["kind"] or "")
    for name, values in zip(("slot_start", "gaming_date"), zip(*found, strict=True), strict=True):
        kind = schemas.DOWNS.field(name)
        table = table.set_column(table.schema.get_field_index(name), kind, pa.array(values, kind.type))
    return table


def _is_early(emp: str, kind: str) -> bool:
    """Whether a slot may be part of getting ready for the card's start: a set-up down, or one that nobody signed."""
    return kind == "setup" or not emp


def _is_next_day(slot_minutes: int, start_minutes: int, early: bool) -> bool:
    """Whether a slot is past midnight: it stands before the card's start, and is no part of getting ready for it.

    A table is set up before its start: the guide's own card starts at 10:00 with a set-up down at 9:30. That slot, and
    the blank ones printed before it, belong to the card's own day.
    """
    if slot_minutes >= start_minutes:
        return False
    return not (early and start_minutes - slot_minutes <= SET_UP_MOST_MIN)
