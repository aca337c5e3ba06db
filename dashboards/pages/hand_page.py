"""The page of one flagged hand: what was found, the sums behind it, and the hand itself, step by step."""

from __future__ import annotations

from itertools import groupby

from dashboards.amounts import amount
from dashboards.explaining import explain, rule_in_words, rule_name, severity_of
from dashboards.figures.shared_figures import table_label
from dashboards.links import dealer_file, replay_link, table_file
from dashboards.paper.names import Sheets
from dashboards.placards import paytables_not_in_use
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.registry import panel_of
from dashboards.proofs.stepping import Step, film_strip, reel
from dashboards.reading import Day, FlaggedHand, HandKey, Row, hand_file
from dashboards.shown import clock, game_words, local, money, shown, whole
from dashboards.site import render


def page_names(day: Day) -> dict[HandKey, str]:
    """The file name of every flagged hand's page."""
    return {hand.key: hand_file(hand.key, hand.versions) for hand in day.hands}


def hand_page(
    day: Day, hand: FlaggedHand, names: dict[HandKey, str], before: str | None, after: str | None, sheets: Sheets
) -> str:
    """The page of one flagged hand."""
    name = names[hand.key]
    row = hand.row
    pictures = reel(hand)
    steps = pictures.steps
    wrong: dict[int, list[Row]] = {}
    missing: dict[int, list[Row]] = {}
    for finding in hand.findings:
        step = step_of(finding, hand.events)
        if step is not None:
            (missing if finding["event"] is None else wrong).setdefault(step, []).append(finding)
    return render(
        "hand.html", day, f"hands/{name}", f"Hand {shown(row['hand'], 60)}",
        head=hand_head(day, hand),
        versions=hand.versions,
        findings=[
            finding_card(Evidence(day, f, hand, names)) | sheets.links(name, place)
            for place, f in enumerate(hand.findings)
        ],
        streets=[
            (street, [_log_line(s, wrong.get(s.event, []), missing.get(s.event, [])) for s in some])
            for street, some in groupby(steps, key=lambda s: s.street)
        ],
        whole_hand=[f for f in hand.findings if step_of(f, hand.events) is None],
        before=before,
        after=after,
        at_table=f"../{replay_link(row, hand.versions)}",
        reel=film_strip(hand, pictures, sorted({*wrong, *missing})),
    )  # fmt: skip


def hand_head(day: Day, hand: FlaggedHand) -> list[tuple[str, str, str]]:
    """Where, when, by whom and what was dealt, and the line of the log: words, value, and a link or nothing."""
    row, facts = hand.row, hand.facts
    dealer = facts.get("dealer") or row["dealer"]
    card = facts.get("dealer_source") == "card"
    started = local(row["start_us"], row["utc_offset_min"])
    linked = dealer is not None and any(d["dealer"] == dealer for d in day.dealers)
    return [
        ("Table", table_label(day, row), f"../{table_file(row['room'], row['table'])}" if day.tables else ""),
        ("Started", "–" if started is None else f"{started:%Y-%m-%d %H:%M:%S}", ""),
        ("Ended", clock(row["end_us"], row["utc_offset_min"]), ""),
        ("Dealer", shown(day.dealer_name(dealer), 60) + (" (from the down card)" if card else ""),
         f"../{dealer_file(dealer)}" if linked else ""),
        ("Game", stakes_and_game(row), ""),
        ("Placard", shown(row["placard"] or "none named", 60), ""),
        ("Deck", shown(row["deck"] or "not recorded", 40), ""),
        ("Source", f"{shown(row['source_file'], 80)}, line {whole(row['source_line'])}", ""),
    ]  # fmt: skip


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


def _log_line(step: Step, wrong: list[Row], missing: list[Row]) -> Row:
    return {
        "event": step.event,
        "words": step.words,
        "log": step.log,
        "found": [f | {"severity": severity_of(f), "left_out": f in missing} for f in wrong + missing],
    }


def stakes_and_game(row: Row) -> str:
    """A hand's game by its stakes: `$1/$3 Texas hold'em, no-limit`."""
    blinds, bets = ("sb_cents", "bb_cents"), ("small_bet_cents", "big_bet_cents")
    told = (bets, blinds) if row["betting"] == "fl" else (blinds, bets)  # a limit game goes by its bets
    said = ("/".join(money(row[k]) for k in names if row[k] is not None) for names in told)
    stakes = next(filter(None, said), "")
    if stakes and row["is_tournament"]:
        stakes = f"{stakes.replace('$', '')} chips"
    return " ".join(p for p in (stakes, game_words(row["game"], row["betting"])) if p)


def finding_card(e: Evidence) -> Row:
    """One finding as a page shows it: the sentence, the panel that proves it, and the rule."""
    finding = e.finding
    explanation = explain(finding["code"])
    blocks = explanation.blocks
    moved = amount(finding, signed=True) or None
    if finding["paid_by"] and finding["paid_to"]:
        paid = amount(finding) or e.amount(0)
        moved = f"{paid} from {_small(e.party(finding['paid_by']))} to {_small(e.party(finding['paid_to']))}"
    return {
        "code": finding["code"],
        "title": shown(explanation.title),
        "severity": severity_of(finding),
        "message": shown(finding["message"] or "", 400),
        "event": step_of(finding, e.events),
        "left_out": finding["event"] is None,
        "street": shown(finding["street"] or ""),
        "moved": moved,
        "moved_what": "Chips" if e.hand is not None and e.hand.row["is_tournament"] else "Money",
        "rule": rule_name(finding["rulebook"], finding["rule"], e.day),
        "cite": " ".join(shown(part, 80) for part in (finding["rulebook"], finding["rule"]) if part),
        "rule_words": rule_in_words(
            finding["code"],
            finding["rulebook"],
            finding["rule"],
            e.day,
            paytables_not_in_use(e.day, finding["room"], e.hand.row["placard"]) if e.hand is not None else (),
        ),
        "lead": blocks[0][1] if blocks and blocks[0][0] == "text" else "",
        "panel": panel_of(e),
        "has_hand": e.hand is not None,
    }


def _small(who: str) -> str:
    return who[:1].lower() + who[1:]
