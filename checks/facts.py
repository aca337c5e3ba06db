"""Every column of the film, declared once: its name, its unit, its grain and what it means.

The walk writes the film in records whose fields are these; frames, `needs=` of the checks and the reference are made
from the same list. Every number is an int64; UNKNOWN, where a fact may be missing (`maybe`), becomes null in frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from parsers.nearest import nearest as nearest_word

UNKNOWN: Final = -(2**63)
SEATS: Final = 11  # entries by seat, 1..10; entry 0 is unused


class Grain(StrEnum):
    """What one row of the film is."""

    FACTS = "facts"  # a hand, every hand
    HAND = "hand"  # a hand, where something in it was not as due
    EVENT = "event"
    SEAT = "seat"
    POT = "pot"
    SHARE = "share"
    PICTURE = "picture"  # the table before an event; only where the whole film is kept
    ENTRY = "entry"  # a player who comes into the game
    STACK = "stack"  # a player's chips from one hand to the next


@dataclass(frozen=True)
class Fact:
    """One column. `maybe`: it can be unknown. `lost_without`: words that a format has to record for it to be known."""

    name: str
    unit: str  # cents, seat, seats (a mask), count, event, flag, code, card
    meaning: str
    maybe: bool = False
    by_seat: bool = False  # one number a seat
    kept: bool = False  # outlives its batch, for checks that look from hand to hand
    lost_without: tuple[str, ...] = ()


def _f(name: str, unit: str, meaning: str, **more: bool | tuple[str, ...]) -> Fact:
    return Fact(name, unit, meaning, **more)  # type: ignore[arg-type]


# Of every hand: what coverage asks, what the table remembers, what pages add up.
FACTS: Final = (
    _f("seats_dealt", "count", "seats that got cards in the initial deal", kept=True),
    _f("streets", "count", "streets after the first that were dealt", kept=True),
    _f("in_cents", "cents", "everything that went in, returns not yet taken off", kept=True),
    _f("contested_cents", "cents", "what went in less what nobody called", kept=True),
    _f("uncalled_cents", "cents", "what nobody called"),
    _f("uncalled_seat", "seat", "whose bet nobody called"),
    _f("returned_cents", "cents", "what went back to seats", lost_without=("return",)),
    _f("awarded_cents", "cents", "what was pushed to seats", lost_without=("award",)),
    _f("rake_taken_cents", "cents", "pot rake that went to the slide", kept=True, lost_without=("rake",)),
    _f("promo_taken_cents", "cents", "promotional drop on the slide", kept=True, lost_without=("rake", "promo")),
    _f("timepot_taken_cents", "cents", "time that a pot paid", kept=True),
    _f("ended", "code", "how the hand came to its end: an `Ended`", kept=True),
    _f("rake_event", "event", "the last rake event", maybe=True),
    _f("rake_due_cents", "cents", "the rake that the pot owed", maybe=True, kept=True),
    _f("rake_limb", "code", "what sets the rake due: a `RakeLimb`", maybe=True),
    _f("rake_share_cents", "cents", "the percentage of the contested pot, before steps and caps", maybe=True),
    _f("rake_unreduced_cents", "cents", "the rake due if no short-table reduction applied", maybe=True, kept=True),
    _f("sb_seat", "seat", "who posted the small blind", kept=True),
    _f("sb_event", "event", "where it was posted", maybe=True, kept=True),
    _f("bb_seat", "seat", "who posted the big blind", kept=True),
    _f("bb_event", "event", "where it was posted", maybe=True, kept=True),
    _f("active_mask", "seats", "seats with a player who is not away", kept=True),
    _f("dealt_mask", "seats", "seats that were dealt in", kept=True),
    _f("absent_mask", "seats", "seats of a tournament whose player is not there", kept=True),
    _f("stub_count", "count", "the first counted stub; the next one if that was right", maybe=True, kept=True),
    _f("stub_due", "count", "what the stub held then", maybe=True, kept=True),
    _f("stub_event", "event", "where it was counted", maybe=True),
    _f("cards_known", "count", "cards whose face was recorded"),
    _f("showdown_known", "flag1", "every share of the pot could be derived", maybe=True, lost_without=("award",)),
    _f("blinds_posted", "count", "blinds that were posted and whose size the stakes say"),
    _f("preflop_calls", "count", "calls on the first street"),
    _f("preflop_raises", "count", "bets and raises on the first street"),
    _f("odd_split", "flag1", "a tied pot did not divide evenly"),
    _f("voluntary_actions", "count", "actions, and hands that were killed"),
    _f("low_won", "flag1", "the second part of a pot went to a hand of its own"),
    _f("tabling_known", "flag1", "the log says who showed and who mucked", maybe=True, lost_without=("muck",)),
    _f("boards", "count", "boards that were run"),
    _f("anted_all_mask", "seats", "seats whose antes and dead money were all they had", kept=True),
    _f("straddles", "count", "straddles posted"),
    _f("straddle_due", "seat", "the seat that has to straddle, where a placard asks for it", maybe=True, kept=True),
    _f("antes_due", "code", "which antes the hand asks for: an `Antes`"),
    _f("kill_seat", "seat", "who posted a kill", kept=True),
    _f("kill_event", "event", "where it was posted", maybe=True, kept=True),
    _f("kill_posted_cents", "cents", "what was posted for it, with a blind of the same seat", kept=True),
    _f("kills", "count", "kills posted", kept=True),
    _f("buyer_seat", "seat", "the one seat that posted a live and a dead blind in a hand without others", kept=True),
    _f("winners_mask", "seats", "seats that were awarded anything", kept=True),
    _f("shared", "code", "how the pots went: a `Shared`", kept=True),
    _f("won_least_cents", "cents", "what the only winner won of others over every forced bet", kept=True),
    _f("won_most_cents", "cents", "what the only winner won of others over the two blinds alone", kept=True),
    _f("shown", "flag1", "hands were shown", kept=True),
    _f("deal_known", "flag1", "the log says who got cards", maybe=True, lost_without=("deal",)),
    _f("burns", "count", "cards burned", kept=True),
    _f("burn_event", "event", "the first street that was not preceded by the burns due", maybe=True, kept=True),
    _f("burn_due", "count", "burns due before it", kept=True),
    _f("burn_done", "count", "burns there were", kept=True),
    _f("burn_street", "code", "its number in the game", kept=True),
    _f("seats_listed", "count", "participants, absent ones too", kept=True),
    _f("time_cents", "cents", "time taken from seats", kept=True),
    _f("time_event", "event", "where time was first taken", maybe=True, kept=True),
    _f("promo_event", "event", "the last promotional drop", maybe=True),
    _f("run_times", "count", "boards run"),
    _f("irregular", "count", "cards exposed in the first deal, boxed cards, and a card of another deck"),
    _f("odd_cards", "count", "cards that are not in the game's deck"),
    _f("rake_timed", "flag1", "the log says when the rake was taken", maybe=True, lost_without=("rake", "rake-time")),
    _f("call_off_known", "flag1", "rules in force speak of every irregularity recorded", maybe=True),
    _f("show_order_event", "event", "the floor's ruling that hands be shown in order", maybe=True),
    _f("show_order_known", "flag1", "it could be told who had to show first", maybe=True),
    _f("run_out", "flag1", "board cards came once nobody could bet and somebody was all-in"),
    _f("run_out_known", "flag1", "the log says when hands were tabled", maybe=True, lost_without=("muck", "rake-time")),
    _f("final_table", "flag1", "everybody who is left in the tournament sits here"),
    _f("bomb_boards", "count", "boards of a bomb pot; 0 where none was agreed", kept=True),
    _f("taken_back", "flag1", "the deal was taken back in the recording software", kept=True),
    _f("dodged_mask", "seats", "seats whose player the floor ruled to have dodged the blinds", kept=True),
    _f("splash_cents", "cents", "chips that the house added to the pot"),
    _f("button_ante_seat", "seat", "who posted the ante of the button for the table"),
    _f("button_ante_cents", "cents", "what was posted for it"),
    _f("button_ante_due_cents", "cents", "what the stakes say it is", maybe=True),
    _f("button_ante_event", "event", "where it was posted", maybe=True),
)  # fmt: skip

# Of a hand in which something was not as due. `_event` says where; unknown where all was as due.
HAND: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("twice_event", "event", "where a card came a second time", maybe=True),
    _f("twice_seat", "seat", "whose card that was", maybe=True),
    _f("twice_card", "card", "the card"),
    _f("stray_event", "event", "where a card came out that the game's deck does not have", maybe=True),
    _f("stray_seat", "seat", "who got it", maybe=True),
    _f("stray_kind", "code", "1 a joker, 3 a rank that the deck lacks"),
    _f("foreign_event", "event", "where a card of another deck was found", maybe=True),
    _f("foreign_in_play", "flag", "it was in the first deal, or cards were dealt behind it"),
    _f("exposed", "count", "cards exposed in the first deal"),
    _f("exposed_event", "event", "the last of them"),
    _f("exposed_seat", "seat", "whose it was"),
    _f("exposed_at_one", "flag", "all of them were of one seat"),
    _f("exposed_dead", "flag", "that seat's hand was dead, and its ante went back"),
    _f("seventh_event", "event", "a last card of stud not dealt as one that came up before asks for", maybe=True),
    _f("seventh_seat", "seat", "who got it", maybe=True),
    _f("seventh_due_up", "flag", "it had to be dealt face up"),
    _f("unreplaced_event", "event", "an exposed card of a draw game's first deal that was not replaced", maybe=True),
    _f("unreplaced_seat", "seat", "whose it was", maybe=True),
    _f("first_two_exposed", "flag", "one of the first two cards was among them"),
    _f("boxed_in_deal", "count", "boxed cards in the first deal"),
    _f("boxed", "count", "boxed cards that count: those that the hand needed, or all, as the rules have it"),
    _f("boxed_event", "event", "the last of them"),
    _f("board_event", "event", "the first board of another number of cards", maybe=True),
    _f("board_due", "count", "cards that the street has"),
    _f("board_done", "count", "cards there were"),
    _f("board_is_flop", "flag", "it was a flop of too many"),
    _f("put_right_event", "event", "where a street that was taken back was dealt again otherwise than due", maybe=True),
    _f("put_right_street", "code", "the street: 1 the flop, 2 the turn, 3 the river, 4 a flop of five or more"),
    _f("put_right_due", "code", "what was due: a `PutRight`"),
    _f("put_right_done", "code", "what was done: a `PutRight`"),
    _f("third_up_event", "event", "a third card of stud face up behind an exposed hole card", maybe=True),
    _f("third_up_seat", "seat", "whose it was", maybe=True),
    _f("cards_seat", "seat", "the first seat with another number of cards than the game deals", maybe=True),
    _f("cards_event", "event", "where it got the last of them", maybe=True),
    _f("cards_due", "count", "cards due to it"),
    _f("cards_done", "count", "cards it had"),
    _f("outsiders", "count", "seats dealt in without a right to a hand"),
    _f("misdeal_event", "event", "where a misdeal was called", maybe=True),
    _f("misdeal_folds", "count", "folds in turn before it"),
    _f("misdeal_checks", "count", "checks in turn before it"),
    _f("misdeal_wagers", "count", "actions with chips before it"),
    _f("run_event", "event", "where more boards were agreed or begun"),
    _f("all_in_at_run", "flag", "somebody was all-in then"),
    _f("bring_in_event", "event", "where it was brought in, or the first action where nobody did", maybe=True),
    _f("bring_in_seat", "seat", "who brought it in; 0 nobody"),
    _f("bring_in_due_seat", "seat", "who had to; 0 not known"),
    _f("bring_in_cents", "cents", "the bring-in"),
    _f("bring_in_due_cents", "cents", "what it had to be", maybe=True),
    _f("bring_in_all_in", "flag", "it was all the seat had"),
    _f("stub_step_event", "event", "where a short stub was handled otherwise", maybe=True),
    _f("stub_step_due", "code", "what was due: a `ShortStub`"),
    _f("stub_step_done", "code", "what was done: a `ShortStub`"),
    _f("stub_step_cause", "code", "which matter of the stub it is: a `StubCause`"),
    _f("stub_step_there", "count", "cards there were, or the piles of a new stub"),
    _f("stub_step_needed", "count", "cards needed, or those left in the old stub", maybe=True),
    _f("straddle_missing_seat", "seat", "who did not post a straddle that was a duty", maybe=True),
    _f("straddle_missing_cents", "cents", "what it had to be"),
    _f("straddle_misplaced", "flag", "a straddle came from a seat that may not straddle"),
    _f("missing_cents", "cents", "what did not go back of a deal that was called off"),
    _f("surplus_cents", "cents", "what went back too much of it"),
    _f("missing_seat", "seat", "the first seat that did not get its chips back", maybe=True),
    _f("net_cents", "cents", "the pot after the drop, without what nobody called"),
    _f("kept_cents", "cents", "what of an uncalled bet stayed in the pot"),
    _f("kept_by", "seat", "who was pushed most of it"),
    _f("over_returned_cents", "cents", "what went back beyond an uncalled bet"),
    _f("moved_cents", "cents", "over pots of wrong sizes: what reached a wrong seat", maybe=True),
    _f("lost_by", "seat", "who lost most by it"),
    _f("gained_by", "seat", "who gained most by it"),
    _f("gained_due_cents", "cents", "what that seat was due of all pots"),
    _f("gained_cents", "cents", "what it was pushed"),
    _f("untabled_event", "event", "where a contested pot went to a hand that was not tabled", maybe=True),
    _f("untabled_seat", "seat", "whose hand that was", maybe=True),
    _f("untabled_due", "count", "cards that it had to table"),
    _f("untabled_done", "count", "cards that were seen"),
    _f("untabled_sole", "flag", "it was the only live hand, and a rule has even that one shown"),
    _f("face_down_event", "event", "board cards dealt while a hand was not tabled and nobody could bet", maybe=True),
    _f("face_down_seat", "seat", "whose hand it was", maybe=True),
    _f("show_event", "event", "where a hand was shown out of the order that the floor put in force", maybe=True),
    _f("show_seat", "seat", "who showed it", maybe=True),
    _f("show_due", "seat", "who had to show"),
    _f("show_fault", "code", "which order was broken: a `ShowFault`"),
)  # fmt: skip

# Of an event: as it was before it.
EVENT: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("event", "event", "the event's place in its hand"),
    _f("word", "code", "what it says: a `Word`"),
    _f("seat", "seat", "who did it; -1 nobody"),
    _f("detail", "code", "the kind behind the word: a `Detail`"),
    _f("street", "code", "the street's number in the game; 9 the showdown"),
    _f("stage", "count", "which betting round of the game it is, from 0"),
    _f("turn", "seat", "whose turn it was; 0 nobody's", maybe=True),
    _f("in_hand", "flag", "the seat has a live hand"),
    _f("followed", "flag", "the betting is followed here: whose turn it is, and what is open, is known"),
    _f("slip", "flag", "the table goes on from an earlier action out of turn"),
    _f("live_mask", "seats", "who is in"),
    _f("able_mask", "seats", "who is in and has chips"),
    _f("has_acted", "flag", "the seat has acted in this round"),
    _f("chips_cents", "cents", "before the seat"),
    _f("bet_cents", "cents", "what the seat has in this round"),
    _f("level_cents", "cents", "what a seat has to have in to stay"),
    _f("pot_cents", "cents", "everything that is in"),
    _f("done_cents", "cents", "the amount that the log names", maybe=True),
    _f("due_cents", "cents", "what a call or a post had to be, what a wager had to come to at least", maybe=True),
    _f("most_cents", "cents", "what a wager could come to at most; in limit a raise by the upper bet", maybe=True),
    _f("pot_most_cents", "cents", "the most that the pot allowed", maybe=True),
    _f("closed", "flag", "no such word was open: a bet facing a bet, a raise of nothing"),
    _f("faced_cents", "cents", "by how much the bet rose since the seat last acted", maybe=True),
    _f("reopen_cents", "cents", "by how much it had to rise for the seat to raise again", maybe=True),
    _f("raises", "count", "raises of this round"),
    _f("raise_cap", "count", "how many it may have", maybe=True),
    _f("sized", "flag", "the total is one of the sizes that limit has here"),
    _f("completing", "flag", "a bring-in is completed to a bet, or in no-limit an all-in of less than a raise to one"),
    _f("open_pair", "flag", "an open pair opens either limit on this street"),
    _f("short_blind", "flag", "the big blind is all-in for less, and nobody has raised"),
    _f("rake_owed_cents", "cents", "the rake that the pot owed by then", maybe=True),
    _f("rake_slid_cents", "cents", "the rake that was on the slide by then", maybe=True),
    _f("cards", "count", "cards that the event names"),
    _f("cards_most", "count", "cards that the seat could draw", maybe=True),
    _f("said", "flag", "the seat has said before what it draws"),
    _f("begun", "flag", "the betting behind the draw had begun, or the game has no draw there"),
    _f("explained", "flag", "what a blind lacks went into the table's ante"),
    _f("nth", "count", "which straddle it is, from 0", maybe=True),
    _f("late", "flag", "cards had been dealt"),
    _f("running", "code", "more boards were agreed by then: 1 nobody being all-in, 2 with somebody all-in; 0 no"),
    _f("place", "code", "where a straddle came from: 0 a seat that may, 1 the button in limit, 2 another seat"),
    _f("all_in", "flag", "it was all the seat had, or put every opponent all-in who still had chips"),
    _f("seat_cards", "count", "cards that the seat holds"),
    _f("board_cards", "count", "cards on the first board"),
    _f("burns_so_far", "count", "burns so far"),
)  # fmt: skip

# Of a seat, over its hand.
SEAT: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("seat", "seat", "the seat"),
    _f("listed", "flag", "somebody has chips there"),
    _f("dealt", "flag", "it was dealt in"),
    _f("outside", "flag", "it was dealt in without a right to a hand"),
    _f("left_out", "flag", "it had a right to a hand and got none"),
    _f("other_sits_out", "flag", "more had seats than the game deals to, and another seat had to sit out"),
    _f("deal_event", "event", "where it got its last card", maybe=True),
    _f("withheld_event", "event", "the street that gave it no card, though it had folded to no bet", maybe=True),
    _f("killed_event", "event", "where it got a card after it had folded to a bet", maybe=True),
    _f("first_card_event", "event", "where it got the first card, and that belonged elsewhere", maybe=True),
    _f("first_card_due", "seat", "the seat that the first card belonged to", maybe=True),
    _f("stack_cents", "cents", "chips at the start, time paid off"),
    _f("bets_cents", "cents", "bets of the whole hand, live posts with them"),
    _f("forced_cents", "cents", "posts of every kind"),
    _f("back_cents", "cents", "what went back"),
    _f("paid_cents", "cents", "what was pushed to it"),
    _f("ante_due_cents", "cents", "the ante due of it"),
    _f("ante_cents", "cents", "the ante it posted"),
    _f("ante_event", "event", "where", maybe=True),
    _f("antes_posted", "flag", "somebody posted an ante"),
    _f("antes_all_cents", "cents", "antes due of all seats, at the first of them, where nobody posted any", maybe=True),
    _f("bba_due_cents", "cents", "at the big blind: its ante for the table, as far as its chips go", maybe=True),
    _f("bba_whole_cents", "cents", "what that is with chips enough", maybe=True),
    _f("bba_cents", "cents", "what was posted of it"),
    _f("bba_seat", "seat", "who posted it; 0 nobody"),
    _f("bba_event", "event", "where", maybe=True),
    _f("cards", "count", "cards it holds"),
    _f("cards_shown", "count", "cards it tabled"),
    _f("folded", "flag", "its hand is out"),
)  # fmt: skip

# Of a pot that was paid out.
POT: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("pot", "count", "0 the main pot, then the side pots"),
    _f("as_due", "flag", "over all pots every seat got its due"),
    _f("sizes_right", "flag", "all pots were of the sizes that the bets make"),
    _f("pot_cents", "cents", "what the pot holds after the drop"),
    _f("unit_cents", "cents", "the smallest unit that is shared"),
    _f("eligible_mask", "seats", "who can win it"),
    _f("won_mask", "seats", "who won any part of it"),
    _f("second_won", "flag", "its second part was won"),
    _f("second_paid_cents", "cents", "what was pushed as its second part"),
    _f("outsider", "seat", "a seat that was paid and won nothing of it; 0 none"),
    _f("outsider_folded", "flag", "that seat's hand was out"),
    _f("outsider_joker", "flag", "that seat's hand had a joker and had been acted on"),
    _f("board_gap_cents", "cents", "how far the board that is off most is from its share"),
    _f("half_gap_cents", "cents", "how far the second part is from its half"),
    _f("both_ways", "flag", "the same hands won both parts"),
    _f("part_wrong", "flag", "the columns below speak of the pot, or of its first part that was not shared as due"),
    _f("to_loser", "flag", "of that something went to a hand that did not win it"),
    _f("unit_each", "flag", "no winner is off by more than an odd unit"),
    _f("units_only", "flag", "what lies wrong are the odd units"),
    _f("chip_whole", "flag", "it lies as if a chip worth more than the unit had not been broken"),
    _f("moved_cents", "cents", "what reached a wrong seat"),
    _f("lost_by", "seat", "who lost most by it"),
    _f("gained_by", "seat", "who gained most by it"),
    _f("due_cents", "cents", "what that seat was due of the pot"),
    _f("done_cents", "cents", "what it was pushed"),
    _f("event", "event", "where", maybe=True),
)  # fmt: skip

# Of a seat that can win a part of a board of a pot.
SHARE: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("pot", "count", "0 the main pot, then the side pots"),
    _f("board", "count", "which board"),
    _f("part", "count", "0 the whole or the first part, 1 the second"),
    _f("seat", "seat", "the seat"),
    _f("wins", "flag", "its hand is the best, or one of them"),
    _f("value", "code", "its hand as a number, the higher the better", maybe=True),
    _f("order", "count", "its place in the order of odd chips", maybe=True),
    _f("due_cents", "cents", "what it was due"),
    _f("paid_cents", "cents", "what it was pushed under this name"),
    _f("pot_paid_cents", "cents", "what it was pushed of the whole pot"),
)  # fmt: skip

# Of the table before an event, and once more after the last.
PICTURE: Final = (
    _f("hand_row", "count", "the hand's position in its batch"),
    _f("event", "event", "the event's place in its hand; one past the last: the end"),
    _f("street", "code", "the street's number in the game; 9 the showdown"),
    _f("dealt_mask", "seats", "who was dealt in"),
    _f("live_mask", "seats", "who is in"),
    _f("in_cents", "cents", "everything that went in, without what went back"),
    _f("pot_cents", "cents", "what of it lies in the middle: the bets of this round lie before the seats"),
    _f("slid_cents", "cents", "what of it went to the slide"),
    _f("time_slid_cents", "cents", "time that seats paid off their stacks"),
    _f("stub", "count", "cards left in the stub", maybe=True),
    _f("burns_so_far", "count", "burns so far"),
    _f("chips", "cents", "what lies before each seat", by_seat=True),
    _f("bets", "cents", "what each seat has bet in this round", by_seat=True),
    _f("cards", "count", "cards that each seat holds", by_seat=True),
)  # fmt: skip

# Of a player who was not dealt in at this table, or not at this seat, in the hand before: what the memory of the table
# makes due.
ENTRY: Final = (
    _f("hand_row", "count", "the hand's position among those of its table"),
    _f("seat", "seat", "where the player sits"),
    _f("between", "code", "where nobody comes in: a `Between`; 0 elsewhere"),
    _f("owed", "code", "why a post is due: an `Owed`; 0 where none is"),
    _f("due_live_cents", "cents", "what has to be posted live"),
    _f("due_dead_cents", "cents", "what has to be posted dead"),
    _f("straddle_cents", "cents", "a missed straddle that may be posted dead beside it"),
    _f("live_cents", "cents", "what was posted live"),
    _f("dead_cents", "cents", "what was posted dead"),
    _f("entry_chips_cents", "cents", "the player's chips"),
)  # fmt: skip

# Of a player who sits where he sat in the hand before.
STACK: Final = (
    _f("hand_row", "count", "the hand's position among those of its table"),
    _f("seat", "seat", "the seat"),
    _f("carried_cents", "cents", "chips at the end of the hand before, with what was noted since"),
    _f("stack_cents", "cents", "chips at the start of this one"),
    _f("undone", "flag", "the hand before was off by as much to the other side: a stack written down wrong"),
)  # fmt: skip

COLUMNS: Final[dict[Grain, tuple[Fact, ...]]] = {
    Grain.FACTS: FACTS, Grain.HAND: HAND, Grain.EVENT: EVENT, Grain.SEAT: SEAT, Grain.POT: POT, Grain.SHARE: SHARE,
    Grain.PICTURE: PICTURE, Grain.ENTRY: ENTRY, Grain.STACK: STACK,
}  # fmt: skip
WALKED: Final = (
    Grain.EVENT,
    Grain.SEAT,
    Grain.POT,
    Grain.SHARE,
    Grain.PICTURE,
    Grain.HAND,
)  # rows that the walk writes


def names_of(grain: Grain) -> tuple[str, ...]:
    """The names of a grain's columns, in their order."""
    return tuple(fact.name for fact in COLUMNS[grain])


def dtype_of(grain: Grain) -> np.dtype[np.void]:
    """A grain's row as a record."""
    return np.dtype([(fact.name, "i8", (SEATS,)) if fact.by_seat else (fact.name, "i8") for fact in COLUMNS[grain]])


def defaults_of(grain: Grain) -> np.ndarray:
    """What a row starts from: UNKNOWN where a fact may be missing, else 0."""
    return np.array([UNKNOWN if fact.maybe else 0 for fact in COLUMNS[grain]], np.int64)


def nearest(name: str, names: tuple[str, ...]) -> str:
    """The name that somebody may have meant, as the end of a message."""
    close = nearest_word(name, names, like_enough=0.5)
    return f"; did you mean {close}?" if close else ""
