"""The keys by which rulebooks and the house file speak: for each its unit, what it says, and the words it may take.

A rulebook may use these keys only, so a slip of the keyboard is an error and not a rule that silently never applies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from parsers import vocabulary as v
from parsers.games import GAMES

# A check reads the value whatever it is: as a number of the replay, or beside the film.
ANY: Final = "any"

# What a value of each unit is made of.
WHOLE_UNITS: Final = (
    "cents", "percent", "seats", "players", "cards", "hands", "rounds", "times", "minutes", "hours", "points", "digits",
    "rank",
)  # fmt: skip
BY_NUMBER_UNITS: Final = ("cents by seats", "cents by pot")
BY_HAND_UNITS: Final = ("percent by hand", "cents by hand", "points by hand")
UNITS: Final = ("yes", "word", "words", *WHOLE_UNITS, *BY_NUMBER_UNITS, *BY_HAND_UNITS)


@dataclass(frozen=True)
class TermKey:
    """One key: its unit, one line on what it says, and the words a `word` or `words` value may use.

    `note` says why no verdict hangs on it: a rule that no log can show is kept for the reader, and nothing reads it.
    """

    key: str
    unit: str
    about: str
    choices: tuple[str, ...] = ()
    note: str | None = None


# The paytables of a house-banked table that the rulebook names by letter.
PAYTABLES: Final = {"odds": "A", "bad_beat": "ABCD", "pocket": "ABC", "trips": "ABCD", "progressive": "ABCDEFGHIJ"}

_LIST: list[tuple[str, str, str] | tuple[str, str, str, tuple[str, ...]]] = [
    # -- rake and collection
    ("rake.plan", "word", "how the house is paid: from the pot, by time, or both; compiled, no rulebook sets it",
     ("pot", "time", "pot+time")),
    ("rake.percent", "percent", "share of the contested pot"),
    ("rake.step", "cents", "the rake is taken in whole steps of this much; silent: whole chips of the game"),
    ("rake.cap", "cents", "the most that is taken from one pot"),
    ("rake.no_flop_no_drop", "yes", "nothing is taken from a flop game that saw no flop"),
    ("rake.preflop", "word", "what a hand without a flop pays, where no_flop_no_drop is not in force",
     ("never", "after-call-and-raise")),
    ("rake.preflop_straddle_is_blind", "yes", "a straddle is no raise when the action before the flop is counted"),
    ("rake.short", "cents by seats", "the cap by seats dealt in, at a short table"),
    ("rake.short_mixed", "cents by seats", "the cap of mixed games, by seats under the game's maximum"),
    ("rake.street_by_street", "yes", "taken after each betting round, once the next street is out"),
    ("rake.uncalled_excluded", "yes", "an uncalled bet is no part of what is raked"),
    ("rake.drop", "cents", "a fixed drop from every pot; the house file sets it"),
    ("rake.from_flop", "yes", "the fixed drop is taken once there is a flop; the house file sets it"),
    ("rake.above", "cents", "the pot from which a share is taken beside the drop; the house file sets it"),
    ("rake.tiers", "cents by pot", "what is taken from each size of pot on; the house file sets it"),
    ("rake.after_first_call", "cents", "what is taken before the flop, once somebody called; the house file sets it"),
    ("rake.by", "cents by seats", "what is due by seats dealt in; the house file sets it"),
    ("takings.only_posted", "yes", "the house takes nothing but its rake, or the time of the placard"),
    ("promo.amount", "cents", "the promotional drop; the house file sets it"),
    ("promo.from_pot", "cents", "the contested pot from which the promotional drop is taken"),
    ("promo.reduced_short", "yes", "the short-table reduction applies to the promotional drop"),
    ("promo.no_flop_no_drop", "yes", "no promotional drop without a flop"),
    ("time.rate", "cents", "time of one seat; the house file sets it"),
    ("time.minutes", "minutes", "time is owed once in this many minutes"),
    ("time.style", "word", "each seat pays, or one pot, or one flop", ("seat", "pot", "flop")),
    ("time.owed_after_call", "yes", "time is owed only once it was called"),
    ("time.absent_pay", "yes", "absent participants pay too"),
    ("time.collected_by", "word", "who collects", ("dealer-in-the-box",)),
    ("time.before_next_hand", "yes", "collected before the next hand is dealt"),
    ("time.playover_both_pay", "yes", "the absent seat and its playover both pay"),
    ("time.playover_goes_to", "word", "where the playover's time goes", ("current-pot", "next-pot")),
    ("time.pot_hand", "word", "which hand pays a time pot", ("hand-after-call", "first-pot-that-covers")),
    ("time.pot_time_raked_only", "yes", "time pots and time flops only at tables that are raked by time"),
    ("time.flop_hand", "word", "which hand pays a time flop", ("hand-after-call", "first-flop")),
    # -- button, blinds, forced bets
    ("button.dead", "yes", "the big blind always moves on; small blind and button may stand at an empty seat"),
    ("button.kind", "word", "how the button moves; the house file sets it", ("dead", "moving")),
    ("button.heads_up_small_blind", "yes", "heads-up the button is the small blind"),
    ("button.heads_up_no_big_blind_twice", "yes", "nobody has the big blind twice running when play becomes heads-up"),
    ("button.after_wrong", "word", "what follows a hand with a wrong button",
     ("goes-on-from-there", "corrected-next-hand")),
    ("button.kind", "word", "dead or moving button, where the rulebook leaves the choice", ("dead", "moving")),
    ("blinds.due", "yes", "both blinds are posted each hand by those whose turn it is"),
    ("blinds.amount", "word", "what a blind amounts to", ("stakes",)),
    ("blinds.short_others_owe_full", "yes", "a blind all-in for less does not lower what the others owe"),
    ("blinds.absent", "word", "an absent seat's blinds", ("posted",)),
    ("blinds.missed.wait", "yes", "one who missed a blind may wait for the big blind"),
    ("blinds.missed.post", "yes", "one who missed blinds may post what was missed"),
    ("blinds.missed.live", "word", "which part of a make-up post is live", ("big-blind-only", "big-blind-or-single")),
    ("blinds.missed.live_straddle", "yes", "one who missed a blind may come back as a live straddle under the gun"),
    ("blinds.missed.buy_button", "word", "who that missed a blind may buy the button", ("big-blind-only",)),
    ("blinds.missed.dealt_in_owing", "word", "a hand dealt to one who owes a blind",
     ("dead-if-looked-else-post-next",)),
    ("blinds.missed.lowball", "word", "coming back at ace-to-five and deuce-to-seven", ("wait-or-kill",)),
    ("blinds.missed.three_blinds", "word", "coming back at pot-limit Omaha with a mandatory button straddle",
     ("straddle-live",)),
    ("blinds.missed.badugi", "word", "coming back at badugi", ("wait",)),
    ("blinds.missed.badeucey", "word", "coming back at badeucey", ("wait",)),
    ("blinds.missed.badacey", "word", "coming back at badacey", ("wait",)),
    ("blinds.buy_button.new_player", "yes", "a new player may buy the button"),
    ("blinds.buy_button.posts", "word", "what buying the button costs", ("big-live-small-dead",)),
    ("blinds.big_only_between", "yes", "a new player there may post the big blind alone; the button passes them by"),
    ("blinds.no_hand_between", "yes", "otherwise nobody comes in between small blind and button"),
    ("blinds.best_position_waits", "hands", "hands that a new player in the best position waits"),
    ("blinds.new_player_posts.nl", "yes", "new players post in no-limit"),
    ("blinds.new_player_posts.pl", "yes", "new players post in pot-limit"),
    ("blinds.new_player_posts.fl", "yes", "new players post in limit"),
    ("blinds.new_player_posts.lowball", "yes", "new players post at draw and lowball games, in any form"),
    ("blinds.new_player_posts.badugi", "yes", "new players post at badugi"),
    ("blinds.new_player_posts.badeucey", "yes", "new players post at badeucey"),
    ("blinds.new_player_posts.badacey", "yes", "new players post at badacey"),
    ("blinds.move_draw_waits", "yes", "at draw and mixed games one who changes seats waits for the same position"),
    ("blinds.transfer_posts.nl", "yes", "players who change tables of their own will post in no-limit"),
    ("blinds.transfer_posts.pl", "yes", "players who change tables of their own will post in pot-limit"),
    ("blinds.transfer_posts.fl", "yes", "players who change tables of their own will post in limit"),
    ("blinds.move_past_free", "players", "active players that one who changes seats may pass without a post"),
    ("blinds.deal_off", "yes", "one who played the button and moves may let the blinds pass once"),
    ("level.next_hand", "yes", "a new level applies to the next hand"),
    ("straddle.allowed", "yes", "straddles are allowed"),
    ("straddle.from", "words", "who may straddle, the first before the second", ("button", "utg", "mississippi")),
    ("straddle.times", "times", "the straddle in big blinds"),
    ("straddle.amount", "cents", "the straddle where the placard names an amount"),
    ("straddle.mandatory", "word", "who has to straddle; the house file sets it", ("button", "utg")),
    ("straddle.mandatory_needs_placard", "yes", "nobody has to straddle unless the placard says so"),
    ("straddle.mandatory_missed", "word", "one who missed a mandatory straddle", ("dead-post-or-wait",)),
    ("straddle.mississippi_needs_placard", "yes", "a straddle from any seat only where the placard says so"),
    ("straddle.multiple", "yes", "more than one straddle in a hand"),
    ("straddle.before_cards", "yes", "posted before any card is dealt"),
    ("straddle.limit_button", "yes", "a straddle from the button in limit"),
    ("straddle.first_raise", "times", "the least first raise over a straddle, in big blinds"),
    ("straddle.in_kill_pot", "yes", "a straddle in a kill pot"),
    ("ante.due", "yes", "everybody who is dealt in posts the ante of the stakes"),
    ("stakes.placard", "yes", "the limits of a game are those of its placard, and are not changed under it"),
    ("buy_in.least", "cents", "the least buy-in; the house file sets it"),
    ("buy_in.most", "cents", "the largest buy-in; the house file sets it"),
    ("buy_in.return", "word", "coming back within the hour of a cash-out", ("what-was-taken",)),
    ("buy_in.transfer", "word", "what one brings to another table of the same game", ("whole-stack",)),
    ("buy_in.switch", "word", "what one brings to another game of the same type", ("whole-stack",)),
    ("buy_in.limit_bets", "times", "the least buy-in of a limit game, in small bets"),
    ("seat.one_game", "yes", "nobody holds a seat in more than one game"),
    ("chips.bought_at", "word", "where players buy their chips, a rebuy too", ("cage",)),
    ("bba.amount", "word", "what a big-blind ante amounts to", ("big-blind",)),
    ("bba.first", "word", "what is posted first", ("blind", "ante")),
    ("bba.short_loses", "word", "what a short stack loses first", ("ante",)),
    ("bba.times", "percent", "a big-blind ante, in hundredths of the big blind"),
    ("bring_in.all_in_for_ante", "word", "who brings it in when the card due has only the ante", ("next-left",)),
    ("bring_in.may_complete", "yes", "the bring-in may open for a full bet"),
    ("kill.kind", "word", "full or half kill; the house file sets it", ("full", "half")),
    ("kill.when", "word", "what makes a kill; the house file sets it", ("two-in-a-row", "scoop")),
    ("kill.full", "percent", "a full kill, in hundredths of the big blind and of the limits"),
    ("kill.half", "percent", "a half kill, in hundredths of the big blind and of the limits"),
    ("kill.legs", "hands", "pots won in a row that make a kill"),
    ("kill.scoop_times", "times", "a scooped pot of this many upper limits makes a kill"),
    ("kill.second_leg", "word", "what the second leg has to win beside the blinds", ("small-bet",)),
    ("kill.blind_is_blind", "yes", "the kill blind counts as part of the blinds for the second leg"),
    ("kill.acting", "word", "when the kill acts", ("in-turn", "last")),
    ("kill.acting_time_raked_limit", "word", "when the kill acts in time-raked limit games", ("in-turn", "last")),
    ("kill.neutral", "words", "when nobody has the kill button", ("first-hand", "winner-left", "split-without-leg")),
    ("kill.split_keeps_leg", "yes", "one with a leg who splits the next pot keeps the leg, and a kill kills again"),
    ("kill.leaver_keeps_leg", "yes", "one who leaves with a leg still has it on return"),
    ("kill.owed_when_leaving", "yes", "a kill is owed even by one who wishes to quit"),
    ("kill.missed", "word", "when a missed kill is posted", ("first-hand-off-button-and-blinds",)),
    ("kill.one_a_deal", "yes", "one kill a deal"),
    ("kill.wins_again", "yes", "a kill that wins kills again, whatever it won"),
    ("kill.buy_button", "word", "buying the button in a kill pot", ("unless-kill-in-blinds",)),
    # -- action and betting
    ("action.out_of_turn", "word", "action out of turn binds", ("if-unchanged",)),
    ("action.premature_card_plays", "yes", "a card dealt before the betting was complete plays"),
    ("bet.least", "word", "the least bet", ("big-blind",)),
    ("bet.limit.all", "word", "a bet in limit", ("of-the-street",)),
    ("bet.limit.razz", "word", "the same at razz", ("of-the-street",)),
    ("bet.limit.stud8", "word", "the same at stud eight or better", ("of-the-street",)),
    ("bet.completion", "word", "what a bring-in is completed to", ("full-bet",)),
    ("call.amount", "word", "what a call comes to", ("the-bet",)),
    ("call.amount_limit", "word", "the same in limit", ("the-bet",)),
    ("call.bring_in", "word", "what enters behind a bring-in", ("bring-in",)),
    ("action.declared", "word", "what a declared action has to be", ("open-and-binding",)),
    ("action.active_only", "yes", "only a player with a live hand can act"),
    ("bet.straddle_raises_opening_only", "yes", "a straddle raises the opening, not later minimum bets"),
    ("bet.completing_no_limit", "yes", "a short all-in may be completed in no-limit"),
    ("raise.least", "word", "the least raise", ("largest-of-round",)),
    ("raise.limit", "word", "a raise in limit", ("full-bet",)),
    ("raise.reopens", "word", "when a short all-in reopens in no-limit and pot-limit", ("full-raise-faced",)),
    ("raise.reopens_half_bet_limit", "yes", "half a bet or more reopens in limit"),
    ("raise.cap_limit", "times", "raises after the bet in limit"),
    ("raise.cap_from", "players", "players not all-in from which the cap holds"),
    ("raise.cap_draw", "times", "raises after the bet in limit draw games"),
    ("raise.uncapped", "word", "when the cap falls in limit",
     ("round-began-heads-up", "last-two-of-tournament", "heads-up-before-cap", "never")),
    ("raise.uncapped_no_limit", "yes", "no cap in no-limit and pot-limit"),
    ("raise.straddle_counts", "yes", "a straddle is a bet for the cap"),
    ("raise.completion_counts", "yes", "a completion of the bring-in is a raise for the cap"),
    ("pot_limit.call_first", "yes", "a pot raise calls first, then adds the pot"),
    ("pot_limit.small_blind_as_big", "yes", "the small blind counts as a big blind in the pot"),
    ("pot_limit.small_blind_until", "word", "until when it does", ("big-blind-acted",)),
    ("pot_limit.three_blinds_1_2_5", "cents", "what the blinds of a $1-$2-$5 game count together"),
    ("pot_limit.overbet_accepted_stands", "yes", "an over-bet that all accepted stands"),
    ("wager.smallest_chip", "word", "the smallest chip that may be wagered", ("of-big-blind", "in-play")),
    ("wager.chip", "cents", "the smallest wager chip; the house file sets it"),
    ("wager.most", "cents", "the largest single wager; the house file sets it"),
    ("wager.all_in_exempt", "yes", "an all-in need not be in that chip"),
    ("wager.all_in_exempt_pot_limit", "yes", "an all-in need not be in that chip in pot-limit"),
    ("wager.table_stakes", "yes", "only what was on the table at the start of the deal plays"),
    ("wager.most", "cents", "the largest single wager"),
    ("buy_in.least", "cents", "the least that a player may sit down with; the house file sets it"),
    ("buy_in.most", "cents", "the most that a player may have on the table after buying; the house file sets it"),
    ("run_it.where", "words", "where several boards may be run", ("time-raked-flop", "nl-holdem-5-10", "pl-omaha")),
    ("run_it.times", "times", "the most boards; the house file may set it"),
    ("run_it.all_in_needed", "yes", "at least one player has to be all-in"),
    ("run_it.all_agree", "yes", "all who are left in the pot have to agree"),
    ("run_it.check_down", "yes", "an agreement to check down before it"),
    ("run_it.last_card", "word", "the last card of the stub on a later river", ("dealt", "shuffled-with-burns")),
    ("run_it.short_stub", "words", "what is shuffled in, in this order, when the stub is short", ("burns", "muck")),
    # -- cards and dealing
    ("misdeal.causes", "words", "what makes a misdeal",
     ("first-two-exposed", "two-exposed", "two-boxed", "two-extra", "wrong-number", "out-of-sequence", "button-wrong",
      "first-card-wrong-seat", "not-entitled-dealt", "entitled-left-out", "stud-down-exposed", "draw-second-exposed")),
    ("misdeal.causes_draw", "words", "what makes a misdeal in draw games",
     ("first-two-exposed", "two-exposed", "two-extra", "wrong-number", "out-of-sequence", "button-wrong",
      "first-card-wrong-seat", "not-entitled-dealt", "entitled-left-out")),
    ("misdeal.noticed_before", "word", "until when a misdeal may be called", ("two-have-acted",)),
    ("misdeal.substantial_action", "word", "what ends the right to call a misdeal",
     ("three-alike-or-two-mixed", "two-with-chips-or-three")),
    ("misdeal.substantial_action_stud", "word", "the same in stud", ("two-after-forced-bet",)),
    ("misdeal.substantial_action_ofc", "word", "the same in open-face Chinese", ("second-draw-set",)),
    ("misdeal.after_substantial_action", "yes", "a misdeal may still be called after it"),
    ("misdeal.redeal", "word", "how a misdealt hand is dealt again", ("exact-replay",)),
    ("cards.two_equal_void", "yes", "two equal cards: all money goes back"),
    ("cards.boxed_void_from", "cards", "boxed cards that void a hand"),
    ("cards.boxed_counted", "word", "which boxed cards count", ("needed", "any")),
    ("cards.other_back_void", "yes", "a card of another back in play: all money goes back"),
    ("cards.missing_void", "yes", "missing cards undo a hand"),
    ("cards.joker", "word", "a joker where none is used", ("scrap", "deck-replaced")),
    ("cards.mexican_deck", "yes", "Mexican poker is dealt without eights, nines and tens"),
    ("cards.burn", "cards", "cards burned before a street"),
    ("cards.burn_draw", "cards", "cards burned before a draw, also when all stand pat"),
    ("cards.burn_stud_total", "cards", "burns of a stud hand dealt to the end"),
    ("cards.burn_turn_and_river", "cards", "house-banked: cards burned before turn and river"),
    ("cards.burn_by_hand_only", "yes", "house-banked: burns only when dealt by hand"),
    ("cards.stud_both_up", "word", "both hole cards of a stud hand dealt face up", ("dead-ante-back",)),
    ("cards.unbet_fold_dealt", "yes", "a stud hand folded to no bet gets cards until a bet kills it"),
    ("cards.draw_exposed_low_kept", "yes", "in no-limit and pot-limit lowball low cards exposed in the deal are kept"),
    ("cards.draw_exposed", "word", "an exposed card in a draw game", ("replaced",)),
    ("draw.most", "cards", "cards that a seat may draw, and never more than it holds"),
    ("draw.in_turn", "yes", "who is in says in turn, before the betting, what is drawn"),
    ("cards.seventh_face_up", "word", "seventh street dealt face up", ("first-up-all-up-else-option",)),
    ("flop.four_cards", "word", "a flop of four cards", ("floor-picks-burn", "top-card-burn")),
    ("flop.five_cards", "word", "a flop of five or more", ("reshuffle",)),
    ("premature.flop", "word", "a flop dealt before the betting was complete", ("reshuffle",)),
    ("premature.turn", "word", "a turn dealt before the betting was complete", ("reshuffle", "next-card")),
    ("premature.river", "word", "a river dealt before the betting was complete", ("reshuffle",)),
    ("premature.burn_again", "yes", "a card is burned again before a street that is dealt from the reshuffled stub"),
    ("cards.stud_third", "word", "the third card of a stud hand behind a hole card that came up", ("down",)),
    ("mixed.button_frozen", "yes", "the button stays where it is through stud rounds"),
    # -- stub, shuffler, deck
    ("stub.deck", "cards", "cards of a full deck"),
    ("stub.deck_by_hand", "cards", "house-banked, by hand: cards of a full deck"),
    ("stub.count_first_hand", "yes", "the stub is counted on the first hand of a down"),
    ("stub.new_deck_exempt", "yes", "not when the deck is new"),
    ("stub.count_again", "times", "counts more in the down"),
    ("stub.wrong_count", "words", "what a wrong count asks for",
     ("change-deck", "call-floor", "remove-deck")),
    ("stub.wrong_count_by_hand", "words", "house-banked, by hand: what a wrong count asks for",
     ("change-deck", "call-floor", "remove-deck")),
    ("stub.stud_from", "players", "players from which the stub is counted before seventh street"),
    ("stub.stud_extra", "cards", "cards needed before seventh street over the number of players"),
    ("stub.stud_community_from", "cards", "cards of a short stub from which a community card needs no burns"),
    ("stub.stud_short", "words", "what is done with a short stub, in this order", ("burns", "community")),
    ("stub.stud_sixth_from", "players", "players from which the stub is counted before sixth street"),
    ("stub.super_stud_community", "yes", "a community card in super stud"),
    ("stub.mexican_extra", "cards", "cards needed before fifth street of Mexican stud over the number of players"),
    ("stub.draw_sources", "words", "what makes a new stub in draw games", ("stub", "muck")),
    ("stub.draw_burns", "yes", "burns go into a new stub in draw games"),
    ("stub.draw_this_rounds_discards", "yes", "discards of the draw in progress go into a new stub"),
    ("stub.draw_last_card", "word", "the last card of the stub in draw games",
     ("never-dealt", "completes-last-draw")),
    ("stub.draw_burn_again", "yes", "a card is burned again after the reshuffle"),
    ("stub.drawmaha_last_card_river", "yes", "the last card is dealt as the river of drawmaha"),
    ("stub.count_every.hand", "rounds", "house-banked, by hand: rounds in which a count has to fall"),
    ("stub.count_every.shoe", "rounds", "house-banked, from a manual shoe: rounds in which a count has to fall"),
    ("stub.count_every.machine", "rounds", "house-banked, from a machine: rounds in which a count has to fall"),
    ("stub.count_every_exempt", "word", "who need not count", ("counting-shuffler",)),
    ("shuffler.counts", "yes", "the tables' shufflers count each deck; the house file sets it"),
    ("shuffler.wrong_count", "words", "what a shuffler's wrong count asks for",
     ("change-deck", "call-floor", "remove-deck")),
    ("shuffler.jam", "words", "what a jam of the shuffler asks for", ("return-wagers", "reshuffle")),
    ("shuffler.shoe_jam", "words", "what a jam of an automated shoe asks for",
     ("void-round", "return-wagers", "reshuffle")),
    ("shuffler.shuffle_after_round", "yes", "the cards are shuffled after each round"),
    ("deck.change_hours.hand", "hours", "a deck dealt by hand is changed at least this often"),
    ("deck.change_hours.shoe", "hours", "a deck dealt from a shoe is changed at least this often"),
    ("deck.alternate", "yes", "with a shuffler two decks alternate"),
    ("deck.change_on", "words", "when a deck is changed", ("push", "level", "request", "marked-card", "wrong-count")),
    ("dealing.from", "word", "how the cards are dealt; the house file sets it", ("hand", "shoe")),
    ("bank.variance", "yes", "a variance of the table bank is reported to the floor"),
    # -- pots, showdown
    ("showdown.cards_speak", "yes", "the cards decide, not what is said of them"),
    ("showdown.all_cards_tabled", "yes", "all cards are tabled to win a contested pot"),
    ("showdown.board_tabled", "yes", "also by one who plays the board"),
    ("showdown.sole_hand_shows", "yes", "the only live hand has to be shown"),
    ("showdown.order", "word", "who shows first", ("last-aggressor-else-first",)),
    ("showdown.all_in", "word", "who shows first where betting ended before the last card",
     ("all-in-bettor", "all-at-once")),
    ("showdown.all_in_tabled", "word", "whose hands are tabled before more cards once nobody can bet and one is all-in",
     ("all", "heads-up")),
    ("showdown.side_pot_first", "yes", "seats of a side pot show before those that play for the main pot alone"),
    ("dead_hand.folded", "yes", "a folded hand is dead"),
    ("dead_hand.wrong_number", "yes", "a hand of a wrong number of cards is dead"),
    ("dead_hand.joker", "yes", "a hand with a joker that the game does not use is dead once it was acted on"),
    ("pots.separate", "yes", "every pot is split by itself"),
    ("pots.order", "word", "which pot is split first", ("last-side-first",)),
    ("pots.uncalled_returned", "yes", "an uncalled bet goes back"),
    ("pots.side_pot_for_short_blind", "yes", "a blind all-in for less makes a side pot for the rest"),
    ("hilo.halves", "yes", "high and low take half each"),
    ("hilo.qualifier", "rank", "the highest card of a qualifying low"),
    ("hilo.no_low_high_takes_all", "yes", "without a qualifying low the high takes all"),
    # -- odd chips
    ("odd_chip.unit", "word", "the unit to which it is broken", ("of-blinds", "in-play")),
    ("odd_chip.button", "word", "who gets it in a button game", ("first-clockwise",)),
    ("odd_chip.stud", "word", "the cards among which the highest decides in stud", ("five", "seven")),
    ("odd_chip.high_half", "yes", "between the halves it goes to the high"),
    ("odd_chip.equal_both_ways", "word", "hands equal both ways", ("as-even-as-possible",)),
    ("odd_chip.low_low", "word", "between two lows of a draw game", ("five-card",)),
    ("odd_chip.razzdugi", "word", "between the halves of razzdugi", ("razz",)),
    ("odd_chip.one_each", "yes", "no seat gets a second one of a pot"),
    ("odd_chip.suits", "words", "suits from the highest", ("spades", "hearts", "diamonds", "clubs")),
    ("odd_chip.stud_low", "word", "the card that decides between low hands in stud; silent: the highest",
     ("high", "low")),
    # -- dealer down cards
    ("down_card.sign", "yes", "every slot is signed by the dealer who pushes in"),
    ("down_card.one_table", "yes", "a dealer signs one table in a slot"),
    ("down_card.emp_digits", "digits", "digits of the employee number on the card"),
    ("down_card.names", "yes", "last and first name stand beside the number"),
    ("down_card.slot", "minutes", "length of a slot"),
    ("down_card.close", "words", "what closes a card", ("line", "total", "initials")),
    ("down_card.setup_pays", "yes", "setting up is a down"),
    ("down_card.bag_pays", "yes", "bagging is a down"),
    ("down_card.most_in_a_row", "times", "downs in a row before a break; the house file sets it"),
    ("push.quiet_minutes", "minutes", "no push in the last minutes before a level or a break"),
    ("push.before_break", "yes", "a push just before a break or a level"),
    ("push.hand_for_hand", "yes", "a push in hand-for-hand"),
    ("push.colour_up", "yes", "a push during a color-up"),
    ("push.bagging", "yes", "a push during bagging"),
    # -- Chinese games
    ("ofc.row", "points", "points of a row won"),
    ("ofc.scoop", "points", "points more for all three rows"),
    ("ofc.foul_is_scooped", "yes", "a fouled hand is scooped by one that is not"),
    ("ofc.royalties_when_fouled", "yes", "a fouled hand earns royalties"),
    ("ofc.royalties.front", "points by hand", "royalties of the front row"),
    ("ofc.royalties.middle", "points by hand", "royalties of the middle row"),
    ("ofc.royalties.back", "points by hand", "royalties of the back row"),
    ("ofc.royalties.middle_27", "points by hand", "royalties of a deuce-to-seven middle row"),
    ("ofc.middle_27_best_foul_free", "rank", "the highest card of a deuce-to-seven middle row that is no foul"),
    ("ofc.perfect_low", "points", "royalty of 75432; the house file sets it"),
    ("ofc.perfect_low_least", "points", "the least royalty of 75432"),
    ("ofc.perfect_low_most", "points", "the highest royalty of 75432"),
    ("ofc.table_stakes", "word", "what a short stack plays for", ("start-of-hand", "what-is-left")),
    ("ofc.wrong_number_fouls", "yes", "a wrong number of cards set is a foul"),
    ("ofc.cards", "cards", "cards of a hand"),
    ("ofc.pays_first", "word", "with whom the comparisons begin", ("button", "left-of-button")),
    ("ofc.first_card", "word", "who gets the first cards", ("left-of-button",)),
    ("ofc.five_players", "word", "who of five players is not dealt in", ("button-sits-out",)),
    ("ofc.boxed_in_deal", "cards", "boxed cards in the first deal that are a misdeal"),
    ("ofc.boxed_early", "cards", "boxed cards that are a misdeal until the second draw is set"),
    ("chinese.cards", "cards", "cards of a stack of plain Chinese poker"),
    ("chinese.first_stack", "word", "who gets the first stack", ("left-of-button",)),
    ("chinese.five_players", "word", "who of five players is not dealt in", ("button-sits-out",)),
    ("chinese.wrong_stacks", "word", "fourteen cards in one stack and twelve in another", ("fourteen-gives-one",)),
    ("ofc.fantasyland", "word", "the front that opens Fantasyland; the house file sets it"),
    ("ofc.progressive", "yes", "the progressive Fantasyland; the house file sets it"),
    ("ofc.fantasyland_cards", "cards", "cards dealt in Fantasyland"),
    ("ofc.fantasyland_cards_pineapple", "cards", "cards dealt in Fantasyland of the pineapple game"),
    ("ofc.fantasyland_stays", "words", "what keeps a seat there",
     ("quads-back", "full-house-middle", "trips-front")),
    ("ofc.fantasyland_most_in_a_row", "times", "Fantasylands in a row"),
    # -- house-banked
    ("huhe.ante_equals_odds", "yes", "ante and odds wagers are equal"),
    ("huhe.raise.preflop", "times", "a raise before the flop, in antes"),
    ("huhe.raise.flop", "times", "a raise on the flop, in antes"),
    ("huhe.raise.river", "times", "a raise after turn and river, in antes"),
    ("huhe.dealer_qualifies", "word", "what the dealer needs, or the ante is pushed", ("pair",)),
    ("huhe.ante_pays", "percent", "a winning ante or raise pays this"),
    ("huhe.no_more_bets", "yes", "once a card is dealt nothing but a raise is wagered"),
    ("huhe.deals_to_wagers", "yes", "only a seat that placed the required wagers is dealt in"),
    ("huhe.one_position", "yes", "nobody wagers at more than one betting position"),
    ("huhe.settle.fold", "word", "what becomes of ante and odds of a seat that folds", ("take", "push")),
    ("huhe.settle.tie", "word", "what becomes of ante, odds and raise of equal hands", ("push", "take")),
    ("huhe.settle.lose", "word", "what becomes of ante, odds and raise of a lower hand", ("take", "push")),
    ("huhe.settle.unqualified", "word", "what becomes of the ante where the dealer does not qualify", ("push", "take")),
    ("huhe.bad_beat_from", "word", "the least losing hand that is a bad beat", ("straight",)),
    ("huhe.fold_settles", "words", "wagers that are settled although the seat folded", ("trips", "pocket")),
    ("huhe.envy_own_hand", "yes", "a seat gets an envy bonus for its own hand"),
    ("huhe.limit_least", "cents", "the least ceiling on one hand"),
    ("huhe.limit_binds_progressive", "yes", "the ceiling binds the progressive"),
    ("huhe.void.face_up_from", "cards", "cards found face up that void a round"),
    ("huhe.void.face_up_settles", "words", "wagers settled all the same once the first two cards are out",
     ("pocket",)),
    ("huhe.void.wrong_number", "yes", "a wrong number of cards voids a round"),
    ("huhe.void.wrong_count", "yes", "a wrong count of the stub voids a round"),
    ("huhe.void.wrong_count_by_hand", "yes", "a wrong count of the stub voids a round that is dealt by hand"),
    ("huhe.void.dealer_exposed", "yes", "a dealer's card seen too early voids a round"),
    ("huhe.void.dealer_exposed_settles", "words", "wagers settled all the same", ("pocket", "trips")),
    *((f"paytables.{_table}", "word", "the paytable in use; the house file sets it", tuple(_letters))
      for _table, _letters in PAYTABLES.items()),
    ("paytables.limit", "cents", "the ceiling on one hand; the house file sets it"),
    ("seats.table", "seats", "seats of the table; the house file sets it"),
    ("seats.final_table_more", "seats", "seats more than the game's most at a final table"),
    ("seats.final_table_more_stud", "seats", "the same in stud"),
    ("seats.full_draw_table", "word", "who sits out where more have seats than a draw game deals to",
     ("in-front-of-big-blind",)),
    ("razzdeucey.ace", "word", "the ace at razzdeucey, also for the bring-in, the boards and the razz half",
     ("low", "high")),
    ("mixed.games", "words", "the games of the rotation; the house file sets it", v.GAMES),
]  # fmt: skip

for _game in ("badugi", "badeucey", "badacey", "drawmaha"):
    _LIST.append((f"stub.draw_sources_of.{_game}", "words", f"what makes a new stub at {_game}", ("stub", "muck")))
    _LIST.append(
        (f"stub.draw_this_rounds_discards_of.{_game}", "yes", f"discards of the draw in progress go into it at {_game}")
    )
for _game in ("badeucey", "badacey", "razzdugi", "razzdeucey", "drawmaha"):
    _LIST.append((f"hilo.halves_of.{_game}", "yes", f"the two parts of {_game} take half each"))
_STUD_GAMES: Final = tuple(code for code, game in GAMES.items() if game.opener == "bring-in")
for _game in v.GAMES:
    _LIST.append((f"seats.{_game}", "seats", f"the most that may be dealt in at {_game}"))
for _game in _STUD_GAMES:
    _LIST.append((f"bring_in.{_game}", "word", f"the up card that brings it in at {_game}", ("low", "high")))
    _LIST.append((f"first_later.{_game}", "word", f"the board that acts first later at {_game}", ("high", "low")))
    _LIST.append((f"open_pair.{_game}", "yes", f"an open pair on fourth street opens either limit at {_game}"))
for _table, _letters in PAYTABLES.items():
    for _letter in _letters if _table != "progressive" else "":
        _LIST.append((f"huhe.{_table}.{_letter}", "percent by hand", f"paytable {_letter} of {_table}"))
for _letter in PAYTABLES["progressive"]:
    _LIST.append((f"huhe.progressive.{_letter}.meter", "percent by hand", f"shares of the meter, paytable {_letter}"))
    _LIST.append((f"huhe.progressive.{_letter}.fixed", "cents by hand", f"fixed payouts, paytable {_letter}"))
    _LIST.append((f"huhe.progressive.{_letter}.reset", "cents", f"the least reset of the meter, paytable {_letter}"))
_LIST.append(("huhe.envy.J", "cents by hand", "envy bonus for a wager of one dollar, paytable J"))

# fmt: off
# Keys that no verdict hangs on, and why. tests/test_flips.py asks every other key for a case that shows it.
_NOTES: Final[dict[str, str]] = {
    "time.collected_by": "no log shows who collected the time",
    "time.before_next_hand":
        "no log shows it apart from the hand after the call, which owes the time (time.owed_after_call)",
    "time.playover_both_pay": "no log shows how long somebody plays over, nor what dead money in a pot is for",
    "time.playover_goes_to": "no log shows what dead money in a pot is for",
    "blinds.missed.wait": "no log can show a wrong: to wait is open to everybody, and is never told",
    "blinds.missed.dealt_in_owing":
        "no log shows whether a player looked at the cards; that a hand was dealt is told (BL05)",
    "blinds.transfer_posts.nl": "no log shows whether a player changed tables of their own will",
    "blinds.transfer_posts.pl": "no log shows whether a player changed tables of their own will",
    "blinds.transfer_posts.fl": "no log shows whether a player changed tables of their own will",
    "run_it.all_agree": "no log shows who agreed to run more boards",
    "misdeal.noticed_before": "no log shows when attention was called to a misdeal",
    "stub.stud_sixth_from": "no log shows whether the dealer counted the stub before sixth street",
    "pots.order": "no log has to keep the order in which pots were split: every pot is judged by itself",
    "showdown.board_tabled":
        "no log shows what a player plays; whoever wins a contested pot has to table all cards (PT09)",
    "seats.holdem": "no log has more than ten seats, and ten may be dealt in",
    "seats.omaha": "no log has more than ten seats, and ten may be dealt in",
    "seats.omaha8": "no log has more than ten seats, and ten may be dealt in",
    "draw.most": "only quoted: nobody can draw more cards than the hand holds, which is what the game declares",
    "straddle.mandatory_needs_placard":
        "decided by the house file: a straddle is a duty only where straddle.mandatory names it",
    "straddle.mississippi_needs_placard": "decided by the house file: only its straddle.from can name every seat",
    "raise.uncapped_no_limit": "decided by the betting form: raises are counted in limit alone",
    "misdeal.after_substantial_action":
        "decided by misdeal.substantial_action: what ends the right is judged, and all books say no",
    "cards.missing_void":
        "decided by the count of the stub: a card that is missing is told there (SC01) and undoes nothing",
    "cards.joker": "only quoted: a joker is told the same, whether it is scrap or the deck is replaced",
    "cards.burn_stud_total": "decided by cards.burn: one before each of the four streets",
    "stub.deck": "only quoted: a game's declaration says how many cards its deck has",
    "stub.deck_by_hand": "only quoted: a game's declaration says how many cards its deck has",
    "pots.side_pot_for_short_blind":
        "decided by the pots themselves: whatever somebody could not match makes a side pot (PT03)",
    "odd_chip.unit": "only quoted: both are the smallest chip that the stakes name, else what makes up the forced bets",
    "down_card.setup_pays": "decides the payroll table, which tells of no wrong",
    "down_card.bag_pays": "decides the payroll table, which tells of no wrong",
    "kill.neutral": "decided by the legs: nobody has the button where nobody has a leg",
    "shuffler.shoe_jam": "no log says whether a shoe or a shuffler jammed; both are judged by shuffler.jam (SC09)",
    "stub.count_every.machine":
        "no feed says that a machine deals: the house file knows dealing by hand and from a shoe",
    "run_it.times": "no log holds more than three boards, and three may be run",
    "down_card.emp_digits":
        "no feed could hold another number: a row of the down cards has the six digits that the card prints (DC03)",
    "down_card.slot":
        "no feed could hold another length: a row of the down cards is a half hour, as the card prints it",
    "odd_chip.low_low":
        "only quoted: the rule that it shares with odd_chip.high_half; the game declares its first part",
}
# The same of single values, by their flips (tests/flips.py).
VALUE_NOTES: Final[dict[str, str]] = {
    "misdeal.causes without two-extra":
        "decided by wrong-number: every book that names two extra cards names that too, and it is wider",
    "blinds.new_player_posts.fl true":
        "decided by the tournament: only there a book says no, and nobody owes a post there",
    "misdeal.causes without button-wrong":
        "decided by the button: one that stood wrong is told as such (BL07), misdeal or not",
    "misdeal.causes_draw without button-wrong":
        "decided by the button: one that stood wrong is told as such (BL07), misdeal or not",
    "misdeal.causes_draw without out-of-sequence":
        "decided by not-entitled-dealt and first-card-wrong-seat, which stand beside it in every list of draw "
        "games",
    "stub.wrong_count without call-floor": "no log has to say whether the floor was called",
    "shuffler.wrong_count without call-floor": "no log has to say whether the floor was called",
    "deck.change_on without marked-card": "no log shows a marked card",
    "deck.change_on without request": "no log shows who asked for a new deck",
    "deck.change_on without wrong-count": "decided by stub.wrong_count and shuffler.wrong_count (SC04, SC11)",
    "down_card.close without line": "no feed shows whether blank slots were lined out",
}
# fmt: on
# The same of whole families, by how their keys begin.
_NOTES_OF: Final[dict[str, str]] = {}


def _note(key: str) -> str | None:
    return _NOTES.get(key) or next((why for begun, why in _NOTES_OF.items() if key.startswith(begun)), None)


TERM_KEYS: Final[dict[str, TermKey]] = {entry[0]: replace(TermKey(*entry), note=_note(entry[0])) for entry in _LIST}
