"""Hands as Open Hand History, one JSON object a line.

OHH says who sat where, what was posted, dealt and done, and what each pot paid after its rake. It has no words for
burns, stubs, when the rake was taken, and who got which part of a split pot; the return of an uncalled bet is left to
be read off the pots. Games that it does not have are left out, and so are deals that were called off.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any, Final

from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_hands import dealt_seats, hands_of
from parsers.handlog_reference import Event, Hand
from parsers.ohh import GAMES
from parsers.vocabulary import Detail, State, Word
from parsers.writing.chips import TO_HOUSE, Chips
from parsers.writing.handlog import money
from parsers.writing.losses import Losses, UnsayableError

SPEC: Final = "1.4.6"
_NAMES: Final = {"holdem": "Holdem", "omaha": "Omaha", "omaha8": "OmahaHiLo"}
_BETTING: Final = {"nl": "NL", "pl": "PL", "fl": "FL"}
_POSTS: Final = {
    Detail.SB: "Post SB", Detail.BB: "Post BB", Detail.ANTE: "Post Ante", Detail.STRADDLE: "Straddle",
    Detail.DEAD: "Post Dead", Detail.LIVE: "Post Extra Blind",
}  # fmt: skip
# Posts that the format has no name for, and what is lost with them.
_OTHER_POSTS: Final = {
    Detail.BBA: "that an ante was the big blind's",
    Detail.BUTTONANTE: "that an ante was the button's",
}
_STREETS: Final = ("Preflop", "Flop", "Turn", "River")
_LOST: Final = {
    Word.BURN: "burned cards", Word.STUB: "counted stubs", Word.FLOOR: "rulings of the floor",
    Word.EXPOSE: "exposed cards", Word.BOXED: "boxed cards", Word.FOREIGN: "foreign cards", Word.JOKER: "jokers",
    Word.RESHUFFLE: "that a new stub was made",
}  # fmt: skip
_UNSAYABLE: Final = {
    Word.BACK: "cards were taken back from the board", Word.MISDEAL: "the deal was called off",
    Word.VOID: "the deal was called off", Word.DEAD: "a hand was killed", Word.SIDE: "a payment beside the pot",
    Word.TIME: "time was taken",
}  # fmt: skip


def ohh_lines(batch: HandBatch, losses: Losses, kept: list[bool]) -> list[str]:
    """The hands of a batch as OHH objects; one that it cannot say is counted in `losses`. `kept` gets a flag a hand."""
    lines = []
    for hand in hands_of(batch):
        writer = _Writer(hand)
        try:
            record = writer.record(losses)
        except UnsayableError as error:
            losses.hands[str(error)] += 1
            kept.append(False)
            continue
        kept.append(True)
        losses.written += 1
        lines.append(json.dumps({"ohh": record}, ensure_ascii=False, separators=(",", ":")))
    return lines


class _Writer:
    """One hand while it is written."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.chips = Chips(hand)
        self.rounds: list[dict[str, Any]] = []
        self.on_board = {Word.BOARD: 0, Word.BOARD2: 0, Word.BOARD3: 0}
        self.pots: dict[int, dict[int, int]] = {}
        self.rake = 0
        self.words: set[str] = set()

    def record(self, losses: Losses) -> dict[str, Any]:
        """The object; what is lost with it is counted."""
        hand = self.hand
        name, betting = _NAMES.get(hand.game), _BETTING.get(hand.betting or "")
        if name is None or betting is None or hand.game not in GAMES.values():
            raise UnsayableError(f"OHH is not written for {hand.game} {hand.betting or ''}".rstrip())
        self._street("Preflop")
        for event in hand.events:
            self._event(event)
        record = self._head(name, betting) | {"rounds": self._numbered(), "pots": self._pots()}
        self._say_rest()
        for word in self.words:
            losses.words[word] += 1
        return record

    def _head(self, name: str, betting: str) -> dict[str, Any]:
        hand = self.hand
        stakes = {key: cents for key, cents in zip(v.STAKES, hand.stakes, strict=True) if cents >= 0}
        start = dt.datetime(1970, 1, 1) + dt.timedelta(microseconds=hand.start_us)
        dealt = dealt_seats(hand)
        head: dict[str, Any] = {
            "spec_version": SPEC, "site_name": hand.room, "network_name": hand.room, "internal_version": SPEC,
            "tournament": hand.is_tournament, "game_number": hand.hand, "start_date_utc": f"{start.isoformat()}Z",
            "table_name": hand.table, "game_type": name, "bet_limit": {"bet_type": betting, "bet_cap": 0},
            "table_size": v.SEATS_MOST, "dealer_seat": hand.button,
            "small_blind_amount": money(stakes.get("sb", 0)), "big_blind_amount": money(stakes.get("bb", 0)),
            "ante_amount": money(stakes.get("ante", 0)),
            "flags": ["Bomb_Pot"] * (hand.bomb_ante >= 0) + ["Run_It_Twice"] * self._is_run_again(),
            "players": [
                {
                    "id": seat.seat, "seat": seat.seat, "name": seat.player, "display": seat.player,
                    "starting_stack": money(seat.stack), "is_sitting_out": seat.seat not in dealt,
                }
                for seat in hand.seats
            ],
        }  # fmt: skip
        if hand.is_tournament and hand.tournament_event:
            head["tournament_info"] = {"tournament_number": hand.tournament_event}
        if hand.bomb_ante >= 0:
            head["ante_amount"] = money(hand.bomb_ante)
        return head

    def _is_run_again(self) -> bool:
        return any(event.word == Word.RUNIT for event in self.hand.events)

    def _event(self, event: Event) -> None:
        word = Word(event.word)
        if word in _UNSAYABLE:
            raise UnsayableError(_UNSAYABLE[word])
        if word in _LOST:
            self.words.add(_LOST[word])
        elif word in self.on_board:
            self._board(event)
        elif word == Word.POST:
            self._post(event)
        elif word == Word.DEAL and event.seat > 0:
            self._tell(event, "Dealt Cards", cards=_cards(event.cards))
        elif word in v.ACTIONS:
            self._act(event)
        elif word in (Word.SHOW, Word.MUCK):
            if self.rounds[-1]["street"] != "Showdown":
                self._street("Showdown")
            shown = _cards(event.cards) if word == Word.SHOW else []
            self._tell(event, "Shows Cards" if word == Word.SHOW else "Mucks Cards", cards=shown)
        elif word == Word.SPLASH:
            self.rounds[-1]["actions"].append({"player_id": 0, "action": "Add to Pot", "amount": money(event.amount)})
        elif word in TO_HOUSE:
            self.rake += event.amount
        elif word == Word.AWARD:
            got = self.pots.setdefault(event.pot, {})
            got[event.seat] = got.get(event.seat, 0) + event.amount
            if event.part or event.board:
                self.words.add("who got which part or board of a pot")
        elif word not in (Word.RETURN, Word.RUNIT):
            raise UnsayableError(f"OHH has no word for `{v.WORDS[word]}`")

    def _street(self, name: str, cards: list[str] | None = None) -> None:
        street: dict[str, Any] = {"street": name, "actions": []}
        if cards:
            street["cards"] = cards
        self.rounds.append(street)
        self.chips.next_round()

    def _board(self, event: Event) -> None:
        word = Word(event.word)
        lying = self.on_board[word] or (self.common if word != Word.BOARD and not self.hand.bomb_boards else 0)
        streets = {3: "Flop", 4: "Turn", 5: "River"}
        cards = _cards(event.cards)
        for first, last in _by_street(lying, len(cards)):
            self._street(streets[last], cards[first - lying : last - lying])
        self.on_board[word] = lying + len(cards)

    @property
    def common(self) -> int:
        """Board cards that all boards share: those in front of the agreement to run more."""
        count = 0
        for event in self.hand.events:
            if event.word == Word.RUNIT:
                break
            count += len(event.cards) if event.word == Word.BOARD else 0
        return count

    def _post(self, event: Event) -> None:
        name = _POSTS.get(Detail(event.detail))
        if name is None and event.detail in _OTHER_POSTS:
            self.words.add(_OTHER_POSTS[Detail(event.detail)])
            name = "Post Ante"
        if name is None:
            raise UnsayableError(f"OHH has no word for a post of `{v.DETAILS[event.detail]}`")
        self.chips.put(event)
        self._tell(event, name, amount=money(event.amount))

    def _act(self, event: Event) -> None:
        names = {
            Word.FOLD: "Fold", Word.CHECK: "Check", Word.CALL: "Call", Word.BET: "Bet", Word.RAISE: "Raise",
            Word.COMPLETE: "Raise",
        }  # fmt: skip
        if event.flags & v.FLAG_DARK:
            raise UnsayableError("an action in the dark")
        if event.flags & v.FLAG_OOT:
            self.words.add("that an action was out of turn")
        name = names[Word(event.word)]
        if event.word in (Word.FOLD, Word.CHECK):
            self._tell(event, name)
        else:
            self._tell(event, name, amount=money(self.chips.put(event)))

    def _tell(self, event: Event, name: str, **more: Any) -> None:
        said = {"player_id": event.seat, "action": name} | more
        if event.flags & v.FLAG_ALLIN:
            said["is_allin"] = True
        self.rounds[-1]["actions"].append(said)

    def _numbered(self) -> list[dict[str, Any]]:
        """Rounds and actions with the numbers that the format wants."""
        number = 0
        for k, street in enumerate(self.rounds):
            street["id"] = k
            for action in street["actions"]:
                action["action_number"] = number
                number += 1
        return self.rounds

    def _pots(self) -> list[dict[str, Any]]:
        pots: list[dict[str, Any]] = []
        for number, got in sorted(self.pots.items()):
            rake = self.rake if not pots else 0
            pots.append(
                {
                    "number": number, "amount": money(sum(got.values()) + rake), "rake": money(rake),
                    "player_wins": [{"player_id": seat, "win_amount": money(cents)} for seat, cents in got.items()],
                }
            )  # fmt: skip
        return pots

    def _say_rest(self) -> None:
        hand, say = self.hand, self.words.add
        if self.rake:
            say("when the rake was taken, and from which pot")
        if hand.end_us != v.NO_TIME:
            say("when the hand ended")
        if hand.dealer or hand.deck or hand.placard:
            say("dealer, deck and placard")
        if any(seat.state in (State.NEW, State.MOVED, State.ABSENT) for seat in hand.seats):
            say("who was new, moved or absent")
        if hand.utc_offset_min:
            say("the offset of the clock")
        if hand.is_tournament and hand.tournament_level != v.NO_COUNT:
            say("the level of the tournament")


def _by_street(lying: int, dealt: int) -> list[tuple[int, int]]:
    """The streets that so many cards behind so many make: (cards before, cards with it)."""
    ends = [end for end in (3, 4, 5) if lying < end <= lying + dealt]
    if not ends or ends[-1] != lying + dealt:
        raise UnsayableError("a board of another number of cards")
    return list(zip([lying, *ends], ends, strict=False))


def _cards(cards: tuple[int, ...]) -> list[str]:
    """Cards that were seen; unseen ones are not named."""
    return [v.CARD_TEXTS[card] for card in cards if card != v.UNSEEN]
