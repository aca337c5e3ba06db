"""`oddchip retain`: deletes what is older than it may be kept."""

from __future__ import annotations

import argparse
import datetime as dt
import shutil
import sys
from typing import TYPE_CHECKING

from pipelines.commands import options
from pipelines.errors import InputError

if TYPE_CHECKING:
    from warehouse.retention import Plan

SUMMARY = "delete everything of gaming days before a date; the ledger keeps what, when, by whom and why"
EXAMPLE = "oddchip retain --before 2021-01-01 --dry-run --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--before", type=options.day, required=True, metavar="D", help="the first gaming day that stays"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would go, and change nothing")
    parser.add_argument("--reason", type=options.reason, metavar="TEXT", help="why; goes into the ledger")
    parser.add_argument("--yes", action="store_true", help="do not ask; needed where nobody can answer")
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.night import nightly
    from pipelines.who import user
    from warehouse.retention import plan, retain

    folders = options.chosen_folders(args)
    lake = nightly.existing_lake(folders)
    _not_too_young(args.before, nightly.youngest_to_retain(folders))
    if args.reason is None and not args.dry_run:
        raise InputError("retain needs --reason: say why, the ledger keeps it; or look first with --dry-run")
    pages = [dt.date.fromisoformat(path.name) for path in nightly.reports_before(folders, args.before)]
    todo = plan(lake, args.before, pages)
    _say(todo)
    if args.dry_run:
        print("nothing was deleted: --dry-run")
        return 0
    if not ((todo.empty and not todo.pages) or args.yes or _agreed()):
        print("nothing was deleted")
        return 0
    todo, entry = retain(lake, args.before, user(), args.reason, pages)
    for folder in todo.pages:
        shutil.rmtree(folders.reports / folder)
    if todo.pages:
        nightly.publish_site(folders)
    if entry is not None:
        nightly.write_quarantine(folders)
        nightly.build_warehouse(folders)
        print(f"deleted: commit {entry.number} of the ledger, head {entry.hash}")
    return 0


def _not_too_young(before: dt.date, youngest: dt.date) -> None:
    if before > youngest:
        raise InputError(
            f"--before {before}: gaming days from {youngest} on are too young to delete; give {youngest} or an earlier "
            "date (retention_years in nightly.toml says how many years are kept)"
        )


def _say(todo: Plan) -> None:
    for day, room in todo.partitions:
        print(f"  {day}  {room}")
    print(
        f"{len(todo.partitions):,} room days before {todo.before}: {len(todo.files):,} table files, "
        f"{len(todo.raw):,} raw files, {todo.quarantined:,} lines in quarantine, "
        f"{len(todo.pages):,} folders of pages; {todo.bytes / 1e6:,.1f} MB"
    )
    for name in todo.shared:
        print(f"stays, for it holds later days too: {name}")
    for day, hold in sorted(todo.held.items()):
        print(f"stays, for it is held: {day} (hold {hold.number} by {hold.who}: {hold.reason})")


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise InputError("nobody can answer whether to delete this: there is no terminal; add --yes to delete it")
    return input("Delete this for good? [y/N] ").strip().lower() in ("y", "yes")
