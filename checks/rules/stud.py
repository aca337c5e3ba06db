"""BL13, CD08, SC07: what only stud and draw games know. The bring-in, the draw, a short stub."""

from functools import cache

import polars as pl

from checks.facts import Grain
from checks.model import Severity, check, money, seat_text
from checks.replay.layout import BringInFault, DrawFault, Param, ShortStub, StubCause
from checks.rules.cards import counted
from checks.rules.hands import game_name, replayed_game
from checks.rules.terms import term_is, term_of
from checks.wording import by_code, limbs, say
from checks.wording import counted as said_count
from parsers.vocabulary import GAMES

_BRING_IN_OF = {number: f"bring_in.{game}" for number, game in enumerate(GAMES)}


@cache
def bring_in_rule() -> pl.Expr:
    """The key that says which card brings it in at a game."""
    return pl.col("game_no").replace_strict(_BRING_IN_OF, default=None, return_dtype=pl.String)


@cache
def bring_in_due() -> pl.Expr:
    """What was due, as a person reads it: by a seat, or of an amount."""
    by_seat = pl.concat_str(pl.lit("by "), seat_text("bring_in_due_seat"))
    return pl.when(pl.col("fault") == int(BringInFault.AMOUNT)).then(money("bring_in_due_cents")).otherwise(by_seat)


@cache
def bring_in_done() -> pl.Expr:
    """What was done."""
    return (
        pl.when(pl.col("fault") == int(BringInFault.AMOUNT))
        .then(money("bring_in_cents"))
        .when(pl.col("fault") == int(BringInFault.MISSED))
        .then(pl.lit("none"))
        .otherwise(pl.concat_str(pl.lit("by "), seat_text("bring_in_seat")))
    )


@cache
def bring_in_difference() -> pl.Expr:
    """Posted less due."""
    return (
        pl.when(pl.col("fault") == int(BringInFault.AMOUNT))
        .then(pl.col("bring_in_cents") - pl.col("bring_in_due_cents"))
        .when(pl.col("fault") == int(BringInFault.MISSED))
        .then(-pl.col("bring_in_due_cents"))
        .otherwise(0)
    )


def _bring_in() -> pl.Expr:
    missed = limbs(
        (
            pl.col("bring_in_due_seat") > 0,
            say("Seat {bring_in_due_seat} did not post the bring-in of {bring_in_due_cents}."),
        ),
        otherwise=say("Nobody posted the bring-in of {bring_in_due_cents}."),
    )
    return by_code(
        "fault",
        {
            BringInFault.AMOUNT: (
                "Seat {bring_in_seat} brought it in for {bring_in_cents}; the bring-in is {bring_in_due_cents}."
            ),
            BringInFault.MISSED: missed,
        },
        "Seat {bring_in_seat} brought it in; it was seat {bring_in_due_seat}'s bring-in.",
    )


@check(
    code="BL13",
    severity=Severity.ERROR,
    term="bring_in.all_in_for_ante",
    needs=("form", "bring_in_known"),
    applies=lambda: pl.col("is_stud") & ~pl.col("called_off") & (pl.col("seats_dealt") >= 2),
    film=Grain.HAND,
    expected=bring_in_due,
    actual=bring_in_done,
    amount=bring_in_difference,
    event="bring_in_event",
    seat="whose",
    cite=lambda: (
        pl.when(
            (pl.col("fault") == int(BringInFault.AMOUNT)) & (pl.col("bring_in_cents") == term_of(Param.SMALL_BET_CENTS))
        )
        .then(pl.lit("bring_in.may_complete=no"))
        .otherwise(bring_in_rule())
    ),
    message=_bring_in,
)
def bring_in_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The bring-in came from the wrong seat, or was of the wrong amount, or was missed.

    The lowest up card by rank and suit brings it in at stud and stud eight or better, the highest at razz and stud
    high-low, where the ace is low and the king of spades is the top. Where that seat has only its ante, the next to its
    left does. It may open for a full bet instead, unless the house says otherwise.

    ## Why it matters
    Who is forced to open decides who acts with what knowledge on the whole street.

    ## What it cannot see
    Hands of whose up cards one was not recorded.
    """
    due, done = pl.col("bring_in_due_cents"), pl.col("bring_in_cents")
    full = (done == term_of(Param.SMALL_BET_CENTS)).fill_null(False)
    full |= ((done == term_of(Param.BIG_BET_CENTS)) & (term_of(Param.JOKERS) > 0)).fill_null(False)
    posted = pl.col("bring_in_event").is_not_null() & (pl.col("bring_in_seat") > 0)
    elsewhere = posted & (pl.col("bring_in_due_seat") > 0) & (pl.col("bring_in_due_seat") != pl.col("bring_in_seat"))
    full &= ~term_is(Param.BRING_IN_FULL, 0)
    amount = posted & (done != due) & ~full & ~(pl.col("bring_in_all_in") & (done < due))
    missed = pl.col("bring_in_event").is_not_null() & ~posted
    wrongs = (
        (elsewhere, BringInFault.SEAT, "bring_in_seat"),
        (amount, BringInFault.AMOUNT, "bring_in_seat"),
        (missed, BringInFault.MISSED, "bring_in_due_seat"),
    )
    return pl.concat(
        [facts.filter(wrong).with_columns(fault=pl.lit(int(kind)), whose=seat) for wrong, kind, seat in wrongs]
    )


_DRAW_RULE = {
    DrawFault.TOO_MANY: "draw.most",
    DrawFault.OUT_OF_ORDER: "draw.in_turn draw.most",
    DrawFault.AFTER_BETTING: "draw.most",
    DrawFault.NOT_IN_HAND: "draw.most",
}


@cache
def draw_fault() -> pl.Expr:
    """Why a draw was not allowed: a `DrawFault`, or null."""
    too_many = (pl.col("cards") > pl.col("cards_most")) | pl.col("said")
    return (
        pl.when("begun")
        .then(int(DrawFault.AFTER_BETTING))
        .when(pl.col("cards_most").is_null())
        .then(None)
        .when(~pl.col("in_hand"))
        .then(int(DrawFault.NOT_IN_HAND))
        .when(too_many)
        .then(int(DrawFault.TOO_MANY))
        .when(pl.col("turn") != pl.col("seat"))
        .then(int(DrawFault.OUT_OF_ORDER))
    )


@cache
def draw_rule() -> pl.Expr:
    """The key that says why a draw was not allowed."""
    return pl.col("fault").replace_strict(
        {int(fault): key for fault, key in _DRAW_RULE.items()}, default=None, return_dtype=pl.String
    )


@cache
def draw_due() -> pl.Expr:
    """What was due of a draw."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(DrawFault.TOO_MANY))
        .then(pl.concat_str(pl.lit("at most "), counted("cards_most", "card")))
        .when(kind == int(DrawFault.OUT_OF_ORDER))
        .then(pl.concat_str(pl.lit("the draw of "), seat_text("turn")))
        .otherwise(pl.lit("no draw"))
    )


@cache
def draw_done() -> pl.Expr:
    """What was done of it."""
    kind = pl.col("fault")
    return (
        pl.when(kind == int(DrawFault.TOO_MANY))
        .then(counted("cards", "card"))
        .when(kind == int(DrawFault.AFTER_BETTING))
        .then(pl.lit("a draw after the betting had begun"))
        .when(kind == int(DrawFault.NOT_IN_HAND))
        .then(pl.lit("a draw of a hand that is out"))
        .otherwise(pl.concat_str(pl.lit("the draw of "), seat_text("seat")))
    )


def _draw() -> pl.Expr:
    too_many = limbs(
        (
            pl.col("cards") > pl.col("cards_most"),
            say(
                "Seat {seat} threw away {cards}; the most is {most}.",
                cards=said_count("cards", "card"),
                most=pl.col("cards_most"),
            ),
        ),
        otherwise=say("Seat {seat} threw away cards a second time; a seat draws once in a round."),
    )
    return by_code(
        "fault",
        {
            DrawFault.TOO_MANY: too_many,
            DrawFault.OUT_OF_ORDER: "Seat {seat} drew out of turn; it was seat {turn}'s draw.",
            DrawFault.AFTER_BETTING: "Seat {seat} drew after the betting had begun; the draw was over.",
            DrawFault.NOT_IN_HAND: "Seat {seat} drew with a hand that was out.",
        },
        "Seat {seat} drew when it was not allowed to.",
    )  # fmt: skip


@check(
    code="CD08",
    severity=Severity.ERROR,
    term="draw.most",
    needs=("deal_known",),
    applies=lambda: pl.col("is_draw") & ~pl.col("called_off") & (pl.col("streets") > 0),
    film=Grain.EVENT,
    expected=draw_due,
    actual=draw_done,
    event="event",
    seat="seat",
    cite=draw_rule,
    message=_draw,
)
def draw_not_allowed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A draw that was not allowed: too many cards, out of turn, or after the betting had begun.

    Everybody who is in throws away in turn, from the button's left, no more cards than the game lets a seat draw, once
    a round and before the betting of that round. A hand that is left with too many or too few cards is another matter.

    ## Why it matters
    Who draws late, or twice, knows what the others have done.

    ## What it cannot see
    Changes of mind before a card was dealt.
    """
    return facts.with_columns(fault=draw_fault()).filter(pl.col("fault").is_not_null())


_STUB_TEXTS = {
    ShortStub.DEALT: "a card to every player from the stub",
    ShortStub.WITH_BURNS: "the burns mixed in, then a card to every player",
    ShortStub.COMMUNITY: "a burn and one community card",
    ShortStub.WITH_BURNS_COMMUNITY: "the burns mixed in, then one community card",
    ShortStub.WITH_MUCK: "a new stub of the last card and the muck",
    ShortStub.WITH_OTHER: "a new stub with cards that stay out of it",
    ShortStub.LAST_CARD: "the last card of the stub dealt",
    ShortStub.TOO_EARLY: "a new stub while the old one had cards to deal",
    ShortStub.BURNED_AGAIN: "a burn behind the reshuffle",
    ShortStub.EMPTY: "more cards dealt than there were",
    ShortStub.LAST_CARD_SHUFFLED: "a new stub though the last card would have done",
    ShortStub.BURNS_IN: "the burns shuffled in",
    ShortStub.BURNS_AND_MUCK_IN: "the burns and the muck shuffled in",
    ShortStub.DEALT_ON: "the boards dealt from the stub as it was",
}
_STUB_RULE = {
    StubCause.STUD: "stub.stud_extra stub.mexican_extra",
    StubCause.SUPER_STUD: "stub.super_stud_community=no",
    StubCause.DRAW_SOURCES: "stub.draw_sources",
    StubCause.DRAW_LAST_CARD: "stub.draw_last_card stub.drawmaha_last_card_river",
    StubCause.DRAW_BURN: "stub.draw_burn_again=no",
    StubCause.BOARDS: "run_it.short_stub",
    StubCause.BOARDS_LAST_CARD: "run_it.last_card",
}


@cache
def stub_text(column: str) -> pl.Expr:
    """What is done with a short stub, in words, with the count that makes it so where it was one."""
    words = pl.col(column).replace_strict(
        {int(what): text for what, text in _STUB_TEXTS.items()}, default=None, return_dtype=pl.String
    )
    if column == "stub_step_done":
        return words
    there, needed = (pl.col(name).fill_null(0).cast(pl.String) for name in ("stub_step_there", "stub_step_needed"))
    counts = pl.concat_str(pl.lit(" ("), there, pl.lit(" cards for "), needed, pl.lit(" needed)"))
    of_stud = pl.col("stub_step_cause") == int(StubCause.STUD)
    return pl.concat_str(words, pl.when(of_stud).then(counts).otherwise(pl.lit("")))


@cache
def stub_rule() -> pl.Expr:
    """The key that says what a short stub asks for."""
    rule = pl.col("stub_step_cause").replace_strict(
        {int(cause): key for cause, key in _STUB_RULE.items()}, default=None, return_dtype=pl.String
    )
    cause = pl.col("stub_step_cause")
    return (
        pl.when(cause == int(StubCause.DRAW_SOURCES))
        .then(pl.concat_str(pl.lit("stub.draw_sources_of."), game_name(), pl.lit(" stub.draw_sources")))
        .when((cause == int(StubCause.STUD)) & (term_of(Param.JOKERS) > 0))
        .then(pl.lit("stub.mexican_extra"))
        .when((cause == int(StubCause.DRAW_LAST_CARD)) & pl.col("has_flop"))
        .then(pl.lit("stub.drawmaha_last_card_river stub.draw_last_card"))
        .otherwise(rule)
    )


# Before the last street of stud: what was done with a stub that was counted, and what had to be.
_STUD_DONE = {
    ShortStub.DEALT: "every player was dealt a card from it",
    ShortStub.WITH_BURNS: "the burns were mixed in and every player was dealt a card",
    ShortStub.COMMUNITY: "one community card was dealt",
    ShortStub.WITH_BURNS_COMMUNITY: "the burns were mixed in and one community card was dealt",
    ShortStub.WITH_OTHER: "other cards than the burns were mixed in",
    ShortStub.EMPTY: "more cards were dealt than there were",
}
_STUD_DUE = {
    ShortStub.DEALT: "every player was due a card from the stub",
    ShortStub.WITH_BURNS: "the burns had to be mixed in, and every player was due a card",
    ShortStub.COMMUNITY: "a burn and one community card were due",
    ShortStub.WITH_BURNS_COMMUNITY: "the burns had to be mixed in and one community card dealt",
    ShortStub.WITH_MUCK: "a new stub had to be made first",
}
_DRAW_STUB = {
    ShortStub.COMMUNITY: "One community card was dealt; a new stub had to be made of the last card and the muck.",
    ShortStub.WITH_BURNS_COMMUNITY: (
        "The burns were mixed in and one community card was dealt; a new stub had to be made of the last "
        "card and the muck."
    ),
    ShortStub.WITH_OTHER: (
        "The new stub was made with burns or with discards of this draw; only the last card and the muck belong in it."
    ),
    ShortStub.TOO_EARLY: "A new stub was made while the old one had cards to deal; all but its last card come first.",
    ShortStub.BURNED_AGAIN: "A card was burned after the stub was reshuffled during the draw; none is burned again.",
    ShortStub.EMPTY: "More cards were dealt than the stub held; its last card had to be shuffled with the muck first.",
    ShortStub.LAST_CARD: "The last card of the stub was dealt; it had to be shuffled with the muck.",
    ShortStub.LAST_CARD_SHUFFLED: "The last card of the stub was shuffled with the muck; it had to be dealt.",
}
_BOARDS_STUB = {
    ShortStub.TOO_EARLY: "A new stub was made between the boards; the old one had enough cards and had to be dealt on.",
    ShortStub.LAST_CARD: "The last card of the stub was dealt as the last river; it had to be shuffled with the burns.",
    ShortStub.LAST_CARD_SHUFFLED: "The last card of the stub was shuffled; it had to be dealt as the last river.",
}
_BOARDS_DUE = {
    ShortStub.BURNS_IN: "the burns alone had to be shuffled in",
    ShortStub.BURNS_AND_MUCK_IN: "the burns and the muck had to be shuffled in",
}


def _short_stub() -> pl.Expr:
    """One sentence for each matter of a short stub: of stud, of several boards, of a draw."""
    cause = pl.col("stub_step_cause")
    done = by_code("stub_step_done", _STUD_DONE, "the stub was handled another way")
    due = by_code("stub_step_due", _STUD_DUE, "the rules have it handled otherwise")
    boards_due = by_code("stub_step_due", _BOARDS_DUE, "the rules have it made otherwise")
    return limbs(
        (
            (cause == int(StubCause.STUD)) & pl.col("stub_step_needed").is_not_null(),
            say(
                "With {there} in the stub and {needed} needed, {done}; {due}.",
                there=said_count("stub_step_there", "card"), needed=pl.col("stub_step_needed"), done=done, due=due,
            ),
        ),
        (cause == int(StubCause.STUD), say("With the stub short, {done}; {due}.", done=done, due=due)),
        (
            cause.is_in([int(StubCause.BOARDS), int(StubCause.BOARDS_LAST_CARD)]),
            by_code(
                "stub_step_done",
                _BOARDS_STUB,
                say("The stub did not reach for the boards and was made new of other cards; {due}.", due=boards_due),
            ),
        ),
        otherwise=by_code("stub_step_done", _DRAW_STUB, (
            "The stub ran short and was handled another way than the rules "
            "say."
        )),
    )  # fmt: skip


@check(
    code="SC07",
    severity=Severity.ERROR,
    term="stub.stud_extra",
    silent_ok=True,
    needs=("stub_rule_known",),
    applies=lambda: (
        replayed_game()
        & (~pl.col("is_flop_game") | (pl.col("run_times") > 1))
        & ~pl.col("called_off")
        & (pl.col("streets") > 0)
    ),
    film=Grain.HAND,
    expected=lambda: stub_text("stub_step_due"),
    actual=lambda: stub_text("stub_step_done"),
    event="stub_step_event",
    cite=stub_rule,
    message=_short_stub,
)
def short_stub_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A stub that ran short was handled wrongly, or one that did not was treated as short.

    Before the last street of stud the dealer needs a card for every player and two more. With fewer, the burns are
    mixed in if that is enough; else one community card is dealt, from the stub where it has three cards or more,
    otherwise behind the burns mixed in. Super stud never has a community card: the muck is shuffled. In draw games all
    but the last card are dealt, then it is shuffled with the muck; burns and the discards of the draw in progress stay
    out, and no card is burned again. By the live-action rules the last card is dealt where it completes the very last
    draw, or is the river. Where several boards are run and the stub does not reach, the burns are shuffled in, and the
    muck too if that is not enough; one card left for the last river is dealt, or shuffled with the burns.

    ## Why it matters
    Every card behind the mistake is another than it should be, and a player may get back a card just thrown away.

    ## What it cannot see
    Stubs whose count is not known, because cards were replaced or a new stub was made from cards that nobody named.
    Whether the dealer counted the stub before the sixth street.
    """
    return facts.filter(pl.col("stub_step_event").is_not_null())
