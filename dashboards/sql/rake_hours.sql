-- One row a room and hour of its clock with hands at cash tables, the hour as UTC microseconds of its start.
SELECT room::VARCHAR AS room, epoch_us(hour_start) AS hour_us, hands, hands_with_due, hands_over, hands_under,
    rake_due_cents AS due_cents, rake_taken_cents AS taken_cents, rake_over_cents AS over_cents,
    rake_under_cents AS under_cents
FROM rake_by_hour
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY hour_start, room
