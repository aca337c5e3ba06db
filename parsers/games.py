"""Every game as a declaration: what is dealt, bet and won. Data only; the readers, the walk and the checks read it.

A new flop, stud or draw game is a declaration here, and nothing else.

Seats are the most that may be dealt in where no rulebook says otherwise; rulebooks speak by the key `seats.CODE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FAMILIES: Final = ("flop", "stud", "draw", "chinese", "house-banked")

# How a hand is read. Each name is one evaluator; "a5" and "27" are the two lowball orders.
EVALUATORS: Final = ("high", "high-mexican", "high-short", "low-a5", "low-27", "badugi", "badugi-ace-high")


@dataclass(frozen=True)
class Street:
    """One round: the cards a seat gets, the board's, and the bet that goes with it.

    `draw_most` cards may be exchanged before the others are dealt, `discard` of a seat's cards go after the street's
    betting. `bet` is the limit of the round: "small", "big", "either", or None where nobody bets.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw_most: int = 0
    discard: int = 0
    bet: str | None = "small"


@dataclass(frozen=True)
class Part:
    """One part of the pot: its word in an award ("" takes all), how hands are read, and of which cards.

    `hole` is the number of cards that have to come from the hand; None: any, of hand and board. `qualifier` is the
    highest card of a low that counts.
    """

    name: str
    evaluator: str
    hole: int | None = None
    qualifier: int | None = None


@dataclass(frozen=True)
class Game:
    """One game. The first of its parts gets the odd chip of a split; `opener` says who starts the first round.

    Which card brings it in, which board acts first later and what an open pair opens is the law's: rulebooks differ.
    """

    code: str
    title: str
    family: str
    streets: tuple[Street, ...]
    parts: tuple[Part, ...]
    seats_most: int | None
    betting: tuple[str, ...]
    opener: str  # "blinds", "bring-in", "none"
    odd_chip: str  # "button", "stud", "none"
    ace_brings_in_low: bool = False  # the ace is the lowest card when the bring-in is looked for
    ranks_out: str = ""  # of the deck
    jokers: int = 0
    hole_cards_most: int | None = None  # where more than the declared number may be dealt, the same for all
    community_last: bool = False  # a short stub ends in one shared card
    aliases: tuple[str, ...] = ()
    cites: tuple[tuple[str, str], ...] = ()  # (rulebook, rule) where the game is described
    notes: tuple[str, ...] = ()

    @property
    def deck_size(self) -> int:
        """Cards of the deck."""
        return 52 - 4 * len(self.ranks_out) + self.jokers

    @property
    def hole_cards(self) -> int:
        """Cards dealt to a seat on the first street, face down."""
        return self.streets[0].down

    @property
    def draws(self) -> int:
        """How many times a seat may draw."""
        return sum(street.draw_most > 0 for street in self.streets)

    @property
    def board_cards(self) -> int:
        return sum(street.board for street in self.streets)


ANY: Final = ("nl", "pl", "fl")
LIVE, EARLIER, GUIDE, HUHE = "wsop-live-2017", "caesars-live", "wsop-dealer-2018", "mlgca-huhe"


def _flop(hole: int, discard_preflop: int = 0, discard_flop: int = 0, draw_most: int = 0) -> tuple[Street, ...]:
    return (
        Street("preflop", down=hole, discard=discard_preflop, bet="small"),
        Street("flop", board=3, draw_most=draw_most, discard=discard_flop, bet="small"),
        Street("turn", board=1, draw_most=draw_most, bet="big"),
        Street("river", board=1, draw_most=draw_most, bet="big"),
    )


def _stud(down: int = 2, discard: int = 0) -> tuple[Street, ...]:
    return (
        Street("third", down=down, up=1, discard=discard, bet="small"),
        Street("fourth", up=1, bet="small"),
        Street("fifth", up=1, bet="big"),
        Street("sixth", up=1, bet="big"),
        Street("seventh", down=1, bet="big"),
    )


def _draw(cards: int, draws: int) -> tuple[Street, ...]:
    """The limit doubles after the only draw, or after the second of three."""
    doubles = 1 if draws == 1 else 2
    first = Street("deal", down=cards, bet="small")
    later = (Street(f"draw{n}", draw_most=cards, bet="big" if n >= doubles else "small") for n in range(1, draws + 1))
    return (first, *later)


def _set(*dealt: int) -> tuple[Street, ...]:
    first, *later = dealt
    return (
        Street("set1", down=first, bet=None),
        *(Street(f"set{n}", down=cards, bet=None) for n, cards in enumerate(later, start=2)),
    )


_HIGH: Final = (Part("", "high"),)
_HIGH_SHORT: Final = (Part("", "high-short"),)
_OMAHA: Final = (Part("", "high", hole=2),)
_OMAHA8: Final = (Part("hi", "high", hole=2), Part("lo", "low-a5", hole=2, qualifier=8))
_OMAHA_HILO: Final = (Part("hi", "high", hole=2), Part("lo", "low-a5", hole=2))
_STUD8: Final = (Part("hi", "high"), Part("lo", "low-a5", qualifier=8))
_STUD_HILO: Final = (Part("hi", "high"), Part("lo", "low-a5"))
_ROWS: Final = (Part("front", "high"), Part("middle", "high"), Part("back", "high"))
_ROWS_27: Final = (Part("front", "high"), Part("middle", "low-27", qualifier=10), Part("back", "high"))


def _flop_game(
    code: str,
    title: str,
    streets: tuple[Street, ...],
    parts: tuple[Part, ...],
    seats: int,
    betting: tuple[str, ...],
    cites: tuple[tuple[str, str], ...],
    hole_cards_most: int | None = None,
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "flop", streets, parts, seats, betting, "blinds", "button",
        hole_cards_most=hole_cards_most, cites=cites, notes=notes,
    )  # fmt: skip


def _stud_game(
    code: str,
    title: str,
    parts: tuple[Part, ...],
    cites: tuple[tuple[str, str], ...],
    seats: int = 8,
    streets: tuple[Street, ...] | None = None,
    ace_low: bool = False,
    community_last: bool = True,
    aliases: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "stud", streets or _stud(), parts, seats, ("fl",), "bring-in", "stud",
        ace_brings_in_low=ace_low, community_last=community_last, aliases=aliases, cites=cites, notes=notes,
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
    aliases: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Game:
    return Game(
        code, title, "draw", _draw(cards, draws), parts, seats, betting, "blinds", "button",
        aliases=aliases, cites=cites, notes=notes,
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
        code, title, "chinese", streets, parts, 4, (), "none", "none", cites=cites, notes=notes,
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
        "omaha8", "Omaha eight or better", _flop(4), _OMAHA8, 10, ANY, ((LIVE, "189"), (GUIDE, "p.34"))
    ),
    _flop_game("omaha-hilo", "Omaha high-low", _flop(4), _OMAHA_HILO, 10, ANY, ((LIVE, "192"),)),
    _flop_game(
        "big-o", "Big O", _flop(5), _OMAHA8, 8, ("pl", "fl"), ((LIVE, "before 193"), (GUIDE, "p.34")),
        notes=("seven seats in tournaments",),
    ),
    _flop_game(
        "big-easy", "Big Easy", _flop(5), _OMAHA8, 7, ANY, ((LIVE, "before 193"), (GUIDE, "p.55")),
        hole_cards_most=6, notes=("five or more hole cards, the same for all; the guide deals six",),
    ),
    _flop_game(
        "drawmaha", "Drawmaha", _flop(4, draw_most=4),
        (Part("omaha", "high", hole=2), Part("badugi", "badugi", hole=4)),
        6, ANY, ((LIVE, "193"), (GUIDE, "p.64")),
        notes=("one burn a street, before the draw", "odd chip to the Omaha half: our reading",
               "seven seats in the guide"),
    ),
    # -- stud games
    _stud_game("stud", "Seven-card stud", _HIGH, ((LIVE, "222"), (GUIDE, "p.29"))),
    _stud_game("stud8", "Stud eight or better", _STUD8, ((LIVE, "244"), (GUIDE, "p.29"))),
    _stud_game(
        "stud-hilo", "Stud high-low", _STUD_HILO, ((LIVE, "252"), (GUIDE, "p.29")), ace_low=True,
        notes=("under caesars-live the high board is first later",),
    ),
    _stud_game(
        "razz", "Razz", (Part("", "low-a5"),), ((LIVE, "240"), (GUIDE, "p.30")), ace_low=True
    ),
    _stud_game(
        "kc-razz", "Kansas City razz", (Part("", "low-27"),), ((LIVE, "241"),), ace_low=True
    ),
    _stud_game(
        "super-stud", "Super stud", _HIGH, ((LIVE, "253"),), seats=6, streets=_stud(4, discard=2),
        community_last=False, notes=("never a community card: the muck is reshuffled",),
    ),
    _stud_game(
        "super-stud8", "Super stud eight or better", _STUD8, ((LIVE, "253"),), seats=6,
        streets=_stud(4, discard=2), community_last=False,
        notes=("never a community card: the muck is reshuffled",),
    ),
    Game(
        "mexican", "Mexican stud", "stud",
        (
            Street("second", down=1, up=1, bet="either"), Street("third", up=1, bet="either"),
            Street("fourth", up=1, bet="either"), Street("fifth", up=1, bet="either"),
        ),
        (Part("", "high-mexican"),), None, ("fl",), "bring-in", "stud", ranks_out="89T", jokers=1,
        aliases=("mexican-poker",), cites=((LIVE, "255"),),
        notes=("one card is down at any time: a seat that opens its own gets the next one down",
               "flush beats full house, five of a kind is on top, seven and jack are neighbours",
               "the joker is wild if dealt down, else an ace or what fills a straight or flush"),
    ),
    _stud_game(
        "razzdugi", "Razzdugi", (Part("razz", "low-a5"), Part("badugi", "badugi")), ((LIVE, "323"),),
        ace_low=True,
    ),
    _stud_game(
        "razzdeucey", "Razzdeucey", (Part("razz", "low-a5"), Part("27", "low-27")), ((LIVE, "329"),),
        ace_low=True, aliases=("razzduci",),
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
        "badugi", "Badugi", 4, 3, (Part("", "badugi"),), 8, ANY, ((LIVE, "294"), (GUIDE, "p.36"))
    ),
    _draw_game(
        "badeucey", "Badeucey", 5, 3, (Part("five", "low-27"), Part("badugi", "badugi-ace-high")), 6, ANY,
        ((LIVE, "304"), (GUIDE, "p.36")), aliases=("baduci", "baducy"),
        notes=("an ace never counts for the badugi: 9h7c6d3dAs is a three-card nine",),
    ),
    _draw_game(
        "badacey", "Badacey", 5, 3, (Part("five", "low-a5"), Part("badugi", "badugi")), 6, ANY,
        ((LIVE, "313"), (GUIDE, "p.36")), aliases=("badaci", "badacy"),
    ),
    # -- Chinese games
    _chinese_game(
        "chinese", "Chinese poker", _set(13), ((LIVE, "334"), (GUIDE, "p.62")),
        notes=("four stacks of 13; two players take one or two each, with three the fourth is mucked",
               "with five the button sits out"),
    ),
    Game(
        "chinese-draw", "Chinese draw poker", "chinese",
        (
            Street("deal1", down=5, bet="either"), Street("deal2", down=3, bet="either"),
            Street("deal3", down=5, bet="either"),
        ),
        _ROWS, 4, ANY, "blinds", "button", cites=((LIVE, "342"),),
        notes=("a betting round behind each lot; which limit it has no document says",
               "the pot goes by the typical scoring of Chinese poker, and no document says which that is"),
    ),
    _chinese_game(
        "ofc", "Open-face Chinese", _set(5, *[1] * 8), ((LIVE, "344"), (EARLIER, "325"), (GUIDE, "p.63")),
        notes=("Fantasyland: 13 cards at once",),
    ),
    _chinese_game("ofc-turbo", "Turbo open-face Chinese", _set(5, 4, 4), ((LIVE, "350"),)),
    _chinese_game(
        "ofc-pineapple", "Pineapple open-face Chinese", _set(5, 3, 3, 3, 3), ((LIVE, "351"),),
        notes=("Fantasyland: 14 cards, 13 are kept",),
    ),
    _chinese_game(
        "ofc-27", "Pineapple open-face Chinese, deuce-to-seven middle", _set(5, 3, 3, 3, 3),
        ((LIVE, "353"),), _ROWS_27, notes=("a middle row over ten high is a foul",),
    ),
    # -- house-banked
    Game(
        "huhe", "World Poker Tour Heads-Up Hold'em", "house-banked",
        (
            Street("preflop", down=2, bet=None), Street("flop", board=3, bet=None),
            Street("river", board=2, bet=None),
        ),
        _HIGH, 6, (), "none", "none", cites=((HUHE, "11B"),),
        notes=("the dealer has two cards too", "burns only when dealt by hand",
               "a raise is three antes before the flop, two on it, one after turn and river"),
    ),
    # -- games that rooms spread and our documents hardly speak of
    _flop_game("omaha5", "Five-card Omaha", _flop(5), _OMAHA, 8, ANY, ()),
    _flop_game("omaha6", "Six-card Omaha", _flop(6), _OMAHA, 7, ANY, ()),
    Game(
        "short-deck", "Short-deck hold'em", "flop", _flop(2), _HIGH_SHORT, 9, ("nl",), "blinds", "button",
        ranks_out="2345", aliases=("six-plus",), cites=(("wsop-tournament-2025", "order of hands"),),
        notes=("a flush beats a full house, and the ace stands under the six",
               "everybody antes and the button doubles it: without blinds the order of betting is not followed"),
    ),
)  # fmt: skip

GAMES: Final[dict[str, Game]] = {game.code: game for game in _ALL}
