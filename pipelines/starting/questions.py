"""The questions of `oddchip init`. Each has a flag, a default that hangs on the answers before, and a check."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zoneinfo import available_timezones

from checks.law.rulebook import load_rulebooks
from parsers.games import GAMES
from parsers.nearest import did_you_mean
from pipelines.errors import InputError
from pipelines.starting.stakes_and_rake import RAKE_FORMS, rake_of, shape_of, stakes_of

Answers = Mapping[str, str]
BETTING_WORDS: Final = {"nl": "no-limit", "pl": "pot-limit", "fl": "limit", "spread": "spread limit"}
BETTING_SAID: Final = {
    "nl": "nl: no-limit", "pl": "pl: pot-limit", "fl": "fl: limit", "spread": "spread: from a least to a most",
}  # fmt: skip
ANY_ZONE: Final = "America/Los_Angeles"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")
_CLOCK: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True)
class Question:
    """One question. `check` gives the answer as it is kept, or raises InputError; `asked` says whether it applies."""

    name: str
    words: str
    hint: Callable[[Answers], str]
    default: Callable[[Answers], str]
    check: Callable[[str, Answers], str]
    asked: Callable[[Answers], bool] = lambda answers: True

    @property
    def flag(self) -> str:
        return f"--{self.name}"


def _room(text: str, answers: Answers) -> str:
    if not _ID.fullmatch(text):
        raise InputError(f"{text!r} cannot name a room; use letters, digits, - and _, as your logs do")
    return text


def _zone(text: str, answers: Answers) -> str:
    zones = sorted(available_timezones())
    if text not in zones:
        raise InputError(f"{text!r} is no time zone; {did_you_mean(text, zones)}write one such as {ANY_ZONE}")
    return text


def system_zone() -> str:
    """The time zone of this machine by its name; where it has none, that of the rooms in the documents."""
    named = os.environ.get("TZ", "").lstrip(":") or "/".join(Path("/etc/localtime").resolve().parts[-2:])
    is_a_place = "/" in named and not named.startswith("Etc/")  # a server's clock says nothing of the room's
    return named if is_a_place and named in available_timezones() else ANY_ZONE


def _clock(text: str, answers: Answers) -> str:
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise InputError(f"{text!r} is no time of day; write it like 06:00")
    return dt.time(int(found[1]), int(found[2])).strftime("%H:%M")


def _game(text: str, answers: Answers) -> str:
    if text not in GAMES:
        raise InputError(f"{text!r} is no game; {did_you_mean(text, GAMES)}`oddchip games` lists them")
    return text


def _betting(text: str, answers: Answers) -> str:
    allowed = _bettings(answers)
    word = {said: code for code, said in BETTING_WORDS.items()}.get(text.lower(), text)
    if word not in allowed:
        raise InputError(
            f"{text!r} is not how {answers['game']} is bet; {did_you_mean(word, allowed)}there are {', '.join(allowed)}"
        )
    return word


def _bettings(answers: Answers) -> tuple[str, ...]:
    known = GAMES[answers["game"]].betting
    return (*known, "spread") if "fl" in known else known


def _betting_default(answers: Answers) -> str:
    """How the game is usually spread: triple draws with limits, four and more hole cards pot-limit."""
    game = GAMES[answers["game"]]
    usual = "fl" if game.draws == 3 else "pl" if game.family == "flop" and game.hole_cards >= 4 else game.betting[0]
    return usual if usual in game.betting else game.betting[0]


def _stakes(text: str, answers: Answers) -> str:
    stakes_of(text, answers["game"], answers.get("betting"))
    return text


def _rake(text: str, answers: Answers) -> str:
    rake_of(text, answers["game"])
    return text


def _seats(text: str, answers: Answers) -> str:
    most = GAMES[answers["game"]].seats_most or 10
    if not (text.isascii() and text.isdigit()) or not 2 <= int(text) <= most:
        raise InputError(f"{text!r} is no number of seats; a table of {answers['game']} has from 2 to {most}")
    return str(int(text))


def _seats_default(answers: Answers) -> str:
    return str(min(9, GAMES[answers["game"]].seats_most or 9))


def _rulebooks(text: str, answers: Answers) -> str:
    books = load_rulebooks()
    named = [one.strip() for one in text.split(",") if one.strip()]
    for one in named:
        if one not in books:
            raise InputError(f"{one!r} is no rulebook; {did_you_mean(one, books)}there are {', '.join(sorted(books))}")
    if not named:
        raise InputError("name at least one rulebook; `oddchip rulebooks` lists them")
    return ",".join(dict.fromkeys(named))


def _is_banked(answers: Answers) -> bool:
    return GAMES[answers["game"]].family == "house-banked"


def _is_points(answers: Answers) -> bool:
    return GAMES[answers["game"]].family == "chinese" and not GAMES[answers["game"]].betting


def _always(text: str) -> Callable[[Answers], str]:
    return lambda answers: text


QUESTIONS: Final = (
    Question("room", "What do your logs call the room?", _always("letters, digits, - and _"), _always("main"), _room),
    Question(
        "timezone", "Which time zone is it in?", _always("like Europe/Vienna"), lambda answers: system_zone(), _zone
    ),
    Question(
        "gaming-day-starts", "When does a gaming day begin?", _always("hands before it belong to the day before"),
        _always("06:00"), _clock,
    ),
    Question("game", "Which game is dealt?", _always("one to begin with; `oddchip games` lists them"),
             _always("holdem"), _game),
    Question(
        "betting", "How is it bet?", lambda answers: ", ".join(BETTING_SAID[c] for c in _bettings(answers)),
        _betting_default, _betting, lambda answers: bool(GAMES[answers["game"]].betting),
    ),
    Question(
        "stakes", "What are the stakes?", lambda answers: shape_of(answers["game"], answers.get("betting"))[2],
        lambda answers: shape_of(answers["game"], answers.get("betting"))[1], _stakes,
    ),
    Question(
        "rake", "How is the house paid?", _always(RAKE_FORMS),
        lambda answers: "time 7/30" if _is_points(answers) else "10% to 5", _rake,
        lambda answers: not _is_banked(answers),
    ),
    Question("seats", "How many seats has a table?", _always("the dealer not counted"), _seats_default, _seats),
    Question(
        "rulebooks", "Which rulebooks govern?", _always("the first that speaks on a matter decides"),
        lambda answers: "mlgca-huhe" if _is_banked(answers) else "wsop-dealer-2018,wsop-live-2017", _rulebooks,
    ),
)  # fmt: skip
