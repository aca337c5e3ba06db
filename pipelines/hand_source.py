"""Where a hand is kept: the lake of a data folder, or the folder that an audit of files wrote."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from checks.film_table import film_of
from checks.law.rulebook import rulebooks_of
from parsers.house import House, load_house
from parsers.nearest import nearest
from pipelines.auditing.flagged_film import flagged_lots
from pipelines.folders import Folders
from pipelines.night.nightly import open_lake, read_house
from pipelines.telling.found import found_in_folder, published, told
from warehouse.amounts import day_findings
from warehouse.hands import HandTables, take_hands
from warehouse.privacy import load_key

Row = dict[str, Any]
NO_HOUSE = House("no house file", "", {}, {})  # a walk by it knows streets, pots and turns, and no terms


@dataclass(frozen=True)
class KeptHand:
    """One line of the log that carries the number, with what is known of it. `place` of `of` such lines."""

    hand: Row
    seats: list[Row]
    events: list[Row]
    film: list[Row]
    findings: list[Row]
    place: int
    of: int


class HandSource(Protocol):
    """A place where hands are kept."""

    where: str

    def places(self, number: str) -> list[tuple[str, dt.date | None]]:
        """(room, gaming day) of each line that carries the number."""

    def near(self, number: str) -> str | None:
        """The number most like one that is not there."""

    def kept(self, room: str, day: dt.date | None, number: str) -> Iterator[KeptHand]:
        """The lines of a room's gaming day that carry the number."""


class LakeHands:
    """Hands of a lake; players go by their pseudonyms."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._lake = open_lake(folders)
        self._pseudonyms = load_key(folders.key)
        self.where = str(folders.lake)

    def places(self, number: str) -> list[tuple[str, dt.date | None]]:
        hands = self._lake.read("hands", columns=["room", "hand", "gaming_date"])
        return [(row["room"], row["gaming_date"]) for row in hands.filter(pc.equal(hands["hand"], number)).to_pylist()]

    def near(self, number: str) -> str | None:
        return _nearest_number(self._lake.read("hands", columns=["hand"])["hand"], number)

    def kept(self, room: str, day: dt.date | None, number: str) -> Iterator[KeptHand]:
        assert day is not None  # a lake is parted by gaming days
        tables = self._lake.read_hands(room, day)
        rows = np.flatnonzero(pc.equal(tables["hands"]["hand"], number).to_numpy()).astype(np.int64)
        stored = self._lake.read("film", room, day)
        offsets = dict.fromkeys([(room, number)], tables["hands"]["utc_offset_min"][int(rows[0])].as_py())
        findings = [row for row in day_findings(self._lake, day, room) if row["hand"] == number]
        findings = told(published(findings, self._pseudonyms), {}, offsets)
        for place, row in enumerate(rows, start=1):
            one = take_hands(tables, np.array([row], np.int64))
            seats = self._pseudonyms.publish(one["seats"], "seats").to_pylist()
            yield _kept(one, seats, _film(one, stored, lambda: read_house(self._folders)), findings, (place, len(rows)))


class FolderHands:
    """Hands of an audit's folder, as the files name the players."""

    def __init__(self, folder: Path, house: Path | None = None) -> None:
        self._folder = folder
        self._house = NO_HOUSE if house is None else load_house(house)
        self.where = str(folder)

    def places(self, number: str) -> list[tuple[str, dt.date | None]]:
        return self._hands().filter(pl.col("hand") == number).select("room", "gaming_date").collect().rows()

    def near(self, number: str) -> str | None:
        return _nearest_number(self._hands().select("hand").collect()["hand"].to_arrow(), number)

    def _hands(self) -> pl.LazyFrame:
        hands = pl.scan_parquet(self._folder / "hands.parquet")
        return hands.select(pl.col("room").cast(pl.String), "hand", "gaming_date")

    def kept(self, room: str, day: dt.date | None, number: str) -> Iterator[KeptHand]:
        wanted = pa.table({"room": [room], "hand": [number]})
        film = pl.scan_parquet(self._folder / "film.parquet").filter(pl.col("hand") == number).collect().to_arrow()
        findings = [row for row in found_in_folder(self._folder).rows if (row["room"], row["hand"]) == (room, number)]
        for three in flagged_lots(self._folder, wanted):
            days = three["hands"]["gaming_date"].to_pylist()
            rows = [row for row in range(len(days)) if days[row] == day]
            for place, row in enumerate(rows, start=1):
                one = take_hands(three, np.array([row], np.int64))
                seats = one["seats"].to_pylist()
                yield _kept(one, seats, _film(one, film, lambda: self._house), findings, (place, len(rows)))


def _kept(one: HandTables, seats: list[Row], film: list[Row], findings: list[Row], place: tuple[int, int]) -> KeptHand:
    hand = one["hands"].to_pylist()[0]
    own = [row for row in findings if _tells_of(row, hand, last=place[0] == place[1])]
    return KeptHand(hand, seats, one["events"].to_pylist(), film, own, *place)


def _tells_of(finding: Row, hand: Row, last: bool) -> bool:
    """Whether a finding is on this line of the log; one that cites another source goes with the last."""
    lines = {(finding["source_file"], finding["source_line"]), (hand["source_file"], hand["source_line"])}
    return len(lines) == 1 or (last and finding["source_file"] != hand["source_file"])


def _film(one: HandTables, stored: pa.Table, house_of: Callable[[], House]) -> list[Row]:
    """The film of one hand: as stored where it has a finding; else it is walked now."""
    hand = one["hands"].to_pylist()[0]
    keys = {name: hand[name] for name in ("room", "hand", "source_file", "source_line")}
    film = _where(stored, keys)
    if not film:
        house = house_of()
        film = _where(film_of(one, house, rulebooks_of(house)), keys)
    return film


def _where(table: pa.Table, values: Row) -> list[Row]:
    for name, value in values.items():
        table = table.filter(pc.equal(table[name], value))
    rows: list[Row] = table.to_pylist()
    return rows


def _nearest_number(numbers: pa.ChunkedArray | pa.Array, number: str) -> str | None:
    """The hand's number most like this one; of very many, among those that begin alike."""
    alike = pc.unique(numbers.filter(pc.starts_with(numbers, number[:3])))
    return nearest(number, sorted((alike if len(alike) else pc.unique(numbers)).to_pylist()))
