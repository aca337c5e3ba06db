-- One row a table, game, betting, dealer, hour of the room's clock (as UTC microseconds of its start) and kind of play of the
-- gaming day. Due and taken are over hands with a known due. A tournament's row has no money.
SELECT
    room::VARCHAR AS room, "table"::VARCHAR AS "table", game::VARCHAR AS game, betting::VARCHAR AS betting,
    dealer::VARCHAR AS dealer, epoch_us(hour_start) AS hour_us, is_tournament,
    hands, cash_hands, hands_with_due, rake_due_cents AS due_cents, rake_taken_cents AS taken_cents,
    slide_cents, promo_cents, time_cents, rake_over_cents AS over_cents, rake_under_cents AS under_cents,
    pot_cents, pot_chips_cents, capped, raked, reduced, reduction_cents, unraked
FROM play_by_hour
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY ALL
