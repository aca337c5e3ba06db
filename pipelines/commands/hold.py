"""`oddchip hold`: keeps gaming days from being deleted, whatever their age."""

from __future__ import annotations

import argparse
import datetime as dt

from pipelines.commands import options
from pipelines.errors import InputError

SUMMARY = "keep gaming days, a table or a finding from being retired; the ledger keeps who, when and why"
EXAMPLE = 'oddchip hold add --date 2026-01-15 --reason "case 2026-014" --data data\n  oddchip hold list --data data'


def configure(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True, title="tasks")
    add = tasks.add_parser("add", help="place a hold")
    add.add_argument("--date", type=options.day, metavar="D", help="a gaming day")
    add.add_argument("--to", type=options.day, metavar="D", help="every gaming day from --date to this one")
    add.add_argument("--table", metavar="T", help="the days on which this table played (with --date: of those days)")
    add.add_argument("--finding", metavar="ID", help="the gaming day of this finding")
    lift = tasks.add_parser("release", help="release a hold")
    lift.add_argument("number", type=options.positive, metavar="N", help="its number, as `hold list` tells it")
    for task in (add, lift):
        task.add_argument(
            "--reason", type=options.reason, required=True, metavar="TEXT", help="why; goes into the ledger"
        )
    for task in (add, lift, tasks.add_parser("list", help="the holds that stand")):
        options.add_data(task)


def run(args: argparse.Namespace) -> int:
    from pipelines.night.nightly import existing_lake
    from pipelines.who import user
    from warehouse import holds

    lake = existing_lake(options.chosen_folders(args))
    if args.task == "add":
        days = _days(args)
        entry = holds.place(lake, user(), args.reason, days or holds.ALL_DAYS, args.table, args.finding)
        print(f"hold {entry.number}: head {entry.hash}")
    elif args.task == "release":
        entry = holds.release(lake, args.number, user(), args.reason)
        print(f"hold {args.number} is released: commit {entry.number} of the ledger, head {entry.hash}")
    else:
        standing = holds.standing(lake.snapshot())
        for hold in standing:
            print(f"{hold.number}  {hold.of}  by {hold.who}: {hold.reason}")
        print(f"{len(standing):,} holds stand")
    return 0


def _days(args: argparse.Namespace) -> tuple[dt.date, dt.date] | None:
    if args.to is not None and (args.date is None or args.to < args.date):
        raise InputError("--to needs an earlier --date to begin with")
    if args.finding is not None and (args.date is not None or args.table is not None):
        raise InputError("--finding stands alone: it names its own gaming day")
    if args.date is None and args.table is None and args.finding is None:
        raise InputError("say what to hold: --date (and --to), --table or --finding")
    return None if args.date is None else (args.date, args.to or args.date)
