"""The hands of Chinese games in a batch as frames: a hand, a seat's set hand, two seats compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.chinese_facts import CHINESE, COMPARISON, SET, record_of
from checks.facts import Fact
from checks.frames import Grain
from checks.law.in_force import Law
from checks.law.royalties import CHINESE_NUMBERS, scorings
from checks.replay.chinese import walk_chinese
from checks.replay.chinese_state import ChineseFilm, ChineseLog, chinese_desk
from checks.replay.layout import UNKNOWN, Param
from parsers.batch import HandBatch
from parsers.vocabulary import SEATS_MOST, STAKES

OF_THE_HAND = ("game_no", "open_face", "seats_dealt", "seats_most")  # beside each of its seats and comparisons


@dataclass(frozen=True)
class ChineseWalk:
    """What the walk wrote, each in the order of the batch."""

    hands: pl.DataFrame
    sets: pl.DataFrame
    comparisons: pl.DataFrame


def chinese_hands(params: npt.NDArray[np.int64], terms_of: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The positions of a batch's hands of Chinese games."""
    return np.flatnonzero(np.isin(params[Param.GAME_NO], CHINESE_NUMBERS)[terms_of])


def walk_batch(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64]) -> ChineseWalk | None:
    """Walks the Chinese hands of a batch; None where it has none."""
    params = law.params
    hands = chinese_hands(params, terms_of)
    if not len(hands):
        return None
    laws = scorings({int(n): law.terms(int(n)) for n in np.unique(terms_of[hands])}, params)
    film = _room_for(batch, hands)
    found = walk_chinese(_log_of(batch, hands, terms_of), laws.view(np.recarray), *chinese_desk(), film)
    rows = (film.hands, film.sets, film.comparisons)
    frames = [
        _frame(facts, kept[:count]) for facts, kept, count in zip((CHINESE, SET, COMPARISON), rows, found, strict=True)
    ]
    return ChineseWalk(*frames)


def chinese_frames(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64]) -> Iterator[tuple[Grain, pl.DataFrame]]:
    """The frames that checks of Chinese games read, each with the terms in force."""
    walked = walk_batch(batch, law, terms_of)
    if walked is None:
        return
    for grain, rows in (
        (Grain.CHINESE, walked.hands),
        (Grain.SET, walked.sets),
        (Grain.COMPARISON, walked.comparisons),
    ):
        hand = walked.hands.select("hand_row", *OF_THE_HAND)
        more = rows if grain is Grain.CHINESE else rows.join(hand, on="hand_row", how="left", maintain_order="left")
        yield grain, more.with_columns(terms=terms_of[rows["hand_row"].to_numpy()])


def _log_of(batch: HandBatch, hands: npt.NDArray[np.int64], terms_of: npt.NDArray[np.int64]) -> ChineseLog:
    return ChineseLog(
        hands, terms_of, batch.button, np.ascontiguousarray(batch.stakes[:, STAKES.index("point")]),
        batch.seat_offsets, batch.seat_no, batch.seat_stack, batch.seat_state, batch.event_offsets, batch.word,
        batch.seat, batch.other, batch.detail, batch.amount, batch.count, batch.card_offsets, batch.cards,
    )  # fmt: skip


def _room_for(batch: HandBatch, hands: npt.NDArray[np.int64]) -> ChineseFilm:
    """Room for every row: seats compare that somebody has, and any seat may be dealt in."""
    listed = np.diff(batch.seat_offsets)[hands]
    return ChineseFilm(
        np.zeros(len(hands), record_of(CHINESE)).view(np.recarray),
        np.zeros(len(hands) * SEATS_MOST, record_of(SET)).view(np.recarray),
        np.zeros(int((listed * (listed - 1) // 2).sum()), record_of(COMPARISON)).view(np.recarray),
    )


def _frame(facts: tuple[Fact, ...], rows: npt.NDArray[np.void]) -> pl.DataFrame:
    """Rows with nulls for what is unknown, and flags that are true or false."""
    plain = rows.view(np.ndarray)
    frame = pl.DataFrame({fact.name: np.ascontiguousarray(plain[fact.name]) for fact in facts})
    return frame.with_columns(
        *(pl.when(pl.col(fact.name) != UNKNOWN).then(fact.name).alias(fact.name) for fact in facts if fact.maybe),
        *(pl.col(fact.name) != 0 for fact in facts if fact.unit == "flag"),
    )
