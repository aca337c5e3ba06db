"""Stud, draw and mixed games as plain integers for the replay: a game's declaration, and the rules of its rounds."""

from __future__ import annotations

from typing import Any, Final

from checks.law.terms import Terms
from checks.replay import streets
from checks.replay.layout import BoardAce, FirstLater, LastCard, Opener, Param, Reading, Waits
from parsers.games import GAMES, Game, Part, Street
from parsers.vocabulary import PARTS, RANKS

_BETS: Final = {None: streets.NO_BET, "small": streets.SMALL, "big": streets.BIG, "either": streets.EITHER}
_READINGS: Final = {
    "high": Reading.HIGH, "high-mexican": Reading.MEXICAN, "low-a5": Reading.ACE_TO_FIVE,
    "low-27": Reading.DEUCE_TO_SEVEN, "badugi": Reading.BADUGI, "badugi-ace-high": Reading.BADUGI_WITHOUT_ACES,
}  # fmt: skip
_WITH_BOARD: Final = {"high": Reading.BOARD_HIGH, "high-short": Reading.BOARD_HIGH_SHORT}
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")  # from the highest, as the walk orders cards
_OWN_NEW_PLAYERS: Final = ("badugi", "badeucey", "badacey")
_FIRST_LATER: Final = {
    "left-of-button": FirstLater.LEFT_OF_BUTTON, "high": FirstLater.HIGH_BOARD, "low": FirstLater.LOW_BOARD,
}  # fmt: skip


def is_round_game(game: Game) -> bool:
    """Whether a game is replayed by the kernels of rounds: stud, draw, flop games with draws, Chinese draw poker."""
    return game.family in ("stud", "draw") or (game.family == "flop" and game.draws > 0) or is_set_for_a_pot(game)


def is_set_for_a_pot(game: Game) -> bool:
    """Whether a game is set in rows and bet on, lot by lot: Chinese draw poker."""
    return game.family == "chinese" and bool(game.betting)


def of_rounds(terms: Terms, game: Game, stakes: dict[str, int], betting: str | None) -> dict[int, int | None]:
    """The rows of the terms matrix that only these games have; for any other game one row that says so."""
    if not is_round_game(game):
        return {Param.IS_ROUND_GAME: 0, **(_declared(terms, game) if game.family == "flop" else {})}
    return {
        Param.IS_ROUND_GAME: 1,
        **_declared(terms, game),
        **_who_opens(terms, game, stakes),
        **_stub(terms, game),
        **_deal(terms, game, betting),
        Param.MISSED_WAITS: _who_waits(terms, game),
    }


def _declared(terms: Terms, game: Game) -> dict[int, int | None]:
    # Rows win points; which points win what of a pot no document says.
    parts = () if is_set_for_a_pot(game) else game.parts
    rows: dict[int, int | None] = {
        Param.STREETS: len(game.streets),
        Param.PARTS: len(parts),
        Param.PART_QUALIFIES: _qualifier(terms, game),
        Param.JOKERS: game.jokers,
        Param.RANKS_OUT: sum(1 << RANKS.index(rank) for rank in game.ranks_out) if game.ranks_out else None,
        Param.LOW_BOARD_ACE: BoardAce.EITHER
        if any(part.evaluator == "low-27" for part in game.parts)
        else BoardAce.LOW,
    }
    for number, street in enumerate(game.streets):
        rows[Param.STREET_0 + number] = _packed(street)
    for number, part in enumerate(parts):
        rows[Param.PART_READING + number] = _reading(part, game.board_cards)
        rows[Param.PART_WORD + number] = PARTS.index(part.name)
    return rows


def _qualifier(terms: Terms, game: Game) -> int:
    """The highest card of a low that takes its half of the pot: as the rules say it, else as the game is called."""
    own = [part.qualifier for part in game.parts if part.evaluator == "low-a5" and part.qualifier is not None]
    return int(terms.value("hilo.qualifier", own[0])) if own else 0


def _packed(street: Street) -> int:
    return streets.pack(street.down, street.up, street.board, street.draw_most, street.discard, _BETS[street.bet])


def _reading(part: Part, board_cards: int) -> Reading:
    """How the hands of a part are read; one that names no number of hole cards takes the best of all there are."""
    if part.hole == 2:
        return Reading.OMAHA_HIGH if part.evaluator == "high" else Reading.OMAHA_LOW
    return _WITH_BOARD[part.evaluator] if board_cards and part.hole is None else _READINGS[part.evaluator]


def _who_opens(terms: Terms, game: Game, stakes: dict[str, int]) -> dict[int, int | None]:
    if game.opener != "bring-in":
        return {Param.OPENER: Opener.BLINDS, Param.FIRST_LATER: FirstLater.LEFT_OF_BUTTON, Param.ODD_BY_CARDS: 0}
    first_later = terms.value(f"first_later.{game.code}")
    if game.jokers and first_later == "low":
        first_later = None  # what a joker is worth on a low board nobody says
    bring_in = terms.value(f"bring_in.{game.code}")
    odd = terms.value("odd_chip.stud")
    if terms.value("odd_chip.stud_low") == "low" and any(part.evaluator != "high" for part in game.parts):
        odd = None  # the replay orders tied seats by their highest card; by the lowest it cannot say
    if tuple(terms.value("odd_chip.suits", _SUITS)) != _SUITS:
        odd = None  # nor by suits of another order
    open_pair = terms.value(f"open_pair.{game.code}")
    return {
        Param.OPENER: Opener.BRING_IN,
        Param.BRING_IN_CENTS: stakes.get("bring_in"),
        Param.BRING_IN_HIGH: None if bring_in is None else int(bring_in == "high"),
        Param.BRING_IN_ACE_LOW: int(game.ace_brings_in_low),
        **_ace_always_high(terms, game),
        Param.FIRST_LATER: None if first_later is None else _FIRST_LATER[first_later],
        Param.OPEN_PAIR: None if open_pair is None else int(open_pair),
        Param.ODD_BY_CARDS: 0 if game.odd_chip != "stud" else None if odd is None else {"five": 5, "seven": 7}[odd],
    }


def _ace_always_high(terms: Terms, game: Game) -> dict[int, int | None]:
    """Razzdeucey, where a rulebook has the ace high throughout: for the bring-in, the boards and the razz half."""
    if game.code != "razzdeucey" or terms.value("razzdeucey.ace") != "high":
        return {}
    return {
        Param.BRING_IN_ACE_LOW: 0,
        Param.LOW_BOARD_ACE: BoardAce.HIGH,
        Param.PART_READING: Reading.RAZZ_ACE_HIGH,
    }


def _stub(terms: Terms, game: Game) -> dict[int, int | None]:
    """What is done when the stub runs short."""
    if is_set_for_a_pot(game):
        return {}  # four hands are the whole deck, and of a short stub no document speaks
    if game.family == "stud":
        super_stud = not game.community_last and game.code != "mexican"
        key = "stub.mexican_extra" if game.code == "mexican" else "stub.stud_extra"
        # First the burns, then a community card: of any other way the walk knows nothing.
        known = tuple(terms.value("stub.stud_short", ("burns", "community"))) == ("burns", "community")
        return {
            Param.STUD_STUB_EXTRA: None if super_stud or not known else terms.value(key),
            Param.STUD_STUB_FROM: terms.value("stub.stud_from", 1),
            Param.STUD_COMMUNITY_FROM: terms.value("stub.stud_community_from"),
            Param.STUD_COMMUNITY: _yes(terms.value("stub.super_stud_community")) if super_stud else 1,
        }
    sources = of_game(terms, "stub.draw_sources", game)
    last = terms.value("stub.draw_last_card")
    river = terms.value("stub.drawmaha_last_card_river")
    numbers = {"never-dealt": LastCard.NEVER, "completes-last-draw": LastCard.COMPLETES}
    last_card = None if last is None else numbers[last]
    if game.board_cards:
        last_card = None if river is None else LastCard.COMPLETES if river else LastCard.NEVER
    return {
        Param.DRAW_STUB_RULE: 1 if set(sources or ()) == {"stub", "muck"} else None,
        Param.DRAW_STUB_BURNS: _yes(terms.value("stub.draw_burns", False if sources is not None else None)),
        Param.DRAW_STUB_DISCARDS: _yes(of_game(terms, "stub.draw_this_rounds_discards", game)),
        Param.DRAW_LAST_CARD: last_card,
        Param.DRAW_BURN_AGAIN: _yes(terms.value("stub.draw_burn_again")),
    }


def of_game(terms: Terms, key: str, game: Game) -> Any:
    """A value that a rulebook may say of one game, else of all; None where nobody speaks."""
    return terms.value(f"{key}_of.{game.code}", terms.value(key))


def missed_key(game: Game) -> str:
    """The key of how one comes back to a draw game who missed a blind; lowball games share theirs."""
    is_lowball = len(game.parts) == 1 and game.parts[0].evaluator.startswith("low-")
    return f"blinds.missed.{'lowball' if is_lowball else game.code}"


def new_player_key(game: Game) -> str | None:
    """The key of what a new player posts at a draw game, whatever its betting form; None at any other game."""
    if game.family != "draw":
        return None
    own = missed_key(game).removeprefix("blinds.missed.")
    return f"blinds.new_player_posts.{own if own in _OWN_NEW_PLAYERS else 'lowball'}"


def _who_waits(terms: Terms, game: Game) -> int | None:
    if game.family != "draw":
        return None
    waits: dict[str | None, int] = {"wait": Waits.ANY, "wait-or-kill": Waits.BIG_BLIND}
    return waits.get(terms.value(missed_key(game)))


def _deal(terms: Terms, game: Game, betting: str | None) -> dict[int, int | None]:
    exposed = terms.value("cards.draw_exposed")
    if betting != "fl" and terms.value("cards.draw_exposed_low_kept"):
        exposed = None  # there it hangs on the card, and on whether it was the deal
    causes = terms.value("misdeal.causes")
    return {
        Param.CARDS_EXPOSED_REPLACED: _is("replaced", exposed) if game.family == "draw" else None,
        Param.SEVENTH_FACE_UP: (
            _is("first-up-all-up-else-option", terms.value("cards.seventh_face_up")) if game.community_last else None
        ),
        Param.UNBET_FOLD_DEALT: _yes(terms.value("cards.unbet_fold_dealt")) if game.family == "stud" else None,
        Param.BURN_DRAW_CARDS: (
            None if is_set_for_a_pot(game) else terms.value("cards.burn_draw", terms.value("cards.burn"))
        ),
        Param.MISDEAL_STUD_DOWN: None if causes is None else int("stud-down-exposed" in causes),
        Param.SUBSTANTIAL_STUD: 2 if terms.value("misdeal.substantial_action_stud") else None,
        Param.HOLE_UP_THIRD_DOWN: _is("down", terms.value("cards.stud_third")),
        Param.BOTH_UP_ANTE_BACK: _is("dead-ante-back", terms.value("cards.stud_both_up")),
    }


def misdeal_causes(terms: Terms, game: Game | None) -> list[str] | None:
    """What makes a misdeal at a game; None where nobody says it.

    Draw games have causes of their own. Where only the second exposed card of a draw is named, that is what counts.
    """
    causes: list[str] | None = terms.value("misdeal.causes")
    if game is None or game.family != "draw":
        return causes
    own: list[str] | None = terms.value("misdeal.causes_draw")
    if own is not None:
        return own
    return sorted({*causes, "two-exposed"}) if causes is not None and "draw-second-exposed" in causes else None


def seats_of_mixed_table(terms: Terms, game: Game) -> int | None:
    """The most that a mixed table deals in at a game: as posted, else as the game of its rotation that takes fewest.

    At a draw game who is over its number sits out, so draw games of the rotation do not make the table smaller.
    """
    posted: int | None = terms.value("seats.table")
    rotation = [GAMES[code] for code in terms.value("mixed.games") or () if code in GAMES]
    sitting = [posted] if posted is not None else [_seats_at(terms, one) for one in rotation if one.family != "draw"]
    known = [most for most in (_seats_at(terms, game), *sitting) if most is not None]
    return min(known, default=None)


def _seats_at(terms: Terms, game: Game) -> int | None:
    most: int | None = terms.value(f"seats.{game.code}", game.seats_most)
    return most


def short_mixed_caps(terms: Terms, game: Game | None) -> dict[int, int]:
    """The caps of a mixed game by seats dealt in; empty where no mixed game is played, or the house has its own caps.

    The guide names two, three and four seats under the table's maximum; with still fewer the last cap stays.
    """
    by_missing = terms.value("rake.short_mixed")
    short = terms.get("rake.short")
    if game is None or not by_missing or terms.get("mixed.games") is None or (short is not None and short.from_house):
        return {}
    most = seats_of_mixed_table(terms, game)
    if most is None:
        return {}
    missing_most = max(by_missing)
    caps = {}
    for seats in range(2, most):
        missing = min(most - seats, missing_most)
        if missing in by_missing:
            caps[seats] = by_missing[missing]
    return caps


def _is(word: str, value: str | None) -> int | None:
    return None if value is None else int(value == word)


def _yes(value: bool | None) -> int | None:
    return None if value is None else int(value)
