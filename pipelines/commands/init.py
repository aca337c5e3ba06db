"""`oddchip init`: the data folder and the house file of a new room, asked for and checked."""

from __future__ import annotations

import argparse
import sys

SUMMARY = "a new room: asks what it goes by, writes its folder and house file, and says what comes next"
EXAMPLE = "oddchip init data\n  oddchip init data --room rio --stakes 1/3 --rake '10% to 5' --yes"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "dir", nargs="?", metavar="DIR", help="the data folder to make (default: $ODDCHIP_DATA, else `data`)"
    )
    parser.add_argument("--room", metavar="R", help="the room, as your logs name it (default main)")
    parser.add_argument("--timezone", metavar="ZONE", help="its time zone (default: this machine's)")
    parser.add_argument("--gaming-day-starts", metavar="HH:MM", help="when a gaming day begins (default 06:00)")
    parser.add_argument("--game", metavar="CODE", help="a game; `oddchip games` lists them (default holdem)")
    parser.add_argument("--betting", metavar="B", help="nl, pl, fl or spread (default: what the game has first)")
    parser.add_argument("--stakes", metavar="S", help="like 1/3, or by name like sb=1,bb=3,chip=1")
    parser.add_argument("--rake", metavar="HOW", help="like '10%% to 5', 'drop 4', 'time 7/30' or none")
    parser.add_argument("--seats", metavar="N", help="seats of a table (default 9, or what the game has)")
    parser.add_argument("--rulebooks", metavar="LIST", help="rulebooks, with commas between them")
    parser.add_argument("--yes", action="store_true", help="ask nothing: what no flag answers is as by default")
    parser.add_argument("--replace", action="store_true", help="write the house file anew if there is one")


def run(args: argparse.Namespace) -> int:
    from pipelines.folders import folders
    from pipelines.starting.asking import answers_of
    from pipelines.starting.new_room import make_room, refuse_to_replace
    from pipelines.starting.questions import QUESTIONS

    where = folders(args.dir)
    house = where.root / "house.toml"
    if not args.replace:
        refuse_to_replace(house)
    is_asked = not args.yes and sys.stdin.isatty()
    given = {question.name: getattr(args, question.name.replace("-", "_")) for question in QUESTIONS}
    if is_asked:
        print("A few questions about your room. Press Enter to take what stands in [brackets].\n")
    answers = answers_of(given, _ask if is_asked else None)
    made = make_room(where, answers, args.replace)
    print(f"{'' if not is_asked else chr(10)}Wrote {made.house}:\n")
    for line in made.house.read_text(encoding="utf-8").splitlines():
        print(f"    {line}" if line else "")
    for remark in made.remarks:
        print(f"\nWithout effect: {remark}")
    _print_next(made, answers["room"])
    return 0


def _ask(words: str) -> str:
    from pipelines.errors import InputError

    try:
        return input(words)
    except EOFError:
        print()
        raise InputError("no answer came; nothing was written. Answer with flags and --yes instead") from None


def _print_next(made: object, room: str) -> None:
    from pipelines.starting.new_room import NewRoom

    assert isinstance(made, NewRoom)
    print(f"""
Next:
  1. Put your files into {made.landing}/. docs/feeds.md says how a hand log is written, with five hands to copy; hands
     of this room say "room":"{room}" and, if you like, "placard":"{made.placard}".
  2. See whether they can be read:        oddchip lint {made.landing}
  3. See what is wrong with the hands:    oddchip audit {made.landing} --house {made.house} --out findings
  4. Every night from then on:            oddchip nightly --data {made.house.parent}""")
