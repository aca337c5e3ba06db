"""What each key of the law says, as whole sentences of our own, for every value that it may have.

A text is said of any value and may hold `{}` for it; by value it is a table, of which `yes` and `no` are said of a key
of yes or no. A key that is not here is said by its line in `keys.py`: a yes as it stands, a number as "… is 5 cards".
"""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, str | dict[str, str]]] = {
    # -- rake and collection
    "rake.plan": {
        "pot": "The house is paid from the pot.",
        "time": "The house is paid by time.",
        "pot+time": "The house is paid from the pot and by time.",
    },
    "rake.percent": "The house takes {} of the contested pot.",
    "rake.step": "The rake is taken in whole steps of {}.",
    "rake.cap": "The house takes at most {} from one pot.",
    "rake.no_flop_no_drop": {
        "yes": "Nothing is taken from a flop game that saw no flop.",
        "no": "A pot may be raked although it saw no flop.",
    },
    "rake.preflop": {
        "never": "A hand that ends before the flop pays no rake.",
        "after-call-and-raise": "A hand that ends before the flop pays rake once there was a call and a raise, or two "
        "raises.",
    },
    "rake.short": "At a short table the most that may be taken falls with the seats dealt in: {}.",
    "rake.short_mixed": "In mixed games the most that may be taken falls with the seats under the game's maximum: {}.",
    "rake.street_by_street": "The rake is taken after each betting round, once the next street is out.",
    "rake.drop": "A fixed drop of {} is taken from every pot.",
    "rake.above": "Beside the drop a share is taken once the pot reaches {}.",
    "rake.tiers": "The house takes by the size of the pot: {}.",
    "rake.after_first_call": "Once somebody called before the flop, {} is taken.",
    "rake.by": "The rake goes by the seats dealt in: {}.",
    "promo.amount": "The promotional drop is {}.",
    "promo.from_pot": "The promotional drop is taken once the contested pot reaches {}.",
    "promo.reduced_short": {
        "yes": "A short table pays a smaller promotional drop.",
        "no": "A short table pays the whole promotional drop.",
    },
    "promo.no_flop_no_drop": "Without a flop no promotional drop is taken.",
    "time.rate": "Each seat pays {} of time.",
    "time.minutes": "Time is owed once in {}.",
    "time.style": {
        "seat": "Each seat pays its time.",
        "pot": "One pot pays the time of the table.",
        "flop": "One flop pays the time of the table.",
    },
    "time.absent_pay": "Players who are away from the table pay time too.",
    "time.collected_by": {"dealer-in-the-box": "The dealer in the box collects the time."},
    "time.before_next_hand": "Time is collected before the next hand is dealt.",
    "time.playover_goes_to": {
        "current-pot": "The time of a playover goes into the current pot.",
        "next-pot": "The time of a playover goes into the next pot.",
    },
    "time.pot_hand": {
        "hand-after-call": "The hand dealt right after the call pays a time pot.",
        "first-pot-that-covers": "The first pot after the call that covers it pays a time pot.",
    },
    "time.pot_time_raked_only": "Time pots and time flops are taken only at tables that are raked by time.",
    "time.flop_hand": {
        "hand-after-call": "The hand dealt right after the call pays a time flop.",
        "first-flop": "The first flop after the call pays a time flop.",
    },
    # -- button, blinds, forced bets
    "button.kind": {
        "dead": "The button is dead: it may stand at an empty seat.",
        "moving": "The button moves to the next player.",
    },
    "button.after_wrong": {
        "goes-on-from-there": "After a wrong button the next hand goes on from where it stood.",
        "corrected-next-hand": "A wrong button is put right in the next hand.",
    },
    "blinds.amount": {"stakes": "A blind is what the stakes of the game say."},
    "blinds.absent": {"posted": "The blinds of an absent player are posted."},
    "blinds.missed.live": {
        "big-blind-only": "Of blinds that are made up, the big blind is live and the rest is dead.",
        "big-blind-or-single": "Of blinds that are made up, the big blind is live and the rest is dead; one blind "
        "alone is live.",
    },
    "blinds.missed.buy_button": {"big-blind-only": "Who missed the big blind only may buy the button."},
    "blinds.missed.dealt_in_owing": {
        "dead-if-looked-else-post-next": "A hand dealt to a player who owes a blind is dead once it was "
        "looked at; otherwise the player posts in the next hand.",
    },
    "blinds.missed.lowball": {
        "wait-or-kill": "At lowball a player who missed a blind waits for the big blind or kills the pot."
    },
    "blinds.missed.three_blinds": {
        "straddle-live": "At pot-limit Omaha with a mandatory button straddle, who comes back posts the straddle live.",
    },
    "blinds.missed.badugi": {"wait": "At badugi a player who missed a blind waits for the big blind."},
    "blinds.missed.badeucey": {"wait": "At badeucey a player who missed a blind waits for the big blind."},
    "blinds.missed.badacey": {"wait": "At badacey a player who missed a blind waits for the big blind."},
    "blinds.buy_button.posts": {
        "big-live-small-dead": "Who buys the button posts the big blind live and the small blind dead."
    },
    "blinds.big_only_between": "A new player between the small blind and the button may post the big blind alone; the "
    "button then passes that seat by.",
    "blinds.no_hand_between": "Nobody comes in between the small blind and the button.",
    "blinds.best_position_waits": "A new player in the best position waits {}.",
    "blinds.new_player_posts.nl": {
        "yes": "New players post in no-limit.",
        "no": "New players need not post in no-limit.",
    },
    "blinds.new_player_posts.pl": {
        "yes": "New players post in pot-limit.",
        "no": "New players need not post in pot-limit.",
    },
    "blinds.new_player_posts.fl": {"yes": "New players post in limit.", "no": "New players need not post in limit."},
    "blinds.transfer_posts.nl": {
        "yes": "Players who change tables of their own will post in no-limit.",
        "no": "Players who change tables of their own will need not post in no-limit.",
    },
    "blinds.transfer_posts.pl": {
        "yes": "Players who change tables of their own will post in pot-limit.",
        "no": "Players who change tables of their own will need not post in pot-limit.",
    },
    "blinds.move_past_free": "A player who changes seats may pass {} without a post.",
    "straddle.allowed": {"yes": "Straddles are allowed.", "no": "Straddles are not allowed."},
    "straddle.from": "These may straddle, the first before the second: {}.",
    "straddle.times": "A straddle is {} the big blind.",
    "straddle.amount": "A straddle is {}.",
    "straddle.mandatory": {"button": "The button has to straddle.", "utg": "The seat under the gun has to straddle."},
    "straddle.mandatory_missed": {
        "dead-post-or-wait": "A player who missed a mandatory straddle posts it dead or waits.",
    },
    "straddle.mississippi_needs_placard": "A straddle from any seat is allowed only where the placard says so.",
    "straddle.multiple": {
        "yes": "More than one straddle may be posted in a hand.",
        "no": "No more than one straddle may be posted in a hand.",
    },
    "straddle.before_cards": "A straddle is posted before any card is dealt.",
    "straddle.limit_button": {
        "yes": "In limit the button may straddle.",
        "no": "In limit the button may not straddle.",
    },
    "straddle.first_raise": "The first raise over a straddle comes to at least {} the big blind.",
    "straddle.in_kill_pot": {
        "yes": "A kill pot may be straddled.",
        "no": "A kill pot may not be straddled.",
    },
    "buy_in.least": "A player sits down with at least {}.",
    "buy_in.most": "After buying chips a player has at most {} on the table.",
    "buy_in.return": {
        "what-was-taken": "Who comes back within an hour of a cash-out brings at least what was taken away."
    },
    "buy_in.transfer": {"whole-stack": "Who moves to another table of the same game brings the whole stack."},
    "buy_in.switch": {"whole-stack": "Who moves to another game of the same type brings the whole stack."},
    "buy_in.limit_bets": "In limit the least buy-in is {} the small bet.",
    "chips.bought_at": {"cage": "Players buy their chips at the cage, a rebuy too."},
    "bba.amount": {"big-blind": "A big-blind ante is as much as the big blind."},
    "bba.first": {
        "blind": "The big blind is posted before the big-blind ante.",
        "ante": "The big-blind ante is posted before the big blind.",
    },
    "bba.short_loses": {"ante": "A stack too short for both posts the blind and loses the ante first."},
    "bba.times": "A big-blind ante is {} of the big blind.",
    "bring_in.all_in_for_ante": {
        "next-left": "Where the card due to bring it in has only the ante, the next player to the left brings it in.",
    },
    "kill.kind": {"full": "The game has a full kill.", "half": "The game has a half kill."},
    "kill.when": {
        "two-in-a-row": "Two pots won in a row make a kill.",
        "scoop": "A scooped pot makes a kill.",
    },
    "kill.full": "A full kill makes the big blind and the limits {} of what they were.",
    "kill.half": "A half kill makes the big blind and the limits {} of what they were.",
    "kill.legs": "A player who wins {} in a row kills the next pot.",
    "kill.scoop_times": "A scooped pot of at least {} the upper limit makes a kill.",
    "kill.second_leg": {"small-bet": "The second leg has to win at least one small bet beside the blinds."},
    "kill.blind_is_blind": {
        "yes": "The kill blind counts as a blind for the second leg.",
        "no": "The kill blind does not count as a blind for the second leg.",
    },
    "kill.acting": {"in-turn": "The kill acts in turn.", "last": "The kill acts last in the first round."},
    "kill.acting_time_raked_limit": {
        "in-turn": "In limit games raked by time the kill acts in turn.",
        "last": "In limit games raked by time the kill acts last in the first round.",
    },
    "kill.neutral": "Nobody has the kill button in these cases: {}.",
    "kill.missed": {
        "first-hand-off-button-and-blinds": "A missed kill is posted in the first hand in which the player has "
        "neither the button nor a "
        "blind.",
    },
    "kill.one_a_deal": "A deal has one kill at most.",
    "kill.buy_button": {"unless-kill-in-blinds": "Nobody buys the button while the kill stands in the blinds."},
    # -- action and betting
    "action.out_of_turn": {
        "if-unchanged": "An action out of turn binds as long as the action before it does not change."
    },
    "action.premature_card_plays": {
        "yes": "A card dealt before the betting was complete plays.",
        "no": "A card dealt before the betting was complete does not play.",
    },
    "bet.least": {"big-blind": "The least bet is the big blind."},
    "bet.limit.all": {"of-the-street": "In limit a bet is the bet of its street."},
    "bet.limit.razz": {"of-the-street": "At razz a bet is the bet of its street."},
    "bet.limit.stud8": {"of-the-street": "At stud eight or better a bet is the bet of its street."},
    "bet.completion": {"full-bet": "A bring-in is completed to a full bet."},
    "call.amount": {"the-bet": "A call comes to the bet."},
    "call.amount_limit": {"the-bet": "In limit a call comes to the bet."},
    "call.bring_in": {"bring-in": "Who enters behind a bring-in calls the bring-in."},
    "action.declared": {
        "open-and-binding": "An action has to be one that is open to the player, and once declared it binds."
    },
    "bet.straddle_raises_opening_only": "A straddle raises the opening bet and no later minimum bet.",
    "bet.completing_no_limit": {
        "yes": "In no-limit a short all-in may be completed.",
        "no": "In no-limit a short all-in may not be completed: a raise is a full raise.",
    },
    "raise.least": {"largest-of-round": "A raise is at least as large as the largest bet or raise of the round."},
    "raise.limit": {"full-bet": "In limit a raise is one full bet of the street."},
    "raise.reopens": {
        "full-raise-faced": "A short all-in reopens the betting for a player only if what that player faces adds up to "
        "a full raise."
    },
    "raise.reopens_half_bet_limit": "In limit an all-in of half a bet or more reopens the betting.",
    "raise.cap_limit": "In limit a round has one bet and at most {}.",
    "raise.cap_from": "The cap on raises holds with at least {} who are not all-in.",
    "raise.cap_draw": "In limit draw games a round has one bet and at most {}.",
    "raise.uncapped": {
        "round-began-heads-up": "The cap on raises falls where the round began between two players.",
        "last-two-of-tournament": "The cap on raises falls when two players are left in the tournament.",
        "heads-up-before-cap": "The cap on raises falls where two players are left before it is reached.",
        "never": "The cap on raises never falls.",
    },
    "raise.uncapped_no_limit": "No-limit and pot-limit have no cap on raises.",
    "raise.straddle_counts": {
        "yes": "A straddle counts as a bet for the cap.",
        "no": "A straddle does not count as a bet for the cap.",
    },
    "raise.completion_counts": {
        "yes": "A completion of the bring-in counts as a raise for the cap.",
        "no": "A completion of the bring-in does not count as a raise for the cap.",
    },
    "pot_limit.small_blind_as_big": {
        "yes": "In pot-limit the small blind counts as a big blind in the pot.",
        "no": "In pot-limit the small blind counts as what it is.",
    },
    "pot_limit.small_blind_until": {"big-blind-acted": "It counts so until the big blind has acted."},
    "pot_limit.three_blinds_1_2_5": "The blinds of a $1-$2-$5 game count {} together.",
    "wager.smallest_chip": {
        "of-big-blind": "A wager is made in whole chips of the smallest kind that makes up the big blind.",
        "in-play": "A wager is made in whole chips of the smallest kind in play.",
    },
    "wager.chip": "A wager is made in whole chips of {}.",
    "wager.most": "A single wager is at most {}.",
    "wager.all_in_exempt": {
        "yes": "An all-in need not be in whole chips of that kind.",
        "no": "An all-in too has to be in whole chips of that kind.",
    },
    "wager.all_in_exempt_pot_limit": {
        "yes": "In pot-limit an all-in need not be in whole chips of that kind.",
        "no": "In pot-limit an all-in too has to be in whole chips of that kind.",
    },
    "run_it.where": "Several boards may be run at these games: {}.",
    "run_it.times": "At most {} may be run.",
    "run_it.all_in_needed": "Several boards are run only where at least one player is all-in.",
    "run_it.all_agree": "Several boards are run only if everybody left in the pot agrees.",
    "run_it.check_down": {
        "yes": "Players may agree to check down and then run several boards.",
        "no": "Players may not agree to check down in order to run several boards.",
    },
    "run_it.last_card": {
        "dealt": "The last card of the stub may be dealt on a later river.",
        "shuffled-with-burns": "The last card of the stub is shuffled with the burns before a later river.",
    },
    "run_it.short_stub": "Where the stub is too short for another board these are shuffled in, in this order: {}.",
    # -- cards and dealing
    "misdeal.causes": "A misdeal is called for any of these: {}.",
    "misdeal.causes_draw": "In draw games a misdeal is called for any of these: {}.",
    "misdeal.noticed_before": {"two-have-acted": "A misdeal may be called until two players have acted."},
    "misdeal.substantial_action": {
        "three-alike-or-two-mixed": "Three folds, three checks, or two other actions end the right to call a misdeal.",
        "two-with-chips-or-three": "Two actions of which one puts in chips, or any three, end the right to call a "
        "misdeal.",
    },
    "misdeal.substantial_action_stud": {
        "two-after-forced-bet": "In stud two actions after the forced bet end the right to call a misdeal.",
    },
    "misdeal.substantial_action_ofc": {
        "second-draw-set": "In open-face Chinese the right to call a misdeal ends once the second draw is set.",
    },
    "misdeal.after_substantial_action": {
        "yes": "A misdeal may be called even after substantial action.",
        "no": "After substantial action no misdeal may be called: the hand is played on.",
    },
    "misdeal.redeal": {"exact-replay": "A misdealt hand is dealt again exactly as it was."},
    "cards.two_equal_void": "Where two equal cards turn up, all money goes back.",
    "cards.boxed_void_from": "A hand is void from {} that lie face up in the deck.",
    "cards.boxed_counted": {
        "needed": "Only boxed cards that the hand needed count.",
        "any": "Every boxed card counts.",
    },
    "cards.other_back_void": "Where a card of another back is in play, all money goes back.",
    "cards.missing_void": {
        "yes": "Missing cards undo a hand.",
        "no": "Missing cards alone do not undo a hand.",
    },
    "cards.joker": {
        "scrap": "A joker where none is used is scrap paper.",
        "deck-replaced": "Where a joker turns up and none is used, the deck is replaced.",
    },
    "cards.burn": "Before each street {} is burned.",
    "cards.burn_draw": "Before each draw {} is burned, also when everybody stands pat.",
    "cards.burn_stud_total": "A stud hand dealt to the end has {} burned.",
    "cards.burn_turn_and_river": "At a table against the house {} is burned before turn and river.",
    "cards.burn_by_hand_only": "At a table against the house cards are burned only when they are dealt by hand.",
    "cards.stud_both_up": {
        "dead-ante-back": "A stud hand whose hole cards both came up is dead, and its ante goes back."
    },
    "cards.draw_exposed": {"replaced": "In draw games a card that was exposed in the deal is replaced."},
    "cards.seventh_face_up": {
        "first-up-all-up-else-option": "Where the first last card of stud comes face up all others do too; where a "
        "later one does, "
        "the rest stay down.",
    },
    "cards.stud_third": {"down": "Behind a hole card that came up, the third card of a stud hand is dealt face down."},
    "draw.most": "A player may draw at most {}, and never more than the hand holds.",
    "draw.in_turn": "Players say in turn, before the betting, how many cards they draw.",
    "flop.four_cards": {
        "floor-picks-burn": "Of a flop of four cards the floor picks one, which becomes the next burn.",
        "top-card-burn": "Of a flop of four cards the top one becomes the next burn.",
    },
    "flop.five_cards": {"reshuffle": "A flop of five or more cards is taken back, and the stub is shuffled again."},
    "premature.flop": {"reshuffle": "A flop dealt too early is taken back and dealt again from the reshuffled stub."},
    "premature.turn": {
        "reshuffle": "A turn dealt too early is taken back and dealt again from the reshuffled stub.",
        "next-card": "A turn dealt too early is taken back, and the next card takes its place.",
    },
    "premature.river": {"reshuffle": "A river dealt too early is taken back and dealt again from the reshuffled stub."},
    "premature.burn_again": {
        "yes": "Before a street that is dealt from the reshuffled stub a card is burned again.",
        "no": "Before a street that is dealt from the reshuffled stub no second card is burned.",
    },
    # -- stub, shuffler, deck
    "stub.deck": "A full deck has {}.",
    "stub.deck_by_hand": "At a table against the house dealt by hand a full deck has {}.",
    "stub.new_deck_exempt": "A deck that has just come in need not be counted.",
    "stub.count_again": "The stub is counted {} more in the down.",
    "stub.wrong_count": "After a wrong count of the stub the dealer has to do this: {}.",
    "stub.wrong_count_by_hand": "At a table against the house dealt by hand, a wrong count of the stub asks for "
    "this: {}.",
    "stub.stud_from": "In stud the stub is counted before seventh street with {} or more.",
    "stub.stud_extra": "Before seventh street the stub needs {} more than there are players.",
    "stub.stud_community_from": "A short stub of {} or more gives a community card without the burns.",
    "stub.stud_short": "A short stub in stud is made up by these, in this order: {}.",
    "stub.stud_sixth_from": "In stud the stub is counted before sixth street with {} or more.",
    "stub.super_stud_community": {
        "yes": "Super stud may end in a community card.",
        "no": "Super stud has no community card.",
    },
    "stub.mexican_extra": "Before fifth street of Mexican stud the stub needs {} more than there are players.",
    "stub.draw_sources": "In draw games a new stub is made of these: {}.",
    "stub.draw_burns": {
        "yes": "In draw games burned cards go into a new stub.",
        "no": "In draw games burned cards do not go into a new stub.",
    },
    "stub.draw_this_rounds_discards": {
        "yes": "Discards of the draw in progress go into a new stub.",
        "no": "Discards of the draw in progress do not go into a new stub.",
    },
    "stub.draw_last_card": {
        "never-dealt": "In draw games the last card of the stub is never dealt.",
        "completes-last-draw": "In draw games the last card of the stub may complete the last draw.",
    },
    "stub.draw_burn_again": {
        "yes": "After the reshuffle a card is burned again.",
        "no": "After the reshuffle no card is burned again.",
    },
    "stub.drawmaha_last_card_river": "At drawmaha the last card of the stub may be dealt as the river.",
    "stub.count_every.hand": "At a table against the house dealt by hand any {} hold a count of the stub.",
    "stub.count_every.shoe": "At a table against the house dealt from a manual shoe any {} hold a count of the stub.",
    "stub.count_every.machine": "At a table against the house dealt from a machine any {} hold a count of the stub.",
    "stub.count_every_exempt": {"counting-shuffler": "A table whose shuffler counts the deck need not count the stub."},
    "shuffler.wrong_count": "After a wrong count of the shuffler the dealer has to do this: {}.",
    "shuffler.jam": "A jam of the shuffler asks for this: {}.",
    "shuffler.shoe_jam": "A jam of an automated shoe asks for this: {}.",
    "deck.change_hours.hand": "A deck dealt by hand is changed at least every {}.",
    "deck.change_hours.shoe": "A deck dealt from a shoe is changed at least every {}.",
    "deck.alternate": "With a shuffler two decks take turns.",
    "deck.change_on": "The deck is changed on any of these: {}.",
    "dealing.from": {"hand": "Cards are dealt by hand.", "shoe": "Cards are dealt from a shoe."},
    # -- pots, showdown
    "showdown.board_tabled": "A player who plays the board has to table all cards too.",
    "showdown.sole_hand_shows": {
        "yes": "The only live hand has to be shown.",
        "no": "The only live hand need not be shown.",
    },
    "showdown.order": {
        "last-aggressor-else-first": "The last to bet or raise in the last round shows first; if it was checked "
        "through, the "
        "first to act does.",
    },
    "showdown.all_in": {
        "all-in-bettor": "Where betting ended before the last card, the player who pushed all-in shows first.",
        "all-at-once": "Where betting ended before the last card, all hands are shown at once.",
    },
    "showdown.all_in_tabled": {
        "all": "Once nobody can bet and somebody is all-in, all hands are tabled before more cards come.",
        "heads-up": "Once two players cannot bet and one is all-in, both hands are tabled before more cards come.",
    },
    "pots.separate": "Main and side pots are kept apart, and each is split by itself.",
    "pots.order": {"last-side-first": "The last side pot is split first."},
    "pots.uncalled_returned": "A bet that nobody called goes back to its bettor.",
    "hilo.qualifier": "A low has no card over {}.",
    # -- odd chips
    "odd_chip.unit": {
        "of-blinds": "An odd chip is broken to the smallest unit of the blinds.",
        "in-play": "An odd chip is broken to the smallest chip in play.",
    },
    "odd_chip.button": {
        "first-clockwise": "In a button game the odd chip goes to the first winner clockwise from the button."
    },
    "odd_chip.stud": {
        "five": "In stud the odd chip goes to the highest card, by rank and suit, of the five that play.",
        "seven": "In stud the odd chip goes to the highest card, by rank and suit, of all seven.",
    },
    "odd_chip.high_half": "Between the halves the odd chip goes to the high.",
    "odd_chip.equal_both_ways": {
        "as-even-as-possible": "Hands that are equal both ways share the pot as evenly as possible."
    },
    "odd_chip.low_low": {"five-card": "Between two lows of a draw game the odd chip goes to the five-card hand."},
    "odd_chip.razzdugi": {"razz": "Between the halves of razzdugi the odd chip goes to razz."},
    "odd_chip.one_each": "No seat gets a second odd chip of a pot.",
    "odd_chip.suits": "Suits rank from the highest: {}.",
    "odd_chip.stud_low": {
        "high": "Between low hands in stud the highest card decides.",
        "low": "Between low hands in stud the lowest card decides.",
    },
    # -- dealer down cards
    "down_card.emp_digits": "The employee number on the card has {}.",
    "down_card.names": "The last and the first name stand beside the number.",
    "down_card.slot": "A slot lasts {}.",
    "down_card.close": "A card is closed with these: {}.",
    "down_card.most_in_a_row": "A dealer has a break after at most {} in a row.",
    "push.quiet_minutes": "No dealer is pushed in the last {} before a level or a break.",
    "push.before_break": {
        "yes": "A push just before a break or a level is allowed.",
        "no": "No dealer is pushed just before a break or a level.",
    },
    "push.hand_for_hand": {
        "yes": "A push is allowed during hand-for-hand play.",
        "no": "No dealer is pushed during hand-for-hand play.",
    },
    "push.colour_up": {
        "yes": "A push is allowed during a color-up.",
        "no": "No dealer is pushed during a color-up.",
    },
    "push.bagging": {"yes": "A push is allowed during bagging.", "no": "No dealer is pushed during bagging."},
    # -- Chinese games
    "ofc.row": "A row that is won counts {}.",
    "ofc.scoop": "Winning all three rows counts {} more.",
    "ofc.royalties_when_fouled": {
        "yes": "A fouled hand earns royalties.",
        "no": "A fouled hand earns no royalties.",
    },
    "ofc.royalties.front": "Royalties of the front row, in points: {}.",
    "ofc.royalties.middle": "Royalties of the middle row, in points: {}.",
    "ofc.royalties.back": "Royalties of the back row, in points: {}.",
    "ofc.royalties.middle_27": "Royalties of a deuce-to-seven middle row, in points: {}.",
    "ofc.middle_27_best_foul_free": "A deuce-to-seven middle row with a card over {} is a foul.",
    "ofc.perfect_low": "75432 in the middle row earns {}.",
    "ofc.perfect_low_least": "75432 in the middle row earns at least {}.",
    "ofc.perfect_low_most": "75432 in the middle row earns at most {}.",
    "ofc.table_stakes": {
        "start-of-hand": "A short stack plays for what it had at the start of the hand.",
        "what-is-left": "A short stack plays for what is left of it.",
    },
    "ofc.cards": "A hand has {}.",
    "ofc.pays_first": {
        "button": "The comparisons begin with the button.",
        "left-of-button": "The comparisons begin at the left of the button.",
    },
    "ofc.first_card": {"left-of-button": "The first cards go to the left of the button."},
    "ofc.five_players": {"button-sits-out": "With five players the button is not dealt in."},
    "ofc.boxed_in_deal": "From {} that lie face up in the first deal it is a misdeal.",
    "ofc.boxed_early": "Until the second draw is set, {} that lie face up are a misdeal.",
    "chinese.cards": "A stack has {}.",
    "chinese.first_stack": {"left-of-button": "The first stack goes to the left of the button."},
    "chinese.five_players": {"button-sits-out": "With five players the button is not dealt in."},
    "chinese.wrong_stacks": {
        "fourteen-gives-one": "Where one stack has fourteen cards and another twelve, the first gives one to the "
        "second.",
    },
    "ofc.fantasyland": "Fantasyland opens with {} or better in the front row.",
    "ofc.progressive": {"yes": "Fantasyland is progressive.", "no": "Fantasyland is not progressive."},
    "ofc.fantasyland_cards": "In Fantasyland {} are dealt.",
    "ofc.fantasyland_cards_pineapple": "In Fantasyland of the pineapple game {} are dealt.",
    "ofc.fantasyland_stays": "A seat stays in Fantasyland with any of these: {}.",
    "ofc.fantasyland_most_in_a_row": "A seat has at most {} Fantasyland in a row.",
    # -- house-banked
    "huhe.raise.preflop": "A raise before the flop is {} the ante.",
    "huhe.raise.flop": "A raise on the flop is {} the ante.",
    "huhe.raise.river": "A raise after turn and river is {} the ante.",
    "huhe.dealer_qualifies": {"pair": "The dealer qualifies with a pair; otherwise the ante is pushed."},
    "huhe.settle.fold": {
        "take": "Ante and odds of a seat that folds are taken.",
        "push": "Ante and odds of a seat that folds are pushed.",
    },
    "huhe.settle.tie": {
        "push": "Ante, odds and raise of an equal hand are pushed.",
        "take": "Ante, odds and raise of an equal hand are taken.",
    },
    "huhe.settle.lose": {
        "take": "Ante, odds and raise of a lower hand are taken.",
        "push": "Ante, odds and raise of a lower hand are pushed.",
    },
    "huhe.settle.unqualified": {
        "push": "Where the dealer does not qualify the ante is pushed.",
        "take": "Where the dealer does not qualify the ante is taken.",
    },
    "huhe.ante_pays": "A winning ante or raise pays {} of the wager.",
    "huhe.bad_beat_from": {"straight": "A losing straight or better is a bad beat."},
    "huhe.fold_settles": "These wagers are settled although the seat folded: {}.",
    "huhe.limit_least": "The ceiling on one hand is at least {}.",
    "huhe.envy_own_hand": {
        "yes": "A seat gets an envy bonus for its own hand.",
        "no": "A seat gets no envy bonus for its own hand.",
    },
    "huhe.limit_binds_progressive": {
        "yes": "The ceiling on one hand binds the progressive too.",
        "no": "The ceiling on one hand does not bind the progressive.",
    },
    "huhe.void.face_up_from": "A round is void from {} found face up.",
    "huhe.void.face_up_settles": "Once the first two cards are out these wagers are settled all the same: {}.",
    "huhe.void.dealer_exposed_settles": "These wagers are settled all the same: {}.",
    "paytables.odds": "Odds are paid by paytable {}.",
    "paytables.bad_beat": "A bad beat is paid by paytable {}.",
    "paytables.pocket": "The pocket bonus is paid by paytable {}.",
    "paytables.trips": "Trips plus is paid by paytable {}.",
    "paytables.progressive": "The progressive is paid by paytable {}.",
    "paytables.limit": "One hand is paid at most {}.",
    "huhe.envy.J": "The envy bonus for a wager of $1 by paytable J: {}.",
    # -- seats
    "seats.table": "The table has {}.",
    "seats.final_table_more": "A final table may have {} more than the game's most.",
    "seats.final_table_more_stud": "A final table of stud may have {} more than the game's most.",
    "seats.full_draw_table": {
        "in-front-of-big-blind": "Where more have seats than a draw game deals to, those directly in front of the "
        "big blind "
        "sit out.",
    },
    "razzdeucey.ace": {"low": "At razzdeucey the ace is low.", "high": "At razzdeucey the ace is high."},
    "mixed.games": "The rotation has these games: {}.",
}

# Keys of a family, by how they begin; the rest of the key stands for {game} or {table}.
FAMILIES: Final[dict[str, str | dict[str, str]]] = {
    "seats.": "At most {} may be dealt in at {game}.",
    "bring_in.": {
        "low": "At {game} the lowest up card brings it in.",
        "high": "At {game} the highest up card brings it in.",
    },
    "first_later.": {
        "low": "At {game} the lowest board acts first on later streets.",
        "high": "At {game} the highest board acts first on later streets.",
    },
    "open_pair.": {
        "yes": "At {game} an open pair on fourth street opens either limit.",
        "no": "At {game} an open pair on fourth street does not open the upper limit.",
    },
    "stub.draw_sources_of.": "At {game} a new stub is made of these: {}.",
    "stub.draw_this_rounds_discards_of.": {
        "yes": "At {game} discards of the draw in progress go into a new stub.",
        "no": "At {game} discards of the draw in progress do not go into a new stub.",
    },
    "huhe.odds.": "Paytable {game} of odds pays, to one: {}.",
    "huhe.bad_beat.": "Paytable {game} of the bad beat pays, to one: {}.",
    "huhe.pocket.": "Paytable {game} of the pocket bonus pays, to one: {}.",
    "huhe.trips.": "Paytable {game} of trips plus pays, to one: {}.",
    "huhe.progressive.": "Paytable {game} of the progressive: {}.",
}

# Words of the values, as a reader says them.
WORDS: Final = {
    "utg": "under the gun", "mississippi": "any seat", "button": "the button",
    "first-hand": "the first hand of the game", "winner-left": "the winner left",
    "split-without-leg": "the pot was split and nobody has a leg",
    "time-raked-flop": "flop games raked by time", "nl-holdem-5-10": "no-limit hold'em of $5/$10 and more",
    "pl-omaha": "pot-limit Omaha",
    "burns": "the burns", "muck": "the muck", "stub": "what is left of the stub", "community": "one community card",
    "first-two-exposed": "one of the first two cards was exposed", "two-exposed": "two cards were exposed",
    "two-boxed": "two cards lay face up in the deck", "two-extra": "two cards too many were dealt",
    "wrong-number": "a hand has the wrong number of cards", "out-of-sequence": "cards were dealt out of order",
    "button-wrong": "the button stood wrong", "first-card-wrong-seat": "the first card went to the wrong seat",
    "not-entitled-dealt": "a seat without a right to a hand got one",
    "entitled-left-out": "a seat with a right to a hand got none",
    "stud-down-exposed": "a down card of stud was exposed",
    "draw-second-exposed": "a second card was exposed in a draw game",
    "change-deck": "change the deck", "call-floor": "call the floor", "void-round": "void the round",
    "remove-deck": "take the deck off the table", "return-wagers": "return the wagers of a round in play",
    "reshuffle": "shuffle again between rounds", "push": "a push", "level": "a new level", "request": "a request",
    "marked-card": "a marked card", "wrong-count": "a wrong count", "line": "a line through the blank slots",
    "total": "the total", "initials": "the floor's initials", "quads-back": "four of a kind in the back row",
    "full-house-middle": "a full house in the middle row", "trips-front": "three of a kind in the front row",
    "full-house": "full house", "quads": "four of a kind", "straight-flush": "straight flush",
    "royal-flush": "royal flush",
    "trips": "three of a kind", "ace-face-suited": "ace and face card of one suit",
    "ace-face-offsuit": "ace and face card of two suits",
    "flopped-royal": "a royal flush on the flop",
}  # fmt: skip

# Wagers against the house, where `trips` is a wager and no hand.
WAGERS: Final = {"trips": "trips plus", "pocket": "the pocket bonus", "odds": "odds", "ante": "ante"}
