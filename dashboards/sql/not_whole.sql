-- One row a feed of a table and gaming day of the 62 up to this one that did not come, cannot be read or is a part only.
SELECT room::VARCHAR AS room, gaming_date, "table"::VARCHAR AS "table", feed::VARCHAR AS feed, status::VARCHAR AS status,
    "rows", why, usual_rows, "file"
FROM register
WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    AND status IN ('missing', 'unreadable', 'partial')
ORDER BY gaming_date, room, "table", feed
