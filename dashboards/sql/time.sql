-- One row a hand of the gaming day that owed time after a call, or paid time; no hand of a tournament does.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", hand, source_file, source_line, epoch_us("start") AS at_us,
    dealer::VARCHAR AS dealer, placard::VARCHAR AS placard, time_due_cents AS due_cents, time_taken_cents AS taken_cents,
    coalesce(time_slide_cents, 0) AS slide_cents
FROM hand_amounts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    AND (time_due_cents IS NOT NULL OR time_taken_cents IS NOT NULL OR time_slide_cents > 0)
ORDER BY room, "table", "start", hand, source_file, source_line
