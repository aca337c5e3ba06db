"""What the frames of hands say of stud and draw games beside the facts, and the names of their streets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.games import GAMES, Game
from checks.replay.layout import UNKNOWN, Opener, Param
from checks.replay.rounds_dealing import DRAW_STREETS, MEXICAN_STREETS, STUD_STREETS
from parsers.batch import HandBatch
from parsers.vocabulary import FLAG_DARK, Detail, Word

ROUND_COLUMNS = ("is_round_game", "is_stud", "is_draw", "has_flop")

_KINDS = ((STUD_STREETS, "stud"), (DRAW_STREETS, "27-triple"), (MEXICAN_STREETS, "mexican"))
STREETS_OF_ROUNDS = {
    first + number: street.name for first, game in _KINDS for number, street in enumerate(GAMES[game].streets)
}


def round_columns(
    params: npt.NDArray[np.int64], terms_of: npt.NDArray[np.int64], button: npt.NDArray[np.int8]
) -> dict[str, npt.NDArray[np.generic]]:
    """Columns of the frame of hands, one entry a hand.

    `dealt_from` is the seat behind which the first card goes: the button, and in stud the dealer; 0 unknown.
    """
    rounds = params[Param.IS_ROUND_GAME] == 1
    stud = rounds & (params[Param.OPENER] == Opener.BRING_IN)
    mexican = params[Param.DECK_MEXICAN] == 1
    no_stakes = stud & (
        (params[Param.SMALL_BET_CENTS] == UNKNOWN) | ((params[Param.BRING_IN_CENTS] == UNKNOWN) & ~mexican)
    )
    has_flop = (params[Param.IS_FLOP_GAME] == 1) | (rounds & ((params[Param.STREET_0 + 1] >> 8 & 15) == 3))
    from_dealer = (stud & ~mexican)[terms_of]
    return {
        "is_round_game": rounds[terms_of],
        "is_stud": stud[terms_of],
        "is_draw": (rounds & ~stud)[terms_of],
        "has_flop": has_flop[terms_of],
        "odd_by_cards": (rounds & (params[Param.ODD_BY_CARDS] > 0))[terms_of],
        "bets_known": ~no_stakes[terms_of],
        "bring_in_known": (params[Param.BRING_IN_HIGH] != UNKNOWN)[terms_of],
        "stub_rule_known": (
            (params[Param.STUD_STUB_EXTRA] != UNKNOWN)
            | (params[Param.STUD_COMMUNITY] == 0)
            | (params[Param.DRAW_STUB_RULE] == 1)
        )[terms_of],
        "dealt_from": np.where(from_dealer, 10, button.astype(np.int64)),
    }


def with_round_streets(
    streets: pl.Series, batch: HandBatch, rows: npt.NDArray[np.int64], events: pl.Series
) -> pl.Series:
    """Names of streets, those of stud and draw hands by their own; an event that is null has none."""
    names = streets.to_list()
    for place, (row, event) in enumerate(zip(rows.tolist(), events.to_list(), strict=True)):
        game = GAMES.get(batch.texts[int(batch.game[row])])
        if event is not None and game is not None and game.family in ("stud", "draw"):
            names[place] = street_of_event(batch, row, event, game)
    return pl.Series(streets.name, names, dtype=pl.String)


def street_of_event(batch: HandBatch, hand_row: int, event: int, game: Game) -> str:
    """The name of the street on which an event of a stud or draw hand fell."""
    start = int(batch.event_offsets[hand_row])
    stud = game.opener == "bring-in"
    due = [sum(street.down + street.up for street in game.streets[: n + 1]) for n in range(len(game.streets))]
    stage, acted, burned = 0, False, False
    dealt: dict[int, int] = {}
    said: set[int] = set()
    for e in range(start, start + event + 1):
        word, seat = Word(int(batch.word[e])), int(batch.seat[e])
        if word in (Word.SHOW, Word.AWARD):
            return "showdown"
        begins = False
        if stud and word in (Word.UP, Word.DEAL):
            begins = burned or (dealt.get(seat, 0) >= due[stage] and acted)
            dealt[seat] = dealt.get(seat, 0) + int(batch.card_offsets[e + 1] - batch.card_offsets[e])
        elif stud:
            begins = word == Word.COMMUNITY
        elif word in (Word.DISCARD, Word.DRAW, Word.BURN, Word.BOARD):
            says = word == Word.DISCARD or batch.detail[e] == Detail.PAT
            begins = acted or (says and seat in said)
            said = set() if begins else said
            said |= {seat} if says else set()
        if begins:
            stage, acted, burned = min(stage + 1, len(game.streets) - 1), False, False
        burned = burned or (stud and word == Word.BURN)
        is_action = word in (Word.FOLD, Word.CHECK, Word.CALL, Word.BET, Word.RAISE, Word.COMPLETE)
        acted = acted or (is_action and not batch.flags[e] & FLAG_DARK)
        acted = acted or (word == Word.POST and batch.detail[e] == Detail.BRINGIN)
    return game.streets[stage].name
