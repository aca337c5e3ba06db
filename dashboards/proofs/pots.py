"""PT: pots and showdown. Main and side pots with who put in what, whose hand wins, what was due and what was pushed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dashboards.proofs.evidence import Evidence, steps_sheet
from dashboards.proofs.hand_words import holding
from dashboards.proofs.log_words import Row, pot_title
from dashboards.proofs.panel import Holding, Proof, Sheet
from dashboards.proofs.stepping import cards_in_the_end
from dashboards.reading import FlaggedHand
from dashboards.shown import plural
from parsers.games import GAMES, Part
from parsers.vocabulary import UNSEEN_TEXT

_DEAD: Final = ("dead", "bba", "buttonante")  # posts that lie in the main pot and count for no bet
ROWS_MOST: Final = 6  # hands in all pots that fit on one screen with their cards
_PARTS: Final = {
    "hi": "High", "lo": "Low", "five": "Five cards", "badugi": "Badugi", "razz": "Razz", "27": "Deuce-to-seven",
    "omaha": "Omaha",
}  # fmt: skip


@dataclass(frozen=True)
class PotRow:
    """One pot as the bets make it, seat by seat: what each put in (None where it cannot be told), was due and got."""

    pot: int
    size_cents: int | None  # after the drop; None where the bets make no such pot
    drop_cents: int | None
    put_in: Mapping[int, int] | None
    may_win: frozenset[int]
    due: Mapping[int, int]
    pushed: Mapping[int, int]

    @property
    def seats(self) -> list[int]:
        return sorted({*(self.put_in or {}), *self.may_win, *self.pushed})

    @property
    def is_as_due(self) -> bool:
        return all(self.due.get(seat, 0) == self.pushed.get(seat, 0) for seat in self.seats)


def pots_of(hand: FlaggedHand) -> list[PotRow]:
    """Every pot that the bets make or that was pushed, the main pot first; none where the film holds no pots."""
    if not hand.film.pots:
        return []
    layers = _layers(hand)
    built = {row["pot"]: row for row in hand.film.pots}
    pushed: dict[int, dict[int, int]] = {}
    for event in hand.events:
        if event["word"] == "award" and event["seat"]:
            of_pot = pushed.setdefault(event["pot"] or 0, {})
            of_pot[event["seat"]] = of_pot.get(event["seat"], 0) + (event["amount_cents"] or 0)
    out = []
    for pot in sorted({*built, *pushed}):
        shares = [row for row in hand.film.shares if row["pot"] == pot]
        due: dict[int, int] = {}
        for share in shares:
            due[share["seat"]] = due.get(share["seat"], 0) + share["due_cents"]
        row = built.get(pot)
        layer, drop = layers[pot] if layers is not None and pot in layers else (None, None)
        mask = row["eligible_mask"] if row else 0
        out.append(
            PotRow(
                pot,
                row["pot_cents"] if row else None,
                drop,
                layer,
                frozenset(seat for seat in range(1, 11) if mask >> seat & 1),
                due,
                pushed.get(pot, {}),
            )
        )
    return out


def _layers(hand: FlaggedHand) -> dict[int, tuple[dict[int, int], int]] | None:
    """What each seat put into each pot and what the drop took of it; None unless it adds up to the film's pots.

    A pot ends where a seat that can win has no more in it. Antes are layers like bets; dead money lies in the main pot.
    """
    matched, dead = _net_in(hand)
    pots = sorted(hand.film.pots, key=lambda row: row["pot"])
    levels = []
    for row in pots:
        mask = row["eligible_mask"]
        levels.append(min((matched.get(s, 0) for s in range(1, 11) if mask >> s & 1), default=0))
    floor, out = 0, {}
    for number, (row, level) in enumerate(zip(pots, levels, strict=True)):
        top = max(matched.values(), default=0) if number + 1 == len(pots) else level
        layer = {s: min(cents, top) - floor for s, cents in matched.items() if cents > floor}
        if number == 0:
            for seat, cents in dead.items():
                layer[seat] = layer.get(seat, 0) + cents
        drop = sum(layer.values()) - row["pot_cents"]
        if drop < 0:
            return None
        out[row["pot"]] = (layer, drop)
        floor = level
    end = hand.film.end
    taken = end["slid_cents"] if end else None
    return out if taken is not None and sum(drop for _, drop in out.values()) == taken else None


def _net_in(hand: FlaggedHand) -> tuple[dict[int, int], dict[int, int]]:
    """What each seat has in that somebody matched, and its dead money apart."""
    dead: dict[int, int] = {}
    for event in hand.events:
        if event["word"] == "post" and event["kind"] in _DEAD and event["seat"]:
            dead[event["seat"]] = dead.get(event["seat"], 0) + (event["amount_cents"] or 0)
    end = hand.film.end
    if end is None:
        return {}, dead
    net = {}
    for row in hand.film.hand_seats:
        seat = row["seat"]
        gone = row["stack_cents"] - end["chips_by_seat"][seat - 1] + row["paid_cents"]
        net[seat] = gone - dead.get(seat, 0)
    uncalled = _uncalled(net)
    if uncalled is not None:  # it stayed in the pot, and was never part of it
        net[uncalled[0]] -= uncalled[1]
    return {seat: cents for seat, cents in net.items() if cents > 0}, dead


def _uncalled(net: Mapping[int, int]) -> tuple[int, int] | None:
    ordered = sorted(net.items(), key=lambda item: -item[1])
    if len(ordered) < 2 or ordered[0][1] == ordered[1][1]:
        return None
    return ordered[0][0], ordered[0][1] - ordered[1][1]


# -- sheets ------------------------------------------------------------------------------------------------------------


def pot_sheets(e: Evidence, all_pots: bool = True) -> list[Sheet]:
    """A sheet for each pot; where not `all_pots`, only those that were pushed otherwise than due."""
    if e.hand is None:
        return []
    pots = pots_of(e.hand)
    chosen = [pot for pot in pots if all_pots or not pot.is_as_due] or pots
    is_brief = len(chosen) > 1 and sum(len(pot.may_win) for pot in chosen) > ROWS_MOST
    return [_pot_sheet(e, e.hand, pot, is_brief) for pot in chosen]


def _pot_sheet(e: Evidence, hand: FlaggedHand, pot: PotRow, is_brief: bool) -> Sheet:
    """One pot, seat by seat. Seats that were due nothing of it and got nothing share a line: all folded ones, and where
    the pots would not fit on one screen (`is_brief`) those with lower hands.
    """
    amount = e.amount
    title = pot_title(pot.pot)
    if pot.size_cents is None:
        title += ": the bets make no such pot"
    else:
        drop = f", after {amount(pot.drop_cents)} to the slide" if pot.drop_cents else ""
        title += f": {amount(pot.size_cents)}{drop}"
    sheet = Sheet(title, ("Seat", "Put in", "Hand", "Due", "Pushed", "Difference"))
    hands = hands_by_seat(hand, pot.pot)
    idle = [seat for seat in pot.seats if not pot.pushed.get(seat) and not pot.due.get(seat)]
    out = [seat for seat in idle if seat not in pot.may_win]
    lower = [seat for seat in idle if seat in pot.may_win] if is_brief else []
    for seat in (seat for seat in pot.seats if seat not in (*out, *lower)):
        due, got = pot.due.get(seat, 0), pot.pushed.get(seat, 0)
        put = "–" if pot.put_in is None else amount(pot.put_in.get(seat, 0))
        sheet.row(
            e.who(seat), put, hands.get(seat) or _standing(hand, pot, seat), amount(due), amount(got),
            _apart(got - due, amount), is_wrong=got != due,
        )  # fmt: skip
    for some, why in ((lower, "may win it; lower hands"), (out, _standing(hand, pot, out[0]) if out else "")):
        if some:
            seats = f"Seat{'s' if len(some) > 1 else ''} {', '.join(map(str, some))}"
            put = "–" if pot.put_in is None else amount(sum(pot.put_in.get(seat, 0) for seat in some))
            sheet.row(seats, put, why, amount(0), amount(0), "–")
    due_all, got_all = sum(pot.due.values()), sum(pot.pushed.values())
    if is_brief:
        sheet.title += "" if due_all == got_all else f"; pushed {amount(got_all)}"
        return sheet
    put_all = "–" if pot.put_in is None else amount(sum(pot.put_in.values()))
    apart = _apart(got_all - due_all, amount)
    sheet.row("The whole pot", put_all, "", amount(due_all), amount(got_all), apart, is_result=True)
    return sheet


def _apart(cents: int, amount: object) -> str:
    return amount(cents, signed=True) if cents else "–"  # type: ignore[operator]


def _standing(hand: FlaggedHand, pot: PotRow, seat: int) -> str:
    """Why a seat that has chips in a pot has no hand in it."""
    if seat in pot.may_win:
        return "cards not seen" if len(pot.may_win) > 1 else "the only hand left"
    folded = any(row["seat"] == seat and row["folded"] for row in hand.film.hand_seats)
    return "folded" if folded else "cannot win this pot"


def hands_by_seat(hand: FlaggedHand, pot: int) -> dict[int, tuple[Holding, ...]]:
    """What each seat that can win a pot holds for it, a line for each board and part."""
    game = GAMES.get(hand.row["game"])
    if game is None:
        return {}
    held, boards = cards_in_the_end(hand)
    out: dict[int, list[Holding]] = {}
    shares = [row for row in hand.film.shares if row["pot"] == pot and row["value"] is not None]
    many = len({row["board"] for row in shares}) > 1
    for row in sorted(shares, key=lambda row: (row["seat"], row["board"], row["part"])):
        part = game.parts[min(row["part"], len(game.parts) - 1)]
        board = boards[row["board"] - 1] if _plays_board(part, game.family) and row["board"] <= len(boards) else []
        if game.family == "stud" and boards:
            board = boards[0]  # a community card
        made = holding(held.get(row["seat"], []), board, part, row["value"])
        label = ", ".join(filter(None, (f"Board {row['board']}" if many else "", _PARTS.get(part.name, ""))))
        words = f"{label}: {made.words}" if label and made.words else made.words
        out.setdefault(row["seat"], []).append(Holding(made.faces, words))
    return {seat: tuple(lines) for seat, lines in out.items()}


def _plays_board(part: Part, family: str) -> bool:
    return family == "flop" and part.evaluator not in ("badugi", "badugi-ace-high")


def all_pots_sheet(e: Evidence) -> Sheet | None:
    """Seat by seat over all pots; None where there is one pot."""
    if e.hand is None:
        return None
    pots = pots_of(e.hand)
    if len(pots) < 2:
        return None
    sheet = Sheet("Over all pots", ("Seat", "Due", "Pushed", "Difference"))
    for seat in sorted({seat for pot in pots for seat in (*pot.due, *pot.pushed)}):
        due = sum(pot.due.get(seat, 0) for pot in pots)
        got = sum(pot.pushed.get(seat, 0) for pot in pots)
        if due or got:
            sheet.row(e.who(seat), e.amount(due), e.amount(got), _apart(got - due, e.amount), is_wrong=got != due)
    return sheet


def moved_words(e: Evidence) -> str:
    """Who paid whom by it, as a sentence; empty where no chips moved between two."""
    finding = e.finding
    if not finding["paid_by"] or not finding["paid_to"]:
        return ""
    cents = finding["moved_cents"] or finding["moved_chips_cents"] or 0
    loser, gainer = (_sentence(e.party(finding[k])) for k in ("paid_by", "paid_to"))
    return f"{e.amount(cents)} of {loser} went to {gainer}."


def _sentence(who: str) -> str:
    return who[:1].lower() + who[1:]


def beats_words(e: Evidence) -> str:
    """Which hand beats which, for every part that was pushed to a hand that did not win it."""
    if e.hand is None or e.seat is None:
        return ""
    said = []
    shares = e.hand.film.shares
    for pot in pots_of(e.hand):
        if pot.pushed.get(e.seat, 0) <= pot.due.get(e.seat, 0):
            continue
        hands = hands_by_seat(e.hand, pot.pot)
        rows = [row for row in shares if row["pot"] == pot.pot]
        keys = dict.fromkeys((row["board"], row["part"]) for row in rows)
        for place, key in enumerate(keys):
            best = [row["seat"] for row in rows if (row["board"], row["part"]) == key and row["wins"]]
            if best and e.seat not in best and place < len(hands.get(e.seat, ())) and hands[e.seat][place].words:
                losing = hands[e.seat][place].words
                winning = hands[best[0]][place].words if best[0] in hands else ""
                if winning:
                    winning, losing = (words.split(": ")[-1] for words in (winning, losing))
                    who = " and ".join(e.who(seat) for seat in best)
                    has = "has" if len(best) == 1 else "have"
                    said.append(f"{who} {has} {winning}, which beats {losing} of {_sentence(e.who(e.seat))}.")
    return " ".join(said)


# -- one function a kind of finding ------------------------------------------------------------------------------------


def wrong_winner(e: Evidence) -> Proof:
    """The pots that were pushed otherwise than due, with the hands and which of them beats which."""
    sheets = pot_sheets(e, all_pots=False)
    if sheets:
        sheets[0].note = " ".join(filter(None, (beats_words(e), moved_words(e))))
    return Proof([*sheets, *_or_awards(e, sheets)])


def divided(e: Evidence) -> Proof:
    """How a pot is divided between halves or boards, then who got what of it."""
    sheets = pot_sheets(e, all_pots=False)
    if sheets:
        sheets[0].note = moved_words(e)
    return Proof([*division_sheets(e), *sheets, *_or_awards(e, sheets)])


def division_sheets(e: Evidence) -> list[Sheet]:
    """Of each pot that was pushed otherwise than due: what its boards and parts come to."""
    out = []
    for pot in pots_of(e.hand) if e.hand is not None else []:
        if pot.is_as_due or e.hand is None:
            continue
        size = next((row for row in e.hand.film.pots if row["pot"] == pot.pot), None)
        shares = [row for row in e.hand.film.shares if row["pot"] == pot.pot]
        pieces = [list(rows) for _, rows in groupby(shares, key=lambda row: (row["board"], row["part"]))]
        if size is None or len(pieces) < 2:
            continue
        sheet = Sheet(f"{pot_title(pot.pot)}: how it is divided")
        sheet.line("It holds", e.amount(size["pot_cents"]))
        sheet.line("The smallest unit", e.amount(size["unit_cents"]))
        for rows in pieces:
            sheet.line(piece_title(e, rows).capitalize(), e.amount(sum(row["due_cents"] for row in rows)))
        out.append(sheet)
    return out


def piece_title(e: Evidence, rows: list[Row]) -> str:
    """A part of a board of a pot: `the low half`, `board 2`."""
    game = GAMES.get(e.hand.row["game"]) if e.hand is not None else None
    part = game.parts[min(rows[0]["part"], len(game.parts) - 1)].name if game is not None else ""
    half = {"": "", "hi": "the high half", "lo": "the low half"}.get(part, f"the {part} half")
    shares = e.hand.film.shares if e.hand is not None else []
    many = any(row["board"] > 1 for row in shares if row["pot"] == rows[0]["pot"])
    return ", ".join(filter(None, (f"board {rows[0]['board']}" if many else "", half))) or "the pot"


def side_pots(e: Evidence) -> Proof:
    """Main and side pots as the bets make them, beside how they were pushed; then each seat over all of them."""
    total = all_pots_sheet(e)
    sheets = pot_sheets(e)
    if total is not None:
        total.note = moved_words(e)
    return Proof([*([total] if total else []), *sheets, *_or_awards(e, sheets)])


def whole_pot(e: Evidence) -> Proof:
    """What went in, what left it, what was paid."""
    sheet = whole_pot_sheet(e)
    return Proof([*([sheet] if sheet else []), *pot_sheets(e)])


def whole_pot_sheet(e: Evidence) -> Sheet | None:
    hand = e.hand
    if hand is None or hand.film.end is None:
        return None
    end, amount = hand.film.end, e.amount
    sheet = Sheet("From the bets to the awards")
    back = sum(event["amount_cents"] or 0 for event in hand.events if event["word"] == "return")
    uncalled = 0 if hand.facts.get("contested_cents") is None else end["in_cents"] - hand.facts["contested_cents"]
    awarded = sum(event["amount_cents"] or 0 for event in hand.events if event["word"] == "award")
    held = end["in_cents"] - uncalled - end["slid_cents"]
    sheet.line("Everything that was put in", amount(end["in_cents"] + back))
    sheet.line("less what went back", amount(-back))
    if uncalled:
        sheet.line("less what nobody called and did not go back", amount(-uncalled), is_wrong=e.code == "PT08")
    sheet.line("less what went to the slide", amount(-end["slid_cents"]))
    sheet.line("The pot held", amount(held), is_result=True)
    sheet.line("Pushed", amount(awarded), is_result=True)
    sheet.line("Pushed less held", _apart(awarded - held, amount), is_wrong=awarded != held)
    return sheet


def _or_awards(e: Evidence, sheets: list[Sheet]) -> list[Sheet]:
    """The awards as the log has them, where nobody could say what was due."""
    return (
        [] if sheets else [steps_sheet(e, "Awards", [v for v in e.events if v["word"] == "award"], e.finding["event"])]
    )


def chips_back(e: Evidence) -> Proof:
    """What each seat put in beside what went back, where a deal was called off or too much went back."""
    hand = e.hand
    if hand is None or hand.film.end is None:
        return Proof([])
    sheet = Sheet("Chips in and back", ("Seat", "Put in", "Back", "Pushed", "Still missing"))
    for row in hand.film.hand_seats:
        gone = row["stack_cents"] - hand.film.end["chips_by_seat"][row["seat"] - 1]
        put = gone + row["paid_cents"] + row["back_cents"]
        if put or row["back_cents"]:
            cells = (
                e.amount(put),
                e.amount(row["back_cents"]),
                e.amount(row["paid_cents"]),
                e.amount(gone) if gone > 0 else "–",
            )
            sheet.row(e.who(row["seat"]), *cells, is_wrong=row["seat"] == e.seat)
    was_paid = any(v["word"] == "award" for v in e.events)
    whole = whole_pot_sheet(e) if was_paid else None
    return Proof([sheet, *([whole] if whole else [])])


def uncalled_bet(e: Evidence) -> Proof:
    """The last bet, what was called of it, and what had to go back."""
    sheet = whole_pot_sheet(e)
    last = [v for v in e.events if v["word"] in ("bet", "raise", "complete", "call", "return", "award")][-6:]
    return Proof([steps_sheet(e, "The last bets", last), *([sheet] if sheet else [])])


def tabling(e: Evidence) -> Proof:
    """Who showed what, in the order of the log."""
    words = ("show", "muck", "award", "floor", "board", "board2", "board3", "bet", "raise", "call")
    steps = [v for v in e.events if v["word"] in words]
    sheet = steps_sheet(e, "Who showed, in the order of the log", steps[-12:], e.finding["event"])
    faces = {v["seat"]: _faces(v["cards"] or "") for v in e.events if v["word"] == "show"}
    seats = Sheet("Cards tabled", ("Seat", "Holds", "Tabled"))
    for row in e.hand.film.hand_seats if e.hand is not None else []:
        if row["dealt"] and not row["folded"]:
            held, shown_ = plural(row["cards"], "card"), plural(faces.get(row["seat"], 0), "card")
            seats.row(e.who(row["seat"]), held, shown_, is_wrong=row["seat"] == e.seat)
    return Proof([sheet, seats] if seats.lines else [sheet])


def _faces(cards: str) -> int:
    """How many cards lay face up: `Kd??` is one."""
    return sum(cards[i : i + 2] != UNSEEN_TEXT for i in range(0, len(cards), 2))


PANELS: Final = {
    "PT01": wrong_winner,
    "PT02": whole_pot,
    "PT03": side_pots,
    "PT04": chips_back,
    "PT05": wrong_winner,
    "PT06": divided,
    "PT07": wrong_winner,
    "PT08": uncalled_bet,
    "PT09": tabling,
    "PT10": tabling,
    "PT11": divided,
    "PT14": tabling,
}
