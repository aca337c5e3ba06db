"""BL: what is owed beside the two blinds. Posts on coming in, straddles, kills, antes."""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

import polars as pl

from checks.games import GAMES
from checks.model import Grain, Severity, check, money, seat_text
from checks.params_of_rounds import missed_key
from checks.replay.layout import AnteFault, Antes, Between, Deviation, KillFault, KillWhy, Owed, StraddleFault
from checks.rules.blinds import blind_game

_Kind = TypeVar("_Kind", bound=IntEnum)
_MISSED_AT = {code: missed_key(game) for code, game in GAMES.items()}


def live_action() -> pl.Expr:
    """Hands of flop and draw games in live action; a tournament has no missed blinds."""
    with_blinds = pl.col("is_flop_game") | pl.col("is_draw")
    return blind_game() & ~pl.col("is_tournament") & with_blinds & ~pl.col("called_off")


def live_and_dead(live: str, dead: str) -> pl.Expr:
    """A post as a person reads it: 3.00 live, 1.00 dead."""
    parts = [
        pl.when(pl.col(column) > 0).then(pl.concat_str(money(column), pl.lit(word)))
        for column, word in ((live, " live"), (dead, " dead"))
    ]
    both = pl.concat_str(parts, separator=" and ", ignore_nulls=True)
    return pl.when((pl.col(live) == 0) & (pl.col(dead) == 0)).then(pl.lit("nothing")).otherwise(both)


def by_detail(names: Mapping[_Kind, str], otherwise: str) -> pl.Expr:
    """A text for each kind of a deviation's detail."""
    found = pl.lit(otherwise)
    for detail, name in names.items():
        found = pl.when(pl.col("detail") == int(detail)).then(pl.lit(name)).otherwise(found)
    return found


def entry_rule() -> pl.Expr:
    """The key that says why a player had to post."""
    new = pl.concat_str(pl.lit("blinds.new_player_posts."), pl.col("betting").fill_null(""))
    return (
        pl.when(pl.col("detail") == int(Owed.NEW_PLAYER))
        .then(new)
        .when(pl.col("detail") == int(Owed.WAITS))
        .then(pl.col("game").cast(pl.String).replace_strict(_MISSED_AT, default=None, return_dtype=pl.String))
        .otherwise(
            by_detail(
                {Owed.MOVED: "blinds.move_past_free", Owed.MISSED_STRADDLE: "straddle.mandatory_missed"},
                "blinds.missed.post",
            )
        )
    )


@check(
    code="BL05",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.missed.post",
    needs=("entries_known",),
    applies=live_action,
    on=(Deviation.OWING,),
    expected=lambda: (
        pl.when(pl.col("detail") == int(Owed.WAITS))
        .then(pl.lit("the big blind in turn"))
        .otherwise(live_and_dead("due", "due_too"))
    ),
    actual=lambda: live_and_dead("done", "done_too"),
    amount=lambda: pl.col("amount"),
    seat="seat",
    cite=entry_rule,
    message="The seat had to post {expected} to get a hand and posted {actual}.",
)
def dealt_in_owing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat was dealt in while it owed a blind, or without a post it had to make.

    Whoever was away when a blind went by posts it, or comes back in the big blind, or as a live straddle under the gun,
    or buys the button. At lowball and badugi nothing can be posted for it: one waits for the big blind. New players
    post where the game asks for it; one who changes seats past more than two active players posts too.

    ## Why it matters
    The others paid for their round; this seat plays it for nothing.

    ## What it cannot see
    What a seat owed when the log began, or over a gap in it. Players who waited after changing seats.
    """
    return facts


@check(
    code="BL06",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.missed.live",
    needs=("entries_known",),
    applies=live_action,
    on=(Deviation.MADE_UP_WRONGLY,),
    expected=lambda: live_and_dead("due", "due_too"),
    actual=lambda: live_and_dead("done", "done_too"),
    amount=lambda: pl.col("amount"),
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("detail") == int(Owed.MISSED_BLIND)).then(pl.lit("blinds.missed.live")).otherwise(entry_rule())
    ),
    message="The seat had to make up {expected} and posted {actual}.",
)
def missed_blind_made_up_wrongly(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A missed blind was made up in a wrong amount, or live where it is dead, or dead where it is live.

    Of two missed blinds the big one is live, the small one goes to the centre. Documents differ on one that is made up
    alone: the guide of 2018 has it live, the live-action rules let the big blind alone be live. Buying the button costs
    a live big blind and a dead small blind.

    ## Why it matters
    A live post is part of the bet, a dead one is not: the seat plays on with more or less than the others.

    ## What it cannot see
    What a seat owed when the log began, or over a gap in it.
    """
    return facts


_STRADDLE_RULE: dict[StraddleFault, str] = {
    StraddleFault.SEAT: "straddle.from",
    StraddleFault.LIMIT_BUTTON: "straddle.limit_button",
    StraddleFault.KILL_POT: "straddle.in_kill_pot",
    StraddleFault.AFTER_CARDS: "straddle.before_cards",
    StraddleFault.SECOND: "straddle.multiple",
}
_STRADDLE_WHY: dict[StraddleFault, str] = {
    StraddleFault.NOT_ALLOWED: "no straddle",
    StraddleFault.SEAT: "no straddle from this seat",
    StraddleFault.LIMIT_BUTTON: "no straddle from the button in limit",
    StraddleFault.KILL_POT: "no straddle in a kill pot",
    StraddleFault.AFTER_CARDS: "a straddle before any card",
    StraddleFault.SECOND: "one straddle",
}


def straddle_due() -> pl.Expr:
    """The amount that was due, or why none was open."""
    amount = pl.col("detail") == int(StraddleFault.AMOUNT)
    return pl.when(amount).then(money("due")).otherwise(by_detail(_STRADDLE_WHY, ""))


def straddle_rule() -> pl.Expr:
    """The key that a straddle broke: the placard's amount where it names one."""
    return by_detail({**_STRADDLE_RULE, StraddleFault.AMOUNT: "straddle.amount straddle.times"}, "straddle.allowed")


@check(
    code="BL09",
    severity=Severity.ERROR,
    term="straddle.allowed",
    applies=lambda: blind_game() & (pl.col("straddles") > 0),
    on=(Deviation.STRADDLE,),
    expected=straddle_due,
    actual=lambda: money("done"),
    amount=lambda: pl.col("amount"),
    event="event",
    seat="seat",
    cite=straddle_rule,
    message="The rules in force have: {expected}; a straddle of {actual} was posted.",
)
def straddle_not_allowed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A straddle was posted that was not allowed, or in a wrong amount.

    In live action the button may straddle, then the seat under the gun, for twice the big blind unless the placard
    says otherwise; in limit games never the button, in a kill pot nobody. Tournaments have no straddles.

    ## Why it matters
    A straddle changes who acts last and what it costs to play; the others did not agree to that.

    ## What it cannot see
    What a second straddle should have been: no document says it.
    """
    return facts


@check(
    code="BL10",
    severity=Severity.ERROR,
    term="straddle.mandatory",
    needs=("straddle_due",),
    applies=lambda: blind_game() & pl.col("straddle_asked") & ~pl.col("called_off"),
    on=(Deviation.STRADDLE_MISSED,),
    amount=lambda: pl.col("amount"),
    seat="seat",
    message="A straddle of {expected} was due from this seat and {actual} was posted.",
)
def mandatory_straddle_missed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A straddle that the placard makes a duty was not posted.

    It is due from the button or from under the gun, as the placard says; not in a kill pot, and not from a button that
    stands at an empty seat. One who was away when it was due owes it dead on coming back, which is told as owing.

    ## Why it matters
    The game was advertised at a price; this pot was played for less, and one seat did not pay its share.

    ## What it cannot see
    Hands of two players, and hands without a big blind, whose place under the gun nobody can name.
    """
    return facts


def kill_rule() -> pl.Expr:
    """The key that says why a kill was due, or was not."""
    because = pl.col("due_too")
    why = (
        pl.when(because == int(KillWhy.AFTER_SPLIT))
        .then(pl.lit("kill.split_keeps_leg"))
        .when(because == int(KillWhy.NOT_ENOUGH))
        .then(pl.lit("kill.second_leg"))
        .when(because == int(KillWhy.OWED_LATER))
        .then(pl.lit("kill.missed"))
        .when(pl.col("kill_scoops"))
        .then(pl.lit("kill.scoop_times"))
        .otherwise(pl.lit("kill.legs"))
    )
    amount = pl.when(pl.col("kill_is_half")).then(pl.lit("kill.half")).otherwise(pl.lit("kill.full"))
    return (
        pl.when(pl.col("detail") == int(KillFault.AMOUNT))
        .then(amount)
        .when(pl.col("detail") == int(KillFault.SECOND))
        .then(pl.lit("kill.one_a_deal"))
        .otherwise(why)
    )


def kill_due() -> pl.Expr:
    """What was due, as a person reads it."""
    kind = pl.col("detail")
    return (
        pl.when(kind == int(KillFault.SECOND))
        .then(pl.lit("one kill"))
        .when(kind == int(KillFault.WRONG_SEAT))
        .then(pl.concat_str(pl.lit("a kill by "), seat_text("due")))
        .when(kind == int(KillFault.NOT_OWED))
        .then(pl.lit("no kill"))
        .otherwise(money("due"))
    )


def kill_done() -> pl.Expr:
    """What was done, as a person reads it."""
    kind = pl.col("detail")
    return (
        pl.when(kind == int(KillFault.SECOND))
        .then(pl.concat_str(pl.col("done").cast(pl.String), pl.lit(" kills")))
        .when(kind == int(KillFault.WRONG_SEAT))
        .then(pl.concat_str(pl.lit("a kill by "), seat_text("done")))
        .otherwise(money("done"))
    )


@check(
    code="BL11",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="kill.when",
    needs=("kill_known",),
    applies=lambda: blind_game() & pl.col("kill_asked") & ~pl.col("called_off"),
    on=(Deviation.KILL,),
    expected=kill_due,
    actual=kill_done,
    amount=lambda: pl.col("amount"),
    event="event",
    seat="seat",
    cite=kill_rule,
    message="Of the kill there was due: {expected}; there was: {actual}.",
)
def kill_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A kill was missed, or not owed, or of a wrong amount.

    By the placard a kill follows two pots won in a row, the second by at least one small bet over the blinds, or a
    scooped pot of five upper limits. A full kill is two big blinds, a half kill one and a half. One who splits with a
    leg keeps it, and kills again after having killed. One kill a deal.

    ## Why it matters
    The kill doubles the limits of the whole hand.

    ## What it cannot see
    Legs from before the log began, pots that went to different seats, and scoops that nobody had to show for.
    """
    return facts


_ANTE_RULE = {
    AnteFault.EACH: "ante.due",
    AnteFault.BIG_BLIND_AMOUNT: "bba.amount",
    AnteFault.BIG_BLIND_SHORT: "bba.short_loses",
    AnteFault.BIG_BLIND_ORDER: "bba.first",
    AnteFault.BIG_BLIND_SEAT: "bba.amount",
}


def ante_due() -> pl.Expr:
    """What was due of an ante, as a person reads it."""
    kind = pl.col("detail")
    return (
        pl.when(kind == int(AnteFault.BIG_BLIND_ORDER))
        .then(pl.lit("the blind, then the ante"))
        .when(kind == int(AnteFault.BIG_BLIND_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("bb_seat")))
        .otherwise(money("due"))
    )


def ante_done() -> pl.Expr:
    """What was done of it."""
    kind = pl.col("detail")
    return (
        pl.when(kind == int(AnteFault.BIG_BLIND_ORDER))
        .then(pl.lit("the ante, then the blind"))
        .when(kind == int(AnteFault.BIG_BLIND_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("seat")))
        .otherwise(money("done"))
    )


@check(
    code="BL12",
    severity=Severity.ERROR,
    term="ante.due",
    applies=lambda: (pl.col("antes_due") != int(Antes.NONE)) & ~pl.col("called_off"),
    needs=("antes_evaluable",),
    on=(Deviation.ANTE,),
    expected=ante_due,
    actual=ante_done,
    amount=lambda: pl.col("amount"),
    event="event",
    seat="seat",
    cite=lambda: by_detail(_ANTE_RULE, "ante.due"),
    message="Of the ante there was due: {expected}; there was: {actual}.",
)
def ante_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An ante was missing or wrong, or a big-blind ante in the wrong order.

    Everybody who is dealt in posts the ante, absent players too. With a big-blind ante the big blind posts for the
    table: first the blind, then the ante; what a short stack cannot pay comes off the ante first.

    ## Why it matters
    Antes are most of the pot before the cards; a missing one is found by nobody once the chips are brought in.

    ## What it cannot see
    A big-blind ante in a hand without a big blind.
    """
    return facts


@check(
    code="BL14",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.no_hand_between",
    needs=("entries_known",),
    applies=lambda: blind_game() & ~pl.col("called_off"),
    on=(Deviation.DEALT_BETWEEN,),
    expected=lambda: pl.lit("to wait"),
    actual=lambda: pl.concat_str(pl.lit("a hand at "), seat_text("seat")),
    seat="seat",
    cite=lambda: by_detail({Between.BEST_POSITION: "blinds.best_position_waits"}, "blinds.no_hand_between"),
    message="A player coming in here has {expected}; there was {actual}.",
)
def hand_dealt_between(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A player came in between the small blind and the button.

    In live action one may buy the button there, and a new player may post the big blind alone; otherwise everybody
    waits until the button has passed. In a tournament nobody gets a hand there. A new player whose seat has the button
    waits one hand where the guide of 2018 governs.

    ## Why it matters
    It is the cheapest seat of the round: last to act, and the blinds have just gone by.

    ## What it cannot see
    The first hand of a log, and the hand after a gap.
    """
    return facts
