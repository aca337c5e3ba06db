"""Names: pseudonyms in what is published, unmasking with a trace, retention that deletes and can be proved."""

from __future__ import annotations

import os
import re
import shutil
from datetime import timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from parsers import schemas
from pipelines.cli import BAD_INPUT, OK, main
from tests.lake_fixtures import DAY, ROOM, audit_of, house, write_day, write_lines
from warehouse.audits import commit_audit
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, LakeError
from warehouse.privacy import PATTERN, Pseudonyms, load_key, unmask
from warehouse.retention import plan, retain

KEY = Pseudonyms(bytes(range(32)))


def promote_all(lake: Lake) -> None:
    waiting = [path for path, live in lake.snapshot().files.items() if live.staged]
    lake.commit(lambda snapshot, work: Draft("promote", promoted=waiting))


# -- pseudonyms ------------------------------------------------------------------------------


def test_a_pseudonym_is_of_the_name_and_the_key() -> None:
    assert KEY.of("Ann Lee") == KEY.of("Ann Lee")
    assert KEY.of("Ann Lee") != KEY.of("Ann Leе")  # a Cyrillic letter: another name
    assert KEY.of("Ann Lee") != Pseudonyms(bytes(32)).of("Ann Lee")
    assert PATTERN.match(KEY.of("")) and PATTERN.match(KEY.of("=1+1"))
    assert len({KEY.of(str(n)) for n in range(20_000)}) == 20_000


def test_types_nulls_and_order_stay() -> None:
    seats = pa.Table.from_pylist(
        [{"room": "r", "hand": "1", "seat": n, "player": name} for n, name in enumerate(["A", None, "B", "A"])],
        schema=schemas.SEATS,
    )
    masked = KEY.publish(seats, "seats")
    assert masked.schema == seats.schema
    assert masked["player"].to_pylist() == [KEY.of("A"), None, KEY.of("B"), KEY.of("A")]
    assert masked["seat"].to_pylist() == [0, 1, 2, 3]
    empty = KEY.publish(seats.slice(0, 0), "seats")
    assert len(empty) == 0 and empty.schema == seats.schema


def test_a_name_that_a_finding_quotes_from_a_card_is_not_published() -> None:
    rows = [
        {"code": "DC04", "expected": "the name of 794324", "actual": "Foster, John (563321)"},
        {"code": "RK01", "expected": "4.00", "actual": "5.00"},
        {"code": "DC01", "expected": "a signature", "actual": None},
    ]
    findings = pa.Table.from_pylist(rows, schema=schemas.FINDINGS)
    published = KEY.publish(findings, "findings")
    assert published.schema == findings.schema
    assert published["actual"].to_pylist() == ["another name", "5.00", None]
    coded = findings.set_column(
        findings.schema.get_field_index("actual"), "actual", findings["actual"].dictionary_encode()
    )
    assert KEY.publish(coded, "findings")["actual"].to_pylist() == ["another name", "5.00", None]
    assert len(KEY.publish(findings.slice(0, 0), "findings")) == 0


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "k" / "pseudonym.key"
    first = load_key(path)
    assert load_key(path).of("A") == first.of("A")
    assert os.stat(path).st_mode & 0o077 == 0
    with pytest.raises(LakeError, match="no key"):
        load_key(tmp_path / "other", make=False)
    write_lines(tmp_path / "bad", ["not a key"])
    with pytest.raises(LakeError, match="hexadecimal"):
        load_key(tmp_path / "bad")


def test_unmasking_leaves_an_entry_without_the_name(tmp_path: Path) -> None:
    lake = Lake(tmp_path / "lake")
    ingest(lake, write_day(tmp_path / "in"), house(tmp_path))
    asked = KEY.of("P5")
    assert unmask(lake, KEY, [asked, KEY.of("nobody")], "jane", "case 7") == {asked: ["P5"], KEY.of("nobody"): []}
    entry = lake.ledger.entries()[-1]
    assert (entry.kind, entry.meta["who"], entry.meta["reason"]) == ("unmask", "jane", "case 7")
    assert asked in entry.meta["pseudonyms"] and '"P5"' not in str(entry.meta)
    assert lake.verify() == []


def test_no_page_and_no_file_of_a_night_holds_a_players_name(night: Path) -> None:
    names = {name for name in Lake(night / "lake").read("seats", columns=["player"])["player"].to_pylist() if name}
    assert len(names) > 10
    long = sorted(name for name in names if len(name) > 2)
    pattern = re.compile("|".join(rf"(?<![A-Za-z0-9-]){re.escape(name)}(?![A-Za-z0-9])" for name in long).encode())
    files = sorted((night / "reports").rglob("*"))
    assert any(path.name == "search.js" for path in files)  # the search and the replay hold every hand of the day
    for path in files:
        if path.suffix in (".html", ".json", ".csv", ".js") and not path.name.startswith("plotly-"):
            found = pattern.search(path.read_bytes())
            assert found is None, f"{path.name}: {found}"
    with duckdb.connect(str(night / "warehouse.duckdb"), read_only=True) as connection:
        for table in ("seats", "findings", "notes"):
            players = connection.execute(f"SELECT DISTINCT player FROM {table} WHERE player IS NOT NULL").fetchall()
            assert all(PATTERN.match(player) for (player,) in players)
        assert connection.execute("SELECT count(raw) FROM quarantine").fetchall() == [(0,)]


def test_the_command_unmasks_what_the_pages_show(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    with duckdb.connect(str(data / "warehouse.duckdb"), read_only=True) as connection:
        ((pseudonym,),) = connection.execute("SELECT player FROM seats ORDER BY player LIMIT 1").fetchall()
    number = Lake(data / "lake").number()
    assert main(["unmask", pseudonym, "--reason", "a test", "--data", str(data)]) == OK
    names = set(Lake(data / "lake").read("seats", columns=["player"])["player"].to_pylist())
    assert capsys.readouterr().out.splitlines()[0].removeprefix(pseudonym + "  ") in names
    assert Lake(data / "lake").number() == number + 1
    assert main(["unmask", pseudonym, "--data", str(data)]) == BAD_INPUT
    assert "--reason" in capsys.readouterr().err
    assert main(["unmask", pseudonym, "--reason", " ", "--data", str(data)]) == BAD_INPUT
    assert "say why" in capsys.readouterr().err
    assert main(["unmask", "Ann Lee", "--reason", "a test", "--data", str(data)]) == BAD_INPUT
    assert "not a pseudonym" in capsys.readouterr().err
    assert Lake(data / "lake").number() == number + 1


# -- retention ------------------------------------------------------------------------------


@pytest.fixture
def two_days(tmp_path: Path) -> Lake:
    """Two gaming days, the first audited twice, with a line in quarantine and a log that spans both days."""
    lake, rules = Lake(tmp_path / "lake"), house(tmp_path)
    ingest(lake, write_day(tmp_path / "in"), rules)
    ingest(lake, write_day(tmp_path / "in2", DAY + timedelta(days=1), hands=5), rules)
    ingest(lake, [write_lines(tmp_path / "bad.hands.jsonl", ["Ann Lee was here"])], rules)
    promote_all(lake)
    for audit_id in ("one", "two"):
        commit_audit(lake, ROOM, DAY, audit_of(lake, audit_id), {"audit_id": audit_id})
    return lake


def test_a_plan_changes_nothing(two_days: Lake) -> None:
    number = two_days.number()
    todo = plan(two_days, DAY + timedelta(days=1))
    assert todo.partitions == [(DAY, ROOM)]
    assert len(todo.raw) == 4 and todo.files and todo.bytes
    assert two_days.number() == number and two_days.verify() == []


def test_what_is_older_is_deleted_and_the_rest_is_untouched(two_days: Lake) -> None:
    lake, next_day = two_days, DAY + timedelta(days=1)
    before = lake.read("hands", ROOM, next_day)
    number = lake.number()
    todo, entry = retain(lake, next_day, "jane")
    assert entry is not None and entry.meta["who"] == "jane"
    assert lake.read("hands", ROOM, next_day).equals(before)
    assert lake.partitions() == [(next_day, ROOM)]
    assert (DAY, ROOM) not in lake.snapshot().audits
    assert not list(lake.root.glob(f"tables/*/gaming_date={DAY}/*/*"))
    assert not any((lake.root / "raw" / sha[:2] / sha).exists() for sha in todo.raw)
    assert Lake(lake.root).verify() == [], "what retention deleted is not missing"
    with pytest.raises(LakeError, match="deleted under retention"):
        lake.read("findings", ROOM, DAY, as_of=number)
    assert retain(lake, next_day, "jane")[1] is None, "a second run has nothing to do"


def test_the_same_bytes_do_not_come_back(two_days: Lake, tmp_path: Path) -> None:
    retain(two_days, DAY + timedelta(days=1), "jane")
    report = ingest(two_days, sorted((tmp_path / "in").iterdir()), house(tmp_path))
    assert (report.files_landed, report.hands) == (0, 0)


def test_quarantined_lines_of_deleted_files_go_too(two_days: Lake) -> None:
    far = DAY + timedelta(days=36_500)  # the bad file is of no day: it goes by the day on which it came
    todo, _ = retain(two_days, far, "jane")
    assert todo.quarantined == 1
    assert len(two_days.read("quarantine")) == 0
    assert not list((two_days.root / "tables" / "quarantine").rglob("*.parquet"))
    assert b"Ann Lee" not in b"".join(p.read_bytes() for p in two_days.root.rglob("*") if p.is_file())
    assert two_days.verify() == []


def test_a_retention_that_was_killed_is_named_and_completed(two_days: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    import warehouse.retention

    with monkeypatch.context() as patch:
        patch.setattr(warehouse.retention, "_delete", lambda lake: None)
        todo, _ = retain(two_days, DAY + timedelta(days=1), "jane")
    problems = two_days.verify()
    assert {problem.kind for problem in problems} == {"file-retired"}
    assert len(problems) == len(todo.files) + len(todo.raw)
    retain(two_days, DAY + timedelta(days=1), "jane")
    assert two_days.verify() == []


def test_the_command_deletes_pages_and_says_so(night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    write_lines(data / "nightly.toml", ["retention_years = 0"])
    whole = ["retain", "--before", "2026-01-17", "--data", str(data)]
    assert main([*whole, "--dry-run"]) == OK
    assert "nothing was deleted" in capsys.readouterr().out
    assert (data / "reports" / "2026-01-16").is_dir()
    assert main([*whole, "--reason", "its time is over", "--yes"]) == OK
    assert not (data / "reports" / "2026-01-16").exists()
    assert Lake(data / "lake").partitions() == []
    capsys.readouterr()
    assert main(["verify", "--data", str(data)]) == OK
    assert "why: its time is over" in capsys.readouterr().out
    assert main(["findings", "--date", "2026-01-16", "--data", str(data)]) == BAD_INPUT


# -- settings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[mail]\nx = 1", "no section"),
        ("[notify.smtp]\nhost = 'h'\nfrom = 'a@b'", "needs to"),
        ("[notify.webhook]\nurl = 'ftp://x'", "must begin"),
        ("[notify.smtp]\nhost = 'h'\nfrom = 'a'\nto = []", "list of addresses"),
        ("[head]\ncopy_to = 3", "must be str"),
        ("[head]\ncopyto = 'x'", "not known"),
        ("[head", "not TOML"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(text: str, says: str, tmp_path: Path) -> None:
    from pipelines.errors import InputError
    from pipelines.night.settings import load_settings

    (tmp_path / "nightly.toml").write_text(text)
    with pytest.raises(InputError, match=says):
        load_settings(tmp_path / "nightly.toml")
