"""The page of the morning: did it run, is the data whole, what needs a person today."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from statistics import mean, quantiles

from markupsafe import Markup

from dashboards.amounts import CHIPS_MOVED, MONEY_MOVED, Moved, amount, chips_cell, moved
from dashboards.drawing import columns, severity_key
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.fair_comparison import Comparison
from dashboards.figures import Cell, Figure, Link, lean, table_label
from dashboards.findings_page import citation
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import chips, clock, money, natural, percent, plural, shown, whole
from dashboards.site import Tile, findings_link, render

LOOK_FIRST = 6
USUAL_DAYS = 28


@dataclass(frozen=True)
class Answer:
    """One question of the morning: `state` is good, look or bad."""

    question: str
    state: str
    words: str
    lines: list[Cell]


def night_page(day: Day, names: dict[HandKey, str], comparison: Comparison) -> str:
    first = sorted(
        (f for f in day.findings if f["moved_cents"] and severity_of(f) == "error"),
        key=lambda f: (-f["moved_cents"], f["at_us"] or 0, f["code"], f["hand"] or ""),
    )
    return render(
        "night.html",
        day,
        "index.html",
        "Night",
        hands=day.hand_count,
        tables=len(day.tables) or sum(r["tables"] for r in day.rooms),
        dealers=len(day.dealers),
        findings=len(day.findings),
        answers=[_ran(day), _whole(day), _needs(day, comparison)],
        tiles=_tiles(day),
        first=[
            {
                "code": f["code"],
                "severity": severity_of(f),
                "amount": amount(f),
                "message": shown(f["message"] or "", 240),
                "cite": citation(f),
                "table": table_label(day, f),
                "time": clock(f["at_us"], f["utc_offset_min"]),
                "hand": shown(f["hand"], 48),
                "page": names.get(f["hand_key"], ""),
            }
            for f in first[:LOOK_FIRST]
        ],
        figures=[history_figure(day), feeds_figure(day)],
        codes=_codes(day),
        chain_head=day.chain_head,
    )


def before(day: Day) -> list[Row]:
    """The gaming days before this one that are compared with it."""
    since = day.gaming_date - timedelta(days=USUAL_DAYS)
    return [h for h in day.history if since <= h["gaming_date"] < day.gaming_date]


def usual(values: list[float]) -> tuple[float, float] | None:
    """The range in which eight of ten days lie; None where there are too few days to say."""
    if len(values) < 5:
        return None
    cuts = quantiles(values, n=10, method="inclusive")
    return cuts[0], cuts[8]


def _ran(day: Day) -> Answer:
    failed = [e for e in day.expectations if e["gaming_date"] == day.gaming_date and not e["success"]]
    blocking = [e for e in failed if e["severity"] == "blocking"]
    asked, held = day.quality["expectations"], day.quality["expectations"] - day.quality["failed"]
    lines: list[Cell] = []
    if asked:
        lines.append(Link(f"Quality gate: {held:,} of {plural(asked, 'expectation')} held.", "quality.html"))
    judged, total = _coverage(day)
    if total:
        lines.append(
            Link(
                f"{plural(len(day.coverage), 'check')} ran; {percent(judged, total)} could be judged.",
                "quality.html#fig-coverage",
            )
        )
    versions = sorted({shown(a["version"], 24) for a in day.audits if a.get("version")})
    if versions:
        lines.append(Link(f"Version {', '.join(versions)}.", "about.html"))
    question = "Did it run?"
    if not day.hand_count:
        return Answer(question, "bad", "There was nothing to audit.", lines)
    if not day.audits:
        return Answer(question, "bad", "No audit stands for this day.", lines)
    if blocking:
        return Answer(question, "bad", f"{plural(len(blocking), 'expectation')} of the gate failed.", lines)
    if failed:
        return Answer(question, "look", f"Yes, with {plural(len(failed), 'warning')}.", lines)
    return Answer(question, "good", f"Yes. {plural(day.hand_count, 'hand')} audited.", lines)


def _whole(day: Day) -> Answer:
    lines: list[Cell] = []
    state, words = "good", "Nothing is known to be missing."
    dealt = [t for t in day.table_feeds if t["hands"]]
    carded, counted = [t for t in dealt if t["slots"]], [t for t in dealt if t["messages"]]
    missing: list[str] = []
    if not day.hand_count:
        missing.append("hand logs")
        lines.append("Hand logs: none for this day, so there was nothing to audit.")
    else:
        lines.append(f"Hand logs: {plural(day.hand_count, 'hand')} at {plural(len(day.tables), 'table')}.")
    if not day.downs["slots"]:
        missing.append("down cards")
        lines.append("Down cards: none for this day. A dealer is known only where the hand log names one.")
    else:
        without = len(dealt) - len(carded)
        unsigned = day.downs["slots"] - day.downs["signed"]
        lines.append(
            f"Down cards: {plural(day.downs['slots'], 'slot')}, {unsigned:,} unsigned"
            + (f"; none for {plural(without, 'table that dealt', 'tables that dealt')}." if without else ".")
        )
        if without:
            missing.append(f"the down cards of {plural(without, 'table')}")
    messages = sum(s["messages"] for s in day.shuffles)
    if messages:
        without = len(dealt) - len(counted)
        lines.append(
            f"Shufflers: {plural(messages, 'message')}"
            + (f"; none from {plural(without, 'table')}." if without else ".")
        )
    else:
        lines.append("Shuffler: no message for this day.")
    if day.quarantined is not None:
        text = plural(day.quarantined, "line or file", "lines or files")
        lines.append(
            Link(f"Quarantine: {text} of the lake could not be read.", "quality.html#fig-quarantine")
            if day.quarantined
            else "Quarantine: empty."
        )
    past = usual([float(h["hands"]) for h in before(day)])
    if past and day.hand_count and day.hand_count < past[0] * 0.8:
        state, words = "look", "Fewer hands than on eight of ten days."
        lines.append(f"Usual: {past[0]:,.0f} to {past[1]:,.0f} hands.")
    if missing:
        state, words = ("bad" if "hand logs" in missing else "look"), f"Missing: {', '.join(missing)}."
    elif day.quarantined:
        state, words = "look", f"{plural(day.quarantined, 'line or file', 'lines or files')} could not be read."
    return Answer("Is the data whole?", state, words, lines)


def _needs(day: Day, comparison: Comparison) -> Answer:
    lines: list[Cell] = []
    errors = [f for f in day.findings if severity_of(f) == "error"]
    paid, in_chips = [f for f in errors if f["moved_cents"]], [f for f in errors if f["moved_chips_cents"]]
    if paid:
        link = findings_link(money="yes", severity="error")
        lines.append(Link(f"{plural(len(paid), 'error')} moved {moved(paid).words}.", link))
    if in_chips:
        link = findings_link(amount="tournament chips", severity="error")
        lines.append(Link(f"{plural(len(in_chips), 'error')} of tournaments moved {moved(in_chips).words}.", link))
    neither = len(errors) - len(paid) - len(in_chips)
    if neither:
        lines.append(Link(f"{plural(neither, 'error')} moved neither.", findings_link(amount="none", severity="error")))
    for code, words in (("SC04", "deck counted wrong and played on"), ("SC01", "stub count off")):
        n = sum(f["code"] == code for f in day.findings)
        if n:
            lines.append(
                Link(
                    f"{plural(n, words, words.replace('deck', 'decks').replace('count off', 'counts off'))}.",
                    findings_link(code=code),
                )
            )
    unsigned = sum(f["code"] == "DC01" for f in day.findings)
    if unsigned:
        lines.append(Link(f"{plural(unsigned, 'slot')} dealt without a signature.", findings_link(code="DC01")))
    reviewed = len({c.dealer for c in comparison.reviewed()})
    if reviewed:
        lines.append(Link(f"{plural(reviewed, 'dealer')} to review.", "dealers.html"))
    question = "What needs a person today?"
    if not lines:
        return Answer(question, "good", "Nothing that was found.", lines)
    return Answer(question, "bad" if paid else "look", f"{plural(len(lines), 'thing')}.", lines)


def _coverage(day: Day) -> tuple[int, int]:
    judged = sum(c["evaluated"] for c in day.coverage)
    return judged, judged + sum(c["not_evaluable"] for c in day.coverage)


def money_moved(day: Day, total: Moved) -> list[tuple[str, str]]:
    """Money that reached a wrong place, by where it went; and apart from it the chips of tournaments."""
    went: Counter[str] = Counter()
    for f in day.findings:
        went[f["went"]] += f["moved_cents"]
    return [
        ("the house took too much", money(went["to the house"])),
        ("the house took too little", money(went["from the house"])),
        ("between players", money(went["between players"])),
        *([("in tournaments", chips(total.chips_cents))] if total.chips_cents else []),
    ]


def _usually(day: Day, severity: str) -> str:
    """What the hands of this day would give of a severity at the rate of the days before it."""
    past = [h for h in before(day) if h["hands"]]
    if not past or not day.hand_count:
        return ""
    column = {"error": "errors", "procedure": "procedures", "notice": "notices"}[severity]
    usually = day.hand_count * sum(h[column] for h in past) / sum(h["hands"] for h in past)
    return f", usually {usually:,.0f}"


def _tiles(day: Day) -> list[Tile]:
    severities = Counter(severity_of(f) for f in day.findings)
    judged, asked = _coverage(day)
    past = before(day)
    rate = 1000 * len(day.findings) / day.hand_count if day.hand_count else 0.0
    rates = [1000 * h["findings"] / h["hands"] for h in past if h["hands"]]
    lines = [(f"{name}{_usually(day, name)}", whole(severities[name])) for name in SEVERITIES]
    if rates:
        lines.append((f"per 1,000, usually {mean(rates):.1f}", f"{rate:.1f}"))
    elif day.hand_count:
        lines.append(("per 1,000 hands", f"{rate:.1f}"))
    due = sum(t["rake_due_cents"] or 0 for t in day.tables)
    taken = sum(t["rake_taken_cents"] or 0 for t in day.tables)
    total = moved(day.findings)
    return [
        Tile(MONEY_MOVED, money(total.cents), money_moved(day, total), "error" if total.cents else "", "money.html"),
        Tile("Findings", whole(len(day.findings)), lines, "", "findings.html"),
        Tile(
            "Rake, taken less due",
            money(taken - due, signed=True) if due or taken else "–",
            [("due", money(due)), ("taken", money(taken))],
            "",
            "money.html",
        ),
        Tile(
            "Coverage",
            percent(judged, asked),
            [
                ("verdicts given", whole(judged)),
                ("not evaluable", whole(asked - judged)),
                ("checks run", whole(len(day.coverage))),
            ],
            "",
            "quality.html#fig-coverage",
        ),
    ]


def history_figure(day: Day) -> Figure:
    """Findings per 1,000 hands of each of the last 29 days, by severity; a day without hands stays empty."""
    title = "Findings per 1,000 hands, against the last 28 days"
    by_date = {h["gaming_date"]: h for h in day.history}
    dates = [day.gaming_date - timedelta(days=n) for n in range(USUAL_DAYS, -1, -1)]
    stacks: list[list[float | None]] = []
    titles, rows = [], list[list[Cell]]()
    for date in dates:
        h = by_date.get(date)
        if h is None or not h["hands"]:
            stacks.append([None] * 3)
            titles.append(f"{date.isoformat()}: no hands")
            continue
        parts = [h["errors"], h["procedures"], h["notices"]]
        stacks.append([1000 * p / h["hands"] for p in parts])
        titles.append(f"{date.isoformat()}: {plural(h['findings'], 'finding')} in {plural(h['hands'], 'hand')}")
        rows.append(
            [
                date.isoformat(),
                whole(h["hands"]),
                *(whole(p) for p in parts),
                f"{1000 * h['findings'] / h['hands']:.1f}",
                money(h["moved_cents"]),
                chips_cell(h["moved_chips_cents"]),
            ]
        )
    rates = [1000 * h["findings"] / h["hands"] for h in before(day) if h["hands"]]
    band = usual(rates)
    now = by_date.get(day.gaming_date)
    rate = 1000 * now["findings"] / now["hands"] if now and now["hands"] else None
    if rate is None:
        return Figure("history", title, "There are no hands for this day.", None, wide=True)
    sentence = f"Today {rate:.1f} per 1,000 hands. "
    if band:
        place = "above" if rate > band[1] else "below" if rate < band[0] else "within"
        sentence += (
            f"Eight of ten days lie between {band[0]:.1f} and {band[1]:.1f} (shaded): today is {place} that range."
        )
    else:
        sentence += f"{plural(len(rates), 'day')} before it: too few to say what is usual."
    marks = [d.strftime("%-d") if d.weekday() == 0 or d == day.gaming_date else "" for d in dates]
    drawing = severity_key() + columns(stacks, SEVERITIES, titles, f"{title}. {sentence}", marks=marks, usual=band)
    if not rates:  # one column alone says nothing
        return Figure("history", title, sentence, None, wide=True)
    figure = Figure(
        "history",
        title,
        sentence,
        None,
        ["Day", "Hands", "Errors", "Procedure", "Notices", "Per 1,000", MONEY_MOVED, CHIPS_MOVED],
        rows,
        wide=True,
        drawing=drawing,
    )
    return lean(figure, CHIPS_MOVED)


def feeds_figure(day: Day) -> Figure:
    """Every table beside what each feed holds of it: a square a table, and a row for each that lacks something."""
    title = "Feeds received, by table"
    dealt = sorted(
        (t for t in day.table_feeds if t["hands"] or t["slots"] or t["messages"]),
        key=lambda t: natural(table_label(day, t)),
    )
    if not dealt:
        return Figure("feeds", title, "No feed holds anything of this day.", None, wide=True)
    boxed = {(d["room"], d["table"]) for d in day.drops}
    here = {(t["room"], t["table"]) for t in dealt if t["hands"]}
    week = day.gaming_date - timedelta(days=7)
    recent = {(t["room"], t["table"]) for t in day.history_tables if week <= t["gaming_date"] < day.gaming_date}
    rows: list[list[Cell]] = []
    for t in dealt:
        lacks = [
            words
            for words, there in (("no hands", t["hands"]), ("no down card", t["slots"]), ("no shuffler", t["messages"]))
            if not there
        ]
        if t["slots"] and t["signed"] < t["slots"]:
            lacks.append(f"{plural(t['slots'] - t['signed'], 'slot')} unsigned")
        if lacks:
            rows.append(
                [table_label(day, t), whole(t["hands"]), whole(t["slots"]), whole(t["messages"]), ", ".join(lacks)]
            )
    quiet = sorted(recent - here)
    sentence = f"{plural(len(dealt) - len(rows), 'table is', 'tables are')} whole in every feed. "
    sentence += f"{plural(len(rows), 'table lacks', 'tables lack')} something." if rows else "None lacks anything."
    if quiet:
        sentence += f" {plural(len(quiet), 'table')} of the last week did not deal."
    grid = [
        ("Hand log", [_cell(t["hands"], t["hands"]) for t in dealt]),
        ("Down card, signed", [_cell(t["slots"], t["signed"]) for t in dealt]),
        ("Shuffler", [_cell(t["messages"], t["messages"]) for t in dealt]),
    ]
    if boxed:
        grid.append(("Box count", ["" if (t["room"], t["table"]) in boxed else "na" for t in dealt]))
    return Figure(
        "feeds",
        title,
        sentence,
        None,
        ["Table", "Hands", "Slots", "Shuffler messages", "Lacks"],
        rows,
        wide=True,
        drawing=_feed_grid([table_label(day, t) for t in dealt], grid),
    )


def _cell(held: int, good: int) -> str:
    return "none" if not held else "part" if good < held else ""


def _feed_grid(tables: list[str], grid: list[tuple[str, list[str]]]) -> Markup:
    said = {"": "received", "part": "in part", "none": "missing", "na": "none"}
    lines = []
    for feed, states in grid:
        cells = Markup("").join(
            Markup('<i class="{}" title="{}"></i>').format(state, f"{feed}, table {table}: {said[state]}")
            for table, state in zip(tables, states, strict=True)
        )
        count = sum(state == "" for state in states)
        lines.append(
            Markup(
                '<div class="feedrow"><span>{0}</span><span class="cells" role="img" aria-label="{0}: {1}">{2}</span>'
                '<span class="n">{1}</span></div>'
            ).format(feed, f"{count:,} of {len(states):,}", cells)
        )
    return Markup('<div class="feedgrid">{}</div>').format(Markup("").join(lines))


def _codes(day: Day) -> list[Row]:
    counts = Counter(f["code"] for f in day.findings)
    severity = {f["code"]: severity_of(f) for f in day.findings}
    past = before(day)
    dates = {h["gaming_date"] for h in past}
    hands = sum(h["hands"] for h in past)
    usually: Counter[str] = Counter()
    for h in day.history_codes:
        if h["gaming_date"] in dates:
            usually[h["code"]] += h["findings"]
    scale = day.hand_count / hands if hands else 0.0
    most = max([*counts.values(), *(usually[c] * scale for c in counts), 1])
    return [
        {
            "code": shown(code, 12),
            "title": explain(code).title or "",
            "severity": severity[code],
            "count": counts[code],
            "width": f"{100 * counts[code] / most:.2f}",
            "usual": f"{100 * usually[code] * scale / most:.2f}" if len(past) >= 5 else None,
            "href": findings_link(code=code),
        }
        for code in sorted(counts, key=lambda c: (SEVERITIES.index(severity[c]), -counts[c], c))
    ]
