"""The audit: hands in, findings and coverage out. Pure functions over tables; the same input gives the same rows.

Hands come in batches. What a hand shows by itself is judged with its batch; what needs the table's memory or another
feed is judged at the end, from the few numbers a hand that are kept.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from datetime import date

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from checks.catalogue import CHECKS, LIMBS
from checks.chip_notes import chip_frame, without_noted
from checks.coverage import KEYS, Coverage
from checks.facts import FACTS
from checks.fantasyland import Fantasyland
from checks.finding_ids import with_finding_ids
from checks.floor import timeline
from checks.floor.collection import with_collection
from checks.floor.frames import Floor
from checks.hand_batches import hand_batches
from checks.hand_frame import film_frames, hand_frame, in_order, kept_frame, table_frame
from checks.house_frame import house_frame, law_frame
from checks.kept import KeptHands
from checks.law.in_force import Law
from checks.law.rulebook import Rulebook
from checks.level_notes import with_levels
from checks.model import Check, Grain
from checks.other_families import WHOLE_HANDS, complete, other_frames
from checks.replay.film import film_for
from checks.replay.layout import PARAMS, UNKNOWN, Param
from checks.replay.overlaps import NONE, see_tables
from checks.replay.run import Replayed, ReplaySpace, replay_batch
from checks.seated import SEATED, buy_in_frame, is_a_name, seated_rows, twice_frame
from checks.table_memory import remember, sitting
from checks.transfers import STAYS, rebuy_frame, stays, transfer_frame
from checks.verdicts import NAME, STREET, STREETS, Judgment
from parsers import schemas
from parsers.batch import HandBatch, from_tables
from parsers.house import House

_ATTRIBUTED = {
    "room": pl.String, "table": pl.String, "hand": pl.String, "source_line": pl.Int32, "card_dealer": pl.String,
}  # fmt: skip
FINDING_ORDER = ("room", "gaming_date", "table", "at", "hand", "event", "code", "seat")


@dataclass(frozen=True)
class Feeds:
    """What else the room recorded, by the schemas `notes`, `downs`, `shuffles`, `roster`. None: the feed is absent.

    `received_again` is what the lake knows of hands that came in more than once; `quarantine` what could not be read;
    `clock_faults` clocks that were found to be off before the audit, which become findings as they are, and
    `law_changes` what a changed house file did to the findings of a day that was audited before.
    """

    notes: pa.Table | None = None
    downs: pa.Table | None = None
    shuffles: pa.Table | None = None
    roster: pa.Table | None = None
    received_again: pa.Table | None = None
    quarantine: pa.Table | None = None
    clock_faults: pa.Table | None = None
    law_changes: pa.Table | None = None


FEEDS = tuple(one.name for one in fields(Feeds))  # who hands feeds on hands on all of them


@dataclass(frozen=True)
class Audit:
    """The result, by the schemas of these names, each in its defined order."""

    findings: pa.Table
    coverage: pa.Table
    hand_facts: pa.Table
    hands_evaluated: int  # of which a rule in force could be asked
    seconds: dict[str, float] = field(compare=False)
    payroll: pa.Table = field(default_factory=schemas.PAYROLL.empty_table)
    devices: pa.Table = field(default_factory=schemas.DEVICES.empty_table)
    unruled: dict[str, int] = field(default_factory=dict)  # hands that no rule governs, by the reason


class Auditor:
    """Collects batches of hands and gives the verdicts when all are in.

    With `hand_facts` off the audit gives no facts a hand, only how many were evaluated. With `keep_all` the checks read
    every row of the film and not only those that are not as due: that finds the same, and takes longer.
    """

    def __init__(
        self,
        house: House,
        rulebooks: dict[str, Rulebook],
        audit_id: str,
        rulebook: str | None = None,
        *,
        hand_facts: bool = True,
        kept: KeptHands | None = None,
        keep_all: bool = False,
    ) -> None:
        self._house = house
        self._law = Law(house, rulebooks, rulebook)
        self._rulebooks = (rulebooks, rulebook)
        self._audit_id = audit_id
        self._with_facts = hand_facts
        self._keep_all = keep_all
        self._kept = kept or KeptHands()
        self._space = ReplaySpace()
        self._tables: dict[tuple[str, str], int] = {}
        self._players: dict[str, int] = {}
        self._first_table = np.zeros(0, np.int64)  # where each player was seen first, by the player's number
        self._roams = np.zeros(0, np.bool_)  # who was seen at another table too
        self._unruled: Counter[str] = Counter()
        self._fantasyland = Fantasyland(self._law)
        self._seated: list[pl.DataFrame] = [pl.DataFrame(schema=SEATED)]
        self._stays: list[pl.DataFrame] = [pl.DataFrame(schema=STAYS)]
        self._coverage = Coverage(CHECKS)
        self._judgments = {grain: Judgment(_of(grain), self._law, self._coverage) for grain in Grain}
        self.seconds = {"replay": 0.0, "checks": 0.0}

    def add(self, batch: HandBatch) -> None:
        """Replays a batch and judges what its hands show by themselves."""
        if not len(batch):
            return
        began = time.perf_counter()
        batch = self._with_known_schedule(batch)
        gaming_date = self.gaming_dates(batch)
        terms_of = self._law.of_batch(batch, gaming_date)
        self._unruled += self._law.unruled(terms_of)
        params = self._law.params
        replayed = replay_batch(batch, params, terms_of, self._space, keep_all=self._keep_all)
        complete(batch, self._law, terms_of, replayed)
        self.seconds["replay"] += time.perf_counter() - began

        began = time.perf_counter()
        frame = hand_frame(batch, replayed, params, terms_of, gaming_date)
        kept = kept_frame(batch, frame, self._law).with_columns(
            table_no=self._table_numbers(batch), **self._sitting(batch, replayed)
        )
        self._see_players(kept)
        self._kept.add(kept)
        streets = event_streets(batch, replayed)

        def named(rows: npt.NDArray[np.int64]) -> pl.DataFrame:
            return _hand_names(kept, rows).with_columns(streets.gather(rows).alias(STREETS))

        self._judgments[Grain.HAND].add(frame, named, kept.select(*KEYS, "table_no"), film_frames(replayed.film))
        for grain, rows in other_frames(batch, self._law, terms_of):
            self._judge_rows_of_hands(grain, rows, kept)
            self._fantasyland.see(grain, rows, kept)
        self.seconds["checks"] += time.perf_counter() - began

    def _judge_rows_of_hands(self, grain: Grain, rows: pl.DataFrame, kept: pl.DataFrame) -> None:
        """A frame of another family of games: each row is of one hand of the batch, which it names by `hand_row`."""
        hands = rows["hand_row"].to_numpy()

        def named(some: npt.NDArray[np.int64]) -> pl.DataFrame:
            return _hand_names(kept, hands[some])

        self._judgments[grain].add(rows, named, kept.select(*KEYS, "table_no")[hands])

    def _with_known_schedule(self, batch: HandBatch) -> HandBatch:
        """A site rakes by its own schedule: where the house file does not have it for a room, no rake is judged."""
        if "schedule" not in batch.unrecorded or all(
            batch.texts[room] in self._house.rooms for room in set(batch.room)
        ):
            return batch
        return replace(batch, unrecorded=batch.unrecorded | {"rake"})

    def _table_numbers(self, batch: HandBatch) -> pl.Series:
        """Each hand's table as a number, in the order in which tables were met."""
        both = batch.room.astype(np.int64) * len(batch.texts) + batch.table
        distinct, where = np.unique(both, return_inverse=True)
        names = [(batch.texts[pair // len(batch.texts)], batch.texts[pair % len(batch.texts)]) for pair in distinct]
        numbers = [self._tables.setdefault(name, len(self._tables)) for name in names]
        return pl.Series(np.array(numbers, np.int32)[where])

    def _sitting(self, batch: HandBatch, replayed: Replayed) -> dict[str, pl.Series]:
        """Who sat where with how many chips, and what they posted: as lists, one a hand."""
        number_of = np.zeros(len(batch.texts), np.uint32)
        sits = np.zeros(len(batch.texts), np.bool_)
        sits[batch.seat_player] = True
        for player in np.flatnonzero(sits):
            number_of[player] = self._players.setdefault(batch.texts[player], len(self._players))
        return sitting(batch, replayed, number_of[batch.seat_player])

    def _see_players(self, kept: pl.DataFrame) -> None:
        """Remembers the first table at which each player was seen, and who was seen at another one."""
        more = len(self._players) - len(self._first_table)
        self._first_table = np.append(self._first_table, np.full(more, NONE, np.int64))
        self._roams = np.append(self._roams, np.zeros(more, np.bool_))
        players = kept["players"].explode(empty_as_null=False).cast(pl.Int64).to_numpy()
        tables = np.repeat(kept["table_no"].cast(pl.Int64).to_numpy(), kept["players"].list.len().to_numpy())
        see_tables(players, tables, self._first_table, self._roams)

    def gaming_dates(self, batch: HandBatch) -> pl.Series:
        """The gaming day of each hand of a batch."""
        return self._house.gaming_dates_of(pl.Series(batch.texts, dtype=pl.String), batch.room, batch.start_us)

    def finish(self, feeds: Feeds) -> Audit:
        """Judges what needs the memory of a table or another feed, and puts all findings in order."""
        began = time.perf_counter()
        notes = _plain(feeds.notes, schemas.NOTES)
        downs = _plain(feeds.downs, schemas.DOWNS)
        shuffles = _plain(feeds.shuffles, schemas.SHUFFLES)
        roster = None if feeds.roster is None else _plain(feeds.roster, schemas.ROSTER)
        again = None if feeds.received_again is None else pl.DataFrame(pl.from_arrow(feeds.received_again))
        unread = _plain(feeds.quarantine, schemas.QUARANTINE).select("source_file", "line")
        faults = _plain(feeds.clock_faults, schemas.CLOCK_FAULTS)
        floor = Floor(self._house, self._law, notes, downs, shuffles, roster, again, unread, faults)
        facts: list[pa.Table] = []
        dealers = [pl.DataFrame(schema=_ATTRIBUTED)]
        days: set[tuple[str, date]] = set()  # rooms and their gaming days that have hands
        names = sorted(self._tables)
        for kept in self._kept.groups():
            ordered = in_order(kept)
            there = ordered.select("room", "table", "has_previous").filter(~pl.col("has_previous"))
            hands = self._judge_tables(floor, ordered, *(_of_tables(feed, there) for feed in (notes, shuffles)))
            if self._with_facts:
                facts.append(self._facts(hands))
            days.update(hands.select("room", "gaming_date").unique().rows())
            dealers.append(hands.select(*_ATTRIBUTED).filter(pl.col("card_dealer").is_not_null()))
        self._kept.close()
        # What shufflers and notes say of tables that dealt no hand, and what does not hang on a table.
        met = pl.DataFrame(names, schema={"room": pl.String, "table": pl.String}, orient="row")
        elsewhere = [_of_tables(feed, met, other=True) for feed in (notes, shuffles)]
        if not all(feed.is_empty() for feed in elsewhere):
            self._judge_tables(floor, in_order(_no_hands()), *elsewhere)
        self._judge_frame(Grain.SEATED, twice_frame(pl.concat(self._seated)), None)
        self._judge_frame(Grain.BUY_IN, transfer_frame(pl.concat(self._stays)), None)
        for grain, frame in floor.room_frames():
            self._judge_frame(grain, frame, None)
        self._judge_frame(Grain.HOUSE, house_frame(self._house, *self._rulebooks, days), None)
        changes = _plain(feeds.law_changes, schemas.LAW_CHANGES)
        self._judge_frame(Grain.LAW, law_frame(self._house, changes), None)
        findings = self._ordered_findings(pl.concat(dealers))
        coverage = self._coverage.table(pl.DataFrame(pl.from_arrow(findings)))
        hand_facts = _by_table(pa.concat_tables([schemas.HAND_FACTS.empty_table(), *facts]))
        payroll, devices = _to_arrow(floor.payroll, schemas.PAYROLL), _to_arrow(floor.devices, schemas.DEVICES)
        self.seconds["checks"] += time.perf_counter() - began
        return Audit(
            findings, _to_arrow(coverage, schemas.COVERAGE), hand_facts,
            sum(self._judgments[grain].rows_by_rule for grain in (Grain.HAND, *WHOLE_HANDS)), dict(self.seconds),
            payroll, devices, dict(sorted(self._unruled.items())),
        )  # fmt: skip

    def _judge_tables(
        self, floor: Floor, ordered: pl.DataFrame, notes: pl.DataFrame, shuffles: pl.DataFrame
    ) -> pl.DataFrame:
        """Everything that hangs on the memory of a table or on its other feeds; returns the hands with their facts."""
        params = self._law.params
        between = timeline.notes_before_hands(ordered, notes)
        hands = floor.beside(table_frame(ordered, params, between), notes)
        hands = self._with_placards(with_levels(with_collection(hands, notes, params), notes))
        hands, memory = remember(hands, between, params)

        def named(rows: npt.NDArray[np.int64]) -> pl.DataFrame:
            return _hand_names(hands, rows).with_columns(pl.lit("preflop").alias(STREET))

        self._judgments[Grain.TABLE].add(hands, named, hands.select(*KEYS, "table_no"), without_noted(memory, between))
        chips = chip_frame(hands, notes, self._players, self._house)
        self._judge_frame(Grain.CHIPS, chips, hands)
        roaming = self._roaming()
        self._judge_frame(Grain.BUY_IN, buy_in_frame(hands, notes, params, roaming), hands)
        self._judge_frame(Grain.BUY_IN, rebuy_frame(chips, hands, params), hands)
        self._stays.append(stays(hands, notes, roaming))
        self._seated.append(seated_rows(hands, roaming))
        fantasies = self._fantasyland.frame(hands)
        if fantasies is not None:
            self._judge_frame(Grain.FANTASY, fantasies, hands)
        for grain, frame in floor.table_frames(hands, notes, shuffles):
            self._judge_frame(grain, frame, hands)
        return hands

    def _judge_frame(self, grain: Grain, frame: pl.DataFrame, hands: pl.DataFrame | None) -> None:
        """A frame whose rows are no hands; `hands` where they may name one."""
        frame = frame if "terms" in frame.columns else self._with_room_terms(frame)

        def named(rows: npt.NDArray[np.int64]) -> pl.DataFrame:
            return _places(frame[rows], hands)

        self._judgments[grain].add(frame, named, frame.select(KEYS))

    def _with_placards(self, hands: pl.DataFrame) -> pl.DataFrame:
        """The hands with their stakes beside those of their placards, and where these change."""
        beside = self._law.stakes_beside_placards()[hands["terms"].to_numpy()]
        told = pl.col("other_stakes")
        changed = told.ne_missing(told.shift(1)) | (pl.col("gaming_date") != pl.col("gaming_date").shift(1))
        return hands.hstack(beside).with_columns(
            stakes_as_placard=(pl.col("placard_stakes") == told).cast(pl.Int64),
            stakes_change=(changed | ~pl.col("has_previous")).fill_null(True),
        )

    def _roaming(self) -> pl.Series:
        """The numbers of players with names who are seen at more than one table."""
        several = pl.DataFrame({"player_no": np.flatnonzero(self._roams).astype(np.uint32)})
        return several.join(is_a_name(self._players), on="player_no", how="semi", maintain_order="left")["player_no"]

    def _facts(self, hands: pl.DataFrame) -> pa.Table:
        ordered = hands.sort("order")
        return _to_arrow(
            ordered.with_columns(
                *self._rake_terms(ordered),
                pot_cents=pl.col("in_cents"),
                time_slide_cents=pl.col("time_cents") + pl.col("timepot_taken_cents"),
            ),
            schemas.HAND_FACTS,
        )

    def _rake_terms(self, hands: pl.DataFrame) -> list[pl.Series]:
        """The rake in force in each hand, nulls where no rule in force speaks."""
        params = self._law.params
        terms, dealt = hands["terms"].to_numpy(), hands["seats_dealt"].to_numpy()
        cap, short = params[Param.RAKE_CAP_CENTS, terms], params[Param.RAKE_SHORT_0 + dealt, terms]
        columns = {
            "rake_basis_points": params[Param.RAKE_PERCENT, terms],
            "rake_step_cents": params[Param.RAKE_STEP_CENTS, terms],
            "rake_cap_cents": np.where(short == UNKNOWN, cap, np.minimum(cap, short)),
        }
        return [pl.Series(name, values).replace(UNKNOWN, None) for name, values in columns.items()]

    def _with_room_terms(self, frame: pl.DataFrame) -> pl.DataFrame:
        tournament = pl.col("is_tournament") if "is_tournament" in frame.columns else pl.lit(False)
        matters = frame.select("room", "gaming_date", tournament=tournament)
        known = matters.unique(maintain_order=True)  # a room's day governs many rows
        terms = pl.Series("terms", [self._law.of_room(*matter) for matter in known.rows()], dtype=pl.Int64)
        of_rows = matters.join(
            known.with_columns(terms), on=matters.columns, how="left", nulls_equal=True, maintain_order="left"
        )
        return frame.with_columns(of_rows["terms"])

    def _with_players(self, findings: pl.DataFrame) -> pl.DataFrame:
        """Findings with the player who sat in the seat they name; what is about no hand names nobody."""
        if "seats" not in findings.columns:
            return findings.with_columns(player=pl.lit(None, pl.String))
        name_of = list(self._players)
        players = [
            next((name_of[player] for at, player in zip(seats, sitting, strict=True) if at == seat), None)
            if seat is not None and seats is not None
            else None
            for seat, seats, sitting in findings.select("seat", "seats", "players").iter_rows()
        ]
        return findings.drop("seats", "players").with_columns(player=pl.Series(players, dtype=pl.String))

    def _ordered_findings(self, dealers: pl.DataFrame) -> pa.Table:
        names = list(schemas.FINDINGS.names)
        lots = [lot for judgment in self._judgments.values() for lot in judgment.findings()]
        if not lots:
            return schemas.FINDINGS.empty_table()
        found = self._with_players(pl.concat(lots, how="diagonal_relaxed"))
        # What a hand showed by itself was found before it was known whose down covers it.
        keys = ["room", "table", "hand", "source_line"]
        signed = dealers.join(found.select(keys), on=keys, how="semi").unique(keys, keep="first")
        found = found.join(signed, on=keys, how="left", maintain_order="left").with_columns(
            dealer=pl.coalesce("card_dealer", "dealer"), audit_id=pl.lit(self._audit_id)
        )
        ordered = with_finding_ids(found).sort(FINDING_ORDER, nulls_last=False)
        return _to_arrow(ordered.select(names), schemas.FINDINGS)


def audit_tables(
    tables: dict[str, pa.Table],
    house: House,
    rulebooks: dict[str, Rulebook],
    audit_id: str,
    rulebook: str | None = None,
) -> Audit:
    """The audit of tables as the lake holds them: Arrow in, Arrow out. A feed that is not there is absent."""
    auditor = Auditor(house, rulebooks, audit_id, rulebook)
    for batch in hand_batches(tables):
        auditor.add(batch)
    return auditor.finish(Feeds(**{name: tables.get(name) for name in FEEDS}))


def event_streets(batch: HandBatch, replayed: Replayed) -> pl.Series:
    """The streets of each hand's events, as lists of their numbers."""
    offsets = pa.array(batch.event_offsets - batch.event_offsets[0], pa.int64())
    return pl.Series(pl.from_arrow(pa.LargeListArray.from_arrays(offsets, pa.array(replayed.film.streets))))


def _by_table(facts: pa.Table) -> pa.Table:
    """Facts in order of room and table; the hands of a table are in order already."""
    ordered = pl.DataFrame(pl.from_arrow(facts)).sort("room", "table", maintain_order=True)
    return _to_arrow(ordered, schemas.HAND_FACTS)


def _of_tables(feed: pl.DataFrame, tables: pl.DataFrame, other: bool = False) -> pl.DataFrame:
    """The rows of a feed that are of some tables, or of any other."""
    return feed.join(tables, on=["room", "table"], how="anti" if other else "semi", maintain_order="left")


def _hand_names(hands: pl.DataFrame, rows: npt.NDArray[np.int64]) -> pl.DataFrame:
    """Where and when some hands were dealt, and who sat at them."""
    dealer = "dealer" if "dealer" in hands.columns else "log_dealer"
    some = hands.select(
        "room", "table", "hand", "gaming_date", "source_file", "source_line", "seats", "players",
        at="start", dealer=dealer,
    )  # fmt: skip
    return some[rows].rename(lambda name: NAME + name)


def _places(rows: pl.DataFrame, hands: pl.DataFrame | None) -> pl.DataFrame:
    """What rows that are no hands are about; a hand's line where a row names one."""
    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"),
        "source_file": pl.String, "source_line": pl.Int32, "hand": pl.String, "dealer": pl.String, "order": pl.UInt32,
    }  # fmt: skip
    rows = rows.select(
        pl.col(name) if name in rows.columns else pl.lit(None, dtype).alias(name) for name, dtype in columns.items()
    )
    sat: list[str] = []
    if hands is not None:
        sat = ["seats", "players"]
        places = hands.select("order", *sat, hand_file="source_file", hand_line="source_line")
        rows = rows.join(places, on="order", how="left", maintain_order="left").with_columns(
            source_file=pl.coalesce("hand_file", "source_file"), source_line=pl.coalesce("hand_line", "source_line")
        )
    return rows.select(*(set(columns) - {"order"}), *sat).rename(lambda name: NAME + name)


def _of(grain: Grain) -> list[Check]:
    return [check for check in (*CHECKS.values(), *LIMBS) if check.grain is grain]


def _plain(table: pa.Table | None, schema: pa.Schema) -> pl.DataFrame:
    """A feed as a frame with plain texts, so that joins meet equal types."""
    frame = pl.DataFrame(pl.from_arrow(table if table is not None else schema.empty_table()))
    return frame.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _to_arrow(frame: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    return frame.select(schema.names).to_arrow(compat_level=pl.CompatLevel.oldest()).cast(schema)


def _no_hands() -> pl.DataFrame:
    """The kept frame of nothing at all."""
    empty = from_tables({name: schemas.TABLES[name].empty_table() for name in ("hands", "seats", "events")})
    replayed = Replayed(np.empty((len(FACTS), 0), np.int64), film_for(0, 0), np.empty(0, np.int64))
    frame = hand_frame(
        empty, replayed, np.empty((PARAMS, 0), np.int64), np.zeros(0, np.int64), pl.Series([], dtype=pl.Date)
    )
    return kept_frame(empty, frame, Law(House("", "", {}, {}), {})).with_columns(
        table_no=pl.lit(0, pl.Int32), **sitting(empty, replayed, np.zeros(0, np.uint32))
    )
