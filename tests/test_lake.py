"""The lake: what is read is what was committed, every earlier state can be read, and every tampering is named."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from parsers import schemas
from tests.lake_fixtures import DAY, ROOM, audit_of, hand, house, write_day, write_lines
from warehouse import parquet, tables
from warehouse.audits import commit_audit, current_audit
from warehouse.files import canonical_json, sha256_of_bytes
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, LakeError, Problem, Snapshot


def promote_all(lake: Lake) -> None:
    """Promotes without a gate, which has its own tests."""

    def prepare(snapshot: Snapshot, folder: Path) -> Draft:
        return Draft("promote", promoted=[path for path, live in snapshot.files.items() if live.staged])

    lake.commit(prepare)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with two days, an audit and the audit that took its place."""
    folder = tmp_path_factory.mktemp("template")
    lake = Lake(folder / "lake")
    rules = house(folder)
    ingest(lake, write_day(folder / "in", DAY, hands=6), rules)
    ingest(lake, write_day(folder / "in", DAY + timedelta(days=1), hands=5), rules)
    promote_all(lake)
    for audit_id, flagged in (("first", 3), ("second", 1)):
        commit_audit(lake, ROOM, DAY, audit_of(lake, audit_id, flagged=flagged), {"audit_id": audit_id})
    assert lake.verify() == []
    return folder / "lake"


@pytest.fixture
def lake(template: Path, tmp_path: Path) -> Lake:
    shutil.copytree(template, tmp_path / "lake")
    return Lake(tmp_path / "lake")


# -- Parquet -----------------------------------------------------------------------------------------------------------


def test_the_same_rows_give_the_same_bytes_however_they_were_encoded() -> None:
    rows = [{"room": "rio", "table": t, "hand": f"h{i}", "n_seats": 2, "n_events": 0} for i, t in enumerate("baab")]
    one = pa.Table.from_pylist(rows, schema=schemas.HANDS)
    split = pa.concat_tables([one.slice(0, 1), one.slice(1, 2), one.slice(3)])
    pool = pa.array(["unused", "b", "rio", "a"])
    other = one.set_column(
        1, one.schema.field(1), pa.DictionaryArray.from_arrays(pa.array([1, 3, 3, 1], pa.int32()), pool)
    )
    noisy = other.replace_schema_metadata({"made": "today"})
    assert len({parquet.to_bytes(t, "hands") for t in (one, split, other, noisy)}) == 1


def test_a_table_comes_back_as_it_went() -> None:
    rows = [{"room": "rio", "hand": "h", "seat": 3, "player": None, "stack_cents": 5, "state": "in"}]
    table = pa.Table.from_pylist(rows, schema=schemas.SEATS)
    back = parquet.from_bytes(parquet.to_bytes(table, "seats"), "seats")
    assert back.schema.equals(schemas.SEATS)
    assert back.to_pylist() == rows


@pytest.mark.parametrize("name", sorted(tables.ALL))
def test_an_empty_table_can_be_written_and_read(name: str) -> None:
    empty = tables.ALL[name].empty_table()
    assert parquet.from_bytes(parquet.to_bytes(empty, name), name).num_rows == 0


# -- reading -----------------------------------------------------------------------------------------------------------


def test_an_absent_lake_is_empty_and_stays_absent(tmp_path: Path) -> None:
    lake = Lake(tmp_path / "nothing")
    assert lake.partitions() == []
    assert lake.read("hands").num_rows == 0
    assert lake.verify() == []
    assert not (tmp_path / "nothing").exists()


def test_hands_seats_and_events_stand_in_one_order(lake: Lake) -> None:
    three = lake.read_hands(ROOM, DAY)
    hands = three["hands"].to_pylist()
    assert [(h["table"], h["start"], h["hand"]) for h in hands] == sorted(
        (h["table"], h["start"], h["hand"]) for h in hands
    )
    assert [h["hand"] for h in hands for _ in range(h["n_seats"])] == three["seats"]["hand"].to_pylist()
    assert [h["hand"] for h in hands for _ in range(h["n_events"])] == three["events"]["hand"].to_pylist()
    assert [i for h in hands for i in range(h["n_events"])] == three["events"]["event"].to_pylist()


def test_a_late_file_is_merged_into_the_order_of_its_day(lake: Lake, tmp_path: Path) -> None:
    late = [hand(n, "147", events=[f"s5 post sb {n}", "s6 post bb 3", "s5 fold"]) for n in (90, 7, 50)]
    # before the first hand of the other table, and in between
    late += [hand(3, "100"), hand(4, "100")]
    ingest(lake, [write_lines(tmp_path / "late.hands.jsonl", late)], house(tmp_path))
    promote_all(lake)
    three = lake.read_hands(ROOM, DAY)
    hands = three["hands"].to_pylist()
    assert [h["table"] for h in hands] == ["100"] * 2 + ["147"] * 9 + ["23"] * 6
    assert [h["hand"] for h in hands for _ in range(h["n_events"])] == three["events"]["hand"].to_pylist()
    assert [h["hand"] for h in hands for _ in range(h["n_seats"])] == three["seats"]["hand"].to_pylist()
    for name in tables.HAND_TABLES:
        assert lake.read(name, ROOM, DAY).to_pylist() == three[name].to_pylist()


def test_a_changed_file_is_not_read(lake: Lake) -> None:
    live = lake.snapshot().select("hands", ROOM, DAY)[0]
    path = lake.root / live.file.path
    os.chmod(path, 0o644)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(LakeError, match="not those of commit 1"):
        lake.read("hands", ROOM, DAY)
    path.unlink()
    with pytest.raises(LakeError, match="cannot be read"):
        lake.read("hands", ROOM, DAY)


def test_an_unknown_table_is_refused_with_the_names_of_the_known(lake: Lake) -> None:
    with pytest.raises(LakeError, match="it has audits, coverage"):
        lake.read("hnads")


def test_former_findings_can_be_read_as_of_their_commit_and_time(template: Path) -> None:
    lake = Lake(template)
    entries = lake.ledger.entries()
    assert lake.read("findings").num_rows == 1
    assert lake.read("findings", as_of=len(entries) - 1).num_rows == 3
    assert lake.read("findings", as_of=entries[-2].recorded_at).num_rows == 3
    assert lake.read("findings", as_of=entries[0].recorded_at).num_rows == 0
    assert lake.partitions(as_of=2) == []
    assert lake.partitions(as_of=2, staged=True) == [(DAY, ROOM), (DAY + timedelta(days=1), ROOM)]


def test_a_time_without_offset_and_a_commit_to_come_are_refused(lake: Lake) -> None:
    with pytest.raises(LakeError, match="no offset"):
        lake.read("findings", as_of=datetime(2018, 6, 2))
    with pytest.raises(LakeError, match="goes from 0 to 5"):
        lake.snapshot(99)


def test_a_room_may_have_any_name(tmp_path: Path) -> None:
    lake, rules = Lake(tmp_path / "lake"), house(tmp_path)
    names = ["../up", "Salle à côté", "50% off/*?[x]", "x" * 60]
    lines = [hand(n, room=name) for n, name in enumerate(names)]
    ingest(lake, [write_lines(tmp_path / "odd.hands.jsonl", lines)], rules)
    promote_all(lake)
    assert sorted(room for _, room in lake.partitions()) == sorted(names)
    for _, room in lake.partitions():
        assert lake.read("hands", room)["room"].unique().to_pylist() == [room]
    assert lake.verify() == []
    assert {p.name for p in tmp_path.iterdir()} == {"lake", "house.toml", "odd.hands.jsonl"}


# -- audits ------------------------------------------------------------------------------------------------------------


def test_the_same_audit_twice_makes_no_commit(lake: Lake) -> None:
    head = lake.head()
    assert commit_audit(lake, ROOM, DAY, audit_of(lake, "second", flagged=1), {"audit_id": "second"}) is None
    assert lake.head() == head
    assert current_audit(lake, ROOM, DAY) == "second"


def test_an_audit_row_holds_its_digests(lake: Lake) -> None:
    meta = {"audit_id": "third", "version": "1", "house_digest": "h", "inputs": {"b": "2", "a": "1"}, "note": "x"}
    entry = commit_audit(lake, ROOM, DAY, audit_of(lake, "third"), meta)  # type: ignore[arg-type]
    assert entry is not None
    row = lake.read("audits", ROOM, DAY).to_pylist()
    assert row == [
        {
            "audit_id": "third", "room": ROOM, "gaming_date": DAY, "version": "1", "house_digest": "h",
            "rulebooks_digest": None, "rulebook": None, "inputs": '{"a":"1","b":"2"}', "hands": 12, "findings": 3,
            "more": '{"note":"x"}',
        }
    ]  # fmt: skip


def test_an_audit_of_another_day_is_refused(lake: Lake) -> None:
    with pytest.raises(LakeError, match="one room's gaming day"):
        commit_audit(lake, ROOM, date(2018, 6, 3), audit_of(lake, "x"), {"audit_id": "x"})


def test_an_audit_without_findings_replaces_one_with_some(lake: Lake) -> None:
    commit_audit(lake, ROOM, DAY, audit_of(lake, "clean", flagged=0), {"audit_id": "clean"})
    assert lake.read("findings").num_rows == 0
    assert lake.read("coverage").num_rows == 2


# -- proving -----------------------------------------------------------------------------------------------------------


def one(problems: list[Problem], path: str) -> Problem:
    return next(problem for problem in problems if problem.path == path)


def rewrite(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def vouched(lake: Lake) -> list[str]:
    snapshot = lake.snapshot()
    return sorted([*snapshot.files, *(raw.path for raw in snapshot.raw.values())])


def test_the_file_and_its_commit_are_named(lake: Lake) -> None:
    path = lake.snapshot().select("events", ROOM, DAY + timedelta(days=1))[0].file.path
    rewrite(lake.root / path, b"x")
    assert one(lake.verify(), path) == Problem("file-truncated", path, 2, one(lake.verify(), path).message)


def test_superseded_files_are_proved_as_well(lake: Lake) -> None:
    path = lake.snapshot(len(lake.ledger.entries()) - 1).select("findings")[0].file.path
    assert path not in lake.snapshot().files
    (lake.root / path).unlink()
    assert one(lake.verify(), path).kind == "file-missing"


def test_strays_are_named_but_temporary_files_are_not(lake: Lake) -> None:
    for name in ("tables/hands/extra.parquet", "raw/zz", "note.txt", "ledger/00000003.json~", "ledger/notes.md"):
        (lake.root / name).parent.mkdir(exist_ok=True)
        (lake.root / name).write_text("x")
    (lake.root / "tmp" / "anything").write_text("x")
    assert {problem.path for problem in lake.verify()} == {
        "tables/hands/extra.parquet", "raw/zz", "note.txt", "ledger/00000003.json~", "ledger/notes.md",
    }  # fmt: skip


def test_a_file_replaced_by_a_link_is_named(lake: Lake, tmp_path: Path) -> None:
    path = vouched(lake)[0]
    shutil.copy(lake.root / path, tmp_path / "same")
    (lake.root / path).unlink()
    (lake.root / path).symlink_to(tmp_path / "same")
    assert one(lake.verify(), path).kind == "file-changed"


def reseal(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    """An edit by somebody who knows how entries are sealed."""
    body = json.loads(path.read_bytes())
    del body["hash"]
    change(body)
    rewrite(path, canonical_json({**body, "hash": sha256_of_bytes(canonical_json(body))}))


def test_an_entry_edited_and_sealed_again_breaks_the_chain(lake: Lake) -> None:
    reseal(lake.root / "ledger" / "00000002.json", lambda body: body.update(kind="other"))
    assert one(lake.verify(), "ledger/00000003.json").kind == "chain-broken"


def test_the_last_entry_edited_and_sealed_again_does_not_fit_the_head(lake: Lake) -> None:
    reseal(lake.root / "ledger" / "00000005.json", lambda body: body.update(kind="other"))
    assert one(lake.verify(), "ledger/HEAD.json").kind == "head-changed"


def test_a_chain_rewritten_to_its_end_misses_the_head_that_a_report_printed(lake: Lake) -> None:
    printed = lake.head()
    assert lake.verify(printed) == []
    reseal(lake.root / "ledger" / "00000005.json", lambda body: body.update(kind="other"))
    forged = json.loads((lake.root / "ledger" / "00000005.json").read_bytes())["hash"]
    rewrite(lake.root / "ledger" / "HEAD.json", canonical_json({"number": 5, "hash": forged}))
    assert lake.verify() == []
    assert [problem.kind for problem in lake.verify(printed)] == ["chain-broken"]


def test_entries_swapped_are_both_named(lake: Lake) -> None:
    one_path, other = (lake.root / "ledger" / name for name in ("00000002.json", "00000004.json"))
    first, second = one_path.read_bytes(), other.read_bytes()
    rewrite(one_path, second)
    rewrite(other, first)
    kinds = {problem.path: problem.kind for problem in lake.verify()}
    assert kinds["ledger/00000002.json"] == kinds["ledger/00000004.json"] == "entry-moved"


def test_the_last_entry_deleted_is_named(lake: Lake) -> None:
    (lake.root / "ledger" / "00000005.json").unlink()
    assert one(lake.verify(), "ledger/00000005.json").kind == "entry-missing"


def test_random_tamperings_are_all_named(template: Path, tmp_path: Path) -> None:
    """Byte flips, truncations, growth, deletions and swaps over data, raw files, entries and the head."""
    source = Lake(template)
    targets = [*vouched(source), *(f"ledger/{n:08d}.json" for n in range(1, 6)), "ledger/HEAD.json"]
    root = tmp_path / "lake"
    shutil.copytree(template, root)
    lake = Lake(root)
    dice = random.Random(20180602)
    for turn in range(10_000 if os.environ.get("ODDCHIP_SLOW") else 400):
        path = dice.choice(targets)
        data = (root / path).read_bytes()
        deed = dice.choice(["flip", "flip", "cut", "grow", "delete", "swap"])
        touched = [path]
        if deed == "flip":
            place, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
            rewrite(root / path, data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :])
        elif deed == "cut":
            rewrite(root / path, data[: dice.randrange(len(data))])
        elif deed == "grow":
            rewrite(root / path, data + bytes([dice.randrange(256)]))
        elif deed == "delete":
            (root / path).unlink()
        else:
            other = dice.choice([t for t in targets if t != path])
            touched.append(other)
            swapped = (root / other).read_bytes()
            rewrite(root / path, swapped)
            rewrite(root / other, data)
        named = {problem.path for problem in lake.verify()}
        if deed == "delete" and path == "ledger/HEAD.json":
            assert path in named, f"turn {turn}"
        assert named >= set(touched), f"turn {turn}: {deed} of {touched} named only {sorted(named)}"
        for touched_path in touched:
            rewrite(root / touched_path, (template / touched_path).read_bytes())
    assert lake.verify() == []


def test_the_clock_of_the_commits_is_utc(tmp_path: Path) -> None:
    at = datetime(2018, 6, 2, 12, tzinfo=UTC)
    lake = Lake(tmp_path / "lake", clock=lambda: at)
    ingest(lake, [write_lines(tmp_path / "a.hands.jsonl", [hand(1)])], house(tmp_path))
    assert lake.ledger.entries()[0].recorded_at == at
