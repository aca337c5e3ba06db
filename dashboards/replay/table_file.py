"""The file of a table: every hand of its day, for the replay page. One script a table, loaded when it is asked for.

A page from a disk may not fetch data, so the file is a script that hands over its data by calling `oddchipTable`. Words
that many hands share (steps, streets, players, dealers, games) stand once, and a hand names their places.
"""

from __future__ import annotations

from dashboards.explaining import severity_of
from dashboards.figures.shared_figures import table_label
from dashboards.links import dealer_file, hand_name, table_file, table_key
from dashboards.pages.hand_page import stakes_and_game, step_of
from dashboards.proofs.stepping import film_strip, reel
from dashboards.reading import Day, FlaggedHand, HandKey, Row
from dashboards.replay.places import Places
from dashboards.replay.record import TableHands
from dashboards.shown import clock, script_json, shown


def dealer_of(hand: FlaggedHand) -> str | None:
    return hand.facts.get("dealer") or hand.row["dealer"]


def table_script(day: Day, table: TableHands, pages: dict[HandKey, str], dealers: set[str]) -> str:
    """The file of one table; `pages` are those of hands with a finding, `dealers` those who have a page."""
    words, streets, players, dealt, games = Places(), Places(), Places(), Places(), Places()
    hands = []
    for hand in table.hands:
        strip = film_strip(hand, reel(hand), sorted({s for f in hand.findings if (s := _step(f, hand)) is not None}))
        dealer = dealer_of(hand)
        file = dealer_file(dealer) if dealer in dealers and dealer is not None else ""
        row = hand.row
        packed = {
            "hand": hand_name(row, hand.versions),
            "at": clock(row["start_us"], row["utc_offset_min"]),
            "end": clock(row["end_us"], row["utc_offset_min"]),
            "game": games.of(stakes_and_game(row)),
            "dealer": dealt.of((shown(day.dealer_name(dealer), 60), file)),
            **strip,
            "seats": {seat: players.of(player) for seat, player in strip["seats"].items()},
            "words": [words.of(w) for w in strip["words"]],
            "streets": _runs([streets.of(s) for s in strip["streets"]]),
        }
        if strip["events"] == list(range(len(strip["events"]))):
            del packed["events"]
        if hand.findings:
            packed["page"] = pages.get(hand.key, "")
            packed["found"] = [[f["code"], severity_of(f), shown(f["message"] or "", 400)] for f in hand.findings]
        hands.append(packed)
    data = {
        "key": table_key(table.room, table.table),
        "table": table_label(day, {"room": table.room, "table": table.table}),
        "page": table_file(table.room, table.table) if day.tables else "",
        "whole": table.whole,
        "words": words.words,
        "streets": streets.words,
        "players": players.words,
        "dealers": dealt.words,
        "games": games.words,
        "hands": hands,
    }
    return f"oddchipTable({script_json(data)});\n"


def _step(finding: Row, hand: FlaggedHand) -> int | None:
    return step_of(finding, hand.events)


def _runs(places: list[int]) -> list[int]:
    """A list in which a value seldom changes: value, how many times, value, how many times."""
    out: list[int] = []
    for place in places:
        if out and out[-2] == place:
            out[-1] += 1
        else:
            out += [place, 1]
    return out
