"""The film, the sums and the hold of rounds against the house."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numba
import pytest

from checks.film_table import FILM, film_of
from checks.law.rulebook import rulebooks_of
from dashboards.figures.hold_figure import bad_beats, expected, hold_of, jackpots
from dashboards.proofs.wagers import done_words, due_words, hands_words, is_as_due, wagers_of
from dashboards.shown import money
from parsers.batch import to_tables
from parsers.handlog import read_hand_log, read_hand_log_plainly
from parsers.house import load_house
from parsers.source import Source
from tests.case_files import CASES, Case, load_cases, log_lines
from tests.test_cases import audited

READ_LOG = read_hand_log_plainly if numba.config.DISABLE_JIT else read_hand_log
BY_NAME = {case.name: case for case in load_cases() if case.code.startswith("HB")}
Row = dict[str, Any]


def film(case: Case, folder: Path) -> list[Row]:
    log = folder / "147.hands.jsonl"
    log.write_text("\n".join(log_lines(case)) + "\n")
    house = load_house(CASES / "houses" / "banked.toml")
    (parsed,) = READ_LOG(Source(log))
    made = film_of(to_tables(parsed.batch), house, rulebooks_of(house))
    assert made.schema == FILM
    rows: list[Row] = made.to_pylist()
    return rows


@pytest.fixture(scope="module")
def bad_beat(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return film(BY_NAME["mlgca 12C: a bad beat is taken"], tmp_path_factory.mktemp("film"))


def test_each_wager_of_a_round_is_a_row_of_its_film(bad_beat: list[Row]) -> None:
    wagers = wagers_of([row for row in bad_beat if row["grain"] == "wager"])
    assert [row["wager"] for row in wagers] == ["ante", "odds", "raise"]
    odds = wagers[1]
    assert (odds["wager_due"], odds["due_cents"], odds["wager_done"], odds["taken_cents"]) == ("pay", 2500, "take", 500)
    assert [is_as_due(row) for row in wagers] == [True, False, True]
    assert due_words(odds, money) == "paid $25 for straight" and done_words(odds, money) == "taken $5"
    assert hands_words(wagers, 1) == "a straight, lower than the dealer's straight, who qualifies"


def test_the_pictures_have_the_wagers_before_the_seat_and_the_chips_behind(bad_beat: list[Row]) -> None:
    pictures = {row["event"]: row for row in bad_beat if row["grain"] == "picture"}
    assert pictures[0]["chips_by_seat"][0] == 500_000 and pictures[0]["bets_by_seat"][0] == 0
    before_settling = min(row["event"] for row in bad_beat if row["grain"] == "wager" and row["wager"] == "ante")
    assert pictures[before_settling]["bets_by_seat"][0] == 2500
    assert pictures[max(pictures)]["chips_by_seat"][0] == 500_000 - 2500
    assert pictures[max(pictures)]["bets_by_seat"][0] == 0


def test_a_round_that_was_paid_ends_with_the_chips_that_the_next_begins_with(tmp_path: Path) -> None:
    case = BY_NAME["mlgca 8C: the dealer took the chip before the deal, and a full house is paid"]
    pictures = [row for row in film(case, tmp_path) if row["grain"] == "picture"]
    won = 5 + 15 + 15 + 10 - 1  # ante, raise, odds at 3 to 1, progressive, less its chip
    assert pictures[-1]["chips_by_seat"][0] == 500_000 + 100 * won
    assert json.dumps(pictures[-1]["bets_by_seat"]) == json.dumps([0] * 10)


def test_the_hold_of_a_wager_and_its_spread() -> None:
    # Four wagers of 10: the house wins 10, 10, 10 and pays 50.
    row = {"staked_cents": 40, "won_cents": -20, "won_won": 3 * 100 + 2500, "won_staked": 3 * 100 - 500,
           "staked_staked": 400}  # fmt: skip
    held, error = hold_of(row)
    assert held == -0.5
    assert error == pytest.approx(((3 * 15**2 + 45**2) ** 0.5) / 40)


def test_only_bonus_wagers_have_an_exact_loss() -> None:
    assert list(expected("pocket")) == list("ABC") and list(expected("trips")) == list("ABCD")
    assert list(bad_beats()) == list("ABCD") and list(jackpots()) == list("ABCDEFGHIJ")
    assert round(float(bad_beats()["D"]), 3) == 0.043 and round(float(jackpots()["A"][0]), 2) == 55.06
    assert expected("ante") == {} and round(float(expected("pocket")["A"]), 4) == 0.0452


def test_rounds_count_as_evaluated_where_the_book_speaks(tmp_path: Path) -> None:
    told = {}
    for name in ("mlgca 11H: equal hands push", "mlgca 13E: a third card, and all wagers go back"):
        told[name] = audited(BY_NAME[name], tmp_path).hands_evaluated
    told["no book"] = audited(BY_NAME["a room whose books do not speak of the game"], tmp_path).hands_evaluated
    assert list(told.values()) == [1, 1, 0], told
