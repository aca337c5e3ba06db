-- One row a picture of a flagged hand's film: the table before an event, and once more after the last.
SELECT
    room, hand, source_file, source_line, event, street_name, dealt_mask, live_mask, in_cents, pot_cents, slid_cents,
    time_slid_cents,
    chips_by_seat, bets_by_seat
FROM film
WHERE grain = 'picture' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, event
