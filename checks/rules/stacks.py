"""PT: chips from one hand to the next, and what is noted of them."""

import polars as pl

from checks import facts as film
from checks.chip_notes import BANK, CASHOUT, MOVED, REBUY, RIGHT, TAKEN
from checks.model import Grain, Severity, check, money, seat_text
from checks.rules.hands import point_game, replayed_game
from checks.rules.shuffling import house_banked
from checks.wording import amount, amount_was, limbs, say


@check(
    code="PT12",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    term="wager.table_stakes",
    is_=True,
    silent_ok=True,
    needs=("stacks_judged",),
    applies=lambda: replayed_game() | house_banked() | point_game(),
    film=film.Grain.STACK,
    expected=lambda: money("carried_cents"),
    actual=lambda: money("stack_cents"),
    amount=lambda: (pl.col("stack_cents") - pl.col("carried_cents")).abs(),
    seat="seat",
    message="Seat {seat} began the hand with {stack_cents}; by the hand before it should have had {carried_cents}.",
)
def stack_not_carried_over(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat's chips are not what it had at the end of the hand before.

    What was won and lost, time that was paid, and the rebuys and cash-outs that were noted between the two hands make
    up the stack. The same player at the same seat only. At a color-up a stack may change by less than one of the new
    smallest chips.

    ## Why it matters
    Chips that come or go between hands are a rebuy nobody noted, a pot that was pushed otherwise than logged, or money
    taken off the table.

    ## What it cannot see
    Hands whose awards do not add up to the pot (told there), a gap in the hand numbers. Where a rebuy or a cash-out was
    noted, the note and the stack are held against each other (PT13).
    """
    return facts.filter((pl.col("stack_cents") != pl.col("carried_cents")) & ~pl.col("undone"))


# Chips come onto a table from the cage alone, and those on it stay. What somebody who leaves is paid no document says.
_RULE = {
    BANK: "bank.variance -",
    REBUY: "chips.bought_at -",
    TAKEN: "wager.table_stakes -",
    MOVED: "wager.table_stakes -",
    CASHOUT: "-",
}


def _house_got_too_much() -> pl.Expr:
    """Whether the cage gained by what was written; null where the house had no part in it."""
    over = pl.col("written_cents") > pl.col("due_cents")
    fault = pl.col("fault")
    return pl.when(fault == REBUY).then(over).when(fault.is_in([CASHOUT, TAKEN])).then(~over)


def _paid(by_house: bool) -> pl.Expr:
    """Who stands on one side of the payment: the house on the side that its gain says, the seat on the other."""
    house = _house_got_too_much() != by_house
    return pl.when(house).then(pl.lit("house")).when(~house).then(seat_text("seat"))


def _note_and_chips() -> pl.Expr:
    fault = pl.col("fault")
    chips = {"had": amount("ended"), "has": amount("began"), "due_was": amount_was("due_cents")}
    return limbs(
        (
            fault == MOVED,
            say("Seat {seat} got up with {due_cents}; at seat {seat_after} the player had {written_cents}."),
        ),
        (
            fault == REBUY,
            say(
                "Seat {seat} went from {had} to {has}; a rebuy of {written_cents} was written, and {due_was} due.",
                **chips,
            ),
        ),
        (
            fault == TAKEN,
            say(
                "Seat {seat} went from {had} to {has}; a cash-out of {written_cents} was written, and {due_was} due.",
                **chips,
            ),
        ),
        (fault == CASHOUT, say("Seat {seat} left with {due_cents}; a cash-out of {written_cents} was written.")),
        (
            pl.col("written_cents") < 0,
            say("The bank of table {table} was counted {short} short.", short=amount(pl.col("written_cents").abs())),
        ),
        otherwise=say("The bank of table {table} was counted {written_cents} over."),
    )


@check(
    code="PT13",
    severity=Severity.ERROR,
    grain=Grain.CHIPS,
    term="wager.table_stakes",
    is_=True,
    silent_ok=True,
    needs=("fault",),
    expected=lambda: money("due_cents"),
    actual=lambda: money("written_cents"),
    amount=lambda: (pl.col("written_cents") - pl.col("due_cents")).abs(),
    seat="seat",
    paid_by=lambda: _paid(by_house=True),
    paid_to=lambda: _paid(by_house=False),
    cite=lambda: pl.coalesce(pl.when(pl.col("fault") == fault).then(pl.lit(key)) for fault, key in _RULE.items()),
    message=_note_and_chips,
)
def note_and_chips_differ(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A cash-out, a rebuy or the table bank does not match the chips.

    What a player had at the end of a hand, with the rebuys and without the cash-outs noted since, lies there at the
    start of the next; one who is gone took all of it. A change of seats changes no chips. So a player's day closes,
    whatever seats were used: first stack, rebuys and what was won are the cash-outs and the last stack. The finding
    stands on the seat's last hand before the note. A count of the table bank with a variance (p.47 of the guide of
    2018) is one without a seat.

    ## Why it matters
    This is where chips become money. A cash-out that is written too high is paid by the cage; one that is too low, or a
    rebuy of another amount, leaves chips on the table that nobody bought.

    ## What it cannot see
    What nobody noted: a player who left without a cash-out may have gone to another table. A rebuy of somebody who sat
    down since the last hand, a cash-out of less than the stack after the table's last hand where no note says that the
    seat is open, notes beside missing hands, a color-up or a bagging, and hands whose awards do not add up (told
    there). How much a table bank should hold.
    """
    return facts.filter(pl.col("fault") != RIGHT)
