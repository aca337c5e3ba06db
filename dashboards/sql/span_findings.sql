-- One row a finding of the 28 gaming days up to this one that names a dealer, in the order in which its own day's pages number findings.
SELECT
    f.gaming_date, f.code, f.severity, f.room::VARCHAR AS room, f."table"::VARCHAR AS "table", f.hand, f.dealer::VARCHAR AS dealer,
    epoch_us(f."at") AS at_us, f.expected, f.actual, f.money_cents, f.chips_cents, f.moved_cents, f.moved_chips_cents,
    EXISTS (FROM hand_facts AS h WHERE h.gaming_date = f.gaming_date AND h.room = f.room AND h.hand = f.hand) AS replayed,
    f.message, f.source_file, f.source_line, f.seat, f.event
FROM finding_amounts AS f
WHERE f.gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
    AND f.dealer IS NOT NULL
ORDER BY f.gaming_date, f.room, f."table", f."at", f.hand, f.event, f.code, f.seat, f.message, f.expected, f.actual, f.amount_cents
