-- One row a seat of a flagged hand's film: its chips, bets and cards over the hand.
SELECT
    room, hand, source_file, source_line, seat, listed, dealt, outside, left_out, stack_cents, bets_cents, forced_cents,
    back_cents, paid_cents, ante_due_cents, ante_cents, bba_due_cents, bba_cents, cards, cards_shown, folded
FROM film
WHERE grain = 'seat' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, seat
