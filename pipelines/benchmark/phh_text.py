"""Hands of the log as PHH, so that the peer reads the very hands that we read: what both know, and nothing else."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

# What PHH calls a game and its betting; games that the peer knows.
VARIANTS: Final = {
    ("holdem", "nl"): "NT",
    ("stud", "fl"): "F7S",
    ("stud8", "fl"): "F7S/8",
    ("razz", "fl"): "FR",
    ("27-single", "nl"): "N2L1D",
    ("27-triple", "fl"): "F2L3D",
    ("badugi", "fl"): "FB",
}
_STUD: Final = ("stud", "stud8", "razz")
_SAID: Final = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "complete": "cbr"}
# What PHH has no word for and loses nothing by leaving out: the slide and the dealer's hands.
_LEFT_OUT: Final = {"burn", "rake", "promo", "return", "award", "stub", "time", "timepot"}


def phh_of(record: dict[str, Any]) -> str | None:
    """A hand of the log as PHH; None for a table note, and for what PHH cannot say (dead posts, a dead button, …)."""
    if "events" not in record or "tournament" in record:
        return None
    variant = VARIANTS.get((record["game"], record.get("betting", "")))
    events = [event.split() for event in record["events"]]
    dealt = {words[1] for words in events if words[0] == "deal"}
    ring = sorted((seat for seat in record["seats"] if f"s{seat['seat']}" in dealt), key=lambda seat: seat["seat"])
    is_stud = record["game"] in _STUD
    numbers = [seat["seat"] for seat in ring]
    if variant is None or len(ring) < 2 or (not is_stud and record["button"] not in numbers):
        return None
    turn = 0 if is_stud else numbers.index(record["button"]) + 1
    ring = ring[turn:] + ring[:turn]  # from the left of the button round to it; stud, from the dealer's left
    player = {f"s{seat['seat']}": f"p{k + 1}" for k, seat in enumerate(ring)}
    stakes = record["stakes"]
    posts = sorted(
        (words[2], player.get(words[0], ""), float(words[3])) for words in events if words[1:2] == ["post"]
    )  # fmt: skip
    actions = _actions(events, player, is_stud)
    if actions is None or not _are_plain(posts, list(player.values()), stakes, is_stud):
        return None
    start = dt.datetime.fromisoformat(record["start"])
    n = len(ring)
    fields: dict[str, object] = {"variant": repr(variant), "antes": [stakes["ante"] if is_stud else 0] * n}
    if is_stud:
        fields["bring_in"] = stakes["bring_in"]
    else:
        fields["blinds_or_straddles"] = [stakes["sb"], stakes["bb"], *[0] * (n - 2)]
    if record["betting"] == "fl":
        fields |= {"small_bet": stakes["small_bet"], "big_bet": stakes["big_bet"]}
    else:
        fields["min_bet"] = stakes["bb"]
    fields |= {
        "starting_stacks": [seat["stack"] for seat in ring],
        "actions": actions,
        "venue": repr(record["room"]),
        "time": f"{start:%H:%M:%S}",
        "day": start.day,
        "month": start.month,
        "year": start.year,
        "hand": repr(record["hand"]),
        "seats": [seat["seat"] for seat in ring],
        "table": repr(record["table"]),
        "players": [seat["player"] for seat in ring],
    }
    return "".join(f"{name} = {value}\n" for name, value in fields.items())


def _are_plain(posts: list[tuple[str, str, float]], ring: list[str], stakes: dict[str, Any], is_stud: bool) -> bool:
    """Whether the forced bets are those that PHH derives from the stakes, in full and from the usual seats."""
    if is_stud:
        antes = [("ante", seat, stakes["ante"]) for seat in ring]
        opened = [post for post in posts if post[0] != "ante"]
        return [post for post in posts if post[0] == "ante"] == sorted(antes) and all(
            kind == "bringin" and amount == stakes["bring_in"] for kind, _, amount in opened
        )
    small, big = (ring[1], ring[0]) if len(ring) == 2 else (ring[0], ring[1])
    return posts == [("bb", big, stakes["bb"]), ("sb", small, stakes["sb"])]


def _actions(events: list[list[str]], player: dict[str, str], is_stud: bool) -> list[str] | None:
    """The actions as PHH has them; None where it has no word for one. Cards of stud's first deal come together."""
    actions: list[str] = []
    down: dict[str, str] = {}
    opened: set[str] = set()
    for words in events:
        match words:
            case [seat, "post", kind, _] if seat in player:
                if kind == "bringin":
                    actions.append(f"{player[seat]} pb")
            case ["deal", seat, cards] if is_stud and seat not in opened:
                down[seat] = cards
            case ["up", seat, cards]:
                opened.add(seat)
                actions.append(f"d dh {player[seat]} {down.pop(seat, '')}{cards}")
            case ["draw", seat, "pat"]:
                actions.append(f"{player[seat]} sd")
            case ["deal" | "draw", seat, cards]:
                actions.append(f"d dh {player[seat]} {cards}")
            case ["discard", seat, cards]:
                actions.append(f"{player[seat]} sd {cards}")
            case ["board", cards]:
                actions.append(f"d db {cards}")
            case [seat, "show", cards]:
                actions.append(f"{player[seat]} sm {cards}")
            case [seat, "muck"]:
                actions.append(f"{player[seat]} sm")
            case [seat, word, *rest] if word in _SAID and seat in player:
                actions.append(" ".join((player[seat], _SAID[word], *(rest[:1] if _SAID[word] == "cbr" else ()))))
            case [word, *_] if word in _LEFT_OUT:
                pass
            case _:
                return None
    return actions
