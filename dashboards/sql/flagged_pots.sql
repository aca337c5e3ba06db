-- One row a pot of a flagged hand's film, as its bets make it, after the drop.
SELECT room, hand, source_file, source_line, pot, pot_cents, unit_cents, sizes_right, eligible_mask, won_mask
FROM film
WHERE grain = 'pot' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, pot
