"""Batches joined and taken apart say what the tables of their parts say."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from parsers.batch import HandBatch, from_tables, to_tables
from parsers.batch_rows import joined, rows_of
from parsers.handlog import ParsedHands, read_hand_log
from parsers.source import Source
from pipelines.auditing.gathering import gathered
from pipelines.simulator import simulate


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[ParsedHands]:
    """One batch of each of a few tables, of several games."""
    day = tmp_path_factory.mktemp("day")
    simulate(day, date(2026, 1, 16), tables=4, hands=160, seed=5, errors=0.1, games=("holdem", "stud8", "omaha8"))
    parts = [part for path in sorted(day.glob("*.hands.jsonl")) for part in read_hand_log(Source(path))]
    assert len(parts) == 4 and all(len(part.notes) for part in parts)
    return parts


def plain(table: pa.Table) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


def assert_says(batch: HandBatch, parts: list[dict[str, pa.Table]]) -> None:
    tables = to_tables(batch)
    for name, table in tables.items():
        assert plain(table) == [row for part in parts for row in plain(part[name])], name


def test_joined_batches_say_what_their_parts_say_each_with_its_file(logs: list[ParsedHands]) -> None:
    batches = [part.batch for part in logs]
    both = joined(batches)
    assert_says(both, [to_tables(batch) for batch in batches])
    assert_says(joined([both, batches[0]]), [to_tables(batch) for batch in [*batches, batches[0]]])
    assert len({row["source_file"] for row in plain(to_tables(both)["hands"])}) == 4
    assert joined(batches[:1]) is batches[0]
    assert_says(from_tables(to_tables(both)), [to_tables(both)])


def test_of_one_file_no_hand_needs_a_name(logs: list[ParsedHands]) -> None:
    batch = logs[0].batch
    halves = [rows_of(batch, np.arange(10)), rows_of(batch, np.arange(10, len(batch)))]
    again = joined(halves)
    assert again.files is None and again.source_file == batch.source_file
    assert_says(again, [to_tables(batch)])


def test_rows_come_in_the_order_in_which_they_are_named(logs: list[ParsedHands]) -> None:
    both = joined([part.batch for part in logs])
    rows = np.array(Random(3).sample(range(len(both)), len(both) // 2))
    one_by_one = [to_tables(rows_of(both, np.array([row]))) for row in rows]
    assert_says(rows_of(both, rows), one_by_one)
    assert len(rows_of(both, np.zeros(0, np.int64))) == 0


def test_formats_that_lack_different_things_are_not_joined(logs: list[ParsedHands]) -> None:
    with pytest.raises(ValueError, match="cannot be one"):
        joined([logs[0].batch, replace(logs[1].batch, unrecorded=frozenset({"rake"}))])


@pytest.mark.parametrize("least", [1, 50, 90, 10_000])
def test_gathered_batches_hold_the_same_and_each_kind_in_its_order(logs: list[ParsedHands], least: int) -> None:
    lacking = replace(logs[2], batch=replace(logs[2].batch, unrecorded=frozenset({"rake"})))
    given = [logs[0], logs[1], lacking, logs[3]]
    found = list(gathered(given, least))
    assert [len(one.batch) for one in found] == {
        1: [40, 40, 40, 40], 50: [80, 40, 40], 90: [120, 40], 10_000: [120, 40]
    }[least]  # fmt: skip
    for kind in (frozenset[str](), frozenset({"rake"})):

        def hands(parts: list[ParsedHands], kind: frozenset[str] = kind) -> list[Any]:
            alike = [one for one in parts if one.batch.unrecorded == kind]
            return [row for one in alike for row in plain(to_tables(one.batch)["hands"])]

        def notes(parts: list[ParsedHands], kind: frozenset[str] = kind) -> list[Any]:
            return [row for one in parts if one.batch.unrecorded == kind for row in plain(one.notes)]

        assert hands(found) == hands(given)
        assert notes(found) == notes(given)
