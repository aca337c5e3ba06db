"""A table's memory from hand to hand: where the button and the blinds are due.

Grain: one entry a hand, hands sorted by table, then by time. What is not known is UNKNOWN; seat 0 means that nobody is
due (a dead small blind).
"""

import numpy as np
from numba import njit

from checks.replay.layout import UNKNOWN, Ended
from checks.replay.masks import count_seats, lies_between, next_in


@njit(cache=True)
def due_positions(table, follows, button, active, ended, sb_seat, bb_seat, buyer, corrected, frozen):
    """(button due, small blind's seat due, big blind's seat due, heads-up, small blind's place, big blind's place).

    `follows[i]` says that hand i is the very next hand of its table after hand i - 1. The big blind always moves on;
    the small blind stands where the big blind was and the button where the small blind was, even at an empty seat. A
    hand is judged from where the button stood in the one before, right or wrong; where the rules have a wrong button
    corrected (`corrected`) it may also stand where it would have been without the slip. A deal that was called off is
    dealt again from the same place; after a void nothing is presumed. Hands without a button leave everything where it
    is where it is frozen (`frozen`). Whoever buys the button (`buyer`, who alone posted a live and a dead blind) posts
    alone between button and small blind, and has the button next. The two places are where the blinds stood in the
    memory of the table, be it at empty seats; 0 unknown.
    """
    n = len(button)
    button_due = np.full(n, UNKNOWN, np.int64)
    sb_due = np.full(n, UNKNOWN, np.int64)
    bb_due = np.full(n, UNKNOWN, np.int64)
    heads_up = np.zeros(n, np.bool_)
    sb_stood = np.zeros(n, np.int64)
    bb_stood = np.zeros(n, np.int64)
    # Where the last hand of this table had them; 0 unknown.
    last_button = 0
    last_sb = 0
    last_bb = 0
    # Where they belonged in it, if the button stood at a wrong seat; 0 it did not.
    right_sb = 0
    right_bb = 0
    last_heads_up = False
    last_ended = Ended.PLAYED
    last_active = 0
    for i in range(n):
        follows_on = i > 0 and follows[i] and table[i] == table[i - 1]
        if not follows_on:
            last_bb = 0
            right_bb = 0
        if button[i] == 0 and frozen[i] and follows_on:
            sb_stood[i], bb_stood[i] = last_sb if last_bb else 0, last_bb
            continue
        known = last_bb > 0 and last_ended != Ended.VOID
        seats = count_seats(active[i])
        two = seats == 2
        heads_up[i] = two
        sb_place = 0  # where the small blind stands, be it at an empty seat
        bb = 0
        place = UNKNOWN
        bought = False
        wrong_sb = 0
        wrong_bb = 0
        if known and last_ended == Ended.MISDEAL:
            # The same deal again, unless somebody came or went in between.
            if active[i] == last_active:
                place, sb_place, bb = last_button, last_sb, last_bb
        elif known and seats >= 2 and button[i] > 0:
            if right_bb and corrected[i] and not two and button[i] == right_sb and button[i] != last_sb:
                last_sb, last_bb = right_sb, right_bb
            next_bb = next_in(active[i], last_bb)
            if two:
                other = next_in(active[i], next_bb)
                place, sb_place, bb = other, other, next_bb
            elif not last_heads_up:
                place, sb_place, bb = last_sb, last_bb, next_bb
                bought = buyer[i] > 0 and lies_between(buyer[i], last_sb, last_bb)
            elif next_bb != last_sb and active[i] >> last_bb & 1:
                # From two to more: plain only if the old button is not the one who must post now.
                place, sb_place, bb = last_sb, last_bb, next_bb
        button_due[i] = place
        if place != UNKNOWN and place != button[i] and button[i] > 0 and seats >= 2:
            # The blinds are judged from the button as it stood: one cause, one finding.
            wrong_sb, wrong_bb = sb_place, bb
            sb_place = button[i] if two else next_in(active[i], button[i])
            bb = next_in(active[i], sb_place)
            bought = False
        if bb == 0 and button[i] > 0 and seats >= 2:
            # Nothing to judge by: right if the posts are the plain ones, else unknown but remembered as made.
            plain_sb = button[i] if two else next_in(active[i], button[i])
            plain_bb = next_in(active[i], plain_sb)
            if sb_seat[i] == plain_sb and bb_seat[i] == plain_bb:
                sb_place, bb = plain_sb, plain_bb
            else:
                last_sb, last_bb = sb_seat[i], bb_seat[i] if sb_seat[i] > 0 else 0
        if bought:
            # Only the buyer posts; the next hand goes on as if the small blind had stood there.
            sb_due[i] = 0
            bb_due[i] = bb_seat[i]
            last_sb = buyer[i]
        elif bb > 0:
            sb_due[i] = sb_place if active[i] >> sb_place & 1 else 0
            bb_due[i] = bb
            last_sb, last_bb = sb_place, bb
        elif button[i] == 0 or seats < 2:
            last_bb = 0
        if last_ended != Ended.MISDEAL or wrong_bb:
            right_sb, right_bb = wrong_sb, wrong_bb
        last_button = button[i]
        last_heads_up = two
        last_ended = ended[i]
        last_active = active[i]
        if last_bb > 0 and last_ended != Ended.VOID:
            sb_stood[i], bb_stood[i] = last_sb, last_bb
    return button_due, sb_due, bb_due, heads_up, sb_stood, bb_stood
