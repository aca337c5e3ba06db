"""The data folder of a new room: its `landing/`, and a house file that the loader and the rulebook check accept."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checks.law.house_check import check_house
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.starting.stakes_and_rake import plain, rake_of, stakes_of, table_text

Answers = Mapping[str, str]


@dataclass(frozen=True)
class NewRoom:
    """What was written, and what the rulebook check remarks on it."""

    house: Path
    landing: Path
    placard: str
    remarks: list[str]


def placard_id(answers: Answers) -> str:
    """A name that says the game and its stakes: `main-1-3-holdem-nl`."""
    stakes = stakes_of(answers["stakes"], answers["game"], answers.get("betting"))
    said = [stakes[name] for name in _said_by(stakes)]
    parts = [answers["room"], *(plain(amount).replace(".", "_") for amount in said), answers["game"]]
    return "-".join([*parts, *([answers["betting"]] if "betting" in answers else [])])


def _said_by(stakes: Mapping[str, object]) -> list[str]:
    """A game goes by its limits where it has them, else by its blinds."""
    return [name for name in ("small_bet", "big_bet") if name in stakes] or [
        name for name in ("sb", "bb", "ante", "point") if name in stakes
    ][:2]


def house_text(answers: Answers) -> str:
    """The house file."""
    game, betting = answers["game"], answers.get("betting")
    books = ", ".join(f'"{one}"' for one in answers["rulebooks"].split(","))
    lines = [
        "# The house file: your rooms, the rulebooks that govern them, and what your placards promise. docs/house.md",
        "# has every key. `oddchip lint` on this file, or `oddchip rulebooks check`, says what is wrong with it.",
        "",
        f"[room.{answers['room']}]",
        f"rulebooks = [{books}]  # the first that speaks on a matter decides",
        f'timezone = "{answers["timezone"]}"',
        f'gaming_day_starts = "{answers["gaming-day-starts"]}"',
        "",
        f"[placard.{placard_id(answers)}]",
        f'room = "{answers["room"]}"',
        f'game = "{game}"',
        *([f'betting = "{betting}"'] if betting else []),
        f"stakes = {table_text(stakes_of(answers['stakes'], game, betting))}",
        f"seats = {answers['seats']}",
    ]
    if "rake" in answers:
        lines += [f"{key} = {value}" for key, value in rake_of(answers["rake"], game).items()]
    return "\n".join(lines) + "\n"


def make_room(folders: Folders, answers: Answers, replace: bool) -> NewRoom:
    """Writes the folder. The house file is written beside its place, read back, and moved in if nothing is wrong."""
    house = folders.root / "house.toml"
    folders.landing.mkdir(parents=True, exist_ok=True)
    beside = folders.root / f".house.{os.getpid()}.toml"
    try:
        beside.write_text(house_text(answers), encoding="utf-8")
        remarks = check_house(beside, dt.date.today())
        said = [remark.text.replace(beside.name, house.name) for remark in remarks]
        for remark, text in zip(remarks, said, strict=True):
            if remark.is_error:
                raise InputError(f"the answers make no house file: {text}")
        if replace:
            os.replace(beside, house)
        else:
            _put_where_none_is(beside, house)
    finally:
        beside.unlink(missing_ok=True)
    return NewRoom(house, folders.landing, placard_id(answers), said)


def refuse_to_replace(house: Path) -> None:
    """InputError where a house file is there already."""
    if house.exists():
        raise InputError(f"{house}: is there already; pass --replace to write it anew, or name another folder")


def _put_where_none_is(beside: Path, house: Path) -> None:
    """Moves the file in, unless somebody wrote one in the meantime."""
    try:
        os.link(beside, house)
    except FileExistsError:
        refuse_to_replace(house)
    except OSError:  # a file system without links
        refuse_to_replace(house)
        os.replace(beside, house)
