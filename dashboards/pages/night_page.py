"""The page of the morning: did it run, is the data whole, what needs a person today."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import mean, quantiles

from dashboards.amounts import CHIPS_MOVED, MONEY_MOVED, Moved, amount, chips_cell, moved
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.feeds import feed_lines, feeds_title, in_short, mark, marked, no_hands, notes
from dashboards.figures.drawing import columns, severity_key
from dashboards.figures.feeds_figure import feeds_figure
from dashboards.figures.shared_figures import Cell, Figure, Link, lean, table_label
from dashboards.links import findings_link, findings_on
from dashboards.pages.fair_comparison import Comparison
from dashboards.pages.findings_page import citation
from dashboards.paper.names import DAY_FILES, PAPER_WORDS
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import chips, clock, money, percent, plural, shown, whole
from dashboards.site import Tile, render
from warehouse.register_rows import BLIND, PLURALS

LOOK_FIRST = 6
USUAL_DAYS = 28
PAPERS = tuple(Link(PAPER_WORDS[paper], name) for paper, name in DAY_FILES.items())
FEED_WORDS = {feed: words.capitalize() for feed, words in PLURALS.items() if feed != "night"}


@dataclass(frozen=True)
class Answer:
    """One question of the morning: `state` is good, look or bad."""

    question: str
    state: str
    words: str
    lines: list[Cell]


def night_page(day: Day, names: dict[HandKey, str], comparison: Comparison) -> str:
    first = largest_errors(day)
    return render(
        "night.html",
        day,
        "index.html",
        "Night",
        hands=day.hand_count,
        tables=len(day.tables) or sum(r["tables"] for r in day.rooms),
        dealers=len(day.dealers),
        findings=len(day.findings),
        feeds=feed_lines(day.troubles, day.many_rooms),
        feeds_title=feeds_title(day.troubles),
        answers=answers_of(day, comparison),
        papers=PAPERS,
        tiles=_tiles(day),
        first=[
            {
                "code": f["code"],
                "severity": severity_of(f),
                "amount": amount(f),
                "message": shown(f["message"] or "", 240),
                "cite": citation(day, f),
                "table": table_label(day, f),
                "time": clock(f["at_us"], f["utc_offset_min"]),
                "hand": shown(f["hand"], 48),
                "page": names.get(f["hand_key"], ""),
                "slot": f["slot_page"],
            }
            for f in first[:LOOK_FIRST]
        ],
        figures=[history_figure(day), feeds_figure(day)],
        codes=_codes(day),
        chain_head=day.chain_head,
    )


def answers_of(day: Day, comparison: Comparison) -> list[Answer]:
    """The three questions of the morning, answered."""
    return [_ran(day), _whole(day), _needs(day, comparison)]


def largest_errors(day: Day) -> list[Row]:
    """The errors that moved money, the most money first."""
    return sorted(
        (f for f in day.findings if f["moved_cents"] and severity_of(f) == "error"),
        key=lambda f: (-f["moved_cents"], f["at_us"] or 0, f["code"], f["hand"] or ""),
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
                f"{plural(len(day.coverage), 'check')} ran; {percent(judged, total)} could be judged."
                if day.hand_count
                else f"{plural(len(day.coverage), 'check was', 'checks were')} due; {percent(judged, total)} could be "
                "judged.",
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
    """By the register of feeds; lines in quarantine are what it cannot know of a file that came."""
    lines: list[Cell] = [*_came(day)]
    if day.quarantined is not None:
        text = plural(day.quarantined, "line or file", "lines or files")
        lines.append(
            Link(f"Quarantine: {text} of the lake could not be read.", "quality.html#fig-quarantine")
            if day.quarantined
            else "Quarantine: empty."
        )
    question = "Is the data whole?"
    if day.troubles:
        state = "bad" if any(one.status in BLIND for one in day.troubles) else "look"
        words = in_short(day.troubles)
        return Answer(question, state, f"{words[:1].upper()}{words[1:]}.", lines)
    if not day.register:
        return Answer(question, "look" if day.hand_count else "bad", "No register of feeds stands for this day.", lines)
    if day.quarantined:
        words = plural(day.quarantined, "line or file", "lines or files")
        return Answer(question, "look", f"Everything that was due came; {words} could not be read.", lines)
    return Answer(question, "good", "Everything that was due came.", lines)


def _came(day: Day) -> list[str]:
    """A line a feed: at how many of the tables that are due it came, and how much of it."""
    messages, unsigned = sum(s["messages"] for s in day.shuffles), day.downs["slots"] - day.downs["signed"]
    held = {
        "hands": plural(day.hand_count, "hand"),
        "downs": f"{plural(day.downs['slots'], 'slot')}, {unsigned:,} unsigned",
        "shuffler": plural(messages, "message"),
    }
    said = []
    for feed, words in FEED_WORDS.items():
        rows = [row for row in day.register if row["feed"] == feed]
        came = sum(row["status"] not in BLIND for row in rows)
        if rows:
            more = f"; {held[feed]}" if feed in held else ""
            said.append(f"{words}: {came:,} of {plural(len(rows), 'table')}{more}.")
        elif day.nights_missing and not day.hand_count:
            continue  # what is due of a night that did not come nobody can say in full
        elif feed == "downs":
            said.append("Down cards: none came, none was due. A dealer is known only where the hand log names one.")
        elif feed != "drop":
            said.append(f"{words}: none came, none was due.")
    return said


def _needs(day: Day, comparison: Comparison) -> Answer:
    lines: list[Cell] = []
    blind = [one for one in day.troubles if one.status in BLIND]
    if blind:
        words = in_short(blind)
        lines.append(Link(f"{words[:1].upper()}{words[1:]}.", "#did-not-come"))
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
        return Answer(question, "good" if day.hand_count else "look", "Nothing that was found.", lines)
    return Answer(question, "bad" if paid or blind else "look", f"{plural(len(lines), 'thing')}.", lines)


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
    coverage = Tile(
        "Coverage",
        percent(judged, asked),
        [
            ("verdicts given", whole(judged)),
            ("not evaluable", whole(asked - judged)),
            ("checks run" if day.hand_count else "checks due", whole(len(day.coverage))),
        ],
        "" if day.hand_count else "error",
        "quality.html#fig-coverage",
    )
    if not day.hand_count and not day.findings:  # nothing was found because nothing could be looked at
        said = [("no hand of this day came", "")]
        return [*(Tile(title, "–", said) for title in (MONEY_MOVED, "Findings", "Rake, taken less due")), coverage]
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
        coverage,
    ]


def history_figure(day: Day) -> Figure:
    """Findings per 1,000 hands of each of the last 29 days, by severity; a day without hands stays empty."""
    title = "Findings per 1,000 hands, against the last 28 days"
    by_date = {h["gaming_date"]: h for h in day.history if h["hands"]}
    dates = [day.gaming_date - timedelta(days=n) for n in range(USUAL_DAYS, -1, -1)]
    rates = [1000 * h["findings"] / h["hands"] for h in before(day) if h["hands"]]
    band = usual(rates)
    sentence = _beside_the_usual(by_date.get(day.gaming_date), rates, band)
    if not rates:  # one column alone says nothing
        return Figure("history", title, sentence, None, wide=True)
    stacks: list[list[float | None]] = []
    titles, marks, rows = [], [], list[list[Cell]]()
    for on in dates:
        h, sign = by_date.get(on), mark(day, [on])
        marks.append((on.strftime("%-d") if on.weekday() == 0 or on == day.gaming_date else "") + sign)
        if h is None:
            stacks.append([None] * 3)
            titles.append(f"{on.isoformat()}{sign}: {no_hands(day, on)}")
            if sign:
                rows.append([f"{on.isoformat()}{sign}, {no_hands(day, on)}", *["–"] * 7])
            continue
        parts = [h["errors"], h["procedures"], h["notices"]]
        stacks.append([1000 * p / h["hands"] for p in parts])
        titles.append(f"{on.isoformat()}{sign}: {plural(h['findings'], 'finding')} in {plural(h['hands'], 'hand')}")
        rate = f"{1000 * h['findings'] / h['hands']:.1f}"
        amounts = [money(h["moved_cents"]), chips_cell(h["moved_chips_cents"])]
        rows.append(marked([on.isoformat(), whole(h["hands"]), *map(whole, parts), rate, *amounts], sign))
    drawing = severity_key() + columns(
        stacks, SEVERITIES, titles, f"{title}. {sentence}", marks=marks, usual=band, ways=_ways(day, dates)
    )
    figure = Figure(
        "history",
        title,
        sentence,
        None,
        ["Day", "Hands", "Errors", "Procedure", "Notices", "Per 1,000", MONEY_MOVED, CHIPS_MOVED],
        rows,
        wide=True,
        drawing=drawing,
        note=" ".join(notes(day, dates)),
    )
    return lean(figure, CHIPS_MOVED)


def _ways(day: Day, dates: list[date]) -> list[list[str]]:
    """Where the parts of each day's column lead: to its findings of that severity."""
    return [[findings_on(day, on, severity=severity) for severity in SEVERITIES] for on in dates]


def _beside_the_usual(now: Row | None, rates: list[float], band: tuple[float, float] | None) -> str:
    if now is None:
        return "There are no hands for this day."
    rate = 1000 * now["findings"] / now["hands"]
    said = f"Today {rate:.1f} per 1,000 hands. "
    if not band:
        return said + f"{plural(len(rates), 'day')} before it: too few to say what is usual."
    place = "above" if rate > band[1] else "below" if rate < band[0] else "within"
    return said + (
        f"Eight of ten days lie between {band[0]:.1f} and {band[1]:.1f} (shaded): today is {place} that range."
    )


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
