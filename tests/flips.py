"""Is the law read? For every value of every rulebook: does a case come out otherwise when the book says something else?

A *flip* is one key and what it says instead: yes for no, another word, a number one off, or nothing at all. It is shown
by a case whose findings, or whose count of what could be judged, are then not the same. `python -m tests.flips` looks
for a case for each flip and writes them to `flips.tsv` (`python -m tests.flips AC01`: among the cases of AC01 only);
`test_flips.py` plays exactly those cases again. A key without such a case is declared a note, with its reason, in
`checks/law/keys.py`; so is a single value of a key.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from checks.audit import Audit
from checks.law.keys import BY_NUMBER_UNITS, TERM_KEYS, VALUE_NOTES, WHOLE_UNITS
from checks.law.rulebook import Rulebook, Term, load_rulebooks
from checks.law.terms import Terms, TermValue
from tests.case_files import Case, load_cases

WITNESSES: Final = Path(__file__).parent / "flips.tsv"
REMOVED: Final = "(silent)"
# What is compared of a case; a sentence may be worded otherwise, and still say the same.
SAID: Final = ("code", "hand", "event", "seat", "expected", "actual", "amount_cents", "rule")


@dataclass(frozen=True, order=True)
class Flip:
    """A key, and what every rulebook says of it instead."""

    key: str
    instead: str

    def __str__(self) -> str:
        return f"{self.key} {self.instead}"


def flips_of(key: str, held: list[Any]) -> list[Flip]:
    """Every other value that a key may have, and its silence."""
    declared = TERM_KEYS[key]
    others: list[str] = []
    if declared.unit == "yes":
        others = ["true", "false"]
    elif declared.unit == "word":
        others = list(declared.choices)
    elif declared.unit == "words":
        others = [f"without {word}" for word in sorted({word for value in held for word in value})]
    elif declared.unit in WHOLE_UNITS or declared.unit in BY_NUMBER_UNITS:
        others = ["one more"]
    said = {str(value).lower() if isinstance(value, bool) else str(value) for value in held}
    alternatives = [word for word in others if said != {word}]
    # One word is all that can be said: then only silence is something else.
    return [Flip(key, word) for word in alternatives] or [Flip(key, REMOVED)]


def flipped(value: Any, instead: str) -> Any:
    """A value as the flip has it."""
    if instead in ("true", "false"):
        return instead == "true"
    if instead == "one more":
        return {k: v + 100 for k, v in value.items()} if isinstance(value, Mapping) else value + 1
    if instead.startswith("without "):
        return tuple(word for word in value if word != instead.removeprefix("without "))
    return instead


def other_books(books: Mapping[str, Rulebook], flip: Flip) -> dict[str, Rulebook]:
    """The rulebooks, each saying something else on one key; those that are silent on it stay so."""
    return {id_: _otherwise(book, flip) for id_, book in books.items()}


def _otherwise(book: Rulebook, flip: Flip) -> Rulebook:
    term = book.terms.get(flip.key)
    if term is None:
        return book
    rest = {key: one for key, one in book.terms.items() if key != flip.key}
    if flip.instead == REMOVED:
        return replace(book, terms=rest)
    entries = tuple(replace(entry, value=flipped(entry.value, flip.instead)) for entry in term.entries)
    return replace(book, terms={**rest, flip.key: Term(term.key, term.unit, entries)})


def all_flips(books: Mapping[str, Rulebook]) -> list[Flip]:
    """The flips of every key on which any rulebook speaks, without notes."""
    held: dict[str, list[Any]] = {}
    for book in books.values():
        for key, term in book.terms.items():
            held.setdefault(key, []).extend(entry.value for entry in term.entries)
    flips = [flip for key in TERM_KEYS if key in held and not TERM_KEYS[key].note for flip in flips_of(key, held[key])]
    return [flip for flip in flips if str(flip) not in VALUE_NOTES]


def outcome(audit: Audit) -> str:
    """A digest of what an audit said."""
    found = audit.findings.select(list(SAID)).to_pylist()
    return hashlib.sha256(repr((found, audit.coverage.to_pylist())).encode()).hexdigest()


def played(case: Case, books: Mapping[str, Rulebook]) -> str:
    """What comes out of a case under some rulebooks."""
    from tests.test_cases import audited

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        return outcome(audited(case, Path(folder), dict(books)))


def shows(case: Case, flip: Flip, books: Mapping[str, Rulebook]) -> bool:
    """Whether a case comes out otherwise under a flip."""
    return played(case, books) != played(case, other_books(books, flip))


def witnesses() -> dict[str, str]:
    """The case that shows each flip, as written down."""
    lines = WITNESSES.read_text(encoding="utf-8").splitlines() if WITNESSES.exists() else []
    return dict(line.split("\t", 1) for line in lines if line)


# -- looking for witnesses ---------------------------------------------------------------------------------------------


def _played_noting(case: Case, books: Mapping[str, Rulebook]) -> tuple[str, set[str]]:
    """What comes out of a case, and the keys that anything asks for in it: only they can matter to it."""
    asked: set[str] = set()
    found, value = Terms.__getitem__, Terms.value

    def noted(self: Terms, key: str) -> TermValue:
        asked.add(key)
        return found(self, key)

    def noted_value(self: Terms, key: str, default: Any = None) -> Any:
        asked.add(key)
        return value(self, key, default)

    with patch.object(Terms, "__getitem__", noted), patch.object(Terms, "value", noted_value):
        return played(case, books), asked


def _search(flips: list[Flip], cases: list[Case]) -> dict[str, str]:
    """For each flip the first of some cases that shows it."""
    books = load_rulebooks()
    found: dict[str, str] = {}
    for case in cases:
        before, asked = _played_noting(case, books)
        open_ = [flip for flip in flips if str(flip) not in found and asked & set(_asked_as(flip.key))]
        for layer in _layers(open_):
            for flip in _shown(case, layer, books, before):
                found[str(flip)] = case.id
                print(f"{flip}: {case.id}", file=sys.stderr, flush=True)
    return found


def _shown(case: Case, flips: list[Flip], books: Mapping[str, Rulebook], before: str) -> list[Flip]:
    """Those of some flips that a case shows by themselves: all at once, then halves, while something changes."""
    changed = dict(books)
    for flip in flips:
        changed = other_books(changed, flip)
    if not flips or played(case, changed) == before:
        return []
    if len(flips) == 1:
        return flips
    half = len(flips) // 2
    return [*_shown(case, flips[:half], books, before), *_shown(case, flips[half:], books, before)]


def _layers(flips: list[Flip]) -> list[list[Flip]]:
    """Flips that can be made together: one of a key, unless each takes a word away."""
    layers: list[list[Flip]] = []
    for flip in flips:
        for layer in layers:
            if flip.instead.startswith("without ") or all(flip.key != other.key for other in layer):
                layer.append(flip)
                break
        else:
            layers.append([flip])
    return layers


def _asked_as(key: str) -> tuple[str, ...]:
    """The names under which a key of the rulebooks is asked for."""
    return (key, "rake.plan") if key.startswith("rake.") else (key,)


def _in_lots(flips: list[Flip], cases: list[Case], jobs: int) -> Iterator[dict[str, str]]:
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_search, [flips] * jobs, [cases[i::jobs] for i in range(jobs)])


def main(files: list[str]) -> int:
    """Keeps what is still shown, looks for the rest, and says which flips no case shows.

    With codes, only the cases of these are looked at: what is written down of others is kept as it stands.
    """
    books, cases = load_rulebooks(), {case.id: case for case in load_cases()}
    flips = all_flips(books)
    known = witnesses()
    kept = {
        str(flip): known[str(flip)]
        for flip in flips
        if known.get(str(flip)) in cases and (files or shows(cases[known[str(flip)]], flip, books))
    }
    looked_at = [case for case in cases.values() if not files or case.code in files]
    jobs = 1 if files else os.cpu_count() or 1
    for found in _in_lots([flip for flip in flips if str(flip) not in kept], looked_at, jobs):
        kept = found | kept
    WITNESSES.write_text("".join(f"{flip}\t{kept[flip]}\n" for flip in sorted(kept)), encoding="utf-8")
    silent = [str(flip) for flip in flips if str(flip) not in kept]
    print(f"{len(kept)} of {len(flips)} flips are shown by a case; without one:")
    print("\n".join(silent))
    return bool(silent)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
