"""What a format cannot say: hands it has no words for, and words that are dropped from the hands it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


class UnsayableError(Exception):
    """A hand that a format has no words for; the text says why."""


@dataclass
class Losses:
    """What is lost from one format to another, counted: whole hands by reason, and words by what they say."""

    written: int = 0
    hands: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        """One line for each thing that is lost, the largest first."""
        for reason, count in sorted(self.hands.items(), key=lambda item: (-item[1], item[0])):
            yield f"{count:,} {'hand' if count == 1 else 'hands'} left out: {reason}"
        for word, count in sorted(self.words.items(), key=lambda item: (-item[1], item[0])):
            yield f"{word}, in {count:,} {'hand' if count == 1 else 'hands'}"
