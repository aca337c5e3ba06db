"""The terms in force as plain integers, for the replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd

import numpy as np
import numpy.typing as npt

from checks.law.params_of_rounds import misdeal_causes, new_player_key, of_rounds, short_mixed_caps
from checks.law.terms import Terms
from checks.replay.layout import (
    PARAMS,
    UNKNOWN,
    BeforeFlop,
    ButtonMoves,
    CallOff,
    FourCardFlop,
    From,
    KillWhen,
    Param,
    PutRight,
    RunLastCard,
    ShowAllIn,
    SitsOut,
    Substantial,
    TimeHand,
    TimeStyle,
)
from parsers.games import GAMES, Game
from parsers.vocabulary import BETTING
from parsers.vocabulary import GAMES as GAME_NAMES

HEADS_UP = 2
SEATS_MOST = 10
_LEGS = 2

Put = Callable[[int, int | None], None]

NO_CAP = 10**12  # cents; more than any pot

# Chips in cents, as rooms issue them.
CHIPS = (100, 500, 2500, 10_000, 50_000, 100_000, 500_000, 2_500_000, 10_000_000)


def smallest_unit(stakes: dict[str, int]) -> int | None:
    """The smallest chip in play: as the stakes say, else the greatest unit that makes up every forced bet."""
    if stakes.get("chip"):
        return stakes["chip"]
    forced = [stakes[key] for key in ("sb", "bb", "ante", "bring_in") if stakes.get(key)]
    return gcd(*forced) if forced else None


def to_params(
    terms: Terms,
    game: str,
    stakes: dict[str, int],
    betting: str | None = None,
    tournament: bool = False,
    players_left: int | None = None,
) -> npt.NDArray[np.int64]:
    """One column of the terms matrix: a game at its stakes by the rules in force."""
    out = np.full(PARAMS, UNKNOWN, np.int64)

    def put(param: int, value: int | None) -> None:
        if value is not None:
            out[param] = value

    declared = GAMES.get(game)
    if declared is not None:
        put(Param.DECK_CARDS, declared.deck_size)
        put(Param.HOLE_CARDS, declared.hole_cards)
        out[Param.IS_FLOP_GAME] = int(declared.family == "flop" and declared.draws == 0)
    put(Param.FORM, BETTING.index(betting) if betting in BETTING else None)
    put(Param.SMALL_BET_CENTS, stakes.get("small_bet"))
    put(Param.BIG_BET_CENTS, stakes.get("big_bet"))
    put(Param.WAGER_CHIP_CENTS, wager_chip(terms, stakes, tournament))
    put(Param.ALL_IN_EXEMPT, all_in_exempt(terms, betting))
    for param, value in _capped(terms, declared).items():
        put(param, value)
    put(Param.CAP_FALLS_HEADS_UP, cap_falls_heads_up(terms, tournament, players_left))
    put(Param.HALF_BET_REOPENS, _yes(terms.value("raise.reopens_half_bet_limit")))
    put(Param.SMALL_BLIND_AS_BIG, _yes(terms.value("pot_limit.small_blind_as_big")))
    put(Param.OVERBET_STANDS, _yes(terms.value("pot_limit.overbet_accepted_stands")))
    put(Param.SMALL_BLIND_UNTIL, _is("big-blind-acted", terms.value("pot_limit.small_blind_until")))
    put(Param.BLINDS_OWED_FULL, _yes(terms.value("blinds.short_others_owe_full")))
    put(Param.SB_CENTS, stakes.get("sb"))
    put(Param.BB_CENTS, stakes.get("bb"))
    unit = smallest_unit(stakes)
    put(Param.ODD_UNIT_CENTS, unit)
    for param, value in rake_plan(terms, declared, unit).items():
        put(param, value)
    _put_obligations(put, terms, declared, stakes, betting)
    _put_three_blinds(put, terms, declared, stakes, betting)
    put(Param.WAGER_MOST_CENTS, terms.value("wager.most"))
    put(Param.BUY_IN_LEAST_CENTS, least_buy_in(terms, stakes, betting))
    put(Param.BUY_IN_MOST_CENTS, terms.value("buy_in.most"))
    put(Param.BRING_IN_FULL, _yes(terms.value("bring_in.may_complete")))
    _put_straddles(put, terms, stakes)
    _put_kills(put, terms, stakes)
    for param, value in (
        *_dealing(terms, declared, game).items(),
        *_slide(terms).items(),
        *_several_boards(terms, declared, stakes, betting).items(),
        *(of_rounds(terms, declared, stakes, betting).items() if declared is not None else ()),
    ):
        put(param, value)
    return out


def _capped(terms: Terms, declared: Game | None) -> dict[int, int | None]:
    """How many raises a limit round may have, from how many players on, and what counts as one."""
    is_draw = declared is not None and declared.family == "draw"
    cap = terms.value("raise.cap_limit")
    return {
        Param.RAISE_CAP: terms.value("raise.cap_draw", cap) if is_draw else cap,
        Param.CAP_FROM: terms.value("raise.cap_from", HEADS_UP + 1),
        Param.STRADDLE_COUNTS: _yes(terms.value("raise.straddle_counts")),
        Param.COMPLETION_COUNTS: _yes(terms.value("raise.completion_counts")),
    }


def _dealing(terms: Terms, declared: Game | None, game: str) -> dict[Param, int | None]:
    """What is dealt, to whom, and when a deal is called off."""
    most = {by: value for by in ("seats.table", f"seats.{game}") if (value := terms.value(by)) is not None}
    causes = misdeal_causes(terms, declared)
    named = {
        "first-two-exposed": CallOff.FIRST_TWO_EXPOSED,
        "two-exposed": CallOff.TWO_EXPOSED,
        "two-boxed": CallOff.TWO_BOXED,
    }
    discards = [number for number, street in enumerate(declared.streets if declared else ()) if street.discard]
    return {
        Param.GAME_NO: GAME_NAMES.index(game) if declared is not None else None,
        Param.SEATS_MOST: min(most.values(), default=None),
        Param.FINAL_TABLE_MORE: final_table_more(terms, declared),
        Param.FULL_TABLE_SITS_OUT: full_table_sits_out(terms, declared),
        Param.WRONG_NUMBER_DEAD: _yes(terms.value("dead_hand.wrong_number")),
        Param.DEALT_BY_HAND: _is("hand", terms.value("dealing.from")),
        Param.TABLE_BEFORE_BOARD: _word(
            terms.value("showdown.all_in_tabled"), {"all": SEATS_MOST, "heads-up": HEADS_UP}
        ),
        Param.JOKER_DEAD: _yes(terms.value("dead_hand.joker")),
        Param.UNCALLED_RETURNED: _yes(terms.value("pots.uncalled_returned")),
        Param.SOLE_SHOWS: _yes(terms.value("showdown.sole_hand_shows")),
        **_put_right(terms),
        Param.SEATS_BY_TABLE: int(min(most, key=lambda by: most[by]) == "seats.table") if most else None,
        Param.HOLE_CARDS_FREE: int(declared is not None and declared.hole_cards_most is not None),
        Param.DISCARD_BEFORE: discards[0] + 3 if discards else 0,
        Param.BURN_CARDS: terms.value("cards.burn"),
        Param.REDEAL_EXACT: _is("exact-replay", terms.value("misdeal.redeal")),
        Param.SUBSTANTIAL: _word(
            terms.value("misdeal.substantial_action"),
            {
                "three-alike-or-two-mixed": Substantial.TWO_MIXED_OR_THREE,
                "two-with-chips-or-three": Substantial.TWO_WITH_CHIPS_OR_THREE,
            },
        ),
        Param.MISDEAL_CAUSES: None if causes is None else sum(1 << named[cause] for cause in causes if cause in named),
        Param.BOXED_VOID_FROM: terms.value("cards.boxed_void_from"),
        Param.BOXED_NEEDED_ONLY: int(terms.value("cards.boxed_counted") != "any"),
        Param.OTHER_BACK_VOID: _yes(terms.value("cards.other_back_void")),
        Param.FOUR_CARD_FLOP: _word(
            terms.value("flop.four_cards"),
            {"floor-picks-burn": FourCardFlop.FLOOR, "top-card-burn": FourCardFlop.DEALER},
        ),
        Param.SHOW_ALL_IN: _word(
            terms.value("showdown.all_in"), {"all-at-once": ShowAllIn.AT_ONCE, "all-in-bettor": ShowAllIn.BETTOR}
        ),
        Param.SHOW_SIDE_FIRST: _yes(terms.value("showdown.side_pot_first")),
        Param.DEALS_TO_AWAY: int(is_time_raked(terms)),  # there every active seat is dealt in, its player there or not
    }


def rake_plan(terms: Terms, declared: Game | None, unit: int | None) -> dict[int, int | None]:
    """What the house takes from a pot, in the form that is posted. A share that it posts without a cap has none."""
    percent, cap = terms.get("rake.percent"), terms.value("rake.cap")
    mixed = short_mixed_caps(terms, declared)
    rows: dict[int, int | None] = {
        Param.RAKE_BEFORE_FLOP: before_flop(terms),
        Param.RAKE_CAP_CENTS: NO_CAP if cap is None and percent is not None and percent.from_house else cap,
        Param.RAKE_DROP_CENTS: terms.value("rake.drop"),
        Param.RAKE_ABOVE_CENTS: terms.value("rake.above"),
        Param.RAKE_AFTER_CALL_CENTS: terms.value("rake.after_first_call"),
        Param.RAKE_SHORT_MIXED: int(bool(mixed)),
        Param.STRADDLE_IS_RAISE: int(terms.value("rake.preflop_straddle_is_blind") is False),
        Param.UNCALLED_RAKED: int(terms.value("rake.uncalled_excluded") is False),
    }
    if percent is not None:
        rows[Param.RAKE_PERCENT] = round(percent.value * 100)
        rows[Param.RAKE_STEP_CENTS] = terms.value("rake.step") or unit
    for seats, most in (mixed or terms.value("rake.short") or {}).items():
        rows[Param.RAKE_SHORT_0 + int(seats)] = most
    for seats, due in (terms.value("rake.by") or {}).items():
        rows[Param.RAKE_BY_0 + int(seats)] = due
    for number, (pot, take) in enumerate(sorted((terms.value("rake.tiers") or {}).items())):
        rows[Param.RAKE_TIER_POT_0 + number] = pot
        rows[Param.RAKE_TIER_TAKE_0 + number] = take
    return rows


def final_table_more(terms: Terms, game: Game | None) -> int | None:
    """Seats more than the game's most at a final table; of stud games a rulebook may speak by themselves."""
    of_stud = terms.value("seats.final_table_more_stud") if game is not None and game.family == "stud" else None
    more: int | None = terms.value("seats.final_table_more") if of_stud is None else of_stud
    return more


def full_table_sits_out(terms: Terms, game: Game | None) -> int | None:
    """Who sits out at a table with more players than a draw game, or Chinese draw poker, deals to."""
    if game is not None and game.family == "draw":
        said = terms.value("seats.full_draw_table")
        return SitsOut.BEFORE_BIG_BLIND if said == "in-front-of-big-blind" else None
    if game is not None and game.family == "chinese":
        return SitsOut.BUTTON if terms.value("chinese.five_players") == "button-sits-out" else None
    return None


def _slide(terms: Terms) -> dict[Param, int | None]:
    """What goes to the slide beside the rake, and when."""
    style = _word(
        terms.value("time.style", "seat"), {"seat": TimeStyle.SEAT, "pot": TimeStyle.POT, "flop": TimeStyle.FLOP}
    )
    payer = terms.value("time.flop_hand" if style == TimeStyle.FLOP else "time.pot_hand")
    promo = terms.value("promo.amount")
    return {
        Param.STREET_RAKE: _yes(terms.value("rake.street_by_street")),
        Param.PROMO_CENTS: promo,
        # By how much a short table would reduce it nobody says.
        Param.PROMO_FROM_CENTS: None
        if promo is None or terms.value("promo.reduced_short")
        else terms.value("promo.from_pot", 0),
        Param.TIME_CENTS: terms.value("time.rate"),
        Param.TIME_STYLE: style,
        Param.TIME_HAND: _word(
            payer,
            {
                "hand-after-call": TimeHand.AFTER_CALL,
                "first-pot-that-covers": TimeHand.FIRST_THAT_COVERS,
                "first-flop": TimeHand.FIRST_FLOP,
            },
        ),
        Param.TIME_ABSENT_PAY: _yes(terms.value("time.absent_pay")),
        Param.TIME_AFTER_CALL: _yes(terms.value("time.owed_after_call")),
        Param.TAKINGS_POSTED: _yes(terms.value("takings.only_posted")),
        Param.PROMO_NO_FLOP: _yes(terms.value("promo.no_flop_no_drop")),
    }


def _several_boards(
    terms: Terms, declared: Game | None, stakes: dict[str, int], betting: str | None
) -> dict[Param, int | None]:
    """How many boards may be run at a table; the placard's own word first, then where the rulebooks let it be."""
    times, where = terms.get("run_it.times"), terms.value("run_it.where")
    most: int | None
    if times is not None and times.from_house:
        most = times.value
    elif where is None:
        most = None
    else:
        by_time = is_time_raked(terms) and declared is not None and declared.family == "flop"
        allowed = any(
            by_time if place == "time-raked-flop" else names_game(place, declared, stakes, betting) for place in where
        )
        most = 1 if not allowed else times.value if times is not None else None
    last_card = {"dealt": RunLastCard.DEALT, "shuffled-with-burns": RunLastCard.WITH_BURNS}
    return {
        Param.RUN_LAST_CARD: _word(terms.value("run_it.last_card"), last_card),
        # First the burns, then the muck: of any other way the walk knows nothing.
        Param.RUN_SHORT_STUB: int(terms.value("run_it.short_stub") == ("burns", "muck")),
        Param.RUN_MOST: most,
        Param.RUN_BY_TIMES: int(most is None or most > 1 or (times is not None and times.from_house)),
        Param.RUN_ALL_IN: _yes(terms.value("run_it.all_in_needed")),
        Param.RUN_CHECK_DOWN: _yes(terms.value("run_it.check_down")),
    }


def _put_right(terms: Terms) -> dict[Param, int | None]:
    """How a street that was taken back from the board is dealt again."""
    ways = {"reshuffle": PutRight.RESHUFFLED, "next-card": PutRight.NEXT_CARD}
    keys = {
        Param.PREMATURE_FLOP: "premature.flop", Param.PREMATURE_TURN: "premature.turn",
        Param.PREMATURE_RIVER: "premature.river", Param.FIVE_FLOP: "flop.five_cards",
    }  # fmt: skip
    found: dict[Param, int | None] = {param: _word(terms.value(key), ways) for param, key in keys.items()}
    return {**found, Param.PREMATURE_BURN: _yes(terms.value("premature.burn_again"))}


def names_game(word: str, declared: Game | None, stakes: dict[str, int], betting: str | None) -> bool:
    """Whether a word such as nl-holdem-5-10 or pl-omaha names a game: betting form, game, blinds in dollars.

    A game that is read from two hole cards, as Omaha is, stands for all that are.
    """
    form, name, *blinds = word.split("-")
    if declared is None or betting != form:
        return False
    hole = GAMES[name].parts[0].hole
    same = declared.code == name or (hole is not None and declared.parts[0].hole == hole)
    return same and (not blinds or [stakes.get("sb"), stakes.get("bb")] == [100 * int(blind) for blind in blinds])


def is_time_raked(terms: Terms) -> bool:
    """Whether the house is paid by time at a table."""
    return terms.value("rake.plan") in ("time", "pot+time")


def _word(value: str | None, numbers: Mapping[str, int]) -> int | None:
    return None if value is None else numbers.get(value)


def _put_obligations(
    put: Put, terms: Terms, declared: Game | None, stakes: dict[str, int], betting: str | None
) -> None:
    """What those owe who come into a game, and the antes."""
    live_part = terms.value("blinds.missed.live")
    put(Param.MISSED_SINGLE_LIVE, None if live_part is None else int(live_part == "big-blind-or-single"))
    put(Param.RETURN_AS_STRADDLE, _yes(terms.value("blinds.missed.live_straddle")))
    put(Param.NEW_POSTS, new_player_posts(terms, declared, betting))
    # Who changes seats at draw and mixed games waits: how long the log does not say.
    waits = (declared is not None and declared.family == "draw") or terms.get("mixed.games") is not None
    waits = waits and bool(terms.value("blinds.move_draw_waits"))
    put(Param.MOVE_PAST_FREE, None if waits else terms.value("blinds.move_past_free"))
    put(Param.MOVE_WAITS, int(waits))
    put(Param.BIG_ONLY_BETWEEN, _yes(terms.value("blinds.big_only_between")))
    put(Param.NONE_BETWEEN, _yes(terms.value("blinds.no_hand_between")))
    put(Param.BEST_POSITION_WAITS, terms.value("blinds.best_position_waits"))
    put(Param.BUY_MISSED_BIG_ONLY, _is("big-blind-only", terms.value("blinds.missed.buy_button")))
    put(Param.BUY_NEW, _yes(terms.value("blinds.buy_button.new_player")))
    put(Param.BUY_BIG_LIVE, _is("big-live-small-dead", terms.value("blinds.buy_button.posts")))
    put(Param.DEAL_OFF, _yes(terms.value("blinds.deal_off")))
    put(Param.ANTE_CENTS, stakes.get("ante"))
    put(Param.BBA_IS_BIG_BLIND, _is("big-blind", terms.value("bba.amount")))
    put(Param.BBA_BLIND_FIRST, _is("blind", terms.value("bba.first")))
    put(Param.BBA_SHORT_LOSES_ANTE, _is("ante", terms.value("bba.short_loses")))
    put(Param.WRONG_BUTTON_CORRECTED, _is("corrected-next-hand", terms.value("button.after_wrong")))
    put(Param.BUTTON_MOVES, button_moves(terms))
    put(Param.BBA_PERCENT, terms.value("bba.times"))
    put(Param.BUTTON_FROZEN, _yes(terms.value("mixed.button_frozen")))


def _put_three_blinds(
    put: Put, terms: Terms, declared: Game | None, stakes: dict[str, int], betting: str | None
) -> None:
    """Pot-limit Omaha with a button straddle that is a duty: the documents call it a game of three blinds."""
    straddle = terms.value("straddle.amount") or stakes.get("straddle")
    is_omaha = declared is not None and bool(declared.parts) and declared.parts[0].hole == 2
    if betting != "pl" or not is_omaha or not straddle:
        return
    # Other mandatory straddles are ordinary ones made a duty: only of this game is it sure that it has three blinds.
    if (stakes.get("sb"), stakes.get("bb"), straddle) != (100, 200, 500):
        return
    put(Param.THREE_BLINDS_CENTS, terms.value("pot_limit.three_blinds_1_2_5"))
    if terms.value("straddle.mandatory") == "button":
        put(Param.THREE_BLINDS_MISSED, _is("straddle-live", terms.value("blinds.missed.three_blinds")))


def button_moves(terms: Terms) -> int:
    """How the button moves: as the house chose, else dead unless a document says that it is not."""
    kind = terms.value("button.kind")
    if kind is None:
        return ButtonMoves.NOT_SAID if terms.value("button.dead") is False else ButtonMoves.DEAD
    return ButtonMoves.MOVING if kind == "moving" else ButtonMoves.DEAD


def new_player_posts(terms: Terms, declared: Game | None, betting: str | None) -> int | None:
    """Whether a new player posts: as the house says, else by the rule of a draw game, else by the betting form."""
    by_form = terms.get(f"blinds.new_player_posts.{betting}")
    key = new_player_key(declared) if declared is not None else None
    own = terms.get(key) if key is not None else None
    if own is None or by_form is None or by_form.from_house:
        found = by_form or own
        return None if found is None else _yes(found.value)
    if own.value != by_form.value and own.rulebook != by_form.rulebook:
        return None  # one book speaks of the form, another of the game
    return _yes(own.value)


def least_buy_in(terms: Terms, stakes: dict[str, int], betting: str | None) -> int | None:
    """The least buy-in: as the placard says, else in limit so many small bets."""
    own = terms.value("buy_in.least")
    bets, small_bet = terms.value("buy_in.limit_bets"), stakes.get("small_bet")
    if own is not None or betting != "fl" or not bets or not small_bet:
        return None if own is None else int(own)
    return int(bets * small_bet)


def all_in_exempt(terms: Terms, betting: str | None) -> int | None:
    """Whether an all-in need not be in the wager chip; pot-limit may have a rule of its own."""
    own = terms.value("wager.all_in_exempt_pot_limit") if betting == "pl" else None
    return _yes(terms.value("wager.all_in_exempt") if own is None else own)


_FROM = {"button": From.BUTTON, "utg": From.UNDER_THE_GUN, "mississippi": From.ANYWHERE}


def _put_straddles(put: Put, terms: Terms, stakes: dict[str, int]) -> None:
    put(Param.STRADDLE_ALLOWED, _yes(terms.value("straddle.allowed")))
    seats = terms.value("straddle.from")
    put(Param.STRADDLE_FROM, None if seats is None else sum(_FROM[name] for name in set(seats)))
    put(Param.STRADDLE_LIMIT_BUTTON, _yes(terms.value("straddle.limit_button")))
    put(Param.STRADDLE_IN_KILL, _yes(terms.value("straddle.in_kill_pot")))
    put(Param.STRADDLE_BEFORE_CARDS, _yes(terms.value("straddle.before_cards")))
    put(Param.STRADDLE_MULTIPLE, _yes(terms.value("straddle.multiple")))
    put(Param.STRADDLE_MANDATORY, _FROM.get(terms.value("straddle.mandatory", "")))
    cents = terms.value("straddle.amount") or stakes.get("straddle")
    times, big_blind = terms.value("straddle.times"), stakes.get("bb")
    put(Param.STRADDLE_CENTS, cents or (times * big_blind if times and big_blind else None))
    first = terms.value("straddle.first_raise")  # in big blinds, over a straddle of so many
    put(Param.STRADDLE_RAISE_CENTS, (first - times) * big_blind if first and times and big_blind else None)
    put(Param.STRADDLE_RAISES_LATER, int(terms.value("bet.straddle_raises_opening_only") is False))


def _put_kills(put: Put, terms: Terms, stakes: dict[str, int]) -> None:
    """Kills are owed only where the house file says what makes one."""
    when = {"two-in-a-row": KillWhen.TWO_IN_A_ROW, "scoop": KillWhen.SCOOP}.get(terms.value("kill.when", ""))
    put(Param.KILL_WHEN, when)
    percent = terms.value(f"kill.{terms.value('kill.kind')}")
    big_blind, big_bet = stakes.get("bb"), stakes.get("big_bet")
    put(Param.KILL_PERCENT, percent)
    cents = stakes.get("kill") or (big_blind * percent // 100 if percent and big_blind else None)
    # The table's memory holds one leg: how more of them run it cannot say.
    counted = when != KillWhen.TWO_IN_A_ROW or terms.value("kill.legs", _LEGS) == _LEGS
    put(Param.KILL_CENTS, cents if counted else None)
    acting = terms.value("kill.acting")
    if terms.value("time.rate") is not None:
        acting = terms.value("kill.acting_time_raked_limit") or acting
    put(Param.KILL_ACTS_LAST, _is("last", acting))
    put(Param.KILL_WINS_AGAIN, _yes(terms.value("kill.wins_again")))
    put(Param.KILL_IS_BLIND, _yes(terms.value("kill.blind_is_blind")))
    put(Param.KILL_LEAVER_KEEPS, _yes(terms.value("kill.leaver_keeps_leg")))
    put(Param.KILL_OWED_LEAVING, _yes(terms.value("kill.owed_when_leaving")))
    put(Param.KILL_BARS_BUYING, _is("unless-kill-in-blinds", terms.value("kill.buy_button")))
    times = terms.value("kill.scoop_times")
    put(Param.KILL_SCOOP_CENTS, times * big_bet if times and big_bet else None)


def _is(word: str, value: str | None) -> int | None:
    return None if value is None else int(value == word)


def _yes(value: bool | None) -> int | None:
    return None if value is None else int(value)


def wager_chip(terms: Terms, stakes: dict[str, int], tournament: bool) -> int | None:
    """The smallest chip that may be wagered; None where nobody says it or the big blind is under one dollar."""
    own = terms.value("wager.chip")
    if own is not None:
        return int(own)
    rule = terms.value("wager.smallest_chip")
    if rule is None:
        return None
    if tournament or rule == "in-play":
        return stakes.get("chip")
    big_blind = stakes.get("bb") or 0
    return max((chip for chip in CHIPS if chip <= big_blind and big_blind % chip == 0), default=None)


def cap_falls_heads_up(terms: Terms, tournament: bool, players_left: int | None) -> int | None:
    """1 where a limit round that begins with two has no cap, 2 where one that comes down to two has none, 0 else."""
    rule = terms.value("raise.uncapped")
    if rule is None:
        return None
    if rule == "last-two-of-tournament":
        return int(tournament and players_left == 2)
    if rule == "heads-up-before-cap":
        return 2
    return int(rule == "round-began-heads-up")


def before_flop(terms: Terms) -> int | None:
    """How pots without a flop are raked; None where no rule in force says it."""
    if terms.value("rake.from_flop"):
        return BeforeFlop.NEVER
    never = terms.value("rake.no_flop_no_drop")
    action = terms.value("rake.preflop")
    if never or (never is None and action == "never"):
        return BeforeFlop.NEVER
    if action == "after-call-and-raise":
        return BeforeFlop.WITH_ACTION
    return None if never is None else BeforeFlop.ALWAYS
