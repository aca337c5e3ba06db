-- One row a shuffler and gaming day of the 28 up to this one: how often it spoke, and how often not ok.
SELECT gaming_date, room::VARCHAR AS room, device::VARCHAR AS device, min("table")::VARCHAR AS "table",
    sum(messages)::BIGINT AS messages, sum(wrong)::BIGINT AS wrong,
    coalesce(sum(messages) FILTER (WHERE status IN ('jam', 'incomplete', 'door')), 0)::BIGINT AS stopped,
    coalesce(sum(messages) FILTER (WHERE status = 'removed'), 0)::BIGINT AS removed
FROM shuffler_counts
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY gaming_date, room, device
ORDER BY gaming_date, room, device
