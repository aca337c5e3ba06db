"""The DuckDB file: built from what was promoted, swapped in whole, and the same whenever it is built again."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from tests.lake_fixtures import DAY, ROOM, audit_of, hand, house, write_day, write_lines
from warehouse import tables
from warehouse.audits import commit_audit
from warehouse.duck import MARTS, SQL_FOLDER, build_duckdb
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, Snapshot
from warehouse.privacy import Pseudonyms


def promote_all(lake: Lake) -> None:
    def prepare(snapshot: Snapshot, folder: Path) -> Draft:
        return Draft("promote", promoted=[path for path, live in snapshot.files.items() if live.staged])

    lake.commit(prepare)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("duck")
    lake, rules = Lake(folder / "lake"), house(folder)
    ingest(lake, write_day(folder / "in") + write_day(folder / "in2", DAY + timedelta(days=1), hands=5), rules)
    promote_all(lake)
    commit_audit(lake, ROOM, DAY, audit_of(lake, "one"), {"audit_id": "one"})
    # a third day that no gate let through
    ingest(lake, write_day(folder / "in3", DAY + timedelta(days=2), hands=4), rules)
    return folder / "lake"


@pytest.fixture
def lake(template: Path, tmp_path: Path) -> Lake:
    shutil.copytree(template, tmp_path / "lake")
    return Lake(tmp_path / "lake")


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with duckdb.connect(str(path), read_only=True) as connection:
        names = [r[0] for r in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()]
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in sorted(names)}


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def test_an_empty_lake_gives_every_table_empty(tmp_path: Path) -> None:
    found = everything(build_duckdb(Lake(tmp_path / "none"), tmp_path / "w.duckdb"))
    assert set(found) == {*tables.ALL, *MARTS, "lake", "commits", "received_again", "absences"}
    assert {name for name, rows in found.items() if rows} == {"lake"}
    assert found["lake"] == [(0, None)]


def test_only_promoted_days_are_in_it(lake: Lake, tmp_path: Path) -> None:
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    assert query(path, "SELECT gaming_date, hands, findings, audit_id FROM days") == [
        (DAY, 24, 3, "one"),
        (DAY + timedelta(days=1), 10, 0, None),
    ]
    assert query(path, "SELECT head FROM lake") == [(lake.head(),)]


def test_a_rebuild_gives_equal_results(lake: Lake, tmp_path: Path) -> None:
    first = everything(build_duckdb(lake, tmp_path / "w.duckdb"))
    (tmp_path / "w.duckdb").unlink()
    assert everything(build_duckdb(lake, tmp_path / "w.duckdb")) == first


def test_it_can_be_built_as_of_an_earlier_commit(lake: Lake, tmp_path: Path) -> None:
    before = everything(build_duckdb(lake, tmp_path / "a.duckdb"))
    commit_audit(lake, ROOM, DAY, audit_of(lake, "two", flagged=1), {"audit_id": "two"})
    assert query(build_duckdb(lake, tmp_path / "b.duckdb"), "SELECT count(*) FROM findings") == [(1,)]
    assert everything(build_duckdb(lake, tmp_path / "c.duckdb", as_of=lake.number() - 1)) == before


def test_seats_and_events_are_those_of_hands_with_findings(lake: Lake, tmp_path: Path) -> None:
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    flagged = query(path, "SELECT hand FROM findings ORDER BY hand")
    assert query(path, "SELECT DISTINCT hand FROM events ORDER BY hand") == flagged
    assert query(path, "SELECT DISTINCT hand FROM seats ORDER BY hand") == flagged
    sql = (
        "SELECT count(*) FROM hands h JOIN findings f USING (room, hand) WHERE h.n_events <> "
        "(SELECT count(*) FROM events e WHERE e.hand = h.hand AND e.source_line = h.source_line)"
    )
    assert query(path, sql) == [(0,)]


def test_two_hands_of_one_number_can_be_told_apart(lake: Lake, tmp_path: Path) -> None:
    # at another time: another hand under the same number, not a correction
    again = hand(0, "147", events=["s5 post sb 1", "s6 post bb 3"], start="2018-06-02T11:59:00-07:00")
    ingest(lake, [write_lines(tmp_path / "again.hands.jsonl", [again])], house(tmp_path))
    promote_all(lake)
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    sql = "SELECT source_file, count(*) FROM events WHERE hand = '147-0602-000000' GROUP BY 1 ORDER BY 1"
    assert query(path, sql) == [("2018-06-02-147.hands.jsonl", 16), ("again.hands.jsonl", 2)]


def test_a_corrected_hand_is_there_as_it_stands_with_what_was_changed(lake: Lake, tmp_path: Path) -> None:
    again = hand(0, "147", button=5)
    ingest(lake, [write_lines(tmp_path / "again.hands.jsonl", [again])], house(tmp_path))
    promote_all(lake)
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    sql = "SELECT source_file, button FROM hands WHERE hand = '147-0602-000000'"
    assert query(path, sql) == [("again.hands.jsonl", 5)]
    assert query(path, "SELECT changed, was, now FROM received_again") == [("button", "4", "5")]


def test_no_player_has_a_name_in_it_and_dealers_have_the_rosters(lake: Lake, tmp_path: Path) -> None:
    names = set(lake.read("seats")["player"].to_pylist())
    key = Pseudonyms(bytes(range(32)))
    path = build_duckdb(lake, tmp_path / "w.duckdb", pseudonyms=key)
    players = {row[0] for row in query(path, "SELECT DISTINCT player FROM seats")}
    assert players and players <= {key.of(name) for name in names}
    assert query(path, "SELECT DISTINCT last_name FROM downs") == [(None,)]
    assert query(path, "SELECT DISTINCT last_name FROM dealer_day") == [("Lee",)]


def test_marts_add_up(lake: Lake, tmp_path: Path) -> None:
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    assert query(path, "SELECT code, findings, amount_cents FROM findings_by_code") == [("RK01", 3, 300)]
    assert query(path, 'SELECT "table", hour, findings FROM findings_by_table_hour') == [("147", 10, 3)]
    assert query(path, "SELECT sum(rake_over_cents), sum(rake_under_cents), sum(hands) FROM rake_by_table") == [
        (300, 0, 24)
    ]
    assert query(path, "SELECT hour, hands, difference_cents FROM rake_by_hour") == [(10, 24, 300)]
    assert query(path, "SELECT dealer, last_name, hands, downs, findings FROM dealer_day WHERE hands > 0") == [
        ("794324", "Lee", 24, 4, 3)
    ]
    assert query(path, "SELECT count(*), sum(difference) FROM stub_counts") == [(6, 0)]
    assert query(path, "SELECT status, sum(messages), sum(wrong) FROM shuffler_counts GROUP BY status") == [
        ("ok", 12, 0)
    ]
    assert query(path, "SELECT code, evaluated, passed, violated FROM coverage_by_code") == [("RK01", 48, 42, 6)]


def test_every_sql_file_is_a_mart_and_says_its_grain() -> None:
    assert {path.stem for path in SQL_FOLDER.glob("*.sql")} == set(MARTS)
    for path in SQL_FOLDER.glob("*.sql"):
        assert path.read_text(encoding="utf-8").startswith("-- One row a "), path.name


def test_a_failed_build_leaves_the_former_file(lake: Lake, tmp_path: Path) -> None:
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    before = everything(path)
    live = lake.snapshot().select("hands", ROOM, DAY)[0]
    os.chmod(lake.root / live.file.path, 0o644)
    (lake.root / live.file.path).write_bytes(b"x")
    with pytest.raises(Exception, match="not those of commit"):
        build_duckdb(lake, path)
    assert everything(path) == before
    assert [p.name for p in tmp_path.glob(".w*.building")] == []


def test_a_reader_does_not_stand_in_the_way_of_a_new_file(lake: Lake, tmp_path: Path) -> None:
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    with duckdb.connect(str(path), read_only=True) as reader:
        build_duckdb(lake, path)
        assert reader.execute("SELECT count(*) FROM hands").fetchall() == [(34,)]
    assert query(path, "SELECT count(*) FROM hands") == [(34,)]


def test_columns_that_an_audit_adds_to_the_facts_are_kept(lake: Lake, tmp_path: Path) -> None:
    audit = audit_of(lake, "more")
    extra = pa.array(range(len(audit.hand_facts)), pa.int64())
    facts = audit.hand_facts.append_column("minutes", extra)
    commit_audit(lake, ROOM, DAY, type(audit)(audit.findings, audit.coverage, facts), {"audit_id": "more"})
    path = build_duckdb(lake, tmp_path / "w.duckdb")
    assert query(path, "SELECT sum(minutes) FROM hand_facts") == [(276,)]
