-- One row a message of a shuffler, by the table's clock where the device's could be tied to it.
SELECT
    s.room::VARCHAR AS room, s."table"::VARCHAR AS "table", s.device::VARCHAR AS device, s.deck::VARCHAR AS deck, s.cards,
    s.status::VARCHAR AS status,
    (epoch_us(s."at") + coalesce(d.offset_s, 0) * 1000000
        - coalesce((epoch_us(s."at") - epoch_us(d.since)) * d.gain_s_per_hour, 0) // 3600)::BIGINT AS at_us,
    d.offset_s, d.verdict
FROM shuffles s
LEFT JOIN devices d
    ON d.room = s.room::VARCHAR AND d."table" = s."table"::VARCHAR AND d.gaming_date = s.gaming_date
    AND d.device IS NOT DISTINCT FROM s.device::VARCHAR
    AND (d.since_line IS NULL
        OR (s.source_file::VARCHAR = d.source_file AND s.source_line BETWEEN d.since_line AND d.until_line))
WHERE s.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR s.room = $room::VARCHAR)
ORDER BY 1, 2, 7, s.source_line
