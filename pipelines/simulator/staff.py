"""The people of a room over a span of days: dealers who stay, with their days off, and players who come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pipelines.simulator.cards_of_dealers import DEALERS_IN_STRING, TABLES_IN_STRING, Dealer, hire

EACH_OFF: Final = 7  # of so many days a dealer has one off, where somebody can stand in
PLAYERS_A_TABLE: Final = 40  # that the room knows, for each table that is open every day


@dataclass(frozen=True)
class Staff:
    """Everybody on the roster. The first of them work every day, the others when more tables are open, or stand in."""

    everybody: Sequence[Dealer]
    regulars: int

    @classmethod
    def hired(cls, rng: Random, tables: int, tables_most: int) -> Staff:
        """So many that the largest day is staffed; the regulars are those that every day needs."""
        return cls(hire(rng, tables_most), -(-tables // TABLES_IN_STRING) * DEALERS_IN_STRING)

    def on(self, day: int, tables: int) -> list[Dealer]:
        """Who deals on the n-th day, in the order of the rotation.

        Regulars go on to the next string from day to day, so that each of them deals every game of the room. On days
        with no more tables than usual some are off, and others of the roster stand in.
        """
        strings, regulars = self.regulars // DEALERS_IN_STRING, list(self.everybody[: self.regulars])
        others = list(self.everybody[self.regulars :])
        if -(-tables // TABLES_IN_STRING) == strings and others:
            off = [place for place in range(self.regulars) if (place + day) % EACH_OFF == 0]
            for number, place in enumerate(off):
                regulars[place] = others[(day + number * EACH_OFF) % len(others)]
        placed = []
        for string in range(strings):
            crew = (string + day) % strings
            turn = (day // strings) % DEALERS_IN_STRING
            dealers = regulars[crew * DEALERS_IN_STRING : (crew + 1) * DEALERS_IN_STRING]
            placed += [*dealers[turn:], *dealers[:turn]]
        return [*placed, *others]


def guests_of(rng: Random, tables: int, tables_every_day: int) -> dict[int, tuple[str, ...]]:
    """Who of the room's players comes to which table on a day, in order; nobody comes to two."""
    known = [f"P{number:04d}" for number in range(1, PLAYERS_A_TABLE * tables_every_day + 1)]
    rng.shuffle(known)
    return {index: tuple(known[index::tables]) for index in range(tables)}
