"""What the rules in force say of Chinese games, as one record for their walk. UNKNOWN: nobody speaks.

Grain: one record a set of terms and game. Every number is read from the terms; what stands here is how the words of
the rulebooks are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from checks.chinese_facts import (
    BUTTON_FIRST,
    FULL_HOUSE_MIDDLE,
    LEFT_OF_BUTTON_FIRST,
    QUADS_BACK,
    START_OF_HAND,
    TRIPS_FRONT,
    WHAT_IS_LEFT,
)
from checks.facts import UNKNOWN
from checks.law.terms import Terms
from checks.replay.layout import Param
from parsers.games import GAMES, Game
from parsers.vocabulary import RANKS

# Kinds of five-card hands by their number; a royal flush counts apart from other straight flushes.
KINDS: Final = (
    "high-card", "pair", "two-pair", "trips", "straight", "flush", "full-house", "quads", "straight-flush",
    "royal-flush",
)  # fmt: skip
_HIGH_CARDS: Final = {"ten": 8, "nine": 7, "eight": 6, "seven": 5}  # of a deuce-to-seven row, as ranks are numbered
_STAYS: Final = {"quads-back": QUADS_BACK, "full-house-middle": FULL_HOUSE_MIDDLE, "trips-front": TRIPS_FRONT}

_NUMBERS: Final = (
    "game_no", "open_face", "deuce_middle", "first_deal", "later_deals", "streets", "dealt",
    "cards", "row", "scoop", "foul_is_scooped", "royalties_when_fouled", "wrong_number_fouls",
    "low_best", "perfect_least", "perfect_most", "stakes", "first", "seats_most", "five_sits_out", "first_card",
    "fantasy_cards", "opens_trips", "opens_rank", "stays", "boxed_in_deal", "boxed_early", "foreign_voids",
)  # fmt: skip
_TABLES: Final = (("front_pair", 13), ("front_trips", 13), ("middle", 10), ("back", 10), ("low", 13))
SCORING = np.dtype([(name, "i8") for name in _NUMBERS] + [(name, "i8", (size,)) for name, size in _TABLES])


def is_chinese(game: Game) -> bool:
    """Whether a game is set in three rows."""
    return game.family == "chinese"


def is_open_face(game: Game) -> bool:
    """Whether the rules of open-face Chinese speak of a game."""
    return is_chinese(game) and game.code.startswith("ofc")


CHINESE_NUMBERS: Final = tuple(number for number, game in enumerate(GAMES.values()) if is_chinese(game))
OPEN_FACE: Final = tuple(code for code, game in GAMES.items() if is_open_face(game))
CHINESE: Final = tuple(code for code, game in GAMES.items() if is_chinese(game))
FOR_POINTS: Final = tuple(code for code in CHINESE if not GAMES[code].betting)  # without a pot


def scoring_of(terms: Terms, game: Game) -> npt.NDArray[np.void]:
    """The record of one set of terms at a game."""
    made = np.zeros(1, SCORING)
    record = made[0]
    for name in _NUMBERS:
        record[name] = UNKNOWN
    for name, _ in _TABLES:
        record[name] = UNKNOWN
    _put(record, _dealing(terms, game))
    if is_open_face(game):
        _put(record, _points(terms))
        _put(record, _fantasyland(terms, game))
        _put_royalties(record, terms, game)
    return made


def scorings(terms_of: Mapping[int, Terms], params: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    """One record for every set of terms in `params`; only those in `terms_of` are filled."""
    out = np.zeros(params.shape[1], SCORING)
    games = list(GAMES.values())
    for number, terms in terms_of.items():
        out[number] = scoring_of(terms, games[params[Param.GAME_NO, number]])[0]
        out[number]["seats_most"] = params[Param.SEATS_MOST, number]
    return out


def _put(record: Any, values: Mapping[str, int | None]) -> None:
    for name, value in values.items():
        record[name] = UNKNOWN if value is None else value


def _yes(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _is(word: str, value: str | None) -> int | None:
    return None if value is None else int(value == word)


def _dealing(terms: Terms, game: Game) -> dict[str, int | None]:
    """How the cards are dealt: as the game is declared, and as the rules in force have it."""
    open_face = is_open_face(game)
    cards = terms.value("ofc.cards") if open_face else terms.value("chinese.cards")
    five = terms.value("ofc.five_players") if open_face else terms.value("chinese.five_players")
    first = terms.value("ofc.first_card") if open_face else terms.value("chinese.first_stack")
    later = [street.down for street in game.streets[1:]]
    return {
        "game_no": list(GAMES).index(game.code),
        "open_face": int(open_face),
        "deuce_middle": int(game.parts[1].evaluator == "low-27"),
        "first_deal": game.streets[0].down,
        "later_deals": later[0] if later else 0,
        "streets": len(game.streets),
        "dealt": sum(street.down for street in game.streets),
        "cards": cards,
        "five_sits_out": _is("button-sits-out", five),
        "first_card": _is("left-of-button", first),
        "boxed_in_deal": terms.value("ofc.boxed_in_deal") if open_face else None,
        "boxed_early": terms.value("ofc.boxed_early") if open_face else None,
        "foreign_voids": _yes(terms.value("cards.other_back_void")),
    }


def _points(terms: Terms) -> dict[str, int | None]:
    """Rows, scoops, fouls, and how far a short stack plays."""
    stakes, first = terms.value("ofc.table_stakes"), terms.value("ofc.pays_first")
    agreed = terms.value("ofc.perfect_low")
    return {
        "row": terms.value("ofc.row"),
        "scoop": terms.value("ofc.scoop"),
        "foul_is_scooped": _yes(terms.value("ofc.foul_is_scooped")),
        "royalties_when_fouled": _yes(terms.value("ofc.royalties_when_fouled")),
        "wrong_number_fouls": _yes(terms.value("ofc.wrong_number_fouls")),
        "low_best": _rank(terms.value("ofc.middle_27_best_foul_free")),
        "perfect_least": agreed if agreed is not None else terms.value("ofc.perfect_low_least"),
        "perfect_most": agreed if agreed is not None else terms.value("ofc.perfect_low_most"),
        "stakes": None if stakes is None else {"start-of-hand": START_OF_HAND, "what-is-left": WHAT_IS_LEFT}[stakes],
        "first": None if first is None else {"button": BUTTON_FIRST, "left-of-button": LEFT_OF_BUTTON_FIRST}[first],
    }


def _rank(pips: int | None) -> int | None:
    """A rank by its pips as cards are numbered: a ten is 8."""
    return None if pips is None else pips - 2


def _fantasyland(terms: Terms, game: Game) -> dict[str, int | None]:
    """What opens Fantasyland, what keeps a seat there, and how many cards are dealt in it."""
    opens = terms.value("ofc.fantasyland")
    stays = terms.value("ofc.fantasyland_stays")
    thirteen, fourteen = terms.value("ofc.fantasyland_cards"), terms.value("ofc.fantasyland_cards_pineapple")
    cards = fourteen if game.streets[-1].down == 3 else thirteen
    # A progressive Fantasyland deals more cards for better fronts, and no document says how many.
    return {
        "fantasy_cards": None if terms.value("ofc.progressive") else cards,
        "opens_trips": None if opens is None else int(len(opens) == 3),
        "opens_rank": None if opens is None else RANKS.index(opens[0]),
        "stays": None if stays is None else sum(_STAYS[word] for word in set(stays)),
    }


def _put_royalties(record: Any, terms: Terms, game: Game) -> None:
    """The royalties of the three rows; a hand that a table does not name has none."""
    front = terms.value("ofc.royalties.front")
    if front is not None:
        for name, same in (("front_pair", 2), ("front_trips", 3)):
            record[name] = [front.get(rank * same, 0) for rank in RANKS]
    for name, table in (("middle", terms.value("ofc.royalties.middle")), ("back", terms.value("ofc.royalties.back"))):
        if table is not None:
            record[name] = [table.get(kind, 0) for kind in KINDS]
    low = terms.value("ofc.royalties.middle_27")
    if low is not None:
        ranks = {rank: low.get(name, 0) for name, rank in _HIGH_CARDS.items()}
        record["low"] = [ranks.get(rank, 0) for rank in range(len(RANKS))]
