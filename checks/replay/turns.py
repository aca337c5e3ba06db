"""Whose turn it is, and the numbers of a betting round."""

from checks.replay.masks import SEATS, count_seats, next_in
from parsers.kernel import part


@part
def short_of(st):
    """The seats that have less in this round than the level."""
    mask = 0
    for s in range(1, SEATS):
        if st.bet[s] < st.level:
            mask |= 1 << s
    return mask


@part
def most_of_others(st, s):
    """The most that another live seat has in this round; 0 if there is none."""
    most = 0
    for x in range(1, SEATS):
        if x != s and st.live >> x & 1 and st.bet[x] > most:
            most = st.bet[x]
    return most


@part
def next_to_act(st, owing, able):
    """The next of the seats that owe an action; 0 if the round is over.

    A seat that alone has chips and covers every other hand has nobody to bet against.
    """
    if able & (able - 1):  # two or more have chips
        return next_in(owing, st.last_actor)
    s = next_in(owing, 0)
    return s if s and st.bet[s] < most_of_others(st, s) else 0


@part
def start_round(st, first_after, least, able):
    """A new street: nobody has bet; the least bet is the big blind, in limit the bet of the street."""
    st.bet[:] = 0
    st.let_off[:] = 0
    st.seen_level[:] = 0
    st.level = 0
    st.full_level = 0
    st.whole_level = 0
    st.full_raise = least
    st.last_actor = first_after
    st.raises = 0
    st.slip_by = 0
    st.began_with = count_seats(able)
    st.acted = 0
    st.short = 0
    st.skipped = 0
    st.incomplete_told = 0


@part
def has_chips(st, s):
    """Notes whether a seat has chips left."""
    if st.chips[s] > 0:
        st.able |= 1 << s
    else:
        st.able &= ~(1 << s)
