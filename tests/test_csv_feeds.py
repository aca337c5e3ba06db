"""The CSV feeds: what lands, what waits in quarantine, and what the reason says."""

from __future__ import annotations

import gzip
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from parsers import schemas
from parsers.csv_lines import row_hash
from parsers.csvfeed import ParsedTable
from parsers.detect import feed_of
from parsers.downs import HEADER as DOWNS_HEADER
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.house import House, parse_house
from parsers.quarantine import rows_to_table
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from tests import hostile_csv

HOUSE = parse_house(
    b"""
[room.rio]
rulebooks = ["wsop-dealer-2018"]
timezone = "America/Los_Angeles"
gaming_day_starts = "06:00"
"""
)
DOWNS = ",".join(DOWNS_HEADER)
SHUFFLES = "room,table,device,at,deck,cards,status"
SIGNED = "rio,,,2018-06-02,10:00,147,10:00,794324,Lee,Bonnie,live,,"


def written(folder: Path, name: str, *lines: str, ending: str = "\n") -> Source:
    path = folder / name
    path.write_bytes(ending.join((*lines, "")).encode())
    return Source(path)


def downs(folder: Path, *lines: str, house: House = HOUSE) -> ParsedTable:
    return read_downs(written(folder, "a.downs.csv", DOWNS, *lines), house)


def shuffles(folder: Path, *lines: str) -> ParsedTable:
    return read_shuffler(written(folder, "a.shuffler.csv", SHUFFLES, *lines), HOUSE)


def rows(parsed: ParsedTable) -> list[dict[str, Any]]:
    return parsed.table.to_pylist()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def test_a_signed_slot_lands_with_its_moment_in_utc_and_its_gaming_day(tmp_path: Path) -> None:
    parsed = downs(tmp_path, "rio,2A,565.50,2018-06-02,10:00,147,10:30,794324,Lee,Bonnie,tournament,,")
    assert parsed.quarantine == []
    assert parsed.table.schema.equals(schemas.DOWNS)
    assert rows(parsed) == [
        {
            "room": "rio", "event": "2A", "buy_in_cents": 56550, "date": date(2018, 6, 2), "start": "10:00",
            "table": "147", "slot": "10:30", "slot_start": at("2018-06-02T10:30:00-07:00"),
            "gaming_date": date(2018, 6, 2), "emp": "794324", "last_name": "Lee", "first_name": "Bonnie",
            "kind": "tournament", "total": None, "initials": None, "source_file": "a.downs.csv", "source_line": 2,
            "line_hash": row_hash(b"rio,2A,565.50,2018-06-02,10:00,147,10:30,794324,Lee,Bonnie,tournament,,"),
        }
    ]  # fmt: skip


def test_a_slot_earlier_than_the_start_is_on_the_next_day_but_may_be_of_the_same_gaming_day(tmp_path: Path) -> None:
    night, morning = rows(
        downs(
            tmp_path,
            "rio,,,2018-06-02,10:00,147,01:30,794324,Lee,Bonnie,live,,",
            "rio,,,2018-06-02,10:00,147,06:00,794324,Lee,Bonnie,live,,",
        )
    )
    assert night["slot_start"] == at("2018-06-03T01:30:00-07:00")
    assert night["gaming_date"] == date(2018, 6, 2)
    assert morning["slot_start"] == at("2018-06-03T06:00:00-07:00")
    assert morning["gaming_date"] == date(2018, 6, 3)


def test_a_slot_at_the_start_itself_is_on_the_same_day(tmp_path: Path) -> None:
    (row,) = rows(downs(tmp_path, SIGNED))
    assert row["slot_start"] == at("2018-06-02T10:00:00-07:00")


def test_what_a_hand_wrote_is_kept_even_when_a_digit_cannot_be_read(tmp_path: Path) -> None:
    parsed = downs(tmp_path, SIGNED.replace("794324", "79?324"))
    assert parsed.quarantine == []
    assert rows(parsed)[0]["emp"] == "79?324"


def test_a_slot_off_the_half_hour_lands_as_written(tmp_path: Path) -> None:
    (row,) = rows(downs(tmp_path, SIGNED.replace(",10:00,794", ",10:34,794")))
    assert (row["slot"], row["slot_start"]) == ("10:34", at("2018-06-02T10:34:00-07:00"))


def test_a_blank_slot_stays_blank_and_needs_no_kind(tmp_path: Path) -> None:
    parsed = downs(tmp_path, "rio,,,2018-06-02,10:00,147,11:00,,,,,,")
    assert parsed.quarantine == []
    assert [rows(parsed)[0][name] for name in ("emp", "last_name", "first_name", "kind")] == [None] * 4


def test_the_closing_line_has_no_moment_and_belongs_to_the_gaming_day_of_its_card(tmp_path: Path) -> None:
    (row,) = rows(downs(tmp_path, "rio,,,2018-06-03,01:00,147,CLOSE,,,,,16,AJ"))
    assert row["slot_start"] is None
    assert row["gaming_date"] == date(2018, 6, 2)
    assert (row["total"], row["initials"]) == (16, "AJ")


def test_a_card_of_a_room_nobody_knows_lands_without_moments(tmp_path: Path) -> None:
    parsed = downs(tmp_path, SIGNED.replace("rio,", "elsewhere,", 1))
    assert parsed.quarantine == []
    assert (rows(parsed)[0]["slot_start"], rows(parsed)[0]["gaming_date"]) == (None, date(2018, 6, 2))


def test_a_slot_that_the_clock_repeats_is_first_the_earlier_then_the_later(tmp_path: Path) -> None:
    first, second = rows(
        downs(
            tmp_path,
            "rio,,,2018-11-03,20:00,147,01:30,794324,Lee,Bonnie,live,,",
            "rio,,,2018-11-03,20:00,147,01:30,563321,Foster,John,live,,",
        )
    )
    assert first["slot_start"] == at("2018-11-04T01:30:00-07:00")
    assert second["slot_start"] == at("2018-11-04T01:30:00-08:00")


def test_a_slot_that_the_clock_skips_counts_by_the_offset_before(tmp_path: Path) -> None:
    (row,) = rows(downs(tmp_path, "rio,,,2018-03-10,20:00,147,02:30,794324,Lee,Bonnie,live,,"))
    assert row["slot_start"] == at("2018-03-11T02:30:00-08:00")


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        (SIGNED.replace("2018-06-02", "02.06.2018"), "date", "YYYY-MM-DD"),
        (SIGNED.replace("2018-06-02", "2018-02-30"), "date", "YYYY-MM-DD"),
        (SIGNED.replace("2018-06-02", "9999-12-31"), "date", "check the year"),
        (SIGNED.replace("10:00,147", "25:00,147"), "start", "HH:MM"),
        (SIGNED.replace(",10:00,794", ",close,794"), "slot", "CLOSE on the closing line"),
        (SIGNED.replace("live", "cash"), "kind", "write one of live, tournament, setup, bag"),
        (SIGNED.replace("live", ""), "kind", "kind is empty on a signed slot"),
        (SIGNED.replace("rio,", ",", 1), "room", "fill it in"),
        (SIGNED.replace("147", ""), "table", "fill it in"),
        (SIGNED.replace("rio,,,", "rio,2A,$565,"), "buy_in", "565.50"),
        (SIGNED.replace("rio,,,", "rio,2A,1.005,"), "buy_in", "565.50"),
        (SIGNED.replace("live,,", "live,\uff11\uff16,"), "total", "whole number"),
        (SIGNED.replace("live,,", "live,1_0,"), "total", "whole number"),
        (SIGNED + ",more", None, "14 fields where the header has 13"),
        (SIGNED.replace("Lee", '"Lee'), None, "quoted field is not closed"),
    ],
)
def test_a_bad_row_waits_alone_with_line_column_and_reason(
    tmp_path: Path, line: str, column: str | None, reason: str
) -> None:
    parsed = downs(tmp_path, SIGNED, line, SIGNED.replace("10:00,794324", "10:30,563321"))
    assert parsed.table.num_rows == 2
    (problem,) = parsed.quarantine
    assert (problem.source_file, problem.line, problem.column_or_field) == ("a.downs.csv", 3, column)
    assert reason in problem.reason
    assert problem.raw == line
    assert rows_to_table(parsed.quarantine).num_rows == 1


def test_bytes_that_are_no_utf8_cost_their_line_only(tmp_path: Path) -> None:
    path = tmp_path / "a.downs.csv"
    path.write_bytes(f"{DOWNS}\n{SIGNED}\n".encode() + SIGNED.replace("Lee", "Léa").encode("latin-1") + b"\n")
    parsed = read_downs(Source(path), HOUSE)
    assert parsed.table.num_rows == 1
    assert parsed.quarantine[0].line == 3
    assert "UTF-8" in parsed.quarantine[0].reason


def test_a_row_repeated_word_for_word_lands_once(tmp_path: Path) -> None:
    parsed = downs(tmp_path, SIGNED, SIGNED, SIGNED.replace("Lee", "Lea"), SIGNED)
    assert [row["source_line"] for row in rows(parsed)] == [2, 4]
    assert parsed.quarantine == []


def test_a_quoted_name_may_hold_commas_and_quotes(tmp_path: Path) -> None:
    (row,) = rows(downs(tmp_path, SIGNED.replace("Lee", '"Lee, ""Bo"" Jr."')))
    assert row["last_name"] == 'Lee, "Bo" Jr.'


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    plain = downs(tmp_path, SIGNED)
    path = tmp_path / "b" / "a.downs.csv"
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + f"{DOWNS}\r\n{SIGNED}\r\n".encode())
    assert read_downs(Source(path), HOUSE).table.equals(plain.table)


def test_packed_files_read_like_plain_ones(tmp_path: Path) -> None:
    text = f"{DOWNS}\n{SIGNED}\n".encode()
    (tmp_path / "a.downs.csv.gz").write_bytes(gzip.compress(text))
    with pa.CompressedOutputStream(str(tmp_path / "a.downs.csv.zst"), "zstd") as stream:
        stream.write(text)
    for name in ("a.downs.csv.gz", "a.downs.csv.zst"):
        parsed = read_downs(Source(tmp_path / name), HOUSE)
        assert (parsed.table.num_rows, parsed.quarantine) == (1, [])


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    source = written(
        tmp_path, "a.shuffler.csv", "status,cards,deck,at,device,table,room",
        "ok,52,red,2018-06-02T10:04:11-07:00,DM2-1,147,rio",
    )  # fmt: skip
    (row,) = rows(read_shuffler(source, HOUSE))
    assert (row["room"], row["table"], row["cards"], row["status"]) == ("rio", "147", 52, "ok")


@pytest.mark.parametrize(
    ("header", "column", "reason"),
    [
        (SHUFFLES.removesuffix(",status"), "status", 'no column "status"'),
        (SHUFFLES + ",colour", "colour", 'unknown column "colour"'),
        (SHUFFLES.replace("device", "devise"), "devise", "did you mean device? expected"),
        (SHUFFLES + ",room", "room", '"room" twice'),
        ("rio,147,DM2-1,2018-06-02T10:04:11-07:00,red,52,ok", "rio", "unknown column"),
    ],
)
def test_a_wrong_header_keeps_the_whole_file_back_and_says_what_is_expected(
    tmp_path: Path, header: str, column: str, reason: str
) -> None:
    source = written(tmp_path, "a.shuffler.csv", header, "rio,147,DM2-1,2018-06-02T10:04:11-07:00,red,52,ok")
    parsed = read_shuffler(source, HOUSE)
    assert parsed.table.num_rows == 0
    (problem,) = parsed.quarantine
    assert (problem.line, problem.column_or_field) == (None, column)
    assert reason in problem.reason
    assert f"expected {SHUFFLES}" in problem.reason


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b"  \r\n"])
def test_an_empty_file_waits_as_an_empty_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.shuffler.csv"
    path.write_bytes(content)
    parsed = read_shuffler(Source(path), HOUSE)
    assert parsed.table.num_rows == 0
    (problem,) = parsed.quarantine
    assert problem.line is None
    assert "the file is empty" in problem.reason


def test_a_header_alone_is_a_quiet_day(tmp_path: Path) -> None:
    parsed = shuffles(tmp_path)
    assert (parsed.table.num_rows, parsed.quarantine) == (0, [])
    assert parsed.table.schema.equals(schemas.SHUFFLES)


def test_a_shuffler_message_lands_with_its_gaming_day(tmp_path: Path) -> None:
    parsed = shuffles(
        tmp_path,
        "rio,147,DM2-1,2018-06-03T05:59:59.5-07:00,red,51,count",
        "rio,147,DM2-1,2018-06-03T13:00:00Z,,,jam",
        "elsewhere,1,,2018-06-03T05:00:00Z,blue,52,ok",
    )
    assert parsed.quarantine == []
    counted, jam, unknown = rows(parsed)
    assert (counted["at"], counted["utc_offset_min"]) == (at("2018-06-03T05:59:59.5-07:00"), -420)
    assert (counted["cards"], counted["status"], counted["deck"]) == (51, "count", "red")
    assert counted["gaming_date"] == date(2018, 6, 2)
    assert (jam["gaming_date"], jam["deck"], jam["cards"]) == (date(2018, 6, 3), None, None)
    assert (unknown["gaming_date"], unknown["device"]) == (date(2018, 6, 2), None)


def test_a_time_told_twice_by_a_clock_set_back_is_two_messages_and_what_is_sent_again_is_one(tmp_path: Path) -> None:
    def told(*minutes: int) -> list[int]:
        lines = [f"rio,147,D,2018-06-02T10:{minute:02}:00Z,red,52,ok" for minute in minutes]
        parsed = shuffles(tmp_path, *lines)
        assert parsed.quarantine == []
        assert len({row["line_hash"] for row in rows(parsed)}) == len(rows(parsed))
        return [row["at"].minute for row in rows(parsed)]

    assert told(10, 12, 14, 11, 12, 13) == [10, 12, 14, 11, 12, 13]  # set back: 12 comes in turn
    assert told(10, 12, 12, 14) == [10, 12, 14]  # the same line at once
    assert told(10, 12, 14, 12, 15) == [10, 12, 14, 15]  # out of turn
    assert told(10, 12, 14, 10, 12, 14, 15) == [10, 12, 14, 15]  # a block
    mixed = (10, 5, 9, 4, 8, 3, 7, 2, 8, 6)
    assert sorted(told(*mixed)) == sorted(set(mixed))  # in no order: no clock speaks for a second message


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("rio,147,D,2018-06-02T10:04:11,red,52,ok", "at", "with offset"),
        ("rio,147,D,2018-06-02T25:04:11Z,red,52,ok", "at", "with offset"),
        ("rio,147,D,20180602T100411Z,red,52,ok", "at", "with offset"),
        ("rio,147,D,2018-06-02T10:04:11Z,red,fifty,ok", "cards", "whole number"),
        ("rio,147,D,2018-06-02T10:04:11Z,red,-1,ok", "cards", "whole number"),
        ("rio,147,D,2018-06-02T10:04:11Z,red,,count", "cards", "tells of a count"),
        ("rio,147,D,2018-06-02T10:04:11Z,red,52,OK", "status", "ok, count, jam, incomplete, door, removed"),
        ("rio,,D,2018-06-02T10:04:11Z,red,52,ok", "table", "fill it in"),
        ("rio,147,D,2018-06-02T10:04:11Z,red,52", None, "6 fields where the header has 7"),
    ],
)
def test_a_bad_shuffler_message_waits(tmp_path: Path, line: str, column: str | None, reason: str) -> None:
    parsed = shuffles(tmp_path, line, "rio,147,D,2018-06-02T10:05:11Z,red,52,ok")
    assert parsed.table.num_rows == 1
    assert (parsed.quarantine[0].line, parsed.quarantine[0].column_or_field) == (2, column)
    assert reason in parsed.quarantine[0].reason


READERS = {
    "downs": lambda source, by_line: read_downs(source, HOUSE, by_line),
    "shuffles": lambda source, by_line: read_shuffler(source, HOUSE, by_line),
    "drops": read_drops,
    "roster": read_roster,
}


@pytest.mark.parametrize("feed", sorted(READERS))
def test_many_lines_at_once_are_read_as_each_line_by_itself(feed: str, tmp_path: Path) -> None:
    landed = waiting = 0
    for seed in range(24):
        path = tmp_path / hostile_csv.NAMES[feed]
        path.write_bytes(hostile_csv.hostile_file(feed, seed))
        at_once, by_line = (READERS[feed](Source(path, line_most=4_000), by_line) for by_line in (False, True))
        assert at_once.quarantine == by_line.quarantine, seed
        assert at_once.table.equals(by_line.table), seed
        landed, waiting = landed + len(by_line.table), waiting + len(by_line.quarantine)
    assert landed > 3_000 and waiting > 700  # both kinds of lines are there to be told apart


def test_lines_that_are_as_they_should_be_are_not_read_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("read by itself")

    monkeypatch.setattr("parsers.csvfeed.Row", refused)
    lines = [f"rio,147,D,2018-06-02T10:{n % 60:02}:{n // 60:02}-07:00,red,52,ok" for n in range(600)]
    assert shuffles(tmp_path, *lines).table.num_rows == 600
    assert downs(tmp_path, SIGNED, SIGNED.replace("live,,", "live,16,AJ")).table.num_rows == 2


def test_a_roster_lands_with_or_without_games(tmp_path: Path) -> None:
    short = read_roster(written(tmp_path, "roster.csv", "emp,last_name,first_name", "794324,Lee,Bonnie"))
    long = read_roster(
        written(tmp_path, "x.roster.csv", "emp,last_name,first_name,games", '563321,Foster,John,"holdem,stud"')
    )
    assert short.table.schema.equals(schemas.ROSTER)
    assert (rows(short)[0]["emp"], rows(short)[0]["games"]) == ("794324", None)
    assert rows(long)[0]["games"] == "holdem,stud"


def test_a_number_that_is_not_six_digits_or_stands_twice_waits(tmp_path: Path) -> None:
    parsed = read_roster(
        written(
            tmp_path,
            "roster.csv",
            "emp,last_name,first_name",
            "94324,Lee,Bonnie",
            "563321,Foster,John",
            "563321,Miller,Ann",
            "471633,,Ann",
        )
    )
    assert [row["emp"] for row in rows(parsed)] == ["563321"]
    lost, twice, nameless = parsed.quarantine
    assert "leading zero" in lost.reason
    assert "line 3" in twice.reason
    assert nameless.column_or_field == "last_name"


def test_the_boxes_land_in_cents(tmp_path: Path) -> None:
    header = "room,table,gaming_date,shift,rake_cents,promo_cents"
    parsed = read_drops(
        written(tmp_path, "a.drop.csv", header, "rio,147,2018-06-02,day,41200,", "rio,147,2018-06-02,swing,412.00,0")
    )
    (row,) = rows(parsed)
    assert parsed.table.schema.equals(schemas.DROPS)
    assert (row["rake_cents"], row["promo_cents"], row["gaming_date"]) == (41200, None, date(2018, 6, 2))
    assert (parsed.quarantine[0].line, parsed.quarantine[0].column_or_field) == (3, "rake_cents")
    assert "whole cents" in parsed.quarantine[0].reason


def test_a_damaged_file_keeps_what_was_read_and_says_so(tmp_path: Path) -> None:
    body = "".join(f"rio,147,D,2018-06-02T10:{n // 60 % 60:02}:{n % 60:02}Z,red,52,ok\n" for n in range(3600))
    packed = gzip.compress(f"{SHUFFLES}\n{body * 40}".encode())
    path = tmp_path / "a.shuffler.csv.gz"
    path.write_bytes(packed[:-20])
    parsed = read_shuffler(Source(path), HOUSE)
    assert parsed.table.num_rows > 0
    assert any(problem.line is None and "damaged" in problem.reason for problem in parsed.quarantine)


def test_a_hundred_thousand_messages_are_read_in_seconds(tmp_path: Path) -> None:
    lines = [
        f"rio,{n % 200},DM2,2018-06-02T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.{n:06}-07:00,red,52,ok"
        for n in range(100_000)
    ]
    source = written(tmp_path, "a.shuffler.csv", SHUFFLES, *lines)
    begun = time.perf_counter()
    parsed = read_shuffler(source, HOUSE)
    assert parsed.table.num_rows == 100_000
    assert time.perf_counter() - begun < 20


@pytest.mark.parametrize(
    ("name", "feed"),
    [
        ("rio-147.hands.jsonl", "hands"), ("rio.hands.jsonl.gz", "hands"), ("RIO.HANDS.JSONL.ZST", "hands"),
        ("rio.downs.csv", "downs"), ("rio.shuffler.csv.zst", "shuffles"), ("roster.csv", "roster"),
        ("rio.drop.csv", "drops"), ("house.toml", "house"), ("ours.toml", "rulebook"), ("notes.csv", None),
        ("myroster.csv", None), ("rio.hands.json", "ohh"), ("downs.csv.bak", None),
    ],
)  # fmt: skip
def test_a_file_is_known_by_its_name(name: str, feed: str | None) -> None:
    assert feed_of(Path("/somewhere") / name) == feed
