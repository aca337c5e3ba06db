"""`make demo`: a room month made up with labeled errors, run through the nightly job, published and scored."""

from __future__ import annotations

import argparse
import datetime as dt
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.leaving import leave

if TYPE_CHECKING:
    from pipelines.scoreboard.scoring import Score
    from pipelines.simulator.troubles import Trouble

DAY = dt.date(2026, 1, 16)  # a Friday, the last and largest day
DAYS = 28
TABLES = 31
HANDS = 12_000
ERRORS = 0.02
EACH = 5  # of every code on the last day, so that the scoreboard has a row for each
SMALL_TABLES = 9  # on the days before
SMALL_HANDS = 450
# Of thirty-one tables: a low-limit room with some of every kind, two of open-face Chinese, three of a tournament, and
# one against the house. The first nine are open every day.
KINDS = (
    "holdem", "omaha8", "huhe", "holdem-fl", "tournament", "ofc-pineapple", "holdem-kill", "holdem", "holdem-time",
    "big-o", "holdem", "holdem-promo", "omaha-mandatory", "holdem-run-it", "tournament", "holdem", "omaha8-kill",
    "holdem-mandatory", "omaha-run-it", "crazy-pineapple", "omaha", "omaha-time-pot", "holdem-pl",
    "omaha-mississippi", "tournament", "ofc", "holdem-time-flop", "omaha8-promo", "big-easy", "holdem-half-kill",
    "holdem-straddle",
)  # fmt: skip
SEED = 7
MARK = ".oddchip-demo"


@dataclass(frozen=True)
class Plan:
    """How large a demo is: its days up to ``DAY``, the tables and hands of the last one and of those before."""

    days: int = DAYS
    tables: int = TABLES
    hands: int = HANDS
    small_tables: int = SMALL_TABLES
    small_hands: int = SMALL_HANDS
    seed: int = SEED
    each: int = EACH
    games: tuple[str, ...] = KINDS

    @property
    def first(self) -> dt.date:
        return DAY - dt.timedelta(days=self.days - 1)


@dataclass
class Demo:
    """What came of it."""

    folders: Folders
    month: Path  # feeds, labels and troubles as the simulator wrote them
    troubles: dict[str, Trouble]
    rows: list[Score]
    seconds: dict[str, float] = field(default_factory=dict)  # by stage

    @property
    def perfect(self) -> bool:
        """Whether every error was found, and nothing else."""
        return not any(row.missed or row.false for row in self.rows)


def main() -> int:
    """Runs the demo; 1 where an error was missed or made up and `--strict` was given."""
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder of the demo (default demo)")
    parser.add_argument("--days", type=int, default=DAYS, help=f"gaming days up to {DAY} (default {DAYS})")
    parser.add_argument("--hands", type=int, default=HANDS, help=f"hands of the last day (default {HANDS:,})")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables of the last day (default {TABLES})")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", default=",".join(KINDS), help="kinds of tables, as of `oddchip simulate`")
    parser.add_argument("--each", type=int, default=EACH, help=f"errors of every code at least (default {EACH})")
    parser.add_argument("--strict", action="store_true", help="exit 1 unless every error was found and nothing else")
    args = parser.parse_args()
    plan = Plan(
        days=args.days, tables=args.tables, hands=args.hands, seed=args.seed, each=args.each,
        small_tables=min(SMALL_TABLES, args.tables), games=tuple(args.games.split(",")),
    )  # fmt: skip
    began = time.perf_counter()
    demo = run_demo(args.out, plan)
    _report(demo, time.perf_counter() - began)
    return 0 if demo.perfect or not args.strict else 1


def run_demo(out: Path, plan: Plan) -> Demo:
    """The whole path over a month in a folder of its own: simulated, landed, audited, published, scored."""
    _clear(out)
    seconds: dict[str, float] = {}
    with _stage(seconds, "simulating"):
        month = _simulate(out / "month", plan)
    from pipelines.night import nightly
    from pipelines.orchestration.night_run import run_nightly
    from pipelines.scoreboard.scoring import score
    from pipelines.simulator.room_month import LATER

    folders = Folders(out / "data")
    with _stage(seconds, "landing"):
        _say(f"landing: the feeds of {plan.days} days, then what came later")
        _arrive(month, folders, plan)
        nightly.land(folders)
        for path in sorted((month / LATER).iterdir()):
            shutil.copy2(path, folders.landing / path.name)
    with _stage(seconds, "nightly job"):
        run_nightly(folders, plan.first, last=DAY, at_once=True, tell=_told)
    import pyarrow.parquet as pq

    from pipelines.simulator.troubles import read_troubles

    with _stage(seconds, "scoring"):
        rows = score(pq.read_table(month / "labels.parquet"), nightly.open_lake(folders).read("findings"))
    return Demo(folders, month, read_troubles(month / "troubles.csv"), rows, seconds)


def _simulate(out: Path, plan: Plan) -> Path:
    from pipelines.simulator import simulate_month

    _say(f"simulating {plan.days} gaming days from {plan.first} to {DAY}")
    report = simulate_month(
        out, plan.first, days=plan.days, tables=plan.small_tables, hands=plan.small_hands, last_tables=plan.tables,
        last_hands=plan.hands, seed=plan.seed, errors=ERRORS, each=plan.each, games=plan.games,
    )  # fmt: skip
    _say(f"  {report.hands:,} hands with {sum(report.injected.values()):,} labeled errors")
    return out


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


def _arrive(month: Path, folders: Folders, plan: Plan) -> None:
    """Puts the feeds where the room's systems would put them, a folder a day."""
    folders.landing.mkdir(parents=True, exist_ok=True)
    shutil.copy2(month / "house.toml", folders.root / "house.toml")
    shutil.copy2(month / "roster.csv", folders.landing / "roster.csv")
    for number in range(plan.days):
        name = (plan.first + dt.timedelta(days=number)).isoformat()
        shutil.copytree(month / name, folders.landing / name)


def _told(done: int, runs: int, text: str) -> None:
    """One line a run, with the share that is done."""
    _say(f"{done / runs:>4.0%}  {text}")


@contextmanager
def _stage(seconds: dict[str, float], name: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    seconds[name] = time.perf_counter() - began


def _report(demo: Demo, seconds: float) -> None:
    """The last night as it is mailed, the scoreboard of all days, the deliberate troubles, and where everything is."""
    from pipelines.night.night_report import print_night
    from pipelines.scoreboard.scoring import print_scoreboard

    print_night(demo.folders, DAY, seconds)
    print("\nEvery labeled error of all days beside what was found:\n")
    print_scoreboard(demo.rows)
    print("\nDeliberate troubles of these days:\n")
    for one in demo.troubles.values():
        place = [str(one.gaming_date or ""), f"table {one.table}" if one.table else "", one.hand or "", one.who or ""]
        print(f"  {', '.join(word for word in place if word)}: {one.note}")
    print()
    for what, where in _places(demo):
        print(f"{what:<31}{where}")
    stages = ", ".join(f"{name} {taken:.0f} s" for name, taken in demo.seconds.items())
    print(f"\n{seconds:.0f} s in all: {stages}")


def _places(demo: Demo) -> list[tuple[str, str | Path]]:
    folders = demo.folders
    site = folders.reports / "index.html"
    entry = [("the pages of all days", site)] if site.is_file() else []
    return [
        *entry,
        ("the pages of the last day", folders.reports / DAY.isoformat() / "index.html"),
        ("feeds, labels and troubles", demo.month),
        ("SQL on all days", folders.warehouse),
        ("the same on a web page", f"oddchip serve --data {folders.root}"),
        ("nothing was changed", f"oddchip verify --data {folders.root}"),
    ]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        leave(main())
    except InputError as error:
        sys.exit(f"demo: {error}")
