"""What the walk of Chinese games keeps in mind of one hand: one record that starts from zero with every hand."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from checks.replay.masks import SEATS

ROWS: Final = 3
SUITS: Final = 4
SCORES_MOST: Final = 2  # of one pair of seats: one from each side

_FRESH: Final = {
    "the hand": "active entitled optional listed dealt_mask set_mask foul_mask fantasy_mask in_ring ended",
    "cards": "seen twice first_seat first_event cards_told",
    "irregular": "boxed_in_deal boxed_early draws_begun later_deals",
    "the record": "scored_any paid_any",
}
_FRESH_BY_SEAT: Final = {
    "cards": "cards_dealt deals book_deals odd_deals discarded drawn unread",
    "chips": "lost won",
}
# Written before it is read, or set anew with every hand.
_KEPT: Final = {
    "the hand": "h start button point boxed_event misdeal_event stray_event stray_seat foreign_event n_ring slid",
    "rows of the film so far": "n_hands n_sets n_comparisons",
}
_KEPT_BY_SEAT: Final = (
    "deal_event set_event foul_event fantasy_event stack_began right front_value middle_value back_value "
    "front_points middle_points middle_points_most back_points due cause called left order moved moved_most moved_with "
    "seated_out outside first_due wrong_number"
)


def _names(groups: dict[str, str]) -> list[str]:
    return [name for names in groups.values() for name in names.split()]


CHINESE_STATE = np.dtype(
    [(name, "i8") for name in _names(_FRESH)]
    + [(name, "i8", (SEATS,)) for name in _names(_FRESH_BY_SEAT)]
    + [
        ("n_set", "i8", (SEATS, ROWS)),
        ("suits", "i8", (SEATS, ROWS, SUITS)),  # the ranks of each suit as bits
        ("scores", "i8", (SEATS, SEATS)),  # how many scores name the pair
        ("paid", "i8", (SEATS, SEATS)),  # what the first received of the other
        ("pays", "i8", (SEATS, SEATS)),
    ]
    + [(name, "i8") for name in _names(_KEPT)]
    + [(name, "i8", (SEATS,)) for name in _KEPT_BY_SEAT.split()]
    + [
        ("score", "i8", (SEATS, SEATS, SCORES_MOST)),
        ("score_event", "i8", (SEATS, SEATS, SCORES_MOST)),
        ("pay_event", "i8", (SEATS, SEATS)),
    ]
)  # fmt: skip
CHINESE_FRESH: Final = (
    len(_names(_FRESH)) + len(_names(_FRESH_BY_SEAT)) * SEATS + SEATS * ROWS + SEATS * ROWS * SUITS + 3 * SEATS * SEATS
)


class ChineseLog(NamedTuple):
    """The events of a batch, as `HandBatch` has them, and which of its hands are of Chinese games."""

    hands: np.ndarray  # positions in the batch
    terms: np.ndarray
    button: np.ndarray
    point: np.ndarray  # cents; below 0 where the stakes name none
    seat_offsets: np.ndarray
    seat_no: np.ndarray
    seat_stack: np.ndarray
    seat_state: np.ndarray
    event_offsets: np.ndarray
    word: np.ndarray
    seat: np.ndarray
    other: np.ndarray
    detail: np.ndarray
    amount: np.ndarray
    number: np.ndarray
    card_offsets: np.ndarray
    cards: np.ndarray


class ChineseFilm(NamedTuple):
    """Rows of the three grains."""

    hands: np.ndarray
    sets: np.ndarray
    comparisons: np.ndarray


def chinese_desk() -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]:
    """The record of the hand at hand, and the same as plain numbers."""
    state = np.zeros(1, CHINESE_STATE)
    return state.view(np.recarray), state.view(np.int64)
