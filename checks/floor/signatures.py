"""Signatures on down cards: what was written, who that is by the roster, and how sure that is.

Handwriting is messy and being read is not its purpose. Spaces, capitals, initials, a letter too many, last and first
name in each other's place: all that is still the same dealer, and no finding. A digit that nobody can read is one, also
where the name makes clear who it was: the card says so, and the match is given with its confidence, never silently.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

import polars as pl

SURE_PERCENT: Final = 90  # from here on a signature counts as its dealer's
NAME_AGREES: Final = 0.75
NAME_DIFFERS: Final = 0.5
NAME_IS_ANOTHERS: Final = 0.9

_EMP: Final = re.compile(r"[0-9]{6}")
_PREFIX: Final = "800"  # the employee number's first digits; its last six go on the card
_LINED_OUT: Final = re.compile(r"[\s\-_/\\~=|]+")
_TWO: Final = re.compile(r"\s*[/&+;]\s*")
_NOISE: Final = re.compile(r"[\s.\-']")
# Letters that a reader takes for a digit; whatever else is no digit can be any.
_LOOKS_LIKE: Final = str.maketrans(
    {"O": "0", "o": "0", "D": "0", "Q": "0", "I": "1", "l": "1", "i": "1", "|": "1", "Z": "2", "z": "2", "S": "5",
     "s": "5", "B": "8", "G": "6", "b": "6", "g": "9", "q": "9"}
)  # fmt: skip


@dataclass(frozen=True)
class Dealer:
    """One dealer of the roster."""

    emp: str
    last_name: str
    first_name: str


@dataclass(frozen=True)
class Read:
    """What a signature is taken for.

    `pattern` is the number as far as it can be read, with ? for each digit that cannot; null where it is no number of
    six. `person` is set where the match is sure, `maybe` is the best guess with `percent`; `name_person` is the one
    dealer of the roster with that name. `on_roster` and `name_agrees` are null where nobody can say.
    """

    number_readable: bool
    pattern: str | None
    on_roster: bool | None
    name_agrees: bool | None
    person: str | None
    maybe: str | None
    percent: int | None
    name_person: str | None


# -- names and numbers -------------------------------------------------------------------------------------------------


def plain_name(text: str | None) -> str:
    """A name without accents, capitals and signs."""
    letters = unicodedata.normalize("NFKD", text or "")
    return "".join(c for c in letters.casefold() if c.isalpha() or c == " ").strip()


@lru_cache(maxsize=65_536)
def letters_apart(one: str, other: str) -> int:
    """Letters left out, added, changed, or two neighbours swapped, that make one word of the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, start=1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if last and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def word_likeness(written: str, listed: str) -> float:
    """From 0 to 1; an initial or a shortened name is nearly the name itself."""
    if written == listed:
        return 1.0
    if not written or not listed:
        return 0.0
    if listed.startswith(written):
        return 0.9
    return max(0.0, 1 - letters_apart(written, listed) / max(len(written), len(listed)))


def name_likeness(last: str, first: str, dealer: Dealer) -> float:
    """From 0 to 1, the better of both orders of last and first name; the last name weighs more."""
    listed_last, listed_first = plain_name(dealer.last_name), plain_name(dealer.first_name)

    def in_order(one: str, two: str) -> float:
        if not two or not listed_first:
            return word_likeness(one, listed_last)
        if not one:
            return 0.0
        return 0.65 * word_likeness(one, listed_last) + 0.35 * word_likeness(two, listed_first)

    if last and not first and " " in last:  # both names in one field
        one, _, two = last.partition(" ")
        return max(in_order(one, two), in_order(two, one))
    swapped = in_order(first, last) if first else 0.0
    return max(in_order(last, first), swapped)


def number_pattern(written: str) -> tuple[str | None, bool]:
    """(the six digits as far as they can be read, whether all could be read)."""
    compact = _NOISE.sub("", written)
    if len(compact) == 9 and compact.startswith(_PREFIX):
        compact = compact[3:]
    if _EMP.fullmatch(compact):
        return compact, True
    guess = "".join(c if c.isascii() and c.isdigit() else "?" for c in compact.translate(_LOOKS_LIKE))
    return (guess if len(guess) == 6 and guess != "??????" else None), False


def fits(emp: str | None, pattern: str | None) -> bool:
    """Whether a number can be what was written."""
    if emp is None or pattern is None or len(emp) != len(pattern):
        return False
    return all(p in ("?", d) for d, p in zip(emp, pattern, strict=True))


# -- the roster --------------------------------------------------------------------------------------------------------


class Roster:
    """The dealers of the house; empty where no roster is there."""

    def __init__(self, dealers: list[Dealer]) -> None:
        self.by_emp = {dealer.emp: dealer for dealer in dealers}

    @classmethod
    def of(cls, roster: pl.DataFrame | None) -> Roster:
        rows = [] if roster is None else roster.select("emp", "last_name", "first_name").rows()
        return cls([Dealer(emp, last or "", first or "") for emp, last, first in rows])

    def __bool__(self) -> bool:
        return bool(self.by_emp)

    def named(self, last: str, first: str) -> Dealer | None:
        """The one dealer who has this name, as far as a name tells; None where nobody or more than one does."""
        if not last and not first:
            return None
        found = [d for d in self.by_emp.values() if name_likeness(last, first, d) >= NAME_IS_ANOTHERS]
        exact = [d for d in found if name_likeness(last, first, d) == 1.0]
        best = exact or found
        return best[0] if len(best) == 1 else None

    def read(self, emp: str, last_name: str | None, first_name: str | None) -> Read:
        """Who a signature is."""
        last, first = plain_name(last_name), plain_name(first_name)
        pattern, readable = number_pattern(emp)
        if not self:
            number = pattern if readable else None
            return Read(readable, pattern, None, None, number, number, SURE_PERCENT if number else None, None)
        if not readable:
            return self._unreadable(pattern, last, first)
        assert pattern is not None
        dealer = self.by_emp.get(pattern)
        if dealer is None:
            return self._not_listed(pattern, last, first)
        if not last and not first:
            return Read(True, pattern, True, None, pattern, pattern, 95, None)
        likeness = name_likeness(last, first, dealer)
        if likeness >= NAME_AGREES:
            return Read(True, pattern, True, True, pattern, pattern, 99, None)
        other = self.named(last, first)
        if likeness <= NAME_DIFFERS or other is not None:
            return Read(True, pattern, True, False, None, pattern, 50, other.emp if other else None)
        return Read(True, pattern, True, None, pattern, pattern, 92, None)

    def _not_listed(self, pattern: str, last: str, first: str) -> Read:
        named = self.named(last, first)
        if named is not None:
            near = letters_apart(pattern, named.emp) <= 1
            return Read(
                True, pattern, False, None, named.emp if near else None, named.emp, 95 if near else 75, named.emp
            )
        near_ones = [emp for emp in self.by_emp if letters_apart(pattern, emp) <= 1]
        guess = near_ones[0] if len(near_ones) == 1 else None
        return Read(True, pattern, False, None, None, guess, 60 if guess else None, None)

    def _unreadable(self, pattern: str | None, last: str, first: str) -> Read:
        fitting = [d for d in self.by_emp.values() if fits(d.emp, pattern)]
        both = [d for d in fitting if (last or first) and name_likeness(last, first, d) >= NAME_AGREES]
        named = self.named(last, first)
        name_person = named.emp if named else None
        if len(both) == 1:
            return Read(False, pattern, None, None, both[0].emp, both[0].emp, 97, name_person)
        if len(fitting) == 1 and not last and not first:
            return Read(False, pattern, None, None, None, fitting[0].emp, 85, None)
        return Read(False, pattern, None, None, None, name_person, 75 if named else None, name_person)


# -- the frame ---------------------------------------------------------------------------------------------------------

_READ: Final = {
    "number_readable": pl.Boolean, "pattern": pl.String, "on_roster": pl.Boolean, "name_agrees": pl.Boolean,
    "person": pl.String, "maybe": pl.String, "percent": pl.Int32, "name_person": pl.String,
}  # fmt: skip
assert [field.name for field in fields(Read)] == list(_READ)
CARD: Final = ("room", "event", "date", "start", "table")


def read_signatures(downs: pl.DataFrame, roster: pl.DataFrame | None) -> pl.DataFrame:
    """One row a signature in a slot, sorted by room, table, slot and number, with what it is taken for (`Read`).

    Two dealers in one slot are two rows, also where both numbers stand in one field. `identity` tells signatures of
    one dealer from those of another, sure or not. A slot that was lined out is not signed.
    """
    slots = downs.filter(pl.col("slot_start").is_not_null()).select(
        "room", "table", "slot_start", "gaming_date", "kind", "event", "date", "start", "emp", "last_name",
        "first_name", "source_file", "source_line",
    )  # fmt: skip
    slots = slots.filter(pl.any_horizontal(pl.col("emp", "last_name", "first_name").fill_null("").str.len_bytes() > 0))
    listed = Roster.of(roster)
    known: dict[tuple[str, str | None, str | None], list[tuple[str, str | None, str | None]]] = {}
    reads: dict[tuple[str, str | None, str | None], Read] = {}
    rows: list[int] = []
    written: list[tuple[str, str | None, str | None]] = []
    for row, (emp, last, first) in enumerate(slots.select("emp", "last_name", "first_name").iter_rows()):
        key = (emp or "", last, first)
        if key not in known:
            known[key] = _signatures_in(*key)
        for signature in known[key]:
            rows.append(row)
            written.append(signature)
            if signature not in reads:
                reads[signature] = listed.read(*signature)
    frame = slots[rows].with_columns(
        pl.Series("emp", [w[0] for w in written], dtype=pl.String),
        pl.Series("last_name", [w[1] for w in written], dtype=pl.String),
        pl.Series("first_name", [w[2] for w in written], dtype=pl.String),
        *(
            pl.Series(name, [getattr(reads[w], name) for w in written], dtype=dtype)
            for name, dtype in _READ.items()
        ),
    )  # fmt: skip
    return (
        frame.with_columns(
            identity=pl.coalesce("person", "pattern", "name_person", "emp"),
            dealer=pl.coalesce("person", pl.when("number_readable").then("pattern"), "maybe"),
            is_tournament=(pl.col("kind") == "tournament") | pl.col("event").is_not_null(),
        )
        .unique(["room", "table", "slot_start", "identity"], keep="first", maintain_order=True)
        .sort("room", "table", "slot_start", "identity")
        .with_row_index("signature")
    )


def _signatures_in(emp: str, last: str | None, first: str | None) -> list[tuple[str, str | None, str | None]]:
    """The signatures of one line: none where it was lined out, two where two dealers share it."""
    emp = emp.strip()
    if emp and _LINED_OUT.fullmatch(emp):
        emp = ""
    names = [None if text is None or _LINED_OUT.fullmatch(text) else text for text in (last, first)]
    if not emp and not any(names):
        return []
    parts = _TWO.split(emp)
    if len(parts) > 1 and all(len(_NOISE.sub("", part)) >= 4 for part in parts):
        shared = [_TWO.split(name) if name else [] for name in names]
        return [
            (part, *(name[i] if len(name) == len(parts) else None for name in shared))  # type: ignore[misc]
            for i, part in enumerate(parts)
        ]
    return [(emp, names[0], names[1])]
