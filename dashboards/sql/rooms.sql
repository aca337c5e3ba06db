-- One row a room with hands on the gaming day, with its offset from UTC in minutes (the smaller one on the night it changes).
SELECT
    room::VARCHAR AS room,
    count(*) AS hands,
    count(DISTINCT "table") AS tables,
    min(utc_offset_min) AS utc_offset_min,
    epoch_us(min("start")) AS first_us,
    epoch_us(max(coalesce("end", "start"))) AS last_us
FROM hands
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY room
ORDER BY room
