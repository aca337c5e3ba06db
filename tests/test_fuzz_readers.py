"""The short form of `make fuzz`: a hundred mutants of every format stop no reader and lose no neighbor."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.detect import ENDINGS, feed_of
from tests.fuzz_readers import Format, formats, fuzz

MUTANTS = 100
ALL = formats()


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_a_mutant_is_read_or_told_and_takes_no_neighbor_with_it(kind: Format, tmp_path: Path) -> None:
    tally = fuzz(kind, MUTANTS, seed=2, folder=tmp_path)
    assert not tally.wrong, "\n".join(tally.wrong)
    assert tally.mutants >= MUTANTS
    assert tally.quarantined, "no mutant was broken: they are no mutants"


def test_every_feed_has_mutants() -> None:
    assert {feed_of(Path(kind.file).name) for kind in ALL} == {*ENDINGS.values(), "pokernow"}
