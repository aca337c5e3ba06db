"""The expectations of the quality gate, a suite a table, as plain data: Great Expectations is loaded only to run them.

Blocking: without it an audit of the day would be wrong, or the evidence is damaged. Warning: a person should look, and
a check may say more; the day is audited all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any, Final

from parsers import schemas
from parsers import vocabulary as v
from warehouse.tables import TIME_OF

RECENT_DAYS: Final = 14
RECENT_LEAST: Final = 3  # of fewer days nobody can say what is usual
VOLUME_LOW, VOLUME_HIGH = 0.4, 2.5
EARLY_MOST: Final = timedelta(hours=3)

VOLUME: Final = "volume"
FRESHNESS: Final = "freshness"
BLOCKING: Final = "blocking"
WARNING: Final = "warning"


@dataclass(frozen=True)
class Expectation:
    """One expectation: a name, a sentence, the class of Great Expectations that tests it, and what that class is told.

    The name is unique in its table and the same on all days: histories go by it. What changes from day to day stands
    beside it, in `usual`.
    """

    table: str
    name: str
    sentence: str
    kind: str
    severity: str = BLOCKING
    settings: dict[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()  # other tables that the SQL reads; left out where the partition has none of them
    usual: str = ""  # what this day is held against, for whoever reads the result
    last_usual: datetime | None = None  # of an expectation on the last row's time: when it usually comes


def _not_null(table: str, columns: Iterable[str]) -> list[Expectation]:
    return [
        Expectation(
            table,
            f"{column}_recorded",
            f"{column} is recorded",
            "ExpectColumnValuesToNotBeNull",
            BLOCKING,
            {"column": column},
        )
        for column in columns
    ]


def _between(table: str, column: str, low: int, high: int | None, severity: str = BLOCKING) -> Expectation:
    # A column may have a range that must hold and a narrower one that usually does.
    name = f"{column}_in_range" if severity == BLOCKING else f"{column}_plausible"
    sentence = f"{column} is {low} or more" if high is None else f"{column} is from {low} to {high}"
    settings = {"column": column, "min_value": low, "max_value": high}
    return Expectation(table, name, sentence, "ExpectColumnValuesToBeBetween", severity, settings)


def _one_of(table: str, column: str, words: Iterable[Any], sentence: str, severity: str = BLOCKING) -> Expectation:
    settings = {"column": column, "value_set": list(words)}
    return Expectation(table, f"{column}_known", sentence, "ExpectColumnValuesToBeInSet", severity, settings)


def _no_rows(
    table: str, name: str, sentence: str, sql: str, severity: str = BLOCKING, needs: tuple[str, ...] = ()
) -> Expectation:
    return Expectation(
        table,
        name,
        sentence,
        "UnexpectedRowsExpectation",
        severity,
        {"unexpected_rows_query": sql, "description": sentence},
        needs,
    )


def _columns(table: str) -> Expectation:
    return Expectation(
        table,
        "columns_of_the_schema",
        "the columns are those of the schema, in its order",
        "ExpectTableColumnsToMatchOrderedList",
        BLOCKING,
        {"column_list": schemas.TABLES[table].names},
    )


def _unique(table: str, name: str, columns: list[str], sentence: str, severity: str) -> Expectation:
    listed = ", ".join(f'"{column}"' for column in columns)
    # The class for compound keys counts nulls and casts in ways of its own; this says the same in plain SQL.
    sql = f"SELECT {listed}, count(*) AS times FROM {{batch}} GROUP BY ALL HAVING count(*) > 1 ORDER BY ALL"
    return _no_rows(table, name, sentence, sql, severity)


def _of_the_room(table: str, room: str) -> Expectation:
    return replace(_one_of(table, "room", [room], "every row is of the partition's room"), name="of_the_room")


def _partition(table: str, room: str, gaming_date: date) -> list[Expectation]:
    day = gaming_date.isoformat()
    return [
        _of_the_room(table, room),
        _no_rows(
            table,
            "of_the_gaming_day",
            "every row is of the partition's gaming day",
            f"SELECT gaming_date, count(*) AS times FROM {{batch}} WHERE gaming_date IS DISTINCT FROM DATE '{day}' "
            "GROUP BY ALL ORDER BY ALL",
        ),
    ]


def _on_the_roster(table: str, column: str, sentence: str) -> Expectation:
    return _no_rows(
        table,
        f"{column}_on_the_roster",
        sentence,
        f"SELECT {column}, count(*) AS times FROM {{batch}} WHERE {column} IS NOT NULL "
        f"AND {column} NOT IN (SELECT emp FROM roster WHERE emp IS NOT NULL) GROUP BY ALL ORDER BY ALL",
        WARNING,
        needs=("roster",),
    )


@dataclass(frozen=True)
class Profile:
    """What a table of a partition looked like when it was promoted: its rows, and the time of the last one."""

    rows: int
    last: datetime | None


def history_suite(table: str, gaming_date: date, recent: Mapping[date, Profile]) -> list[Expectation]:
    """Volume and freshness against the room's recent days; nothing where there are too few of them to tell.

    Warnings: a holiday is no fault. But a feed that broke off in the evening looks like this, and nothing else does.
    """
    if len(recent) < RECENT_LEAST:
        return []
    days = f"by the {len(recent)} days before"
    rows = median(profile.rows for profile in recent.values())
    low, high = int(rows * VOLUME_LOW), int(rows * VOLUME_HIGH) + 1
    found = [
        Expectation(
            table,
            VOLUME,
            "there are about as many rows as on the days before",
            "ExpectTableRowCountToBeBetween",
            WARNING,
            {"min_value": low, "max_value": high},
            usual=f"{low:,} to {high:,} rows are usual, {days}",
        )
    ]
    column = TIME_OF.get(table)
    offsets = [(gaming_date - day, profile.last) for day, profile in recent.items() if profile.last is not None]
    if column is not None and len(offsets) >= RECENT_LEAST:
        usual = sorted(last + between for between, last in offsets)[len(offsets) // 2]
        due = (usual - EARLY_MOST).astimezone(UTC)
        last = _no_rows(
            table,
            FRESHNESS,
            "the last row is about as late as on the days before",
            f'SELECT max("{column}") AS last FROM {{batch}} '
            f"HAVING max(\"{column}\") < TIMESTAMPTZ '{due:%Y-%m-%d %H:%M:%S}+00'",
            WARNING,
        )
        found.append(replace(last, usual=f"{due:%Y-%m-%d %H:%M} UTC or later is usual, {days}", last_usual=usual))
    return found


def hands_suite(room: str, gaming_date: date) -> list[Expectation]:
    money = [f"{name}_cents" for name in v.STAKES]
    return [
        _columns("hands"),
        *_partition("hands", room, gaming_date),
        *_not_null(
            "hands",
            ("table", "hand", "game", "start", "n_seats", "n_events", "source_file", "source_line", "line_hash"),
        ),
        Expectation(
            "hands", "some_rows", "the day has hands", "ExpectTableRowCountToBeBetween", WARNING, {"min_value": 1}
        ),
        _between("hands", "n_seats", 0, v.SEATS_MOST),
        _between("hands", "n_events", 0, None),
        _between("hands", "button", 1, v.SEATS_MOST),
        _between("hands", "source_line", 1, None),
        _no_rows(
            "hands",
            "stakes_not_negative",
            "no stake is below zero",
            f'SELECT "table", hand, {", ".join(money)} FROM {{batch}} WHERE least({", ".join(money)}) < 0 ORDER BY ALL',
        ),
        _one_of("hands", "game", v.GAMES, "game is one that the house knows", WARNING),
        _one_of("hands", "betting", v.BETTING, "betting is nl, pl, fl or spread"),
        _unique("hands", "line_landed_once", ["table", "hand", "line_hash"], "no line landed twice", BLOCKING),
        _unique("hands", "number_used_once", ["room", "hand"], "a hand's number is used once", WARNING),
        _no_rows(
            "hands",
            "ends_after_start",
            "no hand ends before it starts",
            'SELECT "table", hand FROM {batch} WHERE "end" < start ORDER BY ALL',
            WARNING,
        ),
        _on_the_roster("hands", "dealer", "every dealer that the log names is on the roster"),
    ]


def seats_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("seats"),
        _of_the_room("seats", room),
        *_not_null("seats", ("hand", "seat", "stack_cents", "state")),
        _between("seats", "seat", 1, v.SEATS_MOST),
        _between("seats", "stack_cents", 0, None),
        _one_of("seats", "state", v.STATES, "state is a word of the log"),
        _no_rows(
            "seats",
            "seats_as_counted",
            "each hand has the seats it counts, and no seat lacks its hand",
            "SELECT coalesce(h.hand, s.hand) AS hand, h.n AS due, s.n AS present "
            "FROM (SELECT hand, sum(n_seats) AS n FROM hands GROUP BY hand HAVING sum(n_seats) > 0) h "
            "FULL JOIN (SELECT hand, count(*) AS n FROM {batch} GROUP BY hand) s ON h.hand = s.hand "
            "WHERE h.n IS DISTINCT FROM s.n ORDER BY ALL",
            needs=("hands",),
        ),
        _no_rows(
            "seats",
            "seat_once_in_a_hand",
            "a seat is listed once in a hand",
            "SELECT s.hand, s.seat FROM (SELECT hand, seat, count(*) AS n FROM {batch} GROUP BY ALL HAVING n > 1) s "
            "JOIN (SELECT hand, count(*) AS n FROM hands GROUP BY hand) h ON h.hand = s.hand "
            "WHERE s.n > h.n ORDER BY ALL",
            WARNING,
            needs=("hands",),
        ),
    ]


def events_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("events"),
        _of_the_room("events", room),
        *_not_null("events", ("hand", "event", "word", "allin", "oot", "dark")),
        _one_of("events", "word", v.WORDS, "the word is one of the log"),
        _between("events", "event", 0, None),
        _between("events", "seat", 0, v.SEATS_MOST),
        _between("events", "other_seat", 0, v.SEATS_MOST),
        _between("events", "amount_cents", 0, None),
        _one_of("events", "kind", v.DETAILS[1:], "the kind is one of the log"),
        _one_of("events", "part", v.PARTS[1:], "the part of a pot is one of the log"),
        _no_rows(
            "events",
            "events_as_counted",
            "each hand has the events it counts, from 0 on, and no event lacks its hand",
            "SELECT coalesce(h.hand, e.hand) AS hand, h.n AS due, e.n AS present, e.last AS last "
            "FROM (SELECT hand, sum(n_events) AS n, max(n_events) AS longest FROM hands GROUP BY hand "
            "HAVING sum(n_events) > 0) h "
            "FULL JOIN (SELECT hand, count(*) AS n, max(event) AS last FROM {batch} GROUP BY hand) e "
            "ON h.hand = e.hand "
            "WHERE h.n IS DISTINCT FROM e.n OR h.longest IS DISTINCT FROM e.last + 1 ORDER BY ALL",
            needs=("hands",),
        ),
    ]


def notes_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("notes"),
        *_partition("notes", room, gaming_date),
        *_not_null("notes", ("table", "at", "note", "line_hash")),
        _one_of("notes", "note", v.NOTES, "the note is one of the log"),
    ]


def downs_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("downs"),
        *_partition("downs", room, gaming_date),
        *_not_null("downs", ("table", "date", "start", "slot", "source_file", "source_line", "line_hash")),
        _one_of("downs", "kind", v.DOWN_KINDS, "kind is a word of the card"),
        _between("downs", "total", 0, None),
        _no_rows(
            "downs",
            "slot_is_a_half_hour",
            "a slot is a half hour, or the card's closing line",
            "SELECT \"table\", slot FROM {batch} WHERE slot <> 'CLOSE' "
            "AND NOT regexp_full_match(slot, '([01][0-9]|2[0-3]):(00|30)') ORDER BY ALL",
            WARNING,
        ),
        _no_rows(
            "downs",
            "slot_has_a_beginning",
            "every slot has a beginning: the house file knows the room",
            "SELECT \"table\", slot FROM {batch} WHERE slot <> 'CLOSE' AND slot_start IS NULL ORDER BY ALL",
            WARNING,
        ),
        _no_rows(
            "downs",
            "slot_on_one_card",
            "a slot of a table stands on one card",
            'SELECT "table", slot_start, kind, count(*) AS times FROM {batch} WHERE slot_start IS NOT NULL '
            "GROUP BY ALL HAVING count(*) > 1 ORDER BY ALL",
            WARNING,
        ),
        _on_the_roster("downs", "emp", "everyone who signed a slot is on the roster"),
        _no_rows(
            "downs",
            "table_dealt_a_hand",
            "every table with a card dealt a hand",
            "SELECT DISTINCT \"table\" FROM {batch} WHERE kind = 'live' "
            'AND "table" NOT IN (SELECT "table" FROM hands) ORDER BY ALL',
            WARNING,
            needs=("hands",),
        ),
    ]


def shuffles_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("shuffles"),
        *_partition("shuffles", room, gaming_date),
        *_not_null("shuffles", ("table", "at", "status", "source_file", "source_line", "line_hash")),
        _one_of("shuffles", "status", v.SHUFFLE_STATUSES, "status is a word of the shuffler"),
        _between("shuffles", "cards", 0, None),
        _between("shuffles", "cards", 0, 60, WARNING),
        _no_rows(
            "shuffles",
            "table_dealt_a_hand",
            "every table with a shuffler dealt a hand",
            'SELECT DISTINCT "table" FROM {batch} WHERE "table" NOT IN (SELECT "table" FROM hands) ORDER BY ALL',
            WARNING,
            needs=("hands",),
        ),
    ]


def drops_suite(room: str, gaming_date: date) -> list[Expectation]:
    return [
        _columns("drops"),
        *_partition("drops", room, gaming_date),
        *_not_null("drops", ("table", "shift", "line_hash")),
        _between("drops", "rake_cents", 0, None),
        _between("drops", "promo_cents", 0, None),
        _unique("drops", "box_counted_once", ["table", "shift"], "a box is counted once a shift", WARNING),
    ]


SUITES: Final = {
    "hands": hands_suite,
    "seats": seats_suite,
    "events": events_suite,
    "notes": notes_suite,
    "downs": downs_suite,
    "shuffles": shuffles_suite,
    "drops": drops_suite,
}


def catalog(table: str) -> list[Expectation]:
    """Every expectation that a table can have on any day, in order, for those who must know them beforehand.

    The room and the day are made up: names, sentences and severities are the same for all of them.
    """
    some_day = date(2026, 1, 1)
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    recent = {
        some_day - timedelta(days=n): Profile(1, noon if table in TIME_OF else None) for n in range(1, RECENT_LEAST + 1)
    }
    return [*SUITES[table]("room", some_day), *history_suite(table, some_day, recent)]
