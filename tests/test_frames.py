"""The catalogue of the frames: what is declared is what an audit has, and a check names nothing else."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from checks import facts, frames, model
from checks.catalogue import CHECKS
from checks.frames import Grain
from checks.model import Judge, Severity, check
from checks.verdicts import Judgment
from pipelines.new_check import GRAINS
from pipelines.reference import FILM_ROWS
from pipelines.simulator import simulate
from pipelines.simulator.floor_day import simulate_floor
from tests.frozen_audit import Item, audit_item
from warehouse.tables import RECEIVED_AGAIN

WHOLE = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt32)
TYPES: dict[str, tuple[Any, ...]] = {
    "flag": (pl.Boolean,), "text": (pl.String,), "day": (pl.Date,), "moment": (pl.Datetime("us", "UTC"),),
    "cents": (pl.Int64,), "microseconds": (pl.Int64,), "list of seats": (pl.List(pl.Int8),),
    "list of cents": (pl.List(pl.Int64),), "list of numbers": (pl.List(pl.UInt32),),
    "list of codes": (pl.List(pl.UInt8),), "list of moments": (pl.List(pl.Datetime("us", "UTC")),),
}  # fmt: skip
Schemas = dict[Grain, list[pl.Schema]]


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Schemas:
    """The frames of an audit of a small room day with every feed, a hand that came in twice among them."""
    day = tmp_path_factory.mktemp("frames") / "day"
    simulate_floor(day, date(2026, 6, 12), tables=6, seed=3, hours=2)
    pq.write_table(_received_again(day), day / "received_again.parquet")
    chinese = day.parent / "chinese"
    simulate(chinese, date(2026, 6, 12), tables=1, hands=20, seed=3, errors=0, games=("ofc",), jobs=1)
    seen: Schemas = {grain: [] for grain in Grain}
    add = Judgment.add

    def watched(self: Judgment, frame: pl.DataFrame, *rest: Any) -> None:
        (grain,) = {one.grain for one in self._checks}
        seen[grain].append(frame.schema)
        add(self, frame, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Judgment, "add", watched)
        audit_item(Item("day", day))
        audit_item(Item("chinese", chinese))
    return seen


def _received_again(day: Path) -> pa.Table:
    """What a lake would know of a hand of the day that came before with another end."""
    log = sorted(day.glob("*.hands.jsonl"))[0]
    hand = next(line for line in map(json.loads, log.read_text().splitlines()) if "hand" in line)
    told = {name: hand[name] for name in ("room", "table", "hand")} | {"start": datetime.fromisoformat(hand["start"])}
    row = {**told, "first_commit": 1, "commit": 3, "source_file": log.name, "changed": "end"}
    return pa.Table.from_pylist([row], schema=RECEIVED_AGAIN)


@pytest.mark.parametrize("grain", Grain)
def test_the_declared_columns_are_those_of_the_frame(schemas: Schemas, grain: Grain) -> None:
    assert schemas[grain], f"the day has no frame of {frames.ROWS[grain]}"
    for schema in schemas[grain]:
        assert sorted(schema) == sorted(frames.names_of(grain)), "declare it in checks/frames.py"


@pytest.mark.parametrize("grain", Grain)
def test_every_column_is_of_its_unit(schemas: Schemas, grain: Grain) -> None:
    for schema in schemas[grain]:
        wrong = {
            fact.name: (fact.unit, schema[fact.name])
            for fact in frames.COLUMNS[grain]
            if schema[fact.name] not in TYPES.get(fact.unit, WHOLE)
        }
        assert not wrong


@pytest.mark.parametrize("grain", Grain)
def test_every_column_is_declared_once_and_explained(grain: Grain) -> None:
    names = frames.names_of(grain)
    assert len(names) == len(set(names))
    for fact in frames.COLUMNS[grain]:
        assert fact.unit in frames.UNITS and fact.meaning and fact.meaning[-1] not in ".;", fact
        assert "|" not in fact.meaning, "it stands in a table of the reference"


def test_every_grain_of_frames_and_film_is_in_the_catalogues() -> None:
    assert set(frames.COLUMNS) == set(frames.ROWS) == set(Grain)
    assert {*FILM_ROWS, facts.Grain.FACTS} == set(facts.COLUMNS) == set(facts.Grain)
    assert {fact.unit for declared in facts.COLUMNS.values() for fact in declared} <= set(frames.UNITS)


@pytest.mark.parametrize("code", CHECKS)
def test_what_a_check_is_about_is_in_its_frame(code: str) -> None:
    one = CHECKS[code]
    assert set(one.applies().meta.root_names()) <= set(frames.names_of(one.grain))


@pytest.mark.parametrize("rows", [rows for rows, (_, film) in GRAINS.items() if film is not facts.Grain.FACTS])
def test_the_film_that_checks_read_has_no_column_of_its_frame(rows: str) -> None:
    grain, film = GRAINS[rows]
    assert set(facts.names_of(film)) & set(frames.names_of(grain)) <= {"hand_row"}, "both stand in one row"


def test_every_check_reads_rows_that_a_new_one_could_read() -> None:
    assert {(one.grain, one.film) for one in CHECKS.values()} <= set(GRAINS.values())


# -- a check that names another column ---------------------------------------------------------------------------------


def nothing_wrong(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Nothing is wrong."""
    return rows


def made_by_the_judge(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Something is wrong."""
    return rows.with_columns(whose="seat")


def registered(monkeypatch: pytest.MonkeyPatch, judge: Judge = nothing_wrong, **said: Any) -> None:
    monkeypatch.setattr(model, "CHECKS", {})
    check(code="RK01", severity=Severity.ERROR, message="", **said)(judge)
    assert list(model.CHECKS) == ["RK01"]


def refused(monkeypatch: pytest.MonkeyPatch, message: str, **said: Any) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        registered(monkeypatch, **said)
    assert not model.CHECKS


def test_a_misspelled_need_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "RK01 needs rake_takn_cents, which no frame of hands has; did you mean rake_taken_cents?"
    refused(monkeypatch, message, needs=("rake_due_cents", "rake_takn_cents"))
    message = "RK01 needs first_hnd, which no frame of downs has; did you mean first_hand?"
    refused(monkeypatch, message, grain=Grain.DOWN, needs=("first_hnd",))
    refused(monkeypatch, "RK01 needs xyzzy, which no frame of clocks has", grain=Grain.CLOCK, needs=("xyzzy",))


def test_a_need_is_a_column_of_the_frame_and_not_of_the_film(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coverage counts hands; what only an event has, no hand can lack."""
    message = "RK01 needs level_cents, which no frame of hands has"
    with pytest.raises(ValueError, match=message):
        registered(monkeypatch, film=facts.Grain.EVENT, needs=("level_cents",))


def test_a_misspelled_event_or_seat_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    end = "which neither its frame nor its film has and its judge does not make"
    message = f"RK01 takes its event from rake_evnt, {end}; did you mean rake_event?"
    refused(monkeypatch, message, event="rake_evnt")
    message = f"RK01 takes its seat from lost_bye, {end}; did you mean lost_by?"
    refused(monkeypatch, message, film=facts.Grain.POT, seat="lost_bye")
    refused(monkeypatch, f"RK01 takes its street from xyzzy, {end}", street="xyzzy")


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        (nothing_wrong, {"event": "rake_event", "seat": "uncalled_seat"}),
        (nothing_wrong, {"film": facts.Grain.POT, "event": "event", "seat": "gained_by"}),
        (nothing_wrong, {"grain": Grain.TABLE, "street": "burn_street"}),
        (made_by_the_judge, {"film": facts.Grain.EVENT, "seat": "whose"}),
    ],
)
def test_columns_of_the_frame_the_film_and_the_judge_are_taken(
    monkeypatch: pytest.MonkeyPatch, judge: Judge, said: dict[str, Any]
) -> None:
    registered(monkeypatch, judge, **said)
