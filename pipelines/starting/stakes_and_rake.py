"""Stakes and rake as a person says them (`1/3`, `10% to 5`), and as the house file writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from parsers.games import GAMES, Game
from parsers.nearest import did_you_mean
from parsers.vocabulary import STAKES
from pipelines.errors import InputError

Values = dict[str, Decimal]
_AMOUNT: Final = re.compile(r"\$?([0-9]{1,9}(?:\.[0-9]{1,2})?)")
_RAKE: Final = re.compile(
    r"\$?(?P<percent>[0-9]+(?:\.[0-9]+)?) ?%"
    r"(?: (?:up )?(?:to|cap) \$?(?P<cap>[0-9.]+))?(?: (?:in )?steps? (?:of )?\$?(?P<step>[0-9.]+))?"
)
_DROP: Final = re.compile(r"drop \$?(?P<drop>[0-9.]+)")
_TIME: Final = re.compile(r"time \$?(?P<rate>[0-9.]+)(?: ?/ ?(?P<minutes>[0-9]+))?")
RAKE_FORMS: Final = "10% to 5, drop 4, time 7/30 (a seat, each 30 minutes), or none"


def shape_of(game: str, betting: str | None) -> tuple[tuple[str, ...], str, str]:
    """(the stakes in the order in which they are said, an example, what they are called) of a game."""
    known = GAMES[game]
    if known.family == "house-banked":
        return ("ante",), "10", "the smallest ante"
    if known.family == "chinese" and not known.betting:
        return ("point",), "10", "what one point is worth"
    if known.opener == "bring-in":
        return ("ante", "bring_in", "small_bet", "big_bet"), "1/2/5/10", "ante, bring-in, lower limit, upper limit"
    if betting in ("fl", "spread"):
        return ("sb", "bb", "small_bet", "big_bet"), "2/4/4/8", "small blind, big blind, lower limit, upper limit"
    return ("sb", "bb"), "1/3", "small blind and big blind"


def stakes_of(text: str, game: str, betting: str | None) -> Values:
    """`1/3`, or `sb=1,bb=3,chip=1`. InputError where it is neither."""
    names, example, called = shape_of(game, betting)
    if "=" in text:
        return _named(text)
    parts = [part.strip() for part in text.split("/")]
    if len(parts) == 2 and names == ("sb", "bb", "small_bet", "big_bet"):
        # a limit game goes by its bets: $4/$8 has blinds of 2 and 4
        small, big = (_amount(part, example) for part in parts)
        return {"sb": _half(small), "bb": small, "small_bet": small, "big_bet": big}
    if len(parts) != len(names):
        raise InputError(f"{text!r} is not {called}; write them like {example}, or by name like {names[0]}=1")
    return {name: _amount(part, example) for name, part in zip(names, parts, strict=True)}


def _half(amount: Decimal) -> Decimal:
    """Half of it, in whole units where it has whole units: the small blind of $5/$10 is 2."""
    return max(Decimal(int(amount) // 2), Decimal(1)) if amount == int(amount) else amount / 2


def _named(text: str) -> Values:
    found: Values = {}
    for part in text.split(","):
        name, _, amount = (piece.strip() for piece in part.partition("="))
        if name not in STAKES:
            raise InputError(f"{name!r} is no stake; {did_you_mean(name, STAKES)}there are {', '.join(STAKES)}")
        found[name] = _amount(amount, "3")
    return found


def _amount(text: str, example: str) -> Decimal:
    match = _AMOUNT.fullmatch(text)
    if match is None or not Decimal(match[1]):
        raise InputError(f"{text!r} is no amount above 0; write stakes like {example}")
    return Decimal(match[1])


def rake_of(text: str, game: str) -> dict[str, str]:
    """The keys of a placard (`rake`, `time`) as the house file writes them; none where the house takes nothing."""
    said = " ".join(text.lower().split())
    if said in ("none", "no", "0"):
        return {"rake": "{ drop = 0 }"}
    try:
        if match := _RAKE.fullmatch(said):
            parts = [f"percent = {plain(Decimal(match['percent']))}", f"step = {plain(Decimal(match['step'] or 1))}"]
            parts += [f"cap = {plain(Decimal(match['cap']))}"] if match["cap"] else []
            parts += ["no_flop_no_drop = true"] if _has_flop(GAMES[game]) else []
            return {"rake": f"{{ {', '.join(parts)} }}"}
        if match := _DROP.fullmatch(said):
            return {"rake": f"{{ drop = {plain(Decimal(match['drop']))} }}"}
        if match := _TIME.fullmatch(said):
            rate, minutes = plain(Decimal(match["rate"])), match["minutes"] or 30
            return {"time": f'{{ rate = {rate}, minutes = {minutes}, style = "seat" }}'}
    except ArithmeticError:
        pass  # two points in a number: the same advice
    raise InputError(f"{text!r} is no rake that is asked for here; write {RAKE_FORMS}")


def _has_flop(game: Game) -> bool:
    return game.board_cards > 0


def plain(amount: Decimal) -> str:
    """An amount as a person writes it: `3`, `0.50`."""
    return str(int(amount)) if amount == int(amount) else f"{amount:.2f}"


def table_text(values: Values, order: Sequence[str] = STAKES) -> str:
    """An inline table of TOML."""
    return "{ " + ", ".join(f"{name} = {plain(values[name])}" for name in order if name in values) + " }"
