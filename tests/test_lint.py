"""`oddchip lint`: every reason of the readers, at its line and column, and what was probably meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers.hand_files import read_hands
from parsers.source import Source
from pipelines.cli import BAD_INPUT, OK, main
from pipelines.linting.json_places import event_place, field_place
from pipelines.linting.lint import lint
from pipelines.linting.marks import Mark
from tests.feeds_page import five_hands, house

GOOD = five_hands()[0].line
DOWNS = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials\n"


CARD = "m,,,2026-01-15,14:00,12,14:00"


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "under", "meant"),
    [
        ('"s1 raise 9"', '"s1 rasie 9"', "rasie", "did you mean raise?"),
        ('"burn"', '"brun"', "brun", "did you mean burn?"),
        ('"s5 post sb 1"', '"s5 post sbb 1"', "sbb", "did you mean sb?"),
        ('"s6 fold"', '"s9 fold"', '"s9 fold"', "seat s9 is not listed in seats"),
        ('"rake 1"', '"rake 1.005"', "1.005", "more than two decimals"),
        ('"board 2h8hKs"', '"board 2h8hXs"', 'Xs"', '"Xs" is no card'),
        ('"game":"holdem"', '"game":"holdme"', '"holdme"', "did you mean holdem?"),
        ('"stack":95', '"stack":-95', "-95", "is negative"),
        ('"state":"away"', '"state":"awya"', '"awya"', "did you mean away?"),
        ('"sb":1', '"sb":"1"', '"1"', "must be a number"),
        ("T14:04:11-08:00", "T14:04:11", '"2026-01-15T14:04:11"', "has no offset"),
        ('"button":4', '"butotn":4', '"butotn"', "did you mean button?"),
        ('"stack":300', '"satck":300,"stack":300', '"satck"', "is no field that is read"),
        ('"v":1', '"v":1,"v":1', '"v":1,"room"', "the key stands twice"),
        ('"deck":"red"', '"deck":red', "red,", "not JSON"),
    ],
)
def test_a_mark_points_at_what_is_wrong(old: str, new: str, under: str, meant: str, tmp_path: Path) -> None:
    assert old in GOOD
    bad = GOOD.replace(old, new, 1)
    path = written(tmp_path, "a.hands.jsonl", f"{GOOD}\n{bad}\n")
    marks = [mark for mark in lint(path, "hands").marks if not mark.is_note]
    assert len(marks) == 1 or meant == "is no field that is read"
    mark = marks[0]
    assert (mark.line, mark.source) == (2, bad)
    assert mark.column is not None
    assert bad[mark.column - 1 :].startswith(under), bad[mark.column - 1 : mark.column + 20]
    assert meant in mark.reason


def test_the_marks_of_a_log_are_its_quarantine_and_no_opinion_of_their_own(tmp_path: Path) -> None:
    bad = GOOD.replace("raise 9", "rasie 9"), "not json", GOOD.replace('"holdem"', '"chess"')
    path = written(tmp_path, "a.hands.jsonl", "\n".join(bad) + "\n")
    rows = [row for parsed in read_hands(Source(path)) for row in parsed.quarantine]
    marks = lint(path, "hands").marks
    assert [mark.line for mark in marks] == [row.line for row in rows]
    assert all(row.reason in mark.reason for row, mark in zip(rows, marks, strict=True))


def test_a_field_of_the_rooms_own_is_noted_and_not_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "a.hands.jsonl", GOOD.replace('"v":1', '"v":1,"zzz":1') + "\n")
    assert main(["lint", str(path)]) == OK
    assert f"{path}:1:8: note: zzz is no field that is read" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "place", "under", "said"),
    [
        ("a.downs.csv", DOWNS + f'{CARD},794324,"Lee, Jr.",Ann,liev,,\n', 2, "liev", "did you mean live?"),
        ("a.downs.csv", DOWNS + f"{CARD},794324,Lee, Jr.,Ann,live,,\n", 2, "", "14 fields"),
        ("a.downs.csv", DOWNS + f"{CARD},794324,Lee,Ann,live,,\n".replace("-01-", "-13-"), 2, "2026-13", "calendar"),
        ("a.shuffler.csv", "room,table,devise,at,deck,cards,status\n", 1, "devise", "did you mean device?"),
        ("a.drop.csv", "room,table,gaming_date,shift,rake_cents\n", 1, "room", "no column"),
        ("roster.csv", "emp,last_name,first_name\n794324,,Ann\n", 2, ",Ann", "last_name is empty"),
    ],
)  # fmt: skip
def test_a_csv_feed_is_pointed_into(name: str, text: str, place: int, under: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, text)
    feed = {"downs": "downs", "shuffler": "shuffles", "drop": "drops", "roster": "roster"}[
        name.removesuffix(".csv").split(".")[-1]
    ]
    (mark,) = lint(path, feed).marks
    assert (mark.line, said in mark.reason) == (place, True), mark
    assert mark.source is not None and mark.column is not None
    assert mark.source[mark.column - 1 :].startswith(under)


@pytest.mark.parametrize(
    ("old", "new", "under", "said"),
    [
        ("percent = 10", "procent = 10", "procent", "did you mean percent?"),
        ("seats = 9", "saets = 9", "saets", "did you mean seats?"),
        ('game = "stud"', 'game = "stdu"', 'stdu"', "did you mean stud?"),
        ("seats = 6", "seats = 60", "seats = 60", "60"),
        ('timezone = "America/Los_Angeles"', 'timezone = "America/Los Angeles"', "America/Los A", "did you mean"),
        ("[room.main]", "[room.main", "", "is not TOML"),
        ('"wsop-live-2017"', '"wsop-live-2071"', "wsop-live-2071", "did you mean wsop-live-2017?"),
    ],
)
def test_a_house_file_is_pointed_into(old: str, new: str, under: str, said: str, tmp_path: Path) -> None:
    text = house()
    assert old in text
    path = written(tmp_path, "house.toml", text.replace(old, new, 1))
    mark = next(mark for mark in lint(path, "house").marks if not mark.is_note)
    assert said in mark.reason
    assert mark.line is not None and mark.column is not None and mark.source is not None
    assert path.read_text().splitlines()[mark.line - 1] == mark.source
    assert mark.source[mark.column - 1 :].startswith(under), (mark.source, mark.column)


def test_the_house_file_of_the_page_is_right(tmp_path: Path) -> None:
    assert [mark for mark in lint(written(tmp_path, "house.toml", house()), "house").marks if not mark.is_note] == []


def test_a_rulebook_of_the_house_is_looked_at_by_itself(tmp_path: Path) -> None:
    (tmp_path / "rulebooks").mkdir()
    path = written(tmp_path / "rulebooks", "ours.toml", 'title = "Ours"\n')
    (mark, *_) = lint(path, "rulebook").marks
    assert not mark.is_note


def test_other_formats_are_told_by_their_own_reader(tmp_path: Path) -> None:
    path = written(tmp_path, "a.ohh", '{"ohh": {"spec_version": }}\n')
    assert lint(path, "ohh").wrong == 1
    path = written(tmp_path, "a.txt", "hello\n")
    assert lint(path, "pokerstars").wrong == 1


def test_the_caret_stands_under_its_column_also_in_long_lines_and_behind_wide_letters() -> None:
    for text, at in (("x" * 300 + "!" + "y" * 300, 300), ("日本!", 2), ("a\tb!", 3), ("!", 0), ("", 0)):
        head, line, caret = Mark("f", 1, at + 1, "why", text).lines()
        assert head == f"f:1:{at + 1}: why"
        shown = line.index("!") if "!" in line else 4
        wide = sum(c in "日本" for c in line[:shown])
        assert caret.index("^") == shown + wide
        assert len(line) < 120 and "\t" not in line


def test_a_clean_file_exits_0_and_a_wrong_one_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path, "good.hands.jsonl", GOOD + "\n")
    bad = written(tmp_path, "bad.hands.jsonl", GOOD[:-10] + "\n")
    assert main(["lint", str(good)]) == OK
    assert "1 hand, 0 table notes; nothing is wrong" in capsys.readouterr().out
    assert main(["lint", str(good), str(bad)]) == BAD_INPUT
    out = capsys.readouterr().out
    assert f"{bad}:1:" in out and "cut off" in out and "1 to put right, in 1 of them" in out
    assert main(["lint", str(tmp_path / "goood.hands.jsonl")]) == BAD_INPUT
    assert f"did you mean {good}?" in capsys.readouterr().err


def test_a_file_in_a_folder_that_no_feed_has_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "good.hands.jsonl", GOOD + "\n")
    other = written(tmp_path, "good.hands", GOOD + "\n")
    assert main(["lint", str(tmp_path)]) == OK
    assert f"{other}: note: passed over" in capsys.readouterr().out


def test_places_in_json_survive_what_is_no_json() -> None:
    assert field_place('{"a":[{"b":1}]}', "a[0].b") == 11
    assert field_place('{"a":[{"b":', "a[3].b") is None
    assert field_place("[", "a") is None
    assert event_place(json.dumps(["s1 fold"]), 1, "no quotes") == 1
