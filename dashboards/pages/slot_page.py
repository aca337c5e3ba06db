"""The page of a finding that is about no hand: a slot, a down card, a clock, a value of the house file."""

from __future__ import annotations

from dashboards.explaining import explain
from dashboards.figures.shared_figures import table_label
from dashboards.links import dealer_file, table_file
from dashboards.pages.hand_page import finding_card
from dashboards.paper.names import Sheets
from dashboards.proofs.evidence import Evidence
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import local, shown, whole
from dashboards.site import render

FOLDER = "slots"  # of the published pages


def slot_page(day: Day, finding: Row, names: dict[HandKey, str], sheets: Sheets) -> str:
    """The page of one finding without a hand; `slot_page` of the finding is its name."""
    code = finding["code"]
    title = f"{code}: {explain(code).title}" if explain(code).title else str(code)
    card = finding_card(Evidence(day, finding, None, names)) | sheets.links(finding["slot_page"], 0)
    head = slot_head(day, finding)
    return render("slot.html", day, f"{FOLDER}/{finding['slot_page']}", shown(title, 80), head=head, finding=card)


def slot_head(day: Day, finding: Row) -> list[tuple[str, str, str]]:
    """Where, when and whose slot, and the line of the feed: words, value, and a link or nothing."""
    dealer = finding["dealer"]
    at = local(finding["at_us"], finding["utc_offset_min"])
    linked = dealer is not None and any(d["dealer"] == dealer for d in day.dealers)
    known = any((t["room"], t["table"]) == (finding["room"], finding["table"]) for t in day.tables)
    return [
        ("Table", table_label(day, finding), f"../{table_file(finding['room'], finding['table'])}" if known else ""),
        ("At", "–" if at is None else f"{at:%Y-%m-%d %H:%M}", ""),
        ("Dealer", shown(day.dealer_name(dealer), 60), f"../{dealer_file(dealer)}" if linked else ""),
        ("Source", _source(finding), ""),
    ]


def _source(finding: Row) -> str:
    if finding["source_file"] is None:
        return "no line of a feed"
    return f"{shown(finding['source_file'], 80)}, line {whole(finding['source_line'])}"
