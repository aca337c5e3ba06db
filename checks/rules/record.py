"""TL: the record itself."""

import polars as pl

from checks.model import Grain, Severity, check
from checks.wording import clock, duration, limbs, say


@check(
    code="TL01",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    silent_ok=True,
    needs=("previous_end",),
    applies=lambda: pl.col("has_previous") & ~pl.col("repeats"),
    expected=lambda: pl.concat_str(pl.lit("not before "), pl.col("previous_end").dt.strftime("%H:%M:%S")),
    actual=lambda: pl.col("start").dt.strftime("%H:%M:%S"),
    message=lambda: say(
        "The hand at table {table} starts at {starts}; the hand before it ended at {ended}.",
        starts=clock("start"),
        ended=clock("previous_end"),
    ),
)
def hands_overlap(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Two hands of one table overlap in time.

    ## Why it matters
    One table deals one hand at a time. A clock is wrong, or a hand was written down afterwards.

    ## What it cannot see
    Hands whose end was not recorded.
    """
    return facts.filter(pl.col("start") < pl.col("previous_end"))


def _numbers() -> pl.Expr:
    first, last = pl.col("number") - pl.col("missing_before"), pl.col("number") - 1
    return limbs(
        (pl.col("repeats"), say("Table {table} has hand number {number} again; every hand has a number of its own.")),
        (
            pl.col("missing_before") == 1,
            say("Hand number {last} of table {table} is missing; number {number} comes next.", last=last),
        ),
        (
            pl.col("missing_before") == 2,
            say(
                "Hand numbers {first} and {last} of table {table} are missing; number {number} comes next.",
                first=first, last=last,
            ),
        ),
        otherwise=say(
            "Hand numbers {first} to {last} of table {table} are missing; number {number} comes next.",
            first=first, last=last,
        ),
    )  # fmt: skip


@check(
    code="TL02",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    silent_ok=True,
    needs=("numbered",),
    expected=lambda: (
        pl.when("repeats")
        .then(pl.lit("a number of its own"))
        .otherwise(pl.format("number {}", pl.col("number") - pl.col("missing_before")))
    ),
    actual=lambda: (
        pl.when("repeats")
        .then(pl.format("{} again", "number"))
        .otherwise(pl.format("{}, {} missing", "number", "missing_before"))
    ),
    message=_numbers,
)
def number_missing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A hand number is missing or was used twice.

    The digits at the end of a hand's name run on within a table and gaming day. A gap, however wide, is one finding on
    the hand after it; a number that was there already is one on the later hand, the same hand with other content too.

    ## Why it matters
    A hand that is not there cannot be audited; one that is there twice has two truths.

    ## What it cannot see
    Hands missing before the first and after the last of the day, hands without a number, and tables whose numbers do
    not run on at all (those of a site, say). A version that the lake received later is told as TL04.
    """
    return facts.filter(pl.col("repeats") | (pl.col("missing_before") > 0))


def _pace() -> pl.Expr:
    took = duration((pl.col("end") - pl.col("start")).dt.total_seconds())
    return limbs(
        (
            (pl.col("end") - pl.col("start")) < pl.duration(seconds=0),
            say("The hand at table {table} ends before it starts, at {ended}.", ended=clock("end")),
        ),
        (
            (pl.col("end") - pl.col("start")) < pl.duration(seconds=10),
            say("The hand at table {table} took {took}; no hand is dealt in under 10 seconds.", took=took),
        ),
        otherwise=say("The hand at table {table} took {took}; a hand takes 30 minutes at most.", took=took),
    )


@check(
    code="TL03",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    silent_ok=True,
    needs=("end",),
    expected=lambda: pl.lit("10 seconds to 30 minutes"),
    actual=lambda: pl.format("{} seconds", (pl.col("end") - pl.col("start")).dt.total_seconds()),
    message=_pace,
)
def pace_impossible(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A hand was over in less than ten seconds, or took more than thirty minutes.

    A misdeal or a void hand may be short.

    ## Why it matters
    Nobody deals that fast, and nothing takes that long: the times were written down afterwards, or a clock was wrong.

    ## What it cannot see
    Hands whose end was not recorded.
    """
    lasted = pl.col("end") - pl.col("start")
    short = (lasted < pl.duration(seconds=10)) & ~pl.col("called_off")
    return facts.filter(short | (lasted > pl.duration(minutes=30)))


def _edited() -> pl.Expr:
    return limbs(
        (
            pl.col("changes") > 1,
            say(
                "The hand at table {table} was changed {changes} times after commit {first_commit} brought it first: "
                "{every_change}. It is judged as commit {commit} brought it.",
            ),
        ),
        otherwise=say(
            "The hand at table {table} was changed after it was received: commit {commit} brought it again from "
            "{received_from} with a change to its {changed}; commit {first_commit} brought it first."
        ),
    )


@check(
    code="TL04",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    silent_ok=True,
    needs=("history_known",),
    expected=lambda: pl.format("as received in commit {}", "first_commit"),
    actual=lambda: pl.col("every_change"),
    message=_edited,
)
def edited_afterwards(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The log was edited after it was first received.

    A hand that came in again under the same name with other content. Both versions are kept; the hand is judged as it
    came last, and the finding says each change: a hand that was changed and changed back has
    two changes. The ledger says which commit brought which.

    ## Why it matters
    A log that changes after the fact is no evidence.

    ## What it cannot see
    Audits of files without a lake: only the lake knows what came first. Two versions in one delivery are TL02.
    """
    return facts.filter(pl.col("commit").is_not_null())


@check(
    code="TL06",
    severity=Severity.NOTICE,
    grain=Grain.CLOCK,
    silent_ok=True,
    needs=("is_off",),
    expected=lambda: pl.col("expected"),
    actual=lambda: pl.col("actual"),
    message="{sentence}",
)
def clock_off(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A clock of the record, or the time offset that it states, is not the room's.

    One notice a feed and gaming day, in place of what it would make of others. A hand log states the offset of its
    times, which has to be that of the room's time zone at that moment. Where its hands lie in the slots that were
    signed at their table, everything is judged as usual; where they do not, nothing is laid beside them by the clock
    that day, and nobody is named by the card. A log whose clock is hours or years off is known by its dealers, who
    signed for their slots at one other time. A shuffler whose clock is more than two hours off, up to years, is known
    by its messages fitting the hands of its table at one other time and at no other; what hangs on it is not judged.

    ## Why it matters
    A wrong clock accuses a whole shift: dealers of slots that they did deal, and of decks that were shuffled.

    ## What it cannot see
    Rooms that the house file does not have, and formats that do not say where their clock hangs. A shuffler of less
    than sixty shuffles that is a few hours off: its clock is not known, and nothing is made of its messages. A log
    whose clock is off and that names no dealers, less than three, or has less than thirty hands that day.
    """
    return facts.filter("is_off")
