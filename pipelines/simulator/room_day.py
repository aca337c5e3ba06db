"""A room day: every table played, the dealers rotated, the feeds written, and every injected error labelled."""

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Final, TypedDict, Unpack
from zoneinfo import ZoneInfo

from pipelines.errors import InputError
from pipelines.simulator.banked_table import play_banked_table
from pipelines.simulator.cards_of_dealers import (
    SLOT_S,
    Dealer,
    DownCard,
    dealer_in_box,
    find_blank_slot,
    find_double_signature,
    hire,
)
from pipelines.simulator.chinese_table import play_chinese_table
from pipelines.simulator.placards import (
    OFFERED,
    ROOM,
    RULEBOOKS,
    TIMEZONE,
    Placard,
    by_rulebooks,
    house_toml,
    placard_of,
)
from pipelines.simulator.table_day import Device, TableDay, TableSpec, play_table
from pipelines.simulator.tournament import BUY_IN, EVENT
from pipelines.simulator.two_tables import errors_between_tables
from pipelines.simulator.ways import BOOKS
from pipelines.simulator.writers import replace_in_slot, write_downs, write_labels, write_lines, write_roster
from pipelines.simulator.wrongs import ALL_CODES, ON_THE_CARD, Label, can_occur

GAMES: Final = tuple(OFFERED)
FIRST_TABLE: Final = 141
OPENS_S: Final = 10 * 3600
CLOSES_AT_LATEST_S: Final = 26 * 3600  # two at night: before clocks are ever changed
HANDS_A_LONG_DAY: Final = 500  # a table asked for more goes on the next day
NUMBERS_A_DAY: Final = 1000  # hand numbers go on over the days, so that a room never repeats one
NUMBERS_BEGIN: Final = date(2018, 6, 1)
SCARCE: Final = ("AC04", "BL08", "OC01", "OC04", "OC05", "OC06", "PT08", "PT11")  # errors that few hands have room for
WORTH_A_POOL: Final = 40_000  # hands; below this, starting processes costs more than it saves


@dataclass
class SimReport:
    """What was simulated. ``wanting`` counts the errors that were wanted and found no hand to go wrong in."""

    out: Path
    days: list[date]
    tables: int
    hands: int
    injected: dict[str, int]
    wanting: dict[str, int]
    seconds: float
    files: list[Path] = field(default_factory=list)


class Asked(TypedDict, total=False):
    """What may be asked of a room day and of a span of them; see ``Order`` for what is done where nothing is asked."""

    tables: int
    hands: int | None
    seed: int
    errors: float
    games: Sequence[str]
    each: int | Mapping[str, int]
    jobs: int | None
    rulebooks: Sequence[str]


class Wishes(Asked, total=False):
    """What may be asked of a room day."""

    codes: Sequence[str]


@dataclass(frozen=True)
class Order:
    """A room day as it was asked for.

    ``hands`` is the number of hands over all tables (default: as many as a day of eight to ten hours holds); a table
    asked for more than a long day holds goes on the next day. ``errors`` is the share of hands with an injected error,
    ``each`` a number of errors to make besides of every code that the games have room for, or a number for each code.
    ``games`` go round the tables: a game of ``GAMES`` in its usual betting form, or with ``-nl``, ``-pl`` or ``-fl``
    behind it; a kind of table of its own, like ``holdem-kill``; or ``tournament``, a table that plays until somebody
    has won, and so perhaps fewer hands. ``jobs`` is the number of processes, ``codes`` the errors to be made.
    """

    out: Path
    day: date
    tables: int = 30
    hands: int | None = None
    seed: int = 1
    errors: float = 0.01
    games: Sequence[str] = ("holdem",)
    each: int | Mapping[str, int] = 0
    jobs: int | None = None
    codes: Sequence[str] = ALL_CODES
    rulebooks: Sequence[str] = RULEBOOKS

    @property
    def planned(self) -> dict[str, int]:
        """How many errors of each code are to be made beside those of the rate."""
        return dict.fromkeys(self.codes, self.each) if isinstance(self.each, int) else dict(self.each)

    @property
    def processes(self) -> int:
        if self.jobs is not None:
            return self.jobs
        hands = self.hands if self.hands is not None else 450 * self.tables
        return 1 if hands < WORTH_A_POOL else cpu_count() or 1

    def check(self) -> None:
        """Refuses what cannot be filled."""
        each = min(self.planned.values(), default=0)
        if self.tables < 1:
            raise InputError(f"simulate: {self.tables} tables; ask for at least one")
        if self.hands is not None and self.hands < 1:
            raise InputError(f"simulate: {self.hands} hands; ask for at least one")
        if not 0 <= self.errors <= 0.25:
            raise InputError(f"simulate: an error rate of {self.errors}; give a share of hands from 0 to 0.25")
        if each < 0:
            raise InputError(f"simulate: {each} errors of each code; give 0 or more")
        unknown = [game for game in self.games if game not in GAMES]
        if unknown or not self.games:
            raise InputError(f"simulate: cannot deal {', '.join(unknown) or 'no game'}; choose from {', '.join(GAMES)}")
        strange = [book for book in self.rulebooks if book not in BOOKS]
        if strange or not self.rulebooks:
            named = ", ".join(strange) or "no rulebook"
            raise InputError(f"simulate: cannot play by {named}; choose from {', '.join(BOOKS)}")


@dataclass(frozen=True)
class Standing:
    """What a day takes over from the days that it is one of; of a day by itself nothing.

    ``dealers`` stand in the order of the rotation, ``guests`` (who comes, in order), ``devices`` and ``unsent`` (whose
    log never reaches the audit, and where nothing goes wrong that only the log would show) go by the place of a table.
    """

    dealers: Sequence[Dealer] = ()
    guests: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    devices: Mapping[int, Device] = field(default_factory=dict)
    own_rates: Mapping[str, float] = field(default_factory=dict)
    unsent: frozenset[int] = frozenset()


@dataclass
class Played:
    """A day that was played and whose feeds are written; nothing beside the feeds is."""

    tables: list[TableDay]
    dealers: Sequence[Dealer]
    labels: list[Label]
    wanting: Counter[str]
    feeds: list[Path]

    @property
    def hands(self) -> int:
        return sum(table_day.hands for table_day in self.tables)

    @property
    def games(self) -> set[str]:
        return {table_day.spec.placard.game.code for table_day in self.tables}


def simulate(out: Path, day: date, **wishes: Unpack[Wishes]) -> SimReport:
    """Simulates a room day into the folder ``out``: the same wishes, see ``Order``, write the same bytes."""
    began = time.perf_counter()
    order = Order(out, day, **wishes)
    order.check()
    played = play_day(order)
    beside = write_beside(out, house_toml(order.games, order.rulebooks), played.dealers, played.games, played.labels)
    return SimReport(
        out=out,
        days=sorted({table_day.spec.day for table_day in played.tables}),
        tables=order.tables,
        hands=played.hands,
        injected=dict(sorted(Counter(label.code for label in played.labels).items())),
        wanting=dict(sorted(played.wanting.items())),
        files=[*played.feeds, *beside],
        seconds=time.perf_counter() - began,
    )


def play_day(order: Order, standing: Standing | None = None) -> Played:
    """Plays all tables of an order and writes their feeds into its folder; of several days each has its day's name."""
    order.out.mkdir(parents=True, exist_ok=True)
    rng = Random(f"{order.seed}/{order.day}/room")
    dealers = hire(rng, order.tables) if standing is None else standing.dealers
    tables = _play(_Plan(order, rng, dealers, standing).specs(), order.processes)
    cards = [_down_card(table_day, dealers) for table_day in tables]
    labels = [label for table_day in tables for label in table_day.labels]
    wanting = Counter(code for table_day in tables for code in table_day.not_placed)
    unsent = standing.unsent if standing else frozenset()
    sent = [table_day for table_day in tables if table_day.spec.table_index not in unsent]
    labels += _errors_on_cards(rng, sent, [card for card in cards if card.table_index not in unsent], wanting)
    labels += errors_between_tables(rng, sent, wanting)
    return Played(tables, dealers, labels, wanting, _write_feeds(order.out, tables, cards, unsent))


def _write_feeds(
    out: Path, played: Sequence[TableDay], cards: Sequence[DownCard], unsent: Collection[int]
) -> list[Path]:
    """Down cards and shuffler messages; returns all feeds, the logs of the tables first."""
    files = []
    for table_day in played:
        if table_day.spec.table_index in unsent:
            table_day.spec.log.unlink()
        else:
            files.append(table_day.spec.log)
    for number, day in enumerate(sorted({table_day.spec.day for table_day in played})):
        files.append(out / f"{ROOM}-{day}.downs.csv")
        write_downs(files[-1], day, [card for card in cards if card.day_index == number], "MK")
        files.append(out / f"{ROOM}-{day}.shuffler.csv")
        rows = [row for table_day in played if table_day.spec.day == day for row in table_day.shuffles]
        rows.sort(key=lambda row: row[0])
        write_lines(files[-1], ["room,table,device,at,deck,cards,status", *(row for _, row in rows)])
    return files


def write_beside(
    out: Path, house: str, dealers: Sequence[Dealer], games: Collection[str], labels: Sequence[Label]
) -> list[Path]:
    """What is written once, when all is played: roster, house file and labels."""
    files = [out / name for name in ("roster.csv", "house.toml", "labels.parquet")]
    write_roster(files[0], dealers, games=sorted(games))
    files[1].write_text(house, encoding="utf-8", newline="\n")
    write_labels(files[2], labels)
    return files


def can_occur_at(code: str, kind: str, rulebooks: Sequence[str] = RULEBOOKS) -> bool:
    """Whether a kind of table has room for an error, at one of its stakes at least, in a room of some rulebooks."""
    return any(can_occur(code, by_rulebooks(placard, rulebooks)) for placard in OFFERED[kind])


class _Plan:
    """What each table is asked to do on each day."""

    def __init__(self, order: Order, rng: Random, dealers: Sequence[Dealer], standing: Standing | None) -> None:
        self.order, self.rng, self.dealers = order, rng, dealers
        self.standing, self.is_by_itself = standing or Standing(), standing is None
        tables = order.tables
        self.placards = [placard_of(index, order.games, order.rulebooks) for index in range(tables)]
        self.quotas: list[int | None] = [None] * tables
        if order.hands is not None:
            self.quotas = [order.hands // tables + (index < order.hands % tables) for index in range(tables)]
        most = max(quota or 0 for quota in self.quotas)
        self.days = max(1, -(-most // HANDS_A_LONG_DAY))
        unsent = self.standing.unsent
        open_tables = {n: self.placards[n] for n in range(tables) if self.quotas[n] != 0 and n not in unsent}
        self.planned = _spread_planned(rng, order.planned, open_tables, self.days)

    def specs(self) -> list[TableSpec]:
        """One spec a table and day, in order of day, then table."""
        specs = []
        for day_index in range(self.days):
            for index, quota in enumerate(self.quotas):
                if quota is not None:
                    quota = min(HANDS_A_LONG_DAY, quota - day_index * HANDS_A_LONG_DAY)
                if quota is None or quota > 0:
                    specs.append(self._spec(day_index, index, quota))
        return specs

    def _spec(self, day_index: int, index: int, quota: int | None) -> TableSpec:
        order, day = self.order, self.order.day + timedelta(days=day_index)
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(TIMEZONE))
        offset = noon.utcoffset() or timedelta()
        opens_s = OPENS_S + self.rng.choice((0, 0, 0, SLOT_S, 2 * SLOT_S))
        closes_s = opens_s + self.rng.choice((8, 9, 9, 10)) * 3600 if quota is None else CLOSES_AT_LATEST_S
        slots = range(opens_s // SLOT_S, closes_s // SLOT_S + 1)
        table = str(FIRST_TABLE + index)
        # the logs of one table are told apart by their day when there is more than one
        name = table if self.days == 1 and self.is_by_itself else f"{table}-{day}"
        sent, standing = index not in self.standing.unsent, self.standing
        return TableSpec(
            log=order.out / f"{name}.hands.jsonl",
            table=table,
            table_index=index,
            day_index=day_index,
            day=day,
            utc_offset_s=int(offset.total_seconds()),
            midnight_s=int(noon.timestamp()) - 12 * 3600,
            placard=self.placards[index],
            open_s=opens_s,
            close_s=closes_s,
            most_hands=quota,
            first_number=(day - NUMBERS_BEGIN).days % 1000 * NUMBERS_A_DAY + 1,
            seed=f"{order.seed}/{day}/{table}",
            error_rate=order.errors if sent else 0,
            planned=tuple(self.planned.get((day_index, index), ())),
            codes=tuple(order.codes),
            dealers=tuple(dealer_in_box(self.dealers, index, slot).emp for slot in slots),
            logs_dealer=index % 6 != 5,
            guests=standing.guests.get(index, ()),
            own_rates=standing.own_rates if sent else {},
            device=standing.devices.get(index, Device()),
        )


def _spread_planned(
    rng: Random, each: Mapping[str, int], tables: Mapping[int, Placard], days: int
) -> dict[tuple[int, int], list[str]]:
    """Gives every code to enough tables with room for it; a few more than asked for, since some may find no hand."""
    planned: dict[tuple[int, int], list[str]] = {}
    for code, count in each.items():
        able = [index for index, placard in tables.items() if can_occur(code, placard)]
        places = [(one_day, index) for one_day in range(days) for index in able]
        if not places or not count:
            continue
        # one DC02 is labelled at two tables
        wanted = -(-count // 2) if code == "DC02" else count
        booked = wanted + wanted // (1 if code in SCARCE else 4) + 2
        order: list[tuple[int, int]] = []
        while len(order) < booked:
            order += rng.sample(places, len(places))
        for place in order[:booked]:
            planned.setdefault(place, []).append(code)
    return planned


def _play(specs: Sequence[TableSpec], jobs: int) -> list[TableDay]:
    if jobs <= 1 or len(specs) == 1:
        return [_play_one(spec) for spec in specs]
    with ProcessPoolExecutor(max_workers=min(jobs, len(specs)), mp_context=get_context("spawn")) as pool:
        return list(pool.map(_play_one, specs))


def _play_one(spec: TableSpec) -> TableDay:
    if spec.placard.banked:
        return play_banked_table(spec)
    return play_chinese_table(spec) if spec.placard.point else play_table(spec)


def _down_card(table_day: TableDay, dealers: Sequence[Dealer]) -> DownCard:
    spec = table_day.spec
    slots: dict[int, Dealer | None] = {
        slot: dealer_in_box(dealers, spec.table_index, slot) for slot in sorted(table_day.hands_in_slot)
    }
    if spec.placard.is_tournament:
        return DownCard(spec.table, spec.table_index, spec.day_index, slots, "tournament", EVENT, BUY_IN)
    return DownCard(spec.table, spec.table_index, spec.day_index, slots)


def _errors_on_cards(
    rng: Random, played: Sequence[TableDay], cards: Sequence[DownCard], wanting: Counter[str]
) -> list[Label]:
    """Leaves slots blank (DC01) and lets dealers sign twice (DC02), away from slots with an SC02."""
    by_place = {(day.spec.day_index, day.spec.table_index): day for day in played}
    taken = {
        (day.spec.day_index, day.spec.table_index, (label.at_s - day.spec.midnight_s) // SLOT_S + step)
        for day in played
        for label in day.labels
        if label.code == "SC02"
        for step in (-1, 0, 1)
    }
    labels = []

    def label(code: str, card: DownCard, slot: int, note: str) -> Label:
        spec = by_place[card.day_index, card.table_index].spec
        taken.update((card.day_index, card.table_index, slot + step) for step in (-1, 0, 1))
        at_s = spec.midnight_s + slot * SLOT_S
        return Label(code, card.table, None, spec.day.toordinal(), at_s, None, None, 0, note)

    for code in sorted(code for day in played for code in day.late_errors if code in ON_THE_CARD):
        if code == "DC01":
            blank = find_blank_slot(rng, cards, taken)
            if blank:
                card, slot = blank
                card.slots[slot] = None
                labels.append(label(code, card, slot, "hands were dealt, nobody signed"))
            else:
                wanting[code] += 1
            continue
        double = find_double_signature(rng, cards, taken)
        if not double:
            wanting[code] += 1
            continue
        first, second, slot, dealer = double
        in_the_box = second.slots[slot]
        second.slots[slot] = dealer
        day = by_place[second.day_index, second.table_index]
        if in_the_box is not None:
            # the log agrees with the card: whoever was in the box logged in as the other
            replace_in_slot(day.spec.log, day.line_slots, slot, f'"{in_the_box.emp}"', f'"{dealer.emp}"')
        labels.append(label(code, first, slot, f"{dealer.emp} signed at table {second.table} too"))
        labels.append(label(code, second, slot, f"{dealer.emp} signed at table {first.table} too"))
    return labels
