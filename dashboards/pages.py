"""The pages as text: what each one says, filled into the templates, which escape all that comes from the feeds."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from dashboards.arithmetic import sums
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.figures import figures, table_label
from dashboards.log_words import amount_words
from dashboards.reading import Day, FlaggedHand, HandKey, Row
from dashboards.shown import clock, local, long_date, money, page_name, percent, plural, script_json, shown, whole
from dashboards.stepping import film

LOOK_FIRST = 5
_DIGEST = re.compile(r"[0-9a-f]{64}")

_GAMES = {"holdem": "Hold'em", "omaha": "Omaha", "stud": "Seven-card stud"}
_BETTING = {"nl": "no-limit", "pl": "pot-limit", "fl": "limit", "spread": "spread-limit"}


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(shown=shown, money=money, whole=whole, script_json=_safe_json)
    return environment


def _safe_json(value: Any) -> Markup:
    return Markup(script_json(value))


def citation(finding: Row) -> str:
    """Document and rule, `wsop-dealer-2018 p.52`; empty where no document says it."""
    return " ".join(shown(p, 80) for p in (finding["rulebook"], finding["rule"]) if p)


def page_names(day: Day) -> dict[HandKey, str]:
    """The file name of every hand's page; it names the line of the log only where a hand was logged more than once."""
    return {hand.key: page_name(*(hand.key if hand.versions > 1 else hand.key[:2])) for hand in day.hands}


def _at(row: Row) -> str:
    moment = local(row["at_us"], row["utc_offset_min"])
    return "" if moment is None else moment.strftime("%Y-%m-%d %H:%M:%S")


FINDING_FIELDS = (
    "at", "time", "code", "title", "severity", "table", "hand", "page", "dealer", "street",
    "message", "expected", "actual", "amount", "cents", "cite", "player",
)  # fmt: skip


def finding_cells(day: Day, finding: Row, names: dict[HandKey, str]) -> list[Any]:
    """One finding as the table of findings reads it, in the order of `FINDING_FIELDS`."""
    cents = finding["amount_cents"] or 0
    hand = finding["hand"]
    return [
        _at(finding),
        clock(finding["at_us"], finding["utc_offset_min"])[:8],
        finding["code"],
        shown(explain(finding["code"]).title),
        severity_of(finding),
        table_label(day, finding),
        "" if hand is None else shown(hand, 48),
        names.get(finding["hand_key"], ""),
        "" if finding["dealer"] is None else shown(day.dealer_name(finding["dealer"]), 48),
        shown(finding["street"] or ""),
        shown(finding["message"] or "", 400),
        shown(finding["expected"] or ""),
        shown(finding["actual"] or ""),
        amount_words(cents),
        cents,
        citation(finding),
        "" if finding["player"] is None else shown(finding["player"], 48),
    ]


def _money_moved(day: Day) -> list[tuple[str, str]]:
    """Money that reached a wrong place, by where it went."""
    to_house = from_house = between = 0
    for f in day.findings:
        cents = f["amount_cents"] or 0
        rake = f["code"].startswith("RK")
        if f["paid_to"] == "house" or (rake and cents > 0):
            to_house += abs(cents)
        elif f["paid_by"] == "house" or (rake and cents < 0):
            from_house += abs(cents)
        else:
            between += abs(cents)
    return [
        ("the house took too much", money(to_house)),
        ("the house took too little", money(from_house)),
        ("between players", money(between)),
    ]


_AUDIT_COLUMNS = (
    ("version", "Version"),
    ("house_digest", "House file"),
    ("rulebooks_digest", "Rulebooks"),
    ("rulebook", "Rulebook given"),
)


def _audit_lines(day: Day) -> list[tuple[str, str]]:
    """What identifies the audit, where the file carries it: audit id, the chain's head, version, digests."""
    of_findings = {f["audit_id"] for f in day.findings if f["audit_id"]}
    ids = sorted(of_findings | {a["audit_id"] for a in day.audits if a.get("audit_id")})
    lines = [("Audit", shown(i, 80)) for i in ids]
    if day.chain_head:
        lines.append(("Chain head", shown(day.chain_head, 80)))
    for audit in day.audits:
        lines += [(words, shown(audit[key], 120)) for key, words in _AUDIT_COLUMNS if audit.get(key)]
    return list(dict.fromkeys(lines))


def _inputs(day: Day) -> list[tuple[str, str]]:
    """The files the audits read, with their digests."""
    out: dict[str, str] = {}
    for audit in day.audits:
        try:
            listed = json.loads(audit.get("inputs") or "{}")
        except ValueError:
            continue
        if isinstance(listed, dict):
            for pair in listed.items():  # digest to name, or the other way round
                name, digest = sorted(map(str, pair), key=lambda text: bool(_DIGEST.fullmatch(text)))
                out[shown(name, 120)] = shown(digest, 80)
    return sorted(out.items())


def day_page(day: Day) -> str:
    """The page of a gaming day."""
    names = page_names(day)
    severities = Counter(severity_of(f) for f in day.findings)
    judged = sum(c["evaluated"] for c in day.coverage)
    asked = judged + sum(c["not_evaluable"] for c in day.coverage)
    first = sorted(
        (f for f in day.findings if f["amount_cents"] and severity_of(f) == "error"),
        key=lambda f: (-abs(f["amount_cents"]), f["at_us"] or 0, f["code"], f["hand"] or ""),
    )
    drawn = figures(day)
    return _templates().get_template("day.html").render(
        root=".",
        title=f"{_rooms(day) or 'No room'}, {day.gaming_date.isoformat()}",
        rooms=_rooms(day),
        long_date=long_date(day.gaming_date),
        iso_date=day.gaming_date.isoformat(),
        hands=day.hand_count,
        tables=len(day.tables) or sum(r["tables"] for r in day.rooms),
        dealers=len(day.dealers),
        findings=len(day.findings),
        severities=[(s, severities[s]) for s in SEVERITIES],
        moved=money(sum(abs(f["amount_cents"] or 0) for f in day.findings)),
        moved_where=_money_moved(day),
        coverage=percent(judged, asked),
        checks=len(day.coverage),
        judged=judged,
        asked=asked,
        feeds=_feeds(day),
        first=[
            {"finding": f, "severity": severity_of(f), "title": explain(f["code"]).title, "cite": citation(f),
             "table": table_label(day, f), "time": clock(f["at_us"], f["utc_offset_min"]),
             "page": names.get(f["hand_key"], "")}
            for f in first[:LOOK_FIRST]
        ],
        figures=drawn,
        figure_specs={f.key: f.spec for f in drawn if f.spec is not None},
        table={
            "fields": FINDING_FIELDS,
            "rows": [finding_cells(day, f, names) for f in sorted(day.findings, key=_by_time)],
            "file": f"findings-{day.gaming_date.isoformat()}.csv",
        },
        audit=_audit_lines(day),
        inputs=_inputs(day),
    )  # fmt: skip


def _by_time(finding: Row) -> tuple[bool, int, str, str]:
    return finding["at_us"] is None, finding["at_us"] or 0, finding["table"] or "", finding["hand"] or ""


def _rooms(day: Day) -> str:
    return ", ".join(shown(r, 48) for r in day.room_names)


def _feeds(day: Day) -> list[str]:
    """A sentence for each feed: received, or not."""
    downs, messages = day.downs, sum(s["messages"] for s in day.shuffles)
    slots = f"{plural(downs['slots'], 'slot')} at {plural(downs['tables'], 'table')}"
    out = [
        f"Hand logs: {plural(day.hand_count, 'hand')} at {plural(sum(r['tables'] for r in day.rooms), 'table')}."
        if day.hand_count
        else "Hand logs: none for this day, so there was nothing to audit.",
        f"Down cards: {slots}, {downs['signed']:,} signed."
        if downs["slots"]
        else "Down cards: none for this day. A dealer is known only where the hand log names one.",
        f"Shuffler: {plural(messages, 'message')}." if messages else "Shuffler: no message for this day.",
    ]
    asked, failed = day.quality["expectations"], day.quality["failed"]
    if asked:
        out.append(f"Quality gate: {asked - failed:,} of {plural(asked, 'expectation')} held.")
    if day.quarantined is not None:
        lines = plural(day.quarantined, "line or file", "lines or files")
        out.append(f"Quarantine: {lines} of the lake could not be read." if day.quarantined else "Quarantine: empty.")
    return out


def hand_page(day: Day, hand: FlaggedHand, names: dict[HandKey, str], before: str | None, after: str | None) -> str:
    """The page of one flagged hand."""
    row, facts = hand.row, hand.facts
    reel = film(hand.seats, hand.events)
    wrong: dict[int, list[Row]] = {}
    missing: dict[int, list[Row]] = {}
    for finding in hand.findings:
        step = step_of(finding, hand.events)
        if step is not None:
            (missing if finding["event"] is None else wrong).setdefault(step, []).append(finding)
    dealer = facts.get("dealer") or row["dealer"]
    card = facts.get("dealer_source") == "card"
    started = local(row["start_us"], row["utc_offset_min"])
    head = [
        ("Table", table_label(day, row)),
        ("Started", "–" if started is None else f"{started:%Y-%m-%d %H:%M:%S}"),
        ("Ended", clock(row["end_us"], row["utc_offset_min"])),
        ("Dealer", shown(day.dealer_name(dealer), 60) + (" (from the down card)" if card else "")),
        ("Game", _game(row)),
        ("Placard", shown(row["placard"] or "none named", 60)),
        ("Deck", shown(row["deck"] or "not recorded", 40)),
        ("Source", f"{shown(row['source_file'], 80)}, line {whole(row['source_line'])}"),
    ]
    last = max((s["seat"] for s in hand.seats), default=0)
    return _templates().get_template("hand.html").render(
        root="..",
        title=f"Hand {shown(row['hand'], 60)}",
        rooms=shown(row["room"], 48),
        iso_date=day.gaming_date.isoformat(),
        head=head,
        versions=hand.versions,
        findings=[_finding_card(day, hand, f) for f in hand.findings],
        streets=[
            (street, [_log_line(s.event, s.words, wrong.get(s.event, []), missing.get(s.event, [])) for s in steps])
            for street, steps in groupby(reel.steps, key=lambda s: s.street)
        ],
        whole_hand=[f for f in hand.findings if step_of(f, hand.events) is None],
        before=before,
        after=after,
        reel={
            "button": row["button"],
            "places": 10 if last > 9 or (row["button"] or 0) > 9 else 9,
            "seats": {str(s["seat"]): shown(s["player"], 24) for s in hand.seats},
            "opening": reel.opening,
            "steps": [s.change for s in reel.steps],
            "words": [s.words for s in reel.steps],
            "streets": [s.street for s in reel.steps],
            "events": [s.event for s in reel.steps],
            "wrong": sorted({*wrong, *missing}),
            "about": [e["seat"] for e in hand.events],
        },
    )  # fmt: skip


# Where something was left out no step is wrong; these are the steps by which it should have been done.
_LEFT_OUT = {
    "BL01": ("deal", "fold"), "BL02": ("deal", "fold"), "BL07": ("post", "deal"), "RK02": ("award",),
    "PT02": ("award",), "PT04": ("return", "void", "misdeal"), "PT08": ("award",),
}  # fmt: skip


def step_of(finding: Row, events: list[Row]) -> int | None:
    """The step a finding is about: its own, or for something left out the step by which it was due."""
    if finding["event"] is not None:
        return finding["event"]
    words = _LEFT_OUT.get(finding["code"], ())
    return next((e["event"] for e in events if e["word"] in words), None)


def _log_line(event: int, words: str, wrong: list[Row], missing: list[Row]) -> Row:
    return {
        "event": event,
        "words": words,
        "found": [f | {"severity": severity_of(f), "left_out": f in missing} for f in wrong + missing],
    }


def _game(row: Row) -> str:
    name = _GAMES.get(row["game"], shown(row["game"], 30))
    stakes = "/".join(money(row[k]) for k in ("sb_cents", "bb_cents") if row[k] is not None)
    return " ".join(p for p in (stakes, _BETTING.get(row["betting"] or "", ""), name) if p)


def _finding_card(day: Day, hand: FlaggedHand, finding: Row) -> Row:
    explanation = explain(finding["code"])
    blocks = explanation.blocks
    cents = finding["amount_cents"] or 0
    moved = None
    if finding["paid_by"] and finding["paid_to"]:
        moved = f"{money(abs(cents))} from {_party(hand, finding['paid_by'])} to {_party(hand, finding['paid_to'])}"
    elif cents:
        moved = money(cents, signed=True)
    return {
        "code": finding["code"],
        "title": shown(explanation.title),
        "severity": severity_of(finding),
        "message": shown(finding["message"] or "", 400),
        "expected": shown(finding["expected"] or "not stated"),
        "actual": shown(finding["actual"] or "not stated"),
        "event": step_of(finding, hand.events),
        "left_out": finding["event"] is None,
        "street": shown(finding["street"] or ""),
        "seat": finding["seat"],
        "moved": moved,
        "rulebook": shown(finding["rulebook"] or "", 80),
        "rule": shown(finding["rule"] or "", 80),
        "lead": blocks[0][1] if blocks and blocks[0][0] == "text" else "",
        "blocks": blocks[1:] if blocks and blocks[0][0] == "text" else blocks,
        "sums": sums(hand, finding),
    }


def _party(hand: FlaggedHand, party: str) -> str:
    if party == "house":
        return "the house"
    player = next((s["player"] for s in hand.seats if f"s{s['seat']}" == party), None)
    return f"seat {shown(party.removeprefix('s'), 8)}" + (f" ({shown(player, 24)})" if player else "")
