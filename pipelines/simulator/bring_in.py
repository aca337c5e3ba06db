"""The first betting round of stud: who opens with how much, and the betting that follows. BL13 is made here."""

from pipelines.simulator.betting import Betting
from pipelines.simulator.stud_dealing import StudDealing

OPENS_IN_FULL = 0.08  # bring-ins for the whole bet


def bring_in_round(dealing: StudDealing, betting: Betting) -> None:
    """The bring-in and the betting after it; nothing where nobody could answer."""
    placard, game, rng = betting.placard, dealing.game, dealing.rng
    seat = dealing.bring_in_seat()
    if not seat:
        return
    amount = placard.bring_in
    if game.either_limit:
        amount = betting.street_bet = rng.choice((placard.small_bet, placard.small_bet, placard.big_bet))
        betting.sizes = (placard.small_bet, placard.big_bet)
    least = min(betting.stack[other] for other in betting.ring)
    if dealing.wants("BL13") and len(betting.with_chips()) > 2 and least > 9 * amount:
        seat, amount = _wrong_bring_in(dealing, betting, seat, amount)
    may_open_in_full = rng.random() < OPENS_IN_FULL and dealing.wrong is None and not game.either_limit
    full = placard.small_bet
    if may_open_in_full and betting.stack[seat] >= full and betting.others_can_bet(seat):
        betting.put(seat, full)
        betting.events.append(f"s{seat} complete {full}")
        betting.level = full
    else:
        betting.post(seat, "bringin", amount)
        betting.level = max(betting.level, amount)
        betting.bring_in_stands = not game.either_limit
    order = betting.in_turn_after(seat)
    betting.round(order, dealing.worth_of(), preflop=True, brought_in=seat)
    betting.bring_in_stands = False


def _wrong_bring_in(dealing: StudDealing, betting: Betting, seat: int, amount: int) -> tuple[int, int]:
    """BL13: another seat brings it in, or the right one with another amount."""
    rng, small_bet = dealing.rng, betting.placard.small_bet
    if rng.random() < 0.5:
        seat = rng.choice([other for other in betting.with_chips() if other != seat])
        dealing.make("BL13", f"bring-in from s{seat}", seat)
    elif not dealing.game.either_limit and small_bet > 2:
        short = [other for other in range(1, small_bet) if other != amount and 2 * other < small_bet]
        if short:
            wrong = rng.choice(short)
            dealing.make("BL13", f"bring-in of {wrong}", seat, wrong - amount)
            amount = wrong
    return seat, amount
