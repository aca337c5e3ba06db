"""The replay kernels and the oracle, hand by hand: the same facts, the same codes, the same chips in wrong places."""

from __future__ import annotations

import ast
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from numba import njit

from checks.law.params_of_rounds import of_rounds
from checks.law.terms import NO_TERMS
from checks.model import always
from checks.replay import pots as kernel_pots
from checks.replay.inputs import law_records
from checks.replay.layout import PARAMS, UNKNOWN, BeforeFlop, Ended, Form, Param
from checks.replay.masks import SEATS
from checks.replay.raking import unreduced_due
from checks.replay.state import POTS_MOST
from parsers.games import GAMES as DECLARED
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests.judged_hands import OF_HANDS, Judged, judged_hands
from tests.oracle.choosers import Drawn, Seeded
from tests.oracle.dealing import deal_hand, write
from tests.oracle.games import GAMES
from tests.oracle.judge import Heap, Judgement, judge, text_of
from tests.oracle.money import Terms, less_drop, pots_of, rake_of, shares, uncalled_bet
from tests.oracle.wrongs import WRONGS, wrong_blind, wrong_hand

ORACLE = Path(__file__).parent / "oracle"

# What the oracle judges too.
CODES = {
    "BL04", "PT08", "PT02", "PT01", "OC01", "OC05", "PT04", "CD01", "SC01", "PT03", "PT05", "OC06", "PT07", "PT06",
    "OC03", "OC04", "RK01", "RK02", "RK03", "RK04",
}  # fmt: skip
# The order and size of bets: the oracle does not judge them, but it deals legal hands.
BETTING = {"AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11"}
# Duties beside the money, cards and their dealing: the oracle does not judge them. Any other code fails the test.
NOT_JUDGED = {"PT09", "PT10", "CD02", "CD04", "CD05", "CD06", "CD07", "CD08", "CD09", "AC12", "RK05", "SC07"}
# Each check looks at every hand, also where it is about others; OC02 would tell what OC01 tells, which is for stud.
ASKED = [replace(check, applies=always) for check in OF_HANDS if check.code != "OC02"]
# Codes of chips in a wrong seat's stack; of these the amounts are compared as well.
PUSHED = ("PT01", "PT03", "PT05", "PT06", "PT07", "OC01", "OC03", "OC04", "OC05", "OC06")
ENDED = {"played": Ended.PLAYED, "misdeal": Ended.MISDEAL, "void": Ended.VOID, "chopped": Ended.CHOPPED}

# --- both sides ------------------------------------------------------------------------------------------------------


def params_of(terms: Terms) -> list[int]:
    """The terms of a table as the kernel takes them."""
    column = [UNKNOWN] * PARAMS
    column[Param.DECK_CARDS] = 52
    column[Param.HOLE_CARDS] = terms.game.hole
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
    column[Param.IS_FLOP_GAME] = 1
    column[Param.UNCALLED_RETURNED] = 1
    for row, value in of_rounds(NO_TERMS, DECLARED[terms.game.name], {}, None).items():
        column[row] = UNKNOWN if value is None else value
    column[Param.FORM] = Form.NO_LIMIT
    column[Param.WAGER_CHIP_CENTS] = terms.unit
    return column


@dataclass(frozen=True)
class Replay:
    """What the walk and the checks say of one hand."""

    facts: dict[str, int]
    codes: frozenset[str]
    misplaced: dict[str, int]
    betting: frozenset[str]


def kernel_says(lines: Sequence[dict[str, Any]], terms: Sequence[Terms]) -> list[Replay]:
    """Facts and codes of many hands, replayed in one batch and judged by the checks."""
    hands = [parse_line(json.dumps(line)) for line in lines]
    batch = batch_of("oracle", [(n, n, hand) for n, hand in enumerate(hands) if isinstance(hand, Hand)])
    assert len(batch) == len(lines)
    different = {id(t): t for t in terms}
    place = {key: number for number, key in enumerate(different)}
    params = np.array([params_of(t) for t in different.values()], np.int64).T.copy()
    said = judged_hands(batch, params, np.array([place[id(t)] for t in terms], np.int64), ASKED)
    return [_replay(judged) for judged in said]


def _replay(judged: Judged) -> Replay:
    assert judged.codes <= CODES | BETTING | NOT_JUDGED, judged.findings
    misplaced: defaultdict[str, int] = defaultdict(int)
    for row in judged.findings:
        if row["code"] in PUSHED:
            misplaced[row["code"]] += row["amount_cents"]
    return Replay(
        judged.facts, frozenset(judged.codes & CODES), dict(misplaced), frozenset(judged.codes & BETTING)
    )  # fmt: skip


def is_uneven(heap: Heap, terms: Terms) -> bool:
    """True if something odd is left when the winners share a heap."""
    return len(heap.winners) > 1 and heap.cents % (len(heap.winners) * terms.unit) != 0


def has_odd_chips(heaps: Sequence[Heap], terms: Terms) -> bool:
    """True if a heap does not divide evenly, or a pot not in halves: the low follows its high."""
    apart = any(one.part == "hi" and one.cents != other.cents for one, other in pairwise(heaps))
    return apart or any(is_uneven(heap, terms) for heap in heaps)


def differences(replay: Replay, due: Judgement, own: Terms) -> list[str]:
    """Where the kernel and the oracle differ on one hand."""
    expected: dict[str, int] = {
        "seats_dealt": due.seats_dealt,
        "streets": due.streets,
        "in_cents": due.in_cents,
        "returned_cents": due.returned,
        "awarded_cents": due.awarded,
        "rake_taken_cents": due.rake_taken,
        "rake_due_cents": due.rake_due,
        "rake_unreduced_cents": due.rake_unreduced,
        "ended": ENDED[due.ended],
        "contested_cents": due.contested,
        "stub_count": due.stub[0] if due.stub else UNKNOWN,
        "stub_due": due.stub[1] if due.stub else UNKNOWN,
        "showdown_known": 1 if due.heaps is not None else UNKNOWN,
    }
    if due.ended == "played":
        expected["uncalled_cents"] = due.uncalled
        expected["uncalled_seat"] = due.uncalled_seat
    if due.heaps is not None:
        expected["odd_split"] = has_odd_chips(due.heaps, own)
    found = [
        f"{fact}: the kernel has {replay.facts[fact]}, the oracle {value}"
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
        found = differences(replay, judge(line, own), own)
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


def agree(lines: Sequence[dict[str, Any]], terms: Sequence[Terms]) -> None:
    """Fails with the first hands on which the kernel and the oracle differ."""
    found = compare(lines, terms)
    assert not found, first_few(found)


# --- many hands ------------------------------------------------------------------------------------------------------

in_full = pytest.mark.long_form("takes minutes")
FEW = [range(start, start + 500) for start in range(0, 2000, 500)]
MANY = [range(start, start + 5000) for start in range(100_000, 200_000, 5000)]


def seeds_of(chunk: range) -> str:
    """A chunk's name in the list of tests."""
    return f"{chunk.start}-{chunk.stop - 1}"


CHUNKS = [pytest.param(chunk, id=seeds_of(chunk)) for chunk in FEW]
CHUNKS += [pytest.param(chunk, id=seeds_of(chunk), marks=in_full) for chunk in MANY]


@pytest.mark.parametrize("seeds", CHUNKS)
def test_kernel_and_oracle_agree_on_legal_hands(seeds: range) -> None:
    hands = list(right_hands(seeds))
    agree([line for line, _ in hands], [terms for _, terms in hands])


@pytest.mark.parametrize("seeds", CHUNKS)
def test_kernel_and_oracle_agree_on_hands_with_one_thing_wrong(seeds: range) -> None:
    hands = list(wrong_hands(seeds))
    agree([line for _, line, _ in hands], [terms for _, _, terms in hands])


@pytest.mark.parametrize("seeds", CHUNKS)
def test_the_kernel_finds_nothing_wrong_with_legal_betting(seeds: range) -> None:
    # Where the big blind could not post in full, what the others owe is a matter of reading: passed over here.
    hands = [
        (line, terms)
        for line, terms in right_hands(seeds)
        if any(event.endswith(f"post bb {text_of(terms.bb)}") for event in line["events"])
    ]
    lines, terms = [line for line, _ in hands], [terms for _, terms in hands]
    found = [
        f"{sorted(replay.betting)}\n  {own}\n  {json.dumps(line)}"
        for line, own, replay in zip(lines, terms, kernel_says(lines, terms), strict=True)
        if replay.betting
    ]
    assert not found, first_few(found)


def test_legal_hands_are_legal_to_the_oracle() -> None:
    for line, terms in right_hands(range(500)):
        assert not judge(line, terms).codes, json.dumps(line)


def test_legal_hands_are_of_every_kind() -> None:
    seen: Counter[str] = Counter()
    for line, terms in right_hands(range(1000)):
        due = judge(line, terms)
        seen[due.ended] += 1
        seen[f"{due.seats_dealt} seats"] += 1
        seen[f"{due.streets} streets"] += 1
        seen[f"{len(due.pots)} pots"] += 1
        seen["uncalled"] += due.uncalled > 0
        seen["short table"] += due.rake_due < due.rake_unreduced
        seen[line["game"]] += 1
        for heap in due.heaps or ():
            seen["tie"] += len(heap.winners) > 1
            seen["odd chip"] += is_uneven(heap, terms)
            seen["three-way tie"] += len(heap.winners) > 2
            seen[f"{heap.part} half"] += 1
            seen[f"{line['game']} showdown"] += len(due.heaps or ()) > 0 and due.streets == 3
        for event in line["events"]:
            words = event.split()
            of_seat = words[1:3] if words[1:2] == ["post"] else words[1:2]
            seen[words[0] if words[0].isalpha() else " ".join(of_seat)] += 1
            seen["dark"] += words[-1] == "dark"
    wanted = [
        "played", "chopped", "misdeal", "void", "2 seats", "10 seats", "0 streets", "1 streets", "2 streets",
        "3 streets", "1 pots", "2 pots", "3 pots", "5 pots", "uncalled", "short table", "tie", "odd chip",
        "three-way tie", "dead", "promo", "post ante", "post sb", "post bb", "post straddle", "post live",
        "post dead", "dark", "muck", "show", "discard", "hi half", "lo half",
    ]  # fmt: skip
    wanted += [game.name for game in GAMES] + [f"{game.name} showdown" for game in GAMES]
    assert not [kind for kind in wanted if seen[kind] < 5]


def test_every_wrong_is_made_and_found_by_the_oracle() -> None:
    first_code = {
        wrong.__name__: re.findall(r"[A-Z]{2}[0-9]{2}", wrong.__doc__ or "") for wrong in (*WRONGS, wrong_blind)
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, line, terms in wrong_hands(range(20_000)):
        found[name] |= judge(line, terms).codes
    assert {name for name, codes in first_code.items() if not found[name] & set(codes)} == set()


def test_the_oracle_shares_no_code_with_what_it_is_compared_with() -> None:
    allowed = {"__future__", "collections", "dataclasses", "fractions", "functools", "hypothesis", "itertools"}
    allowed |= {"random", "typing"}
    for path in sorted(ORACLE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                own = name.startswith("tests.oracle.")
                assert own or name.split(".")[0] in allowed, f"{path.name} imports {name}"


# --- hands that Hypothesis shrinks -----------------------------------------------------------------------------------

drawn_hands = settings(
    max_examples=1000 if os.environ.get("ODDCHIP_SLOW") else 40,
    derandomize=not os.environ.get("ODDCHIP_SLOW"),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@drawn_hands
@given(st.data())
def test_kernel_and_oracle_agree_on_a_drawn_legal_hand(data: DataObject) -> None:
    dealt = deal_hand(Drawn(data))
    agree([write(dealt)], [dealt.terms])


@drawn_hands
@given(st.data())
def test_kernel_and_oracle_agree_on_a_drawn_wrong_hand(data: DataObject) -> None:
    made = wrong_hand(Drawn(data))
    if made:
        agree([made[1]], [made[2]])


# --- the arithmetic by itself ----------------------------------------------------------------------------------------

arithmetic = settings(deadline=None)  # the first call compiles


def with_entry(part: Any) -> Any:
    """A part of the walk with an entry for Python, which it has not by itself."""
    return njit(getattr(part, "py_func", part))


uncalled, build_pots, take_rake, share = map(
    with_entry, (kernel_pots.uncalled, kernel_pots.build_pots, kernel_pots.take_rake, kernel_pots.share)
)
rake_of_pot = with_entry(unreduced_due)
seat_numbers = st.integers(1, 10)
seat_sets = st.frozensets(seat_numbers, min_size=1)
stakes = st.dictionaries(seat_numbers, st.integers(0, 60), max_size=10)


def by_seat(amounts: dict[int, int]) -> Any:
    """Amounts as the kernel's array, indexed by seat."""
    array = np.zeros(SEATS, np.int64)
    for seat, amount in amounts.items():
        array[seat] = amount
    return array


@arithmetic
@given(stakes)
def test_what_nobody_called_is_the_same_to_both(bets: dict[int, int]) -> None:
    assert uncalled(by_seat(bets)) == uncalled_bet(bets, ())


@arithmetic
@given(stakes, seat_sets, st.integers(0, 20), st.integers(0, 90))
def test_pots_and_what_the_house_leaves_of_them_are_the_same_to_both(
    called: dict[int, int], live: frozenset[int], dead_money: int, drop: int
) -> None:
    pot_cents = np.zeros(POTS_MOST, np.int64)
    eligible = np.zeros(POTS_MOST, np.int64)
    count = build_pots(by_seat(called), sum(1 << seat for seat in live), dead_money, pot_cents, eligible)
    take_rake(pot_cents, count, drop)
    left = less_drop(pots_of(called, live, dead_money), drop)
    assert [(int(pot_cents[p]), int(eligible[p])) for p in range(count)] == [
        (pot.cents, sum(1 << seat for seat in pot.seats)) for pot in left
    ]


@arithmetic
@given(st.integers(0, 5000), seat_sets, seat_numbers, st.sampled_from([1, 5, 25, 50, 100]))
def test_shares_of_a_pot_are_the_same_to_both(cents: int, winners: frozenset[int], button: int, unit: int) -> None:
    due = np.zeros(SEATS, np.int64)
    clockwise = np.array([*((button + step) % 10 + 1 for step in range(10)), 0], np.int64)
    share(cents, sum(1 << seat for seat in winners), clockwise, unit, due)
    expected = shares(cents, winners, button, unit)
    assert {seat: int(due[seat]) for seat in winners} == expected
    assert sum(expected.values()) == cents
    if len(winners) > 1:
        assert max(expected.values()) - min(expected.values()) < 2 * unit


@arithmetic
@given(st.integers(0, 200_000), st.integers(1, 2000), st.sampled_from([25, 50, 100, 500]), st.integers(0, 1000))
def test_the_rake_of_a_pot_is_the_same_to_both(pot: int, percent: int, step: int, cap: int) -> None:
    terms = Terms(sb=100, bb=200, unit=100, percent_hundredths=percent, step=step)
    law = np.full((PARAMS, 1), UNKNOWN, np.int64)
    law[[Param.RAKE_PERCENT, Param.RAKE_STEP_CENTS, Param.RAKE_CAP_CENTS], 0] = percent, step, cap
    assert rake_of_pot(pot, law_records(law)[0], 9, False)[0] == rake_of(pot, terms, cap)


# --- hands that once were read differently ---------------------------------------------------------------------------

HEADS_UP = [{"seat": 1, "player": "P1", "stack": 100}, {"seat": 2, "player": "P2", "stack": 100}]
THREE = [*HEADS_UP, {"seat": 3, "player": "P3", "stack": 100}]
BOARD = ["burn", "board 2c3d4h", "burn", "board 5s", "burn", "board 6c"]
READ_DIFFERENTLY: dict[str, tuple[list[dict[str, Any]], list[str], set[str]]] = {
    "a bet in the dark belongs to the street to come": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 raise 9", "s2 call 6", "s2 bet 10 dark"]
        + ["burn", "board 2c3d4h", "rake 1", "s1 fold", "return s2 10", "award main s2 17"],
        set(),
    ),
    "a raise after a bet in the dark counts that bet": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 call 2", "s2 check", "s2 bet 10 dark"]
        + ["burn", "board 2c3d4h", "s1 raise 20", "s2 raise 40", "s1 fold", "return s2 20", "rake 1"]
        + ["award main s2 45"],
        set(),
    ),
    "one hand is shown with the same card twice": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 call 2", "s2 check", *BOARD]
        + ["s1 show AsAs", "s2 show KdKh", "award main s1 3", "award main s2 3"],
        {"CD01"},
    ),
    "an uncalled bet goes back to another seat": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 fold", "return s1 2", "award main s2 2"],
        {"PT08"},
    ),
    "the blinds chop and each takes the other's": (
        THREE,
        ["s2 post sb 1", "s3 post bb 3", "deal s2 ????", "deal s3 ????", "deal s1 ????", "s1 fold"]
        + ["return s2 3", "return s3 1"],
        {"PT04"},
    ),
    "a called bet is taken back as if the blinds had chopped": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 raise 9", "s2 call 6"]
        + ["return s1 9", "return s2 9"],
        {"PT02"},
    ),
    "no small blind, and the walk's big blind goes to another seat": (
        THREE,
        ["s3 post bb 3", "deal s3 ????", "deal s1 ????", "deal s2 ????", "s1 fold", "s2 fold", "return s1 3"],
        {"PT08"},
    ),
    "a twenty-five is not broken and the odd dollar lies with it": (
        THREE,
        ["s2 post sb 1", "s3 post bb 3", "deal s2 ????", "deal s3 ????", "deal s1 ????", "s1 raise 30", "s2 fold"]
        + ["s3 call 27", *BOARD, "rake 1", "s1 show AsKs", "s3 show AdKd", "award main s3 43", "award main s1 17"],
        {"OC05"},
    ),
    "of two odd dollars one seat gets both": (
        THREE,
        ["s2 post sb 1", "s3 post bb 3", "deal s2 ????", "deal s3 ????", "deal s1 ????", "s1 raise 6", "s2 call 5"]
        + ["s3 call 3", *BOARD, "rake 1", "s1 show AsKs", "s2 show AdKd", "s3 show AhKh"]
        + ["award main s2 7", "award main s3 5", "award main s1 5"],
        {"OC06"},
    ),
    "of two equal hands one gets the whole pot": (
        HEADS_UP,
        ["s1 post sb 1", "s2 post bb 3", "deal s2 ????", "deal s1 ????", "s1 raise 10", "s2 call 7", *BOARD]
        + ["s1 show AsKs", "s2 show AdKd", "rake 1", "award main s2 19"],
        {"PT01"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READ_DIFFERENTLY)
def test_a_hand_that_once_was_read_differently(name: str) -> None:
    seats, events, codes = READ_DIFFERENTLY[name]
    line = {
        "v": 1, "room": "rio", "table": "1", "hand": "1-1", "game": "holdem", "betting": "nl", "button": 1,
        "stakes": {"sb": 1, "bb": 3, "chip": 1}, "start": "2018-06-02T10:04:11-07:00", "seats": seats, "events": events,
    }  # fmt: skip
    terms = Terms(sb=100, bb=300, unit=100, cap=100)
    assert judge(line, terms).codes == codes
    agree([line], [terms])


def test_a_half_paid_to_a_winner_of_the_other_half_is_no_odd_chip() -> None:
    """The high of a main pot under one unit goes to s10, who won the low of it: PT01, and not OC01."""
    line = {
        "v": 1, "room": "rio", "table": "1", "hand": "1-1", "game": "big-easy", "betting": "nl", "button": 2,
        "stakes": {"sb": 2, "bb": 4, "chip": 2}, "start": "2018-06-02T10:04:11-07:00",
        "seats": [
            {"seat": 2, "player": "P2", "stack": 2}, {"seat": 7, "player": "P7", "stack": 24},
            {"seat": 10, "player": "P10", "stack": 194},
        ],
        "events": [
            "s7 post sb 2", "s10 post bb 4", "deal s7 ????????????", "deal s10 ????????????", "deal s2 ????????????",
            "s2 call 2 allin", "s7 call 2", "s10 check", "burn", "board Ac2d3h", "rake 1", "s7 check", "s10 bet 20",
            "s7 call 20 allin", "burn", "board 4s", "rake 4", "burn", "board 9c", "s7 show 5cJhTs6dThAd",
            "s10 show QcQs7cKd5s2s", "s2 muck", "award side1.hi s7 22", "award side1.lo s7 12", "award side1.lo s10 10",
            "award main.hi s10 1",
        ],
    }  # fmt: skip
    game = next(game for game in GAMES if game.name == "big-easy")
    terms = Terms(sb=200, bb=400, unit=200, cap=1000, before_flop="always", short={2: 0}, game=game)
    assert judge(line, terms).codes == {"PT01"}
    agree([line], [terms])
