"""Games that are not played for a pot: each family turns its hands of a batch into frames of its own, here by name.

A family is a function that takes a batch, the law and the number of the set of terms of each hand. It yields a grain
and its frame, once for each frame; a batch without hands of the family yields nothing. Rows stand in the order of the
batch. Every frame has the columns `hand_row`, the hand's place in the batch, and `terms`.

A family may also write what the walk of pots leaves out of its hands into the facts, such as the chips afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.banked_chips import complete_banked
from checks.banked_frame import banked_frames
from checks.chinese_frame import chinese_frames
from checks.frames import Grain
from checks.law.in_force import Law
from checks.replay.run import Replayed
from parsers.batch import HandBatch

Completing = Callable[[HandBatch, Law, npt.NDArray[np.int64], Replayed], None]
Frames = Iterable[tuple[Grain, pl.DataFrame]]
Family = Callable[[HandBatch, Law, npt.NDArray[np.int64]], Frames]

FAMILIES: Final[tuple[Family, ...]] = (banked_frames, chinese_frames)
# Frames with one row a hand of their family: what a rule in force could be asked of there counts as evaluated.
WHOLE_HANDS: Final = (Grain.BANKED, Grain.CHINESE)
COMPLETING: Final[tuple[Completing, ...]] = (complete_banked,)


def other_frames(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64]) -> Iterator[tuple[Grain, pl.DataFrame]]:
    """The frames of all families, one family after the other."""
    for family in FAMILIES:
        yield from family(batch, law, terms_of)


def complete(batch: HandBatch, law: Law, terms_of: npt.NDArray[np.int64], replayed: Replayed) -> None:
    """Every family writes what the walk of pots leaves out of its hands."""
    for family in COMPLETING:
        family(batch, law, terms_of, replayed)
