"""The film of a Chinese hand, and what pages and `oddchip show` make of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pytest

from checks.film_table import FILM, film_of
from checks.law.rulebook import load_rulebooks
from dashboards.proofs.chinese import comparison_sheet, row_sheet
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.rows_and_points import comparisons
from dashboards.proofs.stepping import reel
from dashboards.reading import Day, FlaggedHand, HandFilm
from parsers.batch import to_tables
from parsers.house import load_house
from parsers.source import Source
from tests.case_files import CASES, load_cases, log_lines
from tests.test_cases import READ_LOG

Row = dict[str, Any]
KINGS = "OF01: 2017:345: a scoop is three points more, and was scored without them"
FOUL = "OF02: 2017:346: queens in front of eights were not called"
SHORT = "OF05: 2017:343b: 6 of 10 points lost to the button first, and 6 were won"


def said(cents: int, signed: bool = False) -> str:
    return f"{cents:+d}" if signed else str(cents)


def flagged(name: str, folder: Path) -> FlaggedHand:
    """A case's hand with its film, as the pages have it."""
    case = next(one for one in load_cases() if one.id == name)
    log = folder / "147.hands.jsonl"
    log.write_text("\n".join(log_lines(case)) + "\n")
    (parsed,) = READ_LOG(Source(log))
    tables = to_tables(parsed.batch)
    house = load_house(CASES / "houses" / "ofc.toml")
    tables["hands"] = tables["hands"].set_column(
        tables["hands"].schema.get_field_index("gaming_date"), "gaming_date",
        house_dates(tables["hands"]),
    )  # fmt: skip
    film = film_of(tables, house, load_rulebooks())
    assert film.schema == FILM
    rows = film.to_pylist()

    def of(grain: str) -> list[Row]:
        return [row for row in rows if row["grain"] == grain]

    held = HandFilm(
        {row["event"]: row for row in of("picture")}, {}, [], [], of("set"),
        sorted(of("comparison"), key=lambda row: row["in_turn"]),
    )  # fmt: skip
    hand, seats, events = (tables[name].to_pylist() for name in ("hands", "seats", "events"))
    return FlaggedHand(hand[0], {}, seats, events, [], 1, held)


def house_dates(hands: pa.Table) -> pa.Array:
    """The gaming day of the cases."""
    return pa.array(["2018-06-02"] * len(hands)).cast(pa.date32())


def evidence(hand: FlaggedHand, seat: int | None = None) -> Evidence:
    """A finding of a Chinese game on the hand, of which the sheets ask the seat alone."""
    finding = {"code": "OF01", "seat": seat, "player": None, "event": None}
    return Evidence(cast(Day, None), finding, hand)


def test_the_rows_of_each_seat_stand_with_their_royalties(tmp_path: Path) -> None:
    lines = row_sheet(evidence(flagged(KINGS, tmp_path))).lines
    assert lines[0].cells == ("Seat 1 (P1)", "front", "K♣ K♦ 2♥", "3", "8")
    assert lines[3].cells == ("Seat 2 (P2)", "front", "Q♣ J♦ 5♥", "3", "–")
    assert len(lines) == 6


def test_a_comparison_is_a_column_that_can_be_done_again(tmp_path: Path) -> None:
    hand = flagged(KINGS, tmp_path)
    ((title, lines),) = comparisons(hand.film.comparisons, said)
    assert title == "s2 against s1"  # the button compares first
    assert [(words, value) for words, value, _ in lines] == [
        ("Rows and scoop", "-6"), ("less the other royalties", "-8"), ("Points due", "-14"), ("Points scored", "-11"),
        ("A point is worth", "1000"), ("The two still play for", "100000"), ("Chips due", "-11000"),
        ("Chips paid", "-11000"),
    ]  # fmt: skip


def test_a_ruling_that_is_wrong_says_what_the_rows_are(tmp_path: Path) -> None:
    wrong = [line.cells for line in row_sheet(evidence(flagged(FOUL, tmp_path))).lines if line.is_wrong]
    assert wrong == [("Seat 2 (P2)", "ruled", "no foul; the rows are a foul", "", "")]


def test_a_comparison_is_told_from_the_side_of_the_seat_that_the_finding_is_about(tmp_path: Path) -> None:
    hand = flagged(KINGS, tmp_path)
    for seat, points, chips in ((2, "−14", "−$110"), (1, "+14", "+$110")):
        (line,) = comparison_sheet(evidence(hand, seat)).lines
        assert str(line.cells[0]).startswith(f"Seat {seat}")
        assert (line.cells[3], line.cells[5]) == (points, chips)


def test_stakes_go_down_in_the_order_of_paying(tmp_path: Path) -> None:
    hand = flagged(SHORT, tmp_path)
    assert [(row["seat"], row["other"], row["stakes_cents"]) for row in hand.film.comparisons] == [
        (3, 1, 100_000), (3, 2, 10_000), (1, 2, 4_000),
    ]  # fmt: skip
    assert [line.cells[0] for line in comparison_sheet(evidence(hand)).lines] == [
        "Seat 3 (P3) against seat 1 (P1)", "Seat 3 (P3) against seat 2 (P2)", "Seat 1 (P1) against seat 2 (P2)",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [KINGS, FOUL, SHORT])
def test_the_replayer_moves_the_chips_of_every_payment(name: str, tmp_path: Path) -> None:
    hand = flagged(name, tmp_path)
    played = reel(hand)
    assert played.opening is not None
    chips = {seat: state[0] for seat, state in played.opening["seats"].items()}
    for step in played.steps:
        chips |= {seat: state[0] for seat, state in step.change.get("seats", {}).items()}
    due = {str(seat["seat"]): seat["stack_cents"] for seat in hand.seats}
    for event in hand.events:
        if event["word"] == "pay":
            due[str(event["seat"])] += event["amount_cents"]
            due[str(event["other_seat"])] -= event["amount_cents"]
    assert chips == due
    last = played.steps[-1 - sum(event["word"] == "pay" for event in hand.events)]
    assert last.street == "The hand"
