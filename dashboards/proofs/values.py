"""What a finding expected and what was done, as a reader says it; and the difference of the two."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from dashboards.amounts import AMOUNT, amount, amounts_said
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import card_words
from dashboards.shown import shown

_SEAT: Final = re.compile(r"\bs(\d{1,2})\b")
_CARD: Final = re.compile(r"\b(one|two) ([2-9TJQKA][shdc]|Jk)\b")
_TIME: Final = re.compile(r"\b\d\d:\d\d:\d\d\b")
_COUNT: Final = re.compile(r"(?:at (?:most|least) )?(-?\d+)(?: (\w+))?(?: .*)?")
_NUMBERS: Final = {"one": "1", "two": "2"}
_SINGLE_CARD: Final = re.compile(r"[2-9TJQKA][shdc]|Jk")
_STAKE: Final = re.compile(r"(\w+) (\d+)\.(\d\d)")
_PERCENT: Final = re.compile(r"(?:at (?:most|least) )?(-?[\d.]+) %")
_LIVE_DEAD: Final = re.compile(r"(\d+)\.(\d\d) (live|dead)")
_STAKES: Final = {
    "sb": "small blind", "bb": "big blind", "nl": "no-limit", "pl": "pot-limit", "fl": "limit",
    "spread": "spread-limit", "bring_in": "bring-in", "small_bet": "small bet", "big_bet": "big bet",
}  # fmt: skip
NOTHING: Final = ("nothing", "none")
_ONE_OF_MANY: Final = re.compile(r"\b1 (down|hand|card|burn|seat|raise)s\b")
_NAMED_BY_NUMBERS: Final = ("DC09",)  # dealers: nothing lies between two of them
A_DUTY: Final = "A duty is done or it is not: there is no amount between the two."


def in_words(text: str | None, e: Evidence) -> str:
    """A short text of a finding for a page: money with its sign, seats with their players, the room's clock."""
    if text is None:
        return "not stated"
    said = shown(text, 300)
    if e.code == "HF02":
        said = re.sub(r"\b[a-z_]+\b", lambda m: _STAKES.get(m[0], m[0]), said)
    if e.code == "CD01":
        said = _CARD.sub(lambda m: f"{m[1]} {card_words(m[2])}", said)
    said = amounts_said(said, e.amount)
    said = _ONE_OF_MANY.sub(r"1 \1", said)
    said = _SEAT.sub(lambda m: _inside(e.who(int(m[1])), said, m.start()), said)
    return _TIME.sub(lambda m: _room_time(m[0], e), said)


def _inside(who: str, text: str, place: int) -> str:
    """A seat within a sentence begins small."""
    return who if place == 0 else who[0].lower() + who[1:]


def _room_time(text: str, e: Evidence) -> str:
    """A time of day that a finding has in UTC, on the room's clock; known by the moments around the finding."""
    for at_us in moments(e):
        if at_us is None:
            continue
        told = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at_us)
        if told.strftime("%H:%M:%S") == text:
            return e.clock(at_us)
    return text


def moments(e: Evidence) -> list[int | None]:
    """The moments that a finding may speak of: its own, those of its hand and the one before, and messages near it."""
    around = [e.finding["at_us"]]
    if e.hand is not None:
        around += [e.hand.row["start_us"], e.hand.row["end_us"]]
    around += [row["end_us"] for row in e.before[-1:]]
    table = (e.finding["room"], e.finding["table"])
    around += [at for m in e.day.messages.get(table, []) for at in (m["said_us"], m["at_us"])]
    return around + [note["at_us"] for note in e.notes("level", "break", "push")]


def difference(e: Evidence) -> str:
    """What was done less what was expected; empty where the two are no amounts or counts of one thing."""
    expected, actual = e.finding["expected"] or "", e.finding["actual"] or ""
    if _LIVE_DEAD.search(expected + actual):
        return _of_posts(expected, actual, e)
    if e.code in _NAMED_BY_NUMBERS:
        return ""
    if e.code == "HF02":
        return _of_stakes(expected, actual, e)
    due, done = AMOUNT.findall(expected), AMOUNT.findall(actual)
    if len(due) == 1 and (len(done) == 1 or actual in NOTHING):
        apart = (_sum(done) if done else 0) - _sum(due)
        return e.amount(apart, signed=True) if apart else amount(e.finding)
    if due or done:
        return amount(e.finding)
    for pattern in (_PERCENT, _COUNT):
        one, other = (pattern.fullmatch(_as_number(text)) for text in (expected, actual))
        if one and other:
            return _counted(one, other, " %" if pattern is _PERCENT else "")
    return ""


def _as_number(text: str) -> str:
    first, space, rest = text.partition(" ")
    return _NUMBERS.get(first, first) + space + rest


def _of_stakes(expected: str, actual: str, e: Evidence) -> str:
    """Stake by stake: `+$1 small blind, +$2 big blind`; empty where only the form of betting differs."""
    due, done = (
        {name: int(whole) * 100 + int(rest) for name, whole, rest in _STAKE.findall(text)}
        for text in (expected, actual)
    )
    apart = {name: done.get(name, 0) - due.get(name, 0) for name in (*due, *(k for k in done if k not in due))}
    return ", ".join(f"{e.amount(c, signed=True)} {_STAKES.get(name, name)}" for name, c in apart.items() if c)


def _sum(found: list[tuple[str, str, str]]) -> int:
    return sum((-1 if sign else 1) * (int(whole) * 100 + int(rest)) for sign, whole, rest in found)


def _of_posts(expected: str, actual: str, e: Evidence) -> str:
    """Live and dead parts apart: `−$3 live, −$1 dead`."""
    parts = dict.fromkeys(("live", "dead"), 0)
    for text, sign in ((expected, -1), (actual, 1)):
        for whole, rest, kind in _LIVE_DEAD.findall(text):
            parts[kind] += sign * (int(whole) * 100 + int(rest))
    return ", ".join(f"{e.amount(cents, signed=True)} {kind}" for kind, cents in parts.items() if cents)


def _counted(due: re.Match[str], done: re.Match[str], unit: str) -> str:
    """Two counts of one thing: `+1 card`; empty where they are equal, or of two things."""
    if unit:
        apart = float(done[1]) - float(due[1])
        return f"{apart:+g}{unit}".replace("-", "−") if apart else ""
    whole = int(done[1]) - int(due[1])
    things = due[2] or done[2] or ""
    if card := _SINGLE_CARD.fullmatch(things):
        return f"{whole:+d} {card_words(card[0])}".replace("-", "−") if whole else ""
    if not whole or (due[2] and done[2] and due[2].rstrip("s") != done[2].rstrip("s")):
        return ""
    thing = things.removesuffix("s") if abs(whole) == 1 else things
    return f"{whole:+,d} {thing}".replace("-", "−").strip()
