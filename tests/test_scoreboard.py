"""The scoreboard: labels of a simulated day against the findings of an audit."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipelines.scoreboard.lots import Lot, LotScore, ScoreLog, sources_digest
from pipelines.scoreboard.run import clean_lots, error_lots, missing, run_errors, run_lots
from pipelines.scoreboard.scoring import Key, merged, print_scoreboard, score
from pipelines.simulator import CODES, KINDS
from pipelines.simulator.ways import BOOKS

AT = datetime(2018, 6, 2, 17, 30, tzinfo=UTC)
LATER = datetime(2018, 6, 2, 18, 0, tzinfo=UTC)


def table(*rows: tuple[str, str, str | None, datetime]) -> pa.Table:
    columns: dict[str, Any] = {
        "code": pa.array([row[0] for row in rows], pa.string()),
        "room": pa.array(["rio" for _ in rows], pa.string()),
        "table": pa.array([row[1] for row in rows], pa.string()),
        "hand": pa.array([row[2] for row in rows], pa.string()),
        "at": pa.array([row[3] for row in rows], pa.timestamp("us", tz="UTC")),
    }
    return pa.table(columns)


def test_a_label_is_found_by_code_table_and_hand_whatever_the_time() -> None:
    rows = score(table(("RK01", "147", "147-000001", AT)), table(("RK01", "147", "147-000001", LATER)))
    assert [(row.code, row.injected, row.found, row.missed, row.false) for row in rows] == [("RK01", 1, 1, 0, 0)]


def test_a_slot_is_found_by_its_time() -> None:
    labels = table(("DC01", "147", None, AT), ("DC01", "147", None, LATER))
    rows = score(labels, table(("DC01", "147", None, LATER)))
    assert (rows[0].found, rows[0].missed, rows[0].false) == (1, 1, 0)
    assert rows[0].missed_keys == (Key("DC01", "rio", "147", None, int(AT.timestamp()) * 1_000_000),)


def test_a_finding_under_another_code_is_a_miss_and_a_false_one() -> None:
    rows = score(table(("RK04", "147", "147-000001", AT)), table(("RK01", "147", "147-000001", AT)))
    assert [(row.code, row.injected, row.found, row.missed, row.false) for row in rows] == [
        ("RK01", 0, 0, 0, 1),
        ("RK04", 1, 0, 1, 0),
    ]


def test_a_second_finding_for_one_label_is_false() -> None:
    finding = ("PT02", "147", "147-000001", AT)
    (row,) = score(table(finding), table(finding, finding))
    assert (row.found, row.missed, row.false) == (1, 0, 1)


def test_nothing_against_nothing_is_an_empty_board() -> None:
    assert score(table(), table()) == []


def test_the_board_is_printed_with_its_sum_and_the_places_to_look_at() -> None:
    labels = table(("RK01", "147", "147-000001", AT), ("DC01", "147", None, AT))
    out = StringIO()
    print_scoreboard(score(labels, table(("BL07", "148", "148-000002", AT))), out)
    text = out.getvalue()
    assert "all" in text and text.splitlines()[4].split() == ["all", "2", "0", "2", "1"]
    assert "missed RK01: room rio, table 147, hand 147-000001" in text
    assert "missed DC01: room rio, table 147, slot at 2018-06-02 17:30 UTC" in text
    assert "false BL07: room rio, table 148, hand 148-000002" in text


def test_the_rows_of_several_runs_are_added_up() -> None:
    one = score(table(("RK01", "147", "147-000001", AT)), table(("RK01", "147", "147-000001", AT)))
    two = score(table(("RK01", "147", "147-000002", AT)), table(("BL07", "147", "147-000002", AT)))
    rows = merged([*one, *two])
    assert [(row.code, row.injected, row.found, row.missed, row.false) for row in rows] == [
        ("BL07", 0, 0, 0, 1),
        ("RK01", 2, 1, 1, 0),
    ]
    assert len(rows[1].missed_keys) == 1


def test_the_lots_have_room_for_every_error_that_is_wanted() -> None:
    lots = error_lots(dict.fromkeys(CODES, 300), KINDS, seed=1)
    for code in CODES:
        assert sum(lot.each.get(code, 0) for lot in lots) >= 300, code
    assert {lot.kind for lot in lots} == set(KINDS)
    assert sum(lot.hands for lot in clean_lots(300_000, KINDS, seed=1)) >= 300_000


def test_what_is_still_wanted_leaves_out_what_no_table_has_room_for() -> None:
    rows = score(table(("RK01", "147", "147-000001", AT)), table())
    assert missing(rows, 2, ("RK01", "RK06", "BL12"), ("holdem", "tournament")) == {"RK01": 1, "BL12": 2}


def test_a_lot_that_was_played_is_not_played_again(tmp_path: Path) -> None:
    rows = score(table(("RK01", "147", "147-000001", AT)), table(("BL07", "147", "147-000002", AT)))
    lot = Lot("holdem", 400, 7, {"RK01": 1})
    ScoreLog(tmp_path / "log", "today").keep(LotScore(lot, 402, rows))
    with (tmp_path / "log").open("a") as file:
        file.write('\n{"sources": "today", "lot": {"kind": "omaha", "ha')  # the run was cut off here
    # "nothing" is no folder: a lot that had to be played would fail
    (known,) = run_lots([lot], tmp_path / "nothing", 1, "again", ScoreLog(tmp_path / "log", "today"))
    assert known == LotScore(lot, 402, rows)
    other = Lot("omaha", 400, 7)
    ScoreLog(tmp_path / "log", "today").keep(LotScore(other, 400, []))
    assert ScoreLog(tmp_path / "log", "today").known(other) == LotScore(other, 400, [])
    assert ScoreLog(tmp_path / "log", "tomorrow").known(lot) is None
    assert ScoreLog(tmp_path / "log", "today").known(Lot("holdem", 400, 8, {"RK01": 1})) is None


def test_an_edit_of_a_rulebook_makes_other_sources(tmp_path: Path) -> None:
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "book.toml").write_text("a = 1")
    before = sources_digest(tmp_path)
    (tmp_path / "checks" / "book.toml").write_text("a = 2")
    assert sources_digest(tmp_path) != before


def test_every_error_is_found_at_every_kind_of_table_and_nothing_else(tmp_path: Path) -> None:
    """The short form of `make scoreboard`."""
    errors = run_errors(each=2, kinds=KINDS, codes=CODES, seed=3, folder=tmp_path, jobs=1)
    assert [row for row in errors.rows if row.missed or row.false] == []
    assert missing(errors.rows, 2, CODES, KINDS) == {}
    clean = run_lots(clean_lots(1, ("holdem", "omaha8-kill"), seed=9), tmp_path, 1, "clean")
    assert [row for one in clean for row in one.rows] == []
    assert list(tmp_path.iterdir()) == []


# By book the kinds of table that differ most by it.
BY_BOOK = {
    "wsop-dealer-2018": ("omaha8", "holdem-time", "tournament"),
    "wsop-live-2017": ("holdem-kill", "omaha-time-pot"),
    "caesars-live": ("omaha", "holdem-kill"),
    "roberts-private": ("holdem-straddle", "holdem-fl"),
    "tda-2013": ("tournament",),
    "wsop-tournament-2025": ("tournament",),
}


def test_every_book_has_tables_to_be_tried_at() -> None:
    assert set(BY_BOOK) == set(BOOKS)


@pytest.mark.parametrize("book", BY_BOOK)
def test_every_error_is_found_under_each_book_alone_and_nothing_else(book: str, tmp_path: Path) -> None:
    """The short form of `make scoreboard` by rulebook."""
    lots = error_lots(dict.fromkeys(CODES, 1), BY_BOOK[book], seed=5, rulebooks=(book,))
    played = run_lots(lots, tmp_path, 1, book)
    assert [row for one in played for row in one.rows if row.missed or row.false] == []
    assert len({row.code for one in played for row in one.rows}) >= 25


def test_a_code_that_no_book_of_the_room_speaks_of_is_not_asked_for() -> None:
    lots = error_lots(dict.fromkeys(("RK01", "CD05", "DC01"), 2), ("holdem",), 1, ("wsop-dealer-2018",))
    assert [set(lot.each) for lot in lots] == [{"RK01", "DC01"}]
