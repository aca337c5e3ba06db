"""Clocks that are right beyond doubt, told of all devices at once: nearly every shuffle lies where its deck was out of
play, by the device's own time. What is found of these is what the search for an offset finds, without the search.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import polars as pl

from checks.floor.moments import NOBODY, Flags, Moments, Times, in_us, named, numbers, pairs

# What a search finds of a clock that stands: no offset explains clearly more, for none can explain more than all.
US: Final = 1_000_000
STANDS: Final = 0.995  # a clock under which so much of the best fits is left as it is
ASTRAY_MOST: Final = 8  # so many shuffles in a row that do not fit are no errors: the clock is not known
OFFSET_LEAST: Final = 30  # with fewer shuffles an offset may fit by luck: a clock counts as right, or is not known
EDGE_US: Final = 600 * US  # before the first and after the last hand of a deck, a shuffle lies so near
BACK_US: Final = 5 * US  # a device whose time runs back by more was set
COMPLETED: Final = ("ok", "count")  # a shuffle that came to its end, whatever it counted
DEVICE_DAY: Final = ("room", "table", "device", "gaming_date")


class Sent(NamedTuple):
    """Messages device by device and day by day (`day`, a place in `days`), as they were sent."""

    rows: pl.DataFrame
    day: Times
    days: pl.DataFrame


class Told(NamedTuple):
    """A day of a device: its shuffles, how many of them were of a deck dealt twice, how many of those fit, and whether
    no more need be asked."""

    shuffles: Times
    known: Times
    fits: Times
    is_right: Flags


def as_sent(shuffles: pl.DataFrame) -> Sent:
    """The messages in the order in which they were sent, whatever their times: a clock may have been set back."""
    unsorted = shuffles.select(DEVICE_DAY).unique()
    by_name = sorted(range(len(unsorted)), key=lambda i: tuple(map(str, unsorted.row(i))))
    days = unsorted[by_name]
    day = numbers(shuffles, days)
    files = shuffles.select("source_file").unique().sort("source_file")
    file = numbers(shuffles, files)
    at, line = in_us(shuffles["at"]), shuffles["source_line"].to_numpy()
    of_file, place = np.unique(day * len(files) + file, return_inverse=True)
    first = np.full(len(of_file), np.iinfo(np.int64).max)
    np.minimum.at(first, place, at)
    rank = np.empty(len(of_file), np.int64)
    rank[np.lexsort((of_file % len(files), first, of_file // len(files)))] = np.arange(len(of_file))
    order = np.lexsort((line, rank[place]))
    return Sent(shuffles[order], day[order], days)


def told_of(sent: Sent, uses: pl.DataFrame) -> Told:
    """What the messages of each day of a device say of its clock beside `uses`, the hands dealt with each deck."""
    count = len(sent.days)
    at, day = in_us(sent.rows["at"]), sent.day
    done = sent.rows.select(pl.col("status").is_in(COMPLETED) & pl.col("deck").is_not_null()).to_series().to_numpy()
    rows = np.flatnonzero(done)
    fits, is_known, doubtful = _fits(sent.rows[rows].select("room", "table", "deck"), at[rows], uses)
    shuffles = np.bincount(day[rows], minlength=count)
    known = np.bincount(day[rows][is_known], minlength=count)
    fitting = np.bincount(day[rows][fits], minlength=count)
    is_right = (known >= OFFSET_LEAST) & (fitting >= STANDS * known) & (known - fitting < ASTRAY_MOST)
    set_back = (at[1:] - at[:-1] < -BACK_US) & (day[1:] == day[:-1])
    is_right[day[1:][set_back]] = False
    is_right[day[rows][doubtful]] = False
    return Told(shuffles, known, fitting, is_right)


def _fits(shuffles: pl.DataFrame, at: Times, uses: pl.DataFrame) -> tuple[Flags, Flags, Flags]:
    """Which shuffles lie in a gap of their deck, of which that can be said, and which are of a table in doubt.

    In doubt is a table whose hands with one deck overlap, or are over the moment they begin: there gaps meet.
    """
    tables = uses.select("room", "table").unique(maintain_order=True)
    decks = uses["deck"].unique().sort()
    table, told_at = numbers(uses, tables), numbers(shuffles, tables)
    deck, told_of_deck = named(uses["deck"], decks), named(shuffles["deck"], decks)
    told_of_deck = np.where(told_at == NOBODY, NOBODY, told_of_deck)
    use, told_use, count = pairs(table, deck, np.maximum(told_at, 0), told_of_deck)
    start = Moments(use, in_us(uses["start"]), count)
    over = np.maximum(start.at, in_us(uses["over"])[start.order])
    in_turn = (over[:-1] < over[1:]) | ~start.follows[1:]
    meets = (over <= start.at) | ~np.append(True, in_turn)[: len(over)]
    in_doubt = np.zeros(len(tables) + 1, np.bool_)  # the last stands for NOBODY
    in_doubt[table[start.order][meets]] = True
    dealt_twice = np.append(start.ends - start.begins > 1, False) if count else np.zeros(1, np.bool_)
    is_known = dealt_twice[told_use]
    fits = np.zeros(len(at), np.bool_)
    rows = np.flatnonzero(is_known & ~in_doubt[told_at])
    fits[rows] = _in_gap(start, over, told_use[rows], at[rows])
    return fits, is_known, in_doubt[told_at]


def _in_gap(start: Moments, over: Times, use: Times, at: Times) -> Flags:
    """Whether each moment lies where its deck was not in play: from the end of a hand to the start of the next."""
    ended = Moments(start.of, over, len(start.ends))
    begins, ends = start.begins[use], start.ends[use]
    last = ended.since(use, at + 1) - 1  # the last hand that was over by then
    before_all = last < begins
    gap_from = np.where(before_all, start.at[begins] - EDGE_US, 0)
    is_last = last + 1 >= ends
    gap_to = np.where(is_last, over[ends - 1] + EDGE_US, start.at[np.minimum(last + 1, len(start) - 1)])
    inside: Flags = (at >= gap_from) & (at <= gap_to)
    return inside
