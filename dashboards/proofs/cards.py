"""CD, SC01, SC07: cards. The stub from the deck down, burns street by street, and who got how many cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dashboards.proofs.evidence import Evidence, steps_sheet, until
from dashboards.proofs.log_words import Row, card_words, streets
from dashboards.proofs.panel import Proof, Sheet
from dashboards.shown import plural
from parsers.games import GAMES

_DEALT: Final = ("deal", "up", "draw", "discard")
_BOARDS: Final = ("board", "board2", "board3", "community")
_IRREGULAR: Final = ("expose", "boxed", "foreign", "joker", "misdeal", "void", "dead", "floor", "back", "reshuffle")
_ACTIONS: Final = ("fold", "check", "call", "bet", "raise", "complete")
_PART_OF_THE_STEP: Final = ("burn", "reshuffle", "back")  # what a dealer does with a short stub before the next card
_STEPS_SHOWN: Final = 14


def stub(e: Evidence) -> Proof:
    """The deck less every card that left it, beside what the dealer counted."""
    return Proof([stub_sheet(e), _burn_sheet(e)])


def stub_sheet(e: Evidence) -> Sheet:
    sheet = Sheet("Stub")
    counts = _out_of_the_deck(until(e))
    facts = e.hand.facts if e.hand is not None else {}
    due, counted = facts.get("stub_due"), facts.get("stub_count")
    if due is None or counted is None:
        return sheet
    sheet.line("Cards in the deck", str(due + sum(counts.values())))
    for words, cards in counts.items():
        sheet.line(f"less {words}", f"−{cards}")
    sheet.line("Left in the stub", str(due), is_result=True)
    sheet.line("Counted by the dealer", str(counted), is_result=True)
    sheet.line("Counted less left", f"{counted - due:+d}".replace("-", "−"), is_wrong=True)
    return sheet


def _out_of_the_deck(events: Iterable[Row]) -> dict[str, int]:
    """How many cards left the deck in some steps, by where they went."""
    counts: dict[str, int] = {}
    for event in events:
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
    return counts


def burns(e: Evidence) -> Proof:
    """How many cards were burned before each street."""
    return Proof([_burn_sheet(e)])


def _burn_sheet(e: Evidence) -> Sheet:
    """One row a street: the burns before it, and the cards that came."""
    sheet = Sheet("Burns, street by street", ("Street", "Burned before it", "Dealt", "Step"))
    named = streets(e.events, e.hand.film.pictures) if e.hand is not None else []
    burned, seen = 0, set()
    for event, street in zip(e.events, named, strict=True):
        if event["word"] == "burn":
            burned += 1
        elif event["word"] in _BOARDS or (event["word"] in ("deal", "up", "draw") and street not in seen):
            if event["word"] in ("deal", "up", "draw"):
                seen.add(street)
            dealt = card_words(event["cards"] or "") if event["word"] in _BOARDS else "cards to the seats"
            wrong = event["event"] == e.finding["event"] and e.code == "CD03"
            if burned or event["word"] in _BOARDS or wrong:
                sheet.row(street, plural(burned, "burn"), dealt, str(event["event"] + 1), is_wrong=wrong)
            burned = 0
    return sheet


def card_twice(e: Evidence) -> Proof:
    """Every place at which the card was seen."""
    text = (e.finding["expected"] or "").split()
    card = text[-1] if text else ""
    steps = [v for v in e.events if card and card in _cards_of(v["cards"])]
    return Proof([steps_sheet(e, f"Where {card_words(card)} was seen", steps, e.finding["event"])])


def _cards_of(text: str | None) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text) - 1, 2)] if text else []


def number_of_cards(e: Evidence) -> Proof:
    """What each seat was dealt and threw away, and each street of the board."""
    sheet = Sheet("Cards dealt", ("Seat", "Dealt", "Thrown away", "Holds"))
    dealt, thrown = _count(e, ("deal", "up", "draw")), _count(e, ("discard",))
    held = {row["seat"]: row["cards"] for row in e.hand.film.hand_seats} if e.hand is not None else {}
    for seat in sorted(dealt):
        now = held.get(seat, dealt[seat] - thrown.get(seat, 0))
        sheet.row(e.who(seat), str(dealt[seat]), str(thrown.get(seat, 0)), str(now), is_wrong=seat == e.seat)
    boards = steps_sheet(e, "The board", [v for v in e.events if v["word"] in _BOARDS], e.finding["event"])
    return Proof([sheet, *([boards] if boards.lines and e.seat is None else [])])


def _count(e: Evidence, words: Iterable[str]) -> dict[int, int]:
    out: dict[int, int] = {}
    for event in e.events:
        if event["word"] in words and event["seat"]:
            out[event["seat"]] = out.get(event["seat"], 0) + len(event["cards"] or "") // 2
    return out


def who_was_dealt_in(e: Evidence) -> Proof:
    """Every seat: whether it was there, and in what order it got its first card."""
    hand = e.hand
    if hand is None:
        return Proof([])
    order: dict[int, int] = {}
    for event in e.events:
        if event["word"] in ("deal", "up") and event["seat"]:
            order.setdefault(event["seat"], len(order) + 1)
    sheet = Sheet("Who was dealt in", ("Seat", "By the log", "First card"))
    states = {s["seat"]: s["state"] for s in hand.seats}
    for seat in sorted({*states, *order}):
        place = f"in place {order[seat]}" if seat in order else "no card"
        sheet.row(
            e.who(seat), states.get(seat) or ("in" if seat in states else "not listed"), place, is_wrong=seat == e.seat
        )
    where = f"The button stood at seat {hand.row['button']}; the deal begins at its left." if hand.row["button"] else ""
    game = GAMES.get(hand.row["game"])
    dealt = plural(len(order), "seat") + " dealt in"
    sheet.note = " ".join(filter(None, (f"{dealt}.", where if game is None or game.family != "stud" else "")))
    return Proof([sheet])


def irregular(e: Evidence) -> Proof:
    """What went wrong with the cards, and what was done after it."""
    words = (*_IRREGULAR, *_ACTIONS, *_BOARDS)
    steps = [v for v in e.events if v["word"] in words or v["event"] == e.finding["event"]]
    wrong = e.finding["event"]
    place = next((i for i, v in enumerate(steps) if v["event"] == wrong), len(steps) - 1)
    first = max(0, place - _STEPS_SHOWN + 4)
    return Proof([steps_sheet(e, "What the log has around it", steps[first : first + _STEPS_SHOWN], wrong)])


def misdeal(e: Evidence) -> Proof:
    """The actions before the misdeal was called: they are what ended the right to call it."""
    steps = [v for v in until(e) if v["word"] in (*_ACTIONS, "misdeal", "void")]
    sheet = steps_sheet(e, "Actions before it was called", steps[-_STEPS_SHOWN:], e.finding["event"])
    acted = [v for v in steps if v["word"] in _ACTIONS]
    chips = sum(v["word"] not in ("fold", "check") for v in acted)
    sheet.note = f"{plural(len(acted), 'action')} before it, {chips} of them with chips."
    return Proof([sheet])


def draws(e: Evidence) -> Proof:
    """Discards and draws in the order of the log."""
    steps = [v for v in until(e) if v["word"] in ("discard", "draw", "burn", "bet", "check", "raise")]
    return Proof([steps_sheet(e, "Draws up to it", steps[-_STEPS_SHOWN:], e.finding["event"])])


def strays(e: Evidence) -> Proof:
    """Where the card came out that is not in this game's deck."""
    steps = [v for v in e.events if v["word"] in ("foreign", "joker", "boxed", "floor", "void", "misdeal")]
    if e.event is not None and e.event not in steps:
        steps = sorted([*steps, e.event], key=lambda v: v["event"])
    game = GAMES.get(e.hand.row["game"]) if e.hand is not None else None
    sheet = steps_sheet(e, "Where it came out", steps, e.finding["event"])
    sheet.note = f"{game.title} is dealt with {game.deck_size} cards." if game is not None else ""
    return Proof([sheet])


def short_stub(e: Evidence) -> Proof:
    """The cards that were left, those that were needed, and what the dealer did."""
    steps = [v for v in e.events if v["word"] in ("burn", "reshuffle", "community", "draw", "up", "deal", "discard")]
    place = next((i for i, v in enumerate(steps) if v["event"] == e.finding["event"]), len(steps) - 1)
    sheet = steps_sheet(e, "The deal around it", steps[max(0, place - 8) : place + 5], e.finding["event"])
    return Proof([_cards_left(e), sheet])


def _cards_left(e: Evidence) -> Sheet:
    """The stub before the step, from the deck down where the deck was still the first, and who was to get a card."""
    left = Sheet("Cards left")
    before = [v for v in until(e) if v["event"] != e.finding["event"]]
    while before and before[-1]["word"] in _PART_OF_THE_STEP:
        before.pop()
    game = GAMES.get(e.hand.row["game"]) if e.hand is not None else None
    counts = _out_of_the_deck(before)
    counted = all(v["cards"] for v in before if v["word"] in ("deal", "up", "draw", *_BOARDS))
    if game is not None and counted and not any(v["word"] in ("reshuffle", "back") for v in before):
        left.line("Cards in the deck", str(game.deck_size))
        for words, cards in counts.items():
            left.line(f"less {words}", f"−{cards}")
        left.line("Left in the stub", str(game.deck_size - sum(counts.values())), is_result=True)
    else:
        left.line("Burned before it", str(counts.get("burned", 0)))
    picture = e.hand.film.pictures.get(e.finding["event"]) if e.hand is not None else None
    if picture is not None:
        live = sum(picture["live_mask"] >> seat & 1 for seat in range(1, 11))
        left.line("Players still in", str(live))
    return left


PANELS: Final = {
    "CD01": card_twice,
    "CD02": number_of_cards,
    "CD03": burns,
    "CD04": who_was_dealt_in,
    "CD05": irregular,
    "CD06": misdeal,
    "CD07": who_was_dealt_in,
    "CD08": draws,
    "CD09": strays,
    "SC01": stub,
    "SC07": short_stub,
}
