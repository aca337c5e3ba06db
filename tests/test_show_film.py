"""The stored film: of which hands, byte for byte the same, and read by `oddchip show` as it is."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from checks.facts import COLUMNS, Grain
from checks.film_table import FILM, ORDER, STORED, column_of, film_of
from checks.law.rulebook import load_rulebooks
from dashboards.proofs.log_words import event_words
from parsers.house import load_house
from pipelines.auditing.files_audit import audit_files
from pipelines.folders import Folders
from pipelines.hand_source import LakeHands
from pipelines.night import nightly
from pipelines.show_hand import hand_lines, kept_hands
from pipelines.telling.filters import Filter
from tests.conftest import SMALL_DAY
from warehouse import parquet
from warehouse.hands import take_hands
from warehouse.lake import Lake

ROOM = "rio"


def lake_of(night: Path) -> Lake:
    return nightly.open_lake(Folders(night))


def flagged(lake: Lake) -> set[str]:
    return {hand for hand in lake.read("findings", columns=["hand"])["hand"].to_pylist() if hand is not None}


def walked(night: Path, numbers: set[str]) -> pa.Table:
    """The film of some hands of the lake, walked now."""
    three = lake_of(night).read_hands(ROOM, SMALL_DAY)
    rows = [i for i, hand in enumerate(three["hands"]["hand"].to_pylist()) if hand in numbers]
    return film_of(take_hands(three, np.array(rows, np.int64)), load_house(night / "house.toml"), load_rulebooks())


def test_every_column_of_the_catalogue_is_in_the_table() -> None:
    for grain in STORED:
        for fact in COLUMNS[grain]:
            assert fact.name == "hand_row" or column_of(fact) in FILM.names
    assert not {"player", "dealer"} & set(FILM.names)


def test_the_lake_holds_the_film_of_flagged_hands_and_of_no_others(night: Path) -> None:
    lake = lake_of(night)
    film = lake.read("film")
    assert set(film["hand"].to_pylist()) == flagged(lake)
    assert parquet.sort(film, "film").equals(film)
    assert not lake.verify()


def test_the_film_has_one_row_of_its_grain(night: Path) -> None:
    film = pl.DataFrame(pl.from_arrow(lake_of(night).read("film")))
    assert film.select(pl.struct(ORDER).is_duplicated().any()).item() is False
    pictures = film.filter(grain=Grain.PICTURE.value).group_by("hand").agg(pl.len(), last=pl.col("event").max())
    assert (pictures["len"] == pictures["last"] + 1).all()


def test_the_stored_film_is_what_a_walk_gives_again(night: Path) -> None:
    lake = lake_of(night)
    stored, again = lake.read("film"), parquet.sort(walked(night, flagged(lake)), "film")
    assert parquet.to_bytes(stored, "film") == parquet.to_bytes(again, "film")


def test_the_film_of_files_is_the_same_bytes_over_reruns_and_workers(
    small_day: Path, night: Path, tmp_path: Path
) -> None:
    digests = set()
    for run, jobs in enumerate((1, 1, 2)):
        out = tmp_path / str(run)
        audit_files([small_day], house_path=small_day / "house.toml", out=out, jobs=jobs)
        digests.add(hashlib.sha256((out / "film.parquet").read_bytes()).hexdigest())
    assert len(digests) == 1
    film = parquet.sort(pq.read_table(tmp_path / "0" / "film.parquet"), "film")
    assert film.equals(lake_of(night).read("film").cast(film.schema))


def test_files_are_filmed_a_lot_at_a_time(small_day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit_files([small_day], house_path=small_day / "house.toml", out=tmp_path / "whole")
    monkeypatch.setattr("pipelines.auditing.flagged_film.FILM_HANDS", 7)
    audit_files([small_day], house_path=small_day / "house.toml", out=tmp_path / "lots")
    whole, lots = (pq.read_table(tmp_path / name / "film.parquet") for name in ("whole", "lots"))
    assert parquet.sort(lots, "film").equals(parquet.sort(whole, "film"))


def test_show_reads_the_stored_film_of_a_flagged_hand(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise AssertionError("a flagged hand was walked again")

    monkeypatch.setattr("pipelines.hand_source.film_of", fail)
    number = min(flagged(lake_of(night)))
    check_lines(night, number, lake_of(night).read("film"))


def test_show_walks_a_hand_without_findings(night: Path) -> None:
    lake = lake_of(night)
    number = min(set(lake.read("hands", columns=["hand"])["hand"].to_pylist()) - flagged(lake))
    check_lines(night, number, walked(night, {number}))


def check_lines(night: Path, number: str, film: pa.Table) -> None:
    """What `oddchip show` prints has the events in their order, and every street's pot as the film has it."""
    lines = list(hand_lines(kept_hands(LakeHands(Folders(night)), number, ROOM), Filter()))
    three = lake_of(night).read_hands(ROOM, SMALL_DAY)
    events = [event for event in three["events"].to_pylist() if event["hand"] == number]
    said = [line.strip().split("   ←")[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]
    assert said[-len(events) :] == [event_words(event) for event in events]
    pictures = [row for row in film.to_pylist() if row["hand"] == number and row["grain"] == "picture"]
    pots = {row["pot_cents"] + sum(row["bets_by_seat"]) for row in pictures}
    heads = [line for line in lines if ", pot $" in line and not line.startswith(" ")]
    assert heads
    for head in heads:
        assert round(float(head.split("pot $")[1].replace(",", "")) * 100) in pots
