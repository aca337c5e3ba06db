-- One row a room with hands on the gaming day, with its clock's offset from UTC in minutes, as most of its hands were logged.
SELECT
    h.room::VARCHAR AS room,
    count(*) AS hands,
    count(DISTINCT h."table") AS tables,
    min(c.utc_offset_min) AS utc_offset_min,
    epoch_us(min(h."start")) AS first_us,
    epoch_us(max(coalesce(h."end", h."start"))) AS last_us
FROM hands h
LEFT JOIN clock c ON c.gaming_date = h.gaming_date AND c.room = h.room
WHERE h.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR h.room = $room::VARCHAR)
GROUP BY h.room
ORDER BY h.room
