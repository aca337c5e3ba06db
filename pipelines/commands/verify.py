"""`oddchip verify`: the lake, and what was published from it, against the ledger."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "every file of the lake and every published page against the ledger's hash chain; names what was changed"
EXAMPLE = "oddchip verify --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    parser.add_argument(
        "--head", metavar="HASH", help="a chain head that a report printed: it must still be in the chain"
    )


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night.heads import noted_heads
    from pipelines.night.nightly import existing_lake, verify_reports
    from pipelines.night.settings import load_settings
    from warehouse.acts import RETAIN, acts

    folders = options.chosen_folders(args)
    lake = existing_lake(folders)
    place = load_settings(folders.settings).head_copy
    noted = noted_heads(place) if place is not None else []
    problems = lake.verify(args.head, *noted)
    pages, uncommitted = verify_reports(folders)
    for problem in [*problems, *pages]:
        print(problem)
    for act in acts(lake.ledger.check()[0]):
        if act.act == RETAIN:
            print(f"{act.what}; by {act.who} on {act.at:%Y-%m-%d}, commit {act.commit}; why: {act.why}")
    for folder in uncommitted:
        print(f"not committed: {folder}: an older version published it, or somebody put it there; publish it again")
    if problems:
        raise InputError(f"{folders.lake}: {len(problems):,} of its files are not as committed")
    if pages:
        raise InputError(f"{folders.reports}: {len(pages):,} of its files are not as published")
    if place is not None:
        print(f"{len(noted):,} heads noted in {place} are all in the chain")
    print(f"all files are as committed; {lake.number():,} commits, head {lake.head()}")
    return 0
