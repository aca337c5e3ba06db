"""Dealer down cards, `*.downs.csv`: one row a half-hour slot, and the closing line of the card.

What a hand wrote is kept as written: a number with an unreadable digit is evidence, not bad input.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

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
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def read_downs(source: Source, house: House) -> ParsedTable:
    """The cards of one file, line by line.

    `slot_start` needs the room's timezone: it is null for a room that the house file does not know, and the card's own
    date is then its gaming day. A slot that a clock change repeats is the earlier one the first time it stands on the
    card and the later one the second time; a slot that the change skips counts by the offset before it.
    """
    repeated: dict[tuple[str, ...], int] = {}

    def row_of(row: Row) -> dict[str, Any]:
        room_id, event, buy_in, card_date, start, table, slot, emp, last_name, first_name, kind, total, initials = (
            row.fields
        )
        needed("room", room_id)
        needed("table", table)
        first_day = day("date", card_date)
        start_minutes = clock_minutes("start", start)
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

        room = house.rooms.get(room_id)
        slot_start, gaming_date = None, first_day
        if room is not None and slot_minutes is None:
            gaming_date = room.gaming_date(room.instant(first_day, start_minutes))
        elif room is not None and slot_minutes is not None:
            slot_day = (
                first_day + timedelta(days=1) if _is_next_day(slot_minutes, start_minutes, emp, kind) else first_day
            )
            at = _slot_instant(room, slot_day, slot_minutes, (room_id, event, card_date, start, table, slot), repeated)
            slot_start, gaming_date = (at - _EPOCH) // timedelta(microseconds=1), room.gaming_date(at)
        return {
            "room": room_id, "event": maybe(event), "buy_in_cents": buy_in_cents, "date": first_day, "start": start,
            "table": table, "slot": slot, "slot_start": slot_start, "gaming_date": gaming_date, "emp": maybe(emp),
            "last_name": maybe(last_name), "first_name": maybe(first_name), "kind": maybe(kind), "total": downs,
            "initials": maybe(initials),
        }  # fmt: skip

    return read_csv(source, schemas.DOWNS, HEADER, row_of)


def _is_next_day(slot_minutes: int, start_minutes: int, emp: str, kind: str) -> bool:
    """Whether a slot is past midnight: it stands before the card's start, and is no part of getting ready for it.

    A table is set up before its start: the guide's own card starts at 10:00 with a set-up down at 9:30. That slot, and
    the blank ones printed before it, belong to the card's own day.
    """
    if slot_minutes >= start_minutes:
        return False
    before_start = start_minutes - slot_minutes <= SET_UP_MOST_MIN and (kind == "setup" or not emp)
    return not before_start


def _slot_instant(
    room: Room, slot_day: date, minutes: int, card_slot: tuple[str, ...], repeated: dict[tuple[str, ...], int]
) -> datetime:
    earlier, later = room.instant(slot_day, minutes), room.instant(slot_day, minutes, fold=1)
    if later <= earlier:  # no clock change repeats this time (in a gap the later reading would come out earlier)
        return earlier
    times = repeated.get(card_slot, 0)
    repeated[card_slot] = times + 1
    return later if times else earlier
