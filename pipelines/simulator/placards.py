"""The placards of the simulated room, what it can be asked to spread, and its house file.

Money is in whole dollars here, as the log writes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pipelines.simulator.banked_placards import BOOK as BANKED_BOOK
from pipelines.simulator.banked_placards import GAME as BANKED_GAME
from pipelines.simulator.banked_placards import KIND as BANKED_KIND
from pipelines.simulator.banked_placards import banked_says
from pipelines.simulator.banked_tables import Terms
from pipelines.simulator.chinese_games import CHINESE_DRAW, CHINESE_GAMES, PERFECT_LOW
from pipelines.simulator.games import DRAW, GAMES, STUD, Game
from pipelines.simulator.ways import Ways, ways_of

ROOM: Final = "rio"
RULEBOOKS: Final = ("wsop-dealer-2018", "wsop-live-2017")  # of a room that names no others: the README's
TIMEZONE: Final = "America/Los_Angeles"
RAKE_CAP: Final = 5
SHORT_CAPS: Final = {6: 4, 5: 3, 4: 2, 3: 1, 2: 1}
HANDS_A_GAME: Final = 8  # of a mixed rotation
# The caps of a mixed table with so many seats under its most.
_SHORT_MIXED: Final = {2: 3, 3: 2, 4: 1}


@dataclass(frozen=True)
class Placard:
    """What stands on one kind of table: game, betting form, blinds, the smallest chip, the chip of wagers, limits.

    ``small_bet`` and ``big_bet`` are 0 where the game has no fixed limit. In stud ``bb`` only measures the stacks; it
    is no stake. A tournament has no placard in the house file; what its clock shows stands here: ``ante`` is every
    seat's, ``bba`` the big blind's for all. What follows is left out of the house file where it is empty.
    """

    name: str
    sb: int
    bb: int
    chip: int
    wager_chip: int
    game: Game = GAMES["holdem"]
    betting: str = "nl"
    small_bet: int = 0
    big_bet: int = 0
    is_tournament: bool = False
    ante: int = 0
    bba: int = 0
    bring_in: int = 0
    straddles: tuple[str, ...] = ()  # "button", "utg", "mississippi": from where players here like to straddle
    mandatory_straddle: str = ""  # "button" or "utg"
    kill: str = ""  # "full" or "half"
    kill_when: str = ""  # "two-in-a-row" or "scoop"
    time_rate: int = 0  # of a seat, for half an hour; no rake then
    time_style: str = ""  # "seat", "pot" or "flop"
    promo: int = 0
    promo_from: int = 0
    run_it: int = 0  # boards that may be run, where the placard says so
    wager_most: int = 0  # the largest single wager, where the placard names one
    buy_in: tuple[int, int] = (0, 0)  # the least and the most that somebody new sits down with, in big blinds
    by_hand: bool = False  # no shuffler: decks are made by hand
    rotation: tuple["Placard", ...] = ()  # the games of a mixed table, each as it is played there
    point: int = 0  # what a point of a Chinese game is worth
    progressive: bool = False  # of such a game: no more than three Fantasylands in a row
    ways: Ways = field(default_factory=lambda: ways_of(RULEBOOKS))  # how the room's rulebooks have it played
    table_seats: int = 0  # of the mixed table at which it is played in rotation; 0 elsewhere
    banked: Terms | None = None  # of a house-banked table

    @property
    def in_rotation(self) -> bool:
        """One of the games of a mixed table."""
        return self.table_seats > 0

    @property
    def is_live(self) -> bool:
        return not self.is_tournament

    @property
    def has_blinds(self) -> bool:
        return not (self.rotation or self.game.is_stud or self.point)

    @property
    def straddle(self) -> int:
        return 2 * self.bb

    @property
    def kill_percent(self) -> int:
        return {"full": 200, "half": 150}.get(self.kill, 100)

    @property
    def boards_most(self) -> int:
        """How many boards may be run: as the placard says, else three where time is paid and at 5-10 no-limit."""
        if self.run_it or self.is_tournament:
            return self.run_it or 1
        five_ten = (self.game.code, self.betting, self.sb, self.bb) == ("holdem", "nl", 5, 10)
        pl_omaha = self.betting == "pl" and self.game.is_flop and self.game.two_of_hand and self.ways.run_it_in_pl_omaha
        return 3 if self.time_rate or five_ten or pl_omaha else 1

    def rake_cap(self, dealt_in: int) -> int:
        """The most the house takes with so many seats dealt in; at mixed tables by seats under the table's most."""
        if not self.in_rotation:
            return SHORT_CAPS.get(dealt_in, RAKE_CAP)
        if not self.ways.mixed_reduction:
            return RAKE_CAP
        under = self.table_seats - dealt_in
        return _SHORT_MIXED[min(under, 4)] if under >= 2 else RAKE_CAP

    def rake_due(self, contested: int, dealt_in: int) -> int:
        """A dollar for each full ten in the contested pot, up to the cap of the table as it is seated."""
        return 0 if self.is_tournament or self.time_rate else min(contested // 10, self.rake_cap(dealt_in))

    def promo_due(self, contested: int, flop: bool) -> int:
        """The promotional drop: once the contested pot is large enough, and never without a flop."""
        return self.promo if flop and contested >= self.promo_from else 0

    def stakes(self, sign: str) -> str:
        """The stakes as pairs, for the log (``"sb":1``) or the house file (``sb = 1``)."""
        names = (
            *(("sb", "bb") if self.has_blinds else ()),
            "ante",
            "bring_in",
            "small_bet",
            "big_bet",
            "point",
            "chip",
        )
        pairs = [(name, value) for name in names if (value := getattr(self, name))]
        if sign == ":":
            return ",".join(f'"{name}":{value}' for name, value in pairs)
        return ", ".join(f"{name} = {value}" for name, value in pairs)


# Blinds, smallest chip and wager chip of a room's tables, by betting form; in limit the big blind is the small bet.
_BLINDS: Final = {
    "nl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
    "pl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
    "fl": ((2, 4, 1, 1), (4, 8, 1, 1), (10, 20, 5, 5)),
}
# Small bet, ante and bring-in of stud and mixed tables, where the smallest chip is a dollar.
_STUD: Final = ((4, 1, 1), (8, 1, 2), (20, 2, 5))
# The mix of a low-limit room: of ten tables, six small, three middling, one big.
_MIX: Final = (0, 1, 0, 0, 2, 0, 1, 0, 1, 0)


def _placards(game: Game, betting: str = "", kind: str = "", **says: Any) -> tuple[Placard, ...]:
    """The placards of a kind of table, one for each of its stakes."""
    if game.is_stud:
        return tuple(_in_dollars(game, f"{2 * stakes[0]}-{game.code}", *stakes) for stakes in _STUD)
    form = betting or game.usual_betting
    made = []
    for sb, bb, chip, wager_chip in _BLINDS[form]:
        shown = (bb, 2 * bb) if form == "fl" else (sb, bb)
        name = f"{ROOM}-{shown[0]}-{shown[1]}-" + (form if game.code == "holdem" else f"{game.code}-{form}")
        limits = shown if form == "fl" else (0, 0)
        made.append(Placard(name + kind, sb, bb, chip, wager_chip, game, form, *limits, **says))
    return tuple(made)


def _in_dollars(game: Game, title: str, small: int, ante: int, bring_in: int, **says: Any) -> Placard:
    """A limit table at which a dollar is the smallest chip, as stud and mixed tables are."""
    if game.is_stud and "rotation" not in says:
        says |= {"ante": ante, "bring_in": 0 if game.either_limit else bring_in}
    return Placard(f"{ROOM}-{small}-{title}", small // 2, small, 1, 1, game, "fl", small, 2 * small, **says)


def _mixed(kind: str, codes: Sequence[str]) -> tuple[Placard, ...]:
    """The placards of a mixed table: the first game of stud stands for it, with as many seats as every game has."""
    games = [GAMES[code] for code in codes]
    first = replace(next(game for game in games if game.is_stud), seats=min(game.seats for game in games))
    made = []
    for stakes in _STUD:
        title = f"{2 * stakes[0]}-{kind}"
        rotation = tuple(_in_dollars(game, title, *stakes, table_seats=first.seats) for game in games)
        made.append(_in_dollars(first, title, *stakes, rotation=rotation))
    return tuple(made)


def _chinese(code: str) -> tuple[Placard, ...]:
    """The placards of a Chinese game: points of three sizes, and time of every seat. A big blind is a point here."""
    game = CHINESE_GAMES[code]
    return tuple(
        Placard(
            f"{ROOM}-{point}-{code}", 0, point, 1, point, game, "", point=point, time_rate=rate, time_style="seat",
            progressive=game.thrown > 0 and point == 10,
        )
        for point, rate in ((5, 7), (10, 8), (25, 15))
    )  # fmt: skip


TOURNAMENT: Final = Placard("", sb=25, bb=50, chip=25, wager_chip=25, is_tournament=True)

# Kinds of table with something of their own on the placard: game, betting form, and what it says.
_OF_THEIR_OWN: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "holdem-straddle": ("holdem", "nl", {"straddles": ("button", "utg")}),
    "holdem-fl-straddle": ("holdem", "fl", {"straddles": ("utg",)}),
    "omaha-mississippi": ("omaha", "pl", {"straddles": ("mississippi",)}),
    "holdem-mandatory": ("holdem", "nl", {"mandatory_straddle": "utg"}),
    "omaha-mandatory": ("omaha", "pl", {"mandatory_straddle": "button"}),
    "holdem-kill": ("holdem", "fl", {"kill": "full", "kill_when": "two-in-a-row"}),
    "holdem-half-kill": ("holdem", "fl", {"kill": "half", "kill_when": "two-in-a-row"}),
    "omaha8-kill": ("omaha8", "fl", {"kill": "full", "kill_when": "scoop"}),
    "omaha8-half-kill": ("omaha8", "fl", {"kill": "half", "kill_when": "scoop"}),
    "holdem-time": ("holdem", "nl", {"time_rate": 7, "time_style": "seat"}),
    "omaha-time-pot": ("omaha", "pl", {"time_rate": 6, "time_style": "pot"}),
    "holdem-time-flop": ("holdem", "nl", {"time_rate": 6, "time_style": "flop"}),
    "holdem-promo": ("holdem", "nl", {"promo": 1, "promo_from": 10}),
    "omaha8-promo": ("omaha8", "fl", {"promo": 2, "promo_from": 20}),
    "holdem-run-it": ("holdem", "nl", {"run_it": 3}),
    "omaha-run-it": ("omaha", "pl", {"run_it": 2}),
    "omaha8-run-it": ("omaha8", "pl", {"run_it": 2}),
    "holdem-wager-most": ("holdem", "nl", {"wager_most": 100}),
    "holdem-buy-in": ("holdem", "nl", {"buy_in": (40, 150)}),
    "holdem-by-hand": ("holdem", "nl", {"by_hand": True}),
}

_BANKED: Final = tuple(
    Placard(f"{ROOM}-{says['name']}", 0, 0, says["chip"], says["chip"], BANKED_GAME, "", banked=says["terms"])
    for says in banked_says()
)

_MIXED: Final = {
    "horse": ("holdem", "omaha8", "razz", "stud", "stud8"),
    "dealers-choice": ("stud", "27-triple", "badugi", "omaha8", "razz", "badeucey"),
}
_FLOP_GAMES: Final = tuple(game for game in GAMES.values() if game.is_flop)

# What a table can be asked to play: a game in its usual betting form by its name alone, or with the form behind it; a
# kind of table of its own; a tournament, which is no-limit hold'em; or several games in turn.
OFFERED: Final[dict[str, tuple[Placard, ...]]] = {
    **{game.code: _placards(game) for game in _FLOP_GAMES},
    **{f"{game.code}-{form}": _placards(game, form) for game in _FLOP_GAMES for form in _BLINDS},
    **{
        kind: _placards(GAMES[game], form, f"-{kind.split('-', 1)[1]}", **says)
        for kind, (game, form, says) in _OF_THEIR_OWN.items()
    },
    "tournament": (TOURNAMENT,) * len(_MIX),
    **{game.code: _placards(game) for game in GAMES.values() if not game.is_flop},
    **{f"{code}-pl": _placards(GAMES[code], "pl") for code in ("27-single", "27-triple")},
    **{kind: _mixed(kind, codes) for kind, codes in _MIXED.items()},
    BANKED_KIND: _BANKED,
    **{code: _chinese(code) for code in CHINESE_GAMES},
    CHINESE_DRAW.code: _placards(CHINESE_DRAW),
}

# Every kind of table with a flop once, none under two names; what the scoreboard plays.
KINDS: Final = (
    *(game.code for game in _FLOP_GAMES),
    *("holdem-pl", "holdem-fl", "omaha-nl", "omaha-fl", "omaha8-pl", "big-o-fl", "pineapple-fl", "crazy-pineapple-pl"),
    *_OF_THEIR_OWN,
    "tournament",
)
# Every kind of table with stud or draw games.
ROUND_KINDS: Final = tuple(
    kind for kind, offered in OFFERED.items() if offered[0].rotation or offered[0].game.family in (STUD, DRAW)
)
# Every kind of table at which the house plays.
BANKED_KINDS: Final = (BANKED_KIND,)
# Every kind of Chinese table: those that play for points, and the one that plays for a pot.
POINT_KINDS: Final = tuple(CHINESE_GAMES)
CHINESE_KINDS: Final = (*POINT_KINDS, CHINESE_DRAW.code)


def placard_of(table_index: int, games: Sequence[str], rulebooks: Sequence[str] = RULEBOOKS) -> Placard:
    """The placard that stands on the n-th table of a room that spreads some games, table by table in turn."""
    round_of_games, place = divmod(table_index, len(games))
    offered = OFFERED[games[place]]
    if games[place] in BANKED_KINDS:  # a placard for each paytable, one after the other
        return offered[(round_of_games + place) % len(offered)]
    return by_rulebooks(offered[_MIX[(round_of_games + place) % len(_MIX)]], rulebooks)


def room_rulebooks(games: Sequence[str], rulebooks: Sequence[str]) -> tuple[str, ...]:
    """What a room goes by that spreads some games: house-banked tables have a book of their own, behind the others."""
    banked = [game for game in games if game in BANKED_KINDS]
    if not banked:
        return tuple(rulebooks)
    return (BANKED_BOOK,) if len(banked) == len(games) else (*rulebooks, BANKED_BOOK)


def by_rulebooks(placard: Placard, rulebooks: Sequence[str]) -> Placard:
    """A placard as it is played in a room that goes by some rulebooks."""
    ways = ways_of(rulebooks)
    return replace(placard, ways=ways, rotation=tuple(replace(one, ways=ways) for one in placard.rotation))


def house_toml(games: Sequence[str], rulebooks: Sequence[str] = RULEBOOKS) -> str:
    """The house file of the simulated room, with a placard for each stake of each game; those with a flop first."""
    named = ", ".join(f'"{book}"' for book in room_rulebooks(games, rulebooks))
    text = f"""# A simulated room.
[room.{ROOM}]
rulebooks = [{named}]
timezone = "{TIMEZONE}"
gaming_day_starts = "06:00"
counting_shuffler = true
max_downs_in_a_row = 3
"""
    placards = {placard.name: placard for game in games for placard in OFFERED[game] if placard.is_live}
    for placard in sorted(placards.values(), key=lambda placard: not placard.game.is_flop):
        text += "\n".join(_placard_toml(placard)) + "\n"
    return text


def _placard_toml(placard: Placard) -> list[str]:
    """The lines of one placard."""
    if placard.banked:
        head = [f"\n[placard.{placard.name}]", f'room = "{ROOM}"', f'game = "{placard.game.code}"']
        return [*head, f"stakes = {{ chip = {placard.chip} }}", f"seats = {placard.game.seats}", *placard.banked.toml()]
    lines = [
        f"\n[placard.{placard.name}]",
        f'room = "{ROOM}"',
        f'game = "{placard.game.code}"',
        *([f'betting = "{placard.betting}"'] if placard.betting else []),
    ]
    size = [f"stakes = {{ {placard.stakes('=')} }}", f"seats = {placard.game.seats}"]
    lines += size if placard.game.is_flop else reversed(size)
    rake = f"percent = 10, step = 1, cap = {RAKE_CAP}, no_flop_no_drop = true"
    short = ", ".join(f"{seats} = {cap}" for seats, cap in SHORT_CAPS.items() if seats > 2)
    if placard.rotation:
        games = ", ".join(f'"{one.game.code}"' for one in placard.rotation)
        lines += [f"mixed = [{games}]", f"rake = {{ {rake} }}"]
    elif placard.time_rate:
        lines.append(f'time = {{ rate = {placard.time_rate}, minutes = 30, style = "{placard.time_style}" }}')
    else:
        lines.append(f"rake = {{ {rake}, short = {{ {short} }} }}")
    if placard.point and placard.game.code != "chinese":
        progressive = ", progressive = true" if placard.progressive else ""
        lines.append(f'ofc = {{ fantasyland = "QQ", perfect_low = {PERFECT_LOW}{progressive} }}')
    if placard.promo:
        lines.append(f"promo = {{ amount = {placard.promo}, from_pot = {placard.promo_from} }}")
    if "mississippi" in placard.straddles:
        lines.append('straddle = { from = ["mississippi"] }')
    if placard.mandatory_straddle:
        word = placard.mandatory_straddle
        lines.append(f'straddle = {{ from = ["{word}"], mandatory = "{word}", amount = {placard.straddle} }}')
    if placard.kill:
        lines.append(f'kill = {{ kind = "{placard.kill}", when = "{placard.kill_when}" }}')
    if placard.run_it:
        lines.append(f"run_it = {placard.run_it}")
    if placard.wager_most:
        lines.append(f"wager_most = {placard.wager_most}")
    if any(placard.buy_in):
        least, most = (bets * placard.bb for bets in placard.buy_in)
        lines.append(f"buy_in = {{ least = {least}, most = {most} }}")
    return lines
