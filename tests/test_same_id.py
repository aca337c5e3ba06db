"""The same audit id means the same findings to the byte: whatever can change a finding is in the id."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import parsers.house
from checks.audit import audit_tables
from checks.expected import with_missing
from checks.law.rulebook import load_rulebooks
from parsers.house import parse_house
from pipelines.auditing import identity
from pipelines.auditing.lake_audit import partition_evidence, partition_tables
from tests.lake_fixtures import DAY, HOUSE_TEXT, ROOM, SHUFFLER_HEADER, hand, write_lines
from tests.test_register import Rooms
from warehouse import parquet, tables
from warehouse.ingest import ingest
from warehouse.quality import run_gate

OWN = 'id = "ours"\ntitle = "Ours"\nfrom = 2018-01-01\nextends = "wsop-live-2017"\n'
State = tuple[str, str]
Change = Callable[[Rooms, pytest.MonkeyPatch], None]


def state(rooms: Rooms) -> State:
    """The id of the day's audit, and a digest of everything it says."""
    run_gate(rooms.lake)
    register = rooms.register()
    found = partition_evidence(register, ROOM, DAY)
    audit = audit_tables(
        partition_tables(rooms.lake, register.snapshot, ROOM, DAY, found),
        rooms.house,
        load_rulebooks(),
        "the id is not what is compared",
    )
    digest = hashlib.sha256()
    for name in tables.AUDIT_TABLES:
        table = getattr(audit, name)
        if name == "coverage":
            table = with_missing(table, found.missing)
        digest.update(parquet.to_bytes(parquet.sort(parquet.conform(table, name), name), name))
    return found.audit_id, digest.hexdigest()


def land(rooms: Rooms, name: str, lines: list[str]) -> None:
    ingest(rooms.lake, [write_lines(rooms.folder / f"more-{rooms.lake.number()}" / name, lines)], rooms.house)


def another_hand(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    land(rooms, "late.hands.jsonl", [hand(40)])


def a_corrected_hand(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    land(rooms, f"{DAY}-147.hands.jsonl", [hand(3, dealer="100001")])


def another_message(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    land(rooms, "more.shuffler.csv", [SHUFFLER_HEADER, f"rio,147,sh-147,{DAY}T10:09:00-07:00,red,51,count"])


def another_roster(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    land(rooms, "roster.csv", ["emp,last_name,first_name", "794324,Other,Name"])


def a_line_in_quarantine(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    at = f"rio,147,sh-147,{DAY}T10:12:00-07:00,red"
    land(rooms, f"{DAY}.shuffler.csv", [SHUFFLER_HEADER, f"{at},52,ok", f"{at},many,ok"])


def another_house_file(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    text = HOUSE_TEXT.replace("cap = 5", "cap = 0")
    (rooms.folder / "house.toml").write_text(text)
    rooms.house = parse_house(text.encode())


def a_feed_that_should_have_come(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    text = HOUSE_TEXT.replace("[room.annex]", 'tables = ["147", "23", "24"]\n[room.annex]')
    # the same bytes as far as the id's house digest goes: only the register may tell the two apart
    rooms.house = parse_house(text.encode())
    object.__setattr__(rooms.house, "digest", parse_house(HOUSE_TEXT.encode()).digest)


def other_rules_of_the_time_zone(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsers.house, "zone_digest", lambda key: "changed")


def another_library(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_libraries", lambda: {"numpy": "99.0"})


def other_code(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "code_version", lambda: "99.0+changed")


def other_rulebooks(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "rulebooks_digest", lambda house: "changed")


def a_rulebook_beside_the_house_file(rooms: Rooms, _: pytest.MonkeyPatch) -> None:
    object.__setattr__(rooms.house, "own_rulebooks", {"ours": OWN})


CHANGES: list[Change] = [
    another_hand, a_corrected_hand, another_message, another_roster, a_line_in_quarantine, another_house_file,
    a_feed_that_should_have_come, other_rules_of_the_time_zone, another_library, other_code, other_rulebooks,
    a_rulebook_beside_the_house_file,
]  # fmt: skip


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> State:
    rooms = Rooms(tmp_path_factory.mktemp("once"))
    rooms.day(DAY)
    return state(rooms)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_can_change_a_finding_changes_the_id(
    change: Change, once: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = Rooms(tmp_path)
    rooms.day(DAY)
    assert state(rooms) == once, "the same input has the same id and the same bytes"
    change(rooms, monkeypatch)
    changed = state(rooms)
    assert changed[0] != once[0]


def test_the_same_lines_in_another_order_of_arrival_have_an_id_of_what_stands(tmp_path: Path) -> None:
    found = []
    for order in ((0, 1), (1, 0)):
        folder = tmp_path / str(order[0])
        folder.mkdir()
        rooms = Rooms(folder)
        files = [[hand(3), hand(4)], [hand(3, dealer="100001")]]
        for which in order:
            land(rooms, "147.hands.jsonl", files[which])
        found.append(state(rooms))
    assert found[0][0] != found[1][0] or found[0][1] == found[1][1]
    assert found[0][0] != found[1][0]


def test_another_day_that_lands_changes_nothing(once: State, tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    rooms.day(DAY)
    rooms.day(DAY + timedelta(days=1))
    assert state(rooms) == once
