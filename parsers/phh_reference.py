"""PHH, the open format for poker hands, read plainly: what each field and action means, and why a hand is not accepted.

A `.phh` file is one hand in TOML, a `.phhs` file many under headers `[1]`, `[2]`, …. `parse_hand` gives a `PhhHand` or
raises `HandError`. The scanner in `phh_scanner` reads the common hands faster and leaves the others to this module;
what both accept they must read alike.

How PHH becomes a hand of ours:

- **Identity.** Room is `venue` (else `phh`), table `table`, hand `hand`. A table, hand or player that is not named is
  called by the file and the hand's position in it, so that two unnamed ones are never taken for the same.
- **Seats.** `seats` where they go round clockwise, else 1 to n in the order of the players, which is that of position.
  Heads-up PHH turns `antes` and `blinds_or_straddles` round: the first player has the big blind, the second the small.
- **Button.** PHH has none. The last player in order acts last, and is written as the button for that; where it stood,
  at an empty seat perhaps, nobody can say. Where the blinds contradict the order (one blind between two players, a
  small blind larger than the big one) not even the order is known, and no button is written.
- **Money.** An amount is stored as hundredths of the table's unit; the currency is not looked at. A stack `inf` is not
  recorded: it becomes `UNKNOWN_STACK`, and `stack_recorded` is false.
- **Forced bets.** PHH does not log them; they are put first, antes before blinds, a big-blind ante behind its blind,
  cut to the stack. The first two of `blinds_or_straddles` are small and big blind; the first alone is the big blind if
  it is no less than the smallest bet; later ones are straddles; a negative one is the post of a returning player, live
  up to the big blind and dead beyond it.
- **Actions.** `cc` is a check, or a call of what is missing to the largest bet made, cut to the stack; `cbr` a bet,
  raise or (stud, first round) completion to a total; `sm` shows or mucks; `sd` discards or stands pat. What takes the
  last chip is flagged all-in. Stud cards are down, down, up, up, up, up, down; those dealt after an `sd` are drawn.
- **Time.** Local time of `time_zone`, else of `time_zone_abbreviation`, else UTC. Without year, month and day the start
  is the beginning of 1970; without a time, midnight. `start_recorded` says whether all four were there.
- **Tournament.** A hand with a `level`, or with an `event` that does not call itself a cash game.

PHH knows no burns, returns, rake or awards: none are made up. `finishing_stacks` and `winnings` are kept beside a hand.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from parsers import vocabulary as v
from parsers.handlog_reference import Event, Hand, LineError, Seat
from parsers.limits import AMOUNT_MOST, CARDS_MOST, EVENTS_MOST, TEXT_MOST, WHOLE_MOST, YEAR_LEAST, YEAR_MOST
from parsers.vocabulary import Detail, Word

UNKNOWN_STACK: Final = AMOUNT_MOST  # cents of a stack written `inf`: larger than any that is recorded
HAND_MOST: Final = 64 << 10  # bytes; the longest real hand takes a twentieth
NUMBER_MOST: Final = 10**18  # of a hand or table that goes by a number
PLAYERS_LEAST: Final = 2
NOT_RECORDED: Final = -1
ROOM: Final = "phh"

FLOP: Final = 0
STUD: Final = 1
DRAW: Final = 2


class Variant(NamedTuple):
    """What a variant code stands for."""

    game: str
    betting: str
    family: int

    @property
    def required(self) -> tuple[str, ...]:
        """The fields every hand of the variant has."""
        forced = ("bring_in",) if self.family == STUD else ("blinds_or_straddles",)
        bets = ("small_bet", "big_bet") if self.betting == "fl" else ("min_bet",)
        return ("antes", *forced, *bets, "starting_stacks", "actions")


VARIANTS: Final = {
    "NT": Variant("holdem", "nl", FLOP),
    "FT": Variant("holdem", "fl", FLOP),
    "NS": Variant("short-deck", "nl", FLOP),  # no game of ours: kept as it is, not evaluable
    "PO": Variant("omaha", "pl", FLOP),
    "FO/8": Variant("omaha8", "fl", FLOP),
    "F7S": Variant("stud", "fl", STUD),
    "F7S/8": Variant("stud8", "fl", STUD),
    "FR": Variant("razz", "fl", STUD),
    "N2L1D": Variant("27-single", "nl", DRAW),
    "F2L3D": Variant("27-triple", "fl", DRAW),
    "FB": Variant("badugi", "fl", DRAW),
}

STUD_DOWN: Final = (0, 1, 6)  # which of a stud hand's seven cards are dealt face down
STUD_CARDS: Final = 7

# Abbreviations that logs use; some name a zone with summer time, most an offset in minutes.
ABBREVIATIONS: Final[dict[str, str | int]] = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "MSK": 180,
    "ET": "America/New_York", "EST": -300, "EDT": -240, "CT": "America/Chicago", "CST": -360, "CDT": -300,
    "MT": "America/Denver", "MST": -420, "MDT": -360, "PT": "America/Los_Angeles", "PST": -480, "PDT": -420,
    "HKT": 480, "SGT": 480, "JST": 540, "AEST": 600, "AEDT": 660,
}  # fmt: skip

# A line that begins a hand. Names with a leading underscore are fields of the user's own.
HEADER: Final = re.compile(
    rb"""^[ \t]*\[[ \t]*(?:[A-Za-z0-9-][A-Za-z0-9_-]*|"(?!_)[^"\\\n]*"|'(?!_)[^'\n]*')[ \t]*\][ \t]*"""
    rb"(?:#[^\n]*)?\r?$",
    re.MULTILINE,
)

_CARD: Final = {text: code for code, text in enumerate(v.CARD_TEXTS[: v.JOKER])} | {v.UNSEEN_TEXT: v.UNSEEN}
_PLAIN_MONEY: Final = re.compile(r"(0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]*)(?:\.([0-9]+))?")
_DEEP_KEY: Final = re.compile(r"""(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
_TOML_PLACE: Final = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")
_STAKE: Final = {name: i for i, name in enumerate(v.STAKES)}


class HandError(LineError):
    """A hand that is not accepted: `line` counts from 0 in the hand's own text."""

    def __init__(self, field: str | None, reason: str, line: int | None = None) -> None:
        super().__init__(field, reason)
        self.line = line


class Number(str):
    """A decimal number of the TOML text, kept as it was written."""


@dataclass(frozen=True, slots=True)
class PhhHand:
    """A hand, and what PHH tells beside it; the tuples have an entry a player, in the order of the hand's seats."""

    hand: Hand
    finishing: tuple[int, ...]  # cents, NOT_RECORDED where absent
    winnings: tuple[int, ...]  # cents, NOT_RECORDED where absent
    stack_recorded: tuple[bool, ...]
    seats_recorded: bool
    start_recorded: bool


# -- texts and numbers ---------------------------------------------------------------------------------------------


def _short(value: Any) -> str:
    """A value cut short for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < NUMBER_MOST else "a huge number"
    shown = str(value) if isinstance(value, Number) else repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _text(where: str, value: Any) -> str | None:
    """A name, as text or a whole number; None if it is empty."""
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= NUMBER_MOST:
            raise HandError(where, f"is a number of more than {len(str(NUMBER_MOST)) - 1} digits; write it as text")
        return str(value)
    return _string(where, value)


def _string(where: str, value: Any) -> str | None:
    if not isinstance(value, str) or isinstance(value, Number):
        raise HandError(where, f"must be text, not {_short(value)}")
    if len(value) > TEXT_MOST:
        raise HandError(where, f"is {len(value)} characters long; the most is {TEXT_MOST}")
    for letter in value:
        if letter < " " or letter == "\x7f":
            raise HandError(where, f"holds the control character U+{ord(letter):04X}; remove it")
    return value or None


def _whole(where: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise HandError(where, f"must be a whole number, not {_short(value)}")
    if not least <= value <= most:
        raise HandError(where, f"{_short(value)} is not between {least} and {most}")
    return value


def _cents(where: str, value: Any, signed: bool = False) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        cents = value * 100
    elif isinstance(value, Number):
        text = value.replace("_", "")
        if text.lstrip("+-") in ("inf", "nan"):
            raise HandError(where, f"{text} is no amount; only a stack may be inf")
        if len(text) > 40 or abs(int(text.lower().partition("e")[2] or "0")) > 40:
            raise HandError(where, f"{_short(value)} is beyond all reason (the most is {AMOUNT_MOST // 100})")
        exact = Decimal(text) * 100
        cents = int(exact)
        if exact != cents:
            raise HandError(where, f"{_short(value)} has more than two decimals; amounts are read to the hundredth")
    else:
        raise HandError(where, f"must be a number such as 12.50, not {_short(value)}")
    if cents < 0 and not signed:
        raise HandError(where, f"{_short(value)} is negative; amounts are written without a sign")
    if abs(cents) > AMOUNT_MOST:
        raise HandError(where, f"{_short(value)} is beyond all reason (the most is {AMOUNT_MOST // 100})")
    return cents


def _list(where: str, value: Any, n: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise HandError(where, f"must be a list, not {_short(value)}")
    if n is not None and len(value) != n:
        raise HandError(where, f"has {len(value)} entries for {n} players (starting_stacks); write one a player")
    return value


def _amounts(record: dict[str, Any], name: str, n: int, signed: bool = False) -> tuple[int, ...]:
    return tuple(_cents(f"{name}[{i}]", x, signed) for i, x in enumerate(_list(name, record[name], n)))


def _results(record: dict[str, Any], name: str, n: int) -> tuple[int, ...]:
    return (NOT_RECORDED,) * n if name not in record else _amounts(record, name, n)


# -- the hand ------------------------------------------------------------------------------------------------------


def parse_hand(body: bytes, unnamed: str) -> PhhHand:
    """The hand that a section's text says, without its header. `unnamed` stands for what the hand does not name.

    Raises HandError; nothing else, whatever the bytes are.
    """
    try:
        return _hand(_load(body), unnamed)
    except HandError as error:
        if error.line is None and error.field is not None:
            key = re.escape(error.field.partition("[")[0]).encode()
            found = re.search(rb"^[ \t]*" + key + rb"[ \t]*=", body, re.MULTILINE)
            error.line = body.count(b"\n", 0, found.start()) if found else None
        raise


def _load(body: bytes) -> dict[str, Any]:
    if len(body) > HAND_MOST:
        raise HandError(None, f"the hand is {len(body):,} bytes long, the most is {HAND_MOST:,}; check the file")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start)
        byte = f"0x{body[error.start]:02x}"
        raise HandError(None, f"byte {byte} is not UTF-8; save the file as UTF-8 and send it again", line) from None
    if _DEEP_KEY.search(text):
        raise HandError(None, "a key is nested more than 16 deep; a hand's fields are not nested")
    try:
        record: dict[str, Any] = tomllib.loads(text, parse_float=Number)
    except RecursionError:
        raise HandError(None, "lists or tables are nested too deeply; a hand's fields are not nested") from None
    except ValueError as error:
        said = str(error)
        place = _TOML_PLACE.search(said)
        if place is None or place[1] is None:
            said = _TOML_PLACE.sub(" (at the hand's end: it looks cut off)", said)
            raise HandError(None, f"not TOML: {said}") from None
        said = said[: place.start()]
        raise HandError(f"column {place[2]}", f"not TOML: {said}", int(place[1]) - 1) from None
    for key, value in record.items():
        if not key.startswith("_") and _holds_a_hand(value):
            raise HandError(None, f"the section {_short(key)} stands within another hand; give it a header like [2]")
    return record


def _holds_a_hand(value: Any, depth: int = 2) -> bool:
    """Whether tables below a field are hands: they would be lost without a word."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (isinstance(value, dict) and "actions" in value) or (
        depth > 0 and any(_holds_a_hand(x, depth - 1) for x in below)
    )


def _hand(record: dict[str, Any], unnamed: str) -> PhhHand:
    if "variant" not in record:
        raise HandError("variant", f"is missing; every hand has one of {' '.join(VARIANTS)}")
    code = record["variant"]
    variant = VARIANTS.get(code) if isinstance(code, str) else None
    if variant is None:
        raise HandError("variant", f"{_short(code)} is no variant this reader knows; it reads {' '.join(VARIANTS)}")
    for name in variant.required:
        if name not in record:
            raise HandError(name, f"is missing; every {code} hand has it")

    stacks, stack_recorded = _stacks(record["starting_stacks"])
    n = len(stacks)
    numbers, seats_recorded = _seat_numbers(record, n)
    players = _players(record, n, unnamed)
    start_us, offset, start_recorded = _start(record)
    event = None if "event" not in record else _string("event", record["event"])
    level = v.NO_COUNT if "level" not in record else _whole("level", record["level"], 0, WHOLE_MOST)
    is_tournament = level != v.NO_COUNT or (event is not None and "cash" not in event.lower())

    table = _Table(variant, numbers, stacks, stack_recorded)
    stakes, bba = table.post(record)
    for i, action in enumerate(_list("actions", record["actions"])):
        table.act(f"actions[{i}]", action)
    if len(table.events) > EVENTS_MOST:
        raise HandError("actions", f"gives {len(table.events)} events; {EVENTS_MOST} are the most")

    hand = Hand(
        room=(None if "venue" not in record else _string("venue", record["venue"])) or ROOM,
        table=(None if "table" not in record else _text("table", record["table"])) or unnamed,
        hand=(None if "hand" not in record else _text("hand", record["hand"])) or unnamed,
        game=variant.game, betting=variant.betting, stakes=stakes, placard=None,
        button=numbers[-1] if variant.family != STUD and table.order_known else 0,
        start_us=start_us, utc_offset_min=offset, end_us=v.NO_TIME, dealer=None, deck=None,
        is_tournament=is_tournament,
        tournament_event=event if is_tournament else None,
        tournament_level=level, tournament_bba=bba if is_tournament else -1, tournament_left=v.NO_COUNT,
        seats=tuple(Seat(number, name, stack) for number, name, stack in zip(numbers, players, stacks, strict=True)),
        events=tuple(table.events),
    )  # fmt: skip
    return PhhHand(
        hand,
        _results(record, "finishing_stacks", n),
        _results(record, "winnings", n),
        stack_recorded,
        seats_recorded,
        start_recorded,
    )


def _stacks(value: Any) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    listed = _list("starting_stacks", value)
    if not PLAYERS_LEAST <= len(listed) <= v.SEATS_MOST:
        reason = f"has {len(listed)} entries; {PLAYERS_LEAST} to {v.SEATS_MOST} players make a hand"
        raise HandError("starting_stacks", reason)
    recorded = tuple(not (isinstance(x, Number) and x in ("inf", "+inf")) for x in listed)
    stacks = []
    for i, (stack, known) in enumerate(zip(listed, recorded, strict=True)):
        cents = _cents(f"starting_stacks[{i}]", stack) if known else UNKNOWN_STACK
        if cents == 0:
            raise HandError(f"starting_stacks[{i}]", "is 0; who has no chips is not dealt in (an unknown stack is inf)")
        stacks.append(cents)
    return tuple(stacks), recorded


def _seat_numbers(record: dict[str, Any], n: int) -> tuple[tuple[int, ...], bool]:
    """(the players' seats, whether they are the table's own): players are listed in order of position."""
    by_position = tuple(range(1, n + 1))
    if "seats" not in record:
        return by_position, False
    listed = _list("seats", record["seats"], n)
    numbers = tuple(_whole(f"seats[{i}]", x, 1, v.SEATS_MOST) for i, x in enumerate(listed))
    if len(set(numbers)) != n:
        raise HandError("seats", "names a seat twice")
    clockwise = sum(a > b for a, b in zip(numbers, numbers[1:] + numbers[:1], strict=True)) == 1
    return (numbers, True) if clockwise else (by_position, False)


def _players(record: dict[str, Any], n: int, unnamed: str) -> tuple[str, ...]:
    listed = _list("players", record["players"], n) if "players" in record else [""] * n
    return tuple(_string(f"players[{i}]", x) or unnamed_player(unnamed, i) for i, x in enumerate(listed))


def unnamed_player(unnamed: str, index: int) -> str:
    """What a player without a name is called: nobody else's name, in no other hand."""
    return f"{unnamed}.p{index + 1}"


def unnamed_hand(source_file: str, index: int) -> str:
    """What a hand without a number is called: its file, and its position there, from 1."""
    return f"{source_file}#{index}"


# -- time ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo | None:
    """The IANA time zone, None if there is none of that name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def offset_minutes(zone: str | None, abbreviation: str | None, local: dt.datetime) -> int:
    """Minutes ahead of UTC of a local time. An abbreviation that nobody knows, like no zone at all, is UTC."""
    if zone is None:
        known = ABBREVIATIONS.get(abbreviation or "", 0)
        if isinstance(known, int):
            return known
        zone = known
    found = zone_of(zone)
    away = found.utcoffset(local) if found is not None else None
    return 0 if away is None else int(away.total_seconds() // 60)


def _start(record: dict[str, Any]) -> tuple[int, int, bool]:
    zone = None if "time_zone" not in record else _string("time_zone", record["time_zone"])
    if zone is not None and zone_of(zone) is None:
        raise HandError("time_zone", f"{_short(zone)} is no IANA time zone; write it like America/Toronto")
    name = "time_zone_abbreviation"
    abbreviation = None if name not in record else _string(name, record[name])
    clock = record.get("time")
    if clock is not None and type(clock) is not dt.time:
        raise HandError("time", f"must be a local time such as 20:15:00 without quotes, not {_short(clock)}")
    limits = (("year", YEAR_LEAST, YEAR_MOST), ("month", 1, 12), ("day", 1, 31))
    parts = [_whole(key, record[key], least, most) for key, least, most in limits if key in record]
    if len(parts) < len(limits):
        return 0, 0, False
    try:
        day = dt.date(*parts)
    except ValueError:
        raise HandError("day", f"there is no day {parts[2]} in month {parts[1]} of {parts[0]}") from None
    local = dt.datetime.combine(day, clock or dt.time())
    offset = offset_minutes(zone, abbreviation, local)
    since = local - dt.datetime(1970, 1, 1) - dt.timedelta(minutes=offset)
    return since // dt.timedelta(microseconds=1), offset, clock is not None


# -- forced bets and actions ---------------------------------------------------------------------------------------


def _cards(text: str) -> tuple[int, ...]:
    if len(text) % 2 or len(text) // 2 > CARDS_MOST:
        raise LineError(None, f"{_short(text)} is no row of cards; write them like 2h8hKs")
    cards = []
    for i in range(0, len(text), 2):
        if text[i : i + 2] not in _CARD:
            raise LineError(None, f"{_short(text[i : i + 2])} is no card; cards are like As, Td, 2c or ??")
        cards.append(_CARD[text[i : i + 2]])
    return tuple(cards)


def _total(text: str) -> int:
    """Cents of an amount in an action; thousands may be set off by commas."""
    match = _PLAIN_MONEY.fullmatch(text)
    if match is None:
        raise LineError(None, f"{_short(text)} is no amount; write it like 12 or 12.50")
    whole, decimals = match[1].replace(",", ""), match[2] or ""
    if len(whole) > 11 or (cents := int(whole) * 100 + int((decimals + "00")[:2])) > AMOUNT_MOST:
        raise LineError(None, f"{_short(text)} is beyond all reason (the most is {AMOUNT_MOST // 100})")
    if decimals[2:].strip("0"):
        raise LineError(None, f"{_short(text)} has more than two decimals; amounts are read to the hundredth")
    return cents


class _Table:
    """The state that the amounts and names of events depend on, while a hand is read. Players count from 0."""

    def __init__(
        self, variant: Variant, numbers: tuple[int, ...], stacks: tuple[int, ...], stack_recorded: tuple[bool, ...]
    ) -> None:
        self.family = variant.family
        self.limit = variant.betting == "fl"
        self.numbers = numbers
        self.known = stack_recorded
        self.left = list(stacks)
        self.made = [0] * len(stacks)  # live chips in this betting round
        self.largest = 0
        self.bring_in = 0
        self.may_complete = self.family == STUD
        self.acted = False
        self.drawing = False
        self.order_known = True
        self.dealt = [0] * len(stacks)
        self.held: list[list[int]] = [[] for _ in stacks]
        self.events: list[Event] = []

    def _flag(self, player: int, added: int) -> int:
        return v.FLAG_ALLIN if self.known[player] and added > 0 and self.left[player] <= 0 else 0

    def _post(self, player: int, kind: int, due: int) -> None:
        added = min(due, self.left[player])
        if added <= 0:
            return
        self.left[player] -= added
        if kind not in (Detail.ANTE, Detail.BBA, Detail.DEAD):
            self.made[player] += added
            self.largest = max(self.largest, self.made[player])
        flags = self._flag(player, added)
        self.events.append(Event(Word.POST, self.numbers[player], detail=kind, amount=added, flags=flags))

    def post(self, record: dict[str, Any]) -> tuple[tuple[int, ...], int]:
        """Puts the forced bets; gives the stakes and the big-blind ante (-1 if there is none)."""
        n = len(self.left)
        stakes = [-1] * len(v.STAKES)
        antes = _amounts(record, "antes", n)
        blinds = (0,) * n if self.family == STUD else _amounts(record, "blinds_or_straddles", n, signed=True)
        if n == 2:  # turned round by rule
            antes, blinds = antes[::-1], blinds[::-1]
        if self.limit:
            unit = stakes[_STAKE["small_bet"]] = _cents("small_bet", record["small_bet"])
            stakes[_STAKE["big_bet"]] = _cents("big_bet", record["big_bet"])
        else:
            unit = _cents("min_bet", record["min_bet"])
        if self.family == STUD:
            self.bring_in = stakes[_STAKE["bring_in"]] = _cents("bring_in", record["bring_in"])
        else:
            stakes[_STAKE["bb"]] = unit
        kinds = self._kinds(antes, blinds, unit)
        for name, kind in (("straddle", Detail.STRADDLE), ("bb", Detail.BB), ("sb", Detail.SB)):
            if kind in kinds:
                stakes[_STAKE[name]] = blinds[kinds.index(kind)]
        anted = [i for i in range(n) if antes[i]]
        bba = -1
        if len(anted) == 1 and kinds[anted[0]] == Detail.BB:
            bba = antes[anted[0]]
        elif len(anted) > 1 and len({antes[i] for i in anted}) == 1:
            stakes[_STAKE["ante"]] = antes[anted[0]]
        if bba < 0:
            for i in anted:
                self._post(i, Detail.ANTE, antes[i])
        for i in (1, 0) if n == 2 else range(n):
            if kinds[i] == Detail.LIVE:
                self._post(i, Detail.LIVE, min(-blinds[i], unit))
                self._post(i, Detail.DEAD, -blinds[i] - unit)
            elif kinds[i]:
                self._post(i, kinds[i], blinds[i])
        if bba >= 0:
            self._post(anted[0], Detail.BBA, bba)
        return tuple(stakes), bba

    def _kinds(self, antes: tuple[int, ...], blinds: tuple[int, ...], unit: int) -> list[int]:
        """What each player's forced bet is called."""
        n = len(blinds)
        first, second = (1, 0) if n == 2 else (0, 1)
        lone = (blinds[first] > 0) != (blinds[second] > 0)
        self.order_known = not (lone if n == 2 else blinds[first] > blinds[second] > 0)
        kinds = [int(Detail.LIVE) if x < 0 else int(Detail.STRADDLE) if x > 0 else 0 for x in blinds]
        if blinds[first] > 0 and blinds[second] > 0:
            kinds[first], kinds[second] = Detail.SB, Detail.BB
            covered = antes[second] + blinds[second] < self.left[second]
            if n == 2 and blinds[first] > blinds[second] and covered:  # the button has the big blind
                kinds[first], kinds[second] = Detail.BB, Detail.SB
        elif blinds[first] > 0:
            kinds[first] = Detail.BB if blinds[first] >= unit else Detail.SB
        elif blinds[second] > 0:
            kinds[second] = Detail.BB
        elif Detail.STRADDLE in kinds:  # one blind, at the button say
            kinds[kinds.index(Detail.STRADDLE)] = Detail.BB
        return kinds

    def act(self, where: str, action: Any) -> None:
        """One action; a comment or an empty one is none."""
        if not isinstance(action, str) or isinstance(action, Number):
            raise HandError(where, f"must be text such as 'p1 f', not {_short(action)}")
        words = action.split()
        for i, word in enumerate(words):
            if word.startswith("#"):
                words = words[:i]
                break
        try:
            self._act(words)
        except LineError as error:
            raise HandError(where, f"{_short(action)}: {error.reason}") from None

    def _player(self, word: str) -> int:
        digits = word[1:]
        if word[:1] != "p" or not digits.isascii() or not digits.isdigit() or len(digits) > 2:
            raise LineError(None, f"{_short(word)} is no player; players are p1 to p{len(self.left)}")
        if digits[0] == "0" or int(digits) > len(self.left):
            raise LineError(None, f"{_short(word)} is not at the table; players are p1 to p{len(self.left)}")
        return int(digits) - 1

    def _act(self, words: list[str]) -> None:
        match words:
            case []:
                pass
            case ["d", "db", cards]:
                self._next_round()
                self._board(_cards(cards))
            case ["d", "dh", player, cards]:
                self._deal(self._player(player), _cards(cards))
            case [player, "f"]:
                self._bet_word(Word.FOLD, self._player(player))
            case [player, "cc"]:
                self._check_or_call(self._player(player))
            case [player, "cbr", total]:
                self._raise_to(self._player(player), _total(total))
            case [player, "pb"]:
                self._bring_in(self._player(player))
            case [player, "sd"]:
                self._next_round()
                self.drawing = True
                self.events.append(Event(Word.DRAW, self.numbers[self._player(player)], detail=Detail.PAT))
            case [player, "sd", cards]:
                self._next_round()
                self.drawing = True
                self._discard(self._player(player), _cards(cards))
            case [player, "sm"]:
                self.events.append(Event(Word.MUCK, self.numbers[self._player(player)]))
            case [player, "sm", cards]:
                self._show(self._player(player), cards)
            case _:
                raise LineError(None, "is no action; see the PHH specification: d dh, d db, f, cc, cbr, pb, sd, sm")

    def _next_round(self) -> None:
        self.made = [0] * len(self.left)
        self.largest = 0
        self.may_complete = False

    def _board(self, cards: tuple[int, ...]) -> None:
        if self.family == STUD:
            if len(cards) != 1:
                raise LineError(None, "stud has one community card")
            self.events.append(Event(Word.COMMUNITY, cards=cards))
        else:
            self.events.append(Event(Word.BOARD, cards=cards))

    def _deal(self, player: int, cards: tuple[int, ...]) -> None:
        number = self.numbers[player]
        self.held[player].extend(cards)
        if self.family != STUD:
            self.events.append(Event(Word.DRAW if self.drawing else Word.DEAL, number, cards=cards))
            return
        if self.acted:
            self._next_round()
        before = self.dealt[player]
        self.dealt[player] += len(cards)
        if self.dealt[player] > STUD_CARDS:
            raise LineError(None, f"gives p{player + 1} more than {STUD_CARDS} cards")
        downs = [before + k in STUD_DOWN for k in range(len(cards))]
        for down, run in groupby(range(len(cards)), downs.__getitem__):
            places = list(run)
            word = Word.DEAL if down else Word.UP
            self.events.append(Event(word, number, cards=cards[places[0] : places[-1] + 1]))

    def _bet_word(self, word: int, player: int, amount: int = v.NO_AMOUNT, added: int = 0) -> None:
        self.acted = True
        self.events.append(Event(word, self.numbers[player], amount=amount, flags=self._flag(player, added)))

    def _check_or_call(self, player: int) -> None:
        owed = self.largest - self.made[player]
        if owed <= 0:
            self._bet_word(Word.CHECK, player)
            return
        added = min(owed, max(self.left[player], 0))
        self.left[player] -= added
        self.made[player] += added
        self._bet_word(Word.CALL, player, added, added)

    def _raise_to(self, player: int, total: int) -> None:
        word = Word.COMPLETE if self.may_complete else Word.RAISE if self.largest > 0 else Word.BET
        self.may_complete = False
        added = total - self.made[player]
        self.left[player] -= added
        self.made[player] = total
        self.largest = max(self.largest, total)
        self._bet_word(word, player, total, added)

    def _bring_in(self, player: int) -> None:
        if self.family != STUD:
            raise LineError(None, "only stud has a bring-in")
        self.acted = True
        self._post(player, Detail.BRINGIN, self.bring_in)

    def _discard(self, player: int, cards: tuple[int, ...]) -> None:
        for card in cards:
            for gone in (card, v.UNSEEN):  # a card that was dealt unseen may be named when it is thrown away
                if gone in self.held[player]:
                    self.held[player].remove(gone)
                    break
        self.events.append(Event(Word.DISCARD, self.numbers[player], cards=cards))

    def _show(self, player: int, cards: str) -> None:
        if cards == "-":
            if not self.held[player]:
                raise LineError(None, f"shows the cards dealt to p{player + 1}, but none were")
            shown = tuple(self.held[player])
        else:
            shown = _cards(cards)
        self.events.append(Event(Word.SHOW, self.numbers[player], cards=shown))
