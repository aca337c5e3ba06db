"""The film's records, made from the catalogue of facts, and the functions that add a row to it.

A row is written where something was not as due, or everywhere with `keep_all`; the next hand writes over nothing. Rows
that find no room are counted all the same, so that the caller can make room and walk the hand again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from checks.facts import UNKNOWN, WALKED, Grain, defaults_of, dtype_of
from checks.replay.masks import SEATS
from checks.replay.state import STATE
from parsers.kernel import part

NOBODY = 0


class Film(NamedTuple):
    """Rows by grain, and the street of every event."""

    events: np.ndarray
    seats: np.ndarray
    pots: np.ndarray
    shares: np.ndarray
    pictures: np.ndarray
    hands: np.ndarray
    streets: np.ndarray  # by event of the batch


class Desk(NamedTuple):
    """The records of the hand that is being walked, each also as plain numbers, and what they start from."""

    state: np.ndarray
    state_numbers: np.ndarray
    kept: np.ndarray  # the state before the last street of the board
    kept_numbers: np.ndarray
    fact: np.ndarray
    fact_numbers: np.ndarray
    fact_fresh: np.ndarray
    note: np.ndarray
    note_numbers: np.ndarray
    note_fresh: np.ndarray


def desk() -> Desk:
    """A desk to walk hands at."""
    state, kept = np.zeros(1, STATE), np.zeros(1, STATE)
    state["award_event"] = UNKNOWN
    fact, note = np.zeros(1, dtype_of(Grain.FACTS)), np.zeros(1, dtype_of(Grain.HAND))
    return Desk(
        records(state), state.view(np.int64), records(kept), kept.view(np.int64),
        records(fact), fact.view(np.int64), defaults_of(Grain.FACTS),
        records(note), note.view(np.int64), defaults_of(Grain.HAND),
    )  # fmt: skip


def records(rows: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """The same memory with fields as attributes: compiled code has them anyway, plain Python needs it."""
    return rows.view(np.recarray)


def film_for(events: int, room: int) -> Film:
    """An empty film of a batch of so many events, with room for so many rows of each grain."""
    rows = {grain: records(np.empty(room, dtype_of(grain))) for grain in WALKED}
    return Film(
        rows[Grain.EVENT], rows[Grain.SEAT], rows[Grain.POT], rows[Grain.SHARE], rows[Grain.PICTURE],
        rows[Grain.HAND],
        np.empty(events, np.int8),
    )  # fmt: skip


@part
def fresh_row(st):
    """A row of the film that is no action: nothing of the betting is due."""
    st.turn = UNKNOWN
    st.in_hand = st.live >> max(st.seat, 0) & 1
    st.followed = 0
    st.slip = 0
    st.due = UNKNOWN
    st.most = UNKNOWN
    st.pot_most = UNKNOWN
    st.faced = UNKNOWN
    st.reopen = UNKNOWN
    st.cap = UNKNOWN
    st.closed = 0
    st.sized = 1
    st.completing = 0
    st.all_in = 0
    st.explained = 0
    st.rake_by_then = UNKNOWN
    st.rake_so_far = UNKNOWN
    st.cards_most = UNKNOWN
    st.said = 0
    st.begun = 0
    st.nth = UNKNOWN
    st.late = 0
    st.place = 0
    st.running = 0


@part
def keep_event(rows, st):
    """What was due and done at the event at hand."""
    if st.n_events < len(rows):
        row = rows[st.n_events]
        s = st.seat
        row.hand_row = st.h
        row.event = st.event
        row.word = st.word
        row.seat = s
        row.detail = st.detail
        row.street = st.street_now
        row.stage = st.stage
        row.turn = st.turn
        row.in_hand = st.in_hand
        row.followed = st.followed
        row.slip = st.slip
        row.live_mask = st.live
        row.able_mask = st.live & st.able
        who = s if 1 <= s < SEATS else 0
        row.has_acted = st.acted >> who & 1
        row.chips_cents = st.chips[who]
        row.bet_cents = st.bet[who] - st.let_off[who]
        row.level_cents = st.level
        row.pot_cents = st.pot
        row.done_cents = st.amount
        row.due_cents = st.due
        row.most_cents = st.most
        row.pot_most_cents = st.pot_most
        row.closed = st.closed
        row.faced_cents = st.faced
        row.reopen_cents = st.reopen
        row.raises = st.raises
        row.raise_cap = st.cap
        row.sized = st.sized
        row.rake_owed_cents = st.rake_by_then
        row.rake_slid_cents = st.rake_so_far
        row.cards = st.n_cards
        row.cards_most = st.cards_most
        row.completing = st.completing
        row.open_pair = st.open_pair
        row.short_blind = st.short_blind and st.stage == 0 and st.raises == 0
        row.said = st.said
        row.begun = st.begun
        row.explained = st.explained
        row.nth = st.nth
        row.late = st.late
        row.place = st.place
        row.running = st.running
        row.all_in = st.all_in
        row.seat_cards = st.in_hands[who]
        row.board_cards = st.board_raw
        row.burns_so_far = st.burns
    st.n_events += 1


@part
def keep_picture(rows, st, stub):
    """The table as it lies before the event at hand."""
    if st.n_pictures < len(rows):
        row = rows[st.n_pictures]
        row.hand_row = st.h
        row.event = st.event
        row.street = st.street_now
        row.dealt_mask = st.dealt
        row.live_mask = st.dealt & ~st.folded
        row.stub = stub
        row.burns_so_far = st.burns
        taken = st.rake + st.promo + st.timepot
        row.slid_cents = taken
        row.time_slid_cents = st.time_paid
        row.in_cents = st.splash
        row.pot_cents = st.splash - st.awarded - taken
        for s in range(1, SEATS):
            put = st.bets_in[s] + st.antes[s] + st.dead[s] - st.returned[s]
            bet = max(st.street[s] + st.ahead[s] - st.returned_now[s], 0)
            row.chips[s] = st.began[s] - st.out[s] + st.back[s]
            row.bets[s] = bet
            row.cards[s] = st.in_hands[s]
            row.in_cents += put
            row.pot_cents += put - bet
    st.n_pictures += 1


@part
def keep_hand(rows, st, note):
    """What was due and done over the whole hand."""
    if st.n_hands < len(rows):
        rows[st.n_hands] = note
        rows[st.n_hands].hand_row = st.h
    st.n_hands += 1
