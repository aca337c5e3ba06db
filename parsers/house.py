"""The house file, `house.toml`: rooms, their rulebooks and clocks, and the placards that stand on the tables.

Everything is checked on loading, and an error says where, what, and what to do. Money becomes cents here. A value may
be dated: `rake = [{ from = 2018-05-30, … }, { from = 2018-07-01, … }]`; one number, word or list is dated as
`[{ from = 2018-05-30, value = 3 }]`. `Settings` keeps every dated value, so that a gaming day finds the one in force.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final
from zoneinfo import TZPATH, ZoneInfo, available_timezones

import numpy as np
import numpy.typing as npt
import polars as pl

from parsers import vocabulary as v
from parsers.nearest import did_you_mean

FILE_BYTES_MOST: Final = 1 << 20
DOTS_MOST: Final = 64  # in a line: reading a dotted key takes the square of its parts
RULEBOOKS_FOLDER: Final = "rulebooks"  # beside the house file: the operator's own
DAY_STARTS: Final = 6 * 60  # minutes; of a room that does not say, or is not known
MIXED: Final = "mixed"  # the `game` of a placard whose `mixed` lists the games of the rotation
ALWAYS: Final = date.min  # the day from which an undated value is in force
WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# What a room sends, as the house file calls it.
FEEDS: Final = ("hands", "downs", "shuffler", "drop")

_QUARTER_US: Final = 900_000_000
_MONEY_MOST: Final = 1_000_000_000
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_ID: Final = re.compile(r"[^\s.\"']{1,80}")
_POINTS_MOST: Final = 1000
_PAIR_OR_TRIPS: Final = re.compile(r"([2-9TJQKA])\1{1,2}")

Check = Callable[[Any], Any]
Table = dict[str, Check]
Schema = dict[str, Any]

# What each check takes, as JSON Schema: one declaration reads the file, and tells editors and the pages of it.
_SCHEMAS: Final[dict[Check, Schema]] = {}


def schema_of(check: Check) -> Schema:
    """What a check takes, as JSON Schema."""
    return _SCHEMAS[check]


def _declared(check: Check, schema: Schema) -> Check:
    _SCHEMAS[check] = schema
    return check


class HouseError(Exception):
    """The house file cannot be used as it stands."""


class _WrongError(Exception):
    """What is wrong with a value, and what to write; the place is added on the way up."""

    def __init__(self, text: str, *path: str) -> None:
        super().__init__(text)
        self.text = text
        self.path = path


@dataclass(frozen=True)
class Settings:
    """One key's values by the day from which each is in force, earliest first."""

    values: tuple[tuple[date, Any], ...]

    def on(self, day: date) -> Any | None:
        """The value in force on a gaming day; None before the first."""
        found = None
        for since, value in self.values:
            if since > day:
                break
            found = value
        return found


@dataclass(frozen=True, eq=False)
class Room:
    """One room: its clock, its rulebooks, and what it sets for all its tables."""

    id: str
    rulebooks: Settings  # of tuples of ids; the first that speaks on a matter governs
    timezone: ZoneInfo
    day_starts: Settings  # of minutes past midnight
    settings: Mapping[str, Settings]  # what governs its tables
    expects: Mapping[str, Settings]  # what it should send: `tables`, `open_days`, `feeds`

    def rulebooks_on(self, day: date) -> tuple[str, ...]:
        return self.rulebooks.on(day) or ()

    def starts_on(self, day: date) -> int:
        """The minute of its calendar day at which a gaming day begins; it ends where the next one begins."""
        starts = self.day_starts.on(day)
        return DAY_STARTS if starts is None else starts

    def declared(self, key: str, day: date) -> tuple[str, ...] | None:
        """The `tables` or `feeds` that the house file says to expect on a day; None where it does not say."""
        return self.expects[key].on(day) if key in self.expects else None

    def opens_on(self, day: date) -> bool | None:
        """Whether the house file says that the room plays on this weekday; None where it does not say."""
        days = self.declared("open_days", day)
        return None if days is None else WEEKDAYS[day.weekday()] in days

    def clock(self) -> str:
        """What decides on which gaming day and in which slot a moment falls, as one text.

        The zone's own rules are in it, as Python has them and (by its version) as Polars has them: a country may
        change its clocks after the fact, and then days and slots have to be looked at again.
        """
        starts = ",".join(f"{since.isoformat()}={minutes}" for since, minutes in self.day_starts.values)
        return f"{self.timezone.key} {zone_digest(self.timezone.key)} {starts} polars {pl.__version__}"

    def instant(self, day: date, minutes: int, fold: int = 0) -> datetime:
        """The moment of a local time of day, in UTC. `fold` 1 is the second of two when the clock is set back."""
        local = datetime.combine(day, time(minutes // 60, minutes % 60, fold=fold), tzinfo=self.timezone)
        return local.astimezone(UTC)

    def gaming_date(self, at: datetime) -> date:
        """The gaming day of a moment."""
        local = at.astimezone(self.timezone)
        day = local.date()
        return day if local.hour * 60 + local.minute >= self.starts_on(day) else day - timedelta(days=1)

    def closes(self, day: date) -> datetime:
        """The moment at which a gaming day is over, in UTC."""
        after = day + timedelta(days=1)
        return self.instant(after, self.starts_on(after))


@dataclass(frozen=True, eq=False)
class Placard:
    """One placard: which game it is for, and what it sets."""

    id: str
    room: str
    game: str  # a game of games.md, or "mixed"
    betting: str | None
    stakes_cents: Mapping[str, int]
    settings: Mapping[str, Settings]

    def games_on(self, day: date) -> tuple[str, ...]:
        """The games that may be dealt under it."""
        mixed = self.settings["mixed"].on(day) if "mixed" in self.settings else None
        return tuple(mixed) if mixed else (self.game,)


@dataclass(frozen=True, eq=False)
class House:
    """The house file as a whole. `digest` is the SHA-256 of its bytes.

    `own_rulebooks` are the operator's, as text by the names of their files; the law reads them.
    """

    name: str
    digest: str
    rooms: Mapping[str, Room]
    placards: Mapping[str, Placard]
    own_rulebooks: Mapping[str, str] = field(default_factory=dict)

    def clock_of(self, room: str) -> str:
        """The clock by which a room's days are counted; see `Room.clock`."""
        return self.rooms[room].clock() if room in self.rooms else "not in the house file: UTC from 06:00"

    def gaming_dates(self, rooms: pl.Series, at: pl.Series) -> pl.Series:
        """The gaming day of each moment (`at` in UTC) in its room; an unknown room counts in UTC from 06:00."""
        names = rooms.cast(pl.String)
        if at.null_count():
            return self._dates_one_by_one(names, at)
        known = names.unique(maintain_order=True)
        which = names.to_frame("room").join(
            known.to_frame("room").with_row_index("which"),
            on="room",
            how="left",
            nulls_equal=True,
            maintain_order="left",
        )["which"]
        return self.gaming_dates_of(known, which.to_numpy(), at.to_physical().to_numpy())

    def gaming_dates_of(
        self, rooms: pl.Series, which: npt.NDArray[np.integer], at_us: npt.NDArray[np.int64]
    ) -> pl.Series:
        """The gaming day of each moment, in microseconds, in the room whose place in `rooms` is told."""
        # Moments mostly come in order: one answer serves all of a room's quarter of an hour, unless a day begins in it.
        quarter = at_us // _QUARTER_US
        turns = np.ones(len(at_us), np.bool_)
        turns[1:] = (quarter[1:] != quarter[:-1]) | (which[1:] != which[:-1])
        starts = np.flatnonzero(turns)
        names, begins = rooms.gather(which[starts]), quarter[starts] * _QUARTER_US
        first = self._dates_one_by_one(names, _moments(begins))
        if not first.equals(self._dates_one_by_one(names, _moments(begins + (_QUARTER_US - 1)))):
            return self._dates_one_by_one(rooms.gather(which), _moments(at_us))
        return first.gather(np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(at_us)))))

    def _dates_one_by_one(self, rooms: pl.Series, at: pl.Series) -> pl.Series:
        frame = pl.DataFrame({"room": rooms, "at": at})
        dates = _gaming_date("UTC", Settings(((ALWAYS, DAY_STARTS),)))
        for room_id in frame["room"].unique().drop_nulls().sort():
            room = self.rooms.get(room_id)
            if room is not None:
                own = _gaming_date(room.timezone.key, room.day_starts)
                dates = pl.when(pl.col("room") == room_id).then(own).otherwise(dates)
        return frame.select(dates.alias("gaming_date"))["gaming_date"]


@cache
def zone_digest(key: str) -> str:
    """A short digest of a time zone's rules, from where Python takes them."""
    for folder in TZPATH:
        path = Path(folder) / key
        if path.is_file():
            return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    data = importlib.resources.files("tzdata").joinpath("zoneinfo", *key.split("/")).read_bytes()
    return hashlib.sha256(data).hexdigest()[:12]


def _moments(at_us: npt.NDArray[np.int64]) -> pl.Series:
    return pl.Series(at_us, dtype=pl.Int64).cast(pl.Datetime("us", "UTC"))


def _gaming_date(timezone: str, starts: Settings) -> pl.Expr:
    """The calendar day of `at` on a room's clock, or the day before where that day had not begun yet."""
    local = pl.col("at").dt.convert_time_zone(timezone)
    day, minute = local.dt.date(), local.dt.hour().cast(pl.Int32) * 60 + local.dt.minute()
    begins = pl.lit(DAY_STARTS, pl.Int32)
    for since, minutes in starts.values:
        value = pl.lit(minutes, pl.Int32)
        begins = value if since == ALWAYS else pl.when(day >= since).then(value).otherwise(begins)
    return pl.when(minute >= begins).then(day).otherwise(day - pl.duration(days=1))


# -- loading -----------------------------------------------------------------------------------------------------------


def load_house(path: Path | str) -> House:
    """The house file, checked as a whole, with the rulebooks that lie beside it."""
    path = Path(path)
    name = path.name
    try:
        data = path.read_bytes() if path.stat().st_size <= FILE_BYTES_MOST else None
    except OSError as error:
        raise HouseError(f"{path}: cannot be read ({error.strerror or error}); name the house file") from error
    if data is None:
        raise HouseError(f"{name}: is over {FILE_BYTES_MOST:,} bytes; a house file holds rooms and placards only")
    return replace(parse_house(data, name), own_rulebooks=own_rulebooks(path.resolve().parent / RULEBOOKS_FOLDER))


def own_rulebook_files(house_path: Path) -> list[Path]:
    """The operator's own rulebooks, in the order of their names; none where there is no such folder.

    Where the house file is a link, they lie beside the file that it leads to.
    """
    return _rulebook_files(house_path.resolve().parent / RULEBOOKS_FOLDER)


def _rulebook_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.toml") if path.is_file() and not path.name.startswith("."))


def own_rulebooks(folder: Path) -> dict[str, str]:
    """The text of each rulebook of the folder beside the house file, by its name without the ending."""
    texts: dict[str, str] = {}
    for path in _rulebook_files(folder):
        name = f"{RULEBOOKS_FOLDER}/{path.name}"
        try:
            data = path.read_bytes() if path.stat().st_size <= FILE_BYTES_MOST else None
        except OSError as error:
            raise HouseError(f"{name}: cannot be read ({error.strerror or error}); let the audit read it") from error
        if data is None:
            raise HouseError(f"{name}: is over {FILE_BYTES_MOST:,} bytes; a rulebook holds values and citations only")
        try:
            texts[path.stem] = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise HouseError(f"{name}: is not UTF-8 (byte {error.start + 1}); save it as UTF-8") from error
    return texts


def parse_house(data: bytes, name: str = "house.toml") -> House:
    """A house file from its bytes."""
    document = _document(data, name)
    _known(document, ("room", "placard"), name, "the file", "sections")
    room_tables = _sections(document, "room", name)
    placard_tables = _sections(document, "placard", name)
    if not room_tables:
        raise HouseError(f"{name}: no [room.…] section; write at least one, with rulebooks and timezone")
    rooms = {id_: _room(name, id_, table) for id_, table in room_tables.items()}
    placards = {id_: _placard(name, id_, table, rooms) for id_, table in placard_tables.items()}
    return House(name, hashlib.sha256(data).hexdigest(), rooms, placards)


def _document(data: bytes, name: str) -> dict[str, Any]:
    if len(data) > FILE_BYTES_MOST:
        raise HouseError(f"{name}: is over {FILE_BYTES_MOST:,} bytes; a house file holds rooms and placards only")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise HouseError(f"{name}: is not UTF-8 (byte {error.start + 1}); save it as UTF-8") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > DOTS_MOST and not line.lstrip().startswith("#"):
            raise HouseError(f"{name}: line {number} has over {DOTS_MOST} dots; write tables in place of dotted keys")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError as error:
        raise HouseError(f"{name}: is nested too deeply; a house file has rooms, placards and their keys") from error
    except (ValueError, ArithmeticError) as error:
        raise HouseError(f"{name}: is not TOML: {error}; correct the line") from error


def _sections(document: dict[str, Any], kind: str, name: str) -> dict[str, dict[str, Any]]:
    sections = document.get(kind, {})
    if not isinstance(sections, dict) or not all(isinstance(table, dict) for table in sections.values()):
        raise HouseError(f"{name}: [{kind}] is not a section of its own; write [{kind}.ID] and its keys below")
    for id_ in sections:
        if not _ID.fullmatch(id_):
            raise HouseError(f'{name}: [{kind}.{id_}] has a name with blanks, dots or quotes; write it as "rio-1-3-nl"')
    return sections


def _known(found: Collection[str], known: Collection[str], name: str, place: str, what: str = "keys") -> None:
    for key in found:
        if key not in known:
            raise HouseError(f"{name}: {place} {_unknown(key, known, what)}")


def _unknown(key: str, known: Collection[str], what: str = "keys") -> str:
    return f'has an unknown key "{key}"; {did_you_mean(key, known)}the {what} are {", ".join(known)}'


def _room(name: str, id_: str, table: dict[str, Any]) -> Room:
    place = f"[room.{id_}]"
    _known(table, (*ROOM_KEYS, *EXPECTED_KEYS, *RULE_KEYS), name, place)
    for key in ("rulebooks", "timezone"):
        if key not in table:
            raise HouseError(f"{name}: {place} has no {key}; write {_EXAMPLES[key]}")
    settings = {key: _settings(name, place, key, value) for key, value in table.items() if key not in PLAIN_KEYS}
    return Room(
        id=id_,
        rulebooks=settings.pop("rulebooks"),
        timezone=_plain(name, place, "timezone", table["timezone"]),
        day_starts=settings.pop("gaming_day_starts", Settings(((ALWAYS, DAY_STARTS),))),
        expects={key: settings.pop(key) for key in EXPECTED_KEYS if key in settings},
        settings=settings,
    )


def _placard(name: str, id_: str, table: dict[str, Any], rooms: Mapping[str, Room]) -> Placard:
    place = f"[placard.{id_}]"
    _known(table, (*PLACARD_KEYS, *RULE_KEYS), name, place)
    if "room" not in table:
        raise HouseError(f'{name}: {place} has no room; write room = "{next(iter(rooms))}"')
    room = _plain(name, place, "room", table["room"])
    if room not in rooms:
        meant = did_you_mean(room, rooms)
        raise HouseError(
            f'{name}: {place} room "{room}" has no section; {meant}write [room.{room}] or name one of the rooms'
        )
    if "game" not in table and "mixed" not in table:
        raise HouseError(f'{name}: {place} has no game; write game = "holdem", or mixed = [...] for a rotation')
    game = _plain(name, place, "game", table.get("game", MIXED))
    if game == MIXED and "mixed" not in table:
        raise HouseError(f'{name}: {place} game is "mixed" without mixed; list the games, mixed = ["omaha8", "razz"]')
    return Placard(
        id=id_,
        room=room,
        game=game,
        betting=_plain(name, place, "betting", table["betting"]) if "betting" in table else None,
        stakes_cents=_plain(name, place, "stakes", table.get("stakes", {})),
        settings={key: _settings(name, place, key, value) for key, value in table.items() if key not in PLAIN_KEYS},
    )


def _plain(name: str, place: str, key: str, value: Any) -> Any:
    """A value that cannot be dated: it says what the room or placard is."""
    try:
        return _CHECKS[key](value)
    except _WrongError as wrong:
        raise HouseError(f"{name}: {place} {'.'.join((key, *wrong.path))} {wrong.text}") from None


def _settings(name: str, place: str, key: str, value: Any) -> Settings:
    check = _CHECKS[key]
    try:
        if not (isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value)):
            return Settings(((ALWAYS, check(value)),))
        dated: list[tuple[date, Any]] = []
        for number, entry in enumerate(value, start=1):
            since = entry.get("from")
            if type(since) is not date:
                raise _WrongError(f"entry {number} has no day; write from = 2018-05-30 in it")
            if dated and since <= dated[-1][0]:
                raise _WrongError(f"has {since} behind {dated[-1][0]}; put the dated values in order, each day once")
            rest = {k: x for k, x in entry.items() if k != "from"}
            if key not in TABLE_KEYS:
                if set(rest) != {"value"}:
                    raise _WrongError(f"entry {number} has {', '.join(rest) or 'nothing'} beside from; write value = …")
                rest = rest["value"]
            dated.append((since, check(rest)))
        return Settings(tuple(dated))
    except _WrongError as wrong:
        raise HouseError(f"{name}: {place} {'.'.join((key, *wrong.path))} {wrong.text}") from None


# -- what a value may be -----------------------------------------------------------------------------------------------


def _yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _WrongError(f"is {_shown(value)}; write true or false")
    return value


def _whole(least: int, most: int) -> Check:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _WrongError(f"is {_shown(value)}; write a whole number from {least} to {most}")
        return value

    return _declared(check, {"type": "integer", "minimum": least, "maximum": most})


def _percent(value: Any) -> int | Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not _finite(value) or not 0 <= value <= 100:
        raise _WrongError(f"is {_shown(value)}; write a number from 0 to 100")
    if value * 100 != int(value * 100):
        raise _WrongError(f"is {_shown(value)}; a percentage has at most two decimals")
    return int(value) if value == int(value) else value


def _hundredths(value: Any) -> int:
    """How many times something is taken, in hundredths: 150 for 1.5."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not _finite(value) or not 0 < value <= 10:
        raise _WrongError(f"is {_shown(value)}; write a number above 0, up to 10, such as 1.5")
    if value * 100 != int(value * 100):
        raise _WrongError(f"is {_shown(value)}; it has at most two decimals")
    return int(value * 100)


def _money(value: Any) -> int:
    """An amount in the table's currency as cents."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not _finite(value):
        raise _WrongError(f"is {_shown(value)}; write an amount such as 5 or 0.50")
    if not 0 <= value <= _MONEY_MOST:
        raise _WrongError(f"is {_shown(value)}; write an amount from 0 to {_MONEY_MOST:,}")
    in_cents = value * 100
    if in_cents != int(in_cents):
        raise _WrongError(f"is {_shown(value)}; money has at most two decimals")
    return int(in_cents)


def _some_money(value: Any) -> int:
    in_cents = _money(value)
    if not in_cents:
        raise _WrongError("is 0; write an amount above 0, or leave the key out")
    return in_cents


def _to_one(value: Any) -> int:
    """What a line of a paytable pays to one, in hundredths: 150 for 1.5."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not _finite(value) or not 0 < value <= 10_000:
        raise _WrongError(f"is {_shown(value)}; write what it pays to one, such as 500 or 1.5")
    if value * 100 != int(value * 100):
        raise _WrongError(f"is {_shown(value)}; it has at most two decimals")
    return int(value * 100)


def _finite(value: int | Decimal) -> bool:
    return isinstance(value, int) or value.is_finite()


def _one_of(words: Collection[str]) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise _WrongError(f"is {_shown(value)}; {did_you_mean(value, words)}write one of {', '.join(words)}")
        return value

    return _declared(check, {"enum": list(words)})


def _some_of(words: Collection[str], example: str) -> Check:
    one = _one_of(words)

    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise _WrongError(f"is {_shown(value)}; write a list such as {example}")
        listed = tuple(one(entry) for entry in value)
        if len(set(listed)) < len(listed):
            raise _WrongError(f"names one twice in {', '.join(listed)}; name each once")
        return listed

    return _declared(check, {"type": "array", "minItems": 1, "uniqueItems": True, "items": schema_of(one)})


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _WrongError(f"is {_shown(value)}; write a name in quotes")
    return value


def _rulebooks(value: Any) -> tuple[str, ...]:
    """Ids of rulebooks; which there are is known once the shipped and the house's own are read."""
    if not isinstance(value, list) or not value:
        raise _WrongError(f'is {_shown(value)}; write a list such as ["wsop-dealer-2018", "wsop-live-2017"]')
    for entry in value:
        if not isinstance(entry, str) or not _ID.fullmatch(entry):
            raise _WrongError(f"has {_shown(entry)}; write the id of a rulebook, as `oddchip rulebooks` lists them")
    if len(set(value)) < len(value):
        raise _WrongError(f"names one twice in {', '.join(value)}; name each once")
    return tuple(value)


def _table_names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(entry, str) and entry for entry in value):
        raise _WrongError(f'is {_shown(value)}; list the tables as the log names them, ["141", "142"]')
    if len(set(value)) < len(value):
        raise _WrongError("names a table twice; name each once")
    return tuple(value)


def _clock(value: Any) -> int:
    found = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if not found:
        raise _WrongError(f'is {_shown(value)}; write the time as "06:00"')
    return int(found[1]) * 60 + int(found[2])


def _timezone(value: Any) -> ZoneInfo:
    zones = available_timezones()
    if not isinstance(value, str) or value not in zones:
        raise _WrongError(f'is {_shown(value)}; {did_you_mean(value, zones)}write a zone such as "America/Los_Angeles"')
    return ZoneInfo(value)


def _fantasyland(value: Any) -> str:
    if not isinstance(value, str) or not _PAIR_OR_TRIPS.fullmatch(value):
        raise _WrongError(f'is {_shown(value)}; write the front that opens it, such as "QQ"')
    return value


_FIVE_CARDS: Final = (
    "trips", "straight", "flush", "full-house", "quads", "straight-flush", "royal-flush",
)  # fmt: skip
_ROYALTY_ROWS: Final = {  # the hands that may be named for each row
    "front": _PAIR_OR_TRIPS.pattern, "middle": "|".join(_FIVE_CARDS), "back": "|".join(_FIVE_CARDS),
    "middle_27": "ten|nine|eight|seven",
}  # fmt: skip


def _royalties(value: Any) -> dict[str, dict[str, int]]:
    """Points by hand for each row that a house counts by a table of its own; a hand that it does not name has none."""
    if not isinstance(value, dict) or not value:
        raise _WrongError(f"is {_shown(value)}; write points by row and hand such as {{ front = {{ QQ = 7 }} }}")
    made: dict[str, dict[str, int]] = {}
    for row, hands in value.items():
        if row not in _ROYALTY_ROWS:
            raise _WrongError(_unknown(row, _ROYALTY_ROWS))
        if not isinstance(hands, dict):
            raise _WrongError(f"is {_shown(hands)}; write points by hand such as {{ QQ = 7 }}", row)
        made[row] = {}
        for hand, points in hands.items():
            if not re.fullmatch(_ROYALTY_ROWS[row], hand):
                such = {"front": '"QQ" or "777"', "middle_27": '"nine"'}.get(row, '"flush"')
                raise _WrongError(f'has "{hand}", which is no hand of that row; write hands such as {such}', row)
            if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= _POINTS_MOST:
                raise _WrongError(f"is {_shown(points)}; write whole points from 0 to {_POINTS_MOST}", row, hand)
            made[row][hand] = points
    return made


def _table(checks: Table, least: Collection[str] = ()) -> Check:
    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _WrongError(f"is {_shown(value)}; write a table such as {{ {next(iter(checks))} = … }}")
        for key in value:
            if key not in checks:
                raise _WrongError(_unknown(key, checks))
        for key in least:
            if key not in value:
                raise _WrongError(f"has no {key}; add it")
        made: dict[str, Any] = {}
        for key, entry in value.items():
            try:
                made[key] = checks[key](entry)
            except _WrongError as wrong:
                raise _WrongError(wrong.text, key, *wrong.path) from None
        return made

    properties = {key: schema_of(inner) for key, inner in checks.items()}
    needed: Schema = {"required": list(least)} if least else {}
    return _declared(check, {"type": "object", "additionalProperties": False, "properties": properties, **needed})


def _paytable(letters: str, own: Check) -> Check:
    """A paytable of the rulebook by its letter, or a table of the house's own."""
    by_letter = _one_of(tuple(letters))

    def check(value: Any) -> Any:
        return own(value) if isinstance(value, dict) else by_letter(value)

    return _declared(check, {"anyOf": [schema_of(by_letter), schema_of(own)]})


def _tiers(value: Any) -> dict[int, int]:
    """What is taken from each size of pot on: {pot in cents: take in cents}, the smallest pot first."""
    if not isinstance(value, list) or not value:
        raise _WrongError(f"is {_shown(value)}; write a list such as [{{ pot = 20, take = 2 }}]")
    made: dict[int, int] = {}
    for number, entry in enumerate(value, start=1):
        try:
            tier = _TIER(entry)
        except _WrongError as wrong:
            raise _WrongError(wrong.text, str(number), *wrong.path) from None
        if made and tier["pot"] <= max(made):
            raise _WrongError("is not over the pot before it; put the tiers in order, each pot once", str(number))
        if tier["take"] > tier["pot"]:
            raise _WrongError("takes more than the pot; correct pot or take", str(number))
        made[tier["pot"]] = tier["take"]
    return made


def _by_seats(value: Any) -> dict[int, int]:
    if not isinstance(value, dict) or not value:
        raise _WrongError(f"is {_shown(value)}; write amounts by seats such as {{ 6 = 4, 5 = 3 }}")
    made: dict[int, int] = {}
    for seats, cap in value.items():
        if not re.fullmatch(r"[2-9]|10", seats):
            raise _WrongError(f'has "{seats}"; the keys are numbers of seats from 2 to {v.SEATS_MOST}')
        try:
            made[int(seats)] = _money(cap)
        except _WrongError as wrong:
            raise _WrongError(wrong.text, seats) from None
    return dict(sorted(made.items(), reverse=True))


def _rake(value: Any) -> dict[str, Any]:
    made: dict[str, Any] = _RAKE(value)
    forms = [form for form in RAKE_FORMS if form in made]
    if len(forms) > 1 and set(forms) != {"percent", "drop"}:
        raise _WrongError(f"has {' and '.join(forms)}; only a drop and a percent go together: write one of them")
    for key, form in (("above", "percent"), ("from_flop", "drop")):
        if forms and key in made and form not in made:
            raise _WrongError(f"has {key} without {form}; add {form}, or remove {key}")
    for seats, cap in made.get("short", {}).items():
        if "cap" in made and cap > made["cap"]:
            raise _WrongError("is over the cap; a short table pays less, not more", "short", str(seats))
    return made


def _straddle(value: Any) -> dict[str, Any]:
    # In a dated value `from` is the day, so the seats may also be called `seats`.
    made: dict[str, Any] = _STRADDLE(value)
    if "from" in made and "seats" in made:
        raise _WrongError("has both from and seats; they mean the same: write one of them")
    if "seats" in made:
        made["from"] = made.pop("seats")
    return made


def _kill(value: Any) -> dict[str, Any]:
    made: dict[str, Any] = _KILL(value)
    if "scoop_times" in made and made.get("when") == "two-in-a-row":
        raise _WrongError('has scoop_times without when = "scoop"; remove one of the two')
    return made


def _buy_in(value: Any) -> dict[str, Any]:
    made: dict[str, Any] = _BUY_IN(value)
    if "least" in made and "most" in made and made["least"] > made["most"]:
        raise _WrongError("has least over most; exchange the two")
    return made


def _stakes(value: Any) -> dict[str, int]:
    made: dict[str, int] = _STAKES(value)
    for low, high in (("sb", "bb"), ("small_bet", "big_bet")):
        if low in made and high in made and made[low] > made[high]:
            raise _WrongError(f"has {low} over {high}; exchange the two")
    return made


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    return str(value)[:60]


_AMOUNT: Final[Schema] = {"type": "number", "minimum": 0, "maximum": _MONEY_MOST}
_BY_SEATS: Final[Schema] = {
    "type": "object", "minProperties": 1, "additionalProperties": False,
    "patternProperties": {"^([2-9]|10)$": _AMOUNT},
}  # fmt: skip
_NAMES: Final[Schema] = {"type": "array", "minItems": 1, "uniqueItems": True, "items": {"type": "string"}}
_SCHEMAS.update(
    {
        _yes: {"type": "boolean"},
        _percent: {"type": "number", "minimum": 0, "maximum": 100},
        _money: _AMOUNT,
        _some_money: {"type": "number", "exclusiveMinimum": 0, "maximum": _MONEY_MOST},
        _hundredths: {"type": "number", "exclusiveMinimum": 0, "maximum": 10},
        _to_one: {"type": "number", "exclusiveMinimum": 0, "maximum": 10_000},
        _text: {"type": "string", "minLength": 1},
        _rulebooks: _NAMES,
        _table_names: _NAMES,
        _clock: {"type": "string", "pattern": f"^{_CLOCK.pattern}$"},
        _timezone: {"type": "string", "minLength": 1},
        _fantasyland: {
            "type": "string",
            "pattern": f"^({_PAIR_OR_TRIPS.pattern.replace(chr(92) + '1', chr(92) + '2')})$",
        },
        _by_seats: _BY_SEATS,
        _royalties: {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "patternProperties": {
                f"^{row}$": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
                for row in _ROYALTY_ROWS
            },
        },
    }
)
_TIER: Final = _table({"pot": _money, "take": _money}, ("pot", "take"))
_declared(_tiers, {"type": "array", "minItems": 1, "items": schema_of(_TIER)})
_RAKE: Final = _table(
    {
        "percent": _percent, "step": _some_money, "cap": _money, "no_flop_no_drop": _yes, "short": _by_seats,
        "drop": _money, "from_flop": _yes, "above": _money, "tiers": _tiers, "after_first_call": _money,
        "by": _by_seats,
    }
)  # fmt: skip
# Any of these makes a plan of its own, which takes nothing from the plan below it.
RAKE_FORMS: Final = ("percent", "drop", "tiers", "after_first_call")
_BUY_IN: Final = _table({"least": _some_money, "most": _some_money})
_STRADDLE: Final = _table(
    {
        "from": _some_of(("button", "utg", "mississippi"), '["button", "utg"]'),
        "seats": _some_of(("button", "utg", "mississippi"), '["button", "utg"]'),
        "times": _whole(1, 10),
        "mandatory": _one_of(("button", "utg")),
        "amount": _some_money,
    }
)
_KILL: Final = _table(
    {"kind": _one_of(("full", "half")), "when": _one_of(("two-in-a-row", "scoop")), "scoop_times": _whole(1, 100)}
)
_STAKES: Final = _table(dict.fromkeys(v.STAKES, _some_money))

for _whole_table, _parts in (
    (_rake, _RAKE),
    (_straddle, _STRADDLE),
    (_kill, _KILL),
    (_stakes, _STAKES),
    (_buy_in, _BUY_IN),
):
    _declared(_whole_table, schema_of(_parts))

# Lines of paytables, as rulebooks name them.
_HANDS: Final = ("royal-flush", "straight-flush", "quads", "full-house", "flush", "straight")
_POCKETS: Final = ("aces", "ace-face-suited", "ace-face-offsuit", "pair")
_JACKPOTS: Final = (
    "flopped-royal-spades", "flopped-royal", "royal-flush", "community-royal", "flopped-straight-flush",
    "straight-flush", "quads", "full-house", "flush",
)  # fmt: skip
_PROGRESSIVE: Final = _table(
    {
        "meter": _table(dict.fromkeys(_JACKPOTS, _whole(1, 100))),
        "fixed": _table(dict.fromkeys(_JACKPOTS, _some_money)),
        "reset": _some_money,
        "envy": _table(dict.fromkeys(("flopped-royal", "royal-flush"), _some_money)),
    },
    ("meter", "fixed"),
)

# What a placard may set, and a room for all its tables.
RULE_KEYS: Final[Table] = {
    "rake": _rake,
    "promo": _table({"amount": _money, "from_pot": _money}),
    "time": _table({"rate": _money, "minutes": _whole(1, 240), "style": _one_of(("seat", "pot", "flop"))}),
    "straddle": _straddle,
    "kill": _kill,
    "new_player_posts": _yes,
    "run_it": _whole(1, 3),
    "mixed": _some_of(v.GAMES, '["omaha8", "razz", "stud"]'),
    "paytables": _table(
        {
            "odds": _paytable("A", _table(dict.fromkeys(_HANDS, _to_one))),
            "bad_beat": _paytable("ABCD", _table(dict.fromkeys(_HANDS, _to_one))),
            "pocket": _paytable("ABC", _table(dict.fromkeys(_POCKETS, _to_one))),
            "trips": _paytable("ABCD", _table(dict.fromkeys((*_HANDS, "trips"), _to_one))),
            "progressive": _paytable("ABCDEFGHIJ", _PROGRESSIVE),
            "limit": _some_money,
        }
    ),
    "dealing": _one_of(("hand", "shoe")),
    "ofc": _table(
        {"perfect_low": _whole(6, 10), "progressive": _yes, "fantasyland": _fantasyland, "royalties": _royalties}
    ),
    "wager_chip": _some_money,
    "wager_most": _some_money,
    "buy_in": _buy_in,
    "button": _table({"kind": _one_of(("dead", "moving"))}),
    "bba": _table({"times": _hundredths, "first": _one_of(("blind", "ante"))}),
    "bring_in_full": _yes,
}
ROOM_KEYS: Final[Table] = {
    "rulebooks": _rulebooks,
    "timezone": _timezone,
    "gaming_day_starts": _clock,
    "counting_shuffler": _yes,
    "max_downs_in_a_row": _whole(1, 48),
}
# What a room should send, so that what does not come is missed.
EXPECTED_KEYS: Final[Table] = {
    "tables": _table_names,
    "open_days": _some_of(WEEKDAYS, '["thu", "fri", "sat"]'),
    "feeds": _some_of(FEEDS, '["hands", "downs", "shuffler"]'),
}
PLACARD_KEYS: Final[Table] = {
    "room": _text,
    "game": _one_of((*v.GAMES, MIXED)),
    "betting": _one_of(v.BETTING),
    "stakes": _stakes,
    "seats": _whole(1, v.SEATS_MOST),
}
TABLE_KEYS: Final = ("rake", "promo", "time", "straddle", "kill", "paytables", "ofc", "buy_in", "button", "bba")

PLAIN_KEYS: Final = ("timezone", "room", "game", "betting", "stakes")
_CHECKS: Final[Table] = {**RULE_KEYS, **ROOM_KEYS, **EXPECTED_KEYS, **PLACARD_KEYS}
_EXAMPLES: Final = {"rulebooks": 'rulebooks = ["wsop-live-2017"]', "timezone": 'timezone = "America/Los_Angeles"'}
