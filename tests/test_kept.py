"""Rows that outlive their batches come back the same from memory and from disk."""

from __future__ import annotations

import polars as pl
import pytest

from checks.kept import KeptHands


def frames() -> list[pl.DataFrame]:
    return [pl.DataFrame({"table_no": [0, 1, 2, 1], "hand": [f"{batch}-{i}" for i in range(4)]}) for batch in range(5)]


def rows(kept: KeptHands) -> list[list[str]]:
    return [group.sort("table_no", maintain_order=True)["hand"].to_list() for group in kept.groups()]


@pytest.mark.parametrize("in_memory", [1_000, 7, 0])
def test_rows_come_back_table_by_table_wherever_they_lay(in_memory: int) -> None:
    kept = KeptHands(in_memory_hands=in_memory, group_hands=10)
    for frame in frames():
        kept.add(frame)
    zero = [f"{batch}-0" for batch in range(5)]
    one = [f"{batch}-{i}" for batch in range(5) for i in (1, 3)]
    two = [f"{batch}-2" for batch in range(5)]
    assert rows(kept) == [zero, one, two]
    kept.close()


def test_nothing_is_left_on_disk() -> None:
    kept = KeptHands(in_memory_hands=0)
    for frame in frames():
        kept.add(frame)
    assert kept._folder is not None
    folder = kept._folder.name
    kept.close()
    import os

    assert not os.path.exists(folder)
