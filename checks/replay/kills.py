"""Kills and legs: who has to kill the next hand, and what a kill has to be."""

from checks.replay.layout import UNKNOWN, Ended, KillWhen, KillWhy, Shared
from parsers.kernel import part

NOBODY = 0
NOT_KNOWN = -1
NOT_HERE = -1  # a kill is due of somebody who is not there


@part
def kill_due(now, law):
    """Fills whose kill is due in a hand, and how much. Returns whether that is known.

    `now.due` and `now.owed` are players; a kill that was owed longer may be posted by the one who owes it.
    """
    cents = law.kill_cents
    now.due_seat = NOBODY
    now.due_cents = 0
    now.owed_later = 0
    if cents == UNKNOWN or now.due == NOT_KNOWN:
        if now.kills > 0:
            now.owed = 0
        return False
    if now.kills > 1:
        return True
    if now.kill_seat > 0 and now.killer == now.due:
        now.due_seat = now.kill_seat
        now.due_cents = min(cents, now.kill_chips)
        return True
    if now.due == NOBODY:
        if now.kill_seat > 0 and now.killer == now.owed:
            now.owed = 0
            now.due_seat = now.kill_seat
            now.due_cents = now.kill_cents
        elif now.kill_seat == 0 and now.owed_seat > 0 and not now.told:
            # Back in the game, off the button and the blinds, and the kill is still owed.
            now.told = 1
            now.owed_later = 1
            now.due_seat = now.owed_seat
            now.due_cents = min(cents, now.owed_chips)
        return True
    return kill_of_another(now, law, cents)


@part
def kill_of_another(now, law, cents):
    """A kill that is due and was posted by somebody else, or by nobody."""
    if now.kill_seat > 0:
        if now.killer == now.owed:
            now.owed = now.due
            now.told = 0
            return False  # one kill a deal: the one that was owed longer
        now.due_seat = now.due_player_seat if now.due_player_seat > 0 else NOT_HERE
        return True
    if now.due_player_seat == 0:
        if law.kill_owed_leaving == 0:
            return True  # who left owes it no more
        now.owed = now.due
        now.told = law.kill_owed_leaving != 1  # where nobody says whether it is owed, it is not asked for
        return False  # left or away: it is owed on return
    now.owed = now.due
    now.told = 1
    now.due_seat = now.due_player_seat
    now.due_cents = min(cents, now.due_chips)
    return True


@part
def follow_scoop(now, law):
    """A scooped pot of some size kills the next hand."""
    if now.shared != Shared.SOLE:
        if now.killer > 0:
            now.due = NOT_KNOWN
        return
    if law.kill_scoop_cents == UNKNOWN:
        now.due = NOT_KNOWN
    elif now.contested >= law.kill_scoop_cents:
        now.due = now.winner if now.shown else NOT_KNOWN


@part
def follow_split(now, leg):
    """Pots that the same seats shared: a leg stays with its holder if the holder won."""
    if leg == NOT_KNOWN:
        now.due = 0 if now.killer == 0 else NOT_KNOWN
    elif leg > 0 and now.holder_won:
        if now.killer == leg:
            now.due = leg
            now.why = KillWhy.AFTER_SPLIT
    else:
        now.leg = 0


@part
def follow_second_leg(now, law):
    """The holder of a leg won again: by a full bet it makes a kill."""
    bet = law.small_bet_cents
    if law.kill_wins_again == 1 and now.killer == now.winner:
        now.due = now.winner
        now.why = KillWhy.WINS_AGAIN
        return
    if bet == UNKNOWN:
        now.due = NOT_KNOWN
        return
    if now.killer > 0:
        if law.kill_percent == UNKNOWN:
            now.due = NOT_KNOWN
            return
        bet = bet * law.kill_percent // 100
    # A kill that another lost: a bet that was won, or one more blind.
    lost = now.kill[now.kill_seat] if now.killer > 0 and now.killer != now.winner else 0
    least = now.won_least - (0 if law.kill_is_blind == 0 else lost)
    most = now.won_most - (lost if law.kill_is_blind == 1 else 0)
    if least >= bet:
        now.due = now.winner
    elif most >= bet or now.killer == now.winner:
        now.due = NOT_KNOWN  # whether it was a full bet is a matter of reading
    else:
        now.why = KillWhy.NOT_ENOUGH


@part
def leg_kept_while_away(now, law):
    """One who left with a leg is back and won: with the leg that was kept it may be the second."""
    if now.leg_back == 1 and law.kill_leaver_keeps == 1:
        follow_second_leg(now, law)
        if now.due > 0:
            now.why = KillWhy.LEG_KEPT
    elif law.kill_leaver_keeps != 0:
        now.due = NOT_KNOWN


@part
def follow_kill(now, law):
    """What the end of a hand makes of legs and kills. Called-off deals change nothing."""
    if now.ended == Ended.MISDEAL or now.ended == Ended.VOID:
        return
    leg = now.leg
    now.due = 0
    now.why = KillWhy.PLAIN
    if now.winners == 0:
        now.leg = NOT_KNOWN
        now.due = NOT_KNOWN
    elif law.kill_when == KillWhen.SCOOP:
        follow_scoop(now, law)
    elif now.shared == Shared.APART:
        now.leg = NOT_KNOWN
        now.due = NOT_KNOWN
    elif now.shared == Shared.SPLIT:
        follow_split(now, leg)
    else:
        now.leg = now.winner
        if leg == NOT_KNOWN:
            now.due = NOT_KNOWN
        elif leg == now.winner:
            follow_second_leg(now, law)
        elif now.leg_back:
            leg_kept_while_away(now, law)
