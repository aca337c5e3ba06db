"""The nightly job, run in this process: what `oddchip nightly` and the demo do."""

from __future__ import annotations

import datetime as dt
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pipelines.auditing.engine_names import LOCAL
from pipelines.auditing.workers import workers_of
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.dagster_home import dagster_home
from pipelines.orchestration.event_store import kept_open

if TYPE_CHECKING:
    import dagster as dg

Night = tuple[dt.date, str]  # a gaming day and a room
Tell = Callable[[int, int, str], None]  # runs done, runs in all, what runs now

CHECK_FAILED = "DagsterAssetCheckFailedError"  # Dagster does not export it
JUDGED = ("raw_files", "hands", "downs", "shuffles", "findings")
PUBLISHED = ("marts", "dashboards", "morning_mail")
# Every whole run builds the DuckDB file of all days again. So many hands, over all runs of a call, take half a minute.
BUILT_MOST = 500_000


@dataclass
class NightsRun:
    """What became of the room days that were asked for, in the order of their runs."""

    ran: list[Night] = field(default_factory=list)
    held: list[Night] = field(default_factory=list)  # back by the quality gate: nothing was made of them


def run_nights(
    folders: Folders, nights: Sequence[Night], at_once: bool = False, tell: Tell | None = None, engine: str = LOCAL
) -> NightsRun:
    """Runs exactly these room days, in this order, one Dagster run each; what landed before is what they read.

    A run goes from landing to the morning's mail. Two kinds stop after the findings, and the pages are then made by a
    later run: of a day with several rooms all but the last one, since the pages and the mail are the day's; and those
    of a long backfill, since each would build the DuckDB file of all days again. Raises what a step raised.

    `at_once` treats a short backfill as a long one, and Dagster's own store then keeps the runs of the last day alone:
    it writes an entry for every expectation of every night, which takes longer than a small night itself. What the runs
    make is the same. `tell` hears before each run how many of how many are done, and what comes now. `engine` is where
    the days are audited; what an audit makes is the same.
    """
    done = NightsRun()
    if not nights:
        return done

    def kept(day: dt.date) -> bool:
        return not at_once or day == max(nights)[0]

    with _runner(folders, nights, engine) as run:
        last_room, published = dict(nights), set()
        pages_last = at_once or (_hands(folders) * len(nights) > BUILT_MOST and len(nights) > 1)
        runs = len(nights) + (len(last_room) if pages_last else 0)
        for number, (day, room) in enumerate(nights):
            whole = not pages_last and last_room[day] == room
            if tell:
                tell(number, runs, f"{day} {room}: {'the night' if whole else 'gate and audit'}")
            if run.night((day, room), JUDGED + PUBLISHED if whole else JUDGED, number == 0, kept(day)):
                done.ran.append((day, room))
                published |= {day} if whole else set()
            else:
                done.held.append((day, room))
        steps: Sequence[str] = PUBLISHED
        late = [night for night in sorted(dict(done.ran).items()) if night[0] not in published]
        for number, (day, room) in enumerate(late, runs - len(late)):
            if tell:
                tell(number, runs, f"{day}: pages")
            run.night((day, room), steps, kept=kept(day))
            steps = PUBLISHED[1:]  # the DuckDB file holds all days by now
    return done


def run_nightly(
    folders: Folders,
    first: dt.date,
    room: str | None = None,
    last: dt.date | None = None,
    at_once: bool = False,
    tell: Tell | None = None,
) -> list[dt.date]:
    """Lands, and runs a gaming day, or every one from `first` to `last` that has data; gives the days that ran.

    Raises what a step raised, or InputError where the gate held back everything.
    """
    from pipelines.orchestration.retries import patiently

    report = patiently(lambda: nightly.land(folders))
    if report.files_landed:
        _say(f"landing: {report.files_landed:,} files, {report.hands:,} hands; {report.quarantined:,} in quarantine")
    done = run_nights(folders, _partitions(folders, first, last or first, room), at_once, tell)
    if not done.ran:
        raise InputError(
            f"{done.held[0][0]}: the quality gate held the day back (above); correct the files, land them and run again"
        )
    for day, name in done.held:
        _say(f"{day} {name}: held back by the quality gate; the other rooms went on")
    return sorted({day for day, _ in done.ran})


def _hands(folders: Folders) -> int:
    """How many hands the lake holds."""
    return sum(live.file.rows for live in nightly.open_lake(folders).snapshot().select("hands", staged=True))


def _partitions(folders: Folders, first: dt.date, last: dt.date, room: str | None) -> list[Night]:
    found = [
        (day, name)
        for day, name in nightly.open_lake(folders).partitions(staged=True)
        if first <= day <= last and room in (None, name)
    ]
    if not found:
        span = f"{first}" if first == last else f"{first} to {last}"
        raise InputError(f"{span}: nothing has landed for {room or 'this gaming day'}; put the files into landing/")
    return found


def _say(text: str) -> None:
    print(f"  {text}", file=sys.stderr)


@contextmanager
def _runner(folders: Folders, nights: Sequence[Night], engine: str) -> Iterator[_Runner]:
    """Dagster on the data folder, quiet, with these nights among its partitions; the engine is up before it starts."""
    os.environ["DAGSTER_DISABLE_TELEMETRY"] = "yes"
    with warnings.catch_warnings(), closing(workers_of(engine)):
        warnings.simplefilter("ignore")  # previews and betas of Dagster's own modules
        import dagster as dg

        from pipelines.definitions import build_definitions
        from pipelines.orchestration.resources import RoomData

        logging.getLogger("dagster").setLevel(logging.CRITICAL)
        room_data = RoomData(data=str(folders.root.resolve()), house=str(folders.house().resolve()), engine=engine)
        days, rooms = sorted({day for day, _ in nights}), sorted({room for _, room in nights})
        home = str(dagster_home(folders).resolve())
        with (
            dg.DagsterInstance.from_config(home) as kept,
            kept_open(kept),
            dg.DagsterInstance.ephemeral() as passing,
        ):
            yield _Runner(folders, (passing, kept), build_definitions(room_data, wanted=days, rooms=rooms))


class _Runner:
    """Runs the nightly job in this process, with one line a step on the terminal."""

    def __init__(
        self, folders: Folders, instances: tuple[dg.DagsterInstance, dg.DagsterInstance], definitions: dg.Definitions
    ) -> None:
        self._folders, self._definitions = folders, definitions
        self._passing, self._kept = instances

    def night(self, night: Night, assets: Sequence[str], look: bool = False, kept: bool = True) -> bool:
        """Runs some of the job's assets for a room day; False where the quality gate closed.

        Without `look`, what lies in the landing folder was taken in by an earlier run of this call. Without `kept`,
        Dagster forgets the run when the call is over.
        """
        import dagster as dg

        from pipelines.definitions import NIGHTLY
        from pipelines.orchestration.partitions import key_of
        from pipelines.orchestration.triggers import run_tags

        landing = {"raw_files": {"config": {"look": look}}} if "raw_files" in assets else {}
        try:
            self._definitions.resolve_job_def(NIGHTLY).execute_in_process(
                instance=self._kept if kept else self._passing,
                partition_key=key_of(*night),
                run_config={"loggers": {"terse": {}}, "ops": landing},
                tags=run_tags("command line", *night),
                asset_selection=[dg.AssetKey(asset) for asset in assets],
            )
        except dg.DagsterError as error:
            # other checks block as well: whether it was the gate, the lake knows
            if type(error).__name__ != CHECK_FAILED or night in nightly.open_lake(self._folders).partitions():
                raise
            return False
        return True
