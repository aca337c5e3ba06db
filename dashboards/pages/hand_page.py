"""The page of one flagged hand: what was found, the sums behind it, and the hand itself, step by step."""

from __future__ import annotations

from itertools import groupby

from dashboards.amounts import amount, unit_of
from dashboards.explaining import explain, rule_in_words, severity_of
from dashboards.figures.shared_figures import table_label
from dashboards.proofs.arithmetic import sums
from dashboards.proofs.stepping import reel
from dashboards.reading import Day, FlaggedHand, HandKey, Row
from dashboards.shown import clock, game_words, local, money, page_name, shown, whole
from dashboards.site import dealer_file, render, table_file


def page_names(day: Day) -> dict[HandKey, str]:
    """The file name of every hand's page; it names the line of the log only where a hand was logged more than once."""
    return {hand.key: page_name(*(hand.key if hand.versions > 1 else hand.key[:2])) for hand in day.hands}


def hand_page(day: Day, hand: FlaggedHand, name: str, before: str | None, after: str | None) -> str:
    """The page of one flagged hand."""
    row, facts = hand.row, hand.facts
    pictures = reel(hand)
    steps = pictures.steps
    wrong: dict[int, list[Row]] = {}
    missing: dict[int, list[Row]] = {}
    for finding in hand.findings:
        step = step_of(finding, hand.events)
        if step is not None:
            (missing if finding["event"] is None else wrong).setdefault(step, []).append(finding)
    dealer = facts.get("dealer") or row["dealer"]
    card = facts.get("dealer_source") == "card"
    started = local(row["start_us"], row["utc_offset_min"])
    linked = dealer is not None and any(d["dealer"] == dealer for d in day.dealers)
    head = [
        ("Table", table_label(day, row), f"../{table_file(row['room'], row['table'])}" if day.tables else ""),
        ("Started", "–" if started is None else f"{started:%Y-%m-%d %H:%M:%S}", ""),
        ("Ended", clock(row["end_us"], row["utc_offset_min"]), ""),
        ("Dealer", shown(day.dealer_name(dealer), 60) + (" (from the down card)" if card else ""),
         f"../{dealer_file(dealer)}" if linked else ""),
        ("Game", _game(row), ""),
        ("Placard", shown(row["placard"] or "none named", 60), ""),
        ("Deck", shown(row["deck"] or "not recorded", 40), ""),
        ("Source", f"{shown(row['source_file'], 80)}, line {whole(row['source_line'])}", ""),
    ]  # fmt: skip
    last = max((s["seat"] for s in hand.seats), default=0)
    return render(
        "hand.html", day, f"hands/{name}", f"Hand {shown(row['hand'], 60)}",
        head=head,
        versions=hand.versions,
        findings=[_finding_card(day, hand, f) for f in hand.findings],
        streets=[
            (street, [_log_line(s.event, s.words, wrong.get(s.event, []), missing.get(s.event, [])) for s in some])
            for street, some in groupby(steps, key=lambda s: s.street)
        ],
        whole_hand=[f for f in hand.findings if step_of(f, hand.events) is None],
        before=before,
        after=after,
        reel={
            "button": row["button"],
            "sign": "" if row["is_tournament"] else "$",
            "places": 10 if last > 9 or (row["button"] or 0) > 9 else 9,
            "seats": {str(s["seat"]): shown(s["player"], 24) for s in hand.seats},
            "opening": pictures.opening,
            "steps": [s.change for s in steps] if pictures.opening else [],
            "words": [s.words for s in steps],
            "streets": [s.street for s in steps],
            "events": [s.event for s in steps],
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
    stakes = "/".join(money(row[k]) for k in ("sb_cents", "bb_cents") if row[k] is not None)
    if not stakes:
        stakes = "/".join(money(row[k]) for k in ("small_bet_cents", "big_bet_cents") if row[k] is not None)
    if stakes and row["is_tournament"]:
        stakes = f"{stakes.replace('$', '')} chips"
    return " ".join(p for p in (stakes, game_words(row["game"], row["betting"])) if p)


def _finding_card(day: Day, hand: FlaggedHand, finding: Row) -> Row:
    explanation = explain(finding["code"])
    blocks = explanation.blocks
    moved = amount(finding, signed=True) or None
    if finding["paid_by"] and finding["paid_to"]:
        paid = amount(finding) or unit_of(hand.row)(0)
        moved = f"{paid} from {_party(hand, finding['paid_by'])} to {_party(hand, finding['paid_to'])}"
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
        "moved_what": "Chips" if hand.row["is_tournament"] else "Money",
        "rulebook": shown(finding["rulebook"] or "", 80),
        "rule": shown(finding["rule"] or "", 80),
        "rule_words": rule_in_words(finding["code"], finding["rulebook"], finding["rule"]),
        "lead": blocks[0][1] if blocks and blocks[0][0] == "text" else "",
        "blocks": blocks[1:] if blocks and blocks[0][0] == "text" else blocks,
        "sums": sums(hand, finding),
    }


def _party(hand: FlaggedHand, party: str) -> str:
    if party == "house":
        return "the house"
    player = next((s["player"] for s in hand.seats if f"s{s['seat']}" == party), None)
    return f"seat {shown(party.removeprefix('s'), 8)}" + (f" ({shown(player, 24)})" if player else "")
