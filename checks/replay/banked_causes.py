"""One cause, one finding: ante, raise and odds of a seat that were all settled by one misread hand belong together."""

from checks.facts import UNKNOWN
from checks.replay.banked_due import WHOLE, compare, done_with, outcome
from checks.replay.banked_layout import DUE_PAY, DUE_PUSH, DUE_TAKE, KIND_ANTE, KIND_ODDS, KIND_RAISE
from parsers.kernel import part

NO_LEAD = -1


@part
def settled_as(st, s, k, due, cents):
    """Whether a wager was settled in a certain way."""
    staked, paid, taken, pushed = st.staked[s, k], st.paid[s, k], st.taken[s, k], st.pushed[s, k]
    if staked == 0:
        return True
    if due == DUE_PAY:
        return paid == cents and taken == 0 and (pushed == 0 or pushed == staked)
    return done_with(staked, paid, taken, pushed) == due and (taken if due == DUE_TAKE else pushed) == staked


@part
def odds_as(law, made, won):
    """(what the odds wager is due, in what percent) if the seat's hand had this outcome."""
    if won > 0:
        return (DUE_PAY, law.odds[made]) if law.odds[made] > 0 else (DUE_PUSH, 0)
    if won == 0:
        return law.on_tie, 0
    if law.bad_beat_from != UNKNOWN and made >= law.bad_beat_from and law.bad_beat[made] > 0:
        return DUE_PAY, law.bad_beat[made]
    return law.on_lose, 0


@part
def is_misread(st, law, s):
    """Whether ante, raise and odds were all settled as one other outcome of the hands would have it."""
    real = outcome(st, s)
    made = st.hand_class[s]
    if real == UNKNOWN or law.odds_known != 1:
        return False
    for won in range(-1, 2):
        if won == real:
            continue
        even = DUE_PAY if won > 0 else law.on_tie if won == 0 else law.on_lose
        due, percent = odds_as(law, made, won)
        raise_due = st.staked[s, KIND_RAISE] * law.ante_pays // WHOLE
        ante_due = st.staked[s, KIND_ANTE] * law.ante_pays // WHOLE
        as_odds = settled_as(st, s, KIND_ODDS, due, st.staked[s, KIND_ODDS] * percent // WHOLE)
        as_ante = settled_as(st, s, KIND_ANTE, even, ante_due)
        as_ante = as_ante or settled_as(st, s, KIND_ANTE, law.on_not_qualified, 0)
        if as_odds and as_ante and settled_as(st, s, KIND_RAISE, even, raise_due):
            return True
    return False


@part
def find_lead(st, law, s):
    """Which of ante and raise is told where one is wrong, and whether the same cause explains the odds wager."""
    st.lead[s] = NO_LEAD
    st.lead_net[s] = 0
    st.odds_explained[s] = 0
    for k in (KIND_ANTE, KIND_RAISE):
        if st.due[s, k] == UNKNOWN and st.staked[s, k] > 0:
            continue
        wrong, net = compare(st, s, k)
        if wrong:
            if st.lead[s] == NO_LEAD:
                st.lead[s] = k
            st.lead_net[s] += net
    if st.lead[s] == NO_LEAD or st.due[s, KIND_ODDS] == UNKNOWN or st.staked[s, KIND_ODDS] == 0:
        return
    wrong, net = compare(st, s, KIND_ODDS)
    if not wrong:
        return
    if st.raises[s] == 0:
        ante = done_with(
            st.staked[s, KIND_ANTE], st.paid[s, KIND_ANTE], st.taken[s, KIND_ANTE], st.pushed[s, KIND_ANTE]
        )
        odds = done_with(
            st.staked[s, KIND_ODDS], st.paid[s, KIND_ODDS], st.taken[s, KIND_ODDS], st.pushed[s, KIND_ODDS]
        )
        st.odds_explained[s] = ante == odds
    else:
        st.odds_explained[s] = is_misread(st, law, s)
    if st.odds_explained[s]:
        st.lead_net[s] += net
