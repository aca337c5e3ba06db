"""Hands as PHH, many in one `.phhs` file.

PHH says who had which chips, what was dealt and what was done. It has no words for burns, stubs, rake, returned bets,
awards, the button's own seat, and seats that were not dealt in; where the chips add up, `finishing_stacks` prove what
was paid. Hands of which it cannot tell what happened are left out, each with its reason: boards run more than once,
deals that were called off, chips from outside the hand, games that have no variant.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Final

from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_hands import dealt_seats, hands_of
from parsers.event_text import money_text
from parsers.handlog_reference import Event, Hand
from parsers.phh_reference import DRAW, STUD, VARIANTS, Variant
from parsers.recorded_hands import dealing_order
from parsers.vocabulary import Detail, State, Word
from parsers.writing.chips import Chips, end_stacks
from parsers.writing.losses import Losses, UnsayableError

_CODES: Final = {(variant.game, variant.betting): code for code, variant in VARIANTS.items()}
_STUD_FROM: Final = 10  # stud is dealt from the dealer's left

# Words of which the format has no way to tell, and what is then said to be lost.
_LOST: Final = {
    Word.BURN: "burned cards", Word.STUB: "counted stubs", Word.RAKE: "rake", Word.PROMO: "promotional drops",
    Word.TIMEPOT: "time that the pot paid", Word.RETURN: "returned bets, but for the finishing stacks",
    Word.AWARD: "who was pushed what, but for the finishing stacks", Word.FLOOR: "rulings of the floor",
    Word.EXPOSE: "exposed cards", Word.BOXED: "boxed cards", Word.FOREIGN: "foreign cards", Word.JOKER: "jokers",
}  # fmt: skip
_UNSAYABLE: Final = {
    Word.BOARD2: "more than one board", Word.BOARD3: "more than one board", Word.RUNIT: "more than one board",
    Word.BACK: "cards were taken back from the board", Word.RESHUFFLE: "a new stub was made",
    Word.MISDEAL: "the deal was called off", Word.VOID: "the deal was called off", Word.DEAD: "a hand was killed",
    Word.SPLASH: "chips were added to the pot", Word.SIDE: "a payment beside the pot", Word.TIME: "time was taken",
}  # fmt: skip
_BLINDS: Final = (Detail.SB, Detail.BB, Detail.STRADDLE, Detail.KILL)
_STAKE_OF: Final = {Detail.SB: "sb", Detail.BB: "bb", Detail.ANTE: "ante", Detail.STRADDLE: "straddle"}


def phh_texts(batch: HandBatch, losses: Losses, kept: list[bool]) -> list[str]:
    """The hands of a batch, each the body of a section; one that PHH cannot say is counted in `losses`.

    `kept` gets a flag a hand.
    """
    texts = []
    for hand in hands_of(batch):
        try:
            texts.append(_Writer(hand, "award" not in batch.unrecorded).text(losses))
        except UnsayableError as error:
            losses.hands[str(error)] += 1
            kept.append(False)
            continue
        kept.append(True)
        losses.written += 1
    return texts


class _Writer:
    """One hand while it is written."""

    def __init__(self, hand: Hand, is_paid_told: bool) -> None:
        code = _CODES.get((hand.game, hand.betting or ""))
        if code is None:
            raise UnsayableError(f"PHH has no variant for {hand.game} {hand.betting or ''}".rstrip())
        self.hand, self.code, self.is_paid_told = hand, code, is_paid_told
        self.variant: Variant = VARIANTS[code]
        self.stakes = {name: cents for name, cents in zip(v.STAKES, hand.stakes, strict=True) if cents >= 0}
        self.order = self._order()
        self.player = {seat: k for k, seat in enumerate(self.order, 1)}
        self.chips = Chips(hand)
        self.actions: list[str] = []
        self.antes = dict.fromkeys(self.order, 0)
        self.blinds = dict.fromkeys(self.order, 0)
        self.waiting: dict[int, list[int]] = {}  # cards dealt or drawn that stand behind the actions of others
        self.words: set[str] = set()
        self.folded: set[int] = set()
        self.tabled: set[int] = set()

    def _order(self) -> list[int]:
        hand = self.hand
        dealt = dealt_seats(hand)
        posted = {event.seat for event in hand.events if event.word == Word.POST}
        if posted - dealt:
            raise UnsayableError("a seat posted and was not dealt in")
        if len(dealt) < 2:
            raise UnsayableError("fewer than two seats were dealt in")
        if self.variant.family != STUD and not hand.button:
            raise UnsayableError("nobody says where the button stood")
        return dealing_order(dealt, _STUD_FROM if self.variant.family == STUD else hand.button)

    def text(self, losses: Losses) -> str:
        """The hand as TOML; what is lost with it is counted."""
        for event in self.hand.events:
            self._event(event)
        self._deal_waiting()
        lines = [f"variant = {_quoted(self.code)}", *self._money(), *self._place()]
        for word in self.words:
            losses.words[word] += 1
        return "\n".join(lines) + "\n"

    # -- what happened ---------------------------------------------------------------------------------------------

    def _event(self, event: Event) -> None:
        word = Word(event.word)
        if word in _UNSAYABLE:
            raise UnsayableError(_UNSAYABLE[word])
        if word in _LOST:
            self.words.add(_LOST[word])
        elif word == Word.POST:
            self._post(event)
        elif word in (Word.DEAL, Word.UP):
            self._deal(event)
        elif word in (Word.BOARD, Word.COMMUNITY):
            self._deal_waiting()
            self.chips.next_round()
            self.actions.append(f"d db {_cards(event.cards)}")
        elif word in (Word.DISCARD, Word.DRAW):
            self._draw(event)
        elif word in v.ACTIONS:
            self._act(event)
        elif word in (Word.SHOW, Word.MUCK):
            self._table_hand(event)
        else:
            raise UnsayableError(f"PHH has no word for `{v.WORDS[word]}`")

    def _number(self, event: Event) -> int:
        number = self.player.get(event.seat)
        if number is None:
            raise UnsayableError("a seat acted and was not dealt in")
        return number

    def _post(self, event: Event) -> None:
        seat = event.seat
        if event.detail == Detail.BRINGIN:
            if event.amount != min(self.stakes.get("bring_in", -1), self.chips.left[seat]):
                raise UnsayableError("a bring-in of another amount than the stakes'")
            self._deal_waiting()
            self.actions.append(f"p{self._number(event)} pb")
            self.chips.put(event)
            return
        if self.actions:
            raise UnsayableError("a post behind the deal")
        all_in = event.amount == self.chips.left[seat]
        self.chips.put(event)
        stake = self.stakes.get(_STAKE_OF.get(Detail(event.detail), ""), 0)
        cents = max(event.amount, stake) if all_in else event.amount
        if event.detail in _BLINDS:
            self.blinds[seat] += cents
        elif event.detail == Detail.LIVE:
            self.blinds[seat] -= cents
        else:
            if event.detail not in (Detail.ANTE, Detail.BBA):
                self.words.add(f"that `{v.DETAILS[event.detail]}` money was no ante")
            self.antes[seat] += cents

    def _deal(self, event: Event) -> None:
        if event.seat not in self.player:
            raise UnsayableError("cards to the banker")
        if any(action.startswith("p") for action in self.actions):
            self.chips.next_round() if not self.waiting else None
        self.waiting.setdefault(event.seat, []).extend(event.cards)

    def _table_hand(self, event: Event) -> None:
        """A hand is tabled or mucked, once: PHH has a showdown only between two or more."""
        if len(self.order) - len(self.folded) < 2:
            self.words.add("what was shown when everybody else had folded")
        elif event.seat not in self.tabled and event.seat not in self.folded:
            self._deal_waiting()
            self.tabled.add(event.seat)
            shown = f" {_cards(event.cards)}" if event.word == Word.SHOW else ""
            self.actions.append(f"p{self._number(event)} sm{shown}")

    def _draw(self, event: Event) -> None:
        if self.variant.family != DRAW:
            raise UnsayableError("a draw in a game without one")
        if event.word == Word.DRAW and event.detail != Detail.PAT:
            self.waiting.setdefault(event.seat, []).extend(event.cards)
            return
        self.chips.next_round()
        cards = f" {_cards(event.cards)}" if event.word == Word.DISCARD else ""
        self.actions.append(f"p{self._number(event)} sd{cards}")

    def _deal_waiting(self) -> None:
        for seat, cards in self.waiting.items():
            self.actions.append(f"d dh p{self.player[seat]} {_cards(tuple(cards))}")
        self.waiting = {}

    def _act(self, event: Event) -> None:
        if event.flags & v.FLAG_DARK:
            raise UnsayableError("an action in the dark")
        if event.flags & v.FLAG_OOT:
            self.words.add("that an action was out of turn")
        self._deal_waiting()
        who = f"p{self._number(event)}"
        if event.word == Word.FOLD:
            self.folded.add(event.seat)
            self.actions.append(f"{who} f")
            return
        owed = self.chips.owed(event.seat)
        if event.word in (Word.CHECK, Word.CALL):
            if owed != (event.amount if event.word == Word.CALL else 0):
                raise UnsayableError("a check or call of another amount than was open")
            self.actions.append(f"{who} cc")
        else:
            self.actions.append(f"{who} cbr {money_text(event.amount)}")
        if event.word != Word.CHECK:
            self.chips.put(event)

    # -- the fields ------------------------------------------------------------------------------------------------

    def _money(self) -> list[str]:
        """Forced bets, stacks and actions. Two players' lists are turned round by rule."""
        turned = self.order[::-1] if len(self.order) == 2 else self.order
        antes = [self.antes[seat] for seat in turned]
        lines = [
            f"ante_trimming_status = {'true' if len(set(antes)) == 1 else 'false'}", f"antes = {_amounts(antes)}",
        ]  # fmt: skip
        if self.variant.family == STUD:
            lines.append(f"bring_in = {money_text(self._stake('bring_in'))}")
        else:
            lines.append(f"blinds_or_straddles = {_amounts([self.blinds[seat] for seat in turned])}")
        if self.variant.betting == "fl":
            lines.append(f"small_bet = {money_text(self._stake('small_bet'))}")
            lines.append(f"big_bet = {money_text(self._stake('big_bet'))}")
        else:
            lines.append(f"min_bet = {money_text(self._stake('bb'))}")
        stacks = {seat.seat: seat.stack for seat in self.hand.seats}
        lines.append(f"starting_stacks = {_amounts([stacks[seat] for seat in self.order])}")
        lines.append(f"actions = [{', '.join(map(_quoted, self.actions))}]")
        ends = end_stacks(self.hand) if self.is_paid_told else None
        if ends is not None:
            lines.append(f"finishing_stacks = {_amounts([ends[seat] for seat in self.order])}")
        return lines

    def _stake(self, name: str) -> int:
        if name not in self.stakes:
            raise UnsayableError(f"the stakes do not say {name}")
        return self.stakes[name]

    def _place(self) -> list[str]:
        hand = self.hand
        names = {seat.seat: seat.player for seat in hand.seats}
        zone, shown = _zone(hand.utc_offset_min)
        at = dt.datetime(1970, 1, 1) + dt.timedelta(microseconds=hand.start_us, minutes=shown)
        self._say_rest(shown)
        lines = [
            f"venue = {_quoted(hand.room)}", f"table = {_quoted(hand.table)}", f"hand = {_quoted(hand.hand)}",
            f"seats = [{', '.join(map(str, self.order))}]",
            f"players = [{', '.join(_quoted(names[seat]) for seat in self.order)}]",
            f"time = {at.time().isoformat()}", f"time_zone = {_quoted(zone)}",
            f"day = {at.day}", f"month = {at.month}", f"year = {at.year}",
        ]  # fmt: skip
        if hand.is_tournament:
            lines.append(f"event = {_quoted(hand.tournament_event or 'tournament')}")
            if hand.tournament_level != v.NO_COUNT:
                lines.append(f"level = {hand.tournament_level}")
        return lines

    def _say_rest(self, shown: int) -> None:
        hand, say = self.hand, self.words.add
        if hand.end_us != v.NO_TIME:
            say("when the hand ended")
        if hand.dealer or hand.deck or hand.placard:
            say("dealer, deck and placard")
        if len(hand.seats) > len(self.order):
            say("seats that were not dealt in")
        if any(seat.state != State.IN for seat in hand.seats):
            say("who was new, moved or absent")
        if self.variant.family != STUD:
            say("the seat of the button, but for the order of the players")
        if "chip" in self.stakes:
            say("the smallest chip in play")
        if hand.bomb_ante >= 0:
            raise UnsayableError("a bomb pot")
        if shown != hand.utc_offset_min:
            say("the offset of the clock")


def _zone(offset_min: int) -> tuple[str, int]:
    """(a time zone of that offset, its minutes ahead of UTC): whole hours have one, others are written in UTC."""
    hours, rest = divmod(offset_min, 60)
    if rest or not -12 <= hours <= 14 or hours == 0:
        return "UTC", 0
    return f"Etc/GMT{-hours:+d}", offset_min


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _amounts(cents: list[int]) -> str:
    return f"[{', '.join(money_text(amount) for amount in cents)}]"


def _cards(cards: tuple[int, ...]) -> str:
    return "".join(v.UNSEEN_TEXT if card == v.UNSEEN else v.CARD_TEXTS[card] for card in cards)
