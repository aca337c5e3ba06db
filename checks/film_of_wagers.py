"""The film of house-banked rounds: a row for each wager, and what lies before the seats at each event.

Grain of `wager_rows`: one row a wager of a seat. The pictures are those of the walk of pots, with the chips and wagers
of such rounds in their places: what a seat has wagered lies before it until it is settled.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from checks.replay.banked_layout import Due
from parsers.batch import HandBatch
from parsers.vocabulary import DETAILS, Word

GRAIN: Final = "wager"
SEATS: Final = 10
# Columns of the table `film` that only these rows have; `seat`, `event`, `due_cents` and `paid_cents` they share.
FIELDS: Final = (
    pa.field("wager", pa.string()), pa.field("staked_cents", pa.int64()), pa.field("wager_due", pa.string()),
    pa.field("wager_done", pa.string()), pa.field("taken_cents", pa.int64()), pa.field("pushed_cents", pa.int64()),
    pa.field("paytable_line", pa.string()), pa.field("player_hand", pa.string()), pa.field("dealer_hand", pa.string()),
    pa.field("dealer_qualifies", pa.bool_()), pa.field("outcome", pa.int8()), pa.field("meter_cents", pa.int64()),
)  # fmt: skip
_DUE: Final = {int(due): due.name.lower() for due in Due}


def wager_rows(batch: HandBatch, law: Any, terms_of: npt.NDArray[np.int64]) -> pl.DataFrame | None:
    """The wagers of the house-banked rounds of a batch; None where it has none."""
    from checks.banked_frame import CLASS_NAMES, banked_rounds, wager_frame, walked

    rounds = banked_rounds(batch)
    if not len(rounds):
        return None
    frame = wager_frame(walked(batch, law, terms_of, rounds), law, terms_of, told=True)
    classes = dict(enumerate(CLASS_NAMES))

    def words(column: str, names: dict[int, str]) -> pl.Expr:
        return pl.col(column).replace_strict(names, default=None, return_dtype=pl.String)

    return frame.select(
        "hand_row", "seat", "event", "staked_cents", "due_cents", "paid_cents", "taken_cents", "pushed_cents",
        "outcome", "meter_cents",
        grain=pl.lit(GRAIN),
        wager="kind_name",
        wager_due=words("due", _DUE),
        wager_done=words("done", _DUE),
        paytable_line="line_name",
        player_hand=words("player_class", classes),
        dealer_hand=words("dealer_class", classes),
        dealer_qualifies=pl.col("qualifies") == 1,
    )  # fmt: skip


class _Felt:
    """Chips and wagers of a round as it goes on."""

    def __init__(self, stacks: dict[int, int]) -> None:
        self.chips = dict(stacks)
        self.laid: dict[tuple[int, int], int] = {}

    def take(self, word: int, seat: int, detail: int, cents: int) -> None:
        """One event. What is paid comes with the stake; what is taken or pushed leaves the felt."""
        if word == Word.DEAL:  # the dealer has the chips of the progressive before the cards
            self.laid = {place: laid for place, laid in self.laid.items() if DETAILS[place[1]] != "progressive"}
        if seat not in self.chips:
            return
        if word == Word.WAGER:
            self.chips[seat] -= cents
            self.laid[seat, detail] = self.laid.get((seat, detail), 0) + cents
        elif word in (Word.PAY, Word.PUSH):
            stake = self.laid.pop((seat, detail), 0) if DETAILS[detail] != "progressive" or word == Word.PUSH else 0
            self.chips[seat] += stake + cents if word == Word.PAY else cents
        elif word == Word.TAKE:
            self.laid.pop((seat, detail), None)
        elif word in (Word.ENVY, Word.RETURN):
            self.chips[seat] += cents

    def picture(self) -> tuple[list[int], list[int]]:
        """(chips, wagers) of seats 1 to 10."""
        wagers = [0] * SEATS
        for (seat, _), cents in self.laid.items():
            wagers[seat - 1] += cents
        return [self.chips.get(seat, 0) for seat in range(1, SEATS + 1)], wagers


def with_felts(pictures: pl.DataFrame, batch: HandBatch) -> pl.DataFrame:
    """Pictures of the walk, those of house-banked rounds with the chips and wagers that lie there."""
    from checks.banked_frame import banked_rounds

    rounds = set(banked_rounds(batch).tolist())
    if not rounds:
        return pictures
    seen = {hand: _pictures_of(batch, hand) for hand in rounds}
    chips, bets = pictures["chips"].to_list(), pictures["bets"].to_list()
    for place, (hand, event) in enumerate(pictures.select("hand_row", "event").iter_rows()):
        if hand in rounds:
            chips[place], bets[place] = seen[hand][event]
    kind = pl.Array(pl.Int64, SEATS)
    return pictures.with_columns(pl.Series("chips", chips, dtype=kind), pl.Series("bets", bets, dtype=kind))


def _pictures_of(batch: HandBatch, hand: int) -> list[tuple[list[int], list[int]]]:
    """Chips and wagers before each event of a round, and once more after the last."""
    first, last = batch.seat_offsets[hand], batch.seat_offsets[hand + 1]
    felt = _Felt({int(batch.seat_no[i]): int(batch.seat_stack[i]) for i in range(first, last)})
    out = [felt.picture()]
    for e in range(batch.event_offsets[hand], batch.event_offsets[hand + 1]):
        felt.take(int(batch.word[e]), int(batch.seat[e]), int(batch.detail[e]), int(batch.amount[e]))
        out.append(felt.picture())
    return out
