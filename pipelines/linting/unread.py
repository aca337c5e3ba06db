"""Fields of a hand log that no reader reads: a slip of the keyboard loses what stands there, and nobody would know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from parsers import vocabulary as v
from parsers.handlog_reference import HAND_FIELDS, NOTE_FIELDS, NOTE_HEAD, SEAT_FIELDS, TOURNAMENT_FIELDS
from parsers.nearest import did_you_mean

_INSIDE: Final = {"stakes": v.STAKES, "tournament": TOURNAMENT_FIELDS}


def unread_fields(line: str) -> Iterator[tuple[str, str, bool]]:
    """(field, what to say, whether it looks like a known one misspelled) of each field that is passed over."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return  # the reader says what is wrong with it
    if not isinstance(record, dict):
        return
    if "note" in record and not {"hand", "seats", "events"} & record.keys():
        yield from _of(record, "", (*NOTE_HEAD, *NOTE_FIELDS.get(str(record["note"]), ((), ()))[0]))
        return
    yield from _of(record, "", HAND_FIELDS)
    for name, known in _INSIDE.items():
        yield from _of(record.get(name), f"{name}.", known)
    seats = record.get("seats")
    for number, seat in enumerate(seats if isinstance(seats, list) else ()):
        yield from _of(seat, f"seats[{number}].", SEAT_FIELDS)


def _of(record: Any, where: str, known: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    for key in record if isinstance(record, dict) else ():
        if key not in known:
            meant = did_you_mean(key, [one for one in known if one not in record])
            yield (
                where + key,
                f"{where}{key} is no field that is read; {meant}known are {', '.join(known)}",
                bool(meant),
            )
