"""The ledger: a chain that only grows, written whole, by one writer at a time."""

from __future__ import annotations

import json
import multiprocessing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from warehouse.files import Json, canonical_json, room_in_path
from warehouse.ledger import GENESIS, Entry, Ledger, LedgerError, parse_entry


def ledger_in(folder: Path, clock: list[datetime] | None = None) -> Ledger:
    (folder / "tmp").mkdir(parents=True, exist_ok=True)
    if clock is None:
        return Ledger(folder / "ledger", folder / "tmp")
    return Ledger(folder / "ledger", folder / "tmp", lambda: clock.pop(0))


def append(ledger: Ledger, meta: dict[str, Json] | None = None) -> Entry:
    with ledger.lock():
        return ledger.append(
            kind="test", added=[], removed=[], promoted=[], raw=[], meta=meta or {}, parent=ledger.head()
        )


def test_an_empty_ledger_has_the_genesis_head(tmp_path: Path) -> None:
    assert ledger_in(tmp_path).head() == (0, GENESIS)


def test_each_entry_names_the_hash_of_the_one_before(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    first, second = append(ledger), append(ledger)
    assert (first.parent, second.parent) == (GENESIS, first.hash)
    assert ledger.head() == (2, second.hash)


def test_a_second_reader_sees_the_same_chain(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    for number in range(3):
        append(ledger, {"n": number})
    assert ledger_in(tmp_path).entries() == ledger.entries()


def test_entries_are_canonical_json(tmp_path: Path) -> None:
    append(ledger_in(tmp_path), {"b": 1, "a": "é"})
    data = (tmp_path / "ledger" / "00000001.json").read_bytes()
    assert canonical_json(json.loads(data)) == data
    assert data.isascii()


@pytest.mark.parametrize("value", [1.5, float("nan"), [1, 2.0], {"a": {"b": 0.0}}])
def test_floats_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no floats"):
        canonical_json(value)  # type: ignore[arg-type]


def test_a_clock_that_goes_back_does_not_reorder_the_entries(tmp_path: Path) -> None:
    clock = [datetime(2018, 6, 2, 12, tzinfo=UTC), datetime(2018, 6, 2, 11, tzinfo=UTC)]
    ledger = ledger_in(tmp_path, clock)
    assert append(ledger).recorded_at == append(ledger).recorded_at
    assert ledger.check()[1] == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        b'{"number":1}\n',
        b'{"number":1,"number":1}\n',
        b"[" * 100_000,
    ],
)
def test_bytes_that_are_no_entry_are_named_and_refused(data: bytes) -> None:
    with pytest.raises(LedgerError, match=r"ledger/00000001\.json"):
        parse_entry(data, "00000001.json")


def test_a_reader_refuses_a_changed_entry(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    append(ledger, {"rake": 5})
    path = tmp_path / "ledger" / "00000001.json"
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data.replace(b'"rake":5', b'"rake":4'))
    with pytest.raises(LedgerError, match="not those that were sealed"):
        ledger_in(tmp_path).entries()


def test_a_reader_refuses_a_ledger_cut_off_at_the_end(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    append(ledger)
    append(ledger)
    (tmp_path / "ledger" / "00000002.json").unlink()
    with pytest.raises(LedgerError, match="missing"):
        ledger_in(tmp_path).entries()


def test_a_head_left_one_behind_by_a_kill_is_no_problem_and_is_caught_up(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    append(ledger)
    head = (tmp_path / "ledger" / "HEAD.json").read_bytes()
    append(ledger)
    (tmp_path / "ledger" / "HEAD.json").write_bytes(head)
    again = ledger_in(tmp_path)
    assert again.check()[1] == []
    with again.lock():
        again.catch_up_head()
    assert json.loads((tmp_path / "ledger" / "HEAD.json").read_bytes())["number"] == 2


def test_a_writer_that_ignores_the_lock_cannot_take_a_number_twice(tmp_path: Path) -> None:
    one, other = ledger_in(tmp_path), ledger_in(tmp_path)
    parent = one.head()
    append(other)
    with pytest.raises(FileExistsError):
        one.append(kind="late", added=[], removed=[], promoted=[], raw=[], meta={}, parent=parent)
    assert [entry.kind for entry in one.entries()] == ["test"]


def _append_some(folder: str, times: int) -> None:
    ledger = ledger_in(Path(folder))
    for _ in range(times):
        append(ledger)


def test_four_processes_at_once_make_one_chain(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_append_some, args=(str(tmp_path), 10)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    ledger = ledger_in(tmp_path)
    assert ledger.head()[0] == 40
    assert ledger.check()[1] == []


def test_room_names_cannot_steer_a_path() -> None:
    for room in ("../../etc", "a/b", "..", "", "a\0b", "x" * 4000, "Ü*?[", "room=x"):
        text = room_in_path(room)
        assert "/" not in text
        assert "\0" not in text
        assert len(text) <= 120
    assert len({room_in_path(r) for r in ("x" * 4000, "x" * 4001, "a/b", "a%2Fb")}) == 4
