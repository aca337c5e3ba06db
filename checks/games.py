"""Every game as a declaration: what is dealt, bet and won. Data only; the replay and the checks read it.

Seats are the most that may be dealt in where no rulebook says otherwise; rulebooks speak by the key `seats.CODE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parsers import vocabulary as v

FAMILIES: Final = ("flop", "stud", "draw", "chinese", "house-banked")

# How a hand is read. Each name is one evaluator; "a5" and "27" are the two lowball orders.
EVALUATORS: Final = ("high", "high-mexican", "low-a5", "low-27", "badugi", "badugi-ace-high")


@dataclass(frozen=True)
class Street:
    """One round: the cards a seat gets, the board's, and the bet that goes with it.

    `burn` cards go first. `draw_most` cards may be exchanged before the others are dealt, `discard` of a seat's cards
    go after the street's betting, `keep` of those dealt stay. `bet` is the limit of the round: "small", "big",
    "either", or None where nobody bets.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    burn: int = 0
    draw_most: int = 0
    discard: int = 0
    keep: int | None = None
    bet: str | None = "small"


@dataclass(frozen=True)
class Part:
    """One part of the pot: its word in an award ("" takes all), how hands are read, and of which cards.

    `hole` and `board` are the cards that have to come from each; None: any of them. `qualifier` is the highest card of
    a low that counts.
    """

    name: str
    evaluator: str
    hole: int | None = None
    board: int | None = None
    qualifier: int | None = None
    cards: int = 5


@dataclass(frozen=True)
class Game:
    """One game. `odd_part` is the part that gets the odd chip of a split; `opener` who starts the first round."""

    code: str
    title: str
    family: str
    streets: tuple[Street, ...]
    parts: tuple[Part, ...]
    seats_most: int | None
    betting: tuple[str, ...]
    opener: str  # "blinds", "bring-in", "none"
    first_later: str  # "left-of-button", "high-board", "low-board", "none"
    odd_chip: str  # "button", "stud", "none"
    odd_part: str | None = None
    bring_in: str | None = None  # "low", "high": the up card that has to
    ace_brings_in_low: bool = False  # the ace is the lowest card when the bring-in is looked for
    open_pair_fourth: bool = False
    deck_size: int = 52
    ranks_out: str = ""
    jokers: int = 0
    hole_cards_most: int | None = None  # where more than the declared number may be dealt, the same for all
    community_last: bool = False  # a short stub ends in one shared card
    aliases: tuple[str, ...] = ()
    cites: tuple[tuple[str, str], ...] = ()  # (rulebook, rule) where the game is described
    notes: tuple[str, ...] = ()

    @property
    def hole_cards(self) -> int:
        """Cards dealt to a seat on the first street, face down."""
        return self.streets[0].down

    @property
    def cards_dealt(self) -> int:
        """Cards that a seat gets in a hand played to the end, without draws."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def draws(self) -> int:
        """How many times a seat may draw."""
        return sum(street.draw_most > 0 for street in self.streets)

    @property
    def board_cards(self) -> int:
        return sum(street.board for street in self.streets)

    @property
    def burns(self) -> int:
        """Burns of a hand dealt to the end."""
        return sum(street.burn for street in self.streets)

    @property
    def has_button(self) -> bool:
        """Whether a button goes round; in stud and house-banked games none does, save Mexican stud."""
        return self.family in ("flop", "draw", "chinese") or self.code == "mexican"


ANY: Final = ("nl", "pl", "fl")
LIVE, EARLIER, GUIDE, HUHE = "wsop-live-2017", "caesars-live", "wsop-dealer-2018", "mlgca-huhe"


def _flop(hole: int, discard_preflop: int = 0, discard_flop: int = 0, draw_most: int = 0) -> tuple[Street, ...]:
    return (
        Street("preflop", down=hole, discard=discard_preflop, bet="small"),
        Street("flop", board=3, burn=1, draw_most=draw_most, discard=discard_flop, bet="small"),
        Street("turn", board=1, burn=1, draw_most=draw_most, bet="big"),
        Street("river", board=1, burn=1, draw_most=draw_most, bet="big"),
    )


def _stud(down: int = 2, discard: int = 0) -> tuple[Street, ...]:
    return (
        Street("third", down=down, up=1, discard=discard, bet="small"),
        Street("fourth", up=1, burn=1, bet="small"),
        Street("fifth", up=1, burn=1, bet="big"),
        Street("sixth", up=1, burn=1, bet="big"),
        Street("seventh", down=1, burn=1, bet="big"),
    )


def _draw(cards: int, draws: int) -> tuple[Street, ...]:
    """The limit doubles after the only draw, or after the second of three."""
    doubles = 1 if draws == 1 else 2
    first = Street("deal", down=cards, bet="small")
    later = (
        Street(f"draw{n}", burn=1, draw_most=cards, bet="big" if n >= doubles else "small") for n in range(1, draws + 1)
    )
    return (first, *later)


def _set(*dealt: int, keep: int | None = None) -> tuple[Street, ...]:
    first, *later = dealt
    return (
        Street("set1", down=first, bet=None),
        *(Street(f"set{n}", down=cards, keep=keep, bet=None) for n, cards in enumerate(later, start=2)),
    )


_HIGH: Final = (Part("", "high"),)
_OMAHA: Final = (Part("", "high", hole=2, board=3),)
_OMAHA8: Final = (Part("hi", "high", hole=2, board=3), Part("lo", "low-a5", hole=2, board=3, qualifier=8))
_OMAHA_HILO: Final = (Part("hi", "high", hole=2, board=3), Part("lo", "low-a5", hole=2, board=3))
_STUD8: Final = (Part("hi", "high"), Part("lo", "low-a5", qualifier=8))
_STUD_HILO: Final = (Part("hi", "high"), Part("lo", "low-a5"))
_ROWS: Final = (Part("front", "high", cards=3), Part("middle", "high"), Part("back", "high"))
_ROWS_27: Final = (Part("front", "high", cards=3), Part("middle", "low-27", qualifier=10), Part("back", "high"))


def _flop_game(
    code: str,
    title: str,
    streets: tuple[Street, ...],
    parts: tuple[Part, ...],
    seats: int,
    betting: tuple[str, ...],
    cites: tuple[tuple[str, str], ...],
    odd_part: str | None = None,
    hole_cards_most: int | None = None,
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "flop", streets, parts, seats, betting, "blinds", "left-of-button", "button",
        odd_part=odd_part, hole_cards_most=hole_cards_most, cites=cites, notes=notes,
    )  # fmt: skip


def _stud_game(
    code: str,
    title: str,
    parts: tuple[Part, ...],
    cites: tuple[tuple[str, str], ...],
    bring_in: str = "low",
    first_later: str = "high-board",
    seats: int = 8,
    streets: tuple[Street, ...] | None = None,
    odd_part: str | None = None,
    open_pair: bool = False,
    ace_low: bool = False,
    community_last: bool = True,
    aliases: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "stud", streets or _stud(), parts, seats, ("fl",), "bring-in", first_later, "stud",
        odd_part=odd_part, bring_in=bring_in, ace_brings_in_low=ace_low, open_pair_fourth=open_pair,
        community_last=community_last, aliases=aliases, cites=cites, notes=notes,
    )  # fmt: skip


def _draw_game(
    code: str,
    title: str,
    cards: int,
    draws: int,
    parts: tuple[Part, ...],
    seats: int,
    betting: tuple[str, ...],
    cites: tuple[tuple[str, str], ...],
    odd_part: str | None = None,
    aliases: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "draw", _draw(cards, draws), parts, seats, betting, "blinds", "left-of-button", "button",
        odd_part=odd_part, aliases=aliases, cites=cites, notes=notes,
    )  # fmt: skip


def _chinese_game(
    code: str,
    title: str,
    streets: tuple[Street, ...],
    cites: tuple[tuple[str, str], ...],
    parts: tuple[Part, ...] = _ROWS,
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "chinese", streets, parts, 4, (), "none", "none", "none", cites=cites, notes=notes,
    )  # fmt: skip


_ALL: Final = (
    # -- flop games
    _flop_game("holdem", "Texas hold'em", _flop(2), _HIGH, 10, ANY, ((LIVE, "before 163"), (GUIDE, "p.34"))),
    _flop_game("pineapple", "Pineapple", _flop(3, discard_preflop=1), _HIGH, 10, ANY, ((LIVE, "after 188"),)),
    _flop_game(
        "crazy-pineapple", "Crazy pineapple", _flop(3, discard_flop=1), _HIGH, 10, ANY, ((LIVE, "after 188"),)
    ),
    _flop_game("omaha", "Omaha", _flop(4), _OMAHA, 10, ANY, ((LIVE, "before 189"), (GUIDE, "p.34"))),
    _flop_game(
        "omaha8", "Omaha eight or better", _flop(4), _OMAHA8, 10, ANY, ((LIVE, "189"), (GUIDE, "p.34")), "hi"
    ),
    _flop_game("omaha-hilo", "Omaha high-low", _flop(4), _OMAHA_HILO, 10, ANY, ((LIVE, "192"),), "hi"),
    _flop_game(
        "big-o", "Big O", _flop(5), _OMAHA8, 8, ("pl", "fl"), ((LIVE, "before 193"), (GUIDE, "p.34")), "hi",
        notes=("seven seats in tournaments",),
    ),
    _flop_game(
        "big-easy", "Big Easy", _flop(5), _OMAHA8, 7, ANY, ((LIVE, "before 193"), (GUIDE, "p.55")), "hi",
        hole_cards_most=6, notes=("five or more hole cards, the same for all; the guide deals six",),
    ),
    _flop_game(
        "drawmaha", "Drawmaha", _flop(4, draw_most=4),
        (Part("omaha", "high", hole=2, board=3), Part("badugi", "badugi", hole=4, board=0, cards=4)),
        6, ANY, ((LIVE, "193"), (GUIDE, "p.64")), "omaha",
        notes=("one burn a street, before the draw", "odd chip to the Omaha half: our reading",
               "seven seats in the guide"),
    ),
    # -- stud games
    _stud_game("stud", "Seven-card stud", _HIGH, ((LIVE, "222"), (GUIDE, "p.29")), open_pair=True),
    _stud_game("stud8", "Stud eight or better", _STUD8, ((LIVE, "244"), (GUIDE, "p.29")), odd_part="hi"),
    _stud_game(
        "stud-hilo", "Stud high-low", _STUD_HILO, ((LIVE, "252"), (GUIDE, "p.29")), "high", "low-board",
        odd_part="hi", ace_low=True, notes=("under caesars-live the high board is first later",),
    ),
    _stud_game(
        "razz", "Razz", (Part("", "low-a5"),), ((LIVE, "240"), (GUIDE, "p.30")), "high", "low-board", ace_low=True
    ),
    _stud_game(
        "kc-razz", "Kansas City razz", (Part("", "low-27"),), ((LIVE, "241"),), "high", "low-board", ace_low=True
    ),
    _stud_game(
        "super-stud", "Super stud", _HIGH, ((LIVE, "253"),), seats=6, streets=_stud(4, discard=2), open_pair=True,
        community_last=False, notes=("never a community card: the muck is reshuffled",),
    ),
    _stud_game(
        "super-stud8", "Super stud eight or better", _STUD8, ((LIVE, "253"),), "high", seats=6,
        streets=_stud(4, discard=2), odd_part="hi", community_last=False,
        notes=("never a community card: the muck is reshuffled",),
    ),
    Game(
        "mexican", "Mexican stud", "stud",
        (
            Street("second", down=1, up=1, bet="either"), Street("third", up=1, burn=1, bet="either"),
            Street("fourth", up=1, burn=1, bet="either"), Street("fifth", up=1, burn=1, bet="either"),
        ),
        (Part("", "high-mexican"),), None, ("fl",), "bring-in", "high-board", "stud", bring_in="high",
        deck_size=41, ranks_out="89T", jokers=1, aliases=("mexican-poker",), cites=((LIVE, "255"),),
        notes=("one card is down at any time: a seat that opens its own gets the next one down",
               "flush beats full house, five of a kind is on top, seven and jack are neighbours",
               "the joker is wild if dealt down, else an ace or what fills a straight or flush"),
    ),
    _stud_game(
        "razzdugi", "Razzdugi", (Part("razz", "low-a5"), Part("badugi", "badugi", cards=4)), ((LIVE, "323"),),
        "high", "low-board", odd_part="razz", ace_low=True,
    ),
    _stud_game(
        "razzdeucey", "Razzdeucey", (Part("razz", "low-a5"), Part("27", "low-27")), ((LIVE, "329"),),
        "high", "low-board", odd_part="razz", ace_low=True, aliases=("razzduci",),
        notes=("odd chip to the razz half: our reading",),
    ),
    # -- draw games
    _draw_game("draw-high", "Five-card draw", 5, 1, _HIGH, 7, ANY, ((GUIDE, "p.36"),)),
    _draw_game("a5-single", "Ace-to-five single draw", 5, 1, (Part("", "low-a5"),), 6, ANY, ((LIVE, "285"),)),
    _draw_game("a5-triple", "Ace-to-five triple draw", 5, 3, (Part("", "low-a5"),), 6, ANY, ((LIVE, "285"),)),
    _draw_game(
        "27-single", "Deuce-to-seven single draw", 5, 1, (Part("", "low-27"),), 6, ANY,
        ((LIVE, "286"), (GUIDE, "p.36")), notes=("seven seats in tournaments",),
    ),
    _draw_game(
        "27-triple", "Deuce-to-seven triple draw", 5, 3, (Part("", "low-27"),), 6, ANY,
        ((LIVE, "286"), (GUIDE, "p.36")),
    ),
    _draw_game(
        "badugi", "Badugi", 4, 3, (Part("", "badugi", cards=4),), 8, ANY, ((LIVE, "294"), (GUIDE, "p.36"))
    ),
    _draw_game(
        "badeucey", "Badeucey", 5, 3, (Part("five", "low-27"), Part("badugi", "badugi-ace-high", cards=4)), 6, ANY,
        ((LIVE, "304"), (GUIDE, "p.36")), "five", aliases=("baduci", "baducy"),
        notes=("an ace never counts for the badugi: 9h7c6d3dAs is a three-card nine",),
    ),
    _draw_game(
        "badacey", "Badacey", 5, 3, (Part("five", "low-a5"), Part("badugi", "badugi", cards=4)), 6, ANY,
        ((LIVE, "313"), (GUIDE, "p.36")), "five", aliases=("badaci", "badacy"),
    ),
    # -- Chinese games
    _chinese_game(
        "chinese", "Chinese poker", _set(13), ((LIVE, "334"), (GUIDE, "p.62")),
        notes=("four stacks of 13; two players take one or two each, with three the fourth is mucked",
               "with five the button sits out"),
    ),
    Game(
        "chinese-draw", "Chinese draw poker", "chinese",
        (Street("deal1", down=5), Street("deal2", down=3), Street("deal3", down=5)),
        _ROWS, 4, ANY, "blinds", "left-of-button", "button", cites=((LIVE, "342"),),
        notes=("a pot is played for; it goes by the scoring of Chinese poker",),
    ),
    _chinese_game(
        "ofc", "Open-face Chinese", _set(5, *[1] * 8), ((LIVE, "344"), (EARLIER, "325"), (GUIDE, "p.63")),
        notes=("Fantasyland: 13 cards at once",),
    ),
    _chinese_game("ofc-turbo", "Turbo open-face Chinese", _set(5, 4, 4), ((LIVE, "350"),)),
    _chinese_game(
        "ofc-pineapple", "Pineapple open-face Chinese", _set(5, 3, 3, 3, 3, keep=2), ((LIVE, "351"),),
        notes=("Fantasyland: 14 cards, 13 are kept",),
    ),
    _chinese_game(
        "ofc-27", "Pineapple open-face Chinese, deuce-to-seven middle", _set(5, 3, 3, 3, 3, keep=2),
        ((LIVE, "353"),), _ROWS_27, notes=("a middle row over ten high is a foul",),
    ),
    # -- house-banked
    Game(
        "huhe", "World Poker Tour Heads-Up Hold'em", "house-banked",
        (
            Street("preflop", down=2, bet=None), Street("flop", board=3, burn=1, bet=None),
            Street("river", board=2, burn=1, bet=None),
        ),
        _HIGH, 6, (), "none", "none", "none", cites=((HUHE, "11B"),),
        notes=("the dealer has two cards too", "burns only when dealt by hand",
               "a raise is three antes before the flop, two on it, one after turn and river"),
    ),
)  # fmt: skip

GAMES: Final[dict[str, Game]] = {game.code: game for game in _ALL}
assert tuple(GAMES) == v.GAMES  # one declaration a game of the vocabulary, in its order
