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
    kill_acts_last: bool = False  # unless raised before its turn, and not where time is paid: caesars 190
    hilo_high_board_first: bool = False  # at stud high-low without a qualifier: caesars 243
    time_from_next_hand: bool = True  # a time pot comes from the hand after the call: 2017 27; else guide p.52
    deck_with_push: bool = False  # tournaments: another deck with each push, and a level will not do: guide p.16
    capped_heads_up: bool = False  # the cap of raises holds between two: guide FAQ 17, where nobody lifts it


# What each document says; what it does not name it leaves to the next.
_SAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    "wsop-dealer-2018": {
        "mixed_reduction": True,
        "single_blind_live": True,
        "everybody_new_posts": False,
        "time_from_next_hand": False,
        "deck_with_push": True,
    },
    "wsop-live-2017": {
        "single_blind_live": False,
        "everybody_new_posts": False,
        "kill_acts_last": False,
        "hilo_high_board_first": False,
        "time_from_next_hand": True,
        "capped_heads_up": False,
    },
    "caesars-live": {
        "single_blind_live": False,
        "everybody_new_posts": True,
        "kill_acts_last": True,
        "hilo_high_board_first": True,
        "capped_heads_up": False,
    },
    "roberts-private": {},
    "tda-2013": {"deck_with_push": False},
    "wsop-tournament-2025": {"deck_with_push": False},
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
