"""HF: the house file. The value that the house set, the bound and the rule that sets it."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import in_words
from dashboards.shown import game_words, shown


def bound(e: Evidence) -> Proof:
    """The house file beside the ceiling or floor of the rulebook."""
    sheet = Sheet("The house file beside the rulebook")
    sheet.line("The rulebook allows", in_words(e.finding["expected"], e), is_result=True)
    sheet.line("The house file sets", in_words(e.finding["actual"], e), is_wrong=True)
    if e.finding["rulebook"]:
        sheet.line("The rule", f"{shown(e.finding['rulebook'], 40)} {shown(e.finding['rule'] or '', 40)}".strip())
    return Proof([sheet])


def stakes(e: Evidence) -> Proof:
    """The stakes of the placard beside those of the hand."""
    sheet = Sheet("The placard beside the hand")
    if e.hand is not None:
        sheet.line("Placard", shown(e.hand.row["placard"] or "none named", 60))
        sheet.line("Game", game_words(e.hand.row["game"], e.hand.row["betting"]))
    sheet.line("The placard says", in_words(e.finding["expected"], e), is_result=True)
    sheet.line("The hand was played at", in_words(e.finding["actual"], e), is_wrong=True)
    return Proof([sheet])


def findings_before(e: Evidence) -> Proof:
    """The findings that a changed house file changed."""
    sheet = Sheet("The findings before the change and after it")
    sheet.line("Before, by code", shown(e.finding["expected"], 400))
    sheet.line("Now, by code", shown(e.finding["actual"], 400), is_result=True)
    sheet.line("What was changed", shown(e.finding["source_file"] or "not known", 200))
    return Proof([sheet])


PANELS: Final = {"HF01": bound, "HF02": stakes, "HF03": findings_before}
