"""PokerStars text histories: hands written for their players, one after the other, as the site's client exports them.

Read carefully: a line in the hand that this reader does not know puts the whole hand into quarantine, because it may
have moved chips or cards. What is known to move neither (chat, who comes and goes, clocks) is passed over.

How the text becomes a hand of ours:

- **Text.** UTF-8, else Windows-1252; byte order mark, CRLF, no-break spaces and currency signs are taken off.
  Portuguese and French are put into English first (`parsers.site_tongues`).
- **Forced bets.** The first small and big blind are those; a further big blind is the live post of a returning player,
  a further small blind dead money, `small & big blinds` both.
- **Raises.** `raises X to Y` is a raise to a total of Y.
- **Deal.** Only the player's own cards are shown. Who else was dealt in is told by what they did and by the summary;
  whom the history leaves out was away. The order of the deal is not recorded.
- **Rake.** A total a hand: told before the first pot is pushed. When it was taken is not recorded.
- **Split pots.** High and low are not told apart: who got which part is not recorded.
- **Chips of the house** that are added to a pot (splash pots, cash drops) are told as such. Where a site counts them
  twice among what was collected, awards are not evaluable.
- **A cancelled hand** is void: what was posted goes back.
- **Pots.** Where a pot with side pots was raked, it is not told which of them bore the rake; where a winner had sold
  the hand to the site, not who got the pot: awards are not evaluable then.
- **Other games.** Six-plus, Courchevel, five- and six-card Omaha and games with a cap on bets are no games of ours:
  kept by their names, not evaluable.

Not recorded at all: burns, stubs, folded cards, mucked hands, the chips a game is played with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, Seat
from parsers.line_hash import line_hash
from parsers.recorded_hands import (
    DRAW_GAMES,
    NO_PAYOUT,
    STUD_GAMES,
    LineOfHandError,
    RecordedHand,
    Teller,
    cards_of,
    cents_of,
    dealing_order,
    name_of,
    read_each,
    smallest_unit,
)
from parsers.site_heads import head_of
from parsers.site_tongues import in_english
from parsers.source import Source
from parsers.vocabulary import Detail, State, Word

HAND_MOST: Final = 256 << 10  # bytes of a hand; the longest real one takes a fiftieth

HOLE_CARDS: Final = {"omaha": 4, "omaha8": 4, "big-o": 5, "omaha5": 5, "omaha6": 6, "omaha6-8": 6, "courchevel": 5,
                     "courchevel8": 5, "draw-high": 5, "27-single": 5, "27-triple": 5, "badugi": 4}  # fmt: skip

_MORE_HOLES: Final = {("omaha", 5): "omaha5", ("omaha8", 5): "big-o", ("omaha", 6): "omaha6", ("omaha8", 6): "omaha6-8"}

_FIRST_LINE: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?(?:> )?(?:[A-Z][A-Za-z ]{2,30} (?:Hand|Game|GAME|Partie) #[A-Z]{0,3}[0-9]+ ?:"
    rb"|M(?:\xc3\xa3|\xe3)o PokerStars(?: Zoom)? #[0-9]+ ?:|Main PokerStars(?: Zoom)? n\xc2?[\xb0\xba][0-9]+ ?:) .*$",
    re.MULTILINE,
)
# What an export puts between hands: a number of its own.
_DIVIDER: Final = re.compile(rb"(?:\xef\xbb\xbf)?(?:Hand #[0-9]+:?|[\s*]*# *[0-9]+[\s*]*|[\s*>]*)")
_TABLE: Final = re.compile(
    r"Table (?:ID )?'(?P<table>.*)'(?: [0-9]+-[Mm]ax)?(?: \(.*?\))?(?: Seat #(?P<button>[0-9]+) is the button)?"
)
_SEAT: Final = re.compile(
    r"Seat (?P<seat>[0-9]+): (?P<name>.+?) \((?P<stack>[0-9.,]+)(?: in chips)?(?:, [0-9.,]+ bounty)?\)(?P<more>.*)"
)
_STREET: Final = re.compile(r"\*\*\* (?P<street>[A-Z0-9a-z -]+) \*\*\*(?P<cards>(?: \[[^\]]*\])*)")
_DEALT: Final = "Dealt to "
_ROWS: Final = re.compile(r"(?: \[[^\]]*\])+")
_RETURNED: Final = re.compile(r"Uncalled bet \((?P<amount>[0-9.,]+)\) returned to (?P<name>.+)")
_COLLECTED: Final = re.compile(
    r"(?P<name>.+) collected (?P<amount>[0-9.,]+) from (?P<pot>pot|main pot|side pot(?:-[1-9]| [1-9])?)"
)
_SPLASH: Final = re.compile(r"(?:STP added:|Cash Drop to Pot ?: total) (?P<amount>[0-9.,]+)")
_SPLASHED: Final = re.compile(r"\| STP ([0-9.,]+)")
_SHOWS: Final = re.compile(r"(?P<name>.+) shows \[(?P<cards>[^\]]*)\] for .*")
_CANCELLED: Final = "Hand cancelled"
_TOTAL: Final = re.compile(r"Total pot [0-9.,]+.*?\| Rake (?P<rake>[0-9.,]+)(?P<more>(?: .*)?)")
_DROPS: Final = re.compile(r"\| (?:Jackpot|Bingo|Fortune|Tax) ([0-9.,]+)")  # beside the rake, out of the same pot
_RUN: Final = re.compile(r"(?P<run>FIRST|SECOND|THIRD) (?P<street>FLOP|TURN|RIVER|SHOWDOWN|SHOW DOWN)")
_RUNS: Final = {"FIRST": 1, "SECOND": 2, "THIRD": 3}
_BOARD_AT: Final = {"FLOP": 0, "TURN": 3, "RIVER": 4}  # where a street's cards begin on the board
_BOARDS: Final = {1: Word.BOARD, 2: Word.BOARD2, 3: Word.BOARD3}
_IN_SUMMARY: Final = re.compile(r"Seat (?P<seat>[0-9]+): .* (?:folded|showed|mucked|collected|won|lost)\b.*")
_BRACKETS: Final = re.compile(r"\[([^\]]*)\]")
_SIGNS: Final = str.maketrans({**dict.fromkeys("$€£¥₹\ufeff"), "\u00a0": " ", "\u202f": " "})

# Lines that move neither chips nor cards: chat, who comes and goes, clocks, what a site sells beside the game.
_SAYS_NOTHING: Final = re.compile(
    r'# .*|.* said, ".*|.* (?:joins|leaves) the table.*|.* will be allowed to play after the button'
    r"|.* (?:has timed out(?: while .*)?|is disconnected ?|is connected ?|has returned|sits out|is sitting out)"
    r"|.* was removed from the table.*|.* has [0-9]+ seconds left to act|.* re-buys and .*"
    r"|.* (?:finished the tournament|wins the tournament|wins an entry|wins .* bounty|received .*bounty"
    r"|split the .* bounty).*"
    r"|Betting is capped|Pair on board - a double bet is allowed|No low hand qualified|.* cashed out the hand for .*"
)
_ACTION_ENDS: Final = re.compile(r"(?: and is all-in| and has reached the [0-9.,]+ cap| \(disconnect\))+$")
# What a player does that is no action; insurance is dealt with the site, beside the pot.
_NO_ACTION: Final = (
    "sits out", "is ", "has ", "said,", "will ", "get an all-in insurance", "pay premium of all-in insurance",
    "receive all-in insurance",
)  # fmt: skip
_POSTED: Final = re.compile(r"(posts [a-z& ]+|straddle) ([0-9.,]+)")
_CALLED: Final = re.compile(r"calls ([0-9.,]+)")
_BET: Final = re.compile(r"bets ([0-9.,]+)")
_RAISED: Final = re.compile(r"raises ([0-9.,]+) to ([0-9.,]+)")
_BROUGHT_IN: Final = re.compile(r"brings[ -]in(?: low)? for ([0-9.,]+)")
_SHOWN: Final = re.compile(r"shows \[([^\]]*)\](?: .*)?")
_DISCARDED: Final = re.compile(r"discards ([1-5]) cards?(?: \[([^\]]*)\])?")
_POSTS: Final = {
    "posts small blind": "sb", "posts big blind": "bb", "posts small & big blinds": "both", "posts the ante": "ante",
    "posts missed blind": "dead", "posts button blind": "button", "posts straddle": "straddle", "straddle": "straddle",
}  # fmt: skip


class _Cut(NamedTuple):
    """The text of a hand and the line it begins on; no hand where nothing was recognised."""

    line: int
    raw: bytes
    is_hand: bool


def read_pokerstars(source: Source) -> Iterator[ParsedHands]:
    """The hands of a text history. What cannot be read is in `quarantine`; nothing is raised for it."""
    yield from read_each(source, _hands_of(source), _recorded)


def _recorded(cut: _Cut) -> RecordedHand:
    if not cut.is_hand:
        raise LineError(None, "stands before any hand; a hand begins like `PokerStars Hand #123: …`")
    if len(cut.raw) > HAND_MOST:
        raise LineError(None, f"the hand is over {HAND_MOST:,} bytes long; check that its first line was not lost")
    return _Reader(cut.raw).recorded(cut.line)


def _hands_of(source: Source) -> Iterator[_Cut]:
    """The file cut before each first line of a hand."""
    held, line = b"", 1
    for first, chunk in source.chunks():
        if not held:
            line = first
        held += b"\n" * max(0, first - line - held.count(b"\n")) + chunk
        starts = [match.start() for match in _FIRST_LINE.finditer(held)]
        for start, end in zip(
            [0] * (starts[:1] != [0]) + starts, starts if starts[:1] != [0] else starts[1:], strict=False
        ):
            yield from _cut(held[start:end], line, start in starts)
            line += held.count(b"\n", start, end)
        held = held[starts[-1] :] if starts else held
        if len(held) > 4 * HAND_MOST:
            yield from _cut(held, line, bool(starts))
            line, held = line + held.count(b"\n"), b""
    yield from _cut(held, line, _FIRST_LINE.match(held) is not None)


def _cut(raw: bytes, line: int, is_hand: bool) -> Iterator[_Cut]:
    if is_hand or not _DIVIDER.fullmatch(raw.strip()):
        yield _Cut(line, raw, is_hand)


@dataclass
class _Reader:
    """One hand while it is read."""

    raw: bytes
    seats: dict[int, str] = field(default_factory=dict)
    seat_of: dict[str, int] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    stakes: dict[str, int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)  # seats that the history says were not dealt in
    absent: set[int] = field(default_factory=set)  # who sits out of a tournament is dealt in and posted for
    is_tournament: bool = False
    active: set[int] = field(default_factory=set)  # seats that did something
    folded: set[int] = field(default_factory=set)
    button: int = 0
    rake: int = 0
    promo: int = 0
    board: int = 0  # the board that is dealt or paid, where several were run
    final_board: list[str] = field(default_factory=list)  # of the summary
    splash: int = 0  # what the summary says that the house added
    is_cancelled: bool = False
    sold: bool = False  # a winner had sold the hand to the site before the end: who got the pot is not told
    game: str = ""

    def recorded(self, line: int) -> RecordedHand:
        lines = _lines_of(self.raw)
        head = head_of(lines[0].removeprefix("> "))
        self.game = _with_holes(head.game, lines)
        self.game = f"{self.game}-cap" if "Cap" in head.stakes else self.game
        self.is_cancelled = _CANCELLED in lines
        self._stakes(head.stakes, head.betting)
        self.is_tournament = head.event is not None
        self.stakes["chip"] = smallest_unit(self.is_tournament)
        # The summary says who was dealt in and what the rake was; what comes before it, in order, what happened.
        summary = lines.index("*** SUMMARY ***") if "*** SUMMARY ***" in lines else -1
        if summary < 0:
            raise LineError("summary", "the hand has no *** SUMMARY ***: it is cut off, or not all of it was exported")
        self._summary(lines[summary + 1 :])
        table = self._table(lines[1] if len(lines) > 1 else "")
        at = self._seats(lines)
        self.seat_of = {name: seat for seat, name in self.seats.items()}
        self.teller = Teller(self.stacks)
        self._told: list[tuple[int, str]] = [(k, text) for k, text in enumerate(lines) if at <= k < summary and text]
        self._who_was_dealt_in()
        self._play()
        hand = Hand(
            room=head.site, table=table, hand=head.hand, game=self.game, betting=head.betting,
            stakes=tuple(self.stakes.get(name, -1) for name in v.STAKES), placard=None, button=self.button,
            start_us=head.start_us, utc_offset_min=head.utc_offset_min, end_us=v.NO_TIME, dealer=None, deck=None,
            is_tournament=self.is_tournament, tournament_event=head.event,
            tournament_level=head.level, tournament_bba=-1, tournament_left=v.NO_COUNT,
            seats=tuple(
                Seat(seat, name, self.stacks[seat], self._state(seat)) for seat, name in self.seats.items()
            ),
            events=tuple(self.teller.events),
        )  # fmt: skip
        unrecorded = self.teller.unrecorded(self.game)
        if self.sold or self._went_back_too_much() or self._counts_twice():
            unrecorded |= NO_PAYOUT
        return RecordedHand(line, line_hash(self.raw), hand, unrecorded)

    def _state(self, seat: int) -> State:
        return State.AWAY if seat in self.out else State.ABSENT if seat in self.absent else State.IN

    def _went_back_too_much(self) -> bool:
        """Whether the only winner got called chips back as uncalled ones: a converter's words, no chip went wrong."""
        teller = self.teller
        back = {event.seat: event.amount for event in teller.events if event.word == Word.RETURN}
        winners = {event.seat for event in teller.events if event.word == Word.AWARD}
        others = [cents for seat, cents in teller.into_pot.items() if seat not in winners]
        return len(winners) == 1 and winners == set(back) and teller.into_pot[min(winners)] < max(others, default=0)

    def _counts_twice(self) -> bool:
        """Whether more was collected than lay in the pot, by what the house had added to it."""
        told = self.teller.events
        paid = sum(event.amount for event in told if event.word in (Word.AWARD, Word.RAKE, Word.PROMO))
        return 0 < self._splashed == paid - sum(self.teller.into_pot.values()) - self._splashed

    @property
    def _splashed(self) -> int:
        """Cents that the house added to the pot."""
        return sum(event.amount for event in self.teller.events if event.word == Word.SPLASH)

    # -- what stands before the hand ---------------------------------------------------------------------------------

    def _stakes(self, text: str, betting: str) -> None:
        amounts = re.findall(r"[0-9][0-9.,]*", text.split(" - ")[0])
        if self.game == "short-deck":
            amounts = re.findall(r"[0-9][0-9.,]*", text)
            self.stakes = {"bb": cents_of(amounts[0], "stakes")} if amounts else {}
        elif len(amounts) < 2:
            raise LineOfHandError(0, "stakes", f"{text[:60]!r} says no two amounts")
        elif betting == "fl":
            self.stakes = {"small_bet": cents_of(amounts[0], "stakes"), "big_bet": cents_of(amounts[1], "stakes")}
            if self.game not in STUD_GAMES:
                self.stakes["bb"] = self.stakes["small_bet"]
        else:
            self.stakes = {"sb": cents_of(amounts[0], "stakes"), "bb": cents_of(amounts[1], "stakes")}

    def _table(self, text: str) -> str:
        match = _TABLE.fullmatch(text)
        if match is None:
            raise LineOfHandError(1, "table", f"{text[:80]!r} names no table")
        button = int(match["button"] or 0)
        if button > v.SEATS_MOST:
            raise LineOfHandError(1, "button", f"seat {button} is beyond seat {v.SEATS_MOST}")
        if button == 0 and self.game.removesuffix("-cap") not in STUD_GAMES:
            raise LineOfHandError(1, "button", "the table's line does not say which seat has the button")
        self.button = button
        return name_of(match["table"], "table")

    def _seats(self, lines: list[str]) -> int:
        """The line behind the list of seats."""
        k = 2
        while k < len(lines) and (match := _SEAT.fullmatch(lines[k])):
            seat, name = int(match["seat"]), name_of(match["name"], "seat")
            if not 1 <= seat <= v.SEATS_MOST or seat in self.seats or name in self.seats.values():
                raise LineOfHandError(
                    k, "seat", f"seat {seat}, {name[:40]!r}, is beyond seat {v.SEATS_MOST} or there twice"
                )
            self.seats[seat] = name
            self.stacks[seat] = cents_of(match["stack"], "seat")
            more = match["more"].strip()
            if more.startswith("is sitting out") and self.is_tournament:
                self.absent.add(seat)
            elif more.startswith(("is sitting out", "out of hand")):
                self.out.add(seat)
            k += 1
        if len(self.seats) < 2 and not self.is_cancelled:
            raise LineOfHandError(min(k, len(lines) - 1), "seat", "fewer than two seats are listed")
        return k

    def _summary(self, lines: list[str]) -> None:
        for text in lines:
            if match := _TOTAL.fullmatch(text):
                self.rake = cents_of(match["rake"], "rake")
                self.promo = sum(cents_of(drop, "drop") for drop in _DROPS.findall(match["more"]))
                if added := _SPLASHED.search(text):
                    self.splash = cents_of(added[1], "STP")
            elif text.startswith("Board ["):
                self.final_board = text.removeprefix("Board [").removesuffix("]").split()
            elif match := _IN_SUMMARY.fullmatch(text):
                self.sold |= "pot not awarded" in text
                self.active.add(int(match["seat"]))

    # -- the hand ----------------------------------------------------------------------------------------------------

    def _seat_named(self, name: str) -> int:
        seat = self.seat_of.get(name)
        if seat is None:
            raise LineError("player", f"{name[:40]!r} is not among the seats")
        return seat

    def _acted(self, text: str) -> tuple[int, str] | None:
        """(seat, what it did) of a line that begins with a player's name; names may hold colons."""
        end = text.rfind(": ")
        while end > 0:
            seat = self.seat_of.get(text[:end])
            if seat is not None:
                return seat, text[end + 2 :]
            end = text.rfind(": ", 0, end)
        return None

    def _dealt_to(self, text: str) -> tuple[int, str] | None:
        """(seat, its cards in brackets) of a line that tells a deal; names may hold brackets."""
        if not text.startswith(_DEALT):
            return None
        rest = text.removeprefix(_DEALT)
        if rest in self.seat_of:  # a site may list everybody who got cards, and show none
            return self._seat_named(rest), ""
        names = [seat for seat, name in self.seats.items() if rest.startswith(name + " [")]
        for seat in sorted(names, key=lambda s: len(self.seats[s]), reverse=True):
            if _ROWS.fullmatch(rows := rest[len(self.seats[seat]) :]):
                return seat, rows
        if _ROWS.search(rest):
            raise LineError("player", f"{rest.partition(' [')[0][:40]!r} is not among the seats")
        return None

    def _who_was_dealt_in(self) -> None:
        for _, text in self._told:
            if acted := self._acted(text):
                if acted[1].split(" ", 1)[0] not in ("sits", "is", "said,", "has", "will", "posts"):
                    self.active.add(acted[0])
            elif dealt := self._dealt_to(text):
                self.active.add(dealt[0])
        self.out |= set(self.seats) - self.active - self.absent

    def _play(self) -> None:
        self._seen: set[str] = set()
        self._raked = False
        self._further_blind: dict[int, tuple[int, int]] = {}  # (its event, cents) of a small blind behind the first
        self._waiting: list[tuple[int, list[tuple[int, ...]]]] | None = None  # shown cards of a street being dealt
        self._street = ""
        self._before: list[str] = []  # of the board, turned before the flop
        for k, text in self._told:
            try:
                self._line(text)
            except LineOfHandError:
                raise
            except LineError as error:
                raise LineOfHandError(k, error.field, f"{text[:120]!r}: {error.reason}") from None
        self._deal_now()
        self._take_rake()
        if self._splashed and not any(self.teller.into_pot.values()):
            raise LineError(
                "pot", "the pot is of the house's chips alone, nobody bet for it and nobody is told to win it"
            )

    def _line(self, text: str) -> None:
        if dealt := self._dealt_to(text):
            seat, rows = dealt
            if not rows:
                return
            groups = [cards_of(group.split(), "cards") for group in _BRACKETS.findall(rows)]
            if self._waiting is not None:
                self._waiting.append((seat, groups))
                return
            if self.game in DRAW_GAMES and len(groups) == 2:
                self._drew(seat, groups[1])
                return
            raise LineError("cards", "cards come where none are dealt")
        if text.startswith("*** ") and (match := _STREET.fullmatch(text)):
            self._deal_now()
            self._new_street(match["street"], [g.split() for g in _BRACKETS.findall(match["cards"])])
            return
        if acted := self._acted(text):
            seat, done = acted
            if not done.startswith(_NO_ACTION):
                self._deal_now()
                self._act(seat, done)
            return
        if match := _RETURNED.fullmatch(text):
            self._deal_now()
            seat, cents = self._seat_named(match["name"]), cents_of(match["amount"], "returned")
            if (
                cents > self.teller.into_pot[seat]
            ):  # a site that calls the whole pot so, and tells it again as collected
                bets = self.teller.last_round
                cents = bets[seat] - max((bet for other, bet in bets.items() if other != seat), default=0)
            self.teller.give_back(seat, cents)
            return
        if match := _COLLECTED.fullmatch(text):
            self._deal_now()
            self._give_back_untold()
            self._take_rake()
            pot = (
                0 if match["pot"] in ("pot", "main pot") else int(match["pot"][-1]) if match["pot"][-1].isdigit() else 1
            )
            seat = self._seat_named(match["name"])
            amount = cents_of(match["amount"], "collected")
            self.teller.tell(Event(Word.AWARD, seat, amount=amount, pot=pot, board=self.board))
            return
        if match := _SPLASH.fullmatch(text):
            self.teller.tell(Event(Word.SPLASH, amount=cents_of(match["amount"], "pot")))
            return
        if match := _SHOWS.fullmatch(text):
            self._deal_now()
            self._show(self._seat_named(match["name"]), match["cards"].split())
            return
        if text == _CANCELLED:
            self._call_off()
            return
        if text == "The deck is reshuffled":  # from what, it does not say
            self.teller.tell(Event(Word.RESHUFFLE))
        elif not _SAYS_NOTHING.fullmatch(text):
            raise LineError(None, "is a line this reader does not know; it may have moved chips or cards")

    def _call_off(self) -> None:
        self._deal_now()
        self.teller.tell(Event(Word.VOID, text="cancelled"))
        for seat, cents in self.teller.into_pot.items():
            if cents:
                self.teller.give_back(seat, cents)

    def _give_back_untold(self) -> None:
        """Old histories say nothing of an uncalled bet: what was collected proves that it went back."""
        if self._raked or any(event.word == Word.RETURN for event in self.teller.events):
            return
        collected = [match["amount"] for _, text in self._told if (match := _COLLECTED.fullmatch(text))]
        seat, uncalled = self.teller.uncalled()
        paid = sum(cents_of(amount, "collected") for amount in collected) + self.rake + self.promo
        if uncalled and paid == sum(self.teller.into_pot.values()) + self._splashed - uncalled:
            self.teller.give_back(seat, uncalled)

    def _take_rake(self) -> None:
        if not self._raked:
            if self.splash and not self._splashed:  # told in the summary alone
                self.teller.tell(Event(Word.SPLASH, amount=self.splash))
            for word, amount in ((Word.RAKE, self.rake), (Word.PROMO, self.promo)):
                if amount:
                    self.teller.tell(Event(word, amount=amount))
        self._raked = True

    # -- cards -------------------------------------------------------------------------------------------------------

    def _in_hand(self) -> list[int]:
        return dealing_order(set(self.seats) - self.out - self.folded, self.button)

    def _new_street(self, street: str, groups: list[list[str]]) -> None:
        if run := _RUN.fullmatch(street):
            self._run_again(_RUNS[run["run"]], run["street"], groups)
            return
        self._street = street
        tell = self.teller.tell
        if street in ("HOLE CARDS", "DEALING HANDS", "3rd STREET"):
            if self._seen & {"deal"}:
                raise LineError("street", "the cards are dealt twice")
            self._seen.add("deal")
            self._waiting = []
            return
        if street in ("FLOP", "TURN", "RIVER") and groups:
            self.teller.next_round()
            new = [card for card in groups[-1] if card not in self._before]
            at = _BOARD_AT[street]
            if not new:  # a history may lose the card itself; the board at the end has it
                new = self.final_board[at : at + 1] if at else []
            if not new:
                raise LineError("board", "the street has no cards, and the board at the end does not have them")
            tell(Event(Word.BOARD, cards=cards_of(new, "board")))
        elif street == "PRE-FLOP" and groups:  # Courchevel turns the first card of the flop before anybody bets
            self._deal_now()
            self._before = groups[-1]
            tell(Event(Word.BOARD, cards=cards_of(self._before, "board")))
        elif street in ("4th STREET", "5th STREET", "6th STREET", "RIVER"):
            self.teller.next_round()
            self._waiting = []
        elif street in ("FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "DRAW"):
            self.teller.next_round()
        elif street not in ("SHOW DOWN", "SHOWDOWN"):
            raise LineError("street", "is a street this reader does not know")

    def _run_again(self, board: int, street: str, groups: list[list[str]]) -> None:
        """A street, or the showdown, of one board of several; they are run once nobody can bet any more."""
        if self.game == "split-holdem":  # two boards from the flop on, with betting on both together
            if board == 1 and not street.startswith("SHOW"):
                self.teller.next_round()
        elif not self._seen & {"runs"}:
            self._seen.add("runs")
            runs = [_RUNS[run["run"]] for _, text in self._told if (run := _RUN.search(text)) and text.startswith("*")]
            if max(runs) < 2:
                raise LineError("street", "names a first board, and there is no second one")
            self.teller.tell(Event(Word.RUNIT, count=max(runs)))
            self.teller.next_round()
        self.board = board
        if not street.startswith("SHOW"):
            self.teller.tell(Event(_BOARDS[board], cards=cards_of(groups[-1] if groups else (), "board")))

    def _drew(self, seat: int, cards: tuple[int, ...]) -> None:
        """The cards that a seat drew, told behind its discard."""
        events = self.teller.events
        for k in range(len(events) - 1, -1, -1):
            if events[k].word == Word.DRAW and events[k].seat == seat:
                if len(events[k].cards) != len(cards):
                    break
                events[k] = replace(events[k], cards=cards)
                return
        raise LineError("cards", "as many cards were drawn as were not thrown away")

    def _deal_now(self) -> None:
        """The cards of the street, once all that was shown of them is known."""
        if self._waiting is None:
            return
        shown = dict(self._waiting)
        self._waiting = None
        tell, unseen = self.teller.tell, v.UNSEEN
        order = self._in_hand()
        if self._street in ("HOLE CARDS", "DEALING HANDS"):
            size = max([len(g[-1]) for g in shown.values()] + [HOLE_CARDS.get(self.game, 2)])
            for seat in order:
                tell(Event(Word.DEAL, seat, cards=shown[seat][-1] if seat in shown else (unseen,) * size))
            return
        for seat in order:
            cards = shown[seat][-1] if seat in shown else ()
            if self._street == "3rd STREET":
                down, up = (cards[:2], cards[2:]) if len(cards) == 3 else ((unseen, unseen), cards)
                tell(Event(Word.DEAL, seat, cards=down))
                tell(Event(Word.UP, seat, cards=up or (unseen,)))
            elif self._street == "RIVER":
                tell(Event(Word.DEAL, seat, cards=cards or (unseen,)))
            else:
                tell(Event(Word.UP, seat, cards=cards or (unseen,)))

    # -- actions -----------------------------------------------------------------------------------------------------

    def _act(self, seat: int, done: str) -> None:
        teller = self.teller
        plain = _ACTION_ENDS.sub("", done) if done[-1:] in "np)" else done
        if match := _POSTED.fullmatch(plain):
            self._post(seat, match[1], cents_of(match[2], "post"))
        elif plain == "folds" or plain.startswith("folds ["):
            self.folded.add(seat)
            teller.tell(Event(Word.FOLD, seat))
        elif plain == "checks":
            teller.tell(Event(Word.CHECK, seat))
        elif match := _CALLED.fullmatch(plain):
            self._call(seat, cents_of(match[1], "call"))
        elif match := _BET.fullmatch(plain):
            teller.wager(Word.BET, seat, cents_of(match[1], "bet") + teller.made[seat])
        elif match := _RAISED.fullmatch(plain):
            completes = self.game in STUD_GAMES and self._street == "3rd STREET" and "complete" not in self._seen
            self._seen.add("complete")
            teller.wager(Word.COMPLETE if completes else Word.RAISE, seat, cents_of(match[2], "raise"))
        elif match := _BROUGHT_IN.fullmatch(plain):
            amount = cents_of(match[1], "bring-in")
            self.stakes.setdefault("bring_in", amount)
            teller.post(seat, Detail.BRINGIN, amount)
        elif plain.startswith(("discards ", "stands pat")):
            self._draw(seat, plain)
        elif match := _SHOWN.fullmatch(plain):
            self._show(seat, match[1].split())
        elif plain in ("mucks hand", "doesn't show hand"):
            teller.tell(Event(Word.MUCK, seat))
        else:
            raise LineError("action", "is no action this reader knows")

    def _draw(self, seat: int, done: str) -> None:
        teller = self.teller
        if teller.largest:  # a game with one draw has no line that announces it
            teller.next_round()
        if match := _DISCARDED.fullmatch(done):
            thrown = cards_of((match[2] or "").split(), "discard") or (v.UNSEEN,) * int(match[1])
            teller.tell(Event(Word.DISCARD, seat, cards=thrown))
            teller.tell(Event(Word.DRAW, seat, cards=(v.UNSEEN,) * int(match[1])))
        else:
            teller.tell(Event(Word.DRAW, seat, detail=Detail.PAT))

    def _call(self, seat: int, added: int) -> None:
        teller = self.teller
        event, posted = self._further_blind.pop(seat, (-1, 0))
        if (
            posted and added == teller.largest - teller.made[seat] - posted
        ):  # the post counted for the call: it was live
            teller.events[event] = replace(teller.events[event], detail=Detail.LIVE)
            teller.made[seat] += posted
        teller.call(seat, added)

    def _show(self, seat: int, words: list[str]) -> None:
        cards = cards_of((word for word in words if word != "XX"), "show")
        size = 7 if self.game in STUD_GAMES else HOLE_CARDS.get(self.game, 2)
        self.teller.tell(Event(Word.SHOW, seat, cards=cards + (v.UNSEEN,) * (size - len(cards))))

    def _post(self, seat: int, text: str, amount: int) -> None:
        kind = _POSTS.get(text)
        if kind is None:
            raise LineError("post", "is no post this reader knows")
        teller = self.teller
        if kind == "ante":
            self.stakes["ante"] = max(self.stakes.get("ante", 0), amount)
            teller.post(seat, Detail.ANTE, amount)
        elif kind == "straddle":
            self.stakes.setdefault("straddle", amount)
            teller.post(seat, Detail.STRADDLE, amount)
        elif kind == "dead":
            teller.post(seat, Detail.DEAD, amount)
        elif kind == "button":
            teller.post(seat, Detail.BB, amount)
        elif kind == "both":
            live = min(amount, self.stakes.get("bb", amount))
            teller.post(seat, Detail.LIVE, live)
            if amount > live:
                teller.post(seat, Detail.DEAD, amount - live)
        elif kind == "sb":
            if "sb" in self._seen:
                self._further_blind[seat] = (len(teller.events), amount)
            teller.post(seat, Detail.DEAD if "sb" in self._seen else Detail.SB, amount)
            self.stakes.setdefault("sb", amount)
        else:
            teller.post(seat, Detail.LIVE if "bb" in self._seen else Detail.BB, amount)
        self._seen.add(kind)


def _lines_of(raw: bytes) -> list[str]:
    """The lines of a hand, in English and without signs."""
    text = _decoded(raw)
    written = text.split("\n")
    english = in_english(written)
    if english is not written:
        text = "\n".join(english)
    return [line.rstrip() for line in text.translate(_SIGNS).split("\n")]


def _with_holes(game: str, lines: list[str]) -> str:
    """The game, by how many cards were dealt where a site calls every Omaha so."""
    if game not in ("omaha", "omaha8"):
        return game
    dealt = (text.rpartition(" [")[2].removesuffix("]").split() for text in lines if text.startswith(_DEALT))
    most = max((len(cards) for cards in dealt if all(card[-1:] in "cdhs" for card in cards)), default=4)
    return _MORE_HOLES.get((game, most), game)


def _decoded(raw: bytes) -> str:
    """The text of a hand: UTF-8, else what Windows wrote before."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
