"""Money or chips: what decides it, and how it is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from dashboards.amounts import Moved, amount, moved
from dashboards.figures.shared_figures import Figure, lean
from tests.lake_fixtures import DAY, ROOM, audit_of, hand, house, write_lines
from tests.test_duck import promote_all
from warehouse import parquet, tables
from warehouse.amounts import day_findings, with_amounts
from warehouse.audits import commit_audit
from warehouse.duck import build_duckdb
from warehouse.ingest import ingest
from warehouse.lake import Lake

AMOUNTS = ("money_cents", "chips_cents", "moved_cents", "moved_chips_cents", "went")


def judged(*findings: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What the findings come to beside hand 1 of table 147, a cash game, and hand 1 of table 9, a tournament."""
    rows = [{"gaming_date": DAY, "room": ROOM, "code": "PT01", "table": "147", "hand": "1"} | f for f in findings]
    played = [
        {"gaming_date": DAY, "room": ROOM, "table": t, "hand": "1", "is_tournament": t == "9"} for t in ("147", "9")
    ]
    schema = pa.schema([tables.ALL["hands"].field(name) for name in played[0]])
    hands = parquet.plain(pa.Table.from_pylist(played, schema=schema))
    found = with_amounts(pa.Table.from_pylist(rows, schema=tables.ALL["findings"]), [hands])
    return [tuple(row[name] for name in AMOUNTS) for row in found]


def test_a_number_that_two_tables_dealt_is_chips_at_the_tournament_only() -> None:
    assert judged({"amount_cents": -300}, {"amount_cents": -300, "table": "9"}) == [
        (-300, None, 300, 0, "between players"),
        (None, -300, 0, 300, None),
    ]


def test_a_finding_about_no_hand_is_money_or_nothing() -> None:
    assert judged({"hand": None, "table": "9", "amount_cents": 500}, {"hand": None, "table": "9"}) == [
        (500, None, 500, 0, "between players"),
        (None, None, 0, 0, None),
    ]


@pytest.mark.parametrize(
    ("finding", "went"),
    [
        ({"paid_by": "s1", "paid_to": "house", "amount_cents": 100}, "to the house"),
        ({"paid_by": "house", "paid_to": "s1", "amount_cents": -100}, "from the house"),
        ({"code": "RK06", "amount_cents": 600}, "to the house"),
        ({"code": "RK07", "amount_cents": -600}, "from the house"),
        ({"paid_by": "s1", "paid_to": "s2", "amount_cents": 100}, "between players"),
        ({"paid_by": "s1", "paid_to": "house", "amount_cents": 100, "table": "9"}, None),
    ],
)
def test_money_went_one_way(finding: dict[str, Any], went: str | None) -> None:
    assert judged(finding)[0][-1] == went


def test_a_corrected_hand_is_what_it_was_corrected_to(tmp_path: Path) -> None:
    """The lake keeps both lines of the hand; a command and the warehouse file go by the one that stands."""
    lake, rules = Lake(tmp_path / "lake"), house(tmp_path)
    event = {"event": "12", "level": 3}
    for folder, lines in (("in", [hand(0, tournament=event), hand(1)]), ("in2", [hand(0), hand(1, tournament=event)])):
        (tmp_path / folder).mkdir()
        ingest(lake, [write_lines(tmp_path / folder / "147.hands.jsonl", lines)], rules)
        promote_all(lake)
        audit = audit_of(lake, folder, flagged=0)
        every = {h["hand"]: h for h in lake.read("hands").to_pylist()}
        found = [
            {"code": "PT01", "room": ROOM, "table": "147", "hand": name, "gaming_date": DAY, "amount_cents": 100}
            for name in sorted(every)
        ]
        made = pa.Table.from_pylist(found, schema=tables.ALL["findings"])
        commit_audit(lake, ROOM, DAY, type(audit)(made, audit.coverage, audit.hand_facts), {"audit_id": folder})
        said = [(row["money_cents"], row["chips_cents"]) for row in day_findings(lake, DAY)]
        assert said == ([(None, 100), (100, None)] if folder == "in" else [(100, None), (None, 100)])
        with duckdb.connect(str(build_duckdb(lake, tmp_path / f"{folder}.duckdb")), read_only=True) as connection:
            sql = "SELECT money_cents, chips_cents FROM finding_amounts ORDER BY hand"
            assert connection.execute(sql).fetchall() == said


def test_amounts_are_said_in_their_own_unit() -> None:
    cash = {"money_cents": -125_000, "chips_cents": None, "moved_cents": 125_000, "moved_chips_cents": 0}
    event = {"money_cents": None, "chips_cents": 125_000, "moved_cents": 0, "moved_chips_cents": 125_000}
    none = {"money_cents": 0, "chips_cents": None, "moved_cents": 0, "moved_chips_cents": 0}
    assert [amount(f) for f in (cash, event, none)] == ["$1,250", "1,250 chips", ""]
    assert [amount(f, signed=True) for f in (cash, event)] == ["−$1,250", "+1,250 chips"]
    assert moved([cash, event, none]).words == "$1,250 and 1,250 chips"
    assert (Moved(0, 0).words, Moved(0, 50).words, Moved(0, 100).words) == ("$0", "0.50 chips", "1 chip")


def test_a_column_that_says_nothing_is_left_out_where_it_may_be() -> None:
    figure = Figure("a", "A", "", None, ["Table", "Money", "Chips"], [["1", "–", "–"], ["2", "–", "–"]])
    assert lean(figure, "Chips").columns == ["Table", "Money"]
    assert lean(figure, "Chips").rows == [["1", "–"], ["2", "–"]]
    figure.rows[1][2] = "25 chips"
    assert lean(figure, "Chips") == figure
