"""`make pairs`: two nights that begin at once in a folder in which nothing was ever run; a hundred times.

Nobody made the lake yet, nor its signing key, the key of the pseudonyms, Dagster's records or the cache of compiled
kernels. Both runs must end well, and leave what one run alone leaves: the same hands and findings, one key, whole
heads, and pages that are as published.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests import chaos

SAME = ("hands", "files", "findings", "staged", "raw")  # pages hold pseudonyms, which are by a key of their own
# Two kinds of call, in another order in each process: both are compiled at once into one empty cache.
KERNELS = """
import sys
import numpy as np
import tests.small_kernel as small
kinds = (np.int64, np.float64)
for kind in kinds if sys.argv[1] == "0" else kinds[::-1]:
    numbers = np.arange(5, dtype=kind)
    for function, due in ((small.summed, 10), (small.doubled, 20)):
        if function(numbers) != due:
            sys.exit(f"{function}, {kind}: {function(numbers)!r}")
"""


def nights(pairs: int, folder: Path, hands: int = 60, say: Callable[[str], None] = print) -> list[str]:
    """Runs so many pairs of nights; what was wrong."""
    chaos.CONTEXT.set_forkserver_preload(chaos.PRELOADED)
    template = chaos.prepare(folder, hands)
    alone = Path(shutil.copytree(template, folder / "alone"))
    code, _ = chaos.run(alone, chaos.NIGHT)
    due = chaos.state(alone)
    wrong = [] if code == 0 else [f"the night alone ended with {code}"]
    for number in range(pairs):
        root = Path(shutil.copytree(template, folder / "pair"))
        began = time.perf_counter()
        counter = chaos.CONTEXT.RawArray("l", 2)
        both = [
            chaos.CONTEXT.Process(target=chaos.child, args=(str(root), chaos.NIGHT, None, counter)) for _ in range(2)
        ]
        for process in both:
            process.start()
        for process in both:
            process.join(chaos.PATIENCE_SECONDS)
        found = [f"ended with {process.exitcode}" for process in both if process.exitcode != 0]
        found += chaos.whole(root) + as_published(root)
        after = chaos.state(root)
        found += [f"{what} are not those of one night alone" for what in SAME if after[what] != due[what]]
        wrong += [f"pair {number}: {one}" for one in found]
        say(f"pair {number}: {time.perf_counter() - began:.1f} s, {len(wrong)} wrong")
        shutil.rmtree(root)
    return wrong


def as_published(root: Path) -> list[str]:
    """What is wrong with the pages."""
    from pipelines.folders import Folders
    from pipelines.night.nightly import verify_reports

    return [str(problem) for problem in verify_reports(Folders(root))[0]]


def kernels(pairs: int, folder: Path) -> list[str]:
    """The same kernels compiled in two processes at once into an empty cache, and read by a third. What was wrong."""
    wrong = []
    for number in range(pairs):
        home = folder / f"cache-{number}"
        environment = {**os.environ, "XDG_CACHE_HOME": str(home)}
        environment.pop("NUMBA_CACHE_DIR", None)

        both = [_compiling(turn, environment) for turn in (0, 1)]
        said = [process.communicate()[1] for process in both]
        third = _compiling(0, environment)
        said.append(third.communicate()[1])
        wrong += [
            f"kernels of pair {number}: {text.decode()[-500:]}"
            for process, text in zip([*both, third], said, strict=True)
            if process.returncode
        ]
        shutil.rmtree(home)
    return wrong


def _compiling(turn: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", KERNELS, str(turn)]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, cwd=Path(__file__).parent.parent)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make pairs", description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="oddchip-pairs-") as name:
        wrong = kernels(args.pairs, Path(name))
        print(f"{args.pairs} pairs compiled the same kernels at once: {len(wrong)} wrong", flush=True)
        wrong += nights(args.pairs, Path(name), say=lambda text: print(text, flush=True))
    print("\n".join([*wrong[:20], f"{args.pairs} pairs of first nights at once: {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    # Under its own name, so that the children find what they are to run.
    from tests import first_runs as module

    sys.exit(module.main())
