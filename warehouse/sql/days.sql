-- One row a room and gaming day: what there is of it, what was found and judged, and the audit that stands.
-- `hands` and `tables` are of the log as it stands, `audited_hands` of what was replayed: rates are over these.
-- Rake is compared over hands whose due is known (`hand_amounts`); amounts are those of `finding_amounts`, so that
-- tournaments add to no sum of money.
CREATE TABLE days AS
WITH partitions AS (
    SELECT gaming_date, room FROM hands
    UNION SELECT gaming_date, room FROM hand_facts
    UNION SELECT gaming_date, room FROM findings
    UNION SELECT gaming_date, room FROM coverage
    UNION SELECT gaming_date, room FROM downs
    UNION SELECT gaming_date, room FROM shuffles
    UNION SELECT gaming_date, room FROM notes
    UNION SELECT gaming_date, room FROM drops
    UNION SELECT gaming_date, room FROM audits
),
dealt AS (
    SELECT gaming_date, room, count(*) AS hands, count(DISTINCT "table") AS tables,
        min(start) AS first_hand, max("end") AS last_hand
    FROM hands GROUP BY gaming_date, room
),
replayed AS (
    SELECT gaming_date, room, count(*) AS audited_hands, count(DISTINCT "table") AS audited_tables,
        sum(rake_due_cents)::BIGINT AS rake_due_cents,
        sum(rake_compared_cents)::BIGINT AS rake_taken_cents,
        sum(rake_over_cents)::BIGINT AS rake_over_cents,
        sum(rake_under_cents)::BIGINT AS rake_under_cents,
        count(stub_count) AS stubs_counted,
        count(*) FILTER (WHERE stub_count <> stub_due) AS stubs_off
    FROM hand_amounts GROUP BY gaming_date, room
),
found AS (
    SELECT gaming_date, room, count(*) AS findings,
        count(*) FILTER (WHERE severity = 'error') AS errors,
        count(*) FILTER (WHERE severity = 'procedure') AS procedures,
        count(*) FILTER (WHERE severity NOT IN ('error', 'procedure')) AS notices,
        sum(moved_cents)::BIGINT AS moved_cents,
        coalesce(sum(moved_cents) FILTER (WHERE went = 'to the house'), 0)::BIGINT AS to_house_cents,
        coalesce(sum(moved_cents) FILTER (WHERE went = 'from the house'), 0)::BIGINT AS from_house_cents,
        coalesce(sum(moved_cents) FILTER (WHERE went = 'between players'), 0)::BIGINT AS between_players_cents,
        sum(moved_chips_cents)::BIGINT AS moved_chips_cents
    FROM finding_amounts GROUP BY gaming_date, room
),
judged AS (
    SELECT gaming_date, room, sum(evaluated)::BIGINT AS evaluated, sum(not_evaluable)::BIGINT AS not_evaluable
    FROM coverage GROUP BY gaming_date, room
)
SELECT p.gaming_date, p.room,
    coalesce(d.hands, 0) AS hands, coalesce(d.tables, 0) AS tables, d.first_hand, d.last_hand,
    coalesce(r.audited_hands, 0) AS audited_hands, coalesce(r.audited_tables, 0) AS audited_tables,
    coalesce(f.findings, 0) AS findings, coalesce(f.errors, 0) AS errors, coalesce(f.procedures, 0) AS procedures,
    coalesce(f.notices, 0) AS notices,
    coalesce(f.moved_cents, 0) AS moved_cents, coalesce(f.to_house_cents, 0) AS to_house_cents,
    coalesce(f.from_house_cents, 0) AS from_house_cents, coalesce(f.between_players_cents, 0) AS between_players_cents,
    coalesce(f.moved_chips_cents, 0) AS moved_chips_cents,
    r.rake_due_cents, r.rake_taken_cents, coalesce(r.rake_over_cents, 0)::BIGINT AS rake_over_cents,
    coalesce(r.rake_under_cents, 0)::BIGINT AS rake_under_cents,
    coalesce(r.stubs_counted, 0) AS stubs_counted, coalesce(r.stubs_off, 0) AS stubs_off,
    coalesce(j.evaluated, 0) AS evaluated, coalesce(j.not_evaluable, 0) AS not_evaluable,
    a.audit_id
FROM partitions p
LEFT JOIN dealt d ON d.gaming_date = p.gaming_date AND d.room = p.room
LEFT JOIN replayed r ON r.gaming_date = p.gaming_date AND r.room = p.room
LEFT JOIN found f ON f.gaming_date = p.gaming_date AND f.room = p.room
LEFT JOIN judged j ON j.gaming_date = p.gaming_date AND j.room = p.room
LEFT JOIN audits a ON a.gaming_date = p.gaming_date AND a.room = p.room
ORDER BY p.gaming_date, p.room;
