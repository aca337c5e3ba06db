"""The simulated Chinese tables: the deals are fair, the hands are whole, and every kind of error is found."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipelines.scoreboard.run import run_errors
from pipelines.simulator import ALL_CODES, can_occur_at, simulate
from pipelines.simulator.cards import DECK
from pipelines.simulator.chinese_games import CHINESE_GAMES
from pipelines.simulator.chinese_hand import ChineseHand, ChineseSetup
from pipelines.simulator.chinese_scoring import Scoring
from pipelines.simulator.chinese_values import kind_of, royalties
from pipelines.simulator.placards import POINT_KINDS

DAY = date(2026, 1, 16)
# Hands of five cards of each kind, out of all comb(52, 5): high card … straight flush, and the four royal flushes.
EXACT = {0: 1_302_540, 1: 1_098_240, 2: 123_552, 3: 54_912, 4: 10_200, 5: 5_108, 6: 3_744, 7: 624, 8: 36, 9: 4}
DEALS = 40_000
# Chi-square of six kinds and the rest together, six degrees of freedom: 22.46 is passed by chance once in a thousand.
BOUND = 22.46


def test_the_exact_counts_are_all_hands_there_are() -> None:
    assert sum(EXACT.values()) == comb(52, 5)
    assert [kind_of([4 * rank for rank in range(8, 13)]), kind_of([0, 5, 10, 15, 16])] == [9, 4]


def test_the_kinds_of_first_five_cards_come_as_often_as_there_are_such_hands() -> None:
    random = Random(2026)
    game = CHINESE_GAMES["ofc"]
    setup = ChineseSetup(game, Scoring(game, "wsop-live-2017", 8), 5, 4, [1, 2, 3, 4], dict.fromkeys((1, 2, 3, 4), 500),
                         {}, False)  # fmt: skip
    seen: Counter[int] = Counter()
    for _ in range(DEALS // 4):
        hand = ChineseHand(random, setup)
        hand._first_five(setup.ring, "")
        seen.update(kind_of(cards) for cards in hand.held.values())
    rare = [kind for kind in EXACT if EXACT[kind] * DEALS / comb(52, 5) < 60]  # too few each to be counted alone
    groups = [[kind] for kind in EXACT if kind not in rare] + [rare]
    assert len(groups) == 7
    chi_square = 0.0
    for group in groups:
        due = sum(EXACT[kind] for kind in group) * DEALS / comb(52, 5)
        chi_square += (sum(seen[kind] for kind in group) - due) ** 2 / due
    assert chi_square < BOUND, (chi_square, seen)
    assert abs(seen[1] / DEALS - EXACT[1] / comb(52, 5)) < 4 * sqrt(0.25 / DEALS)


def hands_of(folder: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for log in sorted(folder.glob("*.hands.jsonl")) for line in log.read_text().splitlines()]
    return [line for line in lines if "events" in line]


def test_every_chinese_game_is_dealt_and_set_as_the_documents_have_it(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=5, hands=400, seed=5, errors=0, games=POINT_KINDS, jobs=1)
    dealt_in: dict[str, set[int]] = {}
    for hand in hands_of(tmp_path):
        words = [event.split() for event in hand["events"]]
        if words[-1][0] == "misdeal":
            continue
        dealt = Counter[str]()
        for word in words:
            if word[0] in ("deal", "draw"):
                dealt[word[1]] += len(word[2]) // 2
        sets = [word for word in words if word[1:2] == ["set"]]
        assert {len(word[3]) // 2 for word in sets} == {3, 5}
        assert len(sets) == 3 * len(dealt)
        cards = [word[3][at : at + 2] for word in sets for at in range(0, len(word[3]), 2)]
        assert len(cards) == len(set(cards)) <= len(DECK)
        assert set(dealt.values()) <= {12, 13, 14, 17}
        dealt_in.setdefault(hand["game"], set()).add(len(dealt))
        players = [seat for seat in hand["seats"] if seat.get("state") != "away"]
        assert len(dealt) == (4 if len(players) == 5 else len(players))
    assert set(dealt_in) == set(POINT_KINDS)
    assert all(max(most) == (3 if code in ("ofc-pineapple", "ofc-27") else 4) for code, most in dealt_in.items())


def test_chips_go_from_hand_to_hand_and_none_are_made(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=5, hands=400, seed=6, errors=0, games=POINT_KINDS, jobs=1)
    for hand in hands_of(tmp_path):
        stacks = {f"s{seat['seat']}": seat["stack"] for seat in hand["seats"]}
        for event in hand["events"]:
            word, *rest = event.split()
            if word == "time":
                stacks[rest[0]] -= int(rest[1])
            elif word == "pay":
                stacks[rest[0]] += int(rest[2])
                stacks[rest[1]] -= int(rest[2])
        assert min(stacks.values()) >= 0


@pytest.mark.parametrize(("kind", "row", "middle", "back"), [(4, 0, 4, 2), (5, 0, 8, 4), (6, 0, 12, 6), (7, 0, 20, 10)])
def test_royalties_of_rows_are_those_of_the_documents(kind: int, row: int, middle: int, back: int) -> None:
    fives = {4: [0, 5, 10, 15, 16], 5: [0, 8, 16, 24, 32], 6: [0, 1, 2, 4, 5], 7: [0, 1, 2, 3, 4]}
    junk = [20, 25, 30]
    assert kind_of(fives[kind]) == kind
    assert royalties((junk, fives[kind], fives[kind]), False, True, 8) == [row, middle, back]


@pytest.mark.parametrize("kind", POINT_KINDS)
def test_every_error_of_a_chinese_table_is_found_and_nothing_else(kind: str, tmp_path: Path) -> None:
    codes = tuple(code for code in ALL_CODES if can_occur_at(code, kind))
    assert {"OF05", "OF06", "CD02", "CD04", "PT12", "RK06"} <= set(codes)
    assert ("OF04" in codes) == (kind != "chinese")
    result = run_errors(2, (kind,), codes, 3, tmp_path, 1)
    assert result.is_perfect, [row for row in result.rows if row.missed or row.false]
    assert {row.code for row in result.rows} == set(codes)
