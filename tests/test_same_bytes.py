"""A short run of `make same`: workers, the order of files and reruns leave no trace in what is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.same_bytes import differences, run_once


def test_workers_order_of_files_and_reruns_leave_the_same_bytes(small_day: Path) -> None:
    assert list(differences(small_day, workers=(1, 2), reruns=1)) == []


def test_a_run_that_fails_is_not_taken_for_the_same(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 1"):
        run_once("audit", tmp_path, seed=1, workers=1)
