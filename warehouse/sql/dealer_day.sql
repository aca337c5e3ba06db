-- One row a dealer, room and gaming day: who dealt a hand, signed a slot, or is named in a finding. Names are the roster's.
-- `counted` are the findings that count when dealers are compared (`dealer_code_day`). Hands are of all tables; rake and money moved wrongly are of cash tables only, tournament chips stand by themselves.
CREATE TABLE dealer_day AS
WITH dealt AS (
    SELECT gaming_date, room, dealer, count(*) AS hands, count(DISTINCT "table") AS tables,
        sum(coalesce(rake_taken_cents, 0))::BIGINT AS rake_taken_cents
    FROM hand_amounts WHERE dealer IS NOT NULL
    GROUP BY gaming_date, room, dealer
),
signed AS (
    SELECT gaming_date, room, emp AS dealer, count(*) AS downs
    FROM downs WHERE emp IS NOT NULL AND emp <> '' AND slot <> 'CLOSE'
    GROUP BY gaming_date, room, emp
),
found AS (
    SELECT gaming_date, room, dealer, count(*) AS findings,
        count(*) FILTER (WHERE severity = 'error') AS errors,
        sum(moved_cents)::BIGINT AS moved_cents,
        sum(moved_chips_cents)::BIGINT AS moved_chips_cents
    FROM finding_amounts WHERE dealer IS NOT NULL
    GROUP BY gaming_date, room, dealer
),
counted AS (
    SELECT gaming_date, room, dealer, sum(findings)::BIGINT AS counted FROM dealer_code_day GROUP BY gaming_date, room, dealer
),
dealers AS (
    SELECT gaming_date, room, dealer FROM dealt
    UNION SELECT gaming_date, room, dealer FROM signed
    UNION SELECT gaming_date, room, dealer FROM found
)
SELECT d.gaming_date, d.room, d.dealer, r.last_name, r.first_name,
    coalesce(h.hands, 0) AS hands, coalesce(h.tables, 0) AS tables, coalesce(s.downs, 0) AS downs,
    coalesce(f.findings, 0) AS findings, coalesce(f.errors, 0) AS errors, coalesce(k.counted, 0) AS counted,
    coalesce(f.moved_cents, 0) AS moved_cents, coalesce(f.moved_chips_cents, 0) AS moved_chips_cents,
    coalesce(h.rake_taken_cents, 0) AS rake_taken_cents
FROM dealers d
LEFT JOIN dealt h ON h.gaming_date = d.gaming_date AND h.room = d.room AND h.dealer = d.dealer
LEFT JOIN signed s ON s.gaming_date = d.gaming_date AND s.room = d.room AND s.dealer = d.dealer
LEFT JOIN found f ON f.gaming_date = d.gaming_date AND f.room = d.room AND f.dealer = d.dealer
LEFT JOIN counted k ON k.gaming_date = d.gaming_date AND k.room = d.room AND k.dealer = d.dealer
LEFT JOIN roster r ON r.emp = d.dealer
ORDER BY d.gaming_date, d.room, d.dealer;
