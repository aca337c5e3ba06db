"""Tables against the house: what each wager held, beside what exact counts make of it. Grain of a row: a wager."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Final

from checks.law.hand_counts import bad_beat_pays, pocket_loss, progressive_pays, trips_loss
from checks.law.rulebook import load_rulebooks
from dashboards.figures.shared_figures import Cell, Figure, table_label
from dashboards.proofs.wagers import ORDER
from dashboards.reading import Day, Row
from dashboards.shown import money, natural, plural, whole

BOOK: Final = "mlgca-huhe"
WIDTH: Final = 1.96  # standard errors: 19 of 20 days lie within them
_COUNTED: Final = {"pocket": ("ABC", pocket_loss), "trips": ("ABCD", trips_loss)}
_COLUMNS: Final = ["Table", "Wager", "Wagers", "Wagered", "Won by the house", "Held", "Within", "By exact counts"]


def hold_of(row: Row) -> tuple[float, float]:
    """(the share of what was wagered that the house won, its standard error)."""
    staked = row["staked_cents"]
    held = row["won_cents"] / staked
    spread = row["won_won"] - 2 * held * row["won_staked"] + held * held * row["staked_staked"]
    return held, sqrt(max(spread, 0.0)) / staked


@cache
def expected(kind: str) -> dict[str, Fraction]:
    """What a wager is expected to lose by each letter of its paytable; nothing where it hangs on how people play."""
    if kind not in _COUNTED:
        return {}
    letters, loss = _COUNTED[kind]
    book = load_rulebooks()[BOOK]
    return {letter: loss(book.terms[f"huhe.{kind}.{letter}"].entries[0].value) for letter in letters}


@cache
def _by_counts(kind: str) -> str:
    """What exact counts say of a wager, letter by letter of its paytable, and what decides the rest."""
    if kind in _COUNTED:
        return _letters({letter: _share(float(loss)) for letter, loss in expected(kind).items()})
    if kind == "odds":
        told = _letters({letter: _share(float(paid)) for letter, paid in bad_beats().items()})
        return f"bad beats give back {told}; the rest hangs on how players raise and fold"
    if kind == "progressive":
        told = _letters({letter: money(round(cents)) for letter, (cents, _) in jackpots().items()})
        return f"fixed lines pay back {told} a round; the rest hangs on the meter"
    return "how players raise and fold decides it"


@cache
def bad_beats() -> dict[str, Fraction]:
    """What bad beats give back of an odds wager, by each letter of their paytable."""
    book = load_rulebooks()[BOOK]
    return {letter: bad_beat_pays(book.terms[f"huhe.bad_beat.{letter}"].entries[0].value) for letter in "ABCD"}


@cache
def jackpots() -> dict[str, tuple[Fraction, Fraction]]:
    """By each letter of the progressive: cents that its fixed lines pay back a round, and the share of the meter."""
    terms = load_rulebooks()[BOOK].terms
    tables = {letter: [terms[f"huhe.progressive.{letter}.{part}"].entries[0].value for part in ("meter", "fixed")]
              for letter in "ABCDEFGHIJ"}  # fmt: skip
    return {letter: progressive_pays(shares, fixed) for letter, (shares, fixed) in tables.items()}


def _letters(told: dict[str, str]) -> str:
    return ", ".join(f"{letter} {text}" for letter, text in told.items())


def _share(value: float) -> str:
    return f"{100 * value:.1f} %".replace("-", "−")


def hold_figure(day: Day) -> Figure:
    """The hold of every wager, table by table, with the interval in which chance alone would put it."""
    order = sorted(day.banked_hold, key=lambda row: (natural(table_label(day, row)), ORDER.index(row["kind"])))
    rows: list[list[Cell]] = []
    for row in order:
        held, error = hold_of(row)
        rows.append(
            [
                table_label(day, row), row["kind"], whole(row["wagers"]), money(row["staked_cents"]),
                money(row["won_cents"], signed=True), _share(held),
                f"{_share(held - WIDTH * error)} to {_share(held + WIDTH * error)}",
                _by_counts(row["kind"]),
            ]
        )  # fmt: skip
    won, staked = (sum(row[name] for row in order) for name in ("won_cents", "staked_cents"))
    tables = {(row["room"], row["table"]) for row in order}
    sentence = (
        f"At {plural(len(tables), 'table')} against the house players wagered {money(staked)}, and the house won "
        f"{money(won, signed=True)}. A bonus wager whose exact loss lies outside its interval is worth a look. "
        "What an ante, an odds wager or a raise loses hangs on when players raise and fold, so no count says it: they "
        "stand here with what the house held and the interval that chance leaves it."
    )
    return Figure("hold", "Against the house", sentence, None, _COLUMNS, rows, wide=True, open=True)
