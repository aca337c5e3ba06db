"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import argparse
import datetime as dt
from typing import TYPE_CHECKING

from pipelines.auditing.engine_names import ENGINES, LOCAL, SPARK
from pipelines.errors import InputError
from pipelines.folders import DATA_VARIABLE, DEFAULT_DATA, Folders, folders

if TYPE_CHECKING:
    from checks.law.rulebook import Rulebook
    from parsers.house import House


def day(text: str) -> dt.date:
    """A gaming day as written on the command line."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; write it like 2026-01-15") from None


def positive(text: str) -> int:
    """A whole number above zero, in plain digits."""
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def whole(text: str) -> int:
    """A whole number, zero included, in plain digits."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def names(text: str) -> list[str]:
    """Names with commas between them."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name; write them like findings,coverage")
    return found


def rate(text: str) -> float:
    """A share between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rate; write a number from 0 to 1, like 0.01")
    return value


def reason(text: str) -> str:
    """Why somebody does something, for the ledger: one line that says something."""
    said = " ".join(text.split())
    if not said:
        raise argparse.ArgumentTypeError("it is empty; say why in a few words")
    return said


def add_engine(parser: argparse.ArgumentParser, workers: str = "--jobs workers") -> None:
    """`--engine`: where an audit runs."""
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default=LOCAL,
        help=f"where the audit runs: here, or on Spark (pip install oddchip[{SPARK}]) with {workers} (default {LOCAL})",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """`--data`: which room's folder."""
    parser.add_argument(
        "--data", metavar="DIR", help=f"the room's data folder (default: ${DATA_VARIABLE}, else `{DEFAULT_DATA}`)"
    )


def add_house(parser: argparse.ArgumentParser) -> None:
    """`--house`: which house file."""
    parser.add_argument("--house", metavar="FILE", help="the house file (default: house.toml in the data folder)")


def chosen_house(args: argparse.Namespace) -> House | None:
    """The house file that the arguments name, else the data folder's; None where there is none."""
    from parsers.house import load_house

    where = chosen_folders(args)
    try:
        path = where.house()
    except InputError:
        if where.house_override is not None:
            raise
        return None
    return load_house(path)


def known_rulebooks(args: argparse.Namespace) -> dict[str, Rulebook]:
    """The rulebooks that are shipped, and those that lie beside the house file."""
    from checks.law.rulebook import load_rulebooks, rulebooks_of

    house = chosen_house(args)
    return load_rulebooks() if house is None else rulebooks_of(house)


def chosen_folders(args: argparse.Namespace) -> Folders:
    """The data folder that the arguments name."""
    return folders(args.data, getattr(args, "house", None))
