"""Where the button and the blinds belong: the dead button, hand after hand.

The big blind always moves to the next seat that plays. The small blind falls to where the big blind was and the button
to where the small blind was, whether or not somebody still sits there. Heads-up the button is the small blind.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

SEATS: Final = 10  # the most that a table has
_CLOCKWISE: Final = tuple(
    tuple((seat + step - 1) % SEATS + 1 for step in range(1, SEATS + 1)) for seat in range(SEATS + 1)
)


class Positions(NamedTuple):
    """Seats of one hand. ``sb`` is a position: nobody posts there when the seat is empty or away."""

    button: int
    sb: int
    bb: int


def clockwise(seat: int) -> tuple[int, ...]:
    """Every seat of the table once, clockwise, beginning with the one after ``seat`` and ending with ``seat``."""
    return _CLOCKWISE[seat]


def next_active(seat: int, active: Collection[int]) -> int:
    """The first seat after ``seat`` that plays."""
    return next(other for other in clockwise(seat) if other in active)


def last_active(seat: int, active: Collection[int]) -> int:
    """The first seat at or before ``seat``, counter-clockwise, that plays."""
    return next(other for other in [seat, *reversed(clockwise(seat))] if other in active)


def strictly_between(start: int, end: int) -> tuple[int, ...]:
    """The seats passed on the way clockwise from ``start`` to ``end``; none if they are the same."""
    way = clockwise(start)
    return way[: way.index(end)] if start != end else ()


def passed(start: int, end: int, active: Collection[int]) -> int:
    """How many active players somebody passes who changes seats, the shorter way round."""
    others = [seat for seat in active if seat not in (start, end)]
    one_way = sum(seat in others for seat in strictly_between(start, end))
    return min(one_way, len(others) - one_way)


def plain(button: int, active: Collection[int]) -> Positions:
    """Positions as they follow from the button alone: at a table's first hand, or where the button was put wrongly."""
    if len(active) == 2:
        return Positions(button, button, next_active(button, active))
    sb = next_active(button, active)
    return Positions(button, sb, next_active(sb, active))


def following(before: Positions, active: Collection[int]) -> Positions:
    """The positions due in the next hand."""
    bb = next_active(before.bb, active)
    if len(active) == 2:
        button = next_active(bb, active)
        return Positions(button, button, bb)
    return Positions(before.sb, before.bb, bb)


def after_bought(before: Positions, buyer: int) -> Positions:
    """How a hand stands in the table's memory in which somebody bought the button: the next button is the buyer's.

    The blinds did not move; those who were due for them post in the next hand.
    """
    return Positions(before.sb, buyer, before.bb)


def may_come_in(seat: int, before: Positions, active: Collection[int]) -> bool:
    """Whether somebody not dealt in last hand may take a hand at ``seat`` now.

    Not on the button, not in the small blind, not between the two, and not with the last action before a button that
    stands at an empty seat (the best position). In the big blind always.
    """
    with_seat = {*active, seat}
    if len(with_seat) < 3:
        return False
    due = following(before, with_seat)
    if seat == due.bb:
        return True
    closed = {due.button, due.sb, *strictly_between(due.button, due.sb), last_active(due.button, with_seat)}
    return seat not in closed
