"""Which panel proves which code. Look a code up in the module of its family; each ends in the list of its codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dashboards.proofs import (
    banked,
    betting,
    blinds,
    cards,
    chinese,
    down_cards,
    house_file,
    odd_chips,
    pots,
    rake,
    record,
    shuffler,
    stacks,
    time_charges,
)
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Panel, Proof
from dashboards.proofs.values import A_DUTY, difference, in_words

PANELS: Final[dict[str, Callable[[Evidence], Proof]]] = {
    code: prove
    for family in (
        rake, time_charges, blinds, betting, cards, shuffler, pots, odd_chips, stacks, banked, chinese, down_cards,
        record, house_file,
    )
    for code, prove in family.PANELS.items()
}  # fmt: skip


def panel_of(e: Evidence) -> Panel:
    """The proof of a finding. A code that nobody proves yet has what was expected and done, and no sheets."""
    prove = PANELS.get(e.code)
    proof = prove(e) if prove is not None else Proof([])
    apart = proof.difference or difference(e)
    return Panel(
        code=e.code,
        who=e.who(e.seat),
        expected=in_words(e.finding["expected"], e),
        actual=in_words(e.finding["actual"], e),
        difference=apart,
        why="" if apart else A_DUTY,
        sheets=[sheet for sheet in proof.sheets if sheet.lines],
    )
