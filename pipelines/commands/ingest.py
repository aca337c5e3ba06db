"""`oddchip ingest`: files into the lake."""

from __future__ import annotations

import argparse
from pathlib import Path

from pipelines.commands import options

SUMMARY = "land files, or what lies in landing/, into the lake"
EXAMPLE = "oddchip ingest day/*.hands.jsonl --data data\n  oddchip ingest --again --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files or folders (default: landing/)")
    parser.add_argument(
        "--again", action="store_true", help="read every file of the lake once more, as after an upgrade"
    )
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night.night_report import left_alone
    from pipelines.night.nightly import land, land_again

    folders = options.chosen_folders(args)
    if args.again:
        if args.files:
            raise InputError("--again reads what the lake holds; name no files with it")
        report = land_again(folders)
        print(f"{report.files_landed:,} files of the lake read again; what landed now, and what cannot be read:")
    else:
        report = land(folders, args.files or None)
        print(f"{report.files_landed:,} files landed, {report.files_known:,} known already")
    print(
        f"{report.hands:,} hands, {report.notes:,} notes, {report.downs:,} lines of down cards, "
        f"{report.shuffles:,} shuffler messages"
    )
    print(f"{report.quarantined:,} lines in quarantine")
    for line in left_alone(report):
        print(line)
    for room, day in sorted(report.partitions):
        print(f"  {day}  {room}")
    return 0
