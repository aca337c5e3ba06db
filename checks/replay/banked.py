"""Walks the house-banked rounds of a batch: one row for each wager, one for each round. It knows no rule numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from checks.replay.banked_due import find_cause, find_dues, take_returns
from checks.replay.banked_events import take_event
from checks.replay.banked_hands import read_hands
from checks.replay.banked_layout import CAUSE_SAID_ONLY, KINDS, SEATS
from checks.replay.banked_rows import keep_round, keep_wagers, watch_meter
from parsers.kernel import kernel, part


class Log(NamedTuple):
    """Events and cards of a batch, and the rounds to walk."""

    rounds: np.ndarray
    terms: np.ndarray  # by round: the place of its terms
    event_offsets: np.ndarray
    card_offsets: np.ndarray
    word: np.ndarray
    seat: np.ndarray
    detail: np.ndarray
    amount: np.ndarray
    number: np.ndarray
    text: np.ndarray
    cards: np.ndarray
    unsure: np.ndarray  # by text: a void for these words may have settled bonus wagers


class Out(NamedTuple):
    """Rows, each also as plain numbers, and what they start from."""

    state: np.ndarray
    state_numbers: np.ndarray
    wagers: np.ndarray
    wager_numbers: np.ndarray
    wager_fresh: np.ndarray
    rounds: np.ndarray
    round_numbers: np.ndarray
    round_fresh: np.ndarray


@part
def begin_round(st, numbers, rows_so_far, h):
    """Nothing has happened yet."""
    numbers[:] = 0
    st.n_rows = rows_so_far
    st.h = h
    st.void_event = -1
    st.cause_event = -1
    st.stub_event = -1
    st.meter_event = -1
    st.board_event = -1
    for s in range(SEATS):
        st.fold_event[s] = -1
        st.raise_event[s] = -1
        st.again_event[s] = -1
        st.envy_event[s] = -1
        st.deal_event[s] = -1
        st.jackpot_event[s] = -1
        st.meter_event_of[s] = -1
        for k in range(KINDS):
            st.placed[s, k] = -1
            st.late_event[s, k] = -1
            st.settled[s, k] = -1


@kernel
def walk_rounds(log, laws, undone, out):
    """Walks all rounds. Returns how many rows of wagers there are."""
    st = out.state[0]
    numbers = out.state_numbers
    rows = 0
    for i in range(len(log.rounds)):
        h = log.rounds[i]
        law = laws[log.terms[i]]
        first, stop = log.event_offsets[h], log.event_offsets[h + 1]
        begin_round(st, numbers, rows, h)
        for e in range(first, stop):
            take_event(log, e, st, law, e - first, undone)
        find_cause(st, law)
        take_returns(st)
        read_hands(st)
        said_only = st.cause == CAUSE_SAID_ONLY
        find_dues(st, law, said_only and st.void_text >= 0 and log.unsure[st.void_text] != 0)
        keep_wagers(out.wagers, out.wager_numbers, out.wager_fresh, st, law)
        for f in range(len(out.round_fresh)):
            out.round_numbers[i, f] = out.round_fresh[f]
        keep_round(out.rounds[i], st, law)
        watch_meter(log, first, stop, out.rounds[i], st, law)
        rows = st.n_rows
    return rows
