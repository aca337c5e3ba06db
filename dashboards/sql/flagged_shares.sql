-- One row a seat that can win a part of a board of a pot of a flagged hand: what it was due and what it was pushed.
SELECT
    room, hand, source_file, source_line, pot, board, part, seat, wins, value, "order", due_cents, paid_cents, pot_paid_cents
FROM film
WHERE grain = 'share' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, pot, board, part, "order" NULLS LAST, seat
