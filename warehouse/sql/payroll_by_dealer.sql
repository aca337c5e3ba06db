-- One row a dealer, room and gaming day: downs signed, dealt and paid, set-up and bagging, what is missing and disputed.
CREATE TABLE payroll_by_dealer AS
SELECT
    p.gaming_date, p.room, p.dealer, r.last_name, r.first_name,
    count(*) FILTER (WHERE p.signed) AS signed,
    count(*) FILTER (WHERE p.dealt) AS dealt,
    count(*) FILTER (WHERE p.kind = 'setup') AS set_up,
    count(*) FILTER (WHERE p.kind = 'bag') AS bagged,
    count(*) FILTER (WHERE p.paid) AS paid,
    count(*) FILTER (WHERE p.status = 'missing signature') AS missing_signatures,
    count(*) FILTER (WHERE p.status = 'disputed') AS disputed,
    string_agg(DISTINCT p.dispute, '; ' ORDER BY p.dispute) AS disputes
FROM payroll p
LEFT JOIN roster r ON r.emp = p.dealer
GROUP BY p.gaming_date, p.room, p.dealer, r.last_name, r.first_name
ORDER BY p.gaming_date, p.room, p.dealer;
