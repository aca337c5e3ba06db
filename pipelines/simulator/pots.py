"""Main and side pots, and how a pot is divided among equal hands."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Pot:
    """Chips that the same seats play for."""

    name: str
    amount: int
    seats: list[int]


def build_pots(total_in: Sequence[int], dead: int, live: Sequence[int]) -> list[Pot]:
    """The main pot and the side pots, lowest first; dead money lies in the main pot.

    What a folded seat has in above every hand that is left stays in the last pot.
    """
    pots: list[Pot] = []
    below = 0
    for level in sorted({total_in[seat] for seat in live}):
        amount = sum(min(chips, level) - min(chips, below) for chips in total_in)
        name = f"side{len(pots)}" if pots else "main"
        pots.append(Pot(name, amount, [seat for seat in live if total_in[seat] >= level]))
        below = level
    pots[-1].amount += sum(max(0, chips - below) for chips in total_in)
    pots[0].amount += dead
    return pots


def without_dead_hands(pots: Sequence[Pot], whole: Sequence[int]) -> list[Pot]:
    """The same pots for those whose hands are good; one that none of them plays for falls to the one below it."""
    kept: list[Pot] = []
    carried = 0
    for pot in reversed(pots):
        seats = [seat for seat in pot.seats if seat in whole]
        if seats:
            kept.insert(0, Pot(pot.name, pot.amount + carried, seats))
            carried = 0
        else:
            carried += pot.amount
    return kept


def halves(amount: int, chip: int) -> tuple[int, int]:
    """The high and the low half of a pot: an odd chip, and what is less than a chip, goes to the high."""
    low = amount // chip // 2 * chip
    return amount - low, low


def take_rake(pots: Sequence[Pot], rake: int) -> None:
    """The rake comes out of the main pot; what that cannot bear, out of the next."""
    for pot in pots:
        taken = min(rake, pot.amount)
        pot.amount -= taken
        rake -= taken


def split(amount: int, winners: Sequence[int], chip: int) -> dict[int, int]:
    """A pot among equal hands, ``winners`` clockwise from the button: odd chips one each from the first on.

    What is less than one chip goes with the first odd chip, so to the first winner.
    """
    chips, rest = divmod(amount, chip)
    base, odd = divmod(chips, len(winners))
    shares = {seat: (base + (place < odd)) * chip for place, seat in enumerate(winners)}
    shares[winners[0]] += rest
    return shares


def shares_of_boards(amount: int, boards: int, chip: int) -> list[int]:
    """What each board plays for: equal shares, odd chips to the first boards, what is under a chip to the first."""
    if boards == 1:
        return [amount]
    chips, rest = divmod(amount, chip)
    base, odd = divmod(chips, boards)
    shares = [(base + (board < odd)) * chip for board in range(boards)]
    shares[0] += rest
    return shares
