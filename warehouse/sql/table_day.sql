-- One row a table and gaming day with hands: all its hands, its cash hands, its dealers, stub counts and findings. Amounts
-- moved wrongly are those of `finding_amounts`; rake stands in `rake_by_table`.
CREATE TABLE table_day AS
WITH dealt AS (
    SELECT gaming_date, room, "table", sum(hands)::BIGINT AS hands, sum(cash_hands)::BIGINT AS cash_hands,
        count(DISTINCT dealer) AS dealers, sum(stubs_counted)::BIGINT AS stubs_counted, sum(stubs_off)::BIGINT AS stubs_off
    FROM play_by_hour GROUP BY gaming_date, room, "table"
),
found AS (
    SELECT gaming_date, room, "table", count(*) AS findings, count(*) FILTER (WHERE severity = 'error') AS errors,
        sum(moved_cents)::BIGINT AS moved_cents, sum(moved_chips_cents)::BIGINT AS moved_chips_cents
    FROM finding_amounts GROUP BY gaming_date, room, "table"
)
SELECT d.*, coalesce(f.findings, 0) AS findings, coalesce(f.errors, 0) AS errors,
    coalesce(f.moved_cents, 0)::BIGINT AS moved_cents, coalesce(f.moved_chips_cents, 0)::BIGINT AS moved_chips_cents
FROM dealt d
LEFT JOIN found f ON f.gaming_date = d.gaming_date AND f.room = d.room AND f."table" IS NOT DISTINCT FROM d."table"
ORDER BY d.gaming_date, d.room, d."table";
