-- One row a table and status of the shuffler messages of the gaming day.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", status::VARCHAR AS status, sum(messages)::BIGINT AS messages
FROM shuffler_counts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
