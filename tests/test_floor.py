"""The three feeds as one story: the simulated floor against the real audit, and what the frames say by themselves.

The long proof (ODDCHIP_SLOW=1, run by `make scoreboard`) takes 100 clean room days and 300 errors of every code; the
short form does the same with a few.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from checks.floor.payroll import DISPUTED, PAID, UNSIGNED
from checks.floor.signatures import Dealer, Roster, name_likeness, read_signatures
from checks.floor.timeline import count_frame
from parsers.downs import read_downs
from parsers.house import load_house
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.scoreboard.scoring import print_scoreboard, score
from pipelines.simulator import floor_clocks
from pipelines.simulator.floor_day import CODES, simulate_floor
from tests.case_files import CASES

SLOW = bool(os.environ.get("ODDCHIP_SLOW"))
DAY = date(2026, 6, 12)
CLEAN_DAYS = 100 if SLOW else 2
EACH = 20 if SLOW else 3
WRONG_DAYS = 18 if SLOW else 1


def audited(folder: Path, **how: Any) -> tuple[pl.DataFrame, Path]:
    """Findings of a simulated floor, and the folder with the audit's tables."""
    day, out = folder / "day", folder / "out"
    simulate_floor(day, DAY, **how)
    audit_files([day], house_path=None, out=out)
    return pl.read_parquet(out / "findings.parquet"), out


@pytest.mark.parametrize("seed", range(CLEAN_DAYS))
def test_a_clean_room_day_has_nothing_to_find(tmp_path: Path, seed: int) -> None:
    findings, out = audited(tmp_path, tables=10, seed=1000 + seed, hours=8 if SLOW else 5)
    assert findings.is_empty(), findings.select("code", "table", "hand", "at", "message").to_dicts()
    devices = pl.read_parquet(out / "devices.parquet")
    assert (devices["verdict"] == "off").any() or SLOW
    # Rounds can be so regular that two clocks explain them: of ten devices one, and not on every day.
    untold = devices.filter(~pl.col("verdict").is_in(["right", "off"]))
    assert untold["device"].n_unique() <= 1, devices.to_dicts()
    payroll = pl.read_parquet(out / "payroll.parquet")
    assert set(payroll["status"]) == {PAID} and payroll["paid"].all()


@pytest.fixture(scope="module")
def wrong_days(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folders = []
    for seed in range(WRONG_DAYS):
        folder = tmp_path_factory.mktemp(f"wrong-{seed}")
        audited(folder, tables=60 if SLOW else 20, seed=seed, each=EACH)
        folders.append(folder)
    return folders


def test_every_error_is_found_and_nothing_else(wrong_days: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    injected: Counter[str] = Counter()
    for folder in wrong_days:
        labels, findings = pq.read_table(folder / "day/labels.parquet"), pq.read_table(folder / "out/findings.parquet")
        rows = score(labels, findings)
        print_scoreboard(rows)
        assert not [row for row in rows if row.missed or row.false], capsys.readouterr().out
        injected.update({row.code: row.injected for row in rows})
    assert set(injected) == set(CODES)
    if SLOW:
        assert min(injected.values()) >= 300, injected


def test_the_clock_of_each_shuffler_is_told_and_no_finding(tmp_path: Path) -> None:
    _, out = audited(tmp_path, tables=6, seed=5, hours=5)
    devices = pl.read_parquet(out / "devices.parquet")
    hands = pl.read_parquet(out / "hands.parquet")
    shuffles = pl.read_parquet(out / "shuffles.parquet").filter(pl.col("status") == "ok")
    assert (devices["fits_percent"] >= 95).all()
    for row in devices.filter(pl.col("verdict") == "off").iter_rows(named=True):
        # moved by what was found, nearly every shuffle ends while another hand is played or before the next
        own = shuffles.filter(pl.col("table") == row["table"])["at"] + timedelta(seconds=row["offset_s"])
        first = hands.filter(pl.col("table") == row["table"])["start"].min()
        assert isinstance(first, datetime)
        assert abs((own.min() - first).total_seconds()) < 120  # type: ignore[operator, union-attr]


def test_a_clock_that_is_off_for_a_day_is_one_notice_and_accuses_nobody(tmp_path: Path) -> None:
    findings, out = audited(tmp_path, tables=2, seed=11, each=len(floor_clocks.TABLES), hours=5)
    labels = pl.DataFrame(pl.from_arrow(pq.read_table(tmp_path / "day/labels.parquet"))).filter(
        pl.col("code") == "TL06"
    )
    there = findings.filter(pl.col("table").is_in(labels["table"].implode()))
    assert sorted(there.select("code", "table", "at").rows()) == sorted(labels.select("code", "table", "at").rows())
    assert there["dealer"].null_count() == there["hand"].null_count() == len(floor_clocks.TABLES)
    # What is laid beside the hands by the clock could not be judged where the log or its shuffler is off.
    coverage = pl.read_parquet(out / "coverage.parquet")
    for n, (_, clock) in enumerate(floor_clocks.TABLES):
        beside_cards = dict.fromkeys((floor_clocks.WALL, floor_clocks.AHEAD), "DC01 DC07 DC09 SC02")
        codes = (beside_cards | {floor_clocks.MOMENT: ""}).get(clock, "SC08")
        mine = coverage.filter((pl.col("table") == str(103 + n)) & pl.col("code").is_in(codes.split()))
        assert mine["evaluated"].sum() == 0 and (mine["not_evaluable"] > 0).all(), mine.to_dicts()


def test_a_hand_that_came_in_again_is_found_by_the_lakes_history(tmp_path: Path) -> None:
    day = tmp_path / "day"
    simulate_floor(day, DAY, tables=2, seed=3, hours=12 if SLOW else 3)
    folders = Folders(tmp_path / "data")
    folders.landing.mkdir(parents=True)
    (folders.root / "house.toml").write_bytes((day / "house.toml").read_bytes())
    for path in day.iterdir():
        if path.name not in ("house.toml", "labels.parquet"):
            (folders.landing / path.name).write_bytes(path.read_bytes())
    nightly.land(folders)
    lines = (day / "101.hands.jsonl").read_text().splitlines()
    edited: set[str] = set()
    for i, line in enumerate(lines):
        hand = json.loads(line)
        if "hand" in hand and len(edited) < (300 if SLOW else 8):
            hand["end"] = (datetime.fromisoformat(hand["end"]) - timedelta(seconds=1)).isoformat()
            lines[i] = json.dumps(hand)
            edited.add(hand["hand"])
    (folders.landing / "101-corrected.hands.jsonl").write_text("\n".join(lines) + "\n")
    nightly.land(folders)
    nightly.gate_day(folders, DAY)
    nightly.audit_day(folders, DAY)
    findings = pl.DataFrame(pl.from_arrow(nightly.open_lake(folders).read("findings", gaming_date=DAY)))
    assert set(findings["code"]) == {"TL04"}, findings.select("code", "hand", "message").head(5).to_dicts()
    assert set(findings["hand"]) == edited and len(findings) == len(edited)
    assert findings["actual"].str.contains("101-corrected.hands.jsonl").all()
    again = nightly.audit_day(folders, DAY)
    assert [room.seconds for room in again] == [0.0]


# -- payroll -----------------------------------------------------------------------------------------------------------


def test_payroll_reconciles_signed_dealt_and_paid(wrong_days: list[Path]) -> None:
    for folder in wrong_days[:1]:
        payroll = pl.read_parquet(folder / "out/payroll.parquet").filter(pl.col("room") == "rio")
        labels = pl.DataFrame(pl.from_arrow(pq.read_table(folder / "day/labels.parquet")))
        count = Counter(labels["code"].to_list())
        unsigned = payroll.filter(pl.col("status") == UNSIGNED)
        assert unsigned["slot_start"].n_unique() >= 1 and not unsigned["paid"].any()
        assert unsigned.select("table", "slot_start").unique().height == count["DC01"]
        disputed = payroll.filter(pl.col("status") == DISPUTED)
        assert not disputed["paid"].any() and disputed["dispute"].null_count() == 0
        reasons = " ".join(disputed["dispute"].to_list())
        for words in ("cannot be read", "two dealers", "two tables", "no hand was dealt"):
            assert words in reasons, words
        assert payroll.filter(pl.col("paid"))["dispute"].null_count() == payroll["paid"].sum()
        assert payroll.filter(pl.col("kind").is_in(["setup", "bag"]) & pl.col("dispute").is_null())["paid"].all()


# -- handwriting -------------------------------------------------------------------------------------------------------

ROSTER = Roster(
    [Dealer("794324", "Lee", "Bonnie"), Dealer("563321", "Foster", "John"), Dealer("563321"[::-1], "Lee", "Bo")]
)


@pytest.mark.parametrize(
    ("written", "person", "percent"),
    [
        (("794324", "Lee", "Bonnie"), "794324", 99),
        (("794 324", "LEE", "B."), "794324", 99),
        (("800794324", "Bonnie", "Lee"), "794324", 99),
        (("794324", "Lec", "Bonnie"), "794324", 99),
        (("794324", None, None), "794324", 95),
        (("79?324", "Lee", "Bonnie"), "794324", 97),
        (("7943Z4", "Lee", "Bonnie"), "794324", 97),
        (("794325", "Lee", "Bonnie"), "794324", 95),
        (("79?324", None, None), None, 85),
        (("", "Foster", "John"), None, 75),
        (("794324", "Foster", "John"), None, 50),
        (("999999", "Nobody", "Known"), None, None),
    ],
)
def test_a_signature_is_matched_with_a_stated_confidence(
    written: tuple[str, str | None, str | None], person: str | None, percent: int | None
) -> None:
    read = ROSTER.read(*written)
    assert (read.person, read.percent) == (person, percent)


def test_names_are_compared_as_people_write_them() -> None:
    dealer = Dealer("1", "Müller", "Jörg")
    assert name_likeness("muller", "jorg", dealer) == 1.0
    assert name_likeness("jorg", "muller", dealer) == 1.0
    assert name_likeness("muler", "jorg", dealer) > 0.75
    assert name_likeness("smith", "ann", dealer) < 0.5


def signatures_of(tmp_path: Path, *lines: str) -> pl.DataFrame:
    path = tmp_path / "x.downs.csv"
    header = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials"
    path.write_text("\n".join([header, *lines]) + "\n")
    read = read_downs(Source(path), load_house(CASES / "houses/rio.toml"))
    assert not read.quarantine, read.quarantine
    downs = pl.DataFrame(pl.from_arrow(read.table)).with_columns(pl.col(pl.Categorical).cast(pl.String))
    return read_signatures(downs, None)


def test_two_dealers_in_one_field_are_two_signatures(tmp_path: Path) -> None:
    found = signatures_of(tmp_path, "rio,,,2018-06-02,10:00,147,10:00,794324/563321,Lee/Foster,Bonnie/John,live,,")
    assert found.select("person", "last_name").rows() == [("563321", "Foster"), ("794324", "Lee")]


def test_a_lined_out_slot_is_not_signed(tmp_path: Path) -> None:
    assert signatures_of(tmp_path, "rio,,,2018-06-02,10:00,147,12:30,------,,,,,").is_empty()


def test_a_set_up_slot_before_the_start_is_of_the_same_day_and_a_dealing_one_of_the_next(tmp_path: Path) -> None:
    found = signatures_of(
        tmp_path,
        "rio,,,2018-06-02,10:00,147,09:30,794324,Lee,Bonnie,setup,,",
        "rio,,,2018-06-02,10:00,147,09:00,563321,Foster,John,live,,",
    )
    days = dict(
        found.select("person", pl.col("slot_start").dt.convert_time_zone("America/Los_Angeles").dt.date()).rows()
    )
    assert days == {"794324": date(2018, 6, 2), "563321": date(2018, 6, 3)}


def test_the_frames_do_not_look_at_tables_without_feeds(tmp_path: Path) -> None:
    day = tmp_path / "day"
    simulate_floor(day, DAY, tables=2, seed=3, hours=3)
    for path in day.glob("*.csv"):
        path.unlink()
    audit_files([day], house_path=None, out=tmp_path / "out")
    assert pl.read_parquet(tmp_path / "out/payroll.parquet").is_empty()
    assert pl.read_parquet(tmp_path / "out/devices.parquet").is_empty()
    coverage = pl.read_parquet(tmp_path / "out/coverage.parquet")
    assert not {"DC02", "DC03", "DC09", "SC02", "SC08"} & set(coverage.filter(pl.col("evaluated") > 0)["code"])


# -- counts of the shuffler --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "status", "is_wrong"),
    [
        ("holdem", 52, "ok", False),
        ("holdem", 51, "count", True),
        ("holdem", 51, "ok", True),
        ("holdem", 41, "ok", True),
        ("mexican", 41, "ok", False),
        ("mexican", 41, "count", False),  # set for 52 cards, and wrong itself
        ("mexican", 52, "ok", True),
        ("mexican", 40, "count", True),
    ],
)
def test_how_many_cards_are_right_hangs_on_the_game(game: str, cards: int, status: str, is_wrong: bool) -> None:
    at = datetime(2026, 6, 12, 19, 0, tzinfo=UTC)
    place = {"room": ["rio"], "table": ["147"], "deck": ["red"]}
    shuffle = {"at": [at], "device": ["D1"], "cards": [cards], "status": [status], "gaming_date": [DAY]}
    shuffles = pl.DataFrame({**place, **shuffle, "source_file": ["x"], "source_line": [2], "within_s": [0]})
    hands = pl.DataFrame(
        {**place, "start": [at + timedelta(minutes=1)], "hand": ["147-000001"], "game": [game], "dealer": ["1"],
         "order": [0]}
    )  # fmt: skip
    notes = pl.DataFrame({"room": ["rio"], "table": ["147"], "at": [at], "note": ["level"]}).clear()
    found = count_frame(hands, shuffles, notes)
    assert found["dealt_hand"].to_list() == (["147-000001"] if is_wrong else [])
