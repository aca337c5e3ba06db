"""Counting in frames that stand in order: how many rows of a run say yes, and which hand begins next."""

import numpy as np

from parsers.kernel import kernel

_BYTE = 8
_ONES = np.array([byte.bit_count() for byte in range(1 << _BYTE)])


@kernel
def run_sums(told, rows, starts, sums):
    """Adds up the answers of `told` (a row a question, a bit a row of the frame) run by run into `sums`.

    A run reaches from its start to the next one's; `sums` has a row a run and a column a question.
    """
    for question in range(told.shape[0]):
        bits = told[question]
        for run in range(len(starts)):
            row = starts[run]
            stop = starts[run + 1] if run + 1 < len(starts) else rows
            count = 0
            while row < stop and row % _BYTE:
                count += bits[row // _BYTE] >> (row % _BYTE) & 1
                row += 1
            while row + _BYTE <= stop:
                count += _ONES[bits[row // _BYTE]]
                row += _BYTE
            while row < stop:
                count += bits[row // _BYTE] >> (row % _BYTE) & 1
                row += 1
            sums[run, question] = count


@kernel
def hands_from(start, first, last, at, found):
    """For each moment, in `found`, the first hand at or after it, of those from `first` up to `last`; past all: none.

    The hands between them are of one table and in order.
    """
    for i in range(len(at)):
        low, high = first[i], last[i]
        while low < high:
            middle = (low + high) // 2
            if start[middle] < at[i]:
                low = middle + 1
            else:
                high = middle
        found[i] = low if low < last[i] else len(start)
