"""Words that stand once in a file; rows name their places."""

from __future__ import annotations

from typing import Any


class Places:
    """The place of each word, in the order in which they came."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def of(self, word: Any) -> int:
        return self._places.setdefault(word, len(self._places))

    @property
    def words(self) -> list[Any]:
        return list(self._places)
