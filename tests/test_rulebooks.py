"""The rulebooks: each value as its document has it, by rule; and what a rulebook file may not say."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from checks.law.keys import TERM_KEYS, UNITS
from checks.law.rulebook import FOLDER, RulebookError, load_rulebooks, parse_rulebook
from parsers import vocabulary as v
from parsers.games import EVALUATORS, FAMILIES, GAMES

BOOKS = load_rulebooks()
LIVE, EARLIER, GUIDE, TDA, HUHE = "wsop-live-2017", "caesars-live", "wsop-dealer-2018", "tda-2013", "mlgca-huhe"
DAY = date(2018, 6, 2)


def said(book: str, key: str, tournament: bool = False, day: date = DAY) -> tuple[Any, str] | None:
    entry = BOOKS[book].on(key, day, tournament)
    return None if entry is None else (entry.value, entry.cite)


def test_there_is_one_file_a_document() -> None:
    assert sorted(BOOKS) == sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.parametrize(
    ("book", "since", "scope"),
    [
        (LIVE, date(2017, 5, 30), "live"),
        (EARLIER, date(1900, 1, 1), "live"),
        (GUIDE, date(2018, 5, 19), "both"),
        (TDA, date(2014, 3, 1), "tournament"),
        (HUHE, date(1900, 1, 1), "live"),
        ("wsop-tournament-2025", date(2025, 5, 27), "tournament"),
        ("roberts-private", date(1900, 1, 1), "both"),
        ("wa-wac-230-15", date(2018, 7, 1), "live"),
    ],
)
def test_a_document_speaks_from_its_first_day_and_stays_in_force(book: str, since: date, scope: str) -> None:
    assert (BOOKS[book].since, BOOKS[book].scope) == (since, scope)
    for key, term in BOOKS[book].terms.items():
        for tournament in (False, True):
            assert term.on(date(since.year - 1, 12, 31), tournament) is None
            assert term.on(since, tournament) == term.on(date(2099, 1, 1), tournament), key


# The rule, the key, the value: worked from the documents. `T` is a tournament's.
VALUES: list[tuple[str, str, str, Any]] = [
    # -- dead hands, and who is dealt in
    (LIVE, "105", "dead_hand.folded", True), (LIVE, "105", "dead_hand.wrong_number", True),
    (LIVE, "105", "dead_hand.joker", True), (EARLIER, "102", "dead_hand.folded", True),
    (EARLIER, "102", "dead_hand.wrong_number", True), (EARLIER, "102", "dead_hand.joker", True),
    (TDA, "50", "dead_hand.folded", True), (TDA, "11", "seats.final_table_more", 1),
    (LIVE, "229", "cards.unbet_fold_dealt", True), (EARLIER, "219", "cards.unbet_fold_dealt", True),
    (EARLIER, "270", "cards.draw_exposed_low_kept", True), (LIVE, "before 255", "cards.mexican_deck", True),
    (LIVE, "193", "hilo.halves_of.drawmaha", True), (LIVE, "before 304", "hilo.halves_of.badeucey", True),
    (LIVE, "314", "hilo.halves_of.badacey", True), (LIVE, "324", "hilo.halves_of.razzdugi", True),
    (LIVE, "330", "hilo.halves_of.razzdeucey", True), (EARLIER, "before 285", "hilo.halves_of.badeucey", True),
    (EARLIER, "296", "hilo.halves_of.badacey", True), (EARLIER, "307", "hilo.halves_of.razzdugi", True),
    (EARLIER, "313", "hilo.halves_of.razzdeucey", True), (HUHE, "9D", "stub.deck_by_hand", 52),
    (LIVE, "before 267", "stub.draw_last_card", "completes-last-draw"),
    (LIVE, "195", "stub.draw_sources_of.drawmaha", ("stub", "muck")),
    (LIVE, "195", "stub.draw_this_rounds_discards_of.drawmaha", False),
    (GUIDE, "p.64", "stub.draw_sources_of.drawmaha", ("stub", "muck")),
    (GUIDE, "p.64", "stub.draw_this_rounds_discards_of.drawmaha", False),
    (EARLIER, "283", "stub.draw_sources_of.badugi", ("stub", "muck")),
    (EARLIER, "293", "stub.draw_sources_of.badeucey", ("stub", "muck")),
    (EARLIER, "304", "stub.draw_sources_of.badacey", ("stub", "muck")),
    (EARLIER, "283", "stub.draw_this_rounds_discards_of.badugi", False),
    (EARLIER, "293", "stub.draw_this_rounds_discards_of.badeucey", False),
    (EARLIER, "304", "stub.draw_this_rounds_discards_of.badacey", False),
    (TDA, "15", "showdown.all_in_tabled", "all"),
    (EARLIER, "211", "cards.stud_both_up", "dead-ante-back"), (EARLIER, "before 312", "razzdeucey.ace", "high"),
    # -- three blinds, kills
    (LIVE, "after 188", "blinds.missed.three_blinds", "straddle-live"), (EARLIER, "195", "kill.wins_again", True),
    (TDA, "22", "level.next_hand", True),
    # -- limbs of limit bets and calls, limits, buy-ins, seats
    (LIVE, "138", "bet.limit.all", "of-the-street"),
    (LIVE, "243", "bet.limit.razz", "of-the-street"),
    (LIVE, "249", "bet.limit.stud8", "of-the-street"),
    (LIVE, "226", "bet.completion", "full-bet"),
    (LIVE, "129", "raise.limit", "full-bet"),
    (LIVE, "177", "call.amount", "the-bet"),
    (LIVE, "138", "call.amount_limit", "the-bet"),
    (LIVE, "224", "call.bring_in", "bring-in"),
    (LIVE, "131", "action.declared", "open-and-binding"),
    (LIVE, "69", "stakes.placard", True),
    (LIVE, "99", "buy_in.limit_bets", 10),
    (LIVE, "87", "seat.one_game", True),
    (LIVE, "269", "blinds.new_player_posts.lowball", True),
    (LIVE, "298", "blinds.new_player_posts.badugi", True),
    (LIVE, "307", "blinds.new_player_posts.badeucey", True),
    (LIVE, "317", "blinds.new_player_posts.badacey", True),
    (LIVE, "159", "blinds.move_draw_waits", True),
    (EARLIER, "247", "blinds.new_player_posts.lowball", True),
    (EARLIER, "278", "blinds.new_player_posts.badugi", True),
    (EARLIER, "288", "blinds.new_player_posts.badeucey", True),
    (EARLIER, "299", "blinds.new_player_posts.badacey", True),
    (LIVE, "59", "buy_in.transfer", "whole-stack"), (LIVE, "102", "buy_in.switch", "whole-stack"),
    (EARLIER, "58", "buy_in.transfer", "whole-stack"), (EARLIER, "99", "buy_in.switch", "whole-stack"),
    (LIVE, "55", "chips.bought_at", "cage"), (GUIDE, "p.54", "chips.bought_at", "cage"),
    (LIVE, "17", "action.active_only", True), (EARLIER, "14", "action.active_only", True),
    (LIVE, "167", "premature.turn", "next-card"), (LIVE, "167", "premature.river", "reshuffle"),
    (LIVE, "167", "premature.burn_again", False), (LIVE, "221", "cards.stud_third", "down"),
    (EARLIER, "163", "premature.turn", "next-card"), (EARLIER, "163", "premature.river", "reshuffle"),
    (EARLIER, "163", "premature.burn_again", False), (EARLIER, "211", "cards.stud_third", "down"),
    (LIVE, "58", "buy_in.return", "what-was-taken"),
    (EARLIER, "57", "buy_in.return", "what-was-taken"),
    (EARLIER, "135", "bet.limit.all", "of-the-street"),
    (EARLIER, "233", "bet.limit.razz", "of-the-street"),
    (EARLIER, "239", "bet.limit.stud8", "of-the-street"),
    (EARLIER, "216", "bet.completion", "full-bet"),
    (EARLIER, "126", "raise.limit", "full-bet"),
    (EARLIER, "173", "call.amount", "the-bet"),
    (EARLIER, "135", "call.amount_limit", "the-bet"),
    (EARLIER, "214", "call.bring_in", "bring-in"),
    (EARLIER, "128", "action.declared", "open-and-binding"),
    (EARLIER, "69", "stakes.placard", True),
    (EARLIER, "96", "buy_in.limit_bets", 10),
    (EARLIER, "84", "seat.one_game", True),
    (TDA, "37A", "call.amount", "the-bet"),
    (TDA, "37A", "action.declared", "open-and-binding"),
    # -- rake
    (LIVE, "27", "rake.percent", 10), (LIVE, "27", "rake.cap", 500), (EARLIER, "26", "rake.percent", 10),
    (EARLIER, "26", "rake.cap", 500), (GUIDE, "p.52", "rake.percent", 10), (GUIDE, "p.52", "rake.cap", 500),
    (LIVE, "27", "takings.only_posted", True), (EARLIER, "26", "takings.only_posted", True),
    (GUIDE, "FAQ 7", "time.pot_time_raked_only", True),
    (GUIDE, "p.52", "rake.step", 100), (GUIDE, "p.52", "rake.no_flop_no_drop", True),
    (EARLIER, "26", "rake.no_flop_no_drop", False), (EARLIER, "26", "rake.preflop", "after-call-and-raise"),
    (EARLIER, "26", "rake.preflop_straddle_is_blind", True),
    (GUIDE, "add.", "rake.short", {6: 400, 5: 300, 4: 200, 3: 100}),
    (GUIDE, "add.", "rake.short_mixed", {2: 300, 3: 200, 4: 100}), (GUIDE, "p.52", "rake.street_by_street", True),
    (GUIDE, "p.52", "rake.uncalled_excluded", True), (GUIDE, "add.", "promo.reduced_short", False),
    (LIVE, "27", "time.minutes", 30), (GUIDE, "p.52", "time.absent_pay", True),
    (LIVE, "64", "time.playover_goes_to", "current-pot"), (GUIDE, "FAQ 9", "time.playover_goes_to", "next-pot"),
    (LIVE, "27", "time.pot_hand", "hand-after-call"), (GUIDE, "p.52", "time.pot_hand", "first-pot-that-covers"),
    (GUIDE, "FAQ 8", "time.collected_by", "dealer-in-the-box"), (GUIDE, "p.52", "time.flop_hand", "first-flop"),
    # -- button and blinds
    (LIVE, "151", "button.dead", True), (EARLIER, "148", "button.dead", True), (TDA, "31", "button.dead", True),
    (LIVE, "153", "button.heads_up_small_blind", True), (EARLIER, "150", "button.heads_up_small_blind", True),
    (TDA, "33", "button.heads_up_no_big_blind_twice", True), (LIVE, "108", "button.after_wrong", "corrected-next-hand"),
    (LIVE, "151", "blinds.due", True), (EARLIER, "148", "blinds.due", True), (LIVE, "150", "blinds.amount", "stakes"),
    (EARLIER, "147", "blinds.amount", "stakes"), (LIVE, "150", "blinds.short_others_owe_full", True),
    (LIVE, "156", "blinds.missed.live", "big-blind-only"), (EARLIER, "153", "blinds.missed.live", "big-blind-only"),
    (GUIDE, "p.55", "blinds.missed.live", "big-blind-or-single"), (LIVE, "156", "blinds.missed.live_straddle", True),
    (GUIDE, "p.55", "blinds.missed.buy_button", "big-blind-only"), (LIVE, "298", "blinds.missed.badugi", "wait"),
    (LIVE, "307", "blinds.missed.badeucey", "wait"), (LIVE, "317", "blinds.missed.badacey", "wait"),
    (EARLIER, "278", "blinds.missed.badugi", "wait"), (EARLIER, "288", "blinds.missed.badeucey", "wait"),
    (EARLIER, "299", "blinds.missed.badacey", "wait"), (LIVE, "154", "blinds.buy_button.posts", "big-live-small-dead"),
    (LIVE, "157", "blinds.missed.dealt_in_owing", "dead-if-looked-else-post-next"),
    (LIVE, "99a", "blinds.new_player_posts.nl", False), (LIVE, "99a", "blinds.new_player_posts.pl", False),
    (LIVE, "99a", "blinds.new_player_posts.fl", True), (EARLIER, "59", "blinds.new_player_posts.nl", True),
    (GUIDE, "FAQ 1", "blinds.new_player_posts.nl", False), (EARLIER, "59", "blinds.transfer_posts.nl", True),
    (LIVE, "159", "blinds.move_past_free", 2), (EARLIER, "156", "blinds.move_past_free", 2),
    (GUIDE, "p.55", "blinds.best_position_waits", 1), (TDA, "9", "blinds.no_hand_between", True),
    (TDA, "29", "blinds.absent", "posted"), (TDA, "22", "blinds.amount", "stakes"), (LIVE, "224", "ante.due", True),
    (EARLIER, "214", "ante.due", True), (TDA, "29", "ante.due", True),
    # -- straddles, kills, stud's forced bets
    (LIVE, "12", "straddle.times", 2), (EARLIER, "9", "straddle.times", 2), (LIVE, "12", "straddle.first_raise", 3),
    (LIVE, "12", "straddle.from", ("button", "utg")), (LIVE, "12", "straddle.limit_button", False),
    (LIVE, "208", "straddle.in_kill_pot", False), (EARLIER, "200", "straddle.in_kill_pot", False),
    (LIVE, "162", "straddle.mandatory_missed", "dead-post-or-wait"), (LIVE, "199", "kill.acting", "in-turn"),
    (EARLIER, "190", "kill.acting", "last"), (EARLIER, "190", "kill.acting_time_raked_limit", "in-turn"),
    (LIVE, "before 198", "kill.full", 200), (LIVE, "before 198", "kill.half", 150),
    (LIVE, "204", "kill.scoop_times", 5), (EARLIER, "196", "kill.scoop_times", 5),
    (LIVE, "200", "kill.second_leg", "small-bet"), (LIVE, "222", "bring_in.stud", "low"),
    (LIVE, "252", "bring_in.stud-hilo", "high"), (LIVE, "252", "first_later.stud-hilo", "low"),
    (EARLIER, "243", "first_later.stud-hilo", "high"), (LIVE, "253", "bring_in.super-stud8", "high"),
    (LIVE, "242", "bring_in.razz", "high"), (LIVE, "224", "bring_in.all_in_for_ante", "next-left"),
    (LIVE, "227", "open_pair.stud", True), (LIVE, "244", "open_pair.stud8", False),
    # -- action
    (LIVE, "126", "raise.cap_limit", 4), (EARLIER, "123", "raise.cap_limit", 4),
    (GUIDE, "FAQ 17", "raise.cap_limit", 4),
    (LIVE, "127", "raise.uncapped", "round-began-heads-up"), (TDA, "45", "raise.uncapped", "last-two-of-tournament"),
    (LIVE, "126", "raise.straddle_counts", False), (LIVE, "129", "raise.reopens_half_bet_limit", True),
    (EARLIER, "126", "raise.reopens_half_bet_limit", True), (TDA, "41B", "raise.reopens_half_bet_limit", True),
    (LIVE, "173", "raise.reopens", "full-raise-faced"), (EARLIER, "169", "raise.reopens", "full-raise-faced"),
    (TDA, "41A", "raise.least", "largest-of-round"), (LIVE, "172", "bet.completing_no_limit", False),
    (LIVE, "187", "pot_limit.small_blind_as_big", True), (EARLIER, "183", "pot_limit.small_blind_as_big", True),
    (GUIDE, "p.55", "pot_limit.small_blind_as_big", True), (LIVE, "after 187", "pot_limit.three_blinds_1_2_5", 500),
    (LIVE, "184", "pot_limit.overbet_accepted_stands", True), (LIVE, "130", "wager.smallest_chip", "of-big-blind"),
    (EARLIER, "127", "wager.smallest_chip", "of-big-blind"), (EARLIER, "127", "wager.all_in_exempt_pot_limit", False),
    (LIVE, "60", "wager.table_stakes", True), (LIVE, "214", "run_it.where", ("time-raked-flop", "nl-holdem-5-10")),
    (EARLIER, "205", "run_it.where", ("time-raked-flop", "pl-omaha", "nl-holdem-5-10")),
    (LIVE, "215", "run_it.all_in_needed", True), (LIVE, "123", "action.premature_card_plays", False),
    (TDA, "RP-5", "action.premature_card_plays", False), (TDA, "37A", "bet.least", "big-blind"),
    # -- cards, stub, decks
    (LIVE, "104", "misdeal.substantial_action", "three-alike-or-two-mixed"),
    (EARLIER, "101", "misdeal.substantial_action", "three-alike-or-two-mixed"),
    (TDA, "35", "misdeal.substantial_action", "two-with-chips-or-three"), (LIVE, "111", "cards.two_equal_void", True),
    (EARLIER, "108", "cards.two_equal_void", True), (LIVE, "114", "cards.boxed_void_from", 2),
    (LIVE, "110", "cards.other_back_void", True), (LIVE, "117", "cards.missing_void", False),
    (LIVE, "163", "flop.four_cards", "floor-picks-burn"), (EARLIER, "159", "flop.four_cards", "top-card-burn"),
    (TDA, "36", "flop.four_cards", "floor-picks-burn"), (GUIDE, "p.2", "cards.burn", 1),
    (GUIDE, "p.1", "stub.deck", 52), (GUIDE, "p.1", "stub.count_first_hand", True),
    (GUIDE, "p.1", "stub.count_again", 1),
    (GUIDE, "p.1", "stub.new_deck_exempt", True), (GUIDE, "p.1", "shuffler.wrong_count", ("change-deck", "call-floor")),
    (LIVE, "235", "stub.stud_extra", 2), (EARLIER, "225", "stub.stud_community_from", 3),
    (LIVE, "254", "stub.super_stud_community", False), (LIVE, "195", "stub.drawmaha_last_card_river", True),
    (HUHE, "9C", "stub.count_every.hand", 5), (HUHE, "8E", "stub.count_every.shoe", 5),
    (HUHE, "3C(1)", "deck.change_hours.hand", 4), (HUHE, "3C(2)", "deck.change_hours.shoe", 8),
    (HUHE, "3B(4)", "deck.alternate", True), (HUHE, "5E", "shuffler.wrong_count", ("remove-deck",)),
    # -- showdown, pots, odd chips
    (LIVE, "140", "showdown.cards_speak", True), (EARLIER, "137", "showdown.cards_speak", True),
    (TDA, "12", "showdown.cards_speak", True), (LIVE, "139", "showdown.all_cards_tabled", True),
    (EARLIER, "136", "showdown.all_cards_tabled", True), (TDA, "13A", "showdown.all_cards_tabled", True),
    (LIVE, "191", "hilo.no_low_high_takes_all", True), (LIVE, "190", "hilo.qualifier", 8),
    (GUIDE, "p.52", "pots.uncalled_returned", True), (GUIDE, "p.47", "bank.variance", True),
    (TDA, "56", "pots.uncalled_returned", True),
    (LIVE, "60", "pots.uncalled_returned", True), (EARLIER, "60", "pots.uncalled_returned", True),
    (TDA, "19", "hilo.halves", True), (TDA, "19", "hilo.qualifier", 8),
    (LIVE, "148", "odd_chip.unit", "of-blinds"), (EARLIER, "145", "odd_chip.unit", "of-blinds"),
    (TDA, "19", "odd_chip.unit", "in-play"), (LIVE, "149", "odd_chip.button", "first-clockwise"),
    (EARLIER, "146", "odd_chip.button", "first-clockwise"), (GUIDE, "p.8", "odd_chip.button", "first-clockwise"),
    (TDA, "19", "odd_chip.button", "first-clockwise"), (LIVE, "149", "odd_chip.stud", "five"),
    (EARLIER, "146", "odd_chip.stud", "seven"), (GUIDE, "p.8", "odd_chip.stud", "five"),
    (LIVE, "328", "odd_chip.razzdugi", "razz"), (EARLIER, "311", "odd_chip.razzdugi", "razz"),
    (GUIDE, "p.8", "odd_chip.one_each", True), (TDA, "19", "odd_chip.equal_both_ways", "as-even-as-possible"),
    # -- down cards
    (GUIDE, "FAQ 5", "down_card.sign", True), (GUIDE, "FAQ 5", "down_card.one_table", True),
    (TDA, "RP-7", "push.before_break", False),
    # -- Chinese and house-banked games
    (LIVE, "343", "ofc.pays_first", "button"), (EARLIER, "329", "ofc.pays_first", "left-of-button"),
    (LIVE, "344", "ofc.first_card", "left-of-button"), (GUIDE, "p.63", "ofc.five_players", "button-sits-out"),
    (LIVE, "22a", "ofc.boxed_in_deal", 1), (LIVE, "22a", "ofc.boxed_early", 2), (LIVE, "335", "chinese.cards", 13),
    (LIVE, "337", "chinese.first_stack", "left-of-button"), (EARLIER, "320", "chinese.first_stack", "left-of-button"),
    (LIVE, "338", "chinese.five_players", "button-sits-out"),
    (EARLIER, "321", "chinese.five_players", "button-sits-out"),
    (LIVE, "341", "chinese.wrong_stacks", "fourteen-gives-one"), (GUIDE, "p.62", "chinese.cards", 13),
    (EARLIER, "324", "chinese.wrong_stacks", "fourteen-gives-one"), (GUIDE, "p.63", "ofc.cards", 13),
    (LIVE, "345", "ofc.scoop", 3), (LIVE, "343b", "ofc.table_stakes", "start-of-hand"),
    (EARLIER, "329", "ofc.table_stakes", "what-is-left"), (LIVE, "after 354", "ofc.fantasyland_most_in_a_row", 3),
    (LIVE, "353", "ofc.royalties.middle_27", {"ten": 1, "nine": 2, "eight": 3, "seven": 4}),
    (HUHE, "11B(1)", "huhe.raise.preflop", 3), (HUHE, "11D(1)", "huhe.raise.flop", 2),
    (HUHE, "11F", "huhe.raise.river", 1), (HUHE, "12E", "huhe.limit_least", 5_000_000),
    (HUHE, "2A", "seats.huhe", 6), (LIVE, "before 193", "seats.big-o", 8), (LIVE, "303", "seats.badugi", 8),
    (GUIDE, "p.64", "seats.drawmaha", 7), (LIVE, "before 193", "seats.drawmaha", 6),
]  # fmt: skip


@pytest.mark.parametrize(("book", "rule", "key", "value"), VALUES, ids=[f"{b}-{r}-{k}" for b, r, k, _ in VALUES])
def test_the_value_and_its_rule_are_as_the_document_has_them(book: str, rule: str, key: str, value: Any) -> None:
    assert said(book, key, tournament=book == TDA) == (value, rule)


TOURNAMENT = [
    ("p.15", "showdown.all_in_tabled", "heads-up"),
    ("p.72", "dead_hand.folded", True), ("p.27", "seats.final_table_more_stud", 1),
    ("p.35", "seats.full_draw_table", "in-front-of-big-blind"),
    ("p.32", "button.dead", True), ("p.32", "button.heads_up_no_big_blind_twice", True),
    ("p.25", "button.after_wrong", "goes-on-from-there"), ("p.2", "blinds.absent", "posted"),
    ("p.33", "straddle.allowed", False), ("add.", "bba.first", "blind"), ("add.", "bba.short_loses", "ante"),
    ("p.28", "bring_in.all_in_for_ante", "next-left"), ("p.33", "raise.uncapped", "last-two-of-tournament"),
    ("p.33", "pot_limit.small_blind_as_big", False), ("p.24", "misdeal.substantial_action", "two-with-chips-or-three"),
    ("p.35", "cards.burn_draw", 1), ("p.28", "cards.burn_stud_total", 4), ("p.27", "stub.stud_from", 4),
    ("p.31", "stub.stud_sixth_from", 6), ("p.35", "stub.draw_burns", False), ("p.8", "odd_chip.unit", "in-play"),
    ("p.16", "down_card.sign", True), ("p.18", "down_card.close", ("line", "total", "initials")),
    ("p.16", "push.quiet_minutes", 2), ("p.19", "push.hand_for_hand", False), ("p.19", "push.colour_up", False),
    ("p.21", "push.bagging", False), ("p.34", "seats.big-o", 7), ("p.36", "seats.27-single", 7),
    ("p.36", "seats.27-triple", 6), ("p.3", "showdown.cards_speak", True), ("p.69", "pots.uncalled_returned", True),
    ("p.69", "blinds.amount", "stakes"), ("p.73", "wager.table_stakes", True),
    ("p.28", "action.premature_card_plays", False), ("p.71", "cards.joker", "deck-replaced"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "key", "value"), TOURNAMENT, ids=[f"{r}-{k}" for r, k, _ in TOURNAMENT])
def test_the_guide_says_of_tournaments(rule: str, key: str, value: Any) -> None:
    assert said(GUIDE, key, tournament=True) == (value, rule)


def test_pages_13_to_45_of_the_guide_speak_for_tournaments_only() -> None:
    for key, term in BOOKS[GUIDE].terms.items():
        for entry in term.entries:
            if entry.cite.startswith("p.") and 13 <= int(entry.cite[2:]) <= 45:
                assert entry.scope == "tournament", key
    assert said(GUIDE, "button.dead") is None
    assert said(GUIDE, "odd_chip.unit") is None, "in live action the guide refers to the live-action rules"
    assert said(GUIDE, "showdown.cards_speak") is None


@pytest.mark.parametrize(
    ("book", "key"),
    [(LIVE, "rake.step"), (LIVE, "rake.no_flop_no_drop"), (LIVE, "rake.short"), (LIVE, "odd_chip.one_each"),
     (EARLIER, "rake.step"), (EARLIER, "raise.straddle_counts"), (GUIDE, "raise.cap_draw"), (TDA, "rake.percent"),
     (TDA, "wager.smallest_chip"), (TDA, "raise.cap_limit"), (HUHE, "button.dead")],
)  # fmt: skip
def test_a_document_is_silent_where_it_says_nothing(book: str, key: str) -> None:
    assert said(book, key, tournament=False) is None
    assert said(book, key, tournament=True) is None


def test_rule_347_and_rule_328_differ_in_the_royalty_for_trips_in_the_middle() -> None:
    live, earlier = said(LIVE, "ofc.royalties.middle"), said(EARLIER, "ofc.royalties.middle")
    assert live is not None
    assert earlier is not None
    assert live[0] == {"trips": 2, **earlier[0]}
    assert earlier[0] == {
        "straight": 4, "flush": 8, "full-house": 12, "quads": 20, "straight-flush": 30, "royal-flush": 50,
    }  # fmt: skip


def test_the_front_rows_royalties_go_from_66_to_aaa() -> None:
    front = BOOKS[LIVE].terms["ofc.royalties.front"].entries[0].value
    assert front == BOOKS[EARLIER].terms["ofc.royalties.front"].entries[0].value
    assert {hand: front[hand] for hand in ("66", "TT", "AA", "222", "TTT", "AAA")} == {
        "66": 1, "TT": 5, "AA": 9, "222": 10, "TTT": 18, "AAA": 22,
    }  # fmt: skip
    assert len(front) == 9 + 13
    assert BOOKS[LIVE].terms["ofc.royalties.back"].entries[0].value == {
        "straight": 2, "flush": 4, "full-house": 6, "quads": 10, "straight-flush": 15, "royal-flush": 25,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "hands"),
    [
        ("huhe.odds.A", {"royal-flush": 50000, "straight-flush": 5000, "quads": 1000, "full-house": 300, "flush": 150,
                         "straight": 100}),
        ("huhe.bad_beat.A", {"straight-flush": 50000, "quads": 5000, "full-house": 1000, "flush": 800,
                             "straight": 500}),
        ("huhe.bad_beat.D", {"straight-flush": 50000, "quads": 2500, "full-house": 600, "flush": 500, "straight": 400}),
        ("huhe.pocket.B", {"aces": 2500, "ace-face-suited": 2000, "ace-face-offsuit": 1000, "pair": 500}),
        ("huhe.pocket.C", {"aces": 3000, "ace-face-suited": 2000, "ace-face-offsuit": 1000, "pair": 400}),
        ("huhe.trips.D", {"royal-flush": 10000, "straight-flush": 4000, "quads": 3000, "full-house": 800, "flush": 700,
                          "straight": 400, "trips": 300}),
        ("huhe.progressive.F.meter", {"flopped-royal-spades": 100, "flopped-royal": 100, "royal-flush": 5}),
        ("huhe.progressive.F.fixed", {"community-royal": 300000, "straight-flush": 25000, "quads": 10000,
                                      "full-house": 1000}),
        ("huhe.progressive.I.meter", {"flopped-straight-flush": 100}),
        ("huhe.progressive.J.fixed", {"community-royal": 100000, "straight-flush": 25000, "quads": 7500,
                                      "full-house": 1100}),
        ("huhe.envy.J", {"flopped-royal": 10000, "royal-flush": 10000}),
    ],
)  # fmt: skip
def test_chapter_12_pays(key: str, hands: dict[str, int]) -> None:
    found = said(HUHE, key)
    assert found is not None
    assert found[0] == hands


def test_every_check_of_the_walking_skeleton_is_cited_where_a_document_speaks() -> None:
    keys = {
        "rake.cap", "rake.percent", "rake.no_flop_no_drop", "rake.short", "blinds.due", "blinds.amount", "button.dead",
        "odd_chip.button", "odd_chip.unit", "showdown.cards_speak", "pots.uncalled_returned", "cards.two_equal_void",
        "stub.deck", "stub.count_first_hand", "shuffler.wrong_count", "down_card.sign", "down_card.one_table",
    }  # fmt: skip
    room = (GUIDE, LIVE)
    assert {key for key in keys if not any(said(book, key) for book in room)} == set()


# -- the tournament rules of 2025, the rules for private games, and a regulator's book

SERIES: list[tuple[str, str, Any]] = [
    ("90", "premature.flop", "reshuffle"), ("90", "premature.turn", "reshuffle"),
    ("90", "premature.river", "reshuffle"),
    ("90", "premature.burn_again", False),
    ("85", "button.dead", True), ("87", "button.heads_up_small_blind", True),
    ("87", "button.heads_up_no_big_blind_twice", True), ("36", "blinds.due", True), ("79", "blinds.amount", "stakes"),
    ("36", "blinds.absent", "posted"), ("36", "ante.due", True), ("66", "blinds.no_hand_between", True),
    ("p.26", "bring_in.stud", "low"), ("p.27", "bring_in.stud8", "low"), ("p.27", "bring_in.stud-hilo", "high"),
    ("p.27", "bring_in.razz", "high"), ("p.26", "first_later.stud", "high"), ("p.27", "first_later.stud8", "high"),
    ("p.27", "first_later.stud-hilo", "low"), ("p.27", "first_later.razz", "low"), ("p.26", "open_pair.stud", False),
    ("p.27", "open_pair.stud8", False), ("p.27", "open_pair.stud-hilo", False), ("p.27", "open_pair.razz", False),
    ("p.26", "bring_in.all_in_for_ante", "next-left"), ("p.26", "bring_in.may_complete", True),
    ("p.26", "raise.completion_counts", False), ("90d", "action.out_of_turn", "if-unchanged"),
    ("90f", "action.premature_card_plays", False), ("p.24", "bet.least", "big-blind"),
    ("96", "raise.least", "largest-of-round"), ("96", "raise.reopens", "full-raise-faced"),
    ("96a", "raise.reopens_half_bet_limit", True), ("100b", "raise.cap_limit", 4),
    ("100b", "raise.uncapped", "last-two-of-tournament"), ("100a", "raise.uncapped_no_limit", True),
    ("p.24", "pot_limit.small_blind_as_big", False), ("p.24", "pot_limit.overbet_accepted_stands", True),
    ("p.30", "wager.smallest_chip", "in-play"), ("p.24", "wager.table_stakes", True),
    ("88a", "misdeal.causes", ("two-boxed", "two-extra", "first-card-wrong-seat", "not-entitled-dealt",
      "entitled-left-out", "stud-down-exposed", "first-two-exposed", "two-exposed", "wrong-number")),
    ("p.28", "misdeal.causes_draw", ("two-exposed", "two-extra", "first-card-wrong-seat", "not-entitled-dealt",
      "entitled-left-out")),
    ("88c", "misdeal.substantial_action", "two-with-chips-or-three"),
    ("88c", "misdeal.after_substantial_action", False), ("88b", "misdeal.redeal", "exact-replay"),
    ("88d", "cards.two_equal_void", True), ("88d", "cards.other_back_void", True),
    ("p.32", "cards.joker", "deck-replaced"), ("p.31", "cards.burn", 1), ("p.28", "cards.burn_draw", 1),
    ("p.28", "cards.draw_exposed", "replaced"), ("p.28", "draw.most", 5), ("p.28", "draw.in_turn", True),
    ("89", "flop.four_cards", "floor-picks-burn"), ("67b", "mixed.button_frozen", True),
    ("p.27", "stub.draw_sources", ("stub", "muck")), ("p.27", "stub.draw_this_rounds_discards", False),
    ("p.27", "stub.draw_last_card", "completes-last-draw"), ("78", "deck.change_on", ("push", "level")),
    ("69", "showdown.cards_speak", True), ("72", "showdown.all_cards_tabled", True),
    ("75", "showdown.board_tabled", True), ("72", "showdown.sole_hand_shows", False),
    ("72", "showdown.order", "last-aggressor-else-first"), ("70", "showdown.all_in", "all-at-once"),
    ("70", "showdown.all_in_tabled", "all"), ("108", "dead_hand.folded", True), ("108", "dead_hand.wrong_number", True),
    ("108", "dead_hand.joker", True), ("p.24", "pot_limit.call_first", True),
    ("74", "pots.separate", True), ("108", "pots.uncalled_returned", True), ("p.26", "hilo.halves", True),
    ("p.26", "hilo.qualifier", 8), ("p.26", "hilo.no_low_high_takes_all", True), ("73", "odd_chip.unit", "in-play"),
    ("73", "odd_chip.button", "first-clockwise"), ("73", "odd_chip.stud", "five"), ("73", "odd_chip.high_half", True),
    ("73", "odd_chip.equal_both_ways", "as-even-as-possible"), ("p.24", "seats.holdem", 10),
    ("p.24", "seats.omaha", 10), ("p.24", "seats.omaha8", 10), ("p.24", "seats.short-deck", 9),
    ("p.26", "seats.big-o", 8), ("68b", "seats.stud", 9), ("68b", "seats.stud8", 9), ("68b", "seats.stud-hilo", 9),
    ("68b", "seats.razz", 9), ("68b", "seats.badugi", 9), ("68d", "seats.a5-triple", 7), ("68d", "seats.27-triple", 7),
    ("68d", "seats.badeucey", 7), ("68d", "seats.badacey", 7), ("68c", "seats.27-single", 8),
]  # fmt: skip
PRIVATE: list[tuple[str, str, Any, str]] = [
    ("5 #3", "premature.flop", "reshuffle", "both"), ("5 #4", "premature.turn", "next-card", "both"),
    ("5 #4", "premature.river", "reshuffle", "both"), ("5 #4", "premature.burn_again", False, "both"),
    ("15 #30", "button.dead", True, "tournament"), ("4 #3", "button.heads_up_small_blind", True, "both"),
    ("3.5 #1", "button.after_wrong", "corrected-next-hand", "both"), ("15 #30", "blinds.due", True, "tournament"),
    ("4 #1", "blinds.amount", "stakes", "both"), ("15 #9", "blinds.absent", "posted", "tournament"),
    ("4 #9", "blinds.missed.wait", True, "live"), ("4 #9", "blinds.missed.post", True, "live"),
    ("4 #9", "blinds.missed.live", "big-blind-or-single", "live"),
    ("4 #10", "blinds.missed.dealt_in_owing", "dead-if-looked-else-post-next", "live"),
    ("11.1 #6", "blinds.missed.lowball", "wait-or-kill", "live"), ("4 #7", "blinds.no_hand_between", True, "live"),
    ("4 #4", "blinds.new_player_posts.nl", True, "live"), ("4 #4", "blinds.new_player_posts.pl", True, "live"),
    ("4 #4", "blinds.new_player_posts.fl", True, "live"), ("4 #14", "blinds.deal_off", True, "live"),
    ("14.1 #12", "straddle.allowed", True, "live"), ("14.1 #12", "straddle.allowed", False, "tournament"),
    ("14.1 #12", "straddle.from", ("utg",), "live"), ("14.1 #12", "straddle.times", 2, "live"),
    ("14.1 #12", "straddle.multiple", False, "live"), ("15 #3", "ante.due", True, "tournament"),
    ("8 #8", "bring_in.all_in_for_ante", "next-left", "both"), ("8 #2", "bring_in.may_complete", True, "both"),
    ("8 #1", "bring_in.stud", "low", "both"), ("9 #3", "bring_in.razz", "high", "both"),
    ("10 #4", "bring_in.stud8", "low", "both"), ("8 #1", "first_later.stud", "high", "both"),
    ("9 #3", "first_later.razz", "low", "both"), ("10", "first_later.stud8", "high", "both"),
    ("8 #4", "open_pair.stud", True, "both"), ("9 #4", "open_pair.razz", False, "both"),
    ("10 #7", "open_pair.stud8", False, "both"), ("13", "kill.full", 200, "live"), ("13", "kill.half", 150, "live"),
    ("13", "kill.legs", 2, "live"), ("13 #8", "kill.scoop_times", 5, "live"),
    ("13 #3", "kill.second_leg", "small-bet", "live"), ("13 #2", "kill.acting", "in-turn", "live"),
    ("13 #1", "kill.neutral", ("first-hand", "winner-left", "split-without-leg"), "live"),
    ("13 #4", "kill.split_keeps_leg", True, "live"), ("13 #5", "kill.leaver_keeps_leg", True, "live"),
    ("13 #6", "kill.owed_when_leaving", True, "live"), ("13 #11", "kill.one_a_deal", True, "live"),
    ("3.6 #10", "action.out_of_turn", "if-unchanged", "both"),
    ("3.5 #15", "action.premature_card_plays", False, "both"), ("14.1 #2", "bet.least", "big-blind", "both"),
    ("14.1 #3", "raise.least", "largest-of-round", "both"), ("14.1 #3", "raise.reopens", "full-raise-faced", "both"),
    ("3.6 #5", "raise.reopens_half_bet_limit", True, "both"), ("3.6 #3", "raise.cap_limit", 3, "both"),
    ("3.6 #3", "raise.cap_from", 3, "both"), ("3.6 #4", "raise.uncapped", "heads-up-before-cap", "live"),
    ("15 #22", "raise.uncapped", "last-two-of-tournament", "tournament"),
    ("3.6 #2", "raise.uncapped_no_limit", True, "both"), ("8 #3", "raise.completion_counts", False, "both"),
    ("14.2 #4", "pot_limit.call_first", True, "both"), ("14.2 #2", "pot_limit.overbet_accepted_stands", True, "both"),
    ("3.6 #7", "wager.smallest_chip", "in-play", "both"), ("3.6 #7", "wager.all_in_exempt", False, "both"),
    ("2.2 #4", "wager.table_stakes", True, "both"), ("14.1 #14", "run_it.times", 3, "live"),
    ("14.1 #14", "run_it.all_in_needed", True, "live"), ("14.1 #14", "run_it.all_agree", True, "live"),
    ("3.4 #1", "dead_hand.folded", True, "both"), ("3.4 #1", "dead_hand.wrong_number", True, "both"),
    ("3.4 #1", "dead_hand.joker", True, "both"),
    ("3.3 #1", "misdeal.causes", ("first-two-exposed", "two-exposed", "two-boxed", "two-extra", "wrong-number",
      "out-of-sequence", "button-wrong", "first-card-wrong-seat", "not-entitled-dealt", "entitled-left-out"), "live"),
    ("3.3 #1", "misdeal.causes", ("first-two-exposed", "two-exposed", "two-boxed", "two-extra", "wrong-number",
      "out-of-sequence", "button-wrong", "first-card-wrong-seat", "not-entitled-dealt", "entitled-left-out",
      "stud-down-exposed"), "tournament"),
    ("11.1 #1", "misdeal.causes_draw", ("first-two-exposed", "two-exposed", "two-extra", "wrong-number",
      "button-wrong", "first-card-wrong-seat", "out-of-sequence", "not-entitled-dealt", "entitled-left-out"), "both"),
    ("3.3 #1", "misdeal.noticed_before", "two-have-acted", "both"),
    ("3.3 #2", "misdeal.substantial_action_stud", "two-after-forced-bet", "both"),
    ("3.3 #2", "misdeal.after_substantial_action", False, "both"), ("3.5 #4", "cards.two_equal_void", True, "both"),
    ("3.5 #3", "cards.other_back_void", True, "both"), ("3.5 #10", "cards.missing_void", False, "both"),
    ("3.5 #8", "cards.joker", "scrap", "both"), ("5 #2", "flop.five_cards", "reshuffle", "both"),
    ("11.1 #9", "draw.most", 5, "both"), ("15 #28", "deck.change_on", ("push",), "tournament"),
    ("3.7 #2", "showdown.cards_speak", True, "both"), ("3.7 #1", "showdown.all_cards_tabled", True, "both"),
    ("3.7 #7", "showdown.order", "last-aggressor-else-first", "both"),
    ("3.7 #7", "showdown.side_pot_first", True, "both"), ("15 #34", "showdown.all_in", "all-at-once", "tournament"),
    ("3.8 #5", "pots.separate", True, "both"), ("10 #10", "hilo.halves", True, "both"),
    ("7 #2", "hilo.qualifier", 8, "both"), ("7 #2", "hilo.no_low_high_takes_all", True, "both"),
    ("3.8 #3", "odd_chip.unit", "in-play", "both"), ("3.8 #5", "odd_chip.button", "first-clockwise", "both"),
    ("3.8 #5", "odd_chip.stud", "seven", "both"), ("3.8 #5", "odd_chip.stud_low", "low", "both"),
    ("3.8 #5", "odd_chip.high_half", True, "both"),
    ("10 #9", "odd_chip.equal_both_ways", "as-even-as-possible", "both"),
    ("3.8 #4", "odd_chip.one_each", True, "both"),
    ("3.8 #1", "odd_chip.suits", ("spades", "hearts", "diamonds", "clubs"), "both"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "key", "value"), SERIES, ids=[f"{r}-{k}" for r, k, _ in SERIES])
def test_the_tournament_rules_of_2025_say(rule: str, key: str, value: Any) -> None:
    assert said("wsop-tournament-2025", key, tournament=True, day=date(2025, 6, 2)) == (value, rule)
    assert said("wsop-tournament-2025", key, day=date(2025, 6, 2)) is None, "they speak for tournaments only"


@pytest.mark.parametrize(("rule", "key", "value", "scope"), PRIVATE, ids=[f"{r}-{k}-{s}" for r, k, _, s in PRIVATE])
def test_the_rules_for_private_games_say(rule: str, key: str, value: Any, scope: str) -> None:
    if scope != "tournament":
        assert said("roberts-private", key) == (value, rule)
    if scope != "live":
        assert said("roberts-private", key, tournament=True) == (value, rule)


def test_every_value_of_the_new_books_has_its_line() -> None:
    assert {key for _, key, _ in SERIES} == set(BOOKS["wsop-tournament-2025"].terms)
    assert {key for _, key, _, _ in PRIVATE} == set(BOOKS["roberts-private"].terms)


@pytest.mark.parametrize("key", ["button.dead", "button.kind", "blinds.due"])
def test_the_rules_for_private_games_leave_the_button_of_a_cash_game_to_the_house(key: str) -> None:
    assert said("roberts-private", key) is None


@pytest.mark.parametrize(
    ("rule", "key", "kind", "limit", "minutes"),
    [
        ("230-15-080", "rake.percent", "ceiling", 10, None), ("230-15-080", "rake.plan", "only", ("pot", "time"), None),
        ("230-15-080", "time.rate", "ceiling", 1000, 60), ("230-15-080", "time.minutes", "ceiling", 60, None),
        ("230-15-135", "raise.cap_limit", "ceiling", 3, None), ("230-15-135", "wager.most", "ceiling", 30_000, None),
    ],
)  # fmt: skip
def test_the_regulator_bounds(rule: str, key: str, kind: str, limit: Any, minutes: int | None) -> None:
    bound = BOOKS["wa-wac-230-15"].bounds_on(key, date(2018, 7, 1))[kind]
    assert (bound.cite, bound.limit, bound.minutes) == (rule, limit, minutes)
    assert not BOOKS["wa-wac-230-15"].bounds_on(key, date(2018, 6, 30))


@pytest.mark.parametrize(("key", "value"), [("raise.cap_limit", 3), ("raise.uncapped", "never"), ("wager.most", 4000)])
def test_the_regulator_also_says(key: str, value: Any) -> None:
    assert said("wa-wac-230-15", key, day=date(2018, 7, 1)) == (value, "230-15-135")


# -- what a rulebook file may not say

HEAD = """
id = "a"
title = "A"
from = 2018-05-19
scope = "live"
cited_by = "page"
about = "A book."
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 500 }]",
         "a: [rake.cap] 2018-05-19 has no cite; quote the rule it comes from"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 500, cite = 'rule 52' }]", "cite a page"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ value = 500, cite = 'p.52' }]", "write from = 2018-05-19"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-18, value = 500, cite = 'p.52' }]", "first day"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, cite = 'p.52' }]", "has no value"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 5.0, cite = 'p.52' }]", "a whole number"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = true, cite = 'p.52' }]", "a whole number"),
        ("[rake.cap]\nunit = 'dollars'\nvalues = [{ from = 2018-05-19, value = 5, cite = 'p.52' }]", 'unit = "cents"'),
        ("[rake.cap]\nunit = 'cents'\nvalues = []", "has no values"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 5, cite = 'p.1', page = 1 }]", "page"),
        ("[rake.caps]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 5, cite = 'p.52' }]",
         "did you mean rake.cap?"),
        ("[rake]\ncap = 5", "stands outside a term"),
        ("[kill.acting]\nunit = 'word'\nvalues = [{ from = 2018-05-19, value = 'first', cite = 'p.1' }]",
         "write one of in-turn, last"),
        ("[rake.short]\nunit = 'cents by seats'\nvalues = [{ from = 2018-05-19, value = { six = 4 }, cite = 'p.1' }]",
         "numbers of seats"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-06-01, value = 5 }]", "2018-06-01 has no cite"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 5, cite = 'p.1', scope = 'tournament' }]",
         "speaks for live only"),
        ("[rake.cap\n", "is not TOML"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, ceiling = 'x', cite = 'p.1' }]", "a whole number"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, only = ['x'], cite = 'p.1' }]", "write ceiling"),
        ("[kill.acting]\nunit = 'word'\nvalues = [{ from = 2018-05-19, floor = 1, cite = 'p.1' }]", "is no number"),
        ("[kill.acting]\nunit = 'word'\nvalues = [{ from = 2018-05-19, only = ['first'], cite = 'p.1' }]",
         "write one of in-turn, last"),
        ("[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, ceiling = 5, minutes = 60, cite = 'p.1' }]",
         "only time.rate is for so many minutes"),
    ],
)  # fmt: skip
def test_a_wrong_rulebook_is_told_with_its_key_and_cure(text: str, told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(HEAD + text, "a")
    assert str(caught.value).startswith("a: ")
    assert told in str(caught.value)


def test_values_out_of_order_are_told() -> None:
    later, earlier = (f"{{ from = {day}, value = 5, cite = 'p.1' }}" for day in ("2019-01-01", "2018-06-01"))
    for second in (earlier, later):
        with pytest.raises(RulebookError, match="put the values of a scope in order"):
            parse_rulebook(f"{HEAD}[rake.cap]\nunit = 'cents'\nvalues = [{later}, {second}]", "a")


def test_a_later_value_of_a_rulebook_governs_from_its_day_on() -> None:
    text = (
        "[rake.cap]\nunit = 'cents'\nvalues = [{ from = 2018-05-19, value = 500, cite = 'p.52' }, "
        "{ from = 2019-01-01, value = 600, cite = 'p.53' }]"
    )
    book = parse_rulebook(HEAD + text, "a")
    before, after = book.on("rake.cap", date(2018, 12, 31)), book.on("rake.cap", date(2019, 1, 1))
    assert before is not None
    assert after is not None
    assert (before.value, before.cite, after.value, after.cite) == (500, "p.52", 600, "p.53")


def test_every_key_has_a_unit_and_says_what_it_is() -> None:
    assert all(key.unit in UNITS and key.about for key in TERM_KEYS.values())


# -- games


def test_every_game_of_the_vocabulary_is_declared() -> None:
    assert tuple(GAMES) == v.GAMES
    for game in GAMES.values():
        assert game.family in FAMILIES
        assert all(part.evaluator in EVALUATORS for part in game.parts)
        assert {part.name for part in game.parts} <= {*v.PARTS, *v.ROWS}
        for book, rule in game.cites:
            assert book in BOOKS
            assert rule


@pytest.mark.parametrize(
    ("code", "hole", "draws", "board", "deck"),
    [
        ("holdem", 2, 0, 5, 52), ("big-o", 5, 0, 5, 52), ("drawmaha", 4, 3, 5, 52), ("stud", 2, 0, 0, 52),
        ("super-stud", 4, 0, 0, 52), ("mexican", 1, 0, 0, 41), ("27-single", 5, 1, 0, 52), ("badugi", 4, 3, 0, 52),
        ("ofc", 5, 0, 0, 52), ("huhe", 2, 0, 5, 52), ("omaha5", 5, 0, 5, 52), ("omaha6", 6, 0, 5, 52),
        ("short-deck", 2, 0, 5, 36),
    ],
)  # fmt: skip
def test_a_game_deals(code: str, hole: int, draws: int, board: int, deck: int) -> None:
    game = GAMES[code]
    assert (game.hole_cards, game.draws, game.board_cards, game.deck_size) == (hole, draws, board, deck)


def test_the_limit_doubles_after_the_only_draw_or_after_the_second_of_three() -> None:
    assert [street.bet for street in GAMES["a5-single"].streets] == ["small", "big"]
    assert [street.bet for street in GAMES["a5-triple"].streets] == ["small", "small", "big", "big"]
    assert [street.bet for street in GAMES["big-o"].streets] == ["small", "small", "big", "big"]
    assert [street.bet for street in GAMES["stud"].streets] == ["small", "small", "big", "big", "big"]


def test_the_2017_rules_say_who_opens_every_stud_game() -> None:
    for game in GAMES.values():
        if game.family == "stud":
            assert said(LIVE, f"bring_in.{game.code}") is not None, game.code
            assert said(LIVE, f"first_later.{game.code}") is not None, game.code
