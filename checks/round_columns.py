"""What the frames of hands say of stud and draw games beside the facts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from checks.replay.layout import UNKNOWN, Opener, Param

ROUND_COLUMNS = ("is_round_game", "is_stud", "is_draw", "by_lots", "has_flop", "burn_rule_known")


def round_columns(
    params: npt.NDArray[np.int64], terms_of: npt.NDArray[np.int64], button: npt.NDArray[np.int8]
) -> dict[str, npt.NDArray[np.generic]]:
    """Columns of the frame of hands, one entry a hand.

    `dealt_from` is the seat behind which the first card goes: the button, and in stud the dealer; 0 unknown.
    """
    rounds = params[Param.IS_ROUND_GAME] == 1
    stud = rounds & (params[Param.OPENER] == Opener.BRING_IN)
    lots = rounds & (params[Param.PARTS] == 0)
    mexican = params[Param.JOKERS] > 0
    no_stakes = stud & (
        (params[Param.SMALL_BET_CENTS] == UNKNOWN) | ((params[Param.BRING_IN_CENTS] == UNKNOWN) & ~mexican)
    )
    has_flop = (params[Param.IS_FLOP_GAME] == 1) | (rounds & ((params[Param.STREET_0 + 1] >> 8 & 15) == 3))
    from_dealer = (stud & ~mexican)[terms_of]
    return {
        "is_round_game": rounds[terms_of],
        "is_stud": stud[terms_of],
        "is_draw": (rounds & ~stud & ~lots)[terms_of],
        "by_lots": lots[terms_of],
        "has_flop": has_flop[terms_of],
        "odd_by_cards": (rounds & (params[Param.ODD_BY_CARDS] > 0))[terms_of],
        "bets_known": ~no_stakes[terms_of],
        "bring_in_known": (params[Param.BRING_IN_HIGH] != UNKNOWN)[terms_of],
        "burn_rule_known": ~lots[terms_of],
        "stub_rule_known": (
            (params[Param.STUD_STUB_EXTRA] != UNKNOWN)
            | (params[Param.STUD_COMMUNITY] == 0)
            | (params[Param.DRAW_STUB_RULE] == 1)
            | ((params[Param.IS_FLOP_GAME] == 1) & (params[Param.RUN_LAST_CARD] != UNKNOWN))
        )[terms_of],
        "dealt_from": np.where(from_dealer, 10, button.astype(np.int64)),
    }
