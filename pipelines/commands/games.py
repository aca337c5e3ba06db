"""`oddchip games`: every game that can be replayed or read."""

from __future__ import annotations

import argparse

SUMMARY = "all games: cards, betting, seats, and where the documents describe them"
EXAMPLE = "oddchip games"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="CODE", help="a game; without it all are listed")


def run(args: argparse.Namespace) -> int:
    from parsers.games import GAMES
    from parsers.nearest import did_you_mean
    from pipelines.errors import InputError

    if args.code is not None and args.code not in GAMES:
        meant = did_you_mean(args.code, GAMES)
        raise InputError(f"{args.code}: no such game; {meant}there are {', '.join(GAMES)}")
    for game in [GAMES[args.code]] if args.code else GAMES.values():
        seats = f"up to {game.seats_most} seats" if game.seats_most else "any number of seats"
        cites = ", ".join(f"{book} {rule}" for book, rule in game.cites)
        print(
            f"{game.code:<16} {game.title}: {game.family}, {' '.join(game.betting) or 'no betting'}, {seats} [{cites}]"
        )
    return 0
