"""A span of simulated days: who stays, what goes wrong on purpose, and what every page over days then says of it."""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipelines.cli import main
from pipelines.errors import InputError
from pipelines.night import nightly
from pipelines.scoreboard.demo import DAY, KINDS, Demo, Plan, run_demo
from pipelines.simulator import simulate, simulate_month
from pipelines.simulator.staff import Staff, guests_of
from pipelines.simulator.troubles import (
    CORRECTED_LOG,
    DISPUTED_POT,
    DRIFTING_SHUFFLER,
    MISSING_LOG,
    RULING,
    WEAK_DEALER,
    Trouble,
    read_troubles,
)

GAMES = KINDS[:9]
FIRST = dt.date(2026, 1, 12)


def month(out: Path, **wishes: Any) -> dict[str, Trouble]:
    """Five small days."""
    asked = {"days": 5, "tables": 9, "hands": 180, "seed": 3, "games": GAMES, "jobs": 1, **wishes}
    return simulate_month(out, FIRST, **asked).troubles


@pytest.fixture(scope="module")
def five_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("five") / "month"
    month(out)
    return out


def hands_of(folder: Path) -> list[dict[str, Any]]:
    lines = (json.loads(line) for log in sorted(folder.glob("*.hands.jsonl")) for line in log.read_text().splitlines())
    return [line for line in lines if "hand" in line]


def days_of(out: Path) -> list[Path]:
    return sorted(path for path in out.iterdir() if re.fullmatch(r"\d{4}-\d\d-\d\d", path.name))


def text_of(page: Path) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8")))


# -- what is written ---------------------------------------------------------------------------------------------------


def test_a_span_is_a_folder_a_day_with_roster_house_file_and_labels_beside(five_days: Path) -> None:
    assert [path.name for path in days_of(five_days)] == [f"2026-01-{day}" for day in range(12, 17)]
    beside = {path.name for path in five_days.iterdir() if path.is_file()}
    assert beside == {"house.toml", "labels.parquet", "roster.csv", "troubles.csv"}
    names = [path.name for day in days_of(five_days) for path in day.iterdir()]
    assert len(set(names)) == len(names), "all days can lie in one folder"


def test_the_same_wishes_write_the_same_span_on_one_process_and_on_two(five_days: Path, tmp_path: Path) -> None:
    month(tmp_path / "again", jobs=2)
    files = sorted(path.relative_to(five_days) for path in five_days.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(tmp_path / "again") for path in tmp_path.rglob("*") if path.is_file())
    for name in files:
        assert (five_days / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_the_staff_stays_and_players_come_back(five_days: Path) -> None:
    roster = {row["emp"] for row in csv.DictReader((five_days / "roster.csv").open(encoding="utf-8"))}
    dealers, players = [], []
    for day in days_of(five_days):
        hands = hands_of(day)
        dealers.append({hand["dealer"] for hand in hands if "dealer" in hand})
        players.append({seat["player"] for hand in hands for seat in hand["seats"]})
    assert set.union(*dealers) <= roster
    # a few hands a day: not everybody is seen dealing, and whoever is has been on the roster all along
    assert all(len(one & other) >= 3 for one, other in pairwise(dealers))
    assert all(len(one & set.union(*players[:n])) >= 10 for n, one in enumerate(players) if n)


def test_nobody_of_the_room_is_expected_at_two_tables() -> None:
    from random import Random

    seats = [name for names in guests_of(Random(1), 31, 9).values() for name in names]
    assert len(set(seats)) == len(seats) == 360


def test_regulars_deal_at_every_table_over_the_days_and_have_days_off() -> None:
    from random import Random

    staff = Staff.hired(Random(1), 9, 31)
    places: dict[str, set[int]] = defaultdict(set)
    for day in range(28):
        for place, dealer in enumerate(staff.on(day, 9)[:12]):
            places[dealer.emp].add(place // 4)
    regulars = [dealer.emp for dealer in staff.everybody[:12]]
    assert all(places[emp] == {0, 1, 2} for emp in regulars)
    off = [sum(emp not in {d.emp for d in staff.on(day, 9)[:12]} for day in range(28)) for emp in regulars]
    assert set(off) == {4}
    assert {d.emp for d in staff.on(27, 31)[:12]} == set(regulars), "nobody is off on the largest day"


def test_the_troubles_are_listed_and_the_late_correction_is_labeled(five_days: Path) -> None:
    listed = read_troubles(five_days / "troubles.csv")
    assert list(listed) == [WEAK_DEALER, DRIFTING_SHUFFLER, MISSING_LOG, CORRECTED_LOG, DISPUTED_POT]
    missing, corrected, disputed = (listed[kind] for kind in (MISSING_LOG, CORRECTED_LOG, DISPUTED_POT))
    assert missing.gaming_date == dt.date(2026, 1, 13)
    assert not (five_days / "2026-01-13" / f"{missing.table}-2026-01-13.hands.jsonl").exists()
    labels = pq.read_table(five_days / "labels.parquet").to_pylist()
    assert not [one for one in labels if (one["gaming_date"], one["table"]) == (missing.gaming_date, missing.table)]
    (tl04,) = [one for one in labels if one["code"] == "TL04"]
    assert (tl04["hand"], tl04["gaming_date"]) == (corrected.hand, corrected.gaming_date)
    (again,) = hands_of(five_days / "later")
    (before,) = [one for one in hands_of(five_days / "2026-01-14") if one["hand"] == corrected.hand]
    assert again["hand"] == corrected.hand and again["start"] == before["start"] and again != before
    (pot,) = [one for one in hands_of(five_days / "2026-01-16") if one["hand"] == disputed.hand]
    assert pot["events"][pot["events"].index(RULING) - 1].startswith("award ")


def test_a_day_by_itself_knows_nothing_of_spans(tmp_path: Path) -> None:
    simulate(tmp_path, FIRST, tables=2, hands=40, seed=3)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "141.hands.jsonl", "142.hands.jsonl", "house.toml", "labels.parquet", "rio-2026-01-12.downs.csv",
        "rio-2026-01-12.shuffler.csv", "roster.csv",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"days": 3}, "ask for 4 or more"),
        ({"hands": 9 * 501}, "501 hands a table and day; a day holds 500"),
        ({"last_tables": 8}, "8 tables on the last day, fewer than the 9 before"),
        ({"games": ("huhe", "holdem", "ofc"), "tables": 6}, "2 cash tables with a flop"),
    ],
)
def test_a_span_that_cannot_be_filled_is_refused(wishes: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        month(tmp_path / "m", **wishes)
    assert not (tmp_path / "m").exists()


def test_simulate_takes_days_and_the_size_of_the_last_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--date", "2026-01-12", "--days", "4", "--tables", "3", "--hands", "90", "--last-hands", "120"]
    assert main(["simulate", "--out", str(tmp_path / "m"), *options]) == 0
    said = capsys.readouterr()
    assert "weak-dealer: " in said.out and "390 hands at 3 tables" in said.out
    assert "100%  4 of 4 days" in said.err
    assert main(["simulate", "--out", str(tmp_path / "n"), "--date", "2026-01-12", "--last-hands", "9"]) != 0
    assert "--last-hands: is of a span of days; give --days as well" in capsys.readouterr().err


# -- what the pages say ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The demo, of eight days: small ones, and a larger one at the end."""
    plan = Plan(days=8, tables=9, hands=1600, small_tables=9, small_hands=400, each=1, games=GAMES)
    return run_demo(tmp_path_factory.mktemp("demo") / "demo", plan)


def page(demo: Demo, name: str, day: dt.date = DAY) -> Path:
    return demo.folders.reports / day.isoformat() / name


def test_every_labeled_error_of_the_month_is_found_and_nothing_else(demo: Demo) -> None:
    assert demo.perfect, [row for row in demo.rows if row.missed or row.false]
    assert sum(row.injected for row in demo.rows) > 100


def test_the_weak_dealer_is_the_one_that_is_marked_for_review(demo: Demo) -> None:
    emp = demo.troubles[WEAK_DEALER].who
    name = demo.troubles[WEAK_DEALER].note.split(":")[0].split()
    rows = re.findall(r"<tr.*?</tr>", page(demo, "dealers.html").read_text(encoding="utf-8"), re.S)
    marked = [row for row in rows if "review" in re.sub(r"<[^>]+>", " ", row).lower()]
    assert marked and all(word in marked[0] for word in name), (emp, name, len(marked))
    assert len(marked) == 1


def test_the_drifting_shuffler_is_the_first_of_the_devices(demo: Demo) -> None:
    """Devices stand in order of their wrong counts. A week is too little for the page to mark one for review."""
    device = demo.troubles[DRIFTING_SHUFFLER].who
    rows = re.findall(r"<tr.*?</tr>", page(demo, "shuffler.html").read_text(encoding="utf-8"), re.S)
    first = next(row for row in rows if "wrong counts on" in row)
    assert f">{device}<" in first
    assert re.search(r"\+\d\d+ s", first), "its clock"


def test_the_missing_log_is_on_the_night_of_its_day_and_marks_week_and_month(demo: Demo) -> None:
    missing = demo.troubles[MISSING_LOG]
    assert missing.gaming_date
    assert f"The hand log of table {missing.table} has not come" in text_of(
        page(demo, "index.html", missing.gaming_date)
    )
    for name in ("week.html", "month.html", "dealers.html"):
        assert "†" in text_of(page(demo, name)), name
    troubles = {
        day: [one.said for one in nightly.feed_troubles(demo.folders, day, "rio")]
        for day in (DAY - dt.timedelta(days=n) for n in range(8))
    }
    assert [day for day, said in troubles.items() if said] == [missing.gaming_date], troubles


def test_the_corrected_log_is_a_finding_of_its_day_and_of_the_week(demo: Demo) -> None:
    corrected = demo.troubles[CORRECTED_LOG]
    assert corrected.gaming_date and corrected.hand
    assert corrected.hand in text_of(page(demo, "findings.html", corrected.gaming_date))
    assert "TL04" in page(demo, "week.html").read_text(encoding="utf-8")


def test_the_ruling_stands_in_the_replay_of_the_disputed_pot(demo: Demo) -> None:
    disputed = demo.troubles[DISPUTED_POT]
    (table,) = page(demo, "replay").glob(f"{disputed.table}-*.js")
    assert RULING.removeprefix("floor ") in table.read_text(encoding="utf-8")


def test_week_month_and_trends_have_more_than_one_day(demo: Demo) -> None:
    for name in ("week.html", "month.html"):
        said = text_of(page(demo, name))
        assert "nothing to compare with" not in said or name == "month.html"
        assert "gaming days" in said
    assert "too few days" not in text_of(page(demo, "index.html"))


def test_tables_against_the_house_and_chinese_tables_have_their_pages(demo: Demo) -> None:
    assert "held" in text_of(page(demo, "money.html"))
    labels = pq.read_table(demo.month / "labels.parquet").to_pylist()
    codes = {one["code"] for one in labels if one["gaming_date"] == DAY}
    assert {"HB01", "OF01", "TL05"} <= codes
    findings = text_of(page(demo, "findings.html"))
    for code in ("HB01", "OF01"):
        hand = next(one["hand"] for one in labels if one["code"] == code and one["gaming_date"] == DAY)
        assert hand in findings, code


def test_the_site_of_all_days_has_every_day(demo: Demo) -> None:
    found = sorted(path.name for path in demo.folders.reports.glob("*-*-*"))
    assert found == [(DAY - dt.timedelta(days=n)).isoformat() for n in range(7, -1, -1)]


def test_dagster_keeps_the_runs_of_the_last_day_and_the_lake_the_audits_of_all(demo: Demo) -> None:
    import dagster as dg

    with dg.DagsterInstance.from_config(str(demo.folders.dagster.resolve())) as instance:
        nights = {run.tags["oddchip/night"] for run in instance.get_runs()}
    assert nights == {f"rio {DAY}"}
    assert nightly.audited_days(demo.folders) == {DAY - dt.timedelta(days=n) for n in range(8)}
