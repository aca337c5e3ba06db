-- One row a line of the log of a hand with a finding on one of the 28 gaming days up to this one, in the order of that day's pages.
WITH flagged AS (
    SELECT DISTINCT gaming_date, room, hand
    FROM findings
    WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
        AND hand IS NOT NULL
)
SELECT h.gaming_date, h.room::VARCHAR AS room, h.hand, h.source_file::VARCHAR AS source_file, h.source_line
FROM hands AS h
JOIN flagged ON flagged.gaming_date = h.gaming_date AND flagged.room = h.room AND flagged.hand = h.hand
ORDER BY h.gaming_date, h."start", h.room, h."table", h.hand, h.source_file, h.source_line
