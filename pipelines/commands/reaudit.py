"""`oddchip reaudit`: days of the lake under this or another house file, told before anything is committed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pipelines.commands import options

if TYPE_CHECKING:
    from parsers.house import House
    from pipelines.folders import Folders

SUMMARY = "audit days of the lake again, under this or another house file: what would change, then --commit"
EXAMPLE = "oddchip reaudit --from 2026-01-01 --to 2026-01-31 --house new-placard.toml --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="first", type=options.day, metavar="D", required=True, help="the first gaming day"
    )
    parser.add_argument("--to", type=options.day, metavar="D", help="the last gaming day (default: the first alone)")
    parser.add_argument("--room", metavar="R", help="one room only (default: every room)")
    parser.add_argument(
        "--commit", action="store_true", help="put the new audits in the place of those that stand, and publish again"
    )
    options.add_engine(parser)
    parser.add_argument(
        "--jobs", type=options.positive, default=1, metavar="N", help="processes that audit room days (default 1)"
    )
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    import tempfile
    from contextlib import closing
    from pathlib import Path

    from pipelines.auditing.progress import Progress
    from pipelines.auditing.workers import workers_of
    from pipelines.errors import InputError
    from pipelines.night import nightly
    from pipelines.night.reaudit import LOT, room_days, what_would_change
    from pipelines.telling.reaudit_told import change_lines

    last = args.to or args.first
    if last < args.first:
        raise InputError(f"--to {last} is before --from {args.first}")
    folders = options.chosen_folders(args)
    lake, house = nightly.existing_lake(folders), nightly.read_house(folders)
    if args.room is not None:
        nightly.known_room(folders, args.room)
    nights = room_days(lake.snapshot(), args.first, last, args.room)
    with tempfile.TemporaryDirectory(prefix="oddchip-reaudit-") as spool:
        with (
            closing(workers_of(args.engine, args.jobs)) as workers,
            Progress("audit again", 0, "room days") as progress,
        ):
            found = what_would_change(lake, house, nights, workers, Path(spool), LOT * args.jobs, progress.advance)
        for line in change_lines(found):
            print(line)
        if not found.changes:
            return 0
        if not args.commit:
            print("\nNothing was written. To put these audits in place, give --commit as well.")
            return 0
        committed = nightly.commit_reaudit(folders, found, Path(spool))
    print(f"\n{len(committed):,} audits committed; the pages of their days are published again.")
    if _another_house(folders, house):
        print(
            f"{folders.house_override} is not the data folder's house file: the next `oddchip nightly` audits these "
            "days by that one again, unless you put this file in its place."
        )
    return 0


def _another_house(folders: Folders, house: House) -> bool:
    """Whether the night, which nobody gives a house file, goes by another one."""
    from parsers.house import load_house
    from pipelines.errors import InputError
    from pipelines.folders import Folders

    try:
        return load_house(Folders(folders.root).house()).digest != house.digest
    except InputError:
        return True
