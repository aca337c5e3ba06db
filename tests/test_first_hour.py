"""The newcomer's first hour: from an empty folder and docs/feeds.md alone to a finding that a person can read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pipelines.cli import BAD_INPUT, OK, main


def hand(number: int, button: int, stacks: tuple[int, ...], *events: str) -> str:
    """A hand of a table of four, as the page says one is written; `events` with commas between them."""
    return json.dumps(
        {
            "v": 1, "room": "corner", "table": "1", "hand": f"1-{number}", "game": "holdem", "betting": "nl",
            "stakes": {"sb": 1, "bb": 3, "chip": 1}, "button": button, "dealer": "123456",
            "start": f"2026-03-05T20:{number:02d}:00-08:00", "end": f"2026-03-05T20:{number:02d}:45-08:00",
            "seats": [
                {"seat": n, "player": name, "stack": stack}
                for n, (name, stack) in enumerate(zip(("Al", "Bo", "Cy", "Di"), stacks, strict=True), 1)
            ],
            "events": [event for part in events for event in part.split(", ")],
        }
    )  # fmt: skip


def deal(*seats: int) -> str:
    return ", ".join(f"deal s{seat} ????" for seat in seats)


FIVE = [
    hand(1, 1, (200, 200, 200, 200), "s2 post sb 1, s3 post bb 3", deal(2, 3, 4, 1),
         "s4 fold, s1 raise 10, s2 fold, s3 fold, return s1 7, award main s1 7"),
    # 10 % of $21 is $2, in whole dollars, and more than $2 is not taken with four dealt in: the dealer took $3
    hand(2, 2, (204, 199, 197, 200), "s3 post sb 1, s4 post bb 3", deal(3, 4, 1, 2),
         "s1 raise 9, s2 fold, s3 call 8, s4 fold, burn, board 2h8hKs, rake 3",
         "s3 check, s1 bet 20, s3 fold, return s1 20, award main s1 18"),
    hand(3, 3, (213, 199, 188, 197), "s4 post sb 1, s1 post bb 3", deal(4, 1, 2, 3),
         "s2 fold, s3 fold, s4 fold, return s1 2, award main s1 2"),
    hand(4, 4, (214, 199, 188, 196), "s1 post sb 1, s2 post bb 3", deal(1, 2, 3, 4),
         "s3 raise 9, s4 fold, s1 fold, s2 call 6, burn, board 4c9dJs, rake 1, s2 check, s3 check",
         "burn, board Qh, s2 bet 12, s3 fold, return s2 12, award main s2 18"),
    hand(5, 1, (213, 208, 179, 196), "s2 post sb 1, s3 post bb 3", deal(2, 3, 4, 1),
         "s4 fold, s1 fold, s2 call 2, s3 check, burn, board 7c7d2s, s2 check, s3 bet 3, s2 fold",
         "return s3 3, award main s3 6"),
]  # fmt: skip


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first") / "data"
    flags = ["--room", "corner", "--timezone", "America/Los_Angeles", "--stakes", "1/3", "--rake", "10% to 5", "--yes"]
    assert main(["init", str(folder), *flags]) == OK
    (folder / "landing" / "table-1.hands.jsonl").write_text("\n".join(FIVE) + "\n")
    return folder


@pytest.fixture(scope="module")
def audited(data: Path) -> Path:
    out = data.parent / "findings"
    assert main(["audit", str(data / "landing"), "--house", str(data / "house.toml"), "--out", str(out)]) == OK
    return out


def test_the_five_hands_can_be_read(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(data / "landing"), str(data / "house.toml")]) == OK
    assert "5 hands, 0 table notes; nothing is wrong" in capsys.readouterr().out


def test_a_slip_is_pointed_at_before_the_audit(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "table-1.hands.jsonl"
    log.write_text(FIVE[0].replace("s4 fold", "s4 fodl") + "\n")
    assert main(["lint", str(log)]) == BAD_INPUT
    out = capsys.readouterr().out
    assert re.search(rf"{re.escape(str(log))}:1:\d+: .*did you mean fold\?", out)
    assert "^" in out


def test_the_audit_says_what_is_wrong_in_a_sentence(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = data.parent / "said"
    assert main(["audit", str(data / "landing"), "--house", str(data / "house.toml"), "--out", str(out)]) == OK
    said = capsys.readouterr().out
    assert "5 hands read, 5 evaluated, 0 lines in quarantine" in said
    assert "1 finding; moved wrongly: $1" in said
    assert "hand 1-2, table 1, 2026-03-05 20:02:00   +$1" in said
    assert re.search(r"The dealer took \$3.* from a \$21 pot.*\[house file placard.*table-1.hands.jsonl:2", said), said
    assert f"oddchip show 1-2 --from {out}" in said


def test_the_page_and_the_spreadsheet_say_the_same(audited: Path) -> None:
    page = (audited / "report.html").read_text()
    rows = (audited / "findings.csv").read_text()
    for text in (page, rows):
        assert "The dealer took $3" in text and "1-2" in text and "table-1.hands.jsonl" in text
    assert not re.search(r"<script|src=|href=\"(?!#)|url\(|@import", page)


def test_findings_and_show_read_the_audits_folder(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["findings", "--from", str(audited)]) == OK
    said = capsys.readouterr().out
    assert "hand 1-2, table 1" in said and f"1 finding in {audited}; moved wrongly: $1" in said
    assert main(["show", "1-2", "--from", str(audited)]) == OK
    said = capsys.readouterr().out
    assert re.search(r"rake 3   ← RK0\d", said)
    assert "Flop, pot $21" in said and "2026-03-05 20:02:00" in said
    # a hand without a finding has no film in the folder: it is walked from its events
    assert main(["show", "1-4", "--from", str(audited)]) == OK
    assert "Turn" in capsys.readouterr().out
    assert main(["show", "1-22", "--from", str(audited)]) == BAD_INPUT
    assert "did you mean 1-2?" in capsys.readouterr().err
