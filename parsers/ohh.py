"""Open Hand History: hands as JSON objects `{"ohh": {…}}`, one after the other, each on one line or on several.

How it becomes a hand of ours:

- **Identity.** Room is `site_name`, table `table_name`, hand `game_number`; players have an `id` and sit at a `seat`.
- **Raises.** The amount of an action is what it adds; a bet or raise becomes the total of its round. What is called a
  raise and only meets the bet is a call.
- **Button.** `dealer_seat`, unless the blinds contradict it: then the order of action is that of the blinds.
- **Forced bets.** `Post SB`, `Post BB`, `Post Ante`, `Straddle`; `Post Extra Blind` is a live post, `Post Dead` a dead
  one.
- **Deal.** `Dealt Cards` says who got cards. Where a hand names only some, the others that acted were dealt in as well,
  unseen; the order of the deal is not recorded.
- **Pots.** What players won, after rake, and the rake of each pot: a total, taken before the pots are pushed.
- **Uncalled bets** are not logged. Where the pots add up to the chips put in without the uncalled part, its return is
  part of the record and is told; where they do not, neither returns nor awards are evaluable.
- **`Add to Pot`** is a splash of the house. A bomb pot on one board has the ante that everybody posted.
- **Split pots.** High and low are not told apart, nor which pot bore the rake: awards are not evaluable then.
- **Run it twice.** A street that comes again is the next board's. Who won which board is not told.

Not recorded at all: burns, stubs, when the rake was taken, the chips a game is played with.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, Seat
from parsers.limits import AMOUNT_MOST
from parsers.line_hash import line_hash
from parsers.recorded_hands import (
    NO_AWARDS,
    NO_BUTTON,
    NO_PAYOUT,
    STUD_GAMES,
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

HAND_MOST: Final = 1 << 20  # bytes
GAMES: Final = {
    "holdem": "holdem", "omaha": "omaha", "omahahilo": "omaha8", "stud": "stud", "studhilo": "stud8", "razz": "razz",
    "badugi": "badugi", "draw": "draw-high", "27singledraw": "27-single", "27tripledraw": "27-triple",
}  # fmt: skip
BETTING: Final = {"NL": "nl", "PL": "pl", "FL": "fl"}
HOLE_CARDS: Final = {"omaha": 4, "omaha8": 4, "badugi": 4, "draw-high": 5, "27-single": 5, "27-triple": 5}
_POSTS: Final = {
    "Post SB": Detail.SB, "Post BB": Detail.BB, "Post Ante": Detail.ANTE, "Straddle": Detail.STRADDLE,
    "Post Dead": Detail.DEAD, "Post Extra Blind": Detail.LIVE,
}  # fmt: skip
_BOARDS: Final = (Word.BOARD, Word.BOARD2, Word.BOARD3)
_PASSED_OVER: Final = frozenset({"Added Chips", "Sits Down", "Stands Up"})  # between hands, and no chips of this one


_QUOTED: Final = re.compile(rb'"[^"]*"')


class _Object(NamedTuple):
    """One JSON object and the line it begins on."""

    line: int
    raw: bytes


def read_ohh(source: Source) -> Iterator[ParsedHands]:
    """The hands of an OHH file. What cannot be read is in `quarantine`; nothing is raised for it."""
    yield from read_each(source, _objects_of(source), lambda one: _recorded(one.line, one.raw))


def _objects_of(source: Source) -> Iterator[_Object]:
    """Each object: it begins with a line that opens it and ends where its braces are closed.

    A line that begins with `{"ohh"` opens an object wherever it stands: so a broken one never takes the next along.
    """
    held, line, depth = bytearray(), 1, 0
    for first, chunk in source.chunks():
        for k, text in enumerate(chunk.split(b"\n")):
            stripped = text.strip()
            opens = stripped[:1] == b"{" and stripped.replace(b" ", b"").startswith(b'{"ohh"')
            if held and (opens or len(held) > HAND_MOST):
                yield _Object(line, bytes(held))
                held, depth = bytearray(), 0
            if not held:
                if stripped.startswith(b"[{") or stripped == b"[":  # a whole file may be one list
                    text = stripped = stripped[1:]
                if not stripped.strip(b",") or stripped == b"]":
                    continue
                line = first + k
            held += text + b"\n"
            depth += _depth(stripped)
            if depth <= 0 and stripped:
                yield from _each(line, bytes(held).rstrip().removesuffix(b"]") if held[:1] == b"{" else bytes(held))
                held, depth = bytearray(), 0
    if held.strip():
        yield _Object(line, bytes(held))


def _each(line: int, raw: bytes) -> Iterator[_Object]:
    """The objects of a line; a file may have them all on one."""
    if raw.count(b'"ohh"') < 2:
        yield _Object(line, raw)
        return
    depth = begins = 0
    for part in re.finditer(rb'"(?:[^"\\]|\\.)*"|[{}]', raw):
        if part[0] not in b"{}":
            continue
        if part[0] == b"{":
            begins = part.start() if depth == 0 else begins
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                yield _Object(line, raw[begins : part.end()])
    if depth:
        yield _Object(line, raw[begins:])


def _depth(text: bytes) -> int:
    """Braces that a line opens and does not close, those in texts aside."""
    if b"{" not in text and b"}" not in text:
        return 0
    if b"\\" not in text:
        text = _QUOTED.sub(b"", text)
    if b'"' not in text:
        return text.count(b"{") - text.count(b"}")
    depth, quoted, escaped = 0, False, False
    for byte in text:
        if escaped:
            escaped = False
        elif byte == 0x5C and quoted:
            escaped = True
        elif byte == 0x22:
            quoted = not quoted
        elif not quoted:
            depth += (byte == 0x7B) - (byte == 0x7D)
    return depth


# -- values ----------------------------------------------------------------------------------------------------------


def _loaded(raw: bytes) -> dict[str, Any]:
    if len(raw) > HAND_MOST:
        raise LineError(None, f"the hand is over {HAND_MOST:,} bytes long; check that its braces are closed")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise LineError(None, "an object names a field twice")
        return dict(pairs)

    try:
        said = json.loads(
            raw.decode("utf-8").strip().strip(","),
            parse_float=Decimal,
            object_pairs_hook=once,
            parse_constant=Decimal,
        )
    except UnicodeDecodeError as error:
        byte = raw[error.start]
        raise LineError(None, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 and send it again") from None
    except RecursionError:
        raise LineError(None, "lists or objects are nested too deeply") from None
    except ValueError as error:
        raise LineError(None, f"not JSON: {error}") from None
    if not isinstance(said, dict) or not isinstance(said.get("ohh"), dict):
        raise LineError("ohh", 'is missing; a hand is written {"ohh": {…}}')
    hand: dict[str, Any] = said["ohh"]
    return hand


def _cents(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise LineError(where, f"must be a number such as 12.50, not {str(value)[:40]}")
    try:
        exact = Decimal(value) * 100
        cents = int(exact)
    except (InvalidOperation, ValueError, OverflowError):
        raise LineError(where, f"{str(value)[:40]} is no amount") from None
    if exact != cents:
        raise LineError(where, f"{str(value)[:40]} has more than two decimals; amounts are read to the hundredth")
    if not 0 <= cents <= AMOUNT_MOST:
        raise LineError(where, f"{str(value)[:40]} is negative or beyond all reason (the most is {AMOUNT_MOST // 100})")
    return cents


def _whole(value: Any, where: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise LineError(where, f"must be a whole number from {least} to {most}, not {str(value)[:40]}")
    return value


def _list(record: dict[str, Any], name: str, where: str = "") -> list[dict[str, Any]]:
    found = record.get(name)
    if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
        raise LineError(where + name, "must be a list of objects")
    return found


def _word(action: dict[str, Any], where: str) -> str:
    word = action.get("action")
    if not isinstance(word, str):
        raise LineError(where + ".action", f"{str(word)[:40]!r} is no action of Open Hand History")
    return word


def _cards_of(record: dict[str, Any], where: str) -> list[str]:
    """The cards of a street, or of an action; none where it has none."""
    cards = record.get("cards")
    if cards is None:
        return []
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise LineError(where + "cards", 'must be a list of cards such as ["As", "Td"]')
    return cards


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise LineError(name, "is missing, or is no text")
    return name_of(value.strip(), name)


def _start(text: Any) -> int:
    try:
        at = dt.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise LineError("start_date_utc", f"{str(text)[:40]!r} is no time like 2019-04-04T13:05:00Z") from None
    if at.tzinfo is None:
        at = at.replace(tzinfo=dt.UTC)
    since = at - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    if since < dt.timedelta(0):
        raise LineError("start_date_utc", f"{text[:40]!r} is before 1970")
    return since // dt.timedelta(microseconds=1)


# -- the hand --------------------------------------------------------------------------------------------------------


def _recorded(line: int, raw: bytes) -> RecordedHand:
    record = _loaded(raw)
    kind = str(record.get("game_type", ""))
    game = GAMES.get(kind.lower().replace("-", "").replace(" ", ""))
    if game is None:
        raise LineError("game_type", f"{kind[:40]!r} is no game this reader knows; it reads {' '.join(GAMES)}")
    limit = record.get("bet_limit")
    betting = BETTING.get(str(limit.get("bet_type"))) if isinstance(limit, dict) else None
    if betting is None:
        raise LineError("bet_limit.bet_type", f"must be one of {' '.join(BETTING)}")
    flags = record.get("flags") or []
    if not isinstance(flags, list):
        raise LineError("flags", "must be a list of words")
    flags = [str(flag) for flag in flags]
    is_capped = isinstance(limit, dict) and bool(limit.get("bet_cap"))
    stakes = {"sb": "small_blind_amount", "bb": "big_blind_amount", "ante": "ante_amount"}
    cents = {ours: _cents(record[theirs], theirs) for ours, theirs in stakes.items() if record.get(theirs)}
    if betting == "fl" and "bb" in cents:
        cents["small_bet"], cents["big_bet"] = cents["bb"], 2 * cents["bb"]
    is_tournament = record.get("tournament") is True
    cents["chip"] = smallest_unit(is_tournament)
    reader = _Reader(record, game)
    reader.play()
    bomb = _bomb(reader) if "Bomb_Pot" in flags else -1
    info = record.get("tournament_info")
    event = info.get("tournament_number") if isinstance(info, dict) else None
    button = 0 if game in STUD_GAMES else _whole(record.get("dealer_seat"), "dealer_seat", 0, v.SEATS_MOST)
    order = order_of(button, reader.dealt_in, reader.teller)
    hand = Hand(
        room=_text(record, "site_name"), table=_text(record, "table_name"), hand=_text(record, "game_number"),
        game=f"{game}-cap" if is_capped else game, betting=betting,
        stakes=tuple(cents.get(name, -1) for name in v.STAKES), placard=None, button=order.last,
        start_us=_start(record.get("start_date_utc")), utc_offset_min=0, end_us=v.NO_TIME, dealer=None, deck=None,
        is_tournament=is_tournament, tournament_event=str(event) if event else None,
        tournament_level=v.NO_COUNT, tournament_bba=-1, tournament_left=v.NO_COUNT,
        seats=reader.seats, events=tuple(reader.teller.events), bomb_ante=bomb, bomb_boards=int(bomb > 0),
    )  # fmt: skip
    unrecorded = reader.teller.unrecorded(game) | (frozenset() if reader.proven else NO_PAYOUT)
    unrecorded |= NO_AWARDS if reader.runs > 1 else frozenset()
    unrecorded |= frozenset() if order.is_told else NO_BUTTON
    return RecordedHand(line, line_hash(raw), hand, unrecorded)


def _bomb(reader: _Reader) -> int:
    """Cents that everybody put in before a bomb pot, on one board; more boards are not told apart from runs."""
    posts = [event for event in reader.teller.events if event.word == Word.POST]
    antes = {event.amount for event in posts if event.detail == Detail.ANTE}
    if reader.runs > 1 or not antes or any(event.detail != Detail.ANTE for event in posts):
        raise LineError("flags", "a bomb pot with blinds, without antes, or on several boards; it is kept as it came")
    return max(antes)


class _Reader:
    """The events of one hand."""

    def __init__(self, record: dict[str, Any], game: str) -> None:
        self.record, self.game = record, game
        self.seat_of: dict[int, int] = {}
        names: dict[int, str] = {}
        stacks: dict[int, int] = {}
        self.out: set[int] = set()
        for k, player in enumerate(_list(record, "players")):
            where = f"players[{k}]."
            number = _whole(player.get("id"), where + "id", 0, 2**31 - 1)
            seat = _whole(player.get("seat"), where + "seat", 1, v.SEATS_MOST)
            name = name_of(str(player.get("name") or player.get("display") or ""), where + "name")
            if number in self.seat_of or seat in names or name in names.values():
                raise LineError(f"players[{k}]", "names an id, a seat or a player a second time")
            self.seat_of[number], names[seat] = seat, name
            stacks[seat] = _cents(player.get("starting_stack"), where + "starting_stack")
            if player.get("is_sitting_out") is True:
                self.out.add(seat)
        if len(names) < 2:
            raise LineError("players", "fewer than two players are listed")
        self._names, self._stacks = names, stacks
        self.teller = Teller(stacks)
        self.proven = False
        self.runs = 1

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(seat, self._names[seat], self._stacks[seat], State.AWAY if seat in self.out else State.IN)
            for seat in sorted(self._names)
        )

    @property
    def dealt_in(self) -> set[int]:
        """The seats that got cards; known once the hand was played."""
        return set(self._names) - self.out

    def _seat(self, number: Any) -> int | None:
        """The seat of a player's number; None where it is nobody's, or no number."""
        return self.seat_of.get(number) if isinstance(number, int) else None

    def play(self) -> None:
        rounds = _list(self.record, "rounds")
        shown = self._who_was_dealt_in(rounds)
        again = self._run_again(rounds)
        met: dict[str, int] = {}
        for r, street in enumerate(rounds):
            where = f"rounds[{r}]."
            cards = cards_of(_cards_of(street, where), where + "cards")
            name = str(street.get("street")) if cards else ""
            run = met[name] = met.get(name, 0) + 1
            if r and run == 1:
                self.teller.next_round()
            if cards and name in again and not any(event.word == Word.RUNIT for event in self.teller.events):
                self.teller.tell(Event(Word.RUNIT, count=self.runs))
            if cards:
                word = Word.COMMUNITY if self.game in STUD_GAMES else _BOARDS[run - 1]
                self.teller.tell(Event(word, cards=cards))
            dealt = r > 0
            for a, action in enumerate(_list(street, "actions", where)):
                name = f"{where}actions[{a}]"
                what = _word(action, name)
                if not dealt and what not in _POSTS and what not in ("Dealt Cards", "Add to Pot"):
                    dealt = True
                    self._deal(shown)
                self._act(name, what, action)
            if not dealt:
                self._deal(shown)
        self._pots()

    def _run_again(self, rounds: list[dict[str, Any]]) -> set[str]:
        """The streets that were dealt more than once: each time is another board."""
        if self.game in STUD_GAMES:
            return set()
        names = [str(street.get("street")) for street in rounds if street.get("cards")]
        self.runs = max((names.count(name) for name in names), default=1)
        if self.runs > len(_BOARDS):
            raise LineError("rounds", f"a street is dealt {self.runs} times; {len(_BOARDS)} boards are the most")
        return {name for name in names if names.count(name) > 1}

    def _who_was_dealt_in(self, rounds: list[dict[str, Any]]) -> dict[int, tuple[int, ...]]:
        """The cards of the first deal that are recorded; who did nothing and got none was away."""
        shown: dict[int, tuple[int, ...]] = {}
        acted: set[int] = set()
        for r, street in enumerate(rounds):
            for a, action in enumerate(_list(street, "actions", f"rounds[{r}].")):
                where = f"rounds[{r}].actions[{a}]"
                seat = self._seat(action.get("player_id"))
                what = _word(action, where)
                if seat is None or what in _PASSED_OVER:
                    continue
                acted.add(seat)
                if r == 0 and what == "Dealt Cards" and action.get("cards"):
                    shown[seat] = cards_of(_cards_of(action, f"{where}."), f"{where}.cards")
        self.out |= set(self._names) - acted
        return shown

    def _deal(self, shown: dict[int, tuple[int, ...]]) -> None:
        size = max([len(cards) for cards in shown.values()] + [HOLE_CARDS.get(self.game, 2)])
        button = self.record.get("dealer_seat")
        for seat in dealing_order(self.dealt_in, button if isinstance(button, int) else 0):
            cards = shown.get(seat, (v.UNSEEN,) * (3 if self.game in STUD_GAMES else size))
            if self.game in STUD_GAMES:
                self.teller.tell(Event(Word.DEAL, seat, cards=cards[:2]))
                cards = cards[2:]
            if cards:
                self.teller.tell(Event(Word.UP if self.game in STUD_GAMES else Word.DEAL, seat, cards=cards))

    def _act(self, where: str, what: str, action: dict[str, Any]) -> None:
        teller = self.teller
        if what in _PASSED_OVER:
            return
        if what == "Add to Pot":
            teller.tell(Event(Word.SPLASH, amount=_cents(action.get("amount"), where + ".amount")))
            return
        number = action.get("player_id")
        seat = self._seat(number)
        if seat is None:
            raise LineError(where + ".player_id", f"{str(number)[:20]} is none of the players")
        if what == "Dealt Cards":
            if self.teller.events and self.game in STUD_GAMES and where[7] != "0":
                cards = cards_of(_cards_of(action, where + "."), where + ".cards")
                teller.tell(Event(Word.UP, seat, cards=cards or (v.UNSEEN,)))
        elif what in _POSTS:
            teller.post(seat, _POSTS[what], _cents(action.get("amount"), where + ".amount"))
        elif what == "Fold":
            teller.tell(Event(Word.FOLD, seat))
        elif what == "Check":
            teller.tell(Event(Word.CHECK, seat))
        elif what == "Call":
            teller.call(seat, _cents(action.get("amount"), where + ".amount"))
        elif what in ("Bet", "Raise"):
            total = teller.made[seat] + _cents(action.get("amount"), where + ".amount")
            teller.wager(Word.BET if what == "Bet" else Word.RAISE, seat, total)
        elif what == "Shows Cards":
            cards = cards_of(_cards_of(action, where + "."), where + ".cards")
            if cards:
                teller.tell(Event(Word.SHOW, seat, cards=cards))
        elif what == "Mucks Cards":
            teller.tell(Event(Word.MUCK, seat))
        else:
            raise LineError(where + ".action", f"{what[:40]!r} is no action of Open Hand History")

    def _pots(self) -> None:
        """Returns, rake and awards, as far as the pots prove them."""
        pots = _list(self.record, "pots")
        amounts = [_cents(pot.get("amount"), f"pots[{k}].amount") for k, pot in enumerate(pots)]
        rakes = [_cents(pot.get("rake") or 0, f"pots[{k}].rake") for k, pot in enumerate(pots)]
        wins: list[tuple[int, int, int]] = []
        for k, pot in enumerate(pots):
            for j, win in enumerate(_list(pot, "player_wins", f"pots[{k}].")):
                where = f"pots[{k}].player_wins[{j}]"
                seat = self._seat(win.get("player_id"))
                if seat is None:
                    raise LineError(where + ".player_id", "is none of the players")
                wins.append((k, seat, _cents(win.get("win_amount"), where + ".win_amount")))
        seat, uncalled = self.teller.uncalled()
        inside, paid = sum(self.teller.into_pot.values()), sum(amount for _, _, amount in wins) + sum(rakes)
        inside += sum(event.amount for event in self.teller.events if event.word == Word.SPLASH)
        self.proven = sum(amounts) == paid and paid in (inside, inside - uncalled)
        if self.proven and paid != inside:
            self.teller.give_back(seat, uncalled)
        if sum(rakes):
            self.teller.tell(Event(Word.RAKE, amount=sum(rakes)))
        for k, seat, amount in wins:
            if amount:
                self.teller.tell(Event(Word.AWARD, seat, amount=amount, pot=min(k, v.SEATS_MOST - 1)))
