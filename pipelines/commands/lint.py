"""`oddchip lint`: what is wrong with a feed, where it stands."""

from __future__ import annotations

import argparse
from pathlib import Path

SUMMARY = "what is wrong with a feed: file, line and column, with a caret under it"
EXAMPLE = "oddchip lint logs/147.hands.jsonl house.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs", nargs="+", type=Path, metavar="FILE",
        help="hand logs and the other formats of hands, down cards, shuffler and drop counts, rosters, house files, "
        "rulebooks; or folders of them",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """0: nothing is wrong. 2: something is to be put right before the file can be read as it was meant."""
    from parsers.likely import likely
    from pipelines.auditing.inputs import READS, every_file
    from pipelines.cli import BAD_INPUT, OK
    from pipelines.errors import InputError
    from pipelines.linting.lint import lint

    wrong = files = files_wrong = 0
    for path, feed in every_file(args.inputs):
        if feed is None:
            print(f"{path}: note: passed over; no feed has a file of this name: it looks like {likely(path).said()}")
            continue
        done = lint(path, feed)
        for mark in done.marks:
            for line in mark.lines():
                print(line)
        print(f"{path}: {done.holds}; " + (f"{done.wrong:,} to put right" if done.wrong else "nothing is wrong"))
        files += 1
        files_wrong += done.wrong > 0
        wrong += done.wrong
    if not files:
        raise InputError(f"nothing to look at: no file here is of a kind that is read ({READS}, house.toml)")
    if files > 1:
        found = f"{wrong:,} to put right, in {files_wrong:,} of them" if wrong else "nothing is wrong"
        print(f"{files:,} files: {found}")
    return BAD_INPUT if wrong else OK
