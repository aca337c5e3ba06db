"""Which day `oddchip nightly` runs: every open room day, the absent ones too, and never an old day as success."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import duckdb
import pytest

from pipelines.cli import main
from pipelines.commands.nightly import DID_NOT_COME
from pipelines.commands.status import PERSON_NEEDED
from pipelines.folders import Folders
from pipelines.night import night_checks, nightly
from tests.lake_fixtures import HOUSE_TEXT, ROOM, hand, write_day, write_lines
from warehouse import expectations
from warehouse.lake import Lake

HOUSE = HOUSE_TEXT[: HOUSE_TEXT.index("[room.annex]")] + HOUSE_TEXT[HOUSE_TEXT.index("[placard") :]
OK, NOTHING = 0, "0 files landed"


def last_closed() -> dt.date:
    """The room's last closed gaming day, by the real clock: that is what `oddchip nightly` goes by."""
    from parsers.house import parse_house

    return parse_house(HOUSE.encode()).rooms[ROOM].gaming_date(dt.datetime.now(dt.UTC)) - dt.timedelta(days=1)


def arrive(data: Path, day: dt.date, tables: tuple[str, ...] = ("147", "23"), hands: int = 6) -> list[Path]:
    """A day's files come into the landing folder, each day's in a folder of its own."""
    return write_day(data / "landing" / day.isoformat(), day, tables, hands)


def night(data: Path, *more: str) -> int:
    return main(["nightly", "--data", str(data), *more])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room that played four days in a row, the last of them the night before last; run once. Copy it."""
    data = tmp_path_factory.mktemp("played") / "data"
    data.mkdir()
    (data / "house.toml").write_text(HOUSE, encoding="utf-8")
    for back in (4, 3, 2, 1):
        arrive(data, last_closed() - dt.timedelta(days=back))
    assert night(data) == DID_NOT_COME
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path / "data")
    return tmp_path / "data"


def test_one_night_runs_every_open_day_and_says_that_the_last_did_not_come(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    due = last_closed()
    lake = Lake(played / "lake")
    assert sorted({day for day, _ in lake.snapshot().audits}) == [due - dt.timedelta(days=n) for n in (4, 3, 2, 1, 0)]
    page = (played / "reports" / due.isoformat() / "index.html").read_text()
    assert f"Nothing came of rio&#39;s gaming day {due}" in page or f"Nothing came of rio's gaming day {due}" in page
    assert main(["status", "--data", str(played)]) == PERSON_NEEDED
    said = capsys.readouterr().out
    assert f"Nothing came of rio's gaming day {due}" in said
    assert "did not come" in said


def test_a_night_without_new_files_is_no_success(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert night(data) == DID_NOT_COME
    out, err = capsys.readouterr()
    assert f"rio: the gaming day {last_closed()} should exist and nothing of it came" in err
    assert "findings" not in out, "an old day is not told as if it had just been run"


def test_the_night_that_comes_after_all_is_run_and_all_is_well(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    due = last_closed()
    arrive(data, due)
    assert night(data) == OK
    out, err = capsys.readouterr()
    assert NOTHING not in out + err
    assert f"Gaming day {due}: 12 hands" in out
    assert main(["status", "--data", str(data)]) == OK
    assert "Nothing needs a person." in capsys.readouterr().out
    assert night(data) == OK
    assert "nothing to do" in capsys.readouterr().out


def test_one_line_dated_a_year_ahead_stops_nothing(data: Path) -> None:
    due, ahead = last_closed(), last_closed() + dt.timedelta(days=365)
    (log, *_) = arrive(data, due)
    write_lines(log, [*log.read_text().splitlines(), hand(99, day=ahead)])
    assert night(data) == OK
    lake = Lake(data / "lake")
    assert (due, ROOM) in lake.snapshot().audits
    assert max(day for day, _ in lake.partitions(staged=True)) == due
    assert [row["column_or_field"] for row in lake.read("quarantine").to_pylist()] == ["start"]


def test_a_late_file_opens_its_own_day_and_no_other(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    due = last_closed()
    before = dict(Lake(data / "lake").snapshot().audits)
    late = due - dt.timedelta(days=2)
    write_lines(data / "landing" / "late.hands.jsonl", [hand(n, "24", day=late) for n in range(4)])
    arrive(data, due)
    assert night(data) == OK
    after = Lake(data / "lake").snapshot().audits
    assert {day for day, _ in after if after[day, ROOM] != before.get((day, ROOM))} == {late, due}
    assert f"Gaming day {late}: 16 hands" in capsys.readouterr().out


def test_a_corrected_beginning_of_the_day_files_the_hands_again_and_runs_their_days(data: Path) -> None:
    text = HOUSE.replace('"06:00"', '"12:00"')  # the logs begin at ten: they belong to the day before
    (data / "house.toml").write_text(text, encoding="utf-8")
    night(data)
    lake = Lake(data / "lake")
    days = sorted({day for day, _ in lake.partitions()})
    assert days == [last_closed() - dt.timedelta(days=n) for n in (5, 4, 3, 2)]
    assert len(lake.read("hands", ROOM, days[0])) == 12
    with duckdb.connect(str(data / "warehouse.duckdb"), read_only=True) as connection:
        found = connection.execute("SELECT gaming_date, hands FROM days ORDER BY 1").fetchall()
    assert [day for day, hands in found if hands] == days
    assert lake.verify() == []


def test_a_withheld_log_is_first_in_status_and_lowers_the_coverage(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    due = last_closed()
    files = arrive(data, due)
    files[0].unlink()
    assert night(data) == OK
    lake = Lake(data / "lake")
    register = {(row["feed"], row["table"]): row["status"] for row in lake.read("register", ROOM, due).to_pylist()}
    # the day was audited as one that did not come: what is there now came late
    assert register.pop(("hands", "147")) == "missing"
    assert set(register.values()) == {"late"}
    capsys.readouterr()
    assert main(["status", "--data", str(data)]) == PERSON_NEEDED
    assert "The hand log of table 147 has not come" in capsys.readouterr().out

    def judged(day: dt.date) -> float:
        rows = lake.read("coverage", ROOM, day).to_pylist()
        total = sum(row["evaluated"] + row["not_evaluable"] for row in rows)
        return sum(row["evaluated"] for row in rows) / total

    assert judged(due) < judged(due - dt.timedelta(days=1))


def test_a_night_that_did_not_come_fails_its_checks_in_dagster(played: Path) -> None:
    where, due = Folders(played), last_closed()
    assert not night_checks.findings_usual(where, due, ROOM).passed
    assert not night_checks.coverage_usual(where, due, ROOM).passed
    assert night_checks.findings_usual(where, due - dt.timedelta(days=1), ROOM).passed
    assert [one.feed for one in nightly.feed_troubles(where, due, ROOM)] == ["night"]


def test_findings_of_a_day_that_did_not_come_say_so(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["findings", "--data", str(played)]) == OK
    assert capsys.readouterr().out.startswith(f"Nothing came of rio's gaming day {last_closed()}.")


def test_a_room_that_is_not_there_is_an_input_error(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert night(played, "--room", "roi") == 2
    assert "--room roi: no such room; did you mean rio? there are rio" in capsys.readouterr().err


def test_a_day_that_the_gate_holds_back_is_no_success_and_the_others_run(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    due, late = last_closed(), last_closed() - dt.timedelta(days=2)
    arrive(data, due)
    write_lines(data / "landing" / "late.hands.jsonl", [hand(n, "24", day=late) for n in range(4)])
    suite = expectations.SUITES["hands"]
    hopeless = expectations.Expectation(
        "hands", "one_seat", "one seat a hand", "ExpectColumnValuesToBeBetween", expectations.BLOCKING,
        {"column": "n_seats", "min_value": 1, "max_value": 1},
    )  # fmt: skip
    monkeypatch.setitem(
        expectations.SUITES, "hands", lambda room, day: [*suite(room, day), *([hopeless] if day == due else [])]
    )
    assert night(data) == 2
    out, err = capsys.readouterr()
    assert f"Gaming day {late}: 16 hands" in out
    assert f"rio {due}: held back by the quality gate" in err.splitlines()[-1]
    assert main(["status", "--data", str(data)]) == PERSON_NEEDED
    assert "held back by the gate" in capsys.readouterr().out


def test_files_of_which_nothing_can_be_read_are_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    write_lines(data / "landing" / "147.hands.jsonl", ["not a hand"])
    (data / "house.toml").write_text(HOUSE, encoding="utf-8")
    assert night(data) == 2
    assert "no gaming day has landed yet" in capsys.readouterr().err
    assert main(["status", "--data", str(data)]) == PERSON_NEEDED
    assert "147.hands.jsonl: nothing in it could be read" in capsys.readouterr().out
    write_lines(data / "landing" / "147.hands.jsonl", [hand(1)])
    assert night(data) == OK
    capsys.readouterr()
    assert main(["status", "--data", str(data)]) == OK


def test_ingest_names_what_it_does_not_take(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "landing" / "147.hands.jsonl").symlink_to("elsewhere")
    (data / "landing" / "minutes.doc").write_bytes(b"hello")
    capsys.readouterr()
    assert main(["ingest", "--data", str(data)]) == OK
    said = capsys.readouterr().out
    assert "not taken: 147.hands.jsonl: it is a link, and links are not followed" in said
    assert "not taken: minutes.doc: no feed has a file of this name" in said


def test_a_room_without_a_past_owes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "house.toml").write_text(HOUSE, encoding="utf-8")
    arrive(data, dt.date(2018, 6, 2))
    assert night(data) == OK
    assert night(data) == OK
    assert "the last that came is 2018-06-02" in capsys.readouterr().out
    assert nightly.missing_nights(Folders(data)) == []
