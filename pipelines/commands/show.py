"""`oddchip show`: one hand on the terminal."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pipelines.commands import options
from pipelines.telling.filters import add_filters, chosen
from pipelines.telling.forms import add_form

SUMMARY = "one hand, street by street, with its findings"
EXAMPLE = "oddchip show 147-000431 --from findings/\n  oddchip show 147-000431 --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hand", metavar="HAND", help="the hand's number, as the log writes it")
    parser.add_argument("--room", metavar="R", help="the room, where two rooms use the same number")
    parser.add_argument(
        "--from",
        dest="folder",
        metavar="DIR",
        help="a folder that `oddchip audit --out DIR` wrote, not a lake",
    )
    add_form(parser)
    add_filters(parser)
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.hand_source import FolderHands, HandSource, LakeHands
    from pipelines.show_hand import hand_lines, hand_records, kept_hands
    from pipelines.telling.forms import told_as
    from pipelines.telling.found import HANDS_NEED, audit_folder

    asked = chosen(args)
    source: HandSource
    if args.folder:
        source = FolderHands(audit_folder(args.folder, HANDS_NEED), Path(args.house) if args.house else None)
    else:
        source = LakeHands(options.chosen_folders(args))
    kept = kept_hands(source, args.hand, args.room)
    if args.format == "table":
        for line in hand_lines(kept, asked):
            print(line)
    elif args.format == "json":
        print(json.dumps({"hands": hand_records(kept, asked)}, indent=2, ensure_ascii=False, default=str))
    else:
        sys.stdout.write(told_as(args.format, [row for one in kept for row in asked.of(one.findings)]))
    return 0
