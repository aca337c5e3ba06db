"""What the checks say of hands whose terms a test sets by itself: every check speaks, whatever documents say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.catalogue import CHECKS
from checks.coverage import Coverage
from checks.facts import FACTS
from checks.hand_frame import film_frames, hand_frame
from checks.law.in_force import Law
from checks.law.keys import TERM_KEYS
from checks.law.terms import Terms, TermValue
from checks.model import Check, Grain
from checks.replay.run import replay_batch
from checks.verdicts import NAME, Judgment
from parsers.batch import HandBatch
from parsers.house import House

OF_HANDS = [check for check in CHECKS.values() if check.grain is Grain.HAND]
# Every rule says what its check needs, and names every word it can; else the test's own matrix has the value.
ALL_SPEAK = Terms(
    {
        check.term: TermValue(TERM_KEYS[check.term].choices or check.is_, "test", check.code)
        for check in OF_HANDS
        if check.term
    }
)


class OpenLaw(Law):
    """Terms as the columns of a matrix; something in force speaks on every matter."""

    def __init__(self, params: npt.NDArray[np.int64]) -> None:
        super().__init__(House("", "", {}, {}), {})
        for column in params.T:
            self._add(ALL_SPEAK, None, column, (False, ""))


@dataclass(frozen=True)
class Judged:
    """The facts of one hand by their names, and its findings."""

    facts: dict[str, int]
    findings: list[dict[str, Any]]

    @property
    def codes(self) -> set[str]:
        """The codes that were found."""
        return {row["code"] for row in self.findings}


def judged_hands(
    batch: HandBatch,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    checks: Sequence[Check] = OF_HANDS,
) -> list[Judged]:
    """What each hand of a batch shows by itself, judged as in an audit; params has one column a set of terms."""
    replayed = replay_batch(batch, params, terms_of)
    day = pl.repeat(0, len(batch), dtype=pl.Int32, eager=True).cast(pl.Date)
    frame = hand_frame(batch, replayed, params, terms_of, day)
    judgment = Judgment(checks, OpenLaw(params), Coverage(CHECKS))
    keys = pl.DataFrame({"room": batch.room, "table": batch.table, "gaming_date": day, "table_no": batch.table})
    judgment.add(frame, lambda rows: pl.DataFrame({f"{NAME}place": rows}), keys, film_frames(replayed.film))
    findings: list[list[dict[str, Any]]] = [[] for _ in range(len(batch))]
    for lot in judgment.findings():
        for row in lot.to_dicts():
            findings[row["place"]].append(row)
    names = [fact.name for fact in FACTS]
    return [
        Judged(dict(zip(names, map(int, replayed.facts[:, place]), strict=True)), findings[place])
        for place in range(len(batch))
    ]
