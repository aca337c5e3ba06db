"""The hands of a table as the replay page shows them: all that came, or where nobody gave them those with a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from dashboards.reading import Day, FlaggedHand, HandFilm, Row, key_of
from dashboards.shown import natural

_HAND: Final = (
    "room", "table", "hand", "game", "betting", "sb_cents", "bb_cents", "small_bet_cents", "big_bet_cents",
    "is_tournament", "button", "start", "end", "utc_offset_min", "dealer", "source_file", "source_line", "n_seats",
    "n_events",
)  # fmt: skip
_SEAT: Final = ("seat", "player", "stack_cents", "state")
_EVENT: Final = (
    "event", "word", "seat", "other_seat", "kind", "text", "amount_cents", "count", "pot", "part", "board", "allin",
    "oot", "dark", "cards",
)  # fmt: skip
_PICTURE: Final = (
    "hand", "source_file", "source_line", "event", "street_name", "dealt_mask", "live_mask", "in_cents", "pot_cents",
    "slid_cents", "time_slid_cents", "chips_by_seat", "bets_by_seat",
)  # fmt: skip
_POT: Final = ("hand", "source_file", "source_line", "pot", "pot_cents")


@dataclass(frozen=True)
class TableRecord:
    """The hands of one table of a gaming day, in order of time, with what the walk drew of them.

    `hands`, `seats` and `events` are the lake's tables, fit to be published; `film` has pictures and pots.
    """

    hands: pa.Table
    seats: pa.Table
    events: pa.Table
    film: pa.Table


@dataclass(frozen=True)
class TableHands:
    """One table of the day with its hands in order of time; `whole` where they are all that came, flagged or not."""

    room: str
    table: str | None
    hands: list[FlaggedHand]
    whole: bool


def hands_by_table(day: Day, record: Iterable[TableRecord] | None) -> Iterator[TableHands]:
    """The tables of a day. Without a record these are the hands with a finding, which the DuckDB file holds."""
    if record is not None:
        for one in record:
            hands = list(_recorded(day, one))
            if hands and day.room in (None, hands[0].row["room"]):
                yield TableHands(hands[0].row["room"], hands[0].row["table"], hands, whole=True)
        return

    def place(hand: FlaggedHand) -> tuple[str, tuple[tuple[int, int, str], ...]]:
        return hand.row["room"], natural(hand.row["table"] or "")

    for _, some in groupby(sorted(day.hands, key=place), key=place):
        hands = list(some)
        yield TableHands(hands[0].row["room"], hands[0].row["table"], hands, whole=False)


def _recorded(day: Day, record: TableRecord) -> Iterator[FlaggedHand]:
    rows = _rows(_with_microseconds(record.hands.select(_HAND)))
    seats, events = _rows(record.seats.select(_SEAT)), _rows(record.events.select(_EVENT))
    pictures, pots = (_film_rows(record.film, grain, names) for grain, names in (("picture", _PICTURE), ("pot", _POT)))
    flagged = {hand.key: hand for hand in day.hands}
    numbers: dict[str, int] = {}
    for row in rows:
        numbers[row["hand"]] = numbers.get(row["hand"], 0) + 1
    seat = event = 0
    for row in rows:
        row["is_tournament"] = bool(row["is_tournament"])
        own_seats, own_events = seats[seat : seat + row["n_seats"]], events[event : event + row["n_events"]]
        seat, event = seat + row["n_seats"], event + row["n_events"]
        key = key_of(row)
        film = HandFilm({p["event"]: p for p in pictures.get(key[1:], ())}, pots=pots.get(key[1:], []))
        known = flagged.get(key)
        found, versions = ([], numbers[row["hand"]]) if known is None else (known.findings, known.versions)
        yield FlaggedHand(row, {"dealer": day.dealt_by.get(key)}, own_seats, own_events, found, versions, film)


def _with_microseconds(hands: pa.Table) -> pa.Table:
    for name in ("start", "end"):
        place = hands.schema.get_field_index(name)
        hands = hands.set_column(
            place, f"{name}_us", hands.column(place).cast(pa.timestamp("us", "UTC")).cast(pa.int64())
        )
    return hands


def _rows(table: pa.Table) -> list[Row]:
    """The rows of a table; by columns, which is several times as fast as row by row."""
    frame = pl.DataFrame(pl.from_arrow(table))
    names, columns = frame.columns, [column.to_list() for column in frame.iter_columns()]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _film_rows(film: pa.Table, grain: str, names: tuple[str, ...]) -> dict[tuple[Any, ...], list[Row]]:
    """The rows of a grain by their hand: its number and the line of the log."""
    out: dict[tuple[Any, ...], list[Row]] = {}
    for row in _rows(film.filter(pc.equal(film["grain"], grain)).select(names)):
        out.setdefault((row["hand"], row["source_file"], row["source_line"]), []).append(row)
    return out
