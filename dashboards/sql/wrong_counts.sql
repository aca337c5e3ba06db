-- One row a shuffler message of the gaming day that is not a deck of 52 in order.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", device::VARCHAR AS device, epoch_us("at") AS at_us, utc_offset_min,
    deck::VARCHAR AS deck, cards, status::VARCHAR AS status
FROM shuffles
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND (status <> 'ok' OR cards <> 52)
ORDER BY room, "table", "at", device, deck, status, cards
