-- One row a seat of a flagged hand of a Chinese game that set a hand: what its rows are worth and how they were ruled.
SELECT
    room, hand, source_file, source_line, seat, stack_cents, front_royalty, middle_royalty, back_royalty, foul_due,
    foul_called, cards_dealt, cards_due, front_cards, middle_cards, back_cards
FROM film
WHERE grain = 'set' AND gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line, seat
