"""Damaged feeds of the floor: nothing stops the audit, no line vanishes, and nobody is accused of the damage.

A damaged day is a clean one of the simulator that something was done to. Every line of every feed then stands in a
table, in quarantine, or word for word in another line; what the damage took away is found missing or not evaluable.
"""

from __future__ import annotations

import csv
import io
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pipelines.auditing.files_audit import audit_files
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.simulator.floor_day import simulate_floor

DAY = date(2026, 6, 12)
DOWNS, SHUFFLER, ROSTER = f"{DAY}.downs.csv", f"{DAY}.shuffler.csv", "roster.csv"
LOGS = ("101.hands.jsonl", "102.hands.jsonl", "103.hands.jsonl")
LANDED = {DOWNS: ("downs",), SHUFFLER: ("shuffles",)} | dict.fromkeys(LOGS, ("hands", "notes"))
# What a card that lost lines, or came in twice, can be accused of: by the source it is wrong.
OF_CARDS = {"DC01", "DC03", "DC05", "DC06", "DC07", "DC09", "DC10", "SC02", "SC03"}

Damage = Callable[[Path, random.Random], None]


@dataclass(frozen=True)
class Audited:
    """What came of a day."""

    day: Path
    out: Path

    def table(self, name: str) -> pl.DataFrame:
        return pl.read_parquet(self.out / f"{name}.parquet").with_columns(pl.col(pl.Categorical).cast(pl.String))

    @property
    def codes(self) -> set[str]:
        return set(self.table("findings")["code"])

    def evaluated(self, code: str) -> int:
        return int(self.table("coverage").filter(pl.col("code") == code)["evaluated"].sum())


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Audited:
    root = tmp_path_factory.mktemp("clean")
    simulate_floor(root / "day", DAY, tables=3, seed=21, hours=3)
    audit_files([root / "day"], house_path=None, out=root / "out")
    audited = Audited(root / "day", root / "out")
    assert not audited.codes
    return audited


@pytest.fixture
def damaged(clean: Audited, tmp_path: Path) -> Callable[[Damage], Audited]:
    def damage(do: Damage) -> Audited:
        shutil.copytree(clean.day, tmp_path / "day")
        do(tmp_path / "day", random.Random(4))
        audit_files([tmp_path / "day"], house_path=None, out=tmp_path / "out")
        audited = Audited(tmp_path / "day", tmp_path / "out")
        _nothing_vanished(audited)
        return audited

    return damage


def _nothing_vanished(audited: Audited) -> None:
    """Every line of every feed stands in a table, in quarantine, or word for word in another line."""
    quarantine = audited.table("quarantine")
    for path in sorted(audited.day.iterdir()):
        tables = LANDED.get(path.name.removeprefix("again-"))
        waiting = quarantine.filter(pl.col("source_file").str.ends_with(path.name))
        if tables is None or waiting["line"].null_count():  # a file that waits as a whole
            continue
        there = set(waiting["line"])
        for name in tables:
            there |= set(audited.table(name).filter(pl.col("source_file").str.ends_with(path.name))["source_line"])
        seen: set[bytes] = (
            set(_lines(audited.day / path.name.removeprefix("again-"))) if "again-" in path.name else set()
        )
        for number, line in enumerate(_lines(path), start=1):
            if number not in there and line.strip() and not (number == 1 and path.suffix == ".csv"):
                assert line in seen, f"{path.name}, line {number} is nowhere: {line[:120]!r}"
            seen.add(line)


def _lines(path: Path) -> list[bytes]:
    return [line.rstrip(b"\r") for line in path.read_bytes().split(b"\n")]


def _rewrite(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """Changes the lines of a feed; the header of a CSV file stays where it is."""
    lines = path.read_bytes().splitlines(keepends=True)
    head, rest = (lines[:1], lines[1:]) if path.suffix == ".csv" else ([], lines)
    path.write_bytes(b"".join([*head, *change(rest)]))


# -- lines that are gone, or stand elsewhere ---------------------------------------------------------------------------


@pytest.mark.parametrize("feed", [DOWNS, SHUFFLER, ROSTER])
def test_lines_in_another_order_say_the_same(damaged: Callable[[Damage], Audited], feed: str) -> None:
    def mixed(day: Path, rng: random.Random) -> None:
        _rewrite(day / feed, lambda lines: rng.sample(lines, len(lines)))

    assert not damaged(mixed).codes


def test_a_card_that_lost_lines_is_accused_of_what_is_missing_and_nothing_else(
    clean: Audited, damaged: Callable[[Damage], Audited]
) -> None:
    def thinned(day: Path, rng: random.Random) -> None:
        _rewrite(day / DOWNS, lambda lines: [line for line in lines if rng.random() > 0.2])

    audited = damaged(thinned)
    assert "DC05" in audited.codes and audited.codes <= OF_CARDS, audited.codes
    assert 0 < audited.evaluated("DC01") < clean.evaluated("DC01")  # a blank slot stays on a card: these were lost
    written = audited.table("downs").filter(pl.col("emp").is_not_null()).select("table", "slot_start")
    lost = (
        clean.table("downs").filter(pl.col("emp").is_not_null()).join(written, on=["table", "slot_start"], how="anti")
    )
    unsigned = audited.table("findings").filter(pl.col("code") == "DC01")
    assert unsigned.join(lost, left_on=["table", "at"], right_on=["table", "slot_start"], how="anti").is_empty()


def test_a_shuffler_that_lost_messages_is_one_finding_a_gap_and_no_other_code(
    damaged: Callable[[Damage], Audited],
) -> None:
    def thinned(day: Path, rng: random.Random) -> None:
        _rewrite(day / SHUFFLER, lambda lines: [line for line in lines if rng.random() > 0.1])

    assert damaged(thinned).codes <= {"SC08"}


def _smeared(day: Path, rng: random.Random) -> None:
    _rewrite(day / SHUFFLER, lambda lines: [line[::-1] if rng.random() < 0.05 else line for line in lines])


def test_lines_of_a_shuffler_that_cannot_be_read_accuse_nobody(
    clean: Audited, damaged: Callable[[Damage], Audited]
) -> None:
    audited = damaged(_smeared)
    assert not audited.codes and audited.table("quarantine").height > 5
    assert 0 < audited.evaluated("SC08") < clean.evaluated("SC08")


def test_nor_do_they_in_the_lake(clean: Audited, tmp_path: Path) -> None:
    shutil.copytree(clean.day, tmp_path / "day")
    _smeared(tmp_path / "day", random.Random(4))
    folders = Folders(tmp_path / "data", tmp_path / "day/house.toml")
    nightly.land(folders, [path for path in sorted((tmp_path / "day").iterdir()) if path.suffix in (".csv", ".jsonl")])
    nightly.gate_day(folders, DAY)
    nightly.audit_day(folders, DAY)
    lake = nightly.open_lake(folders)
    assert len(lake.read("quarantine")) > 5 and len(lake.read("shuffles", gaming_date=DAY))
    assert lake.read("findings", gaming_date=DAY)["code"].to_pylist() == []


def test_a_shuffler_feed_of_a_few_messages_accuses_nobody(damaged: Callable[[Damage], Audited]) -> None:
    def nearly_all(day: Path, rng: random.Random) -> None:
        _rewrite(day / SHUFFLER, lambda lines: lines[:6])

    audited = damaged(nearly_all)
    assert not audited.codes - {"SC08"}
    assert audited.table("findings").height <= 1


def test_a_log_that_lost_hands_has_gaps_and_the_counts_in_them_are_missed(damaged: Callable[[Damage], Audited]) -> None:
    def thinned(day: Path, rng: random.Random) -> None:
        _rewrite(day / LOGS[0], lambda lines: [line for line in lines if rng.random() > 0.1])

    audited = damaged(thinned)
    assert "TL02" in audited.codes
    assert audited.codes <= {"TL02", "PT12", "BL07", "BL03", "SC02", "SC03", "DC01", "DC07", "DC08", "DC09"}, (
        audited.codes
    )


def test_log_lines_in_another_order_do_not_stop_anything(damaged: Callable[[Damage], Audited]) -> None:
    def mixed(day: Path, rng: random.Random) -> None:
        for log in LOGS:
            _rewrite(day / log, lambda lines: rng.sample(lines, len(lines)))

    audited = damaged(mixed)
    assert not {code for code in audited.codes if code.startswith(("DC", "SC"))}, audited.codes


# -- the same twice ----------------------------------------------------------------------------------------------------


def test_a_card_that_comes_in_twice_counts_once(clean: Audited, damaged: Callable[[Damage], Audited]) -> None:
    def again(day: Path, rng: random.Random) -> None:
        (day / f"again-{DOWNS}").write_bytes((day / DOWNS).read_bytes().replace(b"\n", b"\r\n"))

    audited = damaged(again)
    assert not audited.codes
    assert audited.table("downs").height == clean.table("downs").height


def test_a_card_copied_by_another_hand_is_one_card_and_its_downs_are_paid_once(
    clean: Audited, damaged: Callable[[Damage], Audited]
) -> None:
    def copied(day: Path, rng: random.Random) -> None:
        text = (day / DOWNS).read_text(encoding="utf-8")
        (day / f"again-{DOWNS}").write_text(text.replace("MK", "M.K."), encoding="utf-8")

    audited = damaged(copied)
    assert audited.codes <= OF_CARDS
    assert audited.table("payroll").filter("paid").height <= clean.table("payroll").filter("paid").height


def test_every_feed_twice_changes_nothing(clean: Audited, damaged: Callable[[Damage], Audited]) -> None:
    def doubled(day: Path, rng: random.Random) -> None:
        for name in LANDED:
            _rewrite(day / name, lambda lines: [*lines, *lines])

    audited = damaged(doubled)
    assert not audited.codes
    for name in ("hands", "downs", "shuffles", "notes"):
        assert audited.table(name).height == clean.table(name).height, name


# -- signs, columns, and nothing at all --------------------------------------------------------------------------------


@pytest.mark.parametrize("feed", [DOWNS, SHUFFLER])
def test_columns_in_another_order_say_the_same(clean: Audited, damaged: Callable[[Damage], Audited], feed: str) -> None:
    def turned(day: Path, rng: random.Random) -> None:
        rows = list(csv.reader(io.StringIO((day / feed).read_text(encoding="utf-8"))))
        order = rng.sample(range(len(rows[0])), len(rows[0]))
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([[row[i] for i in order] for row in rows])
        (day / feed).write_text(out.getvalue(), encoding="utf-8")

    audited = damaged(turned)
    assert not audited.codes and audited.table("quarantine").is_empty()
    for name in ("payroll", "devices"):
        assert audited.table(name).equals(clean.table(name)), name


def test_a_card_in_the_signs_of_another_machine_costs_the_lines_that_cannot_be_read(
    damaged: Callable[[Damage], Audited],
) -> None:
    def latin(day: Path, rng: random.Random) -> None:
        text = (day / DOWNS).read_text(encoding="utf-8").splitlines()
        text[3] = ",".join([*text[3].split(",")[:8], "Müller", *text[3].split(",")[9:]])
        (day / DOWNS).write_bytes("\n".join(text).encode("latin-1", errors="replace") + b"\n")

    audited = damaged(latin)
    waiting = audited.table("quarantine")
    assert 4 in set(waiting["line"]) and waiting["reason"].str.contains("UTF-8").all()
    assert audited.codes <= OF_CARDS


@pytest.mark.parametrize("feed", [DOWNS, SHUFFLER, LOGS[0]])
@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\x00\xff\xfe\x80" * 500, "ａ,ｂ\n1,2\n".encode(), b"PK\x03\x04rubbish"]
)
def test_a_feed_of_nothing_or_rubbish_waits_and_what_hangs_on_it_is_not_evaluable(
    clean: Audited, damaged: Callable[[Damage], Audited], feed: str, content: bytes
) -> None:
    def spoiled(day: Path, rng: random.Random) -> None:
        (day / feed).write_bytes(content)

    audited = damaged(spoiled)
    if feed == LOGS[0]:
        assert audited.codes <= {"DC07"}  # signed, and no hand is there
        return
    assert not audited.codes
    for code in ("DC03", "DC05", "DC09", "SC02") if feed == DOWNS else ("SC08",):
        assert clean.evaluated(code) > 0 and audited.evaluated(code) == 0, code


def test_a_file_in_utf_16_waits_as_a_whole(clean: Audited, damaged: Callable[[Damage], Audited]) -> None:
    def wide(day: Path, rng: random.Random) -> None:
        for name in (DOWNS, SHUFFLER):
            (day / name).write_bytes((day / name).read_text(encoding="utf-8").encode("utf-16"))

    audited = damaged(wide)
    assert not audited.codes
    assert {Path(name).name for name in audited.table("quarantine")["source_file"]} == {DOWNS, SHUFFLER}
    assert audited.evaluated("DC05") == 0 and audited.evaluated("SC08") == 0


def test_a_file_cut_off_in_mid_line_keeps_what_stands_before(damaged: Callable[[Damage], Audited]) -> None:
    def cut(day: Path, rng: random.Random) -> None:
        for name in LANDED:
            whole = (day / name).read_bytes()
            (day / name).write_bytes(whole[: len(whole) * 2 // 3])

    audited = damaged(cut)
    assert audited.codes <= OF_CARDS | {"SC08"}, audited.codes


def test_signs_changed_at_random_stop_nothing(damaged: Callable[[Damage], Audited]) -> None:
    def noisy(day: Path, rng: random.Random) -> None:
        for name in LANDED:
            content = bytearray((day / name).read_bytes())
            for _ in range(len(content) // 400):
                content[rng.randrange(len(content))] = rng.choice(b'0123456789azAZ",:;-?\x00\xff\n')
            (day / name).write_bytes(bytes(content))

    audited = damaged(noisy)
    assert audited.table("quarantine").height > 0


# -- times and numbers that cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "rio,101,SH101,9999-12-31T23:59:59-12:00,red,52,ok",
        "rio,101,SH101,0001-01-01T00:00:00+14:00,red,52,ok",
        "rio,101,,2026-06-12T12:00:00-07:00,,,jam",
        "rio,101,SH101,2026-06-12T12:00:00-07:00,red,0,count",
        "nowhere,1,X,2026-06-12T12:00:00-07:00,red,52,removed",
        "rio,101,SH101,2036-06-12T12:00:00-07:00,red,52,ok",
    ],
)
def test_a_message_that_cannot_be_is_no_accusation(damaged: Callable[[Damage], Audited], line: str) -> None:
    def added(day: Path, rng: random.Random) -> None:
        _rewrite(day / SHUFFLER, lambda lines: [*lines[:40], line.encode() + b"\n", *lines[40:]])

    assert damaged(added).codes <= ({"SC04"} if ",0,count" in line else set())


@pytest.mark.parametrize(
    "line",
    [
        "rio,,,9999-12-31,23:30,101,23:59,794324,Lee,Bonnie,live,,",
        "rio,,,0001-01-01,00:00,101,00:00,794324,Lee,Bonnie,live,,",
        "nowhere,,,2026-06-12,12:00,101,12:00,794324,Lee,Bonnie,live,,",
        "rio,,,2026-06-12,12:00,101,CLOSE,,,,,10000,MK",
        "rio,,,2026-06-12,12:00,101,12:17,,,,,,",
    ],
)
def test_a_card_that_cannot_be_stops_nothing(damaged: Callable[[Damage], Audited], line: str) -> None:
    def added(day: Path, rng: random.Random) -> None:
        _rewrite(day / DOWNS, lambda lines: [*lines, line.encode() + b"\n"])

    assert damaged(added).codes <= OF_CARDS
