"""How a simulated room plays by its rulebooks, where they differ: a reading of the documents apart from the checks.

The first book that speaks on a matter governs; on what none of them says the room plays as it always did.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True)
class Ways:
    """What differs from book to book at a table."""

    mixed_reduction: bool = False  # the caps of short mixed tables: the guide's addendum
    single_blind_live: bool = False  # one missed blind made up alone is live: guide p.55
    everybody_new_posts: bool = False  # in every betting form, not in limit alone: caesars 59
    new_posts_at_draw: bool = False  # whatever is bet there: 2017 269, 298, 307, 317; the guide goes by the form alone
    kill_acts_last: bool = False  # unless raised before its turn, and not where time is paid: caesars 190
    hilo_high_board_first: bool = False  # at stud high-low without a qualifier: caesars 243
    time_from_next_hand: bool = True  # a time pot comes from the hand after the call: 2017 27; else guide p.52
    raises_most: int = 4  # in a limit round: roberts 3.6 #3 has three
    buys_button: bool = True  # or posts the big blind alone between button and small blind: not by roberts 4 #7
    buys_for_one_blind: bool = False  # only who missed the big blind alone buys the button: guide p.55
    straddles_from: tuple[str, ...] = ("button", "utg")  # where the placard names no other place
    kill_wins_again: bool = False  # a kill that wins kills again, whatever it won: caesars 195
    four_card_flop: str = "floor"  # who picks the burn out of it; by caesars 159 it is the top card
    whole_all_in: tuple[str, ...] = ()  # forms with all-ins in whole chips: pl by caesars 127, both by roberts 3.6 #7
    run_it_in_pl_omaha: bool = False  # caesars 205
    odd_chip_of_all_cards: bool = False  # in stud, not of the five that play: caesars 146, roberts 3.8 #5
    # Errors that not every book forbids: nobody could say that they were made.
    big_blind_ante: bool = False  # its amount and its order: guide addendum
    best_position_waits: bool = False  # a new player on the button: guide p.55
    straddle_before_cards: bool = False  # guide p.55
    straddle_in_kill_pot: bool = True  # forbidden by 2017 208, caesars 200
    absent_pay_time: bool = False  # guide p.52
    time_is_called: bool = False  # when time is owed, and by which pot: 2017 27, guide p.52
    kill_is_named: bool = False  # its amount and its legs: not in the guide
    run_it_is_named: bool = False  # where boards may be run: 2017 214, caesars 205, guide FAQ 11
    move_at_draw_waits: bool = False  # for the same position, so one moves where nobody is passed: 2017 159
    move_is_named: bool = False  # what a change of seats costs: 2017 159, caesars 156, guide FAQ 23
    odd_chip_of_low_is_named: bool = True  # by the highest card in low games too; not by roberts 3.8 #5
    draw_stub_is_named: tuple[str, ...] = ()  # games of a short stub's rule: 2017 before 267, guide p.35; caesars 283
    stud_stub_is_named: bool = False  # what a short stub of stud asks for: 2017 235, caesars 225, guide p.27
    pot_is_named: bool = False  # how the small blind counts in a pot-limit pot: roberts 14.2 leaves it to the structure
    chip_of_big_blind: bool = False  # wagers in whole chips of it: 2017 130, caesars 127
    deck_with_push: bool = False  # tournaments: another deck with each push, and a level will not do: guide p.16
    open_face: str = ""  # the book whose rules of Chinese games are played: 2017 334 to 354, caesars 317 to 330
    capped_heads_up: bool = False  # the cap of raises holds between two: guide FAQ 17, where nobody lifts it


# What each document says; what it does not name it leaves to the next.
_SAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    "wsop-dealer-2018": {
        "buys_for_one_blind": True,
        "odd_chip_of_all_cards": False,
        "odd_chip_of_low_is_named": True,
        "stud_stub_is_named": True,
        "draw_stub_is_named": ("all",),
        "move_is_named": True,
        "mixed_reduction": True,
        "single_blind_live": True,
        "everybody_new_posts": False,
        "new_posts_at_draw": False,
        "time_from_next_hand": False,
        "big_blind_ante": True,
        "best_position_waits": True,
        "straddle_before_cards": True,
        "absent_pay_time": True,
        "time_is_called": True,
        "run_it_is_named": True,
        "pot_is_named": True,
        "four_card_flop": "floor",
        "straddles_from": ("button", "utg"),
        "deck_with_push": True,
    },
    "wsop-live-2017": {
        "move_at_draw_waits": True,
        "odd_chip_of_all_cards": False,
        "odd_chip_of_low_is_named": True,
        "stud_stub_is_named": True,
        "draw_stub_is_named": ("all",),
        "move_is_named": True,
        "single_blind_live": False,
        "everybody_new_posts": False,
        "new_posts_at_draw": True,
        "kill_acts_last": False,
        "hilo_high_board_first": False,
        "time_from_next_hand": True,
        "capped_heads_up": False,
        "four_card_flop": "floor",
        "straddles_from": ("button", "utg"),
        "straddle_in_kill_pot": False,
        "open_face": "wsop-live-2017",
        "time_is_called": True,
        "kill_is_named": True,
        "run_it_is_named": True,
        "run_it_in_pl_omaha": False,
        "pot_is_named": True,
        "chip_of_big_blind": True,
    },
    "caesars-live": {
        "move_is_named": True,
        "single_blind_live": False,
        "everybody_new_posts": True,
        "kill_acts_last": True,
        "hilo_high_board_first": True,
        "capped_heads_up": False,
        "kill_wins_again": True,
        "four_card_flop": "top card",
        "whole_all_in": ("pl",),
        "open_face": "caesars-live",
        "odd_chip_of_all_cards": True,
        "odd_chip_of_low_is_named": True,
        "stud_stub_is_named": True,
        "draw_stub_is_named": ("badugi", "badeucey", "badacey"),
        "straddles_from": ("button", "utg"),
        "straddle_in_kill_pot": False,
        "kill_is_named": True,
        "run_it_is_named": True,
        "run_it_in_pl_omaha": True,
        "pot_is_named": True,
        "chip_of_big_blind": True,
    },
    "roberts-private": {
        "single_blind_live": True,
        "everybody_new_posts": True,
        "kill_acts_last": False,
        "capped_heads_up": False,
        "raises_most": 3,
        "whole_all_in": ("nl", "pl"),
        "odd_chip_of_all_cards": True,
        "odd_chip_of_low_is_named": False,
        "buys_button": False,
        "straddles_from": ("utg",),
        "kill_is_named": True,
        "deck_with_push": True,
    },
    "tda-2013": {"four_card_flop": "floor", "deck_with_push": False},
    "wsop-tournament-2025": {"four_card_flop": "floor", "deck_with_push": False},
}
BOOKS: Final = tuple(_SAYS)  # what a room can be asked to go by


def ways_of(rulebooks: Sequence[str]) -> Ways:
    """How a room plays that goes by some rulebooks."""
    said: dict[str, Any] = {}
    for book in reversed(rulebooks):
        said |= _SAYS.get(book, {})
    if "wsop-dealer-2018" in rulebooks:
        said.setdefault("capped_heads_up", True)
    return Ways(**{field.name: said[field.name] for field in fields(Ways) if field.name in said})
