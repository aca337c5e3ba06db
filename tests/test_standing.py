"""Lines that come again with other content: what stands, what is told of it, and that nothing is lost."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.lake_fixtures import DAY, DOWNS_HEADER, ROOM, hand, house, write_lines
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake
from warehouse.standing import corrections_digest, standing_hands, standing_rows


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path / "lake")


def land(lake: Lake, folder: Path, name: str, lines: list[str]) -> None:
    """Lands and promotes a file of the room, without the gate."""
    folder.mkdir(exist_ok=True)
    ingest(lake, [write_lines(folder / name, lines)], house(folder.parent))
    waiting = [path for path, live in lake.snapshot().files.items() if live.staged]
    lake.commit(lambda snapshot, work: Draft("promote", promoted=waiting))


def buttons(lake: Lake, day: date = DAY) -> list[tuple[str, int]]:
    hands = standing_hands(lake, ROOM, day).three["hands"]
    return list(zip(hands["hand"].to_pylist(), hands["button"].to_pylist(), strict=True))


def test_the_corrected_hand_stands_and_the_former_is_told(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "t.hands.jsonl", [hand(0), hand(1), hand(2)])
    events = ["s5 post sb 1", "s6 post bb 3", "s1 fold", "s5 fold", "return s6 2", "award main s6 2"]
    land(lake, tmp_path / "b", "t.hands.jsonl", [hand(0), hand(1, events=events), hand(2)])
    standing = standing_hands(lake, ROOM, DAY)
    assert len(standing.three["hands"]) == 3
    assert len(standing.three["events"]) == sum(standing.three["hands"]["n_events"].to_pylist())
    (row,) = standing.received_again.to_pylist()
    assert (row["hand"], row["changed"], row["event"]) == ("147-0602-000001", "events", 2)
    assert (row["was"], row["now"]) == ("deal s5 ????", "s1 fold")
    assert row["first_commit"] < row["commit"] and row["first_received_at"] < row["received_at"]
    assert (row["first_file"], row["first_line"], row["source_line"]) == ("t.hands.jsonl", 2, 2)
    assert len(lake.read("hands", ROOM, DAY)) == 4, "the lake keeps both"


def test_a_hand_corrected_twice_has_two_rows_and_the_last_stands(lake: Lake, tmp_path: Path) -> None:
    for n, button in enumerate((4, 5, 6)):
        land(lake, tmp_path / str(n), f"{n}.hands.jsonl", [hand(0, button=button)])
    assert [b for _, b in buttons(lake)] == [6]
    again = standing_hands(lake, ROOM, DAY).received_again.to_pylist()
    assert sorted((row["was"], row["now"]) for row in again) == [("4", "5"), ("5", "6")]


def test_as_of_the_first_commit_nothing_was_corrected(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "a.hands.jsonl", [hand(0)])
    number = lake.number()
    land(lake, tmp_path / "b", "b.hands.jsonl", [hand(0, button=6)])
    before = standing_hands(lake, ROOM, DAY, as_of=number)
    assert before.three["hands"]["button"].to_pylist() == [4]
    assert len(before.received_again) == 0


def test_two_records_of_one_number_that_came_together_both_stand(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "a.hands.jsonl", [hand(0), hand(0, button=6)])
    land(lake, tmp_path / "b", "b.hands.jsonl", [hand(9)])
    assert sorted(b for _, b in buttons(lake)) == [4, 4, 6]
    assert len(standing_hands(lake, ROOM, DAY).received_again) == 0


def test_another_hand_under_a_used_number_is_no_correction(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "a.hands.jsonl", [hand(0)])
    land(lake, tmp_path / "b", "b.hands.jsonl", [hand(0, start="2018-06-02T20:00:00-07:00", button=6)])
    land(lake, tmp_path / "c", "c.hands.jsonl", [hand(0, table="23", hand="147-0602-000000", button=7)])
    assert sorted(b for _, b in buttons(lake)) == [4, 6, 7]


def test_a_hand_left_out_of_the_file_sent_again_still_stands(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "t.hands.jsonl", [hand(0), hand(1)])
    land(lake, tmp_path / "b", "t.hands.jsonl", [hand(1, button=6)])
    assert [b for _, b in buttons(lake)] == [4, 6]


def test_no_name_of_a_player_is_in_what_is_told(lake: Lake, tmp_path: Path) -> None:
    seats = [{"seat": 1, "player": "SECRET", "stack": 300}, {"seat": 5, "player": "P5", "stack": 211},
             {"seat": 6, "player": "P0", "stack": 96}]  # fmt: skip
    land(lake, tmp_path / "a", "a.hands.jsonl", [hand(0)])
    land(lake, tmp_path / "b", "b.hands.jsonl", [hand(0, seats=seats)])
    (row,) = standing_hands(lake, ROOM, DAY).received_again.to_pylist()
    assert row["changed"] == "seats, players"
    assert "SECRET" not in str(row)


def downs(*rows: tuple[str, str]) -> list[str]:
    return [DOWNS_HEADER, *(f"rio,,,{DAY},10:00,147,{slot},{emp},Lee,Ann,live,," for slot, emp in rows)]


def signers(lake: Lake) -> list[tuple[str, str]]:
    rows = standing_rows(lake, "downs", ROOM, DAY)
    return list(zip(rows["slot"].to_pylist(), rows["emp"].to_pylist(), strict=True))


def test_a_card_sent_again_under_its_name_corrects_its_slots(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "c.downs.csv", downs(("10:00", "111111"), ("10:30", "222222")))
    land(lake, tmp_path / "b", "c.downs.csv", downs(("10:00", "111111"), ("10:30", "333333")))
    assert signers(lake) == [("10:00", "111111"), ("10:30", "333333")]


def test_two_cards_for_one_slot_both_stand(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "a.downs.csv", downs(("10:00", "111111")))
    land(lake, tmp_path / "b", "b.downs.csv", downs(("10:00", "222222")))
    assert signers(lake) == [("10:00", "111111"), ("10:00", "222222")]


def test_the_digest_tells_histories_apart_and_is_none_without_corrections(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "a", "t.hands.jsonl", [hand(0), hand(1)])
    land(lake, tmp_path / "b", "u.hands.jsonl", [hand(2)])
    assert corrections_digest(lake, ROOM, DAY, lake.snapshot()) is None
    land(lake, tmp_path / "c", "t.hands.jsonl", [hand(1, button=6)])
    once = corrections_digest(lake, ROOM, DAY, lake.snapshot())
    land(lake, tmp_path / "d", "t.hands.jsonl", [hand(1, button=7)])
    twice = corrections_digest(lake, ROOM, DAY, lake.snapshot())
    assert once and twice and once != twice


# -- back to what was said first -------------------------------------------------------------------------------------


def test_a_file_sent_as_it_was_at_first_stands_again(lake: Lake, tmp_path: Path) -> None:
    for button in (4, 5, 4):
        land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, button=button), hand(1)])
    assert [b for name, b in buttons(lake) if name.endswith("000000")] == [4]
    again = standing_hands(lake, ROOM, DAY).received_again.to_pylist()
    assert [(row["was"], row["now"]) for row in sorted(again, key=lambda row: row["commit"])] == [
        ("4", "5"),
        ("5", "4"),
    ]
    file = write_lines(tmp_path / "in" / "t.hands.jsonl", [hand(0, button=4), hand(1)])
    assert ingest(lake, [file], house(tmp_path)).commit is None, "what came last already is known"
    for button in (5, 4, 5):
        land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, button=button), hand(1)])
    assert [b for name, b in buttons(lake) if name.endswith("000000")] == [5]
    assert len(standing_hands(lake, ROOM, DAY).received_again) == 5
    assert lake.verify() == []


def test_a_line_that_comes_back_in_another_file_stands_again(lake: Lake, tmp_path: Path) -> None:
    for n, button in enumerate((4, 5, 4)):
        land(lake, tmp_path / str(n), f"{n}.hands.jsonl", [hand(0, button=button), hand(n + 1)])
    assert [b for name, b in buttons(lake) if name.endswith("000000")] == [4]


def test_files_of_one_name_that_lie_side_by_side_are_read_once(lake: Lake, tmp_path: Path) -> None:
    rules = house(tmp_path)
    for folder, number in (("a", 0), ("b", 1)):
        (tmp_path / "in" / folder).mkdir(parents=True)
        write_lines(tmp_path / "in" / folder / "t.hands.jsonl", [hand(number)])
    ingest(lake, [tmp_path / "in"], rules)
    number = lake.number()
    for _ in range(2):
        assert ingest(lake, [tmp_path / "in"], rules).commit is None
    assert lake.number() == number


def test_a_card_sent_as_it_was_at_first_stands_again(lake: Lake, tmp_path: Path) -> None:
    for emp in ("111111", "222222", "111111"):
        land(lake, tmp_path / "in", "c.downs.csv", downs(("10:00", emp)))
    assert signers(lake) == [("10:00", "111111")]


def test_a_file_of_one_hand_sent_as_it_was_at_first_tells_both_changes(lake: Lake, tmp_path: Path) -> None:
    for button in (4, 5, 4):
        land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, button=button)])
    assert [b for _, b in buttons(lake)] == [4]
    again = standing_hands(lake, ROOM, DAY).received_again.to_pylist()
    assert sorted((row["was"], row["now"]) for row in again) == [("4", "5"), ("5", "4")]
    assert lake.verify() == []


def test_a_hand_whose_start_was_changed_twice_tells_both_under_the_start_that_stands(
    lake: Lake, tmp_path: Path
) -> None:
    for minute in (2, 3, 4):
        land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, start=f"2018-06-02T10:{minute:02}:00-07:00")])
    again = standing_hands(lake, ROOM, DAY).received_again.to_pylist()
    (stands,) = standing_hands(lake, ROOM, DAY).three["hands"]["start"].to_pylist()
    assert [row["start"] for row in again] == [stands, stands]
