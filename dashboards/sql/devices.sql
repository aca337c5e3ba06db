-- One row a shuffler and gaming day of the 28 up to this one: how often it spoke, and how often not ok.
SELECT gaming_date, room::VARCHAR AS room, device::VARCHAR AS device, min("table")::VARCHAR AS "table", count(*) AS messages,
    count(*) FILTER (WHERE status = 'count' OR (status = 'ok' AND cards <> 52)) AS wrong,
    count(*) FILTER (WHERE status IN ('jam', 'incomplete', 'door')) AS stopped,
    count(*) FILTER (WHERE status = 'removed') AS removed
FROM shuffles
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
