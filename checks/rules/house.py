"""HF, BL15, TL05: the table beside what its placard says, and players beside their seats."""

import polars as pl

from checks.model import Grain, Severity, check, money
from checks.wording import limbs, say


@check(
    code="HF02",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="stakes.placard",
    is_=True,
    needs=("stakes_as_placard",),
    applies=lambda: ~pl.col("is_tournament") & pl.col("placard").is_not_null(),
    expected=lambda: pl.col("placard_stakes"),
    actual=lambda: pl.col("other_stakes"),
    message="The hand was played at {other_stakes_said}; its placard says {placard_stakes_said}.",
)
def stakes_not_the_placards(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A hand's stakes or betting form are not those of its placard.

    The limit of a game is what its placard says, and it is not changed while somebody objects or waits for it. Hands
    in a row at the same other stakes are one cause, told on the first of them.

    ## Why it matters
    The rake, the buy-ins and the list at the desk go by the placard; players sat down to the game that it names.

    ## What it cannot see
    Hands that name no placard: theirs is found by their stakes. Rotations, whose games have stakes of their own.
    """
    return facts.filter(pl.col("stakes_change") & (pl.col("stakes_as_placard") == 0))


def _buy_in() -> pl.Expr:
    """A sentence for each bound, by the key that a finding cites for it."""

    def by(key: str) -> pl.Expr:
        return pl.col("key").str.starts_with(key)

    return limbs(
        (
            by("buy_in.return"),
            say(
                "Seat {seat} came back to the game with {stack_cents} within an hour of cashing out "
                "{due_cents}; it had "
                "to bring all of it back."
            ),
        ),
        (
            by("buy_in.transfer"),
            say(
                "Seat {seat} came from another table of the same game with {stack_cents}; it had {due_cents} there and "
                "had to bring all of it."
            ),
        ),
        (
            by("buy_in.switch"),
            say(
                "Seat {seat} came from another game of the same type with {stack_cents}; it had {due_cents} there and "
                "had to bring all of it."
            ),
        ),
        (by("buy_in.most"), say("Seat {seat} bought in for {stack_cents}; the most is {due_cents}.")),
        otherwise=say("Seat {seat} bought in for {stack_cents}; the least is {due_cents}."),
    )


@check(
    code="BL15",
    severity=Severity.ERROR,
    grain=Grain.BUY_IN,
    term="buy_in.limit_bets",
    silent_ok=True,
    needs=("buy_in_known",),
    applies=lambda: ~pl.col("is_tournament"),
    expected=lambda: pl.concat_str(pl.col("bound"), pl.lit(" "), money("due_cents")),
    actual=lambda: money("stack_cents"),
    amount=lambda: pl.col("stack_cents") - pl.col("due_cents"),
    seat="seat",
    cite=lambda: pl.col("key"),
    message=_buy_in,
)
def buy_in_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A player bought in for less than the least or more than the most, or came back with less than was taken away.

    The placard says the least and the most; in limit a full buy-in is ten small bets. Whoever returns to the same game
    within an hour of cashing out brings what was taken; whoever comes from another table of the same game, within an
    hour and without a cash-out, brings the whole stack. One who lost everything buys in full again.

    ## Why it matters
    Short stacks and chips taken off the table change what everybody else plays for.

    ## What it cannot see
    The least and the most of players who were at another table that day: they may come from a broken or a must-move
    game with what they had. Cash-outs of seats in which nobody was seen within the hour before. Players who were at
    three tables, and those who come from a table whose log records no cash-out at all.
    """
    stack, same = pl.col("stack_cents"), pl.col("same_stakes")
    limbs = (
        ("taken_cents", stack < pl.col("taken_cents"), "at least", "buy_in.return -"),
        ("brought_cents", same & (stack < pl.col("brought_cents")), "at least", "buy_in.transfer -"),
        ("brought_cents", ~same & (stack < pl.col("brought_cents")), "at least", "buy_in.switch -"),
        ("least_cents", stack < pl.col("least_cents"), "at least", "buy_in.least buy_in.limit_bets"),
        ("most_cents", stack > pl.col("most_cents"), "at most", "buy_in.most -"),
    )
    due, bound, key = pl.lit(None, pl.Int64), pl.lit(None, pl.String), pl.lit(None, pl.String)
    for column, wrong, word, cite in reversed(limbs):
        is_wrong = wrong.fill_null(False)
        due = pl.when(is_wrong).then(column).otherwise(due)
        bound = pl.when(is_wrong).then(pl.lit(word)).otherwise(bound)
        key = pl.when(is_wrong).then(pl.lit(cite)).otherwise(key)
    return facts.with_columns(due_cents=due, bound=bound, key=key).filter(pl.col("due_cents").is_not_null())


@check(
    code="TL05",
    severity=Severity.NOTICE,
    grain=Grain.SEATED,
    term="seat.one_game",
    is_=True,
    silent_ok=True,
    needs=("twice",),
    expected=lambda: pl.lit("a seat in one game"),
    actual=lambda: pl.format("dealt in at table {} too, in hand {}", "other_table", "other_hand"),
    seat="seat",
    message=(
        "Seat {seat}'s player was in hand {other_hand} at table {other_table} at the same time; a player has a seat in "
        "one game."
    ),
)
def at_two_tables(facts: pl.LazyFrame) -> pl.LazyFrame:
    """One player was dealt in at two tables at the same time.

    The finding stands on the hand that began while the player was in one at another table; the first of a day and pair
    of tables.

    ## Why it matters
    Somebody plays another's hand, or a name was written down wrong, and then every finding about it is about the wrong
    person.

    ## What it cannot see
    Logs that write a seat's number in place of a name, hands without an end, tournaments, formats other than the hand
    log. The first hand of somebody who is new at the other table: the hand before may have been folded.
    """
    return facts.filter("twice")
