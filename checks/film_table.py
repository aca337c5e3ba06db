"""The stored film: what the walk wrote of some hands, every row of it, as one table for pages and people.

Grain: one row an event, seat, pot, share or picture of a hand, or a set hand or comparison of a Chinese one, as its
column `grain` says. The columns are those of the
catalogue (`checks/facts.py`); null where a grain does not have one. No player's name is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import polars as pl
import pyarrow as pa

from checks import film_of_wagers
from checks.chinese_facts import CHINESE_FILM
from checks.facts import COLUMNS, Fact, Grain

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from checks.law.in_force import Law
    from checks.law.rulebook import Rulebook
    from parsers.batch import HandBatch
    from parsers.house import House

STORED: Final = (Grain.EVENT, Grain.PICTURE, Grain.POT, Grain.SEAT, Grain.SHARE)  # in the order of their names
DRAWN: Final = (Grain.PICTURE, Grain.POT)  # what a replayer shows of a hand
FILM_HANDS: Final = 2_000  # walked at a time, with every row of their film
HAND_ROW: Final = "hand_row"  # within a batch; the hand's name stands for it here

_KEYS: Final = (
    pa.field("room", pa.string()), pa.field("table", pa.string()), pa.field("hand", pa.string()),
    pa.field("gaming_date", pa.date32()), pa.field("source_file", pa.string()), pa.field("source_line", pa.int32()),
    pa.field("grain", pa.string()),
)  # fmt: skip
# Numbers of cents are as wide as in every other table, masks and counts as narrow as they can be.
_TYPES: Final = {
    "cents": pa.int64(), "code": pa.int64(), "flag": pa.bool_(), "seat": pa.int8(), "seats": pa.int16(),
    "count": pa.int32(), "event": pa.int32(), "points": pa.int32(), "flag1": pa.int8(),
}  # fmt: skip
# Several rows of one event: a number is the first that is known, a flag is set where one sets it; but for these.
_UNSAID: Final = {"sized": pl.col("sized").all(), "place": pl.col("place").max()}
_SPLIT: Final = ("to_loser", "unit_each", "units_only", "chip_whole")  # how the wrong part of a pot was split


def column_of(fact: Fact) -> str:
    """The name of a fact's column; a list by seat does not share its name with a number."""
    return f"{fact.name}_by_seat" if fact.by_seat else fact.name


def _field(fact: Fact) -> pa.Field:
    kind = _TYPES[fact.unit]
    return pa.field(column_of(fact), pa.list_(kind) if fact.by_seat else kind)


def _schema() -> pa.Schema:
    fields = {field.name: field for field in _KEYS}
    stored: dict[str, tuple[Fact, ...]] = {grain.value: COLUMNS[grain] for grain in STORED}
    for grain, facts in (stored | CHINESE_FILM).items():
        for fact in facts:
            if fact.name == HAND_ROW:
                continue
            field = _field(fact)
            if fields.setdefault(field.name, field) != field:
                raise ValueError(f"{grain}.{fact.name}: another grain has a column of this name and another type")
            if field.name == "street":
                fields["street_name"] = pa.field("street_name", pa.string())
    for field in film_of_wagers.FIELDS:
        if fields.setdefault(field.name, field) != field:
            raise ValueError(f"wager.{field.name}: another grain has a column of this name and another type")
    return pa.schema(list(fields.values()))


# One row an event, seat, pot, share, picture or wager of a flagged hand; sorted by ORDER. A list by seat has ten
# entries, for seats 1 to 10. A picture is the table before its event; the one past the last event is the end.
FILM: Final = _schema()
ORDER: Final = (
    "room", "gaming_date", "table", "hand", "source_file", "source_line", "grain", "event", "pot", "board", "part",
    "seat", "wager",
)  # fmt: skip


def film_of(
    tables: Mapping[str, pa.Table], house: House, rulebooks: dict[str, Rulebook], rulebook: str | None = None
) -> pa.Table:
    """The film of the hands in `hands`, `seats` and `events`, which stand in one order of hands; by the schema FILM."""
    return pa.concat_tables([FILM.empty_table(), *film_parts(tables, house, rulebooks, rulebook)])


def film_parts(
    tables: Mapping[str, pa.Table],
    house: House,
    rulebooks: dict[str, Rulebook],
    rulebook: str | None = None,
    grains: tuple[Grain, ...] = STORED,
) -> Iterator[pa.Table]:
    """The same a few thousand hands at a time; each part is in order. With `DRAWN` what a replayer draws, no more."""
    # The kernels are no light import, and the schema above is wanted by all who open a lake.
    from checks.hand_batches import hand_batches
    from checks.law.in_force import Law

    law = Law(house, rulebooks, rulebook)
    for batch in hand_batches(tables, FILM_HANDS):
        yield _film_of_batch(batch, house, law, grains)


def _film_of_batch(batch: HandBatch, house: House, law: Law, grains: tuple[Grain, ...]) -> pa.Table:
    """Every row of the film of a batch that is of these grains; with all of them also wagers and Chinese hands."""
    from checks.hand_frame import film_frames, hand_frame
    from checks.replay.run import replay_batch

    texts = pl.Series(batch.texts, dtype=pl.String)
    dates = house.gaming_dates_of(texts, batch.room, batch.start_us)
    terms_of = law.of_batch(batch, dates)
    replayed = replay_batch(batch, law.params, terms_of, keep_all=True)
    frame = hand_frame(batch, replayed, law.params, terms_of, dates)
    frames = film_frames(replayed.film)
    frames[Grain.PICTURE] = film_of_wagers.with_felts(frames[Grain.PICTURE], batch)
    games = frame.select(HAND_ROW, "is_stud", "is_draw", "by_lots", "has_flop", "game_no")
    stored = [_stored(grain, frames[grain], games) for grain in grains if grain in frames]
    others: list[pl.DataFrame] = []
    if grains == STORED:
        wagers = film_of_wagers.wager_rows(batch, law, terms_of)
        others = [*_of_chinese(batch, law, terms_of), *([] if wagers is None else [wagers])]
    rows = pl.concat([*stored, *others], how="diagonal_relaxed")
    names = _names(batch, texts, dates)
    missing = [name for name in FILM.names if name not in rows.columns and name not in names.columns]
    film = rows.join(names, on=HAND_ROW, how="left", maintain_order="left").with_columns(
        pl.lit(None).alias(name) for name in missing
    )
    ordered = film.sort(ORDER, nulls_last=False, maintain_order=True)
    return ordered.select(FILM.names).to_arrow(compat_level=pl.CompatLevel.oldest()).cast(FILM)


def _of_chinese(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64]) -> Iterator[pl.DataFrame]:
    """The set hands and the comparisons of Chinese games."""
    from checks.chinese_frame import walk_batch

    walked = walk_batch(batch, law, terms_of)
    if walked is not None:
        yield walked.sets.with_columns(grain=pl.lit("set"))
        yield walked.comparisons.with_columns(grain=pl.lit("comparison"))


def _names(batch: HandBatch, texts: pl.Series, dates: pl.Series) -> pl.DataFrame:
    """One row a hand: which it is, and where it was logged."""
    files = pl.Series([batch.source_file] * len(batch)) if batch.files is None else texts.gather(batch.files)
    return pl.DataFrame(
        {
            HAND_ROW: pl.int_range(len(batch), dtype=pl.Int64, eager=True),
            "room": texts.gather(batch.room),
            "table": texts.gather(batch.table),
            "hand": pl.from_arrow(batch.hand),
            "gaming_date": dates,
            "source_file": files,
            "source_line": batch.line,
        }
    )


def _stored(grain: Grain, rows: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """The rows of one grain under the names that the table has for their columns."""
    if grain is Grain.EVENT:
        rows = _one_an_event(rows)
    elif grain is Grain.POT:  # of a pot that was shared as due in both its parts nobody asks how it was split
        rows = rows.with_columns(pl.when("part_wrong").then(pl.col(*_SPLIT)).name.keep())
    facts = COLUMNS[grain]
    rows = rows.with_columns(pl.col(fact.name).arr.to_list() for fact in facts if fact.by_seat)
    rows = rows.rename({fact.name: column_of(fact) for fact in facts}).with_columns(grain=pl.lit(grain.value))
    return _with_street_names(rows, games) if "street" in rows.columns else rows


def _one_an_event(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of each event as one: whatever the walk had to say of it, in the order in which it said so."""

    def merged(fact: Fact) -> pl.Expr:
        column = pl.col(fact.name)
        return _UNSAID.get(fact.name, column.any() if fact.unit == "flag" else column.drop_nulls().first())

    facts = [fact for fact in COLUMNS[Grain.EVENT] if fact.name not in (HAND_ROW, "event")]
    return rows.group_by(HAND_ROW, "event", maintain_order=True).agg(map(merged, facts))


def _with_street_names(rows: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Rows with the name that the game has for their street, as findings have it."""
    from checks.law.royalties import CHINESE_NUMBERS
    from checks.verdicts import STREETS, street_name

    named = rows.join(games, on=HAND_ROW, how="left", maintain_order="left").with_columns(
        pl.concat_list("street").alias(STREETS)
    )
    # Chinese games without betting have no streets that a reader would know.
    unknown = pl.col("game_no").is_in(list(CHINESE_NUMBERS)) & ~pl.col("by_lots")
    name = pl.when(~unknown).then(street_name(pl.lit(0)))
    return named.with_columns(street_name=name).select(*rows.columns, "street_name")
