-- One row a feed of a table's gaming day that came or should have come; a night of which nothing came has one without a table.
SELECT room::VARCHAR AS room, gaming_date, "table"::VARCHAR AS "table", feed::VARCHAR AS feed, status::VARCHAR AS status,
    "rows", why, usual_rows, "file"
FROM register
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, "table", feed
