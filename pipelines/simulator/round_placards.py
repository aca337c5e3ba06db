"""Placards of stud, draw and mixed tables."""

from dataclasses import dataclass, replace
from typing import Final

from pipelines.simulator.games import GAMES
from pipelines.simulator.placards import RAKE_CAP, ROOM, SHORT_CAPS, Placard
from pipelines.simulator.round_games import ROUND_GAMES, RoundGame

HANDS_A_GAME: Final = 8  # of a mixed rotation
# The most seats of a game where a mixed table's rake goes by the seats under it.
_MOST_SEATS: Final = {"holdem": 10, "omaha": 10, "omaha8": 10}
_SHORT_MIXED: Final = {2: 3, 3: 2, 4: 1}

# Small bet, ante, bring-in, smallest chip of a limit stud table.
_STUD_STAKES: Final = ((4, 1, 1, 1), (8, 1, 2, 1), (20, 2, 5, 1))
_DRAW_STAKES: Final = {
    "fl": ((2, 4, 1, 1), (4, 8, 1, 1), (10, 20, 5, 5)),
    "nl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
    "pl": ((1, 3, 1, 1), (2, 5, 1, 5), (5, 10, 5, 5)),
}


@dataclass(frozen=True)
class RoundPlacard(Placard):
    """A placard of such a table. In stud ``bb`` only measures the stacks; it is no stake."""

    bring_in: int = 0
    rotation: tuple[Placard, ...] = ()  # the games of a mixed table, each as it is played there

    def stakes(self, sign: str) -> str:
        names = ("ante", "bring_in", "small_bet", "big_bet", "chip") if self.no_blinds() else None
        if names is None:
            return super().stakes(sign)
        pairs = [(name, value) for name in names if (value := getattr(self, name))]
        if sign == ":":
            return ",".join(f'"{name}":{value}' for name, value in pairs)
        return ", ".join(f"{name} = {value}" for name, value in pairs)

    def no_blinds(self) -> bool:
        return bool(self.rotation) or (isinstance(self.game, RoundGame) and self.game.is_stud)


class MixedPlacard(Placard):
    """A flop game of a mixed table, whose rake goes by the seats under the game's most."""

    def rake_cap(self, dealt_in: int) -> int:
        return mixed_caps(self.game.code, self.game.seats).get(dealt_in, RAKE_CAP)


def bring_in_of(placard: Placard) -> int:
    return placard.bring_in if isinstance(placard, RoundPlacard) else 0


def mixed_caps(game: str, seats: int) -> dict[int, int]:
    """The caps of a mixed table: by seats under the most that the game lets play."""
    most = _MOST_SEATS.get(game, seats)
    return {n: _SHORT_MIXED[min(most - n, 4)] for n in range(2, most - 1)}


def _stud(game: RoundGame) -> tuple[RoundPlacard, ...]:
    return tuple(
        RoundPlacard(
            f"{ROOM}-{small}-{2 * small}-{game.code}", small // 2, small, chip, chip, game, "fl", small, 2 * small,
            ante=ante, bring_in=0 if game.family == "mexican" else bring_in,
        )
        for small, ante, bring_in, chip in _STUD_STAKES
    )  # fmt: skip


def _draw(game: RoundGame, betting: str) -> tuple[RoundPlacard, ...]:
    made = []
    for sb, bb, chip, wager_chip in _DRAW_STAKES[betting]:
        shown = (bb, 2 * bb) if betting == "fl" else (sb, bb)
        limits = shown if betting == "fl" else (0, 0)
        made.append(
            RoundPlacard(
                f"{ROOM}-{shown[0]}-{shown[1]}-{game.code}-{betting}", sb, bb, chip, wager_chip, game, betting, *limits
            )
        )
    return tuple(made)


def _mixed(name: str, codes: tuple[str, ...]) -> tuple[RoundPlacard, ...]:
    made = []
    for step, (small, _, _, _) in enumerate(_STUD_STAKES):
        title = f"{ROOM}-{small}-{2 * small}-{name}"
        rotation: list[Placard] = []
        for code in codes:
            if code in GAMES:
                rotation.append(MixedPlacard(title, small // 2, small, 1, 1, GAMES[code], "fl", small, 2 * small))
            elif ROUND_GAMES[code].is_stud:
                _, ante, bring_in, _ = _STUD_STAKES[step]
                rotation.append(
                    RoundPlacard(
                        title, small // 2, small, 1, 1, ROUND_GAMES[code], "fl", small, 2 * small, ante=ante,
                        bring_in=bring_in,
                    )
                )  # fmt: skip
            else:
                rotation.append(RoundPlacard(title, small // 2, small, 1, 1, ROUND_GAMES[code], "fl", small, 2 * small))
        first = next(game for code in codes if (game := ROUND_GAMES.get(code)) and game.is_stud)
        first = replace(first, seats=min(one.game.seats for one in rotation))
        made.append(
            RoundPlacard(title, small // 2, small, 1, 1, first, "fl", small, 2 * small, rotation=tuple(rotation))
        )
    return tuple(made)


MIXED: Final = {
    "horse": ("holdem", "omaha8", "razz", "stud", "stud8"),
    "dealers-choice": ("stud", "27-triple", "badugi", "omaha8", "razz", "badeucey"),
}
ROUND_OFFERED: Final = {
    **{game.code: _stud(game) if game.is_stud else _draw(game, game.usual_betting) for game in ROUND_GAMES.values()},
    "27-single-pl": _draw(ROUND_GAMES["27-single"], "pl"),
    "27-triple-pl": _draw(ROUND_GAMES["27-triple"], "pl"),
    **{name: _mixed(name, codes) for name, codes in MIXED.items()},
}


def round_placard_toml(placard: RoundPlacard) -> str:
    """The table of such a placard in the house file."""
    short = ", ".join(f"{seats} = {cap}" for seats, cap in SHORT_CAPS.items() if seats > 2)
    rake = f"percent = 10, step = 1, cap = {RAKE_CAP}, no_flop_no_drop = true"
    text = f"""
[placard.{placard.name}]
room = "{ROOM}"
game = "{placard.game.code}"
betting = "{placard.betting}"
seats = {placard.game.seats}
"""
    if placard.rotation:
        games = ", ".join(f'"{one.game.code}"' for one in placard.rotation)
        small = f"small_bet = {placard.small_bet}, big_bet = {placard.big_bet}, chip = {placard.chip}"
        return f"{text}stakes = {{ {small} }}\nmixed = [{games}]\nrake = {{ {rake} }}\n"
    return f"{text}stakes = {{ {placard.stakes('=')} }}\nrake = {{ {rake}, short = {{ {short} }} }}\n"
