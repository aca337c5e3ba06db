"""KingsClub text histories: hands of mixed games, with what every seat ended with in the summary.

How the text becomes a hand of ours:

- **Identity.** Room is `KingsClub`, table the name in quotes, hand the number. The clock has no zone and is read as
  UTC.
- **Amounts.** A call, like a bet and a raise, names the total of its round. `posts blind` is a live post.
- **Rounds.** A heading in asterisks opens the next round, whatever it is called; a game with one draw may have none.
- **Boards.** A heading names the cards that lie and those that come. What was not told on the way, because nobody
  could bet, is told from what lies. A second board beside an all-in is a board run twice; two boards from the flop on
  are another game, which is kept by name.
- **Payouts.** What a seat got is its end in the summary, less what it had left. Which pot bore the rake, and who got
  which half, is not told.

A hand of a draw game that was run more than once, or whose draw was dealt again, is refused: which card belongs to
which run is not told. Not recorded at all: burns, stubs, when the rake was taken, folded cards, the chips of a game.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, Seat
from parsers.line_hash import line_hash
from parsers.recorded_hands import (
    NO_AWARDS,
    NO_PAYOUT,
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
from parsers.source import Source
from parsers.vocabulary import Detail, State, Word

ROOM: Final = "KingsClub"
HEAD: Final = re.compile(
    r"#(?P<hand>[0-9]+): (?P<limit>No Limit|Pot Limit|Limit) (?P<game>.+) - (?P<small>[0-9.,]+)/(?P<big>[0-9.,]+)"
)
LIMITS: Final = {"No Limit": "nl", "Pot Limit": "pl", "Limit": "fl"}
# A name of the site's; ours, and the cards of the first deal.
GAMES: Final = {
    "Holdem": ("holdem", 2), "Omaha": ("omaha", 4), "Omaha Hi-Lo": ("omaha8", 4), "Big O": ("big-o", 5),
    "5 Card Omaha": ("omaha5", 5), "Seven Card Stud": ("stud", 3), "Seven Card Stud Hi-Lo": ("stud8", 3),
    "Razz": ("razz", 3), "2-7 Razz": ("kc-razz", 3), "5 Card Draw": ("draw-high", 5), "Badugi": ("badugi", 4),
    "Badacey": ("badacey", 5), "Badeucey": ("badeucey", 5), "Drawmaha": ("drawmaha", 5),
    "2-7 Single Draw": ("27-single", 5), "2-7 Triple Draw": ("27-triple", 5), "A-5 Single Draw": ("a5-single", 5),
    "A-5 Triple Draw": ("a5-triple", 5),
}  # fmt: skip
STUD: Final = frozenset({"stud", "stud8", "razz", "kc-razz"})
DRAW: Final = frozenset(
    {"draw-high", "badugi", "badacey", "badeucey", "drawmaha", "27-single", "27-triple", "a5-single", "a5-triple"}
)
SPLIT: Final = frozenset({"omaha8", "big-o", "stud8"})

_TABLE: Final = re.compile(r"Table '(?P<table>.+)'(?: Seat (?P<button>[0-9]+) is the button)?")
_SEAT: Final = re.compile(r"Seat (?P<seat>[0-9]+): (?P<name>.+) \((?P<stack>[0-9.,]+)\)(?: [+-][0-9.,]+)?")
_HEADING: Final = re.compile(r"\*\*\* (?:BOARD (?P<board>[0-9]) - )?(?P<street>[A-Z0-9 ]+) \*\*\*(?P<cards>.*)")
_DEALT: Final = re.compile(r"Dealt to (?P<name>.+): \[(?P<cards>[^\]]*)\]")
_WAGER: Final = re.compile(
    r"(?P<word>calls|bets|raises to|completes to|brings in for) (?P<amount>[0-9.,]+)(?:, and is all in)?"
)
_POST: Final = re.compile(
    r"posts (?P<kind>ante|the small blind|the big blind|blind|dead|straddle) (?P<amount>[0-9.,]+)(?:, and is all in)?"
)
_DRAWS: Final = re.compile(r"discards \[(?P<out>[^\]]*)\] draws \[(?P<drawn>[^\]]*)\]|draws (?P<count>[1-7])")
_BRACKETS: Final = re.compile(r"\[([^\]]*)\]")
_POSTS: Final = {
    "ante": Detail.ANTE, "the small blind": Detail.SB, "the big blind": Detail.BB, "blind": Detail.LIVE,
    "dead": Detail.DEAD, "straddle": Detail.STRADDLE,
}  # fmt: skip
SUMMARY: Final = "*** SUMMARY ***"
_BOARDS: Final = {1: Word.BOARD, 2: Word.BOARD2, 3: Word.BOARD3}


class _Lines(NamedTuple):
    """The lines of one hand."""

    line: int
    lines: list[str]

    @property
    def raw(self) -> bytes:
        return "\n".join(self.lines).encode()


def read_kingsclub(source: Source) -> Iterator[ParsedHands]:
    """The hands of a file. What cannot be read is in `quarantine`; nothing is raised for it."""
    yield from read_each(source, _hands_of(source), lambda lines: _Reader(lines).recorded())


def _hands_of(source: Source) -> Iterator[_Lines]:
    """The lines of each hand: from its first line to the next one's, or to an empty line behind its summary."""
    held: list[str] = []
    begins = 1
    is_over = False
    for first, chunk in source.chunks():
        for k, line in enumerate(chunk.decode("utf-8-sig", errors="replace").splitlines()):
            text = line.strip()
            if held and (HEAD.fullmatch(text) or (is_over and not text)):
                yield _Lines(begins, held)
                held, is_over = [], False
            if text and not held:
                begins = first + k
            if text:
                held.append(text)
                is_over = is_over or text == SUMMARY
    if held:
        yield _Lines(begins, held)


class _Reader:
    """One hand while it is read."""

    def __init__(self, lines: _Lines) -> None:
        self.piece, self.lines = lines, lines.lines
        head = HEAD.fullmatch(self.lines[0])
        game = GAMES.get(head["game"]) if head else None
        if head is None or game is None or len(self.lines) < 5:
            raise LineOfHandError(0, "first line", f"{self.lines[0][:120]!r} begins no hand of a game that is known")
        self.number, self.betting = head["hand"], LIMITS[head["limit"]]
        self.game, self.hole = game
        self.start = _time(self.lines[1])
        table = _TABLE.fullmatch(self.lines[2])
        if table is None:
            raise LineOfHandError(2, "table", f"{self.lines[2][:80]!r} names no table")
        self.table, self.button = name_of(table["table"], "table"), int(table["button"] or 0)
        if self.button > v.SEATS_MOST or (not self.button and self.game not in STUD):
            raise LineOfHandError(2, "button", "the table's line does not say which seat has the button")
        self._two_boards()
        self.seats = self._seats(self.lines[3:])
        self.told = 3 + len(self.seats)
        self._stakes(head)
        self.teller = Teller({seat: cents for seat, (_, cents) in self.seats.items()})
        self.shown: dict[int, list[str]] = {}
        self.dealing = True
        self.lying: dict[int, list[str]] = {1: []}
        self.proven = False
        self.completed = False

    def _two_boards(self) -> None:
        boards = [match for line in self.lines if (match := _HEADING.fullmatch(line)) and match["board"]]
        if any(match["street"] == "FLOP" for match in boards) and not any("all in" in line for line in self.lines):
            self.game = f"{self.game}-two-boards"

    def _seats(self, lines: list[str]) -> dict[int, tuple[str, int]]:
        found: dict[int, tuple[str, int]] = {}
        for k, line in enumerate(lines):
            match = _SEAT.fullmatch(line)
            if match is None:
                break
            seat, name = int(match["seat"]), name_of(match["name"], "seat")
            if not 1 <= seat <= v.SEATS_MOST or seat in found or any(name == known for known, _ in found.values()):
                raise LineOfHandError(3 + k, "seat", f"seat {seat}, {name[:40]!r}, is out of range or there twice")
            found[seat] = name, cents_of(match["stack"], "seat")
        if len(found) < 2:
            raise LineOfHandError(3, "seat", "fewer than two seats are listed")
        return found

    def _stakes(self, head: re.Match[str]) -> None:
        small, big = cents_of(head["small"], "stakes"), cents_of(head["big"], "stakes")
        if self.betting == "fl":
            self.stakes = {"small_bet": small, "big_bet": big} | ({} if self.game in STUD else {"bb": small})
        else:
            self.stakes = {"sb": small, "bb": big}
        self.stakes["chip"] = smallest_unit(False)

    def recorded(self) -> RecordedHand:
        """The hand as the history has it."""
        summary = next((k for k, line in enumerate(self.lines) if line == SUMMARY), None)
        if summary is None:
            raise LineError("summary", "is missing: the hand is cut off")
        for k in range(self.told, summary):
            try:
                self._line(self.lines[k])
            except LineError as error:
                raise LineOfHandError(k, error.field, f"{self.lines[k][:120]!r}: {error.reason}") from None
        self._deal()
        self._pay(self.lines[summary + 1 :])
        hand = Hand(
            room=ROOM, table=self.table, hand=self.number, game=self.game, betting=self.betting,
            stakes=tuple(self.stakes.get(name, -1) for name in v.STAKES), placard=None,
            button=0 if self.game in STUD else self.button, start_us=self.start, utc_offset_min=0, end_us=v.NO_TIME,
            dealer=None, deck=None, is_tournament=False, tournament_event=None, tournament_level=v.NO_COUNT,
            tournament_bba=-1, tournament_left=v.NO_COUNT,
            seats=tuple(
                Seat(seat, name, cents, State.IN if seat in self.dealt_in else State.AWAY)
                for seat, (name, cents) in sorted(self.seats.items())
            ),
            events=tuple(self.teller.events),
        )  # fmt: skip
        unrecorded = self.teller.unrecorded(self.game)
        if not self.proven or self.game in STUD | DRAW:
            unrecorded |= NO_PAYOUT
        elif self.game in SPLIT or self.teller.has_side_pots or self.teller.runs_told:
            unrecorded |= NO_AWARDS
        return RecordedHand(self.piece.line, line_hash(self.piece.raw), hand, unrecorded)

    # -- lines

    def _line(self, text: str) -> None:
        if match := _DEALT.fullmatch(text):
            self._dealt(self._seat(match["name"]), match["cards"].split())
        elif match := _HEADING.fullmatch(text):
            self._heading(int(match["board"] or 1), [group.split() for group in _BRACKETS.findall(match["cards"])])
        elif text.startswith("Run ") and text[4:5].isdigit():
            raise LineError("run", "a draw that was run more than once; which card belongs to which run is not told")
        else:
            seat, done = self._acted(text)
            self._act(seat, done)

    def _seat(self, name: str) -> int:
        for seat, (known, _) in self.seats.items():
            if known == name:
                return seat
        raise LineError("player", f"{name[:40]!r} is not among the seats")

    def _acted(self, text: str) -> tuple[int, str]:
        """(seat, what it did): names may hold blanks and colons, the longest that fits is meant."""
        found = [
            (len(name), seat) for seat, (name, _) in self.seats.items() if text.startswith((name + " ", name + ": "))
        ]
        if not found:
            raise LineError(None, "is a line this reader does not know; it may have moved chips or cards")
        length, seat = max(found)
        return seat, text[length:].lstrip(": ")

    @property
    def dealt_in(self) -> set[int]:
        return set(self.shown) or set(self.seats)

    def _dealt(self, seat: int, cards: list[str]) -> None:
        if self.dealing:
            self.shown[seat] = cards
        elif self.game in STUD and len(cards) == 1:
            down = cards[0] == "X"
            self.teller.tell(Event(Word.DEAL if down else Word.UP, seat, cards=_known(cards)))
        else:
            raise LineError("cards", "cards are dealt again in a draw; which of them count is not told")

    def _deal(self) -> None:
        """The first deal, once all of it is told."""
        if not self.dealing:
            return
        self.dealing = False
        for seat in dealing_order(self.dealt_in, self.button):
            cards = _known(self.shown.get(seat, ["X"] * self.hole))
            if self.game in STUD:
                self.teller.tell(Event(Word.DEAL, seat, cards=cards[:2]))
                self.teller.tell(Event(Word.UP, seat, cards=cards[2:]))
            else:
                self.teller.tell(Event(Word.DEAL, seat, cards=cards))

    def _heading(self, board: int, groups: list[list[str]]) -> None:
        if not self.shown:  # the heading of the first round
            return
        self._deal()
        if not groups:
            self.teller.next_round()
            return
        if board not in _BOARDS:
            raise LineError("board", f"board {board} is none this reader knows")
        lies = [card for group in groups for card in group]
        known = self.lying.get(board, [])
        if board == 1:
            self.teller.next_round()
        elif board not in self.lying:
            self._run_again()
        new = [card for card in lies[len(known) :] if card != "-"]
        self.lying[board] = lies
        at = len(lies) - len(new)
        while new:
            take = 3 - at if at < 3 else 1
            self.teller.tell(Event(_BOARDS[board], cards=cards_of(new[:take], "board")))
            new, at = new[take:], at + take

    def _run_again(self) -> None:
        headings = [match for line in self.lines if (match := _HEADING.fullmatch(line))]
        self.teller.run_again(max(int(match["board"] or 1) for match in headings))

    # -- actions

    def _act(self, seat: int, done: str) -> None:
        teller = self.teller
        if match := _POST.fullmatch(done):
            amount = cents_of(match["amount"], "post")
            if match["kind"] == "ante":
                self.stakes["ante"] = max(self.stakes.get("ante", 0), amount)
            elif match["kind"] == "the small blind":
                self.stakes.setdefault("sb", amount)
            teller.post(seat, _POSTS[match["kind"]], amount)
            return
        self._deal()
        if done == "folds":
            teller.tell(Event(Word.FOLD, seat))
        elif done == "checks":
            teller.tell(Event(Word.CHECK, seat))
        elif match := _WAGER.fullmatch(done):
            self._wager(seat, match["word"], cents_of(match["amount"], "wager"))
        elif done == "stands pat":
            self._draw(seat, None, ())
        elif match := _DRAWS.fullmatch(done):
            drawn = match["drawn"].split() if match["drawn"] is not None else ["X"] * int(match["count"])
            self._draw(seat, (match["out"] or " ".join(["X"] * len(drawn))).split(), drawn)
        elif match := re.fullmatch(r"shows \[([^\]]*)\]", done):
            teller.tell(Event(Word.SHOW, seat, cards=_known(match[1].split())))
        elif done in ("mucks", "mucks hand"):
            teller.tell(Event(Word.MUCK, seat))
        else:
            raise LineError("action", "is no action this reader knows")

    def _wager(self, seat: int, word: str, total: int) -> None:
        teller = self.teller
        if word == "brings in for":
            self.stakes.setdefault("bring_in", total)
            teller.post(seat, Detail.BRINGIN, total)
        elif total <= teller.made[seat]:
            raise LineError("action", f"comes to {total / 100:,.2f}, and the seat has as much in")
        elif word == "calls":
            teller.call(seat, total - teller.made[seat])
        elif self.game in STUD and "bring_in" in self.stakes and not self.completed and not teller.opened:
            self.completed = True
            teller.wager(Word.COMPLETE, seat, total)
        else:
            teller.wager(Word.RAISE if teller.largest else Word.BET, seat, total)

    def _draw(self, seat: int, out: list[str] | None, drawn: object) -> None:
        teller = self.teller
        if teller.largest:  # a game with one draw may have no heading for it
            teller.next_round()
        if out is None:
            teller.tell(Event(Word.DRAW, seat, detail=Detail.PAT))
            return
        cards = _known(drawn if isinstance(drawn, list) else [])
        teller.tell(Event(Word.DISCARD, seat, cards=_known(out)))
        teller.tell(Event(Word.DRAW, seat, cards=cards))

    # -- what came of it

    def _pay(self, lines: list[str]) -> None:
        teller = self.teller
        ends: dict[int, int] = {}
        rake = 0
        for line in lines:
            if match := _SEAT.fullmatch(line):
                ends[self._seat(match["name"])] = cents_of(match["stack"], "summary")
            elif match := re.fullmatch(r"Rake ([0-9.,]+)", line):
                rake = cents_of(match[1], "rake")
        got = {seat: ends.get(seat, -1) - teller.left[seat] for seat in self.seats}
        self.proven = min(got.values()) >= 0 and sum(got.values()) + rake == sum(teller.into_pot.values())
        if rake:
            teller.tell(Event(Word.RAKE, amount=rake))
        if not self.proven:
            return
        teller.pay_out(got)


def _known(words: list[str]) -> tuple[int, ...]:
    """The codes of cards; an X was not seen."""
    return tuple(v.UNSEEN if word == "X" else cards_of([word], "cards")[0] for word in words)


def _time(text: str) -> int:
    try:
        at = dt.datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
    except ValueError:
        raise LineOfHandError(1, "time", f"{text[:40]!r} is no time like 2021-08-04 22:17:57") from None
    return (at - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)
