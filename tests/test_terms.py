"""Terms: placard over room over rulebooks, key by key and day by day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from checks.law.rulebook import RulebookError, load_rulebooks
from checks.law.terms import NO_TERMS, Terms, TermValue, compile_terms, find_placard, room_terms
from parsers.house import House, parse_house

BOOKS = load_rulebooks()
DAY = date(2018, 6, 2)
ROOM = """
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]
timezone = "America/Los_Angeles"
counting_shuffler = true
max_downs_in_a_row = 3
"""


def house_of(placard: str, room: str = ROOM) -> House:
    return parse_house(f'{room}\n[placard.p]\nroom = "rio"\ngame = "holdem"\nbetting = "nl"\n{placard}\n'.encode())


def terms_of(placard: str = "", room: str = ROOM, day: date = DAY, **more: Any) -> Terms:
    return compile_terms(house_of(placard, room), BOOKS, "rio", "p", day, **more)


def said(terms: Terms, key: str) -> tuple[Any, str, str]:
    found = terms[key]
    return found.value, found.rulebook, found.rule


def test_the_first_rulebook_that_speaks_on_a_matter_governs() -> None:
    terms = terms_of()
    assert said(terms, "rake.cap") == (500, "wsop-dealer-2018", "p.52")
    assert said(terms, "button.dead") == (True, "wsop-live-2017", "151")
    assert said(terms, "odd_chip.unit") == ("of-blinds", "wsop-live-2017", "148")
    assert said(terms, "odd_chip.button") == ("first-clockwise", "wsop-dealer-2018", "p.8")
    turned = terms_of(room=ROOM.replace('"wsop-dealer-2018", "wsop-live-2017"', '"wsop-live-2017", "wsop-dealer-2018"'))
    assert said(turned, "rake.cap") == (500, "wsop-live-2017", "27")
    assert said(turned, "rake.step") == (100, "wsop-dealer-2018", "p.52")


def test_a_placard_overrides_its_room_which_overrides_its_rulebooks_key_by_key() -> None:
    terms = terms_of("rake = { cap = 7 }", ROOM + "rake = { cap = 6, step = 2 }\n")
    assert said(terms, "rake.cap") == (700, "house", "placard.p.rake.cap")
    assert said(terms, "rake.step") == (200, "house", "room.rio.rake.step")
    assert said(terms, "rake.percent") == (10, "wsop-dealer-2018", "p.52")
    assert said(terms, "rake.no_flop_no_drop") == (True, "wsop-dealer-2018", "p.52")


def test_a_placard_without_a_short_table_gets_the_rulebooks_cited_to_it() -> None:
    terms = terms_of("rake = { percent = 10, cap = 5 }")
    assert said(terms, "rake.short") == ({6: 400, 5: 300, 4: 200, 3: 100, 2: 100}, "wsop-dealer-2018", "add.")
    assert said(terms, "rake.short.6") == (400, "wsop-dealer-2018", "add.")


def test_two_seats_pay_as_three_unless_somebody_says_otherwise() -> None:
    assert terms_of("rake = { short = { 3 = 0.5 } }").value("rake.short")[2] == 50
    assert terms_of("rake = { short = { 2 = 0 } }").value("rake.short")[2] == 0


def test_a_short_table_merges_seat_by_seat() -> None:
    terms = terms_of("rake = { short = { 6 = 3.5 } }")
    assert said(terms, "rake.short") == ({6: 350, 5: 300, 4: 200, 3: 100, 2: 100}, "house", "placard.p.rake.short")
    assert said(terms, "rake.short.6") == (350, "house", "placard.p.rake.short")
    assert said(terms, "rake.short.5") == (300, "wsop-dealer-2018", "add.")


def test_the_cap_at_a_short_table_is_the_lower_of_the_two() -> None:
    terms = terms_of("rake = { cap = 3 }")
    assert terms.rake_cap(9) == TermValue(300, "house", "placard.p.rake.cap")
    assert terms.rake_cap(6) == TermValue(300, "house", "placard.p.rake.cap")
    assert terms.rake_cap(4) == TermValue(200, "wsop-dealer-2018", "add.")
    assert NO_TERMS.rake_cap(4) is None


def test_a_dated_rake_governs_by_the_gaming_day() -> None:
    dated = "rake = [{ from = 2018-05-30, cap = 5.5 }, { from = 2018-07-01, cap = 6 }]"
    assert said(terms_of(dated, day=date(2018, 5, 29)), "rake.cap") == (500, "wsop-dealer-2018", "p.52")
    assert terms_of(dated, day=date(2018, 6, 30)).value("rake.cap") == 550
    assert terms_of(dated, day=date(2018, 7, 1)).value("rake.cap") == 600


def test_a_rulebook_is_silent_before_its_first_day() -> None:
    terms = terms_of(day=date(2018, 5, 18))
    assert said(terms, "rake.cap") == (500, "wsop-live-2017", "27")
    assert "rake.step" not in terms
    assert len(terms_of(day=date(2017, 5, 29)).keys() & {"rake.cap", "button.dead"}) == 0


def test_a_room_may_change_its_rulebooks_on_a_day() -> None:
    room = ROOM.replace(
        'rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]',
        'rulebooks = [{ from = 2000-01-01, value = ["caesars-live"] },'
        ' { from = 2018-06-02, value = ["wsop-live-2017"] }]',
    )
    assert said(terms_of(room=room, day=date(2018, 6, 1)), "odd_chip.stud") == ("seven", "caesars-live", "146")
    assert said(terms_of(room=room, day=date(2018, 6, 2)), "odd_chip.stud") == ("five", "wsop-live-2017", "149")


def test_a_placard_that_says_time_is_not_raked_from_the_pot() -> None:
    terms = terms_of('time = { rate = 7, style = "pot" }')
    assert said(terms, "rake.plan") == ("time", "house", "placard.p.time")
    assert said(terms, "rake.percent") == (0, "house", "placard.p.time")
    assert said(terms, "time.rate") == (700, "house", "placard.p.time.rate")
    assert said(terms, "time.minutes") == (30, "wsop-dealer-2018", "p.52")
    assert said(terms, "time.style") == ("pot", "house", "placard.p.time.style")


def test_a_plan_is_the_pot_unless_the_nearest_word_is_time() -> None:
    assert said(terms_of(), "rake.plan") == ("pot", "wsop-dealer-2018", "p.52")
    assert said(terms_of("rake = { cap = 5 }"), "rake.plan") == ("pot", "house", "placard.p.rake")
    assert terms_of("rake = { cap = 5 }\ntime = { rate = 7 }").value("rake.plan") == "pot+time"
    timed = ROOM + "time = { rate = 7 }\n"
    assert terms_of(room=timed).value("rake.plan") == "time"
    assert terms_of("rake = { percent = 5 }", timed).value("rake.plan") == "pot"
    assert terms_of("rake = { percent = 5 }", timed).value("rake.percent") == 5


def test_a_plan_that_names_a_form_replaces_the_plan_below_it_whole() -> None:
    room = ROOM + "rake = { drop = 1, from_flop = true, percent = 10, above = 20, step = 1, cap = 5 }\n"
    terms = terms_of("rake = { percent = 5, cap = 4 }", room)
    assert said(terms, "rake.percent") == (5, "house", "placard.p.rake.percent")
    assert not {"rake.drop", "rake.from_flop", "rake.above", "rake.step"} & terms.keys()
    terms = terms_of("rake = { drop = 4 }")
    assert said(terms, "rake.drop") == (400, "house", "placard.p.rake.drop")
    assert said(terms, "rake.plan") == ("pot", "house", "placard.p.rake")
    assert not {"rake.percent", "rake.cap", "rake.step"} & terms.keys()
    terms = terms_of("rake = { tiers = [{ pot = 20, take = 2 }] }", room)
    assert not {"rake.percent", "rake.drop", "rake.cap"} & terms.keys()


def test_without_a_form_a_plan_changes_the_one_below_it_key_by_key() -> None:
    room = ROOM + "rake = { drop = 1, percent = 10, above = 20, step = 1, cap = 5 }\n"
    terms = terms_of("rake = { above = 30 }", room)
    assert said(terms, "rake.above") == (3000, "house", "placard.p.rake.above")
    assert said(terms, "rake.drop") == (100, "house", "room.rio.rake.drop")


def test_no_flop_no_drop_and_the_amounts_by_seats_layer_under_every_form() -> None:
    room = ROOM + "rake = { no_flop_no_drop = false, by = { 4 = 2, 5 = 3 } }\n"
    terms = terms_of("rake = { drop = 4, by = { 4 = 1 } }", room)
    assert said(terms, "rake.no_flop_no_drop") == (False, "house", "room.rio.rake.no_flop_no_drop")
    assert said(terms, "rake.by") == ({5: 300, 4: 100}, "house", "placard.p.rake.by")
    assert said(terms, "rake.by.5") == (300, "house", "room.rio.rake.by")
    assert said(terms, "rake.short.6") == (400, "wsop-dealer-2018", "add.")


def test_time_ends_every_form_of_rake() -> None:
    terms = terms_of("time = { rate = 7 }", ROOM + "rake = { drop = 4, by = { 4 = 2 } }\n")
    assert said(terms, "rake.percent") == (0, "house", "placard.p.time")
    assert not {"rake.drop", "rake.by", "rake.by.4"} & terms.keys()


def test_what_a_room_says_of_its_cash_tables_does_not_bind_its_tournaments() -> None:
    house = house_of("", ROOM + 'wager_most = 40\nbutton = { kind = "moving" }\nbba = { times = 1.5 }\n')
    terms = compile_terms(house, BOOKS, "rio", None, DAY, tournament=True)
    assert not {"wager.most", "button.kind"} & terms.keys()
    assert said(terms, "bba.times") == (150, "house", "room.rio.bba.times")


def test_a_placard_that_says_no_flop_no_drop_silences_the_rake_before_the_flop() -> None:
    room = ROOM.replace('"wsop-dealer-2018", "wsop-live-2017"', '"caesars-live"')
    assert said(terms_of(room=room), "rake.preflop") == ("after-call-and-raise", "caesars-live", "26")
    terms = terms_of("rake = { no_flop_no_drop = true }", room)
    assert said(terms, "rake.preflop") == ("never", "house", "placard.p.rake.no_flop_no_drop")


@pytest.mark.parametrize(
    ("line", "key", "value", "rule"),
    [
        ("new_player_posts = true", "blinds.new_player_posts.nl", True, "new_player_posts"),
        ("run_it = 2", "run_it.times", 2, "run_it"),
        ("wager_chip = 5", "wager.chip", 500, "wager_chip"),
        ('dealing = "shoe"', "dealing.from", "shoe", "dealing"),
        ("seats = 9", "seats.table", 9, "seats"),
        ('straddle = { from = ["utg"] }', "straddle.from", ("utg",), "straddle.from"),
        ('kill = { when = "scoop", scoop_times = 6 }', "kill.scoop_times", 6, "kill.scoop_times"),
        ("promo = { amount = 1, from_pot = 10 }", "promo.from_pot", 1000, "promo.from_pot"),
        ("ofc = { perfect_low = 8 }", "ofc.perfect_low", 8, "ofc.perfect_low"),
        (
            "ofc = { royalties = { front = { QQ = 9 } } }",
            "ofc.royalties.front",
            {"QQ": 9},
            "ofc.royalties.front",
        ),
        ('paytables = { trips = "C" }', "paytables.trips", "C", "paytables.trips"),
        ('mixed = ["razz", "stud"]', "mixed.games", ("razz", "stud"), "mixed"),
        ("rake = { drop = 4 }", "rake.drop", 400, "rake.drop"),
        ("rake = { drop = 4, from_flop = true }", "rake.from_flop", True, "rake.from_flop"),
        ("rake = { percent = 10, above = 20 }", "rake.above", 2000, "rake.above"),
        ("rake = { tiers = [{ pot = 20, take = 2 }] }", "rake.tiers", {2000: 200}, "rake.tiers"),
        ("rake = { after_first_call = 1 }", "rake.after_first_call", 100, "rake.after_first_call"),
        ("rake = { by = { 4 = 2, 5 = 3 } }", "rake.by", {5: 300, 4: 200}, "rake.by"),
        ("rake = { by = { 4 = 2, 5 = 3 } }", "rake.by.4", 200, "rake.by"),
        ("wager_most = 40", "wager.most", 4000, "wager_most"),
        ("buy_in = { least = 100, most = 300 }", "buy_in.least", 10_000, "buy_in.least"),
        ("buy_in = { least = 100, most = 300 }", "buy_in.most", 30_000, "buy_in.most"),
        ('button = { kind = "moving" }', "button.kind", "moving", "button.kind"),
        ("bba = { times = 1.5 }", "bba.times", 150, "bba.times"),
        ('bba = { first = "ante" }', "bba.first", "ante", "bba.first"),
        ("bring_in_full = true", "bring_in.may_complete", True, "bring_in_full"),
    ],
)
def test_a_key_of_the_house_file_becomes_its_term(line: str, key: str, value: Any, rule: str) -> None:
    assert said(terms_of(line), key) == (value, "house", f"placard.p.{rule}")


def test_an_unknown_room_or_placard_has_no_terms() -> None:
    house = house_of("")
    assert compile_terms(house, BOOKS, "elsewhere", "p", DAY) is NO_TERMS
    assert compile_terms(house, BOOKS, "rio", "other", DAY) is NO_TERMS
    assert compile_terms(house, BOOKS, "rio", None, DAY) is NO_TERMS
    assert len(NO_TERMS) == 0


def test_a_placard_of_another_room_governs_nothing_here() -> None:
    house = house_of("", ROOM + '[room.other]\nrulebooks = ["tda-2013"]\ntimezone = "UTC"\n')
    assert compile_terms(house, BOOKS, "other", "p", DAY) is NO_TERMS


def test_a_named_rulebook_supplies_terms_where_the_house_file_has_none() -> None:
    terms = compile_terms(house_of(""), BOOKS, "phh", None, DAY, "caesars-live")
    assert said(terms, "rake.cap") == (500, "caesars-live", "26")
    assert said(terms, "rake.plan") == ("pot", "caesars-live", "26")
    assert said(compile_terms(None, BOOKS, "phh", None, DAY, "tda-2013", tournament=True), "button.dead")[2] == "31"


def test_a_named_rulebook_stands_in_for_the_rooms_below_the_house_file() -> None:
    terms = terms_of("rake = { cap = 4 }", rulebook_override="caesars-live")
    assert said(terms, "rake.cap") == (400, "house", "placard.p.rake.cap")
    assert said(terms, "odd_chip.stud") == ("seven", "caesars-live", "146")
    assert "stub.count_first_hand" not in terms


def test_a_rulebook_nobody_knows_is_told() -> None:
    with pytest.raises(RulebookError, match="no such rulebook; the rulebooks are caesars-live"):
        terms_of(rulebook_override="tda-2014")


def test_a_tournament_needs_no_placard_and_pays_no_rake() -> None:
    house = house_of("rake = { cap = 5 }", ROOM + "rake = { cap = 6 }\n")
    terms = compile_terms(house, BOOKS, "rio", None, DAY, tournament=True)
    assert said(terms, "button.dead") == (True, "wsop-dealer-2018", "p.32")
    assert said(terms, "odd_chip.unit") == ("in-play", "wsop-dealer-2018", "p.8")
    assert said(terms, "pot_limit.small_blind_as_big") == (False, "wsop-dealer-2018", "p.33")
    assert not [key for key in terms if key.startswith("rake.")]
    assert said(terms, "showdown.cards_speak") == (True, "wsop-dealer-2018", "p.3")
    assert "kill.legs" not in terms, "the live-action rules do not speak for tournaments"


def test_a_rooms_own_terms_need_no_placard() -> None:
    terms = room_terms(house_of(""), BOOKS, "rio", DAY)
    assert said(terms, "down_card.sign") == (True, "wsop-dealer-2018", "FAQ 5")
    assert said(terms, "stub.count_first_hand") == (True, "wsop-dealer-2018", "p.1")
    assert said(terms, "shuffler.counts") == (True, "house", "room.rio.counting_shuffler")
    assert said(terms, "down_card.most_in_a_row") == (3, "house", "room.rio.max_downs_in_a_row")
    assert room_terms(house_of(""), BOOKS, "elsewhere", DAY) is NO_TERMS


def test_terms_are_compiled_once_for_a_room_placard_and_day() -> None:
    house = house_of("")
    assert compile_terms(house, BOOKS, "rio", "p", DAY) is compile_terms(house, BOOKS, "rio", "p", DAY)


# -- finding a placard

TABLES = parse_house(
    (
        ROOM
        + """
[placard.nl-1-3]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 1, bb = 3, chip = 1 }
[placard.nl-2-5]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 2, bb = 5 }
[placard.fl-4-8]
room = "rio"
game = "holdem"
betting = "fl"
stakes = { sb = 2, bb = 4, small_bet = 4, big_bet = 8 }
[placard.mix-20-40]
room = "rio"
mixed = ["omaha8", "razz", "stud"]
betting = "fl"
stakes = { small_bet = 20, big_bet = 40 }
"""
    ).encode()
)


@pytest.mark.parametrize(
    ("game", "betting", "stakes", "found"),
    [
        ("holdem", "nl", {"sb": 100, "bb": 300}, "nl-1-3"),
        ("holdem", "nl", {"sb": 100, "bb": 300, "chip": 100}, "nl-1-3"),
        ("holdem", "nl", {"sb": 200, "bb": 500, "chip": 100}, "nl-2-5"),
        ("holdem", "nl", {"sb": 100, "bb": 300, "chip": 500}, None),
        ("holdem", "fl", {"small_bet": 400, "big_bet": 800}, "fl-4-8"),
        ("holdem", "nl", {"sb": 500, "bb": 1000}, None),
        ("holdem", "nl", {}, None),
        ("razz", "fl", {"ante": 300, "bring_in": 500, "small_bet": 2000, "big_bet": 4000}, "mix-20-40"),
        ("stud8", "fl", {"small_bet": 2000, "big_bet": 4000}, None),
        ("omaha", "pl", {"sb": 100, "bb": 300}, None),
    ],
)
def test_a_hand_without_a_placard_finds_the_one_that_fits(
    game: str, betting: str, stakes: dict[str, int], found: str | None
) -> None:
    assert find_placard(TABLES, "rio", game, betting, stakes) == found


def test_another_rooms_placard_is_never_found() -> None:
    assert find_placard(TABLES, "elsewhere", "holdem", "nl", {"sb": 100, "bb": 300}) is None
