"""`oddchip verify`: the lake against its ledger."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "every file of the lake against the ledger's hash chain; names what was changed"
EXAMPLE = "oddchip verify --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    parser.add_argument(
        "--head", metavar="HASH", help="a chain head that a report printed: it must still be in the chain"
    )


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night.heads import noted_heads
    from pipelines.night.nightly import existing_lake
    from pipelines.night.settings import load_settings

    folders = options.chosen_folders(args)
    lake = existing_lake(folders)
    place = load_settings(folders.settings).head_copy
    noted = noted_heads(place) if place is not None else []
    problems = lake.verify(args.head, *noted)
    for problem in problems:
        print(problem)
    if problems:
        raise InputError(f"{folders.lake}: {len(problems):,} of its files are not as committed")
    if place is not None:
        print(f"{len(noted):,} heads noted in {place} are all in the chain")
    print(f"all files are as committed; {lake.number():,} commits, head {lake.head()}")
    return 0
