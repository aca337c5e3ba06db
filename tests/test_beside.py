"""What is written beside the reading is written in its order, and what goes wrong there is told."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest

from pipelines.auditing import parallel_read
from pipelines.auditing.beside import Beside


@pytest.mark.parametrize("on_a_thread", [False, True])
def test_pieces_are_done_in_their_order_and_all_at_the_end(on_a_thread: bool) -> None:
    done: list[tuple[int, bool]] = []
    here = threading.current_thread()
    with Beside(on_a_thread) as beside:
        for number in range(20):
            beside.do(partial(lambda n: done.append((n, threading.current_thread() is here)), number))
    assert done == [(number, not on_a_thread) for number in range(20)]


def fails() -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("last", [False, True])
def test_what_a_piece_raises_is_raised_to_the_caller(last: bool) -> None:
    done: list[int] = []

    def writing() -> None:
        with Beside(True) as beside:
            beside.do(fails)
            if not last:
                beside.do(lambda: done.append(1))

    with pytest.raises(OSError, match="the disk is full"):
        writing()
    assert done == []


def test_an_error_of_the_caller_is_the_one_that_is_told() -> None:
    def writing() -> None:
        with Beside(True) as beside:
            beside.do(fails)
            raise ValueError("no such room")

    with pytest.raises(ValueError, match="no such room"):
        writing()


def test_logs_that_are_read_before_a_process_has_started_are_read_here(
    small_day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pool(*given: object, **more: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(parallel_read, "ProcessPoolExecutor", pool)
    logs = [(path, "hands") for path in sorted(small_day.glob("*.hands.jsonl"))]
    assert sum(len(parsed.batch) for parsed in parallel_read.read_logs(logs, 2, tmp_path)) == 600
    with pytest.raises(AssertionError, match="a process was started"):
        list(parallel_read.read_logs([(path, "phh") for path, _ in logs], 2, tmp_path))
    monkeypatch.setattr(parallel_read, "POOL_BYTES", 1)
    with pytest.raises(AssertionError, match="a process was started"):
        list(parallel_read.read_logs(logs, 2, tmp_path))
