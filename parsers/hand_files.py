"""Files of hands in any format that is read, as one stream of batches.

A batch says what its format does not record; what is not recorded is not evaluable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from parsers import schemas
from parsers.detect import HAND_FEEDS as HAND_FEEDS
from parsers.detect import feed_of
from parsers.handlog import BATCH_BYTES, ParsedHands, read_hand_log
from parsers.handlog_reference import batch_of
from parsers.kingsclub import read_kingsclub
from parsers.likely import likely
from parsers.ohh import read_ohh
from parsers.phh import read_phh
from parsers.phh_payouts import with_payouts
from parsers.pokergfx import read_pokergfx
from parsers.pokernow import read_pokernow
from parsers.pokerstars import read_pokerstars
from parsers.quarantine import QuarantineRow, listed
from parsers.source import Source

BLANK: Final = b"\xef\xbb\xbf \t\r\n"  # what may stand before the first letter of a text


def read_hands(source: Source, feed: str | None = None, batch_bytes: int = BATCH_BYTES) -> Iterator[ParsedHands]:
    """The batches of a file of hands, read as the feed it is said to be, else as its name says.

    Endings that several programs use (`.txt`, `.json`) are told apart by how the file begins. `batch_bytes` is how much
    of a hand log is held at once.
    """
    feed = feed or feed_of(source.name) or "hands"
    met = 0
    for parsed in read_hand_log(source, batch_bytes) if feed == "hands" else _READERS[feed](source):
        met += len(parsed.batch) + len(parsed.notes)
        yield replace(parsed, quarantine=listed(parsed.quarantine))
    rest = source.beyond()
    if not met:
        rest += _other_kind(source)
    if rest:
        yield ParsedHands(batch_of(source.name, []), schemas.NOTES.empty_table(), rest)


def _other_kind(source: Source) -> list[QuarantineRow]:
    """What a file of which nothing was read seems to be, where that is another kind than its name says."""
    found = likely(source.path)
    if not found.is_foreign:
        return []
    return [source.problem(None, None, f"no hand of this file is read: it looks like {found.said()}")]


def _phh(source: Source) -> Iterator[ParsedHands]:
    for parsed in read_phh(source):
        yield from with_payouts(parsed)


def _json(source: Source) -> Iterator[ParsedHands]:
    """Hands as JSON objects: those of a PokerGFX session, of the room's own log, or Open Hand History."""
    head = source.head()
    if b'"ohh"' not in head:
        if b'"CreatedDateTimeUTC"' in head or b'"Hands"' in head:
            yield from read_pokergfx(source)
            return
        if b'"room"' in head and b'"table"' in head:
            yield from read_hand_log(source)
            return
    yield from read_ohh(source)


def _text(source: Source) -> Iterator[ParsedHands]:
    """Hands as text: what PokerGFX writes live, else the histories of a site."""
    head = source.head().lstrip(BLANK)
    reader = read_pokergfx if head.startswith(b"GAME,") else read_kingsclub if head[:1] == b"#" else read_pokerstars
    yield from reader(source)


_READERS: Final[dict[str, Callable[[Source], Iterator[ParsedHands]]]] = {
    "hands": read_hand_log, "phh": _phh, "ohh": _json, "pokerstars": _text,
    "pokernow": read_pokernow, "pokergfx": read_pokergfx, "kingsclub": read_kingsclub,
}  # fmt: skip
