"""Runs the replay kernel over a batch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from checks.replay.hand import replay, room_for
from checks.replay.layout import FACTS, Column
from parsers.batch import HandBatch


@dataclass(frozen=True)
class Replayed:
    """Facts, one column a hand; deviations, one row each, in order of hand."""

    facts: npt.NDArray[np.int64]
    deviations: npt.NDArray[np.int64]


def replay_batch(batch: HandBatch, params: npt.NDArray[np.int64], terms_of: npt.NDArray[np.int64]) -> Replayed:
    """Replays every hand of a batch by the terms that `terms_of` gives it."""
    hands = len(batch)
    facts = np.empty((FACTS, hands), np.int64)
    parts: list[npt.NDArray[np.int64]] = []
    next_hand = 0
    room = room_for(hands)
    while next_hand < hands:
        reached, found = replay(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.seat_state,
            batch.word, batch.seat, batch.detail, batch.amount, batch.count, batch.pot, batch.cards,
            params, next_hand, facts, room,
        )  # fmt: skip
        parts.append(room[:found].copy())
        if reached == next_hand and found == 0:
            room = np.empty((room.shape[0] * 2, room.shape[1]), np.int64)  # one hand alone did not fit
        next_hand = reached
    deviations = np.concatenate(parts) if parts else np.empty((0, len(Column)), np.int64)
    return Replayed(facts, deviations)
