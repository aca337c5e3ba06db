"""Clocks that are off for a whole day (TL06): a hand log with another offset than the room's, a shuffler far off.

Such a day is a table of its own, at which nothing else is wrong: whatever is laid beside its hands by the clock would
be wrong with it. The tables open in the morning and close in the evening, so that all is in one gaming day.
"""

from typing import Final

HOUR_S: Final = 3600
OPENS: Final = 20  # the slot

# The hour on the wall stands in the log and the offset is another's; the moment is right and told by another offset;
# the shuffler's clock is a year back; it is hours ahead; the log's is hours ahead.
WALL, MOMENT, YEAR, HOURS, AHEAD = "wall", "moment", "year", "hours", "ahead"
# The tables that are opened for it, in turn.
TABLES: Final = (
    ("live", WALL), ("counting", YEAR), ("live", AHEAD), ("tournament", WALL), ("live", YEAR), ("tournament", MOMENT),
    ("live", HOURS), ("tournament", AHEAD),
)  # fmt: skip
OFFSET_OFF_S: Final = 3 * HOUR_S  # the log's offset is so far east of the room's
LOG_AHEAD_S: Final = 4 * HOUR_S
SHUFFLER_OFF_S: Final = {YEAR: -365 * 24 * HOUR_S, HOURS: 5 * HOUR_S}


def told_at(clock: str, first_hand: int) -> int:
    """When the first hand was dealt, as the record tells it."""
    return first_hand + {WALL: -OFFSET_OFF_S, AHEAD: LOG_AHEAD_S}.get(clock, 0)


def note_of(clock: str) -> str:
    """What is wrong, for the label."""
    if clock in (WALL, MOMENT):
        return "the log states another offset"
    return "the log's clock is hours ahead" if clock == AHEAD else f"the shuffler's clock is off: {clock}"
