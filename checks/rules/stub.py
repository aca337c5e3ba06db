"""SC: stub, shuffler, deck."""

import polars as pl

from checks.model import Grain, Severity, check
from checks.wording import clock, count_was, counted, half_hour, limbs, say


@check(
    code="SC01",
    severity=Severity.ERROR,
    term="stub.deck",
    silent_ok=True,
    needs=("stub_count", "stub_due"),
    applies=lambda: pl.col("stub_count").is_not_null(),
    expected=lambda: pl.col("stub_due").cast(pl.String),
    actual=lambda: pl.col("stub_count").cast(pl.String),
    event="stub_event",
    cite=lambda: pl.when("by_hand").then(pl.lit("stub.deck_by_hand stub.deck")),
    message=lambda: say(
        "The dealer counted {cards} in the stub; {due} due.",
        cards=counted("stub_count", "card"),
        due=count_was("stub_due"),
    ),
)
def stub_off(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The counted stub is not what the deal left.

    The deck less every card that was dealt, turned or burned must be in the dealer's hand.

    ## Why it matters
    Either a card is missing or added, or cards were dealt that the log does not know.

    ## What it cannot see
    Hands in which the stub was not counted, or in which a new stub was made from other cards.
    """
    return facts.filter(pl.col("stub_count") != pl.col("stub_due"))


def dealer_said() -> pl.Expr:
    """A dealer by the employee number, at the beginning of a sentence."""
    return pl.concat_str(pl.lit("Dealer "), pl.col("dealer")).fill_null("The dealer")


def _no_first_count() -> pl.Expr:
    return say(
        "{who} did not count the stub on the first hand of the down that began at {began} at table {table}.",
        who=dealer_said(), began=half_hour("down_start"),
    )  # fmt: skip


@check(
    code="SC02",
    severity=Severity.PROCEDURE,
    grain=Grain.DOWN,
    term="stub.count_first_hand",
    is_=True,
    needs=("first_hand", "counts_recorded"),
    applies=lambda: ~pl.col("new_deck"),
    expected=lambda: pl.lit("a count"),
    actual=lambda: pl.lit("none"),
    message=_no_first_count,
)
def first_count_missing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub was not counted on the first hand of a down.

    A down is a run of slots that one dealer signed at one table; its first hand is the first that this dealer dealt to
    its end. A deck just brought in need not be counted. Where the log tells neither dealer nor push, a count within
    fifteen minutes of the slot's beginning will do.

    ## Why it matters
    The count ties a fouled deck to the dealer who dealt it; without it the trail ends.

    ## What it cannot see
    Downs nobody signed, signed downs without a hand, and tables none of whose hands hold a count: their log does not
    record them.
    """
    return facts.filter(~pl.col("first_hand_counted"))


def _no_second_count() -> pl.Expr:
    who, began, hands = dealer_said(), half_hour("down_start"), counted("hands_dealt", "hand")
    return limbs(
        (
            pl.col("counts_again") == 1,
            say(
                "{who} counted the stub only on the first hand of the down that began at {began} at table {table}; a "
                "second count was due in its {hands}.",
                who=who, began=began, hands=hands,
            ),
        ),
        otherwise=say(
            "{who} counted the stub {times} after the first hand of the down that began at {began} at table {table}; "
            "{counts_again} were due in its {hands}.",
            who=who, began=began, hands=hands, times=counted("counts_later", "time", none="not once"),
        ),
    )  # fmt: skip


@check(
    code="SC03",
    severity=Severity.PROCEDURE,
    grain=Grain.DOWN,
    term="stub.count_again",
    needs=("first_hand", "counts_recorded"),
    applies=lambda: pl.col("second_due").fill_null(True),
    expected=lambda: (
        pl.when(pl.col("counts_again") == 1)
        .then(pl.lit("a second count"))
        .otherwise(pl.format("{} counts more", "counts_again"))
    ),
    actual=lambda: (
        pl.when(pl.col("counts_later") <= 0)
        .then(pl.format("none in {} hands", "hands_dealt"))
        .otherwise(pl.format("{} in {} hands", "counts_later", "hands_dealt"))
    ),
    message=_no_second_count,
)
def second_count_missing(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub was not counted once more in the down.

    Beside the count on the first hand there are as many more as the rulebook says, on any later hand of the down: the
    guide of 2018 asks for one. Where the first was not made
    either, that is told as SC02 and no more.

    ## Why it matters
    A deck fouled in mid-down is found by the next dealer, and nobody knows by whose hands.

    ## What it cannot see
    Downs of a single hand, and tables none of whose hands hold a count. Where the log tells neither dealer nor push,
    counts within fifteen minutes around the down may be its own.
    """
    return facts.filter(~pl.col("second_counted"))


def _wrong_deck() -> pl.Expr:
    cards = counted("cards", "card").fill_null("a wrong number of cards")
    due = pl.concat_str(pl.lit(" in place of "), pl.col("cards_due").cast(pl.String)).fill_null("")
    return say(
        "Shuffler {device} at table {table} counted {cards}{due} in the {deck} deck, and the deck was "
        "dealt at {dealt}; "
        "it had to be taken out.",
        device=pl.col("device").fill_null("without a name"), cards=cards, due=due, deck=deck_said("deck"),
        dealt=clock("dealt_at"),
    )  # fmt: skip


def deck_said(column: str) -> pl.Expr:
    """A deck by its name; one without a name is the same deck."""
    return pl.col(column).fill_null("same")


@check(
    code="SC04",
    severity=Severity.ERROR,
    grain=Grain.COUNT,
    term="shuffler.wrong_count",
    needs=("decks_known",),
    cite=lambda: pl.lit("shuffler.wrong_count=change-deck|remove-deck"),
    expected=lambda: pl.lit("deck taken out"),
    actual=lambda: pl.concat_str(pl.lit("dealt with "), pl.col("cards").cast(pl.String), pl.lit(" cards counted")),
    message=_wrong_deck,
)
def wrong_deck_played(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A deck that the shuffler had counted wrong was dealt.

    ## Why it matters
    From then on every hand was dealt from a deck known to be wrong.

    ## What it cannot see
    Tables whose hands do not say which deck they were dealt with, and shufflers whose clock is not known.
    """
    return facts.filter(pl.col("dealt_hand").is_not_null())


def _deck_stayed() -> pl.Expr:
    return say(
        "The stub of the {deck} deck was counted at {stub_count} in place of {stub_due} in hand "
        "{counted_hand} at table "
        "{table}, and the deck was dealt again at {dealt}; another deck was due.",
        deck=deck_said("deck"), dealt=clock("dealt_at"),
    )  # fmt: skip


@check(
    code="SC11",
    severity=Severity.PROCEDURE,
    grain=Grain.STUB,
    term="stub.wrong_count",
    needs=("decks_named",),
    cite=lambda: (
        pl.when(pl.col("dealing") == "hand")
        .then(pl.lit("stub.wrong_count_by_hand=change-deck|remove-deck stub.wrong_count=change-deck|remove-deck"))
        .otherwise(pl.lit("stub.wrong_count=change-deck|remove-deck"))
    ),
    expected=lambda: pl.lit("another deck"),
    actual=lambda: pl.col("deck"),
    message=_deck_stayed,
)
def wrong_deck_stays(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub was counted wrong, and the same deck stayed in play.

    A deck of which not every card is there is changed and the floor called; a house-banked table takes it out. A noted
    change of decks, or a shuffler that took the deck off or counted it right, ends the matter.

    ## Why it matters
    Every hand dealt with it is dealt from a deck known to be wrong.

    ## What it cannot see
    Hands that do not name their deck; and a new deck of the same name whose coming in nobody noted looks like the old.
    """
    return facts.filter("stayed")


def _deck_kept() -> pl.Expr:
    return say(
        "{who} came in at table {table} at {at_said} and dealt on with the {deck} deck; another deck was due.",
        who=dealer_said(), at_said=clock("at"), deck=deck_said("deck"),
    )  # fmt: skip


@check(
    code="SC12",
    severity=Severity.PROCEDURE,
    grain=Grain.EXCHANGE,
    term="deck.change_on",
    needs=("decks_named", "due"),
    expected=lambda: pl.lit("another deck"),
    actual=lambda: pl.col("deck"),
    message=_deck_kept,
)
def deck_not_exchanged(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The deck was not exchanged when another dealer came in.

    In tournaments the incoming dealer exchanges the deck, by the dealers' guide. Where a rulebook lets it be done at a
    level as well, no push by itself makes it due.

    ## Why it matters
    The exchange is when a deck is spread and verified; without it nobody has seen its cards since the last one.

    ## What it cannot see
    Hands that do not name their deck or their dealer, hands behind a gap in the numbers, and live action, where a deck
    is changed on request only.
    """
    return facts.filter(pl.col("due") & (pl.col("deck") == pl.col("deck_before")))
