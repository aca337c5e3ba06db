"""Days and slots follow the house file as it is now; what is dated in the future, or is no file, does not land."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from parsers.house import House, load_house
from tests.lake_fixtures import DAY, HOUSE_TEXT, ROOM, audit_of, hand, write_day, write_lines
from warehouse.audits import commit_audit
from warehouse.duck import build_duckdb
from warehouse.filing import out_of_line
from warehouse.ingest import ingest
from warehouse.lake import Lake
from warehouse.quality import run_gate
from warehouse.standing import standing_hands

NOW = datetime(2018, 6, 4, 14, tzinfo=UTC)
NEXT = DAY + timedelta(days=1)


def house_with(folder: Path, text: str) -> House:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return load_house(path)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path / "lake", clock=lambda: NOW)


def counts(lake: Lake, room: str = ROOM) -> dict[date, dict[str, int]]:
    """Rows of each feed by gaming day, waiting or promoted."""
    found: dict[date, dict[str, int]] = {}
    for day, name in lake.partitions(staged=True):
        if name == room:
            for table in ("hands", "notes", "downs", "shuffles"):
                found.setdefault(day, {})[table] = len(lake.read(table, room, day, staged=True))
    return found


def test_a_corrected_time_zone_files_every_feed_again(tmp_path: Path, lake: Lake) -> None:
    wrong = house_with(tmp_path, HOUSE_TEXT.replace("America/Los_Angeles", "Asia/Tokyo"))
    paths = write_day(tmp_path / "in")
    ingest(lake, paths, wrong)
    # 10:00 in California is two in the morning of the next day in Tokyo, before its gaming day begins: still DAY. The
    # cards' slots are local times, so they were put seventeen hours too early.
    slots = {row["slot"]: row["slot_start"] for row in lake.read("downs", staged=True).to_pylist()}
    right = house_with(tmp_path, HOUSE_TEXT)
    report = ingest(lake, [], right)
    assert report.moved == 0  # the days are the same, the slots are not
    moved = {row["slot"]: row["slot_start"] for row in lake.read("downs", staged=True).to_pylist()}
    assert moved["10:00"] - slots["10:00"] == timedelta(hours=16)
    assert moved["10:00"] == datetime(2018, 6, 2, 17, tzinfo=UTC)
    assert not out_of_line(lake.snapshot(), right)
    assert lake.verify() == []


def test_a_corrected_beginning_of_the_day_moves_hands_to_the_day_they_belong_to(tmp_path: Path, lake: Lake) -> None:
    early = house_with(tmp_path, HOUSE_TEXT)
    ingest(lake, write_day(tmp_path / "in"), early)
    run_gate(lake)
    commit_audit(lake, ROOM, DAY, audit_of(lake, "a1"), {"audit_id": "a1"})
    before = lake.number()
    landed = {row["hand"]: row for row in standing_hands(lake, ROOM, DAY).three["hands"].to_pylist()}
    assert len(landed) == 24
    # Ten o'clock in the morning is now the day before: the room's day begins at eleven.
    late = house_with(tmp_path, HOUSE_TEXT.replace('"06:00"', '"11:00"', 1))
    report = ingest(lake, [], late)
    earlier = DAY - timedelta(days=1)
    assert report.moved == 24 + 2 + 6 + 6
    assert counts(lake) == {earlier: {"hands": 24, "notes": 2, "downs": 6, "shuffles": 6}}
    snapshot = lake.snapshot()
    assert (DAY, ROOM) not in snapshot.audits, "findings of a day without hands must not stand"
    assert len(lake.read("findings", ROOM, DAY)) == 0
    assert snapshot.pending() == [(earlier, ROOM)]
    assert all(gate.passed for gate in run_gate(lake))
    moved = {row["hand"]: row for row in standing_hands(lake, ROOM, earlier).three["hands"].to_pylist()}
    assert {k: v | {"gaming_date": None} for k, v in moved.items()} == {
        k: v | {"gaming_date": None} for k, v in landed.items()
    }
    # Nothing was changed in place: the lake as it was is still there.
    assert len(lake.read("hands", ROOM, DAY, as_of=before)) == 24
    assert len(lake.read("findings", ROOM, DAY, as_of=before)) == 3
    assert lake.verify() == []
    build_duckdb(lake, tmp_path / "warehouse.duckdb")
    # and back again: the same files as before stand
    ingest(lake, [], early)
    assert counts(lake) == {DAY: {"hands": 24, "notes": 2, "downs": 6, "shuffles": 6}}
    assert lake.verify() == []


def test_a_day_that_begins_in_the_middle_of_a_log_is_split(tmp_path: Path, lake: Lake) -> None:
    ingest(lake, write_day(tmp_path / "in"), house_with(tmp_path, HOUSE_TEXT))
    # twelve hands a table, three minutes apart from 10:00: six before 10:18
    ingest(lake, [], house_with(tmp_path, HOUSE_TEXT.replace('"06:00"', '"10:18"', 1)))
    found = {day: n["hands"] for day, n in counts(lake).items()}
    assert found == {DAY - timedelta(days=1): 12, DAY: 12}
    for day in found:
        three = standing_hands(lake, ROOM, day, staged=True).three
        assert sum(three["hands"]["n_events"].to_pylist()) == len(three["events"])


def test_a_correction_still_stands_after_its_hand_was_filed_again(tmp_path: Path, lake: Lake) -> None:
    house = house_with(tmp_path, HOUSE_TEXT)
    ingest(lake, [write_lines(tmp_path / "a" / "147.hands.jsonl", [hand(1), hand(2)])], house)
    ingest(lake, [write_lines(tmp_path / "b" / "147.hands.jsonl", [hand(1, dealer="100001"), hand(2)])], house)
    house = house_with(tmp_path, HOUSE_TEXT.replace('"06:00"', '"11:00"', 1))
    ingest(lake, [], house)
    run_gate(lake)
    earlier = DAY - timedelta(days=1)
    standing = standing_hands(lake, ROOM, earlier)
    assert [row["dealer"] for row in standing.three["hands"].to_pylist()] == ["100001", "794324"]
    (again,) = standing.received_again.to_pylist()
    assert (again["was"], again["now"], again["first_commit"], again["commit"]) == ("794324", "100001", 1, 2)
    # A line that lands once more is known: it is looked for where it is filed now.
    third = write_lines(tmp_path / "c" / "147.hands.jsonl", [hand(2), hand(3)])
    assert ingest(lake, [third], house).repeated == 1


def test_rooms_whose_clock_did_not_change_are_left_alone(tmp_path: Path, lake: Lake) -> None:
    house = house_with(tmp_path, HOUSE_TEXT)
    ingest(lake, [write_lines(tmp_path / "x.hands.jsonl", [hand(1), hand(1, room="annex")])], house)
    before = {path for path in lake.snapshot().files if "room=annex" in path}
    ingest(lake, [], house_with(tmp_path, HOUSE_TEXT.replace('"06:00"', '"11:00"', 1)))
    assert before <= set(lake.snapshot().files)
    number = lake.number()
    ingest(lake, [], house_with(tmp_path, HOUSE_TEXT.replace('"06:00"', '"11:00"', 1)))
    assert lake.number() == number, "a clock that did not change makes no commit"


def test_a_line_dated_in_the_future_goes_to_quarantine_and_opens_no_day(tmp_path: Path, lake: Lake) -> None:
    house = house_with(tmp_path, HOUSE_TEXT)
    ahead = DAY + timedelta(days=365)
    lines = [hand(1), hand(2, day=ahead), hand(3)]
    files = [write_lines(tmp_path / "147.hands.jsonl", lines)]
    files.append(write_lines(tmp_path / "x.shuffler.csv", [
        "room,table,device,at,deck,cards,status", f"rio,147,sh,{ahead}T10:00:00-07:00,red,52,ok",
    ]))  # fmt: skip
    files.append(write_lines(tmp_path / "x.downs.csv", [
        "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials",
        f"rio,,,{ahead},10:00,147,10:00,794324,Lee,Ann,live,,", f"rio,,,{ahead},10:00,147,CLOSE,,,,,1,JB",
    ]))  # fmt: skip
    files.append(write_lines(tmp_path / "x.drop.csv", [
        "room,table,gaming_date,shift,rake_cents,promo_cents", f"rio,147,{ahead},day,100,0",
    ]))  # fmt: skip
    report = ingest(lake, files, house)
    assert lake.partitions(staged=True) == [(DAY, ROOM)]
    assert (report.hands, report.quarantined) == (2, 5)
    rows = {(row["source_file"], row["line"]): row for row in lake.read("quarantine").to_pylist()}
    told = rows["147.hands.jsonl", 2]
    assert told["column_or_field"] == "start"
    assert told["reason"].startswith(f"it is dated {ahead}, and today is 2018-06-04; set the clock")
    assert told["raw"].startswith('{"v":1,"room":"rio"')
    assert {name for name, _ in rows} == {"147.hands.jsonl", "x.shuffler.csv", "x.downs.csv", "x.drop.csv"}


def test_a_room_an_hour_ahead_of_us_may_write_tomorrow(tmp_path: Path) -> None:
    lake = Lake(tmp_path / "lake", clock=lambda: datetime(2018, 6, 2, 16, 59, tzinfo=UTC))
    report = ingest(lake, [write_lines(tmp_path / "147.hands.jsonl", [hand(1)])], house_with(tmp_path, HOUSE_TEXT))
    assert (report.hands, report.quarantined) == (1, 0)


def test_what_is_no_plain_file_is_named_and_left_where_it_lies(tmp_path: Path, lake: Lake) -> None:
    landing = tmp_path / "landing"
    write_lines(landing / "147.hands.jsonl", [hand(1)])
    outside = write_lines(tmp_path / "outside.hands.jsonl", [hand(2)])
    (landing / "23.hands.jsonl").symlink_to(outside)
    (landing / "folder").symlink_to(tmp_path)
    os.mkfifo(landing / "24.hands.jsonl")
    (landing / "notes.doc").write_bytes(b"hello")
    (landing / ".147.hands.jsonl.part").write_bytes(b"half")
    report = ingest(lake, [landing], house_with(tmp_path, HOUSE_TEXT))
    assert report.hands == 1
    told = {one.name: one.reason for one in report.not_taken}
    assert set(told) == {"23.hands.jsonl", "folder", "24.hands.jsonl", "notes.doc"}
    assert "links are not followed" in told["23.hands.jsonl"] and "links are not followed" in told["folder"]
    assert "a named pipe" in told["24.hands.jsonl"]
    quarantined = {row["source_file"] for row in lake.read("quarantine").to_pylist()}
    assert quarantined == set(told)


def test_a_folder_that_cannot_be_opened_is_named(tmp_path: Path, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    shut = tmp_path / "landing" / "shut"
    shut.mkdir(parents=True)
    opened = os.scandir

    def refuse(folder: object) -> object:
        if folder == shut:
            raise PermissionError(13, "Permission denied", str(folder))
        return opened(folder)  # type: ignore[call-overload]

    monkeypatch.setattr("warehouse.arrivals.os.scandir", refuse)
    report = ingest(lake, [tmp_path / "landing"], house_with(tmp_path, HOUSE_TEXT))
    assert [one.name for one in report.not_taken] == ["landing/shut"]
    assert "cannot be opened (Permission denied)" in report.not_taken[0].reason
