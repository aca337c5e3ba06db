"""The index of a day: what the search box of every page looks through, as one script that is loaded on first use.

It holds what the pages show and nothing else: hands with the players in their seats (as pseudonyms, where the pages
have them), dealers, tables, cards that the log names, amounts, and the findings with who paid whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, Final

from dashboards.explaining import explain, severity_of
from dashboards.figures.shared_figures import table_label
from dashboards.links import REPLAY, dealer_file, hand_name, table_file, table_key
from dashboards.proofs.stepping import PLAYER_MOST
from dashboards.reading import Day, FlaggedHand, HandKey, Row
from dashboards.replay.places import Places
from dashboards.replay.record import TableHands
from dashboards.replay.table_file import dealer_of
from dashboards.shown import clock, local, script_json, shown

FILE: Final = f"{REPLAY}/search.js"
NOBODY, HOUSE, NOT_LISTED = -1, -2, -3  # in place of a player: nobody, the house, a seat that the log does not list
_CARDS: Final = {f"{rank}{suit}": 4 * n + k for n, rank in enumerate("23456789TJQKA") for k, suit in enumerate("cdhs")}
_HAND_FIELDS: Final = ("name", "table", "from", "to", "dealer", "seats", "cards", "amounts", "page")
_FINDING_FIELDS: Final = (
    "code", "title", "severity", "message", "hand", "table", "time", "cents", "chips", "dealer", "player", "by", "to",
    "page",
)  # fmt: skip


class SearchIndex:
    """Takes in the tables of a day one after another, and then the findings."""

    def __init__(self, day: Day, pages: dict[HandKey, str], dealers: set[str]) -> None:
        self._day, self._pages, self._with_page = day, pages, dealers
        self._tables, self._dealers, self._players = Places(), Places(), Places()
        self._hands: list[list[Any]] = []
        self._place: dict[HandKey, int] = {}
        self._seated: dict[HandKey, dict[int, str]] = {}
        self._whole = True

    def add(self, table: TableHands) -> None:
        self._whole &= table.whole
        place = self._table(table.room, table.table)
        for hand in table.hands:
            self._place[hand.key] = len(self._hands)
            if hand.findings:
                self._seated[hand.key] = {s["seat"]: s["player"] for s in hand.seats if s["player"]}
            self._hands.append(self._hand(hand, place))

    def _table(self, room: str, table: str | None) -> int:
        label = table_label(self._day, {"room": room, "table": table})
        return self._tables.of((label, table_key(room, table), table_file(room, table) if self._day.tables else ""))

    def _dealer(self, dealer: str | None) -> int:
        if dealer is None:
            return NOBODY
        file = dealer_file(dealer) if dealer in self._with_page else ""
        return self._dealers.of((shown(self._day.dealer_name(dealer), 60), file))

    def _player(self, player: str | None) -> int:
        return NOBODY if player is None else self._players.of(shown(player, PLAYER_MOST))

    def _hand(self, hand: FlaggedHand, table: int) -> list[Any]:
        row = hand.row
        seats = [n for s in hand.seats if s["player"] for n in (s["seat"], self._player(s["player"]))]
        clocks = (_seconds(self._day.gaming_date, row[k], row["utc_offset_min"]) for k in ("start_us", "end_us"))
        return [
            hand_name(row, hand.versions), table, *clocks,
            self._dealer(dealer_of(hand)), seats, cards_mask(hand.events), amounts(hand.events),
            self._pages.get(hand.key, ""),
        ]  # fmt: skip

    def _party(self, finding: Row, party: str | None) -> int:
        """Who stands behind `house` or `s9` of a finding: the player in that seat."""
        if not party:
            return NOBODY
        if party == "house":
            return HOUSE
        seat = int(party[1:]) if party[1:].isdigit() else None
        player = self._seated.get(finding["hand_key"], {}).get(seat) if seat is not None else None
        if player is None and seat is not None and seat == finding["seat"]:
            player = finding["player"]
        return NOT_LISTED if player is None else self._player(player)

    def _finding(self, f: Row) -> list[Any]:
        page = f"hands/{self._pages[f['hand_key']]}" if f["hand_key"] in self._pages else ""
        return [
            shown(f["code"], 12), shown(explain(f["code"]).title), severity_of(f), shown(f["message"] or "", 400),
            self._place.get(f["hand_key"], NOBODY),
            NOBODY if f["table"] is None else self._table(f["room"], f["table"]),
            clock(f["at_us"], f["utc_offset_min"]), f["moved_cents"], f["moved_chips_cents"],
            self._dealer(f["dealer"]), self._player(f["player"]),
            self._party(f, f["paid_by"]), self._party(f, f["paid_to"]),
            f"slots/{f['slot_page']}" if f["slot_page"] else page,
        ]  # fmt: skip

    def script(self) -> str:
        """The index as a script; the last thing that is asked of it."""
        findings = [self._finding(f) for f in self._day.findings]
        data = {
            "day": self._day.gaming_date.isoformat(),
            "whole": self._whole,
            "hands": dict(_columns(_HAND_FIELDS, self._hands)),
            "findings": dict(_columns(_FINDING_FIELDS, findings)),
            "tables": self._tables.words,
            "dealers": self._dealers.words,
            "players": self._players.words,
        }
        return f"oddchipIndex({script_json(data)});\n"


def _columns(names: tuple[str, ...], rows: list[list[Any]]) -> Iterator[tuple[str, list[Any]]]:
    for i, name in enumerate(names):
        yield name, [row[i] for row in rows]


def _seconds(day: date, at_us: int | None, offset_min: int | None) -> int | None:
    """The room's clock in seconds from the midnight before the gaming day; past the next one it goes on."""
    moment = local(at_us, offset_min)
    return None if moment is None else int((moment - datetime.combine(day, time())).total_seconds())


def cards_mask(events: list[Row]) -> str:
    """The cards that the log names in a hand, as 13 hexadecimal digits: a bit a card, the deuce of clubs first."""
    mask = 0
    for event in events:
        text = event["cards"]
        if text and text[0] != "?":
            for i in range(0, len(text) - 1, 2):
                place = _CARDS.get(text[i : i + 2])
                mask |= 0 if place is None else 1 << place
    return f"{mask:013x}"


def amounts(events: list[Row]) -> list[int]:
    """What was pushed in a hand, in cents: each award, and all of them together, which is the pot after the drop."""
    pushed = [e["amount_cents"] for e in events if e["word"] == "award" and e["amount_cents"]]
    return sorted({*pushed, sum(pushed)}) if pushed else []
