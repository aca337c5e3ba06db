"""The short form of `make pairs`: two first nights at once, and two first compilations at once."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile

from parsers.kernel_compiler import keep_kernels_one_at_a_time
from tests.first_runs import kernels, nights


def test_two_first_nights_at_once_leave_what_one_leaves(tmp_path: Path) -> None:
    assert nights(2, tmp_path) == []


def test_two_first_runs_that_compile_at_once_both_get_their_kernels(tmp_path: Path) -> None:
    assert kernels(1, tmp_path) == []


def test_two_who_keep_a_kernel_at_once_do_not_get_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each looks for a free number before the other has taken one: without a lock, one gets the other's code."""
    assert keep_kernels_one_at_a_time()
    look = IndexDataCacheFile._load_index

    def look_long(self: Any) -> Any:
        found = look(self)
        time.sleep(0.2)
        return found

    monkeypatch.setattr(IndexDataCacheFile, "_load_index", look_long)
    kept = IndexDataCacheFile(str(tmp_path), "walk", "today")
    both = [threading.Thread(target=kept.save, args=(kind, f"code for {kind}")) for kind in ("int64", "float64")]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert {kind: kept.load(kind) for kind in ("int64", "float64")} == {
        "int64": "code for int64",
        "float64": "code for float64",
    }
