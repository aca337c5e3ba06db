"""Hands a batch over to the walk of house-banked rounds, and its rows back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from checks import banked_facts
from checks.replay.banked import Log, Out, walk_rounds
from checks.replay.banked_layout import ROUND_STATE, SEATS
from parsers.batch import HandBatch
from parsers.vocabulary import UNDONE, Word

# A round that was void for what these words speak of settles bonus wagers, if the log does not show how it came to it.
_TELLS_OF_CARDS_SEEN: Final = ("expos", "face", "boxed", "seen")
NO_TEXT: Final = -2
_SETTLING: Final = (Word.WAGER, Word.PAY, Word.TAKE, Word.PUSH, Word.ENVY)

_WAGER: Final = banked_facts.dtype_of(banked_facts.WAGER)
_ROUND: Final = banked_facts.dtype_of(banked_facts.ROUND)


@dataclass(frozen=True)
class Banked:
    """The rows of the walk: wagers by round, seat and kind; rounds in the order of the batch."""

    wagers: npt.NDArray[np.void]
    rounds: npt.NDArray[np.void]


def walk_banked(
    batch: HandBatch, rounds: npt.NDArray[np.int64], terms: npt.NDArray[np.int64], laws: npt.NDArray[np.void]
) -> Banked:
    """Walks some hands of a batch; `terms` says for each where in `laws` its terms stand."""
    out = _room(batch, rounds)
    log = Log(
        rounds, terms, batch.event_offsets, batch.card_offsets, batch.word, batch.seat, batch.detail, batch.amount,
        batch.count, batch.text, batch.cards, _unsure_texts(batch),
    )  # fmt: skip
    undone = batch.texts.index(UNDONE) if UNDONE in batch.texts else NO_TEXT
    rows = walk_rounds(log, laws.view(np.recarray), undone, out)
    return Banked(np.asarray(out.wagers)[:rows], np.asarray(out.rounds))


def _room(batch: HandBatch, rounds: npt.NDArray[np.int64]) -> Out:
    """Room for every row that the rounds can have: a row for each word of a wager, and two more for each seat."""
    counts = np.zeros(len(batch.word) + 1, np.int64)
    np.cumsum(np.isin(batch.word, _SETTLING), out=counts[1:])
    words = int((counts[batch.event_offsets[rounds + 1]] - counts[batch.event_offsets[rounds]]).sum())
    state = np.zeros(1, ROUND_STATE)
    wagers = np.empty(3 * words + SEATS, _WAGER)
    kept = np.empty(len(rounds), _ROUND)
    return Out(
        state.view(np.recarray), state.view(np.int64),
        wagers.view(np.recarray), wagers.view(np.int64).reshape(len(wagers), -1),
        banked_facts.defaults_of(banked_facts.WAGER),
        kept.view(np.recarray), kept.view(np.int64).reshape(len(kept), -1),
        banked_facts.defaults_of(banked_facts.ROUND),
    )  # fmt: skip


def _unsure_texts(batch: HandBatch) -> npt.NDArray[np.int64]:
    told = [int(any(word in text for word in _TELLS_OF_CARDS_SEEN)) for text in batch.texts]
    return np.array([*told, 0], np.int64)
