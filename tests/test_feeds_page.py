"""docs/feeds.md against the readers: every word is in it, and its five hands say what it says they say."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from parsers import downs, drops, roster, shuffler
from parsers import vocabulary as v
from parsers.detect import HAND_FEEDS
from parsers.handlog_reference import (
    FORMS,
    HAND_FIELDS,
    NOTE_FIELDS,
    NOTE_HEAD,
    SEAT_FIELDS,
    SEAT_FORMS,
    TOURNAMENT_FIELDS,
    LineError,
    parse_line,
)
from pipelines.cli import OK, main
from pipelines.linting.lint import lint
from tests.feeds_page import five_hands, house, page, section


def said(title: str) -> set[str]:
    """Every word that stands in code in a section, with the parts of its forms."""
    return {word for code in re.findall(r"`([^`]+)`", section(title)) for word in re.split(r"[\s\[\]]+", code)}


@pytest.mark.parametrize("word", v.WORDS)
def test_every_event_word_is_on_the_page(word: str) -> None:
    assert word in said("### The events")


@pytest.mark.parametrize("form", sorted({*FORMS.values(), *SEAT_FORMS.values()}))
def test_every_form_of_an_event_is_on_the_page_as_messages_quote_it(form: str) -> None:
    codes = re.findall(r"`([^`]+)`", section("### The events"))
    assert any(form == code or (form == "expose sN CARD" and code == form) for code in codes), form


@pytest.mark.parametrize(
    "word",
    sorted({*v.DETAILS[1:], *v.PARTS[1:], *v.FLAGS, *v.RESHUFFLE_SOURCES}),
)
def test_every_word_behind_an_event_is_on_the_page(word: str) -> None:
    assert word in said("### The events")


@pytest.mark.parametrize(
    "field", sorted({*HAND_FIELDS, *SEAT_FIELDS, *TOURNAMENT_FIELDS, *v.STAKES, *v.STATES, *v.BETTING})
)
def test_every_field_of_a_hand_is_on_the_page(field: str) -> None:
    assert field in {word.rstrip(",") for word in said("### A hand")}


@pytest.mark.parametrize("note", v.NOTES)
def test_every_note_is_on_the_page_with_its_fields(note: str) -> None:
    rows = [line for line in section("### Table notes").splitlines() if line.startswith("|")]
    (row,) = [line for line in rows if f"`{note}`" in line.split("|")[1]]
    for field in NOTE_FIELDS[note][0]:
        assert f"`{field}`" in row
    assert ("needed" in row) == bool(NOTE_FIELDS[note][1])


@pytest.mark.parametrize(
    ("title", "columns"),
    [
        ("## Down cards", downs.HEADER),
        ("## Shuffler counts", shuffler.HEADER),
        ("## The count of the boxes", drops.HEADER),
        ("## The roster", (*roster.HEADER, *roster.OPTIONAL)),
    ],
)
def test_every_column_of_a_feed_is_on_the_page_and_its_example_is_read(
    title: str, columns: tuple[str, ...], tmp_path: Path
) -> None:
    assert set(columns) <= said(title)
    found = re.search(r"```csv\n(.*?)```", section(title), re.S)
    assert found is not None
    assert set(next(csv.reader([found[1].splitlines()[0]]))) == set(columns)
    feed = {"## Down cards": "downs", "## Shuffler counts": "shuffles", "## The count of the boxes": "drops"}.get(title)
    path = tmp_path / "example.csv"
    path.write_text(found[1])
    assert lint(path, feed or "roster").marks == []


@pytest.mark.parametrize("words", [v.SHUFFLE_STATUSES, v.DOWN_KINDS])
def test_every_word_of_a_csv_feed_is_on_the_page(words: tuple[str, ...]) -> None:
    for word in words:
        assert f"`{word}`" in page()


@pytest.mark.parametrize("field", sorted(set(HAND_FIELDS) - {"v"}))
def test_every_field_that_is_called_known_is_read(field: str) -> None:
    record = {**five_hands()[0].record, field: [[]]}
    with pytest.raises(LineError) as caught:
        parse_line(json.dumps(record))
    assert (caught.value.field or "").startswith(field)


def test_the_example_of_a_note_is_one() -> None:
    found = re.search(r"`(\{[^`]+\})`", section("### Table notes"))
    assert found is not None
    parse_line(found[1])
    assert set(json.loads(found[1])) == set(NOTE_HEAD)


def test_every_format_of_hands_has_a_name_on_the_page() -> None:
    assert len(HAND_FEEDS) == 7, "a format came: write it into docs/feeds.md, then into this test"
    for ending in (".hands.jsonl", ".phh", ".phhs", ".ohh", ".txt", "poker_now_log_*.csv"):
        assert ending in page()


# -- the five hands ----------------------------------------------------------------------------------------------------


def test_there_are_five_hands_and_each_event_is_explained_in_its_place() -> None:
    hands = five_hands()
    assert [hand.record["game"] for hand in hands] == ["holdem", "holdem", "stud", "27-triple", "huhe"]
    for hand in hands:
        assert hand.explained == hand.record["events"]


def test_the_five_hands_are_read_whole_and_have_the_findings_that_the_page_says(tmp_path: Path) -> None:
    hands = five_hands()
    (tmp_path / "five").mkdir()
    (tmp_path / "five" / "house.toml").write_text(house())
    (tmp_path / "five" / "five.hands.jsonl").write_text("".join(hand.line + "\n" for hand in hands))
    assert main(["lint", str(tmp_path / "five")]) == OK
    assert main(["audit", str(tmp_path / "five"), "--out", str(tmp_path / "out")]) == OK
    assert pq.read_table(tmp_path / "out" / "quarantine.parquet").num_rows == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert (summary["hands_read"], summary["hands_evaluated"]) == (5, 5)
    findings = pq.read_table(tmp_path / "out" / "findings.parquet").to_pylist()
    for hand in hands:
        found = [f"`{row['code']}` {row['message']}" for row in findings if row["hand"] == hand.record["hand"]]
        assert found == ([] if hand.found == "none." else [hand.found])
