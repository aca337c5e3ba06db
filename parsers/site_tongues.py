"""PokerStars text in Portuguese and in French, line by line in the English that the reader knows.

A client writes histories in the language it is set to. Each line is one of a few sentences with names and amounts in
them; a sentence that is not listed here stays as it is, and puts its hand into quarantine like any line that is not
known. Amounts with blanks between thousands and decimal commas become plain ones; days become year first.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_AMOUNT: Final = r"[$€£¥₹]? ?[0-9][0-9.,\u00a0\u202f]*(?: [0-9]{3}(?![0-9])[0-9.,]*)*(?: ?[$€£¥₹])?"
_ALL_IN: Final = r"(?P<allin> e está all-in| et est(?: à tapis| all-in| à all-in)\.?)?"
_WHO: Final = r"(?P<who>.+?) ?:"


class _Sentence(NamedTuple):
    """A line's form, in which `@a@` and `@b@` are amounts and `@who@` is a name; its English has the form's groups."""

    form: re.Pattern[str]
    english: str


def _said(form: str, english: str) -> _Sentence:
    for name in "ab":
        form = form.replace(f"@{name}@", f"(?P<{name}>{_AMOUNT})")
    return _Sentence(re.compile(form.replace("@who@", _WHO) + r"\.?"), english)


# A line that says who comes, goes or is out: it moves neither chips nor cards.
_IDLE: Final = "{who} has returned"
_PORTUGUESE: Final = (
    _said(r"\*\*\* CARTAS DA MÃO \*\*\*", "*** HOLE CARDS ***"),
    _said(r"\*\*\* SUMÁRIO \*\*\*", "*** SUMMARY ***"),
    _said(r"Mesa (?P<table>'.*'.*?) Lugar #(?P<n>[0-9]+) é o botão", "Table {table} Seat #{n} is the button"),
    _said(r"Mesa (?P<table>'.*)", "Table {table}"),
    _said(r"Mesa (?P<cards>\[.*\])", "Board {cards}"),
    _said(r"Lugar (?P<n>[0-9]+): (?P<who>.+) \(@a@ em fichas(?:, Bounty de @b@)?\) está sit out",
          "Seat {n}: {who} ({a} in chips) is sitting out"),
    _said(r"Lugar (?P<n>[0-9]+): (?P<who>.+) \(@a@ em fichas(?:, Bounty de @b@)?\)", "Seat {n}: {who} ({a} in chips)"),
    _said(r"Lugar (?P<n>[0-9]+): (?P<rest>.*(?:desistiu|escondeu|mostrou|recebeu|ganhou|perdeu)\b.*)",
          "Seat {n}: {rest} folded"),
    _said(r"@who@ coloca (?:a |o )?ante @a@", "{who}: posts the ante {a}"),
    _said(r"@who@ paga o (?P<kind>small|big) blind @a@" + _ALL_IN, "{who}: posts {kind} blind {a}{allin}"),
    _said(r"@who@ paga o small (?:&|e) (?:o )?big blinds? @a@", "{who}: posts small & big blinds {a}"),
    _said(r"(?P<who>.+) recebe (?P<cards>\[.*\])", "Dealt to {who} {cards}"),
    _said(r"@who@ desiste(?: \[.*\])?", "{who}: folds"),
    _said(r"@who@ passa", "{who}: checks"),
    _said(r"@who@ iguala @a@" + _ALL_IN, "{who}: calls {a}{allin}"),
    _said(r"@who@ aposta @a@" + _ALL_IN, "{who}: bets {a}{allin}"),
    _said(r"@who@ aumenta @a@ para @b@" + _ALL_IN, "{who}: raises {a} to {b}{allin}"),
    _said(r"@who@ mostra (?P<cards>\[.*?\])(?: \(.*\))?", "{who}: shows {cards}"),
    _said(r"@who@ (?:não mostra a mão|esconde a mão|escondeu as cartas.*)", "{who}: mucks hand"),
    _said(r"Aposta não-igualada \(@a@\) voltou para (?P<who>.+)", "Uncalled bet ({a}) returned to {who}"),
    _said(r"(?P<who>.+) recebeu @a@ do pote(?: principal)?", "{who} collected {a} from pot"),
    _said(r"(?P<who>.+) recebeu @a@ do pote (?:secundário|paralelo)(?:[- ](?P<n>[1-9]))?",
          "{who} collected {a} from side pot{-n}"),
    _said(r"Total pote @a@(?: .*?)? \| comissão @b@", "Total pot {a} | Rake {b}"),
    _said(r"(?P<who>.+?):? (?:está (?:sit out|sem ligação|ligado)|voltou|gastou o tempo(?: .*)?)", _IDLE),
    _said(r"(?P<who>.+) (?:terminou o torneio|Acabou o torneio|ganhou o torneio|ganhou .* por eliminar) .*", _IDLE),
    _said(r"Mão cancelada", "Hand cancelled"),
)  # fmt: skip
_FRENCH: Final = (
    _said(r"\*\*\* CARTES FERMÉES \*\*\*", "*** HOLE CARDS ***"),
    _said(r"\*\*\* TOURNANT \*\*\*(?P<cards>.*)", "*** TURN ***{cards}"),
    _said(r"\*\*\* RIVIÈRE \*\*\*(?P<cards>.*)", "*** RIVER ***{cards}"),
    _said(r"\*\*\* ABATTAGE \*\*\*", "*** SHOW DOWN ***"),
    _said(r"\*\*\* (?:RÉSUMÉ|SYNTHÈSE) \*\*\*", "*** SUMMARY ***"),
    _said(r"Table (?P<table>'.*'.*?) (?:Siège|Place) #(?P<n>[0-9]+) est (?:au|le) bouton",
          "Table {table} Seat #{n} is the button"),
    _said(r"(?:Siège|Place) (?P<n>[0-9]+) ?: (?P<who>.+) \(@a@ en jetons.*?\) (?:est absent|ne joue pas).*",
          "Seat {n}: {who} ({a} in chips) is sitting out"),
    _said(r"(?:Siège|Place) (?P<n>[0-9]+) ?: (?P<who>.+) \(@a@ en jetons.*?\)", "Seat {n}: {who} ({a} in chips)"),
    _said(r"(?:Siège|Place) (?P<n>[0-9]+) ?: (?P<rest>.*(?:s'est couché|a (?:montré|remporté|gagné|perdu|caché)).*)",
          "Seat {n}: {rest} folded"),
    _said(r"@who@ (?:met|dépose|poste) (?:l'|une? )?ante\.? @a@" + _ALL_IN, "{who}: posts the ante {a}{allin}"),
    _said(r"@who@ (?:met|dépose|poste) la petite blind\.? @a@" + _ALL_IN, "{who}: posts small blind {a}{allin}"),
    _said(r"@who@ (?:met|dépose|poste) la grosse blind\.? @a@" + _ALL_IN, "{who}: posts big blind {a}{allin}"),
    _said(r"Distribuées (?:à )?(?P<who>.+?) (?P<cards>\[.*\])", "Dealt to {who} {cards}"),
    _said(r"@who@ se couche\.?(?: \[.*\])?", "{who}: folds"),
    _said(r"@who@ parole", "{who}: checks"),
    _said(r"@who@ suit\.? @a@" + _ALL_IN, "{who}: calls {a}{allin}"),
    _said(r"@who@ mise\.? @a@" + _ALL_IN, "{who}: bets {a}{allin}"),
    _said(r"@who@ relance\.? @a@ à @b@" + _ALL_IN, "{who}: raises {a} to {b}{allin}"),
    _said(r"@who@ montre\.? (?P<cards>\[.*?\])(?: \(.*\))?", "{who}: shows {cards}"),
    _said(r"@who@ (?:ne montre pas (?:sa|la) main|cache sa main|jette sa main)", "{who}: mucks hand"),
    _said(r"Mise non suivie \(@a@\) (?:retournée|remboursée|rendue) à (?P<who>.+)",
          "Uncalled bet ({a}) returned to {who}"),
    _said(r"(?P<who>.+?) (?:a remporté|remporte) @a@ (?:dans le|du) pot(?: principal)?",
          "{who} collected {a} from pot"),
    _said(r"Pot total @a@(?: .*?)? \| (?:Commission|Prélèvement|Rake) @b@", "Total pot {a} | Rake {b}"),
    _said(r"Total (?:du )?pot @a@(?: .*?)? \| (?:Commission|Prélèvement|Rake) @b@", "Total pot {a} | Rake {b}"),
    _said(r"Tableau (?P<cards>\[.*\])", "Board {cards}"),
    _said(r"(?P<who>.+?) (?:a dépassé le temps imparti.*|ne joue pas|est revenu|est (?:dé)?connecté)", _IDLE),
    _said(r"Main annulée", "Hand cancelled"),
    # A client set to French may write all but the first line in English, with a blank before its colons.
    _said(r"@who@ (?P<rest>(?:posts|folds|checks|calls|bets|raises|shows|mucks|doesn't)\b.*)", "{who}: {rest}"),
)  # fmt: skip

_HEADS: Final = (
    (re.compile(r"\ufeff?Mão PokerStars(?P<zoom> Zoom)? #(?P<hand>[0-9]+) ?: (?P<rest>.*)"), _PORTUGUESE),
    (re.compile(r"\ufeff?Main PokerStars(?P<zoom> Zoom)? n[°º](?P<hand>[0-9]+) ?: (?P<rest>.*)"), _FRENCH),
    (re.compile(r"\ufeff?PokerStars(?P<zoom> Zoom)? Partie #(?P<hand>[0-9]+) ?: (?P<rest>.*)"), _FRENCH),
)
_EVENT: Final = re.compile(r"(?:Torneio|Tournoi) (?:#|n[°º])(?P<event>[0-9]+), ")
_LEVEL: Final = re.compile(r"- (?:Nível|Niveau) (?=[IVXLCDM0-9])")
_DAY_FIRST: Final = re.compile(r"\b([0-9]{2})/([0-9]{2})/([0-9]{4})\b")
_SIGN_APART: Final = re.compile(r"([$€£]) (?=[0-9])")
_DECIMAL_COMMA: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")


def in_english(lines: list[str]) -> list[str]:
    """The lines of a hand in English; the same list where they are."""
    for head, sentences in _HEADS:
        if match := head.fullmatch(lines[0].rstrip()):
            first = f"PokerStars{match['zoom'] or ''} Hand #{match['hand']}: {_first(match['rest'])}"
            return [first, *(_line(line.rstrip(), sentences) for line in lines[1:])]
    return lines


def _first(rest: str) -> str:
    """What stands behind the number in a hand's first line."""
    rest = _SIGN_APART.sub(r"\1", _EVENT.sub(r"Tournament #\g<event>, ", _LEVEL.sub("- Level ", rest)))
    head, dash, at = rest.rpartition(") - ")
    at = _DAY_FIRST.sub(r"\3/\2/\1", at)
    buy_in, comma, game = head.partition(", ") if head.startswith("Tournament #") else ("", "", head)
    return buy_in + comma + _DECIMAL_COMMA.sub(".", game) + dash + at


def _line(line: str, sentences: tuple[_Sentence, ...]) -> str:
    for form, english in sentences:
        if match := form.fullmatch(line):
            return _filled(english, match)
    return line


def _filled(english: str, match: re.Match[str]) -> str:
    groups = match.groupdict()
    for name, text in groups.items():
        if name in ("a", "b"):
            text = _plain_amount(text or "")
        elif name == "allin":
            text = " and is all-in" if text else ""
        elif name == "n":
            english = english.replace("{-n}", f"-{text}" if text else "")
        english = english.replace(f"{{{name}}}", text or "", 1)
    return english


def _plain_amount(text: str) -> str:
    return _DECIMAL_COMMA.sub(".", re.sub(r"[$€£¥₹\s\u00a0\u202f]", "", text))
