-- One row a gaming day of the 62 up to this one and a code with findings.
SELECT gaming_date, code, count(*) AS findings, sum(abs(coalesce(amount_cents, 0)))::BIGINT AS moved_cents
FROM findings
WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY gaming_date, code
ORDER BY gaming_date, code
