"""Measures files one after the other, each in a process of its own on one core, and says the figures as a table."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from pipelines.benchmark import peer
from pipelines.errors import InputError

# One core, one thread: what is measured is a core's work, not how many of them a machine has.
_THREADS: Final = ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "ARROW_NUM_THREADS", "NUMBA_NUM_THREADS")
ONE_THREAD: Final = dict.fromkeys(_THREADS, "1")
STAGES: Final = {
    "parse": "parse",
    "replay": "replay alone: one walk, the film",
    "parse_replay": "parse + replay",
    "judged": "parse + replay + findings",
    "audit": "full audit, tables written",
}


def measured(path: Path, house: Path | None, rulebook: str | None, *, runs: int, peer_hands: int) -> dict[str, Any]:
    """The figures of one file; `ratios` where the peer read it too."""
    command = ["-m", "pipelines.benchmark.stages", str(path), f"--runs={runs}", f"--peer-hands={peer_hands}"]
    command += [f"--house={house}"] if house else []
    command += [f"--rulebook={rulebook}"] if rulebook else []
    said = on_one_core(command, str(path))
    theirs = said.get(peer.NAME)
    if theirs:
        ours = said["oddchip"]["hands_per_second"]
        said["ratios"] = {stage: ours[stage] / rate for stage, rate in theirs["hands_per_second"].items()}
    return said


def on_one_core(command: list[str], what: str) -> dict[str, Any]:
    """What a Python command says as JSON, run on one core and in one thread; `what` is measured by it."""
    command = [sys.executable, *command]
    if sys.platform == "linux" and shutil.which("taskset"):
        core = min(os.sched_getaffinity(0))
        command = ["taskset", "-c", str(core), *command]
    done = subprocess.run(command, env={**os.environ, **ONE_THREAD}, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise InputError(f"{what}: could not be measured: {last}")
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def lines_of(said: dict[str, Any]) -> list[str]:
    """The figures of one file for people."""
    ours, theirs = said["oddchip"], said.get(peer.NAME)
    lines = [f"{said['file']}: {ours['hands']:,} hands, {ours['megabytes']:,} MB, one core; hands a second"]
    head = f"  {'':<28}{'oddchip':>12}"
    lines.append(head + (f"{peer.NAME:>12}{'ratio':>10}" if theirs else ""))
    for stage, label in STAGES.items():
        line = f"  {label:<28}{ours['hands_per_second'][stage]:>12,.0f}"
        if theirs and stage in theirs["hands_per_second"]:
            line += f"{theirs['hands_per_second'][stage]:>12,.0f}{said['ratios'][stage]:>9,.0f}x"
        lines.append(line)
    if theirs:
        refused = theirs["hands"] - theirs["hands_replayed"]
        sample = f"the first {theirs['hands']:,} hands" if theirs["hands"] < ours["hands"] else "the same hands"
        lines.append(f"  {peer.NAME} on {sample}" + (f"; {refused:,} of them it does not replay" if refused else ""))
    elif peer.NAME in said:
        lines.append(f"  {peer.SAYS_ABSENT}")
    lines.append(f"  first run, kernels compiled or loaded: {ours['first_run_seconds']} s; "
                 f"peak {ours['peak_memory_mb']:,.0f} MB")  # fmt: skip
    return lines
