"""The terms of a house-banked table as the walk reads them: sizes of wagers, outcomes, and the paytables in use.

The house file names a paytable by its letter, or writes one of its own; the rulebooks hold the tables by letter. What
nobody says is UNKNOWN, and a wager that hangs on it cannot be judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from checks.facts import UNKNOWN
from checks.law.in_force import Law
from checks.replay.banked_layout import ROYAL, TERMS, Due, Jackpot, Kind, Pocket, Stage
from checks.replay.evaluate import FLUSH, FULL_HOUSE, PAIR, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS
from checks.replay.layout import Param

# Lines of the tables by their names in rulebooks and house files.
HANDS: Final = {
    "royal-flush": ROYAL, "straight-flush": STRAIGHT_FLUSH, "quads": QUADS, "full-house": FULL_HOUSE, "flush": FLUSH,
    "straight": STRAIGHT, "trips": TRIPS,
}  # fmt: skip
POCKETS: Final = {
    "aces": Pocket.ACES, "ace-face-suited": Pocket.ACE_FACE_SUITED, "ace-face-offsuit": Pocket.ACE_FACE_OFFSUIT,
    "pair": Pocket.PAIR,
}  # fmt: skip
# Each line of the progressive, and the lines that a hand of it is on where the table does not name it: a royal flush
# that came with the flop is a royal flush. No straight flush is a royal flush.
JACKPOTS: Final = {
    Jackpot.FLOPPED_ROYAL_SPADES: ("flopped-royal-spades", "flopped-royal", "royal-flush"),
    Jackpot.FLOPPED_ROYAL: ("flopped-royal", "royal-flush"),
    Jackpot.ROYAL_FLUSH: ("royal-flush",),
    Jackpot.COMMUNITY_ROYAL: ("community-royal", "royal-flush"),
    Jackpot.FLOPPED_STRAIGHT_FLUSH: ("flopped-straight-flush", "straight-flush"),
    Jackpot.STRAIGHT_FLUSH: ("straight-flush",),
    Jackpot.QUADS: ("quads",),
    Jackpot.FULL_HOUSE: ("full-house",),
    Jackpot.FLUSH: ("flush",),
}
ENVIED: Final = {
    Jackpot.FLOPPED_ROYAL_SPADES: "flopped-royal", Jackpot.FLOPPED_ROYAL: "flopped-royal",
    Jackpot.ROYAL_FLUSH: "royal-flush",
}  # fmt: skip
OWN: Final = "own"  # stands for the letter of a table that the house wrote itself

_DUE: Final = {"take": Due.TAKE, "push": Due.PUSH, "pay": Due.PAY}
_KINDS: Final = {"pocket": Kind.POCKET, "trips": Kind.TRIPS}
_QUALIFIES: Final = {"pair": PAIR}
_BAD_BEAT_FROM: Final = {"straight": STRAIGHT}
_RAISES: Final = {Stage.PREFLOP: "preflop", Stage.FLOP: "flop", Stage.RIVER: "river"}
_WHOLE: Final = 100  # percent


def banked_terms(law: Law, numbers: Iterable[int]) -> npt.NDArray[np.void]:
    """One record for each set of terms, in the order of `numbers`."""
    numbers = list(numbers)
    laws = np.zeros(len(numbers), TERMS)
    params = law.params
    for place, number in enumerate(numbers):
        _fill(laws[place], law, number, _least_wager(params[:, number]))
    return laws


def table_letter(law: Law, number: int, table: str) -> str | None:
    """The letter of the paytable in use; OWN for one that the house wrote; None where nobody says."""
    said = law.value(number, f"paytables.{table}")
    return OWN if isinstance(said, Mapping) else said


def table_key(law: Law, number: int, table: str) -> str:
    """The key of the law that holds the paytable in use, by which it is cited."""
    letter = table_letter(law, number, table)
    return f"paytables.{table}" if letter in (None, OWN) else f"huhe.{table}.{letter}"


def _least_wager(params: npt.NDArray[np.int64]) -> int:
    """The smallest ante: as the stakes say, else the smallest chip; UNKNOWN where neither is told."""
    ante = int(params[Param.ANTE_CENTS])
    return ante if ante > 0 else int(params[Param.ODD_UNIT_CENTS])


def _fill(out: np.void, law: Law, number: int, least_wager: int) -> None:
    def value(key: str) -> Any:
        return law.value(number, key)

    for name in TERMS.names or ():
        out[name] = UNKNOWN
    for name, key in (("ante_equals_odds", "ante_equals_odds"), ("no_more_bets", "no_more_bets"),
                      ("envy_own", "envy_own_hand"), ("limit_binds_progressive", "limit_binds_progressive"),
                      ("wrong_number", "void.wrong_number"), ("dealer_exposed", "void.dealer_exposed"),
                      ("ante_pays", "ante_pays"), ("face_up_from", "void.face_up_from")):  # fmt: skip
        said = value(f"huhe.{key}")
        out[name] = UNKNOWN if said is None else int(said)
    out["qualifies"] = _QUALIFIES.get(value("huhe.dealer_qualifies"), UNKNOWN)
    out["bad_beat_from"] = _BAD_BEAT_FROM.get(value("huhe.bad_beat_from"), UNKNOWN)
    for name, key in (("on_tie", "tie"), ("on_lose", "lose"), ("on_fold", "fold"), ("on_not_qualified", "unqualified")):
        out[name] = _DUE.get(value(f"huhe.settle.{key}"), UNKNOWN)
    for name, key in (("fold_settles", "fold_settles"), ("face_up_settles", "void.face_up_settles"),
                      ("dealer_exposed_settles", "void.dealer_exposed_settles")):  # fmt: skip
        words = value(f"huhe.{key}")
        out[name] = UNKNOWN if words is None else sum(1 << _KINDS[word] for word in words)
    for stage, street in _RAISES.items():
        times = value(f"huhe.raise.{street}")
        out["raise_times"][stage] = UNKNOWN if times is None else times
    _fill_tables(out, law, number)
    _fill_progressive(out, law, number)
    _fill_limit(out, law, number, least_wager)


def _table(law: Law, number: int, table: str) -> Mapping[str, int] | None:
    """A paytable in percent of the wager by the names of its lines; None where nobody says which is in use."""
    said = law.value(number, f"paytables.{table}")
    if said is None or isinstance(said, Mapping):
        return said
    found: Mapping[str, int] | None = law.value(number, f"huhe.{table}.{said}")
    return found


def _fill_tables(out: np.void, law: Law, number: int) -> None:
    for table, lines in (("odds", HANDS), ("bad_beat", HANDS), ("trips", HANDS), ("pocket", POCKETS)):
        pays = _table(law, number, table)
        out[f"{table}_known"] = int(pays is not None)
        out[table] = 0
        for name, percent in (pays or {}).items():
            out[table][lines[name]] = percent


def _jackpots(law: Law, number: int) -> tuple[Mapping[str, int], Mapping[str, int], int | None] | None:
    """(shares of the meter, fixed payouts, the least reset) of the progressive in use; None where nobody says."""
    said = law.value(number, "paytables.progressive")
    if said is None:
        return None
    if isinstance(said, Mapping):
        return said.get("meter", {}), said.get("fixed", {}), said.get("reset")
    parts = [law.value(number, f"huhe.progressive.{said}.{part}") for part in ("meter", "fixed", "reset")]
    return None if parts[0] is None or parts[1] is None else (parts[0], parts[1], parts[2])


def _fill_progressive(out: np.void, law: Law, number: int) -> None:
    found = _jackpots(law, number)
    out["progressive_known"] = int(found is not None)
    for name in ("share", "fixed", "envy"):
        out[name] = 0
    if found is None:
        return
    shares, fixed, reset = found
    for line, names in JACKPOTS.items():
        named = next((name for name in names if name in shares or name in fixed), None)
        if named is not None:
            out["share"][line] = shares.get(named, 0)
            out["fixed"][line] = fixed.get(named, 0)
    out["meter_least"] = UNKNOWN if reset is None else reset
    out["meter_whole"] = int(all(share == _WHOLE for share in shares.values()))
    _fill_envy(out, law, number)


def _fill_envy(out: np.void, law: Law, number: int) -> None:
    """The envy bonus of the table in use. A table without one pays none; its own may have one."""
    said = law.value(number, "paytables.progressive")
    pays = said.get("envy") if isinstance(said, Mapping) else law.value(number, f"huhe.envy.{said}")
    spoken = law.value(number, "huhe.envy_own_hand") is not None
    out["envy_known"] = int(spoken)
    for line, name in ENVIED.items():
        out["envy"][line] = (pays or {}).get(name, 0)


def _fill_limit(out: np.void, law: Law, number: int, least_wager: int) -> None:
    """The ceiling on one hand: the house's own, or the least that the rules allow where that is more."""
    own, least = law.value(number, "paytables.limit"), law.value(number, "huhe.limit_least")
    if own is None:
        return
    if least is not None and least_wager > 0:
        least = max(least, _most_on(out, least_wager))
    out["limit_is_least"] = int(least is not None and least > own)
    out["limit"] = max(own, least or 0)


def _most_on(out: np.void, wager: int) -> int:
    """The most that one player can win in a round with the smallest wagers: two aces of which one makes a royal."""
    percent = sum(int(max(out[name])) for name in ("odds", "trips", "pocket"))
    even = int(out["ante_pays"])
    if even > 0:
        percent += even * (1 + max(int(out["raise_times"][stage]) for stage in _RAISES))
    return wager * percent // _WHOLE
