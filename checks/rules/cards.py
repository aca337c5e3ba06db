"""CD: cards and dealing."""

import polars as pl

from checks.model import Grain, Severity, check, seat_text
from checks.replay.layout import CallOff, Deviation, Ended
from checks.rules.games import replayed_game
from parsers.vocabulary import GAMES

_EXPOSED = (CallOff.FIRST_TWO_EXPOSED, CallOff.TWO_EXPOSED, CallOff.STUD_DOWN_EXPOSED)
SEATS_OF = {number: f"seats.{game}" for number, game in enumerate(GAMES)}


def dealt_game() -> pl.Expr:
    """Hands that were dealt to the end, by a deal that nobody called off."""
    return replayed_game() & ~pl.col("called_off") & (pl.col("seats_dealt") > 0)


def counted(column: str, thing: str) -> pl.Expr:
    """A number of things: 1 card, 3 cards."""
    number = pl.col(column)
    things = pl.when(number == 1).then(pl.lit(f" {thing}")).otherwise(pl.lit(f" {thing}s"))
    return pl.concat_str(number.cast(pl.String), things)


def kind_is(kind: Deviation) -> pl.Expr:
    """Deviations of one kind."""
    return pl.col("kind") == int(kind)


@check(
    code="CD01",
    severity=Severity.ERROR,
    term="cards.two_equal_void",
    silent_ok=True,
    needs=("cards_known",),
    applies=lambda: pl.col("cards_known") > 1,
    on=(Deviation.CARD_TWICE,),
    expected=lambda: pl.concat_str(pl.lit("one "), pl.col("card")),
    actual=lambda: pl.concat_str(pl.lit("two "), pl.col("card")),
    event="event",
    seat="seat",
    message="There is {expected} in a deck; this hand saw {actual}.",
)
def card_twice(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The same card was seen in two places.

    ## Why it matters
    The deck is fouled and with it every hand it dealt; whoever verified it signed for it. Who won such a pot cannot be
    judged, so no other check speaks of its award.

    ## What it cannot see
    Cards that nobody saw.
    """
    return facts


@check(
    code="CD02",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("deal_known",),
    applies=dealt_game,
    on=(Deviation.CARDS_IN_HAND, Deviation.CARDS_ON_BOARD),
    expected=lambda: counted("due", "card"),
    actual=lambda: counted("done", "card"),
    event="event",
    seat="seat",
    cite=lambda: (
        pl.when(kind_is(Deviation.CARDS_IN_HAND))
        .then(pl.when(pl.col("is_draw")).then(pl.lit("misdeal.causes_draw")).otherwise(pl.lit("misdeal.causes")))
        .when(pl.col("detail") == 1)
        .then(pl.lit("flop.four_cards"))
    ),
    message="The game deals {expected} here; there were {actual}.",
)
def wrong_number_of_cards(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More or fewer cards in a hand or on a board than the game has.

    Every seat gets the game's number of hole cards and keeps what a discard leaves; the board is three, one and one. An
    exposed, boxed or odd card may be replaced. A flop of four is put right when one of the four, picked by the floor
    (by the dealer where the rules in force say so), becomes the next burn. One finding a hand: cards that slid to a
    neighbour are short in one place and over in another.

    ## Why it matters
    A hand with too many cards cannot win, and every card behind the mistake is another than it should be.

    ## What it cannot see
    Cards that were put right before the log was written; boards after a reshuffle, which go by a ruling; deals of logs
    that do not say who got cards.
    """
    return facts


@check(
    code="CD03",
    severity=Severity.PROCEDURE,
    grain=Grain.TABLE,
    term="cards.burn",
    needs=("burns_recorded",),
    applies=lambda: replayed_game() & ~pl.col("called_off") & (pl.col("streets") > 0),
    expected=lambda: counted("burn_due", "burn"),
    actual=lambda: counted("burn_done", "burn"),
    cite=lambda: pl.when(pl.col("is_draw")).then(pl.lit("cards.burn_draw cards.burn")),
    event="burn_event",
    street="burn_street",
    message="{expected} had to go before this street; there were {actual}.",
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


@check(
    code="CD04",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("deal_known", "dealt_from"),
    applies=dealt_game,
    on=(Deviation.SEAT_LEFT_OUT, Deviation.SEAT_NOT_ENTITLED, Deviation.FIRST_CARD_SEAT),
    expected=lambda: (
        pl.when(kind_is(Deviation.SEAT_LEFT_OUT))
        .then(pl.concat_str(pl.lit("a hand for "), seat_text("seat")))
        .when(kind_is(Deviation.SEAT_NOT_ENTITLED))
        .then(pl.concat_str(pl.lit("no hand for "), seat_text("seat")))
        .otherwise(pl.concat_str(pl.lit("the first card to "), seat_text("due")))
    ),
    actual=lambda: (
        pl.when(kind_is(Deviation.SEAT_LEFT_OUT))
        .then(pl.lit("none"))
        .when(kind_is(Deviation.SEAT_NOT_ENTITLED))
        .then(pl.lit("one"))
        .otherwise(seat_text("done"))
    ),
    event="event",
    seat="seat",
    message="Due was {expected}; dealt was {actual}.",
)
def dealt_to_wrong_seats(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat without a right to a hand got one, a seat with a right got none, or the first card went to another seat.

    Everybody who has chips and is not away is dealt in, the first card to the first of them from the button's left. New
    and moved players who did not post may be waiting for the big blind. Where the house is paid by time an absent
    player's seat is dealt in too.

    ## Why it matters
    Each of these is a misdeal as long as nobody has acted; played on, every seat holds somebody else's cards.

    ## What it cannot see
    Deals of logs that do not say who got cards, and cards dealt out of order behind the first.
    """
    return facts


@check(
    code="CD05",
    severity=Severity.ERROR,
    term="misdeal.causes",
    needs=("call_off_known",),
    applies=lambda: replayed_game() & ~pl.col("called_off") & (pl.col("irregular") > 0),
    on=(Deviation.NOT_CALLED_OFF,),
    expected=lambda: pl.lit("deal called off"),
    actual=lambda: (
        pl.when(pl.col("detail") == int(CallOff.OTHER_BACK))
        .then(pl.lit("a card of another back"))
        .when(pl.col("detail").is_in([int(c) for c in _EXPOSED]))
        .then(pl.concat_str(counted("done", "card"), pl.lit(" exposed")))
        .otherwise(pl.concat_str(counted("done", "card"), pl.lit(" boxed")))
    ),
    event="event",
    cite=lambda: (
        pl.when(pl.col("detail") == int(CallOff.OTHER_BACK))
        .then(pl.lit("cards.other_back_void"))
        .when(pl.col("detail") == int(CallOff.BOXED_VOID))
        .then(pl.lit("cards.boxed_void_from"))
        .when(pl.col("is_draw"))
        .then(pl.lit("misdeal.causes_draw misdeal.causes"))
        .otherwise(pl.lit("misdeal.causes"))
    ),
    message="{expected}: due after {actual}; the hand was played on.",
)
def not_called_off(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The deal had to be called off, and the hand was played on.

    Either of the first two cards exposed, two exposed in the first deal, or two boxed cards in it: a misdeal, as long
    as it is seen before the action. Two boxed cards that the hand needed, or a card of another back in play: void, at
    any time. Two equal cards are told by another check.

    ## Why it matters
    The money of such a hand was never properly at stake; it belongs to those who put it in.

    ## What it cannot see
    Irregular cards that the log does not name, who exposed a card, and cards of another back found in the stub once
    nothing more is dealt.
    """
    return facts


@check(
    code="CD06",
    severity=Severity.PROCEDURE,
    term="misdeal.substantial_action",
    needs=("dealt_from",),
    applies=lambda: replayed_game() & (pl.col("ended") == int(Ended.MISDEAL)),
    on=(Deviation.MISDEAL_LATE,),
    expected=lambda: pl.lit("the hand played on"),
    actual=lambda: pl.concat_str(pl.lit("a misdeal after "), counted("done", "action")),
    event="event",
    cite=lambda: pl.when(pl.col("is_stud")).then(pl.lit("misdeal.substantial_action_stud")),
    message="After substantial action: {expected}; there was {actual}.",
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
    return facts


@check(
    code="CD07",
    severity=Severity.ERROR,
    term="seats.table",
    silent_ok=True,  # `seats_most` is null where neither the table nor a rulebook of the game speaks
    needs=("deal_known", "seats_most"),
    applies=dealt_game,
    on=(Deviation.SEATS_OVER_MOST,),
    expected=lambda: pl.concat_str(pl.lit("at most "), counted("due", "seat")),
    actual=lambda: counted("done", "seat"),
    cite=lambda: (
        pl.when(pl.col("seats_by_table"))
        .then(pl.lit("seats.table"))
        .otherwise(pl.col("game_no").replace_strict(SEATS_OF, default=None, return_dtype=pl.String))
    ),
    message="{expected} may be dealt in; {actual} were.",
)
def too_many_seats(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More seats were dealt in than the table or the game allows.

    The lower of the two counts: the seats on the placard, and the most that a rulebook lets play the game.

    ## Why it matters
    With too many hands out the deck may not reach to the last street.

    ## What it cannot see
    Games and tables of whose seats nobody speaks.
    """
    return facts


@check(
    code="CD09",
    severity=Severity.ERROR,
    term="cards.joker",
    applies=lambda: replayed_game() & ((pl.col("cards_known") > 0) | (pl.col("odd_cards") > 0)),
    on=(Deviation.CARD_NOT_OF_DECK,),
    expected=lambda: pl.lit("cards of this deck"),
    actual=lambda: (
        pl.when(pl.col("detail") == 1)
        .then(pl.lit("a joker"))
        .when(pl.col("detail") == 3)
        .then(pl.lit("an eight, nine or ten"))
        .otherwise(pl.lit("a card of another deck"))
    ),
    event="event",
    seat="seat",
    cite=lambda: pl.when(pl.col("detail") != 2).then(pl.lit("cards.joker")).otherwise(pl.lit("cards.other_back_void")),
    message="The game is dealt with {expected}; this hand saw {actual}.",
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
    return facts
