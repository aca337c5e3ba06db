-- One row a down that was signed for, or dealt without a signature, in order of table and slot.
SELECT
    p.room, p."table", epoch_us(p.slot_start) AS slot_us, p.kind, p.written, p.dealer, p.sure_percent, p.hands, p.status,
    p.dispute, r.last_name, r.first_name
FROM payroll p LEFT JOIN roster r ON r.emp = p.dealer
WHERE p.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR p.room = $room::VARCHAR)
ORDER BY p.room, p."table", p.slot_start, p.dealer, p.written
