-- One row a table and hour of the room's clock with findings that have a time, the hour as UTC microseconds of its start.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", hour, epoch_us(hour_start) AS hour_us, local_hour, findings
FROM findings_by_table_hour
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, "table", hour_start
