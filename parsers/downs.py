"""Dealer down cards, `*.downs.csv`: one row a half-hour slot, and the closing line of the card.

What a hand wrote is kept as written: a number with an unreadable digit is evidence, not bad input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

import pyarrow as pa

from parsers import schemas
from parsers import vocabulary as v
from parsers.csvfeed import (
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


def read_downs(source: Source, house: House) -> ParsedTable:
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

    return read_csv(source, schemas.DOWNS, HEADER, row_of)


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
        start_minutes = clock_minutes("start", card.start)
        if slot == CLOSE:
            return None, room.gaming_date(room.instant(card.date, start_minutes))
        minutes = clock_minutes("slot", slot)
        late = _is_next_day(minutes, start_minutes, emp, kind)
        at = self._instant(room, card.date + timedelta(days=1) if late else card.date, minutes, (card, slot))
        return (at - _EPOCH) // timedelta(microseconds=1), room.gaming_date(at)

    def _instant(self, room: Room, slot_day: date, minutes: int, card_slot: tuple[Card, str]) -> datetime:
        earlier, later = room.instant(slot_day, minutes), room.instant(slot_day, minutes, fold=1)
        if later <= earlier:  # no clock change repeats this time (in a gap the later reading would come out earlier)
            return earlier
        times = self._repeated.get(card_slot, 0)
        self._repeated[card_slot] = times + 1
        return later if times else earlier


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


def _is_next_day(slot_minutes: int, start_minutes: int, emp: str, kind: str) -> bool:
    """Whether a slot is past midnight: it stands before the card's start, and is no part of getting ready for it.

    A table is set up before its start: the guide's own card starts at 10:00 with a set-up down at 9:30. That slot, and
    the blank ones printed before it, belong to the card's own day.
    """
    if slot_minutes >= start_minutes:
        return False
    before_start = start_minutes - slot_minutes <= SET_UP_MOST_MIN and (kind == "setup" or not emp)
    return not before_start
