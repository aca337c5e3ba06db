-- One row a gaming day of the 62 up to this one and a table that dealt.
SELECT gaming_date, room::VARCHAR AS room, "table"::VARCHAR AS "table", count(*) AS hands
FROM hand_facts
WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
