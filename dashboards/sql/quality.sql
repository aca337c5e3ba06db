-- One row: the expectations of the quality gate over the day's data, and those that did not hold.
SELECT count(*) AS expectations, count(*) FILTER (WHERE NOT success) AS failed
FROM quality
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
