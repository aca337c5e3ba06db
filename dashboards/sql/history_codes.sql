-- One row a gaming day of the 62 up to this one and a code with findings. The chips of tournaments are no money.
WITH tournament AS (
    SELECT DISTINCT gaming_date, room, hand FROM hands
    WHERE is_tournament AND gaming_date BETWEEN $day::DATE - 61 AND $day::DATE
)
SELECT f.gaming_date, f.code, count(*) AS findings,
    coalesce(sum(abs(f.amount_cents)) FILTER (WHERE t.hand IS NULL), 0)::BIGINT AS moved_cents
FROM findings AS f
LEFT JOIN tournament AS t ON t.gaming_date = f.gaming_date AND t.room = f.room AND t.hand = f.hand
WHERE f.gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
GROUP BY f.gaming_date, f.code
ORDER BY f.gaming_date, f.code
