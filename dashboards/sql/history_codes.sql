-- One row a gaming day of the 62 up to this one and a code with findings.
SELECT gaming_date, code, sum(findings)::BIGINT AS findings,
    sum(moved_cents)::BIGINT AS moved_cents, sum(moved_chips_cents)::BIGINT AS moved_chips_cents
FROM findings_by_code
WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY gaming_date, code
ORDER BY gaming_date, code
