"""What came of a PHH hand: PHH has no words for it, but `finishing_stacks` and `winnings` may prove it.

A hand is proven where its results and its chips agree: what seats got, what nobody called, and a rake that a house may
take together are what went in. Its return, rake and awards are then told as the log would tell them; nothing is told of
any other hand. Hands of flop games with one winner of a pot alone: else PHH does not say who won which half.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_rows import EVENT_VALUES, Columns, rows_of
from parsers.games import GAMES
from parsers.handlog import ParsedHands
from parsers.phh import ParsedPhh
from parsers.phh_payout_kernel import AWARD, MORE, RAKE, Chips, Found, Hands, prove
from parsers.vocabulary import SEATS_MOST

# PHH knows neither the slide nor the dealer's hands: no rake, burn or stub, no word on who was pushed what, not where
# the button stood, and not the chips that a game is played with. A collection numbers its hands as it likes.
UNRECORDED: Final = frozenset(
    {"rake", "award", "return", "burn", "stub", "muck", "chip", "button", "numbering", "between", "offset"}
)
OF_PROVEN: Final = (UNRECORDED - {"rake", "award", "return"}) | {"promo", "rake-time", "schedule"}
# Which pot bore the rake is not told where there are several.
OF_PROVEN_TOTALS: Final = OF_PROVEN | {"award"}

_ONE_PART: Final = frozenset(game.code for game in GAMES.values() if game.family == "flop" and len(game.parts) == 1)


def with_payouts(parsed: ParsedPhh) -> Iterator[ParsedHands]:
    """The hands as batches of one kind each: proven, proven in all but which pot, and not proven."""
    batch, recorded = parsed.batch, parsed.recorded
    n = len(batch)
    found = Found(
        np.zeros(n, np.int64), np.zeros(n, np.bool_), np.zeros(n * MORE, np.uint8), np.zeros(n * MORE, np.int8),
        np.zeros(n * MORE, np.int64),
    )  # fmt: skip
    hands = Hands(
        batch.seat_offsets, batch.event_offsets, batch.seat_no, batch.seat_stack, recorded.finishing,
        recorded.winnings, batch.word, batch.seat, batch.detail, batch.amount,
    )  # fmt: skip
    prove(hands, found, Chips(*(np.zeros(SEATS_MOST + 1, np.int64) for _ in range(5))))
    plain = np.array([text in _ONE_PART for text in batch.texts] or [False])[batch.game]
    proven = (found.gains > 0) & plain
    raked = np.zeros(n, np.bool_)
    raked[proven] = found.word[np.flatnonzero(proven) * MORE] == RAKE
    open_pots = proven & raked & found.has_side_pots
    quarantine = parsed.quarantine
    for kind, unrecorded in (
        (~proven, UNRECORDED),
        (proven & ~open_pots, OF_PROVEN),
        (open_pots, OF_PROVEN_TOTALS),
    ):
        rows = np.flatnonzero(kind)
        if len(rows) or (quarantine and not n):
            some = batch if len(rows) == n else rows_of(batch, rows)
            some = _longer(some, found, rows) if "return" not in unrecorded else some
            yield ParsedHands(replace(some, unrecorded=unrecorded), parsed.notes, quarantine)
            quarantine = []
            if not n:
                return


def _longer(batch: HandBatch, found: Found, rows: npt.NDArray[np.integer]) -> HandBatch:
    """The batch with the events of its hands' payouts behind each; `rows` are their places in `found`."""
    gains = found.gains[rows]
    at = np.repeat(batch.event_offsets[1:], gains)  # before what stands there now
    source = np.repeat(rows * MORE, gains) + np.arange(len(at)) - np.repeat(np.cumsum(gains) - gains, gains)
    new: dict[str, Any] = {
        "word": found.word[source], "seat": found.seat[source], "amount": found.amount[source],
        "other": v.SEAT_NONE, "detail": 0, "text": v.NO_ID, "count": v.NO_COUNT,
        "pot": np.where(found.word[source] == AWARD, 0, -1), "part": 0, "board": 0, "flags": 0,
    }  # fmt: skip
    values: Columns = {name: np.insert(getattr(batch, name), at, new[name]) for name in EVENT_VALUES}
    values["text"] = np.insert(batch.text, at, v.NO_ID)
    offsets = batch.event_offsets.copy()
    offsets[1:] += np.cumsum(gains)
    return replace(
        batch,
        event_offsets=offsets,
        card_offsets=np.insert(batch.card_offsets, at, batch.card_offsets[at]),
        **values,
    )
