"""OF: Chinese games. Points, fouls, royalties, Fantasyland, payments and the cards that were set."""

from functools import cache

import polars as pl

from checks.chinese_facts import FoulCause, Royalty
from checks.model import Grain, Severity, check, seat_text
from checks.wording import amount, by_code, count_was, limbs, say
from checks.wording import counted as said_count
from parsers.games import GAMES


@cache
def receives(points: str) -> pl.Expr:
    """Who receives some points or chips of a comparison, as the log writes seats."""
    return pl.when(pl.col(points) >= 0).then(seat_text("seat")).otherwise(seat_text("other"))


@cache
def pays(points: str) -> pl.Expr:
    """Who gives them."""
    return pl.when(pl.col(points) >= 0).then(seat_text("other")).otherwise(seat_text("seat"))


@cache
def points_text(points: str) -> pl.Expr:
    """Points of a comparison in words: 7 points to s3."""
    number = pl.col(points).abs()
    word = pl.when(number == 1).then(pl.lit(" point to ")).otherwise(pl.lit(" points to "))
    told = pl.concat_str(number.cast(pl.String), word, receives(points))
    return pl.when(pl.col(points) == 0).then(pl.lit("no points")).otherwise(told)


@cache
def points_due_text() -> pl.Expr:
    """The points due in words; of a perfect low nobody put a number to, from the least to the most."""
    least, most = pl.col("points_due"), pl.col("points_most")
    few, many = pl.min_horizontal(least.abs(), most.abs()), pl.max_horizontal(least.abs(), most.abs())
    to_one = pl.format("{} to {} points to {}", few, many, receives("points_most"))
    to_either = pl.format("from {} to {}", points_text("points_due"), points_text("points_most"))
    return (
        pl.when(least == most)
        .then(points_text("points_due"))
        .when(least.sign() * most.sign() > 0)
        .then(to_one)
        .otherwise(to_either)
    )


@cache
def chips_text(cents: str) -> pl.Expr:
    """Chips of a comparison in words: 30.00 to s3."""
    value = pl.col(cents).abs()
    amount = pl.concat_str((value // 100).cast(pl.String), pl.lit("."), (value % 100).cast(pl.String).str.zfill(2))
    told = pl.concat_str(amount, pl.lit(" to "), receives(cents))
    return pl.when(pl.col(cents) == 0).then(pl.lit("nothing")).otherwise(told)


@cache
def score_off() -> pl.Expr:
    """By how many points the score is off; above zero the first seat got too many."""
    scored, least, most = (pl.col(name) for name in ("points_scored", "points_due", "points_most"))
    return pl.when(scored > most).then(scored - most).when(scored < least).then(scored - least).otherwise(0)


@cache
def moved_by_score() -> pl.Expr:
    """Chips that reached a wrong place by a wrong score: what was paid beside what was due, else what it is worth."""
    paid = (pl.col("paid_cents") - pl.col("right_cents")).abs()
    worth = (pl.col("points_off") * pl.col("point_cents")).abs()
    return pl.coalesce(paid, worth, pl.lit(0))


@cache
def seat_that_lost() -> pl.Expr:
    """The seat at whose cost a score is off."""
    return pl.when(pl.col("points_off") > 0).then("other").otherwise("seat")


def with_difference(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Comparisons with how far the score is off, and at whose cost."""
    return facts.with_columns(points_off=score_off()).with_columns(lost_by=seat_that_lost())


def _to(value: str) -> pl.Expr:
    """The number of the seat that receives some points or chips."""
    return pl.when(pl.col(value) >= 0).then("seat").otherwise("other")


def _from(value: str) -> pl.Expr:
    """The number of the seat that gives them."""
    return pl.when(pl.col(value) >= 0).then("other").otherwise("seat")


def _said_points(points: str) -> pl.Expr:
    return said_count(pl.col(points).abs(), "point")


def _scored() -> pl.Expr:
    """Who scored what against whom."""
    return limbs(
        (pl.col("points_scored") == 0, say("Seats {seat} and {other} scored no points against each other")),
        otherwise=say(
            "Seat {winner} scored {points} against seat {loser}",
            winner=_to("points_scored"), points=_said_points("points_scored"), loser=_from("points_scored"),
        ),
    )  # fmt: skip


def _points_due() -> pl.Expr:
    """The points that were due; of a perfect low that nobody put a number to, from the least to the most."""
    least, most = pl.col("points_due"), pl.col("points_most")
    few, many = pl.min_horizontal(least.abs(), most.abs()), pl.max_horizontal(least.abs(), most.abs())
    return limbs(
        ((least == most) & (least == 0), say("none were due")),
        (
            least == most,
            say("{points} due to seat {to}", points=count_was(pl.col("points_due").abs()), to=_to("points_due")),
        ),
        (
            least.sign() * most.sign() > 0,
            say("{few} to {many} were due to seat {to}", few=few, many=many, to=_to("points_most")),
        ),
        otherwise=say(
            "anything from {few} to seat {one} to {many} to seat {other_one} was due",
            few=_said_points("points_due"), one=_to("points_due"), many=_said_points("points_most"),
            other_one=_to("points_most"),
        ),
    )  # fmt: skip


def _points_wrong() -> pl.Expr:
    return limbs(
        (
            pl.col("one_foul"),
            say("{scored}; a fouled hand is scooped, and {due}.", scored=_scored(), due=_points_due()),
        ),
        (
            pl.col("points_off").abs() == pl.col("scoop_worth"),
            say("{scored}; with the scoop counted right {due}.", scored=_scored(), due=_points_due()),
        ),
        otherwise=say("{scored}; {due}.", scored=_scored(), due=_points_due()),
    )


@check(
    code="OF01",
    severity=Severity.ERROR,
    grain=Grain.COMPARISON,
    term="ofc.row",
    needs=("points_due", "points_most", "points_scored"),
    expected=points_due_text,
    actual=lambda: points_text("points_scored"),
    amount=moved_by_score,
    event="score_event",
    seat="lost_by",
    paid_by=lambda: pays("points_off"),
    paid_to=lambda: receives("points_off"),
    cite=lambda: (
        pl.when("one_foul")
        .then(pl.lit("ofc.foul_is_scooped"))
        .when(pl.col("points_off").abs() == pl.col("scoop_worth"))
        .then(pl.lit("ofc.scoop"))
        .otherwise(pl.lit("ofc.row"))
    ),
    message=_points_wrong,
)
def points_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The points of a comparison are wrong.

    Each row that wins is worth a point, all three are worth more for the scoop; then both hands' royalties are counted.
    A fouled hand is scooped by one that is no foul. What is scored is the net of all of it. A score that is off by
    exactly a royalty is told as such (OF03). Whether a hand was a foul is told of that hand (OF02): here the points are
    those that follow from what the table ruled.

    ## Why it matters
    Points are the whole of the game: each is worth what the placard says, and nobody but the players counts them.

    ## What it cannot see
    Hands whose rows were not written down, two fouled hands against each other and plain Chinese poker, of whose
    points no document speaks. The net can be right with two mistakes in it.
    """
    return with_difference(facts).filter((pl.col("points_off") != 0) & (pl.col("by_royalty") == int(Royalty.NONE)))


_FOULS = {
    FoulCause.FRONT_OVER_MIDDLE: (
        "Seat {seat}'s front ranks higher than its middle, a foul; the table played it as good."
    ),
    FoulCause.MIDDLE_OVER_BACK: "Seat {seat}'s middle ranks higher than its back, a foul; the table played it as good.",
    FoulCause.MIDDLE_NO_LOW: "Seat {seat}'s middle is no low that counts, a foul; the table played it as good.",
    FoulCause.FRONT_OVER_BACK: "Seat {seat}'s back does not beat its front, a foul; the table played it as good.",
}
_NO_FOUL = "Seat {seat}'s rows are in order; the table played the hand as a foul."


@check(
    code="OF02",
    severity=Severity.ERROR,
    grain=Grain.SET,
    term="ofc.foul_is_scooped",
    is_=True,
    needs=("foul_due", "foul_called"),
    applies=lambda: pl.col("set_event").is_not_null(),
    expected=lambda: pl.when(pl.col("foul_due") == 1).then(pl.lit("a foul")).otherwise(pl.lit("no foul")),
    actual=lambda: pl.when(pl.col("foul_called") == 1).then(pl.lit("a foul")).otherwise(pl.lit("no foul")),
    amount=lambda: pl.col("foul_moved_cents").fill_null(0),
    event="where",
    seat="seat",
    paid_by=lambda: (
        pl.when(pl.col("foul_called") == 1)
        .then(seat_text("seat"))
        .when(pl.col("foul_other") > 0)
        .then(seat_text("foul_other"))
    ),
    paid_to=lambda: (
        pl.when(pl.col("foul_called") == 0)
        .then(seat_text("seat"))
        .when(pl.col("foul_other") > 0)
        .then(seat_text("foul_other"))
    ),
    cite=lambda: (
        pl.when(pl.col("foul_cause").is_in([int(FoulCause.MIDDLE_NO_LOW), int(FoulCause.FRONT_OVER_BACK)]))
        .then(pl.lit("ofc.middle_27_best_foul_free"))
        .otherwise(pl.lit("ofc.foul_is_scooped"))
    ),
    message=lambda: by_code("foul_cause", _FOULS, _NO_FOUL),
)
def foul_ruled_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A foul was not called, or was called on a good hand.

    A hand is a foul where its front ranks higher than its middle, or its middle higher than its back. A deuce-to-seven
    middle row has to be ten high or better, without a pair, a straight or a flush, and the back has to beat the front.
    A hand that nobody called and that was scored as a foul all the same counts as called.

    ## Why it matters
    A fouled hand is scooped by every other and loses its royalties; one ruling moves the chips of all comparisons.

    ## What it cannot see
    Rows that were not written down, and hands of which the log holds neither score nor payment. A wrong number of
    cards that nobody called is told as such (OF06).
    """
    wrong = (pl.col("foul_due") != pl.col("foul_called")) & (pl.col("foul_cause") != int(FoulCause.WRONG_NUMBER))
    return facts.filter(wrong).with_columns(where=pl.coalesce("foul_event", "set_event"))


_DEUCE_GAMES = tuple(number for number, game in enumerate(GAMES.values()) if game.code == "ofc-27")
_ROYALTY_KEYS = {
    int(Royalty.FRONT): "ofc.royalties.front",
    int(Royalty.MIDDLE): "ofc.royalties.middle",
    int(Royalty.BACK): "ofc.royalties.back",
    int(Royalty.ALL): "ofc.royalties.front",
}
_ROYALTY_NAMES = {
    int(Royalty.FRONT): "front", int(Royalty.MIDDLE): "middle", int(Royalty.BACK): "back",
}  # fmt: skip


def _royalty_wrong() -> pl.Expr:
    row = pl.col("by_royalty").replace_strict(_ROYALTY_NAMES, default="", return_dtype=pl.String)
    every = pl.col("by_royalty") == int(Royalty.ALL)
    return limbs(
        (
            every & pl.col("royalty_fouled"),
            say("{scored}; seat {royalty_of}'s hand was a foul and has no royalties, and {due}.",
                scored=_scored(), due=_points_due()),
        ),
        (
            every,
            say("{scored}; with all of seat {royalty_of}'s royalties counted right {due}.",
                scored=_scored(), due=_points_due()),
        ),
        (
            pl.col("royalty_fouled"),
            say("{scored}; seat {royalty_of}'s hand was a foul and has no {row} royalty, and {due}.",
                scored=_scored(), row=row, due=_points_due()),
        ),
        otherwise=say(
            "{scored}; with seat {royalty_of}'s {row} royalty counted right {due}.",
            scored=_scored(), row=row, due=_points_due(),
        ),
    )  # fmt: skip


@check(
    code="OF03",
    severity=Severity.ERROR,
    grain=Grain.COMPARISON,
    term="ofc.royalties.front",
    needs=("points_due", "points_most", "points_scored"),
    expected=points_due_text,
    actual=lambda: points_text("points_scored"),
    amount=moved_by_score,
    event="score_event",
    seat="lost_by",
    paid_by=lambda: pays("points_off"),
    paid_to=lambda: receives("points_off"),
    cite=lambda: (
        pl.when("royalty_fouled")
        .then(pl.lit("ofc.royalties_when_fouled=no"))
        .when((pl.col("by_royalty") == int(Royalty.MIDDLE)) & pl.col("deuce_middle"))
        .then(pl.lit("ofc.royalties.middle_27"))
        .otherwise(pl.col("by_royalty").replace_strict(_ROYALTY_KEYS, default=None, return_dtype=pl.String))
    ),
    message=_royalty_wrong,
)
def royalty_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A royalty was forgotten, counted twice, or counted for a fouled hand.

    The points that were scored differ from those that were due by exactly a royalty of one of the two hands: of a row,
    or of all its rows. Royalties count only in hands that are no foul, and the other hand's do not cancel them. What
    75432 is worth the players agree on before they play; where the house file does not say it, every number that the
    rules allow is right.

    ## Why it matters
    A royal flush in the middle is worth more than eight scoops; a line of the table that is read wrong costs that much.

    ## What it cannot see
    A royalty that was counted by another line of its table: the difference is then no royalty, and told as OF01.
    """
    deuce = pl.col("game_no").is_in(list(_DEUCE_GAMES))
    return (
        with_difference(facts)
        .filter((pl.col("points_off") != 0) & (pl.col("by_royalty") != int(Royalty.NONE)))
        .with_columns(deuce_middle=deuce)
    )


def _fantasyland() -> pl.Expr:
    inside, given = pl.col("in_fantasyland") == 1, pl.col("given") == 1
    in_a_row = pl.col("in_a_row").fill_null(pl.col("most_in_a_row"))
    return limbs(
        (
            pl.col("over_the_most"),
            say(
                "Seat {seat} was given Fantasyland again after {in_a_row} in a row; {most_in_a_row} are the most.",
                in_a_row=in_a_row,
            ),
        ),
        (given & inside, say("Seat {seat} was given Fantasyland again; its hand did not earn another one.")),
        (given, say("Seat {seat} was given Fantasyland; its hand did not earn it.")),
        (inside, say("Seat {seat} was not given Fantasyland again; its hand earned another one.")),
        otherwise=say("Seat {seat} was not given Fantasyland; its hand earned it."),
    )


@check(
    code="OF04",
    severity=Severity.ERROR,
    grain=Grain.FANTASY,
    term="ofc.fantasyland_stays",
    silent_ok=True,  # `earned` is null where neither the house nor a rulebook says it
    needs=("earned", "given"),
    expected=lambda: pl.when(pl.col("earned") == 1).then(pl.lit("Fantasyland")).otherwise(pl.lit("no Fantasyland")),
    actual=lambda: pl.when(pl.col("given") == 1).then(pl.lit("Fantasyland")).otherwise(pl.lit("none")),
    event="fantasy_event",
    seat="seat",
    cite=lambda: (
        pl.when("over_the_most")
        .then(pl.lit("ofc.fantasyland_most_in_a_row"))
        .when(pl.col("in_fantasyland") == 1)
        .then(pl.lit("ofc.fantasyland_stays"))
        .otherwise(pl.lit("ofc.fantasyland"))
    ),
    message=_fantasyland,
)
def fantasyland_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Fantasyland was given or refused wrongly, or given once too often in a row.

    The house says which front opens it. Whoever is there stays with quads or better at the back, a full house or
    better in the middle, or trips in front; a fouled hand does neither. Where the house plays it progressively nobody
    goes there more than three times in a row. A seat got it if the next hand was dealt to it so; where that cannot be
    seen, if it was announced. A deal that was called off changes nothing.

    ## Why it matters
    A hand that is set with all cards in view is worth many points, and everybody else pays them.

    ## What it cannot see
    Fronts that open it where the house file names none; players who left before the next hand, where nothing was
    announced; streaks that began before the log did.
    """
    return facts.filter(pl.col("earned") != pl.col("given"))


@cache
def payment_off() -> pl.Expr:
    """By how much a payment is off; above zero the first seat got too much."""
    paid, due, least = (pl.col(name) for name in ("paid_cents", "due_cents", "due_least_cents"))
    low, high = pl.min_horizontal(due, least), pl.max_horizontal(due, least)
    return pl.when(paid > high).then(paid - high).when(paid < low).then(paid - low).otherwise(0)


def _paid_wrong() -> pl.Expr:
    paid = limbs(
        (pl.col("paid_cents") == 0, say("Seats {seat} and {other} paid each other nothing")),
        otherwise=say(
            "Seat {loser} paid seat {winner} {paid}",
            loser=_from("paid_cents"),
            winner=_to("paid_cents"),
            paid=amount(pl.col("paid_cents").abs()),
        ),
    )
    due = limbs(
        (pl.col("due_cents") == 0, say("nothing was due")),
        otherwise=say("{due} was due to seat {to}", due=amount(pl.col("due_cents").abs()), to=_to("due_cents")),
    )
    return limbs(
        (pl.col("at_stakes"), say("{paid}; within table stakes {due}.", paid=paid, due=due)),
        otherwise=say("{paid}; by the points {due}.", paid=paid, due=due),
    )  # fmt: skip


@check(
    code="OF05",
    severity=Severity.ERROR,
    grain=Grain.COMPARISON,
    term="ofc.table_stakes",
    silent_ok=True,  # points times what a point is worth is arithmetic
    needs=("due_cents", "due_least_cents", "paid_cents"),
    expected=lambda: chips_text("due_cents"),
    actual=lambda: chips_text("paid_cents"),
    amount=lambda: pl.col("cents_off").abs(),
    event="pay_event",
    seat="lost_by",
    paid_by=lambda: pays("cents_off"),
    paid_to=lambda: receives("cents_off"),
    cite=lambda: (
        pl.when(~pl.col("open_face"))
        .then(pl.lit("-"))
        .when("at_stakes")
        .then(pl.lit("ofc.table_stakes"))
        .otherwise(pl.lit("ofc.pays_first -"))
    ),
    message=_paid_wrong,
)
def payment_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A payment is not the points times what a point is worth, or goes past table stakes.

    What was scored is paid, as far as both have chips for it. By the rules of 2017 no seat loses more in a hand than
    it began with, no comparison pays more than either had left of that, and what a seat wins does not play again; by
    the earlier rules chips that won are set aside, and only the rest still plays. The order of paying goes from the
    button by the former and from its left by the latter. A wrong score that was paid as scored is told there.

    ## Why it matters
    Without table stakes a short stack wins what it never risked, or owes what it does not have.

    ## What it cannot see
    Hands without a payment in the log, or without the worth of a point in their stakes. Chips under a whole point of a
    short stack may be paid or not. Short stacks of plain Chinese poker, of which no document speaks.
    """
    gross = pl.coalesce("points_scored", "points_due").abs() * pl.col("point_cents")
    return (
        facts.with_columns(cents_off=payment_off())
        .filter(pl.col("cents_off") != 0)
        .with_columns(
            at_stakes=(gross > pl.col("stakes_cents")).fill_null(False),
            lost_by=pl.when(pl.col("cents_off") > 0).then("other").otherwise("seat"),
        )
    )


def _wrong_number() -> pl.Expr:
    return limbs(
        (
            pl.col("foul_due") == 1,
            say(
                "Seat {seat} set {front_cards}, {middle_cards} and {back_cards} cards in its rows; "
                "without 3, 5 and 5 it "
                "is a foul, and nobody called it."
            ),
        ),
        otherwise=say(
            "Seat {seat} set {front_cards}, {middle_cards} and {back_cards} cards in its rows; it had to "
            "set 3, 5 and 5."
        ),
    )


@check(
    code="OF06",
    severity=Severity.ERROR,
    grain=Grain.SET,
    term="ofc.cards",
    needs=("set_right",),
    applies=lambda: pl.col("set_event").is_not_null(),
    expected=lambda: (
        pl.when(pl.col("foul_due") == 1)
        .then(pl.lit("3, 5 and 5 cards, or a foul"))
        .otherwise(pl.lit("3, 5 and 5 cards"))
    ),
    actual=lambda: pl.format("{}, {} and {} cards", "front_cards", "middle_cards", "back_cards"),
    amount=lambda: pl.col("foul_moved_cents").fill_null(0),
    event="set_event",
    seat="seat",
    cite=lambda: (
        pl.when(~pl.col("open_face"))
        .then(pl.lit("chinese.cards"))
        .when(pl.col("foul_due") == 1)
        .then(pl.lit("ofc.wrong_number_fouls"))
        .otherwise(pl.lit("ofc.cards"))
    ),
    message=_wrong_number,
)
def wrong_number_set(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A wrong number of cards was set in a row, and nobody called the hand a foul.

    Three cards go in front, five in the middle, five at the back. By the rules of 2017 a hand of another number is a
    foul: where the table ruled so, all is well. Where nobody says what follows, it is told in any case.

    ## Why it matters
    A row with a card too many has the pick of more hands than everybody else's.

    ## What it cannot see
    Rows that were not written down, and a wrong number while the hand was still being set: rows are written once, at
    the end. A seat that was dealt a wrong number of cards is told there (CD02).
    """
    dealt_right = pl.col("cards_dealt").eq_missing(pl.col("cards_due")) | pl.col("cards_due").is_null()
    ruled = (pl.col("foul_due") == 1) & (pl.col("foul_called") == 1)
    return facts.filter((pl.col("set_right") == 0) & ~ruled.fill_null(False) & dealt_right)
