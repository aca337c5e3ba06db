"""Rulebooks of the operator: beside the house file, extending others, cited in their own way."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from checks.law.rulebook import Rulebook, RulebookError, load_rulebooks, rulebooks_of
from checks.law.terms import compile_terms, room_terms
from parsers.house import House, HouseError, load_house
from pipelines.auditing.identity import audit_identity
from pipelines.cli import BAD_INPUT, OK, main

DAY = date(2018, 6, 2)
OURS = """
id = "ours"
title = "Our rules"
from = 2018-01-01
extends = "wsop-live-2017"
cited_by = { name = "paragraph", pattern = "§[0-9]{1,2}" }

[raise.cap_limit]
unit = "times"
values = [{ from = 2018-01-01, value = 3, cite = "§7" }]
"""


def house_with(folder: Path, rulebooks: str = '"ours"', **books: str) -> House:
    """A house file in a folder, with the books beside it; `_` in a name stands for a dash."""
    (folder / "rulebooks").mkdir(exist_ok=True)
    for name, text in books.items():
        (folder / "rulebooks" / f"{name.replace('_', '-')}.toml").write_text(text, encoding="utf-8")
    path = folder / "house.toml"
    path.write_text(
        f'[room.rio]\nrulebooks = [{rulebooks}]\ntimezone = "UTC"\n[placard.p]\nroom = "rio"\ngame = "holdem"\n',
        encoding="utf-8",
    )
    return load_house(path)


def error_of(folder: Path, rulebooks: str = '"ours"', **books: str) -> str:
    with pytest.raises((RulebookError, HouseError)) as caught:
        rulebooks_of(house_with(folder, rulebooks, **books))
    assert ";" in str(caught.value), "an error says what to do"
    return str(caught.value)


def said(house: House, key: str, day: date = DAY) -> tuple[Any, str, str]:
    found = compile_terms(house, rulebooks_of(house), "rio", "p", day)[key]
    return found.value, found.rulebook, found.rule


def test_a_book_beside_the_house_file_is_found_and_cited_in_its_own_way(tmp_path: Path) -> None:
    house = house_with(tmp_path, ours=OURS)
    assert said(house, "raise.cap_limit") == (3, "ours", "§7")


def test_what_a_book_does_not_set_comes_from_the_one_it_extends_with_that_ones_citation(tmp_path: Path) -> None:
    house = house_with(tmp_path, ours=OURS)
    assert said(house, "rake.cap") == (500, "wsop-live-2017", "27")
    assert rulebooks_of(house)["ours"].scope == "live"


def test_a_book_may_extend_one_of_its_own_kind_in_whatever_order_they_lie(tmp_path: Path) -> None:
    more = 'id = "a-more"\ntitle = "More"\nfrom = 2018-03-01\nextends = "ours"\n[rake.cap]\nunit = "cents"\n'
    more += 'values = [{ from = 2018-03-01, value = 400, cite = "§9" }]\n'
    house = house_with(tmp_path, '"a-more"', ours=OURS, a_more=more)
    assert said(house, "rake.cap") == (400, "a-more", "§9")
    assert said(house, "raise.cap_limit") == (3, "ours", "§7")
    assert said(house, "odd_chip.stud") == ("five", "wsop-live-2017", "149")


def test_before_its_first_day_a_book_is_silent_and_so_is_the_one_it_extends(tmp_path: Path) -> None:
    house = house_with(tmp_path, ours=OURS)
    assert len(room_terms(house, rulebooks_of(house), "rio", date(2017, 12, 31))) == 0


def test_a_later_value_of_the_own_book_leaves_the_other_in_force_until_then(tmp_path: Path) -> None:
    house = house_with(tmp_path, ours=OURS.replace("from = 2018-01-01, value", "from = 2018-07-01, value"))
    assert said(house, "raise.cap_limit", date(2018, 6, 30)) == (4, "wsop-live-2017", "126")
    assert said(house, "raise.cap_limit", date(2018, 7, 1)) == (3, "ours", "§7")


def test_a_book_that_was_asked_for_judges_any_day(tmp_path: Path) -> None:
    house = house_with(tmp_path, ours=OURS)
    terms = compile_terms(house, rulebooks_of(house), "elsewhere", None, date(1990, 1, 1), "ours")
    assert terms.value("raise.cap_limit") == 3
    assert terms.value("rake.cap") == 500


def test_a_rooms_own_book_of_ten_lines_is_enough() -> None:
    assert len([line for line in OURS.splitlines() if line]) <= 10


@pytest.mark.parametrize(
    ("book", "told"),
    [
        (OURS.replace('"wsop-live-2017"', '"wsop-live-2071"'), "did you mean wsop-live-2017?"),
        (OURS.replace('"wsop-live-2017"', '"ours"'), "ours: extends itself by way of ours → ours; remove"),
        (OURS.replace('"wsop-live-2017"', "[1]"), "extends is [1]; write the id of one rulebook"),
        (OURS.replace('"§7"', '"7"'), 'has the cite "7"; cite a paragraph'),
        (OURS.replace("[0-9]{1,2}", "[0-9"), "cited_by.pattern is no pattern"),
        (OURS.replace("{1,2}", "{99999999999}"), "cited_by.pattern is no pattern (the repetition number is too large)"),
        (OURS.replace("pattern =", "patern ="), 'write { name = "section", pattern = "[0-9]+" }'),
        (OURS.replace('{ name = "paragraph", pattern = "§[0-9]{1,2}" }', '"verse"'), "cited_by is verse; write one of"),
        (OURS.replace("title", "titel"), "has no title"),
        (OURS.replace("raise.cap_limit", "raise.cap_limits"), "did you mean raise.cap_limit?"),
        (OURS.replace('"times"', '"cents"'), 'write unit = "times"'),
        (OURS.replace('id = "ours"', 'id = "theirs"'), "name the file by its id"),
        (OURS.replace('extends = "wsop-live-2017"\n', ""), "ours: has no scope; write it at the top"),
    ],
)
def test_a_wrong_book_is_told_with_its_cure(tmp_path: Path, book: str, told: str) -> None:
    assert told in error_of(tmp_path, ours=book)


def test_a_circle_of_books_is_told(tmp_path: Path) -> None:
    other = OURS.replace('"ours"', '"other"').replace('"wsop-live-2017"', '"ours"')
    circle = OURS.replace('"wsop-live-2017"', '"other"')
    assert "extends itself by way of other → ours → other" in error_of(tmp_path, ours=circle, other=other)


def test_the_id_of_a_shipped_book_is_not_free(tmp_path: Path) -> None:
    assert "is the id of a rulebook that is shipped" in error_of(tmp_path, tda_2013=OURS.replace("ours", "tda-2013"))


def test_a_room_that_names_an_unknown_rulebook_is_told_which_there_are(tmp_path: Path) -> None:
    message = error_of(tmp_path, '"tda-2031"')
    assert message.startswith('house.toml: [room.rio] rulebooks is "tda-2031"; did you mean tda-2013? write one of ')
    assert "put tda-2031.toml into the folder rulebooks" in message


def test_the_id_of_an_audit_covers_the_own_books(tmp_path: Path) -> None:
    one, other = house_with(tmp_path, ours=OURS), house_with(tmp_path, ours=OURS.replace("value = 3", "value = 2"))
    assert one.digest == other.digest
    assert audit_identity([], one) != audit_identity([], other)


def test_shipped_books_are_not_own_and_own_ones_are(tmp_path: Path) -> None:
    books: dict[str, Rulebook] = rulebooks_of(house_with(tmp_path, ours=OURS))
    assert [id_ for id_, book in books.items() if book.is_own] == ["ours"]
    assert set(load_rulebooks()) | {"ours"} == set(books)


def test_the_commands_know_the_own_books(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house_with(tmp_path, ours=OURS)
    house = str(tmp_path / "house.toml")
    assert main(["rulebooks", "--house", house]) == OK
    assert "ours  Our rules (your own, extends wsop-live-2017)" in capsys.readouterr().out
    assert main(["rulebooks", "ours", "--house", house]) == OK
    shown = capsys.readouterr().out
    assert "raise.cap_limit" in shown.split("from wsop-live-2017:")[0]
    assert "raise.cap_limit" not in shown.split("from wsop-live-2017:")[1]
    assert main(["explain", "AC05", "--house", house]) == OK
    shown = capsys.readouterr().out
    head = "- Our rules (your own), §7 [ours §7], in force from 2018-01-01, live action only"
    assert f"{head}\n    In limit a round has one bet and at most 3 raises." in shown
    head = "- 2017 World Series of Poker Official Live-Action Rules, 126 [wsop-live-2017 126], in force from 2017-05-30"
    assert f"{head}, live action only\n    In limit a round has one bet and at most 4 raises." in shown
    assert main(["rulebooks", "ours", "--data", str(tmp_path)]) == OK
    assert main(["rulebooks", "ourz", "--data", str(tmp_path)]) == BAD_INPUT
    assert "did you mean ours?" in capsys.readouterr().err


def test_a_night_keeps_the_own_books_with_the_house_file(tmp_path: Path) -> None:
    from pipelines.folders import folders
    from pipelines.night.nightly import land, open_lake

    house_with(tmp_path, ours=OURS)
    where = folders(str(tmp_path))
    land(where, [])
    names = {raw.name for entry in open_lake(where).ledger.entries() for raw in entry.raw}
    assert {"house.toml", "ours.toml"} <= names
    assert not (where.quarantine / "quarantine.csv").exists()


# -- rulebooks check

ROOM = '[room.rio]\nrulebooks = [{books}]\ntimezone = "UTC"\n{room}\n'
PLACARD = '[placard.{id}]\nroom = "rio"\ngame = "holdem"\n{lines}\n'


def checked(folder: Path, text: str, capsys: pytest.CaptureFixture[str], **books: str) -> tuple[int, str]:
    """The exit code of the check, and what it says."""
    house_with(folder, '"tda-2013"', **books)
    (folder / "house.toml").write_text(text, encoding="utf-8")
    code = main(["rulebooks", "check", "--house", str(folder / "house.toml")])
    return code, capsys.readouterr().out


def test_a_right_house_file_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    placard = PLACARD.format(id="p", lines="rake = { percent = 10, step = 1, cap = 5 }")
    text = ROOM.format(books='"wsop-live-2017"', room="") + placard
    assert checked(tmp_path, text, capsys) == (OK, "house.toml: right\n")


def test_every_wrong_book_is_told_and_not_the_first_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = OURS.replace('"ours"', '"theirs"').replace("raise.cap_limit", "raise.cap_limt")
    code, said_ = checked(
        tmp_path, ROOM.format(books='"ours"', room=""), capsys, ours=OURS.replace('"times"', '"cents"'), theirs=other
    )
    assert code == BAD_INPUT
    assert 'error: ours: [raise.cap_limit] has the unit cents; write unit = "times"' in said_
    assert "error: theirs: [raise.cap_limt] is no key; did you mean raise.cap_limit?" in said_
    assert "2 to put right" in said_


def test_a_wrong_key_of_the_house_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said_ = checked(tmp_path, ROOM.format(books='"tda-2013"', room="rakes = { cap = 5 }"), capsys)
    assert code == BAD_INPUT
    assert "did you mean rake?" in said_


def test_a_value_beyond_a_ceiling_is_told_also_where_it_comes_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dated = "rake = [{ from = 2020-01-01, percent = 10 }, { from = 2090-01-01, percent = 11 }]"
    text = ROOM.format(books='"wa-wac-230-15"', room="") + PLACARD.format(id="p", lines=f"{dated}\nwager_most = 400")
    code, said_ = checked(tmp_path, text, capsys)
    assert code == BAD_INPUT
    assert "placard.p.wager_most is 400.00; wa-wac-230-15 230-15-135 allows at most 300.00" in said_
    assert "placard.p.rake.percent is 11 % from 2090-01-01 on; wa-wac-230-15 230-15-080 allows at most 10 %" in said_


def test_what_has_no_effect_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rake = "rake = { percent = 5, step = 1, cap = 4 }"
    room = ROOM.format(books='"wsop-live-2017", "ours"', room="rake = { cap = 6, no_flop_no_drop = true }")
    text = room + PLACARD.format(id="p", lines=rake) + PLACARD.format(id="q", lines=rake)
    value = '{ from = 2018-01-01, value = "dealer-in-the-box", cite = "§9" }'
    note = f'[time.collected_by]\nunit = "word"\nvalues = [{value}]\n'
    code, said_ = checked(tmp_path, text, capsys, ours=OURS + note, spare=OURS.replace('"ours"', '"spare"'))
    assert code == OK
    assert "no effect: house.toml: room.rio.rake.cap has no effect; every placard of the room sets its own" in said_
    assert "room.rio.rake.no_flop_no_drop" not in said_
    assert "no effect: ours: [raise.cap_limit] has no effect in room rio; wsop-live-2017 stands before it" in said_
    assert "no effect: ours: [time.collected_by] is a note; no check reads it" in said_
    assert "no effect: spare: no room names it" in said_


def test_a_regulator_that_stands_behind_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROOM.format(books='"wsop-live-2017", "wa-wac-230-15"', room="")
    code, said_ = checked(tmp_path, text, capsys)
    assert code == OK
    assert "raise.cap_limit is 4 by wsop-live-2017 126, and wa-wac-230-15 230-15-135 has the ceiling 3" in said_
