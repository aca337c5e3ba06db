-- One row a room and gaming day: what there is of it, and the audit that stands. Amounts are those of `finding_amounts`.
CREATE TABLE days AS
WITH partitions AS (
    SELECT gaming_date, room FROM hands
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
found AS (
    SELECT gaming_date, room, count(*) AS findings,
        count(*) FILTER (WHERE severity = 'error') AS errors,
        sum(moved_cents)::BIGINT AS moved_cents,
        sum(moved_chips_cents)::BIGINT AS moved_chips_cents
    FROM finding_amounts GROUP BY gaming_date, room
)
SELECT p.gaming_date, p.room,
    coalesce(d.hands, 0) AS hands, coalesce(d.tables, 0) AS tables, d.first_hand, d.last_hand,
    coalesce(f.findings, 0) AS findings, coalesce(f.errors, 0) AS errors,
    coalesce(f.moved_cents, 0) AS moved_cents, coalesce(f.moved_chips_cents, 0) AS moved_chips_cents,
    a.audit_id
FROM partitions p
LEFT JOIN dealt d ON d.gaming_date = p.gaming_date AND d.room = p.room
LEFT JOIN found f ON f.gaming_date = p.gaming_date AND f.room = p.room
LEFT JOIN audits a ON a.gaming_date = p.gaming_date AND a.room = p.room
ORDER BY p.gaming_date, p.room;
