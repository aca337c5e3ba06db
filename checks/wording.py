"""How a finding says things: money and chips, seats, cards, streets and times in a whole sentence.

Everything that is said of a hand goes through here, so that an amount, a card or a time reads the same in every
message. Players are said by their seats: a message is kept as it is, and a name in it could not be masked.

`say` fills a template with columns. A name that ends in `_cents` is money, or in a tournament chips; every other
column is said as it is, or by the words that are given for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import polars as pl

from parsers.vocabulary import CARD_TEXTS, JOKER

# Columns that every finding has beside those of its frame, so that its sentence can be said.
TOURNAMENT: Final = "said:tournament"  # its amounts are chips
ZONE: Final = "said:zone"  # the time zone of its room; null where the house file does not have the room
STREET: Final = "said:street"  # the street of its event by the name that its game has for it; null without an event
SAID: Final = (TOURNAMENT, ZONE, STREET)

_PLACES = re.compile(r"{(\w+)}")
_CENTS: Final = "_cents"

_RANKS: Final = dict(
    zip("23456789TJQKA",
        ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True)
)  # fmt: skip
_SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CARDS: Final = {
    code: "joker" if code == JOKER else f"{_RANKS[text[0]]} of {_SUITS[text[1]]}"
    for code, text in enumerate(CARD_TEXTS)
}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# What a street is called as a thing that is dealt, and the time in which it is played.
STREETS: Final = {
    "preflop": ("the deal", "before the flop"),
    "flop": ("the flop", "on the flop"),
    "turn": ("the turn", "on the turn"),
    "river": ("the river", "on the river"),
    **{name: (f"{name} street", f"on {name} street") for name in ORDINALS[1:7]},
    "deal": ("the deal", "before the draw"),
    **{f"draw{n}": (f"the {ORDINALS[n - 1]} draw", f"after the {ORDINALS[n - 1]} draw") for n in range(1, 4)},
    "showdown": ("the showdown", "at the showdown"),
}


# -- words of one value ------------------------------------------------------------------------------------------------


def money(cents: int, signed: bool = False) -> str:
    """Cents as dollars: `$1,234`, `$0.50`, `−$3`; with `signed`, a plus sign too."""
    whole, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else "+" if signed and cents > 0 else ""
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def chips(cents: int, signed: bool = False) -> str:
    """A tournament's chips, which are no money: `12,500 chips`, `1 chip`."""
    return f"{money(cents, signed).replace('$', '')} {'chip' if abs(cents) == 100 else 'chips'}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """A number of things: `1 card`, `1,200 cards`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def lasted(seconds: int) -> str:
    """A time span as a person says it: `7 seconds`, `4 hours and 10 minutes`."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if seconds < 60:
        return plural(seconds, "second")
    parts = [plural(hours, "hour")] if hours else []
    parts += [plural(minutes, "minute")] if minutes else []
    parts += [plural(rest, "second")] if rest and not (hours and minutes) else []
    return " and ".join(parts)


BETTING: Final = {"nl": "no-limit", "pl": "pot-limit", "fl": "limit", "spread": "spread-limit"}
_STAKES: Final = {
    "sb": "a small blind", "bb": "a big blind", "ante": "an ante", "bring_in": "a bring-in", "small_bet": "a small bet",
    "big_bet": "a big bet", "straddle": "a straddle", "kill": "a kill", "point": "a point",
}  # fmt: skip


def stakes(cents: Mapping[str, int], betting: str | None) -> str:
    """The stakes of a live game: `$1/$3 no-limit`, `$8/$16 limit with a small blind of $4 and a big blind of $8`."""
    pairs = (("small_bet", "big_bet"), ("sb", "bb"))
    pair = next((two for two in pairs if all(name in cents for name in two)), ())
    game = ["/".join(money(cents[name]) for name in pair)] if pair else []
    game += [BETTING[betting]] if betting else []
    rest = [f"{_STAKES[name]} of {money(value)}" for name, value in cents.items() if name not in pair]
    listed = " and ".join(filter(None, (", ".join(rest[:-1]), *rest[-1:])))
    return " with ".join(filter(None, (" ".join(game), listed)))


# -- words of a column -------------------------------------------------------------------------------------------------


def say(template: str, **words: pl.Expr) -> pl.Expr:
    """A sentence with its places filled: by the words given for a place, else by the column of that name."""
    places = [words[name] if name in words else _said(name) for name in _PLACES.findall(template)]
    return pl.format(_PLACES.sub("{}", template), *places) if places else pl.lit(template)


def limbs(*said: tuple[pl.Expr, pl.Expr], otherwise: pl.Expr) -> pl.Expr:
    """One sentence for each kind of fault: the first whose condition holds. What is not known does not hold."""
    chosen = otherwise
    for condition, sentence in reversed(said):
        chosen = pl.when(condition.fill_null(False)).then(sentence).otherwise(chosen)
    return chosen


def by_code(column: str, sentences: Mapping[Any, str | pl.Expr], otherwise: str | pl.Expr) -> pl.Expr:
    """One sentence for each code of a column."""

    def said(sentence: str | pl.Expr) -> pl.Expr:
        return say(sentence) if isinstance(sentence, str) else sentence

    return limbs(
        *((pl.col(column) == int(code), said(sentence)) for code, sentence in sentences.items()),
        otherwise=said(otherwise),
    )


def places_of(template: str) -> list[str]:
    """The names of the columns and words that a template is filled with."""
    return _PLACES.findall(template)


def amount(cents: str | pl.Expr) -> pl.Expr:
    """Money, or in a tournament chips: $1,256, 1,200 chips."""
    return _of_each(cents, lambda value, of_chips: chips(value) if of_chips else money(value))


def amount_was(cents: str | pl.Expr) -> pl.Expr:
    """An amount with the verb that goes with it: $25 was, 200 chips were."""

    def words(value: int, of_chips: bool) -> str:
        return f"{chips(value)} {'was' if value == 100 else 'were'}" if of_chips else f"{money(value)} was"

    return _of_each(cents, words)


def amount_or_nothing(cents: str | pl.Expr) -> pl.Expr:
    """An amount, or the word for none."""

    def words(value: int, of_chips: bool) -> str:
        return "nothing" if value == 0 else chips(value) if of_chips else money(value)

    return _of_each(cents, words)


def pot(cents: str | pl.Expr) -> pl.Expr:
    """A pot by what it holds: a $49 pot, an $84 pot."""

    def words(value: int, of_chips: bool) -> str:
        if of_chips:
            return f"a pot of {chips(value)}"
        said = money(value)
        spoken = said.removeprefix("$").split(".")[0]
        is_an = spoken[0] == "8" or spoken.split(",")[0] in ("11", "18")
        return f"{'an' if is_an else 'a'} {said} pot"

    return _of_each(cents, words)


def level(small: str, big: str) -> pl.Expr:
    """Two blinds or bets as a game is called by them: $8/$16, in a tournament 100/200; or the one that is known."""
    both = pl.struct(pl.col(small).cast(pl.Int64).alias("small"), pl.col(big).cast(pl.Int64).alias("big"))

    def words(pair: dict[str, int | None], of_chips: bool) -> str | None:
        known = [money(cents) for cents in (pair["small"], pair["big"]) if cents is not None and cents > 0]
        called = "/".join(known)
        return (called.replace("$", "") if of_chips else called) or None

    return _of_each(both, words)


def counted(number: str | pl.Expr, one: str, many: str | None = None, none: str | None = None) -> pl.Expr:
    """A number of things: 1 card, 3 cards; for none of them "no cards", or other words."""
    nothing = none or f"no {many or one + 's'}"
    return _of_each(number, lambda value, _: nothing if value == 0 else plural(value, one, many))


def count_was(number: str | pl.Expr, one: str = "") -> pl.Expr:
    """A count with the verb that goes with it: 1 was, 2 were, none was; of a thing 1 hand was, 3 hands were."""

    def words(value: int, _: bool) -> str:
        things = plural(value, one) if one and value else f"no {one}" if one else str(value or "none")
        return f"{things} {'was' if value in (0, 1) else 'were'}"

    return _of_each(number, words)


def duration(seconds: str | pl.Expr) -> pl.Expr:
    """A time span: 4 hours and 10 minutes."""
    return _of_each(seconds, lambda value, _: lasted(value))


def percent(hundredths: str | pl.Expr) -> pl.Expr:
    """Hundredths of a percent: 10 %, 2.5 %."""
    return _of_each(hundredths, lambda value, _: f"{value / 100:g} %")


def ordinal(number: str | pl.Expr) -> pl.Expr:
    """A place in a row, from 1: fifth."""
    return _of_each(number, lambda value, _: ORDINALS[value - 1] if 0 < value <= len(ORDINALS) else f"number {value}")


def card(code: str) -> pl.Expr:
    """A card by its number: ace of spades."""
    return pl.col(code).replace_strict(CARDS, default=None, return_dtype=pl.String)


def street(name: str) -> pl.Expr:
    """A column of streets as things that are dealt: the flop, fourth street, the first draw."""
    return _street_words(pl.col(name), 0).fill_null("these cards")


def on_street() -> pl.Expr:
    """When the event of the finding was, with a space before it: ` on the turn`; nothing where nobody can say."""
    return pl.concat_str(pl.lit(" "), _street_words(pl.col(STREET), 1)).fill_null("")


def clock(moment: str) -> pl.Expr:
    """A moment on the room's clock: 14:05:09. Where the house file does not have the room it is UTC, and says so."""
    return _on_the_clock(moment, "%H:%M:%S")


def half_hour(moment: str) -> pl.Expr:
    """When a slot begins, on the room's clock: 14:30."""
    return _on_the_clock(moment, "%H:%M")


@cache
def _on_the_clock(moment: str, form: str) -> pl.Expr:
    def told(columns: Sequence[pl.Series]) -> pl.Series:
        frame = pl.DataFrame({"at": columns[0], "zone": columns[1]})
        words = pl.when(pl.col("zone").is_null()).then(pl.col("at").dt.strftime(f"{form} UTC"))
        for zone in columns[1].unique().drop_nulls().sort():
            local = pl.col("at").dt.convert_time_zone(zone).dt.strftime(form)
            words = words.when(pl.col("zone") == zone).then(local)  # type: ignore[assignment]
        return frame.select(words.cast(pl.String).alias("said")).to_series()

    return pl.map_batches([pl.col(moment), pl.col(ZONE)], told, return_dtype=pl.String)


def _street_words(name: pl.Expr, which: int) -> pl.Expr:
    words = {street: names[which] for street, names in STREETS.items()}
    return name.replace_strict(words, default=None, return_dtype=pl.String)


def _said(column: str) -> pl.Expr:
    """A column as a sentence says it."""
    return amount(column) if column.endswith(_CENTS) else pl.col(column)


def _of_each(value: str | pl.Expr, words: Callable[[Any, bool], str | None]) -> pl.Expr:
    """A text for each value of a column, by the value and whether it is of a tournament; null where there is none.

    Findings are few: a plain function says each, the same that pages and commands say amounts by.
    """
    column = pl.col(value) if isinstance(value, str) else value

    def told(columns: Sequence[pl.Series]) -> pl.Series:
        pairs = zip(columns[0].to_list(), columns[1].to_list(), strict=True)
        texts = [None if one is None else words(one, bool(yes)) for one, yes in pairs]
        return pl.Series(texts, dtype=pl.String)

    return pl.map_batches([column, pl.col(TOURNAMENT)], told, return_dtype=pl.String)
