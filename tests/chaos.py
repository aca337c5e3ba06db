"""`make chaos`: the night killed at random points, its writes made to fail, its disk filled up; and run again.

Each blow falls on one stage in a process of its own: SIGKILL at a random file operation or after a random time, a write
error (EIO, ENOSPC) at a random operation, a read error (EIO) at a random file, a clock that is hours off, a limit on
the length of files, as of a disk that is full. After each blow the lake must be whole, and its signed heads with it;
after a rerun it must hold the very hands and findings of an undisturbed night, byte for byte, and the pages too. Blows
add up: a folder is struck several times before it may finish.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import errno
import hashlib
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import pdf_text

DAY = dt.date(2026, 1, 16)
STAGES = ("ingest", "gate", "audit", "publish")
NIGHT = "night"  # all of them, as the Dagster job
TURNS = (*STAGES, *STAGES, NIGHT)
KINDS = (
    "kill at an operation", "kill after a time", "write error", "read error", "full disk", "files cut short",
    "clock off",
)  # fmt: skip
CLOCK_OFF_MOST = 20 * 3600  # seconds: a day more, and lines of today would be dated ahead
BLOWS_A_FOLDER = 4
WRITES = frozenset({"open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.truncate"})
CONTEXT = multiprocessing.get_context("forkserver")
PRELOADED = ["tests.chaos_stages"]
PATIENCE_SECONDS = 1800  # the first run on a machine compiles the kernels, and the machine may be shared


@dataclass(frozen=True)
class Blow:
    """What is done to a stage: `at` counts file operations, milliseconds, bytes, or seconds of a clock."""

    kind: str
    at: int
    fault: int = 0


@dataclass
class Tally:
    """What happened."""

    blows: Counter[tuple[str, str]] = field(default_factory=Counter)
    struck: int = 0  # the stage did not come to its end
    wrong: list[str] = field(default_factory=list)


# -- in the child ----------------------------------------------------------------------------------------------------

# What the about page tells of each commit: when it was, and the hash that seals that.
OF_A_COMMIT = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]+\+00|[0-9a-f]{64}")


def strike(blow: Blow | None, root: Path, counter: Any) -> None:
    """Prepares this process for the blow; without one, counts the operations that a blow could fall on."""
    if blow is not None and blow.kind == "files cut short":
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (blow.at, blow.at))
    if blow is not None and blow.kind == "clock off":
        _set_clock(blow.at)
    done = [0, 0]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in WRITES or not _inside(root, arguments):
            return
        if event == "open" and not _for_writing(arguments):
            done[1] += 1
            counter[1] = done[1]
            if blow is not None and blow.kind == "read error" and done[1] == blow.at:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return
        done[0] += 1
        counter[0] = done[0]
        if blow is None:
            return
        if blow.kind == "kill at an operation" and done[0] == blow.at:
            os.kill(os.getpid(), signal.SIGKILL)
        elif blow.kind == "write error" and done[0] == blow.at:
            raise OSError(blow.fault, os.strerror(blow.fault))
        elif blow.kind == "full disk" and done[0] >= blow.at and event != "os.remove":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sys.addaudithook(hook)


def _set_clock(seconds: int) -> None:
    """The ledger's clock says another time."""
    from warehouse import ledger

    class Off(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Any:
            return dt.datetime.now(tz) + dt.timedelta(seconds=seconds)

    setattr(ledger, "datetime", Off)  # noqa: B010  a name that the module does not export


def _inside(root: Path, arguments: tuple[Any, ...]) -> bool:
    return any(isinstance(a, str | os.PathLike) and os.fspath(a).startswith(str(root)) for a in arguments[:2])


def _for_writing(arguments: tuple[Any, ...]) -> bool:
    mode, flags = arguments[1], arguments[2]
    if isinstance(mode, str):
        return any(c in mode for c in "wax+")
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def child(root: str, stage: str, blow: Blow | None, counter: Any) -> None:
    """One stage of the night, struck or not. Ends at once: what is being proved is what is on disk."""
    from tests.chaos_stages import run_stage

    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)
    os.dup2(devnull, 2)
    strike(blow, Path(root), counter)
    try:
        run_stage(Path(root), stage)
    except Exception:
        os._exit(2)
    os._exit(0)


# -- in the parent ----------------------------------------------------------------------------------------------------


def run(root: Path, stage: str, blow: Blow | None = None) -> tuple[int | None, tuple[int, int]]:
    """Runs a stage; its exit code, and how many operations it came to: those that change something, and looks."""
    counter = CONTEXT.RawArray("l", 2)
    process = CONTEXT.Process(target=child, args=(str(root), stage, blow, counter))
    process.start()
    if blow is not None and blow.kind == "kill after a time":
        process.join(blow.at / 1000)
        if process.is_alive() and process.pid is not None:
            os.kill(process.pid, signal.SIGKILL)
    process.join(PATIENCE_SECONDS)
    return process.exitcode, (counter[0], counter[1])


def state(root: Path) -> dict[str, Any]:
    """What must be the same whatever happened: the hands, the findings' bytes, the pages."""
    from warehouse.lake import Lake

    lake = Lake(root / "lake")
    snapshot = lake.snapshot()
    printed = lake.head_to_print()[1].encode()  # it seals the times of the commits
    keys = ["room", "table", "hand", "line_hash"]
    hands = lake.read("hands", staged=True, columns=keys).to_pylist()
    pages = {}
    for path in sorted((root / "reports").rglob("*")) if (root / "reports").exists() else []:
        if (
            path.is_file() and not path.name.startswith(".") and path.name != "manifest.json"
        ):  # it holds hashes of pages
            content = path.read_bytes()
            if path.suffix == ".pdf":  # packed, so that the head in its foot has to be looked for in its words
                content = "".join(pdf_text.text(content).split()).encode()
            content = content.replace(printed, b"the head")
            if path.name == "about.html":
                content = OF_A_COMMIT.sub(b"of a commit", content)
            pages[str(path.relative_to(root))] = hashlib.sha256(content).hexdigest()
    return {
        "hands": Counter(tuple(row.values()) for row in hands),
        "files": sorted((f.file.table, f.file.sha256) for f in snapshot.files.values()),
        "findings": sorted(f.file.sha256 for f in snapshot.select("findings")),
        "staged": sorted(path for path, f in snapshot.files.items() if f.staged),
        "raw": sorted(snapshot.raw),
        "pages": pages,
    }


def differing(after: dict[str, Any], due: dict[str, Any]) -> list[str]:
    """What is not as it is due; of pages which ones."""
    found = []
    for what in due:
        if after[what] != due[what]:
            names = sorted(set(due[what]) | set(after[what])) if what == "pages" else []
            pages = [name for name in names if after[what].get(name) != due[what].get(name)]
            found.append(f"{what}: {', '.join(pages[:5])}" if pages else what)
    return found


def whole(root: Path) -> list[str]:
    """What is wrong with the lake and its signed heads right after a blow: nothing should be, however it ended."""
    from pipelines.folders import Folders
    from pipelines.night.heads import heads_of
    from warehouse.lake import Lake
    from warehouse.published import check_warehouse

    lake = Lake(root / "lake")
    heads, built = heads_of(Folders(root)).verify(lake.ledger)[0], check_warehouse(lake, root / "warehouse.duckdb")[0]
    problems = [str(one) for one in (*lake.verify(), *heads, *built)]
    repeated = [key for key, count in state(root)["hands"].items() if count > 1]
    return problems + [f"landed twice: {key}" for key in repeated]


def choose(
    chance: random.Random, stage: str, operations: dict[str, tuple[int, int]], seconds: dict[str, float]
) -> Blow:
    kind = chance.choice(KINDS)
    if kind == "kill after a time":
        return Blow(kind, int(chance.uniform(0, seconds[stage]) * 1000))
    if kind == "files cut short":
        return Blow(kind, int(10 ** chance.uniform(1, 5.5)))
    if kind == "clock off":
        return Blow(kind, chance.randint(-CLOCK_OFF_MOST, CLOCK_OFF_MOST))
    if kind == "read error":
        return Blow(kind, chance.randint(1, operations[stage][1]))
    return Blow(kind, chance.randint(1, operations[stage][0]), chance.choice((errno.EIO, errno.ENOSPC, errno.EDQUOT)))


def prepare(folder: Path, hands: int) -> Path:
    """A data folder into which a small day has arrived."""
    from pipelines.simulator import simulate

    simulate(folder / "day", DAY, tables=3, hands=hands, seed=11, errors=0.05, each=1)
    data = folder / "template"
    (data / "landing").mkdir(parents=True)
    for path in sorted((folder / "day").iterdir()):
        if path.name == "house.toml":
            shutil.copy(path, data / path.name)
        elif path.name != "labels.parquet":
            shutil.copy(path, data / "landing" / path.name)
    with open(data / "landing" / "zz.hands.jsonl", "w", encoding="utf-8") as file:
        file.write("this line is not a hand\n")  # so that the quarantine is written too
    (data / "elsewhere").mkdir()
    (data / "nightly.toml").write_text('[head]\ncopy_to = "elsewhere/heads.jsonl"\n', encoding="utf-8")
    return data


def chaos(kills: int, seed: int, hands: int, say: Any = print) -> Tally:
    """Strikes until `kills` blows have fallen; every folder that was struck is run to its end and compared."""
    CONTEXT.set_forkserver_preload(PRELOADED)
    chance, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory(prefix="oddchip-chaos-") as name:
        folder = Path(name)
        template = prepare(folder, hands)
        expected, operations, seconds = {}, {}, {}
        shutil.copytree(template, folder / "first")
        run(folder / "first", NIGHT)  # compiles what must be compiled, so that the times below are those of a night
        reference = folder / "reference"
        shutil.copytree(template, reference)
        (reference / "pseudonym.key").write_text("5a" * 32 + "\n")
        starts = {}  # the folder before each stage
        for stage in STAGES:
            starts[stage] = folder / f"before-{stage}"
            shutil.copytree(reference, starts[stage])
            began = time.perf_counter()
            code, operations[stage] = run(reference, stage)
            seconds[stage] = time.perf_counter() - began
            if code != 0:
                raise SystemExit(f"chaos: the undisturbed {stage} ended with {code}")
            expected[stage] = state(reference)
        whole_night = folder / "whole-night"
        shutil.copytree(starts["ingest"], whole_night)
        began = time.perf_counter()
        code, operations[NIGHT] = run(whole_night, NIGHT)
        seconds[NIGHT] = time.perf_counter() - began
        starts[NIGHT], expected[NIGHT] = starts["ingest"], expected["publish"]
        other = differing(state(whole_night), expected[NIGHT])
        if code != 0 or other:
            raise SystemExit(f"chaos: the undisturbed night ended with {code}, and not as its stages do: {other}")
        told = (f"{stage} {sum(operations[stage])} operations, {seconds[stage]:.1f} s" for stage in (*STAGES, NIGHT))
        say(f"a night of {sum(expected['publish']['hands'].values())} hands: {', '.join(told)}")
        turn = 0
        while tally.struck < kills:
            first = TURNS[turn % len(TURNS)]
            turn += 1
            root = folder / "struck"
            shutil.copytree(starts[first], root)
            fallen: list[Blow] = []
            for _ in range(chance.randint(1, BLOWS_A_FOLDER)):
                blow = choose(chance, first, operations, seconds)
                fallen.append(blow)
                code, _ = run(root, first, blow)
                tally.blows[first, blow.kind] += 1
                tally.struck += code != 0
                tally.wrong += [f"{first}, {blow}: {problem}" for problem in whole(root)]
            code, _ = run(root, first)
            for what in differing(state(root), expected[first]) + (["its end"] if code != 0 else []):
                tally.wrong.append(f"{first}: {what} differs after the rerun (exit {code}) of {fallen}")
            tally.wrong += [f"{first} after the rerun: {problem}" for problem in whole(root)]
            _remove(root)
            if turn % 20 == 0:
                say(f"{tally.struck} struck, {len(tally.wrong)} wrong")
    return tally


def _remove(root: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(root)


def lines(tally: Tally) -> Iterator[str]:
    yield f"{'stage':<10}" + "".join(f"{kind:>22}" for kind in KINDS)
    for stage in (*STAGES, NIGHT):
        yield f"{stage:<10}" + "".join(f"{tally.blows[stage, kind]:>22}" for kind in KINDS)
    yield f"{sum(tally.blows.values())} blows, {tally.struck} ended their stage; {len(tally.wrong)} wrong"
    yield from tally.wrong[:20]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=240)
    args = parser.parse_args()
    began = time.perf_counter()
    tally = chaos(args.kills, args.seed, args.hands, say=lambda text: print(text, flush=True))
    print("\n".join(lines(tally)))
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    # Under its own name, so that the children find what they are to run.
    from tests import chaos as module

    sys.exit(module.main())
