"""BL: button, blinds, forced bets."""

from functools import cache

import polars as pl

from checks import facts as film
from checks.law.keys import ANY
from checks.model import Grain, Severity, check, seat_text
from checks.rules.actions import word_is
from checks.rules.hands import replayed_game
from checks.wording import limbs, say
from parsers.vocabulary import Detail, Word


@cache
def blind_game() -> pl.Expr:
    """Hands that have a button and blinds and were dealt, of games that the walk knows."""
    return replayed_game() & pl.col("button").is_not_null() & (pl.col("seats_dealt") >= 2) & ~pl.col("is_stud")


@cache
def small_blind_elsewhere() -> pl.Expr:
    """The small blind was posted, but not by the seat that owed it."""
    return (pl.col("sb_seat") > 0) & (pl.col("sb_seat") != pl.col("sb_due"))


@cache
def big_blind_elsewhere() -> pl.Expr:
    """The big blind was posted, but not by the seat that owed it."""
    return (pl.col("bb_seat") > 0) & (pl.col("bb_seat") != pl.col("bb_due"))


@cache
def small_blind_due() -> pl.Expr:
    """The seat that is the small blind heads-up: the button where it belongs, else where it stands."""
    return pl.coalesce("button_due", "button")


@cache
def heads_up_wrong() -> pl.Expr:
    """Two players, and the button or a blind is not where it belongs: one finding for all of it."""
    button = pl.col("button").cast(pl.Int64)
    elsewhere = (pl.col("button_due").is_not_null() & (button != pl.col("button_due"))).fill_null(False)
    small = (pl.col("sb_seat") > 0) & (pl.col("sb_seat") != button)
    big = (pl.col("bb_seat") > 0) & (pl.col("bb_seat") == button)
    return pl.col("heads_up") & (elsewhere | small | big)


@cache
def posted_as_kill(seat: str) -> pl.Expr:
    """The seat posted the kill instead of its blind."""
    return (pl.col("kill_seat") > 0) & (pl.col("kill_seat") == pl.col(seat))


@cache
def blind_rule(seat: str) -> pl.Expr:
    """The key of a blind that nobody posted: that of a player who is not there is posted all the same."""
    seats = (2 ** pl.col(seat).fill_null(0).cast(pl.Int64)).cast(pl.Int64)
    is_absent = (pl.col("absent_mask").cast(pl.Int64) // seats) % 2 == 1
    return pl.when(is_absent).then(pl.lit("blinds.absent blinds.due")).otherwise(pl.lit("blinds.due"))


def _no_small_blind() -> pl.Expr:
    return limbs(
        (pl.col("sb_cents") > 0, say("Seat {sb_due} did not post the small blind of {sb_cents}.")),
        otherwise=say("Seat {sb_due} did not post the small blind."),
    )


@check(
    code="BL01",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.due",
    is_=True,
    needs=("sb_due",),
    applies=blind_game,
    expected=lambda: seat_text("sb_due"),
    actual=lambda: pl.lit("nobody"),
    amount=lambda: -pl.col("sb_cents"),
    seat="sb_due",
    cite=lambda: blind_rule("sb_due"),
    message=_no_small_blind,
)
def small_blind_missing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The small blind was not posted.

    ## Why it matters
    The pot is short by it, and every later share of the pot with it.

    ## What it cannot see
    The first hand of a log, whose positions nobody knows, unless they are the plain ones.
    """
    missing = (pl.col("sb_due") > 0) & (pl.col("sb_seat") == 0) & ~posted_as_kill("sb_due")
    return facts.filter(missing & ~pl.col("called_off") & ~pl.col("sb_broke") & ~heads_up_wrong())


def _no_big_blind() -> pl.Expr:
    return limbs(
        (pl.col("bb_whose").is_null(), say("Nobody posted the big blind of {bb_cents}.")),
        (pl.col("bb_cents") > 0, say("Seat {bb_whose} did not post the big blind of {bb_cents}.")),
        otherwise=say("Seat {bb_whose} did not post the big blind."),
    )


@check(
    code="BL02",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.due",
    is_=True,
    needs=("bb_judged",),
    applies=blind_game,
    expected=lambda: (
        pl.when(pl.col("bb_whose").is_null())
        .then(pl.lit("the seat whose turn it was"))
        .otherwise(seat_text("bb_whose"))
    ),
    actual=lambda: pl.lit("nobody"),
    amount=lambda: -pl.col("bb_cents"),
    seat="bb_whose",
    cite=lambda: blind_rule("bb_whose"),
    message=_no_big_blind,
)
def big_blind_missing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The big blind was not posted.

    A small blind may be dead, a big blind never is: where nobody posted one it is missing, also on the first hand of a
    log. Whose it was, the blinds before it say, or a small blind where the button has it.

    ## Why it matters
    The pot is short by it, and the seat has had its round for less than the others.

    ## What it cannot see
    On the first hand of a log, whose big blind it was if the small blind was not posted either.
    """
    missing = (pl.col("bb_due") > 0) & (pl.col("bb_seat") == 0) & ~posted_as_kill("bb_due") & ~heads_up_wrong()
    # With nothing to go by, a kill may stand for the blind, and a stack may have gone into the ante.
    all_there = (pl.col("kill_seat") <= 0) & (pl.col("anted_all_mask") == 0)
    nobody = (pl.col("bb_nobody") != 0) & (pl.col("bb_cents") > 0) & all_there
    return facts.filter((missing | nobody) & ~pl.col("called_off") & ~pl.col("bb_broke")).with_columns(
        bb_whose=pl.when(pl.col("bb_due") > 0).then("bb_due").when(pl.col("bb_nobody") > 0).then("bb_nobody")
    )


def _blind_elsewhere() -> pl.Expr:
    return limbs(
        (
            big_blind_elsewhere() & (pl.col("bb_due") > 0),
            say("Seat {bb_seat} posted the big blind; it was seat {bb_due}'s."),
        ),
        (big_blind_elsewhere(), say("Seat {bb_seat} posted a big blind that it did not owe.")),
        (pl.col("sb_due") > 0, say("Seat {sb_seat} posted the small blind; it was seat {sb_due}'s.")),
        otherwise=say("Seat {sb_seat} posted a small blind; the small blind was dead, and nobody owed it."),
    )


@check(
    code="BL03",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="button.dead",
    is_=True,
    needs=("sb_due", "bb_due"),
    applies=blind_game,
    expected=lambda: pl.when(big_blind_elsewhere()).then(seat_text("bb_due")).otherwise(seat_text("sb_due")),
    actual=lambda: pl.when(big_blind_elsewhere()).then(seat_text("bb_seat")).otherwise(seat_text("sb_seat")),
    event="blind_event",
    seat="blind_seat",
    message=_blind_elsewhere,
)
def blind_from_wrong_seat(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A blind was taken from a seat that did not owe it.

    The big blind moves on by one player every hand; the small blind stands where the big blind was, the button where
    the small blind was, also at an empty seat.

    ## Why it matters
    One player pays twice in a round and another not at all.

    ## What it cannot see
    The first hand of a log, and the hand after a gap or a void: what was due there is not known.
    """
    wrong_big = big_blind_elsewhere()
    wrong = (wrong_big | small_blind_elsewhere()) & ~pl.col("heads_up")  # two players: judged as such
    return facts.filter(wrong).with_columns(
        blind_event=pl.when(wrong_big).then("bb_event").otherwise("sb_event"),
        blind_seat=pl.when(wrong_big).then("bb_seat").otherwise("sb_seat"),
    )


def _blind_amount() -> pl.Expr:
    return limbs(
        (
            pl.col("detail") == int(Detail.SB),
            say("Seat {seat} posted a small blind of {done_cents}; the small blind is {due_cents}."),
        ),
        otherwise=say("Seat {seat} posted a big blind of {done_cents}; the big blind is {due_cents}."),
    )


@check(
    code="BL04",
    severity=Severity.ERROR,
    term="blinds.amount",
    silent_ok=True,  # the stakes of the hand itself say it
    needs=("blinds_posted",),
    applies=lambda: blind_game() & (pl.col("blinds_posted") > 0),
    film=film.Grain.EVENT,
    amount=lambda: pl.col("done_cents") - pl.col("due_cents"),
    event="event",
    seat="seat",
    message=_blind_amount,
)
def blind_of_wrong_amount(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A blind was posted in another amount than the stakes say.

    A player with fewer chips than the blind posts what there is, and is all-in; that is right.

    ## Why it matters
    What one seat pays too little, every winner gets too little.

    ## What it cannot see
    Chips that changed hands before the hand began.
    """
    blind = word_is(Word.POST) & pl.col("detail").is_in([int(Detail.SB), int(Detail.BB)])
    return facts.filter(blind & (pl.col("done_cents") != pl.col("due_cents")) & ~pl.col("explained"))


def _button_place() -> pl.Expr:
    return limbs(
        (pl.col("button_due") > 0, say("The button was at seat {button}; it belonged at seat {button_due}.")),
        otherwise=say("The button was at seat {button}, where it did not belong."),
    )


@check(
    code="BL07",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="button.dead",
    is_=ANY,
    needs=("button_due",),
    applies=blind_game,
    expected=lambda: seat_text("button_due"),
    actual=lambda: seat_text("button"),
    seat="button",
    cite=lambda: pl.lit("button.kind button.dead"),
    message=_button_place,
)
def button_in_wrong_place(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The button stood at a wrong seat.

    The next hand is judged from where the button stood, so one slip is one finding. Where the house has a moving button
    it goes to the next player each hand.

    ## Why it matters
    Position is money: somebody lost the last action of a round, somebody else had it twice, and blinds fell on the
    wrong players.

    ## What it cannot see
    The first hand of a log, and the hand after a gap or a void.
    """
    heads_up_swap = pl.col("heads_up")  # two players: judged with the blinds of heads-up play
    return facts.filter((pl.col("button") != pl.col("button_due")) & ~heads_up_swap)


def _heads_up_positions() -> pl.Expr:
    """Heads-up the button is the small blind: who had what, and whose both were."""
    button_right = pl.col("button") == pl.col("small_blind_due")
    return limbs(
        (
            ~button_right,
            say(
                "Heads-up, the button was at seat {button}; the button and the small blind were seat "
                "{small_blind_due}'s."
            ),
        ),
        (
            (pl.col("sb_seat") > 0) & (pl.col("sb_seat") != pl.col("button")),
            say(
                "Heads-up, seat {sb_seat} posted the small blind; it was seat {small_blind_due}'s, who had the button."
            ),
        ),
        otherwise=say(
            "Heads-up, seat {bb_seat} posted the big blind from the button; seat {small_blind_due} owed "
            "the small blind."
        ),
    )


@check(
    code="BL08",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="button.heads_up_small_blind",
    is_=True,
    needs=("button", "button_told"),
    applies=lambda: blind_game() & pl.col("heads_up"),
    expected=lambda: pl.concat_str(pl.lit("button and small blind "), seat_text("small_blind_due")),
    actual=lambda: pl.concat_str(
        pl.lit("button "), seat_text("button"), pl.lit(", small blind "), seat_text("sb_seat"),
        pl.lit(", big blind "), seat_text("bb_seat"),
    ),
    seat="button",
    cite=lambda: pl.when(pl.col("button") != pl.col("small_blind_due"))
    .then(pl.lit("button.heads_up_no_big_blind_twice"))
    .otherwise(pl.lit("button.heads_up_small_blind")),
    message=_heads_up_positions,
)  # fmt: skip
def heads_up_positions_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Heads-up, the button or the blinds were wrong.

    Between two players the button is the small blind, and nobody has the big blind twice running: when a third player
    goes, the button may have to be moved for that. A hand of two has this one finding for whatever is wrong with its
    positions; a blind that nobody posted is still told as missing.

    ## Why it matters
    With two players every hand is a blind, so a slip costs one of them a big blind each time.

    ## What it cannot see
    In the first hand of a log, or after a gap, who had the big blind before: only that the button is the small blind.
    """
    return facts.filter(heads_up_wrong()).with_columns(small_blind_due=small_blind_due())
