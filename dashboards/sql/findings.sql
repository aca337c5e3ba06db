-- One row a finding of the gaming day, in the order of the findings table, with the offset of its hand's clock. Its amounts are those of `finding_amounts`.
WITH clocks AS (
    SELECT room, hand, min(utc_offset_min) AS utc_offset_min
    FROM hands
    WHERE gaming_date = $day::DATE
    GROUP BY room, hand
)
SELECT
    f.code, f.severity, f.room::VARCHAR AS room, f."table"::VARCHAR AS "table", f.hand, f.event, f.seat, f.player,
    f.dealer::VARCHAR AS dealer, epoch_us(f."at") AS at_us, f.street, f.expected, f.actual,
    f.money_cents, f.chips_cents, f.moved_cents, f.moved_chips_cents, f.went,
    f.rulebook, f.rule, f.message, f.source_file, f.source_line, f.audit_id, f.paid_by, f.paid_to,
    f.finding_id,
    EXISTS (FROM hand_facts AS h WHERE h.gaming_date = f.gaming_date AND h.room = f.room AND h.hand = f.hand) AS replayed,
    clocks.utc_offset_min
FROM finding_amounts AS f
LEFT JOIN clocks ON clocks.room = f.room AND clocks.hand = f.hand
WHERE f.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
ORDER BY f.room, f."table", f."at", f.hand, f.event, f.code, f.seat, f.message, f.expected, f.actual, f.amount_cents
