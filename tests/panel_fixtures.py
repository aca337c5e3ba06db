"""Days whose findings are proved: every case of the case files as a room of one day, and a simulated room day."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from checks.audit import Audit
from checks.film_table import film_of
from checks.law.rulebook import rulebooks_of
from parsers.batch import to_tables
from parsers.downs import read_downs
from parsers.house import load_house
from parsers.shuffler import read_shuffler
from parsers.source import Source
from tests.case_files import CASES, Case
from tests.test_cases import READ_LOG, audited
from warehouse.absences import absences
from warehouse.duck import MARTS, make_mart
from warehouse.tables import ABSENCES, ALL

CASE_DAY = dt.date(2018, 6, 2)
_HAND_COLUMNS = ("gaming_date", "source_file", "source_line")
_FEEDS = {"downs": (read_downs, "x.downs.csv"), "shuffles": (read_shuffler, "x.shuffler.csv")}


def case_tables(case: Case, room: str, folder: Path) -> dict[str, pa.Table]:
    """What an audit of one case stores, as the tables of the lake; its room is `room` and its day the cases' day."""
    folder.mkdir()
    audit: Audit = audited(case, folder)
    house = load_house(CASES / "houses" / f"{case.body.get('house', 'rio')}.toml")
    parsed = list(READ_LOG(Source(folder / "147.hands.jsonl")))
    three = {
        name: pa.concat_tables([to_tables(p.batch)[name] for p in parsed]) for name in ("hands", "seats", "events")
    }
    tables: dict[str, pa.Table] = {
        **three,
        "film": film_of(three, house, rulebooks_of(house)),
        "absences": absences(three),
        "findings": audit.findings,
        "coverage": audit.coverage,
        "hand_facts": audit.hand_facts,
        "devices": audit.devices,
        "notes": pa.concat_tables([p.notes for p in parsed]),
    }
    for name, (reader, file) in _FEEDS.items():
        if (folder / file).is_file():
            tables[name] = reader(Source(folder / file), house).table
    owned = ("seats", "events")
    for name in owned:
        counts = three["hands"][f"n_{name}"].to_numpy().astype(np.int64)
        owner = pa.array(np.repeat(np.arange(len(counts)), counts))
        for column in _HAND_COLUMNS:
            if column not in tables[name].column_names:
                tables[name] = tables[name].append_column(column, three["hands"][column].take(owner))
    return {name: _of_room(_plain(table), room) for name, table in tables.items()}


def _plain(table: pa.Table) -> pa.Table:
    kinds = [(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type) for f in table.schema]
    return table.cast(pa.schema(kinds))


def _of_room(table: pa.Table, room: str) -> pa.Table:
    """The rows under another room's name, all of them on the cases' day."""
    for name, value, kind in (("room", room, pa.string()), ("gaming_date", CASE_DAY, pa.date32())):
        if name in table.column_names:
            place = table.column_names.index(name)
            table = table.set_column(place, name, pa.array([value] * len(table), kind))
    return table


def write_cases(path: Path, cases: list[Case], folder: Path) -> dict[str, Case]:
    """A DuckDB file in which every case is a room; gives back the case of each room."""
    rooms = {f"{case.code}-{number:03d}": case for number, case in enumerate(cases)}
    made = [case_tables(case, room, folder / room) for room, case in rooms.items()]
    empty = {**ALL, "absences": ABSENCES}
    names = {name for tables in made for name in tables} | set(empty)
    with duckdb.connect(str(path)) as connection:
        for name in sorted(names):
            parts = [tables[name] for tables in made if name in tables]
            parts += [_plain(empty[name].empty_table())] if name in empty else []
            connection.register("arrived", pa.concat_tables(parts, promote_options="default"))
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM arrived')
            connection.unregister("arrived")
        for mart in MARTS:
            make_mart(connection, mart)
    return rooms


Row = dict[str, Any]
