"""Makes the files of the frozen corpus: one folder a part, one folder an item in it, and a list of the items.

Parts: the case files, the day of `make demo`, lots of every kind of table with and without errors, days of the floor,
CSV feeds with broken lines, hands that others recorded, and the oracle's wrong hands.
"""

from __future__ import annotations

import datetime as dt
import io
import json
import shutil
import sys
import tarfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from parsers import schemas
from pipelines.scoreboard import demo
from pipelines.simulator import ALL_CODES, KINDS, can_occur_at, simulate
from pipelines.simulator.floor_day import simulate_floor
from pipelines.simulator.placards import ROUND_KINDS
from tests import hostile_csv
from tests.case_files import CASES, Case, law_changes, load_cases, log_lines
from tests.frozen import ITEMS
from tests.frozen_hands import write_button_hands, write_garbled_hands, write_round_hands
from tests.real_hands import REAL_DATA
from warehouse.tables import RECEIVED_AGAIN

Needs = dict[str, Any]
Made = Iterator[tuple[str, Needs]]  # the name of an item, and what its audit needs to know

DAY = dt.date(2026, 1, 16)
FLOOR_DAY = dt.date(2026, 6, 12)
EACH = 5  # errors of every code at every kind of table that has room for it
HANDS_AN_ERROR = 9
CLEAN_HANDS = 1_000
HANDS_A_TABLE = 400
FLOOR_DAYS = 4
CSV_FILES = 40
SITE_FILES = 5
LIVE = {"rulebook": "wsop-live-2017"}
GUIDE = {"rulebook": "wsop-dealer-2018"}

DOWNS_HEADER = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials"
SHUFFLER_HEADER = "room,table,device,at,deck,cards,status"
ROSTER_HEADER = "emp,last_name,first_name"
CASE_FEEDS = {
    "downs": ("x.downs.csv", DOWNS_HEADER),
    "shuffles": ("x.shuffler.csv", SHUFFLER_HEADER),
    "roster": ("roster.csv", ROSTER_HEADER),
}
# Cases that stay by themselves: with feeds, with what only a lake knows, or about hands and dealers of several tables.
BY_ITSELF = (*CASE_FEEDS, "received_again", "clock_faults", "law_changes", "room")
BY_ITSELF_CODES = ("TL", "DC")


def make_corpus(corpus: Path, parts: Sequence[str] | None = None) -> None:
    """Makes the parts, all of them unless some are named; a part that is there already is made anew."""
    for part in parts or PARTS:
        began = time.perf_counter()
        folder = corpus / part
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        items = dict(PARTS[part](folder))
        (folder / ITEMS).write_text(json.dumps(items, indent=1) + "\n", encoding="utf-8")
        print(f"{part}: {len(items)} items in {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)


# -- cases -------------------------------------------------------------------------------------------------------------


def cases(folder: Path) -> Made:
    """Cases of hands alone are joined, each at a table of its own, house by house; the others stay by themselves."""
    joined: dict[str, list[str]] = defaultdict(list)
    for number, case in enumerate(load_cases()):
        house = case.body.get("house", "rio")
        if case.code.startswith(BY_ITSELF_CODES) or any(key in case.body for key in BY_ITSELF):
            name = f"{case.code}-{number:03d}"
            _write_case(folder / name, case, house)
            yield name, {"absent_feeds": True}
        else:
            joined[house] += [_at_table(json.loads(line), f"{case.code}-{number:03d}") for line in log_lines(case)]
    for house, lines in joined.items():
        name = f"all-{house}"
        (folder / name).mkdir()
        _copy_house(house, folder / name)
        (folder / name / "147.hands.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        yield name, {"absent_feeds": True}


def _at_table(line: dict[str, Any], table: str) -> str:
    """A hand or note of a case at another table; a hand has the table's name in its own."""
    moved = {**line, "table": table}
    if "hand" in line:
        moved["hand"] = f"{table}-{line['hand'].removeprefix('147-')}"
    return json.dumps(moved)


def _copy_house(house: str, folder: Path) -> None:
    shutil.copyfile(CASES / "houses" / f"{house}.toml", folder / "house.toml")
    shutil.copytree(CASES / "houses" / "rulebooks", folder / "rulebooks")


def _write_case(folder: Path, case: Case, house: str) -> None:
    folder.mkdir()
    _copy_house(house, folder)
    lines = log_lines(case)
    (folder / "147.hands.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for key, (file, header) in CASE_FEEDS.items():
        if key in case.body:
            (folder / file).write_text("\n".join([header, *case.body[key]]) + "\n", encoding="utf-8")
    if "received_again" in case.body:
        starts = {hand["hand"]: hand["start"] for hand in map(json.loads, lines) if "hand" in hand}
        rows = [
            {"room": "rio", "table": "147", "hand": name, "start": dt.datetime.fromisoformat(starts[name]),
             "first_commit": 1, "commit": 3, "source_file": "147.hands.jsonl", "changed": "end"}
            for name in case.body["received_again"]
        ]  # fmt: skip
        pq.write_table(pa.Table.from_pylist(rows, schema=RECEIVED_AGAIN), folder / "received_again.parquet")
    if "clock_faults" in case.body:
        told = [
            {"room": "rio"} | row | {"gaming_date": dt.date.fromisoformat(row["gaming_date"])}
            for row in case.body["clock_faults"]
        ]
        pq.write_table(pa.Table.from_pylist(told, schema=schemas.CLOCK_FAULTS), folder / "clock_faults.parquet")
    if "law_changes" in case.body:
        pq.write_table(law_changes(case.body["law_changes"]), folder / "law_changes.parquet")


# -- simulated days ----------------------------------------------------------------------------------------------------


def demo_day(folder: Path) -> Made:
    """The day that `make demo` simulates."""
    simulate(
        folder / "day", demo.DAY, tables=demo.TABLES, hands=demo.HANDS, seed=demo.SEED, errors=demo.ERRORS,
        each=demo.EACH, games=demo.KINDS, jobs=1,
    )  # fmt: skip
    yield "day", {}


def lots(folder: Path) -> Made:
    """Of every kind of table some hands with errors of every code, and some without."""
    for kind in (*KINDS, *ROUND_KINDS):
        each = {code: EACH for code in ALL_CODES if can_occur_at(code, kind)}
        # a call for time comes once in half an hour, and a tournament ends
        slow = 24 * sum(each.get(code, 0) for code in ("RK06", "RK07", "BL12"))
        wrong = max(HANDS_A_TABLE, HANDS_AN_ERROR * sum(each.values()), slow)
        for name, hands, errors, seed in ((f"{kind}-wrong", wrong, each, 7), (f"{kind}-right", CLEAN_HANDS, {}, 8)):
            while not _simulated_lot(folder / name, kind, hands, errors, seed):
                seed += 100
            yield name, {}


def _simulated_lot(folder: Path, kind: str, hands: int, each: dict[str, int], seed: int) -> bool:
    """Simulates a lot; False where the simulator itself breaks off over an error it wants to make."""
    tables = max(2, -(-hands // HANDS_A_TABLE))
    try:
        simulate(folder, DAY, tables=tables, hands=hands, seed=seed, errors=0, each=each, games=(kind,), jobs=1)
    except StopIteration:
        print(f"{folder.name}: the simulator breaks off with seed {seed}", file=sys.stderr, flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        return False
    return True


def floor(folder: Path) -> Made:
    """Days of the floor with errors: down cards, shufflers and logs."""
    for seed in range(FLOOR_DAYS):
        simulate_floor(folder / f"day-{seed}", FLOOR_DAY, tables=20, seed=seed, each=3)
        yield f"day-{seed}", {}


def csv_feeds(folder: Path) -> Made:
    """Feeds as nobody should send them, beside a case of hands."""
    case = next(case for case in load_cases() if case.code == "PT01")
    for seed in range(CSV_FILES):
        name = f"hostile-{seed:02d}"
        _write_case(folder / name, case, "rio")
        for feed, file in hostile_csv.NAMES.items():
            (folder / name / file).write_bytes(hostile_csv.hostile_file(feed, seed))
        yield name, {}


# -- hands of others ---------------------------------------------------------------------------------------------------


def real(folder: Path) -> Made:
    """Hands that others recorded, where they lie beside the project."""
    for archive in sorted((REAL_DATA / "phh" / "handhq").glob("*.tar.zst")):
        name = archive.name.removesuffix(".tar.zst")
        _unpack(archive, folder / name, SITE_FILES)
        yield name, LIVE
    for archive in sorted((REAL_DATA / "ohh").glob("*.tar.zst")):
        _unpack(archive, folder / "ohh", None)
        yield "ohh", LIVE
    for source, ending, needs in (
        (REAL_DATA / "phh" / "wsop-2023-43", "*.phh", GUIDE),
        (REAL_DATA / "phh" / "pluribus", "*.phh", LIVE),
        (REAL_DATA / "pokerstars", "*.txt", LIVE),
    ):
        if source.is_dir():
            (folder / source.name).mkdir()
            for path in sorted(source.glob(ending)):
                shutil.copyfile(path, folder / source.name / path.name)
            yield source.name, needs


def _unpack(archive: Path, folder: Path, most: int | None) -> None:
    """The first files of an archive by name, without their folders."""
    folder.mkdir()
    with (
        pa.input_stream(str(archive), compression="zstd") as stream,
        tarfile.open(fileobj=io.BytesIO(stream.read())) as packed,
    ):
        members = sorted((member for member in packed.getmembers() if member.isfile()), key=lambda member: member.name)
        for member in members[:most]:
            file = packed.extractfile(member)
            assert file is not None
            (folder / Path(member.name).name).write_bytes(file.read())


# -- the oracle's hands ------------------------------------------------------------------------------------------------


def oracle(folder: Path) -> Made:
    """Hands with one thing wrong, and hands whose lines were damaged at random."""
    write_button_hands(folder / "button")
    write_round_hands(folder / "rounds")
    yield "button", {}
    yield "rounds", {}
    for name in ("button", "rounds"):
        write_garbled_hands(folder / name, folder / f"{name}-garbled")
        yield f"{name}-garbled", {}


PARTS: dict[str, Callable[[Path], Made]] = {
    "cases": cases, "demo": demo_day, "lots": lots, "floor": floor, "csv": csv_feeds, "real": real, "oracle": oracle,
}  # fmt: skip
