"""The hands of a batch as objects again, one after the other: what writers of other formats read. Undoes `batch_of`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_rows import EVENT_VALUES
from parsers.handlog_reference import Event, Hand, Seat


def hands_of(batch: HandBatch) -> Iterator[Hand]:
    """Each hand of a batch, in its order; what the format does not record is the batch's to say."""
    columns: dict[str, list[Any]] = {name: getattr(batch, name).tolist() for name in EVENT_VALUES}
    card_ends, cards = batch.card_offsets.tolist(), batch.cards.tolist()
    seat_ends, event_ends = batch.seat_offsets.tolist(), batch.event_offsets.tolist()
    names = batch.hand.to_pylist()
    for k in range(len(batch)):
        events = tuple(
            Event(
                columns["word"][e], columns["seat"][e], columns["other"][e], columns["detail"][e],
                _text(batch, columns["text"][e]), columns["amount"][e], columns["count"][e], columns["pot"][e],
                columns["part"][e], columns["board"][e], columns["flags"][e],
                tuple(cards[card_ends[e] : card_ends[e + 1]]),
            )
            for e in range(event_ends[k], event_ends[k + 1])
        )  # fmt: skip
        yield _hand(batch, k, names[k], _seats(batch, seat_ends[k], seat_ends[k + 1]), events)


def _text(batch: HandBatch, position: int) -> str | None:
    return None if position < 0 else batch.texts[position]


def _seats(batch: HandBatch, first: int, last: int) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            int(batch.seat_no[s]), batch.texts[int(batch.seat_player[s])], int(batch.seat_stack[s]),
            int(batch.seat_state[s]),
        )
        for s in range(first, last)
    )  # fmt: skip


def _hand(batch: HandBatch, k: int, name: str, seats: tuple[Seat, ...], events: tuple[Event, ...]) -> Hand:
    def text(column: Any) -> str | None:
        return _text(batch, int(column[k]))

    return Hand(
        room=text(batch.room) or "", table=text(batch.table) or "", hand=name, game=text(batch.game) or "",
        betting=text(batch.betting), stakes=tuple(batch.stakes[k].tolist()), placard=text(batch.placard),
        button=int(batch.button[k]), start_us=int(batch.start_us[k]), utc_offset_min=int(batch.utc_offset_min[k]),
        end_us=int(batch.end_us[k]), dealer=text(batch.dealer), deck=text(batch.deck),
        is_tournament=bool(batch.is_tournament[k]), tournament_event=text(batch.tournament_event),
        tournament_level=int(batch.tournament_level[k]), tournament_bba=int(batch.tournament_bba[k]),
        tournament_left=int(batch.tournament_left[k]), tournament_first=bool(batch.tournament_first[k]),
        bomb_ante=int(batch.bomb_ante[k]), bomb_boards=int(batch.bomb_boards[k]), seats=seats, events=events,
    )  # fmt: skip


def dealt_seats(hand: Hand) -> set[int]:
    """The seats that got cards."""
    dealing = (v.Word.DEAL, v.Word.UP)
    return {event.seat for event in hand.events if event.word in dealing and event.seat > 0}
