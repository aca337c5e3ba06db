"""The replay kernels and the oracle, hand by hand: the same facts, the same codes, the same chips in wrong places."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from checks.replay import pots as kernel_pots
from checks.replay.layout import PARAMS, UNKNOWN, BeforeFlop, Column, Deviation, Ended, Fact, Param
from checks.replay.rake import rake_due
from checks.replay.run import replay_batch
from checks.rules import rake as rake_rules
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests.oracle.choosers import Drawn, Seeded
from tests.oracle.dealing import TABLES, deal_hand, write
from tests.oracle.judge import Judgement, judge
from tests.oracle.money import Terms, less_drop, pots_of, rake_of, shares, uncalled_bet
from tests.oracle.wrongs import WRONGS, wrong_blind, wrong_hand

ORACLE = Path(__file__).parent / "oracle"

CODE_OF = {
    Deviation.BLIND_AMOUNT: "BL04",
    Deviation.UNCALLED_NOT_RETURNED: "PT08",
    Deviation.POT_TOTAL: "PT02",
    Deviation.POT_TO_LOSER: "PT01",
    Deviation.ODD_UNIT_SEAT: "OC01",
    Deviation.ODD_UNIT_UNBROKEN: "OC05",
    Deviation.CHIPS_NOT_CONSERVED: "PT04",
    Deviation.CARD_TWICE: "CD01",
    Deviation.STUB_COUNT: "SC01",
    Deviation.POTS_BUILT: "PT03",
    Deviation.PAID_TO_FOLDED: "PT05",
    Deviation.SECOND_ODD_UNIT: "OC06",
}
# Codes of chips in a wrong seat's stack; of these the amounts are compared as well.
PUSHED = ("PT01", "PT03", "PT05", "OC01", "OC05", "OC06")
ENDED = {"played": Ended.PLAYED, "misdeal": Ended.MISDEAL, "void": Ended.VOID, "chopped": Ended.CHOPPED}
RAKE_RULES: dict[str, Callable[[pl.LazyFrame], pl.LazyFrame]] = {
    "RK01": rake_rules.over_raked,
    "RK02": rake_rules.under_raked,
    "RK03": rake_rules.raked_without_flop,
    "RK04": rake_rules.reduction_not_applied,
}

# --- both sides ------------------------------------------------------------------------------------------------------


def params_of(terms: Terms) -> list[int]:
    """The terms of a table as the kernel takes them."""
    column = [UNKNOWN] * PARAMS
    column[Param.DECK_CARDS] = 52
    column[Param.HOLE_CARDS] = 2
    column[Param.SB_CENTS] = terms.sb
    column[Param.BB_CENTS] = terms.bb
    column[Param.ODD_UNIT_CENTS] = terms.unit
    column[Param.RAKE_PERCENT] = terms.percent_hundredths
    column[Param.RAKE_STEP_CENTS] = terms.step
    column[Param.RAKE_CAP_CENTS] = terms.cap
    column[Param.RAKE_BEFORE_FLOP] = {
        "never": BeforeFlop.NEVER, "with action": BeforeFlop.WITH_ACTION, "always": BeforeFlop.ALWAYS
    }[terms.before_flop]  # fmt: skip
    for seats, cap in terms.short.items():
        column[Param.RAKE_SHORT_0 + seats] = cap
    column[Param.EVALUATOR] = 1
    return column


@dataclass(frozen=True)
class Replay:
    """What the kernel says of one hand."""

    facts: dict[Fact, int]
    codes: frozenset[str]
    misplaced: dict[str, int]


def kernel_says(lines: Sequence[dict[str, Any]], terms: Sequence[Terms]) -> list[Replay]:
    """The kernel's facts and codes of many hands, replayed in one batch."""
    hands = [parse_line(json.dumps(line)) for line in lines]
    batch = batch_of("oracle", [(n, n, hand) for n, hand in enumerate(hands) if isinstance(hand, Hand)])
    different = {id(t): t for t in terms}
    place = {key: number for number, key in enumerate(different)}
    params = np.array([params_of(t) for t in different.values()], np.int64).T.copy()
    replayed = replay_batch(batch, params, np.array([place[id(t)] for t in terms], np.int64))
    codes: list[set[str]] = [set() for _ in lines]
    misplaced: list[defaultdict[str, int]] = [defaultdict(int) for _ in lines]
    for row in replayed.deviations:
        code = CODE_OF[Deviation(int(row[Column.KIND]))]
        codes[row[Column.HAND]].add(code)
        if code in PUSHED:
            misplaced[row[Column.HAND]][code] += int(row[Column.AMOUNT])
    names = ("streets", "rake_taken_cents", "rake_due_cents", "rake_unreduced_cents")
    frame = pl.LazyFrame({name: replayed.facts[Fact[name.upper()]] for name in names}).with_row_index("place")
    for code, rule in RAKE_RULES.items():
        for number in rule(frame).select("place").collect()["place"]:
            codes[number].add(code)
    return [
        Replay({fact: int(replayed.facts[fact, n]) for fact in Fact}, frozenset(codes[n]), dict(misplaced[n]))
        for n in range(len(lines))
    ]


def differences(replay: Replay, due: Judgement) -> list[str]:
    """Where the kernel and the oracle differ on one hand."""
    expected: dict[Fact, int] = {
        Fact.SEATS_DEALT: due.seats_dealt,
        Fact.STREETS: due.streets,
        Fact.IN_CENTS: due.in_cents,
        Fact.RETURNED_CENTS: due.returned,
        Fact.AWARDED_CENTS: due.awarded,
        Fact.RAKE_TAKEN_CENTS: due.rake_taken,
        Fact.RAKE_DUE_CENTS: due.rake_due,
        Fact.RAKE_UNREDUCED_CENTS: due.rake_unreduced,
        Fact.ENDED: ENDED[due.ended],
        Fact.CONTESTED_CENTS: due.contested,
        Fact.STUB_COUNT: due.stub[0] if due.stub else UNKNOWN,
        Fact.STUB_DUE: due.stub[1] if due.stub else UNKNOWN,
        Fact.SHOWDOWN_KNOWN: 1 if due.due is not None else UNKNOWN,
    }
    if due.ended == "played":
        expected[Fact.UNCALLED_CENTS] = due.uncalled
        expected[Fact.UNCALLED_SEAT] = due.uncalled_seat
    if due.due is not None:
        expected[Fact.ODD_SPLIT] = any(len(set(shares.values())) > 1 for shares in due.due)
    found = [
        f"{fact.name}: the kernel has {replay.facts[fact]}, the oracle {value}"
        for fact, value in expected.items()
        if replay.facts[fact] != value
    ]
    if replay.codes != due.codes:
        found.append(f"the kernel finds {sorted(replay.codes)}, the oracle {sorted(due.codes)}")
    elif replay.misplaced != due.misplaced:
        found.append(f"misplaced by the kernel {replay.misplaced}, by the oracle {due.misplaced}")
    return found


def compare(lines: Sequence[dict[str, Any]], terms: Sequence[Terms]) -> list[str]:
    """Every difference over many hands, each with the hand it was found on."""
    out = []
    for line, own, replay in zip(lines, terms, kernel_says(lines, terms), strict=True):
        found = differences(replay, judge(line, own))
        if found:
            out.append(f"{'; '.join(found)}\n  {own}\n  {json.dumps(line)}")
    return out


def right_hands(seeds: range) -> Iterator[tuple[dict[str, Any], Terms]]:
    """Legal hands, one a seed."""
    for seed in seeds:
        dealt = deal_hand(Seeded(f"right {seed}"), seed)
        yield write(dealt), dealt.terms


def wrong_hands(seeds: range) -> Iterator[tuple[str, dict[str, Any], Terms]]:
    """Hands with one thing wrong, at most one a seed."""
    for seed in seeds:
        made = wrong_hand(Seeded(f"wrong {seed}"), seed)
        if made:
            yield made[0].__name__, made[1], made[2]


def first_few(found: Sequence[str]) -> str:
    """A readable failure."""
    return f"{len(found)} hands differ; the first of them:\n" + "\n".join(found[:5])
