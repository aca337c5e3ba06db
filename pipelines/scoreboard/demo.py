"""`make demo`: a room day made up with labeled errors, run through the nightly job, published and scored."""

from __future__ import annotations

import argparse
import datetime as dt
import shutil
import sys
import time
from pathlib import Path

from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.leaving import leave

DAY = dt.date(2026, 1, 16)  # a Friday
TABLES = 31
HANDS = 12_000
ERRORS = 0.02
EACH = 5  # of every code, so that the scoreboard has a row for each
# Of thirty-one tables: a low-limit room with some of every kind, two of open-face Chinese, three of a tournament, and
# one against the house.
KINDS = (
    "holdem", "holdem-fl", "omaha", "holdem-straddle", "tournament", "holdem", "omaha8", "holdem-kill", "holdem-time",
    "big-o", "holdem", "holdem-promo", "omaha-mandatory", "holdem-run-it", "tournament", "holdem", "omaha8-kill",
    "holdem-mandatory", "omaha-run-it", "crazy-pineapple", "ofc-pineapple", "omaha-time-pot", "holdem-pl",
    "omaha-mississippi", "tournament", "ofc", "holdem-time-flop", "omaha8-promo", "big-easy", "holdem-half-kill",
    "huhe",
)  # fmt: skip
SEED = 7
MARK = ".oddchip-demo"


def main() -> int:
    """Runs the demo; 1 where an error was missed or made up and `--strict` was given."""
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder of the demo (default demo)")
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", default=",".join(KINDS), help="kinds of tables, as of `oddchip simulate`")
    parser.add_argument("--each", type=int, default=EACH, help=f"errors of every code at least (default {EACH})")
    parser.add_argument("--strict", action="store_true", help="exit 1 unless every error was found and nothing else")
    args = parser.parse_args()
    _clear(args.out)
    began = time.perf_counter()

    from pipelines.scoreboard.scoring import print_scoreboard, score
    from pipelines.simulator import simulate

    _say(f"simulating {args.hands:,} hands at {args.tables} tables on {DAY}")
    day = args.out / "day"
    report = simulate(
        day,
        DAY,
        tables=args.tables,
        hands=args.hands,
        seed=args.seed,
        errors=ERRORS,
        each=args.each,
        games=tuple(args.games.split(",")),
    )
    _say(f"{report.hands:,} hands with {sum(report.injected.values()):,} labeled errors in {report.seconds:.1f} s")
    import pyarrow.parquet as pq

    labels = pq.read_table(day / "labels.parquet")
    from pipelines.night import nightly
    from pipelines.night.night_report import print_night
    from pipelines.orchestration.night_run import run_nightly

    folders = _land(day, Folders(args.out / "data"))
    _say("running the nightly job")
    run_nightly(folders, DAY)
    print_night(folders, DAY, time.perf_counter() - began)
    findings = nightly.open_lake(folders).read("findings", gaming_date=DAY)
    rows = score(labels, findings)
    print()
    print_scoreboard(rows)
    _where(folders, day)
    print(f"\n{time.perf_counter() - began:.0f} s in all")
    perfect = not any(row.missed or row.false for row in rows)
    return 0 if perfect or not args.strict else 1


def _clear(out: Path) -> None:
    """An earlier demo makes way; any other folder is left alone."""
    if out.exists() and any(out.iterdir()):
        if not (out / MARK).is_file():
            raise InputError(f"{out}: is not empty and no earlier demo; choose another folder: make demo DEMO=DIR")
        for path in out.rglob("*"):  # raw files of the lake are read-only, their folders may be too
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).touch()


def _land(day: Path, folders: Folders) -> Folders:
    """Puts the feeds where the room's systems would put them."""
    folders.landing.mkdir(parents=True, exist_ok=True)
    for path in sorted(day.iterdir()):
        if path.name == "house.toml":
            shutil.copy2(path, folders.root / path.name)
        elif path.name != "labels.parquet":
            shutil.copy2(path, folders.landing / path.name)
    return folders


def _where(folders: Folders, day: Path) -> None:
    print()
    print(f"the day's feeds and labels   {day}")
    print(f"the pages                    {folders.reports / DAY.isoformat() / 'index.html'}")
    print(f"SQL on the day               {folders.warehouse}")
    print(f"the same on a web page       oddchip serve --data {folders.root}")
    print(f"nothing was changed          oddchip verify --data {folders.root}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        leave(main())
    except InputError as error:
        sys.exit(f"demo: {error}")
