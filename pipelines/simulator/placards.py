"""The placards of the simulated room, and its house file. Money is in whole dollars here, as the log writes it."""

from dataclasses import dataclass
from typing import Final

ROOM: Final = "rio"
TIMEZONE: Final = "America/Los_Angeles"
SEATS: Final = 9
RAKE_CAP: Final = 5
SHORT_CAPS: Final = {6: 4, 5: 3, 4: 2, 3: 1, 2: 1}


@dataclass(frozen=True)
class Placard:
    """What stands on one kind of table: blinds, smallest chip in play, and the chip that wagers are made in."""

    name: str
    sb: int
    bb: int
    chip: int
    wager_chip: int

    def rake_cap(self, dealt_in: int) -> int:
        """The most the house takes with so many seats dealt in."""
        return SHORT_CAPS.get(dealt_in, RAKE_CAP)

    def rake_due(self, contested: int, dealt_in: int) -> int:
        """A dollar for each full ten in the contested pot, up to the cap of the table as it is seated."""
        return min(contested // 10, self.rake_cap(dealt_in))


ONE_THREE: Final = Placard("rio-1-3-nl", sb=1, bb=3, chip=1, wager_chip=1)
TWO_FIVE: Final = Placard("rio-2-5-nl", sb=2, bb=5, chip=1, wager_chip=5)
FIVE_TEN: Final = Placard("rio-5-10-nl", sb=5, bb=10, chip=5, wager_chip=5)
PLACARDS: Final = (ONE_THREE, TWO_FIVE, FIVE_TEN)

# The mix of a low-limit room: of ten tables, six small, three middling, one big.
_MIX: Final = (
    ONE_THREE, TWO_FIVE, ONE_THREE, ONE_THREE, FIVE_TEN, ONE_THREE, TWO_FIVE, ONE_THREE, TWO_FIVE, ONE_THREE,
)  # fmt: skip


def placard_of(table_index: int) -> Placard:
    """The placard that stands on the n-th table of the room."""
    return _MIX[table_index % len(_MIX)]


def house_toml() -> str:
    """The house file of the simulated room."""
    short = ", ".join(f"{seats} = {cap}" for seats, cap in SHORT_CAPS.items() if seats > 2)
    text = f"""# A simulated room.
[room.{ROOM}]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]
timezone = "{TIMEZONE}"
gaming_day_starts = "06:00"
counting_shuffler = true
max_downs_in_a_row = 3
"""
    for placard in PLACARDS:
        text += f"""
[placard.{placard.name}]
room = "{ROOM}"
game = "holdem"
betting = "nl"
stakes = {{ sb = {placard.sb}, bb = {placard.bb}, chip = {placard.chip} }}
seats = {SEATS}
rake = {{ percent = 10, step = 1, cap = {RAKE_CAP}, no_flop_no_drop = true, short = {{ {short} }} }}
"""
    return text
