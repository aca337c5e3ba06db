"""Shuffles beside hands, of all tables at once: does a shuffle of its deck stand before each hand, one and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from checks.floor.moments import NOBODY, Flags, Moments, Times, in_us, named, numbers, pairs
from checks.floor.right_clocks import COMPLETED, US
from checks.floor.shuffler_clocks import LATE_US, SEARCH_S
from parsers.games import GAMES

EXPLAINS: Final = ("jam", "incomplete", "door", "removed")  # after these a deck may be shuffled by hand, or be another
NOTED_WITHIN_US: Final = 15 * US  # a jam or a change may be noted so long after it happened
TAIL_MOST: Final = 10  # hands behind the last message: more than this and the feed ended, not the shuffling
NEAR_HANDS: Final = 3  # a shuffle under another deck's name stands so near the hand that lacks it
BEFORE_FIRST_US: Final = 3_600 * US  # what came so long before a table's first hand came before it

MATCHED, MISSING, EXTRA = 0, 1, 2
HOUSE_BANKED: Final = tuple(code for code, game in GAMES.items() if game.family == "house-banked")
_FOREVER: Final = np.iinfo(np.int64).max


class _Hands(NamedTuple):
    """The hands of tables with shufflers, sorted by table and time. `use` is the deck of the table, NOBODY unnamed."""

    table: Times
    start: Times
    deck: Times
    use: Times
    follows: Flags  # no gap in the hand numbers before it
    called_off: Flags
    has_before: Flags  # one of its table is before it


class _Messages(NamedTuple):
    """The messages of those tables; `tied` says that the clock by which each was told is known."""

    table: Times
    at: Times
    deck: Times
    use: Times
    tied: Flags
    done: Flags  # tied, and a shuffle that counted right
    odd: Flags  # tied, and a reason to shuffle by hand, take another deck, or shuffle once more
    clock_set: Flags  # tied, and sent about when the clock was set


@dataclass(frozen=True)
class _Tables:
    """Hands and messages of some tables, the moments of changes of decks, and how far a clock may be off at each."""

    count: int
    uses: int
    hands: _Hands
    messages: _Messages
    changes: Moments
    slack: Times


def shuffle_frame(
    hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame, unread: pl.DataFrame | None = None
) -> pl.DataFrame:
    """One row a hand of a table with a shuffler: does a shuffle of its deck stand before it, one and no more.

    `shuffles_due` is null where nobody can say: the deck is not named, it is the deck's first hand or the first behind
    a gap in the hand numbers, a misdeal, a jam or a change of decks came between, the clock is not known, the feed had
    not begun or had ended, or a line of its file that could not be read (`unread`) stands there. A run of hands without
    a shuffle is one row that counts (`counts`): the first, with `run`. `deck_delivered` is the deck that came out of
    the shuffler since the hand before; `deck_before` that hand's.
    """
    there = shuffles.filter(pl.col("status").is_in(COMPLETED)).select("room", "table").unique()
    some = hands.join(there, on=["room", "table"], how="semi", maintain_order="left")
    known_tables = some.select("room", "table").unique(maintain_order=True)
    own = shuffles.join(known_tables, on=["room", "table"], how="semi", maintain_order="left")
    decks = pl.concat([some["deck"], own["deck"]]).drop_nulls().unique().sort()
    tables = _tables(some, own, notes, known_tables, decks)
    clock_known = _clock_known(tables, own)
    counts = _per_hand(tables)
    judged = _judged(tables) & clock_known & ~_unread_between(tables, own, unread)
    verdict = np.where(counts == 0, MISSING, np.where(counts > 1, EXTRA, MATCHED))
    verdict[~judged] = MATCHED
    verdict = _one_cause(verdict, tables.hands.table)
    begins, run = _runs(tables, verdict, judged)
    matched = some.select(
        "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "game", "deck", "called_off", "follows",
        "source_file", "source_line", at="start",
    ).with_columns(
        pl.Series("shuffles_due", np.where(judged, 1, -1)).replace(-1, None),
        pl.Series("shuffled", counts),
        pl.Series("counts", begins | (verdict == EXTRA)),
        pl.Series("run", run),
        decks.gather(pl.Series(_delivered(tables)).replace(NOBODY, None)).alias("deck_delivered"),
        pl.Series("changed_before", _changed_before(tables)),
        pl.Series("clock_known", clock_known),
        pl.Series("has_before", tables.hands.has_before),
        pl.Series("decks_there", _decks_there(tables, decks)),
    )  # fmt: skip
    return _with_turns(matched, tables.hands.table).drop("has_before")


def _with_turns(matched: pl.DataFrame, table: Times) -> pl.DataFrame:
    """Whether decks take turns; a round dealt with the wrong deck is told by that alone.

    It leaves both decks' shuffles out of step: that is one finding, not three.
    """
    matched = matched.with_columns(
        deck_before=pl.when("has_before").then(pl.col("deck").shift(1)),
        off_before=pl.when("has_before").then(pl.col("called_off").shift(1)),
    )
    delivered_known = pl.col("deck_delivered").is_not_null()
    judgeable = (
        pl.col("follows") & ~pl.col("off_before") & ~pl.col("changed_before") & (pl.col("decks_there") > 1)
        & pl.col("clock_known")
    )  # fmt: skip
    other = (pl.col("deck") != pl.col("deck_before")) & ~(
        delivered_known & (pl.col("deck_delivered") != pl.col("deck")) & (pl.col("shuffled") == 0)
    )
    matched = matched.with_columns(alternates=pl.when(judgeable.fill_null(False)).then(other))
    banked = pl.col("game").is_in(HOUSE_BANKED)
    slipped = matched.select((~pl.col("alternates").fill_null(True) & banked).fill_null(False)).to_series()
    near = pl.Series(_around(slipped.to_numpy(), table), dtype=pl.Boolean)
    return matched.with_columns(counts=pl.col("counts") & ~near, shuffles_due=pl.when(~near).then("shuffles_due"))


def _around(slipped: Flags, table: Times) -> Flags:
    """Hands of the same table from one before a marked one to three behind it."""
    near = np.zeros(len(slipped), np.bool_)
    for row in np.flatnonzero(slipped).tolist():
        hands = slice(max(0, row - 1), row + NEAR_HANDS + 1)
        near[hands] |= table[hands] == table[row]
    return near


def _tables(
    hands: pl.DataFrame, messages: pl.DataFrame, notes: pl.DataFrame, known: pl.DataFrame, decks: pl.Series
) -> _Tables:
    table, told_at = numbers(hands, known), numbers(messages, known)
    deck, told_of = named(hands["deck"], decks), named(messages["deck"], decks)
    use, told_use, uses = pairs(table, deck, told_at, told_of)
    within = messages["within_s"].fill_null(NOBODY).to_numpy()
    tied = within != NOBODY
    status = messages["status"]
    odd = status.is_in([*EXPLAINS, "count"]).to_numpy()
    slack = np.full(len(known), -2 * US, np.int64)
    np.maximum.at(slack, told_at[tied], within[tied] * US)
    changes = notes.filter(pl.col("note") == "deck-change")
    changed_at = numbers(changes, known)
    here = changed_at != NOBODY
    return _Tables(
        len(known),
        uses,
        _Hands(
            table, in_us(hands["start"]), deck, use, hands["follows"].to_numpy(), hands["called_off"].to_numpy(),
            np.append(False, table[1:] == table[:-1]) if len(table) else np.zeros(0, np.bool_),
        ),
        _Messages(
            told_at, in_us(messages["at"]), told_of, told_use, tied, tied & (status == "ok").to_numpy(), tied & odd,
            tied & messages["clock_set"].to_numpy(),
        ),
        Moments(changed_at[here], in_us(changes["at"])[here], len(known)),
        slack + 2 * US,  # nothing at tables without a message whose clock is known
    )  # fmt: skip


def _per_hand(tables: _Tables) -> Times:
    """Shuffles by hand of its deck.

    One that ended a moment after its hand's start, by the table's clock or by what is not known of the shuffler's, is
    that hand's where it has no other and the next has one too many; and the other way round.
    """
    hands, messages = tables.hands, tables.messages
    rows = np.flatnonzero(hands.use != NOBODY)
    uses = Moments(hands.use[rows], hands.start[rows], tables.uses)
    done = messages.done & (messages.use != NOBODY)
    told = Moments(messages.use[done], messages.at[done], tables.uses)
    place = uses.since(told.of, told.at)
    counts = np.bincount(place[place < uses.ends[told.of]], minlength=len(uses))
    slack = tables.slack[hands.table[rows][uses.order]]
    next_is_own = uses.follows[1:]

    late = np.flatnonzero(next_is_own & (counts[:-1] == 0) & (counts[1:] == 2))
    most = np.maximum(slack[late], LATE_US)
    late = late[told.between(uses.of[late], uses.at[late] + 1, uses.at[late] + most + 1) > 0]
    counts[late] = counts[late + 1] = 1
    early = np.flatnonzero(next_is_own & (counts[:-1] == 2) & (counts[1:] == 0))
    early = early[told.between(uses.of[early], uses.at[early] - slack[early], uses.at[early] + 1) > 0]
    counts[early] = counts[early + 1] = 1

    found = np.zeros(len(hands.start), np.int64)
    found[rows[uses.order]] = counts
    return found


def _clock_known(tables: _Tables, told: pl.DataFrame) -> Flags:
    """Whether no message whose clock is not known can be about a hand: they lie farther apart than any clock is off."""
    hands, messages = tables.hands, tables.messages
    has_tied = np.zeros(tables.count, np.bool_)
    has_tied[messages.table[messages.tied]] = True
    known = has_tied[hands.table]
    if messages.tied.all():
        return known
    untied = (
        told.with_columns(number=pl.Series(messages.table))
        .filter(~pl.Series(messages.tied))
        .group_by("number", "device", "gaming_date")
        .agg(first=pl.col("device_at").min(), last=pl.col("device_at").max())
    )
    table = untied["number"].to_numpy()
    starts = Moments(hands.table, hands.start, tables.count)
    step = np.zeros(len(known) + 1, np.int64)
    np.add.at(step, starts.since(table, in_us(untied["first"]) - SEARCH_S * US), 1)
    np.add.at(step, starts.since(table, in_us(untied["last"]) + SEARCH_S * US + 1), -1)
    return known & (np.cumsum(step)[:-1] == 0)


def _uses_in_turn(tables: _Tables) -> tuple[Times, Times]:
    """The hands dealt with a deck, each with the one before that was dealt with it: (those before, those hands)."""
    rows = np.flatnonzero(tables.hands.use != NOBODY)
    uses = Moments(tables.hands.use[rows], tables.hands.start[rows], tables.uses)
    again = np.flatnonzero(uses.follows)
    return rows[uses.order[again - 1]], rows[uses.order[again]]


def _judged(tables: _Tables) -> Flags:
    """Whether a hand's shuffle can be judged at all."""
    hands, messages = tables.hands, tables.messages
    judged = np.zeros(len(hands.start), np.bool_)
    before, hand = _uses_in_turn(tables)
    broken = np.cumsum(~hands.follows)  # gaps in the hand numbers, and days
    off = np.cumsum(hands.called_off)
    of_deck = messages.odd & (messages.deck != NOBODY) & ~messages.clock_set
    of_table = (messages.odd & (messages.deck == NOBODY)) | messages.clock_set
    margin = np.maximum(tables.slack, NOTED_WITHIN_US)[hands.table[hand]]
    since, until = hands.start[before] - margin, hands.start[hand] + margin
    between = Moments(messages.use[of_deck], messages.at[of_deck], tables.uses).between(hands.use[hand], since, until)
    for explained in (Moments(messages.table[of_table], messages.at[of_table], tables.count), tables.changes):
        between += explained.between(hands.table[hand], since, until)
    none_off: Flags = off[hand] == off[before] - hands.called_off[before]
    judged[hand] = (broken[before] == broken[hand]) & none_off & (between == 0)
    first_done = np.full(tables.count, _FOREVER)
    np.minimum.at(first_done, messages.table[messages.done], messages.at[messages.done])
    return judged & (hands.start >= first_done[hands.table])


def _unread_between(tables: _Tables, told: pl.DataFrame, unread: pl.DataFrame | None) -> Flags:
    """Whether a line that could not be read stands where a hand's shuffle would: between the messages around it."""
    hands, messages = tables.hands, tables.messages
    found = np.zeros(len(hands.start), np.bool_)
    lines = None if unread is None else unread.drop_nulls()
    if lines is None or lines.is_empty():
        return found
    files = told.select("source_file").unique().sort("source_file")
    of_file = numbers(lines, files)
    if (of_file == NOBODY).all():
        return found
    here = of_file != NOBODY
    bad = Moments(of_file[here], lines["line"].cast(pl.Int64).to_numpy()[here], len(files))
    sent = Moments(messages.table, messages.at, tables.count)
    file, line = numbers(told, files)[sent.order], told["source_line"].cast(pl.Int64).to_numpy()[sent.order]
    before_hand, hand = _uses_in_turn(tables)
    table = hands.table[hand]
    slack = tables.slack[table]
    before = sent.since(table, hands.start[before_hand] - slack) - 1
    after = sent.since(table, hands.start[hand] + slack + 1)
    has_before, has_after = before >= sent.begins[table], after < sent.ends[table]
    first, last = np.maximum(before, sent.begins[table]), np.minimum(after, sent.ends[table] - 1)
    for name in (file[first], file[last]):
        low = np.where(has_before & (file[first] == name), line[first], 0)
        high = np.where(has_after & (file[last] == name), line[last], _FOREVER)
        found[hand] |= bad.between(name, low + 1, high) > 0
    return found


def _one_cause(verdict: Times, table: Times) -> Times:
    """A shuffle that stands under another deck's name is missing there and one too many here: one finding."""
    verdict = verdict.copy()
    extra = np.flatnonzero(verdict == EXTRA)
    if not len(extra):
        return verdict
    reach = (extra[:, None] + np.arange(-NEAR_HANDS, NEAR_HANDS + 1)).ravel()
    reach = np.unique(reach[(reach >= 0) & (reach < len(verdict))])
    for i in reach[verdict[reach] == MISSING].tolist():
        around = range(max(0, i - NEAR_HANDS), min(len(verdict), i + NEAR_HANDS + 1))
        near = [j for j in around if verdict[j] == EXTRA and table[j] == table[i]]
        if near:
            verdict[min(near, key=lambda j: abs(j - i))] = MATCHED
    return verdict


def _runs(tables: _Tables, verdict: Times, judged: Flags) -> tuple[Flags, Times]:
    """(where a run of hands without a shuffle begins, how long each is).

    A long one behind a table's last message is the feed's end and no run: there nothing is judged.
    """
    hands, messages = tables.hands, tables.messages
    missing = verdict == MISSING
    goes_on = hands.has_before & np.append(False, missing[:-1])[: len(missing)]
    begins = missing & ~goes_on
    number = np.cumsum(begins)
    lengths = np.bincount(number[missing], minlength=int(begins.sum()) + 1)
    run = np.zeros(len(missing), np.int64)
    run[begins] = lengths[number[begins]]
    last_done = np.zeros(tables.count, np.int64)
    np.maximum.at(last_done, messages.table[messages.done], messages.at[messages.done])
    ended = begins & (run > TAIL_MOST) & (hands.start > last_done[hands.table])
    for i in np.flatnonzero(ended).tolist():
        judged[i : i + run[i]] = False
        verdict[i : i + run[i]] = MATCHED
        begins[i] = False
    return begins, run


def _delivered(tables: _Tables) -> Times:
    """The deck of the one shuffle that ended since the hand before; NOBODY where that is not certain."""
    hands, messages = tables.hands, tables.messages
    found = np.full(len(hands.start), NOBODY)
    starts = Moments(hands.table, hands.start, tables.count)
    table, at, deck = (column[messages.done] for column in (messages.table, messages.at, messages.deck))
    slack = tables.slack[table]
    place, earliest = starts.since(table, at - slack), starts.since(table, at + slack)
    per_hand = np.bincount(place[place < starts.ends[table]], minlength=len(found))
    sure = np.flatnonzero((place == earliest) & (place < starts.ends[table]))
    sure = sure[per_hand[place[sure]] == 1]
    found[place[sure]] = deck[sure]
    return found


def _changed_before(tables: _Tables) -> Flags:
    """Whether decks were changed, taken off or jammed between the hand before (its start) and this one."""
    hands, messages = tables.hands, tables.messages
    odd = messages.odd | messages.clock_set
    moments = Moments(messages.table[odd], messages.at[odd], tables.count)
    slack = tables.slack[hands.table]
    before = np.where(hands.has_before, np.append(0, hands.start[:-1])[: len(slack)], hands.start - BEFORE_FIRST_US)
    since, until = before - slack, hands.start + slack + 1
    return sum(one.between(hands.table, since, until) for one in (moments, tables.changes)) > 0  # type: ignore[return-value]


def _decks_there(tables: _Tables, decks: pl.Series) -> Times:
    """How many decks are named at each hand's table, by its hands and its shuffler."""
    table = np.concatenate([tables.hands.table, tables.messages.table])
    deck = np.concatenate([tables.hands.deck, tables.messages.deck])
    is_name = np.append((decks != "").to_numpy(), False)[deck]  # the last stands for NOBODY
    distinct = np.unique(table[is_name] * (len(decks) + 1) + deck[is_name])
    counted = np.bincount(distinct // (len(decks) + 1), minlength=tables.count)
    return counted[tables.hands.table].astype(np.int32)
