"""A room over many days: staff that stays, players who come back, the same tables and devices, and known troubles.

Every day is a room day as `room_day` plays it, in a folder of its own; the staff, the devices and the players come from
here. One dealer errs more than the others, one shuffler drifts and miscounts more from day to day, one log is never
sent, one hand is sent again with a correction, one pot is disputed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Final, Unpack

from pipelines.errors import InputError
from pipelines.simulator import troubles
from pipelines.simulator.placards import RULEBOOKS, house_toml, placard_of
from pipelines.simulator.room_day import (
    FIRST_TABLE,
    HANDS_A_LONG_DAY,
    Asked,
    Order,
    Played,
    SimReport,
    Standing,
    play_day,
    write_beside,
)
from pipelines.simulator.staff import Staff, guests_of
from pipelines.simulator.table_day import Device, TableDay
from pipelines.simulator.troubles import Trouble
from pipelines.simulator.wrongs import Label

DAYS_LEAST: Final = 4  # the missing log, the correction and the disputed pot have days of their own
CASH_TABLES_LEAST: Final = 3  # with a flop: one has the drifting shuffler, one the correction, one sends no log
WEAK_RATE: Final = 0.15  # share of hands with an error while the weak dealer is in the box
WRONG_COUNTS: Final = 0.015  # share of hands: the room's shufflers are old, and one that is worse can be told from them
WRONG_COUNTS_AT_LAST: Final = 0.12  # of the drifting shuffler, on the last day; on the first as any other
AHEAD_A_DAY_S: Final = 7
GAINS_AT_LAST_S: Final = 6  # an hour
LATER: Final = "later"  # the folder of what arrives after everything else
WORTH_A_POOL: Final = 4_000  # hands
Tell = Callable[[int, int], None]


class MonthWishes(Asked, total=False):
    """What may be asked of a span of days; see ``MonthOrder``."""

    days: int
    last_tables: int | None
    last_hands: int | None


@dataclass(frozen=True)
class MonthOrder:
    """A span of days as it was asked for: so many from ``first`` on, each with ``hands`` at ``tables`` tables.

    The last day may be larger (``last_tables``, ``last_hands``); ``each`` errors of every code are made on it alone.
    The rest is as in ``Order``.
    """

    out: Path
    first: date
    days: int = 28
    tables: int = 9
    hands: int | None = 450
    last_tables: int | None = None
    last_hands: int | None = None
    seed: int = 1
    errors: float = 0.01
    each: int | Mapping[str, int] = 0
    games: Sequence[str] = ("holdem",)
    rulebooks: Sequence[str] = RULEBOOKS
    jobs: int | None = None

    @property
    def tables_most(self) -> int:
        return self.last_tables or self.tables

    def date_of(self, day: int) -> date:
        return self.first + timedelta(days=day)

    def of_day(self, day: int) -> Order:
        """The n-th day by itself."""
        is_last = day == self.days - 1
        return Order(
            out=self.out / self.date_of(day).isoformat(),
            day=self.date_of(day),
            tables=self.tables_most if is_last else self.tables,
            hands=(self.last_hands or self.hands) if is_last else self.hands,
            seed=self.seed,
            errors=self.errors,
            each=self.each if is_last else 0,
            games=self.games,
            rulebooks=self.rulebooks,
            jobs=1,
        )

    @cached_property
    def cash_tables(self) -> list[int]:
        """The places of the tables of every day that play a game with a flop for money, with a shuffler."""
        placards = enumerate(placard_of(index, self.games, self.rulebooks) for index in range(self.tables))
        return [n for n, one in placards if one.is_live and one.has_blinds and one.game.is_flop and not one.by_hand]

    def check(self) -> None:
        """Refuses what cannot be filled."""
        if self.days < DAYS_LEAST:
            raise InputError(
                f"simulate: {self.days} days; ask for {DAYS_LEAST} or more: a missing log, a correction and a disputed "
                "pot need days of their own"
            )
        for day in (0, self.days - 1):
            order = self.of_day(day)
            order.check()
            most = -(-(order.hands or 0) // order.tables)
            if most > HANDS_A_LONG_DAY:
                raise InputError(
                    f"simulate: {most:,} hands a table and day; a day holds {HANDS_A_LONG_DAY}: ask for more tables"
                )
        if self.tables_most < self.tables:
            raise InputError(
                f"simulate: {self.tables_most} tables on the last day, fewer than the {self.tables} before"
            )
        if len(self.cash_tables) < CASH_TABLES_LEAST:
            raise InputError(
                f"simulate: {len(self.cash_tables)} cash tables with a flop are open every day; ask for "
                f"{CASH_TABLES_LEAST} or more, with --tables or --games"
            )


@dataclass
class MonthReport(SimReport):
    """What was simulated, with the troubles by kind."""

    troubles: dict[str, Trouble] = field(default_factory=dict)


def simulate_month(out: Path, first: date, tell: Tell | None = None, **wishes: Unpack[MonthWishes]) -> MonthReport:
    """Simulates a span of days into ``out``, a folder a day: the same wishes, see ``MonthOrder``, write the same bytes.

    ``tell`` hears how many days of how many are played.
    """
    began = time.perf_counter()
    order = MonthOrder(out, first, **wishes)
    order.check()
    out.mkdir(parents=True, exist_ok=True)
    room = _Room(order)
    days = _played(order, room, tell)
    listed, labels = room.make_troubles(days)
    games = {game for day in days for game in day.games}
    house = house_toml(order.games, order.rulebooks)
    beside = write_beside(out, house, room.staff.everybody, games, labels)
    beside += [out / "troubles.csv", *sorted((out / LATER).glob("*"))]
    troubles.write_troubles(out / "troubles.csv", listed)
    return MonthReport(
        out=out,
        days=[order.date_of(day) for day in range(order.days)],
        tables=order.tables_most,
        hands=sum(day.hands for day in days),
        injected=dict(sorted(Counter(label.code for label in labels).items())),
        wanting=dict(sorted(sum((day.wanting for day in days), Counter[str]()).items())),
        files=[*(path for day in days for path in day.feeds), *beside],
        seconds=time.perf_counter() - began,
        troubles={one.kind: one for one in listed},
    )


class _Room:
    """What stays the same over the days, and what goes wrong."""

    def __init__(self, order: MonthOrder) -> None:
        self.order = order
        self.rng = Random(f"{order.seed}/{order.first}/month")
        self.staff = Staff.hired(self.rng, order.tables, order.tables_most)
        self.weak = self.rng.choice(self.staff.everybody[: self.staff.regulars])
        self.drifting, self.corrected, self.unsent = (*order.cash_tables[:2], order.cash_tables[-1])

    def standing(self, day: int) -> Standing:
        """What the n-th day takes over."""
        order = self.order
        tables = order.of_day(day).tables
        return Standing(
            dealers=self.staff.on(day, tables),
            guests=guests_of(Random(f"{order.seed}/{order.date_of(day)}/guests"), tables, order.tables),
            devices={n: self._device(day) if n == self.drifting else Device(0, 0, WRONG_COUNTS) for n in range(tables)},
            own_rates={self.weak.emp: WEAK_RATE},
            unsent=frozenset({self.unsent} if day == order.days - DAYS_LEAST else ()),
        )

    def _device(self, day: int) -> Device:
        """The drifting shuffler: its faults grow with the square of the days, so that they begin unnoticed."""
        share = (day / (self.order.days - 1)) ** 2
        return Device(
            ahead_s=AHEAD_A_DAY_S * day,
            gains_s_an_hour=round(GAINS_AT_LAST_S * share),
            wrong_counts=WRONG_COUNTS + (WRONG_COUNTS_AT_LAST - WRONG_COUNTS) * share,
        )

    def make_troubles(self, days: Sequence[Played]) -> tuple[list[Trouble], list[Label]]:
        """All troubles, listed, and the labels of all days with theirs."""
        order = self.order
        labels = [label for day in days for label in day.labels]
        name = f"{self.weak.first_name} {self.weak.last_name}"
        drifting = str(FIRST_TABLE + self.drifting)
        listed = [
            troubles.weak_dealer(self.weak.emp, name, WEAK_RATE),
            troubles.drifting_shuffler(drifting, f"SH{drifting}"),
            troubles.missing_log(_table(days[-DAYS_LEAST], self.unsent)),
        ]
        corrected = troubles.correct_later(self.rng, _table(days[-3], self.corrected), order.out / LATER)
        cash = [_table(days[-1], index) for index in order.cash_tables if index != self.drifting]
        disputed = troubles.dispute_a_pot(self.rng, cash, labels)
        if corrected is None or disputed is None:
            raise InputError(
                "simulate: too few hands a table for a correction and a disputed pot; ask for more --hands"
            )
        labels.append(corrected[0])
        return [*listed, corrected[1], disputed], labels


def _table(day: Played, index: int) -> TableDay:
    return next(one for one in day.tables if one.spec.table_index == index)


def _played(order: MonthOrder, room: _Room, tell: Tell | None) -> list[Played]:
    """All days in order, the largest begun first where several are played at once."""
    done: dict[int, Played] = {}
    for day, played in _each_as_it_ends(order, room):
        done[day] = played
        if tell:
            tell(len(done), order.days)
    return [done[day] for day in range(order.days)]


def _each_as_it_ends(order: MonthOrder, room: _Room) -> Iterator[tuple[int, Played]]:
    asked = [(day, order.of_day(day), room.standing(day)) for day in reversed(range(order.days))]
    hands = sum(one.hands or 0 for _, one, _ in asked)
    jobs = order.jobs or (cpu_count() or 1 if hands >= WORTH_A_POOL else 1)
    if jobs <= 1:
        yield from map(_play, asked)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(asked)), mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_play, one) for one in asked]):
            yield future.result()


def _play(asked: tuple[int, Order, Standing]) -> tuple[int, Played]:
    day, order, standing = asked
    return day, play_day(order, standing)
