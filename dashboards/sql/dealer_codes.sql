-- One row a dealer, game, betting, gaming day of the 28 up to this one and code: the findings that count when dealers are compared.
SELECT dealer::VARCHAR AS dealer, game, betting, gaming_date, code, sum(findings)::BIGINT AS findings
FROM dealer_code_day
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
