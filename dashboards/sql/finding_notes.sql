-- One row a note of a table with a finding on the gaming day, in order of time.
SELECT
    n.room::VARCHAR AS room, n."table"::VARCHAR AS "table", epoch_us(n."at") AS at_us, n.note::VARCHAR AS note,
    n.deck::VARCHAR AS deck, n.dealer::VARCHAR AS dealer, n.level, n.seat, n.player::VARCHAR AS player, n.amount_cents,
    n.variance_cents, n."on"
FROM notes AS n
WHERE n.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR n.room = $room::VARCHAR)
    AND EXISTS (
        SELECT 1 FROM findings AS f WHERE f.gaming_date = $day::DATE AND f.room = n.room AND f."table" = n."table"
    )
ORDER BY n.room, n."table", n."at", n.source_line
