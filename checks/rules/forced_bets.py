"""BL: what is owed beside the two blinds. Posts on coming in, straddles, kills, antes."""

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import TypeVar

import polars as pl

from checks import facts as film
from checks.law.keys import ANY
from checks.law.params_of_rounds import missed_key, new_player_key
from checks.model import Grain, Severity, check, money, seat_text
from checks.replay.layout import AnteFault, Antes, Between, KillFault, KillWhy, Owed, Param, StraddleFault
from checks.replay.settling import PLACE_LIMIT_BUTTON, PLACE_OTHER_SEAT
from checks.rules.actions import word_is
from checks.rules.blinds import blind_game
from checks.rules.hands import replayed_game
from checks.rules.terms import term_is, term_of
from checks.wording import amount, amount_was, by_code, limbs, say
from parsers.games import GAMES
from parsers.vocabulary import Detail, Word

_Kind = TypeVar("_Kind", bound=IntEnum)
_MISSED_AT = {code: missed_key(game) for code, game in GAMES.items()}
_NEW_AT = {code: key for code, game in GAMES.items() if (key := new_player_key(game)) is not None}


@cache
def live_action() -> pl.Expr:
    """Hands of flop and draw games in live action; a tournament has no missed blinds."""
    with_blinds = pl.col("is_flop_game") | pl.col("is_draw")
    return blind_game() & ~pl.col("is_tournament") & with_blinds & ~pl.col("called_off")


@cache
def live_and_dead(live: str, dead: str) -> pl.Expr:
    """A post as a person reads it: 3.00 live, 1.00 dead."""
    parts = [
        pl.when(pl.col(column) > 0).then(pl.concat_str(money(column), pl.lit(word)))
        for column, word in ((live, " live"), (dead, " dead"))
    ]
    both = pl.concat_str(parts, separator=" and ", ignore_nulls=True)
    return pl.when((pl.col(live) == 0) & (pl.col(dead) == 0)).then(pl.lit("nothing")).otherwise(both)


def by_kind(kind: pl.Expr, names: Mapping[_Kind, str], otherwise: str) -> pl.Expr:
    """A text for each kind of something."""
    found = pl.lit(otherwise)
    for one, name in names.items():
        found = pl.when(kind == int(one)).then(pl.lit(name)).otherwise(found)
    return found


@cache
def posted() -> pl.Expr:
    """What a player who comes in posted, live and dead."""
    return pl.col("live_cents") + pl.col("dead_cents")


@cache
def still_owed() -> pl.Expr:
    """What a player had to post is not what was posted."""
    live = pl.col("live_cents") == pl.col("due_live_cents")
    dead = pl.col("dead_cents") == pl.col("due_dead_cents")
    return (pl.col("owed") > 0) & ~(live & dead)


@cache
def waits() -> pl.Expr:
    """One who can post nothing, and has to wait for the big blind, or for the same position after changing seats."""
    return pl.col("owed").is_in([int(Owed.WAITS), int(Owed.MOVED_WAITS)])


@cache
def entry_rule() -> pl.Expr:
    """The key that says why a player had to post."""
    by_form = pl.concat_str(pl.lit("blinds.new_player_posts."), pl.col("betting").fill_null(""))
    of_game = pl.col("game").cast(pl.String).replace_strict(_NEW_AT, default="", return_dtype=pl.String)
    new = pl.concat_str(of_game, by_form, separator=" ")
    return (
        pl.when(pl.col("owed") == int(Owed.NEW_PLAYER))
        .then(new)
        .when(pl.col("owed") == int(Owed.MOVED_WAITS))
        .then(pl.lit("blinds.move_draw_waits"))
        .when(waits())
        .then(pl.col("game").cast(pl.String).replace_strict(_MISSED_AT, default=None, return_dtype=pl.String))
        .otherwise(
            by_kind(
                pl.col("owed"),
                {
                    Owed.MOVED: "blinds.move_past_free",
                    Owed.MISSED_STRADDLE: "straddle.mandatory_missed",
                    Owed.THREE_BLINDS: "blinds.missed.three_blinds",
                    Owed.BOUGHT: "blinds.buy_button.posts",
                },
                "blinds.missed.post",
            )
        )
    )


def said_live_and_dead(live: str, dead: str) -> pl.Expr:
    """A post as a person says it: $3 live and $1 dead."""
    parts = [
        pl.when(pl.col(column) > 0).then(pl.format("{} {}", amount(column), pl.lit(word)))
        for column, word in ((live, "live"), (dead, "dead"))
    ]
    both = pl.concat_str(parts, separator=" and ", ignore_nulls=True)
    return pl.when((pl.col(live) > 0) | (pl.col(dead) > 0)).then(both).otherwise(pl.lit("nothing"))


_WITHOUT_POST = {
    Owed.MISSED_BLIND: "Seat {seat} was dealt in without making up the blinds it missed; it owed {due}.",
    Owed.NEW_PLAYER: "Seat {seat} was dealt in as a new player without a post; it owed {due}.",
    Owed.MOVED: "Seat {seat} was dealt in after changing seats without a post; it owed {due}.",
    Owed.MISSED_STRADDLE: "Seat {seat} was dealt in without making up the straddle it missed; it owed {due}.",
    Owed.THREE_BLINDS: "Seat {seat} was dealt in without making up the blinds it missed; it owed {due}.",
    Owed.BOUGHT: "Seat {seat} was dealt in on a button it did not pay for; it owed {due}.",
}
_WRONG_POST = {
    Owed.MISSED_BLIND: "Seat {seat} posted {done} for the blinds it missed; it owed {due}.",
    Owed.NEW_PLAYER: "Seat {seat}, a new player, posted {done}; it owed {due}.",
    Owed.MOVED: "Seat {seat} posted {done} after changing seats; it owed {due}.",
    Owed.MISSED_STRADDLE: "Seat {seat} posted {done} for the straddle it missed; it owed {due}.",
    Owed.THREE_BLINDS: "Seat {seat} posted {done} for the blinds it missed; it owed {due}.",
    Owed.BOUGHT: "Seat {seat} bought the button with {done}; it owed {due}.",
}


def _posts(sentences: Mapping[Owed, str], otherwise: str) -> pl.Expr:
    """One sentence for each reason why a post is due."""
    done = said_live_and_dead("live_cents", "dead_cents")
    due = said_live_and_dead("due_live_cents", "due_dead_cents")
    filled = {owed: say(sentence, done=done, due=due) for owed, sentence in sentences.items()}
    return by_code("owed", filled, say(otherwise, done=done, due=due))


def _dealt_in_owing() -> pl.Expr:
    return limbs(
        (
            pl.col("owed") == int(Owed.MOVED_WAITS),
            say("Seat {seat} was dealt in after changing seats; it had to wait for the position it had before."),
        ),
        (waits(), say("Seat {seat} was dealt in owing a blind; in this game it had to wait for the big blind.")),
        otherwise=_posts(_WITHOUT_POST, "Seat {seat} was dealt in without a post; it owed {due}."),
    )


@check(
    code="BL05",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.missed.post",
    is_=True,
    needs=("entries_known",),
    applies=live_action,
    film=film.Grain.ENTRY,
    expected=lambda: (
        pl.when(pl.col("owed") == int(Owed.MOVED_WAITS))
        .then(pl.lit("the same position as before"))
        .when(waits())
        .then(pl.lit("the big blind in turn"))
        .otherwise(live_and_dead("due_live_cents", "due_dead_cents"))
    ),
    actual=lambda: live_and_dead("live_cents", "dead_cents"),
    amount=lambda: posted() - pl.col("due_live_cents") - pl.col("due_dead_cents"),
    seat="seat",
    cite=entry_rule,
    message=_dealt_in_owing,
)
def dealt_in_owing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat was dealt in while it owed a blind, or without a post it had to make.

    Whoever was away when a blind went by posts it, or comes back in the big blind, or as a live straddle under the gun,
    or buys the button. At lowball and badugi nothing can be posted for it: one waits for the big blind. New players
    post where the game asks for it; one who changes seats past more than two active players posts too, and at draw and
    mixed games waits for the same position.

    ## Why it matters
    The others paid for their round; this seat plays it for nothing.

    ## What it cannot see
    What a seat owed when the log began, or over a gap in it. Players who waited after changing seats.
    """
    return facts.filter(waits() | (still_owed() & (posted() == 0)))


@check(
    code="BL06",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.missed.live",
    needs=("entries_known",),
    applies=live_action,
    film=film.Grain.ENTRY,
    expected=lambda: live_and_dead("due_live_cents", "due_dead_cents"),
    actual=lambda: live_and_dead("live_cents", "dead_cents"),
    amount=lambda: posted() - pl.col("due_live_cents") - pl.col("due_dead_cents"),
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("owed") == int(Owed.MISSED_BLIND)).then(pl.lit("blinds.missed.live")).otherwise(entry_rule())
    ),
    message=lambda: _posts(_WRONG_POST, "Seat {seat} posted {done}; it owed {due}."),
)
def missed_blind_made_up_wrongly(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A missed blind was made up in a wrong amount, or live where it is dead, or dead where it is live.

    Of two missed blinds the big one is live, the small one goes to the center. Documents differ on one that is made up
    alone: the guide of 2018 has it live, the live-action rules let the big blind alone be live. Buying the button costs
    a live big blind and a dead small blind.

    ## Why it matters
    A live post is part of the bet, a dead one is not: the seat plays on with more or less than the others.

    ## What it cannot see
    What a seat owed when the log began, or over a gap in it.
    """
    return facts.filter(still_owed() & (posted() > 0) & ~waits())


_STRADDLE_RULE: dict[StraddleFault, str] = {
    StraddleFault.SEAT: "straddle.from",
    StraddleFault.LIMIT_BUTTON: "straddle.limit_button=no",
    StraddleFault.KILL_POT: "straddle.in_kill_pot=no",
    StraddleFault.AFTER_CARDS: "straddle.before_cards",
    StraddleFault.SECOND: "straddle.multiple=no",
}
_STRADDLE_WHY: dict[StraddleFault, str] = {
    StraddleFault.NOT_ALLOWED: "no straddle",
    StraddleFault.SEAT: "no straddle from this seat",
    StraddleFault.LIMIT_BUTTON: "no straddle from the button in limit",
    StraddleFault.KILL_POT: "no straddle in a kill pot",
    StraddleFault.AFTER_CARDS: "a straddle before any card",
    StraddleFault.SECOND: "one straddle",
}


@cache
def straddle_fault() -> pl.Expr:
    """Why a straddle was not open, or what is wrong with it, the first that speaks: a `StraddleFault`, or null.

    A second straddle is larger than the first by nobody's rule; all-in for less is all there is.
    """
    first = pl.col("nth") == 0
    short = pl.col("all_in") & (pl.col("done_cents") < pl.col("due_cents"))
    return (
        pl.when(term_of(Param.STRADDLE_ALLOWED).is_null())
        .then(None)
        .when(term_is(Param.STRADDLE_ALLOWED, 0))
        .then(int(StraddleFault.NOT_ALLOWED))
        .when((pl.col("kills") > 0) & term_is(Param.STRADDLE_IN_KILL, 0))
        .then(int(StraddleFault.KILL_POT))
        .when(~first & term_is(Param.STRADDLE_MULTIPLE, 0))
        .then(int(StraddleFault.SECOND))
        .when(pl.col("place") == PLACE_LIMIT_BUTTON)
        .then(int(StraddleFault.LIMIT_BUTTON))
        .when(pl.col("place") == PLACE_OTHER_SEAT)
        .then(int(StraddleFault.SEAT))
        .when(pl.col("late") & term_is(Param.STRADDLE_BEFORE_CARDS, 1))
        .then(int(StraddleFault.AFTER_CARDS))
        .when(first & (pl.col("done_cents") != pl.col("due_cents")).fill_null(False) & ~short)
        .then(int(StraddleFault.AMOUNT))
    )


@cache
def straddle_due() -> pl.Expr:
    """The amount that was due, or why none was open."""
    fault = pl.col("fault")
    amount = fault == int(StraddleFault.AMOUNT)
    return pl.when(amount).then(money("due_cents")).otherwise(by_kind(fault, _STRADDLE_WHY, ""))


@cache
def straddle_rule() -> pl.Expr:
    """The key that a straddle broke: the placard's amount where it names one."""
    rules = {**_STRADDLE_RULE, StraddleFault.AMOUNT: "straddle.amount straddle.times"}
    return by_kind(pl.col("fault"), rules, "straddle.allowed=no")


_STRADDLE_SENTENCES: dict[StraddleFault, str] = {
    StraddleFault.NOT_ALLOWED: "Seat {seat} posted a straddle of {done_cents}; no straddle is allowed in this game.",
    StraddleFault.SEAT: "Seat {seat} posted a straddle of {done_cents}; no straddle is allowed from that seat.",
    StraddleFault.LIMIT_BUTTON: (
        "Seat {seat} posted a straddle of {done_cents} from the button; limit games allow none."
    ),
    StraddleFault.KILL_POT: "Seat {seat} posted a straddle of {done_cents}; no straddle is allowed in a kill pot.",
    StraddleFault.AFTER_CARDS: (
        "Seat {seat} posted a straddle of {done_cents} after cards were dealt; it has to come before them."
    ),
    StraddleFault.AMOUNT: "Seat {seat} posted a straddle of {done_cents}; the straddle is {due_cents}.",
    StraddleFault.SECOND: "Seat {seat} posted a second straddle, of {done_cents}; only one is allowed.",
}


@check(
    code="BL09",
    severity=Severity.ERROR,
    term="straddle.allowed",
    is_=ANY,
    applies=lambda: blind_game() & (pl.col("straddles") > 0),
    film=film.Grain.EVENT,
    expected=straddle_due,
    amount=lambda: (
        pl.when(pl.col("fault") == int(StraddleFault.AMOUNT))
        .then(pl.col("done_cents") - pl.col("due_cents"))
        .otherwise("done_cents")
    ),
    event="event",
    seat="seat",
    cite=straddle_rule,
    message=lambda: by_code(
        "fault", _STRADDLE_SENTENCES, "Seat {seat} posted a straddle of {done_cents}; it was not allowed."
    ),
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
    straddle = word_is(Word.POST) & (pl.col("detail") == int(Detail.STRADDLE)) & pl.col("nth").is_not_null()
    return facts.filter(straddle).with_columns(fault=straddle_fault()).filter(pl.col("fault").is_not_null())


@check(
    code="BL10",
    severity=Severity.ERROR,
    term="straddle.mandatory",
    needs=("straddle_due",),
    applies=lambda: blind_game() & pl.col("straddle_asked") & ~pl.col("called_off"),
    film=film.Grain.HAND,
    expected=lambda: money("straddle_missing_cents"),
    actual=lambda: pl.lit("0.00"),
    amount=lambda: -pl.col("straddle_missing_cents"),
    seat="straddle_missing_seat",
    message="Seat {straddle_missing_seat} did not post the mandatory straddle of {straddle_missing_cents}.",
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
    missing = pl.col("straddle_missing_seat").is_not_null() & (pl.col("straddle_missing_cents") > 0)
    return facts.filter(missing & ~pl.col("straddle_misplaced"))  # one from a wrong seat is told as such: BL09


@cache
def kill_fault() -> pl.Expr:
    """What is wrong with a kill: a `KillFault`, or null."""
    due, done = pl.col("kill_due_seat"), pl.col("kill_seat")
    return (
        pl.when(pl.col("kills") > 1)
        .then(int(KillFault.SECOND))
        .when((done > 0) & (due == 0))
        .then(int(KillFault.NOT_OWED))
        .when((done > 0) & (due != done))
        .then(int(KillFault.WRONG_SEAT))
        .when((done > 0) & (pl.col("kill_posted_cents") != pl.col("kill_due_cents")))
        .then(int(KillFault.AMOUNT))
        .when((done == 0) & (due > 0) & (pl.col("kill_due_cents") > 0))
        .then(int(KillFault.MISSED))
    )


@cache
def kill_difference() -> pl.Expr:
    """Posted less due, where a kill of another amount is what is wrong."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(KillFault.AMOUNT))
        .then(pl.col("kill_posted_cents") - pl.col("kill_due_cents"))
        .when(kind == int(KillFault.NOT_OWED))
        .then("kill_posted_cents")
        .when(kind == int(KillFault.MISSED))
        .then(-pl.col("kill_due_cents"))
        .otherwise(0)
    )


@cache
def kill_rule() -> pl.Expr:
    """The key that says why a kill was due, or was not."""
    told = pl.col("fault").is_in([int(KillFault.MISSED), int(KillFault.NOT_OWED)])
    because = pl.when(told).then("kill_why").otherwise(int(KillWhy.PLAIN))
    why = (
        pl.when(because == int(KillWhy.AFTER_SPLIT))
        .then(pl.lit("kill.split_keeps_leg"))
        .when(because == int(KillWhy.NOT_ENOUGH))
        .then(pl.lit("kill.second_leg"))
        .when(because == int(KillWhy.OWED_LATER))
        .then(pl.lit("kill.missed"))
        .when(because == int(KillWhy.WINS_AGAIN))
        .then(pl.lit("kill.wins_again"))
        .when(because == int(KillWhy.LEG_KEPT))
        .then(pl.lit("kill.leaver_keeps_leg"))
        .when(pl.col("kill_scoops"))
        .then(pl.lit("kill.scoop_times"))
        .otherwise(pl.lit("kill.legs"))
    )
    amount = pl.when(pl.col("kill_is_half")).then(pl.lit("kill.half")).otherwise(pl.lit("kill.full"))
    return (
        pl.when(pl.col("fault") == int(KillFault.AMOUNT))
        .then(amount)
        .when(pl.col("fault") == int(KillFault.SECOND))
        .then(pl.lit("kill.one_a_deal"))
        .otherwise(why)
    )


@cache
def kill_due() -> pl.Expr:
    """What was due, as a person reads it."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(KillFault.SECOND))
        .then(pl.lit("one kill"))
        .when(kind == int(KillFault.WRONG_SEAT))
        .then(pl.concat_str(pl.lit("a kill by "), seat_text("kill_due_seat")))
        .when(kind == int(KillFault.NOT_OWED))
        .then(pl.lit("no kill"))
        .otherwise(money("kill_due_cents"))
    )


@cache
def kill_done() -> pl.Expr:
    """What was done, as a person reads it."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(KillFault.SECOND))
        .then(pl.concat_str(pl.col("kills").cast(pl.String), pl.lit(" kills")))
        .when(kind == int(KillFault.WRONG_SEAT))
        .then(pl.concat_str(pl.lit("a kill by "), seat_text("kill_seat")))
        .when(kind == int(KillFault.MISSED))
        .then(pl.lit("0.00"))
        .otherwise(money("kill_posted_cents"))
    )


_KILL_MISSED = {
    KillWhy.AFTER_SPLIT: "who kept the leg through a split pot, did not post the kill of {kill_due_cents}.",
    KillWhy.OWED_LATER: "who owed a kill from an earlier hand, did not post the {kill_due_cents}.",
    KillWhy.WINS_AGAIN: "who killed the last pot and won it, did not post the kill of {kill_due_cents}.",
    KillWhy.LEG_KEPT: "who kept the leg while away, did not post the kill of {kill_due_cents}.",
}
_KILL_NOT_OWED = {
    KillWhy.AFTER_SPLIT: "Seat {whose} posted a kill of {kill_posted_cents}; after a split pot none was owed.",
    KillWhy.NOT_ENOUGH: (
        "Seat {whose} posted a kill of {kill_posted_cents}; its second pot won less than a full bet, so it owed none."
    ),
}


def _kill() -> pl.Expr:
    missed = {why: f"Seat {{whose}}, {sentence}" for why, sentence in _KILL_MISSED.items()}
    return by_code(
        "fault",
        {
            KillFault.SECOND: "{kills} kills were posted in one deal, one by seat {whose}; only one is allowed.",
            KillFault.WRONG_SEAT: "Seat {kill_seat} posted the kill; it was seat {kill_due_seat}'s.",
            KillFault.AMOUNT: "Seat {whose} posted a kill of {kill_posted_cents}; the kill is {kill_due_cents}.",
            KillFault.MISSED: by_code("kill_why", missed, "Seat {whose} did not post the kill of {kill_due_cents}."),
            KillFault.NOT_OWED: by_code(
                "kill_why", _KILL_NOT_OWED, "Seat {whose} posted a kill of {kill_posted_cents}; it owed none."
            ),
        },
        "Seat {whose} posted the kill wrong.",
    )


@check(
    code="BL11",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="kill.when",
    needs=("kill_known",),
    applies=lambda: blind_game() & pl.col("kill_asked") & ~pl.col("called_off"),
    expected=kill_due,
    actual=kill_done,
    amount=kill_difference,
    event="kill_event",
    seat="whose",
    cite=kill_rule,
    message=_kill,
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
    missed = pl.col("fault") == int(KillFault.MISSED)
    return (
        facts.with_columns(fault=kill_fault())
        .filter(pl.col("fault").is_not_null())
        .with_columns(
            whose=pl.when(missed).then("kill_due_seat").otherwise("kill_seat"),
            kill_event=pl.when(~missed).then("kill_event"),
        )
    )


_ANTE_RULE = {
    AnteFault.EACH: "ante.due",
    AnteFault.BIG_BLIND_AMOUNT: "bba.times bba.amount",
    AnteFault.BIG_BLIND_SHORT: "bba.short_loses",
    AnteFault.BIG_BLIND_ORDER: "bba.first",
    AnteFault.BIG_BLIND_SEAT: "bba.amount",
    AnteFault.BUTTON_SEAT: "ante.due",
    AnteFault.BUTTON_AMOUNT: "ante.due",
}


_AT_WRONG_SEAT = [int(AnteFault.BIG_BLIND_SEAT), int(AnteFault.BUTTON_SEAT)]


@cache
def big_blind_ante_fault() -> pl.Expr:
    """What is wrong with the one ante for the whole table: an `AnteFault`, or null.

    By the big blind, behind the blind, and lost first by a short stack, where the rules have it so.
    """
    due, done = pl.col("bba_due_cents"), pl.col("bba_cents")
    short = due < pl.col("bba_whole_cents")
    return (
        pl.when(due.is_null() | (short & ~term_is(Param.BBA_SHORT_LOSES_ANTE, 1)))
        .then(None)
        .when(pl.col("bba_seat") == 0)
        .then(pl.when(due > 0).then(int(AnteFault.BIG_BLIND_AMOUNT)))
        .when(pl.col("bba_seat") != pl.col("seat"))
        .then(int(AnteFault.BIG_BLIND_SEAT))
        .when(pl.col("bba_event") < pl.col("bb_event"))
        .then(int(AnteFault.BIG_BLIND_ORDER))
        .when(done != due)
        .then(pl.when(short).then(int(AnteFault.BIG_BLIND_SHORT)).otherwise(int(AnteFault.BIG_BLIND_AMOUNT)))
    )


@cache
def ante_due() -> pl.Expr:
    """What was due of an ante, as a person reads it."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(AnteFault.BIG_BLIND_ORDER))
        .then(pl.lit("the blind, then the ante"))
        .when(kind == int(AnteFault.BIG_BLIND_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("bb_seat")))
        .when(kind == int(AnteFault.BUTTON_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("button")))
        .otherwise(money("due"))
    )


@cache
def ante_done() -> pl.Expr:
    """What was done of it."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(AnteFault.BIG_BLIND_ORDER))
        .then(pl.lit("the ante, then the blind"))
        .when(kind == int(AnteFault.BIG_BLIND_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("bba_seat")))
        .when(kind == int(AnteFault.BUTTON_SEAT))
        .then(pl.concat_str(pl.lit("by "), seat_text("button_ante_seat")))
        .otherwise(money("done"))
    )


def _ante() -> pl.Expr:
    done, due = amount("done"), amount("due")
    nobody_owed = say("Seat {whose} posted an ante of {done}; it owed none.", done=done)
    missed = say("Seat {whose} did not post the ante of {due}.", due=due)
    wrong = say("Seat {whose} posted an ante of {done}; the ante is {due}.", done=done, due=due)
    for_all_missed = say("Seat {whose} did not post the big-blind ante of {due}.", due=due)
    for_all_wrong = say("Seat {whose} posted a big-blind ante of {done}; the ante is {due}.", done=done, due=due)
    return by_code(
        "fault",
        {
            AnteFault.BIG_BLIND_ORDER: (
                "Seat {whose} posted the big-blind ante before the blind; the blind comes "
                "first."
            ),
            AnteFault.BIG_BLIND_SEAT: "Seat {bba_seat} posted the big-blind ante; it was seat {bb_seat}'s.",
            AnteFault.BIG_BLIND_SHORT: say(
                "Seat {whose}, short of chips, posted a big-blind ante of {done}; after the full blind "
                "it had {due} left "
                "for the ante.",
                done=done, due=due,
            ),
            AnteFault.BUTTON_SEAT: "Seat {whose} posted the ante of the button; the button was at seat {button}.",
            AnteFault.BUTTON_AMOUNT: say(
                "Seat {whose} posted a button ante of {done}; the ante is {due}.", done=done, due=due
            ),
            AnteFault.BIG_BLIND_AMOUNT: limbs((pl.col("done") == 0, for_all_missed), otherwise=for_all_wrong),
        },
        limbs(
            (pl.col("whose").is_null(), say("No ante was posted; {due_was} due.", due_was=amount_was("due"))),
            (pl.col("due") == 0, nobody_owed),
            (pl.col("done") == 0, missed),
            otherwise=wrong,
        ),
    )  # fmt: skip


@check(
    code="BL12",
    severity=Severity.ERROR,
    term="ante.due",
    is_=True,
    applies=lambda: replayed_game() & (pl.col("antes_due") != int(Antes.NONE)) & ~pl.col("called_off"),
    needs=("antes_evaluable",),
    film=film.Grain.SEAT,
    expected=ante_due,
    actual=ante_done,
    amount=lambda: (
        pl.when(pl.col("fault").is_in([int(AnteFault.BIG_BLIND_SEAT), int(AnteFault.BUTTON_SEAT)]))
        .then(0)
        .otherwise(pl.col("done") - pl.col("due"))
    ),
    event="where",
    seat="whose",
    cite=lambda: by_kind(pl.col("fault"), _ANTE_RULE, "ante.due"),
    message=_ante,
)
def ante_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An ante was missing or wrong, or a big-blind ante in the wrong order.

    Everybody who is dealt in posts the ante, absent players too. With a big-blind ante the big blind posts for the
    table: first the blind, then the ante; what a short stack cannot pay comes off the ante first. An ante of the button
    for the table is the button's, and as much as the stakes say. In a bomb pot everybody puts in what was agreed on.

    ## Why it matters
    Antes are most of the pot before the cards; a missing one is found by nobody once the chips are brought in.

    ## What it cannot see
    A big-blind ante in a hand without a big blind.
    """
    nobody = pl.lit(None, pl.Int64)
    none = facts.filter(pl.col("antes_all_cents").is_not_null()).with_columns(
        fault=pl.lit(int(AnteFault.EACH)), whose=nobody, where=nobody, due="antes_all_cents", done=pl.lit(0, pl.Int64)
    )
    short = (pl.col("ante_cents") < pl.col("ante_due_cents")) & (pl.col("forced_cents") >= pl.col("stack_cents"))
    wrong = (pl.col("ante_cents") != pl.col("ante_due_cents")) & ~short  # all-in for what the blinds left
    each = facts.filter(pl.col("antes_posted") & (pl.col("antes_due") == int(Antes.EACH)) & wrong).with_columns(
        fault=pl.lit(int(AnteFault.EACH)), whose="seat", where="ante_event", due="ante_due_cents", done="ante_cents"
    )
    elsewhere = pl.col("fault") == int(AnteFault.BIG_BLIND_SEAT)
    big_blind = (
        facts.with_columns(fault=big_blind_ante_fault())
        .filter(pl.col("fault").is_not_null())
        .with_columns(
            whose=pl.when(elsewhere).then("bba_seat").otherwise("seat"), where="bba_event", due="bba_due_cents",
            done="bba_cents",
        )
    )  # fmt: skip
    posted = facts.filter(
        (pl.col("antes_due") == int(Antes.BUTTON)) & (pl.col("seat") == pl.col("button_ante_seat"))
    ).with_columns(
        fault=pl.when(pl.col("seat") != pl.col("button")).then(int(AnteFault.BUTTON_SEAT))
        .when(pl.col("button_ante_cents") != pl.col("button_ante_due_cents")).then(int(AnteFault.BUTTON_AMOUNT)),
        whose="seat", where="button_ante_event", due="button_ante_due_cents", done="button_ante_cents",
    )  # fmt: skip
    return pl.concat([none, each, big_blind, posted.filter(pl.col("fault").is_not_null())])


_BETWEEN_RULE: dict[Between, str] = {
    Between.BEST_POSITION: "blinds.best_position_waits",
    Between.BOUGHT_OWING: "blinds.missed.buy_button",
    Between.BOUGHT_NEW: "blinds.buy_button.new_player=no",
    Between.BOUGHT_IN_KILL: "kill.buy_button",
}


_BETWEEN_SENTENCES: dict[Between, str] = {
    Between.BUTTON_AND_SMALL_BLIND: (
        "Seat {seat} was dealt in between the small blind and the button; it had to wait until the button passed."
    ),
    Between.BEST_POSITION: "Seat {seat}, a new player in the best position, was dealt in; it had to wait.",
    Between.BOUGHT_OWING: (
        "Seat {seat} bought the button though it had missed more than the big blind; it had to wait."
    ),
    Between.BOUGHT_NEW: "Seat {seat}, a new player, bought the button; a new player has to wait.",
    Between.BOUGHT_IN_KILL: "Seat {seat} bought the button while the kill was in the blinds; it had to wait.",
}


@check(
    code="BL14",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="blinds.no_hand_between",
    is_=True,
    needs=("entries_known",),
    applies=lambda: blind_game() & ~pl.col("called_off"),
    film=film.Grain.ENTRY,
    expected=lambda: pl.lit("to wait"),
    actual=lambda: pl.concat_str(pl.lit("a hand at "), seat_text("seat")),
    seat="seat",
    cite=lambda: by_kind(pl.col("between"), _BETWEEN_RULE, "blinds.no_hand_between"),
    message=lambda: by_code("between", _BETWEEN_SENTENCES, "Seat {seat} was dealt in; it had to wait."),
)
def hand_dealt_between(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A player came in between the small blind and the button.

    In live action one may buy the button there, and a new player may post the big blind alone; otherwise everybody
    waits until the button has passed. Rulebooks say who may not buy it: one who missed more than the big blind, or
    anybody while the kill stands in the blinds. In a tournament nobody gets a hand there. A new player whose seat has
    the button waits as many hands as the rulebook says.

    ## Why it matters
    It is the cheapest seat of the round: last to act, and the blinds have just gone by.

    ## What it cannot see
    The first hand of a log, and the hand after a gap.
    """
    return facts.filter(pl.col("between") > 0)
