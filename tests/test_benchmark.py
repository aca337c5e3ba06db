"""`oddchip bench`: the files it measures on are what they say, and every figure stands beside its peer's."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from parsers.hand_files import read_hands
from parsers.source import Source
from pipelines.benchmark import peer, room, room_stages
from pipelines.benchmark.files import FAMILIES, write_family, write_files
from pipelines.benchmark.phh_text import phh_of
from pipelines.benchmark.run import STAGES, lines_of
from pipelines.cli import main
from pipelines.errors import InputError


def test_the_simulated_files_hold_the_hands_and_nothing_is_left_over(tmp_path: Path) -> None:
    files = write_files(tmp_path, 2_500)
    for path in (files.log, files.phhs):
        parts = list(read_hands(Source(path)))
        assert sum(len(part.batch) for part in parts) >= 2_500
        assert [row for part in parts for row in part.quarantine] == []
    assert len(set(re.findall(r"^hand = .*$", files.phhs.read_text(), re.MULTILINE))) >= 2_500


def test_the_peer_replays_the_simulated_phhs_to_the_last_hand(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit")
    sample, hands = peer.sample_of(write_files(tmp_path, 500).phhs, 60)
    said = peer.measured(sample, hands, runs=1)
    assert (said["hands"], said["hands_replayed"]) == (60, 60)
    assert said["hands_per_second"]["parse"] > said["hands_per_second"]["parse_replay"] > 0


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_the_peer_replays_the_stud_and_draw_hands_that_it_knows(family: str, tmp_path: Path) -> None:
    pytest.importorskip("pokerkit")
    files = write_family(tmp_path, family, 400)
    assert [row for path in files[::2] for part in read_hands(Source(path)) for row in part.quarantine] == []
    sample, hands = peer.sample_of(files.phhs, 80)
    replayed = peer.measured(sample, hands, runs=1)["hands_replayed"]
    assert hands == 80 and replayed >= 70  # it counts raises otherwise, and cannot muck cards that nobody saw


def test_what_phh_cannot_say_is_left_out() -> None:
    hand: dict[str, Any] = {
        "game": "holdem", "betting": "nl", "button": 1, "stakes": {"sb": 1, "bb": 3}, "room": "rio", "table": "7",
        "hand": "7-1", "start": "2018-06-02T10:04:11-07:00",
        "seats": [{"seat": k, "player": f"P{k}", "stack": 100} for k in (1, 2, 3)],
        "events": ["s2 post sb 1", "s3 post bb 3", "deal s2 ????", "deal s3 ????", "deal s1 ????", "s1 fold",
                   "s2 fold", "return s3 2", "award main s3 2"],
    }  # fmt: skip
    said = phh_of(hand)
    assert said is not None and "'p3 f', 'p1 f'" in said and "seats = [2, 3, 1]" in said
    assert phh_of({**hand, "events": [*hand["events"], "s1 post dead 1"]}) is None
    assert phh_of({**hand, "button": 5}) is None
    assert phh_of({"note": "break"}) is None


def test_the_command_prints_figures_and_ratios_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    phhs = write_files(tmp_path, 300).phhs
    assert main(["bench", str(phhs), "--runs", "1", "--peer-hands", "30", "--json"]) == 0
    [said] = json.loads(capsys.readouterr().out)["files"]
    rates = said["oddchip"]["hands_per_second"]
    assert set(rates) == set(STAGES) and all(rate > 0 for rate in rates.values())
    if peer.is_here():
        assert said["pokerkit"]["hands"] == 30
        assert said["ratios"]["parse"] == pytest.approx(rates["parse"] / said["pokerkit"]["hands_per_second"]["parse"])
        assert "on the first 30 hands" in "\n".join(lines_of(said))
    assert peer.SAYS_ABSENT in "\n".join(lines_of({**said, "pokerkit": None}))


def test_a_file_that_is_no_file_of_hands_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(tmp_path / "none.phhs")]) == 2
    (tmp_path / "x.downs.csv").write_text("")
    assert main(["bench", str(tmp_path / "x.downs.csv")]) == 2
    assert "not a file of hands" in capsys.readouterr().err


def room_figures(seconds: float = 1.0, part: int = 8) -> dict[str, Any]:
    stages = {"start": 0.5, "parse": 0.25, "replay": 0.125, "checks": 0.25, "write": 0.25}
    total = 0.5 + seconds
    return {
        "part": part, "hands": 1000 * part, "findings": 3, "seconds": {**stages, "total": total},
        "hands_per_second": 1000 * part / seconds, "peak_memory_mb": 512.4,
    }  # fmt: skip


def test_the_room_is_told_beside_its_logs_one_figure_a_cell(tmp_path: Path) -> None:
    rooms = [room_figures(part=part) for part in room.GROWTH]
    said = {"rooms": rooms, "log": room_figures(0.875), "ratio": 1.14, "runs": 3}
    lines = room.tables_of(said)
    assert "| reading | 0.25 | 0.25 |" in lines
    assert "| hands a second, start-up apart | 8,000 | 9,143 |" in lines
    assert "| the rest: register, summary | 0.12 | 0.00 |" in lines
    assert "| 4× | 4,000 | 1.00 | 4,000 | 512 |" in lines
    page = tmp_path / "page.md"
    page.write_text(f"before\n{room.BEGIN} -->\nold\n{room.END}\nafter\n")
    room.write_into(page, lines)
    text = page.read_text()
    assert text.startswith(f"before\n{room.BEGIN} -->\nA room") and text.endswith(f"{room.END}\nafter\n")
    assert "old" not in text
    page.write_text("no marks")
    with pytest.raises(InputError, match="has no lines"):
        room.write_into(page, lines)


def test_an_audit_of_a_room_tells_its_stages(small_day: Path) -> None:
    whole, logs = (room_stages.measured(small_day, logs_only) for logs_only in (False, True))
    assert whole["hands"] == logs["hands"] == 600
    assert whole["findings"] > logs["findings"], "down cards and shufflers have findings of their own"
    assert {"start", *room.STAGES, "total"} <= set(whole["seconds"])
    worked = whole["seconds"]["total"] - whole["seconds"]["start"]
    assert whole["hands_per_second"] == pytest.approx(600 / worked)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("x.phhs", "--room"), "give no files with it"),
        (("--write", "page.md"), "give --room as well"),
        (("--room", "--hands", "7"), "measured in eighths"),
    ],
)
def test_what_the_room_is_not_measured_by_is_said(
    given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *given]) == 2
    assert said in capsys.readouterr().err


def test_the_page_of_figures_has_the_places_for_the_room() -> None:
    text = (Path(__file__).parent.parent / "docs" / "measured.md").read_text(encoding="utf-8")
    assert 0 < text.find(room.BEGIN) < text.find(room.END)
