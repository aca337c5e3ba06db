-- One row a room and gaming day: the offset of its clocks in minutes, as most hands (or shuffler rows) were logged.
CREATE TABLE clock AS
WITH offsets AS (
    SELECT gaming_date, room, utc_offset_min FROM hands
    UNION ALL
    SELECT gaming_date, room, utc_offset_min FROM shuffles
),
counted AS (
    SELECT gaming_date, room, utc_offset_min, count(*) AS times FROM offsets
    WHERE utc_offset_min IS NOT NULL
    GROUP BY gaming_date, room, utc_offset_min
)
SELECT gaming_date, room, utc_offset_min
FROM counted
QUALIFY row_number() OVER (PARTITION BY gaming_date, room ORDER BY times DESC, utc_offset_min) = 1
ORDER BY gaming_date, room;
