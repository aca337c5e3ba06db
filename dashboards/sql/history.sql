-- One row a gaming day of the 62 up to this one that was audited: what was dealt, found and judged. A day of which no hand came has its row too:
-- what should have been judged counts. With several rooms it is their sum.
SELECT gaming_date, sum(audited_hands)::BIGINT AS hands, sum(audited_tables)::BIGINT AS tables,
    sum(rake_due_cents)::BIGINT AS rake_due_cents, sum(rake_taken_cents)::BIGINT AS rake_taken_cents,
    sum(rake_over_cents)::BIGINT AS rake_over_cents, sum(rake_under_cents)::BIGINT AS rake_under_cents,
    sum(to_house_cents)::BIGINT AS to_house_cents, sum(from_house_cents)::BIGINT AS from_house_cents,
    sum(between_players_cents)::BIGINT AS between_players_cents,
    sum(stubs_counted)::BIGINT AS stubs_counted, sum(stubs_off)::BIGINT AS stubs_off,
    sum(findings)::BIGINT AS findings, sum(errors)::BIGINT AS errors, sum(procedures)::BIGINT AS procedures,
    sum(notices)::BIGINT AS notices, sum(moved_cents)::BIGINT AS moved_cents,
    sum(moved_chips_cents)::BIGINT AS moved_chips_cents,
    sum(evaluated)::BIGINT AS evaluated, sum(not_evaluable)::BIGINT AS not_evaluable
FROM days
WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
    AND (audit_id IS NOT NULL OR audited_hands > 0 OR findings > 0 OR evaluated + not_evaluable > 0)
GROUP BY gaming_date
ORDER BY gaming_date
