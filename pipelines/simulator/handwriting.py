"""How dealers fill in a down card: right and hard to read, or wrong. Plain Python, and no code of the checks."""

import unicodedata
from collections.abc import Sequence
from random import Random

from pipelines.simulator.cards_of_dealers import Dealer

Signature = tuple[str, str, str]  # number, last name, first name, as written


def plainly(dealer: Dealer) -> Signature:
    """In print, as the card asks for it."""
    return dealer.emp, dealer.last_name, dealer.first_name


def messily(rng: Random, dealer: Dealer) -> Signature:
    """Right, as far as a number and a name can be told; and written as people do."""
    emp, last, first = plainly(dealer)
    draw = rng.random()
    if draw < 0.08:
        emp = f"{emp[:3]} {emp[3:]}"
    elif draw < 0.12:
        emp = f"{emp[:3]}-{emp[3:]}"
    elif draw < 0.16:
        emp = f"800{emp}"
    draw = rng.random()
    if draw < 0.12:
        last, first = last.upper(), first.upper()
    elif draw < 0.2:
        last, first = last.lower(), first.lower()
    elif draw < 0.28:
        last, first = first, last
    elif draw < 0.36:
        first = f"{first[0]}."
    elif draw < 0.42 and len(last) > 4:
        at = rng.randrange(1, len(last) - 1)
        last = last[:at] + last[at + 1] + last[at] + last[at + 2 :]
    elif draw < 0.48 and len(last) > 4:
        at = rng.randrange(1, len(last))
        last = last[:at] + last[at - 1] + last[at:]
    elif draw < 0.52:
        first = ""
    elif draw < 0.55:
        last = f"{last}."
    elif draw < 0.65:
        last, first = _without_marks(last), _without_marks(first)
    elif draw < 0.68:
        last, first = f"{last} {first}", ""
    return emp, last, first


def _without_marks(name: str) -> str:
    """Without accents, apostrophes and hyphens, as on a keyboard that has none."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if letter.isalpha() or letter == " ")


def shared_line(one: Signature, other: Signature) -> Signature:
    """Two dealers of one slot on one line of the card."""
    number, last, first = (f"{a}/{b}" for a, b in zip(one, other, strict=True))
    return number, last, first


def illegibly(rng: Random, dealer: Dealer, numbers: Sequence[str]) -> Signature:
    """DC03: a digit nobody can read, a letter in its place, a digit lost, no number at all, or a number of nobody."""
    emp, last, first = plainly(dealer)
    at = rng.randrange(6)
    kind = rng.randrange(5)
    if kind == 0:
        emp = emp[:at] + rng.choice("?_*") + emp[at + 1 :]
    elif kind == 1:
        emp = emp[:at] + rng.choice("OISBZG") + emp[at + 1 :]
    elif kind == 2:
        emp = emp[:at] + emp[at + 1 :]
    elif kind == 3:
        emp = ""
    else:
        while emp in numbers:
            emp = emp[:at] + rng.choice("0123456789") + emp[at + 1 :]
    return emp, last, first


def as_another(rng: Random, dealer: Dealer, others: Sequence[Dealer]) -> Signature | None:
    """DC04: the number of a colleague whose name is quite another; None where nobody's is."""
    apart = [
        other
        for other in others
        if not set(other.last_name.lower()[:2]) & set(dealer.last_name.lower()[:2])
        and other.first_name[0] != dealer.first_name[0]
        and other.first_name[0] != dealer.last_name[0]
    ]
    if not apart:
        return None
    return rng.choice(apart).emp, dealer.last_name, dealer.first_name
