"""pokerkit plays the generated hands and comes to the same winners and the same money, wherever its rules are ours.

Where they are not, and why the hands here leave it out:

- Rake: its cap holds for each pot by itself, ours for the hand; it takes rake out of every pot, we out of the main pot
  first; it knows no short tables. Hands are compared before the rake.
- Odd chips: all of them go to one seat, the first of the tied in its own order of seats; ours go one each from the
  button's left. Ties are compared but for less than one unit a winner.
- Units: its chips do not break further than one; stacks and bets here are whole units.
- Dead money, live posts, antes that were folded to, dead buttons, dead small blinds: its seats run from the small blind
  to the button without gaps, and every post is a blind. Such hands are not generated.
- Mucked hands: it mucks what cannot win; we let a hand that was mucked lose. Generated hands muck losers only.
- A big blind that is short: it lets the others call the chips that were posted, we the full blind (`2017:150`). Hands
  in which the big blind is all-in for less are passed over.
- Equal blinds: heads-up it lets the big blind act first before the flop. The stakes here have a smaller small blind.
- Bets in the dark, dead hands, misdeals, voids and chopped blinds have no counterpart.
- Options without a choice: it asks a seat whose bet is matched to check when all others are all-in. Nobody asks at a
  table, and the log has no such check; it is made here for it.
- Raises that only seats with fewer chips could call: it refuses them, as no bet can follow. Such hands are passed over.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from checks.replay.evaluate import category, high_value
from tests.oracle import evaluators as oracle
from tests.oracle.choosers import Seeded
from tests.oracle.dealing import Dealt, Options, deal_hand, right_awards
from tests.oracle.games import HOLDEM
from tests.oracle.judge import cents, read, text_of
from tests.oracle.money import Terms, clockwise

pokerkit = pytest.importorskip("pokerkit")

PLAIN = Options(
    posts=False,
    dark=False,
    called_off=False,
    crumbs=False,
    dead_hands=False,
    dead_small_blind=False,
    games=(HOLDEM,),
)
STAKES = (Terms(sb=100, bb=300, unit=100), Terms(sb=100, bb=200, unit=100), Terms(sb=500, bb=1000, unit=500))
HANDS = 400


def plain_hands(count: int) -> Iterator[Dealt]:
    """Hands of blinds, bets, folds and showdowns only."""
    for seed in range(count):
        choose = Seeded(f"pokerkit {seed}")
        dealt = deal_hand(choose, seed, choose.pick(STAKES), PLAIN)
        if any(event.endswith(f"post bb {text_of(dealt.terms.bb)}") for event in dealt.line["events"]):
            yield dealt


def played_by_pokerkit(dealt: Dealt) -> dict[int, int]:
    """What each seat won or lost, in cents, when pokerkit plays the hand."""
    line, terms = dealt.line, dealt.terms
    order = clockwise(dealt.holes, line["button"])  # its first seat is the small blind, its last the button
    stacks = {seat["seat"]: cents(seat["stack"]) for seat in line["seats"] if seat.get("state") != "away"}
    on = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(
        (
            on.ANTE_POSTING, on.BET_COLLECTION, on.BLIND_OR_STRADDLE_POSTING, on.HOLE_CARDS_SHOWING_OR_MUCKING,
            on.HAND_KILLING, on.CHIPS_PUSHING, on.CHIPS_PULLING, on.RUNOUT_COUNT_SELECTION,
        ),
        True, 0, (terms.sb // terms.unit, terms.bb // terms.unit), terms.bb // terms.unit,
        [stacks[seat] // terms.unit for seat in order], len(order),
    )  # fmt: skip
    for seat in order:
        state.deal_hole("".join(dealt.holes[seat]))
    for event in line["events"]:
        words = event.split()
        if words[0] == "burn":
            while state.actor_index is not None:
                state.check_or_call()
            state.burn_card("??")
        elif words[0] == "board":
            state.deal_board(words[1])
        elif words[0][1:].isdigit() and words[1] in ("fold", "check", "call", "bet", "raise"):
            assert state.actor_index == order.index(int(words[0][1:])), event
            if words[1] == "fold":
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # it warns of folds that a check would have saved
                    state.fold()
            elif words[1] in ("check", "call"):
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(cents(words[2]) // terms.unit)
    assert not state.status
    return {seat: payoff * terms.unit for seat, payoff in zip(order, state.payoffs, strict=True)}


def played_by_the_oracle(dealt: Dealt) -> tuple[dict[int, int], dict[int, int]]:
    """What each seat won or lost before rake, and how far an odd chip may move it."""
    story = read(dealt.line, dealt.terms)
    won = {seat: story.returned[seat] - story.put_in(seat) for seat in story.dealt}
    slack = dict.fromkeys(won, 0)
    awards = right_awards(dealt, 0)
    for pot, seat, amount in awards:
        won[seat] += amount
        tied = [other for number, _, other in awards if number == pot]
        if len(set(tied)) > 1 or sum(tied) % (len(tied) * dealt.terms.unit):
            slack[seat] += len(tied) * dealt.terms.unit
    return won, slack


def test_pokerkit_comes_to_the_same_winners_and_shares() -> None:
    compared = ties = 0
    for dealt in plain_hands(HANDS):
        try:
            theirs = played_by_pokerkit(dealt)
        except ValueError as refused:
            if "no reason to complete, bet, or raise" not in str(refused):
                raise
            continue
        ours, slack = played_by_the_oracle(dealt)
        assert sum(theirs.values()) == sum(ours.values()) == 0
        for seat in ours:
            assert abs(ours[seat] - theirs[seat]) <= slack[seat], (seat, ours, theirs, dealt.line)
        ties += any(slack.values())
        compared += 1
    assert compared > HANDS * 0.8
    assert ties > 10


def codes_to_masks(cards: list[str]) -> list[int]:
    """Cards as one mask of ranks a suit."""
    return [sum(1 << oracle.RANKS.index(card[0]) for card in cards if card[1] == suit) for suit in oracle.SUITS]


def test_pokerkit_ranks_hands_of_seven_cards_as_kernel_and_oracle_do() -> None:
    random = Random(3)
    ranked: list[tuple[Any, int, oracle.Value]] = []
    for _ in range(500):
        cards = random.sample(oracle.DECK, 7)
        theirs = pokerkit.StandardHighHand.from_game("".join(cards[:2]), "".join(cards[2:]))
        ranked.append((theirs, int(high_value(*codes_to_masks(cards))), oracle.high(cards)))
    for theirs, kernel, brute in ranked:
        assert category(kernel) == brute[0]
        for other, other_kernel, other_brute in random.sample(ranked, 20):
            assert (theirs < other) == (kernel < other_kernel) == (brute < other_brute)
            assert (theirs == other) == (kernel == other_kernel) == (brute == other_brute)


@pytest.mark.parametrize(
    ("hand_type", "evaluate", "hole", "board"),
    [
        ("OmahaHoldemHand", oracle.omaha_high, 4, 5),
        ("OmahaEightOrBetterLowHand", oracle.omaha_eight_or_better, 4, 5),
        ("EightOrBetterLowHand", lambda hole, board: oracle.eight_or_better([*hole, *board]), 7, 0),
        ("RegularLowHand", lambda hole, board: oracle.ace_to_five([*hole, *board]), 7, 0),
        ("StandardLowHand", lambda hole, board: oracle.deuce_to_seven([*hole, *board]), 5, 0),
        ("BadugiHand", lambda hole, board: oracle.badugi([*hole, *board]), 4, 0),
    ],
)
def test_pokerkit_ranks_the_other_games_as_the_oracle_does(
    hand_type: str, evaluate: Any, hole: int, board: int
) -> None:
    random = Random(hand_type)
    made: list[tuple[Any, oracle.Value | None]] = []
    for _ in range(150):
        cards = random.sample(oracle.DECK, hole + board)
        theirs = getattr(pokerkit, hand_type).from_game_or_none("".join(cards[:hole]), "".join(cards[hole:]))
        made.append((theirs, evaluate(cards[:hole], cards[hole:])))
    assert all((theirs is None) == (ours is None) for theirs, ours in made)
    seen = [(theirs, ours) for theirs, ours in made if ours is not None]
    assert len(seen) > 20
    for theirs, ours in seen:
        for other, own in random.sample(seen, 20):
            assert own is not None
            assert (theirs < other) == (ours < own)
            assert (theirs == other) == (ours == own)
