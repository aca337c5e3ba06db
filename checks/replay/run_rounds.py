"""Runs the kernels of stud and draw games over the hands of a batch that are of such games."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from checks.replay.layout import Param
from checks.replay.rounds import replay_rounds, rounds_scratch
from checks.replay.rounds_betting import replay_rounds_betting, rounds_betting_scratch
from checks.replay.rounds_dealing import replay_rounds_dealing, rounds_dealing_scratch
from parsers.batch import HandBatch
from parsers.vocabulary import RESHUFFLE_SOURCES, Word

Room = npt.NDArray[np.int64]
Kernel = Callable[[int, Room], tuple[int, int]]


def kernels_of_rounds(
    batch: HandBatch,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    facts: npt.NDArray[np.int64],
    dealing: npt.NDArray[np.int64],
) -> tuple[Kernel, ...]:
    """Money, betting and cards of these games; nothing where a batch has none of them."""
    if not (params[Param.IS_ROUND_GAME] == 1)[terms_of].any():
        return ()
    sources = reshuffle_sources(batch)

    def money(first: int, room: Room) -> tuple[int, int]:
        reached, found = replay_rounds(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.seat_state,
            batch.word, batch.seat, batch.detail, batch.amount, batch.count, batch.text, batch.pot, batch.part,
            batch.flags, batch.cards, sources, params, first, facts, room, rounds_scratch(),
        )  # fmt: skip
        return reached, found

    def betting(first: int, room: Room) -> tuple[int, int]:
        reached, found = replay_rounds_betting(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.word, batch.seat, batch.detail, batch.amount, batch.flags,
            batch.cards, params, first, room, rounds_betting_scratch(),
        )  # fmt: skip
        return reached, found

    def cards(first: int, room: Room) -> tuple[int, int]:
        reached, found = replay_rounds_dealing(
            batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms_of,
            batch.seat_no, batch.seat_stack, batch.seat_state,
            batch.word, batch.seat, batch.detail, batch.amount, batch.text, batch.flags, batch.cards, sources,
            params, first, facts, dealing, room, rounds_dealing_scratch(),
        )  # fmt: skip
        return reached, found

    return money, betting, cards


def reshuffle_sources(batch: HandBatch) -> npt.NDArray[np.int64]:
    """For each text of the batch the piles it names behind `reshuffle`, a bit each in the order of the vocabulary."""
    piles = np.zeros(max(len(batch.texts), 1), np.int64)
    for position in np.unique(batch.text[batch.word == Word.RESHUFFLE]):
        if position >= 0:
            named = batch.texts[position].split("+")
            piles[position] = sum(1 << place for place, name in enumerate(RESHUFFLE_SOURCES) if name in named)
    return piles
