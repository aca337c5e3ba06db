"""A game that no document knows, made of known parts, is replayed from its declaration alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest

from checks.law import params
from checks.law.rulebook import load_rulebooks
from checks.law.terms import Terms, compile_terms
from parsers import vocabulary
from parsers.games import GAMES, Game, Part, Street
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests.judged_hands import Judged, judged_hands

# Five cards, the last one down; the pot is shared by the best high and the best deuce-to-seven hand.
STUD = Game(
    "made-up-stud", "Five-card stud, high and deuce-to-seven", "stud",
    (
        Street("second", down=1, up=1, bet="small"), Street("third", up=1, bet="small"),
        Street("fourth", up=1, bet="big"), Street("fifth", down=1, bet="big"),
    ),
    (Part("hi", "high"), Part("27", "low-27")), 8, ("fl",), "bring-in", "stud",
    ace_brings_in_low=True, community_last=True,
)  # fmt: skip
# Five cards and two draws; the pot is shared by the best high and the best badugi without aces.
DRAW = Game(
    "made-up-draw", "Double draw, high and badugi", "draw",
    (
        Street("deal", down=5, bet="small"), Street("draw1", draw_most=5, bet="small"),
        Street("draw2", draw_most=5, bet="big"),
    ),
    (Part("five", "high"), Part("badugi", "badugi-ace-high")), 6, ("fl",), "blinds", "button",
)  # fmt: skip
STUD_STAKES = {"ante": 1, "bring_in": 1, "small_bet": 4, "big_bet": 8, "chip": 1}
DRAW_STAKES = {"sb": 2, "bb": 4, "small_bet": 4, "big_bet": 8, "chip": 1}

STUD_HAND = """s1 post ante 1; s2 post ante 1; s3 post ante 1; deal s1 ??; deal s2 ??; deal s3 ??; up s1 Kh; up s2 7d
up s3 2c; s1 post bringin 1; s2 complete 4; s3 fold; s1 call 3; burn; up s1 Kd; up s2 5d; s2 bet 4; s1 call 4; burn
up s1 3s; up s2 4d; s2 bet 8; s1 call 8; burn; deal s1 ??; deal s2 ??; s2 check; s1 check; s2 show 2h7d5d4d3d
s1 show KcKhKd3s3c; award main.hi s1 18; award main.27 s2 17"""
DRAW_HAND = """s1 post sb 2; s2 post bb 4; deal s1 ??????????; deal s2 ??????????; deal s3 ??????????; s3 call 4
s1 call 2; s2 check; discard s1 ??; draw s2 pat; discard s3 ????; burn; draw s1 ??; draw s3 ????; s1 check; s2 check
s3 check; draw s1 pat; draw s2 pat; discard s3 ??; burn; draw s3 ??; s1 bet 8; s2 call 8; s3 fold; s1 show 2c3d4h5sKs
s2 show KcKd9h9s2d; award main.five s2 14; award main.badugi s1 14"""


def events_of(text: str) -> list[str]:
    return [event.strip() for line in text.splitlines() for event in line.split(";")]


def terms_like(game: Game, known: str) -> Terms:
    """What the rulebooks say, a new game being spoken of as a known one is; no rake is taken."""
    terms = compile_terms(None, load_rulebooks(), "", None, date(2018, 7, 1), "wsop-live-2017")
    same = {key: value for key, value in terms.items() if not key.startswith("rake.")}
    of_known = {key: value for key, value in same.items() if key.endswith(f".{known}")}
    return Terms({**same, **{key.removesuffix(known) + game.code: value for key, value in of_known.items()}})


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games stand among the others, their names in the vocabulary."""
    monkeypatch.setattr(params, "GAME_NAMES", (*vocabulary.GAMES, STUD.code, DRAW.code))
    for game in (STUD, DRAW):
        monkeypatch.setitem(GAMES, game.code, game)


def replayed(game: Game, known: str, stakes: dict[str, int], events: Sequence[str]) -> Judged:
    """Facts and findings of one hand. The log says a game that its grammar knows; the terms are the new one's."""
    line = {
        "v": 1, "room": "rio", "table": "7", "hand": "7-1", "game": known, "betting": "fl", "stakes": stakes,
        "start": "2018-07-01T10:00:00-07:00", "end": "2018-07-01T10:02:00-07:00",
        "seats": [{"seat": seat, "player": f"P{seat}", "stack": 200} for seat in (1, 2, 3)], "events": list(events),
    }  # fmt: skip
    hand = parse_line(json.dumps(line if "ante" in stakes else {**line, "button": 3}))
    assert isinstance(hand, Hand), hand
    cents = {name: 100 * value for name, value in stakes.items()}
    column = params.to_params(terms_like(game, known), game.code, cents, "fl")
    batch = batch_of("made-up", [(0, 0, hand)])
    [said] = judged_hands(batch, column.reshape(-1, 1).copy(), np.zeros(1, np.int64))
    return said


def stud(*changes: tuple[str, str]) -> Judged:
    return replayed(STUD, "razz", STUD_STAKES, changed(STUD_HAND, changes))


def draw(*changes: tuple[str, str]) -> Judged:
    return replayed(DRAW, "27-triple", DRAW_STAKES, changed(DRAW_HAND, changes))


def changed(text: str, changes: Sequence[tuple[str, str]]) -> list[str]:
    events = events_of(text)
    for before, after in changes:
        at = events.index(before)
        events[at : at + 1] = events_of(after) if after else []
    return events


def test_a_right_hand_of_a_made_up_stud_game_has_nothing_to_find() -> None:
    said = stud()
    assert said.findings == []
    assert said.facts["showdown_known"] == 1 and said.facts["low_won"] == 1


def test_a_right_hand_of_a_made_up_draw_game_has_nothing_to_find() -> None:
    said = draw()
    assert said.findings == []
    assert said.facts["showdown_known"] == 1 and said.facts["low_won"] == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([("s1 post bringin 1", "s3 post bringin 1"), ("s2 complete 4", "s1 complete 4; s2 call 4"),
          ("s1 call 3", "")], "BL13"),
        ([("s2 bet 4", "s1 bet 4; s2 call 4"), ("s1 call 4", "")], "AC01"),
        ([("s2 bet 8", "s2 bet 4"), ("s1 call 8", "s1 call 4"), ("award main.hi s1 18", "award main.hi s1 14"),
          ("award main.27 s2 17", "award main.27 s2 13")], "AC02"),
        ([("award main.hi s1 18", "award main.hi s2 18"), ("award main.27 s2 17", "award main.27 s1 17")],
         "PT01"),
        ([("award main.hi s1 18", "award main.hi s1 17"), ("award main.27 s2 17", "award main.27 s2 18")],
         "OC03"),
        ([("up s2 4d", "up s2 4d; up s2 9h")], "CD02"),
    ],
)  # fmt: skip
def test_errors_of_a_made_up_stud_game_are_found(changes: list[tuple[str, str]], code: str) -> None:
    assert code in stud(*changes).codes


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([("s1 bet 8", "s1 bet 4"), ("s2 call 8", "s2 call 4"), ("award main.five s2 14", "award main.five s2 10"),
          ("award main.badugi s1 14", "award main.badugi s1 10")], "AC02"),
        ([("award main.five s2 14", "award main.five s1 14")], "PT01"),
        ([("draw s3 ??", "draw s3 ????")], "CD02"),
        ([("s3 fold", "s3 fold; discard s2 ??; burn; draw s2 ??")], "CD08"),
        # an ace is no card of this badugi: three cards lose to four
        ([("s1 show 2c3d4h5sKs", "s1 show 2c3d4hAs4s"), ("s2 show KcKd9h9s2d", "s2 show KcKd9h5s2d")],
         "PT01"),
    ],
)  # fmt: skip
def test_errors_of_a_made_up_draw_game_are_found(changes: list[tuple[str, str]], code: str) -> None:
    assert code in draw(*changes).codes
