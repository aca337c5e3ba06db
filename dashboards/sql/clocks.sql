-- One row a shuffler of the gaming day: how far its clock is off, by the hands that its messages belong to.
SELECT room, device, offset_s, gain_s_per_hour, within_s, verdict
FROM devices
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND device IS NOT NULL
ORDER BY room, device, "table"
