"""The film: rows that are kept are all that a check could read; compiled or not it is the same; no chip gets lost."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from checks import frames
from checks.audit import _no_hands
from checks.catalogue import CHECKS
from checks.facts import COLUMNS, FACTS, Grain, dtype_of, names_of, nearest
from checks.hand_frame import film_frames, hand_frame
from checks.model import CHECKS as REGISTERED
from checks.model import Grain as Row
from checks.model import Severity, check
from checks.replay.film import film_for
from checks.replay.layout import PARAMS
from checks.replay.run import Replayed, replay_batch
from parsers import schemas
from parsers.batch import HandBatch, from_tables
from parsers.house import load_house
from pipelines.simulator import ALL_CODES, KINDS, can_occur_at, simulate
from pipelines.simulator.placards import ROUND_KINDS
from tests.film_twin import batches_of, frames_of, hand_over, law_of, walk_of
from tests.frozen import items_of
from tests.frozen_audit import Item, audit_item
from tests.frozen_corpus import make_corpus
from tests.frozen_hands import write_button_hands, write_garbled_hands, write_round_hands

DAY = dt.date(2026, 1, 16)
IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
# In a film that is joined with the facts of its hands no name may stand for two things.
JOINED = (Grain.HAND, Grain.EVENT, Grain.SEAT, Grain.POT, Grain.SHARE)
FAMILIES: dict[str, tuple[str, ...]] = {
    "flop": (
        "holdem", "omaha8", "crazy-pineapple", "holdem-fl", "holdem-straddle", "holdem-kill", "holdem-time",
        "holdem-promo", "holdem-run-it", "tournament",
    ),
    "stud": ("stud", "stud8", "razz", "mexican", "razzdugi"),
    "draw": ("27-triple", "27-single-pl", "badugi", "badeucey", "drawmaha"),
    "mixed": ("horse", "dealers-choice"),
}  # fmt: skip
EACH = 10 if IN_FULL else 2
HANDS_AN_ERROR = 9


# --- rows that are kept ----------------------------------------------------------------------------------------------


def assert_the_same_with_all_rows(item: Item) -> dict[str, pl.DataFrame]:
    """Audits with the rows that are not as due, and with all; every table must be the same."""
    few, every = audit_item(item), audit_item(item, keep_all=True)
    for name, frame in few.items():
        assert frame.schema == every[name].schema and frame.equals(every[name]), (
            f"{item.name}: {name} has other rows: "
            f"{frame.join(every[name], on=frame.columns, how='anti', nulls_equal=True).head(3).to_dicts()} → "
            f"{every[name].join(frame, on=frame.columns, how='anti', nulls_equal=True).head(3).to_dicts()}"
        )
    return few


def test_cases_get_the_same_findings_from_all_rows_of_the_film(tmp_path: Path) -> None:
    make_corpus(tmp_path, ["cases"])
    found: set[str] = set()
    for name, needs in items_of(tmp_path, "*").items():
        found |= set(assert_the_same_with_all_rows(Item(name, tmp_path / name, **needs))["findings"]["code"])
    assert found == set(CHECKS)


def simulated(folder: Path, kinds: Sequence[str]) -> set[str]:
    """A room of these kinds of tables with errors of every code that can occur there; returns those that were made."""
    each = {code: EACH for code in ALL_CODES if any(can_occur_at(code, kind) for kind in kinds)}
    slow = 24 * sum(each.get(code, 0) for code in ("RK06", "RK07", "BL12"))  # a call for time comes once in a while
    hands = max(HANDS_AN_ERROR * sum(each.values()), slow, 40 * len(kinds))
    report = simulate(folder, DAY, tables=2 * len(kinds), hands=hands, seed=7, errors=0, each=each, games=kinds, jobs=1)
    made = {code for code, times in report.injected.items() if times}
    assert len(made) > 0.9 * len(each), set(each) - made
    return made


@pytest.mark.parametrize("family", FAMILIES)
def test_errors_of_every_code_are_the_same_from_all_rows_of_the_film(family: str, tmp_path: Path) -> None:
    made = simulated(tmp_path, FAMILIES[family])
    found = set(assert_the_same_with_all_rows(Item(family, tmp_path))["findings"]["code"])
    assert made <= found


@pytest.mark.parametrize("rules", ["button", "rounds"])
def test_damaged_hands_get_the_same_findings_from_all_rows_of_the_film(rules: str, tmp_path: Path) -> None:
    hands = 40_000 if IN_FULL else 2_000
    if rules == "button":
        write_button_hands(tmp_path / rules, hands)
    else:
        write_round_hands(tmp_path / rules, hands, hands * 5 // 3)
    write_garbled_hands(tmp_path / rules, tmp_path / "garbled", every=1)
    for name in (rules, "garbled"):
        tables = assert_the_same_with_all_rows(Item(name, tmp_path / name))
        assert len(tables["findings"]) > 0.3 * len(tables["hand_facts"]) > 0.1 * hands


# --- the twin in plain Python ----------------------------------------------------------------------------------------

WALKED_TWICE = (
    "holdem", "omaha8", "holdem-kill", "holdem-straddle", "holdem-run-it", "crazy-pineapple", "tournament", "stud",
    "razz", "mexican", "27-triple", "badeucey", "drawmaha", "horse",
)  # fmt: skip


@pytest.fixture(scope="module")
def plainly(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Hands of many games, some damaged, as Arrow files, and what the walk in plain Python says of them."""
    root = tmp_path_factory.mktemp("twin")
    hands = (200 if IN_FULL else 18) * len(WALKED_TWICE)
    simulate(
        root / "day", DAY, tables=len(WALKED_TWICE), hands=hands, seed=3, errors=0.25, games=WALKED_TWICE, jobs=1
    )  # fmt: skip
    write_button_hands(root / "button", hands // 3)
    write_round_hands(root / "rounds", hands // 3, hands)
    for name in ("button", "rounds"):
        write_garbled_hands(root / name, root / f"{name}-garbled", every=1)
    for name in ("day", "button-garbled", "rounds-garbled"):
        house = load_house(root / name / "house.toml")
        for number, batch in enumerate(batches_of(root / name)):
            hand_over(batch, house, root / "given" / f"{name}-{number:02d}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.film_twin", root / "given", root / "said"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return root / "given", root / "said"


@pytest.mark.parametrize("keep_all", [False, True], ids=["not as due", "all rows"])
def test_the_walk_says_the_same_compiled_and_as_plain_python(plainly: tuple[Path, Path], keep_all: bool) -> None:
    given, said = plainly
    hands, rows = 0, dict.fromkeys((grain.value for grain in JOINED), 0)
    for folder in sorted(given.iterdir()):
        for name, frame in frames_of(walk_of(folder, keep_all=keep_all)).items():
            plain = pl.read_parquet(said / folder.name / str(keep_all) / f"{name}.parquet")
            assert frame.shape == plain.shape, (folder.name, name)
            assert [column.name for column in frame if not column.equals(plain[column.name])] == [], (folder.name, name)
            hands += len(frame) if name == "facts" else 0
            rows |= {name: rows[name] + len(frame)} if name in rows else {}
    assert hands >= 200
    assert all(rows[name] > 0 for name in rows if keep_all or name != Grain.SHARE.value), rows


# --- the catalogue ---------------------------------------------------------------------------------------------------


def columns_of_hands() -> list[str]:
    """The columns that a hand has beside its film."""
    empty = from_tables({name: schemas.TABLES[name].empty_table() for name in ("hands", "seats", "events")})
    replayed = Replayed(np.empty((len(FACTS), 0), np.int64), film_for(0, 0), np.empty(0, np.int64))
    nothing = np.zeros(0, np.int64)
    return hand_frame(
        empty, replayed, np.empty((PARAMS, 0), np.int64), nothing, pl.Series([], dtype=pl.Date)
    ).columns  # fmt: skip


@pytest.mark.parametrize("grain", Grain)
def test_names_of_a_grain_are_its_own(grain: Grain) -> None:
    names = names_of(grain)
    assert len(names) == len(set(names)) == len(dtype_of(grain).names or ())
    # A field of such a name could not be read as an attribute where the walk runs as plain Python.
    assert [name for name in names if hasattr(np.record, name) or hasattr(np.recarray, name)] == []
    assert [fact.name for fact in COLUMNS[grain] if not fact.meaning or not fact.name.isidentifier()] == []


@pytest.mark.parametrize("grain", JOINED)
def test_a_film_and_the_facts_of_its_hands_share_no_name(grain: Grain) -> None:
    assert set(names_of(grain)) & {*columns_of_hands(), *names_of(Grain.FACTS)} == {"hand_row"}


@pytest.mark.parametrize("grain", [Grain.ENTRY, Grain.STACK])
def test_a_table_s_memory_and_its_hands_share_no_name(grain: Grain) -> None:
    assert set(names_of(grain)) & {*_no_hands().columns, *names_of(Grain.FACTS)} <= {"hand_row"}


@pytest.mark.parametrize("code", [code for code, check in CHECKS.items() if check.grain is Row.HAND])
def test_what_a_check_needs_is_a_fact_of_every_hand(code: str) -> None:
    there = columns_of_hands()
    assert [name for name in CHECKS[code].needs if name not in there] == []
    assert [name for name in CHECKS[code].applies().meta.root_names() if name not in there] == []


@pytest.mark.parametrize("code", CHECKS)
def test_what_a_check_needs_is_declared(code: str) -> None:
    assert set(CHECKS[code].needs) <= set(frames.names_of(CHECKS[code].grain))


def test_a_check_that_needs_a_column_that_is_not_there_is_refused_with_the_nearest_name() -> None:
    registered = dict(REGISTERED)
    register = check(
        code="XX01", severity=Severity.NOTICE, message="Never.", grain=Row.HAND, needs=("ended", "rake_due_cent")
    )  # fmt: skip
    with pytest.raises(
        ValueError, match=r"XX01 needs rake_due_cent, which no frame of .* did you mean rake_due_cents\?"
    ):
        register(never)
    assert registered == REGISTERED


def never(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Nothing is wrong."""
    return facts.head(0)


def test_a_name_that_is_nearly_right_is_told() -> None:
    assert nearest("rake_due_cent", names_of(Grain.FACTS)) == "; did you mean rake_due_cents?"
    assert nearest("xyzzy", names_of(Grain.FACTS)) == ""


# --- pictures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def right_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day without errors at every kind of table there is."""
    out = tmp_path_factory.mktemp("right")
    kinds = (*KINDS, *ROUND_KINDS)
    simulate(out, DAY, tables=len(kinds), hands=40 * len(kinds), seed=5, errors=0, games=kinds, jobs=1)
    return out


def test_there_is_a_picture_before_every_event_and_one_at_the_end(right_hands: Path) -> None:
    house = load_house(right_hands / "house.toml")
    for batch in batches_of(right_hands):
        replayed = replay_batch(batch, *law_of(batch, house), keep_all=True)
        pictures = film_frames(replayed.film)[Grain.PICTURE]
        events = np.diff(batch.event_offsets)
        assert pictures["hand_row"].to_list() == np.repeat(np.arange(len(batch)), events + 1).tolist()
        assert pictures["event"].to_list() == [place for count in events for place in range(count + 1)]
        few = replay_batch(batch, *law_of(batch, house))
        assert len(few.film.pictures) == 0
        assert np.array_equal(few.facts, replayed.facts) and np.array_equal(few.end_stack, replayed.end_stack)


def chips_in(batch: HandBatch, hand: int) -> int:
    """The chips with which a hand began."""
    return int(batch.seat_stack[batch.seat_offsets[hand] : batch.seat_offsets[hand + 1]].sum())


def test_no_chip_is_lost_or_made_over_a_hand(right_hands: Path) -> None:
    house = load_house(right_hands / "house.toml")
    lost, hands = [], 0
    for batch in batches_of(right_hands):
        replayed = replay_batch(batch, *law_of(batch, house), keep_all=True)
        pictures = film_frames(replayed.film)[Grain.PICTURE].with_columns(
            all_cents=pl.col("chips").arr.sum()
            + pl.col("bets").arr.sum()
            + pl.sum_horizontal("pot_cents", "slid_cents", "time_slid_cents")
        )
        began = np.array([chips_in(batch, hand) for hand in range(len(batch))])
        wrong = pictures.filter(pl.col("all_cents") != pl.Series(began).gather(pictures["hand_row"]))
        lost += [(batch.hand[row["hand_row"]].as_py(), row["event"]) for row in wrong.to_dicts()]
        last = pictures.group_by("hand_row", maintain_order=True).last()
        assert last.filter(pl.col("pot_cents") + pl.col("bets").arr.sum() != 0).is_empty()
        assert_ends_are_the_last_pictures(batch, replayed, last)
        hands += len(batch)
    assert not lost, f"{len(lost)} pictures of {hands} hands: {lost[:5]}"


def assert_ends_are_the_last_pictures(batch: HandBatch, replayed: Replayed, last: pl.DataFrame) -> None:
    """What lies before each seat at the end is what it has."""
    chips = np.array(last["chips"].to_list())
    hand_of = np.repeat(np.arange(len(batch)), np.diff(batch.seat_offsets))
    assert np.array_equal(chips[hand_of, batch.seat_no - 1], replayed.end_stack)
