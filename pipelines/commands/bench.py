"""`oddchip bench`: hands a second on one core, beside a peer, in one run."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from pipelines.commands import options

SUMMARY = "hands a second on one core, beside pokerkit on the same file, in one run"
EXAMPLE = "oddchip bench --hands 50000\n  oddchip bench --room --write docs/measured.md"
HANDS, ROOM_HANDS = 50_000, 200_000


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
        metavar="N",
        help=f"hands to simulate, of each kind (default {HANDS}; of the room {ROOM_HANDS})",
    )
    parser.add_argument(
        "--room", action="store_true",
        help="a room with all its feeds instead, stage by stage, beside its hand logs alone and rooms of an eighth, a "
        "quarter and half of its hands",
    )  # fmt: skip
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="with --room: put the tables into this page, between their marks"
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
    from pipelines.errors import InputError

    if args.room:
        return _room(args)
    if args.write:
        raise InputError("--write puts the tables of a room into a page; give --room as well")
    return _files(args)


def _room(args: argparse.Namespace) -> int:
    """A room beside its hand logs."""
    from pipelines.benchmark.room import measured_rooms, tables_of, write_into
    from pipelines.errors import InputError

    if args.inputs or args.house:
        raise InputError("--room simulates its own feeds; give no files with it")
    said = measured_rooms(args.hands or ROOM_HANDS, args.runs, lambda text: print(text, file=sys.stderr, flush=True))
    print(json.dumps(said, indent=2) if args.json else "\n".join(tables_of(said)))
    if args.write:
        write_into(args.write, tables_of(said))
    return 0


def _files(args: argparse.Namespace) -> int:
    """Files of hands beside the peer."""
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
    said, hands = [], args.hands or HANDS
    with tempfile.TemporaryDirectory(prefix="oddchip-bench-") as folder:
        files = [(path, args.house) for path in args.inputs]
        if not files:
            print(f"simulating {hands:,} hands of each kind …", file=sys.stderr, flush=True)
            made = [write_files(Path(folder), hands)]
            made += [write_family(Path(folder), family, hands) for family in FAMILIES]
            files = [file for one in made for file in ((one.log, one.house), (one.phhs, None))]
        for path, house in files:
            print(f"measuring {path.name} …", file=sys.stderr, flush=True)
            said.append(measured(path, house, args.rulebook, runs=args.runs, peer_hands=args.peer_hands))
            if not args.json:
                print("\n".join(lines_of(said[-1])), flush=True)
    if args.json:
        print(json.dumps({"files": said}, indent=2))
    return 0
