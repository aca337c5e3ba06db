"""Stud, draw and mixed games: simulated days against the audit, and real hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from checks.audit import Auditor, Feeds
from checks.law.params import to_params
from checks.law.params_of_rounds import short_mixed_caps
from checks.law.rulebook import load_rulebooks
from checks.law.terms import NO_TERMS, compile_terms
from checks.replay.layout import Param
from parsers.games import GAMES
from parsers.hand_files import read_hands
from parsers.house import House, load_house
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files
from pipelines.scoreboard.scoring import score
from pipelines.simulator import simulate
from pipelines.simulator.placards import ROUND_KINDS
from tests.real_hands import REAL_DATA

DAY = date(2026, 1, 16)
RULEBOOKS = load_rulebooks()
REAL = REAL_DATA / "phh" / "wsop-2023-43"


def findings_of(paths: Sequence[Path], house: House, rulebook: str | None = None) -> pa.Table:
    auditor = Auditor(house, RULEBOOKS, "rounds", rulebook)
    notes = []
    for path in paths:
        for parsed in read_hands(Source(path)):
            assert not parsed.quarantine, parsed.quarantine
            auditor.add(parsed.batch)
            notes.append(parsed.notes)
    return auditor.finish(Feeds(notes=pa.concat_tables(notes))).findings


def findings_of_day(day: Path) -> pa.Table:
    """All that the feeds of a simulated day show: hands, down cards and shufflers."""
    audit_files([day], house_path=None, out=day / "audited")
    return pq.read_table(day / "audited" / "findings.parquet")


def test_no_game_has_anything_to_find_when_nothing_went_wrong(tmp_path: Path) -> None:
    games = ROUND_KINDS
    simulate(tmp_path, DAY, tables=len(games), hands=40 * len(games), seed=11, errors=0, games=games)
    findings = pl.DataFrame(pl.from_arrow(findings_of_day(tmp_path)))
    assert findings.is_empty(), findings.select("code", "hand", "message").to_dicts()


def test_every_error_is_found_under_its_code_and_nothing_else(tmp_path: Path) -> None:
    games = ROUND_KINDS
    report = simulate(tmp_path, DAY, tables=2 * len(games), hands=4000, seed=12, errors=0, each=6, games=games)
    rows = score(pq.read_table(tmp_path / "labels.parquet"), findings_of_day(tmp_path))
    wrong = [(row.code, row.missed_keys, row.false_keys) for row in rows if row.missed or row.false]
    assert not wrong, wrong
    assert {"BL13", "CD08", "OC02", "SC07", "PT06", "PT07"} <= set(report.injected)


@pytest.mark.skipif(not REAL.is_dir(), reason="the recorded hands are not here")
def test_the_mixed_hands_of_2023_have_nothing_a_person_would_call_wrong() -> None:
    files = sorted(REAL.glob("*.phh"))
    assert len(files) == 62
    findings = findings_of(files, House("", "", {}, {}), "wsop-dealer-2018")
    assert findings.num_rows == 0, pl.DataFrame(pl.from_arrow(findings)).select("code", "hand", "message").to_dicts()


def test_every_declared_game_of_rounds_compiles_to_numbers() -> None:
    for code, game in GAMES.items():
        column = to_params(NO_TERMS, code, {"ante": 100, "bring_in": 500, "small_bet": 1500, "big_bet": 3000})
        rounds = game.family in ("stud", "draw") or code in ("drawmaha", "chinese-draw")
        assert (column[Param.IS_ROUND_GAME] == 1) == rounds, code
        if rounds:
            parts = 0 if code == "chinese-draw" else len(game.parts)  # how points share a pot nobody says
            assert column[Param.STREETS] == len(game.streets) and column[Param.PARTS] == parts
            assert np.all(column[Param.STREET_0 : Param.STREET_0 + len(game.streets)] > 0)


def test_a_mixed_table_pays_by_the_seats_under_the_games_most(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        '[room.rio]\nrulebooks = ["wsop-dealer-2018", "wsop-live-2017"]\ntimezone = "America/Los_Angeles"\n'
        '[placard.horse]\nroom = "rio"\ngame = "razz"\nbetting = "fl"\n'
        'stakes = { small_bet = 4, big_bet = 8, chip = 1 }\nmixed = ["razz", "27-triple"]\n'
    )
    terms = compile_terms(load_house(file), RULEBOOKS, "rio", "horse", date(2018, 7, 1))
    assert short_mixed_caps(terms, GAMES["razz"]) == {2: 100, 3: 100, 4: 100, 5: 200, 6: 300}
    assert short_mixed_caps(terms, GAMES["27-triple"]) == {2: 100, 3: 200, 4: 300}
