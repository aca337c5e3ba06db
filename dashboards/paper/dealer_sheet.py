"""The dealer's sheet: one page to talk over with a dealer. Words first, numbers second, and never an accusation.

What counts, over how many days, and what may be said is that of the Dealers page (`fair_comparison`); the sheet adds no
judgment of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dashboards.amounts import amount
from dashboards.explaining import explain, severity_of
from dashboards.feeds import marks_said, notes
from dashboards.figures.shared_figures import table_label
from dashboards.pages.counting import at_most
from dashboards.pages.dealers_page import WINDOW_DAYS, Room, Standing, window
from dashboards.pages.fair_comparison import ALL, FALSE_SHARE, REVIEW, TOO_FEW
from dashboards.pages.fair_comparison import Cell as Compared
from dashboards.pages.rules_page import FAMILIES
from dashboards.paper.names import dealer_sheet_file
from dashboards.paper.printing import SheetOfPaper
from dashboards.reading import Day, Row
from dashboards.shown import clock, game_words, long_date, plural, shown, whole
from dashboards.site import rooms

GAMES_ON_PAPER = 9
FAMILIES_ON_PAPER = 6
LINES_ON_PAPER = 5
HANDS_ON_PAPER = 7
OTHER = "Other"
_TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}
_RARE = 0.05
_Pair = tuple[str, str]  # a game, and a family of codes


def dealer_sheets(day: Day, room: Room) -> Iterator[SheetOfPaper]:
    """The sheet of every dealer of the window."""
    counts = _room_counts(day)
    for standing in room.standings:
        yield SheetOfPaper(dealer_sheet_file(standing.dealer), "dealer", dealer_sheet(day, room, standing, counts))


def dealer_sheet(day: Day, room: Room, standing: Standing, counts: tuple[Counter[str], Counter[_Pair]]) -> Row:
    """What the sheet says, as texts; `counts` are the room's hands by game and findings by game and family."""
    cell = room.comparison.of(standing.dealer)
    flagged = next((r["hands"] for r in day.dealer_flagged if r["dealer"] == standing.dealer), 0)
    single = [c for (d, code), c in room.comparison.cells.items() if d == standing.dealer and code != ALL]
    worst = _worst(day, standing.dealer)
    return {
        "title": f"Dealer {standing.name}",
        "rooms": rooms(day),
        "foot": f"{rooms(day)}, {WINDOW_DAYS} gaming days up to {day.gaming_date.isoformat()}. Made by Odd Chip.",
        "head": day.chain_head or "",
        "day": f"{WINDOW_DAYS} gaming days up to {long_date(day.gaming_date)}",
        "said": said_of_rate(cell, flagged),
        "meaning": "A mark “review” is a reason to look at hands, not a judgment of a person.",
        "whole": [text for text in (marks_said(day, window(day)), *notes(day, window(day))) if text],
        "numbers": _numbers(room, standing, cell),
        "grid": _grid(day, standing.dealer, counts),
        "above": [_single(c) for c in _above(single)],
        "better": [_lower(c, room) for c in _better(single)],
        "worst": [_hand(day, f) for f in worst[:HANDS_ON_PAPER]],
        "worst_said": _worst_said(worst),
        "how": HOW,
    }


HOW = (
    "Expected is what the room's rate in the same games makes of this dealer's hands. The interval of a rate is the "
    "exact 95 % Poisson interval; chances are Poisson tails, negative binomial where the room's dealers differ beyond "
    f"chance, corrected by Benjamini–Hochberg so that at most {FALSE_SHARE:.0%} of all marks are expected to be chance "
    "alone. What stands under “Better than the room” is not corrected: it marks nobody."
)


def said_of_rate(cell: Compared, flagged: int) -> str:
    """The dealer beside the room in one sentence: how much, whether chance does that, what there is to look at."""
    look = f"{plural(flagged, 'hand')} to look at" if flagged else "no hand to look at"
    if cell.remark == TOO_FEW:
        return f"Not enough hands to say; {look}."
    words = f"{_ratio_words(cell.ratio)}; "
    words += "chance alone would rarely do this" if cell.remark == REVIEW else "chance alone would do as much"
    return f"{words[:1].upper()}{words[1:]}; {look}."


def _ratio_words(ratio: float | None) -> str:
    if ratio is None:
        return "no rate to compare with"
    near = round(ratio)
    if near in _TIMES and abs(ratio - near) <= 0.1:
        return f"{_TIMES[near]} the room's rate"
    if ratio == 0:
        return "nothing found"
    if 0.9 <= ratio <= 1.1:
        return "about the room's rate"
    return f"{ratio:.1f} times the room's rate" if ratio > 1 else f"{ratio:.0%} of the room's rate"


def _numbers(room: Room, standing: Standing, cell: Compared) -> list[list[str]]:
    chance = "no test was made" if cell.adjusted is None else _chance(cell.adjusted)
    return [
        ["Hands dealt", whole(standing.hands)],
        ["Findings on hands", whole(standing.observed)],
        ["Expected at the room's rate", f"{standing.expected:.1f}"],
        ["Per 1,000 hands", f"{standing.rate:.1f}, interval {standing.low:.1f} to {standing.high:.1f}"],
        ["The room, per 1,000 hands", f"{room.rate:.1f}"],
        ["Chance of as many or more, corrected", chance],
        ["Remark", standing.remark],
    ]


def _chance(value: float) -> str:
    return "under 0.0001" if value < 0.0001 else f"{value:.4f}"


# -- game by family -------------------------------------------------------------------------------------------------


def _room_counts(day: Day) -> tuple[Counter[str], Counter[_Pair]]:
    hands: Counter[str] = Counter()
    for row in day.dealer_games:
        hands[_game(row)] += row["hands"]
    return hands, _found(day, None)


def _found(day: Day, dealer: str | None) -> Counter[_Pair]:
    found: Counter[_Pair] = Counter()
    for row in day.dealer_codes:
        if dealer is None or row["dealer"] == dealer:
            found[_game(row), row["code"][:2]] += row["findings"]
    return found


def _game(row: Row) -> str:
    return game_words(row["game"], row["betting"])


def _grid(day: Day, dealer: str, counts: tuple[Counter[str], Counter[_Pair]]) -> Row:
    """Findings and expected findings by game and family. What does not fit is added up under Other, not left out."""
    room_hands, room_found = counts
    own: Counter[str] = Counter()
    for row in day.dealer_games:
        if row["dealer"] == dealer:
            own[_game(row)] += row["hands"]
    found = _found(day, dealer)
    due = {(g, f): own[g] * n / room_hands[g] for (g, f), n in room_found.items() if own[g]}
    games = _first([g for g, _ in own.most_common()], GAMES_ON_PAPER)
    weight: dict[str, float] = {}
    for (_, family), value in (*found.items(), *due.items()):
        weight[family] = weight.get(family, 0.0) + value
    families = _first(sorted(weight, key=lambda f: (-weight[f], f)), FAMILIES_ON_PAPER)
    rows = []
    for game in [*games, "All games"]:
        dealt = sum(n for g, n in own.items() if game in (_place(g, games), "All games"))
        cells = [_both(found, due, game, family, games, families) for family in [*families, "All"]]
        rows.append([game, whole(dealt), *cells])
    heads = ["Game", "Hands", *(FAMILIES.get(f, f) for f in families), "All"]
    return {"heads": heads, "rows": rows}


def _first(words: list[str], most: int) -> list[str]:
    return words if len(words) <= most else [*words[: most - 1], OTHER]


def _place(word: str, listed: list[str]) -> str:
    return word if word in listed else OTHER


def _both(
    found: Counter[_Pair], due: dict[_Pair, float], game: str, family: str, games: list[str], families: list[str]
) -> str:
    """`3 / 1.2`: found and expected of a game (or all) and a family (or all); a dash where neither is."""

    def wanted(pair: _Pair) -> bool:
        return game in (_place(pair[0], games), "All games") and family in (_place(pair[1], families), "All")

    observed = sum(n for pair, n in found.items() if wanted(pair))
    expected = sum(n for pair, n in due.items() if wanted(pair))
    return f"{observed:,} / {expected:.1f}" if observed or expected >= 0.05 else "–"


# -- single codes ---------------------------------------------------------------------------------------------------


def _above(cells: list[Compared]) -> list[Compared]:
    """The codes with the most findings over what was expected."""
    over = [c for c in cells if c.observed > c.expected]
    return sorted(over, key=lambda c: (c.remark != REVIEW, c.expected - c.observed, c.code))[:LINES_ON_PAPER]


def _single(cell: Compared) -> list[str]:
    return [explain(cell.code).name, whole(cell.observed), f"{cell.expected:.1f}", cell.remark]


def _better(cells: list[Compared]) -> list[Compared]:
    """The codes with the fewest findings under what was expected, where at least one was."""
    under = [c for c in cells if c.expected >= 1 and c.observed < c.expected]
    return sorted(under, key=lambda c: (c.observed - c.expected, c.code))[:LINES_ON_PAPER]


def _lower(cell: Compared, room: Room) -> list[str]:
    chance = at_most(cell.observed, cell.expected, room.comparison.dispersion.get(cell.code, 0.0))
    said = "chance alone would rarely do this" if chance <= _RARE else "chance alone would do as much"
    return [explain(cell.code).name, whole(cell.observed), f"{cell.expected:.1f}", said]


# -- hands ----------------------------------------------------------------------------------------------------------


def _worst(day: Day, dealer: str) -> list[Row]:
    """The dealer's errors and duties not done on hands of this day, errors and the most money first."""
    own = [f for f in day.findings if f["dealer"] == dealer and f["hand"] and severity_of(f) != "notice"]
    order = ("error", "procedure")
    return sorted(own, key=lambda f: (order.index(severity_of(f)), -f["moved_cents"], -f["moved_chips_cents"],
                                      f["at_us"] or 0, f["code"]))  # fmt: skip


def _worst_said(worst: list[Row]) -> str:
    if not worst:
        return "No finding of this gaming day is on a hand of this dealer."
    rest = len(worst) - HANDS_ON_PAPER
    stand = plural(rest, "more finding of this day is", "more findings of this day are")
    more = f" {stand} on the Findings page." if rest > 0 else ""
    return f"Findings of this gaming day; earlier hands are on the pages of their own days.{more}"


def _hand(day: Day, finding: Row) -> Row:
    at = clock(finding["at_us"], finding["utc_offset_min"])
    return {
        "amount": amount(finding) or "–",
        "code": shown(finding["code"], 12),
        "severity": severity_of(finding),
        "message": shown(finding["message"] or "", 160),
        "place": f"Table {table_label(day, finding)}, {at}, hand {shown(finding['hand'], 40)}",
    }
