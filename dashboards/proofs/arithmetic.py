"""The sums behind a finding, line by line, so that a reader can do them again with a pencil.

A line is (words, value, is_result). Every figure comes from the log or from the replay's facts; a figure that is not
recorded there is left out, never guessed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from dashboards.amounts import unit_of
from dashboards.proofs.log_words import Row, pot_words, seat_words
from dashboards.proofs.stepping import film
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
    elif family == "BL":
        made = [blind_sum(hand)]
    return [s for s in made if s is not None and s.lines]


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
    if not any(e["word"] == "board" for e in hand.events):
        out.line("No flop was dealt", "no rake")
    else:
        _schedule_lines(out, facts, contested)
    out.line("Due", money(facts.get("rake_due_cents")), True)
    _take_lines(out, hand)
    out.line("Taken", money(facts.get("rake_taken_cents")), True)
    if facts.get("rake_due_cents") is not None and facts.get("rake_taken_cents") is not None:
        out.line("Taken less due", money(facts["rake_taken_cents"] - facts["rake_due_cents"], signed=True), True)
    return out


def _take_lines(out: Sum, hand: FlaggedHand) -> None:
    """Every time the dealer took rake: the street, the pot of that moment, what it owed by then, what was taken."""
    facts = hand.facts
    share, step, cap = (facts.get(k) for k in ("rake_basis_points", "rake_step_cents", "rake_cap_cents"))
    contested = facts.get("contested_cents")
    takes = [e for e in hand.events if e["word"] == "rake"]
    if len(takes) < 2:
        return
    pot = slide = sofar = 0
    for event, picture in zip(hand.events, film(hand.seats, hand.events).steps, strict=True):
        pot, slide = picture.change.get("pot", pot), picture.change.get("slide", slide)
        if event["word"] != "rake":
            continue
        sofar += event["amount_cents"] or 0
        then = pot + slide if contested is None else min(pot + slide, contested)
        words = f"{picture.street}, step {event['event'] + 1}: of a pot of {money(then)}"
        if share is not None and step and cap is not None:
            words += f", {money(min(then * share // 10000 // step * step, cap))} due by then"
        out.line(words, f"{money(event['amount_cents'])}, in all {money(sofar)}")


def _schedule_lines(out: Sum, facts: Row, contested: int | None) -> None:
    share, step, cap = (facts.get(k) for k in ("rake_basis_points", "rake_step_cents", "rake_cap_cents"))
    if share is not None and step and contested is not None:
        full = contested * share // 10000 // step
        taken = f"{plural(full, 'step')} = {money(full * step)}"
        out.line(f"{share / 100:g} % of it in full steps of {money(step)}", taken)
    if cap is not None:
        out.line("Cap in force", money(cap))
    unreduced, due = facts.get("rake_unreduced_cents"), facts.get("rake_due_cents")
    if unreduced is not None and due is not None and unreduced != due:
        out.line("At a full table it would be", money(unreduced))
        dealt = facts.get("seats_dealt")
        if dealt is not None:
            out.line(f"Reduced for {plural(dealt, 'seat')} dealt in", money(due))


def pot_sum(hand: FlaggedHand) -> Sum:
    """What went in, what left it, what was paid: the difference must be nothing."""
    amount = unit_of(hand.row)
    put_in = hand.facts.get("pot_cents")
    out = Sum("The whole pot")
    if put_in is None:
        return out
    returned = _total(hand, "return")
    taken = _total(hand, "rake", "promo", "timepot")
    paid = _total(hand, "award")
    out.line("Everything that was put in", amount(put_in))
    out.line("less returned", amount(-returned))
    out.line("less to the slide", amount(-taken))
    left = put_in - returned - taken
    out.line("To be awarded", amount(left), True)
    out.line("Awarded", amount(paid), True)
    if paid != left:
        out.line("Awarded less to be awarded", amount(paid - left, signed=True), True)
    return out


def unit_cents(hand: FlaggedHand) -> int | None:
    """The smallest unit in play: the hand's `chip`, else the greatest that makes up every blind, ante and bring-in."""
    row = hand.row
    if row["chip_cents"]:
        return int(row["chip_cents"])
    forced = [row[k] for k in ("sb_cents", "bb_cents", "ante_cents", "bring_in_cents") if row[k]]
    return math.gcd(*forced) if forced else None


def split_sums(hand: FlaggedHand) -> list[Sum]:
    """For every pot that several seats shared: the pot, the unit, the even share, and what each seat got."""
    amount = unit_of(hand.row)
    pots: dict[str, list[Row]] = {}
    for event in hand.events:
        if event["word"] == "award":
            pots.setdefault(pot_words(event), []).append(event)
    out = []
    unit = unit_cents(hand)
    for name, awards in pots.items():
        if len({a["seat"] for a in awards}) < 2:
            continue
        paid = sum(a["amount_cents"] or 0 for a in awards)
        split = Sum(f"Split of {name}")
        split.line(f"Paid out to {plural(len(awards), 'seat')}", amount(paid))
        if unit:
            share = paid // len(awards) // unit * unit
            odd, under = divmod(paid - share * len(awards), unit)
            split.line("Smallest unit in play", amount(unit))
            split.line("Even share in whole units", amount(share), True)
            split.line("Odd units over", f"{odd}" + (f" and {amount(under)} under a unit" if under else ""))
            for award in awards:
                over = (award["amount_cents"] or 0) - share
                words = amount(award["amount_cents"]) + (
                    f" = share {amount(over, signed=True)}" if over else " = share"
                )
                split.line(f"{_who(hand, award['seat'])} got", words)
        out.append(split)
    return out


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
    if not posts:
        out.line("Posted", "nothing", True)
    return out
