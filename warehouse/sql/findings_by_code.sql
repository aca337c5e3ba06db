-- One row a room, gaming day and check with findings. `amount_cents` is money signed from the house's side; `moved_cents`
-- and `moved_chips_cents` are money and tournament chips moved wrongly (`finding_amounts`).
CREATE TABLE findings_by_code AS
SELECT gaming_date, room, code, severity,
    count(*) AS findings,
    count(DISTINCT "table") AS tables,
    count(DISTINCT hand) AS hands,
    sum(coalesce(money_cents, 0))::BIGINT AS amount_cents,
    sum(moved_cents)::BIGINT AS moved_cents,
    sum(moved_chips_cents)::BIGINT AS moved_chips_cents
FROM finding_amounts
GROUP BY gaming_date, room, code, severity
ORDER BY gaming_date, room, code, severity;
