"""Hands as lines of the hand log, version 1: everything that a hand says, in the log's own words.

Read again, the lines give the same hands, seats and events. What the hands' format does not record stands in their
field `unrecorded`. Games that the hand log does not have are left out, and said so.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any, Final

import pyarrow as pa

from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_hands import hands_of
from parsers.event_text import hand_texts
from parsers.handlog_reference import NOTE_FIELDS, Hand, LineError, parse_line
from parsers.writing.losses import Losses

_EPOCH: Final = dt.datetime(1970, 1, 1)


def log_lines(batch: HandBatch, losses: Losses, kept: list[bool]) -> list[str]:
    """The hands of a batch as lines; one that the log cannot say is counted in `losses`. `kept` gets a flag a hand."""
    lacking = unrecorded_words(batch.unrecorded)
    lines = []
    for hand, events in zip(hands_of(batch), hand_texts(batch), strict=True):
        line = json.dumps(_record(hand, events, lacking), ensure_ascii=False, separators=(",", ":"))
        try:
            parse_line(line)
        except LineError as error:
            losses.hands[_why(hand, error)] += 1
            kept.append(False)
            continue
        kept.append(True)
        losses.written += 1
        lines.append(line)
    return lines


def _why(hand: Hand, error: LineError) -> str:
    if error.field == "game":
        return f"the hand log has no game {hand.game}"
    return f"{(error.field or 'the line').partition('[')[0]}: {error.reason}"


def note_lines(notes: pa.Table) -> list[str]:
    """Table notes as lines of the log."""
    lines = []
    for row in notes.to_pylist():
        at = row["at"].replace(tzinfo=None) - _EPOCH
        record = {
            "v": 1, "room": row["room"], "table": row["table"],
            "at": time_text(at // dt.timedelta(microseconds=1), row["utc_offset_min"]), "note": row["note"],
        }  # fmt: skip
        for name in NOTE_FIELDS[row["note"]][0]:
            cents = row.get(f"{name}_cents")
            value = row.get(name) if cents is None else money(cents)
            if value is not None:
                record[name] = value
        lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
    return lines


def unrecorded_words(lost: frozenset[str]) -> list[str]:
    """The words of the log that say what is not recorded: the fewest that say it."""
    said = [word for word, lose in v.UNRECORDED.items() if lost.issuperset(lose)]
    covered = [set(v.UNRECORDED[word]) for word in said]
    return [word for word, own in zip(said, covered, strict=True) if not any(own < other for other in covered)]


def money(cents: int) -> int | float:
    """Cents as a number of the log: whole, or with the fewest decimals. Exact: the largest amount has 13 digits."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def time_text(us: int, offset_min: int) -> str:
    """A moment as the log writes it, with its own offset."""
    local = _EPOCH + dt.timedelta(microseconds=us, minutes=offset_min)
    sign, minutes = ("-", -offset_min) if offset_min < 0 else ("+", offset_min)
    return f"{local.isoformat()}{sign}{minutes // 60:02d}:{minutes % 60:02d}"


def _record(hand: Hand, events: list[str], lacking: list[str]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "v": 1, "room": hand.room, "table": hand.table, "hand": hand.hand, "game": hand.game, "betting": hand.betting,
        "stakes": {name: money(cents) for name, cents in zip(v.STAKES, hand.stakes, strict=True) if cents >= 0},
        "placard": hand.placard, "button": hand.button or None,
        "start": time_text(hand.start_us, hand.utc_offset_min),
        "end": None if hand.end_us == v.NO_TIME else time_text(hand.end_us, hand.utc_offset_min),
        "dealer": hand.dealer, "deck": hand.deck,
        "tournament": _tournament(hand) if hand.is_tournament else None,
        "bomb": None if hand.bomb_ante < 0 else {"ante": money(hand.bomb_ante), "boards": hand.bomb_boards},
        "unrecorded": lacking or None,
        "seats": [
            {"seat": seat.seat, "player": seat.player, "stack": money(seat.stack)}
            | ({"state": v.STATES[seat.state]} if seat.state else {})
            for seat in hand.seats
        ],
        "events": events,
    }  # fmt: skip
    return {key: value for key, value in record.items() if value is not None}


def _tournament(hand: Hand) -> dict[str, Any]:
    said = {
        "event": hand.tournament_event,
        "level": None if hand.tournament_level == v.NO_COUNT else hand.tournament_level,
        "bba": None if hand.tournament_bba < 0 else money(hand.tournament_bba),
        "left": None if hand.tournament_left == v.NO_COUNT else hand.tournament_left,
        "first": hand.tournament_first or None,
    }
    return {key: value for key, value in said.items() if value is not None}
