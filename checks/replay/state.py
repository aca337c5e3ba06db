"""What the walk keeps in mind of one hand: one record, most of which starts from zero with every hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from checks.replay.masks import SEATS

POTS_MOST = 10
BOARDS_MOST = 3
PARTS_MOST = 2
STREETS_MOST = 5
CARDS_MOST = 12  # of one seat: nine dealt in super stud, and some to spare
UPS_MOST = 6
DARK_MOST = 10
STRADDLES_MOST = 4
DECK = 53

# Numbers that start from zero with every hand, by what they are about.
_FRESH: Final = {
    "the game, as declared": (
        "is_flop is_round by_bring_in by_lots has_draws names_by_board jokers form button n_streets whole_hand"
    ),
    "seats, as masks": (
        "listed away absent waiting funded active dealt live able folded killed mucked posted declared threw_unseen "
        "told_all_in discard_due"
    ),
    "a hand that got a card after it had folded to a bet": "killed_event killed_seat",
    "the street": "stage round_no street_cards board_cards board_raw flop_cards burned bet_on acted_since shown_down",
    "the betting round": (
        "follow open_for_action finished incomplete_told acted skipped short level full_raise full_level "
        "whole_level last_actor short_stood stood_bettor stood_cents raises began_with bb_acted slip_by "
        "bring_in_only open_pair big_used ups_unknown pot"
    ),
    "forced bets": (
        "percent short_blind kill_mask kill_last opener opener_rank sb_seat bb_seat bb_event bring_in_seat straddles "
        "bba_seat bba_cents bba_event bba_at bba_due bba_whole antes_in antes_all kill_seat kill_event "
        "kill_cents kills bomb bomb_ante button_ante_seat button_ante_cents splash"
    ),
    "actions in the dark, waiting for their street": "darks dark_round",
    "actions counted": "calls wagers_first actions folds checks wagers acted_without_cards",
    "chips that left the table or came back": "rake promo timepot time_paid awarded other_chips parts_unknown",
    "the end": "shows ended undone odd fouled tabled_thrown joker_dead ever_acted gave_up withheld_seat withheld_event",
    "the deck, and faces as bits": (
        "known card_twice cards_out burns burns_waiting burns_pile muck_pile discards_pile stub_lost "
        "spare_any reshuffled exposed_faces foreign_faces faces stray_told spares"
    ),
    "boards": (
        "n_boards runs_boards boards_unread common other_board third_board run_times run_event all_in_at_run "
        "board_told four_flop four_flop_event four_flop_faces floor_called bundle_event bundle_due "
        "bundle_cards communities community community_event"
    ),
    "the first deal": "first_dealt first_deal_event first_card_seat second_card_seat cards_dealt",
    "irregular cards": (
        "exposed exposed_event exposed_seat first_two_exposed boxed_in_deal boxed_any boxed_needed "
        "boxed_waiting boxed_loose boxed_event exposed_apart foreign_event foreign_in_play foreign_waiting"
    ),
    "a street taken back, and what was done since": "back_stage back_river back_shuffled back_piles back_burns",
    "exposed cards beside those of the first deal": "exposed_later kept_exposed third_up_event third_up_seat",
    "a misdeal, and the actions before it": "misdeal_event misdeal_folds misdeal_checks misdeal_wagers",
    "a street of stud or of a draw game as it is dealt": (
        "street_closed street_burns street_fresh last_street_event discards_told hand_told last_said draw_told"
    ),
    "the last street of stud, where a card of it came face up": (
        "seventh_dealt seventh_first_up seventh_up seventh_told seventh_event seventh_seat seventh_due_up"
    ),
    "a short stub": (
        "last_card_event last_card_stage last_card_more snapshot stub_before burns_before players_before "
        "piles_before stub_told"
    ),
    "the rake street by street": "rake_owed rake_off board_out acted_on_board",
    "the order of showing, where the floor put one in force": (
        "show_ruling show_aggressor show_all_in show_cards_since show_any_action show_acted show_off "
        "show_judging show_side show_main_only shown_mask"
    ),
}

# The same by seat.
_FRESH_BY_SEAT: Final = {
    "chips": (
        "stack began chips bet let_off seen_level bets_in street ahead antes dead out back returned returned_now "
        "uncalled_back ante_back"
    ),
    "posts": "blind live_post dead_post other_forced forced_total",
    "faces as bits": "open_cards thrown",
}

# The same by seat, of cards counted: small numbers, since what is cleared with every hand costs by its bytes.
_COUNTS_BY_SEAT: Final = (
    "n_held n_shown in_hands dealt_to spare exposed_now replaced discarded drawn tabled n_up complete"
)

# What a hand need not clear: it is written before it is read, or belongs to the whole batch.
_KEPT: Final = {
    "the event at hand": (
        "h start word seat detail amount marks count event n_cards first_card piles ante_after street_now"
    ),
    "what the film says of it": (
        "turn in_hand followed slip closed due most pot_most faced reopen cap sized completing rake_by_then "
        "rake_so_far cards_most said begun explained nth late place running all_in lower upper"
    ),
    "the pots": "n_pots used parts_named taken unit by_cards live_count loose loose_seat",
    "cards of the board's last street, where some are taken back": "backs kept_cards",
    "rows of the film so far": "keep_all n_events n_seats n_pots_kept n_shares n_pictures n_hands",
}


def _names(groups: dict[str, str]) -> list[str]:
    return [name for names in groups.values() for name in names.split()]


_FILLED = -(2 * SEATS * len(_COUNTS_BY_SEAT.split()) + DECK) % 8  # bytes up to a whole word
STATE = np.dtype(
    [(name, "i8") for name in _names(_FRESH)]
    + [(name, "i8", (SEATS,)) for name in _names(_FRESH_BY_SEAT)]
    + [(name, "i2", (SEATS,)) for name in _COUNTS_BY_SEAT.split()]
    + [("place_of", "i1", (DECK,)), ("_filled", "i1", (_FILLED,))]
    + [(name, "i8") for name in _names(_KEPT)]
    + [
        ("deal_event", "i8", (SEATS,)),
        ("show_event", "i8", (SEATS,)),
        ("ante_event", "i8", (SEATS,)),
        ("held", "i8", (SEATS, CARDS_MOST)),
        ("hole", "i8", (SEATS, CARDS_MOST)),
        ("joker_up", "i8", (SEATS,)),
        ("ups", "i8", (SEATS, UPS_MOST)),
        ("board", "i8", (BOARDS_MOST, 5)),
        ("n_board", "i8", (BOARDS_MOST,)),
        ("due_by_street", "i8", (STREETS_MOST,)),
        ("ups_by_street", "i8", (STREETS_MOST,)),
        ("dark", "i8", (DARK_MOST,)),
        ("straddle_seat", "i8", (STRADDLES_MOST,)),
        ("straddle_cents", "i8", (STRADDLES_MOST,)),
        ("straddle_event", "i8", (STRADDLES_MOST,)),
        ("straddle_late", "i8", (STRADDLES_MOST,)),
        ("takers", "i8", (POTS_MOST,)),
        ("pot_cents", "i8", (POTS_MOST,)),
        ("eligible", "i8", (POTS_MOST,)),
        ("matched", "i8", (SEATS,)),
        ("won", "i8", (POTS_MOST, BOARDS_MOST, PARTS_MOST)),  # masks of the winners
        ("value", "i8", (BOARDS_MOST, PARTS_MOST, SEATS)),
        ("pushed", "i8", (POTS_MOST, BOARDS_MOST + 1, PARTS_MOST + 1, SEATS)),  # as the awards name board and part
        ("paid", "i8", (POTS_MOST, SEATS)),
        ("award_event", "i8", (POTS_MOST, SEATS)),
        ("order", "i8", (2, PARTS_MOST, SEATS)),  # of odd units, for both readings of an ace
        ("due_seat", "i8", (SEATS,)),
        ("due_pot", "i8", (SEATS,)),
        ("done_seat", "i8", (SEATS,)),
        ("key", "i8", (SEATS,)),
        ("sorted_", "i8", (SEATS,)),
    ]
)  # fmt: skip
FRESH = (2 * SEATS * len(_COUNTS_BY_SEAT.split()) + DECK + _FILLED) // 8  # words that a hand starts from zero with
FRESH += len(_names(_FRESH)) + len(_names(_FRESH_BY_SEAT)) * SEATS
