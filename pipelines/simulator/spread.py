"""What a room spreads: every kind of table by its name, and the house file with their placards."""

from collections.abc import Collection, Sequence
from typing import Final

from pipelines.simulator import placards
from pipelines.simulator.placards import Placard
from pipelines.simulator.round_placards import ROUND_OFFERED, RoundPlacard, round_placard_toml

OFFERED: Final[dict[str, tuple[Placard, ...]]] = {**placards.OFFERED, **ROUND_OFFERED}


def placard_of(table_index: int, games: Sequence[str]) -> Placard:
    """The placard that stands on the n-th table of a room that spreads some games, table by table in turn."""
    round_of_games, place = divmod(table_index, len(games))
    offered = OFFERED[games[place]]
    return offered[placards._MIX[(round_of_games + place) % len(placards._MIX)] % len(offered)]


def house_toml(games: Collection[str]) -> str:
    """The house file of the simulated room, with a placard for each stake of each game."""
    text = placards.house_toml([game for game in games if game not in ROUND_OFFERED])
    for game in games:
        for placard in ROUND_OFFERED.get(game, ()):
            assert isinstance(placard, RoundPlacard)
            text += round_placard_toml(placard)
    return text
