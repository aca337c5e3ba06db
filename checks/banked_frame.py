"""House-banked rounds of a batch as frames: one row for each wager of a seat, one for each round.

The walk writes numbers (`checks/replay/banked.py`); here they get their terms, their words and their nulls. The chips
and burns of such rounds, which checks of every game read, go into the facts of their hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks import banked_facts
from checks.banked_walk import Banked, walk_banked
from checks.facts import UNKNOWN, Fact
from checks.frames import Grain
from checks.law.in_force import Law
from checks.law.paytables import banked_terms, table_key
from checks.replay.banked_layout import Jackpot, Kind, Pocket, Reason, Stage, VoidCause
from checks.replay.layout import Param
from parsers.batch import HandBatch
from parsers.games import GAMES
from parsers.vocabulary import Word

BANKED_GAMES: Final = tuple(code for code, game in GAMES.items() if game.family == "house-banked")
KIND_NAMES: Final = {int(kind): kind.name.lower() for kind in Kind}
STREETS: Final = {
    int(Stage.BEFORE): "preflop", int(Stage.PREFLOP): "preflop", int(Stage.FLOP): "flop", int(Stage.RIVER): "river",
    int(Stage.SETTLING): "showdown",
}  # fmt: skip
CLASS_NAMES: Final = (
    "high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
)  # fmt: skip
POCKET_NAMES: Final = {
    int(Pocket.NONE): "no pair, no ace with a face card", int(Pocket.ACES): "aces",
    int(Pocket.ACE_FACE_SUITED): "ace and face card, suited", int(Pocket.ACE_FACE_OFFSUIT): "ace and face card",
    int(Pocket.PAIR): "pair",
}  # fmt: skip
JACKPOT_NAMES: Final = {int(line): line.name.lower().replace("_", " ") for line in Jackpot}
JACKPOT_NAMES[int(Jackpot.NONE)] = "less than a flush"
SETTLING_WORDS: Final = frozenset(("pay", "take", "push", "awards"))
_TABLES: Final = {Kind.ODDS: "odds", Kind.POCKET: "pocket", Kind.TRIPS: "trips", Kind.PROGRESSIVE: "progressive"}
# By which rule the wagers of a void round go back, or are settled; the first that speaks is cited.
VOID_RULES: Final = {
    int(VoidCause.NONE): "-",
    int(VoidCause.FACE_UP): "huhe.void.face_up_from",
    int(VoidCause.WRONG_NUMBER): "huhe.void.wrong_number",
    int(VoidCause.DEALER_EXPOSED): "huhe.void.dealer_exposed",
    int(VoidCause.SAID_ONLY): "-",
}
_JAM: Final = "jam"


def banked_rounds(batch: HandBatch) -> npt.NDArray[np.int64]:
    """The places of the house-banked hands of a batch."""
    games = [place for place, text in enumerate(batch.texts) if text in BANKED_GAMES]
    return np.flatnonzero(np.isin(batch.game, games)).astype(np.int64)


def walked(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64], rounds: npt.NDArray[np.int64]) -> Banked:
    """The rows of the walk over some house-banked hands of a batch."""
    numbers, places = np.unique(terms_of[rounds], return_inverse=True)
    return walk_banked(batch, rounds, places.astype(np.int64), banked_terms(law, numbers.tolist()))


def banked_frames(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64]) -> Iterator[tuple[Grain, pl.DataFrame]]:
    """The frames of the house-banked rounds of a batch; nothing where it has none."""
    rounds = banked_rounds(batch)
    if not len(rounds):
        return
    rows = walked(batch, law, terms_of, rounds)
    told = not SETTLING_WORDS & batch.unrecorded
    yield Grain.BANKED, round_frame(rows, law, terms_of, told, batch)
    yield Grain.WAGER, wager_frame(rows, law, terms_of, told)


def _frame(rows: npt.NDArray[np.void], declared: tuple[Fact, ...]) -> pl.DataFrame:
    """Rows of the walk: what is unknown is null, what is yes or no is true or false."""
    columns = {fact.name: np.ascontiguousarray(rows[fact.name]) for fact in declared}
    known = [pl.when(pl.col(fact.name) != UNKNOWN).then(fact.name).alias(fact.name) for fact in declared if fact.maybe]
    flags = [pl.col(fact.name) != 0 for fact in declared if fact.unit == "flag"]
    return pl.DataFrame(columns).with_columns(*known, *flags)


def _with_terms(frame: pl.DataFrame, terms_of: npt.NDArray[np.int64]) -> pl.DataFrame:
    return frame.with_columns(terms=pl.Series(terms_of[frame["hand_row"].to_numpy()], dtype=pl.Int64))


def _words(column: str, names: Mapping[int, str]) -> pl.Expr:
    return pl.col(column).replace_strict(names, default=None, return_dtype=pl.String)


def wager_frame(rows: Banked, law: Law, terms_of: npt.NDArray[np.int64], told: bool) -> pl.DataFrame:
    """One row a wager of a seat, in the order of the batch."""
    frame = _with_terms(_frame(rows.wagers, banked_facts.WAGER), terms_of)
    if not told:
        frame = frame.with_columns(settled_known=pl.lit(None, pl.Int64))
    keys = pl.lit(None, pl.String)
    numbers = frame["terms"].unique().to_list()
    for kind, table in _TABLES.items():
        by_terms = {number: table_key(law, number, table) for number in numbers}
        keys = pl.when(pl.col("kind") == int(kind)).then(_words("terms", by_terms)).otherwise(keys)
    bad_beat = {number: table_key(law, number, "bad_beat") for number in numbers}
    keys = pl.when(pl.col("reason") == int(Reason.BAD_BEAT)).then(_words("terms", bad_beat)).otherwise(keys)
    classes = dict(enumerate(CLASS_NAMES))
    line = (
        pl.when(pl.col("kind") == int(Kind.POCKET))
        .then(_words("line", POCKET_NAMES))
        .when(pl.col("kind") == int(Kind.PROGRESSIVE))
        .then(_words("line", JACKPOT_NAMES))
        .otherwise(_words("line", classes))
    )
    return frame.with_columns(
        street=_words("street_no", STREETS), kind_name=_words("kind", KIND_NAMES), table_key=keys, line_name=line
    )


def _second_positions(rows: Banked, batch: HandBatch) -> pl.DataFrame:
    """One row a round in which one player wagered at two positions: the second of them."""
    hand = np.repeat(np.arange(len(batch)), np.diff(batch.seat_offsets))
    players = pl.DataFrame(
        {"hand_row": hand, "seat": batch.seat_no.astype(np.int64), "player": batch.seat_player.astype(np.int64)}
    ).filter(pl.col("player") >= 0)
    wagered = pl.DataFrame({name: np.ascontiguousarray(rows.wagers[name]) for name in ("hand_row", "seat")}).unique()
    return (
        wagered.join(players, on=["hand_row", "seat"])
        .filter(pl.len().over("hand_row", "player") > 1)
        .group_by("hand_row")
        .agg(other_seat=pl.col("seat").max())
    )


def _dealt_without_wager(rows: Banked, batch: HandBatch) -> pl.DataFrame:
    """One row a round in which a seat got cards that wagered nothing: the first of them, and where."""
    dealt = np.flatnonzero((batch.word == Word.DEAL) & (batch.seat > 0))
    hand = np.searchsorted(batch.event_offsets, dealt, side="right") - 1
    deals = pl.DataFrame(
        {
            "hand_row": hand.astype(np.int64),
            "unwagered_seat": batch.seat[dealt].astype(np.int64),
            "unwagered_event": (dealt - batch.event_offsets[hand]).astype(np.int64),
        }
    )
    names = {"hand_row": "hand_row", "seat": "unwagered_seat"}
    wagered = pl.DataFrame({new: np.ascontiguousarray(rows.wagers[old]) for old, new in names.items()}).unique()
    rounds = pl.DataFrame({"hand_row": np.ascontiguousarray(rows.rounds["hand_row"])})
    return (
        deals.join(rounds, on="hand_row", how="semi", maintain_order="left")
        .join(wagered, on=["hand_row", "unwagered_seat"], how="anti", maintain_order="left")
        .unique("hand_row", keep="first", maintain_order=True)
    )


def round_frame(rows: Banked, law: Law, terms_of: npt.NDArray[np.int64], told: bool, batch: HandBatch) -> pl.DataFrame:
    """One row a round, in the order of the batch."""
    texts = batch.texts
    frame = _with_terms(_frame(rows.rounds, banked_facts.ROUND), terms_of)
    if not told:
        frame = frame.with_columns(return_known=pl.lit(None, pl.Int64))
    terms = frame["terms"].to_numpy()
    params = law.params
    keys = {number: table_key(law, number, "progressive") for number in frame["terms"].unique().to_list()}
    says = pl.Series([*texts, None], dtype=pl.String).gather(frame["void_text"].fill_null(len(texts)).to_numpy())
    said_only = pl.col("void_cause") == int(VoidCause.SAID_ONLY)
    # By hand the paragraph is another one, where the rulebook has it.
    counted = (
        pl.when(pl.Series(params[Param.DEALT_BY_HAND, terms] == 1))
        .then(pl.lit("huhe.void.wrong_count_by_hand=yes huhe.void.wrong_count=yes"))
        .otherwise(pl.lit("huhe.void.wrong_count=yes"))
    )
    rule = (
        pl.when(said_only & pl.col("stub_event").is_not_null())
        .then(pl.concat_str(counted, pl.lit(" -")))
        .when(said_only & pl.lit(says).str.contains(_JAM, literal=True).fill_null(False))
        .then(pl.lit("shuffler.jam=return-wagers -"))
        .otherwise(_words("void_cause", VOID_RULES))
    )
    for beside in (_second_positions(rows, batch), _dealt_without_wager(rows, batch)):
        frame = frame.join(beside, on="hand_row", how="left", maintain_order="left")
    return frame.with_columns(
        players_known=pl.lit(1, pl.Int64),
        void_says=says,
        street=pl.lit(None, pl.String),
        seats_most=pl.Series(params[Param.SEATS_MOST, terms]).replace(UNKNOWN, None),
        seats_by_table=pl.Series(params[Param.SEATS_BY_TABLE, terms] == 1),
        void_rule=rule,
        count_rule=counted,
        table_key=_words("terms", keys),
    )
