"""Programs that run beside each other until one ends or we are told to: then all end, with what they started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Final, NoReturn

PATIENCE_SECONDS: Final = 15.0
LOOK_SECONDS: Final = 0.2


def run_together(commands: Sequence[Sequence[str]], environment: Mapping[str, str]) -> int:
    """Runs them until the first ends, or SIGTERM or Ctrl-C comes; 0 where we were told to stop, else 2."""
    # A group of its own for each: what it started can be reached after it is gone.
    signal.signal(signal.SIGTERM, _stop)
    children: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            children.append(subprocess.Popen(command, env=dict(environment), start_new_session=True))
        while all(child.poll() is None for child in children):
            time.sleep(LOOK_SECONDS)
        return 2
    except (SystemExit, KeyboardInterrupt):
        return 0
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what follows has to come to its end
        _end(children)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def _end(children: Sequence[subprocess.Popen[bytes]]) -> None:
    """Asks every group to end as Ctrl-C does, waits, and ends what is still there."""
    for child in children:
        _signal(child, signal.SIGINT)
    until = time.monotonic() + PATIENCE_SECONDS
    for child in children:
        try:
            child.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass  # it is ended below, with its group
    for child in children:
        _signal(child, signal.SIGKILL)
        child.wait()


def _signal(child: subprocess.Popen[bytes], number: int) -> None:
    try:
        os.killpg(child.pid, number)
    except (ProcessLookupError, PermissionError):
        pass  # the whole group is gone
