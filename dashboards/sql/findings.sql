-- One row a finding of the gaming day, in the order of the findings table, with the offset of its hand's clock. `chips_cents` are a tournament's chips: no money.
WITH clocks AS (
    SELECT room, hand, min(utc_offset_min) AS utc_offset_min, bool_or(coalesce(is_tournament, false)) AS is_tournament
    FROM hands
    WHERE gaming_date = $day::DATE
    GROUP BY room, hand
)
SELECT
    f.code, f.severity, f.room::VARCHAR AS room, f."table"::VARCHAR AS "table", f.hand, f.event, f.seat, f.player,
    f.dealer::VARCHAR AS dealer, epoch_us(f."at") AS at_us, f.street, f.expected, f.actual,
    CASE WHEN coalesce(clocks.is_tournament, false) THEN NULL ELSE f.amount_cents END AS amount_cents,
    CASE WHEN coalesce(clocks.is_tournament, false) THEN f.amount_cents END AS chips_cents,
    f.rulebook, f.rule, f.message, f.source_file, f.source_line, f.audit_id, f.paid_by, f.paid_to,
    clocks.utc_offset_min
FROM findings AS f
LEFT JOIN clocks ON clocks.room = f.room AND clocks.hand = f.hand
WHERE f.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
ORDER BY f.room, f."table", f."at", f.hand, f.event, f.code, f.seat, f.message, f.expected, f.actual, f.amount_cents
