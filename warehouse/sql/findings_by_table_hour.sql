-- One row a table and hour of the clock with findings; amounts are those of `finding_amounts`. The clock is that by which the
-- finding's hand was logged, and of a finding about no hand the room's. `hour` is 0 to 23, `local_hour` the same counted
-- in hours since 1970, `hour_start` the same in UTC.
CREATE TABLE findings_by_table_hour AS
WITH logged AS (
    SELECT gaming_date, room, hand, min(utc_offset_min) AS utc_offset_min FROM hands GROUP BY gaming_date, room, hand
),
timed AS (
    SELECT f.*, coalesce(h.utc_offset_min, c.utc_offset_min, 0)::BIGINT * 60 AS offset_s
    FROM finding_amounts f
    LEFT JOIN logged h ON h.gaming_date = f.gaming_date AND h.room = f.room AND h.hand = f.hand
    LEFT JOIN clock c ON c.gaming_date = f.gaming_date AND c.room = f.room
    WHERE f.at IS NOT NULL
),
placed AS (
    SELECT *, (epoch_us("at") // 1000000 + offset_s) // 3600 AS local_hour FROM timed
)
SELECT gaming_date, room, "table",
    (local_hour % 24)::INTEGER AS hour,
    local_hour,
    make_timestamptz((local_hour * 3600 - offset_s) * 1000000) AS hour_start,
    count(*) AS findings,
    count(*) FILTER (WHERE severity = 'error') AS errors,
    sum(moved_cents)::BIGINT AS moved_cents,
    sum(moved_chips_cents)::BIGINT AS moved_chips_cents
FROM placed
GROUP BY ALL
ORDER BY gaming_date, room, "table", hour_start;
