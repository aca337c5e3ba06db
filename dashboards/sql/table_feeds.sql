-- One row a table of the gaming day that any feed names: what each feed holds of it.
WITH named AS (
    SELECT room, "table", 1 AS hands, 0 AS slots, 0 AS signed, 0 AS messages, 0 AS notes, 0 AS wrong FROM hands WHERE gaming_date = $day::DATE
    UNION ALL
    SELECT room, "table", 0, 1, CASE WHEN emp IS NOT NULL AND emp <> '' THEN 1 ELSE 0 END, 0, 0, 0 FROM downs
    WHERE gaming_date = $day::DATE AND slot <> 'CLOSE'
    UNION ALL
    SELECT room, "table", 0, 0, 0, 1, 0, CASE WHEN status = 'ok' THEN 0 ELSE 1 END FROM shuffles WHERE gaming_date = $day::DATE
    UNION ALL
    SELECT room, "table", 0, 0, 0, 0, 1, 0 FROM notes WHERE gaming_date = $day::DATE
)
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", sum(hands)::BIGINT AS hands, sum(slots)::BIGINT AS slots,
    sum(signed)::BIGINT AS signed, sum(messages)::BIGINT AS messages, sum(notes)::BIGINT AS notes, sum(wrong)::BIGINT AS wrong
FROM named
WHERE ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY room, "table"
ORDER BY room, "table"
