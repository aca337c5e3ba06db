"""PokerGFX exports of a table whose cards are read by antennas: a session's JSON, and the text that is written live.

Both become one record of a hand first (`_Record`), then a hand of ours:

- **Identity.** Room is `PokerGFX`, table what the file's name says before `_PGFX`, without days and `new`; hand the
  second in which it began, with the number it had. The same hand in both exports, or in two of them, is one hand.
- **Seats and blinds.** `PlayerNum` is the seat. The blinds' seats, amounts and the kind of ante stand in the head of
  the hand; a seat of a blind at which nobody sits posted nothing.
- **Amounts.** `BET`, `RAISE TO`, `CALL` and `ALL IN` name the total of their round.
- **Board.** Cards come one by one: the first three are the flop.
- **Payouts** are not recorded: what a seat got is its last stack, less its first, with what it put in. Where the
  stacks of all seats do not add up, returns and awards are not evaluable.
- **A hand that was undone** left every stack as it was though chips went in, or nobody acted in it: it is void.
- **A hand that was written more than once** in a text export stands as it was written last; earlier states are in
  quarantine, each with the line that took its place.
- **Cards** that two antennas read at once stay as they were read.

Not recorded at all: burns, stubs, rake, who showed and who mucked, the order of the deal, the chips of the game. When
the hand ended is told by the recorder, not by the table.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, Seat
from parsers.limits import AMOUNT_MOST
from parsers.line_hash import line_hash
from parsers.quarantine import QuarantineRow
from parsers.recorded_hands import (
    NO_AWARDS,
    NO_BUTTON,
    NO_PAYOUT,
    UNRECORDED_BY_SITES,
    RecordedHand,
    Teller,
    cards_of,
    dealing_order,
    name_of,
    order_of,
    read_each,
    smallest_unit,
)
from parsers.source import Source
from parsers.vocabulary import Detail, State, Word

ROOM: Final = "PokerGFX"
FILE_MOST: Final = 1 << 28  # bytes; a long day of one table has under two megabytes

# Names of games and antes are compared without blanks, dashes and underlines.
GAMES: Final = {
    "HOLDEM": "holdem", "TEXASHOLDEM": "holdem", "PINEAPPLE": "crazy-pineapple",
    "HOLDEMSIXPLUS": "short-deck", "6THOLDEM": "short-deck", "SHORTDECK": "short-deck",
    "OMAHA": "omaha", "OMAHAHILO": "omaha8", "OMAHA5": "omaha5", "OMAHA5HILO": "big-o",
    "5CARDOMAHA": "omaha5", "5CARDOMAHAHILO": "big-o", "OMAHA6": "omaha6", "6CARDOMAHA": "omaha6",
}  # fmt: skip
HOLE_CARDS: Final = {"omaha": 4, "omaha8": 4, "omaha5": 5, "big-o": 5, "omaha6": 6, "crazy-pineapple": 3}
BETTING: Final = {
    "NOLIMIT": "nl", "0": "nl", "FIXEDLIMIT": "fl", "LIMIT": "fl", "1": "fl", "POTLIMIT": "pl", "2": "pl",
}  # fmt: skip
EACH_ANTES: Final = ("STDANTE", "ANTEALL", "ALLANTE")
BIG_BLIND_ANTES: Final = ("BBANTE", "BBANTEBB1ST")
THIRD_BLIND_ANTES: Final = ("TBANTE", "TBANTETB1ST")
_WAGERS: Final = ("BET", "RAISE", "RAISE TO", "ALL IN")
_TABLE: Final = re.compile(r"(?P<table>.+?)(?:_(?:[0-9]+|new))*(?:_PGFX.*)?", re.IGNORECASE)


@dataclass
class _Player:
    """A seat as the recorder knows it."""

    seat: int
    name: str
    start: int
    end: int
    cards: list[str]
    is_out: bool = False
    straddle: int = 0


@dataclass
class _Record:
    """One hand of either export, in chips. `events`: (what, seat, chips, board, cards)."""

    line: int
    number: int
    second: int
    game: str
    betting: str
    ante_kind: str
    ante: int
    small: int
    big: int
    third: int
    button: int
    small_seat: int
    big_seat: int
    third_seat: int
    bomb: int
    boards: int
    players: list[_Player] = field(default_factory=list)
    events: list[tuple[str, int, int, int, list[str]]] = field(default_factory=list)
    is_tournament: bool = False
    eliminations: bool = False
    problem: LineError | None = None

    @property
    def key(self) -> tuple[int, int]:
        return self.second, self.number

    @property
    def seated(self) -> list[_Player]:
        """Who has chips or cards; a player who lost everything stays in the JSON for a while."""
        return [player for player in self.players if player.start or player.end or player.cards]

    @property
    def raw(self) -> bytes:
        """What the record says, the same from either export."""
        told = ("number", "second", "game", "ante_kind", "ante", "small", "big", "button", "events")
        players = [[p.seat, p.name, p.start, p.end, *p.cards] for p in self.seated]
        return json.dumps([*(getattr(self, name) for name in told), players]).encode()


def read_pokergfx(source: Source) -> Iterator[ParsedHands]:
    """The hands of an export, whichever it is. What cannot be read is in `quarantine`; nothing is raised for it."""
    held = b"".join(chunk if chunk.endswith(b"\n") else chunk + b"\n" for _, chunk in source.chunks())
    text = held.decode("utf-8-sig", errors="replace")
    problem: QuarantineRow | None = None
    records: list[_Record] = []
    superseded: list[QuarantineRow] = []
    if len(held) > FILE_MOST:
        problem = source.problem(None, None, f"the export is over {FILE_MOST >> 20} MB; export fewer sessions at once")
    elif is_json(held):
        try:
            records = _of_json(text)
        except LineError as error:
            problem = source.problem(None, error.field, error.reason, held[:200])
    else:
        records = _of_text(text)
    last = {record.key: record.line for record in records}
    stands = [record for record in records if last[record.key] == record.line]
    for record in records:
        if last[record.key] != record.line:
            superseded.append(
                source.problem(
                    record.line,
                    "HAND",
                    f"hand {record.number} was written again at line {last[record.key]}, which stands",
                )
            )
    is_tournament = any(r.is_tournament or r.ante > 0 or r.eliminations for r in stands)
    reader = _Reader(_table_of(source.name), is_tournament)
    for k, parsed in enumerate(_or_problem(source, stands, reader, problem)):
        yield ParsedHands(parsed.batch, parsed.notes, parsed.quarantine + superseded) if not k else parsed


def _or_problem(
    source: Source, records: list[_Record], reader: _Reader, problem: QuarantineRow | None
) -> Iterator[ParsedHands]:
    if problem is None:
        yield from read_each(source, records, reader.recorded)
        return
    for parsed in read_each(source, [], reader.recorded):
        yield ParsedHands(parsed.batch, parsed.notes, [problem])


def is_json(head: bytes) -> bool:
    """Whether an export is the JSON one."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def _table_of(file: str) -> str:
    stem = Path(file).name.partition(".")[0]
    match = _TABLE.fullmatch(stem)
    return name_of(match["table"] if match else stem, "the file's name")


def _plain(name: Any) -> str:
    return re.sub(r"[ _-]", "", str(name)).upper()


# -- the JSON export -------------------------------------------------------------------------------------------------


def _of_json(text: str) -> list[_Record]:
    try:
        said = json.loads(text)
    except RecursionError:
        raise LineError(None, "lists or objects are nested too deeply") from None
    except ValueError as error:
        raise LineError(None, f"not JSON: {error}") from None
    hands = said.get("Hands") if isinstance(said, dict) else None
    if not isinstance(hands, list):
        raise LineError("Hands", "is missing; a PokerGFX export has its hands in a list Hands")
    payouts = said.get("Payouts")
    is_paid = isinstance(payouts, list) and any(isinstance(one, int) and one > 0 for one in payouts)
    return [_json_record(k, hand, is_paid) for k, hand in enumerate(hands)]


def _json_record(k: int, hand: Any, is_paid: bool) -> _Record:
    """A hand of the list, with what is wrong with it where something is; its line is its place in the list, from 1."""
    try:
        return _read_json(k, hand, is_paid)
    except LineError as error:
        return _broken(k + 1, error)


def _broken(line: int, error: LineError) -> _Record:
    return _Record(line, -line, 0, "", "", "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, problem=error)


def _read_json(k: int, hand: Any, is_paid: bool) -> _Record:
    where = f"Hands[{k}]."
    if not isinstance(hand, dict):
        raise LineError(where, "must be an object")
    blinds = _object(hand, "FlopDrawBlinds", where)
    said = {f"FlopDrawBlinds.{name}": value for name, value in blinds.items()} | hand

    def number(name: str, least: int = 0) -> int:
        return max(least, _whole(said.get(name) or 0, where + name))

    record = _Record(
        line=k + 1, number=_whole(hand.get("HandNum"), where + "HandNum"),
        second=_second(hand.get("StartDateTimeUTC"), where), game=_plain(hand.get("GameVariant")),
        betting=_plain(hand.get("BetStructure")), ante_kind=_plain(blinds.get("AnteType", "")), ante=number("AnteAmt"),
        small=number("FlopDrawBlinds.SmallBlindAmt"), big=number("FlopDrawBlinds.BigBlindAmt"),
        third=number("FlopDrawBlinds.ThirdBlindAmt"), button=number("FlopDrawBlinds.ButtonPlayerNum"),
        small_seat=number("FlopDrawBlinds.SmallBlindPlayerNum"), big_seat=number("FlopDrawBlinds.BigBlindPlayerNum"),
        third_seat=number("FlopDrawBlinds.ThirdBlindPlayerNum"), bomb=number("BombPotAmt"),
        boards=max(number("NumBoards", 1), number("RunItNumTimes", 1)), is_tournament=is_paid,
    )  # fmt: skip
    for j, player in enumerate(_objects(hand, "Players", where)):
        name = f"{where}Players[{j}]."
        record.players.append(
            _Player(
                _whole(player.get("PlayerNum"), name + "PlayerNum"),
                str(player.get("Name") or player.get("LongName") or "").strip(),
                _whole(player.get("StartStackAmt"), name + "StartStackAmt"),
                _whole(player.get("EndStackAmt"), name + "EndStackAmt"),
                _cards_said(player.get("HoleCards"), name + "HoleCards"),
                player.get("SittingOut") is True,
                _whole(player.get("BlindBetStraddleAmt") or 0, name + "BlindBetStraddleAmt"),
            )
        )
        rank = player.get("EliminationRank")
        record.eliminations |= isinstance(rank, int) and rank > 0
    for j, event in enumerate(_objects(hand, "Events", where)):
        name = f"{where}Events[{j}]."
        what = str(event.get("EventType")).upper().replace("_", " ")
        record.events.append(
            (
                "BOARD" if what == "BOARD CARD" else what,
                _whole(event.get("PlayerNum") or 0, name + "PlayerNum"),
                _whole(event.get("BetAmt") or 0, name + "BetAmt"),
                _whole(event.get("BoardNum") or 0, name + "BoardNum"),
                _cards_said(event.get("BoardCards"), name + "BoardCards"),
            )
        )
    return record


def _object(record: dict[str, Any], name: str, where: str) -> dict[str, Any]:
    found = record.get(name)
    if not isinstance(found, dict):
        raise LineError(where + name, "must be an object")
    return found


def _objects(record: dict[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    found = record.get(name)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise LineError(where + name, "must be a list of objects")
    return found


def _whole(value: Any, where: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= AMOUNT_MOST // 100:
        raise LineError(where, f"must be a whole number from 0 to {AMOUNT_MOST // 100}, not {str(value)[:40]}")
    return value


def _cards_said(value: Any, where: str) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return [card for one in value for card in one.split()]
    raise LineError(where, f'must be cards such as "10d 9s", not {str(value)[:40]}')


def _second(text: Any, where: str) -> int:
    """The second that is nearest, as the text export writes it."""
    try:
        at = dt.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise LineError(
            where + "StartDateTimeUTC", f"{str(text)[:40]!r} is no time like 2025-10-16T13:34:04Z"
        ) from None
    if at.tzinfo is None:
        at = at.replace(tzinfo=dt.UTC)
    return _known(round(at.timestamp()), where + "StartDateTimeUTC")


def _known(second: int, where: str) -> int:
    if not 0 <= second < 1 << 33:
        raise LineError(where, f"{second} is no second between 1970 and 2242")
    return second


# -- the text export -------------------------------------------------------------------------------------------------


def _of_text(text: str) -> list[_Record]:
    """Each HAND line with the lines below it; what is wrong with one of them is kept with the hand."""
    records: list[_Record] = []
    is_paid = False
    for number, line in enumerate(text.splitlines(), 1):
        words = [word.strip() for word in line.split(",")]
        if words[0] == "PAYOUTS":
            is_paid = any(word.isdigit() and int(word) > 0 for word in words[1:])
        elif words[0] == "HAND":
            try:
                records.append(_text_head(number, words, is_paid))
            except LineError as error:
                records.append(_broken(number, error))
        elif words[0] in ("PLAYER", "EVENT"):
            if not records:
                records.append(_broken(number, LineError("HAND", "is missing before this line")))
            elif records[-1].problem is None:
                try:
                    _text_line(records[-1], words)
                except LineError as error:
                    records[-1].problem = LineError(error.field, f"line {number}: {error.reason}")
        elif words[0] not in ("", "GAME") and records and records[-1].problem is None:
            records[-1].problem = LineError(None, f"line {number}: {line[:80]!r} is a line this reader does not know")
    return records


def _text_head(line: int, words: list[str], is_paid: bool) -> _Record:
    """HAND, number, second, game, ante's kind, ante, betting, blinds, their seats from the button on, bomb, boards."""
    if len(words) != 16:
        raise LineError("HAND", f"has {len(words)} fields; 16 are due")
    n = [_digits(word, f"HAND, field {k}") if k not in (3, 4) else 0 for k, word in enumerate(words) if k]
    n.insert(0, 0)
    return _Record(
        line, n[1], _known(n[2], "HAND, field 2"), _plain(words[3]), words[6], _plain(words[4]), n[5], n[7], n[8], n[9],
        n[10], n[11], n[12], n[13], n[14], max(n[15], 1), is_tournament=is_paid,
    )  # fmt: skip


def _text_line(record: _Record, words: list[str]) -> None:
    if words[0] == "PLAYER":
        if len(words) < 7:
            raise LineError("PLAYER", f"has {len(words)} fields; 7 are due: the line is cut off")
        name = ", ".join(words[2:-4])  # a name may hold a comma
        seat, _, start, end = (_digits(words[k], "PLAYER") for k in (1, -4, -3, -2))
        record.players.append(_Player(seat, name, start, end, words[-1].split()))
        return
    if len(words) < 3:
        raise LineError("EVENT", "has no seat or board: the line is cut off")
    what, number = words[1].upper(), _digits(words[2], "EVENT")
    if what.startswith("BOARD"):
        record.events.append(("BOARD", 0, 0, number, " ".join(words[3:]).split()))
    else:
        chips = _digits(words[3], "EVENT") if len(words) > 3 and words[3] else 0
        record.events.append(("BET" if what == "RAISE TO" else what, number, chips, 0, []))


def _digits(word: str, where: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 15:
        raise LineError(where, f"{word[:40]!r} is no whole number")
    return int(word)


# -- the hand --------------------------------------------------------------------------------------------------------


class _Reader:
    """Records to hands of one table."""

    def __init__(self, table: str, is_tournament: bool) -> None:
        self.table, self.is_tournament = table, is_tournament

    def recorded(self, record: _Record) -> RecordedHand:
        """The hand as the export has it."""
        if record.problem is not None:
            raise record.problem
        game, betting = GAMES.get(record.game), BETTING.get(record.betting)
        if game is None or betting is None:
            raise LineError(
                "GameVariant", f"{record.game[:40]!r}, {record.betting[:20]!r} is no game this reader knows"
            )
        play = _Play(record, game)
        play.all()
        cents = {"sb": record.small, "bb": record.big, "ante": record.ante, "chip": 1}
        cents = {name: chips * 100 for name, chips in cents.items() if chips}
        if betting == "fl":
            cents["small_bet"], cents["big_bet"] = cents.get("bb", 0), 2 * cents.get("bb", 0)
        cents["chip"] = smallest_unit(True)
        stamp = dt.datetime.fromtimestamp(record.second, dt.UTC).strftime("%Y%m%d-%H%M%S")
        hand = Hand(
            room=ROOM, table=self.table, hand=f"{self.table}-{stamp}-{record.number}", game=game, betting=betting,
            stakes=tuple(cents.get(name) or -1 for name in v.STAKES), placard=None, button=play.order.last,
            start_us=record.second * 1_000_000, utc_offset_min=0, end_us=v.NO_TIME, dealer=None, deck=None,
            is_tournament=self.is_tournament, tournament_event=None, tournament_level=v.NO_COUNT,
            tournament_bba=record.ante * 100 if self.is_tournament and play.is_big_blind_ante else -1,
            tournament_left=v.NO_COUNT, seats=play.seats, events=tuple(play.teller.events),
        )  # fmt: skip
        return RecordedHand(record.line, line_hash(record.raw), hand, play.unrecorded())


class _Play:
    """The events of one hand."""

    def __init__(self, record: _Record, game: str) -> None:
        self.record, self.game = record, game
        self.players: dict[int, _Player] = {}
        for player in record.seated:
            name_of(player.name, "Name")
            if not 1 <= player.seat <= v.SEATS_MOST:
                raise LineError("PlayerNum", f"seat {player.seat} is beyond seat {v.SEATS_MOST}")
            if player.seat in self.players or any(player.name == known.name for known in self.players.values()):
                raise LineError("Players", f"seat {player.seat}, {player.name[:40]!r}, is there twice")
            self.players[player.seat] = player
        self.teller = Teller({seat: player.start * 100 for seat, player in self.players.items()})
        acted = {seat for _, seat, _, _, _ in record.events}
        self.dealt = {
            seat for seat, player in self.players.items() if not player.is_out or player.cards or seat in acted
        }
        if len(self.dealt) < 2:
            raise LineError("Players", "fewer than two players are dealt in")
        self.proven = False
        self.boards: dict[int, list[int]] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(seat, player.name, player.start * 100, State.IN if seat in self.dealt else State.AWAY)
            for seat, player in sorted(self.players.items())
        )

    @property
    def is_big_blind_ante(self) -> bool:
        return self.record.ante_kind in BIG_BLIND_ANTES

    def all(self) -> None:
        """Posts, cards, actions, boards, and what came of it."""
        self._post()
        self._deal()
        self.order = self._order()
        for what, seat, chips, board, cards in self.record.events:
            if what == "BOARD":
                self._board(board, cards)
            else:
                self._act(what, seat, chips * 100)
        self._pay()

    def unrecorded(self) -> frozenset[str]:
        """What the hand leaves open."""
        missing = UNRECORDED_BY_SITES | {"rake"}
        missing |= frozenset() if self.proven else NO_PAYOUT
        several = self.teller.has_side_pots and self._winners() > 1
        missing |= NO_AWARDS if several or self.teller.runs_told else frozenset()
        return missing | (frozenset() if self.order.is_told else NO_BUTTON)

    def _winners(self) -> int:
        return sum(event.word == Word.AWARD for event in self.teller.events)

    def _order(self) -> Any:
        button = self.record.button
        return order_of(button if button in self.dealt else None, self.dealt, self.teller)

    # -- posts and cards

    def _post(self) -> None:
        record = self.record
        if record.bomb:
            raise LineError("BombPotAmt", "bomb pots of PokerGFX are not read yet; the hand is kept as it came")
        kind = record.ante_kind
        if record.ante and kind in EACH_ANTES:
            for seat in dealing_order(self.dealt, record.button):
                self._put(seat, Detail.ANTE, record.ante)
        elif record.ante and kind not in (*BIG_BLIND_ANTES, *THIRD_BLIND_ANTES):
            raise LineError("AnteType", f"{kind[:40]!r} is an ante this reader does not know")
        self._put(record.small_seat, Detail.SB, record.small)
        self._put(record.big_seat, Detail.BB, record.big)
        if record.third:
            self._put(record.third_seat, Detail.STRADDLE, record.third)
        for seat, player in sorted(self.players.items()):
            if player.straddle and seat not in (record.small_seat, record.big_seat, record.third_seat):
                self._put(seat, Detail.STRADDLE, player.straddle)
        if record.ante and kind in BIG_BLIND_ANTES:
            self._put(record.big_seat, Detail.BBA, record.ante)
        elif record.ante and kind in THIRD_BLIND_ANTES:
            self._put(record.third_seat or record.big_seat, Detail.BBA, record.ante)

    def _put(self, seat: int, kind: Detail, chips: int) -> None:
        """A post of what the seat has of it; a seat where nobody sits posts nothing."""
        if seat in self.dealt and chips:
            cents = min(chips * 100, self.teller.left[seat])
            if cents > 0:
                self.teller.post(seat, kind, cents)

    def _deal(self) -> None:
        hole = HOLE_CARDS.get(self.game, 2)
        for seat in dealing_order(self.dealt, self.record.button):
            cards = cards_of(self.players[seat].cards, "HoleCards")
            self.teller.tell(Event(Word.DEAL, seat, cards=cards + (v.UNSEEN,) * (hole - len(cards))))

    # -- the betting

    def _act(self, what: str, seat: int, total: int) -> None:
        teller = self.teller
        if seat not in self.dealt:
            raise LineError("Events", f"seat {seat} acts and was not dealt in")
        if what == "FOLD":
            teller.tell(Event(Word.FOLD, seat))
        elif what == "CHECK" or (what == "CALL" and total <= teller.made[seat] and teller.largest == teller.made[seat]):
            teller.tell(Event(Word.CHECK, seat))
        elif what == "CALL":
            if total <= teller.made[seat]:
                raise LineError("Events", f"seat {seat} calls {total // 100} and has {teller.made[seat] // 100} in")
            teller.call(seat, total - teller.made[seat])
        elif what in _WAGERS:
            if total <= teller.made[seat]:
                raise LineError("Events", f"seat {seat} bets {total // 100} and has {teller.made[seat] // 100} in")
            teller.wager(Word.RAISE if teller.largest else Word.BET, seat, total)
        else:
            raise LineError("Events", f"{what[:40]!r} is no event this reader knows")

    def _board(self, board: int, said: list[str]) -> None:
        word = {0: Word.BOARD, 1: Word.BOARD, 2: Word.BOARD2, 3: Word.BOARD3}.get(board)
        if word is None or not said:
            raise LineError("Events", f"board {board} with {len(said)} cards is none this reader knows")
        lying = self.boards.setdefault(max(board, 1), [])
        if board > 1:
            self.teller.run_again(max(self.record.boards, board))
        for card in cards_of(said, "BoardCards"):
            lying.append(card)
            if len(lying) < 3:
                continue
            if max(board, 1) == 1:
                self.teller.next_round()
            self.teller.tell(Event(word, cards=tuple(lying[:3]) if len(lying) == 3 else (card,)))

    # -- what came of it

    def _pay(self) -> None:
        """Returns and awards, as the stacks prove them."""
        teller = self.teller
        got = {seat: player.end * 100 - teller.left[seat] for seat, player in self.players.items()}
        inside = sum(teller.into_pot.values())
        is_as_before = all(player.end == player.start for player in self.players.values())
        if is_as_before and (inside or not self.record.events):
            self._undo()
            return
        self.proven = min(got.values()) >= 0 and sum(got.values()) == inside
        if not self.proven:
            return
        teller.pay_out(got)

    def _undo(self) -> None:
        self.teller.tell(Event(Word.VOID, text="undone"))
        for seat, cents in self.teller.into_pot.items():
            if cents:
                self.teller.give_back(seat, cents)
        self.proven = True
