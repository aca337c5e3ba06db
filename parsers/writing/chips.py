"""The chips of a hand while it is written in another format: what each seat has in the round and behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from parsers import vocabulary as v
from parsers.handlog_reference import Event, Hand
from parsers.vocabulary import Detail, Word

NOT_LIVE: Final = (Detail.ANTE, Detail.BBA, Detail.DEAD, Detail.BUTTONANTE)
TO_HOUSE: Final = (Word.RAKE, Word.PROMO, Word.TIMEPOT)


class Chips:
    """What each seat has left and in this round; follows a hand event by event."""

    def __init__(self, hand: Hand) -> None:
        self.left = {seat.seat: seat.stack for seat in hand.seats}
        self.made = dict.fromkeys(self.left, 0)

    @property
    def largest(self) -> int:
        """The largest bet of the round."""
        return max(self.made.values(), default=0)

    def next_round(self) -> None:
        """The bets of the round are in the pot."""
        self.made = dict.fromkeys(self.made, 0)

    def owed(self, seat: int) -> int:
        """What a seat has to call, as far as its chips go."""
        return min(self.largest - self.made[seat], self.left[seat])

    def put(self, event: Event) -> int:
        """What a post, call, bet or raise adds."""
        live = event.word != Word.POST or event.detail not in NOT_LIVE
        added = event.amount if event.word in (Word.POST, Word.CALL) else event.amount - self.made[event.seat]
        self.left[event.seat] -= added
        if live:
            self.made[event.seat] += added
        return added


def end_stacks(hand: Hand) -> dict[int, int] | None:
    """Each seat's chips after the hand; None where what went in is not what came out."""
    chips = Chips(hand)
    inside = 0
    for event in hand.events:
        if event.word == Word.POST or event.word in (Word.CALL, Word.BET, Word.RAISE, Word.COMPLETE):
            inside += chips.put(event)
        elif _begins_round(hand, event):
            chips.next_round()
        elif event.word in (Word.RETURN, Word.AWARD):
            chips.left[event.seat] += event.amount
            inside -= event.amount
        elif event.word in TO_HOUSE:
            inside -= event.amount
        elif event.word == Word.SPLASH:
            inside += event.amount
        elif event.word == Word.TIME:
            chips.left[event.seat] -= event.amount
        elif event.word == Word.SIDE:
            chips.left[event.seat] += event.amount
            chips.left[event.other] -= event.amount
    return chips.left if inside == 0 and min(chips.left.values()) >= 0 else None


def _begins_round(hand: Hand, event: Event) -> bool:
    if event.word in (Word.BOARD, Word.COMMUNITY, Word.DISCARD, Word.DRAW, Word.BURN):
        return True
    return event.word in (Word.UP, Word.DEAL) and _acted(hand.events, event)


def _acted(events: Iterable[Event], until: Event) -> bool:
    """Whether somebody acted before a card to a seat: in stud it begins the next street then."""
    for event in events:
        if event is until:
            return False
        if event.word in v.ACTIONS:
            return True
    return False
