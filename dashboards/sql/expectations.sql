-- One row an expectation and gaming day of the 28 up to this one: whether it held.
SELECT gaming_date, room::VARCHAR AS room, table_name, expectation, severity, success, observed, detail
FROM quality
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, table_name, expectation, gaming_date
