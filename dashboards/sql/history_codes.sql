-- One row a gaming day of the 62 up to this one and a code with findings. Amounts are those of `finding_amounts`.
SELECT f.gaming_date, f.code, count(*) AS findings,
    sum(f.moved_cents)::BIGINT AS moved_cents, sum(f.moved_chips_cents)::BIGINT AS moved_chips_cents
FROM finding_amounts AS f
WHERE f.gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
GROUP BY f.gaming_date, f.code
ORDER BY f.gaming_date, f.code
