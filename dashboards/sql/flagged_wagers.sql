-- One row a wager of a seat in a flagged house-banked round: what it was due and what was done with it.
SELECT
    room, hand, source_file, source_line, seat, event, wager, staked_cents, wager_due, due_cents, wager_done, paid_cents,
    taken_cents, pushed_cents, paytable_line, player_hand, dealer_hand, dealer_qualifies, outcome, meter_cents
FROM film
WHERE grain = 'wager' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, seat, wager
