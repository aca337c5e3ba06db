"""The sums behind a finding, line by line, so that a reader can do them again with a pencil.

A line is (words, value, is_result). Every figure comes from the log, from the audit's facts or from the hand's film:
what was due is not worked out here, and a figure that is not recorded there is left out, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from dashboards.amounts import unit_of
from dashboards.proofs.log_words import Row, award_words, pot_words, seat_words, streets
from dashboards.proofs.rows_and_points import comparisons, rows_of_seats
from dashboards.proofs.wagers import done_words, due_words, hands_words, is_as_due, wagers_of
from dashboards.reading import FlaggedHand
from dashboards.shown import money, plural, shown


@dataclass
class Sum:
    """A titled column of figures."""

    title: str
    lines: list[tuple[str, str, bool]] = field(default_factory=list)
    note: str = ""

    def line(self, words: str, value: str, result: bool = False) -> None:
        self.lines.append((words, value, result))


def sums(hand: FlaggedHand, finding: Row) -> list[Sum]:
    """The sums that explain one finding; none where the finding is not about an amount or a count."""
    family = finding["code"][:2]
    made: list[Sum | None] = []
    if family == "RK":
        made = [rake_sum(hand)]
    elif family in ("PT", "OC"):
        made = [shown_hands(hand), *split_sums(hand), pot_sum(hand)]
    elif finding["code"] == "SC01":
        made = [stub_sum(hand)]
    elif family == "HB":
        made = [wager_sum(hand, finding)]
    elif family == "BL":
        made = [blind_sum(hand)]
    elif family == "AC":
        made = [action_sum(hand, finding)]
    if hand.film.sets and family in ("OF", "CD", "PT"):
        made = chinese_sums(hand)
    return [s for s in made if s is not None and s.lines]


def chinese_sums(hand: FlaggedHand) -> list[Sum | None]:
    """The rows of a Chinese hand with their royalties, then each comparison."""
    rows = Sum("Rows and royalties", rows_of_seats(hand.film.sets, hand.events, card_words))
    pairs = comparisons(hand.film.comparisons, unit_of(hand.row))
    return [rows, *(Sum(title, lines) for title, lines in pairs)]


def _total(hand: FlaggedHand, *words: str) -> int:
    return sum(e["amount_cents"] or 0 for e in hand.events if e["word"] in words)


def rake_sum(hand: FlaggedHand) -> Sum:
    """Contested pot, full steps, cap, due and taken."""
    facts = hand.facts
    out = Sum("Rake")
    put_in, contested = facts.get("pot_cents"), facts.get("contested_cents")
    returned = _total(hand, "return")
    if put_in is not None and contested is not None:
        out.line("Everything that was put in", money(put_in))
        if put_in != contested:
            out.line("less what nobody called", money(contested - put_in))
        elif returned:
            out.note = f"{money(returned)} was returned; the pot above is counted without it."
    if contested is not None:
        out.line("Contested pot", money(contested), True)
    if not facts.get("rake_due_cents") and not any(e["word"] in ("board", "up", "draw") for e in hand.events):
        out.line("No flop was dealt", "no rake")
    else:
        _schedule_lines(out, facts)
    out.line("Due", money(facts.get("rake_due_cents")), True)
    _take_lines(out, hand)
    out.line("Taken", money(facts.get("rake_taken_cents")), True)
    if facts.get("rake_due_cents") is not None and facts.get("rake_taken_cents") is not None:
        out.line("Taken less due", money(facts["rake_taken_cents"] - facts["rake_due_cents"], signed=True), True)
    return out


def _take_lines(out: Sum, hand: FlaggedHand) -> None:
    """Street by street: the pot of that moment, what it owed by then, what was taken, and where less was taken."""
    takes = [e for e in hand.events if e["word"] == "rake"]
    dues = {event: row for event, row in hand.film.dues.items() if row["rake_owed_cents"] is not None}
    late = any(row["rake_slid_cents"] < row["rake_owed_cents"] for row in dues.values())
    if len(takes) < 2 and not late:
        return
    contested = hand.facts.get("contested_cents")
    sofar = 0
    for event, street in zip(hand.events, streets(hand.events, hand.film.pictures), strict=True):
        place, due = event["event"], dues.get(event["event"])
        picture = hand.film.pictures.get(place)
        words = f"{street}, step {place + 1}: "
        if event["word"] == "rake":
            sofar += event["amount_cents"] or 0
            if picture:
                then = picture["in_cents"] if contested is None else min(picture["in_cents"], contested)
                words += f"of a pot of {money(then)}"
            words += f", {money(due['rake_owed_cents'])} due by then" if due else ""
            out.line(words, f"{money(event['amount_cents'])}, in all {money(sofar)}")
        elif due and due["rake_slid_cents"] < due["rake_owed_cents"]:
            out.line(f"{words}{money(due['rake_owed_cents'])} due before it", f"{money(due['rake_slid_cents'])} taken")


def _schedule_lines(out: Sum, facts: Row) -> None:
    share, step, cap = (facts.get(k) for k in ("rake_basis_points", "rake_step_cents", "rake_cap_cents"))
    unreduced, due = facts.get("rake_unreduced_cents"), facts.get("rake_due_cents")
    if share is not None and step and unreduced is not None:
        capped = cap is not None and unreduced >= cap
        steps = f"{plural(unreduced // step, 'step')} = {money(unreduced)}"
        value = f"{money(unreduced)} or more" if capped else steps
        out.line(f"{share / 100:g} % of it in full steps of {money(step)}", value)
    if cap is not None:
        out.line("Cap in force", money(cap))
    if unreduced is not None and due is not None and unreduced != due:
        out.line("At a full table it would be", money(unreduced))
        dealt = facts.get("seats_dealt")
        if dealt is not None:
            out.line(f"Reduced for {plural(dealt, 'seat')} dealt in", money(due))


def wager_sum(hand: FlaggedHand, finding: Row) -> Sum:
    """Every wager of the seat that a finding is about, or of all seats: what it was due, and what was done with it."""
    amount, rows = unit_of(hand.row), wagers_of(hand.film.wagers, finding["seat"])
    out = Sum("The wagers")
    for seat in dict.fromkeys(row["seat"] for row in rows):
        compared = hands_words(rows, seat)
        if compared:
            out.line(f"{_who(hand, seat)} holds", compared)
        for row in (row for row in rows if row["seat"] == seat):
            meter = row["meter_cents"] if row["wager"] == "progressive" else None
            lay = f"{row['wager']} of {amount(row['staked_cents'])}" + (f", meter {amount(meter)}" if meter else "")
            done, due = done_words(row, amount), due_words(row, amount)
            out.line(f"{_who(hand, seat)}: {lay}, due: {due}", done, not is_as_due(row))
    return out


def pot_sum(hand: FlaggedHand) -> Sum:
    """What went in, what left it, what was paid: the difference must be nothing."""
    amount = unit_of(hand.row)
    put_in, end = hand.facts.get("pot_cents"), hand.film.end
    out = Sum("The whole pot")
    if put_in is None or end is None:
        return out
    # What lies there in the end was to be awarded and was not; where too much was awarded it is less than nothing.
    over = -end["pot_cents"] - sum(end["bets_by_seat"])
    left = end["in_cents"] - end["slid_cents"]
    out.line("Everything that was put in", amount(put_in))
    out.line("less returned", amount(end["in_cents"] - put_in))
    out.line("less to the slide", amount(-end["slid_cents"]))
    out.line("To be awarded", amount(left), True)
    out.line("Awarded", amount(left + over), True)
    if over:
        out.line("Awarded less to be awarded", amount(over, signed=True), True)
    return out


def split_sums(hand: FlaggedHand) -> list[Sum]:
    """For every pot that was shared, or pushed otherwise than due: what each seat was due of it, and what it got."""
    out = []
    for pot, shares in groupby(hand.film.shares, key=lambda row: row["pot"]):
        out += _pot_sums(hand, pot, list(shares))
    return out or _awards(hand)


def _pot_sums(hand: FlaggedHand, pot: int, shares: list[Row]) -> list[Sum]:
    amount = unit_of(hand.row)
    size = next(row for row in hand.film.pots if row["pot"] == pot)
    pushed = {row["seat"]: row["pot_paid_cents"] for row in shares}
    for event in hand.events:  # to a seat that could not win it
        if event["word"] == "award" and (event["pot"] or 0) == pot and event["seat"] not in pushed:
            pushed[event["seat"]] = sum(
                e["amount_cents"] or 0 for e in hand.events
                if e["word"] == "award" and (e["pot"] or 0) == pot and e["seat"] == event["seat"]
            )  # fmt: skip
    due = {seat: sum(row["due_cents"] for row in shares if row["seat"] == seat) for seat in pushed}
    pieces = [list(rows) for _, rows in groupby(shares, key=lambda row: (row["board"], row["part"]))]
    if due == pushed and sum(map(bool, due.values())) < 2:
        return []
    whole = Sum(f"Split of {pot_words(pot)}")
    whole.line("It holds, after the drop", amount(size["pot_cents"]))
    if len(pieces) == 1:
        _unit_lines(whole, pieces[0], size["unit_cents"], amount)
    else:
        for rows in pieces:
            _piece_line(whole, hand, rows, len({row["board"] for row in shares}) > 1, amount)
    for seat, got in pushed.items():
        if got or due[seat]:
            off = "as due" if got == due[seat] else f"due {amount(due[seat])}: {amount(got - due[seat], signed=True)}"
            whole.line(f"{_who(hand, seat)} got", f"{amount(got)}, {off}", got != due[seat])
    return [whole]


def _unit_lines(out: Sum, shares: list[Row], unit: int, amount: Callable[..., str]) -> None:
    """The even share and the odd units over, where several seats share."""
    dues = [row["due_cents"] for row in shares if row["wins"]]
    if len(dues) < 2:
        return
    even = min(dues)
    odd, under = divmod(sum(dues) - even * len(dues), unit)
    out.line("Smallest unit in play", amount(unit))
    out.line("Even share in whole units", amount(even), True)
    out.line("Odd units over", f"{odd}" + (f" and {amount(under)} under a unit" if under else ""))


def _piece_line(out: Sum, hand: FlaggedHand, shares: list[Row], boards: bool, amount: Callable[..., str]) -> None:
    """Who was due a part of a board, in the order of odd chips."""
    winners = [row for row in shares if row["wins"]]
    words = [f"Board {shares[0]['board']}"] if boards else []
    words += ["second part" if shares[0]["part"] else "first part"]
    said = ", ".join(f"{seat_words(row['seat'])} {amount(row['due_cents'])}" for row in winners)
    out.line(", ".join(words).capitalize() + ", due", said or "nobody")


def _awards(hand: FlaggedHand) -> list[Sum]:
    """Where nobody could say what was due: the pots that several seats were pushed, as the log has them."""
    amount = unit_of(hand.row)
    pots: dict[str, list[Row]] = {}
    for event in hand.events:
        if event["word"] == "award":
            pots.setdefault(award_words(event), []).append(event)
    out = []
    for name, awards in pots.items():
        if len({a["seat"] for a in awards}) > 1:
            split = Sum(f"Split of {name}")
            split.line(
                f"Paid out to {plural(len(awards), 'seat')}", amount(sum(a["amount_cents"] or 0 for a in awards))
            )
            for award in awards:
                split.line(f"{_who(hand, award['seat'])} got", amount(award["amount_cents"]))
            out.append(split)
    return out


def action_sum(hand: FlaggedHand, finding: Row) -> Sum:
    """What was open to the seat that acted, and what it did."""
    out = Sum("The action")
    due = hand.film.dues.get(finding["event"])
    event = next((e for e in hand.events if e["event"] == finding["event"]), None)
    if due is None or event is None or event["seat"] is None:
        return out
    amount = unit_of(hand.row)
    if due["turn"] and due["turn"] != due["seat"]:
        out.line("Whose turn it was", _who(hand, due["turn"]), True)
    wager = event["word"] in ("bet", "raise", "complete")
    for words, key in _OPEN if wager else _TO_CALL:
        if due[key] is not None:
            value = amount(due[key]) if key.endswith("_cents") else str(due[key])
            out.line(words, value, key in ("due_cents", "done_cents"))
    return out


_TO_CALL = (
    ("The bet to meet", "level_cents"), ("In already this round", "bet_cents"),
    ("Chips before the seat", "chips_cents"), ("To call", "due_cents"), ("Put in", "done_cents"),
)  # fmt: skip
_OPEN = (
    ("Everything that is in", "pot_cents"), ("The bet to meet", "level_cents"), ("In already this round", "bet_cents"),
    ("Chips before the seat", "chips_cents"), ("Raises before it", "raises"), ("Raises allowed", "raise_cap"),
    ("The bet rose since the seat acted by", "faced_cents"), ("To raise again it has to rise by", "reopen_cents"),
    ("To come to at least", "due_cents"), ("and at most", "most_cents"), ("The pot allows", "pot_most_cents"),
    ("Came to", "done_cents"),
)  # fmt: skip


def shown_hands(hand: FlaggedHand) -> Sum:
    """The hands that were tabled, beside the board they play with."""
    out = Sum("Tabled at the showdown")
    board = "".join(e["cards"] or "" for e in hand.events if e["word"] == "board")
    tabled = [e for e in hand.events if e["word"] == "show"]
    if board and tabled:
        out.line("Board", card_words(board))
    for event in tabled:
        out.line(_who(hand, event["seat"]), card_words(event["cards"] or ""), True)
    return out


def card_words(cards: str) -> str:
    """Cards as a reader knows them, `K♠ 9♦`."""
    suits = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    return " ".join(cards[i] + suits.get(cards[i + 1], cards[i + 1]) for i in range(0, len(cards) - 1, 2))


def _who(hand: FlaggedHand, seat: int | None) -> str:
    player = next((s["player"] for s in hand.seats if s["seat"] == seat), None)
    return f"{seat_words(seat)} ({shown(player, 24)})" if player else seat_words(seat)


def stub_sum(hand: FlaggedHand) -> Sum:
    """The deck less every card that left it."""
    out = Sum("Stub")
    counts: dict[str, int] = {}
    for event in hand.events:
        cards = len(event["cards"] or "") // 2
        match event["word"]:
            case "deal" | "up" | "draw":
                counts["to the seats"] = counts.get("to the seats", 0) + cards
            case "burn":
                counts["burned"] = counts.get("burned", 0) + 1
            case "board" | "board2" | "board3" | "community":
                counts["on the board"] = counts.get("on the board", 0) + cards
            case _:
                pass
    due, counted = hand.facts.get("stub_due"), hand.facts.get("stub_count")
    if due is None or counted is None:
        return out
    out.line("Cards in the deck", str(due + sum(counts.values())))
    for words, cards in counts.items():
        out.line(f"less {words}", f"−{cards}")
    out.line("Left in the stub", str(due), True)
    out.line("Counted by the dealer", str(counted), True)
    out.line("Counted less left", f"{counted - due:+d}".replace("-", "−"), True)
    return out


def blind_sum(hand: FlaggedHand) -> Sum:
    """The blinds of the placard and the posts of the log."""
    amount = unit_of(hand.row)
    out = Sum("Blinds")
    for words, key in (("Small blind in force", "sb_cents"), ("Big blind in force", "bb_cents")):
        if hand.row[key] is not None:
            out.line(words, amount(hand.row[key]))
    if hand.row["button"] is not None:
        out.line("Button", f"seat {hand.row['button']}")
    posts: list[Any] = [e for e in hand.events if e["word"] == "post"]
    for event in posts:
        out.line(f"{_who(hand, event['seat'])} posted {event['kind']}", amount(event["amount_cents"]), True)
        due = hand.film.dues.get(event["event"], {}).get("due_cents")
        if due is not None and due != event["amount_cents"]:
            out.line("It had to be", amount(due))
    if not posts:
        out.line("Posted", "nothing", True)
    return out
