"""The placards of the simulated room, and its house file. Money is in whole dollars here, as the log writes it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.simulator.games import GAMES, Game

ROOM: Final = "rio"
TIMEZONE: Final = "America/Los_Angeles"
SEATS: Final = 9
RAKE_CAP: Final = 5
SHORT_CAPS: Final = {6: 4, 5: 3, 4: 2, 3: 1, 2: 1}


@dataclass(frozen=True)
class Placard:
    """What stands on one kind of table: game, betting form, blinds, the smallest chip, the chip of wagers, limits.

    ``small_bet`` and ``big_bet`` are 0 where the game has no fixed limit. A tournament has no placard in the house
    file; what its clock shows stands here: ``ante`` is every seat's, ``bba`` the big blind's for all.
    """

    name: str
    sb: int
    bb: int
    chip: int
    wager_chip: int
    game: Game = GAMES["holdem"]
    betting: str = "nl"
    small_bet: int = 0
    big_bet: int = 0
    is_tournament: bool = False
    ante: int = 0
    bba: int = 0

    def rake_cap(self, dealt_in: int) -> int:
        """The most the house takes with so many seats dealt in."""
        return SHORT_CAPS.get(dealt_in, RAKE_CAP)

    def rake_due(self, contested: int, dealt_in: int) -> int:
        """A dollar for each full ten in the contested pot, up to the cap of the table as it is seated."""
        return 0 if self.is_tournament else min(contested // 10, self.rake_cap(dealt_in))

    def stakes(self, sign: str) -> str:
        """The stakes as pairs, for the log (``"sb":1``) or the house file (``sb = 1``)."""
        names = ("sb", "bb", "ante", "small_bet", "big_bet", "chip")
        pairs = [(name, value) for name in names if (value := getattr(self, name))]
        if sign == ":":
            return ",".join(f'"{name}":{value}' for name, value in pairs)
        return ", ".join(f"{name} = {value}" for name, value in pairs)


# Blinds, smallest chip and wager chip of a room's tables, by betting form; in limit the big blind is the small bet.
_STAKES: Final = {
    "nl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
    "pl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
    "fl": ((2, 4, 1, 1), (4, 8, 1, 1), (10, 20, 5, 5)),
}
# The mix of a low-limit room: of ten tables, six small, three middling, one big.
_MIX: Final = (0, 1, 0, 0, 2, 0, 1, 0, 1, 0)


def _placards(game: Game, betting: str) -> tuple[Placard, ...]:
    made = []
    for sb, bb, chip, wager_chip in _STAKES[betting]:
        shown = (bb, 2 * bb) if betting == "fl" else (sb, bb)
        name = f"{ROOM}-{shown[0]}-{shown[1]}-" + (betting if game.code == "holdem" else f"{game.code}-{betting}")
        limits = shown if betting == "fl" else (0, 0)
        made.append(Placard(name, sb, bb, chip, wager_chip, game, betting, *limits))
    return tuple(made)


TOURNAMENT: Final = Placard("", sb=25, bb=50, chip=25, wager_chip=25, is_tournament=True)

# What a table can be asked to play: a game in its usual betting form by its name alone, or with the form behind it; or
# a tournament, which is no-limit hold'em.
OFFERED: Final = {
    **{game.code: _placards(game, game.usual_betting) for game in GAMES.values()},
    **{f"{game.code}-{form}": _placards(game, form) for game in GAMES.values() for form in _STAKES},
    "tournament": (TOURNAMENT,) * len(_STAKES["nl"]),
}


def placard_of(table_index: int, games: Sequence[str]) -> Placard:
    """The placard that stands on the n-th table of a room that spreads some games, table by table in turn."""
    round_of_games, place = divmod(table_index, len(games))
    return OFFERED[games[place]][_MIX[round_of_games % len(_MIX)]]


def house_toml(games: Collection[str]) -> str:
    """The house file of the simulated room, with a placard for each stake of each game."""
    rulebooks = ["wsop-dealer-2018", "wsop-live-2017", *(["tda-2013"] if "tournament" in games else [])]
    short = ", ".join(f"{seats} = {cap}" for seats, cap in SHORT_CAPS.items() if seats > 2)
    text = f"""# A simulated room.
[room.{ROOM}]
rulebooks = [{", ".join(f'"{name}"' for name in rulebooks)}]
timezone = "{TIMEZONE}"
gaming_day_starts = "06:00"
counting_shuffler = true
max_downs_in_a_row = 3
"""
    placards = {placard.name: placard for game in games for placard in OFFERED[game]}
    for placard in placards.values():
        if placard.is_tournament:
            continue
        text += f"""
[placard.{placard.name}]
room = "{ROOM}"
game = "{placard.game.code}"
betting = "{placard.betting}"
stakes = {{ {placard.stakes("=")} }}
seats = {placard.game.seats}
rake = {{ percent = 10, step = 1, cap = {RAKE_CAP}, no_flop_no_drop = true, short = {{ {short} }} }}
"""
    return text
