"""`oddchip publish`: the pages again, from the lake."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "build the warehouse and the pages of a gaming day again from the lake"
EXAMPLE = "oddchip publish --date 2026-01-15 --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--date", type=options.day, metavar="D", help="the gaming day (default: the last that was audited)"
    )
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night import nightly

    folders = options.chosen_folders(args)
    audited = nightly.audited_days(folders)
    if not audited:
        raise InputError(f"{folders.lake}: no gaming day has been audited yet; run `oddchip nightly` first")
    day = args.date or max(audited)
    if day not in audited:
        raise InputError(f"{day}: not audited yet; run `oddchip nightly --date {day}` first")
    nightly.build_warehouse(folders)
    report = nightly.publish_day(folders, day)
    nightly.morning(folders, day)
    print(f"{report.pages:,} pages of {day}: {report.index}")
    return 0
