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
    from pipelines.nightly import open_lake

    folders = options.chosen_folders(args)
    if not folders.lake.is_dir():
        raise InputError(
            f"{folders.lake}: there is no lake; run `oddchip ingest` first, or name the folder with --data"
        )
    lake = open_lake(folders)
    problems = lake.verify(args.head)
    for problem in problems:
        print(problem)
    if problems:
        raise InputError(f"{folders.lake}: {len(problems):,} of its files are not as committed")
    print(f"all files are as committed; {lake.number():,} commits, head {lake.head()}")
    return 0
