-- One row a hand of the gaming day whose stub was counted.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", hand, epoch_us("start") AS at_us, dealer::VARCHAR AS dealer,
    deck::VARCHAR AS deck, stub_count, stub_due, source_file, source_line
FROM stub_counts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, "table", "start", hand, source_file, source_line
