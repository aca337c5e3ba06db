"""A step of a hand as somebody at the table would tell it: `Seat 1 raises to $9, all in`. One sentence an event.

The log's own words stand beside it where the log itself is the evidence (`log_words.event_words`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dashboards.proofs.log_words import Row, card_words, event_words
from dashboards.shown import plural, shown

Say = Callable[[int], str]  # an amount: dollars, or in a tournament chips

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_POSTS: Final = {
    "ante": "posts an ante of {}", "sb": "posts the small blind, {}", "bb": "posts the big blind, {}",
    "straddle": "straddles for {}", "kill": "posts the kill, {}", "bringin": "brings it in for {}",
    "bba": "posts the big-blind ante, {}", "live": "posts {} live", "dead": "posts {} dead",
}  # fmt: skip
_ACTIONS: Final = {
    "fold": "folds", "check": "checks", "call": "calls {}", "bet": "bets {}", "raise": "raises to {}",
    "complete": "completes to {}",
}  # fmt: skip
_FLAGS: Final = {"allin": "all in", "oot": "out of turn", "dark": "in the dark"}
_BOARDS: Final = {"board": "the board", "board2": "the second board", "board3": "the third board"}
_PARTS: Final = {
    "hi": "the high half of ", "lo": "the low half of ", "five": "the five-card half of ",
    "badugi": "the badugi half of ", "razz": "the razz half of ", "27": "the deuce-to-seven half of ",
    "omaha": "the Omaha half of ",
}  # fmt: skip
_PLACES: Final = ("", "first", "second", "third")
_WAGERS: Final = {
    "ante": "ante", "odds": "odds", "raise": "raise", "pocket": "pocket bonus", "trips": "trips plus",
    "progressive": "progressive",
}  # fmt: skip
JOKER: Final = "Jk"
_AGREED: Final = {1: "once", 2: "twice"}


def step_words(event: Row, say: Say) -> str:
    """One event in a sentence without its period; a word that nobody can tell yet stands as the log has it."""
    tell = _TOLD.get(event["word"])
    if tell is None:
        return shown(event_words(event))
    flags = [words for name, words in _FLAGS.items() if event[name]]
    return shown(", ".join([tell(event, say), *flags]))


def _seat(event: Row) -> str:
    return "The dealer" if event["seat"] == 0 else f"Seat {event['seat']}"


def _a_seat(seat: int | None) -> str:
    return "the dealer" if seat == 0 else f"seat {seat}"


def _amount(event: Row, say: Say) -> str:
    return say(event["amount_cents"] or 0)


def _cards(event: Row, what: str = "card") -> str:
    """The cards of an event by their faces, or how many they are where nobody saw them: `A♠ K♦`, `two cards`."""
    text = event["cards"] or ""
    if text == JOKER:
        return "a joker"
    if text and "??" not in text:
        return card_words(text)
    count = len(text) // 2 or event["count"] or 0
    many = _NUMBERS[count] if count < len(_NUMBERS) else f"{count}"
    return f"{many} {what if count == 1 else what + 's'}"


def _a_card(event: Row) -> str:
    """The one card of an event at the beginning of a sentence: `K♦`, `A card`."""
    said = _cards(event)
    return "A card" if said == "one card" else said[0].upper() + said[1:]


def _post(event: Row, say: Say) -> str:
    return f"{_seat(event)} {_POSTS.get(event['kind'], 'posts {}').format(_amount(event, say))}"


def _acts(event: Row, say: Say) -> str:
    return f"{_seat(event)} {_ACTIONS[event['word']].format(_amount(event, say))}"


def _deal(event: Row, say: Say) -> str:
    if event["seat"] == 0:
        return f"The dealer deals {_cards(event)} to the house"
    how = " face up" if event["word"] == "up" else ""
    return f"{_seat(event)} is dealt {_cards(event)}{how}"


def _board(event: Row, say: Say) -> str:
    return f"The dealer deals {_cards(event)} to {_BOARDS[event['word']]}"


def _draw(event: Row, say: Say) -> str:
    return f"{_seat(event)} stands pat" if event["kind"] == "pat" else f"{_seat(event)} draws {_cards(event)}"


def _burn(event: Row, say: Say) -> str:
    return f"The dealer burns {_cards(event)}" if event["cards"] else "The dealer burns a card"


def _reshuffle(event: Row, say: Say) -> str:
    sources = [f"the {source}" for source in (event["text"] or event["kind"] or "stub").split("+")]
    said = " and ".join([", ".join(sources[:-1]), sources[-1]] if len(sources) > 1 else sources)
    return f"The dealer shuffles {said} into a new stub"


def _award(event: Row, say: Say) -> str:
    pot = f"side pot {event['pot']}" if event["pot"] else "the main pot"
    board = f" on the {_PLACES[event['board']]} board" if event["board"] else ""
    to = _a_seat(event["seat"])
    part = _PARTS.get(event["part"] or "", "")
    return f"The dealer pushes {part}{pot}{board}, {_amount(event, say)}, to {to}"


def _shown_card(event: Row, say: Say) -> str:
    whose = "the dealer's" if event["seat"] == 0 else f"seat {event['seat']}'s"
    return f"{_a_card(event)}, {whose} card, comes face up"


def _because(words: str) -> Callable[[Row, Say], str]:
    """A sentence with the reason that the log gives, which is a short code there."""

    def tell(event: Row, say: Say) -> str:
        seat = f" seat {event['seat']}'s hand is dead" if event["word"] == "dead" else ""
        reason = (event["text"] or "").replace("-", " ")
        return f"{words}{seat}" + (f": {reason}" if reason else "")

    return tell


def _agreed(event: Row, say: Say) -> str:
    count = event["count"] or 0
    return f"All agree to run it {_AGREED.get(count, f'{_NUMBERS[count] if count < 11 else count} times')}"


def _wager(event: Row, say: Say) -> str:
    seat, amount, what = _seat(event), _amount(event, say), _WAGERS.get(event["kind"], event["kind"] or "wager")
    match event["word"]:
        case "wager":
            return f"{seat} puts {amount} on the {what}"
        case "take":
            return f"The house takes {_a_seat(event['seat'])}'s {amount} on the {what}"
        case "push":
            return f"{seat} gets its {amount} on the {what} back"
        case _:
            return f"The house pays {_a_seat(event['seat'])} {amount} on the {what}"


def _pay(event: Row, say: Say) -> str:
    if event["other_seat"] is None:
        return _wager(event, say)
    return f"{_seat(event)} gets {_amount(event, say)} from {_a_seat(event['other_seat'])}"


def _score(event: Row, say: Say) -> str:
    points = plural(abs(event["count"] or 0), "point")
    won = "wins" if (event["count"] or 0) >= 0 else "loses"
    return f"{_seat(event)} {won} {points} against {_a_seat(event['other_seat'])}"


_TOLD: Final[dict[str, Callable[[Row, Say], str]]] = {
    "post": _post,
    **dict.fromkeys(_ACTIONS, _acts),
    **dict.fromkeys(("deal", "up"), _deal),
    **dict.fromkeys(_BOARDS, _board),
    "community": lambda event, say: f"The dealer deals {_cards(event)} face up for everyone",
    "burn": _burn,
    "discard": lambda event, say: f"{_seat(event)} discards {_cards(event)}",
    "draw": _draw,
    "reshuffle": _reshuffle,
    "return": lambda event, say: f"{_amount(event, say)} goes back to {_a_seat(event['seat'])}",
    "rake": lambda event, say: f"The dealer takes {_amount(event, say)} rake",
    "promo": lambda event, say: f"The dealer takes {_amount(event, say)} for the promotion",
    "time": lambda event, say: f"{_seat(event)} pays {_amount(event, say)} time",
    "timepot": lambda event, say: f"The pot pays {_amount(event, say)} time",
    "show": lambda event, say: f"{_seat(event)} shows {_cards(event)}",
    "muck": lambda event, say: f"{_seat(event)} mucks",
    "award": _award,
    "stub": lambda event, say: f"The dealer counts the stub: {plural(event['count'] or 0, 'card')}",
    "runit": _agreed,
    "expose": _shown_card,
    "boxed": lambda event, say: f"{_a_card(event)} lies face up in the deck",
    "foreign": lambda event, say: f"{_a_card(event)} is of another deck",
    "joker": lambda event, say: f"{_seat(event)} has a joker",
    "misdeal": _because("A misdeal is called"),
    "void": _because("The hand is void"),
    "dead": _because("The floor rules that"),
    "floor": _because("The floor rules"),
    **dict.fromkeys(("wager", "take", "push"), _wager),
    "pay": _pay,
    "meter": lambda event, say: f"The progressive meter stands at {_amount(event, say)}",
    "envy": lambda event, say: f"The house pays {_a_seat(event['seat'])} {_amount(event, say)}, the envy bonus",
    "set": lambda event, say: f"{_seat(event)} sets {_cards(event)} in the {event['kind']}",
    "foul": lambda event, say: f"{_seat(event)}'s hand is called foul",
    "score": _score,
    "fantasy": lambda event, say: f"{_seat(event)} goes to Fantasyland",
    "back": lambda event, say: f"The dealer takes {_cards(event)} back from the board",
}
