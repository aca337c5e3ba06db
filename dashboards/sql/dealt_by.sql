-- One row a hand of the gaming day: who dealt it, by the log or by the down card.
SELECT room::VARCHAR AS room, hand, source_file::VARCHAR AS source_file, source_line, dealer::VARCHAR AS dealer
FROM hand_facts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, source_file, source_line
