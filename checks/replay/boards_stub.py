"""Several boards and a stub that does not reach for them."""

from checks.replay.dealing import BOARD_CARDS, FLOP, streets_of
from checks.replay.deck import FROM_BURNS, FROM_MUCK, stub_left
from checks.replay.layout import UNKNOWN, RunLastCard, ShortStub, StubCause
from checks.replay.short_stub import tell_stub
from parsers.kernel import part


@part
def cards_of_boards(st):
    """(board cards, streets) that the agreed boards still need."""
    cards = 0
    streets = 0
    for b in range(st.run_times):
        had = st.flop_cards if b == 0 else st.common + (st.other_board if b == 1 else st.third_board)
        cards += max(BOARD_CARDS - had, 0)
        streets += FLOP - streets_of(had)
    return cards, streets


@part
def new_stub_for_boards(st, law, note):
    """A new stub in the middle of several boards: whether it was time for one, and what went into it.

    One card left before the very last river is dealt, or shuffled with the burns; else the burns are shuffled in, and
    the muck too where they are not enough.
    """
    left = stub_left(st, law)
    if st.run_times < 2 or left == UNKNOWN or law.burn_cards == UNKNOWN:
        return
    cards, streets = cards_of_boards(st)
    needed = cards + streets * law.burn_cards - st.burns_waiting
    with_muck = st.piles & FROM_MUCK != 0
    with_burns = st.piles & FROM_BURNS != 0
    due = UNKNOWN
    done = ShortStub.WITH_OTHER
    cause = StubCause.BOARDS
    if left >= needed:
        due, done = ShortStub.DEALT_ON, ShortStub.TOO_EARLY
    elif left == 1 and cards == 1:
        cause = StubCause.BOARDS_LAST_CARD
        if law.run_last_card == RunLastCard.DEALT:
            due, done = ShortStub.LAST_CARD, ShortStub.LAST_CARD_SHUFFLED
        elif law.run_last_card == RunLastCard.WITH_BURNS and (with_muck or not with_burns):
            due = ShortStub.BURNS_IN
    elif law.run_short_stub == 1:
        enough = left + st.burns_pile >= needed
        if not with_burns or with_muck == enough:
            due = ShortStub.BURNS_IN if enough else ShortStub.BURNS_AND_MUCK_IN
    if due != UNKNOWN:
        tell_stub(st, note, st.event, due, done, cause)


@part
def is_last_card_of_boards(st, law):
    """Whether the card at hand was the last of the stub and ended the last of several boards."""
    if st.run_times < 2 or st.n_cards != 1 or st.burns_waiting or stub_left(st, law) != 0:
        return False
    cards, _ = cards_of_boards(st)
    return cards == 1  # itself


@part
def deal_last_card(st, law, note):
    """The last card of the stub as the last river, where it had to be shuffled with the burns first."""
    if law.run_last_card == RunLastCard.WITH_BURNS:
        tell_stub(st, note, st.event, ShortStub.BURNS_IN, ShortStub.LAST_CARD, StubCause.BOARDS_LAST_CARD)
