"""The declarations of house file and rulebooks: pages and schemas say what the readers take, no more and no less."""

from __future__ import annotations

import tomllib
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from checks.law.rulebook import FOLDER
from parsers.house import EXPECTED_KEYS, PLACARD_KEYS, ROOM_KEYS, RULE_KEYS, parse_house, schema_of
from parsers.house_words import EXAMPLE, MEANING
from pipelines.reference_law import HOUSE_FILE, OWN_BOOK, house_schema, law_pages, rulebook_schema

jsonschema: Any = import_module("jsonschema")  # it has no types of its own
ROOT = Path(__file__).resolve().parent.parent
KEYS = {**ROOM_KEYS, **EXPECTED_KEYS, **PLACARD_KEYS, **RULE_KEYS}
HOUSE, RULEBOOK = house_schema(), rulebook_schema()
ROOM = '[room.rio]\nrulebooks = ["tda-2013"]\ntimezone = "UTC"\n'


def plain(value: Any) -> Any:
    """TOML as JSON has it: days are texts."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value


def fits(schema: dict[str, Any], text: str) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(plain(tomllib.loads(text))))


def paths(name: str, schema: dict[str, Any]) -> set[str]:
    inner = schema.get("properties", {})
    return {name}.union(*(paths(f"{name}.{key}", part) for key, part in inner.items()))


def test_every_key_of_the_house_file_has_a_meaning_and_an_example() -> None:
    assert set().union(*(paths(key, schema_of(check)) for key, check in KEYS.items())) == set(MEANING)
    assert set(EXAMPLE) == set(KEYS)


@pytest.mark.parametrize("key", [*PLACARD_KEYS, *RULE_KEYS])
def test_the_example_of_a_placards_key_is_read_and_fits_the_schema(key: str) -> None:
    needed = {"room": 'room = "rio"', "game": 'game = "holdem"', key: EXAMPLE[key]}
    text = ROOM + "[placard.p]\n" + "\n".join(needed.values()) + "\n"
    parse_house(text.encode())
    assert fits(HOUSE, text)


@pytest.mark.parametrize("key", [*ROOM_KEYS, *EXPECTED_KEYS])
def test_the_example_of_a_rooms_key_is_read_and_fits_the_schema(key: str) -> None:
    needed = {"rulebooks": 'rulebooks = ["tda-2013"]', "timezone": 'timezone = "UTC"', key: EXAMPLE[key]}
    text = "[room.rio]\n" + "\n".join(needed.values()) + "\n"
    parse_house(text.encode())
    assert fits(HOUSE, text)


@pytest.mark.parametrize(
    "line",
    [
        "rake = { procent = 10 }", "rake = { percent = 101 }", "rake = { tiers = [{ pot = 20 }] }", "run_it = 4",
        "rake = [{ cap = 5 }]", 'button = { kind = "deed" }', "bba = { times = 0 }", "rake = { short = { 11 = 1 } }",
        'ofc = { fantasyland = "QJ" }', "seats = 11", "wager_most = 0",
    ],
)  # fmt: skip
def test_what_the_reader_refuses_does_not_fit_the_schema(line: str) -> None:
    assert not fits(HOUSE, f'{ROOM}[placard.p]\nroom = "rio"\ngame = "holdem"\n{line}\n')


def test_a_dated_value_fits_the_schema() -> None:
    dated = "rake = [{ from = 2018-05-30, cap = 5 }, { from = 2018-07-01, drop = 4 }]\n"
    dated += "run_it = [{ from = 2018-07-01, value = 3 }]"
    assert fits(HOUSE, f'{ROOM}[placard.p]\nroom = "rio"\ngame = "holdem"\n{dated}\n')


@pytest.mark.parametrize("path", sorted((ROOT / "tests/cases/houses").glob("*.toml")), ids=lambda path: path.stem)
def test_every_house_file_of_the_cases_fits_the_schema(path: Path) -> None:
    assert fits(HOUSE, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path",
    [*sorted(FOLDER.glob("*.toml")), *(ROOT / "tests/cases/houses/rulebooks").glob("*.toml")],
    ids=lambda p: p.stem,
)
def test_every_rulebook_fits_the_schema(path: Path) -> None:
    assert fits(RULEBOOK, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cap_limit", "cap_limits"),
        ('"times"', '"cents"'),
        ("value = 3", "value = -3"),
        ("cite", "sight"),
        ("id =", "ids ="),
    ],
)
def test_a_wrong_rulebook_does_not_fit_the_schema(old: str, new: str) -> None:
    assert fits(RULEBOOK, OWN_BOOK)
    assert not fits(RULEBOOK, OWN_BOOK.replace(old, new))


def test_the_house_file_of_the_page_is_read() -> None:
    assert parse_house(HOUSE_FILE.encode()).placards
    assert fits(HOUSE, HOUSE_FILE)


@pytest.mark.parametrize("name", ["house.schema.json", "rulebook.schema.json", "../house.md", "../rulebooks.md"])
def test_the_pages_of_the_law_are_those_of_the_declarations(name: str) -> None:
    written = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert written == law_pages()[name], "run `make docs`"
