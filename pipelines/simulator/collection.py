"""Time at tables that are not raked: called every half hour, paid by seats, or out of one pot.

Seats pay before the first hand after the call, those who are away too. A time pot comes out of the first pot that
covers it, a time flop out of the first hand that sees a flop.
"""

from typing import Final

from pipelines.simulator.placards import Placard

CALL_EVERY_S: Final = 1800
CALLED_AT_S: Final = 600  # ten past and twenty to: never in the minutes of a push
NEVER_S: Final = 1 << 40


class Collection:
    """The time of one table. ``is_owed`` from a call until it is paid."""

    def __init__(self, placard: Placard) -> None:
        self.placard = placard
        self.is_owed = False
        self.next_call_s = NEVER_S

    def opens(self, at_s: int) -> None:
        if self.placard.time_rate:
            self.next_call_s = (at_s // CALL_EVERY_S + 1) * CALL_EVERY_S + CALLED_AT_S

    def call_before(self, start_s: int) -> int | None:
        """The moment of a call that came before a hand starts; None if there was none."""
        if self.next_call_s > start_s:
            return None
        called = self.next_call_s
        while self.next_call_s <= start_s:
            self.next_call_s += CALL_EVERY_S
        self.is_owed = True
        return called
