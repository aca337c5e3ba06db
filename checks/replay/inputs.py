"""What the walk reads: the log of a batch, and the terms in force as a record with a field for each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from checks.replay.layout import PARAMS, TIERS_MOST, Param
from parsers.batch import HandBatch
from parsers.vocabulary import DODGED_BLINDS, RESHUFFLE_SOURCES, SEATS_MOST, UNDONE, Word

# Terms of which there are several in a row, and how many.
_ROWS = {Param.RAKE_SHORT_0: ("rake_short", 11), Param.RAKE_BY_0: ("rake_by", 11),
         Param.RAKE_TIER_POT_0: ("rake_tier_pot", TIERS_MOST), Param.RAKE_TIER_TAKE_0: ("rake_tier_take", TIERS_MOST),
         Param.STREET_0: ("street", 5), Param.PART_READING: ("part_reading", 2),
         Param.PART_WORD: ("part_word", 2)}  # fmt: skip
LAW = np.dtype(
    {
        "names": [_ROWS[param][0] if param in _ROWS else param.name.lower() for param in Param],
        "formats": [("i8", (_ROWS[param][1],)) if param in _ROWS else "i8" for param in Param],
        "offsets": [8 * param for param in Param],
        "itemsize": 8 * PARAMS,
    }
)


class Log(NamedTuple):
    """Hands, seats, events and cards of a batch, as `HandBatch` has them."""

    seat_offsets: np.ndarray
    event_offsets: np.ndarray
    card_offsets: np.ndarray
    button: np.ndarray
    terms: np.ndarray
    bba: np.ndarray
    bomb: np.ndarray  # what everybody puts in before a bomb pot, in cents; negative where none was agreed
    bomb_boards: np.ndarray
    left: np.ndarray  # players left in the tournament; negative where nobody says
    seat_no: np.ndarray
    seat_stack: np.ndarray
    seat_state: np.ndarray
    word: np.ndarray
    seat: np.ndarray
    other: np.ndarray
    detail: np.ndarray
    amount: np.ndarray
    number: np.ndarray
    text: np.ndarray
    pot: np.ndarray
    part: np.ndarray
    board: np.ndarray
    marks: np.ndarray
    cards: np.ndarray
    piles: np.ndarray  # by text: what a reshuffle of these words puts into the stub, a bit a source
    backs: np.ndarray  # hands in which cards were taken back from the board
    dodged: np.ndarray  # by text: the seat whose player the floor ruled to have dodged the blinds; 0 none
    undone: int  # the text of a deal that was taken back in the recording software; -2 where no hand has it
    show_order: int  # the text of the ruling that hands be shown in order; -2 where no hand has it


def log_of(batch: HandBatch, terms: npt.NDArray[np.int64]) -> Log:
    """A batch as the walk reads it."""
    return Log(
        batch.seat_offsets, batch.event_offsets, batch.card_offsets, batch.button, terms, batch.tournament_bba,
        batch.bomb_ante, batch.bomb_boards, batch.tournament_left,
        batch.seat_no, batch.seat_stack, batch.seat_state,
        batch.word, batch.seat, batch.other, batch.detail, batch.amount, batch.count, batch.text, batch.pot, batch.part,
        batch.board, batch.flags, batch.cards,
        reshuffle_sources(batch), hands_with_backs(batch), dodgers(batch),
        batch.texts.index(UNDONE) if UNDONE in batch.texts else NO_RULING,
        batch.texts.index(SHOW_ORDER) if SHOW_ORDER in batch.texts else NO_RULING,
    )  # fmt: skip


SHOW_ORDER = "show-order"  # the floor: hands are shown in order
NO_RULING = -2
_DODGERS = {f"{DODGED_BLINDS} s{seat}": seat for seat in range(1, SEATS_MOST + 1)}


def hands_with_backs(batch: HandBatch) -> npt.NDArray[np.bool_]:
    """Which hands of a batch have cards taken back from the board."""
    found = np.zeros(len(batch), np.bool_)
    places = np.flatnonzero(batch.word == np.uint8(Word.BACK))
    if len(places):
        found[np.searchsorted(batch.event_offsets, places, side="right") - 1] = True
    return found


def dodgers(batch: HandBatch) -> npt.NDArray[np.int64]:
    """For each text of the batch the seat that it rules to have dodged the blinds, else 0."""
    seats = np.zeros(max(len(batch.texts), 1), np.int64)
    if any(text.startswith(DODGED_BLINDS) for text in batch.texts):
        for position, text in enumerate(batch.texts):
            seats[position] = _DODGERS.get(text, 0)
    return seats


def reshuffle_sources(batch: HandBatch) -> npt.NDArray[np.int64]:
    """For each text of the batch the piles it names behind `reshuffle`, a bit each in the order of the vocabulary."""
    piles = np.zeros(max(len(batch.texts), 1), np.int64)
    for position in np.unique(batch.text[batch.word == np.uint8(Word.RESHUFFLE)]):
        if position >= 0:
            named = batch.texts[position].split("+")
            piles[position] = sum(1 << place for place, name in enumerate(RESHUFFLE_SOURCES) if name in named)
    return piles


def law_records(params: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    """The terms matrix, one column a set of terms, as one record a set."""
    return np.ascontiguousarray(params.T).view(LAW).reshape(-1).view(np.recarray)
