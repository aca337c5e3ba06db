"""The Arrow schemas of every table: the contract between the readers, the checks, the lake and the pages.

Money is int64 cents, times are microseconds in UTC, repeated words are dictionaries. Each schema's comment states its
grain and order; a null means "not recorded", never "zero".
"""

from typing import Final

import pyarrow as pa

WORD: Final = pa.dictionary(pa.int32(), pa.string())
CENTS: Final = pa.int64()
TIME: Final = pa.timestamp("us", tz="UTC")

# One row a hand, in the order of the log. `n_seats` and `n_events` say how many rows of `seats` and `events` are its
# own: the three tables stand in the same order of hands.
HANDS: Final = pa.schema(
    [
        ("room", WORD), ("table", WORD), ("hand", pa.string()), ("gaming_date", pa.date32()),
        ("game", WORD), ("betting", WORD),
        ("sb_cents", CENTS), ("bb_cents", CENTS), ("ante_cents", CENTS), ("bring_in_cents", CENTS),
        ("small_bet_cents", CENTS), ("big_bet_cents", CENTS), ("straddle_cents", CENTS), ("kill_cents", CENTS),
        ("point_cents", CENTS), ("chip_cents", CENTS),
        ("placard", WORD), ("button", pa.int8()),
        ("start", TIME), ("end", TIME), ("utc_offset_min", pa.int16()),
        ("dealer", WORD), ("deck", WORD),
        ("is_tournament", pa.bool_()), ("tournament_event", WORD), ("tournament_level", pa.int32()),
        ("tournament_bba_cents", CENTS), ("tournament_left", pa.int32()),
        ("tournament_first", pa.bool_()), ("bomb_ante_cents", CENTS), ("bomb_boards", pa.int8()),
        ("n_seats", pa.int16()), ("n_events", pa.int32()),
        ("unrecorded", WORD),  # words of events that the hand's format does not record, with spaces between them
        ("source_file", WORD), ("source_line", pa.int32()), ("line_hash", pa.int64()),
    ]
)  # fmt: skip

# One row a seat with chips at the start of a hand; in order of hand, then as listed in the log.
SEATS: Final = pa.schema(
    [
        ("room", WORD),
        ("hand", pa.string()),
        ("seat", pa.int8()),
        ("player", WORD),
        ("stack_cents", CENTS),
        ("state", WORD),
    ]
)

# One row an event of a hand; `event` counts from 0 within the hand. `seat` 0 is the banker. `kind` is what stands
# behind the word (a post's kind, a wager's, a row), `text` a free short code (a ruling, a reason, what was reshuffled).
EVENTS: Final = pa.schema(
    [
        ("room", WORD), ("hand", pa.string()), ("event", pa.int16()), ("word", WORD),
        ("seat", pa.int8()), ("other_seat", pa.int8()), ("kind", WORD), ("text", WORD),
        ("amount_cents", CENTS), ("count", pa.int32()),
        ("pot", pa.int8()), ("part", WORD), ("board", pa.int8()),
        ("allin", pa.bool_()), ("oot", pa.bool_()), ("dark", pa.bool_()),
        ("cards", pa.string()),
    ]
)  # fmt: skip

# One row a table note. Fields that a kind of note does not carry are null.
NOTES: Final = pa.schema(
    [
        ("room", WORD), ("table", WORD), ("at", TIME), ("utc_offset_min", pa.int16()), ("gaming_date", pa.date32()),
        ("note", WORD),
        ("deck", WORD), ("dealer", WORD), ("level", pa.int32()), ("sb_cents", CENTS), ("bb_cents", CENTS),
        ("ante_cents", CENTS), ("on", pa.bool_()), ("seat", pa.int8()), ("player", WORD), ("amount_cents", CENTS),
        ("variance_cents", CENTS),
        ("source_file", WORD), ("source_line", pa.int32()), ("line_hash", pa.int64()),
    ]
)  # fmt: skip

# One row a line of a down card: a half-hour slot, or the closing line (`slot` is "CLOSE", `slot_start` null).
# `emp` is kept as written; `slot_start` is the slot's beginning in UTC.
DOWNS: Final = pa.schema(
    [
        ("room", WORD), ("event", WORD), ("buy_in_cents", CENTS), ("date", pa.date32()), ("start", pa.string()),
        ("table", WORD), ("slot", pa.string()), ("slot_start", TIME), ("gaming_date", pa.date32()),
        ("emp", pa.string()), ("last_name", pa.string()), ("first_name", pa.string()), ("kind", WORD),
        ("total", pa.int32()), ("initials", pa.string()),
        ("source_file", WORD), ("source_line", pa.int32()), ("line_hash", pa.int64()),
    ]
)  # fmt: skip

# One row a message of a shuffler.
SHUFFLES: Final = pa.schema(
    [
        ("room", WORD), ("table", WORD), ("device", WORD), ("at", TIME), ("utc_offset_min", pa.int16()),
        ("gaming_date", pa.date32()), ("deck", WORD), ("cards", pa.int32()), ("status", WORD),
        ("source_file", WORD), ("source_line", pa.int32()), ("line_hash", pa.int64()),
    ]
)  # fmt: skip

# One row a dealer on the roster. `games` is the comma-separated list as written.
ROSTER: Final = pa.schema(
    [
        ("emp", pa.string()), ("last_name", pa.string()), ("first_name", pa.string()), ("games", pa.string()),
        ("source_file", WORD), ("source_line", pa.int32()),
    ]
)  # fmt: skip

# One row a box counted at the end of a shift.
DROPS: Final = pa.schema(
    [
        ("room", WORD), ("table", WORD), ("gaming_date", pa.date32()), ("shift", pa.string()),
        ("rake_cents", CENTS), ("promo_cents", CENTS),
        ("source_file", WORD), ("source_line", pa.int32()), ("line_hash", pa.int64()),
    ]
)  # fmt: skip

# One row a line (or file, with `line` null) that could not be read.
QUARANTINE: Final = pa.schema(
    [
        ("source_file", pa.string()), ("sha256", pa.string()), ("line", pa.int32()),
        ("column_or_field", pa.string()), ("reason", pa.string()), ("raw", pa.string()),
    ]
)  # fmt: skip

# One row a finding; sorted by room, gaming_date, table, at, hand, event, code, seat. `amount_cents` is the money moved
# wrongly from the house's side; `paid_by` and `paid_to` are "s1".."s10" or "house", null where no money moved.
# `finding_id` stays the same when the day is audited again.
FINDINGS: Final = pa.schema(
    [
        ("code", pa.string()), ("severity", pa.string()), ("room", pa.string()), ("table", pa.string()),
        ("hand", pa.string()), ("event", pa.int32()), ("seat", pa.int8()), ("player", pa.string()),
        ("dealer", pa.string()), ("at", TIME), ("gaming_date", pa.date32()), ("street", pa.string()),
        ("expected", pa.string()), ("actual", pa.string()), ("amount_cents", CENTS),
        ("rulebook", pa.string()), ("rule", pa.string()), ("message", pa.string()),
        ("source_file", pa.string()), ("source_line", pa.int32()), ("audit_id", pa.string()),
        ("paid_by", pa.string()), ("paid_to", pa.string()), ("finding_id", pa.string()),
    ]
)  # fmt: skip

# One row a room, table, gaming day and check.
COVERAGE: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("gaming_date", pa.date32()), ("code", pa.string()),
        ("evaluated", pa.int64()), ("violated", pa.int64()), ("not_evaluable", pa.int64()),
    ]
)  # fmt: skip

# One row a hand that was replayed: what was due and what was done. `rake_basis_points` is the percentage in hundredths;
# `rake_cap_cents` the cap in force with so many seats dealt in. Both null where the pot is not raked by known terms.
# `dealer` is whose signed down covers the hand, else the log's; `dealer_source` is "both", "card" or "log".
# `time_due_cents` is the time a hand owed after a call and `time_taken_cents` what it paid, null where nobody can say
# or nothing was called for; `time_slide_cents` is all time that went to the slide. `owes_sb_mask` and `owes_bb_mask`
# have bit N set where seat N owes a blind it missed, after the hand.
HAND_FACTS: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("hand", pa.string()), ("gaming_date", pa.date32()),
        ("start", TIME), ("end", TIME), ("dealer", pa.string()), ("dealer_source", pa.string()),
        ("log_dealer", pa.string()), ("card_dealer", pa.string()), ("card_percent", pa.int32()),
        ("game", pa.string()), ("betting", pa.string()), ("placard", pa.string()), ("button", pa.int8()),
        ("seats_dealt", pa.int32()), ("streets", pa.int32()), ("pot_cents", CENTS), ("contested_cents", CENTS),
        ("rake_basis_points", pa.int32()), ("rake_step_cents", CENTS), ("rake_cap_cents", CENTS),
        ("rake_due_cents", CENTS), ("rake_unreduced_cents", CENTS), ("rake_taken_cents", CENTS),
        ("promo_taken_cents", CENTS), ("time_due_cents", CENTS), ("time_taken_cents", CENTS),
        ("time_slide_cents", CENTS), ("owes_sb_mask", pa.int32()), ("owes_bb_mask", pa.int32()),
        ("stub_count", pa.int32()), ("stub_due", pa.int32()), ("deck", pa.string()),
        ("source_file", pa.string()), ("source_line", pa.int32()),
    ]
)  # fmt: skip

# One row a down that somebody signed for, or that was dealt and nobody signed for; sorted by room, gaming day, table,
# slot and dealer. `written` is the number on the card, `dealer` whose it is taken for, `sure_percent` how surely.
# `hands` are those it covers. `status` is "paid", "disputed" (with the reasons in `dispute`) or "missing signature".
PAYROLL: Final = pa.schema(
    [
        ("room", pa.string()), ("gaming_date", pa.date32()), ("table", pa.string()), ("slot_start", TIME),
        ("kind", pa.string()), ("written", pa.string()), ("last_name", pa.string()), ("first_name", pa.string()),
        ("dealer", pa.string()), ("sure_percent", pa.int32()), ("hands", pa.int64()), ("signed", pa.bool_()),
        ("dealt", pa.bool_()), ("paid", pa.bool_()), ("status", pa.string()), ("dispute", pa.string()),
        ("source_file", pa.string()), ("source_line", pa.int32()),
    ]
)  # fmt: skip

# One row a shuffler, gaming day and setting of its clock. `offset_s` has to be added to it to get the table's time,
# `within_s` is how far that may be off; both null where the messages cannot be tied to the hands. `since` is the first
# message by the device's own time; `since_line` and `until_line` bound the setting, null where it holds all day.
DEVICES: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("device", pa.string()), ("gaming_date", pa.date32()),
        ("messages", pa.int64()), ("shuffles", pa.int64()), ("offset_s", pa.int64()), ("gain_s_per_hour", pa.int64()),
        ("within_s", pa.int64()), ("fits_percent", pa.int64()), ("verdict", pa.string()), ("since", TIME),
        ("source_file", pa.string()), ("since_line", pa.int32()), ("until_line", pa.int32()),
    ]
)  # fmt: skip

# One row a clock that was found to be off before the audit: of a feed, at a table or of a device, on a gaming day.
# All but room and gaming day may be null.
CLOCK_FAULTS: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("feed", pa.string()), ("device", pa.string()),
        ("gaming_date", pa.date32()), ("at", TIME), ("expected", pa.string()), ("actual", pa.string()),
        ("source_file", pa.string()), ("source_line", pa.int32()),
    ]
)  # fmt: skip

# One row a change of the house file, or of rulebooks beside it, after a gaming day of a room was audited. `was` and
# `now` count, code by code, the findings that are not as they were; `brought` says who brought the change and when,
# null where no commit tells of it; with `alone` nothing else changed meanwhile that the difference could come from.
LAW_CHANGES: Final = pa.schema(
    [
        ("room", pa.string()), ("gaming_date", pa.date32()), ("file", pa.string()), ("audited", pa.string()),
        ("brought", pa.string()), ("was", pa.string()), ("now", pa.string()), ("is_other", pa.bool_()),
        ("alone", pa.bool_()),
    ]
)  # fmt: skip

TABLES: Final = {
    "hands": HANDS, "seats": SEATS, "events": EVENTS, "notes": NOTES, "downs": DOWNS, "shuffles": SHUFFLES,
    "roster": ROSTER, "drops": DROPS, "quarantine": QUARANTINE, "findings": FINDINGS, "coverage": COVERAGE,
    "payroll": PAYROLL, "devices": DEVICES,
}  # fmt: skip
