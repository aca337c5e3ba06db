"""The hands of a house-banked round: what each seat and the dealer make of two cards and the board."""

from checks.facts import UNKNOWN
from checks.replay.banked_events import BOARD, FLOP, HOLE
from checks.replay.banked_layout import (
    JACKPOT_COMMUNITY_ROYAL,
    JACKPOT_FLOPPED_ROYAL,
    JACKPOT_FLOPPED_ROYAL_SPADES,
    JACKPOT_FLOPPED_STRAIGHT_FLUSH,
    JACKPOT_FLUSH,
    JACKPOT_FULL_HOUSE,
    JACKPOT_NONE,
    JACKPOT_QUADS,
    JACKPOT_ROYAL_FLUSH,
    JACKPOT_STRAIGHT_FLUSH,
    POCKET_ACE_FACE_OFFSUIT,
    POCKET_ACE_FACE_SUITED,
    POCKET_ACES,
    POCKET_NONE,
    POCKET_PAIR,
    ROYAL,
    SEATS,
)
from checks.replay.evaluate import (
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
    category,
    high_value,
    straight_top,
)
from parsers.kernel import part

ACE = 12
TEN = 8
JACK = 9
SPADES = 3
ROYAL_RANKS = 0b11111 << TEN


@part
def class_of(value):
    """The category of a hand, with the royal flush apart from the straight flush."""
    made = category(value)
    if made == STRAIGHT_FLUSH and value & (1 << ACE):
        return ROYAL
    return made


@part
def add_card(suits, card):
    """A card put to four masks of ranks, which stand in one number, 13 bits a suit."""
    return suits | 1 << (13 * (card & 3) + (card >> 2))


@part
def value_of(suits):
    """The best five cards of up to seven."""
    ranks = 0x1FFF
    return high_value(suits & ranks, suits >> 13 & ranks, suits >> 26 & ranks, suits >> 39 & ranks)


@part
def suited_five(suits):
    """(the suit of five cards of one suit, their ranks); (-1, 0) where they are of several."""
    for suit in range(4):
        ranks = suits >> (13 * suit) & 0x1FFF
        count = 0
        rest = ranks
        while rest:
            rest &= rest - 1
            count += 1
        if count == FLOP + HOLE:
            return suit, ranks
    return -1, 0


@part
def pocket_line(first, second):
    """The line of the pocket bonus that two cards are on."""
    high, low = max(first >> 2, second >> 2), min(first >> 2, second >> 2)
    if high == low:
        return POCKET_ACES if high == ACE else POCKET_PAIR
    if high == ACE and low >= JACK:
        return POCKET_ACE_FACE_SUITED if first & 3 == second & 3 else POCKET_ACE_FACE_OFFSUIT
    return POCKET_NONE


@part
def jackpot_line(made, flopped, community):
    """The line of the progressive that a hand is on: of its class, of the first five cards, of the board."""
    suit, ranks = suited_five(flopped)
    if made == ROYAL:
        if ranks == ROYAL_RANKS:
            return JACKPOT_FLOPPED_ROYAL_SPADES if suit == SPADES else JACKPOT_FLOPPED_ROYAL
        board_suit, board_ranks = suited_five(community)
        if board_suit >= 0 and board_ranks == ROYAL_RANKS:
            return JACKPOT_COMMUNITY_ROYAL
        return JACKPOT_ROYAL_FLUSH
    if made == STRAIGHT_FLUSH:
        return JACKPOT_FLOPPED_STRAIGHT_FLUSH if suit >= 0 and straight_top(ranks) else JACKPOT_STRAIGHT_FLUSH
    if made == QUADS:
        return JACKPOT_QUADS
    if made == FULL_HOUSE:
        return JACKPOT_FULL_HOUSE
    return JACKPOT_FLUSH if made == FLUSH else JACKPOT_NONE


@part
def read_hands(st):
    """Values and classes of all hands whose cards are known; UNKNOWN of others."""
    community = 0
    for c in range(st.n_board):
        community = add_card(community, st.board[c])
    flop = 0
    for c in range(min(st.n_board, FLOP)):
        flop = add_card(flop, st.board[c])
    for s in range(SEATS):
        st.value[s] = UNKNOWN
        st.hand_class[s] = UNKNOWN
        st.jackpot[s] = UNKNOWN
        if st.n_known[s] < HOLE or st.n_dealt[s] > HOLE or st.n_board < BOARD or st.board_total > BOARD:
            continue
        own = add_card(add_card(0, st.hole[s, 0]), st.hole[s, 1])
        st.value[s] = value_of(own | community)
        st.hand_class[s] = class_of(st.value[s])
        if s > 0:
            st.jackpot[s] = jackpot_line(st.hand_class[s], own | flop, community)
