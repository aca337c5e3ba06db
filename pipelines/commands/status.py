"""`oddchip status`: did the nights run, did everything come, does anything need a person."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "did the nights run, is a feed missing; exit 1 if a person is needed"
EXAMPLE = "oddchip status --data data"
PERSON_NEEDED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.night.room_status import room_status

    status = room_status(options.chosen_folders(args))
    if status.nights:
        print("The last nights:")
        for line in status.nights:
            print(f"  {line}")
    else:
        print("No gaming day is in the lake.")
    if status.needs:
        print("\nThis needs a person:")
        for line in status.needs:
            print(f"  - {line}")
    for line in status.notes:
        print(f"\n{line}")
    if not status.needs:
        print("\nNothing needs a person.")
    return PERSON_NEEDED if status.person_needed else 0
