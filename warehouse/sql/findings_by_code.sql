-- One row a room, gaming day and check with findings. `amount_cents` is signed from the house's side, `moved_cents` is not.
CREATE TABLE findings_by_code AS
SELECT gaming_date, room, code, severity,
    count(*) AS findings,
    count(DISTINCT "table") AS tables,
    count(DISTINCT hand) AS hands,
    sum(coalesce(amount_cents, 0))::BIGINT AS amount_cents,
    sum(abs(coalesce(amount_cents, 0)))::BIGINT AS moved_cents
FROM findings
GROUP BY gaming_date, room, code, severity
ORDER BY gaming_date, room, code, severity;
