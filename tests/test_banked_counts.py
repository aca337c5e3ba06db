"""How often hands come: exact counts, two ways, and what the simulator deals beside them."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest
from numba import njit

from benchmarks.bad_beats import LINES, PATTERNS, bad_beats, pattern_of, times_of
from checks.law import hand_counts as counts
from checks.law.rulebook import load_rulebooks
from checks.replay.evaluate import category, high_value
from pipelines.simulator import banked_tables as tables
from pipelines.simulator.banked_round import Dealing
from pipelines.simulator.banked_tables import Terms
from tests.oracle.evaluators import DECK, RANKS

IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
ROUNDS = 300_000 if IN_FULL else 12_000
# The 99.9 % points of chi-square by degrees of freedom; with a fixed seed the test always says the same.
CHI_SQUARE = {4: 18.47, 6: 22.46, 7: 24.32}
NAMES = (
    "high-card", "pair", "two-pair", "trips", "straight", "flush", "full-house", "quads", "straight-flush",
    "royal-flush",
)  # fmt: skip
BOOK = load_rulebooks()["mlgca-huhe"]


def test_the_counts_of_seven_cards_are_all_hands() -> None:
    assert sum(counts.SEVEN_CARDS.values()) == counts.SEVEN_CARDS_ALL == comb(52, 7)


def test_pocket_lines_are_counted_by_looking_at_every_two_cards() -> None:
    found: Counter[str] = Counter()
    for one, other in combinations(DECK, 2):
        ranks = {one[0], other[0]}
        if len(ranks) == 1:
            found["aces" if ranks == {"A"} else "pair"] += 1
        elif "A" in ranks and ranks & set("KQJ"):
            found["ace-face-suited" if one[1] == other[1] else "ace-face-offsuit"] += 1
    assert found == counts.TWO_CARDS
    assert sum(1 for _ in combinations(DECK, 2)) == counts.TWO_CARDS_ALL


def test_flushes_of_seven_cards_follow_from_their_ranks() -> None:
    """The cheap part, counted anew: five or more cards of one suit, by the ranks alone."""
    runs = [set("A2345"), *({RANKS[top - i] for i in range(5)} for top in range(4, 13))]
    found: Counter[str] = Counter()
    for size in (5, 6, 7):
        for ranks in combinations(RANKS, size):
            ways = 4 * comb(39, 7 - size)
            held = set(ranks)
            if runs[-1] <= held:
                found["royal-flush"] += ways
            elif any(run <= held for run in runs):
                found["straight-flush"] += ways
            else:
                found["flush"] += ways
    assert found == {name: counts.SEVEN_CARDS[name] for name in found}


def test_royals_that_a_progressive_tells_apart_are_all_royals() -> None:
    assert sum(counts.royals().values()) == Fraction(counts.SEVEN_CARDS["royal-flush"], counts.SEVEN_CARDS_ALL)


@njit
def count_all_sevens(found):  # type: ignore[no-untyped-def]
    """Looks at every hand of seven cards; a card is a bit of its rank in the mask of its suit, 13 bits a suit."""
    bits = np.zeros(52, np.int64)
    for card in range(52):
        bits[card] = 1 << (13 * (card & 3) + (card >> 2))
    for a in range(6, 52):
        for b in range(5, a):
            for c in range(4, b):
                for d in range(3, c):
                    four = bits[a] | bits[b] | bits[c] | bits[d]
                    for e in range(2, d):
                        for f in range(1, e):
                            six = four | bits[e] | bits[f]
                            for g in range(f):
                                suits = six | bits[g]
                                value = high_value(
                                    suits & 0x1FFF, suits >> 13 & 0x1FFF, suits >> 26 & 0x1FFF, suits >> 39 & 0x1FFF
                                )
                                kind = category(value)
                                found[9 if kind == 8 and value & (1 << 12) else kind] += 1


@pytest.mark.long_form("looks at 133,784,560 hands")
def test_every_hand_of_seven_cards_is_counted() -> None:
    found = np.zeros(10, np.int64)
    count_all_sevens(found)
    assert dict(zip(NAMES, found.tolist(), strict=True)) == counts.SEVEN_CARDS


def test_the_expected_loss_of_every_paytable_is_exact() -> None:
    pocket = {letter: counts.pocket_loss(BOOK.terms[f"huhe.pocket.{letter}"].entries[0].value) for letter in "ABC"}
    # By hand: 6 of 1,326 pay 30, 12 pay 20, 36 pay 10, 72 pay 5, and 1,200 lose.
    assert pocket["A"] == Fraction(1200 - 6 * 30 - 12 * 20 - 36 * 10 - 72 * 5, 1326)
    assert pocket["B"] - pocket["A"] == Fraction(6 * 5, 1326)
    assert pocket["C"] - pocket["A"] == Fraction(72, 1326)
    trips = {letter: counts.trips_loss(BOOK.terms[f"huhe.trips.{letter}"].entries[0].value) for letter in "ABCD"}
    assert trips["B"] - trips["C"] == -Fraction(counts.SEVEN_CARDS["full-house"], counts.SEVEN_CARDS_ALL)
    assert all(0 < float(loss) < 0.12 for loss in (*pocket.values(), *trips.values())), (pocket, trips)


# -- bad beats, and the lines of a progressive -------------------------------------------------------------------------


def test_the_boards_are_all_boards() -> None:
    """Each pattern of suits by its own sum, and all of them together."""
    by_hand = {
        "5": 4 * comb(13, 5), "4-1": 4 * 3 * comb(13, 4) * 13, "3-2": 4 * 3 * comb(13, 3) * comb(13, 2),
        "3-1-1": 4 * comb(3, 2) * comb(13, 3) * 13**2, "2-2-1": comb(4, 2) * 2 * comb(13, 2) ** 2 * 13,
        "2-1-1-1": 4 * comb(13, 2) * 13**3,
    }  # fmt: skip
    assert by_hand == counts.BOARDS and list(counts.BOARDS) == list(counts.BAD_BEATS) == list(PATTERNS)
    assert sum(counts.BOARDS.values()) * comb(47, 2) * comb(45, 2) == counts.DEALS_ALL
    assert all(tuple(lines) == LINES for lines in counts.BAD_BEATS.values())


def test_no_line_is_beaten_more_often_than_it_is_made() -> None:
    for line in LINES:
        beaten = Fraction(sum(lines[line] for lines in counts.BAD_BEATS.values()), counts.DEALS_ALL)
        assert 0 < beaten < Fraction(counts.SEVEN_CARDS[line], counts.SEVEN_CARDS_ALL), line


def straight_to(ranks: frozenset[int]) -> int:
    """The highest card of the best straight among some ranks, 3 for one to the five; 0 where there is none."""
    runs = [(top, set(range(top - 4, top + 1))) for top in range(12, 3, -1)] + [(3, {12, 0, 1, 2, 3})]
    return next((top for top, run in runs if run <= ranks), 0)


def suited(board: tuple[int, ...], own: tuple[int, ...]) -> tuple[int, int, list[int]]:
    """The value of a hand on a board of one suit, of which it has some cards more: a straight flush, or a flush."""
    ranks = frozenset((*board, *own))
    top = straight_to(ranks)
    return (1, top, []) if top else (0, 0, sorted(ranks, reverse=True)[:5])


def test_bad_beats_on_boards_of_one_suit_are_counted_by_their_ranks_alone() -> None:
    """A part of the counts anew and another way: there nothing but the cards of the suit matters.

    Of the player's and the dealer's two cards none, one or two are of the suit; the others are any of 39, of which
    nobody holds what the other does.
    """
    found: Counter[str] = Counter()
    for board in combinations(range(13), 5):
        rest = [rank for rank in range(13) if rank not in board]
        owned = [(), *((rank,) for rank in rest), *combinations(rest, 2)]
        values = {own: suited(board, own) for own in owned}
        for own, other in ((a, b) for a in owned for b in owned if not set(a) & set(b)):
            if values[own] < values[other]:
                ways = comb(39, 2 - len(own)) * comb(39 - (2 - len(own)), 2 - len(other))
                found["straight-flush" if values[own][0] else "flush"] += 4 * ways
    assert {line: found[line] for line in LINES} == counts.BAD_BEATS["5"]


def test_boards_that_differ_in_the_names_of_suits_are_looked_at_once() -> None:
    """A sample of boards, each with its 24 ways to name the suits: as many of them are alike as `times_of` says."""
    random = Random(11)
    for _ in range(200):
        suits = [0, 0, 0, 0]
        for card in random.sample(range(52), 5):
            suits[card & 3] |= 1 << (card >> 2)
        first = sorted(suits, reverse=True)
        assert times_of(*first) == len(set(permutations(suits)))
        assert sum(times_of(*way) > 0 for way in set(permutations(suits))) == 1
        sizes = sorted((mask.bit_count() for mask in suits if mask), reverse=True)
        assert PATTERNS[pattern_of(*suits)] == "-".join(map(str, sizes))


@pytest.mark.long_form("looks at 134,459 boards")
def test_every_bad_beat_is_counted() -> None:
    found, boards = bad_beats()
    assert dict(zip(PATTERNS, boards.tolist(), strict=True)) == counts.BOARDS
    told = {name: dict(zip(LINES, row.tolist(), strict=True)) for name, row in zip(PATTERNS, found, strict=True)}
    assert told == counts.BAD_BEATS


def test_what_bad_beats_pay_back_is_exact() -> None:
    paid = {letter: counts.bad_beat_pays(BOOK.terms[f"huhe.bad_beat.{letter}"].entries[0].value) for letter in "ABCD"}
    flushes = Fraction(sum(lines["flush"] for lines in counts.BAD_BEATS.values()), counts.DEALS_ALL)
    straights = Fraction(sum(lines["straight"] for lines in counts.BAD_BEATS.values()), counts.DEALS_ALL)
    assert paid["A"] - paid["B"] == 2 * flushes and paid["B"] - paid["C"] == flushes + straights
    assert paid["A"] > paid["B"] > paid["C"] > paid["D"] > Fraction(4, 100)


def test_the_lines_of_a_progressive_are_apart_and_together_their_hands() -> None:
    likely = counts.jackpots()
    names = ("royal-flush", "straight-flush", "quads", "full-house", "flush")
    assert sum(likely.values()) == Fraction(sum(counts.SEVEN_CARDS[name] for name in names), counts.SEVEN_CARDS_ALL)
    # A flopped straight flush to the king: the ace is one of two cards out of 47 in 46 of 1,081 ways.
    to_the_king = Fraction(4, comb(52, 5))
    assert 9 * to_the_king - likely["flopped-straight-flush"] == to_the_king * Fraction(46, comb(47, 2))


def test_what_a_progressive_pays_back_by_its_fixed_lines_and_by_its_meter() -> None:
    seven = {line: Fraction(many, counts.SEVEN_CARDS_ALL) for line, many in counts.SEVEN_CARDS.items()}
    cents, share = counts.progressive_pays({"flopped-royal": 100}, {"royal-flush": 200_000, "flush": 500})
    # Four flopped royals take the meter; those of the board are royal flushes to this table.
    assert share == Fraction(4, comb(52, 5))
    assert cents == 200_000 * (seven["royal-flush"] - share) + 500 * seven["flush"]
    fixed_a = {"straight-flush": 20_000, "quads": 5_000, "full-house": 1_000, "flush": 500}
    assert BOOK.terms["huhe.progressive.A.fixed"].entries[0].value == fixed_a
    assert counts.progressive_pays({}, fixed_a)[0] == sum(seven[line] * paid for line, paid in fixed_a.items())


# -- what the simulator deals ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealt() -> tuple[Counter[str], Counter[str]]:
    """(classes of the first seat's hands, lines of its two cards) over many rounds of one seed."""
    dealing = Dealing(Random(23), Terms(5, "A", "A", "A", "A", "A", 50_000, by_hand=True))
    hands: Counter[str] = Counter()
    pockets: Counter[str] = Counter()
    for _ in range(ROUNDS):
        made = dealing.play((3,))
        hands[NAMES[tables.made([*made.hole[3], *made.board])]] += 1
        pockets[tables.pocket_line(made.hole[3])] += 1
    return hands, pockets


def chi_square(found: Counter[str], likely: dict[str, Fraction]) -> tuple[float, int]:
    """(chi-square, degrees of freedom), with everything that is expected fewer than five times put together."""
    seldom = [name for name, share in likely.items() if float(share) * ROUNDS < 5]
    cells = [([name], share) for name, share in likely.items() if name not in seldom]
    if seldom:
        cells.append((seldom, sum((likely[name] for name in seldom), Fraction(0))))
    value = 0.0
    for names, share in cells:
        due = float(share) * ROUNDS
        value += (sum(found[name] for name in names) - due) ** 2 / due
    return value, len(cells) - 1


def test_the_simulator_deals_hands_as_often_as_they_are(dealt: tuple[Counter[str], Counter[str]]) -> None:
    likely = {name: Fraction(many, counts.SEVEN_CARDS_ALL) for name, many in counts.SEVEN_CARDS.items()}
    value, freedom = chi_square(dealt[0], likely)
    assert value < {**CHI_SQUARE, 8: 26.12, 9: 27.88}[freedom], (value, dealt[0])


def test_the_simulator_deals_pockets_as_often_as_they_are(dealt: tuple[Counter[str], Counter[str]]) -> None:
    words = {tables.ACES: "aces", tables.SUITED: "ace-face-suited", tables.OFFSUIT: "ace-face-offsuit",
             tables.PAIRED: "pair"}  # fmt: skip
    likely = {word: Fraction(counts.TWO_CARDS[name], counts.TWO_CARDS_ALL) for word, name in words.items()}
    likely[tables.NO_POCKET] = 1 - sum(likely.values(), Fraction(0))
    value, freedom = chi_square(dealt[1], likely)
    assert freedom == 4 and value < CHI_SQUARE[freedom], (value, dealt[1])
