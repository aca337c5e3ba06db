-- One row a dealer and gaming day of the 28 up to this one with downs that were signed, dealt or paid.
SELECT dealer::VARCHAR AS dealer, gaming_date, sum(signed)::BIGINT AS signed, sum(dealt)::BIGINT AS dealt,
    sum(set_up)::BIGINT AS set_up, sum(bagged)::BIGINT AS bagged, sum(paid)::BIGINT AS paid,
    sum(missing_signatures)::BIGINT AS missing_signatures, sum(disputed)::BIGINT AS disputed,
    string_agg(disputes, '; ' ORDER BY disputes) AS disputes
FROM payroll_by_dealer
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    AND dealer IS NOT NULL
GROUP BY dealer, gaming_date
ORDER BY dealer, gaming_date
