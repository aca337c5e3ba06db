"""Runs the checks of a grain over its frames: findings, and how much of them could be judged.

Three verdicts a row: violated, passed, not evaluable. A row counts for a check only where the check is about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

import numpy as np
import numpy.typing as npt
import polars as pl

from checks import wording
from checks.coverage import Coverage
from checks.facts import Grain
from checks.law.in_force import OPPOSITE, READ_BY_CHECKS, SAYS_OTHERWISE, SAYS_SO, Law, says, term
from checks.law.terms import TermValue
from checks.model import Check
from checks.replay.dealing import STREET_NAMES
from checks.replay.walk import SHOWDOWN
from parsers.games import GAMES

PENDING_ROWS = 50_000  # suspect rows are judged in lots of about so many, so that few lots are spelled out

# A few rows of many columns: to look for a better plan takes longer than any plan.
PLAIN = pl.QueryOptFlags.none()

# Names and places of some rows of a frame; columns that start with NAME.
Naming = Callable[[npt.NDArray[np.int64]], pl.DataFrame]
NAME = "name:"
STREET = f"{NAME}street"  # the street of every event of a row
STREETS = f"{NAME}streets"  # or the streets of its hand's events, by their numbers

_STREETS = {
    number * STREET_NAMES + place: street.name
    for number, game in enumerate(GAMES.values())
    for place, street in enumerate(game.streets)
}


def street_name(event: pl.Expr) -> pl.Expr:
    """The street of an event by the name that its game has for it."""
    number = pl.col(STREETS).list.get(event.cast(pl.Int64), null_on_oob=True).cast(pl.Int64)
    own = pl.col("is_stud") | pl.col("by_lots") | (pl.col("is_draw") & ~pl.col("has_flop"))
    game = pl.when(own).then("game_no").otherwise(pl.lit(0))
    of_game = (game * STREET_NAMES + number).replace_strict(_STREETS, default=None, return_dtype=pl.String)
    return pl.when(number == SHOWDOWN).then(pl.lit("showdown")).otherwise(of_game)


class Judgment:
    """The checks of one grain: takes frames in, gives findings when all are in.

    A frame has a column `terms`; rows of the film refer to its rows by `hand_row`. What a frame shows to be suspect is
    kept, with its names, until there is enough of it to be worth the spelling out.
    """

    def __init__(self, checks: Iterable[Check], law: Law, coverage: Coverage) -> None:
        self._checks = list(checks)
        self._told, self._asked = _questions(tuple(self._checks))
        ruled = {check.code for check in self._checks if check.term and not check.silent_ok}
        self._ruled = sorted({judged for code, _, judged in self._asked if code in ruled})
        self.rows_by_rule = 0  # rows of which a rule in force could be asked, by one check at least
        self._law = law
        self._coverage = coverage
        self._violated: dict[Check, list[pl.DataFrame]] = {}  # of checks that read every row
        self._film: dict[Grain, list[pl.DataFrame]] = {}  # by grain, of checks that read the film
        self._pending = 0
        self._findings: list[pl.DataFrame] = []

    def add(
        self, frame: pl.DataFrame, named: Naming, keys: pl.DataFrame, film: dict[Grain, pl.DataFrame] | None = None
    ) -> None:
        """Takes a frame in. `keys` has room, table and gaming day of every row, or numbers that stand for them."""
        frame = _with_law(frame, self._checks, self._law).with_columns(row=pl.int_range(pl.len(), dtype=pl.Int64))
        told = frame.select(self._told)
        self._coverage.add(keys, told, self._asked)
        self.rows_by_rule += int(told.select(pl.any_horizontal(self._ruled).sum()).item()) if self._ruled else 0
        # Few rows of many columns: first which they are, from the columns that tell it; then all of them at once.
        read = {check.film for check in self._checks}
        suspect = {check: self._suspect(check, frame) for check in self._checks if check.film is Grain.FACTS}
        shots = {grain: rows for grain, rows in (film or {}).items() if grain in read and not rows.is_empty()}
        lots = [rows for rows in suspect.values() if len(rows)]
        lots += [rows["hand_row"].to_numpy() for rows in shots.values()]
        if lots:
            facts = frame[np.concatenate(lots)]
            names = compact(named(np.concatenate(lots)))
            at = 0
            for check, rows in suspect.items():
                if len(rows):
                    some = facts[at : at + len(rows)].hstack(names[at : at + len(rows)])
                    self._violated.setdefault(check, []).append(check.judge(some.lazy()).collect(optimizations=PLAIN))
                    at += len(rows)
            for grain, shot in shots.items():
                some = facts[at : at + len(shot)].hstack(names[at : at + len(shot)])
                self._film.setdefault(grain, []).append(shot.hstack(some.drop("hand_row", strict=False)))
                at += len(shot)
            self._pending += at
        if self._pending > PENDING_ROWS:
            self._decide()

    def _suspect(self, check: Check, frame: pl.DataFrame) -> npt.NDArray[np.int64]:
        """The rows of a frame that violate a check."""
        rows = check.judge(frame.lazy().filter(_judged(check))).select("row").collect()["row"]
        return rows.to_numpy()

    def findings(self) -> list[pl.DataFrame]:
        """Everything found so far, spelled out, in lots."""
        self._decide()
        return self._findings

    def _reading(self, grain: Grain) -> list[Check]:
        """The checks that read the film at a grain."""
        return [check for check in self._checks if check.film is grain]

    def _decide(self) -> None:
        """Judges what waits and spells the findings out."""
        shots = {grain: self._law.with_terms(pl.concat(rows)) for grain, rows in self._film.items()}
        can_judge = {
            grain: shot.select(_judged(check).fill_null(False).alias(_name(check)) for check in self._reading(grain))
            for grain, shot in shots.items()
        }
        for check in self._checks:
            if check.film is Grain.FACTS:
                waiting = self._violated.get(check, [])
                violated = pl.concat(waiting) if waiting else None
            elif check.film in shots:
                violated = _judged_rows(check, shots[check.film], can_judge[check.film][_name(check)])
            else:
                violated = None
            if violated is not None and not violated.is_empty():
                self._findings.append(_findings(check, violated, self._law))
        self._film, self._violated, self._pending = {}, {}, 0


def _name(check: Check) -> str:
    """A name that no other check has: what else is told under a code stands apart from it."""
    return f"{check.code} {check.judge.__name__}"


def _judged_rows(check: Check, shot: pl.DataFrame, can_judge: pl.Series) -> pl.DataFrame | None:
    """The rows of a film that violate a check, of those that it can judge; None where it can judge none."""
    many = can_judge.sum()
    if not many:
        return None
    rows = shot if many == len(shot) else shot.filter(can_judge)
    return check.judge(rows.lazy()).collect(optimizations=PLAIN)


def compact(rows: pl.DataFrame) -> pl.DataFrame:
    """A few rows with texts of their own: as they were picked they hold on to all texts of the frame they came from."""
    return pl.DataFrame(pl.from_arrow(rows.to_arrow(compat_level=pl.CompatLevel.oldest())))


@cache
def _questions(checks: tuple[Check, ...]) -> tuple[list[pl.Expr], list[tuple[str, str, str]]]:
    """(what the checks are about and can judge, a column each; each check's code and its two columns).

    Checks that ask the same share a column.
    """
    columns: dict[str, pl.Expr] = {}
    asked = []
    for check in checks:
        if not check.counted:
            continue  # a limb: the check whose code it has is counted
        names = []
        for expression in (_about(check), _judged(check)):
            names.append(expression.meta.serialize(format="json"))
            columns[names[-1]] = expression.fill_null(False).alias(names[-1])
        asked.append((check.code, names[0], names[1]))
    return list(columns.values()), asked


def _about(check: Check) -> pl.Expr:
    """The rows a check is about: not those at which the rule it hangs on says the opposite."""
    if check.term and not check.silent_ok:
        return check.applies() & (pl.col(_law_column(check)) != SAYS_OTHERWISE)
    return check.applies()


@cache
def _judged(check: Check) -> pl.Expr:
    """The rows a check can judge: what it is about, with the evidence it needs and a rule that says so."""
    evaluable = [pl.col(name).is_not_null() for name in check.needs]
    if check.term and not check.silent_ok:
        evaluable.append(pl.col(_law_column(check)) == SAYS_SO)
    return check.applies() & pl.all_horizontal(evaluable) if evaluable else check.applies()


def _law_column(check: Check) -> str:
    """The column that tells whether the law says what a check needs."""
    return f"law:{check.term}={check.is_}"


def _with_law(frame: pl.DataFrame, checks: list[Check], law: Law) -> pl.DataFrame:
    terms = frame["terms"].to_numpy()
    needed = {_law_column(check): check for check in checks if check.term and not check.silent_ok}
    # What governs changes rarely from one row to the next.
    starts = np.flatnonzero(np.append(True, terms[1:] != terms[:-1])) if len(terms) else np.zeros(0, np.int64)
    lengths = np.diff(np.append(starts, len(terms)))
    governs = terms[starts]
    none = np.zeros(0, np.int8)
    return frame.with_columns(
        pl.Series(name, np.repeat(law.says(check.term or "", check.is_)[governs] if len(governs) else none, lengths))
        for name, check in sorted(needed.items())
    )


def _findings(check: Check, violated: pl.DataFrame, law: Law) -> pl.DataFrame:
    """Spells the violated rows out, with the rule in force and the names that came with them."""
    violated = violated.rechunk()  # in pieces, a list's entry by another column's number is out of bounds in polars
    nothing = pl.lit(None)
    names = [name for name in violated.columns if name.startswith(NAME) and name not in (STREET, STREETS)]
    keys = violated.select("terms", key=check.cite())["key"].to_list() if check.cite else [None] * len(violated)
    speaks = cache(partial(_citation, law, check))  # few rules are behind many findings
    cites = [speaks(number, key) for number, key in zip(violated["terms"].to_list(), keys, strict=True)]
    if any(cite is OPPOSITE for cite in cites):
        violated = violated.filter(pl.Series([cite is not OPPOSITE for cite in cites]))
        cites = [cite for cite in cites if cite is not OPPOSITE]
    seat = (pl.col(check.seat) if check.seat else nothing).cast(pl.Int8)
    event = (pl.col(check.event) if check.event else nothing).cast(pl.Int32)
    told = [pl.col(check.street)] if check.street else []
    told += [street_name(event)] if STREETS in violated.columns else []
    told += [pl.col(STREET)] if STREET in violated.columns else []
    street = pl.when(event.is_not_null()).then(pl.coalesce(*told, nothing)).cast(pl.String)
    violated = _to_be_said(violated, law).with_columns(street.alias(wording.STREET))
    return violated.select(
        code=pl.lit(check.code),
        severity=pl.lit(check.severity.value),
        event=event,
        seat=pl.when(seat > 0).then(seat),
        expected=check.expected(),
        actual=check.actual(),
        amount_cents=check.amount().cast(pl.Int64),
        # The title stands where a value is missing that the sentence speaks of: a finding is never without words.
        message=pl.coalesce(check.message(), pl.lit(f"{check.title}.")),
        paid_by=(check.paid_by() if check.paid_by else nothing).cast(pl.String),
        paid_to=(check.paid_to() if check.paid_to else nothing).cast(pl.String),
        street=pl.col(wording.STREET),
        rulebook=pl.Series([cite.rulebook if cite else None for cite in cites], dtype=pl.String),
        rule=pl.Series([cite.rule if cite else None for cite in cites], dtype=pl.String),
    ).hstack(violated.select(pl.col(name).alias(name.removeprefix(NAME)) for name in names))


def _citation(law: Law, check: Check, number: int, keys: str | None) -> TermValue | None:
    """The first of some keys, with spaces between them, on which anything in force speaks; else the check's own.

    A dash at the end stands for nothing: then the check's own is not quoted. A yes or no that says the opposite of what
    the finding needs is OPPOSITE, and nothing is found; arithmetic stands without a citation.
    """
    said = law.quoted(number, (keys or "").removesuffix("-"))
    if said is None and keys and keys.endswith("-"):
        return None
    found = law.cite(number, check.term) if said is None else said
    if found is OPPOSITE or (said is None and says(found, check.is_) == SAYS_OTHERWISE):
        return None if check.silent_ok else OPPOSITE
    return found


def _to_be_said(violated: pl.DataFrame, law: Law) -> pl.DataFrame:
    """Rows with what a sentence may speak of beside their own columns: the terms in force, money or chips, a clock."""
    if term(READ_BY_CHECKS[0]) not in violated.columns:
        violated = law.with_terms(violated)
    return violated.hstack(law.settings()[violated["terms"].to_numpy()])
