-- One row a code, document and rule with findings in the 28 gaming days up to this one.
SELECT code, rulebook::VARCHAR AS rulebook, rule::VARCHAR AS rule, count(*) AS findings, count(DISTINCT gaming_date) AS days
FROM findings
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
