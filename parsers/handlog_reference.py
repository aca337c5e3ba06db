"""The hand log, version 1, read plainly: the grammar of a line, and every reason why one is not accepted.

`parse_line` gives a `Hand` or a `Note`, or raises `LineError`. The scanner in `handlog_scanner` reads the common lines
faster and leaves every line it is not sure of to this module; what both accept they must read alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Final

import numpy as np
import pyarrow as pa

from parsers import schemas
from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.limits import (
    AMOUNT_MOST,
    BOARDS_MOST,
    CARDS_MOST,
    EVENTS_MOST,
    GAMES_WITHOUT_STAKES,
    POINTS_MOST,
    RUNIT_MOST,
    SIDE_POTS_MOST,
    STUB_MOST,
    TEXT_MOST,
    WHOLE_MOST,
    YEAR_LEAST,
    YEAR_MOST,
)
from parsers.line_hash import BLANKS
from parsers.nearest import did_you_mean

# The fields of a hand, of one of its seats, of its tournament. Any other is passed over; `oddchip lint` tells of it.
HAND_FIELDS: Final = (
    "v", "room", "table", "hand", "game", "betting", "stakes", "placard", "button", "start", "end", "dealer", "deck",
    "tournament", "seats", "events", "unrecorded", "bomb",
)  # fmt: skip
SEAT_FIELDS: Final = ("seat", "player", "stack", "state")
TOURNAMENT_FIELDS: Final = ("event", "level", "bba", "left", "first")
BOMB_FIELDS: Final = ("ante", "boards")
NOTE_HEAD: Final = ("v", "room", "table", "at", "note")

# The fields each kind of note carries, and those of them that it cannot do without.
NOTE_FIELDS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "time-call": ((), ()),
    "deck-change": (("deck",), ()),
    "push": (("dealer",), ()),
    "level": (("level", "sb", "bb", "ante"), ("level",)),
    "break": ((), ()),
    "resume": ((), ()),
    "hand-for-hand": (("on",), ()),
    "colour-up": (("on",), ()),
    "bagging": (("on",), ()),
    "seat-open": (("seat", "player"), ("seat",)),
    "seat-taken": (("seat", "player"), ("seat",)),
    "rebuy": (("seat", "player", "amount"), ("seat", "amount")),
    "cashout": (("seat", "player", "amount"), ("seat", "amount")),
    "button-bought": (("seat", "player"), ("seat",)),
    "playover": (("seat", "player"), ("seat",)),
    "bank": (("amount", "variance"), ("amount",)),
}


class LineError(Exception):
    """A line that is not accepted: the field (or column) it fails at, and a reason a person can act on."""

    def __init__(self, field: str | None, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class EventError(Exception):
    """An event that is not accepted; the text says why."""


class Number(str):
    """A number of the JSON text, kept as it was written: no digit is lost, and no huge one is ever computed."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a hand. The sentinels are those of `vocabulary`."""

    word: int
    seat: int = v.SEAT_NONE
    other: int = v.SEAT_NONE
    detail: int = 0
    text: str | None = None
    amount: int = v.NO_AMOUNT
    count: int = v.NO_COUNT
    pot: int = -1
    part: int = 0
    board: int = 0
    flags: int = 0
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat with chips at the start of a hand."""

    seat: int
    player: str
    stack: int
    state: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of the log."""

    room: str
    table: str
    hand: str
    game: str
    betting: str | None
    stakes: tuple[int, ...]  # cents in the order of vocabulary.STAKES, -1 absent
    placard: str | None
    button: int  # 0 absent
    start_us: int
    utc_offset_min: int
    end_us: int
    dealer: str | None
    deck: str | None
    is_tournament: bool
    tournament_event: str | None
    tournament_level: int
    tournament_bba: int
    tournament_left: int
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    unrecorded: frozenset[str] = frozenset()  # words that are not recorded of this hand, beside those of its log
    tournament_first: bool = False  # the first hand of the event at this table
    bomb_ante: int = -1  # of a bomb pot, in cents; -1: none was agreed
    bomb_boards: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log: the words that it never tells."""

    unrecorded: frozenset[str]


@dataclass(frozen=True, slots=True)
class Note:
    """One note of a table."""

    room: str
    table: str
    at_us: int
    utc_offset_min: int
    note: str
    fields: dict[str, Any] = field(default_factory=dict)  # columns of schemas.NOTES that this note fills


# -- JSON, strictly ------------------------------------------------------------------------------------------------


def _short(value: Any) -> str:
    """A value as the log writes it, cut short for a message."""
    if isinstance(value, Number):
        shown = str(value)
    elif isinstance(value, str):
        shown = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, dict):
        return "an object"
    elif isinstance(value, list):
        return "a list"
    else:
        shown = {None: "null", True: "true", False: "false"}[value]
    shown = shown.encode("utf-8", errors="replace").decode("utf-8")
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            shown = _short(key)[1:-1]
            raise LineError(shown, "the key stands twice in one object; keep the one that is meant")
        out[key] = value
    return out


def _constant(text: str) -> Any:
    raise LineError(None, f"{text} is no JSON number; write the amount, or leave the key out")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=Number, parse_float=Number, parse_constant=_constant, strict=True
)


def _load(line: bytes | str) -> dict[str, Any]:
    if isinstance(line, bytes):
        try:
            text = line.strip(BLANKS).decode("utf-8")
        except UnicodeDecodeError as error:
            byte = f"0x{error.object[error.start]:02x}"
            raise LineError(
                f"column {error.start + 1}", f"byte {byte} is not UTF-8; save the log as UTF-8 and send it again"
            ) from None
    else:
        text = line.strip(BLANKS.decode())
    try:
        value, end = _DECODER.raw_decode(text)
        if end != len(text):
            raise json.JSONDecodeError("Extra data", text, end)
    except json.JSONDecodeError as error:
        at = f"column {error.pos + 1}"
        if text.startswith("{") and not text.endswith("}"):
            raise LineError(at, "the line looks cut off: its object is not closed; send the whole file again") from None
        said = error.msg.removesuffix(" at").removesuffix(" starting")
        raise LineError(at, f"not JSON ({said}); a line is one JSON object") from None
    except RecursionError:
        raise LineError(
            None, "objects or lists are nested too deeply; a hand needs no more than three levels"
        ) from None
    if not isinstance(value, dict):
        raise LineError(None, f"a line is one JSON object in {{}}, not {_short(value)}")
    return value


# -- values --------------------------------------------------------------------------------------------------------


_PLAIN_MONEY: Final = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?")
_WHOLE: Final = re.compile(r"0|[1-9][0-9]*")


def _cents(whole: str, decimals: str | None) -> int:
    return int(whole) * 100 + int(((decimals or "") + "00")[:2])


def money_of(text: str) -> int:
    """Cents of an amount as events write it: `12`, `12.5`, `12.50`. Raises EventError."""
    match = _PLAIN_MONEY.fullmatch(text)
    if match is None:
        shown = _short(text)
        if re.fullmatch(r"-[0-9.]+", text):
            raise EventError(f"the amount {shown} is negative; amounts are written without a sign")
        if re.fullmatch(r"[0-9]+\.[0-9]{3,}", text):
            raise EventError(f"the amount {shown} has more than two decimals")
        raise EventError(f"{shown} is no amount; write it like 12 or 12.50")
    if len(match[1]) > 11 or (cents := _cents(match[1], match[2])) > AMOUNT_MOST:
        raise EventError(f"the amount {_short(text)} is beyond all reason (the most is {AMOUNT_MOST // 100})")
    return cents


def _money(where: str, value: Any, signed: bool = False) -> int:
    """Cents of a JSON number."""
    if not isinstance(value, Number):
        raise LineError(where, f"must be a number such as 12.50, not {_short(value)}")
    text = str(value)
    negative = text.startswith("-")
    if negative:
        if not signed:
            raise LineError(where, f"{_short(value)} is negative; amounts are written without a sign")
        text = text[1:]
    if "e" in text or "E" in text:
        text = _without_exponent(where, value, text)
    try:
        cents = money_of(text)
    except EventError as error:
        raise LineError(where, str(error)) from None
    return -cents if negative else cents


def _without_exponent(where: str, value: Any, text: str) -> str:
    """`1.5e2` as `150`: the same number, written out."""
    exponent = text.lower().partition("e")[2]
    if len(text) > 40 or abs(int(exponent)) > 40:
        raise LineError(where, f"{_short(value)} is beyond all reason (the most is {AMOUNT_MOST // 100})")
    plain = format(Decimal(text).normalize(), "f")
    return plain


def _whole(where: str, value: Any, least: int, most: int, example: str) -> int:
    if not isinstance(value, Number) or not _WHOLE.fullmatch(value):
        raise LineError(where, f"must be a whole number such as {example}, not {_short(value)}")
    if len(value) > 10 or not least <= int(value) <= most:
        raise LineError(where, f"{_short(value)} is not between {least} and {most}")
    return int(value)


def _text(where: str, value: Any) -> str:
    """A name: text that is not empty, fits a column, and can be printed."""
    if not isinstance(value, str) or isinstance(value, Number):
        hint = " (in quotes, so that leading zeros are kept)" if isinstance(value, Number) else ""
        raise LineError(where, f"must be text{hint}, not {_short(value)}")
    if not value:
        raise LineError(where, "is empty; write the name")
    if len(value) > TEXT_MOST:
        raise LineError(where, f"is {len(value)} characters long; the most is {TEXT_MOST}")
    for letter in value:
        if letter < " " or letter == "\x7f":
            raise LineError(where, f"holds the control character U+{ord(letter):04X}; remove it")
        if "\ud800" <= letter <= "\udfff":
            raise LineError(where, "holds half a surrogate pair, which is no character; write it as UTF-8")
    return value


def _optional_text(line: dict[str, Any], key: str, where: str = "") -> str | None:
    """A name that may be left out; an empty one was left out."""
    value = line.get(key)
    return None if value is None or value == "" else _text(where + key, value)


def _required(line: dict[str, Any], key: str, what: str) -> Any:
    value = line.get(key)
    if value is None:
        raise LineError(key, f"is missing; every {what} has one")
    return value


_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:([Zz])|([+-])([0-9]{2}):([0-9]{2}))?"
)
_EPOCH: Final = date(1970, 1, 1).toordinal()


def time_of(where: str, value: Any) -> tuple[int, int]:
    """Microseconds since 1970 in UTC, and the offset in minutes, of an RFC 3339 time. Raises LineError.

    Digits behind the microsecond are dropped; second 60 of a leap second is the second after.
    """
    if not isinstance(value, str) or isinstance(value, Number):
        raise LineError(where, f"must be a time such as 2018-06-02T10:04:11-07:00, not {_short(value)}")
    match = _TIME.fullmatch(value)
    if match is None:
        raise LineError(where, f"{_short(value)} is no RFC 3339 time; write it like 2018-06-02T10:04:11-07:00")
    year, month, day, hour, minute, second = (int(match[i]) for i in range(1, 7))
    if match[8] is None and match[9] is None:
        raise LineError(where, f"{_short(value)} has no offset; write it like 2018-06-02T10:04:11-07:00")
    if not YEAR_LEAST <= year <= YEAR_MOST:
        raise LineError(where, f"{_short(value)}: the year is not between {YEAR_LEAST} and {YEAR_MOST}")
    try:
        days = date(year, month, day).toordinal() - _EPOCH
    except ValueError:
        raise LineError(where, f"{_short(value)}: there is no such day") from None
    if hour > 23 or minute > 59 or second > 60:
        raise LineError(where, f"{_short(value)}: there is no such time of day")
    offset = 0
    if match[9] is not None:
        offset_hour, offset_minute = int(match[10]), int(match[11])
        if offset_hour > 23 or offset_minute > 59:
            raise LineError(where, f"{_short(value)}: there is no such offset")
        offset = (offset_hour * 60 + offset_minute) * (-1 if match[9] == "-" else 1)
    micros = int(((match[7] or "") + "000000")[:6])
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
    return seconds * 1_000_000 + micros, offset


# -- events --------------------------------------------------------------------------------------------------------


_SEAT: Final = {f"s{n}": n for n in range(1, v.SEATS_MOST + 1)}
_CARD: Final = {text: code for code, text in enumerate(v.CARD_TEXTS)} | {v.UNSEEN_TEXT: v.UNSEEN}
_WORD: Final = {text: code for code, text in enumerate(v.WORDS)}
_DETAIL: Final = {text: code for code, text in enumerate(v.DETAILS)}
_PART: Final = {text: code for code, text in enumerate(v.PARTS) if text}
_FLAG: Final = {text: 1 << bit for bit, text in enumerate(v.FLAGS)}
_POINTS: Final = re.compile(r"-?(0|[1-9][0-9]*)")

# The form of each event, as a message quotes it. Words that stand behind a seat, and words that begin an event.
SEAT_FORMS: Final = {
    "post": "sN post KIND AMT", "fold": "sN fold", "check": "sN check", "call": "sN call ADDED", "bet": "sN bet TOTAL",
    "raise": "sN raise TOTAL", "complete": "sN complete TOTAL", "show": "sN show CARDS", "muck": "sN muck",
    "wager": "sN wager KIND AMT", "pay": "sN pay KIND AMT", "take": "sN take KIND AMT", "push": "sN push KIND AMT",
    "set": "sN set ROW CARDS", "foul": "sN foul",
}  # fmt: skip
FORMS: Final = {
    "deal": "deal sN CARDS", "up": "up sN CARDS", "burn": "burn [CARD]", "board": "board CARDS",
    "board2": "board2 CARDS", "board3": "board3 CARDS", "community": "community CARD", "discard": "discard sN CARDS",
    "draw": "draw sN CARDS", "reshuffle": "reshuffle SOURCES", "return": "return sN AMT", "rake": "rake AMT",
    "promo": "promo AMT", "time": "time sN AMT", "timepot": "timepot AMT", "award": "award POT[.PART][.bK] sN AMT",
    "stub": "stub N", "runit": "runit N", "expose": "expose sN CARD", "boxed": "boxed CARD",
    "foreign": "foreign CARD", "joker": "joker sN", "misdeal": "misdeal REASON", "void": "void REASON",
    "dead": "dead sN REASON", "floor": "floor RULING", "meter": "meter AMT", "envy": "envy sN AMT",
    "score": "score sA sB POINTS", "pay": "pay sA sB AMT", "fantasy": "fantasy sN", "back": "back CARDS",
    "side": "side sA sB AMT REASON", "splash": "splash AMT",
}  # fmt: skip
FREE_TEXT: Final = ("misdeal", "void", "floor", "dead", "side")
FLAGGED: Final = ("fold", "check", "call", "bet", "raise", "complete", "post")


def _seat(text: str) -> int:
    if text not in _SEAT:
        raise EventError(f"{_short(text)} is no seat; seats are s1 to s{v.SEATS_MOST}")
    return _SEAT[text]


def _cards(text: str, most: int = CARDS_MOST) -> tuple[int, ...]:
    if not text or len(text) % 2:
        raise EventError(f"the cards {_short(text)} are cut off; each card is a rank and a suit, like Td")
    if len(text) > 2 * most:
        raise EventError(
            f"{_short(text)} is {len(text) // 2} cards; {'one is' if most == 1 else f'{most} are'} the most"
        )
    cards = []
    for i in range(0, len(text), 2):
        card = _CARD.get(text[i : i + 2])
        if card is None:
            raise EventError(f"{_short(text[i : i + 2])} is no card; write rank and suit like Td, ?? for one not seen")
        cards.append(card)
    return tuple(cards)


def _one_of(text: str, allowed: Sequence[str], what: str) -> int:
    if text not in allowed:
        raise EventError(f"{_short(text)} is no {what}; {did_you_mean(text, allowed)}use one of {' '.join(allowed)}")
    return _DETAIL[text]


def _number(text: str, least: int, most: int, what: str) -> int:
    if not _WHOLE.fullmatch(text) or len(text) > 6 or not least <= int(text) <= most:
        raise EventError(f"{_short(text)} is no {what}; write a whole number from {least} to {most}")
    return int(text)


def _free(text: str, form: str) -> str:
    if not text or text != text.strip(" "):
        raise EventError(f"expected `{form}`, with one blank before the text and none behind it")
    if len(text) > TEXT_MOST:
        raise EventError(f"the text is {len(text)} characters long; the most is {TEXT_MOST}")
    if any(c < " " or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in text):
        raise EventError("the text holds a control character; remove it")
    return text


def _flags(words: list[str]) -> int:
    flags = 0
    for word in words:
        flag = _FLAG.get(word)
        if flag is None:
            meant = did_you_mean(word, v.FLAGS)
            raise EventError(
                f"{_short(word)} is no flag; {meant}behind an action stand {', '.join(v.FLAGS)}, or nothing"
            )
        if flags & flag:
            raise EventError(f"the flag {word} stands twice")
        flags |= flag
    return flags


def _pot(text: str) -> tuple[int, int, int]:
    """`main`, `side2.hi.b1` as pot, part and board."""
    name, *rest = text.split(".")
    if name == "main":
        pot = 0
    elif name.startswith("side") and _WHOLE.fullmatch(name[4:]) and 1 <= int(name[4:][:4]) <= SIDE_POTS_MOST:
        pot = int(name[4:])
    else:
        raise EventError(f"{_short(name)} is no pot; pots are main, side1 to side{SIDE_POTS_MOST}")
    part = board = 0
    if rest and rest[0] in _PART:
        part = _PART[rest.pop(0)]
    if rest and re.fullmatch(f"b[1-{BOARDS_MOST}]", rest[0]):
        board = int(rest.pop(0)[1])
    if rest:
        parts = " ".join(_PART)
        raise EventError(f"{_short(text)}: behind the pot stand a part ({parts}), then a board (b1 to b{BOARDS_MOST})")
    return pot, part, board


def _sources(text: str) -> str:
    names = text.split("+")
    for name in names:
        if name not in v.RESHUFFLE_SOURCES:
            meant = did_you_mean(name, v.RESHUFFLE_SOURCES)
            raise EventError(f"{_short(name)} is no source; {meant}use {', '.join(v.RESHUFFLE_SOURCES)}, joined with +")
    if len(set(names)) != len(names):
        raise EventError(f"{_short(text)} names a source twice")
    return text


def parse_event(text: str) -> Event:
    """One event of the log. Raises EventError with the reason."""
    words = text.split(" ")
    first = words[0]
    if first in _SEAT:
        if len(words) < 2:
            raise EventError("a seat alone says nothing; what it did stands behind it")
        if words[1] not in SEAT_FORMS:
            meant = did_you_mean(words[1], SEAT_FORMS)
            raise EventError(f"{_short(words[1])} is no word of a seat; {meant}use one of {' '.join(SEAT_FORMS)}")
        return _seat_event(_SEAT[first], words[1], words[2:])
    if first in FREE_TEXT:
        return _text_event(first, text)
    if first not in FORMS:
        if re.fullmatch(r"s[0-9]+", first):
            raise EventError(f"{_short(first)} is no seat; seats are s1 to s{v.SEATS_MOST}")
        if first in SEAT_FORMS:
            raise EventError(f"{first} needs its seat before it: `{SEAT_FORMS[first]}`")
        meant = did_you_mean(first, FORMS)
        raise EventError(f"{_short(first)} is no event word; {meant}see the list of events of the hand log")
    return _table_event(first, words[1:])


def _count(form: str, rest: list[str], least: int, most: int) -> None:
    if not least <= len(rest) <= most or "" in rest:
        raise EventError(f"expected `{form}`, with one blank between the words")


def _seat_event(seat: int, word: str, rest: list[str]) -> Event:
    code, form = _WORD[word], SEAT_FORMS[word]
    fixed = form.count(" ") - 1
    _count(form, rest, fixed, fixed + (len(v.FLAGS) + 1 if word in FLAGGED else 0))
    flags = _flags(rest[fixed:])
    if word == "post":
        kind = _one_of(rest[0], v.POST_KINDS, "kind of post")
        return Event(code, seat, detail=kind, amount=money_of(rest[1]), flags=flags)
    if word in ("wager", "pay", "take", "push"):
        return Event(code, seat, detail=_one_of(rest[0], v.WAGER_KINDS, "kind of wager"), amount=money_of(rest[1]))
    if word == "set":
        return Event(code, seat, detail=_one_of(rest[0], v.ROWS, "row"), cards=_cards(rest[1]))
    if word == "show":
        return Event(code, seat, cards=_cards(rest[0]))
    if word in ("fold", "check", "muck", "foul"):
        return Event(code, seat, flags=flags)
    return Event(code, seat, amount=money_of(rest[0]), flags=flags)  # call, bet, raise, complete


def _text_event(word: str, text: str) -> Event:
    code, form = _WORD[word], FORMS[word]
    if word == "dead":
        _, _, rest = text.partition(" ")
        seat, _, reason = rest.partition(" ")
        if not seat:
            raise EventError(f"expected `{form}`, with one blank between the words")
        return Event(code, _seat(seat), text=_free(reason, form))
    if word == "side":
        words = text.split(" ", 4)
        _count(form, words[1:], 4, 4)
        return Event(code, _seat(words[1]), _seat(words[2]), amount=money_of(words[3]), text=_free(words[4], form))
    if text == word and word != "floor":  # a misdeal or a void may go without a reason
        return Event(code)
    return Event(code, text=_free(text[len(word) + 1 :], form))


def _table_event(word: str, rest: list[str]) -> Event:
    code, form = _WORD[word], FORMS[word]
    fixed = form.count(" ")
    _count(form, rest, 0 if word == "burn" else fixed, fixed)
    if word in ("deal", "expose"):
        seat = v.SEAT_DEALER if rest[0] == "dealer" else _seat(rest[0])
        return Event(code, seat, cards=_cards(rest[1], 1 if word == "expose" else CARDS_MOST))
    if word == "draw" and rest[1] == "pat":
        return Event(code, _seat(rest[0]), detail=v.Detail.PAT)
    if word in ("up", "discard", "draw"):
        return Event(code, _seat(rest[0]), cards=_cards(rest[1]))
    if word in ("board", "board2", "board3", "back"):
        return Event(code, cards=_cards(rest[0]))
    if word in ("burn", "community", "boxed", "foreign"):
        return Event(code, cards=_cards(rest[0], 1) if rest else ())
    if word == "award":
        pot, part, board = _pot(rest[0])
        return Event(code, _seat(rest[1]), amount=money_of(rest[2]), pot=pot, part=part, board=board)
    if word in ("return", "time", "envy"):
        return Event(code, _seat(rest[0]), amount=money_of(rest[1]))
    if word in ("joker", "fantasy"):
        return Event(code, _seat(rest[0]))
    if word == "score":
        if not _POINTS.fullmatch(rest[2]) or len(rest[2]) > 7 or abs(int(rest[2])) > POINTS_MOST:
            raise EventError(f"{_short(rest[2])} is no score; write whole points, as 6 or -4")
        return Event(code, _seat(rest[0]), _seat(rest[1]), count=int(rest[2]))
    if word == "pay":
        return Event(code, _seat(rest[0]), _seat(rest[1]), amount=money_of(rest[2]))
    if word == "stub":
        return Event(code, count=_number(rest[0], 0, STUB_MOST, "count of cards"))
    if word == "runit":
        return Event(code, count=_number(rest[0], 1, RUNIT_MOST, "number of boards"))
    if word == "reshuffle":
        return Event(code, text=_sources(rest[0]))
    return Event(code, amount=money_of(rest[0]))  # rake, promo, timepot, meter, splash


# -- lines ---------------------------------------------------------------------------------------------------------


def parse_line(line: bytes | str) -> Hand | Note | Header:
    """What a line says. Raises LineError; nothing else, whatever the bytes are."""
    record = _load(line)
    is_hand = any(key in record for key in ("hand", "seats", "events"))
    is_header = not is_hand and "note" not in record and "unrecorded" in record
    if not is_hand and not is_header and "note" not in record:
        raise LineError(None, "neither a hand (hand, seats, events) nor a table note (at, note)")
    what = "hand" if is_hand else "header" if is_header else "table note"
    version = _required(record, "v", what)
    if version != "1" or not isinstance(version, Number):
        raise LineError("v", f"{_short(version)} is not a version this reader knows; it reads version 1")
    if is_header:
        return Header(_unrecorded(record["unrecorded"]))
    return _hand(record) if is_hand else _note(record)


def _unrecorded(value: Any) -> frozenset[str]:
    """The words that are lost with what a log or a hand says it does not tell."""
    if value is None:
        return frozenset()
    if not isinstance(value, list):
        raise LineError("unrecorded", f'must be a list such as ["burns","rake"], not {_short(value)}')
    for k, word in enumerate(value):
        if not isinstance(word, str) or isinstance(word, Number) or word not in v.UNRECORDED:
            known = " ".join(v.UNRECORDED)
            meant = did_you_mean(str(word), v.UNRECORDED)
            reason = f"{_short(word)} is nothing a log can leave out; {meant}use one of {known}"
            raise LineError(f"unrecorded[{k}]", reason)
    return frozenset(lost for word in value for lost in v.UNRECORDED[word])


def _hand(record: dict[str, Any]) -> Hand:
    room, table, hand = (_text(key, _required(record, key, "hand")) for key in ("room", "table", "hand"))
    game = _text("game", _required(record, "game", "hand"))
    if game not in v.GAMES:
        meant = did_you_mean(game, v.GAMES)
        raise LineError("game", f"{_short(game)} is no game this reader knows; {meant}use one of {' '.join(v.GAMES)}")
    betting = _optional_text(record, "betting")
    if betting is not None and betting not in v.BETTING:
        raise LineError("betting", f"{_short(betting)} is no form of betting; use one of {' '.join(v.BETTING)}")
    stakes = _stakes(record, game)
    button = record.get("button")
    start_us, offset = time_of("start", _required(record, "start", "hand"))
    end = record.get("end")
    end_us = v.NO_TIME if end is None else time_of("end", end)[0]
    seats = _seats(_required(record, "seats", "hand"))
    return Hand(
        room, table, hand, game, betting, stakes,
        placard=_optional_text(record, "placard"),
        button=0 if button is None else _whole("button", button, 1, v.SEATS_MOST, "4"),
        start_us=start_us, utc_offset_min=offset, end_us=end_us,
        dealer=_optional_text(record, "dealer"),
        deck=_optional_text(record, "deck"),
        **_tournament(record.get("tournament"), stakes),
        seats=seats,
        events=_events(_required(record, "events", "hand"), seats),
        unrecorded=_unrecorded(record.get("unrecorded")),
        **_bomb(record.get("bomb")),
    )  # fmt: skip


def _bomb(value: Any) -> dict[str, Any]:
    """What everybody puts in before a bomb pot, and how many boards it is played on."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise LineError("bomb", f'must be an object such as {{"ante":5,"boards":2}}, not {_short(value)}')
    if value.get("ante") is None:
        raise LineError("bomb.ante", "is missing; every bomb pot has one")
    boards = value.get("boards")
    return {
        "bomb_ante": _money("bomb.ante", value["ante"]),
        "bomb_boards": 1 if boards is None else _whole("bomb.boards", boards, 1, BOARDS_MOST, "2"),
    }


def _stakes(record: dict[str, Any], game: str) -> tuple[int, ...]:
    stakes = record.get("stakes")
    if stakes is None:
        if game in GAMES_WITHOUT_STAKES:
            return (-1,) * len(v.STAKES)
        raise LineError("stakes", f"is missing; every hand of {game} has one (it may be {{}})")
    if not isinstance(stakes, dict):
        raise LineError("stakes", f'must be an object such as {{"sb":1,"bb":3}}, not {_short(stakes)}')
    values = tuple(-1 if stakes.get(k) is None else _money(f"stakes.{k}", stakes[k]) for k in v.STAKES)
    if values[v.STAKES.index("chip")] == 0:
        raise LineError("stakes.chip", "is 0; write the smallest unit in play, or leave it out")
    return values


def _tournament(value: Any, stakes: tuple[int, ...]) -> dict[str, Any]:
    if value is None:
        return {
            "is_tournament": False, "tournament_event": None, "tournament_level": v.NO_COUNT, "tournament_bba": -1,
            "tournament_left": v.NO_COUNT, "tournament_first": False,
        }  # fmt: skip
    if not isinstance(value, dict):
        raise LineError("tournament", f'must be an object such as {{"event":"7","level":3}}, not {_short(value)}')

    def count(key: str) -> int:
        given = value.get(key)
        return v.NO_COUNT if given is None else _whole(f"tournament.{key}", given, 0, WHOLE_MOST, "3")

    event = value.get("event")
    if isinstance(event, Number):  # events go by number; 7 and "7" are the same event
        event = str(_whole("tournament.event", event, 0, WHOLE_MOST, "7"))
    elif event is not None:
        event = _optional_text(value, "event", "tournament.")
    first = value.get("first")
    if first is not None and not isinstance(first, bool):
        raise LineError("tournament.first", f"must be true or false, not {_short(first)}")
    bba = value.get("bba")
    if bba is True or isinstance(bba, dict):
        bb = stakes[v.STAKES.index("bb")]
        if bb < 0:
            said = "is true" if bba is True else "is a multiple"
            raise LineError(
                "tournament.bba", f"{said}, but stakes.bb is absent; write the amount of the big-blind ante"
            )
        bba_cents = bb if bba is True else bb * _multiple(bba) // 100
    elif bba is False:
        bba_cents = 0
    else:
        bba_cents = -1 if bba is None else _money("tournament.bba", bba)
    return {
        "is_tournament": True, "tournament_event": event, "tournament_level": count("level"),
        "tournament_bba": bba_cents, "tournament_left": count("left"), "tournament_first": first is True,
    }  # fmt: skip


def _multiple(value: dict[str, Any]) -> int:
    """How much of the big blind the table's ante is, in hundredths."""
    if value.get("times") is None:
        raise LineError("tournament.bba.times", 'is missing; write the multiple like {"times":1.5}')
    return _money("tournament.bba.times", value["times"])


def _seats(value: Any) -> tuple[Seat, ...]:
    if not isinstance(value, list):
        raise LineError("seats", f"must be a list of seats, not {_short(value)}")
    if not value:
        raise LineError("seats", "is empty; list everybody with chips at the table")
    seats: list[Seat] = []
    taken: set[int] = set()
    for i, item in enumerate(value):
        where = f"seats[{i}]"
        if not isinstance(item, dict):
            raise LineError(where, f"must be an object with seat, player and stack, not {_short(item)}")
        for key in ("seat", "player", "stack"):
            if item.get(key) is None:
                raise LineError(f"{where}.{key}", "is missing; every seat has one")
        number = _whole(f"{where}.seat", item["seat"], 1, v.SEATS_MOST, "4")
        if number in taken:
            raise LineError(f"{where}.seat", f"seat {number} is listed twice")
        taken.add(number)
        state = item.get("state")
        if state is not None and (not isinstance(state, str) or state not in v.STATES):
            raise LineError(
                f"{where}.state",
                f"{_short(state)} is no state; {did_you_mean(state, v.STATES)}use one of {' '.join(v.STATES)}",
            )
        seats.append(
            Seat(
                number,
                _text(f"{where}.player", item["player"]),
                _money(f"{where}.stack", item["stack"]),
                0 if state is None else v.STATES.index(state),
            )
        )
    return tuple(seats)


def _events(value: Any, seats: tuple[Seat, ...]) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise LineError("events", f"must be a list of texts, not {_short(value)}")
    if len(value) > EVENTS_MOST:
        raise LineError("events", f"holds {len(value)} events; {EVENTS_MOST} are the most")
    present = {seat.seat for seat in seats}
    events: list[Event] = []
    for i, item in enumerate(value):
        if not isinstance(item, str) or isinstance(item, Number):
            raise LineError(f"events[{i}]", f'must be text such as "s5 fold", not {_short(item)}')
        try:
            event = parse_event(item)
            for seat in (event.seat, event.other):
                if seat > 0 and seat not in present:
                    raise EventError(f"seat s{seat} is not listed in seats")
        except EventError as error:
            raise LineError(f"events[{i}]", f"{_short(item)}: {error}") from None
        events.append(event)
    return tuple(events)


def _note(record: dict[str, Any]) -> Note:
    room, table = (_text(key, _required(record, key, "table note")) for key in ("room", "table"))
    at_us, offset = time_of("at", _required(record, "at", "table note"))
    note = _text("note", _required(record, "note", "table note"))
    if note not in NOTE_FIELDS:
        raise LineError(
            "note", f"{_short(note)} is no table note; {did_you_mean(note, v.NOTES)}use one of {' '.join(v.NOTES)}"
        )
    carried, needed = NOTE_FIELDS[note]
    fields: dict[str, Any] = {}
    for key in carried:
        value = record.get(key)
        if value is None:
            if key in needed:
                raise LineError(key, f"is missing; a {note} note has one")
        elif key in ("deck", "dealer", "player"):
            fields[key] = _optional_text(record, key)
        elif key == "level":
            fields[key] = _whole(key, value, 0, WHOLE_MOST, "3")
        elif key == "seat":
            fields[key] = _whole(key, value, 1, v.SEATS_MOST, "4")
        elif key == "on":
            if not isinstance(value, bool):
                raise LineError("on", f"must be true or false, not {_short(value)}")
            fields[key] = value
        else:
            fields[f"{key}_cents"] = _money(key, value, signed=key == "variance")
    return Note(room, table, at_us, offset, note, fields)


# -- tables --------------------------------------------------------------------------------------------------------


class _Texts:
    def __init__(self) -> None:
        self.ids: dict[str, int] = {}

    def __call__(self, text: str | None) -> int:
        return v.NO_ID if text is None else self.ids.setdefault(text, len(self.ids))


def batch_of(source_file: str, rows: Iterable[tuple[int, int, Hand]]) -> HandBatch:
    """The batch of (line, line hash, hand) rows, in their order."""
    listed = list(rows)
    hands = [hand for _, _, hand in listed]
    seats = [seat for hand in hands for seat in hand.seats]
    events = [event for hand in hands for event in hand.events]
    texts = _Texts()

    def pooled(items: Iterable[str | None]) -> Any:
        return np.array([texts(item) for item in items], dtype=np.int32)

    def column(items: Iterable[int], dtype: Any) -> Any:
        return np.array(list(items), dtype=dtype)

    def offsets(lengths: Iterable[int]) -> Any:
        return np.concatenate([[0], np.cumsum(list(lengths), dtype=np.int64)]).astype(np.int64)

    return HandBatch(
        source_file=source_file,
        hand=pa.array([h.hand for h in hands], pa.string()),
        line=column((line for line, _, _ in listed), np.int32),
        line_hash=column((digest for _, digest, _ in listed), np.int64),
        room=pooled(h.room for h in hands),
        table=pooled(h.table for h in hands),
        game=pooled(h.game for h in hands),
        betting=pooled(h.betting for h in hands),
        placard=pooled(h.placard for h in hands),
        dealer=pooled(h.dealer for h in hands),
        deck=pooled(h.deck for h in hands),
        stakes=np.array([h.stakes for h in hands], dtype=np.int64).reshape(len(hands), len(v.STAKES)),
        button=column((h.button for h in hands), np.int8),
        start_us=column((h.start_us for h in hands), np.int64),
        end_us=column((h.end_us for h in hands), np.int64),
        utc_offset_min=column((h.utc_offset_min for h in hands), np.int16),
        is_tournament=column((h.is_tournament for h in hands), np.bool_),
        tournament_event=pooled(h.tournament_event for h in hands),
        tournament_level=column((h.tournament_level for h in hands), np.int32),
        tournament_bba=column((h.tournament_bba for h in hands), np.int64),
        tournament_left=column((h.tournament_left for h in hands), np.int32),
        tournament_first=column((h.tournament_first for h in hands), np.bool_),
        bomb_ante=column((h.bomb_ante for h in hands), np.int64),
        bomb_boards=column((h.bomb_boards for h in hands), np.int8),
        seat_offsets=offsets(len(h.seats) for h in hands),
        event_offsets=offsets(len(h.events) for h in hands),
        seat_no=column((s.seat for s in seats), np.int8),
        seat_player=pooled(s.player for s in seats),
        seat_stack=column((s.stack for s in seats), np.int64),
        seat_state=column((s.state for s in seats), np.uint8),
        word=column((e.word for e in events), np.uint8),
        seat=column((e.seat for e in events), np.int8),
        other=column((e.other for e in events), np.int8),
        detail=column((e.detail for e in events), np.uint8),
        text=pooled(e.text for e in events),
        amount=column((e.amount for e in events), np.int64),
        count=column((e.count for e in events), np.int32),
        pot=column((e.pot for e in events), np.int8),
        part=column((e.part for e in events), np.uint8),
        board=column((e.board for e in events), np.int8),
        flags=column((e.flags for e in events), np.uint8),
        card_offsets=offsets(len(e.cards) for e in events),
        cards=column((c for e in events for c in e.cards), np.uint8),
        texts=list(texts.ids),
    )  # fmt: skip


def notes_table(source_file: str, rows: Iterable[tuple[int, int, Note]]) -> pa.Table:
    """The `notes` table of (line, line hash, note) rows, in their order; `gaming_date` is left null."""
    records = [
        {
            "room": note.room, "table": note.table, "at": note.at_us, "utc_offset_min": note.utc_offset_min,
            "note": note.note, **note.fields, "source_file": source_file, "source_line": line, "line_hash": digest,
        }
        for line, digest, note in rows
    ]  # fmt: skip
    columns = []
    for f in schemas.NOTES:
        values = [record.get(f.name) for record in records]
        if pa.types.is_dictionary(f.type):
            columns.append(pa.array(values, pa.string()).dictionary_encode().cast(f.type))
        elif pa.types.is_timestamp(f.type):
            columns.append(pa.array(values, pa.int64()).cast(f.type))
        else:
            columns.append(pa.array(values, f.type))
    return pa.Table.from_arrays(columns, schema=schemas.NOTES)
