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

from checks import timeline
from checks.catalogue import CHECKS
from checks.hand_frame import deviation_frame, hand_frame, kept_frame, table_frame
from checks.law import Law
from checks.model import Check, Grain
from checks.replay.layout import COLUMNS, FACTS, PARAMS, UNKNOWN, Param
from checks.replay.run import Replayed, replay_batch
from checks.rulebook import Rulebook
from checks.sittings import Sittings
from checks.table_memory import remember
from checks.verdicts import BARE, Verdicts, judge, long_coverage
from parsers import schemas
from parsers.batch import HandBatch, from_tables
from parsers.house import House
from parsers.vocabulary import Word

STREETS = ("preflop", "flop", "turn", "river")

FINDING_ORDER = ("room", "gaming_date", "table", "at", "hand", "event", "code", "seat")


@dataclass(frozen=True)
class Feeds:
    """What else the room recorded, by the schemas `notes`, `downs`, `shuffles`, `roster`. None: the feed is absent."""

    notes: pa.Table | None = None
    downs: pa.Table | None = None
    shuffles: pa.Table | None = None
    roster: pa.Table | None = None


@dataclass(frozen=True)
class Audit:
    """The result, by the schemas `findings`, `coverage` and `hand_facts`, each in its defined order."""

    findings: pa.Table
    coverage: pa.Table
    hand_facts: pa.Table
    seconds: dict[str, float] = field(compare=False)


class Auditor:
    """Collects batches of hands and gives the verdicts when all are in."""

    def __init__(
        self, house: House, rulebooks: dict[str, Rulebook], audit_id: str, rulebook: str | None = None
    ) -> None:
        self._house = house
        self._law = Law(house, rulebooks, rulebook)
        self._audit_id = audit_id
        self._kept: list[pl.DataFrame] = []
        self._sittings = Sittings()
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
            batch=pl.lit(len(self._sittings), pl.Int32), batch_row=pl.int_range(pl.len(), dtype=pl.Int32)
        )
        self._kept.append(kept)
        self._sittings.add(batch, replayed)
        found = verdicts.findings
        if not found.is_empty():
            rows, events = found["row"].to_list(), found["event"].to_list()
            self._findings.append(
                self._named(found, kept).with_columns(
                    street=pl.Series([_street(batch, r, e) for r, e in zip(rows, events, strict=True)], dtype=pl.String)
                )
            )
        texts = pl.Series(batch.texts, dtype=pl.String)
        covered = verdicts.coverage
        self._coverage.append(
            covered.with_columns(
                room=texts.gather(covered["room_id"].to_numpy()), table=texts.gather(covered["table_id"].to_numpy())
            ).drop("room_id", "table_id")
        )
        self.seconds["checks"] += time.perf_counter() - began

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
        signed = timeline.signed_slots(downs)
        hands = self._hands(signed, notes)
        hands, deviations = remember(hands, self._sittings, notes, self._law.params)
        verdicts = judge(hands, _of(Grain.TABLE), self._law, deviations=deviation_frame(deviations))
        self._keep(verdicts, hands, pl.lit("preflop"))
        for grain, frame in (
            (Grain.SLOT, timeline.slot_frame(hands, downs, signed)),
            (Grain.SIGNATURE, timeline.signature_frame(signed)),
            (Grain.DOWN, timeline.down_frame(hands, signed, notes)),
            (Grain.COUNT, timeline.count_frame(hands, shuffles, notes)),
        ):
            frame = self._with_room_terms(frame)
            self._keep(judge(frame, _of(grain), self._law), frame, pl.lit(None, pl.String), hands)
        findings = self._ordered_findings(signed)
        wide = pl.concat(self._coverage, how="diagonal_relaxed").fill_null(0)
        coverage = long_coverage(wide, pl.DataFrame(pl.from_arrow(findings)))
        facts = hands.sort("order").with_columns(*self._rake_terms(hands.sort("order")), pot_cents=pl.col("in_cents"))
        hand_facts = _to_arrow(facts, schemas.HAND_FACTS)
        self.seconds["checks"] += time.perf_counter() - began
        return Audit(findings, _to_arrow(coverage, schemas.COVERAGE), hand_facts, dict(self.seconds))

    def _hands(self, signed: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
        kept = pl.concat(self._kept) if self._kept else _no_hands()
        return timeline.attribute_dealers(table_frame(kept, self._law.params, notes), signed)

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
        matters = frame.select("room", "gaming_date").rows()
        return frame.with_columns(
            terms=pl.Series([self._law.of_room(room, day) for room, day in matters], dtype=pl.Int64)
        )

    def _keep(
        self, verdicts: Verdicts, frame: pl.DataFrame, street: pl.Expr, hands: pl.DataFrame | None = None
    ) -> None:
        """Takes verdicts in whose frame is not a batch; `hands` where a row of it names one by its order."""
        self._coverage.append(verdicts.coverage)
        if verdicts.findings.is_empty():
            return
        if hands is None:
            named = self._named(verdicts.findings, frame)
            street = pl.when(pl.col("event").is_not_null()).then(street)
        else:
            columns = ["room", "table", "gaming_date", "at", "source_file", "source_line"]
            names = frame.with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))
            names = names.with_columns(
                pl.lit(None, dtype).alias(name)
                for name, dtype in (("hand", pl.String), ("order", pl.UInt32), ("dealer", pl.String),
                                    ("source_file", pl.String), ("source_line", pl.Int32))
                if name not in frame.columns
            ).select("row", "hand", "order", "dealer", *columns)  # fmt: skip
            places = hands.select("order", hand_file="source_file", hand_line="source_line")
            named = (
                verdicts.findings.join(names, on="row", maintain_order="left")
                .join(places, on="order", how="left", maintain_order="left")
                .with_columns(
                    source_file=pl.coalesce("hand_file", "source_file"),
                    source_line=pl.coalesce("hand_line", "source_line"),
                    player=pl.lit(None, pl.String),
                )
                .select(*BARE, *columns, "hand", "dealer", "player")
            )
        self._findings.append(named.with_columns(street=street))

    def _named(self, findings: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
        """Findings on hands with the names of room, table, hand and player."""
        names = frame.select(
            "room", "table", "hand", "gaming_date", "source_file", "source_line", "batch", "batch_row",
            at="start", dealer=pl.coalesce("^(dealer|log_dealer)$"),
            row=pl.int_range(pl.len(), dtype=pl.Int64),
        )  # fmt: skip
        joined = findings.join(names, on="row", maintain_order="left")
        players = [
            self._sittings.player(batch, row, seat)
            for batch, row, seat in joined.select("batch", "batch_row", "seat").rows()
        ]
        return joined.with_columns(player=pl.Series(players, dtype=pl.String)).drop("batch", "batch_row")

    def _ordered_findings(self, signed: pl.DataFrame) -> pa.Table:
        names = list(schemas.FINDINGS.names)
        if not self._findings:
            return schemas.FINDINGS.empty_table()
        found = pl.concat([frame.select(sorted(frame.columns)) for frame in self._findings], how="vertical_relaxed")
        cards = signed.group_by("room", "table", "slot_start").agg(
            card_dealer=pl.when(pl.col("emp").n_unique() == 1).then(pl.col("emp").first())
        )
        # The dealer of a finding whose log names none: the one whose card covers the half hour.
        found = found.with_columns(slot_start=pl.col("at").dt.truncate("30m")).join(
            cards, on=["room", "table", "slot_start"], how="left", maintain_order="left"
        )
        found = found.with_columns(
            dealer=pl.coalesce("dealer", pl.when(pl.col("hand").is_not_null()).then("card_dealer")),
            audit_id=pl.lit(self._audit_id),
        ).sort(FINDING_ORDER, nulls_last=False)
        return _to_arrow(found.select(names), schemas.FINDINGS)


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
    audit = auditor.finish(Feeds(**{name: tables.get(name) for name in ("notes", "downs", "shuffles", "roster")}))
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
        audit.seconds,
    )


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
    replayed = Replayed(np.empty((FACTS, 0), np.int64), np.empty((0, COLUMNS), np.int64), np.empty(0, np.int64))
    frame = hand_frame(
        empty, replayed, np.empty((PARAMS, 0), np.int64), np.zeros(0, np.int64), pl.Series([], dtype=pl.Date)
    )
    return kept_frame(empty, frame, Law(House("", "", {}, {}), {})).with_columns(
        batch=pl.lit(0, pl.Int32), batch_row=pl.int_range(pl.len(), dtype=pl.Int32)
    )
