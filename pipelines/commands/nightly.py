"""`oddchip nightly`: the Dagster nightly job for every room day that is open."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from pipelines.commands import options

if TYPE_CHECKING:
    from pipelines.folders import Folders
    from pipelines.orchestration.night_run import Night

SUMMARY = "the nightly job for every open gaming day: ingest, quality gate, audit, marts, dashboards"
EXAMPLE = "oddchip nightly --data data"
DID_NOT_COME = 3  # a night that should exist


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--date", type=options.day, metavar="D",
        help="this gaming day (default: every closed day whose files, house file or rules changed since its audit)",
    )  # fmt: skip
    parser.add_argument(
        "--to", type=options.day, metavar="D", help="every gaming day from --date to this one that has data"
    )
    parser.add_argument("--room", metavar="R", help="one room only (default: every room)")
    options.add_engine(parser, "a worker a core")
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night import nightly
    from pipelines.night.night_report import print_landing, print_night
    from pipelines.orchestration.night_run import run_nights
    from pipelines.orchestration.retries import patiently

    folders = options.chosen_folders(args)
    began = time.perf_counter()
    if args.to is not None and (args.date is None or args.to < args.date):
        raise InputError("--to needs an earlier --date to begin with")
    print_landing(patiently(lambda: nightly.land(folders)))
    if args.room is not None:
        nightly.known_room(folders, args.room)
    nights = _asked_for(folders, args) if args.date is not None else _open(folders, args.room)
    done = run_nights(folders, nights, engine=args.engine)
    for day in sorted({day for day, _ in done.ran}):
        print_night(folders, day, time.perf_counter() - began)
    if done.held:  # the others went on, and the night is no success all the same
        held = ", ".join(f"{room} {day}" for day, room in done.held)
        raise InputError(
            f"{held}: held back by the quality gate (above); correct the files, land them and run the night again"
        )
    return _verdict(folders, args, nights)


def _asked_for(folders: Folders, args: argparse.Namespace) -> list[Night]:
    """The room days from --date to --to that came, or should have."""
    from pipelines.errors import InputError
    from pipelines.night import nightly

    last = args.to or args.date
    came = [
        (day, room)
        for day, room in nightly.open_lake(folders).partitions(staged=True)
        if args.date <= day <= last and args.room in (None, room)
    ]
    lacking = [(day, room) for day, room in nightly.missing_nights(folders, args.room) if args.date <= day <= last]
    if not came and not lacking:
        span = f"{args.date}" if args.to is None else f"{args.date} to {args.to}"
        what = args.room or "this gaming day"
        raise InputError(f"{span}: nothing has landed for {what}; put the files into landing/")
    return sorted({*came, *lacking})


def _open(folders: Folders, room: str | None) -> list[Night]:
    from pipelines.night import nightly

    found = nightly.open_days(folders, room)
    for one in found:
        _say(f"{one.day} {one.room}: {one.why}")
    return [(one.day, one.room) for one in found]


def _verdict(folders: Folders, args: argparse.Namespace, nights: list[Night]) -> int:
    """0, or 3 with a sentence where a night that should exist did not come: an old day is no success."""
    from pipelines.errors import InputError
    from pipelines.night import nightly

    if args.date is not None:
        lacking = [night for night in nightly.missing_nights(folders, args.room) if night in nights]
        for day, room in lacking:
            _say(f"{room}: the gaming day {day} should exist and nothing of it came", "oddchip: ")
        return DID_NOT_COME if lacking else 0
    if not nightly.open_lake(folders).partitions(staged=True):
        raise InputError(
            f"{folders.landing}: no gaming day has landed yet; put the room's files there, and look at quarantine/ for "
            "what could not be read"
        )
    absent = nightly.absent(folders, args.room)
    # A room that is known for playing and sent nothing since is no success either, however long ago that was.
    due = [one for one in absent if one.due or (one.regular and not nights)]
    for one in due:
        _say(one.sentence(), "oddchip: ")
    if not nights and not due:
        last = max((one.last for one in absent if one.last is not None), default=None)
        print("nothing to do: every closed gaming day is audited" + (f"; the last that came is {last}" if last else ""))
    return DID_NOT_COME if due else 0


def _say(text: str, begin: str = "  ") -> None:
    print(begin + text, file=sys.stderr)
