"""The register of feeds: what should have come, what did, and what its absence hides. Nothing missing is green."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from checks.catalogue import CHECKS
from checks.expected import FEED_OF, HANDS, MissingFeed, codes_of_feed, with_missing
from checks.model import Grain
from parsers import schemas
from parsers.house import House, load_house
from pipelines.auditing.lake_audit import audit_partition, partition_evidence
from pipelines.night.open_days import absent_nights, open_days
from tests.lake_fixtures import DAY, HOUSE_TEXT, ROOM, SHUFFLER_HEADER, hand, write_day, write_lines
from warehouse.ingest import ingest
from warehouse.lake import Lake
from warehouse.quality import run_gate
from warehouse.register import Register
from warehouse.register_look import looked_into, numbers_missing
from warehouse.register_rows import Row, Status, code_ranges, troubles

TABLES = ("147", "23")
# DAY is a Saturday; the room of these tests plays every day.
WEEK = [DAY + timedelta(days=n) for n in range(6)]
NEXT = DAY + timedelta(days=6)


def morning_after(day: date) -> datetime:
    """An hour after the gaming day closed, in California."""
    return datetime(day.year, day.month, day.day, 14, tzinfo=UTC) + timedelta(days=1)


class Rooms:
    """A lake whose clock can be set, and the files that arrive at it."""

    def __init__(self, folder: Path, house: str = HOUSE_TEXT) -> None:
        self.folder, self.now = folder, morning_after(DAY)
        (folder / "house.toml").write_text(house, encoding="utf-8")
        self.house: House = load_house(folder / "house.toml")
        self.lake = Lake(folder / "lake", clock=lambda: self.now)

    def day(self, day: date, without: Iterable[str] = (), tables: Iterable[str] = TABLES, hands: int = 12) -> None:
        """The files of a day land the morning after, but for those whose names hold one of the words."""
        self.now = max(self.now, morning_after(day))
        paths = write_day(self.folder / day.isoformat(), day, tables, hands)
        wanted = [path for path in paths if not any(word in path.name for word in without)]
        ingest(self.lake, wanted, self.house)

    def audit(self, day: date) -> None:
        run_gate(self.lake)
        audit_partition(self.lake, self.house, ROOM, day)

    def register(self) -> Register:
        return Register(self.lake, self.lake.snapshot(), self.house)

    def wrong(self, day: date) -> dict[tuple[str, str | None], Status]:
        rows = self.register().rows(day, ROOM)
        return {(row.feed, row.table): row.status for row in rows if row.status != Status.RECEIVED}

    def covered(self, day: date, code: str) -> tuple[int, int]:
        """How often a check was judged and could not be, on a day."""
        rows = [row for row in self.lake.read("coverage", ROOM, day).to_pylist() if row["code"] == code]
        return sum(row["evaluated"] for row in rows), sum(row["not_evaluable"] for row in rows)


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    """A room of which five days came whole."""
    made = Rooms(tmp_path)
    for day in WEEK:
        made.day(day)
    return made


def test_a_day_of_which_everything_came_has_nothing_to_say(rooms: Rooms) -> None:
    rooms.day(NEXT)
    assert rooms.wrong(NEXT) == {}
    assert len(rooms.register().rows(NEXT, ROOM)) == 6  # two tables, three feeds


def test_a_log_that_usually_comes_and_did_not_is_missing(rooms: Rooms) -> None:
    rooms.day(NEXT, without=["147.hands"])
    assert rooms.wrong(NEXT) == {("hands", "147"): Status.MISSING}
    (one,) = troubles([vars(row) for row in rooms.register().rows(NEXT, ROOM)])
    assert one.said == "The hand log of table 147 has not come (it came on 6 of the last 6 days)."
    assert one.blinds == "No hand can be judged at this table."
    assert one.todo == f"Send {NEXT}-147.hands.jsonl to landing/, then run `oddchip nightly`."


def test_a_whole_feed_that_did_not_come_is_told_once_with_what_it_blinds(rooms: Rooms) -> None:
    rooms.day(NEXT, without=["shuffler"])
    (one,) = troubles([vars(row) for row in rooms.register().rows(NEXT, ROOM)])
    assert one.said.startswith("The shuffler messages of tables 147 and 23 have not come")
    assert one.blinds == "SC04, SC06, SC08–SC09 cannot be judged at 2 tables."
    assert one.todo == f"Send {NEXT}.shuffler.csv to landing/, then run `oddchip nightly`."


def test_a_night_of_which_nothing_came_is_missing_and_every_table_with_it(rooms: Rooms) -> None:
    rooms.now = morning_after(NEXT)
    register = rooms.register()
    assert register.nights_missing(ROOM, NEXT) == [NEXT]
    rows = register.rows(NEXT, ROOM)
    assert rows[0].feed == "night" and rows[0].status == Status.MISSING
    assert len(rows) == 7
    assert [one.feed for one in troubles([vars(row) for row in rows])] == ["night"]
    assert [(one.day, one.room) for one in open_days(rooms.lake, rooms.house, rooms.now)][-1] == (NEXT, ROOM)


def test_a_missing_night_inside_the_past_is_found_too(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    for day in [*WEEK[:4], *WEEK[5:]]:
        rooms.day(day)
    assert rooms.register().nights_missing(ROOM, WEEK[5]) == [WEEK[4]]


def test_a_weekday_on_which_the_room_is_closed_is_not_missed(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    monday = DAY + timedelta(days=2)
    for n in range(16):
        day = DAY + timedelta(days=n)
        if day.weekday() != monday.weekday():
            rooms.day(day, hands=2)
    assert rooms.register().plays(monday + timedelta(days=14), ROOM) is False
    assert rooms.register().plays(monday + timedelta(days=15), ROOM) is True


def test_the_house_file_says_what_to_expect_from_the_first_day_on(tmp_path: Path) -> None:
    more = 'tables = ["147", "23", "24"]\nfeeds = ["hands", "downs"]\nopen_days = ["sat", "sun"]\n'
    rooms = Rooms(tmp_path, HOUSE_TEXT.replace("[room.annex]", f"{more}\n[room.annex]"))
    rooms.day(DAY, without=["downs"], tables=("147", "23", "99"))
    assert rooms.wrong(DAY) == {
        ("hands", "24"): Status.MISSING,
        ("downs", "147"): Status.MISSING,
        ("downs", "23"): Status.MISSING,
        ("downs", "24"): Status.MISSING,
        ("hands", "99"): Status.UNEXPECTED,
        ("shuffler", "99"): Status.UNEXPECTED,
    }
    register = rooms.register()
    assert register.nights_missing(ROOM, DAY + timedelta(days=3))[-1] == DAY + timedelta(days=1)
    assert register.plays(DAY + timedelta(days=2), ROOM) is False


def test_shufflers_that_count_are_expected_at_every_table_that_dealt(tmp_path: Path) -> None:
    rooms = Rooms(
        tmp_path, HOUSE_TEXT.replace('"06:00"\n\n[room.annex]', '"06:00"\ncounting_shuffler = true\n\n[room.annex]')
    )
    rooms.day(DAY, without=["shuffler"])
    assert rooms.wrong(DAY) == {("shuffler", "147"): Status.MISSING, ("shuffler", "23"): Status.MISSING}


def test_a_table_whose_shuffler_told_and_whose_log_did_not_come_is_missed_on_the_first_day(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    rooms.day(DAY, without=["23.hands"])
    assert rooms.wrong(DAY) == {("hands", "23"): Status.MISSING}


def test_a_file_that_comes_after_the_audit_is_late_and_opens_its_day_again(rooms: Rooms) -> None:
    rooms.day(NEXT, without=["147.hands"])
    rooms.audit(NEXT)
    assert NEXT not in [one.day for one in open_days(rooms.lake, rooms.house, rooms.now)]
    ingest(rooms.lake, [rooms.folder / NEXT.isoformat() / f"{NEXT}-147.hands.jsonl"], rooms.house)
    assert NEXT in [one.day for one in open_days(rooms.lake, rooms.house, rooms.now)]
    rooms.audit(NEXT)
    assert rooms.wrong(NEXT) == {("hands", "147"): Status.LATE}
    assert NEXT not in [one.day for one in open_days(rooms.lake, rooms.house, rooms.now)]


def test_a_log_that_breaks_off_hours_early_is_a_part(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    for day in WEEK:
        rooms.day(day, hands=100)  # five hours
    rooms.day(NEXT, hands=35)  # an hour and three quarters
    assert rooms.wrong(NEXT)["hands", "147"] == Status.PARTIAL
    rooms.day(NEXT + timedelta(days=1), hands=50)
    row = next(row for row in rooms.register().rows(NEXT + timedelta(days=1), ROOM) if row.feed == "hands")
    assert row.status == Status.RECEIVED  # two and a half hours early is no alarm


def test_hand_numbers_that_are_missing_make_a_log_a_part(rooms: Rooms) -> None:
    lines = [hand(n, "147", day=NEXT) for n in range(30) if n not in (7, 8)]
    ingest(rooms.lake, [write_lines(rooms.folder / "x" / f"{NEXT}-147.hands.jsonl", lines)], rooms.house)
    hands = rooms.lake.read("hands", ROOM, NEXT, staged=True)
    assert numbers_missing(hands) == {"147": 2}
    rows = [Row(ROOM, NEXT, "147", "hands", Status.RECEIVED, 28)]
    (told,) = looked_into(rows, {"hands": hands}, [])
    assert (told.status, told.why) == (Status.PARTIAL, "2 hand numbers are missing")


def test_a_file_that_came_and_cannot_be_read_is_told_from_one_that_did_not_come(rooms: Rooms) -> None:
    rooms.day(NEXT, without=["147.hands"])
    bad = write_lines(rooms.folder / "bad" / f"{NEXT}-147.hands.jsonl", ["not a hand"])
    ingest(rooms.lake, [bad], rooms.house)
    rooms.audit(NEXT)
    rows = rooms.lake.read("register", ROOM, NEXT).to_pylist()
    (one,) = troubles(rows)
    assert one.status == Status.UNREADABLE and one.tables == ("147",)
    assert f"1 line of {NEXT}-147.hands.jsonl in quarantine" in one.said


def test_coverage_falls_when_a_feed_is_missing(rooms: Rooms) -> None:
    rooms.day(NEXT)
    for day in (*WEEK, NEXT):
        rooms.audit(day)
    whole = {code: rooms.covered(NEXT, code) for code in ("PT02", "RK01", "CD01")}
    assert all(judged for judged, _ in whole.values())
    later = NEXT + timedelta(days=1)
    rooms.day(later, without=["shuffler", "23.hands"])
    rooms.audit(later)

    def share(found: Any) -> float:
        judged, not_judged = found
        return judged / (judged + not_judged) if judged + not_judged else -1.0

    for code in whole:
        judged, not_judged = rooms.covered(later, code)
        assert sum(whole[code]) == judged + not_judged, "what should have been judged is as much as on a whole day"
        assert share((judged, not_judged)) < share(whole[code])
    judged, not_judged = rooms.covered(later, "SC08")
    assert judged == 0 and not_judged >= 12
    total = [
        (sum(row["evaluated"] for row in rows), sum(row["evaluated"] + row["not_evaluable"] for row in rows))
        for rows in (rooms.lake.read("coverage", ROOM, day).to_pylist() for day in (NEXT, later))
    ]
    assert total[1][0] / total[1][1] < total[0][0] / total[0][1]


def test_the_audit_of_a_night_that_did_not_come_says_so(rooms: Rooms) -> None:
    for day in WEEK:
        rooms.audit(day)
    rooms.now = morning_after(NEXT)
    audit_partition(rooms.lake, rooms.house, ROOM, NEXT)
    assert (NEXT, ROOM) in rooms.lake.snapshot().audits
    judged, not_judged = rooms.covered(NEXT, "RK01")
    assert (judged, not_judged) == (0, 24)
    assert rooms.lake.read("register", ROOM, NEXT).to_pylist()[0]["feed"] in ("night", "downs")
    assert open_days(rooms.lake, rooms.house, rooms.now) == []


def test_a_room_that_sends_nothing_is_absent_however_long_ago_it_played(rooms: Rooms) -> None:
    assert [one.room for one in absent_nights(rooms.lake, rooms.house, morning_after(WEEK[-1]))] == ["annex"]
    (_, rio) = absent_nights(rooms.lake, rooms.house, morning_after(NEXT))
    assert (rio.day, rio.last, rio.due, rio.regular) == (NEXT, WEEK[-1], True, True)
    assert rio.sentence().startswith(f"rio: the gaming day {NEXT} should exist and nothing of it came; the last that")
    (_, later) = absent_nights(rooms.lake, rooms.house, morning_after(NEXT + timedelta(days=60)))
    assert (later.due, later.regular) == (False, True)


def test_every_grain_has_its_feed_or_reads_the_hand_log() -> None:
    """What can be silent is listed: a new grain has to say which feed it cannot do without."""
    # a clock is off in whatever feed came; chips are held against notes, which stand in the hand log
    reads_the_log = {
        Grain.HAND,
        Grain.TABLE,
        Grain.PUSH,
        Grain.DECK,
        Grain.ROUND,
        Grain.CLOCK,
        Grain.CHIPS,
        Grain.HOUSE,
        Grain.LAW,
    }
    reads_the_log |= {Grain.BUY_IN, Grain.SEATED, Grain.STUB, Grain.EXCHANGE}
    reads_the_log |= {Grain.BANKED, Grain.WAGER, Grain.SET, Grain.COMPARISON, Grain.FANTASY}
    assert {one.grain for one in CHECKS.values()} == reads_the_log | set(FEED_OF)
    assert set(codes_of_feed(HANDS)) | set(codes_of_feed("downs")) | set(codes_of_feed("shuffler")) == set(CHECKS)


def test_what_a_missing_feed_hides_is_counted_and_nothing_else_changes() -> None:
    of_day = {"room": "rio", "gaming_date": DAY, "code": "SC08"}
    rows = [
        of_day | {"table": "1", "evaluated": 3, "violated": 1, "not_evaluable": 2},
        of_day | {"table": "2", "evaluated": 9, "violated": 0, "not_evaluable": 0},
    ]
    table = pl.DataFrame(rows).select(schemas.COVERAGE.names).to_arrow().cast(schemas.COVERAGE)
    assert with_missing(table, []) is table
    told = with_missing(
        table, [MissingFeed("rio", "1", DAY, "shuffler", 20), MissingFeed("rio", "3", DAY, "shuffler", 7)]
    )
    by_place = {(r["table"], r["code"]): (r["evaluated"], r["violated"], r["not_evaluable"]) for r in told.to_pylist()}
    assert by_place["1", "SC08"] == (3, 1, 17)
    assert by_place["2", "SC08"] == (9, 0, 0)
    assert by_place["3", "SC04"] == (0, 0, 7)
    assert ("2", "SC04") not in by_place


def test_codes_are_drawn_together() -> None:
    assert code_ranges(["SC04", "SC06", "SC07", "SC08", "AC01"]) == "AC01, SC04, SC06–SC08"


def test_the_ids_of_other_days_do_not_change_when_a_day_is_whole(rooms: Rooms) -> None:
    before = partition_evidence(rooms.register(), ROOM, WEEK[-1], staged=True).audit_id
    rooms.day(NEXT)
    assert partition_evidence(rooms.register(), ROOM, WEEK[-1], staged=True).audit_id == before
    write = write_lines(
        rooms.folder / "late" / "x.shuffler.csv", [SHUFFLER_HEADER, f"rio,23,sh-23,{WEEK[0]}T11:00:00-07:00,red,52,ok"]
    )
    ingest(rooms.lake, [write], rooms.house)
    assert partition_evidence(rooms.register(), ROOM, WEEK[-1], staged=True).audit_id == before


def test_a_ledger_whose_clock_jumped_is_told_once(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    rooms.now = morning_after(DAY) + timedelta(days=365)
    ingest(
        rooms.lake,
        [write_lines(tmp_path / "x" / "9.hands.jsonl", [hand(1, "9", day=DAY - timedelta(days=1))])],
        rooms.house,
    )
    rooms.now = morning_after(DAY)
    ingest(rooms.lake, write_day(tmp_path / "in"), rooms.house)
    assert rooms.lake.verify() == []
    rooms.audit(DAY)
    (one,) = [row for row in rooms.lake.read("findings", ROOM, DAY).to_pylist() if row["code"] == "TL06"]
    assert one["severity"] == "notice"
    assert one["expected"].startswith("2018-06-03T14:00") and one["actual"].startswith("2019-06-03T14:00")
    assert "ledger" in one["message"]


def test_a_bad_line_of_one_day_says_nothing_of_other_days_whose_files_have_the_same_name(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    days = (DAY, DAY + timedelta(days=1))
    for number, day in enumerate(days):
        rooms.now = morning_after(day)
        lines = [hand(n, "147", day=day) for n in range(5)] + (["not a hand"] if number else [])
        ingest(rooms.lake, [write_lines(tmp_path / str(number) / "147.hands.jsonl", lines)], rooms.house)
        if not number:
            before = partition_evidence(rooms.register(), ROOM, DAY, staged=True).audit_id
    assert partition_evidence(rooms.register(), ROOM, DAY, staged=True).audit_id == before
    for day in days:
        rooms.audit(day)
    statuses = [rooms.lake.read("register", ROOM, day).to_pylist()[0]["status"] for day in days]
    assert statuses == ["received", "partial"]
