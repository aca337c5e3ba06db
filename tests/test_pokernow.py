"""PokerNow logs: what each line becomes, what is not evaluable, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.batch import to_tables
from parsers.detect import feed_of
from parsers.event_text import hand_texts
from parsers.handlog import ParsedHands
from parsers.pokernow import read_pokernow
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files
from tests.real_hands import REAL_DATA

EXAMPLE = Path(__file__).parent / "feeds" / "poker_now_log_example.csv"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def read(folder: Path, text: str = TEXT) -> list[ParsedHands]:
    path = folder / EXAMPLE.name
    path.write_text(text, encoding="utf-8")
    return list(read_pokernow(Source(path)))


def said(parts: list[ParsedHands]) -> list[list[str]]:
    return [texts for part in parts for texts in hand_texts(part.batch)]


def test_the_log_is_read_from_its_end(tmp_path: Path) -> None:
    first, second = said(read(tmp_path))
    assert first == [
        "s4 post sb 0.50", "s9 post bb 1", "deal s4 ????", "deal s9 ????", "deal s1 ????",
        "s1 raise 3", "s4 fold", "s9 call 2", "board Js4d8d", "s9 check", "s1 bet 5", "s9 raise 20", "s1 raise 77.50",
        "s9 call 57.50 allin", "s9 show 4h4c", "s1 show KhKc", "runit 2", "board 3s", "board 9s", "board2 Ks",
        "board2 2h", "award main.b1 s9 80.75", "award main.b2 s1 80.75",
    ]  # fmt: skip
    assert second[:3] == ["s9 post bb 2", "s4 post dead 1", "s4 post live 2"]
    assert second[-3:] == ["s4 fold", "return s9 4", "award main s9 5"]


def test_stakes_follow_the_tables_lines_and_a_dead_button_is_nobodys_seat(tmp_path: Path) -> None:
    parts = read(tmp_path)
    rows = [row for part in parts for row in to_tables(part.batch)["hands"].to_pylist()]
    assert [(row["sb_cents"], row["bb_cents"], row["table"], row["hand"]) for row in rows] == [
        (50, 100, "example", "example-7"), (100, 200, "example", "example-8"),
    ]  # fmt: skip
    assert [row["button"] for row in rows] == [1, 4]
    assert ["button" in part.batch.unrecorded for part in parts] == [False, True]


def test_the_example_is_played_by_the_rules_and_a_wrong_push_is_found(tmp_path: Path) -> None:
    result = audit_files([EXAMPLE], house_path=None, out=tmp_path / "right", rulebook="wsop-live-2017")
    assert result.summary["findings"] == {} and result.summary["hands_evaluated"] == 2
    wrong = tmp_path / EXAMPLE.name
    wrong.write_text(TEXT.replace('""Cy @ c3"" collected 80.75', '""Ann, A. @ a1"" collected 80.75'), encoding="utf-8")
    result = audit_files([wrong], house_path=None, out=tmp_path / "wrong", rulebook="wsop-live-2017")
    assert result.summary["findings"] == {"PT01": 1}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('""Cy @ c3"" checks', '""Cy @ c3"" sings', "may have moved chips"),
        ('""Cy @ c3"" checks', '""Di @ d4"" checks', "is not among the seats"),
        ("No Limit Texas Hold'em", "Mahjong", "names no game"),
        ("-- ending hand #7 --", "The end", "the log is cut off"),
        ("posts a small blind of", "posts a bomb of", "no post this reader knows"),
        ("-- starting hand #7  (No Limit", "Starting hand (No Limit", "names no game that is known"),
    ],
)
def test_a_hand_that_cannot_be_read_for_sure_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    parts = read(tmp_path, TEXT.replace(old, new))
    problems = [row.reason for part in parts for row in part.quarantine]
    assert problems and all(reason in problem for problem in problems)
    assert len(said(parts)) + len(problems) == 2


def test_the_site_names_its_files() -> None:
    assert feed_of("poker_now_log_pglX.csv") == feed_of("evening.pokernow.csv") == "pokernow"
    assert feed_of("rio.downs.csv") == "downs"


@pytest.mark.skipif(not (REAL_DATA / "pokernow").is_dir(), reason="the sample logs are not beside the project")
def test_real_logs_are_read_whole_and_nothing_false_is_found(tmp_path: Path) -> None:
    import tarfile

    import pyarrow as pa

    packed = pa.CompressedInputStream(pa.OSFile(str(REAL_DATA / "pokernow" / "pokernow.tar.zst")), "zstd")
    with tarfile.open(fileobj=packed, mode="r|") as tar:
        tar.extractall(tmp_path / "logs", filter="data")
    result = audit_files(
        [tmp_path / "logs"], house_path=None, out=tmp_path / "out", rulebook="wsop-live-2017", forced_feed="pokernow"
    )
    assert result.summary["hands_quarantined"] == 0 and result.summary["hands_read"] > 2_400
    # Twice somebody has the big blind again when a third player is out.
    assert result.summary["findings"] == {"BL08": 2}


def entry(text: str, at: str) -> str:
    return '"' + text.replace('"', '""') + f'",{at},1\n'


def named(parts: list[ParsedHands]) -> dict[int, str]:
    """The players by seat."""
    return {row["seat"]: row["player"] for part in parts for row in to_tables(part.batch)["seats"].to_pylist()}


def with_lines(*texts: str) -> str:
    """The example with lines behind its last hand, the newest first."""
    header, _, rest = TEXT.partition("\n")
    late = "".join(entry(text, "2031-01-01T10:00:00.000Z") for text in reversed(texts))
    return f"{header}\n{late}{rest}"


def test_a_stack_that_the_host_changes_is_a_note_of_the_table(tmp_path: Path) -> None:
    player = named(read(tmp_path))[9]
    parts = read(
        tmp_path,
        with_lines(
            f'The admin "host @ h" updated the player "{player}" stack from 100.00 to 150.00.',
            f'The admin updated the player "{player}" stack from 150.00 to 120.50.',
            'The admin updated the player "nobody @ n" stack from 1 to 2.',
        ),
    )
    notes = [row for part in parts for row in part.notes.to_pylist() if row["source_line"] < 10]  # it has one more
    told = [(n["room"], n["note"], n["seat"], n["player"], n["amount_cents"], n["source_line"]) for n in notes]
    assert told == [("PokerNow", "rebuy", 9, player, 5000, 4), ("PokerNow", "cashout", 9, player, 2950, 3)]
    assert notes[0]["at"].isoformat() == "2031-01-01T10:00:00+00:00"
    assert not any(part.quarantine for part in parts) and said(parts) == said(read(tmp_path))


def test_a_line_between_hands_that_cannot_be_understood_is_kept_in_quarantine(tmp_path: Path) -> None:
    parts = read(tmp_path, with_lines("The game's big blind was changed from 1 to 0.001."))
    [row] = [row for part in parts for row in part.quarantine]
    assert row.line == 2 and "is no amount" in row.reason and said(parts) == said(read(tmp_path))


def test_a_table_that_broke_begins_a_new_game_whose_button_is_held_against_nothing(tmp_path: Path) -> None:
    header, _, rest = TEXT.partition("\n")
    earlier = rest[rest.index("-- ending hand #7 --") :]  # the newest line stands first
    later = earlier.replace("hand #7", "hand #9")
    left = [
        entry(f'The player "{player}" quits the game with a stack of 0.', "2021-08-08T20:59:00.000Z")
        for player in named(read(tmp_path)).values()
    ]

    def open_buttons(between: list[str]) -> list[str]:
        parts = read(tmp_path, f"{header}\n{later}{''.join(between)}{earlier}")
        assert len(said(parts)) == 2
        parts = [part for part in parts if "button" in part.batch.unrecorded]
        return [row["hand"][-2:] for part in parts for row in to_tables(part.batch)["hands"].to_pylist()]

    assert open_buttons([]) == open_buttons(left[:1]) == []
    assert open_buttons(left) == ["-9"]


def test_stakes_beyond_all_reason_refuse_the_hands_that_are_played_for_them(tmp_path: Path) -> None:
    parts = read(tmp_path, TEXT.replace("from 1.00 to 2.00", f"from 1.00 to {'2' * 40}"))
    assert len(said(parts)) == 1
    rows = [row for part in parts for row in part.quarantine]
    assert len(rows) == 2, "the line, and the hand that was played behind it"
    assert all(row.column_or_field == "stakes" and "beyond all reason" in row.reason for row in rows)


def test_a_line_without_its_time_is_told(tmp_path: Path) -> None:
    parts = read(tmp_path, TEXT.rstrip("\n") + '\n"""Ann, A. @ a1"" folds"\n')
    assert len(said(parts)) == 2
    (row,) = [row for part in parts for row in part.quarantine]
    assert row.raw == '"Ann, A. @ a1" folds' and row.line == TEXT.rstrip("\n").count("\n") + 2
