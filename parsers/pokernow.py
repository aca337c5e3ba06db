"""PokerNow logs: the CSV that a host downloads, newest line first, with the columns `entry`, `at` and `order`.

How an entry becomes a hand of ours:

- **Identity.** Room is `PokerNow`, table the id in the file's name (else the file's name), hand the table with the
  number of the hand. A player is the whole of `name @ id`.
- **Amounts.** A call, like a bet and a raise, names the total of its round. What is called a raise and only meets the
  bet is a call.
- **Forced bets.** `missed big blind` is a live post, `missing small blind` dead money.
- **Button.** The dealer named in the hand's first line. A dead button stands at an empty seat that nobody names: who
  acts last is read off the blinds, and where the button stood is not evaluable.
  A table that fewer than two of the last hand's players stayed at begins a new game: where its button came from nobody
  says.
- **Boards.** A second run is the second board, and what was collected on it is its award.
- **Stakes.** As the table's lines change them; where none stands before, as they were posted.
- **Who shows.** `shows a` may name one card of several: the others are unseen. Cards that only the host saw are left
  out, because the log does not say who the host was.

- **Stacks that the host changes** become notes of the table, a rebuy or a cash-out of the difference.

Other lines between hands, and lines that move neither chips nor cards, are passed over; any other puts its hand into
quarantine.

Not recorded at all: burns, stubs, rake, folded and mucked hands, the chips a game is played with. When a hand ended is
recorded and not told: a program deals faster than any dealer, and its pace says nothing.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from parsers import schemas
from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, Note, Seat, batch_of, notes_table
from parsers.line_hash import line_hash
from parsers.recorded_hands import (
    NO_BUTTON,
    RecordedHand,
    Teller,
    cards_of,
    cents_of,
    dealing_order,
    name_of,
    order_of,
    read_each,
    smallest_unit,
)
from parsers.source import Source
from parsers.vocabulary import Detail, State, Word

ROOM: Final = "PokerNow"
HEADER: Final = b"entry,at,order"
LINES_MOST: Final = 2_000  # of one hand; a real one has under a hundred
GAMES: Final = {
    "No Limit Texas Hold'em": ("holdem", "nl", 2), "Pot Limit Texas Hold'em": ("holdem", "pl", 2),
    "Pot Limit Omaha Hi": ("omaha", "pl", 4), "Pot Limit Omaha Hi/Lo 8 or Better": ("omaha8", "pl", 4),
    "No Limit Omaha Hi": ("omaha", "nl", 4), "No Limit Omaha Hi/Lo 8 or Better": ("omaha8", "nl", 4),
}  # fmt: skip

_AMOUNT: Final = r"(?P<amount>[0-9]+(?:\.[0-9]+)?)"
_BEGINS: Final = re.compile(
    r"-- starting hand #(?P<number>[0-9]+)(?: \(id: \w+\))? +\((?P<game>[^()]+)\) "
    r'\((?:dealer: "(?P<dealer>.*)"|dead button)\) --'
)
_ENDS: Final = re.compile(r"-- ending hand #(?P<number>[0-9]+) --")
_STACK: Final = re.compile(r'#(?P<seat>[0-9]+) "(?P<name>.*?)" \((?P<stack>[0-9.]+)\)(?: \| |$)')
_STACKS: Final = "Player stacks: "
_EDITED: Final = re.compile(
    r'The admin (?:".+" )?updated the player "(?P<name>.+)" stack from (?P<old>[0-9.]+?) to (?P<new>[0-9.]+?)\.?'
)
_LEFT: Final = re.compile(r'The player "(?P<name>.+)" (?:quits the game|stand up) with ')
_ACTION: Final = re.compile(r'"(?P<name>.+?)" (?P<what>(?:folds|checks|calls|bets|raises|posts|shows|collected) ?.*)')
_STREET: Final = re.compile(r"(?P<street>Flop|Turn|River)(?P<second> \(second run\))?: [^\[]*\[(?P<cards>[^\]]*)\]")
_RETURNED: Final = re.compile(rf'Uncalled bet of {_AMOUNT} returned to "(?P<name>.+)"')
_POSTED: Final = re.compile(rf"posts an? (?P<kind>[a-z ]+) of {_AMOUNT}(?: and go all in)?")
_WAGERED: Final = re.compile(rf"(?P<word>calls|bets|raises to) {_AMOUNT}(?: and go all in)?")
_COLLECTED: Final = re.compile(rf"collected {_AMOUNT} from pot(?P<how>.*)")
_CHANGED: Final = re.compile(
    rf"The game's (?P<what>small blind|big blind|ante) was changed from [0-9.]+ to {_AMOUNT}\."
)
# What is said of a hand only: where it stands in none, the hand's beginning is not in the log, and that must be told.
_OF_A_HAND: Final = re.compile(
    r'".+" (?:folds|checks|calls|bets|raises|posts|collected)\b.*|(?:Flop|Turn|River)\b.*:.*|Uncalled bet of .*'
    r"|-- (?:starting|ending) hand .*"
)
_SAYS_NOTHING: Final = re.compile(
    r"(?:The player|The admin|WARNING|The game's|Your hand is|Undealt cards|Dead Small Blind|Game entering|Asking to"
    r"|Player stacks|Remaining players decide|All players in hand choose|Some players choose).*"
    r'|".+" (?:chooses to|will be playing|joined|requested|quits).*'
)
_POSTS: Final = {
    "small blind": Detail.SB, "big blind": Detail.BB, "ante": Detail.ANTE, "straddle": Detail.STRADDLE,
    "missed big blind": Detail.LIVE, "missing small blind": Detail.DEAD,
}  # fmt: skip
_STAKE_OF: Final = {"small blind": "sb", "big blind": "bb", "ante": "ante"}
_SUITS: Final = str.maketrans("♠♥♦♣", "shdc")


class _Line(NamedTuple):
    """An entry, when it was written, and its line in the file."""

    entry: str
    at: str
    line: int


class _HandLines(NamedTuple):
    """The lines of one hand, the oldest first, and whether a new game begins with it."""

    lines: list[_Line]
    opens: bool

    @property
    def line(self) -> int:
        return self.lines[0].line

    @property
    def raw(self) -> bytes:
        return "\n".join(line.entry for line in self.lines).encode()


def read_pokernow(source: Source) -> Iterator[ParsedHands]:
    """The hands of a PokerNow log, the first hand first. What cannot be read is in `quarantine`."""
    table = _Table(source.name)
    hands = _hands_of(_lines_of(source), table)
    last = ParsedHands(batch_of(source.name, []), schemas.NOTES.empty_table(), [])
    for k, parsed in enumerate(read_each(source, hands, lambda hand: _Reader(hand.lines, table).recorded(hand))):
        if k:
            yield last
        last = parsed
    bad = [source.problem(line.line, error.field, error.reason, line.entry) for line, error in table.misheard]
    yield replace(last, notes=notes_table(source.name, table.notes), quarantine=last.quarantine + bad)


def _lines_of(source: Source) -> list[_Line]:
    """All entries, the oldest first; hosts download whole evenings, a few megabytes."""
    text = b"".join(chunk if chunk.endswith(b"\n") else chunk + b"\n" for _, chunk in source.chunks())
    reader = csv.reader(io.StringIO(text.decode("utf-8-sig", errors="replace"), newline=""))
    found = []
    try:
        for row in reader:
            if len(row) >= 2 and row[0] != "entry":
                found.append(_Line(row[0], row[1], reader.line_num))
            elif any(field.strip() for field in row) and row[0] != "entry":
                source.meet(reader.line_num, "at", "is missing: the line is cut off", row[0])
    except csv.Error as error:  # a line beyond all reason: what stands before it is read
        source.meet(reader.line_num, None, f"the lines from here on are no CSV ({error}); download the log again")
    return found[::-1]


@dataclass
class _Table:
    """What holds from hand to hand: the stakes as they were changed, and whether it is a tournament."""

    file: str
    stakes: dict[str, int] = field(default_factory=dict)
    unread: dict[str, LineError] = field(default_factory=dict)  # changes of the stakes that could not be read
    is_tournament: bool = False
    sat: set[str] = field(default_factory=set)  # who played the last hand and is still there
    seats: dict[str, int] = field(default_factory=dict)  # where each player was last seen
    notes: list[tuple[int, int, Note]] = field(default_factory=list)  # what the host changed, with line and line hash
    misheard: list[tuple[_Line, LineError]] = field(default_factory=list)
    broke: bool = False  # fewer than two of them stayed: whatever is dealt next is a new game

    @property
    def name(self) -> str:
        stem = Path(self.file).name.partition(".")[0]
        return stem.removeprefix("poker_now_log_")

    def hear(self, line: _Line) -> None:
        """A line between hands, or in one; what cannot be understood is kept in `misheard`."""
        try:
            self._hear(line, line.entry)
        except LineError as error:
            self.misheard.append((line, error))

    def _hear(self, line: _Line, entry: str) -> None:
        if match := _CHANGED.fullmatch(entry):
            what = _STAKE_OF[match["what"]]
            self.unread.pop(what, None)
            try:
                self.stakes[what] = cents_of(match["amount"], "stakes")
            except LineError as error:  # nobody knows what the hands from here on are played for
                self.unread[what] = error
                raise
        elif entry.startswith(_STACKS):
            there = {m["name"]: int(m["seat"]) for m in _STACK.finditer(entry.removeprefix(_STACKS))}
            self.sat = set(there)
            self.seats |= there
        elif match := _EDITED.fullmatch(entry):
            self._edited(line, match)
        elif match := _LEFT.match(entry):
            self.sat.discard(match["name"])
            self.broke |= len(self.sat) < 2
        elif "in the tournament" in entry or "will start to play in this table" in entry:
            self.is_tournament = True

    def _edited(self, line: _Line, match: re.Match[str]) -> None:
        """The host made a stack another: the difference was bought, or taken off the table."""
        cents = cents_of(match["new"], "stack") - cents_of(match["old"], "stack")
        seat = self.seats.get(match["name"])
        if cents and seat is not None:  # one who never sat there has no stack to be changed
            kind = "rebuy" if cents > 0 else "cashout"
            fields = {"seat": seat, "player": match["name"], "amount_cents": abs(cents)}
            note = Note(ROOM, self.name, _us(line.at), 0, kind, fields)
            self.notes.append((line.line, line_hash(f"{line.entry}{line.at}".encode()), note))


def _hands_of(lines: list[_Line], table: _Table) -> Iterator[_HandLines]:
    """The lines of each hand, from its first to its last; one that is cut off ends where the next begins.

    What is left of a hand whose first line is not there is one by itself, and cannot be read.
    """
    held: list[_Line] = []
    opens = False
    for line in lines:
        begins = _BEGINS.fullmatch(line.entry) is not None
        if held and (begins or len(held) > LINES_MOST):
            yield _HandLines(held, opens)
            held = []
        if begins:
            opens, table.broke = table.broke, False
        table.hear(line)
        if held or begins or _OF_A_HAND.fullmatch(line.entry):
            held.append(line)
        if held and _ENDS.fullmatch(line.entry):
            yield _HandLines(held, opens)
            held = []
    if held:
        yield _HandLines(held, opens)


def _us(text: str) -> int:
    try:
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        raise LineError("at", f"{text[:40]!r} is no time like 2021-08-08T21:11:54.283Z") from None
    since = at.replace(tzinfo=at.tzinfo or dt.UTC) - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    return since // dt.timedelta(microseconds=1)


def _cards(text: str) -> tuple[int, ...]:
    return cards_of((card.strip(" .").translate(_SUITS) for card in text.split(",")), "cards")


class _Reader:
    """One hand while it is read."""

    def __init__(self, lines: list[_Line], table: _Table) -> None:
        self.lines, self.table = lines, table
        for error in table.unread.values():
            raise error
        begins = _BEGINS.fullmatch(lines[0].entry)
        game = GAMES.get(begins["game"]) if begins else None
        if begins is None or game is None:
            raise LineError("first line", f"{lines[0].entry[:120]!r} names no game that is known")
        self.number, self.dealer = begins["number"], begins["dealer"]
        self.game, self.betting, self.hole = game
        if not _ENDS.fullmatch(lines[-1].entry):
            raise LineError("last line", "the hand is not ended: the log is cut off")
        self._seats()
        self.teller = Teller(self.stacks)
        self.stakes = dict(table.stakes)
        self.board = 0
        self.dealt = False

    def _seats(self) -> None:
        listed = next((line.entry for line in self.lines if line.entry.startswith(_STACKS)), "")
        self.names: dict[int, str] = {}
        self.stacks: dict[int, int] = {}
        for match in _STACK.finditer(listed.removeprefix(_STACKS)):
            seat, name = int(match["seat"]), name_of(match["name"], "seat")
            if not 1 <= seat <= v.SEATS_MOST or seat in self.names or name in self.names.values():
                raise LineError("seat", f"seat {seat}, {name[:40]!r}, is beyond seat {v.SEATS_MOST} or there twice")
            self.names[seat], self.stacks[seat] = name, cents_of(match["stack"], "stack")
        if len(self.names) < 2:
            raise LineError("seats", "fewer than two seats are listed")

    def _seat(self, name: str) -> int:
        for seat, known in self.names.items():
            if known == name:
                return seat
        raise LineError("player", f"{name[:40]!r} is not among the seats")

    def recorded(self, hand_lines: _HandLines) -> RecordedHand:
        """The hand as the log has it."""
        for line in self.lines[1:-1]:
            try:
                self._line(line.entry)
            except LineError as error:
                raise LineError(error.field, f"{line.entry[:120]!r}: {error.reason}") from None
        self._deal()
        dealer = None if self.dealer is None else self._seat(self.dealer)
        order = order_of(dealer, set(self.names), self.teller)
        posted = {event.detail: event.amount for event in reversed(self.teller.events) if event.word == Word.POST}
        for stake, detail in (("sb", Detail.SB), ("bb", Detail.BB), ("ante", Detail.ANTE)):
            if detail in posted:
                self.stakes.setdefault(stake, posted[detail])
        self.stakes["chip"] = smallest_unit(self.table.is_tournament)
        hand = Hand(
            room=ROOM, table=self.table.name, hand=f"{self.table.name}-{self.number}", game=self.game,
            betting=self.betting, stakes=tuple(self.stakes.get(name) or -1 for name in v.STAKES), placard=None,
            button=order.last, start_us=_us(self.lines[0].at), utc_offset_min=0, end_us=v.NO_TIME,
            dealer=None, deck=None, is_tournament=self.table.is_tournament, tournament_event=None,
            tournament_level=v.NO_COUNT, tournament_bba=-1, tournament_left=v.NO_COUNT,
            seats=tuple(Seat(seat, self.names[seat], self.stacks[seat], State.IN) for seat in sorted(self.names)),
            events=tuple(self.teller.events),
        )  # fmt: skip
        is_told = order.is_told and not hand_lines.opens
        unrecorded = self.teller.unrecorded(self.game) | (frozenset() if is_told else NO_BUTTON)
        return RecordedHand(hand_lines.line, line_hash(hand_lines.raw), hand, unrecorded)

    def _deal(self) -> None:
        if not self.dealt:
            self.dealt = True
            button = 0 if self.dealer is None else self._seat(self.dealer)
            for seat in dealing_order(self.names, button):
                self.teller.tell(Event(Word.DEAL, seat, cards=(v.UNSEEN,) * self.hole))

    def _line(self, entry: str) -> None:
        if match := _ACTION.fullmatch(entry):
            self._act(self._seat(match["name"]), match["what"])
        elif match := _STREET.fullmatch(entry):
            self._new_street(match["second"] is not None, _cards(match["cards"]))
        elif match := _RETURNED.fullmatch(entry):
            self.teller.give_back(self._seat(match["name"]), cents_of(match["amount"], "returned"))
        elif not _SAYS_NOTHING.fullmatch(entry):
            raise LineError(None, "is a line this reader does not know; it may have moved chips or cards")

    def _new_street(self, second: bool, cards: tuple[int, ...]) -> None:
        self._deal()
        if any(line.entry.startswith("All players in hand choose to run it twice") for line in self.lines) and (
            not any(event.word == Word.RUNIT for event in self.teller.events) and self._is_run(cards)
        ):
            self.teller.tell(Event(Word.RUNIT, count=2))
        if not second:
            self.teller.next_round()
        self.teller.tell(Event(Word.BOARD2 if second else Word.BOARD, cards=cards))

    def _is_run(self, cards: tuple[int, ...]) -> bool:
        """Whether a street is the first behind the agreement to run twice."""
        agreed = next(k for k, line in enumerate(self.lines) if line.entry.startswith("All players in hand choose"))
        after = [match for line in self.lines[agreed:] if (match := _STREET.fullmatch(line.entry))]
        return bool(after) and _cards(after[0]["cards"]) == cards

    def _act(self, seat: int, what: str) -> None:
        teller = self.teller
        if match := _POSTED.fullmatch(what):
            kind = _POSTS.get(match["kind"])
            if kind is None:
                raise LineError("post", "is no post this reader knows")
            teller.post(seat, kind, cents_of(match["amount"], "post"))
            return
        self._deal()
        if what == "folds":
            teller.tell(Event(Word.FOLD, seat))
        elif what == "checks":
            teller.tell(Event(Word.CHECK, seat))
        elif match := _WAGERED.fullmatch(what):
            total = cents_of(match["amount"], "wager")
            if match["word"] == "calls":
                teller.call(seat, total - teller.made[seat])
            else:
                teller.wager(Word.RAISE if teller.largest else Word.BET, seat, total)
        elif what.startswith("shows a "):
            cards = _cards(what.removeprefix("shows a "))
            teller.tell(Event(Word.SHOW, seat, cards=cards + (v.UNSEEN,) * (self.hole - len(cards))))
        elif match := _COLLECTED.fullmatch(what):
            runs = any(event.word == Word.RUNIT for event in teller.events)
            board = (2 if "on the second run" in match["how"] else 1) if runs else 0
            amount = cents_of(match["amount"], "collected")
            teller.tell(Event(Word.AWARD, seat, amount=amount, pot=0, board=board))
        else:
            raise LineError("action", "is no action this reader knows")
