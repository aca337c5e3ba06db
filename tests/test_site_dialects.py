"""PokerStars text as other clients, languages and sites of its family write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.batch import to_tables
from parsers.event_text import hand_texts
from parsers.handlog import ParsedHands
from parsers.pokerstars import read_pokerstars
from parsers.site_heads import head_of
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files

TEXT = (Path(__file__).parent / "feeds" / "pokerstars.txt").read_text(encoding="utf-8")
FIRST, SECOND = TEXT.split("\n\n\n\n")


def read(folder: Path, text: str | bytes) -> list[ParsedHands]:
    path = folder / "x.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_pokerstars(Source(path)))


def said(parts: list[ParsedHands]) -> list[list[str]]:
    return [texts for part in parts for texts in hand_texts(part.batch)]


def one(folder: Path, text: str | bytes) -> list[str]:
    """The events of the only hand in a text, which is read without a rest."""
    parts = read(folder, text)
    assert [row.reason for part in parts for row in part.quarantine] == []
    [events] = said(parts)
    return events


def found(folder: Path, text: str | bytes, rulebook: str = "wsop-live-2017") -> dict[str, int]:
    (folder / "a.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    summary = audit_files([folder / "a.txt"], house_path=None, out=folder / "out", rulebook=rulebook).summary
    assert summary["hands_quarantined"] == 0 and summary["hands_read"] == 1
    findings: dict[str, int] = summary["findings"]
    return findings


# -- first lines -------------------------------------------------------------------------------------------------------

AT = "2019/03/02 9:05:00 ET"


@pytest.mark.parametrize(
    ("rest", "event", "game", "betting"),
    [
        ("Tournament #7, 250FPP Hold'em No Limit - Level I (10/20)", "7", "holdem", "nl"),
        ("Tournament #7, 1,000 SC Hold'em No Limit - Level I (10/20)", "7", "holdem", "nl"),
        ("Tournament #7, Freeroll  Omaha Pot Limit - Level I (10/20)", "7", "omaha", "pl"),
        ("Tournament #7, €0.89+€0.11 EUR Hold'em Limit - Level I (10/20)", "7", "holdem", "fl"),
        ("Tournament #7, $5+$5+$1 USD Hold'em No Limit - Level I (10/20)", "7", "holdem", "nl"),
        ("Zoom Tournament #7, $5+$1 USD Hold'em No Limit - Level I (10/20)", "7", "holdem", "nl"),
        ("Tournament #7, $5+$1 USD HORSE (Omaha Hi/Lo Limit) - Level I (10/20)", "7", "omaha8", "fl"),
        ("Tournament #7, $5+$1 USD 8-Game (Triple Draw 2-7 Lowball Limit) - Level I (10/20)", "7", "27-triple", "fl"),
        ("Tournament #7, $5+$1 USD HOSE (7 Card Stud Hi/Lo Limit) - Level I (10/20)", "7", "stud8", "fl"),
        ("Tournament #7, $5+$1 USD Mixed Omaha H/L (Omaha Hi/Lo Pot Limit) - Level I (10/20)", "7", "omaha8", "pl"),
        ("Tournament #7, $5+$1 USD Mixed PLH/PLO (Hold'em Pot Limit) - Level I (10/20)", "7", "holdem", "pl"),
        ("Tournament #7, $5+$1 USD Badugi Limit - Match Round II, Level I (10/20)", "7", "badugi", "fl"),
        (
            "Tournament #7, $5+$1 USD Hold'em Pot Limit Pre-Flop, No Limit Post-Flop - Level I (10/20)",
            "7", "holdem-pl-nl", "pl",
        ),
        ("{A club #9}  Hold'em No Limit (10/20)", None, "holdem", "nl"),
        (" Split Hold'em No Limit ($0.05/$0.10 USD)", None, "split-holdem", "nl"),
        (" HORSE (Razz Limit, $0.04/$0.08 USD)", None, "razz", "fl"),
        (" HOLD'EM NO LIMIT ($2/$4)", None, "holdem", "nl"),
    ],
)  # fmt: skip
def test_buy_ins_mixed_games_and_limits_are_known(rest: str, event: str | None, game: str, betting: str) -> None:
    for sign in "$€":
        rest = rest.replace(sign, "")  # the reader takes signs off first
    head = head_of(f"PokerStars Hand #1: {rest} - {AT}")
    assert (head.site, head.event, head.game, head.betting) == ("PokerStars", event, game, betting)


@pytest.mark.parametrize(
    ("written", "site"),
    [
        ("PokerStars Zoom Hand #1:  ", "PokerStars"),
        ("PokerStars Home Game Hand #1: {Club #7}  ", "PokerStars"),
        ("POKERSTARS GAME #1:  ", "PokerStars"),
        ("Full Tilt Rush Hand #1:  ", "Full Tilt"),
        ("Run It Once Poker Hand #1:  ", "Run It Once Poker"),
        ("PPPoker Hand #1:  ", "PPPoker"),
        ("PokerBros Hand #1:  ", "PokerBros"),
        ("Poker Hand #HD1: ", "GGPoker"),
    ],
)
def test_sites_of_the_family_keep_their_names(written: str, site: str) -> None:
    assert head_of(f"{written}Hold'em No Limit (0.50/1.00 USD) - {AT}").site == site


def test_a_zone_that_nobody_knows_is_placed_by_the_time_in_brackets() -> None:
    known = head_of(f"PokerStars Hand #1:  Hold'em No Limit (1/2) - {AT}")
    brazil = head_of("PokerStars Hand #1:  Hold'em No Limit (1/2) - 2019/03/02 11:05:00 BRT [2019/03/02 9:05:00 ET]")
    assert brazil.start_us == known.start_us and brazil.utc_offset_min == -180


def test_what_an_export_puts_between_hands_is_no_hand(tmp_path: Path) -> None:
    text = f"Hand #7:\n\n{FIRST}\n\n*********** # 2 **************\n{SECOND}\n\nHand #9\n\n> {FIRST}"
    parts = read(tmp_path, text)
    assert [row.reason for part in parts for row in part.quarantine] == []
    assert sorted(map(len, said(parts))) == sorted(map(len, said(read(tmp_path, f"{FIRST}\n\n{SECOND}\n\n{FIRST}"))))


# -- languages ---------------------------------------------------------------------------------------------------------

PORTUGUESE = """Mão PokerStars #1002: Torneio #77, $ 10+$ 1 USD Hold'em No Limit - Nível IV (50/100) - \
2019/03/02 9:05:00 ET
Mesa '77 3' 9-max Lugar #1 é o botão
Lugar 1: Ann (1500 em fichas, Bounty de $ 5)
Lugar 2: Cy (120 em fichas)
Ann: coloca ante 10
Cy: coloca ante 10
Ann: paga o small blind 50
Cy: paga o big blind 100
*** CARTAS DA MÃO ***
Cy recebe [8h 8d]
Ann: aumenta 100 para 200
Cy: iguala 10 e está all-in
Aposta não-igualada (90) voltou para Ann
Zed está sem ligação
*** FLOP *** [2c 7d Kh]
*** TURN *** [2c 7d Kh] [9s]
*** RIVER *** [2c 7d Kh 9s] [9d]
*** SHOW DOWN ***
Cy: mostra [8h 8d] (dois pares, Noves e Oitos)
Ann: mostra [Kc 3s] (dois pares, Reis e Noves)
Ann recebeu 240 do pote
Cy terminou o torneio em 9º lugar
*** SUMÁRIO ***
Total pote 240 | comissão 0
Mesa [2c 7d Kh 9s 9d]
Lugar 1: Ann (Botão) (small blind) mostrou [Kc 3s] e ganhou (240) com dois pares, Reis e Noves
Lugar 2: Cy (big blind) mostrou [8h 8d] e perdeu com dois pares, Noves e Oitos
"""
FRENCH = """Main PokerStars n°1002 : Tournoi n°77, 10€+1€ EUR Hold'em No Limit - Niveau IV (50/100) - \
02/03/2019 15:05:00 CET [02/03/2019 9:05:00 ET]
Table '77 3' 9-max Siège #1 est au bouton.
Siège 1: Ann (1 500 en jetons)
Siège 2: Cy (120 en jetons)
Ann : met l'ante. 10
Cy : met l'ante. 10
Ann : met la petite blind. 50
Cy : met la grosse blind. 100
*** CARTES FERMÉES ***
Distribuées à Cy [8h 8d]
Ann : relance. 100 à 200
Cy : suit. 10 et est à tapis
Mise non suivie (90) retournée à Ann
Zed ne joue pas.
*** FLOP *** [2c 7d Kh]
*** TOURNANT *** [2c 7d Kh] [9s]
*** RIVIÈRE *** [2c 7d Kh 9s] [9d]
*** ABATTAGE ***
Cy : montre [8h 8d] (deux paires)
Ann : montre [Kc 3s] (deux paires)
Ann a remporté 240 du pot
*** SYNTHÈSE ***
Pot total 240 | Commission 0
Tableau [2c 7d Kh 9s 9d]
Siège 1: Ann (bouton) (petite blind) a montré [Kc 3s] et a gagné (240)
Siège 2: Cy (grosse blind) a montré [8h 8d] et a perdu
"""


@pytest.mark.parametrize(
    "written",
    [PORTUGUESE.encode(), PORTUGUESE.encode("cp1252"), FRENCH.encode(), FRENCH.encode("cp1252"),
     FRENCH.replace("Main PokerStars n°1002 :", "PokerStars Partie #1002:").replace("Siège", "Place").encode()],
    ids=["Portuguese", "Portuguese in Windows-1252", "French", "French in Windows-1252", "French, older"],
)  # fmt: skip
def test_a_hand_in_another_language_is_the_same_hand(tmp_path: Path, written: bytes) -> None:
    assert one(tmp_path, written) == one(tmp_path, SECOND)
    hand = to_tables(read(tmp_path, written)[0].batch)["hands"].to_pylist()[0]
    english = to_tables(read(tmp_path, SECOND)[0].batch)["hands"].to_pylist()[0]
    for name in ("room", "table", "hand", "game", "start", "tournament_event", "tournament_level", "ante_cents"):
        assert hand[name] == english[name], name


def test_a_cash_hand_in_another_language_has_its_cents_folds_and_absent_seats(tmp_path: Path) -> None:
    text = """Mão PokerStars #7:  Hold'em No Limit ($ 0.50/$ 1.00 USD) - 2019/03/01 20:15:07 BRT
Mesa 'Vesta' 6-max Lugar #2 é o botão
Lugar 1: Ann ($ 100 em fichas)
Lugar 2: Bo B ($ 1.250,50 em fichas)
Lugar 3: Cy ($ 40 em fichas) está sit out
Lugar 4: Dee ($ 99 em fichas)
Dee: paga o small blind $ 0.50
Ann: paga o big blind $ 1
*** CARTAS DA MÃO ***
Bo B: aumenta $ 2 para $ 3
Dee: desiste
Ann: desiste
Aposta não-igualada ($ 2) voltou para Bo B
Bo B recebeu $ 2.50 do pote
Bo B: não mostra a mão
*** SUMÁRIO ***
Total pote $ 2.50 | comissão $ 0
Lugar 1: Ann (big blind) desistiu antes Flop
Lugar 2: Bo B (Botão) recebeu ($ 2.50)
Lugar 4: Dee (small blind) desistiu antes Flop
"""
    wrong = text.replace("$ 1.250,50", "$ 1250.50")
    events = one(tmp_path, wrong)
    assert events[-4:] == ["s1 fold", "return s2 2", "award main s2 2.50", "s2 muck"] and "s4 post sb 0.50" in events
    seats = to_tables(read(tmp_path, wrong)[0].batch)["seats"].to_pylist()
    assert [(s["seat"], s["player"], s["stack_cents"], s["state"]) for s in seats] == [
        (1, "Ann", 10000, "in"), (2, "Bo B", 125050, "in"), (3, "Cy", 4000, "away"), (4, "Dee", 9900, "in"),
    ]  # fmt: skip
    # a sentence that is not known, and an amount that can be read two ways, are refused like any other
    for unsure in (wrong.replace("Dee: desiste", "Dee: dança"), text):
        [part] = read(tmp_path, unsure)
        assert len(part.quarantine) == 1 and not len(part.batch)


# -- chips of the house ------------------------------------------------------------------------------------------------

SPLASH = FIRST.replace("*** HOLE CARDS ***", "*** HOLE CARDS ***\nSTP added: $5").replace(
    "collected $139.50", "collected $144.50"
)


def test_chips_of_the_house_are_told_and_paid_out(tmp_path: Path) -> None:
    events = one(tmp_path, SPLASH.replace("Total pot $142 |", "Total pot $147 | Main pot $142 | STP $5 |"))
    assert events.count("splash 5") == 1 and events[-2] == "award main s1 144.50"
    assert found(tmp_path, SPLASH) == {}
    assert found(tmp_path, SPLASH.replace("144.50", "143.50")) == {"PT02": 1}


def test_a_cash_drop_and_a_splash_told_in_the_summary_alone_are_the_same(tmp_path: Path) -> None:
    drop = SPLASH.replace("STP added: $5\n", "").replace("Cy: posts", "Cash Drop to Pot : total $5\nCy: posts", 1)
    assert "splash 5" in one(tmp_path, drop) and found(tmp_path, drop) == {}
    silent = SPLASH.replace("STP added: $5\n", "").replace("| Rake", "| STP $5 | Rake")
    assert "splash 5" in one(tmp_path, silent) and found(tmp_path, silent) == {}


def test_a_splash_that_the_site_counts_twice_leaves_awards_open(tmp_path: Path) -> None:
    [part] = read(tmp_path, SPLASH.replace("144.50", "149.50"))
    assert {"award", "return"} <= part.batch.unrecorded
    [part] = read(tmp_path, SPLASH.replace("144.50", "148.50"))
    assert "award" not in part.batch.unrecorded  # wrong by something else: that is for the audit to say


def test_a_whole_pot_that_is_called_uncalled_goes_back_no_further_than_the_bet(tmp_path: Path) -> None:
    told = SPLASH.replace("Uncalled bet ($29.50)", "Uncalled bet ($144.50)")
    assert "return s1 29.50" in one(tmp_path, told) and found(tmp_path, told) == {}


def test_a_pot_of_the_house_alone_is_refused(tmp_path: Path) -> None:
    text = (
        FIRST.partition("Cy: posts")[0] + "*** HOLE CARDS ***\nSTP added: $5\n*** SUMMARY ***\nTotal pot $5 | STP $5\n"
    )
    [part] = read(tmp_path, text)
    assert "house's chips alone" in part.quarantine[0].reason


def test_insurance_is_dealt_with_the_site_and_moves_nothing_in_the_pot(tmp_path: Path) -> None:
    text = SECOND.replace("*** FLOP", "Cy: get an all-in insurance (premium ($0/$4/$0) for ($0/$9/$0))\n*** FLOP")
    text = text.replace("*** SHOW DOWN", "Cy: pay premium of all-in insurance ($4)\n*** SHOW DOWN")
    assert one(tmp_path, text) == one(tmp_path, SECOND)


# -- hands that end otherwise ------------------------------------------------------------------------------------------


def test_a_cancelled_hand_is_void_and_what_was_posted_goes_back(tmp_path: Path) -> None:
    head, _, _ = FIRST.partition("*** HOLE CARDS ***")
    text = f"{head}Hand cancelled\n*** SUMMARY ***\nSeat 1: Ann collected ($0)\n"
    assert one(tmp_path, text)[-4:] == ["void cancelled", "return s1 1.50", "return s3 0.50", "return s6 1"]
    assert found(tmp_path, text) == {}
    alone = "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith(("Seat 1", "Seat 3", "Seat 5", "Seat 6", "Ann", "Eve"))
    ).replace("Cy: posts", "Bo: the 2nd: posts")
    assert one(tmp_path, alone) == ["s2 post sb 0.50", "void cancelled", "return s2 0.50"]
    assert found(tmp_path, alone) == {}


def test_what_is_said_of_bounties_and_lost_lines_moves_nothing(tmp_path: Path) -> None:
    lines = (
        "Ann wins the $5 bounty for eliminating Cy",
        "Ann, Zed split the $5 bounty for eliminating Cy",
        "Ann wins $4.60 for splitting the elimination of Cy and their own bounty increases by $4.59 to $41.32",
        "Ann wins $19.90 for eliminating Cy and their own bounty increases by $19.89 to $155.32",
        "Ann wins the tournament and receives $230.36 - congratulations!",
    )
    for line in lines:
        assert one(tmp_path, SECOND.replace("Ann collected", f"{line}\nAnn collected")) == one(tmp_path, SECOND)
    gone = SECOND.replace("Ann: raises 100 to 200", "Ann: raises 100 to 200 (disconnect)")
    assert one(tmp_path, gone) == one(tmp_path, SECOND)


def test_an_omaha_of_more_cards_is_named_by_them(tmp_path: Path) -> None:
    text = FIRST.replace("Hold'em No Limit", "Omaha Pot Limit")
    for cards, game in (("As Kd 2d 3d", "omaha"), ("As Kd 2d 3d 4d", "omaha5"), ("As Kd 2d 3d 4d 5d", "omaha6")):
        [part] = read(tmp_path, text.replace("[As Kd]", f"[{cards}]"))
        assert to_tables(part.batch)["hands"]["game"].to_pylist() == [game]


def test_courchevel_shows_a_card_of_the_flop_before_anybody_bets(tmp_path: Path) -> None:
    text = FIRST.replace("Hold'em No Limit", "Courchevel Pot Limit").replace("[As Kd]", "[As Kd 2d 3d 4d]")
    text = text.replace("Ann: checks\n", "*** PRE-FLOP *** [2c]\nAnn: checks\n", 1)
    events = one(tmp_path, text)
    boards = [event for event in events if event.startswith("board")]
    assert boards == ["board 2c", "board 7dKh", "board 9s", "board 9d"]
    assert events.index("board 2c") == events.index("s1 check") - 1


def test_run_it_once_tells_what_is_shown_without_a_colon(tmp_path: Path) -> None:
    text = SECOND.replace("Ann: shows [Kc 3s] (two pair, Kings and Nines)", "Ann shows [Kc 3s] for Two Pairs [Kc Kh]")
    assert one(tmp_path, text.replace("*** SHOW DOWN", "*** SHOWDOWN")) == one(tmp_path, SECOND)


def test_a_missed_blind_is_dead_money(tmp_path: Path) -> None:
    posted = "Ann: posts missed blind $0.50\nAnn: posts big blind $1"
    assert one(tmp_path, FIRST.replace("Ann: posts small & big blinds $1.50", posted))[2:4] == [
        "s1 post dead 0.50", "s1 post live 1",
    ]  # fmt: skip


def test_a_card_that_its_street_lost_is_read_off_the_board_at_the_end(tmp_path: Path) -> None:
    assert one(tmp_path, FIRST.replace("[2c 7d Kh] [9s]", "[2c 7d Kh] []")) == one(tmp_path, FIRST)
    nowhere = FIRST.replace("[2c 7d Kh] [9s]", "[2c 7d Kh] []").replace("Board [2c 7d Kh 9s 9d]", "Board [2c 7d Kh]")
    [part] = read(tmp_path, nowhere)
    assert "the street has no cards" in part.quarantine[0].reason


def test_two_boards_from_the_flop_on_are_bet_on_together(tmp_path: Path) -> None:
    text = FIRST.replace("Hold'em No Limit", "Split Hold'em No Limit")
    for street, cards in (("FLOP", "[3c 4d 5h]"), ("TURN", "[3c 4d 5h] [6s]"), ("RIVER", "[3c 4d 5h 6s] [6d]")):
        head, _, rest = text.partition(f"*** {street} ***")
        first, _, rest = rest.partition("\n")
        text = f"{head}*** FIRST {street} ***{first}\n*** SECOND {street} *** {cards}\n{rest}"
    events = one(tmp_path, text)
    assert [event for event in events if event.startswith("board")] == [
        "board 2c7dKh", "board2 3c4d5h", "board 9s", "board2 6s", "board 9d", "board2 6d",
    ]  # fmt: skip
    assert "runit 2" not in events
    bets = [event for event in events if not event.startswith(("board", "award"))]
    assert bets == [event for event in one(tmp_path, FIRST) if not event.startswith(("board", "award"))]
