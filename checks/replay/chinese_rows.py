"""Three rows of a Chinese hand: their values, whether they are a foul, and what they are worth in royalties."""

from checks.chinese_facts import FULL_HOUSE_MIDDLE, QUADS_BACK, TRIPS_FRONT, FoulCause
from checks.replay.evaluate import (
    _CATEGORY,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT_FLUSH,
    TRIPS,
    five_card_value,
    highest_bit,
)
from checks.replay.layout import UNKNOWN
from checks.replay.lowball import deuce_to_seven_value
from checks.replay.masks import SEATS
from parsers.kernel import kernel, part

FRONT, MIDDLE, BACK = 0, 1, 2
# Plain numbers: a function gives back one of them, or UNKNOWN.
NO_FOUL = int(FoulCause.NONE)
FRONT_OVER_MIDDLE = int(FoulCause.FRONT_OVER_MIDDLE)
MIDDLE_OVER_BACK = int(FoulCause.MIDDLE_OVER_BACK)
WRONG_NUMBER = int(FoulCause.WRONG_NUMBER)
MIDDLE_NO_LOW = int(FoulCause.MIDDLE_NO_LOW)
FRONT_OVER_BACK = int(FoulCause.FRONT_OVER_BACK)
ROYAL_FLUSH = 9
_ACE = 1 << 12
_PERFECT_LOW = 0b101111  # 7, 5, 4, 3, 2


@kernel
def three_card_value(clubs, diamonds, hearts, spades):
    """A front row beside rows of five: pairs and trips count, straights and flushes do not."""
    ranks = clubs | diamonds | hearts | spades
    two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    if two == 0:
        return HIGH_CARD * _CATEGORY + ranks
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    if three:
        return TRIPS * _CATEGORY + (three << 13)
    return PAIR * _CATEGORY + (two << 13) + (ranks ^ two)


@kernel
def rank_of(bit):
    """The number of a rank that is one bit: 0 a deuce, 12 an ace."""
    rank = 0
    while bit > 1:
        bit >>= 1
        rank += 1
    return rank


@kernel
def kind_of(value):
    """The kind of a five-card hand: 0 a high card … 8 a straight flush, 9 a royal flush."""
    kind = value // _CATEGORY
    if kind == STRAIGHT_FLUSH and value % _CATEGORY == _ACE:
        return ROYAL_FLUSH
    return kind


@part
def row_values(st, law, s):
    """Reads the rows of a seat that set three, five and five cards."""
    a = st.suits[s, FRONT]
    st.front_value[s] = three_card_value(a[0], a[1], a[2], a[3])
    b = st.suits[s, MIDDLE]
    if law.deuce_middle:
        st.middle_value[s] = deuce_to_seven_value(b[0], b[1], b[2], b[3])
    else:
        st.middle_value[s] = five_card_value(b[0], b[1], b[2], b[3])
    c = st.suits[s, BACK]
    st.back_value[s] = five_card_value(c[0], c[1], c[2], c[3])


@part
def foul_of(st, law, s):
    """Why the rows of a seat are a foul: a `FoulCause`; UNKNOWN where nobody says it."""
    front, middle, back = st.front_value[s], st.middle_value[s], st.back_value[s]
    if not law.deuce_middle:
        if front > middle:
            return FRONT_OVER_MIDDLE
        return MIDDLE_OVER_BACK if middle > back else NO_FOUL
    if law.low_best == UNKNOWN:
        return UNKNOWN
    if middle >= _CATEGORY or highest_bit(middle) > 1 << law.low_best:
        return MIDDLE_NO_LOW
    return FRONT_OVER_BACK if front >= back else NO_FOUL


@part
def front_royalty(law, value):
    """The royalty of a front row."""
    if value < PAIR * _CATEGORY:
        return 0 if law.front_pair[0] != UNKNOWN else UNKNOWN
    rank = rank_of(value % _CATEGORY >> 13)
    return law.front_trips[rank] if value >= TRIPS * _CATEGORY else law.front_pair[rank]


@part
def put_royalties(st, law, s):
    """What the rows of a seat are worth, foul or not; a perfect low may be worth several numbers of points."""
    st.front_points[s] = front_royalty(law, st.front_value[s])
    st.back_points[s] = law.back[kind_of(st.back_value[s])]
    middle = st.middle_value[s]
    if not law.deuce_middle:
        st.middle_points[s] = law.middle[kind_of(middle)]
        st.middle_points_most[s] = st.middle_points[s]
    elif middle == _PERFECT_LOW:
        st.middle_points[s] = law.perfect_least
        st.middle_points_most[s] = law.perfect_most
    else:
        st.middle_points[s] = UNKNOWN if law.low[0] == UNKNOWN else 0
        if law.low[0] != UNKNOWN and middle < _CATEGORY:  # a row that is paired, straight or suited has no high card
            st.middle_points[s] = law.low[rank_of(highest_bit(middle))]
        st.middle_points_most[s] = st.middle_points[s]


@part
def opens_fantasyland(st, law, s):
    """Whether a front row is what the house has opening Fantasyland, or better."""
    if law.opens_rank == UNKNOWN:
        return UNKNOWN
    kind = TRIPS if law.opens_trips else PAIR
    return int(st.front_value[s] >= kind * _CATEGORY + (1 << law.opens_rank << 13))


@part
def stays_in_fantasyland(st, law, s):
    """Whether the rows keep a seat in Fantasyland."""
    if law.stays == UNKNOWN:
        return UNKNOWN
    by_back = law.stays & QUADS_BACK and st.back_value[s] >= QUADS * _CATEGORY
    by_front = law.stays & TRIPS_FRONT and st.front_value[s] >= TRIPS * _CATEGORY
    high_middle = not law.deuce_middle and st.middle_value[s] >= FULL_HOUSE * _CATEGORY
    return int(by_back or by_front or (law.stays & FULL_HOUSE_MIDDLE and high_middle))


@part
def read_rows(st, law):
    """The rows of every seat: complete or not, their values, a foul or not. A deck with a card twice reads nothing."""
    for s in range(1, SEATS):
        st.right[s] = 0
        st.due[s] = UNKNOWN
        st.cause[s] = NO_FOUL
        st.wrong_number[s] = UNKNOWN
        if not st.set_mask >> s & 1:
            continue
        three_five_five = st.n_set[s, FRONT] == 3 and st.n_set[s, MIDDLE] == 5 and st.n_set[s, BACK] == 5
        two_hands = st.cards_dealt[s] >= 2 * 13
        if two_hands:
            continue
        st.wrong_number[s] = not three_five_five
        if not three_five_five:
            if law.wrong_number_fouls == 1:
                st.due[s] = 1
                st.cause[s] = WRONG_NUMBER
        elif not st.unread[s] and not st.twice:
            st.right[s] = 1
            row_values(st, law, s)
            put_royalties(st, law, s)
            if law.open_face:
                st.cause[s] = foul_of(st, law, s)
                st.due[s] = UNKNOWN if st.cause[s] == UNKNOWN else int(st.cause[s] != NO_FOUL)
                st.cause[s] = max(st.cause[s], 0)
