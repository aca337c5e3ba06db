"""What findings say: whole sentences that name who, what and how much, of every check and every kind of fault.

The messages are those that the audit really writes, of every case file, a simulated day and a day of the floor.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from checks import facts, frames, wording
from checks.catalogue import CHECKS, LIMBS
from checks.law.in_force import READ_BY_CHECKS, term
from checks.model import Check, _words_of
from tests.frozen_audit import Item, audit_item
from tests.frozen_corpus import cases, demo_day, floor

RULES = Path(__file__).resolve().parent.parent / "checks" / "rules"
ALL = (*CHECKS.values(), *LIMBS)

# What no message may hold, and why.
FORBIDDEN = {
    r"\bs\d+\b": "a seat is said as seat 3, not as the log writes it",
    r"\b[Tt]he seat\b": "a seat is named by its number",
    r"(?<![$\d,.])\d[\d,]*\.\d\d\b": "money has its sign, and chips are called chips",
    r"\$\d[\d,]*\.00\b": "whole dollars are said without cents",
    r"\$\d{4}": "thousands have their separators",
    r"\bDue:|\bDue was\b|due: ": "what was due stands in a sentence, not behind a label",
    r"; it was [^;.]* (paid|taken|pushed)\.": "what was done is said first, in a sentence of its own",
    r"  ": "two spaces are a place that was left empty",
    r" [.;,]": "a space before a stop is a place that was left empty",
    r"\bnull\b|\bNone\b|\bnan\b": "a value that is missing is said in words, or not at all",
    r"[{}]": "a place was not filled",
    r"\b[a-z]+_[a-z_]+\b": "columns and keys have no place in a hearing",
    r"\b(placard|room|house)\.[\w-]+\.": "a value of the house file is said in words",
    r"\(UTC\)": "times are on the room's clock",
    r"\b(licence|colour|judgement|centre|neighbour|cancelled)\b": "American spelling",
    r"\b1 (were|cards|hands|seats|points|chips|times|downs|burns|raises)\b": "one thing is one",
    r"\bchips was (due|left|uncalled)\b": "chips are many",
    r"^(?![A-Z0-9$−])": "a sentence begins with a capital letter or a figure",
    r"(?<!\.)$": "a sentence ends with a period",
}


def wrongs_of(text: str) -> list[str]:
    """Why a text is no sentence for a hearing."""
    return [f"{why}: {text}" for pattern, why in FORBIDDEN.items() if re.search(pattern, text)]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """One row a finding of all cases, a simulated day and a day of the floor."""
    found = []
    for part in (cases, demo_day, floor):
        folder = tmp_path_factory.mktemp(part.__name__)
        for name, needs in part(folder):
            found.append(audit_item(Item(name, folder / name, **needs))["findings"].select("code", "seat", "message"))
            if part is floor:
                break  # one day of several
    return pl.concat(found)


def test_every_check_says_something_in_the_cases(findings: pl.DataFrame) -> None:
    assert set(findings["code"]) == set(CHECKS)
    assert findings["message"].null_count() == 0


def test_messages_are_sentences_for_a_hearing(findings: pl.DataFrame) -> None:
    said = findings.unique(["code", "message"], maintain_order=True)
    wrongs = [f"{code}: {wrong}" for code, text in said.select("code", "message").rows() for wrong in wrongs_of(text)]
    assert not wrongs, "\n".join(wrongs[:20])


def test_no_finding_falls_back_on_the_title_of_its_check(findings: pl.DataFrame) -> None:
    titles = {code: f"{check.title}." for code, check in CHECKS.items()}
    silent = [(code, text) for code, text in findings.select("code", "message").rows() if text == titles[code]]
    assert not silent


def test_a_finding_about_a_seat_names_it(findings: pl.DataFrame) -> None:
    of_seats = findings.filter(pl.col("seat").is_not_null())
    unnamed = [
        (code, seat, text)
        for code, seat, text in of_seats.rows()
        if not re.search(rf"\b[Ss]eats? (\d+ and )?{seat}\b", text)
    ]
    assert not unnamed, unnamed[:10]


def templates() -> Iterator[tuple[str, str]]:
    """(module, text) of every template in the modules of the checks: texts with places, or that end a sentence."""
    for path in sorted(RULES.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docs:
                continue
            if re.search(r"{\w+}", node.value) and " " in node.value.strip():
                yield path.name, node.value


def test_templates_hold_nothing_that_a_message_may_not() -> None:
    whole = ("a sentence begins", "a sentence ends", "a place was not filled", "columns and keys")
    found = list(templates())
    assert len(found) > 150, "the templates are not where this test looks for them"
    wrongs = [
        f"{module}: {wrong}"
        for module, text in found
        for wrong in wrongs_of(re.sub(r"{\w+}", "X", text))
        if not wrong.startswith(whole) and not wrong.startswith(("two spaces", "a space before"))
    ]
    assert not wrongs, "\n".join(wrongs)
    assert not [text for _, text in found if "{expected}" in text or "{actual}" in text]


def columns_of(check: Check) -> dict[str, pl.DataType]:
    """The columns that a check's message reads, each with its type."""
    kinds = {"text": pl.String(), "flag": pl.Boolean(), "moment": pl.Datetime("us", "UTC"), "day": pl.Date()}
    declared = {fact.name: kinds.get(fact.unit, pl.Int64()) for fact in frames.COLUMNS[check.grain]}
    if check.film is not facts.Grain.FACTS:
        of_film = {fact.name: kinds.get(fact.unit, pl.Int64()) for fact in facts.COLUMNS[check.film]}
        declared = {**declared, **of_film}
    declared |= {term(param): pl.Int64() for param in READ_BY_CHECKS}
    declared |= {wording.TOURNAMENT: pl.Boolean(), wording.ZONE: pl.String(), wording.STREET: pl.String()}
    made = {"fault": pl.String() if check.code in ("CD04", "HB01") else pl.Int64(), "key": pl.String(),
            "at_stakes": pl.Boolean()}  # fmt: skip
    read = check.message().meta.root_names()
    unknown = sorted({name for name in read if name not in declared and name not in _words_of(check.judge)})
    assert not unknown, f"{check.code} speaks of {unknown}, which neither its frame nor its judge has"
    return {name: declared.get(name) or made.get(name, pl.Int64()) for name in read}


@pytest.mark.parametrize("check", ALL, ids=lambda check: f"{check.code} {check.judge.__name__}")
def test_a_message_reads_columns_that_are_there_and_stands_where_all_are_missing(check: Check) -> None:
    nothing = pl.DataFrame({name: pl.Series([None], dtype=kind) for name, kind in columns_of(check).items()})
    nothing = nothing.with_columns(row=pl.lit(0))
    said = nothing.select(pl.coalesce(check.message(), pl.lit(f"{check.title}."))).item()
    assert said and said.endswith(".")


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_the_title_of_a_check_can_stand_for_a_sentence(code: str) -> None:
    title = CHECKS[code].title
    assert title[0].isupper() and " " in title


# -- how things are said -----------------------------------------------------------------------------------------------


def said(expression: pl.Expr, tournament: bool = False, zone: str | None = None, **columns: object) -> str | None:
    frame = pl.DataFrame({name: [value] for name, value in columns.items()}).with_columns(
        pl.lit(tournament).alias(wording.TOURNAMENT),
        pl.lit(zone, pl.String).alias(wording.ZONE),
        pl.lit(None, pl.String).alias(wording.STREET),
    )
    text = frame.select(expression).item()
    assert text is None or isinstance(text, str)
    return text


@pytest.mark.parametrize(
    ("cents", "live", "tournament"),
    [
        (125_600, "$1,256", "1,256 chips"),
        (50, "$0.50", "0.50 chips"),
        (100, "$1", "1 chip"),
        (-300, "−$3", "−3 chips"),
        (123_456_789_00, "$123,456,789", "123,456,789 chips"),
        (0, "$0", "0 chips"),
    ],
)
def test_an_amount_is_money_in_live_action_and_chips_in_a_tournament(cents: int, live: str, tournament: str) -> None:
    assert said(wording.amount("cents"), cents=cents) == live
    assert said(wording.amount("cents"), tournament=True, cents=cents) == tournament


@pytest.mark.parametrize(
    ("cents", "pot"),
    [(4900, "a $49 pot"), (8400, "an $84 pot"), (1100, "an $11 pot"), (1800, "an $18 pot"), (110_000, "a $1,100 pot"),
     (1_100_000, "an $11,000 pot"), (80_000, "an $800 pot"), (950, "a $9.50 pot")],
)  # fmt: skip
def test_a_pot_has_the_article_that_is_spoken(cents: int, pot: str) -> None:
    assert said(wording.pot("cents"), cents=cents) == pot


def test_verbs_go_with_their_numbers() -> None:
    assert said(wording.amount_was("cents"), cents=2500) == "$25 was"
    assert said(wording.amount_was("cents"), tournament=True, cents=20_000) == "200 chips were"
    assert said(wording.amount_was("cents"), tournament=True, cents=100) == "1 chip was"
    assert [said(wording.count_was("n"), n=n) for n in (0, 1, 2)] == ["none was", "1 was", "2 were"]
    assert [said(wording.count_was("n", "hand"), n=n) for n in (0, 1, 2)] == [
        "no hand was",
        "1 hand was",
        "2 hands were",
    ]
    assert [said(wording.counted("n", "card"), n=n) for n in (0, 1, 3)] == ["no cards", "1 card", "3 cards"]


def test_blinds_and_bets_are_called_as_a_game_is() -> None:
    assert said(wording.level("a", "b"), a=800, b=1600) == "$8/$16"
    assert said(wording.level("a", "b"), tournament=True, a=10_000, b=20_000) == "100/200"
    assert wording.stakes({"sb": 100, "bb": 300}, "nl") == "$1/$3 no-limit"
    limit = {"sb": 400, "bb": 800, "small_bet": 800, "big_bet": 1600}
    assert wording.stakes(limit, "fl") == "$8/$16 limit with a small blind of $4 and a big blind of $8"
    stud = {"ante": 50, "bring_in": 100, "small_bet": 400, "big_bet": 800}
    assert wording.stakes(stud, None) == "$4/$8 with an ante of $0.50 and a bring-in of $1"


def test_times_are_on_the_rooms_clock_and_say_so_where_the_room_has_none() -> None:
    from datetime import UTC, datetime

    at = datetime(2018, 6, 2, 17, 4, 11, tzinfo=UTC)
    assert said(wording.clock("at"), zone="America/Los_Angeles", at=at) == "10:04:11"
    assert said(wording.clock("at"), at=at) == "17:04:11 UTC"
    assert said(wording.half_hour("at"), zone="America/New_York", at=at) == "13:04"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (9, "9 seconds"), (60, "1 minute"), (95, "1 minute and 35 seconds"), (1860, "31 minutes"),
     (14_460, "4 hours and 1 minute"), (14_465, "4 hours and 1 minute"), (14_446, "4 hours and 46 seconds"),
     (7200, "2 hours")],
)  # fmt: skip
def test_a_time_span_is_said_in_its_largest_units(seconds: int, words: str) -> None:
    assert said(wording.duration("s"), s=seconds) == words


def test_cards_and_streets_are_said_in_words() -> None:
    assert (wording.CARDS[51], wording.CARDS[0], wording.CARDS[52]) == ("ace of spades", "deuce of clubs", "joker")
    assert wording.STREETS["preflop"][1] == "before the flop" and wording.STREETS["draw2"][0] == "the second draw"
    assert said(wording.street("s"), s="fourth") == "fourth street"


def test_what_is_missing_makes_no_sentence_and_does_not_hold() -> None:
    assert said(wording.say("Seat {seat} bet {bet_cents}."), seat=None, bet_cents=300) is None
    told = wording.limbs((pl.col("known"), pl.lit("One.")), otherwise=pl.lit("Other."))
    assert [said(told, known=known) for known in (True, False, None)] == ["One.", "Other.", "Other."]
