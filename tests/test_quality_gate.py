"""The quality gate: staged, checked, promoted. What fails stays where nobody downstream reads it."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from parsers import schemas
from tests.lake_fixtures import DAY, ROOM, hand, house, write_day, write_lines
from warehouse import expectations, tables
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, Landing, Snapshot
from warehouse.quality import Gate, check_partition, promote, run_gate


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gate")
    ingest(Lake(folder / "lake"), write_day(folder / "in"), house(folder))
    return folder / "lake"


@pytest.fixture
def lake(template: Path, tmp_path: Path) -> Lake:
    shutil.copytree(template, tmp_path / "lake")
    return Lake(tmp_path / "lake")


def stage(lake: Lake, changed: dict[str, pa.Table]) -> None:
    """Puts tables in the place of the staged ones, as a faulty reader would have."""

    def prepare(snapshot: Snapshot, folder: Path) -> Draft:
        draft = Draft("test")
        for name, table in changed.items():
            draft.removed += [live.file.path for live in snapshot.select(name, ROOM, DAY, staged=True)]
            draft.files.append(lake.write_table(table, name, folder, ROOM, DAY, Landing(group=99)))
        return draft

    lake.commit(prepare)


def changed_row(rows: pa.Table, place: int, **values: object) -> pa.Table:
    listed = rows.to_pylist()
    listed[place].update(values)
    return pa.Table.from_pylist(listed, schema=rows.schema)


def test_a_good_day_is_promoted_with_its_results_and_nobody_is_called(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError(f"the gate called out: {args}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    gates = run_gate(lake)
    assert [(gate.passed, gate.failures(expectations.WARNING)) for gate in gates] == [(True, [])]
    assert lake.partitions() == [(DAY, ROOM)]
    assert lake.pending() == []
    assert lake.read("hands").num_rows == 24
    rows = lake.read("quality", ROOM, DAY)
    assert rows.num_rows == gates[0].rows.num_rows > 60
    assert set(rows["table_name"].to_pylist()) == {"hands", "seats", "events", "notes", "downs", "shuffles"}
    assert "24 rows" in rows["observed"].to_pylist()
    values = {(row["table_name"], row["name"]): row["value"] for row in rows.to_pylist()}
    assert values["hands", "some_rows"] == 24 and values["hands", "table_recorded"] == 0
    assert lake.verify() == []
    head = lake.head()
    assert run_gate(lake) == []
    assert lake.head() == head


def test_every_feed_table_has_a_suite() -> None:
    assert set(expectations.SUITES) == set(tables.FEED_TABLES)
    for name, suite in expectations.SUITES.items():
        sentences = [(e.sentence, e.severity) for e in suite(ROOM, DAY)]
        assert len(sentences) == len(set(sentences))
        assert {e.table for e in suite(ROOM, DAY)} == {name}


def test_names_are_unique_and_the_same_on_all_days() -> None:
    for name, suite in expectations.SUITES.items():
        profiles = {
            DAY - timedelta(days=n): expectations.Profile(100 * n, datetime(2026, 1, n, 3, tzinfo=UTC))
            for n in range(1, 6)
        }
        days = [
            [*suite(room, day), *expectations.history_suite(name, day, profiles)]
            for room, day in ((ROOM, DAY), ("annex", DAY + timedelta(days=40)))
        ]
        listed = [[(e.name, e.sentence, e.severity) for e in day] for day in (*days, expectations.catalog(name))]
        assert listed[0] == listed[1] == listed[2], "histories go by the name"
        names = [e.name for e in days[0]]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", one) for one in names), names


Change = Callable[[pa.Table], pa.Table]


def twice(table: pa.Table) -> pa.Table:
    return pa.concat_tables([table, table.slice(len(table) - 1)])


# Faults by group: those of one group are staged together, as none of them makes another one's expectation fail.
FAULTS: list[list[tuple[str, str, Change]]] = [
    [
        ("hands", "table is recorded", lambda t: changed_row(t, 0, table=None)),
        (
            "hands",
            "every row is of the partition's gaming day",
            lambda t: changed_row(t, 1, gaming_date=DAY + timedelta(days=1)),
        ),
        ("hands", "every row is of the partition's room", lambda t: changed_row(t, 2, room="annex")),
        ("hands", "no stake is below zero", lambda t: changed_row(t, 3, bb_cents=-1)),
        ("seats", "seat is from 1 to 10", lambda t: changed_row(t, 0, seat=0)),
        ("events", "the word is one of the log", lambda t: changed_row(t, 0, word="grin")),
        ("events", "amount_cents is 0 or more", lambda t: changed_row(t, 1, amount_cents=-5)),
        ("downs", "kind is a word of the card", lambda t: changed_row(t, 1, kind="lunch")),
        ("shuffles", "status is a word of the shuffler", lambda t: changed_row(t, 1, status="eh")),
    ],
    [
        ("hands", "no line landed twice", twice),
        ("events", "each hand has the events it counts, from 0 on, and no event lacks its hand", lambda t: t),
        ("seats", "each hand has the seats it counts, and no seat lacks its hand", lambda t: t),
    ],
    [
        ("seats", "each hand has the seats it counts, and no seat lacks its hand", lambda t: t.slice(1)),
        (
            "events",
            "each hand has the events it counts, from 0 on, and no event lacks its hand",
            lambda t: changed_row(t, 0, hand="nobody"),
        ),
    ],
    [
        ("hands", "n_seats is from 0 to 10", lambda t: changed_row(t, 0, n_seats=11)),
        (
            "events",
            "each hand has the events it counts, from 0 on, and no event lacks its hand",
            lambda t: changed_row(t, 0, event=300),
        ),
    ],
]


def test_each_fault_is_found_by_the_expectation_that_names_it_and_blocks(template: Path, tmp_path: Path) -> None:
    for number, faults in enumerate(FAULTS):
        shutil.copytree(template, tmp_path / str(number))
        lake = Lake(tmp_path / str(number))
        whole = {**lake.read_hands(ROOM, DAY, staged=True)}
        whole |= {name: lake.read(name, staged=True) for name in ("downs", "shuffles")}
        for table, _, change in faults:
            whole[table] = change(whole[table])
        stage(lake, whole)
        gate = check_partition(lake, ROOM, DAY)
        failed = {(row["table_name"], row["expectation"]): row for row in gate.failures()}
        for table, sentence, _ in faults:
            assert (table, sentence) in failed, f"{sentence}: {sorted(failed)}"
            assert "could not be run" not in failed[table, sentence]["detail"]
        promote(lake, gate)
        assert lake.partitions() == []
        assert lake.read("hands").num_rows == lake.read("downs").num_rows == 0


def test_what_failed_is_recorded_once_and_stays_staged(lake: Lake) -> None:
    stage(lake, {"downs": changed_row(lake.read("downs", staged=True), 1, kind="lunch")})
    gate = check_partition(lake, ROOM, DAY)
    entry = promote(lake, gate)
    assert entry is not None
    assert (entry.kind, entry.meta["passed"]) == ("gate", False)
    assert promote(lake, check_partition(lake, ROOM, DAY)) is None
    assert lake.pending() == [(DAY, ROOM)]
    results = lake.read("quality", ROOM, DAY).to_pylist()
    assert [r["expectation"] for r in results if not r["success"]] == ["kind is a word of the card"]
    detail = next(r["detail"] for r in results if not r["success"])
    assert "lunch" in detail
    assert lake.verify() == []


def test_a_failed_late_file_does_not_take_the_promoted_day_away(lake: Lake) -> None:
    run_gate(lake)

    def prepare(snapshot: Snapshot, folder: Path) -> Draft:
        late = pa.Table.from_pylist(
            [{"room": ROOM, "table": "147", "gaming_date": DAY, "status": "ok", "line_hash": 1}],
            schema=schemas.SHUFFLES,
        )
        return Draft("test", files=[lake.write_table(late, "shuffles", folder, ROOM, DAY, Landing(group=1))])

    lake.commit(prepare)
    assert [gate.passed for gate in run_gate(lake)] == [False]
    assert lake.partitions() == [(DAY, ROOM)]
    assert lake.read("shuffles").num_rows == 6


def test_a_late_file_is_checked_together_with_what_was_promoted(lake: Lake, tmp_path: Path) -> None:
    run_gate(lake)
    ingest(lake, [write_lines(tmp_path / "late.hands.jsonl", [hand(1, button=5), hand(77)])], house(tmp_path))
    gate = run_gate(lake)[0]
    assert gate.passed
    assert [row["expectation"] for row in gate.failures(expectations.WARNING)] == ["a hand's number is used once"]
    assert lake.read("hands").num_rows == 26


def test_cards_without_hands_are_warned_about_and_promoted(tmp_path: Path) -> None:
    lake = Lake(tmp_path / "lake")
    ingest(lake, [path for path in write_day(tmp_path / "in") if path.suffix == ".csv"], house(tmp_path))
    gate = run_gate(lake)[0]
    assert gate.passed
    assert {row["expectation"] for row in gate.failures(expectations.WARNING)} == {
        "the day has hands",
        "every table with a card dealt a hand",
        "every table with a shuffler dealt a hand",
    }
    assert lake.partitions() == [(DAY, ROOM)]


def test_files_staged_after_the_check_stay_staged(lake: Lake, tmp_path: Path) -> None:
    gate = check_partition(lake, ROOM, DAY)
    ingest(lake, [write_lines(tmp_path / "late.hands.jsonl", [hand(77)])], house(tmp_path))
    promote(lake, gate)
    assert lake.read("hands").num_rows == 24
    assert lake.pending() == [(DAY, ROOM)]


def test_rooms_and_folders_with_odd_names_can_be_checked(tmp_path: Path) -> None:
    lake = Lake(tmp_path / "l[a]k*e 'x'")
    lines = [hand(n, room="50% 'off'/*?[x]{batch}:y") for n in range(3)]
    ingest(lake, [write_lines(tmp_path / "odd.hands.jsonl", lines)], house(tmp_path))
    gates: list[Gate] = run_gate(lake)
    assert [gate.failures() for gate in gates] == [[]]
    assert lake.read("hands").num_rows == 3


def test_a_day_that_broke_off_is_told_from_the_days_before(tmp_path: Path) -> None:
    lake, rules = Lake(tmp_path / "lake"), house(tmp_path)
    for n in range(3):
        ingest(lake, write_day(tmp_path / f"in{n}", DAY + timedelta(days=n), hands=150), rules)
        names = {row["name"] for row in run_gate(lake)[0].rows.to_pylist()}
        assert not names & {"volume", "freshness"}, "too few days to say what is usual"
    short = write_day(tmp_path / "short", DAY + timedelta(days=3), hands=20)
    ingest(lake, short, rules)
    gate = run_gate(lake)[0]
    missed = {f"{row['name']} of {row['table_name']}" for row in gate.failures("warning")}
    assert {"volume of hands", "volume of events", "freshness of hands"} <= missed
    assert gate.passed, "a quiet day is a matter for a person, not for the gate"
    assert "volume of shuffles" not in missed
    rows = {(row["table_name"], row["name"]): row for row in gate.rows.to_pylist()}
    volume, last = rows["hands", "volume"], rows["hands", "freshness"]
    assert (volume["value"], volume["observed"]) == (40, "40 rows; 120 to 751 rows are usual, by the 3 days before")
    assert last["value"] < -3, "hours after the usual last row"
    assert last["observed"].startswith("the last row is of ") and "or later is usual" in last["observed"]
    assert not re.search(r"\d", volume["expectation"] + last["expectation"]), "figures would shred the history"


def test_a_dealer_who_is_not_on_the_roster_is_warned_about(lake: Lake, tmp_path: Path) -> None:
    ingest(lake, [write_lines(tmp_path / "x.hands.jsonl", [hand(90, dealer="555555")])], house(tmp_path))
    gate = run_gate(lake)[0]
    sentence = "every dealer that the log names is on the roster"
    (row,) = [row for row in gate.failures(expectations.WARNING) if row["expectation"] == sentence]
    assert "555555" in row["detail"]


def test_the_library_loads_where_no_main_module_has_a_file_and_leaves_spark_to_others() -> None:
    """PySpark, where it is installed, would take such a process for its own and end it without an error."""
    code = (
        "from warehouse.quality import load_great_expectations as load; import sys; load(); "
        "assert 'pyspark' not in sys.modules; import pyspark; print('both are there')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout.strip()) == (0, "both are there"), ran.stderr
