"""Chinese draw poker: cards in lots of five, three and five, a betting round behind each, then three rows.

Each hand that is left at the end sets its rows, and the pot goes to the most points: a room has to agree on something,
since no document says how points share a pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pipelines.simulator.cards import TEXT
from pipelines.simulator.chinese_scoring import rows_and_scoop
from pipelines.simulator.chinese_setting import set_rows
from pipelines.simulator.chinese_values import Rows
from pipelines.simulator.dealing import PileDealing
from pipelines.simulator.settlement import Settlement

if TYPE_CHECKING:
    from pipelines.simulator.games import Street

ROWS: Final = ("front", "middle", "back")
WHOLE_HAND: Final = 13


class LotsDealing(PileDealing):
    """The cards of one hand of Chinese draw poker."""

    def deal(self, street: Street) -> None:
        live = self.live()
        self.street_begins()
        extra = 0
        if self.wants("CD02", 0.3) and self._spare(live) > 0:
            extra = self.rng.choice(live)
        for seat in live:
            count = street.down + (seat == extra)
            if seat == extra:
                self.make("CD02", "a card too many in a lot", seat)
            self.hands[seat] += [self.top() for _ in range(count)]
            self.events.append(f"deal s{seat} {'??' * count}")

    def _spare(self, live: Sequence[int]) -> int:
        """Cards that are left when all who are in have all of theirs."""
        to_come = sum(street.down for street in self.game.streets[self.hand.stage - 1 :])
        return self.left() - to_come * len(live)


class RowsSettlement(Settlement):
    """The end of a hand that is set in rows: whoever is left sets them, and the most points win every pot."""

    rows: dict[int, Rows]
    shown_rows: Mapping[int, Rows] = {}  # rows that are written down otherwise than they are scored

    def _read_hands(self, whole: list[int]) -> None:
        self.rows = {seat: set_rows(self.rng, self.hands[seat], False) for seat in self.betting.live}
        points = {
            seat: sum(rows_and_scoop(self.rows[seat], self.rows[other]) for other in whole if other != seat)
            for seat in whole
        }
        self.values = [[{seat: (score,) for seat, score in points.items()}]]

    def _show_hands(self, must_show: int, shows_part: int, all_show: bool) -> None:
        for seat in self.order_of_showing():
            for word, cards in zip(ROWS, self.shown_rows.get(seat, self.rows[seat]), strict=True):
                self.betting.events.append(f"s{seat} set {word} {''.join(TEXT[card] for card in cards)}")
            self.betting.seconds += 4
