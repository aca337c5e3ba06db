"""Every code has a panel that proves its findings: of all case files, and of a simulated day of many games."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.catalogue import CHECKS
from checks.law.keys import PAYTABLES
from dashboards.pages.hand_page import page_names
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Panel, Sheet
from dashboards.proofs.pots import pots_of
from dashboards.proofs.registry import PANELS, panel_of
from dashboards.proofs.values import A_DUTY
from dashboards.publish import publish
from dashboards.reading import Day, read_day
from parsers.house import load_house
from tests.case_files import load_cases
from tests.conftest import landed
from tests.panel_fixtures import CASE_DAY, write_cases

ROOM_DAY = dt.date(2026, 1, 16)
GAMES = (
    "holdem", "holdem-fl", "omaha", "omaha8", "stud", "tournament", "holdem-time", "omaha-time-pot", "ofc", "huhe",
    "27-triple", "holdem-run-it",
)  # fmt: skip
# A code of which neither the cases nor the simulator give a finding, and why. Nothing is left out in silence.
NOT_PRODUCED: dict[str, str] = {}
EACH = int(os.environ.get("ODDCHIP_PANEL_CASES", "1"))  # cases of each code; an audit of a case takes its time
VIOLATED = [
    case
    for code in sorted(CHECKS)
    for case in [c for c in load_cases() if c.code == code and c.body["verdict"] == "violated"][:EACH]
]
# What a log or a rule document would write, and a page must not: 4.00, s9, and keys of the house file.
RAW = re.compile(r"(?<![\w.])\d+\.\d\d(?![\w.%])(?<!\$)|\bs\d{1,2}\b")


@pytest.fixture(scope="module")
def cases_day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    """The first violated cases of every code, each as a room of one day."""
    folder = tmp_path_factory.mktemp("cases")
    write_cases(folder / "cases.duckdb", VIOLATED, folder)
    return read_day(folder / "cases.duckdb", CASE_DAY)


@pytest.fixture(scope="module")
def room_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which a simulated day of many games was run through the nightly job."""
    from pipelines.cli import main
    from pipelines.simulator import simulate

    folder = tmp_path_factory.mktemp("room")
    simulate(folder / "day", ROOM_DAY, tables=len(GAMES), hands=2400, seed=11, errors=0.03, each=2, games=GAMES)
    root = landed(folder / "day", folder / "data")
    assert main(["nightly", "--data", str(root)]) == 0
    return root


@pytest.fixture(scope="module")
def room_day(room_data: Path) -> Day:
    return read_day(room_data / "warehouse.duckdb", ROOM_DAY, None, load_house(room_data / "house.toml"))


def proved(day: Day) -> Iterator[tuple[Evidence, Panel]]:
    """Every finding of a day with its panel."""
    names, hands = page_names(day), {hand.key: hand for hand in day.hands}
    for finding in day.findings:
        e = Evidence(day, finding, hands.get(finding["hand_key"]), names)
        yield e, panel_of(e)


def texts(panel: Panel) -> Iterator[str]:
    """Every text of a panel."""
    yield from (panel.who, panel.expected, panel.actual, panel.difference)
    for sheet in panel.sheets:
        yield from (sheet.title, sheet.note)
        yield from (str(cell) for line in sheet.lines for cell in line.cells if isinstance(cell, str))


def test_every_code_of_the_catalogue_has_a_panel_and_no_other() -> None:
    assert set(PANELS) == set(CHECKS)


def test_every_code_was_proved_on_a_finding_or_says_why_not(cases_day: Day, room_day: Day) -> None:
    found = {f["code"] for day in (cases_day, room_day) for f in day.findings}
    assert set(CHECKS) - found == set(NOT_PRODUCED)


@pytest.mark.parametrize("which", ["cases_day", "room_day"])
def test_every_panel_says_what_was_expected_what_was_done_and_who(which: str, request: pytest.FixtureRequest) -> None:
    day: Day = request.getfixturevalue(which)
    wrong = []
    for e, panel in proved(day):
        place = (e.code, e.finding["room"], e.finding["expected"], e.finding["actual"])
        if not panel.expected or not panel.actual or "not stated" in (panel.expected, panel.actual):
            wrong.append((place, "nothing expected or done"))
        if bool(panel.difference) == bool(panel.why) or (panel.why and panel.why != A_DUTY):
            wrong.append((place, "neither a difference nor a reason"))
        usual = ("Expected", "Actual") if panel.difference else ("Required", "Recorded")
        if panel.labels != (("Before", "Now") if e.code == "HF03" else usual):
            wrong.append((place, "labels"))
        player = e.finding["player"] or e.players.get(e.seat or 0) or ""
        if e.seat is not None and not (panel.who.startswith(f"Seat {e.seat}") and player in panel.who):
            wrong.append((place, f"the seat or its player is not named: {panel.who!r}"))
        if not panel.sheets:
            wrong.append((place, "no sheet"))
    assert not wrong, wrong[:20]


@pytest.mark.parametrize("which", ["cases_day", "room_day"])
def test_money_seats_and_keys_read_as_people_say_them(which: str, request: pytest.FixtureRequest) -> None:
    day: Day = request.getfixturevalue(which)
    raw = [
        (e.code, text)
        for e, panel in proved(day)
        for text in texts(panel)
        if RAW.search(text.replace("$", "$ ")) and "$" not in text
    ]
    assert not raw, raw[:20]


@pytest.mark.parametrize("which", ["cases_day", "room_day"])
def test_no_sheet_contradicts_its_finding(which: str, request: pytest.FixtureRequest) -> None:
    day: Day = request.getfixturevalue(which)
    wrong: list[object] = []
    for e, panel in proved(day):
        if e.code[:2] in ("PT", "OC") and e.hand is not None and e.seat is not None and e.hand.film.shares:
            told = [(s.title, line.cells) for s in panel.sheets for line in s.lines if _is_seat(s, line.cells[0], e)]
            if e.code in ("PT01", "PT03", "PT05", "PT06", "PT07", "PT11") or e.code.startswith("OC"):
                pots = pots_of(e.hand)
                due = {
                    e.amount(sum(p.due.get(e.seat, 0) for p in pots)),
                    *(e.amount(p.due.get(e.seat, 0)) for p in pots),
                }
                if panel.expected not in due or not any(panel.expected in cells for _, cells in told):
                    wrong.append((e.code, e.finding["room"], panel.expected, told))
        if e.code in ("RK01", "RK02", "RK03", "RK04"):
            figures = panel.sheets[0].figures
            if (figures["Due"], figures["Taken"]) != (panel.expected, panel.actual):
                wrong.append((e.code, e.finding["room"], panel.expected, figures))
        if e.code in ("RK06", "RK07") and panel.sheets[0].figures.get("Collected") != panel.actual:
            wrong.append((e.code, e.finding["room"], panel.actual, panel.sheets[0].figures))
    assert not wrong, wrong[:5]


def _is_seat(sheet: Sheet, first: object, e: Evidence) -> bool:
    return str(first) == e.who(e.seat) and "Due" in sheet.columns


def test_the_hands_of_a_showdown_are_in_words_with_the_cards_that_play(room_day: Day) -> None:
    seen = 0
    for e, panel in proved(room_day):
        if e.code == "PT01":
            holdings = [
                h for s in panel.sheets for line in s.lines for c in line.cells if isinstance(c, tuple) for h in c
            ]
            for holding in holdings:
                if holding.words and "no low" not in holding.words and "badugi" not in holding.words:
                    assert sum(face.plays for face in holding.faces) == 5, (e.finding["hand"], holding)
                    seen += 1
    assert seen > 4


def test_the_shuffler_says_device_and_minute(room_day: Day) -> None:
    told = [panel.sheets[0] for e, panel in proved(room_day) if e.code == "SC04"]
    assert told
    for sheet in told:
        marked = [line.cells for line in sheet.lines if line.is_wrong]
        assert len(marked) == 1 and marked[0][-1] == "wrong count", sheet
        assert re.fullmatch(r"\d\d:\d\d:\d\d", str(marked[0][0])) and str(marked[0][1]).startswith("SH")


def test_findings_without_a_hand_have_a_page_with_their_panel(room_data: Path, room_day: Day, tmp_path: Path) -> None:
    publish(room_data / "warehouse.duckdb", tmp_path, ROOM_DAY, house=load_house(room_data / "house.toml"))
    slots = [f for f in room_day.findings if f["hand_key"] is None]
    assert slots
    for finding in slots:
        page = (tmp_path / "slots" / finding["slot_page"]).read_text(encoding="utf-8")
        assert 'class="due-was"' in page and "Recorded" in page


def test_what_was_tabled_is_what_lay_face_up(cases_day: Day) -> None:
    seen = 0
    for e, panel in proved(cases_day):
        if e.code == "PT09":
            [row] = [
                line.cells
                for sheet in panel.sheets
                if sheet.title == "Cards tabled"
                for line in sheet.lines
                if line.is_wrong
            ]
            assert str(row[2]).split()[0] == e.finding["actual"].split()[0], (e.finding["room"], row)
            seen += 1
    assert seen


def test_a_dealer_s_number_is_no_amount_and_a_dealer_of_another_room_is_another(cases_day: Day) -> None:
    for e, panel in proved(cases_day):
        if e.code == "DC09":
            assert panel.difference == "" and panel.why == A_DUTY
        if e.code == "DC10":
            here = [
                d for d in cases_day.down_cards if d["room"] == e.finding["room"] and d["emp"] == e.finding["dealer"]
            ]
            assert len(panel.sheets[0].lines) == len(here)


def test_a_table_s_rule_speaks_of_its_own_paytable(room_day: Day) -> None:
    from dashboards.explaining import rule_in_words
    from dashboards.placards import paytables_not_in_use

    placard = next(hand.row["placard"] for hand in room_day.hands if hand.row["game"] == "huhe")
    [room] = {hand.row["room"] for hand in room_day.hands}
    others = paytables_not_in_use(room_day, room, placard)
    used = [letter for letter in PAYTABLES["progressive"] if f"huhe.progressive.{letter}" not in others]
    assert len(used) == 1 and len(others) > 9
    said, all_said = (rule_in_words("HB06", "mlgca-huhe", "12D(1)", room_day, without) for without in (others, ()))
    assert {w[:1] for w in said.split("Paytable ")[1:]} == set(used)
    assert {w[:1] for w in all_said.split("Paytable ")[1:]} == set(PAYTABLES["progressive"])


def test_the_cards_of_a_short_stub_are_counted_down_from_the_deck(cases_day: Day) -> None:
    """What the sentence says was left is what the sheet comes to."""
    counted = 0
    for e, panel in proved(cases_day):
        said = re.match(r"With (\d+) cards? in the stub", e.finding["message"]) if e.code == "SC07" else None
        if said is not None:
            left = [line.cells[1] for line in panel.sheets[0].lines if line.cells[0] == "Left in the stub"]
            assert left == [said[1]], e.finding["message"]
            counted += 1
    assert counted


def test_winnings_under_a_ceiling_are_due_the_ceiling_together(cases_day: Day) -> None:
    cut = [(e, panel) for e, panel in proved(cases_day) if e.code == "HB07"]
    assert cut
    for e, panel in cut:
        *wagers, together = panel.sheets[0].lines
        assert together.cells[0] == "All wagers" and together.cells[3] == f"+{panel.expected}"
        assert together.cells[5] == panel.difference
        assert any("its part of the ceiling" in line.cells for line in wagers), e.finding["message"]


def test_findings_that_a_house_file_changed_are_no_duty(cases_day: Day) -> None:
    told = [panel for e, panel in proved(cases_day) if e.code == "HF03"]
    assert told
    for panel in told:
        assert panel.labels == ("Before", "Now") and panel.difference == "2 findings went, 0 came"
        assert [line.cells for line in panel.sheets[0].lines] == [("RK01", "2", "–")]
