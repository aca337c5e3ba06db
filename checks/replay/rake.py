"""What the house may take from a pot."""

from checks.replay.layout import UNKNOWN, BeforeFlop
from parsers.kernel import kernel


@kernel
def rake_due(pot_cents, percent_hundredths, step_cents, cap_cents):
    """The share of the pot in whole steps, and never more than the cap."""
    return min(pot_cents * percent_hundredths // 10000 // step_cents * step_cents, cap_cents)


@kernel
def is_rakeable(saw_flop, before_flop, preflop_calls, preflop_raises):
    """1 if the pot may be raked, 0 if not, UNKNOWN if no rule in force speaks of pots without a flop."""
    if saw_flop or before_flop == BeforeFlop.ALWAYS:
        return 1
    if before_flop == BeforeFlop.NEVER:
        return 0
    if before_flop == BeforeFlop.WITH_ACTION:
        return 1 if preflop_raises >= 2 or (preflop_raises >= 1 and preflop_calls >= 1) else 0
    return UNKNOWN
