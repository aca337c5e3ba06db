"""`oddchip init`: asked or told by flags, checked by the real loader, never half-written."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from checks.law.house_check import check_house
from parsers.games import GAMES
from parsers.house import load_house
from pipelines.cli import BAD_INPUT, OK, main
from pipelines.errors import InputError
from pipelines.starting.asking import answers_of
from pipelines.starting.new_room import house_text
from pipelines.starting.questions import ANY_ZONE, system_zone
from pipelines.starting.stakes_and_rake import rake_of, stakes_of


def test_flags_make_a_room_that_the_loader_reads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    flags = ["--room", "rio", "--timezone", "America/New_York", "--gaming-day-starts", "8:00", "--stakes", "2/5"]
    flags += ["--rake", "10% to 6 in steps of 0.50", "--seats", "8", "--rulebooks", "wsop-live-2017", "--yes"]
    assert main(["init", str(data), *flags]) == OK
    house = load_house(data / "house.toml")
    (room,), (placard,) = house.rooms.values(), house.placards.values()
    assert (room.id, room.timezone.key) == ("rio", "America/New_York")
    assert (placard.game, placard.betting, placard.room) == ("holdem", "nl", "rio")
    assert {"sb": 200, "bb": 500}.items() <= placard.stakes_cents.items()
    text = (data / "house.toml").read_text()
    assert "rake = { percent = 10, step = 0.50, cap = 6, no_flop_no_drop = true }" in text
    assert 'gaming_day_starts = "08:00"' in text and "seats = 8" in text
    assert (data / "landing").is_dir()
    out = capsys.readouterr().out
    for command in ("oddchip lint", "oddchip audit", "oddchip nightly"):
        assert command in out


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_defaults_that_are_right(game: str, tmp_path: Path) -> None:
    answers = answers_of({"game": game}, None)
    path = tmp_path / "house.toml"
    path.write_text(house_text(answers))
    assert [remark.text for remark in check_house(path, date(2026, 1, 15)) if remark.is_error] == []


def test_a_house_file_is_not_overwritten_unless_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path), "--yes"]) == OK
    (tmp_path / "house.toml").write_text("mine")
    assert main(["init", str(tmp_path), "--yes", "--stakes", "5/10"]) == BAD_INPUT
    assert "--replace" in capsys.readouterr().err
    assert (tmp_path / "house.toml").read_text() == "mine"
    assert main(["init", str(tmp_path), "--yes", "--stakes", "5/10", "--replace"]) == OK
    assert "bb = 10" in (tmp_path / "house.toml").read_text()


@pytest.mark.parametrize(
    ("flag", "value", "says"),
    [
        ("--room", "my room", "cannot name a room"),
        ("--timezone", "America/Los_Angles", "did you mean America/Los_Angeles?"),
        ("--gaming-day-starts", "6 am", "write it like 06:00"),
        ("--game", "holdme", "did you mean holdem?"),
        ("--betting", "np", "there are nl, pl, fl, spread"),
        ("--stakes", "1-3", "write them like 1/3"),
        ("--stakes", "0/3", "no amount above 0"),
        ("--stakes", "sb=1,bbb=3", "did you mean bb?"),
        ("--rake", "some", "write 10% to 5"),
        ("--seats", "40", "from 2 to 10"),
        ("--rulebooks", "wsop-live-2071", "did you mean wsop-live-2017?"),
    ],
)
def test_a_bad_answer_is_an_error_that_names_its_flag_and_writes_nothing(
    flag: str, value: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    assert main(["init", str(data), flag, value, "--yes"]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"oddchip: {flag}: ") and says in line
    assert not (data / "house.toml").exists()


def test_a_house_file_that_the_check_refuses_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rulebooks").mkdir()
    (tmp_path / "rulebooks" / "ours.toml").write_text("[nonsense")
    assert main(["init", str(tmp_path), "--yes"]) == BAD_INPUT
    assert "ours" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["landing", "rulebooks"]


class Person:
    """Answers in turn, and remembers what was asked."""

    def __init__(self, *answers: str) -> None:
        self._answers: Iterator[str] = iter(answers)
        self.asked: list[str] = []

    def __call__(self, words: str) -> str:
        self.asked.append(words)
        return next(self._answers)


def test_a_person_is_asked_again_and_enter_takes_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    person = Person("my room", "rio", "", "", "", "", "1/2/3", "1/2", "", "", "")
    answers = answers_of({}, person)
    assert (answers["room"], answers["stakes"], answers["game"]) == ("rio", "1/2", "holdem")
    assert sum("call the room" in words for words in person.asked) == 2
    assert sum("stakes" in words for words in person.asked) == 2
    assert all("[" in words for words in person.asked)
    assert "cannot name a room" in capsys.readouterr().out


def test_what_a_flag_answers_is_not_asked() -> None:
    flags = {"room": "rio", "timezone": "UTC", "game": "huhe", "seats": "6", "rulebooks": "mlgca-huhe"}
    person = Person("", "")
    answers = answers_of(flags, person)
    assert len(person.asked) == 2  # when the day begins and the smallest ante: nobody bets, and no rake is taken
    assert "betting" not in answers and "rake" not in answers


def test_a_flag_that_does_not_apply_is_told() -> None:
    with pytest.raises(InputError, match=r"--betting nl: does not apply to huhe"):
        answers_of({"game": "huhe", "betting": "nl"}, None)


def test_where_nobody_is_at_the_terminal_nothing_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["init", str(tmp_path / "data")]) == OK


def test_a_servers_clock_says_nothing_of_the_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Etc/UTC")
    assert system_zone() == ANY_ZONE
    monkeypatch.setenv("TZ", "Europe/Vienna")
    assert system_zone() == "Europe/Vienna"


def test_stakes_and_rake_are_said_as_a_person_says_them() -> None:
    assert {k: str(v) for k, v in stakes_of("4/8", "holdem", "fl").items()} == {
        "sb": "2", "bb": "4", "small_bet": "4", "big_bet": "8",
    }  # fmt: skip
    assert list(stakes_of("1/2/5/10", "stud", "fl")) == ["ante", "bring_in", "small_bet", "big_bet"]
    assert rake_of("10% to 5", "holdem") == {
        "rake": "{ percent = 10, step = 1, cap = 5, no_flop_no_drop = true }"
    }  # fmt: skip
    assert rake_of("Drop $4", "stud") == {"rake": "{ drop = 4 }"}
    assert rake_of("time 7/30", "ofc") == {"time": '{ rate = 7, minutes = 30, style = "seat" }'}
    with pytest.raises(InputError):
        rake_of("10% to 5.5.5", "holdem")
