"""HB: house-banked games, wager by wager."""

from collections.abc import Callable
from functools import cache
from typing import Unpack

import polars as pl

from checks.model import Grain, Judge, Said, Severity, check, money, seat_text
from checks.replay.banked_layout import Due, Kind, Reason, Stage, VoidCause
from checks.rules.banked_said import WAGERS, said_line, settled_said, void_said
from checks.wording import amount_or_nothing, by_code, limbs, say

UNEVEN, LATE, EARLY_FOLD, TWICE, WRONG_SIZE, WRONG_TIME = "uneven", "late", "early fold", "twice", "size", "time"
_STREETS = {int(Stage.PREFLOP): "before the flop", int(Stage.FLOP): "on the flop", int(Stage.RIVER): "after the river"}
_RAISE_KEYS = {
    int(Stage.PREFLOP): "huhe.raise.preflop", int(Stage.FLOP): "huhe.raise.flop", int(Stage.RIVER): "huhe.raise.river",
}  # fmt: skip
_REASONS = {
    int(Reason.FOLD): "huhe.settle.fold",
    int(Reason.WIN): "huhe.ante_pays",
    int(Reason.TIE): "huhe.settle.tie",
    int(Reason.LOSE): "huhe.settle.lose",
    int(Reason.NOT_QUALIFIED): "huhe.settle.unqualified",
}


@cache
def is_kind(*kinds: Kind) -> pl.Expr:
    """Wagers of some kinds."""
    return pl.col("kind").is_in([int(kind) for kind in kinds])


@cache
def settled(*kinds: Kind) -> pl.Expr:
    """Wagers of some kinds in rounds that were not void."""
    return is_kind(*kinds) & ~pl.col("void") & ((pl.col("staked_cents") > 0) | (pl.col("done") != int(Due.NOTHING)))


@cache
def in_words(due: str, paid: str, taken: str, pushed: str) -> pl.Expr:
    """What becomes of a wager: 25.00 paid, 5.00 taken, 5.00 pushed, or nothing."""
    what = pl.col(due)
    return (
        pl.when(what == int(Due.PAY))
        .then(pl.concat_str(money(paid), pl.lit(" paid")))
        .when(what == int(Due.TAKE))
        .then(pl.concat_str(money(taken), pl.lit(" taken")))
        .when(what == int(Due.PUSH))
        .then(pl.concat_str(money(pushed), pl.lit(" pushed")))
        .when(what == int(Due.MIXED))
        .then(pl.concat_str(money(paid), pl.lit(" paid, "), money(taken), pl.lit(" taken, "), money(pushed),
                            pl.lit(" pushed")))
        .otherwise(pl.lit("nothing"))
    )  # fmt: skip


@cache
def due_words() -> pl.Expr:
    """What was due of a wager."""
    return in_words("due", "due_cents", "staked_cents", "staked_cents")


@cache
def done_words() -> pl.Expr:
    """What was done with it."""
    return in_words("done", "paid_cents", "taken_cents", "pushed_cents")


@cache
def side(cents: str, seat: str, house_when_more: bool) -> pl.Expr:
    """Who paid or got it: the house and the seat, by who had too much."""
    more, less = pl.col(cents) > 0, pl.col(cents) < 0
    house, player = pl.lit("house"), seat_text(seat)
    first, second = (house, player) if house_when_more else (player, house)
    return pl.when(more).then(first).when(less).then(second)


@cache
def outcome_key() -> pl.Expr:
    """The rule by which a wager is won, lost or pushed."""
    return pl.col("reason").replace_strict(_REASONS, default="huhe.ante_pays", return_dtype=pl.String)


def _wrong_size() -> pl.Expr:
    return pl.col("raise_cents") != pl.col("raise_due_cents")


@cache
def placing_fault() -> pl.Expr:
    """What is wrong with the placing of a wager, the first that speaks; null where nothing is."""
    ante, bet = is_kind(Kind.ANTE), is_kind(Kind.RAISE) & (pl.col("raises") > 0)
    out_of_time = pl.col("raise_stage").is_in([int(Stage.BEFORE), int(Stage.SETTLING)])
    return (
        pl.when(bet & pl.col("again_event").is_not_null())
        .then(pl.lit(TWICE))
        .when(bet & out_of_time)
        .then(pl.lit(WRONG_TIME))
        .when(bet & _wrong_size())
        .then(pl.lit(WRONG_SIZE))
        .when(pl.col("late_event").is_not_null())
        .then(pl.lit(LATE))
        .when(ante & (pl.col("ante_cents") != pl.col("odds_cents")))
        .then(pl.lit(UNEVEN))
        .when(ante & pl.col("fold_stage").is_in([int(Stage.BEFORE), int(Stage.PREFLOP), int(Stage.FLOP)]))
        .then(pl.lit(EARLY_FOLD))
    )


def _placing(words: dict[str, pl.Expr]) -> pl.Expr:
    fault = pl.col("fault")
    return pl.coalesce(pl.when(fault == one).then(text) for one, text in words.items())


def _raise_street() -> pl.Expr:
    return pl.col("raise_stage").replace_strict(_STREETS, default="out of its time", return_dtype=pl.String)


@cache
def raise_key() -> pl.Expr:
    """The rule on a raise of its street."""
    return pl.col("raise_stage").replace_strict(_RAISE_KEYS, default="huhe.raise.river", return_dtype=pl.String)


def _placed_wrongly() -> pl.Expr:
    fault = pl.col("fault")
    on = _raise_street()
    fold = pl.col("fold_stage").replace_strict(_STREETS, default="before the flop", return_dtype=pl.String)
    return limbs(
        (fault == TWICE, say("Seat {seat} raised a second time, for {again_cents}; a seat raises once.")),
        (
            (fault == WRONG_TIME) & (pl.col("raise_stage") == int(Stage.BEFORE)),
            say("Seat {seat} raised {raise_cents} before the cards were dealt; a raise comes after them."),
        ),
        (
            fault == WRONG_TIME,
            say("Seat {seat} raised {raise_cents} after the dealer's cards were shown; a raise comes before that."),
        ),
        (
            fault == WRONG_SIZE,
            say("Seat {seat} raised {raise_cents} {on}; the raise there is {raise_due_cents}.", on=on),
        ),
        (
            fault == LATE,
            say("Seat {seat} wagered {late_cents} on the {wager} after cards were dealt; no wager is taken then.",
                wager=by_code("kind", WAGERS, "wager")),
        ),
        (
            fault == UNEVEN,
            say(
                "Seat {seat} wagered {odds_cents} on the odds beside an ante of {ante_cents}; the two have "
                "to be equal."),
        ),
        otherwise=say("Seat {seat} folded {fold}; a seat folds only after the turn and river.", fold=fold),
    )  # fmt: skip


@check(
    code="HB01",
    severity=Severity.ERROR,
    grain=Grain.WAGER,
    term="huhe.raise.preflop",
    needs=("rule_known",),
    applies=lambda: (pl.col("staked_cents") > 0) | is_kind(Kind.ANTE),
    expected=lambda: _placing(
        {
            TWICE: pl.lit("one raise"),
            WRONG_TIME: pl.lit("a raise before the dealer's cards are shown"),
            WRONG_SIZE: pl.format("a raise of {} {}", money("raise_due_cents"), _raise_street()),
            LATE: pl.lit("no wager once cards are dealt"),
            UNEVEN: pl.format("an odds wager of {}", money("ante_cents")),
            EARLY_FOLD: pl.lit("a fold after turn and river only"),
        }
    ),
    actual=lambda: _placing(
        {
            TWICE: pl.format("a second one of {}", money("again_cents")),
            WRONG_TIME: pl.format("a raise of {}", money("raise_cents")),
            WRONG_SIZE: money("raise_cents"),
            LATE: pl.format("{} of {}", "kind_name", money("late_cents")),
            UNEVEN: money("odds_cents"),
            EARLY_FOLD: pl.lit("an earlier fold"),
        }
    ),
    amount=lambda: _placing(
        {
            TWICE: pl.col("again_cents"),
            WRONG_TIME: pl.col("raise_cents"),
            WRONG_SIZE: (pl.col("raise_cents") - pl.col("raise_due_cents")).abs(),
            LATE: pl.col("late_cents"),
            UNEVEN: (pl.col("ante_cents") - pl.col("odds_cents")).abs(),
            EARLY_FOLD: pl.lit(0, pl.Int64),
        }
    ),
    event="where",
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("fault") == UNEVEN)
        .then(pl.lit("huhe.ante_equals_odds"))
        .when(pl.col("fault") == LATE)
        .then(pl.lit("huhe.no_more_bets"))
        .when(pl.col("fault") == EARLY_FOLD)
        .then(pl.lit("huhe.raise.river"))
        .otherwise(
            pl.col("raise_stage").replace_strict(_RAISE_KEYS, default="huhe.raise.river", return_dtype=pl.String)
        )
    ),
    street="when",
    message=_placed_wrongly,
)
def wager_placed_wrongly(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A wager was of the wrong size, or placed at the wrong time.

    Ante and odds are equal. A seat raises once: three antes before the flop, two on it, one after turn and river; or it
    folds then, and not before. Once a card is dealt nothing but a raise is wagered. Nobody wagers at two positions.

    ## Why it matters
    A wager that is made larger after the cards are seen is the oldest way to rob a table.

    ## What it cannot see
    When "no more bets" was said: the first card stands for it. Who asked whom in which order.
    """
    fault = placing_fault()
    where = (
        pl.when(pl.col("fault") == TWICE)
        .then("again_event")
        .when(pl.col("fault").is_in([WRONG_TIME, WRONG_SIZE]))
        .then("raise_event")
        .when(pl.col("fault") == LATE)
        .then("late_event")
        .when(pl.col("fault") == UNEVEN)
        .then("uneven_event")
        .otherwise("fold_event")
    )
    names = {int(Stage.BEFORE): "preflop", int(Stage.PREFLOP): "preflop", int(Stage.FLOP): "flop",
             int(Stage.RIVER): "river", int(Stage.SETTLING): "showdown"}  # fmt: skip
    stage = pl.when(pl.col("fault") == EARLY_FOLD).then("fold_stage").otherwise("raise_stage")
    when = stage.replace_strict(names, default=None, return_dtype=pl.String)
    return (
        facts.with_columns(fault=fault)
        .filter(pl.col("fault").is_not_null())
        .with_columns(
            where=where,
            when=pl.when(pl.col("fault").is_in([UNEVEN, LATE])).then(pl.lit("preflop")).otherwise(when),
        )
    )


@check(
    code="HB01",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    term="huhe.one_position",
    is_=True,
    needs=("players_known",),
    applies=lambda: pl.col("seats_wagering") > 1,
    expected=lambda: pl.lit("one betting position a player"),
    actual=lambda: pl.format("a second one at seat {}", "other_seat"),
    seat="other_seat",
    message="One player wagered at seat {other_seat} too; a player has one betting position.",
    limb=True,
    counted=True,
)
def two_positions(facts: pl.LazyFrame) -> pl.LazyFrame:
    """One player wagered at two betting positions."""
    return facts.filter(pl.col("other_seat").is_not_null())


@cache
def even_key() -> pl.Expr:
    """The rule by which an ante or a raise is settled; whether the dealer qualifies where that was taken wrongly."""
    pushed = is_kind(Kind.ANTE) & (pl.col("qualifies") == 1) & (pl.col("done") == int(Due.PUSH))
    return (
        pl.when(pushed & (pl.col("outcome") != 0) & ~pl.col("folded"))
        .then(pl.lit("huhe.dealer_qualifies"))
        .otherwise(outcome_key())
    )


def check_of_a_wager(code: str, **said: Unpack[Said]) -> Callable[[Judge], Judge]:
    """A check of how one wager of a seat was settled; HB02 to HB05 have all of this in common."""
    shared: Said = {
        "grain": Grain.WAGER,
        "needs": ("due", "settled_known"),
        "actual": done_words,
        "amount": lambda: pl.col("told_cents").abs(),
        "event": "event",
        "seat": "seat",
        "paid_by": lambda: side("told_cents", "seat", house_when_more=True),
        "paid_to": lambda: side("told_cents", "seat", house_when_more=False),
        "street": "street",
    }
    declared: Said = {**shared, **said}
    return check(code=code, severity=Severity.ERROR, message=settled_said, **declared)


@check_of_a_wager(
    "HB02",
    term="huhe.ante_pays",
    applies=lambda: settled(Kind.ANTE, Kind.RAISE),
    expected=lambda: pl.format("{}: {}", "kind_name", due_words()),
    cite=even_key,
)
def even_money_settled_wrongly(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An ante or a raise was paid, taken or pushed otherwise than the hands have it.

    Both pay even money where the seat's hand is higher, are pushed where the hands are equal, and lose where it is
    lower. Where the dealer has less than a pair the ante is pushed, whoever wins. A seat that folds loses its ante. One
    finding a seat: ante, raise and odds that were settled by one misread hand are one cause.

    ## Why it matters
    The hands are compared once, in a second, and nobody turns them over again.

    ## What it cannot see
    Hands of which a card was not recorded, rounds that should have been void, and rounds without any payment in the
    log.
    """
    return facts.filter("leads")


@cache
def odds_key() -> pl.Expr:
    """The rule by which an odds wager is settled: the line of its table, or how the hands stand."""
    by_table = pl.col("reason").is_in([int(Reason.TABLE), int(Reason.BAD_BEAT)])
    not_bad_beat = (pl.col("reason") == int(Reason.LOSE)) & (pl.col("done") == int(Due.PAY))
    begun = pl.lit("huhe.odds. huhe.bad_beat.")  # what a table's key begins with
    return (
        pl.when(by_table)
        .then(pl.coalesce("table_key", begun))
        .when(not_bad_beat)
        .then(pl.lit("huhe.bad_beat_from"))
        .otherwise(outcome_key())
    )


@check_of_a_wager(
    "HB03",
    term="huhe.bad_beat_from",
    applies=lambda: settled(Kind.ODDS),
    expected=lambda: pl.concat_str(due_words(), pl.when(pl.col("line_name").is_not_null()).then(
        pl.format(" for {}", "line_name")).otherwise(pl.lit(""))),
    cite=odds_key,
)  # fmt: skip
def odds_paid_off_the_table(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An odds wager or a bad beat was not paid by the paytable in use.

    A winning odds wager pays by the seat's hand from a straight on, and is pushed below one. A straight or better that
    loses to the dealer is a bad beat and pays by a table of its own. Equal hands push, a lower hand and a fold lose.

    ## Why it matters
    These tables pay up to 500 to 1: one line too high is more than the table wins in a shift.

    ## What it cannot see
    Wagers whose paytable the house file does not name, and hands of which a card was not recorded.
    """
    return facts.filter("leads")


@cache
def bonus_key() -> pl.Expr:
    """The rule by which a bonus wager is settled; that of folded seats where their bonus was not settled at all."""
    forgotten = pl.col("folded") & (pl.col("due") == int(Due.PAY)) & (pl.col("done") == int(Due.TAKE))
    begun = pl.lit("huhe.pocket. huhe.trips.")
    return (
        pl.when(forgotten | (pl.col("reason") == int(Reason.FOLD_SETTLES)))
        .then(pl.lit("huhe.fold_settles"))
        .otherwise(pl.coalesce("table_key", begun))
    )


@check_of_a_wager(
    "HB04",
    term="huhe.fold_settles",
    applies=lambda: settled(Kind.POCKET),
    expected=lambda: pl.format("{} for {}", due_words(), pl.col("line_name").fill_null("no wager")),
    cite=bonus_key,
)
def pocket_bonus_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pocket bonus was not settled by the seat's two cards.

    It pays for a pair and for an ace with a king, queen or jack, by the paytable in use, whoever wins the round, and
    also where the seat folded.

    ## Why it matters
    It is settled last, when everybody looks at the next round.

    ## What it cannot see
    Cards that were not recorded, and paytables that the house file does not name.
    """
    return facts.filter("leads")


@check_of_a_wager(
    "HB05",
    term="huhe.fold_settles",
    applies=lambda: settled(Kind.TRIPS),
    expected=lambda: pl.format("{} for {}", due_words(), pl.col("line_name").fill_null("no wager")),
    cite=bonus_key,
)
def trips_plus_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A trips plus wager was not settled by the seat's best hand.

    It pays from three of a kind on, by the paytable in use, whoever wins the round, and also where the seat folded.

    ## Why it matters
    The hand that it pays for may have lost the round, and is swept away with it.

    ## What it cannot see
    Cards that were not recorded, and paytables that the house file does not name.
    """
    return facts.filter("leads")


@cache
def jackpot_key() -> pl.Expr:
    """The rule by which a progressive or an envy bonus is paid."""
    envy = is_kind(Kind.ENVY)
    key = pl.coalesce("table_key", pl.lit("huhe.progressive."))
    part = pl.when(pl.col("meter_share") > 0).then(pl.lit(".meter")).otherwise(pl.lit(".fixed"))
    own = key.str.starts_with("paytables.")
    return (
        pl.when(envy & (pl.col("due") != int(Due.PAY)))
        .then(pl.lit("huhe.envy_own_hand=no"))
        .when(envy)
        .then(pl.lit("huhe.envy.J paytables.progressive"))
        .when(own)
        .then(key)
        .otherwise(pl.concat_str(key, part))
    )


def _jackpot() -> pl.Expr:
    due = amount_or_nothing("due_cents")
    line = pl.concat_str(pl.lit(" for "), said_line()).fill_null("")
    unpaid = pl.col("paid_cents") == 0
    return limbs(
        (
            is_kind(Kind.ENVY) & unpaid,
            say("Seat {seat} was paid no envy bonus; {due_cents} was due."),
        ),
        (is_kind(Kind.ENVY), say("Seat {seat} was paid an envy bonus of {paid_cents}; {due} was due.", due=due)),
        otherwise=say(
            "Seat {seat} was paid {paid} from the progressive; {due} was due{line}.",
            paid=amount_or_nothing("paid_cents"), due=due, line=line,
        ),
    )  # fmt: skip


@check(
    code="HB06",
    severity=Severity.ERROR,
    grain=Grain.WAGER,
    needs=("due", "settled_known"),
    applies=lambda: settled(Kind.PROGRESSIVE, Kind.ENVY),
    expected=lambda: (
        pl.when(is_kind(Kind.ENVY))
        .then(pl.format("{} of envy bonus", money("due_cents")))
        .otherwise(pl.format("{} for {}", money("due_cents"), pl.col("line_name").fill_null("no wager")))
    ),
    actual=lambda: money("paid_cents"),
    amount=lambda: pl.col("told_cents").abs(),
    event="event",
    seat="seat",
    paid_by=lambda: side("told_cents", "seat", house_when_more=True),
    paid_to=lambda: side("told_cents", "seat", house_when_more=False),
    cite=jackpot_key,
    street="street",
    message=_jackpot,
)
def progressive_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A progressive payout or an envy bonus was wrong, or the meter stood lower than it may.

    The progressive pays a share of the meter as it stands at the seat's turn, or a fixed amount, for the highest hand
    only. Where the table in use has an envy bonus, every other seat with a progressive wager gets it for each dollar
    wagered; nobody gets it for the own hand or the dealer's. After the whole meter was paid it stands at its reset.

    ## Why it matters
    The meter is money that players have put in; it is owed to the next who hits it, to the cent.

    ## What it cannot see
    The meter of rounds in which nobody read it, the jackpot of a hand that was folded (no document says what becomes of
    it), and by how much the meter grows.
    """
    return facts.filter("leads")


@check(
    code="HB06",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    needs=("meter_least_cents",),
    applies=lambda: pl.col("meter_read"),
    expected=lambda: pl.format("a meter of at least {}", money("meter_least_cents")),
    actual=lambda: money("low_meter_cents"),
    amount=lambda: pl.col("meter_least_cents") - pl.col("low_meter_cents"),
    event="low_meter_event",
    cite=lambda: pl.concat_str(pl.coalesce("table_key", pl.lit("huhe.progressive.")), pl.lit(".reset")),
    message="The progressive meter stood at {low_meter_cents}; it may not be set under {meter_least_cents}.",
    limb=True,
    counted=True,
)
def meter_too_low(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The meter of the progressive stood lower than it may be set to."""
    return facts.filter(pl.col("low_meter_event").is_not_null())


@cache
def has_won() -> pl.Expr:
    """Seats that won anything, or were paid."""
    return (pl.col("seat_due_cents") > 0) | (pl.col("seat_paid_cents") > 0)


@check(
    code="HB07",
    severity=Severity.ERROR,
    grain=Grain.WAGER,
    term="huhe.limit_least",
    needs=("limit_cents", "seat_due_cents", "settled_known"),
    applies=lambda: is_kind(Kind.ANTE) & ~pl.col("void") & has_won(),
    expected=lambda: money("limit_cents"),
    actual=lambda: money("seat_paid_cents"),
    amount=lambda: (pl.col("seat_paid_cents") - pl.col("limit_cents")).abs(),
    event="event",
    seat="seat",
    paid_by=lambda: side("over", "seat", house_when_more=True),
    paid_to=lambda: side("over", "seat", house_when_more=False),
    cite=lambda: pl.when("limit_is_least").then(pl.lit("huhe.limit_least")).otherwise(pl.lit("paytables.limit")),
    street="street",
    message=(
        "Seat {seat} won {seat_due_cents} and was paid {seat_paid_cents}; the ceiling on one hand is "
        "{limit_cents}."
    ),
)  # fmt: skip
def ceiling_not_kept(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The winnings of one hand were paid over the operator's ceiling, or cut below it.

    A house may put a ceiling on what one hand pays. It is at least 50,000, or what the smallest wagers can win where
    that is more, and does not bind the progressive. Where a seat wins more, it is paid the ceiling.

    ## Why it matters
    A ceiling that is lower than allowed takes from a player the one hand of a lifetime.

    ## What it cannot see
    Houses without a ceiling in their house file, and which of the wagers was cut.
    """
    return facts.filter(
        (pl.col("seat_due_cents") > pl.col("limit_cents")) & (pl.col("seat_paid_cents") != pl.col("limit_cents"))
    ).with_columns(
        over=pl.col("seat_paid_cents") - pl.col("limit_cents"),
    )


@cache
def void_key() -> pl.Expr:
    """The rule by which the wager of a void round was to go back, or to be settled."""
    bonus = pl.col("return_kind").is_in([int(Kind.POCKET), int(Kind.TRIPS)]) & (pl.col("return_due") != int(Due.PUSH))
    face_up = pl.col("void_cause") == int(VoidCause.FACE_UP)
    return (
        pl.when(bonus & face_up)
        .then(pl.lit("huhe.void.face_up_settles"))
        .when(bonus)
        .then(pl.lit("huhe.void.dealer_exposed_settles"))
        .otherwise(pl.col("void_rule"))
    )


@cache
def return_words(which: str) -> pl.Expr:
    """What became, or had to become, of a wager of a void round."""
    cents = f"return_{which}_cents"
    return in_words(f"return_{which}", cents, cents, cents)


@check(
    code="HB08",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    term="shuffler.jam",
    needs=("return_known",),
    applies=lambda: pl.col("void") & ~pl.col("undone"),
    expected=lambda: pl.format("{}: {}", "kind_name", return_words("due")),
    actual=lambda: return_words("done"),
    amount=lambda: pl.col("return_moved_cents"),
    event="return_event",
    seat="return_seat",
    paid_by=lambda: side("return_net_cents", "return_seat", house_when_more=True),
    paid_to=lambda: side("return_net_cents", "return_seat", house_when_more=False),
    cite=void_key,
    message=void_said,
)
def void_round_not_returned(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A void round was not returned as it must be.

    The wagers of a void round go back. After two cards found face up, once every seat and the dealer have their two
    cards, the pocket bonus is settled all the same; after a card of the dealer was seen too early, pocket bonus and
    trips plus are. One finding a round, on the first wager that was settled otherwise.

    ## Why it matters
    A void round belongs to nobody; whoever keeps a wager of it keeps another's money.

    ## What it cannot see
    What becomes of the progressive where the dealer's card was seen (no document says it), bonus wagers whose cards
    were not recorded, and rounds that were taken back in the recording software.
    """
    names = {int(kind): kind.name.lower() for kind in Kind}
    return facts.filter(pl.col("return_seat") > 0).with_columns(
        kind_name=pl.col("return_kind").replace_strict(names, default=None, return_dtype=pl.String)
    )
