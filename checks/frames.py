"""Every column of the frames that checks read, declared once: its name, its unit and what it means.

A frame has one row for each hand, down, shuffle or whatever else its grain says. The facts of a hand stand in
`checks/facts.py`; here stands what the modules that build the frames add to them. A check may need only what is
declared here: `checks/model.py` refuses any other name. `tests/test_frames.py` holds the declarations against the
frames of a real audit, so that neither can drift.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from checks import banked_facts, chinese_facts, facts
from checks.facts import Fact


class Grain(StrEnum):
    """What one row of the frame is that a check reads."""

    HAND = "hand"  # a hand by itself
    TABLE = "table"  # a hand with the memory of its table
    DOWN = "down"  # a run of slots that one dealer signed at one table
    SLOT = "slot"  # a half hour at a table
    SIGNATURE = "signature"  # one dealer's signature in one slot at one table
    COUNT = "count"  # a wrong count of a shuffler
    STUB = "stub"  # a wrong count of the stub
    EXCHANGE = "exchange"  # the first hand of another dealer at a tournament table
    SIGNED = "signed"  # a signature of a dealing down, beside what was dealt
    CARD = "card"  # a down card
    RUN = "run"  # downs of one dealer without a slot off
    PUSH = "push"  # one dealer takes over from another
    DEALT = "dealt"  # a hand of a table that has a down card
    SHUFFLE = "shuffle"  # a hand of a table that has a shuffler
    JAM = "jam"  # a shuffler that stopped
    DECK = "deck"  # a deck's time at a house-banked table
    ROUND = "round"  # a round of a house-banked table
    BANKED = "banked"  # a house-banked round by itself
    WAGER = "wager"  # a wager of a seat in a house-banked round
    CHIPS = "chips"  # a player of whose chips a note speaks between two hands, or a count of a table bank
    BUY_IN = "buy-in"  # a player who comes new to a table
    SEATED = "seated"  # a hand of a player who is seen at several tables of a day
    CLOCK = "clock"  # the clock of a feed, at one table or of one device, on one gaming day
    CHINESE = "chinese"  # a hand of a Chinese game
    SET = "set"  # a seat of a Chinese hand
    COMPARISON = "comparison"  # two seats of a Chinese hand that compare
    FANTASY = "fantasy"  # a seat of an open-face hand, with the hands before and behind it
    HOUSE = "house"  # a value that the house file sets and a rulebook bounds, on a gaming day with hands
    LAW = "law"  # a change of the house file or of the room's rulebooks after a gaming day was audited


# What the rows of a grain are, in messages and on the reference page.
ROWS: Final[dict[Grain, str]] = {
    Grain.HAND: "hands",
    Grain.TABLE: "hands at their table",
    Grain.DOWN: "downs",
    Grain.SLOT: "slots",
    Grain.SIGNATURE: "signatures",
    Grain.COUNT: "wrong counts",
    Grain.STUB: "wrong counts of the stub",
    Grain.EXCHANGE: "first hands of another dealer in tournaments",
    Grain.SIGNED: "signed downs",
    Grain.CARD: "down cards",
    Grain.RUN: "runs of downs",
    Grain.PUSH: "pushes",
    Grain.DEALT: "hands with a down card",
    Grain.SHUFFLE: "hands with a shuffler",
    Grain.JAM: "jams",
    Grain.DECK: "decks",
    Grain.ROUND: "house-banked rounds",
    Grain.BANKED: "house-banked rounds by themselves",
    Grain.WAGER: "wagers of house-banked rounds",
    Grain.CHIPS: "noted chips",
    Grain.BUY_IN: "buy-ins",
    Grain.SEATED: "hands of players at several tables",
    Grain.CLOCK: "clocks",
    Grain.CHINESE: "Chinese hands",
    Grain.SET: "seats of Chinese hands",
    Grain.COMPARISON: "comparisons of two Chinese hands",
    Grain.FANTASY: "seats of open-face hands at their table",
    Grain.HOUSE: "bounded house values",
    Grain.LAW: "changes of the house file",
}

# The units of `checks/facts.py`, and those that only frames have.
UNITS: Final[dict[str, str]] = {
    "cents": "money in cents",
    "seat": "the number of a seat, 1 to 10; 0 nobody",
    "seats": "a set of seats: bit 1 is seat 1",
    "count": "how many",
    "points": "points of a Chinese game",
    "event": "an event's place in its hand, from 0",
    "flag": "true or false",
    "flag1": "1 yes, 0 no",
    "code": "a number with a name: see the enumeration that the meaning names",
    "card": "the number of a card",
    "number": "a number that names a row or a thing",
    "text": "words",
    "day": "a date",
    "moment": "a time in UTC",
    "microseconds": "microseconds since 1970, UTC",
    "minutes": "minutes",
    "seconds": "seconds",
    "hours": "hours",
    "percent": "0 to 100",
    "list of seats": "one seat for each entry",
    "list of cents": "one amount for each entry",
    "list of numbers": "one number for each entry",
    "list of codes": "one code for each entry",
    "list of moments": "one time for each entry",
}

_TERMS: Final = Fact("terms", "number", "which set of terms is in force", kept=True)
_DAY: Final = Fact("gaming_date", "day", "the gaming day", kept=True)
_IS_TOURNAMENT: Final = Fact("is_tournament", "flag", "it is tournament play", kept=True)
_ORDER: Final = Fact("order", "number", "the hand's position, by table and time")
_HAND_NAME: Final = Fact("hand", "text", "the name of the hand")
_DEALER: Final = Fact("dealer", "text", "who dealt it: by the down card, else by the log", maybe=True)
_GAME: Final = Fact("game", "text", "the code of the game")
_DECK: Final = Fact("deck", "text", "the deck it was dealt with", maybe=True)
_PLACE: Final = (Fact("room", "text", "the room"), Fact("table", "text", "the table"), _DAY)
_SOURCE: Final = (
    Fact("source_file", "text", "the file it was read from"),
    Fact("source_line", "count", "the line of that file"),
)
_FOLLOWS: Final = Fact("follows", "flag", "its number is the next after the hand before")
_HAND_START: Final = Fact("at", "moment", "when the hand began")

# What the frame of hands has beside the facts of every hand; `kept` outlives the batch.
_OF_HANDS: Final = (
    Fact("hand_row", "number", "the hand's position in its batch"),
    Fact("room_id", "number", "the room's place among the texts of the batch"),
    Fact("table_id", "number", "the table's place among the texts of the batch"),
    _DAY,
    _TERMS,
    _IS_TOURNAMENT,
    Fact("button", "seat", "who has the button", maybe=True, kept=True),
    Fact("form", "code", "the betting that can be followed: a `Form`", maybe=True),
    Fact("game_no", "number", "the game's place in `GAMES`"),
    Fact("kill_betting", "flag", "it is limit, and rules in force say how a kill pot is bet"),
    Fact("has_low", "flag", "the pot may be split with a low hand"),
    Fact("is_flop_game", "flag", "it is a flop game", kept=True),
    Fact("is_round_game", "flag", "it is a stud or draw game, or Chinese draw poker", kept=True),
    Fact("is_stud", "flag", "a bring-in opens the betting", kept=True),
    Fact("is_draw", "flag", "it is a draw game", kept=True),
    Fact("by_lots", "flag", "it is Chinese draw poker: dealt in lots, set in rows, played for a pot", kept=True),
    Fact("has_flop", "flag", "three cards come on the board at once", kept=True),
    Fact("odd_by_cards", "flag", "the odd chip goes by the cards, not by the button"),
    Fact("bets_known", "flag", "the stakes say how much is bet"),
    Fact("bring_in_known", "flag1", "rules in force say who brings it in", maybe=True),
    Fact("burn_rule_known", "flag1", "rules in force say whether the game has burns", maybe=True, kept=True),
    Fact("stub_rule_known", "flag1", "rules in force say what to do when the stub runs short", maybe=True),
    Fact("dealt_from", "seat", "the seat behind which the first card goes", maybe=True),
    Fact("straddle_asked", "flag", "a placard makes the straddle a duty"),
    Fact("by_hand", "flag", "house-banked, and dealt by hand"),
    Fact("big_blind_ante_known", "flag", "rules in force say that the blind goes before the big-blind ante"),
    Fact("seats_by_table", "flag", "the seats of the table, not those of the game, are the fewer"),
    Fact("wager_chip_cents", "cents", "the smallest chip that may be bet", maybe=True),
    Fact("seats_most", "count", "the most seats that may be dealt in", maybe=True),
    Fact("run_most", "count", "the most boards that may be run", maybe=True),
    Fact("raked_with_action", "flag", "a pot without a flop is raked once there was a call and a raise, or two raises"),
    Fact("short_is_mixed", "flag", "the caps of a short table are those of a mixed game"),
    Fact("promo_without_flop", "flag", "the promotional drop falls without a flop too"),
    Fact("promo_unposted", "flag", "the placard names no promotion, and only what is posted may be taken"),
    Fact("promo_cents", "cents", "the promotional drop of the placard", maybe=True),
    Fact("promo_from_cents", "cents", "the pot from which it is taken", maybe=True),
    Fact("sb_cents", "cents", "the small blind of the stakes", kept=True),
    Fact("bb_cents", "cents", "the big blind of the stakes", kept=True),
    Fact("start_us", "microseconds", "when the hand began"),
    Fact("end_us", "microseconds", "when the hand ended; the lowest number where nobody recorded it"),
    Fact("called_off", "flag", "the deal was called off or the hand void", kept=True),
    Fact("antes_evaluable", "flag1", "it can be told which antes are due", maybe=True),
    Fact("seats_active", "count", "seats with a player who is not away", kept=True),
    Fact("smallest_chip_known", "flag1", "the format records the chips that are played with", maybe=True),
)
HAND: Final = (*_OF_HANDS, *facts.FACTS)

# What a hand brings out of its batch beside the columns above that are kept.
_NAMED: Final = (
    _ORDER,
    _PLACE[0],
    _PLACE[1],
    _HAND_NAME,
    Fact("number", "number", "the number at the end of the hand's name", maybe=True),
    Fact("start", "moment", "when the hand began"),
    Fact("end", "moment", "when the hand ended", maybe=True),
    Fact("utc_offset_min", "minutes", "how far the log's clock says it is ahead of UTC"),
    Fact("event_begins", "flag", "the hand is the first of the event at its table"),
    Fact("offset_told", "flag", "the format says so by itself"),
    Fact("button_told", "flag1", "the format says where the button stood", maybe=True),
    Fact("numbers_told", "flag", "the format numbers the hands of a table one after the other"),
    Fact("log_dealer", "text", "the dealer that the log names", maybe=True),
    _DECK,
    _GAME,
    Fact("betting", "text", "the betting form that the log names", maybe=True),
    Fact("placard", "text", "the placard in force", maybe=True),
    *_SOURCE,
)
_SITTING: Final = (
    Fact("table_no", "number", "the table's number, in the order in which tables were met"),
    Fact("seats", "list of seats", "the seats with a player"),
    Fact("players", "list of numbers", "the player of each of these seats"),
    Fact("stacks", "list of cents", "the chips of each at the start"),
    Fact("end_stacks", "list of cents", "the chips of each at the end"),
    Fact("states", "list of codes", "whether each is there, away or moved: a `State`"),
    Fact("post_seats", "list of seats", "the seat of each post"),
    Fact("post_kinds", "list of codes", "the kind of each post: a `Detail`"),
    Fact("post_cents", "list of cents", "the amount of each post"),
)
# What the hand before it makes due.
_AFTER_THE_LAST: Final = (
    Fact("table_code", "number", "the table's number again, for sorting"),
    Fact("has_previous", "flag", "a hand of the same table stands before it"),
    _FOLLOWS,
    Fact("previous_end", "moment", "when the hand before ended", maybe=True),
    Fact("previous_start", "moment", "when the hand before began", maybe=True),
    Fact("burns_recorded", "flag", "some hand of the table holds a burn", maybe=True),
    Fact("button_due", "seat", "who had to have the button", maybe=True),
    Fact("sb_due", "seat", "who owed the small blind; 0 nobody", maybe=True),
    Fact("bb_due", "seat", "who owed the big blind", maybe=True),
    Fact(
        "bb_nobody", "seat", "whose big blind nobody posted in a hand with nothing to go by; -1 not known, 0 all well"
    ),
    Fact("bb_judged", "flag1", "it can be told whether a big blind is missing", maybe=True),
    Fact("redeal", "flag", "the hand before was a misdeal, and the rules have it dealt again as it was"),
    Fact("previous_sb_cents", "cents", "the small blind of the hand before", maybe=True),
    Fact("previous_bb_cents", "cents", "the big blind of the hand before", maybe=True),
    Fact("heads_up", "flag", "two players are in"),
    Fact("sb_stood", "seat", "where the small blind stood, even at an empty seat"),
    Fact("bb_stood", "seat", "where the big blind stood, even at an empty seat"),
    Fact("sb_broke", "flag", "who owed the small blind had nothing left after the antes"),
    Fact("bb_broke", "flag", "who owed the big blind had nothing left after the antes"),
    Fact("kill_asked", "flag", "the placard has a kill"),
    Fact("kill_scoops", "flag", "the kill comes after a scoop"),
    Fact("kill_is_half", "flag", "the kill is a half kill"),
)
# What the down cards, the numbers of the hands and the lake add.
_BESIDE: Final = (
    Fact("slot_start", "moment", "the half hour in which the hand began"),
    Fact("card_dealer", "text", "the dealer whose signed down covers the hand", maybe=True),
    Fact("card_percent", "percent", "how sure that is", maybe=True),
    Fact("down", "number", "the down that covers the hand", maybe=True),
    Fact("signature", "number", "the signature that covers the hand", maybe=True),
    Fact("push_known", "flag", "the log tells who was in the box", maybe=True),
    Fact("log_agrees", "flag", "the log and the card name the same dealer", maybe=True),
    Fact("card_says", "text", "the numbers that were signed in the slot", maybe=True),
    _DEALER,
    Fact("dealer_source", "text", "who says so: both, card or log", maybe=True),
    Fact("numbered", "flag", "the table's hand numbers run on", maybe=True),
    Fact("missing_before", "count", "hand numbers that are missing before it"),
    Fact("repeats", "flag", "its number was there already"),
    Fact("history_known", "flag", "a lake says what came in before", maybe=True),
    Fact("first_commit", "number", "the commit that first brought the hand", maybe=True),
    Fact("commit", "number", "the commit that brought it with other content", maybe=True),
    Fact("received_from", "text", "the file of that commit", maybe=True),
    Fact("changes", "count", "how often it was changed after it came first", maybe=True),
    Fact("every_change", "text", "each change: what, in which commit, from which file", maybe=True),
    Fact("changed", "text", "what was changed", maybe=True),
)
_LEVELS: Final = (
    Fact("level_sb_cents", "cents", "the small blind of the level that was last announced", maybe=True),
    Fact("level_bb_cents", "cents", "the big blind of that level", maybe=True),
    Fact("level_missed", "flag", "the first hand of some that are played at other blinds than the level's"),
)
_BESIDE_PLACARD: Final = (
    Fact("placard_stakes", "text", "the stakes and the betting form of the placard that the hand names", maybe=True),
    Fact("other_stakes", "text", "those of the hand", maybe=True),
    Fact("placard_stakes_said", "text", "the stakes of the placard as a person says them", maybe=True),
    Fact("other_stakes_said", "text", "those of the hand in the same way", maybe=True),
    Fact("stakes_as_placard", "flag1", "the two are the same", maybe=True),
    Fact("stakes_change", "flag", "the hand before was played at others, or on another gaming day"),
)
_COLLECTED: Final = (
    Fact("time_style", "code", "how time is collected: a `TimeStyle`", maybe=True),
    Fact("time_asked", "flag", "time was due or was taken"),
    Fact("time_due_cents", "cents", "the time that the hand owed", maybe=True),
    Fact("time_taken_cents", "cents", "the time that it paid", maybe=True),
    Fact("time_unposted", "flag", "the placard names no time, and only what is posted may be taken"),
    Fact("time_ruled", "flag1", "rules in force say which hand pays the time", maybe=True),
    Fact("time_verdict", "code", "0 right, 1 a wrong amount, 2 a wrong hand", maybe=True),
    Fact("collection_event", "event", "where seats paid it", maybe=True),
)
# What the table remembers: `MEMORY_FACTS` of `checks/replay/memory.py`.
_REMEMBERED: Final = (
    Fact("entries_known", "flag1", "it can be told who comes into the game", maybe=True),
    Fact("kill_known", "flag1", "it can be told who owes a kill", maybe=True),
    Fact("stacks_judged", "count", "stacks that can be held against the hand before", maybe=True),
    Fact("owes_sb_mask", "seats", "seats that owe a missed small blind after the hand"),
    Fact("owes_bb_mask", "seats", "seats that owe a missed big blind after the hand"),
    Fact("kill_due_seat", "seat", "who owed a kill; 0 nobody", maybe=True),
    Fact("kill_due_cents", "cents", "what the kill had to be", maybe=True),
    Fact("kill_why", "code", "why a kill was due or not: a `KillWhy`", maybe=True),
    Fact("redeal_stranger", "seat", "who was dealt in again and was not there before a misdeal; 0 nobody", maybe=True),
)
_BURN_STREET: Final = Fact("burn_street", "text", "the street before which the burns were not as due", maybe=True)
TABLE: Final = (
    *_NAMED,
    *(_BURN_STREET if fact.name == _BURN_STREET.name else fact for fact in HAND if fact.kept),
    *_SITTING,
    *_AFTER_THE_LAST,
    *_BESIDE,
    *_COLLECTED,
    *_LEVELS,
    *_BESIDE_PLACARD,
    *_REMEMBERED,
)

_SLOT_START: Final = Fact("slot_start", "moment", "when the half hour begins")
_SIGNATURE: Final = (
    Fact("signature", "number", "the number of the signature"),
    *_PLACE,
    _SLOT_START,
    Fact("kind", "text", "the kind of the slot: live, tournament, setup …", maybe=True),
    Fact("event", "text", "the tournament on the card's head", maybe=True),
    Fact("date", "day", "the date on the card's head"),
    Fact("start", "text", "the start on the card's head"),
    Fact("emp", "text", "the number as it was written"),
    Fact("last_name", "text", "the last name as it was written", maybe=True),
    Fact("first_name", "text", "the first name as it was written", maybe=True),
    *_SOURCE,
    Fact("number_readable", "flag", "every digit can be read"),
    Fact("pattern", "text", "the number with ? for digits that cannot be read", maybe=True),
    Fact("on_roster", "flag", "the roster has the number", maybe=True),
    Fact("name_agrees", "flag", "the name is that of the number's owner", maybe=True),
    Fact("person", "text", "the dealer, where that is sure", maybe=True),
    Fact("maybe", "text", "the dealer, as a best guess", maybe=True),
    Fact("percent", "percent", "how sure the guess is", maybe=True),
    Fact("name_person", "text", "the one dealer of the roster with that name", maybe=True),
    Fact("identity", "text", "what tells one dealer's signatures from another's"),
    Fact("dealer", "text", "the dealer whom a finding names", maybe=True),
    _IS_TOURNAMENT,
    Fact("down", "number", "the down that the signature belongs to", maybe=True),
    _TERMS,
)
SIGNATURE: Final = (
    *_SIGNATURE,
    Fact("tables_count", "count", "tables that the dealer signed at in this slot", maybe=True),
    Fact("tables_signed", "text", "which tables these are", maybe=True),
    Fact("at", "moment", "when the slot begins"),
    Fact("number_judged", "flag", "it can be told whether the number is anybody's", maybe=True),
)
SIGNED: Final = (
    *_SIGNATURE,
    Fact("has_log", "flag", "the table has a hand log that day", maybe=True),
    Fact("begun", "count", "hands that began in the slot", maybe=True),
    Fact("covered", "count", "hands that the signature covers", maybe=True),
    Fact("going_on", "flag", "a hand was still going on when the slot began", maybe=True),
    Fact("down_hands", "count", "hands that the whole down covers", maybe=True),
    Fact("log_names", "flag", "the log names the dealer of every hand in the slot", maybe=True),
    Fact("signers", "count", "signatures in the slot"),
    Fact("hands", "count", "hands that speak for the signature", maybe=True),
    Fact("break_covers", "flag", "players were on a break for the whole slot"),
    Fact("elsewhere", "text", "the table whose number the card should bear", maybe=True),
    Fact("card_slots", "count", "signatures on the card"),
    Fact("counts", "flag", "the row is counted: of a card with a wrong table only the first is"),
    Fact("at", "moment", "when the slot begins"),
    Fact("no_break", "flag", "no break explains a slot without hands", maybe=True),
)

SLOT: Final = (
    *_PLACE,
    _SLOT_START,
    Fact("hands", "count", "hands that began in the slot"),
    _IS_TOURNAMENT,
    Fact("total", "count", "the total of the table's cards that day", maybe=True),
    Fact("slots_signed", "count", "slots that were signed on them", maybe=True),
    Fact("has_card", "flag", "a card can be asked for the slot", maybe=True),
    Fact("proven", "flag", "the total proves that no slot was lost", maybe=True),
    Fact("signed", "flag", "somebody signed for the slot"),
    Fact("on_card", "flag", "the slot stands on the card", maybe=True),
    Fact("at", "moment", "when the slot begins"),
    _TERMS,
)

DOWN: Final = (
    Fact("down", "number", "the number of the down"),
    *_PLACE,
    *_SOURCE,
    _IS_TOURNAMENT,
    Fact("dealer", "text", "who signed for the down", maybe=True),
    Fact("down_start", "moment", "when its first slot begins"),
    Fact("down_end", "moment", "when its last slot ends"),
    Fact("first_hand", "text", "the first hand that was dealt to its end", maybe=True),
    Fact("order", "number", "that hand's position, by table and time", maybe=True),
    Fact("first_start", "moment", "when that hand began", maybe=True),
    Fact("previous_start", "moment", "when the hand before it began", maybe=True),
    Fact("first_counted", "flag", "the stub was counted in that hand", maybe=True),
    Fact("hands_dealt", "count", "hands of the down", maybe=True),
    Fact("counts", "count", "hands of the down whose stub was counted", maybe=True),
    Fact("push_known", "flag", "the log tells who was in the box in all of them", maybe=True),
    Fact("counts_early", "count", "counts in the minutes around the push, where nobody knows when that was"),
    Fact("counts_around", "count", "counts of the down and the minutes around it, in the same case"),
    Fact("since", "moment", "from when on a new deck counts for the first hand"),
    Fact("new_deck", "flag", "the deck was changed before the first hand, and a new one need not be counted"),
    Fact("counts_later", "count", "counts behind the first hand", maybe=True),
    Fact("counts_again", "count", "counts that the down calls for beside the first"),
    Fact("at", "moment", "when the first hand began, else when the down did"),
    Fact("hand", "text", "the first hand again, for the finding", maybe=True),
    Fact("first_hand_counted", "flag", "the first hand's stub was counted, or may have been", maybe=True),
    Fact("second_due", "flag", "a second count was due in the down", maybe=True),
    Fact("second_counted", "flag", "there was one, or may have been", maybe=True),
    Fact("counts_recorded", "flag", "some hand of the table holds a count", maybe=True),
    _TERMS,
)

DEALT: Final = (
    _ORDER,
    *_PLACE,
    _HAND_NAME,
    _DEALER,
    _TERMS,
    Fact("log_dealer", "text", "the dealer that the log names"),
    Fact("card_says", "text", "the numbers that were signed in the slot", maybe=True),
    Fact("log_agrees", "flag", "the log and the card name the same dealer", maybe=True),
    *_SOURCE,
    _HAND_START,
)

PUSH: Final = (
    Fact("push", "number", "the number of the push"),
    *_PLACE,
    Fact("dealer", "text", "who was pushed in", maybe=True),
    *_SOURCE,
    Fact("since", "moment", "the earliest that the push can have been"),
    Fact("at", "moment", "the latest that the push can have been"),
    Fact("opened", "moment", "when the table's first hand of the day began"),
    _IS_TOURNAMENT,
    Fact("window", "text", "the closed window that the push fell into", maybe=True),
    Fact("closed_from", "moment", "when that window began", maybe=True),
    Fact("closed_to", "moment", "when that window ended", maybe=True),
    Fact("windows_known", "flag", "the log notes levels, breaks or the like", maybe=True),
    Fact("closed", "flag", "a rule in force closes the window to pushes"),
    Fact("spoken", "flag", "some rule in force speaks of pushes", maybe=True),
    Fact("judged", "flag", "it can be told whether the push was allowed", maybe=True),
    Fact("rule", "text", "the keys of the rules on that window", maybe=True),
    _TERMS,
)

COUNT: Final = (
    Fact("wrong", "number", "the number of the wrong count"),
    *_PLACE,
    Fact("device", "text", "the shuffler"),
    Fact("deck", "text", "the deck that was counted", maybe=True),
    Fact("at", "moment", "when the deck was dealt all the same, else when it was counted"),
    Fact("cards", "count", "cards that the shuffler counted", maybe=True),
    *_SOURCE,
    Fact("within_s", "seconds", "how exactly the shuffler's clock is known", maybe=True),
    Fact("right_at", "moment", "when the deck was counted right or taken off", maybe=True),
    Fact("changed_at", "moment", "when a change of decks was noted", maybe=True),
    Fact("dealer", "text", "who dealt the hand with the wrong deck", maybe=True),
    Fact("order", "number", "that hand's position, by table and time", maybe=True),
    Fact("dealt_at", "moment", "when the deck was dealt next", maybe=True),
    Fact("dealt_hand", "text", "the hand that was dealt before the deck was put right", maybe=True),
    Fact("cards_due", "count", "cards that the deck of the game has", maybe=True),
    Fact("decks_known", "flag", "the hands name their decks and the clock is known", maybe=True),
    Fact("hand", "text", "the same hand, for the finding", maybe=True),
    _TERMS,
)

STUB: Final = (
    *_PLACE,
    _GAME,
    Fact("deck", "text", "the deck that was counted", maybe=True),
    Fact("stub_count", "count", "cards that were counted"),
    Fact("stub_due", "count", "cards that there should have been"),
    *_SOURCE,
    Fact("counted_hand", "text", "the hand in which it was counted"),
    Fact("right_at", "moment", "when a shuffler next counted the deck right, or it was taken off", maybe=True),
    Fact("changed_at", "moment", "when a change of decks was noted next", maybe=True),
    Fact("dealt_at", "moment", "when the deck was dealt next", maybe=True),
    Fact("decks_named", "flag", "the hand names its deck", maybe=True),
    Fact("stayed", "flag", "the deck was dealt again"),
    Fact("order", "number", "the position of the hand it was dealt in again", maybe=True),
    Fact("hand", "text", "that hand, else the one of the count"),
    Fact("dealer", "text", "who dealt it", maybe=True),
    Fact("at", "moment", "when it began"),
    _TERMS,
    Fact("dealing", "text", "how the cards are dealt, where the house file says it", maybe=True),
)

EXCHANGE: Final = (
    _ORDER,
    *_PLACE,
    _HAND_NAME,
    _DEALER,
    _TERMS,
    _GAME,
    _DECK,
    Fact("deck_before", "text", "the deck of the dealer before", maybe=True),
    Fact("decks_named", "flag", "both hands name their deck, and none is missing between them", maybe=True),
    Fact("due", "flag", "the rules have the incoming dealer exchange the deck", maybe=True),
    *_SOURCE,
    _HAND_START,
)

SHUFFLE: Final = (
    _ORDER,
    *_PLACE,
    _HAND_NAME,
    _DEALER,
    _TERMS,
    _GAME,
    _DECK,
    Fact("called_off", "flag", "the deal was called off or the hand void"),
    _FOLLOWS,
    *_SOURCE,
    _HAND_START,
    Fact("shuffles_due", "count", "shuffles of the deck that are due before the hand", maybe=True),
    Fact("shuffled", "count", "shuffles there were"),
    Fact("counts", "flag", "the row is counted: of a run without shuffles only the first is"),
    Fact("run", "count", "hands of that run"),
    Fact("deck_delivered", "text", "the deck that came out of the shuffler since the hand before", maybe=True),
    Fact("changed_before", "flag", "decks were changed, taken off or jammed since the hand before"),
    Fact("clock_known", "flag", "the shuffler's clock is known at that time"),
    Fact("deck_before", "text", "the deck of the hand before", maybe=True),
    Fact("off_before", "flag", "the hand before was called off", maybe=True),
    Fact("decks_there", "count", "decks that the table has"),
    Fact("alternates", "flag", "another deck was dealt than in the hand before", maybe=True),
)

JAM: Final = (
    Fact("order", "number", "the hand's position, by table and time", maybe=True),
    *_PLACE,
    Fact("hand", "text", "the hand in play, or the next that was dealt with the deck", maybe=True),
    _DEALER,
    _TERMS,
    _GAME,
    Fact("at", "moment", "when that hand began"),
    *_SOURCE,
    Fact("judged", "flag", "it can be told which hand it was", maybe=True),
    Fact("in_play", "flag", "the hand was being dealt when the shuffler stopped"),
    Fact("went_on", "flag", "the hand was dealt to its end all the same", maybe=True),
    Fact("jammed_at", "moment", "when the shuffler stopped"),
)

DECK: Final = (
    *_PLACE,
    Fact("deck", "text", "the deck"),
    Fact("changed_at", "moment", "when it last came in new", maybe=True),
    Fact("late", "flag", "it was dealt past its hours", maybe=True),
    _TERMS,
    _GAME,
    Fact("deck_hours", "hours", "how long a deck may be dealt", maybe=True),
    Fact("deck_rule", "text", "the key that says it", maybe=True),
    Fact("came_in", "moment", "when its first hand began"),
    Fact("order", "number", "the position of the first hand past its hours", maybe=True),
    Fact("hand", "text", "the name of that hand", maybe=True),
    Fact("dealer", "text", "who dealt it", maybe=True),
    *_SOURCE,
    Fact("at", "moment", "when that hand began, else when the deck's first did"),
    Fact("age_min", "minutes", "how old the deck was by then"),
)

ROUND: Final = (
    _ORDER,
    *_PLACE,
    _HAND_NAME,
    _DEALER,
    _TERMS,
    _GAME,
    Fact("count_every", "count", "rounds that may go by without a count of the stub", maybe=True),
    Fact("uncounted", "count", "rounds that went by without one, with this one"),
    Fact("dealing", "text", "how the cards are dealt, where the house says it", maybe=True),
    *_SOURCE,
    _HAND_START,
)

# What the frames of house-banked rounds have beside the facts of their walk.
_OF_BANKED: Final = (_TERMS, Fact("street", "text", "the street of the event", maybe=True))
BANKED: Final = (
    *banked_facts.ROUND,
    *_OF_BANKED,
    Fact("seats_most", "count", "the most seats that may be dealt in", maybe=True),
    Fact("seats_by_table", "flag", "the seats of the table, not those of the game, are the fewer"),
    Fact("void_says", "text", "the reason that the log gives for a void round", maybe=True),
    Fact("other_seat", "seat", "a second betting position of one player", maybe=True),
    Fact("players_known", "flag1", "the log names the players", maybe=True),
    Fact("unwagered_seat", "seat", "a seat that got cards without a wager", maybe=True),
    Fact("unwagered_event", "event", "where it got them", maybe=True),
    Fact("void_rule", "text", "the keys of the rules by which a void round is settled"),
    Fact("count_rule", "text", "the keys of the rule that voids a round whose stub was counted wrong"),
    Fact("table_key", "text", "the key of the progressive in use", maybe=True),
)
WAGER: Final = (
    *banked_facts.WAGER,
    *_OF_BANKED,
    Fact("kind_name", "text", "the wager as the log names it"),
    Fact("table_key", "text", "the key of the paytable that decides the wager", maybe=True),
    Fact("line_name", "text", "the line of the paytable in words", maybe=True),
)

CARD: Final = (
    *_PLACE,
    Fact("event", "text", "the tournament on the card's head", maybe=True),
    Fact("date", "day", "the date on the card's head"),
    Fact("start", "text", "the start on the card's head"),
    Fact("home", "day", "the gaming day on which the card began"),
    *_SOURCE,
    Fact("at", "moment", "when its first slot begins"),
    Fact("last_slot", "moment", "when its last slot begins"),
    Fact("first_line", "count", "the line of its first slot"),
    Fact("split", "flag", "it runs into another gaming day"),
    Fact("here", "flag", "a slot of it is of the day on which it began"),
    Fact("day_ends", "flag", "all of its slots are"),
    Fact("slots", "count", "slots on the card, blank ones too"),
    Fact("signed", "count", "signatures on the card"),
    Fact("slots_signed", "count", "slots that somebody signed"),
    _IS_TOURNAMENT,
    Fact("total", "count", "the total that was written", maybe=True),
    Fact("initialled", "flag", "somebody put initials to the total"),
    Fact("closed", "flag", "the card was closed"),
    Fact("downs_known", "flag", "the whole card is at hand", maybe=True),
    _TERMS,
)

RUN: Final = (
    Fact("run", "number", "the number of the run"),
    *_PLACE,
    _IS_TOURNAMENT,
    Fact("slot_start", "list of moments", "when each slot of the run begins"),
    *_SOURCE,
    Fact("dealer", "text", "the dealer"),
    Fact("downs", "count", "slots in a row"),
    Fact("most", "count", "slots in a row that the house allows", maybe=True),
    Fact("at", "moment", "when the first slot past the limit begins"),
    _TERMS,
)

CHIPS: Final = (
    *_PLACE,
    Fact("at", "moment", "when it was noted, else when the hand began"),
    Fact("hand", "text", "the player's last hand before the note", maybe=True),
    Fact("dealer", "text", "who dealt that hand", maybe=True),
    Fact("order", "number", "that hand's position, by table and time", maybe=True),
    _IS_TOURNAMENT,
    Fact("seat", "seat", "the player's seat in that hand", maybe=True),
    Fact("seat_after", "seat", "the player's seat in the next hand", maybe=True),
    Fact("fault", "text", "what is wrong; empty where nothing is", maybe=True),
    Fact("due_cents", "cents", "what the chips make due", maybe=True),
    Fact("written_cents", "cents", "what was written, or what lay there", maybe=True),
    Fact("ended", "cents", "the player's chips at the end of that hand", maybe=True),
    Fact("began", "cents", "the player's chips at the start of the next", maybe=True),
    Fact("rebuy_cents", "cents", "what the player bought between the two", maybe=True),
    *_SOURCE,
    _TERMS,
)

_HAND_OF_PLAYER: Final = (
    *_PLACE,
    Fact("at", "moment", "when the hand began"),
    Fact("hand", "text", "the hand"),
    Fact("dealer", "text", "who dealt it", maybe=True),
    _TERMS,
    _IS_TOURNAMENT,
    Fact("seat", "seat", "where the player sits"),
    *_SOURCE,
)
BUY_IN: Final = (
    *_HAND_OF_PLAYER,
    Fact("order", "number", "the hand's position, by table and time"),
    Fact("stack_cents", "cents", "the player's chips"),
    Fact("least_cents", "cents", "the least buy-in", maybe=True),
    Fact("most_cents", "cents", "the largest buy-in", maybe=True),
    Fact("taken_cents", "cents", "what the player cashed out of the same game within the hour", maybe=True),
    Fact("brought_cents", "cents", "what the player was left with at another table of the same game", maybe=True),
    Fact("same_stakes", "flag", "that table had the same stakes", maybe=True),
    Fact("buy_in_known", "flag1", "one of the three is known", maybe=True),
)
SEATED: Final = (
    *_HAND_OF_PLAYER,
    Fact("player_no", "number", "the number of the player"),
    Fact("state", "code", "what the hand says of the seat: a `State`"),
    Fact("end", "moment", "when the hand ended"),
    Fact("other_table", "text", "another table at which the player was in a hand then", maybe=True),
    Fact("other_hand", "text", "that hand", maybe=True),
    Fact("twice", "flag", "the first such hand of the day and pair of tables"),
)
CLOCK: Final = (
    *_PLACE,
    Fact("at", "moment", "when the clock was first seen to be off, else the first time it told", maybe=True),
    Fact("feed", "text", "the feed that the clock belongs to", maybe=True),
    Fact("device", "text", "the device that the clock belongs to", maybe=True),
    Fact("is_off", "flag", "the clock is off", maybe=True),
    Fact("expected", "text", "what it should say", maybe=True),
    Fact("actual", "text", "what it says", maybe=True),
    Fact("sentence", "text", "the fault in words"),
    *_SOURCE,
    _TERMS,
)

HOUSE: Final = (
    *_PLACE,
    Fact("at", "moment", "when the gaming day began"),
    Fact("path", "text", "the value as the house file names it, with its room or placard"),
    Fact("bound", "text", "the bound, by which it is cited: ceiling:rake.percent"),
    Fact("allowed", "text", "what the rulebook allows"),
    Fact("set_to", "text", "what the house set"),
    Fact("is_beyond", "flag", "the value is beyond the bound", maybe=True),
    Fact("sentence", "text", "the two in words"),
    Fact("source_file", "text", "the house file"),
    _TERMS,
)

LAW: Final = (
    *_PLACE,
    Fact("at", "moment", "when the gaming day began"),
    Fact("is_other", "flag", "the findings are not those of the audit before the change", maybe=True),
    Fact("was", "text", "the findings before the change that are not as they were, a count a code"),
    Fact("now", "text", "those after it"),
    Fact("sentence", "text", "who changed what and when, and the two in words"),
    Fact("source_file", "text", "the file that was changed"),
    _TERMS,
)

_OF_CHINESE_HAND: Final = (
    *(fact for fact in chinese_facts.CHINESE if fact.name in ("game_no", "open_face", "seats_dealt", "seats_most")),
    _TERMS,
)
FANTASY: Final = (
    _ORDER,
    *_PLACE,
    _HAND_NAME,
    _DEALER,
    _TERMS,
    *_SOURCE,
    _HAND_START,
    Fact("seat", "seat", "the seat"),
    Fact("fantasy_event", "event", "where Fantasyland was announced", maybe=True),
    Fact("in_fantasyland", "flag1", "the seat played the hand in Fantasyland", maybe=True),
    Fact("in_a_row", "count", "Fantasylands in a row by then, with this hand", maybe=True),
    Fact("most_in_a_row", "count", "Fantasylands in a row that are allowed", maybe=True),
    Fact("earned", "flag1", "its hand earns Fantasyland for the next one", maybe=True),
    Fact("over_the_most", "flag", "it earns it, but has had as many in a row as are allowed"),
    Fact("given", "flag1", "it got it: the next hand was dealt so, or it was announced", maybe=True),
)

COLUMNS: Final[dict[Grain, tuple[Fact, ...]]] = {
    Grain.HAND: HAND, Grain.TABLE: TABLE, Grain.DOWN: DOWN, Grain.SLOT: SLOT, Grain.SIGNATURE: SIGNATURE,
    Grain.COUNT: COUNT, Grain.STUB: STUB, Grain.EXCHANGE: EXCHANGE, Grain.SIGNED: SIGNED,
    Grain.CARD: CARD, Grain.RUN: RUN, Grain.PUSH: PUSH, Grain.DEALT: DEALT,
    Grain.SHUFFLE: SHUFFLE, Grain.JAM: JAM, Grain.DECK: DECK, Grain.ROUND: ROUND, Grain.CHIPS: CHIPS,
    Grain.BANKED: BANKED, Grain.WAGER: WAGER,
    Grain.CHINESE: (*chinese_facts.CHINESE, _TERMS), Grain.SET: (*chinese_facts.SET, *_OF_CHINESE_HAND),
    Grain.COMPARISON: (*chinese_facts.COMPARISON, *_OF_CHINESE_HAND), Grain.FANTASY: FANTASY,
    Grain.BUY_IN: BUY_IN, Grain.SEATED: SEATED, Grain.CLOCK: CLOCK, Grain.HOUSE: HOUSE, Grain.LAW: LAW,
}  # fmt: skip


def names_of(grain: Grain) -> tuple[str, ...]:
    """The names of the columns of a grain's frame."""
    return tuple(fact.name for fact in COLUMNS[grain])


def refuse_unknown_needs(code: str, grain: Grain, needs: Iterable[str]) -> None:
    """Raises where a check needs a column that its frame does not have."""
    names = names_of(grain)
    for need in needs:
        if need not in names:
            meant = facts.nearest(need, names)
            raise ValueError(f"{code} needs {need}, which no frame of {ROWS[grain]} has{meant}")
