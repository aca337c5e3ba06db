"""HF: the house file beside the law that binds it."""

import polars as pl

from checks.model import Grain, Severity, check


@check(
    code="HF01",
    severity=Severity.ERROR,
    grain=Grain.HOUSE,
    silent_ok=True,
    needs=("is_beyond",),
    cite=lambda: pl.col("bound"),
    expected=lambda: pl.col("allowed"),
    actual=lambda: pl.col("set_to"),
    message="{sentence}",
)
def beyond_a_bound(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A value of the house is beyond a ceiling or floor of a rulebook in force.

    A regulator's rulebook may say how far a house can go: a rake of ten percent at most, a wager of so much, one kind
    of fee at a table. Every book of the room binds, wherever it stands in the list; of several ceilings the lowest
    holds. What the room and each of its placards set is held against it, for every gaming day that has hands. A rate of
    time is measured by its own minutes, and tiers of rake by the smallest pot of each.

    ## Why it matters
    Every hand at such a table may be dealt and raked as the placard says, and the license is at risk all the same.

    ## What it cannot see
    What a fixed drop or a fee comes to as a share of pots: that is not evaluable. What is done at the table against
    the placard is told by the other checks. Values that other rulebooks set are not the house's: put the regulator's
    book first, and its own values govern.
    """
    return facts.filter("is_beyond")


@check(
    code="HF03",
    severity=Severity.NOTICE,
    grain=Grain.LAW,
    silent_ok=True,
    needs=("is_other",),
    expected=lambda: pl.col("was"),
    actual=lambda: pl.col("now"),
    message="{sentence}",
)
def changed_afterwards(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The house file or a rulebook was changed after the day was audited, and its findings with it.

    One notice a gaming day and change: which file, who brought it and when, and what was found before and what now, as
    counts of the findings that are not as they were. Where the same hands are judged again, the two audits are
    compared. Where files came as well, the hands of now are judged by the former file too, so that only what the file
    changed is told. A file that was changed and changed back has two notices; a later audit keeps them.

    ## Why it matters
    Who may write the house file can make findings go away without touching a hand.

    ## What it cannot see
    Audits of files without a lake: only the lake knows what was found before. Changes that no finding shows, and what
    a newer version of Odd Chip finds otherwise: the version of each audit stands in the table `audits`. Where the
    room's clock was changed or the former file is gone, files that came since may be among the reasons; the notice
    says so.
    """
    return facts.filter("is_other")
