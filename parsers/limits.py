"""The most and the least that the hand log may say: one place for both of its readers.

Beyond these a value is no record of a table but a mistake in writing it down.
"""

from typing import Final

from parsers.vocabulary import SEATS_MOST

AMOUNT_MOST: Final = 10**12  # cents: ten thousand million in the table's currency
TEXT_MOST: Final = 200  # characters of a name, a reason, a ruling
EVENTS_MOST: Final = 32_767  # of a hand: they are numbered in 16 bits
CARDS_MOST: Final = 60  # of an event
STUB_MOST: Final = 999
RUNIT_MOST: Final = 9
POINTS_MOST: Final = 999_999
SIDE_POTS_MOST: Final = SEATS_MOST - 1
BOARDS_MOST: Final = 3
WHOLE_MOST: Final = 2**31 - 1
YEAR_LEAST: Final = 1970
YEAR_MOST: Final = 2199

GAMES_WITHOUT_STAKES: Final = ("huhe",)  # wagers are the player's choice between the placard's limits
