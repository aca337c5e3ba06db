"""Every hand of a gaming day for its pages: as it stands in the lake, players by pseudonym, with its pictures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checks.film_table import DRAWN, film_parts
from checks.law.rulebook import Rulebook, rulebooks_of
from dashboards.replay.record import TableRecord
from parsers.house import House
from warehouse.hands import HandTables, take_hands
from warehouse.lake import Lake
from warehouse.privacy import Pseudonyms
from warehouse.standing import standing_hands


def every_hand(lake: Lake, house: House, pseudonyms: Pseudonyms, day: dt.date) -> Iterator[TableRecord]:
    """One record a table of the day, in order of room and table. The audit stored the film of hands with a finding
    only, so every hand is walked here once more, by the same walk, for its pictures and pots.
    """
    rulebooks = rulebooks_of(house)
    for room in sorted(room for on, room in lake.partitions() if on == day):
        three = standing_hands(lake, room, day).three
        tables = three["hands"]["table"].cast(pa.string())
        for table in sorted(name for name in pc.unique(tables).to_pylist() if name is not None):
            rows = np.flatnonzero(pc.fill_null(pc.equal(tables, table), False).to_numpy()).astype(np.int64)
            yield _record(take_hands(three, rows), house, rulebooks, pseudonyms)


def _record(three: HandTables, house: House, rulebooks: dict[str, Rulebook], pseudonyms: Pseudonyms) -> TableRecord:
    """The hands of one table, masked: no name leaves the lake here."""
    film = pa.concat_tables(film_parts(three, house, rulebooks, grains=DRAWN))
    masked = {name: pseudonyms.publish(table, name) for name, table in three.items()}
    return TableRecord(masked["hands"], masked["seats"], masked["events"], film)
