"""CD05: a street of the board that was taken back, and dealt again otherwise than the rulebook says."""

from functools import cache

import polars as pl

from checks import facts as film
from checks.model import Severity, check
from checks.replay.layout import PutRight
from checks.replay.put_right import FIVE_CARD_FLOP
from checks.rules.hands import replayed_game
from checks.wording import by_code, say

_TEXTS = {
    PutRight.RESHUFFLED: "the cards shuffled into the stub and the street dealt from it",
    PutRight.NEXT_CARD: "the next card in its place",
    PutRight.WITH_OTHER: "other cards shuffled in too",
    PutRight.NO_BURN: "no burn behind the reshuffle",
    PutRight.BURNED: "a burn",
}
_DONE = {
    PutRight.RESHUFFLED: "its cards were shuffled into the stub and it was dealt from there",
    PutRight.NEXT_CARD: "the next card was dealt in its place",
    PutRight.WITH_OTHER: "other cards were shuffled into the stub too",
    PutRight.NO_BURN: "no card was burned",
    PutRight.BURNED: "a card was burned again",
}
_DUE = {
    PutRight.RESHUFFLED: "its cards alone had to be shuffled into the stub, and the street dealt from there",
    PutRight.NEXT_CARD: "the next card had to take its place",
    PutRight.NO_BURN: "no card is burned after the reshuffle",
    PutRight.BURNED: "a card had to be burned",
}
_TAKEN_BACK = {1: "the flop", 2: "the turn", 3: "the river", FIVE_CARD_FLOP: "a flop of five cards"}
_STREETS = {1: "premature.flop", 2: "premature.turn", 3: "premature.river", FIVE_CARD_FLOP: "flop.five_cards"}


@cache
def _text(column: str) -> pl.Expr:
    """What is done with a street that was taken back, in words."""
    texts = {int(what): text for what, text in _TEXTS.items()}
    return pl.col(column).replace_strict(texts, default=None, return_dtype=pl.String)


@cache
def _rule() -> pl.Expr:
    """The key that says how the street is dealt again."""
    of_street = pl.col("put_right_street").replace_strict(_STREETS, default=None, return_dtype=pl.String)
    burned = pl.col("put_right_done") == int(PutRight.BURNED)
    return pl.when(burned).then(pl.lit("premature.burn_again=no")).otherwise(of_street)


def _put_right() -> pl.Expr:
    return say(
        "After {street} was taken back, {done}; {due}.",
        street=by_code("put_right_street", _TAKEN_BACK, "a street"),
        done=by_code("put_right_done", _DONE, "it was dealt again another way"),
        due=by_code("put_right_due", _DUE, "the rulebook has it dealt otherwise"),
    )


@check(
    code="CD05",
    limb=True,
    severity=Severity.ERROR,
    term="action.premature_card_plays",
    is_=False,
    applies=lambda: replayed_game() & ~pl.col("called_off"),
    film=film.Grain.HAND,
    expected=lambda: _text("put_right_due"),
    actual=lambda: _text("put_right_done"),
    event="put_right_event",
    cite=_rule,
    message=_put_right,
)
def put_right_otherwise(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A street that came too early, or a flop of five, was put right otherwise than the rulebook says."""
    return facts.filter(pl.col("put_right_event").is_not_null())
