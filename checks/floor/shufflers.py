"""Shufflers: their shuffles beside the table's hands, jams, and the age of decks; by clocks that were set before."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.floor.shuffler_clocks import COMPLETED, LATE_US, SEARCH_S, US, Times, in_us
from parsers.games import GAMES

STOPPED: Final = ("jam", "incomplete")
EXPLAINS: Final = ("jam", "incomplete", "door", "removed")  # after these a deck may be shuffled by hand, or be another

NOTED_WITHIN_US: Final = 15 * US  # a jam or a change may be noted so long after it happened
TAIL_MOST: Final = 10  # hands behind the last message: more than this and the feed ended, not the shuffling

# -- shuffles beside hands ---------------------------------------------------------------------------------------------

MATCHED, MISSING, EXTRA = 0, 1, 2
HOUSE_BANKED: Final = tuple(code for code, game in GAMES.items() if game.family == "house-banked")


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
    tables = some.partition_by("room", "table", as_dict=True, maintain_order=True)
    messages = shuffles.partition_by("room", "table", as_dict=True, maintain_order=True)
    changes = (
        notes.filter(pl.col("note") == "deck-change")
        .select("room", "table", "at")
        .partition_by("room", "table", as_dict=True, maintain_order=True)
    )
    no_notes = notes.select("room", "table", "at").clear()
    bad = _lines(unread)
    parts = [_matched(rows, messages[key], changes.get(key, no_notes), bad) for key, rows in tables.items()]
    if not parts:
        return _matched(some.clear(), shuffles.clear(), no_notes, bad)
    return pl.concat(parts, rechunk=True)


def _lines(unread: pl.DataFrame | None) -> dict[str, Times]:
    """The lines of each file that could not be read, in order."""
    if unread is None or unread.is_empty():
        return {}
    lines = unread.drop_nulls().sort("source_file", "line").partition_by("source_file", as_dict=True)
    return {str(name): rows["line"].cast(pl.Int64).to_numpy() for (name,), rows in lines.items()}


def _matched(hands: pl.DataFrame, messages: pl.DataFrame, changes: pl.DataFrame, bad: dict[str, Times]) -> pl.DataFrame:
    n = len(hands)
    start = in_us(hands["start"])
    deck = hands["deck"].to_list()
    tied = messages.filter(pl.col("within_s").is_not_null())
    known = _clock_known(start, messages) if len(tied) else np.zeros(n, np.bool_)
    done = tied.filter(pl.col("status") == "ok")
    within = tied["within_s"].max()
    slack = (int(within) + 2) * US if isinstance(within, int) else 0
    done_at, done_deck = in_us(done["at"]), done["deck"].to_list()
    counts = np.zeros(n, np.int64)
    judged = np.zeros(n, np.bool_)
    uses: dict[str, list[int]] = {}
    for i, name in enumerate(deck):
        if name is not None:
            uses.setdefault(name, []).append(i)
    for name, rows in uses.items():
        starts = start[rows]
        own = np.array([d == name for d in done_deck], np.bool_)
        counts[rows] = _per_hand(starts, done_at[own], slack)
    if n:
        judged = _judged(hands, tied, changes, uses, start, max(slack, NOTED_WITHIN_US)) & known
        judged &= ~_unread_between(messages, uses, start, slack, bad)
    verdict = np.where(counts == 0, MISSING, np.where(counts > 1, EXTRA, MATCHED))
    verdict[~judged] = MATCHED
    verdict = _one_cause(verdict)
    missing = verdict == MISSING
    begins = missing & ~np.concatenate([[False], missing[:-1]]) if n else missing
    run = np.zeros(n, np.int64)
    if n:
        number = np.cumsum(begins)
        lengths = np.bincount(number[missing], minlength=int(number[-1]) + 1)
        run[begins] = lengths[number[begins]]
        tail = int(np.searchsorted(start, done_at.max() if len(done_at) else 0, side="right"))
        ended = begins & (run > TAIL_MOST) & (np.arange(n) >= tail)
        for i in np.flatnonzero(ended).tolist():
            judged[i : i + run[i]] = False
            verdict[i : i + run[i]] = MATCHED
            begins[i] = False
    delivered = _delivered(start, done_at, done_deck, slack, n)
    matched = hands.select(
        "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "game", "deck", "called_off", "follows",
        "source_file", "source_line", at="start",
    ).with_columns(
        pl.Series("shuffles_due", np.where(judged, 1, -1)).replace(-1, None),
        pl.Series("shuffled", counts),
        pl.Series("counts", begins | (verdict == EXTRA)),
        pl.Series("run", run),
        pl.Series("deck_delivered", delivered, dtype=pl.String),
        pl.Series("changed_before", _changed_before(start, tied, changes, slack)),
        pl.Series("clock_known", known),
        deck_before=pl.col("deck").shift(1),
        off_before=pl.col("called_off").shift(1),
        decks_there=pl.lit(len({*(d for d in deck if d), *(d for d in messages["deck"].to_list() if d)})),
    )  # fmt: skip
    delivered_known = pl.col("deck_delivered").is_not_null()
    judgeable = (
        pl.col("follows") & ~pl.col("off_before") & ~pl.col("changed_before") & (pl.col("decks_there") > 1)
        & pl.col("clock_known")
    )  # fmt: skip
    other = (pl.col("deck") != pl.col("deck_before")) & ~(
        delivered_known & (pl.col("deck_delivered") != pl.col("deck")) & (pl.col("shuffled") == 0)
    )
    matched = matched.with_columns(alternates=pl.when(judgeable.fill_null(False)).then(other))
    # A round dealt with the wrong deck leaves both decks' shuffles out of step: that is one finding, not three.
    banked = pl.col("game").is_in(HOUSE_BANKED)
    slipped = (~pl.col("alternates").fill_null(True) & banked).cast(pl.Int64)
    near = pl.sum_horizontal(slipped.shift(step).fill_null(0) for step in range(-1, 4)) > 0
    return matched.with_columns(counts=pl.col("counts") & ~near, shuffles_due=pl.when(~near).then("shuffles_due"))


def _per_hand(starts: Times, moments: Times, slack: int) -> Times:
    """Shuffles by hand of one deck.

    One that ended a moment after its hand's start, by the table's clock or by what is not known of the shuffler's, is
    that hand's where it has no other and the next has one too many; and the other way round.
    """
    place = np.searchsorted(starts, moments, side="left")
    counts = np.bincount(place, minlength=len(starts) + 1)[: len(starts)]
    for i in np.flatnonzero((counts[:-1] == 0) & (counts[1:] == 2)):
        late = (moments > starts[i]) & (moments <= starts[i] + max(slack, LATE_US))
        counts[i : i + 2] = (1, 1) if late.any() else (0, 2)
    for i in np.flatnonzero((counts[:-1] == 2) & (counts[1:] == 0)):
        early = (moments <= starts[i]) & (moments >= starts[i] - slack)
        counts[i : i + 2] = (1, 1) if early.any() else (2, 0)
    return counts


def _clock_known(start: Times, messages: pl.DataFrame) -> npt.NDArray[np.bool_]:
    """Whether no message whose clock is not known can be about a hand: they lie farther apart than any clock is off."""
    known = np.ones(len(start), np.bool_)
    untied = messages.filter(pl.col("within_s").is_null())
    for part in untied.partition_by("device", "gaming_date"):
        at = in_us(part["device_at"])
        known &= (start < at.min() - SEARCH_S * US) | (start > at.max() + SEARCH_S * US)
    return known


def _odd() -> pl.Expr:
    """Messages after which a deck may be shuffled by hand, be another, or be shuffled once more."""
    return pl.col("status").is_in(EXPLAINS) | (pl.col("status") == "count")


def _judged(
    hands: pl.DataFrame,
    messages: pl.DataFrame,
    changes: pl.DataFrame,
    uses: dict[str, list[int]],
    start: Times,
    margin: int,
) -> npt.NDArray[np.bool_]:
    """Whether a hand's shuffle can be judged at all."""
    judged = np.zeros(len(hands), np.bool_)
    done_at = in_us(messages.filter(pl.col("status") == "ok")["at"])
    if not len(done_at):
        return judged
    follows = hands["follows"].to_numpy()
    broken = np.cumsum(~follows)  # gaps in the hand numbers, and days
    called_off = hands["called_off"].to_numpy().astype(np.int64)
    off = np.cumsum(called_off)
    for name, rows in uses.items():
        odd = messages.filter((_odd() & ((pl.col("deck") == name) | pl.col("deck").is_null())) | pl.col("clock_set"))
        explained = np.sort(np.concatenate([in_us(odd["at"]), in_us(changes["at"])]))
        for i, j in pairwise(rows):
            between = np.searchsorted(explained, start[j] + margin) - np.searchsorted(explained, start[i] - margin)
            judged[j] = broken[i] == broken[j] and off[j] == off[i] - called_off[i] and between == 0
    judged &= start >= done_at.min()
    return judged


def _unread_between(
    messages: pl.DataFrame, uses: dict[str, list[int]], start: Times, slack: int, bad: dict[str, Times]
) -> npt.NDArray[np.bool_]:
    """Whether a line that could not be read stands where a hand's shuffle would: between the messages around it."""
    found = np.zeros(len(start), np.bool_)
    at, line, file = in_us(messages["at"]), messages["source_line"].to_list(), messages["source_file"].to_list()
    if not bad.keys() & set(file):
        return found
    for rows in uses.values():
        for i, j in pairwise(rows):
            before = int(np.searchsorted(at, start[i] - slack)) - 1
            after = int(np.searchsorted(at, start[j] + slack, side="right"))
            first, last = max(before, 0), min(after, len(file) - 1)
            for name in {file[first], file[last]}:
                lines = bad.get(name, np.zeros(0, np.int64))
                low = line[first] if before >= 0 and file[first] == name else 0
                high = line[last] if after < len(file) and file[last] == name else np.iinfo(np.int64).max
                found[j] |= bool(((lines > low) & (lines < high)).any())
    return found


def _one_cause(verdict: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A shuffle that stands under another deck's name is missing there and one too many here: one finding."""
    verdict = verdict.copy()
    for i in np.flatnonzero(verdict == MISSING).tolist():
        near = [j for j in range(max(0, i - 3), min(len(verdict), i + 4)) if verdict[j] == EXTRA]
        if near:
            verdict[min(near, key=lambda j: abs(j - i))] = MATCHED
    return verdict


def _delivered(start: Times, done_at: Times, done_deck: list[str | None], slack: int, n: int) -> list[str | None]:
    """The deck of the one shuffle that ended since the hand before; None where that is not certain."""
    found: list[str | None] = [None] * n
    place = np.searchsorted(start + slack, done_at, side="left")
    earliest = np.searchsorted(start - slack, done_at, side="left")
    per_hand = np.bincount(place, minlength=n + 1)
    for at, other, name in zip(place.tolist(), earliest.tolist(), done_deck, strict=True):
        if at == other and at < n and per_hand[at] == 1:
            found[at] = name
    return found


def _changed_before(start: Times, messages: pl.DataFrame, changes: pl.DataFrame, slack: int) -> npt.NDArray[np.bool_]:
    """Whether decks were changed, taken off or jammed between the hand before (its start) and this one."""
    odd = messages.filter(_odd() | pl.col("clock_set"))
    moments = np.sort(np.concatenate([in_us(odd["at"]), in_us(changes["at"])]))
    if not len(start):
        return np.zeros(0, np.bool_)
    before = np.concatenate([[start[0] - 3_600 * US], start[:-1]])
    counted = np.searchsorted(moments, start + slack, side="right") - np.searchsorted(moments, before - slack)
    changed: npt.NDArray[np.bool_] = counted > 0
    return changed


# -- jams --------------------------------------------------------------------------------------------------------------


def jam_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a jam at a table that dealt: the hand in play then, or the next dealt with that deck.

    Jams of one device in one hand are one. `in_play` says that a hand was being dealt; `voided` that it was called off;
    `put_right` that the deck was shuffled again, taken off or changed before it was dealt. `judged` is null where the
    clock leaves open which hand it was, or no hand followed.
    """
    stopped = shuffles.filter(pl.col("status").is_in(STOPPED))
    columns: dict[str, Any] = {
        "order": pl.UInt32, "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "hand": pl.String,
        "dealer": pl.String, "terms": pl.Int64, "game": pl.String, "at": pl.Datetime("us", "UTC"),
        "source_file": pl.String, "source_line": pl.Int32, "judged": pl.Boolean, "in_play": pl.Boolean,
        "went_on": pl.Boolean, "jammed_at": pl.Datetime("us", "UTC"),
    }  # fmt: skip
    rows: list[dict[str, Any]] = []
    if stopped.is_empty():
        return pl.DataFrame(schema=columns)
    some = hands.join(stopped.select("room", "table").unique(), on=["room", "table"], how="semi", maintain_order="left")
    tables = some.partition_by("room", "table", as_dict=True, maintain_order=True)
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", "at")
    seen: set[tuple[Any, ...]] = set()
    for jam in stopped.iter_rows(named=True):
        table = tables.get((jam["room"], jam["table"]))
        if table is None:
            continue
        found = _jammed(jam, table, shuffles, changed)
        key = (jam["room"], jam["table"], jam["device"], found.get("order"), found["in_play"])
        if key not in seen:
            seen.add(key)
            rows.append(found)
    return pl.DataFrame(rows, schema=columns)


def _jammed(jam: dict[str, Any], hands: pl.DataFrame, shuffles: pl.DataFrame, changes: pl.DataFrame) -> dict[str, Any]:
    at = jam["at"]
    margin = None if jam["within_s"] is None else int(jam["within_s"]) * US
    us = int(at.timestamp() * US)
    start = in_us(hands["start"])
    end = in_us(hands.select(pl.coalesce("end", "start"))["end"])
    i = int(np.searchsorted(start, us, side="right")) - 1
    in_play = i >= 0 and us < end[i]
    j = i
    if not in_play:
        same = hands["deck"].to_list()
        j = next((k for k in range(i + 1, len(start)) if jam["deck"] is None or same[k] in (None, jam["deck"])), -1)
    if j < 0:
        first = hands.row(0, named=True)
        return {
            "room": jam["room"], "table": jam["table"], "gaming_date": jam["gaming_date"], "terms": first["terms"],
            "game": first["game"], "at": at, "jammed_at": at, "source_file": jam["source_file"],
            "source_line": jam["source_line"], "judged": None, "in_play": False, "went_on": None,
        }  # fmt: skip
    hand = hands.row(j, named=True)
    here = (pl.col("room") == jam["room"]) & (pl.col("table") == jam["table"])
    put_right = (
        shuffles.filter(
            here
            & pl.col("status").is_in(["ok", "removed"])
            & (pl.lit(True) if jam["deck"] is None else pl.col("deck") == jam["deck"])
            & (pl.col("at") > at)
            & (pl.col("at") <= hand["start"] + pl.duration(seconds=(jam["within_s"] or 0) + 2))
        ).height
        + changes.filter(here & (pl.col("at") > at) & (pl.col("at") <= hand["start"])).height
    ) > 0
    went_on = not hand["called_off"] if in_play else not put_right and not hand["called_off"]
    # With the clock off by its margin it may have been another hand.
    edge = margin is not None and margin > 0 and min(abs(us - start[max(i, 0)]), abs(us - end[max(i, 0)])) < margin
    return {
        "order": hand["order"], "room": hand["room"], "table": hand["table"], "gaming_date": hand["gaming_date"],
        "hand": hand["hand"], "dealer": hand["dealer"], "terms": hand["terms"], "game": hand["game"],
        "at": hand["start"], "jammed_at": at, "source_file": hand["source_file"], "source_line": hand["source_line"],
        "judged": None if margin is None or (edge and went_on) else True, "in_play": in_play, "went_on": went_on,
    }  # fmt: skip


OUT_OF_TURN: Final = 6  # rounds without a deck: of two that alternate it would have had three

# -- decks and counts of house-banked games ----------------------------------------------------------------------------


def deck_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a deck's time at a house-banked table on a gaming day, with the first hand dealt with it past its hours.

    A deck comes in with the first hand dealt with it that day, and anew after it was taken off, a change to it was
    noted, or it was out of play while others were changed.
    `deck_hours` is that of the way of dealing; where the house file does not say how, the longer of the two.
    """
    banked = hands.filter(pl.col("game").is_in(HOUSE_BANKED) & pl.col("deck").is_not_null())
    by = ["room", "table", "deck"]
    taken_off = shuffles.filter((pl.col("status") == "removed") & pl.col("deck").is_not_null())
    off = taken_off.filter(pl.col("within_s").is_not_null()).select(*by, changed_at="at")
    # A deck that was taken off nobody knows when may be another since.
    unknown = taken_off.filter(pl.col("within_s").is_null()).select("room", "table", "gaming_date").unique()
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", "deck", changed_at="at")
    all_of_table = changed.filter(pl.col("deck").is_null()).drop("deck")
    decks = banked.select(*by).unique()
    changes = pl.concat(
        [
            off,
            changed.filter(pl.col("deck").is_not_null()).select(*by, "changed_at"),
            decks.join(all_of_table, on=["room", "table"], how="inner").select(*by, "changed_at"),
            _brought_back(banked, changed),
        ]
    ).sort("changed_at")
    banked = (
        banked.sort("start")
        .join_asof(
            changes, left_on="start", right_on="changed_at", by=by, strategy="backward", check_sortedness=False,
            coalesce=False,
        )
        .join(unknown.with_columns(unsure=pl.lit(True)), on=["room", "table", "gaming_date"], how="left")
        .with_columns(deck_hours=pl.when(pl.col("unsure").is_null()).then("deck_hours"))
        .sort("order")
    )  # fmt: skip
    age = pl.col("start") - pl.col("came_in")
    aged = banked.with_columns(came_in=pl.col("start").min().over(*by, "gaming_date", "changed_at")).with_columns(
        late=age > pl.duration(hours=pl.col("deck_hours"))
    )
    keys = [*by, "gaming_date", "changed_at"]
    first_late = pl.col("late").fill_null(False).arg_max()
    return (
        aged.group_by(keys, maintain_order=True)
        .agg(
            pl.col("late").any(),
            pl.col("terms", "game", "deck_hours", "deck_rule", "came_in").first(),
            *(pl.col(name).get(first_late) for name in ("order", "hand", "dealer", "source_file", "source_line")),
            at=pl.col("start").get(first_late),
        )
        .with_columns(
            age_min=(pl.col("at") - pl.col("came_in")).dt.total_minutes(),
            order=pl.when("late").then("order"),
            hand=pl.when("late").then("hand"),
            dealer=pl.when("late").then("dealer"),
        )
        .sort("room", "table", "at", "deck")
    )


def _brought_back(hands: pl.DataFrame, changed: pl.DataFrame) -> pl.DataFrame:
    """Decks that are dealt again after others came to the table: with a note of one of them the whole set-up went."""
    by = ["room", "table", "deck"]
    again = (
        hands.sort("order")
        .with_columns(out_since=pl.col("start").shift(1).over(by), out_from=pl.col("order").shift(1).over(by))
        .filter((pl.col("order") - pl.col("out_from")).cast(pl.Int64) > OUT_OF_TURN)
        .select(*by, "start", "out_since")
    )
    noted = changed.select("room", "table", "changed_at").sort("changed_at")
    return (
        again.sort("start")
        .join_asof(
            noted, left_on="start", right_on="changed_at", by=["room", "table"], strategy="backward",
            check_sortedness=False, coalesce=False,
        )
        .filter(pl.col("changed_at") > pl.col("out_since"))
        .select(*by, changed_at="start")
    )  # fmt: skip


def round_frame(hands: pl.DataFrame, counted_tables: pl.DataFrame) -> pl.DataFrame:
    """One row a round of a house-banked table: how many have gone by without a count, this one included.

    A gap in the hand numbers leaves open what happened in it, and the count begins anew. `counted_tables` are those
    whose shuffler counts; they need not be counted by hand.
    """
    banked = (
        hands.filter(pl.col("game").is_in(HOUSE_BANKED))
        .with_columns(gaps=(~pl.col("follows")).cast(pl.Int64).cum_sum())
        .filter(~pl.col("called_off"))
        .join(counted_tables, on=["room", "table"], how="anti", maintain_order="left")
    )
    counted = pl.col("stub_count").is_not_null()
    breaks = counted | (pl.col("gaps") != pl.col("gaps").shift(1)).fill_null(True)
    return (
        banked.with_columns(stretch=breaks.cast(pl.Int64).cum_sum(), is_counted=counted)
        .with_columns(uncounted=(~pl.col("is_counted")).cast(pl.Int64).cum_sum().over("stretch"))
        .select(
            "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "game", "count_every", "uncounted",
            "dealing", "source_file", "source_line", at="start",
        )
    )  # fmt: skip
