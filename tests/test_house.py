"""The house file: what it may say, and what an error tells its writer."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import polars as pl
import pytest

from parsers.house import FILE_BYTES_MOST, HouseError, load_house, parse_house

ROOM = """
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]
timezone = "America/Los_Angeles"
gaming_day_starts = "06:00"
counting_shuffler = true
max_downs_in_a_row = 3
"""
PLACARD = """
[placard.rio-1-3-nl]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 1, bb = 3, chip = 1 }
seats = 9
rake = { percent = 10, step = 1, cap = 5, no_flop_no_drop = true, short = { 6 = 4, 5 = 3, 4 = 2, 3 = 1 } }
"""
DAY = date(2018, 6, 2)


def error_of(text: str) -> str:
    with pytest.raises(HouseError) as caught:
        parse_house(text.encode())
    message = str(caught.value)
    assert message.startswith("house.toml: ")
    assert ";" in message, "an error says what to do"
    return message


def test_the_house_file_of_the_contract_loads(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(ROOM + PLACARD, encoding="utf-8")
    house = load_house(path)
    assert house.digest == hashlib.sha256((ROOM + PLACARD).encode()).hexdigest()
    room = house.rooms["rio"]
    assert room.rulebooks_on(DAY) == ("wsop-dealer-2018", "wsop-live-2017")
    assert room.timezone.key == "America/Los_Angeles"
    assert room.starts_on(DAY) == 360
    assert room.settings["counting_shuffler"].on(DAY) is True
    assert room.settings["max_downs_in_a_row"].on(DAY) == 3
    placard = house.placards["rio-1-3-nl"]
    assert (placard.room, placard.game, placard.betting) == ("rio", "holdem", "nl")
    assert placard.stakes_cents == {"sb": 100, "bb": 300, "chip": 100}
    assert placard.settings["seats"].on(DAY) == 9
    assert placard.settings["rake"].on(DAY) == {
        "percent": 10, "step": 100, "cap": 500, "no_flop_no_drop": True, "short": {6: 400, 5: 300, 4: 200, 3: 100},
    }  # fmt: skip


def test_every_other_key_of_a_placard_is_read() -> None:
    text = (
        ROOM
        + """
[placard.all]
room = "rio"
mixed = ["omaha8", "razz", "stud"]
promo = { amount = 1, from_pot = 10 }
time = { rate = 7, minutes = 30, style = "seat" }
straddle = { from = ["button", "utg"], times = 2, mandatory = "button", amount = 5 }
kill = { kind = "full", when = "scoop", scoop_times = 5 }
new_player_posts = true
run_it = 2
paytables = { odds = "A", bad_beat = "B", pocket = "A", trips = "C", progressive = "J", limit = 50000 }
dealing = "shoe"
ofc = { perfect_low = 8, progressive = true, fantasyland = "QQ" }
wager_chip = 5
wager_most = 40
buy_in = { least = 100, most = 300 }
button = { kind = "moving" }
bba = { times = 1.5, first = "blind" }
bring_in_full = true
"""
    )
    placard = parse_house(text.encode()).placards["all"]
    read = {key: setting.on(DAY) for key, setting in placard.settings.items()}
    assert placard.game == "mixed"
    assert placard.games_on(DAY) == ("omaha8", "razz", "stud")
    assert read == {
        "mixed": ("omaha8", "razz", "stud"),
        "promo": {"amount": 100, "from_pot": 1000},
        "time": {"rate": 700, "minutes": 30, "style": "seat"},
        "straddle": {"from": ("button", "utg"), "times": 2, "mandatory": "button", "amount": 500},
        "kill": {"kind": "full", "when": "scoop", "scoop_times": 5},
        "new_player_posts": True,
        "run_it": 2,
        "paytables": {
            "odds": "A", "bad_beat": "B", "pocket": "A", "trips": "C", "progressive": "J", "limit": 5_000_000,
        },
        "dealing": "shoe",
        "ofc": {"perfect_low": 8, "progressive": True, "fantasyland": "QQ"},
        "wager_chip": 500,
        "wager_most": 4000,
        "buy_in": {"least": 10_000, "most": 30_000},
        "button": {"kind": "moving"},
        "bba": {"times": 150, "first": "blind"},
        "bring_in_full": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{ drop = 4 }", {"drop": 400}),
        ("{ drop = 1, from_flop = true, percent = 10, above = 20, step = 1, cap = 5 }",
         {"drop": 100, "from_flop": True, "percent": 10, "above": 2000, "step": 100, "cap": 500}),
        ("{ tiers = [{ pot = 20, take = 2 }, { pot = 40.50, take = 3 }] }", {"tiers": {2000: 200, 4050: 300}}),
        ("{ after_first_call = 1 }", {"after_first_call": 100}),
        ("{ drop = 4, by = { 4 = 2, 5 = 3 } }", {"drop": 400, "by": {5: 300, 4: 200}}),
    ],
)  # fmt: skip
def test_every_form_of_rake_is_read(written: str, read: dict[str, object]) -> None:
    text = ROOM + f'[placard.a]\nroom = "rio"\ngame = "holdem"\nrake = {written}\n'
    assert parse_house(text.encode()).placards["a"].settings["rake"].on(DAY) == read


def test_dated_tiers_are_told_from_dated_plans() -> None:
    dated = "rake = [{ from = 2018-05-30, tiers = [{ pot = 20, take = 2 }] }, { from = 2018-07-01, drop = 4 }]"
    settings = parse_house((ROOM + f'[placard.a]\nroom = "rio"\ngame = "holdem"\n{dated}\n').encode()).placards["a"]
    assert settings.settings["rake"].on(DAY) == {"tiers": {2000: 200}}
    assert settings.settings["rake"].on(date(2018, 7, 1)) == {"drop": 400}


def test_half_dollars_and_half_percents_are_exact() -> None:
    text = ROOM + '[placard.a]\nroom = "rio"\ngame = "holdem"\nrake = { percent = 7.5, step = 0.5, cap = 4.10 }\n'
    rake = parse_house(text.encode()).placards["a"].settings["rake"].on(DAY)
    assert rake == {"percent": Decimal("7.5"), "step": 50, "cap": 410}


def test_a_dated_value_governs_from_its_day_on() -> None:
    text = (
        ROOM
        + """
[placard.a]
room = "rio"
game = "holdem"
rake = [{ from = 2018-05-30, cap = 5 }, { from = 2018-07-01, cap = 6 }]
run_it = [{ from = 2018-07-01, value = 3 }]
straddle = [{ from = 2018-07-01, seats = ["utg"] }]
"""
    )
    settings = parse_house(text.encode()).placards["a"].settings
    assert settings["rake"].on(date(2018, 5, 29)) is None
    assert settings["rake"].on(date(2018, 5, 30)) == {"cap": 500}
    assert settings["rake"].on(date(2018, 6, 30)) == {"cap": 500}
    assert settings["rake"].on(date(2018, 7, 1)) == {"cap": 600}
    assert settings["run_it"].on(date(2018, 7, 1)) == 3
    assert settings["straddle"].on(date(2018, 7, 1)) == {"from": ("utg",)}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rakes = { percent = 10 }", '[placard.a] has an unknown key "rakes"; did you mean rake?'),
        ("rake = { procent = 10 }", '[placard.a] rake has an unknown key "procent"; did you mean percent?'),
        ("rake = 10", "rake is 10; write a table"),
        ("rake = { cap = 5.005 }", "rake.cap is 5.005; money has at most two decimals"),
        ("rake = { cap = -5 }", "rake.cap is -5; write an amount from 0"),
        ("rake = { cap = nan }", "rake.cap is NaN"),
        ("rake = { cap = true }", "rake.cap is true; write an amount"),
        ('rake = { cap = "5" }', 'rake.cap is "5"; write an amount'),
        ("rake = { cap = 1e999999 }", "rake.cap"),
        ("rake = { percent = 101 }", "rake.percent is 101; write a number from 0 to 100"),
        ("rake = { no_flop_no_drop = 1 }", "rake.no_flop_no_drop is 1; write true or false"),
        ("rake = { short = { 11 = 4 } }", "rake.short"),
        ("rake = { short = { 6 = 1.234 } }", "rake.short.6"),
        ("rake = { cap = 3, short = { 6 = 4 } }", "rake.short.6 is over the cap"),
        ("rake = [{ cap = 5 }]", "rake entry 1 has no day; write from = 2018-05-30"),
        ('rake = [{ from = "2018-05-30", cap = 5 }]', "rake entry 1 has no day"),
        ("rake = [{ from = 2018-05-30T00:00:00, cap = 5 }]", "rake entry 1 has no day"),
        ("rake = [{ from = 2018-07-01, cap = 5 }, { from = 2018-05-30, cap = 6 }]", "in order, each day once"),
        ("rake = [{ from = 2018-07-01, cap = 5 }, { from = 2018-07-01, cap = 6 }]", "in order, each day once"),
        ("run_it = [{ from = 2018-07-01, times = 2 }]", "write value ="),
        ("run_it = 4", "run_it is 4; write a whole number from 1 to 3"),
        ('time = { style = "table" }', "write one of seat, pot, flop"),
        ('straddle = { from = "button" }', 'write a list such as ["button", "utg"]'),
        ('straddle = { from = ["button", "button"] }', "names one twice"),
        ('straddle = { from = ["utg"], seats = ["utg"] }', "has both from and seats"),
        ('kill = { kind = "whole" }', "write one of full, half"),
        ('kill = { when = "two-in-a-row", scoop_times = 5 }', "kill has scoop_times"),
        ('paytables = { pocket = "D" }', "write one of A, B, C"),
        ('dealing = "machine"', "write one of hand, shoe"),
        ("ofc = { perfect_low = 11 }", "whole number from 6 to 10"),
        ('ofc = { fantasyland = "Queens" }', 'such as "QQ"'),
        ("ofc = { royalties = 7 }", "points by row and hand"),
        ("ofc = { royalties = { top = { QQ = 7 } } }", "top"),
        ("ofc = { royalties = { front = { QJ = 7 } } }", "no hand of that row"),
        ("ofc = { royalties = { back = 4 } }", "points by hand"),
        ("ofc = { royalties = { back = { flush = -1 } } }", "whole points from 0"),
        ('mixed = ["badugy"]', "did you mean badugi?"),
        ("stakes = { small = 1 }", 'stakes has an unknown key "small"'),
        ("stakes = { sb = 3, bb = 1 }", "has sb over bb"),
        ("stakes = { sb = 0 }", "stakes.sb is 0"),
        ("seats = 11", "seats is 11; write a whole number from 1 to 10"),
        ('betting = "no-limit"', "write one of nl, pl, fl, spread"),
        ("wager_chip = 0", "wager_chip is 0"),
        ("new_player_posts = 'yes'", "write true or false"),
        ("rake = { tiers = 5 }", "rake.tiers is 5; write a list such as [{ pot = 20, take = 2 }]"),
        ("rake = { tiers = [{ pot = 20 }] }", "rake.tiers.1 has no take; add it"),
        ("rake = { tiers = [{ pot = 20, tale = 2 }] }", "did you mean take?"),
        ("rake = { tiers = [{ pot = 1, take = 2 }] }", "rake.tiers.1 takes more than the pot"),
        ("rake = { tiers = [{ pot = 9, take = 2 }, { pot = 9, take = 3 }] }", "rake.tiers.2 is not over the pot"),
        ("rake = { tiers = [{ pot = 9, take = 2 }], drop = 1 }", "rake has drop and tiers; only a drop and a percent"),
        ("rake = { after_first_call = 1, percent = 10 }", "only a drop and a percent go together"),
        ("rake = { drop = 1, above = 20 }", "rake has above without percent; add percent, or remove above"),
        ("rake = { percent = 10, from_flop = true }", "rake has from_flop without drop"),
        ("rake = { by = { 1 = 2 } }", "rake.by"),
        ("rake = { by = 3 }", "rake.by is 3; write amounts by seats"),
        ("wager_most = 0", "wager_most is 0"),
        ("buy_in = { least = 300, most = 100 }", "buy_in has least over most; exchange the two"),
        ('button = { kind = "deed" }', "did you mean dead?"),
        ('button = "dead"', "write a table such as { kind = … }"),
        ("bba = { times = 0 }", "bba.times is 0; write a number above 0"),
        ("bba = { times = 1.505 }", "bba.times is 1.505; it has at most two decimals"),
        ('bba = { first = "antes" }', "did you mean ante?"),
        ("bring_in_full = 1", "write true or false"),
    ],
)
def test_a_wrong_value_is_told_with_its_section_key_and_cure(line: str, told: str) -> None:
    message = error_of(ROOM + f'[placard.a]\nroom = "rio"\ngame = "holdem"\n{line}\n')
    assert "[placard.a]" in message
    assert told in message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no [room.…] section"),
        ("[rooms.rio]\n", 'unknown key "rooms"; did you mean room?'),
        ("room = 1\n", "[room] is not a section of its own"),
        ('[room.rio]\ntimezone = "UTC"\n', "[room.rio] has no rulebooks"),
        ('[room.rio]\nrulebooks = ["tda-2013"]\n', "[room.rio] has no timezone"),
        ('[room.rio]\nrulebooks = ["tda-2013", "tda-2013"]\ntimezone = "UTC"\n', "names one twice"),
        ('[room.rio]\nrulebooks = [2013]\ntimezone = "UTC"\n', "rulebooks has 2013; write the id of a rulebook"),
        ('[room.rio]\nrulebooks = "tda-2013"\ntimezone = "UTC"\n', 'write a list such as ["wsop-dealer-2018"'),
        ('[room.rio]\nrulebooks = []\ntimezone = "UTC"\n', "rulebooks is an empty list"),
        (ROOM.replace("Los_Angeles", "Las_Angeles"), "did you mean America/Los_Angeles?"),
        (ROOM.replace('"06:00"', '"6am"'), 'gaming_day_starts is "6am"; write the time as "06:00"'),
        (ROOM.replace("= 3", "= 0"), "max_downs_in_a_row is 0"),
        (ROOM.replace("= true", '= "yes"'), "counting_shuffler"),
        (ROOM + "seats = 9\n", '[room.rio] has an unknown key "seats"'),
        (ROOM + '[placard.a]\ngame = "holdem"\n', "[placard.a] has no room"),
        (ROOM + '[placard.a]\nroom = "roi"\ngame = "holdem"\n', 'room "roi" has no section; did you mean rio?'),
        (ROOM + '[placard.a]\nroom = "rio"\n', "[placard.a] has no game"),
        (ROOM + '[placard.a]\nroom = "rio"\ngame = "hold-em"\n', "did you mean holdem?"),
        (ROOM + '[placard.a]\nroom = "rio"\ngame = "mixed"\n', "list the games"),
        (ROOM + "[room.rio]\n", "is not TOML"),
        ("[room.rio\n", "is not TOML"),
        ("x = " + "9" * 5000, "is not TOML"),
        ("x = " + "[" * 5000, "nested too deeply"),
    ],
)
def test_a_wrong_file_is_told_with_its_place_and_cure(text: str, told: str) -> None:
    assert told in error_of(text)


def test_a_key_of_many_dots_is_refused_before_it_takes_time() -> None:
    begun = time.perf_counter()
    message = error_of("a." * (FILE_BYTES_MOST // 2 - 4) + "a = 1")
    assert "dots" in message
    assert time.perf_counter() - begun < 1


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"#" * (FILE_BYTES_MOST + 1))
    with pytest.raises(HouseError, match="is over 1,048,576 bytes"):
        load_house(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match="cannot be read"):
        load_house(tmp_path / "house.toml")


def test_gaming_days_turn_at_the_rooms_own_hour() -> None:
    text = (
        ROOM
        + """
[room.london]
rulebooks = ["tda-2013"]
timezone = "Europe/London"
gaming_day_starts = "08:30"
"""
    )
    house = parse_house(text.encode())
    cases = [
        ("rio", "2018-06-02T12:59:59+00:00", date(2018, 6, 1)),
        ("rio", "2018-06-02T13:00:00+00:00", date(2018, 6, 2)),
        ("london", "2018-06-02T07:29:59+00:00", date(2018, 6, 1)),
        ("london", "2018-06-02T07:30:00+00:00", date(2018, 6, 2)),
        ("elsewhere", "2018-06-02T05:59:59+00:00", date(2018, 6, 1)),
        ("elsewhere", "2018-06-02T06:00:00+00:00", date(2018, 6, 2)),
        # The night the clocks go back: local 05:59 is an hour later in UTC than the night before.
        ("rio", "2018-11-04T13:59:59+00:00", date(2018, 11, 3)),
        ("rio", "2018-11-04T14:00:00+00:00", date(2018, 11, 4)),
    ]
    rooms = pl.Series([room for room, _, _ in cases])
    at = pl.Series([datetime.fromisoformat(text) for _, text, _ in cases], dtype=pl.Datetime("us", "UTC"))
    assert house.gaming_dates(rooms, at).to_list() == [day for _, _, day in cases]
    for room, text, day in cases:
        if room in house.rooms:
            assert house.rooms[room].gaming_date(datetime.fromisoformat(text)) == day


@pytest.mark.parametrize("starts", ["06:00", "06:07", "01:30"])
def test_gaming_days_of_many_moments_are_those_of_each(starts: str) -> None:
    house = parse_house(ROOM.replace("06:00", starts).encode())
    assert house.rooms["rio"].starts_on(DAY) == int(starts[:2]) * 60 + int(starts[3:])
    rng = Random(starts)
    begin = datetime(2018, 11, 1, tzinfo=UTC)  # a week in which the clocks are set back
    moments = sorted(begin + timedelta(seconds=rng.randint(0, 7 * 86_400)) for _ in range(3_000))
    moments += [begin + timedelta(minutes=minute) for minute in range(0, 7 * 1_440, 7)]
    found = house.gaming_dates(pl.Series(["rio"] * len(moments)), pl.Series(moments, dtype=pl.Datetime("us", "UTC")))
    assert found.to_list() == [house.rooms["rio"].gaming_date(at) for at in moments]


def test_no_moments_have_no_gaming_days() -> None:
    house = parse_house(ROOM.encode())
    none = house.gaming_dates(pl.Series([], dtype=pl.String), pl.Series([], dtype=pl.Datetime("us", "UTC")))
    assert none.dtype == pl.Date
    assert none.len() == 0


def test_a_room_that_does_not_say_begins_its_day_at_six() -> None:
    house = parse_house(ROOM.replace('gaming_day_starts = "06:00"\n', "").encode())
    assert house.rooms["rio"].gaming_date(datetime(2018, 6, 2, 12, 59, tzinfo=UTC)) == date(2018, 6, 1)


def test_the_hour_at_which_a_gaming_day_begins_may_be_dated() -> None:
    dated = 'gaming_day_starts = [{ from = 2018-01-01, value = "06:00" }, { from = 2018-06-03, value = "09:00" }]'
    house = parse_house(ROOM.replace('gaming_day_starts = "06:00"', dated).encode())
    cases = [
        ("2018-06-02T05:59:00-07:00", date(2018, 6, 1)),
        ("2018-06-02T06:00:00-07:00", date(2018, 6, 2)),
        ("2018-06-03T08:59:00-07:00", date(2018, 6, 2)),  # the last day of the old hour ends at the new one
        ("2018-06-03T09:00:00-07:00", date(2018, 6, 3)),
        ("2018-06-04T08:59:59-07:00", date(2018, 6, 3)),
        ("2017-12-31T05:59:00-08:00", date(2017, 12, 30)),  # before the first dated value: six o'clock
    ]
    moments = [datetime.fromisoformat(text) for text, _ in cases]
    at = pl.Series([moment.astimezone(UTC) for moment in moments], dtype=pl.Datetime("us", "UTC"))
    assert house.gaming_dates(pl.Series(["rio"] * len(cases)), at).to_list() == [day for _, day in cases]
    room = house.rooms["rio"]
    assert [room.gaming_date(moment) for moment in moments] == [day for _, day in cases]
    assert room.closes(date(2018, 6, 2)) == datetime(2018, 6, 3, 16, tzinfo=UTC)


def test_a_room_names_its_tables_its_days_and_its_feeds() -> None:
    more = 'tables = ["141", "142"]\nopen_days = ["fri", "sat"]\nfeeds = ["hands", "downs"]\n'
    room = parse_house((ROOM + more).encode()).rooms["rio"]
    assert room.declared("tables", DAY) == ("141", "142")
    assert room.declared("feeds", DAY) == ("hands", "downs")
    assert [room.opens_on(date(2018, 6, day)) for day in (1, 2, 3)] == [True, True, False]
    assert parse_house(ROOM.encode()).rooms["rio"].opens_on(DAY) is None
    for wrong, said in (
        ("tables = [141]", "list the tables as the log names them"),
        ('tables = ["141", "141"]', "names a table twice"),
        ('open_days = ["fry"]', "did you mean fri?"),
        ('feeds = ["shufflers"]', "did you mean shuffler?"),
    ):
        assert said in error_of(ROOM + wrong + "\n")
