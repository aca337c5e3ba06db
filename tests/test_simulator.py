"""The simulated room, judged by a small auditor of its own that shares no code with the simulator or the checks.

The auditor reads the written files as a stranger would and says what is wrong, by code. What it says must be what the
labels say: nothing in clean hands, and one finding for each injected error.
"""

import csv
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow.parquet as pq
import pytest

from pipelines.cli import main
from pipelines.errors import InputError
from pipelines.simulator import CODES, KINDS, SimReport, can_occur_at, simulate
from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import TEXT
from pipelines.simulator.cards import score as simulator_score
from pipelines.simulator.games import GAMES
from pipelines.simulator.hand_values import omaha_high
from pipelines.simulator.placards import OFFERED
from pipelines.simulator.positions import Positions, following, may_come_in
from pipelines.simulator.pots import build_pots, halves, split
from pipelines.simulator.ways import ways_of

DAY = date(2018, 6, 2)
RULES = {code: game for code, game in GAMES.items() if game.is_flop}
SHORT_CAP = {6: 4, 5: 3, 4: 2, 3: 1, 2: 1}
Hand = dict[str, Any]
# What the auditor below looks for; the other codes are proven by the scoreboard, against the checks.
AUDITED = (
    "AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11", "BL01", "BL02", "BL03",
    "BL04", "BL07", "CD01", "DC01", "DC02", "OC01", "OC05", "PT01", "PT02", "PT04", "PT08", "RK01", "RK02", "RK03",
    "RK04", "SC01", "SC02", "SC04", "TL01",
)  # fmt: skip


# --- the auditor ---------------------------------------------------------------------------------------------------


def five_cards(hand: tuple[str, ...]) -> tuple[Any, ...]:
    """The rank of five cards as a tuple that compares."""
    ranks = sorted(("23456789TJQKA".index(card[0]) for card in hand), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in groups)
    order = tuple(rank for rank, _ in groups)
    flush = len({card[1] for card in hand}) == 1
    straight = shape == (1, 1, 1, 1, 1) and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    top = 3 if ranks == [12, 3, 2, 1, 0] else ranks[0]
    if straight:
        return (8 if flush else 4, (top,))
    if flush:
        return (5, tuple(ranks))
    return ({(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), order)


def playable(game: str, hole: list[str], board: list[str]) -> Iterator[tuple[str, ...]]:
    """Every five cards that a game lets a seat play."""
    if game in ("omaha", "omaha8", "big-o", "big-easy", "omaha5", "omaha6"):
        for two in combinations(hole, 2):
            for three in combinations(board, 3):
                yield (*two, *three)
    else:
        yield from combinations([*hole, *board], 5)


def best_high(game: str, hole: list[str], board: list[str]) -> tuple[Any, ...]:
    return max(five_cards(five) for five in playable(game, hole, board))


def best_low(game: str, hole: list[str], board: list[str]) -> list[int] | None:
    """The lowest five different ranks, highest first, aces low; none over the eight."""
    if game not in ("omaha8", "big-o", "big-easy"):
        return None
    ranked = (sorted(("A2345678".find(card[0]) for card in five), reverse=True) for five in playable(game, hole, board))
    return min((ranks for ranks in ranked if len(set(ranks)) == 5 and ranks[4] >= 0), default=None)


def cards_in(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def after(seat: int, seats: set[int]) -> int:
    return min(seats, key=lambda other: (other - seat - 1) % 10)


class BettingJudge:
    """The betting of one hand by the rules: who was to act, what was open to them. Collects codes."""

    def __init__(self, hand: Hand) -> None:
        self.form, stakes = hand["betting"], hand["stakes"]
        self.bb = stakes["bb"]
        self.bets = (stakes.get("small_bet", 0), stakes.get("big_bet", 0))
        self.wager_chip = max(chip for chip in (1, 5, 25) if self.bb % chip == 0)
        self.stack = {seat["seat"]: seat["stack"] for seat in hand["seats"]}
        self.pot = self.street = 0
        self.live: set[int] = set()
        self.codes: list[str] = []
        self.blinds: dict[str, int] = {}
        self.opened = False
        self.begin(hand["button"])

    def begin(self, after_seat: int) -> None:
        self.into: Counter[int] = Counter()
        self.answered: dict[int, int] = {}  # the level that a seat has answered
        self.level = self.whole_level = self.raises = 0
        self.least = self.bets[self.street >= 2] if self.form == "fl" else self.bb
        self.last = after_seat
        self.passed: set[int] = set()
        self.jumper = 0
        self.began = len([seat for seat in self.live if self.stack[seat] > 0])

    def post(self, seat: int, kind: str, amount: int) -> None:
        self.stack[seat] -= amount
        self.pot += amount
        if kind in ("dead", "ante", "bba"):
            return
        self.into[seat] += amount
        self.blinds[kind] = seat
        if kind != "live":
            owed = max(amount, self.bb) if kind == "bb" else amount  # in full, also where the blind is all-in
            self.level = self.whole_level = max(self.level, owed)

    def owing(self, after_seat: int) -> list[int]:
        """The seats that still have to act, in the order of their turn."""
        able = [seat for seat in self.live if self.stack[seat] > 0]
        owe = [seat for seat in able if self.answered.get(seat, -1) < self.level or seat not in self.answered]
        if len(self.live) < 2 or (len(able) == 1 and self.into[able[0]] >= max(self.into[s] for s in self.live)):
            return []
        return sorted(owe, key=lambda seat: (seat - after_seat - 1) % 10)

    def open(self, first: int) -> None:
        if self.opened:
            return
        self.opened = True
        self.last = self.blinds.get("straddle", self.blinds.get("bb", first - 1))
        self.level = self.whole_level = max(self.level, self.bb)
        self.began = len([seat for seat in self.live if self.stack[seat] > 0])

    def next_street(self, button: int) -> None:
        left_out = self.owing(self.last)
        if left_out and left_out[0] not in self.passed:
            self.codes.append("AC10")
        self.street += 1
        self.begin(button)

    def act(self, seat: int, word: str, amount: int) -> None:
        self.open(seat)
        if seat not in self.live:
            self.codes.append("AC11")
            return
        owing = self.owing(self.last)
        if not owing:
            self.codes.append("AC10")
        in_turn = not owing or owing[0] == seat
        if not in_turn and self.jumper:
            in_turn = [other for other in self.owing(self.jumper) if other not in self.passed][:1] == [seat]
        if not in_turn:
            self.codes.append("AC01")
            self.jumper = seat
            self.passed |= set(owing[: owing.index(seat)])
        {"fold": self.fold, "check": self.check, "call": self.call}.get(word, self.wager)(seat, word, amount)
        self.answered[seat] = self.level
        self.passed.discard(seat)
        if in_turn:
            self.last = seat

    def fold(self, seat: int, word: str, amount: int) -> None:
        self.live.remove(seat)

    def check(self, seat: int, word: str, amount: int) -> None:
        if self.into[seat] < self.level and self.answered.get(seat, -1) < self.level:
            self.codes.append("AC11")

    def call(self, seat: int, word: str, amount: int) -> None:
        owed = self.level - self.into[seat]
        if amount > self.stack[seat]:
            self.codes.append("AC08")
        elif amount != min(owed, self.stack[seat]):
            self.codes.append("AC07")
        self.put(seat, amount)

    def put(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.into[seat] += amount
        self.pot += amount

    def wager(self, seat: int, word: str, total: int) -> None:
        code = self.fault(seat, word, total)
        if code:
            self.codes.append(code)
        raised = total - self.level
        self.put(seat, total - self.into[seat])
        if raised * (2 if self.form == "fl" else 1) >= self.least:
            self.raises += self.level > 0
            self.whole_level = total
            if self.form != "fl":
                self.least = raised
        self.level = total

    def fault(self, seat: int, word: str, total: int) -> str | None:
        added, raised = total - self.into[seat], total - self.level
        size = "AC03" if self.level else "AC02"
        if added > self.stack[seat]:
            return "AC08"
        if (word == "bet") != (self.level == 0) or raised <= 0:
            return "AC11"
        all_in = added == self.stack[seat]
        faced = self.level - self.answered.get(seat, -1000)
        if self.level and faced < (self.least / 2 if self.form == "fl" else self.least):
            return "AC04"
        if self.form == "fl":
            if self.raises == 4 and self.began > 2:
                return "AC05"
            crumb = self.level - self.whole_level
            right = (self.whole_level if 0 < crumb < self.least / 2 else self.level) + self.least
            return None if total == right or (all_in and total < right) else size
        if self.form == "pl":
            small = self.blinds.get("sb", 0)
            pot = self.pot
            if self.street == 0 and small and self.blinds.get("bb", 0) not in self.answered:
                pot += max(0, self.bb - self.into[small])
            if total > self.level + pot + self.level - self.into[seat]:
                return "AC06"
        if all_in:
            return None
        if raised < self.least:
            return size
        return "AC09" if total % self.wager_chip else None


class Replayed:
    """The chips of one hand, from its events alone."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.stack = {seat["seat"]: seat["stack"] for seat in hand["seats"]}
        self.active = {seat["seat"] for seat in hand["seats"] if seat.get("state") != "away"}
        self.total: Counter[int] = Counter()
        self.dead = self.rake = self.streets = self.burns = 0
        self.posts: list[tuple[int, str, int]] = []
        self.dealt: list[int] = []
        self.board: list[str] = []
        self.more_boards: dict[str, list[str]] = {}
        self.runs_from = 0  # board cards that several boards share
        self.shown: dict[int, list[str]] = {}
        self.mucked: set[int] = set()
        self.returned: Counter[int] = Counter()
        self.dead_by: Counter[int] = Counter()
        self.awards: list[tuple[str, int, int]] = []
        self.stub: int | None = None
        self.misdeal = False
        self.uncalled: Counter[int] = Counter()
        self.in_round: Counter[int] = Counter()
        self.folded: set[int] = set()
        self.discarded: list[tuple[int, int]] = []  # board cards that lay, seat
        self.hole_cards = 0
        self.betting = BettingJudge(hand)
        for event in hand["events"]:
            self.read(event)
        self.end_round()

    def end_round(self) -> None:
        chips = sorted(self.in_round.values(), reverse=True) + [0, 0]
        if chips[0] > chips[1]:
            seat = max(self.in_round, key=lambda seat: self.in_round[seat])
            if seat not in self.folded:
                self.uncalled[seat] += chips[0] - chips[1]
        self.in_round.clear()

    def put(self, seat: int, amount: int) -> None:
        self.in_round[seat] += amount
        self.total[seat] += amount
        self.stack[seat] -= amount

    def read(self, event: str) -> None:
        word = event.split()
        if word[0] in ("return", "deal"):
            seat = int(word[1][1:])
            if word[0] == "deal":
                if seat not in self.dealt:  # else a card that was exposed is replaced
                    self.dealt.append(seat)
                    self.hole_cards = len(cards_in(word[2]))
                self.betting.live.add(seat)
            else:
                self.betting.stack[seat] += int(word[2])
                self.returned[seat] += int(word[2])
                self.stack[seat] += int(word[2])
        elif word[0] == "board":
            self.end_round()
            self.betting.next_street(self.hand["button"])
            self.board += cards_in(word[1])
            self.streets += 1
        elif word[0] in ("board2", "board3"):
            self.more_boards.setdefault(word[0], self.board[: self.runs_from]).extend(cards_in(word[1]))
            self.streets += 1
        elif word[0] == "runit":
            self.runs_from = len(self.board)
        elif word[0] == "burn":
            self.burns += 1
            if len(word) > 1 and word[1] in self.board:  # one of a flop of four
                self.board.remove(word[1])
        elif word[0] == "discard":
            assert word[2] == "??"
            self.discarded.append((len(self.board), int(word[1][1:])))
        elif word[0] == "rake":
            self.rake += int(word[1])
        elif word[0] == "award":
            self.awards.append((word[1], int(word[2][1:]), int(word[3])))
            self.stack[int(word[2][1:])] += int(word[3])
        elif word[0] == "stub":
            self.stub = int(word[1])
        elif word[0] in ("misdeal", "void"):
            self.misdeal = True
        elif re.fullmatch(r"s\d+", word[0]):
            self.act(int(word[0][1:]), word[1:])

    def act(self, seat: int, word: list[str]) -> None:
        if word[0] == "post":
            self.posts.append((seat, word[1], int(word[2])))
            self.betting.post(seat, word[1], int(word[2]))
            if word[1] in ("dead", "bba"):
                self.dead += int(word[2])
                self.dead_by[seat] += int(word[2])
                self.stack[seat] -= int(word[2])
            else:
                self.put(seat, int(word[2]))
                self.in_round[seat] -= int(word[2]) if word[1] == "ante" else 0
        elif word[0] == "show":
            self.shown[seat] = cards_in(word[1])
        elif word[0] == "muck":
            self.mucked.add(seat)
        else:
            amount = int(word[1]) if len(word) > 1 and word[1].isdigit() else 0
            self.betting.act(seat, word[0], amount)
            if word[0] == "fold":
                self.folded.add(seat)
            elif amount:
                self.put(seat, amount if word[0] == "call" else amount - self.in_round[seat])
                assert ("allin" in word) == (self.stack[seat] <= 0)


class TableAuditor:
    """Reads one table's log from start to end and finds what is wrong in it."""

    def __init__(self, path: Path, shuffles: list[dict[str, str]], signed: dict[datetime, str]) -> None:
        self.lines = [json.loads(line) for line in path.open(encoding="utf-8")]
        self.shuffles = shuffles
        self.signed = signed
        self.findings: list[tuple[str, str]] = []

    def find(self, code: str, hand: Hand) -> None:
        self.findings.append((code, hand["hand"]))

    def run(self) -> None:
        before: Hand | None = None
        place: tuple[int, int, int] | None = None
        again = False
        stacks: dict[str, int] = {}
        player_at: dict[int, str] = {}
        notes: list[Hand] = []
        played: list[Hand] = []
        for line in self.lines:
            if "note" in line:
                notes.append(line)
                if line["note"] == "seat-taken":
                    player_at[line["seat"]] = line["player"]
                if line["note"] == "rebuy":
                    stacks[player_at[line["seat"]]] += line["amount"]
                if line["note"] == "cashout":
                    # somebody who came and went between two hands is in no hand's seats
                    chips = stacks.pop(player_at[line["seat"]], line["amount"])
                    assert chips == line["amount"], "cashed out something else"
                continue
            replayed = Replayed(line)
            for seat in line["seats"]:
                assert stacks.get(seat["player"], seat["stack"]) == seat["stack"], "stacks carry over"
            stacks = {seat["player"]: replayed.stack[seat["seat"]] for seat in line["seats"]}
            assert {seat["seat"]: seat["player"] for seat in line["seats"]}.items() <= player_at.items()
            start = datetime.fromisoformat(line["start"])
            if before and start < datetime.fromisoformat(before["end"]):
                self.find("TL01", line)
            assert start < datetime.fromisoformat(line["end"]) - timedelta(seconds=10)
            if before:
                assert int(line["hand"][-6:]) == int(before["hand"][-6:]) + 1
            place = self.positions(line, replayed, place, again)
            again = replayed.misdeal
            self.cards_and_chips(line, replayed)
            if not replayed.misdeal:
                for code in replayed.betting.codes:
                    self.find(code, line)
            before = line
            played.append(line)
        self.stub_counts(played)
        self.shuffled_decks(played, [note for note in notes if note["note"] == "deck-change"])

    def positions(
        self, hand: Hand, replayed: Replayed, last: tuple[int, int, int] | None, again: bool
    ) -> tuple[int, int, int]:
        active, button = replayed.active, hand["button"]
        heads_up = len(active) == 2
        assert replayed.dealt == sorted(active, key=lambda seat: (seat - button - 1) % 10)
        if hand["betting"] == "fl":
            came_in = {seat["seat"] for seat in hand["seats"] if seat.get("state") == "new"}
            paid = {
                seat
                for seat, kind, amount in replayed.posts
                if kind in ("bb", "live") and amount >= replayed.betting.bb
            }
            assert came_in <= paid, "new players post in limit"
        if last is None:
            sb = button if heads_up else after(button, active)
            due = (button, sb, after(sb, active))
        elif again:
            due = last
        else:
            bb = after(last[2], active)
            due = (after(bb, active), after(bb, active), bb) if heads_up else (last[1], last[2], bb)
        if button != due[0]:
            self.find("BL07", hand)
            sb = after(button, active)
            due = (button, sb, after(sb, active))
        posted = {kind: (seat, amount) for seat, kind, amount in replayed.posts}
        if last and "sb" not in posted and posted.get("dead", (0, 0))[0] == posted.get("bb", (-1, 0))[0]:
            return button, posted["bb"][0], last[2]  # the button was bought, and only the buyer posts
        stack = {seat["seat"]: seat["stack"] for seat in hand["seats"]}
        self.tournament(hand, replayed, stack, due)
        for kind, seat, missing in (("sb", due[1], "BL01"), ("bb", due[2], "BL02")):
            if seat not in active:
                assert kind not in posted, "somebody posted for an empty seat"
            elif kind not in posted:
                if stack[seat] > hand["stakes"].get("ante", 0):
                    self.find(missing, hand)
            elif posted[kind][0] != seat:
                self.find("BL03", hand)
            elif posted[kind][1] != min(hand["stakes"][kind], stack[seat] - hand["stakes"].get("ante", 0)):
                self.find("BL04", hand)
        return due

    def tournament(self, hand: Hand, replayed: Replayed, stack: dict[int, int], due: tuple[int, int, int]) -> None:
        """Everybody antes, or the big blind does for all, blind first; whoever is not there folds in turn."""
        clock = hand.get("tournament")
        if clock is None:
            assert "placard" in hand and not {"ante", "bba"} & {kind for _, kind, _ in replayed.posts}
            return
        ante = hand["stakes"].get("ante", 0)
        antes = [(seat, amount) for seat, kind, amount in replayed.posts if kind == "ante"]
        assert antes == [(seat, min(ante, stack[seat])) for seat in replayed.dealt if ante]
        kinds = [kind for _, kind, _ in replayed.posts if kind != "ante"]
        assert kinds in (["sb", "bb"], ["bb"], ["sb"], ["sb", "bb", "bba"], ["bb", "bba"], []), kinds
        if "bba" in clock and "bb" in kinds and stack[due[2]] > 2 * hand["stakes"]["bb"]:
            assert [amount for _, kind, amount in replayed.posts if kind == "bba"] == [clock["bba"]]
        assert clock["left"] >= len(replayed.active) and "rake" not in " ".join(hand["events"])
        absent = {seat["seat"] for seat in hand["seats"] if seat.get("state") == "absent"}
        acted = {event.split()[0] for event in hand["events"] if event.split()[1:2] in (["call"], ["bet"], ["raise"])}
        assert not {f"s{seat}" for seat in absent} & acted

    def cards_and_chips(self, hand: Hand, replayed: Replayed) -> None:
        if replayed.misdeal:
            if replayed.returned != +(replayed.total + replayed.dead_by):
                self.find("PT04", hand)
            return
        seen = replayed.board + [card for cards in replayed.shown.values() for card in cards]
        if len(seen) != len(set(seen)):
            self.find("CD01", hand)
        corrected = sum(event.startswith("burn ") for event in hand["events"])  # a flop of four was put right
        assert replayed.burns == replayed.streets or (corrected and replayed.burns == replayed.streets + 1)
        if replayed.stub is not None and replayed.stub != 52 - replayed.hole_cards * len(replayed.dealt) - len(
            seen_on(replayed)
        ):
            self.find("SC01", hand)
        if not replayed.awards and replayed.returned == +replayed.total:
            assert replayed.rake == 0 and not replayed.board
            return  # the blinds were chopped, or nobody matched the only blind
        contested = sum(replayed.total.values()) + replayed.dead - sum(replayed.uncalled.values())
        self.rake(hand, replayed, contested)
        if replayed.returned != replayed.uncalled:
            self.find("PT08", hand)
            return
        pot = contested - replayed.rake
        if sum(amount for _, _, amount in replayed.awards) != pot:
            self.find("PT02", hand)
            return
        self.winners(hand, replayed)

    def rake(self, hand: Hand, replayed: Replayed, contested: int) -> None:
        full = 0 if "tournament" in hand else min(contested // 10, 5)
        due = min(full, SHORT_CAP.get(len(replayed.dealt), 5))
        if not replayed.board:
            if replayed.rake:
                self.find("RK03", hand)
        elif replayed.rake == full and due < full:
            self.find("RK04", hand)
        elif replayed.rake != due:
            self.find("RK01" if replayed.rake > due else "RK02", hand)

    def winners(self, hand: Hand, replayed: Replayed) -> None:
        live = [seat for seat in replayed.dealt if seat not in replayed.folded]
        if len(live) == 1:
            assert {seat for _, seat, _ in replayed.awards} == set(live)
            return
        assert set(replayed.shown) | replayed.mucked == set(live)
        self.discards(hand, replayed, live)
        if replayed.more_boards:
            self.several_boards(hand, replayed, live)
            return
        board, game = replayed.board, hand["game"]
        value = {seat: best_high(game, cards, board) for seat, cards in replayed.shown.items()}
        lows = {seat: best_low(game, cards, board) for seat, cards in replayed.shown.items()}
        low_value = {seat: low for seat, low in lows.items() if low}
        total = {seat: chips - replayed.uncalled[seat] for seat, chips in replayed.total.items()}
        below, rake = 0, replayed.rake
        paid: dict[str, dict[int, int]] = defaultdict(dict)
        for name, seat, amount in replayed.awards:
            paid[name][seat] = amount
        pots_paid = [name.split(".")[0] for name, _, _ in replayed.awards]
        assert pots_paid == sorted(pots_paid, reverse=True)
        right: dict[str, tuple[int, list[int]]] = {}
        for number, level in enumerate(sorted({total[seat] for seat in live})):
            amount = sum(min(chips, level) - min(chips, below) for chips in total.values())
            amount += replayed.dead if number == 0 else 0
            below = level
            if level == max(total[seat] for seat in live):
                amount += sum(max(0, chips - level) for chips in total.values())  # of seats that folded
            taken = min(rake, amount)
            rake, amount = rake - taken, amount - taken
            able = [seat for seat in live if total[seat] >= level and seat in value]  # clockwise from the button
            winners = [seat for seat in able if value[seat] == max(value[seat] for seat in able)]
            best = min((low_value[seat] for seat in able if seat in low_value), default=None)
            low_winners = [seat for seat in able if best and low_value.get(seat) == best]
            pot = f"side{number}" if number else "main"
            if not low_winners or low_winners == winners:
                right[pot] = (amount, winners)
            else:
                low_half = amount // hand["stakes"]["chip"] // 2 * hand["stakes"]["chip"]
                right[f"{pot}.hi"] = (amount - low_half, winners)
                right[f"{pot}.lo"] = (low_half, low_winners)
        assert set(paid) <= set(right)
        for pot, (amount, winners) in right.items():
            self.division(hand, paid.get(pot, {}), amount, winners)

    def several_boards(self, hand: Hand, replayed: Replayed, live: list[int]) -> None:
        """High hands over several boards: each is paid its share of each pot, to a hand that wins on it."""
        boards = [replayed.board, *(board for _, board in sorted(replayed.more_boards.items()))]
        assert all(len(board) == 5 for board in boards) and hand["game"] == "holdem"
        chip = hand["stakes"]["chip"]
        shares: dict[str, Counter[int]] = defaultdict(Counter)
        for name, seat, amount in replayed.awards:
            pot, board = name.split(".b")
            shares[pot][int(board)] += amount
            mine, rivals = replayed.shown[seat], [replayed.shown[other] for other in live if other != seat]
            if pot == "main":
                cards = boards[int(board) - 1]
                best = max(best_high("holdem", rival, cards) for rival in rivals)
                assert best_high("holdem", mine, cards) >= best
        for paid in shares.values():
            assert max(paid.values()) - min(paid.values()) < 2 * chip

    def discards(self, hand: Hand, replayed: Replayed, live: list[int]) -> None:
        """In the pineapple games each seat that is in throws one card away, and shows the two that are left."""
        at = {"pineapple": 0, "crazy-pineapple": 3}.get(hand["game"])
        assert {len(cards) for cards in replayed.shown.values()} == {replayed.hole_cards - (at is not None)}
        assert all(lay == at for lay, _ in replayed.discarded)
        assert at is None or set(live) <= {seat for _, seat in replayed.discarded}

    def division(self, hand: Hand, paid: dict[int, int], amount: int, winners: list[int]) -> None:
        chip = hand["stakes"]["chip"]
        right = {seat: amount // chip // len(winners) * chip for seat in winners}
        for seat in winners[: amount // chip % len(winners)]:
            right[seat] += chip
        right[winners[0]] += amount % chip
        right = {seat: share for seat, share in right.items() if share}
        if paid == right:
            return
        if set(paid) != set(right):
            self.find("PT01", hand)
        elif max(paid.values()) - min(paid.values()) > chip:
            self.find("OC05", hand)
        else:
            self.find("OC01", hand)

    def stub_counts(self, played: list[Hand]) -> None:
        last_dealer = None
        for hand in played:
            dealer = self.signed.get(slot_of(hand))
            counted = any(event.startswith("stub ") for event in hand["events"])
            if dealer and dealer != last_dealer and not counted:
                self.find("SC02", hand)
            if dealer and "dealer" in hand:
                assert hand["dealer"] == dealer, "log and down card agree"
            last_dealer = dealer

    def shuffled_decks(self, played: list[Hand], changes: list[Hand]) -> None:
        rows = [(datetime.fromisoformat(row["at"]), row["deck"], row["status"]) for row in self.shuffles]
        rows += [(datetime.fromisoformat(note["at"]), "", "changed") for note in changes]
        rows.sort(key=lambda row: row[0])
        wrong: set[str] = set()
        at = 0
        for hand in played:
            start = datetime.fromisoformat(hand["start"])
            while at < len(rows) and rows[at][0] <= start:
                _, deck, status = rows[at]
                at += 1
                if status == "count":
                    wrong.add(deck)
                elif deck:
                    wrong.discard(deck)
            if hand["deck"] in wrong:
                self.find("SC04", hand)


def seen_on(replayed: Replayed) -> list[str]:
    """What left the stub beside the hole cards: the board and a burn for each street."""
    return replayed.board + ["burn"] * replayed.burns


def slot_of(hand: Hand) -> datetime:
    start = datetime.fromisoformat(hand["start"]).astimezone(UTC)
    return start.replace(minute=start.minute // 30 * 30, second=0)


def read_downs(out: Path) -> dict[str, dict[datetime, str]]:
    """Who signed, by table and slot."""
    signed: dict[str, dict[datetime, str]] = defaultdict(dict)
    for path in sorted(out.glob("*.downs.csv")):
        for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
            if row["slot"] == "CLOSE":
                own = [emp for emp in signed[row["table"]].values() if emp]
                assert int(row["total"]) == len(own) or len(list(out.glob("*.downs.csv"))) > 1
                assert row["initials"]
                continue
            at = datetime.fromisoformat(f"{row['date']}T{row['slot']}").replace(tzinfo=ZoneInfo("America/Los_Angeles"))
            if row["slot"] < row["start"]:
                at += timedelta(days=1)
            signed[row["table"]][at.astimezone(UTC)] = row["emp"]
    return signed


def audit(out: Path) -> Counter[tuple[str, str, str]]:
    """Every finding as (code, table, hand or slot)."""
    signed = read_downs(out)
    shuffles: dict[str, list[dict[str, str]]] = defaultdict(list)
    for path in sorted(out.glob("*.shuffler.csv")):
        for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
            shuffles[row["table"]].append(row)
    found: Counter[tuple[str, str, str]] = Counter()
    for path in sorted(out.glob("*.hands.jsonl")):
        table = path.name[:3]
        auditor = TableAuditor(path, shuffles[table], signed[table])
        auditor.run()
        found.update((code, table, hand) for code, hand in auditor.findings)
        for slot in {slot_of(line) for line in auditor.lines if "hand" in line}:
            if not signed[table].get(slot):
                found["DC01", table, str(slot)] += 1
    places: dict[tuple[datetime, str], list[str]] = defaultdict(list)
    for table, slots in signed.items():
        for slot, emp in slots.items():
            if emp:
                places[slot, emp].append(table)
    for (slot, _), tables in places.items():
        if len(tables) > 1:
            found.update(("DC02", table, str(slot)) for table in tables)
    return found


def labelled(out: Path) -> Counter[tuple[str, str, str]]:
    rows = pq.read_table(out / "labels.parquet").to_pylist()
    return Counter((row["code"], row["table"], row["hand"] or str(row["at"].astimezone(UTC))) for row in rows)


def labelled_codes(out: Path) -> Counter[str]:
    return Counter(pq.read_table(out / "labels.parquet")["code"].to_pylist())


def hands_of(out: Path) -> Iterator[Hand]:
    for path in sorted(out.glob("*.hands.jsonl")):
        for line in path.open(encoding="utf-8"):
            parsed = json.loads(line)
            if "hand" in parsed:
                yield parsed


def digest(out: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(out.iterdir()):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()


# --- tests ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wrong_day(tmp_path_factory: pytest.TempPathFactory) -> SimReport:
    """Eight tables of four kinds with a good number of errors of every code."""
    out = tmp_path_factory.mktemp("wrong")
    return simulate(
        out,
        DAY,
        tables=8,
        seed=7,
        errors=0.02,
        each=6,
        games=("holdem", "holdem-fl", "holdem-pl", "big-o"),
        codes=AUDITED,
    )


@pytest.fixture(scope="module")
def clean_day(tmp_path_factory: pytest.TempPathFactory) -> SimReport:
    return simulate(tmp_path_factory.mktemp("clean"), DAY, tables=5, seed=3, errors=0)


@pytest.fixture(scope="module")
def clean_games(tmp_path_factory: pytest.TempPathFactory) -> SimReport:
    """Every game in every betting form, without errors."""
    games = sorted({f"{game}-{form}" for game in RULES for form in ("nl", "pl", "fl")})
    return simulate(
        tmp_path_factory.mktemp("games"), DAY, tables=len(games), hands=len(games) * 200, seed=8, errors=0, games=games
    )


def test_no_game_in_any_betting_form_has_anything_to_find(clean_games: SimReport) -> None:
    assert not audit(clean_games.out)
    dealt = {(hand["game"], hand["betting"]) for hand in hands_of(clean_games.out)}
    assert dealt == {(game, form) for game in RULES for form in ("nl", "pl", "fl")}


@pytest.fixture(scope="module")
def tournament_day(tmp_path_factory: pytest.TempPathFactory) -> SimReport:
    out = tmp_path_factory.mktemp("tournament")
    return simulate(out, DAY, tables=6, hands=2400, seed=5, errors=0.01, each=3, games=("tournament",), codes=AUDITED)


def test_tournament_tables_have_nothing_but_their_labelled_errors(tournament_day: SimReport) -> None:
    assert audit(tournament_day.out) == labelled(tournament_day.out)


def test_a_tournament_has_what_a_tournament_has(tournament_day: SimReport) -> None:
    seen: Counter[str] = Counter()
    for hand in hands_of(tournament_day.out):
        text = " ".join(hand["events"])
        states = {seat.get("state") for seat in hand["seats"]}
        active = {seat["seat"] for seat in hand["seats"]}
        seen["ante"] += "post ante" in text
        seen["big-blind ante"] += "post bba" in text
        seen["absent"] += "absent" in states
        seen["moved in"] += "moved" in states
        seen["dead button"] += hand["button"] not in active
        seen["dead small blind"] += "post sb" not in text
        seen["heads-up"] += hand["tournament"]["left"] == 2 == len(active)
        seen["side pot"] += "award side1" in text
        seen["all-in for less than the big blind"] += bool(re.search(rf"post bb (?!{hand['stakes']['bb']}\b)", text))
        seen["later level"] += hand["tournament"]["level"] > 5
    assert min(seen.values()) > 0, seen
    downs = "".join(path.read_text(encoding="utf-8") for path in tournament_day.out.glob("*.downs.csv"))
    assert ",tournament," in downs and ",live," not in downs
    notes = "".join(path.read_text(encoding="utf-8") for path in tournament_day.out.glob("*.hands.jsonl"))
    assert '"note":"level","level":5,"sb":150,"bb":300,"ante":50' in notes


def test_a_clean_day_has_nothing_to_find(clean_day: SimReport) -> None:
    found = audit(clean_day.out)
    assert not found
    assert not labelled(clean_day.out)


def test_every_injected_error_is_one_finding_and_nothing_else_is_found(wrong_day: SimReport) -> None:
    found = audit(wrong_day.out)
    assert found == labelled(wrong_day.out)


def test_the_command_makes_as_many_errors_of_each_code_as_asked(tmp_path: Path) -> None:
    arguments = [
        "simulate",
        "--out",
        str(tmp_path),
        "--date",
        str(DAY),
        "--tables",
        "3",
        "--errors",
        "0",
        "--each",
        "1",
    ]
    assert main([*arguments, "--games", "holdem-pl, omaha8,tournament"]) == 0
    assert set(labelled_codes(tmp_path)) >= set(AUDITED) - {"AC09"}


def test_each_code_is_injected_as_often_as_asked(wrong_day: SimReport) -> None:
    assert set(wrong_day.injected) == set(AUDITED)
    assert min(wrong_day.injected.values()) >= 6


def test_no_hand_has_two_errors(wrong_day: SimReport) -> None:
    hands = [row["hand"] for row in pq.read_table(wrong_day.out / "labels.parquet").to_pylist() if row["hand"]]
    assert len(hands) == len(set(hands))


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for name, seed, jobs in (("one", 5, 1), ("two", 5, 1), ("side-by-side", 5, 2), ("other", 6, 1)):
        simulate(tmp_path / name, DAY, tables=3, hands=90, seed=seed, errors=0.05, each=1, jobs=jobs)
    assert digest(tmp_path / "one") == digest(tmp_path / "two") == digest(tmp_path / "side-by-side")
    assert digest(tmp_path / "one") != digest(tmp_path / "other")


def test_the_number_of_hands_asked_for_is_dealt(tmp_path: Path) -> None:
    report = simulate(tmp_path, DAY, tables=4, hands=203, errors=0)
    assert report.hands == 203 == sum(1 for _ in hands_of(tmp_path))


def test_a_table_with_more_hands_than_a_day_holds_goes_on_the_next_day(tmp_path: Path) -> None:
    report = simulate(tmp_path, DAY, tables=1, hands=520, errors=0)
    assert report.days == [DAY, DAY + timedelta(days=1)]
    ids = [hand["hand"] for hand in hands_of(tmp_path)]
    assert len(ids) == 520 == len(set(ids))
    assert not audit(tmp_path)


def test_a_room_day_has_what_a_room_day_has(clean_day: SimReport) -> None:
    seen: Counter[str] = Counter()
    for hand in hands_of(clean_day.out):
        text = " ".join(hand["events"])
        active = {seat["seat"] for seat in hand["seats"] if seat.get("state") != "away"}
        seen["flop"] += "board" in text
        seen["no flop"] += "board" not in text
        seen["side pot"] += "award side1" in text
        seen["split pot"] += len(re.findall(r"award main", text)) > 1
        seen["all-in"] += "allin" in text
        seen["misdeal"] += "misdeal" in text
        seen["missed blinds made up"] += "post dead" in text
        seen["new player"] += any(seat.get("state") == "new" for seat in hand["seats"])
        seen["away"] += any(seat.get("state") == "away" for seat in hand["seats"])
        seen["dead button"] += hand["button"] not in active
        seen["dead small blind"] += "post sb" not in text
        seen["heads-up"] += len(active) == 2
        seen["short"] += 3 <= len(active) <= 6
        seen["muck"] += "muck" in text
        seen["walk"] += bool(re.search(r"s(\d+) fold return s(\d+) \d+ award main s\2 ", text)) and "raise" not in text
    assert min(seen.values()) > 0, seen
    assert 350 * 5 < clean_day.hands < 600 * 5
    assert seen["flop"] > seen["no flop"]


def test_every_dealer_rests_after_three_downs(clean_day: SimReport) -> None:
    dealt: dict[str, set[datetime]] = defaultdict(set)
    for slots in read_downs(clean_day.out).values():
        for slot, emp in slots.items():
            dealt[emp].add(slot)
    half_hour = timedelta(minutes=30)
    assert not [emp for emp, slots in dealt.items() for at in slots if {at + half_hour * n for n in range(4)} <= slots]


def test_each_hand_has_one_shuffle_of_its_deck_before_it(clean_day: SimReport) -> None:
    ready: dict[str, list[tuple[datetime, str]]] = defaultdict(list)
    for path in clean_day.out.glob("*.shuffler.csv"):
        for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
            if row["status"] == "ok":
                ready[row["table"]].append((datetime.fromisoformat(row["at"]), row["deck"]))
    dealt: dict[str, list[Hand]] = defaultdict(list)
    for hand in hands_of(clean_day.out):
        dealt[hand["table"]].append(hand)
    for table, hands in dealt.items():
        assert [deck for _, deck in ready[table]] == [hand["deck"] for hand in hands]
        for (at, _), hand in zip(ready[table], hands, strict=True):
            assert at < datetime.fromisoformat(hand["start"])
        assert all(one["deck"] != two["deck"] for one, two in pairwise(hands))


def test_notes_and_hands_stand_in_order_of_time(clean_day: SimReport) -> None:
    for path in clean_day.out.glob("*.hands.jsonl"):
        times = [json.loads(line) for line in path.open(encoding="utf-8")]
        order = [datetime.fromisoformat(line.get("start") or line["at"]) for line in times]
        assert order == sorted(order)


def test_the_games_have_what_their_rules_bring(clean_games: SimReport) -> None:
    seen: Counter[str] = Counter()
    for hand in hands_of(clean_games.out):
        text = " ".join(hand["events"])
        seen["discard"] += "discard s" in text
        seen["high and low half"] += "award main.hi" in text and "award main.lo" in text
        seen["no half"] += RULES[hand["game"]].has_low and "show" in text and ".lo" not in text
        seen["side pot in halves"] += "award side1.lo" in text
        seen["new player's post in limit"] += hand["betting"] == "fl" and "post live" in text
        seen["pot-sized opening"] += hand["betting"] == "pl" and f"raise {4 * hand['stakes']['bb']}" in text
        limit = hand["stakes"].get("small_bet", -1)
        seen["four raises"] += f"raise {5 * limit}" in text
    assert min(seen.values()) > 0, seen


def test_every_game_is_dealt_as_it_is_declared(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=len(GAMES), hands=60 * len(GAMES), seed=9, errors=0, games=tuple(GAMES))
    shown: Counter[str] = Counter()
    for hand in hands_of(tmp_path):
        game = GAMES[hand["game"]]
        words = [event.split() for event in hand["events"]]
        shared = sum(word[0] == "community" for word in words)
        for word in words:
            if word[0] == "up":
                assert game.is_stud
            elif word[0] in ("board", "draw", "community"):
                assert {"board": game.has_board, "draw": game.draws, "community": game.is_stud}[word[0]]
            elif word[1:2] == ["show"]:
                shown[game.code] += 1
                assert len(cards_in(word[2])) + shared == game.cards_at_the_end
            elif word[0] == "award" and "." in word[1]:
                assert word[1].split(".")[1] in {part.word for part in game.parts}
    assert set(shown) == set(GAMES)


def test_errors_fall_only_where_the_game_has_room_for_them(tmp_path: Path) -> None:
    report = simulate(tmp_path, DAY, tables=2, hands=500, errors=0, each=2, games=("holdem-fl",))
    assert report.injected["AC05"] >= 2
    assert not {"AC06", "AC09"} & {*report.injected, *report.wanting}


def test_every_code_has_a_kind_of_table_with_room_for_it() -> None:
    assert [code for code in CODES if not any(can_occur_at(code, kind) for kind in KINDS)] == []


def test_the_kinds_of_table_have_what_their_placards_say(tmp_path: Path) -> None:
    own = [kind for kind in KINDS if kind.count("-") and kind.split("-", 1)[1] not in ("pl", "fl", "nl")]
    simulate(tmp_path, DAY, tables=2 * len(own), hands=2 * len(own) * 120, seed=6, errors=0, games=own)
    seen: Counter[str] = Counter()
    words = (
        "post straddle", "post kill", "time s", "timepot", "promo", "runit 2", "runit 3", "board3", "award main.b2",
    )  # fmt: skip
    for hand in hands_of(tmp_path):
        text = " ".join(hand["events"])
        for word in words:
            seen[word] += word in text
        seen["moved"] += any(seat.get("state") == "moved" for seat in hand["seats"])
        seen["bought"] += "post sb" not in text and bool(re.search(r"s(\d+) post bb \d+ s\1 post dead", text))
        seen["missed straddle made up"] += "mandatory" in hand["placard"] and "post dead" in text
    assert min(seen[word] for word in (*words, "moved", "bought", "missed straddle made up")) > 0, seen


# --- rulebooks -----------------------------------------------------------------------------------------------------


def test_the_first_book_that_speaks_governs_and_silence_is_left_to_the_next() -> None:
    assert ways_of(("wsop-dealer-2018", "wsop-live-2017")).single_blind_live
    assert not ways_of(("wsop-live-2017", "wsop-dealer-2018")).single_blind_live
    assert ways_of(("wsop-live-2017", "wsop-dealer-2018")).best_position_waits  # only the guide speaks of it
    assert ways_of(("wsop-dealer-2018",)).capped_heads_up
    assert not ways_of(("wsop-dealer-2018", "wsop-live-2017")).capped_heads_up
    assert ways_of(("roberts-private",)).raises_most == 3


@pytest.mark.parametrize(
    ("code", "kind", "forbid", "silent"),
    [
        ("AC06", "omaha", "wsop-live-2017", "roberts-private"),
        ("AC09", "holdem", "caesars-live", "roberts-private"),
        ("AC12", "omaha", "wsop-live-2017", "caesars-live"),  # where it may be run three times
        ("BL11", "holdem-kill", "roberts-private", "wsop-dealer-2018"),
        ("RK07", "omaha-time-pot", "wsop-dealer-2018", "caesars-live"),
        ("SC12", "tournament", "wsop-dealer-2018", "tda-2013"),
    ],
)
def test_no_error_is_made_that_the_books_of_the_room_do_not_forbid(
    code: str, kind: str, forbid: str, silent: str
) -> None:
    assert can_occur_at(code, kind, (forbid,))
    assert not can_occur_at(code, kind, (silent,))


def test_a_room_plays_by_the_books_that_it_names(tmp_path: Path) -> None:
    """New players post by Robert's rules in no-limit too, nobody buys the button, and nobody straddles from it."""
    arguments = ["--date", str(DAY), "--tables", "2", "--hands", "400", "--errors", "0", "--games", "holdem-straddle"]
    for book in ("roberts-private", "wsop-live-2017"):
        assert main(["simulate", "--out", str(tmp_path / book), *arguments, "--rulebooks", f" {book},"]) == 0
        assert f'rulebooks = ["{book}"]' in (tmp_path / book / "house.toml").read_text(encoding="utf-8")
    seen: dict[str, Counter[str]] = {}
    for book in ("roberts-private", "wsop-live-2017"):
        counts = seen[book] = Counter[str]()
        for hand in hands_of(tmp_path / book):
            text = " ".join(hand["events"])
            new = [seat["seat"] for seat in hand["seats"] if seat.get("state") == "new"]
            counts["new posts"] += any(f"s{seat} post live" in text for seat in new)
            counts["new for nothing"] += any(f"deal s{seat} " in text and f"s{seat} post" not in text for seat in new)
            from_button = f"s{hand['button']} post straddle" in text
            counts["from the button"] += from_button and text.count("deal s") > 3  # of three it is under the gun
    assert seen["roberts-private"]["new posts"] and seen["wsop-live-2017"]["new for nothing"]
    assert not seen["roberts-private"]["new for nothing"]
    assert seen["wsop-live-2017"]["from the button"] and not seen["roberts-private"]["from the button"]


# --- errors that span hands or tables --------------------------------------------------------------------------------


def test_other_stakes_run_for_some_hands_and_are_one_error(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=1, hands=300, seed=4, errors=0, each={"HF02": 4})
    told = [row["hand"] for row in pq.read_table(tmp_path / "labels.parquet").to_pylist()]
    hands = list(hands_of(tmp_path))
    usual = Counter(hand["stakes"]["bb"] for hand in hands).most_common(1)[0][0]
    first = [
        now["hand"]
        for before, now in pairwise(hands)
        if now["stakes"]["bb"] != usual == before["stakes"]["bb"]
    ]  # fmt: skip
    assert first == told and len(told) >= 4
    assert sum(hand["stakes"]["bb"] != usual for hand in hands) > len(told)
    assert {hand["placard"] for hand in hands} == {"rio-1-3-nl"}


def test_one_name_at_two_tables_is_told_on_the_hand_that_began_later(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=2, hands=200, seed=4, errors=0, each={"TL05": 1})
    rows = pq.read_table(tmp_path / "labels.parquet").to_pylist()
    assert rows and {row["code"] for row in rows} == {"TL05"}
    hands = list(hands_of(tmp_path))
    for row in rows:
        late = next(hand for hand in hands if hand["hand"] == row["hand"])
        player = next(seat["player"] for seat in late["seats"] if seat["seat"] == row["seat"])
        on = [
            hand
            for hand in hands
            if hand["table"] != late["table"] and hand["start"] <= late["start"] < hand["end"]
            if player in [seat["player"] for seat in hand["seats"]]
        ]
        assert len(on) == 1


def test_a_deck_that_was_counted_wrong_and_stays_is_told_twice_once_for_the_count(tmp_path: Path) -> None:
    simulate(tmp_path, DAY, tables=1, hands=200, seed=4, errors=0, each={"SC11": 2}, games=("holdem-by-hand",))
    rows = pq.read_table(tmp_path / "labels.parquet").to_pylist()
    decks = {hand["hand"]: hand["deck"] for hand in hands_of(tmp_path)}
    counted, stayed = ([row["hand"] for row in rows if row["code"] == code] for code in ("SC01", "SC11"))
    assert len(counted) == len(stayed) >= 2
    assert [decks[hand] for hand in counted] == [decks[hand] for hand in stayed]
    (shuffles,) = tmp_path.glob("*.shuffler.csv")
    assert len(shuffles.read_text(encoding="utf-8").splitlines()) == 1  # nothing but the head


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"tables": 0}, "at least one"),
        ({"hands": 0}, "at least one"),
        ({"errors": 2.0}, "from 0 to 0.25"),
        ({"games": ("canasta",)}, "cannot deal canasta"),
        ({"each": -1}, "0 or more"),
        ({"rulebooks": ("hoyle",)}, "cannot play by hoyle; choose from wsop-dealer-2018, wsop-live-2017, caesars-live"),
        ({"rulebooks": ()}, "cannot play by no rulebook"),
    ],
)
def test_an_order_that_cannot_be_filled_is_refused(tmp_path: Path, arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        simulate(tmp_path, DAY, **arguments)


def test_the_simulators_ranking_agrees_with_trying_every_five_cards() -> None:
    rng = Random(11)
    deals = [rng.sample(range(52), 7) for _ in range(400)]
    suited = [rng.sample([card for card in range(52) if card & 3 < 2], 7) for _ in range(200)]
    hands = deals + suited
    slow = [best_high("holdem", [], [TEXT[card] for card in hand]) for hand in hands]
    fast = [simulator_score(hand) for hand in hands]
    order = sorted(range(len(hands)), key=lambda at: fast[at])
    for one, two in pairwise(order):
        assert (fast[one] == fast[two]) == (slow[one] == slow[two])
        assert slow[one] <= slow[two]


@pytest.mark.parametrize("game", ["omaha", "omaha8", "big-o", "big-easy", "omaha5", "omaha6"])
def test_two_cards_of_the_hand_and_three_of_the_board_play(game: str) -> None:
    rng = Random(12)
    rules = RULES[game]
    deals = []
    for number in range(300):
        # every other deal from two suits or from low cards, so that flushes and lows come up
        deck = [card for card in range(52) if number % 3 == 0 or (card & 3 < 2 if number % 3 == 1 else card >> 2 < 8)]
        cards = rng.sample(deck, rules.hole_cards + 5)
        deals.append((cards[5:], cards[:5]))
    texts = [([TEXT[card] for card in hole], [TEXT[card] for card in board]) for hole, board in deals]
    fast = [omaha_high(hole, board) for hole, board in deals]
    slow = [best_high(game, hole, board) for hole, board in texts]
    order = sorted(range(len(deals)), key=lambda at: fast[at])
    for one, two in pairwise(order):
        assert (fast[one] == fast[two]) == (slow[one] == slow[two])
        assert slow[one] <= slow[two]
    low = [rules.low(hole, board) for hole, board in deals]
    slow_low = [best_low(game, hole, board) for hole, board in texts]
    assert [value is None for value in low] == [value is None for value in slow_low]
    # a better low is the greater value, and has the lower ranks
    pairs = [(value, slow) for value, slow in zip(low, slow_low, strict=True) if value is not None and slow]
    ranked = sorted(pairs, reverse=True)
    assert bool(ranked) == rules.has_low
    for (value, ranks), (next_value, next_ranks) in pairwise(ranked):
        assert (value == next_value) == (ranks == next_ranks)
        assert ranks <= next_ranks


def betting_of(game: str, stacks: dict[int, int]) -> Betting:
    """A hand at the smallest table of a game, seats clockwise from the button, blinds posted by the first two."""
    placard = OFFERED[game][0]
    betting = Betting(Random(1), list(stacks), stacks, placard, dict.fromkeys(stacks, (0.0, 0.0)))
    first, second, *_ = stacks
    betting.post(first, "sb", placard.sb)
    betting.post(second, "bb", placard.bb)
    betting.full_raise, betting.full_level, betting.began_with = placard.bb, placard.bb, len(stacks)
    return betting


def test_a_pot_limit_opening_is_to_four_big_blinds_at_most() -> None:
    betting = betting_of("holdem-pl", {1: 300, 2: 300, 3: 300, 4: 300})
    assert betting.pot_limit_total(3) == 12
    betting.act(3, 1000)
    # the small blind still counts as a big blind: 12 and two of 3 are 18, 12 to call
    assert betting.events[-1] == "s3 raise 12"
    assert betting.pot_limit_total(4) == 12 + 18 + 12


def test_an_all_in_for_half_a_bet_counts_as_a_bet_in_limit_and_a_smaller_one_is_completed() -> None:
    betting = betting_of("holdem-fl", {1: 300, 2: 300, 3: 6, 4: 5, 5: 300})
    betting.act(4, 1000)
    assert betting.events[-1] == "s4 raise 5 allin"
    assert betting.limit_total() == 8
    betting = betting_of("holdem-fl", {1: 300, 2: 300, 3: 6, 4: 5, 5: 300})
    betting.act(3, 1000)
    assert betting.events[-1] == "s3 raise 6 allin"
    assert betting.limit_total() == 10


def test_a_limit_round_is_capped_at_four_raises_unless_it_began_between_two() -> None:
    for seats, capped in (((1, 2, 3), True), ((1, 2), False)):
        betting = betting_of("holdem-fl", dict.fromkeys(seats, 300))
        for number in range(4):
            assert not betting.is_capped()
            betting.act(seats[number % len(seats)], 1000)
        assert betting.events[-1] is not None and betting.events[-1].endswith("raise 20")
        assert betting.is_capped() == capped


def test_the_betting_is_not_reopened_by_short_all_ins_until_they_add_up_to_a_raise() -> None:
    betting = betting_of("holdem", {1: 300, 2: 300, 3: 300, 4: 38, 5: 44, 6: 300})
    betting.act(3, 20)
    betting.wager(4, 34)
    assert betting.full_raise == 17 and not betting.is_reopened(3)
    betting.wager(5, 44)
    assert betting.is_reopened(3)


def test_the_odd_chip_of_a_split_pot_is_in_the_high_half() -> None:
    assert halves(101, 1) == (51, 50)
    assert halves(66, 1) == (33, 33)
    assert halves(147, 5) == (77, 70)


@pytest.mark.parametrize(
    ("left", "second", "third"),
    [
        ({1, 3, 4, 5}, Positions(2, 3, 4), Positions(3, 4, 5)),
        ({1, 2, 4, 5}, Positions(2, 3, 4), Positions(3, 4, 5)),
        ({1, 4, 5}, Positions(2, 3, 4), Positions(3, 4, 5)),
    ],
)
def test_the_button_goes_to_empty_seats_when_blinds_leave(left: set[int], second: Positions, third: Positions) -> None:
    first = Positions(1, 2, 3)
    assert following(first, left) == second
    assert following(second, left) == third


@pytest.mark.parametrize(
    ("left", "due"),
    [({4, 6}, Positions(6, 6, 4)), ({2, 6}, Positions(6, 6, 2)), ({2, 4}, Positions(4, 4, 2))],
)
def test_nobody_has_the_big_blind_twice_when_play_becomes_heads_up(left: set[int], due: Positions) -> None:
    assert following(Positions(2, 4, 6), left) == due


def test_nobody_comes_in_on_the_button_or_between_it_and_the_small_blind() -> None:
    last_hand = Positions(1, 2, 5)
    playing = {1, 2, 5, 7, 9}
    # next hand: button at 2, small blind at 5, big blind the next who plays
    assert [seat for seat in (3, 4, 6, 8) if may_come_in(seat, last_hand, playing)] == [6, 8]
    assert not may_come_in(2, last_hand, playing - {2})


def test_odd_chips_go_one_each_from_the_button_on() -> None:
    assert split(101, [3, 8], 1) == {3: 51, 8: 50}
    assert split(101, [3, 8, 1], 1) == {3: 34, 8: 34, 1: 33}
    assert split(147, [3, 8], 5) == {3: 77, 8: 70}


def test_side_pots_are_built_from_what_each_could_match() -> None:
    total_in = [0, 30, 100, 100, 60, 0]
    pots = build_pots(total_in, dead=2, live=[1, 2, 3])
    assert [(pot.name, pot.amount, pot.seats) for pot in pots] == [
        ("main", 122, [1, 2, 3]),
        ("side1", 170, [2, 3]),
    ]
