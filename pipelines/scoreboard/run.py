"""`make scoreboard`: every check against every kind of table, and a long run without errors.

The work is cut into lots, each some tables of one kind: simulated, audited and scored in a process of its own, and then
thrown away, so that memory and disk follow the size of a lot. A code that found too little room gets another round.
With `--log` every finished lot is written down, and a run that was cut off goes on where it stood.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import io
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from checks.law.rulebook import load_rulebooks
from checks.law.silence import silent_checks
from pipelines.leaving import leave
from pipelines.scoreboard.lots import Lot, LotScore, ScoreLog
from pipelines.scoreboard.scoring import Score, merged, print_scoreboard, score
from pipelines.simulator import ALL_CODES, KINDS, can_occur_at, simulate
from pipelines.simulator.placards import BANKED_KINDS, RULEBOOKS

DAY = dt.date(2026, 1, 16)
HANDS_A_TABLE = 400
HANDS_AN_ERROR = 9  # dealt for each error that is wanted
LEAST_HANDS = 400
CLEAN_LOT = 4_000
ROUNDS_MOST = 6
# What the placards of the simulated room set.
POSTED = (
    "rake.plan", "rake.no_flop_no_drop", "rake.short", "kill.when", "straddle.mandatory", "run_it.times", "wager.most",
)  # fmt: skip
SPARE = 1.15  # some errors find no hand to go wrong in


def run_lot(lot: Lot, folder: Path) -> LotScore:
    """Simulates, audits and scores one lot below ``folder``, and leaves nothing behind."""
    import pyarrow.parquet as pq

    from pipelines.auditing.files_audit import audit_files

    place = Path(tempfile.mkdtemp(prefix=f"{lot.kind}-", dir=folder))
    try:
        tables = max(2, -(-lot.hands // HANDS_A_TABLE))
        report = simulate(
            place / "day", DAY, tables=tables, hands=lot.hands, seed=lot.seed, errors=0, each=lot.each,
            games=(lot.kind,), jobs=1, rulebooks=lot.rulebooks,
        )  # fmt: skip
        with contextlib.redirect_stderr(io.StringIO()):  # the progress of one lot among many says nothing
            audit_files([place / "day"], house_path=None, out=place / "findings")
        labels = pq.read_table(place / "day" / "labels.parquet")
        findings = pq.read_table(place / "findings" / "findings.parquet")
        return LotScore(lot, report.hands, score(labels, findings))
    finally:
        shutil.rmtree(place, ignore_errors=True)


@cache
def unruled(rulebooks: tuple[str, ...], tournament: bool) -> frozenset[str]:
    """The codes that no rule speaks of, neither in some rulebooks nor on a placard of the simulated room."""
    silent = silent_checks(load_rulebooks(), rulebooks, DAY, tournament=tournament)
    posted = () if tournament else (code for code, key in silent.items() if key in POSTED)
    return frozenset(silent) - frozenset(posted)


def has_room(code: str, kind: str, rulebooks: tuple[str, ...]) -> bool:
    """Whether an error can be made at a kind of table, and a rule of its room forbids it."""
    if kind in BANKED_KINDS:  # it goes by a book of its own, which forbids every error that is made there
        return can_occur_at(code, kind, rulebooks)
    return can_occur_at(code, kind, rulebooks) and code not in unruled(rulebooks, kind == "tournament")


def error_lots(
    wanted: Mapping[str, int], kinds: Sequence[str], seed: int, rulebooks: tuple[str, ...] = RULEBOOKS, times: int = 1
) -> list[Lot]:
    """Lots that together have room for so many errors of each code, spread evenly over the kinds that have room.

    With `times` that many times the hands: what an error needs came too rarely.
    """
    shares: dict[str, dict[str, int]] = {kind: {} for kind in kinds}
    for code, count in wanted.items():
        able = [kind for kind in kinds if has_room(code, kind, rulebooks)]
        for kind in able:
            shares[kind][code] = max(1, -(-int(count * SPARE) // len(able)))
    lots = []
    for kind, each in shares.items():
        if each:
            # a call for time comes once in half an hour, somebody new now and then, and a tournament ends
            slow = 12 * sum(each.get(code, 0) for code in ("RK06", "RK07", "BL12", "BL15"))
            hands = times * max(LEAST_HANDS, HANDS_AN_ERROR * sum(each.values()), 2 * slow)
            lots.append(Lot(kind, hands, seed, each, rulebooks))
    return lots


def clean_lots(hands: int, kinds: Sequence[str], seed: int, rulebooks: tuple[str, ...] = RULEBOOKS) -> list[Lot]:
    """Lots without errors, the same number of hands of every kind."""
    lots = -(-hands // (CLEAN_LOT * len(kinds)))
    return [Lot(kind, CLEAN_LOT, seed + number, {}, rulebooks) for number in range(lots) for kind in kinds]


def run_lots(lots: Sequence[Lot], folder: Path, jobs: int, label: str, log: ScoreLog | None = None) -> list[LotScore]:
    """All lots, the largest first where several run at once; the order of the answers is that of the lots."""
    hands = 0
    answers: dict[tuple[str, int], LotScore] = {}
    for answer in _each_as_it_ends(lots, folder, jobs, log or ScoreLog(None)):
        answers[answer.lot.kind, answer.lot.seed] = answer
        hands += answer.hands
        print(f"{label}: {len(answers)} of {len(lots)} lots, {hands:,} hands", file=sys.stderr, flush=True)
        wrong = [row for row in answer.rows if row.missed or row.false]
        if wrong:  # told at once, with what it takes to play the lot again
            print(f"{label}: {answer.lot}", file=sys.stderr)
            print_scoreboard(wrong, sys.stderr)
            sys.stderr.flush()
    return [answers[lot.kind, lot.seed] for lot in lots]


def _each_as_it_ends(lots: Sequence[Lot], folder: Path, jobs: int, log: ScoreLog) -> Iterator[LotScore]:
    to_play = []
    for lot in lots:
        answer = log.known(lot)
        if answer:
            yield answer
        else:
            to_play.append(lot)
    for answer in _played(to_play, folder, jobs):
        log.keep(answer)
        yield answer


def _played(lots: Sequence[Lot], folder: Path, jobs: int) -> Iterator[LotScore]:
    if jobs <= 1:
        yield from (run_lot(lot, folder) for lot in lots)
        return
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        largest_first = sorted(lots, key=lambda lot: -lot.hands)
        for future in as_completed([pool.submit(run_lot, lot, folder) for lot in largest_first]):
            yield future.result()


def missing(
    rows: Iterable[Score],
    each: int,
    codes: Sequence[str],
    kinds: Sequence[str],
    rulebooks: tuple[str, ...] = RULEBOOKS,
) -> dict[str, int]:
    """How many errors of each code are still wanted; codes without a table that has room for them are left out."""
    injected = Counter({row.code: row.injected for row in rows})
    able = [code for code in codes if any(has_room(code, kind, rulebooks) for kind in kinds)]
    return {code: each - injected[code] for code in able if injected[code] < each}


def run_errors(
    each: int, kinds: Sequence[str], codes: Sequence[str], seed: int, folder: Path, jobs: int,
    log: ScoreLog | None = None, rulebooks: tuple[str, ...] = RULEBOOKS,
) -> LotsScore:  # fmt: skip
    """Rounds of lots until every code was injected often enough."""
    result = LotsScore()
    for number in range(ROUNDS_MOST):
        wanted = missing(result.rows, each, codes, kinds, rulebooks)
        if not wanted:
            break
        lots = error_lots(wanted, kinds, seed + 1000 * number, rulebooks, times=1 + 2 * number)
        result.add(run_lots(lots, folder, jobs, f"errors, round {number + 1}", log))
    return result


@dataclass
class LotsScore:
    """The score of many lots together."""

    hands: int = 0
    rows: list[Score] = field(default_factory=list)

    def add(self, scores: Iterable[LotScore]) -> None:
        for one in scores:
            self.hands += one.hands
            self.rows = merged([*self.rows, *one.rows])

    @property
    def is_perfect(self) -> bool:
        return not any(row.missed or row.false for row in self.rows)


def main() -> int:
    """Runs both parts; 1 where an error was missed, made up, or could not be injected often enough."""
    parser = argparse.ArgumentParser(prog="make scoreboard", description=__doc__)
    parser.add_argument("--each", type=int, default=300, help="errors of every code at least (default 300)")
    parser.add_argument("--clean", type=int, default=300_000, help="hands without errors at least (default 300,000)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of table (default all)")
    parser.add_argument("--codes", default=",".join(ALL_CODES), help="codes to inject (default all)")
    parser.add_argument(
        "--rulebooks", default=",".join(RULEBOOKS), help="what the room goes by, the first first (default the README's)"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default one a core)")
    parser.add_argument(
        "--log", type=Path, help="a file for the score of every lot; lots that are in it are not played"
    )
    args = parser.parse_args()
    kinds, codes, books = (tuple(text.split(",")) for text in (args.kinds, args.codes, args.rulebooks))
    if args.jobs > 1:
        os.environ.setdefault("POLARS_MAX_THREADS", "1")  # one lot a core
    began = time.perf_counter()
    log = ScoreLog(args.log)
    with tempfile.TemporaryDirectory(prefix="oddchip-scoreboard-") as place:
        errors = run_errors(args.each, kinds, codes, args.seed, Path(place), args.jobs, log, books)
        clean = LotsScore()
        lots = clean_lots(args.clean, kinds, args.seed + 100_000, books)
        clean.add(run_lots(lots, Path(place), args.jobs, "clean", log))
    print(f"{errors.hands:,} hands of {len(kinds)} kinds of table with labeled errors")
    print_scoreboard(errors.rows)
    found = sum(row.false for row in clean.rows)
    print(f"\n{clean.hands:,} hands without errors: {found} findings")
    if clean.rows:
        print_scoreboard(clean.rows)
    short = missing(errors.rows, args.each, codes, kinds, books)
    for code, count in short.items():
        print(f"{code}: {count} fewer than {args.each} could be injected")
    print(f"{time.perf_counter() - began:.0f} s in all")
    return 0 if errors.is_perfect and clean.is_perfect and not short else 1


if __name__ == "__main__":
    leave(main())
