"""How far an audit has come: plain lines in a pipe, a bar with share and time left on a terminal."""

from __future__ import annotations

import io
import re

import pytest

from pipelines.auditing.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_plain_lines() -> None:
    stream = io.StringIO()
    with Progress("audit", 1000, stream=stream) as progress:
        progress.advance(5)
        progress.came(500)
    first, last = stream.getvalue().splitlines()
    assert first == "audit …"
    assert re.fullmatch(r"audit: 5 hands in \d+\.\d s", last)


def test_long_work_says_its_share_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, *[30.0] * 10])
    monkeypatch.setattr("pipelines.auditing.progress.time.monotonic", lambda: next(now))
    stream = io.StringIO()
    progress = Progress("audit", 1000, stream=stream)
    progress.came(250)
    assert stream.getvalue() == ""  # read, and not yet judged
    progress.advance(9)
    assert stream.getvalue() == "audit: 9 hands in 30.0 s so far, 25 %, about 1 min 30 s left\n"


def test_where_nobody_knows_the_whole_no_share_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, *[30.0] * 10])
    monkeypatch.setattr("pipelines.auditing.progress.time.monotonic", lambda: next(now))
    stream = io.StringIO()
    progress = Progress("audit", stream=stream)
    progress.came(250)
    progress.advance(7)
    assert stream.getvalue() == "audit: 7 hands in 30.0 s so far\n"


def test_a_terminal_gets_a_bar_with_a_share() -> None:
    stream = Terminal()
    with Progress("audit", 1000, stream=stream) as progress:
        progress.came(500)
        progress.advance(1234)
    shown = stream.getvalue()
    assert "1,234 hands" in shown and "100%" in shown and "left" in shown


def test_work_that_fails_does_not_say_it_is_done() -> None:
    stream = Terminal()
    progress = Progress("audit", 1000, stream=stream).__enter__()
    progress.came(100)
    progress.advance(1)
    progress.__exit__(ValueError, ValueError(), None)
    assert "100%" not in stream.getvalue()
