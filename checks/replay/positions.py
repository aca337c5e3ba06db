"""A table's memory from hand to hand: where the button and the blinds are due.

Grain: one entry a hand, hands sorted by table, then by time. What is not known is UNKNOWN; seat 0 means that nobody is
due (a dead small blind).

The big blind always moves on; the small blind stands where the big blind was and the button where the small blind was,
even at an empty seat. A hand is taken from where the button stood in the one before, right or wrong; where the rules
have a wrong button corrected it may also stand where it would have been without the slip. A deal that was called off is
dealt again from the same place; after a void nothing is presumed. Hands without a button leave everything where it is
where it is frozen. Whoever buys the button (who alone posted a live and a dead blind) posts alone between button and
small blind, and has the button next. Where the house has a moving button it goes to the next player each hand, and the
blinds stand behind it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from checks.replay.film import records
from checks.replay.layout import UNKNOWN, ButtonMoves, Ended
from checks.replay.masks import count_seats, lies_between, next_in
from parsers.kernel import inlined_part, kernel, part

# Rows of what is due. Two are where the blinds stood in the memory of the table, be it at empty seats; the last is
# whose big blind nobody posted where the hand before does not say it: 0 all is well, -1 it cannot be told.
DUE = ("button_due", "sb_due", "bb_due", "heads_up", "sb_stood", "bb_stood", "bb_nobody")
BUTTON_DUE, SB_DUE, BB_DUE, HEADS_UP, SB_STOOD, BB_STOOD, BB_NOBODY = range(7)
NOT_KNOWN = -1


class Buttons(NamedTuple):
    """Hands in the order of their tables. `follows[i]`: hand i is the very next of its table after hand i - 1."""

    table: np.ndarray
    follows: np.ndarray
    button: np.ndarray
    active: np.ndarray
    ended: np.ndarray
    sb_seat: np.ndarray
    bb_seat: np.ndarray
    buyer: np.ndarray
    corrected: np.ndarray
    frozen: np.ndarray
    moves: np.ndarray  # a `ButtonMoves`
    exact: np.ndarray  # a misdealt hand is dealt again as it was
    undone: np.ndarray  # taken back in the recording software: the next hand has the same button
    bomb: np.ndarray  # bomb pots: nobody owes a blind, and the button does not move


_NAMES = {
    "where the last hand of the table had them, 0 unknown": "last_button last_sb last_bb",
    "where they belonged in it, if the button stood at a wrong seat": "right_sb right_bb",
    "what else is remembered of it": "last_heads_up last_ended last_undone last_active",
    "the hand at hand": "button active seats two buyer sb_seat bb_seat corrected exact moves nobody",
    "where they belong in it": "place sb_place bb bought wrong_sb wrong_bb",
}
_MEMORY = np.dtype([(name, "i8") for names in _NAMES.values() for name in names.split()])


@part
def where_due(now):
    """Where the button and the blinds belong, as far as the hand before says it."""
    known = now.last_bb > 0 and (now.last_ended != Ended.VOID or now.last_undone)
    if known and (now.last_ended == Ended.MISDEAL or now.last_undone):
        # The same deal again, unless somebody came or went in between.
        if now.active == now.last_active:
            now.place, now.sb_place, now.bb = now.last_button, now.last_sb, now.last_bb
        elif now.exact or now.last_undone:
            now.place = now.last_button
            if now.active >> now.last_bb & 1:
                now.sb_place, now.bb = now.last_sb, now.last_bb
    elif known and now.seats >= 2 and now.button > 0:
        put_right = now.right_bb and now.corrected and not now.two
        if put_right and now.button == now.right_sb and now.button != now.last_sb:
            now.last_sb, now.last_bb = now.right_sb, now.right_bb
        next_bb = next_in(now.active, now.last_bb)
        if now.moves != ButtonMoves.DEAD and not now.two:
            if now.moves == ButtonMoves.MOVING:
                now.place = next_in(now.active, now.last_button)
                now.sb_place = next_in(now.active, now.place)
                now.bb = next_in(now.active, now.sb_place)
        elif now.two:
            other = next_in(now.active, next_bb)
            now.place, now.sb_place, now.bb = other, other, next_bb
        elif not now.last_heads_up:
            now.place, now.sb_place, now.bb = now.last_sb, now.last_bb, next_bb
            now.bought = now.buyer > 0 and lies_between(now.buyer, now.last_sb, now.last_bb)
        elif next_bb != now.last_sb and now.active >> now.last_bb & 1:
            # From two to more: plain only if the old button is not the one who must post now.
            now.place, now.sb_place, now.bb = now.last_sb, now.last_bb, next_bb


@part
def from_button(now):
    """The blinds as the button stood: behind a wrong one, and where nothing else is known."""
    plain_sb = now.button if now.two else next_in(now.active, now.button)
    plain_bb = next_in(now.active, plain_sb)
    if now.place != UNKNOWN and now.place != now.button:
        # One cause, one finding: the blinds are not wrong because the button is.
        now.wrong_sb, now.wrong_bb = now.sb_place, now.bb
        now.sb_place, now.bb = plain_sb, plain_bb
        now.bought = 0
    if now.bb == 0:
        # Nothing to go by: right if the posts are the plain ones, else unknown but remembered as made.
        # The big blind is never dead, so one that nobody posted is missing, whoever owed it.
        if now.bb_seat == 0 and now.buyer == 0:
            now.nobody = plain_bb if now.sb_seat == plain_sb else NOT_KNOWN
        if now.sb_seat == plain_sb and now.bb_seat == plain_bb:
            now.sb_place, now.bb = plain_sb, plain_bb
        else:
            now.last_sb, now.last_bb = now.sb_seat, now.bb_seat if now.sb_seat > 0 else 0


@part
def remember(now, due, i):
    """What the hand has due, and what it leaves to the next one."""
    if now.bought:
        # Only the buyer posts; the next hand goes on as if the small blind had stood there.
        due[SB_DUE, i] = 0
        due[BB_DUE, i] = now.bb_seat
        now.last_sb = now.buyer
    elif now.bb > 0:
        due[SB_DUE, i] = now.sb_place if now.active >> now.sb_place & 1 else 0
        due[BB_DUE, i] = now.bb
        now.last_sb, now.last_bb = now.sb_place, now.bb
    elif now.button == 0 or now.seats < 2:
        now.last_bb = 0
    if not (now.last_ended == Ended.MISDEAL or now.last_undone) or now.wrong_bb:
        now.right_sb, now.right_bb = now.wrong_sb, now.wrong_bb
    now.last_button = now.button
    now.last_heads_up = now.two
    now.last_active = now.active


@part
def bomb_pot(now, due, i):
    """A bomb pot: the button stands where it stood, or where it is for the hand behind it; nothing moves on."""
    if now.place != UNKNOWN:
        due[BUTTON_DUE, i] = now.button if now.button == now.last_button else now.place
    due[SB_DUE, i] = 0
    due[BB_DUE, i] = 0
    due[SB_STOOD, i] = now.last_sb if now.last_bb else 0
    due[BB_STOOD, i] = now.last_bb


@inlined_part
def look_at(buttons, i, now):
    """The hand at hand."""
    now.button = buttons.button[i]
    now.active = buttons.active[i]
    now.seats = count_seats(buttons.active[i])
    now.two = now.seats == 2
    now.buyer = buttons.buyer[i]
    now.sb_seat = buttons.sb_seat[i]
    now.bb_seat = buttons.bb_seat[i]
    now.corrected = buttons.corrected[i]
    now.exact = buttons.exact[i]
    now.moves = buttons.moves[i]
    now.nobody = 0
    now.place = UNKNOWN
    now.sb_place = 0
    now.bb = 0
    now.bought = 0
    now.wrong_sb = 0
    now.wrong_bb = 0


@kernel
def walk_buttons(buttons, memory, due):
    """Walks all hands and fills where button and blinds are due."""
    now = memory[0]
    for i in range(len(buttons.button)):
        for row in range(len(due)):
            due[row, i] = 0 if row >= HEADS_UP else UNKNOWN
        follows_on = i > 0 and buttons.follows[i] and buttons.table[i] == buttons.table[i - 1]
        if not follows_on:
            now.last_bb = 0
            now.right_bb = 0
        if buttons.button[i] == 0 and buttons.frozen[i] and follows_on:
            due[SB_STOOD, i] = now.last_sb if now.last_bb else 0
            due[BB_STOOD, i] = now.last_bb
            continue
        look_at(buttons, i, now)
        due[HEADS_UP, i] = now.two
        where_due(now)
        if buttons.bomb[i]:
            bomb_pot(now, due, i)
            continue
        due[BUTTON_DUE, i] = now.place
        if now.button > 0 and now.seats >= 2:
            from_button(now)
        remember(now, due, i)
        due[BB_NOBODY, i] = now.nobody
        now.last_ended = buttons.ended[i]
        now.last_undone = buttons.undone[i]
        if now.last_bb > 0 and (now.last_ended != Ended.VOID or now.last_undone):
            due[SB_STOOD, i] = now.last_sb
            due[BB_STOOD, i] = now.last_bb


def due_positions(buttons: Buttons) -> npt.NDArray[np.int64]:
    """Where button and blinds are due, one column a hand; its rows are `DUE`."""
    due = np.empty((len(DUE), len(buttons.button)), np.int64)
    walk_buttons(buttons, records(np.zeros(1, _MEMORY)), due)
    return due
