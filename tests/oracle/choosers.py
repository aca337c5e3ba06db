"""Where the generated hands get their choices from: a seeded generator, or Hypothesis, which can shrink them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DataObject

T = TypeVar("T")


class Chooser(Protocol):
    """Makes choices. The plainest choice comes first: that is what shrinking goes for."""

    def whole(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        ...

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        ...

    def chance(self, percent: int) -> bool:
        """True so many times in a hundred."""
        ...


class Seeded:
    """Choices by a seed: the same seed, the same hand."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def whole(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._random.randint(least, most)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self._random.randrange(len(items))]

    def chance(self, percent: int) -> bool:
        """True so many times in a hundred."""
        return self._random.randrange(100) >= 100 - percent


class Drawn:
    """Choices by Hypothesis."""

    def __init__(self, data: DataObject) -> None:
        self._data = data

    def whole(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._data.draw(st.integers(least, most))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self._data.draw(st.integers(0, len(items) - 1))]

    def chance(self, percent: int) -> bool:
        """True so many times in a hundred, more or less; False is the plain choice."""
        return self._data.draw(st.integers(0, 99)) >= 100 - percent
