"""RK: rake and collection. What the house took, beside what its schedule lets it take."""

from functools import cache

import polars as pl

from checks import facts as film
from checks.law.keys import ANY
from checks.model import Grain, Severity, check, money
from checks.replay.collection import WRONG_AMOUNT, WRONG_HAND
from checks.replay.layout import Param, RakeLimb, TimeStyle
from checks.rules.actions import word_is
from checks.rules.forced_bets import by_kind
from checks.rules.hands import chinese_game, replayed_game
from checks.rules.terms import term_of
from checks.wording import amount, amount_or_nothing, by_code, limbs, on_street, percent, pot, say
from parsers.vocabulary import Word


@cache
def live_action() -> pl.Expr:
    """Hands for money, of games that the walk knows; tournaments are not raked."""
    return replayed_game() & ~pl.col("is_tournament")


@cache
def taken_less_due() -> pl.Expr:
    """+ the house got too much."""
    return pl.col("rake_taken_cents") - pl.col("rake_due_cents")


@cache
def due() -> pl.Expr:
    """The rake due, as text."""
    return money("rake_due_cents")


@cache
def taken() -> pl.Expr:
    """The rake taken, as text."""
    return money("rake_taken_cents")


@cache
def house() -> pl.Expr:
    """The house as a party to a payment."""
    return pl.lit("house")


@cache
def taken_before_flop() -> pl.Expr:
    """Taken from a pot that owed none because it saw no flop."""
    no_flop = pl.col("has_flop") & (pl.col("streets") == 0)
    return no_flop & (pl.col("rake_due_cents") == 0) & (pl.col("rake_taken_cents") > 0)


@cache
def reduction_forgotten() -> pl.Expr:
    """Exactly the full table's rake was taken at a short table."""
    return (
        (pl.col("rake_taken_cents") == pl.col("rake_unreduced_cents"))
        & (pl.col("rake_unreduced_cents") > pl.col("rake_due_cents"))
        & ~taken_before_flop()
    )


_LIMB_RULE = {
    RakeLimb.PERCENT: "rake.percent",
    RakeLimb.CAP: "rake.cap",
    RakeLimb.DROP: "rake.drop",
    RakeLimb.TIER: "rake.tiers",
    RakeLimb.BY_SEATS: "rake.by",
    RakeLimb.AFTER_CALL: "rake.after_first_call",
}


@cache
def reduction_rule() -> pl.Expr:
    """The key of the cap of a short table."""
    return (
        pl.when("short_is_mixed")
        .then(pl.lit("rake.short_mixed"))
        .otherwise(pl.format("rake.short.{} rake.short", "seats_dealt"))
    )


@cache
def rake_rule() -> pl.Expr:
    """The key of what sets the rake due. Within the percentage, what is over its last whole step breaks the step."""
    limb = pl.col("rake_limb")
    within = (pl.col("rake_taken_cents") <= pl.col("rake_share_cents")) & (
        pl.col("rake_taken_cents") > pl.col("rake_due_cents")
    )
    return (
        pl.when((limb == int(RakeLimb.PERCENT)) & within.fill_null(False))
        .then(pl.lit("rake.step rake.percent"))
        .when(limb == int(RakeLimb.SHORT))
        .then(reduction_rule())
        .otherwise(by_kind(limb, _LIMB_RULE, "rake.percent rake.plan"))
    )


_BY_LIMB = {
    RakeLimb.CAP: "the cap is {rake_due_cents}",
    RakeLimb.SHORT: "with {seats_dealt} players dealt in the cap is {rake_due_cents}",
    RakeLimb.DROP: "the drop is {rake_due_cents}",
    RakeLimb.TIER: "for that pot the schedule says {rake_due_cents}",
    RakeLimb.BY_SEATS: "with {seats_dealt} players dealt in the rake is {rake_due_cents}",
    RakeLimb.AFTER_CALL: "after the first call the rake is {rake_due_cents}",
}


def rake_said(taken: str) -> pl.Expr:
    """What was taken, and what set the rake that was due: the share and its steps, the cap, or the form of the plan."""
    share, step = percent(term_of(Param.RAKE_PERCENT)), amount(term_of(Param.RAKE_STEP_CENTS))
    of_percent = pl.col("rake_limb") == int(RakeLimb.PERCENT)
    raked = pot("contested_cents")
    by_plan = {limb: say(f"{taken}; {due}.", pot=raked) for limb, due in _BY_LIMB.items()}
    return limbs(
        (pl.col("rake_due_cents") == 0, say(f"{taken}; nothing was due.", pot=raked)),
        (
            of_percent & term_of(Param.RAKE_STEP_CENTS).is_not_null(),
            say(f"{taken}; {{share}} in {{step}} steps is {{rake_due_cents}}.", pot=raked, share=share, step=step),
        ),
        (of_percent, say(f"{taken}; {{share}} of it is {{rake_due_cents}}.", pot=raked, share=share)),
        otherwise=by_code("rake_limb", by_plan, say(f"{taken}; {{rake_due_cents}} was due.", pot=raked)),
    )


@check(
    code="RK01",
    severity=Severity.ERROR,
    term="rake.plan",
    needs=("rake_taken_cents", "rake_due_cents"),
    cite=rake_rule,
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message=lambda: rake_said("The dealer took {rake_taken_cents} from {pot}"),
)
def over_raked(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More was taken from the pot than the house may take.

    The rake is what the house posts: a share of the contested pot in whole steps and never more than the cap, a fixed
    drop, a drop and a share from some pot on, tiers, a drop behind the first call, or a sum by the seats dealt in. What
    nobody called was never part of the pot, and is not raked. The finding cites what was broken: the percentage, the
    step, the cap, the lower cap of a short table, or the form that the house posts.

    ## Why it matters
    Each chip over the schedule belongs to the winner of the pot.

    ## What it cannot see
    Formats that do not record rake, and chips that never reached the slide.
    """
    over = pl.col("rake_taken_cents") > pl.col("rake_due_cents")
    return facts.filter(over & ~taken_before_flop() & ~reduction_forgotten())


def _under_raked() -> pl.Expr:
    return limbs(
        (pl.col("rake_taken_cents") == 0, rake_said("The dealer took no rake from {pot}")),
        otherwise=rake_said("The dealer took only {rake_taken_cents} from {pot}"),
    )


@check(
    code="RK02",
    severity=Severity.ERROR,
    term="rake.plan",
    needs=("rake_taken_cents", "rake_due_cents"),
    cite=rake_rule,
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    message=_under_raked,
)
def under_raked(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Less was taken from the pot than the house was due.

    ## Why it matters
    The box will not match the hands; at some tables it is the first sign that the slide is read wrongly, at others that
    a favor is being done.

    ## What it cannot see
    Formats that do not record rake.
    """
    return facts.filter(pl.col("rake_taken_cents") < pl.col("rake_due_cents"))


def _no_flop() -> pl.Expr:
    return limbs(
        (
            pl.col("raked_with_action"),
            say(
                "The dealer took {rake_taken_cents} from {pot} that saw no flop; "
                "without a call and a "
                "raise, or two raises, nothing was due.",
                pot=pot("contested_cents"),
            ),
        ),
        otherwise=say(
            "The dealer took {rake_taken_cents} from {pot} that saw no flop; nothing was due.",
            pot=pot("contested_cents"),
        ),
    )


@check(
    code="RK03",
    severity=Severity.ERROR,
    term="rake.no_flop_no_drop",
    is_=ANY,
    needs=("rake_taken_cents", "rake_due_cents"),
    cite=lambda: (
        pl.when("raked_with_action")
        .then(pl.lit("rake.preflop"))
        .otherwise(pl.lit("rake.from_flop rake.no_flop_no_drop rake.preflop"))
    ),
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message=_no_flop,
)
def raked_without_flop(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot was raked that saw no flop, or not enough action before it.

    Most houses rake no pot that ends before the flop. Some rake it once there was real action: a call and a raise, or
    two raises. The rules in force at the table say which.

    ## Why it matters
    The whole of it belongs to the winner of the pot.

    ## What it cannot see
    Formats that do not record rake; houses whose rules say nothing about pots without a flop.
    """
    return facts.filter(taken_before_flop())


@check(
    code="RK04",
    severity=Severity.ERROR,
    term="rake.short",
    needs=("rake_taken_cents", "rake_due_cents", "rake_unreduced_cents"),
    cite=reduction_rule,
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message=lambda: say(
        "The dealer took {rake_taken_cents}, a full table's rake, from {pot}; with {seats_dealt} players "
        "dealt in the cap "
        "is {rake_due_cents}.",
        pot=pot("contested_cents"),
    ),
)
def reduction_not_applied(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The reduced maximum of a short table was not applied.

    With few seats dealt in, the most that may be taken falls. This finding says that exactly the full table's rake was
    taken; any other sum too high is an over-rake.

    ## Why it matters
    Short tables are charged less because fewer share the cost; the difference belongs to the winner.

    ## What it cannot see
    Hands whose deal was not recorded: without it nobody knows how many were dealt in.
    """
    return facts.filter(reduction_forgotten())


@cache
def raked_right() -> pl.Expr:
    """Hands for money whose rake came out right in the end."""
    taken_some = (pl.col("rake_taken_cents") > 0) & (pl.col("rake_taken_cents") == pl.col("rake_due_cents"))
    return live_action() & taken_some.fill_null(False)


def _by_street() -> pl.Expr:
    return limbs(
        (
            word_is(Word.RAKE),
            say(
                "The dealer had {rake_slid_cents} on the slide{where}; the pot owed {owed} by then.",
                where=on_street(), owed=amount_or_nothing("rake_owed_cents"),
            ),
        ),
        otherwise=say(
            "The dealer dealt the next street with {slid} on the slide; the pot owed {rake_owed_cents} by then.",
            slid=amount_or_nothing("rake_slid_cents"),
        ),
    )  # fmt: skip


@check(
    code="RK05",
    severity=Severity.PROCEDURE,
    term="rake.street_by_street",
    is_=True,
    needs=("rake_timed",),
    applies=raked_right,
    film=film.Grain.EVENT,
    expected=lambda: money("rake_owed_cents"),
    actual=lambda: money("rake_slid_cents"),
    event="event",
    message=_by_street,
)
def not_street_by_street(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The rake was not taken street by street.

    After each betting round the pot owes its rake once the next street is out, and the dealer takes it while that
    street is played. A finding says that a further street was dealt and the last one's rake was still in the pot, or
    that more was taken than the pot owed by then, before the second street anything at all. It is told only where the
    sum came out right, and where the rake is a plain share of the pot.

    ## Why it matters
    A rake taken at once at the end cannot be followed by anybody at the table.

    ## What it cannot see
    Logs that do not hold the dealer's own steps; a rake that lags while nobody bets any more.
    """
    late = ~word_is(Word.RAKE) & (pl.col("rake_slid_cents") < pl.col("rake_owed_cents"))
    early = word_is(Word.RAKE) & (pl.col("rake_slid_cents") > pl.col("rake_owed_cents"))
    return facts.filter(late | early)


@cache
def time_owed() -> pl.Expr:
    """Hands of cash games that owed time or paid it."""
    return (replayed_game() | chinese_game()) & ~pl.col("is_tournament") & pl.col("time_asked")


@cache
def time_difference() -> pl.Expr:
    """+ the house got too much."""
    return pl.col("time_taken_cents") - pl.col("time_due_cents")


def _time_amount() -> pl.Expr:
    return limbs(
        (
            pl.col("time_unposted"),
            say("The dealer collected {time_taken_cents} of time at a table whose placard names none."),
        ),
        (
            pl.col("time_due_cents") == 0,
            say("The dealer collected {time_taken_cents} of time that was not due."),
        ),
        otherwise=say("The dealer collected {time_taken_cents} of time; {time_due_cents} was due."),
    )


@check(
    code="RK06",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="time.rate",
    silent_ok=True,
    needs=("time_verdict",),
    cite=lambda: pl.when("time_unposted").then(pl.lit("takings.only_posted")).otherwise(pl.lit("time.rate")),
    applies=time_owed,
    expected=lambda: money("time_due_cents"),
    actual=lambda: money("time_taken_cents"),
    amount=time_difference,
    event="collection_event",
    paid_to=lambda: pl.when(time_difference() > 0).then(pl.lit("house")),
    message=_time_amount,
)
def time_of_wrong_amount(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Time was collected in another amount than the participants owed.

    The rate of the placard for every participant of the table, also for those who are away. Where no rule in force says
    that absent ones pay, both sums are right. Time that nobody called for is owed by nobody, and no seat owes time at a
    table whose placard names none.

    ## Why it matters
    Time is the whole of the house's income at such a table, and each seat's share is posted on the placard.

    ## What it cannot see
    Calls that the notes do not hold, two calls without a hand between them, hands missing in the log. Of a playover
    only what went to the house is judged: the absent seat pays the table's time once, and a second payment is too much.
    What the playover owes a pot is not evaluable: the log does not say how long somebody plays over, dead money in a
    pot does not say what it is for, and the documents name different pots.
    """
    return facts.filter(pl.col("time_verdict") == WRONG_AMOUNT)


_TIME_CALLED = {TimeStyle.SEAT: "time", TimeStyle.POT: "time pot", TimeStyle.FLOP: "time flop"}


def _time_hand() -> pl.Expr:
    called = by_code("time_style", _TIME_CALLED, "time")
    return limbs(
        (
            pl.col("time_unposted"),
            say("{time_taken_cents} of time was taken from the pot at a table whose placard names none."),
        ),
        (
            pl.col("time_taken_cents") == 0,
            say("No {called} was taken after the call; {time_due_cents} was due.", called=called),
        ),
        (
            pl.col("time_due_cents") == 0,
            say("{time_taken_cents} of {called} was taken from this hand; another hand owed it.", called=called),
        ),
        otherwise=say(
            "{time_taken_cents} of {called} was taken after the call; {time_due_cents} was due.", called=called
        ),
    )


@check(
    code="RK07",
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="time.owed_after_call",
    is_=True,
    silent_ok=True,
    needs=("time_verdict", "time_ruled"),
    applies=time_owed,
    expected=lambda: money("time_due_cents"),
    actual=lambda: money("time_taken_cents"),
    amount=time_difference,
    event="collection_event",
    cite=lambda: (
        pl.when("time_unposted")
        .then(pl.lit("time.pot_time_raked_only takings.only_posted"))
        .when(pl.col("time_style") == int(TimeStyle.POT))
        .then(pl.lit("time.pot_hand"))
        .when(pl.col("time_style") == int(TimeStyle.FLOP))
        .then(pl.lit("time.flop_hand"))
        .otherwise(pl.lit("time.owed_after_call"))
    ),
    message=_time_hand,
)
def time_missed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Time was not collected after a call, or a time pot or time flop was taken from another hand than the one due.

    Seats pay before the first hand that starts after the call. A time pot is the hand dealt right after the call, or
    the first pot that covers it; a time flop the hand after the call, or the first flop: the rules in force say which.
    A pot taken from the wrong hand is told on that hand; one that was never taken, on the hand that owed it.

    ## Why it matters
    A missed call is half an hour without income; a time pot from the wrong hand is paid by the wrong winner.

    ## What it cannot see
    Calls that the notes do not hold, two calls without a hand between them, hands missing in the log. Where the hand
    right after the call has to pay and cannot, no rule says what follows.
    """
    return facts.filter(pl.col("time_verdict") == WRONG_HAND)


@cache
def promo_due() -> pl.Expr:
    """The promotional drop that a hand owes: none without a flop, unless the rules in force say otherwise."""
    reached = (pl.col("contested_cents") >= pl.col("promo_from_cents")) & (pl.col("contested_cents") > 0)
    dropped = ~pl.col("has_flop") | (pl.col("streets") > 0) | pl.col("promo_without_flop")
    return pl.when(reached & dropped).then(pl.col("promo_cents")).otherwise(pl.lit(0))


def _promo() -> pl.Expr:
    no_flop = pl.col("has_flop") & (pl.col("streets") == 0)
    return limbs(
        (
            pl.col("promo_unposted"),
            say("The dealer dropped {promo_taken_cents} for a promotion that no placard names."),
        ),
        (
            pl.col("promo_taken_cents") == 0,
            say("No promotional drop was taken from {pot}; {promo_due_cents} was due.", pot=pot("contested_cents")),
        ),
        (
            (pl.col("promo_due_cents") == 0) & no_flop,
            say("The dealer dropped {promo_taken_cents} for the promotion from a pot without a flop; nothing was due."),
        ),
        (
            pl.col("promo_due_cents") == 0,
            say(
                "The dealer dropped {promo_taken_cents} for the promotion from {pot}; nothing is due "
                "under {promo_from_cents}.",
                pot=pot("contested_cents"),
            ),
        ),
        otherwise=say("The dealer dropped {promo_taken_cents} for the promotion; {promo_due_cents} was due."),
    )


@check(
    code="RK08",
    severity=Severity.ERROR,
    term="promo.amount",
    silent_ok=True,
    needs=("promo_cents", "promo_from_cents", "promo_taken_cents"),
    applies=lambda: live_action() & (pl.col("promo_cents").is_not_null() | (pl.col("promo_taken_cents") > 0)),
    cite=lambda: pl.when("promo_unposted").then(pl.lit("takings.only_posted")).otherwise(pl.lit("promo.amount")),
    expected=lambda: money("promo_due_cents"),
    actual=lambda: money("promo_taken_cents"),
    amount=lambda: pl.col("promo_taken_cents") - pl.col("promo_due_cents"),
    event="promo_event",
    paid_to=lambda: pl.when(pl.col("promo_taken_cents") > pl.col("promo_due_cents")).then(pl.lit("house")),
    message=_promo,
)
def promo_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The promotional drop was missed, taken though it was not due, or of another amount.

    It is due once the contested pot reaches what the placard names; games with a flop owe none without it. A short
    table does not reduce it, and it does not reduce the pot that is raked. Where the placard names no promotion none
    may be taken.

    ## Why it matters
    The drop belongs to the players and is paid back to them; it has to be counted like it.

    ## What it cannot see
    Tables of houses that nobody forbids to take what is not posted.
    """
    return facts.with_columns(promo_due_cents=promo_due()).filter(
        pl.col("promo_taken_cents") != pl.col("promo_due_cents")
    )
