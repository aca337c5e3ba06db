"""KingsClub histories: what each line becomes, what the summary proves, what is refused."""

from __future__ import annotations

from pathlib import Path

from parsers.event_text import hand_texts
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files

EXAMPLE = Path(__file__).parent / "feeds" / "kingsclub.txt"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def read(path: Path) -> list[ParsedHands]:
    return list(read_hands(Source(path)))


def said(parts: list[ParsedHands]) -> list[list[str]]:
    return [texts for part in parts for texts in hand_texts(part.batch)]


def test_boards_that_were_not_told_on_the_way_are_dealt_street_by_street() -> None:
    first = said(read(EXAMPLE))[0]
    assert first == [
        "s1 post bb 2", "s4 post sb 1", "deal s4 As2s3dKdKh", "deal s1 ??????????", "deal s2 ??????????",
        "s2 raise 7", "s4 call 6", "s1 fold", "board 2h5sQd", "s4 bet 16", "s2 raise 64", "s4 call 37 allin",
        "s2 show Qh8h7d3cQc", "s4 show As2s3dKdKh", "runit 2", "board 8c", "board Th", "board2 5d", "board2 3h",
        "rake 3", "return s2 11", "award main s2 91.50", "award main s4 27.50",
    ]  # fmt: skip


def test_stud_is_told_by_street_and_the_first_bet_completes() -> None:
    second = said(read(EXAMPLE))[1]
    assert second[6:] == [
        "s1 post bringin 10", "s6 complete 40", "s1 call 30", "up s1 Qs", "up s6 2c", "s6 bet 40", "s1 fold", "rake 1",
        "return s6 40", "award main s6 99",
    ]  # fmt: skip


def test_a_draw_that_was_run_twice_is_refused_and_the_hands_before_it_are_read(tmp_path: Path) -> None:
    parts = read(EXAMPLE)
    rows = [row for part in parts for row in part.quarantine]
    assert [row.line for row in rows] == [63] and "run more than once" in rows[0].reason
    result = audit_files([EXAMPLE], house_path=None, out=tmp_path, rulebook="wsop-live-2017")
    assert result.summary["hands_read"] == 2 and result.summary["findings"] == {}


def test_a_summary_that_does_not_add_up_leaves_the_payout_open(tmp_path: Path) -> None:
    path = tmp_path / "kingsclub.txt"
    path.write_text(TEXT.replace("Ben (112) +31.50", "Ben (110) +29.50"), encoding="utf-8")
    parts = read(path)
    assert {"award", "return"} <= parts[0].batch.unrecorded
    assert not any(text.startswith("award") for text in said(parts)[0])


def test_a_line_that_nobody_knows_refuses_its_hand_alone(tmp_path: Path) -> None:
    path = tmp_path / "kingsclub.txt"
    path.write_text(TEXT.replace("Ben raises to 7", "Ben passes 7 to Ann"), encoding="utf-8")
    parts = read(path)
    reasons = [row.reason for part in parts for row in part.quarantine]
    assert len(said(parts)) == 1 and "is no action this reader knows" in reasons[0]


def test_a_hand_with_a_broken_first_line_takes_no_neighbor_with_it(tmp_path: Path) -> None:
    path = tmp_path / "k.txt"
    path.write_text(TEXT.replace("#502: Limit Razz", "502: Limit Razz"), encoding="utf-8")
    parts = read(path)
    assert [name for part in parts for name in part.batch.hand.to_pylist()] == ["501"]
    reasons = [row.reason for part in parts for row in part.quarantine]
    assert len(reasons) == 2 and "begins no hand" in reasons[0]
