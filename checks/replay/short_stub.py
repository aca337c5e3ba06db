"""A stub that runs short: what had to be done with it, and what was."""

from checks.replay.deck import FROM_BURNS, FROM_DISCARDS, FROM_MUCK, stub_left
from checks.replay.layout import UNKNOWN, LastCard, ShortStub, StubCause
from checks.replay.masks import SEATS, count_seats
from checks.replay.streets import can_bet
from parsers.kernel import part
from parsers.vocabulary import Word

BOARD_BEFORE_RIVER = 4


@part
def tell_stub(st, note, event, due, done, cause):
    """The first step with a short stub that was not the one due."""
    if st.stub_told:
        return
    st.stub_told = 1
    note.stub_step_event = event
    note.stub_step_due = due
    note.stub_step_done = done
    note.stub_step_cause = cause
    st.odd = 1


@part
def look_before_last(st, law, begins):
    """The stub as it is before the last street of stud: what has to be done is counted from it."""
    if st.snapshot or st.stage != st.n_streets - 2:
        return
    if (st.word == Word.BURN or st.word == Word.RESHUFFLE or begins) and (st.bet_on or not can_bet(st)):
        st.snapshot = 1
        st.stub_before = law.deck_cards - st.cards_out
        st.burns_before = st.burns_pile
        st.players_before = count_seats(st.live)


@part
def deal_from_stub(st, law, note):
    """Cards come into play: whether the stub had them, and whether its last card was among them."""
    left = stub_left(st, law)
    if left == UNKNOWN or st.by_lots:  # four hands of thirteen are the whole deck
        return
    if not st.by_bring_in and left == 0 and st.last_card_event < 0:
        st.last_card_event = st.event
        st.last_card_stage = st.stage
    elif st.last_card_event >= 0:
        st.last_card_more = 1
    if left < 0:
        st.last_card_event = -1
        cause = StubCause.STUD if st.by_bring_in else StubCause.DRAW_LAST_CARD
        tell_stub(st, note, st.event, ShortStub.WITH_MUCK, ShortStub.EMPTY, cause)


@part
def burn_behind_reshuffle(st, law, note):
    """A burn behind a new stub in the middle of a draw."""
    if st.has_draws and st.reshuffled and not st.street_fresh and law.draw_burn_again == 0:
        tell_stub(st, note, st.event, ShortStub.WITH_MUCK, ShortStub.BURNED_AGAIN, StubCause.DRAW_BURN)


@part
def last_card_would_do(st, law):
    """Whether the last card of the stub completes the very last draw, or is the river, and rules say to deal it."""
    if law.draw_last_card != LastCard.COMPLETES or st.stage != st.n_streets - 1 or st.spare_any or st.bet_on:
        return False
    if not st.discards_told and not st.names_by_board:
        return False
    needed = st.discards_pile
    for s in range(1, SEATS):
        needed -= st.drawn[s]
    if st.names_by_board:
        return needed == 0 and st.burned != 0 and st.flop_cards == BOARD_BEFORE_RIVER
    return needed == 1


@part
def make_new_stub(st, law, note):
    """What went into a new stub, and whether it was time for one."""
    piles = st.piles
    left = stub_left(st, law)
    early = left != UNKNOWN and left > 1
    done = 0
    cause = StubCause.DRAW_SOURCES
    if st.by_bring_in:
        st.piles_before |= piles if st.snapshot else 0
        if law.stud_community == 0:
            cause = StubCause.SUPER_STUD
            done = ShortStub.WITH_OTHER if piles & (FROM_BURNS | FROM_DISCARDS) else 0
            done = ShortStub.TOO_EARLY if early else done
    elif st.is_round and law.draw_stub_rule == 1 and st.muck_pile > 0:
        if (piles & FROM_BURNS and law.draw_stub_burns == 0) or (piles & FROM_DISCARDS and law.draw_stub_discards == 0):
            done = ShortStub.WITH_OTHER
        elif early:
            done = ShortStub.TOO_EARLY
        elif left == 1 and last_card_would_do(st, law):
            done = ShortStub.LAST_CARD_SHUFFLED
            cause = StubCause.DRAW_LAST_CARD
    if done and not st.stub_told:
        due = ShortStub.LAST_CARD if done == ShortStub.LAST_CARD_SHUFFLED else ShortStub.WITH_MUCK
        tell_stub(st, note, st.event, due, done, cause)
        note.stub_step_there = piles
        note.stub_step_needed = left


@part
def stud_step_due(st, law):
    """What has to be done with the stub before the last street of stud."""
    needed = st.players_before + law.stud_stub_extra
    if st.stub_before >= needed:
        return ShortStub.DEALT
    if st.stub_before + st.burns_before >= needed:
        return ShortStub.WITH_BURNS
    if st.stub_before >= law.stud_community_from:
        return ShortStub.COMMUNITY
    return ShortStub.WITH_BURNS_COMMUNITY


@part
def stud_step_done(st):
    """What was done with it."""
    if st.piles_before & (FROM_MUCK | FROM_DISCARDS):
        return ShortStub.WITH_OTHER
    if st.piles_before & FROM_BURNS:
        return ShortStub.WITH_BURNS_COMMUNITY if st.communities else ShortStub.WITH_BURNS
    return ShortStub.COMMUNITY if st.communities else ShortStub.DEALT


@part
def last_street_of_stud(st, law, note):
    """The last street of stud: dealt as the stub before it asked for."""
    if st.communities and law.stud_community == 0:
        tell_stub(st, note, st.community_event, ShortStub.WITH_MUCK, ShortStub.COMMUNITY, StubCause.SUPER_STUD)
        return
    if st.stage != st.n_streets - 1 or not st.snapshot or st.stub_lost or st.players_before < 2:
        return
    if law.deck_cards == UNKNOWN or law.stud_stub_extra == UNKNOWN:
        return
    if law.stud_community_from == UNKNOWN and not st.jokers:
        return
    due = stud_step_due(st, law)
    done = stud_step_done(st)
    unsaid = st.jokers and due > ShortStub.WITH_BURNS  # nobody says what follows then
    if done != due and not unsaid and st.players_before >= law.stud_stub_from:
        tell_stub(st, note, st.last_street_event, due, done, StubCause.STUD)
        note.stub_step_there = st.stub_before
        note.stub_step_needed = st.players_before + law.stud_stub_extra


@part
def end_of_stub(st, law, note):
    """What the whole hand shows of a short stub."""
    if st.stub_told:
        return
    if st.by_bring_in:
        last_street_of_stud(st, law, note)
    elif st.last_card_event >= 0 and law.draw_last_card != UNKNOWN:
        completes = st.last_card_stage == st.n_streets - 1 and not st.last_card_more
        if law.draw_last_card != LastCard.COMPLETES or not completes:
            tell_stub(st, note, st.last_card_event, ShortStub.WITH_MUCK, ShortStub.LAST_CARD, StubCause.DRAW_LAST_CARD)
