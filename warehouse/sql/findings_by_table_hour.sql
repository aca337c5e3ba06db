-- One row a table and hour of the room's clock with findings; amounts are those of `finding_amounts`. `hour` is 0 to 23, `hour_start` the same in UTC (for order).
CREATE TABLE findings_by_table_hour AS
WITH placed AS (
    SELECT f.*, coalesce(c.utc_offset_min, 0)::BIGINT * 60 AS offset_s,
        (epoch_us(f.at) // 1000000 + coalesce(c.utc_offset_min, 0)::BIGINT * 60) // 3600 AS local_hour
    FROM finding_amounts f
    LEFT JOIN clock c ON c.gaming_date = f.gaming_date AND c.room = f.room
    WHERE f.at IS NOT NULL
)
SELECT gaming_date, room, "table",
    (local_hour % 24)::INTEGER AS hour,
    make_timestamptz((local_hour * 3600 - offset_s) * 1000000) AS hour_start,
    count(*) AS findings,
    count(*) FILTER (WHERE severity = 'error') AS errors,
    sum(moved_cents)::BIGINT AS moved_cents,
    sum(moved_chips_cents)::BIGINT AS moved_chips_cents
FROM placed
GROUP BY ALL
ORDER BY gaming_date, room, "table", hour_start;
