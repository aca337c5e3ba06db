-- One row a note of a table that the timeline shows.
SELECT
    room::VARCHAR AS room, "table"::VARCHAR AS "table", epoch_us("at") AS at_us, note::VARCHAR AS note,
    deck::VARCHAR AS deck, dealer::VARCHAR AS dealer, level, "on"
FROM notes
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    AND note::VARCHAR IN ('push', 'deck-change', 'level', 'break', 'resume', 'hand-for-hand', 'colour-up', 'bagging')
ORDER BY 1, 2, 3, source_line
