"""CD: cards and dealing."""

from functools import cache

import polars as pl

from checks import facts as film
from checks.model import Grain, Severity, check, seat_text
from checks.replay.deck import A_JOKER, RANK_OUT
from checks.replay.layout import CallOff, Ended, Param, Substantial
from checks.rules.hands import replayed_game
from checks.rules.terms import term_is, term_of
from checks.wording import by_code, card, count_was, limbs, on_street, say, street
from checks.wording import counted as said_count
from parsers.vocabulary import CARD_TEXTS, GAMES

NO_CAUSE = -1
LEFT_OUT, NOT_ENTITLED, FIRST_CARD, WITHHELD = "left out", "not entitled", "first card", "withheld"
_EXPOSED = (CallOff.FIRST_TWO_EXPOSED, CallOff.TWO_EXPOSED, CallOff.STUD_DOWN_EXPOSED, CallOff.BOTH_UP,
            CallOff.NOT_REPLACED, CallOff.THIRD_UP)  # fmt: skip
_FLOP_CARDS = 3
_FOUR_CARDS = 4
_TWO_EXTRA = 2  # cards over the game's number that are a cause of their own
SEATS_OF = {number: f"seats.{game}" for number, game in enumerate(GAMES)}


@cache
def dealt_game() -> pl.Expr:
    """Hands that were dealt to the end, by a deal that nobody called off."""
    return replayed_game() & ~pl.col("called_off") & (pl.col("seats_dealt") > 0)


@cache
def counted(column: str, thing: str) -> pl.Expr:
    """A number of things: 1 card, 3 cards."""
    number = pl.col(column)
    things = pl.when(number == 1).then(pl.lit(f" {thing}")).otherwise(pl.lit(f" {thing}s"))
    return pl.concat_str(number.cast(pl.String), things)


@cache
def twice() -> pl.Expr:
    """The card that was seen twice, as the log writes it."""
    return pl.col("twice_card").replace_strict(dict(enumerate(CARD_TEXTS)), default=None, return_dtype=pl.String)


def _seen_twice() -> pl.Expr:
    seen = card("twice_card")
    return limbs(
        (
            pl.col("twice_seat") > 0,
            say("The {card} was seen twice in one hand; the second one was seat {twice_seat}'s.", card=seen),
        ),
        otherwise=say("The {card} was seen twice in one hand.", card=seen),
    )


@check(
    code="CD01",
    severity=Severity.ERROR,
    term="cards.two_equal_void",
    is_=True,
    silent_ok=True,
    needs=("cards_known",),
    applies=lambda: pl.col("cards_known") > 1,
    film=film.Grain.HAND,
    expected=lambda: pl.concat_str(pl.lit("one "), twice()),
    actual=lambda: pl.concat_str(pl.lit("two "), twice()),
    event="twice_event",
    seat="twice_seat",
    message=_seen_twice,
)
def card_twice(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The same card was seen in two places.

    ## Why it matters
    The deck is fouled and with it every hand it dealt; whoever verified it signed for it. Who won such a pot cannot be
    judged, so no other check speaks of its award.

    ## What it cannot see
    Cards that nobody saw.
    """
    return facts.filter(pl.col("twice_event").is_not_null())


@cache
def misdeal_rule(words: str) -> pl.Expr:
    """The key that makes a misdeal of some wrong, by one of the words it may be called; draw games have their own."""
    of_draw = pl.lit(f"misdeal.causes_draw={words} misdeal.causes={words}")
    return pl.when(pl.col("is_draw")).then(of_draw).otherwise(pl.lit(f"misdeal.causes={words}"))


def _number_of_cards() -> pl.Expr:
    done, due = said_count("done", "card"), count_was("due")
    return limbs(
        (pl.col("whose") > 0, say("Seat {whose} had {done}; {due} due.", done=done, due=due)),
        (pl.col("due") == _FLOP_CARDS, say("{done} came on the flop; {due} due.", done=done, due=due)),
        otherwise=say("{done} came on the board; {due} due.", done=done, due=due),
    )


@check(
    code="CD02",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("deal_known",),
    applies=dealt_game,
    film=film.Grain.HAND,
    expected=lambda: counted("due", "card"),
    actual=lambda: counted("done", "card"),
    event="where",
    seat="whose",
    cite=lambda: (
        pl.when("by_lots")
        .then(pl.lit("chinese.cards"))
        .when(pl.col("whose").is_not_null() & (pl.col("done") - pl.col("due") >= _TWO_EXTRA))
        .then(misdeal_rule("two-extra|wrong-number"))
        .when(pl.col("whose").is_not_null())
        .then(misdeal_rule("wrong-number"))
        .when(pl.col("board_is_flop") & (pl.col("done") > _FOUR_CARDS))
        .then(pl.lit("flop.five_cards flop.four_cards"))
        .when(pl.col("board_is_flop"))
        .then(pl.lit("flop.four_cards"))
    ),
    message=_number_of_cards,
)
def wrong_number_of_cards(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More or fewer cards in a hand or on a board than the game has.

    Every seat gets the game's number of hole cards and keeps what a discard leaves; the board is three, one and one. An
    exposed, boxed or odd card may be replaced. A flop of four is put right when one of the four, picked by the floor
    (by the dealer where the rules in force say so), becomes the next burn. One finding a hand: cards that slid to a
    neighbor are short in one place and over in another.

    ## Why it matters
    A hand with too many cards cannot win, and every card behind the mistake is another than it should be.

    ## What it cannot see
    Cards that were put right before the log was written; boards after a reshuffle, which go by a ruling; deals of logs
    that do not say who got cards.
    """
    hands = facts.filter(pl.col("cards_seat").is_not_null()).with_columns(
        where="cards_event", whose="cards_seat", due="cards_due", done="cards_done"
    )
    boards = facts.filter(pl.col("board_event").is_not_null()).with_columns(
        where="board_event", whose=pl.lit(None, pl.Int64), due="board_due", done="board_done"
    )
    return pl.concat([hands, boards])


def burns_said() -> pl.Expr:
    """How many cards were burned before a street, and how many had to be; of a poker hand or a house-banked round."""
    done = said_count("burn_done", "card", none="no card")
    return say(
        "The dealer burned {done} before {street}; {due} due.",
        done=done, street=street("burn_street"), due=count_was("burn_due"),
    )  # fmt: skip


@check(
    code="CD03",
    severity=Severity.PROCEDURE,
    grain=Grain.TABLE,
    term="cards.burn",
    needs=("burns_recorded", "burn_rule_known"),
    applies=lambda: replayed_game() & ~pl.col("called_off") & (pl.col("streets") > 0),
    expected=lambda: counted("burn_due", "burn"),
    actual=lambda: counted("burn_done", "burn"),
    cite=lambda: pl.when(pl.col("is_draw")).then(pl.lit("cards.burn_draw cards.burn")),
    event="burn_event",
    street="burn_street",
    message=burns_said,
)
def burns_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A street was dealt without its burn, or behind more than one.

    One card is burned before each street, and before each street of a second and third board. A table that takes one
    burn too many back and uses it for the next street has made one mistake, not two.

    ## Why it matters
    The burn keeps a marked top card from being read; and without it every later card is another one.

    ## What it cannot see
    Tables none of whose hands hold a burn: their log does not record them. Streets behind a reshuffle, some of which
    are dealt without a burn, and streets that the log tells as one.
    """
    return facts.filter(pl.col("burn_event").is_not_null())


def _wrong_seat() -> pl.Expr:
    fault = pl.col("fault")
    after_fold = (fault == NOT_ENTITLED) & ~pl.col("outside")
    return limbs(
        (
            (fault == LEFT_OUT) & pl.col("other_sits_out"),
            say("Seat {seat} was not dealt in; another seat had to sit out."),
        ),
        (fault == LEFT_OUT, say("Seat {seat} was not dealt in; it was entitled to a hand.")),
        (after_fold, say("Seat {seat} got a card after it had folded; it was due none.")),
        (
            (fault == NOT_ENTITLED) & pl.col("other_sits_out"),
            say("Seat {seat} was dealt in; with more players than the game deals to, it had to sit out."),
        ),
        (fault == NOT_ENTITLED, say("Seat {seat} was dealt in; it was not entitled to a hand.")),
        (
            fault == WITHHELD,
            say("Seat {seat} got no card{where}; it had folded to no bet and was due one.", where=on_street()),
        ),
        otherwise=say("The first card went to seat {seat}; it was seat {first_card_due}'s."),
    )


@check(
    code="CD04",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("deal_known", "dealt_from"),
    applies=dealt_game,
    film=film.Grain.SEAT,
    expected=lambda: (
        pl.when(pl.col("fault") == LEFT_OUT)
        .then(pl.concat_str(pl.lit("a hand for "), seat_text("seat")))
        .when(pl.col("fault") == NOT_ENTITLED)
        .then(pl.concat_str(pl.lit("no hand for "), seat_text("seat")))
        .when(pl.col("fault") == WITHHELD)
        .then(pl.concat_str(pl.lit("a card for "), seat_text("seat")))
        .otherwise(pl.concat_str(pl.lit("the first card to "), seat_text("first_card_due")))
    ),
    actual=lambda: (
        pl.when(pl.col("fault").is_in([LEFT_OUT, WITHHELD]))
        .then(pl.lit("none"))
        .when(pl.col("fault") == NOT_ENTITLED)
        .then(pl.lit("one"))
        .otherwise(seat_text("seat"))
    ),
    event="where",
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("other_sits_out"))
        .then(pl.when("by_lots").then(pl.lit("chinese.five_players")).otherwise(pl.lit("seats.full_draw_table")))
        .when(pl.col("fault") == WITHHELD)
        .then(pl.lit("cards.unbet_fold_dealt"))
        .when(pl.col("fault") == LEFT_OUT)
        .then(misdeal_rule("entitled-left-out"))
        .when((pl.col("fault") == NOT_ENTITLED) & pl.col("is_draw"))
        .then(misdeal_rule("not-entitled-dealt"))
        .when(pl.col("fault") == NOT_ENTITLED)
        .then(misdeal_rule("not-entitled-dealt|out-of-sequence"))
        .when("by_lots")
        .then(pl.lit("chinese.first_stack"))
        .otherwise(misdeal_rule("first-card-wrong-seat"))
    ),
    message=_wrong_seat,
)
def dealt_to_wrong_seats(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat without a right to a hand got one, a seat with a right got none, or the first card went to another seat.

    Everybody who has chips and is not away is dealt in, the first card to the first of them from the button's left. New
    and moved players who did not post may be waiting for the big blind. Where the house is paid by time an absent
    player's seat is dealt in too. Where more have seats than a game deals to, somebody sits out: at draw games of a
    tournament those directly in front of the big blind.

    ## Why it matters
    Each of these is a misdeal as long as nobody has acted; played on, every seat holds somebody else's cards.

    ## What it cannot see
    Deals of logs that do not say who got cards, and cards dealt out of order behind the first.
    """
    nowhere = pl.lit(None, pl.Int64)
    wrongs = (
        (pl.col("left_out"), LEFT_OUT, nowhere),
        (pl.col("outside"), NOT_ENTITLED, pl.col("deal_event")),
        (pl.col("killed_event").is_not_null(), NOT_ENTITLED, pl.col("killed_event")),
        (pl.col("withheld_event").is_not_null(), WITHHELD, pl.col("withheld_event")),
        (pl.col("first_card_due").is_not_null(), FIRST_CARD, pl.col("first_card_event")),
    )
    return pl.concat(
        [facts.filter(wrong).with_columns(fault=pl.lit(fault), where=where) for wrong, fault, where in wrongs]
    )


@cache
def call_off() -> pl.Expr:
    """Why the deal had to be called off, the first cause that speaks: a `CallOff`, or NO_CAUSE."""

    def causes(cause: CallOff) -> pl.Expr:
        return ((term_of(Param.MISDEAL_CAUSES) // (1 << int(cause))) % 2 == 1).fill_null(False)

    exposed, boxed = pl.col("exposed"), pl.col("boxed")
    both_up = term_is(Param.BOTH_UP_ANTE_BACK, 1) & pl.col("is_stud") & pl.col("exposed_at_one") & (exposed == 2)
    down_exposed = term_is(Param.MISDEAL_STUD_DOWN, 1) & pl.col("is_stud") & (exposed > 0)
    from_boxed = (boxed >= term_of(Param.BOXED_VOID_FROM)).fill_null(False)
    other_back = term_is(Param.OTHER_BACK_VOID, 1) & pl.col("foreign_event").is_not_null() & pl.col("foreign_in_play")
    return (
        pl.when(down_exposed)
        .then(int(CallOff.STUD_DOWN_EXPOSED))
        .when(both_up)
        .then(pl.when("exposed_dead").then(NO_CAUSE).otherwise(int(CallOff.BOTH_UP)))
        .when(pl.col("first_two_exposed") & causes(CallOff.FIRST_TWO_EXPOSED))
        .then(int(CallOff.FIRST_TWO_EXPOSED))
        .when((exposed >= 2) & causes(CallOff.TWO_EXPOSED))
        .then(int(CallOff.TWO_EXPOSED))
        .when((pl.col("boxed_in_deal") >= 2) & causes(CallOff.TWO_BOXED))
        .then(int(CallOff.TWO_BOXED))
        .when(from_boxed)
        .then(int(CallOff.BOXED_VOID))
        .when(other_back)
        .then(int(CallOff.OTHER_BACK))
        .when(pl.col("unreplaced_event").is_not_null() & term_is(Param.CARDS_EXPOSED_REPLACED, 1))
        .then(int(CallOff.NOT_REPLACED))
        .when(pl.col("seventh_event").is_not_null())
        .then(int(CallOff.SEVENTH_UP))
        .when(pl.col("third_up_event").is_not_null())
        .then(int(CallOff.THIRD_UP))
        .otherwise(NO_CAUSE)
    )


_PLAYED_ON: dict[CallOff, str] = {
    CallOff.FIRST_TWO_EXPOSED: (
        "One of the first two cards was exposed in the deal, and the hand was played on; it was a misdeal."
    ),
    CallOff.TWO_EXPOSED: "{exposed} cards were exposed in the deal, and the hand was played on; it was a misdeal.",
    CallOff.TWO_BOXED: "{boxed_in_deal} cards were boxed in the deal, and the hand was played on; it was a misdeal.",
    CallOff.BOXED_VOID: "{boxed} boxed cards came out, and the hand was played on; it was void.",
    CallOff.OTHER_BACK: "A card with another back was in play, and the hand was played on; it was void.",
    CallOff.STUD_DOWN_EXPOSED: "A down card was exposed in the deal, and the hand was played on; it was a misdeal.",
    CallOff.BOTH_UP: (
        "Both of seat {exposed_seat}'s hole cards were exposed, and the hand was played on; it is dead, and its ante "
        "goes back."
    ),
    CallOff.NOT_REPLACED: "Seat {unreplaced_seat} kept a card that was exposed in the deal; it had to be replaced.",
    CallOff.THIRD_UP: (
        "Seat {third_up_seat}'s third card was dealt face up after a hole card was exposed; it had to come face down."
    ),
}


def _not_called_off() -> pl.Expr:
    seventh = limbs(
        (
            pl.col("seventh_due_up"),
            say(
                "Seat {seventh_seat}'s last card was dealt face down; the first player's came face up, so every last "
                "card had to."
            ),
        ),
        otherwise=say("Seat {seventh_seat}'s last card was dealt face up; it had to come face down."),
    )
    return by_code(
        "cause",
        {**_PLAYED_ON, CallOff.SEVENTH_UP: seventh},
        "The deal had to be called off, and the hand was played on.",
    )


@check(
    code="CD05",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("call_off_known",),
    applies=lambda: replayed_game() & ~pl.col("called_off") & (pl.col("irregular") > 0),
    film=film.Grain.HAND,
    expected=lambda: (
        pl.when(pl.col("cause") == int(CallOff.BOTH_UP))
        .then(pl.lit("hand dead and its ante back"))
        .when(pl.col("cause") == int(CallOff.NOT_REPLACED))
        .then(pl.lit("card replaced"))
        .when(pl.col("cause") == int(CallOff.SEVENTH_UP))
        .then(pl.when("seventh_due_up").then(pl.lit("last card face up")).otherwise(pl.lit("last card face down")))
        .when(pl.col("cause") == int(CallOff.THIRD_UP))
        .then(pl.lit("third card face down"))
        .otherwise(pl.lit("deal called off"))
    ),
    actual=lambda: (
        pl.when(pl.col("cause") == int(CallOff.OTHER_BACK))
        .then(pl.lit("a card of another back"))
        .when(pl.col("cause") == int(CallOff.SEVENTH_UP))
        .then(pl.when("seventh_due_up").then(pl.lit("the first came so")).otherwise(pl.lit("another came up")))
        .when(pl.col("cause").is_in([int(c) for c in _EXPOSED]))
        .then(
            pl.concat_str(
                pl.when(pl.col("cause") == int(CallOff.FIRST_TWO_EXPOSED))
                .then(pl.lit("1 card"))
                .otherwise(counted("exposed", "card")),
                pl.lit(" exposed"),
            )
        )
        .otherwise(
            pl.concat_str(
                pl.when(pl.col("cause") == int(CallOff.TWO_BOXED))
                .then(counted("boxed_in_deal", "card"))
                .otherwise(counted("boxed", "card")),
                pl.lit(" boxed"),
            )
        )
    ),
    event="where",
    cite=lambda: (
        pl.when(pl.col("cause") == int(CallOff.OTHER_BACK))
        .then(pl.lit("cards.other_back_void"))
        .when(pl.col("cause") == int(CallOff.BOXED_VOID))
        .then(pl.lit("cards.boxed_void_from"))
        .when(pl.col("cause") == int(CallOff.BOTH_UP))
        .then(pl.lit("cards.stud_both_up"))
        .when(pl.col("cause") == int(CallOff.NOT_REPLACED))
        .then(pl.lit("cards.draw_exposed"))
        .when(pl.col("cause") == int(CallOff.SEVENTH_UP))
        .then(pl.lit("cards.seventh_face_up"))
        .when(pl.col("cause") == int(CallOff.THIRD_UP))
        .then(pl.lit("cards.stud_third"))
        .when(pl.col("is_draw"))
        .then(pl.lit("misdeal.causes_draw misdeal.causes"))
        .otherwise(pl.lit("misdeal.causes"))
    ),
    message=_not_called_off,
)
def not_called_off(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The deal had to be called off, and the hand was played on.

    Either of the first two cards exposed, two exposed in the first deal, or two boxed cards in it: a misdeal, as long
    as it is seen before the action. Two boxed cards that the hand needed, or a card of another back in play: void, at
    any time. Two equal cards are told by another check. A stud hand whose hole cards both came up may be dead alone,
    with its ante back; behind one hole card that came up the third card goes down. An exposed card of the first deal of
    a draw game is replaced. Where the first last card of a stud hand comes face up all others do too; where a later one
    does, the rest stay down. A street of the board that came too early, or a flop of five, is taken back and dealt
    again as the rulebook says: from the reshuffled stub, or for a turn with the next card in its place.

    ## Why it matters
    The money of such a hand was never properly at stake; it belongs to those who put it in.

    ## What it cannot see
    Irregular cards that the log does not name, who exposed a card, and cards of another back found in the stub once
    nothing more is dealt. A card that was exposed in a later draw and kept: who asks for pitched cards keeps it. Cards
    of stud that came too early.
    """
    event = (
        pl.when(pl.col("cause") == int(CallOff.OTHER_BACK))
        .then("foreign_event")
        .when(pl.col("cause") == int(CallOff.SEVENTH_UP))
        .then("seventh_event")
        .when(pl.col("cause") == int(CallOff.THIRD_UP))
        .then("third_up_event")
        .when(pl.col("cause").is_in([int(c) for c in _EXPOSED]))
        .then("exposed_event")
        .otherwise("boxed_event")
    )
    return facts.with_columns(cause=call_off()).filter(pl.col("cause") != NO_CAUSE).with_columns(where=event)


@check(
    code="CD06",
    severity=Severity.PROCEDURE,
    term="misdeal.substantial_action",
    needs=("dealt_from",),
    applies=lambda: replayed_game() & (pl.col("ended") == int(Ended.MISDEAL)),
    film=film.Grain.HAND,
    expected=lambda: pl.lit("the hand played on"),
    actual=lambda: pl.concat_str(pl.lit("a misdeal after "), counted("actions_before", "action")),
    event="misdeal_event",
    cite=lambda: pl.when(pl.col("is_stud")).then(pl.lit("misdeal.substantial_action_stud")),
    message=lambda: say(
        "A misdeal was called after {actions}, which is substantial action; the hand had to be played on.",
        actions=said_count("actions_before", "action"),
    ),
)
def misdeal_too_late(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A misdeal was called after substantial action.

    The rulebooks differ by a hair in what that is: any two actions but two folds or two checks, or any two of which one
    puts chips in; any three by all of them. Actions out of turn do not count.

    ## Why it matters
    By then players have shown what they think of their hands; to deal again takes a made decision back.

    ## What it cannot see
    When attention was first called to the mistake.
    """
    folds, checks, wagers = (pl.col(f"misdeal_{name}") for name in ("folds", "checks", "wagers"))
    actions = folds + checks + wagers
    two = (
        pl.when(term_of(Param.SUBSTANTIAL) == int(Substantial.TWO_WITH_CHIPS_OR_THREE))
        .then(wagers > 0)
        .otherwise((folds != 2) & (checks != 2))
    )
    plain = ((actions > 2) | ((actions == 2) & two)) & term_of(Param.SUBSTANTIAL).is_not_null()
    of_stud = pl.col("is_stud") & term_of(Param.SUBSTANTIAL_STUD).is_not_null()
    substantial = pl.when(of_stud).then(actions >= term_of(Param.SUBSTANTIAL_STUD)).otherwise(plain)
    called = pl.col("misdeal_event").is_not_null()
    return facts.filter(called & substantial).with_columns(actions_before=actions)


def _seats_dealt() -> pl.Expr:
    return limbs(
        (pl.col("seats_by_table"), say("{seats_dealt} seats were dealt in; the table allows {seats_allowed}.")),
        otherwise=say("{seats_dealt} seats were dealt in; the game allows {seats_allowed}."),
    )


@check(
    code="CD07",
    severity=Severity.ERROR,
    term="seats.table",
    silent_ok=True,  # `seats_most` is null where neither the table nor a rulebook of the game speaks
    needs=("deal_known", "seats_most"),
    applies=dealt_game,
    film=film.Grain.HAND,
    expected=lambda: pl.concat_str(pl.lit("at most "), counted("seats_allowed", "seat")),
    actual=lambda: counted("seats_dealt", "seat"),
    cite=lambda: (
        pl.when(pl.col("seats_by_table"))
        .then(pl.lit("seats.table"))
        .otherwise(pl.col("game_no").replace_strict(SEATS_OF, default=None, return_dtype=pl.String))
    ),
    message=_seats_dealt,
)
def too_many_seats(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More seats were dealt in than the table or the game allows.

    The lower of the two counts: the seats on the placard, and the most that a rulebook lets play the game. A final
    table may have one more, where a rulebook says so; it is one once all that are left in the tournament sit there.

    ## Why it matters
    With too many hands out the deck may not reach to the last street.

    ## What it cannot see
    Games and tables of whose seats nobody speaks.
    """
    more = pl.when(pl.col("final_table") == 1).then(term_of(Param.FINAL_TABLE_MORE)).fill_null(0)
    over = pl.col("seats_dealt") - pl.col("outsiders") > pl.col("seats_allowed")
    return facts.with_columns(seats_allowed=pl.col("seats_most") + more).filter(over)


def _stray_card() -> pl.Expr:
    to_seat = pl.col("whose") > 0
    return limbs(
        (
            to_seat & (pl.col("kind") == A_JOKER),
            say("Seat {whose} was dealt a joker; this game's deck has none."),
        ),
        (pl.col("kind") == A_JOKER, say("A joker came out; this game's deck has none.")),
        (
            to_seat & (pl.col("kind") == RANK_OUT),
            say("Seat {whose} was dealt an eight, nine or ten; this game's deck has none."),
        ),
        (pl.col("kind") == RANK_OUT, say("An eight, nine or ten came out; this game's deck has none.")),
        otherwise=say("A card of another deck came out; this hand is dealt from one deck."),
    )


@check(
    code="CD09",
    severity=Severity.ERROR,
    term="cards.joker",
    applies=lambda: replayed_game() & ((pl.col("cards_known") > 0) | (pl.col("odd_cards") > 0)),
    film=film.Grain.HAND,
    expected=lambda: pl.lit("cards of this deck"),
    actual=lambda: (
        pl.when(pl.col("kind") == A_JOKER)
        .then(pl.lit("a joker"))
        .when(pl.col("kind") == RANK_OUT)
        .then(pl.lit("an eight, nine or ten"))
        .otherwise(pl.lit("a card of another deck"))
    ),
    event="where",
    seat="whose",
    cite=lambda: (
        pl.when((pl.col("kind") == RANK_OUT) & (term_of(Param.JOKERS) > 0))
        .then(pl.lit("cards.mexican_deck"))
        .when(pl.col("kind") > 0)
        .then(pl.lit("cards.joker"))
        .otherwise(pl.lit("cards.other_back_void"))
    ),
    message=_stray_card,
)
def card_not_of_deck(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A card came out that is not in this game's deck.

    A joker is so much paper: it is replaced before its seat acts, else the hand is dead; the deal stands. A card of
    another deck is told here where nothing had to be called off for it, or where it was.

    ## Why it matters
    Somebody put this deck in play without checking it.

    ## What it cannot see
    Cards that nobody saw.
    """
    strays = facts.filter(pl.col("stray_event").is_not_null()).with_columns(
        where="stray_event", whose="stray_seat", kind="stray_kind"
    )
    # A card of another deck is told here where nothing had to be called off for it (CD05), or where it was.
    called_off = pl.col("called_off") | (call_off() == NO_CAUSE)
    foreign = facts.filter(pl.col("foreign_event").is_not_null() & called_off).with_columns(
        where="foreign_event", whose=pl.lit(None, pl.Int64), kind=pl.lit(0, pl.Int64)
    )
    return pl.concat([strays, foreign])
