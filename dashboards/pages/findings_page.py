"""The table of all findings. Columns of few different words are sent as a list of words and places in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from dashboards.amounts import amount
from dashboards.explaining import SEVERITIES, explain, rule_name, severity_of
from dashboards.figures.shared_figures import table_label
from dashboards.links import Hours
from dashboards.proofs.log_words import amount_words
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import chips, clock, game_words, local, shown
from dashboards.site import render

FIELDS = (
    "at", "time", "hour", "code", "title", "severity", "table", "game", "hand", "page", "dealer", "street", "message",
    "expected", "actual", "amount", "cents", "chips", "chips_cents", "cite", "player", "party", "slot", "counted", "id",
)  # fmt: skip


def citation(day: Day, finding: Row) -> str:
    """Document and rule, `wsop-dealer-2018 p.52`, or the placard; empty where no document says it."""
    if finding["rulebook"] == "house":
        return rule_name("house", finding["rule"], day)
    return " ".join(shown(p, 80) for p in (finding["rulebook"], finding["rule"]) if p)


def finding_cells(
    day: Day,
    finding: Row,
    names: dict[HandKey, str],
    games: dict[HandKey, str],
    hour: Callable[[datetime | None], str],
) -> list[Any]:
    """One finding as the table of findings reads it, in the order of `FIELDS`."""
    cents = finding["money_cents"] or 0
    hand = finding["hand"]
    moment = local(finding["at_us"], finding["utc_offset_min"])
    return [
        "" if moment is None else moment.strftime("%Y-%m-%d %H:%M:%S"),
        clock(finding["at_us"], finding["utc_offset_min"])[:8],
        hour(moment),
        shown(finding["code"], 12),
        shown(explain(finding["code"]).title),
        severity_of(finding),
        table_label(day, finding),
        games.get(finding["hand_key"], ""),
        "" if hand is None else shown(hand, 48),
        names.get(finding["hand_key"], ""),
        "" if finding["dealer"] is None else shown(day.dealer_name(finding["dealer"]), 48),
        shown(finding["street"] or ""),
        shown(finding["message"] or "", 400),
        shown(finding["expected"] or ""),
        shown(finding["actual"] or ""),
        amount_words(cents),
        cents,
        chips(finding["chips_cents"], signed=True) if finding["chips_cents"] else "",
        finding["chips_cents"] or 0,
        citation(day, finding),
        "" if finding["player"] is None else shown(finding["player"], 48),
        _parties(finding),
        finding["slot_page"],
        "yes" if counts_for_dealer(finding) else "no",
        finding["finding_id"] or "",
    ]


def counts_for_dealer(finding: Row) -> bool:
    """Whether a finding counts when dealers are compared, as the mart `dealer_code_day` says it."""
    return bool(
        finding["dealer"] is not None
        and finding["replayed"]
        and finding["severity"] in ("error", "procedure")
        and finding["code"][:2] not in ("DC", "TL")
    )


def _parties(finding: Row) -> str:
    if finding["paid_by"] and finding["paid_to"]:
        return f"{amount(finding) or 'nothing'} from {shown(finding['paid_by'], 8)} to {shown(finding['paid_to'], 8)}"
    return ""


def _by_time(finding: Row) -> tuple[bool, int, str, str]:
    return finding["at_us"] is None, finding["at_us"] or 0, finding["table"] or "", finding["hand"] or ""


def packed(rows: list[list[Any]]) -> dict[str, Any]:
    """The rows by column: a list of the column's words, and for each row its place in that list."""
    columns: dict[str, Any] = {}
    for i, name in enumerate(FIELDS):
        places: dict[Any, int] = {}
        column = [places.setdefault(row[i], len(places)) for row in rows]
        if len(places) * 2 < len(rows):
            columns[name] = {"words": list(places), "rows": column}
        else:
            columns[name] = {"words": None, "rows": [row[i] for row in rows]}
    return columns


def findings_page(day: Day, names: dict[HandKey, str]) -> str:
    games = {hand.key: game_words(hand.row["game"], hand.row["betting"]) for hand in day.hands}
    hour = Hours(day).word
    rows = [finding_cells(day, f, names, games, hour) for f in sorted(day.findings, key=_by_time)]
    return render(
        "findings.html", day, "findings.html", "Findings",
        count=len(rows),
        table={
            "count": len(rows),
            "columns": packed(rows),
            "severities": SEVERITIES,
            "file": f"findings-{day.gaming_date.isoformat()}.csv",
        },
    )  # fmt: skip
