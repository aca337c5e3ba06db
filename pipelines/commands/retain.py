"""`oddchip retain`: deletes what is older than it may be kept."""

from __future__ import annotations

import argparse
import shutil

from pipelines.commands import options

SUMMARY = "delete everything of gaming days before a date; the ledger keeps what was deleted, when and by whom"
EXAMPLE = "oddchip retain --before 2021-01-01 --dry-run --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--before", type=options.day, required=True, metavar="D", help="the first gaming day that stays"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would go, and change nothing")
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.night import nightly
    from warehouse.retention import plan, retain

    folders = options.chosen_folders(args)
    lake = nightly.existing_lake(folders)
    pages = nightly.reports_before(folders, args.before)
    todo, entry = (plan(lake, args.before), None) if args.dry_run else retain(lake, args.before, options.user())
    for day, room in todo.partitions:
        print(f"  {day}  {room}")
    print(
        f"{len(todo.partitions):,} room days before {args.before}: {len(todo.files):,} table files, "
        f"{len(todo.raw):,} raw files, {todo.quarantined:,} lines in quarantine, "
        f"{len(pages):,} folders of pages; {todo.bytes / 1e6:,.1f} MB"
    )
    for name in todo.shared:
        print(f"stays, for it holds later days too: {name}")
    if args.dry_run:
        print("nothing was deleted: --dry-run")
        return 0
    for folder in pages:
        shutil.rmtree(folder)
    if pages:
        nightly.publish_site(folders)
    if entry is not None:
        nightly.write_quarantine(folders)
        nightly.build_warehouse(folders)
        print(f"deleted: commit {entry.number} of the ledger, head {entry.hash}")
    return 0
