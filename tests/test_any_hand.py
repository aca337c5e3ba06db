"""Any hand, anybody, any day: the files of the tables, the index of the search, and all findings of a dealer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from checks.film_table import DRAWN, film_of, film_parts
from checks.law.rulebook import load_rulebooks
from dashboards.pages.dealer_findings import worst_first
from dashboards.publish import publish
from dashboards.reading import read_day
from dashboards.replay.search_index import HOUSE, amounts, cards_mask
from parsers.batch import to_tables
from parsers.handlog_reference import batch_of
from tests.page_fixtures import DAY, FLAGGED, NO_HOUSE, add_history, day_rows, read_script, record_of, write_duckdb

SIZE: dict[str, Any] = {"hands": 240, "tables": 4, "flagged": 24, "dealers": 6}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("any")
    rows = day_rows(**SIZE)
    large = next(f for f in rows.findings if f["code"] == "PT01")
    large |= {"amount_cents": 117_800, "paid_by": "s6", "paid_to": "house"}
    write_duckdb(folder / "day.duckdb", rows)
    for name in ("site", "again"):
        publish(folder / "day.duckdb", folder / name, DAY, record=record_of(rows))
    return folder / "site"


def data_of(path: Path) -> dict[str, Any]:
    """What a file hands over: one call with one argument."""
    found = re.fullmatch(r"oddchip(?:Table|Index)\((.*)\);\n", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, path.name
    data: dict[str, Any] = json.loads(found[1])
    return data


def tables_of(site: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((site / "replay").glob("*.js")):
        if path.name != "search.js":
            yield data_of(path)


def played(hand: dict[str, Any]) -> dict[str, Any]:
    """The last picture of a hand, as the replayer puts the changes on top of one another."""
    picture = dict(hand["opening"])
    for change in hand["steps"]:
        picture = {**picture, **change, "seats": {**picture["seats"], **change.get("seats", {})}}
    return picture


# -- the files of the tables ------------------------------------------------------------------------------------------


def test_every_hand_of_the_day_is_in_the_file_of_its_table(site: Path) -> None:
    rows = day_rows(**SIZE)
    held = {data["table"]: [hand["hand"] for hand in data["hands"]] for data in tables_of(site)}
    due: dict[str, list[str]] = {}
    for hand in sorted(rows.hands, key=lambda h: h.start_us or 0):
        due.setdefault(hand.table or "", []).append(hand.hand)
    assert held == due
    assert all(data["whole"] for data in tables_of(site))


def test_a_hand_has_a_picture_for_every_event_and_ends_with_the_chips_that_were_pushed(site: Path) -> None:
    events = {hand.hand: len(hand.events) for hand in day_rows(**SIZE).hands}
    flagged = 0
    for data in tables_of(site):
        for hand in data["hands"]:
            assert len(hand["steps"]) == len(hand["words"]) == events[hand["hand"]]
            assert sum(hand["streets"][1::2]) == len(hand["words"])
            before = sum(seat[0] for seat in hand["opening"]["seats"].values())
            end = played(hand)
            after = sum(seat[0] + seat[1] for seat in end["seats"].values()) + end["slide"]
            flagged += "found" in hand
            if "found" not in hand:  # of a hand without a finding every chip is where it should be
                assert (before, end["pot"]) == (after, 0), hand["hand"]
            else:
                assert (site / "hands" / hand["page"]).is_file()
    assert flagged == SIZE["flagged"]


def test_the_same_record_gives_the_same_files(site: Path) -> None:
    for path in (site / "replay").iterdir():
        assert path.read_bytes() == (site.parent / "again" / "replay" / path.name).read_bytes()


def test_what_is_drawn_of_a_hand_is_what_the_audit_would_store_of_it() -> None:
    for script in FLAGGED:
        three = to_tables(batch_of("x.hands.jsonl", [(1, 1, read_script(script))]))
        rulebooks = load_rulebooks()
        (drawn,) = film_parts(three, NO_HOUSE, rulebooks, "wsop-dealer-2018", DRAWN)
        stored = film_of(three, NO_HOUSE, rulebooks, "wsop-dealer-2018").to_pylist()
        assert drawn.to_pylist() == [row for row in stored if row["grain"] in ("picture", "pot")]


# -- the index of the search ----------------------------------------------------------------------------------------


def test_the_index_has_every_hand_with_its_players_and_every_finding(site: Path) -> None:
    index = data_of(site / "replay" / "search.js")
    rows = day_rows(**SIZE)
    names = index["hands"]["name"]
    assert sorted(names) == sorted(hand.hand for hand in rows.hands)
    assert len(index["findings"]["code"]) == len(rows.findings)
    for hand in rows.hands:
        seats = index["hands"]["seats"][names.index(hand.hand)]
        told = {seat: index["players"][player] for seat, player in zip(seats[::2], seats[1::2], strict=True)}
        assert told == {seat.seat: seat.player for seat in hand.seats}


def test_who_paid_and_who_received_are_the_players_in_those_seats(site: Path) -> None:
    findings, players = (data_of(site / "replay" / "search.js")[name] for name in ("findings", "players"))
    place = findings["cents"].index(117_800)
    assert findings["code"][place] == "PT01"
    assert players[findings["by"][place]] == "P6"
    assert findings["to"][place] == HOUSE
    assert (site / findings["page"][place]).is_file()


def test_every_page_of_the_index_is_there(site: Path) -> None:
    index = data_of(site / "replay" / "search.js")
    pages = [*index["findings"]["page"], *(t[2] for t in index["tables"]), *(d[1] for d in index["dealers"])]
    assert pages and all((site / page).is_file() for page in pages)
    assert all((site / "replay" / f"{t[1]}.js").is_file() for t in index["tables"])


def test_every_page_has_the_search_box(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert text.count('id="find"') == 1 and "assets/search.js" in text, path.name


def test_the_index_names_nobody_whom_the_pages_do_not_show(site: Path) -> None:
    index = data_of(site / "replay" / "search.js")
    shown = {player for data in tables_of(site) for player in data["players"]}
    assert set(index["players"]) <= shown
    assert set(index) == {"day", "whole", "hands", "findings", "tables", "dealers", "players"}


def test_cards_are_a_bit_each_and_unknown_cards_are_none() -> None:
    assert cards_mask([{"cards": "2cAs"}, {"cards": "????"}, {"cards": None}]) == "8000000000001"
    assert cards_mask([{"cards": "3d"}]) == "0000000000020"
    assert cards_mask([]) == "0" * 13


def test_the_amounts_of_a_hand_are_each_award_and_all_of_them() -> None:
    awards = [{"word": "award", "amount_cents": 4500}, {"word": "award", "amount_cents": 1200}]
    assert amounts([*awards, {"word": "bet", "amount_cents": 777}]) == [1200, 4500, 5700]
    assert amounts([]) == []


# -- all findings of a dealer --------------------------------------------------------------------------------


def test_a_dealers_findings_of_two_weeks_are_two_clicks_away(tmp_path: Path) -> None:
    rows = day_rows(**SIZE)
    add_history(rows)
    write_duckdb(tmp_path / "day.duckdb", rows)
    for n in range(13, -1, -1):
        on = DAY - timedelta(days=n)
        publish(tmp_path / "day.duckdb", tmp_path / on.isoformat(), on)
    weak = "794305"  # the one to whom the fixture gives more than to the others
    since = DAY - timedelta(days=13)
    due = [f for f in rows.findings if f["dealer"] == weak and f["gaming_date"] >= since]
    assert len(due) > 50
    site = tmp_path / DAY.isoformat()
    listed = (site / "dealers.html").read_text(encoding="utf-8")
    (page,) = (site / "dealers").glob(f"{weak}-*.html")
    assert f'href="dealers/{page.name}"' in listed  # the first click
    text = page.read_text(encoding="utf-8")
    figure = text[text.index('id="fig-findings"') :]
    figure = figure[: figure.index("</figure>")]
    proofs = re.findall(r'href="(\.\./(?:\.\./[0-9-]{10}/)?(?:hands|slots)/[^"]+)"', figure)
    reached = {(page.parent / href).resolve() for href in proofs}  # the second
    assert all(path.is_file() for path in reached)
    assert len(reached) == len(proofs) == len(due)
    assert figure.count("<tr>") - 1 == sum(
        f["dealer"] == weak for f in rows.findings if f["gaming_date"] > DAY - timedelta(28)
    )


def test_findings_stand_the_worst_first(tmp_path: Path) -> None:
    rows = day_rows(**SIZE)
    write_duckdb(tmp_path / "day.duckdb", rows)
    found = sorted(read_day(tmp_path / "day.duckdb", DAY).span_findings, key=worst_first)
    order = ["error", "procedure", "notice"]
    keys = [(order.index(f["severity"]), -f["moved_cents"]) for f in found]
    assert keys == sorted(keys) and len(keys) == sum(f["dealer"] is not None for f in rows.findings)
