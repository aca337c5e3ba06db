"""Shuffler clocks: how far each is off the table's, by the data.

A shuffler's clock is nobody's duty and is seldom right: minutes off, an hour after a change of clocks, a little fast,
set by somebody in mid-day. Judged as it stands it would accuse a whole day. So the offset is estimated for each device
and day from the data: a deck is shuffled while it is not in play, between the end of one hand dealt with it and the
start of the next. The offset under which the shuffles fall into these gaps is the clock's. Where two offsets, one after
the other, explain clearly more than one, the clock was set. It is reported, and the messages are moved by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import polars as pl

from checks.floor.moments import Times, in_us, numbers
from checks.floor.right_clocks import (
    ASTRAY_MOST,
    BACK_US,
    COMPLETED,
    DEVICE_DAY,
    EDGE_US,
    OFFSET_LEAST,
    STANDS,
    US,
    Sent,
    Told,
    as_sent,
    told_of,
)

SEARCH_S: Final = 7_200  # an hour's change of clocks lies within it
SHUFFLES_LEAST: Final = 12  # with fewer there is nothing to estimate from
LATE_US: Final = 20 * US  # a shuffle may end so long after its hand's start
SUPPORT_LEAST: Final = 0.8
FITS_WELL: Final = 0.99  # with less it is asked whether the clock was set
RATES: Final = tuple(range(-12, 13, 3))  # seconds an hour that a clock may gain
APART_S: Final = 120  # offsets farther apart than this are two
CUT_WITHIN: Final = 3  # shuffles around the moment at which a clock was set that may be of either setting
SETTINGS_MOST: Final = 4  # settings of one clock in a day
UNTIED: Final = "not tied to the table"  # the verdict of a clock that is not known

Setting = tuple[pl.DataFrame, "Clock"]  # messages as they were sent, and the clock by which they were
Gaps = tuple[Times, Times]  # where a deck was not in play: from the end of a hand to the start of the next

# One row a device, gaming day and setting of its clock. `since` is its first message, by its own time; `offset_s` has
# to be added to that, and a gain counts from there. `since_line` and `until_line` are the lines of `source_file` for
# which the setting holds; null where the clock was not set that day.
DEVICES: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "device": pl.String, "gaming_date": pl.Date, "messages": pl.Int64,
    "shuffles": pl.Int64, "offset_s": pl.Int64, "gain_s_per_hour": pl.Int64, "within_s": pl.Int64,
    "fits_percent": pl.Int64, "verdict": pl.String, "since": pl.Datetime("us", "UTC"), "source_file": pl.String,
    "since_line": pl.Int32, "until_line": pl.Int32,
}  # fmt: skip
_SAID: Final = {name: kind for name, kind in DEVICES.items() if name not in DEVICE_DAY}
_SAID_OF_RIGHT: Final = (
    "messages", "shuffles", "fits_percent", "since", "offset_s", "gain_s_per_hour", "within_s", "verdict",
)  # fmt: skip


@dataclass(frozen=True)
class Clock:
    """What was found of one setting of a clock; `within_s` is None where it could not be tied to the table.

    `fits` is the share of shuffles that fall into gaps of their deck, None where there are too few to estimate from.
    """

    shuffles: int
    offset_s: int = 0
    gain_s_per_hour: int = 0
    within_s: int | None = 0
    fits: float | None = None

    @property
    def verdict(self) -> str:
        if self.within_s is None:
            return UNTIED
        if self.fits is None:
            return "too few to tell"
        return "right" if self.offset_s == 0 and self.gain_s_per_hour == 0 else "off"

    def moved(self, at: Times) -> Times:
        """Moments of the device by the table's clock; the gain counts from the first of them."""
        moved: Times = at + self.offset_s * US - (at - at.min()) * self.gain_s_per_hour // 3_600
        return moved


def set_clocks(shuffles: pl.DataFrame, hands: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(the messages by the table's clock, one row a device, gaming day and setting of its clock).

    The messages get `device_at`, their own time, and `within_s`, how far the estimate may be off; it is null where the
    clock could not be tied to the table at all. `clock_set` marks those around the moment at which it was set, which
    may be told by either setting.
    """
    if shuffles.is_empty():
        untouched = shuffles.with_columns(device_at=pl.col("at"), within_s=pl.lit(0, pl.Int64), clock_set=pl.lit(False))
        return untouched, pl.DataFrame(schema=DEVICES)
    uses = hands_with_decks(hands, shuffles)
    sent = as_sent(shuffles)
    told = told_of(sent, uses)
    settings = _searched(sent, told, uses)
    right = sent.rows.filter(pl.Series(told.is_right[sent.day])).with_columns(
        device_at=pl.col("at"), within_s=pl.lit(0, pl.Int64), clock_set=pl.lit(False)
    )
    devices = [_told_right(sent, told)]
    parts = [right]
    places = [sent.day[told.is_right[sent.day]]]
    for day, of_day in settings.items():
        rows = [_by_the_table(of_day, i) for i in range(len(of_day))]
        parts += rows
        places += [np.full(len(part), day) for part in rows]
        said = [row | {"day": day} for part, clock in of_day for row in _told(part, clock, was_set=len(of_day) > 1)]
        devices.append(pl.DataFrame(said, schema={"day": pl.Int64} | _SAID))
    moved = pl.concat(parts)[np.argsort(np.concatenate(places), kind="stable")]
    named = pl.concat(devices).sort("day", maintain_order=True)
    of_days = pl.concat([sent.days[named["day"].to_numpy()], named.drop("day")], how="horizontal")
    return _in_time(moved), of_days.select(*DEVICES)


def _in_time(messages: pl.DataFrame) -> pl.DataFrame:
    """The messages by table and time, then by line."""
    tables = messages.select("room", "table").unique().sort("room", "table")
    line, at = messages["source_line"].to_numpy(), in_us(messages["at"])
    return messages[np.lexsort((line, at, numbers(messages, tables)))]


def _told_right(sent: Sent, told: Told) -> pl.DataFrame:
    """What is said of the clocks that are right beyond doubt."""
    days = np.flatnonzero(told.is_right)
    first = np.full(len(sent.days), np.iinfo(np.int64).max)
    np.minimum.at(first, sent.day, in_us(sent.rows["at"]))
    share = np.minimum(1.0, told.fits[days] / told.known[days])
    said = {
        "day": days, "messages": np.bincount(sent.day, minlength=len(sent.days))[days], "shuffles": told.shuffles[days],
        "fits_percent": (100 * share).astype(np.int64), "since": first[days],
    }  # fmt: skip
    none = (pl.lit(None, kind).alias(name) for name, kind in _SAID.items() if name not in _SAID_OF_RIGHT)
    return (
        pl.DataFrame(said)
        .with_columns(
            *none, pl.col("since").cast(_SAID["since"]), offset_s=pl.lit(0, pl.Int64),
            gain_s_per_hour=pl.lit(0, pl.Int64), within_s=pl.lit(0, pl.Int64),
            verdict=pl.lit(Clock(0, fits=1.0).verdict),
        )
        .select(pl.col(name).cast(kind) for name, kind in ({"day": pl.Int64} | _SAID).items())
    )  # fmt: skip


def _searched(sent: Sent, told: Told, uses: pl.DataFrame) -> dict[int, list[Setting]]:
    """The settings of the clocks of which more has to be asked, by the day of the device."""
    asked = np.flatnonzero(~told.is_right).tolist()
    if not asked:
        return {}
    tables = sent.days[asked].select("room", "table").unique()
    of_table = gaps_by_table(uses.join(tables, on=["room", "table"], how="semi", maintain_order="left"))
    begins = np.searchsorted(sent.day, np.arange(len(sent.days) + 1))
    keys = sent.days.rows()
    of_days: dict[int, list[Setting]] = {}

    def of_day(day: int) -> list[Setting]:
        if day not in of_days:
            rows = sent.rows[begins[day] : begins[day + 1]]
            dealt = of_table.get(keys[day][:2], {})
            if told.is_right[day]:
                fits = min(1.0, told.fits[day] / told.known[day])
                of_days[day] = [(rows, Clock(int(told.shuffles[day]), fits=float(fits)))]
            else:
                of_days[day] = [one for part in _set_back(rows) for one in _settings(part, dealt, SETTINGS_MOST)]
        return of_days[day]

    for day in range(len(keys) - 1):
        if keys[day][:3] == keys[day + 1][:3] and not told.is_right[day : day + 2].all():
            dealt = of_table.get(keys[day][:2], {})
            of_day(day + 1)[0] = _by_neighbour(of_day(day + 1)[0], of_day(day)[-1], dealt)
            of_day(day)[-1] = _by_neighbour(of_day(day)[-1], of_day(day + 1)[0], dealt)
    return {day: of_day(day) for day in asked}


def _by_the_table(settings: list[Setting], number: int) -> pl.DataFrame:
    """The messages of one of a day's settings by the table's clock."""
    part, clock = settings[number]
    place, last = pl.int_range(pl.len()), len(part) - 1
    near_first = (place < CUT_WITHIN) & pl.lit(number > 0)
    near_last = (place > last - CUT_WITHIN) & pl.lit(number < len(settings) - 1)
    return part.with_columns(
        device_at=pl.col("at"),
        at=pl.Series(clock.moved(in_us(part["at"]))).cast(pl.Datetime("us", "UTC")),
        within_s=pl.lit(clock.within_s, pl.Int64),
        clock_set=near_first | near_last,
    )


def _told(messages: pl.DataFrame, clock: Clock, was_set: bool) -> list[dict[str, Any]]:
    """What is said of a setting; where there are several that day, with the lines of each file for which it holds."""
    tied = clock.within_s is not None
    said = {
        "since": messages["at"].min(),
        "shuffles": clock.shuffles,
        "offset_s": clock.offset_s if tied else None,
        "gain_s_per_hour": clock.gain_s_per_hour if tied else None,
        "within_s": clock.within_s,
        "fits_percent": None if clock.fits is None else int(100 * clock.fits),
        "verdict": clock.verdict,
    }
    if not was_set:
        return [said | {"messages": len(messages)}]
    return [
        said | of_file
        for of_file in messages.group_by("source_file", maintain_order=True)
        .agg(
            messages=pl.len(), since_line=pl.col("source_line").min(), until_line=pl.col("source_line").max()
        )
        .iter_rows(named=True)
    ]  # fmt: skip


def uses_by_table(hands: pl.DataFrame, shuffles: pl.DataFrame) -> dict[tuple[Any, ...], dict[str, Gaps]]:
    """By room and table of those that have shufflers: the hands dealt with each deck."""
    return gaps_by_table(hands_with_decks(hands, shuffles))


def hands_with_decks(hands: pl.DataFrame, shuffles: pl.DataFrame) -> pl.DataFrame:
    """The hands that name their deck, of tables that have shufflers, by table and time; with when each was `over`."""
    return (
        hands.join(shuffles.select("room", "table").unique(), on=["room", "table"], how="semi", maintain_order="left")
        .sort("room", "table", "start")
        .with_columns(
            # A hand whose end is not recorded was over when the next began.
            over=pl.coalesce("end", pl.col("start").shift(-1).over("room", "table"), "start")
        )
        .filter(pl.col("deck").is_not_null())
    )


def gaps_by_table(uses: pl.DataFrame) -> dict[tuple[Any, ...], dict[str, Gaps]]:
    """By room and table: the hands dealt with each deck."""
    by_table = uses.partition_by("room", "table", as_dict=True, maintain_order=True)
    return {key: uses_of(rows) for key, rows in by_table.items()}


def uses_of(hands: pl.DataFrame) -> dict[str, Gaps]:
    """The starts and ends of the hands dealt with each deck, in order."""
    found = {}
    for (deck,), rows in hands.sort("start").partition_by("deck", as_dict=True, maintain_order=True).items():
        start = in_us(rows["start"])
        end = in_us(rows["over"])
        found[str(deck)] = (start, np.maximum(start, end))
    return found


# -- one device and day ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SentShuffles:
    """The shuffles of one device in the order in which they were sent, beside the gaps of their decks."""

    at: Times
    deck: Times  # the place in `gaps`, or -1: a deck that was not dealt twice
    gaps: list[Gaps]
    since: int  # the first message, from which a gain counts

    @property
    def groups(self) -> list[tuple[Times, Times, Times]]:
        return [(self.at[self.deck == i], *gaps) for i, gaps in enumerate(self.gaps)]


def _gaps(starts: Times, ends: Times) -> Gaps:
    """When a deck was not in play, a while before its first and after its last hand too."""
    return np.append(starts[0] - EDGE_US, ends), np.append(starts, ends[-1] + EDGE_US)


def sent_of(messages: pl.DataFrame, uses: dict[str, Gaps]) -> SentShuffles:
    done = messages.filter(pl.col("status").is_in(COMPLETED) & pl.col("deck").is_not_null())
    dealt_twice = sorted(deck for deck, (starts, _) in uses.items() if len(starts) > 1)
    place = {deck: i for i, deck in enumerate(dealt_twice)}
    decks = np.array([place.get(deck, -1) for deck in done["deck"].to_list()], np.int64)
    gaps = [_gaps(*uses[deck]) for deck in dealt_twice]
    return SentShuffles(in_us(done["at"]), decks, gaps, int(in_us(messages["at"]).min()))


def _set_back(messages: pl.DataFrame) -> list[pl.DataFrame]:
    """The messages cut where their own time runs backwards; as one where it does so all the time."""
    back = np.flatnonzero(np.diff(in_us(messages["at"])) < -BACK_US) + 1
    if len(back) >= SETTINGS_MOST:
        return [messages.sort("at", maintain_order=True)]  # not in the order in which they were sent
    bounds = [0, *back.tolist(), len(messages)]
    return [messages[begins:ends] for begins, ends in pairwise(bounds)]


def _by_neighbour(setting: Setting, neighbour: Setting, uses: dict[str, Gaps]) -> Setting:
    """A setting too short to be sure of, with the clock of the gaming day next to it where nothing speaks against that.

    A device that is an hour fast tells the last hour of a gaming day as the first of the next.
    """
    messages, clock = setting
    others, other = neighbour
    if other.fits is None or other.within_s is None or other.shuffles < OFFSET_LEAST:
        return setting
    sent = sent_of(messages, uses)
    known = int((sent.deck >= 0).sum())
    if known >= OFFSET_LEAST and clock.within_s is not None:
        return setting
    apart = int(in_us(messages["at"]).min()) - int(in_us(others["at"]).min())
    offset = other.offset_s - apart * other.gain_s_per_hour // (3_600 * US)
    same = Clock(clock.shuffles, offset, other.gain_s_per_hour, other.within_s, fits=1.0)
    return (messages, same) if known and _longest_astray(sent, same) == 0 else setting


def _settings(messages: pl.DataFrame, uses: dict[str, Gaps], most: int) -> list[Setting]:
    """The messages part by part, each with the clock by which they were sent."""
    sent = sent_of(messages, uses)
    clock = _clock_of(messages, sent, uses)
    astray = _longest_astray(sent, clock)
    if clock.fits is None or (clock.fits >= FITS_WELL and astray < ASTRAY_MOST):
        return [(messages, clock)]
    cut = _cut(sent) if most > 1 else None
    if cut is not None:
        line = messages.with_row_index("place").filter(
            pl.col("status").is_in(COMPLETED) & pl.col("deck").is_not_null()
        )["place"][cut]
        parts = [_settings(part, uses, most - 1) for part in (messages[:line], messages[line:])]
        return [*parts[0], *parts[1]]
    if astray >= ASTRAY_MOST:
        clock = Clock(clock.shuffles, within_s=None, fits=clock.fits)
    return [(messages, clock)]


def _clock_of(messages: pl.DataFrame, sent: SentShuffles, uses: dict[str, Gaps]) -> Clock:
    """The one offset and gain that explain most."""
    known = int((sent.deck >= 0).sum())
    if known < SHUFFLES_LEAST:
        return Clock(len(sent.at), within_s=0 if _few_fit(messages, uses) else None)
    groups = sent.groups
    scores = scores_of(groups, 0, sent.since, -SEARCH_S, SEARCH_S)
    best = int(scores.max())
    if best and scores[SEARCH_S] >= STANDS * best:
        return _with_support(len(sent.at), Clock(0, within_s=0, fits=min(1.0, int(scores[SEARCH_S]) / known)))
    if known < OFFSET_LEAST and scores[SEARCH_S] >= best - 2:
        return _with_support(len(sent.at), Clock(0, within_s=0, fits=int(scores[SEARCH_S]) / known))
    coarse = _only_one(scores, best)
    if coarse is None or known < OFFSET_LEAST:
        return Clock(len(sent.at), within_s=None, fits=min(1.0, best / known))
    offset, gain, lowest, highest, best = refined(groups, sent.since, coarse - SEARCH_S)
    within = 0 if (offset, gain) == (0, 0) else max(1, (highest - lowest + 1) // 2)
    return _with_support(len(sent.at), Clock(0, offset, gain, within, min(1.0, best / known)))


def _only_one(scores: Times, best: int) -> int | None:
    """The offset that explains most; None where quite another one explains as much, and none of them is near zero."""
    near = np.flatnonzero(scores >= best - max(2, best // 100))
    stretches = np.split(near, np.flatnonzero(np.diff(near) > APART_S) + 1)
    if len(stretches) == 1:
        return int(scores.argmax())
    about_zero = [one for one in stretches if one[0] - APART_S <= SEARCH_S <= one[-1] + APART_S]
    return int(about_zero[0][scores[about_zero[0]].argmax()]) if about_zero else None


def _with_support(shuffles: int, clock: Clock) -> Clock:
    if clock.fits is not None and clock.fits < SUPPORT_LEAST:
        return Clock(shuffles, within_s=None, fits=clock.fits)
    return Clock(shuffles, clock.offset_s, clock.gain_s_per_hour, clock.within_s, clock.fits)


def _few_fit(messages: pl.DataFrame, uses: dict[str, Gaps]) -> bool:
    """Whether a few shuffles, by their own clock, all lie where their deck was not in play, and near its hands."""
    if not uses:
        return False  # no hand names its deck: nothing ties the two together
    done = messages.filter(pl.col("status").is_in(COMPLETED) & pl.col("deck").is_in(list(uses)))
    for deck, at in zip(done["deck"].to_list(), in_us(done["at"]).tolist(), strict=True):
        ends, starts = _gaps(*uses[deck])
        place = int(np.searchsorted(ends, at, side="right")) - 1
        if place < 0 or at > starts[place] + LATE_US:
            return False
    return True


def _longest_astray(sent: SentShuffles, clock: Clock) -> int:
    """The longest run of shuffles, as they were sent, that lie in no gap of their deck under a clock."""
    if clock.within_s is None or clock.fits is None:
        return 0
    moved = clock.moved(np.append(sent.at, sent.since))[:-1]
    longest = run = 0
    for at, deck in zip(moved.tolist(), sent.deck.tolist(), strict=True):
        if deck < 0:
            continue
        ends, starts = sent.gaps[deck]
        place = int(np.searchsorted(ends, at, side="right")) - 1
        run = 0 if place >= 0 and at <= starts[place] else run + 1
        longest = max(longest, run)
    return longest


def _cut(sent: SentShuffles) -> int | None:
    """The place of the shuffle from which on another offset explains clearly more; None where none does."""
    rows = np.flatnonzero(sent.deck >= 0)
    width = 2 * SEARCH_S + 1
    steps = np.zeros((len(rows), width + 1), np.int8)
    for i, gaps in enumerate(sent.gaps):
        own = np.flatnonzero(sent.deck[rows] == i)
        which, opens, closes = _bounds(sent.at[rows[own]], *gaps, -SEARCH_S, SEARCH_S)
        np.add.at(steps, (own[which], opens), 1)
        np.add.at(steps, (own[which], closes), -1)
    fits = steps.cumsum(axis=1, dtype=np.int8)[:, :-1]
    up_to = fits.cumsum(axis=0, dtype=np.int16)
    together = up_to.max(axis=1).astype(np.int64) + (up_to[-1] - up_to).max(axis=1)
    first, last = SHUFFLES_LEAST - 1, len(rows) - SHUFFLES_LEAST
    if first >= last:
        return None
    best = first + int(together[first:last].argmax())
    gained = int(together[best]) - int(up_to[-1].max())
    if gained < max(4, len(rows) // 100):
        return None
    # Around the right place some shuffles fit by both offsets; the device's own time leaps where it was set.
    at = sent.at[rows]
    leap = (int(up_to[best].argmax()) - int((up_to[-1] - up_to[best]).argmax())) * US
    places = first + np.flatnonzero(together[first:last] == together[best])
    apart = np.diff(at)
    nearest = places[np.abs(apart[places] - leap - np.median(apart)).argmin()]
    return int(rows[nearest + 1])


def refined(groups: list[tuple[Times, Times, Times]], since: int, coarse: int) -> tuple[int, int, int, int, int]:
    """(offset, gain, lowest and highest offset that fit as well, shuffles that fit) near a coarse offset."""
    found: tuple[int, int, int, int, int] | None = None
    for gain in sorted(RATES, key=abs):
        first = coarse - 300
        scores = scores_of(groups, gain, since, first, coarse + 300)
        best = int(scores.max())
        if found is None or best > found[4]:  # a clock that gains has to explain more than one that does not
            lowest, highest = _plateau(scores, int(scores.argmax()), best)
            found = (first + (lowest + highest) // 2, gain, first + lowest, first + highest, best)
    assert found is not None
    return found


def _plateau(scores: Times, at: int, best: int) -> tuple[int, int]:
    """The stretch around a place in which nearly as much fits."""
    enough = scores >= best - max(1, best // 100)
    lowest = highest = at
    while lowest > 0 and enough[lowest - 1]:
        lowest -= 1
    while highest + 1 < len(scores) and enough[highest + 1]:
        highest += 1
    return lowest, highest


def scores_of(groups: list[tuple[Times, Times, Times]], gain: int, since: int, first: int, last: int) -> Times:
    """For each offset in whole seconds, how many shuffles fall into a gap of their deck."""
    steps = np.zeros(last - first + 2, np.int64)
    for moments, ends, starts in groups:
        _, opens, closes = _bounds(moments - (moments - since) * gain // 3_600, ends, starts, first, last)
        steps += np.bincount(opens, minlength=len(steps))[: len(steps)]
        steps -= np.bincount(closes, minlength=len(steps))[: len(steps)]
    scores: Times = np.cumsum(steps)[:-1]
    return scores


def _bounds(moments: Times, ends: Times, starts: Times, first: int, last: int) -> tuple[Times, Times, Times]:
    """(moment, offset from which on, offset before which) for each moment and gap into which an offset moves it.

    Offsets are whole seconds, counted from `first`.
    """
    low = np.searchsorted(starts, moments + first * US, side="left")
    high = np.searchsorted(ends, moments + last * US, side="right")
    lengths = np.maximum(high - low, 0)
    which = np.repeat(np.arange(len(moments)), lengths)
    gap = np.arange(len(which)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(low, lengths)
    opens = np.clip(-((moments[which] - ends[gap]) // US), first, last + 1) - first
    closes = np.clip((starts[gap] - moments[which]) // US + 1, first, last + 1) - first
    valid = closes > opens
    return which[valid], opens[valid], closes[valid]
