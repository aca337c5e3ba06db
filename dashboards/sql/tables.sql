-- One row a table with hands on the gaming day; `cash_hands` are those that no tournament was. Sums of money are over these.
SELECT
    d.room::VARCHAR AS room, d."table"::VARCHAR AS "table", d.hands, d.cash_hands, d.dealers,
    d.findings, d.errors, d.moved_cents, d.moved_chips_cents, d.stubs_counted, d.stubs_off,
    coalesce(r.hands_with_due, 0) AS hands_with_due, r.rake_due_cents, r.rake_taken_cents,
    r.rake_over_cents + r.rake_under_cents AS rake_apart_cents,
    r.rake_over_cents, r.rake_under_cents,
    coalesce(r.hands_over, 0) AS hands_over, coalesce(r.hands_under, 0) AS hands_under
FROM table_day d
LEFT JOIN rake_by_table r ON r.gaming_date = d.gaming_date AND r.room = d.room AND r."table" IS NOT DISTINCT FROM d."table"
WHERE d.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR d.room = $room::VARCHAR)
ORDER BY d.room, d."table"
