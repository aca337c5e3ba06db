"""What the facts of house-banked rounds lack after the walk of pots: each seat's chips afterwards, and the burns.

The walk of pots follows bets and awards. Here wagers, payments and burns are added up, for checks that hold hands of
every game against each other: stacks from round to round, burns of a table that records them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from checks.banked_frame import banked_rounds
from checks.facts import FACTS
from checks.law.in_force import Law
from checks.replay.banked_layout import KINDS, SEATS, Kind
from checks.replay.dealing import STREET_NAMES
from checks.replay.layout import UNKNOWN, Param
from checks.replay.run import Replayed
from parsers.batch import HandBatch
from parsers.vocabulary import UNDONE, Detail, Word

_FACT: Final = {fact.name: place for place, fact in enumerate(FACTS)}
_KIND_OF: Final = {
    Detail.ANTE: Kind.ANTE, Detail.ODDS: Kind.ODDS, Detail.RAISE: Kind.RAISE, Detail.POCKET: Kind.POCKET,
    Detail.TRIPS: Kind.TRIPS, Detail.PROGRESSIVE: Kind.PROGRESSIVE,
}  # fmt: skip
_FLOP: Final = 1  # its place among the streets
_BOARDS: Final = 2  # the flop; turn and river together

Ints = npt.NDArray[np.int64]


def complete_banked(batch: HandBatch, law: Law, terms_of: Ints, replayed: Replayed) -> None:
    """Writes stacks and burns of the house-banked rounds of a batch into what the walk of pots found."""
    rounds = banked_rounds(batch)
    if not len(rounds):
        return
    hand_of = np.repeat(np.arange(len(batch)), np.diff(batch.event_offsets))
    of_round = np.zeros(len(batch), np.bool_)
    of_round[rounds] = True
    events = np.flatnonzero(of_round[hand_of])
    _write_stacks(batch, rounds, hand_of, events, replayed.end_stack)
    _write_burns(batch, law, terms_of, hand_of, events, replayed.facts)


def _cents(batch: HandBatch, hand_of: Ints, events: Ints, word: Word, place_of: Ints) -> Ints:
    """Cents of a word by round, seat and kind."""
    kinds = np.full(256, -1, np.int64)
    for detail, kind in _KIND_OF.items():
        kinds[detail] = kind
    some = events[(batch.word[events] == word) & (batch.seat[events] > 0) & (kinds[batch.detail[events]] >= 0)]
    out = np.zeros((int(place_of.max()) + 1, SEATS, KINDS), np.int64)
    np.add.at(out, (place_of[hand_of[some]], batch.seat[some], kinds[batch.detail[some]]), batch.amount[some])
    return out


def _plain_cents(batch: HandBatch, hand_of: Ints, events: Ints, word: Word, place_of: Ints) -> Ints:
    """Cents of a word that names no wager, by round and seat."""
    some = events[(batch.word[events] == word) & (batch.seat[events] > 0)]
    out = np.zeros((int(place_of.max()) + 1, SEATS), np.int64)
    np.add.at(out, (place_of[hand_of[some]], batch.seat[some]), batch.amount[some])
    return out


def _write_stacks(batch: HandBatch, rounds: Ints, hand_of: Ints, events: Ints, ends: Ints) -> None:
    """Each seat's chips after its round; UNKNOWN where a wager was not settled, or only in part."""
    place_of = np.full(len(batch), -1, np.int64)
    place_of[rounds] = np.arange(len(rounds))
    staked, paid, taken, pushed = (
        _cents(batch, hand_of, events, word, place_of) for word in (Word.WAGER, Word.PAY, Word.TAKE, Word.PUSH)
    )
    returned, envy = (_plain_cents(batch, hand_of, events, word, place_of) for word in (Word.RETURN, Word.ENVY))
    gone = np.zeros_like(staked)  # of the progressive: the dealer has the chip before the cards are dealt
    gone[:, :, Kind.PROGRESSIVE] = staked[:, :, Kind.PROGRESSIVE] - pushed[:, :, Kind.PROGRESSIVE]
    taken = np.maximum(taken - pushed, 0)
    taken[:, :, Kind.PROGRESSIVE] = 0
    moved = (paid - taken - gone).sum(axis=2) + envy
    untouched = (staked > 0) & (paid + taken + pushed == 0)
    untouched[:, :, Kind.PROGRESSIVE] = False
    open_cents = np.where(untouched, staked, 0).sum(axis=2)
    in_part = ((taken > 0) & (taken != staked)) | ((pushed > 0) & (pushed != staked))
    unknown = (open_cents != returned) | in_part.any(axis=2)
    undone = _undone_rounds(batch, hand_of, events)
    seat_hand = np.repeat(np.arange(len(batch)), np.diff(batch.seat_offsets))
    seats = np.flatnonzero(place_of[seat_hand] >= 0)
    at = place_of[seat_hand[seats]], batch.seat_no[seats]
    began = batch.seat_stack[seats]
    after = np.where(unknown[at], UNKNOWN, began + moved[at])
    ends[seats] = np.where(np.isin(seat_hand[seats], undone), began, after)


def _undone_rounds(batch: HandBatch, hand_of: Ints, events: Ints) -> Ints:
    """Rounds that were taken back in the recording software."""
    if UNDONE not in batch.texts:
        return np.zeros(0, np.int64)
    text = batch.texts.index(UNDONE)
    return hand_of[events[(batch.word[events] == Word.VOID) & (batch.text[events] == text)]]


def _burns_due(law: Law, number: int) -> tuple[int, int]:
    """Burns before the flop, and before turn and river; UNKNOWN where nobody says how the cards are dealt."""
    dealt = law.value(number, "dealing.from")
    before = law.value(number, "cards.burn"), law.value(number, "cards.burn_turn_and_river")
    if dealt is None or None in before:
        return UNKNOWN, UNKNOWN
    if dealt != "hand" and law.value(number, "cards.burn_by_hand_only") is True:
        return 0, 0
    return before


def _write_burns(batch: HandBatch, law: Law, terms_of: Ints, hand_of: Ints, events: Ints, facts: Ints) -> None:
    """The first community cards of each round that came behind another number of burns than due."""
    due_of = np.full((law.size, _BOARDS), UNKNOWN, np.int64)
    for number in np.unique(terms_of[hand_of[events]]).tolist():
        due_of[number] = _burns_due(law, number)
    burned = np.cumsum(batch.word[events] == Word.BURN)
    boards = np.flatnonzero(batch.word[events] == Word.BOARD)
    hands = hand_of[events[boards]]
    if not len(hands):
        return
    first = np.append(True, hands[1:] != hands[:-1])
    begins = np.searchsorted(hand_of[events], hands)  # where each round begins among the events
    before = burned[begins] - (batch.word[events[begins]] == Word.BURN)
    street = np.arange(len(boards)) - np.maximum.accumulate(np.where(first, np.arange(len(boards)), 0))
    done = burned[boards] - np.where(first, before, np.append(0, burned[boards][:-1]))
    due = due_of[terms_of[hands], np.minimum(street, _BOARDS - 1)]
    reshuffled = hand_of[events[batch.word[events] == Word.RESHUFFLE]]
    wrong = (street < _BOARDS) & (due != UNKNOWN) & (done != due) & ~np.isin(hands, reshuffled)
    game_no = law.params[Param.GAME_NO]
    for place in np.flatnonzero(wrong)[::-1]:  # the first of a round is written last
        hand = int(hands[place])
        facts[_FACT["burn_event"], hand] = events[boards[place]] - batch.event_offsets[hand]
        facts[_FACT["burn_due"], hand] = due[place]
        facts[_FACT["burn_done"], hand] = done[place]
        facts[_FACT["burn_street"], hand] = game_no[terms_of[hand]] * STREET_NAMES + street[place] + _FLOP
