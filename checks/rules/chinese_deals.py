"""CD: cards and dealing of Chinese games, told under the codes of the other games."""

from functools import cache

import polars as pl

from checks.law.royalties import CHINESE_NUMBERS, FOR_POINTS, OPEN_FACE
from checks.model import Grain, Severity, check, seat_text
from checks.rules.cards import SEATS_OF, counted
from checks.wording import counted as said_count
from checks.wording import limbs, say
from parsers.vocabulary import GAMES

SECOND_DRAW = 2
_SEATS_OF_CHINESE = {number: f"{SEATS_OF[number]} seats.table" for number in CHINESE_NUMBERS}
PINEAPPLE = tuple(GAMES.index(code) for code in OPEN_FACE if code in ("ofc-pineapple", "ofc-27"))


@cache
def for_points() -> pl.Expr:
    """Games without a pot: the deal of Chinese draw poker is judged lot by lot, as that of any game with betting."""
    return pl.col("game_no").is_in([GAMES.index(code) for code in FOR_POINTS])


@cache
def by_game(open_face: str, plain: str) -> pl.Expr:
    """The key of open-face games, or that of plain Chinese poker."""
    return pl.when("open_face").then(pl.lit(open_face)).otherwise(pl.lit(plain))


@cache
def misdeal_rule_of_deal(words: str) -> pl.Expr:
    """The key that makes a misdeal of some wrong, by one of the words it may be called."""
    return pl.lit(f"misdeal.causes={words}")


@check(
    code="CD02",
    limb=True,
    counted=True,
    severity=Severity.ERROR,
    grain=Grain.SET,
    term="ofc.cards",
    needs=("cards_due",),
    applies=lambda: for_points() & pl.col("dealt_event").is_not_null(),
    expected=lambda: counted("cards_due", "card"),
    actual=lambda: counted("cards_dealt", "card"),
    event="dealt_event",
    seat="seat",
    cite=lambda: (
        pl.when((pl.col("played") == 1).fill_null(False) & pl.col("game_no").is_in(list(PINEAPPLE)))
        .then(pl.lit("ofc.fantasyland_cards_pineapple"))
        .when((pl.col("played") == 1).fill_null(False))
        .then(pl.lit("ofc.fantasyland_cards"))
        .when("slid")
        .then(by_game("ofc.cards", "chinese.wrong_stacks chinese.cards"))
        .otherwise(by_game("ofc.cards", "chinese.cards"))
    ),
    message=lambda: say(
        "Seat {seat} was dealt {cards}; {due} were due.",
        cards=said_count("cards_dealt", "card"),
        due=pl.col("cards_due"),
    ),
)
def wrong_number_dealt(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat of a Chinese game was dealt another number of cards than the game has.

    Thirteen, or three more for each of the four draws of the pineapple games; in Fantasyland thirteen, or fourteen. Of
    plain Chinese poker nothing is told where a hand of fourteen gave one to a hand of twelve. One finding a hand.
    """
    wrong = facts.filter(pl.col("cards_dealt") != pl.col("cards_due"))
    return wrong.unique("hand_row", keep="first", maintain_order=True)


def _wrong_seat() -> pl.Expr:
    return limbs(
        (
            pl.col("left_out") & pl.col("button_sits_out"),
            say("Seat {seat} was not dealt in; with five players the button sits out, and not seat {seat}."),
        ),
        (pl.col("left_out"), say("Seat {seat} was not dealt in; it was entitled to a hand.")),
        (
            pl.col("outside") & pl.col("button_sits_out"),
            say("Seat {seat} was dealt in; with five players the button sits out."),
        ),
        (pl.col("outside"), say("Seat {seat} was dealt in; it was not entitled to a hand.")),
        otherwise=say("The first cards went to seat {seat}; they were seat {first_due}'s."),
    )


@check(
    code="CD04",
    limb=True,
    counted=True,
    severity=Severity.ERROR,
    grain=Grain.SET,
    term="misdeal.causes",
    needs=("seating_known",),
    applies=for_points,
    expected=lambda: (
        pl.when("left_out")
        .then(pl.concat_str(pl.lit("a hand for "), seat_text("seat")))
        .when("outside")
        .then(pl.concat_str(pl.lit("no hand for "), seat_text("seat")))
        .otherwise(pl.concat_str(pl.lit("the first cards to "), seat_text("first_due")))
    ),
    actual=lambda: (
        pl.when("left_out").then(pl.lit("none")).when("outside").then(pl.lit("one")).otherwise(seat_text("seat"))
    ),
    event="where",
    seat="seat",
    cite=lambda: (
        pl.when(pl.col("button_sits_out") & (pl.col("left_out") | pl.col("outside")))
        .then(by_game("ofc.five_players", "chinese.five_players"))
        .when("left_out")
        .then(misdeal_rule_of_deal("entitled-left-out"))
        .when("outside")
        .then(misdeal_rule_of_deal("not-entitled-dealt|out-of-sequence"))
        .otherwise(by_game("ofc.first_card", "chinese.first_stack"))
    ),
    message=_wrong_seat,
)
def dealt_to_wrong_seats_of_chinese(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A Chinese hand was dealt to a wrong seat, not to a right one, or begun at a wrong one.

    With five players the button sits out. The first stack, or the first cards, go to the button's left. One finding a
    hand; more hands than the game deals are told as such (CD07).
    """
    over = (pl.col("seats_dealt") > pl.col("seats_most")).fill_null(False)
    wrong = pl.col("left_out") | pl.col("outside") | pl.col("first_due").is_not_null()
    ordered = facts.filter(wrong & ~over).sort("hand_row", ~pl.col("left_out"), ~pl.col("outside"), "seat")
    told = ordered.unique("hand_row", keep="first", maintain_order=True)
    return told.with_columns(
        where=pl.when(pl.col("left_out") | pl.col("outside")).then("dealt_event").otherwise("first_event")
    )


def _not_called_off() -> pl.Expr:
    return limbs(
        (
            pl.col("boxed_misdeals") & (pl.col("boxed_early") == 1),
            say("A boxed card came in the deal, and the hand was played on; it was a misdeal."),
        ),
        (
            pl.col("boxed_misdeals"),
            say("{boxed_early} boxed cards came early in the hand, and it was played on; it was a misdeal."),
        ),
        otherwise=say("A card with another back was in play, and the hand was played on; it was void."),
    )


@check(
    code="CD05",
    limb=True,
    counted=True,
    severity=Severity.ERROR,
    grain=Grain.CHINESE,
    term="ofc.boxed_in_deal",
    needs=("boxed_rule_known",),
    applies=lambda: (
        pl.col("open_face")
        & ~pl.col("called_off")
        & ((pl.col("boxed_early") > 0) | pl.col("foreign_event").is_not_null())
    ),
    expected=lambda: pl.lit("deal called off"),
    actual=lambda: (
        pl.when("boxed_misdeals")
        .then(pl.concat_str(counted("boxed_early", "card"), pl.lit(" boxed")))
        .otherwise(pl.lit("a card of another back"))
    ),
    event="where",
    cite=lambda: (
        pl.when("boxed_misdeals")
        .then(
            pl.when(pl.col("boxed_in_deal") > 0).then(pl.lit("ofc.boxed_in_deal")).otherwise(pl.lit("ofc.boxed_early"))
        )
        .otherwise(pl.lit("cards.other_back_void"))
    ),
    message=_not_called_off,
)
def chinese_not_called_off(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An open-face deal had to be called off, and was played on.

    A boxed card among the first five of any seat is a misdeal, and so are two before everybody has set the second
    draw; a later one has to be played. A card of another deck voids the hand.
    """
    foreign = pl.col("foreign_event").is_not_null() & pl.col("foreign_voids")
    return facts.filter(pl.col("boxed_misdeals") | foreign).with_columns(
        where=pl.when("boxed_misdeals").then("boxed_event").otherwise("foreign_event")
    )


@check(
    code="CD06",
    limb=True,
    counted=True,
    severity=Severity.PROCEDURE,
    grain=Grain.CHINESE,
    term="misdeal.substantial_action_ofc",
    needs=("deal_known",),
    applies=lambda: pl.col("open_face") & pl.col("misdeal_event").is_not_null(),
    expected=lambda: pl.lit("the hand played on"),
    actual=lambda: pl.lit("a misdeal after the second draw was set"),
    event="misdeal_event",
    message="A misdeal was called after everybody had set the second draw; the hand had to be played on.",
)
def chinese_misdeal_too_late(facts: pl.LazyFrame) -> pl.LazyFrame:
    """An open-face deal was called a misdeal after everybody had set the second draw."""
    return facts.filter(pl.col("draws_set") >= SECOND_DRAW)


@check(
    code="CD07",
    limb=True,
    counted=True,
    severity=Severity.ERROR,
    grain=Grain.CHINESE,
    term="seats.table",
    silent_ok=True,  # `seats_most` is null where neither the table nor a rulebook of the game speaks
    needs=("deal_known", "seats_most"),
    applies=lambda: for_points() & ~pl.col("called_off"),
    expected=lambda: pl.concat_str(pl.lit("at most "), counted("seats_most", "seat")),
    actual=lambda: counted("seats_dealt", "seat"),
    cite=lambda: pl.col("game_no").replace_strict(_SEATS_OF_CHINESE, default=None, return_dtype=pl.String),
    message="{seats_dealt} seats were dealt in; the game deals {seats_most} hands.",
)
def too_many_chinese_hands(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More seats were dealt in than a Chinese game has hands: four, whoever else sits at the table."""
    return facts.filter(pl.col("seats_dealt") > pl.col("seats_most"))


def _stray_card() -> pl.Expr:
    joker = pl.col("stray_event").is_not_null()
    return limbs(
        (joker & (pl.col("stray_seat") > 0), say("Seat {stray_seat} was dealt a joker; this game's deck has none.")),
        (joker, say("A joker came out; this game's deck has none.")),
        otherwise=say("A card of another deck came out; this hand is dealt from one deck."),
    )


@check(
    code="CD09",
    limb=True,
    counted=True,
    severity=Severity.ERROR,
    grain=Grain.CHINESE,
    term="cards.joker",
    applies=lambda: for_points() & (pl.col("cards_seen") > 0),
    expected=lambda: pl.lit("cards of this deck"),
    actual=lambda: (
        pl.when(pl.col("stray_event").is_not_null()).then(pl.lit("a joker")).otherwise(pl.lit("a card of another deck"))
    ),
    event="where",
    seat="stray_seat",
    cite=lambda: (
        pl.when(pl.col("stray_event").is_not_null())
        .then(pl.lit("cards.joker"))
        .otherwise(pl.lit("cards.other_back_void"))
    ),
    message=_stray_card,
)
def card_not_of_chinese_deck(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A joker, or a card of another deck for which the hand was called off as it had to be, came out."""
    played_on = pl.col("open_face") & ~pl.col("called_off") & pl.col("foreign_voids")  # told as CD05
    foreign = pl.col("foreign_event").is_not_null() & ~played_on
    return facts.filter(pl.col("stray_event").is_not_null() | foreign).with_columns(
        where=pl.coalesce("stray_event", "foreign_event")
    )
