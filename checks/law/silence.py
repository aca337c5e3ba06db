"""Which checks have no rule to go by: for a room's rulebooks, in live action or in tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from checks.catalogue import CHECKS
from checks.law.in_force import SAYS_SO, says
from checks.law.rulebook import Rulebook
from checks.law.terms import TermValue


def silent_checks(
    rulebooks: Mapping[str, Rulebook], ids: Sequence[str], day: date, *, tournament: bool
) -> dict[str, str]:
    """Each check that rulebooks alone cannot make speak, with the key it hangs on; arithmetic is never silent.

    What only a house file sets is silent here too: the rulebooks leave it to the house.
    """
    found = {}
    for code, check in CHECKS.items():
        if check.term is None or check.silent_ok:
            continue
        entry = next((said for id_ in ids if (said := rulebooks[id_].on(check.term, day, tournament))), None)
        value = None if entry is None else TermValue(entry.value, "", entry.cite)
        if says(value, check.is_) != SAYS_SO:
            found[code] = check.term
    return found
