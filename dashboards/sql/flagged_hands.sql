-- One row a hand with a finding on the gaming day: what the log says of it.
WITH flagged AS (
    SELECT DISTINCT room, hand
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hand IS NOT NULL
)
SELECT
    h.room::VARCHAR AS room, h."table"::VARCHAR AS "table", h.hand, h.game::VARCHAR AS game, h.betting::VARCHAR AS betting,
    h.sb_cents, h.bb_cents, h.ante_cents, h.bring_in_cents, h.small_bet_cents, h.big_bet_cents, h.chip_cents,
    h.placard::VARCHAR AS placard, coalesce(h.is_tournament, false) AS is_tournament, h.button, epoch_us(h."start") AS start_us, epoch_us(h."end") AS end_us,
    h.utc_offset_min, h.dealer::VARCHAR AS dealer, h.deck::VARCHAR AS deck,
    h.source_file::VARCHAR AS source_file, h.source_line
FROM hands AS h
JOIN flagged ON flagged.room = h.room AND flagged.hand = h.hand
WHERE h.gaming_date = $day::DATE
ORDER BY h."start", h.room, h."table", h.hand, h.source_file, h.source_line
