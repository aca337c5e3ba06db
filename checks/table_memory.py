"""The memory of a table put together: hands in order, who sat at them, and the notes between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.replay.layout import COLUMNS, UNKNOWN
from checks.replay.obligations import replay_tables
from checks.sittings import Sittings
from checks.timeline import notes_before_hands

_FACTS = ("entries_known", "kill_known", "stacks_judged")
_ROOM = 1024


def remember(
    hands: pl.DataFrame, sittings: Sittings, notes: pl.DataFrame, params: npt.NDArray[np.int64]
) -> tuple[pl.DataFrame, npt.NDArray[np.int64]]:
    """The hands, sorted by table and time, with what could be judged from memory; and the deviations it shows."""
    seats = sittings.of_hands(hands["batch"].to_numpy(), hands["batch_row"].to_numpy())
    between = notes_before_hands(hands, notes)
    note_order = between["order"].to_numpy()
    orders = np.arange(len(hands))
    facts = np.empty((len(_FACTS), len(hands)), np.int64)

    def column(name: str) -> npt.NDArray[np.int64]:
        return hands[name].fill_null(UNKNOWN if name == "kill_event" else 0).cast(pl.Int64).to_numpy()

    room = _ROOM
    while True:
        deviations = np.empty((room, COLUMNS), np.int64)
        found = replay_tables(
            column("table_code"), hands["follows"].to_numpy(), column("terms"), hands["is_tournament"].to_numpy(),
            column("button"), column("ended"), column("active_mask"), column("dealt_mask"),
            column("sb_stood"), column("bb_stood"), column("bb_seat"), column("bb_due"), column("buyer_seat"),
            column("kills"), column("kill_seat"), column("kill_event"), column("kill_posted_cents"), column("shared"),
            column("winners_mask"), column("won_least_cents"), column("won_most_cents"), column("contested_cents"),
            column("shown"), column("straddle_due"),
            seats.seat_first, seats.seat_last, seats.seat_no, seats.player, seats.stack, seats.end_stack, seats.state,
            seats.post_first, seats.post_last, seats.post_seat, seats.post_kind, seats.post_cents,
            np.searchsorted(note_order, orders), np.searchsorted(note_order, orders, side="right"),
            between["seat"].to_numpy(), between["change"].to_numpy(), between["unknown"].to_numpy(),
            between["bought"].to_numpy(),
            params, facts, deviations,
        )  # fmt: skip
        if found <= room:
            break
        room = found
    judged = [pl.Series(name, facts[i]).replace(UNKNOWN, None) for i, name in enumerate(_FACTS)]
    return hands.with_columns(judged), deviations[:found]
