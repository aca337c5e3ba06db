"""AC: action and betting. Whose turn it was, and what was open to them."""

from functools import cache

import polars as pl

from checks.facts import Grain
from checks.model import Severity, check, money, seat_text
from checks.replay.layout import Form, Param
from checks.rules.hands import replayed_game
from checks.rules.terms import term_is, term_of
from checks.wording import amount, amount_was, counted, limbs, on_street, ordinal, say
from parsers.vocabulary import ACTIONS, GAMES, WORDS, Word

WAGERS = (Word.BET, Word.RAISE, Word.COMPLETE)
_DID = {
    Word.FOLD: "folded", Word.CHECK: "checked", Word.CALL: "called", Word.BET: "bet", Word.RAISE: "raised",
    Word.COMPLETE: "completed the bet",
}  # fmt: skip
_MADE = {Word.BET: "bet", Word.RAISE: "raised to", Word.COMPLETE: "completed to", Word.CALL: "called"}


@cache
def betting_replayed() -> pl.Expr:
    """Hands whose betting the replay follows: flop games with a button that were dealt."""
    return replayed_game() & pl.col("dealt_from").is_not_null() & (pl.col("seats_dealt") >= 2)


@cache
def in_form(*forms: Form) -> pl.Expr:
    """Such hands in some of the betting forms."""
    return betting_replayed() & pl.col("form").is_in([int(form) for form in forms])


@cache
def no_limit_or_pot_limit() -> pl.Expr:
    """Hands bet no-limit or pot-limit."""
    return in_form(Form.NO_LIMIT, Form.POT_LIMIT)


@cache
def word_is(*words: Word) -> pl.Expr:
    """Events of some words."""
    return pl.col("word").is_in([int(word) for word in words])


@cache
def acted() -> pl.Expr:
    """Actions of a seat that has a live hand."""
    return word_is(*ACTIONS) & pl.col("in_hand") & pl.col("followed")


@cache
def added() -> pl.Expr:
    """The chips that an action puts in."""
    return pl.when(word_is(*WAGERS)).then(pl.col("done_cents") - pl.col("bet_cents")).otherwise("done_cents")


@cache
def wrong_size() -> pl.Expr:
    """A total that is not one of limit's, or under the least, or over a spread's most; all-in for less may stand."""
    total = pl.col("done_cents")
    of_limit = ~pl.col("sized") & ~(pl.col("all_in") & (total < pl.col("most_cents")))
    otherwise = ~pl.col("all_in") & ((total < pl.col("due_cents")) | (total > pl.col("most_cents")).fill_null(False))
    limit = pl.col("form") == int(Form.LIMIT)
    return pl.when(limit).then(of_limit).otherwise(otherwise.fill_null(False))


@cache
def over_the_most() -> pl.Expr:
    """A bet, or what a raise adds to the bet before it, over the largest single wager of the house."""
    return (pl.col("done_cents") - pl.col("level_cents") > term_of(Param.WAGER_MOST_CENTS)).fill_null(False)


# Limit games whose books have a rule of their own on the size of a bet.
_OWN_LIMIT = {GAMES.index(game): f"bet.limit.{game}" for game in ("razz", "stud8")}
_OPEN_PAIR = {number: f"open_pair.{game}" for number, game in enumerate(GAMES)}
_NO_OPEN_PAIR = {number: f"{key}=no" for number, key in _OPEN_PAIR.items()}
_FOURTH_STREET = 1


@cache
def limit_rule(plain: str) -> pl.Expr:
    """The key of a limit bet or raise of a wrong size: the game's own rule, else the one that all limit games share."""
    own = pl.col("game_no").replace_strict(_OWN_LIMIT, default="", return_dtype=pl.String)
    pair, no_pair = (
        pl.col("game_no").replace_strict(keys, default="", return_dtype=pl.String)
        for keys in (_OPEN_PAIR, _NO_OPEN_PAIR)
    )
    # On fourth street an open pair opens the upper limit, or expressly does not.
    upper = (pl.col("done_cents") - pl.col("level_cents") == term_of(Param.BIG_BET_CENTS)).fill_null(False)
    fourth = pl.col("is_stud") & (pl.col("stage") == _FOURTH_STREET) & upper & term_is(Param.OPEN_PAIR, 0)
    return (
        pl.when((pl.col("form") != int(Form.LIMIT)) & pl.col("completing"))
        .then(pl.lit("bet.completing_no_limit=no raise.least"))
        .when(pl.col("form") != int(Form.LIMIT))
        .then(pl.lit("raise.least" if plain.startswith("raise") else "bet.least"))
        .when(pl.col("completing"))
        .then(pl.lit("bet.completion"))
        .when("open_pair")
        .then(pl.concat_str(pair, own, pl.lit(plain), separator=" "))
        .when(fourth)
        .then(pl.concat_str(no_pair, own, pl.lit(plain), separator=" "))
        .otherwise(pl.concat_str(own, pl.lit(plain), separator=" "))
    )


@cache
def call_rule() -> pl.Expr:
    """The key of a call of a wrong amount."""
    behind = pl.col("is_stud") & (pl.col("stage") == 0) & (pl.col("level_cents") == term_of(Param.BRING_IN_CENTS))
    return (
        pl.when(pl.col("short_blind") & (pl.col("done_cents") < pl.col("due_cents")))
        .then(pl.lit("blinds.short_others_owe_full call.amount"))
        .when(behind.fill_null(False))
        .then(pl.lit("call.bring_in call.amount_limit call.amount"))
        .when(pl.col("form") == int(Form.LIMIT))
        .then(pl.lit("call.amount_limit call.amount"))
        .otherwise(pl.lit("call.amount"))
    )


@cache
def action_fault() -> pl.Expr:
    """The code of what is wrong with an action, the first that explains it; null where nothing is.

    Whose turn it was is another matter: AC01, AC10.
    """
    check, call, wager = word_is(Word.CHECK), word_is(Word.CALL), word_is(*WAGERS)
    not_open = (check & (pl.col("due_cents") > 0)) | (call & (pl.col("due_cents") <= 0)) | (wager & pl.col("closed"))
    # Completing the bring-in is a bet.
    opens = (pl.col("level_cents") == 0) | (pl.col("completing") & (pl.col("form") == int(Form.LIMIT)))
    exempt = pl.col("all_in") & ~term_is(Param.ALL_IN_EXEMPT, 0)
    in_small_chips = (pl.col("done_cents") % pl.col("wager_chip_cents") != 0) & ~exempt
    return (
        pl.when(~(word_is(*ACTIONS) & pl.col("followed")))
        .then(None)
        .when(~pl.col("in_hand"))
        .then(pl.lit("AC11"))
        .when(added() > pl.col("chips_cents"))
        .then(pl.lit("AC08"))
        .when(not_open)
        .then(pl.lit("AC11"))
        .when(call & (pl.col("done_cents") != pl.col("due_cents")))
        .then(pl.lit("AC07"))
        .when(~wager)
        .then(None)
        .when(pl.col("faced_cents") < pl.col("reopen_cents"))
        .then(pl.lit("AC04"))
        .when(pl.col("raises") >= pl.col("raise_cap"))
        .then(pl.lit("AC05"))
        .when(over_the_most())
        .then(pl.lit("AC13"))
        .when(pl.col("done_cents") > pl.col("pot_most_cents"))
        .then(pl.lit("AC06"))
        .when(wrong_size() & opens)
        .then(pl.lit("AC02"))
        .when(wrong_size())
        .then(pl.lit("AC03"))
        .when(in_small_chips)
        .then(pl.lit("AC09"))
    )


@cache
def size_due() -> pl.Expr:
    """The total that a wager had to come to; a spread has a most as well."""
    over = (pl.col("form") == int(Form.SPREAD)) & (pl.col("done_cents") > pl.col("most_cents")).fill_null(False)
    return pl.when(over).then("most_cents").otherwise("due_cents")


@cache
def size_text() -> pl.Expr:
    """The total that was due, as text."""
    return money("size_due_cents")


def _of_word(words: dict[Word, str]) -> pl.Expr:
    return pl.col("word").replace_strict(
        {int(word): text for word, text in words.items()}, default="acted", return_dtype=pl.String
    )


def did() -> pl.Expr:
    """What a seat did, in one word: folded, checked, raised."""
    return _of_word(_DID)


def made() -> pl.Expr:
    """What a seat made it, with the amount: bet $20, raised to $60."""
    return pl.format("{} {}", _of_word(_MADE), amount("done_cents"))


@cache
def told_as_run_again() -> pl.Expr:
    """A street without betting because boards were run that may not be run: one cause, told as AC12."""
    too_often = (pl.col("run_times") > pl.col("run_most")).fill_null(False)
    alone = (pl.col("running") == 1) & term_is(Param.RUN_ALL_IN, 1)
    return (pl.col("running") > 0) & pl.col("run_most").is_not_null() & (too_often | alone)


def _out_of_turn() -> pl.Expr:
    return say("Seat {seat} {did} out of turn{where}; it was seat {turn}'s turn.", did=did(), where=on_street())


@check(
    code="AC01",
    severity=Severity.PROCEDURE,
    term="action.out_of_turn",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: seat_text("turn"),
    actual=lambda: seat_text("seat"),
    event="event",
    seat="seat",
    message=_out_of_turn,
)
def acted_out_of_turn(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat acted before its turn.

    Such an action binds as long as the action before it has not changed. Where the table goes on from the seat that
    jumped ahead, the seats it passed over are not told again.

    ## Why it matters
    Whoever was passed over decided with knowledge, or lost a decision, that the rules do not give.

    ## What it cannot see
    Words and gestures that the log does not hold.
    """
    elsewhere = (pl.col("turn") > 0) & (pl.col("turn") != pl.col("seat"))
    return facts.filter(acted() & elsewhere & ~pl.col("slip"))


def _bet_size() -> pl.Expr:
    """Limit has one size, the other forms a least; a spread has a most as well."""
    return limbs(
        (
            pl.col("completing") & (pl.col("form") == int(Form.LIMIT)),
            say("Seat {seat} {made}; the full bet is {size_due_cents}.", made=made()),
        ),
        (
            pl.col("form") == int(Form.LIMIT),
            say("Seat {seat} bet {done_cents}{where}; the bet there is {size_due_cents}.", where=on_street()),
        ),
        (
            pl.col("done_cents") > pl.col("size_due_cents"),
            say("Seat {seat} bet {done_cents}; the most is {size_due_cents}."),
        ),
        otherwise=say("Seat {seat} bet {done_cents}; the least bet is {size_due_cents}."),
    )


@check(
    code="AC02",
    severity=Severity.ERROR,
    term="bet.least",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=size_text,
    event="event",
    seat="seat",
    cite=lambda: limit_rule("bet.limit.all"),
    message=_bet_size,
)
def bet_of_wrong_size(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A bet under the minimum, or of another size than the limit.

    The least bet is the big blind on every street; a limit game has one size a street. All-in for less is a bet.

    ## Why it matters
    It gives a player a price that the game does not offer.

    ## What it cannot see
    Chips put right before the log was written.
    """
    return facts.filter(action_fault() == "AC02").with_columns(size_due_cents=size_due())


def _raise_size() -> pl.Expr:
    return limbs(
        (
            pl.col("form") == int(Form.LIMIT),
            say("Seat {seat} {made}{where}; the raise there is to {size_due_cents}.", made=made(), where=on_street()),
        ),
        (
            pl.col("done_cents") > pl.col("size_due_cents"),
            say("Seat {seat} {made}; the most is {size_due_cents}.", made=made()),
        ),
        otherwise=say("Seat {seat} {made}; the least raise is to {size_due_cents}.", made=made()),
    )


@check(
    code="AC03",
    severity=Severity.ERROR,
    term="raise.least",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=size_text,
    event="event",
    seat="seat",
    cite=lambda: limit_rule("raise.limit"),
    message=_raise_size,
)
def raise_of_wrong_size(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A raise under the minimum, or of another size than the limit.

    A raise adds at least the largest bet or raise of the round; in limit exactly one bet. All-in for less may stand.

    ## Why it matters
    Small raises reopen the betting that they may not reopen.

    ## What it cannot see
    Chips put right before the log was written.
    """
    return facts.filter(action_fault() == "AC03").with_columns(size_due_cents=size_due())


def _not_reopened() -> pl.Expr:
    return limbs(
        (
            pl.col("faced_cents") > 0,
            say(
                "Seat {seat} raised again though the betting was not reopened: the bet had gone up {faced_cents} since "
                "seat {seat} acted, and it takes {reopen_cents}."
            ),
        ),
        otherwise=say("Seat {seat} raised again though nobody had raised since seat {seat} acted."),
    )


@check(
    code="AC04",
    severity=Severity.ERROR,
    term="raise.reopens",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: pl.concat_str(pl.lit("a raise of "), money("reopen_cents")),
    actual=lambda: money("faced_cents"),
    event="event",
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("form") == int(Form.LIMIT))
        .then(pl.lit("raise.reopens_half_bet_limit"))
        .otherwise(pl.lit("raise.reopens"))
    ),
    message=_not_reopened,
)
def raised_when_not_reopened(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat that had acted raised again though no full raise had come to it.

    Short all-ins add up: what counts is the sum that a seat faces since it last acted. In limit half a bet is enough.

    ## Why it matters
    It takes from the others the showdown price they had paid for.

    ## What it cannot see
    Nothing of this kind, where the stacks are recorded.
    """
    return facts.filter(action_fault() == "AC04")


def _over_the_cap() -> pl.Expr:
    return say(
        "Seat {seat} made the {nth} raise{where}; the cap is a bet and {cap}.",
        nth=ordinal(pl.col("raises") + 1), where=on_street(), cap=counted("raise_cap", "raise"),
    )  # fmt: skip


@check(
    code="AC05",
    severity=Severity.ERROR,
    term="raise.cap_limit",
    needs=("form",),
    applies=lambda: in_form(Form.LIMIT),
    film=Grain.EVENT,
    expected=lambda: pl.concat_str(pl.col("raise_cap").cast(pl.String), pl.lit(" raises")),
    actual=lambda: (pl.col("raises") + 1).cast(pl.String),
    event="event",
    seat="seat",
    cite=lambda: pl.when("is_draw").then(pl.lit("raise.cap_draw raise.cap_limit")),
    message=_over_the_cap,
)
def too_many_raises(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More raises in a round than a limit game allows.

    ## Why it matters
    The cap protects a player who is caught between two others.

    ## What it cannot see
    Rounds whose beginning was not recorded.
    """
    return facts.filter(action_fault() == "AC05")


def _over_the_pot() -> pl.Expr:
    return limbs(
        (
            term_is(Param.OVERBET_STANDS, 0),
            say(
                "Seat {seat} {made} when the pot allowed {pot_most_cents}; {over} had to go back.",
                made=made(), over=amount(pl.col("done_cents") - pl.col("pot_most_cents")),
            ),
        ),
        otherwise=say(
            "Seat {seat} {made} when the pot allowed {pot_most_cents}; everybody accepted it, and it stood.",
            made=made(),
        ),
    )  # fmt: skip


@check(
    code="AC06",
    severity=Severity.NOTICE,
    term="pot_limit.call_first",
    is_=True,
    needs=("form",),
    applies=lambda: in_form(Form.POT_LIMIT),
    film=Grain.EVENT,
    expected=lambda: money("pot_most_cents"),
    amount=lambda: (
        pl.when(term_is(Param.OVERBET_STANDS, 0)).then(pl.col("done_cents") - pl.col("pot_most_cents")).otherwise(0)
    ),
    event="event",
    seat="seat",
    cite=lambda: (
        pl.when((pl.col("stage") == 0) & term_of(Param.THREE_BLINDS_CENTS).is_not_null())
        .then(pl.lit("pot_limit.three_blinds_1_2_5"))
        .otherwise(pl.lit("pot_limit.call_first"))
    ),
    message=_over_the_pot,
)
def over_the_pot(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot-limit wager over the pot.

    A raise calls first and then adds the pot. Live games count the small blind as a big blind before the flop;
    tournaments count it as it is. At $1-$2-$5 with a button straddle the two blinds count $5 together. An
    over-bet that all accepted stands, and moved nothing; where a rulebook says that it does not stand, the finding has
    what should have gone back.

    ## Why it matters
    Keeping the count is the dealer's work in this form.

    ## What it cannot see
    Wagers cut back before the log was written.
    """
    return facts.filter(action_fault() == "AC06")


def _wrong_call() -> pl.Expr:
    return limbs(
        (
            pl.col("short_blind") & (pl.col("done_cents") < pl.col("due_cents")),
            say(
                "Seat {seat} called {done_cents}, the size of a short blind; the full {due_was} due.",
                due_was=amount_was("due_cents"),
            ),
        ),
        otherwise=say("Seat {seat} called {done_cents}{where}; the call was {due_cents}.", where=on_street()),
    )


@check(
    code="AC07",
    severity=Severity.ERROR,
    term="bet.least",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    event="event",
    seat="seat",
    cite=call_rule,
    message=_wrong_call,
)
def call_of_wrong_amount(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A call of another amount than the bet.

    ## Why it matters
    The pot is short or too long by the difference.

    ## What it cannot see
    Change made from the pot.
    """
    return facts.filter(action_fault() == "AC07")


@check(
    code="AC08",
    severity=Severity.ERROR,
    term="wager.table_stakes",
    is_=True,
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: money("chips_cents"),
    actual=lambda: money("added_cents"),
    event="event",
    seat="seat",
    message="Seat {seat} put in {added_cents} and had only {chips_cents} left.",
)
def more_than_the_stack(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More chips were put in than lay before the seat when the hand began.

    ## Why it matters
    Only what was on the table plays; chips from a pocket change what others could have known.

    ## What it cannot see
    Stacks that were written down wrongly.
    """
    return facts.filter(action_fault() == "AC08").with_columns(added_cents=added())


def _in_small_chips() -> pl.Expr:
    return limbs(
        (
            pl.col("all_in"),
            say(
                "Seat {seat} {made} all-in; all-ins too are made in steps of {wager_chip_cents} at this table.",
                made=made(),
            ),
        ),
        otherwise=say("Seat {seat} {made}; wagers are made in steps of {wager_chip_cents}.", made=made()),
    )


@check(
    code="AC09",
    severity=Severity.PROCEDURE,
    term="wager.smallest_chip",
    needs=("wager_chip_cents",),
    applies=no_limit_or_pot_limit,
    film=Grain.EVENT,
    expected=lambda: pl.concat_str(pl.lit("whole chips of "), money("wager_chip_cents")),
    event="event",
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("all_in"))
        .then(pl.lit("wager.all_in_exempt_pot_limit=no wager.all_in_exempt=no"))
        .otherwise(pl.lit("wager.smallest_chip"))
    ),
    message=_in_small_chips,
)
def wager_in_small_chips(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A wager was not made in the game's smallest chip.

    The smallest chip that makes up the big blind is the smallest that may be bet. Calls are exempt, and all-ins but
    where a rulebook says otherwise: the earlier Caesars rules round them in pot-limit.

    ## Why it matters
    It slows the game and makes pots that cannot be split.

    ## What it cannot see
    Tables whose wager chip nobody states and whose big blind is under one dollar.
    """
    return facts.filter(action_fault() == "AC09")


def _not_complete() -> pl.Expr:
    return limbs(
        (
            word_is(*ACTIONS),
            say("Seat {seat} {did} after the betting was complete.", did=did()),
        ),
        (
            pl.col("running") > 0,
            say(
                "The next card came before seat {turn} had acted; an agreement on more boards does not end the betting."
            ),
        ),
        (
            word_is(Word.DISCARD, Word.DRAW),
            say("The draw began before seat {turn} had acted."),
        ),
        otherwise=say("The next card came before seat {turn} had acted."),
    )


@check(
    code="AC10",
    severity=Severity.ERROR,
    term="action.premature_card_plays",
    is_=False,
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: (
        pl.when(word_is(*ACTIONS))
        .then(pl.lit("no more action"))
        .otherwise(pl.concat_str(pl.lit("action of "), seat_text("turn")))
    ),
    actual=lambda: (
        pl.when(word_is(*ACTIONS))
        .then(pl.concat_str(pl.lit("action of "), seat_text("seat")))
        .otherwise(pl.lit("the next card"))
    ),
    event="event",
    seat="who",
    cite=lambda: (
        pl.when((pl.col("running") > 0) & ~word_is(*ACTIONS))
        .then(pl.lit("run_it.check_down=no"))
        .when(word_is(*ACTIONS))
        .then(pl.lit("action.out_of_turn"))  # with the round over it was nobody's turn
        .otherwise(pl.lit("action.premature_card_plays=no"))
    ),
    message=_not_complete,
)
def betting_not_complete(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The next card came before the betting was complete, or betting went on when it was over.

    A round ends when everyone has acted and matched. A seat that alone has chips has nobody to bet against.

    ## Why it matters
    Cards dealt too early do not play, and a player was cut out of a decision.

    ## What it cannot see
    Cards taken back before the log was written.
    """
    option = word_is(Word.CHECK) & (pl.col("stage") == 0) & ~pl.col("has_acted")  # a blind that stays
    over = acted() & (pl.col("turn") == 0) & ~word_is(Word.FOLD) & ~option
    early = ~word_is(*ACTIONS, Word.DISCARD, Word.DRAW) & (pl.col("turn") > 0)
    early |= word_is(Word.DISCARD, Word.DRAW) & (pl.col("turn") > 0) & pl.col("cards_most").is_null()
    early &= ~told_as_run_again() & ~((pl.col("running") > 0) & term_is(Param.RUN_CHECK_DOWN, 1))
    # An agreement to check down before boards are run again shows at every street, and is one cause.
    again = (pl.col("running") > 0) & ~word_is(*ACTIONS)
    first = pl.col("event") == pl.col("event").min().over("hand_row", "running")
    return (
        facts.filter(over | early)
        .filter(~again | first)
        .with_columns(who=pl.when(word_is(*ACTIONS)).then("seat").otherwise("turn"))
    )


def _not_open() -> pl.Expr:
    return limbs(
        (~pl.col("in_hand"), say("Seat {seat} {did} though its hand was out.", did=did())),
        (word_is(Word.CHECK), say("Seat {seat} checked facing a bet; the call was {due_cents}.")),
        (word_is(Word.CALL), say("Seat {seat} called {done_cents} when there was nothing to call.")),
        (
            word_is(Word.BET) & (pl.col("level_cents") > 0),
            say("Seat {seat} bet {done_cents} facing a bet of {level_cents}; it could fold, call or raise."),
        ),
        (
            pl.col("done_cents") <= pl.col("level_cents"),
            say("Seat {seat} {made} facing a bet of {level_cents}, which raises nothing.", made=made()),
        ),
        (pl.col("level_cents") == 0, say("Seat {seat} {made} when there was no bet.", made=made())),
        otherwise=say("Seat {seat} {made}, which was not open to it.", made=made()),
    )


@check(
    code="AC11",
    severity=Severity.ERROR,
    term="bet.least",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: pl.lit("an action that was open"),
    actual=lambda: pl.col("word").replace_strict(dict(enumerate(WORDS)), return_dtype=pl.String),
    event="event",
    seat="seat",
    cite=lambda: (
        pl.when("in_hand").then(pl.lit("action.declared")).otherwise(pl.lit("action.active_only action.declared"))
    ),
    message=_not_open,
)
def action_not_open(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A check facing a bet, a bet facing a bet, or another action that was not open.

    ## Why it matters
    What the table made of it is not in the log; somebody decided by a rule that is not in the book.

    ## What it cannot see
    Declarations corrected at once.
    """
    return facts.filter(action_fault() == "AC11")


def _too_large() -> pl.Expr:
    return limbs(
        (
            pl.col("level_cents") > 0,
            say("Seat {seat} raised by {single_cents}; the largest single wager is {wager_most_cents}."),
        ),
        otherwise=say("Seat {seat} bet {single_cents}; the largest single wager is {wager_most_cents}."),
    )


@check(
    code="AC13",
    severity=Severity.ERROR,
    term="wager.most",
    needs=("form",),
    applies=betting_replayed,
    film=Grain.EVENT,
    expected=lambda: money("wager_most_cents"),
    actual=lambda: money("single_cents"),
    event="event",
    seat="seat",
    message=_too_large,
)
def wager_over_the_most(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A wager over the largest that the house or its regulator allows.

    The house file names it. Of a raise, what it adds to the bet before it is the wager.

    ## Why it matters
    Where a regulator sets it, one wager too large puts the license of the room in question.

    ## What it cannot see
    Wagers cut back before the log was written.
    """
    return facts.filter(action_fault() == "AC13").with_columns(
        wager_most_cents=term_of(Param.WAGER_MOST_CENTS), single_cents=pl.col("done_cents") - pl.col("level_cents")
    )
