"""The three feeds as one story: hands beside down cards, shufflers and notes, as frames for the checks.

Nothing here is looked at for tables whose feed is absent: a log without cards costs what a log costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from checks.floor import (
    cards,
    device_clocks,
    far_logs,
    log_clocks,
    payroll,
    pushes,
    shuffle_matching,
    shuffler_clocks,
    shufflers,
    timeline,
)
from checks.floor.log_clocks import APART, CLOCKS, DAY, cleared, without
from checks.floor.signatures import read_signatures
from checks.law.in_force import OPPOSITE, Law
from checks.model import Grain
from checks.record import with_history, with_numbering
from parsers.house import House

Frames = Iterator[tuple[Grain, pl.DataFrame]]

# The rules on pushes, by the window a push fell into.
PUSH_RULES: Final = {
    "level": "push.quiet_minutes push.before_break=no",
    "break": "push.quiet_minutes push.before_break=no",
    "hand-for-hand": "push.hand_for_hand=no",
    "colour-up": "push.colour_up=no",
    "bagging": "push.bagging=no",
}


@dataclass
class Floor:
    """What the floor recorded beside the hands. Tables come group by group; what concerns the whole room comes last."""

    house: House
    law: Law
    notes: pl.DataFrame
    downs: pl.DataFrame
    shuffles: pl.DataFrame
    roster: pl.DataFrame | None = None
    received_again: pl.DataFrame | None = None
    unread: pl.DataFrame | None = None  # lines of the feeds that nobody could read
    clock_faults: pl.DataFrame | None = None  # clocks that were found to be off before the audit
    signatures: pl.DataFrame = field(init=False)
    _dealt: list[pl.DataFrame] = field(default_factory=list)
    _devices: list[pl.DataFrame] = field(default_factory=list)
    _clocks: list[pl.DataFrame] = field(default_factory=list)
    _apart: list[pl.DataFrame] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.signatures = pushes.with_downs(read_signatures(self.downs, self.roster))

    def beside(self, hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
        """The hands with who dealt them, how their numbers run, and whether they came in before.

        Where a log's clock is off its cards, no hand is laid beside a card: nobody is named for another's hands.
        """
        attributed = pushes.attribute(hands, self.signatures, notes)
        clocks = log_clocks.log_clocks(attributed, self.house)
        apart = log_clocks.days_apart(attributed, clocks, self.signatures, self.house)
        stated = without(attributed, clocks.filter("is_off").select(DAY))
        far, far_apart = far_logs.far_logs(stated, self.signatures, self.house)
        apart = pl.concat([apart, far_apart]).unique().sort(DAY)
        self._clocks += [without(clocks, far.select(DAY)), far]
        self._apart.append(apart)
        if not apart.is_empty():
            attributed = pushes.attribute(hands, without(self.signatures, apart), notes)
        return with_history(with_numbering(attributed), self.received_again)

    @property
    def apart(self) -> pl.DataFrame:
        """The tables and gaming days whose hands cannot be laid beside their other feeds by the clock."""
        return pl.concat([pl.DataFrame(schema=APART), *self._apart])

    @property
    def clocks(self) -> pl.DataFrame:
        """One row a clock: of a table's log or of a device on a gaming day, or one that was handed in."""
        handed_in = [] if self.clock_faults is None else [log_clocks.handed_in(self.clock_faults)]
        return pl.concat([pl.DataFrame(schema=CLOCKS), *self._clocks, *handed_in])

    def table_frames(self, hands: pl.DataFrame, notes: pl.DataFrame, shuffles: pl.DataFrame) -> Frames:
        """What is judged table by table."""
        there = hands.select("room", "table").unique()
        signatures = self.signatures.join(there, on=["room", "table"], how="semi", maintain_order="left")
        downs = self.downs.join(there, on=["room", "table"], how="semi", maintain_order="left")
        apart = self.apart
        yield Grain.SLOT, cleared(timeline.slot_frame(hands, downs, signatures), apart, "has_card")
        if not signatures.is_empty():
            made = self._with_counts_due(pushes.down_frame(hands, signatures, notes))
            yield Grain.DOWN, cleared(made, apart, "first_hand")
            yield Grain.DEALT, _dealt_frame(hands, signatures)
        if not self.signatures.is_empty():
            self._dealt.append(cards.dealt_slots(without(hands, apart), self.signatures))
        if not notes.is_empty() and hands["is_tournament"].any():
            yield Grain.PUSH, self._push_frame(hands, notes)
        shuffles, apart = self._set_clocks(shuffles, hands, apart)
        if not shuffles.is_empty():
            matched = shuffle_matching.shuffle_frame(hands, shuffles, notes, self.unread)
            yield Grain.COUNT, cleared(timeline.count_frame(hands, shuffles, notes), apart, "decks_known")
            yield Grain.SHUFFLE, cleared(matched, apart, "shuffles_due", "alternates")
            yield Grain.JAM, cleared(shufflers.jam_frame(hands, shuffles, notes), apart, "judged")
        if hands["stub_count"].is_not_null().any():
            stubs = timeline.stub_frame(hands, shuffles, notes)
            ways = {number: self.law.value(number, "dealing.from") for number in stubs["terms"].unique().to_list()}
            dealing = pl.col("terms").replace_strict(ways, default=None, return_dtype=pl.String)
            yield Grain.STUB, cleared(stubs.with_columns(dealing=dealing), apart, "decks_named")
        if hands["is_tournament"].any():
            yield Grain.EXCHANGE, timeline.exchange_frame(hands, self._exchange_due(hands))
        if hands["game"].is_in(shuffle_matching.HOUSE_BANKED).any():
            yield from self._banked_frames(hands, notes, shuffles, apart)

    def _with_counts_due(self, downs: pl.DataFrame) -> pl.DataFrame:
        """The downs with the counts that the rules of their room ask for."""
        numbers = [
            self.law.of_room(room, day, tournament=tournament)
            for room, day, tournament in downs.select("room", "gaming_date", "is_tournament").rows()
        ]
        exempt = [self.law.value(number, "stub.new_deck_exempt") for number in numbers]
        return pushes.with_counts_due(downs, exempt, [self.law.value(number, "stub.count_again") for number in numbers])

    def _exchange_due(self, hands: pl.DataFrame) -> pl.Expr:
        """Whether the incoming dealer has to exchange the deck; where a level will do as well, nobody can say when."""

        def due(number: int) -> bool | None:
            when = self.law.value(number, "deck.change_on")
            return None if when is None or "level" in when else "push" in when

        values = {number: due(number) for number in hands["terms"].unique().to_list()}
        return pl.col("terms").replace_strict(values, default=None, return_dtype=pl.Boolean)

    def _set_clocks(
        self, shuffles: pl.DataFrame, hands: pl.DataFrame, apart: pl.DataFrame
    ) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The messages by the table's clock, and the tables and days on which that is not known: of log or device."""
        shuffles, devices = shuffler_clocks.set_clocks(shuffles, hands)
        off_logs = self.clocks.filter("is_off").select("room", "table").unique()
        found = device_clocks.device_clocks(shuffles, devices, hands, off_logs, self.house)
        self._devices.append(found.devices)
        self._clocks.append(found.clocks)
        return found.shuffles, pl.concat([apart, found.apart]).unique()

    def room_frames(self) -> Frames:
        """What hangs on no table's hands, and what needs all of them."""
        yield Grain.CLOCK, self.clocks
        yield Grain.SIGNATURE, timeline.signature_frame(self.signatures)
        if self.signatures.is_empty():
            return
        yield Grain.CARD, cards.card_frame(self.downs, self.signatures, self.house)
        runs = cards.run_frame(self.signatures)
        limits = [
            self.law.value(self.law.of_room(room, day), "down_card.most_in_a_row")
            for room, day in runs.select("room", "gaming_date").rows()
        ]
        yield Grain.RUN, cards.over_the_limit(runs.with_columns(most=pl.Series(limits, dtype=pl.Int64)))
        yield Grain.SIGNED, cards.signed_frame(self.signatures, self.dealt, self.notes)

    @property
    def dealt(self) -> pl.DataFrame:
        """One row a table, slot and dealer of the log in rooms that keep cards."""
        return pl.concat([pl.DataFrame(schema=cards.DEALT), *self._dealt])

    @property
    def devices(self) -> pl.DataFrame:
        """One row a shuffler, gaming day and setting of its clock."""
        return pl.concat([pl.DataFrame(schema=shuffler_clocks.DEVICES), *self._devices]).sort(
            "room", "gaming_date", "table", "device", "since", "since_line"
        )

    @property
    def payroll(self) -> pl.DataFrame:
        """One row a down that somebody signed for, or dealt without a signature."""
        return payroll.claims(self.signatures, self.dealt, self.notes)

    def _push_frame(self, hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
        played = hands.filter("is_tournament").select("room", "table").unique()
        notes = notes.join(played, on=["room", "table"], how="semi", maintain_order="left")
        notes = notes.with_columns(gaming_date=self.house.gaming_dates(notes["room"], notes["at"]))
        some = hands.join(played, on=["room", "table"], how="semi", maintain_order="left")
        days = some.select("room", "gaming_date").unique().sort("room", "gaming_date").rows()
        numbers = {room: self.law.of_room(room, day, tournament=True) for room, day in days}
        quiet = {
            room: self.law.value(number, "push.quiet_minutes", pushes.QUIET_MINUTES) for room, number in numbers.items()
        }
        frame = pushes.push_frame(some, notes, quiet)
        ruled = [
            (room, window)
            for room, number in numbers.items()
            for window, keys in PUSH_RULES.items()
            if self.law.quoted(number, keys) not in (None, OPPOSITE)
        ]
        rules = pl.DataFrame(ruled, schema={"room": pl.String, "window": pl.String}, orient="row")
        spoken = rules.select("room", spoken=pl.lit(True)).unique()
        return (
            frame.join(
                rules.with_columns(closed=pl.lit(True)), on=["room", "window"], how="left", maintain_order="left"
            )
            .join(spoken, on="room", how="left", maintain_order="left")
            .with_columns(
                judged=pl.when(pl.col("windows_known") & pl.col("spoken")).then(True),
                closed=pl.col("closed").fill_null(False),
                rule=pl.col("window").replace_strict(PUSH_RULES, default=None, return_dtype=pl.String),
            )
        )

    def _banked_frames(
        self, hands: pl.DataFrame, notes: pl.DataFrame, shuffles: pl.DataFrame, apart: pl.DataFrame
    ) -> Frames:
        """House-banked games: the age of decks, and counts of the stub."""
        banked = hands.filter(pl.col("game").is_in(shuffle_matching.HOUSE_BANKED))
        numbers = banked["terms"].unique().to_list()

        def by_terms(pick: Any, dtype: Any) -> pl.Expr:
            values = {number: pick(number) for number in numbers}
            return pl.col("terms").replace_strict(values, default=None, return_dtype=dtype)

        def hours_rule(number: int) -> str | None:
            """The key that says how long a deck may be dealt: of the way of dealing, else the longest."""
            ways = {way: self.law.value(number, f"deck.change_hours.{way}") for way in ("hand", "shoe")}
            known = {way: most for way, most in ways.items() if most is not None}
            way = self.law.value(number, "dealing.from") or max(known, key=lambda one: known[one], default=None)
            return f"deck.change_hours.{way}" if way in known else None

        def hours(number: int) -> int | None:
            rule = hours_rule(number)
            return None if rule is None else self.law.value(number, rule)

        def every(number: int) -> int | None:
            ways = {way: self.law.value(number, f"stub.count_every.{way}") for way in ("hand", "shoe", "machine")}
            dealt = self.law.value(number, "dealing.from")
            return ways[dealt] if dealt else max((n for n in ways.values() if n is not None), default=None)

        def exempt(number: int) -> bool:
            counts = self.law.value(number, "shuffler.counts", False)
            return bool(counts) and self.law.value(number, "stub.count_every_exempt") == "counting-shuffler"

        banked = hands.with_columns(
            deck_hours=by_terms(hours, pl.Int64), deck_rule=by_terms(hours_rule, pl.String),
            count_every=by_terms(every, pl.Int64),
            exempt=by_terms(exempt, pl.Boolean),
            dealing=by_terms(lambda number: self.law.value(number, "dealing.from"), pl.String),
        )  # fmt: skip
        yield Grain.DECK, shufflers.deck_frame(cleared(banked, apart, "deck_hours"), shuffles, notes)
        counting = banked.filter(pl.col("exempt")).select("room", "table").unique()
        yield Grain.ROUND, shufflers.round_frame(banked, counting)


def _dealt_frame(hands: pl.DataFrame, signatures: pl.DataFrame) -> pl.DataFrame:
    """One row a hand whose log names its dealer, at a table that has a down card that gaming day."""
    carded = signatures.select("room", "table", "gaming_date").unique()
    return (
        hands.filter(pl.col("log_dealer").is_not_null())
        .join(carded, on=["room", "table", "gaming_date"], how="semi", maintain_order="left")
        .select(
            "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "log_dealer", "card_says", "log_agrees",
            "source_file", "source_line", at="start",
        )
    )  # fmt: skip
