"""Who is at two tables at once: the sweep finds what looking at every pair of hands finds."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.replay.overlaps import NONE, overlapping, see_tables

HANDS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 30), st.integers(1, 12)), max_size=25)


@settings(deadline=None)
@given(HANDS)
def test_a_hand_at_another_table_is_found_where_any_was_on(hands: list[tuple[int, int, int, int]]) -> None:
    rows = sorted((player, start, table, start + length) for player, table, start, length in hands)
    player, start, table, end = (np.array([row[i] for row in rows], np.int64) for i in range(4))
    other, asked = np.full(len(rows), NONE, np.int64), np.zeros(len(rows), np.bool_)
    overlapping(player, table, start, end, other, asked)
    for i, row in enumerate(rows):
        on = [j for j in range(i) if rows[j][0] == row[0] and rows[j][2] != row[2] and rows[j][3] > row[1]]
        assert (other[i] != NONE) == bool(on)
        assert other[i] == NONE or (other[i] in on and asked[i])


def test_who_is_seen_at_two_tables_roams() -> None:
    first, roams = np.full(3, NONE, np.int64), np.zeros(3, np.bool_)
    see_tables(np.array([0, 1, 0, 1]), np.array([5, 5, 5, 6]), first, roams)
    assert list(roams) == [False, True, False]
