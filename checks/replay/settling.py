"""The end of a hand: what went in, what went back, what was due to whom, and who should have been dealt in."""

from checks.replay.dealing import cards_of_hands, first_card_due, short_board, tell_board
from checks.replay.film import fresh_row, keep_event, keep_hand
from checks.replay.layout import UNKNOWN, Antes, Ended, Form, From, Shared, SitsOut
from checks.replay.masks import SEATS, count_seats, next_in
from checks.replay.pots import build_pots, take_rake, uncalled
from checks.replay.raking import rake_of_hand, takes_by_street
from checks.replay.sharing import is_as_due, keep_pots, keep_shares, paid_to, share_all
from checks.replay.short_stub import end_of_stub
from checks.replay.showdown import find_winners, order_by_cards, order_from_button
from checks.replay.state import POTS_MOST, STRADDLES_MOST
from parsers.kernel import inlined_part, part
from parsers.vocabulary import Detail, Word

FLOP = 3
BOARD_CARDS = 5
FIVE_SEATS = 5

# Where a straddle came from, beside where it may.
PLACE_OPEN = 0
PLACE_LIMIT_BUTTON = 1
PLACE_OTHER_SEAT = 2


@part
def give_ante_back(st, law):
    """The ante of a stud hand whose hole cards both came up: the hand is dead, and it was never in."""
    if law.both_up_ante_back != 1:
        return
    for s in range(1, SEATS):
        dead = st.folded >> s & 1 and st.spare[s] >= 2 and st.bets_in[s] == 0
        if dead and st.antes[s] > 0 and st.returned[s] == st.antes[s]:
            st.ante_back[s] = st.antes[s]
            st.returned[s] = 0


@part
def add_up(st, fact):
    """What went in, and what of it was contested."""
    total = st.splash
    bettors = 0
    returned = 0
    for s in range(1, SEATS):
        total += st.bets_in[s] + st.antes[s] + st.dead[s] - st.ante_back[s]
        bettors += st.bets_in[s] > 0
        returned += st.returned[s]
        if st.antes[s] + st.dead[s] > 0 and st.antes[s] + st.dead[s] >= st.stack[s]:
            fact.anted_all_mask |= 1 << s
    st.loose_seat, st.loose = uncalled(st.bets_in)
    if st.short_stood:
        # Over a call that stood for less the sums of the hand say nothing: what others had called need not go back, and
        # of the last bet all that nobody called does.
        bettor, last = uncalled(st.street)
        if not st.bet_on:  # the board was run out behind the last bet
            bettor, last = st.stood_bettor, st.stood_cents
        if bettor and st.returned[bettor] == last:
            st.loose_seat, st.loose = bettor, last
        elif st.returned[st.loose_seat] < st.loose:
            st.loose = min(st.loose, last) if bettor == st.loose_seat else 0
    if st.loose == 0 or st.folded >> st.loose_seat & 1:
        st.loose_seat, st.loose = 0, 0
    st.taken = st.rake + st.promo + st.timepot
    seen_street = st.stage > 0 if st.is_round else st.board_cards > 0
    untouched = st.awarded == 0 and st.taken == 0 and not seen_street and st.calls == 0 and st.wagers_first == 0
    if st.ended == Ended.PLAYED and untouched and bettors > 1 and returned == total - st.splash:
        st.ended = Ended.CHOPPED
    fact.in_cents = total
    fact.returned_cents = returned
    fact.uncalled_cents = st.loose
    fact.uncalled_seat = st.loose_seat
    fact.contested_cents = total - st.loose if st.ended == Ended.PLAYED else 0


@part
def sum_up(st, law, fact):
    """The facts of a hand that the walk has counted."""
    if st.is_round:
        fact.streets = st.stage
    else:
        fact.streets = 0 if st.board_cards < FLOP else st.board_cards - 2
    fact.seats_dealt = count_seats(st.dealt)
    fact.boards = 1 if st.is_round else st.n_boards
    fact.awarded_cents = st.awarded
    fact.rake_taken_cents = st.rake
    fact.promo_taken_cents = st.promo
    fact.timepot_taken_cents = st.timepot
    fact.ended = st.ended
    fact.active_mask = st.active
    fact.absent_mask = st.absent
    fact.dealt_mask = st.dealt
    fact.cards_known = st.known
    fact.preflop_calls = st.calls
    fact.preflop_raises = st.wagers_first
    fact.voluntary_actions = st.actions
    fact.burns = st.burns
    fact.shown = st.shown_down
    fact.straddles = st.straddles
    fact.bomb_boards = st.n_boards if st.bomb else 0
    fact.splash_cents = st.splash
    fact.kills = st.kills
    fact.kill_seat = st.kill_seat
    if st.kills:
        fact.kill_event = st.kill_event
        # One who is a blind too may post only what the blind leaves of the kill.
        whole = st.blind[st.kill_seat] + st.kill_cents == law.kill_cents
        fact.kill_posted_cents = law.kill_cents if whole else st.kill_cents


@part
def money_back(st, fact, note):
    """The money back of a deal that was called off; one that was undone in the recording never moved any."""
    if st.undone:
        return
    for s in range(1, SEATS):
        short = st.bets_in[s] + st.antes[s] + st.dead[s] - st.returned[s] - st.ante_back[s]
        if short > 0:
            note.missing_cents += short
            if note.missing_seat == UNKNOWN:
                note.missing_seat = s
        else:
            note.surplus_cents -= short
    st.odd |= note.missing_cents != 0 or note.surplus_cents != 0


@part
def kept_by(st):
    """The seat that an unreturned bet went to: the one awarded most, its owner on equal terms; 0 if nobody was paid."""
    best = 0
    most = 0
    for s in range(1, SEATS):
        total = paid_to(st, s)
        if total > most or (total == most and total > 0 and s == st.loose_seat):
            most = total
            best = s
    return best


@part
def balance(st, fact, note):
    """The awards beside the pot, and an uncalled bet beside what went back. Returns whether all of it fits."""
    kept = max(st.loose - st.returned[st.loose_seat], 0)
    net = fact.in_cents - st.loose - st.taken
    note.net_cents = net
    note.kept_cents = kept
    note.kept_by = kept_by(st) if kept else 0
    note.over_returned_cents = fact.returned_cents - (st.loose - kept)
    fits = kept == 0 and st.awarded == net and note.over_returned_cents == 0
    st.odd |= not fits
    return fits


@part
def read_hands(st, law):
    """Which hands are known to the last card: as tabled, or as dealt where nobody tabled."""
    live = st.dealt & ~st.folded
    for s in range(1, SEATS):
        st.matched[s] = st.bets_in[s] + st.antes[s] - st.ante_back[s] - (st.loose if s == st.loose_seat else 0)
        st.complete[s] = 0
        if not live >> s & 1:
            continue
        if st.n_shown[s] == 0:
            st.n_shown[s] = st.n_held[s]
            for c in range(st.n_held[s]):
                st.hole[s, c] = st.held[s, c]
        st.complete[s] = is_whole(st, law, s)
        if is_fouled(st, law, s) or st.tabled_thrown >> s & 1:
            st.complete[s] = 0
            st.fouled |= 1 << s
        if st.communities == 1 and st.complete[s] and st.is_round:
            st.complete[s] = st.community < 53
            st.hole[s, st.n_shown[s]] = st.community
            st.n_shown[s] += 1


@part
def is_fouled(st, law, s):
    """Whether a hand has a wrong number of cards, beyond what was replaced.

    A stud hand that lacks its last card may be ruled live, so nobody can say it of that one.
    """
    if not st.is_round:
        if law.hole_cards == UNKNOWN or law.hole_cards_free != 0 or st.dealt_to[s] == 0:
            return False
        return not law.hole_cards <= st.dealt_to[s] <= law.hole_cards + st.spare[s] + st.spares
    if not (st.discards_told or st.by_bring_in):
        return False
    own = st.whole_hand - st.communities
    return st.in_hands[s] > own + st.replaced[s] + st.boxed_any or st.in_hands[s] < own - st.by_bring_in


@part
def is_whole(st, law, s):
    """Whether as many cards of a seat are known as it holds.

    A hand dealt one more for a card that was replaced shows what the game deals; in stud and draw games a hand of
    another number of cards is for the floor to judge.
    """
    shown = st.n_shown[s]
    if not st.is_round:
        held = st.in_hands[s] if st.in_hands[s] > 0 else law.hole_cards
        as_dealt = law.hole_cards if law.hole_cards_free == 0 else -1
        return shown == held or shown == as_dealt or 0 < shown == held - st.replaced[s]
    own = st.whole_hand - st.communities
    right = True
    if st.discards_told or st.by_bring_in:
        right = own <= st.in_hands[s] <= own + st.replaced[s]
    return shown == own and right


@part
def dead_total(st):
    """Dead money of all seats, and what the house added to the pot."""
    total = st.splash
    for s in range(1, SEATS):
        total += st.dead[s]
    return total


@part
def is_tied(st):
    """Whether seats share a part of a pot."""
    for p in range(st.n_pots):
        for b in range(st.n_boards):
            for k in range(2):
                if st.won[p, b, k] & (st.won[p, b, k] - 1):
                    return True
    return False


@part
def has_second(st):
    """Whether the second part of a pot was won."""
    for p in range(st.n_pots):
        for b in range(st.n_boards):
            if st.won[p, b, 1]:
                return True
    return False


@part
def can_share(st, law, tied):
    """Whether the shares can be told: the unit is known where it matters, and the order of odd units."""
    if law.odd_unit_cents == UNKNOWN and (tied or has_second(st) or st.n_boards > 1):
        return False
    if not st.is_round:
        return st.button > 0
    return not tied or (st.by_cards != UNKNOWN and (st.by_cards > 0 or st.button > 0))


@part
def share_out(st, law, fact, note, film_pots, film_shares):
    """What every seat was due of every pot, beside what was pushed to it."""
    st.unit = law.odd_unit_cents if law.odd_unit_cents != UNKNOWN else 1
    st.by_cards = law.odd_by_cards
    tied = is_tied(st)
    if not can_share(st, law, tied):
        return
    fact.showdown_known = 1
    fact.low_won = has_second(st)
    order_from_button(st)
    fact.odd_split = share_all(st, 0)
    as_due = is_as_due(st)
    if tied and fact.odd_split and st.by_cards > 0:  # the order of seats matters, and goes by their cards
        order_by_cards(st, law)
        share_all(st, 1)
        as_due = is_as_due(st)
        share_all(st, 0)
        as_due = as_due or is_as_due(st)
    if not as_due or st.keep_all:
        keep_pots(film_pots, st, note, as_due)
    if st.keep_all:
        keep_shares(film_shares, st)


@part
def untabled(st, law, fact, note):
    """A pot that others still claimed, won without all cards tabled; hands that are set in rows are tabled so."""
    if st.shows == 0 or st.live_count < 2 or st.by_lots:
        return
    fact.tabling_known = 1
    for p in range(st.n_pots):
        claims = st.eligible[p] & ~st.mucked
        if claims & (claims - 1) == 0:
            continue
        for s in range(1, SEATS):
            if st.eligible[p] >> s & 1 and st.award_event[p, s] != UNKNOWN and not st.complete[s]:
                if (st.fouled | st.joker_dead) >> s & 1 or (
                    st.is_round and st.n_shown[s] >= st.whole_hand - st.communities
                ):
                    break
                note.untabled_event = st.award_event[p, s]
                note.untabled_seat = s
                note.untabled_due = st.whole_hand if st.is_round else law.hole_cards
                note.untabled_done = st.n_shown[s]
                st.odd = 1
                return


@part
def sole_untabled(st, law, fact, note):
    """The only live hand, where a rule has even that one shown."""
    if law.sole_shows != 1 or st.live_count != 1:
        return
    s = next_in(st.dealt & ~st.folded, 0)
    fact.tabling_known = 1
    if st.tabled[s] == 0 and st.award_event[0, s] != UNKNOWN:
        note.untabled_event = st.award_event[0, s]
        note.untabled_seat = s
        note.untabled_due = st.whole_hand if st.is_round else law.hole_cards
        note.untabled_sole = 1
        st.odd = 1


@part
def pay_out(st, law, fact, note, film_pots, film_shares):
    """The pots of a hand that was played, if its chips add up."""
    if not balance(st, fact, note) or st.card_twice or st.parts_unknown:
        return
    live = st.dealt & ~st.folded
    st.live_count = count_seats(live)
    if st.live_count == 0 or (not st.is_round and st.board_cards > BOARD_CARDS):
        return
    if st.bomb and st.live_count == 1:
        st.n_boards = 1  # nobody is left to share by boards with
    alone = st.live_count == 1 and st.n_boards == 1 and paid_to(st, next_in(live, 0)) == note.net_cents
    if alone and not st.is_round and not st.keep_all:
        # Everybody else gave up, and the last one in was pushed everything.
        if st.button > 0:
            fact.showdown_known = 1
        sole_untabled(st, law, fact, note)
        return
    read_hands(st, law)
    st.boards_unread = st.is_round and (st.runs_boards or st.communities > 1)
    if st.is_round:
        st.n_boards = 1
    st.n_pots = build_pots(st.matched, live, dead_total(st), st.pot_cents, st.eligible)
    take_rake(st.pot_cents, st.n_pots, st.taken)
    if find_winners(st, law):
        share_out(st, law, fact, note, film_pots, film_shares)
    untabled(st, law, fact, note)
    sole_untabled(st, law, fact, note)


@part
def winners(st, fact):
    """Who took the pots, and what a sole winner won of the others beside their blinds."""
    everybody = 0
    alike = True
    for p in range(POTS_MOST):
        if st.takers[p]:
            everybody |= st.takers[p]
            alike = alike and st.takers[p] == st.takers[0]
    fact.winners_mask = everybody
    sole = everybody & (everybody - 1) == 0
    fact.shared = Shared.SOLE if sole else Shared.SPLIT if alike else Shared.APART
    for s in range(1, SEATS):
        if not everybody >> s & 1:
            lost = st.out[s] - st.returned[s] - st.ante_back[s]
            fact.won_most_cents += max(lost - st.blind[s], 0)
            fact.won_least_cents += max(lost - st.blind[s] - st.other_forced[s], 0)


@part
def who_bought(st, fact):
    """The one seat that posted a live and a dead blind in a hand without other blinds."""
    if fact.sb_seat != 0:
        return
    buyer = 0
    for s in range(1, SEATS):
        if st.dead_post[s] > 0 and (st.live_post[s] > 0 or fact.bb_seat == s):
            buyer = s if buyer == 0 else -1
    if buyer > 0 and (fact.bb_seat == 0 or fact.bb_seat == buyer):
        fact.buyer_seat = buyer


@part
def straddle_place(st, law, k, under_the_gun):
    """Whether the k-th straddle came from a seat that may straddle."""
    s = st.straddle_seat[k]
    seats = law.straddle_from
    if seats == UNKNOWN or seats & From.ANYWHERE:
        return PLACE_OPEN
    first_to_act = under_the_gun > 0 and s == under_the_gun and seats & From.UNDER_THE_GUN != 0
    if s == st.button and not first_to_act:
        if st.form == Form.LIMIT and law.straddle_limit_button == 0:
            return PLACE_LIMIT_BUTTON
        return PLACE_OPEN if seats & From.BUTTON else PLACE_OTHER_SEAT
    if not first_to_act and under_the_gun > 0 and (k == 0 or law.straddle_multiple != 1):
        return PLACE_OTHER_SEAT
    return PLACE_OPEN


@part
def first_to_straddle(st, law, big_blind):
    """The seat under the gun: the first behind the big blind that has a right to a hand; 0 without a big blind.

    A hand for an empty place moves nobody's straddle, nor does one withheld from who posted it.
    """
    if big_blind == 0:
        return 0
    seats = st.dealt
    for k in range(min(st.straddles, STRADDLES_MOST)):
        seats |= 1 << st.straddle_seat[k]
    entitled = st.active | (st.away if law.deals_to_away == 1 else 0)
    return next_in(seats & entitled, big_blind)


@part
def straddles(st, law, fact, note, rows):
    """Each straddle beside where it may come from and what it has to be."""
    under_the_gun = first_to_straddle(st, law, fact.bb_seat)
    for k in range(min(st.straddles, STRADDLES_MOST)):
        s = st.straddle_seat[k]
        fresh_row(st)
        st.word = Word.POST
        st.detail = Detail.STRADDLE
        st.seat = s
        st.event = st.straddle_event[k]
        st.amount = st.straddle_cents[k]
        st.n_cards = 0
        st.due = law.straddle_cents
        st.nth = k
        st.late = st.straddle_late[k]
        st.all_in = st.stack[s] - st.forced_total[s] == 0
        st.place = straddle_place(st, law, k, under_the_gun)
        if st.place == PLACE_OTHER_SEAT:
            note.straddle_misplaced = 1
        keep_event(rows, st)
    return under_the_gun


@part
def straddle_duty(st, law, fact, note, under_the_gun):
    """The straddle that the placard makes a duty."""
    mandatory = law.straddle_mandatory
    if mandatory == UNKNOWN or law.straddle_cents == UNKNOWN or count_seats(st.dealt) < FLOP or st.bomb:
        return
    if st.kills > 0 or (mandatory == From.BUTTON and st.form == Form.LIMIT):
        fact.straddle_due = 0
    elif mandatory == From.BUTTON:
        fact.straddle_due = st.button if st.dealt >> max(st.button, 0) & 1 else 0
    elif under_the_gun:
        fact.straddle_due = under_the_gun
    seat = fact.straddle_due
    if seat <= 0:
        return
    for k in range(min(st.straddles, STRADDLES_MOST)):
        if st.straddle_seat[k] == seat:
            return
    note.straddle_missing_seat = seat
    note.straddle_missing_cents = min(law.straddle_cents, st.stack[seat] - st.forced_total[seat])
    st.odd = 1


@part
def ante_of_each(st, law):
    """The ante of everybody: of a bomb pot the one agreed on, else the stakes'; UNKNOWN where there is none."""
    return st.bomb_ante if st.bomb else law.ante_cents


@part
def antes(st, law, fact, bba):
    """The antes that the hand asks for: of everybody, or one for the table, of the big blind or of the button."""
    if st.bomb:
        antes_of_all(st, law, fact)
        return
    if st.button_ante_seat:
        fact.antes_due = Antes.BUTTON
        fact.button_ante_seat = st.button_ante_seat
        fact.button_ante_cents = st.button_ante_cents
        if law.ante_cents != UNKNOWN and st.button > 0:
            fact.button_ante_due_cents = min(law.ante_cents, max(st.stack[st.button] - st.bets_in[st.button], 0))
        return
    big_ante = bba
    if big_ante < 0 and st.bba_seat and law.bba_is_big_blind == 1 and law.bb_cents != UNKNOWN:
        big_ante = law.bb_cents
    if bba < 0 and st.bba_seat and law.bba_percent != UNKNOWN and law.bb_cents != UNKNOWN:
        big_ante = law.bb_cents * law.bba_percent // 100
    if big_ante > 0:
        fact.antes_due = Antes.BIG_BLIND
        if fact.bb_seat and law.bb_cents != UNKNOWN:
            st.bba_at = fact.bb_seat
            st.bba_due = min(big_ante, max(st.stack[fact.bb_seat] - law.bb_cents, 0))
            st.bba_whole = big_ante
    else:
        antes_of_all(st, law, fact)


@part
def antes_of_all(st, law, fact):
    """The ante of everybody who is dealt in."""
    cents = ante_of_each(st, law)
    if cents == UNKNOWN or cents <= 0 or not st.dealt:
        return
    fact.antes_due = Antes.EACH
    for s in range(1, SEATS):
        st.antes_in += st.antes[s]
        if st.dealt >> s & 1:
            st.antes_all += min(cents, st.stack[s])


@part
def is_button_ante_odd(st, fact, s):
    """Whether a seat posted the button's ante and does not have the button, or posted another sum than the stakes'."""
    if s != fact.button_ante_seat:
        return False
    due = fact.button_ante_due_cents
    return (st.button > 0 and s != st.button) or (due != UNKNOWN and due != fact.button_ante_cents)


@part
def is_bba_odd(st, s):
    """Whether a seat is the big blind that owes the table's ante, and that was posted otherwise."""
    wrong = st.bba_cents != st.bba_due or st.bba_seat != s or st.bba_event < st.bb_event
    return s == st.bba_at and wrong


@part
def is_table_ante_odd(st, fact, s):
    """Whether a seat's ante for the whole table is otherwise than due."""
    return is_bba_odd(st, s) or is_button_ante_odd(st, fact, s)


@part
def entitled_seats(st):
    """Seats with a right to a hand: with chips and not away, and no longer waiting for the blind."""
    return st.active & st.funded & (~st.waiting | st.posted)


@part
def seats_allowed(law, fact):
    """The most that may be dealt in; a final table may have more. UNKNOWN where nobody says."""
    more = law.final_table_more if fact.final_table and law.final_table_more != UNKNOWN else 0
    return UNKNOWN if law.seats_most == UNKNOWN else law.seats_most + more


@part
def sitting_out(st, law, fact, entitled):
    """Seats that may be without a hand since more have a right to one than the game deals to.

    Where a rule says who, the first behind the big blind; where nobody does, any that many.
    """
    if law.full_table_sits_out == SitsOut.BUTTON:
        return entitled & 1 << max(st.button, 0) if count_seats(entitled) == FIVE_SEATS else 0
    most = seats_allowed(law, fact)
    over = 0 if most == UNKNOWN else count_seats(entitled) - most
    if over <= 0:
        return 0
    if law.full_table_sits_out != SitsOut.BEFORE_BIG_BLIND or fact.bb_seat == 0:
        without = entitled & ~st.dealt
        return without if count_seats(without) <= over else 0
    seats = 0
    s = fact.bb_seat
    for _ in range(over):
        s = next_in(entitled, s)
        seats |= 1 << s
    return seats


@part
def keep_seats(rows, st, law, fact, deal_known):
    """Each seat: whether it was dealt in beside whether it should have been, and its ante. Returns the outsiders."""
    first_due = first_card_due(st) if deal_known else 0
    each = fact.antes_due == Antes.EACH
    entitled = entitled_seats(st)
    may_sit_out = sitting_out(st, law, fact, entitled)
    outside = st.dealt & ~st.active & ~(st.away if law.deals_to_away == 1 else 0)
    left_out = entitled & ~may_sit_out & ~st.dealt
    first_wrong = first_due != 0 and first_due != st.first_dealt
    wrong = 0
    if deal_known:
        wrong = (outside | left_out | 1 << st.killed_seat | 1 << st.withheld_seat) & ~1
        wrong |= 1 << st.first_dealt if first_wrong else 0
    if st.keep_all:
        wrong |= st.listed | st.dealt
    if not wrong and not each and st.bba_at <= 0 and not st.button_ante_seat:
        return count_seats(outside)
    for s in range(1, SEATS):
        bit = 1 << s
        ante_due = min(ante_of_each(st, law), st.stack[s]) if st.dealt & bit and each else 0
        if wrong & bit or (each and st.antes[s] != ante_due) or is_table_ante_odd(st, fact, s):
            if st.n_seats < len(rows):
                row = rows[st.n_seats]
                row.outside = outside >> s & 1
                row.left_out = left_out >> s & 1
                row.other_sits_out = left_out & bit != 0 and may_sit_out != 0
                row.ante_due_cents = ante_due
                first = first_wrong and s == st.first_dealt
                row.first_card_event = st.first_deal_event if first else UNKNOWN
                row.first_card_due = first_due if first else UNKNOWN
                fill_seat(row, st, s)
            st.n_seats += 1
    return count_seats(outside)


@part
def fill_seat(row, st, s):
    """What a seat had, put in and got back."""
    row.hand_row = st.h
    row.seat = s
    row.listed = st.listed >> s & 1
    row.dealt = st.dealt >> s & 1
    row.deal_event = st.deal_event[s] if st.dealt >> s & 1 else UNKNOWN
    row.withheld_event = st.withheld_event if s == st.withheld_seat else UNKNOWN
    row.killed_event = st.killed_event if s == st.killed_seat else UNKNOWN
    row.stack_cents = st.stack[s]
    row.bets_cents = st.bets_in[s]
    row.forced_cents = st.forced_total[s]
    row.back_cents = st.returned[s] + st.ante_back[s]
    row.paid_cents = paid_to(st, s)
    row.ante_cents = st.antes[s]
    row.ante_event = st.ante_event[s]
    row.antes_posted = st.antes_in > 0
    first = st.dealt & ((1 << s) - 1) == 0
    row.antes_all_cents = st.antes_all if first and st.antes_in == 0 and st.antes_all > 0 else UNKNOWN
    at_blind = s == st.bba_at
    row.bba_due_cents = st.bba_due if at_blind else UNKNOWN
    row.bba_whole_cents = st.bba_whole if at_blind else UNKNOWN
    row.bba_cents = st.bba_cents
    row.bba_seat = st.bba_seat
    row.bba_event = st.bba_event if st.bba_seat else UNKNOWN
    row.cards = st.in_hands[s]
    row.cards_shown = st.tabled[s]
    row.folded = st.folded >> s & 1


@part
def deal_facts(st, law, fact, note, rows):
    """How the deal went: who had a right to a hand, what was irregular, what was found too late."""
    replayed = st.is_flop or st.is_round
    deal_known = replayed and fact.seats_dealt >= 2 and not st.acted_without_cards
    if deal_known:
        fact.deal_known = 1
    if replayed:
        fact.run_times = st.run_times if st.is_flop else 1
        fact.odd_cards = st.stray_told + int(st.foreign_event >= 0)
        fact.irregular = st.exposed + st.boxed_any + int(st.foreign_event >= 0) + st.seventh_up + st.exposed_later
    note.outsiders = keep_seats(rows, st, law, fact, deal_known)
    if fact.ended == Ended.MISDEAL or fact.ended == Ended.VOID or not replayed:
        fact.burn_event = UNKNOWN
        return
    if fact.rake_taken_cents and fact.rake_taken_cents == fact.rake_due_cents and fact.ended == Ended.PLAYED:
        if takes_by_street(law) and st.burns:
            fact.rake_timed = 1
    if st.is_flop:
        if st.four_flop_event >= 0:
            tell_board(st, note, st.four_flop_event, FLOP, FLOP + 1)
        short_board(st, note)
        if deal_known:
            cards_of_hands(st, law, note)
    if st.is_round:
        end_of_stub(st, law, note)
    if deal_known:
        most = seats_allowed(law, fact)
        st.odd |= most != UNKNOWN and fact.seats_dealt - note.outsiders > most


@part
def irregular_cards(st, law, fact, note):
    """What was found irregular, for who asks whether the deal had to be called off."""
    note.exposed = st.exposed
    note.exposed_event = st.exposed_event
    note.exposed_seat = st.exposed_seat
    if st.seventh_told:
        note.seventh_event = st.seventh_event
        note.seventh_seat = st.seventh_seat
        note.seventh_due_up = st.seventh_due_up
    if st.third_up_seat and law.hole_up_third_down == 1:
        note.third_up_event = st.third_up_event
        note.third_up_seat = st.third_up_seat
    note.exposed_at_one = st.exposed_apart == 0
    note.exposed_dead = st.ante_back[max(st.exposed_seat, 0)] > 0
    note.first_two_exposed = st.first_two_exposed and (st.is_flop or st.has_draws)
    note.boxed_in_deal = st.boxed_in_deal
    note.boxed = st.boxed_needed if law.boxed_needed_only == 1 else st.boxed_any
    note.boxed_event = st.boxed_event
    if st.foreign_event >= 0:
        note.foreign_event = st.foreign_event
    note.foreign_in_play = st.foreign_in_play or (st.is_flop and st.foreign_faces & st.faces != 0)
    silent = (
        (st.exposed > 0 and law.misdeal_causes == UNKNOWN)
        or (
            st.boxed_any > 1
            and law.boxed_void_from == UNKNOWN
            and (law.misdeal_causes == UNKNOWN or st.boxed_in_deal < st.boxed_any)
        )
        or (st.foreign_event >= 0 and law.other_back_void == UNKNOWN)
        # One exposed in a later draw and kept: who asked for pitched cards keeps it, and nobody records that.
        or st.kept_exposed
    )
    if fact.ended != Ended.MISDEAL and fact.ended != Ended.VOID and (st.is_flop or st.is_round):
        fact.call_off_known = UNKNOWN if silent else 1
    st.odd |= fact.irregular > 0


@inlined_part
def settle(log, h, st, law, fact, note, film):
    """Everything that can be said once the hand is over."""
    fact.seats_listed = log.seat_offsets[h + 1] - log.seat_offsets[h]
    fact.final_table = 0 < log.left[h] <= fact.seats_listed
    if st.shows:
        fact.run_out_known = 1
    give_ante_back(st, law)
    add_up(st, fact)
    sum_up(st, law, fact)
    rake_of_hand(st, law, fact)
    if st.ended == Ended.PLAYED:
        pay_out(st, law, fact, note, film.pots, film.shares)
    else:
        money_back(st, fact, note)
    winners(st, fact)
    who_bought(st, fact)
    under_the_gun = straddles(st, law, fact, note, film.events)
    straddle_duty(st, law, fact, note, under_the_gun)
    antes(st, law, fact, log.bba[h])
    deal_facts(st, law, fact, note, film.seats)
    irregular_cards(st, law, fact, note)
    note.misdeal_event = st.misdeal_event if st.misdeal_event >= 0 else UNKNOWN
    note.misdeal_folds = st.misdeal_folds
    note.misdeal_checks = st.misdeal_checks
    note.misdeal_wagers = st.misdeal_wagers
    note.run_event = st.run_event
    note.all_in_at_run = st.all_in_at_run
    st.odd |= st.misdeal_event >= 0 or st.run_times > 1
    if st.odd or st.keep_all:
        keep_hand(film.hands, st, note)


@inlined_part
def end_stacks(log, h, st, ends):
    """The chips of each seat afterwards: known where every chip that went in is accounted for."""
    moved = st.splash - st.time_paid
    back = st.rake + st.promo + st.timepot
    for s in range(1, SEATS):
        moved += st.out[s]
        back += st.back[s]
    accounted = moved == back and not st.other_chips
    for i in range(log.seat_offsets[h], log.seat_offsets[h + 1]):
        s = int(log.seat_no[i])
        began = log.seat_stack[i]
        left = began - st.out[s] + st.back[s]
        untouched = not st.dealt >> s & 1 and not st.other_chips
        if st.undone:
            ends[i] = began
            continue
        ends[i] = left if (accounted or untouched) and left >= 0 and began >= st.out[s] else UNKNOWN
