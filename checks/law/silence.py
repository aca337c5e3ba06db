"""Which checks have no rule to go by: for a room's rulebooks, in live action or in tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from checks.catalogue import CHECKS
from checks.law.in_force import SAYS_SO, says
from checks.law.rulebook import Rulebook
from checks.law.terms import room_terms
from parsers.house import parse_house


def silent_checks(
    rulebooks: Mapping[str, Rulebook], ids: Sequence[str], day: date, *, tournament: bool
) -> dict[str, str]:
    """Each check that has no rule to go by in a room that sets nothing itself, with the key it hangs on.

    Arithmetic is never silent.
    """
    named = ", ".join(f'"{id_}"' for id_ in ids)
    house = parse_house(f'[room.any]\nrulebooks = [{named}]\ntimezone = "UTC"\n'.encode())
    terms = room_terms(house, rulebooks, "any", day, tournament=tournament)
    return {
        code: check.term
        for code, check in CHECKS.items()
        if check.term and not check.silent_ok and says(terms.get(check.term), check.is_) != SAYS_SO
    }
