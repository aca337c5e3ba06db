-- One row a hand with a finding on the gaming day: what the replay derived.
WITH flagged AS (
    SELECT DISTINCT room, hand
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hand IS NOT NULL
)
SELECT f.* REPLACE (f.room::VARCHAR AS room, f.dealer::VARCHAR AS dealer, epoch_us(f."start") AS "start", epoch_us(f."end") AS "end")
FROM hand_facts AS f
JOIN flagged ON flagged.room = f.room AND flagged.hand = f.hand
WHERE f.gaming_date = $day::DATE
ORDER BY f.room, f.hand, f.source_file, f.source_line
