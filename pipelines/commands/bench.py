"""`oddchip bench`: hands a second on one core, beside a peer, in one run."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from pipelines.commands import options

SUMMARY = "hands a second on one core, beside pokerkit on the same file, in one run"
EXAMPLE = "oddchip bench --hands 50000"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs", nargs="*", type=Path, metavar="FILE",
        help="files of hands (default: simulated, a log and PHHS each of hold'em, of stud and of draw games)",
    )  # fmt: skip
    parser.add_argument("--house", type=Path, metavar="FILE", help="the house file for the files given")
    parser.add_argument(
        "--rulebook", default="wsop-live-2017", metavar="ID",
        help="the rulebook for hands that no house file knows (default wsop-live-2017)",
    )  # fmt: skip
    parser.add_argument(
        "--hands",
        type=options.positive,
        default=50_000,
        metavar="N",
        help="hands to simulate, of each kind (default 50000)",
    )
    parser.add_argument(
        "--peer-hands", type=options.positive, default=2_000, metavar="N",
        help="hands that pokerkit reads and replays, from the file's beginning (default 2000)",
    )  # fmt: skip
    parser.add_argument(
        "--runs", type=options.positive, default=5, metavar="N", help="runs of each stage; the best counts (default 5)"
    )
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")


def run(args: argparse.Namespace) -> int:
    from parsers.detect import feed_of
    from parsers.hand_files import HAND_FEEDS
    from pipelines.benchmark.files import FAMILIES, write_family, write_files
    from pipelines.benchmark.run import lines_of, measured
    from pipelines.errors import InputError

    for path in args.inputs:
        if not path.is_file():
            raise InputError(f"{path}: no such file")
        if feed_of(path) not in HAND_FEEDS:
            raise InputError(f"{path}: not a file of hands; give hand logs or PHH files, or no file at all")
    if args.house and not args.house.is_file():
        raise InputError(f"{args.house}: no such house file")
    said = []
    with tempfile.TemporaryDirectory(prefix="oddchip-bench-") as folder:
        files = [(path, args.house) for path in args.inputs]
        if not files:
            print(f"simulating {args.hands:,} hands of each kind …", file=sys.stderr, flush=True)
            made = [write_files(Path(folder), args.hands)]
            made += [write_family(Path(folder), family, args.hands) for family in FAMILIES]
            files = [file for one in made for file in ((one.log, one.house), (one.phhs, None))]
        for path, house in files:
            print(f"measuring {path.name} …", file=sys.stderr, flush=True)
            said.append(measured(path, house, args.rulebook, runs=args.runs, peer_hands=args.peer_hands))
            if not args.json:
                print("\n".join(lines_of(said[-1])), flush=True)
    if args.json:
        print(json.dumps({"files": said}, indent=2))
    return 0
