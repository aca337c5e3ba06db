-- One row an event of a hand with a finding on the gaming day, in the order of the log.
WITH flagged AS (
    SELECT DISTINCT room, hand
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hand IS NOT NULL
)
SELECT
    e.room::VARCHAR AS room, e.hand, e.source_file, e.source_line, e.event, e.word::VARCHAR AS word, e.seat, e.other_seat, e.kind::VARCHAR AS kind,
    e.text::VARCHAR AS text, e.amount_cents, e."count", e.pot, e.part::VARCHAR AS part, e.board,
    e.allin, e.oot, e.dark, e.cards
FROM events AS e
JOIN flagged ON flagged.room = e.room AND flagged.hand = e.hand
WHERE e.gaming_date = $day::DATE
ORDER BY e.room, e.hand, e.source_file, e.source_line, e.event
