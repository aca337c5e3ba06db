"""What the house may take from a pot, in all and street by street."""

from checks.replay.film import fresh_row, keep_event
from checks.replay.layout import TIERS_MOST, UNKNOWN, BeforeFlop, Ended, RakeLimb
from checks.replay.masks import SEATS, count_seats
from checks.replay.pots import uncalled
from checks.replay.streets import BOARD, of_street
from parsers.kernel import part
from parsers.vocabulary import Word


@part
def share_of(pot_cents, law):
    """The percentage of the pot in whole steps."""
    return pot_cents * law.rake_percent // 10000 // law.rake_step_cents * law.rake_step_cents


@part
def is_rakeable(saw_flop, before_flop, preflop_calls, preflop_raises):
    """1 if the pot may be raked, 0 if not, UNKNOWN if no rule in force speaks of pots without a flop."""
    if saw_flop or before_flop == BeforeFlop.ALWAYS:
        return 1
    if before_flop == BeforeFlop.NEVER:
        return 0
    if before_flop == BeforeFlop.WITH_ACTION:
        return 1 if preflop_raises >= 2 or (preflop_raises >= 1 and preflop_calls >= 1) else 0
    return UNKNOWN


@part
def has_share(law):
    """Whether a percentage is known, with the step in which it is taken."""
    return law.rake_percent != UNKNOWN and law.rake_step_cents > 0


@part
def has_schedule(law, seats):
    """Whether it is known what a pot owes, with so many seats dealt in."""
    if law.rake_drop_cents != UNKNOWN or law.rake_tier_pot[0] != UNKNOWN or law.rake_after_call_cents != UNKNOWN:
        return True
    return law.rake_by[seats] != UNKNOWN or (has_share(law) and law.rake_cap_cents != UNKNOWN)


@part
def tier_of(pot_cents, law):
    """What the highest tier takes that the pot has reached."""
    take = 0
    for n in range(TIERS_MOST):
        if law.rake_tier_pot[n] != UNKNOWN and pot_cents >= law.rake_tier_pot[n]:
            take = law.rake_tier_take[n]
    return take


@part
def plan_due(pot_cents, law, seats):
    """(what the house's plan takes from a pot, by which of its limbs), before any cap.

    What is posted by seats dealt in comes first. Beside a drop the share takes over from some pot on, with the drop
    within it.
    """
    if law.rake_by[seats] != UNKNOWN:
        return law.rake_by[seats], RakeLimb.BY_SEATS
    if law.rake_drop_cents != UNKNOWN:
        if has_share(law) and law.rake_above_cents != UNKNOWN and pot_cents >= law.rake_above_cents:
            share = share_of(pot_cents, law)
            if share > law.rake_drop_cents:
                return share, RakeLimb.PERCENT
        return law.rake_drop_cents, RakeLimb.DROP
    if law.rake_tier_pot[0] != UNKNOWN:
        return tier_of(pot_cents, law), RakeLimb.TIER
    if has_share(law):
        return share_of(pot_cents, law), RakeLimb.PERCENT
    return 0, RakeLimb.NONE


@part
def unreduced_due(pot_cents, law, seats, called):
    """(what a pot owes at a full table, what sets it). A drop behind the first call is owed with or without a flop."""
    due, limb = plan_due(pot_cents, law, seats)
    if called and law.rake_after_call_cents != UNKNOWN and law.rake_after_call_cents > due:
        due, limb = law.rake_after_call_cents, RakeLimb.AFTER_CALL
    if law.rake_cap_cents != UNKNOWN and due >= law.rake_cap_cents:
        due, limb = law.rake_cap_cents, RakeLimb.CAP
    return min(due, pot_cents), limb


@part
def reduced(due, limb, law, seats):
    """(what is owed with so many seats dealt in, what sets it)."""
    short = law.rake_short[seats]
    if short != UNKNOWN and short < due:
        return short, RakeLimb.SHORT
    return due, limb


@part
def may_be_raked(st, law, unreduced):
    """As `is_rakeable`. Of a pot won on the first street of a game without a flop documents say nothing."""
    if st.ended != Ended.PLAYED:
        return 0
    raises = st.wagers_first + (st.straddles if law.straddle_is_raise == 1 else 0)
    if not st.is_round:
        return is_rakeable(st.board_cards >= 3, law.rake_before_flop, st.calls, raises)
    if unreduced == 0:
        return 0
    if st.board_cards == 0 and of_street(law.street[1], BOARD):
        return is_rakeable(False, law.rake_before_flop, st.calls, raises)
    return UNKNOWN if st.stage == 0 else 1


@part
def rake_of_hand(st, law, fact):
    """The rake that the pot owed, and what sets it."""
    if not has_schedule(law, fact.seats_dealt):
        return
    pot = fact.contested_cents + (st.loose if law.uncalled_raked == 1 else 0)
    called = st.calls > 0 and st.ended == Ended.PLAYED
    unreduced, limb = unreduced_due(pot, law, fact.seats_dealt, called)
    rakeable = may_be_raked(st, law, unreduced)
    if rakeable == UNKNOWN:
        return
    if rakeable == 0:
        unreduced, limb = 0, RakeLimb.NONE
        if called and law.rake_after_call_cents != UNKNOWN:
            unreduced, limb = min(law.rake_after_call_cents, pot), RakeLimb.AFTER_CALL
    due, limb = reduced(unreduced, limb, law, fact.seats_dealt)
    fact.rake_unreduced_cents = unreduced
    fact.rake_due_cents = due
    fact.rake_limb = limb
    if has_share(law):
        fact.rake_share_cents = pot * law.rake_percent // 10000


@part
def takes_by_street(law):
    """Whether the rake is a plain share, taken after each betting round."""
    plain = law.rake_drop_cents == UNKNOWN and law.rake_tier_pot[0] == UNKNOWN
    return law.street_rake == 1 and plain and law.rake_after_call_cents == UNKNOWN and has_share(law)


@part
def owed_by_now(st, law):
    """What the pot owes as it lies there, without what nobody called."""
    pot = st.splash
    for s in range(1, SEATS):
        pot += st.bets_in[s] + st.antes[s] + st.dead[s]
    if st.short_stood:  # the sums of the hand say nothing over a call that stood for less: only the last bet does
        _, loose = uncalled(st.street)
    else:
        _, loose = uncalled(st.bets_in)
    seats = count_seats(st.dealt)
    if law.uncalled_raked == 1:
        loose = 0
    due, limb = unreduced_due(pot - loose, law, seats, False)
    due, limb = reduced(due, limb, law, seats)
    return due


@part
def follow_rake(st, law, rows):
    """The rake beside when it was due: at each street, and wherever some was taken.

    After each betting round the pot owes its rake once the next street is out, and it has until that street's betting
    is over. Where nobody bets any more the whole run of the board is one such time.
    """
    if st.rake_off or not takes_by_street(law) or not has_schedule(law, count_seats(st.dealt)):
        return
    owed = owed_by_now(st, law)
    if st.word != Word.RAKE:
        by_then = st.rake_owed if st.acted_on_board else 0
        off = st.rake < by_then
        st.rake_owed = owed
        st.board_out = 1
        st.acted_on_board = 0
    else:
        by_then = owed if st.board_out else 0
        off = st.rake > by_then
    if off or st.keep_all:
        fresh_row(st)
        st.rake_off |= off
        st.rake_by_then = by_then
        st.rake_so_far = st.rake
        keep_event(rows, st)
        fresh_row(st)
