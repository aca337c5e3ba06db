"""PT: pots and showdown. Whom the chips belonged to, beside where they went."""

from functools import cache

import polars as pl

from checks.facts import Grain
from checks.model import Severity, check, money, seat_text
from checks.replay.layout import Ended, Param, ShowFault
from checks.rules.hands import game_name, replayed_game
from checks.rules.terms import term_is
from checks.wording import TOURNAMENT, amount_or_nothing, amount_was, by_code, counted, limbs, say


@cache
def played() -> pl.Expr:
    """Hands that were played to their end, of games that the walk knows; of others nobody can say what was due."""
    return replayed_game() & (pl.col("ended") == Ended.PLAYED)


@cache
def moved() -> pl.Expr:
    """The chips that reached a wrong place."""
    return pl.col("moved_cents")


@cache
def payer() -> pl.Expr:
    """Who lost by it."""
    return party("lost_by")


@cache
def payee() -> pl.Expr:
    """Who gained by it."""
    return party("gained_by")


@cache
def party(column: str) -> pl.Expr:
    """A seat or the house, as findings write it; null where no money moved."""
    who = pl.col(column)
    seat = pl.concat_str(pl.lit("s"), who.cast(pl.String))
    return pl.when(who == 0).then(pl.lit("house")).when(who > 0).then(seat)


def pot_name() -> pl.Expr:
    """A pot by its number: the main pot, side pot 2."""
    return pl.when(pl.col("pot") == 0).then(pl.lit("the main pot")).otherwise(pl.format("side pot {}", "pot"))


def pushed(why: str, **words: pl.Expr) -> pl.Expr:
    """What a seat was pushed of a pot and what it was due, with the reason: the sentence of a share gone wrong."""
    said = say(
        f"Seat {{gained_by}} was pushed {{done_cents}} of {{pot_said}}; {why}, and seat {{gained_by}} was "
        f"due {{due_said}}.",
        pot_said=pot_name(), due_said=amount_or_nothing("due_cents"), **words,
    )  # fmt: skip
    short = say(f"Seat {{lost_by}} was pushed {{moved_cents}} too little of {{pot_said}}; {why}.",
                pot_said=pot_name(), **words)  # fmt: skip
    return limbs((pl.col("gained_by") > 0, said), otherwise=short)


@cache
def pot_fault() -> pl.Expr:
    """The code of why a pot went to its seats otherwise than due, the first that explains it; null where nothing did.

    Pots of wrong sizes are told over all of them: PT03.
    """
    unit, half_gap = pl.col("unit_cents"), pl.col("half_gap_cents")
    halved = pl.col("second_won") & ~pl.col("both_ways")
    among_winners = ~pl.col("to_loser")
    in_stud = pl.col("odd_by_cards")
    return (
        pl.when(pl.col("as_due") | ~pl.col("sizes_right") | (pl.col("moved_cents") == 0))
        .then(None)
        .when(pl.col("outsider_folded") | pl.col("outsider_joker"))
        .then(pl.lit("PT05"))
        .when((pl.col("second_paid_cents") > 0) & ~pl.col("second_won"))
        .then(pl.lit("PT07"))
        .when(pl.col("outsider") > 0)
        .then(pl.lit("PT01"))
        .when((pl.col("boards") > 1) & (pl.col("board_gap_cents") > unit))
        .then(pl.lit("PT11"))
        .when(pl.col("boards") > 1)
        .then(pl.lit("PT01"))
        .when(halved & ((half_gap > unit) | ((half_gap > 0) & (pl.col("pot_cents") // unit % 2 == 0))))
        .then(pl.lit("PT06"))
        .when(halved & (half_gap > 0))
        .then(pl.lit("OC03"))
        .when(~pl.col("part_wrong"))
        .then(pl.lit("PT01"))
        .when(among_winners & pl.col("unit_each"))
        .then(pl.when(in_stud).then(pl.lit("OC02")).otherwise(pl.lit("OC01")))
        .when(pl.col("both_ways") & (pl.col("moved_cents") <= unit))
        .then(pl.lit("OC04"))
        .when(among_winners & pl.col("units_only"))
        .then(pl.lit("OC06"))
        .when(among_winners & pl.col("chip_whole"))
        .then(pl.lit("OC05"))
        .otherwise(pl.lit("PT01"))
    )


@cache
def paid_wrong() -> pl.Expr:
    """The awards are not the pot, and an uncalled bet that stayed in it (PT08) does not explain it: PT02.

    Where no rule in force gives an uncalled bet back, it is told here that another seat got it.
    """
    awarded, net, kept = (pl.col(name) for name in ("awarded_cents", "net_cents", "kept_cents"))
    told_as_kept = term_is(Param.UNCALLED_RETURNED, 1) | (pl.col("kept_by") == pl.col("uncalled_seat"))
    return played() & (awarded != net) & ((kept == 0) | (awarded != net + kept) | ~told_as_kept)


def _to_loser() -> pl.Expr:
    lost = pl.col("lost_by") > 0
    return limbs(
        (
            (pl.col("gained_by") > 0) & (pl.col("due_cents") == 0) & lost,
            say(
                "Seat {gained_by} was pushed {done_cents} of {pot_said} and had won none of it; that "
                "cost seat {lost_by} "
                "{moved_cents}.",
                pot_said=pot_name(),
            ),
        ),
        (
            (pl.col("gained_by") > 0) & lost,
            say(
                "Seat {gained_by} was pushed {done_cents} of {pot_said} and had won {due_cents}; it cost "
                "seat {lost_by} "
                "{moved_cents}.",
                pot_said=pot_name(),
            ),
        ),
        otherwise=pushed("the cards decide"),
    )


@check(
    code="PT01",
    severity=Severity.ERROR,
    term="showdown.cards_speak",
    is_=True,
    needs=("showdown_known",),
    applies=played,
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=_to_loser,
)
def pot_to_loser(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot, or part of it, was pushed to a hand that did not win it.

    Cards speak: the shown hands and the board decide, whatever anybody called out.

    ## Why it matters
    It is the dearest error there is, and after the next shuffle it is rarely put right.

    ## What it cannot see
    Hands that were mucked unseen, and pots in which a hand that could win was neither shown nor mucked.
    """
    return facts.filter(pot_fault() == "PT01")


def _not_the_pot() -> pl.Expr:
    """A tournament pot has no drop."""
    return limbs(
        (pl.col(TOURNAMENT), say("The dealer pushed {awarded_cents}; the pot held {net_cents}.")),
        otherwise=say("The dealer pushed {awarded_cents}; the pot held {net_cents} after the drop."),
    )


@check(
    code="PT02",
    severity=Severity.ERROR,
    silent_ok=True,
    needs=("awarded_cents",),
    applies=played,
    film=Grain.HAND,
    expected=lambda: money("net_cents"),
    actual=lambda: money("awarded_cents"),
    amount=lambda: (pl.col("awarded_cents") - pl.col("net_cents")).abs(),
    message=_not_the_pot,
)
def paid_not_the_pot(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More or less was paid out than the pot held.

    The pot is what went in, less what nobody called, less what the house took.

    ## Why it matters
    Chips do not come from nowhere: they are in somebody's stack, on the floor, or were never bet.

    ## What it cannot see
    Chips put in or taken out that the log does not mention.
    """
    return facts.filter(paid_wrong())


_CALLED_OFF = {
    Ended.MISDEAL: "The deal was a misdeal",
    Ended.VOID: "The hand was void",
    Ended.CHOPPED: "The blinds were chopped",
}


def _not_conserved() -> pl.Expr:
    why = pl.col("ended").replace_strict(
        {int(end): text for end, text in _CALLED_OFF.items()}, default="The deal was called off", return_dtype=pl.String
    )
    return limbs(
        (
            played(),
            say(
                "{returned_cents} went back to the players; only {uncalled} uncalled.",
                uncalled=amount_was("uncalled_cents"),
            ),
        ),
        (
            pl.col("missing_seat") > 0,
            say(
                "{why} and {returned_cents} of the {in_cents} put in went back; seat {missing_seat} did not get its "
                "chips back.",
                why=why,
            ),
        ),
        otherwise=say("{why} and {returned_cents} went back; the players had put in {in_cents}.", why=why),
    )


@check(
    code="PT04",
    severity=Severity.ERROR,
    silent_ok=True,
    needs=("returned_cents",),
    applies=replayed_game,
    film=Grain.HAND,
    expected=lambda: pl.when(played()).then(money("uncalled_cents")).otherwise(money("in_cents")),
    actual=lambda: money("returned_cents"),
    amount=lambda: (
        pl.when(played())
        .then(pl.col("over_returned_cents").abs())
        .otherwise(pl.max_horizontal("missing_cents", "surplus_cents"))
    ),
    seat="missing_seat",
    paid_by=lambda: party("missing_seat"),
    message=_not_conserved,
)
def chips_not_conserved(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Chips went missing or appeared over the hand.

    When a deal is called off every chip goes back to whoever put it in. In a hand that was played this finding stands
    only for what neither a wrong payment nor an unreturned bet explains.

    ## Why it matters
    A deal that did not count must cost nobody anything.

    ## What it cannot see
    Returns that were made and not recorded.
    """
    back = pl.col("awarded_cents") + pl.col("returned_cents")
    kept = (pl.col("kept_cents") > 0) & (back == pl.col("net_cents") + pl.col("uncalled_cents"))  # PT08
    of_played = (pl.col("over_returned_cents") != 0) & ~paid_wrong() & ~kept
    of_called_off = (pl.col("missing_cents") != 0) | (pl.col("surplus_cents") != 0)
    return facts.filter(pl.when(played()).then(of_played).otherwise(of_called_off))


def _not_returned() -> pl.Expr:
    return limbs(
        (
            pl.col("went_back_cents") > 0,
            say("Only {went_back_cents} of seat {uncalled_seat}'s uncalled {uncalled_cents} went back."),
        ),
        otherwise=say("Seat {uncalled_seat}'s uncalled {uncalled_cents} did not go back."),
    )


@check(
    code="PT08",
    severity=Severity.ERROR,
    term="pots.uncalled_returned",
    is_=True,
    needs=("returned_cents",),
    applies=lambda: played() & (pl.col("uncalled_cents") > 0),
    film=Grain.HAND,
    expected=lambda: money("uncalled_cents"),
    actual=lambda: money("went_back_cents"),
    amount=lambda: pl.col("kept_lost_cents"),
    seat="uncalled_seat",
    paid_by=lambda: pl.when(pl.col("kept_lost_cents") > 0).then(party("uncalled_seat")),
    paid_to=lambda: pl.when(pl.col("kept_lost_cents") > 0).then(party("kept_by")),
    message=_not_returned,
)
def uncalled_not_returned(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A bet that nobody called stayed in the pot.

    ## Why it matters
    A bettor can lose no more than somebody put in against it; what lies beyond that was never at stake.

    ## What it cannot see
    Formats that do not record returned bets. Where its bettor won the pot, the bet may have been raked: a format that
    does not tell the rake leaves that open.
    """
    lost = pl.when(pl.col("kept_by") != pl.col("uncalled_seat")).then("kept_cents").otherwise(pl.lit(0))
    told = (lost > 0) | pl.col("rake_taken_cents").is_not_null()
    kept = (pl.col("kept_cents") > 0) & term_is(Param.UNCALLED_RETURNED, 1)
    return facts.filter(kept & told).with_columns(
        kept_lost_cents=lost, went_back_cents=pl.col("uncalled_cents") - pl.col("kept_cents")
    )


def _side_pots() -> pl.Expr:
    return limbs(
        (
            pl.col("gained_by") > 0,
            say(
                "Seat {gained_by} was pushed {gained_cents} over all pots; with the side pots built right it was due "
                "{due}.",
                due=amount_or_nothing("gained_due_cents"),
            ),
        ),
        otherwise=say("The side pots were built wrong; seat {lost_by} was pushed {moved_cents} too little."),
    )


@check(
    code="PT03",
    severity=Severity.ERROR,
    term="pots.separate",
    is_=True,
    needs=("showdown_known",),
    applies=played,
    film=Grain.HAND,
    expected=lambda: money("gained_due_cents"),
    actual=lambda: money("gained_cents"),
    amount=moved,
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=_side_pots,
)
def side_pots_built_wrongly(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Main and side pots were not of the sizes that the bets make.

    A seat that is all-in can win from each other seat what it put in itself, and no more. Chips that lie in the wrong
    pot go to the wrong winner.

    ## Why it matters
    It is the error that a short stack cannot see and a large one does not mention.

    ## What it cannot see
    Pots that were built wrongly and still reached the right seats: no chip moved.
    """
    return facts.filter(pl.col("moved_cents").is_not_null())


def _to_folded() -> pl.Expr:
    return limbs(
        (pl.col("outsider_joker"), pushed("its hand had a joker and was dead")),
        otherwise=pushed("its hand was folded or dead"),
    )


@check(
    code="PT05",
    severity=Severity.ERROR,
    term="dead_hand.folded",
    is_=True,
    needs=("showdown_known",),
    applies=played,
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    cite=lambda: pl.when(pl.col("outsider_joker")).then(pl.lit("dead_hand.joker")),
    message=_to_folded,
)
def paid_to_folded(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot was pushed to a hand that was folded or dead.

    A hand with a joker that the game does not use is dead once it was acted on.

    ## Why it matters
    Whoever folds gives up every claim; the chips belong to those who stayed.

    ## What it cannot see
    Folds that the floor took back without a word in the log.
    """
    return facts.filter(pot_fault() == "PT05")


@check(
    code="PT06",
    severity=Severity.ERROR,
    term="hilo.halves",
    is_=True,
    needs=("showdown_known",),
    applies=lambda: played() & (pl.col("low_won") == 1),
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    cite=lambda: pl.concat_str(pl.lit("hilo.halves_of."), game_name()),
    message=lambda: pushed("high and low each get half"),
)
def halves_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """High and low did not get half of the pot each.

    ## Why it matters
    One winner paid the other.

    ## What it cannot see
    Awards that do not say which half they are.
    """
    return facts.filter(pot_fault() == "PT06")


@check(
    code="PT07",
    severity=Severity.ERROR,
    term="hilo.qualifier",
    needs=("showdown_known",),
    applies=lambda: played() & pl.col("has_low"),
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    cite=lambda: pl.lit("hilo.no_low_high_takes_all hilo.qualifier"),
    message=lambda: pushed("nobody had a low that qualifies"),
)
def low_without_low(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A low was paid though no hand had one that qualifies.

    Without five different cards of eight or lower the high hand takes all.

    ## Why it matters
    Half the pot went to a hand that won nothing.

    ## What it cannot see
    Hands that were not shown.
    """
    return facts.filter(pot_fault() == "PT07")


def _not_tabled() -> pl.Expr:
    return limbs(
        (
            pl.col("untabled_sole"),
            say("Seat {untabled_seat} won the pot as the only live hand and did not table its {cards}.",
                cards=counted("untabled_due", "card")),
        ),
        (
            pl.col("untabled_done") == 0,
            say("Seat {untabled_seat} won a contested pot without tabling its {cards}.",
                cards=counted("untabled_due", "card")),
        ),
        (
            pl.col("untabled_done") < pl.col("untabled_due"),
            say("Seat {untabled_seat} won a contested pot with only {untabled_done} of its {cards} tabled.",
                cards=counted("untabled_due", "card")),
        ),
        otherwise=say(
            "Seat {untabled_seat} won a contested pot with {tabled} tabled; its hand has {untabled_due}.",
            tabled=counted("untabled_done", "card"),
        ),
    )  # fmt: skip


@check(
    code="PT09",
    severity=Severity.PROCEDURE,
    term="showdown.all_cards_tabled",
    is_=True,
    needs=("tabling_known",),
    applies=played,
    film=Grain.HAND,
    expected=lambda: pl.concat_str(pl.col("untabled_due").cast(pl.String), pl.lit(" cards tabled")),
    actual=lambda: pl.col("untabled_done").cast(pl.String),
    event="untabled_event",
    seat="untabled_seat",
    cite=lambda: pl.when("untabled_sole").then(pl.lit("showdown.sole_hand_shows")),
    message=_not_tabled,
)
def won_without_tabling(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A contested pot was won without all cards tabled.

    Whoever is the last with a live hand need not show it, unless a rulebook says so.

    ## Why it matters
    A hand that nobody saw cannot be read, and cannot be checked.

    ## What it cannot see
    Showdowns of which the log records neither a hand shown nor one mucked.
    """
    return facts.filter(pl.col("untabled_event").is_not_null())


@check(
    code="PT10",
    severity=Severity.NOTICE,
    term="showdown.order",
    needs=("show_order_known",),
    applies=lambda: played() & pl.col("show_order_event").is_not_null(),
    film=Grain.HAND,
    expected=lambda: seat_text("show_due"),
    actual=lambda: seat_text("show_seat"),
    event="show_event",
    seat="show_seat",
    cite=lambda: (
        pl.when(pl.col("show_fault") == int(ShowFault.ALL_IN_FIRST))
        .then(pl.lit("showdown.all_in"))
        .when(pl.col("show_fault") == int(ShowFault.SIDE_POT_FIRST))
        .then(pl.lit("showdown.side_pot_first"))
        .otherwise(pl.lit("showdown.order"))
    ),
    message=lambda: by_code(
        "show_fault",
        {
            ShowFault.ALL_IN_FIRST: (
                "Seat {show_seat} showed first; by the floor's order seat {show_due}, who pushed all-in, had to."
            ),
            ShowFault.SIDE_POT_FIRST: (
                "Seat {show_seat} showed first; by the floor's order seat {show_due}, in the side pot, had to."
            ),
        },
        "Seat {show_seat} showed first; by the floor's order seat {show_due} had to.",
    ),
)
def shown_out_of_order(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Hands were shown in another order than the one that the floor had put in force.

    The last to bet or raise in the last round shows first; where that round was checked through, the first to act. In
    no-limit, where betting ended before the last card, it is the seat that pushed all-in. Seats of a side pot come
    before those that play for the main pot alone. A hand that is mucked in its turn was not shown, and that is right.
    Only a ruling of the floor (`floor show-order`) makes an order: without one, whoever holds a likely winner does well
    to show it at once. Hands tabled before the ruling are nobody's slip.

    ## Why it matters
    Whoever shows second knows what has to be beaten, and gives away nothing by mucking.

    ## What it cannot see
    The order behind the first hand, on which no document speaks but for side pots. An all-in that was only a call.
    All-in hands under rules that have all of them tabled at once. Hands with action in the dark.
    """
    return facts.filter(pl.col("show_event").is_not_null())


@check(
    code="PT11",
    severity=Severity.ERROR,
    term="run_it.times",
    needs=("showdown_known",),
    applies=lambda: played() & (pl.col("boards") > 1),
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: pushed("every board pays an equal share"),
)
def boards_not_equal(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The boards of a hand that was run more than once were not paid equally.

    ## Why it matters
    Those who agreed to run it again agreed to equal shares.

    ## What it cannot see
    Awards that do not say which board they are for.
    """
    return facts.filter(pot_fault() == "PT11")


@check(
    code="PT14",
    severity=Severity.PROCEDURE,
    term="showdown.all_in_tabled",
    needs=("run_out_known",),
    applies=lambda: played() & (pl.col("run_out") == 1),
    film=Grain.HAND,
    expected=lambda: pl.concat_str(pl.lit("the hand of "), seat_text("face_down_seat"), pl.lit(" tabled")),
    actual=lambda: pl.lit("more board cards"),
    event="face_down_event",
    seat="face_down_seat",
    message="More board cards came before seat {face_down_seat} tabled its hand, when nobody could bet any more.",
)
def run_out_face_down(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The board was run out while hands lay face down, though somebody was all-in and nobody could bet any more.

    As long as two of those who are in have chips, more bets are possible and the cards stay down. A side pot is no
    reason to wait with the hand that plays for the main pot alone.

    ## Why it matters
    A hand that is mucked when it has lost may have been chips given away.

    ## What it cannot see
    Games without a board. Live action, on which no document speaks. Logs that do not record hands shown, or not when.
    """
    return facts.filter(pl.col("face_down_event").is_not_null())
