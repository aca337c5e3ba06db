-- One row an event of a flagged hand's film: what was open and due at it, and what was done.
SELECT
    room, hand, source_file, source_line, event, seat, turn, chips_cents, bet_cents, level_cents, pot_cents, done_cents,
    due_cents, most_cents, pot_most_cents, faced_cents, reopen_cents, raises, raise_cap, all_in,
    rake_owed_cents, rake_slid_cents
FROM film
WHERE grain = 'event' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, event
