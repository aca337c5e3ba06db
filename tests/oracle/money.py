"""Chips: who put in what, which of it was called, the pots it makes, the house's part, and everybody's share.

All amounts are cents. Seats are the numbers of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from tests.oracle.games import HOLDEM, Game

BeforeFlop = Literal["never", "with action", "always"]


@dataclass(frozen=True)
class Terms:
    """The stakes of a table, its rake and its game."""

    sb: int
    bb: int
    unit: int
    ante: int = 0
    percent_hundredths: int = 1000
    step: int = 100
    cap: int = 500
    short: Mapping[int, int] = field(default_factory=dict)  # the cap by seats dealt in
    before_flop: BeforeFlop = "never"
    game: Game = HOLDEM


@dataclass(frozen=True)
class Pot:
    """One pot and the seats that can win it."""

    cents: int
    seats: frozenset[int]


@dataclass(frozen=True)
class _Slice:
    """The chips between two heights, over all who reach the upper one."""

    thickness: int
    reached_by: frozenset[int]


def _slices(stakes: Mapping[int, int]) -> list[_Slice]:
    """The stakes cut at every height at which somebody's chips end, from the bottom up."""
    heights = sorted({0, *stakes.values()})
    return [
        _Slice(upper - lower, frozenset(seat for seat, cents in stakes.items() if cents >= upper))
        for lower, upper in pairwise(heights)
    ]


def uncalled_bet(bets: Mapping[int, int], folded: Iterable[int]) -> tuple[int, int]:
    """(seat, cents) of the chips that nobody else has chips beside; (0, 0) if there are none, or their owner folded."""
    alone = [piece for piece in _slices(bets) if len(piece.reached_by) == 1]
    owners = {seat for piece in alone for seat in piece.reached_by}
    if not owners or owners & set(folded):
        return 0, 0
    (owner,) = owners
    return owner, sum(piece.thickness for piece in alone)


def pots_of(stakes: Mapping[int, int], live: Iterable[int], dead_money: int = 0) -> list[Pot]:
    """The pots of what was called: each slice belongs to the live seats that reach it, like slices are one pot."""
    still_in = frozenset(live)
    pots: list[Pot] = []
    loose = 0  # of slices that no live seat reaches; they lie above all others
    for piece in _slices(stakes):
        cents = piece.thickness * len(piece.reached_by)
        seats = piece.reached_by & still_in
        if not seats:
            loose += cents
        elif pots and pots[-1].seats == seats:
            pots[-1] = Pot(pots[-1].cents + cents, seats)
        else:
            pots.append(Pot(cents, seats))
    if not pots:
        return [Pot(loose + dead_money, still_in)] if loose + dead_money else []
    pots[-1] = replace(pots[-1], cents=pots[-1].cents + loose)
    pots[0] = replace(pots[0], cents=pots[0].cents + dead_money)
    return pots


def less_drop(pots: Sequence[Pot], drop: int) -> list[Pot]:
    """The pots after the house took its part: out of the main pot, then out of the next."""
    left = []
    for pot in pots:
        borne = min(pot.cents, drop)
        drop -= borne
        left.append(Pot(pot.cents - borne, pot.seats))
    return left


def clockwise(seats: Iterable[int], button: int) -> list[int]:
    """Seats in order from the button's left; the button itself is last."""
    return sorted(seats, key=lambda seat: (seat - button - 1) % 10)


def shares(cents: int, winners: Iterable[int], button: int, unit: int) -> dict[int, int]:
    """What each winner of a pot is due: the units dealt out one by one, the first to the button's left.

    So nobody has two more than another, and the odd ones lie where they belong. What is under a unit goes to the first.
    """
    order = clockwise(winners, button)
    if len(order) == 1:
        return {order[0]: cents}
    due = dict.fromkeys(order, 0)
    units, under_one = divmod(cents, unit)
    for number in range(units):
        due[order[number % len(order)]] += unit
    due[order[0]] += under_one
    return due


def low_half(cents: int, unit: int) -> int:
    """What the low half of a pot gets: an odd unit, and what is under one, stays with the high."""
    return cents // unit // 2 * unit


def rake_of(pot: int, terms: Terms, cap: int) -> int:
    """A step for every full share of the pot that earns one, up to the cap."""
    taken = 0
    while taken < cap and (taken + terms.step) * 10_000 <= pot * terms.percent_hundredths:
        taken += terms.step
    return min(taken, cap)


def is_raked(terms: Terms, saw_flop: bool, calls: int, raises: int) -> bool:
    """Whether a pot owes anything: with a flop always, without one as the house says."""
    if saw_flop or terms.before_flop == "always":
        return True
    if terms.before_flop == "never":
        return False
    return (calls > 0 and raises > 0) or raises > 1


LARGER_CHIPS = (2, 4, 5, 10, 20, 25, 50, 100, 500)  # in units: what the next chips of a rack may be worth


def split_fault(cents: int, paid: Mapping[int, int], unit: int) -> str:
    """The code of a pot that its true winners shared, but not as due. `paid` has every winner.

    OC01: even shares and single odd units, at a wrong seat. OC06: even shares, but more than one odd unit at a seat.
    OC05: nobody went without, and it looks like a larger chip that was not broken. Else PT01: a part of the pot went to
    a hand that had not won that part.
    """
    even = cents // (unit * len(paid)) * unit
    under_one = cents % unit
    over = [amount - even for amount in paid.values()]
    for holder in range(len(over)):  # whoever has what is under one unit
        units = [amount - (under_one if place == holder else 0) for place, amount in enumerate(over)]
        if any(amount < 0 or amount % unit for amount in units):
            continue
        return "OC01" if max(units) <= unit else "OC06"
    if min(paid.values()) > 0:
        for size in LARGER_CHIPS:
            chip = unit * size
            if _rest_is_even(paid, chip, unit + under_one) or _in_whole_chips(cents, paid, chip):
                return "OC05"
    return "PT01"


def _rest_is_even(paid: Mapping[int, int], chip: int, most_apart: int) -> bool:
    """True if some winners, not all, hold one such chip more than an even share of the rest."""
    ordered = sorted(paid.values(), reverse=True)
    for holders in range(1, len(ordered)):
        rest = [amount - (chip if place < holders else 0) for place, amount in enumerate(ordered)]
        if min(rest) >= 0 and max(rest) - min(rest) <= most_apart:
            return True
    return False


def _in_whole_chips(cents: int, paid: Mapping[int, int], chip: int) -> bool:
    """True if the pot was shared in such chips, as evenly as they go, and one winner has what is under a chip."""
    if cents < chip:
        return False
    under_a_chip = cents % chip
    for lucky in paid:
        chips = [amount - (under_a_chip if seat == lucky else 0) for seat, amount in paid.items()]
        if all(amount >= 0 and amount % chip == 0 for amount in chips) and max(chips) - min(chips) <= chip:
            return True
    return False
