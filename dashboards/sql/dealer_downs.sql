-- One row a dealer, gaming day of the 28 up to this one and kind of slot: half-hour slots signed.
SELECT emp AS dealer, gaming_date, coalesce(kind::VARCHAR, '') AS kind, count(*) AS downs
FROM downs
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND emp IS NOT NULL AND emp <> '' AND slot <> 'CLOSE'
GROUP BY ALL
ORDER BY ALL
