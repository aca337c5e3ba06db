"""The first line of a hand in a site's text: site, hand, game, stakes and time. Sites of one family differ here most.

PokerStars writes `PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2019/03/01 14:15:07 ET`. GGPoker begins with
`Poker Hand #HD1:`, has short names of games and no time zone, which is read as UTC. Run It Once puts the kind of a
tournament before its game.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final, NamedTuple

from parsers import vocabulary as v
from parsers.phh_reference import ABBREVIATIONS, offset_minutes
from parsers.recorded_hands import LineOfHandError

# A name of the site's, and ours. Those that are no game of ours keep a name of their own, and are not evaluable.
GAMES: Final = {
    "Hold'em": "holdem", "Omaha": "omaha", "Omaha Hi/Lo": "omaha8", "5 Card Omaha Hi/Lo": "big-o",
    "7 Card Stud": "stud", "7 Card Stud Hi/Lo": "stud8", "Razz": "razz", "5 Card Draw": "draw-high",
    "Single Draw 2-7 Lowball": "27-single", "Triple Draw 2-7 Lowball": "27-triple", "Badugi": "badugi",
    "5 Card Omaha": "omaha5", "6 Card Omaha": "omaha6", "6 Card Omaha Hi/Lo": "omaha6-8",
    "6+ Hold'em": "short-deck", "Courchevel": "courchevel", "Courchevel Hi/Lo": "courchevel8",
    "Split Hold'em": "split-holdem", "Fusion": "fusion", "Showtime Hold'em": "showtime-holdem",
    "Swap Hold'em": "swap-holdem", "Unfold Hold'em": "unfold-holdem", "Tempest Hold'em": "tempest-holdem",
    "Deep Water Hold'em": "deep-water-holdem",
}  # fmt: skip
_CHANGING: Final = "Pot Limit Pre-Flop, No Limit Post-Flop"
LIMITS: Final = {"No Limit": "nl", "Pot Limit": "pl", "Limit": "fl", "Fixed Limit": "fl", _CHANGING: "pl"}
# What GGPoker calls its games in short, and the name that all sites of the family know.
_SHORT_NAMES: Final = {
    "PLO": "Omaha Pot Limit", "PLO-5": "5 Card Omaha Pot Limit", "PLO-6": "6 Card Omaha Pot Limit",
    "NLH": "Hold'em No Limit", "ShortDeck": "6+ Hold'em No Limit",
}  # fmt: skip
_SHORT: Final = re.compile(rf"(?P<name>{'|'.join(sorted(_SHORT_NAMES, key=len, reverse=True))})(?= \()")
# A site that does not name itself, and one that wrote all in capitals.
_SITE_OF: Final = {"Poker": "GGPoker", "POKERSTARS": "PokerStars"}
_GAME_OF: Final = {name.casefold(): game for name, game in GAMES.items()}
_LIMIT_OF: Final = {name.casefold(): betting for name, betting in LIMITS.items()}

_HEAD: Final = re.compile(
    r"(?P<site>[A-Za-z ]+?)(?: Zoom| Rush| Home Game)* (?:Hand|Game) #(?P<hand>[A-Z]{0,3}[0-9]+): +"
    r"(?:\{[^}]*\} +)?(?:(?:(?:Zoom|Rush) )?Tournament #(?P<event>[0-9]+), (?:Table #[0-9]+, )?)?(?P<rest>.*)",
    re.IGNORECASE,
)
_GAME_NAMES: Final = "|".join(re.escape(name) for name in sorted(GAMES, key=len, reverse=True))
_LIMIT_NAMES: Final = "|".join(sorted(LIMITS, key=len, reverse=True))
_MIXED: Final = re.compile(
    rf"[^()]* \((?P<game>{_GAME_NAMES}) (?P<limit>{_LIMIT_NAMES}), (?P<stakes>[^)]*)\) - (?P<at>.*)", re.IGNORECASE
)
# What a tournament costs stands before its game: money, points of the site, or nothing; and what kind it is.
_BUY_IN: Final = r"(?:(?:[0-9.,+]+(?:[A-Z]{2,3})?|Freeroll|[A-Z]{2,3}|[A-Z][A-Za-z0-9 ]*,) +(?:- )?)*?"
_LEVEL: Final = r" - (?:Match Round [A-Z]+, )?Level ?(?P<level>[IVXLCDM]+|[0-9]+)"
_PLAIN: Final = re.compile(
    rf"{_BUY_IN}(?P<game>{_GAME_NAMES}) (?P<limit>{_LIMIT_NAMES})(?:{_LEVEL})? \((?P<stakes>[^)]*)\) - (?P<at>.*)",
    re.IGNORECASE,
)
_MIXED_EVENT: Final = re.compile(
    rf"[^()]* \((?P<game>{_GAME_NAMES}) (?P<limit>{_LIMIT_NAMES})\)(?:{_LEVEL})? \((?P<stakes>[^)]*)\) - (?P<at>.*)",
    re.IGNORECASE,
)
# Tournaments of some sites have names, which may hold anything.
_NAMED_EVENT: Final = re.compile(
    rf".*?\b(?P<game>{_GAME_NAMES}) (?P<limit>{_LIMIT_NAMES})(?:{_LEVEL})? ?\((?P<stakes>[^)]*)\) - (?P<at>.*)",
    re.IGNORECASE,
)
_FORMS: Final = (_PLAIN, _MIXED_EVENT, _MIXED)
_AT: Final = re.compile(
    r"([0-9]{4})/([0-9]{2})/([0-9]{2})(?: -)? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
    r"(?: \(?([A-Z]{2,4})\)?)?(?: \[(?P<also>.*)\])?"
)
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


class Head(NamedTuple):
    """What a first line says. `stakes` is its text between the brackets."""

    site: str
    hand: str
    event: str | None
    game: str
    betting: str
    level: int
    stakes: str
    start_us: int
    utc_offset_min: int


def head_of(line: str) -> Head:
    """What the first line of a hand says; an error names what in it is not known."""
    head = _HEAD.fullmatch(line)
    rest = _SHORT.sub(lambda match: _SHORT_NAMES[match["name"]], head["rest"], count=1) if head else ""
    forms = _FORMS if head and head["event"] is None else (*_FORMS, _NAMED_EVENT)
    stated = next(filter(None, (form.fullmatch(rest) for form in forms)), None)
    if head is None or stated is None:
        raise LineOfHandError(0, "first line", f"{line[:120]!r} names no game, limit and stakes that are known")
    start_us, offset = _time(stated["at"])
    level = stated.groupdict().get("level") if head["event"] else None
    game, limit = _GAME_OF[stated["game"].casefold()], stated["limit"].casefold()
    return Head(
        site=_SITE_OF.get(head["site"], head["site"]), hand=head["hand"], event=head["event"],
        game=f"{game}-pl-nl" if limit == _CHANGING.casefold() else game, betting=_LIMIT_OF[limit],
        level=_number(level) if level else v.NO_COUNT, stakes=stated["stakes"],
        start_us=start_us, utc_offset_min=offset,
    )  # fmt: skip


def _time(text: str) -> tuple[int, int]:
    """(microseconds, minutes ahead of UTC) of the first time in a hand's first line.

    A local time whose zone nobody knows is placed by the second one, in brackets, where that has a zone that is known.
    """
    match = _AT.fullmatch(text.strip())
    if match is None:
        raise LineOfHandError(0, "time", f"{text[:60]!r} is no time like 2009/11/20 7:49:05 ET")
    local = _local(match)
    offset = offset_minutes(None, match[7], local)
    if match[7] not in ABBREVIATIONS and match["also"] and (also := _AT.fullmatch(match["also"].strip())):
        there = _local(also)
        utc = there - dt.timedelta(minutes=offset_minutes(None, also[7], there))
        offset = round((local - utc) / dt.timedelta(minutes=1))
    since = local - dt.datetime(1970, 1, 1) - dt.timedelta(minutes=offset)
    return since // dt.timedelta(microseconds=1), offset


def _local(match: re.Match[str]) -> dt.datetime:
    try:
        return dt.datetime(*(int(part or 0) for part in match.groups()[:6]))  # type: ignore[arg-type]
    except ValueError:
        raise LineOfHandError(0, "time", f"{match[0][:60]!r} is no time of the calendar") from None


def _number(text: str) -> int:
    """A level's number, in Roman letters or in digits."""
    if text.isdigit():
        return int(text)
    values = [_ROMAN[letter] for letter in text]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
