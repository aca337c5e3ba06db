"""Whatever note stands beside whatever game, the audit comes to its end. The lists are those of the vocabulary."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from checks.audit import Audit, Auditor, Feeds
from checks.law.rulebook import load_rulebooks
from parsers import vocabulary as v
from parsers.games import GAMES, Game
from parsers.handlog import read_hand_log
from parsers.handlog_reference import NOTE_FIELDS
from parsers.house import load_house
from parsers.source import Source
from tests.case_files import CASES

SEATS = (2, 5, 8)
BEGAN = datetime.fromisoformat("2018-06-02T10:00:00-07:00")
MIXED = "every game"
# A value for each field that a note can carry.
FIELDS: dict[str, Any] = {
    "deck": "red", "dealer": "794324", "level": 3, "sb": 1, "bb": 2, "ante": 1, "on": True, "seat": 5, "player": "P5",
    "amount": 40, "variance": -5,
}  # fmt: skip


def test_every_note_beside_every_game_leaves_the_audit_standing(audit: Audit) -> None:
    covered = set(audit.coverage["table"].to_pylist())
    assert covered == {*v.GAMES, MIXED}
    assert audit.hand_facts.num_rows == 4 * len(v.GAMES)


def test_every_note_and_every_game_were_there(logged: tuple[Auditor, pa.Table]) -> None:
    _, notes = logged
    for table in (*v.GAMES, MIXED):
        said = {row["note"] for row in notes.to_pylist() if row["table"] == table}
        assert said == set(v.NOTES), table


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Auditor, pa.Table]:
    """The log read: an auditor that has its hands, and its notes."""
    log = tmp_path_factory.mktemp("log") / "every.hands.jsonl"
    log.write_text("\n".join(json.dumps(line) for line in _lines()) + "\n")
    auditor = Auditor(load_house(CASES / "houses" / "rio.toml"), load_rulebooks(), "every")
    notes = []
    for parsed in read_hand_log(Source(Path(log))):
        assert not parsed.quarantine, parsed.quarantine
        auditor.add(parsed.batch)
        notes.append(parsed.notes)
    return auditor, pa.concat_tables(notes)


@pytest.fixture(scope="module")
def audit(logged: tuple[Auditor, pa.Table]) -> Audit:
    auditor, notes = logged
    return auditor.finish(Feeds(notes=notes))


def _lines() -> list[dict[str, Any]]:
    """A table for each game, and one at which every game is dealt in turn; the notes stand between the hands."""
    lines: list[dict[str, Any]] = []
    for table, games in (*((game, (game,) * 3) for game in v.GAMES), (MIXED, v.GAMES)):
        for number, game in enumerate(games, start=1):
            at = BEGAN + timedelta(minutes=10 * number)
            lines.append(_hand(table, number, game, at))
            if number < len(games):
                lines += _notes(table, at + timedelta(minutes=5))
    return lines


def _notes(table: str, at: datetime) -> list[dict[str, Any]]:
    """Every kind of note twice: with all that it can carry, and with what it has to."""
    head = {"v": 1, "room": "rio", "table": table, "at": at.isoformat()}
    return [
        head | {"note": note} | {name: FIELDS[name] for name in names}
        for note in v.NOTES
        for names in NOTE_FIELDS[note]
    ]


def _hand(table: str, number: int, name: str, at: datetime) -> dict[str, Any]:
    game = GAMES[name]
    hand: dict[str, Any] = {
        "v": 1, "room": "rio", "table": table, "hand": f"{table}-{number:06d}", "game": name,
        "stakes": {"sb": 1, "bb": 2, "ante": 1, "bring_in": 1, "small_bet": 2, "big_bet": 4, "chip": 1},
        "start": at.isoformat(), "end": (at + timedelta(minutes=2)).isoformat(),
        "seats": [{"seat": seat, "player": f"P{seat}", "stack": 300} for seat in SEATS],
        "events": _events(game),
    }  # fmt: skip
    if game.betting:
        hand["betting"] = game.betting[0]
    if game.family in ("flop", "draw", "chinese") or game.jokers:
        hand["button"] = SEATS[number % len(SEATS)]
    return hand


def _events(game: Game) -> list[str]:
    """A deal and everybody's fold to one seat, in the words of the game's family."""
    first, second, last = SEATS
    down = "??" * game.streets[0].down
    deal = [f"deal s{seat} {down}" for seat in SEATS] if down else []
    if game.family == "house-banked":
        wagers = [f"s{seat} wager {kind} 5" for seat in SEATS for kind in ("ante", "odds")]
        return [*wagers, *deal, f"deal dealer {down}", *(f"s{seat} fold" for seat in SEATS)]
    if game.opener == "bring-in":
        antes = [f"s{seat} post ante 1" for seat in SEATS]
        up = [f"up s{seat} {card}" for seat, card in zip(SEATS, ("Kd", "2c", "9h"), strict=True)]
        end = [f"s{last} fold", f"s{first} fold", f"award main s{second} 4"]
        return [*antes, *deal, *up, f"s{second} post bringin 1", *end]
    if game.opener == "blinds":
        blinds = [f"s{first} post sb 1", f"s{second} post bb 2"]
        end = [f"s{last} fold", f"s{first} fold", f"return s{second} 1", f"award main s{second} 2"]
        return [*blinds, *deal, *end]
    return [*deal, f"score s{first} s{second} 3", f"pay s{first} s{second} 3"]
