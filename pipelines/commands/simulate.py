"""`oddchip simulate`: a room day, or many of them, with labeled errors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pipelines.commands import options
from pipelines.errors import InputError

SUMMARY = "simulated room days: three feeds, house file, roster, and every injected error as a label"
EXAMPLE = "oddchip simulate --out month/ --date 2025-12-20 --days 28 --tables 9 --hands 450 --seed 7"
OF_A_SPAN = ("last_tables", "last_hands")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files go")
    parser.add_argument("--date", type=options.day, required=True, metavar="D", help="the gaming day, like 2026-01-15")
    parser.add_argument(
        "--days", type=options.positive, default=1, metavar="N",
        help="gaming days from --date on, a folder each, with a staff that stays and some known troubles (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--tables", type=options.positive, default=30, metavar="N", help="tables in the room (default 30)"
    )
    parser.add_argument(
        "--hands", type=options.positive, metavar="N", help="hands of a day in all (default: as many as it holds)"
    )
    parser.add_argument("--last-tables", type=options.positive, metavar="N", help="with --days: tables of the last day")
    parser.add_argument("--last-hands", type=options.positive, metavar="N", help="with --days: hands of the last day")
    parser.add_argument("--seed", type=options.whole, default=1, metavar="S", help="same seed, same bytes (default 1)")
    parser.add_argument(
        "--errors", type=options.rate, default=0.01, metavar="RATE", help="share of hands with an error (default 0.01)"
    )
    parser.add_argument(
        "--each",
        type=options.whole,
        default=0,
        metavar="N",
        help="errors of every code besides; with --days on the last day (default 0)",
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
    from pipelines.simulator import simulate, simulate_month
    from pipelines.simulator.placards import RULEBOOKS
    from pipelines.simulator.room_day import Asked

    asked = Asked(
        tables=args.tables, hands=args.hands, seed=args.seed, errors=args.errors, games=_known_games(args.games),
        each=args.each, rulebooks=RULEBOOKS if args.rulebooks is None else _names(args.rulebooks),
    )  # fmt: skip
    if args.days == 1:
        alone = [f"--{name.replace('_', '-')}" for name in OF_A_SPAN if getattr(args, name) is not None]
        if alone:
            raise InputError(f"{alone[0]}: is of a span of days; give --days as well")
        report = simulate(args.out, args.date, **asked)
    else:
        report = simulate_month(
            args.out,
            args.date,
            _tell,
            days=args.days,
            last_tables=args.last_tables,
            last_hands=args.last_hands,
            **asked,
        )
        for one in report.troubles.values():
            print(f"{one.kind}: {one.note}")
    wrong = sum(report.injected.values())
    print(
        f"{report.hands:,} hands at {report.tables} tables, {wrong:,} labeled errors, "
        f"{report.seconds:.1f} s: {report.out}"
    )
    return 0


def _tell(done: int, days: int) -> None:
    print(f"  {done / days:>4.0%}  {done} of {days} days", file=sys.stderr, flush=True)


def _known_games(text: str) -> tuple[str, ...]:
    """The kinds of table that were asked for; a name that is nearly one is told at once."""
    from parsers.nearest import did_you_mean
    from pipelines.simulator import GAMES

    games = _names(text)
    for game in games:
        if game not in GAMES and (meant := did_you_mean(game, GAMES)):
            raise InputError(f"--games {game}: no such game here; {meant}there are {', '.join(GAMES)}")
    return games


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
