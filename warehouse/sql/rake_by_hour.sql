-- One row a room and hour of its clock, by the start of the hand. `hour` is 0 to 23, `hour_start` the same in UTC.
-- Only hands of cash tables: a tournament's chips are neither rake nor pots.
CREATE TABLE rake_by_hour AS
WITH placed AS (
    SELECT f.*, coalesce(c.utc_offset_min, 0)::BIGINT * 60 AS offset_s,
        (epoch_us(f.start) // 1000000 + coalesce(c.utc_offset_min, 0)::BIGINT * 60) // 3600 AS local_hour
    FROM hand_amounts f
    LEFT JOIN clock c ON c.gaming_date = f.gaming_date AND c.room = f.room
    WHERE NOT f.is_tournament
)
SELECT gaming_date, room,
    (local_hour % 24)::INTEGER AS hour,
    make_timestamptz((local_hour * 3600 - offset_s) * 1000000) AS hour_start,
    count(*) AS hands,
    count(DISTINCT "table") AS tables,
    sum(coalesce(rake_due_cents, 0))::BIGINT AS rake_due_cents,
    sum(coalesce(rake_taken_cents, 0))::BIGINT AS rake_taken_cents,
    sum(coalesce(promo_taken_cents, 0))::BIGINT AS promo_taken_cents,
    sum(rake_over_cents - rake_under_cents)::BIGINT AS difference_cents
FROM placed
GROUP BY ALL
ORDER BY gaming_date, room, hour_start;
