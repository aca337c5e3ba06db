"""The day's sheet: what an auditor signs of one gaming day. Its sums and answers are those of the Night page."""

from __future__ import annotations

from typing import Any

from dashboards.amounts import MONEY_MOVED, Moved, amount, beside, moved
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.feeds import feeds_title, said_of
from dashboards.figures.shared_figures import Link, table_label
from dashboards.pages.fair_comparison import Comparison
from dashboards.pages.findings_page import citation
from dashboards.pages.night_page import Answer, answers_of, largest_errors, money_moved
from dashboards.paper.names import DAY_FILES
from dashboards.paper.printing import SheetOfPaper
from dashboards.reading import Day, Row
from dashboards.shown import chips, clock, long_date, money, plural, shown, whole
from dashboards.site import rooms

LARGEST_ON_PAPER = 12
_GROUP_WORDS = {"error": "Errors", "procedure": "Procedure", "notice": "Notices"}


def day_sheets(day: Day, comparison: Comparison) -> list[SheetOfPaper]:
    """The sheet on both sizes of paper."""
    said = day_sheet(day, comparison)
    return [SheetOfPaper(name, "day", said, paper) for paper, name in DAY_FILES.items()]


def day_sheet(day: Day, comparison: Comparison) -> dict[str, Any]:
    """What the sheet says, as texts; the template adds none of its own but headings."""
    nothing = not day.hand_count and not day.findings
    total = moved(day.findings)
    errors = largest_errors(day)
    return {
        "title": f"Audit of {long_date(day.gaming_date)}",
        "rooms": rooms(day) or "no room",
        "foot": f"{rooms(day) or 'No room'}, gaming day {day.gaming_date.isoformat()}. Made by Odd Chip.",
        "head": day.chain_head or "",
        "lead": _lead(day),
        "answers": [_answer(one) for one in answers_of(day, comparison)],
        "feeds_title": feeds_title(day.troubles),
        "feeds": [
            {"said": said_of(one, day.many_rooms), "blinds": shown(one.blinds, 600), "todo": _plain(one.todo)}
            for one in day.troubles
        ],
        "moved_title": MONEY_MOVED,
        "moved": [["No hand of this day came, so nothing could be added up.", "–"]] if nothing else _moved(day, total),
        "has_chips": bool(total.chips_cents),
        "groups": [_group(day, severity) for severity in SEVERITIES if _of(day, severity)],
        "total": _sums(day.findings),
        "nothing": "No findings." if day.hand_count else "No hand of this day came, so nothing could be found.",
        "rooms_table": [_room(day, room) for room in day.room_names],
        "largest": [_large(day, f) for f in errors[:LARGEST_ON_PAPER]],
        "largest_more": _more(errors),
        "gate": [
            shown(f"{e['severity']}: {e['room']} {e['table_name']}: {e['expectation']}", 240)
            for e in day.expectations
            if e["gaming_date"] == day.gaming_date and not e["success"]
        ],
        "proves": _proves(day),
    }  # fmt: skip


def _lead(day: Day) -> str:
    judged, open_ = (sum(c[k] for c in day.coverage) for k in ("evaluated", "not_evaluable"))
    tables = len(day.tables) or sum(r["tables"] for r in day.rooms)
    return (
        f"{plural(day.hand_count, 'hand')} at {plural(tables, 'table')}, {plural(len(day.dealers), 'dealer')}. "
        f"{plural(judged, 'verdict')} given, {whole(open_)} not evaluable. Amounts are in dollars, those of "
        "tournaments in chips, which add to no sum of money; times are on the room's own clock."
    )


def _answer(answer: Answer) -> Row:
    lines = [line.words if isinstance(line, Link) else str(line) for line in answer.lines]
    return {"question": answer.question, "state": answer.state, "words": answer.words, "lines": lines or [""]}


def _plain(todo: str) -> str:
    return shown(todo, 600).replace("`", "")


def _moved(day: Day, total: Moved) -> list[list[str]]:
    went = ([words[:1].upper() + words[1:], value] for words, value in money_moved(day, total))
    return [["All findings", money(total.cents)], *went]


def _of(day: Day, severity: str) -> list[Row]:
    return [f for f in day.findings if severity_of(f) == severity]


def _sums(findings: list[Row]) -> Row:
    total = moved(findings)
    return {
        "times": whole(len(findings)),
        "money": money(total.cents) if total.cents else "–",
        "chips": chips(total.chips_cents) if total.chips_cents else "–",
        "cents": total.cents,
        "chips_cents": total.chips_cents,
    }


def _group(day: Day, severity: str) -> Row:
    """The findings of one severity by code, the most money first."""
    found = _of(day, severity)
    rows: list[Row] = [
        {"code": shown(code, 12), "title": explain(code).title or ""} | _sums([f for f in found if f["code"] == code])
        for code in sorted({f["code"] for f in found})
    ]
    rows.sort(key=lambda row: (-row["cents"], -row["chips_cents"], row["code"]))
    return {"severity": severity, "words": _GROUP_WORDS[severity], "rows": rows} | _sums(found)


def _room(day: Day, room: str) -> list[str]:
    found = [f for f in day.findings if f["room"] == room]
    hands = sum(r["hands"] for r in day.rooms if r["room"] == room)
    sums = _sums(found)
    return [shown(room, 40), whole(hands), sums["times"], sums["money"], sums["chips"]]


def _large(day: Day, finding: Row) -> Row:
    place = [
        f"Table {table_label(day, finding)}, {clock(finding['at_us'], finding['utc_offset_min'])}",
        f"hand {shown(finding['hand'], 48)}" if finding["hand"] else "",
        f"dealer {shown(day.dealer_name(finding['dealer']), 48)}" if finding["dealer"] else "",
        citation(day, finding),
    ]
    return {
        "amount": amount(finding),
        "code": shown(finding["code"], 12),
        "severity": severity_of(finding),
        "message": shown(finding["message"] or "", 400),
        "place": " · ".join(filter(None, place)),
    }


def _more(errors: list[Row]) -> str:
    rest = errors[LARGEST_ON_PAPER:]
    if not rest:
        return "These are all the errors of the day that moved money."
    sum_ = moved(rest)
    said = f"{plural(len(rest), 'more error')} moved {beside(sum_.cents, sum_.chips_cents)}"
    return f"{said}; all of them are on the Findings page and in findings.csv."


def _proves(day: Day) -> list[str]:
    said = [
        f"{shown(a.get('room') or 'room not named', 40)}: audit {shown(a.get('audit_id') or 'without a number', 80)}, "
        f"Odd Chip {shown(a.get('version') or 'of an unknown version', 40)}."
        for a in day.audits
    ]
    head = f"Made from the ledger with the head {day.chain_head}." if day.chain_head else "The file carries no ledger."
    return [*(said or ["No audit stands for this day."]), head]
