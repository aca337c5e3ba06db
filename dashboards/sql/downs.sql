-- One row: the half-hour slots on the down cards of the gaming day.
SELECT
    count(*) AS slots,
    count(*) FILTER (WHERE emp IS NOT NULL AND emp <> '') AS signed,
    count(DISTINCT room || chr(0) || "table") AS tables
FROM downs
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND slot <> 'CLOSE'
