"""Files of hands in any format that is read, as one stream of batches.

A batch says what its format does not record; what is not recorded is not evaluable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from parsers.detect import feed_of
from parsers.handlog import ParsedHands, read_hand_log
from parsers.phh import read_phh
from parsers.source import Source

HAND_FEEDS: Final = ("hands", "phh")

# PHH knows neither the slide nor the dealer's hands: no rake, burn or stub, no word on who was pushed what, and not the
# chips that a game is played with.
UNRECORDED_IN_PHH: Final = frozenset({"rake", "award", "return", "burn", "stub", "muck", "chip"})


def unrecorded_in(name: str) -> frozenset[str]:
    """What the format of a file of this name does not record."""
    return UNRECORDED_IN_PHH if feed_of(name) == "phh" else frozenset()


def read_hands(source: Source) -> Iterator[ParsedHands]:
    """The batches of a file of hands, read by the reader that its name asks for."""
    if feed_of(source.name) != "phh":
        yield from read_hand_log(source)
        return
    for parsed in read_phh(source):
        yield replace(parsed, batch=replace(parsed.batch, unrecorded=unrecorded_in(source.name)))
