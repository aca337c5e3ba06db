"""Runs the replay kernel over a batch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from checks.replay.betting import betting_scratch, replay_betting
from checks.replay.dealing import dealing_scratch, replay_dealing
from checks.replay.forced import forced_scratch, replay_forced
from checks.replay.hand import replay, replay_scratch
from checks.replay.layout import COLUMNS, DEALING, FACTS, UNKNOWN, Dealing
from checks.replay.report import room_for
from checks.replay.run_rounds import kernels_of_rounds
from checks.replay.show_order import replay_show_order, show_order_scratch
from checks.replay.slide import replay_slide, slide_scratch
from parsers.batch import HandBatch
from parsers.vocabulary import Word

SHOW_ORDER = "show-order"  # the floor: hands are shown in order


@dataclass(frozen=True)
class Replayed:
    """Facts of money and of cards, one column a hand; deviations, one row each; each seat's chips after its hand.

    `seconds` is the processor's time that each kernel took, by its subject.
    """

    facts: npt.NDArray[np.int64]
    dealing: npt.NDArray[np.int64]
    deviations: npt.NDArray[np.int64]
    end_stack: npt.NDArray[np.int64]
    seconds: dict[str, float] = field(default_factory=dict, compare=False)


class ReplaySpace:
    """Room for the facts of a batch, used again for the next: fresh memory costs more than what is written to it.

    What `replay_batch` gives with it holds until the next batch is replayed.
    """

    def __init__(self) -> None:
        self._facts = np.empty(0, np.int64)
        self._dealing = np.empty(0, np.int64)

    def of(self, hands: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Facts of money and of cards for so many hands."""
        if len(self._facts) < FACTS * hands:
            self._facts = np.empty(FACTS * (hands + hands // 8), np.int64)
            self._dealing = np.empty(DEALING * (hands + hands // 8), np.int64)
        return (
            self._facts[: FACTS * hands].reshape(FACTS, hands),
            self._dealing[: DEALING * hands].reshape(DEALING, hands),
        )


def replay_batch(
    batch: HandBatch,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    space: ReplaySpace | None = None,
) -> Replayed:
    """Replays every hand of a batch by the terms that `terms_of` gives it."""
    facts, dealing = (space or ReplaySpace()).of(len(batch))
    end_stack = np.empty(len(batch.seat_no), np.int64)

    def money(first: int, room: npt.NDArray[np.int64]) -> tuple[int, int]:
        reached, found = replay(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.seat_state,
            batch.word, batch.seat, batch.detail, batch.amount, batch.count, batch.pot, batch.part, batch.board,
            batch.flags, batch.cards,
            params, first, facts, room, replay_scratch(),
        )  # fmt: skip
        return reached, found

    def betting(first: int, room: npt.NDArray[np.int64]) -> tuple[int, int]:
        reached, found = replay_betting(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.word, batch.seat, batch.detail, batch.amount, batch.flags,
            params, first, room, betting_scratch(),
        )  # fmt: skip
        return reached, found

    def forced(first: int, room: npt.NDArray[np.int64]) -> tuple[int, int]:
        reached, found = replay_forced(
            batch.seat_offsets, batch.event_offsets, batch.button, terms_of, batch.tournament_bba,
            batch.seat_no, batch.seat_stack, batch.word, batch.seat, batch.detail, batch.amount, batch.pot,
            params, first, facts, end_stack, room, forced_scratch(),
        )  # fmt: skip
        return reached, found

    def cards(first: int, room: npt.NDArray[np.int64]) -> tuple[int, int]:
        reached, found = replay_dealing(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.seat_state,
            batch.word, batch.seat, batch.detail, batch.amount, batch.count, batch.flags, batch.cards,
            params, first, facts, dealing, room, dealing_scratch(),
        )  # fmt: skip
        return reached, found

    def slide(first: int, room: npt.NDArray[np.int64]) -> tuple[int, int]:
        reached, found = replay_slide(
            batch.event_offsets, terms_of, batch.word, batch.seat, batch.detail, batch.amount, batch.flags,
            params, first, facts, dealing, room, slide_scratch(),
        )  # fmt: skip
        return reached, found

    # Each kernel reads the facts of those before it. Stud and draw games have their own.
    rounds = kernels_of_rounds(batch, params, terms_of, facts, dealing)
    found = []
    seconds: dict[str, float] = {}
    for kernel in (money, *rounds, betting, cards, slide, forced):
        began = time.process_time()
        found += _deviations(len(batch), kernel)
        seconds[kernel.__name__] = seconds.get(kernel.__name__, 0.0) + time.process_time() - began
    found.append(_shown_out_of_order(batch, params, terms_of, dealing))
    return Replayed(facts, dealing, np.concatenate(found), end_stack, seconds)


def _shown_out_of_order(
    batch: HandBatch,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    dealing: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """What the few hands show in which the floor had hands shown in order; fills their facts."""
    dealing[Dealing.SHOW_ORDER_EVENT] = UNKNOWN
    dealing[Dealing.SHOW_ORDER_KNOWN] = UNKNOWN
    if SHOW_ORDER not in batch.texts:
        return np.empty((0, COLUMNS), np.int64)
    rulings = np.flatnonzero((batch.word == Word.FLOOR) & (batch.text == batch.texts.index(SHOW_ORDER)))
    hands, first = np.unique(np.searchsorted(batch.event_offsets, rulings, side="right") - 1, return_index=True)
    room = np.empty((len(hands), COLUMNS), np.int64)
    found = replay_show_order(
        hands, rulings[first], batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
        batch.seat_no, batch.seat_stack, batch.word, batch.seat, batch.detail, batch.amount, batch.flags, batch.cards,
        params, dealing, room, show_order_scratch(),
    )  # fmt: skip
    return room[:found]


def _deviations(
    hands: int, kernel: Callable[[int, npt.NDArray[np.int64]], tuple[int, int]]
) -> list[npt.NDArray[np.int64]]:
    """All deviations that a kernel finds; it stops where its room is full and goes on with a fresh one."""
    room = room_for(hands)
    parts = [room[:0]]
    next_hand = 0
    while next_hand < hands:
        reached, found = kernel(next_hand, room)
        parts.append(room[:found].copy())
        if reached == next_hand and found == 0:
            room = np.empty((room.shape[0] * 2, room.shape[1]), np.int64)  # one hand alone did not fit
        next_hand = reached
    return parts
