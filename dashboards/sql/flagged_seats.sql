-- One row a seat of a hand with a finding on the gaming day.
WITH flagged AS (
    SELECT DISTINCT room, hand
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hand IS NOT NULL
)
SELECT
    s.room::VARCHAR AS room, s.hand, s.source_file, s.source_line,
    s.seat, s.player::VARCHAR AS player, s.stack_cents, s.state::VARCHAR AS state
FROM seats AS s
JOIN flagged ON flagged.room = s.room AND flagged.hand = s.hand
WHERE s.gaming_date = $day::DATE
ORDER BY s.room, s.hand, s.source_file, s.source_line, s.seat, s.player
