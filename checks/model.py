"""A check: one code, one wrong, one documented function; and the catalogue that holds them all.

A check reads a frame of facts and keeps the rows in which the wrong was done. What it needs to speak at all, it
declares: columns that must not be null (`needs`), a term that must be in force (`term`), and the rows it is about
(`applies`). Rows it is about but cannot judge are *not evaluable*, which is not *passed*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from inspect import cleandoc, unwrap
from types import CodeType, FunctionType
from typing import Any, TypedDict, Unpack

import polars as pl

from checks import facts, frames, wording
from checks.frames import Grain as Grain
from checks.law.keys import ANY, TERM_KEYS

Judge = Callable[[pl.LazyFrame], pl.LazyFrame]
Sentence = Callable[[], pl.Expr]


class Severity(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"  # money or cards wrong
    PROCEDURE = "procedure"  # a duty not done
    NOTICE = "notice"  # worth a look


def always() -> pl.Expr:
    """Every row."""
    return pl.lit(True)


@cache
def money(cents: str) -> pl.Expr:
    """A column of cents as the short text of a finding: 4.00."""
    value = pl.col(cents)
    sign = pl.when(value < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    rest = value.abs()
    return pl.concat_str(sign, (rest // 100).cast(pl.String), pl.lit("."), (rest % 100).cast(pl.String).str.zfill(2))


@cache
def seat_text(seat: str) -> pl.Expr:
    """A seat as the log writes it, s4; nobody for 0."""
    value = pl.col(seat)
    return pl.when(value > 0).then(pl.concat_str(pl.lit("s"), value.cast(pl.String))).otherwise(pl.lit("nobody"))


class Said(TypedDict, total=False):
    """What a check may say of itself beside its code, its weight and its sentence."""

    grain: Grain  # what one row is that the check reads
    term: (
        str | None
    )  # the key of the rulebooks whose citation a finding quotes; not evaluable where nobody speaks on it
    is_: Any  # what that key has to say: yes or no, or one word; where it says anything else the check is not about it
    silent_ok: bool  # arithmetic: it judges where no document speaks, too
    needs: tuple[str, ...]  # columns of the frame that have to be known; where one is null the row is not evaluable
    applies: Callable[[], pl.Expr]  # the rows it is about
    film: facts.Grain  # the grain of the film that its judge reads, each row with the facts of its hand
    expected: Callable[[], pl.Expr]
    actual: Callable[[], pl.Expr]
    amount: Callable[[], pl.Expr]
    event: str | None  # the columns of the event, the seat and the street: of the frame, the film or the judge's making
    seat: str | None
    street: str | None
    paid_by: Callable[[], pl.Expr] | None
    paid_to: Callable[[], pl.Expr] | None
    cite: Callable[[], pl.Expr] | None  # the keys to quote, where the kinds of one wrong stand in different rules
    limb: bool  # tells of a wrong under the code of another check, from a frame which that check does not read
    counted: bool  # coverage counts its rows; a limb says so where they are none that the check could judge itself


@dataclass(frozen=True, eq=False, kw_only=True)
class Check:
    """A check and all that is said of it."""

    code: str
    severity: Severity
    message: Sentence
    judge: Judge
    doc: str
    grain: Grain = Grain.HAND
    term: str | None = None
    is_: Any = None
    silent_ok: bool = False
    needs: tuple[str, ...] = ()
    applies: Callable[[], pl.Expr] = always
    film: facts.Grain = facts.Grain.FACTS
    expected: Callable[[], pl.Expr] = lambda: money("due_cents")
    actual: Callable[[], pl.Expr] = lambda: money("done_cents")
    amount: Callable[[], pl.Expr] = lambda: pl.lit(0)
    event: str | None = None
    seat: str | None = None
    street: str | None = None
    paid_by: Callable[[], pl.Expr] | None = None
    paid_to: Callable[[], pl.Expr] | None = None
    cite: Callable[[], pl.Expr] | None = None
    limb: bool = False
    counted: bool = True

    @property
    def family(self) -> str:
        """The letters of the code."""
        return self.code[:2]

    @property
    def title(self) -> str:
        """The first line of the documentation, without its full stop."""
        return self.doc.splitlines()[0].rstrip(".")


CHECKS: dict[str, Check] = {}
LIMBS: list[Check] = []  # what else is told under the code of a check, from another frame
RULES = "checks.rules"  # where checks live


def check(*, code: str, severity: Severity, message: str | Sentence, **said: Unpack[Said]) -> Callable[[Judge], Judge]:
    """Registers a check under its code; `Said` lists what else it may say, `Check` what holds where it says nothing.

    `message` is the sentence of a finding: a template with columns in its places (`checks/wording.py`), or a function
    that gives one sentence for each kind of fault (`limbs`). It may name columns of the frame, of the film and of the
    judge's own making, and the terms in force.

    With `film`, the judge reads the film at that grain, each row with the facts of its hand and the terms in force;
    otherwise it reads the rows of its own grain. `street` is a column with the street of the event, for checks that no
    longer have the events at hand.

    Where the kinds of one wrong stand in different rules, `cite` names the key for each row, or several with spaces
    between them, the first that is in force counting; `term` is quoted where nobody speaks on any, unless a dash stands
    at their end. A key of yes or no has to say yes to be quoted, `key=no` has to say no, `key=word|other` has to name
    one of the words; one that says something else gives no finding.

    Every name in `needs` has to be a column of the frame of `grain` (`checks/frames.py`).
    """

    def register(judge: Judge) -> Judge:
        limb = said.get("limb", False)
        if code in CHECKS and not limb:
            raise ValueError(f"{code} is registered twice; give the second check a code of its own")
        if not judge.__doc__:
            raise ValueError(f"{code} has no docstring; its docstring is its reference page")
        needed = _needed_value(code, said.get("term"), said.get("is_"))
        sentence = cache(partial(wording.say, message) if isinstance(message, str) else message)
        declared: Said = {"counted": not limb, **said, "is_": needed}
        made = Check(
            code=code, severity=severity, message=sentence, judge=judge, doc=cleandoc(judge.__doc__), **declared
        )
        _refuse_unknown_columns(made, wording.places_of(message) if isinstance(message, str) else [])
        if limb:
            LIMBS.append(made)
        else:
            CHECKS[code] = made
        return judge

    return register


def _needed_value(code: str, term: str | None, is_: Any) -> Any:
    """What a term has to say, checked: a check may not hang on the mere existence of a yes or no."""
    if term is None:
        return ANY
    key = TERM_KEYS.get(term)
    if key is None:
        raise ValueError(f"{code} hangs on {term}, which is no key of the law{facts.nearest(term, tuple(TERM_KEYS))}")
    if key.unit == "yes" and is_ is None:
        raise ValueError(f"{code} hangs on {term} and does not say whether it has to say yes or no; write is_=True")
    if key.unit in ("word", "words") and is_ not in (None, ANY, *key.choices):
        raise ValueError(f"{code} needs {term} to be {is_}, which it never is{facts.nearest(str(is_), key.choices)}")
    return ANY if is_ is None else is_


def _refuse_unknown_columns(made: Check, places: list[str]) -> None:
    """Raises where a check names a column that nothing it reads has, and says which it may have meant."""
    frames.refuse_unknown_needs(made.code, made.grain, made.needs)
    of_film = () if made.film is facts.Grain.FACTS else facts.names_of(made.film)
    names = (*frames.names_of(made.grain), *of_film)
    said = [("message", place) for place in places]
    for what, name in (("event", made.event), ("seat", made.seat), ("street", made.street), *said):
        if name is None or name in names or name in _words_of(made.judge):
            continue
        raise ValueError(
            f"{made.code} takes its {what} from {name}, which neither its frame nor its film has and its judge does "
            f"not make{facts.nearest(name, names)}"
        )


def _words_of(judge: Callable[..., object]) -> frozenset[str]:
    """Every name and text in the code of a judge and of the functions it calls: what columns it makes is among them."""
    words: set[str] = set()
    seen: set[CodeType] = set()
    waiting = [judge]
    while waiting:
        function = unwrap(waiting.pop())
        codes = [function.__code__] if isinstance(function, FunctionType) else []
        while codes:
            code = codes.pop()
            if code in seen:
                continue
            seen.add(code)
            for value in code.co_consts:
                codes += [value] if isinstance(value, CodeType) else []
                words.update(one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))
            called = (function.__globals__.get(name) for name in code.co_names)
            waiting += [one for one in called if str(getattr(one, "__module__", "")).startswith(RULES)]
    return frozenset(words)
