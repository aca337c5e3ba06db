"""What somebody may have meant: the known word nearest to a misspelled one. Every "did you mean" is asked here."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Final

LIKE_ENOUGH: Final = 0.6  # of difflib's ratio: one slip in a short word, two or three in a long one
MOST: Final = 20_000  # words compared, so that an answer comes at once
AMONG: Final = 5  # near ones, of which the likeliest is meant
LETTERS_MOST: Final = 80  # nobody misspells a word of more letters


def nearest(given: str, known: Iterable[str], like_enough: float = LIKE_ENOUGH) -> str | None:
    """The word of `known` most like `given`, letter case aside; None where none is much like it."""
    return _nearest(given, tuple(islice(known, MOST)), like_enough) if 0 < len(given) <= LETTERS_MOST else None


@lru_cache(maxsize=4096)  # the same slip stands on every line of a log
def _nearest(given: str, known: tuple[str, ...], like_enough: float) -> str | None:
    words = {word.casefold(): word for word in reversed(known)}
    near = get_close_matches(given.casefold(), words, AMONG, like_enough)
    if not near:
        return None
    return words[max(near, key=lambda word: (_likeness(given.casefold(), word), -near.index(word)))]


def _likeness(given: str, word: str) -> tuple[bool, float]:
    """Letters that changed places are the likeliest slip: `fodl` is fold, though foul is as near."""
    return sorted(given) == sorted(word), SequenceMatcher(None, word, given).ratio()


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """`did you mean raise? `, to stand inside a message; empty where nothing is near."""
    near = nearest(given, known) if isinstance(given, str) else None
    return "" if near is None else f"did you mean {near}? "
