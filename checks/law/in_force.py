"""The law of a batch: which set of terms governs each hand, numbered, with their plain integers for the replay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from checks import wording
from checks.law.keys import ANY
from checks.law.params import to_params
from checks.law.rulebook import Rulebook
from checks.law.terms import Terms, TermValue, compile_terms, find_placard, room_terms
from checks.law.unruled import why_no_rule
from checks.replay.layout import PARAMS, UNKNOWN, Param
from parsers.batch import HandBatch
from parsers.house import House
from parsers.vocabulary import STAKES

# Terms that a check compares the film with; each is a column beside it.
READ_BY_CHECKS = (
    Param.SMALL_BET_CENTS, Param.BIG_BET_CENTS, Param.JOKERS, Param.STRADDLE_ALLOWED, Param.STRADDLE_IN_KILL,
    Param.STRADDLE_MULTIPLE, Param.STRADDLE_BEFORE_CARDS, Param.BBA_SHORT_LOSES_ANTE, Param.MISDEAL_CAUSES,
    Param.BOXED_VOID_FROM, Param.OTHER_BACK_VOID, Param.MISDEAL_STUD_DOWN, Param.SUBSTANTIAL, Param.SUBSTANTIAL_STUD,
    Param.RUN_BY_TIMES, Param.RUN_ALL_IN, Param.BOTH_UP_ANTE_BACK, Param.FINAL_TABLE_MORE,
    Param.UNCALLED_RETURNED, Param.CARDS_EXPOSED_REPLACED,
    Param.RUN_CHECK_DOWN, Param.ALL_IN_EXEMPT, Param.WAGER_MOST_CENTS,
    Param.BRING_IN_CENTS, Param.BRING_IN_FULL, Param.THREE_BLINDS_CENTS, Param.OVERBET_STANDS,
    Param.OPEN_PAIR, Param.RAKE_PERCENT, Param.RAKE_STEP_CENTS,
)  # fmt: skip


OPPOSITE = TermValue(None, "", "")  # stands for a rule that says the opposite of what a finding needs
SILENT, SAYS_SO, SAYS_OTHERWISE = 0, 1, -1


def says(found: TermValue | None, value: Any) -> int:
    """Whether a value in force is what a check needs: it itself, or one word among several; ANY takes every value."""
    if found is None:
        return SILENT
    if value == ANY and isinstance(value, str):
        return SAYS_SO
    held = found.value
    so = value in held if isinstance(held, tuple) else held == value and type(held) is type(value)
    return SAYS_SO if so else SAYS_OTHERWISE


def _is_quotable(value: Any, needed: str) -> bool:
    """Whether a value says what a finding needs of it: yes or no, or one of some words; else it only has to speak."""
    if isinstance(value, bool):
        return value is (needed != "no")
    named = value if isinstance(value, tuple) else (value,)
    return not needed or any(word in named for word in needed.split("|"))


def term(param: Param) -> str:
    """The name of the column that holds a term beside the film."""
    return f"term:{param.name.lower()}"


@dataclass(frozen=True)
class Governing:
    """What decides which rules govern a hand."""

    room: str
    placard: str | None
    game: str
    betting: str | None
    gaming_date: date
    is_tournament: bool
    players_left: int | None
    stakes: tuple[tuple[str, int], ...]


class Law:
    """Every set of terms met so far. A set's number is its column in `params`."""

    def __init__(self, house: House, rulebooks: dict[str, Rulebook], rulebook: str | None = None) -> None:
        self._house = house
        self._rulebooks = rulebooks
        self._override = rulebook
        self._numbers: dict[Governing, int] = {}
        self._room_numbers: dict[tuple[str, date, bool], int] = {}
        self._terms: list[Terms] = []
        self._placards: list[str | None] = []
        self._settings: list[tuple[bool, str | None]] = []  # whether it is tournament play, the time zone of the room
        self._params: list[npt.NDArray[np.int64]] = []
        # The two that should agree, and the same in words; None: nothing to compare.
        self._beside_placard: list[tuple[str, str, str, str] | None] = []
        self._read: pl.DataFrame | None = None  # what checks read of each set
        self._unruled: dict[int, str] = {}  # sets in which nobody speaks, and why

    @property
    def params(self) -> npt.NDArray[np.int64]:
        """One column a set of terms."""
        if not self._params:
            return np.empty((PARAMS, 0), np.int64)
        return np.ascontiguousarray(np.stack(self._params, axis=1))

    @property
    def size(self) -> int:
        """How many sets of terms there are."""
        return len(self._terms)

    def cite(self, number: int, term: str | None) -> TermValue | None:
        """The rule in force on a matter, None where no document speaks."""
        return self._terms[number].get(term) if term else None

    def terms(self, number: int) -> Terms:
        """The set of terms of a number."""
        return self._terms[number]

    def quoted(self, number: int, keys: str) -> TermValue | None:
        """The first of some keys, with spaces between them, on which anything in force speaks; None: nobody does.

        A yes or no has to say yes, behind `key=no` it has to say no; behind `key=word|other` it has to name one of the
        words. One that says something else is OPPOSITE.
        """
        for token in keys.split():
            key, _, needed = token.partition("=")
            found = self.cite(number, key)
            if found is not None:
                return found if _is_quotable(found.value, needed) else OPPOSITE
        return None

    def value(self, number: int, term: str, default: Any = None) -> Any:
        """A value in force, or `default` where nobody speaks."""
        found = self.cite(number, term)
        return default if found is None else found.value

    def placard(self, number: int) -> str | None:
        """The placard that governs."""
        return self._placards[number]

    def says(self, term: str, value: Any) -> npt.NDArray[np.int8]:
        """For each set of terms: SAYS_SO, SAYS_OTHERWISE or SILENT on a matter."""
        return np.fromiter((says(terms.get(term), value) for terms in self._terms), np.int8, len(self._terms))

    def stakes_beside_placards(self) -> pl.DataFrame:
        """For each set of terms the stakes of its placard, those of the hand in the same words, and both as said."""
        names = ("placard_stakes", "other_stakes", "placard_stakes_said", "other_stakes_said")
        rows = [pair or (None,) * len(names) for pair in self._beside_placard]
        return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")

    def _stakes_of(self, governing: Governing) -> tuple[str, str, str, str] | None:
        """(the stakes of the placard that a hand names, those of the hand): what both name, and the betting form."""
        placard = self._house.placards.get(governing.placard or "")
        if placard is None or placard.room != governing.room or "mixed" in placard.settings or governing.is_tournament:
            return None
        stakes = dict(governing.stakes)
        both = [name for name in STAKES if name != "chip" and name in stakes and name in placard.stakes_cents]
        texts, said = [], []
        for cents, form in ((placard.stakes_cents, placard.betting), (stakes, governing.betting)):
            betting = form if placard.betting and governing.betting else None
            told = [f"{name} {cents[name] // 100}.{cents[name] % 100:02d}" for name in both]
            texts.append(", ".join([*told, *([betting] if betting else [])]))
            said.append(wording.stakes({name: cents[name] for name in both}, betting))
        return texts[0], texts[1], said[0], said[1]

    def settings(self) -> pl.DataFrame:
        """For each set of terms what a sentence has to know: whether amounts are chips, and the clock of the room."""
        return pl.DataFrame(
            self._settings, schema={wording.TOURNAMENT: pl.Boolean, wording.ZONE: pl.String}, orient="row"
        )

    def with_terms(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Rows of the film with the terms that checks compare them with, by their names; null where nobody speaks."""
        if self._read is None or len(self._read) != self.size:
            values = pl.DataFrame({term(param): self.params[param] for param in READ_BY_CHECKS})
            self._read = values.with_columns(pl.when(pl.all() != UNKNOWN).then(pl.all()))
        return rows.hstack(self._read[rows["terms"].to_numpy()])

    def of_room(self, room: str, gaming_date: date, tournament: bool = False) -> int:
        """The set of terms of a room itself, for duties that hang on no placard."""
        key = (room, gaming_date, tournament)
        if key not in self._room_numbers:
            terms = room_terms(self._house, self._rulebooks, room, gaming_date, self._override, tournament=tournament)
            self._room_numbers[key] = self._add(terms, None, np.full(PARAMS, 0, np.int64), (tournament, room))
        return self._room_numbers[key]

    def of_batch(self, batch: HandBatch, gaming_date: pl.Series) -> npt.NDArray[np.int64]:
        """The number of the set of terms that governs each hand of a batch."""
        keys: dict[str, npt.NDArray[Any]] = {
            "room": batch.room,
            "placard": batch.placard,
            "game": batch.game,
            "betting": batch.betting,
            "gaming_date": gaming_date.to_physical().to_numpy(),
            "is_tournament": batch.is_tournament,
            "left": np.where(batch.tournament_left == 2, 2, 0),
            **{name: batch.stakes[:, i] for i, name in enumerate(STAKES)},
        }
        # Logs mostly come table by table: then what governs changes rarely from one hand to the next.
        changes = np.ones(len(batch), np.bool_)
        changes[1:] = False
        for values in keys.values():
            changes[1:] |= values[1:] != values[:-1]
        starts = np.flatnonzero(changes)
        runs = pl.DataFrame({name: values[starts] for name, values in keys.items()}).with_columns(
            pl.col("gaming_date").cast(pl.Date)
        )
        distinct = runs.unique(maintain_order=True)
        numbers = [self._number(self._governing(batch, row)) for row in distinct.iter_rows(named=True)]
        numbered = distinct.with_columns(number=pl.Series(numbers, dtype=pl.Int64))
        joined = runs.join(numbered, on=distinct.columns, how="left", maintain_order="left", nulls_equal=True)
        return np.repeat(joined["number"].to_numpy(), np.diff(np.append(starts, len(batch))))

    def _governing(self, batch: HandBatch, row: dict[str, object]) -> Governing:
        def text(name: str) -> str | None:
            position = row[name]
            assert isinstance(position, int)
            return batch.texts[position] if position >= 0 else None

        stakes = tuple((name, cents) for name in STAKES if isinstance(cents := row[name], int) and cents >= 0)
        day = row["gaming_date"]
        assert isinstance(day, date)
        return Governing(
            text("room") or "", text("placard"), text("game") or "", text("betting"), day,
            bool(row["is_tournament"]), left if isinstance(left := row["left"], int) and left == 2 else None, stakes,
        )  # fmt: skip

    def _number(self, governing: Governing) -> int:
        if governing not in self._numbers:
            stakes = dict(governing.stakes)
            placard = governing.placard
            if placard is None and not governing.is_tournament:
                placard = find_placard(self._house, governing.room, governing.game, governing.betting, stakes)
            terms = compile_terms(
                self._house, self._rulebooks, governing.room, placard, governing.gaming_date, self._override,
                tournament=governing.is_tournament,
            )  # fmt: skip
            self._numbers[governing] = self._add(
                terms,
                placard,
                to_params(
                    terms, governing.game, stakes, governing.betting, governing.is_tournament, governing.players_left
                ),
                (governing.is_tournament, governing.room),
                self._stakes_of(governing),
            )
            if not terms:
                self._unruled[self._numbers[governing]] = why_no_rule(
                    self._house, self._rulebooks, governing.room, placard, governing.gaming_date, self._override,
                    tournament=governing.is_tournament,
                )  # fmt: skip
        return self._numbers[governing]

    def unruled(self, terms_of: npt.NDArray[np.int64]) -> Counter[str]:
        """How many hands of a batch no rule governs, by the reason."""
        if not self._unruled:
            return Counter()
        numbers, counts = np.unique(terms_of, return_counts=True)
        found: Counter[str] = Counter()
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            if number in self._unruled:
                found[self._unruled[number]] += count
        return found

    def _add(
        self,
        terms: Terms,
        placard: str | None,
        params: npt.NDArray[np.int64],
        played: tuple[bool, str],
        beside_placard: tuple[str, str, str, str] | None = None,
    ) -> int:
        tournament, room = played
        zone = self._house.rooms[room].timezone.key if room in self._house.rooms else None
        self._settings.append((tournament, zone))
        self._beside_placard.append(beside_placard)
        self._terms.append(terms)
        self._placards.append(placard)
        self._params.append(params)
        return len(self._terms) - 1
