"""SC: shuffles, jams, the decks in use and their age."""

import polars as pl

from checks.floor.shuffle_matching import HOUSE_BANKED
from checks.model import Grain, Severity, check
from checks.rules.stub import deck_said
from checks.wording import clock, duration, limbs, say


def house_banked() -> pl.Expr:
    """The rules of house-banked games on decks and shufflers bind their own tables only."""
    return pl.col("game").is_in(HOUSE_BANKED)


@check(
    code="SC05",
    severity=Severity.PROCEDURE,
    grain=Grain.DECK,
    term="deck.change_hours.hand",
    needs=("deck_hours",),
    expected=lambda: pl.format("a change after {} hours", "deck_hours"),
    actual=lambda: pl.format("{} after {} minutes", "deck", "age_min"),
    cite=lambda: (
        pl.when(pl.col("deck_rule") == "deck.change_hours.shoe")
        .then(pl.lit("deck.change_hours.shoe"))
        .otherwise(pl.lit("deck.change_hours.hand"))
    ),
    message=lambda: say(
        "The {deck} deck at table {table} was dealt at {at_said} after {age}; it had to be changed after "
        "{deck_hours} hours.",
        at_said=clock("at"),
        age=duration(pl.col("age_min").cast(pl.Int64) * 60),
    ),
)
def deck_too_old(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A deck of a house-banked table was dealt past its hours.

    Four hours where it is dealt by hand, eight from a shoe; where the house file does not say how it is dealt, eight.
    A deck comes in with the first hand dealt with it that gaming day, and again after it was taken off, a change to it
    was noted, or it was out of play while others were changed. One finding a deck, on the first hand past its hours.

    ## Why it matters
    Worn cards can be read from their backs.

    ## What it cannot see
    Hands that do not name their deck, how old a deck was when the day began, and decks that a shuffler whose clock is
    not known took off.
    """
    return facts.filter(pl.col("late"))


def _other_deck() -> pl.Expr:
    at, deck = clock("at"), deck_said("deck")
    return limbs(
        (
            pl.col("deck_delivered").is_not_null(),
            say(
                "Table {table} dealt the round at {at_said} with the {deck_said} deck; the shuffler had delivered the "
                "{deck_delivered} deck.",
                at_said=at, deck_said=deck,
            ),
        ),
        otherwise=say(
            "Table {table} dealt the round at {at_said} with the {deck_said} deck again; the other deck was due.",
            at_said=at, deck_said=deck,
        ),
    )  # fmt: skip


@check(
    code="SC06",
    severity=Severity.PROCEDURE,
    grain=Grain.SHUFFLE,
    term="deck.alternate",
    is_=True,
    needs=("alternates",),
    applies=house_banked,
    expected=lambda: (
        pl.when(pl.col("deck_delivered").is_not_null())
        .then(pl.format("{}, as the shuffler delivered", "deck_delivered"))
        .otherwise(pl.lit("the other deck"))
    ),
    actual=lambda: pl.col("deck"),
    message=_other_deck,
)
def deck_not_alternated(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The decks were not alternated, or the deck dealt is not the one the shuffler delivered.

    With a shuffler one deck is in play and the other is shuffled, turn by turn.

    ## Why it matters
    A deck dealt twice running was not shuffled by the machine in between.

    ## What it cannot see
    Poker tables (no document asks it of them), rounds behind a gap in the numbers, a void round, a jam or a change of
    decks, and tables with one deck only.
    """
    return facts.filter(~pl.col("alternates"))


def _shuffles() -> pl.Expr:
    at, deck = clock("at"), deck_said("deck")
    return limbs(
        (
            pl.col("shuffled") > 1,
            say(
                "The {deck_said} deck was shuffled {shuffled} times before table {table} dealt it at {at_said}; one "
                "shuffle was due.",
                at_said=at, deck_said=deck,
            ),
        ),
        (
            pl.col("run") > 1,
            say(
                "Table {table} dealt {run} hands in a row from {at_said} on without a shuffle on record; one was due "
                "before each.",
                at_said=at,
            ),
        ),
        otherwise=say(
            "Table {table} dealt the {deck_said} deck at {at_said} without a shuffle on record; one was due.",
            at_said=at, deck_said=deck,
        ),
    )  # fmt: skip


@check(
    code="SC08",
    severity=Severity.PROCEDURE,
    grain=Grain.SHUFFLE,
    term="shuffler.shuffle_after_round",
    is_=True,
    needs=("shuffles_due",),
    expected=lambda: pl.lit("one shuffle of the deck"),
    actual=lambda: (
        pl.when(pl.col("shuffled") > 1)
        .then(pl.format("{}", "shuffled"))
        .when(pl.col("run") > 1)
        .then(pl.format("none, here and in the next {} hands", pl.col("run") - 1))
        .otherwise(pl.lit("none"))
    ),
    message=_shuffles,
)
def shuffles_and_hands_differ(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The shuffler's record and the hands do not match: a hand without a shuffle of its deck, or with more than one.

    The shuffler's clock is set by the data first (see the table `devices`). Hands in a row without a shuffle are one
    finding, on the first of them.

    ## Why it matters
    Cards that were not shuffled can be followed; a deck shuffled once more than needed was shuffled for a reason that
    the log does not tell.

    ## What it cannot see
    Hands that do not name their deck, the first hand of a deck, hands behind a gap in the numbers, a misdeal, a jam, a
    wrong count or a change of decks, devices whose clock cannot be tied to the hands, what came before the first
    message or long after the last, and places at which a line of the shuffler's file is in quarantine. The guide
    speaks of shuffling by hand (our reading: by machine it is the same).
    """
    return facts.filter("counts")


def _jam() -> pl.Expr:
    jammed = clock("jammed_at")
    return limbs(
        (
            pl.col("in_play"),
            say(
                "The shuffler at table {table} jammed at {jammed} during a round, and the round was played on; it was "
                "void.",
                jammed=jammed,
            ),
        ),
        otherwise=say(
            "The shuffler at table {table} jammed at {jammed}, and its deck was dealt without a new shuffle.",
            jammed=jammed,
        ),
    )


@check(
    code="SC09",
    severity=Severity.ERROR,
    grain=Grain.JAM,
    term="shuffler.jam",
    needs=("judged",),
    applies=house_banked,
    expected=lambda: pl.when("in_play").then(pl.lit("a void round")).otherwise(pl.lit("a new shuffle")),
    cite=lambda: (
        pl.when("in_play").then(pl.lit("shuffler.jam=return-wagers")).otherwise(pl.lit("shuffler.jam=reshuffle"))
    ),
    actual=lambda: pl.format("a jam at {} and the round dealt on", pl.col("jammed_at").dt.strftime("%H:%M:%S")),
    message=_jam,
)
def played_through_jam(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Play went on through a jam of the shuffler.

    A jam while a round is played voids it and the wagers go back; a deck that jammed between rounds is shuffled again,
    or taken off, before it is dealt.

    ## Why it matters
    Nobody knows which cards came out of a machine that stopped half-way.

    ## What it cannot see
    Poker tables (no document speaks of it), and a jam so near to the beginning or end of a round that the shuffler's
    clock leaves open which round it was.
    """
    return facts.filter("went_on")


@check(
    code="SC10",
    severity=Severity.PROCEDURE,
    grain=Grain.ROUND,
    term="stub.count_every.hand",
    needs=("count_every",),
    expected=lambda: pl.format("a count in any {} rounds", "count_every"),
    actual=lambda: pl.format("none in {}", "uncounted"),
    cite=lambda: pl.concat_str(pl.lit("stub.count_every."), pl.col("dealing").fill_null("hand")),
    message=lambda: say(
        "Table {table} dealt {uncounted} rounds up to {at_said} without counting the stub; any "
        "{count_every} rounds need "
        "a count.",
        at_said=clock("at"),
    ),
)
def counted_too_seldom(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub of a house-banked table was counted too seldom.

    Any five consecutive rounds hold a count, where no shuffler counts the deck. One finding a stretch without a count,
    on the round that makes it too long.

    ## Why it matters
    A card that is missing for more than five rounds cannot be tied to a round any more.

    ## What it cannot see
    Stretches with a gap in the hand numbers; the count starts over after them. Void rounds do not count.
    """
    return facts.filter(pl.col("uncounted") == pl.col("count_every"))
