"""Shuffler clocks: what is found of an offset, a gain, a clock that was set, and of messages that prove nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random

import polars as pl
import pytest

from checks.floor import right_clocks
from checks.floor.shuffler_clocks import CUT_WITHIN, hands_with_decks, set_clocks

OPENS = datetime(2026, 6, 12, 17, tzinfo=UTC)
Clock = Callable[[int, int], int]  # number of the shuffle and its true second, to the second that the device says


def a_table(hands: int, clock: Clock, with_end: bool = True, with_deck: bool = True) -> tuple[pl.DataFrame, ...]:
    """(shuffles as sent, hands, the true moments of the shuffles): two decks in turn, uneven hands."""
    rng = Random(f"clock/{hands}")
    dealt, sent, true, at = [], [], [], 0
    for n in range(hands):
        end = at + rng.choice((25, 40, 70, 110, 180))
        deck = ("red", "blue")[n % 2]
        dealt.append((OPENS + timedelta(seconds=at), OPENS + timedelta(seconds=end) if with_end else None, deck))
        done = at + (end - at) * 2 // 3
        sent.append((OPENS + timedelta(seconds=clock(n, done)), ("blue", "red")[n % 2], n + 2))
        true.append(OPENS + timedelta(seconds=done))
        at = end + rng.randint(5, 14)
    of_hands = pl.DataFrame(dealt, schema={"start": pl.Datetime("us", "UTC"), "end": pl.Datetime("us", "UTC"),
                                           "deck": pl.String}, orient="row")  # fmt: skip
    of_shuffles = pl.DataFrame(sent, schema={"at": pl.Datetime("us", "UTC"), "deck": pl.String,
                                             "source_line": pl.Int32}, orient="row")  # fmt: skip
    where = {"room": pl.lit("rio"), "table": pl.lit("147")}
    if not with_deck:
        of_hands = of_hands.with_columns(deck=pl.lit(None, pl.String))
    return (
        of_shuffles.with_columns(
            **where, device=pl.lit("D1"), gaming_date=pl.lit(date(2026, 6, 12)), status=pl.lit("ok"),
            source_file=pl.lit("x.shuffler.csv"),
        ),
        of_hands.with_columns(**where),
        pl.DataFrame({"source_line": pl.Series(range(2, hands + 2), dtype=pl.Int32), "true": true}),
    )  # fmt: skip


def worst_s(messages: pl.DataFrame, true: pl.DataFrame, aside: int = 0) -> int:
    """By how many seconds the messages miss their true moments, but for so many; no word where a clock is not known."""
    known = messages.filter(pl.col("within_s").is_not_null()).join(true, on="source_line")
    off = (known["at"] - known["true"]).dt.total_seconds().abs().sort(descending=True)
    return int(off[aside])


def test_an_offset_is_found_and_the_messages_are_moved_by_it() -> None:
    shuffles, hands, true = a_table(120, lambda n, at: at + 240)
    messages, devices = set_clocks(shuffles, hands)
    (row,) = devices.to_dicts()
    assert row["verdict"] == "off" and abs(row["offset_s"] + 240) <= row["within_s"]
    assert worst_s(messages, true) <= row["within_s"] and row["since_line"] is None


def test_a_clock_that_was_set_back_or_forward_has_two_settings() -> None:
    for later in (-900, 1300):
        offsets = [200] * 70 + [later] * 90
        shuffles, hands, true = a_table(160, lambda n, at, offsets=offsets: at + offsets[n])  # type: ignore[misc]
        messages, devices = set_clocks(shuffles, hands)
        assert devices["verdict"].to_list() == ["off", "off"]
        first, second = devices.sort("since_line").to_dicts()
        assert abs(first["offset_s"] + 200) <= first["within_s"] + 1
        assert abs(second["offset_s"] + later) <= second["within_s"] + 1
        assert first["until_line"] + 1 == second["since_line"] and abs(second["since_line"] - 72) <= CUT_WITHIN
        assert messages.filter("clock_set").height == 2 * CUT_WITHIN
        assert worst_s(messages, true, aside=CUT_WITHIN) <= max(first["within_s"], second["within_s"]) + 1


def test_a_right_clock_stays_as_it_is() -> None:
    shuffles, hands, true = a_table(120, lambda n, at: at)
    messages, devices = set_clocks(shuffles, hands)
    assert devices.select("verdict", "offset_s", "within_s").rows() == [("right", 0, 0)]
    assert worst_s(messages, true) == 0


def test_a_hand_without_an_end_was_over_when_the_next_began() -> None:
    shuffles, hands, true = a_table(120, lambda n, at: at + 3600, with_end=False)
    messages, devices = set_clocks(shuffles, hands)
    assert devices["verdict"].to_list() == ["off"]
    assert worst_s(messages, true) <= devices["within_s"][0]


def test_a_few_shuffles_an_hour_off_are_not_taken_for_right() -> None:
    shuffles, hands, _ = a_table(10, lambda n, at: at + 3600)
    assert set_clocks(shuffles, hands)[1]["verdict"].to_list() == ["not tied to the table"]
    shuffles, hands, _ = a_table(10, lambda n, at: at)
    assert set_clocks(shuffles, hands)[1].select("verdict", "within_s").rows() == [("too few to tell", 0)]


def test_hands_that_name_no_deck_tell_nothing_of_a_clock() -> None:
    shuffles, hands, _ = a_table(120, lambda n, at: at, with_deck=False)
    messages, devices = set_clocks(shuffles, hands)
    assert devices["verdict"].to_list() == ["not tied to the table"] and messages["within_s"].null_count() == 120


def test_messages_in_no_order_are_read_by_their_times() -> None:
    shuffles, hands, true = a_table(120, lambda n, at: at + 240)
    mixed = shuffles.sample(fraction=1.0, shuffle=True, seed=1).with_columns(
        source_line=pl.int_range(2, 122, dtype=pl.Int32)
    )
    _, devices = set_clocks(mixed, hands)
    (row,) = devices.to_dicts()
    assert row["verdict"] == "off" and abs(row["offset_s"] + 240) <= row["within_s"]
    assert true.height == 120


def test_the_hour_that_a_fast_device_tells_as_the_next_gaming_day_keeps_its_clock() -> None:
    shuffles, hands, true = a_table(160, lambda n, at: at + 3600)
    late = pl.int_range(pl.len()) >= 146
    shuffles = shuffles.with_columns(
        gaming_date=pl.when(late).then(pl.lit(date(2026, 6, 13))).otherwise(pl.col("gaming_date"))
    )
    messages, devices = set_clocks(shuffles, hands)
    assert devices["verdict"].to_list() == ["off", "off"] and devices["offset_s"].n_unique() == 1
    assert messages["within_s"].null_count() == 0 and worst_s(messages, true) <= devices["within_s"][0]


def test_a_clock_set_by_less_than_a_round_is_cut_where_the_shuffles_say() -> None:
    offsets = [-50] * 80 + [0] * 80
    shuffles, hands, true = a_table(160, lambda n, at: at + offsets[n])
    messages, devices = set_clocks(shuffles, hands)
    assert devices.height == 2
    placed = messages.filter(~pl.col("clock_set")).join(true, on="source_line")
    off = (placed["at"] - placed["true"]).dt.total_seconds().abs()
    assert (off <= placed["within_s"].max() + 1).all()  # type: ignore[operator]


def test_a_clock_that_is_right_beyond_doubt_is_told_as_a_search_would_tell_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a room of devices: right ones, one that strays for a while, ones that are off or were set."""
    clocks: list[Clock] = [
        lambda n, at: at,
        lambda n, at: at + 3,
        lambda n, at: at + (400 if 60 < n < 70 else 0),
        lambda n, at: at + 240,
        lambda n, at: at + (0 if n < 80 else -900),
        lambda n, at: at,
    ]
    rooms = [a_table(160 if i < 5 else 20, clock) for i, clock in enumerate(clocks)]
    shuffles, hands = (
        pl.concat(room[part].with_columns(table=pl.lit(str(number))) for number, room in enumerate(rooms))
        for part in (0, 1)
    )
    shuffles = shuffles.with_columns(source_line=pl.int_range(2, len(shuffles) + 2, dtype=pl.Int32))
    at_once = set_clocks(shuffles, hands)
    assert right_clocks.told_of(*_sent(shuffles, hands)).is_right.tolist() == [True, True, False, False, False, False]
    monkeypatch.setattr("checks.floor.shuffler_clocks.told_of", _nobody_is_right)
    for one, other in zip(at_once, set_clocks(shuffles, hands), strict=True):
        assert one.equals(other)


def _sent(shuffles: pl.DataFrame, hands: pl.DataFrame) -> tuple[right_clocks.Sent, pl.DataFrame]:
    return right_clocks.as_sent(shuffles), hands_with_decks(hands, shuffles)


def _nobody_is_right(sent: right_clocks.Sent, uses: pl.DataFrame) -> right_clocks.Told:
    told = right_clocks.told_of(sent, uses)
    return told._replace(is_right=told.is_right & False)
