"""`oddchip convert`: hands in another format, with what is lost."""

from __future__ import annotations

import argparse
from pathlib import Path

SUMMARY = "hands in another format, with what is lost on the way"
EXAMPLE = "oddchip convert histories/ --to jsonl --out histories.hands.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    from parsers.detect import HAND_FEEDS, WRITTEN

    parser.add_argument("inputs", nargs="+", type=Path, metavar="IN", help="files of hands, or folders of them")
    parser.add_argument("--to", required=True, choices=list(WRITTEN), help="the format to write")
    parser.add_argument(
        "--out", type=Path, metavar="PATH",
        help="the file to write, for parquet the folder; else it is named after the first IN, in the current folder",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=HAND_FEEDS, metavar="F", help="what the files named are, where their names do not say it"
    )


def run(args: argparse.Namespace) -> int:
    """0: it is written; what could not be said is told. 2: nothing could be read or written."""
    from pipelines.cli import OK
    from pipelines.converting import convert, named_after

    out = args.out or named_after(args.inputs[0], args.to)
    done = convert(args.inputs, args.to, out, args.format)
    print(f"{done.read:,} {'hand' if done.read == 1 else 'hands'} read, {done.losses.written:,} written to {out}")
    for line in done.told():
        print(line)
    return OK
