"""How often hands come: exact counts, two ways, and what the simulator deals beside them."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from numba import njit

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


@pytest.mark.skipif(not IN_FULL, reason="looks at 133,784,560 hands; ODDCHIP_SLOW=1 runs it")
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
