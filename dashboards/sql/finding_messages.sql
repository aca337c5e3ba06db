-- One row a message of a shuffler at a table with a finding about decks, from forty minutes before to ten minutes after it; by the table's clock where the device's could be tied to it.
WITH about AS (
    SELECT DISTINCT room, "table", epoch_us("at") AS at_us
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND code LIKE 'SC%'
),
told AS (
    SELECT
        s.room::VARCHAR AS room, s."table"::VARCHAR AS "table", s.device::VARCHAR AS device, s.deck::VARCHAR AS deck, s.cards,
        s.status::VARCHAR AS status, epoch_us(s."at") AS said_us,
        (epoch_us(s."at") + coalesce(d.offset_s, 0) * 1000000
            - coalesce((epoch_us(s."at") - epoch_us(d.since)) * d.gain_s_per_hour, 0) // 3600)::BIGINT AS at_us,
        d.offset_s, s.source_file::VARCHAR AS source_file, s.source_line
    FROM shuffles AS s
    LEFT JOIN devices AS d
        ON d.room = s.room::VARCHAR AND d."table" = s."table"::VARCHAR AND d.gaming_date = s.gaming_date
        AND d.device IS NOT DISTINCT FROM s.device::VARCHAR
        AND (d.since_line IS NULL
            OR (s.source_file::VARCHAR = d.source_file AND s.source_line BETWEEN d.since_line AND d.until_line))
    WHERE s.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR s.room = $room::VARCHAR)
)
SELECT DISTINCT told.*
FROM told
JOIN about ON about.room = told.room AND about."table" = told."table"
    AND told.at_us BETWEEN about.at_us - 2400 * 1000000::BIGINT AND about.at_us + 600 * 1000000::BIGINT
ORDER BY told.room, told."table", told.at_us, told.source_file, told.source_line
