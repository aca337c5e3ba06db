-- One row a line of the down cards of the gaming day at a table with a finding about them, or signed by a dealer with one. `hands` were dealt in the slot.
WITH about AS (
    SELECT DISTINCT room, "table", dealer
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
        AND (code LIKE 'DC%' OR code IN ('SC02', 'SC03'))
),
counted AS (
    SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", epoch_us("start") // 1800000000 AS half_hour, count(*) AS hands
    FROM hand_facts
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    GROUP BY ALL
)
SELECT
    d.room::VARCHAR AS room, d."table"::VARCHAR AS "table", d.slot::VARCHAR AS slot, epoch_us(d.slot_start) AS slot_us,
    d.emp::VARCHAR AS emp, d.last_name::VARCHAR AS last_name, d.first_name::VARCHAR AS first_name, d.kind::VARCHAR AS kind,
    d.total::VARCHAR AS total, d.initials::VARCHAR AS initials, coalesce(c.hands, 0) AS hands,
    d.source_file::VARCHAR AS source_file, d.source_line
FROM downs AS d
LEFT JOIN counted AS c ON c.room = d.room::VARCHAR AND c."table" = d."table"::VARCHAR AND c.half_hour = epoch_us(d.slot_start) // 1800000000
WHERE d.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR d.room = $room::VARCHAR)
    AND EXISTS (
        SELECT 1 FROM about
        WHERE about.room = d.room::VARCHAR AND (about."table" = d."table"::VARCHAR OR about.dealer = d.emp::VARCHAR)
    )
ORDER BY d.room, d."table", d.slot_start NULLS LAST, d.source_file, d.source_line
