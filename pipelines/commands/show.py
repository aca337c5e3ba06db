"""`oddchip show`: one hand on the terminal."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "one hand, street by street, with its findings"
EXAMPLE = "oddchip show 147-000431 --data data"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hand", metavar="HAND", help="the hand's number, as the log writes it")
    parser.add_argument("--room", metavar="R", help="the room, where two rooms use the same number")
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.show_hand import hand_lines

    for line in hand_lines(options.chosen_folders(args), args.hand, args.room):
        print(line)
    return 0
