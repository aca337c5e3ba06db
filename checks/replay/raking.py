"""What the house may take from a pot, in all and street by street."""

from checks.replay.film import fresh_row, keep_event
from checks.replay.layout import UNKNOWN, BeforeFlop, Ended
from checks.replay.masks import SEATS, count_seats
from checks.replay.pots import uncalled
from checks.replay.streets import BOARD, of_street
from parsers.kernel import part
from parsers.vocabulary import Word


@part
def rake_due(pot_cents, percent_hundredths, step_cents, cap_cents):
    """The share of the pot in whole steps, and never more than the cap."""
    return min(pot_cents * percent_hundredths // 10000 // step_cents * step_cents, cap_cents)


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
def has_schedule(law):
    """Whether the rake's percentage, step and cap are all known."""
    return law.rake_percent != UNKNOWN and law.rake_step_cents > 0 and law.rake_cap_cents != UNKNOWN


@part
def cap_of_table(law, seats):
    """The cap with so many seats dealt in."""
    short = law.rake_short[seats]
    return law.rake_cap_cents if short == UNKNOWN else min(law.rake_cap_cents, short)


@part
def may_be_raked(st, law, unreduced):
    """As `is_rakeable`. Of a pot won on the first street of a game without a flop documents say nothing."""
    if st.ended != Ended.PLAYED:
        return 0
    if not st.is_round:
        return is_rakeable(st.board_cards >= 3, law.rake_before_flop, st.calls, st.wagers_first)
    if unreduced == 0:
        return 0
    if st.board_cards == 0 and of_street(law.street[1], BOARD):
        return is_rakeable(False, law.rake_before_flop, st.calls, st.wagers_first)
    return UNKNOWN if st.stage == 0 else 1


@part
def rake_of_hand(st, law, fact):
    """The rake that the pot owed."""
    if not has_schedule(law):
        return
    unreduced = rake_due(fact.contested_cents, law.rake_percent, law.rake_step_cents, law.rake_cap_cents)
    rakeable = may_be_raked(st, law, unreduced)
    if rakeable == 0:
        fact.rake_due_cents = 0
        fact.rake_unreduced_cents = 0
    elif rakeable == 1:
        cap = cap_of_table(law, fact.seats_dealt)
        fact.rake_unreduced_cents = unreduced
        fact.rake_due_cents = rake_due(fact.contested_cents, law.rake_percent, law.rake_step_cents, cap)


@part
def owed_by_now(st, law):
    """What the pot owes as it lies there, without what nobody called."""
    pot = 0
    for s in range(1, SEATS):
        pot += st.bets_in[s] + st.antes[s] + st.dead[s]
    _, loose = uncalled(st.bets_in)
    return rake_due(pot - loose, law.rake_percent, law.rake_step_cents, cap_of_table(law, count_seats(st.dealt)))


@part
def follow_rake(st, law, rows):
    """The rake beside when it was due: at each street, and wherever some was taken.

    After each betting round the pot owes its rake once the next street is out, and it has until that street's betting
    is over. Where nobody bets any more the whole run of the board is one such time.
    """
    if st.rake_off or not st.is_flop or law.street_rake != 1 or not has_schedule(law):
        return
    owed = owed_by_now(st, law)
    if st.word == Word.BOARD:
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
