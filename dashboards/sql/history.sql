-- One row a gaming day of the 62 up to this one that was audited: what was dealt, found and judged. A day of which no hand came has its row too:
-- what should have been judged counts. Amounts are those of `finding_amounts` and `hand_amounts`: tournaments add to no sum of money.
WITH dealt AS (
    SELECT gaming_date, count(*) AS hands, count(DISTINCT room || chr(0) || "table") AS tables,
        sum(rake_due_cents)::BIGINT AS rake_due_cents,
        sum(rake_compared_cents)::BIGINT AS rake_taken_cents,
        count(stub_count) AS stubs_counted,
        count(*) FILTER (WHERE stub_count <> stub_due) AS stubs_off
    FROM hand_amounts WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) GROUP BY gaming_date
),
found AS (
    SELECT f.gaming_date, count(*) AS findings,
        count(*) FILTER (WHERE f.severity = 'error') AS errors,
        count(*) FILTER (WHERE f.severity = 'procedure') AS procedures,
        sum(f.moved_cents)::BIGINT AS moved_cents,
        sum(f.moved_chips_cents)::BIGINT AS moved_chips_cents
    FROM finding_amounts AS f
    WHERE f.gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
    GROUP BY f.gaming_date
),
judged AS (
    SELECT gaming_date, sum(evaluated)::BIGINT AS evaluated, sum(not_evaluable)::BIGINT AS not_evaluable
    FROM coverage WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) GROUP BY gaming_date
),
audited AS (
    SELECT gaming_date FROM dealt UNION SELECT gaming_date FROM found UNION SELECT gaming_date FROM judged
    UNION SELECT gaming_date FROM audits WHERE gaming_date BETWEEN $day::DATE - 61 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
)
SELECT a.gaming_date, coalesce(d.hands, 0) AS hands, coalesce(d.tables, 0) AS tables, d.rake_due_cents, d.rake_taken_cents,
    coalesce(d.stubs_counted, 0) AS stubs_counted, coalesce(d.stubs_off, 0) AS stubs_off,
    coalesce(f.findings, 0) AS findings, coalesce(f.errors, 0) AS errors, coalesce(f.procedures, 0) AS procedures,
    coalesce(f.findings - f.errors - f.procedures, 0) AS notices, coalesce(f.moved_cents, 0) AS moved_cents,
    coalesce(f.moved_chips_cents, 0) AS moved_chips_cents,
    coalesce(j.evaluated, 0) AS evaluated, coalesce(j.not_evaluable, 0) AS not_evaluable
FROM audited AS a
LEFT JOIN dealt AS d ON d.gaming_date = a.gaming_date
LEFT JOIN found AS f ON f.gaming_date = a.gaming_date
LEFT JOIN judged AS j ON j.gaming_date = a.gaming_date
ORDER BY a.gaming_date
