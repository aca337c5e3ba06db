-- One row two seats of a flagged hand of a Chinese game that compare, in the order of paying.
SELECT
    room, hand, source_file, source_line, seat, other, front_won, middle_won, back_won, rows_points, royalty,
    royalty_other, points_due, points_most, points_scored, point_cents, left_cents, left_other_cents, stakes_cents,
    due_cents, due_least_cents, paid_cents
FROM film
WHERE grain = 'comparison' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, in_turn
