"""What came of a PHH hand: when its results prove return, rake and awards, and when nobody can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.event_text import hand_texts
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.phh_payouts import OF_PROVEN, OF_PROVEN_TOTALS, UNRECORDED
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files

ALL_IN = (
    "'p3 cbr 1', 'p1 cc', 'p2 f', 'd db 9s5dQh', 'p1 cc', 'p3 cbr 1', 'p1 cc', 'd db 7c', 'd db 6d', 'p3 sm 4dAs', "
    "'p1 sm 7s5s'"
)
RAISED = "'p3 cbr 1', 'p1 f', 'p2 f'"


def hand(actions: str, **results: list[float]) -> str:
    more = "".join(f"{name} = {value}\n" for name, value in results.items())
    return (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [0.10, 0.25, 0]\nmin_bet = 0.25\n"
        "starting_stacks = [1.85, 11.60, 25]\n"
        f"actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', {actions}]\n"
        f"venue = 'Site'\ntable = 'T'\nhand = 7\nseats = [1, 2, 4]\nplayers = ['A', 'B', 'C']\n{more}"
    )


def read(folder: Path, text: str) -> ParsedHands:
    path = folder / "one.phh"
    path.write_text(text, encoding="utf-8")
    [parsed] = read_hands(Source(path))
    return parsed


def payout(parsed: ParsedHands) -> list[str]:
    return [text for text in hand_texts(parsed.batch)[0] if text.startswith(("rake", "return", "award"))]


@pytest.mark.parametrize(
    ("actions", "results", "told"),
    [
        (RAISED, {"winnings": [0, 0, 0.60]}, ["return s4 0.75", "award main s4 0.60"]),
        (RAISED, {"finishing_stacks": [1.75, 11.35, 25.35]}, ["return s4 0.75", "award main s4 0.60"]),
        # more than nobody called is missing of the pot: it counts among the winnings
        (RAISED, {"winnings": [0, 0, 1.32]}, ["rake 0.03", "return s4 0.75", "award main s4 0.57"]),
        (ALL_IN, {"finishing_stacks": [3.76, 11.35, 23.15]}, ["rake 0.19", "return s4 0.15", "award main s1 3.76"]),
    ],
)
def test_results_that_agree_with_the_chips_are_told(
    tmp_path: Path, actions: str, results: dict[str, list[float]], told: list[str]
) -> None:
    parsed = read(tmp_path, hand(actions, **results))
    assert payout(parsed) == told
    assert parsed.batch.unrecorded in (OF_PROVEN, OF_PROVEN_TOTALS)


@pytest.mark.parametrize(
    "results",
    [
        {},
        {"winnings": [0, 0, 0]},  # the winner was lost in conversion
        {"winnings": [0, 0, 0.30]},  # half of the pot is gone
        {"winnings": [0, 0, 9]},  # more than went in
        {"finishing_stacks": [1.85, 11.35, 25.35]},  # a seat has a blind too much
    ],
)
def test_results_that_prove_nothing_leave_the_payout_open(tmp_path: Path, results: dict[str, list[float]]) -> None:
    parsed = read(tmp_path, hand(RAISED, **results))
    assert payout(parsed) == [] and parsed.batch.unrecorded == UNRECORDED


def test_where_winnings_may_hold_what_nobody_called_or_not_nothing_is_told(tmp_path: Path) -> None:
    parsed = read(tmp_path, hand(ALL_IN, winnings=[3.76, 0, 0.15]))  # a rake of 4 cents of 395, or of 19
    assert payout(parsed) == [] and parsed.batch.unrecorded == UNRECORDED


def test_a_pot_that_went_to_the_lower_hand_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.phh").write_text(hand(ALL_IN, finishing_stacks=[0, 11.35, 27.10]), encoding="utf-8")
    result = audit_files([tmp_path / "one.phh"], house_path=None, out=tmp_path / "out", rulebook="wsop-live-2017")
    assert result.summary["findings"] == {"PT01": 1}
