"""Deviations: where the kernels write down what was done otherwise than due."""

import numpy as np

from checks.replay.layout import COLUMNS, Column
from parsers.kernel import kernel


@kernel
def report(deviations, count, hand, kind, event, seat, expected, actual, amount, paid_by, paid_to, detail):
    """Adds a deviation if there is room for it. Returns the new count, which may pass the room there is."""
    if count < deviations.shape[0]:
        row = deviations[count]
        row[Column.HAND] = hand
        row[Column.KIND] = kind
        row[Column.EVENT] = event
        row[Column.SEAT] = seat
        row[Column.EXPECTED] = expected
        row[Column.ACTUAL] = actual
        row[Column.AMOUNT] = amount
        row[Column.PAID_BY] = paid_by
        row[Column.PAID_TO] = paid_to
        row[Column.DETAIL] = detail
        row[Column.EXPECTED_TOO] = 0
        row[Column.ACTUAL_TOO] = 0
    return count + 1


@kernel
def beside(deviations, count, expected, actual):
    """Puts a second pair of due and done into the deviation added last, if there was room for it."""
    if count <= deviations.shape[0]:
        deviations[count - 1, Column.EXPECTED_TOO] = expected
        deviations[count - 1, Column.ACTUAL_TOO] = actual


def room_for(hands: int) -> np.ndarray:
    """Deviations of a batch: most hands have none."""
    return np.empty((hands // 4 + 64, COLUMNS), np.int64)
