"""DC: dealer down cards."""

import polars as pl

from checks.model import Grain, Severity, check
from checks.rules.stub import dealer_said
from checks.wording import clock, count_was, counted, half_hour, limbs, say


@check(
    code="DC01",
    severity=Severity.PROCEDURE,
    grain=Grain.SLOT,
    term="down_card.sign",
    is_=True,
    needs=("has_card",),
    expected=lambda: pl.lit("a signature"),
    actual=lambda: pl.concat_str(pl.lit("none, "), pl.col("hands").cast(pl.String), pl.lit(" hands dealt")),
    message=lambda: say(
        "Nobody signed the down card of table {table} for the {slot} slot; {hands} dealt in it.",
        slot=half_hour("slot_start"),
        hands=count_was("hands", "hand"),
    ),
)
def unsigned_slot(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Hands were dealt in a half hour that nobody signed for.

    The dealer who pushes in signs. Where a table's first hands are dealt minutes before its first dealer's slot, or its
    last ones by the dealer of the slot before within fifteen minutes of the turn, nobody pushes in there.

    ## Why it matters
    Nobody is paid for the down and nobody answers for its hands.

    ## What it cannot see
    Tables without any down card that gaming day: the card may simply not have arrived. Slots that are not on the card
    at all, where its total does not prove that none was lost: a blank slot stays on a card.
    """
    return facts.filter(~pl.col("signed"))


@check(
    code="DC02",
    severity=Severity.PROCEDURE,
    grain=Grain.SIGNATURE,
    term="down_card.one_table",
    is_=True,
    needs=("tables_count",),
    expected=lambda: pl.lit("one table"),
    actual=lambda: pl.concat_str(pl.lit("tables "), pl.col("tables_signed")),
    message=lambda: say(
        "{who} signed for the {slot} slot at tables {tables}; a dealer can be at one table.",
        who=dealer_said(),
        slot=half_hour("slot_start"),
        tables=pl.col("tables_signed").str.replace(r", ([^,]*)$", " and $1"),
    ),
)
def signed_at_two_tables(facts: pl.LazyFrame) -> pl.LazyFrame:
    """One dealer signed at two tables in the same slot.

    ## Why it matters
    One of the two downs was dealt by somebody else, or by nobody; one would be paid twice.

    ## What it cannot see
    Numbers that cannot be read, and signatures whose number and name are of two dealers.
    """
    return facts.filter(pl.col("tables_count") > 1)


def _number(text: str) -> pl.Expr:
    return pl.when(pl.col(text).fill_null("") == "").then(pl.lit("no number")).otherwise(pl.col(text))


def _match() -> pl.Expr:
    """Who a signature probably is, and how sure that is."""
    return pl.when(pl.col("maybe").is_not_null() & (pl.col("maybe") != pl.col("emp"))).then(
        pl.format(", probably {} ({} %)", pl.col("maybe"), pl.col("percent"))
    )


def _bad_number() -> pl.Expr:
    slot = half_hour("slot_start")
    guess = pl.format("; it is probably dealer {}'s ({} %)", "maybe", "percent")
    probably = pl.when(pl.col("maybe") != pl.col("emp").fill_null("")).then(guess).fill_null("")
    unsigned = pl.col("emp").fill_null("") == ""
    return limbs(
        (
            unsigned,
            say("The down card of table {table} has no employee number for the {slot} slot{probably}.",
                slot=slot, probably=probably),
        ),
        (
            ~pl.col("number_readable"),
            say(
                "The employee number {emp} on the down card of table {table} for the {slot} slot cannot "
                "be read{probably}.",
                slot=slot, probably=probably,
            ),
        ),
        otherwise=say(
            "The employee number {emp} on the down card of table {table} for the {slot} slot is not on the roster"
            "{probably}.",
            slot=slot, probably=probably,
        ),
    )  # fmt: skip


@check(
    code="DC03",
    severity=Severity.PROCEDURE,
    grain=Grain.SIGNATURE,
    term="down_card.emp_digits",
    needs=("number_judged",),
    expected=lambda: pl.when("number_readable").then(pl.lit("a number on the roster")).otherwise(pl.lit("six digits")),
    actual=lambda: pl.concat_str(_number("emp"), _match().fill_null("")),
    message=_bad_number,
)
def number_unreadable(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The employee number on the card cannot be read, or is nobody's.

    Six digits are needed, of a dealer on the roster. Spaces and hyphens between them do not matter, nor the 800 that
    every employee number begins with. A letter or a sign in a digit's place cannot be read, also where it is easy to
    guess. Where number and name together leave one dealer of the roster, the finding names that dealer and how sure it
    is; the down counts as that dealer's from 90 % on, and the finding stands.

    | what is on the card | sure |
    |---|---|
    | number on the roster, the name agrees | 99 % |
    | some digits unreadable, the rest and the name fit one dealer | 97 % |
    | number on the roster, no name | 95 % |
    | number one digit off, the name is one dealer's | 95 % |
    | number on the roster, the name is hard to read | 92 % |
    | no roster to compare with | 90 % |
    | some digits unreadable, no name, one number fits | 85 % |
    | the name alone | 75 % |
    | number one digit off one dealer's, no name that helps | 60 % |
    | number and name of two dealers | 50 % |

    ## Why it matters
    Payroll cannot pay a down to a number it cannot read.

    ## What it cannot see
    Without a roster, whether a number is anybody's.
    """
    return facts.filter(~pl.col("number_readable") | (pl.col("on_roster") == False))  # noqa: E712


def _other_name() -> pl.Expr:
    """The name itself is not said: names on cards do not leave the lake, and a message does."""
    slot = half_hour("slot_start")
    return limbs(
        (
            pl.col("name_person").is_not_null(),
            say(
                "The down card of table {table} has number {number} for the {slot} slot beside the name of dealer "
                "{name_person}; number and name have to be one dealer's.",
                slot=slot, number=pl.col("pattern"),
            ),
        ),
        otherwise=say(
            "The down card of table {table} has number {number} for the {slot} slot beside another "
            "dealer's name; number "
            "and name have to be one dealer's.",
            slot=slot, number=pl.col("pattern"),
        ),
    )  # fmt: skip


@check(
    code="DC04",
    severity=Severity.PROCEDURE,
    grain=Grain.SIGNATURE,
    term="down_card.names",
    is_=True,
    needs=("name_agrees",),
    applies=lambda: pl.col("on_roster").fill_null(True) & pl.col("number_readable"),
    expected=lambda: pl.format("the name of {}", pl.col("pattern")),
    actual=lambda: pl.concat_str(
        pl.concat_str("last_name", "first_name", separator=", ", ignore_nulls=True),
        pl.when(pl.col("name_person").is_not_null()).then(pl.format(" ({})", pl.col("name_person"))).fill_null(""),
    ),
    message=_other_name,
)
def name_of_another(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The number on the card is one dealer's and the name is another's.

    Names are compared as people write them: without capitals and accents, last and first name in either order, an
    initial for a name, a letter wrong. A name that is less than half like the number's is another's; one in between is
    so only where it is the name of another dealer on the roster, and otherwise cannot be judged.

    ## Why it matters
    The down would be paid to somebody who did not deal it.

    ## What it cannot see
    Cards without names, numbers that are not on the roster (told there), and names too unclear to tell.
    """
    return facts.filter(~pl.col("name_agrees"))


@check(
    code="DC05",
    severity=Severity.PROCEDURE,
    grain=Grain.CARD,
    term="down_card.close",
    is_="total",
    needs=("total", "downs_known"),
    applies=lambda: pl.col("closed"),
    expected=lambda: pl.format("{} downs", pl.col("slots_signed")),
    actual=lambda: pl.format("a total of {}", pl.col("total")),
    message=lambda: say(
        "The down card of table {table} from {began} closes with a total of {total}; it holds {downs}.",
        began=half_hour("at"),
        downs=counted("slots_signed", "signed down"),
    ),
)
def total_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The total on the closing line is not the number of downs on the card.

    Every signed slot is a down, set-up and bagging too. Where two dealers signed for one slot it may count once or
    twice.

    ## Why it matters
    The total is what guards a card against lines that are added or lost later.

    ## What it cannot see
    Cards without a total (told as not closed), cards that run to the end of the gaming day, whose rest may lie in the
    next day's data, and cards that lack as many rows as the total is too high: these were lost on the way.
    """
    return facts.filter((pl.col("total") != pl.col("slots_signed")) & (pl.col("total") != pl.col("signed")))


def _not_closed() -> pl.Expr:
    began = half_hour("at")
    no_total = pl.col("total").is_null()
    return limbs(
        (
            ~pl.col("closed"),
            say("The down card of table {table} from {began} has no closing line; a total and initials were due.",
                began=began),
        ),
        (
            no_total & ~pl.col("initialled"),
            say("The down card of table {table} from {began} was closed with neither a total nor the floor's initials.",
                began=began),
        ),
        (no_total, say("The down card of table {table} from {began} was closed without a total.", began=began)),
        otherwise=say(
            "The down card of table {table} from {began} was closed without the floor's initials.", began=began
        ),
    )  # fmt: skip


@check(
    code="DC06",
    severity=Severity.PROCEDURE,
    grain=Grain.CARD,
    term="down_card.close",
    expected=lambda: pl.lit("total and initials"),
    actual=lambda: (
        pl.when(~pl.col("closed"))
        .then(pl.lit("no closing line"))
        .when(pl.col("total").is_null() & ~pl.col("initialled"))
        .then(pl.lit("neither"))
        .when(pl.col("total").is_null())
        .then(pl.lit("no total"))
        .otherwise(pl.lit("no initials"))
    ),
    cite=lambda: (
        pl.when(~pl.col("closed") | (pl.col("total").is_null() & ~pl.col("initialled")))
        .then(pl.lit("down_card.close=total|initials"))
        .when(pl.col("total").is_null())
        .then(pl.lit("down_card.close=total"))
        .otherwise(pl.lit("down_card.close=initials"))
    ),
    message=_not_closed,
)
def card_not_closed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The card was not closed: the closing line, the total or the floor's initials are missing.

    ## Why it matters
    On a card that is not closed a down can be added afterwards.

    ## What it cannot see
    Cards on which nobody signed. Of live action the documents say only that cards are signed (our reading: the same
    card, closed the same way).
    """
    return facts.filter(~pl.col("closed") | pl.col("total").is_null() | ~pl.col("initialled"))


def _nothing_dealt() -> pl.Expr:
    return limbs(
        (
            pl.col("elsewhere").is_not_null(),
            say(
                "The down card of table {table} bears the wrong table: no hand was dealt in {slots}, and its dealers "
                "dealt at table {elsewhere}.",
                slots=counted("card_slots", "signed slot", "signed slots"),
            ),
        ),
        otherwise=say(
            "{who} signed for the {slot} slot at table {table}, and no hand was dealt in it.",
            who=dealer_said(), slot=half_hour("slot_start"),
        ),
    )  # fmt: skip


@check(
    code="DC07",
    severity=Severity.PROCEDURE,
    grain=Grain.SIGNED,
    term="down_card.sign",
    is_=True,
    needs=("hands", "no_break"),
    expected=lambda: pl.lit("hands dealt"),
    actual=lambda: (
        pl.when(pl.col("elsewhere").is_not_null())
        .then(pl.format("none at any of the card's {} slots; its dealers dealt at {}", "card_slots", "elsewhere"))
        .otherwise(pl.lit("none"))
    ),
    message=_nothing_dealt,
)
def nothing_dealt(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A down was signed for in which no hand was dealt, and which was no set-up and no bagging.

    A hand counts where it began in the slot or was still going on. Where two dealers signed for one slot and the log
    names its dealers, each needs a hand. A card whose dealers all dealt at one other table, which has no card of its
    own, bears the wrong table's number: that is one finding, on its first slot, which names the other table.

    ## Why it matters
    A down that was not dealt would be paid.

    ## What it cannot see
    Tables without a log that day, and slots that a noted break covers.
    """
    return facts.filter((pl.col("hands") == 0) & pl.col("counts"))


_DURING = {
    "hand-for-hand": "during hand-for-hand play",
    "colour-up": "during the color-up",
    "bagging": "during bagging",
}


def _push() -> pl.Expr:
    when = pl.col("window").replace_strict(_DURING, default="in a closed window", return_dtype=pl.String)
    return limbs(
        (
            pl.col("window").is_in(["level", "break"]),
            say(
                "{who} was pushed in at table {table} at {pushed}, just before the {window} at {closes}; no push is "
                "allowed then.",
                who=dealer_said(), pushed=clock("at"), closes=clock("closed_to"),
            ),
        ),
        otherwise=say(
            "{who} was pushed in at table {table} at {pushed}, {when}; no push is allowed then.",
            who=dealer_said(), pushed=clock("at"), when=when,
        ),
    )  # fmt: skip


@check(
    code="DC08",
    severity=Severity.PROCEDURE,
    grain=Grain.PUSH,
    term="push.quiet_minutes",
    silent_ok=True,
    needs=("judged",),
    applies=lambda: pl.col("is_tournament"),
    cite=lambda: pl.col("rule"),
    expected=lambda: (
        pl.when(pl.col("window").is_in(["level", "break"]))
        .then(pl.format("no push before the {} at {}", "window", pl.col("closed_to").dt.strftime("%H:%M:%S")))
        .otherwise(pl.format("no push during {}", "window"))
    ),
    actual=lambda: pl.format("a push at {}", pl.col("at").dt.strftime("%H:%M:%S")),
    message=_push,
)
def push_not_allowed(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A dealer was pushed when no push is allowed.

    Not in the last two minutes before a level or a break, nor in hand-for-hand play, during a color-up, or once the
    bagging has begun. Pushes are known by their notes; at a table without any, by the log's dealers: then two hands of
    one window have to have two dealers. Where a document says "just before" and no number, two minutes are meant (our
    reading).

    ## Why it matters
    A push stops the table when the clock runs for the players, or when chips are counted.

    ## What it cannot see
    Tables whose log notes neither levels nor breaks nor the like. Live action has no such rule.
    """
    return facts.filter(pl.col("closed"))


@check(
    code="DC09",
    severity=Severity.PROCEDURE,
    grain=Grain.DEALT,
    term="down_card.sign",
    is_=True,
    needs=("log_agrees",),
    expected=lambda: pl.format("{} by the card", "card_says"),
    actual=lambda: pl.format("{} by the log", "log_dealer"),
    message=lambda: say(
        "The hand log of table {table} says that dealer {log_dealer} dealt the hand at {at_said}; the down card says "
        "{card_dealer}.",
        at_said=clock("at"),
        card_dealer=pl.col("card_says").fill_null("another"),
    ),
)
def dealers_disagree(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The dealer in the hand log is not the one on the down card.

    A push comes when a hand is over: hands within fifteen minutes of the turn of a slot may be the neighbor's, as long
    as the dealer of the slot had not begun, or had ended. Where a break, hand-for-hand, a color-up or the last minutes
    of a level held the push up, the minutes count from the end of that. A hand that straddles a push belongs to the
    dealer who began it. A number with unreadable digits agrees with every dealer it can be.

    ## Why it matters
    Nobody knows who answers for the hand, and one of the two is paid for it.

    ## What it cannot see
    Slots nobody signed, signatures of which nothing can be read, logs that do not name the dealer.
    """
    return facts.filter(~pl.col("log_agrees"))


@check(
    code="DC10",
    severity=Severity.PROCEDURE,
    grain=Grain.RUN,
    term="down_card.most_in_a_row",
    needs=("most",),
    expected=lambda: pl.format("at most {} downs in a row", "most"),
    actual=lambda: pl.format("{}", "downs"),
    message=lambda: say(
        "{who} had {downs} downs in a row, the last at table {table}; the house allows {most}.", who=dealer_said()
    ),
)
def no_break(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A dealer had more downs in a row than the house allows.

    Slots count wherever they were signed, set-up and bagging too. One finding a run, on the first slot too many.

    ## Why it matters
    A tired dealer makes mistakes, and the rotation was not kept.

    ## What it cannot see
    Rooms whose house file sets no `max_downs_in_a_row`, and signatures whose dealer is not sure.
    """
    return facts.filter(pl.col("downs") > pl.col("most"))
