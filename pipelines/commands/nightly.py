"""`oddchip nightly`: the Dagster nightly job for a gaming day."""

from __future__ import annotations

import argparse
import time

from pipelines.commands import options

SUMMARY = "the nightly job for a gaming day: ingest, quality gate, audit, marts, dashboards"
EXAMPLE = "oddchip nightly --date 2026-01-15 --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--date", type=options.day, metavar="D", help="the gaming day (default: the last that has landed)"
    )
    parser.add_argument(
        "--to", type=options.day, metavar="D", help="every gaming day from --date to this one that has data"
    )
    parser.add_argument("--room", metavar="R", help="one room only (default: every room of the day)")
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines import nightly
    from pipelines.errors import InputError
    from pipelines.night_report import print_night
    from pipelines.night_run import run_nightly

    folders = options.chosen_folders(args)
    began = time.perf_counter()
    if args.to is not None and (args.date is None or args.to < args.date):
        raise InputError("--to needs an earlier --date to begin with")
    if args.date is None:
        nightly.land(folders)  # what has landed decides which day is the last
    day = args.date or nightly.latest_day(folders)
    for ran in run_nightly(folders, day, args.room, args.to):
        print_night(folders, ran, time.perf_counter() - began)
    return 0
