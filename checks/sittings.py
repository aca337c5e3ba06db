"""Who sat where, with how many chips, and what they posted: all that outlives a batch of its seats and posts.

Grain: one entry a seat and hand, and one entry a post. Players are numbers that stand for their names, the same in
every batch, so that a player is known again from file to file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from checks.replay.run import Replayed
from parsers.batch import HandBatch
from parsers.vocabulary import Word

I64 = npt.NDArray[np.int64]
_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True)
class _Part:
    """One batch. Copies, so that the batch's own arrays, which may be far longer, can go."""

    seat_offsets: npt.NDArray[np.int32]
    seat_no: npt.NDArray[np.int8]
    player: npt.NDArray[np.int32]  # 0 nobody knows
    stack: I64
    end_stack: I64
    state: npt.NDArray[np.uint8]
    post_offsets: npt.NDArray[np.int32]
    post_seat: npt.NDArray[np.int8]
    post_kind: npt.NDArray[np.uint8]
    post_cents: I64


@dataclass(frozen=True)
class Seats:
    """The seats and posts of hands in some order: `seat_first[i]:seat_last[i]` are those of hand i."""

    seat_first: I64
    seat_last: I64
    seat_no: npt.NDArray[np.int8]
    player: npt.NDArray[np.int32]
    stack: I64
    end_stack: I64
    state: npt.NDArray[np.uint8]
    post_first: I64
    post_last: I64
    post_seat: npt.NDArray[np.int8]
    post_kind: npt.NDArray[np.uint8]
    post_cents: I64


class Sittings:
    """Collects the seats of batch after batch."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._numbers: dict[str, int] = {}
        self._names: list[str | None] = [None]

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, batch: HandBatch, replayed: Replayed) -> None:
        """Keeps the seats and posts of a batch."""
        posts = np.flatnonzero(batch.word == Word.POST)
        self._parts.append(
            _Part(
                batch.seat_offsets.astype(np.int32),
                batch.seat_no.copy(),
                self._players(batch),
                batch.seat_stack.copy(),
                replayed.end_stack,
                batch.seat_state.copy(),
                np.searchsorted(posts, batch.event_offsets).astype(np.int32),
                batch.seat[posts],
                batch.detail[posts],
                batch.amount[posts],
            )
        )

    def _players(self, batch: HandBatch) -> npt.NDArray[np.int32]:
        positions, inverse = np.unique(batch.seat_player, return_inverse=True)
        numbers = np.zeros(len(positions), np.int32)
        for i, position in enumerate(positions):
            if position < 0:
                continue
            name = batch.texts[position]
            number = self._numbers.setdefault(name, len(self._names))
            if number == len(self._names):
                self._names.append(name)
            numbers[i] = number
        return numbers[inverse.ravel()]

    def player(self, batch: int, hand_row: int, seat: int | None) -> str | None:
        """The name of who sat there."""
        if seat is None:
            return None
        part = self._parts[batch]
        for i in range(part.seat_offsets[hand_row], part.seat_offsets[hand_row + 1]):
            if part.seat_no[i] == seat:
                return self._names[part.player[i]]
        return None

    def of_hands(self, batch: npt.NDArray[np.int32], hand_row: npt.NDArray[np.int32]) -> Seats:
        """The seats and posts of hands that name their batch and their row in it."""
        parts = self._parts
        seat_base = _starts([len(part.seat_no) for part in parts])
        post_base = _starts([len(part.post_seat) for part in parts])
        hand_base = _starts([len(part.seat_offsets) for part in parts])
        seat_offsets = _joined([part.seat_offsets for part in parts], np.int32)
        post_offsets = _joined([part.post_offsets for part in parts], np.int32)
        at = hand_base[batch] + hand_row
        return Seats(
            seat_base[batch] + seat_offsets[at],
            seat_base[batch] + seat_offsets[at + 1],
            _joined([part.seat_no for part in parts], np.int8),
            _joined([part.player for part in parts], np.int32),
            _joined([part.stack for part in parts], np.int64),
            _joined([part.end_stack for part in parts], np.int64),
            _joined([part.state for part in parts], np.uint8),
            post_base[batch] + post_offsets[at],
            post_base[batch] + post_offsets[at + 1],
            _joined([part.post_seat for part in parts], np.int8),
            _joined([part.post_kind for part in parts], np.uint8),
            _joined([part.post_cents for part in parts], np.int64),
        )


def _joined(arrays: list[npt.NDArray[_Number]], dtype: type[_Number]) -> npt.NDArray[_Number]:
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype)


def _starts(lengths: list[int]) -> I64:
    """Where each of some arrays begins when they are joined."""
    return np.cumsum(np.array([0, *lengths], np.int64))
