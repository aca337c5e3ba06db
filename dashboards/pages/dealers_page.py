"""Dealers, for the coordinator: pace, findings beside the room's, trend, games and downs. Words that never accuse."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import mean, quantiles
from typing import Final

from dashboards.explaining import explain
from dashboards.feeds import mark, marked, marks_said, no_hands, notes
from dashboards.figures.drawing import columns, interval
from dashboards.figures.shared_figures import LEGEND, Cell, Figure, Link, Spec, axis, axis_title, layout
from dashboards.links import dealer_file, findings_link, findings_on, rows_link
from dashboards.pages.dealer_findings import all_findings
from dashboards.pages.fair_comparison import (
    ALL,
    FALSE_SHARE,
    FOUND_RATIO,
    POWER,
    REVIEW,
    TOO_FEW,
    WITHIN,
    Comparison,
    changed_since,
    compare,
    expected_counts,
    funnel,
    rate_interval,
    shrinkage,
    shrunken_ratio,
)
from dashboards.paper.names import dealer_sheet_file
from dashboards.reading import Day
from dashboards.shown import game_words, label, plural, shown, whole
from dashboards.site import Tile, panels

WINDOW_DAYS = 28
PACE_DOWNS_LEAST = 6  # under so many downs of a game the pace of a dealer says nothing

# The twenty games a dealer of the series has to know (wsop-dealer-2018, section 7), as game and betting.
AUDITION = (
    ("holdem", "nl"),
    ("holdem", "fl"),
    ("holdem", "pl"),
    ("omaha", "fl"),
    ("omaha8", "fl"),
    ("omaha", "pl"),
    ("omaha8", "pl"),
    ("big-o", "pl"),
    ("razz", ""),
    ("stud", ""),
    ("stud8", ""),
    ("stud-hilo", ""),
    ("draw-high", "nl"),
    ("badugi", ""),
    ("badeucey", ""),
    ("badacey", ""),
    ("a5-triple", ""),
    ("27-triple", "fl"),
    ("27-triple", "pl"),
    ("27-single", "nl"),
)

FAIR = (
    f"Findings on hands are counted over the {WINDOW_DAYS} gaming days up to this one and "
    "compared with the room's rate "
    "in the same games. A mark “review” is a reason to look at hands, not a judgment of "
    "a person: of the marks, at most "
    f"{FALSE_SHARE:.0%} are expected to be chance alone (Benjamini–Hochberg over all "
    "dealers and codes tested). A test is "
    f"made only where a rate {FOUND_RATIO:.0f} times the room's would be found with a chance of at least {POWER:.0%}; "
    "otherwise the page says “not enough hands to say”, of high and low rates alike. The order is by the rate shrunken "
    "to the room's (gamma–Poisson), which a few hands move little. Intervals are exact Poisson intervals of 95 %."
)


@dataclass(frozen=True)
class Standing:
    """One dealer over the window."""

    dealer: str
    name: str
    hands: int
    downs: int
    observed: int
    expected: float
    rate: float
    low: float
    high: float
    shrunken: float
    remark: str


@dataclass(frozen=True)
class Room:
    """All dealers of the window beside one another."""

    comparison: Comparison
    standings: list[Standing]
    rate: float  # findings per 1,000 hands
    weight: float
    paces: list[Pace]
    daily: dict[str, dict[date, tuple[int, int, float]]]  # by dealer and day: hands, findings, expected findings


def compared(day: Day) -> Room:
    """The room's dealers over the window, the highest shrunken rate first."""
    hands: Counter[tuple[str, str]] = Counter()
    for row in day.dealer_games:
        hands[row["dealer"], _game_key(row)] += row["hands"]
    findings: Counter[tuple[str, str, str]] = Counter()
    for row in day.dealer_codes:
        findings[row["dealer"], _game_key(row), row["code"]] += row["findings"]
    counts = expected_counts(hands, findings)
    comparison = compare(counts)
    weight = shrinkage([v for (_, code), v in counts.items() if code == ALL])
    total, found = sum(hands.values()), sum(o for (_, c), (o, _) in counts.items() if c == ALL)
    rate = 1000 * found / total if total else 0.0
    downs: Counter[str] = Counter()
    for row in day.dealer_downs:
        downs[row["dealer"]] += row["downs"]
    own: Counter[str] = Counter()
    for (dealer, _), n in hands.items():
        own[dealer] += n
    standings = []
    for dealer in sorted(own):
        cell = comparison.of(dealer)
        low, high = rate_interval(cell.observed, own[dealer])
        standings.append(
            Standing(
                dealer,
                shown(day.dealer_name(dealer), 40),
                own[dealer],
                downs[dealer],
                cell.observed,
                cell.expected,
                1000 * cell.observed / own[dealer],
                low,
                high,
                rate * shrunken_ratio(cell.observed, cell.expected, weight),
                cell.remark,
            )
        )
    standings.sort(key=lambda s: (-s.shrunken, s.name, s.dealer))
    return Room(comparison, standings, rate, weight, paces(day), _daily(day))


def _game_key(row: dict[str, str]) -> str:
    return f"{row['game']}\0{row['betting']}"


def dealers_page(day: Day, room: Room) -> str:
    standings = room.standings
    reviewed = [s for s in standings if s.remark == REVIEW]
    few = [s for s in standings if s.remark == TOO_FEW]
    days = len({r["gaming_date"] for r in day.dealer_games})
    needed = room.comparison.needed.get(ALL, math.inf)
    hands_needed = math.ceil(needed * 1000 / room.rate) if room.rate and math.isfinite(needed) else None
    dates = window(day)
    sign = mark(day, dates)
    tiles = [
        Tile(
            "Dealers",
            f"{len(standings):,}{sign}",
            [
                ("gaming days with hands", f"{days}{sign}"),
                ("hands dealt", f"{sum(s.hands for s in standings):,}{sign}"),
            ],
        ),
        Tile("Findings per 1,000 hands", f"{room.rate:.1f}{sign}", [("in the room, over the window", "")]),
        Tile(
            "To review",
            f"{len(reviewed):,}{sign}",
            [("under single codes too", f"{len(room.comparison.reviewed()):,}{sign}")],
        ),
        Tile(
            "Not enough hands to say",
            f"{len(few):,}{sign}",
            [("hands that a test needs", "–" if hands_needed is None else f"about {hands_needed:,}")],
        ),
    ]
    figures = [_funnel(room), _ranking(room, sign), _codes(day, room), *_pace(day, room), _payroll(day), _games(day)]
    lead = f"{WINDOW_DAYS} gaming days up to {day.gaming_date.isoformat()}, each dealer beside the room."
    return panels(
        day, "dealers.html", "Dealers", lead, tiles, figures,
        endnote=FAIR, notes=notes(day, dates), marks_said=marks_said(day, dates),
    )  # fmt: skip


def window(day: Day) -> list[date]:
    """The gaming days over which dealers are compared, this one last."""
    return [day.gaming_date - timedelta(days=n) for n in range(WINDOW_DAYS - 1, -1, -1)]


_LOOKS: Final = {  # color, symbol and size of a dealer's mark
    REVIEW: ("var(--procedure)", "diamond", 11),
    WITHIN: ("var(--series-a)", "circle", 8),
    TOO_FEW: ("var(--faint)", "circle-open", 8),
}


def _line(x: list[float], y: list[float], name: str, line: Spec) -> Spec:
    """A line of the funnel, which says nothing when it is pointed at."""
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "hoverinfo": "skip", "name": name, "line": line}


def _funnel_lines(room: Room, per: float, grid: list[float], ceiling: float) -> list[Spec]:
    """What chance alone would seldom pass, and the room's own rate. `per` is hands for one expected finding."""
    lines: list[Spec] = []
    if room.rate:
        spread = room.comparison.dispersion.get(ALL, 0.0)
        for chance, dash, words in ((0.975, "dot", "1 in 40 by chance"), (0.999, "dash", "1 in 1,000 by chance")):
            limits = [min(room.rate * r, ceiling * 2) for r in funnel([x / per for x in grid], spread, chance)]
            style: Spec = {"color": "var(--line-strong)", "width": 1, "dash": dash}
            lines.append(_line([round(x, 2) for x in grid], [round(v, 3) for v in limits], words, style))
    ends, rate = [0, round(grid[-1], 2)], round(room.rate, 3)
    return [*lines, _line(ends, [rate] * 2, f"the room: {room.rate:.1f}", {"color": "var(--ink)", "width": 1})]


def _dealers_marked(remark: str, group: list[tuple[Standing, float, float]]) -> Spec:
    """The dealers of one remark, each a mark that leads to the dealer's own page."""
    color, symbol, size = _LOOKS[remark]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": remark,
        "x": [round(x, 2) for _, x, _ in group],
        "y": [round(y, 3) for _, _, y in group],
        "marker": {"color": color, "symbol": symbol, "size": size, "line": {"color": color, "width": 1.5}},
        "hovertext": [
            label(
                f"{s.name}: {plural(s.observed, 'finding')} in {plural(s.hands, 'hand')}, "
                f"{s.expected:.1f} expected; {s.remark}",
                140,
            )
            for s, _, _ in group
        ],
        "hoverinfo": "text",
        "customdata": [
            dealer_file(s.dealer) + (rows_link("findings", Counted="yes") if s.observed else "") for s, _, _ in group
        ],
    }


def _funnel(room: Room) -> Figure:
    title = "Each dealer beside the room"
    if not room.standings:
        return Figure("funnel", title, "No hand of these days could be put to a dealer.", None, wide=True)
    per = 1000 / room.rate if room.rate else 0.0  # hands for one expected finding
    placed = [
        (s, s.expected * per, room.rate * s.observed / s.expected if s.expected > 0 else 0.0) for s in room.standings
    ]
    most = max(x for _, x, _ in placed) or 1.0
    grid = [most * 1.05 * i / 60 for i in range(2, 61)]
    ceiling = max([y for _, _, y in placed] + [room.rate]) * 1.25 + 0.5
    groups = {remark: [p for p in placed if p[0].remark == remark] for remark in _LOOKS}
    marks = [_dealers_marked(remark, group) for remark, group in groups.items() if group]
    spec = {
        "data": [*_funnel_lines(room, per, grid, ceiling), *marks],
        "layout": layout(
            380,
            showlegend=True,
            legend=LEGEND,
            margin={"l": 8, "r": 12, "t": 32, "b": 40},
            hovermode="closest",
            xaxis=axis(title=axis_title("hands dealt, weighted by game"), rangemode="tozero", range=[0, grid[-1]]),
            yaxis=axis(title=axis_title("findings per 1,000 hands"), range=[0, ceiling]),
        ),
        "narrow": {"legend": {"y": -0.22, "yanchor": "top"}, "height": 470, "margin": {"b": 150, "t": 8}},
    }
    return Figure("funnel", title, _funnel_said(room), spec, wide=True)


def _funnel_said(room: Room) -> str:
    review = sum(s.remark == REVIEW for s in room.standings)
    spread = room.comparison.dispersion.get(ALL, 0.0)
    return (
        "A dot is a dealer; the more hands, the closer chance keeps it to the line. "
        + (f"{review} to review. " if review else "None to review. ")
        + (
            f"Dealers here differ beyond chance; the limits allow for it (dispersion {spread:.3f})."
            if spread
            else "The dealers differ by no more than chance would make them."
        )
    )


def _ranking(room: Room, sign: str) -> Figure:
    title = "All dealers, by shrunken rate"
    most = max([min(s.high, 4 * room.rate + 5) for s in room.standings], default=1.0)
    rows: list[list[Cell]] = []
    for s in room.standings:
        kind = "d-review" if s.remark == REVIEW else "d-few" if s.remark == TOO_FEW else ""
        picture = interval(
            s.low, s.rate, s.high, room.rate, most, kind, f"{s.rate:.1f}, from {s.low:.1f} to {s.high:.1f} per 1,000"
        )
        rows.append(
            [
                Link(s.name, dealer_file(s.dealer)),
                *marked([whole(s.hands), whole(s.downs), whole(s.observed), f"{s.expected:.1f}"], sign),
                *marked([f"{s.rate:.1f}", f"{s.low:.1f} to {s.high:.1f}"], sign),
                picture,
                *marked([f"{s.shrunken:.1f}"], sign),
                s.remark,
            ]
        )
    sentence = "The thin line is the room, the dot the dealer's own rate, the bar its exact 95 % interval."
    if math.isinf(room.weight):
        sentence += " The dealers differ by no more than chance: all shrunken rates are the room's, in no order."
    return Figure(
        "ranking",
        title,
        sentence,
        None,
        [
            "Dealer",
            "Hands",
            "Downs",
            "Findings",
            "Expected",
            "Per 1,000",
            "95 % interval",
            "Picture",
            "Shrunken",
            "Remark",
        ],
        rows,
        wide=True,
        open=True,
    )


def _codes(day: Day, room: Room) -> Figure:
    title = "Single codes to review"
    reviewed = [c for c in room.comparison.reviewed() if c.code != ALL]
    if not reviewed:
        return Figure("codes", title, f"None of {plural(room.comparison.tests, 'test')} stands out.", None, wide=True)
    sign = mark(day, window(day))
    rows: list[list[Cell]] = [
        [
            Link(shown(day.dealer_name(c.dealer), 40), dealer_file(c.dealer)),
            Link(explain(c.code).name, findings_link(code=c.code, dealer=shown(day.dealer_name(c.dealer), 48))),
            *marked([whole(c.observed), f"{c.expected:.1f}", _chance(c.adjusted)], sign),
            c.remark,
        ]
        for c in reviewed
    ]
    sentence = f"{plural(len(reviewed), 'pair')} of a dealer and a code out of {plural(room.comparison.tests, 'test')}."
    return Figure(
        "codes",
        title,
        sentence,
        None,
        ["Dealer", "Code", "Findings", "Expected", "Corrected chance", "Remark"],
        rows,
        wide=True,
        open=True,
    )


def _chance(value: float | None) -> str:
    return "–" if value is None else "under 0.0001" if value < 0.0001 else f"{value:.4f}"


@dataclass(frozen=True)
class Pace:
    """Hands in a down of one game: the room's middle eight of ten downs, and each dealer's mean."""

    game: str
    downs: int
    low: float
    middle: float
    high: float
    dealers: dict[str, tuple[float, int]]


def paces(day: Day) -> list[Pace]:
    games: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in day.pace:
        games[row["game"], row["betting"]][row["dealer"]] += [row["hands"]] * row["slots"]
    out = []
    for (game, betting), dealers in sorted(games.items()):
        everyone = [n for downs in dealers.values() for n in downs]
        if len(everyone) < 2:
            continue
        cuts = quantiles(everyone, n=10, method="inclusive")
        means = {d: (mean(downs), len(downs)) for d, downs in sorted(dealers.items())}
        out.append(Pace(game_words(game, betting), len(everyone), cuts[0], cuts[4], cuts[8], means))
    return out


def _pace(day: Day, room: Room) -> list[Figure]:
    title = "Hands in a down, by game"
    found = room.paces
    if not found:
        return [
            Figure(
                "pace", title, "Pace needs down cards and hands of the same tables; there are none.", None, wide=True
            )
        ]
    rows: list[list[Cell]] = []
    most = max(m for p in found for m, _ in p.dealers.values()) * 1.1
    sign = mark(day, window(day))
    for p in found:
        for dealer, (average, downs) in p.dealers.items():
            enough = downs >= PACE_DOWNS_LEAST
            picture = interval(
                p.low,
                average,
                p.high,
                p.middle,
                most,
                "" if enough else "d-few",
                f"{average:.1f} hands a down; the room {p.low:.0f} to {p.high:.0f}",
            )
            rows.append(
                [
                    p.game,
                    Link(shown(day.dealer_name(dealer), 40), dealer_file(dealer)),
                    *marked([whole(downs), f"{average:.1f}"], sign),
                    picture,
                    TOO_FEW.replace("hands", "downs")
                    if not enough
                    else "slower than the room's spread"
                    if average < p.low
                    else "faster than the room's spread"
                    if average > p.high
                    else WITHIN,
                ]
            )
    sentence = " ".join(
        f"{p.game}: {p.middle:.0f} hands in the middle down, {p.low:.0f} to {p.high:.0f} in eight of ten "
        f"({plural(p.downs, 'down')})."
        for p in found[:4]
    )
    note = "The bar is the room's spread of single downs, the dot the dealer's mean. A slow table makes a slow down."
    return [
        Figure(
            "pace",
            title,
            sentence,
            None,
            ["Game", "Dealer", "Downs", "Hands a down", "Picture", "Remark"],
            rows,
            wide=True,
            open=True,
            note=note,
        )
    ]


_PAYROLL = ("dealt", "paid", "missing_signatures", "disputed")


def _payroll(day: Day) -> Figure:
    title = "Downs for payroll"
    kinds = ("live", "tournament", "setup", "bag")
    today: dict[str, Counter[str]] = defaultdict(Counter)
    signed: Counter[str] = Counter()
    for row in day.dealer_downs:
        signed[row["dealer"]] += row["downs"]
        if row["gaming_date"] == day.gaming_date:
            today[row["dealer"]][row["kind"] if row["kind"] in kinds else "other"] += row["downs"]
    if not signed:
        return Figure("payroll", title, "No down card was received for these days.", None, wide=True)
    sign = mark(day, [day.gaming_date])
    paid = {row["dealer"]: row for row in day.payroll if row["gaming_date"] == day.gaming_date}

    def of_payroll(dealer: str) -> list[Cell]:
        row = paid.get(dealer, dict.fromkeys(_PAYROLL))
        return marked([whole(row[name]) for name in _PAYROLL], sign)

    rows: list[list[Cell]] = [
        [
            shown(day.dealer_name(d), 40),
            *marked((whole(n) for n in (*(today[d][k] for k in (*kinds, "other")), sum(today[d].values()))), sign),
            *marked([whole(signed[d])], mark(day, window(day))),
            *of_payroll(d),
        ]
        for d in sorted(signed)
    ]
    total = sum(sum(c.values()) for c in today.values())
    sentence = f"{plural(total, 'down')} signed on this day, {plural(sum(signed.values()), 'down')} in the window."
    return Figure(
        "payroll",
        title,
        sentence,
        None,
        [
            "Dealer",
            "Live",
            "Tournament",
            "Set-up",
            "Bag",
            "Other",
            "Today",
            f"{WINDOW_DAYS} days",
            "Dealt",
            "Paid",
            "Not signed",
            "Disputed",
        ],
        rows,
        wide=True,
    )


def _dealt_games(day: Day) -> dict[str, Counter[tuple[str, str]]]:
    dealt: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for row in day.dealer_games:
        dealt[row["dealer"]][row["game"], row["betting"]] += row["hands"]
    return dealt


def _of_audition(dealt: Counter[tuple[str, str]]) -> list[tuple[str, int]]:
    """Each of the twenty games with the hands dealt of it; a game without a betting form counts any."""
    return [
        (
            game_words(game, betting),
            sum(n for (g, b), n in dealt.items() if g == game and (not betting or b == betting)),
        )
        for game, betting in AUDITION
    ]


def _games(day: Day) -> Figure:
    title = "Games dealt, of the twenty of the audition list"
    dealt = _dealt_games(day)
    rows: list[list[Cell]] = []
    for dealer in sorted(dealt):
        done = [words for words, n in _of_audition(dealt[dealer]) if n]
        rows.append(
            [
                Link(shown(day.dealer_name(dealer), 40), dealer_file(dealer)),
                f"{len(done)}",
                ", ".join(done) or "none",
                shown(day.roster_games.get(dealer, "not recorded"), 120),
            ]
        )
    sentence = (
        "What a dealer dealt in the window, not what a dealer can deal. The list is section 7 of wsop-dealer-2018."
    )
    return Figure("games", title, sentence, None, ["Dealer", "Of 20", "Dealt", "On the roster"], rows, wide=True)


# -- one dealer ---------------------------------------------------------------------------------------------------


def dealer_page(day: Day, room: Room, standing: Standing) -> str:
    """The page of one dealer over the window."""
    dealer = standing.dealer
    few = standing.remark == TOO_FEW
    dates = window(day)
    sign = mark(day, dates)
    tiles = [
        Tile(
            "Findings per 1,000 hands",
            f"{standing.rate:.1f}{sign}",
            [
                ("95 % interval", f"{standing.low:.1f} to {standing.high:.1f}{sign}"),
                ("the room", f"{room.rate:.1f}{sign}"),
                ("shrunken to the room", f"{standing.shrunken:.1f}{sign}"),
            ],
        ),
        Tile(
            "Hands",
            f"{standing.hands:,}{sign}",
            [("findings", f"{standing.observed:,}{sign}"), ("expected", f"{standing.expected:.1f}{sign}")],
        ),
        Tile("Downs", f"{standing.downs:,}{sign}", [("signed in the window", "")]),
        Tile("Remark", standing.remark, [("a reason to look at hands", "") if not few else ("no test was made", "")]),
    ]
    figures = [
        all_findings(day, dealer),
        _own_days(day, room, dealer),
        _own_codes(day, room, dealer),
        _since(room, dealer, sign),
        *_own_pace(room, dealer, sign),
        _own_games(day, dealer),
        _own_downs(day, dealer),
    ]
    here = dealer_file(dealer)
    shown_name = shown(day.dealer_name(dealer), 48)
    return panels(
        day,
        here,
        f"Dealer {standing.name}",
        f"{WINDOW_DAYS} gaming days up to {day.gaming_date.isoformat()}.",
        tiles,
        figures,
        endnote=FAIR,
        notes=notes(day, dates),
        marks_said=marks_said(day, dates),
        crumb=Link("All dealers", "../dealers.html"),
        links=[
            Link("Findings of this day", findings_link("..", dealer=shown_name)),
            Link("This dealer's sheet, to talk over", f"../{dealer_sheet_file(dealer)}"),
        ],
    )


def _daily(day: Day) -> dict[str, dict[date, tuple[int, int, float]]]:
    """Hands, findings and expected findings of each day a dealer dealt. Expected by the room's rate over the window."""
    rates = _game_rates(day)
    hands: Counter[tuple[str, date]] = Counter()
    due: dict[tuple[str, date], float] = defaultdict(float)
    for row in day.dealer_games:
        key = row["dealer"], row["gaming_date"]
        hands[key] += row["hands"]
        due[key] += row["hands"] * rates.get((row["game"], row["betting"]), 0.0)
    found: Counter[tuple[str, date]] = Counter()
    for row in day.dealer_codes:
        found[row["dealer"], row["gaming_date"]] += row["findings"]
    out: dict[str, dict[date, tuple[int, int, float]]] = defaultdict(dict)
    for key in sorted(hands):
        out[key[0]][key[1]] = hands[key], found[key], due[key]
    return out


def _game_rates(day: Day) -> dict[tuple[str, str], float]:
    hands: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    for row in day.dealer_games:
        hands[row["game"], row["betting"]] += row["hands"]
    for row in day.dealer_codes:
        found[row["game"], row["betting"]] += row["findings"]
    return {g: found[g] / n for g, n in hands.items()}


def _own_days(day: Day, room: Room, dealer: str) -> Figure:
    title = "Day by day"
    days = room.daily[dealer]
    dates = window(day)
    stacks: list[list[float | None]] = []
    titles, marks, rows = [], [], list[list[Cell]]()
    for d in dates:
        sign = mark(day, [d])
        marks.append((d.strftime("%-d") if d.weekday() == 0 or d == day.gaming_date else "") + sign)
        if d not in days:
            stacks.append([None])
            titles.append(f"{d.isoformat()}{sign}: {no_hands(day, d)}")
            continue
        hands, found, due = days[d]
        stacks.append([1000 * found / hands])
        titles.append(f"{d.isoformat()}{sign}: {plural(found, 'finding')} in {plural(hands, 'hand')}")
        low, high = rate_interval(found, hands)
        rate, spread = f"{1000 * found / hands:.1f}", f"{low:.1f} to {high:.1f}"
        rows.append(marked([d.isoformat(), whole(hands), whole(found), f"{due:.1f}", rate, spread], sign))
    sentence = "Findings per 1,000 hands of each day; a single day has few hands and says little."
    name = shown(day.dealer_name(dealer), 48)
    ways = [[findings_on(day, d, "..", dealer=name, counted="yes")] for d in dates]
    drawing = columns(stacks, ("series",), titles, f"{title}. {sentence}", marks=marks, ways=ways)
    return Figure(
        "days",
        title,
        sentence,
        None,
        ["Day", "Hands", "Findings", "Expected", "Per 1,000", "95 % interval"],
        rows,
        wide=True,
        drawing=drawing,
    )


def _own_codes(day: Day, room: Room, dealer: str) -> Figure:
    title = "By code"
    cells = [
        c
        for (d, code), c in room.comparison.cells.items()
        if d == dealer and code != ALL and (c.observed or c.expected >= 1)
    ]
    cells.sort(key=lambda c: (-(c.observed - c.expected), c.code))
    sign = mark(day, window(day))
    rows: list[list[Cell]] = [
        [
            Link(explain(c.code).name, f"../rules.html#{shown(c.code, 12)}"),
            *marked([whole(c.observed), f"{c.expected:.1f}", _chance(c.adjusted)], sign),
            c.remark,
        ]
        for c in cells
    ]
    sentence = "Expected is what the room's rate in the same games makes of this dealer's hands."
    return Figure(
        "codes",
        title,
        sentence,
        None,
        ["Code", "Findings", "Expected", "Corrected chance", "Remark"],
        rows,
        wide=True,
        open=True,
    )


def _since(room: Room, dealer: str, sign: str) -> Figure:
    """For every day on which a review may have been: the rate before it and since, and whether it changed."""
    title = "Since the last review"
    days = room.daily[dealer]
    rows: list[list[Cell]] = []
    for review in list(days)[1:]:
        before, since = [0, 0, 0.0], [0, 0, 0.0]
        for d, values in days.items():
            side = since if d >= review else before
            for i, value in enumerate(values):
                side[i] += value
        low, high = rate_interval(int(since[1]), int(since[0]))
        verdict = changed_since((int(before[1]), before[2]), (int(since[1]), since[2]))
        rows.append(
            [
                review.isoformat(),
                *marked((f"{1000 * side[1] / side[0]:.1f}" for side in (before, since)), sign),
                f"{low:.1f} to {high:.1f}{sign}",
                verdict,
            ]
        )
    sentence = (
        "Find the day of the last review: the row says the rate before it, the rate since, "
        "and whether chance would give as much."
        if rows
        else "One day alone has no before and since."
    )
    return Figure(
        "since",
        title,
        sentence,
        None,
        ["Reviewed on", "Before", "Since", "95 % interval", "Change"],
        rows[::-1],
        open=True,
    )


def _own_pace(room: Room, dealer: str, sign: str) -> list[Figure]:
    rows: list[list[Cell]] = [
        [
            p.game,
            *marked([whole(p.dealers[dealer][1]), f"{p.dealers[dealer][0]:.1f}", f"{p.low:.0f} to {p.high:.0f}"], sign),
        ]
        for p in room.paces
        if dealer in p.dealers
    ]
    sentence = (
        "The room: eight of ten downs of the same game."
        if rows
        else "No down of this dealer could be matched with hands."
    )
    return [
        Figure(
            "pace",
            "Hands in a down",
            sentence,
            None,
            ["Game", "Downs", "Hands a down", "The room"],
            rows,
            open=bool(rows),
        )
    ]


def _own_games(day: Day, dealer: str) -> Figure:
    listed = _of_audition(_dealt_games(day)[dealer])
    rows: list[list[Cell]] = [[words, whole(n) if n else "–"] for words, n in listed]
    done = sum(n > 0 for _, n in listed)
    return Figure(
        "games",
        "Games of the audition list",
        f"{done} of 20 dealt in the window. It says what was dealt, not what can be.",
        None,
        ["Game", "Hands"],
        rows,
    )


def _own_downs(day: Day, dealer: str) -> Figure:
    rows: list[list[Cell]] = [
        [
            *marked([r["gaming_date"].isoformat()], mark(day, [r["gaming_date"]])),
            shown(r["kind"] or "not said", 20),
            *marked([whole(r["downs"])], mark(day, [r["gaming_date"]])),
        ]
        for r in day.dealer_downs
        if r["dealer"] == dealer
    ]
    total = sum(r["downs"] for r in day.dealer_downs if r["dealer"] == dealer)
    return Figure(
        "downs",
        "Downs for payroll",
        f"{plural(total, 'half-hour slot')} signed in the window.",
        None,
        ["Day", "Kind", "Downs"],
        rows,
    )
