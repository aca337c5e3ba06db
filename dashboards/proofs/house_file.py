"""HF: the house file. The value that the house set, the bound and the rule that sets it."""

from __future__ import annotations

import re
from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import in_words
from dashboards.shown import game_words, plural, shown

_COUNTED: Final = re.compile(r"([A-Z]{2}\d\d) (\d+)")  # as the short texts of HF03 have it: RK01 2, PT01 1


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
    """The findings that a changed house file changed: code by code those that went and those that came."""
    before, now = (_COUNTED.findall(e.finding[name] or "") for name in ("expected", "actual"))
    sheet = Sheet("The findings that changed", ("Check", "Found before", "Found now"))
    was, has = dict(before), dict(now)
    for code in sorted({*was, *has}):
        sheet.row(code, was.get(code, "–"), has.get(code, "–"))
    sheet.note = f"Changed: {shown(e.finding['source_file'] or 'not known', 200)}."
    gone, new = (sum(int(count) for _, count in counts) for counts in (before, now))
    return Proof([sheet], f"{plural(gone, 'finding')} went, {new} came")


PANELS: Final = {"HF01": bound, "HF02": stakes, "HF03": findings_before}
