"""What the pages read from the DuckDB file: one gaming day, by the queries in `sql/`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb

from dashboards.shown import page_name
from parsers.house import House
from warehouse.register_rows import Trouble, troubles

Row = dict[str, Any]
HandKey = tuple[str, str, str | None, int | None]  # room, hand, and the line of the log: a hand may be logged twice

_SQL = Path(__file__).parent / "sql"
_NEEDED = (
    "hands", "seats", "events", "findings", "coverage", "hand_facts", "film", "finding_amounts", "hand_amounts",
    "audits", "clock", "days", "findings_by_code", "findings_by_table_hour", "play_by_hour", "rake_by_table",
    "rake_by_hour", "table_day", "dealer_game_day", "dealer_code_day", "dealer_day", "stub_counts", "shuffler_counts",
    "coverage_by_code", "payroll_by_dealer",
)  # fmt: skip


class PublishError(Exception):
    """The pages cannot be made; the message says why and what to do."""


def key_of(row: Row) -> HandKey:
    return row["room"], row["hand"], row["source_file"], row["source_line"]


FILM_ROWS = ("pictures", "dues", "pots", "shares", "sets", "comparisons", "wagers", "hand_seats")
TableKey = tuple[str, str | None]  # room and table


@dataclass(frozen=True)
class HandFilm:
    """What the walk wrote of a hand, as it was stored with the audit; empty where an older audit stored none.

    `pictures` and `dues` are by event: the table before it, and what was due and done. `shares` stand in the order of
    odd chips.
    """

    pictures: dict[int, Row] = field(default_factory=dict)
    dues: dict[int, Row] = field(default_factory=dict)
    pots: list[Row] = field(default_factory=list)
    shares: list[Row] = field(default_factory=list)
    sets: list[Row] = field(default_factory=list)  # of Chinese games: a seat's rows
    comparisons: list[Row] = field(default_factory=list)  # of Chinese games: two seats, in the order of paying
    wagers: list[Row] = field(default_factory=list)  # of a house-banked round, by seat
    hand_seats: list[Row] = field(default_factory=list)  # a seat over the whole hand

    @property
    def end(self) -> Row | None:
        """The table after the last event."""
        return self.pictures[max(self.pictures)] if self.pictures else None


@dataclass(frozen=True)
class FlaggedHand:
    """A hand with at least one finding: what the log says, what the replay derived, what was found."""

    row: Row
    facts: Row
    seats: list[Row]
    events: list[Row]
    findings: list[Row]
    versions: int  # how many lines of the log carry this hand's number
    film: HandFilm = field(default_factory=HandFilm)

    @property
    def key(self) -> HandKey:
        return key_of(self.row)


@dataclass(frozen=True)
class Day:
    """Everything the pages of one gaming day say. Lists stand in the order of their queries."""

    gaming_date: date
    room: str | None
    rooms: list[Row]
    findings: list[Row]
    coverage: list[Row]
    tables: list[Row]
    dealers: list[Row]
    downs: Row
    shuffles: list[Row]
    hands: list[FlaggedHand]
    names: dict[str, str]
    quarantined: int | None
    quality: Row
    audits: list[Row]
    chain_head: str | None
    history: list[Row] = field(default_factory=list)  # the 62 days up to this one, this one last
    history_codes: list[Row] = field(default_factory=list)
    history_tables: list[Row] = field(default_factory=list)
    table_feeds: list[Row] = field(default_factory=list)
    rake: list[Row] = field(default_factory=list)
    rake_hours: list[Row] = field(default_factory=list)
    finding_hours: list[Row] = field(default_factory=list)
    play_hands: list[Row] = field(default_factory=list)  # every hand with its rake and stub, in order of time
    payroll: list[Row] = field(default_factory=list)  # of 28 days, by dealer and day
    drops: list[Row] = field(default_factory=list)
    time: list[Row] = field(default_factory=list)
    banked_hold: list[Row] = field(default_factory=list)  # of tables against the house, by wager
    absences: list[Row] = field(default_factory=list)
    stubs: list[Row] = field(default_factory=list)
    devices: list[Row] = field(default_factory=list)
    clocks: list[Row] = field(default_factory=list)
    wrong_counts: list[Row] = field(default_factory=list)
    dealer_games: list[Row] = field(default_factory=list)
    dealer_codes: list[Row] = field(default_factory=list)
    dealer_flagged: list[Row] = field(default_factory=list)  # a dealer's hands with a finding, over 28 days
    dealer_downs: list[Row] = field(default_factory=list)
    pace: list[Row] = field(default_factory=list)
    expectations: list[Row] = field(default_factory=list)
    quarantine: list[Row] = field(default_factory=list)
    commits: list[Row] = field(default_factory=list)
    roster_games: dict[str, str] = field(default_factory=dict)
    register: list[Row] = field(default_factory=list)  # the feeds of the day that came or should have come
    not_whole: list[Row] = field(default_factory=list)  # those of the 62 days that did not come, or not whole
    history_rules: list[Row] = field(default_factory=list)  # findings of 28 days by the rule that they cite
    before: dict[HandKey, list[Row]] = field(default_factory=dict)  # the hands dealt before a flagged one
    notes: dict[TableKey, list[Row]] = field(default_factory=dict)  # of tables with a finding
    messages: dict[TableKey, list[Row]] = field(default_factory=dict)  # of shufflers, around findings about decks
    down_cards: list[Row] = field(default_factory=list)  # lines of the cards that a finding is about
    corrections: dict[tuple[str, str], list[Row]] = field(default_factory=dict)  # hands that came in again, by room
    dealt_by: dict[HandKey, str | None] = field(default_factory=dict)  # the dealer of every hand of the day
    span_findings: list[Row] = field(default_factory=list)  # of 28 days, those that name a dealer
    beside: dict[date, frozenset[str]] = field(default_factory=dict)  # pages of other days that were published beside
    replayable: bool = False  # whether every hand of the day can be replayed, or those with a finding only
    house: House | None = None  # the house file by which the room goes; None where nobody gave it

    @cached_property
    def troubles(self) -> list[Trouble]:
        """What is wrong with the day's feeds, the worst first."""
        return troubles(self.register)

    @cached_property
    def nights_missing(self) -> list[Trouble]:
        """Rooms of whose gaming day nothing came."""
        return [one for one in self.troubles if one.feed == "night"]

    @cached_property
    def broken_days(self) -> dict[date, list[Trouble]]:
        """What is not whole on each of the 62 days on which something is not."""
        found: dict[date, list[Trouble]] = {}
        for one in troubles(self.not_whole):
            found.setdefault(one.gaming_date, []).append(one)
        return found

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Each room's offset from UTC in minutes."""
        return {r["room"]: r["utc_offset_min"] or 0 for r in self.rooms}

    @property
    def hand_count(self) -> int:
        return sum(r["hands"] for r in self.rooms)

    @cached_property
    def many_rooms(self) -> bool:
        return len(self.room_names) > 1

    @cached_property
    def room_names(self) -> list[str]:
        named = {row["room"] for row in (*self.rooms, *self.findings, *self.register)} | {self.room}
        return sorted(n for n in named if n is not None)

    @cached_property
    def logged(self) -> Counter[tuple[str, str]]:
        """How many lines of the log carry the number of a hand, by room and hand."""
        return Counter((row["room"], row["hand"]) for row in self.play_hands)

    def dealer_name(self, emp: str | None) -> str:
        if emp is None:
            return "not recorded"
        name = self.names.get(emp)
        return f"{emp} {name}" if name else emp


class _Reader:
    def __init__(self, connection: duckdb.DuckDBPyConnection, day: date, room: str | None) -> None:
        self._connection = connection
        self._parameters = {"day": day.isoformat(), "room": room}
        found = self._all("SELECT table_name, column_name FROM information_schema.columns ORDER BY ALL")
        self.columns: dict[str, set[str]] = {}
        for row in found:
            self.columns.setdefault(row["table_name"], set()).add(row["column_name"])

    def _all(self, sql: str, parameters: dict[str, Any] | None = None) -> list[Row]:
        cursor = self._connection.execute(sql, parameters) if parameters else self._connection.execute(sql)
        names = [d[0] for d in cursor.description or ()]
        return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]

    def rows(self, name: str, *tables: str) -> list[Row]:
        """The rows of `sql/<name>.sql`; none where one of its tables is not in the file."""
        if any(table not in self.columns for table in tables):
            return []
        sql = (_SQL / f"{name}.sql").read_text(encoding="utf-8")
        used = {k: v for k, v in self._parameters.items() if f"${k}" in sql}
        return self._all(sql, used)

    def count(self, table: str) -> int | None:
        """How many rows a table has; None where it is not in the file."""
        return self._all(f'SELECT count(*) AS n FROM "{table}"')[0]["n"] if table in self.columns else None

    def loose(self, table: str) -> list[Row]:
        """Rows of a table whose columns this package does not fix, of the day and room where it has such columns."""
        has = self.columns.get(table, set())
        if not has:
            return []
        conditions = [f"{column}::VARCHAR = ${name}" for column, name in (("gaming_date", "day"), ("room", "room"))
                      if column in has and self._parameters[name] is not None]  # fmt: skip
        used = {k: v for k, v in self._parameters.items() if any(f"${k}" in c for c in conditions)}
        columns = ", ".join(f'"{c}"::VARCHAR AS "{c}"' for c in sorted(has))
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return self._all(f'SELECT {columns} FROM "{table}"{where} ORDER BY ALL', used)


def _connect(db_path: Path) -> duckdb.DuckDBPyConnection:
    if not db_path.is_file():
        raise PublishError(f"{db_path}: there is no such file; run the nightly job, which builds it from the lake")
    try:
        return duckdb.connect(str(db_path), read_only=True)
    except duckdb.Error as error:
        first = str(error).splitlines()[0]
        raise PublishError(f"{db_path}: DuckDB cannot open it ({first}); delete it and publish again") from error


def read_day(db_path: Path, day: date, room: str | None = None, house: House | None = None) -> Day:
    """One gaming day of one room, or of all rooms, from a DuckDB file that is opened for reading only.

    `house` is the room's house file: with it a rule of the house reads as its placard does.
    """
    with _connect(db_path) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        reader = _Reader(connection, day, room)
        missing = [t for t in _NEEDED if t not in reader.columns]
        if missing:
            raise PublishError(f"{db_path}: has no table {', '.join(missing)}; delete it and publish again")
        rooms = reader.rows("rooms")
        findings = _on_the_rooms_clock(reader.rows("findings"), rooms)
        downs = reader.rows("downs", "downs")
        return Day(
            gaming_date=day,
            room=room,
            rooms=rooms,
            findings=findings,
            house=house,
            **_play_and_dealers(reader),
            **_evidence_of_findings(reader),
            coverage=reader.rows("coverage"),
            tables=reader.rows("tables"),
            dealers=reader.rows("dealers"),
            downs=downs[0] if downs else {"slots": 0, "signed": 0, "tables": 0},
            shuffles=reader.rows("shuffles"),
            hands=_flagged(reader, findings),
            names={r["emp"]: r["name"].strip(", ") for r in reader.rows("roster", "roster")},
            quarantined=reader.count("quarantine"),
            quality=(reader.rows("quality", "quality") or [{"expectations": 0, "failed": 0}])[0],
            audits=reader.loose("audits"),
            chain_head=_chain_head(reader),
            history=reader.rows("history"),
            history_codes=reader.rows("history_codes"),
            history_tables=reader.rows("history_tables"),
            table_feeds=reader.rows("table_feeds", "downs", "shuffles", "notes"),
        )


def _on_the_rooms_clock(findings: list[Row], rooms: list[Row]) -> list[Row]:
    """The findings; one of a slot, and of no hand, gets the clock of its room."""
    offsets = {r["room"]: r["utc_offset_min"] for r in rooms}
    for finding in findings:
        if finding["utc_offset_min"] is None:
            finding["utc_offset_min"] = offsets.get(finding["room"], 0)
    return findings


def _play_and_dealers(reader: _Reader) -> dict[str, Any]:
    """What was played, taken and dealt: the fields of a day that its marts answer."""
    return {
        "rake": reader.rows("rake"),
        "rake_hours": reader.rows("rake_hours"),
        "finding_hours": reader.rows("finding_hours"),
        "play_hands": reader.rows("play_hands"),
        "payroll": reader.rows("payroll"),
        "drops": reader.rows("drops", "drops"),
        "time": reader.rows("time"),
        "banked_hold": reader.rows("banked_hold"),
        "absences": reader.rows("absences", "absences"),
        "stubs": reader.rows("stubs"),
        "devices": reader.rows("devices"),
        "clocks": reader.rows("clocks", "devices"),
        "wrong_counts": reader.rows("wrong_counts", "shuffles"),
        "dealer_games": reader.rows("dealer_games"),
        "dealer_codes": reader.rows("dealer_codes"),
        "dealer_flagged": reader.rows("dealer_flagged"),
        "dealer_downs": reader.rows("dealer_downs", "downs"),
        "pace": reader.rows("pace", "downs"),
        "expectations": reader.rows("expectations", "quality"),
        "quarantine": reader.rows("quarantined", "quarantine"),
        "commits": reader.loose("commits"),
        "register": reader.rows("register", "register"),
        "not_whole": reader.rows("not_whole", "register"),
        "roster_games": {r["emp"]: r["games"] for r in reader.rows("roster", "roster") if r["games"]},
    }


def _evidence_of_findings(reader: _Reader) -> dict[str, Any]:
    """What stands behind the findings, for their proofs: hands before, notes, messages, cards, corrections."""
    return {
        "history_rules": reader.rows("history_rules"),
        "before": _by_key(reader.rows("flagged_before")),
        "notes": _by_table(reader.rows("finding_notes", "notes")),
        "messages": _by_table(reader.rows("finding_messages", "shuffles", "devices")),
        "down_cards": reader.rows("finding_downs", "downs"),
        "corrections": _by_hand(reader.rows("corrections", "received_again")),
        "dealt_by": {key_of(r): r["dealer"] for r in reader.rows("dealt_by")},
        "span_findings": _of_the_span(reader),
    }


def day_troubles(connection: duckdb.DuckDBPyConnection, day: date) -> list[Trouble]:
    """What is wrong with the feeds of a gaming day, all rooms, the worst first."""
    return troubles(_Reader(connection, day, None).rows("register", "register"))


def _chain_head(reader: _Reader) -> str | None:
    """The head of the ledger's hash chain, where the file carries it."""
    rows = reader.loose("lake") if "head" in reader.columns.get("lake", set()) else []
    return rows[-1]["head"] if rows else None


def _flagged(reader: _Reader, findings: list[Row]) -> list[FlaggedHand]:
    """The flagged hands in order of time. Every finding on a hand gets `hand_key`, the key of its page."""
    rows = reader.rows("flagged_hands")
    lines = _lead_to_hands(findings, rows)
    found: dict[HandKey, list[Row]] = {}
    for finding in findings:
        if finding["hand_key"] is not None:
            found.setdefault(finding["hand_key"], []).append(finding)
    facts, seats, events = (_by_key(reader.rows(f"flagged_{n}")) for n in ("facts", "seats", "events"))
    films = {name: _by_key(reader.rows(f"flagged_{name}")) for name in FILM_ROWS}

    def film(key: HandKey) -> HandFilm:
        pictures, dues, *rest = (rows.get(key, []) for rows in films.values())
        return HandFilm({p["event"]: p for p in pictures}, {d["event"]: d for d in dues}, *rest)

    return [
        FlaggedHand(
            row,
            facts.get(key, [{}])[0],
            seats.get(key, []),
            events.get(key, []),
            found[key],
            len(lines[row["room"], row["hand"]]),
            film(key),
        )
        for row in rows
        if (key := key_of(row)) in found
    ]


def _lead_to_hands(findings: list[Row], lines: list[Row]) -> dict[tuple[str, str], list[HandKey]]:
    """Gives the findings of a day `hand_key` and `slot_page`; gives back the lines of the log of each flagged hand."""
    by_hand: dict[tuple[str, str], list[HandKey]] = {}
    for line in lines:
        by_hand.setdefault((line["room"], line["hand"]), []).append(key_of(line))
    for finding in findings:
        logged = by_hand.get((finding["room"], finding["hand"]), [])
        # A finding may cite another source than the hand's own line, a down card say: then the first line counts.
        own = key_of(finding) in logged
        finding["hand_key"] = key_of(finding) if own else logged[0] if logged else None
    _name_slots(findings)
    return by_hand


def hand_file(key: HandKey, versions: int) -> str:
    """The file name of a hand's page; it names the line of the log only where the hand was logged more than once."""
    return page_name(*(key if versions > 1 else key[:2]))


def _of_the_span(reader: _Reader) -> list[Row]:
    """The findings of 28 days that name a dealer; `file` is the page of each, in the folder of its own day."""
    findings, lines = reader.rows("span_findings"), reader.rows("span_lines")
    of_day: dict[date, tuple[list[Row], list[Row]]] = {}
    for place, rows in enumerate((findings, lines)):
        for row in rows:
            of_day.setdefault(row["gaming_date"], ([], []))[place].append(row)
    for own, logged in of_day.values():
        by_hand = _lead_to_hands(own, logged)
        for f in own:
            key = f["hand_key"]
            hand = "" if key is None else f"hands/{hand_file(key, len(by_hand[key[:2]]))}"
            f["file"] = hand or f"slots/{f['slot_page']}"
    return findings


def _name_slots(findings: list[Row]) -> None:
    """Gives every finding `slot_page`: the name of its own page where it is about no hand that has one, else empty."""
    taken: dict[str, int] = {}
    for f in findings:
        f["slot_page"] = ""
        if f["hand_key"] is None:
            told = [str(f[k]) for k in ("table", "dealer", "at_us", "expected", "actual", "source_file", "source_line")]
            name = page_name(f["room"], f["code"], *told)
            taken[name] = taken.get(name, 0) + 1
            f["slot_page"] = name if taken[name] == 1 else page_name(f["room"], f["code"], *told, taken[name])


def _by_table(rows: list[Row]) -> dict[TableKey, list[Row]]:
    out: dict[TableKey, list[Row]] = {}
    for row in rows:
        out.setdefault((row["room"], row["table"]), []).append(row)
    return out


def _by_hand(rows: list[Row]) -> dict[tuple[str, str], list[Row]]:
    out: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        out.setdefault((row["room"], row["hand"]), []).append(row)
    return out


def _by_key(rows: list[Row]) -> dict[HandKey, list[Row]]:
    out: dict[HandKey, list[Row]] = {}
    for row in rows:
        out.setdefault(key_of(row), []).append(row)
    return out
