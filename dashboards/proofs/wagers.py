"""The sums of a house-banked round: of each wager what lay there, what it was due and why, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Row = dict[str, Any]
ORDER: Final = ("ante", "odds", "raise", "pocket", "trips", "progressive", "envy")
_OUTCOME: Final = {1: "higher than the dealer's", 0: "equal to the dealer's", -1: "lower than the dealer's"}
_WORDS: Final = {"pay": "paid", "take": "taken", "push": "pushed", "mixed": "settled twice", "nothing": "nothing"}
_PAID_BEFORE: Final = ("progressive", "envy")
_NOT_KNOWN: Final = "cannot be told"


def wagers_of(rows: list[Row], seat: int | None = None) -> list[Row]:
    """The wagers of one seat, or of all, in the order in which a dealer settles them."""
    some = [row for row in rows if seat is None or row["seat"] == seat]
    return sorted(some, key=lambda row: (row["seat"], ORDER.index(row["wager"])))


def due_words(row: Row, amount: Callable[..., str]) -> str:
    """What a wager was due: `paid $25 for pair`."""
    due = row["wager_due"]
    if due is None:
        return _NOT_KNOWN
    cents = row["due_cents"] if due == "pay" else row["staked_cents"]
    why = f" for {row['paytable_line']}" if row["paytable_line"] and due == "pay" and row["wager"] != "raise" else ""
    return _WORDS[due] if due == "nothing" else f"{_WORDS[due]} {amount(cents)}{why}"


def done_words(row: Row, amount: Callable[..., str]) -> str:
    """What was done with a wager: `taken $5`. The dealer has the chip of the progressive before the cards are dealt."""
    parts = [(row["paid_cents"], "paid"), (row["taken_cents"], "taken"), (row["pushed_cents"], "pushed")]
    said = ", ".join(f"{word} {amount(cents)}" for cents, word in parts if cents)
    return said or ("kept since before the deal" if row["wager"] == "progressive" else "nothing")


def net_due(row: Row) -> int | None:
    """What the seat should have won (or lost, below nothing) by a wager; None where nobody can say.

    The dealer has the chip of a progressive before the cards are dealt: only what it pays counts.
    """
    if row["wager"] in _PAID_BEFORE and row["wager_due"] == "take":
        return 0
    match row["wager_due"]:
        case None:
            return None
        case "pay":
            return int(row["due_cents"] or 0)
        case "take":
            return -int(row["staked_cents"] or 0)
        case _:
            return 0


def net_done(row: Row) -> int:
    """What the seat won or lost by it."""
    if row["wager"] in _PAID_BEFORE:
        return int(row["paid_cents"] or 0)
    return int(row["paid_cents"] or 0) - int(row["taken_cents"] or 0)


def is_as_due(row: Row) -> bool:
    """Whether a wager was settled as due; also where nobody can say what that was."""
    due, staked = row["wager_due"], row["staked_cents"]
    done = row["paid_cents"], row["taken_cents"], row["pushed_cents"]
    if due is None:
        return True
    if row["wager"] in _PAID_BEFORE and due != "push":
        return bool(row["paid_cents"] == row["due_cents"])
    if due == "pay":
        return done[0] == row["due_cents"] and done[1] == 0
    return done == {"take": (0, staked, 0), "push": (0, 0, staked)}.get(due, (0, 0, 0))


def hands_words(rows: list[Row], seat: int) -> str | None:
    """How the hands of a seat and the dealer compare; None where a card was not seen."""
    row = next((row for row in rows if row["seat"] == seat and row["outcome"] is not None), None)
    if row is None:
        return None
    qualifies = {True: ", who qualifies", False: ", who does not qualify", None: ""}[row["dealer_qualifies"]]
    return f"{_a(row['player_hand'])}, {_OUTCOME[row['outcome']]} {row['dealer_hand']}{qualifies}"


def _a(hand: str) -> str:
    """`a pair`, `two pairs`, `three of a kind`."""
    return hand if hand.partition(" ")[0] in ("two", "three", "four") else f"a {hand}"
