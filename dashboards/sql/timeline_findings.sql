-- One row a finding with a time, in order of table and time.
SELECT room, "table", epoch_us("at") AS at_us, code, severity, finding_id, hand, dealer, message
FROM findings
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND "at" IS NOT NULL
ORDER BY room, "table", "at", hand, event, code, seat
