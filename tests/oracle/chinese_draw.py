"""Chinese draw poker by hand (2017:342): lots of five, three and five, rows of three, five and five, and the pot.

Grain: one hand of the log, a JSON object. Whoever folded gets no more cards. How points share the pot no document says,
so of the awards only their sum is judged. The code is as plain as it can be and shares nothing with the audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

HELD: Final = (5, 8, 13)  # by each seat that is in, when its betting begins
SET: Final = {"front": 3, "middle": 5, "back": 5}


def judge(line: Mapping[str, Any]) -> Counter[str]:
    """How often CD02, OF06 and PT02 are to be told of a hand."""
    words = [event.split() for event in line["events"]]
    if any(word[0] in ("misdeal", "void") for word in words):
        return Counter()
    found = Counter({"CD02": int(is_dealt_wrong(words)), "OF06": sets_wrong(words), "PT02": int(is_paid_wrong(words))})
    return Counter({code: count for code, count in found.items() if count})


def is_dealt_wrong(words: list[list[str]]) -> bool:
    """Whether a seat that was in had another number of cards when the betting behind a lot began."""
    held: Counter[str] = Counter()
    folded: set[str] = set()
    lot = -1
    in_lot: set[str] = set()  # seats dealt to since the betting; all-in, a seat's next cards are the next lot
    for word in [*words, ["end"]]:
        if word[0] == "deal":
            if not in_lot or word[1] in in_lot:
                lot, in_lot = lot + 1, set()
            held[word[1]] += len(word[2]) // 2
            in_lot.add(word[1])
        elif in_lot and (word[0] == "end" or word[1:2] in (["fold"], ["check"], ["call"], ["bet"], ["raise"])):
            in_lot = set()
            if any(held[seat] != HELD[lot] for seat in held if seat not in folded):
                return True
        if word[1:2] == ["fold"]:
            folded.add(word[0])
    return False


def sets_wrong(words: list[list[str]]) -> int:
    """Seats whose rows do not hold three, five and five cards."""
    rows: dict[str, Counter[str]] = {}
    for word in words:
        if word[1:2] == ["set"]:
            rows.setdefault(word[0], Counter())[word[2]] += len(word[3]) // 2
    return sum(row != SET for row in rows.values())


def is_paid_wrong(words: list[list[str]]) -> bool:
    """Whether another sum was pushed than what went in, less what went back and what the house took."""
    pot = pushed = 0
    street: Counter[str] = Counter()  # what each seat has in for the betting round
    acted = False
    for word in words:
        if word[0] == "deal" and acted:  # a lot behind betting: the next round begins with nothing in
            street, acted = Counter(), False
        if word[1:2] == ["post"]:
            pot += int(word[3])
            street[word[0]] += 0 if word[2] in ("ante", "dead") else int(word[3])
        elif word[1:2] == ["call"]:
            pot += int(word[2])
            street[word[0]] += int(word[2])
        elif word[1:2] in (["bet"], ["raise"]):
            pot += int(word[2]) - street[word[0]]
            street[word[0]] = int(word[2])
        elif word[0] in ("return", "rake"):
            pot -= int(word[-1])
        elif word[0] == "award":
            pushed += int(word[-1])
        acted = acted or word[1:2] in (["fold"], ["check"], ["call"], ["bet"], ["raise"])
    return pot != pushed
