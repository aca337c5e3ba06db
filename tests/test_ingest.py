"""Ingest: the same bytes land once, a line lands once, a bad file stops nobody, and a kill leaves the former state."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pyarrow as pa
import pytest

from tests.lake_fixtures import (
    DAY,
    DOWNS_HEADER,
    ROOM,
    hand,
    house,
    ingest_in_child,
    note,
    write_day,
    write_lines,
)
from warehouse import tables
from warehouse.ingest import ingest
from warehouse.lake import Lake


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path / "lake")


def contents(lake: Lake) -> dict[str, list[dict[str, object]]]:
    return {name: lake.read(name, staged=True).to_pylist() for name in tables.ALL}


def test_a_day_lands_staged_in_one_commit(lake: Lake, tmp_path: Path) -> None:
    report = ingest(lake, write_day(tmp_path / "in"), house(tmp_path))
    assert (report.files_landed, report.hands, report.notes, report.downs, report.shuffles) == (5, 24, 2, 6, 6)
    assert (report.roster, report.quarantined, report.partitions) == (2, 0, {(ROOM, DAY)})
    assert lake.number() == report.commit == 1
    assert lake.partitions() == []
    assert lake.partitions(staged=True) == lake.pending() == [(DAY, ROOM)]
    assert lake.read("hands").num_rows == 0
    assert lake.read("hands", staged=True).num_rows == 24
    assert lake.read("roster")["emp"].to_pylist() == ["100001", "794324"]
    assert lake.verify() == []


def test_the_same_files_twice_add_no_entry(lake: Lake, tmp_path: Path) -> None:
    paths, rules = write_day(tmp_path / "in"), house(tmp_path)
    ingest(lake, paths, rules)
    before = (lake.head(), contents(lake))
    report = ingest(lake, paths, rules)
    assert (report.files_landed, report.files_known, report.commit) == (0, 5, None)
    assert (lake.head(), contents(lake)) == before


def test_the_same_bytes_under_another_name_land_once(lake: Lake, tmp_path: Path) -> None:
    first = write_lines(tmp_path / "a.hands.jsonl", [hand(1)])
    second = write_lines(tmp_path / "b.hands.jsonl", [hand(1)])
    assert ingest(lake, [first, second], house(tmp_path)).hands == 1
    assert len(lake.snapshot().raw) == 1


def test_a_line_repeated_word_for_word_lands_once(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    lines = [hand(1), hand(2), hand(1), note(), note()]
    report = ingest(lake, [write_lines(tmp_path / "a.hands.jsonl", lines)], rules)
    assert (report.hands, report.notes) == (2, 1)
    more = [hand(2), hand(3), note(), note(minute=40)]
    report = ingest(lake, [write_lines(tmp_path / "b.hands.jsonl", more)], rules)
    assert (report.hands, report.notes, report.repeated) == (1, 1, 2)
    three = lake.read_hands(ROOM, DAY, staged=True)
    assert three["hands"].num_rows == 3
    assert [h for h in three["hands"]["hand"].to_pylist() for _ in range(3)] == three["seats"]["hand"].to_pylist()


def test_a_hand_sent_again_with_other_content_lands_beside_the_first(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    ingest(lake, [write_lines(tmp_path / "a.hands.jsonl", [hand(1)])], rules)
    assert ingest(lake, [write_lines(tmp_path / "b.hands.jsonl", [hand(1, button=5)])], rules).hands == 1
    rows = lake.read("hands", ROOM, DAY, staged=True)
    assert rows["hand"].to_pylist() == ["147-0602-000001"] * 2
    assert rows["source_file"].to_pylist() == ["a.hands.jsonl", "b.hands.jsonl"]


def test_a_log_over_two_days_and_rooms_is_split(lake: Lake, tmp_path: Path) -> None:
    lines = []
    for n in range(8):
        room = ROOM if n % 2 else "annex"
        lines.append(hand(n, f"t{n % 3}", room, DAY + timedelta(days=n % 4 // 2)))
    report = ingest(lake, [write_lines(tmp_path / "x.hands.jsonl", lines)], house(tmp_path))
    assert len(report.partitions) == 4
    for day, room in lake.pending():
        three = lake.read_hands(room, day, staged=True)
        assert three["hands"]["room"].unique().to_pylist() == [room]
        assert three["hands"]["gaming_date"].unique().to_pylist() == [day]
        assert three["events"].num_rows == pa.compute.sum(three["hands"]["n_events"]).as_py()


def test_the_hours_after_midnight_belong_to_the_day_before(lake: Lake, tmp_path: Path) -> None:
    early = hand(1, start="2018-06-03T05:59:59-07:00", end="2018-06-03T06:01:00-07:00")
    late = hand(2, start="2018-06-03T06:00:00-07:00", end="2018-06-03T06:01:00-07:00")
    ingest(lake, [write_lines(tmp_path / "x.hands.jsonl", [early, late])], house(tmp_path))
    assert [day for day, _ in lake.pending()] == [DAY, DAY + timedelta(days=1)]


def test_bad_lines_and_bad_files_wait_in_quarantine_and_the_rest_lands(lake: Lake, tmp_path: Path) -> None:
    paths = [
        write_lines(tmp_path / "good.hands.jsonl", [hand(1), "{not json", hand(2)]),
        write_lines(tmp_path / "bad.downs.csv", ["no,such,header"]),
        write_lines(
            tmp_path / "slots.downs.csv", [DOWNS_HEADER, "rio,,,2018-13-01,10:00,147,10:00,794324,Lee,Ann,live,,"]
        ),
        write_lines(tmp_path / "letter.doc", ["hello"]),
        tmp_path / "absent.hands.jsonl",
        tmp_path / "cut.hands.jsonl.gz",
    ]
    packed = gzip.compress("\n".join(hand(n) for n in range(10, 200)).encode())
    paths[-1].write_bytes(packed[: len(packed) // 2])
    rules = house(tmp_path)
    report = ingest(lake, paths, rules)
    rows = {row["source_file"]: row for row in lake.read("quarantine").to_pylist()}
    assert sorted(rows) == [
        "absent.hands.jsonl", "bad.downs.csv", "cut.hands.jsonl.gz", "good.hands.jsonl", "letter.doc",
        "slots.downs.csv",
    ]  # fmt: skip
    assert report.hands > 2, "what could be read before the damage lands"
    assert (rows["good.hands.jsonl"]["line"], rows["slots.downs.csv"]["line"]) == (2, 2)
    whole = {row["source_file"] for row in lake.read("quarantine").to_pylist() if row["line"] is None}
    assert whole == {"absent.hands.jsonl", "letter.doc", "cut.hands.jsonl.gz", "bad.downs.csv"}
    head = lake.head()
    assert ingest(lake, paths, rules).quarantined == 0
    assert lake.head() == head


def test_a_file_renamed_to_its_feed_lands_the_second_time(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    ingest(lake, [write_lines(tmp_path / "log.txt", [hand(1)])], rules)
    assert ingest(lake, [write_lines(tmp_path / "log.hands.jsonl", [hand(1)])], rules).hands == 1
    assert ingest(lake, [tmp_path / "log.txt", tmp_path / "log.hands.jsonl"], rules).commit is None
    assert lake.verify() == []


def test_a_folder_lands_with_all_its_files_and_the_house_file_is_kept(lake: Lake, tmp_path: Path) -> None:
    write_day(tmp_path / "in" / "deeper")
    (tmp_path / "in" / ".hidden").write_text("x")
    rules = house(tmp_path / "in")
    assert ingest(lake, [tmp_path / "in"], rules).files_landed == 6
    assert rules.digest in lake.snapshot().raw


def test_the_order_of_the_files_makes_no_difference(tmp_path: Path) -> None:
    rules = house(tmp_path)
    paths = write_day(tmp_path / "in") + [write_lines(tmp_path / "z.hands.jsonl", [hand(n, "9") for n in range(5)])]
    one, other = Lake(tmp_path / "one"), Lake(tmp_path / "other")
    ingest(one, paths, rules)
    ingest(other, reversed(paths), rules)
    assert sorted(one.snapshot().files) == sorted(other.snapshot().files)


def test_small_buffers_and_batches_change_the_files_and_not_the_rows(tmp_path: Path) -> None:
    rules = house(tmp_path)
    paths = [
        write_lines(tmp_path / f"{t}.hands.jsonl", [hand(n, t, day=DAY + timedelta(days=n % 3)) for n in range(30)])
        for t in ("1", "2")
    ]
    one, other = Lake(tmp_path / "one"), Lake(tmp_path / "other")
    ingest(one, paths, rules)
    ingest(other, paths, rules, buffer_bytes=1 << 14, batch_bytes=1 << 12)
    assert len(other.snapshot().files) > len(one.snapshot().files)
    assert contents(one) == contents(other)


def test_inputs_name_the_raw_files_of_a_partition(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    ingest(lake, write_day(tmp_path / "in"), rules)
    ingest(lake, write_day(tmp_path / "in2", DAY + timedelta(days=1)), rules)
    names = [raw.name for raw in lake.inputs(ROOM, DAY, staged=True)]
    assert names == [
        "2018-06-02-147.hands.jsonl", "2018-06-02-23.hands.jsonl", "2018-06-02.downs.csv", "2018-06-02.shuffler.csv",
        "roster.csv",
    ]  # fmt: skip


def test_a_later_roster_wins_dealer_by_dealer(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    header = "emp,last_name,first_name"
    ingest(lake, [write_lines(tmp_path / "a" / "roster.csv", [header, "100001,Roe,Max", "100002,Doe,Jo"])], rules)
    ingest(lake, [write_lines(tmp_path / "b" / "roster.csv", [header, "100001,Roe-Lee,Max"])], rules)
    assert lake.read("roster")["last_name"].to_pylist() == ["Roe-Lee", "Doe"]
    assert lake.read("roster", as_of=1)["last_name"].to_pylist() == ["Roe", "Doe"]


# -- two at once, and none at all --------------------------------------------------------------------------------------

# Children are forked from a server that has loaded the libraries and used none of them: quick, and safe.
CHILDREN = multiprocessing.get_context("forkserver")
CHILDREN.set_forkserver_preload(["tests.lake_fixtures", "pandas"])  # Arrow loads pandas where it finds it


def start(
    lake: Lake, folder: Path, paths: list[Path], deadly: str | None = None, slow: bool = False
) -> ForkServerProcess:
    """An ingest in a process of its own, which kills itself when it comes to the function `deadly`."""
    house(folder)
    child = CHILDREN.Process(target=ingest_in_child, args=(lake.root, folder, paths, deadly, slow))
    child.start()
    return child


def ended(child: ForkServerProcess) -> int | None:
    child.join(60)
    return child.exitcode


def test_two_processes_at_once_land_every_hand_once(lake: Lake, tmp_path: Path) -> None:
    shared = write_lines(tmp_path / "s.hands.jsonl", [hand(n, "7") for n in range(40)])
    mine = write_lines(tmp_path / "a.hands.jsonl", [hand(n, "8") for n in range(40)] + [hand(3, "7")])
    yours = write_lines(tmp_path / "b.hands.jsonl", [hand(n, "9") for n in range(40)] + [hand(5, "8")])
    running = [start(lake, tmp_path, [shared, own]) for own in (mine, yours)]
    assert [ended(child) for child in running] == [0, 0]
    three = lake.read_hands(ROOM, DAY, staged=True)
    hands = list(zip(three["hands"]["table"].to_pylist(), three["hands"]["hand"].to_pylist(), strict=True))
    assert len(hands) == len(set(hands)) == 120
    assert lake.number() == 2
    assert lake.verify() == []


@pytest.mark.parametrize(
    "where",
    [
        "warehouse.ingest:LandingRun._read",
        "warehouse.ingest:LandingRun.commit",
        "warehouse.lake:Lake._put_in_place",
        "warehouse.lake:fsync_folders_up_to",
        "warehouse.ledger:Ledger.append",
        "warehouse.ledger:publish_exclusively",
        "warehouse.ledger:Ledger.write_head",
    ],
)
def test_a_kill_leaves_the_former_state_or_the_new_one_and_a_rerun_completes_it(
    where: str, lake: Lake, tmp_path: Path
) -> None:
    rules = house(tmp_path)
    ingest(lake, write_day(tmp_path / "first"), rules)
    before = contents(lake)
    day = DAY + timedelta(days=1)
    # cards and counts alone: a child that reads hand logs first loads their kernels, which takes seconds
    paths = [path for path in write_day(tmp_path / "second", day) if path.suffix == ".csv"]
    child = start(lake, tmp_path, paths, deadly=where)
    assert ended(child) == -signal.SIGKILL
    committed = where.endswith("write_head")  # the entry is there, only its copy in the head is not
    reader = Lake(lake.root)
    assert (contents(reader) == before) is not committed
    assert reader.verify() == [], "what a killed writer leaves is known as such"
    ingest(reader, paths, rules)
    assert reader.read("downs", ROOM, day, staged=True).num_rows == 6
    assert Lake(lake.root).verify() == []
    ingest(reader, [write_lines(tmp_path / "c.hands.jsonl", [hand(99)])], rules)
    assert [p.name for p in (lake.root / "tmp").iterdir()] == []


def test_a_kill_with_other_files_next_leaves_no_stray(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    paths = [path for path in write_day(tmp_path / "in") if path.suffix == ".csv"]
    child = start(lake, tmp_path, paths, deadly="warehouse.ledger:Ledger.append")
    assert ended(child) == -signal.SIGKILL
    assert len(list((lake.root / "raw").rglob("*"))) > 0
    assert lake.verify() == []
    ingest(lake, [write_lines(tmp_path / "c.hands.jsonl", [hand(99)])], rules)
    assert len([p for p in (lake.root / "raw").rglob("*") if p.is_file()]) == 1
    assert lake.verify() == []


def failing(fault: OSError, when: int) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Wraps a function so that its `when`-th call raises."""
    calls = [0]

    def wrap(function: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*args: object, **kwargs: object) -> object:
            calls[0] += 1
            if calls[0] == when:
                raise fault
            return function(*args, **kwargs)

        return wrapped

    return wrap


@pytest.mark.parametrize("when", range(1, 18))
def test_a_full_disk_at_any_write_commits_nothing_or_all(
    when: int, lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, paths = house(tmp_path), write_day(tmp_path / "in", hands=2)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(OSError(28, "No space left on device"), when)(os.fsync))
        failed = False
        try:
            ingest(lake, paths, rules)
        except OSError:
            failed = True
    reader = Lake(lake.root)
    assert reader.read("hands", staged=True).num_rows in (0, 4)
    assert reader.verify() == []
    ingest(reader, paths, rules)
    assert reader.read("hands", staged=True).num_rows == 4
    assert reader.read("quarantine").num_rows == 0
    assert failed or reader.number() == 1
    assert reader.verify() == []


def test_an_ingest_waits_for_the_one_before(lake: Lake, tmp_path: Path) -> None:
    card = "rio,,,2018-06-02,10:00,147,{},794324,Lee,Ann,live,,"
    lines = [DOWNS_HEADER, card.format("10:00")]
    first = start(lake, tmp_path, [write_lines(tmp_path / "a.downs.csv", lines)], slow=True)
    while not list((lake.root / "tmp").glob("ingest-*")):
        assert first.is_alive()
        time.sleep(0.01)
    more = write_lines(tmp_path / "b.downs.csv", [*lines, card.format("10:30")])
    report = ingest(lake, [more], house(tmp_path))
    assert ended(first) == 0
    assert (report.downs, report.repeated, lake.number()) == (1, 1, 2)


def test_a_fault_of_our_own_disk_is_not_put_down_to_the_file(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy could not even be begun: nothing lands, nothing is quarantined, and a rerun takes up every file."""
    import errno

    from warehouse import ingest as module
    from warehouse.files import copy_and_hash as copy

    paths = write_day(tmp_path / "in")

    def failing(source: Path, target: Path) -> tuple[str, int]:
        if source == paths[0]:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(target))
        return copy(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(module, "copy_and_hash", failing)
        with pytest.raises(OSError, match="Input/output"):
            ingest(lake, paths, house(tmp_path))
    assert lake.number() == 0
    report = ingest(lake, paths, house(tmp_path))
    assert report.files_landed == len(paths) and report.quarantined == 0
