"""Small batches put together before they are audited: a room has a log a table, and each batch has its own price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import pyarrow as pa

from parsers.batch_rows import joined
from parsers.handlog import ParsedHands

GATHERED_HANDS: Final = 16_384  # a batch of so many hands is worth its price


def gathered(batches: Iterable[ParsedHands], least: int = GATHERED_HANDS) -> Iterator[ParsedHands]:
    """The same hands, notes and bad lines in fewer batches, each of hands that lack the same, in their order."""
    kinds: dict[frozenset[str], list[ParsedHands]] = {}
    for parsed in batches:
        waiting = kinds.setdefault(parsed.batch.unrecorded, [])
        held = sum(len(one.batch) for one in waiting)
        if waiting and held + len(parsed.batch) > 2 * least:
            yield _together(waiting)
            waiting.clear()
            held = 0
        waiting.append(parsed)
        if held + len(parsed.batch) >= least:
            yield _together(waiting)
            waiting.clear()
    for waiting in kinds.values():
        if waiting:
            yield _together(waiting)


def _together(parts: list[ParsedHands]) -> ParsedHands:
    if len(parts) == 1:
        return parts[0]
    return ParsedHands(
        joined([part.batch for part in parts]),
        pa.concat_tables([part.notes for part in parts]),
        [row for part in parts for row in part.quarantine],
    )
