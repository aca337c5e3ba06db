-- One row a hand of the gaming day, in order of table and time.
SELECT
    f.room::VARCHAR AS room, f."table"::VARCHAR AS "table", f.hand, epoch_us(f.start) AS start_us, epoch_us(f."end") AS end_us,
    h.utc_offset_min, f.dealer, f.dealer_source, f.log_dealer, f.card_dealer, f.deck, f.stub_count, f.stub_due
FROM hand_facts f
LEFT JOIN (
    SELECT room::VARCHAR AS room, min(utc_offset_min) AS utc_offset_min
    FROM hands WHERE gaming_date = $day::DATE GROUP BY 1
) h ON h.room = f.room
WHERE f.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
ORDER BY f.room, f."table", f.start, f.hand, f.source_line
