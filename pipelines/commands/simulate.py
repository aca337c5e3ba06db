"""`oddchip simulate`: a room day with labeled errors."""

from __future__ import annotations

import argparse
from pathlib import Path

from pipelines.commands import options

SUMMARY = "a simulated room day: three feeds, house file, roster, and every injected error as a label"
EXAMPLE = "oddchip simulate --out day/ --date 2026-01-15 --tables 30 --hands 10000 --seed 7"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files go")
    parser.add_argument("--date", type=options.day, required=True, metavar="D", help="the gaming day, like 2026-01-15")
    parser.add_argument(
        "--tables", type=options.positive, default=30, metavar="N", help="tables in the room (default 30)"
    )
    parser.add_argument(
        "--hands", type=options.positive, metavar="N", help="hands in all (default: as many as the day holds)"
    )
    parser.add_argument("--seed", type=options.whole, default=1, metavar="S", help="same seed, same bytes (default 1)")
    parser.add_argument(
        "--errors", type=options.rate, default=0.01, metavar="RATE", help="share of hands with an error (default 0.01)"
    )
    parser.add_argument(
        "--each", type=options.whole, default=0, metavar="N", help="errors of every code besides (default 0)"
    )
    parser.add_argument(
        "--games", default="holdem", metavar="LIST",
        help="games that go round the tables, separated by commas, like holdem,holdem-fl,omaha (default holdem)",
    )  # fmt: skip
    parser.add_argument(
        "--rulebooks", metavar="LIST",
        help="what the room goes by, the first that speaks on a matter first (default wsop-dealer-2018,wsop-live-2017)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    from parsers.nearest import did_you_mean
    from pipelines.errors import InputError
    from pipelines.simulator import simulate
    from pipelines.simulator.games import GAMES
    from pipelines.simulator.placards import RULEBOOKS

    games = _names(args.games)
    for game in games:
        if game not in GAMES and (meant := did_you_mean(game, GAMES)):
            raise InputError(f"--games {game}: no such game here; {meant}there are {', '.join(GAMES)}")
    rulebooks = RULEBOOKS if args.rulebooks is None else _names(args.rulebooks)
    report = simulate(
        args.out, args.date, tables=args.tables, hands=args.hands, seed=args.seed, errors=args.errors, games=games,
        each=args.each, rulebooks=rulebooks,
    )  # fmt: skip
    wrong = sum(report.injected.values())
    print(
        f"{report.hands:,} hands at {report.tables} tables, {wrong:,} labeled errors, "
        f"{report.seconds:.1f} s: {report.out}"
    )
    return 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
