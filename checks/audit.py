"""The audit: hands in, findings and coverage out. Pure functions over tables; the same input gives the same rows.

Hands come in batches. What a hand shows by itself is judged with its batch; what needs the table's memory or another
feed is judged at the end, from the few numbers a hand that are kept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
import polars as pl
import pyarrow as pa

from checks.catalogue import CHECKS
from checks.collection import with_collection
from checks.floor import Floor
from checks.hand_frame import deviation_frame, hand_frame, kept_frame, table_frame
from checks.kept import KeptHands
from checks.law import Law
from checks.model import Check, Grain
from checks.replay.layout import COLUMNS, DEALING, FACTS, PARAMS, UNKNOWN, Param
from checks.replay.run import Replayed, replay_batch
from checks.rulebook import Rulebook
from checks.table_memory import remember, sitting
from checks.verdicts import Verdicts, judge, long_coverage
from parsers import schemas
from parsers.batch import HandBatch, from_tables
from parsers.house import House
from parsers.vocabulary import Word

FEEDS = ("notes", "downs", "shuffles", "roster", "history")
STREETS = ("preflop", "flop", "turn", "river")

_ATTRIBUTED = {
    "room": pl.String, "table": pl.String, "hand": pl.String, "source_line": pl.Int32, "card_dealer": pl.String,
}  # fmt: skip
FINDING_ORDER = ("room", "gaming_date", "table", "at", "hand", "event", "code", "seat")


@dataclass(frozen=True)
class Feeds:
    """What else the room recorded, by the schemas `notes`, `downs`, `shuffles`, `roster`. None: the feed is absent.

    `history` is what the lake knows of hands that came in more than once, by the schema `received_again`.
    """

    notes: pa.Table | None = None
    downs: pa.Table | None = None
    shuffles: pa.Table | None = None
    roster: pa.Table | None = None
    history: pa.Table | None = None


@dataclass(frozen=True)
class Audit:
    """The result, by the schemas of these names, each in its defined order."""

    findings: pa.Table
    coverage: pa.Table
    hand_facts: pa.Table
    hands_evaluated: int  # replayed by terms in force
    seconds: dict[str, float] = field(compare=False)
    payroll: pa.Table = field(default_factory=schemas.PAYROLL.empty_table)
    devices: pa.Table = field(default_factory=schemas.DEVICES.empty_table)


class Auditor:
    """Collects batches of hands and gives the verdicts when all are in.

    With `hand_facts` off the audit gives no facts a hand, only how many were evaluated.
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
    ) -> None:
        self._house = house
        self._law = Law(house, rulebooks, rulebook)
        self._audit_id = audit_id
        self._with_facts = hand_facts
        self._kept = kept or KeptHands()
        self._tables: dict[tuple[str, str], int] = {}
        self._players: dict[str, int] = {}
        self._evaluated = 0
        self._findings: list[pl.DataFrame] = []
        self._coverage: list[pl.DataFrame] = []
        self.seconds = {"replay": 0.0, "checks": 0.0}

    def add(self, batch: HandBatch) -> None:
        """Replays a batch and judges what its hands show by themselves."""
        if not len(batch):
            return
        began = time.perf_counter()
        gaming_date = self.gaming_dates(batch)
        terms_of = self._law.of_batch(batch, gaming_date)
        params = self._law.params
        replayed = replay_batch(batch, params, terms_of)
        self.seconds["replay"] += time.perf_counter() - began

        began = time.perf_counter()
        frame = hand_frame(batch, replayed, params, terms_of, gaming_date)
        deviations = deviation_frame(replayed.deviations)
        verdicts = judge(frame, _of(Grain.HAND), self._law, ("room_id", "table_id", "gaming_date"), deviations)
        kept = kept_frame(batch, frame, self._law).with_columns(
            table_no=self._table_numbers(batch), **self._sitting(batch, replayed)
        )
        self._kept.add(kept)
        self._evaluated += len(kept) - kept["rake_due_cents"].null_count()
        found = verdicts.findings
        if not found.is_empty():
            rows, events = found["row"].to_list(), found["event"].to_list()
            street = pl.Series([_street(batch, r, e) for r, e in zip(rows, events, strict=True)], dtype=pl.String)
            self._findings.append(_compact(self._named(found, kept).with_columns(street=street)))
        texts = pl.Series(batch.texts, dtype=pl.String)
        covered = verdicts.coverage
        self._coverage.append(
            covered.with_columns(
                room=texts.gather(covered["room_id"].to_numpy()), table=texts.gather(covered["table_id"].to_numpy())
            ).drop("room_id", "table_id")
        )
        self.seconds["checks"] += time.perf_counter() - began

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
        for player in np.unique(batch.seat_player):
            number_of[player] = self._players.setdefault(batch.texts[player], len(self._players))
        return sitting(batch, replayed, number_of[batch.seat_player])

    def gaming_dates(self, batch: HandBatch) -> pl.Series:
        """The gaming day of each hand of a batch."""
        rooms = pl.Series(batch.texts, dtype=pl.String).gather(batch.room)
        return self._house.gaming_dates(rooms, pl.Series(batch.start_us).cast(pl.Datetime("us", "UTC")))

    def finish(self, feeds: Feeds) -> Audit:
        """Judges what needs the memory of a table or another feed, and puts all findings in order."""
        began = time.perf_counter()
        notes = _plain(feeds.notes, schemas.NOTES)
        downs = _plain(feeds.downs, schemas.DOWNS)
        shuffles = _plain(feeds.shuffles, schemas.SHUFFLES)
        roster = None if feeds.roster is None else _plain(feeds.roster, schemas.ROSTER)
        history = None if feeds.history is None else _plain(feeds.history, schemas.RECEIVED_AGAIN)
        floor = Floor(self._house, self._law, notes, downs, shuffles, roster, history)
        facts: list[pa.Table] = []
        dealers: list[pl.DataFrame] = []
        names = sorted(self._tables)
        for kept in self._kept.groups():
            hands = floor.beside(table_frame(kept, self._law.params, notes), notes)
            there = hands.select("room", "table").unique()
            self._judge_tables(floor, hands, *(_of_tables(feed, there) for feed in (notes, shuffles)))
            if self._with_facts:
                facts.append(self._facts(hands))
            dealers.append(self._attributed(hands))
        self._kept.close()
        # What the other feeds say of tables that dealt no hand, and what does not hang on a table.
        met = pl.DataFrame(names, schema={"room": pl.String, "table": pl.String}, orient="row")
        elsewhere = (_of_tables(feed, met, other=True) for feed in (notes, shuffles))
        nowhere = table_frame(_no_hands(), self._law.params, notes.clear())
        self._judge_tables(floor, floor.beside(nowhere, notes.clear()), *elsewhere)
        for grain, frame in floor.room_frames():
            self._judge_frame(grain, frame, None)
        findings = self._ordered_findings(dealers)
        wide = pl.concat(self._coverage, how="diagonal_relaxed").fill_null(0)
        coverage = long_coverage(wide, pl.DataFrame(pl.from_arrow(findings)))
        hand_facts = _by_table(pa.concat_tables([schemas.HAND_FACTS.empty_table(), *facts]))
        payroll, devices = _to_arrow(floor.payroll, schemas.PAYROLL), _to_arrow(floor.devices, schemas.DEVICES)
        self.seconds["checks"] += time.perf_counter() - began
        return Audit(
            findings, _to_arrow(coverage, schemas.COVERAGE), hand_facts, self._evaluated, dict(self.seconds),
            payroll, devices,
        )  # fmt: skip

    def _judge_tables(self, floor: Floor, hands: pl.DataFrame, notes: pl.DataFrame, shuffles: pl.DataFrame) -> None:
        """Everything that hangs on the memory of a table or on its other feeds."""
        hands = with_collection(hands, notes, self._law.params)
        hands, deviations = remember(hands, notes, self._law.params)
        verdicts = judge(hands, _of(Grain.TABLE), self._law, deviations=deviation_frame(deviations))
        self._keep(verdicts, hands, pl.lit("preflop"))
        for grain, frame in floor.table_frames(hands, notes, shuffles):
            self._judge_frame(grain, frame, hands)

    def _attributed(self, hands: pl.DataFrame) -> pl.DataFrame:
        """Who dealt the hands of which there is a finding already, where a down card says so."""
        found = [frame.select("room", "table", "hand", "source_line") for frame in self._findings]
        if not found or hands["card_dealer"].null_count() == len(hands):
            return pl.DataFrame(schema=_ATTRIBUTED)
        return (
            hands.filter(pl.col("card_dealer").is_not_null())
            .select(*_ATTRIBUTED)
            .join(pl.concat(found), on=["room", "table", "hand", "source_line"], how="semi", maintain_order="left")
        )

    def _judge_frame(self, grain: Grain, frame: pl.DataFrame, hands: pl.DataFrame | None) -> None:
        """A frame whose rows are no hands; `hands` where they may name one."""
        frame = frame if "terms" in frame.columns else self._with_room_terms(frame)
        verdicts = judge(frame, _of(grain), self._law)
        self._coverage.append(_compact(verdicts.coverage))
        if not verdicts.findings.is_empty():
            self._findings.append(_compact(_placed(verdicts.findings, frame, hands)))

    def _facts(self, hands: pl.DataFrame) -> pa.Table:
        ordered = hands.sort("order")
        return _to_arrow(
            ordered.with_columns(*self._rake_terms(ordered), pot_cents=pl.col("in_cents")), schemas.HAND_FACTS
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
        matters = frame.select("room", "gaming_date", tournament).rows()
        return frame.with_columns(terms=pl.Series([self._law.of_room(*matter) for matter in matters], dtype=pl.Int64))

    def _keep(self, verdicts: Verdicts, hands: pl.DataFrame, street: pl.Expr) -> None:
        """Takes in verdicts on hands, whose events are of one street unless a finding names its own."""
        self._coverage.append(_compact(verdicts.coverage))
        if not verdicts.findings.is_empty():
            named = self._named(verdicts.findings, hands)
            street = pl.when(pl.col("event").is_not_null()).then(pl.coalesce("street", street))
            self._findings.append(_compact(named.with_columns(street=street)))

    def _named(self, findings: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
        """Findings on hands with the names of room, table, hand and player."""
        names = frame.select(
            "room", "table", "hand", "gaming_date", "source_file", "source_line", "seats", "players",
            at="start", dealer=pl.coalesce("^(dealer|log_dealer)$"),
        )[findings["row"].to_numpy()]  # fmt: skip
        name_of = list(self._players)
        players = [
            next((name_of[player] for at, player in zip(seats, sitting, strict=True) if at == seat), None)
            for seat, seats, sitting in zip(findings["seat"], names["seats"], names["players"], strict=True)
        ]
        return findings.hstack(names.drop("seats", "players")).with_columns(player=pl.Series(players, dtype=pl.String))

    def _ordered_findings(self, dealers: list[pl.DataFrame]) -> pa.Table:
        names = list(schemas.FINDINGS.names)
        if not self._findings:
            return schemas.FINDINGS.empty_table()
        found = pl.concat([frame.select(sorted(frame.columns)) for frame in self._findings], how="vertical_relaxed")
        # What a hand showed by itself was found before it was known whose down covers it.
        keys = ["room", "table", "hand", "source_line"]
        signed = pl.concat([pl.DataFrame(schema=_ATTRIBUTED), *dealers]).unique(keys, keep="first")
        found = found.join(signed, on=keys, how="left", maintain_order="left").with_columns(
            dealer=pl.coalesce("card_dealer", "dealer"), audit_id=pl.lit(self._audit_id)
        )
        return _to_arrow(found.sort(FINDING_ORDER, nulls_last=False).select(names), schemas.FINDINGS)


def audit_tables(
    tables: dict[str, pa.Table],
    house: House,
    rulebooks: dict[str, Rulebook],
    audit_id: str,
    rulebook: str | None = None,
) -> Audit:
    """The audit of tables as the lake holds them: Arrow in, Arrow out. A feed that is not there is absent."""
    auditor = Auditor(house, rulebooks, audit_id, rulebook)
    auditor.add(from_tables({name: tables[name] for name in ("hands", "seats", "events")}))
    audit = auditor.finish(Feeds(**{name: tables.get(name) for name in FEEDS}))
    return _with_source_files(audit, tables["hands"])


def _with_source_files(audit: Audit, hands: pa.Table) -> Audit:
    """A batch made of tables may come from many files: names the file of each hand again."""
    files = pl.DataFrame(pl.from_arrow(hands.select(["room", "hand", "source_line", "source_file"]))).with_columns(
        pl.col("room", "source_file").cast(pl.String)
    )
    files = files.unique(["room", "hand", "source_line"], keep="first", maintain_order=True)

    def renamed(table: pa.Table, schema: pa.Schema) -> pa.Table:
        frame = pl.DataFrame(pl.from_arrow(table)).join(
            files.rename({"source_file": "file"}), on=["room", "hand", "source_line"], how="left", maintain_order="left"
        )
        return _to_arrow(frame.with_columns(source_file=pl.coalesce("file", "source_file")), schema)

    return Audit(
        renamed(audit.findings, schemas.FINDINGS),
        audit.coverage,
        renamed(audit.hand_facts, schemas.HAND_FACTS),
        audit.hands_evaluated,
        audit.seconds,
        audit.payroll,
        audit.devices,
    )


def _compact(rows: pl.DataFrame) -> pl.DataFrame:
    """A few rows with texts of their own: as they were picked they hold on to all texts of the frame they came from."""
    return pl.DataFrame(pl.from_arrow(rows.to_arrow(compat_level=pl.CompatLevel.oldest())))


def _by_table(facts: pa.Table) -> pa.Table:
    """Facts in order of room and table; the hands of a table are in order already."""
    ordered = pl.DataFrame(pl.from_arrow(facts)).sort("room", "table", maintain_order=True)
    return _to_arrow(ordered, schemas.HAND_FACTS)


def _of_tables(feed: pl.DataFrame, tables: pl.DataFrame, other: bool = False) -> pl.DataFrame:
    """The rows of a feed that are of some tables, or of any other."""
    return feed.join(tables, on=["room", "table"], how="anti" if other else "semi", maintain_order="left")


def _placed(findings: pl.DataFrame, frame: pl.DataFrame, hands: pl.DataFrame | None) -> pl.DataFrame:
    """Findings on rows that are no hands, with what they are about; a hand's line where a row names one."""
    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"),
        "source_file": pl.String, "source_line": pl.Int32, "hand": pl.String, "dealer": pl.String, "order": pl.UInt32,
    }  # fmt: skip
    rows = frame[findings["row"].to_numpy()]
    rows = rows.select(
        pl.col(name) if name in rows.columns else pl.lit(None, dtype).alias(name) for name, dtype in columns.items()
    )
    if hands is not None:
        places = hands.select("order", hand_file="source_file", hand_line="source_line")
        rows = rows.join(places, on="order", how="left", maintain_order="left").with_columns(
            source_file=pl.coalesce("hand_file", "source_file"), source_line=pl.coalesce("hand_line", "source_line")
        )
    nothing = pl.lit(None, pl.String)
    return findings.hstack(rows.select(set(columns) - {"order"})).with_columns(player=nothing, street=nothing)


def _of(grain: Grain) -> list[Check]:
    return [check for check in CHECKS.values() if check.grain is grain]


def _street(batch: HandBatch, hand_row: int, event: int | None) -> str | None:
    if event is None:
        return None
    start = int(batch.event_offsets[hand_row])
    words = batch.word[start : start + event + 1]
    if (words == Word.SHOW).any() or (words == Word.AWARD).any():
        return "showdown"
    boards = np.flatnonzero(words == Word.BOARD) + start
    cards = int((batch.card_offsets[boards + 1] - batch.card_offsets[boards]).sum())
    return STREETS[min(max(cards - 2, 0), 3)]


def _plain(table: pa.Table | None, schema: pa.Schema) -> pl.DataFrame:
    """A feed as a frame with plain texts, so that joins meet equal types."""
    frame = pl.DataFrame(pl.from_arrow(table if table is not None else schema.empty_table()))
    return frame.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _to_arrow(frame: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    return frame.select(schema.names).to_arrow(compat_level=pl.CompatLevel.oldest()).cast(schema)


def _no_hands() -> pl.DataFrame:
    """The kept frame of nothing at all."""
    empty = from_tables({name: schemas.TABLES[name].empty_table() for name in ("hands", "seats", "events")})
    replayed = Replayed(
        np.empty((FACTS, 0), np.int64), np.empty((DEALING, 0), np.int64), np.empty((0, COLUMNS), np.int64),
        np.empty(0, np.int64),
    )  # fmt: skip
    frame = hand_frame(
        empty, replayed, np.empty((PARAMS, 0), np.int64), np.zeros(0, np.int64), pl.Series([], dtype=pl.Date)
    )
    return kept_frame(empty, frame, Law(House("", "", {}, {}), {})).with_columns(
        table_no=pl.lit(0, pl.Int32), **sitting(empty, replayed, np.zeros(0, np.uint32))
    )
