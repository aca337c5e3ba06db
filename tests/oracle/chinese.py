"""Open-face Chinese by hand: rows, fouls, royalties, points, table stakes and Fantasyland, as the two documents say it.

The tables are typed from the documents and the code is as plain as it can be. Grain: one hand of the log, a JSON
object; Fantasyland needs the hands of its table in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from tests.oracle.evaluators import RANKS, Value, high_of_five

LIVE, EARLIER = "wsop-live-2017", "caesars-live"
PAIRS: Final = {"6": 1, "7": 2, "8": 3, "9": 4, "T": 5, "J": 6, "Q": 7, "K": 8, "A": 9}
TRIPS: Final = {
    "2": 10, "3": 11, "4": 12, "5": 13, "6": 14, "7": 15, "8": 16, "9": 17, "T": 18, "J": 19, "Q": 20, "K": 21, "A": 22,
}  # fmt: skip
MIDDLE: Final = {
    LIVE: {"three of a kind": 2, "straight": 4, "flush": 8, "full house": 12, "four of a kind": 20,
           "straight flush": 30, "royal flush": 50},
    EARLIER: {"straight": 4, "flush": 8, "full house": 12, "four of a kind": 20, "straight flush": 30,
              "royal flush": 50},
}  # fmt: skip
BACK: Final = {
    "straight": 2, "flush": 4, "full house": 6, "four of a kind": 10, "straight flush": 15, "royal flush": 25,
}  # fmt: skip
LOW: Final = {10: 1, 9: 2, 8: 3, 7: 4}
NAMES: Final = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip
ROWS: Final = ("front", "middle", "back")


@dataclass(frozen=True)
class Table:
    """What a table plays by: the document, the game, the front that opens Fantasyland, the worth of 75432."""

    book: str
    game: str
    opens: str = ""
    perfect_low: tuple[int, int] = (6, 10)
    progressive: bool = False


@dataclass
class Story:
    """What the events of one hand say."""

    rows: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    fouls: set[int] = field(default_factory=set)
    fantasies: set[int] = field(default_factory=set)
    books: set[int] = field(default_factory=set)  # seats that were dealt eight or more at once
    draws: set[int] = field(default_factory=set)  # seats that drew as the game has it
    scores: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    pays: Counter[tuple[int, int]] = field(default_factory=Counter)
    seats: dict[int, int] = field(default_factory=dict)  # chips when the cards are dealt, in cents
    button: int = 0
    point: int = 0
    called_off: bool = False


def story_of(line: Mapping[str, Any]) -> Story:
    """A hand of the log, read word by word."""
    story = Story(button=line["button"], point=100 * line["stakes"]["point"])
    story.seats = {seat["seat"]: 100 * seat["stack"] for seat in line["seats"]}
    for event in line["events"]:
        words = event.split()
        if words[0] == "deal" and len(words[2]) >= 16:
            story.books.add(int(words[1][1:]))
        elif words[0] == "deal" and len(words[2]) < 10:
            story.draws.add(int(words[1][1:]))
        elif words[0] == "score":
            pair = (int(words[1][1:]), int(words[2][1:]))
            story.scores.setdefault(pair, []).append(int(words[3]))
        elif words[0] == "pay":
            story.pays[int(words[1][1:]), int(words[2][1:])] += 100 * int(words[3])
        elif words[0] == "fantasy":
            story.fantasies.add(int(words[1][1:]))
        elif words[0] == "time":
            story.seats[int(words[1][1:])] -= 100 * int(words[2])
        elif words[0] in ("misdeal", "void"):
            story.called_off = True
        elif len(words) > 1 and words[1] == "set":
            cards = [words[3][at : at + 2] for at in range(0, len(words[3]), 2)]
            story.rows.setdefault(int(words[0][1:]), {}).setdefault(words[2], []).extend(cards)
        elif len(words) > 1 and words[1] == "foul":
            story.fouls.add(int(words[0][1:]))
    return story


# -- rows --------------------------------------------------------------------------------------------------------------


def front_value(cards: Sequence[str]) -> Value:
    """Three cards beside hands of five: how often a rank comes, then the ranks."""
    tally = Counter(RANKS.index(card[0]) + 2 for card in cards)
    order = sorted(tally, key=lambda rank: (tally[rank], rank), reverse=True)
    kind = {3: 3, 2: 1, 1: 0}[tally[order[0]]]
    return (kind, *order)


def name_of(cards: Sequence[str]) -> str:
    value = high_of_five(cards)
    name = NAMES[value[0]]
    return "royal flush" if name == "straight flush" and value[1] == 14 else name


def low_ranks(cards: Sequence[str]) -> list[int] | None:
    """The ranks of a deuce-to-seven row from the highest; None where it is paired, a straight or a flush."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    if len(set(ranks)) < 5 or ranks[0] - ranks[4] == 4 or len({card[1] for card in cards}) == 1:
        return None
    return ranks


def _no_low(cards: Sequence[str]) -> list[int]:
    """A row that is no low, behind every low: as high hands rank, the ace never low."""
    return [99, *high_of_five(cards, wheel=False)]


def is_whole(rows: Mapping[str, Sequence[str]]) -> bool:
    return [len(rows.get(row, ())) for row in ROWS] == [3, 5, 5]


def is_foul(rows: Mapping[str, Sequence[str]], table: Table) -> bool:
    """By 346 and 353: rows out of order, or a middle that is no low."""
    front, back = front_value(rows["front"]), high_of_five(rows["back"])
    if table.game == "ofc-27":
        low = low_ranks(rows["middle"])
        return low is None or low[0] > 10 or not beats(back, front)
    middle = high_of_five(rows["middle"])
    return beats(front, middle) or middle > back


def is_due_a_foul(rows: Mapping[str, Sequence[str]], table: Table) -> bool:
    """The same where rows of another number may be a foul, as 346c has it."""
    return is_foul(rows, table) if is_whole(rows) else table.book == LIVE


def beats(one: Value, other: Value) -> bool:
    """Whether a row ranks higher than a row of another number of cards: kind, then rank by rank as far as they go."""
    return one > other


def royalties(rows: Mapping[str, Sequence[str]], table: Table) -> list[tuple[int, int]]:
    """The royalty of each row, from the least to the most that it may be worth."""
    front = front_value(rows["front"])
    card = RANKS[front[1] - 2]
    first = TRIPS[card] if front[0] == 3 else PAIRS.get(card, 0) if front[0] == 1 else 0
    back = BACK.get(name_of(rows["back"]), 0)
    if table.game != "ofc-27":
        middle = MIDDLE[table.book].get(name_of(rows["middle"]), 0)
        return [(first, first), (middle, middle), (back, back)]
    low = low_ranks(rows["middle"])
    if low == [7, 5, 4, 3, 2]:
        return [(first, first), table.perfect_low, (back, back)]
    worth = LOW.get(low[0], 0) if low else 0
    return [(first, first), (worth, worth), (back, back)]


def row_winner(row: str, a: Sequence[str], b: Sequence[str], table: Table) -> int:
    """1 the first wins the row, -1 the second, 0 neither."""
    if row == "middle" and table.game == "ofc-27":
        # A row that is no low is a foul; what it would lose to a low one matters only where nobody called it.
        one, other = low_ranks(a) or _no_low(a), low_ranks(b) or _no_low(b)
        return (one < other) - (one > other)
    value = front_value if row == "front" else high_of_five
    return (value(a) > value(b)) - (value(a) < value(b))


# -- comparisons -------------------------------------------------------------------------------------------------------


def points(story: Story, table: Table, a: int, b: int, fouls: set[int]) -> tuple[int, int] | None:
    """What a wins of b, at least and at most; None where no rule says it or the rows are not there."""
    if a in fouls and b in fouls:
        return None
    least = most = 0
    if a in fouls or b in fouls:
        least = most = -6 if a in fouls else 6
    elif not (is_whole(story.rows.get(a, {})) and is_whole(story.rows.get(b, {}))):
        return None
    else:
        won = sum(row_winner(row, story.rows[a][row], story.rows[b][row], table) for row in ROWS)
        least = most = won + 3 * (won == 3) - 3 * (won == -3)
    for seat, sign in ((a, 1), (b, -1)):
        if seat in fouls:
            continue
        if not is_whole(story.rows.get(seat, {})):
            return None
        worth = royalties(story.rows[seat], table)
        low, high = sum(least_ for least_, _ in worth), sum(most_ for _, most_ in worth)
        least += low if sign > 0 else -high
        most += high if sign > 0 else -low
    return least, most


def is_a_royalty(story: Story, table: Table, off: int, pair: Iterable[int]) -> bool:
    """Whether so many points are a royalty of one of the hands, or all of one's."""
    for seat in pair:
        if is_whole(story.rows.get(seat, {})):
            worth = royalties(story.rows[seat], table)
            if off in {one for both in worth for one in both} | {sum(least for least, _ in worth)}:
                return True
    return False


def scored(story: Story, a: int, b: int) -> list[int]:
    return [*story.scores.get((a, b), []), *(-said for said in story.scores.get((b, a), []))]


def in_order(story: Story, table: Table) -> list[tuple[int, int]]:
    """The comparisons in the order of paying: from the button (343), or from its left (329)."""
    seats = sorted({*story.rows, *story.fouls}, key=lambda seat: (seat - story.button - 1) % 10)
    if table.book == LIVE and seats and seats[-1] == story.button:
        seats = [story.button, *seats[:-1]]
    return list(combinations(seats, 2))


def taken_for_foul(story: Story, table: Table, seat: int) -> bool:
    """Whether a foul that nobody called was scored as one."""
    ways: Counter[tuple[bool, bool]] = Counter()  # (as a foul, as a good hand) of each comparison
    for other in {*story.rows, *story.fouls} - {seat}:
        said = scored(story, seat, other)
        as_foul = points(story, table, seat, other, story.fouls | {seat})
        as_good = points(story, table, seat, other, story.fouls - {seat})
        if said and as_foul:
            ways[_all_in(said, as_foul), as_good is not None and _all_in(said, as_good)] += 1
    neither = ways[False, True] + ways[False, False]
    if not is_whole(story.rows[seat]):
        return ways[True, False] > 0 and neither == 0
    return ways[True, False] > neither or (ways[True, True] > 0 and ways[True, False] == neither == 0)


def _all_in(said: Sequence[int], due: tuple[int, int]) -> bool:
    return all(due[0] <= one <= due[1] for one in said)


def judge(line: Mapping[str, Any], table: Table) -> Counter[str]:
    """How often each of OF01, OF02, OF03, OF05 and OF06 is to be told of a hand."""
    story, found = story_of(line), Counter[str]()
    if story.called_off:
        return found
    called = set(story.fouls)
    unruled = set()  # fouls that nobody called: what their rows score nobody can say
    for seat, rows in story.rows.items():
        fouled = is_due_a_foul(rows, table)
        ruled = seat in story.fouls or (fouled and taken_for_foul(story, table, seat))
        called |= {seat} if ruled else set()
        unruled |= {seat} if fouled and not ruled else set()
        if not is_whole(rows):
            found["OF06"] += not (fouled and ruled)
        elif fouled != ruled:
            found["OF02"] += 1
    left = dict(story.seats)
    for a, b in in_order(story, table):
        said = scored(story, a, b)
        due = None if {a, b} & unruled else points(story, table, a, b, called)
        wrong = [one for one in said if due and not due[0] <= one <= due[1]]
        if due and wrong:
            off = due[0] - wrong[-1] if wrong[-1] < due[0] else wrong[-1] - due[1]
            found["OF03" if is_a_royalty(story, table, off, (a, b)) else "OF01"] += 1
        basis = (wrong[-1] if wrong else said[0]) if said else due[0] if due and due[0] == due[1] else None
        paid = story.pays[a, b] - story.pays[b, a]
        most = min(left[a], left[b])
        if basis is not None and story.pays:
            gross = abs(basis) * story.point
            right = {min(gross, most), min(gross, most // story.point * story.point)}
            sign = -1 if basis < 0 else 1
            found["OF05"] += not min(right) <= sign * paid <= max(right)
        loser, winner = (b, a) if paid > 0 else (a, b)
        left[loser] = max(left[loser] - abs(paid), 0)
        if table.book == EARLIER:
            left[winner] = max(left[winner] - abs(paid), 0)
    return Counter({code: count for code, count in found.items() if count})


# -- Fantasyland -------------------------------------------------------------------------------------------------------


def earns(story: Story, table: Table, seat: int, inside: bool) -> bool | None:
    """Whether a hand opens Fantasyland, or keeps its seat there; None where nobody says it."""
    rows = story.rows.get(seat, {})
    if not rows:
        return False if seat in story.fouls else None
    fouled = is_due_a_foul(rows, table)
    ruled = seat in story.fouls or (fouled and taken_for_foul(story, table, seat))
    if fouled != ruled and (is_whole(rows) or fouled):
        return None  # what a wrong ruling earns nobody can say
    if ruled or fouled:
        return False
    if not is_whole(rows):
        return None
    front = front_value(rows["front"])
    if not inside:
        if not table.opens:
            return None
        kind = 3 if len(table.opens) == 3 else 1
        return front[:2] >= (kind, RANKS.index(table.opens[0]) + 2)
    if table.book != LIVE:
        return None
    full_middle = table.game != "ofc-27" and high_of_five(rows["middle"])[0] >= NAMES.index("full house")
    return front[0] == 3 or full_middle or high_of_five(rows["back"])[0] >= NAMES.index("four of a kind")


def judge_fantasyland(lines: Sequence[Mapping[str, Any]], table: Table) -> Counter[str]:
    """The hands of one table in order, without a gap: in which of them Fantasyland was given or refused wrongly."""
    found: Counter[str] = Counter()
    played = [line for line in lines if not story_of(line).called_off]
    stories = [story_of(line) for line in played]
    names = [{seat["seat"]: seat["player"] for seat in line["seats"]} for line in played]
    in_a_row: dict[tuple[int, str], int] = {}
    for at, (line, story) in enumerate(zip(played, stories, strict=True)):
        later: dict[tuple[int, str], int] = {}
        for seat in story.rows:
            who = (seat, names[at][seat])
            inside = seat in story.books
            later[who] = in_a_row.get(who, 0) + 1 if inside else 0
            earned = earns(story, table, seat, inside)
            if table.progressive and table.book == LIVE and later[who] >= 3:
                earned = False
            given: bool | None = seat in story.fantasies
            if at + 1 < len(played) and names[at + 1].get(seat) == who[1]:
                nxt = stories[at + 1]
                if seat in nxt.books or seat in nxt.draws:
                    given = seat in nxt.books
            if earned is not None and given is not None and earned != given:
                found[line["hand"]] += 1
        in_a_row = later
    return found
