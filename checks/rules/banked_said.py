"""HB: what was done with a wager of a house-banked round and what had to be, in a sentence."""

from __future__ import annotations

from functools import cache
from typing import Final

import polars as pl

from checks.replay.banked_layout import Due, Kind, Reason
from checks.wording import by_code, limbs, say

WAGERS: Final = {
    Kind.ANTE: "ante", Kind.ODDS: "odds wager", Kind.RAISE: "raise", Kind.POCKET: "pocket bonus",
    Kind.TRIPS: "trips plus wager", Kind.PROGRESSIVE: "progressive", Kind.ENVY: "envy bonus",
}  # fmt: skip
# Why a wager is settled as it is, beside the line of a paytable.
_REASONS: Final = {
    Reason.FOLD: "seat {seat} folded, and ",
    Reason.WIN: "seat {seat}'s hand won, and ",
    Reason.TIE: "the hands tied, and ",
    Reason.LOSE: "seat {seat}'s hand lost, and ",
    Reason.NOT_QUALIFIED: "the dealer did not qualify, and ",
    Reason.BAD_BEAT: "it was a bad beat, and ",
}
# Lines of paytables that a sentence says otherwise than with "a" before them.
_LINES: Final = {
    "aces": "aces",
    "two pairs": "two pair",
    "three of a kind": "three of a kind",
    "four of a kind": "four of a kind",
    "quads": "four of a kind",
    "less than a flush": "less than a flush",
    "no pair, no ace with a face card": "no pair and no ace with a face card",
    "ace and face card": "an ace with a face card",
    "ace and face card, suited": "a suited ace with a face card",
    "flopped royal spades": "a royal flush in spades on the flop",
    "flopped royal": "a royal flush on the flop",
    "flopped straight flush": "a straight flush on the flop",
    "community royal": "a royal flush on the board",
}


@cache
def said_line() -> pl.Expr:
    """The line of a paytable as a person says it: a straight, two pair; null where no table decides."""
    line = pl.col("line_name")
    said = line.replace_strict(_LINES, default=None, return_dtype=pl.String)
    return pl.coalesce(said, pl.concat_str(pl.lit("a "), line))


@cache
def settled_said() -> pl.Expr:
    """What was done with a wager, and what had to be, by the hands and the paytable."""
    wager = by_code("kind", WAGERS, "wager")
    done = by_code(
        "done",
        {
            Due.PAY: say("Seat {seat} was paid {paid_cents} on the {wager}", wager=wager),
            Due.TAKE: say("The dealer took {taken_cents} of seat {seat}'s {wager}", wager=wager),
            Due.PUSH: say("Seat {seat}'s {wager} of {pushed_cents} was pushed", wager=wager),
            Due.MIXED: say(
                "Seat {seat}'s {wager} was settled with {paid_cents} paid, {taken_cents} taken and "
                "{pushed_cents} pushed",
                wager=wager,
            ),
        },
        say("Seat {seat}'s {wager} of {staked_cents} was not settled", wager=wager),
    )
    paid_for = pl.concat_str(pl.lit(" for "), said_line()).fill_null("")
    lost_with = pl.concat_str(pl.lit("with "), said_line(), pl.lit(" ")).fill_null("")
    due = by_code(
        "due",
        {
            Due.PAY: say("{due_cents} was due{line}", line=paid_for),
            Due.TAKE: say("{line}the dealer had to take {staked_cents}", line=lost_with),
            Due.PUSH: say("{line}all {staked_cents} had to be pushed", line=lost_with),
        },
        "nothing was due",
    )
    return say("{done}; {why}{due}.", done=done, why=by_code("reason", _REASONS, ""), due=due)


@cache
def void_said() -> pl.Expr:
    """What was done with a wager of a void round, and what had to be."""
    wager = by_code("return_kind", WAGERS, "wager")
    done = by_code(
        "return_done",
        {
            Due.PAY: say("seat {return_seat} was paid {return_done_cents} on the {wager}", wager=wager),
            Due.TAKE: say("the dealer took {return_done_cents} of seat {return_seat}'s {wager}", wager=wager),
            Due.PUSH: say("{return_done_cents} of seat {return_seat}'s {wager} went back", wager=wager),
            Due.MIXED: say("seat {return_seat}'s {wager} was settled several ways", wager=wager),
        },
        say("seat {return_seat}'s {wager} was not settled", wager=wager),
    )
    due = by_code(
        "return_due",
        {
            Due.PAY: "{return_due_cents} had to be paid",
            Due.TAKE: "{return_due_cents} had to be taken",
            Due.PUSH: "{return_due_cents} had to go back",
        },
        "nothing was due",
    )
    return limbs(
        (pl.col("return_seat") > 0, say("The round was void, and {done}; {due}.", done=done, due=due)),
        otherwise=say("The round was void, and its wagers were not returned."),
    )
