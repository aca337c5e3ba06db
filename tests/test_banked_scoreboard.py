"""Tables against the house: every error that is put in is found, and nothing else is."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pipelines.scoreboard.run import clean_lots, missing, run_errors, run_lots
from pipelines.simulator import can_occur_at, simulate
from pipelines.simulator.banked_errors import CODES
from pipelines.simulator.placards import BANKED_KINDS, OFFERED, RULEBOOKS, room_rulebooks

DAY = date(2026, 1, 16)


def test_every_error_is_found_and_nothing_else(tmp_path: Path) -> None:
    errors = run_errors(each=2, kinds=BANKED_KINDS, codes=CODES, seed=3, folder=tmp_path, jobs=1)
    assert missing(errors.rows, 2, CODES, BANKED_KINDS) == {}
    assert errors.is_perfect, errors.rows


def test_rounds_without_errors_have_no_finding(tmp_path: Path) -> None:
    (score,) = run_lots(clean_lots(1, BANKED_KINDS, seed=5), tmp_path, 1, "clean")
    assert score.hands >= 4_000 and score.rows == []


@pytest.mark.parametrize("kind", [kind for kind in OFFERED if kind not in BANKED_KINDS])
def test_no_other_table_has_room_for_errors_of_wagers(kind: str) -> None:
    assert not [code for code in CODES if code.startswith("HB") and can_occur_at(code, kind)]


def test_such_tables_go_by_their_own_book_alone_or_behind_a_poker_rooms() -> None:
    assert room_rulebooks(("huhe",), RULEBOOKS) == ("mlgca-huhe",)
    assert room_rulebooks(("holdem", "huhe"), RULEBOOKS) == (*RULEBOOKS, "mlgca-huhe")
    assert room_rulebooks(("holdem",), RULEBOOKS) == RULEBOOKS


def test_the_same_wishes_write_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "other"):
        simulate(tmp_path / name, DAY, tables=2, hands=120, seed=9, errors=0.1, games=("huhe",), jobs=1)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "other").iterdir())
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes(), name
