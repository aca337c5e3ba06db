"""The files of a simulated floor: hand logs, down cards, shuffler messages by their own clock, roster, labels."""

import csv
import json
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from pipelines.simulator import floor_clocks
from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.floor_record import MOST_IN_A_ROW, NO_TOTAL, Card, FloorRecord, hand_id
from pipelines.simulator.floor_table import BANKED_TERMS, FloorDay, blinds_of_level
from pipelines.simulator.handwriting import plainly, shared_line
from pipelines.simulator.placards import TIMEZONE
from pipelines.simulator.tournament import BUY_IN, EVENT
from pipelines.simulator.writers import DOWNS_HEADER, slot_text, write_label_rows, write_lines

CLOCK_IS_OFF: Final = 0.7
_SAYS: Final = "\n".join(BANKED_TERMS.toml())
CLOCK_IS_SET: Final = 0.1  # somebody sets the clock in mid-day
DEVICE_IS_REPLACED: Final = 0.05

HOUSE: Final = f"""# Simulated rooms: poker, and two house-banked ones.
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017", "tda-2013"]
timezone = "{TIMEZONE}"
counting_shuffler = true
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.rio-1-3-nl]
room = "rio"
game = "holdem"
betting = "nl"
stakes = {{ sb = 1, bb = 3, chip = 1 }}
seats = 9
rake = {{ percent = 10, step = 1, cap = 5, no_flop_no_drop = true, short = {{ 6 = 4, 5 = 3, 4 = 2, 3 = 1 }} }}

[room.pier]
rulebooks = ["mlgca-huhe"]
timezone = "{TIMEZONE}"
counting_shuffler = true
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.pier-huhe]
room = "pier"
game = "huhe"
stakes = {{ chip = 5 }}
{_SAYS}

[room.harbor]
rulebooks = ["mlgca-huhe"]
timezone = "{TIMEZONE}"
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.harbor-huhe]
room = "harbor"
game = "huhe"
stakes = {{ chip = 5 }}
{_SAYS}
"""


@dataclass(frozen=True)
class _Clock:
    """One device's clock from a hand on: so many seconds off, and so many more each hour."""

    device: str
    since: int
    offset: int
    gain: int


class FloorFiles:
    """Writes a record into a folder; the same record gives the same bytes."""

    def __init__(self, out: Path, day: date, record: FloorRecord, drift: bool) -> None:
        self.out, self.date, self.record, self.drift = out, day, record, drift

    def write(self) -> None:
        """All files of the day."""
        everywhere = [*self.record.days, *self.record.aside]
        for day in everywhere:
            write_lines(self.out / f"{day.spec.table}.hands.jsonl", self._log(day))
        self._write_cards()
        with_shuffler = [day for day in everywhere if day.spec.kind != "by-hand"]
        rows = sorted(row for day in with_shuffler for row in self._shuffler(day))
        write_lines(
            self.out / f"{self.date}.shuffler.csv",
            ["room,table,device,at,deck,cards,status", *(text for _, text in rows)],
        )
        with (self.out / "roster.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["emp", "last_name", "first_name"])
            lines.writerows(sorted(plainly(dealer) for dealer in self.record.everybody))
        write_lines(self.out / "house.toml", HOUSE.splitlines())
        self._write_labels()

    def _midnight(self) -> datetime:
        return datetime(self.date.year, self.date.month, self.date.day, tzinfo=ZoneInfo(TIMEZONE))

    def _clock(self, at: int, log: str = "") -> str:
        """A moment as the room writes it, or as a log whose clock is off does."""
        noon = self._midnight().replace(hour=12).utcoffset() or timedelta()
        is_off = log in (floor_clocks.WALL, floor_clocks.MOMENT)
        ahead = {floor_clocks.MOMENT: floor_clocks.OFFSET_OFF_S, floor_clocks.AHEAD: floor_clocks.LOG_AHEAD_S}
        wall = at + ahead.get(log, 0)
        moment = datetime(self.date.year, self.date.month, self.date.day) + timedelta(seconds=wall)
        minutes = (int(noon.total_seconds()) + is_off * floor_clocks.OFFSET_OFF_S) // 60
        return f"{moment.isoformat()}{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"

    def _log(self, day: FloorDay) -> list[str]:
        spec = day.spec
        head = {"v": 1, "room": spec.room, "table": spec.table}
        lines: list[tuple[int, int, str]] = []
        for hand in day.hands:
            events = list(hand.events)
            if hand.counted:
                events.insert(hand.stub[0], f"stub {hand.stub[1] + hand.miscounted_by}")
            record: dict[str, object] = {**head, "hand": hand_id(day, hand)}
            if day.banked:
                record |= {"game": "huhe", "stakes": {"chip": 5}, "placard": f"{spec.room}-huhe"}
            elif day.tournament:
                sb, bb = blinds_of_level(hand.level)
                record |= {"game": "holdem", "betting": "nl", "stakes": {"sb": sb, "bb": bb, "chip": 25}}
                record |= {"tournament": {"event": EVENT, "level": hand.level, "left": 90}, "button": hand.button}
            else:
                record |= {"game": "holdem", "betting": "nl", "stakes": {"sb": 1, "bb": 3, "chip": 1}}
                record |= {"placard": "rio-1-3-nl", "button": hand.button}
            if spec.logs_dealer:
                record["dealer"] = hand.logged_as or hand.dealer.emp
            if spec.kind != "by-hand":
                record["deck"] = hand.deck
            record["seats"] = [
                {"seat": seat, "player": f"P{seat}", "stack": chips} for seat, chips in hand.stacks.items()
            ]
            start, end = self._clock(hand.start, spec.clock), self._clock(hand.end, spec.clock)
            record |= {"start": start, "end": end, "events": events}
            lines.append((hand.start, 1, json.dumps(record, separators=(",", ":"))))
            if hand.again:
                record["end"] = self._clock(hand.end - 1, spec.clock)
                lines.append((hand.start, 2, json.dumps(record, separators=(",", ":"))))
        for at, word, fields in day.notes:
            where = f'"room":"{spec.room}","table":"{spec.table}"'
            lines.append((at, 0, f'{{"v":1,{where},"at":"{self._clock(at, spec.clock)}","note":"{word}"{fields}}}'))
        return [line for _, _, line in sorted(lines, key=lambda item: item[:2])]

    def _write_cards(self) -> None:
        with (self.out / f"{self.date}.downs.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(DOWNS_HEADER)
            for card in (*self.record.cards, *self.record.aside_cards):
                lines.writerows(self._card(card))

    def _card(self, card: Card) -> list[list[str]]:
        rng = self.record.rng
        event, buy_in = (EVENT, BUY_IN) if card.day.tournament else ("", "")
        head = [card.day.spec.room, event, buy_in, self.date.isoformat(), slot_text(card.start), card.table]
        lines = []
        for slot, (signatures, kind) in sorted(card.rows.items()):
            written = [signature for _, signature in signatures]
            if len(written) == 2 and rng.random() < 0.5:
                written = [shared_line(*written)]
            for signature in written:
                lines.append([*head, slot_text(slot), *signature, kind, "", ""])
            if not written:
                lined_out = "------" if slot > card.start and rng.random() < 0.3 else ""
                lines.append([*head, slot_text(slot), lined_out, "", "", "", "", ""])
        if rng.random() < 0.5:
            lines.append([*head, slot_text(max(card.rows) + 1), "------", "", "", "", "", ""])
        if card.closed:
            right = rng.choice((card.downs(), card.signatures()))
            total = "" if card.total == NO_TOTAL else right if card.total is None else card.total
            lines.append([*head, "CLOSE", "", "", "", "", str(total), card.initials])
        return lines

    def _shuffler(self, day: FloorDay) -> list[tuple[int, str]]:
        """The messages of a table's shuffler by its own clock."""
        rows = []
        clocks = self._clocks(day)
        for row in sorted(day.shuffles, key=lambda row: row.at):
            clock = clocks[bisect_left([clock.since for clock in clocks], row.at) - 1]
            at = row.at + clock.offset + (row.at - clock.since) * clock.gain // 3600
            device = f"{day.spec.room},{day.spec.table},{clock.device}"
            rows.append((row.at, f"{device},{self._clock(at)},{row.deck},{row.cards},{row.status}"))
        return rows

    def _clocks(self, day: FloorDay) -> list[_Clock]:
        """Right, minutes or an hour off, and gaining a little; now and then set, or another device, in mid-day."""
        rng, device, opens = self.record.rng, f"SH{day.spec.table}", day.spec.open_slot * SLOT_S - SLOT_S
        far = floor_clocks.SHUFFLER_OFF_S.get(day.spec.clock)
        if far is not None:
            return [_Clock(device, opens, far, 0)]
        clocks = [_Clock(device, opens, *self._off())]
        touched = self.record.is_touched
        # Where an error has to be found, the clock must be known: not in a short stretch, nor where rounds are so
        # regular that one looks like the next.
        wrong = any(touched(day, hand.number) for hand in day.hands)
        most = [] if wrong and day.banked else day.hands[100:-100] if wrong else day.hands[40:-40]
        calm = [hand for hand in most if not any(touched(day, hand.number + n) for n in (-9, 0, 9))]
        draw = rng.random()
        if self.drift and calm and draw < CLOCK_IS_SET + DEVICE_IS_REPLACED:
            other = device if draw < CLOCK_IS_SET else f"{device}B"
            clocks.append(_Clock(other, rng.choice(calm).start, *self._off()))
        return clocks

    def _off(self) -> tuple[int, int]:
        rng = self.record.rng
        if not self.drift or rng.random() >= CLOCK_IS_OFF:
            return 0, 0
        offset = rng.choice((rng.randint(-600, 600), rng.randint(-90, 90), 3600 + rng.randint(-60, 60), -3600))
        return offset, rng.choice((0, 0, -2, -1, 1, 2))

    def _write_labels(self) -> None:
        midnight = int(self._midnight().replace(hour=12).timestamp()) - 12 * 3600
        ordered = sorted(
            self.record.labels, key=lambda label: (label.room, label.table, label.at, label.code, label.hand or "")
        )
        write_label_rows(
            self.out / "labels.parquet",
            [
                (
                    label.code, label.room, label.table, label.hand, self.date, midnight + label.at, None, None, 0,
                    label.note,
                )
                for label in ordered
            ],
        )  # fmt: skip
