"""Random legal hands of no-limit flop games, written in the words of the hand log.

`deal_hand` plays a hand up to where the chips are pushed; `write` ends it, by the rules or, for `wrongs`, otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from tests.oracle.choosers import Chooser
from tests.oracle.evaluators import DECK
from tests.oracle.games import GAMES, Game
from tests.oracle.judge import Story, read, showdown, text_of
from tests.oracle.money import Terms, clockwise, is_raked, rake_of, shares, uncalled_bet

SHORT: Final = {6: 400, 5: 300, 4: 200, 3: 100, 2: 100}

# Stakes and rakes as rooms have them, and a few that none would: every branch of the arithmetic is taken somewhere.
TABLES: Final = (
    Terms(sb=100, bb=300, unit=100, short=SHORT),
    Terms(sb=100, bb=200, unit=100, cap=400, short={4: 200, 3: 100}),
    Terms(sb=200, bb=500, unit=100),
    Terms(sb=500, bb=1000, unit=500, step=500, cap=500, short=SHORT),
    Terms(sb=500, bb=500, unit=500, cap=600),
    Terms(sb=50, bb=100, unit=50, step=50, cap=350, percent_hundredths=500),
    Terms(sb=25, bb=50, unit=25, step=25, cap=300, percent_hundredths=333, before_flop="with action"),
    Terms(sb=100, bb=300, unit=100, before_flop="with action", short=SHORT),
    Terms(sb=200, bb=400, unit=200, step=100, cap=1000, before_flop="always", short={2: 0}),
    Terms(sb=100, bb=200, unit=100, ante=100, cap=500),
    Terms(sb=2500, bb=5000, unit=2500, ante=500, step=100, cap=700),
)

TABLES_OF: Final = {game.name: tuple(replace(table, game=game) for table in TABLES) for game in GAMES}

# Boards that play for everybody, or nearly.
SHARED_BOARDS: Final = (
    ("As", "Kd", "Qh", "Jc", "Ts"),
    ("Ah", "Kh", "Qh", "Jh", "9h"),
    ("8c", "8d", "8h", "8s", "Ac"),
    ("Kc", "Kd", "Ah", "As", "Qd"),
    ("2c", "3d", "4h", "5s", "6c"),
    ("Ac", "2d", "3h", "4s", "9c"),
    ("Td", "Jd", "Qd", "Kd", "Ad"),
    ("3c", "4d", "5h", "Ks", "Qd"),
)

# How a hand is bet, in shares of 100: fold, call, raise, all-in facing a bet; check, bet, all-in facing none.
MOODS: Final = (
    ((70, 24, 5, 1), (80, 18, 2)),
    ((12, 80, 6, 2), (70, 27, 3)),
    ((20, 45, 20, 15), (45, 35, 20)),
    ((8, 40, 2, 50), (30, 20, 50)),
)


@dataclass(frozen=True)
class Options:
    """What a hand may have beside blinds, bets and cards."""

    posts: bool = True  # dead and live posts, straddles, antes
    dark: bool = True  # bets and checks before the street's cards
    called_off: bool = True  # misdeals, voids, chopped blinds
    crumbs: bool = True  # stacks that are not whole units
    dead_hands: bool = True
    dead_small_blind: bool = True
    wrong_blind: bool = False
    games: tuple[Game, ...] = GAMES


@dataclass(frozen=True)
class Dealt:
    """A hand up to where the chips are pushed. `marks` are the places where a street's rake may stand."""

    line: dict[str, Any]  # events so far
    terms: Terms
    marks: tuple[tuple[int, int], ...]  # (place in events, contested then)
    holes: Mapping[int, tuple[str, ...]]
    tail: tuple[str, ...] = ()
    called_off: bool = False
    awards_as_one: bool = False
    street_by_street: bool = True
    promo: int = 0

    @cached_property
    def story(self) -> Story:
        """What the events say so far."""
        return read(self.line, self.terms)


@dataclass
class _Play:
    """A hand in progress."""

    choose: Chooser
    terms: Terms
    options: Options
    button: int
    order: list[int]  # who is dealt in, from the button's left
    stack: dict[int, int]
    mood: tuple[tuple[int, ...], tuple[int, ...]]
    events: list[str] = field(default_factory=list)
    put: dict[int, int] = field(default_factory=dict)
    bets: dict[int, int] = field(default_factory=dict)  # of this round
    folded: set[int] = field(default_factory=set)
    bet_level: int = 0
    full_raise: int = 0
    acted_at: dict[int, int] = field(default_factory=dict)
    extra: int = 0  # antes and dead money

    def live(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.folded]

    def with_chips(self) -> list[int]:
        return [seat for seat in self.live() if self.stack[seat]]

    def move(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.put[seat] = self.put.get(seat, 0) + amount
        self.bets[seat] = self.bets.get(seat, 0) + amount

    def post(self, seat: int, kind: str, amount: int) -> None:
        amount = min(amount, self.stack[seat])
        if not amount:
            return
        self.events.append(f"s{seat} post {kind} {text_of(amount)}")
        if kind in ("ante", "dead", "bba"):
            self.stack[seat] -= amount
            self.extra += amount
        else:
            self.move(seat, amount)

    # --- betting -----------------------------------------------------------------------------------------------------

    def bet_round(self, queue: list[int]) -> None:
        """Lets the seats of the queue act in turn, and all the others again after a raise."""
        while queue and len(self.live()) > 1:
            seat = queue.pop(0)
            if seat in self.folded or not self.stack[seat]:
                continue
            others = [s for s in self.live() if s != seat]
            matched = self.bets.get(seat, 0) >= max(self.bets.get(s, 0) for s in others)
            if matched and not any(self.stack[s] for s in others):
                continue
            queue = self.do(seat, self.decide(seat, others), queue)

    def decide(self, seat: int, others: Sequence[int]) -> str:
        facing = self.bet_level - self.bets.get(seat, 0)
        rival = any(self.stack[s] for s in others)
        reopened = seat not in self.acted_at or self.bet_level - self.acted_at[seat] >= self.full_raise
        if facing > 0:
            words: tuple[str, ...] = ("fold", "call", "raise", "allin")
            weights = self.mood[0]
            if not rival or not reopened or self.stack[seat] <= facing:
                words, weights = words[:2], weights[:2]
        else:
            words, weights = ("check", "raise", "allin"), self.mood[1]
            if not rival or not reopened:
                return "check"
        number = self.choose.whole(1, sum(weights))
        for word, weight in zip(words, weights, strict=True):
            number -= weight
            if number <= 0:
                return word
        raise AssertionError("weights do not add up")

    def do(self, seat: int, word: str, queue: list[int], flag: str = "") -> list[int]:
        """Writes an action and gives back who is still to act."""
        bet = self.bets.get(seat, 0)
        facing = self.bet_level - bet
        if word in ("raise", "allin"):
            total = self.bet_size(seat) if word == "raise" else bet + self.stack[seat]
            if total <= self.bet_level:
                word = "call"
            else:
                return self.raise_to(seat, total, queue, flag)
        if word == "fold":
            self.folded.add(seat)
            if self.options.dead_hands and self.choose.chance(2):
                self.events.append(f"dead s{seat} fouled")
            else:
                self.events.append(f"s{seat} fold{flag}")
        elif word == "check" or facing <= 0:
            self.events.append(f"s{seat} check{flag}")
            self.acted_at[seat] = self.bet_level
        else:
            added = min(facing, self.stack[seat])
            self.move(seat, added)
            self.events.append(f"s{seat} call {text_of(added)}{'' if self.stack[seat] else ' allin'}{flag}")
            self.acted_at[seat] = self.bet_level
        return queue

    def bet_size(self, seat: int) -> int:
        """The seat's total after a raise of at least the least size, in whole units; all it has if that is less."""
        unit = self.terms.unit
        least = self.bet_level + self.full_raise
        most = self.bets.get(seat, 0) + self.stack[seat]
        if most <= least:
            return most
        wanted = least + unit * self.choose.whole(0, 3 * self.terms.bb // unit) * self.choose.pick((1, 1, 4))
        return min(most, -(-wanted // unit) * unit)

    def raise_to(self, seat: int, total: int, queue: list[int], flag: str) -> list[int]:
        word = "raise" if self.bet_level else "bet"
        self.move(seat, total - self.bets.get(seat, 0))
        self.events.append(f"s{seat} {word} {text_of(total)}{'' if self.stack[seat] else ' allin'}{flag}")
        size = total - self.bet_level
        if size >= self.full_raise:
            self.full_raise = size
        self.bet_level = total
        self.acted_at[seat] = total
        place = self.order.index(seat)
        after = self.order[place + 1 :] + self.order[:place]
        return [s for s in after if s not in self.folded]

    def next_street(self) -> None:
        self.bets = {}
        self.acted_at = {}
        self.bet_level = 0
        self.full_raise = self.terms.bb

    def give_back(self) -> None:
        """Returns what nobody called."""
        seat, amount = uncalled_bet(self.put, self.folded)
        if amount:
            self.put[seat] -= amount
            self.stack[seat] += amount
            self.events.append(f"return s{seat} {text_of(amount)}")

    def contested(self) -> int:
        return sum(self.put.values()) + self.extra


# --- setting up ------------------------------------------------------------------------------------------------------


def _stack(choose: Chooser, terms: Terms, options: Options) -> int:
    kind = choose.pick(("deep", "deep", "middle", "short", "tiny"))
    most = {"deep": 200, "middle": 40, "short": 8, "tiny": 1}[kind] * terms.bb // terms.unit
    stack = choose.whole(1, max(1, most)) * terms.unit
    if options.crumbs and choose.chance(4):
        stack += choose.whole(1, terms.unit - 1)
    return stack


def _cards(choose: Chooser, seats: Sequence[int], hole_cards: int) -> tuple[dict[int, tuple[str, ...]], list[str]]:
    """Hole cards, and the cards that follow: burns and board as they come."""
    left = list(DECK)

    def draw(wanted: Callable[[str], bool] = lambda card: True) -> str:
        fitting = [card for card in left if wanted(card)] or left
        card = choose.pick(fitting)
        left.remove(card)
        return card

    board: list[str] = []
    if choose.chance(20):
        board = list(choose.pick(SHARED_BOARDS))
        for card in board:
            left.remove(card)
    holes: dict[int, tuple[str, ...]] = {}
    alike = choose.pick(("", "", "", "AK", "QQ", "A", "T9", "A2"))  # ranks that several seats hold
    for seat in seats:
        if alike and choose.chance(50):
            first = draw(lambda card: card[0] == alike[0])
            second = draw(lambda card: card[0] == alike[1]) if len(alike) > 1 else draw()
            holes[seat] = (first, second, *(draw() for _ in range(hole_cards - 2)))
        else:
            holes[seat] = tuple(draw() for _ in range(hole_cards))
    while len(board) < 5:
        board.append(draw())
    burns = [draw() for _ in range(3)]
    return holes, [burns[0], *board[:3], burns[1], board[3], burns[2], board[4]]


def deal_hand(choose: Chooser, number: int = 1, terms: Terms | None = None, options: Options | None = None) -> Dealt:
    """A hand up to where the chips are pushed."""
    options = options or Options()
    if terms is None:
        tables = TABLES_OF[choose.pick(options.games).name]
        terms = choose.pick(tables if options.posts else [table for table in tables if not table.ante])
    game = terms.game
    count = choose.whole(2, min(choose.pick((3, 6, 10)), game.seats))
    free = list(range(1, 11))
    seats = sorted(free.pop(choose.whole(0, len(free) - 1)) for _ in range(count))
    dead_button = free and count > 2 and options.dead_small_blind and choose.chance(10)
    button = choose.pick(free if dead_button else seats)
    order = clockwise(seats, button)
    stack = {seat: _stack(choose, terms, options) for seat in seats}
    listed = [
        {"seat": seat, "player": f"P{seat}", "stack": _number(stack[seat])}
        | ({"state": choose.pick(("new", "moved"))} if choose.chance(5) else {})
        for seat in seats
    ]
    if free and choose.chance(15):
        away = next((seat for seat in free if seat != button), None)
        if away:
            listed.append({"seat": away, "player": f"P{away}", "stack": 50, "state": "away"})
    play = _Play(choose, terms, options, button, order, stack, choose.pick(MOODS))
    holes, runout = _cards(choose, order, game.hole)
    line = {
        "v": 1, "room": "rio", "table": "1", "hand": f"1-{number:06d}", "game": game.name, "betting": "nl",
        "stakes": {"sb": _number(terms.sb), "bb": _number(terms.bb), "chip": _number(terms.unit)}
        | ({"ante": _number(terms.ante)} if terms.ante else {}),
        "button": button, "start": "2018-06-02T10:04:11-07:00", "end": "2018-06-02T10:06:02-07:00",
        "seats": listed, "events": play.events,
    }  # fmt: skip
    first = _post_blinds(play)
    faces = choose.chance(25)  # the log knows every card
    burn_faces = faces and choose.chance(50)
    passes = game.hole if choose.chance(30) else 1
    for n in range(passes):
        for seat in order:
            cards = holes[seat] if passes == 1 else holes[seat][n : n + 1]
            play.events.append(f"deal s{seat} {''.join(cards) if faces else '??' * len(cards)}")
    dealt = Dealt(line, terms, (), holes, street_by_street=choose.chance(70), awards_as_one=choose.chance(5))
    if options.called_off and choose.chance(4):
        return _call_off(play, dealt, "misdeal exposed")
    before = len(play.events)
    play.bet_round(_from(order, first))
    if options.called_off and _may_chop(play, play.events[before:]) and choose.chance(60):
        return _chop(play, dealt)
    play.give_back()
    marks = []
    streets = ((0, 4), (4, 6), (6, 8))
    last_street = choose.pick((3, 3, 3, 3, 2, 1)) if options.called_off and choose.chance(3) else 4
    for street, (start, end) in enumerate(streets):
        if len(play.live()) < 2:
            break
        play.next_street()
        if street == game.discard_before:
            holes = _discard(play, holes, faces)
        betting = len(play.with_chips()) > 1
        queue = _from(order, play.with_chips()[0]) if betting else []
        in_pot = play.contested()
        if options.dark and betting and choose.chance(3):
            queue = play.do(queue[0], choose.pick(("check", "raise", "raise", "allin")), queue[1:], " dark")
        burned, *shown = runout[start:end]
        play.events.append(f"burn {burned}" if burn_faces else "burn")
        play.events.append(f"board {''.join(shown)}")
        marks.append((len(play.events), in_pot))
        if street + 1 == last_street:
            return _call_off(play, replace(dealt, marks=tuple(marks)), "void foul")
        if betting:
            play.bet_round(queue)
            play.give_back()
    if len(play.live()) > 1:
        _show(play, holes)
    dealt = replace(dealt, holes=holes)
    tail = (f"stub {52 - read(line, terms).cards_out}",) if choose.chance(40) else ()
    promo = 100 if marks and play.contested() >= 1000 and choose.chance(15) else 0
    return replace(dealt, marks=tuple(marks), tail=tail, promo=promo)


def _discard(play: _Play, holes: Mapping[int, tuple[str, ...]], faces: bool) -> dict[int, tuple[str, ...]]:
    """Every hand that is left throws its last card away."""
    for seat in play.live():
        play.events.append(f"discard s{seat} {holes[seat][-1] if faces else '??'}")
    return {seat: hole[:-1] if seat in play.live() else hole for seat, hole in holes.items()}


def _from(order: Sequence[int], seat: int) -> list[int]:
    place = list(order).index(seat)
    return [*order[place:], *order[:place]]


def _number(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100


def _post_blinds(play: _Play) -> int:
    """Forced bets and posts. Gives back the seat that acts first."""
    choose, terms, order = play.choose, play.terms, play.order
    heads_up = len(order) == 2
    if heads_up:  # the button posts the small blind and is last in order
        small, big = order[1], order[0]
    else:
        small, big = order[0], order[1]
    sb, bb = terms.sb, terms.bb
    if play.options.wrong_blind:
        off = terms.unit * choose.pick((1, 2, 4))
        if choose.chance(50):
            sb += off
        else:
            bb += -off if off < bb and choose.chance(50) else off
    if terms.ante:
        for seat in order:
            play.post(seat, "ante", terms.ante)
    dead_small = not heads_up and play.options.dead_small_blind and choose.chance(8)
    if dead_small:
        big = small
    else:
        play.post(small, "sb", sb)
    play.post(big, "bb", bb)
    play.bet_level = max(terms.bb, *play.bets.values()) if play.bets else terms.bb
    play.full_raise = terms.bb
    last = big
    if play.options.posts:
        others = [seat for seat in order if seat not in (small, big)]
        if others and choose.chance(12):
            straddler = _from(order, big)[1]
            if straddler in others and play.stack[straddler] > 2 * terms.bb:
                play.post(straddler, "straddle", 2 * terms.bb)
                play.bet_level = max(play.bet_level, 2 * terms.bb)
                others.remove(straddler)
                last = straddler
        for seat in others:
            if choose.chance(8):
                play.post(seat, "live", terms.bb)
                if choose.chance(50):
                    play.post(seat, "dead", terms.sb)
    return _from(order, last)[1]


def _call_off(play: _Play, dealt: Dealt, why: str) -> Dealt:
    play.events.append(why)
    story = read(dealt.line, dealt.terms)
    for seat in play.order:
        back = story.put_in(seat) - story.returned[seat]
        if back:
            play.events.append(f"return s{seat} {text_of(back)}")
    return replace(dealt, called_off=True)


def _may_chop(play: _Play, acted: Sequence[str]) -> bool:
    """True if all folded and the small blind was the last to do so, with nothing but the two blinds in the middle."""
    blinds = [seat for seat, amount in play.put.items() if amount]
    if len(blinds) != 2 or play.extra or not acted:
        return False
    return all(event.endswith(" fold") for event in acted) and int(acted[-1].split()[0][1:]) in blinds


def _chop(play: _Play, dealt: Dealt) -> Dealt:
    """The blinds take their money back; the small blind did not fold after all."""
    del play.events[-1]
    for seat in play.order:
        if play.put.get(seat):
            play.events.append(f"return s{seat} {text_of(play.put[seat])}")
    return replace(dealt, called_off=True)


def _show(play: _Play, holes: Mapping[int, tuple[str, ...]]) -> None:
    """Tables the hands. A hand that wins no part of any pot may be mucked."""
    shown = [f"s{seat} show {''.join(holes[seat])}" for seat in play.live()]
    story = read({"seats": [{"seat": s, "stack": 0} for s in play.order], "events": [*play.events, *shown]}, play.terms)
    _, heaps = showdown(story, play.terms.unit, 0)
    winning = {seat for of_pot in heaps or () for heap in of_pot for seat in heap.winners}
    for seat, text in zip(play.live(), shown, strict=True):
        play.events.append(f"s{seat} muck" if seat not in winning and play.choose.chance(35) else text)


# --- ending ----------------------------------------------------------------------------------------------------------

Part = tuple[int, str]  # the number of a pot and the half of it: hi, lo, or nothing for the whole
Awards = Sequence[tuple[Part, int, int]]  # of what, seat, cents


def part_name(part: Part) -> str:
    """The name of a pot or a half of one in the log: main, side1.lo, …"""
    number, half = part
    name = "main" if number == 0 else f"side{number}"
    return f"{name}.{half}" if half else name


def rake_due(dealt: Dealt, *, reduced: bool = True) -> int:
    """What the house is due from the hand."""
    story, terms = dealt.story, dealt.terms
    if not is_raked(terms, bool(story.board), story.preflop_calls, story.preflop_raises):
        return 0
    _, loose = uncalled_bet(story.live_bets, story.folded)
    cap = min(terms.cap, terms.short.get(len(story.dealt), terms.cap)) if reduced else terms.cap
    return rake_of(story.total_in - loose, terms, cap)


def right_awards(dealt: Dealt, drop: int) -> list[tuple[Part, int, int]]:
    """Every pot to its winners, after the house took the drop; the last side pot first."""
    button, unit = dealt.line["button"], dealt.terms.unit
    _, heaps = showdown(dealt.story, unit, drop)
    if heaps is None:
        raise AssertionError(f"no winner can be told: {dealt.line['events']}")
    awards = [
        ((number, heap.part), seat, amount)
        for number, of_pot in enumerate(heaps)
        for heap in of_pot
        for seat, amount in shares(heap.cents, heap.winners, button, unit).items()
        if amount
    ]
    return sorted(awards, key=lambda award: -award[0][0])


def write(dealt: Dealt, rake: int | None = None, awards: Awards | None = None) -> dict[str, Any]:
    """The whole hand: with the rake and the awards that are due, unless others are given."""
    events = list(dealt.line["events"])
    if not dealt.called_off:
        rake = rake_due(dealt) if rake is None else rake
        promo = promo_of(dealt, rake)
        if awards is None:
            awards = right_awards(dealt, rake + promo)
        places = _rake_places(dealt, rake) if dealt.street_by_street else []
        taken = sum(amount for _, amount in places)
        for place, amount in reversed(places):
            events.insert(place, f"rake {text_of(amount)}")
        if rake > taken:
            events.append(f"rake {text_of(rake - taken)}")
        if promo:
            events.append(f"promo {text_of(promo)}")
        one_seat = len({seat for _, seat, _ in awards}) == 1
        if dealt.awards_as_one and one_seat:  # one seat takes everything: it is pushed in one go
            awards = [((0, ""), awards[0][1], sum(amount for _, _, amount in awards))]
        events += [f"award {part_name(part)} s{seat} {text_of(amount)}" for part, seat, amount in awards]
    events += dealt.tail
    return {**dealt.line, "events": events}


def promo_of(dealt: Dealt, rake: int) -> int:
    """The promotional drop, or what the rake leaves for it."""
    _, loose = uncalled_bet(dealt.story.live_bets, dealt.story.folded)
    return min(dealt.promo, max(0, dealt.story.total_in - loose - rake))


def _rake_places(dealt: Dealt, total: int) -> list[tuple[int, int]]:
    places = []
    taken = 0
    for place, in_pot in dealt.marks:
        now = min(total, rake_of(in_pot, dealt.terms, dealt.terms.cap)) - taken
        if now > 0:
            places.append((place, now))
            taken += now
    return places
