"""Hands with one thing wrong: each function makes one error in a legal hand, or says that there is no room for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tests.oracle.choosers import Chooser
from tests.oracle.dealing import Dealt, Options, Part, deal_hand, promo_of, rake_due, right_awards, write
from tests.oracle.judge import cards_of, cents, text_of
from tests.oracle.money import Terms, clockwise, shares, uncalled_bet

Line = dict[str, Any]
Wrong = Callable[[Dealt, Chooser], Line | None]


def _with_events(line: Line, events: list[str]) -> Line:
    return {**line, "events": events}


def _drop(dealt: Dealt) -> int:
    """What the house takes from the hand if all is done right."""
    rake = rake_due(dealt)
    return rake + promo_of(dealt, rake)


def over_rake(dealt: Dealt, choose: Chooser) -> Line | None:
    """RK01, or RK03 where no rake was due for want of a flop."""
    if dealt.called_off:
        return None
    more = dealt.terms.step * choose.whole(1, 3)
    if more > sum(amount for _, _, amount in right_awards(dealt, _drop(dealt))):
        return None
    return write(dealt, rake=rake_due(dealt) + more)


def under_rake(dealt: Dealt, choose: Chooser) -> Line | None:
    """RK02."""
    if dealt.called_off or not rake_due(dealt):
        return None
    return write(dealt, rake=choose.whole(0, (rake_due(dealt) - 1) // dealt.terms.step) * dealt.terms.step)


def full_rake_at_a_short_table(dealt: Dealt, choose: Chooser) -> Line | None:
    """RK04."""
    if dealt.called_off or rake_due(dealt, reduced=False) == rake_due(dealt):
        return None
    return write(dealt, rake=rake_due(dealt, reduced=False))


def pot_to_a_loser(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT01: one award goes to a hand in the showdown that did not win it."""
    if dealt.called_off or len(dealt.story.live) < 2:
        return None
    awards = right_awards(dealt, _drop(dealt))
    place = choose.whole(0, len(awards) - 1) if awards else -1
    if place < 0:
        return None
    pot, seat, amount = awards[place]
    others = sorted(dealt.story.live - {seat} - {s for p, s, _ in awards if p == pot})
    if not others:
        return None
    awards[place] = (pot, choose.pick(others), amount)
    return write(dealt, awards=awards)


def tied_pot_to_one(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT01: of two or more equal hands one gets the whole pot."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    tied = sorted({p for p, _, _ in awards if sum(q == p for q, _, _ in awards) > 1})
    if not tied:
        return None
    pot = choose.pick(tied)
    lucky = choose.pick([s for p, s, _ in awards if p == pot])
    whole = sum(c for p, _, c in awards if p == pot)
    return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, lucky, whole)])


def pot_to_a_folded_hand(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT05."""
    if dealt.called_off or not dealt.story.folded:
        return None
    awards = right_awards(dealt, _drop(dealt))
    if not awards:
        return None
    place = choose.whole(0, len(awards) - 1)
    pot, _, amount = awards[place]
    awards[place] = (pot, choose.pick(sorted(dealt.story.folded)), amount)
    return write(dealt, awards=awards)


def wrong_sum(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT02: one award is too small or too great."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    if not awards:
        return None
    place = choose.whole(0, len(awards) - 1)
    pot, seat, amount = awards[place]
    off = dealt.terms.unit * choose.pick((1, -1, 2, 5))
    if amount + off < 0:
        return None
    awards[place] = (pot, seat, amount + off)
    return write(dealt, awards=awards)


def pot_not_pushed(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT02: one award is missing."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    if not awards:
        return None
    del awards[choose.whole(0, len(awards) - 1)]
    return write(dealt, awards=awards)


def side_pot_cut_short(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT03: chips of one pot are pushed with another that somebody else won."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    if len({p for p, _, _ in awards}) < 2 or len({s for _, s, _ in awards}) < 2:
        return None
    a = choose.whole(0, len(awards) - 1)
    fitting = [i for i, award in enumerate(awards) if award[0] != awards[a][0] and award[1] != awards[a][1]]
    if not fitting:
        return None
    b = choose.pick(fitting)
    moved = min(dealt.terms.unit * choose.whole(1, 5), awards[b][2])
    awards[a] = (awards[a][0], awards[a][1], awards[a][2] + moved)
    awards[b] = (awards[b][0], awards[b][1], awards[b][2] - moved)
    return write(dealt, awards=awards)


def _uncalled(dealt: Dealt) -> tuple[int, int, int] | None:
    """(place of its return, seat, cents) of an uncalled bet."""
    seat, loose = uncalled_bet(dealt.story.live_bets, dealt.story.folded)
    events = dealt.line["events"]
    if dealt.called_off or not loose:
        return None
    return events.index(f"return s{seat} {text_of(loose)}"), seat, loose


def uncalled_bet_kept(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT08: an uncalled bet is not returned, or in part; it goes with the pot, or nowhere."""
    found = _uncalled(dealt)
    if not found:
        return None
    place, seat, loose = found
    right = write(dealt)
    events = list(right["events"])
    place = events.index(dealt.line["events"][place])
    kept = loose if choose.chance(60) or loose <= dealt.terms.unit else dealt.terms.unit
    awards = [i for i, event in enumerate(events) if event.startswith("award ")]
    if awards and choose.chance(70):
        where = choose.pick(awards)
        head, _, amount = events[where].rpartition(" ")
        events[where] = f"{head} {text_of(cents(amount) + kept)}"
    if kept == loose:
        del events[place]
    else:
        events[place] = f"return s{seat} {text_of(loose - kept)}"
    return _with_events(right, events)


def uncalled_bet_to_another(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT08: an uncalled bet goes back to a seat that did not make it."""
    found = _uncalled(dealt)
    others = sorted(dealt.story.dealt - {found[1]}) if found else []
    if not found or not others:
        return None
    right = write(dealt)
    events = list(right["events"])
    place = events.index(dealt.line["events"][found[0]])
    events[place] = f"return s{choose.pick(others)} {text_of(found[2])}"
    return _with_events(right, events)


def too_much_returned(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT04: more goes back than was not called, and the pot is paid in full all the same."""
    if dealt.called_off or not right_awards(dealt, _drop(dealt)):
        return None
    right = write(dealt)
    seat = choose.pick(sorted(dealt.story.dealt))
    return _with_events(right, [*right["events"], f"return s{seat} {text_of(dealt.terms.unit)}"])


def money_back_wrong(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT04: when a deal was called off, somebody gets back less or more than was put in, or nothing."""
    right = write(dealt)
    events = list(right["events"])
    called_off = next((i for i, event in enumerate(events) if event.startswith(("misdeal", "void"))), None)
    if called_off is None:
        return None
    returns = [i for i, event in enumerate(events) if event.startswith("return ") and i > called_off]
    if not returns:
        return None
    place = choose.pick(returns)
    head, _, amount = events[place].rpartition(" ")
    if choose.chance(30):
        del events[place]
    else:
        events[place] = f"{head} {text_of(cents(amount) + choose.pick((100, 500)))}"
    return _with_events(right, events)


def blinds_chopped_crosswise(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT04: the blinds chop, and each takes the other's."""
    right = write(dealt)
    events = list(right["events"])
    returns = [i for i, event in enumerate(events) if event.startswith("return ")]
    if not dealt.called_off or len(returns) != 2 or any(event.startswith(("misdeal", "void")) for event in events):
        return None
    (_, one, first), (_, other, second) = (events[i].split() for i in returns)
    events[returns[0]], events[returns[1]] = f"return {one} {second}", f"return {other} {first}"
    return _with_events(right, events) if first != second else None


def pot_given_back(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT02: nobody is paid; after bets were called everybody takes their chips back, as if the hand were void."""
    story = dealt.story
    if dealt.called_off or not story.bets_made:
        return None
    back = {seat: story.put_in(seat) - story.returned[seat] for seat in sorted(story.dealt)}
    events = [*dealt.line["events"], *(f"return s{seat} {text_of(amount)}" for seat, amount in back.items() if amount)]
    return _with_events(dealt.line, events) if sum(back.values()) else None


def odd_chip_to_another_winner(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC01."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    unit = dealt.terms.unit
    for pot in sorted({p for p, _, _ in awards}):
        of_pot = {s: c for p, s, c in awards if p == pot}
        most, least = max(of_pot.values()), min(of_pot.values())
        if most - least != unit:
            continue
        gives = choose.pick([s for s, c in of_pot.items() if c == most])
        gets = choose.pick([s for s, c in of_pot.items() if c == least])
        of_pot[gives], of_pot[gets] = least, most
        return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, s, c) for s, c in of_pot.items()])
    return None


def chip_not_broken(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC05: a chip of five units is given whole to one or more of the winners, and the rest is shared as due."""
    if dealt.called_off:
        return None
    awards = right_awards(dealt, _drop(dealt))
    chip = 5 * dealt.terms.unit
    for pot in sorted({p for p, _, _ in awards}):
        of_pot = {s: c for p, s, c in awards if p == pot}
        whole = sum(of_pot.values())
        winners = clockwise(of_pot, dealt.line["button"])
        if len(winners) < 2 or whole < chip * len(winners) + dealt.terms.unit * len(winners):
            continue
        holders = winners[: choose.whole(1, len(winners) - 1)]
        shared = shares(whole - chip * len(holders), winners, dealt.line["button"], dealt.terms.unit)
        for seat in holders:
            shared[seat] += chip
        return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, s, c) for s, c in shared.items()])
    return None


def _tied_pots(dealt: Dealt) -> tuple[list[tuple[Part, int, int]], list[Part]]:
    """The awards due, and the pots that several hands share."""
    awards = [] if dealt.called_off else right_awards(dealt, _drop(dealt))
    pots = [pot for pot, _, _ in awards]
    return awards, sorted({pot for pot in pots if pots.count(pot) > 1})


def shared_in_larger_chips(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC05: a tied pot is shared in chips of five units, and what is under a chip goes to one of the winners."""
    awards, tied = _tied_pots(dealt)
    if not tied:
        return None
    pot = choose.pick(tied)
    winners = clockwise([s for p, s, _ in awards if p == pot], dealt.line["button"])
    whole = sum(c for p, _, c in awards if p == pot)
    shared = shares(whole, winners, dealt.line["button"], 5 * dealt.terms.unit)
    return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, s, c) for s, c in shared.items() if c])


def both_odd_chips_to_one(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC06: of two or more odd units one seat gets two."""
    awards, tied = _tied_pots(dealt)
    unit = dealt.terms.unit
    for pot in tied:
        of_pot = {s: c for p, s, c in awards if p == pot}
        even = sum(of_pot.values()) // (unit * len(of_pot)) * unit
        lucky = [s for s in clockwise(of_pot, dealt.line["button"]) if of_pot[s] - even >= unit]
        if len(lucky) < 2:
            continue
        of_pot[lucky[0]] += unit
        of_pot[lucky[1]] -= unit
        return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, s, c) for s, c in of_pot.items() if c])
    return None


def split_unevenly(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT01, OC05, OC06 or OC01, as it comes: some units of one winner's share go to another."""
    awards, tied = _tied_pots(dealt)
    if not tied:
        return None
    pot = choose.pick(tied)
    of_pot = {s: c for p, s, c in awards if p == pot}
    gives = choose.pick(list(of_pot))
    gets = choose.pick([s for s in of_pot if s != gives])
    moved = min(of_pot[gives], dealt.terms.unit * choose.whole(1, choose.pick((6, 40))))
    of_pot[gives] -= moved
    of_pot[gets] += moved
    return write(dealt, awards=[a for a in awards if a[0] != pot] + [(pot, s, c) for s, c in of_pot.items() if c])


def low_half_cut(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC03 or PT06: some units of the low half of a pot go to a winner of the high, or the other way round."""
    awards = [] if dealt.called_off else right_awards(dealt, _drop(dealt))
    halved = sorted({part[0] for part, _, _ in awards if part[1]})
    if not halved:
        return None
    number = choose.pick(halved)
    halves = [part for part in ((number, "hi"), (number, "lo")) if any(part == of for of, _, _ in awards)]
    if len(halves) < 2:
        return None
    gives, gets = halves if choose.chance(50) else halves[::-1]
    a = choose.pick([place for place, award in enumerate(awards) if award[0] == gives])
    b = choose.pick([place for place, award in enumerate(awards) if award[0] == gets])
    moved = min(awards[a][2], dealt.terms.unit * choose.pick((1, 1, 2, 5)))
    awards[a] = (gives, awards[a][1], awards[a][2] - moved)
    awards[b] = (gets, awards[b][1], awards[b][2] + moved)
    return write(dealt, awards=awards)


def low_paid_without_low(dealt: Dealt, choose: Chooser) -> Line | None:
    """PT07: half of a pot that nobody has a low for is pushed as one."""
    if dealt.called_off or dealt.terms.game.low != "eight or better" or len(dealt.story.live) < 2:
        return None
    awards = right_awards(dealt, _drop(dealt))
    whole = [place for place, award in enumerate(awards) if not award[0][1]]
    if not whole or len(dealt.story.board) < 5:
        return None
    place = choose.pick(whole)
    (number, _), seat, amount = awards[place]
    others = sorted(dealt.story.live - dealt.story.mucked - {seat})
    half = amount // (2 * dealt.terms.unit) * dealt.terms.unit
    if not others or not half:
        return None
    awards[place] = ((number, "hi"), seat, amount - half)
    return write(dealt, awards=[*awards, ((number, "lo"), choose.pick(others), half)])


def shared_half_by_half(dealt: Dealt, choose: Chooser) -> Line | None:
    """OC04: hands that are equal both ways are given an odd unit each way, both to the same seat."""
    awards, tied = _tied_pots(dealt)
    unit = dealt.terms.unit
    for part in tied:
        of_pot = {s: c for p, s, c in awards if p == part}
        if dealt.terms.game.low == "none" or len(of_pot) != 2 or len(set(of_pot.values())) != 1:
            continue
        gives, gets = sorted(of_pot) if choose.chance(50) else sorted(of_pot)[::-1]
        of_pot[gives] -= unit
        of_pot[gets] += unit
        return write(dealt, awards=[a for a in awards if a[0] != part] + [(part, s, c) for s, c in of_pot.items() if c])
    return None


def same_card_twice(dealt: Dealt, choose: Chooser) -> Line | None:
    """CD01: a card that was seen stands in the place of another."""
    line = write(dealt)
    events = list(line["events"])
    seen = [
        (place, number, card)
        for place, event in enumerate(events)
        if event.split()[0] in ("deal", "board", "burn") or " show " in event
        for number, card in enumerate(cards_of(event.split()[-1]))
        if card != "??" and len(card) == 2 and card[0] in "23456789TJQKA"
    ]
    if len(seen) < 2:
        return None
    place, number, card = choose.pick(seen)
    others = sorted({c for _, _, c in seen} - {card})
    if not others:
        return None
    head, _, cards = events[place].rpartition(" ")
    listed = cards_of(cards)
    listed[number] = choose.pick(others)
    events[place] = f"{head} {''.join(listed)}"
    return _with_events(line, events)


def stub_off(dealt: Dealt, choose: Chooser) -> Line | None:
    """SC01."""
    line = write(dealt)
    if not line["events"][-1].startswith("stub "):
        return None
    count = int(line["events"][-1].split()[1]) + choose.pick((-1, 1, -2, 2))
    return _with_events(line, [*line["events"][:-1], f"stub {count}"])


def wrong_blind(dealt: Dealt, choose: Chooser) -> Line | None:
    """BL04: a blind of another size; it is made while the hand is dealt, see `Options.wrong_blind`."""
    return write(dealt)


WRONGS: Final[tuple[Wrong, ...]] = (
    over_rake,
    under_rake,
    full_rake_at_a_short_table,
    pot_to_a_loser,
    tied_pot_to_one,
    wrong_sum,
    pot_not_pushed,
    pot_given_back,
    side_pot_cut_short,
    too_much_returned,
    money_back_wrong,
    blinds_chopped_crosswise,
    pot_to_a_folded_hand,
    uncalled_bet_kept,
    uncalled_bet_to_another,
    odd_chip_to_another_winner,
    chip_not_broken,
    shared_in_larger_chips,
    both_odd_chips_to_one,
    split_unevenly,
    low_half_cut,
    low_paid_without_low,
    shared_half_by_half,
    same_card_twice,
    stub_off,
)


def wrong_hand(choose: Chooser, number: int = 1, options: Options | None = None) -> tuple[Wrong, Line, Terms] | None:
    """A hand with one thing wrong: what was done, the hand, and its terms. None: the hand had no room for it."""
    options = options or Options()
    place = choose.whole(0, len(WRONGS))
    if place == len(WRONGS):
        dealt = deal_hand(choose, number, options=replace(options, wrong_blind=True))
        return wrong_blind, write(dealt), dealt.terms
    wrong = WRONGS[place]
    dealt = deal_hand(choose, number, options=options)
    line = wrong(dealt, choose)
    return (wrong, line, dealt.terms) if line else None
